/* verify_slopes.c: compares the derivatives of a mechanism with differences.
 * In: a trial. Out: the check of _jac.
 *
 * Invariant: a column counts only where differences of two orders agree. */
#include "backend/backend.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "kinds/mechanism/verify.h"
#include "reference/mechanism/mechanism.h"

#include <math.h>
#include <string.h>

enum { MOST_HALVINGS = 16 };

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
  return trial_call(g, "rate", state, u, t, 0, to) >= BR_OK;
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
  if (largest_of(o.slip, s->d) > s->friction.v_rest) return 0;
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
        vector_error(fine, out, n, 1e-3) < tolerance &&
        vector_error(fine + n, out + n, ns - n, 1e-3) < tolerance)
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
  if (!differ(g, x, trial_time(g, i), column, expected, &h)) return false;
  const double unit = fmax(1e-2, 1e-9 * o->size / h);
  const double beside = (s->model.is_float ? 1e-2 : 1e-6) *
                        largest_beside(s, o->by_state, o->by_input, column);
  check_add(check, vector_error(got, expected, 2 * s->n, fmax(unit, beside)),
            "state %d, column %d", i, column);
  if (s->nz > 0)
    check_add(check,
              vector_error(got + 2 * s->n, expected + 2 * s->n, s->nz, unit),
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
