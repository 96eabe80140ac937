/* picture.c: the numbers of a picture, as holes of the template of its gnuplot
 * script. In: a model, numbers. Out: Pictures, each with a Plan.
 *
 * Invariant: a template draws numbers and computes none. */
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "results/results.h"

Plan *picture_new(Pictures *pictures, const char *name, const char *script,
                  int width, int height)
{
  Run *run = pictures->model->run;
  Picture *picture = run_alloc(run, sizeof *picture);
  Plan *plan = run_alloc(run, sizeof *plan);
  *picture = (Picture){NULL, name, width, height, plan};
  plan->run = run;
  plan->model = pictures->model;
  plan->source = script;
  plan_text(plan, "name", pictures->model->name);
  *(pictures->last ? &pictures->last->next : &pictures->first) = picture;
  pictures->last = picture;
  return plan;
}

void plan_row(Plan *plan, const char *name, size_t count, const double *row)
{
  Hole *hole = plan->holes;
  while (hole < plan->holes + plan->nholes && strcmp(hole->name, name)) hole++;
  if (hole == plan->holes + plan->nholes) {
    plan_numbers(plan, name, NULL, 0);
    hole = plan->holes + plan->nholes - 1;
  }
  for (size_t i = 0; i < count; i++) {
    double *numbers = run_grown(plan->run, (void *)(uintptr_t)hole->numbers,
                                hole->count, &hole->room, sizeof *numbers);
    numbers[hole->count++] = row[i];
    hole->numbers = numbers;
  }
}

void plan_recording(Plan *plan, const Recording *recording)
{
  enum { MOST_POINTS = 4000 }; /* more do not show in a picture */
  const size_t stride = 1 + (recording->nrows - 1) / MOST_POINTS;
  const size_t n = recording->ncolumns, last = recording->nrows - 1;
  plan_number(plan, "columns", (double)n);
  for (size_t k = 0; k <= last; k += stride) /* includes the last row */
    plan_row(plan, "run", n,
             recording->values + (k + stride <= last ? k : last) * n);
}
