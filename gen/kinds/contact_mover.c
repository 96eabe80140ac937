/* contact_mover.c: one step of a scenario by whatever moves the contact. In: a
 * Contact and a solver or none. Out: a ContactMover.
 *
 * Invariant: the reference takes steps so small that its own error does not
 * show beside what it is compared with. */
#include <math.h>
#include <string.h>

#include "bristle_rt.h"
#include "contact_reduced.h"
#include "contact_sim.h"

/* ---- the solver -------------------------------------------------------- */

/* What get and set move of a <name>_body: q, v, h, then the bristles. */
enum { BODY_V = 3, BODY_Z = 7 };

typedef struct SolverMover {
  const br_solver *solver;
  const br_function *function;
  void *state;
  double *values; /* of the state */
} SolverMover;

static void look(ContactMover *mover)
{
  SolverMover *own = mover->own;
  own->solver->get(own->state, own->values);
  if (!mover->contact->scenario->load) return;
  memcpy(mover->q, own->values, sizeof mover->q);
  memcpy(mover->v, own->values + BODY_V, sizeof mover->v);
}

static int solver_step(ContactMover *mover, const double input[3], double fn,
                       double dt, double wrench[3])
{
  SolverMover *own = mover->own;
  const double *const in[] = {input, &fn, &dt};
  double *const out[] = {wrench};
  const int status = own->function->call(own->state, in, out);
  memcpy(mover->v, input, sizeof mover->v);
  look(mover);
  return status;
}

static void start_solver(ContactMover *mover, const Solver *solver)
{
  const Contact *c = mover->contact;
  Run *run = c->model.run;
  const bool has_body = c->scenario->load;
  SolverMover *own = run_alloc(run, sizeof *own);
  const Solver *moved =
      has_body ? solver_object(run, solver, "body_solver") : solver;
  own->solver = moved->functions;
  own->function = solver_function(run, moved, has_body ? "body_step" : "step");
  own->state = solver_state(run, moved);
  own->values = run_doubles(run, (size_t)own->solver->nstates);
  own->solver->get(own->state, own->values);
  if (has_body) memcpy(own->values, c->body->com, sizeof c->body->com);
  own->solver->set(own->state, own->values);
  mover->own = own;
  mover->z = own->values + (has_body ? BODY_Z : 0);
  mover->step = solver_step;
  look(mover);
}
/* ---- the reference, driven --------------------------------------------- */

typedef struct ReferenceMover {
  RefContact *reference;
  const RefReduced *reduced; /* NULL: cell by cell */
  double *shares;            /* at this fn, or NULL: they are constant */
  size_t n;                  /* of states */
  double *z, *kept;          /* whole grid; kept cells */
  double *stage, *rates[4];  /* of Runge and Kutta */
} ReferenceMover;

static int reference_rate(const ReferenceMover *own, const double *z,
                          const double twist[3], double fn, double *dz,
                          double *wrench)
{
  return own->reduced ? ref_reduced_rate(own->reduced, z, twist, fn, dz, wrench)
                      : ref_rate(own->reference, z, twist, fn, dz, wrench);
}

/* The classical fourth-order step of all bristles. */
static int runge_kutta(ReferenceMover *own, const double twist[3], double fn,
                       double h)
{
  static const double at[] = {0, 0.5, 0.5, 1};
  for (int i = 0; i < 4; i++) {
    for (size_t k = 0; k < own->n; k++)
      own->stage[k] = own->z[k] + (i ? at[i] * h * own->rates[i - 1][k] : 0);
    const int status =
        reference_rate(own, own->stage, twist, fn, own->rates[i], NULL);
    if (status != REF_OK) return status;
  }
  for (size_t k = 0; k < own->n; k++)
    own->z[k] += h / 6 *
                 (own->rates[0][k] + 2 * own->rates[1][k] +
                  2 * own->rates[2][k] + own->rates[3][k]);
  return REF_OK;
}

/* The patch at this fn; cells that carry nothing have no bristle. */
static void set_load(ReferenceMover *own, const Contact *c, double fn)
{
  const size_t cells = own->n / 2;
  if (!own->shares) return;
  contact_reference_shares(c, fn, own->shares);
  own->reference->patch.w = own->shares;
  for (size_t k = 0; k < cells; k++)
    if (own->shares[k] == 0) own->z[k] = own->z[cells + k] = 0;
}

static void keep_cells(ContactMover *mover)
{
  ReferenceMover *own = mover->own;
  const Cells *cells = &mover->contact->cells;
  if (own->reduced) memcpy(own->kept, own->z, own->n * sizeof *own->z);
  for (int k = 0; k < cells->count && !own->reduced; k++) {
    own->kept[k] = own->z[cells->index[k]];
    own->kept[cells->count + k] = own->z[own->n / 2 + (size_t)cells->index[k]];
  }
}

static int reference_step(ContactMover *mover, const double twist[3], double fn,
                          double dt, double wrench[3])
{
  ReferenceMover *own = mover->own;
  const Contact *c = mover->contact;
  const double reach = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2;
  const double s = hypot(twist[0], twist[1]) + fabs(twist[2]) * reach;
  /* 0.4 of Euler's stable step: a*h = 0.8. */
  const double parts = s > 0 ? ceil(2.5 * dt / contact_stable_step(c, s)) : 1;
  int status = REF_OK;
  set_load(own, c, fn);
  for (double i = 0; i < parts && status == REF_OK; i++)
    status = runge_kutta(own, twist, fn, dt / fmax(parts, 1));
  if (status == REF_SEPARATED) memset(own->z, 0, own->n * sizeof *own->z);
  memcpy(mover->v, twist, sizeof mover->v);
  keep_cells(mover);
  return reference_rate(own, own->z, twist, fn, NULL, wrench);
}

static void start_reference(ContactMover *mover)
{
  const Contact *c = mover->contact;
  Run *run = c->model.run;
  ReferenceMover *own = run_alloc(run, sizeof *own);
  const bool is_reduced =
      c->law == CONTACT_REDUCED || c->law == CONTACT_ELLIPSOID;
  own->reduced = is_reduced ? reduced_reference(c) : NULL;
  own->n =
      is_reduced ? 3 : 2 * (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny;
  own->reference = contact_reference(c);
  own->z = run_doubles(run, own->n);
  own->kept = run_doubles(run, own->n);
  if (c->levels) own->shares = run_doubles(run, own->n / 2);
  own->stage = run_doubles(run, own->n);
  for (int i = 0; i < 4; i++) own->rates[i] = run_doubles(run, own->n);
  mover->own = own;
  mover->z = own->kept;
  mover->step = reference_step;
}

ContactMover *contact_mover(const Contact *c, const Solver *solver)
{
  ContactMover *mover = run_alloc(c->model.run, sizeof *mover);
  mover->contact = c;
  if (solver)
    start_solver(mover, solver);
  else
    start_reference(mover);
  return mover;
}
