/* paper.c: the limit surface by the sum of the planar-LuGre paper, PL
 * (19)-(21): over the centres of cells, and, while the centre of rotation is
 * inside the grid, interpolated between the corners of the cell around it. In:
 * cells and a twist. Out: the wrench for mu = fn = 1.
 *
 * Invariant: no centre of a cell is a corner, so that no cell is at rest. */
#include <math.h>
#include <string.h>

#include "pressure/pressure.h"
#include "limit/limit.h"

/* Adds `share` times the sum over the centres of the cells for a twist. */
static void add_middles(const Cells *cells, const double twist[3], double share,
                        double wrench[3])
{
  for (int k = 0; k < cells->count; k++) {
    const double x = cells->x[k], y = cells->y[k];
    const double vx = twist[0] - twist[2] * y, vy = twist[1] + twist[2] * x;
    const double speed = sqrt(vx * vx + vy * vy);
    if (speed == 0) continue;
    const double push = -share * cells->w[k] / speed;
    wrench[0] += push * vx;
    wrench[1] += push * vy;
    wrench[2] += push * (x * vy - y * vx);
  }
}

/* Splits a coordinate within (-size/2, size/2): writes the lower edge of its
 * cell and returns the place in that cell, 0 to 1. */
static double split_axis(double at, double size, int n, double *edge)
{
  const double h = size / n;
  const double cell = fmin(fmax(floor((at + size / 2) / h), 0), n - 1);
  *edge = cell * h - size / 2;
  return (at - *edge) / h;
}

void limit_paper_at(const Cells *cells, const double origin[2],
                    const double twist[3], double wrench[3])
{
  const Grid *grid = &cells->grid;
  const double v[3] = {twist[0] + twist[2] * origin[1],
                       twist[1] - twist[2] * origin[0], twist[2]};
  const double w = fabs(v[2]);
  memset(wrench, 0, 3 * sizeof *wrench);
  if (w > 0 && fabs(v[1]) <= w * grid->sx / 2 &&
      fabs(v[0]) <= w * grid->sy / 2) {
    double low[2];
    const double part[2] = {
        split_axis(-v[1] / v[2], grid->sx, grid->nx, low),
        split_axis(v[0] / v[2], grid->sy, grid->ny, low + 1)};
    for (int corner = 0; corner < 4; corner++) {
      const int i = corner % 2, j = corner / 2;
      const double x = low[0] + i * grid->sx / grid->nx;
      const double y = low[1] + j * grid->sy / grid->ny;
      const double about[3] = {v[2] * y, -v[2] * x, v[2]};
      add_middles(cells, about,
                  (i ? part[0] : 1 - part[0]) * (j ? part[1] : 1 - part[1]),
                  wrench);
    }
  } else {
    add_middles(cells, v, 1, wrench);
  }
  wrench[2] -= origin[0] * wrench[1] - origin[1] * wrench[0];
}
