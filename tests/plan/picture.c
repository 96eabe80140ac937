/* Tests of the numbers of pictures: rows, and enough rows of a recording to
 * draw its curves, with the last. */
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
  return picture_new(pictures, "pressure", "contact/pressure.gp", 9, 7);
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

/* Rounding errors beside `fx`, a torque in millis, and a contact that sticks
 * from 0.5 s to 1 s and in one row more. */
Test(picture, a_motion_has_panels_with_units_and_no_rounding_errors)
{
  static const Column four[] = {
      {"t", "s"}, {"fx", "N"}, {"fy", "N"}, {"tau", "N m"}};
  static const bool sticks[] = {false, true, true, false, true};
  static const Panel panels[] = {
      {{"friction", 1, 2, true}, {"torque", 3, 1, false}},
      {{"friction", 2, 1, false}, {NULL, 0, 0, false}}};
  Run *run = run_open();
  Pictures pictures;
  open_plan(run, &pictures);
  Recording *recording = recording_new(run, (Where){NULL, 0}, four, 4);
  for (int k = 0; k < 5; k++)
    recording_add(recording, (double[]){0.5 * k, 2, 1e-17 * k, 0.003 * k});
  Plan *plan = picture_motion(&pictures, recording, panels, 2, sticks);
  const double *rows = hole_of(plan, "run")->numbers;
  cr_expect_eq(rows[4 * 4 + 1], 2);
  cr_expect_eq(rows[4 * 4 + 2], 0);
  cr_expect_eq(rows[4 * 4 + 3], 0.012);
  cr_expect_eq(recording->values[4 * 4 + 2], 4e-17);
  cr_expect_str_eq(hole_of(plan, "labels")->text,
                   "friction (N)\ttorque (mN m)\tfriction (N)\t \t");
  static const double curves[] = {1, 2, 1,   1, 0, 1, 3, 1, 1, 0,
                                  1, 4, 1e3, 0, 1, 2, 3, 1, 0, 0};
  const Hole *hole = hole_of(plan, "curves");
  cr_assert_eq(hole->count, COUNT(curves));
  cr_expect_arr_eq(hole->numbers, curves, sizeof curves);
  hole = hole_of(plan, "stick");
  cr_assert_eq(hole->count, 2);
  cr_expect_eq(hole->numbers[0], 0.5);
  cr_expect_eq(hole->numbers[1], 1);
  run_close(run);
}
