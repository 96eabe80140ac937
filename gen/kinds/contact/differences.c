/* differences.c: finds steps for differences of a contact's law. In: a place of
 * the patch, and the time that a step looks ahead. Out: the branch of the law,
 * and steps that stay on that branch.
 *
 * Invariant: a step is short against every length on which the law bends. */
#include <math.h>

#include "kinds/contact/verify.h"

/* Returns the length of bristles that follow the velocity for a time. */
static double size_after(const Place *p, const double *z, double time)
{
  const BristleMotion *m = &p->m;
  double moved[3];
  for (int d = 0; d < m->n; d++)
    moved[d] =
        z[d] + time * (m->is_matched ? m->k[d] * m->v[d] : -m->h[d] * m->s);
  return contact_size(moved, m->n);
}

/* Returns true if bristles z stay on one branch of the law for that time. */
static bool is_far(const ContactTrial *t, const Place *p, const Reach *r,
                   const double *z, double time)
{
  const double s_ba = t->friction->s_ba, size = size_after(p, z, time);
  return s_ba == 0 || (fabs(size - r->zmax) > 0.05 * r->width &&
                       fabs(size - s_ba * r->zmax) > 0.05 * r->width);
}

/* Returns the same for all places where a step that looks `ahead` evaluates the
 * law. */
static bool is_smooth(const ContactTrial *t, const Place *p, const Reach *r,
                      double ahead)
{
  const double half = ahead / 2;
  double ends[3][3], rate[3];
  if (ahead == 0 || t->contact->step != STEP_IMPLICIT)
    return is_far(t, p, r, p->z, ahead);
  contact_implicit(&t->reference->friction, &p->m, p->z, ahead, ends, rate);
  for (int i = 0; i < 3; i++)
    if (!is_far(t, p, r, ends[i], 0)) return false;
  return is_far(t, p, r, p->z, half) && is_far(t, p, r, ends[0], half) &&
         is_far(t, p, r, p->z, ahead);
}

Reach reach_of(const ContactTrial *t, const Place *p, double ahead)
{
  const double least = t->is_float ? 0.03 : 1e-4; /* of v left by rounding */
  const double s = p->m.s, sharp = 1 + trial_steepness(t, s);
  const double size = size_after(p, p->z, ahead);
  Reach r = {NOWHERE, p->m.size * p->m.zmax};
  r.width = r.zmax / t->edge;
  r.z = 0.004 * r.width;
  r.v =
      s * fmin(0.02 / (sharp * fmax(10, t->edge)), 0.05 * p->inside / p->cells);
  if (ahead > 0) /* beyond zmax only a large change of size matters */
    r.v = fmin(r.v, fmax(r.z, 0.002 * (size - 1.5 * r.zmax)) / ahead);
  if (s == 0 && p->parts < 1e-200) {
    r.branch = REST;
  } else if (s > least * p->parts && p->inside > 0.1) {
    r.branch = is_smooth(t, p, &r, ahead) ? SMOOTH : EDGE;
  }
  if (r.branch == EDGE) {
    r.z = 1e-6 * r.width;
    r.v = 1e-5 * s / (t->edge * sharp);
  }
  return r;
}
