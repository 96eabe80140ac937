/* Tests of mechanisms with elasto-plastic bristles: held contacts do not creep,
 * and derivatives are right at the edges of the law. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(mechanism_elastic, .init = compiling_begin, .fini = compiling_end);

static const double sigma0 = 1e5, mu_c = 0.3, load = 2 * 9.81;

/* A block of 2 kg on the floor z = 0, pushed along it; elastic: s_ba, or
 * nothing. */
static Machine block(const char *elastic, const char *real)
{
  char text[1200];
  snprintf(text, sizeof text,
           "return mechanism { name = \"block\", q = { \"x\", \"y\", \"z\" },"
           " inputs = { \"fx\", \"fy\" }, real = \"%s\","
           " mass = function(q) return {{2,0,0},{0,2,0},{0,0,2}} end,"
           " force = function(q, qd, t, u) return { u.fx, u.fy, -2*9.81 } end,"
           " constraint = function(q) return { q.z } end,"
           " contact = function(q) return { q.x, q.y, q.z } end,"
           " friction = lugre { sigma0 = 1e5, sigma1 = 300, mu_c = 0.3,"
           "   mu_s = 0.4, v_s = 1e-3 %s } }",
           real, elastic);
  return machine_of_text(text);
}

/* ---- creep ------------------------------------------------------------- */

/* Returns the distance that the block moves from the second oscillation of a
 * load to the hundredth. */
static double creep(const char *elastic, const char *real)
{
  enum { SWINGS = 100, STEPS = 50 };
  Machine m = block(elastic, real);
  double s[9] = {0}, began[2] = {0};
  const double held = mu_c * load;
  for (int i = 0; i < SWINGS * STEPS; i++) {
    const double turn = 2 * TEST_PI * i / STEPS;
    const double push[2] = {held * (0.45 + 0.35 * sin(turn)),
                            held * 0.35 * cos(turn)};
    machine_step(&m, s, push, 1e-3 * i, 1e-3);
    if (i == 2 * STEPS - 1) began[0] = s[0], began[1] = s[1];
  }
  machine_close(&m);
  return hypot(s[0] - began[0], s[1] - began[1]);
}

Test(mechanism_elastic, what_holds_does_not_creep)
{
  const double reach = mu_c / sigma0;
  const double plain = creep("", "double");
  const double elastic = creep(", s_ba = 0.9", "double");
  const double of_float = creep(", s_ba = 0.9", "float");
  cr_expect_gt(plain, 10 * reach, "%g", plain);
  cr_expect_lt(elastic, 1e-3 * reach, "%g", elastic);
  cr_expect_lt(of_float, 1e-2 * reach, "%g", of_float);
}

Test(mechanism_elastic, what_holds_is_a_spring)
{
  Machine m = block(", s_ba = 0.9", "double");
  double s[9] = {0};
  const double push[2] = {0.6 * mu_c * load, -0.5 * mu_c * load};
  for (int i = 0; i < 2000; i++) machine_step(&m, s, push, 1e-2 * i, 1e-2);
  for (int k = 0; k < 2; k++)
    cr_expect_float_eq(s[k], push[k] / (sigma0 * load), 1e-9 * mu_c / sigma0,
                       "%g, not %g", s[k], push[k] / (sigma0 * load));
  machine_close(&m);
}

/* Beyond breakaway it slides: force mu_c*N against the slip. */
Test(mechanism_elastic, a_block_slides_as_others_do)
{
  Machine m = block(", s_ba = 0.9", "double");
  double s[9] = {0, 0, 0, 0.6, 0.8}, friction[3];
  double *out[] = {NULL, NULL, friction, NULL, NULL};
  const double none[2] = {0};
  for (int i = 0; i < 100; i++) machine_step(&m, s, none, 1e-3 * i, 1e-3);
  cr_expect_eq(machine_call(&m, "forces", s, none, 0, 0, out), 0);
  cr_expect_float_eq(friction[0], -0.6 * mu_c * load, 1e-2 * load);
  cr_expect_float_eq(friction[1], -0.8 * mu_c * load, 1e-2 * load);
  cr_expect_float_eq(hypot(s[3], s[4]), 1 - mu_c * 9.81 * 0.1, 1e-2);
  machine_close(&m);
}

/* ---- derivatives ------------------------------------------------------- */

enum { STATES = 9, COLUMNS = 6 }; /* columns: v and z; rates do not know q */

/* A change of the state: by h in one of the columns. */
static void rate_at(Machine *m, const double *s, int column, double h,
                    double *rate)
{
  static const double none[2] = {0};
  double moved[STATES];
  for (int i = 0; i < STATES; i++) moved[i] = s[i];
  moved[3 + column] += h;
  cr_assert_eq(machine_rate(m, moved, none, 0, rate), 0);
}

/* Differences of second order, from one side: h > 0 from above. */
static void one_sided(Machine *m, const double *s, int column, double h,
                      double *slope)
{
  double at[3][STATES];
  for (int k = 0; k < 3; k++) rate_at(m, s, column, k * h, at[k]);
  for (int i = 0; i < STATES; i++)
    slope[i] = (-3 * at[0][i] + 4 * at[1][i] - at[2][i]) / (2 * h);
}

static void get_jac(Machine *m, const double *s, double *jac)
{
  static const double none[2] = {0};
  double *out[] = {jac, NULL};
  cr_assert_eq(machine_call(m, "jac", s, none, 0, 0, out), 0);
}

/* The largest error of a column's rates of v and of z, each relative to their
 * largest derivative where bristles are plastic. */
static double column_error(const double *jac, const double *plastic, int column,
                           const double *slope)
{
  double worst = 0;
  for (int part = 1; part < 3; part++) {
    double size = 1e-9, error = 0;
    for (int i = 3 * part; i < 3 * part + 3; i++) {
      const int at = i * STATES + 3 + column;
      size = fmax(size, fabs(plastic[at]));
      error = fmax(error, fabs(jac[at] - slope[i]));
    }
    worst = fmax(worst, error / size);
  }
  return worst;
}

/* Bristles of a size, over zmax at that speed, and a slip at an angle. */
static void place(double share, double speed, double *s)
{
  const double g = mu_c + 0.1 * exp(-pow(speed / 1e-3, 2));
  const double size = share * g / sigma0;
  for (int i = 0; i < STATES; i++) s[i] = 0;
  s[3] = speed * cos(1.1);
  s[4] = speed * sin(1.1);
  s[6] = size * 0.6;
  s[7] = size * 0.64;
  s[8] = size * 0.48;
}

Test(mechanism_elastic, derivatives_are_right_from_both_sides_of_the_edges)
{
  static const double shares[] = {0.9, 1}, speeds[] = {1e-3, 0.1};
  Machine m = block(", s_ba = 0.9", "double");
  for (int i = 0; i < 4; i++) {
    double s[STATES], jac[STATES * STATES], plastic[STATES * STATES];
    double slope[STATES];
    const double speed = speeds[i / 2];
    place(1.3, speed, s);
    get_jac(&m, s, plastic);
    place(shares[i % 2], speed, s);
    get_jac(&m, s, jac);
    for (int c = 0; c < COLUMNS; c++)
      for (int side = -1; side <= 1; side += 2) {
        const double unit = c < 3 ? 1e-3 : mu_c / sigma0;
        one_sided(&m, s, c, side * 1e-5 * unit, slope);
        const double error = column_error(jac, plastic, c, slope);
        cr_expect_lt(error, 1e-4, "edge %g, %g m/s, column %d, side %d: %g",
                     shares[i % 2], speed, c, side, error);
      }
  }
  machine_close(&m);
}

/* At rest the law has a kink in |w|: the derivative is the mean of both sides.
 */
Test(mechanism_elastic, derivatives_at_rest_are_midway)
{
  static const double shares[] = {0, 0.5, 0.95, 1.3};
  Machine m = block(", s_ba = 0.9", "double");
  for (int i = 0; i < 4; i++) {
    double s[STATES], jac[STATES * STATES], plastic[STATES * STATES];
    double above[STATES], below[STATES];
    place(1.3, 1e-3, s);
    get_jac(&m, s, plastic);
    place(shares[i], 0, s);
    get_jac(&m, s, jac);
    for (int c = 0; c < COLUMNS; c++) {
      const double h = 1e-5 * (c < 3 ? 1e-3 : mu_c / sigma0);
      one_sided(&m, s, c, h, above);
      one_sided(&m, s, c, -h, below);
      for (int k = 0; k < STATES; k++) above[k] = (above[k] + below[k]) / 2;
      const double error = column_error(jac, plastic, c, above);
      cr_expect_lt(error, 1e-4, "bristles %g, column %d: %g", shares[i], c,
                   error);
    }
  }
  machine_close(&m);
}

/* ---- text -------------------------------------------------------------- */

Test(mechanism_elastic, solvers_compile_clean_everywhere)
{
  static const char *const compilers[] = {
      "gcc " STRICT " -O2", "clang " STRICT " -O2",
      "g++ -Wall -Wextra -Werror -Wdouble-promotion -x c++",
      "tcc -Wall -Werror"};
  static const char *const reals[] = {"double", "float"};
  const char *law = "mu_s = 0.5, v_s = 1e-3";
  static const char *const laws[] = {
      "mu_s = 0.5, v_s = 1e-3, s_ba = 0.9", "s_ba = 0.5",
      "mu_s = 0.5, v_s = 1e-3, gamma = 0.5, v_d = 0.1, s_ba = 0.99"};
  for (int i = 0; i < 6; i += soak_stride(5)) {
    cr_assert_eq(run_shell("sed 's/%s/%s/' %s > %s/b.lua && %s emit %s/b.lua "
                           "--set real=%s -o %s/o --descriptor",
                           law, laws[i / 2], LUGRE_BELT, folder, BRISTLE,
                           folder, reals[i % 2], folder),
                 0, "%s", printed);
    for (int k = 0; k < 4; k++)
      cr_expect_eq(run_shell("%s -c %s/o/belt_lugre.c -o %s/o.o", compilers[k],
                             folder, folder),
                   0, "%s, %s: %s\n%.1500s", laws[i / 2], reals[i % 2],
                   compilers[k], printed);
    cr_expect_eq(run_shell("%s verify %s/b.lua --set real=%s --backend=tcc",
                           BRISTLE, folder, reals[i % 2]),
                 0, "%s", printed);
  }
}
