/* Tests of reduced and ellipsoid contacts whose pressure depends on the normal
 * force: at a level they equal the constant contact, between levels their error
 * is within the stated bound, and `verify` finds errors. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "kinds/contact/contact.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(levels_reduced, .init = compiling_begin, .fini = compiling_end);

#define REST                                                                \
  "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, " \
  "mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 },\n"                                 \
  "size = { 0.02, 0.02 },\ngrid = { 9, 9 },\n"                              \
  "limit_surface = { resolution = 8 },\n"
#define DISC(radius, x, y)                                  \
  "pressure = disc { radius = " radius ", at = { " x ", " y \
  " }, profile = hertz },\n"
#define GROWING                                                              \
  DISC("function(fn) return 3e-3*fn end", "function(fn) return 2e-3*fn end", \
       "function(fn) return -1e-3*fn end")                                   \
  REST "fn_range = { 1, 2, tolerance = 0.02 },\n"

static Emission emit_model(const char *model, const char *keys)
{
  char all[4000];
  snprintf(all, sizeof all, "%smodel = \"%s\"", keys, model);
  return emit_sound_pad(all);
}

static void call_plain(const Emission *e, const Solver *solver,
                       const char *name, const double twist[3], double fn,
                       double wrench[3])
{
  const double *const in[] = {twist, &fn};
  double *const out[] = {wrench};
  cr_assert_eq(solver_call(e->loaded.run, solver, name, NULL, in, out), BR_OK);
}

static const char *const models[] = {"reduced", "ellipsoid"};

/* Clamped beyond the range too. */
Test(levels_reduced, give_at_a_level_what_the_constant_contact_gives)
{
  static const double forces[3][2] = {{1, 1}, {2, 2}, {7, 2}};
  static const char *const constant[] = {DISC("3e-3", "2e-3", "-1e-3") REST,
                                         DISC("6e-3", "4e-3", "-2e-3") REST,
                                         DISC("6e-3", "4e-3", "-2e-3") REST};
  uint64_t state = 3;
  for (int m = 0; m < 2; m++)
    for (int i = 0; i < 3; i++) {
      Emission a = emit_model(models[m], GROWING);
      Emission b = emit_model(models[m], constant[i]);
      const Contact *c = (const Contact *)b.loaded.model;
      const double error =
          m == 1 ? 1e-12
                 : contact_table((const Contact *)a.loaded.model)->proof.bound +
                       contact_table(c)->proof.bound;
      const Solver *one = open_solver(&a, &tcc_backend);
      const Solver *other = open_solver(&b, &tcc_backend);
      for (int k = 0; k < 300; k++) {
        double twist[3], f[3], g[3];
        random_twist(&state, 1e-2, 1, twist);
        call_plain(&a, one, "limit", twist, forces[i][0], f);
        call_plain(&b, other, "limit", twist, 1, g);
        for (int d = 0; d < 3; d++) {
          const double scale = d == 2 ? c->r + hypot(c->cop[0], c->cop[1]) : 1;
          cr_expect_float_eq(f[d] / forces[i][0], g[d], error * scale * 1.5);
        }
      }
      emission_close(&a);
      emission_close(&b);
    }
}

/* Against the spec's own pressure at any force and twist. */
Test(levels_reduced, err_by_no_more_than_they_say)
{
  uint64_t state = 5;
  Emission e = emit_model("reduced", GROWING);
  const Contact *c = (const Contact *)e.loaded.model;
  const double bound = contact_table(c)->proof.bound + c->levels->error;
  const Solver *solver = open_solver(&e, &cc_backend);
  const Value *surface = value_get(&e.loaded.spec->root, "pressure");
  double worst = 0;
  for (int k = 0; k < 60; k++) {
    const double fn = random_in(&state, 1, 2);
    const double *w = levels_exact(e.loaded.spec, surface, &c->cells.grid, fn);
    const Contact *at = contact_at(c, fn);
    const RefExact exact = {
        {9, 9, 0.02, 0.02, w}, {at->cop[0], at->cop[1]}, at->r};
    for (int i = 0; i < 50; i++) {
      double twist[3], f[3], h[3];
      random_twist(&state, 1, 1 / c->r, twist);
      call_plain(&e, solver, "limit", twist, fn, f);
      const double v[3] = {twist[0] - twist[2] * at->cop[1],
                           twist[1] + twist[2] * at->cop[0], twist[2]};
      ref_surface_exact(&exact, v, h);
      f[2] -= at->cop[0] * f[1] - at->cop[1] * f[0];
      const double away[3] = {f[0] / fn - h[0], f[1] / fn - h[1],
                              f[2] / fn / at->r - h[2]};
      worst = fmax(worst, hypot(hypot(away[0], away[1]), away[2]));
    }
  }
  cr_expect_leq(worst, bound);
  cr_expect_geq(worst, 0.2 * bound, "%g of %g", worst, bound);
  cr_expect_leq(c->levels->error, 0.02);
  emission_close(&e);
}

/* The bristles are kept when r and the centre of pressure move. */
Test(levels_reduced, state_is_kept_when_the_force_changes)
{
  Emission e = emit_model("reduced", GROWING);
  const Solver *solver = open_solver(&e, &tcc_backend);
  Run *run = e.loaded.run;
  void *state = solver_state(run, solver);
  const double z[3] = {3e-7, -2e-7, 1e-7}, rest[3] = {0, 0, 0}, dt = 1e-3;
  double after[3], wrench[2][3];
  solver->functions->set(state, z);
  for (int i = 0; i < 2; i++) {
    const double fn = 1 + i;
    const double *const in[] = {rest, &fn, &dt};
    double *const out[] = {wrench[i]};
    cr_assert_eq(solver_call(run, solver, "step", state, in, out), BR_OK);
    solver->functions->get(state, after);
    for (int d = 0; d < 3; d++) cr_expect_eq(after[d], z[d]);
  }
  for (int d = 0; d < 2; d++)
    cr_expect_float_eq(wrench[1][d], 2 * wrench[0][d], 1e-12);
  emission_close(&e);
}

Test(levels_reduced, every_compiler_takes_every_form)
{
  for (int form = 0; form < 8; form += soak_stride(3)) {
    char keys[2000];
    snprintf(keys, sizeof keys,
             GROWING "real = \"%s\", step = \"%s\", torsion = \"%s\",\n",
             form & 1 ? "float" : "double", form & 2 ? "euler" : "exponential",
             form & 4 ? "paper" : "matched");
    for (int m = 0; m < 2; m++) {
      Emission e = emit_model(models[m], keys);
      save("pad.h", e.texts->header);
      save("pad.c", e.source);
      expect_accepted("pad.c", form / 3 + m, keys);
      emission_close(&e);
    }
  }
}

/* ---- verify ------------------------------------------------------------ */

static void save_spec(const char *model)
{
  char text[2000];
  snprintf(text, sizeof text,
           "return contact {\nname = \"pad\", model = \"%s\",\n" GROWING "}\n",
           model);
  save("pad.lua", text);
}

Test(levels_reduced, verify_holds_in_every_form)
{
  static const char *const steps[] = {"exponential", "euler", "implicit"};
  for (int form = 0; form < 12; form += soak_stride(5)) {
    save_spec(models[form % 2]);
    cr_expect_eq(
        run_shell("%s verify %s/pad.lua --backend=tcc --set real=%s "
                  "--set step=%s --set torsion=%s --set friction.v_d=%s",
                  BRISTLE, folder, form & 2 ? "float" : "double",
                  steps[form / 4],
                  form == 2 || form == 5 || form > 9 ? "paper" : "matched",
                  form & 1 ? "0.01" : "1"),
        0, "form %d\n%s", form, printed);
  }
}

/* A piece of emitted text, its replacement, and the check that must find it. */
static const char *const mutations[][3] = {
    {"place < 1.0 ? place : 1.0", "place", "wrench of rate"},
    {"below > 0.0 ? below : 0.0", "below", "wrench of rate"},
    {"w00*patch->t", "w00*0.5", "table, cell by cell"},
    {"patch->level*", "0*", "table, cell by cell"},
    {"dx*dx + dy*dy", "0.0", "rate_jac dz_dtwist"},
    {"c.kz = c.mz = patch->k", "c.kz = c.mz = 1.0", "rate_jac, force law"},
    {"fn >= pad_level[l]", "fn >= pad_level[l - 1]", "limit"}};

Test(levels_reduced, verify_notices_what_is_wrong)
{
  char path[400];
  save_spec("reduced");
  cr_assert_eq(run_shell("%s emit %s/pad.lua -o %s", BRISTLE, folder, folder),
               0, "%s", printed);
  snprintf(path, sizeof path, "%s/pad.c", folder);
  Run *run = run_open();
  size_t length;
  char *text = file_read(run, path, &length, (Where){path, 0});
  const size_t stride = (size_t)soak_stride(3);
  for (size_t i = 0; i < sizeof mutations / sizeof *mutations; i += stride) {
    const char *at = strstr(text, mutations[i][0]);
    cr_assert_not_null(at, "%s", mutations[i][0]);
    save("pad.c", run_printf(run, "%.*s%s%s", (int)(at - text), text,
                             mutations[i][1], at + strlen(mutations[i][0])));
    cr_expect_eq(run_shell("%s verify %s/pad.lua %s --backend=tcc", BRISTLE,
                           folder, path),
                 1, "%s\n%s", mutations[i][0], printed);
    const char *check = strstr(printed, mutations[i][2]);
    cr_assert_not_null(check, "%s", printed);
    cr_expect(strstr(run_printf(run, "%.*s", (int)strcspn(check, "\n"), check),
                     "FAIL"),
              "%s: %s", mutations[i][0], printed);
  }
  run_close(run);
}
