/* maps.h: maps of pressure for tests of the limit surface. A result of a
 * function that takes a Run belongs to that run; the caller owns `cells`, to
 * which the map points. */
#ifndef BRISTLE_TESTS_MAPS_H
#define BRISTLE_TESTS_MAPS_H

#include "base/base.h"
#include "limit/limit.h"

enum { SIDE = 21 };

/* The paper shows its second map that is not convex without numbers; the angle
 * of two bars stands in its place. */
typedef enum Shape {
  SQUARE,
  DISC,
  ANNULUS,
  ROD,
  GRADIENT,
  ISLANDS,
  ANGLE,
  SHAPES
} Shape;

extern const char *const shape_names[SHAPES];

/* Returns the map of nx x ny weights, row by row, of any sum. */
LimitMap map_of(Run *run, Cells *cells, int nx, int ny, double sx, double sy,
                const double *weights);
/* Returns a map of at most 21 x 21 cells, which need not be square. */
LimitMap random_map(Run *run, Cells *cells, uint64_t *seed);
/* Returns the map with parallelograms in the place of its boxes, as anisotropy
 * stretches them, or as it is, each now and then. */
LimitMap leaning_map(Run *run, const LimitMap *map, uint64_t *seed);
/* Returns a map of SIDE x SIDE cells. */
LimitMap shape_of(Run *run, Cells *cells, Shape shape);
/* Writes a random twist. Three in eight have one small component and are close
 * to a plane through the axes. */
void any_twist(uint64_t *seed, double twist[3]);
/* Returns a number from the environment: `make tables` sets TABLE_TWISTS and
 * TABLE_MAPS for a long run, TABLE_FIRST for a part of the maps. */
int from_environment(const char *name, int usual);

#endif
