/* Tests of friction by region (PHYSICS.md 4c): sums over w*m in closed form,
 * invariances, the order in which regions let go. Solvers by the names of their
 * specs: one of cells, few bristles, limit surfaces. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "kinds/contact/contact.h"
#include "kinds/contact/region.h"
#include "contact/pads.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(region, .init = compiling_begin, .fini = compiling_end);

#define LAW                                                               \
  "friction = lugre { sigma0 = 1e5, sigma1 = 20, mu_c = 0.5, mu_s = 0.7, " \
  "v_s = 1e-3, s_ba = 0.9 },\n"
#define TWO(left, right)                                                  \
  "grid = { 12, 6 },\nsize = { 0.04, 0.02 },\npressure = rectangle { size " \
  "= { 0.01, 0.02 }, at = { -0.01, 0 }, share = 1" left                   \
  " } + rectangle { size = { 0.01, 0.02 }, at = { 0.01, 0 }, share = 3" right \
  " },\n"

/* Two feet far apart, seen as points: forces w*m along the slip of each. */
Test(region, limit_is_the_sum_of_both_regions)
{
  static const char *const models[] = {
      "", "model = \"reduced\",\n", "model = \"compressed\",\n"};
  const double first = 0.25 * 1.6, second = 0.75 * 0.8;
  for (int i = 0; i < 3; i++) {
    char keys[1024];
    snprintf(keys, sizeof keys, "%s%s%s", models[i],
             TWO(", mu = 1.6", ", mu = 0.8"), LAW);
    Pad p = pad_of(keys);
    const double along[3] = {0, 1, 0};
    double wrench[3];
    pad_ask(&p, "limit", along, 0, wrench); /* the couple of both, from the centre */
    const double slack = i == 1 ? 3e-3 : 1e-9;
    cr_expect_float_eq(wrench[1], -0.5 * 2 * (first + second), slack);
    cr_expect_float_eq(wrench[2], -0.5 * 2 * 0.01 * (second - first),
                       0.02 * slack);
    pad_close(&p);
  }
}

Test(region, one_factor_everywhere_is_that_factor_of_the_coefficients)
{
  Pad a = pad_of(TWO(", mu = 1.6", ", mu = 0.8")
                 "friction_map = function(x, y) return x < 0 and 0.5 or 1 end,\n"
                 LAW);
  Pad b = pad_of(TWO("", "")
                 "friction = lugre { sigma0 = 1e5, sigma1 = 20, mu_c = 0.4, "
                 "mu_s = 0.56, v_s = 1e-3, s_ba = 0.9 },\n");
  uint64_t seed = 4;
  for (int i = 0; i < 200; i++) {
    double twist[3], at_a[3], at_b[3];
    random_twist(&seed, 2e-3, 0.1, twist);
    pad_ask(&a, "step", twist, 1e-3, at_a);
    pad_ask(&b, "step", twist, 1e-3, at_b);
    cr_assert_lt(wrench_error(at_a, at_b, 0.01), 1e-9, "step %d", i);
  }
  pad_close(&a);
  pad_close(&b);
}

Test(region, wrench_of_the_limit_surface_is_the_gradient_of_its_potential)
{
  Pad p = pad_of(TWO(", mu = 1.6", ", mu = 0.3") LAW);
  const Contact *c = p.contact;
  uint64_t seed = 9;
  for (int i = 0; i < 20; i++) {
    double twist[3], wrench[3], sum = 0, power = 0;
    random_twist(&seed, 1, 200, twist);
    pad_ask(&p, "limit", twist, 0, wrench);
    for (int k = 0; k < c->cells.count; k++) /* 24 x 24 points in a cell */
      for (int n = 0; n < 576; n++) {
        const double h = 0.04 / 12;
        const double x = c->cells.x[k] + h * ((n % 24 + 0.5) / 24 - 0.5);
        const double y = c->cells.y[k] + h * ((n / 24 + 0.5) / 24 - 0.5);
        sum += c->cells.w[k] * contact_factor(c, k) / 576 *
               hypot(twist[0] - twist[2] * y, twist[1] + twist[2] * x);
      }
    for (int d = 0; d < 3; d++) power -= wrench[d] * twist[d];
    cr_expect_float_eq(power / sum, 0.5 * 2, 1e-4, "%g", power / sum);
  }
  pad_close(&p);
}

Test(region, smoother_region_lets_go_first)
{
  Pad p = pad_of(TWO(", mu = 2", ", mu = 0.5")
                 "friction = lugre { sigma0 = 1e5, mu_c = 0.5, s_ba = 0.99 "
                 "},\n");
  const Contact *c = p.contact;
  const int n = c->cells.count;
  double *z = run_doubles(p.e.loaded.run, 2 * (size_t)n), wrench[3];
  const double twist[3] = {1e-4, 0, 0};
  for (int i = 0; i < 400; i++) pad_ask(&p, "step", twist, 1e-4, wrench); /* 4 um */
  p.solver->functions->get(p.state, z);
  for (int k = 0; k < n; k++) /* zmax: 10 and 2.5 um */
    cr_expect_float_eq(z[k], c->cells.x[k] < 0 ? 4e-6 : 2.5e-6, 2e-8);
  cr_expect_float_eq(wrench[0], -2 * 1e5 * (0.25 * 4e-6 + 0.75 * 2.5e-6), 2e-3);
  pad_close(&p);
}

Test(region, reduced_centre_is_that_of_the_friction)
{
  Loaded loaded =
      load_contact("model = \"ellipsoid\",\n" TWO(", mu = 2", ", mu = 1") LAW,
                   NULL);
  cr_assert_null(loaded.error, "%s", loaded.error);
  const Contact *c = (const Contact *)loaded.model;
  cr_expect_float_eq(c->lugre.mu_c, 0.5 * 1.25, 1e-12);
  cr_expect_float_eq(c->cop[0], 0.01 * (0.75 - 0.5) / 1.25, 1e-12);
  unload(&loaded);
}

/* A slippery region has short bristles: Euler overshoots there at steps that
 * suit the rest, and a step of the body may err by all of them. */
Test(region, verify_holds_where_one_region_is_far_smoother_or_rougher)
{
  static const char *const keys[] = {
      "step = \"euler\",\n" TWO(", mu = 0.02", ", mu = 1") LAW,
      "real = \"float\",\nstep = \"implicit\",\n" TWO(", mu = 20",
                                                      ", mu = 30") LAW,
      "step = \"euler\",\nbody = { mass = 0.05, inertia = 1e-5 },\n" TWO(
          ", mu = 0.03", ", mu = 0.03") LAW};
  for (int i = 0; i < 3; i++) pad_expect_sound(keys[i]);
}
