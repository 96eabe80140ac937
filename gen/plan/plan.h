/* plan.h: what a kind decides about its code. In: a model, its equations and
 * goldens. Out: a Plan: decisions with reasons, holes of templates, ports with
 * units; and plans of pictures. The Run owns all results. A hole that is filled
 * twice ends the run. */
#ifndef BRISTLE_PLAN_PLAN_H
#define BRISTLE_PLAN_PLAN_H

#include "algebra/algebra.h"
#include "kinds/kind.h"

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

/* ---- ports.c: inputs and outputs of emitted functions ------------------- */

/* Units that several kinds use. */
#define UNIT_TWIST  "m/s, m/s, rad/s"
#define UNIT_WRENCH "N, N, N m"

typedef enum PortRole {
  PORT_SCALAR,   /* one real, by value */
  PORT_IN,       /* reals that the function reads */
  PORT_OUT,      /* reals that the function writes; the caller may pass NULL */
  PORT_STATE_OUT /* a struct of the object's type that the function writes */
} PortRole;

/* An argument of emitted functions: rows x cols reals, row-major. */
typedef struct Port {
  const char *name;
  const char *unit; /* one for all numbers, or a list; "": the spec decides */
  PortRole role;
  int rows, cols;
} Port;

/* Sizes in the tables below that depend on the spec are these negative numbers;
 * -1 - size is the index in the list of sizes that plan_object gets. A port or
 * member of size 0 is left out. */
enum { SIZE_DT = -1, SIZE_STATES = -2, SIZE_OWN = -3 /* a kind's own, down */ };

bool port_is_output(const Port *port);
extern const Port port_twist, port_load, port_wrench, port_fn, port_t;
extern const Port port_dt; /* SIZE_DT x 1 */

enum { MOST_PORTS = 16 };
_Static_assert((int)MOST_TUNED <= (int)MOST_PORTS, "_tune has a port for each");

/* An emitted function <name>_<function>. Its parameters are the object's struct
 * if the function has a state, then the inputs, then the outputs. A function
 * without any output left is left out. */
typedef struct Prototype {
  const char *name; /* "step" */
  bool has_state;
  const Port *ports[MOST_PORTS]; /* NULL after the last */
} Prototype;

/* Reals of an emitted struct: an array of `count`, or one if count is 0. */
typedef struct Member {
  const char *name; /* "z"; "c.z" in a struct within the struct */
  int count;
  const char *about; /* the comment after its declaration, or NULL */
} Member;

/* A struct of the emitted header and the functions for it. Each interface gets
 * its own br_solver, <name>_<solver>. */
typedef struct Interface {
  const char *solver; /* "solver", "body_solver" */
  const char *type;   /* of <name>_<type>: "state", "body"; NULL: no struct */
  const char *reset;  /* of <name>_<reset>(s); NULL: a zeroed struct is valid */
  const Member *members; /* get and set move these members in this order */
  size_t nmembers;
  const Prototype *functions;
  size_t nfunctions;
  bool has_batch; /* <name>_step_batch steps many of these structs */
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

/* Adds an object to the plan. If the model is tuned, the object gets a function
 * "tune" of a value for each name. */
void plan_object(Plan *plan, const Interface *interface, const int *sizes);
/* States a fact about ports for the faces; texts must live as long as the run.
 * A typical size of 0 states nothing. */
void plan_typical(Plan *plan, const char *name, double size);
void plan_independent(Plan *plan, const char *function, const char *of,
                      const char *by);
/* Returns the number of reals that get and set move. */
int object_reals(const Object *object);

/* ---- plan.c: decisions and holes ---------------------------------------- */

/* A macro of the header without its prefix, "NZ" of PAD_NZ, and the hole with
 * its number. */
typedef struct ShapeMacro {
  const char *macro, *hole;
} ShapeMacro;

/* The size of an input or of a part of the state at which the solver's numbers
 * change: faces take differences by a small part of it. */
typedef struct Typical {
  const char *name; /* of a port or a member: "twist", "z" */
  double size;
} Typical;

/* An output of a function that never depends on an input. */
typedef struct Independence {
  const char *function, *of, *by; /* "rate", "dz", "fn" */
} Independence;

enum { MOST_FACTS = 8 };

struct Plan {
  Run *run;
  const Model *model;
  const char *macro; /* the prefix of macros: "PAD" */
  Spelling spelling;
  const char *header, *source, *example; /* names of templates */
  /* The template of a source that replaces `source` for a compiler that does
   * not vectorize, or NULL. Its text is compiled in this process only. */
  const char *plain;
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
/* Fills a hole for each of the `count` functions of libm in `own`, which the
 * templates call themselves. Fills "prototypes" for these and for the functions
 * in the equations: TinyCC reads no headers. */
void plan_libm(Plan *plan, const Equations *equations, const char *const *own,
               size_t count);
/* Gives the constants of the equations their macros. Templates list them by
 * common/constants.c and write times(name) or plus(name); blocks use them too.
 */
void plan_constants(Plan *plan, const Equations *equations);
void plan_decide(Plan *plan, const char *what, const char *choice,
                 const char *reason, ...) PRINTF_LIKE(4, 5);

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
