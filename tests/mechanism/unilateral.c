/* Tests of surfaces that only push: a bead on top of a hoop leaves it at the
 * angle derived by hand, and then falls along a parabola. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bristle_rt.h"
#include "mechanism/machine.h"
#include "support/compiling.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(mechanism_unilateral, .init = compiling_begin, .fini = compiling_end);

#define MU "0.2"
#define BEAD                                                              \
  "return mechanism { name = \"it\", q = { \"x\", \"y\" },\n"             \
  "  kinetic = function(q, qd) return 0.05*(qd.x^2 + qd.y^2) end,\n"      \
  "  potential = function(q) return 0.981*q.y end,\n"                     \
  "  constraint = function(q) return { q.x^2 + q.y^2 - 0.25 } end,\n"     \
  "  contact = function(q) return { q.x, q.y } end, unilateral = true,\n" \
  "  scenario = { duration = 1, dt = 1e-3, q = { 0, 0.5 },\n"             \
  "    qd = { 1.1, 0 } },\n"
static const double g = 9.81, radius = 0.5;

/* Returns v^2/(g R) at the angle from the top under Coulomb friction, from u0
 * at the top: u' = 2 sin - 2 mu (cos - u). */
static double speed_at(double angle, double u0)
{
  const double mu = 0.2, a = (4 * mu * mu - 2) / (1 + 4 * mu * mu);
  return (u0 - a) * exp(2 * mu * angle) + a * cos(angle) +
         2 * mu * (a - 1) * sin(angle);
}

/* The bead leaves where v^2/R = g cos(angle). */
static double leaving_angle(double u0)
{
  double low = 0, high = 1.5;
  for (int i = 0; i < 60; i++) {
    const double angle = (low + high) / 2;
    if (speed_at(angle, u0) < cos(angle))
      low = angle;
    else
      high = angle;
  }
  return low;
}

static int step(Machine *m, double *state, double dt)
{
  const int status = machine_call(m, "step", state, NULL, 0, dt, NULL);
  m->solver->functions->get(m->state, state);
  return status;
}

Test(mechanism_unilateral, a_bead_leaves_the_hoop_where_nothing_holds_it)
{
  static const char *const normals[] = {"ideal", "coupled"};
  for (int i = 0; i < 2; i++) {
    char text[1000];
    snprintf(text, sizeof text,
             BEAD "  normal = \"%s\", friction = coulomb { mu = " MU " } }\n",
             normals[i]);
    Machine m = machine_of_text(text);
    double y[4] = {0, radius, 1.1, 0};
    int status = 0, steps = 0;
    while (status == BR_OK && steps++ < 10000) status = step(&m, y, 1e-4);
    cr_assert_eq(status, BR_LIFTED, "%d", status);
    cr_expect_float_eq(atan2(y[0], y[1]),
                       leaving_angle(1.1 * 1.1 / (g * radius)), 1e-3, "%g",
                       atan2(y[0], y[1]));
    const double x[4] = {y[0], y[1], y[2], y[3]}, t = 0.05;
    cr_expect_eq(step(&m, y, t), BR_LIFTED);
    cr_expect_float_eq(y[0], x[0] + t * x[2], 1e-12);
    cr_expect_float_eq(y[1], x[1] + t * x[3] - g * t * t / 2, 1e-12);
    cr_expect_float_eq(y[2], x[2], 1e-12);
    cr_expect_float_eq(y[3], x[3] - g * t, 1e-12);
    machine_close(&m);
  }
}

Test(mechanism_unilateral, a_contact_that_lifts_has_no_forces)
{
  Machine m = machine_of_text(BEAD "  friction = coulomb { mu = " MU " } }\n");
  const double below[4] = {0, -0.5, 0.3, 0}, fast[4] = {0, 0.5, 2.3, 0};
  const double slow[4] = {0, 0.5, 2.1, 0};
  double rate[4], normal[2], friction[2], reaction[2], pull[2];
  double *const out[] = {normal, NULL, friction, reaction, pull};
  cr_expect_eq(machine_rate(&m, slow, NULL, 0, rate), BR_OK);
  cr_expect_float_eq(rate[3], -2.1 * 2.1 / radius, 1e-9);
  cr_expect_eq(machine_rate(&m, below, NULL, 0, rate), BR_LIFTED);
  cr_expect_float_eq(rate[3], -g, 1e-12);
  cr_expect_eq(machine_rate(&m, fast, NULL, 0, rate), BR_LIFTED);
  cr_expect(rate[0] == 2.3 && fabs(rate[2]) < 1e-12);
  cr_expect_float_eq(rate[3], -g, 1e-12);
  cr_expect_eq(machine_call(&m, "forces", fast, NULL, 0, 0, out), BR_LIFTED);
  for (int i = 0; i < 2; i++)
    cr_expect(normal[i] == 0 && friction[i] == 0 && reaction[i] == 0 &&
              pull[i] == 0);
  machine_close(&m);
}

static void save_bead(const char *rest)
{
  char text[1000];
  snprintf(text, sizeof text, BEAD "%s }\n", rest);
  save("it.lua", text);
}

Test(mechanism_unilateral, solvers_verify)
{
  static const char *const all[] = {
      "friction = coulomb { mu = 0.2, mu_s = 0.3 }",
      "friction = coulomb { mu = 0.2 }, normal = \"coupled\"",
      "friction = lugre { sigma0 = 1e4, sigma1 = 10, mu_c = 0.2, mu_s = 0.3,"
      " v_s = 0.01 }",
      "friction = lugre { sigma0 = 1e4, mu_c = 0.2, s_ba = 0.5 },"
      " real = \"float\"",
      "real = \"double\""};
  const size_t stride = (size_t)soak_stride(4);
  for (size_t i = 0; i < sizeof all / sizeof *all; i += stride) {
    save_bead(all[i]);
    cr_expect_eq(
        run_shell("%s verify %s/it.lua --backend=tcc", BRISTLE, folder), 0,
        "%s\n%s", all[i], printed);
  }
}

Test(mechanism_unilateral, verify_finds_a_surface_that_pulls)
{
  save_bead("friction = coulomb { mu = 0.2 }");
  cr_assert_eq(run_shell("%s emit %s/it.lua -o %s/o --descriptor && "
                         "sed 's/< 0.0;$/< -1e30;/' %s/o/it.c > %s/w.c && "
                         "! cmp -s %s/w.c %s/o/it.c && mv %s/w.c %s/o/it.c",
                         BRISTLE, folder, folder, folder, folder, folder,
                         folder, folder, folder),
               0, "%s", printed);
  cr_expect_eq(run_shell("%s verify %s/it.lua %s/o/it.c --backend=tcc", BRISTLE,
                         folder, folder),
               1, "%s", printed);
  expect_in(printed, "not 3");
}

static double number_after(const char *text)
{
  const char *at = strstr(printed, text);
  cr_assert_not_null(at, "no %s in %s", text, printed);
  return strtod(at + strlen(text), NULL);
}

Test(mechanism_unilateral, a_simulation_ends_where_the_contact_lifts)
{
  save_bead("friction = coulomb { mu = 0.2 }");
  const double angle = leaving_angle(1.1 * 1.1 / (g * radius));
  for (int i = 0; i < 2; i++) {
    cr_assert_eq(
        run_shell("%s sim %s/it.lua -o %s/it.csv --backend=%s "
                  "--set scenario.dt=0.01 && "
                  "awk -F, 'END { printf \"rows %%d angle %%.6f\","
                  " NR, atan2($2, $3) }' %s/it.csv",
                  BRISTLE, folder, folder, i ? "tcc" : "reference", folder),
        0, "%s", printed);
    cr_expect_lt(number_after("rows "), 90, "%s", printed);
    expect_in(printed, "it: note: the simulation ends at 0.");
    expect_in(printed, " s: the contact lifts");
    cr_expect_float_eq(number_after("angle "), angle, 0.05, "%s", printed);
  }
}
