/* verify_margin.c: compares _margin and _hold with the exact limit surface. In:
 * a trial of a reduced contact. Out: checks that no wrench is nearer sliding
 * than its margin says, and that the margin is not far above.
 *
 * Invariant: the wrench of sliding under any twist has the gauge 1, so that a
 * multiple of it is known to the last digit. */
#include <math.h>

#include "base/base.h"
#include "backend/backend.h"
#include "limit/limit.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/reduced/reference.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/verify.h"
#include "kinds/contact/reduced/reduced.h"

/* Writes a wrench at the grid centre with that gauge for mu = 1, rounded. */
static void wrench_of(ContactTrial *t, RefSurface *surface, const void *context,
                      double gauge, double wrench[3])
{
  const Contact *c = t->contact;
  double v[3], h[3];
  do
    for (int d = 0; d < 3; d++) v[d] = trial_random(t, -1, 1);
  while (hypot(hypot(v[0], v[1]), v[2]) < 0.1);
  v[2] /= c->r;
  surface(context, v, h);
  for (int d = 0; d < 3; d++) wrench[d] = gauge * h[d] * (d == 2 ? c->r : 1);
  wrench[2] += c->cop[0] * wrench[1] - c->cop[1] * wrench[0];
  contact_unstretch_wrench(c, wrench);
  for (int d = 0; d < 3; d++) wrench[d] = trial_real(t, wrench[d]);
}

void verify_margin(ContactTrial *t)
{
  enum { BUDGET = 1000000, MOST = 2000 };
  const Contact *c = t->contact;
  const double reach = reduced_reach(c), mu = reduced_margin_mu(c);
  if (!reduced_has_margin(c)) return;
  const bool is_own = c->form == CONTACT_ELLIPSOID;
  const RefReduced *own = reduced_reference(c);
  /* Rounding of the wrench, where its parts cancel. */
  const double rounding =
      16 * t->unit * fmax(reach, 1) * (1 + hypot(c->cop[0], c->cop[1]) / c->r);
  const double error = is_own ? 0 : reduced_exact_error(t);
  const RefExact exact = reduced_exact(t);
  const int tries =
      (int)fmin(MOST, BUDGET / (exact.patch.nx * exact.patch.ny) + 1);
  Check *unsafe = verify_check(t->verification, "margin is safe", rounding);
  Check *wide = verify_check(t->verification, "margin is close",
                             2 * error * reach * (1 + error) + 2 * rounding +
                                 (t->is_float ? 1e-4 : 1e-6));
  Check *hold = verify_check(t->verification, "hold as margin",
                             t->is_float ? 1e-5 : 1e-12);
  for (int k = 0; k < tries; k++) {
    const double gauge = mu * t->fn * pow(10, trial_random(t, -3, 3));
    double wrench[3], share = 0, fn = 0, again = 0;
    wrench_of(t, is_own ? own->surface : ref_surface_exact,
              is_own ? own->context : &exact, gauge, wrench);
    const double half = 0.5, *const in[] = {wrench, &t->fn};
    const double *const held[] = {wrench, &half}, *const loaded[] = {wrench,
                                                                     &fn};
    double *const out[] = {&share}, *const load[] = {&fn},
                  *const back[] = {&again};
    int status = solver_call(t->run, t->solver, "margin", t->state, in, out);
    const double ratio =
        status == BR_OK ? share * mu * t->fn / gauge : INFINITY;
    check_add(unsafe, fmax(1 - ratio, 0), "wrench %.9g %.9g %.9g", wrench[0],
              wrench[1], wrench[2]);
    check_add(wide, fmax(ratio - 1, 0), "wrench %.9g %.9g %.9g", wrench[0],
              wrench[1], wrench[2]);
    status = solver_call(t->run, t->solver, "hold", t->state, held, load);
    if (status == BR_OK)
      status = solver_call(t->run, t->solver, "margin", t->state, loaded, back);
    check_add(hold, status == BR_OK ? fabs(again / half - 1) : INFINITY,
              "wrench %.9g %.9g %.9g", wrench[0], wrench[1], wrench[2]);
  }
}
