/* Tests of cones of whole wrenches: a flat patch under any pressure, compared
 * with forces at its corners and with published cones. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "pressure/pressure.h"
#include "kinds/cone/cone.h"
#include "reference/cone/cone.h"
#include "support/loading.h"
#include "support/support.h"

TestSuite(cone_wrench);

static Loaded load_wrench(const char *keys)
{
  char text[1000];
  snprintf(text, sizeof text,
           "return cone { name = 'foot', dimension = 6, mu = 0.7,\n%s }", keys);
  Loaded l = load_text(text, NULL);
  cr_assert_null(l.error, "%s", l.error);
  return l;
}

static double margin(const Cone *c, const double *w)
{
  double least = INFINITY;
  for (int k = 0; k < c->nrows; k++) {
    double slack = c->b[k];
    for (int d = 0; d < 6; d++) slack -= c->A[6 * k + d] * w[d];
    least = fmin(least, slack);
  }
  return least;
}

/* S. Caron, Q.-C. Pham, Y. Nakamura, "Stability of surface contacts for
 * humanoid robots", 2015: half sides X and Y, a pyramid of four faces. */
static double caron(double mu, double X, double Y, const double *w)
{
  const double fx = w[0], fy = w[1], fz = w[2], tx = w[3], ty = w[4], tz = w[5];
  const double low =
      -mu * (X + Y) * fz + fabs(Y * fx - mu * tx) + fabs(X * fy - mu * ty);
  const double high =
      mu * (X + Y) * fz - fabs(Y * fx + mu * tx) - fabs(X * fy + mu * ty);
  double least = fmin(mu * fz - fabs(fx), mu * fz - fabs(fy));
  least = fmin(least, fmin(Y * fz - fabs(tx), X * fz - fabs(ty)));
  return fmin(least, fmin(tz - low, high - tz));
}

Test(cone_wrench, four_outer_faces_of_a_rectangle_are_the_published_rows)
{
  Loaded l = load_wrench(
      "faces = 4, approximation = 'outer',\n"
      "patch = rectangle { size = { 0.2, 0.1 } }");
  const Cone *c = (const Cone *)l.model;
  cr_expect_eq(c->nrows, 16);
  uint64_t seed = 1;
  int inside = 0;
  for (int i = 0; i < 200000; i++) {
    const double scale[6] = {0.8, 0.8, 1, 0.05, 0.1, 0.1};
    double w[6];
    for (int d = 0; d < 6; d++) w[d] = random_in(&seed, -1, 1) * scale[d];
    w[2] = 1;
    const double own = margin(c, w), theirs = caron(0.7, 0.1, 0.05, w);
    if (fabs(own) > 1e-12) cr_assert_eq(own > 0, theirs > 0, "%d", i);
    inside += own > 0;
  }
  cr_expect_gt(inside, 2000);
  unload(&l);
}

/* Forces at the corners, each in its round cone, with random shares. */
static void corner_wrench(const Cone *c, double mu, uint64_t *seed, double *w)
{
  for (int d = 0; d < 6; d++) w[d] = 0;
  for (int k = 0; k < c->ncorners; k++) {
    const double load = pow(random_in(seed, 0, 1), 4);
    const double angle = random_in(seed, 0, 2 * TEST_PI);
    const double side = mu * load * sqrt(random_in(seed, 0, 1));
    const double fx = side * cos(angle), fy = side * sin(angle);
    const double x = c->corners[k].x, y = c->corners[k].y;
    w[0] += fx;
    w[1] += fy;
    w[2] += load;
    w[3] += y * load;
    w[4] -= x * load;
    w[5] += x * fy - y * fx;
  }
}

static const char *const patches[] = {
    "patch = rectangle { size = { 0.2, 0.1 }, at = { 0.05, 0.02 } }",
    "patch = polygon { { 0.1, 0 }, { 0.03, 0.08 }, { -0.07, 0.02 },"
    " { -0.05, -0.06 }, { 0.05, -0.05 } }"};

Test(cone_wrench, a_million_wrenches_of_corner_forces_are_held_by_outer_cones)
{
  static const int faces[] = {4, 5, 8};
  uint64_t seed = 2;
  for (int p = 0; p < 2; p++)
    for (int f = 0; f < 3; f++) {
      char keys[300];
      snprintf(keys, sizeof keys, "faces = %d, approximation = 'outer', %s",
               faces[f], patches[p]);
      Loaded l = load_wrench(keys);
      const Cone *c = (const Cone *)l.model;
      double least = INFINITY;
      for (int i = 0; i < 170000; i++) {
        double w[6];
        corner_wrench(c, 0.7, &seed, w);
        least = fmin(least, margin(c, w));
      }
      cr_expect_geq(least, -1e-13, "%s: %g", keys, least);
      cr_expect_leq(least, 1e-2, "%s: %g", keys, least);
      unload(&l);
    }
}

/* Rays of an inner cone are forces at corners; what rows allow is a sum of
 * rays; and the inner cone is in the outer one. */
Test(cone_wrench, inner_cones_hold_nothing_else)
{
  uint64_t seed = 3;
  for (int p = 0; p < 2; p++) {
    char keys[300];
    snprintf(keys, sizeof keys, "faces = 6, approximation = 'outer', %s",
             patches[p]);
    Loaded outer = load_wrench(keys);
    snprintf(keys, sizeof keys, "faces = 6, %s", patches[p]);
    Loaded inner = load_wrench(keys);
    const Cone *in = (const Cone *)inner.model;
    const Cone *out = (const Cone *)outer.model;
    cr_assert_eq(in->nrays, 6 * in->ncorners);
    for (int k = 0; k < in->nrays; k++) {
      const double *w = in->rays + 6 * k;
      const Point *at = &in->corners[k / 6];
      cr_expect_float_eq(hypot(w[0], w[1]), 0.7, 1e-14);
      cr_expect_float_eq(w[3], at->y, 1e-16);
      cr_expect_float_eq(w[4], -at->x, 1e-16);
      cr_expect_float_eq(w[5], at->x * w[1] - at->y * w[0], 1e-16);
      cr_expect_float_eq(margin(in, w), 0, 1e-14);
    }
    long inside = 0, beyond = 0, kept = 0;
    for (int i = 0; i < 300000; i++) {
      double w[6];
      corner_wrench(in, 0.75, &seed, w);
      const bool is_in = margin(in, w) >= 0;
      inside += is_in;
      kept += margin(out, w) >= 0;
      beyond += is_in && margin(out, w) < 0;
    }
    cr_expect_eq(beyond, 0);
    cr_expect_gt(inside, 10000);
    cr_expect_gt(kept, inside);
    unload(&outer);
    unload(&inner);
  }
}

/* Every row is a facet: without one of them, the set is larger. */
Test(cone_wrench, no_row_is_implied_by_the_others)
{
  Loaded l = load_wrench("faces = 4, patch = rectangle { size = { 2, 1 } }");
  const Cone *c = (const Cone *)l.model;
  for (int row = 0; row < c->nrows; row++) {
    int tight = 0;
    for (int k = 0; k < c->nrays; k++) {
      double sum = 0;
      for (int d = 0; d < 6; d++) sum += c->A[6 * row + d] * c->rays[6 * k + d];
      tight += fabs(sum) < 1e-12;
    }
    cr_expect_geq(tight, 5, "row %d has %d rays", row, tight);
  }
  unload(&l);
}

/* Six corners with eight faces each: most sets of five rays are no facet, and
 * the search passes over them. */
Test(cone_wrench, many_rows_are_found_and_enclose_the_rays)
{
  Loaded l = load_wrench(
      "rows = 512, patch = polygon { { 0.1, 0 }, { 0.06, 0.05 },"
      " { -0.06, 0.05 }, { -0.1, 0 }, { -0.05, -0.05 }, { 0.05, -0.055 } }");
  const Cone *c = (const Cone *)l.model;
  cr_expect_eq(c->faces, 8);
  cr_expect_eq(c->nrows, 332, "%d", c->nrows);
  for (int row = 0; row < c->nrows; row++) {
    int tight = 0;
    for (int k = 0; k < c->nrays; k++) {
      double sum = 0;
      for (int d = 0; d < 6; d++) sum += c->A[6 * row + d] * c->rays[6 * k + d];
      cr_expect_leq(sum, 1e-12);
      tight += fabs(sum) < 1e-10;
    }
    cr_expect_geq(tight, 5, "row %d has %d rays", row, tight);
  }
  unload(&l);
}

/* The distance to an orthant is known, and to a cone of many flat rays. */
Test(cone_wrench, distance_to_rays_is_exact)
{
  static const double axes[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  double rays[3 * 48], factors[48];
  uint64_t seed = 5;
  for (int i = 0; i < 200; i++) {
    double f[3], square = 0, slope = pow(10, random_in(&seed, -5, 2));
    for (int d = 0; d < 3; d++) {
      f[d] = random_in(&seed, -1, 1);
      square += f[d] < 0 ? f[d] * f[d] : 0;
    }
    cr_expect_float_eq(ref_rays_distance(3, 3, axes, f, factors), sqrt(square),
                       1e-15);
    for (int k = 0; k < 48; k++) {
      const double turn = TEST_PI * k / 24, size = hypot(1, slope);
      rays[3 * k] = slope * cos(turn) / size;
      rays[3 * k + 1] = slope * sin(turn) / size;
      rays[3 * k + 2] = 1 / size;
    }
    /* Beside the first ray, in the plane of it and the axis. */
    const double above = random_in(&seed, 0.1, 1),
                 aside = random_in(&seed, 0, 1);
    const double at[] = {above * rays[0] + aside * rays[2], 0,
                         above * rays[2] - aside * rays[0]};
    cr_expect_float_eq(ref_rays_distance(3, 48, rays, at, factors), aside,
                       1e-13, "%g", slope);
    for (int d = 0; d < 3; d++) f[d] = rays[d] + rays[12 + d] + rays[30 + d];
    cr_expect_leq(ref_rays_distance(3, 48, rays, f, factors), 1e-14);
  }
}

/* A rectangle has 16 rows with 4 faces, 45 with 5, 54 with 6. */
Test(cone_wrench, rows_take_the_most_faces_that_fit)
{
  static const int asked[][3] = {
      {16, 16, 4}, {44, 16, 4}, {45, 45, 5}, {60, 54, 6}};
  for (size_t i = 0; i < COUNT(asked); i++) {
    char keys[100];
    snprintf(keys, sizeof keys,
             "patch = rectangle { size = { 0.2, 0.1 } }, rows = %d",
             asked[i][0]);
    Loaded l = load_wrench(keys);
    const Cone *c = (const Cone *)l.model;
    cr_expect_eq(c->nrows, asked[i][1], "%d: %d", asked[i][0], c->nrows);
    cr_expect_eq(c->faces, asked[i][2], "%d: %d", asked[i][0], c->faces);
    unload(&l);
  }
}

Test(cone_wrench, centre_of_pressure_stays_in_the_outline)
{
  Loaded l = load_wrench("patch = rectangle { size = { 0.2, 0.1 } }");
  const Cone *c = (const Cone *)l.model;
  for (int i = 0; i < 4; i++) {
    const double x = i % 2 ? 0.1 : 0, y = i / 2 ? -0.05 : 0;
    for (int side = -1; side <= 1; side += 2) {
      const double s = 1 + side * 1e-6;
      const double w[6] = {0, 0, 2, 2 * s * y, -2 * s * x, 0};
      cr_expect_eq(margin(c, w) >= 0, i == 0 || side < 0, "%d, %d", i, side);
    }
  }
  unload(&l);
}

/* |tz| <= mu cos(pi/m) (X + Y) fz was published as an inner cone. For a square
 * and m = 8 it exceeds all wrenches of forces at the corners by 31 %. */
Test(cone_wrench, yaw_rows_with_a_smaller_mu_are_found_out)
{
  const double wrong = 0.7 * cos(TEST_PI / 8) * 0.2;
  const double exact = 0.7 * 0.1 * sqrt(2); /* mu times a corner's distance */
  cr_expect_float_eq(wrong / exact, 1.31, 5e-3);
  for (int is_outer = 0; is_outer < 2; is_outer++) {
    char keys[200];
    snprintf(keys, sizeof keys,
             "faces = 8, approximation = '%s',\n"
             "patch = rectangle { size = { 0.2, 0.2 } }",
             is_outer ? "outer" : "inner");
    Loaded l = load_wrench(keys);
    const Cone *c = (const Cone *)l.model;
    double w[6] = {0, 0, 1, 0, 0, wrong};
    cr_expect_lt(margin(c, w), 0);
    /* The corners pull at 45 degrees, where the pyramids have a facet. */
    w[5] = exact * (is_outer ? 1 : cos(TEST_PI / 8));
    cr_expect_float_eq(margin(c, w), 0, 1e-15);
    unload(&l);
  }
}

Test(cone_wrench, corners_within_the_outline_do_not_matter)
{
  Loaded whole = load_wrench("patch = rectangle { size = { 0.2, 0.2 } }");
  Loaded notched = load_wrench(
      "patch = polygon { { 0.1, -0.1 }, { 0.1, 0 }, { 0.1, 0.1 }, { 0, 0.02 },"
      " { -0.1, 0.1 }, { -0.1, -0.1 } }");
  const Cone *a = (const Cone *)whole.model, *b = (const Cone *)notched.model;
  cr_assert_eq(b->ncorners, 4);
  cr_expect_eq(a->nrows, b->nrows);
  uint64_t seed = 4;
  for (int i = 0; i < 1000; i++) {
    double w[6];
    corner_wrench(a, 1, &seed, w);
    cr_expect_float_eq(margin(a, w), margin(b, w), 1e-12);
  }
  unload(&whole);
  unload(&notched);
}
