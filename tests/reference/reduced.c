/* Tests of runtime/reference/contact/reduced.c: the reduced model with the
 * exact limit surface of a random map, and with an ellipsoid, against the
 * equations: stiffness, elasticity, bounds, steady sliding, frames and
 * statuses. The authors' traces are in authors_data.c. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/contact/contact.h"
#include "support/gold.h"
#include "support/support.h"

/* A random 4 x 5 map with the CoP off the centre, and its exact surface. */
typedef struct Rig {
  RefReduced c;
  RefExact exact;
  double *w;
} Rig;

static void open_rig(Rig *rig, bool is_matched)
{
  uint64_t seed = 41;
  rig->w = random_weights(&seed, 4, 5);
  rig->exact = (RefExact){.patch = {4, 5, 0.02, 0.03, rig->w}};
  rig->c = (RefReduced){.friction = paper_lugre,
                        .is_matched = is_matched,
                        .surface = ref_surface_exact,
                        .context = &rig->exact};
  ref_figures(&rig->exact.patch, false, rig->c.cop, &rig->c.r, &rig->c.u);
  memcpy(rig->exact.cop, rig->c.cop, sizeof rig->c.cop);
  rig->exact.r = rig->c.r;
}

static void close_rig(Rig *rig)
{
  free(rig->w);
}

/* An ellipsoid, which needs the figures of the map but no surface. */
static void make_ellipsoid(RefReduced *c, bool is_matched)
{
  *c = (RefReduced){.friction = paper_lugre,
                    .cop = {0.002, -0.003},
                    .r = 0.0066,
                    .u = 5e-5,
                    .is_matched = is_matched,
                    .surface = ref_surface_ellipsoid,
                    .context = c};
}

/* Writes the twist at the grid centre for a twist V at the CoP. */
static void from_cop(const RefReduced *c, const double V[3], double twist[3])
{
  const double to_centre[2] = {-c->cop[0], -c->cop[1]};
  twist_at(to_centre, V, twist);
}

static double bound_of(const RefReduced *c, const double zeta[3])
{
  const double k = c->is_matched ? c->u / (c->r * c->r) : 1.0;
  return sqrt(zeta[0] * zeta[0] + zeta[1] * zeta[1] + zeta[2] * zeta[2] / k);
}

/* ---- surfaces ---------------------------------------------------------- */

Test(reference_reduced, exact_surface_is_the_limit_at_the_cop)
{
  Rig rig;
  uint64_t seed = 42;
  open_rig(&rig, true);
  for (int n = 0; n < 100; n++) {
    double V[3], twist[3], h[3], f[3], at_cop[3];
    random_twist(&seed, 0.01, 1.0, V);
    from_cop(&rig.c, V, twist);
    ref_surface_exact(&rig.exact, V, h);
    ref_limit(&rig.exact.patch, twist, f);
    wrench_at(rig.c.cop, f, at_cop);
    at_cop[2] /= rig.c.r;
    cr_expect_lt(max_relative_error(h, at_cop, 3), 1e-12);
  }
  const double spin[3] = {0.0, 0.0, 2.0};
  double h[3];
  ref_surface_exact(&rig.exact, spin, h);
  cr_expect_float_eq(h[2], -1.0, 1e-12);
  close_rig(&rig);
}

Test(reference_reduced, ellipsoid_opposes_the_scaled_twist)
{
  RefReduced c;
  double h[3];
  make_ellipsoid(&c, true);
  const double V[3] = {3e-3, -4e-3, 12e-3 / 0.0066}, rest[3] = {0.0, 0.0, 0.0};
  const double exact[3] = {-3.0 / 13.0, 4.0 / 13.0, -12.0 / 13.0};
  ref_surface_ellipsoid(&c, V, h);
  cr_expect_lt(max_relative_error(h, exact, 3), 1e-15);
  ref_surface_ellipsoid(&c, rest, h);
  cr_expect(h[0] == 0.0 && h[1] == 0.0 && h[2] == 0.0);
}

/* ---- steady sliding and the limit -------------------------------------- */

Test(reference_reduced, steady_is_the_scaled_surface_and_viscous_drag)
{
  Rig rig;
  uint64_t seed = 43;
  open_rig(&rig, true);
  const RefReduced *c = &rig.c;
  const double back[2] = {-c->cop[0], -c->cop[1]};
  for (int n = 0; n < 100; n++) {
    double V[3], twist[3], h[3], f[3], exact[3], moved[3];
    random_twist(&seed, 1e-3, 0.1, V);
    from_cop(c, V, twist);
    ref_surface_exact(&rig.exact, V, h);
    const double s2 = V[0] * V[0] + V[1] * V[1] + c->r * c->r * V[2] * V[2];
    const double g = 1.0 + 0.2 * exp(-s2 / 1e-6);
    exact[0] = 1.7 * (h[0] * g - 0.2 * V[0]);
    exact[1] = 1.7 * (h[1] * g - 0.2 * V[1]);
    exact[2] = 1.7 * (c->r * h[2] * g - 0.2 * c->u * V[2]);
    wrench_at(back, exact, moved);
    cr_assert_eq(ref_reduced_steady(c, twist, 1.7, f), BR_OK);
    cr_expect_lt(wrench_error(f, moved, 0.01), 1e-12);
    cr_assert_eq(ref_reduced_limit(c, twist, 1.7, f), BR_OK);
    ref_limit(&rig.exact.patch, twist, exact);
    for (int d = 0; d < 3; d++) exact[d] *= 1.7;
    cr_expect_lt(wrench_error(f, exact, 0.01), 1e-12);
  }
  close_rig(&rig);
}

/* In steady sliding zeta = -g h/sigma0, for each torsion and each law. */
Test(reference_reduced, the_rate_vanishes_in_steady_sliding)
{
  for (int form = 0; form < 4; form++) {
    Rig rig;
    uint64_t seed = 44;
    open_rig(&rig, form & 1);
    rig.c.friction.is_elastoplastic = form & 2;
    for (int n = 0; n < 100; n++) {
      double V[3], twist[3], zeta[3], rate[3], f[3], g[3];
      random_twist(&seed, 1e-3, 0.1, V);
      from_cop(&rig.c, V, twist);
      ref_surface_exact(&rig.exact, V, zeta);
      const double s = hypot(hypot(V[0], V[1]), rig.c.r * V[2]);
      for (int d = 0; d < 3; d++)
        zeta[d] *= -(1.0 + 0.2 * exp(-s * s / 1e-6)) / 1e6;
      ref_reduced_rate(&rig.c, zeta, twist, 0.6, rate, f);
      ref_reduced_steady(&rig.c, twist, 0.6, g);
      for (int d = 0; d < 3; d++) cr_expect_lt(fabs(rate[d]), 1e-11 * s);
      cr_expect_lt(wrench_error(f, g, 0.01), 1e-8);
    }
    close_rig(&rig);
  }
}

/* Slides with a constant twist until the bristles are steady. */
static int held_rate(double t, const double *y, double *dy, void *context)
{
  static const double twist[3] = {8e-4, -3e-4, 0.09};
  (void)t;
  ref_reduced_rate(context, y, twist, 1.0, dy, NULL);
  return 0;
}

Test(reference_reduced, sliding_settles_at_steady)
{
  static const double twist[3] = {8e-4, -3e-4, 0.09};
  for (int form = 0; form < 4; form++) {
    Rig rig;
    open_rig(&rig, form & 1);
    rig.c.friction.is_elastoplastic = form & 2;
    const GoldGroup group = {3, 1e-16};
    const Gold gold = {.rate = held_rate,
                       .context = &rig.c,
                       .groups = &group,
                       .n_groups = 1,
                       .reltol = 1e-10};
    double zeta[3] = {-4e-7, 1e-7, -2e-7}, f[3], g[3];
    cr_assert_eq(gold_integrate(&gold, 0.0, 1.0, zeta, NULL), GOLD_OK);
    ref_reduced_rate(&rig.c, zeta, twist, 1.0, NULL, f);
    ref_reduced_steady(&rig.c, twist, 1.0, g);
    const double error = wrench_error(f, g, 0.01);
    cr_expect_lt(error, 1e-7, "form %d: %g", form, error);
    close_rig(&rig);
  }
}

/* ---- below breakaway --------------------------------------------------- */

/* The torsional stiffness is sigma0*fn*u, as in the distributed model, or
 * sigma0*fn*r^2 in the form of the paper. */
Test(reference_reduced, torsional_stiffness_is_matched_or_that_of_the_paper)
{
  for (int is_matched = 0; is_matched < 2; is_matched++) {
    Rig rig;
    open_rig(&rig, is_matched);
    const double angle = 1e-6, fn = 1.9, dt = 1e-4, rest[3] = {0.0, 0.0, 0.0};
    const double V[3] = {0.0, 0.0, angle / dt};
    double twist[3], zeta[3] = {0.0, 0.0, 0.0}, f[3], at_cop[3];
    from_cop(&rig.c, V, twist);
    ref_reduced_step_euler(&rig.c, zeta, twist, fn, dt, NULL);
    ref_reduced_rate(&rig.c, zeta, rest, fn, NULL, f);
    wrench_at(rig.c.cop, f, at_cop);
    const double lever2 = is_matched ? rig.c.u : rig.c.r * rig.c.r;
    cr_expect_float_eq(-at_cop[2] / (1e6 * fn * angle * lever2), 1.0, 1e-12);
    close_rig(&rig);
  }
}

/* The distributed model has a bristle at each midpoint that u is computed from.
 */
Test(reference_reduced, matched_stiffness_is_that_of_the_cells)
{
  Rig rig;
  open_rig(&rig, true);
  ref_figures(&rig.exact.patch, true, rig.c.cop, &rig.c.r, &rig.c.u);
  const RefContact d = {rig.exact.patch, paper_lugre};
  const double V[3] = {2e-4, -1e-4, 0.02}, rest[3] = {0.0, 0.0, 0.0};
  double twist[3], zeta[3] = {0.0, 0.0, 0.0}, z[40] = {0.0}, f[3], g[3];
  from_cop(&rig.c, V, twist);
  ref_reduced_step_euler(&rig.c, zeta, twist, 1.4, 1e-3, NULL);
  ref_step_euler(&d, z, twist, 1.4, 1e-3, NULL);
  ref_reduced_rate(&rig.c, zeta, rest, 1.4, NULL, f);
  ref_rate(&d, z, rest, 1.4, NULL, g);
  cr_expect_lt(wrench_error(f, g, 0.01), 1e-11, "%g", wrench_error(f, g, 0.01));
  close_rig(&rig);
}

/* Returns the largest |zeta| after any of many closed loops of the twist, whose
 * components are out of phase. */
static double loop_residue(bool is_matched)
{
  Rig rig;
  open_rig(&rig, is_matched);
  double zeta[3] = {0.0, 0.0, 0.0}, worst = 0.0;
  const int per_turn = 400;
  const double dt = 1e-4;
  for (int n = 1; n <= 50 * per_turn; n++) {
    const double t = 2.0 * TEST_PI * n / per_turn;
    const double before = 2.0 * TEST_PI * (n - 1) / per_turn;
    const double V[3] = {2e-7 * (sin(2.0 * t) - sin(2.0 * before)) / dt,
                         1e-7 * (sin(t + 1.0) - sin(before + 1.0)) / dt,
                         2e-7 / rig.c.r * (cos(t) - cos(before)) / dt};
    double twist[3];
    from_cop(&rig.c, V, twist);
    ref_reduced_step_euler(&rig.c, zeta, twist, 1.0, dt, NULL);
    if (n % per_turn == 0)
      for (int d = 0; d < 3; d++) worst = fmax(worst, fabs(zeta[d]));
  }
  close_rig(&rig);
  return worst;
}

Test(reference_reduced, elastic_range_is_exactly_elastic)
{
  const double left = loop_residue(true);
  cr_log_info("matched: %g m", left);
  cr_expect_lt(left, 1e-19, "%g m", left);
}

Test(reference_reduced, the_form_of_the_paper_drifts_below_breakaway)
{
  const double left = loop_residue(false);
  cr_log_info("paper: %g m", left);
  cr_expect_gt(left, 1e-9, "%g m", left);
}

/* ---- bounds ------------------------------------------------------------ */

/* The bound is zeta' K^-1 zeta <= (mu_s max|h|/sigma0)^2. Finds max|h| over
 * many twists. */
static double largest_h(const Rig *rig, uint64_t *seed)
{
  double largest = 0.0;
  for (int n = 0; n < 3000; n++) {
    double V[3], h[3];
    for (int d = 0; d < 3; d++) V[d] = random_in(seed, -1.0, 1.0);
    V[2] /= rig->c.r;
    ref_surface_exact(&rig->exact, V, h);
    largest = fmax(largest, hypot(hypot(h[0], h[1]), h[2]));
  }
  return largest;
}

Test(reference_reduced, bristles_stay_within_their_bound)
{
  for (int form = 0; form < 4; form++) {
    Rig rig;
    uint64_t seed = 45;
    open_rig(&rig, form & 1);
    rig.c.friction.is_elastoplastic = form & 2;
    const double limit = 1.2e-6 * largest_h(&rig, &seed);
    double zeta[3] = {0.0, 0.0, 0.0}, largest = 0.0;
    for (int n = 0; n < 200; n++) {
      double V[3], twist[3];
      for (int d = 0; d < 3; d++) V[d] = random_in(&seed, -1e-3, 1e-3);
      V[2] /= rig.c.r;
      from_cop(&rig.c, V, twist);
      for (int k = 0; k < 100; k++) {
        ref_reduced_step_euler(&rig.c, zeta, twist, 1.0, 2e-5, NULL);
        largest = fmax(largest, bound_of(&rig.c, zeta));
      }
    }
    cr_log_info("form %d: %g of its bound", form, largest / limit);
    cr_expect_lt(largest, limit * (1.0 + 1e-3), "form %d: %g", form,
                 largest / limit);
    cr_expect_gt(largest, 0.75 * limit);
    close_rig(&rig);
  }
}

/* ---- frames, translation, the ellipsoid -------------------------------- */

/* The large grid holds the same patch among empty cells; its centre is another
 * point of the patch. */
Test(reference_reduced, shifting_the_frame_shifts_twist_and_wrench)
{
  Rig rig, far;
  uint64_t seed = 46;
  open_rig(&rig, true);
  open_rig(&far, true);
  double large[9 * 8] = {0.0};
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 4; i++) large[(j + 3) * 9 + i] = rig.w[j * 4 + i];
  far.exact.patch = (RefPatch){9, 8, 0.045, 0.048, large};
  ref_figures(&far.exact.patch, false, far.c.cop, &far.c.r, &far.c.u);
  memcpy(far.exact.cop, far.c.cop, sizeof far.c.cop);
  const double shift[2] = {-2.5 * 0.005, 1.5 * 0.006};
  double zeta[3] = {0.0, 0.0, 0.0}, zeta_far[3] = {0.0, 0.0, 0.0};
  for (int n = 0; n < 300; n++) {
    double twist[3], local[3], f[3], g[3], back[3];
    random_twist(&seed, 1e-3, 0.1, twist);
    twist_at(shift, twist, local);
    ref_reduced_step_euler(&rig.c, zeta, local, 1.0, 2e-6, f);
    ref_reduced_step_euler(&far.c, zeta_far, twist, 1.0, 2e-6, g);
    wrench_at(shift, g, back);
    cr_expect_lt(wrench_error(back, f, 0.01), 1e-9, "%d: %g", n,
                 wrench_error(back, f, 0.01));
  }
  close_rig(&rig);
  close_rig(&far);
}

/* In a translation of the CoP the bristle of every cell equals zeta. */
Test(reference_reduced, translation_agrees_with_the_distributed_model)
{
  Rig rig;
  uint64_t seed = 47;
  open_rig(&rig, true);
  const RefContact d = {rig.exact.patch, paper_lugre};
  double zeta[3] = {0.0, 0.0, 0.0}, z[40] = {0.0}, f[3], g[3];
  const double heading = 0.7;
  for (int n = 0; n < 2000; n++) {
    const double v = random_in(&seed, -1e-3, 3e-3);
    const double twist[3] = {v * cos(heading), v * sin(heading), 0.0};
    ref_reduced_step_euler(&rig.c, zeta, twist, 1.1, 2e-5, f);
    ref_step_euler(&d, z, twist, 1.1, 2e-5, g);
    cr_expect_lt(fabs(f[0] - g[0]) + fabs(f[1] - g[1]), 1e-9, "step %d", n);
    /* Sliding straight gives no torque at the CoP, so that |h| = |h_t|. */
    double fc[3];
    wrench_at(rig.c.cop, f, fc);
    cr_expect_lt(fabs(fc[2]), 1e-9 * rig.c.r);
  }
  close_rig(&rig);
}

/* For a constant direction of V_S the ellipsoid is LuGre in one dimension: with
 * K = 1, zeta = z* + (zeta0 - z*) exp(-sigma0 s t/g). */
static int ellipsoid_rate(double t, const double *y, double *dy, void *context)
{
  const RefReduced *c = context;
  const double V[3] = {3e-4, -4e-4, 12e-4 / c->r};
  double twist[3];
  (void)t;
  from_cop(c, V, twist);
  ref_reduced_rate(c, y, twist, 1.0, dy, NULL);
  return 0;
}

Test(reference_reduced, ellipsoid_at_constant_twist_is_an_exponential)
{
  RefReduced c;
  make_ellipsoid(&c, false);
  c.friction.is_elastoplastic = false;
  const GoldGroup group = {3, 1e-19};
  const Gold gold = {.rate = ellipsoid_rate,
                     .context = &c,
                     .groups = &group,
                     .n_groups = 1,
                     .reltol = 1e-13};
  const double s = 13e-4, g = 1.0 + 0.2 * exp(-1.69);
  const double along[3] = {3.0 / 13.0, -4.0 / 13.0, 12.0 / 13.0};
  for (double t = 2e-4; t < 6e-3; t *= 3.0) {
    const double start[3] = {5e-7, 6e-7, -7e-7};
    double y[3], exact[3];
    for (int d = 0; d < 3; d++) {
      const double zss = g / 1e6 * along[d];
      exact[d] = zss + (start[d] - zss) * exp(-1e6 * s * t / g);
      y[d] = start[d];
    }
    cr_assert_eq(gold_integrate(&gold, 0.0, t, y, NULL), GOLD_OK);
    const double error = max_relative_error(y, exact, 3);
    cr_expect_lt(error, 1e-9, "t = %g: %g", t, error);
  }
}

/* ---- numerics and statuses --------------------------------------------- */

Test(reference_reduced, rate_is_finite_from_rest_to_any_speed)
{
  static const double zs[][3] = {
      {0.0, 0.0, 0.0}, {1e-6, -3e-7, 2e-7}, {-2e-6, 0.0, 0.0}, {0, 0, 9e-7}};
  for (int form = 0; form < 4; form++) {
    Rig rig;
    open_rig(&rig, form & 1);
    rig.c.friction.is_elastoplastic = form & 2;
    for (int n = 0; n < 4; n++) {
      double rate[3], f[3];
      const double rest[3] = {0.0, 0.0, 0.0};
      cr_assert_eq(ref_reduced_rate(&rig.c, zs[n], rest, 1.0, rate, f), BR_OK);
      for (int d = 0; d < 3; d++) {
        cr_expect(rate[d] == 0.0, "%g", rate[d]);
        cr_expect(isfinite(f[d]));
      }
      cr_expect_float_eq(f[0], -1e6 * zs[n][0], 1e-12);
      for (double v = 1e-150; v < 2e3; v *= 1e3) {
        const double twist[3] = {0.6 * v, -0.8 * v, 30.0 * v};
        ref_reduced_rate(&rig.c, zs[n], twist, 1.0, rate, f);
        for (int d = 0; d < 3; d++)
          cr_expect(isfinite(rate[d]) && isfinite(f[d]), "v = %g", v);
        cr_expect(fabs(rate[0]) + fabs(rate[1]) + fabs(rate[2]) > 0.0);
      }
    }
    close_rig(&rig);
  }
}

Test(reference_reduced,
     wrench_of_a_step_has_the_last_bristles_and_the_mean_rate)
{
  Rig rig;
  open_rig(&rig, true);
  const RefReduced *c = &rig.c;
  const double V[3] = {1e-3, -5e-4, 0.1}, dt = 1e-5, fn = 2.2;
  const double back[2] = {-c->cop[0], -c->cop[1]};
  double z0[3] = {4e-7, 3e-7, -8e-7}, z[3], rate[3], twist[3], f[3];
  double at_cop[3], exact[3];
  memcpy(z, z0, sizeof z);
  from_cop(c, V, twist);
  ref_reduced_rate(c, z0, twist, fn, rate, NULL);
  ref_reduced_step_euler(c, z, twist, fn, dt, f);
  for (int d = 0; d < 3; d++) {
    const double arm = d < 2 ? 1.0 : c->r, viscous = d < 2 ? 1.0 : c->u;
    cr_expect_float_eq(z[d], z0[d] + dt * rate[d], 1e-21);
    at_cop[d] = -fn * (arm * (1e6 * z[d] + 8e2 * (z[d] - z0[d]) / dt) +
                       0.2 * viscous * V[d]);
  }
  wrench_at(back, at_cop, exact);
  cr_expect_lt(wrench_error(f, exact, 0.01), 1e-10);
  close_rig(&rig);
}

Test(reference_reduced, bad_input_gives_zeros_and_leaves_the_state)
{
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  RefReduced c;
  make_ellipsoid(&c, true);
  for (int which = 0; which < 5; which++)
    for (int b = 0; b < 3; b++)
      for (int apart = 0; apart < 2; apart++) {
        double in[5] = {1e-3, 2e-3, 0.1, apart ? -1.0 : 1.0, 1e-5};
        double z[3] = {1e-7, -2e-7, 3e-7}, rate[3] = {7, 7, 7};
        double f[4][3] = {{7, 7, 7}, {7, 7, 7}, {7, 7, 7}, {7, 7, 7}};
        in[which] = bad[b];
        const int step = ref_reduced_step_euler(&c, z, in, in[3], in[4], f[0]);
        cr_expect_eq(step, BR_BAD_INPUT);
        cr_expect(z[0] == 1e-7 && z[1] == -2e-7 && z[2] == 3e-7);
        cr_expect(f[0][0] == 0.0 && f[0][1] == 0.0 && f[0][2] == 0.0);
        if (which == 4) continue;
        cr_expect_eq(ref_reduced_rate(&c, z, in, in[3], rate, f[1]),
                     BR_BAD_INPUT);
        cr_expect_eq(ref_reduced_steady(&c, in, in[3], f[2]), BR_BAD_INPUT);
        cr_expect_eq(ref_reduced_limit(&c, in, in[3], f[3]), BR_BAD_INPUT);
        for (int d = 0; d < 3; d++) {
          cr_expect_eq(rate[d], 0.0);
          cr_expect(f[1][d] == 0.0 && f[2][d] == 0.0 && f[3][d] == 0.0);
        }
      }
}

Test(reference_reduced, negative_time_is_bad_input)
{
  RefReduced c;
  make_ellipsoid(&c, true);
  const double twist[3] = {1e-3, 0.0, 0.1};
  double z[3] = {1e-7, -2e-7, 3e-7}, f[3] = {7, 7, 7};
  cr_expect_eq(ref_reduced_step_euler(&c, z, twist, 1.0, -1e-9, f),
               BR_BAD_INPUT);
  cr_expect(z[0] == 1e-7 && f[0] == 0.0);
  cr_expect_eq(ref_reduced_step_euler(&c, z, twist, 1.0, 0.0, f), BR_OK);
  cr_expect(z[0] == 1e-7 && f[0] != 0.0);
}

Test(reference_reduced, separation_resets_the_bristles)
{
  RefReduced c;
  make_ellipsoid(&c, true);
  const double twist[3] = {1e-3, 0.0, 0.1};
  for (double fn = 0.0; fn >= -1.0; fn -= 1.0) {
    double z[3] = {1e-7, -2e-7, 3e-7}, rate[3] = {7, 7, 7};
    double f[4][3] = {{7, 7, 7}, {7, 7, 7}, {7, 7, 7}, {7, 7, 7}};
    cr_expect_eq(ref_reduced_rate(&c, z, twist, fn, rate, f[0]), BR_SEPARATED);
    cr_expect_eq(z[0], 1e-7);
    cr_expect_eq(ref_reduced_steady(&c, twist, fn, f[1]), BR_SEPARATED);
    cr_expect_eq(ref_reduced_limit(&c, twist, fn, f[2]), BR_SEPARATED);
    cr_expect_eq(ref_reduced_step_euler(&c, z, twist, fn, 1e-5, f[3]),
                 BR_SEPARATED);
    for (int d = 0; d < 3; d++) {
      cr_expect(z[d] == 0.0 && rate[d] == 0.0);
      for (int k = 0; k < 4; k++) cr_expect_eq(f[k][d], 0.0);
    }
  }
}

Test(reference_reduced, outputs_may_be_null)
{
  RefReduced c;
  make_ellipsoid(&c, true);
  const double twist[3] = {1e-3, 0.0, 0.1}, bad[3] = {0.0, NAN, 0.0};
  double z[3] = {1e-7, -2e-7, 3e-7}, y[3] = {1e-7, -2e-7, 3e-7}, f[3];
  cr_expect_eq(ref_reduced_rate(&c, z, twist, 1.0, NULL, NULL), BR_OK);
  cr_expect_eq(ref_reduced_rate(&c, z, bad, 1.0, NULL, NULL), BR_BAD_INPUT);
  cr_expect_eq(ref_reduced_steady(&c, twist, 1.0, NULL), BR_OK);
  cr_expect_eq(ref_reduced_limit(&c, twist, 1.0, NULL), BR_OK);
  ref_reduced_step_euler(&c, z, twist, 1.0, 1e-5, f);
  ref_reduced_step_euler(&c, y, twist, 1.0, 1e-5, NULL);
  cr_expect_arr_eq(z, y, sizeof z);
}
