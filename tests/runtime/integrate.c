/* Tests of runtime/integrate.c and couple.c: times and statuses of steps, and
 * mechanisms solved together with a contact. The contacts are a damper with an
 * exact wrench, defined here, and compiled pads. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "integrate.h"
#include "support/support.h"

TestSuite(integrate, .init = compiling_begin, .fini = compiling_end);

/* ---- a damper: z counts its steps, wrench = -3*fn*twist ------------------ */

enum { DAMPING = 3 };

static int damper_step(void *state, const double *const *in, double *const *out)
{
  const double fn = in[1][0];
  if (!isfinite(in[0][0] + fn + in[2][0])) return BR_BAD_INPUT;
  *(double *)state += in[2][0] > 0;
  for (int i = 0; out[0] && i < 3; i++) out[0][i] = -DAMPING * fn * in[0][i];
  return fn > 0 ? BR_OK : BR_SEPARATED;
}

static int damper_step_jac(void *state, const double *const *in,
                           double *const *out)
{
  for (int i = 0; out[1] && i < 9; i++)
    out[1][i] = i % 4 == 0 ? -DAMPING * in[1][0] : 0;
  return damper_step(state, in, out);
}

static const br_port damper_in[] = {
    {"twist", "m/s, m/s, rad/s", 3, 1}, {"fn", "N", 1, 1}, {"dt", "s", 1, 1}};
static const br_port damper_out[] = {{"wrench", "N, N, N m", 3, 1},
                                     {"dwrench_dtwist", "N s/m", 3, 3}};
static const br_function damper_functions[] = {
    {"step", 1, 3, 1, damper_in, damper_out, damper_step},
    {"step_jac", 1, 3, 2, damper_in, damper_out, damper_step_jac},
    {"steady", 0, 2, 1, damper_in, damper_out, damper_step}};
static const br_solver damper = {.abi = BR_ABI,
                                 .name = "damper",
                                 .state_bytes = sizeof(double),
                                 .state_align = sizeof(double),
                                 .nfunctions = 3,
                                 .functions = damper_functions};

/* ---- driven ----------------------------------------------------------------
 */

typedef struct Drive {
  double first, last; /* times at which drive was called */
  double watched;     /* last time at which watch was called */
  long calls, stop_at;
  double twist;
} Drive;

static void drive(void *context, double t, double dt, double *const *in)
{
  Drive *d = context;
  if (d->calls++ == 0) d->first = t;
  d->last = t;
  in[0][0] = d->twist;
  in[1][0] = dt > 0 ? 2 : 1;
}

static int watch(void *context, double t, const double *const *in,
                 const double *const *out, int status)
{
  Drive *d = context;
  d->watched = t;
  if (status == BR_OK) cr_expect_eq(out[0][0], -DAMPING * in[1][0] * in[0][0]);
  return d->stop_at > 0 && d->calls >= d->stop_at;
}

static int integrate(Drive *d, double t0, double dt, long steps, long *done)
{
  double twist[3] = {0}, fn, step, wrench[3], state = 0;
  double *const in[] = {twist, &fn, &step}, *const out[] = {wrench};
  const br_run run = {
      br_find(&damper, "step"), &state, in, out, drive, watch, d};
  const int status = br_integrate(&run, t0, dt, steps, done);
  cr_expect(status < 0 || state == (double)*done);
  return status;
}

Test(integrate, times_do_not_drift)
{
  Drive d = {.twist = 0.5};
  long done;
  cr_expect_eq(integrate(&d, 7, 0.1, 100000, &done), BR_OK);
  cr_expect_eq(done, 100000);
  cr_expect_eq(d.first, 7.0);
  cr_expect_eq(d.last, 7 + 99999 * 0.1);
  cr_expect_eq(d.watched, 7 + 100000 * 0.1);
}

Test(integrate, an_error_ends_the_run_after_watch_is_called)
{
  Drive d = {.twist = NAN};
  long done;
  cr_expect_eq(integrate(&d, 0, 0.1, 50, &done), BR_BAD_INPUT);
  cr_expect_eq(done, 1);
  cr_expect_eq(d.watched, 0.1);
}

Test(integrate, watch_can_end_the_run)
{
  Drive d = {.twist = 1, .stop_at = 12};
  long done;
  cr_expect_eq(integrate(&d, 0, 0.1, 50, &done), BR_OK);
  cr_expect_eq(done, 12);
}

Test(integrate, a_wrong_dt_or_function_is_bad_input)
{
  Drive d = {.twist = 1};
  static const double bad[] = {-1, NAN, INFINITY};
  long done;
  for (int i = 0; i < 3; i++)
    cr_expect_eq(integrate(&d, 0, bad[i], 5, &done), BR_BAD_INPUT);
  const br_run run = {.step = br_find(&damper, "steady")};
  cr_expect_eq(br_integrate(&run, 0, 1, 1, &done), BR_BAD_INPUT);
  cr_expect_null(br_find(&damper, "rate"));
  cr_expect_eq(d.calls, 0);
}

/* ---- coupled ---------------------------------------------------------------
 */

/* A mechanism of two coordinates: mass {{2, 0.5}, {0.5, 1}}, a spring on the
 * first; the twist of the contact is vx = u0 + u1, vy = 0, w = 2*u1. */
static int two_links(void *context, double t, const double *q, const double *u,
                     double *mass, double *force, double *force_by_u,
                     double *map)
{
  static const double m[] = {2, 0.5, 0.5, 1}, g[] = {1, 1, 0, 0, 0, 2};
  const double *spring = context;
  memcpy(mass, m, sizeof m);
  memcpy(map, g, sizeof g);
  force[0] = -*spring * q[0] - 0.25 * u[0];
  force[1] = sin(t);
  force_by_u[0] = -0.25;
  return 0;
}

/* Takes a step of backward Euler by Cramer's rule; all forces are linear in u.
 */
static void exact_links(double spring, double t, double dt, double fn,
                        double q[2], double u[2])
{
  const double c = DAMPING * fn;
  const double a = 2 + dt * (c + 0.25 + dt * spring), b = 0.5 + dt * c;
  const double d = 1 + dt * c * (1 + 4);
  const double r0 = 2 * u[0] + 0.5 * u[1] - dt * spring * q[0];
  const double r1 = 0.5 * u[0] + u[1] + dt * sin(t + dt);
  const double det = a * d - b * b;
  u[0] = (r0 * d - b * r1) / det;
  u[1] = (a * r1 - b * r0) / det;
  for (int i = 0; i < 2; i++) q[i] += dt * u[i];
}

Test(integrate, a_mechanism_on_a_damper_makes_backward_euler_steps)
{
  double spring = 40, q[2] = {0.1, 0}, u[2] = {1, -2}, state = 0, trial;
  double expected_q[2] = {0.1, 0}, expected_u[2] = {1, -2}, wrench[3];
  const br_dynamics links = {2, two_links, &spring};
  for (int i = 0; i < 200; i++) {
    const double t = 0.05 * i;
    cr_assert_eq(
        br_couple(&damper, &state, &trial, &links, t, 0.05, 1.5, q, u, wrench),
        BR_OK);
    exact_links(spring, t, 0.05, 1.5, expected_q, expected_u);
    cr_assert_lt(max_relative_error(u, expected_u, 2), 1e-12, "step %d", i);
    cr_assert_lt(max_relative_error(q, expected_q, 2), 1e-11, "step %d", i);
    cr_assert_float_eq(wrench[2], -DAMPING * 1.5 * 2 * u[1], 1e-12);
  }
  cr_expect_eq(state, 200, "the contact takes one step per step");
}

/* The same mechanism with a derivative of 0. */
static int no_slope(void *context, double t, const double *q, const double *u,
                    double *mass, double *force, double *force_by_u,
                    double *map)
{
  const int status = two_links(context, t, q, u, mass, force, force_by_u, map);
  force_by_u[0] = 0;
  return status;
}

Test(integrate, a_missing_derivative_does_not_change_the_result)
{
  double spring = 40, q[2] = {0.1, 0}, u[2] = {1, -2}, state = 0, trial;
  double expected_q[2] = {0.1, 0}, expected_u[2] = {1, -2};
  const br_dynamics links = {2, no_slope, &spring};
  cr_expect_eq(
      br_couple(&damper, &state, &trial, &links, 0, 0.05, 1.5, q, u, NULL),
      BR_OK);
  exact_links(spring, 0, 0.05, 1.5, expected_q, expected_u);
  cr_expect_lt(max_relative_error(u, expected_u, 2), 1e-9);
}

static int massless(void *context, double t, const double *q, const double *u,
                    double *mass, double *force, double *force_by_u,
                    double *map)
{
  const int status = two_links(context, t, q, u, mass, force, force_by_u, map);
  mass[3] = 0;
  return status;
}

static int gives_up(void *context, double t, const double *q, const double *u,
                    double *mass, double *force, double *force_by_u,
                    double *map)
{
  (void)context, (void)t, (void)q, (void)u;
  (void)mass, (void)force, (void)force_by_u, (void)map;
  return 1;
}

Test(integrate, wrong_mechanisms_are_bad_input_and_keep_the_state)
{
  double spring = 40, q[2] = {0.1, 0}, u[2] = {1, -2}, state = 0, trial;
  const double nan_u[2] = {1, NAN};
  const br_dynamics bad[] = {{2, massless, &spring},
                             {2, gives_up, NULL},
                             {0, two_links, &spring},
                             {BR_MOST_DOFS + 1, two_links, &spring}};
  for (int i = 0; i < 4; i++)
    cr_expect_eq(
        br_couple(&damper, &state, &trial, &bad[i], 0, 0.1, 1, q, u, NULL),
        BR_BAD_INPUT, "case %d", i);
  const br_dynamics links = {2, two_links, &spring};
  cr_expect_eq(br_couple(&damper, &state, &trial, &links, 0, 0.1, 1, q,
                         (double *)nan_u, NULL),
               BR_BAD_INPUT);
  cr_expect_eq(
      br_couple(&damper, &state, &trial, &links, 0, -0.1, 1, q, u, NULL),
      BR_BAD_INPUT);
  cr_expect_eq(state, 0);
  cr_expect_eq(q[0], 0.1);
  cr_expect_eq(u[1], -2.0);
}

/* ---- a block on a pad --------------------------------------------------- */

typedef struct Sled {
  double mass, pull; /* kg, N along x */
} Sled;

/* A body with the coordinates x, y, theta; the inertia is 1e-4 m^2 times the
 * mass. */
static int block(void *context, double t, const double *q, const double *u,
                 double *mass, double *force, double *force_by_u, double *map)
{
  const Sled *b = context;
  (void)t, (void)q, (void)u, (void)force_by_u;
  for (int i = 0; i < 3; i++) {
    mass[4 * i] = b->mass * (i == 2 ? 1e-4 : 1);
    map[4 * i] = 1;
  }
  force[0] = b->pull;
  return 0;
}

typedef struct Pad {
  Emission emission;
  const Solver *solver;
  void *state, *trial;
} Pad;

static Pad open_block_pad(void)
{
  Pad pad = {.emission = emit_sound_pad(
                 "friction = lugre { sigma0 = 1e5, sigma1 = 300, sigma2 = 0.1, "
                 "mu_c = 0.5, mu_s = 0.6, v_s = 2e-3, s_ba = 0.9 }")};
  pad.solver = open_solver(&pad.emission, &tcc_backend);
  pad.state = solver_state(pad.emission.loaded.run, pad.solver);
  pad.trial = solver_state(pad.emission.loaded.run, pad.solver);
  return pad;
}

/* Returns the speed along x, m/s, after 0.1 s of sliding from 1 m/s with a
 * normal force of 9.81 N per kg. */
static double speed_after_sliding(double dt)
{
  Pad pad = open_block_pad();
  Sled b = {0.3, 0};
  const br_dynamics body = {3, block, &b};
  double q[3] = {0}, u[3] = {1, 0, 2};
  const int steps = (int)lround(0.1 / dt);
  for (int i = 0; i < steps; i++)
    cr_assert_eq(br_couple(pad.solver->functions, pad.state, pad.trial, &body,
                           i * dt, dt, 0.3 * 9.81, q, u, NULL),
                 BR_OK, "dt %g, step %d", dt, i);
  emission_close(&pad.emission);
  return u[0];
}

Test(integrate, a_sliding_block_converges_at_first_order)
{
  const double fine = speed_after_sliding(2.5e-5);
  const double coarse[2] = {speed_after_sliding(2e-3) - fine,
                            speed_after_sliding(1e-3) - fine};
  const double order = convergence_order(coarse[0], coarse[1], 2);
  cr_expect(order > 0.7 && order < 1.4, "order %g from %g, %g", order,
            coarse[0], coarse[1]);
  cr_expect_lt(fabs(coarse[1]), 2e-3);
}

Test(integrate, a_stuck_block_neither_oscillates_nor_creeps_at_10_ms)
{
  Pad pad = open_block_pad();
  Sled b = {0.3, 1.0}; /* breakaway is at 1.77 N */
  const br_dynamics body = {3, block, &b};
  double q[3] = {0}, u[3] = {0}, wrench[3], before = 0;
  for (int i = 0; i < 500; i++) {
    const int status =
        br_couple(pad.solver->functions, pad.state, pad.trial, &body, i * 0.01,
                  0.01, 0.3 * 9.81, q, u, wrench);
    cr_assert_eq(status, BR_OK, "step %d: %d", i, status);
    cr_expect_geq(q[0], before - 1e-15, "the block moves back at step %d", i);
    before = q[0];
  }
  cr_expect_float_eq(q[0], 1.0 / (1e5 * 0.3 * 9.81), 1e-12);
  cr_expect_float_eq(wrench[0], -1.0, 1e-9);
  cr_expect_lt(fabs(u[0]), 1e-14);
  emission_close(&pad.emission);
}

Test(integrate, a_lifted_block_accelerates_freely_and_is_separated)
{
  Pad pad = open_block_pad();
  Sled b = {0.3, 0.6};
  const br_dynamics body = {3, block, &b};
  double q[3] = {0}, u[3] = {0}, wrench[3];
  cr_expect_eq(br_couple(pad.solver->functions, pad.state, pad.trial, &body, 0,
                         0.01, 0, q, u, wrench),
               BR_SEPARATED);
  cr_expect_float_eq(u[0], 0.02, 1e-15);
  cr_expect_eq(wrench[0], 0.0);
  emission_close(&pad.emission);
}
