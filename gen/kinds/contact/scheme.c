/* scheme.c: see scheme.h. In: bristles, their motion, a time step. Out: the
 * state at the end and the mean rate; for many cells also the wrench.
 *
 * Invariant: no number comes from emitted code. */
#include "kinds/contact/scheme.h"

#include "reference/dense.h"

#include <math.h>
#include <string.h>

#include "kinds/contact/area.h"
#include "kinds/contact/stretch.h"

double contact_size(const double *a, int n)
{
  return ref_length(a, n);
}

double contact_mean_decay(double x)
{
  return x > 0 ? -expm1(-x) / x : 1;
}

BristleMotion contact_cell_motion(const RefLugre *f, const double v[2])
{
  BristleMotion m = {
      .n = 2, .size = 1, .k = {1, 1}, .viscous = {1, 1}, .is_matched = true};
  m.s = ref_length(v, 2);
  m.zmax = ref_lugre_g(f, m.s) / f->sigma0;
  m.longest = f->longest;
  m.reach = 1;
  for (int d = 0; d < 2; d++) {
    m.v[d] = v[d];
    m.h[d] = m.s > 0 ? -v[d] / m.s : 0;
  }
  return m;
}

BristleMotion contact_motion_at(const Contact *c, const RefLugre *f, int k,
                                double fn, const double v[2])
{
  BristleMotion m = contact_cell_motion(f, v);
  if (!contact_has_reach(c)) return m;
  const double reach = contact_reach(c, k, fn);
  m.zmax *= reach;
  m.longest *= reach;
  m.reach = reach;
  if (c->area) m.viscous[0] = m.viscous[1] = fn * c->area->reach[k];
  return m;
}

double contact_pull(const Contact *c, int k, double fn)
{
  if (c->levels && c->area && !(c->cells.w[k] > 0)) return 0;
  return contact_pulls(c)[k] * contact_hold_load(c, fn);
}

void contact_shorten(const RefLugre *f, const BristleMotion *m, double *z)
{
  RefLugre own = *f;
  own.longest = m->longest;
  ref_lugre_shorten(&own, m->k, m->n, z);
}

/* Returns a for abar = 1. */
static double plastic_relaxation(const RefLugre *f, const BristleMotion *m,
                                 const double *z, double ahead)
{
  double taken[3], cosine = 0;
  if (!f->is_elastoplastic) return m->s / m->zmax;
  for (int i = 0; i < m->n; i++) taken[i] = z[i] - ahead * m->h[i] * m->s;
  const double length = contact_size(taken, m->n);
  for (int i = 0; i < m->n && length > 0; i++)
    cosine -= taken[i] / length * (m->h[i] / m->size);
  return m->s / m->zmax * (length > 0 ? 0.5 * (1 + cosine) : 1);
}

double contact_yield(const RefLugre *f, const BristleMotion *m, const double *z,
                     double ahead, double *a)
{
  double stuck[3];
  *a = plastic_relaxation(f, m, z, ahead);
  if (!f->is_elastoplastic) return 1;
  for (int i = 0; i < m->n; i++)
    stuck[i] =
        z[i] + ahead * (m->is_matched ? m->k[i] * m->v[i] : -m->h[i] * m->s);
  const double abar =
      ref_lugre_abar(f, contact_size(stuck, m->n), m->size * m->zmax);
  *a *= abar;
  return abar;
}

/* Writes the velocity that the bristles follow at that abar. */
static void followed(const BristleMotion *m, double abar, double w[3])
{
  for (int i = 0; i < m->n; i++) {
    const double flow = -m->h[i] * m->s;
    w[i] = m->is_matched ? (1 - abar) * m->v[i] + abar * flow : flow;
  }
}

/* Writes where the part of an implicit step ends with that a. */
static void end_of(const BristleMotion *m, const double *z, double h,
                   const double w[3], double a, double end[3])
{
  for (int i = 0; i < m->n; i++)
    end[i] = (z[i] + h * m->k[i] * w[i]) / (1 + h * m->k[i] * a);
}

/* What the law's abar at the end is above the abar that led there. It falls,
 * since the end is shorter the larger abar is. */
static double excess_at(const RefLugre *f, const BristleMotion *m,
                        const double *z, double h, const double w[3],
                        double most, double abar, double end[3])
{
  end_of(m, z, h, w, most * abar, end);
  return ref_lugre_abar(f, contact_size(end, m->n), m->size * m->zmax) - abar;
}

/* Makes a part of an implicit step. Flow and angle are those ahead; abar at the
 * end is where the excess is 0, by false position that halves the weight of an
 * end that stays (Illinois). */
static void backward_euler(const RefLugre *f, const BristleMotion *m,
                           const double *z, double h, double end[3],
                           double rate[3])
{
  enum { ROUNDS = 200 };
  double ignored, w[3], low = 0, high = 1, abar = 0;
  const double most = plastic_relaxation(f, m, z, h);
  followed(m, contact_yield(f, m, z, h, &ignored), w);
  double above = excess_at(f, m, z, h, w, most, 0, end);
  double below = above > 0 ? excess_at(f, m, z, h, w, most, 1, end) : 0;
  if (above > 0 && below >= 0) abar = 1;
  for (int n = 0, kept = 0; n < ROUNDS && above > 0 && below < 0; n++) {
    abar = low + (high - low) * above / (above - below);
    if (!(abar > low && abar < high)) abar = (low + high) / 2;
    if (abar == low || abar == high) break;
    const double excess = excess_at(f, m, z, h, w, most, abar, end);
    if (excess == 0) break;
    if (excess > 0) {
      low = abar;
      above = excess;
      if (kept == 1) below /= 2;
      kept = 1;
    } else {
      high = abar;
      below = excess;
      if (kept == -1) above /= 2;
      kept = -1;
    }
  }
  const double a = most * abar;
  end_of(m, z, h, w, a, end);
  for (int i = 0; i < m->n; i++)
    rate[i] = m->k[i] * (w[i] - a * z[i]) / (1 + h * m->k[i] * a);
}

/* The result is twice the two halves less the whole: for mean rates, r1 + r2 -
 * r3. */
void contact_implicit(const RefLugre *f, const BristleMotion *m,
                      const double *z, double dt, double ends[3][3],
                      double *rate)
{
  double r[3][3];
  backward_euler(f, m, z, dt / 2, ends[0], r[0]);
  backward_euler(f, m, ends[0], dt / 2, ends[1], r[1]);
  backward_euler(f, m, z, dt, ends[2], r[2]);
  for (int i = 0; i < m->n; i++) rate[i] = r[0][i] + r[1][i] - r[2][i];
}

void contact_scheme(const RefLugre *f, Step step, const BristleMotion *m,
                    const double *start, double dt, double *end, double *rate)
{
  const bool is_frozen = step == STEP_EXPONENTIAL;
  double ends[3][3], w[3], z[3], a;
  memcpy(z, start, (size_t)m->n * sizeof *z);
  contact_shorten(f, m, z);
  if (step == STEP_IMPLICIT) {
    contact_implicit(f, m, z, dt, ends, rate);
  } else {
    followed(m, contact_yield(f, m, z, is_frozen ? dt : 0, &a), w);
    for (int i = 0; i < m->n; i++)
      rate[i] = m->k[i] * (w[i] - a * z[i]) *
                (is_frozen ? contact_mean_decay(m->k[i] * a * dt) : 1);
  }
  for (int i = 0; i < m->n; i++) end[i] = z[i] + dt * rate[i];
}

void contact_force(const RefLugre *f, const BristleMotion *m, const double *z,
                   const double *rate, double *force)
{
  const double sigma1 = ref_lugre_sigma1(f, m->s);
  for (int i = 0; i < m->n; i++)
    force[i] = -(f->sigma0 * z[i] + sigma1 * rate[i] +
                 f->sigma2 * m->viscous[i] * m->v[i]);
}

void contact_cells_step(const Contact *c, const Cells *cells, const RefLugre *f,
                        const double *z, const double twist[3], double fn,
                        double dt, double *ends, double wrench[3])
{
  const int n = cells->count;
  double inner[3];
  memset(wrench, 0, 3 * sizeof *wrench);
  contact_stretch_twist(c, twist, inner);
  for (int k = 0; k < n; k++) {
    const double x = cells->x[k], y = cells->y[k];
    const double v[2] = {inner[0] - inner[2] * y, inner[1] + inner[2] * x};
    const double start[2] = {z[k], z[n + k]};
    const BristleMotion m = contact_motion_at(c, f, k, fn, v);
    const double pull =
        c->area ? contact_pull(c, k, fn) : cells->w[k] * fn;
    double end[2], rate[2], force[2];
    contact_scheme(f, c->step, &m, start, dt, end, rate);
    contact_force(f, &m, end, rate, force);
    for (int d = 0; d < 2; d++) {
      force[d] *= pull;
      wrench[d] += force[d];
      if (ends) ends[d * n + k] = end[d];
    }
    wrench[2] += x * force[1] - y * force[0];
  }
  contact_unstretch_wrench(c, wrench);
}
