/* ports.h: inputs and outputs of emitted functions. In: interfaces as constant
 * tables, sizes that depend on the spec, facts about ports. Out: the objects of
 * a plan, from which descriptor, <name>.json and faces are made. */
#ifndef BRISTLE_PLAN_PORTS_H
#define BRISTLE_PLAN_PORTS_H

#include "kinds/kind.h"

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
  const char *unit;  /* as of a Port; NULL: the spec decides */
} Member;

/* What <name>_step_batch takes. BATCH_ROWS: arrays of reals, z with a row for
 * each number of the state. BATCH_PORTS: structs, and an array for each input
 * of "step" but dt, which are scalars; a kind says no more than this word. */
typedef enum BatchForm { BATCH_NONE, BATCH_ROWS, BATCH_PORTS } BatchForm;

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
  BatchForm batch; /* <name>_step_batch steps many of these structs */
  /* The most structs in one call of <name>_couple, and there is <name>_march;
   * 0: neither is there. */
  int couple;
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
  BatchForm batch;
  int couple;
} Object;

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

/* The columns of a port of derivatives, by the names of inputs and of members
 * of the state: "z v load q". Names that a function lacks have zeros. */
typedef struct Columns {
  const char *port, *names;
} Columns;

enum { MOST_FACTS = 8 };

/* Adds an object to the plan. If the model is tuned, the object gets a function
 * "tune" of a value for each name. */
void plan_object(Plan *plan, const Interface *interface, const int *sizes);
/* States a fact about ports for the faces; texts must live as long as the run.
 * A typical size of 0 states nothing. */
void plan_typical(Plan *plan, const char *name, double size);
void plan_independent(Plan *plan, const char *function, const char *of,
                      const char *by);
void plan_columns(Plan *plan, const char *port, const char *names);
/* Returns the number of reals that get and set move. */
int object_reals(const Object *object);

#endif
