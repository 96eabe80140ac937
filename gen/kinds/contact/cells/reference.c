/* reference.c: makes the contact of the reference. In: a Contact. Out: a
 * RefContact, which calls the user's own law with numbers.
 *
 * Invariant: no number comes from emitted code. */
#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/region.h"
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
  if (c->lugre.has_regions) reference->patch.m = c->regions->whole.factors;
  reference->friction = friction_reference(&c->friction)->own.lugre;
  if (contact_shortens(c)) reference->friction.longest = contact_longest(c);
  reference->area = (RefArea){NULL, c->lugre.kappa, c->lugre.eta,
                              contact_stretch_factor(c)};
  if (c->area) reference->area.areas = c->area->all;
  return reference;
}

struct RefContact *contact_map_reference(const Contact *c)
{
  const Grid *grid = &contact_map(c)->grid;
  RefContact *reference = contact_reference(c);
  reference->patch =
      (RefPatch){grid->nx, grid->ny, grid->sx, grid->sy, contact_map(c)->all};
  return reference;
}
