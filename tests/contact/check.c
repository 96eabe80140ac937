/* Tests of `bristle check`: figures and lint of gen/kinds/contact/check.c. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "results/results.h"
#include "support/loading.h"
#include "kinds/contact/contact.h"

#define P1                                                        \
  "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, " \
  "mu_c = 1, mu_s = 1.2, v_s = 1e-3, gamma = 2, s_ba = 0.9 },\n"

static json_t *json;
static Loaded loaded;
static int nerrors;

static void check(const char *extra, const char *const *overrides)
{
  loaded = load_contact(extra, overrides);
  cr_assert_null(loaded.error, "%s", loaded.error);
  Report *report = report_new(loaded.model);
  cr_assert_eq(setjmp(loaded.run->stop), 0, "%s", loaded.run->error);
  loaded.model->kind->check(loaded.model, NULL, 0, report);
  nerrors = report->nerrors;
  json = json_loads(report_json(report), 0, NULL);
  cr_assert_not_null(json);
  cr_expect(strstr(report_text(report), "cells that carry force"));
}

static void done(void)
{
  if (json) json_decref(json);
  if (loaded.run) unload(&loaded);
}

TestSuite(check, .fini = done);

static double number(const char *key)
{
  const json_t *value = json_object_get(json, key);
  cr_assert(json_is_number(value), "%s", key);
  return json_number_value(value);
}

/* Returns the level of the first lint row about the parameter, or "". */
static const char *lint_of(const char *parameter)
{
  size_t i;
  json_t *row;
  json_array_foreach(json_object_get(json, "lint"), i, row)
  {
    const char *name = json_string_value(json_object_get(row, "parameter"));
    if (strcmp(name, parameter) == 0)
      return json_string_value(json_object_get(row, "level"));
  }
  return "";
}

Test(check, keys_are_those_that_others_rely_on)
{
  check(P1, NULL);
  static const char *const keys[] = {
      "spec",          "cells", "cop", "r", "u", "max_torque_per_newton",
      "passive_up_to", "lint"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    cr_expect_not_null(json_object_get(json, keys[i]), "%s", keys[i]);
  cr_expect_eq(json_array_size(json_object_get(json, "cop")), 2u);
}

Test(check, square_has_its_known_figures)
{
  check(P1, NULL);
  const double a = 0.02;
  const double r = a * (sqrt(2) + log(1 + sqrt(2))) / 6;
  cr_expect_eq(number("cells"), 25);
  cr_expect_float_eq(number("total_weight"), 1, 1e-12);
  cr_expect_float_eq(number("r"), r, 1e-12 * a);
  cr_expect_float_eq(number("u"), a * a / 6, 1e-12 * a * a);
  cr_expect_float_eq(number("max_force_per_newton"), 1.2, 1e-15);
  cr_expect_float_eq(number("max_torque_per_newton"), 1.2 * r, 1e-12 * a);
  cr_expect_float_eq(number("sliding_torque_per_newton"), r, 1e-12 * a);
}

/* r is the torque of a turn about the middle, for which the paper takes the
 * mean of turns about the corners of that cell. */
Test(check, paper_quadrature_takes_midpoints)
{
  check(P1 "quadrature = 'paper', model = 'reduced'", NULL);
  const double h = 0.004; /* 5 x 5 cells: midpoints at -2h .. 2h */
  double u = 0, r = 0;
  for (int i = -2; i <= 2; i++)
    for (int j = -2; j <= 2; j++) {
      u += h * h * (i * i + j * j) / 25;
      for (int q = 0; q < 4; q++) {
        const double x = i - (q % 2 - 0.5), y = j - (q / 2 - 0.5);
        r += h * (i * x + j * y) / hypot(x, y) / 100;
      }
    }
  cr_expect_float_eq(number("u"), u, 1e-15);
  cr_expect_float_eq(number("r"), r, 1e-15);
}

Test(check, passivity_is_the_law_s)
{
  check(P1, NULL);
  const Lugre *f = &((const Contact *)loaded.model)->lugre;
  cr_expect_eq(number("passive_up_to"), lugre_passive_up_to(loaded.spec, f));
  cr_expect_str_eq(lint_of("sigma1"), "note"); /* the jump comes first */
}

Test(check, the_damping_that_lint_proposes_is_passive)
{
  check(P1, NULL);
  const json_t *lint = json_object_get(json, "lint");
  double v_d = 0;
  for (size_t i = 0; i < json_array_size(lint); i++) {
    const char *text =
        json_string_value(json_object_get(json_array_get(lint, i), "text"));
    const char *at = strstr(text, "v_d = ");
    if (at) v_d = strtod(at + 6, NULL);
  }
  cr_assert_gt(v_d, 0);
  done();
  char set[64];
  snprintf(set, sizeof set, "friction.v_d=%g", v_d);
  const char *const overrides[] = {set, NULL};
  check(P1, overrides);
  cr_expect(json_is_null(json_object_get(json, "passive_up_to")));
}

Test(check, explicit_step_is_two_g_over_sigma0_s)
{
  check(P1, NULL);
  const json_t *rows = json_object_get(json, "explicit_step");
  cr_assert_eq(json_array_size(rows), 4u);
  for (size_t i = 0; i < 4; i++) {
    const json_t *row = json_array_get(rows, i);
    const double s = json_number_value(json_object_get(row, "speed"));
    const double g = 1 + 0.2 * exp(-s * s / 1e-6);
    const double dt = json_number_value(json_object_get(row, "stable"));
    cr_expect_float_eq(dt, 2 * g / (1e6 * s), 1e-12 * dt);
    cr_expect_float_eq(json_number_value(json_object_get(row, "no_overshoot")),
                       dt / 2, 1e-12 * dt);
  }
}

Test(check, lint_names_doubtful_parameters)
{
  check(
      "friction = lugre { sigma0 = 30, sigma1 = 1, mu_c = 3 },\n"
      "size = { 0.02, 0.2 },\n",
      NULL);
  cr_expect_eq(nerrors, 0);
  cr_expect_str_eq(lint_of("mu_s"), "warning");
  cr_expect_str_eq(lint_of("s_ba"), "note");
  cr_expect_str_eq(lint_of("sigma0"), "warning");
  cr_expect_str_eq(lint_of("grid"), "warning");
}

Test(check, lint_errors_are_counted)
{
  check("friction = lugre { sigma0 = 1, mu_c = 1 },\n", NULL);
  cr_expect_str_eq(lint_of("sigma0"), "error");
  cr_expect_eq(nerrors, 1);
}

Test(check, a_quiet_contact_has_no_lint)
{
  check(
      "grid = { 21, 21 },\nfriction = lugre { sigma0 = 1e5, sigma1 = 10, "
      "mu_c = 0.5, s_ba = 0.9 },\n",
      NULL);
  cr_expect_eq(json_array_size(json_object_get(json, "lint")), 0u);
}

Test(check, an_euler_step_that_is_too_long_is_an_error)
{
  check(P1
        "step = 'euler', scenario = { duration = 1, dt = 1e-2, fn = 1,\n"
        "  twist = function(t) return 0, 0, 0 end },\n",
        NULL);
  cr_expect_str_eq(lint_of("step"), "error");
}

Test(check, a_line_of_cells_has_figures_too)
{
  check("grid = { 1, 9 },\nsize = { 0.002, 0.02 },\n" P1, NULL);
  cr_expect_eq(number("cells"), 9);
  cr_expect_gt(number("r"), 0.005);
  cr_expect_lt(number("r"), 0.0052);
}

Test(check, a_reduced_contact_has_a_table_with_a_proven_error)
{
  check(P1 "model = 'reduced', limit_surface = { tolerance = 1e-2 }", NULL);
  cr_expect_leq(number("table_error"), 1e-2);
  cr_expect_gt(number("table_error"), 1e-4);
  cr_expect_geq(number("table_build_seconds"), 0);
  cr_expect_gt(number("table_proof_seconds"), 0);
  const double bytes = number("table_bytes");
  done();
  check(P1 "model = 'reduced', limit_surface = { tolerance = 5e-3 }", NULL);
  cr_expect_gt(number("table_bytes"), bytes);
  cr_expect_leq(number("table_error"), 5e-3);
}

Test(check, a_table_that_cannot_be_is_an_error)
{
  check("model = 'reduced', limit_surface = { tolerance = 1e-6 }", NULL);
  cr_expect_str_eq(lint_of("limit_surface"), "error");
  done();
  check("model = 'reduced', quadrature = 'paper'", NULL);
  cr_expect_str_eq(lint_of("limit_surface"), "error");
}

/* The figures of a rod, whose limit surface is T/Tmax = 1 - (F/Fmax)^2 across
 * it: |h|^2 = F^2 + (1 - F^2)^2 is least where F^2 = 1/2, and is 3/4 there. */
Test(check, says_how_much_the_ellipsoid_holds_too_much)
{
  check(
      "model = \"ellipsoid\",\ngrid = { 100, 1 },\n"
      "size = { 0.02, 1e-3 },\n"
      "pressure = rectangle { size = { 0.02, 1e-3 } },\n" P1,
      NULL);
  cr_expect_float_eq(number("ellipsoid_excess"), 100 * (2 / sqrt(3) - 1), 0.15,
                     "%g", number("ellipsoid_excess"));
  cr_expect_geq(number("ellipsoid_deficit"), 0);
}
