/* Tests of gen/limit/skew.c: cells that are parallelograms against boxes, against
 * themselves in another frame, and against the reference's anisotropy. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"
#include "reference/limit.h"
#include "support/maps.h"
#include "support/support.h"

/* Any twist, or a turn about a place up to hundreds of sides away. */
static void near_twist(uint64_t *seed, double twist[3])
{
  const double away = pow(10, random_in(seed, -6, 1));
  any_twist(seed, twist);
  if (random_in(seed, 0, 1) < 0.3) return;
  twist[0] = away * random_in(seed, -1, 1);
  twist[1] = away * random_in(seed, -1, 1);
  twist[2] = random_in(seed, -1, 1) < 0 ? -1 : 1;
}

static Cells leaning(Run *run, const Cells *cells, double xx, double xy,
                     double yx, double yy)
{
  const double hx = cells->grid.sx / cells->grid.nx / 2;
  const double hy = cells->grid.sy / cells->grid.ny / 2;
  const double halves[2][2] = {{xx * hx, yx * hx}, {xy * hy, yy * hy}};
  return cells_skewed(run, cells, halves);
}

static double apart(const double a[3], const double b[3], double length)
{
  return fmax(hypot(a[0] - b[0], a[1] - b[1]), fabs(a[2] - b[2]) / length);
}

/* Boxes that are turned are boxes in another frame. */
Test(skew, turned_boxes_have_the_wrench_of_boxes)
{
  uint64_t seed = 3;
  for (int trial = 0; trial < 30; trial++) {
    Run *run = run_open();
    Cells boxes;
    (void)random_map(run, &boxes, &seed);
    const double turn = trial == 0 ? 0 : random_in(&seed, -3, 3);
    const double c = cos(turn), s = sin(turn);
    const Cells turned = leaning(run, &boxes, c, -s, s, c);
    for (int k = 0; k < 60; k++) {
      double twist[3], wrench[2][3];
      near_twist(&seed, twist);
      const double there[3] = {c * twist[0] - s * twist[1],
                               s * twist[0] + c * twist[1], twist[2]};
      limit_exact(&boxes, twist, wrench[0]);
      limit_exact(&turned, there, wrench[1]);
      const double back[3] = {c * wrench[1][0] + s * wrench[1][1],
                              c * wrench[1][1] - s * wrench[1][0],
                              wrench[1][2]};
      const double error = apart(back, wrench[0], 0.02);
      cr_expect_lt(error, 3e-12, "map %d, %g %g %g: %g", trial, twist[0],
                   twist[1], twist[2], error);
    }
    run_close(run);
  }
}

/* The reference takes E in place, without a stretched patch. */
Test(skew, stretched_boxes_have_the_wrench_of_the_references_anisotropy)
{
  uint64_t seed = 4;
  for (int trial = 0; trial < 30; trial++) {
    Run *run = run_open();
    Cells boxes;
    (void)random_map(run, &boxes, &seed);
    const double e = exp(random_in(&seed, -1.5, 1.5));
    const double angle = random_in(&seed, -3, 3);
    const double c = cos(angle), s = sin(angle);
    const double xy = (1 - 1 / e) * c * s; /* S^-1 */
    const Cells cells =
        leaning(run, &boxes, c * c + s * s / e, xy, xy, s * s + c * c / e);
    const Grid *grid = &boxes.grid;
    const RefExact exact = {.patch = {.nx = grid->nx, .ny = grid->ny,
                                      .sx = grid->sx, .sy = grid->sy,
                                      .w = boxes.all, .ratio = e,
                                      .angle = angle},
                            .r = 0.02,
                            .is_stretched = true};
    for (int k = 0; k < 40; k++) {
      double twist[3], wrench[3], wanted[3];
      near_twist(&seed, twist);
      limit_exact(&cells, twist, wrench);
      ref_surface_exact(&exact, twist, wanted);
      wanted[2] *= exact.r;
      const double error = apart(wrench, wanted, 0.02);
      cr_expect_lt(error, 1e-11, "map %d, %g %g %g: %g", trial, twist[0],
                   twist[1], twist[2], error);
    }
    run_close(run);
  }
}

/* The proof sees the same in both frames. */
Test(skew, turned_boxes_have_the_second_derivatives_of_boxes)
{
  uint64_t seed = 5;
  const double unit[2] = {1, 1};
  for (int trial = 0; trial < 20; trial++) {
    Run *run = run_open();
    Cells boxes;
    const LimitMap map = random_map(run, &boxes, &seed);
    const Cells turned = leaning(run, &boxes, 0, -1, 1, 0);
    LimitMap other = {&turned, {-map.cop[1], map.cop[0]}, map.r, false};
    const LimitTable *tables[2] = {
        table_scaled(run, &map, TABLE_BILINEAR, 6, false, unit),
        table_scaled(run, &other, TABLE_BILINEAR, 6, false, unit)};
    const Miss *misses[2] = {miss_prepare(run, tables[0]),
                             miss_prepare(run, tables[1])};
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++) {
        /* (vx, vy, w) -> (-vy, vx, w): on the face of w (a, b) -> (-b, a). */
        const Patch p = {2, i, j, {0, 0}, {1, 1}};
        const Patch q = {2, 5 - j, i, {0, 0}, {1, 1}};
        const double a = miss_most(misses[0], &p), b = miss_most(misses[1], &q);
        cr_expect_float_eq(a, b, 1e-9 * (1 + a), "map %d, %d %d: %g, %g", trial,
                           i, j, a, b);
      }
    run_close(run);
  }
}

/* A row of parallelograms is its own image when it is turned by half a turn. */
Test(skew, parallelograms_are_even_by_half_a_turn_alone)
{
  static const int n[3][2] = {{4, 4}, {4, 4}, {4, 4}};
  Run *run = run_open();
  Cells boxes;
  LimitMap map = shape_of(run, &boxes, DISC);
  const Cells cells = leaning(run, &boxes, 1, 0.3, 0.3, 0.8);
  map.cells = &cells;
  const LimitPotential *table =
      potential_fit(run, &map, n, POTENTIAL_DOUBLE, false);
  cr_expect(!table->is_even[0] && !table->is_even[1] && !table->is_shared);
  cr_expect(table->is_even[2]);
  run_close(run);
}
