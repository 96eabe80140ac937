/* hull.h: the convex hull of points that are on the boundary of a convex
 * body about the origin, and what it encloses. */
#ifndef BRISTLE_CONE_HULL_H
#define BRISTLE_CONE_HULL_H

#include "base/base.h"

/* Corners counter-clockwise from outside, n.x <= offset within. */
typedef struct Facet {
  int corner[3];
  double normal[3], offset;
  double gap; /* for the caller; -1 while nobody has set it */
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
/* a / |a|; returns |a|, and leaves a as it is where that is 0. */
double unit3(double a[3]);

Hull *hull_new(Run *run, int most);
/* Starts again with these points; false if they are flat. */
bool hull_build(Hull *hull, const double (*points)[3], int count);
/* False where the point is inside or on the hull: it has no corner then. */
bool hull_add(Hull *hull, const double point[3]);
/* Whether it is what it claims to be: closed, every point a corner, and within
 * all facets to rounding. Nothing else is to be relied on. */
bool hull_is_sound(const Hull *hull);
double hull_volume(const Hull *hull);
/* From a point outside; 0 within. */
double hull_distance(const Hull *hull, const double point[3]);
/* The facet over the edge from corner `side` of a facet to its next. */
int hull_neighbour(const Hull *hull, int facet, int side);

#endif
