/* corners.c: the limit surface as one sum over the corners of the cells. In:
 * cells and a centre of rotation that is not far away. Out: force and torque of
 * a spin about that centre.
 *
 * Invariant: corners around which the pressure is constant, as within an evenly
 * loaded patch, are left out. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 12")

enum { LANES = 8 };
typedef double Lanes __attribute__((vector_size(LANES * sizeof(double))));
typedef uint64_t Bits __attribute__((vector_size(LANES * sizeof(double))));

/* Returns the difference of the weights around a corner. The integral over a
 * cell is its weight over its area, times differences of a closed form between
 * its corners. In the sum over all cells, the closed form at a corner is
 * therefore multiplied by this difference. */
static double difference(const Cells *cells, int i, int j)
{
  const Grid *grid = &cells->grid;
  double sum = 0, largest = 0;
  for (int k = 0; k < 4; k++) {
    const int a = i - k % 2, b = j - k / 2;
    if (a < 0 || b < 0 || a >= grid->nx || b >= grid->ny) continue;
    const double w = cells->all[b * grid->nx + a];
    sum += k == 0 || k == 3 ? w : -w;
    largest = fmax(largest, fabs(w));
  }
  return fabs(sum) > 4 * DBL_EPSILON * largest ? sum : 0;
}

void limit_corners_prepare(Run *run, const Cells *cells, LimitCorners *corners)
{
  const Grid *grid = &cells->grid;
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  const int most = (grid->nx + 1) * (grid->ny + 1);
  int count = 0;
  for (int k = 0; k < most; k++)
    count += difference(cells, k % (grid->nx + 1), k / (grid->nx + 1)) != 0;
  const size_t padded = (size_t)(count + LANES - 1) / LANES * LANES;
  corners->x = run_doubles(run, padded);
  corners->y = run_doubles(run, padded);
  corners->w = run_doubles(run, padded);
  double square = 0;
  for (int k = 0; k < most; k++) {
    const int i = k % (grid->nx + 1), j = k / (grid->nx + 1);
    const double w = difference(cells, i, j) / (hx * hy);
    if (w == 0) continue;
    corners->x[corners->count] = (i - grid->nx / 2.0) * hx;
    corners->y[corners->count] = (j - grid->ny / 2.0) * hy;
    corners->w[corners->count++] = w;
    square += w * w;
  }
  corners->count = (int)padded;
  corners->size = sqrt(square);
  corners->reach = hypot(grid->sx, grid->sy) / 2;
}

INLINE void take_roots(Lanes *x)
{
  for (int lane = 0; lane < LANES; lane++) (*x)[lane] = sqrt((*x)[lane]);
}

/* Divides `above` by a power of 2, so that above/below is between 2/3 and 3/2.
 * The difference of the bits of two numbers is the logarithm of their ratio to
 * 0.09, which gives the power. */
INLINE void split_power(Lanes *above, const Lanes *below, Lanes *power)
{
  const Bits one = (Bits)(1 - (Lanes){0}), half = (Bits)(1.5 - (Lanes){0});
  const Bits integer = (Bits)(0x1p52 - (Lanes){0});
  const Bits biased = ((Bits)*above - (Bits)*below + half) >> 52;
  *above = (Lanes)((Bits)*above - (biased << 52) + one);
  *power = (Lanes)(biased | integer) - (0x1p52 + 1023);
}

/* Replaces s by power log 2 + 2 atanh(s), |s| <= 1/5. */
INLINE void take_log(Lanes *s, const Lanes *power)
{
  static const double log_2 = 0.6931471805599453;
  const Lanes q = *s * *s;
  Lanes sum = q * 0 + 1 / 25.0;
  UNROLL
  for (int k = 23; k >= 1; k -= 2) sum = sum * q + 1.0 / k;
  *s = *power * log_2 + 2 * *s * sum;
}

/* Adds the closed forms, integrals from the centre of rotation to a corner:
 *   -(x R + y^2 asinh(x/|y|))/2, (y R + x^2 asinh(y/|x|))/2,
 *   (2 x y R + x^3 asinh(y/|x|) + y^3 asinh(x/|y|))/6. */
WIDE static void add_corners(const LimitCorners *corners,
                             const double centre[2], double sums[3])
{
  static const double tiny = 1e-150; /* makes 0^2 log(x/0) zero */
  const Bits sign = (Bits)(-0.0 - (Lanes){0});
  Lanes total[3] = {0};
  for (int k = 0; k < corners->count; k += LANES) {
    Lanes x, y, w, px, py;
    memcpy(&x, corners->x + k, sizeof x);
    memcpy(&y, corners->y + k, sizeof y);
    memcpy(&w, corners->w + k, sizeof w);
    x -= centre[0];
    y -= centre[1];
    const Lanes ax = (Lanes)((Bits)x & ~sign) + tiny;
    const Lanes ay = (Lanes)((Bits)y & ~sign) + tiny;
    const Lanes xx = x * x, yy = y * y;
    Lanes r = xx + yy;
    for (int lane = 0; lane < LANES; lane++) r[lane] = sqrt(r[lane]);
    Lanes up = ax + r, right = ay + r;
    split_power(&up, &ay, &px);
    split_power(&right, &ax, &py);
    const Lanes dx = up + ay, dy = right + ax, inverse = 1 / (dx * dy);
    Lanes lx = (up - ay) * dy * inverse, ly = (right - ax) * dx * inverse;
    take_log(&lx, &px);
    take_log(&ly, &py);
    lx = yy * (Lanes)((Bits)lx | ((Bits)x & sign));
    ly = xx * (Lanes)((Bits)ly | ((Bits)y & sign));
    total[0] -= w * (x * r + lx);
    total[1] += w * (y * r + ly);
    total[2] += w * (2 * (x * y * r) + x * ly + y * lx);
  }
  for (int d = 0; d < 3; d++) {
    double sum = 0;
    for (int lane = 0; lane < LANES; lane++) sum += total[d][lane];
    sums[d] = sum / (d < 2 ? 2 : 6);
  }
}

bool limit_corners(const LimitCorners *corners, const double centre[2],
                   double wrench[3])
{
  /* The rounding error of a corner's part of the torque grows with the distance
   * cubed. Up to this limit the sum of all is below 4e-13. */
  static const double enough = 200;
  const double far = corners->reach + fabs(centre[0]) + fabs(centre[1]);
  const double growth = far * far * far / corners->reach;
  if (!(corners->size * growth < enough)) return false;
  double sums[3];
  add_corners(corners, centre, sums);
  wrench[0] = sums[0];
  wrench[1] = sums[1];
  wrench[2] = sums[2] + centre[0] * sums[1] - centre[1] * sums[0];
  return true;
}
