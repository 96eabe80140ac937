/* samples.c: the friction of one bristle as the reference computes it, for the
 * picture of the law. In: a Contact. Out: points of a loop of hysteresis.
 *
 * Invariant: the last period of the motion is recorded, the ones before settle
 * the bristle. */
#include <math.h>

#include "base/base.h"
#include "plan/plan.h"
#include "kinds/contact/contact.h"
#include "reference/contact/contact.h"

void contact_plan_loop(const Contact *c, double amplitude, Plan *plan,
                       const char *hole)
{
  enum { PERIODS = 3, STEPS = 20000, EVERY = 50 };
  static const double whole[1] = {1};
  const double length = c->friction.breakaway;
  /* The peak speed is a hundredth of the speed over which the law changes. */
  const double rate = 0.01 * lugre_speed(&c->lugre) / amplitude;
  const double dt = 2 * PI / rate / STEPS;
  RefContact cell = *contact_reference(c);
  cell.area.areas = NULL; /* the whole patch at its nominal load */
  cell.patch = (RefPatch){1, 1, length, length, whole};
  double z[2] = {0, 0};
  for (int k = 0; k < PERIODS * STEPS; k++) {
    const double before = amplitude * sin(2 * PI * k / STEPS);
    const double after = amplitude * sin(2 * PI * (k + 1) / STEPS);
    const double twist[3] = {(after - before) / dt, 0, 0};
    double wrench[3];
    ref_step_euler(&cell, z, twist, 1, dt, wrench);
    const double point[2] = {1e6 * after, -wrench[0]};
    if (k >= (PERIODS - 1) * STEPS - 1 && (k + 1) % EVERY == 0)
      plan_row(plan, hole, 2, point);
  }
}
