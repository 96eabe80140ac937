/* Tests of motions of mechanisms: exact results, energies, stick and slip,
 * order of steps. */
#include <criterion/criterion.h>
#include <math.h>

#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/support.h"

TestSuite(mechanism_motion, .init = compiling_begin, .fini = compiling_end,
          .timeout = 120);

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

/* ---- stick and slip ---------------------------------------------------- */

/* Times of sticking and slipping on the belt, read off the slip speed; those of
 * the second time that it sticks. */
static void belt_times(Machine *m, double dt, double sticking, double *stick,
                       double *slip)
{
  double y[6] = {0, 0, 0.1, 0, 0, 0}, began = -1, ended = -1;
  int turns = 0;
  bool was_sticking = true;
  *stick = *slip = NAN;
  for (long i = 0; (double)i * dt < 6 && turns < 3; i++) {
    machine_step(m, y, NULL, (double)i * dt, dt);
    const double t = (double)(i + 1) * dt;
    const bool is_sticking = fabs(y[2] - 0.1) < sticking;
    if (is_sticking == was_sticking) continue;
    if (is_sticking) {
      began = t;
      if (turns == 1) *slip = t - ended;
    } else {
      ended = t;
      if (++turns == 2) {
        *stick = t - began;
        return;
      }
    }
    was_sticking = is_sticking;
  }
}

static const double belt_k = 100, belt_v = 0.1, belt_df = 0.2 * 9.81;

static double exact_stick(void)
{
  return 2 * belt_df / (belt_k * belt_v);
}

static double exact_slip(void)
{
  const double omega = sqrt(belt_k);
  return 2 / omega * (TEST_PI - atan(belt_df * omega / (belt_k * belt_v)));
}

Test(mechanism_motion, belt_sticks_and_slips_for_the_exact_times)
{
  static const char *const coulomb[] = {
      "lugre { sigma0 = 1e5, sigma1 = 100, mu_c = 0.3, mu_s = 0.5, v_s = 1e-3 "
      "}",
      "coulomb { mu = 0.3, mu_s = 0.5 }", NULL};
  Machine m = machine_new(LUGRE_BELT, coulomb);
  const double steps[] = {4e-3, 1e-3};
  for (int i = 0; i < 2; i++) {
    double stick, slip;
    belt_times(&m, steps[i], 1e-6, &stick, &slip);
    cr_expect_float_eq(stick, exact_stick(), 3 * steps[i], "%g, not %g", stick,
                       exact_stick());
    cr_expect_float_eq(slip, exact_slip(), 3 * steps[i], "%g, not %g", slip,
                       exact_slip());
  }
  machine_close(&m);
}

Test(mechanism_motion, stiff_bristles_approach_the_exact_times)
{
  static const char *const stiff[] = {
      "sigma0 = 1e5, sigma1 = 100, mu_c = 0.3, mu_s = 0.5, v_s = 1e-3",
      "sigma0 = 1e8, sigma1 = 3000, mu_c = 0.3, mu_s = 0.5, v_s = 1e-4", NULL};
  double errors[2];
  for (int i = 0; i < 2; i++) {
    Machine m = machine_new(LUGRE_BELT, i ? stiff : NULL);
    double stick, slip;
    belt_times(&m, 2e-4, 5e-3, &stick, &slip);
    errors[i] = fabs(stick - exact_stick()) + fabs(slip - exact_slip());
    cr_expect(errors[i] < 0.05, "stick %g, not %g; slip %g, not %g", stick,
              exact_stick(), slip, exact_slip());
    machine_close(&m);
  }
  cr_expect(errors[1] < 0.6 * errors[0], "%g, then %g", errors[0], errors[1]);
}

/* Dahl's block sticks until t1 = Fc/(k vb), then slides as Fc and spring let
 * it, x = Fc/k + vb/omega sin(omega (t - t1)), as sigma grows; its worst error.
 */
static double dahl_belt_error(const char *sigma)
{
  const char *const replaced[] = {"sigma = 2e5", sigma, NULL};
  const double omega = sqrt(belt_k), fc = 0.4 * 9.81;
  const double t1 = fc / (belt_k * belt_v), dt = 5e-4;
  double y[6] = {0, 0, belt_v}, worst = 0;
  Machine m = machine_new(DAHL_BELT, replaced);
  for (long i = 0; i < 6000; i++) {
    const double t = (double)(i + 1) * dt;
    machine_step(&m, y, NULL, (double)i * dt, dt);
    const double x = t < t1
                         ? belt_v * t
                         : fc / belt_k + belt_v / omega * sin(omega * (t - t1));
    worst = fmax(worst, fabs(y[0] - x));
  }
  machine_close(&m);
  return worst;
}

Test(mechanism_motion, stiffer_dahl_belts_approach_the_exact_motion)
{
  const double soft = dahl_belt_error("sigma = 2e5");
  const double stiff = dahl_belt_error("sigma = 2e7");
  cr_expect_lt(soft, 1e-3, "%g", soft);
  cr_expect_lt(stiff, 0.1 * soft, "%g, then %g", soft, stiff);
}

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
