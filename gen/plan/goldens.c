/* goldens.c: numbers that the reference computed for one model, with names.
 * In: names and numbers from a kind's goldens.c. Out: a list of them, a dump,
 * and holes of a plan.
 *
 * Invariant: each name stands for one entry. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/kind.h"
#include "plan/plan.h"

Goldens *goldens_new(Run *run)
{
  Goldens *goldens = run_alloc(run, sizeof *goldens);
  goldens->run = run;
  return goldens;
}

static Golden *add(Goldens *goldens, const char *name)
{
  const Where nowhere = {NULL, 0};
  for (size_t i = 0; i < goldens->count; i++)
    if (strcmp(goldens->list[i].name, name) == 0)
      run_fail(goldens->run, nowhere, "internal: the golden %s is added twice",
               name);
  goldens->list = run_grown(goldens->run, goldens->list, goldens->count,
                            &goldens->room, sizeof *goldens->list);
  Golden *golden = &goldens->list[goldens->count++];
  *golden = (Golden){.name = name};
  return golden;
}

void goldens_numbers(Goldens *goldens, const char *name, const double *numbers,
                     size_t count)
{
  Golden *golden = add(goldens, name);
  golden->numbers = numbers;
  golden->count = count;
  golden->is_list = true;
}

void goldens_number(Goldens *goldens, const char *name, double number)
{
  double *copy = run_doubles(goldens->run, 1);
  *copy = number;
  Golden *golden = add(goldens, name);
  golden->numbers = copy;
  golden->count = 1;
}

/* Returns the entry of that name, which must exist. */
static const Golden *find(const Goldens *goldens, const char *name)
{
  const Where nowhere = {NULL, 0};
  for (size_t i = 0; i < goldens->count; i++)
    if (strcmp(goldens->list[i].name, name) == 0) return &goldens->list[i];
  run_fail(goldens->run, nowhere, "internal: there is no golden %s", name);
}

void goldens_corners(Goldens *goldens, const Model *model,
                     Goldens *(*make)(const Model *model),
                     const char *const *names)
{
  enum { CORNERS = 2 };
  const Tuning *tuning = model->tuning;
  Run *run = goldens->run;
  Goldens *corner[CORNERS];
  if (!tuning) return;
  double *values = run_doubles(run, CORNERS * tuning->count);
  for (int i = 0; i < CORNERS; i++) {
    double *own = values + (size_t)i * tuning->count;
    tuning_far_point(tuning, i, own);
    for (size_t k = 0; k < tuning->count && model->is_float; k++)
      own[k] = float_rounded(own[k]);
    corner[i] = make(model->kind->tuned(model, own));
  }
  goldens_numbers(goldens, "corner_values", values, CORNERS * tuning->count);
  for (; *names; names++) {
    const size_t count = find(corner[0], *names)->count;
    double *both = run_doubles(run, CORNERS * count);
    for (int i = 0; i < CORNERS; i++)
      memcpy(both + (size_t)i * count, find(corner[i], *names)->numbers,
             count * sizeof *both);
    goldens_numbers(goldens, run_printf(run, "corner_%s", *names), both,
                    CORNERS * count);
  }
}

double golden_digits(double x)
{
  return number_rounded(x, 12);
}

void plan_goldens(Plan *plan, const Goldens *goldens)
{
  for (size_t i = 0; i < goldens->count; i++) {
    const Golden *golden = &goldens->list[i];
    if (golden->is_list)
      plan_numbers(plan, golden->name, golden->numbers, golden->count);
    else
      plan_number(plan, golden->name, golden->numbers[0]);
  }
}

void goldens_dump(const Goldens *goldens, FILE *out)
{
  char digits[32];
  for (size_t i = 0; i < goldens->count; i++) {
    const Golden *golden = &goldens->list[i];
    fprintf(out, "%s =", golden->name);
    for (size_t k = 0; k < golden->count; k++)
      fprintf(out, " %s", number_text(golden->numbers[k], digits));
    fprintf(out, "\n");
  }
}
