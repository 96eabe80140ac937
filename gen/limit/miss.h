/* miss.h: what bounds of the error between nodes need of the cells of a map, for
 * the files miss.c and miss_cells.c. */
#ifndef BRISTLE_LIMIT_MISS_H
#define BRISTLE_LIMIT_MISS_H

#include "limit/inside.h"

/* Eight cells of the map at a time on every machine, so that sums round the
 * same. */
enum { LANES = 8 };
typedef double Lanes __attribute__((vector_size(LANES * sizeof(double))));

/* Eight cells of the map; lengths are divided by r. */
typedef struct Spots {
  Lanes x, y, w; /* middles from the centre of pressure, weights */
  Lanes place[2]; /* along the normals of Miss */
  Lanes reach;   /* distance of the farthest corner */
  Lanes arm;     /* |(1, reach)| */
} Spots;

/* A corner of the grid of the map. */
typedef struct Corner {
  double across[2], along[2]; /* from the centre of rotation, by Miss's axes */
  double r;                   /* its distance */
  double logs[2];             /* sgn(x) log(|x| + r) for both along[] */
} Corner;

struct Miss {
  const LimitTable *table;
  Spots *spots;
  int blocks_of_spots;
  double sides[2][2];   /* sides of a cell of the map, along rows and columns */
  double area, half;    /* of a cell; half its longer diagonal */
  /* Unit vectors: along those sides; and across the other, x and y of a box. */
  double along[2][2], across[2][2];
  double reach;         /* the largest reach of all cells */
  double *places[2];    /* across, of the middles of columns and of rows */
  Corner *corners[2];   /* a row of corners, and the row before */
};

static inline double part_along(const double e[2], const double axis[2])
{
  return e[0] * axis[0] + e[1] * axis[1];
}

#endif
