/* goldens.c: wrenches of a reduced contact by the reference, and of a step by
 * its scheme. In: a Contact. Out: its Goldens.
 *
 * Invariant: the bristles are those of the template's _pattern. */
#include "base/base.h"
#include "plan/plan.h"
#include "kinds/contact/couple/couple.h"
#include "kinds/contact/reduced/reference.h"

typedef struct ReducedGoldens {
  const Contact *contact;
  const RefReduced *reference;
  double z[3];
} ReducedGoldens;

static void reduced_wrenches(const void *context, const double twist[3],
                             double fn, double dt, double wrenches[4][3])
{
  const ReducedGoldens *g = context;
  const BristleMotion m = reduced_motion(g->reference, twist);
  double end[3], rate[3];
  ref_reduced_rate(g->reference, g->z, twist, fn, NULL, wrenches[0]);
  contact_scheme(&g->reference->friction, g->contact->step, &m, g->z, dt, end,
                 rate);
  reduced_wrench(g->reference, end, rate, twist, fn, wrenches[1]);
  ref_reduced_steady(g->reference, twist, fn, wrenches[2]);
  ref_reduced_limit(g->reference, twist, fn, wrenches[3]);
}

Goldens *reduced_goldens(const Contact *c)
{
  const double pattern =
      number_rounded(0.7 * c->lugre.mu_s / c->lugre.sigma0, 6);
  const ReducedGoldens context = {
      c, reduced_reference(c), {pattern, -0.5 * pattern, 0.75 * pattern}};
  Goldens *goldens =
      contact_wrench_goldens(c, pattern, reduced_wrenches, &context);
  couple_goldens(c, context.z, goldens);
  return goldens;
}
