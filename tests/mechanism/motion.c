/* Tests of motions of mechanisms: exact results, energies, order of
 * steps. Belts that stick and slip are in tests/laws. */
#include <criterion/criterion.h>
#include <math.h>

#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/support.h"

TestSuite(mechanism_motion, .init = compiling_begin, .fini = compiling_end);

Test(mechanism_motion, hoop_slows_a_bead_as_it_must)
{
  static const char *const free_of_baumgarte[] = {"baumgarte  = { 20, 20 },",
                                                  "", NULL};
  Machine m = machine_new(HOOP, free_of_baumgarte);
  double y[4] = {0.5, 0, 0, 2};
  for (int i = 0; i < 10; i++) {
    motion_until(machine_motion, NULL, &m, 4, 0.1 * i, 0.1 * (i + 1), y);
    const double should = 2 / (1 + 0.2 * 2 * 0.1 * (i + 1) / 0.5);
    cr_expect_float_eq(hypot(y[2], y[3]), should, 1e-9, "%.12g, not %.12g",
                       hypot(y[2], y[3]), should);
  }
  machine_close(&m);
}

Test(mechanism_motion, block_has_the_normal_force_and_friction_of_the_paper)
{
  Machine m = machine_new(BLOCK, NULL);
  const double sliding[4] = {0, 0, 0.5, 0}, resting[4] = {0};
  double push = 5, normal[2], along[2], friction[2], rate[4];
  double *out[] = {normal, along, friction, NULL, NULL};
  cr_expect_eq(machine_call(&m, "forces", sliding, &push, 0, 0, out), 0);
  cr_expect_float_eq(normal[0], 0, 1e-12);
  cr_expect_float_eq(normal[1], 2 * 9.81, 1e-12);
  cr_expect_float_eq(friction[0], -0.3 * 2 * 9.81, 1e-12);
  cr_expect_float_eq(along[0], 5, 1e-12);
  cr_expect_eq(machine_call(&m, "forces", resting, &push, 0, 0, out), 0);
  cr_expect_float_eq(friction[0], -5, 1e-12, "held");
  machine_rate(&m, resting, &push, 0, rate);
  cr_expect_float_eq(rate[2], 0, 1e-12);
  push = -8;
  cr_expect_eq(machine_call(&m, "forces", resting, &push, 0, 0, out), 0);
  cr_expect_float_eq(friction[0], 0.4 * 2 * 9.81, 1e-12, "starting");
  machine_close(&m);
}

static double crank_energy(const double *s)
{
  const double r = 0.05, l = 0.15;
  const double vx = -r * sin(s[0]) * s[4] - l / 2 * sin(s[1]) * s[5];
  const double vy = r * cos(s[0]) * s[4] + l / 2 * cos(s[1]) * s[5];
  return 1e-3 * s[4] * s[4] + 3e-4 * s[5] * s[5] + 0.15 * (vx * vx + vy * vy) +
         0.2 * (s[6] * s[6] + s[7] * s[7]) +
         9.81 * (0.3 * (r * sin(s[0]) + l / 2 * sin(s[1])) + 0.4 * s[3]);
}

Test(mechanism_motion, crank_without_friction_keeps_its_energy)
{
  static const char *const free_motion[] = {
      "mu = 0.1,", "mu = 0,", "baumgarte = { 50, 50 },", "", NULL};
  Machine m = machine_new(CRANK, free_motion);
  double y[8] = {0, 0, 0.2, 0, 30, -10, 0, 0};
  const double before = crank_energy(y);
  motion_until(machine_motion, NULL, &m, 8, 0, 0.5, y);
  cr_expect_gt(y[0], 12, "it turns");
  cr_expect_float_eq(crank_energy(y) / before, 1, 1e-8, "%.12g, not %.12g",
                     crank_energy(y), before);
  machine_close(&m);
}

/* y[8] is the work of friction. */
static int crank_with_work(double t, const double *y, double *dy, void *context)
{
  const double none = 0;
  double Qf[4], *out[] = {NULL, NULL, NULL, NULL, Qf};
  if (machine_rate(context, y, &none, t, dy) != 0 ||
      machine_call(context, "forces", y, &none, t, 0, out) != 0)
    return -1;
  dy[8] = 0;
  for (int i = 0; i < 4; i++) dy[8] += Qf[i] * y[4 + i];
  return 0;
}

Test(mechanism_motion, energy_lost_is_the_work_of_friction)
{
  static const char *const exact[] = {"baumgarte = { 50, 50 },", "", NULL};
  Machine m = machine_new(CRANK, exact);
  /* From a quarter turn, where the piston is well away from both ends. */
  double y[9] = {1.0, 0, 0, 0, 30, 0, 0, 0, 0};
  y[1] = -asin(0.05 * sin(y[0]) / 0.15);
  y[2] = 0.05 * cos(y[0]) + 0.15 * cos(y[1]);
  y[5] = -0.05 * cos(y[0]) * y[4] / (0.15 * cos(y[1]));
  y[6] = -0.05 * sin(y[0]) * y[4] - 0.15 * sin(y[1]) * y[5];
  const double before = crank_energy(y);
  motion_until(crank_with_work, NULL, &m, 9, 0, 0.05, y);
  cr_expect_lt(y[8], -1e-3);
  cr_expect_float_eq(crank_energy(y) - before, y[8], 1e-9);
  machine_close(&m);
}

/* ---- steps -------------------------------------------------------------- */

Test(mechanism_motion, steps_are_of_second_order)
{
  double errors[2], exact[4] = {0.5, 0, 0, 2};
  Machine m = machine_new(HOOP, NULL);
  motion_until(machine_motion, NULL, &m, 4, 0, 0.4, exact);
  for (int i = 0; i < 2; i++) {
    double y[4] = {0.5, 0, 0, 2};
    const int steps = i ? 160 : 80;
    for (int k = 0; k < steps; k++)
      machine_step(&m, y, NULL, 0.4 * k / steps, 0.4 / steps);
    errors[i] = max_relative_error(y, exact, 4);
  }
  const double order = convergence_order(errors[0], errors[1], 2);
  cr_expect(order > 1.8 && order < 2.3, "order %g", order);
  machine_close(&m);
}
