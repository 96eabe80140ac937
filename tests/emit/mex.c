/* Tests of the faces for Octave and Simulink. Octave runs where it is
 * installed; `make faces` installs it. */
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

TestSuite(mex, .init = compiling_begin, .fini = compiling_end);

enum { STEPS = 60 };

static bool has_octave(void)
{
  if (has_program("octave-cli") && has_program("mkoctfile")) return true;
  cr_skip_test("octave is not installed (make faces)");
  return false;
}

/* Builds the function pad of Octave, and the same solver for this program. */
static const br_solver *build(const CallCase *c)
{
  call_emit(c, "mex");
  cr_assert_eq(
      run_shell("cd %s && mkdir -p m && mkoctfile --mex -Wall -Wextra -o "
                "m/pad.mex pad.c pad_mex.c 2>&1",
                folder),
      0, "%s: %s", c->spec, printed);
  cr_expect_null(strstr(printed, "warning"), "%s: %s", c->spec, printed);
  return call_open(c, "-O2");
}

static const br_solver *build_spec(const char *spec, const char *options)
{
  return build(&(CallCase){spec, options, "solver", 0, 0, 0});
}

static int octave(const char *script)
{
  save("script.m", script);
  return run_shell("cd %s && octave-cli --norc -q -p m script.m", folder);
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

/* Reads the next number that Octave has printed. */
static double next(const char **at)
{
  char *end;
  const double x = strtod(*at, &end);
  cr_assert(end != *at, "no number in: %.60s", *at);
  *at = end;
  return x;
}

static void expect_numbers(const char **at, const double *expected, int count)
{
  for (int i = 0; i < count; i++) {
    const double x = next(at);
    cr_expect_eq(x, expected[i], "number %d: %.17g, not %.17g", i, x,
                 expected[i]);
  }
}

/* One call, then sixty in one march; the numbers are those of the solver. */
Test(mex, octave_calls_and_marches_to_the_same_bits)
{
  if (!has_octave()) return;
  const br_solver *solver = build_spec("specs/contact/few_bristles.lua", "");
  cr_assert_eq(
      octave("s = pad('reset');\n"
             "[s, w, status] = pad('step', s, [0.004; 0.002; 0.1], 5, 1e-3);\n"
             "printf('%.17g ', w, status, s);\n"
             "k = (0:59)/64;\n"
             "[s, W, S] = pad('step', s, [k; -k; k.*k]/64, 5 + k, 1e-3);\n"
             "printf('%.17g ', size(W), W(:, 60), s, any(S));\n"
             "[dz, w] = pad('rate', s, [0.004; 0.002; 0.1], 5);\n"
             "printf('%.17g ', dz, w);\n"
             "printf('%.17g ', pad('steady', [0.004; 0.002; 0.1], 5));\n"),
      0, "%s", printed);
  const char *at = printed;
  const double twist[] = {0.004, 0.002, 0.1}, fn = 5, dt = 1e-3,
               size[] = {3, 60};
  double z[32], wrench[3], dz[32], zero = 0;
  void *state = aligned_alloc(64, 4096);
  const double *in[] = {twist, &fn, &dt};
  double *out[] = {wrench}, *rates[] = {dz, wrench};
  solver->reset(state);
  cr_assert_eq(run_entry(solver, state, "step", in, out), 0);
  solver->get(state, z);
  expect_numbers(&at, wrench, 3);
  expect_numbers(&at, &zero, 1);
  expect_numbers(&at, z, 32);
  for (int i = 0; i < STEPS; i++) {
    const double k = i / 64.0, moving[] = {k / 64, -k / 64, k * k / 64},
                 load = 5 + k;
    const double *with[] = {moving, &load, &dt};
    cr_assert_eq(run_entry(solver, state, "step", with, out), 0);
  }
  solver->get(state, z);
  expect_numbers(&at, size, 2);
  expect_numbers(&at, wrench, 3);
  expect_numbers(&at, z, 32);
  expect_numbers(&at, &zero, 1);
  cr_assert_eq(run_entry(solver, state, "rate", in, rates), 0);
  expect_numbers(&at, dz, 32);
  expect_numbers(&at, wrench, 3);
  cr_assert_eq(run_entry(solver, NULL, "steady", in, out), 0);
  expect_numbers(&at, wrench, 3);
  free(state);
}

Test(mex, octave_passes_tuned_values_and_statuses)
{
  if (!has_octave()) return;
  const br_solver *solver = build_spec(
      "specs/slider/parcel.lua", "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'");
  cr_assert_eq(
      octave("s = pad('reset'); s(4:6) = [0.3 0.1 0.5];\n"
             "[s1, out] = pad('step', s, [1; 0.3; 0.05], 1e-2, [1.25; 0.3]);\n"
             "printf('%.17g ', s1, out);\n"
             "[s2, out, J, K] = pad('step_jac', s, [1; 0.3; 0.05], 1e-2);\n"
             "[s3, out] = pad('step', s, [1; 0.3; 0.05], 1e-2, pad('tune'));\n"
             "printf('%d ', isequal(s2, s3), size(J));\n"
             "printf('%.17g ', J');\n"
             "[s, out, status] = pad('step', s, [1; 0; 0], 1e-2, [1; 5]);\n"
             "printf('%d ', status);\n"),
      0, "%s", printed);
  const char *at = printed;
  const double start[] = {0, 0, 0, 0.3, 0.1, 0.5}, load[] = {1, 0.3, 0.05},
               dt = 1e-2, mass = 1.25, mu = 0.3, one = 1, sizes[] = {3, 3},
               bad = -1;
  double end[6], result[6], dv_dv[9], dv_dload[9];
  void *state = aligned_alloc(64, 4096);
  const double *in[] = {load, &dt}, *tuned[] = {&mass, &mu};
  double *out[] = {result, dv_dv, dv_dload};
  solver->reset(state);
  solver->set(state, start);
  cr_assert_eq(run_entry(solver, state, "tune", tuned, NULL), 0);
  cr_assert_geq(run_entry(solver, state, "step", in, out), 0);
  solver->get(state, end);
  expect_numbers(&at, end, 6);
  expect_numbers(&at, result, 6);
  solver->reset(state);
  solver->set(state, start);
  cr_assert_geq(run_entry(solver, state, "step_jac", in, out), 0);
  expect_numbers(&at, &one, 1);
  expect_numbers(&at, sizes, 2);
  expect_numbers(&at, dv_dv, 9);
  expect_numbers(&at, &bad, 1);
  free(state);
}

Test(mex, octave_gets_clear_errors)
{
  if (!has_octave()) return;
  build_spec("specs/contact/few_bristles.lua", "");
  static const char *const calls[][2] = {
      {"pad('step', 1, [1;2;3], 5, 1e-3)",
       "step: the state has 1 rows, not 32"},
      {"pad('step', zeros(32,1), [1;2], 5, 1e-3)",
       "step: twist has 2 rows, not 3"},
      {"pad('step', zeros(32,1), [1;2;3], 5)",
       "step: takes 4 arguments, got 3"},
      {"pad('step', zeros(32,1), [1;2;3], NaN, 1e-3)",
       "step: BAD_INPUT in column 1"},
      {"pad('step', zeros(32,1), zeros(3, 4), ones(1, 3), 1e-3)",
       "step: fn has 3 columns where others have 4"},
      {"pad('steady', 'abc', 5)",
       "steady: twist must be a full matrix of real doubles"},
      {"pad('walk')",
       "there is no function \"walk\": reset, rate, rate_jac, "
       "step, step_jac, steady, limit, margin, hold, selftest"},
      {"pad(3)", "the first argument is the name of a function"}};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    cr_expect_neq(octave(calls[i][0]), 0, "%s", calls[i][0]);
    expect_in(printed, calls[i][1]);
  }
}

/* ---- every function of every kind ------------------------------------------
 */

static void put_column(FILE *file, const double *x, int count)
{
  fputs(", [", file);
  for (int i = 0; i < count; i++) fprintf(file, "%.17g;", x[i]);
  fputs("]", file);
}

/* Writes the call for Octave, which prints all results row by row. */
static void put_call(FILE *file, const NativeCall *n, const double *tuned,
                     int ntuned, bool changes)
{
  const br_function *f = n->function;
  fprintf(file, "r = cell(1, %d); [r{:}] = pad('%s'", f->noutputs + changes + 1,
          f->name);
  if (n->solver->nstates && f->needs_state)
    put_column(file, n->before, n->solver->nstates);
  for (int i = 0; i < f->ninputs; i++)
    put_column(file, n->in[i], f->inputs[i].rows * f->inputs[i].cols);
  if (ntuned) put_column(file, tuned, ntuned);
  fputs(");\nfor i = 1:numel(r), printf('%.17g ', r{i}.'); end\n", file);
}

/* Returns true if a function gives back the state: the head of pad_mex.c says
 * so. */
static bool gives_state(const char *head, const char *function)
{
  char word[60];
  snprintf(word, sizeof word, " = pad(\"%s\"", function);
  const char *at = strstr(head, word);
  cr_assert(at, "pad_mex.c does not name %s", function);
  while (*at != '\n') at--;
  return strncmp(at, "\n *   [s, ", 10) == 0;
}

static void expect_call(const char **at, const NativeCall *n, bool changes)
{
  const br_function *f = n->function;
  const double status = n->status;
  if (changes) expect_numbers(at, n->after, n->solver->nstates);
  for (int k = 0; k < f->noutputs; k++)
    expect_numbers(at, n->out[k], f->outputs[k].rows * f->outputs[k].cols);
  expect_numbers(at, &status, 1);
}

Test(mex, every_function_of_every_kind_gives_the_same_bits)
{
  if (!has_octave()) return;
  for (size_t i = 0; i < ncall_cases; i += call_stride()) {
    const CallCase *c = &call_cases[i];
    const br_solver *solver = build(c);
    double tuned[BR_MOST_TUNED];
    const int ntuned = call_tuned(solver, tuned);
    char *head = call_text("pad_mex.c"), path[200];
    snprintf(path, sizeof path, "%s/script.m", folder);
    FILE *file = fopen(path, "w");
    NativeCall calls[40];
    int count = 0;
    for (int k = 0; k < solver->nfunctions; k++) {
      const br_function *f = &solver->functions[k];
      if (strcmp(f->name, "tune") == 0) continue;
      calls[count] = call_native(c, solver, f, ntuned ? tuned : NULL);
      put_call(file, &calls[count++], tuned, ntuned,
               gives_state(head, f->name));
    }
    fclose(file);
    cr_assert_eq(run_shell("cd %s && octave-cli --norc -q -p m script.m >said "
                           "2>error || { cat error; false; }",
                           folder),
                 0, "%s: %s", c->spec, printed);
    char *said = call_text("said");
    const char *at = said;
    for (int k = 0; k < count; k++) {
      expect_call(&at, &calls[k], gives_state(head, calls[k].function->name));
      call_end(&calls[k]);
    }
    free(head), free(said);
  }
}

/* ---- the block -------------------------------------------------------------
 */

/* A host of S-functions has no licence here: a small header of our own declares
 * what the block uses, and tests/emit/block.c drives it. */
static void expect_block(const char *spec, const char *options,
                         const char *parameters)
{
  call_emit(&(CallCase){spec, options, "solver", 0, 0, 0}, "mex");
  cr_expect_eq(
      run_shell("cc " STRICT
                " -O2 -DMATLAB_MEX_FILE -Itests/data/simulink -I%s %s -include "
                "%s/pad_sfun.c -c tests/emit/block/block.c -o %s/block.o && cc "
                "-O2 %s/block.o %s/pad.c -lm -o %s/block && %s/block",
                folder, parameters, folder, folder, folder, folder, folder,
                folder),
      0, "%s: %s", spec, printed);
}

Test(mex, blocks_step_to_the_same_bits)
{
  expect_block("specs/contact/few_bristles.lua", "", "-DCONTACT");
  expect_block("specs/paper/slip_case2_circle.lua", "", "-DBODY");
  expect_block("specs/slider/parcel.lua",
               "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'", "-DTUNED");
  expect_block("specs/mechanism/belt_lugre.lua", "", "");
  expect_block("specs/contact/few_bristles.lua",
               "--set 'tune={mu_c={0.5,1},mu_s={1.1,1.4}}'", "-DTUNED_CONTACT");
  expect_block("specs/joint/elbow.lua",
               "--set 'tune={F_c={0.9,1.25},sigma0={100,200}}'", "-DJOINT");
  expect_block("specs/cone/pad_cone.lua", "", "");
  expect_block("specs/cone/point_foot.lua", "--set 'tune={mu={0.2,0.9}}'",
               "-DCONE");
}
