/* backward.c: one step of backward Euler in the bristles, the elasto-plastic
 * share at the end of the step, in long double. In: bristles at places or of a
 * reduced contact, a twist, a normal force. Out: the bristles at the end and
 * the wrench of the step. PL (15)-(18) and (26), (31), solved by bisection.
 *
 * Invariant: of the parameters only the user's own law and the limit surface
 * are evaluated in double. */
#include <math.h>
#include <string.h>

#include "reference/contact/couple.h"

/* Bristles that yield together, and the slip that drags them. */
typedef struct Pull {
  int n;                  /* 2 or 3 */
  long double v[3], s;    /* m/s; a spin times r */
  long double h[3], size; /* where steady sliding pulls the bristles, |h| */
  long double k[3];       /* how fast each bristle follows */
  bool is_matched;        /* elastic bristles follow v; else -h*s */
} Pull;

static long double length_of(const long double *a, int n)
{
  long double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * a[i];
  return sqrtl(sum);
}

static long double unscaled_level(const RefLugre *f, long double s)
{
  if (f->g) return f->g(f->closure, (double)s);
  if (f->mu_s == f->mu_c) return f->mu_c;
  return f->mu_c +
         (f->mu_s - f->mu_c) * expl(-powl(s / f->v_s, (long double)f->gamma));
}

static long double level(const RefLugre *f, long double s)
{
  return (f->level > 0 ? f->level : 1) * unscaled_level(f, s);
}

/* PL (18) of p = |z|/zmax. */
static long double share(const RefLugre *f, long double p)
{
  const long double pi = 3.14159265358979323846264338328L;
  const long double middle = (1 + (long double)f->s_ba) / 2;
  if (!f->is_elastoplastic || p >= 1) return 1;
  if (p <= f->s_ba) return 0;
  return (1 + sinl(pi * (p - middle) / (1 - (long double)f->s_ba))) / 2;
}

/* Writes the end for abar of the end; `ahead` is the rate of relaxation for
 * abar = 1. */
static void arrive(const Pull *m, const double *z, long double dt,
                   long double ahead, long double abar, long double *end)
{
  for (int i = 0; i < m->n; i++) {
    const long double flow = -m->h[i] * m->s;
    const long double w =
        m->is_matched ? (1 - abar) * m->v[i] + abar * flow : flow;
    end[i] = (z[i] + dt * m->k[i] * w) / (1 + dt * m->k[i] * abar * ahead);
  }
}

/* Cells: the angle between the bristle and the slip is that of the end, and
 * the end lies along z + v*dt whatever abar is. Reduced: that of the place to
 * which the flow takes the bristles. */
static long double alignment(const Pull *m, const double *z, long double dt)
{
  long double to[3], along = 0;
  for (int i = 0; i < m->n; i++) to[i] = z[i] - dt * m->h[i] * m->s;
  const long double size = length_of(to, m->n);
  if (size == 0) return 1;
  for (int i = 0; i < m->n; i++) along -= to[i] / size * (m->h[i] / m->size);
  return (1 + along) / 2;
}

/* Writes the bristles at the end. abar = share(|end(abar)|): the end shrinks as
 * abar grows, so that bisection of abar finds the one solution. */
static void step_bristles(const RefLugre *f, const Pull *m, const double *z,
                          double dt, long double *end)
{
  enum { HALVINGS = 200 };
  const long double zmax = level(f, m->s) / f->sigma0 * m->size;
  const long double turned = f->is_elastoplastic ? alignment(m, z, dt) : 1;
  const long double ahead = turned * m->s / (zmax / m->size);
  long double low = 0, high = 1;
  for (int i = 0; i < HALVINGS; i++) {
    const long double abar = f->is_elastoplastic ? (low + high) / 2 : 1;
    arrive(m, z, dt, ahead, abar, end);
    if (abar == low || abar == high) return;
    if (share(f, length_of(end, m->n) / zmax) < abar)
      high = abar;
    else
      low = abar;
  }
}

/* Writes the force of the step, per load; sigma2 counts `viscous` times along
 * each axis. */
static void step_force(const RefLugre *f, const Pull *m, const double *z,
                       double dt, const long double *end,
                       const long double *viscous, long double *force)
{
  const long double fade = f->v_d > 0 ? m->s / f->v_d : 0;
  const long double sigma1 = f->sigma1 * expl(-fade * fade);
  for (int i = 0; i < m->n; i++)
    force[i] = -(f->sigma0 * end[i] + sigma1 * (end[i] - z[i]) / dt +
                 f->sigma2 * viscous[i] * m->v[i]);
}

/* Multiplies a velocity or a force by E, in place; see ref_stretch. */
static void stretch(double ratio, double angle, long double v[2])
{
  const long double ax = cosl((long double)angle), ay = sinl((long double)angle);
  const long double along = v[0] * ax + v[1] * ay;
  const long double across = ratio * (v[1] * ax - v[0] * ay);
  if (!(ratio > 0)) return;
  v[0] = along * ax - across * ay;
  v[1] = along * ay + across * ax;
}

static int input_status(const long double twist[3], double fn, double dt)
{
  for (int i = 0; i < 3; i++)
    if (!isfinite(twist[i])) return BR_BAD_INPUT;
  if (!isfinite(fn) || !isfinite(dt) || !(dt > 0)) return BR_BAD_INPUT;
  return fn <= 0 ? BR_SEPARATED : BR_OK;
}

int ref_backward_places(const RefPlaces *p, const double *z,
                        const long double twist[3], double fn, double dt,
                        long double *end, long double wrench[3])
{
  static const long double viscous[2] = {1, 1};
  const int status = input_status(twist, fn, dt);
  memset(wrench, 0, 3 * sizeof *wrench);
  if (status != BR_OK) return status;
  for (size_t k = 0; k < p->n; k++) {
    static const double k2[2] = {1, 1};
    double from[2] = {z[k], z[p->n + k]};
    long double to[2], force[2];
    Pull m = {.n = 2, .size = 1, .k = {1, 1}, .is_matched = true};
    RefLugre law = *p->friction;
    if (p->m) {
      law.level = p->m[k];
      law.longest *= law.level;
    }
    if (p->areas && p->w[k] > 0) {
      const double load = p->w[k] * fn;
      law.sigma0 = p->kappa * p->areas[k] / load;
      law.sigma1 = p->eta * p->areas[k] / load;
      law.longest = p->stretch * ref_lugre_g(&law, 0.0) / law.sigma0;
    }
    ref_lugre_shorten(&law, k2, 2, from);
    m.v[0] = twist[0] - twist[2] * p->y[k];
    m.v[1] = twist[1] + twist[2] * p->x[k];
    stretch(p->ratio, p->angle, m.v);
    m.s = length_of(m.v, 2);
    for (int d = 0; d < 2; d++) m.h[d] = m.s > 0 ? -m.v[d] / m.s : 0;
    step_bristles(&law, &m, from, dt, to);
    if (p->w[k] == 0) to[0] = to[1] = 0;
    step_force(&law, &m, from, dt, to, viscous, force);
    stretch(p->ratio, p->angle, force);
    for (int d = 0; d < 2; d++) {
      force[d] *= (long double)p->w[k] * fn;
      wrench[d] += force[d];
      if (end) end[(size_t)d * p->n + k] = to[d];
    }
    wrench[2] += p->x[k] * force[1] - p->y[k] * force[0];
  }
  return BR_OK;
}

int ref_backward_reduced(const RefReduced *c, const double zeta[3],
                         const long double twist[3], double fn, double dt,
                         long double end[3], long double wrench[3])
{
  const long double stiff = c->u / ((long double)c->r * c->r);
  const long double viscous[3] = {1, 1, stiff};
  long double to[3], force[3];
  const int status = input_status(twist, fn, dt);
  memset(wrench, 0, 3 * sizeof *wrench);
  if (status != BR_OK) return status;
  Pull m = {.n = 3, .is_matched = c->is_matched};
  m.k[0] = m.k[1] = 1;
  m.k[2] = c->is_matched ? stiff : 1;
  const long double turn = c->ratio > 0 ? c->ratio : 1;
  const long double spin = turn * twist[2];
  long double slide[2] = {twist[0], twist[1]};
  stretch(c->ratio, c->angle, slide);
  m.v[0] = slide[0] - spin * c->cop[1];
  m.v[1] = slide[1] + spin * c->cop[0];
  m.v[2] = c->r * spin;
  m.s = length_of(m.v, 3);
  const double k3[3] = {1, 1, (double)m.k[2]};
  double from[3] = {zeta[0], zeta[1], zeta[2]};
  ref_lugre_shorten(&c->friction, k3, 3, from);
  const double at[3] = {(double)m.v[0], (double)m.v[1], (double)spin};
  double h[3];
  c->surface(c->context, at, h);
  for (int d = 0; d < 3; d++) m.h[d] = h[d];
  m.size = length_of(m.h, 3);
  if (m.size == 0) m.size = 1;
  step_bristles(&c->friction, &m, from, dt, to);
  step_force(&c->friction, &m, from, dt, to, viscous, force);
  for (int d = 0; d < 3; d++) {
    wrench[d] = fn * force[d] * (d == 2 ? (long double)c->r : 1);
    if (end) end[d] = to[d];
  }
  wrench[2] += c->cop[0] * wrench[1] - c->cop[1] * wrench[0];
  wrench[2] *= turn;
  stretch(c->ratio, c->angle, wrench);
  return BR_OK;
}
