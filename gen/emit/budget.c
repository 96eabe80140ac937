/* budget.c: what emitted functions take, held against a budget. In: texts with
 * their costs. Out: sizes by a compiler; what exceeds the budget, as text.
 *
 * Invariant: stack, RAM and operations follow from the texts alone; only flash
 * asks a compiler. _selftest is left out: no controller calls it in a cycle. */
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "emit/inside.h"

/* ---- sizes --------------------------------------------------------------- */

Sizes sizes_measure(Run *run, const Texts *texts, int target)
{
  const FunctionCosts *costs = &texts->costs;
  const SourceFile header = {run_printf(run, "%s.h", texts->name),
                             texts->header};
  const SourceFile source = {run_printf(run, "%s.c", texts->name),
                             emit_source(run, texts)};
  const char **functions = run_alloc(run, (costs->count + 1) * sizeof(char *));
  Sizes sizes = {.target = size_targets[target], .functions = functions};
  for (size_t i = 0; i < costs->count; i++)
    if (strcmp(costs->list[i].function, "selftest") != 0)
      functions[sizes.count++] = costs->list[i].function;
  sizes.list = size_measure(run, target, &header, &source, texts->name,
                            functions, sizes.count, &sizes.why);
  return sizes;
}

static double hole_number(const Plan *plan, const char *name)
{
  for (size_t i = 0; i < plan->nholes; i++)
    if (strcmp(plan->holes[i].name, name) == 0) return plan->holes[i].number;
  return 0;
}

double texts_ram(const Plan *plan)
{
  const double real = plan->model->is_float ? 4 : 8;
  const Tuning *tuning = plan->model->tuning;
  double derived = 0;
  for (size_t i = 0; i < plan->nconstants; i++)
    derived += plan->constants[i].is_tuned && plan->constants[i].derived >= 0;
  return hole_number(plan, "state_bytes") +
         (tuning ? real * ((double)tuning->count + derived) : 0);
}

int texts_stack(const Texts *texts, const char *function)
{
  for (size_t i = 0; i < texts->stack.count; i++)
    if (strcmp(texts->stack.list[i].function, function) == 0)
      return texts->stack.list[i].bytes;
  return 0;
}

/* ---- the budget ---------------------------------------------------------- */

/* Adds what the function exceeds to `text`. Returns true if it fits. */
static bool fits(const Budget *budget, const Texts *texts,
                 const FunctionCost *cost, Text *text)
{
  const double stack = texts_stack(texts, cost->function);
  const double operations = cost_operations(cost);
  const size_t before = text->length;
  if (budget->stack > 0 && stack > budget->stack)
    text_add(text, "\n  _%s takes %.0f bytes of stack, %.0f more than %.0f",
             cost->function, stack, stack - budget->stack, budget->stack);
  if (budget->operations > 0 && !cost->is_bounded)
    text_add(text, "\n  _%s has no bound of operations but its arguments",
             cost->function);
  else if (budget->operations > 0 && operations > budget->operations)
    text_add(text, "\n  _%s takes %.0f operations, %.0f more than %.0f",
             cost->function, operations, operations - budget->operations,
             budget->operations);
  return text->length == before;
}

static bool flash_fits(Run *run, const Budget *budget, const Sizes *sizes,
                       Text *text)
{
  if (!sizes->list)
    run_fail(run, budget->where, "the budget's flash is not measured: %s",
             sizes->why);
  const long whole = sizes->list[sizes->count].flash;
  if ((double)whole <= budget->flash) return true;
  text_add(text,
           "\n  all functions take %ld bytes of flash on a %s, %.0f more than "
           "%.0f; alone",
           whole, sizes->target, (double)whole - budget->flash, budget->flash);
  for (size_t i = 0; i < sizes->count; i++)
    text_add(text, "%s _%s %ld", i ? "," : "", sizes->functions[i],
             sizes->list[i].flash);
  return false;
}

const char *budget_excess(Run *run, const Budget *budget, const Texts *texts,
                          const Sizes *sizes, const char **fitting)
{
  Text text = text_new(run), good = text_new(run);
  for (size_t i = 0; i < texts->costs.count; i++) {
    const FunctionCost *cost = &texts->costs.list[i];
    if (strcmp(cost->function, "selftest") == 0) continue;
    if (fits(budget, texts, cost, &text) &&
        strcmp(cost->function, "reset") != 0)
      text_add(&good, "%s\"%s\"", good.length ? ", " : "", cost->function);
  }
  *fitting = text.length > 0 && good.length > 0 ? good.chars : NULL;
  const double ram = texts_ram(texts->plan);
  if (budget->ram > 0 && ram > budget->ram)
    text_add(&text, "\n  the state takes %.0f bytes, %.0f more than %.0f", ram,
             ram - budget->ram, budget->ram);
  if (budget->flash > 0) flash_fits(run, budget, sizes, &text);
  return text.length > 0 ? text.chars : NULL;
}

void budget_require(const Plan *plan, const Texts *texts)
{
  Run *run = plan->run;
  const Budget *budget = plan->model->budget;
  if (!budget) return;
  const char *good;
  Sizes sizes = {NULL};
  if (budget->flash > 0) sizes = sizes_measure(run, texts, budget->target);
  const char *excess = budget_excess(run, budget, texts, &sizes, &good);
  if (!excess) return;
  const char *advice =
      good ? run_printf(run, "the others fit: functions = { %s }", good)
           : "`bristle check --choose` looks for models that fit";
  run_fail(run, budget->where, "the budget is exceeded:%s\n%s", excess, advice);
}
