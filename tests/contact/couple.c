/* Tests of _step_slopes, _couple and _march: contacts on bodies of any mass, by
 * compiled solvers, judged by the reference in long double. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "kinds/contact/couple/reference.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"

TestSuite(couple, .init = compiling_begin, .fini = compiling_end);

enum { MOST = REF_COUPLE_MOST, DIM = 3 * MOST };
#define ARM 0.0059 /* m: of the pad below */
#define LAW                                                              \
  "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = " \
  "1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 },\ncouple = 8,\ngrid = { 21, " \
  "21 },\npressure = disc { radius = 0.01 },\n"
static const char reduced[] = LAW "model = \"reduced\"";
static const char ellipsoid[] = LAW "model = \"ellipsoid\"";
static const char falling[] =
    "friction = lugre { sigma0 = 2.5e6, sigma1 = 1.6e4, mu_c = 0.43, mu_s = "
    "0.64, v_s = 0.02, gamma = 1.5, s_ba = 0.37, v_d = 0.0025 },\ncouple = "
    "8,\ngrid = { 21, 21 },\npressure = disc { radius = 0.01 },\nmodel = "
    "\"ellipsoid\"";
static const char compressed[] = LAW "model = \"compressed\",\nbristles = 8";

/* A pad with a compiled solver and its reference. */
typedef struct Pad {
  Emission emission;
  const br_solver *solver;
  CoupleReference reference;
  char *states; /* MOST of them */
} Pad;

static Pad open_pad(const char *keys, const Backend *backend)
{
  Pad pad = {.emission = emit_sound_pad(keys)};
  const Solver *solver = open_solver(&pad.emission, backend);
  const Contact *contact = (const Contact *)pad.emission.loaded.model;
  pad.solver = solver->functions;
  pad.reference = couple_reference(contact);
  cr_assert_leq(pad.solver->state_align, 16);
  pad.states =
      run_alloc(pad.emission.loaded.run, MOST * pad.solver->state_bytes);
  return pad;
}

static void *state_of(const Pad *pad, int i)
{
  return pad->states + (size_t)i * pad->solver->state_bytes;
}

static int step_slopes(const Pad *pad, int i, const double *twist, double fn,
                       double dt, double *end, double *wrench)
{
  const double *const in[] = {twist, &fn, &dt};
  double *const out[] = {end, wrench, NULL};
  for (int k = 0; k < pad->solver->nfunctions; k++)
    if (strcmp(pad->solver->functions[k].name, "step_slopes") == 0)
      return pad->solver->functions[k].call(state_of(pad, i), in, out);
  return BR_BAD_INPUT;
}

/* ---- random cases ------------------------------------------------------- */

static uint64_t seed;

static double any(double low, double high)
{
  return number_random(&seed, low, high);
}

static double size(double low, double high)
{
  return low * pow(high / low, any(0, 1));
}

/* n contacts on a planar body of 1 g to 1 t, over 10 us to 50 ms. */
typedef struct Case {
  const Pad *pad;
  int n;
  double fn[MOST], v[DIM], v0[DIM], w[DIM * DIM], dt;
  double *z; /* of the contacts at the start, one after the other */
} Case;

static void draw_body(Case *c)
{
  const double m = size(1e-3, 1e3), gyration = size(1e-3, 0.3);
  const double minv[3] = {1 / m, 1 / m, 1 / (m * gyration * gyration)};
  const double v = any(0, 1) < 0.2 ? 0 : size(1e-8, 2), fn = size(1e-2, 1e2);
  const double u[3] = {v * any(-1, 1), v * any(-1, 1),
                       v * any(-1, 1) / size(1e-2, 1)};
  const double pull = size(1e-2, 10) * fn;
  double push[3], rows[3 * DIM];
  c->dt = size(1e-5, 5e-2);
  for (int i = 0; i < 3; i++)
    push[i] = pull * any(-1, 1) * (i == 2 ? ARM : 1) * minv[i];
  for (int i = 0; i < c->n; i++) {
    const double dx = 0.1 * any(-1, 1) * any(0, 1);
    const double dy = 0.1 * any(-1, 1) * any(0, 1);
    const double own[9] = {1, 0, -dy, 0, 1, dx, 0, 0, 1};
    memcpy(rows + 9 * i, own, sizeof own);
    c->fn[i] = fn * (any(0, 1) < 0.5 ? 1 : size(0.1, 10));
  }
  for (int i = 0; i < 3 * c->n; i++) {
    c->v[i] = c->v0[i] = 0;
    for (int l = 0; l < 3; l++) {
      c->v[i] += rows[3 * i + l] * u[l];
      c->v0[i] += rows[3 * i + l] * (u[l] + c->dt * push[l]);
    }
    for (int j = 0; j < 3 * c->n; j++) {
      double *const w = &c->w[3 * c->n * i + j];
      *w = 0;
      for (int l = 0; l < 3; l++)
        *w += rows[3 * i + l] * minv[l] * rows[3 * j + l];
    }
  }
}

/* Draws a body, and bristles that have slid with it, at random, or not. */
static void draw_case(const Pad *pad, int n, Case *c)
{
  c->pad = pad;
  c->n = n;
  draw_body(c);
  for (int i = 0; i < n; i++) {
    double *const z = c->z + i * pad->solver->nstates;
    const double kind = any(0, 1);
    pad->solver->reset(state_of(pad, i));
    pad->solver->get(state_of(pad, i), z);
    for (int k = 0; k < (kind < 0.4 ? 5 : kind < 0.8 ? 4 : 0); k++) {
      const double s = size(1e-7, 1);
      double twist[3] = {s * any(-1, 1), s * any(-1, 1), s * any(-1, 1) / ARM};
      if (kind < 0.4) memcpy(twist, c->v + 3 * i, sizeof twist);
      step_slopes(pad, i, twist, c->fn[i], c->dt, z, NULL);
      pad->solver->set(state_of(pad, i), z);
    }
  }
}

static int couple(const Case *c, double *twist, double *wrench, double info[5])
{
  memcpy(twist, c->v, sizeof c->v);
  return c->pad->solver->couple(c->n, c->pad->states, c->fn, c->v0, c->w, c->dt,
                                twist, wrench, NULL, info);
}

static int reference_wrench(const void *context, int i,
                            const long double twist[3], long double wrench[3])
{
  const Case *c = context;
  return couple_reference_step(&c->pad->reference,
                               c->z + i * c->pad->solver->nstates, twist,
                               c->fn[i], c->dt, NULL, wrench);
}

/* Returns what is left of V = V0 + dt*W*f(V) with the reference's f, beyond
 * what rounding of V makes of it. */
static double wrongness(const Case *c, const double *twist)
{
  const RefCoupling coupling = {c->n, reference_wrench, c, c->v0, c->w, c->dt,
                                ARM};
  double left, noise;
  ref_couple_residual(&coupling, twist, 0x1p-51, &left, &noise);
  return left - 16 * noise;
}

typedef struct Counts {
  long cases, judged, failed, wrong, rough, evaluations, most;
} Counts;

static void try_case(const Case *c, bool has_seams, bool is_judged, Counts *n)
{
  double twist[DIM], wrench[DIM], info[5];
  const int status = couple(c, twist, wrench, info);
  cr_assert(status == BR_OK || status == BR_NO_CONVERGENCE, "status %d",
            status);
  n->cases++;
  n->failed += status == BR_NO_CONVERGENCE;
  n->evaluations += (long)info[2];
  n->most = (long)fmax((double)n->most, info[2]);
  /* A residual that large is rounding, or the seam of a table where the
   * limit surface jumps by twice its error at most. Silently wrong is what
   * errs by more than its residual says, which is that of y, not of V. */
  const bool is_rough = status == BR_OK && info[0] > 1e-6;
  const double limit = !has_seams ? 1e-9 + 100 * info[0]
                       : is_rough ? 4e-3
                                  : 1e-5;
  n->rough += is_rough;
  if (status != BR_OK || !(is_rough || is_judged)) return;
  n->judged++;
  n->wrong += wrongness(c, twist) > limit;
}

static void print_counts(int contacts, const Counts *n)
{
  printf(
      "%d contacts, %ld cases, %ld judged: no convergence %ld, wrong %ld, "
      "rough %ld, evaluations mean %.2f, most %ld\n",
      contacts, n->cases, n->judged, n->failed, n->wrong, n->rough,
      (double)n->evaluations / (double)n->cases, n->most);
  fflush(stdout);
}

/* 1,000,000 cases in `make soak`, with 1, 2, 4 and 8 contacts in equal parts;
 * all are judged there, otherwise one in `judged`. */
static void try_stiff_cases(const char *keys, int stride, int judged)
{
  const int count = 1000000 / 4 / soak_stride(stride);
  Pad pad = open_pad(keys, &cc_backend);
  Case c = {.z = run_doubles(pad.emission.loaded.run,
                             (size_t)(MOST * pad.solver->nstates))};
  Counts all = {0};
  seed = 1;
  for (int n = 1; n <= MOST; n *= 2) {
    Counts here = {0};
    for (int i = 0; i < count; i++) {
      draw_case(&pad, n, &c);
      try_case(&c, keys == reduced, i % soak_stride(judged) == 0, &here);
    }
    print_counts(n, &here);
    all.cases += here.cases;
    all.failed += here.failed;
    all.wrong += here.wrong;
    all.most = (long)fmax((double)all.most, (double)here.most);
  }
  cr_expect_leq(all.failed, all.cases / (keys == falling ? 5000 : 100000) + 1);
  cr_expect_eq(all.wrong, 0, "%ld are wrong", all.wrong);
  cr_expect_leq(all.most, 100);
  emission_close(&pad.emission);
}

Test(couple, stiff_cases_of_a_reduced_pad_converge)
{
  try_stiff_cases(reduced, 250, 10);
}

Test(couple, stiff_cases_of_an_ellipsoid_converge)
{
  try_stiff_cases(ellipsoid, 250, 10);
}

Test(couple, stiff_cases_of_eight_bristles_converge)
{
  try_stiff_cases(compressed, 500, 40);
}

/* Damping bears 40 times what sliding does, and is gone at 5 mm/s. */
Test(couple, stiff_cases_where_damping_falls_steeply_converge)
{
  try_stiff_cases(falling, 250, 10);
}

/* 3,000 motions of 100 steps in `make soak`, with one or two contacts. */
Test(couple, motions_take_few_evaluations)
{
  const int count = 3000 / soak_stride(30);
  Pad pad = open_pad(reduced, &cc_backend);
  Case c = {.z = run_doubles(pad.emission.loaded.run,
                             (size_t)(MOST * pad.solver->nstates))};
  long evaluations = 0, failed = 0;
  seed = 7;
  for (int i = 0; i < count; i++) {
    double push[DIM], twist[DIM], wrench[DIM], info[5], now = 0;
    draw_case(&pad, 1 + i % 2, &c);
    const double all = size(1e-3, 1);
    for (int j = 0; j < 3 * c.n; j++) push[j] = c.v0[j] - c.v[j];
    for (int k = 0; k < 100; k++) {
      if (k % 25 == 0) now = any(0, 1) < 0.4 ? 0 : all * any(-1, 1);
      for (int j = 0; j < 3 * c.n; j++) c.v0[j] = c.v[j] + now * push[j];
      failed += couple(&c, twist, wrench, info) < 0;
      evaluations += (long)info[2];
      memcpy(c.v, twist, sizeof c.v);
    }
  }
  const double mean = (double)evaluations / (100.0 * count);
  printf("%d motions: evaluations mean %.2f, failed %ld\n", count, mean,
         failed);
  cr_expect_leq(mean, 2.5);
  cr_expect_leq(failed, count / 1000 + 1);
  emission_close(&pad.emission);
}

/* ---- scenes ------------------------------------------------------------- */

/* Two pads hold a box of 0.2 kg with 5 N each; returns the last speed. Writes
 * the sag after 1 s, and how far the box then creeps in 1 s. */
static double hold_box(const Pad *pad, double dt, double *sag, double *creep)
{
  const int steps = (int)lround(1 / dt);
  double v[3] = {0}, place = 0;
  const double fn[2] = {5, 5};
  double w[36];
  for (int i = 0; i < 36; i++)
    w[i] = i % 6 % 3 != i / 6 % 3 ? 0 : i % 3 == 2 ? 1 / 5e-4 : 5;
  for (int i = 0; i < 2; i++) pad->solver->reset(state_of(pad, i));
  for (int i = 0; i < 2 * steps; i++) {
    double twist[6], v0[6], f[6];
    for (int d = 0; d < 6; d++) {
      twist[d] = v[d % 3];
      v0[d] = v[d % 3] - (d % 3 == 1 ? 9.81 * dt : 0);
    }
    cr_assert_eq(pad->solver->couple(2, pad->states, fn, v0, w, dt, twist, f,
                                     NULL, NULL),
                 BR_OK, "step %d", i);
    memcpy(v, twist, sizeof v);
    place += dt * v[1];
    if (i == steps) *sag = -place;
  }
  *creep = fabs(place + *sag);
  return fabs(v[1]);
}

Test(couple, a_gripped_box_sags_as_sigma0_says_and_rests)
{
  static const double dts[] = {1e-4, 1e-3, 5e-3};
  Pad pad = open_pad(compressed, &cc_backend);
  for (int i = 0; i < 3; i++) {
    double sag = 0, creep = 0;
    cr_expect_lt(hold_box(&pad, dts[i], &sag, &creep), 1e-14);
    cr_expect_float_eq(sag, 0.2 * 9.81 / (2 * 5 * 1e6), 1e-11);
    cr_expect_lt(creep, 1e-17, "creep %g m at %g s", creep, dts[i]);
  }
  emission_close(&pad.emission);
}

/* A puck of 0.1 kg slides and spins to rest. Returns its way in m. */
static double slide(const Pad *pad, double dt, double *angle)
{
  enum { MOST_STEPS = 3000 };
  const double minv[9] = {10, 0, 0, 0, 10, 0, 0, 0, 1e5};
  const int steps = (int)lround(0.3 / dt);
  static double loads[3 * MOST_STEPS], fn[MOST_STEPS], twists[3 * MOST_STEPS];
  double v[3] = {0.5, 0, 60}, x = 0, before = 0.5, spin = 60;
  for (int i = 0; i < steps; i++) fn[i] = 0.981;
  pad->solver->reset(state_of(pad, 0));
  cr_assert_eq(pad->solver->march(state_of(pad, 0), v, minv, loads, fn, steps,
                                  dt, twists, NULL),
               BR_OK);
  *angle = 0;
  for (int i = 0; i < steps; i++) { /* the disc has no preferred direction */
    x += 0.5 * dt * (before + twists[3 * i]);
    *angle += 0.5 * dt * (spin + twists[3 * i + 2]);
    before = twists[3 * i];
    spin = twists[3 * i + 2];
  }
  cr_expect_lt(fabs(v[0]) + ARM * fabs(v[2]), 1e-9);
  return x;
}

Test(couple, a_puck_comes_to_rest_where_small_steps_bring_it)
{
  Pad pad = open_pad(ellipsoid, &cc_backend);
  double angle[3];
  const double fine = slide(&pad, 1e-4, &angle[0]);
  const double middle = slide(&pad, 1e-3, &angle[1]);
  const double coarse = slide(&pad, 5e-3, &angle[2]);
  cr_expect_lt(fabs(middle - fine), 0.01 * fine);
  cr_expect_lt(fabs(coarse - fine), 0.05 * fine);
  cr_expect_lt(fabs(angle[2] - angle[0]), 0.02 * angle[0]);
  emission_close(&pad.emission);
}

/* ---- statuses ----------------------------------------------------------- */

Test(couple, a_contact_without_load_is_reset_and_moves_with_the_rest)
{
  Pad pad = open_pad(ellipsoid, &tcc_backend);
  const double fn[2] = {5, -1};
  double w[36], twist[6] = {0}, wrench[6], z[3] = {1e-7, 0, 0};
  double v0[6] = {0.01, 0, 0, 0.01, 0, 0};
  int status[2];
  for (int i = 0; i < 36; i++) w[i] = i % 6 % 3 == i / 6 % 3 ? 5 : 0;
  for (int i = 0; i < 2; i++) pad.solver->set(state_of(&pad, i), z);
  cr_expect_eq(pad.solver->couple(2, pad.states, fn, v0, w, 1e-3, twist, wrench,
                                  status, NULL),
               BR_SEPARATED);
  cr_expect_eq(status[0], BR_OK);
  cr_expect_eq(status[1], BR_SEPARATED);
  cr_expect_eq(wrench[3], 0);
  cr_expect_float_eq(twist[3], twist[0], 1e-15);
  pad.solver->get(state_of(&pad, 1), z);
  cr_expect_eq(z[0], 0);
  emission_close(&pad.emission);
}

Test(couple, bad_input_leaves_states_and_twists)
{
  Pad pad = open_pad(ellipsoid, &tcc_backend);
  const double good[9] = {5, 0, 0, 0, 5, 0, 0, 0, 1e4}, fn = 5;
  const double bads[][9] = {{5, 1, 0, 0, 5, 0, 0, 0, 1e4}, /* not symmetric */
                            {5, 9, 0, 9, 5, 0, 0, 0, 1e4}, /* indefinite */
                            {-5, 0, 0, 0, 5, 0, 0, 0, 1e4},
                            {0, 1, 0, 1, 0, 0, 0, 0, 1e4},
                            {NAN, 0, 0, 0, 5, 0, 0, 0, 1e4}};
  const double v0[3] = {1e-3, 0, 0}, nan = NAN;
  double twist[3] = {1e-4, 0, 0}, wrench[3], z[3] = {1e-7, 0, 0};
  pad.solver->set(pad.states, z);
  for (int i = 0; i < 5; i++)
    cr_expect_eq(pad.solver->couple(1, pad.states, &fn, v0, bads[i], 1e-3,
                                    twist, wrench, NULL, NULL),
                 BR_BAD_INPUT, "W %d", i);
  cr_expect_eq(pad.solver->couple(0, pad.states, &fn, v0, good, 1e-3, twist,
                                  wrench, NULL, NULL),
               BR_BAD_INPUT);
  cr_expect_eq(pad.solver->couple(MOST + 1, pad.states, &fn, v0, good, 1e-3,
                                  twist, wrench, NULL, NULL),
               BR_BAD_INPUT);
  cr_expect_eq(pad.solver->couple(1, pad.states, &nan, v0, good, 1e-3, twist,
                                  wrench, NULL, NULL),
               BR_BAD_INPUT);
  cr_expect_eq(pad.solver->couple(1, pad.states, &fn, v0, good, -1e-3, twist,
                                  wrench, NULL, NULL),
               BR_BAD_INPUT);
  pad.solver->get(pad.states, z);
  cr_expect_eq(z[0], 1e-7);
  cr_expect_eq(twist[0], 1e-4);
  z[0] = NAN;
  pad.solver->set(pad.states, z);
  cr_expect_eq(pad.solver->couple(1, pad.states, &fn, v0, good, 1e-3, twist,
                                  wrench, NULL, NULL),
               BR_BAD_STATE);
  cr_expect_eq(twist[0], 1e-4);
  emission_close(&pad.emission);
}

Test(couple, no_time_gives_the_instant_s_wrench_and_driven_bodies_their_twist)
{
  Pad pad = open_pad(ellipsoid, &tcc_backend);
  const double good[9] = {5, 0, 0, 0, 5, 0, 0, 0, 1e4}, none[9] = {0}, fn = 5;
  const double v0[3] = {1e-3, 0, 0};
  double twist[3] = {0}, wrench[3], direct[3], z[3] = {1e-7, 0, 0}, after[3];
  pad.solver->set(pad.states, z);
  cr_expect_eq(pad.solver->couple(1, pad.states, &fn, v0, good, 0, twist,
                                  wrench, NULL, NULL),
               BR_OK);
  pad.solver->get(pad.states, after);
  cr_expect_eq(after[0], z[0]);
  cr_expect_eq(twist[0], 1e-3);
  step_slopes(&pad, 0, v0, fn, 0, NULL, direct);
  cr_expect_float_eq(wrench[0], direct[0], 1e-12);
  step_slopes(&pad, 0, v0, fn, 1e-3, NULL, direct);
  cr_expect_eq(pad.solver->couple(1, pad.states, &fn, v0, none, 1e-3, twist,
                                  wrench, NULL, NULL),
               BR_OK);
  cr_expect_eq(twist[0], 1e-3);
  cr_expect_float_eq(wrench[0], direct[0], 1e-12);
  emission_close(&pad.emission);
}

/* ---- texts -------------------------------------------------------------- */

Test(couple, emitted_files_compile_with_all_warnings)
{
  static const char *const forms[] = {
      "model = \"reduced\"",
      "model = \"ellipsoid\",\nreal = \"float\"",
      "model = \"compressed\",\nstep = \"euler\"",
      "model = \"distributed\",\nstep = \"implicit\",\nreal = \"float\"",
      "model = \"distributed\",\nunroll = \"full\"",
      "model = \"ellipsoid\",\nbody = { mass = 1, inertia = 1e-3 }"};
  for (int i = 0; i < 6; i++) {
    char keys[600];
    snprintf(keys, sizeof keys,
             "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, mu_s = "
             "1.2, v_s = 1e-3, %s },\ncouple = 3,\n%s",
             i % 2 ? "s_ba = 0.9" : "v_d = 0.1", forms[i]);
    Emission e = emit_sound_pad(keys);
    save("pad.h", e.texts->header);
    save("pad.c", e.source);
    expect_accepted("pad.c", i, forms[i]);
    emission_close(&e);
  }
}

static void expect_verified(const char *spec)
{
  save("pad.lua", spec);
  cr_expect_eq(run_shell(BRISTLE " verify %s/pad.lua --backend=tcc", folder), 0,
               "%s", printed);
}

Test(couple, verify_holds_for_many_cells)
{
  expect_verified(
      "return contact { name = \"pad\", model = \"distributed\", grid = { 11, "
       "11 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 }, "
       "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, mu_s = 1.2, "
       "v_s = 1e-3, s_ba = 0.9 }, couple = 2 }");
}

/* Friction that is far below its limit, and meets 1 and 1/100 of the mass: a
 * small residual in y leaves more of the twists. */
Test(couple, twists_in_float_agree_whatever_the_norm_of_y_says)
{
  expect_verified(
      "return contact { name = \"light\", model = \"ellipsoid\", grid = { 1, 4 "
       "}, size = { 0.0045468, 0.0022539 }, pressure = polygon { { -0.00041256, "
       "0.00034954 }, { -0.001756, 0.00010464 }, { -0.00044522, -0.00083772 }, "
       "{ 0.0015413, -0.00027139 }, { 0.0010751, 0.00026478 } }, friction = "
       "lugre { sigma0 = 1.2457e6, mu_c = 1.2791, sigma1 = 267.89, sigma2 = "
       "0.055185, mu_s = 2.3297, v_s = 0.00058548 }, real = \"float\", "
       "friction_map = function(x, y) return x > y and 1.0846 or 0.95725 end, "
       "anisotropy = { ratio = 0.47929, angle = -math.pi }, couple = 2 }");
}

/* Between breakaway and sliding is 1e-3 of the reach: the rounding of |z| in
 * float shows there in abar, and in its slope. */
Test(couple, bristles_in_float_yield_where_breakaway_is_close_to_sliding)
{
  expect_verified(
      "return contact { name = \"sharp\", model = \"reduced\", grid = { 5, 1 }, "
       "size = { 5.9519e-5, 5.9519e-5 }, pressure = map { { 0.00029821, 0, 0, "
       "0, 0 } }, friction = lugre { sigma0 = 452.24, mu_c = 3.1776e-5, sigma1 "
       "= 520.13, sigma2 = 0.041134, mu_s = 3.4006e-5, v_s = 3.7193e-5, gamma = "
       "1, s_ba = 0.999, v_d = 974.3 }, real = \"float\", step = \"euler\", "
       "friction_map = function(x, y) return 0.50404 end, limit_surface = { "
       "tolerance = 1e-2 }, couple = 2 }");
}

/* Its table's seams leave the self-test's first body without a solution. */
Test(couple, a_pad_with_steep_seams_gets_a_self_test)
{
  save("steep.lua",
       "return contact { name = \"steep\", model = \"reduced\", grid = { 13, 12 "
       "}, size = { 0.14003, 0.14003 }, pressure = polygon { { 0.0031237, "
       "0.046887 }, { -0.044008, -0.014946 }, { -0.035355, -0.026837 }, { "
       "0.0096229, -0.060911 }, { 0.012113, 0.023598 } }, friction = lugre { "
       "sigma0 = 2.5571e8, mu_c = 21.127, sigma1 = 85344, sigma2 = 8259.1, mu_s "
       "= 51.385, v_s = 1.5353e-6, gamma = 1, s_ba = 0.5, v_d = 227.37 }, "
       "torsion = \"paper\", friction_map = function(x, y) return 1.1697 + "
       "0.35345*math.cos(5*y/0.14003) end, couple = 2 }");
  cr_expect_eq(run_shell(BRISTLE " emit %s/steep.lua -o %s", folder, folder), 0,
               "%s", printed);
}

/* Its friction falls with speed: the self-test's first body has several ends. */
Test(couple, a_self_test_has_one_end)
{
  expect_verified(
      "return contact { name = \"falling\", grid = { 3, 1 }, size = { 0.0021717, "
      "0.0022378 }, pressure = disc { radius = function(fn) return "
      "0.00093007*(fn/0.66251)^0.1542 end, profile = hertz }, friction = lugre "
      "{ sigma0 = 7.252e7, mu_c = 0.61062, sigma1 = 1.2263e5, sigma2 = 0.068248, "
      "mu_s = 1.0774, v_s = 0.001961, gamma = 2 }, real = \"float\", fn_range = "
      "{ 0.16563, 0.66251, tolerance = 5e-2 }, friction_map = function(x, y) "
      "return 0.86927*math.exp(-0.22972*x/0.0021717) end, couple = 1 }");
}

Test(couple, specs_without_the_key_have_none_of_it)
{
  Emission e = emit_sound_pad("model = \"reduced\"");
  cr_expect_null(strstr(e.source, "couple"));
  cr_expect_null(strstr(e.source, "_step_slopes"));
  emission_close(&e);
}
