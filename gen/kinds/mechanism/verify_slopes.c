/* verify_slopes.c: compares the derivatives of a mechanism with differences.
 * In: a trial. Out: the check of _jac.
 *
 * Invariant: a column counts only where differences of two orders agree. */
#include "backend/backend.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "kinds/mechanism/verify.h"
#include "reference/dense.h"
#include "reference/mechanism/mechanism.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_HALVINGS = 16 };

_Static_assert(MOST_STATES + MOST_INPUTS <= MOST_SLOPES, "too few slopes");

/* A reference, or a trial's solver, at a time. */
typedef struct Moment {
  const RefMechanism *reference;
  const MechanismTrial *g; /* NULL: the reference */
  double t;
} Moment;

/* Writes the rate at x, the state and the inputs. */
static bool rate_at(const void *context, const double *x, double *rate)
{
  const Moment *m = context;
  const double *const u = x + ref_mechanism_states(m->reference);
  double state[MOST_STATES], *to[] = {rate};
  if (!m->g) return ref_mechanism_rate(m->reference, x, u, m->t, rate) >= BR_OK;
  memcpy(state, x, (size_t)(u - x) * sizeof *x);
  return trial_call(m->g, "rate", state, u, m->t, 0, to) >= BR_OK;
}

/* A RoundingTrial's function: differences by one column, over steps of dt. */
static bool find_column(const RoundingTrial *trial,
                        const RefMechanism *reference, const double *state,
                        const double *u, double t, double *column)
{
  const Moment moment = {reference, NULL, t};
  const int ns = ref_mechanism_states(reference), nu = reference->nu;
  const Slope rate = {rate_at, &moment, ns + nu, ns};
  double x[MOST_STATES + MOST_INPUTS];
  memcpy(x, state, (size_t)ns * sizeof *x);
  memcpy(x + ns, u, (size_t)nu * sizeof *x);
  return slope_differences(&rate, x, trial->column, 1, &trial->dt, NULL,
                           column);
}

/* Writes by how much each rate at x[by] +- h differs from the rate at x in the
 * same direction, which a slope does not, and how far they are apart. */
static bool measure_bends(const Slope *rate, const double *x, int by, double h,
                          double *bends, double *apart)
{
  double moved[MOST_STATES + MOST_INPUTS], at[3][MOST_STATES];
  memcpy(moved, x, (size_t)rate->nx * sizeof *x);
  for (int i = 0; i < 3; i++) {
    moved[by] = x[by] + (i - 1) * h;
    if (!rate->function(rate->context, moved, at[i])) return false;
  }
  for (int i = 0; i < rate->ny; i++) {
    bends[i] = fabs(at[2][i] + at[0][i] - 2 * at[1][i]);
    apart[i] = fabs(at[2][i] - at[0][i]);
  }
  return true;
}

/* Returns true if some rate is at a kink or a jump: differences of all orders
 * agree there on a slope that the law does not have. Half the distance leaves
 * half of a kink's bend, and a quarter of a curvature's. `size` is that of the
 * rate, whose rounding bends, too. */
static bool is_kink(const Slope *rate, const double *x, int by, double h,
                    double size, double tolerance)
{
  double bends[MOST_STATES], halves[MOST_STATES];
  double apart[MOST_STATES], ignored[MOST_STATES];
  if (!measure_bends(rate, x, by, h, bends, apart) ||
      !measure_bends(rate, x, by, h / 2, halves, ignored))
    return true;
  for (int i = 0; i < rate->ny; i++)
    if (bends[i] > fmax(1e-9 * size + 1e-3 * h, tolerance * apart[i]) &&
        (bends[i] > apart[i] || halves[i] > 0.375 * bends[i]))
      return true;
  return false;
}

/* Returns the force at which the rate of a bristle of force vanishes, the least
 * of all axes; its slope has another form below a thousandth of the slip. */
static double least_limit(const MechanismTrial *g, const double *state,
                          const double *u, double t)
{
  RefTerms o;
  RefMotion motion;
  double share = 1;
  if (ref_mechanism_solve(g->reference, state, u, t, &motion) < BR_OK) return 1;
  ref_mechanism_terms(g->reference, state, state + g->s->n, t, u, &o);
  const double slip = ref_length(o.slip, g->s->d);
  for (int k = 0; k < g->s->d && slip > 0; k++)
    share = fmin(share, fmax(fabs(o.slip[k]) / slip, 1e-3));
  const double load = ref_length(motion.normal, g->s->d);
  const double limit = share * g->reference->law->own.dahl.mu * load;
  return limit > 0 ? limit : 1;
}

/* Returns a step that is small if the law bends, and large if it is linear. A
 * contact at rest still rests after it, and a slip keeps its direction; the
 * power of a law changes its form where the slip along an axis is the
 * thousandth part of the whole slip. */
static double first_step(const MechanismTrial *g, const double *state,
                         const double *u, double t, int by)
{
  const Mechanism *s = g->s;
  const Friction *f = &s->friction;
  const double edge = f->s_ba > 0 ? fmin(f->s_ba, 1 - f->s_ba) : 1;
  const bool is_bristle = by >= 2 * s->n && by < mechanism_states(s);
  double most = 1, step = 1e-5;
  RefTerms o;
  if (is_bristle && f->is_force)
    return fmin(1e-5, 0.01 * least_limit(g, state, u, t));
  if (is_bristle) return 0.01 * edge * f->breakaway;
  if (by >= s->n && by < 2 * s->n) {
    ref_mechanism_terms(g->reference, state, state + s->n, t, u, &o);
    const double slip = largest_of(o.slip, s->d);
    for (int k = 0; k < s->d; k++)
      most = fmax(most, fabs(o.J[k * s->n + by - s->n]));
    if (f->sticks && slip <= f->v_rest) return 0.1 * f->v_rest / most;
    if (slip > 0) step = fmin(step, (f->power != 0 ? 1e-4 : 0.1) * slip / most);
    if (f->power != 0 && slip > 0) return step;
  }
  return f->bend > 0 ? fmin(step, 1e-2 * edge * f->bend) : step;
}

/* Returns true if friction holds the contact at all places of a difference or
 * at none of them: a contact that lets go within far less than h has another
 * slope on both sides. */
static bool holds_alike(const MechanismTrial *g, const double *x, double t,
                        int by, double h)
{
  const double *const u = x + mechanism_states(g->s);
  double moved[MOST_STATES + MOST_INPUTS];
  int held = 0;
  if (!g->s->friction.sticks) return true;
  memcpy(moved, x, (size_t)(mechanism_states(g->s) + g->s->nu) * sizeof *x);
  for (int i = -2; i <= 2; i++) {
    RefMotion motion;
    moved[by] = x[by] + i * h;
    if (ref_mechanism_solve(g->reference, moved, moved + (u - x), t, &motion) <
        BR_OK)
      return false;
    held += motion.is_held;
  }
  return held == 0 || held == 5;
}

/* Halves the step until differences of second and fourth order agree: by the
 * reference if the solver has too few digits. They do not agree if the law has
 * a kink within the step, or friction locks. Returns false if no step suffices;
 * h is the last step. `size` is that of the rate, with what cancels in it. */
static bool differ(const MechanismTrial *g, const double *x, double t, int by,
                   double size, double *out, double *h)
{
  const Moment moment = {g->reference, g->s->model.is_float ? NULL : g, t};
  const int ns = mechanism_states(g->s), n = 2 * g->s->n;
  const Slope rate = {rate_at, &moment, ns + g->s->nu, ns};
  const double tolerance = fmin(g->tolerances.jac, 1e-3);
  *h = first_step(g, x, x + ns, t, by);
  for (int turn = 0; turn < MOST_HALVINGS; turn++, *h /= 2) {
    double fine[MOST_STATES];
    const double unit = fmax(1e-3, 1e-10 * size / *h);
    if (slope_differences(&rate, x, by, 1, h, fine, out) &&
        vector_error(fine, out, n, unit) < tolerance &&
        vector_error(fine + n, out + n, ns - n, unit) < tolerance &&
        !is_kink(&rate, x, by, *h, size, tolerance) &&
        holds_alike(g, x, t, by, *h))
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

/* A Slope's function: the generalised reaction, then friction. */
static bool forces_at(const void *context, const double *x, double *forces)
{
  const Moment *m = context;
  const int n = m->reference->n;
  RefMotion o;
  if (ref_mechanism_solve(m->reference, x,
                          x + ref_mechanism_states(m->reference), m->t,
                          &o) < BR_OK)
    return false;
  memcpy(forces, o.Qc, (size_t)n * sizeof *forces);
  memcpy(forces + n, o.Qf, (size_t)n * sizeof *forces);
  return true;
}

/* Returns the largest derivative of an acceleration by one force: the sum of
 * them, which may cancel, has a share of its rounding. */
static double largest_within(const MechanismTrial *g, const double *x, double t,
                             int column, double h)
{
  const Moment moment = {g->reference, NULL, t};
  const int n = g->s->n, ns = mechanism_states(g->s);
  const Slope forces = {forces_at, &moment, ns + g->s->nu, 2 * n};
  double slopes[2 * MOST_COORDINATES], most = 0;
  RefTerms o;
  if (!slope_differences(&forces, x, column, 1, &h, slopes, NULL)) return 0;
  ref_mechanism_terms(g->reference, x, x + g->s->n, t, x + ns, &o);
  for (int i = 0; i < 2 * n; i++)
    most = fmax(most, fabs(slopes[i]) / o.M[i % n * (n + 1)]);
  return most;
}

/* Returns the derivative by a rate of an acceleration by friction that is lost
 * where the direction of a slip is constant along it: the friction over the
 * slip, which a solver multiplies by 1 - 1. */
static double largest_turn(const MechanismTrial *g, const double *x, double t,
                           int column)
{
  const Mechanism *s = g->s;
  RefTerms o;
  RefMotion motion;
  double arm = 0, most = 0;
  if (column < s->n || column >= 2 * s->n || s->d == 0 ||
      ref_mechanism_solve(g->reference, x, x + mechanism_states(s), t,
                          &motion) < BR_OK)
    return 0;
  ref_mechanism_terms(g->reference, x, x + s->n, t, x + mechanism_states(s),
                      &o);
  const double slip = ref_length(o.slip, s->d);
  for (int k = 0; k < s->d; k++)
    arm = fmax(arm, fabs(o.J[k * s->n + column - s->n]));
  for (int i = 0; i < s->n; i++)
    most = fmax(most, fabs(motion.Qf[i]) / o.M[i * (s->n + 1)]);
  return slip > 0 ? most * arm / slip : 0;
}

/* Writes how far the differences by other steps are from the differences by h:
 * for q and v, and for bristles. That is their rounding. */
static void measure_noise(const MechanismTrial *g, const double *x, double t,
                          int column, double h, const double *differences,
                          double noise[2])
{
  static const double shares[] = {0.6, 0.85, 1.2, 1.5};
  const Moment moment = {g->reference, g->s->model.is_float ? NULL : g, t};
  const int ns = mechanism_states(g->s), n = 2 * g->s->n;
  const Slope rate = {rate_at, &moment, ns + g->s->nu, ns};
  noise[0] = noise[1] = 0;
  for (size_t k = 0; k < COUNT(shares); k++) {
    const double step = shares[k] * h;
    double other[MOST_STATES];
    if (!slope_differences(&rate, x, column, 1, &step, NULL, other)) continue;
    for (int i = 0; i < ns; i++)
      noise[i >= n] = fmax(noise[i >= n], fabs(other[i] - differences[i]));
  }
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
  enum { NOISES = 4 }; /* a difference's rounding, in what four others show */
  const Mechanism *s = g->s;
  const int ns = mechanism_states(s), n = 2 * s->n;
  const double t = trial_time(g, i), tolerance = check->tolerance;
  double got[MOST_STATES], expected[MOST_STATES], h, noise[2];
  for (int k = 0; k < ns; k++)
    got[k] = derivative(s, o->by_state, o->by_input, k, column);
  if (!differ(g, x, t, column, o->size, expected, &h)) return false;
  measure_noise(g, x, t, column, h, expected, noise);
  const RoundingTrial trial = {find_column, x, x + ns, t, h, column};
  const double unit = fmax(1e-2, 1e-9 * o->size / h);
  const double beside =
      fmax((s->model.is_float ? 1e-2 : 1e-6) *
               fmax(largest_beside(s, o->by_state, o->by_input, column),
                    largest_within(g, x, t, column, h)),
           4 * (s->model.is_float ? FLT_EPSILON : DBL_EPSILON) *
               largest_turn(g, x, t, column) / tolerance);
  if (noise[0] > fmin(0.1, 100 * tolerance) *
                     fmax(largest_of(expected, n), fmax(unit, beside)))
    return false;
  const double units[] = {
      fmax(fmax(unit, beside), NOISES * noise[0] / tolerance),
      fmax(unit, NOISES * noise[1] / tolerance)};
  check_add(check,
            rounded_error(g, &trial, got, expected, 0, n, units[0], tolerance),
            "state %d, column %d", i, column);
  if (s->nz > 0)
    check_add(
        check,
        rounded_error(g, &trial, got, expected, n, s->nz, units[1], tolerance),
        "bristles, state %d, column %d", i, column);
  return true;
}

/* Returns the largest acceleration by forces that a contact or the constraints
 * may cancel: its rounding stays. */
static double free_acceleration(const MechanismTrial *g, const double *state,
                                const double *u, double t)
{
  const int n = g->s->n;
  double largest = 0;
  RefTerms o;
  ref_mechanism_terms(g->reference, state, state + n, t, u, &o);
  for (int i = 0; i < n; i++)
    largest = fmax(largest, fabs(o.Q[i]) / o.M[i * n + i]);
  return largest;
}

void verify_mechanism_slopes(MechanismTrial *g)
{
  const Mechanism *s = g->s;
  const int ns = mechanism_states(s);
  Check *check = verify_check(g->verification, "jac", g->tolerances.jac);
  const int states = s->model.is_float ? g->states / 4 : g->states;
  int ncolumns = 0, nseen = 0;
  for (int i = 0; i < states; i++) {
    double x[MOST_STATES + MOST_INPUTS], u[MOST_INPUTS], t = trial_time(g, i);
    double rate[MOST_STATES], *to[] = {rate};
    Slopes o;
    double *out[] = {o.by_state, o.by_input};
    const bool is_resting = s->friction.sticks && i % 8 > 3;
    trial_draw(g, i, is_resting, x, u);
    /* away from the edges, where differences mix both sides */
    put_bristles_at(s, g->reference, t, i / 2 % BENDS_INSIDE, x);
    RefMotion ignored; /* the new bristles may lock where the drawn ones slid */
    if (i % 4 < 2)
      slow_until_unique(s, g->reference, u, t, i / 2 % BENDS_INSIDE, x,
                        &ignored);
    if (trial_call(g, "jac", x, u, t, 0, out) < 0) continue;
    trial_call(g, "rate", x, u, t, 0, to);
    o.size = fmax(largest_of(rate, ns), free_acceleration(g, x, u, t));
    memcpy(x + ns, u, (size_t)s->nu * sizeof *u);
    for (int c = 0; c < ns + s->nu; c++, ncolumns++)
      nseen += compare_column(g, check, i, x, c, &o);
  }
  if (2 * nseen < ncolumns)
    check_add(check, INFINITY, "%d of %d columns only", nseen, ncolumns);
}
