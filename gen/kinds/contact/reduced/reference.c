/* contact_reduced_reference.c: a reduced contact as the reference knows it, the
 * scheme of its steps, and golden vectors. In: a Contact. Out: a RefReduced
 * with the numbers of the table that is emitted.
 *
 * Invariant: the scheme is written out by libm and the reference's laws. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "plan/plan.h"
#include "kinds/contact/reduced/reduced.h"

static RefTable reference_table(const LimitTable *table, double r)
{
  RefTable t = {.is_cubic = table->interp == TABLE_CUBIC};
  for (int d = 0; d < 2; d++) {
    t.inverse[d] = 1 / table->scale[d];
    if (table->is_float) t.inverse[d] = float_rounded(t.inverse[d]);
  }
  t.r = r;
  t.blocks = table->blocks;
  t.cells = table->fine;
  t.nodes = table->nodes;
  return t;
}

void reduced_set_force(const Contact *c, double fn, RefReduced *reference,
                       RefBetween *between)
{
  double patch[4];
  contact_patch(c, fn, patch);
  memcpy(reference->cop, patch, sizeof reference->cop);
  reference->r = patch[2];
  reference->u = patch[3];
  if (c->form != CONTACT_REDUCED) return;
  const LimitTable **levels = contact_table(c)->levels;
  int i;
  between->t = levels_place(c->levels, fn, &i);
  between->low = reference_table(levels[i], patch[2]);
  between->high = reference_table(levels[i + 1], patch[2]);
  reference->surface = ref_surface_between;
  reference->context = between;
}

/* The table at the contact's fn. */
static void set_table(const Contact *c, RefReduced *reference)
{
  const LimitTable *table = contact_table_needed(c);
  Run *run = c->model.run;
  if (!c->levels) {
    RefTable *t = run_alloc(run, sizeof *t);
    *t = reference_table(table, c->model.is_float ? float_rounded(c->r) : c->r);
    reference->surface = ref_surface_table;
    reference->context = t;
    return;
  }
  reduced_set_force(c, c->fn, reference, run_alloc(run, sizeof(RefBetween)));
}

RefReduced *reduced_reference(const Contact *c)
{
  RefReduced *reference = run_alloc(c->model.run, sizeof *reference);
  reference->friction = contact_reference(c)->friction;
  memcpy(reference->cop, c->cop, sizeof reference->cop);
  reference->r = c->r;
  reference->u = c->u;
  reference->is_matched = c->torsion == TORSION_MATCHED;
  if (c->form == CONTACT_REDUCED) {
    set_table(c, reference);
  } else {
    reference->surface = ref_surface_ellipsoid;
    reference->context = reference;
  }
  return reference;
}

/* ---- the scheme of a step ---------------------------------------------- */

double reduced_size(const double a[3])
{
  return hypot(hypot(a[0], a[1]), a[2]);
}

ReducedMotion reduced_motion(const RefReduced *c, const double twist[3])
{
  ReducedMotion m = {.v = {twist[0] - twist[2] * c->cop[1],
                           twist[1] + twist[2] * c->cop[0], twist[2]}};
  c->surface(c->context, m.v, m.h);
  m.v[2] *= c->r;
  m.s = reduced_size(m.v);
  m.size = m.s > 0 ? reduced_size(m.h) : 1;
  m.zmax = ref_g(&c->friction, m.s) / c->friction.sigma0;
  m.k[0] = m.k[1] = 1;
  m.k[2] = c->is_matched ? c->u / (c->r * c->r) : 1;
  return m;
}

/* a where abar is 1. */
static double most_relaxation(const RefReduced *c, const ReducedMotion *m,
                              const double z[3], double ahead)
{
  double taken[3], cosine = 0;
  if (!c->friction.is_elastoplastic) return m->s / m->zmax;
  for (int i = 0; i < 3; i++) taken[i] = z[i] - ahead * m->h[i] * m->s;
  const double length = reduced_size(taken);
  for (int i = 0; i < 3 && length > 0; i++)
    cosine -= taken[i] / length * (m->h[i] / m->size);
  return m->s / m->zmax * (length > 0 ? 0.5 * (1 + cosine) : 1);
}

double reduced_yield(const RefReduced *c, const ReducedMotion *m,
                     const double z[3], double ahead, double *a)
{
  double stuck[3];
  *a = most_relaxation(c, m, z, ahead);
  if (!c->friction.is_elastoplastic) return 1;
  for (int i = 0; i < 3; i++)
    stuck[i] =
        z[i] + ahead * (c->is_matched ? m->k[i] * m->v[i] : -m->h[i] * m->s);
  const double abar =
      ref_abar(&c->friction, reduced_size(stuck), m->size * m->zmax);
  *a *= abar;
  return abar;
}

/* A part of an implicit step: the flow and the angle are those ahead, abar is
 * that of the end, found by halving: the more plastic, the shorter. */
static void backward_euler(const RefReduced *c, const ReducedMotion *m,
                           const double z[3], double h, double end[3],
                           double rate[3])
{
  enum { HALVINGS = 200 };
  double ignored, w[3], low = 0, high = 1, a = 0;
  const double most = most_relaxation(c, m, z, h);
  const double ahead = c->is_matched ? reduced_yield(c, m, z, h, &ignored) : 1;
  for (int i = 0; i < 3; i++)
    w[i] = (1 - ahead) * m->v[i] - ahead * m->h[i] * m->s;
  for (int n = 0; n < HALVINGS; n++) {
    const double abar = c->friction.is_elastoplastic ? (low + high) / 2 : 1;
    a = most * abar;
    for (int i = 0; i < 3; i++)
      end[i] = (z[i] + h * m->k[i] * w[i]) / (1 + h * m->k[i] * a);
    if (ref_abar(&c->friction, reduced_size(end), m->size * m->zmax) < abar)
      high = abar;
    else
      low = abar;
  }
  for (int i = 0; i < 3; i++)
    rate[i] = m->k[i] * (w[i] - a * z[i]) / (1 + h * m->k[i] * a);
}

void reduced_implicit(const RefReduced *c, const ReducedMotion *m,
                      const double z[3], double dt, double ends[3][3],
                      double rate[3])
{
  double r[3][3];
  backward_euler(c, m, z, dt / 2, ends[0], r[0]);
  backward_euler(c, m, ends[0], dt / 2, ends[1], r[1]);
  backward_euler(c, m, z, dt, ends[2], r[2]);
  for (int i = 0; i < 3; i++) rate[i] = r[0][i] + r[1][i] - r[2][i];
}

void reduced_scheme(const RefReduced *c, Step step, const double z[3],
                    const double twist[3], double dt, double end[3],
                    double rate[3])
{
  const bool is_frozen = step != STEP_EULER;
  const ReducedMotion m = reduced_motion(c, twist);
  double a;
  if (step == STEP_IMPLICIT) {
    double ends[3][3];
    reduced_implicit(c, &m, z, dt, ends, rate);
    for (int i = 0; i < 3; i++) end[i] = z[i] + dt * rate[i];
    return;
  }
  const double abar = reduced_yield(c, &m, z, is_frozen ? dt : 0, &a);
  for (int i = 0; i < 3; i++) {
    const double flow = -m.h[i] * m.s;
    rate[i] = c->is_matched
                  ? m.k[i] * ((1 - abar) * m.v[i] + abar * flow - a * z[i])
                  : flow - a * z[i];
    if (is_frozen) rate[i] *= contact_mean_decay(m.k[i] * a * dt);
    end[i] = z[i] + dt * rate[i];
  }
}

void reduced_wrench(const RefReduced *c, const double z[3],
                    const double rate[3], const double twist[3], double fn,
                    double wrench[3])
{
  const RefFriction *f = &c->friction;
  const ReducedMotion m = reduced_motion(c, twist);
  const double sigma1 = ref_sigma1(f, m.s);
  const double viscous[3] = {m.v[0], m.v[1], c->u / (c->r * c->r) * m.v[2]};
  for (int i = 0; i < 3; i++)
    wrench[i] = -fn * (i == 2 ? c->r : 1) *
                (f->sigma0 * z[i] + sigma1 * rate[i] + f->sigma2 * viscous[i]);
  wrench[2] += c->cop[0] * wrench[1] - c->cop[1] * wrench[0];
}
