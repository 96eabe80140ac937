/* Tests of bristle.h by the calls of an embedding program. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/bristle.h"
#include "api/inside.h"

static const char spec[] = "specs/contact/square.lua";

Test(library, opens_checks_and_closes)
{
  bristle_model *model = bristle_open(spec, NULL, 0);
  cr_assert_null(bristle_error(model), "%s", bristle_error(model));
  int nerrors = -1;
  const char *text = bristle_check(model, &nerrors);
  json_t *json = json_loads(text, 0, NULL);
  cr_expect_eq(json_integer_value(json_object_get(json, "cells")), 441);
  cr_expect_eq(nerrors, 0);
  json_decref(json);
  bristle_close(model);
}

Test(library, shows_what_each_stage_made)
{
  static const char *const shown[][2] = {
      {"s", "spec specs/contact"}, {"m", "441 cells: i j x y weight"},
      {"y", "plastic slopes: "},   {"g", "golden_wrenches = -"},
      {"p", "decision unroll: "},  {"e", "int square_step(square_state"}};
  enum { SHOWN = sizeof shown / sizeof *shown };
  bristle_model *model = bristle_open(spec, NULL, 0);
  for (size_t i = 0; i < SHOWN; i++) {
    const char *text = bristle_show(model, shown[i][0]);
    cr_assert_not_null(text, "%s", bristle_error(model));
    for (size_t k = 0; k < SHOWN; k++)
      cr_expect((k == i) == (strstr(text, shown[k][1]) != NULL), "%s shows %s",
                shown[i][0], shown[k][0]);
  }
  cr_expect_null(bristle_show(model, "pq"));
  cr_expect_not_null(strstr(bristle_error(model), "there is no stage \"q\""));
  cr_expect_not_null(bristle_show(model, "p"));
  bristle_close(model);
}

Test(library, a_fit_returns_json_and_errors_are_values)
{
  static const char *const logs[] = {TEST_DATA "/fretting_reciprocating.csv"};
  const bristle_fit_options options = {
      .logs = logs, .nlogs = 1, .names = "F_c,F_s,v_s,sigma0"};
  const bristle_fit_options wrong = {.logs = logs, .nlogs = 1, .names = "mass"};
  bristle_model *model = bristle_open("specs/joint/fretting.lua", NULL, 0);
  const char *text = bristle_fit(model, &options);
  cr_assert_not_null(text, "%s", bristle_error(model));
  json_t *json = json_loads(text, 0, NULL);
  cr_expect_lt(json_real_value(json_object_get(json, "held_out")), 0.105);
  json_decref(json);
  cr_expect_null(bristle_fit(model, &wrong));
  cr_expect_not_null(strstr(bristle_error(model), "has no number mass"));
  bristle_close(model);
}

Test(library, the_header_has_the_version_of_the_library)
{
  cr_expect_str_eq(bristle_version(), BRISTLE_VERSION);
}

Test(library, every_status_has_a_word)
{
  cr_expect_str_eq(bristle_status(BR_OK), "ok");
  cr_expect_str_eq(bristle_status(BR_TIPPING), "tipping");
  cr_expect_str_eq(bristle_status(BR_NOT_UNIQUE), "not unique");
  cr_expect_str_eq(bristle_status(-17), "unknown error");
}

Test(library, errors_are_values)
{
  static const char *const wrong[] = {"friction.sigma0=-1"};
  bristle_model *model = bristle_open(spec, wrong, 1);
  cr_expect_str_eq(bristle_error(model),
                   "--set friction.sigma0: sigma0 must be positive, got -1");
  bristle_close(model);
  static const char *const odd[] = {"sigma0"};
  model = bristle_open(spec, odd, 1);
  cr_expect_str_eq(bristle_error(model),
                   "an override must be key=value, got sigma0");
  bristle_close(model);
  model = bristle_open("no/such.lua", NULL, 0);
  cr_expect_not_null(bristle_error(model));
  bristle_close(model);
}

/* Compiles a locale with a decimal comma, which not every machine has. */
static bool set_german(void)
{
  cr_assert_eq(system("mkdir -p " TEST_OUT "/locale && "
                      "{ [ -d " TEST_OUT "/locale/de_DE.UTF-8 ] || "
                      "localedef -i de_DE -f UTF-8 " TEST_OUT
                      "/locale/de_DE.UTF-8; } >/dev/null 2>&1"),
               0, "localedef failed; the package locales has its sources");
  setenv("LOCPATH", TEST_OUT "/locale", 1);
  return setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
}

Test(library, a_decimal_comma_of_the_host_changes_nothing)
{
  static const char *const set[] = {"friction.mu_c=1.0"};
  bristle_model *model = bristle_open(spec, set, 1);
  char *plain = strdup(bristle_check(model, NULL));
  bristle_close(model);
  cr_assert(set_german());
  char text[16];
  snprintf(text, sizeof text, "%.1f", 0.5);
  cr_assert_str_eq(text, "0,5", "the locale is not in force");
  model = bristle_open(spec, set, 1);
  cr_assert_null(bristle_error(model), "%s", bristle_error(model));
  cr_expect_str_eq(bristle_check(model, NULL), plain);
  snprintf(text, sizeof text, "%.1f", 0.5);
  cr_expect_str_eq(text, "0,5", "the host's locale was changed");
  bristle_close(model);
  free(plain);
}

static void *open_many(void *seen)
{
  for (int i = 0; i < 20; i++) {
    bristle_model *model = bristle_open(spec, NULL, 0);
    const char *text = bristle_error(model) ? "" : bristle_check(model, NULL);
    if (strcmp(text, seen) != 0) return seen;
    bristle_close(model);
  }
  return NULL;
}

Test(library, threads_do_not_disturb_each_other)
{
  bristle_model *model = bristle_open(spec, NULL, 0);
  char *seen = strdup(bristle_check(model, NULL));
  bristle_close(model);
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    cr_assert_eq(pthread_create(&threads[i], NULL, open_many, seen), 0);
  for (int i = 0; i < 4; i++) {
    void *result;
    pthread_join(threads[i], &result);
    cr_expect_null(result);
  }
  free(seen);
}

/* The force of a pad that slides far, N, at 1 N. */
static double sliding_force(const br_solver *functions, void *state)
{
  const double twist[3] = {0.1, 0, 0}, fn = 1, dt = 1;
  const double *const in[] = {twist, &fn, &dt};
  double wrench[3], *out[] = {wrench};
  for (int i = 0; i < functions->nfunctions; i++)
    if (strcmp(functions->functions[i].name, "step") == 0)
      functions->functions[i].call(state, in, out);
  return -wrench[0];
}

Test(library, numbers_of_tune_go_to_a_state_by_name)
{
  static const char text[] =
      "return contact { name = 'pad', model = 'ellipsoid', grid = { 3, 3 }, "
      "size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 }, friction = "
      "lugre { sigma0 = 1e5, sigma1 = 0, sigma2 = 0, mu_c = 0.7, mu_s = 0.8, "
      "v_s = 1e-3 }, tune = { mu_c = { 0.2, 1 }, mu_s = { 0.2, 1.5 } } }";
  static const char *const names[] = {"mu_s", "mu_c", "mu"};
  bristle_model *model = bristle_open_text("pad.lua", text, NULL, 0);
  bristle_solver *solver = bristle_solver_open(model, "tcc");
  cr_assert_not_null(solver, "%s", bristle_error(model));
  const br_solver *f = bristle_solver_functions(solver, 0);
  void *state = aligned_alloc(64, (f->state_bytes / 64 + 1) * 64);
  f->reset(state);
  cr_expect_float_eq(sliding_force(f, state), 0.7, 1e-9);
  const double values[] = {0.6, 0.5};
  cr_expect_eq(bristle_state_tune(f, state, 2, names, values), BR_OK);
  cr_expect_float_eq(sliding_force(f, state), 0.5, 1e-9);
  /* what is refused changes nothing */
  const double wrong[][3] = {{0.6, 1.1}, {0.4, 0.5}, {0.6, 0.5, 1}};
  for (size_t i = 0; i < 3; i++)
    cr_expect_eq(bristle_state_tune(f, state, i == 2 ? 3 : 2, names, wrong[i]),
                 BR_BAD_INPUT, "case %zu", i);
  cr_expect_float_eq(sliding_force(f, state), 0.5, 1e-9);
  /* a number that is not named has the value of the spec */
  cr_expect_eq(bristle_state_tune(f, state, 1, names, values), BR_BAD_INPUT);
  cr_expect_eq(bristle_state_tune(f, state, 1, names + 1, values), BR_OK);
  cr_expect_float_eq(sliding_force(f, state), 0.6, 1e-9);
  free(state);
  bristle_solver_close(solver);
  bristle_close(model);
}

Test(library, a_state_without_tune_takes_no_name)
{
  static const char *const names[] = {"mu_c"};
  const double value = 0.5;
  bristle_model *model = bristle_open("specs/contact/square.lua", NULL, 0);
  bristle_solver *solver = bristle_solver_open(model, "tcc");
  cr_expect_eq(bristle_state_tune(bristle_solver_functions(solver, 0), NULL, 1,
                                  names, &value),
               BR_BAD_INPUT);
  bristle_solver_close(solver);
  bristle_close(model);
}

static bristle_solver *open_tuned(const char *mu_c, const char *sigma1,
                                  const char *name)
{
  char text[600];
  snprintf(text, sizeof text,
           "return contact { name = 'pad', model = 'ellipsoid', grid = { 3, 3 "
           "}, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 }, "
           "friction = lugre { sigma0 = 1e5, sigma1 = %s, mu_c = %s, mu_s = "
           "0.8, v_s = 1e-3 }, tune = { mu_c = { 0.2, 1 }, mu_s = { 0.2, 1.5 "
           "} } }",
           sigma1, mu_c);
  bristle_model *model = bristle_open_text(name, text, NULL, 0);
  bristle_solver *solver = library_solver_open_tuned(model, "tcc");
  cr_assert_not_null(solver, "%s", bristle_error(model));
  bristle_close(model);
  return solver;
}

/* One bristle_solver is compiled once. */
Test(library, specs_that_differ_in_values_of_tune_alone_share_code)
{
  bristle_solver *a = open_tuned("0.7", "100", "a.lua");
  bristle_solver *b = open_tuned("0.5", "100", "b.lua");
  bristle_solver *other = open_tuned("0.7", "200", "a.lua");
  cr_expect_eq(a, b);
  cr_expect_neq(a, other);
  bristle_solver_close(a);
  bristle_solver_close(other);
  cr_expect_str_eq(bristle_solver_tier(b), "tcc");
  bristle_solver_close(b);
}
