/* Tests of mechanisms in single precision: solvers verify, the text has no
 * doubles, and motions agree with those of doubles. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(mechanism_float, .init = compiling_begin, .fini = compiling_end);

static const char *const specs[] = {BLOCK,     ARM,        HOOP,
                                    DAHL_BELT, LUGRE_BELT, CRANK};
enum { SPECS = sizeof specs / sizeof *specs };

Test(mechanism_float, every_law_verifies)
{
  const size_t count = in_soak() ? SPECS : SPECS - 1; /* the crank: 6 s */
  for (size_t i = 0; i < count; i++)
    cr_expect_eq(run_shell("%s verify %s --set real=float --backend=tcc",
                           BRISTLE, specs[i]),
                 0, "%s\n%s", specs[i], printed);
}

/* A slip has fewer digits than the bristles need, or none of a column counts.
 */
Test(mechanism_float, stiff_bristles_verify)
{
  static const char *const laws[][2] = {
      {CRANK, "dahl { sigma = 4.7e6, mu = 0.15 }"},
      {CRANK,
       "lugre { sigma0 = 200, mu_c = 1.48, mu_s = 2.01, v_s = 5.6e-4,"
       " v_d = 1.7e-3, s_ba = 0.327 }"}};
  const size_t stride = (size_t)soak_stride(2);
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i += stride) {
    cr_assert_eq(run_shell("sed 's/friction .*,/friction = %s,/' %s "
                           "> %s/stiff.lua",
                           laws[i][1], laws[i][0], folder),
                 0, "%s", printed);
    cr_expect_eq(run_shell("%s verify %s/stiff.lua --set real=float "
                           "--backend=tcc",
                           BRISTLE, folder),
                 0, "%s\n%s", laws[i][1], printed);
  }
}

Test(mechanism_float, no_double_sneaks_in)
{
  const char *const compilers[] = {
      in_soak() ? "gcc " STRICT " -O2" : "gcc " STRICT " -O1",
      in_soak() ? "clang " STRICT " -O2" : "clang " STRICT " -fsyntax-only",
      "g++ -Wall -Wextra -Werror -Wdouble-promotion -fsyntax-only -x c++"};
  for (size_t i = 0; i < SPECS; i++) {
    cr_assert_eq(run_shell("%s emit %s --set real=float --example -o %s/o",
                           BRISTLE, specs[i], folder),
                 0, "%s", printed);
    for (size_t k = 0; k < 3; k++)
      cr_expect_eq(run_shell("for f in %s/o/*.c; do %s -I%s/o -c $f -o %s/o.o "
                             "|| exit 1; done",
                             folder, compilers[k], folder, folder),
                   0, "%s: %s\n%.1500s", specs[i], compilers[k], printed);
    run_shell("rm -r %s/o", folder);
  }
}

/* For four seconds; the block starts, turns and rests. */
Test(mechanism_float, motions_are_those_of_doubles)
{
  static const char *const as_float[] = {
      "constraint =", "real = \"float\", constraint =", NULL};
  static const char *const moving[] = {BLOCK, ARM};
  for (int i = 0; i < 2; i++) {
    Machine a = machine_new(moving[i], NULL);
    Machine b = machine_new(moving[i], as_float);
    double s[2][4] = {{0}}, apart = 0, size = 0;
    for (int k = 0; k < 2 && i == 1; k++) {
      s[k][0] = -1.1991105926253345;
      s[k][1] = 2.1031932856215656;
    }
    for (int step = 0; step < 800; step++) {
      const double t = 5e-3 * step;
      const double u[2] = {i ? 5 * sin(t) : 9 * sin(t), 2};
      machine_step(&a, s[0], u, t, 5e-3);
      machine_step(&b, s[1], u, t, 5e-3);
      for (int k = 0; k < 4; k++) {
        apart = fmax(apart, fabs(s[0][k] - s[1][k]));
        size = fmax(size, fabs(s[0][k]));
      }
    }
    cr_expect_lt(apart, 1e-3 * size, "%s: %g of %g", moving[i], apart, size);
    cr_expect_gt(apart, 0, "they are not the same code");
    machine_close(&a);
    machine_close(&b);
  }
}

/* A contact held by friction must not creep by rounding. */
Test(mechanism_float, a_held_block_stays_where_it_is)
{
  static const char *const as_float[] = {
      "constraint =", "real = \"float\", constraint =", NULL};
  Machine m = machine_new(BLOCK, as_float);
  double s[4] = {0.3, 0, 0.2, 0};
  const double push = 5;
  double stopped = NAN;
  for (int step = 0; step < 20000; step++) {
    machine_step(&m, s, &push, 1e-3 * step, 1e-3);
    if (step == 2000) stopped = s[0];
  }
  cr_expect_float_eq(s[0], stopped, 1e-7, "%.9g, then %.9g", stopped, s[0]);
  machine_close(&m);
}

/* What is left at the start of such a step is less than micrometres a second.
 */
Test(mechanism_float, a_push_of_a_millinewton_is_felt)
{
  static const char *const elastic[] = {
      "coulomb { mu = 0.3, mu_s = 0.4 }",
      "lugre { sigma0 = 100, sigma1 = 1, mu_c = 0.3, s_ba = 0.9 }, real = "
      "\"float\"",
      NULL};
  Machine m = machine_new(BLOCK, elastic);
  double s[6] = {0};
  const double push = 1e-3, k = 100 * 9.81, dt = 1e-3;
  for (int step = 0; step < 100; step++)
    machine_step(&m, s, &push, dt * step, dt);
  /* x'' + sigma1*g*x' + sigma0*g*x = push/m, from rest */
  const double d = 9.81 / 2, w = sqrt(k - d * d), t = 100 * dt;
  const double x =
      push / 2 / k * (1 - exp(-d * t) * (cos(w * t) + d / w * sin(w * t)));
  cr_expect_float_eq(s[0], x, 2e-2 * push / 2 / k, "%g, not %g", s[0], x);
  machine_close(&m);
}

Test(mechanism_float, a_speed_below_rounding_is_no_rest)
{
  cr_expect_eq(run_shell("%s check %s --set real=float", BRISTLE,
                         save("rest.lua",
                              "return mechanism { name = 'm',\n"
                              "q = { 'x', 'y' },\n"
                              "mass = function() return {{1,0},{0,1}} end,\n"
                              "force = function() return { 0, -9 } end,\n"
                              "constraint = function(q) return { q.y } end,\n"
                              "contact = function(q) return { q.x, q.y } end,\n"
                              "friction = coulomb { mu = 1,\n"
                              "v_rest = 1e-8 } }")),
               2, "%s", printed);
  expect_in(printed,
            "rest.lua:8: v_rest must be at least 1e-06 m/s with real = "
            "\"float\", got 1e-08");
}
