/* Tests of the functions that an emitted file has in the place of libm's: they
 * are as exact as they say, everywhere, and a file with them links without any
 * library. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(emit_functions, .init = compiling_begin_optimised,
          .fini = compiling_end);

/* A contact that calls all of them. */
static void save_caller(const char *real)
{
  char spec[1200];
  snprintf(spec, sizeof spec,
           "return contact { name = 'pad', grid = { 3, 2 }, "
           "size = { 0.02, 0.02 }, real = '%s', step = 'exponential',\n"
           "pressure = map { { 1, 2, 1 }, { 1, 0, 1 } },\n"
           "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,"
           " mu_c = 1, mu_s = 1.2, v_s = 1e-3, gamma = 1.7, s_ba = 0.9 },\n"
           "body = { mass = 0.2, inertia = 1e-4, frame = 'body' } }",
           real);
  Emission e = emit_whole(spec);
  save("pad.h", e.texts->header);
  save("pad.c", e.source);
  emission_close(&e);
}

/* Compares each function with libm's at 50,000 places of its range and at its
 * edges; prints the worst error in units of the last digit. */
static const char harness[] =
    "#include \"pad.c\"\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n"
    "#include <float.h>\n"
    "#undef log\n"
    "#include <math.h>\n"
    "#define UNIT (sizeof(pad_real) == 4 ? FLT_EPSILON : DBL_EPSILON)\n"
    "static double worst;\n"
    "static void see(pad_real is, long double should)\n"
    "{\n"
    "  const pad_real rounded = (pad_real)should;\n"
    "  if (is == rounded || (is != is && rounded != rounded)) return;\n"
    "  const double e = (double)(fabsl((long double)is - should)\n"
    "    /(fabsl(should)*UNIT + (sizeof is == 4 ? 1e-44L : 4.9e-324L)));\n"
    "  if (!(e <= worst)) worst = e;\n"
    "}\n"
    "static double drawn(void) { return rand()/(RAND_MAX + 1.0); }\n"
    "int main(void)\n"
    "{\n"
    "  const int is_float = sizeof(pad_real) == 4;\n"
    "  const double top = is_float ? 37 : 307;\n"
    "  const pad_real zero = 0, inf = 1/zero, nan = inf - inf;\n"
    "  const pad_real edges[] = {0, -zero, 1, -1, inf, -inf, nan, "
    "(pad_real)1e-40,\n"
    "    (pad_real)1e-310, is_float ? FLT_MAX : (pad_real)DBL_MAX, is_float ? "
    "FLT_MIN : (pad_real)DBL_MIN};\n"
    "#define TRY(f, F, value) worst = 0; for (int i = 0; i < 50000; i++) \\\n"
    "  { const pad_real x = (pad_real)(value); see(f(x), F((long double)x)); } "
    "printf(\"%s %.3f\\n\", #F, worst);\n"
    "  TRY(pad_sqrt, sqrtl, pow(10, top*(2*drawn() - 1)))\n"
    "  TRY(pad_log, logl, pow(10, top*(2*drawn() - 1)))\n"
    "  TRY(pad_log, logl, 1 + 0.3*(2*drawn() - 1))\n"
    "  TRY(pad_exp_all, expl, 2.3*top*(2*drawn() - 1))\n"
    "  TRY(pad_sin, sinl, 3.2*(2*drawn() - 1))\n"
    "  TRY(pad_cos, cosl, 3.2*(2*drawn() - 1))\n"
    "  TRY(pad_sqrt, sqrtl, edges[i % 11])\n"
    "  TRY(pad_log, logl, edges[i % 11])\n"
    "  TRY(pad_exp_all, expl, edges[i % 11])\n"
    "  worst = 0; /* absolute, far from 0 */\n"
    "  for (int i = 0; i < 50000; i++) {\n"
    "    const pad_real x = (pad_real)((is_float ? 1e3 : 1e5)*(2*drawn() - "
    "1));\n"
    "    const double e = fabs((double)(pad_sin(x) - sinl(x)))/UNIT, g = "
    "fabs((double)(pad_cos(x) - cosl(x)))/UNIT;\n"
    "    worst = fmax(worst, fmax(e, g));\n"
    "  }\n"
    "  printf(\"angles %.3f\\n\", worst);\n"
    "  worst = 0; /* huge angles: still on the circle */\n"
    "  for (int i = 0; i < 50000; i++) {\n"
    "    const pad_real x = (pad_real)pow(10, top*drawn());\n"
    "    const double s = (double)pad_sin(x), c = (double)pad_cos(x);\n"
    "    worst = fmax(worst, fabs(s*s + c*c - 1)/UNIT);\n"
    "  }\n"
    "  printf(\"circle %.3f\\n\", worst);\n"
    "  worst = pad_sin(inf) == pad_sin(inf) || pad_cos(nan) == pad_cos(nan) ? "
    "1e9 : 0;\n"
    "  for (int i = 0; i < 50000; i++) { /* 1 + pow, as the law has it */\n"
    "    const pad_real x = (pad_real)pow(10, 4*drawn() - 3), y = "
    "(pad_real)(3*drawn() - 1);\n"
    "    see(pad_pow(x, y), powl(x, y));\n"
    "  }\n"
    "  see(pad_pow(0, 2), 0);\n"
    "  see(pad_pow(0, 0), 1);\n"
    "  see(pad_pow(0, -1), inf);\n"
    "  see(pad_pow(-2, 3), -8);\n"
    "  see(pad_pow(-2, -2), 0.25L);\n"
    "  see(pad_pow(-2, (pad_real)0.5), nan);\n"
    "  see(pad_pow(nan, 1), nan);\n"
    "  printf(\"pow %.3f\\n\", worst);\n"
    "  return 0;\n"
    "}\n";

/* Units of the last digit that a function may be off. */
static double allowed(const char *name)
{
  static const struct {
    const char *name;
    double units;
  } list[] = {{"sqrtl", 0.501}, {"logl", 1.5},   {"expl", 4},   {"sinl", 1.5},
              {"cosl", 1.5},    {"angles", 1.5}, {"circle", 4}, {"pow", 24}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (strcmp(name, list[i].name) == 0) return list[i].units;
  return 0;
}

static void expect_exact(const char *real, const char *compiler)
{
  char name[20];
  double worst;
  int taken, count = 0;
  save_caller(real);
  save("harness.c", harness);
  cr_assert_eq(run_shell("cd %s && %s harness.c -o harness -lm && ./harness",
                         folder, compiler),
               0, "%s: %s", compiler, printed);
  for (const char *at = printed;
       sscanf(at, "%19s %lf%n", name, &worst, &taken) == 2; at += taken) {
    cr_expect_leq(worst, allowed(name), "%s, %s: %s is off by %g units", real,
                  compiler, name, worst);
    count++;
  }
  cr_expect_eq(count, 12, "%s", printed);
}

Test(emit_functions, are_as_exact_as_libm_in_double)
{
  expect_exact("double", "gcc -std=c99 -O2 -fno-math-errno -ffp-contract=off");
  expect_exact("double", "clang -std=c99 -O1");
}

Test(emit_functions, are_as_exact_as_libm_in_float)
{
  expect_exact("float", "gcc -std=c99 -O2 -fno-math-errno -ffp-contract=off");
}

/* Without SSE2 a file believes that no instruction takes roots. */
Test(emit_functions, roots_by_digits_round_correctly)
{
  expect_exact("double", "gcc -std=c99 -O2 -U__SSE2__");
  expect_exact("float", "gcc -std=c99 -O2 -U__SSE2__");
}

/* ---- without a library -----------------------------------------------------
 */

static void expect_alone(const char *compiler)
{
  cr_expect_eq(run_shell("cd %s && %s pad.c", folder, compiler), 0, "%s: %s",
               compiler, printed);
}

static void expect_freestanding(void)
{
  expect_alone(
      "gcc -std=c99 -Wall -Wextra -Werror -O2 -fno-math-errno "
      "-ffreestanding -nostdlib -fPIC -shared -Wl,--no-undefined "
      "-o alone.so");
  expect_alone(
      "gcc -std=c99 -Os -U__SSE2__ -fno-math-errno -ffreestanding "
      "-nostdlib -fPIC -shared -Wl,--no-undefined -o alone.so");
  if (has_program("wasm-ld"))
    expect_alone(
        "clang --target=wasm32 -std=c99 -O1 -fno-math-errno "
        "-ffreestanding -nostdlib -Wl,--no-entry -Wl,--export-all "
        "-o alone.wasm");
}

Test(emit_functions, a_contact_links_without_a_library)
{
  static const char *const reals[] = {"double", "float"};
  for (size_t i = 0; i < 2; i++) {
    save_caller(reals[i]);
    expect_freestanding();
  }
}

Test(emit_functions, a_slider_and_a_cone_link_without_a_library)
{
  static const char *const specs[] = {
      "return slider { name = 'pad', mass = 1, inertia = 0.01, mu = 0.4, "
      "height = 0.1, patch = rectangle { size = { 0.3, 0.2 } } }",
      "return cone { name = 'pad', mu = 0.5, faces = 12, patch = { "
      "grid = { 5, 5 }, size = { 0.02, 0.02 }, "
      "pressure = disc { radius = 0.01 } } }"};
  for (size_t i = 0; i < 2; i++) {
    Emission e = emit_whole(specs[i]);
    save("pad.h", e.texts->header);
    save("pad.c", e.source);
    emission_close(&e);
    expect_freestanding();
  }
}
