/* plan_compensate.c: the holes of templates/joint/compensate.c. In: a Joint.
 * Out: flags and numbers of the Plan. */
#include "kinds/joint/joint.h"

void joint_plan_compensation(const Joint *j, Plan *plan)
{
  const JointCompensate *c = &j->compensate;
  const bool has = joint_has_compensation(j);
  plan_flag(plan, "has_compensation", has);
  plan_flag(plan, "has_encoder", j->encoder > 0);
  plan_flag(plan, "tunes_loop", has && joint_tunes_loop(j));
  plan_flag(plan, "is_auto", c->lambda == 0);
  plan_figure(plan, "encoder", j->encoder);
  if (!has) return;
  plan_number(plan, "gain", c->gain);
  plan_number(plan, "room", c->room);
  plan_number(plan, "limit", c->limit);
  plan_number(plan, "observer_gain", c->observer_gain);
  plan_number(plan, "slides", (1 + j->s_ba) / 2);
  plan_figure(plan, "lambda_value", joint_lambda(j));
  plan_figure(plan, "bandwidth", c->bandwidth);
  plan_figure(plan, "loop_margin",
              j->loop->kd / (joint_lambda(j) * j->loop->inertia));
}
