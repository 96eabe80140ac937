/* verify.c: compares a solver of a mechanism with the reference. In: both. Out:
 * checks of the rate, of forces, at rest and of the promises of every function;
 * verify_slopes.c and verify_steps.c have the others.
 *
 * Invariant: the states are random, around the scenario's start, on the
 * constraints and off them. */
#include "backend/backend.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "kinds/mechanism/verify.h"
#include "reference/dense.h"
#include "reference/mechanism/mechanism.h"

#include <math.h>
#include <string.h>

/* Tolerances of solvers: the reference uses differences, and a float has seven
 * digits. */
static const Tolerances double_tolerances = {1e-8, 1e-5, 1e-7};
static const Tolerances float_tolerances = {3e-4, 1e-3, 1e-3};

/* sigma1 multiplies the rounding of a slip, and short steps multiply it again;
 * abar loses 1/(1 - s_ba), which shows in float for s_ba above 0.95. */
static Tolerances tolerances_of(const Mechanism *s)
{
  Tolerances tolerances =
      s->model.is_float ? float_tolerances : double_tolerances;
  const double edge =
      s->model.is_float ? fmax(1, 0.05 / (1 - s->friction.s_ba)) : 1;
  tolerances.rate *= fmax(s->friction.damping / 5e3, edge);
  tolerances.jac *= fmax(s->friction.damping / 1e3, edge);
  return tolerances;
}

/* Returns the time of trial i. */
double trial_time(const MechanismTrial *g, int i)
{
  return mechanism_real(g->s, 0.1 * i);
}

/* Calls the function at a state, with inputs if the mechanism has some. */
int trial_call(const MechanismTrial *g, const char *function, double *state,
               const double *u, double t, double dt, double *const *out)
{
  const double *all[3] = {u, &t, &dt};
  g->solver->functions->set(g->state, state);
  const int status = solver_call(g->s->model.run, g->solver, function, g->state,
                                 g->s->nu ? all : all + 1, out);
  g->solver->functions->get(g->state, state);
  return status;
}

double largest_of(const double *x, int count)
{
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
  return most;
}

/* Returns the error of a vector relative to its largest component. */
double vector_error(const double *got, const double *expected, int count,
                    double unit)
{
  return block_error(got, expected, 1, count,
                     fmax(largest_of(expected, count), unit), 1, 1);
}

double rounded_error(const MechanismTrial *g, const RoundingTrial *trial,
                     const double *got, const double *expected, int first,
                     int count, double unit, double tolerance)
{
  double spread[MOST_ROUNDED];
  const double error = vector_error(got + first, expected + first, count, unit);
  if (error <= tolerance) return error;
  if (!rounding_spread(g->s, g->reference, trial, first + count, spread))
    return 0;
  return vector_error(
      got + first, expected + first, count,
      fmax(unit, ROUNDINGS * largest_of(spread + first, count) / tolerance));
}

/* Brings the contact to rest on a moving surface, by the least change of the
 * velocity. If there is no solution, the state keeps its velocity. */
static void stop(const MechanismTrial *g, double t, double *state)
{
  static const double u[MOST_INPUTS] = {0};
  const Mechanism *s = g->s;
  const int n = s->n, d = s->d;
  RefTerms o;
  double JJ[9], x[3];
  ref_mechanism_terms(g->reference, state, state + n, t, u, &o);
  if (!(largest_of(o.slip, d) > 0)) return;
  for (int i = 0; i < d; i++) {
    x[i] = o.slip[i];
    for (int k = 0; k < d; k++) {
      JJ[i * d + k] = 0;
      for (int j = 0; j < n; j++)
        JJ[i * d + k] += o.J[i * n + j] * o.J[k * n + j];
    }
  }
  if (!ref_dense_solve(JJ, x, d)) return;
  for (int j = 0; j < n; j++) {
    double v = state[n + j];
    for (int i = 0; i < d; i++) v -= o.J[i * n + j] * x[i];
    state[n + j] = mechanism_real(s, v);
  }
}

/* Writes a state; every other one is on the constraints, half of them slow
 * enough for a unique motion. */
void trial_draw(MechanismTrial *g, int i, bool is_resting, double *state,
                double *u)
{
  random_state(g->s, &g->seed, state, u);
  if (is_resting) memset(state + g->s->n, 0, (size_t)g->s->n * sizeof *state);
  if (i % 2 == 1) project_state(g->s, g->reference, trial_time(g, i), state);
  if (is_resting && g->s->friction.sticks) stop(g, trial_time(g, i), state);
  for (int k = 0; k < g->s->nu; k++) u[k] *= i % 4 == 3 ? 100 : 1;
  put_bristles_at(g->s, g->reference, trial_time(g, i), i / 2, state);
  RefMotion ignored;
  if (i % 4 < 2)
    slow_until_unique(g->s, g->reference, u, trial_time(g, i), i / 2, state,
                      &ignored);
}

/* Returns true if rounding decides whether the surface pushes or would pull. */
static bool is_about_to_lift(const MechanismTrial *g, int i,
                             const double *state, const double *u)
{
  const Mechanism *s = g->s;
  RefTerms o;
  RefMotion motion;
  double push = 0, forces = 0;
  if (!s->is_unilateral) return false;
  ref_mechanism_solve(g->reference, state, u, trial_time(g, i), &motion);
  ref_mechanism_terms(g->reference, state, state + s->n, trial_time(g, i), u,
                      &o);
  for (int r = 0; r < s->mh; r++)
    for (int j = 0; s->is_surface[r] && j < s->n; j++)
      push = fmax(push, fabs(o.A[r * s->n + j] * motion.support));
  for (int j = 0; j < s->n; j++)
    for (int k = 0; k < s->n; k++)
      forces =
          fmax(forces, fabs(o.Q[j]) + fabs(o.M[j * s->n + k] * motion.a[k]));
  return push <= g->tolerances.rate * fmax(forces, 1e-6);
}

static bool is_unique(const RoundingTrial *trial, const RefMechanism *reference,
                      const double *state, const double *u, double t,
                      double *results)
{
  double rate[MOST_STATES];
  (void)trial;
  results[0] = ref_mechanism_rate(reference, state, u, t, rate) >= BR_OK;
  return true;
}

/* Returns true if rounding does not decide whether the motion is unique. */
static bool is_certain(const MechanismTrial *g, const double *state,
                       const double *u, double t)
{
  const RoundingTrial trial = {is_unique, state, u, t, 0, 0};
  double spread;
  return rounding_spread(g->s, g->reference, &trial, 1, &spread) && spread == 0;
}

static void compare_rate(MechanismTrial *g, Check *check, int i,
                         bool is_resting)
{
  const Mechanism *s = g->s;
  double state[MOST_STATES], u[MOST_INPUTS], got[MOST_STATES];
  double expected[MOST_STATES], *out[] = {got};
  trial_draw(g, i, is_resting, state, u);
  const int wanted =
      ref_mechanism_rate(g->reference, state, u, trial_time(g, i), expected);
  const int status = trial_call(g, "rate", state, u, trial_time(g, i), 0, out);
  if (status != wanted &&
      !(status >= 0 && wanted >= 0 && is_about_to_lift(g, i, state, u)) &&
      is_certain(g, state, u, trial_time(g, i))) {
    check_add(check, INFINITY, "state %d: status %d, not %d", i, status,
              wanted);
    return;
  }
  if (status < 0 || wanted < 0) return;
  const double unit =
      least_acceleration(s, g->reference, state, u, trial_time(g, i));
  const RoundingTrial trial = {rounded_rate, state, u, trial_time(g, i), 0, 0};
  check_add(check,
            rounded_error(g, &trial, got, expected, 0, 2 * s->n, unit,
                          check->tolerance),
            "state %d", i);
  if (s->nz > 0)
    check_add(check,
              rounded_error(g, &trial, got, expected, 2 * s->n, s->nz, 1e-6,
                            check->tolerance),
              "bristles of state %d", i);
}

static void verify_rates(MechanismTrial *g)
{
  Check *moving = verify_check(g->verification, "rate", g->tolerances.rate);
  for (int i = 0; i < g->states; i++) compare_rate(g, moving, i, false);
  Check *resting =
      verify_check(g->verification, "rate at rest", g->tolerances.rate);
  for (int i = 0; i < g->states; i++) compare_rate(g, resting, i, true);
}

/* The forces of _forces, one after the other: A'l, then those of a contact */
enum {
  REACTION,
  NORMAL = MOST_COORDINATES,
  TANGENTIAL = NORMAL + 3,
  FRICTION = TANGENTIAL + 3,
  GENERALISED = FRICTION + 3,
  ALL_FORCES = GENERALISED + MOST_COORDINATES
};

static bool find_forces(const RoundingTrial *trial,
                        const RefMechanism *reference, const double *state,
                        const double *u, double t, double *forces)
{
  RefMotion o;
  (void)trial;
  memset(forces, 0, ALL_FORCES * sizeof *forces);
  if (ref_mechanism_solve(reference, state, u, t, &o) < 0) return false;
  memcpy(forces + REACTION, o.Qc, (size_t)reference->n * sizeof *forces);
  memcpy(forces + NORMAL, o.normal, sizeof o.normal);
  memcpy(forces + TANGENTIAL, o.tangential, sizeof o.tangential);
  memcpy(forces + FRICTION, o.friction, sizeof o.friction);
  memcpy(forces + GENERALISED, o.Qf, (size_t)reference->n * sizeof *forces);
  return true;
}

/* Writes what _friction gives at a state. */
static void call_friction(const MechanismTrial *g, const double *state,
                          const double *u, double t, double *Qf)
{
  const Mechanism *s = g->s;
  const double *in[5] = {state, state + s->n};
  size_t n = 2;
  if (s->nz > 0) in[n++] = state + 2 * s->n;
  if (s->nu > 0) in[n++] = u;
  in[n++] = &t;
  double *out[] = {Qf};
  solver_call(s->model.run, g->solver, "friction", g->state, in, out);
}

static void verify_forces(MechanismTrial *g)
{
  const Mechanism *s = g->s;
  const struct {
    const char *name;
    int first, count;
  } parts[] = {{"A'l", REACTION, s->n},
               {"normal", NORMAL, s->d},
               {"tangential", TANGENTIAL, s->d},
               {"friction", FRICTION, s->d},
               {"J'f", GENERALISED, s->d ? s->n : 0}};
  Check *check = verify_check(g->verification, "forces", g->tolerances.rate);
  Check *closed = !s->friction.law ? NULL
                                   : verify_check(g->verification, "friction",
                                                  g->tolerances.rate);
  for (int i = 0; i < g->states; i++) {
    double state[MOST_STATES], u[MOST_INPUTS], t = trial_time(g, i);
    double got[ALL_FORCES] = {0}, expected[ALL_FORCES];
    double *all[] = {got + NORMAL, got + TANGENTIAL, got + FRICTION,
                     got + REACTION, got + GENERALISED};
    double *only[] = {got + REACTION};
    trial_draw(g, i, false, state, u);
    const RoundingTrial trial = {find_forces, state, u, t, 0, 0};
    if (!find_forces(&trial, g->reference, state, u, t, expected)) continue;
    trial_call(g, "forces", state, u, t, 0, s->d ? all : only);
    const double unit = fmax(1e-3, largest_of(expected + NORMAL, s->d));
    for (size_t k = 0; k < COUNT(parts); k++)
      if (parts[k].count > 0)
        check_add(check,
                  rounded_error(g, &trial, got, expected, parts[k].first,
                                parts[k].count, k == 0 ? 1e-3 : unit,
                                check->tolerance),
                  "%s, state %d", parts[k].name, i);
    if (!closed) continue;
    call_friction(g, state, u, t, got + GENERALISED);
    check_add(closed,
              rounded_error(g, &trial, got, expected, GENERALISED, s->n, unit,
                            check->tolerance),
              "state %d", i);
  }
}

/* Returns the cosine between the acceleration of a starting contact and its
 * load; 1 if the contact is held, or accelerates too little to have a
 * direction.
 */
static double start_cosine(const MechanismTrial *g, const double *state,
                           const double *u, double t, const double *rate)
{
  const Mechanism *s = g->s;
  RefTerms o;
  RefMotion motion;
  double dot = 0, start[3];
  if (ref_mechanism_solve(g->reference, state, u, t, &motion) != BR_OK)
    return 1;
  ref_mechanism_terms(g->reference, state, state + s->n, t, u, &o);
  for (int k = 0; k < s->d; k++) {
    start[k] = o.bend[k];
    for (int j = 0; j < s->n; j++)
      start[k] += o.J[k * s->n + j] * rate[s->n + j];
    dot -= start[k] * motion.holding[k];
  }
  const double size = ref_length(start, s->d);
  const double load = ref_length(motion.holding, s->d);
  const double least = least_acceleration(s, g->reference, state, u, t);
  return size > least && load > 0 ? dot / (size * load) : 1;
}

/* Increases loads in random directions until the contact starts, and beyond: a
 * contact starts along its load, never against it. */
static void verify_ramp(MechanismTrial *g)
{
  enum { LOADS = 16 };
  const Mechanism *s = g->s;
  Check *check = verify_check(g->verification, "ramp", g->tolerances.rate);
  for (int i = 1; i < g->states; i += 2) { /* on the constraints */
    double state[MOST_STATES], u[MOST_INPUTS], rate[MOST_STATES];
    double scaled[MOST_INPUTS], *out[] = {rate}, t = trial_time(g, i);
    trial_draw(g, i, true, state, u);
    for (int turn = 0; turn < (s->nu > 0 ? LOADS : 1); turn++) {
      for (int k = 0; k < s->nu; k++)
        scaled[k] = mechanism_real(s, u[k] * ldexp(1, turn - LOADS / 4));
      if (trial_call(g, "rate", state, scaled, t, 0, out) != BR_OK) continue;
      const double cosine = start_cosine(g, state, scaled, t, rate);
      check_add(check, fmax(0, -cosine), "state %d, load %d", i, turn);
    }
  }
}

static void verify_promises(MechanismTrial *g)
{
  const Mechanism *s = g->s;
  double state[MOST_STATES], u[MOST_INPUTS], t, dt;
  trial_draw_steppable(g, state, u, &t, &dt);
  const Sample samples[] = {{"u", u},
                            {"t", &t},
                            {"dt", &dt},
                            {"q", state},
                            {"qd", state + s->n},
                            {"z", state + 2 * s->n}};
  verify_calls(g->solver, state, samples, 6, g->verification);
}

static void verify_all(MechanismTrial *g)
{
  verify_rates(g);
  if (g->s->friction.sticks) verify_ramp(g);
  verify_forces(g);
  verify_mechanism_slopes(g);
  verify_mechanism_steps(g);
  verify_promises(g);
}

static void verify_at(void *context, const double *values)
{
  MechanismTrial *g = context;
  const Mechanism *s = g->s;
  const Solver *solver = g->solver;
  g->solver = solver_tuned(s->model.run, solver, values);
  g->s = mechanism_tuned(s, values);
  g->reference = mechanism_reference(g->s);
  verify_all(g);
  g->s = s;
  g->solver = solver;
}

void mechanism_verify(const Model *model, const Solver *solver,
                      Verification *verification)
{
  const Mechanism *s = (const Mechanism *)model;
  MechanismTrial g = {.s = s,
                      .reference = mechanism_reference(s),
                      .solver = solver,
                      .verification = verification,
                      .tolerances = tolerances_of(s),
                      .state = solver_state(model->run, solver),
                      .seed = 5,
                      .states = STATES};
  verify_all(&g);
  g.states = STATES_OF_BOX;
  const BoxTrial box = {model, solver, g.state, verification, verify_at, &g};
  if (model->tuning) verify_box(&box);
}
