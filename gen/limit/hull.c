/* hull.c: convex hulls in space, point by point. In: points on the boundary of
 * a convex body. Out: facets with their planes.
 *
 * Invariant: predicates use plain floating point, so a result counts only after
 * hull_is_sound has checked it. */
#include "base/base.h"
#include "limit/polytope.h"

#include <math.h>
#include <string.h>

/* For coordinates of about 1. */
static const double on_plane = 1e-13, slack = 1e-11;

double dot3(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

void cross3(const double a[3], const double b[3], double out[3])
{
  const double c[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                       a[0] * b[1] - a[1] * b[0]};
  memcpy(out, c, sizeof c);
}

double unit3(double a[3])
{
  const double size = sqrt(dot3(a, a));
  for (int d = 0; size > 0 && d < 3; d++) a[d] /= size;
  return size;
}

static void minus3(const double a[3], const double b[3], double out[3])
{
  for (int d = 0; d < 3; d++) out[d] = a[d] - b[d];
}

/* ---- building ---------------------------------------------------------- */

Hull *hull_new(Run *run, int most)
{
  Hull *hull = run_alloc(run, sizeof *hull);
  hull->most = most;
  hull->points = run_alloc(run, (size_t)most * sizeof *hull->points);
  /* Room for twice as many facets: old ones are dropped after new ones come. */
  hull->facets = run_alloc(run, 4 * (size_t)most * sizeof *hull->facets);
  hull->owner =
      run_alloc(run, (size_t)most * (size_t)most * sizeof *hull->owner);
  return hull;
}

static int *owner_of(const Hull *hull, int from, int to)
{
  return &hull->owner[from * hull->most + to];
}

static void own_edges(Hull *hull, int facet)
{
  const int *c = hull->facets[facet].corner;
  for (int side = 0; side < 3; side++)
    *owner_of(hull, c[side], c[(side + 1) % 3]) = facet;
}

static void add_facet(Hull *hull, int a, int b, int c)
{
  Facet *facet = &hull->facets[hull->nfacets];
  const double(*p)[3] = (const double(*)[3])hull->points;
  double u[3], v[3];
  minus3(p[b], p[a], u);
  minus3(p[c], p[a], v);
  cross3(u, v, facet->normal);
  unit3(facet->normal);
  facet->corner[0] = a;
  facet->corner[1] = b;
  facet->corner[2] = c;
  facet->offset =
      fmax(fmax(dot3(facet->normal, p[a]), dot3(facet->normal, p[b])),
           dot3(facet->normal, p[c]));
  facet->gap = -1;
  own_edges(hull, hull->nfacets++);
}

static double above(const Facet *facet, const double point[3])
{
  return dot3(facet->normal, point) - facet->offset;
}

/* Drops the marked facets; the others keep their gaps. */
static void drop_facets(Hull *hull, const bool *is_dropped, int count)
{
  int kept = 0;
  for (int f = 0; f < hull->nfacets; f++) {
    if (f < count && is_dropped[f]) continue;
    if (kept != f) {
      hull->facets[kept] = hull->facets[f];
      own_edges(hull, kept);
    }
    kept++;
  }
  hull->nfacets = kept;
}

int hull_neighbour(const Hull *hull, int facet, int side)
{
  const int *c = hull->facets[facet].corner;
  return *owner_of(hull, c[(side + 1) % 3], c[side]);
}

bool hull_add(Hull *hull, const double point[3])
{
  enum { MOST_FACETS = 4096 };
  bool is_seen[MOST_FACETS], is_any = false;
  const int count = hull->nfacets, corner = hull->npoints;
  if (corner == hull->most || count > MOST_FACETS) return false;
  for (int f = 0; f < count; f++) {
    is_seen[f] = above(&hull->facets[f], point) > on_plane;
    is_any = is_any || is_seen[f];
  }
  if (!is_any) return false;
  memcpy(hull->points[hull->npoints++], point, sizeof *hull->points);
  const int room = 4 * hull->most;
  for (int f = 0; f < count; f++)
    for (int side = 0; is_seen[f] && side < 3; side++) {
      const int *c = hull->facets[f].corner;
      const int a = c[side], b = c[(side + 1) % 3];
      const int beyond = *owner_of(hull, b, a);
      const bool is_horizon = beyond >= 0 && beyond < count && !is_seen[beyond];
      if (is_horizon && hull->nfacets < room) add_facet(hull, a, b, corner);
    }
  drop_facets(hull, is_seen, count);
  return true;
}

/* Returns the point that is farthest by `measure`, or -1 if all are nearly 0.
 */
static int farthest(const double (*points)[3], int count,
                    double (*measure)(const double (*base)[3],
                                      const double point[3]),
                    const double (*base)[3])
{
  double most = 1e-9;
  int best = -1;
  for (int k = 0; k < count; k++) {
    const double size = fabs(measure(base, points[k]));
    if (size > most) {
      most = size;
      best = k;
    }
  }
  return best;
}

static double from_point(const double (*base)[3], const double point[3])
{
  double u[3];
  minus3(point, base[0], u);
  return unit3(u);
}

static double from_line(const double (*base)[3], const double point[3])
{
  double u[3], v[3];
  minus3(base[1], base[0], u);
  minus3(point, base[0], v);
  cross3(u, v, u);
  return unit3(u);
}

static double from_plane(const double (*base)[3], const double point[3])
{
  double u[3], v[3], w[3];
  minus3(base[1], base[0], u);
  minus3(base[2], base[0], v);
  minus3(point, base[0], w);
  cross3(u, v, u);
  return dot3(u, w);
}

bool hull_build(Hull *hull, const double (*points)[3], int count)
{
  static double (*const measures[])(const double(*)[3], const double *) = {
      from_point, from_line, from_plane};
  int first[4] = {0};
  double base[4][3];
  memcpy(base[0], points[0], sizeof base[0]);
  for (int n = 0; n < 3; n++) {
    first[n + 1] =
        farthest(points, count, measures[n], (const double(*)[3])base);
    if (first[n + 1] < 0) return false;
    memcpy(base[n + 1], points[first[n + 1]], sizeof base[0]);
  }
  hull->npoints = 4;
  hull->nfacets = 0;
  for (int k = 0; k < hull->most * hull->most; k++) hull->owner[k] = -1;
  memcpy(hull->points, base, sizeof base);
  const bool is_left = from_plane((const double(*)[3])base, base[3]) > 0;
  const int b = is_left ? 2 : 1, c = is_left ? 1 : 2;
  add_facet(hull, 0, b, c);
  add_facet(hull, 0, c, 3);
  add_facet(hull, c, b, 3);
  add_facet(hull, b, 0, 3);
  for (int k = 1; k < count; k++)
    if (k != first[1] && k != first[2] && k != first[3])
      hull_add(hull, points[k]);
  return true;
}

/* ---- checks and figures ------------------------------------------------ */

bool hull_is_sound(const Hull *hull)
{
  for (int f = 0; f < hull->nfacets; f++) {
    const Facet *facet = &hull->facets[f];
    if (!(facet->offset > 0)) return false; /* the origin must be inside */
    for (int k = 0; k < hull->npoints; k++)
      if (!(above(facet, hull->points[k]) <= slack)) return false;
    for (int side = 0; side < 3; side++) {
      const int beyond = hull_neighbour(hull, f, side);
      if (beyond < 0 || beyond >= hull->nfacets) return false;
      const int *c = facet->corner, *other = hull->facets[beyond].corner;
      bool is_there = false;
      for (int s = 0; s < 3; s++)
        is_there = is_there || (other[s] == c[(side + 1) % 3] &&
                                other[(s + 1) % 3] == c[side]);
      if (!is_there) return false;
      if (!(dot3(facet->normal, hull->points[c[side]]) >=
            facet->offset - slack))
        return false;
    }
  }
  /* Euler's formula: the hull is closed, in one piece, with facets at all
   * points. */
  return hull->nfacets == 2 * hull->npoints - 4;
}

double hull_volume(const Hull *hull)
{
  double sum = 0;
  for (int f = 0; f < hull->nfacets; f++) {
    const int *c = hull->facets[f].corner;
    double n[3];
    cross3(hull->points[c[0]], hull->points[c[1]], n);
    sum += dot3(n, hull->points[c[2]]) / 6;
  }
  return sum;
}

/* Returns the distance to the nearest point of the edge a-b. */
static double edge_distance(const double a[3], const double b[3],
                            const double point[3])
{
  double along[3], to[3];
  minus3(b, a, along);
  minus3(point, a, to);
  const double t = fmin(1, fmax(0, dot3(along, to) / dot3(along, along)));
  for (int d = 0; d < 3; d++) to[d] -= t * along[d];
  return unit3(to);
}

/* Returns the distance to the nearest point of a facet. */
static double facet_distance(const Hull *hull, const Facet *facet,
                             const double point[3])
{
  const double(*p)[3] = (const double(*)[3])hull->points;
  double nearest = INFINITY;
  bool is_over = true;
  for (int side = 0; side < 3; side++) {
    const double *a = p[facet->corner[side]];
    const double *b = p[facet->corner[(side + 1) % 3]];
    double along[3], to[3], out[3];
    minus3(b, a, along);
    minus3(point, a, to);
    cross3(along, facet->normal, out); /* points away from the facet */
    if (dot3(out, to) <= 0) continue;
    is_over = false;
    nearest = fmin(nearest, edge_distance(a, b, point));
  }
  return is_over ? fabs(above(facet, point)) : nearest;
}

double hull_distance(const Hull *hull, const double point[3])
{
  double nearest = INFINITY;
  bool is_outside = false;
  for (int f = 0; f < hull->nfacets; f++) {
    if (above(&hull->facets[f], point) <= 0) continue;
    is_outside = true;
    nearest = fmin(nearest, facet_distance(hull, &hull->facets[f], point));
  }
  return is_outside ? nearest : 0;
}
