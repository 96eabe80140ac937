/* reference.c: a contact as the reference knows it. In: a Contact. Out: a
 * RefContact, with the user's own law called with numbers.
 *
 * Invariant: nothing here comes from what is emitted. */
#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/contact.h"
#include "reference/contact/contact.h"

/* A law of the user's own, called with numbers. */
typedef struct Law {
  Spec *spec;
  const Value *function;
} Law;

static double call_law(void *context, double s)
{
  const Law *law = context;
  double g;
  spec_call(law->spec, law->function, &s, 1, &g, 1);
  return g;
}

void contact_reference_shares(const Contact *c, double fn, double *shares)
{
  const Levels *l = c->levels;
  const RefLevels levels = {(size_t)l->count, l->fn,
                            (const double *const *)l->all};
  ref_shares(&levels, fn, (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny,
             shares);
}

/* The shares at the contact's fn, by the reference's own interpolation. */
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
  const Lugre *f = &c->friction;
  const Grid *grid = &c->cells.grid;
  Run *run = c->model.run;
  RefContact *reference = run_alloc(run, sizeof *reference);
  reference->patch =
      (RefPatch){grid->nx, grid->ny, grid->sx, grid->sy, reference_shares(c)};
  if (c->compression) { /* points, not cells */
    reference->patch.x = c->cells.x;
    reference->patch.y = c->cells.y;
  }
  reference->friction = lugre_reference(f);
  if (f->stribeck) {
    Law *law = run_alloc(run, sizeof *law);
    law->spec = c->model.spec;
    law->function = f->stribeck;
    reference->friction.g = call_law;
    reference->friction.law = law;
  }
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
