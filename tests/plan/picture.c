/* Tests of what pictures are told: rows of numbers, and of a recording enough
 * rows to draw its curves, with the last. */
#include <criterion/criterion.h>
#include <string.h>

#include "plan/plan.h"
#include "results/results.h"

static const Column columns[] = {{"t", "s"}, {"fx", "N"}};

/* Time goes from 0 in steps of 0.5 s. */
static Recording *record(Run *run, size_t rows)
{
  Recording *recording = recording_new(run, (Where){NULL, 0}, columns, 2);
  for (size_t k = 0; k < rows; k++)
    recording_add(recording, (double[]){0.5 * (double)k, -(double)k});
  return recording;
}

/* The plan of a picture of a model named "pad". */
static Plan *open_plan(Run *run, Pictures *pictures)
{
  static Model model;
  model = (Model){.run = run, .name = "pad"};
  *pictures = (Pictures){&model};
  return picture_new(pictures, "motion", "contact/motion.gp", 9, 7);
}

static const Hole *hole_of(const Plan *plan, const char *name)
{
  for (size_t i = 0; i < plan->nholes; i++)
    if (strcmp(plan->holes[i].name, name) == 0) return &plan->holes[i];
  cr_assert_fail("no hole %s", name);
  return NULL;
}

Test(picture, pictures_stay_in_order)
{
  Run *run = run_open();
  Pictures pictures;
  Plan *first = open_plan(run, &pictures);
  Plan *second = picture_new(&pictures, "limit", "contact/limit.gp", 5, 3);
  cr_expect_eq(pictures.first->plan, first);
  cr_expect_eq(pictures.first->next->plan, second);
  cr_expect_null(pictures.first->next->next);
  cr_expect_eq(pictures.first->width, 9);
  cr_expect_str_eq(hole_of(second, "name")->text, "pad");
  run_close(run);
}

Test(picture, rows_are_appended)
{
  Run *run = run_open();
  Pictures pictures;
  Plan *plan = open_plan(run, &pictures);
  for (int i = 0; i < 1000; i++) {
    plan_row(plan, "cells", 2, (double[]){i, -i});
    plan_row(plan, "marks", 1, &(double){2 * i});
  }
  cr_assert_eq(hole_of(plan, "cells")->count, 2000);
  cr_assert_eq(hole_of(plan, "marks")->count, 1000);
  for (int i = 0; i < 1000; i++) {
    cr_expect_eq(hole_of(plan, "cells")->numbers[2 * i + 1], -i);
    cr_expect_eq(hole_of(plan, "marks")->numbers[i], 2 * i);
  }
  run_close(run);
}

Test(picture, a_long_recording_keeps_few_rows_and_the_last)
{
  Run *run = run_open();
  Pictures pictures;
  Plan *plan = open_plan(run, &pictures);
  plan_recording(plan, record(run, 100001));
  const Hole *hole = hole_of(plan, "run");
  cr_expect_eq(hole_of(plan, "columns")->number, 2);
  cr_expect_lt(hole->count / 2, 4100);
  cr_expect_gt(hole->count / 2, 3000);
  cr_expect_eq(hole->numbers[hole->count - 2], 50000);
  cr_expect_eq(hole->numbers[hole->count - 1], -100000);
  run_close(run);
}

Test(picture, a_short_recording_keeps_every_row)
{
  static const double rows[] = {0, 0, 0.5, -1, 1, -2};
  Run *run = run_open();
  Pictures pictures;
  Plan *plan = open_plan(run, &pictures);
  plan_recording(plan, record(run, 3));
  const Hole *hole = hole_of(plan, "run");
  cr_assert_eq(hole->count, 6);
  for (int i = 0; i < 6; i++) cr_expect_eq(hole->numbers[i], rows[i] + 0.0);
  run_close(run);
}
