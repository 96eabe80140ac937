/* integrate.h: time stepping of any solver through its descriptor, with inputs
 * of the caller or coupled implicitly with a mechanism of the caller.
 *
 * These functions do not allocate, print or keep state; the caller owns all
 * memory, and they are reentrant. An int is a status of bristle_rt.h unless the
 * comment says otherwise. Units are those of the ports. */
#ifndef BRISTLE_INTEGRATE_H
#define BRISTLE_INTEGRATE_H

#include "bristle_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- integrate.c: ports ------------------------------------------------- */

/* Returns the function of that name, or NULL. */
const br_function *br_find(const br_solver *solver, const char *name);
/* Returns the index of the input or output of that name, or -1. */
int br_input(const br_function *function, const char *name);
int br_output(const br_function *function, const char *name);

/* ---- integrate.c: steps with given inputs ------------------------------- */

/* Writes the inputs of the step from t to t + dt, s; in[i] has rows*cols
 * doubles. The input "dt" has its value already. */
typedef void br_drive(void *context, double t, double dt, double *const *in);

/* Receives inputs, outputs and status of the step that ended at t, s. Returns 0
 * to go on; any other value ends the run. */
typedef int br_watch(void *context, double t, const double *const *in,
                     const double *const *out, int status);

typedef struct br_run {
  const br_function *step; /* a function with an input "dt" */
  void *state;             /* is modified */
  double *const *in;       /* for each input of step its rows*cols doubles */
  double *const *out;      /* the same for each output, or NULL */
  br_drive *drive;
  br_watch *watch; /* or NULL */
  void *context;   /* of drive and watch */
} br_run;

/* Takes `steps` steps of dt, s; step i starts at t0 + i*dt. Ends early after an
 * error (< 0), which watch receives too, or when watch returns a value other
 * than 0. *done is the number of steps taken; `done` may be NULL. Returns the
 * last status, or BR_BAD_INPUT if step has no input "dt", t0 is not finite, or
 * dt is not a finite number >= 0. */
int br_integrate(const br_run *run, double t0, double dt, long steps,
                 long *done);

/* ---- couple.c: steps coupled with a mechanism --------------------------- */

enum { BR_MOST_DOFS = 12 };

/* A mechanism of the caller with n velocities u and positions q, dq/dt = u:
 *   mass(q)*du/dt = force(t, q, u) + map(q)'*wrench,   twist = map(q)*u. */
typedef struct br_dynamics {
  int n; /* 1 to BR_MOST_DOFS */
  /* Writes mass (n x n, row-major, positive definite), force (n), force_by_u
   * (n x n, the derivative of force with respect to u) and map (3 x n). All are
   * 0 before, except map at the start of a step. An unknown part of force_by_u
   * may stay 0, which slows the iteration but does not change the result.
   * Returns 0, or another value to end the step with BR_BAD_INPUT. */
  int (*evaluate)(void *context, double t, const double *q, const double *u,
                  double *mass, double *force, double *force_by_u, double *map);
  void *context; /* of evaluate */
} br_dynamics;

/* Takes one step of backward Euler (L-stable, first order) with mechanism and
 * contact together, by Newton's method with the function step_jac of the
 * contact. Modifies `state`, the state of the contact, q[n] and u[n]. `trial`
 * is memory of the size and alignment of a state; its content does not matter.
 * fn is the normal force, N. Writes the wrench unless that is NULL. After an
 * error
 * (< 0) state, q and u are unchanged and the wrench is 0, except that
 * BR_NO_CONVERGENCE leaves the last iterate. */
int br_couple(const br_solver *contact, void *state, void *trial,
              const br_dynamics *dynamics, double t, double dt, double fn,
              double *q, double *u, double wrench[3]);

#ifdef __cplusplus
}
#endif
#endif
