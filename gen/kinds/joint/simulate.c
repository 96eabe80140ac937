/* simulate.c: the scenario of a joint. In: a Joint, and a solver or NULL for
 * the reference. Out: a Recording, a row for the start and one for each step.
 *
 * Each step is implicit: the speed at its end solves J (v1 - v0)/dt = drive -
 * spring (q0 + dt v1 - at) + force(v1), one equation in one number. Invariant:
 * drive and load are taken at the end of the step, the position of the law at
 * its start. */
#include <math.h>

#include "bristle_rt.h"
#include "status.h"
#include "kinds/joint/verify.h"

static const Column linear_columns[] = {
    {"t", "s"}, {"q", "m"},     {"v", "m/s"}, {"force", "N"},
    {"z", "m"}, {"drive", "N"}, {"load", "N"}};
static const Column rotary_columns[] = {
    {"t", "s"},   {"q", "rad"},     {"v", "rad/s"}, {"force", "N m"},
    {"z", "rad"}, {"drive", "N m"}, {"load", "N m"}};
enum { COLUMNS = COUNT(linear_columns) };

typedef struct Sim {
  const Joint *joint;
  const JointScenario *scenario;
  RefJoint reference;
  const Solver *solver; /* or NULL */
  void *state;
  Run *run;
  double q, v, z, t;
  double drive, load; /* of the present step */
  double force;
} Sim;

static double call_at(const Sim *sim, const Value *function, double t)
{
  double value;
  if (!function) return 0;
  spec_call(sim->joint->model.spec, function, &t, 1, &value, 1);
  if (!isfinite(value))
    run_fail(sim->run, function->where, "the scenario gives %s at %g s",
             number_plain(sim->run, value), t);
  return value;
}

/* Returns friction over dt at the speed v of the axis; *z becomes the end. */
static double friction(Sim *sim, double v, double dt, double *z)
{
  const Joint *j = sim->joint;
  const double slip = v - sim->scenario->belt;
  double force = 0;
  *z = sim->z;
  if (!sim->solver && joint_has_state(j)) {
    ref_joint_step(&sim->reference, z, slip, sim->load, sim->q, dt, &force);
    return force;
  }
  if (!sim->solver)
    return ref_joint_steady(&sim->reference, slip, sim->load, sim->q);
  const double *in[4];
  double *const out[] = {&force};
  joint_inputs(j, &slip, &sim->load, &sim->q, &dt, in);
  if (joint_has_state(j)) sim->solver->functions->set(sim->state, z);
  const int status =
      solver_call(sim->run, sim->solver, "step", sim->state, in, out);
  if (joint_has_state(j)) sim->solver->functions->get(sim->state, z);
  if (status < 0)
    run_fail(sim->run, j->model.spec->root.where,
             "the simulation stops at %g s: %s", sim->t,
             br_status_reason(status));
  return force;
}

/* What the axis lacks of its equation at the end speed v, as a force: falls
 * with v. */
static double lack(Sim *sim, double v, double dt)
{
  const JointScenario *s = sim->scenario;
  double z;
  return sim->drive - s->spring * (sim->q + dt * v - s->at) +
         friction(sim, v, dt, &z) - s->inertia * (v - sim->v) / dt;
}

/* Coulomb's axis rests on the belt where friction can do what that takes. */
static bool rests(Sim *sim, double dt)
{
  const JointScenario *s = sim->scenario;
  if (joint_has_state(sim->joint)) return false;
  const double needed = sim->drive -
                        s->spring * (sim->q + dt * s->belt - s->at) -
                        s->inertia * (s->belt - sim->v) / dt;
  const double most =
      ref_joint_hold(&sim->reference, needed, sim->load, sim->q);
  if (fabs(needed) > most) return false;
  sim->force = -needed;
  sim->v = s->belt;
  return true;
}

/* Finds the end speed nearest to the present one: a bracket that grows from
 * there, then the method of Illinois with bisection. */
static double end_speed(Sim *sim, double dt)
{
  enum { ROUNDS = 200 };
  double a = sim->v, fa = lack(sim, a, dt);
  if (fa == 0) return a;
  double width = fabs(fa) * dt / sim->scenario->inertia * 1e-3 + 1e-300;
  double b = a, fb = fa;
  for (int i = 0; i < ROUNDS && fa * fb > 0; i++, width *= 2) {
    a = b;
    fa = fb;
    b += fa > 0 ? width : -width;
    fb = lack(sim, b, dt);
  }
  for (int i = 0; i < ROUNDS; i++) {
    const double tolerance = 1e-15 * (fabs(a) + fabs(b));
    if (fb == 0 || fabs(b - a) <= tolerance) break;
    double c = i % 3 == 2 ? (a + b) / 2 : b - fb * (b - a) / (fb - fa);
    if (!(c > fmin(a, b) && c < fmax(a, b))) c = (a + b) / 2;
    const double fc = lack(sim, c, dt);
    if (fc * fb < 0) {
      a = b;
      fa = fb;
    } else {
      fa /= 2;
    }
    b = c;
    fb = fc;
  }
  return b;
}

static void advance(Sim *sim, double dt)
{
  const JointScenario *s = sim->scenario;
  double z;
  const double before = sim->v;
  sim->t += dt;
  sim->drive = call_at(sim, s->drive, sim->t);
  sim->load = call_at(sim, s->load, sim->t);
  if (s->v) {
    /* The speed of the middle, so that the travel is that of the function. */
    sim->v = call_at(sim, s->v, sim->t - dt / 2);
  } else if (rests(sim, dt)) {
    sim->q += dt * sim->v;
    return;
  } else {
    sim->v = end_speed(sim, dt);
  }
  sim->force = friction(sim, sim->v, dt, &z);
  if (!joint_has_state(sim->joint) && sim->v == s->belt)
    sim->force = 0 * before;
  sim->z = z;
  sim->q += dt * sim->v;
}

static void record(const Sim *sim, Recording *recording)
{
  const double row[COLUMNS] = {sim->t, sim->q,     sim->v,   sim->force,
                               sim->z, sim->drive, sim->load};
  recording_add(recording, row);
}

static Sim sim_new(const Joint *j, const Solver *solver)
{
  Sim sim = {.joint = j,
             .scenario = j->scenario,
             .reference = joint_reference(j),
             .solver = solver,
             .run = j->model.run,
             .q = j->scenario->q,
             .v = j->scenario->v_start,
             .z = j->scenario->z};
  if (solver) sim.state = solver_state(sim.run, solver);
  return sim;
}

Recording *joint_simulate(const Model *model, const Solver *solver,
                          Progress *progress)
{
  const Joint *j = (const Joint *)model;
  if (!j->scenario)
    run_fail(model->run, model->spec->root.where,
             "the joint has no scenario to simulate; add scenario = "
             "{ duration = ..., dt = ... }");
  Sim sim = sim_new(j, solver);
  const JointScenario *s = sim.scenario;
  Recording *recording =
      recording_new(model->run, model->spec->root.where,
                    j->is_rotary ? rotary_columns : linear_columns, COLUMNS);
  const long steps = lround(s->duration / s->dt);
  double z = sim.z;
  sim.drive = call_at(&sim, s->drive, 0);
  sim.load = call_at(&sim, s->load, 0);
  if (s->v) sim.v = call_at(&sim, s->v, 0);
  sim.force = friction(&sim, sim.v, 0, &z);
  record(&sim, recording);
  for (long i = 0; i < steps; i++) {
    sim.t = (double)i * s->dt;
    advance(&sim, s->dt);
    record(&sim, recording);
    progress_show(progress, (double)(i + 1) / (double)steps);
  }
  return recording;
}
