/* cubature_basis.c: the frame, the symmetry and the functions of a set of
 * weighted points. In: the points. Out: a Scene and a Basis.
 *
 * Invariant: the functions of degree d come before those of d + 1, so that a
 * lower degree is a shorter list. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "pressure/inside.h"

/* ---- frame ------------------------------------------------------------- */

static const double all_images[MOST_IMAGES][4] = {
    {1, 0, 0, 1}, {-1, 0, 0, 1}, {1, 0, 0, -1}, {-1, 0, 0, -1},
    {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, -1, 0}, {0, -1, -1, 0}};

/* The direction of the line that all points are on, or false. */
static bool find_line(Scene *scene, const double *x, const double *y)
{
  double xx = 0, xy = 0, yy = 0, off = 0, size = 0;
  for (int k = 0; k < scene->count; k++) {
    const double dx = x[k] - scene->centre[0], dy = y[k] - scene->centre[1];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const double angle = atan2(2 * xy, xx - yy) / 2;
  const double axis[2] = {xy == 0 && xx >= yy ? 1 : cos(angle),
                          xy == 0 && xx >= yy ? 0 : sin(angle)};
  for (int k = 0; k < scene->count; k++) {
    const double dx = x[k] - scene->centre[0], dy = y[k] - scene->centre[1];
    off = fmax(off, fabs(axis[0] * dy - axis[1] * dx));
    size = fmax(size, fmax(fabs(dx), fabs(dy)));
  }
  if (off > 1e-9 * size) return false;
  memcpy(scene->axis, axis, sizeof axis);
  return true;
}

static void set_frame(Scene *scene, const double *x, const double *y)
{
  for (int k = 0; k < scene->count; k++) {
    scene->centre[0] += scene->weights[k] * x[k];
    scene->centre[1] += scene->weights[k] * y[k];
  }
  scene->axis[0] = 1;
  scene->is_line = find_line(scene, x, y);
  for (int k = 0; k < scene->count; k++) {
    const double dx = x[k] - scene->centre[0], dy = y[k] - scene->centre[1];
    scene->x[k] = scene->axis[0] * dx + scene->axis[1] * dy;
    scene->y[k] =
        scene->is_line ? 0 : scene->axis[0] * dy - scene->axis[1] * dx;
    scene->unit = fmax(scene->unit, fmax(fabs(scene->x[k]), fabs(scene->y[k])));
  }
  for (int k = 0; k < scene->count; k++) {
    scene->x[k] /= scene->unit;
    scene->y[k] /= scene->unit;
  }
}

void scene_outside(const Scene *scene, double x, double y, double out[2])
{
  const double *axis = scene->axis;
  out[0] = scene->centre[0] + scene->unit * (axis[0] * x - axis[1] * y);
  out[1] = scene->centre[1] + scene->unit * (axis[1] * x + axis[0] * y);
}

/* ---- symmetry ---------------------------------------------------------- */

/* A point on a raster far finer than the distance of any two. */
typedef struct Marked {
  long long x, y;
  double w;
} Marked;

static Marked marked(double x, double y, double w)
{
  static const double raster = 123456789.1; /* no place is half way */
  return (Marked){llround(x * raster), llround(y * raster), w};
}

static int by_place(const void *a, const void *b)
{
  const Marked *p = a, *q = b;
  if (p->y != q->y) return p->y < q->y ? -1 : 1;
  return (p->x > q->x) - (p->x < q->x);
}

static bool is_symmetric(const Scene *scene, const Marked *sorted,
                         const double image[4])
{
  for (int k = 0; k < scene->count; k++) {
    const double x = scene->x[k], y = scene->y[k], w = scene->weights[k];
    const Marked key =
        marked(image[0] * x + image[1] * y, image[2] * x + image[3] * y, w);
    const Marked *found =
        bsearch(&key, sorted, (size_t)scene->count, sizeof *sorted, by_place);
    if (!found || fabs(found->w - w) > 1e-9 * w) return false;
  }
  return true;
}

static void find_symmetry(Scene *scene)
{
  Marked *sorted = run_alloc(scene->run, (size_t)scene->count * sizeof *sorted);
  for (int k = 0; k < scene->count; k++)
    sorted[k] = marked(scene->x[k], scene->y[k], scene->weights[k]);
  qsort(sorted, (size_t)scene->count, sizeof *sorted, by_place);
  const int last = scene->is_line ? 1 : MOST_IMAGES - 1;
  for (int i = 0; i <= last; i++) {
    scene->has[i] = is_symmetric(scene, sorted, all_images[i]);
    if (scene->has[i]) scene->image[scene->images++] = all_images[i];
  }
}

Scene *scene_make(Run *run, int count, const double *x, const double *y,
                  const double *w)
{
  Scene *scene = run_alloc(run, sizeof *scene);
  scene->run = run;
  scene->count = count;
  scene->weights = w;
  scene->x = run_doubles(run, (size_t)count);
  scene->y = run_doubles(run, (size_t)count);
  set_frame(scene, x, y);
  find_symmetry(scene);
  return scene;
}

/* ---- functions --------------------------------------------------------- */

/* Legendre polynomials and their slopes. */
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

/* 1, the distance, then products of degree 1, 2, ...; means over the images.
 */
static void raw_at(const Scene *scene, int degree, double x, double y,
                   double *values, double *by_x, double *by_y)
{
  const double distance = hypot(x, y), share = 1.0 / scene->images;
  const int count = 1 + (degree + 1) * (degree + 2) / 2;
  memset(values, 0, (size_t)count * sizeof *values);
  memset(by_x, 0, (size_t)count * sizeof *by_x);
  memset(by_y, 0, (size_t)count * sizeof *by_y);
  for (int i = 0; i < scene->images; i++) {
    const double *m = scene->image[i];
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
  raw_at(basis->scene, basis->degree, x, y, raw[0], raw[1], raw[2]);
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < count; j++) {
      const double *row = basis->rows + (size_t)j * (size_t)basis->count;
      double value = raw[k][basis->raw[j]];
      for (int i = 0; i < j; i++) value -= row[i] * out[k][i];
      out[k][j] = value / row[j];
    }
}

/* Adds means of all products of two raw functions over a point. */
static void add_products(const Scene *scene, int degree, int count, double x,
                         double y, double weight, double *gram)
{
  double v[MOST_FUNCTIONS], vx[MOST_FUNCTIONS], vy[MOST_FUNCTIONS];
  raw_at(scene, degree, x, y, v, vx, vy);
  for (int i = 0; i < count; i++)
    for (int j = 0; v[i] != 0 && j <= i; j++)
      gram[i * count + j] += weight * v[i] * v[j];
}

/* Over the points, and a little over a raster in the frame, on which
 * polynomials are as independent as they are everywhere. */
static double *gram_matrix(const Scene *scene, int degree, int count)
{
  enum { RASTER = 24 };
  const double little = 0.02;
  double *gram = run_doubles(scene->run, (size_t)count * (size_t)count);
  for (int k = 0; k < scene->count; k++)
    add_products(scene, degree, count, scene->x[k], scene->y[k],
                 scene->weights[k], gram);
  for (int i = 0; i < RASTER; i++)
    for (int j = 0; j < (scene->is_line ? 1 : RASTER); j++)
      add_products(scene, degree, count, 2.0 * i / (RASTER - 1) - 1,
                   scene->is_line ? 0 : 2.0 * j / (RASTER - 1) - 1,
                   little / (RASTER * RASTER), gram);
  return gram;
}

/* Cholesky's decomposition; a function whose pivot vanishes is left out, and
 * degrees with more than `most`. */
static void orthonormalise(Basis *basis, const double *gram, int n, int most)
{
  double *factor = run_doubles(basis->scene->run, (size_t)n * (size_t)n);
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
  basis->rows = run_doubles(basis->scene->run, count * count);
  for (size_t j = 0; j < count; j++)
    memcpy(basis->rows + j * count, factor + j * (size_t)n,
           count * sizeof *factor);
}

Basis *basis_make(const Scene *scene, int most)
{
  Basis *basis = run_alloc(scene->run, sizeof *basis);
  basis->scene = scene;
  basis->degree = 1;
  /* Of the functions of a plane at least one in `images` is left. */
  while (basis->degree < MOST_DEGREE &&
         (scene->is_line ? basis->degree + 2
                         : (basis->degree + 1) * (basis->degree + 2) / 2 /
                               scene->images) <= most)
    basis->degree++;
  const int raw = 1 + (basis->degree + 1) * (basis->degree + 2) / 2;
  orthonormalise(basis, gram_matrix(scene, basis->degree, raw), raw, most);
  basis->targets = run_doubles(scene->run, (size_t)basis->count);
  double v[MOST_FUNCTIONS], vx[MOST_FUNCTIONS], vy[MOST_FUNCTIONS];
  for (int k = 0; k < scene->count; k++) {
    basis_at(basis, basis->count, scene->x[k], scene->y[k], v, vx, vy);
    for (int j = 0; j < basis->count; j++)
      basis->targets[j] += scene->weights[k] * v[j];
  }
  return basis;
}
