/* support.c: see support.h. In: names of files in TEST_DATA, shapes, seeds.
 * Out: tables, weights, numbers. Shapes are computed here from geometry alone,
 * so that they can test the compiler's weights. */
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef TEST_DATA
#define TEST_DATA "tests/data"
#endif

const RefLugre paper_lugre = {.sigma0 = 1e6,
                              .sigma1 = 8e2,
                              .sigma2 = 0.2,
                              .mu_c = 1.0,
                              .mu_s = 1.2,
                              .v_s = 1e-3,
                              .gamma = 2.0,
                              .is_elastoplastic = true,
                              .s_ba = 0.9};

/* ---- numbers ----------------------------------------------------------- */

double max_relative_error(const double *a, const double *b, size_t n)
{
  double error = 0.0, size = 0.0;
  for (size_t i = 0; i < n; i++) {
    if (!isfinite(a[i]) || !isfinite(b[i])) return INFINITY;
    error = fmax(error, fabs(a[i] - b[i]));
    size = fmax(size, fabs(b[i]));
  }
  if (error == 0.0) return 0.0;
  return error / size;
}

double wrench_error(const double a[3], const double b[3], double arm)
{
  const double p[3] = {a[0], a[1], a[2] / arm};
  const double q[3] = {b[0], b[1], b[2] / arm};
  return max_relative_error(p, q, 3);
}

double convergence_order(double coarse, double fine, double ratio)
{
  return log(coarse / fine) / log(ratio);
}

/* splitmix64 */
double random_in(uint64_t *state, double low, double high)
{
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

void random_twist(uint64_t *state, double speed, double spin, double twist[3])
{
  for (int d = 0; d < 3; d++) {
    const double lot = random_in(state, 0.0, 1.0);
    const double scale = lot < 0.1 ? 100.0 : lot < 0.2 ? 0.01 : 1.0;
    twist[d] = random_in(state, -1.0, 1.0) * scale * (d < 2 ? speed : spin);
  }
}

/* Arithmetic-geometric mean: K = pi/(2 a), E = K (1 - sum 2^(n-1) c_n^2). */
void elliptic(double m, double *K, double *E)
{
  double a = 1.0, b = sqrt(1.0 - m), sum = 0.5 * m, power = 0.5;
  for (int i = 0; i < 60; i++) {
    const double c = 0.5 * (a - b), mean = 0.5 * (a + b);
    b = sqrt(a * b);
    a = mean;
    power *= 2.0;
    sum += power * c * c;
    if (fabs(c) <= 1e-17 * a) break;
  }
  *K = TEST_PI / (2.0 * a);
  *E = *K * (1.0 - sum);
}

void gauss_legendre(int n, double a, double b, double *x, double *w)
{
  for (int i = 0; i < n; i++) {
    double t = cos(TEST_PI * (i + 0.75) / (n + 0.5)), slope = 1.0;
    for (int newton = 0; newton < 50; newton++) {
      double p = 1.0, before = 0.0;
      for (int k = 0; k < n; k++) {
        const double next = ((2 * k + 1) * t * p - k * before) / (k + 1);
        before = p;
        p = next;
      }
      slope = n * (t * p - before) / (t * t - 1.0);
      t -= p / slope;
      if (fabs(p / slope) < 1e-16) break;
    }
    x[i] = 0.5 * (a + b) + 0.5 * (b - a) * t;
    w[i] = (b - a) / ((1.0 - t * t) * slope * slope);
  }
}

/* ---- frames ------------------------------------------------------------ */

void twist_at(const double p[2], const double twist[3], double out[3])
{
  const double v[3] = {twist[0] - twist[2] * p[1], twist[1] + twist[2] * p[0],
                       twist[2]};
  memcpy(out, v, sizeof v);
}

void wrench_at(const double p[2], const double wrench[3], double out[3])
{
  const double f[3] = {wrench[0], wrench[1],
                       wrench[2] - (p[0] * wrench[1] - p[1] * wrench[0])};
  memcpy(out, f, sizeof f);
}

/* ---- patches ----------------------------------------------------------- */

/* Integral of sqrt(radius^2 - x^2). */
static double under_circle(double radius, double x)
{
  const double q = fmin(fmax(x / radius, -1.0), 1.0);
  return 0.5 * radius * radius * (q * sqrt(1.0 - q * q) + asin(q));
}

static int ascending(const void *a, const void *b)
{
  const double p = *(const double *)a, q = *(const double *)b;
  return (p > q) - (p < q);
}

/* Returns the part of the area under the upper half circle (sign +1), or minus
 * that under the lower (-1), between x0 and x1, clamped to [y0, y1]. */
static double clamped_area(double radius, double sign, double x0, double x1,
                           double y0, double y1)
{
  double cut[6] = {x0, x1, x0, x0, x0, x0};
  size_t n = 2;
  for (int i = 0; i < 2; i++) {
    const double y = i ? y1 : y0;
    if (fabs(y) >= radius) continue;
    const double x = sqrt((radius - y) * (radius + y));
    if (x > x0 && x < x1) cut[n++] = x;
    if (-x > x0 && -x < x1) cut[n++] = -x;
  }
  qsort(cut, n, sizeof cut[0], ascending);
  double area = 0.0;
  for (size_t i = 0; i + 1 < n; i++) {
    const double a = cut[i], b = cut[i + 1], middle = 0.5 * (a + b);
    const double c =
        sign * sqrt(fmax(0.0, (radius - middle) * (radius + middle)));
    if (c <= y0)
      area += y0 * (b - a);
    else if (c >= y1)
      area += y1 * (b - a);
    else
      area += sign * (under_circle(radius, b) - under_circle(radius, a));
  }
  return area;
}

double disc_area_in_box(double radius, double x0, double x1, double y0,
                        double y1)
{
  const double a = fmax(x0, -radius), b = fmin(x1, radius);
  if (a >= b) return 0.0;
  return fmax(0.0, clamped_area(radius, 1.0, a, b, y0, y1) -
                       clamped_area(radius, -1.0, a, b, y0, y1));
}

void add_disc(int nx, int ny, double sx, double sy, double radius, double mass,
              double *w)
{
  const double hx = sx / nx, hy = sy / ny;
  const double density = mass / (TEST_PI * radius * radius);
  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx; i++) {
      const double x = (i - 0.5 * nx) * hx, y = (j - 0.5 * ny) * hy;
      *w++ += density * disc_area_in_box(radius, x, x + hx, y, y + hy);
    }
}

static void normalise(double *w, size_t n)
{
  double sum = 0.0;
  for (size_t k = 0; k < n; k++) sum += w[k];
  for (size_t k = 0; k < n; k++) w[k] /= sum;
}

double *random_weights(uint64_t *state, int nx, int ny)
{
  const size_t n = (size_t)nx * (size_t)ny;
  double *w = calloc(n, sizeof *w);
  cr_assert_not_null(w);
  for (size_t k = 0; k < n; k++)
    w[k] = fmax(0.0, random_in(state, k ? -0.5 : 0.1, 1.0));
  normalise(w, n);
  return w;
}

double *weights_from_above(const double *rows, int nx, int ny)
{
  const size_t m = (size_t)nx, n = (size_t)ny;
  double *w = calloc(m * n, sizeof *w);
  cr_assert_not_null(w);
  for (size_t j = 0; j < n; j++)
    memcpy(w + j * m, rows + (n - 1 - j) * m, m * sizeof *w);
  normalise(w, m * n);
  return w;
}

/* ---- files in TEST_DATA ------------------------------------------------ */

static FILE *open_data(const char *name)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
  FILE *f = fopen(path, "r");
  cr_assert_not_null(f, "cannot read %s", path);
  return f;
}

/* Appends the numbers of one line. Returns their count, 0 for a heading. */
static size_t read_row(char *line, Table *t, size_t *room)
{
  size_t n = 0;
  for (char *p = line, *end;; p = end + 1, n++) {
    const double value = strtod(p, &end);
    if (end == p) return n;
    if (t->rows * t->columns + n >= *room) {
      *room = *room ? 2 * *room : 256;
      t->at = realloc(t->at, *room * sizeof *t->at);
      cr_assert_not_null(t->at);
    }
    t->at[t->rows * t->columns + n] = value;
    if (*end != ',') return n + 1;
  }
}

Table read_csv(const char *name)
{
  FILE *f = open_data(name);
  Table t = {0, 0, NULL};
  size_t room = 0;
  char line[4096];
  while (fgets(line, sizeof line, f)) {
    const size_t n = read_row(line, &t, &room);
    if (n == 0) continue;
    if (t.columns == 0) t.columns = n;
    cr_assert_eq(n, t.columns, "%s: uneven row %zu", name, t.rows + 1);
    t.rows++;
  }
  fclose(f);
  cr_assert_gt(t.rows, (size_t)0, "%s is empty", name);
  return t;
}

void free_table(Table *t)
{
  free(t->at);
  *t = (Table){0, 0, NULL};
}

json_t *read_json(const char *name)
{
  json_error_t error;
  FILE *f = open_data(name);
  json_t *root = json_loadf(f, 0, &error);
  fclose(f);
  cr_assert_not_null(root, "%s:%d: %s", name, error.line, error.text);
  return root;
}

double json_double(const json_t *object, const char *key)
{
  const json_t *value = json_object_get(object, key);
  cr_assert(json_is_number(value), "no number called %s", key);
  return json_number_value(value);
}

void json_triple(const json_t *object, const char *key, double out[3])
{
  const json_t *value = json_object_get(object, key);
  cr_assert_eq(json_array_size(value), (size_t)3, "no triple called %s", key);
  for (size_t d = 0; d < 3; d++)
    out[d] = json_number_value(json_array_get(value, d));
}

bool json_has(const json_t *object, const char *key)
{
  return json_object_get(object, key) != NULL;
}

/* ---- motion ------------------------------------------------------------ */

/* Linear between knots at, value; constant beyond. */
static double between(const double *at, const double *value, int n, double t)
{
  if (t <= at[0]) return value[0];
  for (int k = 1; k < n; k++)
    if (t <= at[k])
      return value[k - 1] +
             (value[k] - value[k - 1]) * (t - at[k - 1]) / (at[k] - at[k - 1]);
  return value[n - 1];
}

void paper_profile(double t, double twist[3])
{
  static const double c = 0.015;
  static const double w_at[] = {0.0, 0.6, 3.4, 4.0};
  static const double w[] = {0.0, 1.0, 1.0, 0.0};
  static const double x_at[] = {0.8, 1.4, 1.6, 2.2};
  static const double x[] = {0.0, c, c, 0.0};
  static const double y_at[] = {2.4, 2.7, 4.3, 4.6};
  static const double y[] = {0.0, 0.4 * c, 0.4 * c, 0.0};
  twist[0] = between(x_at, x, 4, t);
  twist[1] = between(y_at, y, 4, t);
  twist[2] = between(w_at, w, 4, t);
}
