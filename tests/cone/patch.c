/* Tests of the polytopes of a patch: hulls, certified gaps, the side of the
 * exact limit surface on which they lie, and that verify finds wrong cones. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/polytope.h"
#include "reference/cone/cone.h"
#include "support/loading.h"
#include "support/support.h"

TestSuite(cone_patch);

/* ---- hulls ------------------------------------------------------------- */

static void random_sphere(uint64_t *seed, double point[3])
{
  do
    for (int d = 0; d < 3; d++) point[d] = random_in(seed, -1, 1);
  while (!(dot3(point, point) < 1) || dot3(point, point) < 0.01);
  unit3(point);
}

Test(cone_patch, hulls_of_points_on_a_sphere_are_sound)
{
  Run *run = run_open();
  uint64_t seed = 1;
  for (int n = 6; n <= 200; n += 97) {
    double(*points)[3] = run_alloc(run, (size_t)n * sizeof *points);
    for (int k = 0; k < n; k++)
      if (k < 6)
        for (int d = 0; d < 3; d++)
          points[k][d] = d == k / 2 ? (k % 2 ? 1 : -1) : 0;
      else
        random_sphere(&seed, points[k]);
    Hull *hull = hull_new(run, n);
    cr_assert(hull_build(hull, (const double(*)[3])points, n));
    cr_expect(hull_is_sound(hull));
    cr_expect_eq(hull->npoints, n);
    cr_expect_eq(hull->nfacets, 2 * n - 4);
    if (n == 6) {
      const double corner[3] = {1, 1, 0}, apex[3] = {0, 0, 3};
      cr_expect_float_eq(hull_volume(hull), 4.0 / 3, 1e-15);
      cr_expect_float_eq(hull_distance(hull, corner), sqrt(0.5), 1e-15);
      cr_expect_float_eq(hull_distance(hull, apex), 2, 1e-15);
      cr_expect_eq(hull_distance(hull, (double[3]){0.3, 0.3, 0.3}), 0);
    }
  }
  run_close(run);
}

Test(cone_patch, hulls_that_are_not_what_they_claim_are_refused)
{
  Run *run = run_open();
  double points[8][3];
  for (int k = 0; k < 8; k++)
    for (int d = 0; d < 3; d++) points[k][d] = k >> d & 1 ? 1 : -1;
  Hull *hull = hull_new(run, 8);
  cr_assert(hull_build(hull, (const double(*)[3])points, 8));
  cr_expect(hull_is_sound(hull)); /* a cube: four corners in a plane */
  cr_expect_float_eq(hull_volume(hull), 8, 1e-14);
  hull->facets[3].offset -= 1e-3;
  cr_expect_not(hull_is_sound(hull));
  cr_assert(hull_build(hull, (const double(*)[3])points, 8));
  hull->points[2][0] *= 1.01;
  cr_expect_not(hull_is_sound(hull));
  for (int k = 0; k < 8; k++) points[k][2] = 0.5;
  cr_expect_not(hull_build(hull, (const double(*)[3])points, 8));
  run_close(run);
}

/* ---- patches ----------------------------------------------------------- */

typedef enum Shape { DISC, SQUARE, GRADIENT, RANDOM, FEET, SHAPES } Shape;

enum { SIDE = 21 };

static PatchBody *body_of(Run *run, Shape shape)
{
  static const double size = 0.02;
  double w[SIDE * SIDE] = {0}, total = 0;
  uint64_t seed = 11;
  if (shape == DISC) add_disc(SIDE, SIDE, size, size, size / 2, 1, w);
  for (int k = 0; k < SIDE * SIDE; k++) {
    const int i = k % SIDE, j = k / SIDE;
    if (shape == SQUARE) w[k] = 1;
    if (shape == GRADIENT && i == SIDE / 2) w[k] = 0.1 + 0.05 * j;
    if (shape == RANDOM) w[k] = fmax(0, random_in(&seed, -0.5, 1));
    if (shape == FEET) w[k] = abs(j - SIDE / 2) < 2 && abs(i - SIDE / 2) > 7;
    if (w[k] < 1e-15) w[k] = 0;
    total += w[k];
  }
  double *weights = run_doubles(run, SIDE * SIDE);
  for (int k = 0; k < SIDE * SIDE; k++) weights[k] = w[k] / total;
  const Grid grid = {SIDE, SIDE, size, size};
  Cells *cells = run_alloc(run, sizeof *cells);
  *cells = cells_kept(run, &grid, weights);
  return patch_body(run, cells);
}

typedef struct Fit {
  const Polytope *inner, *outer;
  double gap;
} Fit;

static Fit fit(Run *run, PatchBody *body, int faces)
{
  Fit f = {patch_inner(run, body, faces), patch_outer(run, body, faces), 0};
  cr_assert_not_null(f.inner, "%d", faces);
  cr_assert_not_null(f.outer, "%d", faces);
  cr_assert_eq(f.inner->nplanes, faces);
  cr_assert_eq(f.outer->nplanes, faces);
  f.gap = polytope_gap(f.inner, f.outer);
  return f;
}

/* In every direction, the inner polytope does not exceed the body, and the
 * body's own point is inside the outer polytope. */
static void expect_sides(const Fit *f, PatchBody *body, int directions)
{
  uint64_t seed = 3;
  double beyond = -1, missed = -1;
  for (int i = 0; i < directions; i++) {
    double normal[3], touch[3], reach = -1;
    random_sphere(&seed, normal);
    const double s = patch_support(body, normal, touch);
    for (int k = 0; k < f->inner->ncorners; k++)
      reach = fmax(reach, dot3(normal, f->inner->corners[k]));
    beyond = fmax(beyond, reach - s);
    for (int k = 0; k < f->outer->nplanes; k++)
      missed = fmax(missed,
                    dot3(f->outer->planes[k], touch) - f->outer->planes[k][3]);
  }
  cr_expect_leq(beyond, 1e-12, "inner beyond by %g", beyond);
  cr_expect_leq(missed, 1e-12, "outer missed by %g", missed);
  cr_expect_gt(beyond, -f->gap); /* the samples come close to the facets */
}

Test(cone_patch, a_million_directions_are_on_the_right_side)
{
  for (int shape = 0; shape < 4; shape++) {
    Run *run = run_open();
    PatchBody *body = body_of(run, (Shape)shape);
    const Fit f = fit(run, body, 32);
    expect_sides(&f, body, 250000);
    run_close(run);
  }
}

Test(cone_patch, planes_of_an_outer_polytope_touch_exactly)
{
  Run *run = run_open();
  PatchBody *body = body_of(run, RANDOM);
  const Fit f = fit(run, body, 64);
  for (int k = 0; k < f.outer->nplanes; k++) {
    const double *plane = f.outer->planes[k];
    cr_expect_float_eq(dot3(plane, f.outer->touches[k]), plane[3], 1e-14);
    cr_expect_float_eq(dot3(plane, plane), 1, 1e-14);
  }
  for (int k = 0; k < f.inner->ncorners; k++) { /* corners on the surface */
    double least = INFINITY, touch[3];
    for (int p = 0; p < f.outer->nplanes; p++)
      least = fmin(least, f.outer->planes[p][3] -
                              dot3(f.outer->planes[p], f.inner->corners[k]));
    (void)touch;
    cr_expect_geq(least, -1e-12);
    cr_expect_leq(least, f.gap);
  }
  run_close(run);
}

Test(cone_patch, more_faces_leave_smaller_gaps_for_every_shape)
{
  for (int shape = 0; shape < SHAPES; shape++) {
    Run *run = run_open();
    PatchBody *body = body_of(run, (Shape)shape);
    double last = INFINITY;
    for (int m = 16; m <= 256; m *= 2) {
      const Fit f = fit(run, body, m);
      cr_expect_lt(f.gap, last * 0.75, "%d, %d: %g", shape, m, f.gap);
      cr_expect_lt(f.gap, 10.0 / m, "%d, %d: %g", shape, m, f.gap);
      cr_expect_lt(f.inner->volume, f.outer->volume);
      expect_sides(&f, body, 500);
      last = f.gap;
    }
    run_close(run);
  }
}

/* Returns the least volume that n planes around a unit ball can enclose, by a
 * bound of L. Fejes Toth; known polytopes of many planes are a little above. */
static double around_ball(int n)
{
  const double w = TEST_PI * n / (6.0 * (n - 2));
  return 2 * (n - 2) * tan(w) * (4 * sin(w) * sin(w) - 1);
}

Test(cone_patch, a_disc_is_met_as_closely_as_a_ball_could_be)
{
  Run *run = run_open();
  PatchBody *body = body_of(run, DISC);
  cr_expect_float_eq(around_ball(6), 8, 1e-12); /* the cube */
  const Fit rough = fit(run, body, 32), good = fit(run, body, 200),
            fine = fit(run, body, 512);
  cr_expect_leq(rough.gap, 0.25);
  cr_expect_leq(good.gap, 0.06);
  /* For large n, a ball loses 45.6/n and gains 12.7/n. */
  const double volume =
      fine.outer->volume -
      (fine.outer->volume - fine.inner->volume) / (1 + 45.6 / 12.66);
  const Fit *fits[] = {&rough, &good};
  for (int i = 0; i < 2; i++) {
    const int n = fits[i]->outer->nplanes;
    const double ball = around_ball(n) / (4 * TEST_PI / 3) - 1;
    const double excess = fits[i]->outer->volume / volume - 1;
    cr_expect_leq(excess, 1.3 * ball, "%d: %g, ball %g", n, excess, ball);
    cr_expect_gt(excess, 0.5 * ball);
  }
  run_close(run);
}

/* ---- wrong cones ------------------------------------------------------- */

static RefExact reference_of(const double *w, int n, double size)
{
  RefExact e = {{n, n, size, size, w}, {0, 0}, 0};
  double u;
  ref_figures(&e.patch, false, e.cop, &e.r, &u);
  return e;
}

/* Published rows scale mu by cos(pi/m) in the yaw rows of a rectangle's inner
 * cone: |tau| <= mu cos(pi/m) (X + Y) fn for half sides X and Y. */
Test(cone_patch, yaw_rows_with_a_smaller_mu_are_no_inner_cone)
{
  enum { N = 200 };
  static double corners[N * N];
  const double size = 0.1, mu = 0.7, whole = 1;
  for (int k = 0; k < 4; k++)
    corners[k % 2 * (N - 1) + k / 2 * (N - 1) * N] = 0.25;
  const RefExact on_corners = reference_of(corners, N, size);
  const RefExact uniform = reference_of(&whole, 1, size);
  const double w[4] = {0, 0, mu * cos(TEST_PI / 8) * size, 1};
  const double beyond_corners = ref_patch_excess(&on_corners, mu, w) / mu;
  const double beyond_uniform = ref_patch_excess(&uniform, mu, w) / mu;
  cr_expect_float_eq(beyond_corners, 0.31, 0.01, "%g", beyond_corners);
  cr_expect_float_eq(beyond_uniform, 1.41, 0.01, "%g", beyond_uniform);
}

/* The same test for the cone of bristle. */
Test(cone_patch, corners_of_an_inner_cone_are_on_the_exact_one)
{
  Loaded l = load_text(
      "return cone { name = 'a', mu = 0.7, patch = { grid = { 1, 1 },\n"
      "size = { 0.1, 0.1 }, pressure = rectangle {} } }",
      NULL);
  cr_assert_null(l.error, "%s", l.error);
  unload(&l);
  Run *run = run_open();
  const double one = 1, mu = 0.7;
  const Grid grid = {1, 1, 0.1, 0.1};
  const Cells cells = cells_kept(run, &grid, &one);
  PatchBody *body = patch_body(run, &cells);
  const Fit f = fit(run, body, 32);
  const RefExact exact = reference_of(&one, 1, 0.1);
  for (int k = 0; k < f.inner->ncorners; k++) {
    const double *h = f.inner->corners[k];
    const double w[4] = {mu * h[0], mu * h[1], mu * exact.r * h[2], 1};
    cr_expect_float_eq(ref_patch_excess(&exact, mu, w), 0, 1e-9);
  }
  for (int k = 0; k < f.outer->ncorners; k += 5) {
    const double *h = f.outer->corners[k];
    const double w[4] = {mu * h[0], mu * h[1], mu * exact.r * h[2], 1};
    cr_expect_gt(ref_patch_excess(&exact, mu, w), 0.01 * mu);
  }
  run_close(run);
}
