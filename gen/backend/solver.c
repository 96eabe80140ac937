/* solver.c: compiled units that can be called. In: a unit with a descriptor.
 * Out: a Solver that lives as long as the run.
 *
 * Invariant: a Solver's descriptor has the ABI of this program. */
#include <stdint.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "bristle_rt.h"

static void close_module(void *module)
{
  module_close(module);
}

Solver *solver_object(Run *run, const Solver *solver, const char *object)
{
  const Where nowhere = {NULL, 0};
  Solver *other = run_alloc(run, sizeof *other);
  *other = *solver;
  other->functions = module_symbol(
      solver->module, run_printf(run, "%s_%s", solver->name, object));
  if (!other->functions && solver->rest)
    return solver_object(run, solver->rest, object);
  if (!other->functions)
    run_fail(run, nowhere, "%s: the compiled file has no %s_%s", solver->name,
             solver->name, object);
  if (other->functions->abi != BR_ABI)
    run_fail(run, nowhere, "%s: the solver must have ABI %d, got ABI %d",
             solver->name, BR_ABI, other->functions->abi);
  if (solver->rest) other->rest = solver_object(run, solver->rest, object);
  return other;
}

Module *module_open(Run *run, const Backend *backend, const Unit *unit)
{
  Module *module = backend->compile(run, unit);
  run_defer(run, close_module, module);
  return module;
}

Solver *solver_open(Run *run, const Backend *backend, const Unit *unit)
{
  const Solver code = {.module = module_open(run, backend, unit),
                       .name = unit->name};
  return solver_object(run, &code, "solver");
}

/* Gives the state those values, or ends the run. */
static void set_tuning(Run *run, const Solver *solver, void *state,
                       const double *values)
{
  const Where nowhere = {NULL, 0};
  const br_function *tune = solver_function(run, solver, "tune");
  const double **in = run_alloc(run, (size_t)tune->ninputs * sizeof *in);
  Text text = text_new(run);
  for (int i = 0; i < tune->ninputs; i++) {
    in[i] = &values[i];
    text_add(&text, "%s%s = %g", i ? ", " : "", tune->inputs[i].name,
             values[i]);
  }
  if (tune->call(state, in, NULL) != BR_OK)
    run_fail(run, nowhere, "%s: the tuning %s is refused", solver->name,
             text.chars);
}

void *solver_state(Run *run, const Solver *solver)
{
  const size_t align = 64;
  const uintptr_t start =
      (uintptr_t)run_alloc(run, solver->functions->state_bytes + align);
  void *state = (void *)((start + align - 1) / align * align);
  solver->functions->reset(state);
  if (solver->tuning) set_tuning(run, solver, state, solver->tuning);
  return state;
}

Solver *solver_tuned(Run *run, const Solver *solver, const double *values)
{
  Solver *tuned = run_alloc(run, sizeof *tuned);
  *tuned = *solver;
  tuned->tuning = values;
  return tuned;
}

bool solver_has(const Solver *solver, const char *name)
{
  for (int i = 0; i < solver->functions->nfunctions; i++)
    if (strcmp(solver->functions->functions[i].name, name) == 0) return true;
  return false;
}

BatchRows solver_batch_rows(const br_solver *functions)
{
  BatchRows rows = {0};
  for (int i = 0; i < functions->nfunctions; i++) {
    const br_function *f = &functions->functions[i];
    if (strcmp(f->name, "step") != 0) continue;
    for (int k = 0; k + 1 < f->ninputs; k++) { /* the last one is dt */
      const br_port *p = &f->inputs[k];
      if (strcmp(p->name, "fn") == 0 || strcmp(p->name, "load") == 0)
        rows.fn = 1;
      else
        rows.twist += p->rows * p->cols;
    }
    rows.wrench = f->outputs[0].rows * f->outputs[0].cols;
  }
  return rows;
}

const br_function *solver_function(Run *run, const Solver *solver,
                                   const char *name)
{
  const br_solver *all = solver->functions;
  for (int i = 0; i < all->nfunctions; i++)
    if (strcmp(all->functions[i].name, name) == 0) return &all->functions[i];
  if (solver->rest) return solver_function(run, solver->rest, name);
  const Where nowhere = {NULL, 0};
  run_fail(run, nowhere, "the solver %s has no function %s", all->name, name);
}

int solver_call(Run *run, const Solver *solver, const char *function,
                void *state, const double *const *in, double *const *out)
{
  return solver_function(run, solver, function)->call(state, in, out);
}
