/* Tests of runtime/couple.c: contacts of different solvers on bodies of the
 * caller. The contacts are dampers with an exact wrench, defined here, and
 * compiled pads. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "integrate.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(br_couple, .init = compiling_begin, .fini = compiling_end);

/* ---- dampers: z counts steps, wrench = -c*fn*twist ----------------------- */

static int damp(double c, const void *state, const double *const *in,
                double *const *out)
{
  const double *const twist = in[0], fn = in[1][0];
  if (out[0]) out[0][0] = *(const double *)state + 1;
  for (int i = 0; out[1] && i < 3; i++) out[1][i] = -c * fn * twist[i];
  for (int i = 0; out[2] && i < 9; i++) out[2][i] = i % 4 == 0 ? c * fn : 0;
  return BR_OK;
}

static int soft_step(void *state, const double *const *in, double *const *out)
{
  return damp(3, state, in, out);
}

static int hard_step(void *state, const double *const *in, double *const *out)
{
  return damp(50, state, in, out);
}

static void set(void *state, const double *values)
{
  *(double *)state = values[0];
}

static const br_port ins[] = {
    {"twist", "m/s, m/s, rad/s", 3, 1}, {"fn", "N", 1, 1}, {"dt", "s", 1, 1}};
static const br_port outs[] = {{"end", "m", 1, 1},
                               {"wrench", "N, N, N m", 3, 1},
                               {"slopes", "N s/m", 3, 3}};
static const br_function soft_functions[] = {
    {"step_slopes", 1, 3, 3, ins, outs, soft_step}};
static const br_function hard_functions[] = {
    {"step_slopes", 1, 3, 3, ins, outs, hard_step}};
static const br_solver soft = {.abi = BR_ABI,
                               .nstates = 1,
                               .set = set,
                               .nfunctions = 1,
                               .functions = soft_functions};
static const br_solver hard = {.abi = BR_ABI,
                               .nstates = 1,
                               .set = set,
                               .nfunctions = 1,
                               .functions = hard_functions};
static const br_solver without = {.abi = BR_ABI, .nstates = 1, .set = set};

Test(br_couple, different_contacts_share_a_body)
{
  double states[2] = {0, 0}, ends[2], twist[6] = {0}, wrench[6];
  const br_contact both[] = {{&soft, &states[0], &ends[0], 2},
                             {&hard, &states[1], &ends[1], 0.5}};
  const double v0[6] = {1, -2, 3, 1, -2, 3}, dt = 0.1;
  double w[36];
  for (int i = 0; i < 36; i++) w[i] = i % 6 % 3 == i / 6 % 3 ? 0.4 : 0;
  cr_expect_eq(br_couple(2, both, v0, w, dt, twist, wrench, NULL, NULL), BR_OK);
  for (int d = 0; d < 6; d++) {
    const double v = v0[d] / (1 + dt * 0.4 * (3 * 2 + 50 * 0.5));
    cr_expect_float_eq(twist[d], v, 1e-14);
    cr_expect_float_eq(wrench[d], -(d < 3 ? 6 : 25) * v, 1e-12);
  }
  cr_expect_eq(states[0], 1);
  cr_expect_eq(states[1], 1);
}

Test(br_couple, a_contact_without_load_is_reset)
{
  double states[2] = {7, 7}, ends[2], twist[6] = {0}, wrench[6];
  const br_contact both[] = {{&soft, &states[0], &ends[0], 2},
                             {&hard, &states[1], &ends[1], 0}};
  const double v0[6] = {1, 0, 0, 1, 0, 0};
  double w[36];
  int status[2];
  for (int i = 0; i < 36; i++) w[i] = i % 6 % 3 == i / 6 % 3 ? 0.4 : 0;
  cr_expect_eq(br_couple(2, both, v0, w, 0.1, twist, wrench, status, NULL),
               BR_SEPARATED);
  cr_expect_eq(status[0], BR_OK);
  cr_expect_eq(status[1], BR_SEPARATED);
  cr_expect_eq(states[0], 8);
  cr_expect_eq(states[1], 0);
  cr_expect_float_eq(twist[3], twist[0], 1e-15);
}

Test(br_couple, wrong_input_leaves_states)
{
  double state = 7, end, twist[3] = {0}, wrench[3];
  const br_contact good = {&soft, &state, &end, 2};
  const br_contact bads[] = {{&without, &state, &end, 2},
                             {&soft, &state, &end, NAN}};
  const double v0[3] = {1, 0, 0}, nan[3] = {0, NAN, 0};
  const double w[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const double odd[9] = {1, 2, 0, 2, 1, 0, 0, 0, 1};
  for (int i = 0; i < 2; i++)
    cr_expect_eq(br_couple(1, &bads[i], v0, w, 0.1, twist, wrench, NULL, NULL),
                 BR_BAD_INPUT);
  cr_expect_eq(br_couple(1, &good, nan, w, 0.1, twist, wrench, NULL, NULL),
               BR_BAD_INPUT);
  cr_expect_eq(br_couple(1, &good, v0, odd, 0.1, twist, wrench, NULL, NULL),
               BR_BAD_INPUT);
  cr_expect_eq(br_couple(1, &good, v0, w, -0.1, twist, wrench, NULL, NULL),
               BR_BAD_INPUT);
  cr_expect_eq(br_couple(0, &good, v0, w, 0.1, twist, wrench, NULL, NULL),
               BR_BAD_INPUT);
  cr_expect_eq(state, 7);
  cr_expect_eq(twist[0], 0);
}

/* ---- pads ---------------------------------------------------------------- */

static const char keys[] =
    "model = \"ellipsoid\",\ncouple = 2,\nfriction = lugre { sigma0 = 1e6, "
    "sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 "
    "}";

static uint64_t seed = 3;

static double size(double low, double high)
{
  return low * pow(high / low, number_random(&seed, 0, 1));
}

/* Random cases of one or two pads on a body of 1 g to 1 t, over 10 us to 50 ms:
 * of such cases Newton's method with halved steps, from the twists at the
 * start, does not converge in 3 %. */
Test(br_couple, stiff_cases_converge_as_the_emitted_function_does)
{
  const int count = 100000 / soak_stride(50);
  Emission e = emit_sound_pad(keys);
  const Solver *s = open_solver(&e, &cc_backend);
  const br_solver *solver = s->functions;
  int failed = 0, other = 0;
  for (int i = 0; i < count; i++) {
    const int n = 1 + i % 2, d = 3 * n;
    const double m = size(1e-3, 1e3), inertia = m * 1e-5 * size(1, 1e4);
    const double dt = size(1e-5, 5e-2), fn = size(1e-2, 1e2);
    double start[2][6], states[2][3], ends[2][3], own[6], twist[6], v0[6];
    double w[36], f[6], g[6], far = 0, all = 0;
    for (int k = 0; k < d * d; k++) {
      const int a = k % d % 3, b = k / d % 3;
      w[k] = a != b ? 0 : a == 2 ? 1 / inertia : 1 / m;
    }
    const double v = size(1e-6, 1), pull = fn * size(1e-2, 10);
    for (int k = 0; k < 3; k++) {
      const double unit = k == 2 ? 0.005 : 1;
      const double now = v * number_random(&seed, -1, 1) / unit;
      const double push = pull * number_random(&seed, -1, 1) * unit;
      for (int c = 0; c < n; c++) {
        twist[3 * c + k] = own[3 * c + k] = now;
        v0[3 * c + k] = now + dt * push * w[d * k + k];
      }
    }
    br_contact contacts[2];
    for (int c = 0; c < n; c++) {
      for (int k = 0; k < 3; k++)
        states[c][k] = start[c][k] = number_random(&seed, -6e-7, 6e-7);
      contacts[c] = (br_contact){solver, states[c], ends[c], fn};
    }
    (void)start;
    double side[6], loads[2] = {fn, fn};
    for (int k = 0; k < d; k++) side[k] = states[k / 3][k % 3];
    const int status = br_couple(n, contacts, v0, w, dt, twist, f, NULL, NULL);
    const int same =
        solver->couple(n, side, loads, v0, w, dt, own, g, NULL, NULL);
    failed += status < 0;
    cr_expect_eq(status, same);
    for (int k = 0; k < d; k++) {
      const double unit = k % 3 == 2 ? 0.005 : 1;
      far += fabs(twist[k] - own[k]) * unit;
      all += (fabs(own[k]) + fabs(v0[k])) * unit;
    }
    other += far > 1e-6 * all;
  }
  cr_expect_eq(failed, 0, "%d of %d fail", failed, count);
  cr_expect_leq(other, count / 500, "%d of %d differ", other, count);
  emission_close(&e);
}

Test(br_couple, a_stuck_block_neither_oscillates_nor_creeps_at_10_ms)
{
  Emission e = emit_sound_pad(keys);
  const Solver *s = open_solver(&e, &tcc_backend);
  double *state = solver_state(e.loaded.run, s), end[3], v[3] = {0}, x = 0;
  const br_contact pad = {s->functions, state, end, 2.943};
  const double w[9] = {1 / 0.3, 0, 0, 0, 1 / 0.3, 0, 0, 0, 1 / 3e-5};
  double before = 0, wrench[3] = {0};
  for (int i = 0; i < 500; i++) { /* pulled with 1 N; breakaway is at 3.5 N */
    const double v0[3] = {v[0] + 0.01 * 1.0 / 0.3, v[1], v[2]};
    cr_assert_eq(br_couple(1, &pad, v0, w, 0.01, v, wrench, NULL, NULL), BR_OK);
    x += 0.01 * v[0];
    cr_expect_geq(x, before - 1e-15, "the block moves back at step %d", i);
    before = x;
  }
  cr_expect_float_eq(x, 1.0 / (1e6 * 2.943), 1e-12);
  cr_expect_float_eq(wrench[0], -1.0, 1e-9);
  cr_expect_lt(fabs(v[0]), 1e-14);
  emission_close(&e);
}

/* Returns the speed along x, m/s, after 0.05 s of sliding from 1 m/s. */
static double speed_after_sliding(double dt)
{
  Emission e = emit_sound_pad(keys);
  const Solver *s = open_solver(&e, &tcc_backend);
  double *state = solver_state(e.loaded.run, s), end[3], v[3] = {1, 0, 20};
  const br_contact pad = {s->functions, state, end, 2.943};
  const double w[9] = {1 / 0.3, 0, 0, 0, 1 / 0.3, 0, 0, 0, 1 / 3e-5};
  const int steps = (int)lround(0.05 / dt);
  for (int i = 0; i < steps; i++) {
    const double v0[3] = {v[0], v[1], v[2]};
    cr_assert_eq(br_couple(1, &pad, v0, w, dt, v, NULL, NULL, NULL), BR_OK);
  }
  emission_close(&e);
  return v[0];
}

Test(br_couple, a_sliding_block_converges_at_first_order)
{
  const double fine = speed_after_sliding(2.5e-5);
  const double coarse[2] = {speed_after_sliding(2e-3) - fine,
                            speed_after_sliding(1e-3) - fine};
  const double order = convergence_order(coarse[0], coarse[1], 2);
  cr_expect(order > 0.6 && order < 1.5, "order %g from %g, %g", order,
            coarse[0], coarse[1]);
}
