/* Tests of the law `coulomb { ... }`: its keys, its expressions and its
 * reference; a block on a belt that sticks exactly. */
#include <criterion/criterion.h>
#include <math.h>

#include "laws/values.h"
#include "mechanism/machine.h"
#include "support/compiling.h"

TestSuite(coulomb, .init = compiling_begin, .fini = compiling_end);

Test(coulomb, static_friction_is_that_of_sliding_unless_given)
{
  ReadLaw law = law_read("coulomb { mu = 0.3 }", "double");
  const Coulomb *c = law.friction->parameters;
  cr_expect_eq(c->mu_s, 0.3);
  cr_expect_eq(law.reference->sticking->mu_s, 0.3);
  law_close(&law);
  law = law_read("coulomb { mu = 0.3, mu_s = 0.5 }", "double");
  cr_expect_eq(law.reference->sticking->mu, 0.3);
  cr_expect_eq(law.reference->sticking->mu_s, 0.5);
  law_close(&law);
}

Test(coulomb, a_float_rests_at_larger_speeds)
{
  ReadLaw law = law_read("coulomb { mu = 0.3 }", "double");
  cr_expect_eq(law.reference->sticking->v_rest, 1e-8);
  law_close(&law);
  law = law_read("coulomb { mu = 0.3 }", "float");
  cr_expect_eq(law.reference->sticking->v_rest, 1e-5);
  law_close(&law);
}

Test(coulomb, has_no_bristles_and_sticks)
{
  ReadLaw law = law_read("coulomb { mu = 0.3 }", "double");
  cr_expect(law.friction->sticks && !law.friction->has_bristles);
  cr_expect(law.reference->sticking && !law.reference->has_bristles);
  law_close(&law);
}

Test(coulomb, friction_does_not_depend_on_the_speed)
{
  const double along[3] = {0.6, 0, -0.8};
  for (double s = 1e-6; s < 100; s *= 10) {
    const double w[3] = {s * along[0], s * along[1], s * along[2]};
    double phi[3];
    ref_coulomb_force(0.4, w, 3, s, phi);
    for (int k = 0; k < 3; k++)
      cr_expect_float_eq(phi[k], 0.4 * along[k], 1e-15);
  }
}

Test(coulomb, reach_is_the_share_of_the_largest_static_friction)
{
  const RefCoulomb f = {.mu = 0.3, .mu_s = 0.5, .v_rest = 1e-8};
  const double force[2] = {3, -4}, none[2] = {0, 0};
  cr_expect_float_eq(ref_coulomb_reach(&f, force, 2, 20), 0.5, 1e-15);
  cr_expect_float_eq(ref_coulomb_reach(&f, force, 2, 5), 2, 1e-15);
  cr_expect_eq(ref_coulomb_reach(&f, none, 2, 0), 0);
  cr_expect(isinf(ref_coulomb_reach(&f, force, 2, 0)));
}

Test(coulomb, expressions_are_those_of_the_reference)
{
  expect_law("coulomb { mu = 0.3, mu_s = 0.5 }", 0);
}

Test(coulomb, a_belt_sticks_and_slips_for_the_exact_times)
{
  static const char *const coulomb[] = {
      "lugre { sigma0 = 1e5, sigma1 = 100, mu_c = 0.3, mu_s = 0.5, v_s = 1e-3 "
      "}",
      "coulomb { mu = 0.3, mu_s = 0.5 }", NULL};
  Machine m = machine_new(LUGRE_BELT, coulomb);
  const double steps[] = {4e-3, 1e-3};
  for (int i = 0; i < 2; i++) {
    const BeltTimes t = belt_times(&m, steps[i], 1e-6);
    cr_expect_float_eq(t.stick, belt_exact().stick, 3 * steps[i], "%g, not %g",
                       t.stick, belt_exact().stick);
    cr_expect_float_eq(t.slip, belt_exact().slip, 3 * steps[i], "%g, not %g",
                       t.slip, belt_exact().slip);
  }
  machine_close(&m);
}
