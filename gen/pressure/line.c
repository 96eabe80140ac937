/* line.c: line contacts. In: two ends and the pressure between them. Out: the
 * integral of the pressure over the part of the line in each cell.
 *
 * Invariant: a line on the border of two cells counts half for each. */
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "pressure/inside.h"

/* The line in units of cells, from the lower left corner of the grid: the point
 * middle + s*half for s from -1 to 1. */
typedef struct Track {
  double middle[2], half[2];
  int cells[2];
} Track;

static const double on_border = 1e-9; /* of a cell */

static int ascending(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Writes the s at which the line passes from one cell to another, and those of
 * the ends, ascending. Returns their number. */
static size_t track_stops(const Track *track, double *stops)
{
  size_t count = 0;
  stops[count++] = -1;
  stops[count++] = 1;
  for (int d = 0; d < 2; d++)
    for (int border = 1; track->half[d] != 0 && border < track->cells[d];
         border++) {
      const double s = (border - track->middle[d]) / track->half[d];
      if (s > -1 && s < 1) stops[count++] = s;
    }
  qsort(stops, count, sizeof *stops, ascending);
  return count;
}

/* Writes the one or two cells along the axis d in which the line is at s.
 * Returns their number. */
static int track_cells(const Track *track, int d, double s, int cells[2])
{
  const double at = track->middle[d] + s * track->half[d];
  const double border = round(at);
  const int last = track->cells[d] - 1;
  if (track->half[d] == 0 && fabs(at - border) < on_border && border > 0 &&
      border <= last) {
    cells[0] = (int)border - 1;
    cells[1] = (int)border;
    return 2;
  }
  cells[0] = (int)fmin(fmax(floor(at), 0), last);
  return 1;
}

void line_integrals(Run *run, const Grid *grid, const Point ends[2], double low,
                    double high, const Profile *profile, double *out)
{
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  const double dx = ends[1].x - ends[0].x, dy = ends[1].y - ends[0].y;
  const double length = hypot(dx, dy);
  Track track = {{(ends[0].x + ends[1].x) / 2 / hx + grid->nx / 2.0,
                  (ends[0].y + ends[1].y) / 2 / hy + grid->ny / 2.0},
                 {dx / 2 / hx, dy / 2 / hy},
                 {grid->nx, grid->ny}};
  for (int d = 0; d < 2; d++)
    if (fabs(track.half[d]) < on_border) track.half[d] = 0;
  double *stops = run_doubles(run, (size_t)grid->nx + (size_t)grid->ny + 2);
  const size_t count = track_stops(&track, stops);
  /* The pressure f(|s|) (mean + tilt s) is integrated from the middle. */
  const double mean = (low + high) / 2, tilt = (high - low) / 2;
  double before = 0;
  for (size_t n = 0; n < count; n++) {
    double moment[2];
    profile_moments(profile, fabs(stops[n]), moment);
    const double now =
        length / 2 * (mean * copysign(moment[0], stops[n]) + tilt * moment[1]);
    if (n > 0) {
      int is[2], js[2];
      const double s = (stops[n - 1] + stops[n]) / 2;
      const int ni = track_cells(&track, 0, s, is);
      const int nj = track_cells(&track, 1, s, js);
      for (int a = 0; a < ni; a++)
        for (int b = 0; b < nj; b++)
          out[js[b] * grid->nx + is[a]] += (now - before) / (ni * nj);
    }
    before = now;
  }
}
