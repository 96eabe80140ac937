/* reference.c: makes the reference of a contact and the body on it. In: a
 * Contact. Out: a RefBody, and an emitted body's numbers in its order.
 *
 * Invariant: the reference's body uses the contact through its rate alone. */
#include <string.h>

#include "kinds/contact/area.h"
#include "kinds/contact/body/body.h"
#include "reference/contact/contact.h"
#include "kinds/contact/reduced/reference.h"

static int cells_rate(const void *contact, const double *z,
                      const double twist[3], double fn, double *dz,
                      double wrench[3])
{
  return ref_rate(contact, z, twist, fn, dz, wrench);
}

static int reduced_rate(const void *contact, const double *z,
                        const double twist[3], double fn, double *dz,
                        double wrench[3])
{
  return ref_reduced_rate(contact, z, twist, fn, dz, wrench);
}

RefBody contact_reference_body(const Contact *c)
{
  const Body *b = c->body;
  const size_t cells = (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny;
  RefBody body = {0};
  if (b)
    body = (RefBody){.mass = b->mass,
                     .inertia = b->inertia,
                     .com = {b->com[0], b->com[1]},
                     .gravity = {b->gravity[0], b->gravity[1]},
                     .contacts = b->contacts,
                     .is_body_frame = b->frame == 1};
  body.rate = contact_is_reduced(c) ? reduced_rate : cells_rate;
  RefContact *patch = contact_is_reduced(c) ? NULL : contact_reference(c);
  /* A step shortens bristles at its start alone: so does the caller. */
  if (patch) patch->area.stretch = 0;
  body.contact = patch ? (const void *)patch : (const void *)reduced_reference(c);
  body.nz = contact_is_reduced(c) ? 3 : 2 * cells;
  body.block = contact_is_reduced(c) ? 3 : 2;
  body.reach = contact_least_reach(c) * c->lugre.mu_c / c->lugre.sigma0;
  body.slow = lugre_speed(&c->lugre);
  return body;
}

void contact_reference_shorten(const Contact *c, const RefContact *law,
                               double fn, double *z)
{
  if (!contact_shortens(c)) return;
  const RefLugre f = {.longest = contact_longest(c)};
  const size_t n = (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny;
  double k[3] = {1, 1, 1};
  if (contact_is_reduced(c)) {
    const RefReduced *r = reduced_reference(c);
    if (r->is_matched) k[2] = r->u / (r->r * r->r);
    ref_lugre_shorten(&f, k, 3, z);
    return;
  }
  if (contact_has_reach(c) && !law) law = contact_reference(c);
  for (size_t i = 0; i < n; i++) {
    double pair[2] = {z[i], z[n + i]};
    RefLugre own = f;
    if (contact_has_reach(c)) own.longest = ref_cell_law(law, i, fn).longest;
    ref_lugre_shorten(&own, k, 2, pair);
    z[i] = pair[0];
    z[n + i] = pair[1];
  }
}

void contact_body_to_reference(const Contact *c, const double *members,
                               double fn, double *y)
{
  const size_t cells = (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny;
  const size_t kept = (size_t)c->cells.count;
  memcpy(y, members, 6 * sizeof *y);
  if (contact_is_reduced(c)) memcpy(y + 6, members + BODY_Z, 3 * sizeof *y);
  for (size_t i = 0; !contact_is_reduced(c) && i < 2 * kept; i++)
    y[6 + i / kept * cells + (size_t)c->cells.index[i % kept]] =
        members[BODY_Z + i];
  contact_reference_shorten(c, NULL, fn, y + 6);
}
