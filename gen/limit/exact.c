/* exact.c: the Coulomb limit surface of a piecewise-constant map, to 1e-12. In:
 * cells and a twist. Out: the wrench for mu = 1 and fn = 1.
 *
 * Invariant: each cell is either near the centre of rotation, with a closed
 * form for its integral, or far, with a series. Both tests compare the same
 * numbers, so that no cell counts twice or is missing. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 8")

enum {
  ORDER = LIMIT_ORDER,
  TILE = 8,   /* near cells that share corners, along each axis */
  CHUNK = 32, /* far cells with a common number of terms */
  LANES = 4,
  BLOCKS = CHUNK / LANES
};

/* Four cells at a time on every machine, so that sums round the same. */
typedef double Lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef long long Mask __attribute__((vector_size(LANES * sizeof(double))));

/* The least distance of a far cell, in half diagonals of a cell: the error of
 * ORDER terms is then below 4e-13 for cells of any shape. */
static const double near_reach = 5.5;
/* The error of m terms is below truncation * (unit/distance)^(2m+1). */
static const double truncation = 0.01, precision = 2e-13;

/* ---- the mean over a far cell ------------------------------------------ */

/* With z = x + iy from the centre of rotation, the direction of slip is
 * i z/|z| = i z^(1/2) conj(z)^(-1/2), and the torque about that centre is |z|.
 * The mean over a cell is the operator
 *   sum_pq (hx/2)^2p (hy/2)^2q / ((2p+1)! (2q+1)!) (d/dx)^2p (d/dy)^2q.
 * In terms of the derivatives D and D* with respect to z and conj(z),
 * d/dx = D + D* and d/dy = i(D - D*), which act on powers of z and conj(z). */

static double binomial(int n, int k)
{
  double value = 1;
  for (int i = 1; i <= k; i++) value = value * (n - k + i) / i;
  return k < 0 || k > n ? 0 : value;
}

/* Returns exponent (exponent - 1) ..., `times` factors: the coefficient of a
 * power after `times` derivatives. */
static double falling(double exponent, int times)
{
  double value = 1;
  for (int i = 0; i < times; i++) value *= exponent - i;
  return value;
}

/* Returns the coefficient of D^a D*^b in the operator, a + b even. Half sides
 * of a cell are in units of limit->unit. */
static double mean_operator(int a, int b, double half_x, double half_y)
{
  double sum = 0;
  for (int q = 0; 2 * q <= a + b; q++) {
    const int p = (a + b) / 2 - q;
    double mixed = 0;
    for (int j = 0; j <= a; j++)
      mixed += binomial(2 * p, a - j) * binomial(2 * q, j) * (j % 2 ? -1 : 1);
    sum += mixed * (q % 2 ? -1 : 1) * pow(half_x, 2 * p) * pow(half_y, 2 * q) /
           (tgamma(2 * p + 2) * tgamma(2 * q + 2));
  }
  return sum;
}

/* The largest ratio of the sides of a cell. Longer cells are split, since the
 * differences of closed forms would lose digits. */
static const double longest = 256;

static void split_cells(Run *run, const Cells *cells, Limit *limit)
{
  const Grid *grid = &cells->grid;
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  const int px = limit->split[0] =
      (int)fmin(fmax(1, ceil(hx / hy / longest)), 64);
  const int py = limit->split[1] =
      (int)fmin(fmax(1, ceil(hy / hx / longest)), 64);
  const int count = cells->count * px * py;
  limit->all = cells->all;
  limit->grid = (Grid){grid->nx * px, grid->ny * py, grid->sx, grid->sy};
  limit->count = (count + CHUNK - 1) / CHUNK * CHUNK;
  limit->x = run_doubles(run, (size_t)limit->count);
  limit->y = run_doubles(run, (size_t)limit->count);
  limit->w = run_doubles(run, (size_t)limit->count);
  limit->low[0] = limit->grid.nx;
  limit->low[1] = limit->grid.ny;
  for (int k = 0; k < limit->count; k++) {
    const int cell = cells->index[(k < count ? k : count - 1) / (px * py)];
    const int part = k % (px * py);
    const int at[2] = {cell % grid->nx * px + part % px,
                       cell / grid->nx * py + part / px};
    for (int d = 0; d < 2; d++) {
      if (at[d] < limit->low[d]) limit->low[d] = at[d];
      if (at[d] >= limit->high[d]) limit->high[d] = at[d] + 1;
    }
    limit->x[k] = grid_x(&limit->grid, at[0]);
    limit->y[k] = grid_y(&limit->grid, at[1]);
    limit->w[k] = k < count ? cells->all[cell] / (px * py) : 0;
  }
}

Limit *limit_prepare(Run *run, const Cells *cells)
{
  Limit *limit = run_alloc(run, sizeof *limit);
  split_cells(run, cells, limit);
  limit_corners_prepare(run, cells, &limit->corners);
  const double hx = limit->grid.sx / limit->grid.nx;
  const double hy = limit->grid.sy / limit->grid.ny;
  limit->unit = hypot(hx, hy) / 2;
  limit->step = hx == hy ? 2 : 1;
  limit->along[0][0] = 1;
  for (int m = 1; m < ORDER; m++)
    limit->enough[m] = pow(precision / truncation, 1 / (m + 0.5));
  for (int m = 1; m <= ORDER; m++)
    for (int a = 0; a <= 2 * m; a++) {
      const int b = 2 * m - a, k = a > b ? a - m : b - m;
      const double factor =
          mean_operator(a, b, hx / 2 / limit->unit, hy / 2 / limit->unit);
      const double slip = factor * falling(0.5, a) * falling(-0.5, b);
      const double spin = factor * falling(0.5, a) * falling(0.5, b) - slip;
      limit->along[k][m] += slip;
      limit->across[k][m] += a > b ? slip : a < b ? -slip : 0;
      limit->spin[k][m] += spin;
    }
  return limit;
}

/* A cell is near if its centre lies within the box. */
typedef struct Box {
  double low[2], high[2];
} Box;

/* The velocities of CHUNK cells. The weight of a near cell is 0 here. */
typedef struct Chunk {
  Lanes vx[BLOCKS], vy[BLOCKS], w[BLOCKS];
  Lanes square[BLOCKS]; /* the speed squared */
  int order;            /* number of terms that the slowest cell needs */
} Chunk;

INLINE void find_speeds(const Limit *limit, const Box *box,
                        const double twist[3], int start, Chunk *chunk)
{
  static const Lanes huge = {1e100, 1e100, 1e100, 1e100};
  Lanes slowest = huge;
  for (int i = 0; i < BLOCKS; i++) {
    Lanes x, y, w;
    memcpy(&x, limit->x + start + i * LANES, sizeof x);
    memcpy(&y, limit->y + start + i * LANES, sizeof y);
    memcpy(&w, limit->w + start + i * LANES, sizeof w);
    const Mask is_near = (x > box->low[0]) & (x < box->high[0]) &
                         (y > box->low[1]) & (y < box->high[1]);
    const Lanes vx = twist[0] - twist[2] * y, vy = twist[1] + twist[2] * x;
    const Lanes square = vx * vx + vy * vy + (Lanes)((Mask)huge & is_near);
    const Mask is_slower = square < slowest;
    slowest =
        (Lanes)(((Mask)square & is_slower) | ((Mask)slowest & ~is_slower));
    chunk->vx[i] = vx;
    chunk->vy[i] = vy;
    chunk->w[i] = (Lanes)((Mask)w & ~is_near);
    chunk->square[i] = square;
  }
  double least = slowest[0];
  for (int lane = 1; lane < LANES; lane++)
    if (slowest[lane] < least) least = slowest[lane];
  const double spin = twist[2] * limit->unit, q = spin * spin / least;
  for (chunk->order = 2; chunk->order < ORDER; chunk->order += 2)
    if (q < limit->enough[chunk->order]) break;
}

/* Adds force and torque about the centre of the grid. Expressed by the velocity
 * v = i w z, the series has no singularity at w = 0. `order` and `step` are
 * constants where this function is inlined, so that the compiler unrolls the
 * inner loops. */
INLINE void add_series(const Limit *limit, double w, int start,
                       const Chunk *chunk, const int order, const int step,
                       Lanes sums[3])
{
  const double spin = w * limit->unit;
  const double inverse_w = fabs(spin) > 1e-100 ? 1 / w : 0;
  for (int i = 0; i < BLOCKS; i++) {
    Lanes x, y, speed;
    memcpy(&x, limit->x + start + i * LANES, sizeof x);
    memcpy(&y, limit->y + start + i * LANES, sizeof y);
    for (int lane = 0; lane < LANES; lane++)
      speed[lane] = sqrt(chunk->square[i][lane]);
    const Lanes inverse = 1 / speed;
    const Lanes ux = chunk->vx[i] * inverse, uy = chunk->vy[i] * inverse;
    const Lanes ratio = spin * inverse, q = ratio * ratio, zero = q * 0;
    /* (unit/z)^2, or its square if only even k occur */
    Lanes ex = q * (uy * uy - ux * ux), ey = 2 * q * ux * uy;
    if (step == 2) {
      const Lanes product = 2 * ex * ey;
      ex = ex * ex - ey * ey;
      ey = product;
    }
    Lanes c = zero + 1, s = zero; /* the powers of (ex, ey) */
    Lanes along = zero, across = zero, local = zero;
    UNROLL
    for (int k = 0; k <= order; k += step) {
      Lanes a = zero + limit->along[k][order];
      Lanes b = zero + limit->across[k][order];
      Lanes l = zero + limit->spin[k][order];
      UNROLL
      for (int m = order - 1; m >= k; m--) {
        a = a * q + limit->along[k][m];
        if (k > 0) b = b * q + limit->across[k][m];
        l = l * q + limit->spin[k][m];
      }
      along += a * c;
      across += b * s;
      local += l * c;
      const Lanes next = c * ex - s * ey;
      s = c * ey + s * ex;
      c = next;
    }
    const Lanes fx = chunk->w[i] * (ux * along - uy * across);
    const Lanes fy = chunk->w[i] * (uy * along + ux * across);
    sums[0] += fx;
    sums[1] += fy;
    sums[2] += x * fy - y * fx + chunk->w[i] * speed * inverse_w * local;
  }
}

INLINE void add_far(const Limit *limit, double w, int start, const Chunk *chunk,
                    Lanes sums[3])
{
  switch (chunk->order + limit->step - 1) {
    case 2:
      add_series(limit, w, start, chunk, 2, 1, sums);
      break;
    case 3:
      add_series(limit, w, start, chunk, 2, 2, sums);
      break;
    case 4:
      add_series(limit, w, start, chunk, 4, 1, sums);
      break;
    case 5:
      add_series(limit, w, start, chunk, 4, 2, sums);
      break;
    case 6:
      add_series(limit, w, start, chunk, 6, 1, sums);
      break;
    default:
      add_series(limit, w, start, chunk, 6, 2, sums);
  }
}

/* Adds the far cells. */
WIDE static void add_chunks(const Limit *limit, const Box *box,
                            const double twist[3], double wrench[3])
{
  Lanes sums[3] = {0};
  for (int start = 0; start < limit->count; start += CHUNK) {
    Chunk chunk;
    find_speeds(limit, box, twist, start, &chunk);
    add_far(limit, twist[2], start, &chunk, sums);
  }
  for (int d = 0; d < 3; d++)
    for (int lane = 0; lane < LANES; lane++) wrench[d] += sums[d][lane];
}

/* ---- the integral over a near cell ------------------------------------- */

/* Writes the integrals of slip direction and torque from the centre of rotation
 * to a corner, for w > 0:
 *   -(x R + y^2 asinh(x/|y|))/2, (y R + x^2 asinh(y/|x|))/2,
 *   (2 x y R + x^3 asinh(y/|x|) + y^3 asinh(x/|y|))/6. */
static void corner(double x, double y, double out[3])
{
  static const double tiny = 1e-300; /* makes 0^2 log(x/0) zero */
  const double r = sqrt(x * x + y * y), ax = fabs(x), ay = fabs(y);
  const double lx = copysign(y * y * log((ax + r + tiny) / (ay + tiny)), x);
  const double ly = copysign(x * x * log((ay + r + tiny) / (ax + tiny)), y);
  out[0] = -(x * r + lx) / 2;
  out[1] = (y * r + ly) / 2;
  out[2] = (2 * x * y * r + x * ly + y * lx) / 6;
}

/* Adds weight/area times the integrals over cells [i, i+ni) x [j, j+nj). */
static void add_tile(const Limit *limit, const double centre[2], int i, int j,
                     int ni, int nj, double sums[3])
{
  const Grid *grid = &limit->grid;
  const double unit = limit->unit;
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  const int px = limit->split[0], py = limit->split[1];
  const double scale = unit / hx * (unit / hy) / (px * py);
  double row[2][TILE + 1][3];
  for (int b = 0; b <= nj; b++) {
    double(*now)[3] = row[b % 2], (*last)[3] = row[(b + 1) % 2];
    const double y = ((j + b - grid->ny / 2.0) * hy - centre[1]) / unit;
    for (int a = 0; a <= ni; a++)
      corner(((i + a - grid->nx / 2.0) * hx - centre[0]) / unit, y, now[a]);
    if (b == 0) continue;
    const double *weight = limit->all + (j + b - 1) / py * (grid->nx / px);
    for (int a = 0; a < ni; a++)
      for (int d = 0; d < 3; d++)
        sums[d] +=
            weight[(i + a) / px] * scale *
            ((now[a + 1][d] - last[a + 1][d]) - (now[a][d] - last[a][d]));
  }
}

/* Writes the first of the cells [first, count) along an axis whose centre is
 * inside (low, high), and the cell after the last. */
static void cell_range(double (*place)(const Grid *, int), const Grid *grid,
                       int first, int count, double low, double high,
                       int range[2])
{
  range[0] = first;
  while (range[0] < count && !(place(grid, range[0]) > low)) range[0]++;
  range[1] = range[0];
  while (range[1] < count && place(grid, range[1]) < high) range[1]++;
}

static void add_near(const Limit *limit, const Box *box, const double centre[2],
                     double sign, double wrench[3])
{
  const Grid *grid = &limit->grid;
  int is[2], js[2];
  cell_range(grid_x, grid, limit->low[0], limit->high[0], box->low[0],
             box->high[0], is);
  cell_range(grid_y, grid, limit->low[1], limit->high[1], box->low[1],
             box->high[1], js);
  if (is[0] == is[1] || js[0] == js[1]) return; /* no cell is near */
  double sums[3] = {0};
  for (int j = js[0]; j < js[1]; j += TILE)
    for (int i = is[0]; i < is[1]; i += TILE)
      add_tile(limit, centre, i, j, is[1] - i < TILE ? is[1] - i : TILE,
               js[1] - j < TILE ? js[1] - j : TILE, sums);
  const double fx = sign * sums[0], fy = sign * sums[1];
  wrench[0] += fx;
  wrench[1] += fy;
  wrench[2] += sign * sums[2] * limit->unit + centre[0] * fy - centre[1] * fx;
}

/* ---- the limit surface ------------------------------------------------- */

/* Scales the twist, whose size does not matter, so that the largest component
 * is between 1/2 and 1. Returns false for the twist 0. */
static bool scale_twist(const double twist[3], double scaled[3])
{
  double largest = 0;
  for (int d = 0; d < 3; d++) largest = fmax(largest, fabs(twist[d]));
  if (largest == 0) return false;
  int exponent;
  (void)frexp(largest, &exponent);
  for (int d = 0; d < 3; d++) scaled[d] = ldexp(twist[d], -exponent);
  return true;
}

void limit_exact(const Cells *cells, const double twist[3], double wrench[3])
{
  const Limit *limit = cells->limit;
  double v[3];
  memset(wrench, 0, 3 * sizeof *wrench);
  if (!scale_twist(twist, v)) return;
  if (cells->is_skewed) {
    limit_skewed(cells, v, wrench);
    return;
  }
  const double reach = near_reach * limit->unit;
  const double centre[2] = {-v[1] / v[2], v[0] / v[2]};
  if (v[2] != 0 && limit_corners(&limit->corners, centre, wrench)) {
    for (int d = 0; d < 3; d++)
      if (v[2] > 0) wrench[d] = -wrench[d];
    return;
  }
  Box box = {{1, 1}, {-1, -1}};
  if (v[2] != 0)
    for (int d = 0; d < 2; d++) {
      box.low[d] = centre[d] - reach;
      box.high[d] = centre[d] + reach;
    }
  add_chunks(limit, &box, v, wrench);
  if (v[2] != 0) add_near(limit, &box, centre, v[2] > 0 ? 1 : -1, wrench);
  for (int d = 0; d < 3; d++) wrench[d] = -wrench[d];
}

int limit_terms(const Cells *cells)
{
  return cells->is_skewed ? cells->count : cells->limit->count;
}

void limit_exact_at(const Cells *cells, const double origin[2],
                    const double twist[3], double wrench[3])
{
  const double at_centre[3] = {twist[0] + twist[2] * origin[1],
                               twist[1] - twist[2] * origin[0], twist[2]};
  limit_exact(cells, at_centre, wrench);
  wrench[2] -= origin[0] * wrench[1] - origin[1] * wrench[0];
}
