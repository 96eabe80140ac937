/* Tests of keys of contacts that meet in one spec: friction by region,
 * anisotropy and stiffness by area with fn_range, tune, couple, reproducible. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "kinds/contact/contact.h"
#include "kinds/contact/stretch.h"
#include "contact/pads.h"
#include "support/compiling.h"
#include "support/support.h"

TestSuite(combined, .init = compiling_begin, .fini = compiling_end);

#define LAW "friction = lugre { sigma0 = 1e5, sigma1 = 20, mu_c = 0.5 },\n"
#define FEET(left, right)                                                  \
  "grid = { 6, 2 },\nsize = { 0.06, 0.02 },\npressure = rectangle { size " \
  "= { 0.02, 0.02 }, at = { -0.02, 0 }, share = " left                     \
  ", mu = 1.6 } + rectangle { size = { 0.02, 0.02 }, at = { 0.02, 0 }, "   \
  "share = " right ", mu = 0.4 },\n"
#define TILTED "anisotropy = { ratio = 0.5, angle = 0.6 },\n"

/* Gives a state of the solver the only value of its tuning. */
static void tune(const Pad *p, double value)
{
  cr_assert_eq(tuning_give(p->e.loaded.model, p->solver, p->state, &value), 0);
}

Test(combined, tuned_coefficient_is_that_of_the_law_in_every_model)
{
  static const char *const models[] = {"", "model = \"compressed\",\nbristles = 3,\n",
                                       "model = \"ellipsoid\",\n"};
  const double twist[3] = {3e-3, -1e-3, 0}, push[3] = {0.3, -0.1, 1e-3};
  for (int i = 0; i < 3; i++) {
    char keys[1024];
    double tuned[3], plain[3], tuned_share, plain_share;
    snprintf(keys, sizeof keys, "%s%s%stune = { mu_c = { 0.2, 0.9 } },\n",
             models[i], FEET("1", "3"), LAW);
    Pad a = pad_of(keys);
    snprintf(keys, sizeof keys,
             "%s%sfriction = lugre { sigma0 = 1e5, sigma1 = 20, mu_c = 0.8 },\n",
             models[i], FEET("1", "3"));
    Pad b = pad_of(keys);
    tune(&a, 0.8);
    pad_ask(&a, "steady", twist, 0, tuned);
    pad_ask(&b, "steady", twist, 0, plain);
    cr_expect_lt(wrench_error(tuned, plain, 0.02), 1e-12);
    cr_expect_float_eq(hypot(tuned[0], tuned[1]), 2 * 0.8 * 0.7, 1e-12);
    pad_ask(&a, "margin", push, 0, &tuned_share);
    pad_ask(&b, "margin", push, 0, &plain_share);
    cr_expect_float_eq(tuned_share / plain_share, 1, 1e-12, "%s: %g", models[i],
                       tuned_share / plain_share);
    pad_close(&a);
    pad_close(&b);
  }
}

/* A bristle of the slippery foot is longer than it may be after the change. */
Test(combined, falling_level_shortens_bristles_of_each_region)
{
  Pad p = pad_of(FEET("1", "1")
                 "friction = lugre { sigma0 = 1e5, mu_c = 0.5, s_ba = 0.99 },\n"
                 "tune = { mu_c = { 0.1, 0.9 } },\n");
  const double slide[3] = {1e-3, 0, 0}, rest[3] = {0, 0, 0};
  double wrench[3];
  for (int i = 0; i < 40; i++) pad_ask(&p, "step", slide, 1e-3, wrench);
  cr_expect_float_eq(wrench[0], -2 * 0.5, 0.02, "%g", wrench[0]);
  tune(&p, 0.2);
  pad_ask(&p, "step", rest, 1e-3, wrench);
  cr_expect_float_eq(wrench[0], -2 * 0.2, 0.01, "%g", wrench[0]);
  pad_close(&p);
}

Test(combined, tuned_kappa_scales_the_stiffness)
{
  static const char *const models[] = {"", "model = \"compressed\",\nbristles = 4,\n"};
  for (int i = 0; i < 2; i++) {
    char keys[1024];
    snprintf(keys, sizeof keys,
             "%sgrid = { 5, 5 },\nsize = { 0.02, 0.02 },\npressure = rectangle "
             "{},\nfn_nominal = 2,\nfriction = lugre { stiffness = \"area\", "
             "kappa = 1e9, mu_c = 1, s_ba = 0.9 },\ntune = { kappa = { 1e8, 2e9 "
             "} },\n",
             models[i]);
    Pad p = pad_of(keys);
    const double twist[3] = {1e-6, 0, 0}; /* 1 nm: stuck */
    double wrench[3];
    tune(&p, 5e8);
    pad_ask(&p, "step", twist, 1e-3, wrench);
    cr_expect_float_eq(wrench[0] / (-5e8 * 4e-4 * 1e-9), 1, 1e-9);
    pad_close(&p);
  }
}

/* After a long slide a step of backward Euler has the wrench of steady sliding,
 * which is that of the ellipse. */
Test(combined, anisotropic_contacts_couple_by_the_wrench_on_the_patch)
{
  static const char *const keys[] = {
      TILTED, "anisotropy = { ratio = 0.5, angle = 0 },\nmodel = \"compressed\",\nbristles = 6,\n",
      "anisotropy = { ratio = 0.5, angle = math.pi/2 },\nmodel = \"ellipsoid\",\n"};
  static const double angles[] = {0.6, 0, PI / 2};
  for (int i = 0; i < 3; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             "%sgrid = { 4, 4 },\nsize = { 0.02, 0.01 },\npressure = rectangle "
             "{},\ncouple = 1,\n%s",
             keys[i], LAW);
    Pad p = pad_of(text);
    const double twist[3] = {2e-3, 1e-3, 0}, fn = 2, dt = 1e3;
    const double *const in[] = {twist, &fn, &dt};
    double wrench[3], slopes[9];
    double *const out[] = {NULL, wrench, slopes};
    cr_assert_eq(solver_call(p.e.loaded.run, p.solver, "step_slopes", p.state, in, out), 0);
    const double c = cos(angles[i]), s = sin(angles[i]);
    const double along = c * twist[0] + s * twist[1];
    const double across = 0.5 * (c * twist[1] - s * twist[0]);
    const double size = hypot(along, across);
    const double force[2] = {-along / size, -0.5 * across / size};
    cr_expect_float_eq(wrench[0], c * force[0] - s * force[1], 1e-5);
    cr_expect_float_eq(wrench[1], s * force[0] + c * force[1], 1e-5);
    /* Faster along the same line: nothing changes. */
    cr_expect_float_eq(slopes[0] * twist[0] + slopes[1] * twist[1], 0, 1e-4);
    cr_expect_float_eq(slopes[3] * twist[0] + slopes[4] * twist[1], 0, 1e-4);
    cr_expect_float_eq(slopes[1], slopes[3], 1e-9 * fabs(slopes[0]));
    pad_close(&p);
  }
}

static void limit_at(const Pad *p, double fn, const double twist[3], double *out)
{
  const double *const in[] = {twist, &fn};
  double *const to[] = {out};
  cr_assert_eq(solver_call(p->e.loaded.run, p->solver, "limit", p->state, in, to), 0);
}

/* The load moves from one region to the other as the force grows. */
Test(combined, regions_follow_the_load_over_the_range_of_forces)
{
  Pad p = pad_of(FEET("function(fn) return fn end", "2")
                 "fn_range = { 1, 4, levels = 4 },\n" TILTED LAW);
  const double twist[3] = {cos(0.6), sin(0.6), 0};
  for (int i = 0; i < 4; i++) {
    const double fn = i + 1; /* a level, whatever their places */
    double wrench[3];
    limit_at(&p, fn, twist, wrench);
    const double mean = (1.6 * fn + 0.4 * 2) / (fn + 2);
    cr_expect_float_eq(hypot(wrench[0], wrench[1]) / (0.5 * fn * mean), 1, 0.02);
    if (i == 0 || i == 3)
      cr_expect_float_eq(hypot(wrench[0], wrench[1]) / (0.5 * fn * mean), 1, 1e-9);
  }
  pad_close(&p);
}

/* A patch of one size at any force, that moves: at each force it is the contact
 * that stays there. */
Test(combined, anisotropic_patch_at_a_force_is_the_patch_that_stays_there)
{
  static const char *const models[] = {
      TILTED, "anisotropy = { ratio = 0.5, angle = math.pi/2 },\n",
      "model = \"ellipsoid\",\nanisotropy = { ratio = 0.5, angle = math.pi/2 },\n"};
  static const char *const places[] = {
      "function(fn) return 0.01*fn - 0.02 end", "0.02"};
  for (int i = 0; i < 3; i++) {
    Pad pads[2];
    double wrench[2][3];
    for (int m = 0; m < 2; m++) {
      char keys[1024];
      snprintf(keys, sizeof keys,
               "%sgrid = { 6, 4 },\nsize = { 0.06, 0.04 },\npressure = rectangle "
               "{ size = { 0.02, 0.02 }, at = { %s, 0.01 } },\n%s%s",
               models[i], places[m], LAW, m ? "" : "fn_range = { 1, 4, levels = 4 },\n");
      pads[m] = pad_of(keys);
      const double twist[3] = {1e-3, 3e-3, 0.2};
      limit_at(&pads[m], 4, twist, wrench[m]);
    }
    cr_expect_lt(wrench_error(wrench[0], wrench[1], 0.02), 1e-9, "model %d", i);
    for (int m = 0; m < 2; m++) pad_close(&pads[m]);
  }
}

Test(combined, verify_holds)
{
  static const char *const keys[] = {
      "step = \"implicit\",\ncouple = 1,\nbody = { mass = 0.1, inertia = 1e-5 "
      "},\nfn_range = { 1, 4, levels = 3 },\n" TILTED LAW
          FEET("function(fn) return fn end", "2"),
      "reproducible = true,\nreal = \"float\",\nstick = true,\ngrid = { 3, 3 "
      "},\nsize = { 0.02, 0.02 },\npressure = disc { radius = 0.01, profile = "
      "hertz, mu = 1.3 },\nfriction_map = function(x, y) return 1 + 20*x "
      "end,\nfriction = lugre { stiffness = \"area\", kappa = 1e9, eta = 1e6, "
      "mu_c = 0.6, s_ba = 0.8 },\n" TILTED,
      "model = \"ellipsoid\",\ncouple = 2,\ntune = { mu_c = { 0.3, 0.7 } },\n"
      "anisotropy = { ratio = 0.5, angle = 0 },\n" LAW FEET("1", "2"),
      /* margins took the reach of the load's frame for that of the factors' */
      "grid = { 6, 1 },\nsize = { 11.6, 2.35 },\npressure = disc { radius = "
      "function(fn) return 0.477*(fn/37)^0.3 end },\nfn_range = { 9.3, 37, levels "
      "= 3 },\nfriction_map = function(x, y) return x > y and 0.5 or 0.86 "
      "end,\nfriction = lugre { sigma0 = 1400, sigma1 = 20, mu_c = 0.5 },\n",
      /* the share of the only cell, 1 + 6e-15, moved its place in margins */
      "grid = { 1, 3 },\nsize = { 8.8191e-5, 8.8191e-5 },\npressure = map { { "
      "0.13213 }, { 0 }, { 0 } },\nfriction_map = function(x, y) return "
      "0.44829*math.exp(0.34285*x/8.8191e-5) end,\n" LAW,
      /* a function and a table had one name */
      "model = \"compressed\",\nbristles = { count = 6 },\nstick = true,\n"
      "body = { mass = 0.1, inertia = 1e-5 },\nfn_range = { 1, 4, levels = 3 "
      "},\ngrid = { 6, 6 },\nsize = { 0.03, 0.03 },\npressure = disc { radius = "
      "function(fn) return 0.008*fn^0.2 end },\n" LAW};
  for (size_t i = 0; i < COUNT(keys); i++) pad_expect_sound(keys[i]);
}

/* The force of a slide acts there. */
Test(combined, cop_at_a_load_is_the_place_on_the_patch)
{
  static const char *const models[] = {"distributed", "ellipsoid"};
  static const char *const angles[] = {"0.4", "0"};
  cr_assert_eq(system("mkdir -p " TEST_OUT), 0);
  FILE *file = fopen(TEST_OUT "/cop.lua", "w");
  cr_assert_not_null(file);
  fputs("local p = param { model = 'distributed', angle = 0.4 }\n"
        "return contact { name = 'pad', model = p.model, grid = { 9, 9 },\n"
        "  size = { 0.03, 0.03 }, fn_range = { 1, 4, levels = 4 },\n"
        "  pressure = disc { radius = function(fn) return 0.006 * fn ^ 0.2 end, at = { 0.004, 0.002 } },\n"
        "  anisotropy = { ratio = 0.6, angle = p.angle },\n"
        "  friction = lugre { sigma0 = 1e5, mu_c = 0.8 } }\n", file);
  fclose(file);
  file = fopen(TEST_OUT "/cop.c", "w");
  cr_assert_not_null(file);
  fputs("#include <math.h>\n#include \"pad.h\"\n"
        "int main(void)\n{\n"
        "  for (double fn = 0.5; fn < 6; fn *= 1.7) {\n"
        "    double cop[2], wrench[3], twist[3] = {0.7, -0.4, 0};\n"
        "    if (pad_cop(fn, cop) != 0 || pad_steady(twist, fn, wrench) != 0) return 1;\n"
        "    const double torque = cop[0]*wrench[1] - cop[1]*wrench[0];\n"
        "    if (!(fabs(wrench[2] - torque) < 1e-12*fn)) return 2;\n"
        "    if (!(fabs(cop[0] - 0.004) < 1e-4 && fabs(cop[1] - 0.002) < 1e-4)) return 3;\n"
        "  }\n  return pad_cop(NAN, 0) == -1 ? 0 : 4;\n}\n", file);
  fclose(file);
  for (int i = 0; i < 2; i++) {
    char command[1000];
    snprintf(command, sizeof command,
             "out/bin/bristle emit " TEST_OUT "/cop.lua -o " TEST_OUT "/cop "
             "--set model=%s --set angle=%s >/dev/null && cc -O1 -I" TEST_OUT
             "/cop " TEST_OUT "/cop.c " TEST_OUT "/cop/pad.c -lm -o " TEST_OUT
             "/cop/run && " TEST_OUT "/cop/run",
             models[i], angles[i]);
    const int status = system(command);
    cr_expect_eq(status, 0, "%s: %d", models[i], status >> 8);
  }
  Loaded l = load_contact("grid = { 9, 9 },\nsize = { 0.03, 0.03 },\npressure = disc { "
                          "radius = 0.008, at = { 0.004, 0.002 } },\n" TILTED LAW, NULL);
  const Contact *c = (const Contact *)l.model;
  double figures[4];
  contact_patch_figures(c, figures);
  cr_expect_float_eq(figures[0], 0.004, 1e-4);
  cr_expect_float_eq(figures[1], 0.002, 1e-4);
  unload(&l);
}
