/* Tests of the face for the web: the module in node and in a headless Chromium,
 * where these are installed; `make faces` installs them. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bristle_rt.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(web, .init = compiling_begin, .fini = compiling_end);

/* Functions of JavaScript's Math may round the last digit another way. */
#define LAST_DIGITS 2e-13

static bool has_tools(void)
{
  if (has_program("clang") && has_program("wasm-ld") && has_program("node"))
    return true;
  cr_skip_test("clang, lld or node is not installed (make faces)");
  return false;
}

/* Runs the command that the emitted file states. */
static void build(const char *spec, const char *options)
{
  cr_assert_eq(run_shell(BRISTLE " emit specs/%s.lua --set 'name=\"pad\"' %s "
                                 "--abi=wasm --descriptor -o %s",
                         spec, options, folder),
               0, "%s", printed);
  cr_assert_eq(
      run_shell("cd %s && sed -n '/clang --target/,/-o pad.wasm/p' "
                "pad_wasm.c | sed 's/^ [*]//' | tr -d '\\\\\\n' >build "
                "&& sh -e ./build",
                folder),
      0, "%s", printed);
  cr_assert_eq(
      run_shell("cd %s && cc -O2 -fPIC -shared pad.c -lm -o pad.so", folder), 0,
      "%s", printed);
}

static const br_solver *native(const char *object)
{
  char text[200];
  snprintf(text, sizeof text, "%s/pad.so", folder);
  void *library = dlopen(text, RTLD_NOW | RTLD_LOCAL);
  cr_assert(library, "%s", dlerror());
  snprintf(text, sizeof text, "pad_%s", object);
  const br_solver *solver = dlsym(library, text);
  cr_assert(solver);
  return solver;
}

static int run_entry(const br_solver *solver, void *state, const char *name,
                     const double *const *in, double *const *out)
{
  for (int i = 0; i < solver->nfunctions; i++)
    if (strcmp(solver->functions[i].name, name) == 0)
      return solver->functions[i].call(state, in, out);
  cr_assert_fail("no function %s", name);
  return 0;
}

static void expect_numbers(const char **at, const double *expected, int count)
{
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(expected[i]));
  for (int i = 0; i < count; i++) {
    char *end;
    const double x = strtod(*at, &end);
    cr_assert(end != *at, "no number in: %.200s", *at);
    *at = end + strspn(end, ",");
    cr_expect_leq(fabs(x - expected[i]), LAST_DIGITS * most,
                  "number %d: %.17g, not %.17g", i, x, expected[i]);
  }
}

/* The script of node and of the browser: sixty steps, the state, a rate, and
 * the same by views. */
#define MARCH                                                        \
  "const s = pad.state(), said = [];\n"                              \
  "let r;\n"                                                         \
  "for (let i = 0; i < 60; i++) {\n"                                 \
  "  const k = i / 64;\n"                                            \
  "  r = s.step([k / 64, -k / 64, k * k / 64], 5 + k, 1e-3);\n"      \
  "  if (r.status !== 0) throw new Error('status ' + r.status);\n"   \
  "}\n"                                                              \
  "said.push(...r.wrench, ...s.get());\n"                            \
  "const rate = s.rate([0.004, 0.002, 0.1], 5);\n"                   \
  "said.push(...rate.dz, ...rate.wrench);\n"                         \
  "said.push(...pad.steady([0.004, 0.002, 0.1], 5).wrench);\n"       \
  "const t = pad.state();\n"                                         \
  "t.set(s.get());\n"                                                \
  "const f = t.bind('step');\n"                                      \
  "f.twist.set([0.004, 0.002, 0.1]), f.fn[0] = 5, f.dt[0] = 1e-3;\n" \
  "if (f() !== 0) throw new Error('bound');\n"                       \
  "said.push(...f.wrench);\n"

static void expect_march(const char *at)
{
  const br_solver *solver = native("solver");
  const double twist[] = {0.004, 0.002, 0.1}, fn = 5, dt = 1e-3;
  const double *in[] = {twist, &fn, &dt};
  double z[32], wrench[3], dz[32], *out[] = {wrench}, *rates[] = {dz, wrench};
  void *state = aligned_alloc(64, 4096);
  solver->reset(state);
  for (int i = 0; i < 60; i++) {
    const double k = i / 64.0, moving[] = {k / 64, -k / 64, k * k / 64},
                 load = 5 + k;
    const double *with[] = {moving, &load, &dt};
    cr_assert_eq(run_entry(solver, state, "step", with, out), 0);
  }
  solver->get(state, z);
  expect_numbers(&at, wrench, 3);
  expect_numbers(&at, z, 32);
  cr_assert_eq(run_entry(solver, state, "rate", in, rates), 0);
  expect_numbers(&at, dz, 32);
  expect_numbers(&at, wrench, 3);
  cr_assert_eq(run_entry(solver, NULL, "steady", in, out), 0);
  expect_numbers(&at, wrench, 3);
  cr_assert_eq(run_entry(solver, state, "step", in, out), 0);
  expect_numbers(&at, wrench, 3);
  free(state);
}

static int node(const char *script)
{
  char text[8000];
  snprintf(text, sizeof text,
           "import { readFile } from 'node:fs/promises';\n"
           "import { load } from './pad.mjs';\n"
           "const pad = await load(readFile(new URL('pad.wasm', "
           "import.meta.url)));\n%s",
           script);
  save("script.mjs", text);
  return run_shell("node %s/script.mjs", folder);
}

Test(web, node_gives_the_same_numbers)
{
  if (!has_tools()) return;
  build("contact/few_bristles", "");
  cr_assert_eq(node(MARCH "console.log(said.join(','));\n"), 0, "%s", printed);
  expect_march(printed);
}

Test(web, a_browser_gives_the_same_numbers)
{
  if (!has_tools()) return;
  if (!has_program("chromium")) cr_skip_test("chromium is not installed");
  build("contact/few_bristles", "");
  save("script.js",
       "const pad = await load(Uint8Array.from(atob(bytes), c => "
       "c.charCodeAt(0)));\n" MARCH
       "document.body.textContent = 'BEGIN ' + said.join(',') + "
       "' END';\n");
  cr_assert_eq(
      run_shell(
          "cd %s && { echo '<!doctype html><body>none</body><script "
          "type=\"module\">'; cat pad.mjs; echo \"const bytes = '$(base64 -w0 "
          "pad.wasm)';\"; cat script.js; echo '</script>'; } >page.html && "
          "timeout 120 chromium --headless --no-sandbox --disable-gpu "
          "--disable-quic --no-first-run --disable-background-networking "
          "--disable-component-update --disable-sync "
          "--user-data-dir=%s/profile --virtual-time-budget=20000 --dump-dom "
          "file://%s/page.html 2>/dev/null | sed -n 's/.*BEGIN \\(.*\\) "
          "END.*/\\1/p'",
          folder, folder, folder),
      0, "%s", printed);
  expect_march(printed);
}

Test(web, tuned_values_and_bodies_go_through)
{
  if (!has_tools()) return;
  build("slider/parcel", "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'");
  cr_assert_eq(
      node("const s = pad.state();\n"
           "s.set([0, 0, 0, 0.3, 0.1, 0.5]);\n"
           "if (s.tune({ mu: 5 }) !== -1) throw new Error('out of range');\n"
           "if (s.tune({ mu: 0.3, mass: 1.25 }) !== 0) throw new Error();\n"
           "const r = s.step([1, 0.3, 0.05], 1e-2);\n"
           "console.log([...s.get(), ...r.out].join(','));\n"),
      0, "%s", printed);
  const br_solver *solver = native("solver");
  const double start[] = {0, 0, 0, 0.3, 0.1, 0.5}, load[] = {1, 0.3, 0.05},
               dt = 1e-2, mass = 1.25, mu = 0.3;
  const double *in[] = {load, &dt}, *tuned[] = {&mass, &mu};
  double end[6], result[6], *out[] = {result};
  void *state = aligned_alloc(64, 4096);
  const char *at = printed;
  solver->reset(state);
  solver->set(state, start);
  cr_assert_eq(run_entry(solver, state, "tune", tuned, NULL), 0);
  cr_assert_geq(run_entry(solver, state, "step", in, out), 0);
  solver->get(state, end);
  expect_numbers(&at, end, 6);
  expect_numbers(&at, result, 6);
  free(state);
}

Test(web, every_kind_links_without_a_library)
{
  if (!has_tools()) return;
  static const char *const specs[][2] = {
      {"paper/slip_case2_circle", "pad.body()"},
      {"mechanism/sliding_block", "pad.state()"},
      {"mechanism/arm_on_parabola", "pad.state()"},
      {"cone/pad_cone", "pad"}};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    char spec[100], script[300];
    snprintf(spec, sizeof spec, "%s",
             strcmp(specs[i][0], "mechanism/arm_on_parabola") == 0
                 ? "paper/arm_on_parabola"
                 : specs[i][0]);
    build(spec, "");
    snprintf(script, sizeof script,
             "const r = pad.selftest().status;\n"
             "if (r !== 0) throw new Error('selftest ' + r);\n"
             "%s;\n",
             specs[i][1]);
    cr_expect_eq(node(script), 0, "%s: %s", spec, printed);
  }
}

Test(web, a_wrong_call_says_what_is_wrong)
{
  if (!has_tools()) return;
  build("contact/few_bristles", "--set 'real=\"float\"'");
  static const char *const calls[][2] = {
      {"pad.steady([1, 2], 3)", "steady: twist has 3 numbers, got 2"},
      {"pad.steady([1, 2, 3])", "steady takes 2 arguments, got 1"},
      {"pad.state().set([1])", "the state has 32 numbers, got 1"},
      {"pad.state().tune({ mu: 1 })", "no tuned value is named mu"},
      {"pad.state().bind('walk')", "pad has no function walk"},
      {"await load(new Uint8Array(3))", "CompileError"}};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    cr_expect_neq(node(calls[i][0]), 0, "%s", calls[i][0]);
    expect_in(printed, calls[i][1]);
  }
  /* States come and go in the same memory. */
  cr_expect_eq(node("let most = 0;\n"
                    "for (let i = 0; i < 1e5; i++) {\n"
                    "  const s = pad.state();\n"
                    "  s.step([0.1, 0, 0], 1, 1e-3);\n"
                    "  most = Math.max(most, s.at);\n"
                    "  s.free();\n"
                    "}\n"
                    "if (most > 1e6) throw new Error('memory grows');\n"),
               0, "%s", printed);
}
