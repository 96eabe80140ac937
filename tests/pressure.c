/* Tests of gen/pressure.c and of the integrals behind it: areas, moments,
 * orientation, sums, and what is refused. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gen.h"
#include "support.h"

/* ---- surfaces from texts ----------------------------------------------- */

typedef struct Pressed {
  Run *run;
  Spec *spec;
  Grid grid;
  double *w; /* NULL after an error */
  char path[64];
} Pressed;

static void press_caught(Pressed *p)
{
  if (setjmp(p->run->stop)) return;
  p->spec = spec_load(p->run, p->path, NULL, 0);
  p->w = pressure_weights(p->spec, value_get(&p->spec->root, "pressure"),
                          &p->grid);
}

static void write_temporary(char path[64], const void *bytes, size_t length)
{
  strcpy(path, TEST_OUT "/pressure-XXXXXX");
  const int fd = mkstemp(path);
  cr_assert_geq(fd, 0);
  cr_assert_eq(write(fd, bytes, length), (ssize_t)length);
  close(fd);
}

/* The weights, or an error, of a surface as a spec says it. */
static Pressed press_or_fail(const char *surface, int nx, int ny, double sx,
                             double sy)
{
  Pressed p = {.run = run_open(), .grid = {nx, ny, sx, sy}};
  char *text = run_printf(p.run, "return contact { pressure = %s }\n", surface);
  write_temporary(p.path, text, strlen(text));
  press_caught(&p);
  unlink(p.path);
  return p;
}

static Pressed press(const char *surface, int nx, int ny, double sx, double sy)
{
  Pressed p = press_or_fail(surface, nx, ny, sx, sy);
  cr_assert_not_null(p.w, "%s: %s", surface, p.run->error);
  return p;
}

static void release(Pressed *p)
{
  run_close(p->run);
}

static double at(const Pressed *p, int i, int j)
{
  return p->w[j * p->grid.nx + i];
}

/* Sum, CoP and mean square distance from the grid's middle, as the cells'
 * constant pressures have them. */
typedef struct Moments {
  double sum, x, y, u;
} Moments;

static Moments moments(const Pressed *p)
{
  const double hx = p->grid.sx / p->grid.nx, hy = p->grid.sy / p->grid.ny;
  Moments m = {0, 0, 0, 0};
  for (int j = 0; j < p->grid.ny; j++)
    for (int i = 0; i < p->grid.nx; i++) {
      const double w = at(p, i, j), x = (i + 0.5 - p->grid.nx / 2.0) * hx,
                   y = (j + 0.5 - p->grid.ny / 2.0) * hy;
      m.sum += w;
      m.x += w * x;
      m.y += w * y;
      m.u += w * (x * x + y * y + (hx * hx + hy * hy) / 12);
    }
  return m;
}

/* Sum of |a - b| over the cells. */
static double difference(const Pressed *a, const Pressed *b)
{
  double sum = 0;
  for (int k = 0; k < a->grid.nx * a->grid.ny; k++)
    sum += fabs(a->w[k] - b->w[k]);
  return sum;
}

static double difference_of(const char *a, const char *b, int nx, int ny)
{
  Pressed pa = press(a, nx, ny, 0.02, 0.02), pb = press(b, nx, ny, 0.02, 0.02);
  const double result = difference(&pa, &pb);
  release(&pa);
  release(&pb);
  return result;
}

/* ---- discs and rings --------------------------------------------------- */

Test(pressure, disc_cells_are_areas)
{
  static const double at_x = 0.0013, at_y = -0.0007, radius = 0.0071;
  Pressed p = press("disc { radius = 0.0071, at = { 0.0013, -0.0007 } }", 13,
                    17, 0.02, 0.025);
  const double hx = 0.02 / 13, hy = 0.025 / 17;
  for (int j = 0; j < 17; j++)
    for (int i = 0; i < 13; i++) {
      const double x = (i - 6.5) * hx - at_x, y = (j - 8.5) * hy - at_y;
      const double area = disc_area_in_box(radius, x, x + hx, y, y + hy);
      cr_expect_float_eq(at(&p, i, j), area / (TEST_PI * radius * radius),
                         1e-15, "%d %d", i, j);
    }
  release(&p);
}

/* Mean of f over points of cell (i, j) of an 8 x 8 grid over 0.02 m. */
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

Test(pressure, profiles_agree_with_counting_points)
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
    const double scale = at(&p, 7, 4) / by_counting(cases[n].f, 7, 4);
    for (int c = 0; c < 5; c++) {
      const int i = cells[c][0], j = cells[c][1];
      cr_expect_float_eq(at(&p, i, j), scale * by_counting(cases[n].f, i, j),
                         1e-7, "%s: %d %d", cases[n].surface, i, j);
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
          cr_expect_float_eq(at(&p, i, j), at(&p, n - 1 - i, j), 1e-15);
          cr_expect_float_eq(at(&p, i, j), at(&p, i, n - 1 - j), 1e-15);
          cr_expect_float_eq(at(&p, i, j), at(&p, j, i), 1e-15);
        }
      release(&p);
    }
}

/* u over cells of constant pressure exceeds the exact one by O(h^2): the cells
 * of the rim spread their share. */
static double u_error(const char *surface, int n, double exact)
{
  Pressed p = press(surface, n, n, 0.02, 0.02);
  const double error = fabs(moments(&p).u - exact) / 1e-4;
  release(&p);
  return error;
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
      /* r = rm + d s: mean of r^2 is rm^2 + 3 d^2 <s^2>, <s^2> = 1/4 */
      {"annulus { inner = 0.005, outer = 0.01, profile = hertz }",
       0.75 * 0.75 + 0.75 * 0.25 * 0.25},
      {"rectangle {}", 2.0 / 3},
      /* of a contour (lambda): lambda^2 2/3; <lambda^2> = 4/5 of that */
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

/* Every second row and column of a finer grid: areas add up. */
Test(pressure, cells_of_a_coarse_grid_are_sums_of_finer_ones)
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
          for (int a = 0; a < 4; a++) sum += at(&fine, 4 * i + a, 4 * j + b);
        cr_expect_float_eq(at(&coarse, i, j), sum, 1e-8, "%s: %d %d",
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
  cr_expect_float_eq(at(&p, 0, 0), 4.0 / 75, 1e-15);
  cr_expect_float_eq(at(&p, 2, 4), 2.0 / 75, 1e-15);
  cr_expect_float_eq(at(&p, 2, 2), 3.0 / 75, 1e-15);
  cr_expect_float_eq(at(&p, 4, 2), 2.0 / 75, 1e-15);
  cr_expect_eq(at(&p, 3, 3), 0);
  cr_expect_eq(at(&p, 4, 4), 0);
  release(&p);
}

Test(pressure, rectangle_and_polygon_say_the_same)
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

Test(pressure, line_between_two_columns_belongs_to_both)
{
  Pressed p = press("line { length = 0.02 }", 4, 5, 0.02, 0.02);
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 4; i++)
      cr_expect_float_eq(at(&p, i, j), i == 1 || i == 2 ? 0.1 : 0, 1e-15);
  release(&p);
  p = press("line { length = 0.01, angle = 0, at = { 0, 0.01 } }", 4, 4, 0.02,
            0.02);
  cr_expect_float_eq(at(&p, 1, 3), 0.5, 1e-15, "on the rim of the grid");
  cr_expect_float_eq(at(&p, 2, 3), 0.5, 1e-15);
  release(&p);
}

Test(pressure, slanted_line_shares_by_length)
{
  Pressed p = press("line { length = 0.02*math.sqrt(2), angle = math.pi/4 }", 4,
                    4, 0.02, 0.02);
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 4; i++)
      cr_expect_float_eq(at(&p, i, j), i == j ? 0.25 : 0, 1e-14);
  release(&p);
  p = press("line { length = 0.02, angle = 0, profile = hertz }", 2, 1, 0.02,
            0.01);
  cr_expect_float_eq(at(&p, 0, 0), 0.5, 1e-15);
  release(&p);
  /* int_0.5^1 sqrt(1-t^2) dt over pi/4 */
  p = press("line { length = 0.02, angle = 0, profile = hertz }", 4, 1, 0.02,
            0.01);
  cr_expect_float_eq(at(&p, 3, 0),
                     0.5 - (asin(0.5) + 0.5 * sqrt(0.75)) / TEST_PI, 1e-14);
  release(&p);
}

Test(pressure, gradient_line_presses_towards_its_high_end)
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

/* ---- maps and images --------------------------------------------------- */

Test(pressure, map_is_seen_from_above)
{
  Pressed p = press("map { { 1, 2, 3 }, { 4, 0, 6 } }", 3, 2, 0.02, 0.01);
  static const double expected[] = {4, 0, 6, 1, 2, 3};
  for (int k = 0; k < 6; k++)
    cr_expect_float_eq(p.w[k], expected[k] / 16, 1e-16);
  int nx = 0, ny = 0;
  cr_expect(pressure_grid(value_get(&p.spec->root, "pressure"), &nx, &ny));
  cr_expect_eq(nx, 3);
  cr_expect_eq(ny, 2);
  release(&p);
}

/* An image of these bytes over a grid. */
static Pressed press_image(const void *bytes, size_t length, int nx, int ny)
{
  char path[64], text[128];
  write_temporary(path, bytes, length);
  snprintf(text, sizeof text, "image \"%s\"", strrchr(path, '/') + 1);
  Pressed p = press_or_fail(text, nx, ny, 0.02, 0.02);
  unlink(path);
  return p;
}

Test(pressure, images_of_all_kinds_are_maps)
{
  static const char text[] = "P2 # grey\n3 2\n#white:\n9\n1 2 3\n4 0 6\n";
  static const unsigned char bytes[] = "P5\n3 2 255\n\1\2\3\4\0\6";
  static const unsigned char words[] =
      "P5\n3 2\n65535\n\0\200\1\0\1\200\2\0\0\0\3\0";
  const struct {
    const void *bytes;
    size_t length;
  } images[] = {{text, sizeof text - 1},
                {bytes, sizeof bytes - 1},
                {words, sizeof words - 1}};
  static const double expected[] = {4, 0, 6, 1, 2, 3};
  for (int i = 0; i < 3; i++) {
    Pressed p = press_image(images[i].bytes, images[i].length, 3, 2);
    cr_assert_not_null(p.w, "%d: %s", i, p.run->error);
    for (int k = 0; k < 6; k++)
      cr_expect_float_eq(p.w[k], expected[k] / 16, 1e-15, "%d %d", i, k);
    release(&p);
  }
}

Test(pressure, image_of_another_size_is_resampled_by_overlap)
{
  static const char text[] = "P2 3 2 6  1 2 3  4 0 6\n";
  Pressed p = press_image(text, sizeof text - 1, 2, 3);
  cr_assert_not_null(p.w, "%s", p.run->error);
  /* Columns of 1.5 pixels, rows of 2/3. Sum of the pixels: 16. */
  cr_expect_float_eq(at(&p, 0, 2), (1 + 0.5 * 2) * 2 / 3 / 16, 1e-15);
  cr_expect_float_eq(at(&p, 1, 2), (3 + 0.5 * 2) * 2 / 3 / 16, 1e-15);
  cr_expect_float_eq(at(&p, 0, 1), ((1 + 1) + (4 + 0)) / 3.0 / 16, 1e-15);
  cr_expect_float_eq(at(&p, 1, 0), 6 * 2 / 3.0 / 16, 1e-15);
  release(&p);
  p = press_image(text, sizeof text - 1, 6, 4);
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 6; i++) {
      static const double pixels[2][3] = {{4, 0, 6}, {1, 2, 3}};
      cr_expect_float_eq(at(&p, i, j), pixels[j / 2][i / 2] / 64, 1e-15);
    }
  release(&p);
}

Test(pressure, malformed_images_are_refused)
{
  static const struct {
    const char *bytes, *message;
  } cases[] = {{"P6\n1 1\n255\nabc", "is not a PGM image"},
               {"", "is not a PGM image"},
               {"P5\n3 3\n255\n12345678", "is cut short"},
               {"P5\n3 3", "ends before its white level"},
               {"P2\n3 x\n", "height is not a number"},
               {"P2\n2 1 9\n1 10", "next pixel must be between 0 and 9"},
               {"P2\n2 2 9\n1 1 1 # 1", "ends before its next pixel"},
               {"P5\n99999999999999999999 1 9\n", "width must be between"},
               {"P5\n16384 16384 255\n", "is cut short"},
               {"P5\n1 1 0\n1", "white level must be between"},
               {"P5\n1 1 9\nz", "brighter than white"},
               {"P2\n2 1 9\n0 0", "zero everywhere"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Pressed p = press_image(cases[i].bytes, strlen(cases[i].bytes), 2, 2);
    cr_assert_null(p.w, "case %zu", i);
    cr_expect_not_null(strstr(p.run->error, cases[i].message), "case %zu: %s",
                       i, p.run->error);
    release(&p);
  }
}

/* ---- functions --------------------------------------------------------- */

Test(pressure, functions_are_integrated_to_a_millionth)
{
  static const char *const pairs[][2] = {
      {"disc { radius = 0.01 }",
       "function(x, y) return x*x + y*y < 1e-4 and 1 or 0 end"},
      {"disc { radius = 0.01, profile = hertz }",
       "function(x, y) local q = 1 - (x*x + y*y)/1e-4\n"
       "  return q > 0 and math.sqrt(q) or 0 end"},
      {"rectangle { size = { 0.01002, 0.0142468 }, at = { 0, 0.001 } }",
       "function(x, y) return math.abs(x) <= 0.00501 and\n"
       "  math.abs(y - 0.001) <= 0.0071234 and 7 or 0 end"},
      {"rectangle { size = { 0.01, 0.012 }, angle = 0.5 }",
       "function(x, y) local c, s = math.cos(0.5), math.sin(0.5)\n"
       "  return math.abs(c*x + s*y) < 0.005 and\n"
       "  math.abs(c*y - s*x) < 0.006 and 1 or 0 end"},
      {"annulus { inner = 0.004, outer = 0.008, at = { 0.001, 0.0015 } }",
       "function(x, y) local r = math.sqrt((x-0.001)^2 + (y-0.0015)^2)\n"
       "  return r > 0.004 and r < 0.008 and 1 or 0 end"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    for (int n = 20; n <= 21; n++) {
      const double error = difference_of(pairs[i][0], pairs[i][1], n, n);
      cr_expect_leq(error, 1e-6, "%s on %d: %g", pairs[i][0], n, error);
    }
}

/* Tips of masks that are narrower than any sampling. */
Test(pressure, thin_masks_are_followed_to_their_ends)
{
  static const double corners[][6] = {
      {-0.0093, -0.0091, 0.0094, 0.0071, 0.0087, 0.0083},
      {0.0061, 0.0097, 0.0012, -0.0088, 0.0066, 0.0095},
      {-0.0098, 0.0012, 0.0077, -0.0031, 0.0073, 0.0005},
      {-0.0012, -0.0093, 0.0039, 0.0089, -0.0098, -0.0001}};
  for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
    const double *c = corners[i];
    char polygon[200], function[500];
    snprintf(polygon, sizeof polygon,
             "polygon { { %g, %g }, { %g, %g }, { %g, %g } }", c[0], c[1], c[2],
             c[3], c[4], c[5]);
    snprintf(function, sizeof function,
             "function(x, y)\n"
             "  local function left(a, b, c, d)\n"
             "    return (c - a)*(y - b) - (d - b)*(x - a) > 0 end\n"
             "  return left(%g, %g, %g, %g) and left(%g, %g, %g, %g) and\n"
             "    left(%g, %g, %g, %g) and 1 or 0 end",
             c[0], c[1], c[2], c[3], c[2], c[3], c[4], c[5], c[4], c[5], c[0],
             c[1]);
    const double error = difference_of(polygon, function, 21, 21);
    cr_expect_leq(error, 1e-6, "%zu: %g", i, error);
  }
}

Test(pressure, polynomials_are_exact)
{
  Pressed p = press("function(x, y) return 2 + x + x^2 * y^4 end", 4, 3, 2, 3);
  /* Means over x in [0.5, 1], y in [0.5, 1.5] and over the grid. */
  const double cell = 2 + 0.75 + 7.0 / 12 * (pow(1.5, 5) - pow(0.5, 5)) / 5;
  const double grid = 2 + 1.0 / 3 * pow(1.5, 4) / 5;
  cr_expect_float_eq(at(&p, 3, 2), cell / grid / 12, 1e-14);
  release(&p);
}

/* ---- sums -------------------------------------------------------------- */

Test(pressure, pressures_of_a_sum_add)
{
  Pressed sum = press(
      "disc { radius = 0.004, at = { -0.005, 0 } } + "
      "annulus { inner = 0.001, outer = 0.003, at = { 0.005, 0 } } + "
      "function(x, y) return 0.25 end",
      15, 15, 0.02, 0.02);
  Pressed disc =
      press("disc { radius = 0.004, at = { -0.005, 0 } }", 15, 15, 0.02, 0.02);
  Pressed ring =
      press("annulus { inner = 0.001, outer = 0.003, at = { 0.005, 0 } }", 15,
            15, 0.02, 0.02);
  const double a = TEST_PI * 16, b = TEST_PI * 8, c = 0.25 * 400;
  for (int k = 0; k < 225; k++)
    cr_expect_float_eq(sum.w[k],
                       (a * disc.w[k] + b * ring.w[k] + c / 225) / (a + b + c),
                       1e-14);
  release(&sum);
  release(&disc);
  release(&ring);
}

Test(pressure, shares_divide_the_normal_force)
{
  Pressed sum = press(
      "disc { radius = 0.002, at = { -0.005, 0 }, share = 3 } + "
      "line { length = 0.01, at = { 0.005, 0 }, share = 1 }",
      20, 20, 0.02, 0.02);
  double left = 0;
  for (int j = 0; j < 20; j++)
    for (int i = 0; i < 10; i++) left += at(&sum, i, j);
  cr_expect_float_eq(left, 0.75, 1e-14);
  cr_expect_float_eq(moments(&sum).x, -0.75 * 0.005 + 0.25 * 0.005, 1e-16);
  release(&sum);
}

/* ---- cells ------------------------------------------------------------- */

Test(pressure, kept_cells_are_those_with_force)
{
  Run *run = run_open();
  const Grid grid = {3, 2, 0.03, 0.04};
  const double w[6] = {0, 0.25, 0, 0.5, 0, 0.25};
  const Cells cells = cells_kept(run, &grid, w);
  static const int index[] = {1, 3, 5};
  static const double x[] = {0, -0.01, 0.01}, y[] = {-0.01, 0.01, 0.01};
  cr_assert_eq(cells.count, 3);
  for (int k = 0; k < 3; k++) {
    cr_expect_eq(cells.index[k], index[k]);
    cr_expect_float_eq(cells.x[k], x[k], 1e-18);
    cr_expect_float_eq(cells.y[k], y[k], 1e-18);
    cr_expect_eq(cells.w[k], w[index[k]]);
  }
  run_close(run);
}

Test(pressure, empty_cells_are_exactly_empty)
{
  for (size_t s = 0; s < sizeof symmetric / sizeof *symmetric; s++) {
    Pressed p = press(symmetric[s], 64, 64, 0.02, 0.02);
    double largest = 0;
    for (int k = 0; k < 64 * 64; k++) largest = fmax(largest, p.w[k]);
    for (int k = 0; k < 64 * 64; k++)
      cr_expect(p.w[k] == 0 || p.w[k] >= 1e-12 * largest, "%s: %g",
                symmetric[s], p.w[k]);
    if (strncmp(symmetric[s], "annulus", 7) == 0)
      cr_expect_eq(at(&p, 32, 32), 0);
    if (strncmp(symmetric[s], "disc", 4) == 0) cr_expect_eq(at(&p, 0, 3), 0);
    release(&p);
  }
}

/* ---- what is refused --------------------------------------------------- */

Test(pressure, nonsense_is_refused_with_its_reason)
{
  static const struct {
    const char *surface, *message;
  } cases[] = {
      {"disc { radius = -1 }", "radius must be positive, got -1"},
      {"disc { radius = 0.0105 }", "the disc reaches 0.0005 m beyond the grid"},
      {"disc { radius = 0.005, at = { 0, -0.006 } }",
       "beyond the grid along y"},
      {"disc { radius = 0.01, profil = hertz }", "did you mean \"profile\"?"},
      {"disc { radius = 0.01, profile = \"herz\" }", "profile must be uniform"},
      {"disc { radius = 0.01, profile = soft { k = 1001 } }",
       "k must be between 0.1 and 1000"},
      {"disc { radius = 0.01, profile = soft { k = 0 } }", "k must be between"},
      {"annulus { inner = 0.01, outer = 0.005 }", "outer must be larger"},
      {"rectangle { size = { 0.02, 0.02 }, angle = 0.1 }", "beyond the grid"},
      {"polygon { { 0, 0 }, { 0.01, 0 } }", "3 to 4096 corners"},
      {"polygon { { 0, 0 }, { 0.01, 0 }, { 0, 1/0 } }", "corner 3"},
      {"polygon { { 0, 0 }, { 0.01, 0.01 }, { 0.01, 0 }, { 0, 0.01 } }",
       "the polygon meets itself: its edges from corner 1 to 2 and from 3 to "
       "4"},
      {"polygon { { 0, 0 }, { 0.01, 0 }, { 0.004, 0 } }", "meets itself"},
      {"polygon { { 0, 0 }, { 0.01, 0 }, { 0.002, 0.002 }, { 0, 0.01 }, "
       "profile = hertz }",
       "not convex must have a uniform profile"},
      {"line { length = 0.03 }", "the line reaches 0.005 m beyond the grid"},
      {"gradient_line { length = 0.01, low = -1 }", "low must be 0 or more"},
      {"gradient_line { length = 0.01, high = 0 }", "low and high are both 0"},
      {"map { { 1, 2 }, { 3, 4 } }", "5 rows (along y) of 5 (along x)"},
      {"map { { 1, -2 } }", "5 rows"},
      {"map {}", "the map has no rows"},
      {"map { 1, 2 }", "row 1 of the map must be a list"},
      {"image \"missing.pgm\"", "missing.pgm"},
      {"image { 3 }", "the name of a PGM file"},
      {"function(x, y) return x end", "but it is -"},
      {"function(x, y) return 0/x end", "must be finite and 0 or more"},
      {"function(x, y) return 0 end", "zero everywhere on the grid"},
      {"function(x, y) return math.sin(1e9*x) > 0 and 1 or 0 end",
       "cannot be integrated to 1e-6"},
      {"disc { radius = 0.01 } + line { length = 0.01 }", "it needs share"},
      {"disc { radius = 0.01 } + disc { radius = 0.001, share = 1 }",
       "either all parts of a sum have share or none"},
      {"{ radius = 1 }", "pressure must be a surface"},
      {"3", "pressure must be a surface"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Pressed p = press_or_fail(cases[i].surface, 5, 5, 0.02, 0.02);
    cr_assert_null(p.w, "%s", cases[i].surface);
    cr_expect_not_null(strstr(p.run->error, cases[i].message), "%s: %s",
                       cases[i].surface, p.run->error);
    release(&p);
  }
}

Test(pressure, a_bad_map_entry_is_named_by_row_and_column)
{
  Pressed p = press_or_fail("map { { 1, 2 }, { 3, -4 } }", 2, 2, 1, 1);
  cr_assert_null(p.w);
  cr_expect_not_null(strstr(p.run->error, "row 2, column 2"), "%s",
                     p.run->error);
  release(&p);
}

Test(pressure, shape_that_fills_the_grid_is_within_it)
{
  static const char *const surfaces[] = {
      "disc { radius = 0.02/2*(1 + 1e-11) }", "rectangle { angle = math.pi/2 }",
      "line { length = 0.02, at = { 0.01, 0 } }"};
  for (int i = 0; i < 3; i++) {
    Pressed p = press_or_fail(surfaces[i], 6, 6, 0.02, 0.02);
    cr_expect_not_null(p.w, "%s", p.run->error);
    release(&p);
  }
}
