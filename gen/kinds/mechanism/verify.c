/* verify.c: compares a solver of a mechanism with the reference. In: both. Out:
 * checks of the rate, of forces, at rest, of derivatives, of steps and of the
 * promises of every function.
 *
 * Invariant: the states are random, around the scenario's start, on the
 * constraints and off them. */
#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/dense.h"
#include "reference/mechanism/mechanism.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { STATES = 40, STEPS = 10, MOST_HALVINGS = 16, MOST_PARTS = 16 };

/* Tolerances of solvers: the reference uses differences, and a float has seven
 * digits. */
typedef struct Tolerances {
  double rate, jac, step;
} Tolerances;
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

typedef struct MechanismTrial {
  const Mechanism *s;
  const RefMechanism *reference;
  const Solver *solver;
  Verification *verification;
  Tolerances tolerances;
  void *state;
  uint64_t seed;
} MechanismTrial;

/* Returns the time of trial i. */
static double time_of(const MechanismTrial *g, int i)
{
  return mechanism_real(g->s, 0.1 * i);
}

/* Calls the function at a state, with inputs if the mechanism has some. */
static int call(const MechanismTrial *g, const char *function, double *state,
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

/* Returns the error of a vector relative to its largest component. */
static double error_of(const double *got, const double *expected, int count,
                       double unit)
{
  return block_error(got, expected, 1, count,
                     fmax(largest(expected, count), unit), 1, 1);
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
  if (!(largest(o.slip, d) > 0)) return;
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
static void draw_state(MechanismTrial *g, int i, bool is_resting, double *state,
                       double *u)
{
  random_state(g->s, &g->seed, state, u);
  if (is_resting) memset(state + g->s->n, 0, (size_t)g->s->n * sizeof *state);
  if (i % 2 == 1) project_state(g->s, g->reference, time_of(g, i), state);
  if (is_resting && g->s->friction.sticks) stop(g, time_of(g, i), state);
  for (int k = 0; k < g->s->nu; k++) u[k] *= i % 4 == 3 ? 100 : 1;
  put_bristles_at(g->s, g->reference, time_of(g, i), i / 2, state);
  RefMotion ignored;
  if (i % 4 < 2)
    slow_until_unique(g->s, g->reference, u, time_of(g, i), i / 2, state,
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
  ref_mechanism_solve(g->reference, state, u, time_of(g, i), &motion);
  ref_mechanism_terms(g->reference, state, state + s->n, time_of(g, i), u, &o);
  for (int r = 0; r < s->mh; r++)
    for (int j = 0; s->is_surface[r] && j < s->n; j++)
      push = fmax(push, fabs(o.A[r * s->n + j] * motion.support));
  for (int j = 0; j < s->n; j++)
    for (int k = 0; k < s->n; k++)
      forces =
          fmax(forces, fabs(o.Q[j]) + fabs(o.M[j * s->n + k] * motion.a[k]));
  return push <= g->tolerances.rate * fmax(forces, 1e-6);
}

static void compare_rate(MechanismTrial *g, Check *check, int i,
                         bool is_resting)
{
  const Mechanism *s = g->s;
  double state[MOST_STATES], u[MOST_INPUTS], got[MOST_STATES];
  double expected[MOST_STATES], *out[] = {got};
  draw_state(g, i, is_resting, state, u);
  const int wanted =
      ref_mechanism_rate(g->reference, state, u, time_of(g, i), expected);
  const int status = call(g, "rate", state, u, time_of(g, i), 0, out);
  if (status != wanted &&
      !(status >= 0 && wanted >= 0 && is_about_to_lift(g, i, state, u))) {
    check_add(check, INFINITY, "state %d: status %d, not %d", i, status,
              wanted);
    return;
  }
  if (status < 0) return;
  const double unit =
      least_acceleration(s, g->reference, state, u, time_of(g, i));
  check_add(check, error_of(got, expected, 2 * s->n, unit), "state %d", i);
  if (s->nz > 0)
    check_add(check, error_of(got + 2 * s->n, expected + 2 * s->n, s->nz, 1e-6),
              "bristles of state %d", i);
}

static void verify_rates(MechanismTrial *g)
{
  Check *moving = verify_check(g->verification, "rate", g->tolerances.rate);
  for (int i = 0; i < STATES; i++) compare_rate(g, moving, i, false);
  Check *resting =
      verify_check(g->verification, "rate at rest", g->tolerances.rate);
  for (int i = 0; i < STATES; i++) compare_rate(g, resting, i, true);
}

static void verify_forces(MechanismTrial *g)
{
  const Mechanism *s = g->s;
  Check *check = verify_check(g->verification, "forces", g->tolerances.rate);
  Check *closed = !s->friction.law ? NULL
                                   : verify_check(g->verification, "friction",
                                                  g->tolerances.rate);
  for (int i = 0; i < STATES; i++) {
    double state[MOST_STATES], u[MOST_INPUTS], t = time_of(g, i);
    double normal[3], tangential[3], friction[3];
    double reaction[MOST_COORDINATES], Qf[MOST_COORDINATES];
    double *all[] = {normal, tangential, friction, reaction, Qf};
    double *only[] = {reaction};
    RefMotion o;
    draw_state(g, i, false, state, u);
    if (ref_mechanism_solve(g->reference, state, u, t, &o) < 0) continue;
    call(g, "forces", state, u, t, 0, s->d ? all : only);
    const double unit = fmax(1e-3, largest(o.normal, s->d));
    check_add(check, error_of(reaction, o.Qc, s->n, 1e-3), "A'l, state %d", i);
    if (s->d == 0) continue;
    check_add(check, error_of(normal, o.normal, s->d, unit), "normal %d", i);
    check_add(check, error_of(tangential, o.tangential, s->d, unit),
              "tangential, state %d", i);
    check_add(check, error_of(friction, o.friction, s->d, unit),
              "friction, state %d", i);
    check_add(check, error_of(Qf, o.Qf, s->n, unit), "J'f, state %d", i);
    if (!closed) continue;
    const double *in[5] = {state, state + s->n};
    size_t n = 2;
    if (s->nz > 0) in[n++] = state + 2 * s->n;
    if (s->nu > 0) in[n++] = u;
    in[n++] = &t;
    double *out[] = {Qf};
    solver_call(s->model.run, g->solver, "friction", NULL, in, out);
    check_add(closed, error_of(Qf, o.Qf, s->n, unit), "state %d", i);
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
  for (int i = 1; i < STATES; i += 2) { /* on the constraints */
    double state[MOST_STATES], u[MOST_INPUTS], rate[MOST_STATES];
    double scaled[MOST_INPUTS], *out[] = {rate}, t = time_of(g, i);
    draw_state(g, i, true, state, u);
    for (int turn = 0; turn < (s->nu > 0 ? LOADS : 1); turn++) {
      for (int k = 0; k < s->nu; k++)
        scaled[k] = mechanism_real(s, u[k] * ldexp(1, turn - LOADS / 4));
      if (call(g, "rate", state, scaled, t, 0, out) != BR_OK) continue;
      const double cosine = start_cosine(g, state, scaled, t, rate);
      check_add(check, fmax(0, -cosine), "state %d, load %d", i, turn);
    }
  }
}

/* ---- derivatives ------------------------------------------------------- */

_Static_assert(MOST_STATES + MOST_INPUTS <= MOST_SLOPES, "too few slopes");

/* A trial at a time. */
typedef struct Moment {
  const MechanismTrial *g;
  double t;
} Moment;

/* Writes the rate at x, the state and the inputs; by the reference if the
 * solver has too few digits. */
static bool rate_at(const void *context, const double *x, double *rate)
{
  const MechanismTrial *g = ((const Moment *)context)->g;
  const double t = ((const Moment *)context)->t;
  const double *const u = x + mechanism_states(g->s);
  double state[MOST_STATES], *to[] = {rate};
  if (g->s->model.is_float)
    return ref_mechanism_rate(g->reference, x, u, t, rate) >= BR_OK;
  memcpy(state, x, (size_t)(u - x) * sizeof *x);
  return call(g, "rate", state, u, t, 0, to) >= BR_OK;
}

/* Returns a step after which a contact at rest still rests, or 0. */
static double step_at_rest(const MechanismTrial *g, const double *state,
                           const double *u, double t, int by)
{
  const Mechanism *s = g->s;
  const int column = by - s->n;
  double most = 1;
  RefTerms o;
  if (!s->friction.sticks || column < 0 || column >= s->n) return 0;
  ref_mechanism_terms(g->reference, state, state + s->n, t, u, &o);
  if (largest(o.slip, s->d) > s->friction.v_rest) return 0;
  for (int k = 0; k < s->d; k++)
    most = fmax(most, fabs(o.J[k * s->n + column]));
  return 0.1 * s->friction.v_rest / most;
}

/* Returns a step that is small if the law bends, and large if it is linear. */
static double step_of(const Mechanism *s, int by)
{
  const Friction *f = &s->friction;
  const double edge = f->s_ba > 0 ? fmin(f->s_ba, 1 - f->s_ba) : 1;
  const bool is_bristle = by >= 2 * s->n && by < mechanism_states(s);
  if (is_bristle) return f->is_force ? 1e-5 : 0.01 * edge * f->breakaway;
  return f->bend > 0 ? fmin(1e-5, 1e-2 * edge * f->bend) : 1e-5;
}

/* Halves the step until differences of second and fourth order agree. They do
 * not agree if the law has a kink within the step, or friction locks. Returns
 * false if no step suffices; h is the last step. */
static bool differ(const MechanismTrial *g, const double *x, double t, int by,
                   double *out, double *h)
{
  const Moment moment = {g, t};
  const int ns = mechanism_states(g->s), n = 2 * g->s->n;
  const Slope rate = {rate_at, &moment, ns + g->s->nu, ns};
  const double at_rest = step_at_rest(g, x, x + ns, t, by);
  const double tolerance = fmin(g->tolerances.jac, 1e-3);
  *h = at_rest > 0 ? at_rest : step_of(g->s, by);
  for (int turn = 0; turn < MOST_HALVINGS; turn++, *h /= 2) {
    double fine[MOST_STATES];
    if (slope_differences(&rate, x, by, 1, h, fine, out) &&
        error_of(fine, out, n, 1e-3) < tolerance &&
        error_of(fine + n, out + n, ns - n, 1e-3) < tolerance)
      return true;
  }
  return false;
}

/* Returns d rate[row] by number `column` of q, v, z, u. */
static double derivative(const Mechanism *s, const double *by_state,
                         const double *by_input, int row, int column)
{
  const int ns = mechanism_states(s);
  return column < ns ? by_state[row * ns + column]
                     : by_input[row * s->nu + column - ns];
}

/* Returns the largest derivative of an acceleration by the numbers of the
 * column's kind: if that column is 0, it has a share of the others' rounding.
 */
static double largest_beside(const Mechanism *s, const double *by_state,
                             const double *by_input, int column)
{
  const int ns = mechanism_states(s);
  const int ends[] = {s->n, 2 * s->n, ns, ns + s->nu};
  int kind = 0;
  double most = 0;
  while (column >= ends[kind]) kind++;
  for (int c = kind ? ends[kind - 1] : 0; c < ends[kind]; c++)
    for (int i = s->n; i < 2 * s->n; i++)
      most = fmax(most, fabs(derivative(s, by_state, by_input, i, c)));
  return most;
}

/* The results of _jac at a state. */
typedef struct Slopes {
  double by_state[MOST_STATES * MOST_STATES],
      by_input[MOST_STATES * MOST_INPUTS];
  double size; /* of the rate */
} Slopes;

/* x is the state and the inputs. Returns false if no difference determines the
 * column. */
static bool compare_column(const MechanismTrial *g, Check *check, int i,
                           const double *x, int column, const Slopes *o)
{
  const Mechanism *s = g->s;
  const int ns = mechanism_states(s);
  double got[MOST_STATES], expected[MOST_STATES], h;
  for (int k = 0; k < ns; k++)
    got[k] = derivative(s, o->by_state, o->by_input, k, column);
  if (!differ(g, x, time_of(g, i), column, expected, &h)) return false;
  const double unit = fmax(1e-2, 1e-9 * o->size / h);
  const double beside = (s->model.is_float ? 1e-2 : 1e-6) *
                        largest_beside(s, o->by_state, o->by_input, column);
  check_add(check, error_of(got, expected, 2 * s->n, fmax(unit, beside)),
            "state %d, column %d", i, column);
  if (s->nz > 0)
    check_add(check, error_of(got + 2 * s->n, expected + 2 * s->n, s->nz, unit),
              "bristles, state %d, column %d", i, column);
  return true;
}

static void verify_jacobian(MechanismTrial *g)
{
  const Mechanism *s = g->s;
  const int ns = mechanism_states(s);
  Check *check = verify_check(g->verification, "jac", g->tolerances.jac);
  const int states = s->model.is_float ? STATES / 4 : STATES;
  int ncolumns = 0, nseen = 0;
  for (int i = 0; i < states; i++) {
    double x[MOST_STATES + MOST_INPUTS], u[MOST_INPUTS], t = time_of(g, i);
    double rate[MOST_STATES], *to[] = {rate};
    Slopes o;
    double *out[] = {o.by_state, o.by_input};
    const bool is_resting = s->friction.sticks && i % 8 > 3;
    draw_state(g, i, is_resting, x, u);
    /* away from the edges, where differences mix both sides */
    put_bristles_at(s, g->reference, t, i / 2 % BENDS_INSIDE, x);
    if (call(g, "jac", x, u, t, 0, out) < 0) continue;
    call(g, "rate", x, u, t, 0, to);
    o.size = largest(rate, ns);
    memcpy(x + ns, u, (size_t)s->nu * sizeof *u);
    for (int c = 0; c < ns + s->nu; c++, ncolumns++)
      nseen += compare_column(g, check, i, x, c, &o);
  }
  if (2 * nseen < ncolumns)
    check_add(check, INFINITY, "%d of %d columns only", nseen, ncolumns);
}

/* ---- steps ------------------------------------------------------------- */

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
 * which is a difference of larger numbers. */
static double bristle_unit(const MechanismTrial *g, const double *state,
                           const double *u, double t, double dt)
{
  const Mechanism *s = g->s;
  double most = 0;
  RefTerms o;
  ref_mechanism_terms(g->reference, state, state + s->n, t, u, &o);
  for (int k = 0; k < s->d; k++) {
    double sum = 0;
    for (int j = 0; j < s->n; j++)
      sum += fabs(o.J[k * s->n + j] * state[s->n + j]);
    most = fmax(most, sum);
  }
  const double epsilon = s->model.is_float ? FLT_EPSILON : DBL_EPSILON;
  return fmax(1e-9, 4 * epsilon * most * dt * s->friction.stiffness /
                        g->tolerances.step);
}

/* Returns the distance of `got` from the reference's step in `parts` parts;
 * `unit` is the scale of bristles. */
static double step_error(const MechanismTrial *g, const double *state,
                         const double *u, double t, double dt, int parts,
                         double unit, const double *got)
{
  const Mechanism *s = g->s;
  double expected[MOST_STATES];
  memcpy(expected, state, sizeof expected);
  for (int i = 0; i < parts; i++)
    if (ref_mechanism_step(g->reference, expected, u, t + dt * i / parts,
                           dt / parts) < 0)
      return INFINITY;
  const int n = 2 * s->n;
  const double error = error_of(got, expected, n, 1);
  return s->nz > 0 ? fmax(error, error_of(got + n, expected + n, s->nz, unit))
                   : error;
}

/* Solvers divide a step that does not converge by four, repeatedly. A step of
 * more than MOST_PARTS would take the reference too long. */
static void verify_steps(MechanismTrial *g)
{
  const Mechanism *s = g->s;
  Check *check = verify_check(g->verification, "step", g->tolerances.step);
  int most = MOST_PARTS;
  for (int i = 0; i < STEPS; i++) {
    progress_step("step", (double)i / STEPS);
    double state[MOST_STATES], got[MOST_STATES], u[MOST_INPUTS];
    const double t = time_of(g, i);
    double dt = mechanism_real(s, i % 2 ? 1e-3 : 1e-2), error = INFINITY;
    draw_state(g, 2 * i + 1, i % 3 == 2, state, u);
    if (!can_step(g, state, u, t, &dt)) continue;
    memcpy(got, state, sizeof got);
    const int status = call(g, "step", got, u, t, dt, NULL);
    const double unit = bristle_unit(g, state, u, t, dt);
    for (int parts = 1;
         status >= 0 && error > g->tolerances.step && parts <= most; parts *= 4)
      error = fmin(error, step_error(g, state, u, t, dt, parts, unit, got));
    if (!(error <= g->tolerances.step)) most = 1; /* one wrong step is enough */
    check_add(check, error, "step %d of %g s, status %d", i, dt, status);
  }
}

/* Writes a state for a step. At some states bristles lock within the step, or
 * turn so fast that no step is short enough; the last tried state is used. */
static void draw_steppable(MechanismTrial *g, double *state, double *u,
                           double *t, double *dt)
{
  for (int i = 1; i < STATES; i += 2) {
    draw_state(g, i, i / 2 % 2, state, u);
    *t = time_of(g, i);
    *dt = mechanism_real(g->s, 1e-4);
    if (can_step(g, state, u, *t, dt)) return;
  }
}

static void verify_promises(MechanismTrial *g)
{
  const Mechanism *s = g->s;
  double state[MOST_STATES], u[MOST_INPUTS], t, dt;
  draw_steppable(g, state, u, &t, &dt);
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
  MechanismTrial g = {.s = s,
                      .reference = mechanism_reference(s),
                      .solver = solver,
                      .verification = verification,
                      .tolerances = tolerances_of(s),
                      .state = solver_state(model->run, solver),
                      .seed = 5};
  verify_rates(&g);
  if (s->friction.sticks) verify_ramp(&g);
  verify_forces(&g);
  verify_jacobian(&g);
  verify_steps(&g);
  verify_promises(&g);
}
