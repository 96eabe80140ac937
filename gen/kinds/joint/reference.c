/* reference.c: makes the joint of the reference. In: a Joint. Out: a RefJoint.
 *
 * Invariant: no number comes from emitted code. P(q) is that of the table,
 * whose error is a check of its own. */
#include <math.h>

#include "base/base.h"
#include "kinds/joint/reference.h"

static double own_level(void *closure, double s)
{
  const Joint *j = closure;
  double level;
  spec_call(j->model.spec, j->stribeck, &s, 1, &level, 1);
  return level;
}

static double own_factor(void *closure, double q)
{
  return joint_table_factor(closure, q);
}

static RefJointSide side_of(const JointSide *s)
{
  const RefJointSide side = {s->F_c, s->F_s, s->v_s, s->gamma, s->sigma2};
  return side;
}

RefJoint joint_reference(const Joint *j)
{
  const RefJoint r = {
      .has_bristle = joint_has_state(j),
      .forward = side_of(&j->side[0]),
      .reverse = side_of(&j->side[1]),
      .sigma0 = j->sigma0,
      .sigma1 = j->sigma1,
      .is_elastoplastic = j->law == JOINT_LUGRE && j->s_ba > 0,
      .s_ba = j->s_ba,
      .v_d = j->v_d,
      .alpha = j->alpha,
      .mu_c = j->mu_c,
      .mu_s = j->mu_s,
      .own = j->stribeck ? own_level : NULL,
      .top = j->top,
      .place = j->position.place != PLACE_NONE ? own_factor : NULL,
      .closure = (void *)j,
      .is_frozen = j->step == JOINT_EXPONENTIAL};
  return r;
}

RefCompensator joint_reference_compensator(const Joint *j)
{
  const JointCompensate *c = &j->compensate;
  const RefCompensator r = {
      .gain = c->gain,
      .lambda = joint_lambda(j),
      .adaptation = isfinite(c->bandwidth) ? joint_adaptation(j) : 0,
      .room = c->room,
      .limit = c->limit,
      .dead_zone = j->encoder,
      .observer_gain = c->observer_gain};
  return r;
}
