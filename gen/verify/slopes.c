/* slopes.c: compares derivatives with differences, for every kind. In: a
 * function of numbers, a point, steps. Out: difference quotients, and the error
 * of a block of derivatives against them.
 *
 * Invariant: a quotient divides by the distance between the two points after
 * rounding. */
#include <math.h>
#include <string.h>

#include "bristle_rt.h"
#include "base/base.h"
#include "verify/verify.h"

/* Writes the quotients by x[by] +- h. */
static bool difference(const Slope *f, const double *x, int by, double h,
                       double *out)
{
  double moved[MOST_SLOPES], high[MOST_SLOPES], low[MOST_SLOPES];
  memcpy(moved, x, (size_t)f->nx * sizeof *x);
  moved[by] = x[by] + h;
  const double above = moved[by];
  if (!f->function(f->context, moved, high)) return false;
  moved[by] = x[by] - h;
  if (!f->function(f->context, moved, low)) return false;
  for (int i = 0; i < f->ny; i++)
    out[i] = (high[i] - low[i]) / (above - moved[by]);
  return true;
}

bool slope_differences(const Slope *f, const double *x, int first, int count,
                       const double *steps, double *second, double *fourth)
{
  for (int j = 0; j < count; j++) {
    double fine[MOST_SLOPES], coarse[MOST_SLOPES];
    if (!difference(f, x, first + j, steps[j], fine)) return false;
    if (fourth && !difference(f, x, first + j, 2 * steps[j], coarse))
      return false;
    for (int i = 0; i < f->ny; i++) {
      if (second) second[i * count + j] = fine[i];
      if (fourth) fourth[i * count + j] = fine[i] + (fine[i] - coarse[i]) / 3;
    }
  }
  return true;
}

double block_size(const double *block, int rows, int cols, double row_arm,
                  double col_arm)
{
  double size = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      size = fmax(size, fabs(block[i * cols + j]) / (i == 2 ? row_arm : 1) /
                            (j == 2 ? col_arm : 1));
  return size;
}

double block_error(const double *got, const double *expected, int rows,
                   int cols, double scale, double row_arm, double col_arm)
{
  double worst = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      const double full =
          scale * (i == 2 ? row_arm : 1) * (j == 2 ? col_arm : 1);
      const double away = fabs(got[i * cols + j] - expected[i * cols + j]);
      worst = worse_of(worst, away == 0 ? 0 : away / full);
    }
  return worst;
}

bool step_jac_is_step(Run *run, const Solver *solver, void *state,
                      const double *start, const double *const *in,
                      double *const *out, int *status)
{
  /* Two compilations may round differently: both are of one. */
  if (solver->rest && !(solver_has(solver, "step") &&
                        solver_has(solver, "step_jac")))
    solver = solver->rest;
  const br_solver *functions = solver->functions;
  const br_port *port = &solver_function(run, solver, "step")->outputs[0];
  const size_t size = (size_t)port->rows * (size_t)port->cols;
  const size_t n = (size_t)functions->nstates;
  double first[MOST_SLOPES], *const plain[] = {first};
  double *ends = run_doubles(run, 2 * n);
  functions->set(state, start);
  const int other = solver_call(run, solver, "step", state, in, plain);
  functions->get(state, ends);
  functions->set(state, start);
  *status = solver_call(run, solver, "step_jac", state, in, out);
  functions->get(state, ends + n);
  return *status == other && memcmp(ends, ends + n, n * sizeof *ends) == 0 &&
         memcmp(first, out[0], size * sizeof *first) == 0;
}
