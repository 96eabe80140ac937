/* Tests of runtime/reference/limit.c against closed forms for squares, rods,
 * discs, rings and axisymmetric profiles. If the grid represents the shape
 * exactly, the bound is rounding; otherwise the tests check the order of
 * convergence. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "reference/contact/contact.h"
#include "support/support.h"

/* ---- exact on the grid ------------------------------------------------- */

Test(reference_shapes, torque_of_a_square_is_exact_on_any_grid)
{
  const double a = 0.02, exact = a * (sqrt(2.0) + log1p(sqrt(2.0))) / 6.0;
  cr_assert_float_eq(exact / a, 0.3825978582, 1e-10);
  for (int n = 1; n <= 40; n += 3) {
    double *w = calloc((size_t)(n * n), sizeof *w), f[3];
    for (int k = 0; k < n * n; k++) w[k] = 1.0 / (n * n);
    const RefPatch p = {n, n, a, a, w};
    const double spin[3] = {0.0, 0.0, -0.8};
    ref_limit(&p, spin, f);
    cr_expect_float_eq(f[2] / exact, 1.0, 1e-12, "n = %d", n);
    cr_expect_float_eq(f[0], 0.0, 1e-12);
    cr_expect_float_eq(f[1], 0.0, 1e-12);
    free(w);
  }
}

Test(reference_shapes, torque_of_a_rectangle_is_exact)
{
  const double a = 0.031, b = 0.007, d = hypot(a, b);
  const double exact =
      (2.0 * d + a * a / b * log((b + d) / a) + b * b / a * log((a + d) / b)) /
      12.0;
  double w[15], f[3];
  for (int k = 0; k < 15; k++) w[k] = 1.0 / 15.0;
  const RefPatch p = {5, 3, a, b, w};
  const double spin[3] = {0.0, 0.0, 3.0};
  ref_limit(&p, spin, f);
  cr_assert_float_eq(-f[2] / exact, 1.0, 1e-12, "%.15g", -f[2] / exact - 1.0);
}

/* Writes force and torque/R of a uniform disc at e = v/(R|w|). */
static void disc_exact(double e, double *F, double *T)
{
  double K, E;
  if (e < 1.0) {
    const double q = e * e;
    elliptic(q, &K, &E);
    *F = e == 0.0 ? 0.0
                  : 4.0 * ((q + 1.0) * E + (q - 1.0) * K) / (3.0 * TEST_PI * e);
    *T = 4.0 * ((4.0 - 2.0 * q) * E + (q - 1.0) * K) / (9.0 * TEST_PI);
  } else if (e == 1.0) {
    *F = 8.0 / (3.0 * TEST_PI);
    *T = 8.0 / (9.0 * TEST_PI);
  } else {
    const double q = e * e;
    elliptic(1.0 / q, &K, &E);
    *F = 4.0 * ((q + 1.0) * E - (q - 1.0) * K) / (3.0 * TEST_PI);
    *T = 4.0 * e * ((4.0 - 2.0 * q) * E + (2.0 * q - 5.0 + 3.0 / q) * K) /
         (9.0 * TEST_PI);
  }
}

/* Returns the largest error of the surface of a disc on an n x n grid. */
static double disc_error(int n)
{
  static const double es[] = {0.0, 0.1, 0.35, 0.65, 0.9, 1.0, 1.2, 2.0, 6.0};
  const double R = 0.01;
  double *w = calloc((size_t)(n * n), sizeof *w), worst = 0.0;
  add_disc(n, n, 2.0 * R, 2.0 * R, R, 1.0, w);
  const RefPatch p = {n, n, 2.0 * R, 2.0 * R, w};
  for (size_t i = 0; i < sizeof es / sizeof *es; i++)
    for (double angle = 0.0; angle < 1.6; angle += 0.4) {
      const double v = es[i] * R * 2.0;
      const double twist[3] = {v * cos(angle), v * sin(angle), 2.0};
      double f[3], F, T;
      ref_limit(&p, twist, f);
      disc_exact(es[i], &F, &T);
      worst = fmax(worst, fabs(-f[2] / R - T));
      worst = fmax(worst, fabs(-f[0] * cos(angle) - f[1] * sin(angle) - F));
      worst = fmax(worst, fabs(f[0] * sin(angle) - f[1] * cos(angle)));
    }
  free(w);
  return worst;
}

Test(reference_shapes, disc_matches_elliptic_integrals)
{
  const double e16 = disc_error(16), e64 = disc_error(64);
  const double e256 = disc_error(256);
  cr_log_info("disc: %g %g %g", e16, e64, e256);
  cr_expect_lt(e256, 5e-5, "%g", e256);
  cr_expect_gt(convergence_order(e16, e64, 4.0), 1.7, "%g %g", e16, e64);
  cr_expect_gt(convergence_order(e64, e256, 4.0), 1.7, "%g %g", e64, e256);
}

/* ---- axisymmetric profiles as mixtures of discs ------------------------ */

/* p(rho) = int (-p'(a)) [rho < a] da is a mixture of uniform discs of radius a,
 * in units of R, and mass pi a^2 (-p'(a)) da. A profile that grows outwards is
 * a mixture of rings. A layer is the ring from inner to outer with that mass.
 */
typedef struct Layer {
  double inner, outer, mass;
} Layer;

static double torque_of_layers(int n, const Layer *layer, int count)
{
  const double R = 0.01;
  double *w = calloc((size_t)(n * n), sizeof *w), f[3];
  for (int k = 0; k < count; k++) {
    const Layer l = layer[k];
    const double a2 = l.outer * l.outer, b2 = l.inner * l.inner;
    const double density = l.mass / (a2 - b2);
    add_disc(n, n, 2.0 * R, 2.0 * R, R * l.outer, density * a2, w);
    if (l.inner > 0.0)
      add_disc(n, n, 2.0 * R, 2.0 * R, R * l.inner, -density * b2, w);
  }
  const RefPatch p = {n, n, 2.0 * R, 2.0 * R, w};
  const double spin[3] = {0.0, 0.0, 1.0};
  ref_limit(&p, spin, f);
  free(w);
  return -f[2] / R;
}

static void expect_torque(const char *name, const Layer *layer, int count,
                          double exact, double bound, double order)
{
  const double e12 = fabs(torque_of_layers(12, layer, count) - exact);
  const double e48 = fabs(torque_of_layers(48, layer, count) - exact);
  cr_log_info("%s: %g %g", name, e12, e48);
  cr_expect_lt(e48, bound, "%s: %g", name, e48);
  cr_expect_gt(convergence_order(e12, e48, 4.0), order, "%s: %g %g", name, e12,
               e48);
}

Test(reference_shapes, torque_of_an_annulus_converges)
{
  const double b = 0.55;
  const Layer ring = {b, 1.0, 1.0};
  const double exact = 2.0 / 3.0 * (1.0 - b * b * b) / (1.0 - b * b);
  expect_torque("annulus", &ring, 1, exact, 3e-4, 1.5);
}

Test(reference_shapes, torque_of_a_hertz_profile_converges)
{
  double x[20], w[20];
  Layer layer[20];
  gauss_legendre(20, 0.0, TEST_PI / 2.0, x, w);
  for (int k = 0; k < 20; k++)
    layer[k] = (Layer){0.0, sin(x[k]), 1.5 * pow(sin(x[k]), 3.0) * w[k]};
  expect_torque("hertz", layer, 20, 3.0 * TEST_PI / 16.0, 5e-4, 1.7);
}

Test(reference_shapes, torque_of_a_parabolic_profile_converges)
{
  double x[8], w[8];
  Layer layer[8];
  gauss_legendre(8, 0.0, 1.0, x, w);
  for (int k = 0; k < 8; k++)
    layer[k] = (Layer){0.0, x[k], 4.0 * pow(x[k], 3.0) * w[k]};
  expect_torque("parabolic", layer, 8, 8.0 / 15.0, 5e-4, 1.7);
}

Test(reference_shapes, torque_of_a_flat_punch_converges)
{
  double x[40], w[40];
  Layer layer[41];
  gauss_legendre(40, 0.0, TEST_PI / 2.0, x, w);
  for (int k = 0; k < 40; k++)
    layer[k] = (Layer){sin(x[k]), 1.0, 0.5 * sin(x[k]) * w[k]};
  layer[40] = (Layer){0.0, 1.0, 0.5};
  expect_torque("flat punch", layer, 41, TEST_PI / 4.0, 1e-3, 1.0);
}

/* p ~ (1 - rho^k)^(1/k): at the pressure u the disc has the radius
 * (1-u^k)^(1/k). */
Test(reference_shapes, torque_of_a_soft_profile_converges)
{
  const double k = 4.0;
  double x[60], w[60], mass = 0.0;
  Layer layer[60];
  gauss_legendre(60, 0.0, 1.0, x, w);
  for (int q = 0; q < 60; q++) {
    const double a = pow(1.0 - pow(x[q], k), 1.0 / k);
    layer[q] = (Layer){0.0, a, a * a * w[q]};
    mass += layer[q].mass;
  }
  for (int q = 0; q < 60; q++) layer[q].mass /= mass;
  const double exact =
      0.75 * pow(tgamma(3.0 / k), 2.0) / (tgamma(2.0 / k) * tgamma(4.0 / k));
  expect_torque("soft", layer, 60, exact, 5e-4, 1.5);
}

/* The width of the rod is 1e-9 of its length, so that its cells are slender,
 * too. */
Test(reference_shapes, limit_surface_of_a_rod_is_a_parabola)
{
  const double a = 0.01;
  static const int counts[] = {1, 7, 1000};
  for (int q = 0; q < 3; q++) {
    const int n = counts[q];
    double *w = calloc((size_t)n, sizeof *w), f[3];
    for (int k = 0; k < n; k++) w[k] = 1.0 / n;
    const RefPatch p = {1, n, 2e-9 * a, 2.0 * a, w};
    for (double c = -0.95; c < 1.0; c += 0.19) {
      const double twist[3] = {c * a, 0.0, 1.0}; /* turns about (0, c a) */
      ref_limit(&p, twist, f);
      const double tau = -f[2] / (0.5 * a);
      cr_expect_float_eq(tau, 1.0 - f[0] * f[0], 1e-12, "n %d c %g: %g", n, c,
                         tau - 1.0 + f[0] * f[0]);
      cr_expect_float_eq(f[0], -c, 1e-12);
    }
    free(w);
  }
}

/* ---- figures ----------------------------------------------------------- */

Test(reference_shapes, figures_of_an_offset_square_are_exact)
{
  double w[36] = {0}, cop[2], r, u;
  const double h = 0.004, a = 3.0 * h;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++) w[(j + 3) * 6 + i + 2] = 1.0 / 9.0;
  const RefPatch p = {6, 6, 6.0 * h, 6.0 * h, w};
  ref_figures(&p, false, cop, &r, &u);
  cr_expect_float_eq(cop[0], 0.5 * h, 1e-15);
  cr_expect_float_eq(cop[1], 1.5 * h, 1e-15);
  cr_expect_float_eq(r / a, 0.3825978582, 1e-10);
  cr_expect_float_eq(u / (a * a), 1.0 / 6.0, 1e-14);
  ref_figures(&p, true, cop, &r, &u);
  cr_expect_float_eq(u / (a * a), 1.0 / 6.0 - 1.0 / 54.0, 1e-14);
  cr_expect_float_eq(r / a, 0.3825978582, 1e-10);
}
