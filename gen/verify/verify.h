/* verify.h: the checks of a solver, the promises of every emitted function, and
 * derivatives against differences. In: numbers of a solver and of the
 * reference. Out: a Verification with the worst error of each check. */
#ifndef BRISTLE_VERIFY_VERIFY_H
#define BRISTLE_VERIFY_VERIFY_H

#include "backend/backend.h"
#include "kinds/kind.h"

/* ---- checks.c: the checks of a solver, for people or as JSON ----------- */

typedef struct Check {
  struct Check *next;
  const Verification *verification;
  const char *name;
  double worst,
      tolerance; /* relative to the scale of the check; NaN counts as inf */
  bool is_note;  /* no tolerance: for information */
  long count;    /* of comparisons */
  char at[240];  /* the place of the worst error */
} Check;

struct Verification {
  Run *run;
  const char *spec; /* the path */
  Check *first, **last;
  const char *situation; /* follows every `at` while it is set, or NULL */
  const char *point;     /* follows it: values of a tuning, or NULL */
};

Verification *verify_new(const Model *model);
/* Returns the check of that name; makes the check if it does not exist. */
Check *verify_check(Verification *verification, const char *name,
                    double tolerance);
/* Keeps the error if it is the worst so far; the text names its place. */
void check_add(Check *check, double error, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* Adds a figure for information, which decides nothing. */
void verify_note(Verification *verification, const char *name, double value,
                 const char *what);
/* Returns the larger number; NaN counts as infinite. */
double worse_of(double worst, double error);
/* Writes a unit vector of n = 2 or 3 numbers; all directions are equally
 * likely.
 */
void random_direction(uint64_t *seed, int n, double *out);
bool check_holds(const Check *check);
bool verify_holds(const Verification *verification); /* true if all checks do */
char *verify_json(const Verification *verification);
char *verify_text(const Verification *verification);

/* promises.c: tests the promises of every function of every kind: statuses,
 * zero outputs, untouched states, outputs that may be NULL. */

/* Valid numbers for an input, by the name of its port. */
typedef struct Sample {
  const char *port;
  const double *values;
} Sample;

/* The state is valid for all of the samples. */
void verify_calls(const Solver *solver, const double *state,
                  const Sample *samples, size_t nsamples,
                  Verification *verification);
/* box.c: tests at corners and random points of the box of a tuning. */
typedef struct BoxTrial {
  const Model *model;
  const Solver *solver;
  void *state; /* gets the tuning of a point before `at` */
  Verification *verification;
  /* Runs the kind's checks with these values, which the solver's type has. */
  void (*at)(void *context, const double *values);
  void *context;
  bool is_brief; /* at half as many points */
} BoxTrial;

/* Also checks that _tune refuses values out of range, and keeps the tuning. */
void verify_box(const BoxTrial *trial);
/* ---- slopes.c: derivatives against differences ------------------------- */

enum { MOST_SLOPES = 40 };

/* A function of nx numbers with ny values, both at most MOST_SLOPES. Returns
 * false if it has no value at that point. */
typedef struct Slope {
  bool (*function)(const void *context, const double *x, double *y);
  const void *context;
  int nx, ny;
} Slope;

/* Writes blocks of dy/dx, ny x count and row-major, by `count` numbers from
 * x[first] on: central differences over +- steps[j], of second order, and these
 * extrapolated with those over twice the steps, of fourth order. Either block
 * may be NULL. Returns false if the function has no value there. */
bool slope_differences(const Slope *slope, const double *x, int first,
                       int count, const double *steps, double *second,
                       double *fourth);
/* Return the largest number of a row-major block, and the largest error
 * relative to `scale`. Row 2, a torque, is divided by row_arm, column 2, a
 * spin, by col_arm; both in metres. */
double block_size(const double *block, int rows, int cols, double row_arm,
                  double col_arm);
double block_error(const double *got, const double *expected, int rows,
                   int cols, double scale, double row_arm, double col_arm);
/* Calls step_jac from the state `start`; its outputs go to `out`, its status to
 * `status`. Returns true if status, state and first output are those of step,
 * bit for bit. */
bool step_jac_is_step(Run *run, const Solver *solver, void *state,
                      const double *start, const double *const *in,
                      double *const *out, int *status);

struct Workload {
  const char *object;   /* of the plan: "solver" or NULL, "body_solver" */
  const char *function; /* of that object */
  int steps;
  const double *const *const *inputs; /* per step: the function's `in` */
  /* Runs `count` of the same steps with the reference, from step `from` on. */
  void (*reference)(void *context, int from, int count);
  void *context;
  const struct Peer *peer; /* or NULL */
  long cells; /* the divisor of "per cell"; 0: the kind has no cells */
  /* Forms of the solver that are timed too, as cc_<text>. */
  const Override *variants;
  const char *const *variant_names; /* or NULL: the texts are the names */
  size_t nvariants;
  /* A simpler model that is timed on the same steps as cc_<name>, or NULL. */
  const Model *simpler;
  const char *simpler_name;
  const struct Motion *motion; /* that is timed in the same run, or NULL */
};

/* A loop with run-time parameters that was written by hand for the steps of
 * a workload. cc compiles its unit. */
typedef struct Peer {
  Unit unit;
  const char *symbol; /* of the object that `start` gets */
  void (*start)(void *context, const void *symbol);
  void (*advance)(void *context, int from, int count); /* steps */
  void (*get)(const void *context, double *z);         /* as a solver's get */
  void *context;
} Peer;

/* A whole motion of one of the plan's objects, the same each time. */
typedef struct Motion {
  const char *object, *function;
  int calls;
  double seconds;                     /* that they last */
  const double *start;                /* the state's numbers */
  const double *const *const *inputs; /* per call */
  /* An override whose solver gives the exact end; the distance of an end from
   * the exact one, relative to the way. */
  const Override *exact;
  double (*off)(const double *start, const double *end, const double *exact);
} Motion;

/* ---- distance.c: one solver against another --------------------------------
 */

/* Of a number of an output of the workload's function. */
typedef struct Distance {
  const br_port *port;
  int number;            /* of the port, from 0 */
  double worst, squares; /* largest distance; sum of squares */
  double scale; /* largest size of the exact number; of its output's numbers
                 * where that is rounding; 0: all of them are 0 */
  int call;     /* of the worst */
} Distance;

typedef struct Distances {
  Distance *list;
  size_t count;
  int calls, differing; /* differing: calls with another status */
} Distances;

/* Makes the calls of the workload with both solvers, each from its own state.
 */
Distances solvers_distances(Run *run, const Workload *work,
                            const Solver *solver, const Solver *exact);
/* Return the largest distance relative to the scale of its number, and the root
 * mean square of the number that has the largest one. */
double distances_worst(const Distances *distances);
double distances_rms(const Distances *distances);

#endif
