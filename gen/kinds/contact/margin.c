/* margin.c: _margin and _hold of all contacts. In: a Contact. Out: whether its
 * solver has them, and how far they are from the exact surface.
 *
 * Invariant: a bound holds at every fn. */
#include "kinds/contact/margin.h"

#include <math.h>

#include "base/base.h"
#include "limit/limit.h"
#include "kinds/contact/region.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/reduced/reduced.h"

/* Returns the cells with the shares that they hold of a force of all: of the
 * load, or with friction by region of the load times the factors. */
static const Cells *holding(const Contact *c)
{
  return c->regions && c->regions->grip ? c->regions->grip : &c->cells;
}

void contact_margin_centre(const Contact *c, double centre[2])
{
  double moments[3];
  cells_moments(&c->cells, holding(c)->w, moments);
  /* that of a single cell without the rounding of its share */
  centre[0] = c->cells.count == 1 ? c->cells.x[0] : moments[0];
  centre[1] = c->cells.count == 1 ? c->cells.y[0] : moments[1];
}

/* Writes the mean square distance of the cells from their centre, m^2, and the
 * largest distance from there of any kept cell, m. With levels both are those of
 * the load, whose moments the emitted patch has. */
static void spread_of(const Contact *c, double *square, double *far)
{
  const Cells *cells = &c->cells;
  double moments[3];
  cells_moments(cells, (c->levels ? cells : holding(c))->w, moments);
  *square = moments[2] - moments[0] * moments[0] - moments[1] * moments[1];
  *far = 0;
  for (int k = 0; k < cells->count; k++)
    *far = fmax(*far, hypot(cells->x[k] - moments[0], cells->y[k] - moments[1]));
}

/* sum(w |v|^2) is |V|^2 with torques over the root of the mean square, and no
 * |v| exceeds |V| times the root below, so that sum(w |v|) is at least |V| over
 * it. */
static double reach_at(const Contact *c)
{
  double square, far;
  spread_of(c, &square, &far);
  return square > 1e-12 * far * far ? sqrt(1 + far * far / square) : INFINITY;
}

/* With levels, sum(w m/M |v|) is at least the smallest m/M times sum(w |v|). */
static double least_hold(const Contact *c)
{
  if (!c->regions || !c->regions->factor) return 1;
  return fmin(1, c->regions->whole.least / contact_mean_factor(c));
}

double contact_margin_reach(const Contact *c)
{
  const Levels *l = c->levels;
  double reach = l ? 0 : reach_at(c);
  for (int i = 0; l && i < l->count; i++)
    reach = fmax(reach, reach_at(contact_at(c, l->fn[i])));
  /* Between two levels the mean square is at least the smaller of both, and a
   * distance at most the larger of both. */
  if (l && isfinite(reach)) {
    double least = INFINITY, most = 0, square, far;
    for (int i = 0; i < l->count; i++) {
      spread_of(contact_at(c, l->fn[i]), &square, &far);
      least = fmin(least, square);
      most = fmax(most, far);
    }
    reach = sqrt(1 + most * most / least) / least_hold(c);
  }
  return reach;
}

double contact_margin_length(const Contact *c)
{
  double square, far;
  spread_of(c, &square, &far);
  return sqrt(square);
}

bool contact_is_single(const Contact *c)
{
  return !contact_is_reduced(c) && !c->levels && c->cells.count == 1;
}

bool contact_has_margin(const Contact *c)
{
  if (c->form == CONTACT_ELLIPSOID) return true;
  if (c->form == CONTACT_REDUCED) return reduced_reach(c) > 0;
  return contact_is_single(c) || isfinite(contact_margin_reach(c));
}

double contact_margin_mu(const Contact *c)
{
  return c->limit_surface.level ? c->lugre.mu_s : c->lugre.mu_c;
}

/* ---- bristles at midpoints ---------------------------------------------- */

bool contact_has_excess(const Contact *c)
{
  return !c->compression && !contact_is_skewed(c) && !contact_is_single(c);
}

/* Returns the exact surface's power over that of the midpoints, less 1. */
static double excess_at(const Cells *cells, const double twist[3])
{
  double wrench[3], exact = 0, points = 0;
  limit_exact(cells, twist, wrench);
  for (int d = 0; d < 3; d++) exact -= wrench[d] * twist[d];
  for (int k = 0; k < cells->count; k++)
    points += cells->w[k] * hypot(twist[0] - twist[2] * cells->y[k],
                                  twist[1] + twist[2] * cells->x[k]);
  return exact / points - 1;
}

/* A cell's bristle takes no power from a turn about it, and the cell does. */
double contact_margin_excess(const Contact *c)
{
  enum { TURNS = 64 };
  const Cells *cells = holding(c);
  const int stride = 1 + (cells->count - 1) / TURNS;
  double most = 0;
  for (int k = 0; k < cells->count; k += stride) {
    const double about[3] = {cells->y[k], -cells->x[k], 1};
    most = fmax(most, excess_at(cells, about));
  }
  double centre[2];
  contact_margin_centre(c, centre);
  const double spin[3] = {centre[1], -centre[0], 1};
  return fmax(most, excess_at(cells, spin));
}
