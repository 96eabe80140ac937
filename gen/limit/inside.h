/* table.h: what the table_*.c files have among themselves: the parts that a
 * table is made of, and what is missed between its nodes. */
#ifndef BRISTLE_TABLE_H
#define BRISTLE_TABLE_H

#include <math.h>

#include "base/base.h"
#include "limit/limit.h"

/* ---- table.c ---------------------------------------------------------------
 */

/* What fits the map. The spinning face shows the centres of rotation within the
 * rectangle around the loaded cells: the pressure's jump at its rim is then on
 * the face's own edges, where it does the least harm. Next to a thin contact, a
 * scale below 1 crowds the other faces: `least` keeps from that. */
void table_scale(const LimitMap *map, double least, double scale[2]);
/* blocks x blocks blocks of n x n cells, without nodes; their fineness may
 * change until table_fill. */
LimitTable *table_new(Run *run, const LimitMap *map, TableInterp interp,
                      int blocks, int n, bool is_float, const double scale[2]);
/* Numbers the nodes and makes room for them, then samples all. */
void table_place(Run *run, LimitTable *table);
void table_fill(Run *run, LimitTable *table);
void table_sample(LimitTable *table, int block, size_t i, size_t j);
/* The block on the other side: 0, 1 below and above along the first axis, 2, 3
 * along the second. */
int table_neighbour(const LimitTable *table, int block, int side);
/* The interpolant at a place of the cell (i, j), 0 to 1. */
void table_inside(const LimitTable *table, int block, int i, int j, double x,
                  double y, double h[3]);
/* Of table minus surface there. */
double table_error(const LimitTable *table, int block, int i, int j, double x,
                   double y);

static inline double table_length(const double h[3])
{
  return sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
}

/* ---- table_miss.c ----------------------------------------------------------
 */

typedef struct Patch {
  int block, i, j;
  double low[2], high[2]; /* within the cell, 0 to 1 */
} Patch;

typedef struct Miss Miss;

Miss *miss_prepare(Run *run, const LimitTable *table);
/* At most that far, anywhere in the patch, is surface minus table from what is
 * interpolated linearly, along both axes, between its corners. */
double miss_most(const Miss *miss, const Patch *patch);

#endif
