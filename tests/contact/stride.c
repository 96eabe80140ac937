/* Tests of steps on four vectors at once: they are the steps of the blocks, for
 * each width of vectors; a state that makes a step fail stays untouched. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(stride, .init = compiling_begin_optimised, .fini = compiling_end);

enum { CELLS = 144, NZ = 2 * CELLS };

#define LAW                                                                    \
  ",\nfriction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, " \
  "mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 }"

/* On lines of the grid; cell by cell, as the rows have gaps; with g constant.
 */
static const char *const keys[] = {
    "grid = { 11, 11 },\nstep = \"euler\"" LAW,
    "grid = { 11, 11 },\nstep = \"exponential\"" LAW,
    "grid = { 11, 11 },\nstep = \"exponential\",\nreal = \"float\"" LAW,
    "grid = { 12, 12 },\nstep = \"euler\",\n"
    "pressure = annulus { inner = 0.003, outer = 0.01 }" LAW,
    "grid = { 11, 11 },\nstep = \"exponential\",\n"
    "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, s_ba = 0.9 }"};

/* Other forms: solved steps, blocks, states per lane, three bristles. */
static const char *const forms[] = {
    "grid = { 11, 11 },\nstep = \"implicit\"" LAW,
    "grid = { 5, 5 },\nstep = \"euler\"" LAW,
    "grid = { 5, 5 },\nstep = \"exponential\",\nreal = \"float\"" LAW,
    "grid = { 9, 9 },\nstep = \"exponential\",\nfn_range = { 1, 6 },\n"
    "pressure = disc { radius = function(fn) return 0.006 + 5e-4*fn end }" LAW,
    "grid = { 5, 5 },\nstep = \"implicit\",\nanisotropy = { ratio = 0.6, "
    "angle = 0.5 }" LAW,
    "grid = { 5, 5 },\nstep = \"implicit\",\nmodel = \"reduced\"" LAW,
    "grid = { 5, 5 },\nstep = \"exponential\",\nmodel = \"reduced\",\n"
    "limit_surface = { tolerance = 0.05, interp = \"bilinear\" }" LAW,
    "grid = { 5, 5 },\nstep = \"euler\",\nreal = \"float\",\n"
    "model = \"ellipsoid\"" LAW};

/* ---- promises -------------------------------------------------------------
 */

typedef struct Trial {
  const Solver *solver;
  void *state;
  int states;
  double before[NZ], after[NZ];
  int counts[2]; /* steps that failed, steps that did not */
} Trial;

/* Makes a step with one strange number in the state or in the input. */
static void try_step(Trial *t, int place, double strange, const char *what)
{
  const br_solver *solver = t->solver->functions;
  double input[5] = {0.01, 0.002, 0.5, 2, 1e-4}, wrench[3], start[NZ];
  double *out[] = {wrench};
  for (int k = 0; k < t->states; k++)
    start[k] = 1e-7 * (k % 7 - 3) * (1 + k % 3);
  (place < t->states ? start : input - t->states)[place] = strange;
  const double *in[] = {input, input + 3, input + 4};
  solver->set(t->state, start);
  solver->get(t->state, t->before);
  int status = 0;
  for (int i = 0; i < solver->nfunctions; i++)
    if (strcmp(solver->functions[i].name, "step") == 0)
      status = solver->functions[i].call(t->state, in, out);
  solver->get(t->state, t->after);
  t->counts[status >= 0]++;
  if (status < 0 && status != BR_NO_CONVERGENCE) {
    cr_expect_eq(memcmp(t->before, t->after, (size_t)t->states * 8), 0,
                 "%s: place %d, %g: status %d", what, place, strange, status);
    cr_expect(wrench[0] == 0 && wrench[1] == 0 && wrench[2] == 0, "%s", what);
    return;
  }
  for (int k = 0; k < t->states; k++)
    cr_expect(isfinite(t->after[k]), "%s: place %d, %g: z[%d] = %g", what,
              place, strange, k, t->after[k]);
  cr_expect(isfinite(wrench[0] + wrench[1] + wrench[2]), "%s: place %d, %g",
            what, place, strange);
}

/* Tries strange numbers at each place. Returns counts of failed and of valid
 * steps, and how many places the state has. */
static Trial try_places(const char *what, const Backend *backend)
{
  static const double strange[] = {NAN,    INFINITY, -INFINITY, 1e200,
                                   -1e200, 1e308,    1e40,      1e17};
  Emission e = emit_sound_pad(what);
  Trial t = {.solver = open_solver(&e, backend)};
  t.state = solver_state(e.loaded.run, t.solver);
  t.states = t.solver->functions->nstates;
  cr_assert_leq(t.states, NZ);
  for (int place = 0; place < t.states + 5; place++)
    for (size_t k = 0; k < sizeof strange / sizeof *strange; k++)
      try_step(&t, place, strange[k], what);
  cr_expect_geq(t.counts[0], 3 * t.states, "%s", what);
  emission_close(&e);
  return t;
}

Test(stride, a_state_is_untouched_when_a_step_of_another_form_fails)
{
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    try_places(forms[i], &tcc_backend);
    if (i == 0) try_places(forms[i], &cc_backend);
  }
}

Test(stride, a_state_is_untouched_when_a_step_fails)
{
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const Trial t = try_places(keys[i], &cc_backend);
    cr_expect_gt(t.counts[1], t.states, "%s", keys[i]);
  }
}

/* ---- widths ---------------------------------------------------------------
 */

/* Prints the state and the wrenches after sliding and rocking. */
static const char driver[] =
    "#include <math.h>\n#include <stdio.h>\n#include \"pad.h\"\n"
    "int main(void) {\n"
    "  static pad_state s;\n"
    "  pad_real w[3], sum[3] = {0, 0, 0};\n"
    "  pad_reset(&s);\n"
    "  for (int i = 0; i < 600; i++) {\n"
    "    const double t = 0.02*i, size = i < 300 ? 5e-3 : 1e-4;\n"
    "    const pad_real twist[3] = {(pad_real)(size*(1.2 + sin(t))),\n"
    "      (pad_real)(size*cos(2*t)), (pad_real)(size*100*sin(3*t))};\n"
    "    if (pad_step(&s, twist, 2, (pad_real)2e-5, w) != PAD_OK) return 1;\n"
    "    for (int k = 0; k < 3; k++) sum[k] += w[k];\n"
    "  }\n"
    "  for (int k = 0; k < PAD_NZ; k++) printf(\"%.17g\\n\", "
    "(double)s.z[k]*1e6);\n"
    "  for (int k = 0; k < 3; k++) printf(\"%.17g\\n\", (double)sum[k]/600);\n"
    "  return 0;\n"
    "}\n";

static size_t run_width(const char *compiler, const char *define,
                        const char *flags, double *numbers)
{
  cr_assert_eq(run_shell("cd %s && %s -std=gnu99 %s %s %s -fno-math-errno "
                         "-fno-trapping-math -ffp-contract=fast driver.c pad.c "
                         "-lm -o driver && ./driver",
                         folder, compiler, define, flags,
                         in_soak() ? "-O2" : "-O1"),
               0, "%s %s %s: %s", compiler, define, flags, printed);
  size_t count = 0;
  for (char *at = printed, *end; count < NZ + 3; at = end, count++) {
    numbers[count] = strtod(at, &end);
    if (end == at) break;
  }
  return count;
}

Test(stride, every_width_makes_the_steps_of_the_blocks)
{
  static const char *const widths[] = {"-march=native", "-march=haswell",
                                       "-march=x86-64"};
  static double expected[NZ + 3], got[NZ + 3];
#if !defined(__x86_64__)
  cr_skip_test("vectors of this processor are not used");
#endif
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    Emission e = emit_sound_pad(keys[i]);
    save("pad.c", e.source);
    save("pad.h", e.texts->header);
    save("driver.c", driver);
    cr_assert_not_null(strstr(e.source, "pad_stride("), "%s", keys[i]);
    const size_t count = run_width("gcc", "-U__SSE2__", "", expected);
    cr_assert_gt(count, 100, "%s", printed);
    for (size_t k = 0; k < 3; k++) {
      if (!in_soak() && k == i % 3) continue; /* two widths, in turns */
      if (k == 1 && run_shell("grep -q avx2 /proc/cpuinfo") != 0) continue;
      const char *compiler = has_program("clang") && k % 2 ? "clang" : "gcc";
      cr_assert_eq(run_width(compiler, "", widths[k], got), count);
      for (size_t n = 0; n < count; n++)
        cr_expect_float_eq(got[n], expected[n],
                           strstr(keys[i], "float") ? 2e-4 : 2e-10,
                           "%s %s: %zu: %.17g, %.17g", keys[i], widths[k], n,
                           got[n], expected[n]);
    }
    emission_close(&e);
  }
}

/* ---- where ----------------------------------------------------------------
 */

Test(stride, other_contacts_keep_their_blocks)
{
  static const char *const others[] = {
      "grid = { 5, 5 }", "grid = { 11, 11 },\nstep = \"implicit\"",
      "grid = { 11, 11 },\nunroll = \"full\""};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    Emission e = emit_sound_pad(others[i]);
    cr_expect_null(strstr(e.source, "pad_stride("), "%s", others[i]);
    emission_close(&e);
  }
}
