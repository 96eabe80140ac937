/* Tests of the faces for Octave and Simulink. Octave runs where it is
 * installed; `make faces` installs it. */
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

TestSuite(mex, .init = compiling_begin, .fini = compiling_end);

enum { STEPS = 60 };

static bool has_octave(void)
{
  if (has_program("octave-cli") && has_program("mkoctfile")) return true;
  cr_skip_test("octave is not installed (make faces)");
  return false;
}

static void emit_mex(const char *spec, const char *options)
{
  cr_assert_eq(run_shell(BRISTLE " emit specs/%s.lua --set 'name=\"pad\"' %s "
                                 "--abi=mex --descriptor -o %s",
                         spec, options, folder),
               0, "%s", printed);
}

/* Builds the function pad of Octave, and the same solver for this program. */
static const br_solver *build(const char *spec, const char *options,
                              const char *object)
{
  char path[200];
  emit_mex(spec, options);
  cr_assert_eq(
      run_shell("cd %s && cc -O2 -fPIC -shared pad.c -lm -o pad.so && "
                "mkdir m && mkoctfile --mex -Wall -Wextra -o m/pad.mex "
                "pad.c pad_mex.c 2>&1",
                folder),
      0, "%s", printed);
  cr_expect_null(strstr(printed, "warning"), "%s", printed);
  snprintf(path, sizeof path, "%s/pad.so", folder);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  cr_assert(library, "%s", dlerror());
  snprintf(path, sizeof path, "pad_%s", object);
  const br_solver *solver = dlsym(library, path);
  cr_assert(solver);
  return solver;
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
  const br_solver *solver = build("contact/few_bristles", "", "solver");
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
  const br_solver *solver = build(
      "slider/parcel", "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'", "solver");
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
  build("contact/few_bristles", "", "solver");
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
       "step, step_jac, steady, limit, selftest"},
      {"pad(3)", "the first argument is the name of a function"}};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    cr_expect_neq(octave(calls[i][0]), 0, "%s", calls[i][0]);
    expect_in(printed, calls[i][1]);
  }
}

/* ---- the block -------------------------------------------------------------
 */

/* A host of S-functions has no licence here: a small header of our own declares
 * what the block uses, and tests/emit/block.c drives it. */
static void expect_block(const char *spec, const char *options,
                         const char *parameters)
{
  emit_mex(spec, options);
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
  expect_block("contact/few_bristles", "", "-DCONTACT");
  expect_block("paper/slip_case2_circle", "", "-DBODY");
  expect_block("slider/parcel", "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'",
               "-DTUNED");
  expect_block("mechanism/belt_lugre", "", "");
  expect_block("cone/pad_cone", "", "");
}
