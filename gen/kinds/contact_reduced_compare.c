/* contact_reduced_compare.c: how far a reduced contact is from the cells that
 * it stands for. In: a ReducedSubject. Out: notes: root mean squares of the
 * wrench's difference over the largest force and torque (PL Fig. 22), along a
 * profile of velocities and along random ones.
 *
 * Invariant: nothing here decides whether the solver holds. */
#include <math.h>

#include "contact_reduced_verify.h"

/* The profile of PL Fig. 5: w, and vx and vy in units of c, over time. */
typedef struct Knot {
  double t, w, vx, vy;
} Knot;
static const Knot profile[] = {
    {0, 0, 0, 0},     {0.6, 1, 0, 0},   {0.8, 1, 0, 0},   {1.4, 1, 1, 0},
    {1.6, 1, 1, 0},   {2.2, 1, 0, 0},   {2.4, 1, 0, 0},   {2.7, 1, 0, 0.4},
    {3.4, 1, 0, 0.4}, {4.0, 0, 0, 0.4}, {4.3, 0, 0, 0.4}, {4.6, 0, 0, 0},
    {5, 0, 0, 0}};
enum { KNOTS = sizeof profile / sizeof *profile };

/* At time t, for a patch `size` times as long as the paper's. */
static void profile_twist(const RefReduced *c, double t, double size,
                          double twist[3])
{
  int k = 0;
  while (k + 2 < KNOTS && t > profile[k + 1].t) k++;
  const Knot *a = &profile[k], *b = a + 1;
  const double part = fmin(1, (t - a->t) / (b->t - a->t));
  const double speed = 0.015 * size;
  twist[2] = a->w + part * (b->w - a->w);
  twist[0] = speed * (a->vx + part * (b->vx - a->vx)) + twist[2] * c->cop[1];
  twist[1] = speed * (a->vy + part * (b->vy - a->vy)) - twist[2] * c->cop[0];
}

/* Both models along the same motion, and the squares of their difference. */
typedef struct Pair {
  ReducedSubject *t;
  double *cells, z[3]; /* bristles of the cells: x, then y */
  double sums[2];      /* force, torque about the centre of pressure */
  long count;
} Pair;

/* One step of the cells by the exponential scheme. */
static void step_cells(const Subject *t, double *z, const double twist[3],
                       double dt, double wrench[3])
{
  const Friction *f = t->friction;
  wrench[0] = wrench[1] = wrench[2] = 0;
  for (int k = 0; k < t->n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    const double start[2] = {z[k], z[t->n + k]};
    double end[2], rate[2], force[2];
    contact_cell_step(&t->reference->friction, STEP_EXPONENTIAL, start, m.v, dt,
                      end, rate);
    const double sigma1 = ref_sigma1(&t->reference->friction, m.s);
    for (int d = 0; d < 2; d++) {
      force[d] = -m.load *
                 (f->sigma0 * end[d] + sigma1 * rate[d] + f->sigma2 * m.v[d]);
      wrench[d] += force[d];
      z[d * t->n + k] = end[d];
    }
    wrench[2] += m.x * force[1] - m.y * force[0];
  }
}

static void step_both(Pair *p, const double twist[3], double dt)
{
  const ReducedSubject *t = p->t;
  const RefReduced *c = t->reference;
  double wrench[2][3], d[3];
  step_cells(&t->base, p->cells, twist, dt, wrench[0]);
  solver_step(&t->base, p->z, twist, dt, wrench[1]);
  for (int i = 0; i < 3; i++) d[i] = wrench[1][i] - wrench[0][i];
  d[2] -= c->cop[0] * d[1] - c->cop[1] * d[0];
  p->sums[0] += d[0] * d[0] + d[1] * d[1];
  p->sums[1] += d[2] * d[2] / (c->r * c->r);
  p->count++;
}

static Pair new_pair(ReducedSubject *t)
{
  return (Pair){.t = t,
                .cells = run_doubles(t->base.run, 2 * (size_t)t->base.n)};
}

static void note(const Pair *p, const char *force, const char *torque)
{
  const Subject *base = &p->t->base;
  const double most = base->fn * base->friction->mu_s;
  verify_note(base->verification, force,
              sqrt(p->sums[0] / (double)p->count) / most,
              "of the largest force");
  verify_note(base->verification, torque,
              sqrt(p->sums[1] / (double)p->count) / most,
              "of the largest torque");
}

void reduced_compare(ReducedSubject *t)
{
  enum { STEPS = 500, STROKES = 20, STROKE = 30 };
  const double dt = 5.0 / STEPS, size = t->base.length / hypot(0.01, 0.01);
  const bool is_euler = t->base.contact->step == STEP_EULER;
  Pair along = new_pair(t), random = new_pair(t);
  for (int i = 0; i < STEPS && !is_euler; i++) { /* whose steps are too long */
    double twist[3];
    profile_twist(t->reference, (i + 0.5) * dt, size, twist);
    step_both(&along, twist, dt);
  }
  if (!is_euler) note(&along, "profile, force", "profile, torque");
  const double natural =
      t->base.friction->mu_c / (t->base.friction->sigma0 * t->base.speed);
  for (int i = 0; i < STROKES; i++) {
    double twist[3];
    for (int d = 0; d < 3; d++)
      twist[d] = subject_random(&t->base, -1, 1) * t->base.speed /
                 (d == 2 ? t->base.length : 1);
    for (int k = 0; k < STROKE; k++) step_both(&random, twist, 0.1 * natural);
  }
  note(&random, "random, force", "random, torque");
}
