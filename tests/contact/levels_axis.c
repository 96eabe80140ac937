/* Tests of reduced contacts whose limit surface is a potential along an axis of
 * the normal force: the emitted code follows the spec's own pressure at any
 * force, in few bytes, and margin and hold are on the safe side. */
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
#include "support/support.h"
#include "kinds/contact/axis.h"

TestSuite(levels_axis, .init = compiling_begin, .fini = compiling_end);

#define REST                                                              \
  "size = { 0.02, 0.02 },\ngrid = { 15, 15 },\nmodel = \"reduced\",\n"     \
  "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 0.8, mu_s = 1, " \
  "v_s = 1e-3, s_ba = 0.9 },\nlimit_surface = { tolerance = 1e-2 },\n"    \
  "fn_range = { 0.5, 4 },\n"
/* The same shape at all forces, as a function. */
#define SIMILAR                                                       \
  REST "pressure = function(x, y, fn) local a = 5e-3*fn^(1/3)\n"      \
       "local q = 1 - (x*x + y*y)/(a*a)\n"                            \
       "return q > 0 and math.sqrt(q) or 0 end,\n"
/* A shape that changes, and moves. */
#define CHANGING                                                          \
  REST "pressure = disc { radius = function(fn) return 5e-3*fn^(1/3) "    \
       "end,\nat = { function(fn) return 5e-4*(fn - 1) end, -5e-4 },\n"   \
       "profile = soft { k = function(fn) return 1 + fn end } },\n"       \
       "real = \"float\",\n"

static int ask(const Emission *e, const Solver *solver, const char *name,
               const double *a, double b, double *out)
{
  const double *const in[] = {a, &b};
  double *const to[] = {out};
  return solver_call(e->loaded.run, solver, name, NULL, in, to);
}

/* Writes the exact surface of the spec's pressure on a fine grid. */
static RefExact exact_at(const Emission *e, double fn)
{
  enum { SIDE = 121 };
  const Contact *at = contact_at((const Contact *)e->loaded.model, fn);
  const Grid grid = {SIDE, SIDE, 0.02, 0.02};
  const double origin[2] = {0, 0};
  const Value *surface = value_get(&e->loaded.spec->root, "pressure");
  return (RefExact){{SIDE, SIDE, 0.02, 0.02,
                     levels_window(e->loaded.spec, surface, &at->cells.grid,
                                   &grid, origin, fn, 1e-4)},
                    {at->cop[0], at->cop[1]},
                    at->r};
}

static void expect_pressure_followed(const char *keys, size_t most_bytes,
                                     bool is_blended)
{
  enum { FORCES = 8, TWISTS = 25 };
  uint64_t state = 5;
  Emission e = emit_sound_pad(keys);
  const Contact *c = (const Contact *)e.loaded.model;
  cr_assert_not_null(c->axis, "%s", c->no_axis);
  cr_expect_eq(c->axis->table->slices > 1, is_blended);
  cr_expect_leq(contact_table_bytes(c), most_bytes, "%zu",
                contact_table_bytes(c));
  const double bound = contact_table(c)->proof.bound;
  cr_expect_leq(bound, 1e-2);
  const Solver *solver = open_solver(&e, &tcc_backend);
  double worst = 0;
  for (int k = 0; k < FORCES; k++) {
    const double fn = float_rounded(random_in(&state, 0.5, 4));
    const RefExact exact = exact_at(&e, fn);
    for (int i = 0; i < TWISTS; i++) {
      double twist[3], f[3], h[3];
      random_twist(&state, 1, 1 / exact.r, twist);
      for (int d = 0; d < 3; d++) twist[d] = float_rounded(twist[d]);
      cr_assert_eq(ask(&e, solver, "limit", twist, fn, f), BR_OK);
      const double v[3] = {twist[0] - twist[2] * exact.cop[1],
                           twist[1] + twist[2] * exact.cop[0], twist[2]};
      ref_surface_exact(&exact, v, h);
      f[2] -= exact.cop[0] * f[1] - exact.cop[1] * f[0];
      const double load = fn * 0.8;
      worst = fmax(worst, hypot(hypot(f[0] / load - h[0], f[1] / load - h[1]),
                                f[2] / load / exact.r - h[2]));
    }
  }
  cr_expect_leq(worst, bound + 2e-4, "%g", worst);
  cr_expect_geq(worst, 0.1 * bound, "%g of %g", worst, bound);
  emission_close(&e);
}

Test(levels_axis, one_slice_suffices_for_a_shape_that_only_grows)
{
  expect_pressure_followed(SIMILAR, 1100, false);
}

Test(levels_axis, slices_follow_a_shape_that_changes_and_moves)
{
  expect_pressure_followed(CHANGING, 4000, true);
}

/* What hold returns is held, and 2 % less is not: the wrench is that of sliding
 * under a load for which share is the whole friction. */
Test(levels_axis, hold_is_safe_and_close_at_any_load)
{
  enum { LOADS = 6, WRENCHES = 10 };
  uint64_t state = 7;
  Emission e = emit_sound_pad(CHANGING);
  const Contact *c = (const Contact *)e.loaded.model;
  const Solver *solver = open_solver(&e, &tcc_backend);
  const double slack = 1 + 2.2 * c->axis->reach * 1e-2;
  for (int k = 0; k < LOADS; k++) {
    const double fn = k == 0 ? 0.2 : k == 1 ? 6 : random_in(&state, 0.5, 4);
    const RefExact exact = exact_at(&e, fmin(fmax(fn, 0.5), 4));
    for (int i = 0; i < WRENCHES; i++) {
      double twist[3], h[3], wrench[3], load = 0, share = 0;
      random_twist(&state, 1, 1 / exact.r, twist);
      ref_surface_exact(&exact, twist, h);
      for (int d = 0; d < 3; d++)
        wrench[d] = 0.5 * 0.8 * fn * h[d] * (d == 2 ? exact.r : 1);
      wrench[2] += exact.cop[0] * wrench[1] - exact.cop[1] * wrench[0];
      for (int d = 0; d < 3; d++) wrench[d] = float_rounded(wrench[d]);
      cr_assert_eq(ask(&e, solver, "hold", wrench, 0.5, &load), BR_OK);
      cr_expect_geq(load, fn * (1 - 1e-5), "%g of %g", load, fn);
      cr_expect_leq(load, fn * slack, "%g of %g", load, fn);
      cr_assert_eq(ask(&e, solver, "margin", wrench, load, &share), BR_OK);
      cr_expect_leq(share, 0.5 * (1 + 1e-6));
      cr_assert_eq(ask(&e, solver, "margin", wrench, 0.98 * load, &share),
                   BR_OK);
      cr_expect_gt(share, 0.5);
    }
  }
  emission_close(&e);
}
