/* Tests of compressed contacts whose pressure depends on the normal force:
 * shares, moments and symmetry of the bristles at any force, what verify says of
 * the emitted solver, and what is refused. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/contact.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(compressed_levels, .init = compiling_begin, .fini = compiling_end);

#define LAW                                                                 \
  "size = { 0.02, 0.02 },\nmodel = \"compressed\",\nfriction = lugre { sigma0 " \
  "= 1e6, sigma1 = 8e2, mu_c = 0.8, mu_s = 1, v_s = 1e-3, s_ba = 0.9 },\n"
/* A patch that grows, and one that also moves and loses its symmetry. */
#define GROWING                                                            \
  LAW "grid = { 15, 15 },\nfn_range = { 0.5, 4, levels = 5 },\npressure = " \
      "disc { radius = function(fn) return 6e-3*fn^(1/3) end, profile = "   \
      "hertz },\n"
#define MOVING                                                            \
  LAW "grid = { 12, 9 },\nfn_range = { 1, 4, levels = 4 },\npressure = disc " \
      "{ radius = function(fn) return 3e-3*math.sqrt(fn) end, profile = "     \
      "hertz, at = { function(fn) return 1e-3*fn end, function(fn) return "   \
      "-5e-4*fn end } },\n"

/* Writes the means of all x^a y^b with a + b <= degree, in half centimetres.
 * Returns their number. */
static int means(const Cells *cells, int degree, double *out)
{
  int count = 0;
  for (int a = 0; a <= degree; a++)
    for (int b = 0; a + b <= degree; b++, count++) {
      out[count] = 0;
      for (int k = 0; k < cells->count; k++)
        out[count] += cells->w[k] * pow(cells->x[k] / 5e-3, a) *
                      pow(cells->y[k] / 5e-3, b);
    }
  return count;
}

Test(compressed_levels, moments_agree_at_every_force)
{
  static const struct {
    const char *keys;
    int least; /* degree */
  } cases[] = {{GROWING "bristles = 20", 2},
               {MOVING "bristles = 16", 2},
               {GROWING "bristles = { degree = 3 }", 3}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    Emission e = emit_sound_pad(cases[i].keys);
    const Contact *c = (const Contact *)e.loaded.model;
    const int degree = c->compression->degree;
    cr_assert_geq(degree, cases[i].least, "%s", cases[i].keys);
    for (double fn = 0.2; fn < 8; fn *= 1.17) {
      const Contact *at = contact_at(c, fn);
      double own[200], all[200];
      const int count = means(&at->cells, degree, own);
      means(contact_map(at), degree, all);
      for (int k = 0; k < count; k++)
        cr_expect_float_eq(own[k], all[k], 1e-10, "%s\nfn %g, moment %d: %g, %g",
                           cases[i].keys, fn, k, own[k], all[k]);
      for (int k = 0; k < at->cells.count; k++)
        cr_expect_geq(at->cells.w[k], 0, "%s\nbristle %d", cases[i].keys, k);
    }
    emission_close(&e);
  }
}

Test(compressed_levels, bristles_are_few_and_do_not_coincide)
{
  Emission e = emit_sound_pad(GROWING "bristles = 24");
  const Contact *c = (const Contact *)e.loaded.model;
  cr_assert_leq(c->cells.count, 24);
  for (int k = 0; k < c->cells.count; k++) {
    cr_expect(c->cells.x[k] != 0 || !signbit(c->cells.x[k]));
    cr_expect(c->cells.y[k] != 0 || !signbit(c->cells.y[k]));
    for (int j = 0; j < k; j++)
      cr_expect_gt(hypot(c->cells.x[k] - c->cells.x[j],
                         c->cells.y[k] - c->cells.y[j]),
                   1e-5);
  }
  /* one bristle turned about may be wrong by its share and not much more */
  cr_expect_lt(c->compression->error, 0.3);
  emission_close(&e);
}

Test(compressed_levels, verify_holds)
{
  static const char *const reals[] = {"float"};
  char path[128];
  snprintf(path, sizeof path, "%s/pad.lua", folder);
  FILE *file = fopen(path, "w");
  fprintf(file, "return contact { name = 'pad',\n%s}\n", MOVING "bristles = 12");
  fclose(file);
  for (size_t i = 0; i < COUNT(reals); i++)
    cr_expect_eq(run_shell("%s verify %s --backend=tcc --set real=%s", BRISTLE,
                           path, reals[i]),
                 0, "%s", printed);
  cr_expect_not_null(strstr(printed, "moments between levels"));
  cr_expect_not_null(strstr(printed, "margin is safe"));
}

Test(compressed_levels, too_few_bristles_are_refused_with_a_reason)
{
  char path[128];
  snprintf(path, sizeof path, "%s/pad.lua", folder);
  FILE *file = fopen(path, "w");
  fprintf(file, "return contact { name = 'pad',\n%s}\n",
          MOVING "bristles = { count = 4, degree = 3 }");
  fclose(file);
  cr_expect_eq(run_shell("%s check %s", BRISTLE, path), 2, "%s", printed);
  cr_expect_not_null(strstr(printed, "no rule of at most 4 of the"), "%s",
                     printed);
  cr_expect_not_null(strstr(printed, "at all 4 levels of fn"), "%s", printed);
}
