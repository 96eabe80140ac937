/* verify.c: compares a joint's solver with the reference. In: a solver, or one
 * compiled from a file that was emitted earlier. Out: checks: steps, rates,
 * steady motion, two steps in place of one, energy.
 *
 * Invariant: tolerances are relative to the largest term of the force, and to
 * the deflections at both ends. */
#include <math.h>
#include <string.h>

#include "bristle_rt.h"
#include "kinds/joint/verify.h"

static double real_of(const JointTrial *t, double value)
{
  return t->joint->model.is_float ? float_rounded(value) : value;
}

static double power_of_ten(JointTrial *t, double low, double high)
{
  return pow(10, number_random(&t->seed, low, high));
}

static double either_sign(JointTrial *t)
{
  return number_random(&t->seed, -1, 1) < 0 ? -1 : 1;
}

/* ---- moves -----------------------------------------------------------------
 */

static double random_position(JointTrial *t)
{
  const JointPosition *p = &t->joint->position;
  if (p->place == PLACE_NONE) return 0;
  const double length = p->length > 0 ? p->length : 1;
  return p->from + length * number_random(&t->seed, -0.6, 2.6);
}

/* Returns a speed: around the Stribeck speed, or any. */
static double random_speed(JointTrial *t)
{
  const Joint *j = t->joint;
  const double unit = joint_has_stribeck(j) ? j->side[0].v_s : 0.05;
  return either_sign(t) * unit * power_of_ten(t, -3, 1.5);
}

static double force_scale(const JointTrial *t, const JointMove *m)
{
  const Joint *j = t->joint;
  const RefJoint *r = &t->reference;
  const double level = ref_joint_level(r, m->v, m->load, m->q);
  return level + j->sigma0 * fabs(m->z) +
         (j->sigma1 + j->side[m->v < 0].sigma2) * fabs(m->v);
}

JointMove joint_move(JointTrial *t, int i)
{
  static const char *const names[] = {
      "any travel", "a short travel", "a long one",       "from the limit",
      "a reversal", "a tiny travel",  "beyond what holds"};
  enum { KINDS = COUNT(names) };
  /* Travel over the limit, as powers of ten. */
  static const double travels[KINDS][2] = {
      {-1, 0.7}, {-3, -1}, {0.7, 3}, {-2, 0.5}, {-1, 0.5}, {-9, -3}, {-1, 0.5}};
  const Joint *j = t->joint;
  const int kind = i % KINDS;
  JointMove m = {.what = names[kind]};
  m.v = real_of(t, random_speed(t));
  m.load = j->has_load ? real_of(t, either_sign(t) *
                                        (j->most_load > 0 ? j->most_load : 10) *
                                        power_of_ten(t, -3, 0))
                       : 0;
  m.q = real_of(t, random_position(t));
  /* The yielding near the limit magnifies it. */
  m.blur = joint_place_blur(j, m.q) * (j->s_ba > 0 ? 2 / (1 - j->s_ba) : 1);
  const double wider = 1 + m.blur / t->tolerances.force;
  if (!joint_has_state(j)) {
    m.scale = force_scale(t, &m) * wider;
    return m;
  }
  const double sign = m.v < 0 ? -1 : 1;
  m.zmax = ref_joint_level(&t->reference, m.v, m.load, m.q) / j->sigma0;
  const double share = kind == 3   ? number_random(&t->seed, 0.9, 1)
                       : kind == 4 ? number_random(&t->seed, -1, -0.3)
                       : kind == 6 ? number_random(&t->seed, 1.1, 3)
                                   : number_random(&t->seed, -0.5, 1);
  const double hold =
      ref_joint_hold(&t->reference, sign * share, m.load, m.q) / j->sigma0;
  m.z = real_of(t, sign * share * (kind == 6 ? hold : fmin(hold, m.zmax)));
  m.dt =
      real_of(t, m.zmax * power_of_ten(t, travels[kind][0], travels[kind][1]) /
                     fabs(m.v));
  m.scale = force_scale(t, &m) * wider;
  return m;
}

void joint_inputs(const Joint *j, const double *v, const double *load,
                  const double *q, const double *dt, const double **in)
{
  int n = 0;
  in[n++] = v;
  if (j->has_load) in[n++] = load;
  if (j->position.place != PLACE_NONE) in[n++] = q;
  in[n] = dt;
}

int joint_try(const JointTrial *t, const JointMove *m, double *z, double *force)
{
  const double *in[4];
  double *const out[] = {force};
  joint_inputs(t->joint, &m->v, &m->load, &m->q, &m->dt, in);
  const bool has_state = joint_has_state(t->joint);
  if (has_state) t->solver->functions->set(t->state, &m->z);
  const int status = solver_call(t->run, t->solver, "step", t->state, in, out);
  if (z && has_state) t->solver->functions->get(t->state, z);
  return status;
}

/* ---- steps ------------------------------------------------------------------
 */

static double relative(double difference, double scale)
{
  return difference == 0 ? 0 : fabs(difference) / scale;
}

/* Without the table's error, P(q) makes no difference to a travel of units of
 * zmax; with the error, long travels do not see it either. */
static void compare_step(JointTrial *t, const JointMove *m, Check *force_check,
                         Check *z_check)
{
  double z = 0, force, expected_z = m->z, expected;
  const int status = joint_try(t, m, &z, &force);
  if (!joint_has_state(t->joint)) {
    expected = ref_joint_steady(&t->reference, m->v, m->load, m->q);
  } else {
    ref_joint_step(&t->reference, &expected_z, m->v, m->load, m->q, m->dt,
                   &expected);
    check_add(z_check,
              status < 0 ? INFINITY
                         : relative(z - expected_z,
                                    (fabs(m->z) + fabs(expected_z) + m->zmax) *
                                        (1 + m->blur / t->tolerances.force)),
              "%s, u = %g, travel %g", m->what, m->z / m->zmax,
              fabs(m->v) * m->dt / m->zmax);
  }
  check_add(force_check,
            status < 0 ? INFINITY : relative(force - expected, m->scale),
            "%s, v = %g, u = %g, travel %g", m->what, m->v, m->z / m->zmax,
            fabs(m->v) * m->dt / m->zmax);
}

static void verify_steps(JointTrial *t)
{
  enum { TRIALS = 4000 };
  Check *force =
      verify_check(t->verification, "step force", t->tolerances.force);
  Check *z = joint_has_state(t->joint)
                 ? verify_check(t->verification, "step z", t->tolerances.force)
                 : NULL;
  for (int i = 0; i < TRIALS; i++) {
    const JointMove m = joint_move(t, i);
    compare_step(t, &m, force, z);
  }
}

static void verify_rates(JointTrial *t)
{
  enum { TRIALS = 2000 };
  Check *rate = verify_check(t->verification, "rate dz", t->tolerances.force);
  Check *force =
      verify_check(t->verification, "rate force", t->tolerances.force);
  Check *same = verify_check(t->verification, "friction is rate's force", 0);
  for (int i = 0; i < TRIALS; i++) {
    const JointMove m = joint_move(t, i);
    const double *in[4];
    double dz, f, sample, expected_dz, expected;
    double *const out[] = {&dz, &f}, *const sampled[] = {&sample};
    joint_inputs(t->joint, &m.v, &m.load, &m.q, &m.dt, in);
    t->solver->functions->set(t->state, &m.z);
    const int status =
        solver_call(t->run, t->solver, "rate", t->state, in, out);
    solver_call(t->run, t->solver, "friction", t->state, in, sampled);
    ref_joint_rate(&t->reference, m.z, m.v, m.load, m.q, &expected_dz,
                   &expected);
    /* Dahl's bristle beyond the limit returns by a power of its excess. */
    const double scale =
        fmax(fabs(m.v) * (1 + fabs(m.z) / m.zmax), fabs(expected_dz)) *
        (1 + m.blur / t->tolerances.force);
    check_add(rate, status < 0 ? INFINITY : relative(dz - expected_dz, scale),
              "%s, v = %g, u = %g", m.what, m.v, m.z / m.zmax);
    check_add(force, relative(f - expected, m.scale + t->joint->sigma1 * scale),
              "%s, v = %g, u = %g", m.what, m.v, m.z / m.zmax);
    check_add(same, sample == f ? 0 : 1, "%s", m.what);
  }
}

static void verify_steady(JointTrial *t)
{
  enum { TRIALS = 1000 };
  Check *check = verify_check(t->verification, "steady", t->tolerances.force);
  for (int i = 0; i < TRIALS; i++) {
    JointMove m = joint_move(t, 2);
    const double *in[4];
    double f;
    double *const out[] = {&f};
    if (i % 50 == 0) m.v = 0;
    joint_inputs(t->joint, &m.v, &m.load, &m.q, &m.dt, in);
    const int status =
        solver_call(t->run, t->solver, "steady", t->state, in, out);
    const double expected = ref_joint_steady(&t->reference, m.v, m.load, m.q);
    check_add(check, status < 0 ? INFINITY : relative(f - expected, m.scale),
              "v = %g", m.v);
  }
}

/* ---- properties
 * -------------------------------------------------------------- */

/* A step of a + b, and steps of a and of b. */
static void verify_semigroup(JointTrial *t)
{
  enum { TRIALS = 3000 };
  if (t->joint->step == JOINT_EXPONENTIAL && t->joint->s_ba > 0) return;
  Check *check = verify_check(t->verification, "two steps are one",
                              t->tolerances.semigroup);
  for (int i = 0; i < TRIALS; i++) {
    JointMove m = joint_move(t, i);
    double whole, halves, force;
    const double dt = m.dt, share = number_random(&t->seed, 0, 1);
    const double first = real_of(t, share * dt);
    joint_try(t, &m, &whole, &force);
    m.dt = first;
    joint_try(t, &m, &halves, &force);
    JointMove second = m;
    second.z = halves;
    second.dt = real_of(t, dt - first);
    joint_try(t, &second, &halves, &force);
    check_add(check, relative(whole - halves, fabs(m.zmax) + fabs(m.z)),
              "%s, u = %g, travel %g", m.what, m.z / m.zmax,
              fabs(m.v) * dt / m.zmax);
  }
}

/* At rest nothing moves, to the last bit. */
static void verify_rest(JointTrial *t)
{
  enum { TRIALS = 500 };
  Check *check = verify_check(t->verification, "rest", 0);
  for (int i = 0; i < TRIALS; i++) {
    JointMove m = joint_move(t, i);
    double z = 0, force;
    m.v = 0;
    if (i % 7 == 6) continue; /* beyond what holds */
    const double most =
        joint_has_state(t->joint)
            ? ref_joint_hold(&t->reference, m.z, m.load, m.q) / t->joint->sigma0
            : 0;
    if (fabs(m.z) > (0.999 - m.blur) * most) continue;
    m.dt = 3600;
    const int status = joint_try(t, &m, &z, &force);
    check_add(check, status == BR_OK && z == m.z ? 0 : 1, "u = %g",
              m.z / m.zmax);
  }
}

/* A load that falls takes the deflection with it. */
static void verify_fall(JointTrial *t)
{
  enum { TRIALS = 500 };
  const Joint *j = t->joint;
  if (!joint_has_state(j)) return;
  Check *check =
      verify_check(t->verification, "level falls at rest", t->tolerances.force);
  for (int i = 0; i < TRIALS; i++) {
    JointMove m = joint_move(t, 6);
    double z, force;
    const double hold = ref_joint_hold(&t->reference, m.z, m.load, m.q);
    m.v = 0;
    joint_try(t, &m, &z, &force);
    check_add(
        check,
        relative(fabs(force) - hold, hold * (1 + m.blur / t->tolerances.force)),
        "z = %g", m.z);
  }
}

/* F v dt is the change of stored energy and what is lost, where the law is
 * passive: with u in [-1, 1] the loss is (1 - f(u)) u and at least 0. */
static void verify_energy(JointTrial *t)
{
  enum { TRIALS = 2000 };
  const Joint *j = t->joint;
  Check *check = verify_check(t->verification, "energy", t->tolerances.force);
  for (int i = 0; i < TRIALS; i++) {
    const JointMove m = joint_move(t, i % 6);
    if (fabs(m.z) > m.zmax) continue;
    double z, force;
    joint_try(t, &m, &z, &force);
    const double damping =
        j->sigma1 * (j->v_d > 0 ? exp(-pow(m.v / j->v_d, 2)) : 1);
    const double viscous =
        damping * (z - m.z) * m.v + j->side[m.v < 0].sigma2 * m.v * m.v * m.dt;
    const double work = -force * m.v * m.dt;
    const double stored = 0.5 * j->sigma0 * (z + m.z) * (z - m.z);
    const double elastic = work - viscous;
    /* sigma0 z1 at the end against the mean of z: of the sign of the travel. */
    /* The rounding of z is not lost travel. */
    const double unit = j->model.is_float ? 0x1p-24 : 0x1p-53;
    const double way =
        fabs(m.v) * m.dt + 32 * unit / t->tolerances.force * (m.zmax + fabs(z));
    check_add(check, fmax(0, stored - elastic) / (m.scale * way), "%s, u = %g",
              m.what, m.z / m.zmax);
  }
}

/* The table of P(q) against the spec, by the ratio of two levels. */
static void verify_place(JointTrial *t)
{
  enum { TRIALS = 2000 };
  const Joint *j = t->joint;
  if (j->position.place == PLACE_NONE) return;
  Check *check = verify_check(t->verification, "position",
                              4 * j->position.error + t->tolerances.force);
  for (int i = 0; i < TRIALS; i++) {
    const JointMove m = joint_move(t, i);
    const double *in[4];
    double f;
    double *const out[] = {&f};
    joint_inputs(j, &m.v, &m.load, &m.q, &m.dt, in);
    const int status =
        solver_call(t->run, t->solver, "steady", t->state, in, out);
    const double level = joint_level(j, m.v, m.load, joint_factor(j, m.q));
    const double expected =
        -((m.v < 0 ? -1 : 1) * level + j->side[m.v < 0].sigma2 * m.v);
    check_add(check,
              status < 0
                  ? INFINITY
                  : relative(f - expected, (level + fabs(expected)) *
                                               (1 + m.blur / check->tolerance)),
              "q = %g", m.q);
  }
}

/* The end of a coupled step solves its equation, by the reference's force. */
static void verify_coupling(JointTrial *t)
{
  enum { TRIALS = 2000 };
  const Joint *j = t->joint;
  const double tolerance =
      (j->model.is_float ? 1e-4 : 1e-9) + t->tolerances.force;
  Check *check = verify_check(t->verification, "couple", tolerance);
  for (int i = 0; i < TRIALS; i++) {
    const JointMove m = joint_move(t, i);
    /* From a host that hardly yields to one that is light. */
    const double stiff = m.scale / fmax(fabs(m.v), 1e-30);
    const double w = real_of(t, power_of_ten(t, -3, 2) / (stiff * m.dt));
    const double v0 = real_of(t, m.v * number_random(&t->seed, -3, 3));
    const double *in[6] = {&m.v, &v0, &w};
    int n = 3;
    if (j->has_load) in[n++] = &m.load;
    if (j->position.place != PLACE_NONE) in[n++] = &m.q;
    in[n] = &m.dt;
    double v, f, z = m.z, expected;
    double *const out[] = {&v, &f};
    t->solver->functions->set(t->state, &m.z);
    const int status =
        solver_call(t->run, t->solver, "couple", t->state, in, out);
    ref_joint_step(&t->reference, &z, v, m.load, m.q, m.dt, &expected);
    const double pull = w * m.dt;
    const double scale = fabs(v) + fabs(v0) + fabs(m.v) + pull * fabs(f);
    check_add(check, status < 0 ? INFINITY : fabs(v - v0 - pull * f) / scale,
              "status %d, %s, v0 = %g, w = %g", status, m.what, v0, w);
    /* A rounding of v is this much of the force. */
    const double steep = (j->sigma0 * m.dt + j->sigma1) * scale;
    check_add(check,
              fabs(f - expected) / (m.scale + fabs(f) + steep + scale / pull),
              "force, %s, v0 = %g, w = %g", m.what, v0, w);
  }
}

static void verify_at_rest(JointTrial *t)
{
  enum { TRIALS = 500 };
  Check *check =
      verify_check(t->verification, "friction at rest", t->tolerances.force);
  for (int i = 0; i < TRIALS; i++) {
    const JointMove m = joint_move(t, i);
    const double hold = ref_joint_hold(&t->reference, 1, m.load, m.q);
    const double drive = real_of(t, hold * number_random(&t->seed, -2, 2));
    const double *in[4];
    double f;
    double *const out[] = {&f};
    joint_inputs(t->joint, &drive, &m.load, &m.q, &m.dt, in);
    const int status =
        solver_call(t->run, t->solver, "friction_at_rest", t->state, in, out);
    const double expected =
        ref_joint_at_rest(&t->reference, drive, m.load, m.q);
    check_add(check,
              status < 0 ? INFINITY
                         : relative(f - expected,
                                    hold * (1 + m.blur / t->tolerances.force)),
              "drive %g", drive);
  }
}

static void verify_promises(JointTrial *t)
{
  const JointMove m = joint_move(t, 0);
  const double dt = 1e-3, state[] = {m.z}, drive = 0.1, error = 1e-3, w = 0.25;
  const Sample samples[] = {
      {"v", &m.v},          {"load", &m.load}, {"q", &m.q},
      {"dt", &dt},          {"drive", &drive}, {"v_desired", &m.v},
      {"v_measured", &m.v}, {"error", &error}, {"v_start", &m.v},
      {"v0", &m.v},         {"w", &w}};
  verify_calls(t->solver, state, samples, COUNT(samples), t->verification);
  joint_verify_comp_promises(t, samples, COUNT(samples));
}

void joint_verify_all(JointTrial *t)
{
  verify_steps(t);
  verify_steady(t);
  verify_place(t);
  verify_rest(t);
  if (!joint_has_state(t->joint)) {
    verify_at_rest(t);
    return;
  }
  verify_rates(t);
  verify_semigroup(t);
  verify_fall(t);
  verify_energy(t);
  verify_coupling(t);
  joint_verify_batch(t);
  joint_verify_slopes(t);
  joint_verify_compensation(t);
}

static void verify_at(void *context, const double *values)
{
  JointTrial *t = context;
  const Joint *j = t->joint;
  const Solver *solver = t->solver;
  t->solver = solver_tuned(t->run, solver, values);
  t->joint = joint_tuned(j, values);
  t->reference = joint_reference(t->joint);
  joint_verify_all(t);
  t->joint = j;
  t->solver = solver;
}

void joint_verify(const Model *model, const Solver *solver,
                  Verification *verification)
{
  const Joint *j = (const Joint *)model;
  JointTrial t = {.joint = j,
                  .reference = joint_reference(j),
                  .solver = solver,
                  .verification = verification,
                  .run = model->run,
                  .state = solver_state(model->run, solver),
                  .tolerances = joint_tolerances(j),
                  .seed = 1};
  joint_verify_all(&t);
  verify_promises(&t);
  if (!model->tuning) return;
  const BoxTrial box = {model, solver, t.state, verification, verify_at, &t};
  verify_box(&box);
}
