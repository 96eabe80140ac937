/* Tests of emitted sliders: they agree with the reference in all forms, verify
 * finds a changed constant, every compiler accepts them, simulations agree for
 * all backends, and each step ends for any input. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "results/results.h"
#include "bristle_rt.h"
#include "support/compiling.h"
#include "slider/sliding.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(slider_emit, .init = compiling_begin, .fini = compiling_end);

#define THROWN "specs/paper/thrown_square.lua"

/* Every parameter with digits to lose; the ellipsoid's and the height follow.
 */
#define BODY                                                              \
  "mass = 0.5123456789, inertia = 2.083333333e-4, mu = 0.312345678,\n"    \
  "gravity = { 0.123456789, -0.23456789, 9.798765432 },\n"                \
  "patch = polygon { { -0.025, -0.021 }, { 0.0234567, -0.023 }, { 0.026," \
  " 0.0212345 }, { -0.0245, 0.0223456 } }, grid = { 12, 12 },\n"

static const char *const forms[] = {
    "height = 0, ellipsoid = { et = 1, eo = 1 }",
    "height = 0, ellipsoid = { et = 1.0987654, eo = 0.87654321 }, dt = 0.00123",
    "height = 0.12345678, ellipsoid = { et = 0.98765432, eo = 0.98765432 },"
    " dt = 0.00123",
    "height = 0.12345678, ellipsoid = { et = 1.0987654, eo = 0.87654321 }"};
enum { FORMS = sizeof forms / sizeof *forms };

static const char *spec_of(int form, const char *more)
{
  static char text[2000];
  snprintf(text, sizeof text,
           "return slider {\n  name = \"body\",\n%s%s%s\n}\n", BODY,
           forms[form], more);
  return text;
}

/* ---- verify ------------------------------------------------------------ */

Test(slider_emit, every_form_holds_by_both_compilers_in_both_precisions)
{
  static const char *const backends[] = {"tcc", "cc"};
  const int stride = soak_stride(2); /* each backend in one precision */
  for (int form = 0; form < FORMS; form++)
    for (int b = 0; b < 2; b++)
      for (int is_float = (form + b) % stride; is_float < 2;
           is_float += stride) {
        const char *path = save(
            "body.lua", spec_of(form, is_float ? ", real = \"float\"" : ""));
        cr_expect_eq(
            run_shell("%s verify %s --backend=%s", BRISTLE, path, backends[b]),
            0, "%s, %s%s\n%s", forms[form], backends[b],
            is_float ? ", float" : "", printed);
      }
}

/* Ratios of the reductions of slip and spin that are 1e8 and more. */
static const char *const steep[] = {
    /* the derivatives of a body about to stop turn within a rounding */
    "mass = 6.2459e+07, inertia = 0.00034832, mu = 0.018119, real = \"float\","
    " patch = disc { radius = 7.5488e-07, profile = hertz },"
    " height = 4.8418e-07,"
    " ellipsoid = { et = 1000, eo = 0.029453, er = 1.5724e-07 }",
    /* its spin after a step is 1e-7 of what friction takes */
    "mass = 1.0775e-07, inertia = 3.4691e-09, mu = 1000, height = 0.0228,"
    " patch = annulus { inner = 0.32626, outer = 0.38,"
    " at = { -0.14342, 0.11464 }, profile = soft { k = 3.5635 } },"
    " ellipsoid = { eo = 0.026137, er = 145.29 }, gravity = 3489.4",
    /* squares of their products leave the range of floats */
    "mass = 0.049055, inertia = 6.3771, mu = 4.4521e-06, real = \"float\","
    " patch = disc { radius = 0.12623, at = { -0.0070392, -0.07574 },"
    " profile = hertz }, height = 0.0017834,"
    " ellipsoid = { et = 0.33514, eo = 2.1777, er = 6.8525e-05 }",
    /* so did the search for the largest of several slip speeds */
    "mass = 2377.5, inertia = 940.46, mu = 866.56, real = \"float\","
    " patch = rectangle { size = { 18.993, 5.9802 }, angle = 0.90623,"
    " at = { -1.7941, 1.5405 } }, height = 0.00032565,"
    " ellipsoid = { et = 635.76, eo = 0.0017675, er = 0.03168 }",
    /* the reference's elimination of a push must not divide by its least */
    "mass = 1947, inertia = 1.2127e+11, mu = 0.35666,"
    " patch = rectangle { size = { 25.833, 7.4658 }, angle = 1.6418,"
    " at = { -2.2397, 1.0276e-15 }, profile = hertz }, height = 5.1932,"
    " dt = 9.6955, ellipsoid = { eo = 120.92, er = 479.9 }"};

Test(slider_emit, bodies_that_slip_and_spin_by_far_unlike_hold)
{
  for (size_t i = 0; i < sizeof steep / sizeof *steep; i++) {
    char spec[1000];
    snprintf(spec, sizeof spec, "return slider { name = \"body\", %s }",
             steep[i]);
    cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE,
                           save("body.lua", spec)),
                 0, "%s\n%s", steep[i], printed);
  }
}

/* Finds the literals of a file before its golden vectors with at least ten
 * digits: parameters and their formulas. */
static char *next_literal(char *at, char **end)
{
  for (; *at; at++) {
    if (!isdigit((unsigned char)*at) || isalnum((unsigned char)at[-1]) ||
        at[-1] == '_' || at[-1] == '.')
      continue;
    int digits = 0;
    char *c = at;
    for (; isdigit((unsigned char)*c) || *c == '.'; c++) digits += *c != '.';
    *end = c;
    if (digits >= 10) return at;
    at = c;
  }
  return NULL;
}

/* Returns true for "#define NAME number" if NAME occurs nowhere else: it is for
 * readers. Formulas in comments are in lower case. */
static bool is_read_only(const char *line, const char *behind)
{
  char name[100];
  if (sscanf(line, "#define %99s", name) != 1) return false;
  for (const char *at = behind; (at = strstr(at, name)); at++) {
    const unsigned char next = (unsigned char)at[strlen(name)];
    if (!isalnum(next) && next != '_') return false;
  }
  return true;
}

/* Adds or subtracts 1 at the ninth significant digit. */
static void spoil(char *literal)
{
  int digits = 0;
  for (char *c = literal;; c++) {
    if (*c == '.' || (digits == 0 && *c == '0')) continue;
    if (++digits < 9) continue;
    *c = (char)(*c == '9' ? '8' : *c + 1);
    return;
  }
}

Test(slider_emit, a_changed_ninth_digit_is_found)
{
  compile_quickly();
  const int stride = soak_stride(9);
  int tried = 0, seen = 0;
  for (int form = 0; form < FORMS; form++) {
    save("body.lua", spec_of(form, ""));
    cr_assert_eq(run_shell("cd %s && %s/%s emit body.lua -o .", folder,
                           getenv("PWD"), BRISTLE),
                 0, "%s", printed);
    char path[200], copy[1 << 17];
    snprintf(path, sizeof path, "%s/body.c", folder);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    copy[fread(copy, 1, sizeof copy - 1, file)] = 0;
    fclose(file);
    char *stop = strstr(copy, "golden vectors"), *end;
    cr_assert_not_null(stop);
    /* tests/emit/functions.c has the functions in libm's place. */
    const char *const own = strstr(copy, "/* Square roots"),
                      *const used = strstr(copy, "body_put(");
    cr_assert(own && used > own);
    for (char *at = next_literal(copy + 1, &end); at && at < stop;
         at = next_literal(end, &end)) {
      char line[300];
      const char *from = at;
      while (from[-1] != '\n') from--;
      snprintf(line, sizeof line, "%.*s", (int)strcspn(from, "\n"), from);
      /* Thresholds may change. */
      if (strstr(line, "e-1") || strstr(line, "excess") ||
          strstr(line, "change") || strstr(line, "SIDE2") ||
          is_read_only(line, end) || (at > own && at < used))
        continue;
      if (seen++ % stride != form % stride) continue;
      char before[64];
      memcpy(before, at, sizeof before);
      spoil(at);
      save("body.c", copy);
      cr_expect_eq(run_shell("cd %s && %s/%s verify body.lua body.c "
                             "--backend=tcc",
                             folder, getenv("PWD"), BRISTLE),
                   1, "not found: %s\n%s", line, printed);
      memcpy(at, before, sizeof before);
      tried++;
    }
  }
  cr_expect_geq(tried, 90 / stride, "%d", tried);
}

/* ---- compilers --------------------------------------------------------- */

Test(slider_emit, every_compiler_takes_every_form)
{
  static const char *const files[] = {"body.c", "unit.c", "main.c"};
  for (int i = 0; i < 2 * FORMS; i++) {
    Emission e = emit_whole(spec_of(i / 2, i % 2 ? ", real = \"float\"" : ""));
    cr_assert_null(e.error, "%s", e.error);
    save("body.h", e.texts->header);
    save("body.c", e.source);
    save("main.c", e.texts->example);
    save("unit.c", e.unit.text);
    const size_t left_out = in_soak() ? 3 : (size_t)(i / 2 + i) % 2;
    for (size_t f = 0; f < 3; f++) /* the unit holds body.c */
      if (f != left_out) expect_accepted(files[f], i + (int)f, files[f]);
    emission_close(&e);
  }
}

/* ---- simulations ------------------------------------------------------- */

/* Returns the largest difference of two CSV files of the same shape, and the
 * number of rows. */
static double csv_difference(const char *a, const char *b, int *rows)
{
  char left[400], right[400], path[200];
  snprintf(path, sizeof path, "%s/%s", folder, a);
  FILE *one = fopen(path, "r");
  snprintf(path, sizeof path, "%s/%s", folder, b);
  FILE *two = fopen(path, "r");
  cr_assert(one && two);
  double worst = 0;
  *rows = -1;
  while (fgets(left, sizeof left, one) && fgets(right, sizeof right, two)) {
    if (++*rows == 0) {
      cr_expect_str_eq(left, right);
      continue;
    }
    char *l = left, *r = right;
    for (int i = 0; i < 14; i++, l++, r++)
      worst = fmax(worst, fabs(strtod(l, &l) - strtod(r, &r)));
  }
  fclose(one);
  fclose(two);
  return worst;
}

Test(slider_emit, simulations_are_the_reference_s)
{
  static const char *const specs[] = {"thrown_square", "pushed_edge"};
  static const int steps[] = {50, 300};
  for (int i = 0; i < 2; i++) {
    static const char *const backends[] = {"reference", "tcc", "cc"};
    for (int b = 0; b < 3; b++)
      cr_assert_eq(
          run_shell("%s sim specs/paper/%s.lua -o %s/%s.csv "
                    "--backend=%s",
                    BRISTLE, specs[i], folder, backends[b], backends[b]),
          0, "%s", printed);
    int rows;
    cr_expect_leq(csv_difference("reference.csv", "tcc.csv", &rows), 1e-11);
    cr_expect_eq(rows, steps[i] + 1);
    cr_expect_leq(csv_difference("reference.csv", "cc.csv", &rows), 1e-11);
  }
}

/* Section 6.1: the body slides, the contact point never leaves the patch, and
 * the body rests before the end. */
Test(slider_emit, thrown_square_stops_on_its_patch)
{
  Loaded loaded = load_file(THROWN, NULL);
  cr_assert_null(loaded.error);
  Progress progress = progress_start("test");
  const Recording *r =
      loaded.model->kind->simulate(loaded.model, NULL, &progress);
  const RefSlider s = slider_reference((const Slider *)loaded.model);
  double farthest = 0;
  for (size_t k = 0; k < r->nrows; k++) {
    const double a[2] = {recording_at(r, k, "ax") - recording_at(r, k, "x"),
                         recording_at(r, k, "ay") - recording_at(r, k, "y")};
    cr_expect(ref_slider_is_on_patch(&s, a, recording_at(r, k, "angle")));
    if (recording_at(r, k, "slip") > 0)
      farthest = fmax(farthest, hypot(a[0], a[1]));
  }
  cr_expect_gt(farthest, 0.02);
  const size_t end = r->nrows - 1;
  cr_expect_eq(recording_at(r, end, "slip"), 0);
  cr_expect_eq(recording_at(r, end, "vx"), 0);
  cr_expect_gt(recording_at(r, end - 4, "slip"), 0);
  unload(&loaded);
}

Test(slider_emit, pictures_are_drawn)
{
  cr_expect_eq(run_shell("%s sim " THROWN " -o %s/t.csv --plot %s/t.svg && "
                         "%s plot " THROWN " -o %s && test -s "
                         "%s/thrown_square_path.svg && test -s "
                         "%s/thrown_square_patch.png && test -s %s/t.svg",
                         BRISTLE, folder, folder, BRISTLE, folder, folder,
                         folder, folder),
               0, "%s", printed);
  cr_expect_neq(
      run_shell("%s sim specs/contact/square.lua -o %s/t.csv", BRISTLE, folder),
      0);
}

/* ---- any input --------------------------------------------------------- */

static double any_number(uint64_t *seed, double low, double high)
{
  const double size = pow(10, random_in(seed, low, high));
  return random_in(seed, 0, 1) < 0.1  ? 0
         : random_in(seed, -1, 1) < 0 ? -size
                                      : size;
}

/* Every step succeeds, and its result satisfies the equations. */
Test(slider_emit, no_input_keeps_a_step_from_converging)
{
  enum { BODIES = 16, CASES = 20000 };
  uint64_t seed = 3;
  for (int body = 0; body < BODIES; body++) {
    const double e[3] = {pow(10, random_in(&seed, -1, 0.5)),
                         pow(10, random_in(&seed, -1, 0.5)),
                         pow(10, random_in(&seed, -3, 0))};
    Sliding s = sliding_body(&tcc_backend, 1, pow(10, random_in(&seed, -5, 0)),
                             body % 4 ? pow(10, random_in(&seed, -2, 0.5)) : 0,
                             random_in(&seed, 0.05, 1.5), e, 9.81);
    for (int i = 0; i < CASES; i++) {
      const double dt = i % 50 == 0 ? 0 : pow(10, random_in(&seed, -6, 0));
      double v[3], load[3], out[6];
      for (int d = 0; d < 3; d++) {
        v[d] = any_number(&seed, -8, d < 2 ? 2 : 4);
        load[d] = any_number(&seed, -8, 3);
      }
      const double start[3] = {v[0], v[1], v[2]};
      const int status = sliding_step(&s, NULL, v, load, dt, out);
      cr_assert(status == BR_OK || status == BR_TIPPING,
                "status %d: v %g %g %g, load %g %g %g, dt %g", status, start[0],
                start[1], start[2], load[0], load[1], load[2], dt);
      if (out[3] == 0 || dt == 0) continue;
      const double excess =
          ref_slider_excess(&s.reference, start, load, dt, out[3]);
      cr_assert_leq(fabs(excess), 1e-9, "v %g %g %g, load %g %g %g, dt %g: %g",
                    start[0], start[1], start[2], load[0], load[1], load[2], dt,
                    excess);
    }
    sliding_close(&s);
  }
}

/* From 1 N to loads at which the velocity would overflow. */
Test(slider_emit, loads_of_every_size_move_a_body_from_rest)
{
  const double e[3] = {1, 0.6, 0.1};
  for (int body = 0; body < 2; body++) {
    Sliding s = sliding_body(&tcc_backend, 1.5, 0.01, 0.06, 0.35,
                             body ? e : (const double[]){1, 1, 0.1}, 9.81);
    for (int power = 1; power < 300; power++) {
      const double load[3] = {1e-16, pow(10, power), 1e-16}, dt = 1e-3;
      double v[3] = {0, 0, 0}, out[6];
      const int status = sliding_step(&s, NULL, v, load, dt, out);
      cr_assert(status == BR_OK || status == BR_TIPPING, "1e%d N: status %d",
                power, status);
      const double free = load[1] / 1.5 * dt, grip = 0.35 * 9.81 * dt;
      cr_expect_leq(v[1], free);
      cr_expect_geq(v[1], free * (1 - 1e-12) - grip);
    }
    sliding_close(&s);
  }
}

/* ---- hard bodies --------------------------------------------------------- */

/* Tall, anisotropic bodies of low inertia: friction turns within a step that is
 * short for its size, grows with the slip speed at first, or nearly cancels. A
 * push turns the last but one about its edge, with a thousandth of the speed at
 * the middle; gravity along the table hides the last one's slopes. */
Test(slider_emit, hard_bodies_verify)
{
  static const char *const bodies[] = {
      "mass = 0.005, inertia = 2.9e-4, mu = 0.94, height = 0.344,"
      " patch = rectangle { size = { 0.2, 0.4 } },"
      " ellipsoid = { et = 3.16, er = 0.0097 }",
      "mass = 0.0082, inertia = 0.0013, mu = 0.743, height = 2.28,"
      " patch = annulus { inner = 0.255, outer = 0.389, profile = uniform },"
      " ellipsoid = { et = 2.39, eo = 1.24 }",
      "mass = 0.00135, inertia = 1.13e-7, mu = 3.4, height = 0.3,"
      " patch = disc { radius = 0.03 }, ellipsoid = { er = 0.02 }",
      "mass = 0.005, inertia = 0.01, mu = 1e-3,"
      " patch = rectangle { size = { 0.03, 0.09 } }, gravity = { 1, -2, 6 }",
      "mass = 500.67, inertia = 0.5594, mu = 1000, patch = annulus {"
      " inner = 0.010939, outer = 0.02291, profile = hertz },"
      " ellipsoid = { et = 695.45, er = 2.6014e-05 }",
      "mass = 4.8399e-05, inertia = 2.4102e-12, mu = 5.1615e-05,"
      " patch = annulus { inner = 1.7446e-07, outer = 7.3248e-07, at ="
      " { 2.1402e-07, 9.0939e-08 } }, height = 1.6451e-08,"
      " gravity = { 0.94679, 1.2276, 6.2383 }"};
  for (size_t i = 0; i < COUNT(bodies); i++) {
    char spec[600];
    snprintf(spec, sizeof spec,
             "return slider { name = \"m\", real = \"float\", %s }", bodies[i]);
    cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE,
                           save("hard.lua", spec)),
                 0, "%s\n%s", bodies[i], printed);
  }
}
