/* verify.h: what the checks of a mechanism share: a solver beside the
 * reference, and the states of their comparisons. All numbers of a state are
 * exact in the solver's type. */
#ifndef BRISTLE_MECHANISM_VERIFY_H
#define BRISTLE_MECHANISM_VERIFY_H

#include "backend/backend.h"
#include "verify/verify.h"
#include "kinds/mechanism/mechanism.h"

enum { STATES = 40, STATES_OF_BOX = 8 /* at each point of a tuning */ };

typedef struct Tolerances {
  double rate, jac, step;
} Tolerances;

typedef struct MechanismTrial {
  const Mechanism *s;
  const RefMechanism *reference;
  const Solver *solver;
  Verification *verification;
  Tolerances tolerances;
  void *state;
  uint64_t seed;
  int states; /* of each check */
} MechanismTrial;

/* Returns the time of trial i. */
double trial_time(const MechanismTrial *g, int i);
/* Calls the function at a state, with inputs if the mechanism has some. */
int trial_call(const MechanismTrial *g, const char *function, double *state,
               const double *u, double t, double dt, double *const *out);
/* Writes the state and inputs of trial i; every other one is on the
 * constraints, half of them slow enough for a unique motion. */
void trial_draw(MechanismTrial *g, int i, bool is_resting, double *state,
                double *u);

double largest_of(const double *x, int count);
/* Returns the error of a vector relative to its largest component, or to
 * `unit` if that is larger. */
double vector_error(const double *got, const double *expected, int count,
                    double unit);

/* Returns the error of results as a share of their largest size or of `unit`;
 * if that is above the tolerance, what rounding alone changes counts, too. A
 * trial without results under rounding has no error. */
double rounded_error(const MechanismTrial *g, const RoundingTrial *trial,
                     const double *got, const double *expected, int first,
                     int count, double unit, double tolerance);

/* verify_slopes.c, verify_steps.c: the checks of _jac and of _step. */
void verify_mechanism_slopes(MechanismTrial *g);
void verify_mechanism_steps(MechanismTrial *g);
/* Writes a state for a step. At some states bristles lock within the step, or
 * turn so fast that no step is short enough; the last tried state is used. */
void trial_draw_steppable(MechanismTrial *g, double *state, double *u,
                          double *t, double *dt);

#endif
