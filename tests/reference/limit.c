/* Tests of runtime/reference/limit.c with random maps and twists: against an
 * independent evaluation in long double, and for symmetry and convexity. The
 * bounds are rounding if the formula is exact. Shapes with a closed form are in
 * shapes.c. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "reference/contact/contact.h"
#include "support/support.h"

static double P(const RefPatch *p, const double twist[3])
{
  double f[3];
  ref_limit(p, twist, f);
  return -(f[0] * twist[0] + f[1] * twist[1] + f[2] * twist[2]);
}

/* ---- an independent evaluation ----------------------------------------- */

typedef long double Wide;

/* Returns the closed form of a force at a corner. */
static Wide corner_force(Wide x, Wide y)
{
  const Wide R = sqrtl(x * x + y * y);
  return (x * R + (y == 0 ? 0 : y * y * asinhl(x / fabsl(y)))) / 2;
}

/* Returns the closed form of the torque at a corner. */
static Wide corner_torque(Wide x, Wide y)
{
  const Wide R = sqrtl(x * x + y * y);
  const Wide a = x == 0 ? 0 : x * x * x * asinhl(y / fabsl(x));
  const Wide b = y == 0 ? 0 : y * y * y * asinhl(x / fabsl(y));
  return (2 * x * y * R + a + b) / 6;
}

/* Writes minus the mean direction of slip, and its torque about the centre of
 * the grid, of the box [x0,x1] x [y0,y1] that turns counter-clockwise about
 * (cx, cy). */
static void wide_near(Wide x0, Wide x1, Wide y0, Wide y1, Wide cx, Wide cy,
                      Wide out[3])
{
  Wide fx = 0, fy = 0, torque = 0;
  for (int q = 0; q < 4; q++) {
    const Wide x = (q & 1 ? x1 : x0) - cx, y = (q & 2 ? y1 : y0) - cy;
    const Wide sign = (q == 0 || q == 3) ? 1 : -1;
    fx += sign * corner_force(x, y);
    fy -= sign * corner_force(y, x);
    torque -= sign * corner_torque(x, y);
  }
  const Wide area = (x1 - x0) * (y1 - y0);
  out[0] = fx / area;
  out[1] = fy / area;
  out[2] = torque / area + cx * out[1] - cy * out[0];
}

/* Writes the same by 9 x 9 Gauss points, for a twist whose centre of rotation
 * is not close to the box. */
static void wide_far(Wide x0, Wide x1, Wide y0, Wide y1, const double v[3],
                     Wide out[3])
{
  double at[9], share[9];
  gauss_legendre(9, -0.5, 0.5, at, share);
  out[0] = out[1] = out[2] = 0;
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 9; j++) {
      const Wide x = (x0 + x1) / 2 + (x1 - x0) * at[i];
      const Wide y = (y0 + y1) / 2 + (y1 - y0) * at[j];
      const Wide vx = v[0] - v[2] * y, vy = v[1] + v[2] * x;
      const Wide k = (Wide)(share[i] * share[j]) / sqrtl(vx * vx + vy * vy);
      out[0] -= k * vx;
      out[1] -= k * vy;
      out[2] -= k * (x * vy - y * vx);
    }
}

static void wide_limit(const RefPatch *p, const double v[3], double wrench[3])
{
  Wide sum[3] = {0, 0, 0};
  const Wide hx = (Wide)p->sx / p->nx, hy = (Wide)p->sy / p->ny;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++) {
      const Wide w = p->w[j * p->nx + i];
      const Wide x0 = (i - (Wide)p->nx / 2) * hx, x1 = x0 + hx;
      const Wide y0 = (j - (Wide)p->ny / 2) * hy, y1 = y0 + hy;
      const Wide vx = v[0] - v[2] * (y0 + y1) / 2;
      const Wide vy = v[1] + v[2] * (x0 + x1) / 2;
      const bool is_near =
          sqrtl(vx * vx + vy * vy) < 4 * fmaxl(hx, hy) * fabsl((Wide)v[2]);
      Wide f[3];
      if (is_near) {
        wide_near(x0, x1, y0, y1, -v[1] / (Wide)v[2], v[0] / (Wide)v[2], f);
        for (int d = 0; d < 3; d++) f[d] = v[2] < 0 ? -f[d] : f[d];
      } else {
        wide_far(x0, x1, y0, y1, v, f);
      }
      for (int d = 0; d < 3; d++) sum[d] += w * f[d];
    }
  for (int d = 0; d < 3; d++) wrench[d] = (double)sum[d];
}

/* Returns the largest error over centres of rotation at a distance in units of
 * the patch. */
static double worst_error(uint64_t *seed, const RefPatch *p, double distance)
{
  const double arm = hypot(p->sx, p->sy);
  double worst = 0.0;
  for (int n = 0; n < 20; n++) {
    const double angle = random_in(seed, 0.0, 2.0 * TEST_PI);
    const double d = distance * arm * random_in(seed, 0.9, 1.1);
    const double w = random_in(seed, -1.0, 1.0) > 0.0 ? 1.7 : -0.3;
    const double twist[3] = {w * d * sin(angle), -w * d * cos(angle), w};
    double is[3], should[3];
    ref_limit(p, twist, is);
    wide_limit(p, twist, should);
    worst = fmax(worst, wrench_error(is, should, arm));
  }
  return worst;
}

Test(reference_limit, agrees_with_corner_forms_at_any_distance)
{
  if (LDBL_MANT_DIG < 60) cr_skip_test("no wider type than double");
  static const int grids[][2] = {{1, 1}, {2, 3}, {7, 4}, {21, 21}};
  uint64_t seed = 11;
  for (int g = 0; g < 4; g++) {
    double *w = random_weights(&seed, grids[g][0], grids[g][1]);
    const RefPatch p = {grids[g][0], grids[g][1], 0.02, 0.017, w};
    for (double d = 1e-6; d < 1e7; d *= 1.9) {
      const double error = worst_error(&seed, &p, d);
      cr_expect_lt(error, 1e-13, "%d x %d, %g patches: %g", p.nx, p.ny, d,
                   error);
    }
    free(w);
  }
}

Test(reference_limit, is_accurate_on_slender_cells)
{
  if (LDBL_MANT_DIG < 60) cr_skip_test("no wider type than double");
  uint64_t seed = 12;
  double *w = random_weights(&seed, 3, 40);
  /* The ratio of the sides is 13 for both directions, then 667. */
  const RefPatch tall[] = {
      {3, 40, 0.02, 0.02, w}, {40, 3, 0.02, 0.02, w}, {3, 40, 1.0, 0.02, w}};
  for (int i = 0; i < 3; i++)
    for (double d = 1e-4; d < 1e5; d *= 3.0) {
      const double error = worst_error(&seed, &tall[i], d);
      cr_expect_lt(error, 1e-13, "map %d, %g patches: %g", i, d, error);
    }
  free(w);
}

/* ---- invariances ------------------------------------------------------- */

Test(reference_limit, power_is_convex_and_homogeneous)
{
  uint64_t seed = 3;
  double *w = random_weights(&seed, 9, 6);
  const RefPatch p = {9, 6, 0.03, 0.02, w};
  for (int n = 0; n < 400; n++) {
    double a[3], b[3], mix[3], scaled[3];
    random_twist(&seed, 0.01, 1.0, a);
    random_twist(&seed, 0.01, 1.0, b);
    const double t = random_in(&seed, 0.0, 1.0);
    const double k = pow(10.0, random_in(&seed, -100.0, 100.0));
    for (int d = 0; d < 3; d++) {
      mix[d] = (1.0 - t) * a[d] + t * b[d];
      scaled[d] = k * a[d];
    }
    const double Pa = P(&p, a), Pb = P(&p, b), Pm = P(&p, mix);
    cr_expect_geq(Pa, 0.0);
    cr_expect_leq(Pm, ((1.0 - t) * Pa + t * Pb) * (1.0 + 1e-13));
    cr_expect_float_eq(P(&p, scaled) / (k * Pa), 1.0, 1e-13);
  }
  free(w);
}

/* L.V = -P, with the potential P = sum w <|v|> by an independent quadrature. */
Test(reference_limit, dissipation_is_the_mean_speed)
{
  uint64_t seed = 4;
  double *w = random_weights(&seed, 3, 5), x[40], share[40];
  const RefPatch p = {3, 5, 0.02, 0.03, w};
  gauss_legendre(40, -0.5, 0.5, x, share);
  for (int n = 0; n < 40; n++) {
    double v[3], sum = 0.0;
    random_twist(&seed, 0.01, 1.0, v);
    for (int j = 0; j < 5 * 40; j++)
      for (int i = 0; i < 3 * 40; i++) {
        const double cx = (i / 40 - 1 + x[i % 40]) * 0.02 / 3.0;
        const double cy = (j / 40 - 2 + x[j % 40]) * 0.03 / 5.0;
        sum += w[j / 40 * 3 + i / 40] * share[i % 40] * share[j % 40] *
               hypot(v[0] - v[2] * cy, v[1] + v[2] * cx);
      }
    /* |v| has a cone's tip at the centre of rotation; the quadrature is less
     * accurate in that cell. */
    cr_expect_float_eq(P(&p, v) / sum, 1.0, 1e-6, "%g", P(&p, v) / sum - 1.0);
  }
  free(w);
}

Test(reference_limit, wrench_is_the_gradient_of_power)
{
  uint64_t seed = 5;
  double *w = random_weights(&seed, 8, 5);
  const RefPatch p = {8, 5, 0.02, 0.03, w};
  for (int n = 0; n < 200; n++) {
    double v[3], f[3], grad[3];
    random_twist(&seed, 0.01, 1.0, v);
    ref_limit(&p, v, f);
    const double size = hypot(hypot(v[0], v[1]), 0.02 * v[2]);
    for (int d = 0; d < 3; d++) {
      double slope[2];
      for (int k = 0; k < 2; k++) {
        const double h = (k ? 0.5 : 1.0) * 2e-4 * size / (d < 2 ? 1.0 : 0.02);
        double up[3] = {v[0], v[1], v[2]}, down[3] = {v[0], v[1], v[2]};
        up[d] += h;
        down[d] -= h;
        slope[k] = (P(&p, up) - P(&p, down)) / (2.0 * h);
      }
      grad[d] = -(4.0 * slope[1] - slope[0]) / 3.0;
    }
    cr_expect_lt(wrench_error(f, grad, 0.03), 2e-9, "%g",
                 wrench_error(f, grad, 0.03));
  }
  free(w);
}

Test(reference_limit, shifting_the_frame_shifts_twist_and_wrench)
{
  uint64_t seed = 6;
  double small[4 * 3], large[10 * 7] = {0};
  for (int k = 0; k < 12; k++) small[k] = random_in(&seed, 0.0, 1.0);
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 4; i++) large[(j + 4) * 10 + i] = small[j * 4 + i];
  const double h = 0.002;
  const RefPatch p = {4, 3, 4 * h, 3 * h, small};
  const RefPatch q = {10, 7, 10 * h, 7 * h, large};
  const double shift[2] = {-3.0 * h, 2.0 * h}; /* centre of p in q */
  for (int n = 0; n < 100; n++) {
    double v[3], vp[3], fp[3], fq[3], back[3];
    random_twist(&seed, 0.01, 1.0, v);
    twist_at(shift, v, vp);
    ref_limit(&p, vp, fp);
    ref_limit(&q, v, fq);
    wrench_at(shift, fq, back);
    cr_expect_lt(wrench_error(back, fp, 0.01), 1e-12, "%g",
                 wrench_error(back, fp, 0.01));
  }
}

Test(reference_limit, mirror_images_give_mirrored_wrenches)
{
  uint64_t seed = 7;
  double *w = random_weights(&seed, 7, 4), m[28];
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 7; i++) m[j * 7 + i] = w[j * 7 + 6 - i];
  const RefPatch p = {7, 4, 0.02, 0.03, w}, q = {7, 4, 0.02, 0.03, m};
  for (int n = 0; n < 100; n++) {
    double v[3], f[3], g[3];
    random_twist(&seed, 0.01, 1.0, v);
    const double vm[3] = {-v[0], v[1], -v[2]};
    ref_limit(&p, v, f);
    ref_limit(&q, vm, g);
    const double fm[3] = {-g[0], g[1], -g[2]};
    cr_expect_lt(wrench_error(fm, f, 0.03), 1e-13);
  }
  free(w);
}

/* The turn maps cell (i, j) to (ny-1-j, i). */
Test(reference_limit, quarter_turns_turn_the_wrench)
{
  uint64_t seed = 8;
  double *w = random_weights(&seed, 7, 4), t[28];
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 7; i++) t[i * 4 + 3 - j] = w[j * 7 + i];
  const RefPatch p = {7, 4, 0.02, 0.03, w}, q = {4, 7, 0.03, 0.02, t};
  for (int n = 0; n < 100; n++) {
    double v[3], f[3], g[3];
    random_twist(&seed, 0.01, 1.0, v);
    const double vt[3] = {-v[1], v[0], v[2]};
    ref_limit(&p, v, f);
    ref_limit(&q, vt, g);
    const double ft[3] = {g[1], -g[0], g[2]};
    cr_expect_lt(wrench_error(ft, f, 0.03), 1e-12);
  }
  free(w);
}

Test(reference_limit, splitting_cells_does_not_change_the_wrench)
{
  uint64_t seed = 9;
  double *w = random_weights(&seed, 6, 5), fine[12 * 10];
  for (int j = 0; j < 10; j++)
    for (int i = 0; i < 12; i++) fine[j * 12 + i] = 0.25 * w[j / 2 * 6 + i / 2];
  const RefPatch p = {6, 5, 0.02, 0.03, w}, q = {12, 10, 0.02, 0.03, fine};
  for (int n = 0; n < 200; n++) {
    double v[3], f[3], g[3];
    random_twist(&seed, 0.01, 1.0, v);
    ref_limit(&p, v, f);
    ref_limit(&q, v, g);
    cr_expect_lt(wrench_error(g, f, 0.03), 1e-12);
  }
  free(w);
}

Test(reference_limit, is_odd_and_zero_at_rest)
{
  uint64_t seed = 10;
  double *w = random_weights(&seed, 6, 5);
  const RefPatch p = {6, 5, 0.02, 0.03, w};
  double f[3], g[3];
  const double rest[3] = {0.0, 0.0, 0.0};
  ref_limit(&p, rest, f);
  cr_assert(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0);
  ref_limit_paper(&p, rest, f);
  cr_assert(f[0] == 0.0 && f[1] == 0.0 && f[2] == 0.0);
  for (int n = 0; n < 100; n++) {
    double v[3];
    random_twist(&seed, 0.01, 1.0, v);
    const double back[3] = {-v[0], -v[1], -v[2]};
    ref_limit(&p, v, f);
    ref_limit(&p, back, g);
    for (int d = 0; d < 3; d++) g[d] = -g[d];
    cr_expect_lt(wrench_error(g, f, 0.03), 1e-14);
  }
  free(w);
}

Test(reference_limit, translation_acts_at_the_cop)
{
  uint64_t seed = 13;
  double *w = random_weights(&seed, 6, 5), cop[2], r, u, f[3];
  const RefPatch p = {6, 5, 0.02, 0.03, w};
  ref_figures(&p, false, cop, &r, &u);
  for (double spin = 0.0; spin < 1e-20; spin = spin * 1e3 + 1e-300) {
    const double twist[3] = {-0.3e-3, 0.4e-3, spin};
    const double exact[3] = {0.6, -0.8, cop[0] * -0.8 - cop[1] * 0.6};
    ref_limit(&p, twist, f);
    cr_expect_lt(wrench_error(f, exact, 0.03), 1e-14, "spin %g", spin);
  }
  free(w);
}

/* ---- the paper's approximation ----------------------------------------- */

/* The centre of rotation moves along a line contact. The bilinear form gives
 * exactly the force of the parabola; without that form the force has steps. */
Test(reference_limit, paper_form_is_continuous)
{
  double w[21], f[3];
  for (int k = 0; k < 21; k++) w[k] = 1.0 / 21.0;
  const RefPatch p = {1, 21, 1e-9, 0.02, w};
  for (double c = -0.99; c < 1.0; c += 0.0171) {
    const double twist[3] = {-c * 0.01, 0.0, -1.0};
    ref_limit_paper(&p, twist, f);
    cr_expect_float_eq(f[0], c, 1e-9, "c = %g: %g", c, f[0] - c);
  }
}

/* Between corners the form (PL 21) is linear along x and along y. */
Test(reference_limit, paper_form_is_bilinear_in_the_centre)
{
  uint64_t seed = 14;
  double *w = random_weights(&seed, 8, 6), f[3], g[3], m[3];
  const RefPatch p = {8, 6, 0.016, 0.018, w};
  for (int n = 0; n < 100; n++) {
    const double i = floor(random_in(&seed, -4.0, 4.0));
    const double y = random_in(&seed, -0.0089, 0.0089);
    const double x0 = (i + 0.01) * 0.002, x1 = (i + 0.97) * 0.002;
    const double t = random_in(&seed, 0.0, 1.0);
    const double a[3] = {y, -x0, 1.0}, b[3] = {y, -x1, 1.0};
    const double c[3] = {y, -((1.0 - t) * x0 + t * x1), 1.0};
    ref_limit_paper(&p, a, f);
    ref_limit_paper(&p, b, g);
    ref_limit_paper(&p, c, m);
    for (int d = 0; d < 3; d++)
      cr_expect_float_eq(m[d], (1.0 - t) * f[d] + t * g[d], 1e-13);
  }
  free(w);
}

Test(reference_limit, paper_form_sums_midpoints_outside)
{
  uint64_t seed = 15;
  double *w = random_weights(&seed, 8, 6), f[3], g[3];
  const RefContact c = {{8, 6, 0.016, 0.018, w},
                        {.sigma0 = 1.0, .mu_c = 1.0, .mu_s = 1.0}};
  static const double twists[][3] = {
      {0.01, 0.002, 0.0}, {0.0092, 0.0, 1.0}, {0.0, 0.0081, -1.0}};
  for (int n = 0; n < 3; n++) {
    ref_limit_paper(&c.patch, twists[n], f);
    ref_steady(&c, twists[n], 1.0, g);
    cr_expect_lt(wrench_error(f, g, 0.02), 1e-14);
  }
  free(w);
}

Test(reference_limit, paper_form_converges_to_the_exact_one)
{
  double error[2];
  for (int q = 0; q < 2; q++) {
    const int n = q ? 44 : 11;
    double *w = calloc((size_t)(n * n), sizeof *w), f[3], g[3];
    add_disc(n, n, 0.02, 0.02, 0.01, 1.0, w);
    const RefPatch p = {n, n, 0.02, 0.02, w};
    error[q] = 0.0;
    uint64_t seed = 16;
    for (int k = 0; k < 100; k++) {
      const double v[3] = {random_in(&seed, -1.0, 1.0) * 0.01,
                           random_in(&seed, -1.0, 1.0) * 0.01, 1.0};
      ref_limit_paper(&p, v, f);
      ref_limit(&p, v, g);
      error[q] = fmax(error[q], wrench_error(f, g, 0.01));
    }
    free(w);
  }
  cr_log_info("paper: %g %g", error[0], error[1]);
  cr_expect_gt(convergence_order(error[0], error[1], 4.0), 1.3);
  cr_expect_lt(error[1], 2e-3);
}
