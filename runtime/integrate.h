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

/* ---- couple.c: contacts and the bodies behind them ----------------------- */

enum { BR_COUPLE_MOST = 8 };

/* A contact of any solver that has a function step_slopes: a spec with
 * couple = n. Contacts of one call may have different solvers. */
typedef struct br_contact {
  const br_solver *solver;
  void *state; /* is modified; no two contacts share one */
  double *end; /* room for solver->nstates numbers */
  double fn;   /* N */
} br_contact;

typedef struct br_couple_info {
  double residual; /* relative, of the equation below */
  int rounds, evaluations;
  int cut, clamped; /* rounds with a shortened step; on a falling branch */
} br_couple_info;

/* Finds V = V0 + dt*W*f(V) for n contacts, 1 <= n <= BR_COUPLE_MOST, on bodies
 * of the caller: f their wrenches by step_slopes, v0 (3n) the twists that they
 * would have after dt without this friction, each in its own axes, w (3n x 3n,
 * row-major, symmetric, semidefinite) what a unit of impulse does to them, J
 * M^-1 J'. twist: 3n, in at the start of the step, out at its end. wrench: 3n,
 * constant over dt, for the caller to apply; the body then arrives at `twist`.
 * wrench, status (n) and info may be NULL. Each header of a spec with couple =
 * n says more: <name>_couple is this function for contacts of one solver.
 * BR_SEPARATED: some fn <= 0. BR_NO_CONVERGENCE leaves the last iterate after
 * 40 rounds or 100 evaluations; other errors leave states and twists. */
int br_couple(int n, const br_contact *contacts, const double *v0,
              const double *w, double dt, double *twist, double *wrench,
              int *status, br_couple_info *info);

#ifdef __cplusplus
}
#endif
#endif
