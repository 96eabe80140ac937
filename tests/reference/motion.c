/* Tests of runtime/reference/contact over time, integrated by CVODE, against
 * exact solutions: driven bristles, a disc, a ring, a body on an ellipsoid. For
 * a disc in Coulomb friction the ratio e = v/(R w) is integrated over log(w),
 * since it approaches its end smoothly there. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/contact/contact.h"
#include "support/gold.h"
#include "support/support.h"

#define DISC_END 0.6530017892

static const double whole[1] = {1.0};

/* Returns one cell of unit weight at the origin. */
static RefContact one_cell(RefLugre f)
{
  return (RefContact){{1, 1, 0.002, 0.002, whole}, f};
}

/* ---- exact solutions --------------------------------------------------- */

/* A contact with a given twist(t), for CVODE. */
typedef struct Driven {
  const RefContact *c;
  double twist[3], fn;
  double amplitude; /* if not 0: vx = amplitude*sin(t), and the last y is the
                       work */
} Driven;

static int driven_rate(double t, const double *y, double *dy, void *context)
{
  const Driven *d = context;
  const size_t n = 2 * (size_t)(d->c->patch.nx * d->c->patch.ny);
  double twist[3], f[3];
  memcpy(twist, d->twist, sizeof twist);
  if (d->amplitude != 0.0) twist[0] = d->amplitude * sin(t);
  ref_rate(d->c, y, twist, d->fn, dy, f);
  if (d->amplitude != 0.0) dy[n] = -f[0] * twist[0];
  return 0;
}

/* z = z* + (z0 - z*) exp(-sigma0|v|t/g) in every cell that carries load; other
 * cells have no bristle. */
Test(reference_motion, lugre_at_constant_speed_is_an_exponential)
{
  uint64_t seed = 28;
  double *w = random_weights(&seed, 4, 3), z[24], z0[24], exact[24];
  const RefLugre f = {.sigma0 = 1e6,
                      .sigma1 = 8e2,
                      .sigma2 = 0.2,
                      .mu_c = 1.0,
                      .mu_s = 1.2,
                      .v_s = 1e-3,
                      .gamma = 2.0};
  const RefContact c = {{4, 3, 0.02, 0.03, w}, f};
  const Driven d = {.c = &c, .twist = {8e-4, -5e-4, 0.07}, .fn = 1.0};
  const GoldGroup group = {24, 1e-19};
  const Gold gold = {.rate = driven_rate,
                     .context = (void *)(uintptr_t)&d,
                     .groups = &group,
                     .n_groups = 1,
                     .reltol = 1e-13,
                     .cells = 12};
  for (int k = 0; k < 24; k++) z0[k] = random_in(&seed, -8e-7, 8e-7);
  for (double t = 2e-4; t < 1e-2; t *= 3.0) {
    for (int k = 0; k < 12; k++) {
      const double x = (k % 4 - 1.5) * 0.005, y = (k / 4 - 1) * 0.01;
      const double v[2] = {8e-4 - 0.07 * y, -5e-4 + 0.07 * x};
      const double s = hypot(v[0], v[1]);
      const double g = 1.0 + 0.2 * exp(-s * s / 1e-6);
      for (int e = 0; e < 2; e++) {
        const double zss = g / 1e6 * v[e] / s;
        const double fading = w[k] > 0 ? exp(-1e6 * s * t / g) : 1;
        exact[12 * e + k] = zss + (z0[12 * e + k] - zss) * fading;
      }
    }
    memcpy(z, z0, sizeof z);
    cr_assert_eq(gold_integrate(&gold, 0.0, t, z, NULL), GOLD_OK);
    const double error = max_relative_error(z, exact, 24);
    cr_log_info("t = %g: %g", t, error);
    cr_expect_lt(error, 1e-10, "t = %g: %g", t, error);
  }
  free(w);
}

/* Dahl's law is LuGre with mu_s = mu_c and no damping. For x = -X cos t, from a
 * turning point on, F = s Fc + (F0 - s Fc) exp(-sigma0 |x - x0|/Fc). */
static RefLugre dahl(void)
{
  return (RefLugre){.sigma0 = 4e5, .mu_c = 0.6, .mu_s = 0.6};
}

Test(reference_motion, dahl_force_depends_on_the_path_alone)
{
  const RefContact c = one_cell(dahl());
  const double fn = 2.0, Fc = 0.6 * fn, k = 4e5 * fn, X = 4e-6;
  const Driven d = {.c = &c, .fn = fn, .amplitude = X};
  const GoldGroup groups[] = {{2, 1e-18}, {1, 1e-18}};
  const Gold gold = {.rate = driven_rate,
                     .context = (void *)(uintptr_t)&d,
                     .groups = groups,
                     .n_groups = 2,
                     .reltol = 1e-12};
  for (double t = 0.3; t < TEST_PI; t += 0.4) {
    double y[3] = {-1.1e-6, 0.0, 0.0};
    const double F0 = k * y[0], x = X * (1.0 - cos(t));
    const double F = Fc + (F0 - Fc) * exp(-k * x / Fc);
    cr_assert_eq(gold_integrate(&gold, 0.0, t, y, NULL), GOLD_OK);
    cr_expect_float_eq(k * y[0], F, 1e-10 * Fc, "%g", k * y[0] - F);
  }
}

Test(reference_motion, energy_of_a_dahl_loop_is_exact)
{
  const RefContact c = one_cell(dahl());
  const double fn = 2.0, Fc = 0.6 * fn, k = 4e5 * fn, X = 4e-6;
  const double turn = 0.6 / 4e5 * tanh(k * X / Fc);
  const Driven d = {.c = &c, .fn = fn, .amplitude = X};
  const GoldGroup groups[] = {{2, 1e-18}, {1, 1e-18}};
  const Gold gold = {.rate = driven_rate,
                     .context = (void *)(uintptr_t)&d,
                     .groups = groups,
                     .n_groups = 2,
                     .reltol = 1e-12};
  double y[3] = {-turn, 0.0, 0.0};
  /* |v| has a kink at the turning point, so that each half is integrated apart
   */
  cr_assert_eq(gold_integrate(&gold, 0.0, TEST_PI, y, NULL), GOLD_OK);
  cr_expect_float_eq(y[0], turn, 1e-10 * turn);
  cr_assert_eq(gold_integrate(&gold, TEST_PI, 2.0 * TEST_PI, y, NULL), GOLD_OK);
  cr_expect_float_eq(y[0], -turn, 1e-10 * turn);
  const double loop = 4.0 * Fc * X - 4.0 * Fc * Fc / k * tanh(k * X / Fc);
  cr_expect_float_eq(y[2] / loop, 1.0, 1e-9, "%g", y[2] / loop - 1.0);
}

/* The load rotates for two hours below breakaway. */
Test(reference_motion, below_breakaway_bristles_do_not_drift_for_hours)
{
  const RefContact c = one_cell((RefLugre){.sigma0 = 1e6,
                                           .sigma1 = 8e2,
                                           .mu_c = 1.0,
                                           .mu_s = 1.2,
                                           .v_s = 1e-3,
                                           .gamma = 2.0,
                                           .is_elastoplastic = true,
                                           .s_ba = 0.9});
  const double rest[3] = {0.0, 0.0, 0.0}, dt = 1e-3, fn = 1.3;
  const int per_turn = 1000;
  double z[2] = {0.0, 0.0}, f[3], worst = 0.0, where[2] = {0.0, 0.0};
  double path[1000][2];
  for (int i = 0; i < per_turn; i++) {
    const double t = 2.0 * TEST_PI * i / per_turn;
    path[i][0] = 5e-7 * sin(t);
    path[i][1] = 4e-7 * (1.0 - cos(t)); /* at most 0.89 of breakaway */
  }
  for (int n = 1; n <= 7200 * per_turn; n++) {
    const double *to = path[n % per_turn];
    const double v[3] = {(to[0] - where[0]) / dt, (to[1] - where[1]) / dt, 0.0};
    ref_step_euler(&c, z, v, fn, dt, NULL);
    where[0] = to[0];
    where[1] = to[1];
    worst = fmax(worst, hypot(z[0] - to[0], z[1] - to[1]));
  }
  cr_log_info("drift %g m", worst);
  cr_expect_lt(worst, 1e-15, "drift %g m", worst);
  ref_rate(&c, z, rest, fn, NULL, f);
  cr_expect_float_eq(f[0], -fn * 1e6 * where[0], 1e-9);
  cr_expect_float_eq(f[1], -fn * 1e6 * where[1], 1e-9);
}

/* ---- bodies in Coulomb friction ---------------------------------------- */

/* A body with I = inertia*m*R^2 on a patch, with its centre at the centre of
 * the grid. */
typedef struct Spinner {
  RefContact c;
  double R, inertia, mass;
} Spinner;

/* Writes de/dmu = e - inertia*F/T for mu = -log(w), which follows from
 * dv/dt = -F/m and d(R w)/dt = -T/(inertia*m). */
static int ratio_rate(double t, const double *y, double *dy, void *context)
{
  const Spinner *s = context;
  const double twist[3] = {y[0] * s->R, 0.0, 1.0};
  double f[3];
  (void)t;
  ref_limit(&s->c.patch, twist, f);
  *dy = y[0] - s->inertia * f[0] / (f[2] / s->R);
  return 0;
}

/* Returns v/(R w) in Coulomb friction when w has fallen to `end` times its
 * start value. */
static double ratio_at(const Spinner *s, double start, double end)
{
  const GoldGroup group = {1, 1e-9};
  const Gold gold = {.rate = ratio_rate,
                     .context = (void *)(uintptr_t)s,
                     .groups = &group,
                     .n_groups = 1,
                     .reltol = 1e-8};
  double e = start;
  cr_assert_eq(gold_integrate(&gold, 0.0, -log(end), &e, NULL), GOLD_OK);
  return e;
}

static Spinner disc(int n, double R)
{
  double *w = calloc((size_t)(n * n), sizeof *w);
  cr_assert_not_null(w);
  add_disc(n, n, 2.0 * R, 2.0 * R, R, 1.0, w);
  return (Spinner){
      .c = {.patch = {n, n, 2.0 * R, 2.0 * R, w}}, .R = R, .inertia = 0.5};
}

Test(reference_motion, disc_in_coulomb_friction_ends_at_its_ratio)
{
  static const double starts[] = {0.3, 0.6, 1.0, 4.0};
  const Spinner s = disc(60, 0.05);
  for (int n = 0; n < 4; n++) {
    const double e = ratio_at(&s, starts[n], 1e-6);
    cr_log_info("from %g: %.6g", starts[n], e - DISC_END);
    cr_expect_float_eq(e, DISC_END, 1e-3, "from %g: %g", starts[n], e);
  }
  const double twist[3] = {DISC_END * s.R, 0.0, 1.0};
  double f[3];
  ref_limit(&s.c.patch, twist, f);
  cr_expect_float_eq(-f[0], 0.6160334, 2e-4, "%g", -f[0]);
  free((void *)(uintptr_t)s.c.patch.w);
}

Test(reference_motion, ring_in_coulomb_friction_ends_at_one)
{
  const int n = 240;
  const double R = 0.05, size = 2.1 * R, thin = 0.02;
  double *w = calloc((size_t)(n * n), sizeof *w);
  cr_assert_not_null(w);
  const double outer = R * (1.0 + thin), inner = R * (1.0 - thin);
  const double all = outer * outer - inner * inner;
  add_disc(n, n, size, size, outer, outer * outer / all, w);
  add_disc(n, n, size, size, inner, -inner * inner / all, w);
  for (int k = 0; k < n * n; k++) w[k] = w[k] < 1e-15 ? 0.0 : w[k];
  const Spinner s = {
      .c = {.patch = {n, n, size, size, w}}, .R = R, .inertia = 1.0};
  for (int q = 0; q < 2; q++) {
    const double e = ratio_at(&s, q ? 2.5 : 0.3, 1e-4);
    cr_log_info("ring: %g", e - 1.0);
    cr_expect_float_eq(e, 1.0, 2e-2, "%g", e);
  }
  free(w);
}

/* ---- with bristles ----------------------------------------------------- */

/* y has all bristles, then vx, vy, w of the body. */
static int spinner_rate(double t, const double *y, double *dy, void *context)
{
  const Spinner *s = context;
  const size_t n = 2 * (size_t)(s->c.patch.nx * s->c.patch.ny);
  double f[3];
  (void)t;
  ref_rate(&s->c, y, y + n, s->mass * 9.81, dy, f);
  dy[n] = f[0] / s->mass;
  dy[n + 1] = f[1] / s->mass;
  dy[n + 2] = f[2] / (s->inertia * s->mass * s->R * s->R);
  return 0;
}

/* Returns the kinetic energy per mass minus a millionth of its start value. */
static double energy_left(double t, const double *y, void *context)
{
  const Spinner *s = context;
  const double *v = y + 2 * (size_t)(s->c.patch.nx * s->c.patch.ny);
  const double spin = s->R * v[2], start = 10.0 * 10.0 + 0.5 * 5.0 * 5.0;
  (void)t;
  return v[0] * v[0] + v[1] * v[1] + s->inertia * spin * spin - 1e-6 * start;
}

Test(reference_motion, disc_on_bristles_ends_close_to_its_ratio)
{
  Spinner s = disc(31, 0.05);
  const size_t n = 2 * 31 * 31;
  double y[2 * 31 * 31 + 3] = {0.0}, end;
  s.mass = 0.2;
  s.c.friction = (RefLugre){.sigma0 = 1e6,
                            .sigma1 = 8e2,
                            .mu_c = 1.0,
                            .mu_s = 1.0,
                            .is_elastoplastic = true,
                            .s_ba = 0.9};
  const GoldGroup groups[] = {{n, 1e-15}, {2, 1e-9}, {1, 1e-8}};
  const Gold gold = {.rate = spinner_rate,
                     .stop = energy_left,
                     .context = &s,
                     .groups = groups,
                     .n_groups = 3,
                     .reltol = 1e-8,
                     .cells = n / 2};
  y[n] = 10.0;
  y[n + 2] = 5.0 / s.R;
  cr_assert_eq(gold_integrate(&gold, 0.0, 10.0, y, &end), GOLD_STOPPED);
  const double e = y[n] / (s.R * y[n + 2]);
  cr_log_info("bristles: %g at %g s", e - DISC_END, end);
  cr_expect_float_eq(e, DISC_END, 0.03, "%g", e);
  free((void *)(uintptr_t)s.c.patch.w);
}

/* ---- a body on an ellipsoid -------------------------------------------- */

typedef struct Slider {
  RefReduced c;
  double mass, inertia;
} Slider;

static int slider_rate(double t, const double *y, double *dy, void *context)
{
  const Slider *s = context;
  double f[3];
  (void)t;
  ref_reduced_limit(&s->c, y, s->mass * 9.81, f);
  dy[0] = f[0] / s->mass;
  dy[1] = f[1] / s->mass;
  dy[2] = f[2] / s->inertia;
  return 0;
}

/* With e_r^2 = I/m the twist keeps its direction and vanishes at
 * T = sqrt(v0^2 + e_r^2 w0^2)/(mu g). */
Test(reference_motion, ellipsoid_keeps_the_direction_and_stops_on_time)
{
  Slider s = {.c = {.friction = {.sigma0 = 1e6, .mu_c = 0.35, .mu_s = 0.35},
                    .r = 0.04,
                    .u = 0.0018,
                    .surface = ref_surface_ellipsoid},
              .mass = 0.7,
              .inertia = 0.7 * 0.04 * 0.04};
  s.c.context = &s.c;
  const double start[3] = {0.5, -0.8, 11.0};
  const double speed = hypot(hypot(start[0], start[1]), 0.04 * start[2]);
  const double T = speed / (0.35 * 9.81);
  const GoldGroup groups[] = {{2, 1e-14}, {1, 1e-13}};
  const Gold gold = {.rate = slider_rate,
                     .context = &s,
                     .groups = groups,
                     .n_groups = 2,
                     .reltol = 1e-12};
  for (double part = 0.25; part < 1.0; part += 0.2499) {
    double y[3] = {start[0], start[1], start[2]}, exact[3];
    for (int d = 0; d < 3; d++) exact[d] = (1.0 - part) * start[d];
    cr_assert_eq(gold_integrate(&gold, 0.0, part * T, y, NULL), GOLD_OK);
    const double error = max_relative_error(y, exact, 3);
    cr_log_info("%g T: %g", part, error);
    cr_expect_lt(error, 1e-8, "%g T: %g", part, error);
  }
}
