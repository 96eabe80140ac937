/* hull.h: the convex hull of points on the boundary of a convex body that
 * contains the origin. */
#ifndef BRISTLE_CONE_HULL_H
#define BRISTLE_CONE_HULL_H

#include "base/base.h"

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

#endif
