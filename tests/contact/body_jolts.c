/* Tests of body_step and _step at 10 ms under a controller: jumps of load and
 * normal force, sudden stops and starts, loss of contact, steps that are too
 * long. In: pads of every model. Out: claims that numbers stay finite, that no
 * oscillation remains, and that statuses are right. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "contact/bodies.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(body_jolts, .init = compiling_begin, .fini = compiling_end);

#define LAW                                                                \
  "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1," \
  " mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 },\n"
#define LOPSIDED                                                               \
  "grid = { 3, 3 },\npressure = map { { 1, 2, 1 }, { 1, 0, 1 }, { 3, 1, 1 } }" \
  ",\n"
#define HELD                                                                   \
  "body = { mass = 0.2, inertia = 5e-4, contacts = 2, gravity = { 0.3, -9.8 }" \
  " },\n"
#define CARRIED                                                 \
  "body = { mass = 0.2, inertia = 5e-4, com = { 3e-3, -2e-3 }," \
  " frame = \"body\", gravity = { 1, -2 } },\n"

static const char *const models[] = {
    "model = \"distributed\",\n", "model = \"compressed\", bristles = 5,\n",
    "model = \"reduced\",\n", "model = \"ellipsoid\",\n"};
enum { MODELS = sizeof models / sizeof *models };

static const double none[3] = {0, 0, 0};

/* Makes model i of a body in that frame, with more keys. */
static Rig open_model(int i, bool is_carried, const char *more)
{
  char keys[1000];
  snprintf(keys, sizeof keys, "%s" LAW LOPSIDED "%s%s", models[i],
           is_carried ? CARRIED : HELD, more);
  return rig_open(keys, &tcc_backend);
}

/* ---- a body ------------------------------------------------------------ */

static void jolt(const Rig *rig, uint64_t *seed, int i)
{
  const double pull[3] = {random_in(seed, -9, 9), random_in(seed, -9, 9),
                          random_in(seed, -0.05, 0.05)};
  const double normal = i % 7 == 3 ? 0 : random_in(seed, -1, 6);
  double w[3];
  if (i % 50 == 0) rig_place(rig, none, none);
  const int status = rig_step(rig, pull, normal, 0.01, w);
  cr_assert_eq(status, normal > 0 ? BR_OK : BR_SEPARATED, "step %d: %d", i,
               status);
  const double *members = rig_get(rig);
  for (size_t k = 0; k < BODY_Z + rig->nz; k++)
    cr_assert(isfinite(members[k]), "step %d, member %zu", i, k);
  /* Many steps of the tolerance 1e-2 add up. */
  cr_expect_leq(members[BODY_ERROR], 5e-2, "step %d", i);
  for (size_t k = 0; k < rig->nz; k++) {
    cr_expect(fabs(members[BODY_Z + k]) < 1.3e-6, "step %d: %g", i,
              members[BODY_Z + k]);
    if (status == BR_SEPARATED) cr_expect_eq(members[BODY_Z + k], 0);
  }
  for (int d = 0; d < 3; d++)
    cr_expect(status == BR_SEPARATED ? w[d] == 0 : isfinite(w[d]));
}

Test(body_jolts, leave_finite_numbers_and_honest_statuses)
{
  static const char *const reals[] = {"real = \"double\"", "real = \"float\""};
  for (int k = 0; k < 4 * MODELS; k++) {
    Rig rig = open_model(k / 4, k % 2, reals[k / 2 % 2]);
    uint64_t seed = 7;
    for (int i = 0; i < 600; i++) jolt(&rig, &seed, i);
    rig_close(&rig);
  }
}

/* A body held by friction comes to rest directly at 10 ms, far above its
 * period.
 */
Test(body_jolts, stuck_body_does_not_ring_at_ten_milliseconds)
{
  for (int i = 0; i < 2 * MODELS; i++) {
    Rig rig = open_model(i / 2, i % 2, "");
    for (int k = 0; k < 100; k++) {
      double w[3];
      cr_expect_eq(rig_step(&rig, none, 5, 0.01, w), BR_OK);
      const double *m = rig_get(&rig);
      cr_expect(k < 2 || hypot(m[3], m[4]) + 0.01 * fabs(m[5]) < 1e-6);
      if (k < 10) continue;
      cr_expect(hypot(m[3], m[4]) < 1e-9 && fabs(m[5]) < 1e-7, "%d: %g %g", k,
                hypot(m[3], m[4]), m[5]);
      cr_expect_float_eq(rig.reference.contacts * w[1],
                         -0.2 * rig.reference.gravity[1], 1e-8);
    }
    rig_close(&rig);
  }
}

/* A thrown body slides some way and stops; a pull above breakaway starts it in
 * the direction of the pull. */
Test(body_jolts, stops_and_starts_at_once)
{
  static const double pull[3] = {40, 0, 0};
  for (int i = 0; i < MODELS; i++) {
    Rig rig = open_model(i, false, "");
    const double v[3] = {1, 0, 0};
    rig_reset(&rig);
    rig_place(&rig, none, v);
    for (int k = 0; k < 20; k++)
      cr_assert_eq(rig_step(&rig, none, 20, 0.01, NULL), BR_OK);
    const double *m = rig_get(&rig);
    cr_expect(hypot(m[3], m[4]) < 1e-8, "%d: %g", i, hypot(m[3], m[4]));
    cr_expect(m[0] > 1e-5 && m[0] < 3e-3, "%d: %g", i, m[0]);
    double last = m[3];
    for (int k = 0; k < 20; k++) {
      cr_assert_eq(rig_step(&rig, pull, 5, 0.01, NULL), BR_OK);
      m = rig_get(&rig);
      cr_expect_gt(m[3], last, "%d: %g after %g", i, m[3], last);
      last = m[3];
    }
    rig_close(&rig);
  }
}

/* A single step of a second cannot follow a thousand rotations. */
Test(body_jolts, a_step_that_is_too_long_is_told)
{
  for (int i = 0; i < MODELS; i++) {
    Rig rig = open_model(i, true, "");
    const double v[3] = {20, 0, 6000};
    double w[3];
    rig_reset(&rig);
    rig_place(&rig, none, v);
    cr_expect_eq(rig_step(&rig, none, 1e-3, 1, w), BR_NO_CONVERGENCE);
    const double *m = rig_get(&rig);
    for (size_t k = 0; k < BODY_Z + rig.nz; k++) cr_expect(isfinite(m[k]));
    cr_expect_gt(m[BODY_ERROR], 1e-2, "%s: %g", models[i], m[BODY_ERROR]);
    cr_expect_neq(m[0], 0, "the last iterate stands");
    rig_reset(&rig);
    rig_place(&rig, none, v);
    cr_expect_eq(rig_step(&rig, none, 1e-3, 1e-5, w), BR_OK);
    m = rig_get(&rig);
    cr_expect(m[BODY_ERROR] > 0 && m[BODY_ERROR] <= 1e-2, "%g", m[BODY_ERROR]);
    rig_close(&rig);
  }
}

Test(body_jolts, a_step_that_is_far_too_long_speeds_nothing_up)
{
  Rig rig = rig_open(
      "grid = { 1, 2 },\nsize = { 0.004, 0.03 },\npressure = rectangle { "
      "size = { 0.0021, 0.0013 }, at = { 0.0009, 0.0005 } } + rectangle { size "
      "= { 0.002, 0.001 }, at = { -0.0005, -0.0004 } },\nfriction = lugre { "
      "sigma0 = 1e4, sigma1 = 30, mu_c = 0.5, v_d = 0.02 },\nbody = { mass = "
      "0.2, inertia = 5e-4, contacts = 2, com = { 0.002, 0.001 }, gravity = { "
      "0, -9.81 } },\n",
      &tcc_backend);
  static const double starts[][3] = {{9.96, -10.67, 0.138},
                                     {-34.8, -47, -0.025}};
  const double pull[3] = {47.9, 24.5, -0.427};
  for (int i = 0; i < 8; i++) {
    const double *v = starts[i % 2], dt = i < 4 ? 1 : 0.5;
    double w[3];
    rig_reset(&rig);
    rig_place(&rig, none, v);
    rig_step(&rig, i % 4 < 2 ? none : pull, 20, dt, w);
    const double *m = rig_get(&rig);
    cr_expect_leq(hypot(m[BODY_V], m[BODY_V + 1]), hypot(v[0], v[1]) + 300 * dt,
                  "%g %g", m[BODY_V], m[BODY_V + 1]);
    cr_expect_lt(fabs(w[0]) + fabs(w[1]), 2000, "%g %g", w[0], w[1]);
  }
  rig_close(&rig);
}

/* ---- a twist ----------------------------------------------------------- */

typedef struct Pad {
  Emission emission;
  const Solver *solver;
  void *state;
} Pad;

static Pad open_pad(int i, const char *more)
{
  char keys[1000];
  snprintf(keys, sizeof keys, "%s" LAW LOPSIDED "step = \"implicit\"%s",
           models[i], more);
  Pad pad = {.emission = emit_sound_pad(keys)};
  pad.solver = open_solver(&pad.emission, &tcc_backend);
  pad.state = solver_state(pad.emission.loaded.run, pad.solver);
  return pad;
}

static int step(const Pad *pad, double vx, double fn, double wrench[3])
{
  const double twist[3] = {vx, 0, 0}, dt = 0.01;
  const double *in[] = {twist, &fn, &dt};
  double *out[] = {wrench};
  return solver_call(pad->emission.loaded.run, pad->solver, "step", pad->state,
                     in, out);
}

/* Slides, stops, starts backwards; is lifted and put down. At rest the force is
 * constant, and a body that is put down starts anew. */
Test(body_jolts, an_implicit_step_holds_through_stops_and_starts)
{
  for (int i = 0; i < MODELS; i++) {
    Pad pad = open_pad(i, "");
    double first[3], w[3], before;
    cr_expect_eq(step(&pad, 0.1, 5, first), BR_OK);
    for (int k = 0; k < 5; k++) cr_expect_eq(step(&pad, 0.1, 5, w), BR_OK);
    cr_expect_float_eq(w[0], -5.1, 1e-2, "%g", w[0]);
    cr_expect_eq(step(&pad, 0, 5, w), BR_OK);
    cr_expect_float_eq(w[0], -5, 1e-2, "%g", w[0]);
    before = w[0];
    for (int k = 0; k < 5; k++) {
      cr_expect_eq(step(&pad, 0, 5, w), BR_OK);
      cr_expect_float_eq(w[0], before, 1e-12);
    }
    cr_expect_eq(step(&pad, -0.1, 5, w), BR_OK);
    for (int k = 0; k < 5; k++) cr_expect_eq(step(&pad, -0.1, 5, w), BR_OK);
    cr_expect_float_eq(w[0], 5.1, 1e-2, "%g", w[0]);
    for (int k = 0; k < 2; k++) {
      cr_expect_eq(step(&pad, -0.1, k ? 0 : -1, w), BR_SEPARATED);
      cr_expect(w[0] == 0 && w[1] == 0 && w[2] == 0);
    }
    cr_expect_eq(step(&pad, 0.1, 5, w), BR_OK);
    for (int d = 0; d < 3; d++) cr_expect_eq(w[d], first[d]);
    emission_close(&pad.emission);
  }
}
