/* Tests of batches with one contact per lane: a contact ends the same for any
 * neighbours, and what one contact is given touches no other; each width of
 * vectors makes the steps of single contacts. */
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

TestSuite(crowd, .init = compiling_begin, .fini = compiling_end);

/* Two blocks and a part of one, also of 64 floats. */
enum { N = 141, MOST = 2 * 16, ODD = 37 };

#define LAW                                                                    \
  ",\nfriction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2, mu_c = 1, " \
  "mu_s = 1.2, v_s = 1e-3, s_ba = 0.9"
#define SMALL "grid = { 4, 4 },\nstep = "
#define REDUCED "model = \"reduced\",\n" SMALL

static const char *const keys[] = {
    SMALL "\"euler\"" LAW " }",
    SMALL "\"exponential\"" LAW " }",
    SMALL "\"exponential\",\nreal = \"float\"" LAW " }",
    SMALL "\"exponential\"" LAW ", gamma = 1.5, v_d = 2e-3 }",
    SMALL "\"implicit\"" LAW " }",
    SMALL "\"exponential\",\nfriction = lugre { sigma0 = 1e6, mu_c = 1 }",
    SMALL
    "\"euler\",\npressure = disc { radius = function(fn) return "
    "0.004 + 1e-3*fn end },\nfn_range = { 1, 6 }" LAW " }",
    REDUCED "\"exponential\"" LAW " }",
    REDUCED "\"exponential\",\nreal = \"float\",\n"
    "limit_surface = { tolerance = 0.05, interp = \"bilinear\" }" LAW " }",
    REDUCED "\"euler\",\nlimit_surface = { tolerance = 0.05, interp = "
    "\"bilinear\" },\nfriction = lugre { sigma0 = 1e6, sigma1 = 8e2, mu_c = 1, "
    "v_d = 2e-3 }",
    "anisotropy = { ratio = 0.6, angle = math.pi/2 },\n" REDUCED
    "\"exponential\"" LAW " }",
    "model = \"ellipsoid\",\ntorsion = \"paper\",\n" SMALL "\"exponential\"" LAW
    " }"};

/* Arrays of the solver's own reals; `other` keeps a second end. */
typedef struct Batch {
  const br_solver *solver;
  size_t bytes; /* of z */
  char z[MOST * N * 8], other[MOST * N * 8], twist[3 * N * 8], fn[N * 8],
      wrench[3 * N * 8];
  int status[N];
} Batch;

static void put(const Batch *b, char *reals, int at, double value)
{
  if (b->solver->real_bytes == 4)
    ((float *)(void *)reals)[at] = (float)value;
  else
    ((double *)(void *)reals)[at] = value;
}

static double get(const Batch *b, const char *reals, int at)
{
  return b->solver->real_bytes == 4
             ? (double)((const float *)(const void *)reals)[at]
             : ((const double *)(const void *)reals)[at];
}

static void fill(Batch *b)
{
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < b->solver->nstates; k++)
      put(b, b->z, k * N + i, 1e-7 * ((i + k) % 17 - 8) * (1 + k % 2));
    put(b, b->twist, i, 6e-3 * sin(i));
    put(b, b->twist, N + i, 2e-3 * cos(3 * i));
    put(b, b->twist, 2 * N + i, 0.5 * sin(2 * i));
    put(b, b->fn, i, 1 + i % 7);
  }
}

static int step(Batch *b, double dt)
{
  return b->solver->step_batch(N, b->z, b->twist, b->fn, dt, b->wrench,
                               b->status);
}

/* Steps contact ODD alone from the batch as it is. Returns the status. */
static int step_alone(const Batch *b, void *state, double dt, double *z,
                      double wrench[3])
{
  const br_solver *solver = b->solver;
  double input[5] = {0, 0, 0, get(b, b->fn, ODD), dt};
  const double *in[] = {input, input + 3, input + 4};
  double *out[] = {wrench};
  for (int k = 0; k < 3; k++) input[k] = get(b, b->twist, k * N + ODD);
  for (int k = 0; k < solver->nstates; k++) z[k] = get(b, b->z, k * N + ODD);
  solver->set(state, z);
  int status = 1;
  for (int i = 0; i < solver->nfunctions; i++)
    if (strcmp(solver->functions[i].name, "step") == 0)
      status = solver->functions[i].call(state, in, out);
  solver->get(state, z);
  return status;
}

static int is_same(double a, double b)
{
  return a == b || (isnan(a) && isnan(b));
}

static int is_near(double a, double b, double slack)
{
  return is_same(a, b) || fabs(a - b) <= slack * fabs(b);
}

/* Gives contact ODD one strange number. The iterations of an implicit step end
 * for a block together, hence the slack. */
static void try_number(Batch *b, void *state, int place, double strange,
                       const char *what)
{
  const int states = b->solver->nstates;
  const double dt = 1e-4, slack = strstr(what, "implicit") ? 1e-11 : 0;
  double z[MOST], wrench[3];
  fill(b);
  if (place < states)
    put(b, b->z, place * N + ODD, strange);
  else if (place < states + 3)
    put(b, b->twist, (place - states) * N + ODD, strange);
  else
    put(b, b->fn, ODD, strange);
  const int expected = step_alone(b, state, dt, z, wrench);
  step(b, dt);
  cr_expect_eq(b->status[ODD], expected, "%s: place %d, %g: %d, alone %d", what,
               place, strange, b->status[ODD], expected);
  for (int k = 0; k < states; k++) {
    const double end = get(b, b->z, k * N + ODD);
    cr_expect(
        is_same(end, z[k]) ||
            (expected >= 0 && fabs(end - z[k]) <= 1e-5 * fabs(z[k]) + 1e-12),
        "%s: place %d, %g: z[%d] = %g, alone %g", what, place, strange, k, end,
        z[k]);
    for (int i = 0; i < N; i++)
      if (i != ODD)
        cr_expect(is_near(get(b, b->z, k * N + i), get(b, b->other, k * N + i),
                          slack),
                  "%s: place %d, %g changes contact %d", what, place, strange,
                  i);
  }
  for (int i = 0; i < N; i++)
    cr_expect(i == ODD || b->status[i] == 0, "%s: contact %d", what, i);
}

Test(crowd, a_strange_contact_changes_no_other)
{
  static const double strange[] = {NAN,  INFINITY, -INFINITY, 1e200, -1e308,
                                   1e40, 1e17,     0,         -1};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    Emission e = emit_sound_pad(keys[i]);
    static Batch b;
    const Solver *solver = open_solver(&e, &cc_backend);
    b.solver = solver->functions;
    cr_assert_leq(b.solver->nstates, MOST);
    cr_assert_not_null(strstr(e.source, "pad_step_crowd("), "%s", keys[i]);
    void *state = solver_state(e.loaded.run, solver);
    fill(&b);
    cr_assert_eq(step(&b, 1e-4), 0, "%s", keys[i]);
    memcpy(b.other, b.z, sizeof b.z);
    for (int place = 0; place < b.solver->nstates + 4;
         place += place < b.solver->nstates - 6 ? (int)soak_stride(6) : 1)
      for (size_t k = 0; k < sizeof strange / sizeof *strange; k++)
        try_number(&b, state, place, strange[k], keys[i]);
    emission_close(&e);
  }
}

Test(crowd, a_bad_time_step_touches_nothing)
{
  static const double bad[] = {NAN, INFINITY, -1e-3};
  Emission e = emit_sound_pad(keys[1]);
  static Batch b;
  b.solver = open_solver(&e, &cc_backend)->functions;
  fill(&b);
  memcpy(b.other, b.z, sizeof b.z);
  for (size_t k = 0; k < 3; k++) {
    cr_expect_eq(step(&b, bad[k]), BR_BAD_INPUT);
    cr_expect_eq(memcmp(b.other, b.z, sizeof b.z), 0, "%g", bad[k]);
  }
  emission_close(&e);
}

/* ---- widths ---------------------------------------------------------------
 */

/* Compares a batch with single steps; prints the largest difference. */
static const char driver[] =
    "#include <math.h>\n#include <stdio.h>\n#include \"pad.h\"\n"
    "enum { N = 141 };\n"
    "static pad_real z[PAD_NZ*N], twist[3*N], fn[N], f[3*N];\n"
    "static pad_state s[N];\n"
    "int main(void) {\n"
    "  double worst = 0;\n"
    "  for (int step = 0; step < 60; step++) {\n"
    "    for (int i = 0; i < N; i++) {\n"
    "      twist[i] = (pad_real)(6e-3*sin(i + 0.1*step));\n"
    "      twist[N + i] = (pad_real)(2e-3*cos(3*i));\n"
    "      twist[2*N + i] = (pad_real)(0.5*sin(2*i - 0.2*step));\n"
    "      fn[i] = (pad_real)(1 + i % 7);\n"
    "    }\n"
    "    if (pad_step_batch(N, z, twist, fn, (pad_real)2e-5, f, 0)) return 1;\n"
    "    for (int i = 0; i < N; i++) {\n"
    "      const pad_real v[3] = {twist[i], twist[N + i], twist[2*N + i]};\n"
    "      pad_real w[3];\n"
    "      if (pad_step(&s[i], v, fn[i], (pad_real)2e-5, w)) return 2;\n"
    "      for (int k = 0; k < 2; k++)\n"
    "        worst = fmax(worst, fabs((double)(w[k] - f[k*N + i])));\n"
    "      for (int k = 0; k < PAD_NZ; k++)\n"
    "        worst = fmax(worst, 1e6*fabs((double)(s[i].z[k] - z[k*N + i])));\n"
    "    }\n"
    "  }\n"
    "  printf(\"%g\\n\", worst);\n"
    "  return 0;\n"
    "}\n";

Test(crowd, every_width_makes_the_steps_of_single_contacts)
{
  static const char *const widths[] = {"-march=native", "-march=haswell",
                                       "-march=x86-64", "-U__SSE2__"};
#if !defined(__x86_64__)
  cr_skip_test("vectors of this processor are not used");
#endif
  for (size_t i = 0; i < sizeof keys / sizeof *keys;
       i += (size_t)soak_stride(2)) {
    Emission e = emit_sound_pad(keys[i]);
    save("pad.c", e.source);
    save("pad.h", e.texts->header);
    save("driver.c", driver);
    const size_t few = (size_t)soak_stride(2); /* two widths, in turns */
    for (size_t k = i / 2 % few; k < 4; k += few) {
      if (k == 1 && run_shell("grep -q avx2 /proc/cpuinfo") != 0) continue;
      cr_assert_eq(
          run_shell("cd %s && gcc -std=gnu99 %s %s -fno-math-errno "
                    "-fno-trapping-math -ffp-contract=fast driver.c pad.c -lm "
                    "-o driver && ./driver",
                    folder, widths[k], in_soak() ? "-O2" : "-O1"),
          0, "%s %s: %s", keys[i], widths[k], printed);
      const double most = strstr(keys[i], "float") ? 2e-3 : 1e-9;
      cr_expect_leq(strtod(printed, NULL), most, "%s %s: %s", keys[i],
                    widths[k], printed);
    }
    emission_close(&e);
  }
}
