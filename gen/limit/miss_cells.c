/* miss_cells.c: measures the cells of a map, boxes or parallelograms, for bounds
 * of the error between nodes. In: a table. Out: a Miss.
 *
 * Invariant: the axes of boxes are exactly x and y. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"
#include "limit/miss.h"

/* Sets the axes and sizes of a cell, and where the columns and rows are. */
static void measure_cells(Run *run, Miss *miss)
{
  const LimitMap *map = &miss->table->map;
  const Cells *cells = map->cells;
  const Grid *grid = &cells->grid;
  const int count[2] = {grid->nx, grid->ny};
  const double side[2] = {grid->sx / grid->nx / map->r,
                          grid->sy / grid->ny / map->r};
  double(*s)[2] = miss->sides;
  for (int d = 0; d < 2; d++)
    for (int k = 0; k < 2; k++) {
      s[d][k] = cells->is_skewed ? 2 * cells->halves[d][k] / map->r
                                 : (d == k ? side[d] : 0);
      miss->along[d][k] = miss->across[d][k] = d == k;
    }
  miss->area = fabs(s[0][0] * s[1][1] - s[0][1] * s[1][0]);
  miss->half = fmax(hypot(s[0][0] + s[1][0], s[0][1] + s[1][1]),
                    hypot(s[0][0] - s[1][0], s[0][1] - s[1][1])) / 2;
  for (int d = 0; d < 2 && cells->is_skewed; d++) {
    const double own = hypot(s[d][0], s[d][1]);
    const double other = hypot(s[1 - d][0], s[1 - d][1]);
    const double turn = d == 0 ? 1 : -1; /* towards the own side */
    for (int k = 0; k < 2; k++) miss->along[d][k] = s[d][k] / own;
    miss->across[d][0] = turn * s[1 - d][1] / other;
    miss->across[d][1] = -turn * s[1 - d][0] / other;
  }
  for (int d = 0; d < 2; d++) {
    miss->places[d] = run_doubles(run, (size_t)count[d]);
    const double *n = miss->across[d], step = part_along(s[d], n);
    for (int i = 0; i < count[d]; i++)
      miss->places[d][i] =
          cells->is_skewed
              ? (i + 0.5 - count[d] / 2.0) * step -
                    part_along(map->cop, n) / map->r
              : ((d == 0 ? grid_x : grid_y)(grid, i) - map->cop[d]) / map->r;
  }
}

Miss *miss_prepare(Run *run, const LimitTable *table)
{
  const LimitMap *map = &table->map;
  const Grid *grid = &map->cells->grid;
  const int count = map->cells->count;
  Miss *miss = run_alloc(run, sizeof *miss);
  miss->table = table;
  measure_cells(run, miss);
  for (int k = 0; k < 2; k++)
    miss->corners[k] = run_alloc(run, ((size_t)grid->nx + 1) * sizeof(Corner));
  miss->blocks_of_spots = (count + LANES - 1) / LANES;
  Spots *spots = run_alloc(
      run, (size_t)miss->blocks_of_spots * sizeof *miss->spots + sizeof(Lanes));
  miss->spots = (Spots *)(((uintptr_t)spots + sizeof(Lanes) - 1) /
                          sizeof(Lanes) * sizeof(Lanes));
  for (int c = 0; c < miss->blocks_of_spots * LANES; c++) {
    const int k = c < count ? c : count - 1, lane = c % LANES;
    const int cell = map->cells->index[k];
    Spots *s = &miss->spots[c / LANES];
    s->place[0][lane] = miss->places[0][cell % grid->nx];
    s->place[1][lane] = miss->places[1][cell / grid->nx];
    s->x[lane] = (map->cells->x[k] - map->cop[0]) / map->r;
    s->y[lane] = (map->cells->y[k] - map->cop[1]) / map->r;
    s->w[lane] = c < count ? map->cells->w[k] : 0;
    s->reach[lane] = hypot(s->x[lane], s->y[lane]) + miss->half;
    s->arm[lane] = hypot(1, s->reach[lane]);
    miss->reach = fmax(miss->reach, s->reach[lane]);
  }
  return miss;
}
