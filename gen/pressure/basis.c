/* basis.c: the frame, the symmetry and the functions of a set of weighted
 * points. In: the points. Out: a PointSet and a Basis.
 *
 * Invariant: functions of degree d come before those of degree d + 1, so that
 * the first upto[d] functions are those of at most degree d. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "pressure/inside.h"

/* ---- frame ------------------------------------------------------------- */

static const double all_images[MOST_IMAGES][4] = {
    {1, 0, 0, 1}, {-1, 0, 0, 1}, {1, 0, 0, -1}, {-1, 0, 0, -1},
    {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, -1, 0}, {0, -1, -1, 0}};

/* Writes the direction of the line that all points are on and returns true, or
 * returns false. */
static bool find_line(PointSet *points, const double *x, const double *y)
{
  double xx = 0, xy = 0, yy = 0, off = 0, size = 0;
  for (int k = 0; k < points->count; k++) {
    const double dx = x[k] - points->centre[0], dy = y[k] - points->centre[1];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const double angle = atan2(2 * xy, xx - yy) / 2;
  const double axis[2] = {xy == 0 && xx >= yy ? 1 : cos(angle),
                          xy == 0 && xx >= yy ? 0 : sin(angle)};
  for (int k = 0; k < points->count; k++) {
    const double dx = x[k] - points->centre[0], dy = y[k] - points->centre[1];
    off = fmax(off, fabs(axis[0] * dy - axis[1] * dx));
    size = fmax(size, fmax(fabs(dx), fabs(dy)));
  }
  if (off > 1e-9 * size) return false;
  memcpy(points->axis, axis, sizeof axis);
  return true;
}

static void set_frame(PointSet *points, const double *x, const double *y)
{
  for (int k = 0; k < points->count; k++) {
    points->centre[0] += points->weights[k] * x[k];
    points->centre[1] += points->weights[k] * y[k];
  }
  points->axis[0] = 1;
  points->is_line = find_line(points, x, y);
  for (int k = 0; k < points->count; k++) {
    const double dx = x[k] - points->centre[0], dy = y[k] - points->centre[1];
    points->x[k] = points->axis[0] * dx + points->axis[1] * dy;
    points->y[k] =
        points->is_line ? 0 : points->axis[0] * dy - points->axis[1] * dx;
    points->unit =
        fmax(points->unit, fmax(fabs(points->x[k]), fabs(points->y[k])));
  }
  for (int k = 0; k < points->count; k++) {
    points->x[k] /= points->unit;
    points->y[k] /= points->unit;
  }
}

void points_place(const PointSet *points, double x, double y, double out[2])
{
  const double *axis = points->axis;
  out[0] = points->centre[0] + points->unit * (axis[0] * x - axis[1] * y);
  out[1] = points->centre[1] + points->unit * (axis[1] * x + axis[0] * y);
}

/* ---- symmetry ---------------------------------------------------------- */

/* A point, rounded to a raster that is far finer than the distance of any two
 * points. */
typedef struct Marked {
  long long x, y;
  double w;
} Marked;

static Marked marked(double x, double y, double w)
{
  static const double raster = 123456789.1; /* no point is half way */
  return (Marked){llround(x * raster), llround(y * raster), w};
}

static int by_place(const void *a, const void *b)
{
  const Marked *p = a, *q = b;
  if (p->y != q->y) return p->y < q->y ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

static bool is_symmetric(const PointSet *points, const Marked *sorted,
                         const double image[4])
{
  for (int k = 0; k < points->count; k++) {
    const double x = points->x[k], y = points->y[k], w = points->weights[k];
    const Marked key =
        marked(image[0] * x + image[1] * y, image[2] * x + image[3] * y, w);
    const Marked *found =
        bsearch(&key, sorted, (size_t)points->count, sizeof *sorted, by_place);
    if (!found || fabs(found->w - w) > 1e-9 * w) return false;
  }
  return true;
}

static void find_symmetry(PointSet *points)
{
  Marked *sorted =
      run_alloc(points->run, (size_t)points->count * sizeof *sorted);
  for (int k = 0; k < points->count; k++)
    sorted[k] = marked(points->x[k], points->y[k], points->weights[k]);
  qsort(sorted, (size_t)points->count, sizeof *sorted, by_place);
  const int last = points->is_line ? 1 : MOST_IMAGES - 1;
  for (int i = 0; i <= last; i++) {
    points->has[i] = is_symmetric(points, sorted, all_images[i]);
    if (points->has[i]) points->image[points->images++] = all_images[i];
  }
}

PointSet *points_make(Run *run, int count, const double *x, const double *y,
                      const double *w)
{
  PointSet *points = run_alloc(run, sizeof *points);
  points->run = run;
  points->count = count;
  points->weights = w;
  points->x = run_doubles(run, (size_t)count);
  points->y = run_doubles(run, (size_t)count);
  set_frame(points, x, y);
  find_symmetry(points);
  return points;
}

/* ---- functions --------------------------------------------------------- */

/* Writes the Legendre polynomials at t and their derivatives. */
static void legendre(double t, double p[MOST_DEGREE + 1],
                     double slope[MOST_DEGREE + 1])
{
  p[0] = 1, slope[0] = 0;
  p[1] = t, slope[1] = 1;
  for (int n = 1; n < MOST_DEGREE; n++) {
    p[n + 1] = ((2 * n + 1) * t * p[n] - n * p[n - 1]) / (n + 1);
    slope[n + 1] = slope[n - 1] + (2 * n + 1) * p[n];
  }
}

/* Writes the raw functions and their derivatives: 1, the distance, then
 * products of Legendre polynomials of degree 1, 2, ..., each its mean over the
 * images. */
static void raw_at(const PointSet *points, int degree, double x, double y,
                   double *values, double *by_x, double *by_y)
{
  const double distance = hypot(x, y), share = 1.0 / points->images;
  const int count = 1 + (degree + 1) * (degree + 2) / 2;
  memset(values, 0, (size_t)count * sizeof *values);
  memset(by_x, 0, (size_t)count * sizeof *by_x);
  memset(by_y, 0, (size_t)count * sizeof *by_y);
  for (int i = 0; i < points->images; i++) {
    const double *m = points->image[i];
    double p[MOST_DEGREE + 1], dp[MOST_DEGREE + 1];
    double q[MOST_DEGREE + 1], dq[MOST_DEGREE + 1];
    legendre(m[0] * x + m[1] * y, p, dp);
    legendre(m[2] * x + m[3] * y, q, dq);
    for (int d = 1, k = 2; d <= degree; d++)
      for (int b = 0; b <= d; b++, k++) {
        const double fx = dp[d - b] * q[b], fy = p[d - b] * dq[b];
        values[k] += share * p[d - b] * q[b];
        by_x[k] += share * (m[0] * fx + m[2] * fy);
        by_y[k] += share * (m[1] * fx + m[3] * fy);
      }
  }
  values[0] = 1;
  values[1] = distance;
  by_x[1] = distance > 0 ? x / distance : 0;
  by_y[1] = distance > 0 ? y / distance : 0;
}

void basis_at(const Basis *basis, int count, double x, double y, double *values,
              double *by_x, double *by_y)
{
  double raw[3][MOST_FUNCTIONS];
  double *const out[3] = {values, by_x, by_y};
  raw_at(basis->points, basis->degree, x, y, raw[0], raw[1], raw[2]);
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < count; j++) {
      const double *row = basis->rows + (size_t)j * (size_t)basis->count;
      double value = raw[k][basis->raw[j]];
      for (int i = 0; i < j; i++) value -= row[i] * out[k][i];
      out[k][j] = value / row[j];
    }
}

/* Adds the products of any two raw functions at a point to the Gram matrix. */
static void add_products(const PointSet *points, int degree, int count,
                         double x, double y, double weight, double *gram)
{
  double v[MOST_FUNCTIONS], vx[MOST_FUNCTIONS], vy[MOST_FUNCTIONS];
  raw_at(points, degree, x, y, v, vx, vy);
  for (int i = 0; i < count; i++)
    for (int j = 0; v[i] != 0 && j <= i; j++)
      gram[i * count + j] += weight * v[i] * v[j];
}

/* Returns the means of the products of any two raw functions over the points,
 * plus a small part of those over a raster in the frame, where all polynomials
 * are independent. */
static double *gram_matrix(const PointSet *points, int degree, int count)
{
  enum { RASTER = 24 };
  const double little = 0.02;
  double *gram = run_doubles(points->run, (size_t)count * (size_t)count);
  for (int k = 0; k < points->count; k++)
    add_products(points, degree, count, points->x[k], points->y[k],
                 points->weights[k], gram);
  for (int i = 0; i < RASTER; i++)
    for (int j = 0; j < (points->is_line ? 1 : RASTER); j++)
      add_products(points, degree, count, 2.0 * i / (RASTER - 1) - 1,
                   points->is_line ? 0 : 2.0 * j / (RASTER - 1) - 1,
                   little / (RASTER * RASTER), gram);
  return gram;
}

/* Orthonormalises by a Cholesky decomposition. Leaves out functions whose pivot
 * vanishes, and degrees with more than `most` functions. */
static void orthonormalise(Basis *basis, const double *gram, int n, int most)
{
  double *factor = run_doubles(basis->points->run, (size_t)n * (size_t)n);
  for (int j = 0, d = 0, end = 2; j < n; j++) {
    while (j >= end) end += ++d + 1;
    double *row = factor + (size_t)basis->count * (size_t)n;
    double pivot = gram[j * n + j];
    for (int i = 0; i < basis->count; i++) {
      const double *other = factor + (size_t)i * (size_t)n;
      double value = gram[j * n + basis->raw[i]];
      for (int l = 0; l < i; l++) value -= row[l] * other[l];
      row[i] = value / other[i];
      pivot -= row[i] * row[i];
    }
    if (pivot > 1e-9 * gram[j * n + j] && pivot > 1e-20) {
      row[basis->count] = sqrt(pivot);
      basis->raw[basis->count++] = j;
    }
    basis->upto[d] = basis->count;
  }
  while (basis->degree > 1 && basis->upto[basis->degree] > most)
    basis->degree--;
  basis->count = basis->upto[basis->degree];
  const size_t count = (size_t)basis->count;
  basis->rows = run_doubles(basis->points->run, count * count);
  for (size_t j = 0; j < count; j++)
    memcpy(basis->rows + j * count, factor + j * (size_t)n,
           count * sizeof *factor);
}

Basis *basis_make(const PointSet *points, int most)
{
  Basis *basis = run_alloc(points->run, sizeof *basis);
  basis->points = points;
  basis->degree = 1;
  /* In a plane at least one of `images` functions is left. */
  while (basis->degree < MOST_DEGREE &&
         (points->is_line ? basis->degree + 2
                          : (basis->degree + 1) * (basis->degree + 2) / 2 /
                                points->images) <= most)
    basis->degree++;
  const int raw = 1 + (basis->degree + 1) * (basis->degree + 2) / 2;
  orthonormalise(basis, gram_matrix(points, basis->degree, raw), raw, most);
  basis->targets = run_doubles(points->run, (size_t)basis->count);
  double v[MOST_FUNCTIONS], vx[MOST_FUNCTIONS], vy[MOST_FUNCTIONS];
  for (int k = 0; k < points->count; k++) {
    basis_at(basis, basis->count, points->x[k], points->y[k], v, vx, vy);
    for (int j = 0; j < basis->count; j++)
      basis->targets[j] += points->weights[k] * v[j];
  }
  return basis;
}
