/* Tests of gen/pressure/cubature.c: moments, signs, places and symmetry of the
 * rules for random pressure maps, and that a rule depends on its arguments
 * alone. The unit of length is half a side of the grid. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "support/support.h"

typedef struct Map {
  Run *run;
  int count;
  double x[400], y[400], w[400], reach[2];
} Map;

/* Returns the cells with weight of a grid of nx x ny cells, 2 wide and `high`
 * high. */
static Map open_map(int nx, int ny, double high, const double *w)
{
  Map map = {.run = run_open()};
  double sum = 0;
  for (int k = 0; k < nx * ny; k++) {
    if (w[k] == 0) continue;
    map.x[map.count] = (k % nx + 0.5 - nx / 2.0) * 2 / nx;
    map.y[map.count] = (k / nx + 0.5 - ny / 2.0) * high / ny;
    map.w[map.count++] = w[k];
    sum += w[k];
  }
  for (int k = 0; k < map.count; k++) map.w[k] /= sum;
  map.reach[0] = 1.0 / nx;
  map.reach[1] = high / 2 / ny;
  return map;
}

/* Returns the mean square distance from a cell to the nearest point. */
static double spread(void *context, const Cubature *rule)
{
  const Map *map = context;
  double sum = 0;
  for (int k = 0; k < map->count; k++) {
    double near = INFINITY;
    for (int i = 0; i < rule->count; i++)
      near = fmin(near, hypot(rule->x[i] - map->x[k], rule->y[i] - map->y[k]));
    sum += map->w[k] * near * near;
  }
  return sum;
}

/* Returns the error of the means of |x|^5 + |y|^5, which is no moment. */
static double fifth_power(void *context, const Cubature *rule)
{
  const Map *map = context;
  double wrong = 0;
  for (int k = 0; k < map->count; k++)
    wrong += map->w[k] * (pow(fabs(map->x[k]), 5) + pow(fabs(map->y[k]), 5));
  for (int k = 0; k < rule->count; k++)
    wrong -= rule->w[k] * (pow(fabs(rule->x[k]), 5) + pow(fabs(rule->y[k]), 5));
  return fabs(wrong);
}

typedef struct Finding {
  Map *map;
  int count, degree;
  CubatureCost *cost;
  const Cubature *rule;
} Finding;

static void find_caught(void *context)
{
  Finding *f = context;
  const CubatureTask task = {f->map->count,
                             f->map->x,
                             f->map->y,
                             f->map->w,
                             {f->map->reach[0], f->map->reach[1]},
                             f->cost,
                             f->map};
  f->rule = cubature_find(f->map->run, &task, f->count, f->degree);
}

static const Cubature *find(Map *map, int count, int degree)
{
  Finding f = {map, count, degree, spread, NULL};
  cr_assert(run_catch(map->run, find_caught, &f), "%s", map->run->error);
  return f.rule;
}

static double moment(int count, const double *x, const double *y,
                     const double *w, int a, int b)
{
  double sum = 0;
  for (int k = 0; k < count; k++) sum += w[k] * pow(x[k], a) * pow(y[k], b);
  return sum;
}

/* Returns the mean distance from the centre of the map. */
static double mean_radius(const Map *map, int count, const double *x,
                          const double *y, const double *w)
{
  const double cx = moment(map->count, map->x, map->y, map->w, 1, 0);
  const double cy = moment(map->count, map->x, map->y, map->w, 0, 1);
  double sum = 0;
  for (int k = 0; k < count; k++) sum += w[k] * hypot(x[k] - cx, y[k] - cy);
  return sum;
}

static void expect_moments(const Map *map, const Cubature *c)
{
  for (int d = 0; d <= c->degree; d++)
    for (int b = 0; b <= d; b++) {
      const double given = moment(map->count, map->x, map->y, map->w, d - b, b);
      const double got = moment(c->count, c->x, c->y, c->w, d - b, b);
      cr_expect_lt(fabs(got - given), 2e-11, "x^%d y^%d: %g instead of %g",
                   d - b, b, got, given);
    }
  const double given = mean_radius(map, map->count, map->x, map->y, map->w);
  const double got = mean_radius(map, c->count, c->x, c->y, c->w);
  cr_expect_lt(fabs(got - given), 1e-12, "radius %g instead of %g", got, given);
}

/* Weights are positive, points are in or next to a cell with weight, and
 * sorted. */
static void expect_sound(const Map *map, const Cubature *c)
{
  for (int i = 0; i < c->count; i++) {
    double near = INFINITY;
    for (int k = 0; k < map->count; k++)
      near = fmin(near, fmax(fabs(c->x[i] - map->x[k]) / map->reach[0],
                             fabs(c->y[i] - map->y[k]) / map->reach[1]));
    cr_expect_gt(c->w[i], 0);
    cr_expect_leq(near, 3 + 1e-9);
    if (i > 0)
      cr_expect(c->y[i] > c->y[i - 1] ||
                (c->y[i] == c->y[i - 1] && c->x[i] > c->x[i - 1]));
  }
}

Test(cubature, rules_have_the_moments_of_random_maps)
{
  uint64_t seed = 1;
  for (int n = 0; n < 12; n++) {
    const int nx = 5 + (int)random_in(&seed, 0, 12);
    const int ny = 5 + (int)random_in(&seed, 0, 12);
    double *w = random_weights(&seed, nx, ny);
    Map map = open_map(nx, ny, random_in(&seed, 0.7, 2), w);
    const int count =
        (int)fmin(6 + (int)random_in(&seed, 0, 14), map.count / 2);
    const Cubature *c = find(&map, count, 2);
    cr_assert_not_null(c, "%d x %d, %d points", nx, ny, count);
    cr_expect_eq(c->count, count);
    cr_expect_eq(c->images, 1);
    cr_expect_geq(c->degree, 2);
    expect_moments(&map, c);
    expect_sound(&map, c);
    run_close(map.run);
    free(w);
  }
}

/* ---- symmetry ---------------------------------------------------------- */

typedef double Shape(double x, double y);

static double square(double x, double y)
{
  return fmax(fabs(x), fabs(y)) < 1;
}
static double oblong(double x, double y)
{
  return fabs(y) < 0.5 ? 1 + 0 * x : 0;
}
static double wedge(double x, double y)
{
  return 2 + x + 0 * y;
}
static double diagonal(double x, double y)
{
  return 2 + x + y;
}
static double pinwheel(double x, double y)
{
  return 3 + 2 * x * y * (x * x - y * y);
}
static double half_turn(double x, double y)
{
  return 3 + x * y + 0.3 * x * x;
}

static Map open_shape(Shape *shape, int n)
{
  double w[400];
  for (int k = 0; k < n * n; k++)
    w[k] =
        shape((k % n + 0.5 - n / 2.0) * 2 / n, (k / n + 0.5 - n / 2.0) * 2 / n);
  return open_map(n, n, 2, w);
}

/* Returns true if each point has its image (ax x + bx y, ay x + by y) among the
 * points, with the same weight. */
static bool has_image(const Cubature *c, double ax, double bx, double ay,
                      double by)
{
  for (int i = 0; i < c->count; i++) {
    const double x = ax * c->x[i] + bx * c->y[i];
    const double y = ay * c->x[i] + by * c->y[i];
    bool is_there = false;
    for (int k = 0; k < c->count; k++)
      is_there = is_there || (hypot(c->x[k] - x, c->y[k] - y) < 1e-11 &&
                              fabs(c->w[k] - c->w[i]) < 1e-11);
    if (!is_there) return false;
  }
  return true;
}

Test(cubature, a_rule_has_the_symmetry_of_the_map)
{
  static const struct {
    Shape *shape;
    int images;
    double image[2][4]; /* all images are products of these */
  } shapes[] = {{square, 8, {{0, -1, 1, 0}, {-1, 0, 0, 1}}},
                {oblong, 4, {{-1, 0, 0, 1}, {1, 0, 0, -1}}},
                {wedge, 2, {{1, 0, 0, -1}, {1, 0, 0, 1}}},
                {diagonal, 2, {{0, 1, 1, 0}, {1, 0, 0, 1}}},
                {pinwheel, 4, {{0, -1, 1, 0}, {-1, 0, 0, -1}}},
                {half_turn, 2, {{-1, 0, 0, -1}, {1, 0, 0, 1}}}};
  for (size_t n = 0; n < sizeof shapes / sizeof *shapes; n++)
    for (int cells = 10; cells <= 13; cells += 3)
      for (int count = 8; count <= 16; count += 4) {
        Map map = open_shape(shapes[n].shape, cells);
        const Cubature *c = find(&map, count, 2);
        cr_assert_not_null(c, "shape %zu, %d points", n, count);
        cr_expect_eq(c->images, shapes[n].images, "shape %zu: %d images", n,
                     c->images);
        for (int i = 0; i < 2; i++) {
          const double *m = shapes[n].image[i];
          cr_expect(has_image(c, m[0], m[1], m[2], m[3]),
                    "shape %zu, %d points, image %d", n, count, i);
        }
        expect_moments(&map, c);
        expect_sound(&map, c);
        run_close(map.run);
      }
}

Test(cubature, a_changed_weight_or_a_missing_cell_breaks_the_symmetry)
{
  for (int n = 0; n < 2; n++) {
    double w[81];
    for (int k = 0; k < 81; k++) w[k] = 1;
    w[12] = n == 0 ? 1 + 1e-6 : 0;
    Map map = open_map(9, 9, 2, w);
    const Cubature *c = find(&map, 8, 1);
    cr_assert_not_null(c);
    cr_expect_eq(c->images, 1);
    run_close(map.run);
  }
}

/* ---- lines ------------------------------------------------------------- */

Test(cubature, points_for_a_line_are_on_the_line)
{
  static const double ends[][2] = {{1, 0}, {0, 1}, {0.6, 0.8}, {-0.3, 0.7}};
  for (size_t n = 0; n < sizeof ends / sizeof *ends; n++) {
    Map map = {.run = run_open(), .count = 21, .reach = {0.05, 0.05}};
    for (int k = 0; k < 21; k++) {
      map.x[k] = 0.1 + ends[n][0] * (k - 10) / 10;
      map.y[k] = -0.2 + ends[n][1] * (k - 10) / 10;
      map.w[k] = (k + 1) / 231.0;
    }
    const Cubature *c = find(&map, 7, 5);
    cr_assert_not_null(c);
    expect_moments(&map, c);
    for (int i = 0; i < c->count; i++) {
      const double off =
          ends[n][0] * (c->y[i] + 0.2) - ends[n][1] * (c->x[i] - 0.1);
      cr_expect_lt(fabs(off), 1e-12);
      cr_expect_gt(c->w[i], 0);
    }
    run_close(map.run);
  }
}

/* ---- bounds, repetition ------------------------------------------------ */

Test(cubature, a_rule_needs_as_many_unknowns_as_moments)
{
  Map map = open_shape(wedge, 9);
  /* x^a y^b with even b, up to 4, and the radius: 10; three points on the axis
   * and a pair beside it have 2 + 2 + 2 + 3 = 9 unknowns. */
  cr_expect_null(find(&map, 5, 4));
  cr_expect_not_null(find(&map, 8, 4));
  Map other = open_shape(square, 9);
  for (int count = 2; count < 4; count++) /* orbits have 1, 4 or 8 points */
    cr_expect_null(find(&other, count, 1));
  cr_expect_not_null(find(&other, 4, 1));
  cr_expect_null(find(&other, 7, 1));
  run_close(map.run);
  run_close(other.run);
}

Test(cubature, free_unknowns_lower_the_cost)
{
  double even[81];
  for (int k = 0; k < 81; k++) even[k] = 1;
  Map map = open_map(9, 9, 2, even);
  Finding f = {&map, 12, 3, fifth_power, NULL};
  cr_assert(run_catch(map.run, find_caught, &f), "%s", map.run->error);
  cr_assert_not_null(f.rule);
  expect_moments(&map, f.rule);
  /* The error of the best start is 7.7e-4. */
  cr_expect_lt(fifth_power(&map, f.rule), 3e-4);
  run_close(map.run);
}

Test(cubature, a_rule_depends_on_its_arguments_alone)
{
  uint64_t seed = 3;
  double *w = random_weights(&seed, 11, 9);
  Map maps[2] = {open_map(11, 9, 1.5, w), open_map(11, 9, 1.5, w)};
  const Cubature *a = find(&maps[0], 12, 1);
  find(&maps[1], 9, 1); /* an earlier search has no effect */
  const Cubature *b = find(&maps[1], 12, 1);
  cr_assert(a && b);
  cr_expect_eq(memcmp(a->x, b->x, 12 * sizeof *a->x), 0);
  cr_expect_eq(memcmp(a->y, b->y, 12 * sizeof *a->y), 0);
  cr_expect_eq(memcmp(a->w, b->w, 12 * sizeof *a->w), 0);
  for (int i = 0; i < 2; i++) run_close(maps[i].run);
  free(w);
}
