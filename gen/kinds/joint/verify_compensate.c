/* verify_compensate.c: _compensate and _observe against the reference, over
 * motions with errors. In: a JointTrial. Out: checks.
 *
 * Invariant: each step starts from the state that the solver has. */
#include <math.h>
#include <string.h>

#include "bristle_rt.h"
#include "kinds/joint/verify.h"

static double rounded(const JointTrial *t, double value)
{
  return t->joint->model.is_float ? float_rounded(value) : value;
}

/* Fills the inputs after those of the speeds. */
static void fill_inputs(const Joint *j, const JointMove *m, const double *dt,
                        const double **in)
{
  int n = 0;
  if (j->has_load) in[n++] = &m->load;
  if (j->position.place != PLACE_NONE) in[n++] = &m->q;
  in[n] = dt;
}

typedef struct Errors {
  Check *torque, *state;
} Errors;

/* Compares one step of the compensator from `comp`, which moves on. */
static void compare_step(JointTrial *t, const Solver *solver, void *state,
                         const JointMove *m, double error, double comp[3],
                         const Errors *checks)
{
  const Joint *j = t->joint;
  const RefCompensator r = joint_reference_compensator(j);
  const double dt = rounded(t, 1 / j->loop->rate), measured = m->z;
  const double *in[6] = {&m->v, &measured, &error};
  double torque, expected, end[3] = {comp[0], comp[1], comp[2]};
  double *const out[] = {&torque};
  fill_inputs(j, m, &dt, in + 3);
  solver->functions->set(state, comp);
  const int status = solver_call(t->run, solver, "compensate", state, in, out);
  solver->functions->get(state, comp);
  ref_joint_compensate(&t->reference, &r, end, m->v, measured, error, m->load,
                       m->q, dt, &expected);
  const double scale =
      2 * m->scale * (1 + fabs(r.room)) + j->sigma1 * fabs(m->v);
  check_add(checks->torque,
            status < 0 ? INFINITY : fabs(torque - expected) / scale,
            "v_desired = %g, error = %g", m->v, error);
  /* The factors change by an error of the force, times this. */
  const double s = fabs(m->v - measured) + r.lambda * fabs(error);
  const double factor = 1 + r.adaptation * s * dt * scale;
  /* A correction that nearly cancels the desired speed leaves its rounding. */
  const double unit = j->model.is_float ? 0x1p-24 : 0x1p-53;
  const double way =
      8 * unit * fabs(m->v) * (1 + r.room) * dt / checks->state->tolerance;
  const double wider = 1 + m->blur / checks->state->tolerance;
  check_add(
      checks->state,
      fabs(comp[0] - end[0]) / ((m->zmax + fabs(end[0]) + way) * wider) +
          (fabs(comp[1] - end[1]) + fabs(comp[2] - end[2])) / (factor * wider),
      "v_desired = %g, error = %g", m->v, error);
}

static void verify_compensator(JointTrial *t)
{
  enum { TRIALS = 3000 };
  const Joint *j = t->joint;
  const Solver *solver = solver_object(t->run, t->solver, "comp_solver");
  void *state = solver_state(t->run, solver);
  const double tolerance =
      (j->model.is_float ? 1e-4 : 1e-9) + t->tolerances.force;
  const Errors checks = {
      verify_check(t->verification, "compensate torque", tolerance),
      verify_check(t->verification, "compensate state", tolerance)};
  double comp[3] = {0};
  for (int i = 0; i < TRIALS; i++) {
    JointMove m = joint_move(t, i);
    const double count = j->encoder > 0 ? j->encoder : m.zmax;
    const double error = rounded(t, count * number_random(&t->seed, -3, 3));
    if (i % 20 == 19) m.v = 0;
    m.z = rounded(t, m.v * number_random(&t->seed, 0.5, 1.5));
    compare_step(t, solver, state, &m, error, comp, &checks);
  }
}

/* The torque is the step's force and that of the correction, each with an error
 * of up to the tolerance. */
static void verify_observer(JointTrial *t)
{
  enum { TRIALS = 1000 };
  const Joint *j = t->joint;
  const RefCompensator r = joint_reference_compensator(j);
  Check *check = verify_check(t->verification, "observe", t->tolerances.force);
  for (int i = 0; i < TRIALS; i++) {
    const JointMove m = joint_move(t, i);
    const double error = rounded(t, m.zmax * number_random(&t->seed, -2, 2));
    const double *in[5] = {&m.v, &error};
    double torque, expected, z = m.z, end;
    double *const out[] = {&torque};
    fill_inputs(j, &m, &m.dt, in + 2);
    t->solver->functions->set(t->state, &m.z);
    const int status =
        solver_call(t->run, t->solver, "observe", t->state, in, out);
    t->solver->functions->get(t->state, &end);
    ref_joint_observe(&t->reference, &r, &z, m.v, error, m.load, m.q, m.dt,
                      &expected);
    check_add(check,
              status < 0
                  ? INFINITY
                  : fmax(fabs(torque - expected) / (2 * m.scale),
                         fabs(end - z) / ((m.zmax + fabs(z)) *
                                          (1 + m.blur / t->tolerances.force))),
              "v = %g, error = %g", m.v, error);
  }
}

void joint_verify_compensation(JointTrial *t)
{
  if (!joint_has_compensation(t->joint)) return;
  verify_compensator(t);
  verify_observer(t);
}

void joint_verify_comp_promises(JointTrial *t, const Sample *samples,
                                size_t count)
{
  const double state[] = {samples[0].values[0] * 0, 0.125, -0.125};
  if (!joint_has_compensation(t->joint)) return;
  verify_calls(solver_object(t->run, t->solver, "comp_solver"), state, samples,
               count, t->verification);
}
