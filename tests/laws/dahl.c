/* Tests of the law `dahl { ... }`: its keys, its expressions and its reference
 * against exact results of Dahl's model; a block on a belt. */
#include <criterion/criterion.h>
#include <math.h>

#include "laws/values.h"
#include "mechanism/machine.h"
#include "reference/dense.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(dahl, .init = compiling_begin, .fini = compiling_end);

Test(dahl, bristles_are_forces_whose_rates_depend_on_the_load)
{
  ReadLaw law = law_read("dahl { sigma = 1e4, mu = 0.3 }", "double");
  const Friction *f = law.friction;
  cr_expect(f->has_bristles && f->is_force && f->has_load && !f->sticks);
  cr_expect(law.reference->has_bristles && law.reference->is_force);
  cr_expect_eq(f->stiffness, 1e4);
  cr_expect_eq(f->breakaway, 0.3);
  law_close(&law);
}

Test(dahl, only_a_curve_of_another_shape_has_a_power)
{
  ReadLaw law = law_read("dahl { sigma = 1e4, mu = 0.3 }", "double");
  cr_expect_eq(law.friction->power, 0);
  cr_expect_eq(law.reference->own.dahl.alpha, 1);
  law_close(&law);
  law = law_read("dahl { sigma = 1e4, mu = 0.3, alpha = 1.7 }", "double");
  cr_expect_float_eq(law.friction->power, 0.7, 1e-15);
  cr_expect_eq(law.reference->own.dahl.alpha, 1.7);
  law_close(&law);
}

Test(dahl, expressions_are_those_of_the_reference)
{
  static const double shares[] = {0.1, 0.5, 0.9};
  for (int i = 0; i < 3; i++) {
    expect_law("dahl { sigma = 1e4, mu = 0.3 }", shares[i]);
    expect_law("dahl { sigma = 1e4, mu = 0.3, alpha = 1.7 }", shares[i]);
    expect_law("dahl { sigma = 300, mu = 0.4, alpha = 3 }", shares[i]);
  }
}

/* Slip across the axis makes the bracket 6.02 here: it is not bounded below the
 * limit. */
Test(dahl, slip_across_an_axis_leaves_the_equation_as_printed)
{
  const RefDahl f = {.sigma = 1000, .alpha = 1.5, .mu = 1};
  const double z[3] = {-0.5, 0, 0}, w[3] = {0.1, 1, 0};
  const double y = 1 + 0.5 * sqrt(1.01) / 0.1;
  const double expected = 1000 * pow(y, 1.5) * 0.1;
  double dz[3];
  ref_dahl_rate(&f, z, w, 3, 1, dz);
  cr_expect_float_eq(expected, 1479, 0.5);
  cr_expect_float_eq(dz[0], expected, 1e-10 * expected);
  ReadLaw law =
      law_read("dahl { sigma = 1000, mu = 1, alpha = 1.5 }", "double");
  const LawValues emitted = law_values(&law, z, w, 1);
  cr_expect_float_eq(emitted.dz[0], expected, 1e-10 * expected);
  law_close(&law);
}

Test(dahl, only_next_to_no_slip_along_an_axis_is_the_bracket_regular)
{
  const RefDahl f = {.sigma = 1000, .alpha = 1.5, .mu = 1};
  for (double share = 1e-2; share > 1e-6; share /= 1.7) {
    const double z[2] = {0.5, 0}, w[2] = {share * 0.3, -0.3};
    const double s = hypot(w[0], w[1]), rest = w[0] - s * z[0];
    double dz[2];
    ref_dahl_rate(&f, z, w, 2, 1, dz);
    const double along = fmax(w[0], 1e-3 * s);
    const double expected = 1000 * rest * sqrt(fabs(rest) / along);
    cr_expect_float_eq(dz[0], expected, 1e-10 * fabs(expected), "%g", share);
  }
}

/* (z - start)/tau is the rate at z, from below the limit and from beyond. */
Test(dahl, settled_bristles_solve_backward_euler)
{
  const RefDahl f = {.sigma = 1e4, .alpha = 3, .mu = 0.3};
  uint64_t seed = 3;
  for (int i = 0; i < 200; i++) {
    const double load = 2, tau = pow(10, random_in(&seed, -6, 0));
    const double reach = i % 4 ? 0.6 : 2;
    double start[2], w[2], z[2], rate[2];
    for (int k = 0; k < 2; k++) {
      start[k] = random_in(&seed, -reach, reach);
      w[k] = random_in(&seed, -1, 1) * pow(10, random_in(&seed, -6, 1));
    }
    ref_dahl_settle(&f, start, w, 2, load, tau, z);
    ref_dahl_rate(&f, z, w, 2, load, rate);
    for (int k = 0; k < 2; k++) {
      /* the rate by z magnifies the last digit of z */
      double beside[2] = {z[0], z[1]}, other[2];
      beside[k] = z[k] * (1 + 1e-14) + 1e-16;
      ref_dahl_rate(&f, beside, w, 2, load, other);
      const double digits = tau * fabs(other[k] - rate[k]) + 1e-14;
      cr_expect_float_eq(z[k], start[k] + tau * rate[k], 10 * digits,
                         "%d: %g s: %g", i, tau,
                         z[k] - start[k] - tau * rate[k]);
      cr_expect((z[k] - start[k]) * (w[k] * 0.6 / ref_length(w, 2) - z[k]) >=
                -1e-14);
    }
  }
}

Test(dahl, forces_beyond_a_fallen_limit_relax)
{
  static const double beyond[] = {1.5, 30, 1e6};
  const RefDahl f = {.sigma = 1000, .alpha = 2.5, .mu = 1};
  for (int i = 0; i < 3; i++) {
    const double z[1] = {beyond[i]}, w[1] = {0.01};
    double dz[1];
    ref_dahl_rate(&f, z, w, 1, 1, dz);
    const double y = 1 - z[0];
    const double expected = 10 * y * pow(fmin(-y, 1001), 1.5);
    cr_expect_float_eq(dz[0], expected, 1e-10 * fabs(expected));
    cr_expect_lt(dz[0], 0);
  }
}

Test(dahl, an_unbent_bristle_has_its_stiffness)
{
  const RefDahl f = {.sigma = 2e5, .alpha = 2.3, .mu = 0.4};
  const double z[2] = {0, 0}, w[2] = {3e-3, -4e-3};
  double dz[2];
  ref_dahl_rate(&f, z, w, 2, 5, dz);
  for (int k = 0; k < 2; k++)
    cr_expect_float_eq(dz[k], f.sigma * w[k], 1e-12 * f.sigma * fabs(w[k]));
}

Test(dahl, a_vanishing_load_leaves_a_nanometre_of_bristles)
{
  const RefDahl f = {.sigma = 2e5, .alpha = 1, .mu = 0.4};
  const double z[1] = {1e-9 * f.sigma}, w[1] = {0.1};
  double dz[1];
  ref_dahl_rate(&f, z, w, 1, 0, dz);
  cr_expect_float_eq(dz[0], 0, 1e-9 * f.sigma * w[0]);
}

/* Moves the bristle's force z by `travel` at steady speed, in Runge-Kutta steps
 * of fourth order. */
static double moved(const RefDahl *f, double z, double load, double travel)
{
  enum { STEPS = 4000 };
  const double w[1] = {travel / STEPS};
  for (int i = 0; i < STEPS; i++) {
    static const double at[] = {0, 0.5, 0.5, 1};
    static const double share[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
    double sum = 0, rate[1] = {0};
    for (int k = 0; k < 4; k++) {
      const double place[1] = {z + at[k] * rate[0]};
      ref_dahl_rate(f, place, w, 1, load, rate);
      sum += share[k] * rate[0];
    }
    z += sum;
  }
  return z;
}

/* With u = 1 - z/Fc along a motion, du/dx = -(sigma/Fc) u^alpha. */
Test(dahl, the_force_follows_the_path_alone)
{
  static const double alphas[] = {1, 1.5, 2, 3};
  const double load = 2, Fc = 0.6 * load, start = -0.4;
  for (int i = 0; i < 4; i++) {
    const double alpha = alphas[i], u0 = 1 - start / Fc;
    const RefDahl f = {.sigma = 8e5, .alpha = alpha, .mu = 0.6};
    for (double x = 2e-7; x < 5e-6; x *= 2) {
      const double travel = f.sigma * x / Fc;
      const double u =
          alpha == 1
              ? u0 * exp(-travel)
              : pow(pow(u0, 1 - alpha) + (alpha - 1) * travel, 1 / (1 - alpha));
      const double z = moved(&f, start, load, x);
      cr_expect_float_eq(z, Fc * (1 - u), 1e-9 * Fc, "alpha %g, %g m: %g",
                         alpha, x, z - Fc * (1 - u));
    }
  }
}

/* A loop of amplitude X peaks at Fc tanh(sigma X/Fc). */
Test(dahl, a_loop_ends_where_it_began)
{
  const RefDahl f = {.sigma = 8e5, .alpha = 1, .mu = 0.6};
  const double load = 2, Fc = 0.6 * load, X = 1.1e-6;
  const double peak = Fc * tanh(f.sigma * X / Fc);
  double z = moved(&f, -peak, load, 2 * X);
  cr_expect_float_eq(z, peak, 1e-9 * Fc);
  z = moved(&f, z, load, -2 * X);
  cr_expect_float_eq(z, -peak, 1e-9 * Fc);
}

/* The block sticks until t1 = Fc/(k vb), then slides under Fc and the spring,
 * x = Fc/k + vb/omega sin(omega (t - t1)), as sigma grows. Returns the largest
 * error of x. */
static double belt_error(const char *sigma)
{
  const char *const replaced[] = {"sigma = 2e5", sigma, NULL};
  const double k = 100, belt = 0.1, omega = sqrt(k), fc = 0.4 * 9.81;
  const double t1 = fc / (k * belt), dt = 5e-4;
  double y[6] = {0, 0, belt}, worst = 0;
  Machine m = machine_new(DAHL_BELT, replaced);
  for (long i = 0; i < 6000; i++) {
    const double t = (double)(i + 1) * dt;
    machine_step(&m, y, NULL, (double)i * dt, dt);
    const double x =
        t < t1 ? belt * t : fc / k + belt / omega * sin(omega * (t - t1));
    worst = fmax(worst, fabs(y[0] - x));
  }
  machine_close(&m);
  return worst;
}

Test(dahl, stiffer_belts_approach_the_exact_motion)
{
  const double soft = belt_error("sigma = 2e5");
  const double stiff = belt_error("sigma = 2e7");
  cr_expect_lt(soft, 1e-3, "%g", soft);
  cr_expect_lt(stiff, 0.1 * soft, "%g, then %g", soft, stiff);
}
