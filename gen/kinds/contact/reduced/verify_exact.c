/* verify_exact.c: the exact limit surface that a reduced contact's table
 * represents. In: a trial of a reduced contact at one normal force. Out: the
 * reference's exact surface of that pressure.
 *
 * Invariant: a table along an axis of the force represents the spec's pressure
 * itself, so that its cells here are finer than, and not those of, its own. */
#include <math.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "kinds/contact/axis.h"
#include "kinds/contact/reduced/reference.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/verify.h"
#include "kinds/contact/reduced/reduced.h"

/* Writes the sides of the cells that carry force, with one cell more. */
static void loaded_box(const Grid *grid, const double *w, double box[2][2])
{
  const double h[2] = {grid->sx / grid->nx, grid->sy / grid->ny};
  for (int d = 0; d < 2; d++) box[d][0] = INFINITY, box[d][1] = -INFINITY;
  for (int k = 0; k < grid->nx * grid->ny; k++) {
    const double at[2] = {grid_x(grid, k % grid->nx),
                          grid_y(grid, k / grid->nx)};
    for (int d = 0; d < 2 && w[k] > 0; d++) {
      box[d][0] = fmin(box[d][0], at[d] - h[d]);
      box[d][1] = fmax(box[d][1], at[d] + h[d]);
    }
  }
}

RefExact reduced_exact(const ContactTrial *t)
{
  enum { SIDE = 101 };
  const Contact *c = t->contact;
  RefExact exact = {t->reference->patch, {c->cop[0], c->cop[1]}, c->r};
  if (contact_is_skewed(c)) { /* by the reference's own E */
    const Grid *own = contact_spec_grid(c);
    exact.patch = (RefPatch){.nx = own->nx, .ny = own->ny, .sx = own->sx,
                             .sy = own->sy, .w = c->cells.all,
                             .ratio = c->stretch->ratio,
                             .angle = c->stretch->angle};
    exact.is_stretched = true;
    return exact;
  }
  if (c->stretch) /* of the stretched patch */
    exact.patch = (RefPatch){c->cells.grid.nx, c->cells.grid.ny,
                             c->cells.grid.sx, c->cells.grid.sy, c->cells.all};
  if (!c->levels) return exact;
  Spec *spec = c->model.spec;
  const Value *surface = value_get(&spec->root, "pressure");
  const Levels *l = c->levels;
  const double fn = fmin(fmax(c->fn, l->fn[0]), l->fn[l->count - 1]);
  const Grid *grid = &c->cells.grid;
  if (!c->axis) {
    exact.patch.w = levels_exact(spec, surface, contact_spec_grid(c), fn);
    return exact;
  }
  const double origin[2] = {0, 0};
  double box[2][2];
  loaded_box(grid, levels_window(spec, surface, grid, grid, origin, fn, 1e-3),
             box);
  const Grid window = {SIDE, SIDE, box[0][1] - box[0][0],
                       box[1][1] - box[1][0]};
  const double at[2] = {(box[0][0] + box[0][1]) / 2,
                        (box[1][0] + box[1][1]) / 2};
  exact.patch =
      (RefPatch){.nx = SIDE, .ny = SIDE, .sx = window.sx, .sy = window.sy};
  exact.patch.w = levels_window(spec, surface, grid, &window, at, fn, 3e-5);
  for (int d = 0; d < 2; d++) exact.cop[d] -= at[d];
  return exact;
}

double reduced_exact_error(const ContactTrial *t)
{
  const Contact *c = t->contact;
  const double bound = contact_table(c)->proof.bound;
  if (!c->levels) return bound;
  if (!c->axis) /* not proven between levels, but found at few twists */
    return bound + 1.25 * c->levels->error;
  return bound + 3e-4; /* of the cells of reduced_exact */
}
