/* Tests of the plan room: a hole and a golden have one value each; a plan takes
 * golden vectors from the goldens that it is given. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "plan/plan.h"
#include "support/loading.h"

/* ---- holes --------------------------------------------------------------- */

typedef struct Filling {
  Plan plan;
  Goldens *goldens;
} Filling;

static void fill_twice(void *context)
{
  Filling *filling = context;
  plan_text(&filling->plan, "width", "2");
  plan_number(&filling->plan, "height", 1);
  plan_number(&filling->plan, "width", 3);
}

static void add_twice(void *context)
{
  Filling *filling = context;
  static const double list[] = {1, 2};
  goldens_number(filling->goldens, "golden_dt", 1);
  goldens_numbers(filling->goldens, "golden_dt", list, 2);
}

static const char *error_after(void (*body)(void *context))
{
  static char message[200];
  Filling filling = {.plan = {.run = run_open()}};
  filling.goldens = goldens_new(filling.plan.run);
  cr_assert_not(run_catch(filling.plan.run, body, &filling));
  snprintf(message, sizeof message, "%s", filling.plan.run->error);
  run_close(filling.plan.run);
  return message;
}

Test(plan, refuses_a_hole_that_is_filled_twice)
{
  cr_expect_str_eq(error_after(fill_twice),
                   "internal: the hole width is filled twice");
}

Test(plan, refuses_a_golden_that_is_added_twice)
{
  cr_expect_str_eq(error_after(add_twice),
                   "internal: the golden golden_dt is added twice");
}

/* ---- goldens ------------------------------------------------------------- */

Test(plan, keeps_twelve_digits_of_a_golden)
{
  cr_expect_eq(golden_digits(0), 0);
  cr_expect_eq(golden_digits(1.0 / 3), 0.333333333333);
  cr_expect_eq(golden_digits(-123456.7890123456), -123456.789012);
  cr_expect_eq(golden_digits(2e-30 / 3), 6.66666666667e-31);
}

static const Hole *hole_of(const Plan *plan, const char *name)
{
  for (size_t i = 0; i < plan->nholes; i++)
    if (strcmp(plan->holes[i].name, name) == 0) return &plan->holes[i];
  return NULL;
}

/* A spec of each kind, with the forms of a contact. */
static const char *const specs[] = {
    "specs/contact/few_bristles.lua",    "specs/paper/slip_case2_circle.lua",
    "specs/slider/parcel.lua",           "specs/mechanism/belt_dahl.lua",
    "specs/mechanism/sliding_block.lua", "specs/cone/point_foot.lua"};
enum { SPECS = sizeof specs / sizeof *specs };

/* Goldens of the same names, each number replaced by one of its own. */
static Goldens *replaced(const Goldens *real)
{
  Goldens *other = goldens_new(real->run);
  for (size_t i = 0; i < real->count; i++) {
    const Golden *golden = &real->list[i];
    double *numbers = run_doubles(real->run, golden->count + 1);
    for (size_t k = 0; k < golden->count; k++)
      numbers[k] = (double)(100 * i + k) + 0.5;
    if (golden->is_list)
      goldens_numbers(other, golden->name, numbers, golden->count);
    else
      goldens_number(other, golden->name, numbers[0]);
  }
  return other;
}

Test(plan, takes_golden_vectors_from_the_goldens_alone)
{
  for (size_t s = 0; s < SPECS; s++) {
    Loaded loaded = load_file(specs[s], NULL);
    cr_assert_null(loaded.error, "%s", loaded.error);
    const Model *model = loaded.model;
    const Goldens *other = replaced(model->kind->goldens(model));
    const Plan *plan = plan_make(model, model->kind->derive(model), other);
    cr_expect_gt(other->count, 2, "%s", specs[s]);
    for (size_t i = 0; i < other->count; i++) {
      const Golden *golden = &other->list[i];
      const Hole *hole = hole_of(plan, golden->name);
      cr_assert_not_null(hole, "%s: %s", specs[s], golden->name);
      for (size_t k = 0; k < golden->count; k++)
        cr_expect_eq(golden->is_list ? hole->numbers[k] : hole->number,
                     golden->numbers[k], "%s: %s", specs[s], golden->name);
    }
    unload(&loaded);
  }
}
