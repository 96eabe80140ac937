/* verify_levels.c: checks of pressure that depends on the normal force. In: a
 * ContactTrial at one force. Out: checks of the error of interpolation between
 * levels, and of bristles when the force changes.
 *
 * Invariant: the pressure at a force is the spec's own, not a level's. */
#include <math.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/region.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/cells/verify.h"

static double solver_share(const ContactTrial *t, const double *blocks, int k)
{
  const ContactStretch *s = t->contact->stretch;
  return -blocks[6 * k] / (t->friction->sigma0 * t->fn * (s ? s->xx : 1));
}

/* Reads the solver's shares: at rest and without bristles a cell's dwrench/dz
 * is -sigma0*w*fn. */
static bool solver_shares(const ContactTrial *t, double fn, double *shares)
{
  const size_t n = (size_t)t->places;
  const double twist[3] = {0, 0, 0};
  const double *const in[] = {twist, &fn};
  ContactTrial at = *t;
  double *dw_dz = run_doubles(t->run, 6 * n);
  double *const out[] = {NULL, NULL, dw_dz, NULL};
  at.fn = fn;
  t->solver->functions->set(t->state, run_doubles(t->run, 2 * n));
  if (solver_call(t->run, t->solver, "rate_jac", t->state, in, out) != BR_OK)
    return false;
  for (int k = 0; k < t->places; k++) shares[k] = solver_share(&at, dw_dz, k);
  return true;
}

/* The same with stiffness by area, where dwrench/dz does not depend on the load:
 * a long bristle alone is shortened to its load over its stiffness. */
static bool shares_by_length(const ContactTrial *t, double fn, double *shares)
{
  const Contact *c = t->contact;
  const size_t n = (size_t)t->places;
  const double xx = c->stretch ? c->stretch->xx : 1;
  const double held = contact_longest(c) * t->friction->sigma0;
  double *z = run_doubles(t->run, 2 * n);
  ContactTrial at = *t;
  at.fn = fn;
  for (size_t k = 0; k < n; k++) {
    const double twist[3] = {0, 0, 0};
    double wrench[3];
    z[k] = 1;
    if (solver_rate(&at, z, twist, NULL, wrench) != BR_OK) return false;
    shares[k] = -wrench[0] / (xx * held * contact_factor(c, (int)k) * fn);
    z[k] = 0;
  }
  return true;
}

/* Writes the load and its moments of x, y and x^2 + y^2, over half the diagonal
 * of the grid. */
static void moments_of(const ContactTrial *t, const double *x, const double *y,
                       const double *w, int count, double out[4])
{
  for (int d = 0; d < 4; d++) out[d] = 0;
  for (int k = 0; k < count; k++) {
    const double a = x[k] / t->length, b = y[k] / t->length;
    out[0] += w[k];
    out[1] += w[k] * a;
    out[2] += w[k] * b;
    out[3] += w[k] * (a * a + b * b);
  }
}

/* Checks the shares of bristles: none is negative, and their moments are those
 * of the cells at any force. */
static void verify_bristles(ContactTrial *t)
{
  enum { TRIES = 24 };
  const Contact *c = t->contact;
  const Levels *l = c->map_levels;
  const Cells *map = contact_map(c);
  const double least = l->fn[0], largest = l->fn[l->count - 1];
  const int terms = c->compression->degree > 1 ? 4 : 3;
  Check *check = verify_check(t->verification, "moments between levels",
                              1e-11 + t->places * 4 * t->unit);
  const size_t all = (size_t)map->grid.nx * (size_t)map->grid.ny;
  double *shares = run_doubles(t->run, (size_t)t->places);
  double *whole = run_doubles(t->run, all);
  double *w = run_doubles(t->run, (size_t)map->count);
  const RefLevels levels = {(size_t)l->count, l->fn,
                            (const double *const *)l->all};
  for (int i = 0; i < TRIES; i++) {
    const double u = i < 2 ? 1.5 - 2 * i : trial_random(t, -0.1, 1.1);
    const double fn = trial_real(t, least * pow(largest / least, u));
    double own[4], cells[4], error = 0;
    if (!solver_shares(t, fn, shares)) error = INFINITY;
    ref_shares(&levels, fn, all, whole);
    for (int k = 0; k < map->count; k++) w[k] = whole[map->index[k]];
    for (int k = 0; k < t->places; k++) error += fmax(0, -shares[k]);
    moments_of(t, c->cells.x, c->cells.y, shares, t->places, own);
    moments_of(t, map->x, map->y, w, map->count, cells);
    for (int d = 0; d < terms; d++) error += fabs(own[d] - cells[d]);
    check_add(check, error, "at fn = %g N", fn);
  }
}

/* Checks the shares against the spec's own pressure at forces far beyond the
 * range on either side, and in it. */
void verify_shares(ContactTrial *t)
{
  if (t->contact->compression) {
    verify_bristles(t);
    return;
  }
  enum { TRIES = 24 };
  const Contact *c = t->contact;
  const Levels *l = c->levels;
  const Cells *cells = &c->cells;
  const double least = l->fn[0], largest = l->fn[l->count - 1];
  const double rounding = t->places * 4 * t->unit;
  Check *between = verify_check(t->verification, "shares between levels",
                                l->error + rounding);
  double *shares = run_doubles(t->run, (size_t)t->places);
  const Value *surface = value_get(&c->model.spec->root, "pressure");
  for (int i = 0; i < TRIES; i++) {
    const double u = i < 2 ? 1.5 - 2 * i : trial_random(t, -0.1, 1.1);
    const double fn = trial_real(t, least * pow(largest / least, u));
    const double within = fmin(fmax(fn, least), largest);
    const double *exact =
        levels_exact(c->model.spec, surface, contact_spec_grid(c), within);
    double error = 0, kept = 0;
    if (!(c->area ? shares_by_length : solver_shares)(t, fn, shares))
      error = INFINITY;
    for (int k = 0; k < t->places; k++) {
      error += fabs(shares[k] - exact[cells->index[k]]);
      kept += exact[cells->index[k]];
    }
    check_add(between, error + fabs(1 - kept), "at fn = %g N", fn);
  }
}

/* Changes the force from a full patch to this force and back: bristles without
 * load are reset, all others are not affected. */
void verify_resets(ContactTrial *t)
{
  Check *check = verify_check(t->verification, "bristles without load", 0);
  const size_t n = (size_t)t->places;
  double twist[3], *z = run_doubles(t->run, 2 * n);
  double *rate = run_doubles(t->run, 2 * n);
  const double dt =
      trial_real(t, 0.1 * t->friction->mu_c / (t->friction->sigma0 * t->speed));
  trial_twist(t, TWISTS - 1, twist);
  t->form->state(t, 0, twist, z);
  const int rated = solver_rate(t, z, twist, rate, NULL);
  const int stepped = solver_step(t, z, twist, dt, NULL);
  for (int k = 0; k < t->places; k++) {
    const bool is_still = rate[k] == 0 && rate[n + (size_t)k] == 0;
    const bool is_reset = z[k] == 0 && z[n + (size_t)k] == 0;
    const bool is_loaded = trial_at(t, k, twist).load > 0;
    check_add(check,
              rated == BR_OK && stepped == BR_OK && is_still == !is_loaded &&
                      is_reset == !is_loaded
                  ? 0
                  : INFINITY,
              "cell %d", k);
  }
}
