/* mechanism_verify.c: a solver of a mechanism against the reference. In: both.
 * Out: checks of the rate, of forces, at rest, of derivatives, of steps and of
 * what every function promises.
 *
 * Invariant: the states are random, around the scenario's start, on the
 * constraints and off them. */
#include "mechanism.h"

#include <math.h>
#include <string.h>

enum { STATES = 40, STEPS = 10 };

/* How far solvers may be off: the reference takes differences, a float has
 * seven digits. */
typedef struct Bars {
  double rate, jac, step;
  double cancelled; /* what counts of accelerations that cancel */
} Bars;
static const Bars double_bars = {1e-8, 1e-5, 1e-7, 0};
static const Bars float_bars = {3e-4, 1e-3, 1e-3, 1e-2};

/* abar loses 1/(1 - s_ba); beyond 0.95 that shows in float. */
static Bars bars_of(const Mechanism *s)
{
  Bars bars = s->model.is_float ? float_bars : double_bars;
  const double edge = fmax(1, 0.05 / (1 - s->lugre.s_ba));
  if (!s->model.is_float) return bars;
  bars.rate *= edge;
  bars.jac *= edge;
  return bars;
}

typedef struct Subject {
  const Mechanism *s;
  const RefMechanism *reference;
  const Solver *solver;
  Verification *verification;
  Bars bars;
  void *state;
  uint64_t seed;
} Subject;

/* Of the i-th trial. */
static double time_of(const Subject *g, int i)
{
  return mechanism_real(g->s, 0.1 * i);
}

/* Calls it at a state; inputs are there only where the mechanism has some. */
static int call(const Subject *g, const char *function, double *state,
                const double *u, double t, double dt, double *const *out)
{
  const double *all[3] = {u, &t, &dt};
  g->solver->functions->set(g->state, state);
  const int status = solver_call(g->s->model.run, g->solver, function, g->state,
                                 g->s->nu ? all : all + 1, out);
  g->solver->functions->get(g->state, state);
  return status;
}

static double largest(const double *x, int count)
{
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
  return most;
}

/* Error of a vector relative to its largest component. */
static double error_of(const double *got, const double *expected, int count,
                       double unit)
{
  double worst = 0;
  for (int i = 0; i < count; i++) {
    const double error = fabs(got[i] - expected[i]);
    worst = isnan(error) ? INFINITY : fmax(worst, error);
  }
  return worst / fmax(largest(expected, count), unit);
}

/* A state; every other one on the constraints. */
static void pick(Subject *g, int i, bool is_resting, double *state, double *u)
{
  mechanism_sample(g->s, &g->seed, state, u);
  if (is_resting) memset(state + g->s->n, 0, (size_t)g->s->n * sizeof *state);
  if (i % 2 == 1) mechanism_project(g->s, g->reference, time_of(g, i), state);
  mechanism_bend(g->s, g->reference, time_of(g, i), i / 2, state);
  for (int k = 0; k < g->s->nu; k++) u[k] *= i % 4 == 3 ? 100 : 1;
}

/* Least size of rates that errors are relative to: a contact that is held has
 * none, though forces are there, and Baumgarte's terms multiply rounding. */
static double unit_of(const Subject *g, const double *state, const double *u,
                      double t)
{
  const int n = g->s->n;
  const double beta = g->s->baumgarte[1];
  RefTerms o;
  double free = 1e-2 * beta * beta;
  ref_mechanism_terms(g->reference, state, state + n, t, u, &o);
  for (int i = 0; i < n; i++) free = fmax(free, fabs(o.Q[i]) / o.M[i * n + i]);
  return 1e-3 + g->bars.cancelled * free;
}

static void see_rate(Subject *g, Check *check, int i, bool is_resting)
{
  const Mechanism *s = g->s;
  double state[REF_STATES], u[MOST_INPUTS], got[REF_STATES];
  double expected[REF_STATES], *out[] = {got};
  pick(g, i, is_resting, state, u);
  const int wanted =
      ref_mechanism_rate(g->reference, state, u, time_of(g, i), expected);
  const int status = call(g, "rate", state, u, time_of(g, i), 0, out);
  if (status != wanted) {
    check_see(check, INFINITY, "state %d: status %d, not %d", i, status,
              wanted);
    return;
  }
  if (status != REF_OK) return;
  const double unit = unit_of(g, state, u, time_of(g, i));
  check_see(check, error_of(got, expected, 2 * s->n, unit), "state %d", i);
  if (s->nz > 0)
    check_see(check, error_of(got + 2 * s->n, expected + 2 * s->n, s->nz, 1e-6),
              "bristles of state %d", i);
}

static void verify_rates(Subject *g)
{
  Check *moving = verify_check(g->verification, "rate", g->bars.rate);
  for (int i = 0; i < STATES; i++) see_rate(g, moving, i, false);
  Check *resting = verify_check(g->verification, "rate at rest", g->bars.rate);
  for (int i = 0; i < STATES; i++) see_rate(g, resting, i, true);
}

static void verify_forces(Subject *g)
{
  const Mechanism *s = g->s;
  Check *check = verify_check(g->verification, "forces", g->bars.rate);
  Check *closed = s->law == LAW_NONE
                      ? NULL
                      : verify_check(g->verification, "friction", g->bars.rate);
  for (int i = 0; i < STATES; i++) {
    double state[REF_STATES], u[MOST_INPUTS], t = time_of(g, i);
    double normal[3], tangential[3], friction[3];
    double reaction[MOST_COORDINATES], Qf[MOST_COORDINATES];
    double *all[] = {normal, tangential, friction, reaction, Qf};
    double *only[] = {reaction};
    RefMotion o;
    pick(g, i, false, state, u);
    if (ref_mechanism_solve(g->reference, state, u, t, &o) != REF_OK) continue;
    call(g, "forces", state, u, t, 0, s->d ? all : only);
    const double unit = fmax(1e-3, largest(o.normal, s->d));
    check_see(check, error_of(reaction, o.Qc, s->n, 1e-3), "A'l, state %d", i);
    if (s->d == 0) continue;
    check_see(check, error_of(normal, o.normal, s->d, unit), "normal %d", i);
    check_see(check, error_of(tangential, o.tangential, s->d, unit),
              "tangential, state %d", i);
    check_see(check, error_of(friction, o.friction, s->d, unit),
              "friction, state %d", i);
    check_see(check, error_of(Qf, o.Qf, s->n, unit), "J'f, state %d", i);
    if (!closed) continue;
    const double *in[5] = {state, state + s->n};
    size_t n = 2;
    if (s->nz > 0) in[n++] = state + 2 * s->n;
    if (s->nu > 0) in[n++] = u;
    in[n++] = &t;
    double *out[] = {Qf};
    solver_call(s->model.run, g->solver, "friction", NULL, in, out);
    check_see(closed, error_of(Qf, o.Qf, s->n, unit), "state %d", i);
  }
}

/* ---- derivatives ------------------------------------------------------- */

/* The solver's own rate by differences of fourth order; the reference's where
 * the solver has too few digits for that. */
static bool difference(Subject *g, const double *state, const double *u,
                       double t, int by, double h, double *out)
{
  static const double weights[] = {1, -8, 8, -1}, at[] = {-2, -1, 1, 2};
  const int ns = mechanism_states(g->s);
  memset(out, 0, (size_t)ns * sizeof *out);
  for (int k = 0; k < 4; k++) {
    double moved[REF_STATES], inputs[MOST_INPUTS], rate[REF_STATES];
    double *to[] = {rate};
    memcpy(moved, state, sizeof moved);
    memcpy(inputs, u, sizeof inputs);
    *(by < ns ? &moved[by] : &inputs[by - ns]) += at[k] * h;
    const int status =
        g->s->model.is_float
            ? ref_mechanism_rate(g->reference, moved, inputs, t, rate)
            : call(g, "rate", moved, inputs, t, 0, to);
    if (status != REF_OK) return false;
    for (int i = 0; i < ns; i++) out[i] += weights[k] * rate[i] / (12 * h);
  }
  return true;
}

/* Small where the law bends, large where it is a line. */
static double step_of(const Mechanism *s, int by)
{
  const double b = s->lugre.s_ba, bend = b > 0 ? fmin(b, 1 - b) : 1;
  const bool is_bristle = by >= 2 * s->n && by < mechanism_states(s);
  const bool has_formula = s->law == LAW_LUGRE && s->lugre.v_s > 0;
  if (is_bristle)
    return s->law == LAW_LUGRE ? 0.01 * bend * s->lugre.mu_c / s->lugre.sigma0
                               : 1e-5;
  return has_formula ? fmin(1e-5, 1e-2 * bend * s->lugre.v_s) : 1e-5;
}

static void verify_jacobian(Subject *g)
{
  const Mechanism *s = g->s;
  const int ns = mechanism_states(s);
  Check *check = verify_check(g->verification, "jac", g->bars.jac);
  const int states = s->model.is_float ? STATES / 4 : STATES;
  for (int i = 0; i < states; i++) {
    double state[REF_STATES], u[MOST_INPUTS], t = time_of(g, i);
    double by_state[REF_STATES * REF_STATES];
    double by_input[REF_STATES * MOST_INPUTS], expected[REF_STATES];
    double *out[] = {by_state, by_input}, *rate[] = {expected};
    pick(g, i, false, state, u); /* at an edge, differences are of both sides */
    mechanism_bend(s, g->reference, t, i / 2 % BENDS_INSIDE, state);
    if (call(g, "jac", state, u, t, 0, out) != REF_OK) continue;
    call(g, "rate", state, u, t, 0, rate);
    const double size = largest(expected, ns);
    for (int c = 0; c < ns + s->nu; c++) {
      double got[REF_STATES];
      for (int k = 0; k < ns; k++)
        got[k] = c < ns ? by_state[k * ns + c] : by_input[k * s->nu + c - ns];
      const double h = step_of(s, c), unit = fmax(1e-2, 1e-9 * size / h);
      if (!difference(g, state, u, t, c, h, expected)) continue;
      check_see(check, error_of(got, expected, 2 * s->n, unit),
                "state %d, column %d", i, c);
      if (s->nz > 0)
        check_see(check,
                  error_of(got + 2 * s->n, expected + 2 * s->n, s->nz, unit),
                  "bristles, state %d, column %d", i, c);
    }
  }
}

/* ---- steps ------------------------------------------------------------- */

static void verify_steps(Subject *g)
{
  const Mechanism *s = g->s;
  const int ns = mechanism_states(s);
  Check *check = verify_check(g->verification, "step", g->bars.step);
  for (int i = 0; i < STEPS; i++) {
    double state[REF_STATES], expected[REF_STATES], u[MOST_INPUTS];
    const double t = time_of(g, i);
    const double dt = mechanism_real(s, i % 2 ? 1e-3 : 1e-2);
    pick(g, 2 * i + 1, i % 3 == 2, state, u);
    memcpy(expected, state, sizeof expected);
    const int wanted = ref_mechanism_step(g->reference, expected, u, t, dt);
    const int status = call(g, "step", state, u, t, dt, NULL);
    if (wanted != REF_OK)
      continue; /* the reference steps whole or not at all */
    check_see(
        check,
        status == REF_OK ? error_of(state, expected, 2 * s->n, 1) : INFINITY,
        "step %d, status %d", i, status);
    if (s->nz > 0 && status == REF_OK)
      check_see(
          check,
          error_of(state + 2 * s->n, expected + 2 * s->n, ns - 2 * s->n, 1e-9),
          "bristles of step %d", i);
  }
}

static void verify_promises(Subject *g)
{
  const Mechanism *s = g->s;
  double state[REF_STATES], u[MOST_INPUTS];
  const double t = time_of(g, 1), dt = mechanism_real(s, 1e-4);
  RefMotion motion;
  int tries = 0;
  do pick(g, 1, false, state, u);
  while (ref_mechanism_solve(g->reference, state, u, t, &motion) != REF_OK &&
         ++tries < 100);
  const Sample samples[] = {{"u", u},
                            {"t", &t},
                            {"dt", &dt},
                            {"q", state},
                            {"qd", state + s->n},
                            {"z", state + 2 * s->n}};
  verify_calls(g->solver, state, samples, 6, g->verification);
}

void mechanism_verify(const Model *model, const Solver *solver,
                      Verification *verification)
{
  const Mechanism *s = (const Mechanism *)model;
  Subject g = {.s = s,
               .reference = mechanism_reference(s),
               .solver = solver,
               .verification = verification,
               .bars = bars_of(s),
               .state = solver_state(model->run, solver),
               .seed = 5};
  verify_rates(&g);
  verify_forces(&g);
  verify_jacobian(&g);
  verify_steps(&g);
  verify_promises(&g);
}
