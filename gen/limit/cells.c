/* cells.c: the cells that carry force. In: the weights of a grid. Out: the
 * cells whose weight is not 0, the centre of pressure, moments.
 *
 * Invariant: a centre or a moment that is only the rounding of a sum is 0. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"

Cells cells_kept(Run *run, const Grid *grid, const double *weights)
{
  const int count = grid->nx * grid->ny;
  Cells cells = {.grid = *grid, .all = weights};
  for (int k = 0; k < count; k++) cells.count += weights[k] != 0;
  const size_t kept = (size_t)cells.count;
  cells.index = run_alloc(run, kept * sizeof *cells.index);
  cells.x = run_doubles(run, kept);
  cells.y = run_doubles(run, kept);
  cells.w = run_doubles(run, kept);
  for (int k = 0, n = 0; k < count; k++) {
    if (weights[k] == 0) continue;
    cells.index[n] = k;
    cells.x[n] = grid_x(grid, k % grid->nx);
    cells.y[n] = grid_y(grid, k / grid->nx);
    cells.w[n++] = weights[k];
  }
  cells.limit = limit_prepare(run, &cells);
  return cells;
}

Cells cells_skewed(Run *run, const Cells *cells, const double halves[2][2])
{
  Cells skewed = *cells;
  const Grid *grid = &cells->grid;
  skewed.is_skewed = true;
  memcpy(skewed.halves, halves, sizeof skewed.halves);
  skewed.x = run_doubles(run, (size_t)cells->count);
  skewed.y = run_doubles(run, (size_t)cells->count);
  for (int k = 0; k < cells->count; k++) {
    const int i = cells->index[k] % grid->nx, j = cells->index[k] / grid->nx;
    const double a = 2 * i + 1 - grid->nx, b = 2 * j + 1 - grid->ny;
    skewed.x[k] = a * halves[0][0] + b * halves[1][0];
    skewed.y[k] = a * halves[0][1] + b * halves[1][1];
  }
  return skewed;
}

void cells_extent(const Cells *cells, double half[2])
{
  const Grid *grid = &cells->grid;
  half[0] = grid->sx / grid->nx / 2;
  half[1] = grid->sy / grid->ny / 2;
  for (int d = 0; d < 2 && cells->is_skewed; d++)
    half[d] = fabs(cells->halves[0][d]) + fabs(cells->halves[1][d]);
}

void cells_centre(const Cells *cells, double cop[2])
{
  const double extent[2] = {cells->grid.sx, cells->grid.sy};
  cop[0] = cop[1] = 0;
  for (int k = 0; k < cells->count; k++) {
    cop[0] += cells->w[k] * cells->x[k];
    cop[1] += cells->w[k] * cells->y[k];
  }
  for (int d = 0; d < 2; d++)
    if (fabs(cop[d]) < 1e-9 * extent[d]) cop[d] = 0;
}

void cells_moments(const Cells *cells, const double *w, double moments[3])
{
  const double rounding = 1e-15 * (cells->grid.sx + cells->grid.sy);
  moments[0] = moments[1] = moments[2] = 0;
  for (int k = 0; k < cells->count; k++) {
    const double x = cells->x[k], y = cells->y[k];
    moments[0] += w[k] * x;
    moments[1] += w[k] * y;
    moments[2] += w[k] * (x * x + y * y);
  }
  for (int d = 0; d < 2; d++)
    if (fabs(moments[d]) < rounding) moments[d] = 0;
}

Cells cells_weighted(Run *run, const Cells *cells, const double *weights)
{
  Cells other = *cells;
  other.all = weights;
  other.w = run_doubles(run, (size_t)cells->count);
  for (int k = 0; k < cells->count; k++) other.w[k] = weights[cells->index[k]];
  if (!cells->is_skewed) other.limit = limit_prepare(run, &other);
  return other;
}
