/* workload.c: the motions for which bench times a contact's solvers. In: a
 * Contact. Out: Workloads: sliding and spinning with a centre of rotation that
 * wanders about the patch, and with elastic, yielding and plastic bristles at
 * once; a normal force that sweeps its range if the pressure depends on it. A
 * body follows its scenario. Invariant: the reference is the distributed model
 * for any solver, and loops over the whole grid, with empty cells too. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "verify/verify.h"
#include "kinds/contact/body/body.h"
#include "reference/contact/contact.h"
#include "kinds/contact/simulate.h"
#include "kinds/contact/workload.h"

enum { MOST_STEPS = 1000, LEAST_STEPS = 20, CELL_STEPS = 2000000 };

typedef struct ReferenceRun {
  const Contact *model;
  RefContact *contact;
  double *shares; /* in this step, or NULL: they are constant */
  const double *const *const *inputs;
  double *z;
} ReferenceRun;

static void run_reference(void *context, int from, int count)
{
  const ReferenceRun *r = context;
  double wrench[3];
  for (int i = from; i < from + count; i++) {
    const double *const *in = r->inputs[i];
    if (r->shares) contact_reference_shares(r->model, in[1][0], r->shares);
    ref_step_euler(r->contact, r->z, in[0], in[1][0], in[2][0], wrench);
  }
}

/* Returns the normal force at the phase t of the sweep, N. */
static double load_at(const Contact *c, double t)
{
  const Levels *l = c->levels;
  if (!l) return 1;
  return l->fn[0] + (l->fn[l->count - 1] - l->fn[0]) * (1 - cos(t)) / 2;
}

/* ---- a body ---------------------------------------------------------------
 */

/* Returns the distance of the ends over the distance of the exact end from the
 * start: of place or angle, whichever ratio is larger. */
static double way_off(const double *start, const double *end,
                      const double *exact)
{
  const double place = hypot(exact[0] - start[0], exact[1] - start[1]);
  return fmax(hypot(end[0] - exact[0], end[1] - exact[1]) / place,
              fabs(end[2] - exact[2]) / fabs(exact[2] - start[2]));
}

/* A step of a body under a load */
typedef struct BodyCall {
  double load[3], fn, dt;
} BodyCall;

/* Writes the scenario's steps, at most the first `most`. Returns their number.
 */
static int scenario_calls(const Contact *c, BodyCall *calls, int most)
{
  const long stretches = contact_stretches(c->scenario);
  int count = 0;
  for (long i = 0; i < stretches; i++) {
    const Stretch s = contact_stretch(c, i);
    const Inputs held = contact_inputs(c, s.at, NULL, NULL);
    for (long k = 0; k < s.steps; k++) {
      if (count == most) return count;
      BodyCall *call = &calls[count++];
      memcpy(call->load, held.twist_or_load, sizeof call->load);
      call->fn = held.fn;
      call->dt = (s.to - s.from) / (double)s.steps;
    }
  }
  return count;
}

/* Writes the steps of a body without such a scenario: it is thrown and slides
 * to rest. */
static int sliding_calls(const Contact *c, BodyCall *calls, double *start)
{
  enum { CALLS = 100 };
  const double fn = load_at(c, PI / 2);
  const double v = 0.5, reach = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2;
  const double stop = c->lugre.mu_c * fn * c->body->contacts / c->body->mass;
  start[BODY_V] = v;
  start[BODY_V + 2] = v / reach;
  for (int i = 0; i < CALLS; i++)
    calls[i] = (BodyCall){.fn = fn, .dt = 1.5 * v / stop / CALLS};
  return CALLS;
}

static const Motion *body_motion(const Contact *c)
{
  enum { MOST_CALLS = 20000 };
  static const Override exact = {"body.tolerance", "1e-7"};
  Run *run = c->model.run;
  const size_t nstates = contact_is_reduced(c) ? 3 : 2 * (size_t)c->cells.count;
  BodyCall *calls = run_alloc(run, MOST_CALLS * sizeof *calls);
  double *start = run_doubles(run, BODY_Z + nstates);
  /* With feedback the loads are known only during a simulation. */
  const bool has_scenario =
      c->scenario && c->scenario->load && !c->scenario->has_feedback;
  if (has_scenario) memcpy(start, c->body->com, sizeof c->body->com);
  Motion *motion = run_alloc(run, sizeof *motion);
  *motion = (Motion){.object = "body_solver",
                     .function = "body_step",
                     .start = start,
                     .exact = &exact,
                     .off = way_off};
  motion->calls = has_scenario ? scenario_calls(c, calls, MOST_CALLS)
                               : sliding_calls(c, calls, start);
  const double ***inputs =
      run_alloc(run, (size_t)motion->calls * sizeof *inputs);
  for (int i = 0; i < motion->calls; i++) {
    const double **in = inputs[i] = run_alloc(run, 3 * sizeof *in);
    in[0] = calls[i].load;
    in[1] = &calls[i].fn;
    in[2] = &calls[i].dt;
    motion->seconds += calls[i].dt;
  }
  motion->inputs = (const double *const *const *)inputs;
  return motion;
}

/* ---- a contact ----------------------------------------------------------- */

/* Returns steps of the solver, and of the reference's cells, along the same
 * motion. */
static Workload *sliding(const Contact *c)
{
  const Grid *grid = &contact_map(c)->grid;
  Run *run = c->model.run;
  const double v = c->lugre.v_s > 0 ? c->lugre.v_s : 1e-3;
  const double half = fmax(grid->sx, grid->sy) / 2;
  const int steps = (int)fmax(
      LEAST_STEPS, fmin(MOST_STEPS, CELL_STEPS / (grid->nx * grid->ny)));
  double *twists = run_doubles(run, 3 * (size_t)steps);
  double *loads = run_doubles(run, (size_t)steps);
  double *dt = run_doubles(run, 1);
  const double ***inputs = run_alloc(run, (size_t)steps * sizeof *inputs);
  *dt = 0.07 * contact_stable_step(c, 15 * v); /* s */
  for (int i = 0; i < steps; i++) {
    const double t = 2 * PI * i / steps;
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
  reference->contact = contact_map_reference(c);
  reference->model = contact_of_map(c);
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
  workload->peer = contact_peer(c, workload->inputs);
  if (c->levels && !c->compression) {
    workload->simpler = &contact_constant(c)->model;
    workload->simpler_name = "constant";
  }
  workload->motion = c->body ? body_motion(c) : NULL;
  return workload;
}

/* Adds the same contact without the promise of equal bits. */
static void add_free(Workload *workload)
{
  static const Override without[] = {{"reproducible", "false"}};
  static const char *const names[] = {"free"};
  workload->variants = without;
  workload->variant_names = names;
  workload->nvariants = 1;
}

const Workload *cells_workload(const Contact *c)
{
  enum { FULL_AT_MOST = 64 }; /* above, it takes too long to compile */
  static const Override forms[] = {{"unroll", "full"}, {"unroll", "loop"}};
  Workload *workload = sliding(c);
  workload->cells = c->cells.count;
  if (c->model.is_reproducible) {
    add_free(workload);
  } else if (c->cells.count <= FULL_AT_MOST) {
    workload->variants = forms;
    workload->nvariants = 2;
  }
  return workload;
}

const Workload *reduced_workload(const Contact *c)
{
  Workload *workload = sliding(c);
  if (c->model.is_reproducible) add_free(workload);
  return workload;
}
