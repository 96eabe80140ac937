/* Tests of potential tables: values, arithmetic, derivatives, symmetry. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "support/maps.h"
#include "support/support.h"
#include "limit/inside.h"

/* Returns the largest error at random twists. */
static double random_error(const LimitPotential *table, uint64_t *seed,
                           int count)
{
  double worst = 0;
  for (int k = 0; k < count; k++) {
    double twist[3], h[3], exact[3];
    any_twist(seed, twist);
    limit_scaled(&table->map, twist, exact);
    potential_value(table, twist, h);
    for (int d = 0; d < 3; d++) h[d] -= exact[d];
    worst = fmax(worst, table_length(h));
  }
  return worst;
}

static double error_of_store(Run *run, const LimitMap *map,
                             PotentialStore store, bool is_float)
{
  uint64_t seed = 1;
  const int cells[3][2] = {{16, 16}, {16, 16}, {16, 16}};
  return random_error(potential_fit(run, map, cells, store, is_float), &seed,
                      2000);
}

/* Twelve thousand bytes of doubles approximate each shape. */
Test(potential, a_table_follows_every_shape_in_every_store)
{
  static const double most[SHAPES] = {4e-4, 4e-4, 4e-4, 2e-2, 5e-2, 6e-3, 4e-3};
  for (int shape = 0; shape < SHAPES; shape++) {
    Run *run = run_open();
    Cells cells;
    const LimitMap map = shape_of(run, &cells, (Shape)shape);
    const double exact = error_of_store(run, &map, POTENTIAL_DOUBLE, false);
    cr_log_info("%s: %g", shape_names[shape], exact);
    cr_expect_lt(exact, most[shape], "%s: %g", shape_names[shape], exact);
    cr_expect_float_eq(error_of_store(run, &map, POTENTIAL_FLOAT, true), exact,
                       1e-4);
    cr_expect_float_eq(error_of_store(run, &map, POTENTIAL_INT16, false), exact,
                       2e-3);
    run_close(run);
  }
}

/* add_disc integrates along one axis only, so that its cells do not swap. */
Test(potential, symmetry_is_found_from_the_map)
{
  static const bool even[SHAPES][3] = {{true, true, true},   {true, true, true},
                                       {true, true, true},   {true, true, true},
                                       {false, true, false}, {true, true, true},
                                       {false, false, false}};
  for (int shape = 0; shape < SHAPES; shape++) {
    Run *run = run_open();
    Cells cells;
    const int n[3][2] = {{4, 4}, {4, 4}, {4, 4}};
    const LimitMap map = shape_of(run, &cells, (Shape)shape);
    const LimitPotential *table =
        potential_fit(run, &map, n, POTENTIAL_FLOAT, true);
    for (int k = 0; k < 3; k++)
      cr_expect_eq(table->is_even[k], even[shape][k], "%s, axis %d",
                   shape_names[shape], k);
    cr_expect_eq(table->is_shared, shape == SQUARE, "%s", shape_names[shape]);
    cr_expect_eq(table->count, table->is_shared ? 2 * 49 : 3 * 49);
    cr_expect_eq(potential_bytes(table), 4 * table->count);
    run_close(run);
  }
}

/* Differences of values, and the symmetry of the matrix. */
Test(potential, slopes_are_the_derivatives_of_the_value)
{
  uint64_t seed = 3;
  const double step = 1e-6;
  for (int trial = 0; trial < 200; trial++) {
    Run *run = run_open();
    Cells cells;
    const int n[3][2] = {{3, 5}, {4, 6}, {7, 2}};
    const LimitMap map = trial % 2 ? random_map(run, &cells, &seed)
                                   : shape_of(run, &cells, trial / 2 % SHAPES);
    const LimitPotential *table =
        potential_fit(run, &map, n, POTENTIAL_DOUBLE, false);
    double twist[3], h[3], at[3], slopes[3][3];
    any_twist(&seed, twist);
    potential_slopes(table, twist, h, slopes);
    potential_value(table, twist, at);
    for (int d = 0; d < 3; d++) cr_expect_eq(h[d], at[d]);
    for (int k = 0; k < 3; k++) {
      double ends[2][3];
      for (int end = 0; end < 2; end++) {
        for (int d = 0; d < 3; d++) at[d] = twist[d];
        at[k] += end ? step : -step;
        potential_value(table, at, ends[end]);
      }
      for (int d = 0; d < 3; d++) {
        const double quotient = (ends[1][d] - ends[0][d]) / (2 * step);
        cr_expect_float_eq(slopes[d][k], quotient, 1e-4 + 1e-4 * fabs(quotient),
                           "trial %d, %d by %d: %g, %g", trial, d, k,
                           slopes[d][k], quotient);
        cr_expect_float_eq(slopes[d][k], slopes[k][d], 1e-9);
      }
    }
    run_close(run);
  }
}
