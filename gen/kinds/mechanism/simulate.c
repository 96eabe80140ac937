/* simulate.c: the scenario of a mechanism. In: a Mechanism, and a solver or
 * NULL for the reference. Out: a Recording, a row for each step; it ends where
 * the contact lifts.
 *
 * Invariant: a step holds the inputs of its middle, whoever steps, and kinetic
 * + potential = their start + work + friction_work to the accuracy of steps. */
#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/dense.h"
#include "reference/mechanism/mechanism.h"
#include "status.h"

#include <math.h>
#include <string.h>

enum { MOST_COLUMNS = 2 * MOST_COORDINATES + MOST_INPUTS + 16 };

/* Forces at one instant, and their powers. */
typedef struct Forces {
  double normal[3], friction[3];
  double power;          /* of all forces but friction and potential */
  double friction_power; /* on the coordinates */
} Forces;

typedef struct Sim {
  const Mechanism *s;
  RefMechanism *reference;
  const Solver *solver; /* or NULL */
  void *state;
  double values[MOST_STATES], u[MOST_INPUTS];
  double work, friction_work;
  bool is_lifted; /* at the last forces */
} Sim;

static const Column *columns_of(const Mechanism *s, size_t *count)
{
  Run *run = s->model.run;
  static const char *const point[] = {"x", "y", "z"};
  Column *c = run_alloc(run, MOST_COLUMNS * sizeof *c);
  size_t n = 0;
  c[n++] = (Column){"t", "s"};
  for (int i = 0; i < s->n; i++) c[n++] = (Column){s->q_names[i], "1"};
  for (int i = 0; i < s->n; i++)
    c[n++] = (Column){run_printf(run, "d_%s", s->q_names[i]), "1/s"};
  for (int i = 0; i < s->nu; i++)
    c[n++] = (Column){run_printf(run, "u_%s", s->u_names[i]), "1"};
  for (int k = 0; k < s->d; k++)
    c[n++] = (Column){run_printf(run, "p_%s", point[k]), "m"};
  if (s->d > 0) c[n++] = (Column){"normal", "N"};
  for (int k = 0; s->friction.law && k < s->d; k++)
    c[n++] = (Column){run_printf(run, "f_%s", point[k]), "N"};
  c[n++] = (Column){"kinetic", "J"};
  if (s->potential.function) c[n++] = (Column){"potential", "J"};
  c[n++] = (Column){"work", "J"};
  if (s->friction.law) c[n++] = (Column){"friction_work", "J"};
  c[n++] = (Column){"drift", "1"};
  *count = n;
  return c;
}

static void require(const Sim *sim, int status, double t)
{
  if (status >= 0) return;
  run_fail(sim->s->model.run, sim->s->model.spec->root.where,
           "the simulation stops at %g s: %s", t, br_status_reason(status));
}

/* Returns the forces under the inputs at time t. */
static Forces forces_at(Sim *sim, double t)
{
  const Mechanism *s = sim->s;
  const double *v = sim->values + s->n, *in[2] = {sim->u, &t};
  double reaction[MOST_COORDINATES], Qf[MOST_COORDINATES] = {0};
  Forces f = {{0}, {0}, 0, 0};
  if (sim->solver) {
    double *all[] = {f.normal, NULL, f.friction, reaction, Qf};
    double *only[] = {reaction};
    const int status =
        solver_call(s->model.run, sim->solver, "forces", sim->state,
                    s->nu ? in : in + 1, s->d ? all : only);
    require(sim, status, t);
    sim->is_lifted = status == BR_LIFTED;
  } else {
    RefMotion motion;
    require(
        sim,
        ref_mechanism_solve(sim->reference, sim->values, sim->u, t, &motion),
        t);
    sim->is_lifted = motion.is_lifted;
    memcpy(f.normal, motion.normal, sizeof f.normal);
    memcpy(f.friction, motion.friction, sizeof f.friction);
    memcpy(reaction, motion.Qc, sizeof reaction);
    memcpy(Qf, motion.Qf, sizeof Qf);
  }
  f.power = ref_mechanism_power(sim->reference, sim->values, t, sim->u);
  for (int i = 0; i < s->n; i++) {
    f.power += reaction[i] * v[i];
    f.friction_power += Qf[i] * v[i];
  }
  return f;
}

static void record(Sim *sim, Recording *recording, double t)
{
  const Mechanism *s = sim->s;
  const RefMechanism *reference = sim->reference;
  const RefLine at = {.q = sim->values, .t = t};
  double row[MOST_COLUMNS], point[3], drifts[MOST_ROWS], drift = 0;
  size_t n = 0;
  mechanism_input(s, t, sim->u);
  const Forces f = forces_at(sim, t);
  row[n++] = t;
  for (int i = 0; i < 2 * s->n; i++) row[n++] = sim->values[i];
  for (int i = 0; i < s->nu; i++) row[n++] = sim->u[i];
  if (s->d > 0) reference->contact(reference->context, &at, point);
  for (int k = 0; k < s->d; k++) row[n++] = point[k];
  if (s->d > 0) row[n++] = ref_length(f.normal, 3);
  for (int k = 0; s->friction.law && k < s->d; k++) row[n++] = f.friction[k];
  row[n++] = ref_mechanism_kinetic(reference, sim->values, t);
  if (s->potential.function)
    row[n++] = reference->potential(reference->context, &at);
  row[n++] = sim->work;
  if (s->friction.law) row[n++] = sim->friction_work;
  if (s->mh > 0) reference->constraint(reference->context, &at, drifts);
  for (int r = 0; r < s->mh; r++) drift = fmax(drift, fabs(drifts[r]));
  row[n++] = drift;
  recording_add(recording, row);
}

static void advance(Sim *sim, double t, double dt)
{
  const Mechanism *s = sim->s;
  const double *all[3] = {sim->u, &t, &dt};
  int status;
  mechanism_input(s, t + dt / 2, sim->u);
  const Forces before = forces_at(sim, t);
  if (sim->solver) {
    status = solver_call(s->model.run, sim->solver, "step", sim->state,
                         s->nu ? all : all + 1, NULL);
    sim->solver->functions->get(sim->state, sim->values);
  } else {
    status = ref_mechanism_step(sim->reference, sim->values, sim->u, t, dt);
  }
  require(sim, status, t);
  const Forces after = forces_at(sim, t + dt);
  sim->work += dt * (before.power + after.power) / 2;
  sim->friction_work += dt * (before.friction_power + after.friction_power) / 2;
}

static Sim sim_new(const Mechanism *s, const Solver *solver)
{
  const MechanismScenario *scenario = s->scenario;
  Run *run = s->model.run;
  Sim sim = {.s = s, .reference = mechanism_reference(s), .solver = solver};
  memcpy(sim.values, scenario->q, (size_t)s->n * sizeof *sim.values);
  memcpy(sim.values + s->n, scenario->qd, (size_t)s->n * sizeof *sim.values);
  if (!solver) return sim;
  sim.state = solver_state(run, solver);
  solver->functions->set(sim.state, sim.values);
  return sim;
}

Recording *mechanism_simulate(const Model *model, const Solver *solver,
                              Progress *progress)
{
  const Mechanism *s = (const Mechanism *)model;
  Run *run = model->run;
  if (!s->scenario)
    run_fail(run, model->spec->root.where,
             "there is nothing to simulate: add scenario = { duration = ..., "
             "dt = ..., q = { ... } }");
  const MechanismScenario *scenario = s->scenario;
  Sim sim = sim_new(s, solver);
  size_t count;
  const Column *columns = columns_of(s, &count);
  Recording *recording =
      recording_new(run, model->spec->root.where, columns, count);
  const long steps = lround(scenario->duration / scenario->dt);
  for (long i = 0; i <= steps; i++) {
    const double t = (double)i * scenario->dt;
    record(&sim, recording, t);
    if (sim.is_lifted) {
      recording->ended = run_printf(
          run,
          "the simulation ends at %.6g s of %.6g s: the contact lifts, because "
          "the surface would have to pull",
          t, scenario->duration);
      break;
    }
    if (i < steps) advance(&sim, t, scenario->dt);
    progress_show(progress, (double)i / (double)steps);
  }
  return recording;
}
