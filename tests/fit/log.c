/* Tests of logs as CSV files: units, gaps, irregular rows, formulas, and what
 * is refused, with file and line. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fit/fit.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(log, .init = compiling_begin, .fini = compiling_end);

typedef struct Reading {
  Run *run;
  const char *path, *formula;
  Logs *logs;
  const char *column, *unit; /* to ask for, or NULL */
  const double *values;
} Reading;

static void read_body(void *context)
{
  Reading *r = context;
  const char *const names[] = {r->column, NULL};
  r->logs = logs_read(r->run, &r->path, 1, &r->formula, r->formula != NULL);
  if (!r->column) return;
  r->values = log_column(r->run, &r->logs->list[0], names, r->unit);
  if (!r->values) log_fail_missing(r->run, &r->logs->list[0], r->column);
}

static Reading read_log(const char *text, const char *formula,
                        const char *column, const char *unit,
                        const char *expected)
{
  Reading r = {run_open(), save("log.csv", text), formula, NULL, column, unit};
  const bool is_done = run_catch(r.run, read_body, &r);
  if (expected)
    expect_in(is_done ? "no error" : r.run->error, expected);
  else
    cr_assert(is_done, "%s", r.run->error);
  return r;
}

/* Twelve rows at 10 Hz from that time. */
static const char *rows(const char *header, double gap_after)
{
  static char text[2000];
  int n = snprintf(text, sizeof text, "%s\n", header);
  double t = 0;
  for (int k = 0; k < 24; k++) {
    n += snprintf(text + n, sizeof text - (size_t)n, "%g,%d,%g\n", t, k * k,
                  0.5 * k);
    t += k == 11 ? gap_after : 0.1;
  }
  return text;
}

Test(log, reads_units_of_the_header)
{
  Reading r = read_log(rows("t [s],q (mm),force", 0.1), NULL, "q", "m", NULL);
  cr_expect_float_eq(r.values[3], 9e-3, 1e-15);
  cr_expect_eq(r.logs->list[0].nstretches, 1);
  cr_expect_float_eq(r.logs->list[0].step, 0.1, 1e-12);
  run_close(r.run);
}

Test(log, refuses_a_unit_of_another_quantity)
{
  Reading r = read_log(rows("t [s],q [V],force", 0.1), NULL, "q", "m",
                       "log.csv:1: column q must be in m, got \"V\"");
  run_close(r.run);
}

Test(log, says_which_columns_a_log_has)
{
  Reading r = read_log(rows("t [s],q [m],force [N]", 0.1), NULL, "load", "N",
                       "the log needs a column load; it has t, q, force");
  run_close(r.run);
  r = read_log(rows("x,q,force", 0.1), NULL, NULL, NULL,
               "the log needs a column t [s], the time");
  run_close(r.run);
}

Test(log, a_gap_ends_a_stretch_and_a_doubled_step_does_not)
{
  Reading r = read_log(rows("t,q,f", 0.2), NULL, NULL, NULL, NULL);
  cr_expect_eq(r.logs->list[0].nstretches, 1);
  run_close(r.run);
  r = read_log(rows("t,q,f", 3), NULL, NULL, NULL, NULL);
  cr_expect_eq(r.logs->list[0].nstretches, 2);
  cr_expect_eq(r.logs->list[0].stretches[1], 12);
  run_close(r.run);
}

Test(log, refuses_time_that_stands_still_with_its_line)
{
  Reading r = read_log(rows("t,q,f", 0), NULL, NULL, NULL,
                       "log.csv:14: t must increase from row to row");
  run_close(r.run);
}

Test(log, leaves_out_rows_without_a_number_and_counts_them)
{
  Reading r = read_log(
      "t,q\n0,1\n1,\n2,nan\n3,1\n4,1\n5,1\n6,1\n7,1\n8,1\n"
      "9,1\n10,1\n11,1\n12,1\n",
      NULL, NULL, NULL, NULL);
  cr_expect_eq(r.logs->list[0].rows, 11);
  cr_expect_eq(r.logs->list[0].dropped, 2);
  run_close(r.run);
  r = read_log("t,q\n0,1\n1,x2\n", NULL, NULL, NULL,
               "log.csv:3: column q must be a number, got \"x2\"");
  run_close(r.run);
}

Test(log, refuses_rows_of_another_length_and_a_missing_header)
{
  Reading r = read_log("t,q\n0,1\n1\n", NULL, NULL, NULL,
                       "log.csv:3: a row must have 2 columns, got 1");
  run_close(r.run);
  r = read_log("0,1\n1,2\n", NULL, NULL, NULL,
               "the first line must name the columns");
  run_close(r.run);
}

Test(log, formulas_multiply_and_divide_columns)
{
  Reading r = read_log(rows("t,a,b", 0.1), "drive=-a*2/b", "drive", "", NULL);
  cr_expect_float_eq(r.values[4], -16.0 * 2 / 2, 1e-12);
  run_close(r.run);
  r = read_log(rows("t,a,b", 0.1), "drive=a*c", NULL, NULL,
               "a formula needs the column c; the log has t, a, b");
  run_close(r.run);
}

Test(log, a_column_log_makes_several_logs)
{
  static char text[3000];
  int n = snprintf(text, sizeof text, "log,t,q\n");
  for (int k = 0; k < 36; k++)
    n += snprintf(text + n, sizeof text - (size_t)n, "%d,%g,%d\n", k / 12 + 3,
                  0.1 * (k % 12), k);
  Reading r = read_log(text, NULL, NULL, NULL, NULL);
  cr_assert_eq(r.logs->count, 3);
  cr_expect_str_eq(r.logs->list[1].name, "log.csv:4");
  cr_expect_eq(r.logs->list[2].rows, 12);
  run_close(r.run);
}

Test(log, finds_the_count_of_an_encoder)
{
  Run *run = run_open();
  double counted[400], exact[400];
  for (int k = 0; k < 400; k++) {
    exact[k] = sin(0.02 * k);
    counted[k] = 0.0015 * floor(exact[k] / 0.0015);
  }
  cr_expect_float_eq(log_count(run, counted, 400), 0.0015, 1e-9);
  cr_expect_eq(log_count(run, exact, 400), 0);
  run_close(run);
}

/* ---- paths ----------------------------------------------------------------
 */

Test(path, smoothing_finds_speed_behind_counts)
{
  enum { N = 2000 };
  Run *run = run_open();
  const double h = 1e-3, w = 6, count = 2e-3;
  double *dt = run_doubles(run, N), *q = run_doubles(run, N);
  for (int k = 0; k < N; k++) {
    dt[k] = h;
    q[k] = count * floor(sin(w * h * k) / count + 0.5);
  }
  const FitPath p = path_smooth(run, dt, q, N, count);
  double worst = 0;
  for (int k = 100; k < N - 100; k++)
    worst = fmax(worst, fabs(p.v[k] - w * cos(w * h * k)));
  cr_expect_lt(worst, 0.02 * w, "%g", worst);
  run_close(run);
}

Test(path, acceleration_of_exact_rows_is_of_high_order)
{
  enum { N = 400 };
  Run *run = run_open();
  const double h = 5e-3, w = 9;
  double *dt = run_doubles(run, N), *q = run_doubles(run, N);
  double *v = run_doubles(run, N), worst = 0;
  for (int k = 0; k < N; k++) {
    dt[k] = h;
    q[k] = sin(w * h * k) / w;
    v[k] = cos(w * h * k);
  }
  const FitPath p = path_exact(run, dt, q, v, N);
  for (int k = 1; k < N - 1; k++)
    worst = fmax(worst, fabs(p.a[k] + w * sin(w * h * k)));
  cr_expect_lt(worst, 1e-5 * w, "%g", worst);
  run_close(run);
}
