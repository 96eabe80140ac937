/* distance.c: how far one solver is from another along the calls of a workload.
 * In: two solvers with equal functions. Out: for each number of each output the
 * largest distance, and the scale to judge the distance by.
 *
 * Invariant: each solver follows its own states. */
#include <math.h>

#include "base/base.h"
#include "backend/backend.h"
#include "verify/verify.h"

/* One of the two solvers with its state and outputs. */
typedef struct Side {
  const Solver *solver;
  const br_function *function;
  void *state;
  double **out;
} Side;

static Side side_of(Run *run, const Workload *work, const Solver *solver)
{
  Side side = {.solver = solver};
  if (work->object) side.solver = solver_object(run, solver, work->object);
  side.function = solver_function(run, side.solver, work->function);
  side.state = solver_state(run, side.solver);
  side.out = run_alloc(run, (size_t)side.function->noutputs * sizeof(double *));
  for (int i = 0; i < side.function->noutputs; i++) {
    const br_port *port = &side.function->outputs[i];
    side.out[i] = run_doubles(run, (size_t)(port->rows * port->cols));
  }
  return side;
}

/* Makes an item for each number of each output. */
static Distances distances_of(Run *run, const br_function *function)
{
  Distances d = {0};
  for (int i = 0; i < function->noutputs; i++)
    d.count += (size_t)(function->outputs[i].rows * function->outputs[i].cols);
  Distance *next = d.list = run_alloc(run, (d.count + 1) * sizeof *d.list);
  for (int i = 0; i < function->noutputs; i++) {
    const br_port *port = &function->outputs[i];
    for (int k = 0; k < port->rows * port->cols; k++)
      *next++ = (Distance){.port = port, .number = k};
  }
  return d;
}

/* Raises the distances and sizes by the outputs of a call. */
static void compare(const Side *a, const Side *b, int call, Distance *list)
{
  for (int i = 0; i < a->function->noutputs; i++) {
    const br_port *port = &a->function->outputs[i];
    for (int k = 0; k < port->rows * port->cols; k++, list++) {
      const double off = fabs(a->out[i][k] - b->out[i][k]);
      list->squares += off * off;
      list->scale = fmax(list->scale, fabs(b->out[i][k]));
      if (off <= list->worst) continue;
      list->worst = isnan(off) ? INFINITY : off;
      list->call = call;
    }
  }
}

/* A number that stays below this share of the largest number of its output is
 * what rounding leaves of terms that cancel: an acceleration at rest. */
static const double least_share = 1e-9;

/* Gives such numbers the largest size within their output as their scale. */
static void scale_rounding(Distances *d)
{
  for (size_t first = 0, next; first < d->count; first = next) {
    double largest = 0;
    for (next = first;
         next < d->count && d->list[next].port == d->list[first].port; next++)
      largest = fmax(largest, d->list[next].scale);
    for (size_t i = first; i < next; i++)
      if (d->list[i].scale <= least_share * largest) d->list[i].scale = largest;
  }
}

Distances solvers_distances(Run *run, const Workload *work,
                            const Solver *solver, const Solver *exact)
{
  const Side a = side_of(run, work, solver), b = side_of(run, work, exact);
  Distances d = distances_of(run, a.function);
  d.calls = work->steps;
  for (int i = 0; i < work->steps; i++) {
    const int status = a.function->call(a.state, work->inputs[i], a.out);
    if (b.function->call(b.state, work->inputs[i], b.out) != status)
      d.differing++;
    else
      compare(&a, &b, i, d.list);
  }
  scale_rounding(&d);
  return d;
}

double distances_rms(const Distances *d)
{
  double worst = d->differing > 0 ? INFINITY : 0;
  for (size_t i = 0; i < d->count; i++)
    if (d->list[i].scale > 0)
      worst =
          fmax(worst, sqrt(d->list[i].squares / d->calls) / d->list[i].scale);
  return worst;
}

double distances_worst(const Distances *d)
{
  double worst = d->differing > 0 ? INFINITY : 0;
  for (size_t i = 0; i < d->count; i++)
    if (d->list[i].worst > worst * d->list[i].scale)
      worst =
          d->list[i].scale > 0 ? d->list[i].worst / d->list[i].scale : INFINITY;
  return worst;
}
