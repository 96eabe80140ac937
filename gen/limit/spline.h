/* spline.h: the cells of the spline of a potential table, for the files that
 * prove something of it. Units are those of limit.h's potential. Nothing here
 * allocates. */
#ifndef BRISTLE_LIMIT_SPLINE_H
#define BRISTLE_LIMIT_SPLINE_H

#include "limit/limit.h"

/* A cell of the spline. */
typedef struct SplineCell {
  int face, at[2];
  double low[2], per[2]; /* of the face: its lower edges, cells per unit */
  double c[4][4];        /* coefficients */
  double rounding;       /* bound of the rounding errors of -h in the cell */
  /* The largest magnitudes of derivatives of s over the cell. */
  double most[4][4];
} SplineCell;

/* Returns the cell (i, j) of the face m. */
SplineCell cell_of(const LimitPotential *potential, int m, int i, int j);
/* Returns the coordinate of the face at x, 0 to 1 from edge to edge. */
static inline double place_on_face(const SplineCell *cell, int axis, double x)
{
  return cell->low[axis] + (cell->at[axis] + x) / cell->per[axis];
}
/* Writes all derivatives d[p][q] of s up to the third ones, p along the first
 * axis, at a place of the cell, 0 to 1. */
void spline_at(const SplineCell *cell, double x, double y, double d[4][4]);
/* Adds the magnitudes of a wrench that leaves the frame. */
void leave_frame_at_most(const LimitPotential *potential, const double g[3],
                         double out[3]);

#endif
