/* polytope.h: convex hulls, and polytopes inside and around the friction of a
 * patch, for pictures of any kind and for cones. */
#ifndef BRISTLE_LIMIT_POLYTOPE_H
#define BRISTLE_LIMIT_POLYTOPE_H

#include "base/base.h"
#include "limit/limit.h"

/* ---- hull.c: the convex hull of points on the boundary of a convex body that
 * contains the origin ---- */

/* The corners are counter-clockwise seen from outside; n.x <= offset inside. */
typedef struct Facet {
  int corner[3];
  double normal[3], offset;
  double gap; /* for the caller; -1 until the caller sets it */
} Facet;

typedef struct Hull {
  double (*points)[3];
  int npoints, most;
  Facet *facets;
  int nfacets;
  int *owner; /* [a * most + b]: the facet that has the edge a -> b, or -1 */
} Hull;

double dot3(const double a[3], const double b[3]);
void cross3(const double a[3], const double b[3], double out[3]);
/* Divides a by |a| unless that is 0. Returns |a|. */
double unit3(double a[3]);

Hull *hull_new(Run *run, int most);
/* Builds the hull of these points. Returns false if the points are flat. */
bool hull_build(Hull *hull, const double (*points)[3], int count);
/* Adds a corner. Returns false if the point is inside or on the hull. */
bool hull_add(Hull *hull, const double point[3]);
/* Returns true if the hull is closed, every point is a corner, and all points
 * lie inside all facets to rounding. Callers rely on no other property. */
bool hull_is_sound(const Hull *hull);
double hull_volume(const Hull *hull);
/* Returns the distance of a point outside; 0 for a point inside. */
double hull_distance(const Hull *hull, const double point[3]);
/* Returns the facet across the edge from corner `side` to the next corner. */
int hull_neighbour(const Hull *hull, int facet, int side);

/* ---- place.c: polytopes inside and around the friction of a patch ---------
 */

/* The forces and torques h = (fx, fy, tau/r) about the centre of pressure that
 * a patch can transmit for mu = fn = 1: convex, and h(-d) = -h(d). */
typedef struct PatchBody {
  LimitMap map;
  long evaluations; /* of the exact surface so far */
} PatchBody;

PatchBody *patch_body(Run *run, const Cells *cells);
/* Writes the point where the plane with that normal (of any length) touches the
 * body. Returns the distance of the plane from the origin times the length of
 * the normal. */
double patch_support(PatchBody *body, const double normal[3], double touch[3]);

/* The polytope with n.x <= offset for each plane, and its corners. */
typedef struct Polytope {
  int nplanes, ncorners;
  double (*planes)[4]; /* unit normal, offset */
  double (*corners)[3];
  double (*touches)[3]; /* outer: the point of each plane on the body */
  double volume;
  const Hull *hull; /* of the corners; of the planes' poles for outer */
} Polytope;

/* Both return a polytope of `faces` planes, a multiple of 4: the hull of
 * boundary points, or tangent planes. NULL if the body is too flat. */
Polytope *patch_inner(Run *run, PatchBody *body, int faces);
Polytope *patch_outer(Run *run, PatchBody *body, int faces);
/* Calls `add` with both ends of each edge. */
typedef void PolytopeEdge(void *context, const double from[3],
                          const double to[3]);
void polytope_edges(const Polytope *polytope, PolytopeEdge *add, void *context);
/* Returns the largest distance of a point of `outer` from `inner`. */
double polytope_gap(const Polytope *inner, const Polytope *outer);

#endif
