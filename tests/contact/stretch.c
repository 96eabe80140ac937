/* Tests of anisotropic friction (PHYSICS.md 4c): closed forms of a slide,
 * invariances, the potential summed over points, maximal dissipation. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "kinds/contact/contact.h"
#include "contact/pads.h"
#include "support/compiling.h"
#include "bristle_rt.h"
#include "support/support.h"

TestSuite(stretch, .init = compiling_begin, .fini = compiling_end);

#define LAW                                                               \
  "friction = lugre { sigma0 = 1e5, sigma1 = 20, mu_c = 0.5, mu_s = 0.7, " \
  "v_s = 1e-3, s_ba = 0.9 },\n"
#define PATCH                                                               \
  "grid = { 8, 6 },\nsize = { 0.04, 0.03 },\npressure = rectangle { size = " \
  "{ 0.03, 0.015 }, at = { 0.004, -0.002 } },\n"
#define ANISOTROPY(ratio, angle) \
  "anisotropy = { ratio = " ratio ", angle = " angle " },\n"

static void ask(const Pad *p, const char *function, const double twist[3],
                double wrench[3])
{
  pad_ask(p, function, twist, 1e-3, wrench);
}

static void stretched(double ratio, double angle, const double v[2],
                      double out[2])
{
  const double c = cos(angle), s = sin(angle);
  const double along = c * v[0] + s * v[1], across = ratio * (c * v[1] - s * v[0]);
  out[0] = c * along - s * across;
  out[1] = s * along + c * across;
}

Test(stretch, slide_is_resisted_as_the_ellipse_says)
{
  static const char *const models[] = {
      PATCH ANISOTROPY("0.6", "0.3"), PATCH ANISOTROPY("0.6", "0"),
      "model = \"compressed\",\nbristles = 9,\n" PATCH ANISOTROPY("0.6", "0.3"),
      "model = \"ellipsoid\",\n" PATCH ANISOTROPY("0.6", "0.3")};
  for (int i = 0; i < 4; i++) {
    char keys[1024];
    snprintf(keys, sizeof keys, "%s%s", models[i], LAW);
    Pad p = pad_of(keys);
    const double angle = i == 1 ? 0 : 0.3;
    for (double turn = 0.1; turn < 6; turn += 0.7) {
      const double twist[3] = {cos(turn), sin(turn), 0};
      double wrench[3], f[2];
      stretched(0.6, angle, twist, f);
      const double size = hypot(f[0], f[1]);
      stretched(0.6, angle, f, f);
      ask(&p, "limit", twist, wrench);
      for (int d = 0; d < 2; d++)
        cr_expect_float_eq(wrench[d], -0.5 * 2 * f[d] / size, 1e-12);
      const double torque = 0.004 * wrench[1] + 0.002 * wrench[0];
      cr_expect_float_eq(wrench[2], torque, 1e-12, "model %d", i);
    }
    pad_close(&p);
  }
}

static void expect_equal_steps(const Pad *a, const Pad *b, double turn)
{
  uint64_t seed = 4;
  for (int i = 0; i < 200; i++) {
    double twist[3], other[3], at_a[3], at_b[3];
    random_twist(&seed, 2e-3, 0.1, twist);
    other[0] = cos(turn) * twist[0] - sin(turn) * twist[1];
    other[1] = sin(turn) * twist[0] + cos(turn) * twist[1];
    other[2] = twist[2];
    ask(a, "step", twist, at_a);
    ask(b, "step", other, at_b);
    const double back[3] = {cos(turn) * at_b[0] + sin(turn) * at_b[1],
                            cos(turn) * at_b[1] - sin(turn) * at_b[0], at_b[2]};
    cr_assert_lt(wrench_error(at_a, back, 0.01), 1e-9, "step %d", i);
  }
}

Test(stretch, ratio_of_one_is_isotropic)
{
  Pad a = pad_of(PATCH LAW ANISOTROPY("1", "0.4")), b = pad_of(PATCH LAW);
  expect_equal_steps(&a, &b, 0);
  pad_close(&a);
  pad_close(&b);
}

Test(stretch, quarter_turn_of_all_turns_the_wrench)
{
  Pad a = pad_of(PATCH LAW ANISOTROPY("0.5", "0.3"));
  Pad b = pad_of(
      "grid = { 6, 8 },\nsize = { 0.03, 0.04 },\npressure = rectangle { size "
      "= { 0.015, 0.03 }, at = { 0.002, 0.004 } },\n" LAW
      ANISOTROPY("0.5", "0.3 + math.pi/2"));
  expect_equal_steps(&a, &b, TEST_PI / 2);
  pad_close(&a);
  pad_close(&b);
}

Test(stretch, other_axis_with_the_inverse_ratio_is_the_same)
{
  Pad a = pad_of(PATCH LAW ANISOTROPY("0.5", "0.3"));
  Pad b = pad_of(PATCH
                 "friction = lugre { sigma0 = 0.5e5, sigma1 = 10, mu_c = 0.25, "
                 "mu_s = 0.35, v_s = 1e-3, s_ba = 0.9 },\n" ANISOTROPY(
                     "2", "0.3 + math.pi/2"));
  const double twist[3] = {0.3, -0.8, 20};
  double at_a[3], at_b[3];
  ask(&a, "limit", twist, at_a);
  ask(&b, "limit", twist, at_b);
  cr_expect_lt(wrench_error(at_a, at_b, 0.01), 1e-12);
  pad_close(&a);
  pad_close(&b);
}

/* A disc looks the same from all sides, but for its cells. */
Test(stretch, few_numbers_turn_with_the_axes_as_a_disc_does)
{
  static const char *const models[] = {
      "model = \"ellipsoid\",\n",
      "model = \"compressed\",\nbristles = { degree = 6 },\n"};
  const double angle = 0.5, slip[3] = {0.7, -0.4, 60};
  const double c = cos(angle), s = sin(angle);
  const double turned[3] = {c * slip[0] - s * slip[1],
                            s * slip[0] + c * slip[1], slip[2]};
  for (int i = 0; i < 2; i++) {
    double wrench[2][3];
    for (int is_turned = 0; is_turned < 2; is_turned++) {
      char keys[1024];
      snprintf(keys, sizeof keys,
               "%sgrid = { 11, 11 },\nsize = { 0.03, 0.03 },\npressure = disc { "
               "radius = 0.014 },\nanisotropy = { ratio = 0.6, angle = %s },\n" LAW,
               models[i], is_turned ? "0.5" : "0");
      Pad p = pad_of(keys);
      ask(&p, "steady", is_turned ? turned : slip, wrench[is_turned]);
      pad_close(&p);
    }
    const double *straight = wrench[0], *skewed = wrench[1];
    const double bar = 0.02 * hypot(straight[0], straight[1]);
    cr_expect_float_eq(skewed[0], c * straight[0] - s * straight[1], bar);
    cr_expect_float_eq(skewed[1], s * straight[0] + c * straight[1], bar);
    cr_expect_float_eq(skewed[2], straight[2], (i ? 0.05 : 0.005) * fabs(straight[2]),
                       "%g %g", skewed[2], straight[2]);
  }
}

Test(stretch, verify_holds_at_an_angle_for_few_numbers)
{
  pad_expect_sound("model = \"ellipsoid\",\nstep = \"implicit\",\ncouple = 1,\n" PATCH
                       ANISOTROPY("0.6", "0.3") LAW);
  pad_expect_sound("model = \"compressed\",\nbristles = 7,\nreal = \"float\",\n" PATCH
                       ANISOTROPY("2", "-0.8") LAW);
}

Test(stretch, verify_holds_at_an_angle_for_tables_with_proof)
{
  pad_expect_sound("model = \"reduced\",\nlimit_surface = { tolerance = 4e-3 "
                   "},\n" PATCH ANISOTROPY("0.6", "0.3") LAW);
  pad_expect_sound("model = \"reduced\",\nreal = \"float\",\nlimit_surface = { "
                   "resolution = 12, interp = \"cubic\" },\n" PATCH
                       ANISOTROPY("2", "-0.8") LAW);
}

/* A square looks the same when x and y change places, and its axes then lie at
 * pi/2 - angle: the proofs of both tables hold of one surface. */
Test(stretch, tables_of_a_square_agree_when_x_and_y_change_places)
{
#define SQUARE_PAD(angle)                                                    \
  "model = \"reduced\",\nlimit_surface = { tolerance = 3e-3 },\ngrid = { 5, " \
  "5 },\nsize = { 0.02, 0.02 },\npressure = rectangle {},\n"                  \
  ANISOTROPY("0.5", angle) LAW
  Pad a = pad_of(SQUARE_PAD("0.4")), b = pad_of(SQUARE_PAD("math.pi/2 - 0.4"));
  uint64_t seed = 12;
  for (int i = 0; i < 200; i++) {
    double twist[3], at_a[3], at_b[3];
    random_twist(&seed, 1, 100, twist);
    const double other[3] = {twist[1], twist[0], -twist[2]};
    ask(&a, "limit", twist, at_a);
    ask(&b, "limit", other, at_b);
    const double back[3] = {at_b[1], at_b[0], -at_b[2]};
    for (int d = 0; d < 3; d++)
      cr_expect_float_eq(at_a[d], back[d], 2 * 3e-3 * (d == 2 ? 0.01 : 1));
  }
  pad_close(&a);
  pad_close(&b);
}

Test(stretch, limit_surface_is_the_gradient_of_the_stretched_potential)
{
  Pad p = pad_of(PATCH LAW ANISOTROPY("0.4", "0.7"));
  const Grid grid = {8, 6, 0.04, 0.03};
  const double *w = p.contact->cells.all;
  uint64_t seed = 9;
  for (int i = 0; i < 20; i++) {
    double twist[3], wrench[3], sum = 0, power = 0;
    random_twist(&seed, 1, 100, twist);
    ask(&p, "limit", twist, wrench);
    for (int k = 0; k < 48; k++) /* 24 x 24 points in a cell */
      for (int n = 0; n < 576; n++) {
        const double x = grid_x(&grid, k % 8) + 0.005 * ((n % 24 + 0.5) / 24 - 0.5);
        const double y = grid_y(&grid, k / 8) + 0.005 * ((n / 24 + 0.5) / 24 - 0.5);
        double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
        stretched(0.4, 0.7, v, v);
        sum += w[k] / 576 * hypot(v[0], v[1]);
      }
    for (int d = 0; d < 3; d++) power -= wrench[d] * twist[d];
    cr_expect_float_eq(power / sum, 0.5 * 2, 3e-4, "%g", power / sum);
  }
  pad_close(&p);
}

Test(stretch, no_other_wrench_of_the_surface_dissipates_more)
{
  static const char *const keys[] = {
      PATCH LAW ANISOTROPY("0.3", "0.7"),
      "model = \"ellipsoid\",\n" PATCH LAW ANISOTROPY("3", "0")};
  for (int model = 0; model < 2; model++) {
    Pad p = pad_of(keys[model]);
    uint64_t seed = 3;
    for (int i = 0; i < 300; i++) {
      double twist[2][3], wrench[2][3], own = 0, other = 0;
      for (int k = 0; k < 2; k++) {
        random_twist(&seed, 1, 100, twist[k]);
        ask(&p, "limit", twist[k], wrench[k]);
      }
      for (int d = 0; d < 3; d++) {
        own -= wrench[0][d] * twist[0][d];
        other -= wrench[1][d] * twist[0][d];
      }
      cr_expect_geq(own, other * (1 - 1e-12));
      cr_expect_gt(own, 0);
    }
    pad_close(&p);
  }
}

Test(stretch, breakaway_across_is_longer_and_stiffness_falls_with_the_square)
{
  Pad p = pad_of(PATCH ANISOTROPY("0.5", "0")
                 "friction = lugre { sigma0 = 1e5, mu_c = 0.5, s_ba = 0.99 "
                 "},\n");
  const double along[3] = {1e-3, 0, 0}, across[3] = {0, 1e-3, 0};
  double wrench[3];
  ask(&p, "step", along, wrench); /* 1 um */
  cr_expect_float_eq(wrench[0], -2 * 1e5 * 1e-6, 1e-9);
  ask(&p, "step", across, wrench);
  cr_expect_float_eq(wrench[1], -2 * 0.25 * 1e5 * 1e-6, 1e-9);
  for (int i = 0; i < 200; i++) ask(&p, "step", across, wrench);
  cr_expect_float_eq(wrench[1], -2 * 0.5 * 0.5, 1e-3); /* ratio*mu fn */
  pad_close(&p);
}

/* Derivatives of a slide that are finite on the stretched patch may overflow on
 * the way back. */
Test(stretch, derivatives_that_overflow_are_refused)
{
  static const char *const models[] = {"", "model = \"ellipsoid\",\n"};
  for (int i = 0; i < 2; i++) {
    char keys[1024];
    snprintf(keys, sizeof keys, "%s%s", models[i],
             PATCH ANISOTROPY("10", "0")
             "friction = lugre { sigma0 = 1, sigma1 = 0.1, mu_c = 0.5 },\n");
    Pad p = pad_of(keys);
    Run *run = p.e.loaded.run;
    const double twist[3] = {1e-3, 2e-3, 0}, fn = 1.7e308, dt = 1e-3;
    const double *const in[] = {twist, &fn, &dt};
    double blocks[3][600], wrench[3], jac[9];
    double *const out[] = {blocks[0], blocks[1], blocks[2], jac};
    double *const stepped[] = {wrench, jac};
    cr_expect_eq(solver_call(run, p.solver, "rate_jac", p.state, in, out),
                 BR_BAD_STATE);
    for (int k = 0; k < 9; k++) cr_expect_eq(jac[k], 0);
    cr_expect_eq(solver_call(run, p.solver, "step_jac", p.state, in, stepped),
                 BR_BAD_STATE);
    for (int k = 0; k < 9; k++) cr_expect_eq(jac[k], 0);
    pad_close(&p);
  }
}

/* One cell, 27 times as long as high where it is stretched, against the same in
 * 10 cells, at turns about places some lengths away. */
Test(stretch, slender_cells_keep_the_digits_of_the_limit_surface)
{
#define SLENDER(grid)                                                      \
  "grid = " grid ",\nsize = { 8.6835, 3.1986 },\npressure = rectangle {},\n" \
  "anisotropy = { ratio = 10, angle = -3.1584 },\n" LAW
  Pad one = pad_of(SLENDER("{ 1, 1 }")), many = pad_of(SLENDER("{ 10, 1 }"));
  double worst = 0;
  for (int i = 0; i < 400; i++) { /* about places 60 m away when stretched */
    const double turn = i * 2 * TEST_PI / 400;
    double twist[3] = {60 * sin(turn), -60 * cos(turn), 0.1};
    double at_one[3], at_many[3];
    stretched(0.1, -3.1584, twist, twist);
    ask(&one, "limit", twist, at_one);
    ask(&many, "limit", twist, at_many);
    worst = fmax(worst, wrench_error(at_one, at_many, 4));
  }
  cr_expect_lt(worst, 1e-12, "%.3g", worst);
  pad_close(&one);
  pad_close(&many);
}

/* Twists and wrenches grow by the ratio, and their rounding with them. */
Test(stretch, verify_holds_with_a_large_ratio)
{
  static const char *const keys[] = {
      "real = \"float\",\n" PATCH ANISOTROPY("10", "0") LAW,
      "model = \"ellipsoid\",\nreal = \"float\",\n" PATCH ANISOTROPY(
          "10", "math.pi/2")
      "friction = lugre { sigma0 = 546.84, mu_c = 0.077748, sigma1 = 0.11468, "
      "sigma2 = 10000, s_ba = 0.9, v_d = 1.3142e-05 },\n"};
  for (int i = 0; i < 2; i++) pad_expect_sound(keys[i]);
}
