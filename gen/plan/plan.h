/* plan.h: what a kind decides about its code. In: a model, its equations and
 * goldens. Out: a Plan: decisions with reasons, holes of templates, ports with
 * units; and plans of pictures. The Run owns all results. A hole that is filled
 * twice ends the run. */
#ifndef BRISTLE_PLAN_PLAN_H
#define BRISTLE_PLAN_PLAN_H

#include "algebra/algebra.h"
#include "kinds/kind.h"
#include "plan/ports.h"

/* ---- goldens.c: numbers that the reference computed for one model ------- */

typedef struct Golden {
  const char *name;
  const double *numbers;
  size_t count;
  bool is_list; /* false: one number */
} Golden;

struct Goldens {
  Run *run;
  Golden *list;
  size_t count, room;
};

/* The inputs of goldens that a model does not set: the load of a contact, N;
 * the load that deflects bristles of a mechanism, N; the step of a slider, s.
 * All are exact in float. */
#define GOLDEN_LOAD         1.5
#define GOLDEN_BRISTLE_LOAD 1.0
#define GOLDEN_DT           0.0078125

Goldens *goldens_new(Run *run);
/* Adds `count` numbers, which must live as long as the run. A name that is in
 * use already ends the run, also in goldens_number. */
void goldens_numbers(Goldens *goldens, const char *name, const double *numbers,
                     size_t count);
void goldens_number(Goldens *goldens, const char *name, double number);
/* Adds the goldens of these names (NULL at the end) at two points of the box of
 * a tuning, one behind the other as corner_<name>, and the points as
 * corner_values; nothing without a tuning. */
void goldens_corners(Goldens *goldens, const Model *model,
                     Goldens *(*make)(const Model *model),
                     const char *const *names);
/* Returns the number with 12 digits. Later digits depend on the machine that
 * emits; the tolerances of checks are wider. */
double golden_digits(double number);
void goldens_dump(const Goldens *goldens, FILE *out); /* -d g */

/* ---- plan.c: every decision, with its reason, and the holes of templates - */

typedef enum HoleType {
  HOLE_TEXT,
  HOLE_NUMBER,
  HOLE_FLAG,
  HOLE_NUMBERS,
  HOLE_BLOCK,
  HOLE_RECORD
} HoleType;

/* Members of an emitted struct with one meaning: reals, or arrays of `count`
 * reals. Blanks separate the names; "z[3]" is an array, with a count an array
 * of arrays. */
typedef struct MemberGroup {
  const char *names; /* "zx zy" */
  int count;         /* 0: no arrays */
  const char *about; /* a comment, or NULL */
  bool is_whole;     /* int in place of reals */
} MemberGroup;

/* One name that a template may use. */
typedef struct Hole {
  const char *name, *text;
  HoleType type;
  double number; /* also of a flag */
  const double *numbers;
  size_t count, room;
  const Block *block;
  const MemberGroup *groups; /* [count] */
  bool is_figure;            /* <name>.json has this hole too */
} Hole;

typedef struct Decision {
  const char *what, *choice, *reason;
} Decision;

/* ---- plan.c: decisions and holes ---------------------------------------- */

/* A macro of the header without its prefix, "NZ" of PAD_NZ, and the hole with
 * its number. */
typedef struct ShapeMacro {
  const char *macro, *hole;
} ShapeMacro;

struct Plan {
  Run *run;
  const Model *model;
  const char *macro; /* the prefix of macros: "PAD" */
  Spelling spelling;
  /* The functions that read tuned numbers are found in the text, which then
   * passes the tuning on; else templates pass it. */
  bool threads_tuning;
  const char *header, *source, *example; /* names of templates */
  /* The template of a source that replaces `source` for a compiler that does
   * not vectorize, or NULL. Its text is compiled in this process only. */
  const char *plain;
  /* The functions that the spec asks for; in texts, with what they call. The
   * other functions of the header. NULL: all are emitted. */
  const Selection *functions, *left_out;
  const char *kernel; /* the template that calls the runtime's kernels, or NULL
                       */
  /* Numbers that a descriptor relies on: the header of a file that was emitted
   * earlier must define the same. An entry without a macro ends the list. */
  const ShapeMacro *shape;
  Hole *holes;
  size_t nholes, holes_room;
  Decision *decisions;
  size_t ndecisions, decisions_room;
  const char *warning;       /* for the user, or NULL */
  const Constant *constants; /* the source calls them by name */
  size_t nconstants;
  const Object *objects; /* each has a descriptor; the first is the solver */
  size_t nobjects;
  Typical typical[MOST_FACTS]; /* faces use these facts about ports */
  size_t ntypical;
  Independence independent[MOST_FACTS];
  size_t nindependent;
  Columns columns[MOST_FACTS];
  size_t ncolumns;
};

Plan *plan_make(const Model *model, const Equations *equations,
                const Goldens *goldens);
void plan_dump(const Plan *plan, FILE *out); /* -d p */
/* Fills a hole. Filling a hole twice ends the run, here and in all functions
 * below that fill holes. */
void plan_text(Plan *plan, const char *name, const char *text);
void plan_number(Plan *plan, const char *name, double number);
void plan_flag(Plan *plan, const char *name, bool flag);
void plan_numbers(Plan *plan, const char *name, const double *numbers,
                  size_t count);
/* A template prints the block by code(name), or loops over its lines; see
 * template.lua. The caller owns the block, which must live as long as the run.
 */
void plan_block(Plan *plan, const char *name, const Block *block);
/* A template declares the members by struct_members(name). Returns the number
 * of reals in the struct; the groups must live as long as the run. */
int plan_record(Plan *plan, const char *name, const MemberGroup *groups,
                size_t count);
/* The same as plan_number and plan_text, also for <name>.json. */
void plan_figure(Plan *plan, const char *name, double number);
void plan_figure_text(Plan *plan, const char *name, const char *text);
/* Fills a hole for each golden, with its name. */
void plan_goldens(Plan *plan, const Goldens *goldens);
/* Gives the constants of the equations their macros. Templates list them by
 * common/constants.c and write times(name) or plus(name); blocks use them too.
 */
void plan_constants(Plan *plan, const Equations *equations);
void plan_decide(Plan *plan, const char *what, const char *choice,
                 const char *reason, ...) PRINTF_LIKE(4, 5);

/* ---- functions.c: the functions of mathematics that a file calls --------- */

/* Fills a hole for each of the `count` functions of libm in `called`, which the
 * templates call themselves. Fills "prototypes" for these and for the functions
 * in the equations: TinyCC reads no headers. */
void plan_libm(Plan *plan, const Equations *equations,
               const char *const *called, size_t count);
/* The same for a file that has its own functions in the place of libm's: the
 * hole "log" is then "pad_log", in blocks, too, and libm is left for functions
 * that have no own one. "macros" makes these names libm's again, for TinyCC. A
 * function that plan->spelling.functions names already keeps that name.
 * plan_polynomials must fill the holes of templates/common/functions.c unless
 * sqrt is the only one. `bits`: what other templates take of common/bits.c, no
 * more than the sign of a number with BITS_SIGN. */
typedef enum BitsUse { BITS_NONE, BITS_SIGN, BITS_ALL } BitsUse;
void plan_own_functions(Plan *plan, const Equations *equations,
                        const char *const *called, size_t count, BitsUse bits);

/* ---- numerics.c: numbers of arithmetic in double and in float ------------ */

typedef struct Numerics {
  double tiny;    /* added to a number that may be 0 before division or root */
  double settled; /* an iteration has converged at this relative change */
} Numerics;

const Numerics *numerics_of(bool is_float);
/* Returns `tiny` as a literal of the emitted type. */
const char *tiny_text(const Plan *plan);
/* Adding exp(-EXP_CUT) to 1 does not change the sum in double or float. */
#define EXP_CUT 45
/* Fills the holes of templates/common/math.c: polynomials of exp, of
 * phi(x) = (1 - exp(-x))/x with its derivative, and of the half sine. */
void plan_polynomials(Plan *plan);
/* Fills the hole with the short polynomial of the half sine, in ascending
 * powers of t^2, times a power of two. */
void plan_short_sine(Plan *plan, const char *name, double factor);

/* ---- picture.c: pictures are templates of gnuplot scripts --------------- */

/* A picture: plan->source is the template of its script. */
typedef struct Picture {
  struct Picture *next;
  const char *name;  /* "limit": the files are <model>_limit.svg and .png */
  int width, height; /* pixels */
  Plan *plan;
} Picture;

struct Pictures {
  const Model *model;
  Picture *first, *last;
};

/* Adds a picture. Returns its plan, in which the hole "name" is filled. */
Plan *picture_new(Pictures *pictures, const char *name, const char *script,
                  int width, int height);
/* Appends numbers to the hole of that name; creates the hole if necessary. */
void plan_row(Plan *plan, const char *name, size_t count, const double *row);
/* Fills the holes "run" and "columns": the rows of a recording, at most as many
 * as a picture shows, and the length of a row. */
void plan_recording(Plan *plan, const Recording *recording);

/* Columns of a recording that share an axis and a unit. */
typedef struct PanelAxis {
  const char *quantity; /* "velocity" */
  size_t first, count;  /* of the columns, from 0; count 0: no axis */
  bool is_held;         /* the numbers are constant within a step */
} PanelAxis;

typedef struct Panel {
  PanelAxis left, right;
} Panel;

/* Adds the picture "motion". Returns its plan. `sticks` tells for each row that
 * the contact sticks; NULL: nothing is marked. */
Plan *picture_motion(Pictures *pictures, const Recording *recording,
                     const Panel *panels, size_t npanels, const bool *sticks);

#endif
