/* figures.c: the text of <name>.json. In: a Plan, bounds of the stack and
 * operations. Out: the plan's figures, these bounds, functions and the list of
 * statuses as JSON.
 *
 * Invariant: nothing is measured or timed, so a plan has one text. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "plan/plan.h"
#include "emit/inside.h"
#include "status.h"

/* Returns { word: status } for all statuses. */
static json_t *statuses_json(void)
{
  json_t *object = json_object();
  for (int i = 0; i < BR_STATUSES; i++)
    json_object_set_new(object, br_statuses[i].word,
                        json_integer(br_statuses[i].status));
  return object;
}

static json_t *figure_json(Run *run, const Hole *hole)
{
  if (hole->type == HOLE_TEXT) return json_string(utf8_text(run, hole->text));
  if (hole->number == floor(hole->number) && fabs(hole->number) < 1e15)
    return json_integer((json_int_t)hole->number);
  return json_real(hole->number);
}

static json_t *ports_json(const Function *f, bool is_output)
{
  json_t *list = json_array();
  for (int i = 0; i < f->count; i++) {
    const Port *port = &f->ports[i];
    if (port_is_output(port) == is_output)
      json_array_append_new(
          list, json_pack("{sssssisi}", "name", port->name, "unit", port->unit,
                          "rows", port->rows, "cols", port->cols));
  }
  return list;
}

/* Returns a list of the functions of all descriptors, with their ports. */
static json_t *functions_json(const Plan *plan)
{
  json_t *list = json_array();
  for (size_t i = 0; i < plan->nobjects; i++)
    for (size_t k = 0; k < plan->objects[i].nfunctions; k++) {
      const Function *f = &plan->objects[i].functions[k];
      json_array_append_new(
          list, json_pack("{sssssbsoso}", "name", f->name, "solver",
                          plan->objects[i].solver, "needs_state", f->has_state,
                          "inputs", ports_json(f, false), "outputs",
                          ports_json(f, true)));
    }
  return list;
}

/* The arrays of _couple and _march, which have a row for each of n contacts or
 * of `steps` steps. */
static const struct {
  const char *function, *side, *name, *unit, *rows, *cols;
} coupling_ports[] = {
#define TWIST "m/s, m/s, rad/s"
#define WRENCH "N, N, N m"
#define PER_MASS "1/kg, 1/(kg m), 1/(kg m^2)"
    {"couple", "inputs", "fn", "N", "n", "1"},
    {"couple", "inputs", "v0", TWIST, "n", "3"},
    {"couple", "inputs", "w", PER_MASS, "3 n", "3 n"},
    {"couple", "inputs", "dt", "s", "1", "1"},
    {"couple", "inputs", "twist", TWIST, "n", "3"},
    {"couple", "outputs", "twist", TWIST, "n", "3"},
    {"couple", "outputs", "wrench", WRENCH, "n", "3"},
    {"couple", "outputs", "status", "1", "n", "1"},
    {"march", "inputs", "v", TWIST, "3", "1"},
    {"march", "inputs", "minv", PER_MASS, "3", "3"},
    {"march", "inputs", "loads", WRENCH, "steps", "3"},
    {"march", "inputs", "fn", "N", "steps", "1"},
    {"march", "inputs", "dt", "s", "1", "1"},
    {"march", "outputs", "v", TWIST, "3", "1"},
    {"march", "outputs", "twists", TWIST, "steps", "3"},
    {"march", "outputs", "wrenches", WRENCH, "steps", "3"},
};

/* Returns { most, couple, march }. */
static json_t *coupling_json(int most)
{
  json_t *object = json_pack(
      "{sis{s[]s[]}s{s[]s[]}}", "most", most, "couple", "inputs", "outputs",
      "march", "inputs", "outputs");
  for (size_t i = 0; i < COUNT(coupling_ports); i++)
    json_array_append_new(
        json_object_get(json_object_get(object, coupling_ports[i].function),
                        coupling_ports[i].side),
        json_pack("{ssssssss}", "name", coupling_ports[i].name, "unit",
                  coupling_ports[i].unit, "rows", coupling_ports[i].rows,
                  "cols", coupling_ports[i].cols));
  return object;
}

/* Returns { function: bytes }. */
static json_t *stack_json(const StackBounds *bounds)
{
  json_t *object = json_object();
  for (size_t i = 0; i < bounds->count; i++)
    json_object_set_new(object, bounds->list[i].function,
                        json_integer(bounds->list[i].bytes));
  return object;
}

/* Returns { function: { "operations", "add", ... } }; null without a bound. */
static json_t *costs_json(const FunctionCosts *costs)
{
  json_t *object = json_object();
  for (size_t i = 0; i < costs->count; i++) {
    const FunctionCost *c = &costs->list[i];
    json_t *entry = json_object();
    const struct {
      const char *name;
      double number;
    } rows[] = {{"operations", cost_operations(c)}, {"add", c->add},
                {"multiply", c->multiply},          {"divide", c->divide},
                {"root", c->root},                  {"exp", c->elementary}};
    for (size_t k = 0; k < COUNT(rows); k++)
      json_object_set_new(entry, rows[k].name,
                          c->is_bounded
                              ? json_integer((json_int_t)rows[k].number)
                              : json_null());
    json_object_set_new(entry, "table_bytes",
                        json_integer((json_int_t)c->table_bytes));
    json_object_set_new(object, c->function, entry);
  }
  return object;
}

/* The figures are the holes that the plan marks as figures. */
const char *figures_text(const Plan *plan, const Texts *texts)
{
  json_t *object = json_object();
  for (size_t i = 0; i < plan->nholes; i++)
    if (plan->holes[i].is_figure)
      json_object_set_new(object, plan->holes[i].name,
                          figure_json(plan->run, &plan->holes[i]));
  json_object_set_new(object, "stack", stack_json(&texts->stack));
  json_object_set_new(object, "costs", costs_json(&texts->costs));
  json_object_set_new(object, "ram", json_integer((json_int_t)texts_ram(plan)));
  json_object_set_new(object, "functions", functions_json(plan));
  for (size_t i = 0; i < plan->nobjects; i++)
    if (plan->objects[i].couple > 0)
      json_object_set_new(object, "coupling",
                          coupling_json(plan->objects[i].couple));
  json_object_set_new(object, "statuses", statuses_json());
  char *dumped = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
  json_decref(object);
  const Where nowhere = {NULL, 0};
  if (!dumped)
    run_fail(plan->run, nowhere, "a text of the spec is not valid UTF-8");
  const char *text = run_printf(plan->run, "%s\n", dumped);
  free(dumped);
  return text;
}
