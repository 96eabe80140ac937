/* Tests of emitted C: every compiler accepts it without a warning, the object
 * needs only libm, no call touches other memory, and results agree with an
 * independent program. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "backend/backend.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(emit_compile, .init = compiling_begin_optimised,
          .fini = compiling_end);

/* ---- variants ---------------------------------------------------------- */

enum {
  FLOAT = 1,
  EXPONENTIAL = 2,
  ELASTOPLASTIC = 4,
  FADING = 8,
  LOOP = 16,
  VARIANTS = 32
};
enum { NLAWS = 4 };

static const char *const laws[NLAWS] = {
    "", ", mu_s = 1.2, v_s = 1e-3", ", mu_s = 1.2, v_s = 1e-3, gamma = 1.7",
    ", mu_s = 1.2, stribeck = function(s)"
    " return 1 + 0.2*math.exp(-math.atan(s/1e-3)) end"};

/* Nine cells, one of them empty. */
static Emission emit_variant(int variant, const char *law)
{
  char keys[1000];
  snprintf(keys, sizeof keys,
           "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.2,"
           " mu_c = 1%s%s%s },\ngrid = { 3, 3 },\n"
           "pressure = map { { 1, 2, 1 }, { 1, 0, 1 }, { 3, 1, 1 } },\n"
           "real = \"%s\", step = \"%s\", unroll = \"%s\"",
           law, variant & ELASTOPLASTIC ? ", s_ba = 0.9" : "",
           variant & FADING ? ", v_d = 0.02" : "",
           variant & FLOAT ? "float" : "double",
           variant & EXPONENTIAL ? "exponential" : "euler",
           variant & LOOP ? "loop" : "full");
  return emit_sound_pad(keys);
}

static void save_pad(const Emission *e)
{
  save("pad.h", e->texts->header);
  save("pad.c", e->source);
  save("unit.c", e->unit.text);
}

/* ---- compilers --------------------------------------------------------- */

static void expect_silence(const char *compiler, const char *file,
                           const char *what)
{
  cr_expect_eq(run_shell("cd %s && %s %s", folder, compiler, file), 0,
               "%s: %s\n%.2000s", compiler, what, printed);
  cr_expect_str_empty(printed, "%s: %s\n%.2000s", compiler, what, printed);
}

ParameterizedTestParameters(emit_compile, every_compiler_takes_every_variant)
{
  static int variants[VARIANTS];
  size_t count = 0;
  for (int i = 0; i < VARIANTS; i += soak_stride(5)) variants[count++] = i;
  return cr_make_param_array(int, variants, count);
}

/* The unit contains the header; every fourth variant has two files. */
ParameterizedTest(int *variant, emit_compile,
                  every_compiler_takes_every_variant)
{
  for (int law = 0; law < NLAWS; law++) {
    char what[200];
    Emission e = emit_variant(*variant, laws[law]);
    save_pad(&e);
    snprintf(what, sizeof what, "variant %d%s", *variant, laws[law]);
    const bool is_alone = law == *variant % NLAWS;
    expect_accepted(is_alone ? "pad.c" : "unit.c", *variant + law, what);
    emission_close(&e);
  }
}

Test(emit_compile, other_standards_and_levels_compile_it)
{
  static const char *const others[] = {
      "gcc " STRICT
      " -O3 -march=native -fno-math-errno -fno-trapping-math "
      "-ffp-contract=fast -c",
      "gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -Os -c",
      "gcc -std=gnu17 -Wall -Wextra -Werror -O0 -c",
      "clang " STRICT " -O3 -march=native -c",
      "clang -std=c17 -Weverything -Werror -Wno-float-equal "
      "-Wno-declaration-after-statement -Wno-unknown-warning-option "
      "-Wno-padded -Wno-c++98-compat -Wno-unsafe-buffer-usage "
      "-Wno-missing-variable-declarations -Wno-missing-prototypes "
      "-Wno-unused-macros -c",
      "g++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only -x c++",
      "g++ -std=c++20 -Wall -Wextra -Wshadow -Werror -fsyntax-only -x c++",
      "clang++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -x c++"};
  static const int variants[] = {LOOP | EXPONENTIAL | ELASTOPLASTIC | FADING,
                                 LOOP | EXPONENTIAL | ELASTOPLASTIC | FLOAT,
                                 EXPONENTIAL | FLOAT};
  const size_t stride = (size_t)soak_stride(3); /* each with one variant */
  for (size_t k = 0; k < 3; k++) {
    Emission e = emit_variant(variants[k], laws[1 + k]);
    save_pad(&e);
    for (size_t i = k % stride; i < sizeof others / sizeof *others; i += stride)
      expect_silence(others[i], "pad.c", laws[1 + k]);
    emission_close(&e);
  }
}

/* bristle itself compiles another text with TinyCC. */
Test(emit_compile, tcc_runs_the_file_that_is_emitted)
{
  save("main.c",
       "#include \"pad.h\"\nint main(void) { return pad_selftest(); }\n");
  for (int variant = 0; variant < VARIANTS; variant += soak_stride(5)) {
    Emission e = emit_variant(variant, laws[variant % NLAWS]);
    save_pad(&e);
    cr_expect_eq(run_shell("cd %s && tcc -Wall -Werror main.c pad.c -lm -o main"
                           " && ./main",
                           folder),
                 0, "variant %d: %.2000s", variant, printed);
    emission_close(&e);
  }
}

/* ---- flags -------------------------------------------------------------- */

static const char *const small_specs[] = {
    "specs/contact/square.lua", "specs/mechanism/bead_on_hoop.lua",
    "specs/slider/parcel.lua", "specs/cone/point_foot.lua"};

/* Emits a spec as folder/o with a program, main.c, that returns its selftest.
 */
static void save_selftest(const char *spec, const char *keys)
{
  cr_assert_eq(run_shell("rm -rf %s/o; %s emit %s %s -o %s/o && cd %s/o && "
                         "n=$(basename *.h .h) && printf '#include \"%%s.h\"\n"
                         "int main(void) { return %%s_selftest(); }\n' $n $n "
                         "> main.c",
                         folder, BRISTLE, spec, keys, folder, folder),
               0, "%s: %s", spec, printed);
}

Test(emit_compile, flags_that_hide_nan_are_refused)
{
  static const char *const flags[] = {"-ffast-math", "-ffinite-math-only",
                                      "-D_M_FP_FAST"};
  for (size_t k = 0; k < COUNT(small_specs); k++) {
    save_selftest(small_specs[k], "");
    for (size_t i = 0; i < COUNT(flags); i++) {
      cr_expect_neq(
          run_shell("cd %s/o && gcc -fsyntax-only %s *.c", folder, flags[i]),
          0);
      cr_expect(strstr(printed, "these flags hide NaN"), "%s: %s",
                small_specs[k], printed);
    }
  }
}

/* As for a compiler without such a macro. A cone only compares numbers. */
Test(emit_compile, selftests_see_that_nan_is_hidden)
{
  for (size_t k = 0; k + 1 < COUNT(small_specs); k++) {
    save_selftest(small_specs[k], "");
    cr_expect_eq(
        run_shell("cd %s/o && gcc -O2 *.c -lm -o main && ./main", folder), 0);
    cr_expect_neq(run_shell("cd %s/o && gcc -O1 -ffinite-math-only "
                            "-U__FINITE_MATH_ONLY__ *.c -lm -o main && ./main",
                            folder),
                  0, "%s", small_specs[k]);
  }
}

/* gcc does so for i686; other machines have no such flag. */
Test(emit_compile, excess_digits_of_x87_do_no_harm)
{
  static const char *const keys[] = {"--set step=exponential",
                                     "--set step=exponential --set real=float",
                                     "--set step=implicit"};
  if (run_shell("echo | gcc -mfpmath=387 -fsyntax-only -x c -") != 0) return;
  for (size_t i = 0; i < COUNT(keys); i++) {
    save_selftest(small_specs[0], keys[i]);
    cr_expect_eq(run_shell("cd %s/o && gcc -O2 -mfpmath=387 *.c -lm -o main && "
                           "./main",
                           folder),
                 0, "%s: %s", keys[i], printed);
    if (i == 2) break; /* its steps have no such rounding */
    cr_expect_neq(run_shell("cd %s/o && sed -i 's/typedef volatile/typedef/' "
                            "*.c && gcc -O2 -mfpmath=387 *.c -lm -o main && "
                            "./main",
                            folder),
                  0, "%s: the selftest must see excess digits", keys[i]);
  }
}

Test(emit_compile, two_solvers_fit_into_one_program)
{
  Emission e = emit_variant(LOOP | EXPONENTIAL | ELASTOPLASTIC, laws[1]);
  save_pad(&e);
  Emission other = emit_sound_pad("name = \"paw\",\nreal = \"float\"");
  save("paw.h", other.texts->header);
  save("paw.c", other.source);
  save("both.c",
       "#include \"pad.c\"\n#include \"paw.c\"\n"
       "int main(void) { return pad_selftest() || paw_selftest(); }\n");
  cr_expect_eq(
      run_shell("cd %s && gcc " STRICT " both.c -lm -o both && ./both", folder),
      0, "%s", printed);
  save("link.c",
       "#include \"paw.h\"\n#include \"pad.h\"\n"
       "int main(void) { return pad_selftest() || paw_selftest(); }\n");
  cr_expect_eq(run_shell("cd %s && gcc " STRICT " -c link.c pad.c && g++ -Wall "
                         "-Wextra -Werror -x c++ -c paw.c && "
                         "gcc link.o pad.o paw.o -lm -o link && ./link",
                         folder),
               0, "%s", printed);
  emission_close(&other);
  emission_close(&e);
}

/* ---- objects ----------------------------------------------------------- */

static bool is_allowed(const char *symbol)
{
  static const char *const names[] = {
      "sincos", "sincosf", "_GLOBAL_OFFSET_TABLE_",
      "memcpy", "memset",  "memmove",
      "sqrt",   "exp",     "sin",
      "cos",    "log",     "pow",
      "atan",   "sqrtf",   "expf",
      "sinf",   "cosf",    "logf",
      "powf",   "atanf"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(symbol, names[i]) == 0) return true;
  return false;
}

static void expect_lean(const char *compiler, const char *what)
{
  cr_assert_eq(run_shell("cd %s && %s -c pad.c -o pad.o && nm -u pad.o", folder,
                         compiler),
               0, "%s", printed);
  for (char *line = strtok(printed, "\n"); line; line = strtok(NULL, "\n")) {
    const char *symbol = line + strspn(line, " U");
    cr_expect(is_allowed(symbol), "%s, %s: needs %s", compiler, what, symbol);
  }
  cr_assert_eq(run_shell("nm %s/pad.o", folder), 0, "%s", printed);
  int count = 0;
  for (char *line = strtok(printed, "\n"); line; line = strtok(NULL, "\n")) {
    char type = 0, symbol[200] = "";
    if (sscanf(line, "%*x %c %199s", &type, symbol) != 2) continue;
    count++;
    cr_expect_null(strchr("DbBcCsSgG", type), "%s, %s: writable %s (%c)",
                   compiler, what, symbol, type);
    if (isupper((unsigned char)type))
      cr_expect_eq(strncmp(symbol, "pad_", 4), 0, "%s exports %s", what,
                   symbol);
  }
  cr_expect_gt(count, 10);
}

Test(emit_compile, objects_need_libm_alone_and_keep_nothing)
{
  for (int variant = 0; variant < VARIANTS; variant += 5) {
    Emission e = emit_variant(variant, laws[variant % NLAWS]);
    char what[32];
    save_pad(&e);
    snprintf(what, sizeof what, "variant %d", variant);
    if (variant % 2 == 0 || in_soak()) expect_lean("gcc -std=c99 -O2", what);
    if (variant % 2 == 1 || in_soak()) expect_lean("clang -std=c99 -O3", what);
    expect_lean("tcc", what);
    emission_close(&e);
  }
}

Test(emit_compile, no_section_of_the_solver_can_be_written_to)
{
  for (int variant = 3; variant < VARIANTS; variant += 7 * soak_stride(2)) {
    Emission e = emit_variant(variant, laws[variant % NLAWS]);
    save_pad(&e);
    cr_assert_eq(run_shell("cd %s && gcc -std=c99 -O2 -c pad.c && "
                           "size -A pad.o",
                           folder),
                 0, "%s", printed);
    for (char *line = strtok(printed, "\n"); line; line = strtok(NULL, "\n")) {
      char section[100];
      long bytes;
      if (sscanf(line, "%99s %ld", section, &bytes) != 2) continue;
      if (strncmp(section, ".data", 5) == 0 || strncmp(section, ".bss", 4) == 0)
        cr_expect_eq(bytes, 0, "%s has %ld bytes", section, bytes);
    }
    emission_close(&e);
  }
}

/* ---- sanitizers -------------------------------------------------------- */

/* Calls all functions with arbitrary numbers; exits 1 if a promise is broken.
 */
static const char driver[] =
    "#include <math.h>\n"
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "#include \"pad.c\"\n"
    "static unsigned long seed = 12345;\n"
    "static double lot(void)\n"
    "{\n"
    "  seed = (seed*1103515245ul + 12345ul) & 0x7ffffffful;\n"
    "  return (double)seed/0x7fffffff;\n"
    "}\n"
    "static pad_real any(double scale)\n"
    "{\n"
    "  static const double odd[] = {0, -1, 1e30, -1e-30, 1e-44, 1e300, "
    "1e-310};\n"
    "  const int i = (int)(lot()*40);\n"
    "  if (i < 7) return (pad_real)(fabs(odd[i]) > 1e38 && sizeof(pad_real) == "
    "4"
    " ? 3e38 : odd[i]);\n"
    "  if (i == 7) return (pad_real)NAN;\n"
    "  if (i == 8) return (pad_real)INFINITY;\n"
    "  if (i == 9) return (pad_real)-INFINITY;\n"
    "  return (pad_real)((2*lot() - 1)*scale);\n"
    "}\n"
    "static int broken(const char *what) { puts(what); return 1; }\n"
    "int main(void)\n"
    "{\n"
    "  static pad_state s, before, dz;\n"
    "  static pad_real j[4][6*PAD_NCELLS];\n"
    "  pad_reset(&s);\n"
    "  for (long i = 0; i < 30000; i++) {\n"
    "    pad_real v[3] = {any(0.01), any(0.01), any(1)}, f[3] = {7, 7, 7}, "
    "df[9];\n"
    "    const pad_real fn = any(5), dt = any(i % 3 ? 1e-4 : 1e4);\n"
    "    const int null = (int)(lot()*16);\n"
    "    const int is_bad = !(isfinite(v[0]) && isfinite(v[1]) && "
    "isfinite(v[2])"
    " && isfinite(fn));\n"
    "    if (i % 50 == 0) for (int k = 0; k < PAD_NZ; k++) s.z[k] = "
    "any(1e-5);\n"
    "    before = s;\n"
    "    int status = i % 2 ? pad_step(&s, v, fn, dt, null & 1 ? 0 : f)\n"
    "      : pad_step_jac(&s, v, fn, dt, null & 1 ? 0 : f, null & 2 ? 0 : "
    "df);\n"
    "    const int is_refused = is_bad || !isfinite(dt) || dt < 0;\n"
    "    if (is_refused != (status == PAD_BAD_INPUT)) return "
    "broken(\"input\");\n"
    "    if (!is_refused && (fn <= 0) != (status == PAD_SEPARATED))"
    " return broken(\"separated\");\n"
    "    if (status < 0 && memcmp(&s, &before, sizeof s)) return "
    "broken(\"state\");\n"
    "    for (int k = 0; k < 3 && !(null & 1); k++) {\n"
    "      if (!isfinite(f[k])) return broken(\"wrench\");\n"
    "      if (status && f[k] != 0) return broken(\"not zero\");\n"
    "    }\n"
    "    for (int k = 0; k < PAD_NZ && status == PAD_SEPARATED; k++)\n"
    "      if (s.z[k] != 0) return broken(\"not reset\");\n"
    "    for (int k = 0; k < 9 && i % 2 == 0 && !(null & 2); k++)\n"
    "      if (!isfinite(df[k]) || (status && df[k] != 0)) return "
    "broken(\"jac\");\n"
    "    before = s;\n"
    "    status = pad_rate(&s, v, fn, null & 4 ? 0 : &dz, null & 1 ? 0 : f);\n"
    "    if (is_bad != (status == PAD_BAD_INPUT)) return broken(\"rate\");\n"
    "    for (int k = 0; k < PAD_NZ && !(null & 4) && status; k++)\n"
    "      if (dz.z[k] != 0) return broken(\"dz\");\n"
    "    pad_rate_jac(&s, v, fn, null & 1 ? 0 : j[0], null & 2 ? 0 : j[1],\n"
    "                 null & 4 ? 0 : j[2], null & 8 ? 0 : j[3]);\n"
    "    status = i % 2 ? pad_steady(v, fn, null & 1 ? 0 : f)\n"
    "                   : pad_limit(v, fn, null & 1 ? 0 : f);\n"
    "    if (is_bad != (status == PAD_BAD_INPUT)) return broken(\"limit\");\n"
    "    for (int k = 0; k < 3 && !(null & 1); k++)\n"
    "      if (!isfinite(f[k])) return broken(\"limit's wrench\");\n"
    "    pad_cell((int)(lot()*14) - 2, null & 1 ? 0 : f);\n"
    "    if (memcmp(&s, &before, sizeof s)) return broken(\"touched\");\n"
    "  }\n"
    "  return pad_selftest();\n"
    "}\n";

static void expect_sound(int variant, const char *law)
{
  Emission e = emit_variant(variant, law);
  save_pad(&e);
  save("driver.c", driver);
  cr_expect_eq(run_shell("cd %s && gcc -std=c99 -O1 -g "
                         "-fsanitize=address,undefined "
                         "-fno-sanitize-recover=all driver.c -lm -o driver && "
                         "./driver",
                         folder),
               0, "variant %d: %.2000s", variant, printed);
  emission_close(&e);
}

ParameterizedTestParameters(emit_compile, promises_hold_for_arbitrary_numbers)
{
  static int variants[] = {0,
                           FLOAT | ELASTOPLASTIC,
                           EXPONENTIAL | ELASTOPLASTIC | FADING,
                           LOOP,
                           LOOP | FLOAT | EXPONENTIAL | ELASTOPLASTIC | FADING,
                           LOOP | EXPONENTIAL | ELASTOPLASTIC,
                           LOOP | ELASTOPLASTIC | FADING,
                           FLOAT | EXPONENTIAL};
  const int stride = soak_stride(2);
  for (int i = 0; i < 8 / stride; i++) variants[i] = variants[i * stride];
  return cr_make_param_array(int, variants, (size_t)(8 / stride));
}

ParameterizedTest(int *variant, emit_compile,
                  promises_hold_for_arbitrary_numbers)
{
  expect_sound(*variant, laws[*variant % NLAWS]);
}

/* ---- the independent program ------------------------------------------- */

static double number(const json_t *object, const char *key)
{
  return json_has(object, key) ? json_double(object, key) : NAN;
}

/* Writes the spec of one entry of contact.json, or a part of it. */
static void add_spec(Text *spec, const json_t *given)
{
  static const char *const keys[] = {"sigma0", "sigma1", "sigma2", "mu_c",
                                     "mu_s",   "v_s",    "gamma",  "s_ba"};
  const json_t *size = json_object_get(given, "size");
  const json_t *friction = json_object_get(given, "friction");
  char digits[32];
  size_t i, j;
  json_t *row, *p;
  text_add(spec, "return contact {\n  name = \"pad\", step = \"euler\",\n");
  text_add(spec, "  size = { %s,",
           number_text(json_number_value(json_array_get(size, 0)), digits));
  text_add(spec, " %s },\n  pressure = map {\n",
           number_text(json_number_value(json_array_get(size, 1)), digits));
  json_array_foreach(json_object_get(given, "map"), i, row)
  {
    text_add(spec, "    {");
    json_array_foreach(row, j, p)
        text_add(spec, " %s,", number_text(json_number_value(p), digits));
    text_add(spec, " },\n");
  }
  text_add(spec, "  },\n  friction = lugre {");
  for (i = 0; i < sizeof keys / sizeof *keys; i++)
    if (json_has(friction, keys[i]))
      text_add(spec, " %s = %s,", keys[i],
               number_text(number(friction, keys[i]), digits));
  text_add(spec, " },\n}\n");
}

/* Compares the solver's result for each entry of a section with `key`. */
static double worst_of(Run *run, const Solver *solver, const json_t *given,
                       const char *section, const char *key)
{
  const json_t *entry;
  size_t i;
  double worst = 0;
  const bool is_step = strcmp(section, "euler") == 0;
  const bool is_limit = strcmp(section, "limit") == 0;
  void *state = solver_state(run, solver);
  const double mu_c = json_double(json_object_get(given, "friction"), "mu_c");
  cr_assert_gt(json_array_size(json_object_get(given, section)), 10u);
  json_array_foreach(json_object_get(given, section), i, entry)
  {
    double twist[3], should[3], is[3];
    const double fn = is_limit ? 1 / mu_c : json_double(entry, "fn");
    const double dt = number(entry, "dt");
    const double *in[] = {twist, &fn, &dt};
    double *out[] = {is};
    json_triple(entry, "twist", twist);
    json_triple(entry, key, should);
    const int repeat = is_step ? (int)json_double(entry, "repeat") : 1;
    for (int n = 0; n < repeat; n++)
      cr_assert_eq(
          solver_call(run, solver, is_step ? "step" : section, state, in, out),
          BR_OK);
    worst = fmax(worst, max_relative_error(is, should, 3));
  }
  return worst;
}

Test(emit_compile, an_independent_program_computes_the_same)
{
  json_t *root = read_json("contact.json");
  cr_assert_geq(json_array_size(root), 4u);
  for (size_t n = 0; n < json_array_size(root); n++) {
    const json_t *given = json_array_get(root, n);
    Run *text_run = run_open();
    Text spec = text_new(text_run);
    add_spec(&spec, given);
    Emission e = emit_whole(spec.chars);
    cr_assert_null(e.error, "%s\n%s", e.error, spec.chars);
    for (int b = 0; b < 2; b++) {
      const Solver *solver = open_solver(&e, both_backends[b]);
      static const char *const sections[][2] = {
          {"euler", "wrench"}, {"steady", "wrench"}, {"limit", "unit_wrench"}};
      for (int k = 0; k < 3; k++) {
        const double worst = worst_of(e.loaded.run, solver, given,
                                      sections[k][0], sections[k][1]);
        cr_expect_lt(worst, 1e-9, "contact %zu, %s, %s: %g", n,
                     both_backends[b]->name, sections[k][0], worst);
      }
    }
    emission_close(&e);
    run_close(text_run);
  }
  json_decref(root);
}

/* The header's advice for little flash: the linker drops what a program does
 * not call. */
Test(emit_compile, a_program_holds_only_the_functions_that_it_calls)
{
  static const char host[] =
      "#include \"square.h\"\n"
      "static square_state s;\n"
      "int main(int argc, char **argv)\n"
      "{\n"
      "  const square_real twist[3] = {0.01 * argc, 0, 0};\n"
      "  square_real wrench[3];\n"
      "  (void)argv;\n"
      "  return square_step(&s, twist, 5, 1e-3, wrench) < 0;\n"
      "}\n";
  save("host.c", host);
  cr_expect_eq(
      run_shell("cd %s && $OLDPWD/" BRISTLE " emit $OLDPWD/specs/contact/"
                "square.lua -o . >/dev/null && "
                "grep -o '[-]Os -ffunction-sections -fdata-sections' square.h "
                ">flags && grep -o '[-]Wl,--gc-sections' square.h >>flags && "
                "gcc $(cat flags) host.c square.c -lm -o small && ./small && "
                "gcc -Os host.c square.c -lm -o all && "
                "nm small | grep -q square_step && "
                "! nm small | grep square_limit && nm all | grep square_limit",
                folder),
      0, "%s", printed);
}
