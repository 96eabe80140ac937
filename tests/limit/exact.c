/* Tests of gen/limit/exact.c and corners.c: against an independent adaptive
 * quadrature, closed forms, invariances, and numbers from another program. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"
#include "support/support.h"

static Cells cells_of(Run *run, int nx, int ny, double sx, double sy,
                      const double *weights)
{
  const Grid grid = {nx, ny, sx, sy};
  const int count = nx * ny;
  double *copy = run_doubles(run, (size_t)count);
  for (int k = 0; k < count; k++) copy[k] = weights ? weights[k] : 1.0 / count;
  return cells_kept(run, &grid, copy);
}

static Cells random_cells(Run *run, uint64_t *seed, int nx, int ny, double sx,
                          double sy)
{
  double *weights = random_weights(seed, nx, ny);
  const Cells cells = cells_of(run, nx, ny, sx, sy, weights);
  free(weights);
  return cells;
}

/* Writes the twist with the centre of rotation (x, y). */
static void spin_about(double x, double y, double w, double twist[3])
{
  twist[0] = w * y;
  twist[1] = -w * x;
  twist[2] = w;
}

static double potential(const Cells *cells, const double twist[3])
{
  double l[3];
  limit_exact(cells, twist, l);
  return -(l[0] * twist[0] + l[1] * twist[1] + l[2] * twist[2]);
}

/* ---- an independent quadrature ----------------------------------------- */

/* Adds to `sums` the integrals over a box of slip direction, of torque about
 * the centre of the grid, and of |v|. Boxes are halved until the centre of
 * rotation is 2.5 diagonals away, where the error of 14 x 14 Gauss points is
 * rounding. */
static void add_box(const double twist[3], double x0, double x1, double y0,
                    double y1, int depth, double sums[4])
{
  const double dx = x1 - x0, dy = y1 - y0, xm = x0 + dx / 2, ym = y0 + dy / 2;
  const double vx = twist[0] - twist[2] * ym, vy = twist[1] + twist[2] * xm;
  if (hypot(vx, vy) < 2.5 * fabs(twist[2]) * hypot(dx, dy)) {
    if (depth == 0) return;
    const double xs = dx > dy ? xm : x1, ys = dx > dy ? y1 : ym;
    add_box(twist, x0, xs, y0, ys, depth - 1, sums);
    add_box(twist, dx > dy ? xm : x0, x1, dx > dy ? y0 : ym, y1, depth - 1,
            sums);
    return;
  }
  static double node[14], weight[14];
  if (weight[0] == 0) gauss_legendre(14, -1, 1, node, weight);
  for (int i = 0; i < 14; i++)
    for (int j = 0; j < 14; j++) {
      const double x = xm + dx / 2 * node[i], y = ym + dy / 2 * node[j];
      const double a = twist[0] - twist[2] * y, b = twist[1] + twist[2] * x;
      const double r = hypot(a, b), w = weight[i] * weight[j] * dx * dy / 4;
      if (r == 0) continue; /* the box is as small as rounding */
      sums[0] += w * a / r;
      sums[1] += w * b / r;
      sums[2] += w * (x * b - y * a) / r;
      sums[3] += w * r;
    }
}

/* Writes the wrench, and the potential P = sum w |v| to out[3]. */
static void by_quadrature(const Cells *cells, const double twist[3],
                          double out[4])
{
  const Grid *grid = &cells->grid;
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  for (int d = 0; d < 4; d++) out[d] = 0;
  for (int k = 0; k < cells->count; k++) {
    const double x = (cells->index[k] % grid->nx - grid->nx / 2.0) * hx;
    const double y = (cells->index[k] / grid->nx - grid->ny / 2.0) * hy;
    double sums[4] = {0};
    add_box(twist, x, x + hx, y, y + hy, 110, sums);
    for (int d = 0; d < 4; d++)
      out[d] += (d < 3 ? -1 : 1) * cells->w[k] * sums[d] / (hx * hy);
  }
}

static double distance(const Cells *cells, const double a[3], const double b[3])
{
  const double length = fmax(cells->grid.sx, cells->grid.sy);
  return fmax(fmax(fabs(a[0] - b[0]), fabs(a[1] - b[1])),
              fabs(a[2] - b[2]) / length);
}

static double error_about(const Cells *cells, double x, double y, double w)
{
  double twist[3], exact[4], got[3];
  spin_about(x, y, w, twist);
  by_quadrature(cells, twist, exact);
  limit_exact(cells, twist, got);
  return distance(cells, got, exact);
}

/* Returns the largest error for special centres of rotation, in cells from the
 * lower left corner of the grid: corners, edges, middles, places next to these,
 * and outside. */
static double worst_error(const Cells *cells)
{
  static const double at[][2] = {
      {1, 1},         {0, 0},         {1, 0.5},   {0.5, 0.5}, {1 + 1e-9, 1},
      {1, 1 - 1e-14}, {0.5, 1e-12},   {2, 1.7},   {-1e-7, 1}, {-3.9, 0.5},
      {-3.88, 0.51},  {-7.3, -2.2},   {-30, 11},  {400, -90}, {1e4, 1e4},
      {1e8, -3e7},    {0.123, 0.456}, {0, 1e-200}};
  const Grid *grid = &cells->grid;
  double worst = 0;
  for (size_t i = 0; i < sizeof at / sizeof *at; i++)
    for (int sign = -1; sign <= 1; sign += 2) {
      const double x = (at[i][0] - grid->nx / 2.0) * grid->sx / grid->nx;
      const double y = (at[i][1] - grid->ny / 2.0) * grid->sy / grid->ny;
      worst = fmax(worst, error_about(cells, x, y, sign));
    }
  return worst;
}

Test(limit, agrees_with_quadrature_for_all_centres_of_rotation)
{
  Run *run = run_open();
  uint64_t seed = 1;
  static const int grids[][2] = {{1, 1}, {2, 2}, {3, 5}, {21, 21}, {20, 7}};
  for (size_t i = 0; i < sizeof grids / sizeof *grids; i++) {
    const Cells cells = random_cells(run, &seed, grids[i][0], grids[i][1], 0.02,
                                     0.02 * (1 + 0.3 * (double)i));
    cr_expect_leq(worst_error(&cells), 1e-12, "%dx%d: %g", grids[i][0],
                  grids[i][1], worst_error(&cells));
  }
  run_close(run);
}

Test(limit, agrees_with_quadrature_for_long_and_thin_cells)
{
  Run *run = run_open();
  uint64_t seed = 2;
  static const double cases[][4] = {{1, 9, 0.002, 0.04},
                                    {1, 50, 0.02, 0.02},
                                    {40, 1, 0.01, 0.07},
                                    {64, 1, 1, 30}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Cells cells =
        random_cells(run, &seed, (int)cases[i][0], (int)cases[i][1],
                     cases[i][2], cases[i][3]);
    cr_expect_leq(worst_error(&cells), 1e-12, "case %zu: %g", i,
                  worst_error(&cells));
  }
  run_close(run);
}

Test(limit, agrees_with_quadrature_for_one_long_cell)
{
  Run *run = run_open();
  double weights[64] = {0};
  weights[5] = 1;
  const Cells cells = cells_of(run, 64, 1, 1, 30, weights);
  uint64_t seed = 12;
  double worst = 0;
  for (int i = 0; i < 200; i++)
    worst = fmax(worst, error_about(&cells, random_in(&seed, -2, 1),
                                    random_in(&seed, -80, 80), 1));
  cr_expect_leq(worst, 1e-12, "%g", worst);
  run_close(run);
}

Test(limit, agrees_with_quadrature_for_one_loaded_cell_of_many)
{
  Run *run = run_open();
  double weights[101 * 101] = {0};
  weights[40 * 101 + 71] = 1;
  const Cells cells = cells_of(run, 101, 101, 0.02, 0.02, weights);
  const double h = 0.02 / 101;
  uint64_t seed = 3;
  double worst = 0;
  for (int i = 0; i < 200; i++) {
    const double x = (71.5 - 50.5 + random_in(&seed, -12, 12)) * h;
    const double y = (40.5 - 50.5 + random_in(&seed, -12, 12)) * h;
    worst = fmax(worst, error_about(&cells, x, y, 1));
  }
  cr_expect_leq(worst, 1e-12, "%g", worst);
  run_close(run);
}

/* ---- closed forms ------------------------------------------------------ */

static void expect_corners_agree(const Cells *cells, double x, double y)
{
  double twist[3], exact[4], got[3];
  spin_about(x, y, 1, twist);
  by_quadrature(cells, twist, exact);
  if (!limit_corners(&cells->limit->corners, (double[]){x, y}, got)) return;
  for (int d = 0; d < 3; d++) got[d] = -got[d];
  cr_expect_leq(distance(cells, got, exact), 1e-12, "%g %g: %g", x, y,
                distance(cells, got, exact));
}

/* An evenly loaded rectangle, trial 0, has four corners. */
Test(limit, corners_agree_with_quadrature)
{
  uint64_t seed = 12;
  Run *run = run_open();
  for (int trial = 0; trial < 12; trial++) {
    const int nx = trial ? 2 + (int)random_in(&seed, 0, 6) : 20;
    const int ny = trial ? 2 + (int)random_in(&seed, 0, 6) : 15;
    const double sx = 0.02, sy = trial ? random_in(&seed, 0.005, 0.05) : 0.015;
    const Cells cells = trial ? random_cells(run, &seed, nx, ny, sx, sy)
                              : cells_of(run, nx, ny, sx, sy, NULL);
    const LimitCorners *corners = &cells.limit->corners;
    double wrench[3], used = 0;
    for (int k = 0; k < corners->count; k++) used += corners->w[k] != 0;
    if (trial == 0) cr_expect_eq((int)used, 4);
    cr_expect(limit_corners(corners, (double[]){0, 0}, wrench));
    cr_expect_not(limit_corners(corners, (double[]){9, 9}, wrench));
    for (int k = 0; k < 12; k++)
      expect_corners_agree(&cells, random_in(&seed, -sx, sx),
                           random_in(&seed, -sy, sy));
    expect_corners_agree(&cells, sx / nx * (1 - nx / 2.0), 0);
    expect_corners_agree(&cells, 0, sy / ny * (1 - ny / 2.0));
    expect_corners_agree(&cells, sx / 2, sy / 2);
  }
  run_close(run);
}

Test(limit, square_spinning_about_its_middle_has_the_known_torque)
{
  Run *run = run_open();
  const double spin[3] = {0, 0, -3};
  for (int n = 1; n <= 33; n += 8) {
    const Cells cells = cells_of(run, n, n, 0.7, 0.7, NULL);
    double l[3];
    limit_exact(&cells, spin, l);
    cr_expect_float_eq(l[2], 0.7 * (sqrt(2) + asinh(1)) / 6, 1e-14, "%d", n);
    cr_expect_float_eq(l[2] / 0.7, 0.3825978582, 1e-10);
    cr_expect_leq(hypot(l[0], l[1]), 1e-14);
  }
  run_close(run);
}

Test(limit, rectangle_spinning_about_its_middle_has_the_known_torque)
{
  Run *run = run_open();
  const double a = 0.03, b = 0.011, d = hypot(a, b);
  const double expected =
      (2 * d + a * a / b * log((b + d) / a) + b * b / a * log((a + d) / b)) /
      12;
  static const int grids[][2] = {{1, 1}, {1, 8}, {9, 1}, {6, 11}};
  for (size_t i = 0; i < 4; i++) {
    const Cells cells = cells_of(run, grids[i][0], grids[i][1], a, b, NULL);
    double l[3];
    limit_exact(&cells, (double[]){0, 0, 1e-3}, l);
    cr_expect_float_eq(l[2], -expected, 1e-14 * a, "%zu", i);
  }
  run_close(run);
}

/* Writes force and torque/R of a uniform disc at e = v/(R w). */
static void disc_exact(double e, double out[2])
{
  double K, E;
  if (e == 1) {
    out[0] = 8 / (3 * TEST_PI);
    out[1] = 8 / (9 * TEST_PI);
  } else if (e < 1) {
    elliptic(e * e, &K, &E);
    out[0] = 4 * ((e * e + 1) * E + (e * e - 1) * K) / (3 * TEST_PI * e);
    out[1] = 4 * ((4 - 2 * e * e) * E + (e * e - 1) * K) / (9 * TEST_PI);
  } else {
    elliptic(1 / (e * e), &K, &E);
    out[0] = 4 * ((e * e + 1) * E - (e * e - 1) * K) / (3 * TEST_PI);
    out[1] = 4 * e * ((4 - 2 * e * e) * E + (2 * e * e - 5 + 3 / (e * e)) * K) /
             (9 * TEST_PI);
  }
}

static double disc_error(Run *run, int n, double e)
{
  double *weights = run_doubles(run, (size_t)n * (size_t)n), l[3], exact[2];
  add_disc(n, n, 2, 2, 1, 1, weights);
  const Cells cells = cells_of(run, n, n, 2, 2, weights);
  limit_exact(&cells, (double[]){-0.6 * e, 0.8 * e, 1}, l);
  disc_exact(e, exact);
  return fmax(fabs(hypot(l[0], l[1]) - exact[0]), fabs(-l[2] - exact[1]));
}

Test(limit, disc_converges_to_the_elliptic_integrals)
{
  Run *run = run_open();
  static const double ratios[] = {0.05, 0.4, 0.6530017892, 1, 1.3, 4, 30};
  for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++) {
    /* The cells on the rim depend on n, so that the means over six n are
     * compared. */
    double coarse = 0, fine = 0;
    for (int n = 0; n < 6; n++) {
      coarse += disc_error(run, 20 + n, ratios[i]) / 6;
      fine += disc_error(run, 4 * (20 + n), ratios[i]) / 6;
    }
    cr_expect_leq(fine, 3e-4, "e = %g: %g", ratios[i], fine);
    cr_expect_geq(convergence_order(coarse, fine, 4), 1.7, "e = %g: %g to %g",
                  ratios[i], coarse, fine);
  }
  run_close(run);
}

Test(limit, sliding_without_spin_is_plain_coulomb_friction)
{
  Run *run = run_open();
  uint64_t seed = 4;
  const Cells cells = random_cells(run, &seed, 12, 9, 0.02, 0.03);
  double cx = 0, cy = 0, l[3];
  for (int k = 0; k < cells.count; k++) {
    cx += cells.w[k] * cells.x[k];
    cy += cells.w[k] * cells.y[k];
  }
  limit_exact(&cells, (double[]){0.3, -0.4, 0}, l);
  cr_expect_float_eq(l[0], -0.6, 1e-15);
  cr_expect_float_eq(l[1], 0.8, 1e-15);
  cr_expect_float_eq(l[2], cx * 0.8 + cy * 0.6, 1e-16);
  run_close(run);
}

/* ---- invariances ------------------------------------------------------- */

Test(limit, dissipation_is_the_potential_and_the_wrench_its_gradient)
{
  Run *run = run_open();
  uint64_t seed = 5;
  const Cells cells = random_cells(run, &seed, 6, 5, 0.02, 0.02);
  for (int i = 0; i < 60; i++) {
    double twist[3], l[3], exact[4];
    random_twist(&seed, 0.01, 1, twist);
    limit_exact(&cells, twist, l);
    by_quadrature(&cells, twist, exact);
    const double p = potential(&cells, twist);
    cr_expect_float_eq(p, exact[3], 1e-12 * exact[3]);
    /* The steps change |v| by similar amounts along all axes. */
    const double speed = hypot(hypot(twist[0], twist[1]), 0.01 * twist[2]);
    const double step[3] = {1e-4 * speed, 1e-4 * speed, 1e-2 * speed};
    for (int d = 0; d < 3; d++) {
      double up[3] = {twist[0], twist[1], twist[2]};
      double down[3] = {twist[0], twist[1], twist[2]};
      up[d] += step[d];
      down[d] -= step[d];
      const double slope =
          (potential(&cells, up) - potential(&cells, down)) / (2 * step[d]);
      cr_expect_float_eq(-l[d], slope, d < 2 ? 1e-6 : 1e-8, "%d: %g and %g", d,
                         -l[d], slope);
    }
  }
  run_close(run);
}

Test(limit, the_wrench_of_a_twist_dissipates_most)
{
  Run *run = run_open();
  uint64_t seed = 6;
  const Cells cells = random_cells(run, &seed, 8, 8, 0.02, 0.02);
  for (int i = 0; i < 2000; i++) {
    double a[3], b[3], l[3];
    random_twist(&seed, 0.01, 1, a);
    random_twist(&seed, 0.01, 1, b);
    limit_exact(&cells, b, l);
    const double p = potential(&cells, a);
    cr_expect_geq(p * (1 + 1e-13), -(l[0] * a[0] + l[1] * a[1] + l[2] * a[2]));
  }
  run_close(run);
}

/* Compares the wrench of `cells` with that of `other`, which has the twist and
 * the wrench transformed by the orthogonal matrix m; spin and torque are
 * multiplied by `turn`. */
static void expect_same(const Cells *cells, const Cells *other,
                        const double m[2][2], double turn)
{
  uint64_t seed = 7;
  for (int i = 0; i < 100; i++) {
    double twist[3], l[3], got[3];
    random_twist(&seed, 0.01, 1, twist);
    limit_exact(cells, twist, l);
    const double turned[3] = {m[0][0] * twist[0] + m[0][1] * twist[1],
                              m[1][0] * twist[0] + m[1][1] * twist[1],
                              turn * twist[2]};
    const double expected[3] = {m[0][0] * l[0] + m[0][1] * l[1],
                                m[1][0] * l[0] + m[1][1] * l[1], turn * l[2]};
    limit_exact(other, turned, got);
    cr_expect_leq(distance(cells, got, expected), 1e-13);
  }
}

Test(limit, mirroring_or_turning_the_map_transforms_the_wrench)
{
  enum { NX = 7, NY = 4 };
  Run *run = run_open();
  uint64_t seed = 8;
  double *w = random_weights(&seed, NX, NY), mirror[NX * NY], turned[NX * NY];
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      mirror[j * NX + NX - 1 - i] = w[j * NX + i];
      turned[i * NY + NY - 1 - j] = w[j * NX + i]; /* (x, y) -> (-y, x) */
    }
  const Cells cells = cells_of(run, NX, NY, 0.02, 0.015, w);
  const Cells mirrored = cells_of(run, NX, NY, 0.02, 0.015, mirror);
  const Cells quarter = cells_of(run, NY, NX, 0.015, 0.02, turned);
  expect_same(&cells, &mirrored, (const double[2][2]){{-1, 0}, {0, 1}}, -1);
  expect_same(&cells, &quarter, (const double[2][2]){{0, -1}, {1, 0}}, 1);
  free(w);
  run_close(run);
}

Test(limit, refining_the_grid_does_not_change_the_wrench)
{
  enum { NX = 5, NY = 6, P = 3, Q = 2 };
  Run *run = run_open();
  uint64_t seed = 9;
  double *w = random_weights(&seed, NX, NY), fine[NX * NY * P * Q];
  for (int k = 0; k < NX * NY * P * Q; k++)
    fine[k] = w[k / (NX * P) / Q * NX + k % (NX * P) / P] / (P * Q);
  const Cells cells = cells_of(run, NX, NY, 0.02, 0.015, w);
  const Cells refined = cells_of(run, NX * P, NY * Q, 0.02, 0.015, fine);
  expect_same(&cells, &refined, (const double[2][2]){{1, 0}, {0, 1}}, 1);
  free(w);
  run_close(run);
}

Test(limit, shifting_the_frame_shifts_twist_and_wrench)
{
  enum { N = 6, M = 10 };
  Run *run = run_open();
  uint64_t seed = 10;
  double *w = random_weights(&seed, N, N), wide[M * M] = {0};
  for (int k = 0; k < N * N; k++) wide[(k / N + 3) * M + k % N] = w[k];
  /* The wider grid holds the same map, with the middle at p. */
  const Cells cells = cells_of(run, N, N, 0.06, 0.06, w);
  const Cells wider = cells_of(run, M, M, 0.1, 0.1, wide);
  const double p[2] = {-0.02, 0.01};
  for (int i = 0; i < 200; i++) {
    double twist[3], l[3], got[3];
    random_twist(&seed, 0.01, 1, twist);
    limit_exact(&cells, twist, l);
    limit_exact_at(&wider, p, twist, got);
    cr_expect_leq(distance(&wider, got, l), 1e-13);
  }
  free(w);
  run_close(run);
}

/* ---- twists of any size ------------------------------------------------ */

Test(limit, only_the_direction_of_the_twist_counts)
{
  Run *run = run_open();
  uint64_t seed = 11;
  const Cells cells = random_cells(run, &seed, 9, 9, 0.02, 0.02);
  static const double scales[] = {1e-300, 0x1p-1060, 1e300, 7, -1, -1e-12};
  for (int i = 0; i < 50; i++) {
    const double twist[3] = {random_in(&seed, -1, 1), random_in(&seed, -1, 1),
                             random_in(&seed, -100, 100)};
    double l[3];
    limit_exact(&cells, twist, l);
    for (size_t n = 0; n < sizeof scales / sizeof *scales; n++) {
      double scaled[3], got[3], expected[3];
      for (int d = 0; d < 3; d++) {
        scaled[d] = scales[n] * twist[d];
        expected[d] = copysign(1, scales[n]) * l[d];
      }
      limit_exact(&cells, scaled, got);
      /* A denormal twist has few digits. */
      cr_expect_leq(distance(&cells, got, expected),
                    fabs(scales[n]) < DBL_MIN ? 1e-3 : 1e-13, "%g", scales[n]);
    }
  }
  run_close(run);
}

Test(limit, the_smallest_twists_have_a_wrench_and_the_twist_0_has_none)
{
  Run *run = run_open();
  const Cells cells = cells_of(run, 4, 4, 0.02, 0.02, NULL);
  const double tiny = 0x1p-1074, r = 0.02 * (sqrt(2) + asinh(1)) / 6;
  double l[3] = {1, 1, 1};
  limit_exact(&cells, (double[]){0, 0, 0}, l);
  for (int d = 0; d < 3; d++) cr_expect_eq(l[d], 0);
  limit_exact(&cells, (double[]){0, -tiny, 0}, l);
  cr_expect_float_eq(l[1], 1, 1e-15);
  limit_exact(&cells, (double[]){0, 0, tiny}, l);
  cr_expect_float_eq(l[2], -r, 1e-15);
  limit_exact(&cells, (double[]){DBL_MAX, 0, tiny}, l);
  cr_expect_float_eq(l[0], -1, 1e-15);
  cr_expect_float_eq(l[2], 0, 1e-15);
  limit_exact(&cells, (double[]){tiny, 0, DBL_MAX}, l);
  cr_expect_float_eq(l[2], -r, 1e-15);
  run_close(run);
}

/* ---- another program --------------------------------------------------- */

Test(limit, agrees_with_the_numbers_of_another_program)
{
  Run *run = run_open();
  json_t *all = read_json("contact.json");
  size_t n, i, compared = 0;
  json_t *contact, *entry, *row;
  json_array_foreach(all, n, contact)
  {
    const json_t *grid = json_object_get(contact, "grid");
    const json_t *size = json_object_get(contact, "size");
    const int nx = (int)json_integer_value(json_array_get(grid, 0));
    const int ny = (int)json_integer_value(json_array_get(grid, 1));
    double *rows = run_doubles(run, (size_t)nx * (size_t)ny);
    json_array_foreach(json_object_get(contact, "map"), i,
                       row) for (int x = 0; x < nx; x++)
        rows[i * (size_t)nx + (size_t)x] =
            json_number_value(json_array_get(row, (size_t)x));
    double *weights = weights_from_above(rows, nx, ny);
    const Cells cells =
        cells_of(run, nx, ny, json_number_value(json_array_get(size, 0)),
                 json_number_value(json_array_get(size, 1)), weights);
    json_array_foreach(json_object_get(contact, "limit"), i, entry)
    {
      double twist[3], expected[3], got[3];
      json_triple(entry, "twist", twist);
      json_triple(entry, "unit_wrench", expected);
      limit_exact(&cells, twist, got);
      cr_expect_leq(distance(&cells, got, expected), 1e-9, "%zu %zu", n, i);
      compared++;
    }
    free(weights);
  }
  cr_expect_eq(compared, 800);
  json_decref(all);
  run_close(run);
}
