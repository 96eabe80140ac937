/* Tests of runtime/kernel.c, vector code that replaces loops of solvers that
 * tcc compiles: against the reference, and each set of instructions against
 * the others. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/bristle.h"
#include "support/compiling.h"
#include "kernel.h"

TestSuite(kernel, .init = compiling_begin_alone, .fini = compiling_end);

static const char *const laws[] = {
    "sigma1 = 8e2, mu_c = 1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9",
    "sigma1 = 8e2, mu_c = 1, mu_s = 1.2, v_s = 1e-3",
    "sigma1 = 0, mu_c = 0.7, mu_s = 0.7, s_ba = 0.5",
    "sigma1 = 10, mu_c = 0.7, mu_s = 0.7"};
enum { LAWS = sizeof laws / sizeof *laws };

static bristle_model *opened(int nx, int ny, const char *law, const char *step)
{
  char text[1000];
  snprintf(text, sizeof text,
           "return contact { name = 'pad', grid = { %d, %d }, size = { 0.02, "
           "0.03 }, pressure = function(x, y) return 1 + 30*x - 10*y end, step "
           "= '%s', friction = lugre { sigma0 = 1e6, sigma2 = 0.2, %s } }",
           nx, ny, step, law);
  bristle_model *model = bristle_open_text("pad.lua", text, NULL, 0);
  cr_assert_null(bristle_error(model), "%s", bristle_error(model));
  return model;
}

static void expect_verified(int nx, int ny, int law, const char *step)
{
  int holds = 0;
  bristle_model *model = opened(nx, ny, laws[law], step);
  bristle_solver *solver = bristle_solver_open(model, "kernel");
  cr_expect_str_eq(bristle_solver_tier(solver), "kernel");
  bristle_solver_close(solver);
  const char *report = bristle_verify(model, "kernel", &holds);
  cr_expect(holds, "%d x %d, %s, %s: %s", nx, ny, laws[law], step,
            report ? report : bristle_error(model));
  bristle_close(model);
}

Test(kernel, holds_against_the_reference)
{
  /* The number of cells: whole blocks of vectors, one more, one less. */
  static const int grids[][2] = {{4, 4}, {17, 1}, {31, 1}, {8, 6}};
  for (int law = 0; law < LAWS; law++) {
    expect_verified(grids[law][0], grids[law][1], law, "exponential");
    expect_verified(grids[(law + 1) % 4][0], grids[(law + 1) % 4][1], law,
                    "euler");
  }
}

/* Expects that the solver does not use the vector code. */
static void expect_no_kernel(const char *law, int nx, const char *more)
{
  bristle_model *model = opened(nx, 4, law, more);
  bristle_solver *solver = bristle_solver_open(model, "kernel");
  cr_expect_str_eq(bristle_solver_tier(solver), "tcc", "%s", law);
  bristle_solver_close(solver);
  bristle_close(model);
}

Test(kernel, other_laws_and_steps_use_the_generated_loops)
{
  expect_no_kernel("sigma1 = 1, mu_c = 1, mu_s = 1.2, v_s = 1e-3, gamma = 1", 5,
                   "exponential");
  expect_no_kernel("sigma1 = 9, mu_c = 1, mu_s = 1, v_d = 0.1", 5,
                   "exponential");
  expect_no_kernel(laws[0], 5, "implicit");
  expect_no_kernel(laws[0], 3, "exponential"); /* fewer cells than lanes */
  expect_no_kernel(laws[0], 5, "euler', real = 'float");
  expect_no_kernel(laws[0], 5, "euler', unroll = 'full");
}

/* ---- sets of instructions ---------------------------------------------- */

enum { CELLS = 43 };

static double uniform(double low, double high)
{
  return low + (high - low) * rand() / RAND_MAX;
}

Test(kernel, every_set_of_instructions_gives_the_same_numbers)
{
  static const char *const levels[] = {"plain", "avx2", "avx512"};
  static double x[CELLS], y[CELLS], w[CELLS], z[2 * CELLS];
  static double out[3][2 * CELLS];
  double sum[3][3];
  int found = 0;
  for (int i = 0; i < 200; i++) {
    const double size = pow(10, uniform(-8, -5));
    for (int k = 0; k < CELLS; k++) {
      x[k] = uniform(-0.01, 0.01);
      y[k] = uniform(-0.01, 0.01);
      w[k] = uniform(0, 2.0 / CELLS);
      z[k] = uniform(-size, size);
      z[CELLS + k] = uniform(-size, size);
    }
    const br_contact contact = {
        CELLS, x,     y,       w,  1e-6, i % 3 ? 2e-7 : 0, 1e6,
        8e-4,  i % 2, 8.1e-13, 20, 19,   i % 5 != 0};
    const double dt = i % 7 ? pow(10, uniform(-6, -2)) : i % 14 ? 0 : -1;
    const double twist[3] = {uniform(-0.1, 0.1), uniform(-0.1, 0.1),
                             uniform(-5, 5)};
    found = 0;
    for (int l = 0; l < 3; l++) {
      br_contact_sweep_function *sweep = br_contact_sweep_at(levels[l]);
      if (!sweep) continue;
      sweep(&contact, z, twist, dt, out[l], sum[l]);
      found++;
      for (int k = 0; k < 2 * CELLS; k++)
        cr_assert_float_eq(out[l][k], out[0][k],
                           1e-13 * (fabs(out[0][k]) + fabs(z[k])), "%s, try %d",
                           levels[l], i);
      for (int d = 0; d < 3; d++)
        cr_assert_float_eq(sum[l][d], sum[0][d], 1e-13 * (1e-6 + fabs(dt)),
                           "%s, try %d", levels[l], i);
    }
  }
  cr_expect_geq(found, 1);
  cr_expect_not_null(br_contact_sweep_at(br_kernel_level()));
  cr_expect_null(br_contact_sweep_at("avx1024"));
}

/* One bristle alone that is longer, at any place, is found. */
Test(kernel, every_set_of_instructions_finds_a_long_bristle)
{
  static const char *const levels[] = {"plain", "avx2", "avx512"};
  static double z[2 * CELLS];
  for (int l = 0; l < 3; l++) {
    br_contact_long_function *is_long = br_contact_long_at(levels[l]);
    if (!is_long) continue;
    for (int k = 0; k < 2 * CELLS; k++) z[k] = 1e-6;
    cr_expect_eq(is_long(CELLS, z, 2.001e-12), 0, "%s", levels[l]);
    for (int k = 0; k < 2 * CELLS; k++) {
      z[k] = -1.1e-6;
      cr_expect_eq(is_long(CELLS, z, 2.001e-12), 1, "%s, %d", levels[l], k);
      z[k] = 1e-6;
    }
  }
  cr_expect_null(br_contact_long_at("avx1024"));
}
