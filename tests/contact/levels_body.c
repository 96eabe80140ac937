/* Tests of a body whose grip widens the patch of its pads: a body's step blends
 * the shares as all functions do, and resets bristles without load. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "pressure/pressure.h"
#include "verify/verify.h"
#include "contact/bodies.h"
#include "support/compiling.h"
#include "kinds/contact/contact.h"

TestSuite(levels_body, .init = compiling_begin, .fini = compiling_end);

#define REST                                                                \
  "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, " \
  "mu_s = 1.2, v_s = 1e-3, s_ba = 0.9, v_d = 0.05 },\n"                     \
  "body = { mass = 0.2, inertia = 5e-4, com = { 2e-3, 0 }, contacts = 2, "  \
  "gravity = { 0, -9.81 } },\n"
#define GROWING                                                               \
  "grid = { 7, 7 },\npressure = disc { radius = function(fn) return 4e-3*fn " \
  "end, at = { function(fn) return 1e-3*(fn - 2) end, 0 }, profile = hertz "  \
  "},\nfn_range = { 1, 2, levels = 4 },\n"

/* The same patch as a constant one at that force: a map of its weights. */
static const char *frozen(const Contact *c, double fn)
{
  static char text[4000];
  const Contact *at = contact_at(c, fn);
  const Grid *grid = &at->cells.grid;
  size_t n = (size_t)snprintf(text, sizeof text,
                              "grid = { %d, %d },\n"
                              "pressure = map {",
                              grid->nx, grid->ny);
  for (int j = grid->ny - 1; j >= 0; j--) {
    n += (size_t)snprintf(text + n, sizeof text - n, " {");
    for (int i = 0; i < grid->nx; i++)
      n += (size_t)snprintf(text + n, sizeof text - n, " %.17g,",
                            at->cells.all[j * grid->nx + i]);
    n += (size_t)snprintf(text + n, sizeof text - n, " },");
  }
  snprintf(text + n, sizeof text - n, " },\n%s", REST);
  return text;
}

Test(levels_body, moves_as_on_the_constant_patch_of_its_force)
{
  static const double forces[] = {0.5, 1.1, 1.55, 3};
  static const double load[3] = {0.3, 0, 1e-3};
  for (int backend = 0; backend < 2; backend++) {
    Rig rig = rig_open(GROWING REST, both_backends[backend]);
    const Contact *c = (const Contact *)rig.emission.loaded.model;
    for (size_t f = 0; f < sizeof forces / sizeof *forces; f++) {
      Rig other = rig_open(frozen(c, forces[f]), both_backends[backend]);
      rig_reset(&rig);
      for (int i = 0; i < 60; i++) {
        double a[3], b[3];
        cr_assert_eq(rig_step(&rig, load, forces[f], 2e-3, a), 0);
        cr_assert_eq(rig_step(&other, load, forces[f], 2e-3, b), 0);
        for (int d = 0; d < 3; d++)
          cr_assert_float_eq(a[d], b[d], 1e-7 * (d == 2 ? 0.01 : 1),
                             "fn = %g, step %d", forces[f], i);
      }
      const double *p = rig_get(&rig), *q = rig_get(&other);
      for (int d = 0; d < 6; d++)
        cr_expect_float_eq(p[d], q[d], 1e-8 * (fabs(q[d]) + 1e-3), "%d", d);
      double slopes[2][9];
      rig_jac(&rig, load, forces[f], 1e-3, slopes[0]);
      rig_jac(&other, load, forces[f], 1e-3, slopes[1]);
      for (int d = 0; d < 9; d++)
        cr_expect_float_eq(slopes[0][d], slopes[1][d], 1e-6);
      rig_close(&other);
    }
    rig_close(&rig);
  }
}

Test(levels_body, bristles_are_reset_where_the_patch_recedes)
{
  static const double none[3] = {0, 0, 0};
  for (int backend = 0; backend < 2; backend++) {
    Rig rig = rig_open(GROWING REST, both_backends[backend]);
    const Contact *c = (const Contact *)rig.emission.loaded.model;
    const size_t n = (size_t)c->cells.count;
    for (int i = 0; i < 5; i++)
      cr_assert_eq(rig_step(&rig, none, 2, 1e-3, NULL), 0);
    for (size_t k = 0; k < n; k++)
      cr_expect_neq(rig_get(&rig)[BODY_Z + n + k], 0);
    cr_assert_eq(rig_step(&rig, none, 1, 1e-3, NULL), 0);
    const double *members = rig_get(&rig);
    int gone = 0;
    for (size_t k = 0; k < n; k++) {
      const bool is_loaded = c->levels->all[0][c->cells.index[k]] > 0;
      cr_expect_eq(members[BODY_Z + n + k] != 0, is_loaded, "cell %zu", k);
      gone += !is_loaded;
    }
    cr_expect(gone > 5 && gone < (int)n);
    rig_close(&rig);
  }
}

/* A NaN in a bristle is an error, even if the bristle has no load. */
Test(levels_body, verify_holds)
{
  save("pad.lua",
       "return contact {\nname = \"pad\", size = { 0.02, 0.02 },\n" GROWING REST
       "}\n");
  cr_expect_eq(run_shell("%s verify %s/pad.lua --backend=tcc", BRISTLE, folder),
               0, "%s", printed);
}

/* ---- three bristles on a surface of fn ---------------------------------- */

#define THREE(model) \
  "model = \"" model "\", limit_surface = { resolution = 6 },\n" GROWING REST

/* Between levels the surface is interpolated, so only levels have a constant
 * twin: the ellipsoid's figures are its map's there. */
Test(levels_body, reduced_moves_as_on_the_constant_patch_of_a_level)
{
  static const double load[3] = {0.3, 0, 1e-3};
  Rig rig = rig_open(THREE("ellipsoid"), &tcc_backend);
  const Contact *c = (const Contact *)rig.emission.loaded.model;
  for (int level = 0; level < c->levels->count; level++) {
    const double fn = c->levels->fn[level];
    char keys[5000];
    snprintf(keys, sizeof keys, "model = \"ellipsoid\",\n%s", frozen(c, fn));
    Rig other = rig_open(keys, &tcc_backend);
    rig_reset(&rig);
    for (int i = 0; i < 60; i++) {
      double a[3], b[3];
      cr_assert_eq(rig_step(&rig, load, fn, 2e-3, a), 0);
      cr_assert_eq(rig_step(&other, load, fn, 2e-3, b), 0);
      for (int d = 0; d < 3; d++)
        cr_assert_float_eq(a[d], b[d], 1e-7 * (d == 2 ? 0.01 : 1),
                           "fn = %g, step %d", fn, i);
    }
    double slopes[2][9];
    rig_jac(&rig, load, fn, 1e-3, slopes[0]);
    rig_jac(&other, load, fn, 1e-3, slopes[1]);
    for (int d = 0; d < 9; d++)
      cr_expect_float_eq(slopes[0][d], slopes[1][d], 1e-6);
    rig_close(&other);
  }
  rig_close(&rig);
}

Test(levels_body, verify_holds_for_reduced)
{
  static const char *const specs[] = {THREE("reduced"), THREE("ellipsoid")};
  for (int i = 0; i < 4; i++) {
    char text[2000];
    snprintf(text, sizeof text,
             "return contact {\nname = \"pad\", size = { 0.02, 0.02 },\n"
             "real = \"%s\",\n%s}\n",
             i & 1 ? "float" : "double", specs[i / 2]);
    save("pad.lua", text);
    cr_expect_eq(
        run_shell("%s verify %s/pad.lua --backend=tcc", BRISTLE, folder), 0,
        "%s", printed);
  }
}

/* A grip that tightens and loosens: solver and reference have the same end.
 */
Test(levels_body, reduced_swings_as_the_reference_does)
{
  double end[2][3];
  for (int i = 0; i < 2; i++) {
    cr_assert_eq(run_shell("%s sim specs/paper/soft_pad_fn.lua --backend=%s "
                           "--set model=reduced --set scenario.duration=0.5 "
                           "--set limit_surface.tolerance=0.05 -o %s/%d.csv",
                           BRISTLE, i ? "reference" : "tcc", folder, i),
                 0, "%s", printed);
    cr_assert_eq(run_shell("tail -n 1 %s/%d.csv", folder, i), 0);
    cr_assert_eq(sscanf(printed, "%*[^,],%*[^,],%lf,%lf,%lf", &end[i][0],
                        &end[i][1], &end[i][2]),
                 3, "%s", printed);
  }
  cr_expect_lt(end[1][2], -0.01);
  for (int d = 0; d < 3; d++)
    cr_expect_float_eq(end[0][d], end[1][d], 2e-5 * (d == 2 ? 10 : 1));
}
