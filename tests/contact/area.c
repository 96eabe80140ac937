/* Tests of stiffness by area: the closed forms of a Hertz disc (PHYSICS.md 4c),
 * sums of the exact flow of one bristle against the emitted rate, a load that
 * changes. In the tests s is the displacement over zmax in the middle. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "kinds/contact/area.h"
#include "contact/bodies.h"
#include "contact/pads.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(area, .init = compiling_begin, .fini = compiling_end);

/* ---- one bristle ---------------------------------------------------------- */

/* With u = z/zmax along the slip and X = travel/zmax, du/dX = 1 - abar(u) u for
 * u > 0, and 1 below. The travel from s_ba to u is integrated; its inverse is
 * the exact flow. */
enum { NODES = 40000 };

typedef struct Flow {
  double s_ba;
  int last;       /* there 1 - u is 1e-13: beyond, u counts as 1 */
  double *travel; /* from s_ba to each node */
} Flow;

/* Nodes are dense where u comes close to 1, which it never reaches. */
static double node(const Flow *f, double i)
{
  const double left = 1 - i / NODES;
  return 1 - (1 - f->s_ba) * left * left * left;
}

static double slope(const Flow *f, double u) /* dX/du */
{
  const double pi = 3.14159265358979323846;
  const double t = (u - (1 + f->s_ba) / 2) / (1 - f->s_ba);
  return 1 / (1 - 0.5 * (1 + sin(pi * t)) * u);
}

static Flow flow_make(double s_ba)
{
  Flow f = {s_ba, 0, calloc(NODES, sizeof *f.travel)};
  f.last = (int)(NODES * (1 - cbrt(1e-13 / (1 - s_ba))));
  for (int i = 1; i <= f.last; i++) { /* Simpson */
    const double a = node(&f, i - 1), b = node(&f, i), m = (a + b) / 2;
    f.travel[i] = f.travel[i - 1] + (b - a) / 6 *
                                        (slope(&f, a) + 4 * slope(&f, m) +
                                         slope(&f, b));
  }
  return f;
}

/* Returns u after the travel X in the direction of u, from u0. */
static double flow_to(const Flow *f, double u0, double X)
{
  if (u0 + X <= f->s_ba) return u0 + X;
  if (u0 < f->s_ba) X -= f->s_ba - u0, u0 = f->s_ba;
  double at = X;
  if (u0 > f->s_ba) {
    const double i = NODES * (1 - cbrt((1 - u0) / (1 - f->s_ba)));
    const int below = (int)i;
    at += f->travel[below] + (i - below) * (f->travel[below + 1] -
                                            f->travel[below]);
  }
  int low = 0, high = f->last;
  if (at >= f->travel[high]) return 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    *(f->travel[middle] > at ? &high : &low) = middle;
  }
  double u = node(f, low); /* Newton's steps from the node below */
  for (int k = 0; k < 4; k++) {
    const double a = node(f, low), m = (a + u) / 2;
    const double X_u = f->travel[low] + (u - a) / 6 * (slope(f, a) +
                                                       4 * slope(f, m) +
                                                       slope(f, u));
    u -= (X_u - at) / slope(f, u);
  }
  return u;
}

/* ---- a Hertz disc ---------------------------------------------------------- */

#define DISC(n, s_ba)                                                      \
  "grid = { " n ", " n " },\nsize = { 0.0202, 0.0202 },\npressure = disc " \
  "{ radius = 0.01, profile = hertz },\nfn_nominal = 2,\nfriction = "      \
  "lugre { mu_c = 0.7, s_ba = " s_ba ", stiffness = \"area\", kappa = "    \
  "2e9 },\n"

/* zmax in the middle: mu p0/kappa, p0 = 3 N/(2 pi a^2). */
static const double middle = 0.7 * 3 * 2 / (2 * 3.14159265358979323846 * 1e-4) /
                             2e9;

/* Parts of the disc: shares of the load, and zmax over that of the middle. */
typedef struct Disc {
  int count;
  double *w, *reach;
} Disc;

static Disc disc_new(int count)
{
  return (Disc){count, calloc((size_t)count, sizeof(double)),
                calloc((size_t)count, sizeof(double))};
}

static void disc_free(Disc *d)
{
  free(d->w);
  free(d->reach);
}

/* The cells, by the contact's tables. */
static Disc disc_of_cells(const Contact *c)
{
  Disc d = disc_new(c->cells.count);
  for (int k = 0; k < d.count; k++) {
    d.w[k] = c->cells.w[k];
    d.reach[k] = 2 * c->area->reach[k] * (0.7 / c->lugre.sigma0) / middle;
  }
  return d;
}

/* The limit of fine grids: zmax and the pressure are q = sqrt(1 - (r/a)^2) of
 * those in the middle, and 3 q^2 dq is the load between two of them. Midpoints
 * in q, whose error is that of the flow's bend, which is as wide as many of
 * them. */
static Disc disc_of_rings(int count)
{
  Disc d = disc_new(count);
  for (int k = 0; k < count; k++) {
    const double low = (double)k / count, high = (k + 1.0) / count;
    d.w[k] = high * high * high - low * low * low;
    d.reach[k] = 0.75 * (pow(high, 4) - pow(low, 4)) / d.w[k];
  }
  return d;
}

static double loading(const Disc *c, const Flow *f, double s)
{
  double sum = 0;
  for (int k = 0; k < c->count; k++)
    sum += c->w[k] * flow_to(f, 0, s / c->reach[k]);
  return sum;
}

/* The force after the displacement `s` and back by `d`. */
static double unloading(const Disc *c, const Flow *f, double s, double d)
{
  double sum = 0;
  for (int k = 0; k < c->count; k++) {
    const double most = flow_to(f, 0, s / c->reach[k]);
    sum -= c->w[k] * flow_to(f, -most, d / c->reach[k]);
  }
  return sum;
}

static double law(double s)
{
  return s < 1 ? 1.5 * s - 0.5 * s * s * s : 1;
}

static Disc disc_of(const char *keys)
{
  Loaded loaded = load_contact(keys, NULL);
  cr_assert_null(loaded.error, "%s", loaded.error);
  const Disc disc = disc_of_cells((const Contact *)loaded.model);
  unload(&loaded);
  return disc;
}

Test(area, loading_of_a_hertz_disc_converges_to_its_closed_form)
{
  Flow f = flow_make(0.999);
  Disc discs[] = {disc_of(DISC("20", "0.999")), disc_of(DISC("60", "0.999")),
                  disc_of(DISC("180", "0.999")), disc_of_rings(40000)};
  double worst[4] = {0, 0, 0, 0};
  for (double s = 0.3; s < 1.3; s += 0.1)
    for (int i = 0; i < 4; i++) {
      const double error = loading(&discs[i], &f, s) - law(s);
      cr_assert(isfinite(error));
      worst[i] = fmax(worst[i], fabs(error));
    }
  cr_expect_lt(worst[0], 0.02, "%g", worst[0]);
  for (int i = 1; i < 3; i++) /* as the square of the side, about */
    cr_expect_lt(worst[i], worst[i - 1] / 5, "%g of %g", worst[i],
                 worst[i - 1]);
  cr_expect_lt(worst[3], 2e-5, "%g", worst[3]);
  for (int i = 0; i < 4; i++) disc_free(&discs[i]);
  free(f.travel);
}

/* Twice the work of the way back from s to -s: the way there is the same, turned
 * by half a turn. */
static double loss(const Disc *disc, const Flow *f, double s, int steps)
{
  double work = 0;
  for (int i = 0; i <= steps; i++) { /* Simpson */
    const double back = unloading(disc, f, s, 2 * s * i / steps);
    work += (i == 0 || i == steps ? 1 : i % 2 ? 4 : 2) * back;
  }
  return -2 * work * 2 * s / steps / 3;
}

Test(area, unloading_follows_masing_and_loses_the_fourth_power)
{
  Flow f = flow_make(0.999);
  Disc rings = disc_of_rings(10000);
  Disc grids[] = {disc_of(DISC("20", "0.999")), disc_of(DISC("80", "0.999"))};
  for (double most = 0.4; most < 1; most += 0.25) {
    double worst = 0, error[2];
    for (double d = 0; d <= 2 * most; d += most / 8) {
      const double back = unloading(&rings, &f, most, d);
      worst = fmax(worst, fabs(back - (law(most) - 2 * law(d / 2))));
      cr_assert(isfinite(back));
    }
    cr_expect_lt(worst, 2e-5, "s = %g: %g", most, worst);
    const double exact = pow(most, 4), ring = loss(&rings, &f, most, 32);
    cr_expect_float_eq(ring, exact, 2e-5, "s = %g: %g", most, ring - exact);
    for (int i = 0; i < 2; i++)
      error[i] = fabs(loss(&grids[i], &f, most, 32) - exact);
    cr_expect_lt(error[1], error[0] / 4, "%g of %g", error[1], error[0]);
    cr_expect_lt(error[1], 2e-3, "%g", error[1]);
  }
  for (int i = 0; i < 2; i++) disc_free(&grids[i]);
  disc_free(&rings);
  free(f.travel);
}

Test(area, hertz_disc_stays_within_a_twentieth_of_cattaneo_mindlin)
{
  double most = 0; /* displacement of full slip is 1.5 times zmax/... : s */
  for (double s = 0; s <= 1; s += 1e-4)
    most = fmax(most, fabs(law(s) - (1 - pow(1 - s, 1.5))));
  cr_expect_lt(most, 0.0452);
  cr_expect_gt(most, 0.0450);
}

/* ---- the emitted solver ----------------------------------------------------- */

/* Integrates _rate by Runge-Kutta under a constant slip. Returns the force over
 * mu N. */
static double slid(Emission *e, Solver *solver, double speed, double path)
{
  enum { STEPS = 1500 };
  const Contact *c = (const Contact *)e->loaded.model;
  Run *run = e->loaded.run;
  const size_t n = 2 * (size_t)c->cells.count;
  const double twist[3] = {speed, 0, 0}, fn = 2, h = path / speed / STEPS;
  const double *const in[] = {twist, &fn};
  double wrench[3], *rate = run_doubles(run, n), *z = run_doubles(run, n);
  double *at = run_doubles(run, n), *sum = run_doubles(run, n);
  double *const out[] = {rate, wrench};
  void *state = solver_state(run, solver);
  static const double ahead[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
  for (int i = 0; i < STEPS; i++) {
    memset(sum, 0, n * sizeof *sum);
    for (int stage = 0; stage < 4; stage++) {
      for (size_t k = 0; k < n; k++) at[k] = z[k] + h * ahead[stage] * rate[k];
      solver->functions->set(state, at);
      solver_call(run, solver, "rate", state, in, (double *const *)out);
      for (size_t k = 0; k < n; k++) sum[k] += weight[stage] * rate[k];
    }
    for (size_t k = 0; k < n; k++) z[k] += h / 6 * sum[k];
    if (i + 1 < STEPS)
      for (size_t k = 0; k < n; k++) rate[k] = sum[k] / 6;
  }
  solver->functions->set(state, z);
  solver_call(run, solver, "rate", state, in, (double *const *)out);
  return -wrench[0] / (0.7 * fn);
}

Test(area, emitted_rate_sums_the_exact_flow_of_every_cell)
{
  static const char *const keys[] = {DISC("9", "0.3"), DISC("9", "0.9")};
  static const double s_ba[] = {0.3, 0.9};
  for (int i = 0; i < 2; i++) {
    const Flow f = flow_make(s_ba[i]);
    Emission e = emit_sound_pad(keys[i]);
    Solver *solver = open_solver(&e, backend_find("tcc"));
    Disc cells = disc_of_cells((const Contact *)e.loaded.model);
    for (double s = 0.25; s < 1.4; s += 0.4) {
      const double exact = loading(&cells, &f, s);
      const double got = slid(&e, solver, 1e-4, s * middle);
      cr_expect_float_eq(got, exact, 1e-9, "s_ba %g, s %g: %.3g", s_ba[i], s,
                         got - exact);
    }
    disc_free(&cells);
    emission_close(&e);
    free(f.travel);
  }
}

Test(area, load_that_falls_takes_the_grip_and_load_that_rises_does_no_work)
{
  Emission e = emit_sound_pad(DISC("9", "0.9"));
  Solver *solver = open_solver(&e, backend_find("tcc"));
  Run *run = e.loaded.run;
  void *state = solver_state(run, solver);
  const double slide[3] = {1e-4, 0, 0}, rest[3] = {0, 0, 0};
  double fn = 2, dt = 0.6 * middle / 1e-4, wrench[3], before;
  const double *const in[] = {slide, &fn, &dt}, *const held[] = {rest, &fn, &dt};
  double *const out[] = {wrench};
  solver_call(run, solver, "step", state, in, out);
  before = wrench[0];
  fn = 6; /* bristles keep their deflection and their force */
  solver_call(run, solver, "step", state, held, out);
  cr_expect_float_eq(wrench[0], before, 1e-12 * fabs(before));
  fn = 0.1;
  solver_call(run, solver, "step", state, held, out);
  cr_expect_leq(fabs(wrench[0]), 0.7 * 0.1 * 1.01);
  cr_expect_gt(fabs(wrench[0]), 0.7 * 0.1 * 0.9);
  emission_close(&e);
}

/* Where the pressure is below s times the largest, cells slip: beyond the radius
 * with (r/a)^2 = 1 - s^2, which has 1 - s^3 of the load in it. */
Test(area, slip_is_seen_from_the_rim_before_the_disc_lets_go)
{
  Emission e = emit_sound_pad("stick = true,\n" DISC("60", "0.9"));
  Solver *solver = open_solver(&e, backend_find("tcc"));
  Run *run = e.loaded.run;
  const double fn = 2, dt = 0.6 * middle / 1e-4 / 600;
  const double slide[3] = {1e-4, 0, 0};
  const double *const in[] = {slide, &fn, &dt};
  void *state = solver_state(run, solver);
  double wrench[3], sticking[4];
  double *const out[] = {wrench}, *const told[] = {sticking};
  for (int i = 0; i < 600; i++)
    solver_call(run, solver, "step", state, in, out);
  cr_expect_lt(-wrench[0], 0.8 * 0.7 * fn);
  cr_expect_eq(solver_call(run, solver, "stick", state, in, told), 0);
  const double edge = 0.6 / 0.9; /* bristles yield from s_ba*zmax on */
  cr_expect_float_eq(sticking[0], 1 - edge * edge * edge, 0.02, "%g",
                     sticking[0]);
  cr_expect_float_eq(sticking[1], 1 - edge * edge, 0.03, "%g", sticking[1]);
  cr_expect_lt(fabs(sticking[2]) + fabs(sticking[3]), 1e-9);
  emission_close(&e);
}

/* By the solver itself: 4.51 % of mu N at most, at s = 0.62. */
Test(area, emitted_solver_stays_within_a_twentieth_of_cattaneo_mindlin)
{
  enum { STEPS = 600 };
  Emission e = emit_sound_pad(DISC("60", "0.98"));
  Solver *solver = open_solver(&e, backend_find("tcc"));
  Run *run = e.loaded.run;
  const double fn = 2, dt = middle / 1e-4 / STEPS, slide[3] = {1e-4, 0, 0};
  const double *const in[] = {slide, &fn, &dt};
  void *state = solver_state(run, solver);
  double wrench[3], most = 0, at = 0;
  double *const out[] = {wrench};
  for (int i = 1; i <= STEPS; i++) {
    const double s = (double)i / STEPS;
    solver_call(run, solver, "step", state, in, out);
    const double off = -wrench[0] / (0.7 * fn) - (1 - pow(1 - s, 1.5));
    cr_assert_lt(fabs(off), 0.047, "s = %g: %g", s, off);
    if (fabs(off) > most) most = fabs(off), at = s;
  }
  cr_expect_gt(most, 0.0435, "%g at s = %g", most, at);
  cr_expect_float_eq(at, 0.62, 0.08, "%g", at);
  emission_close(&e);
}

/* ---- bodies, coupling, few bristles ------------------------------------------ */

#define SOFT(n)                                                               \
  "grid = { " n ", " n " },\nsize = { 0.0202, 0.0202 },\npressure = disc "    \
  "{ radius = 0.01, profile = hertz },\nfn_nominal = 2,\nfriction = lugre {"  \
  " mu_c = 0.7, mu_s = 0.9, v_s = 1e-3, s_ba = 0.9, sigma2 = 0.3, stiffness " \
  "= \"area\", kappa = 2e9, eta = 2e6 },\n"
#define BODY "body = { mass = 0.3, inertia = 2e-5 },\n"

Test(area, verify_holds_with_a_body_coupling_and_few_bristles)
{
  static const char *const keys[] = {
      "couple = 1,\n" SOFT("4") BODY,
      "real = \"float\",\nstep = \"euler\",\nfriction_map = function(x, y) "
      "return x < 0 and 0.7 or 1.2 end,\n" SOFT("7") BODY,
      "model = \"compressed\",\nbristles = 8,\nstick = true,\nstep = "
      "\"implicit\",\n" SOFT("9") BODY};
  for (int i = 0; i < 3; i++) pad_expect_sound(keys[i]);
}

/* ---- with fn_range ---------------------------------------------------------- */

#define GROWING(n, levels)                                                     \
  "grid = { " n ", " n " },\nsize = { 0.0202, 0.0202 },\npressure = disc { "   \
  "radius = function(fn) return 0.005 * fn ^ (1/3) end, profile = hertz },\n" \
  "fn_range = { 1, 8, levels = " levels " },\n"
#define SOFT_LAW                                                               \
  "friction = lugre { mu_c = 0.7, mu_s = 0.9, v_s = 1e-3, s_ba = 0.9, sigma2 " \
  "= 0.3, stiffness = \"area\", kappa = 2e9, eta = 2e6 },\n"

Test(area, verify_holds_where_the_patch_grows_with_the_load)
{
  static const char *const keys[] = {
      "stick = true,\nanisotropy = { ratio = 0.6, angle = 0.4 },\n" GROWING(
          "6", "4") SOFT_LAW,
      "couple = 1,\nreal = \"float\",\nstep = \"implicit\",\nfriction_map = "
      "function(x, y) return x < 0 and 0.7 or 1.2 end,\n" GROWING("4", "3")
          SOFT_LAW};
  for (int i = 0; i < 2; i++) pad_expect_sound(keys[i]);
}

/* Cells that a load newly reaches start without deflection; those that it leaves
 * lose theirs, and the others what they can no longer hold. */
Test(area, patch_that_grows_does_no_work_and_one_that_shrinks_lets_go)
{
  Emission e = emit_sound_pad(
      GROWING("9", "8") "friction = lugre { mu_c = 0.7, s_ba = 0.9, stiffness = "
                        "\"area\", kappa = 2e9 },\n");
  Solver *solver = open_solver(&e, backend_find("tcc"));
  Run *run = e.loaded.run;
  void *state = solver_state(run, solver);
  const double slide[3] = {1e-4, 0, 0}, rest[3] = {0, 0, 0};
  double fn = 2, dt = 0.02, wrench[3], before;
  const double *const in[] = {slide, &fn, &dt}, *const held[] = {rest, &fn, &dt};
  double *const out[] = {wrench};
  solver_call(run, solver, "step", state, in, out);
  before = wrench[0];
  cr_expect_lt(before, -0.1);
  fn = 8;
  solver_call(run, solver, "step", state, held, out);
  cr_expect_float_eq(wrench[0], before, 1e-12 * fabs(before), "%g", wrench[0]);
  fn = 1;
  solver_call(run, solver, "step", state, held, out);
  const double small = wrench[0];
  cr_expect_gt(small, 0.8 * before, "%g of %g", small, before);
  fn = 8; /* what was let go does not come back */
  solver_call(run, solver, "step", state, held, out);
  cr_expect_float_eq(wrench[0], small, 1e-12 * fabs(small), "%g", wrench[0]);
  emission_close(&e);
}

/* K a^2/2 is what stiffness by area gives to a turn (PHYSICS.md 4c). */
Test(area, stiffness_is_that_of_the_material_at_the_nominal_load)
{
  static const char *const ranges[] = {"", "fn_range = { 0.5, 4, levels = 24 },\n"};
  for (int i = 0; i < 2; i++) {
    char keys[500];
    snprintf(keys, sizeof keys,
             "grid = { 41, 41 },\nsize = { 0.0066, 0.0066 },\nfn_nominal = 2,\n"
             "pressure = hertz { radius = 0.02, modulus = 2e6, poisson = 0.49 "
             "},\nfriction = lugre { mu_c = 0.7, stiffness = \"area\" },\n%s",
             ranges[i]);
    Loaded l = load_contact(keys, NULL);
    const Contact *c = contact_at((const Contact *)l.model, 2);
    const double a = material_radius(c->material, 2), s = c->lugre.sigma0;
    const double textbook = material_tangential(c->material, 2);
    cr_expect_float_eq(s * contact_held(c), textbook, 1e-6 * textbook);
    cr_expect_float_eq(s * contact_held_turn(c), textbook * a * a / 2,
                       (i ? 0.1 : 0.01) * textbook * a * a / 2, "%g of %g",
                       s * contact_held_turn(c), textbook * a * a / 2);
    unload(&l);
  }
}

/* A body in stick rests at load/(kappa A), under any normal force. */
Test(area, stuck_body_rests_where_the_area_holds_it)
{
  Rig rig = rig_open(SOFT("9") BODY, backend_find("tcc"));
  const Contact *c = (const Contact *)rig.emission.loaded.model;
  const double load[3] = {0.05, 0, 0}, stiffness = 2e9 * c->area->total;
  double wrench[3];
  for (int fast = 0; fast < 2; fast++) {
    rig_reset(&rig);
    for (int i = 0; i < 100; i++)
      cr_assert_eq(rig_step(&rig, load, fast ? 6 : 2, 1e-3, wrench), 0);
    const double *members = rig_get(&rig);
    cr_expect_float_eq(members[BODY_Q], 0.05 / stiffness, 1e-6 * 0.05 / stiffness,
                       "%g of %g", members[BODY_Q], 0.05 / stiffness);
    cr_expect_float_eq(wrench[0], -0.05, 1e-7);
  }
  rig_close(&rig);
}

Test(area, few_bristles_slip_one_after_the_other_as_the_cells_do)
{
  Pad cells = pad_of(DISC("15", "0.9"));
  Pad few = pad_of("model = \"compressed\",\nbristles = 16,\nstick = true,\n"
                   DISC("15", "0.9"));
  const Contact *c = few.contact;
  const double slide[3] = {1e-4, 0, 0}, dt = middle / 1e-4 / 50;
  double load = 0, area = 0, worst = 0, sticking[4] = {0, 0, 0, 0}, seen = 0;
  for (int k = 0; k < c->cells.count; k++) {
    load += c->cells.w[k];
    area += c->area->share[k];
  }
  cr_expect_float_eq(load, 1, 1e-12);
  cr_expect_float_eq(area, 1, 1e-12);
  pad_ask(&few, "stick", slide, 0, sticking);
  cr_expect_float_eq(sticking[0], 1, 1e-12);
  cr_expect_float_eq(sticking[1], 1, 1e-12);
  for (int i = 0; i < 110; i++) {
    const double all = pad_slide(&cells, slide, 2, dt, 1);
    const double got = pad_slide(&few, slide, 2, dt, 1);
    worst = fmax(worst, fabs(all - got) / (0.7 * 2));
    if (-got > 0.8 * 0.7 * 2 && seen == 0) {
      pad_ask(&few, "stick", slide, 0, sticking);
      seen = sticking[1];
    }
  }
  cr_expect_lt(worst, 0.06, "%g", worst);
  cr_expect_gt(seen, 0.05, "%g", seen); /* some stick, some slip */
  cr_expect_lt(seen, 0.9, "%g", seen);
  cr_expect_float_eq(c->compression->slide, 0.045, 0.02);
  pad_close(&cells);
  pad_close(&few);
}

/* Without areas each cell counts for the bristle next to it. */
Test(area, few_bristles_under_stiffness_by_load_tell_what_sticks)
{
  Pad p = pad_of("model = \"compressed\",\nbristles = 16,\nstick = true,\n"
                 "grid = { 21, 21 },\nsize = { 0.02, 0.02 },\npressure = disc "
                 "{ radius = 0.01 },\nfriction = lugre { sigma0 = 1e5, mu_c = "
                 "0.7, s_ba = 0.9 },\n");
  const double turn[3] = {0, 0, 0.1}, rest[3] = {0, 0, 0};
  double sticking[4];
  pad_ask(&p, "stick", rest, 0, sticking);
  cr_expect_float_eq(sticking[0], 1, 1e-12);
  cr_expect_float_eq(sticking[1], 1, 1e-12);
  pad_slide(&p, turn, 2, 1e-4, 100); /* 1 mrad: beyond 6.3 mm bristles slip */
  pad_ask(&p, "stick", turn, 0, sticking);
  cr_expect_float_eq(sticking[1], 0.63 * 0.63, 0.15, "%g", sticking[1]);
  cr_expect_float_eq(sticking[0], 0.63 * 0.63, 0.15, "%g", sticking[0]);
  pad_close(&p);
}
