/* cells.c: weights -> the cells that carry force. */
#include "limit/limit.h"

/* ---- cells ------------------------------------------------------------- */

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

Cells cells_weighted(Run *run, const Cells *cells, const double *weights)
{
  Cells other = *cells;
  other.all = weights;
  other.w = run_doubles(run, (size_t)cells->count);
  for (int k = 0; k < cells->count; k++) other.w[k] = weights[cells->index[k]];
  other.limit = limit_prepare(run, &other);
  return other;
}
