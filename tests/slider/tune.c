/* Tests of sliders with numbers that change at run time. In: specs with tune.
 * Out: claims about verify over the box, changed code that verify finds, every
 * compiler, tunings shared by states and changed between steps, simulations and
 * sweeps without new code. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(slider_tune, .init = compiling_begin, .fini = compiling_end);

#define PUSHED                                                               \
  "return slider { name = 'body', mass = 1.2, inertia = 0.012, mu = %s, "    \
  "height = 0.05, patch = rectangle { size = { 0.3, 0.2 } }, grid = { 12, "  \
  "12 }, ellipsoid = { et = 1, eo = 0.8 }, %s scenario = { duration = 0.2, " \
  "dt = 1e-3, v = { 0.4, 0.1, 2 }, load = function(t) return 3, 1, 0.2 end " \
  "} }\n"
#define TUNED                                                              \
  "tune = { mu = { 0.1, 0.9 }, mass = { 1, 3 }, height = { 0.01, 0.09 }, " \
  "et = { 0.7, 1.3 } },"

static void save_body(const char *name, const char *mu, const char *tune)
{
  char spec[1500];
  snprintf(spec, sizeof spec, PUSHED, mu, tune);
  save(name, spec);
}

/* ---- verify -------------------------------------------------------------- */

/* Writes a spec with random numbers, some of them tuned around their values. */
static void random_spec(uint64_t *seed, char *text, size_t room)
{
  static const char *const names[] = {"mass", "inertia", "mu", "height",
                                      "et",   "eo",      "er"};
  double value[7];
  value[0] = pow(10, random_in(seed, -2, 2));
  value[1] = value[0] * pow(10, random_in(seed, -3, -1));
  value[2] = random_in(seed, 0.05, 1.2);
  value[3] = random_in(seed, 0.005, 0.08);
  value[4] = random_in(seed, 0.5, 1.5);
  value[5] = random_in(seed, 0, 1) < 0.5 ? value[4] : random_in(seed, 0.5, 1.5);
  value[6] = random_in(seed, 0.02, 0.2);
  const bool is_flat = random_in(seed, 0, 1) < 0.3;
  size_t n = (size_t)snprintf(
      text, room,
      "return slider { name = 'body', mass = %.9g, inertia = %.9g, mu = %.9g, "
      "height = %.9g, patch = rectangle { size = { 0.2, 0.1 } }, grid = { 8, 8 "
      "}, ellipsoid = { et = %.9g, eo = %.9g, er = %.9g }, gravity = { %.3g, "
      "%.3g, 9.81 }, real = '%s', tune = {",
      value[0], value[1], value[2], is_flat ? 0 : value[3], value[4], value[5],
      value[6], random_in(seed, -0.2, 0.2), random_in(seed, -0.2, 0.2),
      random_in(seed, 0, 1) < 0.3 ? "float" : "double");
  const size_t one = (size_t)random_in(seed, 0, 7);
  for (size_t i = 0; i < 7; i++) {
    const bool is_tuned = (i == one || random_in(seed, 0, 1) < 0.4);
    if (!is_tuned || (i == 3 && is_flat && one != 3)) continue;
    if (i == 3 && is_flat) i = 2;
    n += (size_t)snprintf(text + n, room - n, " %s = { %.9g, %.9g },", names[i],
                          value[i] * random_in(seed, 0.5, 0.999),
                          value[i] * random_in(seed, 1.001, 1.8));
    if (i == 2 && is_flat && one == 3) i = 3;
  }
  snprintf(text + n, room - n, " } }\n");
}

Test(slider_tune, random_specs_hold_over_their_boxes)
{
  const int specs = in_soak() ? 300 : 1;
  uint64_t seed = 11;
  for (int i = 0; i < specs; i++) {
    char spec[1500];
    random_spec(&seed, spec, sizeof spec);
    save("body.lua", spec);
    cr_expect_eq(run_shell("%s verify %s/body.lua", BRISTLE, folder), 0, "%s%s",
                 spec, printed);
  }
}

/* The state of this sample rests under the load that balances its weight; with
 * another mass it would slide and tip. */
Test(slider_tune, promises_are_tested_with_the_tuned_values)
{
  save("body.lua",
       "return slider { name = 'body', mass = 8.3, inertia = 5.1, mu = 1.42, "
       "patch = rectangle { size = { 0.33, 0.16 } }, height = 1.87, gravity = "
       "{ -1.2489, 0.20827, 5.3321 }, dt = 2e-4, tune = { mass = { 5.28426561, "
       "11 }, height = { 1.42840765, 1.88 } } }");
  cr_expect_eq(
      run_shell("%s verify %s/body.lua --backend=tcc", BRISTLE, folder), 0,
      "%s", printed);
}

/* A changed formula of _tune, a changed default, a range that lets more in, and
 * a function that does not look at its tuning. */
Test(slider_tune, verify_finds_changed_tunings)
{
  static const char *const changes[] = {
      "s/derived\\[4\\] = /&1.0000001*/",
      "s/derived\\[10\\] = /&1.0000001*/",
      "s/derived\\[13\\] = /&1.0000001*/",
      "s/^    \\([0-9.]*\\), \\/\\* mu_g/    1.0000001*\\1, \\/* mu_g/",
      "s/>= 0.1 /> 0.05 /",
      "s/= value\\[i\\]/= i == BODY_TUNE_MU ? 0.5 : value[i]/",
      "s/_slopes(tuning,/_slopes(\\&body_tuning_default,/"};
  save_body("body.lua", "0.4", TUNED);
  cr_assert_eq(
      run_shell("cd %s && b=$OLDPWD/" BRISTLE "; $b emit body.lua -o . "
                "&& $b verify body.lua body.c --backend=tcc",
                folder),
      0, "%s", printed);
  const size_t stride = (size_t)soak_stride(3);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i += stride) {
    cr_assert_eq(run_shell("cd %s && sed '%s' body.c >bad.c && ! cmp -s body.c "
                           "bad.c",
                           folder, changes[i]),
                 0, "%s changes nothing", changes[i]);
    cr_expect_eq(run_shell("%s verify %s/body.lua %s/bad.c --backend=tcc",
                           BRISTLE, folder, folder),
                 1, "%s: %s", changes[i], printed);
  }
}

/* ---- the emitted files -----------------------------------------------------
 */

Test(slider_tune, compilers_accept_the_text)
{
  for (int is_float = 0; is_float < 2; is_float++) {
    char more[300];
    snprintf(more, sizeof more, "%s %s", is_float ? "real = 'float'," : "",
             TUNED);
    save_body("body.lua", "0.4", more);
    cr_assert_eq(run_shell("%s emit %s/body.lua -o %s --descriptor", BRISTLE,
                           folder, folder),
                 0, "%s", printed);
    expect_accepted("body.c", is_float, more);
    save("face.cpp",
         "#include \"body.hpp\"\n"
         "int main() { body::state s; body::tuning t; body::real out[6];\n"
         "  return body::failed(body::tune(t, {1, 0.05, 1.2, 0.4})) || "
         "body::failed(body::step(&t, s, {1, 0, 0}, 1e-3, out)) || "
         "body::failed(body::step(nullptr, s, {1, 0, 0}, 1e-3, out)); }\n");
    cr_expect_eq(run_shell("%s emit %s/body.lua -o %s --cxx && cd %s && gcc -c "
                           "body.c && g++ -std=c++17 -Wall -Wextra -Werror "
                           "face.cpp body.o -lm -o face && ./face",
                           BRISTLE, folder, folder, folder),
                 0, "%s", printed);
  }
}

/* Functions that none of the tuned numbers reaches still take the tuning. */
Test(slider_tune, one_number_tuned_leaves_no_warning)
{
  static const char *const alone[] = {"tune = { mass = { 1, 2 } },",
                                      "tune = { mu = { 0.3, 0.5 } },"};
  for (size_t i = 0; i < sizeof alone / sizeof *alone; i++) {
    save_body("body.lua", "0.4", alone[i]);
    cr_expect_eq(run_shell("%s emit %s/body.lua -o %s && cd %s && gcc " STRICT
                           " -c body.c -o body.o",
                           BRISTLE, folder, folder, folder),
                 0, "%s: %s", alone[i], printed);
  }
}

static const char user[] =
    "#include \"body.h\"\n"
    "#include <math.h>\n"
    "#include <string.h>\n"
    "static const double load[3] = {3, 1, 0.2};\n"
    "static body_state run(const body_tuning *a, const body_tuning *b) {\n"
    "  body_state s = {{0, 0, 0}, {0.4, 0.1, 2}};\n"
    "  for (int i = 0; i < 100; i++) body_step(i < 50 ? a : b, &s, load, 1e-3, "
    "0);\n"
    "  return s; }\n"
    "static int same(body_state a, body_state b) { return !memcmp(&a, &b, "
    "sizeof a); }\n"
    "int main(void) {\n"
    "  double v[BODY_NTUNE]; body_tuning low, back, before;\n"
    "  memcpy(v, body_tuning_default.value, sizeof v);\n"
    "  if (body_tune(&back, v)) return 1;\n"
    "  for (int i = 0; i < (int)(sizeof back.derived / sizeof *back.derived); "
    "i++)\n"
    "    if (fabs(back.derived[i] - body_tuning_default.derived[i]) > 1e-15 * "
    "fabs(back.derived[i])) return 2;\n"
    "  if (!same(run(0, 0), run(&body_tuning_default, &body_tuning_default))) "
    "return 3;\n"
    "  v[BODY_TUNE_MU] = 0.2;\n"
    "  if (body_tune(&low, v)) return 4;\n"
    "  if (!(run(&low, &low).q[0] > 1.05 * run(0, 0).q[0])) return 5;\n"
    "  body_state a = run(0, &low), b = run(0, 0), c = run(&low, &low);\n"
    "  if (!(a.q[0] > b.q[0] && a.q[0] < c.q[0])) return 6;\n"
    "  before = low;\n"
    "  v[BODY_TUNE_MU] = 0.95;\n"
    "  if (body_tune(&low, v) != BODY_BAD_INPUT) return 7;\n"
    "  v[BODY_TUNE_MU] = NAN;\n"
    "  if (body_tune(&low, v) != BODY_BAD_INPUT) return 8;\n"
    "  return memcmp(&low, &before, sizeof low) ? 9 : body_selftest(); }\n";

Test(slider_tune, a_tuning_serves_states_and_changes_between_steps)
{
  save_body("body.lua", "0.4", TUNED);
  save("user.c", user);
  cr_assert_eq(run_shell("%s emit %s/body.lua -o %s && cd %s && gcc -O2 user.c "
                         "body.c -lm -o user",
                         BRISTLE, folder, folder, folder),
               0, "%s", printed);
  cr_expect_eq(run_shell("%s/user", folder), 0);
}

/* ---- simulations and sweeps ------------------------------------------------
 */

/* Writes the last x, y and angle of a simulation. */
static void end_of(const char *arguments, double end[3])
{
  cr_assert_eq(run_shell("cd %s && $OLDPWD/" BRISTLE " sim %s -o end.csv",
                         folder, arguments),
               0, "%s", printed);
  run_shell("tail -n 1 %s/end.csv | cut -d, -f2-4", folder);
  cr_assert_eq(sscanf(printed, "%lf,%lf,%lf", &end[0], &end[1], &end[2]), 3);
}

Test(slider_tune, a_tuned_simulation_is_that_of_a_spec_with_the_value)
{
  double fixed[3], tuned[3], judged[3], other[3];
  save_body("tuned.lua", "0.4", TUNED);
  save_body("fixed.lua", "0.25", "");
  end_of("fixed.lua", fixed);
  end_of("tuned.lua --tune mu=0.25", tuned);
  end_of("tuned.lua --tune mu=0.25 --backend=reference", judged);
  end_of("tuned.lua", other);
  for (int i = 0; i < 3; i++) {
    cr_expect_float_eq(tuned[i], fixed[i], 1e-12 * fabs(fixed[i]));
    cr_expect_float_eq(judged[i], fixed[i], 1e-9 * fabs(fixed[i]));
    cr_expect_gt(fabs(other[i] - fixed[i]), 0.01 * fabs(fixed[i]));
  }
}

Test(slider_tune,
     a_sweep_of_tuned_numbers_has_the_rows_of_a_sweep_that_compiles)
{
  static const char *const specs[] = {"tuned.lua", "fixed.lua"};
  double rows[2][5][2];
  save_body("tuned.lua", "0.4", TUNED);
  save_body("fixed.lua", "0.4", "");
  for (int i = 0; i < 2; i++) {
    cr_assert_eq(run_shell("cd %s && $OLDPWD/" BRISTLE " sweep %s -o f.csv "
                           "--vary mu=0.2:0.8:5 --jobs %d",
                           folder, specs[i], i + 1),
                 0, "%s", printed);
    for (int k = 0; k < 5; k++) {
      run_shell("sed -n %dp %s/f.csv | cut -d, -f2,4", k + 2, folder);
      cr_assert_eq(sscanf(printed, "%lf,%lf", &rows[i][k][0], &rows[i][k][1]),
                   2);
    }
  }
  for (int k = 0; k < 5; k++) {
    cr_expect_eq(rows[0][k][0], rows[1][k][0]);
    cr_expect_float_eq(rows[0][k][1], rows[1][k][1],
                       1e-12 * fabs(rows[1][k][1]));
  }
  cr_expect_gt(fabs(rows[0][4][1] - rows[0][0][1]), 1e-3);
}

Test(slider_tune, samples_fill_the_box_without_ranges)
{
  save_body("tuned.lua", "0.4", TUNED);
  cr_assert_eq(
      run_shell("cd %s && $OLDPWD/" BRISTLE " sweep tuned.lua -o f.csv "
                "--sample 16 && head -n 1 f.csv | cut -d, -f1-6",
                folder),
      0, "%s", printed);
  cr_expect(strstr(printed, "row,et,height,mass,mu,status\n"), "%s", printed);
  cr_expect_eq(run_shell("grep -c ,ok, %s/f.csv", folder), 0);
  cr_expect_eq(strtol(printed, NULL, 10), 16);
}
