/* verify_slopes.c: the derivatives of a joint's step and rate against
 * differences of the reference. In: a JointTrial. Out: checks.
 *
 * Invariant: the places of differences lie within one branch of the law; moves
 * whose branch ends within a difference are left out. */
#include <math.h>

#include "bristle_rt.h"
#include "kinds/joint/verify.h"

/* A difference's step, of a unit of its number */
static const double share = 2e-4;

typedef struct Place {
  const JointTrial *trial;
  double dt;
  bool is_rate;
} Place;

/* x = z, v, load, q; y = force and the new deflection, or the rate. */
static bool evaluate(const void *context, const double *x, double *y)
{
  const Place *p = context;
  const RefJoint *r = &p->trial->reference;
  if (p->is_rate) {
    ref_joint_rate(r, x[0], x[1], x[2], x[3], &y[1], &y[0]);
    return true;
  }
  y[1] = x[0];
  ref_joint_step(r, &y[1], x[1], x[2], x[3], p->dt, &y[0]);
  return true;
}

/* Compares two rows of four numbers, each column times its step's scale. */
static void compare(const JointTrial *t, const JointMove *m, const double *got,
                    const double *expected, const double *rough,
                    const double scales[2], const double units[4], Check *check)
{
  for (int row = 0; row < 2; row++)
    for (int k = 0; k < 4; k++) {
      const int i = 4 * row + k;
      /* The differences of both orders differ by how well they are known; the
       * rounding of q is divided by the step's share of a way. */
      const double blur = k == 3 ? 2 * m->blur / share * scales[row] : 0;
      const double doubt = fabs(expected[i] - rough[i]) + blur / units[k];
      const double error = fmax(0, fabs(got[i] - expected[i]) - doubt);
      check_add(check, error * units[k] / scales[row],
                "%s, [%d][%d], v = %g, u = %g, travel %g", m->what, row, k,
                m->v, m->z / m->zmax, fabs(m->v) * m->dt / m->zmax);
    }
  (void)t;
}

/* Returns true if the law bends, or the level cuts the deflection, within the
 * steps of the differences. An exponential step takes the yielding of u + X. */
static bool has_edge(const JointTrial *t, const JointMove *m, bool is_rate)
{
  const double u = m->z * (m->v < 0 ? -1 : 1) / m->zmax;
  const double X = fabs(m->v) * m->dt / m->zmax, near = 2e-3;
  const Joint *j = t->joint;
  const bool is_frozen =
      j->step == JOINT_EXPONENTIAL && j->s_ba > 0 && !is_rate;
  const double end = is_frozen ? u + X : u, wide = near * (1 + X);
  const double hold =
      ref_joint_hold(&t->reference, m->z, m->load, m->q) / t->joint->sigma0;
  return fabs(u - 1) < near || fabs(u - j->s_ba) < near ||
         fabs(end - 1) < wide || fabs(end - j->s_ba) < wide ||
         fabs(fabs(m->z) - hold) < near * hold;
}

/* Returns a way of q over which P(q) changes little. */
static double turn_of(const Joint *j, double q)
{
  const JointPosition *p = &j->position;
  if (p->length > 0) return p->length / fmax(16, p->pieces);
  if (p->place == PLACE_NONE) return 0.1;
  double turn = 1e-9;
  const double here = joint_factor(j, q);
  while (turn < 0.1 && fabs(joint_factor(j, q + 2 * turn) - here) +
                               fabs(joint_factor(j, q - 2 * turn) - here) <
                           0.02 * here)
    turn *= 2;
  return turn;
}

static void compare_move(JointTrial *t, const JointMove *m, bool is_rate,
                         Check *check)
{
  const Joint *j = t->joint;
  const double x[4] = {m->z, m->v, m->load, m->q};
  const double load = m->load != 0 ? fabs(m->load) : 1;
  const double turn = turn_of(j, m->q);
  const double units[4] = {m->zmax, fabs(m->v), load, turn};
  double steps[4], second[8], fourth[8], got[8], force;
  for (int k = 0; k < 4; k++) steps[k] = share * units[k];
  if (has_edge(t, m, is_rate)) return;
  if (m->blur > t->tolerances.force) { /* differences would show roundings */
    check_add(check, 0, "roundings of q hide the factor of position");
    return;
  }
  const Place place = {t, m->dt, is_rate};
  const Slope slope = {evaluate, &place, 4, 2};
  if (!slope_differences(&slope, x, 0, 4, steps, second, fourth)) return;
  const double *in[4];
  double *const jac[] = {&force, got, got + 4}, *const rate[] = {got + 4, got};
  joint_inputs(j, &m->v, &m->load, &m->q, &m->dt, in);
  t->solver->functions->set(t->state, &m->z);
  const int status =
      solver_call(t->run, t->solver, is_rate ? "rate_jac" : "step_jac",
                  t->state, in, is_rate ? (double *const *)rate : jac);
  const double scales[2] = {m->scale + j->sigma1 * fabs(m->v),
                            is_rate ? fabs(m->v) : m->zmax + fabs(m->z)};
  if (status < 0)
    check_add(check, INFINITY, "%s, status %d", m->what, status);
  else
    compare(t, m, got, fourth, second, scales, units, check);
}

void joint_verify_slopes(JointTrial *t)
{
  enum { TRIALS = 700 };
  Verification *v = t->verification;
  Check *step = verify_check(v, "step_jac", t->tolerances.jacobian);
  Check *rate = verify_check(v, "rate_jac", t->tolerances.jacobian);
  Check *same = verify_check(v, "step_jac's own step", 0);
  for (int i = 0; i < TRIALS; i++) {
    const JointMove m = joint_move(t, i);
    double force, force_d[4], z_d[4];
    double *const out[] = {&force, force_d, z_d};
    const double *in[4];
    int status;
    joint_inputs(t->joint, &m.v, &m.load, &m.q, &m.dt, in);
    check_add(
        same,
        step_jac_is_step(t->run, t->solver, t->state, &m.z, in, out, &status)
            ? 0
            : 1,
        "%s", m.what);
    progress_step("derivatives", (double)i / TRIALS);
    if (i % 7 == 5) continue; /* tiny travels: the differences are rounding */
    compare_move(t, &m, false, step);
    if (i % 7 != 6) compare_move(t, &m, true, rate);
  }
}
