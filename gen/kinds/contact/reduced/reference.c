/* reference.c: makes the reduced contact of the reference. In: a Contact. Out:
 * a RefReduced with the numbers of the emitted table, motions and wrenches.
 *
 * Invariant: the reference evaluates the surface with its own code. */
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/axis.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/reduced/reference.h"

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

static void set_potential(const LimitPotential *table, double r,
                          RefPotential *p)
{
  memcpy(p->middle, table->middle, sizeof p->middle);
  memcpy(p->inverse, table->inverse, sizeof p->inverse);
  memcpy(p->is_even, table->is_even, sizeof p->is_even);
  p->r = r;
  for (int m = 0; m < 3; m++) {
    const PotentialFace *face = &table->faces[m];
    p->faces[m] = (RefPotentialFace){{face->cells[0], face->cells[1]},
                                     face->base,
                                     face->unit,
                                     table->stored + face->start};
  }
}

/* The reference computes the patch itself. */
static void set_axis(const Contact *c, double fn, RefReduced *reference,
                     RefAxis *axis)
{
  const ContactAxis *a = c->axis;
  double patch[4];
  *axis = (RefAxis){.roots = a->roots,
                    .range = {a->range[0], a->range[1]},
                    .start = a->start,
                    .per = a->per,
                    .cells = a->cells,
                    .figures = a->figures,
                    .slices = a->table->slices,
                    .count = a->table->layout.count,
                    .fn = fn};
  ref_axis_patch(axis, fn, patch);
  memcpy(reference->cop, patch, sizeof reference->cop);
  reference->r = patch[2];
  reference->u = patch[3];
  set_potential(&a->table->layout, patch[2], &axis->first);
  reference->surface = ref_surface_axis;
  reference->context = axis;
}

void reduced_set_force(const Contact *c, double fn, RefReduced *reference,
                       ReducedForce *force)
{
  double patch[4];
  RefBetween *between = &force->between;
  if (c->axis) {
    set_axis(c, fn, reference, &force->axis);
    return;
  }
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

/* Sets the table at the contact's fn. */
static void set_table(const Contact *c, RefReduced *reference)
{
  const ContactTable *made = contact_table_needed(c);
  const double r = c->model.is_float ? float_rounded(c->r) : c->r;
  Run *run = c->model.run;
  if (made->potential && !c->axis) {
    RefPotential *p = run_alloc(run, sizeof *p);
    set_potential(made->potential, r, p);
    reference->surface = ref_surface_potential;
    reference->context = p;
    return;
  }
  if (!c->levels) {
    RefTable *t = run_alloc(run, sizeof *t);
    *t = reference_table(made->table, r);
    reference->surface = ref_surface_table;
    reference->context = t;
    return;
  }
  reduced_set_force(c, c->fn, reference, run_alloc(run, sizeof(ReducedForce)));
}

RefReduced *reduced_reference(const Contact *c)
{
  RefReduced *reference = run_alloc(c->model.run, sizeof *reference);
  reference->friction = contact_reference(c)->friction;
  memcpy(reference->cop, c->cop, sizeof reference->cop);
  reference->r = c->r;
  reference->u = c->u;
  if (c->stretch) {
    reference->ratio = c->stretch->ratio;
    reference->angle = c->stretch->angle;
  }
  reference->is_matched = c->torsion == TORSION_MATCHED;
  if (c->form == CONTACT_REDUCED) {
    set_table(c, reference);
  } else {
    reference->surface = ref_surface_ellipsoid;
    reference->context = reference;
  }
  return reference;
}

/* ---- motion and wrench -------------------------------------------------- */

BristleMotion reduced_motion(const RefReduced *c, const double twist[3])
{
  double t[3];
  ref_reduced_stretch(c, twist, t);
  BristleMotion m = {.n = 3,
                     .v = {t[0] - t[2] * c->cop[1], t[1] + t[2] * c->cop[0],
                           t[2]},
                     .is_matched = c->is_matched};
  c->surface(c->context, m.v, m.h);
  m.v[2] *= c->r;
  m.s = contact_size(m.v, 3);
  m.size = m.s > 0 ? contact_size(m.h, 3) : 1;
  m.zmax = ref_lugre_g(&c->friction, m.s) / c->friction.sigma0;
  m.longest = c->friction.longest;
  m.reach = 1;
  m.k[0] = m.k[1] = m.viscous[0] = m.viscous[1] = 1;
  m.viscous[2] = c->u / (c->r * c->r);
  m.k[2] = c->is_matched ? m.viscous[2] : 1;
  return m;
}

void reduced_wrench(const RefReduced *c, const double z[3],
                    const double rate[3], const double twist[3], double fn,
                    double wrench[3])
{
  const BristleMotion m = reduced_motion(c, twist);
  double force[3];
  contact_force(&c->friction, &m, z, rate, force);
  for (int i = 0; i < 3; i++) wrench[i] = fn * (i == 2 ? c->r : 1) * force[i];
  wrench[2] += c->cop[0] * wrench[1] - c->cop[1] * wrench[0];
  ref_reduced_stretch(c, wrench, wrench);
}
