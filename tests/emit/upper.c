/* Tests that no emitted function returns with wide numbers in the upper halves
 * of registers: the SSE code of a caller would run at half its speed. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(emit_upper, .init = compiling_begin, .fini = compiling_end);

/* Calls all functions with numbers that reach their exits. The register that
 * xgetbv reads knows which halves are in use. Exits 77 if the processor does
 * not tell. */
static const char driver[] =
    "#include <cpuid.h>\n#include <math.h>\n#include <stdio.h>\n"
    "#include <string.h>\n"
    "#include \"pad.h\"\n"
    "static int in_use(void) { unsigned a, d; __asm__ volatile(\"xgetbv\" : "
    "\"=a\"(a), \"=d\"(d) : \"c\"(1)); return a & 4; }\n"
    "static int failed;\n"
    "static pad_state s, ds; static pad_real a[4*PAD_NZ], b[6*PAD_NZ],\n"
    "  c[6*PAD_NZ], z[16*PAD_NZ], twists[48], loads[16];\n"
    "#define TRY(call) do { __asm__ volatile(\"vzeroupper\"); call; "
    "if (in_use()) failed = 1, printf(\"%d %d %s\\n\", i, k, #call); "
    "} while (0)\n"
    "int main(void) {\n"
    "  unsigned r[4] = {0, 0, 0, 0};\n"
    "  if (!__get_cpuid_count(13, 1, r, r + 1, r + 2, r + 3) || !(r[0] & 4))\n"
    "    return 77;\n"
    "  __asm__ volatile(\"vpcmpeqd %%xmm1, %%xmm1, %%xmm1\\n\\t"
    "vinsertf128 $1, %%xmm1, %%ymm1, %%ymm1\" : : : \"xmm1\");\n"
    "  const int is_seen = in_use();\n"
    "  __asm__ volatile(\"vzeroupper\");\n"
    "  if (!is_seen || in_use()) return 77;\n"
    "  const pad_real all[5][3] = {{1e-2, 2e-3, 1}, {0, 0, 0}, {NAN, 0, 0},\n"
    "    {1e30f, 0, 0}, {1e-9, 0, 1e-9}};\n"
    "  pad_real w[48], J[9];\n"
    "  int status[16];\n"
    "  for (int i = 0; i < 5; i++) for (int k = 0; k < 4; k++) {\n"
    "    const pad_real *v = all[i], fn = k == 1 ? -1 : 2;\n"
    "    pad_reset(&s);\n"
    "    for (int n = 0; k == 2 && n < 50; n++) pad_step(&s, v, fn, 1e-5, w);\n"
    "    if (k == 3) memset(&s, 0xff, sizeof s);\n"
    "    for (int n = 0; n < 48; n++) twists[n] = v[n/16];\n"
    "    for (int n = 0; n < 16; n++) loads[n] = fn;\n"
    "    TRY(pad_rate(&s, v, fn, &ds, w));\n"
    "    TRY(pad_rate_jac(&s, v, fn, a, b, c, J));\n"
    "    TRY(pad_step(&s, v, fn, 1e-5, w));\n"
    "    TRY(pad_step_jac(&s, v, fn, 1e-5, w, J));\n"
    "    TRY(pad_steady(v, fn, w));\n"
    "    TRY(pad_limit(v, fn, w));\n"
    "    TRY(pad_selftest());\n"
    "    TRY(pad_step_batch(16, z, twists, loads, 1e-5, w, status));\n"
    "  }\n"
    "  return failed;\n"
    "}\n";

#if defined(__x86_64__)
Test(emit_upper, wide_registers_are_clean_when_a_function_returns)
{
  static const struct {
    const char *form, *flags;
  } cases[] = {{"step = \"euler\"", "-O2 -march=native"},
               {"step = \"exponential\"", "-O3 -march=haswell"},
               {"model = \"reduced\", step = \"euler\"", "-O3 -march=haswell"}};
  if (run_shell("grep -q avx2 /proc/cpuinfo") != 0)
    cr_skip_test("no wide vectors here");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Emission e = emit_sound_pad(cases[i].form);
    save("pad.c", e.source);
    save("pad.h", e.texts->header);
    save("driver.c", driver);
    const int status = run_shell(
        "cd %s && gcc -w -O1 -c driver.c && gcc -std=c99 %s -fno-math-errno "
        "-fno-trapping-math -ffp-contract=fast -mprefer-vector-width=512 "
        "-c pad.c && gcc driver.o pad.o -lm -o driver && ./driver",
        folder, cases[i].flags);
    if (status == 77) cr_skip_test("the processor does not tell");
    cr_expect_eq(status, 0, "%s %s:\n%s", cases[i].form, cases[i].flags,
                 printed);
    emission_close(&e);
  }
}

/* Prints the functions of the host's interface that have wide numbers and
 * return, but clear no upper halves anywhere. */
static const char find[] =
    "objdump -d --no-show-raw-insn $c.o | awk -v name=\"$c\" '"
    "function judge() { if (wide && ends && !clean && of !~ /[.]/) "
    "print name, of } "
    "/^[0-9a-f]+ </ { judge(); of = $2; wide = clean = ends = 0 } "
    "/%[yz]mm/ { wide++ } /vzeroupper/ { clean++ } /\tret/ { ends++ } "
    "END { judge() }'";

Test(emit_upper, functions_of_other_kinds_clear_what_they_use)
{
  static const char *const flags[] = {"-O3 -march=haswell",
                                      "-O3 -march=x86-64-v4"};
  for (size_t i = 0; i < 2; i++) {
    cr_assert_eq(
        run_shell("for s in specs/slider/*.lua specs/mechanism/*.lua "
                  "specs/cone/*.lua; do " BRISTLE
                  " emit $s -o %s/k > %s/log || exit 1; done; cd %s/k && "
                  "for c in *.c; do gcc -std=c99 %s -fno-math-errno "
                  "-fno-trapping-math -ffp-contract=fast -c $c -o $c.o || exit "
                  "1; %s; done",
                  folder, folder, folder, flags[i], find),
        0, "%s", printed);
    cr_expect_str_eq(printed, "", "%s: %s", flags[i], printed);
  }
}
#endif
