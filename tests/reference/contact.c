/* Tests of runtime/reference/contact/contact.c, the distributed model, against
 * its equations: single evaluations and single steps of small patches with
 * random maps. Motions over time are in motion.c. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/contact/contact.h"
#include "support/support.h"

static const double whole[1] = {1.0};

static RefLugre plain_lugre(void)
{
  RefLugre f = paper_lugre;
  f.is_elastoplastic = false;
  return f;
}

/* Returns one cell of unit weight at the origin. */
static RefContact one_cell(RefLugre f)
{
  return (RefContact){{1, 1, 0.002, 0.002, whole}, f};
}

/* Writes random bristles of at most the length `longest`, m. */
static void random_bristles(uint64_t *seed, size_t cells, double longest,
                            double *z)
{
  for (size_t k = 0; k < cells; k++) {
    const double length = longest * sqrt(random_in(seed, 0.0, 1.0));
    const double angle = random_in(seed, 0.0, 2.0 * TEST_PI);
    z[k] = length * cos(angle);
    z[cells + k] = length * sin(angle);
  }
}

/* ---- the rate ---------------------------------------------------------- */

/* Writes dz/|v| for a motion along (0.6, -0.8). */
static void scaled_rate(const RefContact *c, const double z[2], double speed,
                        double out[2])
{
  const double twist[3] = {0.6 * speed, -0.8 * speed, 0.0};
  double dz[2], w[3];
  cr_expect_eq(ref_rate(c, z, twist, 1.0, dz, w), BR_OK);
  for (int d = 0; d < 2; d++) out[d] = dz[d] / speed;
  for (int d = 0; d < 3; d++) cr_expect(isfinite(w[d]));
}

Test(reference, rate_is_finite_at_any_speed)
{
  static const double zs[][2] = {{0.0, 0.0},       {1.1e-6, -3e-7},
                                 {8e-7, -8.2e-7},  {-1e-6, 9e-7},
                                 {4e-7, -1.13e-6}, {3e190, -2e200}};
  for (int plain = 0; plain < 2; plain++) {
    RefContact c = one_cell(plain ? plain_lugre() : paper_lugre);
    for (int n = 0; n < 6; n++) {
      double slow[2], slower[2];
      scaled_rate(&c, zs[n], 1e-9, slow);
      for (double v = 1e-296; v < 2e-9; v *= 1e7) {
        scaled_rate(&c, zs[n], v, slower);
        cr_expect_lt(max_relative_error(slower, slow, 2), 1e-9, "z %d v %g", n,
                     v);
      }
      for (double v = 1e-9; v < 2e3; v *= 10.0) {
        scaled_rate(&c, zs[n], v, slow);
        cr_expect(isfinite(slow[0]) && isfinite(slow[1]));
      }
    }
  }
}

/* The bristle is aligned with the motion; the square of its norm overflows. */
Test(reference, huge_bristles_relax_along_their_direction)
{
  const RefContact c = one_cell(paper_lugre);
  const double z[2] = {0.6e200, -0.8e200}, twist[3] = {0.6, -0.8, 0.0};
  const double exact[2] = {-1e6 * z[0], -1e6 * z[1]};
  double dz[2];
  ref_rate(&c, z, twist, 1.0, dz, NULL);
  cr_expect_lt(max_relative_error(dz, exact, 2), 1e-14);
}

Test(reference, bristles_carry_the_force_at_rest)
{
  uint64_t seed = 21;
  double *w = random_weights(&seed, 4, 3), z[24], dz[24], f[3];
  const RefContact c = {{4, 3, 0.02, 0.03, w}, paper_lugre};
  const double rest[3] = {0.0, 0.0, 0.0};
  random_bristles(&seed, 12, 2e-6, z);
  cr_assert_eq(ref_rate(&c, z, rest, 2.5, dz, f), BR_OK);
  double exact[3] = {0.0, 0.0, 0.0};
  for (int k = 0; k < 12; k++) {
    const double x = (k % 4 - 1.5) * 0.005, y = (k / 4 - 1) * 0.01;
    const double load = -2.5e6 * w[k];
    exact[0] += load * z[k];
    exact[1] += load * z[12 + k];
    exact[2] += load * (x * z[12 + k] - y * z[k]);
  }
  for (int k = 0; k < 24; k++) cr_expect_eq(dz[k], 0.0);
  cr_expect_lt(wrench_error(f, exact, 0.03), 1e-14);
  free(w);
}

/* PL (15)-(18), written with a cosine. */
Test(reference, rate_is_the_equation_of_the_paper)
{
  uint64_t seed = 22;
  const RefContact c = one_cell(paper_lugre);
  for (int n = 0; n < 2000; n++) {
    double z[2], v[3], dz[2];
    random_bristles(&seed, 1, 1.5e-6, z);
    random_twist(&seed, 1e-3, 0.0, v);
    ref_rate(&c, z, v, 1.0, dz, NULL);
    const double s = hypot(v[0], v[1]), length = hypot(z[0], z[1]);
    const double zmax = (1.0 + 0.2 * exp(-s * s / 1e-6)) / 1e6;
    const double zba = 0.9 * zmax;
    const double cosine = (z[0] * v[0] + z[1] * v[1]) / (s * length);
    double beta = 0.5 * (1.0 + cosine);
    if (length <= zba)
      beta = 0.0;
    else if (length < zmax)
      beta *= 0.5 +
              0.5 * sin(TEST_PI * (length - (zmax + zba) / 2.0) / (zmax - zba));
    const double should[2] = {v[0] - beta * s / zmax * z[0],
                              v[1] - beta * s / zmax * z[1]};
    cr_expect_lt(fabs(dz[0] - should[0]) + fabs(dz[1] - should[1]), 1e-12 * s);
  }
}

Test(reference, unloading_is_elastic)
{
  const RefContact c = one_cell(paper_lugre);
  const double z[2] = {0.9e-6, -1.2e-6}, twist[3] = {-3e-3, 4e-3, 0.0};
  double dz[2];
  ref_rate(&c, z, twist, 1.0, dz, NULL);
  cr_expect_float_eq(dz[0], -3e-3, 1e-18);
  cr_expect_float_eq(dz[1], 4e-3, 1e-18);
}

Test(reference, the_rate_vanishes_in_steady_sliding)
{
  uint64_t seed = 23;
  double *w = random_weights(&seed, 5, 4), z[40], dz[40], f[3], g[3];
  const RefContact c = {{5, 4, 0.02, 0.03, w}, paper_lugre};
  for (int n = 0; n < 50; n++) {
    double twist[3];
    random_twist(&seed, 1e-3, 0.1, twist);
    for (int k = 0; k < 20; k++) {
      const double x = (k % 5 - 2) * 0.004, y = (k / 5 - 1.5) * 0.0075;
      const double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
      const double s = hypot(v[0], v[1]);
      const double zss = (1.0 + 0.2 * exp(-s * s / 1e-6)) / 1e6;
      z[k] = zss * v[0] / s;
      z[20 + k] = zss * v[1] / s;
    }
    ref_rate(&c, z, twist, 1.5, dz, f);
    ref_steady(&c, twist, 1.5, g);
    const double speed = fabs(twist[0]) + fabs(twist[1]) + fabs(twist[2]);
    for (int k = 0; k < 40; k++) cr_expect_lt(fabs(dz[k]), 1e-13 * speed);
    cr_expect_lt(wrench_error(f, g, 0.03), 1e-10);
  }
  free(w);
}

/* A patch of three cells turns about the midpoint of its middle cell. */
Test(reference, a_cell_at_rest_adds_nothing_to_steady_sliding)
{
  const double w[3] = {0.25, 0.35, 0.4}, spin[3] = {0.0, 0.0, 2.0};
  const RefContact c = {{3, 1, 0.03, 0.01, w}, {.mu_c = 0.5, .mu_s = 0.5}};
  const double exact[3] = {0.0, -0.5 * (0.4 - 0.25), -0.5 * 0.65 * 0.01};
  double f[3];
  cr_assert_eq(ref_steady(&c, spin, 1.0, f), BR_OK);
  cr_expect_lt(wrench_error(f, exact, 0.01), 1e-14);
}

/* The large grid holds the same patch among empty cells; its centre is another
 * point of the patch. */
Test(reference, shifting_the_frame_shifts_twist_and_wrench)
{
  uint64_t seed = 24;
  double *small = random_weights(&seed, 4, 3), large[70] = {0};
  double z[24], big[140] = {0}, f[3], g[3], back[3], local[3];
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 4; i++) large[(j + 4) * 10 + i] = small[j * 4 + i];
  const double h = 0.002, shift[2] = {-3.0 * h, 2.0 * h};
  const RefContact c = {{4, 3, 4 * h, 3 * h, small}, paper_lugre};
  const RefContact d = {{10, 7, 10 * h, 7 * h, large}, paper_lugre};
  random_bristles(&seed, 12, 1e-6, z);
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 4; i++)
      for (int e = 0; e < 2; e++)
        big[e * 70 + (j + 4) * 10 + i] = z[e * 12 + j * 4 + i];
  for (int n = 0; n < 200; n++) {
    double twist[3];
    random_twist(&seed, 1e-3, 0.1, twist);
    twist_at(shift, twist, local);
    ref_step_euler(&c, z, local, 1.3, 1e-6, f);
    ref_step_euler(&d, big, twist, 1.3, 1e-6, g);
    wrench_at(shift, g, back);
    cr_expect_lt(wrench_error(back, f, 0.01), 1e-10);
  }
  free(small);
}

/* The turn maps cell (i, j) to (ny-1-j, i) and (x, y) to (-y, x). */
Test(reference, quarter_turns_turn_bristles_and_wrench)
{
  uint64_t seed = 25;
  double *w = random_weights(&seed, 5, 3), t[15], z[30], y[30], f[3], g[3];
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 5; i++) t[i * 3 + 2 - j] = w[j * 5 + i];
  const RefContact c = {{5, 3, 0.02, 0.03, w}, paper_lugre};
  const RefContact d = {{3, 5, 0.03, 0.02, t}, paper_lugre};
  memset(z, 0, sizeof z);
  memset(y, 0, sizeof y);
  for (int n = 0; n < 200; n++) {
    double v[3];
    random_twist(&seed, 1e-3, 0.1, v);
    const double turned[3] = {-v[1], v[0], v[2]};
    ref_step_euler(&c, z, v, 1.3, 1e-6, f);
    ref_step_euler(&d, y, turned, 1.3, 1e-6, g);
    const double back[3] = {g[1], -g[0], g[2]};
    cr_expect_lt(wrench_error(back, f, 0.02), 1e-10);
  }
  free(w);
}

/* ---- the step ---------------------------------------------------------- */

Test(reference, wrench_of_a_step_has_the_last_bristles_and_the_mean_rate)
{
  uint64_t seed = 26;
  double *w = random_weights(&seed, 3, 3), z[18], z0[18], dz[18], f[3];
  const RefContact c = {{3, 3, 0.02, 0.02, w}, paper_lugre};
  const double twist[3] = {2e-3, -1e-3, 0.3}, dt = 1e-5, fn = 0.8;
  double exact[3] = {0.0, 0.0, 0.0};
  random_bristles(&seed, 9, 1e-6, z0);
  memcpy(z, z0, sizeof z);
  ref_rate(&c, z0, twist, fn, dz, NULL);
  cr_assert_eq(ref_step_euler(&c, z, twist, fn, dt, f), BR_OK);
  for (int k = 0; k < 9; k++) {
    const double x = (k % 3 - 1) * 0.02 / 3.0, y = (k / 3 - 1) * 0.02 / 3.0;
    const double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
    double force[2];
    for (int d = 0; d < 2; d++) {
      const int q = 9 * d + k;
      if (w[k] == 0) /* the cell has no bristle */
        cr_expect(z[q] == 0 && dz[q] == 0);
      else
        cr_expect_float_eq(z[q], z0[q] + dt * dz[q], 1e-21);
      force[d] =
          -w[k] * fn * (1e6 * z[q] + 8e2 * (z[q] - z0[q]) / dt + 0.2 * v[d]);
      exact[d] += force[d];
    }
    exact[2] += x * force[1] - y * force[0];
  }
  cr_expect_lt(wrench_error(f, exact, 0.02), 1e-9);
  free(w);
}

Test(reference, a_step_of_dt_0_has_the_wrench_of_the_rate)
{
  uint64_t seed = 27;
  const RefContact c = one_cell(paper_lugre);
  const double twist[3] = {2e-3, -1e-3, 0.3};
  double z[2], before[2], f[3], g[3];
  random_bristles(&seed, 1, 1e-6, z);
  memcpy(before, z, sizeof z);
  cr_expect_eq(ref_rate(&c, z, twist, 2.0, NULL, g), BR_OK);
  cr_expect_eq(ref_step_euler(&c, z, twist, 2.0, 0.0, f), BR_OK);
  cr_expect_arr_eq(z, before, sizeof z);
  cr_expect_arr_eq(f, g, sizeof f);
}

/* ---- the bound --------------------------------------------------------- */

/* The bound is |z| = mu_s/sigma0. */
Test(reference, no_motion_lengthens_a_bristle_at_its_bound)
{
  uint64_t seed = 29;
  for (int plain = 0; plain < 2; plain++) {
    const RefContact c = one_cell(plain ? plain_lugre() : paper_lugre);
    for (int n = 0; n < 5000; n++) {
      double v[3], dz[2];
      random_twist(&seed, 1e-3, 0.0, v);
      const double angle = random_in(&seed, 0.0, 2.0 * TEST_PI);
      const double z[2] = {1.2e-6 * cos(angle), 1.2e-6 * sin(angle)};
      ref_rate(&c, z, v, 1.0, dz, NULL);
      const double growth = (z[0] * dz[0] + z[1] * dz[1]) / 1.2e-6;
      cr_expect_leq(growth, 1e-12 * hypot(v[0], v[1]));
    }
  }
}

Test(reference, bristles_stay_within_their_bound_over_many_steps)
{
  uint64_t seed = 30;
  double *w = random_weights(&seed, 4, 3), z[24];
  const RefContact c = {{4, 3, 0.02, 0.03, w}, plain_lugre()};
  double longest = 0.0;
  random_bristles(&seed, 12, 1.2e-6, z);
  for (int n = 0; n < 20000; n++) {
    double v[3];
    random_twist(&seed, 1e-3, 0.1, v);
    /* The step is too short to overshoot at these speeds. */
    cr_assert_eq(ref_step_euler(&c, z, v, 1.0, 4e-6, NULL), BR_OK);
    for (int k = 0; k < 12; k++)
      longest = fmax(longest, hypot(z[k], z[12 + k]));
  }
  cr_expect_leq(longest, 1.2e-6 * (1.0 + 1e-12));
  cr_expect_gt(longest, 0.9e-6); /* the bristles come close to the bound */
  free(w);
}

/* ---- statuses ---------------------------------------------------------- */

/* Tries every kind of bad input. */
Test(reference, bad_input_gives_zeros_and_leaves_the_state)
{
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  RefContact c = one_cell(paper_lugre);
  for (int which = 0; which < 5; which++)
    for (int b = 0; b < 3; b++) {
      double in[5] = {1e-3, 2e-3, 0.1, 1.0, 1e-5}, z[2] = {1e-7, -2e-7};
      double dz[2] = {7.0, 7.0}, f[3] = {7.0, 7.0, 7.0};
      in[which] = bad[b];
      cr_expect_eq(ref_step_euler(&c, z, in, in[3], in[4], f), BR_BAD_INPUT);
      cr_expect(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0);
      cr_expect(z[0] == 1e-7 && z[1] == -2e-7);
      if (which == 4) continue;
      f[0] = f[1] = f[2] = 7.0;
      cr_expect_eq(ref_rate(&c, z, in, in[3], dz, f), BR_BAD_INPUT);
      cr_expect(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0);
      cr_expect(dz[0] == 0.0 && dz[1] == 0.0);
      f[0] = f[1] = f[2] = 7.0;
      cr_expect_eq(ref_steady(&c, in, in[3], f), BR_BAD_INPUT);
      cr_expect(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0);
    }
}

Test(reference, bad_input_takes_precedence_over_separation)
{
  const RefContact c = one_cell(paper_lugre);
  const double twist[3] = {NAN, 0.0, 0.0}, good[3] = {1e-3, 0.0, 0.0};
  double z[2] = {1e-7, -2e-7}, f[3], dz[2];
  cr_expect_eq(ref_step_euler(&c, z, twist, -1.0, 1e-5, f), BR_BAD_INPUT);
  cr_expect_eq(ref_step_euler(&c, z, good, -1.0, -1e-5, f), BR_BAD_INPUT);
  cr_expect_eq(ref_rate(&c, z, twist, 0.0, dz, f), BR_BAD_INPUT);
  cr_expect_eq(ref_steady(&c, twist, 0.0, f), BR_BAD_INPUT);
  cr_expect(z[0] == 1e-7 && z[1] == -2e-7);
}

Test(reference, separation_resets_the_bristles)
{
  const RefContact c = one_cell(paper_lugre);
  const double twist[3] = {1e-3, 0.0, 0.2};
  for (double fn = 0.0; fn >= -2.0; fn -= 1.0) {
    double z[2] = {1e-7, -2e-7}, f[3] = {7.0, 7.0, 7.0}, dz[2] = {7.0, 7.0};
    cr_expect_eq(ref_rate(&c, z, twist, fn, dz, f), BR_SEPARATED);
    cr_expect(dz[0] == 0.0 && dz[1] == 0.0 && z[0] == 1e-7);
    cr_expect(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0);
    f[0] = f[1] = f[2] = 7.0;
    cr_expect_eq(ref_step_euler(&c, z, twist, fn, 1e-5, f), BR_SEPARATED);
    cr_expect(z[0] == 0.0 && z[1] == 0.0);
    cr_expect(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0);
    f[0] = f[1] = f[2] = 7.0;
    cr_expect_eq(ref_steady(&c, twist, fn, f), BR_SEPARATED);
    cr_expect(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0);
  }
}

Test(reference, outputs_may_be_null)
{
  const RefContact c = one_cell(paper_lugre);
  const double twist[3] = {1e-3, -2e-3, 0.2}, bad[3] = {NAN, 0.0, 0.0};
  double z[2] = {1e-7, -2e-7}, y[2] = {1e-7, -2e-7}, dz[2], f[3], g[3];
  cr_expect_eq(ref_rate(&c, z, twist, 1.0, dz, f), BR_OK);
  cr_expect_eq(ref_rate(&c, z, twist, 1.0, NULL, g), BR_OK);
  cr_expect_arr_eq(f, g, sizeof f);
  cr_expect_eq(ref_rate(&c, z, twist, 1.0, y, NULL), BR_OK);
  cr_expect_arr_eq(y, dz, sizeof y);
  cr_expect_eq(ref_rate(&c, z, bad, 1.0, NULL, NULL), BR_BAD_INPUT);
  cr_expect_eq(ref_rate(&c, z, twist, 0.0, NULL, NULL), BR_SEPARATED);
  y[0] = z[0];
  y[1] = z[1];
  ref_step_euler(&c, z, twist, 1.0, 1e-5, f);
  ref_step_euler(&c, y, twist, 1.0, 1e-5, NULL);
  cr_expect_arr_eq(z, y, sizeof z);
  cr_expect_eq(ref_steady(&c, twist, 1.0, NULL), BR_OK);
}
