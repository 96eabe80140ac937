/* patch.c: the patch of a slider. In: a surface relative to the centre of mass.
 * Out: its cells with their share of the load, its convex hull, and e_r from
 * the exact limit surface.
 *
 * Invariant: the hull has at least three corners and contains the centre of
 * mass.
 */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/slider/slider.h"

/* ---- the hull ---------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
  const Point *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return p->y < q->y ? -1 : p->y > q->y;
}

/* Returns twice the area of the triangle o, a, b: > 0 if it turns left. */
static double turn(const Point *o, const Point *a, const Point *b)
{
  return (a->x - o->x) * (b->y - o->y) - (a->y - o->y) * (b->x - o->x);
}

/* Sorts the points and returns the corners of their hull, counter-clockwise,
 * without corners on a straight edge: Andrew's monotone chain. */
static Point *convex_hull(Run *run, Point *points, size_t count,
                          size_t *ncorners)
{
  Point *hull = run_alloc(run, (2 * count + 1) * sizeof *hull);
  size_t n = 0;
  double extent = 0;
  for (size_t i = 0; i < count; i++)
    extent = fmax(extent, fmax(fabs(points[i].x), fabs(points[i].y)));
  const double flat = 1e-12 * extent * extent;
  qsort(points, count, sizeof *points, by_place);
  for (int side = 0; side < 2; side++) {
    const size_t start = n;
    for (size_t k = 0; k < count; k++) {
      const Point *p = &points[side == 0 ? k : count - 1 - k];
      while (n >= start + 2 && turn(&hull[n - 2], &hull[n - 1], p) <= flat) n--;
      hull[n++] = *p;
    }
    n--; /* the other side starts with this point */
  }
  *ncorners = n;
  return hull;
}

/* Returns the corners of all shapes of a surface, or of its kept cells if the
 * surface does not consist of shapes. */
static Point *gather(Slider *s, const Value *patch, size_t *count)
{
  Run *run = s->model.run;
  const bool is_sum = value_is(patch, "sum");
  const size_t parts = is_sum ? patch->nitems : 1;
  Point *points = NULL;
  size_t room = 0, n = 0;
  for (size_t i = 0; i < parts; i++) {
    size_t found;
    const Point *outline = surface_outline(
        s->model.spec, is_sum ? &patch->items[i] : patch, &found);
    if (!outline) {
      *count = 0;
      return NULL;
    }
    for (size_t k = 0; k < found; k++) {
      points = run_grown(run, points, n, &room, sizeof *points);
      points[n++] = outline[k];
    }
  }
  *count = n;
  return points;
}

static Point *cell_corners(const Slider *s, size_t *count)
{
  const Cells *cells = &s->cells;
  const double hx = cells->grid.sx / cells->grid.nx / 2;
  const double hy = cells->grid.sy / cells->grid.ny / 2;
  *count = 4 * (size_t)cells->count;
  Point *points = run_alloc(s->model.run, *count * sizeof *points);
  for (int k = 0; k < cells->count; k++)
    for (int c = 0; c < 4; c++)
      points[4 * k + c] = (Point){cells->x[k] + (c % 2 ? hx : -hx),
                                  cells->y[k] + (c / 2 ? hy : -hy)};
  return points;
}

/* Measures circles around the centre of mass, inside and around the hull. */
static void measure_hull(Slider *s, const Value *patch)
{
  s->inside = INFINITY;
  for (size_t i = 0; i < s->ncorners; i++) {
    const Point *a = &s->corners[i], *b = &s->corners[(i + 1) % s->ncorners];
    const Point centre = {0, 0};
    const double distance =
        turn(a, b, &centre) / hypot(b->x - a->x, b->y - a->y);
    s->inside = fmin(s->inside, distance);
    s->outside = fmax(s->outside, hypot(a->x, a->y));
  }
  if (!(s->inside > 0))
    run_fail(s->model.run, patch->where,
             "the centre of mass, (0, 0), must be above the patch, but it is "
             "%.3g m outside the patch's convex hull: the body would fall over",
             -s->inside);
}

/* ---- reading ----------------------------------------------------------- */

/* Writes the size of a grid that the spec leaves out: the extent of the shapes,
 * symmetric about the centre of mass. */
static void enclose(const Slider *s, const Value *patch, const Point *points,
                    size_t count, double size[2])
{
  for (size_t i = 0; i < count; i++) {
    size[0] = fmax(size[0], 2 * fabs(points[i].x));
    size[1] = fmax(size[1], 2 * fabs(points[i].y));
  }
  if (!(size[0] > 0 && size[1] > 0))
    run_fail(s->model.run, patch->where,
             "slider needs size = { extent along x, extent along y } of the "
             "grid for this patch, whose extent is not known");
}

/* Returns the largest torque per mu*fn, about the centre of pressure. */
static double largest_torque(Slider *s)
{
  const double spin[3] = {0, 0, 1};
  double wrench[3];
  limit_exact_at(&s->cells, s->cop, spin, wrench);
  return fabs(wrench[2]);
}

void slider_read_patch(Slider *s, const Value *patch, const int cells[2],
                       const double size[2])
{
  Run *run = s->model.run;
  const Value *moving = levels_needed(patch);
  if (moving)
    run_fail(run, moving->where,
             "the pressure depends on the normal force, but the normal force "
             "of a slider is its weight; give the pressure at that force");
  if (pressure_mu(patch))
    run_fail(run, pressure_mu(patch)->where,
             "a slider takes one mu for the whole patch; leave mu of parts "
             "out");
  double whole[2] = {size[0], size[1]};
  const int usual[2] = {40, 40};
  size_t count;
  Point *points = gather(s, patch, &count);
  if (!(whole[0] > 0)) enclose(s, patch, points, count, whole);
  const Grid grid = grid_read(s->model.spec, &s->model.spec->root, "slider",
                              cells[0] > 0 ? cells : usual, whole, patch);
  s->cells =
      cells_kept(run, &grid, pressure_weights(s->model.spec, patch, &grid));
  cells_centre(&s->cells, s->cop);
  if (!points) points = cell_corners(s, &count);
  s->corners = convex_hull(run, points, count, &s->ncorners);
  if (s->ncorners < 3)
    run_fail(run, patch->where,
             "the patch has no area: a body on a line would fall over");
  measure_hull(s, patch);
  if (s->is_er_computed) s->e[2] = largest_torque(s);
}
