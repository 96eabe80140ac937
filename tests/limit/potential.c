/* Tests of potential tables: values, arithmetic, derivatives, symmetry. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "backend/backend.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "support/compiling.h"
#include "support/maps.h"
#include "support/support.h"
#include "limit/inside.h"

/* Writes a random twist. Half of the twists are next to a seam or to a plane of
 * the frame. Twists of a table in float are floats. */
static void twist_of(const LimitPotential *p, uint64_t *seed, double twist[3])
{
  any_twist(seed, twist);
  if (random_in(seed, 0, 1) < 0.5) {
    double c[3];
    const double size = pow(10, random_in(seed, -9, -1));
    const double sign = random_in(seed, -1, 1) < 0 ? -1 : 1;
    const int first = (int)random_in(seed, 0, 3);
    const int second = (first + 1 + (int)random_in(seed, 0, 2)) % 3;
    for (int d = 0; d < 3; d++) c[d] = random_in(seed, -1, 1);
    c[second] = random_in(seed, 0, 1) < 0.5
                    ? sign * c[first] * (1 + random_in(seed, -1, 1) * size)
                    : c[second] * size;
    twist[0] = c[0] / p->inverse[0] + c[2] * p->middle[1];
    twist[1] = c[1] / p->inverse[1] - c[2] * p->middle[0];
    twist[2] = c[2];
  }
  for (int d = 0; d < 3 && p->is_float; d++) twist[d] = float_rounded(twist[d]);
}

/* Returns the largest error at random twists. */
static double random_error(const LimitPotential *table, uint64_t *seed,
                           int count)
{
  double worst = 0;
  for (int k = 0; k < count; k++) {
    double twist[3], h[3], exact[3];
    twist_of(table, seed, twist);
    limit_scaled(&table->map, twist, exact);
    potential_value(table, twist, h);
    const double power = h[0] * twist[0] + h[1] * twist[1] + h[2] * twist[2];
    cr_assert_lt(power, 0, "friction drives: %g %g %g", twist[0], twist[1],
                 twist[2]);
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
    cr_expect_eq(potential_bytes(table),
                 4 * table->count + (table->is_shared ? 8 : 12));
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

/* Random twists have no error above the bound, and the bound is at most 1.1
 * times the largest error found, but for the rounding of float. */
static void expect_sound(const char *name, const LimitPotential *table,
                         uint64_t *seed)
{
  const PotentialProof proof = potential_certify(table, 0);
  const Certificate *e = &proof.error;
  const double sampled =
      random_error(table, seed, from_environment("TABLE_TWISTS", 10000));
  cr_log_info(
      "%-13s %5zu bytes proven %.3e, found %.3e, random %.3e, jump "
      "%.1e, least %.3f%s, %ld in %.3f s",
      name, potential_bytes(table), e->bound, e->found, sampled, proof.jump,
      proof.least, proof.is_convex ? ", convex" : "", e->evaluations,
      e->seconds);
  cr_expect_leq(sampled, e->bound, "%s: %g > %g", name, sampled, e->bound);
  cr_expect_leq(e->bound,
                1.1 * fmax(e->found, sampled) + (table->is_float ? 3e-5 : 0),
                "%s: %g, found %g", name, e->bound, e->found);
  cr_expect_leq(proof.jump, 2 * e->bound);
}

Test(potential, certificate_holds_and_is_tight_for_every_shape)
{
  uint64_t seed = 5;
  const int cells[3][2] = {{8, 8}, {8, 8}, {8, 8}};
  for (int shape = 0; shape < SHAPES; shape++) {
    Run *run = run_open();
    Cells all;
    const LimitMap map = shape_of(run, &all, (Shape)shape);
    const PotentialStore store = (PotentialStore)(shape % 3);
    expect_sound(
        shape_names[shape],
        potential_fit(run, &map, cells, store, store == POTENTIAL_FLOAT),
        &seed);
    run_close(run);
  }
}

/* Slopes multiply the rounding of sums by the cells per unit, so that float code
 * sums differences where the cells are many: plain sums would be 4.1e-5 off. */
Test(potential, many_cells_of_float_hardly_round)
{
  static const int cells[3][2] = {{36, 36}, {36, 36}, {36, 36}};
  uint64_t seed = 9;
  Run *run = run_open();
  Cells all;
  const LimitMap map = shape_of(run, &all, SQUARE);
  const LimitPotential *table =
      potential_fit(run, &map, cells, POTENTIAL_FLOAT, true);
  double rounded;
  const double found = potential_look(table, 2, &rounded);
  cr_expect_leq(rounded - found, 1.5e-5, "%g, %g", rounded - found, found);
  expect_sound("many cells", table, &seed);
  run_close(run);
}

/* Returns a random map of 1 to 41 cells a side. A third of the maps are their
 * own mirror images along x, along y or both. */
static LimitMap wide_map(Run *run, Cells *cells, uint64_t *seed)
{
  const int nx = (int)random_in(seed, 1, 42), ny = (int)random_in(seed, 1, 42);
  const int mirrors = (int)fmax(random_in(seed, -6, 4), 0);
  double *w = random_weights(seed, nx, ny);
  for (int k = 0; k < nx * ny; k++) {
    const int i = k % nx, j = k / nx;
    const int a = mirrors & 1 && 2 * i > nx ? nx - 1 - i : i;
    const int b = mirrors & 2 && 2 * j > ny ? ny - 1 - j : j;
    w[k] = w[b * nx + a];
  }
  const LimitMap map =
      map_of(run, cells, nx, ny, 0.02, random_in(seed, 0.005, 0.04), w);
  free(w);
  return map;
}

Test(potential, certificate_holds_and_is_tight_for_random_maps)
{
  const int first = from_environment("TABLE_FIRST", 0);
  const int end = first + from_environment("TABLE_MAPS", 8);
  for (int trial = first; trial < end; trial++) {
    Run *run = run_open();
    Cells all;
    int n[6];
    uint64_t seed = 6 + ((uint64_t)trial << 32); /* of this map alone */
    for (int k = 0; k < 6; k++) n[k] = 2 + (int)random_in(&seed, 0, 14);
    const int cells[3][2] = {{n[0], n[1]}, {n[2], n[3]}, {n[4], n[5]}};
    const LimitMap boxes = wide_map(run, &all, &seed);
    const LimitMap map = leaning_map(run, &boxes, &seed);
    const int kind = trial % 4;
    char name[40];
    snprintf(name, sizeof name, "map %d, %dx%d", trial, all.grid.nx,
             all.grid.ny);
    expect_sound(name,
                 potential_fit(run, &map, cells, (PotentialStore)(kind % 3),
                               kind % 3 && kind < 3),
                 &seed);
    run_close(run);
  }
}

/* The sizes are those of the same maps on a grid of 21 x 21 cells by an
 * independent program. */
Test(potential, chosen_tables_keep_the_tolerance_in_few_bytes)
{
  static const size_t most[] = {[SQUARE] = 816, [DISC] = 716, [ANNULUS] = 1100};
  uint64_t seed = 7;
  for (int shape = SQUARE; shape <= ANNULUS; shape++) {
    Run *run = run_open();
    Cells all;
    PotentialProof proof;
    const LimitMap map = shape_of(run, &all, (Shape)shape);
    const PotentialStore store =
        shape == DISC ? POTENTIAL_INT16 : POTENTIAL_FLOAT;
    const PotentialWish wish = {
        .tolerance = 1e-3, .store = store, .is_float = true};
    const LimitPotential *table =
        potential_choose(run, &map, &wish, NULL, &proof);
    cr_assert_not_null(table);
    cr_expect_leq(proof.error.bound, wish.tolerance);
    cr_expect_gt(proof.least, 0);
    cr_expect_leq(proof.jump, wish.tolerance);
    cr_expect_leq(potential_bytes(table),
                  most[shape] / (store == POTENTIAL_INT16 ? 2 : 1) + 24,
                  "%s: %zu", shape_names[shape], potential_bytes(table));
    expect_sound(shape_names[shape], table, &seed);
    run_close(run);
  }
}

Test(potential, the_best_table_for_some_bytes_improves_with_the_bytes)
{
  Run *run = run_open();
  Cells all;
  const LimitMap map = shape_of(run, &all, DISC);
  double last = INFINITY;
  for (size_t bytes = 320; bytes < 800; bytes *= 2) {
    PotentialProof proof;
    const PotentialWish wish = {
        .bytes = bytes, .store = POTENTIAL_FLOAT, .is_float = true};
    const LimitPotential *table =
        potential_choose(run, &map, &wish, NULL, &proof);
    cr_assert_not_null(table);
    cr_expect_leq(potential_bytes(table), bytes);
    cr_expect_lt(proof.error.bound, 0.6 * last, "%zu: %g", bytes,
                 proof.error.bound);
    last = proof.error.bound;
  }
  PotentialProof proof;
  const PotentialWish few = {.bytes = 100, .store = POTENTIAL_DOUBLE};
  cr_expect_null(potential_choose(run, &map, &few, NULL, &proof));
  run_close(run);
}

/* A damaged or foreign entry would change the numbers. */
Test(potential, a_kept_table_equals_the_one_that_was_chosen,
     .init = compiling_begin_alone, .fini = compiling_end)
{
  const PotentialWish wishes[] = {
      {.tolerance = 2e-2, .store = POTENTIAL_INT16, .is_float = true},
      {.tolerance = 2e-2, .store = POTENTIAL_FLOAT},
      {.resolution = 4, .store = POTENTIAL_DOUBLE}};
  for (size_t k = 0; k < COUNT(wishes); k++) {
    Run *run = run_open();
    Cells all;
    const LimitMap map = shape_of(run, &all, k == 1 ? ROD : ANGLE);
    PotentialProof proofs[2];
    const LimitPotential *tables[2];
    for (int i = 0; i < 2; i++) {
      const size_t before = cache_count(run).results;
      tables[i] = potential_recall(run, &map, &wishes[k], NULL, &proofs[i]);
      cr_assert_not_null(tables[i]);
      cr_expect_eq(cache_count(run).results, before + (i == 0 ? 2 : 0));
    }
    cr_expect_eq(proofs[0].error.bound, proofs[1].error.bound);
    cr_expect_eq(proofs[0].error.evaluations, proofs[1].error.evaluations);
    uint64_t seed = 8;
    for (int i = 0; i < 1000; i++) {
      double twist[3], h[2][3];
      any_twist(&seed, twist);
      for (int t = 0; t < 2; t++) potential_value(tables[t], twist, h[t]);
      for (int d = 0; d < 3; d++) cr_assert_eq(h[0][d], h[1][d]);
    }
    run_close(run);
  }
}

/* Jumps at random places of the seams reach the bound of all jumps nearly, and
 * never exceed it. */
Test(potential, no_jump_at_a_seam_exceeds_the_proven_one)
{
  enum { TRIALS = 20, PLACES = 3000 };
  uint64_t seed = 31;
  for (int trial = 0; trial < TRIALS; trial++) {
    Run *run = run_open();
    Cells all;
    const int cells[3][2] = {{3, 5}, {4, 2}, {6, 3}};
    const LimitMap map = wide_map(run, &all, &seed);
    const LimitPotential *p =
        potential_fit(run, &map, cells, POTENTIAL_DOUBLE, false);
    const double bound = potential_jump(p);
    double worst = 0;
    for (int k = 0; k < PLACES; k++) {
      const Seam *seam = &potential_seams[k % 3];
      double c[3], one[3], other[3];
      c[seam->face] = 1;
      c[face_axes[seam->face][seam->axis]] = k % 2 ? 1 : -1;
      c[face_axes[seam->face][1 - seam->axis]] = random_in(&seed, -1, 1);
      potential_on_face(p, seam->face, c, one);
      potential_on_face(p, seam->beyond, c, other);
      for (int d = 0; d < 3; d++) one[d] -= other[d];
      worst = fmax(worst, table_length(one));
    }
    cr_expect_leq(worst, bound * (1 + 1e-12), "%g > %g", worst, bound);
    cr_expect_geq(worst, 0.9 * bound, "%g of %g", worst, bound);
    run_close(run);
  }
}
