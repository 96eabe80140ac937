/* Tests of `bristle verify`: it holds for every spec in every form, and the
 * right check finds a file with one changed digit. */
#include <ctype.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "verify/verify.h"
#include "support/loading.h"
#include "support/soak.h"
#include "support/support.h"
#include "support/verifying.h"

TestSuite(verify, .init = verifying_begin, .fini = verifying_end);

/* ---- what holds -------------------------------------------------------- */

static const char *const specs[] = {
    "finger_pad.lua --set 'grid={6,5}'",     "foot.lua --set 'grid={6,4}'",
    "gradient_line.lua --set 'grid={3,11}'", "square.lua --set 'grid={11,9}'",
    "suction_cup.lua --set 'grid={8,7}'",    "three_feet.lua"};

static void holds_in_all_forms(const char *backend, const char *unroll)
{
  static const char *const reals[] = {"double", "float"};
  static const char *const steps[] = {"euler", "exponential"};
  const size_t stride = (size_t)soak_stride(3);
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
    for (size_t k = i % stride; k < 4; k += stride)
      cr_expect_eq(
          bristle("verify specs/contact/%s --backend=%s --set unroll=%s "
                  "--set real=%s --set step=%s",
                  specs[i], backend, unroll, reals[k / 2], steps[k % 2]),
          0, "%s, %s, %s, %s\n%s%s", specs[i], backend, reals[k / 2],
          steps[k % 2], out, err);
}

Test(verify, loops_by_cc_hold)
{
  unsetenv("CC"); /* what the optimiser makes of the text */
  holds_in_all_forms("cc", "loop");
}

Test(verify, loops_by_tcc_hold)
{
  holds_in_all_forms("tcc", "loop");
}

Test(verify, straight_line_code_by_cc_holds)
{
  unsetenv("CC"); /* what the optimiser makes of the text */
  holds_in_all_forms("cc", "full");
}

Test(verify, straight_line_code_by_tcc_holds)
{
  holds_in_all_forms("tcc", "full");
}

Test(verify, other_laws_hold)
{
  static const char *const laws[] = {
      "gamma=1",   "gamma=0.5",
      "s_ba=0.99", "s_ba=0.1",
      "sigma1=0",  "sigma2=0",
      "v_d=2e-3",  "mu_s=1",
      "v_s=10",    "sigma0=100 --set friction.sigma1=1"};
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
    cr_expect_eq(bristle("verify specs/contact/square.lua --backend=tcc "
                         "--set 'grid={4,3}' --set friction.%s",
                         laws[i]),
                 0, "%s\n%s%s", laws[i], out, err);
}

Test(verify, odd_patches_hold)
{
  static const char *const patches[] = {
      "'grid={1,1}'", "'grid={1,9}'", "'grid={9,2}' --set 'size={10,0.1}'",
      "'grid={3,4}' --set 'size={1e-6,1e-5}'",
      "'grid={9,8}' --set 'pressure=disc{radius=0.004,at={0.005,0.004}}'"};
  for (size_t i = 0; i < sizeof patches / sizeof *patches; i++)
    cr_expect_eq(
        bristle("verify specs/contact/square.lua --backend=tcc --set %s",
                patches[i]),
        0, "%s\n%s%s", patches[i], out, err);
}

/* ---- what is caught ---------------------------------------------------- */

/* Emits specs/contact/square.lua on a small grid into the test's folder. */
#define SMALL "specs/contact/square.lua --set 'grid={6,4}'"
static void emit_small(const char *options)
{
  cr_assert_eq(bristle("emit " SMALL " %s -o %s", options, dir), 0, "%s", err);
}

static const Damage damages[] = {
    {"square_w[", "= {", 1e-9, 1e-9, "tcc", "wrench, cell by cell"},
    {"square_w[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"},
    {"square_x[", "= {", 1e-9, 1e-9, "tcc", "rate"},
    {"square_y[", "= {", 1e-9, 1e-9, "cc", "rate"},
    {"square_wx[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"},
    {"square_wy[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"},
    {"#define SQUARE_SIGMA0", " ", 1, 1e-9, "cc", "wrench of rate"},
    {"#define SQUARE_SIGMA2", " ", 1e-3, 1e-8, "cc", "wrench of rate"},
    {"#define SQUARE_MOMENT_2", " ", 1e-9, 1e-6, "cc", "wrench of rate"},
    {"#define SQUARE_T_SCALE", " ", 1, 1e-9, "tcc", "rate"},
    {"#define SQUARE_T_SHIFT", " ", 1, 1e-9, "cc", "rate"},
    {"void square_law(", "zmax = ", 1e-9, 1e-9, "cc", "rate"},
    {"square_real square_exp(square_real x)\n{\n  const", "t2*(", 1e-9, 1e-9,
     "cc", "rate"},
    {"square_half_sine(", "return t*(", 1e-9, 1e-9, "cc", "rate"},
    {"square_phi(square_real x0)", "p =\n    t*(((", 1e-9, 1e-9, "cc", "step"},
    {"void square_move(", "damping = ", 1e-9, 1e-9, "cc", "wrench of rate"},
    {"void square_rate_slopes(", "out[8] = ", 100, 1e-9, "tcc",
     "rate_jac, force law"},
    {"void square_transition(", "{", 1000, 1e-5, "tcc", "rate_jac dz_dz"},
    {"void square_plastic(", "{", 1000, 1e-5, "tcc", "rate_jac dz_dtwist"},
    {"void square_force_slopes(", "{", 1000, 1e-6, "tcc", "step_jac"},
    {"square_phi_slope(square_real x)", "return (-0.5", 0.1, 1e-4, "tcc",
     "step_jac"},
    {"int square_steady(", "zmax = ", 1e-9, 1e-9, "tcc", "steady"},
    {"square_cell_mean(", "weight[5] = {", 1e-3, 1e-9, "tcc", "limit"},
    {"square_cell_mean(", "hx = ", 1e-3, 1e-9, "tcc", "limit"},
    {"void square_add_cell(", "side = ", 1e-9, 1e-9, "tcc", "limit"},
    {"int square_selftest(", "wrench[", 1e-9, 1e-3, "tcc", "selftest"}};

static void expect_caught(const char *spec, const Damage *list, size_t count)
{
  const size_t stride = (size_t)soak_stride(3);
  for (size_t i = 0; i < count; i += stride) {
    const Damage *d = &list[i];
    corrupt("square", d->section, d->text, d->least, d->share);
    cr_expect_eq(
        bristle("verify %s %s/bad.c --backend=%s", spec, dir, d->backend), 1,
        "%s %s\n%s%s", d->section, d->text, out, err);
    cr_expect(is_named(d->check), "%s %s: not by \"%s\"\n%s", d->section,
              d->text, d->check, out);
  }
}

Test(verify, one_digit_that_matters_is_caught)
{
  emit_small("");
  expect_caught(SMALL, damages, sizeof damages / sizeof *damages);
}

/* In straight-line code, cell by cell. */
Test(verify, one_digit_of_a_cell_is_caught)
{
  static const Damage list[] = {
      {"square_relaxation(", "zmax = ", 1e-9, 1e-9, "tcc", "rate"},
      {"square_half_sine(", "return t*(", 1e-9, 1e-9, "cc", "rate"},
      {"square_phi(square_real x0)", "p =\n    t*(((", 1e-9, 1e-9, "cc", "step"},
      {"square_cell_rate(", "damping = ", 1e-9, 1e-9, "cc", "wrench of rate"},
      {"square_cell_step(", "damping = ", 1e-9, 1e-9, "cc", "wrench of step"}};
  emit_small("--set 'unroll=\"full\"'");
  expect_caught(SMALL " --set 'unroll=\"full\"'", list,
                sizeof list / sizeof *list);
}

/* In the tables of a last block that overlaps the one before. */
Test(verify, one_digit_of_a_second_block_is_caught)
{
  static const char spec[] = "specs/contact/square.lua --set 'grid={11,9}'";
  static const Damage list[] = {
      {"square_w[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"},
      {"square_wx[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"},
      {"square_last_w[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"},
      {"square_last_wx[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"},
      {"square_last_wy[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"}};
  cr_assert_eq(bristle("emit %s -o %s", spec, dir), 0, "%s", err);
  expect_caught(spec, list, sizeof list / sizeof *list);
}

/* In the tables of a block whose last vector overlaps the one before. */
Test(verify, one_digit_of_a_padded_block_is_caught)
{
  static const char spec[] = "specs/contact/square.lua --set 'grid={5,4}'";
  static const Damage list[] = {
      {"square_wide_x[", "= {", 1e-9, 1e-9, "cc", "rate"},
      {"square_wide_y[", "= {", 1e-9, 1e-9, "cc", "rate"},
      {"square_wide_w[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"},
      {"square_wide_wx[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"},
      {"square_wide_wy[", "= {", 1e-9, 1e-9, "cc", "wrench, cell by cell"}};
  cr_assert_eq(bristle("emit %s -o %s", spec, dir), 0, "%s", err);
  expect_caught(spec, list, sizeof list / sizeof *list);
}

Test(verify, a_digit_of_a_float_is_caught)
{
  emit_small("--set real=float");
  corrupt("square", "square_w[", "= {", 1e-9, 1e-4);
  cr_expect_eq(bristle("verify " SMALL " --set real=float %s/bad.c", dir), 1);
  cr_expect(is_named("wrench, cell by cell"), "%s", out);
}

Test(verify, a_nan_in_one_place_is_caught)
{
  char command[700];
  emit_small("");
  snprintf(command, sizeof command,
           "sed 's/wrench\\[i\\] = f\\[i\\]/wrench[i] = "
           "i == 0 ? (f[0]-f[0])\\/(f[0]-f[0]) : f[i]/' %s/square.c >%s/bad.c "
           "&& ! cmp -s %s/square.c %s/bad.c",
           dir, dir, dir, dir);
  cr_assert_eq(system(command), 0);
  cr_expect_eq(bristle("verify " SMALL " %s/bad.c --json", dir), 1);
  json_t *report = json_loads(out, 0, NULL);
  cr_assert_not_null(report, "%s", out);
  const json_t *checks = json_object_get(report, "checks");
  for (size_t i = 0; i < json_array_size(checks); i++) {
    const json_t *check = json_array_get(checks, i);
    const char *name = json_string_value(json_object_get(check, "name"));
    if (strcmp(name, "limit") == 0 || strcmp(name, "odd symmetry") == 0)
      cr_expect(json_is_null(json_object_get(check, "worst")), "%s", name);
  }
  json_decref(report);
}

Test(verify, an_overflow_without_a_status_is_caught)
{
  char command[700];
  emit_small("");
  snprintf(command, sizeof command,
           "sed 's/if (square_nan3(f) == 0.0) {/if (1) {/' "
           "%s/square.c >%s/bad.c && ! cmp -s %s/square.c %s/bad.c",
           dir, dir, dir, dir);
  cr_assert_eq(system(command), 0);
  cr_expect_eq(bristle("verify " SMALL " %s/bad.c", dir), 1, "%s%s", out, err);
  cr_expect(is_named("huge and tiny input"), "%s", out);
}

Test(verify, what_does_not_matter_is_not_caught)
{
  emit_small("");
  corrupt("square", "square_w[", "= {", 1e-9, 0);
  cr_expect_eq(bristle("verify " SMALL " %s/bad.c", dir), 0, "%s", out);
  char command[700];
  snprintf(command, sizeof command,
           "sed 's/Cell centres, m/Where the cells are/' %s/square.c "
           ">%s/bad.c && ! cmp -s %s/square.c %s/bad.c",
           dir, dir, dir, dir);
  cr_assert_eq(system(command), 0);
  cr_expect_eq(bristle("verify " SMALL " %s/bad.c", dir), 0, "%s%s", out, err);
}

Test(verify, a_header_counts_too)
{
  char command[700];
  emit_small("");
  snprintf(command, sizeof command,
           "sed -i 's/typedef double/typedef float/' %s/square.h", dir);
  cr_assert_eq(system(command), 0);
  cr_expect_eq(bristle("verify " SMALL " %s/square.c", dir), 2);
  cr_expect(strstr(err, "square_real is not double"), "%s", err);
}

Test(verify, a_descriptor_in_the_file_gives_way)
{
  emit_small("--descriptor");
  cr_expect_eq(bristle("verify " SMALL " %s/square.c", dir), 0, "%s%s", out,
               err);
}

/* ---- what is refused --------------------------------------------------- */

Test(verify, a_file_of_another_spec_is_refused)
{
  emit_small("");
  cr_expect_eq(bristle("verify specs/contact/foot.lua %s/square.c", dir), 2);
  cr_expect(strstr(err, "does not include foot.h"), "%s", err);
  cr_expect_eq(bristle("verify specs/contact/square.lua %s/square.c", dir), 2);
  cr_expect(strstr(err, "SQUARE_NZ is 48 but this spec has 882"), "%s", err);
  cr_expect_eq(bristle("verify " SMALL " --set real=float %s/square.c", dir),
               2);
  cr_expect(strstr(err, "square_real is not float"), "%s", err);
  /* The shape is the same, but other numbers decide. */
  cr_expect_eq(bristle("verify " SMALL " --set friction.sigma2=0.3 "
                       "%s/square.c",
                       dir),
               1);
  cr_expect_str_empty(err);
}

Test(verify, usage_errors_exit_with_2)
{
  static const char *const wrong[][2] = {
      {"verify", "needs a spec"},
      {"verify specs/contact/square.lua a.c b.c", "at most one C file"},
      {"verify specs/contact/square.lua none.c", "cannot read none.c"},
      {"verify specs/contact/square.lua --backend=gcc",
       "tcc, kernel, cc or auto, got gcc"},
      {"verify specs/contact/square.lua --backend", "tcc, kernel, cc or auto"},
      {"check specs/contact/square.lua --backend=cc", "unknown option"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    cr_expect_eq(bristle("%s", wrong[i][0]), 2, "%s", wrong[i][0]);
    cr_expect(strstr(err, wrong[i][1]), "%s: %s", wrong[i][0], err);
    cr_expect_str_empty(out);
  }
  emit_small("");
  char header[400];
  snprintf(header, sizeof header, "%s/square.h", dir);
  unlink(header);
  cr_expect_eq(bristle("verify " SMALL " %s/square.c", dir), 2);
  cr_expect(strstr(err, "square.h"), "%s", err);
}

Test(verify, without_a_compiler_tcc_serves)
{
  setenv("CC", "/no/such/compiler", 1);
  cr_expect_eq(bristle("verify specs/contact/three_feet.lua"), 0, "%s%s", out,
               err);
  cr_expect(strstr(err, "no C compiler found"), "%s", err);
  cr_expect_eq(bristle("verify specs/contact/three_feet.lua --backend=tcc"), 0);
  cr_expect_str_empty(err);
  cr_expect_eq(bristle("verify specs/contact/three_feet.lua --backend=cc"), 2);
}

/* ---- the report -------------------------------------------------------- */

static void expect_keys(const json_t *check)
{
  cr_expect(json_is_string(json_object_get(check, "name")));
  cr_expect(json_is_number(json_object_get(check, "worst")));
  cr_expect(json_is_number(json_object_get(check, "bar")));
  cr_expect(json_is_boolean(json_object_get(check, "holds")));
  cr_expect(json_is_string(json_object_get(check, "at")));
  cr_expect_eq(json_object_size(check), 5);
}

Test(verify, json_has_stable_keys)
{
  emit_small("");
  corrupt("square", "void square_add_cell(", "side = ", 1e-9, 1e-6);
  for (int is_bad = 0; is_bad < 2; is_bad++) {
    cr_expect_eq(bristle("verify " SMALL " %s%s --json --backend=tcc", dir,
                         is_bad ? "/bad.c" : "/square.c"),
                 is_bad);
    json_t *report = json_loads(out, 0, NULL);
    cr_assert_not_null(report, "%s", out);
    cr_expect_str_eq(json_string_value(json_object_get(report, "spec")),
                     "specs/contact/square.lua");
    cr_expect_eq(json_is_true(json_object_get(report, "holds")), !is_bad);
    const json_t *checks = json_object_get(report, "checks");
    cr_expect_gt(json_array_size(checks), 25);
    for (size_t i = 0; i < json_array_size(checks); i++) {
      const json_t *check = json_array_get(checks, i);
      const char *name = json_string_value(json_object_get(check, "name"));
      expect_keys(check);
      const bool is_hit = is_bad && (strcmp(name, "limit") == 0 ||
                                     strcmp(name, "selftest") == 0);
      cr_expect_eq(json_is_true(json_object_get(check, "holds")), !is_hit, "%s",
                   name);
    }
    json_decref(report);
  }
}

Test(verify, what_saw_nothing_or_nan_does_not_hold)
{
  Loaded loaded = load_contact("", NULL);
  cr_assert_not_null(loaded.model, "%s", loaded.error);
  Verification *v = verify_new(loaded.model);
  cr_expect_not(verify_holds(v));
  Check *check = verify_check(v, "one", 1);
  cr_expect_not(check_holds(check));
  check_add(check, 0.5, "here");
  cr_expect(check_holds(check) && verify_holds(v));
  check_add(check, 0.25, "there");
  cr_expect_str_eq(check->at, "here");
  check_add(check, NAN, "%s", "nowhere");
  cr_expect_not(check_holds(check));
  cr_expect_not(verify_holds(v));
  cr_expect_not_null(strstr(verify_text(v), "FAIL nowhere"));
  cr_expect_not_null(strstr(verify_json(v), "\"worst\": null"));
  unload(&loaded);
}
