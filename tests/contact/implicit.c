/* Tests of step = "implicit": the closed form of plain bristles, second order,
 * bounds, stiffness, compilers. verify compares the step with its scheme, and
 * step_jac with differences. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(implicit, .init = compiling_begin, .fini = compiling_end);

#define PLAIN "friction = lugre { sigma0 = 1e5, sigma1 = 300, mu_c = 1 },\n"
#define ELASTOPLASTIC                                                    \
  "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, mu_s = 1.2," \
  " v_s = 1e-3, s_ba = 0.9 },\n"

typedef struct Pad {
  Emission emission;
  const Solver *solver;
  void *state;
} Pad;

/* One cell at the origin. */
static Pad open_pad(const char *keys, const char *form)
{
  char all[1000];
  snprintf(all, sizeof all, "%sgrid = { 1, 1 }, step = \"implicit\", %s", keys,
           form);
  Pad pad = {.emission = emit_sound_pad(all)};
  pad.solver = open_solver(&pad.emission, &tcc_backend);
  pad.state = solver_state(pad.emission.loaded.run, pad.solver);
  return pad;
}

static int step(const Pad *pad, const double twist[3], double dt, double z[2],
                double wrench[3])
{
  const double fn = 1, *in[] = {twist, &fn, &dt};
  double *out[] = {wrench};
  pad->solver->functions->set(pad->state, z);
  const int status = solver_call(pad->emission.loaded.run, pad->solver, "step",
                                 pad->state, in, out);
  pad->solver->functions->get(pad->state, z);
  return status;
}

/* z* + R(x) (z - z*) with R = 2/(1 + x/2)^2 - 1/(1 + x), x = sigma0*s*dt/g. */
Test(implicit, plain_bristle_has_the_scheme_s_closed_form)
{
  Pad pad = open_pad(PLAIN, "");
  for (double dt = 1e-5; dt < 1e3; dt *= 10) {
    const double twist[3] = {3e-3, -4e-3, 0}, s = 5e-3, x = 1e5 * s * dt;
    const double R = 2 / pow(1 + x / 2, 2) - 1 / (1 + x);
    double z[2] = {-4e-6, 7e-6}, end[2], w[3];
    for (int d = 0; d < 2; d++) {
      const double steady = 1e-5 * twist[d] / s;
      end[d] = steady + R * (z[d] - steady);
    }
    const double rate[2] = {(end[0] - z[0]) / dt, (end[1] - z[1]) / dt};
    cr_expect_eq(step(&pad, twist, dt, z, w), BR_OK);
    for (int d = 0; d < 2; d++) {
      cr_expect_float_eq(z[d], end[d], 1e-19, "dt = %g: %g, %g", dt, z[d],
                         end[d]);
      cr_expect_float_eq(w[d], -(1e5 * end[d] + 300 * rate[d]), 1e-12);
    }
  }
  emission_close(&pad.emission);
}

/* Returns the error of a bristle that breaks away, turns and turns back. */
static double error_with(const Pad *pad, int steps, const double expected[2])
{
  static const double twists[3][3] = {
      {2e-3, 0, 0}, {-1e-3, 2e-3, 0}, {0, -3e-3, 0}};
  double z[2] = {0, 0};
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < steps; k++)
      cr_assert_eq(step(pad, twists[i], 1e-3 / steps, z, NULL), BR_OK);
  return expected ? hypot(z[0] - expected[0], z[1] - expected[1])
                  : hypot(z[0], z[1]);
}

Test(implicit, is_of_second_order)
{
  Pad pad = open_pad(ELASTOPLASTIC, "");
  const RefLugre f = {.sigma0 = 1e6,
                      .sigma1 = 8e2,
                      .mu_c = 1,
                      .mu_s = 1.2,
                      .v_s = 1e-3,
                      .gamma = 2,
                      .is_elastoplastic = true,
                      .s_ba = 0.9};
  static const double twists[3][2] = {{2e-3, 0}, {-1e-3, 2e-3}, {0, -3e-3}};
  static const double whole[1] = {1};
  const RefContact one = {{1, 1, 1, 1, whole}, f};
  enum { FINE = 200000 };
  double z[2] = {0, 0}, rate[2];
  for (int i = 0; i < 3 * FINE; i++) { /* midpoints */
    const double twist[3] = {twists[i / FINE][0], twists[i / FINE][1], 0};
    const double h = 1e-3 / FINE;
    ref_rate(&one, z, twist, 1, rate, NULL);
    const double middle[2] = {z[0] + h / 2 * rate[0], z[1] + h / 2 * rate[1]};
    ref_rate(&one, middle, twist, 1, rate, NULL);
    for (int d = 0; d < 2; d++) z[d] += h * rate[d];
  }
  double before = error_with(&pad, 64, z);
  for (int steps = 128; steps <= 512; steps *= 2) {
    const double error = error_with(&pad, steps, z);
    cr_expect(before / error > 3, "%d steps: %g after %g", steps, error,
              before);
    before = error;
  }
  cr_expect_lt(before, 1e-5 * 1e-6, "%g", before);
  emission_close(&pad.emission);
}

Test(implicit, stays_finite_and_bounded_at_any_step)
{
  static const char *const forms[] = {"real = \"double\"", "real = \"float\""};
  for (int form = 0; form < 2; form++) {
    Pad pad = open_pad(ELASTOPLASTIC, forms[form]);
    uint64_t seed = 3;
    double z[2] = {0, 0}, w[3];
    for (int i = 0; i < 20000; i++) {
      const double speed = pow(10, random_in(&seed, -9, 2));
      const double angle = random_in(&seed, 0, 2 * TEST_PI);
      const double twist[3] = {speed * cos(angle), speed * sin(angle), 0};
      const double dt = pow(10, random_in(&seed, -9, 1));
      cr_assert_eq(step(&pad, twist, dt, z, w), BR_OK, "step %d", i);
      cr_assert(hypot(z[0], z[1]) < 1.075 * 1.2e-6, "step %d: %g", i,
                hypot(z[0], z[1]));
    }
    emission_close(&pad.emission);
  }
}

/* A step that is long for the bristle ends in steady sliding for any start:
 * the scheme is L-stable. */
Test(implicit, long_step_ends_in_steady_sliding)
{
  Pad pad = open_pad(ELASTOPLASTIC, "");
  const double twist[3] = {0, -0.3, 0};
  double z[2] = {1e-6, 4e-7}, w[3];
  cr_expect_eq(step(&pad, twist, 1, z, w), BR_OK);
  cr_expect_float_eq(z[0], 0, 1e-11);
  cr_expect_float_eq(z[1], -1e-6, 1e-11);
  emission_close(&pad.emission);
}

/* With one round instead of sixty no root reaches the last digit: the status
 * says so, and the result of the round is kept. */
Test(implicit, rounds_that_do_not_suffice_are_told)
{
  static const char *const models[] = {"distributed", "reduced", "ellipsoid"};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    char keys[600];
    snprintf(keys, sizeof keys,
             ELASTOPLASTIC
             "grid = { 3, 3 }, step = \"implicit\", model = "
             "\"%s\", unroll = \"%s\"",
             models[i], i ? "loop" : "full");
    Pad pad = {.emission = emit_sound_pad(keys)};
    char *text = strdup(pad.emission.unit.text);
    char *rounds = strstr(text, "_iterations = 60");
    cr_assert_not_null(rounds);
    memcpy(rounds, "_iterations =  1", 16);
    pad.emission.unit.text = text;
    Run *run = pad.emission.loaded.run;
    pad.solver = solver_open(run, &tcc_backend, &pad.emission.unit);
    pad.state = solver_state(run, pad.solver);
    const double twist[3] = {2e-3, 1e-3, 0.1}, fn = 1, dt = 5e-4;
    const double *in[] = {twist, &fn, &dt};
    double w[2][3], jac[9], *out[] = {w[0]}, *outs[] = {w[1], jac};
    double z[18] = {0};
    cr_expect_eq(solver_call(run, pad.solver, "step", pad.state, in, out),
                 BR_NO_CONVERGENCE, "%s", models[i]);
    pad.solver->functions->get(pad.state, z);
    cr_expect(isfinite(z[0]) && fabs(z[0]) > 1e-8, "%s: %g", models[i], z[0]);
    cr_expect(isfinite(w[0][0]) && w[0][0] < -0.01, "%s: %g", models[i],
              w[0][0]);
    memset(z, 0, sizeof z);
    pad.solver->functions->set(pad.state, z);
    cr_expect_eq(solver_call(run, pad.solver, "step_jac", pad.state, in, outs),
                 BR_NO_CONVERGENCE);
    for (int d = 0; d < 3; d++)
      cr_expect_float_eq(w[1][d], w[0][d], 1e-12 * fabs(w[0][0]));
    cr_expect_neq(jac[0], 0);
    emission_close(&pad.emission);
    free(text);
  }
}

Test(implicit, every_compiler_takes_it)
{
  static const char *const laws[] = {
      PLAIN, ELASTOPLASTIC,
      "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, s_ba = 0.9,"
      " v_d = 0.1 },\n"};
  for (int i = 0; i < 12; i++) {
    char keys[1000];
    snprintf(keys, sizeof keys,
             "%sstep = \"implicit\", real = \"%s\", unroll = \"%s\"%s",
             laws[i % 3], i / 3 % 2 ? "float" : "double",
             i / 6 ? "full" : "loop",
             i % 2 ? ", body = { mass = 1, inertia = 1 }" : "");
    Emission e = emit_sound_pad(keys);
    save("unit.c", e.unit.text);
    expect_accepted("unit.c", i / 3 + i, keys);
    emission_close(&e);
  }
}
