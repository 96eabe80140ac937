/* contact_bench.c: the motion that a contact's solvers are timed on. In: a
 * Contact. Out: a Workload: sliding and spinning so that the centre of rotation
 * wanders about the patch, with elastic, yielding and plastic bristles at once;
 * where the pressure depends on the normal force, that sweeps its range.
 *
 * Invariant: the reference is the distributed model, whatever the solver is,
 * and loops over the whole grid, empty cells too. */
#include <math.h>

#include "contact.h"
#include "reference/reference.h"

enum { MOST_STEPS = 1000, LEAST_STEPS = 20, CELL_STEPS = 2000000 };

typedef struct ReferenceRun {
  const Contact *model;
  RefContact *contact;
  double *shares; /* of this step, or NULL: they are constant */
  const double *const *const *inputs;
  double *z;
  int steps;
} ReferenceRun;

static void run_reference(void *context)
{
  const ReferenceRun *r = context;
  double wrench[3];
  for (int i = 0; i < r->steps; i++) {
    const double *const *in = r->inputs[i];
    if (r->shares) contact_reference_shares(r->model, in[1][0], r->shares);
    ref_step_euler(r->contact, r->z, in[0], in[1][0], in[2][0], wrench);
  }
}

/* At the phase t of the sweep, N. */
static double load_at(const Contact *c, double t)
{
  const Levels *l = c->levels;
  if (!l) return 1;
  return l->fn[0] + (l->fn[l->count - 1] - l->fn[0]) * (1 - cos(t)) / 2;
}

/* Steps of the solver, and of the reference's cells along the same motion. */
static Workload *sliding(const Contact *c)
{
  const Grid *grid = &contact_map(c)->grid;
  Run *run = c->model.run;
  const double v = c->friction.v_s > 0 ? c->friction.v_s : 1e-3;
  const double half = fmax(grid->sx, grid->sy) / 2;
  const int steps = (int)fmax(
      LEAST_STEPS, fmin(MOST_STEPS, CELL_STEPS / (grid->nx * grid->ny)));
  double *twists = run_doubles(run, 3 * (size_t)steps);
  double *loads = run_doubles(run, (size_t)steps);
  double *dt = run_doubles(run, 1);
  const double ***inputs = run_alloc(run, (size_t)steps * sizeof *inputs);
  *dt = 0.07 * contact_stable_step(c, 15 * v); /* s */
  for (int i = 0; i < steps; i++) {
    const double t = 2 * 3.14159265358979323846 * i / steps;
    double *twist = twists + 3 * i;
    twist[0] = v * (5 + 3 * sin(t));
    twist[1] = v * (2 + 2 * cos(2 * t));
    twist[2] = v / half * (10 + 5 * sin(3 * t));
    const double **in = inputs[i] = run_alloc(run, 3 * sizeof *in);
    in[0] = twist;
    loads[i] = load_at(c, t);
    in[1] = &loads[i];
    in[2] = dt;
  }
  ReferenceRun *reference = run_alloc(run, sizeof *reference);
  reference->steps = steps;
  reference->contact = contact_map_reference(c);
  reference->model = c;
  if (c->levels) {
    reference->shares = run_doubles(run, (size_t)grid->nx * (size_t)grid->ny);
    reference->contact->patch.w = reference->shares;
  }
  reference->inputs = (const double *const *const *)inputs;
  reference->z = run_doubles(run, 2 * (size_t)grid->nx * (size_t)grid->ny);
  Workload *workload = run_alloc(run, sizeof *workload);
  workload->function = "step";
  workload->steps = steps;
  workload->inputs = reference->inputs;
  workload->reference = run_reference;
  workload->context = reference;
  return workload;
}

const Workload *cells_workload(const Contact *c)
{
  enum { FULL_AT_MOST = 64 }; /* above, it takes too long to compile */
  static const Override forms[] = {{"unroll", "full"}, {"unroll", "loop"}};
  Workload *workload = sliding(c);
  workload->cells = c->cells.count;
  if (c->cells.count <= FULL_AT_MOST) {
    workload->variants = forms;
    workload->nvariants = 2;
  }
  return workload;
}

const Workload *reduced_workload(const Contact *c)
{
  return sliding(c);
}
