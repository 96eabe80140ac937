/* Tests of joints against exact results: one step in place of many, the curves
 * of Dahl and LuGre, loops, drift, a block on a belt, loads that fall, mirror
 * images, energy, and derivatives of the emitted step itself. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "bristle_rt.h"
#include "results/results.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(joint_exact, .init = compiling_begin, .fini = compiling_end);

/* ---- an axis that is compiled in this process
 * -------------------------------- */

typedef struct Axis {
  Emission e;
  const Solver *solver;
  void *state;
} Axis;

static Axis axis_of(const char *keys)
{
  char text[1500];
  snprintf(text, sizeof text, "return joint { name = \"axis\", %s }", keys);
  Axis a = {.e = emit_whole(text)};
  cr_assert_null(a.e.error, "%s\n%s", keys, a.e.error);
  a.solver = open_solver(&a.e, &tcc_backend);
  a.state = solver_state(a.e.loaded.run, a.solver);
  return a;
}

static double state_of(const Axis *a)
{
  double z;
  a->solver->functions->get(a->state, &z);
  return z;
}

static void set_state(const Axis *a, double z)
{
  a->solver->functions->set(a->state, &z);
}

/* Makes a step of an axis without position; load is used if there is one. */
static double step_loaded(const Axis *a, double v, double load, bool has_load,
                          double dt)
{
  const double *const in[] = {&v, has_load ? &load : &dt, &dt};
  double force;
  double *const out[] = {&force};
  const int status =
      solver_call(a->e.loaded.run, a->solver, "step", a->state, in, out);
  cr_assert_eq(status, BR_OK, "status %d at v = %g", status, v);
  return force;
}

static double step(const Axis *a, double v, double dt)
{
  return step_loaded(a, v, 0, false, dt);
}

/* ---- 1: two steps are one
 * ------------------------------------------------------ */

/* Returns the largest error over the limit of 2000 random pairs of steps. */
static double semigroup_error(const char *keys, double zmax)
{
  const Axis a = axis_of(keys);
  const bool is_float = strstr(keys, "float") != NULL;
  uint64_t seed = 7;
  double worst = 0;
  for (int i = 0; i < 2000; i++) {
    const double v = random_in(&seed, -0.5, 0.5);
    const double dt = pow(10, random_in(&seed, -6, -2));
    const double share = random_in(&seed, 0, 1), first = share * dt;
    const double second =
        is_float ? (double)((float)dt - (float)first) : dt - first;
    const double z = random_in(&seed, -1, 1) * zmax;
    set_state(&a, z);
    step(&a, v, dt);
    const double whole = state_of(&a);
    set_state(&a, z);
    step(&a, v, first);
    step(&a, v, second);
    worst = fmax(worst, fabs(state_of(&a) - whole) / zmax);
  }
  return worst;
}

Test(joint_exact, two_steps_are_one)
{
  static const double shares[] = {0, 0.01, 0.5, 0.8, 0.95, 0.99};
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
    for (int is_float = 0; is_float < 2; is_float++) {
      char keys[300], bent[40] = "";
      if (shares[i] > 0) snprintf(bent, sizeof bent, ", s_ba = %g", shares[i]);
      snprintf(keys, sizeof keys,
               "friction = lugre { F_c = 1.2, F_s = 1.6, v_s = 0.05, sigma0 = "
               "900%s }%s",
               bent, is_float ? ", real = \"float\"" : "");
      const double error = semigroup_error(keys, 1.6 / 900);
      cr_expect_lt(error, is_float ? 3e-6 : 1e-9, "%s: %g", keys, error);
    }
}

/* ---- 2: curves
 * ------------------------------------------------------------------ */

Test(joint_exact, plain_bristles_follow_an_exponential)
{
  static const char *const laws[] = {
      "friction = dahl { F_c = 1.3, sigma0 = 700 }",
      "friction = lugre { F_c = 0.9, F_s = 1.3, v_s = 1e4, sigma0 = 700 }"};
  for (int l = 0; l < 2; l++) {
    const Axis a = axis_of(laws[l]);
    for (int side = -1; side < 2; side += 2) {
      const double start = 0.4 * 1.3 / 700, travel = 2e-3, v = 0.01 * side;
      set_state(&a, start);
      const double force = step(&a, v, travel / 0.01);
      const double limit = side * 1.3;
      const double expected =
          -(limit + (700 * start - limit) * exp(-700 * travel / 1.3));
      cr_expect_float_eq(force, expected, 1e-11, "%s: %.15g, not %.15g",
                         laws[l], force, expected);
    }
  }
}

/* ---- 3 and 4: loops
 * --------------------------------------------------------------- */

typedef struct Loop {
  double peak, loss; /* of z; the work of sigma0*z over a turn */
} Loop;

/* Drives the axis to and fro over `travel` until the loop closes, and returns
 * its last turn. Simpson's rule over halves of steps. */
static Loop loop_of(const Axis *a, double travel, double sigma0)
{
  enum { TURNS = 100, STEPS = 4000 };
  Loop loop = {0};
  set_state(a, 0);
  step(a, 1, travel / 2);
  for (int turn = 0; turn < TURNS; turn++)
    for (int side = -1; side < 2; side += 2) {
      const int steps = turn + 1 < TURNS ? 1 : STEPS;
      const double h = travel / steps;
      if (turn + 1 == TURNS && side == -1) loop.loss = 0;
      for (int i = 0; i < steps; i++) {
        const double z0 = state_of(a);
        step(a, side, h / 2);
        const double middle = state_of(a);
        step(a, side, h / 2);
        loop.loss += side * sigma0 * h / 6 * (z0 + 4 * middle + state_of(a));
      }
      loop.peak = fabs(state_of(a));
    }
  return loop;
}

Test(joint_exact, dahl_s_loops_have_their_area)
{
  const double F = 1.3, sigma0 = 700;
  const Axis a = axis_of("friction = dahl { F_c = 1.3, sigma0 = 700 }");
  static const double amplitudes[] = {2e-4, 1e-3, 4e-3};
  for (int i = 0; i < 3; i++) {
    const double x = amplitudes[i];
    const Loop loop = loop_of(&a, 2 * x, sigma0);
    const double area = 4 * F * x - 4 * F * F / sigma0 * tanh(sigma0 * x / F);
    cr_expect_float_eq(loop.loss / area, 1, 1e-9, "%.12g of %g", loop.loss,
                       area);
    cr_expect_float_eq(sigma0 * loop.peak, F * tanh(sigma0 * x / F), 1e-10);
  }
}

/* Travel and loss of closed loops, in zmax and sigma0 zmax^2, by quadrature. */
static const struct {
  double s_ba, peak, travel, loss;
} bent_loops[] = {{0.5, 0.9, 2.110538, 0.51431091},
                  {0.5, 0.98, 3.315290, 2.50797320},
                  {0.8, 0.98, 2.377538, 0.79748605}};

Test(joint_exact, elasto_plastic_loops_have_their_travel_and_area)
{
  for (size_t i = 0; i < sizeof bent_loops / sizeof *bent_loops; i++) {
    char keys[200];
    snprintf(keys, sizeof keys,
             "friction = lugre { F_c = 1, sigma0 = 100, s_ba = %g }",
             bent_loops[i].s_ba);
    const Axis a = axis_of(keys);
    const Loop loop = loop_of(&a, bent_loops[i].travel * 0.01, 100);
    cr_expect_float_eq(loop.peak / 0.01, bent_loops[i].peak, 1e-6, "%.9g",
                       loop.peak / 0.01);
    cr_expect_float_eq(loop.loss / 0.01, bent_loops[i].loss, 3e-6, "%.9g",
                       loop.loss / 0.01);
  }
}

Test(joint_exact, below_s_ba_nothing_is_lost)
{
  const Axis a =
      axis_of("friction = lugre { F_c = 1, sigma0 = 100, s_ba = 0.5 }");
  const Loop loop = loop_of(&a, 0.0099, 100);
  cr_expect_lt(fabs(loop.loss), 1e-14, "%g", loop.loss);
}

/* ---- 5: drift
 * ----------------------------------------------------------------------- */

Test(joint_exact, slow_forces_make_a_plain_bristle_creep)
{
  const Axis a = axis_of("friction = lugre { F_c = 1, sigma0 = 100 }");
  const double zmax = 0.01, low = 0.1, high = 0.6;
  /* Travels that lead the force from low to high, and back. */
  const double up = -log((1 - high) / (1 - low));
  const double down = log((1 + high) / (1 + low));
  double drift = 0;
  set_state(&a, low * zmax);
  for (int i = 0; i < 1000; i++) {
    step(&a, 1, up * zmax);
    cr_assert_float_eq(state_of(&a), high * zmax, 1e-12);
    step(&a, -1, down * zmax);
    cr_assert_float_eq(state_of(&a), low * zmax, 1e-12);
    drift += up - down;
  }
  cr_expect_float_eq(drift / 1000, log((1 - 0.01) / (1 - 0.36)), 1e-12);
  cr_expect_float_eq(drift / 1000, 0.4362367668, 1e-10);
}

Test(joint_exact, an_elastic_bristle_never_creeps)
{
  const Axis a =
      axis_of("friction = lugre { F_c = 1, sigma0 = 128, s_ba = 0.75 }");
  const double travel = 0.5 / 128; /* exact in binary */
  set_state(&a, 0.125 / 128);
  for (int i = 0; i < 100000; i++) {
    step(&a, 1, travel);
    step(&a, -1, travel);
  }
  cr_expect_eq(state_of(&a), 0.125 / 128, "%.17g", state_of(&a));
}

/* ---- 6: a belt
 * ----------------------------------------------------------------------- */

Test(joint_exact, a_block_on_a_belt_sticks_and_slips_as_long_as_it_should)
{
  /* dF = 0.4 N, k = 2 N/m, J = 1 kg, belt 0.1 m/s */
  Loaded l = load_text(
      "return joint { name = \"block\", friction = lugre { F_c = 1, F_s = 1.4,"
      " v_s = 2e-4, sigma0 = 2e6, sigma1 = 300, s_ba = 0.9, v_d = 0.01 },"
      " scenario = { duration = 20, dt = 0.0005, inertia = 1, spring = 2,"
      " belt = 0.1 } }",
      NULL);
  cr_assert_null(l.error, "%s", l.error);
  Progress progress = progress_start("belt");
  const Recording *r = l.model->kind->simulate(l.model, NULL, &progress);
  double sticks[20], slips[20], since = 0;
  int nsticks = 0, nslips = 0;
  bool is_stuck = false;
  for (size_t i = 1; i < r->nrows; i++) {
    const double t = recording_at(r, i, "t"), v = recording_at(r, i, "v");
    const bool now = fabs(v - 0.1) < 1e-3;
    if (now == is_stuck) continue;
    if (is_stuck && nsticks < 20) sticks[nsticks++] = t - since;
    if (!is_stuck && nslips < 20) slips[nslips++] = t - since;
    is_stuck = now;
    since = t;
  }
  const double omega = sqrt(2), pi = 3.14159265358979;
  cr_assert(nsticks >= 2 && nslips >= 3, "%d, %d", nsticks, nslips);
  cr_expect_float_eq(sticks[nsticks - 1] / (2 * 0.4 / (2 * 0.1)), 1, 0.02,
                     "%g s", sticks[nsticks - 1]);
  const double slip = 2 / omega * (pi - atan(0.4 * omega / (2 * 0.1)));
  cr_expect_float_eq(slips[nslips - 1] / slip, 1, 0.02, "%g of %g s",
                     slips[nslips - 1], slip);
  unload(&l);
}

/* ---- 7: a load that falls
 * --------------------------------------------------------------- */

Test(joint_exact, a_falling_load_leaves_what_it_still_holds)
{
  const Axis a = axis_of(
      "friction = lugre { F_c = 1, F_s = 1.5, v_s = 0.01, sigma0 = 100, sigma1 "
      "= 2, s_ba = 0.8 }, load = { mu_c = 0.2, mu_s = 0.3 }");
  for (int i = 0; i < 60; i++) step_loaded(&a, 0.001, 10, true, 0.001);
  set_state(&a, 0.04);
  const double before = state_of(&a);
  const double force = step_loaded(&a, 0, 4, true, 1e-3);
  cr_expect_float_eq(force, -(1.5 + 0.3 * 4), 1e-12, "%.15g", force);
  cr_expect_lt(state_of(&a), before);
  set_state(&a, 0.02); /* below what it holds: nothing moves for an hour */
  for (int i = 0; i < 3600; i++) step_loaded(&a, 0, 4, true, 1);
  cr_expect_eq(state_of(&a), 0.02);
}

/* ---- 8: mirror images
 * --------------------------------------------------------------------- */

Test(joint_exact, mirror_images_agree_bit_for_bit)
{
  const Axis a = axis_of(
      "friction = lugre { F_c = 1, F_s = 1.5, v_s = 0.01, gamma = 1.3, sigma0 "
      "= 100, sigma1 = 2, sigma2 = 0.3, s_ba = 0.8 }, reverse = { F_c = 0.7, "
      "F_s = 0.9, v_s = 0.02, gamma = 0.8, sigma2 = 0.1 }");
  const Axis b = axis_of(
      "friction = lugre { F_c = 0.7, F_s = 0.9, v_s = 0.02, gamma = 0.8, "
      "sigma0 = 100, sigma1 = 2, sigma2 = 0.1, s_ba = 0.8 }, reverse = { F_c = "
      "1, F_s = 1.5, v_s = 0.01, gamma = 1.3, sigma2 = 0.3 }");
  for (int i = 0; i < 20000; i++) {
    const double v = 0.05 * sin(0.01 * i) * sin(0.0013 * i);
    const double f = step(&a, v, 1e-3), g = step(&b, -v, 1e-3);
    cr_assert_eq(f, -g, "step %d: %.17g, %.17g", i, f, g);
    cr_assert_eq(state_of(&a), -state_of(&b), "step %d", i);
  }
}

/* ---- 9: energy
 * --------------------------------------------------------------------------------
 */

Test(joint_exact, the_axis_never_gives_energy)
{
  const Axis a = axis_of(
      "friction = lugre { F_c = 1, F_s = 1.5, v_s = 0.01, sigma0 = 100, sigma1 "
      "= 2, sigma2 = 1.1, s_ba = 0.8 }, reverse = { F_c = 0.9 }");
  uint64_t seed = 3;
  double work = 0, least = 0;
  for (int i = 0; i < 50000; i++) {
    const double v = random_in(&seed, -1, 1) * pow(10, random_in(&seed, -4, 0));
    const double dt = pow(10, random_in(&seed, -4, -2));
    work -= step(&a, v, dt) * v * dt;
    least = fmin(least, work - 50 * pow(state_of(&a), 2));
  }
  cr_expect_gt(least, -1e-12, "%g", least);
}

/* ---- derivatives of the emitted step itself
 * ------------------------------------------------------ */

/* Writes force and end of a step from z at v. */
static void both(const Axis *a, double z, double v, double dt, double out[2])
{
  set_state(a, z);
  out[0] = step(a, v, dt);
  out[1] = state_of(a);
}

/* The derivative by x[k] by differences over h, 2h, 4h: of sixth order. */
static void differences(const Axis *a, const double x[2], int k, double h,
                        double dt, double out[2])
{
  static const double weights[] = {1.5, -0.3, 1.0 / 30};
  out[0] = out[1] = 0;
  for (int i = 1; i <= 3; i++) {
    double low[2] = {x[0], x[1]}, high[2] = {x[0], x[1]}, f[2], g[2];
    low[k] -= i * h;
    high[k] += i * h;
    both(a, low[0], low[1], dt, f);
    both(a, high[0], high[1], dt, g);
    for (int n = 0; n < 2; n++)
      out[n] += weights[i - 1] * (g[n] - f[n]) / (2 * h);
  }
}

Test(joint_exact, derivatives_are_those_of_the_emitted_step)
{
  static const char *const keys[] = {
      "friction = lugre { F_c = 1.2, F_s = 1.6, v_s = 0.05, sigma0 = 900, "
      "sigma1 = 1.5, sigma2 = 0.4, s_ba = 0.8 }",
      "friction = lugre { F_c = 1.2, F_s = 1.6, v_s = 0.05, sigma0 = 900, "
      "sigma1 = 1.5, sigma2 = 0.4 }"};
  const double zmax = 1.4 / 900;
  for (int form = 0; form < 2; form++) {
    const Axis a = axis_of(keys[form]);
    uint64_t seed = 5;
    double worst = 0;
    for (int i = 0; i < 400; i++) {
      /* Between s_ba and the limit, where the tables are. */
      const double v = random_in(&seed, 0.02, 0.2);
      const double z = random_in(&seed, 0.72, 0.8) * zmax * 1.05;
      const double dt = random_in(&seed, 0.05, 1) * zmax / v;
      const double x[2] = {z, v}, h[2] = {2e-4 * zmax, 1e-3 * v};
      const double scales[2] = {1.6 + 900 * z + 1.5 * v, zmax};
      double force, got[2][4];
      double *const out[] = {&force, got[0], got[1]};
      const double *const in[] = {&v, &dt};
      set_state(&a, z);
      solver_call(a.e.loaded.run, a.solver, "step_jac", a.state, in, out);
      for (int k = 0; k < 2; k++) {
        double expected[2];
        differences(&a, x, k, h[k], dt, expected);
        for (int n = 0; n < 2; n++)
          worst = fmax(worst, fabs(got[n][k] - expected[n]) *
                                  (k == 0 ? zmax : v) / scales[n]);
      }
    }
    cr_expect_lt(worst, 1e-8, "%s: %g", keys[form], worst);
  }
}
