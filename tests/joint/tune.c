/* Tests of tuned joints: verify finds one corrupted number of a tuning. */
#include <criterion/criterion.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(joint_tune, .init = compiling_begin, .fini = compiling_end);

static const char axis[] =
    "return joint { name = 'axis', unit = 'rotary',\n"
    "  friction = lugre { F_c = 2, F_s = 2.5, v_s = 0.05, sigma0 = 2e3,\n"
    "    sigma1 = 5, sigma2 = 0.3, s_ba = 0.8 },\n"
    "  tune = { F_c = { 1, 3 }, F_s = { 1.5, 4 }, sigma0 = { 1e3, 4e3 },\n"
    "    sigma2 = { 0.1, 0.5 } } }\n";

/* Changed formulas of _tune, a changed default, a range that lets more in, and
 * a value that is not taken. */
Test(joint_tune, verify_finds_changed_tunings)
{
  static const char *const changes[] = {
      "s/derived\\[0\\] = /&1.00001*/", "s/derived\\[1\\] = /&1.00001*/",
      "s/^    0.0005, /    0.00050001, /", "s/>= 1.5 /> 1.2 /",
      "s/= value\\[i\\]/= i == AXIS_TUNE_SIGMA2 ? 0.3 : value[i]/"};
  save("axis.lua", axis);
  cr_assert_eq(
      run_shell("cd %s && $OLDPWD/" BRISTLE " emit axis.lua -o .", folder), 0,
      "%s", printed);
  const size_t stride = (size_t)soak_stride(5);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i += stride) {
    cr_assert_eq(run_shell("cd %s && sed '%s' axis.c >bad.c && ! cmp -s axis.c "
                           "bad.c",
                           folder, changes[i]),
                 0, "%s changes nothing", changes[i]);
    cr_expect_eq(run_shell("%s verify %s/axis.lua %s/bad.c --backend=tcc",
                           BRISTLE, folder, folder),
                 1, "%s: %s", changes[i], printed);
  }
}
