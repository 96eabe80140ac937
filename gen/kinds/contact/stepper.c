/* stepper.c: one step of a contact's scenario, by the solver or by the
 * reference. In: a Contact and a solver or none. Out: a ContactStepper.
 *
 * Invariant: the steps of the reference are so small that its error is far
 * below the solver's error. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "limit/limit.h"
#include "bristle_rt.h"
#include "kinds/contact/body/body.h"
#include "reference/contact/contact.h"
#include "kinds/contact/reduced/reference.h"
#include "kinds/contact/area.h"
#include "kinds/contact/simulate.h"

/* ---- the solver -------------------------------------------------------- */

typedef struct SolverStepper {
  const Solver *moved; /* the object that steps */
  const br_solver *solver;
  const br_function *function;
  void *state;
  double *values; /* of the state */
} SolverStepper;

static void copy_state(ContactStepper *stepper)
{
  SolverStepper *own = stepper->own;
  own->solver->get(own->state, own->values);
  if (!stepper->contact->scenario->load) return;
  memcpy(stepper->q, own->values, sizeof stepper->q);
  memcpy(stepper->v, own->values + BODY_V, sizeof stepper->v);
}

static int solver_step(ContactStepper *stepper, const double input[3],
                       double fn, double dt, double wrench[3])
{
  SolverStepper *own = stepper->own;
  const double *const in[] = {input, &fn, &dt};
  double *const out[] = {wrench};
  const int status = own->function->call(own->state, in, out);
  memcpy(stepper->v, input, sizeof stepper->v);
  copy_state(stepper);
  return status;
}

static void tune_solver(ContactStepper *stepper, const Contact *tuned,
                        const double *values)
{
  const SolverStepper *own = stepper->own;
  const Where nowhere = {NULL, 0};
  stepper->contact = tuned;
  if (tuning_give(&tuned->model, own->moved, own->state, values) != BR_OK)
    run_fail(tuned->model.run, nowhere, "internal: a tuning is refused");
}

static void start_solver(ContactStepper *stepper, const Solver *solver)
{
  const Contact *c = stepper->contact;
  Run *run = c->model.run;
  const bool has_body = c->scenario->load;
  SolverStepper *own = run_alloc(run, sizeof *own);
  const Solver *moved =
      has_body ? solver_object(run, solver, "body_solver") : solver;
  own->moved = moved;
  own->solver = moved->functions;
  own->function = solver_function(run, moved, has_body ? "body_step" : "step");
  own->state = solver_state(run, moved);
  own->values = run_doubles(run, (size_t)own->solver->nstates);
  own->solver->get(own->state, own->values);
  if (has_body) memcpy(own->values, c->body->com, sizeof c->body->com);
  own->solver->set(own->state, own->values);
  stepper->own = own;
  stepper->z = own->values + (has_body ? BODY_Z : 0);
  stepper->step = solver_step;
  stepper->tune = tune_solver;
  copy_state(stepper);
}

/* ---- the reference ----------------------------------------------------- */

typedef struct ReferenceStepper {
  RefBody body;          /* without a body: its rate function alone is used */
  RefContact *reference; /* body.contact of a per-cell model, or NULL */
  RefReduced *reduced; /* body.contact of a reduced model on levels, or NULL */
  ReducedForce force;  /* the table of `reduced` at the present fn */
  double *shares;      /* of the cells at the present fn, or NULL: constant */
  double *y;           /* pose, velocity, bristles */
  double *kept;        /* bristles of the kept cells, in the solver's order */
  double *work;
} ReferenceStepper;

/* The classical fourth-order step of all bristles. */
static int runge_kutta(const ReferenceStepper *own, const double twist[3],
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

/* Sets the pressure at this fn; a cell without load has no bristle. */
static void set_load(ReferenceStepper *own, const Contact *c, double fn)
{
  const size_t cells = own->body.nz / 2;
  double *z = own->y + 6;
  if (own->reduced) reduced_set_force(c, fn, own->reduced, &own->force);
  if (c->area && fn > 0) contact_reference_shorten(c, own->reference, fn, z);
  if (!own->shares) return;
  contact_reference_shares(c, fn, own->shares);
  own->reference->patch.w = own->shares;
  for (size_t k = 0; k < cells; k++)
    if (own->shares[k] == 0) z[k] = z[cells + k] = 0;
}

static void copy_reference(ContactStepper *stepper)
{
  const ReferenceStepper *own = stepper->own;
  const Cells *cells = &stepper->contact->cells;
  const double *z = own->y + 6;
  memcpy(stepper->q, own->y, sizeof stepper->q);
  memcpy(stepper->v, own->y + 3, sizeof stepper->v);
  if (!own->reference) memcpy(own->kept, z, own->body.nz * sizeof *z);
  for (int k = 0; own->reference && k < cells->count; k++) {
    own->kept[k] = z[cells->index[k]];
    own->kept[cells->count + k] = z[own->body.nz / 2 + (size_t)cells->index[k]];
  }
}

/* Returns the rate at which bristles relax under the twist and load, in 1/s. */
static double relaxation(const Contact *c, const double twist[3], double fn)
{
  const double softer = c->area && fn > 0 ? c->area->fn / fn : 1;
  const double reach = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2;
  const double s = hypot(twist[0], twist[1]) + fabs(twist[2]) * reach;
  return s > 0 ? 2 * softer / contact_stable_step(c, s) : 0;
}

/* Returns the number of equal parts of dt that makes rate * part < 0.8. */
static double parts_of(double dt, double rate)
{
  return fmax(1, ceil(dt * rate / 0.8));
}

static int driven_step(ContactStepper *stepper, const double twist[3],
                       double fn, double dt, double wrench[3])
{
  ReferenceStepper *own = stepper->own;
  const RefBody *b = &own->body;
  const double parts = parts_of(dt, relaxation(stepper->contact, twist, fn));
  int status = BR_OK;
  set_load(own, stepper->contact, fn);
  for (double i = 0; i < parts && status == BR_OK; i++)
    status = runge_kutta(own, twist, fn, dt / parts);
  if (status == BR_SEPARATED) memset(own->y + 6, 0, b->nz * sizeof *own->y);
  memcpy(own->y + 3, twist, 3 * sizeof *twist);
  copy_reference(stepper);
  return b->rate(b->contact, own->y + 6, twist, fn, NULL, wrench);
}

/* Returns the largest rate, in 1/s, of a stuck body on the springs and dampers
 * of its contacts. */
static double body_rate(const Contact *c, const double q[3], double fn)
{
  const Lugre *f = &c->lugre;
  const Body *b = c->body;
  const double *d = b->frame == 1 ? b->com : q;
  const double lever2 = c->u + (d[0] - c->cop[0]) * (d[0] - c->cop[0]) +
                        (d[1] - c->cop[1]) * (d[1] - c->cop[1]);
  const double mobility = b->contacts * (1 / b->mass + lever2 / b->inertia);
  const double hold = mobility * contact_hold_load(c, fmax(fn, 0));
  return sqrt(f->sigma0 * hold) + f->sigma1 * hold +
         f->sigma2 * fmax(fn, 0) * mobility;
}

/* Writes the fastest twist that the contact can reach within the time h. The
 * twist bounds the rate at which bristles relax. */
static void fastest(const Contact *c, const double y[6], const double load[3],
                    double fn, double h, double twist[3])
{
  const Body *b = c->body;
  const double *d = b->frame == 1 ? b->com : y;
  const double push =
      hypot(load[0], load[1]) + b->contacts * fmax(fn, 0) * c->lugre.mu_s;
  const double gain = push / b->mass + hypot(b->gravity[0], b->gravity[1]);
  twist[0] = hypot(y[3], y[4]) + fabs(y[5]) * hypot(d[0], d[1]) + gain * h;
  twist[1] = 0;
  twist[2] = y[5];
}

static int body_step(ContactStepper *stepper, const double load[3], double fn,
                     double dt, double wrench[3])
{
  enum { STRETCHES = 8, MOST_PARTS = 1000000 };
  ReferenceStepper *own = stepper->own;
  const Contact *c = stepper->contact;
  const double h = dt / STRETCHES;
  int status = BR_OK;
  set_load(own, c, fn);
  for (int i = 0; i < STRETCHES && status >= BR_OK; i++) {
    double twist[3];
    fastest(c, own->y, load, fn, h, twist);
    const double parts =
        parts_of(h, relaxation(c, twist, fn) + body_rate(c, own->y, fn));
    if (!(parts <= MOST_PARTS)) return BR_NO_CONVERGENCE;
    status =
        ref_body_step(&own->body, own->y, load, fn, h, (int)parts, own->work);
  }
  copy_reference(stepper);
  if (status < BR_OK) return status;
  return ref_body_rate(&own->body, own->y, load, fn, own->work, wrench);
}

/* Makes the references of the contact. */
static void make_references(ReferenceStepper *own, const Contact *c)
{
  const bool is_reduced = contact_is_reduced(c);
  own->body = contact_reference_body(c);
  if (!is_reduced) {
    own->reference = contact_reference(c);
    own->body.contact = own->reference;
  }
  if (c->levels && is_reduced)
    own->body.contact = own->reduced = reduced_reference(c);
}

static void tune_reference(ContactStepper *stepper, const Contact *tuned,
                           const double *values)
{
  ReferenceStepper *own = stepper->own;
  (void)values;
  stepper->contact = tuned;
  make_references(own, tuned);
  contact_reference_shorten(tuned, own->reference, tuned->fn, own->y + 6);
}

static void start_reference(ContactStepper *stepper)
{
  const Contact *c = stepper->contact;
  Run *run = c->model.run;
  const bool has_body = c->scenario->load;
  const bool is_reduced = contact_is_reduced(c);
  ReferenceStepper *own = run_alloc(run, sizeof *own);
  make_references(own, c);
  const size_t n = own->body.nz;
  own->y = run_doubles(run, 6 + n);
  own->kept = run_doubles(run, n);
  own->work = run_doubles(run, 3 * (6 + n));
  if (c->levels && !is_reduced) own->shares = run_doubles(run, n / 2);
  if (has_body) memcpy(own->y, c->body->com, sizeof c->body->com);
  stepper->own = own;
  stepper->z = own->kept;
  stepper->step = has_body ? body_step : driven_step;
  stepper->tune = tune_reference;
  copy_reference(stepper);
}

ContactStepper *contact_stepper(const Contact *c, const Solver *solver)
{
  ContactStepper *stepper = run_alloc(c->model.run, sizeof *stepper);
  stepper->contact = c;
  if (solver)
    start_solver(stepper, solver);
  else
    start_reference(stepper);
  return stepper;
}
