/* gen.h: the map. Every internal type and export of the compiler, a section
 * per file, in the order of the pipeline. What an embedding program may use is
 * in bristle.h instead.
 *
 * Invariant: a stage sees the previous stage's type and nothing behind it. */
#ifndef BRISTLE_GEN_H
#define BRISTLE_GEN_H

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "bristle.h"

#if defined(__GNUC__)
#define PRINTF_LIKE(text, args) __attribute__((format(printf, text, args)))
#else
#define PRINTF_LIKE(text, args)
#endif

/* For a function: the same instructions on wider registers where the processor
 * has them. That is chosen too early for the thread sanitizer. */
#ifdef __has_attribute
#if __has_attribute(target_clones) && defined(__x86_64__) && \
    defined(__GLIBC__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#endif
#ifndef WIDE
#define WIDE
#endif

/* ---- util.c: a run's memory and its one error, text, files ------------- */

typedef struct Arena Arena;

/* Where a value was written. line 0: not in a file; `file` then says where,
 * e.g. "--set grid". */
typedef struct Where {
  const char *file;
  int line;
} Where;

/* One run of the compiler. The first error ends it: run_fail stores the
 * message and jumps to `stop`, which run_catch sets for the entry points. */
typedef struct Run {
  Arena *arena;
  jmp_buf stop;
  char *error;         /* the message, or NULL */
  const char *excerpt; /* the source line it speaks of, or NULL */
  const char *source;  /* text of the spec, for excerpts */
  const char *file;    /* its name, as the user gave it */
  struct Deferred *deferred;
  struct Stopper *stopper;   /* ends the compiler that the run waits for */
  const struct Watch *watch; /* sees what a simulation records */
} Run;

Run *run_open(void);
void run_close(Run *run);
/* Calls body(context) and returns true, or false if it ended the run. */
bool run_catch(Run *run, void (*body)(void *context), void *context);
_Noreturn void run_fail(Run *run, Where where, const char *format, ...)
    PRINTF_LIKE(3, 4);
_Noreturn void run_vfail(Run *run, Where where, const char *format,
                         va_list args);
void *run_alloc(Run *run, size_t bytes);     /* zeroed, lives with the run */
double *run_doubles(Run *run, size_t count); /* zeroed */
/* A list of `count` items of that many bytes with room for one more: the list
 * itself, or a longer copy. */
void *run_grown(Run *run, void *list, size_t count, size_t *room, size_t bytes);
/* Calls `clean(thing)` when the run closes; last come, first served. */
void run_defer(Run *run, void (*clean)(void *thing), void *thing);
char *run_printf(Run *run, const char *format, ...) PRINTF_LIKE(2, 3);
char *run_strndup(Run *run, const char *text, size_t length);

/* A growing text in a run's arena. */
typedef struct Text {
  Run *run;
  char *chars; /* always terminated */
  size_t length, room;
} Text;

Text text_new(Run *run);
void text_add(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
void text_append(Text *text, const char *chars, size_t length);

/* The double that a float keeps of it. Out of line: in a loop gcc 12 folds the
 * way to float and back to nothing. */
double float_rounded(double value);

/* The text with a '?' for each byte that is not valid UTF-8: JSON wants that.
 */
char *utf8_text(Run *run, const char *text);

/* Uniform in [low, high), the same on every machine; any start will do. */
double number_random(uint64_t *state, double low, double high);

/* The shortest digits that read back equal, always with a point, an exponent
 * or a name ("inf", "nan"); `out` holds at least 32 bytes. Returns out. */
char *number_text(double value, char out[32]);

/* The candidate nearest to `word` by edit distance, or NULL when none is near.
 */
const char *nearest_word(const char *word, const char *const *candidates,
                         size_t count);

/* Whole file into the arena. `where` is blamed when it cannot be read. */
char *file_read(Run *run, const char *path, size_t *length, Where where);
/* `relative` as seen from the folder that `base` is in. */
char *path_beside(Run *run, const char *base, const char *relative);
void dir_make(Run *run, const char *path);
/* Where a symbolic link leads in the end, there or not; else the path itself.
 */
const char *file_target(Run *run, const char *path);
/* Atomically, and only if the content differs; a link stays one. True when it
 * was written. */
bool file_write(Run *run, const char *path, const char *bytes, size_t length);

/* The calling thread's locale becomes "C" until locale_leave: numbers are read
 * and written alike whatever the host program has set. */
typedef struct LocaleGuard LocaleGuard;
LocaleGuard *locale_enter(void);
void locale_leave(LocaleGuard *guard);

/* ---- embedded.c: text files that are built into the program ------------ */

/* "dsl.lua", "contact.c", ...; NULL if there is none of that name. */
const char *embedded_text(const char *name, size_t *length);

/* ---- spec.c: a spec in a closed Lua state -> Spec ---------------------- */

typedef enum ValueType {
  VALUE_NIL,
  VALUE_BOOLEAN,
  VALUE_NUMBER,
  VALUE_STRING,
  VALUE_FUNCTION,
  VALUE_TABLE
} ValueType;

typedef struct Value Value;
typedef struct Entry Entry;
typedef struct Hash Hash;

/* What a spec said, as a tree. A table made by a word of dsl.lua (`lugre {}`)
 * carries that word. */
struct Value {
  ValueType type;
  Where where;
  double number;      /* a boolean's too; a surface's: the fn it is seen at */
  const char *string; /* terminated; no zero byte within */
  int function;       /* key in the Lua registry */
  int arity;          /* the function's named parameters */
  const char *word;   /* of a table, or NULL */
  Entry *entries;     /* named members, sorted by name */
  size_t nentries;
  Value *items; /* members 1..n */
  size_t nitems;
};

struct Entry {
  const char *name;
  Value value;
};

/* A value that --set or a script puts in the place of the spec's own. */
typedef struct Override {
  const char *key;  /* a param, or a dotted path */
  const char *text; /* a Lua expression; a bare word is a string */
} Override;

typedef struct Spec {
  Run *run;
  const char *file; /* as the user gave it */
  const char *source;
  Value root;
  Value params; /* a table: what the spec declared with param {} */
  const Override *overrides;
  size_t noverrides;
  bool is_given; /* SpecText's */
  Hash *seen;    /* the source, the overrides and the files it names */
  struct SpecState *state; /* the closed Lua state, kept for the laws */
} Spec;

Spec *spec_load(Run *run, const char *path, const Override *overrides,
                size_t noverrides);
/* The same of a text; `name` stands for the path. One that a script's tables
 * were written into may hold compiled functions: given(code, upvalues). */
typedef struct SpecText {
  const char *name, *text;
  size_t length;
  bool is_given;
} SpecText;
Spec *spec_load_text(Run *run, const SpecText *text, const Override *overrides,
                     size_t noverrides);
/* Notes a file that the spec names; what was seen so far as 64 digits. */
void spec_saw(Spec *spec, const void *bytes, size_t length);
const char *spec_hash(const Spec *spec);
void spec_dump(const Spec *spec, FILE *out); /* -d s */
/* The words that make tables, "contact", "lugre", "disc"; NULL at the end. */
const char *const *spec_words(Run *run);

const Value *value_get(const Value *table, const char *name); /* or NULL */
bool value_is(const Value *value, const char *word); /* a table of that word */
/* "a table", "the number 3.5", "lugre {...}": for "got ..." in messages. */
const char *value_describe(Run *run, const Value *value);
/* A number as a person would write it: "3", "0.5", "nan". */
const char *number_plain(Run *run, double number);

/* Calls a spec's function with numbers; fails at its line when it raises or
 * returns anything but `nout` numbers. They may be NaN or infinite. */
void spec_call(Spec *spec, const Value *function, const double *in, int nin,
               double *out, int nout);

/* What a word of the language accepts: each kind declares its keys in tables
 * of these, spec_read checks and stores them. */
typedef enum FieldType {
  FIELD_NUMBER,   /* double */
  FIELD_INTEGER,  /* int */
  FIELD_STRING,   /* const char * */
  FIELD_CHOICE,   /* int: index into choices */
  FIELD_NUMBERS,  /* double[count] */
  FIELD_INTEGERS, /* int[count] */
  FIELD_FUNCTION, /* const Value * */
  FIELD_VALUE     /* const Value *, whatever it is */
} FieldType;

typedef enum FieldRange {
  RANGE_ANY,
  RANGE_POSITIVE,     /* > 0 */
  RANGE_NOT_NEGATIVE, /* >= 0 */
  RANGE_WITHIN        /* low <= value <= high */
} FieldRange;

typedef struct Field {
  const char *name;
  FieldType type;
  size_t offset; /* of the member in the struct that is filled */
  bool required;
  FieldRange range;
  double low, high; /* with the other ranges too, where high > low; 0 passes
                     * RANGE_NOT_NEGATIVE */
  double fallback;  /* number, integer, boolean, index of choice */
  int count;        /* FIELD_NUMBERS, FIELD_INTEGERS */
  const char *const *choices; /* NULL-terminated */
  const char *unit;
  const char *help; /* one line */
} Field;

/* Fills `into` from the table; a field named "[]" (FIELD_VALUE) allows items
 * and gets the table itself. Unknown keys, items where none are expected, wrong
 * types and values out of range end the run at their line. A member that is
 * absent and not required gets its fallback (pointers: NULL). `what` names the
 * table in messages. */
void spec_read(Run *run, const Value *table, const char *what,
               const Field *fields, size_t nfields, void *into);
/* True when the table has the key (with anything but nil). */
bool spec_has(const Value *table, const char *name);

/* ---- pressure.c: shapes, maps, functions -> weighted cells ------------- */

/* Cell (i, j) has its centre at ((i+0.5-nx/2)*hx, (j+0.5-ny/2)*hy); arrays
 * run over i fastest, from the smallest y. */
typedef struct Grid {
  int nx, ny;
  double sx, sy; /* metres */
} Grid;

double grid_x(const Grid *grid, int i);
double grid_y(const Grid *grid, int j);

/* Weights of all nx*ny cells, sum 1: the cell's share of the normal force. */
double *pressure_weights(Spec *spec, const Value *surface, const Grid *grid);
/* The grid that a surface implies (a map's own), or false. */
bool pressure_grid(const Value *surface, int *nx, int *ny);
/* The grid of the patch that the table describes: `cells` (0: it needs some)
 * and `size` are what it says or what is usual, a map's own cells count where
 * it has no `grid`. */
Grid grid_read(Run *run, const Value *patch, const char *what,
               const int cells[2], const double size[2], const Value *pressure);

typedef struct Point {
  double x, y;
} Point;

/* surface.c: the integral of one surface's pressure over each cell; share is 0
 * where it names none. */
double *surface_integrals(Spec *spec, const Value *surface, const Grid *grid,
                          double *share);
/* The words for surfaces, for `bristle help`. */
const struct Word *surface_words(size_t *count);
/* The corners of a rectangle, counter-clockwise; a corner { x, y } of a
 * polygon as the spec has it. */
void surface_rectangle(const double size[2], const double at[2], double angle,
                       Point corners[4]);
Point surface_corner(Run *run, const Value *value, size_t number);
/* Corners of what a shape covers, a disc's from its rim, or NULL: its convex
 * hull is theirs. */
const Point *surface_outline(Spec *spec, const Value *surface, size_t *count);

/* profile.c: the pressure f over the distance lambda from the middle (0) to
 * the rim (1), f(0) = 1. */
typedef enum ProfileKind {
  PROFILE_UNIFORM, /* 1 */
  PROFILE_HERTZ,   /* sqrt(1 - lambda^2) */
  PROFILE_SOFT     /* (1 - lambda^k)^(1/k) */
} ProfileKind;

typedef struct Profile {
  ProfileKind kind;
  double k;
  const struct ProfileTable *table; /* soft */
} Profile;

Profile profile_make(Run *run, ProfileKind kind, double k);
/* out = int_0^lambda f, int_0^lambda f*lambda; all of it from lambda = 1 on. */
void profile_moments(const Profile *profile, double lambda, double out[2]);

/* ring.c, polygon.c, line.c: integrals of a pressure with peak 1 over each of
 * the nx*ny cells, written to `out`. */
void ring_integrals(Run *run, const Grid *grid, const double at[2],
                    double inner, double outer, const Profile *profile,
                    double *out);
/* Counter-clockwise, without self-intersection; convex unless the profile is
 * uniform. */
void polygon_integrals(Run *run, const Grid *grid, const Point *corners,
                       size_t count, const Profile *profile, double *out);
double polygon_area(const Point *corners, size_t count); /* signed */
bool polygon_is_convex(const Point *corners, size_t count);
/* The first two edges that meet where they must not, or false. */
bool polygon_crossing(const Point *corners, size_t count, size_t edges[2]);
/* Along ends[0] -> ends[1] the pressure is the profile times a line from low
 * to high. */
void line_integrals(Run *run, const Grid *grid, const Point ends[2], double low,
                    double high, const Profile *profile, double *out);

/* quadrature.c: the same for a function, to 1e-6 of the total. Returns false
 * with the cell that keeps it from that. */
typedef double PressureAt(void *context, double x, double y);
bool function_integrals(Run *run, const Grid *grid, PressureAt *pressure,
                        void *context, double *out, int *worst);

/* image.c: a PGM file, stretched over the grid. */
void image_integrals(Spec *spec, const Grid *grid, const char *path,
                     Where where, double *out);

/* The cells that carry force. Made by cells_kept only. */
typedef struct Cells {
  Grid grid;
  int count;
  int *index;        /* j*nx + i, ascending */
  double *x, *y, *w; /* centre and weight of each */
  const double *all; /* the weights of the whole grid */
  const struct Limit *limit;
} Cells;

Cells cells_kept(Run *run, const Grid *grid, const double *weights);
/* The same cells with other weights, some of which may be 0 here. */
Cells cells_weighted(Run *run, const Cells *cells, const double *weights);

/* ---- levels.c: pressure that depends on the normal force --------------- */

enum { LEVELS_MOST = 64 };

/* What fn_range asks for: a count or, where that is 0, a tolerance. */
typedef struct LevelsWanted {
  double range[2]; /* N */
  int count;
  double tolerance;
  Where where;
  /* Of what is interpolated, t from `low` to `high`, where the weights are
   * `exact`; NULL: sum of what the weights are off. */
  double (*error)(void *context, const double *low, const double *high,
                  double t, const double *exact);
  void *context;
} LevelsWanted;

/* Weights in between are interpolated linearly in fn, and clamped beyond. */
typedef struct Levels {
  int count;
  double *fn;   /* ascending; exact in the solver's precision */
  double **all; /* the weights of the whole grid at each */
  /* The largest error between levels: a bound where it is concave between any
   * two, as it is for weights without a turning point of curvature there, and
   * an estimate elsewhere. */
  double error;
} Levels;

/* What in a surface depends on fn: a function(x, y, fn), or a function in the
 * place of a number; or NULL. */
const Value *levels_needed(const Value *surface);
/* Halves the worst interval until enough; the weights at a force as the surface
 * itself has them. */
Levels *levels_choose(Spec *spec, const Value *surface, const Grid *grid,
                      const LevelsWanted *wanted, bool is_float);
double *levels_exact(Spec *spec, const Value *surface, const Grid *grid,
                     double fn);
/* Where fn lies: 0 to 1 from level `below` to the next. */
double levels_place(const Levels *levels, double fn, int *below);
void levels_weights(const Levels *levels, const Grid *grid, double fn,
                    double *out);

/* ---- cubature.c: a few weighted points in the place of many ------------ */

enum { CUBATURE_MOST = 64 };

/* Points with positive weights whose moments are those of others: of all
 * polynomials up to the degree, and of the distance from the centre. */
typedef struct Cubature {
  int count, degree;
  int images;        /* turns and mirrors that leave them as they are */
  double *x, *y, *w; /* from the smallest y, along x first; the sum is 1 */
} Cubature;

/* How bad a rule is; the least is taken. */
typedef double CubatureJudge(void *context, const Cubature *rule);

typedef struct CubatureTask {
  int count;               /* the given points, at most so many: */
  const double *x, *y, *w; /* sum 1 */
  double reach[2]; /* of each of them, half along x and along y: a rule's points
                    * lie within the convex outline of those boxes, and in
                    * holes of at most one box */
  CubatureJudge *judge;
  void *context; /* of the judge */
} CubatureTask;

/* A rule of so many points, as symmetric as those given, of at least that
 * degree; NULL when none was found. Always the same one. */
const Cubature *cubature_find(Run *run, const CubatureTask *task, int count,
                              int degree);

/* ---- limit.c: the exact limit surface of a piecewise-constant map ------ */

/* What a twist needs to know of the cells, worked out once by cells_kept. */
enum { LIMIT_ORDER = 6 };

/* Corners between cells of unlike weight, and by how much that differs. */
typedef struct LimitCorners {
  int count; /* padded */
  double *x, *y, *w;
  double size, reach; /* of all w; of the grid */
} LimitCorners;

typedef struct Limit {
  LimitCorners corners;
  Grid grid;         /* cells split so that they are not too long */
  int split[2];      /* into how many along x and y */
  const double *all; /* weights of the grid that is not split */
  int count;         /* of split cells, a multiple of the chunk: padded */
  double *x, *y, *w;
  double unit; /* half the diagonal of a split cell */
  int step;    /* of k below: 2 where the cells are square */
  /* The mean slip over a far cell: coefficients [k][m] of
   * (unit/distance)^2m cos(2k phi) and sin(2k phi). */
  double along[LIMIT_ORDER + 1][LIMIT_ORDER + 1];
  double across[LIMIT_ORDER + 1][LIMIT_ORDER + 1];
  double spin[LIMIT_ORDER + 1][LIMIT_ORDER + 1];
  /* Up to which (unit/distance)^2 so many terms are enough. */
  double enough[LIMIT_ORDER + 1];
} Limit;

Limit *limit_prepare(Run *run, const Cells *cells);

/* limit_corners.c: by the corners alone; sums for a turn of 1 about the centre,
 * at the grid centre. False, and nothing, where that would cost digits. */
void limit_corners_prepare(Run *run, const Cells *cells, LimitCorners *corners);
bool limit_corners(const LimitCorners *corners, const double centre[2],
                   double wrench[3]);

/* Wrench (fx, fy, tau) at the grid centre for mu = 1 and fn = 1; 0 where the
 * twist is 0. */
void limit_exact(const Cells *cells, const double twist[3], double wrench[3]);
/* The same for a twist at `origin` and the wrench there. */
void limit_exact_at(const Cells *cells, const double origin[2],
                    const double twist[3], double wrench[3]);

/* limit_paper.c: the same by the paper's own sum over the cells' middles. */
void limit_paper_at(const Cells *cells, const double origin[2],
                    const double twist[3], double wrench[3]);

/* ---- table.c: the limit surface as a table ---------------------------------
 */

/* A piecewise-constant map as the reduced model sees it: from its centre of
 * pressure, torques divided by r, twists (vx, vy, r w). */
typedef struct LimitMap {
  const Cells *cells;
  double cop[2], r;
  bool is_paper; /* its tables hold what limit_paper.c gives */
} LimitMap;

/* The exact h at any twist but 0. */
void limit_scaled(const LimitMap *map, const double twist[3], double h[3]);

typedef enum TableInterp { TABLE_BILINEAR, TABLE_CUBIC } TableInterp;

/* Half of all directions, as three faces of the cube |c| <= 1 of
 * c = (vx/scale[0], vy/scale[1], r w); h(-c) = -h(c) gives the others. On the
 * face where |c[m]| is largest, m = 0, 1, 2, the coordinates are the other two
 * over c[m], in ascending order. A face has blocks x blocks blocks, a block
 * fine x fine cells with its nodes row by row, three numbers each; a cubic
 * table is one block per face, with a further node beyond every edge. */
typedef struct LimitTable {
  LimitMap map;
  TableInterp interp;
  bool is_float;
  double scale[2];
  int blocks;
  int *fine;     /* [3 * blocks * blocks] */
  size_t *start; /* first node of each block */
  size_t count;  /* of nodes */
  double *nodes; /* [3 * count], rounded to the solver's precision */
  float *nodes_float;
} LimitTable;

/* What is proven: no twist errs by more than bound, in the norm of
 * (dfx, dfy, dtau/r); the twist errs by found. */
typedef struct Certificate {
  double bound, found;
  double twist[3];
  long evaluations; /* of the exact surface */
  double seconds;   /* that it took */
} Certificate;

/* One block per face with n x n cells. */
LimitTable *table_build(Run *run, const LimitMap *map, TableInterp interp,
                        int n, bool is_float);
/* The same with a scale that suits other maps too. */
LimitTable *table_scaled(Run *run, const LimitMap *map, TableInterp interp,
                         int n, bool is_float, const double scale[2]);
/* About how many cells that takes for a tolerance. */
int table_cells(const LimitMap *map, TableInterp interp, double tolerance,
                const double scale[2]);
/* The smallest, within 6 % of n, that is proven to err by at most the
 * tolerance; a bilinear one has blocks where they save half of the nodes. NULL
 * if it would take more than TABLE_MOST_NODES. */
enum { TABLE_MOST_NODES = 40000 };
LimitTable *table_choose(Run *run, const LimitMap *map, TableInterp interp,
                         double tolerance, bool is_float, Certificate *proof);
/* As the emitted code computes it. */
void table_value(const LimitTable *table, const double twist[3], double h[3]);
size_t table_bytes(const LimitTable *table);
/* Nodes along a block's edge. */
size_t table_side(const LimitTable *table, int block);
/* The twist at a place of a block, in cells. */
void table_twist(const LimitTable *table, int block, double x, double y,
                 double twist[3]);

/* ---- table_certify.c: how much it errs at most ------------------------------
 */

/* limit 0: bound is at most twice found, unless that is rounding. Otherwise it
 * is at most the limit, or, once an error exceeds that, infinite; worst[block]
 * says the same of each block, and those that had at most the limit on entry
 * (0: unknown) are taken to have kept it. worst may be NULL. */
Certificate table_certify(const LimitTable *table, double limit, double *worst);

/* ---- kinds/: one file per kind of model -------------------------------- */

typedef struct Model Model;
typedef struct Report Report;
typedef struct Equations Equations;
typedef struct Plan Plan;
typedef struct Source Source;
typedef struct Backend Backend;
typedef struct Workload Workload;
typedef struct Solver Solver;
typedef struct Verification Verification;
typedef struct Recording Recording;
typedef struct Progress Progress;

/* A word of the spec language with its keys, for `bristle help`. */
typedef struct Word {
  const char *name, *about;
  const Field *fields;
  size_t nfields;
} Word;

/* All that the stages and verbs know of a kind. */
typedef struct Kind {
  const char *word; /* of the spec language: "contact" */
  Model *(*build)(Spec *spec);
  void (*dump)(const Model *model, FILE *out); /* -d m */
  Equations *(*derive)(const Model *model);
  /* Decides and fills the holes of the kind's templates. */
  void (*plan)(const Model *model, const Equations *equations, Plan *plan);
  /* Derived figures and lint; speeds in m/s for what depends on one. */
  void (*check)(const Model *model, const double *speeds, size_t nspeeds,
                Report *report);
  void (*plot)(const Model *model, const char *dir, Text *written);
  /* What is timed: the solver's own motion, and the reference along it. */
  const Workload *(*workload)(const Model *model);
  /* Adds its checks of the solver against the reference. */
  void (*verify)(const Model *model, const Solver *solver,
                 Verification *verification);
  /* Runs the spec's scenario with the solver, or with the reference where that
   * is NULL; what to draw of it, for gnuplot. NULL: a kind without motion. */
  Recording *(*simulate)(const Model *model, const Solver *solver,
                         Progress *progress);
  const char *(*picture)(const Model *model, const Recording *recording);
  const Word *words;
  size_t nwords;
} Kind;

/* NULL-terminated. */
extern const Kind *const kinds[];

struct Model {
  const Kind *kind;
  Spec *spec;
  Run *run;
  const char *name;  /* a C identifier */
  const char *about; /* the author's own words, or NULL */
  bool is_float;
};

Model *model_build(Spec *spec);
/* kinds/name.c: ends the run unless it can name symbols and files. */
void model_check_name(Run *run, const Value *name);

/* ---- expr.c: expressions between Lua, SymEngine and C text ------------- */

typedef enum ExprOp {
  EXPR_NUMBER,
  EXPR_SYMBOL,
  EXPR_ADD,     /* of count terms */
  EXPR_MUL,     /* of count factors */
  EXPR_POW,     /* args[0] to args[1] */
  EXPR_FUNCTION /* C's name: "exp", "sqrt", "atan2", ... */
} ExprOp;

typedef struct Expr Expr;
struct Expr {
  ExprOp op;
  double number;
  const char *name;
  size_t count;
  const Expr **args;
};

const Expr *expr_number(Run *run, double number);
const Expr *expr_symbol(Run *run, const char *name);
const Expr *expr_make(Run *run, ExprOp op, const char *name, size_t count,
                      const Expr *const *args);
bool expr_is_number(const Expr *e, double number);

/* One `const double name = value;` */
typedef struct Assign {
  const char *name;
  const Expr *value;
} Assign;

/* Straight-line code: temporaries in the order they are needed, then outputs.
 */
typedef struct Block {
  Assign *temporaries, *outputs;
  size_t ntemporaries, noutputs;
} Block;

/* Additions, multiplications, divisions and calls. */
int block_operations(const Block *block);
/* True where it uses that symbol or function. */
bool expr_has(const Expr *e, ExprOp op, const char *name);
bool block_has(const Block *block, ExprOp op, const char *name);
/* The outputs' values where symbols[i] is values[i]. */
void block_evaluate(const Block *block, const char *const *symbols,
                    const double *values, size_t count, double *outputs);

/* ---- trace.c: the user's own functions, called with symbols ------------- */

/* What a function takes: one value, or a table of them by index and name. */
typedef struct Parameter {
  bool is_table;
  size_t count;               /* of values, 1 if it is no table */
  const char *const *names;   /* as the user knows them */
  const char *const *symbols; /* as the expressions have them */
} Parameter;

/* What it returns: 0, 0 a number; n, 0 a list of n; n, m rows of m numbers; -1
 * is any number of them, until trace_function knows better. */
typedef struct ResultShape {
  int rows, cols;
} ResultShape;

typedef struct Signature {
  const Parameter *parameters;
  size_t nparameters;
  ResultShape *results;
  size_t nresults;
  const char *returns; /* "a list of 2 numbers", for messages */
} Signature;

/* Of numbers in all the results. */
size_t signature_size(const Signature *signature);
/* The results one after the other, row by row, as expressions; compared with
 * numeric calls at random points around `centre`, the values of all parameters
 * one after the other. */
const Expr **trace_function(Spec *spec, const Value *function,
                            Signature *signature, const double *centre);
/* The same for numbers; they may be NaN or infinite. */
void trace_call(Spec *spec, const Value *function, const Signature *signature,
                const double *in, double *out);
/* A function of one number with one result, compared at 200 points between low
 * and high (where low > 0: log-spaced, and at 0). */
const Expr *trace_law(Spec *spec, const Value *function, const char *symbol,
                      double low, double high);

/* ---- sym.c: the only user of SymEngine --------------------------------- */

/* A growing set of named expressions. */
typedef struct Symbolic Symbolic;

/* Errors blame `where`. */
Symbolic *sym_new(Run *run, Where where);
/* The name stands for a number from now on, or for an expression of what is
 * defined already and of free symbols ("sigma0*s/g"). */
void sym_number(Symbolic *sym, const char *name, double value);
void sym_let(Symbolic *sym, const char *name, const char *text);
void sym_let_expr(Symbolic *sym, const char *name, const Expr *value);
/* The free symbol `name` depends on `on`: its derivative is this text. */
void sym_depends(Symbolic *sym, const char *name, const char *on,
                 const char *derivative);
/* name := d of / d by, with what sym_depends said. */
void sym_diff(Symbolic *sym, const char *name, const char *of, const char *by);
bool sym_is_number(Symbolic *sym, const char *name, double value);
/* True where the expression contains that free symbol. */
bool sym_has(Symbolic *sym, const char *name, const char *symbol);
/* Straight-line code for the named expressions, common subexpressions shared;
 * temporaries are called `prefix`0, `prefix`1, ..., not x0: that is a name that
 * SymEngine itself gives. */
Block sym_block(Symbolic *sym, const char *const *names, size_t count,
                const char *prefix);

/* ---- print.c: numbers and expressions as C text ------------------------ */

/* How C spells things in one emitted file. */
typedef struct Spelling {
  const char *real;   /* "pad_real" */
  const char *suffix; /* of literals: "" or "f" */
  /* Functions that the file defines itself, as pairs: "exp", "pad_exp"; NULL
   * at the end. Others get libm's name with the suffix. */
  const char *const *functions;
  Where where; /* is blamed for a number that has no literal */
} Spelling;

char *print_number(Run *run, const Spelling *spelling, double value);
char *print_expr(Run *run, const Spelling *spelling, const Expr *e);
/* A line for each temporary and output: "const real name = value;"; `open` is
 * what outputs start with instead ("" to assign to a name that exists). */
char *print_block(Run *run, const Spelling *spelling, const Block *block,
                  const char *open, int indent);

/* ---- equations.c: what a kind derives, as named pieces of code --------- */

typedef struct NamedBlock {
  const char *name; /* "zmax", "rate_jac plastic", ... */
  Block block;
} NamedBlock;

struct Equations {
  Run *run;
  NamedBlock *blocks;
  size_t count, room;
};

Equations *equations_new(Run *run);
void equations_add(Equations *equations, const char *name, Block block);
const Block *equations_get(const Equations *equations, const char *name);
void equations_dump(const Equations *equations, FILE *out); /* -d y */

/* ---- plan.c: every decision, with its reason, and what templates are told  */

typedef enum HoleType {
  HOLE_TEXT,
  HOLE_NUMBER,
  HOLE_FLAG,
  HOLE_NUMBERS
} HoleType;

/* One name that a template may use. */
typedef struct Hole {
  const char *name, *text;
  HoleType type;
  double number; /* a flag's too */
  const double *numbers;
  size_t count;
  bool is_figure; /* told in <name>.json too */
} Hole;

typedef struct Decision {
  const char *what, *choice, *reason;
} Decision;

/* Argument of an emitted function, in C's order, for thunks. */
typedef struct Argument {
  const char *name, *unit;
  enum { ARGUMENT_SCALAR, ARGUMENT_IN, ARGUMENT_OUT, ARGUMENT_STATE_OUT } role;
  int rows, cols;
} Argument;

/* An emitted function <prefix>_<name>, whose first parameter is the object's
 * struct if it takes one. */
typedef struct Function {
  const char *name; /* "step" */
  bool has_state;
  Argument arguments[8];
  int count;
} Function;

/* Reals of an emitted struct: an array of `count`, or one where count is 0. */
typedef struct Member {
  const char *name; /* "z"; of a struct within, "c.z" */
  int count;
} Member;

/* A struct of the emitted interface with the functions that work on it. Each
 * gets a br_solver of its own, <name>_<solver>. */
typedef struct Object {
  const char *solver; /* "solver", "body_solver" */
  const char *type;   /* of <name>_<type>: "state", "body"; NULL: no struct */
  const char *reset;  /* of <name>_<reset>(s); NULL: a zeroed one is valid */
  const Member *members; /* what get and set move, in that order */
  size_t nmembers;
  const Function *functions;
  size_t nfunctions;
  bool has_batch; /* <name>_step_batch makes steps of many of them */
} Object;

struct Plan {
  Run *run;
  const Model *model;
  Spelling spelling;
  const char *header, *source, *example; /* names of templates */
  const char *kernel; /* of one that calls the runtime's kernels, or NULL */
  /* Macros of the header, less the prefix, that a descriptor is made for: a
   * file emitted earlier must agree in them. NULL at the end. */
  const char *const *shape;
  Hole *holes;
  size_t nholes, holes_room;
  Decision *decisions;
  size_t ndecisions, decisions_room;
  const char *warning;   /* to be shown to the user, or NULL */
  const Object *objects; /* what descriptors list; the first is the solver */
  size_t nobjects;
};

Plan *plan_make(const Model *model, const Equations *equations);
void plan_dump(const Plan *plan, FILE *out); /* -d p */
void plan_text(Plan *plan, const char *name, const char *text);
void plan_number(Plan *plan, const char *name, double number);
void plan_flag(Plan *plan, const char *name, bool flag);
void plan_numbers(Plan *plan, const char *name, const double *numbers,
                  size_t count);
/* The same, and <name>.json tells them. */
void plan_figure(Plan *plan, const char *name, double number);
void plan_figure_text(Plan *plan, const char *name, const char *text);
const char *plan_hole(const Plan *plan, const char *name); /* a text */
/* Fills the hole of each function of libm that the templates call themselves,
 * and "prototypes": of all that is called, for compilers that read no headers.
 */
void plan_libm(Plan *plan, const Equations *equations, const char *const *own,
               size_t count);
int object_reals(const Object *object); /* that get and set move */
void plan_decide(Plan *plan, const char *what, const char *choice,
                 const char *reason, ...) PRINTF_LIKE(4, 5);

/* ---- emit.c: Plan -> templates -> text -> files ------------------------ */

typedef struct Emitted {
  const Model *model;
  const char *name;
  const char *const *shape; /* the plan's */
  const char *header, *source, *json;
  const char *descriptor; /* follows the source in the same unit */
  const char *kernel;     /* goes between them; NULL: there is none */
  const char *example, *makefile;
} Emitted;

Emitted *emit_text(const Plan *plan);
/* Header, source and descriptor as one unit for a backend. */
Source emit_unit(Run *run, const Emitted *emitted);
/* The same for that backend, which may have kernels to call. */
Source emit_unit_for(Run *run, const Emitted *emitted, const Backend *backend);
/* The same of a C file that was emitted earlier, its header beside it, with the
 * descriptor of today; a file of another spec ends the run. */
Source emit_unit_of_file(Run *run, const Emitted *emitted, const char *path);
/* <dir>/<name>.h, .c and .json; with an example also main.c and Makefile. */
void emit_files(Run *run, const Emitted *emitted, const char *dir,
                bool has_descriptor, bool has_example, Text *written);

/* ---- backend.c, tcc.c, cc.c, cache.c: C text -> code in this process --- */

typedef struct Module Module;

/* What is compiled: one translation unit that includes at most <math.h> and
 * <string.h>, and those not under __TINYC__. Without #line, so that a line of
 * the compiler's messages is a line of the text, and without static data that
 * it writes: a module may be mapped read-only and shared. */
typedef struct Source {
  const char *name; /* "pad", an identifier: names messages and cache entry */
  const char *text;
} Source;

struct Backend {
  const char *name; /* "tcc", "cc", "kernel" */
  /* Its code may call what br_kernels lists (runtime/kernel.h). */
  bool has_kernels;
  /* Ends the run with the compiler's own message if it refuses. The module
   * outlives the run; module_close frees it. Any thread, any locale. */
  Module *(*compile)(Run *run, const Source *source);
};

extern const Backend tcc_backend, cc_backend, kernel_backend;
const Backend *backend_find(const char *name); /* or NULL */
/* The one that gives the fastest code: cc, or tcc where there is no C compiler.
 */
const Backend *backend_best(Run *run);
/* Ends the run with what `compiler` said of the source, and the first line
 * that it blames as the source has it. */
_Noreturn void backend_refused(Run *run, const Source *source,
                               const char *compiler, const char *messages);

/* The head of what a backend allocates for a module of its own. */
struct Module {
  void *(*symbol)(const Module *module, const char *name);
  void (*close)(Module *module);
  size_t code_bytes;
  bool was_cached;
};

/* The address of a symbol, or NULL. */
void *module_symbol(const Module *module, const char *symbol);
/* Machine code alone, tables not counted. */
size_t module_code_bytes(const Module *module);
/* True if cc's result came from the cache. */
bool module_was_cached(const Module *module);
void module_close(Module *module);

/* Another thread's way to end the compiler that a run waits for: that run then
 * ends with an error. */
typedef struct Stopper {
  pthread_mutex_t lock;
  pid_t child; /* 0: none now */
  bool is_stopped;
} Stopper;

void stopper_stop(Stopper *stopper);

/* The flags that cc is called with, for messages and documents. */
const char *cc_flags(Run *run);

/* $BRISTLE_CACHE, else $XDG_CACHE_HOME/bristle, else ~/.cache/bristle. */
const char *cache_folder(Run *run);
/* The folder in it for compiled solvers, made with mode 0700; NULL where it
 * cannot be made. Ends the run if anybody else may write there. */
const char *cache_solvers(Run *run);
/* An object that is whole and the user's own, or NULL. */
char *cache_read(Run *run, const char *path, size_t *length);
/* Appends what cache_read asks for; `path` is where the object will be, `at`
 * where it is. */
bool cache_seal(const char *at, const char *path, const char *bytes,
                size_t length);
/* A new folder in `folder`, or where that is NULL or cannot be written to, in
 * $TMPDIR or /tmp. It goes, with what is in it, at cache_work_end, or else
 * when the run closes. */
char *cache_work(Run *run, const char *folder);
void cache_work_end(char *work);
/* Compiled solvers kept: how many, how many bytes. */
void cache_count(Run *run, size_t *files, size_t *bytes);
void cache_clear(Run *run, size_t *files);

/* ---- solver.c: emitted text -> a solver that can be called ------------- */

struct br_solver;
struct br_function;

struct Solver {
  Module *module;
  const char *name;                  /* of the unit */
  const struct br_solver *functions; /* runtime/bristle_rt.h */
};

/* Compiles the unit; closed with the run. */
Solver *solver_open(Run *run, const Backend *backend, const Source *unit);
/* The whole way from a model, with tcc: for pictures of what it does. */
Solver *solver_of_model(const Model *model);
/* The same code with the functions of another of the plan's objects, by the
 * end of its symbol: "body_solver". One that it lacks ends the run. */
Solver *solver_object(Run *run, const Solver *solver, const char *object);
void *solver_state(Run *run, const Solver *solver); /* reset */
/* A solver without that function ends the run. */
const struct br_function *solver_function(Run *run, const Solver *solver,
                                          const char *name);
/* in and out as the function's ports say. */
int solver_call(Run *run, const Solver *solver, const char *function,
                void *state, const double *const *in, double *const *out);

/* ---- library.c: bristle.h's models -----------------------------------------
 */

/* bristle_open_text of what module.lua wrote. */
bristle_model *library_open_tables(const char *name, const char *text,
                                   const char *const *overrides, size_t count);
/* spec_words for scripts: calls see(context, word) for each. */
void library_words(void (*see)(void *context, const char *word), void *context);

/* ---- tiers.c: bristle_solver, compiled code that may get faster ---------- */

/* Compiled at once by `first`; where `next` is not NULL, a thread compiles with
 * that too. Freed by bristle_solver_close. */
bristle_solver *tiers_open(Run *run, const Plan *plan, const Emitted *emitted,
                           const Backend *first, const Backend *next);

/* ---- verify.c: the checks of a solver, for people or as JSON ----------- */

typedef struct Check {
  struct Check *next;
  const Verification *verification;
  const char *name;
  double worst, bar; /* relative to what the check says; NaN counts as inf */
  bool is_note;      /* no bar: for information */
  long count;        /* of comparisons */
  char at[120];      /* where the worst was */
} Check;

struct Verification {
  Run *run;
  const char *spec; /* the path */
  Check *first, **last;
  const char *situation; /* follows every `at` while it is set, or NULL */
};

Verification *verify_new(const Model *model);
/* The check of that name, which is made if there is none. */
Check *verify_check(Verification *verification, const char *name, double bar);
/* Keeps the error if it is the worst so far; the rest says where it was. */
void check_see(Check *check, double error, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* A figure for information, which decides nothing. */
void verify_note(Verification *verification, const char *name, double value,
                 const char *what);
/* The larger; NaN counts as infinite. */
double worse_of(double worst, double error);
bool check_holds(const Check *check);
bool verify_holds(const Verification *verification); /* all of them */
char *verify_json(const Verification *verification);
char *verify_text(const Verification *verification);

/* verify_calls.c: what every function of every kind promises: statuses, zero
 * outputs, untouched states, outputs that may be NULL. */

/* Valid numbers for an input, by the name of its port. */
typedef struct Sample {
  const char *port;
  const double *values;
} Sample;

/* The state is valid for all of the samples. */
void verify_calls(const Solver *solver, const double *state,
                  const Sample *samples, size_t nsamples,
                  Verification *verification);

/* ---- bench.c: ns per step, in one run on one core ---------------------- */

struct Workload {
  const char *object;   /* of the plan: "solver" or NULL, "body_solver" */
  const char *function; /* of that object */
  int steps;
  const double *const *const *inputs; /* per step: the function's `in` */
  /* Runs the same steps with the reference. */
  void (*reference)(void *context);
  void *context;
  long cells; /* what "per cell" divides by; 0: there are none */
  /* Forms of the solver that are timed too, as cc_<text>. */
  const Override *variants;
  size_t nvariants;
  /* A simpler model that is timed on the same steps as cc_<name>, or NULL. */
  const Model *simpler;
  const char *simpler_name;
  const struct Motion *motion; /* that is timed in the same run, or NULL */
};

/* A whole motion of one of the plan's objects, the same each time. */
typedef struct Motion {
  const char *object, *function;
  int calls;
  double seconds;                     /* that they last */
  const double *start;                /* the state's numbers */
  const double *const *const *inputs; /* per call */
  /* The spec with that ends where the motion should; how far an end is from
   * there, relative to the way. */
  const Override *exact;
  double (*off)(const double *start, const double *end, const double *exact);
} Motion;

typedef struct Timing {
  const char *name;
  double best, median; /* ns per step */
  size_t code_bytes;   /* 0: not known */
} Timing;

/* Infinite where it could not be measured. */
typedef struct Latency {
  const char *name;
  double first_step_ms; /* from the spec's file to the first step */
  double compile_ms;    /* of the text alone */
} Latency;

enum { MOST_TIERS = 8, BATCH = 1024 };
typedef struct BenchResult {
  Timing timings[MOST_TIERS];
  size_t ntimings;
  Timing batch; /* of BATCH states at once, by cc: ns per state and step; no
                 * name where the solver has no such call */
  double step;    /* of cc, the best */
  double simpler; /* of the simpler model by cc, the best; 0: there is none */
  const Motion *motion;                        /* or NULL */
  double motion_ns, motion_median, motion_off; /* all calls, by cc */
  Latency latencies[4];
  size_t nlatencies;
  int repeats;
} BenchResult;

BenchResult *bench_run(Run *run, const char *spec, const Override *overrides,
                       size_t noverrides);

/* ---- sha256.c: names for contents -------------------------------------- */

enum { HASH_BYTES = 32, HASH_HEX = 2 * HASH_BYTES };

/* SHA-256 of all bytes added so far. */
struct Hash {
  uint32_t state[8];
  uint64_t length; /* bytes */
  unsigned char block[64];
};

Hash hash_new(void);
void hash_add(Hash *hash, const void *bytes, size_t length);
/* The text and its end, so that "ab", "c" and "a", "bc" differ. */
void hash_text(Hash *hash, const char *text);
void hash_end(Hash *hash, unsigned char digest[HASH_BYTES]);
char *hash_end_hex(Hash *hash, Run *run);
/* Of one piece: 64 lower-case digits. */
char *hash_hex(Run *run, const void *bytes, size_t length);

/* ---- report.c: derived figures and lint, for people or as JSON --------- */

typedef enum LintLevel { LINT_NOTE, LINT_WARNING, LINT_ERROR } LintLevel;

struct Report {
  Run *run;
  const char *spec; /* the path */
  struct Figure *first, **last;
  struct Lint *lint, **lint_last;
  int nerrors;
};

Report *report_new(const Model *model);
/* `label` NULL: in the JSON only. */
void report_number(Report *report, const char *key, const char *label,
                   double value, const char *unit); /* not finite: null */
void report_integer(Report *report, const char *key, const char *label,
                    long value, const char *unit);
void report_string(Report *report, const char *key, const char *label,
                   const char *value);
void report_numbers(Report *report, const char *key, const char *label,
                    const double *values, size_t count, const char *unit);
/* "set" in the JSON: the overrides that made this spec. */
void report_set(Report *report, const Spec *spec);
/* Rows of `ncolumns` numbers: `columns` names them in JSON, `titles` above the
 * text. */
void report_rows(Report *report, const char *key, const char *label,
                 const char *const *columns, const char *const *titles,
                 size_t ncolumns, const double *values, size_t nrows);
void report_lint(Report *report, LintLevel level, const char *parameter,
                 const char *format, ...) PRINTF_LIKE(4, 5);
char *report_json(const Report *report);
char *report_text(const Report *report);

/* ---- gnuplot.c: pictures ----------------------------------------------- */

/* Runs the script once for SVG and once for PNG: `<dir>/<name>.svg|png`,
 * atomically. The script uses `$data` blocks, no files. Adds the paths to
 * `written`, one a line. */
void gnuplot_pictures(Run *run, const char *dir, const char *name, int width,
                      int height, const char *script, Text *written);

/* One picture, SVG or PNG as the path ends. */
void gnuplot_picture(Run *run, const char *path, int width, int height,
                     const char *script);

/* ---- record.c: what a simulation writes down ---------------------------- */

/* Refuses a scenario whose steps are longer than it, or more than are recorded.
 */
void require_bounded_steps(Run *run, Where where, double duration, double dt);

typedef struct Column {
  const char *name, *unit;
} Column;

struct Recording {
  Run *run;
  Where where;
  const Column *columns;
  size_t ncolumns;
  double *values; /* row by row */
  size_t nrows, room;
};

/* What a run's recordings are shown to after each row; false ends the run. */
typedef struct Watch {
  bool (*see)(void *context, Recording *recording);
  void *context;
} Watch;

/* The first column is time. A number that is not finite ends the run with an
 * error at `where`. */
Recording *recording_new(Run *run, Where where, const Column *columns,
                         size_t ncolumns);
void recording_add(Recording *recording, const double *row);
double recording_at(const Recording *recording, size_t row, const char *column);
char *recording_csv(const Recording *recording);
/* Appends the rows, or as many as a picture can show, as $run for gnuplot. */
void recording_data(const Recording *recording, Text *script);

/* ---- progress.c: how far long work has come ----------------------------- */

struct Progress {
  const char *what;
  bool is_shown; /* on a terminal only */
  double next;
};

double now_seconds(void); /* of a clock that goes on evenly */
Progress progress_start(const char *what);
void progress_show(Progress *progress, double share); /* 0 to 1 */
void progress_end(Progress *progress);

/* ---- cli/: one file per verb ------------------------------------------- */

typedef struct Verb {
  const char *name, *usage, *about;
  const char *options; /* help on its own options, a line each */
  const char *stages;  /* that it goes through, as letters of -d; or NULL */
  int (*main)(int argc, char **argv);
} Verb;

extern const Verb emit_verb, run_verb, sim_verb, verify_verb, bench_verb,
    check_verb, plot_verb, cache_verb;

/* The command line of a verb: SPEC, and the options that every verb has. */
typedef struct Command {
  const Verb *verb;
  const char *spec;         /* the first argument, or NULL */
  const char *const *specs; /* all of them */
  size_t nspecs;
  Override *overrides;
  size_t noverrides;
  const char *out;     /* -o */
  const char *stages;  /* -d letters */
  const char *picture; /* --plot */
  const char *backend; /* "auto", "cc", "tcc", "reference" or NULL */
  bool is_json, has_example, has_descriptor;
  double *speeds; /* --speed, in the order given */
  size_t nspeeds;
} Command;

/* What a verb does with its command; returns an exit code. */
typedef int CommandBody(Run *run, const Command *command);

/* Parses, runs the body in a run of its own, shows the run's error. */
int command_run(const Verb *verb, int argc, char **argv, CommandBody *body);
/* spec_load and model_build, with the dumps that -d asks for. */
Model *command_model(Run *run, const Command *command);
/* The same down to the texts; shows the plan's warning. */
Emitted *command_emitted(Run *run, const Command *command);
/* The backend that --backend names; auto: cc, or tcc where there is none. */
const Backend *command_backend(Run *run, const Command *command);
int usage_error(const Verb *verb, const char *format, ...) PRINTF_LIKE(2, 3);

/* Exit codes. */
enum { EXIT_HELD = 0, EXIT_DID_NOT_HOLD = 1, EXIT_USAGE = 2 };

#endif
