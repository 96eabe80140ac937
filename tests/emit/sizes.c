/* sizes.c: tests of measured sizes: flash is what binutils count, stacks stay
 * below what headers state; budgets of flash; the choice of a form. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(sizes, .init = compiling_begin_optimised, .fini = compiling_end);

#define PAD   "specs/contact/finger_pad.lua --set 'grid={5,5}' "
#define SMALL PAD "--set model=ellipsoid --set real=float "

/* Returns the JSON object that the command prints. */
static json_t *json_of(const char *arguments)
{
  json_error_t error;
  cr_assert_leq(run_shell("%s check --json %s", BRISTLE, arguments), 1, "%s",
                printed);
  json_t *object = json_loads(printed, 0, &error);
  cr_assert_not_null(object, "%s: %s in %s", arguments, error.text, printed);
  return object;
}

static double number(const json_t *object, const char *a, const char *b,
                     const char *c)
{
  const json_t *value = json_object_get(json_object_get(object, a), b);
  return json_number_value(c ? json_object_get(value, c) : value);
}

Test(sizes, flash_is_what_binutils_count_in_a_linked_function)
{
  json_t *sizes = json_of("--size " SMALL "--set 'functions={\"step\"}'");
  const json_t *host =
      json_object_get(json_object_get(sizes, "targets"), "host");
  const double flash = number(host, "functions", "step", "flash");
  cr_assert_gt(flash, 0, "%s", printed);
  cr_assert_eq(run_shell("%s emit " SMALL "--set 'functions={\"step\"}' -o %s",
                         BRISTLE, folder),
               0);
  cr_assert_eq(
      run_shell("cd %s && gcc -std=c99 -Os -ffunction-sections -fdata-sections "
                "-fno-math-errno -fno-trapping-math "
                "-fno-asynchronous-unwind-tables -nostdlib -static "
                "-Wl,--gc-sections,--build-id=none,-e,finger_pad_step "
                "finger_pad.c -lgcc -o step 2>/dev/null && size -A step | awk "
                "'/^[.](text|rodata|data|bss)/ { s += $2 } END { print s }'",
                folder),
      0, "%s", printed);
  cr_expect_float_eq(strtod(printed, NULL), flash, 0.5, "%s for %g", printed,
                     flash);
  json_decref(sizes);
}

static void expect_stacks_below(const char *spec)
{
  json_t *sizes = json_of(spec), *target, *measured;
  const json_t *stated = json_object_get(sizes, "stack");
  const char *name, *function;
  int count = 0;
  json_object_foreach(json_object_get(sizes, "targets"), name, target)
  {
    json_object_foreach(json_object_get(target, "functions"), function,
                        measured)
    {
      const double bytes =
          json_number_value(json_object_get(measured, "stack"));
      const double bound = json_number_value(json_object_get(stated, function));
      cr_expect_leq(bytes, bound, "%s, %s: _%s takes %g bytes of stated %g",
                    spec, name, function, bytes, bound);
      count += bytes > 0;
    }
  }
  cr_expect_gt(count, 0, "%s: no stack was measured", spec);
  json_decref(sizes);
}

Test(sizes, no_function_takes_more_stack_than_its_header_states)
{
  expect_stacks_below("--size " SMALL "--set 'functions={\"step_jac\"}'");
  expect_stacks_below(
      "--size specs/slider/parcel.lua --set "
      "'functions={\"step\"}'");
  expect_stacks_below(
      "--size specs/joint/axis.lua --set "
      "'functions={\"step\"}'");
}

Test(sizes, a_budget_of_flash_holds_to_the_byte)
{
  json_t *sizes = json_of("--size " SMALL "--set 'functions={\"step\"}'");
  const json_t *targets = json_object_get(sizes, "targets");
  const long flash =
      (long)number(json_object_get(targets, "host"), "all", "flash", NULL);
  cr_assert_gt(flash, 100);
  const char *budget = "%s check " SMALL
                       "--set 'functions={\"step\"}' --set "
                       "'budget={flash=%ld,target=\"host\"}'";
  cr_expect_eq(run_shell(budget, BRISTLE, flash), 0, "%s", printed);
  cr_expect_eq(run_shell(budget, BRISTLE, flash - 1), 2);
  char expected[100];
  snprintf(expected, sizeof expected,
           "take %ld bytes of flash on a host, 1 more than %ld", flash,
           flash - 1);
  cr_expect_not_null(strstr(printed, expected), "%s in %s", expected, printed);
  cr_expect_eq(run_shell("%s emit " SMALL "-o %s/none --set "
                         "'budget={flash=10,target=\"host\"}'",
                         BRISTLE, folder),
               2);
  cr_expect_eq(run_shell("ls %s/none", folder), 2, "files: %s", printed);
  json_decref(sizes);
}

Test(sizes, a_form_fits_exactly_if_its_own_check_holds_the_budget)
{
#define LIMITS "ram=700,operations=1300,stack=2000"
  json_t *choice = json_of("--choose " LIMITS ",target=host " PAD), *form;
  size_t i, fitting = 0;
  double last = 0;
  bool was_fitting = true;
  json_array_foreach(json_object_get(choice, "forms"), i, form)
  {
    const bool fits = json_is_true(json_object_get(form, "fits"));
    const double rms = json_number_value(json_object_get(form, "rms"));
    const char *set = json_string_value(json_object_get(form, "set"));
    const bool is_tried = i % 4 == 0 || fits != was_fitting;
    const int code = !is_tried ? fits ? 0 : 2
                               : run_shell("%s check " PAD
                                           "%s --set 'functions={\"step\"}' "
                                           "--set 'budget={" LIMITS "}'",
                                           BRISTLE, set);
    cr_expect_eq(code, fits ? 0 : 2, "%s: %d, %s", set, code, printed);
    was_fitting = fits;
    if (fits) cr_expect_geq(rms, last / 1.06, "%s is more exact", set);
    if (fits) last = rms;
    fitting += fits;
  }
  cr_expect(fitting > 0 && fitting < i, "%zu of %zu fit", fitting, i);
  json_decref(choice);
#undef LIMITS
}

Test(sizes, options_of_the_choice_say_what_to_write)
{
  static const char *const wrong[][2] = {
      {"--choose flash", "--choose needs limits"},
      {"--choose flash=-1", "got flash=-1"},
      {"--choose target=host", "got target=host"},
      {"--choose flash=1,target=z80", "target=cortex-m0plus; got"},
      {"--clock 1e6", "--clock needs --choose"},
      {"--choose ram=1 --clock x", "--clock needs a positive number"}};
  for (size_t i = 0; i < COUNT(wrong); i++) {
    cr_expect_eq(run_shell("%s check %s " PAD, BRISTLE, wrong[i][0]), 2);
    cr_expect_not_null(strstr(printed, wrong[i][1]), "%s: %s", wrong[i][0],
                       printed);
  }
}

/* Returns the largest note about floats in a verification, or -1. */
static double float_note(const char *arguments)
{
  double worst = -1;
  json_t *check;
  size_t i;
  run_shell("%s verify --json %s", BRISTLE, arguments);
  json_t *report = json_loads(printed, 0, NULL);
  cr_assert_not_null(report, "%s", printed);
  json_array_foreach(json_object_get(report, "checks"), i, check)
  {
    const char *name = json_string_value(json_object_get(check, "name"));
    const double off = json_number_value(json_object_get(check, "worst"));
    if (strncmp(name, "float wrench.", 13) == 0 && off > worst) worst = off;
  }
  json_decref(report);
  return worst;
}

Test(sizes, verify_says_of_each_output_how_far_float_is_from_double)
{
  const double off = float_note(SMALL);
  cr_expect(off > 1e-9 && off < 1e-3, "%g", off);
  cr_expect_eq(float_note(PAD "--set model=ellipsoid"), -1);
}
