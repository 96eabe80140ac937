/* Tests of body_step over long motions: slip-stick in a gripper against the
 * converged end, no drift below breakaway in an hour, and the disc that slides
 * and spins to its ratio. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "contact/bodies.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(body_motion, .init = compiling_begin_optimised,
          .fini = compiling_end);

static const double none[3] = {0, 0, 0};

/* ---- slip-stick -------------------------------------------------------- */

/* The paper's object between two fingers, its centre of mass `offset` from
 * theirs, on the circle of the authors' data. */
static Rig open_hand(const char *map, const char *model, const char *more)
{
  char *keys = malloc(100000), *at = keys;
  Table t = read_csv(map);
  at += sprintf(at,
                "model = \"%s\",\ngrid = { %zu, %zu },\n"
                "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,"
                " mu_c = 1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 },\n"
                "body = { mass = 0.2, inertia = 0.2/12*(0.15^2 + 0.08^2),"
                " gravity = { 0, -9.81 }, contacts = 2%s },\n"
                "pressure = map { ",
                model, t.columns, t.rows, more);
  for (size_t j = 0; j < t.rows; j++) {
    at += sprintf(at, "{ ");
    for (size_t i = 0; i < t.columns; i++)
      at += sprintf(at, "%g, ", t.at[j * t.columns + i]);
    at += sprintf(at, "}, ");
  }
  sprintf(at, "}");
  Rig rig = rig_open(keys, &cc_backend);
  free_table(&t);
  free(keys);
  return rig;
}

/* Returns a finger's force in the 10 ms from t on. */
static double grip(double t)
{
  return 1.73 + 0.91 * sin(2 * TEST_PI * 2 * t);
}

static const double *slip(const Rig *rig, double offset, int steps, int parts)
{
  const double q[3] = {offset, 0, 0};
  rig_reset(rig);
  rig_place(rig, q, none);
  for (int i = 0; i < steps; i++)
    for (int k = 0; k < parts; k++)
      cr_assert_eq(rig_step(rig, none, grip(i * 0.01), 0.01 / parts, NULL),
                   BR_OK, "step %d", i);
  return rig_get(rig);
}

/* The end of the 2 s run with explicit steps, refined until it converged. */
static const double converged[3] = {0.000720694, -0.0193115, -0.152445};

static void expect_converged(const double *q, double bar)
{
  for (int d = 0; d < 3; d++)
    cr_expect_float_eq(q[d] / converged[d], 1, bar, "%d: %.9g for %g", d, q[d],
                       converged[d]);
}

Test(body_motion, slip_stick_ends_at_the_converged_pose)
{
  Rig adaptive =
      open_hand("map_circle.csv", "distributed", ", tolerance = 3e-4");
  expect_converged(slip(&adaptive, 2e-3, 200, 1), 1e-4);
  rig_close(&adaptive);
  /* The default tolerance lets more pass, also where the caller's steps are
   * short. */
  Rig fixed = open_hand("map_circle.csv", "distributed", "");
  expect_converged(slip(&fixed, 2e-3, 200, 20), 1e-3);
  rig_close(&fixed);
}

/* The end of the same model at a tolerance of 1e-7. */
Test(body_motion, reduced_slip_stick_ends_at_its_own_converged_pose)
{
  Rig fine = open_hand("map_circle.csv", "reduced", ", tolerance = 1e-7");
  Rig rig = open_hand("map_circle.csv", "reduced", ", tolerance = 3e-4");
  const double *expected = slip(&fine, 2e-3, 200, 1);
  const double *q = slip(&rig, 2e-3, 200, 1);
  for (int d = 0; d < 3; d++)
    cr_expect_float_eq(q[d] / expected[d], 1, 1e-4, "%d: %.9g for %.9g", d,
                       q[d], expected[d]);
  rig_close(&fine);
  rig_close(&rig);
}

/* ---- drift ------------------------------------------------------------- */

#define FEW "grid = { 2, 1 },\n"

/* Returns the distance of the body after so many seconds of loads, at the same
 * phase, on few cells that torque and force deflect alike; the torque is `late`
 * radians behind. */
static double drift_after(int seconds, const char *model, const char *law,
                          double push, double late)
{
  enum { PERIOD = 500, SETTLED = 20 * PERIOD };
  char keys[600];
  snprintf(keys, sizeof keys,
           "%s,\n"
           "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1%s },\n"
           "body = { mass = 1, inertia = 1e-3 }",
           model, law);
  Rig rig = rig_open(keys, &cc_backend);
  const br_function *step =
      solver_function(rig.emission.loaded.run, rig.solver, "body_step");
  const double fn = 9.81, dt = 1e-3;
  double pull[3], *out[] = {NULL};
  const double *in[] = {pull, &fn, &dt}, *start = NULL;
  for (int i = 0; i < seconds * 1000; i++) {
    const double angle = 2 * TEST_PI * i / PERIOD;
    const double wave = push * (1 + 0.4 * sin(angle));
    pull[0] = 2 * wave;
    pull[1] = -wave;
    pull[2] = 8e-3 * push * (1 + 0.4 * sin(angle - late));
    if (i == SETTLED) start = rig_get(&rig);
    if (step->call(rig.body, in, out) != BR_OK) cr_assert_fail("step %d", i);
  }
  const double *end = rig_get(&rig);
  const double drift = hypot(end[0] - start[0], end[1] - start[1]) +
                       0.01 * fabs(end[2] - start[2]);
  rig_close(&rig);
  return drift;
}

/* For 150 s of the hour at its rate, but in `make soak`. */
Test(body_motion, elastoplastic_body_below_breakaway_stays_for_an_hour)
{
  static const char *const models[] = {
      FEW "model = \"distributed\"", FEW "model = \"reduced\"",
      FEW "model = \"ellipsoid\"",
      "grid = { 4, 4 },\nmodel = \"compressed\", bristles = 4"};
  for (int i = 0; i < 4; i++) {
    const int seconds = in_soak() ? 3600 : 150;
    const double drift =
        drift_after(seconds, models[i], ", s_ba = 0.9", 1.2, 0);
    cr_log_info("%s: %g m", models[i], drift);
    cr_expect_lt(drift, 1e-9 * fmin(1, seconds / 600.0), "%s: %g m", models[i],
                 drift);
  }
}

/* Plain bristles creep with every oscillation, as LuGre's do. */
Test(body_motion, plain_body_drifts)
{
  static const char *const models[] = {
      FEW "model = \"distributed\"", FEW "model = \"reduced\"",
      FEW "model = \"ellipsoid\"",
      "grid = { 4, 4 },\nmodel = \"compressed\", bristles = 4"};
  for (int i = 0; i < 4; i++) {
    const double drift = drift_after(30, models[i], "", 1.2, 0);
    cr_log_info("%s: %g m", models[i], drift);
    cr_expect_gt(drift, 1e-8, "%s: %g m", models[i], drift);
  }
}

/* The paper's elastic bristles follow the surface, which does not integrate to
 * a position: force and torque out of phase move the body. */
Test(body_motion, the_paper_s_torsion_drifts)
{
  static const char *const torsions[] = {"matched", "paper"};
  double drift[2];
  for (int i = 0; i < 2; i++) {
    char model[200];
    snprintf(model, sizeof model,
             "grid = { 4, 3 },\nmodel = \"reduced\", torsion = \"%s\"",
             torsions[i]);
    drift[i] = drift_after(30, model, ", s_ba = 0.9", 1.6, TEST_PI / 2);
  }
  cr_log_info("%g m, %g m", drift[0], drift[1]);
  cr_expect_lt(drift[0], 1e-9, "%g m", drift[0]);
  cr_expect_gt(drift[1], 5e-9, "%g m", drift[1]);
}

/* ---- a disc on a table ------------------------------------------------- */

/* Ten starts; the ratio is read when the energy is a millionth of the start's.
 */
Test(body_motion, sliding_disc_ends_at_its_ratio)
{
  const double R = 0.05, mass = 0.2, inertia = mass * R * R / 2;
  char keys[600];
  snprintf(keys, sizeof keys,
           "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, s_ba ="
           " 0.9 },\nsize = { 0.1, 0.1 },\ngrid = { 31, 31 },\n"
           "pressure = disc { radius = %g },\n"
           "body = { mass = %g, inertia = %.17g, frame = \"body\","
           " tolerance = 1e-3 }",
           R, mass, inertia);
  Rig rig = rig_open(keys, &cc_backend);
  for (int i = 0; i < 10; i += soak_stride(4)) {
    const double spin = 0.3 * pow(12, i / 9.0), v0 = 10, angle = 0.6 * i;
    const double v[3] = {v0 * cos(angle), v0 * sin(angle), spin * v0 / R};
    const double start = v0 * v0 * (1 + spin * spin / 2);
    double left = start, ratio = 0;
    rig_reset(&rig);
    rig_place(&rig, none, v);
    for (int k = 0; k < 4000000 && left > 1e-6 * start; k++) {
      const double *m = rig_get(&rig);
      const double speed = hypot(m[3], m[4]), turn = R * fabs(m[5]);
      left = speed * speed + turn * turn / 2;
      ratio = speed / turn;
      /* Steps of a share of the remaining distance. */
      const double dt = fmax(speed, turn) / 9.81 / 500;
      cr_assert_eq(rig_step(&rig, none, mass * 9.81, dt, NULL), BR_OK);
    }
    cr_log_info("start %g: %g", 1 / spin, ratio - 0.6530017892);
    cr_expect_float_eq(ratio, 0.6530017892, 0.03, "from %g: %g", 1 / spin,
                       ratio);
  }
  rig_close(&rig);
}
