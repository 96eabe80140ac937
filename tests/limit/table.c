/* Tests of gen/limit: tables, their values at nodes and edges, their
 * certificates, and the choice of a table for a tolerance. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "support/maps.h"
#include "support/support.h"
#include "limit/inside.h"

static double error_of(const LimitTable *table, const double twist[3])
{
  double h[3], exact[3], square = 0;
  limit_scaled(&table->map, twist, exact);
  table_value(table, twist, h);
  for (int d = 0; d < 3; d++) square += (h[d] - exact[d]) * (h[d] - exact[d]);
  return sqrt(square);
}

static double random_error(const LimitTable *table, uint64_t *seed, int count)
{
  double worst = 0;
  for (int k = 0; k < count; k++) {
    double twist[3];
    any_twist(seed, twist);
    worst = fmax(worst, error_of(table, twist));
  }
  return worst;
}

/* Random twists have no error above the bound, and the bound is at most twice
 * the largest error found. */
static void expect_sound(const char *name, const LimitTable *table,
                         uint64_t *seed)
{
  const Certificate proof = table_certify(table, 0);
  const double sampled =
      random_error(table, seed, from_environment("TABLE_TWISTS", 20000));
  cr_log_info("%-13s %-8s %3d %-6s proven %.4f, found %.4f, random %.4f", name,
              table->interp == TABLE_CUBIC ? "cubic" : "bilinear",
              table->fine[0], table->is_float ? "float" : "double", proof.bound,
              proof.found, sampled);
  cr_expect_leq(sampled, proof.bound, "%g > %g", sampled, proof.bound);
  cr_expect_leq(proof.bound, 2.01 * fmax(proof.found, sampled), "%g, found %g",
                proof.bound, proof.found);
  if (!table->is_float)
    cr_expect_float_eq(error_of(table, proof.twist), proof.found, 1e-9);
}

Test(table, certificate_holds_and_is_tight_for_every_shape)
{
  uint64_t seed = 1;
  for (int shape = 0; shape < SHAPES; shape++) {
    Run *run = run_open();
    Cells cells;
    const LimitMap map = shape_of(run, &cells, (Shape)shape);
    const char *name = shape_names[shape];
    for (int is_float = 0; is_float < 2; is_float++) {
      const int n = is_float ? 16 : 40;
      expect_sound(name, table_build(run, &map, TABLE_BILINEAR, n, is_float),
                   &seed);
      expect_sound(name, table_build(run, &map, TABLE_CUBIC, n - 4, is_float),
                   &seed);
    }
    run_close(run);
  }
}

Test(table, certificate_holds_and_is_tight_for_random_maps)
{
  uint64_t seed = 2;
  for (int trial = 0; trial < from_environment("TABLE_MAPS", 8); trial++) {
    Run *run = run_open();
    Cells cells;
    char name[40];
    const LimitMap boxes = random_map(run, &cells, &seed);
    const LimitMap map = leaning_map(run, &boxes, &seed);
    snprintf(name, sizeof name, "map %d, %dx%d", trial, cells.grid.nx,
             cells.grid.ny);
    expect_sound(name, table_build(run, &map, TABLE_BILINEAR, 9, false), &seed);
    expect_sound(name, table_build(run, &map, TABLE_CUBIC, 7, true), &seed);
    run_close(run);
  }
}

/* Writes table minus surface at a place of the patch, 0 to 1. */
static void difference_at(const LimitTable *table, const Patch *p, double x,
                          double y, double e[3])
{
  const double at[2] = {p->low[0] + x * (p->high[0] - p->low[0]),
                        p->low[1] + y * (p->high[1] - p->low[1])};
  double twist[3], h[3];
  table_twist(table, p->block, p->i + at[0], p->j + at[1], twist);
  table_inside(table, p->block, p->i, p->j, at[0], at[1], h);
  limit_scaled(&table->map, twist, e);
  for (int d = 0; d < 3; d++) e[d] -= h[d];
}

/* Returns the distance of that difference from its linear interpolation between
 * the corners of the patch. */
static double missed_at(const LimitTable *table, const Patch *p, double x,
                        double y)
{
  double here[3], corner[3];
  difference_at(table, p, x, y, here);
  for (int k = 0; k < 4; k++) {
    difference_at(table, p, k / 2, k % 2, corner);
    for (int d = 0; d < 3; d++)
      here[d] -= (k / 2 ? x : 1 - x) * (k % 2 ? y : 1 - y) * corner[d];
  }
  return table_length(here);
}

/* Returns a cell of the table or a part of one. More than half of the patches
 * are on the face m = 2, where the centre of rotation is among the cells. */
static Patch random_patch(const LimitTable *table, uint64_t *seed)
{
  const int n = table->fine[0], parts = 1 << (int)random_in(seed, 0, 6);
  Patch p = {(int)fmin(random_in(seed, 0, 5), 2), (int)random_in(seed, 0, n),
             (int)random_in(seed, 0, n)};
  for (int d = 0; d < 2; d++) {
    p.low[d] = floor(random_in(seed, 0, parts)) / parts;
    p.high[d] = p.low[d] + 1.0 / parts;
  }
  return p;
}

/* The bound is also tight: the mean miss is more than a tenth of the bound. */
Test(table, no_patch_misses_more_than_its_bound)
{
  enum { PATCHES = 40, POINTS = 24 };
  uint64_t seed = 6;
  double sum = 0, count = 0;
  for (int trial = 0; trial < 100; trial++) {
    Run *run = run_open();
    Cells cells;
    const LimitMap boxes = random_map(run, &cells, &seed);
    const LimitMap map = leaning_map(run, &boxes, &seed);
    const LimitTable *table =
        table_build(run, &map, (TableInterp)(trial % 2),
                    5 + (int)random_in(&seed, 0, 25), false);
    const Miss *miss = miss_prepare(run, table);
    for (int k = 0; k < PATCHES; k++) {
      const Patch p = random_patch(table, &seed);
      const double bound = miss_most(miss, &p);
      double worst = missed_at(table, &p, 0.5, 0.5);
      for (int q = 0; q < POINTS; q++)
        worst = fmax(worst, missed_at(table, &p, random_in(&seed, 0, 1),
                                      random_in(&seed, 0, 1)));
      cr_expect_leq(worst, bound + 1e-11, "map %d, block %d: %g > %g", trial,
                    p.block, worst, bound);
      sum += worst / bound;
      count++;
    }
    run_close(run);
  }
  cr_expect_gt(sum / count, 0.1, "%g", sum / count);
}

/* The proof searches a part of a symmetric table only. */
Test(table, symmetry_does_not_change_the_certificate)
{
  Run *run = run_open();
  for (int interp = 0; interp < 2; interp++) {
    Certificate proofs[2];
    for (int is_skewed = 0; is_skewed < 2; is_skewed++) {
      double w[SIDE * SIDE] = {0};
      Cells cells;
      add_disc(SIDE, SIDE, 0.02, 0.03, 0.009, 1, w);
      w[SIDE * SIDE / 2 - 3 - 2 * SIDE] *= 1 + 1e-8 * is_skewed;
      const LimitMap map = map_of(run, &cells, SIDE, SIDE, 0.02, 0.03, w);
      proofs[is_skewed] = table_certify(
          table_build(run, &map, (TableInterp)interp, 7, false), 0);
    }
    cr_expect_float_eq(proofs[0].bound, proofs[1].bound, 1e-7);
    cr_expect_float_eq(proofs[0].found, proofs[1].found, 1e-7);
    cr_expect_lt(2 * proofs[0].evaluations, proofs[1].evaluations, "%ld, %ld",
                 proofs[0].evaluations, proofs[1].evaluations);
  }
  run_close(run);
}

Test(table, the_bound_falls_with_the_number_of_cells)
{
  Run *run = run_open();
  Cells cells;
  const LimitMap map = shape_of(run, &cells, DISC);
  for (int interp = 0; interp < 2; interp++) {
    double last = INFINITY;
    for (int n = 6; n <= 24; n *= 2) {
      const LimitTable *t =
          table_build(run, &map, (TableInterp)interp, n, false);
      const Certificate proof = table_certify(t, 0);
      cr_expect_lt(proof.bound, last * 0.6, "%d: %g", n, proof.bound);
      last = proof.bound;
    }
  }
  run_close(run);
}

Test(table, a_table_is_exact_at_its_nodes)
{
  Run *run = run_open();
  Cells cells;
  const LimitMap map = shape_of(run, &cells, ISLANDS);
  for (int interp = 0; interp < 2; interp++) {
    const LimitTable *t = table_build(run, &map, (TableInterp)interp, 5, false);
    for (int b = 0; b < 3; b++)
      for (int i = 0; i <= 5; i++)
        for (int j = 0; j <= 5; j++) {
          double twist[3];
          table_twist(t, b, i, j, twist);
          cr_expect_leq(error_of(t, twist), 1e-11);
          for (int d = 0; d < 3; d++) twist[d] *= -37;
          cr_expect_leq(error_of(t, twist), 1e-11);
        }
  }
  run_close(run);
}

static void expect_no_jump(const LimitTable *table, const double twist[3],
                           const double across[3], double most)
{
  double a[3], b[3], before[3], after[3];
  for (int d = 0; d < 3; d++) {
    a[d] = twist[d] - 1e-9 * across[d];
    b[d] = twist[d] + 1e-9 * across[d];
  }
  table_value(table, a, before);
  table_value(table, b, after);
  for (int d = 0; d < 3; d++)
    cr_expect_leq(fabs(before[d] - after[d]), most, "%g %g %g", twist[0],
                  twist[1], twist[2]);
}

/* The twists are at edges of faces, at w = 0, and at edges of blocks with
 * different cells. */
Test(table, a_table_is_continuous)
{
  Run *run = run_open();
  Cells cells;
  const LimitMap map = shape_of(run, &cells, ROD);
  Certificate proof;
  const LimitTable *tables[] = {
      table_build(run, &map, TABLE_BILINEAR, 10, false),
      table_build(run, &map, TABLE_CUBIC, 10, false),
      table_choose(run, &map, TABLE_BILINEAR, 0.004, false, &proof)};
  cr_assert_gt(tables[2]->blocks, 1);
  uint64_t seed = 3;
  for (int k = 0; k < 20000; k++) {
    const LimitTable *t = tables[k % 3];
    double at[2] = {random_in(&seed, -1, 1), random_in(&seed, -1, 1)};
    const int n = t->blocks > 1 ? t->blocks : 10, axis = k / 3 % 2;
    if (k % 2)
      at[axis] = round(at[axis] * n / 2) * 2 / n;
    else
      at[axis] = at[axis] < 0 ? -1 : 1;
    double c[3] = {at[0], at[1], 1}, across[3] = {0, 0, 0}, twist[3];
    const int turn = k / 6 % 3;
    for (int d = 0; d < 3; d++) twist[(d + turn) % 3] = c[d];
    for (int d = 0; d < 2; d++) twist[d] *= t->scale[d];
    across[(axis + turn) % 3] = 1;
    expect_no_jump(t, twist, across, 1e-6);
  }
  run_close(run);
}

/* The derivative changes across a line of nodes by the rounding of a difference
 * only. */
Test(table, a_cubic_table_has_no_kinks_within_a_face)
{
  Run *run = run_open();
  Cells cells;
  const LimitMap map = shape_of(run, &cells, SQUARE);
  const LimitTable *t = table_build(run, &map, TABLE_CUBIC, 8, false);
  const double step = 1e-6;
  for (int i = 1; i < 8; i++)
    for (int b = 0; b < 3; b++) {
      double h[3][3];
      for (int k = 0; k < 3; k++) {
        double twist[3];
        table_twist(t, b, i + (k - 1) * step, 3.3, twist);
        table_value(t, twist, h[k]);
      }
      for (int d = 0; d < 3; d++)
        cr_expect_leq(fabs(h[0][d] - 2 * h[1][d] + h[2][d]) / step, 1e-5);
    }
  run_close(run);
}

static void expect_tolerance(const char *name, const LimitMap *map,
                             uint64_t *seed)
{
  const double tolerance = 1e-3;
  for (int interp = 0; interp < 2; interp++) {
    Run *run = run_open();
    Certificate proof;
    const LimitTable *t = table_choose(run, map, (TableInterp)interp, tolerance,
                                       interp == 0, &proof);
    cr_assert_not_null(t);
    cr_expect_leq(proof.bound, tolerance);
    cr_expect_geq(proof.found, 0.4 * tolerance, "%g", proof.found);
    const double sampled =
        random_error(t, seed, from_environment("TABLE_TWISTS", 20000));
    cr_expect_leq(sampled, proof.bound, "%g", sampled);
    cr_log_info("%-13s %-8s %6.1f kB, proven %.6f, found %.6f, random %.6f",
                name, interp ? "cubic" : "bilinear",
                (double)table_bytes(t) / 1e3, proof.bound, proof.found,
                sampled);
    run_close(run);
  }
}

Test(table, chosen_tables_keep_the_tolerance)
{
  uint64_t seed = 4;
  for (int k = 0; k < SHAPES + from_environment("TABLE_MAPS", 2); k++) {
    Run *run = run_open();
    Cells cells;
    const LimitMap map = k < SHAPES ? shape_of(run, &cells, (Shape)k)
                                    : random_map(run, &cells, &seed);
    expect_tolerance(k < SHAPES ? shape_names[k] : "map", &map, &seed);
    run_close(run);
  }
}

Test(table, table_choose_returns_null_for_too_small_a_tolerance)
{
  Run *run = run_open();
  Cells cells;
  const LimitMap map = shape_of(run, &cells, ROD);
  Certificate proof;
  cr_expect_null(table_choose(run, &map, TABLE_CUBIC, 1e-6, false, &proof));
  run_close(run);
}

/* Returns the largest error of a polar table of 80 x 20 cells, with 81 * 21
 * nodes, for random twists. */
static double polar_error(Run *run, const LimitMap *map, uint64_t *seed)
{
  enum { T = 80, P = 20 };
  double(*node)[P + 1][3] = run_alloc(run, (T + 1) * sizeof *node);
  for (int i = 0; i <= T; i++)
    for (int j = 0; j <= P; j++) {
      const double a = 2 * TEST_PI * i / T - TEST_PI, b = TEST_PI / 2 * j / P;
      const double twist[3] = {cos(a) * sin(b), sin(a) * sin(b), cos(b)};
      limit_scaled(map, twist, node[i][j]);
    }
  double worst = 0;
  for (int k = 0; k < from_environment("TABLE_TWISTS", 20000); k++) {
    double v[3], exact[3], square = 0;
    any_twist(seed, v);
    limit_scaled(map, v, exact);
    const double sign = v[2] < 0 ? -1 : 1;
    const double s =
        (atan2(sign * v[1], sign * v[0]) + TEST_PI) * T / TEST_PI / 2;
    const double t = atan2(hypot(v[0], v[1]), fabs(v[2])) * P * 2 / TEST_PI;
    const int i = s < T ? (int)s : T - 1, j = t < P ? (int)t : P - 1;
    for (int d = 0; d < 3; d++) {
      const double a =
          node[i][j][d] + (t - j) * (node[i][j + 1][d] - node[i][j][d]);
      const double b = node[i + 1][j][d] +
                       (t - j) * (node[i + 1][j + 1][d] - node[i + 1][j][d]);
      const double e = sign * (a + (s - i) * (b - a)) - exact[d];
      square += e * e;
    }
    worst = fmax(worst, sqrt(square));
  }
  return worst;
}

Test(table, the_error_is_half_that_of_a_polar_table_of_as_many_bytes)
{
  uint64_t seed = 5;
  for (int shape = SQUARE; shape <= DISC; shape++) {
    Run *run = run_open();
    Cells cells;
    const LimitMap map = shape_of(run, &cells, (Shape)shape);
    const double polar = polar_error(run, &map, &seed);
    const LimitTable *linear =
        table_build(run, &map, TABLE_BILINEAR, 22, false);
    const LimitTable *cubic = table_build(run, &map, TABLE_CUBIC, 20, false);
    cr_expect_leq(table_bytes(linear), (size_t)(81 * 21 * 24));
    cr_expect_leq(table_bytes(cubic), (size_t)(81 * 21 * 24));
    cr_expect_leq(2 * table_certify(linear, polar / 2).bound, polar);
    cr_expect_leq(8 * table_certify(cubic, polar / 8).bound, polar);
    run_close(run);
  }
}
