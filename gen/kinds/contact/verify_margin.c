/* verify_margin.c: compares _margin and _hold with the exact limit surface. In:
 * a trial of a contact. Out: checks that no wrench is nearer sliding than its
 * margin says, and that the margin is not far above.
 *
 * Invariant: the wrench of sliding under any twist has the gauge 1, so that a
 * multiple of it is known to the last digit. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "limit/limit.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/margin.h"
#include "kinds/contact/reduced/reduced.h"
#include "kinds/contact/reduced/reference.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/verify.h"

/* The surface that a margin refers to. */
typedef struct Judge {
  RefSurface *surface;
  const void *context;
  RefExact exact;
  double cop[2];    /* where twists are taken, m */
  double mu, reach; /* |V|/P(V) is at most reach */
  double above;     /* share by which a margin may be too high */
} Judge;

/* The surface of the model's bristles, a sum over points. */
static void judge_points(ContactTrial *t, Judge *j)
{
  const Contact *c = t->contact;
  const Grid *grid = c->stretch ? &c->stretch->grid : &c->cells.grid;
  const size_t all = (size_t)grid->nx * (size_t)grid->ny;
  RefPatch *patch = &j->exact.patch;
  contact_place(c, c->cop, j->cop);
  j->exact = (RefExact){t->reference->patch, {j->cop[0], j->cop[1]}, c->r};
  if (!patch->x) {
    double *x = run_doubles(t->run, all), *y = run_doubles(t->run, all);
    for (int k = 0; k < (int)all; k++) {
      x[k] = grid_x(grid, k % grid->nx);
      y[k] = grid_y(grid, k / grid->nx);
    }
    patch->x = x;
    patch->y = y;
  }
  j->surface = ref_surface_exact;
  j->reach = contact_is_single(c) ? 1 : contact_margin_reach(c);
  j->above = t->is_float ? 1e-2 : 2e-3; /* the search has an end */
}

/* The exact surface of the pressure, or the ellipsoid. */
static void judge_surface(ContactTrial *t, Judge *j)
{
  const Contact *c = t->contact;
  const RefReduced *own = reduced_reference(c);
  memcpy(j->cop, c->cop, sizeof j->cop);
  j->reach = reduced_reach(c);
  j->above = t->is_float ? 1e-4 : 1e-6;
  j->surface = own->surface;
  j->context = own->context;
  if (c->form == CONTACT_ELLIPSOID) return;
  const double error = reduced_exact_error(t);
  j->above += 2 * error * j->reach * (1 + error);
  j->exact = reduced_exact(t);
  j->surface = ref_surface_exact;
  j->context = &j->exact;
}

/* Writes a twist of the centre of pressure: any; or for cells, now and then, a
 * turn about a bristle, whose force is free. */
static void twist_of(ContactTrial *t, const Judge *j, int k, double v[3])
{
  const Contact *c = t->contact;
  if (!contact_is_reduced(c) && k % 4 == 0 && !contact_is_single(c)) {
    const int cell = (k / 4) % c->cells.count;
    double at[2] = {c->cells.x[cell], c->cells.y[cell]};
    contact_place(c, at, at);
    v[0] = at[1] - j->cop[1];
    v[1] = j->cop[0] - at[0];
    v[2] = 1;
    return;
  }
  do
    for (int d = 0; d < 3; d++) v[d] = trial_random(t, -1, 1);
  while (hypot(hypot(v[0], v[1]), v[2]) < 0.1);
  v[2] /= c->r;
}

/* Writes a wrench at the grid centre with that gauge for mu = 1, rounded. */
static void wrench_of(ContactTrial *t, const Judge *j, int k, double gauge,
                      double wrench[3])
{
  const Contact *c = t->contact;
  double v[3], h[3];
  twist_of(t, j, k, v);
  j->surface(j->context, v, h);
  for (int d = 0; d < 3; d++) wrench[d] = gauge * h[d] * (d == 2 ? c->r : 1);
  wrench[2] += j->cop[0] * wrench[1] - j->cop[1] * wrench[0];
  if (contact_is_reduced(c)) contact_unstretch_wrench(c, wrench);
  for (int d = 0; d < 3; d++) wrench[d] = trial_real(t, wrench[d]);
}

/* Compares _hold with _margin at the load that _hold says. With levels the patch
 * there is another one, and the load may be where the range ends. */
static void check_hold(ContactTrial *t, Check *check, const double wrench[3])
{
  const double half = 0.5;
  double fn = 0, again = 0;
  const double *const held[] = {wrench, &half}, *const loaded[] = {wrench, &fn};
  double *const load[] = {&fn}, *const back[] = {&again};
  int status = solver_call(t->run, t->solver, "hold", t->state, held, load);
  if (status == BR_OK)
    status = solver_call(t->run, t->solver, "margin", t->state, loaded, back);
  check_add(check, status == BR_OK ? fabs(again / half - 1) : INFINITY,
            "wrench %.9g %.9g %.9g", wrench[0], wrench[1], wrench[2]);
}

void verify_margin(ContactTrial *t)
{
  enum { BUDGET = 25000, MOST = 1000 };
  const Contact *c = t->contact;
  Judge j = {.mu = contact_margin_mu(c)};
  if (!contact_has_margin(c)) return;
  (contact_is_reduced(c) ? judge_surface : judge_points)(t, &j);
  if (!j.context) j.context = &j.exact;
  /* Rounding of the wrench, where its parts cancel, and of the sums. */
  const double rounding =
      16 * t->unit * fmax(j.reach, 1) *
      (1 + hypot(c->cop[0], c->cop[1]) / c->r + 0.1 * t->places);
  const int terms = j.exact.patch.nx * j.exact.patch.ny;
  const int tries = (int)fmin(MOST, BUDGET / fmax(1, terms) + 1);
  Check *unsafe = verify_check(t->verification, "margin is safe", rounding);
  Check *wide =
      verify_check(t->verification, "margin is close", j.above + 2 * rounding);
  const bool is_searched = c->levels && !contact_is_reduced(c);
  Check *hold = verify_check(t->verification, "hold as margin",
                             is_searched   ? j.above
                             : t->is_float ? 1e-5
                                           : 1e-12);
  for (int k = 0; k < tries; k++) {
    const double gauge = j.mu * t->fn * pow(10, trial_random(t, -3, 3));
    double wrench[3], share = 0;
    wrench_of(t, &j, k, gauge, wrench);
    const double *const in[] = {wrench, &t->fn};
    double *const out[] = {&share};
    const int status =
        solver_call(t->run, t->solver, "margin", t->state, in, out);
    const double ratio =
        status == BR_OK ? share * j.mu * t->fn / gauge : INFINITY;
    check_add(unsafe, fmax(1 - ratio, 0), "wrench %.9g %.9g %.9g", wrench[0],
              wrench[1], wrench[2]);
    check_add(wide, fmax(ratio - 1, 0), "wrench %.9g %.9g %.9g", wrench[0],
              wrench[1], wrench[2]);
    check_hold(t, hold, wrench);
  }
}
