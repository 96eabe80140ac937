/* reference.c: makes the contact of the reference for a step of backward Euler.
 * In: a Contact. Out: its places, or the reduced contact. */
#include "base/base.h"
#include "kinds/contact/couple/reference.h"
#include "kinds/contact/area.h"
#include "kinds/contact/region.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/reduced/reference.h"

CoupleReference couple_reference(const Contact *c)
{
  CoupleReference r = {.nstates = 3};
  if (contact_is_reduced(c)) {
    r.reduced = reduced_reference(c);
    return r;
  }
  double *x = c->cells.x, *y = c->cells.y;
  if (c->stretch) { /* the places on the patch */
    x = run_doubles(c->model.run, (size_t)c->cells.count);
    y = run_doubles(c->model.run, (size_t)c->cells.count);
    for (int k = 0; k < c->cells.count; k++) {
      double at[2] = {c->cells.x[k], c->cells.y[k]};
      contact_place(c, at, at);
      x[k] = at[0];
      y[k] = at[1];
    }
    r.places.ratio = c->stretch->ratio;
    r.places.angle = c->stretch->angle;
  }
  r.nstates = 2 * c->cells.count;
  r.places.friction = &contact_reference(c)->friction;
  r.places.n = (size_t)c->cells.count;
  r.places.x = x;
  r.places.y = y;
  r.places.w = c->cells.w;
  r.places.m = c->lugre.has_regions ? c->regions->factor : NULL;
  if (c->area) {
    r.places.areas = c->area->kept;
    r.places.kappa = c->lugre.kappa;
    r.places.eta = c->lugre.eta;
    r.places.stretch = contact_stretch_factor(c);
  }
  return r;
}

int couple_reference_step(const CoupleReference *r, const double *z,
                          const long double twist[3], double fn, double dt,
                          long double *end, long double wrench[3])
{
  if (r->reduced)
    return ref_backward_reduced(r->reduced, z, twist, fn, dt, end, wrench);
  return ref_backward_places(&r->places, z, twist, fn, dt, end, wrench);
}
