/* plan.c: the plan of _step_slopes, _couple and _march, for either form of a
 * patch. In: a Contact and its equations. Out: the holes of
 * templates/contact/couple and of the files called backward.c. */
#include <float.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "kinds/contact/couple/couple.h"
#include "kinds/contact/stretch.h"

void couple_plan(const Contact *c, const Equations *equations, Plan *plan)
{
  const bool is_float = c->model.is_float;
  plan_flag(plan, "has_couple", c->couple > 0);
  if (c->couple == 0) return;
  plan_flag(plan, "has_seams", c->form == CONTACT_REDUCED);
  plan_figure(plan, "couple_most", c->couple);
  plan_number(plan, "couple_eps", is_float ? FLT_EPSILON : DBL_EPSILON);
  plan_number(plan, "couple_tolerance", is_float ? 1e-5 : 1e-11);
  plan_number(plan, "couple_twists", is_float ? 1e-5 : 1e-9);
  /* The length over which a torque counts as a force. */
  plan_number(plan, "couple_arm", c->r * (c->stretch ? c->stretch->ratio : 1));
  plan_number(plan, "couple_damping", c->lugre.sigma1 / c->lugre.sigma0);
  plan_block(plan, "backward_slopes",
             equations_get(equations, "backward slopes"));
  plan_block(plan, "arrival_slopes",
             equations_get(equations, "arrival slopes"));
}
