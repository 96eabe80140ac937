/* Tests of the kind `mechanism` as a whole: every spec and other shapes verify,
 * compile everywhere, and return a status if the motion is not unique. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "bristle_rt.h"
#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(mechanism, .init = compiling_begin, .fini = compiling_end);

static const char *const specs[] = {BLOCK,      ARM,   HOOP, DAHL_BELT,
                                    LUGRE_BELT, CRANK, CHAIN};
enum { SPECS = sizeof specs / sizeof *specs };

/* ---- every spec -------------------------------------------------------- */

/* The crank and the chain take 20 s: they verify in `make soak`. */
Test(mechanism, every_spec_verifies)
{
  const size_t count = in_soak() ? SPECS : SPECS - 2;
  for (size_t i = 0; i < count; i++)
    cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE, specs[i]), 0,
                 "%s\n%s", specs[i], printed);
}

Test(mechanism, every_spec_compiles_clean_everywhere)
{
  static const char *const compilers[] = {"gcc " STRICT " -O2",
                                          "gcc " STRICT " -O3 -march=native",
                                          "clang " STRICT " -O2",
                                          "g++ -Wall -Wextra -Werror "
                                          "-x c++",
                                          "tcc -Wall -Werror"};
  for (size_t i = 0; i < SPECS; i++) {
    cr_assert_eq(run_shell("%s emit %s -o %s/o", BRISTLE, specs[i], folder), 0,
                 "%s", printed);
    const size_t stride = (size_t)soak_stride(5); /* each with one */
    for (size_t k = i % stride; k < sizeof compilers / sizeof *compilers;
         k += stride)
      cr_expect_eq(run_shell("%s -c %s/o/$(basename %s .lua).c -o %s/o.o",
                             compilers[k], folder, specs[i], folder),
                   0, "%s: %s\n%.1500s", specs[i], compilers[k], printed);
  }
}

/* ---- mechanisms of other shapes ---------------------------------------- */

#define FREE_POINT                                                    \
  "return mechanism { name = \"point\", q = { \"x\", \"y\", \"z\" }," \
  "  kinetic = function(q, qd) return 0.5*(qd.x^2 + qd.y^2 + qd.z^2)" \
  "    end, potential = function(q) return 9.81*q.z end,"             \
  "  contact = function(q) return { q.x, q.y, q.z } end,"

/* No side slip, nonholonomic, with time in it. */
#define SKATE                                                            \
  "return mechanism { name = \"skate\", q = { \"x\", \"y\", \"th\" },"   \
  "  inputs = { \"f\", \"tau\" },"                                       \
  "  mass = function(q) return {{2, 0, 0}, {0, 2, 0}, {0, 0, 0.3}} end," \
  "  force = function(q, qd, t, u) return"                               \
  "    { u.f*math.cos(q.th), u.f*math.sin(q.th), u.tau } end,"           \
  "  velocity_constraint = function(q, t) return"                        \
  "    {{ -math.sin(q.th), math.cos(q.th), 0 }}, { 0.1*t } end,"         \
  "  contact = function(q) return { q.x, q.y } end,"                     \
  "  normal = \"coupled\", baumgarte = { 5, 0 },"                        \
  "  scenario = { duration = 1, dt = 1e-3, q = { 0, 0, 0.3 },"           \
  "    qd = { 1, 0.3, 0.5 }, input = function(t) return { 1, t } end },"

static const char *const shapes[] = {
    /* on a sphere, on a wire: one and two directions to slide in */
    FREE_POINT
    "constraint = function(q) return { q.x^2 + q.y^2 + q.z^2 - 1 } end,"
    "friction = coulomb { mu = 0.3, mu_s = 0.4 },"
    "scenario = { duration = 1, dt = 1e-3, q = { 0.6, 0, -0.8 } } }",
    FREE_POINT
    "constraint = function(q) return { q.x - math.cos(3*q.z),"
    " q.y - math.sin(3*q.z) } end, normal = \"coupled\","
    "friction = coulomb { mu = 0.3, mu_s = 0.4 },"
    "scenario = { duration = 1, dt = 1e-3, q = { 1, 0, 0 } } }",
    /* Dahl's curve with a power, in space */
    FREE_POINT
    "constraint = function(q) return { q.z - 0.2*q.x^2 - 0.1*math.sin(q.y) }"
    " end, friction = dahl { sigma = 300, alpha = 1.7, mu = 0.4 },"
    "normal = \"coupled\", baumgarte = { 3, 3 },"
    "scenario = { duration = 1, dt = 1e-3, q = { 0.6, 0, 0.072 } } }",
    /* elasto-plastic bristles in space, over a law that is steep at rest */
    FREE_POINT
    "constraint = function(q) return { q.z - 0.2*q.x^2 - 0.1*math.sin(q.y) }"
    " end, friction = lugre { sigma0 = 1e5, sigma1 = 300, sigma2 = 0.1,"
    "  mu_c = 0.4, mu_s = 0.5, v_s = 1e-2, gamma = 0.5, s_ba = 0.7,"
    "  v_d = 0.1 }, normal = \"coupled\", baumgarte = { 3, 3 },"
    "scenario = { duration = 1, dt = 1e-3, q = { 0.6, 0, 0.072 } } }",
    /* the same with a law of their own, and on two surfaces */
    FREE_POINT
    "constraint = function(q) return { q.z, q.y - 0.3*math.sin(q.x) } end,"
    "friction = lugre { sigma0 = 1e6, sigma1 = 500, mu_c = 0.3, mu_s = 0.4,"
    "  stribeck = function(s) return 0.4 - 0.1*s/(s + 0.1) end,"
    "  s_ba = 0.95 }, scenario = { duration = 1, dt = 1e-3,"
    "  q = { 0.6, 0.169, 0 } } }",
    SKATE "friction = coulomb { mu = 0.2 } }",
    SKATE
    "friction = lugre { sigma0 = 1e4, sigma1 = 10, sigma2 = 0.1,"
    "  mu_c = 0.2, mu_s = 0.3, v_s = 0.01, gamma = 3, v_d = 0.1 } }",
    /* no friction, no contact, time in the energy and in the constraint */
    "return mechanism { name = \"free\", q = { \"a\", \"b\" },"
    "  kinetic = function(q, qd, t) return 0.5*qd.a^2*(2 + math.cos(q.b + t))"
    "    + 0.3*qd.a*qd.b + qd.b^2 + 0.2*qd.a end,"
    "  constraint = function(q, t) return { q.a + math.sin(q.b) - t } end }"};

Test(mechanism, other_shapes_verify)
{
  const size_t stride = (size_t)soak_stride(2);
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i += stride)
    cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE,
                           save("shape.lua", shapes[i])),
                 0, "%s\n%s", shapes[i], printed);
}

Test(mechanism, other_shapes_compile_clean)
{
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    cr_expect_eq(run_shell("rm -rf %s/o; %s emit %s -o %s/o", folder, BRISTLE,
                           save("shape.lua", shapes[i]), folder),
                 0, "%s\n%.1500s", shapes[i], printed);
    expect_accepted("o/*.c", (int)i, shapes[i]);
  }
}

Test(mechanism, friction_that_locks_is_told)
{
  /* A rod that is pushed over a floor, Painleve's: J and M couple push and
   * load so that mu = 3 leaves no unique normal force, and mu = 0.1 does. */
  static const char *const mu[] = {"0.1", "3"};
  for (int i = 0; i < 2; i++) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "local c, s = math.cos, math.sin "
        "return mechanism { name = \"rod\", q = { \"x\", \"y\", \"th\" },"
        " mass = function(q) return {{1,0,0},{0,1,0},{0,0,1/12}} end,"
        " force = function(q) return { 0, -9.81, 0 } end,"
        " constraint = function(q) return { q.y - s(q.th)/2 } end,"
        " contact = function(q) return { q.x - c(q.th)/2, q.y - s(q.th)/2 }"
        " end, friction = coulomb { mu = %s }, normal = \"coupled\" }",
        mu[i]);
    Machine m = machine_of_text(text);
    const double state[6] = {0, 0.5 * sin(1.1), 1.1, -1, 0, 0};
    double rate[6];
    const int status = machine_rate(&m, state, NULL, 0, rate);
    cr_expect_eq(status, i ? BR_NOT_UNIQUE : BR_OK, "mu = %s: %d", mu[i],
                 status);
    if (i)
      for (int k = 0; k < 6; k++) cr_expect_eq(rate[k], 0);
    machine_close(&m);
  }
}

Test(mechanism, constraints_that_lose_rank_are_told)
{
  Machine m = machine_of_text(
      "return mechanism { name = \"m\", q = { \"x\", \"y\" },"
      " mass = function(q) return {{1, 0}, {0, 1}} end,"
      " force = function(q) return { 0, -1 } end,"
      " constraint = function(q) return { q.x^2 - q.y^2 } end,"
      " scenario = { duration = 1, dt = 1e-3, q = { 1, 1 } } }");
  const double there[4] = {0, 0, 1, 1}, here[4] = {1, 1, 1, 1};
  double rate[4];
  cr_expect_eq(machine_rate(&m, there, NULL, 0, rate), BR_NOT_UNIQUE);
  cr_expect_eq(machine_rate(&m, here, NULL, 0, rate), BR_OK);
  machine_close(&m);
}
