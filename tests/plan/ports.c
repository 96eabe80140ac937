/* Tests of ports: an object leaves out ports of size 0; the descriptor of a
 * compiled solver and <name>.json list the same functions. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "bristle_rt.h"
#include "plan/plan.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(ports, .init = compiling_begin, .fini = compiling_end);

/* ---- objects ------------------------------------------------------------- */

enum { SIZE_N = SIZE_OWN, SIZE_M = SIZE_OWN - 1 };

static const Port input = {"x", "m", PORT_IN, SIZE_N, 1};
static const Port output = {"y", "N", PORT_OUT, SIZE_N, SIZE_M};
static const Prototype prototypes[] = {
    {"step", true, {&input, &port_dt, &port_wrench}},
    {"slopes", false, {&input, &output}},
    {"selftest", false, {NULL}}};
static const Member members[] = {{"z", SIZE_STATES}, {"q", SIZE_N}, {"h", 0}};
static const Interface interface = {"solver", "state",    "reset", members,
                                    3,        prototypes, 3};

/* The object with these sizes of DT, STATES, N and M. */
static Object object_of(Run *run, int dt, int states, int n, int m)
{
  const int sizes[] = {dt, states, n, m};
  Plan plan = {.run = run};
  plan_object(&plan, &interface, sizes);
  cr_assert_eq(plan.nobjects, 1);
  return plan.objects[0];
}

Test(ports, take_their_sizes_from_the_list)
{
  Run *run = run_open();
  const Object object = object_of(run, 1, 5, 2, 3);
  cr_assert_eq(object.nfunctions, 3);
  cr_expect_eq(object.functions[0].count, 3);
  cr_expect_eq(object.functions[0].ports[0].rows, 2);
  cr_expect_eq(object.functions[1].ports[1].rows, 2);
  cr_expect_eq(object.functions[1].ports[1].cols, 3);
  cr_expect_eq(object_reals(&object), 5 + 2 + 1);
  run_close(run);
}

Test(ports, without_numbers_are_left_out)
{
  Run *run = run_open();
  Object object = object_of(run, 0, 0, 0, 3);
  cr_assert_eq(object.nfunctions, 2, "slopes has no output");
  cr_expect_str_eq(object.functions[0].name, "step");
  cr_assert_eq(object.functions[0].count, 1);
  cr_expect_str_eq(object.functions[0].ports[0].name, "wrench");
  cr_expect_str_eq(object.functions[1].name, "selftest");
  cr_assert_eq(object.nmembers, 1);
  cr_expect_str_eq(object.members[0].name, "h");
  object = object_of(run, 1, 0, 2, 0);
  cr_expect_eq(object.nfunctions, 2);
  run_close(run);
}

Test(ports, of_a_second_object_leave_the_first)
{
  Run *run = run_open();
  const int sizes[] = {1, 5, 2, 3};
  Plan plan = {.run = run};
  plan_object(&plan, &interface, sizes);
  plan_object(&plan, &interface, sizes);
  cr_assert_eq(plan.nobjects, 2);
  cr_expect_str_eq(plan.objects[0].functions[0].name, "step");
  cr_expect_neq(plan.objects[0].functions, plan.objects[1].functions);
  run_close(run);
}

/* ---- descriptor and JSON --------------------------------------------------
 */

static const char *text_at(const json_t *object, const char *key)
{
  const char *text = json_string_value(json_object_get(object, key));
  cr_assert_not_null(text, "no %s", key);
  return text;
}

static void compare_ports(const json_t *list, const br_port *ports, int count)
{
  cr_assert_eq((int)json_array_size(list), count);
  for (int i = 0; i < count; i++) {
    const json_t *port = json_array_get(list, (size_t)i);
    cr_expect_str_eq(text_at(port, "name"), ports[i].name);
    cr_expect_str_eq(text_at(port, "unit"), ports[i].unit);
    cr_expect_eq(json_integer_value(json_object_get(port, "rows")),
                 ports[i].rows);
    cr_expect_eq(json_integer_value(json_object_get(port, "cols")),
                 ports[i].cols);
    cr_expect_gt(ports[i].rows * ports[i].cols, 0);
  }
}

static void compare_solver(const json_t *functions, const br_solver *solver,
                           const char *name)
{
  int index = 0;
  for (size_t i = 0; i < json_array_size(functions); i++) {
    const json_t *told = json_array_get(functions, i);
    if (strcmp(text_at(told, "solver"), name) != 0) continue;
    cr_assert_lt(index, solver->nfunctions);
    const br_function *f = &solver->functions[index++];
    cr_expect_str_eq(text_at(told, "name"), f->name);
    cr_expect_eq(json_is_true(json_object_get(told, "needs_state")),
                 f->needs_state != 0);
    compare_ports(json_object_get(told, "inputs"), f->inputs, f->ninputs);
    compare_ports(json_object_get(told, "outputs"), f->outputs, f->noutputs);
  }
  cr_expect_eq(index, solver->nfunctions);
}

/* A spec of each kind and form, with and without optional parts. */
static const char *const specs[] = {
    "specs/contact/finger_pad.lua",  "specs/paper/drift_load.lua",
    "specs/contact/square.lua",      "specs/slider/parcel.lua",
    "specs/paper/pushed_edge.lua",   "specs/mechanism/bead_on_hoop.lua",
    "specs/mechanism/belt_dahl.lua", "specs/mechanism/sliding_block.lua",
    "specs/mechanism/chain.lua",     "specs/cone/fingertip.lua",
    "specs/cone/point_foot.lua",     "specs/cone/pad_cone.lua",
    "specs/cone/sole_wrench.lua"};

Test(ports, are_the_same_in_the_descriptor_and_in_json)
{
  for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
    Emission e = emit_file(specs[s]);
    cr_assert_null(e.error, "%s", e.error);
    Module *module = compile(&tcc_backend, e.unit.text);
    json_t *json = json_loads(e.texts->figures, 0, NULL);
    const json_t *functions = json_object_get(json, "functions");
    cr_assert_gt(json_array_size(functions), 2, "%s", specs[s]);
    for (size_t i = 0; i < e.plan->nobjects; i++) {
      char symbol[200];
      const char *name = e.plan->objects[i].solver;
      snprintf(symbol, sizeof symbol, "%s_%s", e.texts->name, name);
      const br_solver *solver = module_symbol(module, symbol);
      cr_assert_not_null(solver, "%s: %s", specs[s], symbol);
      compare_solver(functions, solver, name);
    }
    json_decref(json);
    module_close(module);
    emission_close(&e);
  }
}
