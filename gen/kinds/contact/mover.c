/* contact_mover.c: one step of a scenario by whatever moves the contact. In: a
 * Contact and a solver or none. Out: a ContactMover.
 *
 * Invariant: the reference takes steps so small that its own error does not
 * show beside what it is compared with. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "limit/limit.h"
#include "bristle_rt.h"
#include "kinds/contact/body/body.h"
#include "kinds/contact/reduced/reduced.h"
#include "kinds/contact/simulate.h"

/* ---- the solver -------------------------------------------------------- */

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
/* ---- the reference ----------------------------------------------------- */

typedef struct ReferenceMover {
  RefBody body;          /* its rate alone where there is none */
  RefContact *reference; /* what body.contact is, cell by cell; or NULL */
  RefReduced *reduced; /* the same of a reduced one on levels of fn; or NULL */
  RefBetween between;  /* its table */
  double *shares;      /* at this fn, or NULL: they are constant */
  double *y;           /* pose, velocity, bristles */
  double *kept;        /* of kept cells */
  double *work;
} ReferenceMover;

/* The classical fourth-order step of all bristles. */
static int runge_kutta(const ReferenceMover *own, const double twist[3],
                       double fn, double h)
{
  static const double at[] = {0, 0.5, 0.5, 1}, weights[] = {1, 2, 2, 1};
  const RefBody *b = &own->body;
  const size_t n = b->nz;
  double *z = own->y + 6, *rate = own->work, *stage = rate + n;
  double *sum = stage + n;
  memset(rate, 0, n * sizeof *rate);
  memcpy(sum, z, n * sizeof *z);
  for (int i = 0; i < 4; i++) {
    for (size_t k = 0; k < n; k++) stage[k] = z[k] + at[i] * h * rate[k];
    const int status = b->rate(b->contact, stage, twist, fn, rate, NULL);
    if (status != BR_OK) return status;
    for (size_t k = 0; k < n; k++) sum[k] += weights[i] * h / 6 * rate[k];
  }
  memcpy(z, sum, n * sizeof *z);
  return BR_OK;
}

/* The patch at this fn; cells that carry nothing have no bristle. */
static void set_load(ReferenceMover *own, const Contact *c, double fn)
{
  const size_t cells = own->body.nz / 2;
  double *z = own->y + 6;
  if (own->reduced) reduced_set_force(c, fn, own->reduced, &own->between);
  if (!own->shares) return;
  contact_reference_shares(c, fn, own->shares);
  own->reference->patch.w = own->shares;
  for (size_t k = 0; k < cells; k++)
    if (own->shares[k] == 0) z[k] = z[cells + k] = 0;
}

static void show(ContactMover *mover)
{
  const ReferenceMover *own = mover->own;
  const Cells *cells = &mover->contact->cells;
  const double *z = own->y + 6;
  memcpy(mover->q, own->y, sizeof mover->q);
  memcpy(mover->v, own->y + 3, sizeof mover->v);
  if (!own->reference) memcpy(own->kept, z, own->body.nz * sizeof *z);
  for (int k = 0; own->reference && k < cells->count; k++) {
    own->kept[k] = z[cells->index[k]];
    own->kept[cells->count + k] = z[own->body.nz / 2 + (size_t)cells->index[k]];
  }
}

/* How fast bristles relax while all of the contact moves at the twist, 1/s. */
static double relaxation(const Contact *c, const double twist[3])
{
  const double reach = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2;
  const double s = hypot(twist[0], twist[1]) + fabs(twist[2]) * reach;
  return s > 0 ? 2 / contact_stable_step(c, s) : 0;
}

/* Parts of dt in which that rate times a part is below 0.8. */
static double parts_of(double dt, double rate)
{
  return fmax(1, ceil(dt * rate / 0.8));
}

static int driven_step(ContactMover *mover, const double twist[3], double fn,
                       double dt, double wrench[3])
{
  ReferenceMover *own = mover->own;
  const RefBody *b = &own->body;
  const double parts = parts_of(dt, relaxation(mover->contact, twist));
  int status = BR_OK;
  set_load(own, mover->contact, fn);
  for (double i = 0; i < parts && status == BR_OK; i++)
    status = runge_kutta(own, twist, fn, dt / parts);
  if (status == BR_SEPARATED) memset(own->y + 6, 0, b->nz * sizeof *own->y);
  memcpy(own->y + 3, twist, 3 * sizeof *twist);
  show(mover);
  return b->rate(b->contact, own->y + 6, twist, fn, NULL, wrench);
}

/* The fastest motion of a stuck body on the springs and dampers of its
 * contacts, 1/s. */
static double body_rate(const Contact *c, const double q[3], double fn)
{
  const Lugre *f = &c->friction;
  const Body *b = c->body;
  const double *d = b->frame == 1 ? b->com : q;
  const double lever2 = c->u + (d[0] - c->cop[0]) * (d[0] - c->cop[0]) +
                        (d[1] - c->cop[1]) * (d[1] - c->cop[1]);
  const double mobility =
      b->contacts * fmax(fn, 0) * (1 / b->mass + lever2 / b->inertia);
  return sqrt(f->sigma0 * mobility) + (f->sigma1 + f->sigma2) * mobility;
}

/* The fastest that the contact can slide by the end of a stretch of h: bristles
 * relax no faster than that lets them. */
static void fastest(const Contact *c, const double y[6], const double load[3],
                    double fn, double h, double twist[3])
{
  const Body *b = c->body;
  const double *d = b->frame == 1 ? b->com : y;
  const double push =
      hypot(load[0], load[1]) + b->contacts * fmax(fn, 0) * c->friction.mu_s;
  const double gain = push / b->mass + hypot(b->gravity[0], b->gravity[1]);
  twist[0] = hypot(y[3], y[4]) + fabs(y[5]) * hypot(d[0], d[1]) + gain * h;
  twist[1] = 0;
  twist[2] = y[5];
}

static int body_step(ContactMover *mover, const double load[3], double fn,
                     double dt, double wrench[3])
{
  enum { STRETCHES = 8, MOST_PARTS = 1000000 };
  ReferenceMover *own = mover->own;
  const Contact *c = mover->contact;
  const double h = dt / STRETCHES;
  int status = BR_OK;
  set_load(own, c, fn);
  for (int i = 0; i < STRETCHES && status >= BR_OK; i++) {
    double twist[3];
    fastest(c, own->y, load, fn, h, twist);
    const double parts =
        parts_of(h, relaxation(c, twist) + body_rate(c, own->y, fn));
    if (!(parts <= MOST_PARTS)) return BR_NO_CONVERGENCE;
    status =
        ref_body_step(&own->body, own->y, load, fn, h, (int)parts, own->work);
  }
  show(mover);
  if (status < BR_OK) return status;
  return ref_body_rate(&own->body, own->y, load, fn, own->work, wrench);
}

static void start_reference(ContactMover *mover)
{
  const Contact *c = mover->contact;
  Run *run = c->model.run;
  const bool has_body = c->scenario->load;
  const bool is_reduced = contact_is_reduced(c);
  ReferenceMover *own = run_alloc(run, sizeof *own);
  own->body = contact_reference_body(c);
  if (!is_reduced) {
    own->reference = contact_reference(c);
    own->body.contact = own->reference;
  }
  const size_t n = own->body.nz;
  own->y = run_doubles(run, 6 + n);
  own->kept = run_doubles(run, n);
  own->work = run_doubles(run, 3 * (6 + n));
  if (c->levels && is_reduced)
    own->body.contact = own->reduced = reduced_reference(c);
  if (c->levels && !is_reduced) own->shares = run_doubles(run, n / 2);
  if (has_body) memcpy(own->y, c->body->com, sizeof c->body->com);
  mover->own = own;
  mover->z = own->kept;
  mover->step = has_body ? body_step : driven_step;
  show(mover);
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
