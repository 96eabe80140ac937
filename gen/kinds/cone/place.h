/* place.h: polytopes inside and around the friction of a patch. */
#ifndef BRISTLE_CONE_PLACE_H
#define BRISTLE_CONE_PLACE_H

#include "base/base.h"
#include "limit/limit.h"
#include "kinds/cone/hull.h"

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
/* Returns the largest distance of a point of `outer` from `inner`. */
double polytope_gap(const Polytope *inner, const Polytope *outer);

#endif
