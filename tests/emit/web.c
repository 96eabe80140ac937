/* Tests of the face for the web: the module in node and in a headless Chromium,
 * where these are installed; `make faces` installs them. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bristle_rt.h"
#include "emit/calls.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(web, .init = compiling_begin, .fini = compiling_end);

static bool has_tools(void)
{
  if (has_program("clang") && has_program("wasm-ld") && has_program("node"))
    return true;
  cr_skip_test("clang, lld or node is not installed (make faces)");
  return false;
}

/* WebAssembly has neither fused multiply-adds nor the wide registers of x86,
 * whose code adds the cells in another order: with both off a native build has
 * the module's bits. */
#define SAME_ORDER "-O1 -ffp-contract=off -U__SSE2__"

/* Runs the command that the emitted file states, with another level in the
 * place of -O3. */
static void build_module(const char *level)
{
  cr_assert_eq(
      run_shell("cd %s && sed -n '/clang --target/,/-o pad.wasm/p' "
                "pad_wasm.c | sed 's/^ [*]//; s/-O3/%s/' | tr -d '\\\\\\n' "
                ">build && sh -e ./build",
                folder, level),
      0, "%s", printed);
}

static const br_solver *build(const char *spec, const char *options)
{
  const CallCase c = {spec, options, "solver", 0, 0, 0};
  call_emit(&c, "wasm");
  build_module("-O3");
  return call_open(&c, SAME_ORDER);
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
  for (int i = 0; i < count; i++) {
    char *end;
    const double x = strtod(*at, &end);
    cr_assert(end != *at, "no number in: %.200s", *at);
    *at = end + strspn(end, ",");
    cr_expect(x == expected[i] || (isnan(x) && isnan(expected[i])),
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

static void expect_march(const br_solver *solver, const char *at)
{
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
  const br_solver *solver = build("specs/contact/few_bristles.lua", "");
  cr_assert_eq(node(MARCH "console.log(said.join(','));\n"), 0, "%s", printed);
  expect_march(solver, printed);
}

Test(web, a_browser_gives_the_same_numbers)
{
  if (!has_tools()) return;
  if (!has_program("chromium")) cr_skip_test("chromium is not installed");
  const br_solver *solver = build("specs/contact/few_bristles.lua", "");
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
  expect_march(solver, printed);
}

Test(web, tuned_values_and_bodies_go_through)
{
  if (!has_tools()) return;
  const br_solver *solver = build("specs/slider/parcel.lua",
                                  "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'");
  cr_assert_eq(
      node("const s = pad.state();\n"
           "s.set([0, 0, 0, 0.3, 0.1, 0.5]);\n"
           "if (s.tune({ mu: 5 }) !== -1) throw new Error('out of range');\n"
           "if (s.tune({ mu: 0.3, mass: 1.25 }) !== 0) throw new Error();\n"
           "const r = s.step([1, 0.3, 0.05], 1e-2);\n"
           "console.log([...s.get(), ...r.out].join(','));\n"),
      0, "%s", printed);
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

/* ---- every function of every kind ------------------------------------------
 */

/* Writes numbers as an array of JSON, with all their digits. */
static void put_numbers(FILE *file, const double *x, int count, const char *end)
{
  fputc('[', file);
  for (int i = 0; i < count; i++) fprintf(file, "%s%.17g", i ? ", " : "", x[i]);
  fprintf(file, "]%s", end);
}

static void put_call(FILE *file, const NativeCall *n, const double *tuned,
                     int ntuned)
{
  const br_function *f = n->function;
  fprintf(file, "{\"name\": \"%s\", \"tuned\": ", f->name);
  put_numbers(file, tuned, ntuned, ", ");
  if (f->needs_state) {
    fputs("\"state\": ", file);
    put_numbers(file, n->before, n->solver->nstates, ", ");
  }
  fputs("\"in\": [", file);
  for (int i = 0; i < f->ninputs; i++)
    put_numbers(file, n->in[i], f->inputs[i].rows * f->inputs[i].cols,
                i + 1 < f->ninputs ? ", " : "");
  fputs("]}", file);
}

/* Makes all calls of a solver. With `at` compares them with the numbers there,
 * else writes them to the file. */
static void each_call(const CallCase *c, const br_solver *solver, FILE *file,
                      const char *at)
{
  double tuned[BR_MOST_TUNED];
  const int ntuned = call_tuned(solver, tuned);
  for (int i = 0, count = 0; i < solver->nfunctions; i++) {
    const br_function *f = &solver->functions[i];
    if (strcmp(f->name, "tune") == 0) continue;
    NativeCall n = call_native(c, solver, f, ntuned ? tuned : NULL);
    if (file) {
      fputs(count++ ? ",\n" : "", file);
      put_call(file, &n, tuned, ntuned);
    } else {
      const double status = n.status;
      expect_numbers(&at, &status, 1);
      for (int k = 0; k < f->noutputs; k++)
        expect_numbers(&at, n.out[k], f->outputs[k].rows * f->outputs[k].cols);
      if (f->needs_state) expect_numbers(&at, n.after, solver->nstates);
    }
    call_end(&n);
  }
}

/* With the values of Math in the place of libm's, where the module asks Math.
 */
static const br_solver *open_with_math(const CallCase *c)
{
  char flags[300];
  snprintf(flags, sizeof flags,
           SAME_ORDER
           " -fno-builtin -Wl,-Bsymbolic -DMATH='\"%s/math.txt\"' "
           "\"$OLDPWD\"/tests/emit/calls/math.c",
           folder);
  return call_open(c, flags);
}

Test(web, every_function_of_every_kind_gives_the_same_bits)
{
  if (!has_tools()) return;
  for (size_t i = 0; i < ncall_cases; i += call_stride()) {
    const CallCase *c = &call_cases[i];
    char path[200];
    call_emit(c, "wasm");
    build_module("-O1");

    const br_solver *solver = call_open(c, SAME_ORDER);

    snprintf(path, sizeof path, "%s/calls.json", folder);
    FILE *file = fopen(path, "w");
    fputs("[", file);
    each_call(c, solver, file, NULL);
    fputs("]\n", file);
    fclose(file);
    cr_assert_eq(run_shell("node tests/emit/calls/run.mjs %s %d", folder,
                           strcmp(c->object, "solver") != 0),
                 0, "%s: %s", c->spec, printed);
    char *math = call_text("math.txt"), *said = call_text("said.txt");
    if (*math) solver = open_with_math(c);
    each_call(c, solver, NULL, said);
    free(math), free(said);
  }
}

Test(web, a_wrong_call_says_what_is_wrong)
{
  if (!has_tools()) return;
  build("specs/contact/few_bristles.lua", "--set 'real=\"float\"'");
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
