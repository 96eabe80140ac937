/* ports.c: inputs and outputs of emitted functions. In: an interface as a
 * constant table, and the sizes that depend on the spec. Out: an object of the
 * plan, from which emit makes the descriptor and <name>.json.
 *
 * Invariant: every port of an object has at least one number. */
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"

const Port port_twist = {"twist", UNIT_TWIST, PORT_IN, 3, 1};
const Port port_load = {"load", UNIT_WRENCH, PORT_IN, 3, 1};
const Port port_wrench = {"wrench", UNIT_WRENCH, PORT_OUT, 3, 1};
const Port port_fn = {"fn", "N", PORT_SCALAR, 1, 1};
const Port port_t = {"t", "s", PORT_SCALAR, 1, 1};
const Port port_dt = {"dt", "s", PORT_SCALAR, SIZE_DT, 1};

static int size_of(const int *sizes, int size)
{
  return size < 0 ? sizes[-1 - size] : size;
}

bool port_is_output(const Port *port)
{
  return port->role == PORT_OUT || port->role == PORT_STATE_OUT;
}

/* Adds the function, unless it has outputs and each of them has size 0. */
static void add_function(Object *object, const Prototype *prototype,
                         const int *sizes)
{
  Function *f = (Function *)&object->functions[object->nfunctions];
  int outputs = 0, kept = 0;
  *f = (Function){.name = prototype->name, .has_state = prototype->has_state};
  for (int i = 0; i < MOST_PORTS && prototype->ports[i]; i++) {
    Port port = *prototype->ports[i];
    port.rows = size_of(sizes, port.rows);
    port.cols = size_of(sizes, port.cols);
    outputs += port_is_output(&port);
    if (port.rows * port.cols == 0) continue;
    kept += port_is_output(&port);
    f->ports[f->count++] = port;
  }
  object->nfunctions += outputs == 0 || kept > 0;
}

static void add_members(Object *object, const Interface *interface,
                        const int *sizes)
{
  for (size_t i = 0; i < interface->nmembers; i++) {
    Member member = interface->members[i];
    member.count = size_of(sizes, member.count);
    if (interface->members[i].count < 0 && member.count == 0) continue;
    ((Member *)object->members)[object->nmembers++] = member;
  }
}

/* Adds the function that sets the tuning of a state. */
static void add_tune(const Plan *plan, Object *object)
{
  const Tuning *tuning = plan->model->tuning;
  Function *f = (Function *)&object->functions[object->nfunctions++];
  *f = (Function){.name = "tune", .has_state = true};
  for (size_t i = 0; i < tuning->count; i++)
    f->ports[f->count++] =
        (Port){tuning->list[i].name, tuning->list[i].unit, PORT_SCALAR, 1, 1};
}

void plan_object(Plan *plan, const Interface *interface, const int *sizes)
{
  Run *run = plan->run;
  Object *objects = run_alloc(run, (plan->nobjects + 1) * sizeof *objects);
  Object *object = &objects[plan->nobjects];
  if (plan->nobjects > 0)
    memcpy(objects, plan->objects, plan->nobjects * sizeof *objects);
  *object = (Object){.solver = interface->solver,
                     .type = interface->type,
                     .reset = interface->reset,
                     .batch = interface->batch,
                     .couple = size_of(sizes, interface->couple)};
  object->members =
      run_alloc(run, (interface->nmembers + 1) * sizeof *object->members);
  object->functions =
      run_alloc(run, (interface->nfunctions + 2) * sizeof *object->functions);
  add_members(object, interface, sizes);
  for (size_t i = 0; i < interface->nfunctions; i++)
    add_function(object, &interface->functions[i], sizes);
  /* A plan of ports alone has no model. */
  if (plan->model && plan->model->tuning) add_tune(plan, object);
  plan->objects = objects;
  plan->nobjects++;
}

void plan_typical(Plan *plan, const char *name, double size)
{
  const Where nowhere = {NULL, 0};
  if (!(size > 0)) return;
  if (plan->ntypical == MOST_FACTS)
    run_fail(plan->run, nowhere, "internal: too many typical sizes");
  plan->typical[plan->ntypical++] = (Typical){name, size};
}

void plan_independent(Plan *plan, const char *function, const char *of,
                      const char *by)
{
  const Where nowhere = {NULL, 0};
  if (plan->nindependent == MOST_FACTS)
    run_fail(plan->run, nowhere, "internal: too many independent outputs");
  plan->independent[plan->nindependent++] = (Independence){function, of, by};
}

void plan_columns(Plan *plan, const char *port, const char *names)
{
  const Where nowhere = {NULL, 0};
  if (plan->ncolumns == MOST_FACTS)
    run_fail(plan->run, nowhere, "internal: too many ports of derivatives");
  plan->columns[plan->ncolumns++] = (Columns){port, names};
}

int object_reals(const Object *object)
{
  int count = 0;
  for (size_t i = 0; i < object->nmembers; i++)
    count += object->members[i].count > 0 ? object->members[i].count : 1;
  return count;
}
