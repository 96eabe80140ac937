/* Tests of gen/pressure: maps, images, functions, sums, and refused surfaces;
 * and of cells_kept in gen/limit/cells.c. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "pressure/inside.h"
#include "limit/limit.h"
#include "pressure/pressing.h"
#include "support/support.h"

/* ---- maps and images --------------------------------------------------- */

Test(pressure_maps, first_row_of_a_map_has_the_largest_y)
{
  Pressed p = press("map { { 1, 2, 3 }, { 4, 0, 6 } }", 3, 2, 0.02, 0.01);
  static const double expected[] = {4, 0, 6, 1, 2, 3};
  for (int k = 0; k < 6; k++)
    cr_expect_float_eq(p.w[k], expected[k] / 16, 1e-16);
  const int none[2] = {0, 0};
  const double size[2] = {0.02, 0.01};
  const Value *root = &p.spec->root;
  Value patch = *root; /* a table without the key grid */
  patch.nentries = 0;
  const Grid grid = grid_read(p.spec, &patch, "patch", none, size,
                              value_get(root, "pressure"));
  cr_expect_eq(grid.nx, 3);
  cr_expect_eq(grid.ny, 2);
  release(&p);
}

/* Returns the weights of an image with these bytes. */
static Pressed press_image(const void *bytes, size_t length, int nx, int ny)
{
  char path[64], text[128];
  write_temporary(path, bytes, length);
  snprintf(text, sizeof text, "image \"%s\"", strrchr(path, '/') + 1);
  Pressed p = press_or_fail(text, nx, ny, 0.02, 0.02);
  unlink(path);
  return p;
}

Test(pressure_maps, images_of_all_formats_are_maps)
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

Test(pressure_maps, grey_levels_below_the_floor_count_as_black)
{
  static const char grey[] = "P2 3 2 10\n1 2 3\n4 0 6\n";
  static const double expected[] = {4, 0, 6, 0, 0, 3};
  char path[64], surface[120];
  write_temporary(path, grey, sizeof grey - 1);
  snprintf(surface, sizeof surface, "image { '%s', floor = 0.3 }",
           strrchr(path, '/') + 1);
  Pressed p = press(surface, 3, 2, 1, 1);
  for (int k = 0; k < 6; k++)
    cr_expect_float_eq(p.w[k], expected[k] / 13, 1e-15, "%d", k);
  release(&p);
  unlink(path);
}

Test(pressure_maps, image_of_another_size_is_resampled_by_overlap)
{
  static const char text[] = "P2 3 2 6  1 2 3  4 0 6\n";
  Pressed p = press_image(text, sizeof text - 1, 2, 3);
  cr_assert_not_null(p.w, "%s", p.run->error);
  /* Columns of 1.5 pixels, rows of 2/3. Sum of the pixels: 16. */
  cr_expect_float_eq(weight_at(&p, 0, 2), (1 + 0.5 * 2) * 2 / 3 / 16, 1e-15);
  cr_expect_float_eq(weight_at(&p, 1, 2), (3 + 0.5 * 2) * 2 / 3 / 16, 1e-15);
  cr_expect_float_eq(weight_at(&p, 0, 1), ((1 + 1) + (4 + 0)) / 3.0 / 16,
                     1e-15);
  cr_expect_float_eq(weight_at(&p, 1, 0), 6 * 2 / 3.0 / 16, 1e-15);
  release(&p);
  p = press_image(text, sizeof text - 1, 6, 4);
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 6; i++) {
      static const double pixels[2][3] = {{4, 0, 6}, {1, 2, 3}};
      cr_expect_float_eq(weight_at(&p, i, j), pixels[j / 2][i / 2] / 64, 1e-15);
    }
  release(&p);
}

Test(pressure_maps, malformed_images_are_refused)
{
  static const struct {
    const char *bytes, *message;
  } cases[] = {{"P6\n1 1\n255\nabc", "is not a PGM image"},
               {"", "is not a PGM image"},
               {"P5\n3 3\n255\n12345678", "is too short for its 3 x 3 pixels"},
               {"P5\n3 3", "ends before the white level"},
               {"P2\n3 x\n", "the height must be a decimal number (byte 6)"},
               {"P2\n2 1 9\n1 10", "next pixel must be between 0 and 9"},
               {"P2\n2 2 9\n1 1 1 # 1", "ends before the next pixel"},
               {"P5\n99999999999999999999 1 9\n", "width must be between"},
               {"P5\n16384 16384 255\n", "is too short for its 16384 x"},
               {"P5\n1 1 0\n1", "white level must be between"},
               {"P5\n1 1 9\nz", "a pixel must be at most 9 (white), got 122"},
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

Test(pressure_maps, functions_are_integrated_to_a_millionth)
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

/* The tips of the masks are narrower than the distance of any two samples. */
Test(pressure_maps, thin_masks_are_integrated_to_their_tips)
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

static double count_dome(void *context, double x, double y)
{
  const double square = 1 - x * x - y * y;
  ++*(long *)context;
  return square > 0 ? sqrt(square) : 0;
}

/* 49 calls look at a cell; the rest find the rim of a dome, whose slope is
 * infinite there. */
Test(pressure_maps, a_rough_integral_takes_few_calls_at_the_rim)
{
  enum { SIDE = 64 };
  static double w[SIDE * SIDE];
  const Grid grid = {SIDE, SIDE, 2.04, 2.04};
  Run *run = run_open();
  long calls = 0;
  int worst = 0;
  double sum = 0;
  cr_assert(
      function_integrals(run, &grid, count_dome, &calls, 5e-5, w, &worst));
  for (int k = 0; k < SIDE * SIDE; k++) sum += w[k];
  cr_expect_float_eq(sum / (2 * PI / 3), 1, 5e-5);
  cr_expect_lt(calls, 110 * SIDE * SIDE, "%.1f a cell",
               (double)calls / (SIDE * SIDE));
  run_close(run);
}

Test(pressure_maps, polynomials_are_exact)
{
  Pressed p = press("function(x, y) return 2 + x + x^2 * y^4 end", 4, 3, 2, 3);
  /* The means over the cell, x in [0.5, 1], y in [0.5, 1.5], and the grid. */
  const double cell = 2 + 0.75 + 7.0 / 12 * (pow(1.5, 5) - pow(0.5, 5)) / 5;
  const double grid = 2 + 1.0 / 3 * pow(1.5, 4) / 5;
  cr_expect_float_eq(weight_at(&p, 3, 2), cell / grid / 12, 1e-14);
  release(&p);
}

/* ---- sums -------------------------------------------------------------- */

Test(pressure_maps, pressures_of_a_sum_add)
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

Test(pressure_maps, shares_divide_the_normal_force)
{
  Pressed sum = press(
      "disc { radius = 0.002, at = { -0.005, 0 }, share = 3 } + "
      "line { length = 0.01, at = { 0.005, 0 }, share = 1 }",
      20, 20, 0.02, 0.02);
  double left = 0;
  for (int j = 0; j < 20; j++)
    for (int i = 0; i < 10; i++) left += weight_at(&sum, i, j);
  cr_expect_float_eq(left, 0.75, 1e-14);
  cr_expect_float_eq(moments(&sum).x, -0.75 * 0.005 + 0.25 * 0.005, 1e-16);
  release(&sum);
}

/* ---- cells ------------------------------------------------------------- */

Test(pressure_maps, kept_cells_are_those_with_force)
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

/* ---- refused surfaces -------------------------------------------------- */

Test(pressure_maps, wrong_surfaces_are_refused_with_the_reason)
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
       "must not touch or cross, but those from corner 1 to 2 and from 3 to 4"},
      {"polygon { { 0, 0 }, { 0.01, 0 }, { 0.004, 0 } }",
       "must not touch or cross"},
      {"polygon { { 0, 0 }, { 0.01, 0 }, { 0.002, 0.002 }, { 0, 0.01 }, "
       "profile = hertz }",
       "not convex must have a uniform profile"},
      {"line { length = 0.03 }", "the line reaches 0.005 m beyond the grid"},
      {"gradient_line { length = 0.01, low = -1 }", "low must be 0 or more"},
      {"gradient_line { length = 0.01, high = 0 }",
       "low or high of a gradient_line must be positive, got 0 for both"},
      {"map { { 1, 2 }, { 3, 4 } }",
       "5 rows (along y) of 5 numbers (along x) like the grid, got 2 rows"},
      {"map { { 1, -2 } }", "5 rows"},
      {"map {}", "like the grid, got no rows"},
      {"map { 1, 2 }", "row 1 of the map must be a list"},
      {"image \"missing.pgm\"", "missing.pgm"},
      {"image { 3 }", "the name of a PGM file"},
      {"function(x, y) return x end", "must be finite and 0 or more, got -"},
      {"function(x, y) return 0/x end", "must be finite and 0 or more"},
      {"function(x, y) return 0 end", "zero everywhere on the grid"},
      {"function(x, y) return math.sin(1e9*x) > 0 and 1 or 0 end",
       "cannot be integrated to 1e-6"},
      {"disc { radius = 0.01 } + line { length = 0.01 }",
       "a line in a sum needs share"},
      {"disc { radius = 0.01 } + disc { radius = 0.001, share = 1 }",
       "must have share or none, got disc with share after parts without"},
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

Test(pressure_maps, the_message_names_row_and_column_of_a_wrong_number)
{
  Pressed p = press_or_fail("map { { 1, 2 }, { 3, -4 } }", 2, 2, 1, 1);
  cr_assert_null(p.w);
  cr_expect_not_null(strstr(p.run->error, "row 2, column 2"), "%s",
                     p.run->error);
  release(&p);
}

Test(pressure_maps, shapes_that_fill_the_grid_are_accepted)
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
