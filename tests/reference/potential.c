/* Tests of runtime/reference/contact/potential.c: splines of polynomials, whose
 * gradient is known, and the tables that the compiler fits. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "reference/contact/contact.h"
#include "support/maps.h"
#include "support/support.h"

/* ---- polynomials ------------------------------------------------------- */

enum { ROWS = 5 + 3, COLUMNS = 4 + 3 };

/* On every face s = 2 + a^2/2 + b^2/4 + ab/8, where ab is left out of even
 * faces. A cubic spline with knots h apart has x^2 with the coefficients m^2 -
 * h^2/3 and x with m, where m is the middle of the B-spline. */
static void fill_face(RefPotentialFace *face, double *stored, bool is_even)
{
  const double low = is_even ? 0 : -1, h[2] = {(1 - low) / 5, (1 - low) / 4};
  *face = (RefPotentialFace){{5, 4}, 0.5, 0.25, stored};
  for (int k = 0; k < ROWS; k++)
    for (int l = 0; l < COLUMNS; l++) {
      const double a = low + (k - 1) * h[0], b = low + (l - 1) * h[1];
      const double s = 2 + (a * a - h[0] * h[0] / 3) / 2 +
                       (b * b - h[1] * h[1] / 3) / 4 +
                       (is_even ? 0 : a * b / 8);
      stored[k * COLUMNS + l] = (s - 0.5) / 0.25;
    }
}

/* Writes the gradient by c of |c_m| s, where x and y are the other two. */
static void polynomial_gradient(const double c[3], bool is_even, double g[3])
{
  const int m = fabs(c[2]) >= fmax(fabs(c[0]), fabs(c[1])) ? 2
                : fabs(c[1]) > fabs(c[0])                  ? 1
                                                           : 0;
  const int i = m == 0 ? 1 : 0, j = m == 2 ? 1 : 2;
  const double x = c[i], y = c[j], z = c[m], sign = z < 0 ? -1 : 1;
  const double mixed = is_even ? 0 : 1 / 8.0;
  /* |z| (2 + (x^2/2 + y^2/4 + xy/8)/z^2) */
  g[i] = (x + mixed * y) / fabs(z);
  g[j] = (y / 2 + mixed * x) / fabs(z);
  g[m] = sign * (2 - (x * x / 2 + y * y / 4 + mixed * x * y) / (z * z));
}

Test(reference_potential, the_gradient_of_a_polynomial_is_exact)
{
  uint64_t seed = 5;
  double stored[3][ROWS * COLUMNS];
  for (int is_even = 0; is_even < 2; is_even++) {
    RefPotential p = {.middle = {0.3, -0.2},
                      .inverse = {0.8, 1.6},
                      .r = 0.01,
                      .is_even = {is_even, is_even, is_even}};
    for (int m = 0; m < 3; m++) fill_face(&p.faces[m], stored[m], is_even);
    for (int n = 0; n < 3000; n++) {
      double v[3], h[3], g[3];
      for (int d = 0; d < 3; d++) v[d] = random_in(&seed, -1, 1);
      if (n % 2) v[2] /= p.r;
      const double w = v[2] * p.r;
      const double c[3] = {(v[0] + 0.2 * w) * 0.8, (v[1] + 0.3 * w) * 1.6, w};
      polynomial_gradient(c, is_even, g);
      const double fx = -g[0] * 0.8, fy = -g[1] * 1.6;
      const double expected[3] = {fx, fy, -g[2] + 0.3 * fy + 0.2 * fx};
      ref_surface_potential(&p, v, h);
      for (int d = 0; d < 3; d++)
        cr_expect_float_eq(h[d], expected[d], 1e-12, "%d: %g, %g", d, h[d],
                           expected[d]);
    }
  }
}

Test(reference_potential, there_is_no_wrench_at_rest)
{
  double stored[ROWS * COLUMNS], h[3] = {1, 1, 1};
  const double rest[3] = {0, -0.0, 0};
  RefPotential p = {.inverse = {1, 1}, .r = 1};
  for (int m = 0; m < 3; m++) fill_face(&p.faces[m], stored, false);
  ref_surface_potential(&p, rest, h);
  for (int d = 0; d < 3; d++) cr_expect_eq(h[d], 0);
}

/* ---- fitted tables ----------------------------------------------------- */

static RefPotential reference_of(const LimitPotential *table)
{
  RefPotential p = {.r = 1};
  memcpy(p.middle, table->middle, sizeof p.middle);
  memcpy(p.inverse, table->inverse, sizeof p.inverse);
  memcpy(p.is_even, table->is_even, sizeof p.is_even);
  for (int m = 0; m < 3; m++) {
    const PotentialFace *face = &table->faces[m];
    p.faces[m] = (RefPotentialFace){{face->cells[0], face->cells[1]},
                                    face->base,
                                    face->unit,
                                    table->stored + face->start};
  }
  return p;
}

Test(reference_potential, fitted_tables_have_the_value_of_the_compiler)
{
  uint64_t seed = 8;
  const int cells[3][2] = {{3, 5}, {4, 6}, {7, 2}};
  for (int trial = 0; trial < 30; trial++) {
    Run *run = run_open();
    Cells kept;
    const LimitMap map = trial < SHAPES ? shape_of(run, &kept, (Shape)trial)
                                        : random_map(run, &kept, &seed);
    const LimitPotential *table =
        potential_fit(run, &map, cells, (PotentialStore)(trial % 3), false);
    const RefPotential p = reference_of(table);
    for (int n = 0; n < 300; n++) {
      double twist[3], h[3], expected[3];
      any_twist(&seed, twist);
      potential_value(table, twist, expected);
      ref_surface_potential(&p, twist, h);
      for (int d = 0; d < 3; d++)
        cr_expect_float_eq(h[d], expected[d], 1e-11, "trial %d: %g, %g", trial,
                           h[d], expected[d]);
    }
    run_close(run);
  }
}
