/* verify_notes.c: the difference of a contact with fewer bristles from the
 * cells that they replace. In: a ContactTrial. Out: notes: root mean squares of
 * the wrench's difference over the largest force and torque (PL Fig. 22), along
 * a profile of velocities and along random ones, by the same scheme of steps.
 *
 * Invariant: no note decides whether the solver holds. */
#include <math.h>

#include "base/base.h"
#include "verify/verify.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/verify.h"

/* The profile of PL Fig. 5: w, and vx and vy in units of c, over time. */
typedef struct Knot {
  double t, w, vx, vy;
} Knot;
static const Knot profile[] = {
    {0, 0, 0, 0},     {0.6, 1, 0, 0},   {0.8, 1, 0, 0},   {1.4, 1, 1, 0},
    {1.6, 1, 1, 0},   {2.2, 1, 0, 0},   {2.4, 1, 0, 0},   {2.7, 1, 0, 0.4},
    {3.4, 1, 0, 0.4}, {4.0, 0, 0, 0.4}, {4.3, 0, 0, 0.4}, {4.6, 0, 0, 0},
    {5, 0, 0, 0}};
enum { KNOTS = COUNT(profile) };

/* Writes the twist at time t, for a patch `size` times as long as the paper's.
 */
static void profile_twist(const Contact *c, double t, double size,
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
  contact_unstretch_twist(c, twist, twist);
}

/* Both models along the same motion, and the sums of squared differences. */
typedef struct Pair {
  ContactTrial *t;
  const Contact *map; /* with all cells */
  double *cells, *z; /* bristles of the cells: x, then y; the solver's state */
  double sums[2];    /* force, torque about the centre of pressure */
  long count;
} Pair;

static void step_both(Pair *p, const double twist[3], double dt)
{
  const Contact *c = p->t->contact;
  double wrench[2][3], d[3];
  contact_cells_step(p->map, &p->map->cells, &p->t->reference->friction,
                     p->cells, twist, p->t->fn, dt, p->cells, wrench[0]);
  solver_step(p->t, p->z, twist, dt, wrench[1]);
  for (int i = 0; i < 3; i++) d[i] = wrench[1][i] - wrench[0][i];
  d[2] -= c->cop[0] * d[1] - c->cop[1] * d[0];
  p->sums[0] += d[0] * d[0] + d[1] * d[1];
  p->sums[1] += d[2] * d[2] / (c->r * c->r);
  p->count++;
}

static Pair new_pair(ContactTrial *t)
{
  const size_t cells = (size_t)contact_map(t->contact)->count;
  return (Pair){.t = t,
                .map = contact_of_map(t->contact),
                .cells = run_doubles(t->run, 2 * cells),
                .z = run_doubles(t->run, t->nstates)};
}

static void note(const Pair *p, const char *force, const char *torque)
{
  const ContactTrial *t = p->t;
  const double most = t->fn * t->friction->mu_s;
  verify_note(t->verification, force,
              sqrt(p->sums[0] / (double)p->count) / most,
              "of the largest force");
  verify_note(t->verification, torque,
              sqrt(p->sums[1] / (double)p->count) / most,
              "of the largest torque");
}

void verify_against_cells(ContactTrial *t)
{
  enum { STEPS = 500, STROKES = 20, STROKE = 30 };
  const double dt = 5.0 / STEPS, size = t->length / hypot(0.01, 0.01);
  const bool is_euler = t->contact->step == STEP_EULER;
  Pair along = new_pair(t), random = new_pair(t);
  for (int i = 0; i < STEPS && !is_euler; i++) { /* too long for Euler */
    double twist[3];
    profile_twist(t->contact, (i + 0.5) * dt, size, twist);
    step_both(&along, twist, dt);
  }
  if (!is_euler) note(&along, "profile, force", "profile, torque");
  const double natural = trial_natural_time(t);
  for (int i = 0; i < STROKES; i++) {
    double twist[3];
    for (int d = 0; d < 3; d++)
      twist[d] = trial_random(t, -1, 1) * t->speed / (d == 2 ? t->length : 1);
    for (int k = 0; k < STROKE; k++) step_both(&random, twist, 0.1 * natural);
  }
  note(&random, "random, force", "random, torque");
}
