/* goldens.c: numbers that the reference computed for one model, with names.
 * In: names and numbers from a kind's goldens.c. Out: a list of them, a dump,
 * and holes of a plan.
 *
 * Invariant: each name stands for one entry. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
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
