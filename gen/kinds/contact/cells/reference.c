/* reference.c: makes the contact of the reference. In: a Contact. Out: a
 * RefContact, which calls the user's own law with numbers.
 *
 * Invariant: no number comes from emitted code. */
#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/cells/cells.h"
#include "kinds/contact/region.h"
#include "kinds/contact/stretch.h"
#include "reference/contact/contact.h"

void contact_reference_shares(const Contact *c, double fn, double *shares)
{
  const Levels *l = c->levels;
  const RefLevels levels = {(size_t)l->count, l->fn,
                            (const double *const *)l->all};
  ref_shares(&levels, fn, (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny,
             shares);
}

/* Returns the shares at the contact's fn, by the reference's interpolation. */
static const double *reference_shares(const Contact *c)
{
  if (!c->levels) return c->cells.all;
  const size_t cells = (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny;
  double *w = run_doubles(c->model.run, cells);
  contact_reference_shares(c, c->fn, w);
  return w;
}

/* Sets the anisotropy of a patch whose cells are stretched so far. */
static void set_stretch(const Contact *c, RefPatch *patch)
{
  const ContactStretch *s = c->stretch;
  if (!s) return;
  patch->ratio = s->ratio;
  patch->angle = s->angle;
  if (!patch->x) {
    patch->sx = s->grid.sx;
    patch->sy = s->grid.sy;
    return;
  }
  double *x = run_doubles(c->model.run, (size_t)c->cells.count);
  double *y = run_doubles(c->model.run, (size_t)c->cells.count);
  for (int k = 0; k < c->cells.count; k++) {
    double at[2] = {patch->x[k], patch->y[k]};
    contact_place(c, at, at);
    x[k] = at[0];
    y[k] = at[1];
  }
  patch->x = x;
  patch->y = y;
}

struct RefContact *contact_reference(const Contact *c)
{
  const Grid *grid = &c->cells.grid;
  RefContact *reference = run_alloc(c->model.run, sizeof *reference);
  reference->patch =
      (RefPatch){grid->nx, grid->ny, grid->sx, grid->sy, reference_shares(c)};
  if (c->compression) { /* points, not cells */
    reference->patch.x = c->cells.x;
    reference->patch.y = c->cells.y;
  }
  set_stretch(c, &reference->patch);
  if (c->lugre.has_regions) reference->patch.m = c->regions->whole.factors;
  reference->friction = friction_reference(&c->friction)->own.lugre;
  if (contact_shortens(c)) reference->friction.longest = contact_longest(c);
  reference->area = (RefArea){NULL, c->lugre.kappa, c->lugre.eta,
                              contact_stretch_factor(c)};
  if (c->area) reference->area.areas = c->area->all;
  if (c->has_stick && c->compression) reference->area.spread = cells_spread(c);
  return reference;
}

struct RefContact *contact_map_reference(const Contact *c)
{
  const Grid *grid = &contact_map(c)->grid;
  RefContact *reference = contact_reference(c);
  reference->patch =
      (RefPatch){grid->nx, grid->ny, grid->sx, grid->sy, contact_map(c)->all};
  if (c->map_area) reference->area.areas = c->map_area->all;
  set_stretch(c, &reference->patch);
  return reference;
}
