#ifndef BRISTLE_PLAN_PLAN_H
#define BRISTLE_PLAN_PLAN_H

#include "algebra/algebra.h"
#include "kinds/kind.h"

/* ---- goldens.c: what the reference says of one model, as numbers -------- */

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

/* The inputs of goldens that the model leaves open: the load of a contact, N;
 * the load that bends bristles of a mechanism, N; the step of a slider, s. All
 * are exact in float. */
#define GOLDEN_LOAD         1.5
#define GOLDEN_BRISTLE_LOAD 1.0
#define GOLDEN_DT           0.0078125

Goldens *goldens_new(Run *run);
/* Adds `count` numbers, which must live as long as the run. A name that is
 * there already ends the run; so it does in goldens_number. */
void goldens_numbers(Goldens *goldens, const char *name, const double *numbers,
                     size_t count);
void goldens_number(Goldens *goldens, const char *name, double number);
/* The number to 12 digits: the digits behind these depend on the machine that
 * emits, and the tolerances are wider. */
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

/* Members of an emitted struct that have one meaning: reals, or arrays of
 * `count` reals. Names are apart by blanks. */
typedef struct MemberGroup {
  const char *names; /* "zx zy" */
  int count;         /* 0: no arrays */
  const char *about; /* a comment, or NULL */
} MemberGroup;

/* One name that a template may use. */
typedef struct Hole {
  const char *name, *text;
  HoleType type;
  double number; /* a flag's too */
  const double *numbers;
  size_t count, room;
  const Block *block;
  const MemberGroup *groups; /* `count` of them */
  bool is_figure;            /* told in <name>.json too */
} Hole;

typedef struct Decision {
  const char *what, *choice, *reason;
} Decision;

/* ---- ports.c: what emitted functions take and give ---------------------- */

/* Units of numbers that several kinds have. */
#define UNIT_TWIST  "m/s, m/s, rad/s"
#define UNIT_WRENCH "N, N, N m"

typedef enum PortRole {
  PORT_SCALAR,   /* one real, by value */
  PORT_IN,       /* reals that the function reads */
  PORT_OUT,      /* reals that it writes; the caller may pass NULL */
  PORT_STATE_OUT /* a struct of the object's type that it writes */
} PortRole;

/* An argument of emitted functions: rows x cols reals, row-major. */
typedef struct Port {
  const char *name;
  const char *unit; /* of all numbers, or of each; "": the spec decides */
  PortRole role;
  int rows, cols;
} Port;

/* Rows, columns and counts of the tables below that differ from spec to spec
 * are these negative numbers; -1 - size is the place in the list of sizes that
 * plan_object gets. A port or member of size 0 is left out. */
enum { SIZE_DT = -1, SIZE_STATES = -2, SIZE_OWN = -3 /* a kind's own, down */ };

bool port_is_output(const Port *port);
extern const Port port_twist, port_load, port_wrench, port_fn, port_t;
extern const Port port_dt; /* SIZE_DT x 1 */

enum { MOST_PORTS = 8 };

/* An emitted function <name>_<function>; its first parameter is the object's
 * struct if it has a state; then come its inputs, then its outputs. It is left
 * out if all of its outputs are. */
typedef struct Prototype {
  const char *name; /* "step" */
  bool has_state;
  const Port *ports[MOST_PORTS]; /* NULL behind the last */
} Prototype;

/* Reals of an emitted struct: an array of `count`, or one if count is 0. */
typedef struct Member {
  const char *name; /* "z"; of a struct within, "c.z" */
  int count;
  const char *about; /* for the comment behind its declaration, or NULL */
} Member;

/* A struct of the emitted header with the functions that work on it. Each gets
 * a br_solver of its own, <name>_<solver>. */
typedef struct Interface {
  const char *solver; /* "solver", "body_solver" */
  const char *type;   /* of <name>_<type>: "state", "body"; NULL: no struct */
  const char *reset;  /* of <name>_<reset>(s); NULL: a zeroed one is valid */
  const Member *members; /* what get and set move, in that order */
  size_t nmembers;
  const Prototype *functions;
  size_t nfunctions;
  bool has_batch; /* <name>_step_batch makes steps of many of them */
} Interface;

typedef struct Function {
  const char *name;
  bool has_state;
  Port ports[MOST_PORTS];
  int count;
} Function;

/* An interface whose sizes are known. */
typedef struct Object {
  const char *solver, *type, *reset;
  const Member *members;
  size_t nmembers;
  const Function *functions;
  size_t nfunctions;
  bool has_batch;
} Object;

/* Adds an object to the plan. */
void plan_object(Plan *plan, const Interface *interface, const int *sizes);
int object_reals(const Object *object); /* that get and set move */

/* ---- plan.c: decisions and holes ---------------------------------------- */

/* A macro of the header without its prefix, "NZ" of PAD_NZ, and the hole that
 * has its number. */
typedef struct ShapeMacro {
  const char *macro, *hole;
} ShapeMacro;

struct Plan {
  Run *run;
  const Model *model;
  const char *macro; /* what macros begin with: "PAD" */
  Spelling spelling;
  const char *header, *source, *example; /* names of templates */
  /* The template of a source that takes the place of `source` where the
   * compiler makes no vectors, or NULL. It is compiled in this process only. */
  const char *plain;
  const char *kernel; /* of one that calls the runtime's kernels, or NULL */
  /* Numbers that a descriptor is made for: a file that was emitted earlier must
   * have the same. An entry without a macro ends the list. */
  const ShapeMacro *shape;
  Hole *holes;
  size_t nholes, holes_room;
  Decision *decisions;
  size_t ndecisions, decisions_room;
  const char *warning;       /* to be shown to the user, or NULL */
  const Constant *constants; /* what the source calls by name */
  size_t nconstants;
  const Object *objects; /* what descriptors list; the first is the solver */
  size_t nobjects;
};

Plan *plan_make(const Model *model, const Equations *equations,
                const Goldens *goldens);
void plan_dump(const Plan *plan, FILE *out); /* -d p */
/* Fills a hole. A hole that is filled already ends the run; so it does in all
 * functions below that fill holes. */
void plan_text(Plan *plan, const char *name, const char *text);
void plan_number(Plan *plan, const char *name, double number);
void plan_flag(Plan *plan, const char *name, bool flag);
void plan_numbers(Plan *plan, const char *name, const double *numbers,
                  size_t count);
/* A template prints the block by code(name), or loops over its lines; see
 * template.lua. The block stays the caller's and must live as long as the run.
 */
void plan_block(Plan *plan, const char *name, const Block *block);
/* A template declares the members by struct_members(name). Returns the number
 * of reals in the struct; the groups must live as long as the run. */
int plan_record(Plan *plan, const char *name, const MemberGroup *groups,
                size_t count);
/* The same, and <name>.json tells them. */
void plan_figure(Plan *plan, const char *name, double number);
void plan_figure_text(Plan *plan, const char *name, const char *text);
/* Fills a hole for each golden, with its name. */
void plan_goldens(Plan *plan, const Goldens *goldens);
/* Fills the hole of each function of libm that the templates call themselves,
 * and "prototypes": of all that is called, for TinyCC, which reads no headers.
 */
void plan_libm(Plan *plan, const Equations *equations, const char *const *own,
               size_t count);
/* Gives the constants of the equations their macros: templates list them by
 * common/constants.c and write times(name) or plus(name), and so do blocks. */
void plan_constants(Plan *plan, const Equations *equations);
void plan_decide(Plan *plan, const char *what, const char *choice,
                 const char *reason, ...) PRINTF_LIKE(4, 5);

/* ---- numerics.c: numbers of arithmetic in double and in float ------------ */

typedef struct Numerics {
  double tiny;    /* added to what may be 0 before a division or a root */
  double settled; /* the relative change of an iteration that has converged */
} Numerics;

const Numerics *numerics_of(bool is_float);
/* `tiny` as a literal of the emitted type. */
const char *tiny_text(const Plan *plan);
/* exp(-EXP_CUT) does not change a sum with 1 of either type. */
#define EXP_CUT 45
/* Fills the holes of templates/common/math.c: polynomials of exp, of
 * phi(x) = (1 - exp(-x))/x with its derivative, and of the half sine. */
void plan_polynomials(Plan *plan);

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

/* Adds a picture; returns its plan, which has the hole "name" filled. */
Plan *picture_new(Pictures *pictures, const char *name, const char *script,
                  int width, int height);
/* Appends numbers to the hole of that name, which is made if it is missing. */
void plan_row(Plan *plan, const char *name, size_t count, const double *row);
/* Fills the holes "run", the rows of a recording or as many as a picture shows,
 * and "columns", the length of a row. */
void plan_recording(Plan *plan, const Recording *recording);

#endif
