/* workload.c: the forces for which bench times the projection of a cone. In: a
 * Cone. Out: a Workload: forces all around the cone, one in four inside.
 *
 * Invariant: the reference finds nearest points too, by Dykstra's sweeps over
 * the rows, or for the round cone by many samples. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "kinds/cone/cone.h"
#include "reference/cone/cone.h"

enum { FORCES = 64 };

typedef struct ReferenceRun {
  const Cone *cone;
  const double *forces;
  const double *rows; /* in the metric */
  double *corrections;
} ReferenceRun;

static void run_reference(void *context, int from, int count)
{
  const ReferenceRun *r = context;
  const Cone *c = r->cone;
  const RefCone round = {c->n,
                         c->mu,
                         {c->normal[0], c->normal[1], c->normal[2]},
                         c->f_min,
                         c->f_max};
  double x[CONE_MOST];
  for (int i = from; i < from + count; i++) {
    const double *f = r->forces + i * c->n;
    if (cone_is_closed(c))
      (void)ref_cone_distance(&round, f);
    else
      (void)ref_nearest(c->n, c->nrows, r->rows, c->b, f, x, r->corrections);
  }
}

const Workload *cone_workload(const Model *model)
{
  const Cone *c = (const Cone *)model;
  Run *run = model->run;
  double *forces = run_doubles(run, (size_t)(FORCES * c->n));
  const double ***inputs = run_alloc(run, FORCES * sizeof *inputs);
  for (int i = 0; i < FORCES; i++) {
    const double reach = 10 * c->mu * (0.25 + 3.0 * i / FORCES);
    double z[CONE_MOST];
    for (int d = 0; d < c->n; d++) z[d] = reach * cos(0.7 * i * (d + 1) + d);
    const double load = 5 + 5 * sin(0.3 * i);
    if (c->form == CONE_POINT)
      for (int d = 0; d < c->n; d++) z[d] += load * c->normal[d];
    else
      z[c->form == CONE_PATCH ? 3 : 2] = load;
    cone_from_metric(c, z, forces + i * c->n);
    const double **in = inputs[i] = run_alloc(run, 2 * sizeof *in);
    in[0] = c->is_runtime ? c->normal : forces + i * c->n;
    in[1] = forces + i * c->n;
  }
  ReferenceRun *reference = run_alloc(run, sizeof *reference);
  reference->cone = c;
  reference->forces = forces;
  double *rows = run_doubles(run, (size_t)(c->nrows * c->n + 1));
  for (int k = 0; k < c->nrows; k++)
    cone_metric_row(c, c->A + k * c->n, rows + k * c->n);
  reference->rows = rows;
  reference->corrections = run_doubles(run, (size_t)c->nrows + 1);
  Workload *workload = run_alloc(run, sizeof *workload);
  workload->function = "project";
  workload->steps = FORCES;
  workload->inputs = (const double *const *const *)inputs;
  workload->reference = run_reference;
  workload->context = reference;
  return workload;
}
