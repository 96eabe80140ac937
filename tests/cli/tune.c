/* Tests of --tune of the verbs. In: specs with tune. Out: claims about the
 * values that verify, bench and sim use, and about values that they refuse. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

static void begin(void)
{
  compiling_begin();
  save("foot.lua",
       "return cone { name = 'foot', mu = 0.8, f_max = 30, tune = "
       "{ mu = { 0.2, 1.2 }, f_max = { 10, 50 } } }");
  save("pad.lua",
       "return contact { name = 'pad', model = 'ellipsoid', grid = { 3, 3 }, "
       "size = { 0.1, 0.1 }, pressure = rectangle {}, friction = lugre { "
       "sigma0 = 1e4, sigma1 = 20, mu_c = 0.5, mu_s = 0.6, v_s = 1e-3 }, tune "
       "= { mu_c = { 0.1, 1 }, mu_s = { 0.1, 1 } }, scenario = { duration = "
       "0.1, dt = 1e-3, fn = 1, twist = function(t) return 0.1, 0, 0 end } }");
}

TestSuite(cli_tune, .init = begin, .fini = compiling_end);

Test(cli_tune, verify_tests_these_values_and_no_others)
{
  cr_expect_eq(run_shell("%s verify %s/foot.lua --backend=tcc --tune mu=0.5 "
                         "--tune f_max=20",
                         BRISTLE, folder),
               0, "%s", printed);
  cr_expect(strstr(printed, "f_max = 20, mu = 0.5"), "%s", printed);
  cr_expect_null(strstr(printed, "mu = 1.2"), "%s", printed);
  cr_expect_eq(
      run_shell("%s verify %s/foot.lua --backend=tcc", BRISTLE, folder), 0,
      "%s", printed);
  cr_expect(strstr(printed, "mu = 1.2"), "%s", printed);
}

/* Code that is wrong in the middle of a range alone holds elsewhere, and its
 * self-test, at two corners, does not find it. */
Test(cli_tune, verify_finds_what_is_wrong_at_these_values)
{
  static const char *const verify =
      "%s verify %s/pad.lua %s/pad.c --backend=tcc --tune mu_s=0.9 --tune "
      "mu_c=%s";
  cr_assert_eq(run_shell("%s emit %s/pad.lua -o %s && cd %s && cp pad.c "
                         "good.c && sed -i 's/derived\\[[0-9]*\\] = /"
                         "&(value[PAD_TUNE_MU_C] > 0.7 \\&\\& "
                         "value[PAD_TUNE_MU_C] < 0.9 ? 1.01 : 1.0)*/' pad.c "
                         "&& ! cmp -s pad.c good.c",
                         BRISTLE, folder, folder, folder),
               0, "%s", printed);
  cr_expect_eq(run_shell(verify, BRISTLE, folder, folder, "0.6"), 0, "%s",
               printed);
  cr_expect_eq(run_shell(verify, BRISTLE, folder, folder, "0.8"), 1, "%s",
               printed);
}

Test(cli_tune, bench_times_the_spec_without_tune_too)
{
  static const char *const keys[] = {
      "\"cc\": ", "\"cc_literal\": ", "\"times_literal\": "};
  double value[3];
  cr_assert_eq(
      run_shell("%s bench %s/foot.lua --json --tune mu=0.5", BRISTLE, folder),
      0, "%s", printed);
  for (int i = 0; i < 3; i++) {
    const char *at = strstr(printed, keys[i]);
    cr_assert_not_null(at, "%s in %s", keys[i], printed);
    value[i] = strtod(at + strlen(keys[i]), NULL);
  }
  cr_expect_float_eq(value[2], value[0] / value[1], 1e-3 * value[2]);
}

Test(cli_tune, values_that_do_not_fit_are_errors_of_every_verb)
{
  static const char *const verbs[] = {"verify", "bench", "sim -o x.csv"};
  static const char *const wrong[][2] = {
      {"mu_c=1.5", "mu_c must be between 0.1 and 1, got 1.5"},
      {"mu=0.5", "the spec does not tune mu;"},
      {"mu_c", "--tune needs NAME=NUMBER, got mu_c"},
      {"mu_c=0.8", "mu_s must lie between mu_c and 5 times mu_c"},
      {"mu_c=0.1", "mu_s must lie between mu_c and 5 times mu_c"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    for (int k = 0; k < 3; k++) {
      cr_expect_eq(run_shell("%s %s %s/pad.lua --tune %s 2>&1", BRISTLE,
                             verbs[k], folder, wrong[i][0]),
                   2, "%s %s: %s", verbs[k], wrong[i][0], printed);
      cr_expect(strstr(printed, wrong[i][1]), "%s %s: %s", verbs[k],
                wrong[i][0], printed);
    }
}

Test(cli_tune, tune_can_be_taken_away)
{
  cr_assert_eq(run_shell("%s emit %s/pad.lua -o %s --set tune=false", BRISTLE,
                         folder, folder),
               0, "%s", printed);
  cr_expect_neq(run_shell("grep -q tuning %s/pad.h", folder), 0);
}
