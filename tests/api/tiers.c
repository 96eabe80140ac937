/* Tests of solvers by the calls of an embedding program: the tier that runs,
 * the replacement of a tier by the next, memory after closing. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/bristle.h"
#include "api/bristle.h"
#include "support/compiling.h"

TestSuite(tiers, .init = compiling_begin_alone, .fini = compiling_end);

static const char square[] = "specs/contact/square.lua";
enum { STATES = 882, STEPS = 200 };

static bristle_model *opened(const char *const *overrides, size_t count)
{
  bristle_model *model = bristle_open(square, overrides, count);
  cr_assert_null(bristle_error(model), "%s", bristle_error(model));
  return model;
}

static bristle_solver *solver_of(const char *backend)
{
  bristle_model *model = opened(NULL, 0);
  bristle_solver *solver = bristle_solver_open(model, backend);
  cr_assert_not_null(solver, "%s", bristle_error(model));
  bristle_close(model);
  return solver;
}

/* Returns a solver that keeps its first tier: the compiler of the next tier,
 * with an empty cache, begins only after the solver is held. */
static bristle_solver *held_solver_of(const char *backend)
{
  shell("rm -rf %s/cache %s/go", folder, folder);
  write_script("late",
               "for i in $(seq 6000); do\n"
               "  [ -e \"${0%/*}/go\" ] && break\n"
               "  sleep 0.01\n"
               "done\n"
               "exec cc \"$@\"");
  bristle_solver *solver = solver_of(backend);
  bristle_solver_hold(solver, 1);
  shell("touch %s/go", folder);
  return solver;
}

static int step(const bristle_solver *solver, void *state, int k,
                double wrench[3])
{
  const br_solver *functions = bristle_solver_functions(solver, 0);
  const double twist[3] = {0.01 * sin(0.1 * k), 0.004, 0.3 * cos(0.07 * k)};
  const double fn = 5, dt = 1e-3;
  const double *const in[] = {twist, &fn, &dt};
  double *const out[] = {wrench};
  for (int i = 0; i < functions->nfunctions; i++)
    if (strcmp(functions->functions[i].name, "step") == 0)
      return functions->functions[i].call(state, in, out);
  cr_assert(false, "no function step");
  return -1;
}

static void *state_of(const bristle_solver *solver)
{
  const br_solver *functions = bristle_solver_functions(solver, 0);
  void *state = aligned_alloc(64, (functions->state_bytes + 63) / 64 * 64);
  cr_assert_eq(functions->nstates, STATES);
  functions->reset(state);
  return state;
}

/* Returns the last wrench; calls `at` in the middle. */
static void run(bristle_solver *solver, void (*at)(bristle_solver *),
                double wrench[3], double values[STATES])
{
  void *state = state_of(solver);
  for (int k = 0; k < STEPS; k++) {
    if (at && k == STEPS / 2) at(solver);
    cr_assert_eq(step(solver, state, k, wrench), 0);
  }
  bristle_solver_functions(solver, 0)->get(state, values);
  free(state);
}

static void swap(bristle_solver *solver)
{
  cr_assert_str_neq(bristle_solver_tier(solver), "cc");
  bristle_solver_hold(solver, 0);
  cr_assert_str_eq(bristle_solver_tier(solver), "cc");
}

Test(tiers, a_swap_in_the_middle_changes_by_rounding_only)
{
  enum { RUNS = 5 };
  static double values[RUNS][STATES];
  double wrench[RUNS][3];
  static const char *const backends[RUNS] = {"tcc", "cc", "kernel",
                                             "auto-source", "auto"};
  for (int i = 0; i < RUNS; i++) {
    bristle_solver *solver =
        i > 2 ? held_solver_of(backends[i]) : solver_of(backends[i]);
    if (i > 2)
      cr_assert_str_eq(bristle_solver_wait(solver), i == 3 ? "tcc" : "kernel");
    run(solver, i > 2 ? swap : NULL, wrench[i], values[i]);
    bristle_solver_close(solver);
  }
  for (int i = 1; i < RUNS; i++) {
    for (int k = 0; k < 3; k++)
      cr_expect_float_eq(wrench[i][k], wrench[0][k], 1e-12);
    for (int k = 0; k < STATES; k++)
      cr_expect_float_eq(values[i][k], values[0][k], 1e-18);
  }
  /* The code was replaced: the two tiers round differently somewhere. */
  cr_expect_neq(memcmp(values[0], values[3], sizeof *values), 0);
}

Test(tiers, what_was_handed_out_outlives_a_swap)
{
  bristle_solver *solver = held_solver_of("auto");
  const br_solver *first = bristle_solver_functions(solver, 0);
  bristle_solver_wait(solver);
  bristle_solver_hold(solver, 0);
  cr_expect_neq(bristle_solver_functions(solver, 0), first);
  cr_expect_str_eq(first->name, "square");
  void *state = state_of(solver);
  first->reset(state);
  free(state);
  bristle_solver_close(solver);
}

Test(tiers, auto_waits_when_it_is_asked_to)
{
  bristle_solver *solver = solver_of(NULL);
  cr_expect_str_eq(bristle_solver_wait(solver), "cc");
  cr_expect_null(bristle_solver_problem(solver));
  bristle_solver_close(solver);
}

Test(tiers, without_a_compiler_the_first_tier_stays_and_says_why)
{
  setenv("CC", "no-such-compiler", 1);
  bristle_solver *solver = solver_of("auto");
  cr_expect_str_eq(bristle_solver_wait(solver), "kernel");
  expect_in(bristle_solver_problem(solver), "no C compiler no-such-compiler");
  bristle_solver_hold(solver, 0);
  cr_expect_str_eq(bristle_solver_tier(solver), "kernel");
  bristle_solver_close(solver);
  bristle_model *model = opened(NULL, 0);
  cr_expect_null(bristle_solver_open(model, "cc"));
  expect_in(bristle_error(model), "no C compiler");
  cr_expect_null(bristle_solver_open(model, "gcc"));
  expect_in(bristle_error(model), "no backend \"gcc\"");
  bristle_close(model);
}

/* The compiler takes longer than a test may. */
Test(tiers, closing_does_not_wait_for_a_compiler)
{
  write_script("slow", "sleep 100000; exec cc \"$@\"");
  bristle_solver *solvers[20];
  for (int i = 0; i < 20; i++) solvers[i] = solver_of("auto");
  const struct timespec moment = {0, 50 * 1000 * 1000};
  nanosleep(&moment, NULL);
  for (int i = 0; i < 20; i++) bristle_solver_close(solvers[i]);
  shell("! pgrep -f '%s/[s]low'", folder);
}

Test(tiers, objects_and_members_are_named)
{
  bristle_solver *solver = solver_of("tcc");
  cr_expect_eq(bristle_solver_objects(solver), 1u);
  const bristle_object *object = bristle_solver_object(solver, 0);
  cr_expect_str_eq(object->type, "state");
  cr_assert_eq(object->nmembers, 1u);
  cr_expect_str_eq(object->members[0].name, "z");
  cr_expect_eq(object->members[0].count, STATES);
  cr_expect_null(bristle_solver_object(solver, 1));
  cr_expect_null(bristle_solver_functions(solver, 1));
  bristle_solver_close(solver);
}

static bristle_solver *tuned_solver(const char *mu, const char *backend)
{
  char text[700];
  snprintf(text, sizeof text,
           "return contact { name = 'pad', model = 'ellipsoid', grid = { 5, 5 "
           "}, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 }, "
           "friction = lugre { sigma0 = 1e5, mu_c = %s, s_ba = 0.9 }, tune = { "
           "mu_c = { 0.2, 1 } } }",
           mu);
  bristle_model *model = bristle_open_text("pad.lua", text, NULL, 0);
  bristle_solver *solver = bristle_solver_open(model, backend);
  cr_assert_not_null(solver, "%s", bristle_error(model));
  bristle_close(model);
  return solver;
}

/* The same address of functions is the same compiled code. */
Test(tiers, a_tuned_spec_is_compiled_once)
{
  bristle_solver *first = tuned_solver("0.5", "tcc");
  const br_solver *code = bristle_solver_functions(first, 0);
  cr_assert_not_null(code->tuning);
  cr_expect_eq(code->tuning->count, 1);
  cr_expect_str_eq(code->tuning->list[0].name, "mu_c");
  cr_expect_str_eq(code->tuning->list[0].unit, "1");
  cr_expect_eq(code->tuning->list[0].low, 0.2);
  cr_expect_eq(code->tuning->list[0].high, 1.0);
  cr_expect_eq(code->tuning->list[0].value, 0.5);
  bristle_solver *second = tuned_solver("0.5", "tcc");
  bristle_solver *other = tuned_solver("0.6", "tcc");
  cr_expect_eq(bristle_solver_functions(second, 0), code);
  cr_expect_neq(bristle_solver_functions(other, 0), code);
  bristle_solver_close(first);
  cr_expect_str_eq(code->name, "pad"); /* the second keeps the code */
  bristle_solver_close(second);
  bristle_solver *later = tuned_solver("0.5", "kernel");
  cr_expect_neq(later, other);
  bristle_solver_close(later);
  bristle_solver_close(other);
}
