/* place.c: places the facets of a patch's polytopes. In: the exact support
 * function. Out: an inner polytope, the hull of boundary points, and an outer
 * one of tangent planes, both as close as so many facets allow.
 *
 * Invariant: with any placement, corners of the inner one are exact boundary
 * points and planes of the outer one are exact tangent planes. */
#include "base/base.h"
#include "limit/polytope.h"

#include <math.h>
#include <string.h>

/* `work` bounds the cells that all rounds evaluate, for grids of any size. */
enum { MOST_ROUNDS = 40, LEAST_ROUNDS = 3 };
static const double work = 2e8;

/* ---- the body ---------------------------------------------------------- */

PatchBody *patch_body(Run *run, const Cells *cells)
{
  PatchBody *body = run_alloc(run, sizeof *body);
  LimitMap *map = &body->map;
  map->cells = cells;
  cells_centre(cells, map->cop);
  const double spin[3] = {0, 0, 1};
  double wrench[3];
  limit_exact_at(cells, map->cop, spin, wrench);
  map->r = fabs(wrench[2]);
  return body;
}

double patch_support(PatchBody *body, const double normal[3], double touch[3])
{
  limit_scaled(&body->map, normal, touch); /* friction opposes the slip */
  for (int d = 0; d < 3; d++) touch[d] = -touch[d];
  body->evaluations++;
  return dot3(normal, touch);
}

static int rounds_for(const PatchBody *body, int faces)
{
  const double terms = limit_terms(body->map.cells);
  return (int)fmin(MOST_ROUNDS, fmax(LEAST_ROUNDS, work / (terms * faces * 3)));
}

/* Adds a point and its opposite: points k and k + 1 are a pair. */
static void add_pair(double (*points)[3], int *count, const double point[3])
{
  for (int d = 0; d < 3; d++) {
    points[*count][d] = point[d];
    points[*count + 1][d] = -point[d];
  }
  *count += 2;
}

/* Finds the opposite corner of each corner. */
static void find_opposites(const Hull *hull, int *opposite)
{
  for (int a = 0; a < hull->npoints; a++) {
    double nearest = INFINITY;
    for (int b = 0; b < hull->npoints; b++) {
      double off = 0;
      for (int d = 0; d < 3; d++)
        off += fabs(hull->points[a][d] + hull->points[b][d]);
      if (off < nearest) {
        nearest = off;
        opposite[a] = b;
      }
    }
  }
}

/* Returns the gap of a facet and of the opposite facet. */
typedef double FacetGap(PatchBody *body, const Hull *hull, const Facet *facet);

static double find_gaps(PatchBody *body, Hull *hull, const int *opposite,
                        FacetGap *gap)
{
  double worst = 0;
  for (int f = 0; f < hull->nfacets; f++) {
    Facet *facet = &hull->facets[f];
    if (facet->gap < 0) {
      facet->gap = fmax(0, gap(body, hull, facet));
      if (opposite) {
        const int *c = facet->corner;
        const int mirror =
            hull->owner[opposite[c[1]] * hull->most + opposite[c[0]]];
        if (mirror >= 0 && mirror < hull->nfacets &&
            hull->facets[mirror].corner[0] + hull->facets[mirror].corner[1] +
                    hull->facets[mirror].corner[2] ==
                opposite[c[0]] + opposite[c[1]] + opposite[c[2]])
          hull->facets[mirror].gap = facet->gap;
      }
    }
    worst = fmax(worst, facet->gap);
  }
  return worst;
}

static const Facet *worst_facet(const Hull *hull)
{
  const Facet *worst = &hull->facets[0];
  for (int f = 1; f < hull->nfacets; f++)
    if (hull->facets[f].gap > worst->gap) worst = &hull->facets[f];
  return worst;
}

/* ---- inner: boundary points -------------------------------------------- */

static double inner_gap(PatchBody *body, const Hull *hull, const Facet *facet)
{
  double touch[3];
  (void)hull;
  return patch_support(body, facet->normal, touch) - facet->offset;
}

/* Adds the pair of points above the worst facet until there are enough. */
static bool grow_inner(PatchBody *body, Hull *hull, int corners)
{
  double points[6][3], touch[3];
  int count = 0;
  for (int axis = 0; axis < 3; axis++) {
    double normal[3] = {0.1, 0.05, 0.02}; /* not along an axis */
    normal[axis] = 1;
    patch_support(body, normal, touch);
    add_pair(points, &count, touch);
  }
  if (!hull_build(hull, (const double(*)[3])points, count)) return false;
  while (hull->npoints < corners) {
    find_gaps(body, hull, NULL, inner_gap);
    patch_support(body, worst_facet(hull)->normal, touch);
    if (!hull_add(hull, touch)) break;
    for (int d = 0; d < 3; d++) touch[d] = -touch[d];
    hull_add(hull, touch);
  }
  return hull_is_sound(hull) && hull->npoints == corners;
}

/* Writes the next normal of each corner: the sum of the normals of the facets
 * around it, whose tangent plane touches where the corner adds the largest
 * volume. Facets with larger gaps count more. */
static void inner_normals(const Hull *hull, double bias, double worst,
                          double (*normals)[3])
{
  memset(normals, 0, (size_t)hull->npoints * sizeof *normals);
  for (int f = 0; f < hull->nfacets; f++) {
    const int *c = hull->facets[f].corner;
    double u[3], v[3];
    for (int d = 0; d < 3; d++) {
      u[d] = hull->points[c[1]][d] - hull->points[c[0]][d];
      v[d] = hull->points[c[2]][d] - hull->points[c[0]][d];
    }
    cross3(u, v, u);
    const double weight = pow(hull->facets[f].gap / worst + 1e-3, bias);
    for (int side = 0; side < 3; side++)
      for (int d = 0; d < 3; d++) normals[c[side]][d] += weight * u[d];
  }
}

/* Returns NULL unless every facet lies below the tangent plane parallel to it,
 * by the exact surface. */
static Polytope *inner_polytope(Run *run, PatchBody *body, const Hull *hull)
{
  for (int f = 0; f < hull->nfacets; f++)
    if (!(inner_gap(body, hull, &hull->facets[f]) >= -1e-12)) return NULL;
  Polytope *p = run_alloc(run, sizeof *p);
  p->nplanes = hull->nfacets;
  p->ncorners = hull->npoints;
  p->planes = run_alloc(run, (size_t)p->nplanes * sizeof *p->planes);
  for (int f = 0; f < p->nplanes; f++) {
    memcpy(p->planes[f], hull->facets[f].normal, sizeof(double[3]));
    p->planes[f][3] = hull->facets[f].offset;
  }
  p->corners = hull->points;
  p->volume = hull_volume(hull);
  p->hull = hull;
  return p;
}

Polytope *patch_inner(Run *run, PatchBody *body, int faces)
{
  const int corners = faces / 2 + 2;
  Hull *hull = hull_new(run, corners), *best = hull_new(run, corners);
  double(*normals)[3] = run_alloc(run, (size_t)corners * sizeof *normals);
  double(*points)[3] = run_alloc(run, (size_t)corners * sizeof *points);
  int *opposite = run_alloc(run, (size_t)corners * sizeof *opposite);
  if (!grow_inner(body, hull, corners)) return NULL;
  const int rounds = rounds_for(body, faces);
  double least = INFINITY;
  for (int round = 0; round <= rounds; round++) {
    find_opposites(hull, opposite);
    const double worst = find_gaps(body, hull, opposite, inner_gap);
    if (worst < least) {
      Hull *kept = best;
      least = worst;
      hull_build(kept, (const double(*)[3])hull->points, corners);
    }
    inner_normals(hull, round < rounds / 3 ? 0 : 1.0, worst, normals);
    int count = 0;
    for (int k = 0; k < corners; k++) {
      if (opposite[k] < k) continue;
      double touch[3];
      patch_support(body, normals[k], touch);
      add_pair(points, &count, touch);
    }
    if (count != corners ||
        !hull_build(hull, (const double(*)[3])points, count) ||
        !hull_is_sound(hull))
      break;
  }
  return hull_is_sound(best) ? inner_polytope(run, body, best) : NULL;
}

/* ---- outer: tangent planes --------------------------------------------- */

/* A plane n.x <= s around the origin has the pole n/s. A facet of the poles'
 * hull is a corner of the outer polytope. */
static void pole_of(PatchBody *body, const double direction[3], double pole[3])
{
  double touch[3];
  memcpy(pole, direction, sizeof(double[3]));
  unit3(pole);
  const double s = patch_support(body, pole, touch);
  for (int d = 0; d < 3; d++) pole[d] /= s;
}

static void corner_of(const Facet *facet, double corner[3])
{
  for (int d = 0; d < 3; d++) corner[d] = facet->normal[d] / facet->offset;
}

/* Returns the distance of a corner from the body along the mean normal of the
 * planes around the corner. Writes that normal. */
static double corner_gap(PatchBody *body, const Hull *hull, const Facet *facet,
                         double normal[3])
{
  double corner[3], touch[3];
  corner_of(facet, corner);
  for (int d = 0; d < 3; d++) normal[d] = 0;
  for (int side = 0; side < 3; side++) {
    double n[3];
    memcpy(n, hull->points[facet->corner[side]], sizeof n);
    unit3(n);
    for (int d = 0; d < 3; d++) normal[d] += n[d];
  }
  unit3(normal);
  const double s = patch_support(body, normal, touch);
  return dot3(normal, corner) - s;
}

static double outer_gap(PatchBody *body, const Hull *hull, const Facet *facet)
{
  double normal[3];
  return corner_gap(body, hull, facet, normal);
}

static bool grow_outer(PatchBody *body, Hull *hull, int faces)
{
  double poles[6][3], pole[3];
  int count = 0;
  for (int axis = 0; axis < 3; axis++) {
    double normal[3] = {0.1, 0.05, 0.02};
    normal[axis] = 1;
    pole_of(body, normal, pole);
    add_pair(poles, &count, pole);
  }
  if (!hull_build(hull, (const double(*)[3])poles, count)) return false;
  while (hull->npoints < faces) {
    double normal[3];
    find_gaps(body, hull, NULL, outer_gap);
    corner_gap(body, hull, worst_facet(hull), normal);
    pole_of(body, normal, pole);
    if (!hull_add(hull, pole)) break;
    for (int d = 0; d < 3; d++) pole[d] = -pole[d];
    hull_add(hull, pole);
  }
  return hull_is_sound(hull) && hull->npoints == faces;
}

/* Writes the corners around plane k, counter-clockwise seen from outside.
 * Returns their number. */
static int face_of(const Hull *hull, int k, int *around, int most)
{
  int start = -1, count = 0;
  for (int f = 0; f < hull->nfacets && start < 0; f++)
    for (int side = 0; side < 3; side++)
      if (hull->facets[f].corner[side] == k) start = f;
  for (int f = start; f >= 0 && count < most;) {
    around[count++] = f;
    int side = 0;
    while (side < 2 && hull->facets[f].corner[side] != k) side++;
    f = hull_neighbour(hull, f, (side + 2) % 3);
    if (f == start) break;
  }
  return count;
}

/* The centroid of the face of plane k, its area, and the mean of its corners
 * weighted by their gaps. */
typedef struct Face {
  double centre[3], middle[3], area, radius;
} Face;

enum { MOST_SIDES = 512 };

static Face measure_face(const Hull *hull, int k, double bias, double worst)
{
  int around[MOST_SIDES];
  const int count = face_of(hull, k, around, MOST_SIDES);
  double first[3], last[3], total = 0;
  Face face = {{0}, {0}, 0, 0};
  for (int i = 0; i < count; i++) {
    double corner[3];
    const Facet *facet = &hull->facets[around[i]];
    corner_of(facet, corner);
    const double weight = pow(facet->gap / worst + 1e-3, bias);
    total += weight;
    for (int d = 0; d < 3; d++) face.middle[d] += weight * corner[d];
    if (i == 0) memcpy(first, corner, sizeof first);
    if (i >= 2) {
      double u[3], v[3];
      for (int d = 0; d < 3; d++) {
        u[d] = last[d] - first[d];
        v[d] = corner[d] - first[d];
      }
      cross3(u, v, u);
      const double area = unit3(u) / 2;
      face.area += area;
      for (int d = 0; d < 3; d++)
        face.centre[d] += area * (first[d] + last[d] + corner[d]) / 3;
    }
    memcpy(last, corner, sizeof last);
  }
  for (int d = 0; d < 3; d++) {
    face.middle[d] /= total;
    face.centre[d] = face.area > 0 ? face.centre[d] / face.area : first[d];
  }
  return face;
}

/* Writes a normal whose plane touches nearer to `target`, a point of the plane,
 * from the body's radii of curvature, which come from differences. */
static void turn_normal(PatchBody *body, const double normal[3],
                        const double target[3], double out[3])
{
  static const double step = 1e-2, stiff = 0.05, most = 0.3;
  const int least = fabs(normal[0]) < fabs(normal[1])
                        ? (fabs(normal[0]) < fabs(normal[2]) ? 0 : 2)
                        : (fabs(normal[1]) < fabs(normal[2]) ? 1 : 2);
  double axis[2][3] = {{0}}, touch[3], J[2][2], want[2], turn[2];
  double basis[3] = {0, 0, 0};
  basis[least] = 1;
  cross3(normal, basis, axis[0]);
  unit3(axis[0]);
  cross3(normal, axis[0], axis[1]);
  patch_support(body, normal, touch);
  for (int a = 0; a < 2; a++) {
    double turned[3], moved[3];
    for (int d = 0; d < 3; d++) turned[d] = normal[d] + step * axis[a][d];
    patch_support(body, turned, moved);
    want[a] = 0;
    for (int d = 0; d < 3; d++) want[a] += (target[d] - touch[d]) * axis[a][d];
    for (int b = 0; b < 2; b++) {
      J[a][b] = 0;
      for (int d = 0; d < 3; d++)
        J[a][b] += (moved[d] - touch[d]) / step * axis[b][d];
    }
  }
  const double off = (J[0][1] + J[1][0]) / 2;
  const double a = J[0][0] + stiff, c = J[1][1] + stiff;
  const double det = a * c - off * off;
  turn[0] = (c * want[0] - off * want[1]) / det;
  turn[1] = (a * want[1] - off * want[0]) / det;
  const double size = hypot(turn[0], turn[1]);
  const double scale = size > most ? most / size : 1;
  for (int d = 0; d < 3; d++)
    out[d] = normal[d] + scale * (turn[0] * axis[0][d] + turn[1] * axis[1][d]);
}

static double outer_volume(const Hull *hull)
{
  double volume = 0;
  for (int k = 0; k < hull->npoints; k++)
    volume += measure_face(hull, k, 0, 1).area /
              sqrt(dot3(hull->points[k], hull->points[k])) / 3;
  return volume;
}

static Polytope *outer_polytope(Run *run, PatchBody *body, const Hull *hull)
{
  Polytope *p = run_alloc(run, sizeof *p);
  p->nplanes = hull->npoints;
  p->ncorners = hull->nfacets;
  p->planes = run_alloc(run, (size_t)p->nplanes * sizeof *p->planes);
  p->touches = run_alloc(run, (size_t)p->nplanes * sizeof *p->touches);
  p->corners = run_alloc(run, (size_t)p->ncorners * sizeof *p->corners);
  for (int k = 0; k < p->nplanes; k++) {
    memcpy(p->planes[k], hull->points[k], sizeof(double[3]));
    unit3(p->planes[k]);
    p->planes[k][3] = patch_support(body, p->planes[k], p->touches[k]);
  }
  for (int f = 0; f < p->ncorners; f++)
    corner_of(&hull->facets[f], p->corners[f]);
  p->volume = outer_volume(hull);
  p->hull = hull;
  return p;
}

Polytope *patch_outer(Run *run, PatchBody *body, int faces)
{
  Hull *hull = hull_new(run, faces), *best = hull_new(run, faces);
  double(*poles)[3] = run_alloc(run, (size_t)faces * sizeof *poles);
  int *opposite = run_alloc(run, (size_t)faces * sizeof *opposite);
  if (!grow_outer(body, hull, faces)) return NULL;
  const int rounds = rounds_for(body, faces);
  double least = INFINITY;
  for (int round = 0; round <= rounds; round++) {
    find_opposites(hull, opposite);
    const double worst = find_gaps(body, hull, opposite, outer_gap);
    if (worst < least) {
      least = worst;
      hull_build(best, (const double(*)[3])hull->points, faces);
    }
    const double bias = round < rounds / 3 ? 0 : 1.0;
    int count = 0;
    for (int k = 0; k < faces; k++) {
      if (opposite[k] < k) continue;
      double normal[3], turned[3], pole[3];
      memcpy(normal, hull->points[k], sizeof normal);
      unit3(normal);
      Face face = measure_face(hull, k, bias, worst);
      if (bias > 0)
        for (int d = 0; d < 3; d++)
          face.centre[d] = (face.centre[d] + face.middle[d]) / 2;
      turn_normal(body, normal, face.centre, turned);
      pole_of(body, turned, pole);
      add_pair(poles, &count, pole);
    }
    if (count != faces || !hull_build(hull, (const double(*)[3])poles, count) ||
        !hull_is_sound(hull))
      break;
  }
  return hull_is_sound(best) ? outer_polytope(run, body, best) : NULL;
}

/* ---- both -------------------------------------------------------------- */

void polytope_edges(const Polytope *polytope, PolytopeEdge *add, void *context)
{
  const Hull *hull = polytope->hull;
  const bool is_outer = polytope->touches != NULL;
  for (int f = 0; f < hull->nfacets; f++)
    for (int side = 0; side < 3; side++) {
      const Facet *facet = &hull->facets[f];
      const int neighbour = hull_neighbour(hull, f, side);
      if (neighbour < f) continue; /* each edge once */
      if (is_outer) /* facets of the poles' hull are corners */
        add(context, polytope->corners[f], polytope->corners[neighbour]);
      else
        add(context, hull->points[facet->corner[side]],
            hull->points[facet->corner[(side + 1) % 3]]);
    }
}

double polytope_gap(const Polytope *inner, const Polytope *outer)
{
  double gap = 0;
  for (int k = 0; k < outer->ncorners; k++)
    gap = fmax(gap, hull_distance(inner->hull, outer->corners[k]));
  return gap;
}
