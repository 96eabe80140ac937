/* Tests of contacts with numbers that change at run time. In: specs with tune.
 * Out: claims about verify over the box, changed code that verify finds, every
 * compiler, tunings changed between steps, batches, simulations. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(contact_tune, .init = compiling_begin, .fini = compiling_end);

#define PAD                                                                   \
  "return contact { name = 'pad', model = '%s', grid = { %d, %d }, size = { " \
  "0.02, 0.02 }, pressure = disc { radius = 0.01 }, step = '%s', friction = " \
  "lugre { sigma0 = 1e5, sigma1 = 200, sigma2 = 0.2, mu_c = %s, mu_s = 1.2, " \
  "v_s = 1e-3, s_ba = 0.9 }, %s }\n"
#define TUNED                                                             \
  "tune = { mu_c = { 0.4, 1.2 }, mu_s = { 0.5, 1.5 }, sigma0 = { 5e4, "   \
  "2e5 }, sigma1 = { 0, 500 }, v_s = { 5e-4, 5e-3 }, s_ba = { 0.6, 0.95 " \
  "} },"

static void save_pad(const char *name, const char *model, int side,
                     const char *step, const char *mu_c, const char *more)
{
  char spec[1500];
  snprintf(spec, sizeof spec, PAD, model, side, side, step, mu_c, more);
  save(name, spec);
}

/* ---- verify -------------------------------------------------------------- */

/* Writes a spec with random numbers, some of them tuned around their values. */
static void random_spec(uint64_t *seed, char *text, size_t room)
{
  static const char *const names[] = {"sigma0", "sigma1", "sigma2", "mu_c",
                                      "mu_s",   "v_s",    "s_ba",   "v_d"};
  static const char *const models[] = {"distributed", "compressed", "ellipsoid",
                                       "reduced"};
  static const char *const steps[] = {"euler", "exponential", "implicit"};
  enum { NAMES = sizeof names / sizeof *names };
  double value[NAMES];
  value[0] = pow(10, random_in(seed, 4, 6));
  value[1] = value[0] * pow(10, random_in(seed, -4, -3));
  value[2] = random_in(seed, 0, 0.5);
  value[3] = random_in(seed, 0.2, 1.2);
  value[4] = value[3] * random_in(seed, 1.05, 1.6);
  value[5] = pow(10, random_in(seed, -3.5, -2));
  value[6] = random_in(seed, 0.4, 0.9);
  value[7] = pow(10, random_in(seed, -2, -1));
  const bool has_v_d = random_in(seed, 0, 1) < 0.3;
  const bool is_plain = random_in(seed, 0, 1) < 0.3;
  const int side = 1 + (int)random_in(seed, 2, 13);
  size_t n = (size_t)snprintf(
      text, room,
      "return contact { name = 'pad', model = '%s', grid = { %d, %d }, size = "
      "{ 0.02, 0.015 }, pressure = rectangle { size = { 0.02, 0.015 } }, step "
      "= '%s', real = '%s', friction = lugre {",
      models[(int)random_in(seed, 0, 3.3)], side, side,
      steps[(int)random_in(seed, 0, 3)],
      random_in(seed, 0, 1) < 0.3 ? "float" : "double");
  for (int i = 0; i < NAMES; i++)
    if (!(i == 6 && is_plain) && !(i == 7 && !has_v_d))
      n += (size_t)snprintf(text + n, room - n, " %s = %.9g,", names[i],
                            value[i]);
  n += (size_t)snprintf(text + n, room - n, " }, tune = {");
  const int one = (int)random_in(seed, 0, 6);
  for (int i = 0; i < NAMES; i++) {
    const bool is_tuned = i == one || random_in(seed, 0, 1) < 0.4;
    if (!is_tuned || (i == 6 && is_plain) || (i == 7 && !has_v_d)) continue;
    const double most = i == 6 ? 1.05 : 1.8;
    n += (size_t)snprintf(text + n, room - n, " %s = { %.9g, %.9g },", names[i],
                          value[i] * random_in(seed, 0.5, 0.999),
                          value[i] * random_in(seed, 1.001, most));
  }
  snprintf(text + n, room - n, " } }\n");
}

Test(contact_tune, random_specs_hold_over_their_boxes)
{
  const char *count = getenv("BRISTLE_TUNED_SPECS");
  const int specs = count ? atoi(count) : in_soak() ? 150 : 1;
  uint64_t seed = 5;
  for (int i = 0; i < specs; i++) {
    char spec[1500];
    random_spec(&seed, spec, sizeof spec);
    save("pad.lua", spec);
    cr_expect_eq(
        run_shell("%s verify %s/pad.lua --backend=tcc", BRISTLE, folder), 0,
        "%s%s", spec, printed);
  }
}

static void expect_found(const char *change)
{
  cr_assert_eq(run_shell("cd %s && sed '%s' pad.c >bad.c && ! cmp -s pad.c "
                         "bad.c",
                         folder, change),
               0, "%s changes nothing", change);
  cr_expect_eq(run_shell("%s verify %s/pad.lua %s/bad.c --backend=tcc", BRISTLE,
                         folder, folder),
               1, "%s: %s", change, printed);
}

static void emit_tuned(void)
{
  cr_assert_eq(run_shell("%s emit %s/pad.lua -o %s", BRISTLE, folder, folder),
               0, "%s", printed);
}

/* Changed formulas of _tune, a changed default, a range that lets more in, and
 * bristles that are not shortened. */
Test(contact_tune, verify_finds_changed_tunings)
{
  static const char *const changes[] = {
      "s/derived\\[2\\] = /&1.05*/",
      "s/derived\\[3\\] = /&1.001*/",
      "s/derived\\[0\\] = /&1.0001*/",
      "s/^    \\([0-9.e-]*\\), \\/\\* damping0/    1.001*\\1, \\/* damping0/",
      "s/>= 0.4 /> 0.2 /",
      "s/= value\\[i\\]/= i == PAD_TUNE_MU_C ? 0.5 : "
      "value[i]/",
      "s/return PAD_BAD_INPUT; *\\/\\* order/;/;s/if (PAD_MU_S < PAD_MU_C) "
      "return PAD_BAD_INPUT;//",
      "s/if (!pad_is_long(tuning, s->z))/if (1)/"};
  save_pad("pad.lua", "distributed", 7, "exponential", "1", TUNED);
  emit_tuned();
  const size_t stride = (size_t)soak_stride(3);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i += stride)
    expect_found(changes[i]);
}

/* Each derived value counts. */
Test(contact_tune, verify_finds_a_change_of_any_derived_value)
{
  static const char *const models[] = {"distributed", "compressed", "reduced",
                                       "ellipsoid"};
  for (size_t m = 0; m < COUNT(models); m++) {
    save_pad("pad.lua", models[m], 7, "exponential", "1", TUNED);
    emit_tuned();
    run_shell("grep -c 'tuning->derived.* = ' %s/pad.c", folder);
    const int count = atoi(printed);
    cr_assert_gt(count, 3);
    for (int i = (int)m % soak_stride(4); i < count; i += soak_stride(8)) {
      char change[80];
      snprintf(change, sizeof change, "s/>derived\\[%d\\] = /&1.05*/", i);
      expect_found(change);
    }
  }
}

/* ---- the emitted files -----------------------------------------------------
 */

Test(contact_tune, compilers_accept_the_text)
{
  static const char *const forms[][2] = {{"distributed", "exponential"},
                                         {"reduced", "implicit"},
                                         {"distributed", "implicit"},
                                         {"ellipsoid", "euler"},
                                         {"compressed", "euler"}};
  static const char *const tunes[] = {
      TUNED, "tune = { sigma2 = { 0, 1 } },",
      "tune = { mu_c = { 0.5, 1.1 } }, real = 'float',"};
  int i = 0;
  for (size_t f = 0; f < 5; f += (size_t)soak_stride(2), i++) {
    save_pad("pad.lua", forms[f][0], f == 0 ? 13 : 5, forms[f][1], "1",
             tunes[i % 3]);
    cr_assert_eq(run_shell("%s emit %s/pad.lua -o %s --descriptor", BRISTLE,
                           folder, folder),
                 0, "%s", printed);
    expect_accepted("pad.c", i, forms[f][0]);
  }
}

/* Formulas of numbers that stay as they are are no constants of a tuning. */
Test(contact_tune, any_number_may_be_tuned_alone)
{
  static const char *const tunes[] = {
      "tune = { mu_c = { 0.5, 1.1 } },",   "tune = { mu_s = { 1.1, 1.5 } },",
      "tune = { sigma0 = { 5e4, 2e5 } },", "tune = { sigma1 = { 0, 500 } },",
      "tune = { v_s = { 5e-4, 5e-3 } },",  "tune = { s_ba = { 0.6, 0.95 } },",
      "tune = { sigma2 = { 0.1, 0.5 } },"};
  for (size_t i = 0; i < sizeof tunes / sizeof *tunes; i++) {
    save_pad("pad.lua", i % 2 ? "distributed" : "ellipsoid", 5, "exponential",
             "1", tunes[i]);
    emit_tuned();
    cr_expect_eq(run_shell("cd %s && tcc -Wall -Werror -c pad.c", folder), 0,
                 "%s: %s", tunes[i], printed);
  }
}

/* Without sigma1 there is no damping for sigma0 to change. */
Test(contact_tune, sigma0_may_be_tuned_where_nothing_damps)
{
  static const char *const models[] = {"distributed", "reduced"};
  for (int i = 0; i < 2; i++) {
    char spec[400];
    snprintf(spec, sizeof spec,
             "return contact { name = 'pad', model = '%s', grid = { 5, 5 }, "
             "size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 }, "
             "friction = lugre { sigma0 = 1e5, mu_c = 1, s_ba = 0.9%s }, "
             "tune = { sigma0 = { 5e4, 2e5 } } }",
             models[i], i ? ", sigma1 = 0" : "");
    save("pad.lua", spec);
    emit_tuned();
    cr_expect_eq(
        run_shell("%s verify %s/pad.lua --backend=tcc", BRISTLE, folder), 0,
        "%s", printed);
  }
}

static const char user[] =
    "#include \"pad.h\"\n"
    "#include <math.h>\n"
    "#include <string.h>\n"
    "static const double slow[3] = {1e-2, 0, 0}, rest[3] = {0, 0, 0};\n"
    "static double energy(const pad_state *s, double sigma0) {\n"
    "  double e = 0; for (int k = 0; k < PAD_NZ; k++) e += s->z[k]*s->z[k];\n"
    "  return sigma0*e; }\n"
    "int main(void) {\n"
    "  double v[PAD_NTUNE], w[3]; pad_tuning low, stiff, back;\n"
    "  memcpy(v, pad_tuning_default.value, sizeof v);\n"
    "  if (pad_tune(&back, v)) return 1;\n"
    "  v[PAD_TUNE_MU_C] = v[PAD_TUNE_MU_S] = 0.5;\n"
    "  if (pad_tune(&low, v)) return 2;\n"
    "  pad_state a = {{0}}, b, c;\n"
    "  for (int i = 0; i < 1000; i++) pad_step(0, &a, slow, 1, 1e-4, w);\n"
    "  b = c = a;\n"
    "  if (fabs(w[0] + 1) > 0.05) return 3;\n"
    "  pad_step(0, &b, rest, 1, 1e-4, w); /* held by the old level */\n"
    "  if (fabs(w[0] + 1) > 0.05) return 4;\n"
    "  pad_step(&low, &b, rest, 1, 1e-4, w); /* the level is gone */\n"
    "  if (!(fabs(w[0]) < 0.51 && fabs(w[0]) > 0.45)) return 5;\n"
    "  if (!(energy(&b, 1) < energy(&a, 1))) return 6;\n"
    "  b = a; b.z[PAD_NZ - 1] = NAN;\n"
    "  pad_state bad = b; /* no result: no bristle is shortened */\n"
    "  if (pad_step(&low, &b, rest, 1, 1e-4, w) != PAD_BAD_STATE) return 13;\n"
    "  if (memcmp(&b, &bad, sizeof b)) return 14;\n"
    "  v[PAD_TUNE_SIGMA0] = 2e5;\n"
    "  if (pad_tune(&stiff, v)) return 7;\n"
    "  pad_retune(&c, 0, &stiff);\n"
    "  if (fabs(energy(&c, 2e5)/energy(&a, 1e5) - 1) > 1e-9) return 8;\n"
    "  pad_retune(&c, &stiff, 0);\n"
    "  if (fabs(energy(&c, 2e5)/energy(&a, 1e5) - 1) > 1e-9) return 9;\n"
    "  back = low;\n"
    "  v[PAD_TUNE_MU_C] = 1.1;\n"
    "  if (pad_tune(&low, v) != PAD_BAD_INPUT) return 10; /* mu_s < mu_c */\n"
    "  v[PAD_TUNE_MU_C] = NAN;\n"
    "  if (pad_tune(&low, v) != PAD_BAD_INPUT) return 11;\n"
    "  if (memcmp(&low, &back, sizeof low)) return 12;\n"
    "  return pad_selftest(); }\n";

Test(contact_tune, a_level_that_falls_lets_bristles_go)
{
  static const char *const models[] = {"distributed", "distributed",
                                       "ellipsoid"};
  for (int m = 0; m < 3; m++) {
    save_pad("pad.lua", models[m], 13, m ? "exponential" : "euler", "1", TUNED);
    save("user.c", user);
    emit_tuned();
    cr_assert_eq(run_shell("cd %s && gcc -O2 user.c pad.c -lm -o user", folder),
                 0, "%s", printed);
    cr_expect_eq(run_shell("%s/user", folder), 0, "%s", models[m]);
  }
}
