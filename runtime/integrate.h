/* integrate.h: time stepping of any solver through its descriptor: driven by
 * inputs of the caller's own, or coupled implicitly with the caller's dynamics.
 *
 * Nothing here allocates, prints or keeps state; all memory is the caller's.
 * Calls return a status of bristle_rt.h. */
#ifndef BRISTLE_INTEGRATE_H
#define BRISTLE_INTEGRATE_H

#include "bristle_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The function of that name, or NULL. */
const br_function *br_find(const br_solver *solver, const char *name);
/* Which of its inputs or outputs has that name, or -1. */
int br_input(const br_function *function, const char *name);
int br_output(const br_function *function, const char *name);

/* ---- driven ------------------------------------------------------------- */

/* Fills the inputs of the step from t to t + dt; in[i] has rows*cols doubles.
 * The input "dt" is set already. */
typedef void br_drive(void *context, double t, double dt, double *const *in);

/* Sees what the step that ended at t gave. Anything but 0 ends the run. */
typedef int br_watch(void *context, double t, const double *const *in,
                     const double *const *out, int status);

typedef struct br_run {
  const br_function *step; /* a function with an input "dt" */
  void *state;
  double *const *in;  /* a buffer for each input of step */
  double *const *out; /* for each output; a NULL is left out */
  br_drive *drive;
  br_watch *watch; /* or NULL */
  void *context;   /* of both */
} br_run;

/* `steps` steps of dt from t0; step i starts at t0 + i*dt. Ends early at an
 * error (< 0), which watch does see, or when watch says so. *done (may be
 * NULL): steps that were made. Returns the last status; BR_BAD_INPUT where step
 * has no input "dt", or dt is not a finite number >= 0. */
int br_integrate(const br_run *run, double t0, double dt, long steps,
                 long *done);

/* ---- coupled ------------------------------------------------------------- */

enum { BR_MOST_DOFS = 12 };

/* The caller's mechanism: n velocities u, positions q with dq/dt = u,
 *   mass(q)*du/dt = force(t, q, u) + map(q)'*wrench,   twist = map(q)*u. */
typedef struct br_dynamics {
  int n; /* 1 to BR_MOST_DOFS */
  /* Writes mass (n x n, row-major, positive definite), force (n), its
   * derivative by u (n x n; zero where it is not known: slower, not wrong) and
   * map (3 x n). Anything but 0 gives up. */
  int (*evaluate)(void *context, double t, const double *q, const double *u,
                  double *mass, double *force, double *force_by_u, double *map);
  void *context;
} br_dynamics;

/* One step of backward Euler (L-stable, first order) for mechanism and contact
 * together, by Newton's method with the solver's step_jac. `state` is the
 * contact's, `trial` a second one of the same size and alignment; q and u are
 * the mechanism's. After an error (< 0) q, u and state are as they were, except
 * that BR_NO_CONVERGENCE leaves the last iterate. The wrench may be NULL. */
int br_couple(const br_solver *contact, void *state, void *trial,
              const br_dynamics *dynamics, double t, double dt, double fn,
              double *q, double *u, double wrench[3]);

#ifdef __cplusplus
}
#endif
#endif
