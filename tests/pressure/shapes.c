/* Tests of gen/pressure: areas and moments of discs, rings, polygons and lines.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "pressure/pressing.h"
#include "support/support.h"

/* ---- discs and rings --------------------------------------------------- */

Test(pressure, weights_of_a_disc_are_areas)
{
  static const double at_x = 0.0013, at_y = -0.0007, radius = 0.0071;
  Pressed p = press("disc { radius = 0.0071, at = { 0.0013, -0.0007 } }", 13,
                    17, 0.02, 0.025);
  const double hx = 0.02 / 13, hy = 0.025 / 17;
  for (int j = 0; j < 17; j++)
    for (int i = 0; i < 13; i++) {
      const double x = (i - 6.5) * hx - at_x, y = (j - 8.5) * hy - at_y;
      const double area = disc_area_in_box(radius, x, x + hx, y, y + hy);
      cr_expect_float_eq(weight_at(&p, i, j),
                         area / (TEST_PI * radius * radius), 1e-15, "%d %d", i,
                         j);
    }
  release(&p);
}

/* Returns the mean of f over points of cell (i, j) of an 8 x 8 grid of 0.02 m.
 */
static double by_counting(double (*f)(double), int i, int j)
{
  enum { POINTS = 1500 };
  const double h = 0.02 / 8;
  double sum = 0;
  for (int b = 0; b < POINTS; b++)
    for (int a = 0; a < POINTS; a++)
      sum += f(hypot((i - 4 + (a + 0.5) / POINTS) * h,
                     (j - 4 + (b + 0.5) / POINTS) * h));
  return sum / POINTS / POINTS;
}

static double hertz_disc(double r)
{
  return sqrt(fmax(0, 1 - r * r / 1e-4));
}

static double soft_ring(double r)
{
  const double lambda = fabs(r - 0.006) / 0.003;
  return lambda < 1 ? pow(1 - pow(lambda, 3), 1.0 / 3) : 0;
}

Test(pressure, weights_of_profiles_agree_with_means_over_points)
{
  static const struct {
    const char *surface;
    double (*f)(double);
  } cases[] = {{"disc { radius = 0.01, profile = hertz }", hertz_disc},
               {"annulus { inner = 0.003, outer = 0.009, "
                "profile = soft { k = 3 } }",
                soft_ring}};
  static const int cells[][2] = {{6, 5}, {7, 5}, {4, 4}, {6, 6}, {5, 4}};
  for (int n = 0; n < 2; n++) {
    Pressed p = press(cases[n].surface, 8, 8, 0.02, 0.02);
    const double scale = weight_at(&p, 7, 4) / by_counting(cases[n].f, 7, 4);
    for (int c = 0; c < 5; c++) {
      const int i = cells[c][0], j = cells[c][1];
      cr_expect_float_eq(weight_at(&p, i, j),
                         scale * by_counting(cases[n].f, i, j), 1e-7,
                         "%s: %d %d", cases[n].surface, i, j);
    }
    release(&p);
  }
}

static const char *const symmetric[] = {
    "disc { radius = 0.01 }",
    "disc { radius = 0.01, profile = hertz }",
    "disc { radius = 0.0093, profile = soft { k = 3 } }",
    "annulus { inner = 0.004, outer = 0.0097 }",
    "annulus { inner = 0.004, outer = 0.01, profile = \"hertz\" }",
    "rectangle { size = { 0.01, 0.01 } }",
    "rectangle { profile = hertz }",
    "polygon { { 0.009, 0 }, { 0, 0.009 }, { -0.009, 0 }, { 0, -0.009 } }"};

Test(pressure, symmetric_shapes_have_symmetric_weights)
{
  for (size_t s = 0; s < sizeof symmetric / sizeof *symmetric; s++)
    for (int n = 20; n <= 21; n++) {
      Pressed p = press(symmetric[s], n, n, 0.02, 0.02);
      const Moments m = moments(&p);
      cr_expect_float_eq(m.sum, 1, 1e-13, "%s", symmetric[s]);
      cr_expect_leq(hypot(m.x, m.y), 1e-17, "%s: CoP %g %g", symmetric[s], m.x,
                    m.y);
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
          cr_expect_float_eq(weight_at(&p, i, j), weight_at(&p, n - 1 - i, j),
                             1e-15);
          cr_expect_float_eq(weight_at(&p, i, j), weight_at(&p, i, n - 1 - j),
                             1e-15);
          cr_expect_float_eq(weight_at(&p, i, j), weight_at(&p, j, i), 1e-15);
        }
      release(&p);
    }
}

/* Returns the relative error of u for a constant pressure in each cell. It is
 * O(h^2), since a cell on the rim spreads its share over the whole cell. */
static double u_error(const char *surface, int n, double exact)
{
  Pressed p = press(surface, n, n, 0.02, 0.02);
  const double error = fabs(moments(&p).u - exact) / 1e-4;
  release(&p);
  return error;
}

Test(pressure, weights_are_0_or_at_least_1e_minus_12)
{
  for (size_t s = 0; s < sizeof symmetric / sizeof *symmetric; s++) {
    Pressed p = press(symmetric[s], 64, 64, 0.02, 0.02);
    double largest = 0;
    for (int k = 0; k < 64 * 64; k++) largest = fmax(largest, p.w[k]);
    for (int k = 0; k < 64 * 64; k++)
      cr_expect(p.w[k] == 0 || p.w[k] >= 1e-12 * largest, "%s: %g",
                symmetric[s], p.w[k]);
    if (strncmp(symmetric[s], "annulus", 7) == 0)
      cr_expect_eq(weight_at(&p, 32, 32), 0);
    if (strncmp(symmetric[s], "disc", 4) == 0)
      cr_expect_eq(weight_at(&p, 0, 3), 0);
    release(&p);
  }
}

Test(pressure, second_moments_converge_to_the_exact_ones)
{
  static const struct {
    const char *surface;
    double u; /* over 1e-4 */
  } cases[] = {
      {"disc { radius = 0.01 }", 0.5},
      {"disc { radius = 0.01, profile = hertz }", 0.4},
      {"disc { radius = 0.01, profile = soft { k = 1 } }", 0.3},
      {"disc { radius = 0.01, profile = soft { k = 1000 } }", 0.5},
      {"annulus { inner = 0.005, outer = 0.01 }", 0.625},
      /* r = rm + d s: the mean of r^2 is rm^2 + 3 d^2 <s^2>, <s^2> = 1/4 */
      {"annulus { inner = 0.005, outer = 0.01, profile = hertz }",
       0.75 * 0.75 + 0.75 * 0.25 * 0.25},
      {"rectangle {}", 2.0 / 3},
      /* the mean on a contour is lambda^2 2/3; <lambda^2> is 4/5 */
      {"rectangle { profile = hertz }", 0.8 * 2.0 / 3},
      {"rectangle { size = { 0.012, 0.008 }, angle = 0.7 }",
       (1.44 + 0.64) / 12},
      {"rectangle { size = { 0.012, 0.008 }, angle = 0.7, profile = hertz }",
       0.8 * (1.44 + 0.64) / 12}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double u = cases[i].u * 1e-4;
    const double coarse = u_error(cases[i].surface, 25, u);
    const double fine = u_error(cases[i].surface, 100, u);
    cr_expect_leq(fine, 3e-4, "%s: %g", cases[i].surface, fine);
    if (fine > 1e-13)
      cr_expect_geq(convergence_order(coarse, fine, 4), 1.8, "%s: %g, %g",
                    cases[i].surface, coarse, fine);
  }
}

Test(pressure, soft_with_k_2_is_hertz)
{
  cr_expect_leq(
      difference_of("disc { radius = 0.01, profile = hertz }",
                    "disc { radius = 0.01, profile = \"soft\" }", 21, 18),
      1e-10);
  cr_expect_leq(
      difference_of("rectangle { angle = 0.2, size = { 0.01, 0.015 }, "
                    "profile = hertz }",
                    "rectangle { angle = 0.2, size = { 0.01, 0.015 }, "
                    "profile = soft { k = 2 } }",
                    21, 18),
      1e-10);
  cr_expect_geq(
      difference_of("disc { radius = 0.01, profile = hertz }",
                    "disc { radius = 0.01, profile = soft { k = 2.1 } }", 21,
                    18),
      1e-3);
}

Test(pressure, weights_of_a_coarse_grid_are_sums_over_a_finer_grid)
{
  static const char *const surfaces[] = {
      "disc { radius = 0.0091, at = { 0.0004, -0.0003 }, profile = hertz }",
      "annulus { inner = 0.003, outer = 0.01, profile = soft { k = 1.5 } }",
      "annulus { inner = 0.003, outer = 0.01, profile = soft { k = 1 } }",
      "rectangle { size = { 0.012, 0.008 }, angle = 0.7, profile = hertz }",
      ("polygon { { -0.01, -0.01 }, { 0.01, -0.006 }, { 0.002, 0.009 }, "
       "profile = soft { k = 4 } }"),
      "line { length = 0.015, angle = 0.3, profile = hertz }"};
  for (size_t s = 0; s < sizeof surfaces / sizeof *surfaces; s++) {
    Pressed coarse = press(surfaces[s], 7, 6, 0.02, 0.02);
    Pressed fine = press(surfaces[s], 28, 24, 0.02, 0.02);
    for (int j = 0; j < 6; j++)
      for (int i = 0; i < 7; i++) {
        double sum = 0;
        for (int b = 0; b < 4; b++)
          for (int a = 0; a < 4; a++)
            sum += weight_at(&fine, 4 * i + a, 4 * j + b);
        cr_expect_float_eq(weight_at(&coarse, i, j), sum, 1e-8, "%s: %d %d",
                           surfaces[s], i, j);
      }
    release(&coarse);
    release(&fine);
  }
}

/* ---- polygons ---------------------------------------------------------- */

Test(pressure, polygon_that_is_not_convex_has_its_area)
{
  /* An L of three quarters of the grid, clockwise. */
  Pressed p = press(
      "polygon { { -0.01, 0.01 }, { 0, 0.01 }, { 0, 0 }, { 0.01, 0 }, "
      "{ 0.01, -0.01 }, { -0.01, -0.01 } }",
      5, 5, 0.02, 0.02);
  cr_expect_float_eq(weight_at(&p, 0, 0), 4.0 / 75, 1e-15);
  cr_expect_float_eq(weight_at(&p, 2, 4), 2.0 / 75, 1e-15);
  cr_expect_float_eq(weight_at(&p, 2, 2), 3.0 / 75, 1e-15);
  cr_expect_float_eq(weight_at(&p, 4, 2), 2.0 / 75, 1e-15);
  cr_expect_eq(weight_at(&p, 3, 3), 0);
  cr_expect_eq(weight_at(&p, 4, 4), 0);
  release(&p);
}

Test(pressure, a_rectangle_and_its_polygon_have_the_same_weights)
{
  static const char *const profiles[] = {"uniform", "hertz", "soft { k = 5 }"};
  for (int i = 0; i < 3; i++) {
    char a[200], b[300];
    snprintf(a, sizeof a,
             "rectangle { size = { 0.01, 0.006 }, at = { 0.001, -0.002 }, "
             "angle = math.pi/2, profile = %s }",
             profiles[i]);
    snprintf(b, sizeof b,
             "polygon { { -0.002, -0.007 }, { -0.002, 0.003 }, "
             "{ 0.004, 0.003 }, { 0.004, -0.007 }, profile = %s }",
             profiles[i]);
    cr_expect_leq(difference_of(a, b, 11, 14), 1e-13);
  }
}

/* ---- lines ------------------------------------------------------------- */

Test(pressure, a_line_between_two_columns_counts_half_for_each)
{
  Pressed p = press("line { length = 0.02 }", 4, 5, 0.02, 0.02);
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 4; i++)
      cr_expect_float_eq(weight_at(&p, i, j), i == 1 || i == 2 ? 0.1 : 0,
                         1e-15);
  release(&p);
  p = press("line { length = 0.01, angle = 0, at = { 0, 0.01 } }", 4, 4, 0.02,
            0.02);
  cr_expect_float_eq(weight_at(&p, 1, 3), 0.5, 1e-15, "on the rim of the grid");
  cr_expect_float_eq(weight_at(&p, 2, 3), 0.5, 1e-15);
  release(&p);
}

Test(pressure, weights_of_a_slanted_line_are_lengths)
{
  Pressed p = press("line { length = 0.02*math.sqrt(2), angle = math.pi/4 }", 4,
                    4, 0.02, 0.02);
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 4; i++)
      cr_expect_float_eq(weight_at(&p, i, j), i == j ? 0.25 : 0, 1e-14);
  release(&p);
  p = press("line { length = 0.02, angle = 0, profile = hertz }", 2, 1, 0.02,
            0.01);
  cr_expect_float_eq(weight_at(&p, 0, 0), 0.5, 1e-15);
  release(&p);
  /* int_0.5^1 sqrt(1-t^2) dt over pi/4 */
  p = press("line { length = 0.02, angle = 0, profile = hertz }", 4, 1, 0.02,
            0.01);
  cr_expect_float_eq(weight_at(&p, 3, 0),
                     0.5 - (asin(0.5) + 0.5 * sqrt(0.75)) / TEST_PI, 1e-14);
  release(&p);
}

Test(pressure, centre_of_a_gradient_line_is_towards_its_high_end)
{
  Pressed p = press("gradient_line { length = 0.02 }", 20, 400, 0.02, 0.02);
  Moments m = moments(&p);
  cr_expect_float_eq(m.x, 0, 1e-16);
  cr_expect_float_eq(m.y, 0.02 / 6, 1e-7, "%g", m.y);
  release(&p);
  p = press(
      "gradient_line { length = 0.02, angle = math.pi, low = 1, "
      "high = 3 }",
      400, 3, 0.02, 0.02);
  m = moments(&p);
  cr_expect_float_eq(m.x, -0.02 / 12, 1e-7, "%g", m.x);
  release(&p);
}
