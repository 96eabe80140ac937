/* Tests of `bristle verify` for joints: a batch that differs from single steps
 * is caught. */
#include <criterion/criterion.h>

#include "support/support.h"
#include "support/verifying.h"

TestSuite(joint_verify, .init = verifying_begin, .fini = verifying_end);

Test(joint_verify, a_wrong_batch_is_caught)
{
  cr_assert_eq(bristle("emit specs/joint/axis.lua -o %s", dir), 0, "%s", err);
  corrupt("axis", "int axis_step_beside(", "per_dt = ", 1e-9, 1e-6);
  cr_expect_eq(
      bristle("verify specs/joint/axis.lua %s/bad.c --backend=tcc", dir), 1,
      "%s%s", out, err);
  cr_expect(is_named("batches are single steps"), "%s", out);
}

Test(joint_verify, a_bristle_that_yields_early_holds_in_float)
{
  cr_expect_eq(bristle("verify tests/data/joint/bent_early.lua --backend=tcc"),
               0, "%s%s", out, err);
}

/* Each of these failed once; its first line says what is odd. */
Test(joint_verify, holds_in_short_waves_and_at_the_ends_of_ranges)
{
  static const char *const names[] = {"short_waves", "damping_long_gone",
                                      "far_beyond", "least_of_both_ways"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    cr_expect_eq(
        bristle("verify tests/data/joint/%s.lua --backend=tcc", names[i]), 0,
        "%s:\n%s%s", names[i], out, err);
}
