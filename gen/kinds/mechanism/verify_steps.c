/* verify_steps.c: compares the steps of a mechanism with the reference's. In: a
 * trial. Out: the check of _step, and states from which a step succeeds.
 *
 * Invariant: the reference takes each of the tested steps. */
#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "kinds/mechanism/verify.h"
#include "reference/mechanism/mechanism.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { STEPS = 10, MOST_PARTS = 256 };

/* Shortens dt until the reference can take the step as a whole. */
static bool can_step(const MechanismTrial *g, const double *state,
                     const double *u, double t, double *dt)
{
  for (int i = 0; i < 4; i++) {
    double moved[MOST_STATES];
    memcpy(moved, state, sizeof moved);
    if (ref_mechanism_step(g->reference, moved, u, t, *dt) >= BR_OK)
      return true;
    *dt = mechanism_real(g->s, *dt / 10);
  }
  return false;
}

/* Returns the scale of bristles' errors: they contain the rounding of a slip,
 * which is a difference of larger numbers, as is its change by forces that the
 * surface bears. */
static double bristle_unit(const MechanismTrial *g, const double *state,
                           const double *u, double t, double dt)
{
  const Mechanism *s = g->s;
  const double epsilon = s->model.is_float ? FLT_EPSILON : DBL_EPSILON;
  double most = 0;
  RefTerms o;
  ref_mechanism_terms(g->reference, state, state + s->n, t, u, &o);
  for (int k = 0; k < s->d; k++) {
    double sum = 0;
    for (int j = 0; j < s->n; j++)
      sum += fabs(o.J[k * s->n + j]) *
             (fabs(state[s->n + j]) + dt * fabs(o.Q[j]) / o.M[j * s->n + j]);
    most = fmax(most, sum);
  }
  /* A deflection in metres is judged by that at which the contact breaks away:
   * by its share of the friction force. */
  const double least = s->friction.is_force ? 1e-9 : s->friction.breakaway;
  return fmax(least, 4 * epsilon * most * dt * s->friction.stiffness /
                         g->tolerances.step);
}

/* Returns the scale of errors of rates and coordinates. Forces that cancel, as
 * those that hold a contact do, leave the solver's rounding of each: of the
 * velocity that the largest would cause in dt. */
static double motion_unit(const MechanismTrial *g, const double *state,
                          const double *u, double t, double dt)
{
  const double epsilon = g->s->model.is_float ? FLT_EPSILON : DBL_EPSILON;
  const int n = g->s->n;
  double most = 0;
  RefTerms o;
  ref_mechanism_terms(g->reference, state, state + n, t, u, &o);
  for (int j = 0; j < n; j++) most = fmax(most, fabs(o.Q[j]) / o.M[j * n + j]);
  return fmax(1, ROUNDINGS * epsilon * dt * most / g->tolerances.step);
}

typedef struct StepUnits {
  double motion, bristles;
} StepUnits;

/* Writes the end of the reference's step in `parts` parts. */
static bool step_in_parts(const MechanismTrial *g, const double *state,
                          const double *u, double t, double dt, int parts,
                          double *end)
{
  memcpy(end, state, MOST_STATES * sizeof *end);
  for (int i = 0; i < parts; i++)
    if (ref_mechanism_step(g->reference, end, u, t + dt * i / parts,
                           dt / parts) < 0)
      return false;
  return true;
}

static double end_distance(const MechanismTrial *g, const double *got,
                           const double *expected, const StepUnits *unit)
{
  const Mechanism *s = g->s;
  const int n = 2 * s->n;
  const double error = vector_error(got, expected, n, unit->motion);
  return s->nz > 0 ? fmax(error, vector_error(got + n, expected + n, s->nz,
                                              unit->bristles))
                   : error;
}

/* Returns the distance of `got` from the reference's step in `parts` parts. */
static double step_error(const MechanismTrial *g, const double *state,
                         const double *u, double t, double dt, int parts,
                         const StepUnits *unit, const double *got)
{
  double expected[MOST_STATES];
  if (!step_in_parts(g, state, u, t, dt, parts, expected)) return INFINITY;
  return end_distance(g, got, expected, unit);
}

/* Returns the error of an end as a share of the scheme's own, times the
 * tolerance. A step too long for its law errs by much more than the tolerance,
 * and its stages have more than one solution: an end is right if it is at most
 * twice as far from the converged end as the reference's step as a whole. The
 * converged end must be known to a quarter of that. */
static double truncation_share(const MechanismTrial *g, const double *state,
                               const double *u, double t, double dt,
                               const StepUnits *unit, const double *got)
{
  double whole[MOST_STATES], finer[MOST_STATES], finest[MOST_STATES];
  if (!step_in_parts(g, state, u, t, dt, 1, whole) ||
      !step_in_parts(g, state, u, t, dt, MOST_PARTS / 4, finer) ||
      !step_in_parts(g, state, u, t, dt, MOST_PARTS, finest))
    return INFINITY;
  const double own = end_distance(g, whole, finest, unit);
  if (!(4 * end_distance(g, finer, finest, unit) <= own)) return INFINITY;
  return g->tolerances.step * end_distance(g, got, finest, unit) / (2 * own);
}

static bool find_step(const RoundingTrial *trial, const RefMechanism *reference,
                      const double *state, const double *u, double t,
                      double *end)
{
  memcpy(end, state, (size_t)ref_mechanism_states(reference) * sizeof *end);
  return ref_mechanism_step(reference, end, u, t, trial->dt) >= BR_OK;
}

/* Returns that distance for a step as a whole, whose end rounding may change.
 */
static double rounded_step_error(const MechanismTrial *g, const double *state,
                                 const double *u, double t, double dt,
                                 const StepUnits *unit, const double *got)
{
  const Mechanism *s = g->s;
  const RoundingTrial trial = {find_step, state, u, t, dt, 0};
  double expected[MOST_STATES];
  if (!find_step(&trial, g->reference, state, u, t, expected)) return INFINITY;
  const double error = rounded_error(g, &trial, got, expected, 0, 2 * s->n,
                                     unit->motion, g->tolerances.step);
  return s->nz == 0 ? error
                    : fmax(error, rounded_error(g, &trial, got, expected,
                                                2 * s->n, s->nz, unit->bristles,
                                                g->tolerances.step));
}

/* Solvers divide a step that does not converge by four, repeatedly, into
 * MOST_PARTS at most. */
void verify_mechanism_steps(MechanismTrial *g)
{
  const Mechanism *s = g->s;
  Check *check = verify_check(g->verification, "step", g->tolerances.step);
  const int steps = STEPS * g->states / STATES;
  int most = MOST_PARTS;
  for (int i = 0; i < steps; i++) {
    progress_step("step", (double)i / steps);
    double state[MOST_STATES], got[MOST_STATES], u[MOST_INPUTS];
    const double t = trial_time(g, i);
    double dt = mechanism_real(s, i % 2 ? 1e-3 : 1e-2), error = INFINITY;
    trial_draw(g, 2 * i + 1, i % 3 == 2, state, u);
    if (!can_step(g, state, u, t, &dt)) continue;
    memcpy(got, state, sizeof got);
    const int status = trial_call(g, "step", got, u, t, dt, NULL);
    const StepUnits unit = {motion_unit(g, state, u, t, dt),
                            bristle_unit(g, state, u, t, dt)};
    for (int parts = 1;
         status >= 0 && error > g->tolerances.step && parts <= most; parts *= 4)
      error = fmin(error, step_error(g, state, u, t, dt, parts, &unit, got));
    if (status >= 0 && error > g->tolerances.step)
      error = fmin(error, rounded_step_error(g, state, u, t, dt, &unit, got));
    if (status >= 0 && error > g->tolerances.step)
      error = fmin(error, truncation_share(g, state, u, t, dt, &unit, got));
    if (!(error <= g->tolerances.step)) most = 1; /* one wrong step is enough */
    check_add(check, error, "step %d of %g s, status %d", i, dt, status);
  }
}

void trial_draw_steppable(MechanismTrial *g, double *state, double *u,
                          double *t, double *dt)
{
  for (int i = 1; i < g->states; i += 2) {
    trial_draw(g, i, i / 2 % 2, state, u);
    *t = trial_time(g, i);
    *dt = mechanism_real(g->s, 1e-4);
    if (can_step(g, state, u, *t, dt)) return;
  }
}
