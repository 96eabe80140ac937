/* Tests of reproducible contacts: all compilers of this machine give the same
 * bits, and code that joins products with sums is found. `make same-bits` tests
 * other processors. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(reproducible, .init = compiling_begin_optimised,
          .fini = compiling_end);

#define LAW                                                                  \
  ",\nreproducible = true,\nfriction = lugre { sigma0 = 1e6, sigma1 = 8e2, " \
  "sigma2 = 0.2, mu_c = 1, mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 }"

static const char *const keys[] = {
    "grid = { 11, 10 },\nstep = \"euler\"" LAW,
    "grid = { 5, 4 },\nstep = \"implicit\"" LAW,
    "grid = { 5, 4 },\nreal = \"float\"" LAW,
    "model = \"reduced\",\ngrid = { 5, 5 },\nstep = \"exponential\"" LAW};

#define LOOSE " -fno-math-errno -fno-trapping-math "
static const char *const compilers[] = {
    "gcc -std=c99 -O3 -march=native" LOOSE "-ffp-contract=off",
    "gcc -std=c99 -O0", "clang -std=c99 -O3 -march=native" LOOSE, "tcc"};

static int run_bits(const char *compiler)
{
  return run_shell(
      "here=$PWD; cd %s && %s -DHEADER='\"pad.h\"' "
      "'-DPREFIX(x)=pad_##x' -DSTEPS=600 "
      "$here/tests/bench/bits.c pad.c -I. -lm -o bits && ./bits",
      folder, compiler);
}

Test(reproducible, all_compilers_give_the_same_bits)
{
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    Emission e = emit_sound_pad(keys[i]);
    char first[64] = "";
    save("pad.c", e.source);
    save("pad.h", e.texts->header);
    for (size_t k = 0; k < sizeof compilers / sizeof *compilers; k++) {
      cr_assert_eq(run_bits(compilers[k]), 0, "%s: %s: %s", keys[i],
                   compilers[k], printed);
      if (k == 0) snprintf(first, sizeof first, "%.63s", printed);
      cr_expect_eq(strlen(printed), 17, "%s", printed);
      cr_expect_str_eq(printed, first, "%s: %s", keys[i], compilers[k]);
    }
    emission_close(&e);
  }
}

Test(reproducible, the_selftest_finds_products_joined_with_sums)
{
  if (run_shell("grep -q fma /proc/cpuinfo") != 0)
    cr_skip_test("this processor joins nothing");
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    Emission e = emit_sound_pad(keys[i]);
    save("pad.c", e.source);
    save("pad.h", e.texts->header);
    cr_expect_neq(run_bits("gcc -O2 -march=native -ffp-contract=fast"), 0, "%s",
                  keys[i]);
    cr_expect(strstr(printed, "selftest "), "%s", printed);
    emission_close(&e);
  }
}

Test(reproducible, numbers_with_more_digits_are_refused)
{
  if (run_shell("echo | gcc -mfpmath=387 -fsyntax-only -x c -") != 0)
    cr_skip_test("this processor has no such numbers");
  Emission e = emit_sound_pad(keys[0]);
  save("pad.c", e.source);
  save("pad.h", e.texts->header);
  cr_expect_neq(run_bits("gcc -O2 -mfpmath=387"), 0);
  cr_expect(strstr(printed, "numbers keep more digits"), "%s", printed);
  emission_close(&e);
}
