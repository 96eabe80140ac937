/* plan_margin.c: plans _margin and _hold. In: a Contact. Out: holes.
 *
 * Invariant: bounds are rounded up by the rounding of the emitted code. */
#include <math.h>

#include "base/base.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "kinds/contact/margin.h"
#include "kinds/contact/region.h"
#include "kinds/contact/reduced/reduced.h"

static void plan_points(const Contact *c, double rounding, Plan *plan)
{
  const double creep = 1e-3; /* nearer to their limit bristles creep, and turn */
  const bool is_single = contact_is_single(c);
  if (!is_single)
    plan_number(plan, "margin_reach",
                contact_margin_reach(c) * (1 + rounding));
  plan_number(plan, "margin_safe",
              number_rounded((1 + creep) * (1 + rounding), 6));
  if (c->stretch || c->lugre.has_regions) {
    double centre[2];
    contact_margin_centre(c, centre);
    plan_number(plan, "margin_x", centre[0]);
    plan_number(plan, "margin_y", centre[1]);
  }
  if (!c->levels)
    plan_number(plan, "margin_per_length",
                1 / (is_single ? c->r : contact_margin_length(c)));
  plan_flag(plan, "has_excess", contact_has_excess(c));
  if (c->lugre.has_regions)
    plan_number(plan, "mean_factor", contact_mean_factor(c));
  if (contact_has_excess(c))
    plan_number(plan, "margin_excess",
                number_rounded(100 * contact_margin_excess(c), 2));
  plan_number(plan, "margin_rounds", 40);
}

static void plan_surface(const Contact *c, double rounding, Plan *plan)
{
  const double reach = reduced_reach(c);
  const double error = reach > 0 ? reduced_margin_error(c) : 0;
  plan_figure(plan, "reach", reach);
  plan_number(plan, "margin_reach", reach * (1 + rounding));
  plan_number(plan, "margin_safe", (1 + reach * error) * (1 + rounding));
  plan_number(plan, "margin_slack", reach * error);
  plan_number(plan, "margin_rounds", 32);
}

void contact_plan_margin(const Contact *c, Plan *plan)
{
  const bool has = contact_has_margin(c), is_reduced = contact_is_reduced(c);
  const double unit = c->model.is_float ? 0x1p-24 : 0x1p-53;
  const double sums = is_reduced ? 0 : 2 * unit * c->cells.count;
  const double rounding = fmax(sums, c->model.is_float ? 1e-5 : 1e-13);
  plan_flag(plan, "has_margin", has);
  if (!has) return;
  plan_flag(plan, "one_bristle", contact_is_single(c));
  plan_number(plan, "margin_mu", contact_margin_mu(c) * contact_mean_factor(c));
  plan_text(plan, "margin_level", c->limit_surface.level ? "mu_s" : "mu_c");
  (is_reduced ? plan_surface : plan_points)(c, rounding, plan);
}
