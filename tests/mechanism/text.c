/* Tests of text about a mechanism and of times: the emitted header, the verbs,
 * pictures, the time of emission and of an evaluation. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(mechanism_text, .init = compiling_begin, .fini = compiling_end);

static const char *const specs[] = {BLOCK,     ARM,        HOOP, CRANK,
                                    DAHL_BELT, LUGRE_BELT, CHAIN};
enum { SPECS = sizeof specs / sizeof *specs };

static const char *base_of(const char *path)
{
  static char base[60];
  snprintf(base, sizeof base, "%s", strrchr(path, '/') + 1);
  *strrchr(base, '.') = 0;
  return base;
}

/* Returns the number after a text in the printed output. */
static double number_after(const char *text)
{
  const char *at = strstr(printed, text);
  cr_assert_not_null(at, "%s in %s", text, printed);
  return atof(at + strlen(text));
}

/* M = 1 and no friction: two constant accelerations, one of them 0. */
Test(mechanism_text, nothing_that_moves_verifies_too)
{
  static const char *const laws[] = {
      "", "friction = coulomb { mu = 0.3 }",
      "friction = dahl { sigma = 1e4, mu = 0.3 }"};
  static const char *const forces[] = {"0, -9.81", "0, 0"};
  for (int i = 0; i < 6; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "return mechanism { name = \"m\", q = { \"x\", \"y\" },"
             " mass = function() return {{1,0},{0,1}} end,"
             " force = function() return { %s } end,"
             " constraint = function(q) return { q.y } end,"
             " contact = function(q) return { q.x, q.y } end, %s }",
             forces[i % 2], laws[i / 2]);
    cr_expect_eq(
        run_shell("%s verify %s --backend=tcc", BRISTLE, save("m.lua", text)),
        0, "%s, %s\n%s", forces[i % 2], laws[i / 2], printed);
  }
}

/* Units do not change a result: a constraint in nanometres, a mass in tonnes.
 */
Test(mechanism_text, scales_do_not_count)
{
  static const double scales[][2] = {{1e-8, 1}, {1e9, 1}, {1, 1e6}};
  for (int i = 0; i < 3; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "return mechanism { name = \"m\", q = { \"x\", \"y\" },"
             " mass = function() return {{%g,0},{0,%g}} end,"
             " force = function() return { 0, -9.81*%g } end,"
             " constraint = function(q) return { %g*q.y } end,"
             " contact = function(q) return { q.x, q.y } end,"
             " friction = coulomb { mu = 0.3 } }",
             scales[i][1], scales[i][1], scales[i][1], scales[i][0]);
    const char *path = save("m.lua", text);
    cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE, path), 0,
                 "%s\n%s", text, printed);
    cr_expect_eq(run_shell("%s check %s", BRISTLE, path), 0, "%s", printed);
    cr_expect_null(strstr(printed, "warning"), "%s", printed);
  }
}

/* ---- verbs ------------------------------------------------------------- */

/* The law's own lint says up to which speed LuGre friction is passive; the
 * papers' parameters are passive up to a few cm/s only. */
static void expect_no_warning_but_of_passivity(void)
{
  static const char passivity[] =
      "warning: sigma1: the contact is passive only up to";
  for (const char *at = printed; (at = strstr(at, "warning")); at++)
    cr_expect(strncmp(at, passivity, strlen(passivity)) == 0, "%s", printed);
}

Test(mechanism_text, every_spec_is_checked_timed_and_drawn)
{
  for (size_t i = 0; i < SPECS; i++) {
    const char *spec = specs[i], *base = base_of(spec);
    cr_expect_eq(run_shell("%s check %s", BRISTLE, spec), 0, "%s", printed);
    expect_no_warning_but_of_passivity();
    cr_expect_gt(number_after("configurations tried"), 40, "%s", printed);
    cr_expect_gt(number_after("smallest over largest pivot of M"), 1e-3);
    cr_expect_gt(number_after("smallest pivot of A A', scaled"), 1e-3);
    if (i == 0 || in_soak()) {
      cr_expect_eq(run_shell("%s bench %s", BRISTLE, spec), 0, "%s", printed);
      cr_expect_gt(number_after("  cc "), 1, "%s", printed);
    }
    cr_expect_eq(run_shell("%s plot %s -o %s/p && cat %s/p/%s_motion.svg",
                           BRISTLE, spec, folder, folder, base),
                 0, "%s", printed);
    cr_expect_eq(run_shell("%s sim %s -o %s/m.csv --plot %s/m.svg && ! grep -q "
                           "nan %s/m.csv && grep -c 'normal force (N)' "
                           "%s/m.svg",
                           BRISTLE, spec, folder, folder, folder, folder),
                 0, "%s: %s", spec, printed);
  }
}

static void expect_lint(const char *mass, const char *constraint, int code,
                        const char *lint)
{
  char text[600];
  snprintf(text, sizeof text,
           "return mechanism { name = \"m\", q = { \"x\", \"y\" },"
           " mass = function(q) return {{1,0},{0,%s}} end,"
           " force = function() return { 0, -9.81 } end,"
           " constraint = function(q) return { %s } end,"
           " scenario = { duration = 1, dt = 1e-3, q = { 0, 0 } } }",
           mass, constraint);
  cr_expect_eq(run_shell("%s check %s", BRISTLE, save("m.lua", text)), code,
               "%s", printed);
  expect_in(printed, lint);
}

Test(mechanism_text, check_tells_of_what_is_singular)
{
  expect_lint("1", "q.y^2", 0, "A loses rank in 50 of 50 configurations");
  expect_lint("1", "q.y^2 + 1", 2, "constraint 1 is still 1; give q that do");
  expect_lint("1", "q.y - 1", 0,
              "moved onto them: q = { 0, 1 }, qd = { 0, 0 }");
  expect_lint("(q.y - 0.6)^2 - 1e-4", "q.y - 0.6", 1,
              "M is not positive definite in 50 of 50");
}

/* y misses x^2 by 0.05, and its rate is missing. */
Test(mechanism_text, a_start_off_the_constraints_is_moved_onto_them)
{
  static const char off[] =
      "return mechanism { name = \"m\", q = { \"x\", \"y\" },\n"
      " mass = function(q) return {{1,0},{0,1}} end,\n"
      " force = function() return { 0, -9.81 } end,\n"
      " constraint = function(q) return { q.y - q.x^2 } end,\n"
      " scenario = { duration = 0.01, dt = 1e-3, q = { 0.5, 0.3 },\n"
      "   qd = { 1, 0 } } }\n";
  const char *path = save("m.lua", off);
  cr_expect_eq(run_shell("%s check %s", BRISTLE, path), 0, "%s", printed);
  expect_in(printed, "misses the constraints (by 0.05, rate ");
  cr_assert_eq(run_shell("%s sim %s -o %s/m.csv --backend=reference && "
                         "awk -F, 'NR == 2 || $1 == \"0\" { print \"off \""
                         " $3 - $2^2, \"rate \" $5 - 2*$2*$4, \"x \" $2 }' "
                         "%s/m.csv",
                         BRISTLE, path, folder, folder),
               0, "%s", printed);
  cr_expect_float_eq(number_after("off "), 0, 1e-9, "%s", printed);
  cr_expect_float_eq(number_after("rate "), 0, 1e-9, "%s", printed);
  cr_expect_float_eq(number_after("x "), 0.5, 0.05, "%s", printed);
  cr_assert_eq(run_shell("%s emit %s -o %s/o --example && "
                         "grep 'q\\[2\\] = ' -A1 %s/o/*.c",
                         BRISTLE, path, folder, folder),
               0, "%s", printed);
  cr_expect_null(strstr(printed, "0.3"), "%s", printed);
}

/* ---- times ------------------------------------------------------------- */

/* Processor time; it takes 0.1 s and 0.4 s on a desktop. */
Test(mechanism_text, solvers_of_two_and_six_coordinates_are_emitted_in_10_s)
{
  static const char *const both[] = {ARM, CHAIN};
  for (int i = 0; i < 2; i++) {
    cr_assert_eq(run_shell("bash -c 'TIMEFORMAT=\"took %%U\"; time %s emit %s "
                           "-o %s/o'",
                           BRISTLE, both[i], folder),
                 0, "%s", printed);
    cr_expect_lt(number_after("took "), 10, "%s: %s", both[i], printed);
  }
}

/* `make bench-arm` measures it; here others may use the machine. */
Test(mechanism_text, the_arm_takes_no_multiple_of_one_by_hand)
{
  double best = INFINITY;
  cr_assert_eq(run_shell("%s emit %s -o %s/o && cc -std=c11 -O3 -march=native "
                         "-fno-math-errno -fno-trapping-math "
                         "-ffp-contract=fast -I%s/o -Itests tests/bench/arm.c "
                         "%s/o/arm_on_parabola.c -lm -o %s/arm",
                         BRISTLE, ARM, folder, folder, folder, folder),
               0, "%s", printed);
  for (int i = 0; i < 5 && !(best < 2); i++) {
    cr_assert_eq(run_shell("%s/arm", folder), 0, "%s", printed);
    best = fmin(best, number_after("ratio "));
  }
  cr_expect_lt(best, 2, "%g", best);
}
