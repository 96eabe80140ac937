/* skew.c: the Coulomb limit surface of cells that are parallelograms. In: cells
 * and a twist. Out: the wrench for mu = 1 and fn = 1.
 *
 * Invariant: each cell is either within the rows and columns near the centre of
 * rotation, whose edges have a closed form, or far, where Gauss points do. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"

/* Distances in the longest side of a cell. Beyond the first, the mean over 5 x 5
 * points errs by 1e-15; beyond the second, that over 3 x 3 by 2e-13. */
static const double far = 8, very_far = 40;

/* A side of all cells: unit vectors along it and out of its cell. */
typedef struct Side {
  double length, t[2], n[2];
} Side;

/* The rows and columns [low, high) of near cells, and the centre of rotation. */
typedef struct Near {
  int low[2], high[2];
  double centre[2];
} Near;

/* ---- far cells --------------------------------------------------------- */

static void add_points(const Cells *cells, const double twist[3], int k,
                       int side, const double *at, const double *share,
                       double wrench[3])
{
  const double(*half)[2] = cells->halves;
  for (int i = 0; i < side * side; i++) {
    const double a = at[i % side], b = at[i / side];
    const double x = cells->x[k] + a * half[0][0] + b * half[1][0];
    const double y = cells->y[k] + a * half[0][1] + b * half[1][1];
    const double vx = twist[0] - twist[2] * y, vy = twist[1] + twist[2] * x;
    const double load = cells->w[k] * share[i % side] * share[i / side] /
                        sqrt(vx * vx + vy * vy);
    wrench[0] += load * vx;
    wrench[1] += load * vy;
    wrench[2] += load * (x * vy - y * vx);
  }
}

static void add_far(const Cells *cells, const double twist[3], const Near *near,
                    double longest, double wrench[3])
{
  static const double at5[5] = {-0.9061798459386640, -0.5384693101056831, 0,
                                0.5384693101056831, 0.9061798459386640};
  static const double share5[5] = {0.1184634425280945, 0.2393143352496832,
                                   0.2844444444444444, 0.2393143352496832,
                                   0.1184634425280945};
  static const double at3[3] = {-0.7745966692414834, 0, 0.7745966692414834};
  static const double share3[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  for (int k = 0; k < cells->count; k++) {
    const int i = cells->index[k] % cells->grid.nx;
    const int j = cells->index[k] / cells->grid.nx;
    if (i >= near->low[0] && i < near->high[0] && j >= near->low[1] &&
        j < near->high[1])
      continue;
    const double vx = twist[0] - twist[2] * cells->y[k];
    const double vy = twist[1] + twist[2] * cells->x[k];
    if (hypot(vx, vy) > very_far * longest * fabs(twist[2]))
      add_points(cells, twist, k, 3, at3, share3, wrench);
    else
      add_points(cells, twist, k, 5, at5, share5, wrench);
  }
}

/* ---- near cells -------------------------------------------------------- */

/* With z from the centre of rotation, the direction of slip is z/|z| turned by a
 * quarter, the gradient of |z|, and div(|z| z) = 3 |z|. Over an area of even
 * pressure the integrals of both are therefore those of |z| n and |z| (z n)/3
 * along its edges, n their normals: an edge with the distance d and the ends s
 * along it takes the integral of |z|, (s R + d^2 asinh(s/|d|))/2 between them.
 * In the sum over all cells an edge counts by the jump of the pressure. */
static void add_edge(const double from[2], const Side *side, double jump,
                     double sums[3])
{
  const double *n = side->n, *t = side->t;
  const double d = from[0] * n[0] + from[1] * n[1], square = d * d;
  const double low = from[0] * t[0] + from[1] * t[1];
  const double high = low + side->length;
  const double from_r = sqrt(low * low + square);
  const double to_r = sqrt(high * high + square);
  double integral = high * to_r - low * from_r;
  if (square > 0) /* the difference of asinh(s/|d|), without cancellation */
    integral +=
        square * log(low >= 0    ? (high + to_r) / (low + from_r)
                     : high <= 0 ? (from_r - low) / (to_r - high)
                                 : (high + to_r) / square * (from_r - low));
  integral *= jump / 2;
  sums[0] += n[0] * integral;
  sums[1] += n[1] * integral;
  sums[2] += d * integral / 3;
}

/* Returns a side of all cells; `towards` leads from it into its cell. */
static Side side_of(const double half[2], const double towards[2])
{
  const double length = hypot(half[0], half[1]);
  Side side = {.length = 2 * length,
               .t = {half[0] / length, half[1] / length}};
  const double turn =
      side.t[0] * towards[1] > side.t[1] * towards[0] ? 1 : -1;
  side.n[0] = turn * side.t[1];
  side.n[1] = -turn * side.t[0];
  return side;
}

static double weight_at(const Cells *cells, const Near *near, int i, int j)
{
  if (i < near->low[0] || i >= near->high[0] || j < near->low[1] ||
      j >= near->high[1])
    return 0;
  return cells->all[j * cells->grid.nx + i];
}

static void add_near(const Cells *cells, const Near *near, double area,
                     double sign, double wrench[3])
{
  const double(*half)[2] = cells->halves;
  const Side below_it = side_of(half[0], half[1]);
  const Side beside_it = side_of(half[1], half[0]);
  double sums[3] = {0};
  for (int j = near->low[1]; j <= near->high[1]; j++)
    for (int i = near->low[0]; i <= near->high[0]; i++) {
      const double a = 2 * i - cells->grid.nx, b = 2 * j - cells->grid.ny;
      const double here = weight_at(cells, near, i, j);
      const double below = weight_at(cells, near, i, j - 1);
      const double left = weight_at(cells, near, i - 1, j);
      double from[2];
      for (int d = 0; d < 2; d++)
        from[d] = a * half[0][d] + b * half[1][d] - near->centre[d];
      if (here != below) add_edge(from, &below_it, here - below, sums);
      if (here != left) add_edge(from, &beside_it, here - left, sums);
    }
  const double fx = -sign * sums[1] / area, fy = sign * sums[0] / area;
  wrench[0] += fx;
  wrench[1] += fy;
  wrench[2] += near->centre[0] * fy - near->centre[1] * fx +
               sign * sums[2] / area;
}

/* Writes the first of `count` rows or columns whose middle is less than `reach`
 * from `place`, and the one after the last; all in steps between them. */
static void near_range(double place, double reach, int count, int *low,
                       int *high)
{
  const double first = floor(place - reach + (count - 1) / 2.0) + 1;
  const double last = ceil(place + reach + (count - 1) / 2.0);
  *low = (int)fmin(fmax(first, 0), count);
  *high = (int)fmin(fmax(last, *low), count);
}

void limit_skewed(const Cells *cells, const double twist[3], double wrench[3])
{
  const double(*half)[2] = cells->halves;
  const double cross = half[0][0] * half[1][1] - half[0][1] * half[1][0];
  const double length[2] = {2 * hypot(half[0][0], half[0][1]),
                            2 * hypot(half[1][0], half[1][1])};
  const double longest = fmax(length[0], length[1]), area = 4 * fabs(cross);
  Near near = {.centre = {-twist[1] / twist[2], twist[0] / twist[2]}};
  const double *c = near.centre;
  memset(wrench, 0, 3 * sizeof *wrench);
  if (isfinite(c[0]) && isfinite(c[1])) {
    /* The steps of columns are area/length[1] apart, those of rows alike. */
    near_range((c[0] * half[1][1] - c[1] * half[1][0]) / cross / 2,
               far * longest * length[1] / area, cells->grid.nx, &near.low[0],
               &near.high[0]);
    near_range((c[1] * half[0][0] - c[0] * half[0][1]) / cross / 2,
               far * longest * length[0] / area, cells->grid.ny, &near.low[1],
               &near.high[1]);
  }
  if (near.low[0] == near.high[0] || near.low[1] == near.high[1])
    near.high[0] = near.low[0];
  else
    add_near(cells, &near, area, twist[2] > 0 ? 1 : -1, wrench);
  add_far(cells, twist, &near, longest, wrench);
  for (int d = 0; d < 3; d++) wrench[d] = -wrench[d];
}
