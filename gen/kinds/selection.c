/* selection.c: the functions that a spec asks for, and what they may cost. In:
 * the keys functions and budget. Out: the members of a Model.
 *
 * Invariant: a Selection has each name once. Whether a function of that name
 * exists is known when the header is made. */
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"

#define AT(member) offsetof(Budget, member)
const Field budget_fields[BUDGET_FIELDS] = {
    {"flash", FIELD_NUMBER, AT(flash), .range = RANGE_POSITIVE, .unit = "B",
     .help = "code and tables of all functions but _selftest, by gcc -Os for "
             "the target"},
    {"target", FIELD_CHOICE, AT(target), .choices = size_targets,
     .fallback = SIZE_M4F, .help = "the processor of flash"},
    {"ram", FIELD_NUMBER, AT(ram), .range = RANGE_POSITIVE, .unit = "B",
     .help = "a state, with its tuning"},
    {"stack", FIELD_NUMBER, AT(stack), .range = RANGE_POSITIVE, .unit = "B",
     .help = "stack of any function but _selftest, by the bound of the header"},
    {"operations", FIELD_NUMBER, AT(operations), .range = RANGE_POSITIVE,
     .help = "additions, multiplications, divisions and roots on the longest "
             "path of any function but _selftest, by the count of the header"}};
#undef AT

static const Selection *read_functions(Run *run, const Value *value)
{
  const bool is_list = value->type == VALUE_TABLE && !value->word &&
                       value->nentries == 0 && value->nitems > 0;
  if (!is_list)
    run_fail(run, value->where,
             "functions must be a list of names such as { \"step\" }, got %s",
             value_describe(run, value));
  Selection *selection = run_alloc(run, sizeof *selection);
  const char **names = run_alloc(run, value->nitems * sizeof *names);
  Where *wheres = run_alloc(run, value->nitems * sizeof *wheres);
  for (size_t i = 0; i < value->nitems; i++) {
    const Value *item = &value->items[i];
    if (item->type != VALUE_STRING)
      run_fail(run, item->where,
               "functions must have names such as \"step\", got %s",
               value_describe(run, item));
    for (size_t k = 0; k < i; k++)
      if (strcmp(names[k], item->string) == 0)
        run_fail(run, item->where, "functions has \"%s\" twice",
                 item->string);
    names[i] = item->string;
    wheres[i] = item->where;
  }
  *selection = (Selection){names, wheres, value->nitems};
  return selection;
}

void model_read_selection(Model *model, const ModelKeys *keys)
{
  Run *run = model->run;
  if (keys->functions)
    model->functions = read_functions(run, keys->functions);
  if (!keys->budget) return;
  Budget *budget = run_alloc(run, sizeof *budget);
  spec_read(run, keys->budget, "budget", budget_fields, BUDGET_FIELDS, budget);
  if (!(budget->flash > 0) && !(budget->ram > 0) && !(budget->stack > 0) &&
      !(budget->operations > 0))
    run_fail(run, keys->budget->where,
             "budget must limit something: flash, ram, stack or operations");
  budget->where = keys->budget->where;
  model->budget = budget;
}
