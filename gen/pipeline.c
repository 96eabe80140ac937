/* pipeline.c: for now the one function that went the whole way. */
#include "pipeline.h"
#include "emit/emit.h"

Solver *solver_of_model(const Model *model)
{
  const Plan *plan =
      plan_make(model, model->kind->derive(model), model->kind->goldens(model));
  const Unit unit = emit_unit(model->run, emit_text(plan));
  return solver_open(model->run, &tcc_backend, &unit);
}
