/* verify_batch.c: compares a step of many axes with a step of each. In: a
 * JointTrial. Out: checks of numbers and of statuses, with invalid axes among
 * valid ones.
 *
 * Invariant: both sides are the solver's own, so only rounding may differ. */
#include <math.h>

#include "bristle_rt.h"
#include "kinds/joint/verify.h"

enum { AXES = 150, ROUNDS = 24 };

typedef struct Batch {
  JointTrial *t;
  const br_solver *functions;
  void *tuning; /* NULL: the default */
  JointMove moves[AXES];
  double z[AXES], motion[2 * AXES], load[AXES], force[AXES]; /* reals */
  int status[AXES];
} Batch;

static void set(const Batch *b, double *reals, int i, double value)
{
  if (b->t->joint->model.is_float)
    ((float *)(void *)reals)[i] = (float)value;
  else
    reals[i] = value;
}

static double get(const Batch *b, const double *reals, int i)
{
  return b->t->joint->model.is_float
             ? (double)((const float *)(const void *)reals)[i]
             : reals[i];
}

/* Draws axes with one dt. In odd rounds every 40th is invalid, and but for each
 * third round some bristles are beyond what holds: a group with one of them
 * goes one by one. */
static void draw(Batch *b, int round)
{
  enum { WITHIN = 6 }; /* the kinds of moves before "beyond what holds" */
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  const double dt = joint_move(b->t, round).dt;
  for (int i = 0; i < AXES; i++) {
    JointMove *m = &b->moves[i];
    *m = joint_move(b->t, round % 3 == 1 ? i % WITHIN : i);
    m->dt = dt;
    if (round % 2 && i % 40 == 0)
      *(i % 80 ? &m->v : &m->z) = bad[round / 2 % 3];
    set(b, b->z, i, m->z);
    set(b, b->motion, i, m->v);
    set(b, b->motion, AXES + i, m->q);
    set(b, b->load, i, m->load);
  }
}

static int step(Batch *b)
{
  const br_solver *f = b->functions;
  const double dt = b->moves[0].dt;
  return b->tuning ? f->tuning->step_batch(b->tuning, 0, AXES, b->z, b->motion,
                                           b->load, dt, b->force, b->status)
                   : f->step_batch(AXES, b->z, b->motion, b->load, dt, b->force,
                                   b->status);
}

static bool is_same(double a, double b)
{
  return a == b || (isnan(a) && isnan(b));
}

/* Returns the larger of the errors of force and deflection. */
static double error_of(const Batch *b, const JointMove *m, int i, double z,
                       double force)
{
  const double of_force = fabs(get(b, b->force, i) - force) / m->scale;
  const double of_z = fabs(get(b, b->z, i) - z) / (fabs(m->zmax) + fabs(m->z));
  return isnan(of_force + of_z) ? INFINITY : fmax(of_force, of_z);
}

void joint_verify_batch(JointTrial *t)
{
  const br_solver *functions = t->solver->functions;
  if (!functions->step_batch) return;
  Batch *b = run_alloc(t->run, sizeof *b);
  Check *numbers = verify_check(t->verification, "batches are single steps",
                                t->tolerances.force);
  Check *statuses =
      verify_check(t->verification, "statuses of batches, and bad axes", 0);
  b->t = t;
  b->functions = functions;
  if (t->solver->tuning) {
    b->tuning = run_alloc(t->run, functions->tuning->bytes);
    functions->tuning->tune(b->tuning, t->solver->tuning);
  }
  for (int round = 0; round < ROUNDS; round++) {
    int worst = BR_OK;
    draw(b, round);
    const int result = step(b);
    for (int i = 0; i < AXES; i++) {
      const JointMove *m = &b->moves[i];
      double z, force;
      const int status = joint_try(t, m, &z, &force);
      worst =
          status < worst || (worst == BR_OK && status > worst) ? status : worst;
      if (status == BR_OK)
        check_add(numbers, error_of(b, m, i, z, force), "%s, v = %g, u = %g",
                  m->what, m->v, m->z / m->zmax);
      const bool is_kept = status >= BR_OK || (is_same(get(b, b->z, i), m->z) &&
                                               get(b, b->force, i) == 0);
      check_add(statuses, b->status[i] == status && is_kept ? 0 : 1,
                "v = %g, z = %g", m->v, m->z);
    }
    check_add(statuses, result == worst ? 0 : 1, "the worst of round %d",
              round);
  }
}
