/* goldens.c: forces whose nearest held force needs no search: each is a point
 * of the boundary plus a normal of the set at that point. In: a Cone. Out: its
 * Goldens.
 *
 * Invariant: a normal is a sum of rows that are tight at the point, or a normal
 * of the round cone. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/cone/cone.h"

enum { MOST_GOLDENS = 16, CORNERS = 2 };

typedef struct ConeGolden {
  double normal[3]; /* for a cone with a run-time normal */
  double x[CONE_MOST], nearest[CONE_MOST];
  double margin;
} ConeGolden;

typedef struct Maker {
  const Cone *cone;
  ConeGolden *goldens;
  int count;
  double load; /* inside the limits */
} Maker;

static double dot(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int d = 0; d < n; d++) sum += a[d] * b[d];
  return sum;
}

/* Returns the margin by the second-order inequality and the limits. */
static double round_margin(const Cone *c, const double *x)
{
  const double load = dot(c->normal, x, c->n);
  double square = 0;
  for (int d = 0; d < c->n; d++) {
    const double s = x[d] - load * c->normal[d];
    square += s * s;
  }
  const double depth = (c->mu * load - sqrt(square)) / sqrt(1 + c->mu * c->mu);
  const double lower = c->f_min > 0 ? load - c->f_min : INFINITY;
  return fmin(depth, fmin(lower, c->f_max - load));
}

static double margin_of(const Cone *c, const double *x)
{
  if (cone_is_closed(c)) return round_margin(c, x);
  double least = INFINITY;
  for (int k = 0; k < c->nrows; k++)
    least = fmin(least, c->b[k] - dot(c->A + k * c->n, x, c->n));
  return least;
}

/* Adds the golden at + step * normal, with the normal in the metric. */
static void add_golden(Maker *m, const double *at, const double *normal,
                       double step)
{
  const Cone *c = m->cone;
  if (m->count == MOST_GOLDENS) return;
  ConeGolden *g = &m->goldens[m->count++];
  double moved[CONE_MOST], size = sqrt(dot(normal, normal, c->n));
  cone_from_metric(c, normal, moved);
  for (int d = 0; d < c->n; d++) {
    g->nearest[d] = at[d];
    g->x[d] = at[d] + (size > 0 ? step / size * moved[d] : 0);
  }
  g->margin = margin_of(c, g->x);
}

/* Writes the sum of the rows that are tight at x, in the metric. */
static void normal_at(const Cone *c, const double *x, double *normal)
{
  double row[CONE_MOST];
  memset(normal, 0, (size_t)c->n * sizeof *normal);
  for (int k = 0; k < c->nrows; k++) {
    const double *a = c->A + k * c->n;
    if (fabs(dot(a, x, c->n) - c->b[k]) > 1e-9 * (cone_load(c, x) + 1e-9))
      continue;
    cone_metric_row(c, a, row);
    for (int d = 0; d < c->n; d++) normal[d] += row[d];
  }
}

/* Writes the mean of the rays on a facet, or of all rays for -1. */
static void mean_ray(const Cone *c, int facet, double load, double *x)
{
  int count = 0;
  memset(x, 0, (size_t)c->n * sizeof *x);
  for (int k = 0; k < c->nrays; k++) {
    const double *ray = c->rays + k * c->n;
    if (facet >= 0 && fabs(dot(c->A + facet * c->n, ray, c->n)) > 1e-9)
      continue;
    for (int d = 0; d < c->n; d++) x[d] += ray[d];
    count++;
  }
  for (int d = 0; d < c->n; d++) x[d] *= load / count;
}

static void add_polytope(Maker *m)
{
  const Cone *c = m->cone;
  double x[CONE_MOST], normal[CONE_MOST] = {0};
  mean_ray(c, -1, m->load, x);
  const double aside =
      0.1 * c->mu * m->load * (c->approximation == CONE_INNER ? 0.5 : 1);
  for (int d = 0; c->form == CONE_POINT && d < c->n; d++)
    x[d] += aside * c->tangent[0][d];
  if (c->form != CONE_POINT) x[0] += aside;
  add_golden(m, x, normal, 0);
  for (int i = 0; i < 4; i++) { /* facets, then edges */
    mean_ray(c, (1 + 7 * i) % c->nfacets, m->load, x);
    normal_at(c, x, normal);
    add_golden(m, x, normal, m->load * (0.3 + i));
    for (int d = 0; d < c->n; d++)
      x[d] = m->load * c->rays[(1 + 5 * i) % c->nrays * c->n + d];
    normal_at(c, x, normal);
    add_golden(m, x, normal, m->load * (0.2 + i));
  }
  if (c->f_min == 0) {
    memset(x, 0, sizeof x);
    normal_at(c, x, normal);
    add_golden(m, x, normal, 2 * m->load);
  }
  if (isfinite(c->f_max)) {
    mean_ray(c, -1, c->f_max, x);
    normal_at(c, x, normal);
    add_golden(m, x, normal, m->load);
    for (int d = 0; d < c->n; d++) x[d] = c->f_max * c->rays[d];
    normal_at(c, x, normal);
    add_golden(m, x, normal, m->load);
  }
}

/* Writes the round cone's point at that angle and load, and its normal. */
static void round_point(const Cone *c, double angle, double load, double *x,
                        double *normal)
{
  const double slope = sqrt(1 + c->mu * c->mu);
  for (int d = 0; d < c->n; d++) {
    const double e = cos(angle) * c->tangent[0][d] +
                     (c->n == 3 ? sin(angle) * c->tangent[1][d] : 0);
    x[d] = load * (c->normal[d] + c->mu * e);
    normal[d] = (e - c->mu * c->normal[d]) / slope;
  }
}

static void add_round(Maker *m)
{
  const Cone *c = m->cone;
  double x[CONE_MOST], normal[CONE_MOST], back[CONE_MOST];
  for (int d = 0; d < c->n; d++) x[d] = m->load * c->normal[d];
  add_golden(m, x, c->normal, 0);
  for (int i = 0; i < 4; i++) {
    round_point(c, c->n == 2 ? i % 2 * PI : 0.3 + 1.7 * i, m->load, x, normal);
    if (c->n == 2) /* sin(pi) rounds to a number other than 0 */
      for (int d = 0; d < 2; d++)
        x[d] = m->load *
               (c->normal[d] + (i % 2 ? -1 : 1) * c->mu * c->tangent[0][d]);
    add_golden(m, x, normal, m->load * (0.4 + i));
  }
  for (int d = 0; d < c->n; d++) {
    x[d] = c->f_min * c->normal[d];
    back[d] = -c->normal[d];
  }
  add_golden(m, x, back, m->load);
  if (isfinite(c->f_max)) {
    for (int d = 0; d < c->n; d++) x[d] = c->f_max * c->normal[d];
    add_golden(m, x, c->normal, m->load);
  }
}

/* Turns a golden into the axes of another normal. */
static void turn_golden(const Cone *c, ConeGolden *g, int i)
{
  const double angle = 0.9 * i, scale = i % 2 ? 1 : 3.5;
  double t[2][3], n[3] = {sin(angle), 0.4 * cos(2.3 * angle), cos(angle)};
  unit3(n);
  cone_tangents(n, t);
  double *const lists[] = {g->x, g->nearest};
  for (int k = 0; k < 2; k++) {
    const double x[3] = {dot3(lists[k], c->tangent[0]),
                         dot3(lists[k], c->tangent[1]),
                         dot3(lists[k], c->normal)};
    for (int d = 0; d < 3; d++)
      lists[k][d] = x[0] * t[0][d] + x[1] * t[1][d] + x[2] * n[d];
  }
  for (int d = 0; d < 3; d++) g->normal[d] = scale * n[d];
}

static int make_goldens(const Cone *cone, ConeGolden *goldens)
{
  Maker m = {.cone = cone, .goldens = goldens};
  m.load = cone_middle_load(cone);
  if (cone_is_closed(cone))
    add_round(&m);
  else
    add_polytope(&m);
  for (int i = 0; cone->is_runtime && i < m.count; i++)
    turn_golden(cone, &goldens[i], i);
  return m.count;
}

/* Writes the lower (0) or the upper (1) ends of all ranges. */
static void corner_values(const Model *model, int corner, double *values)
{
  const Tuning *tuning = model->tuning;
  tuning_point(tuning, corner == 0 ? 0 : tuning_corners(tuning) - 1, values);
  for (size_t k = 0; k < tuning->count && model->is_float; k++)
    values[k] = float_rounded(values[k]);
}

/* Adds the goldens of both corners of the tuning. Returns their number. */
static int add_corners(const Cone *c, ConeGolden *goldens)
{
  const Tuning *tuning = c->model.tuning;
  int count = 0;
  for (int i = 0; tuning && i < CORNERS; i++) {
    double *values = run_doubles(c->model.run, tuning->count);
    corner_values(&c->model, i, values);
    count += make_goldens(cone_tuned(c, values), goldens + count);
  }
  return count;
}

/* Keeps the values of the corners, and which goldens belong to them. */
static void keep_corners(const Model *model, Goldens *goldens, int first,
                         int count)
{
  const size_t names = model->tuning->count;
  double *values = run_doubles(model->run, CORNERS * names);
  for (int i = 0; i < CORNERS; i++)
    corner_values(model, i, values + (size_t)i * names);
  goldens_number(goldens, "golden_first", first);
  goldens_number(goldens, "golden_each", count / CORNERS);
  goldens_numbers(goldens, "golden_values", values, CORNERS * names);
}

/* Rounds the numbers to 12 digits. A number below the rounding error of that
 * size becomes 0. */
static void shorten(double *numbers, size_t count, double size)
{
  for (size_t i = 0; i < count; i++)
    numbers[i] =
        fabs(numbers[i]) > 1e-15 * size ? golden_digits(numbers[i]) : 0;
}

/* The same for forces of that size, and torques of as much at the metric's
 * distance. */
static void shorten_forces(const Cone *c, double *forces, size_t count,
                           double size)
{
  const size_t n = (size_t)c->n, first = c->form == CONE_PATCH ? 2 : 3;
  const size_t last = c->form == CONE_PATCH ? 2 : 5;
  for (size_t i = 0; i < count * n; i++) {
    const bool is_torque =
        c->form != CONE_POINT && i % n >= first && i % n <= last;
    shorten(forces + i, 1, is_torque ? size * c->length : size);
  }
}

Goldens *cone_goldens(const Model *model)
{
  const Cone *c = (const Cone *)model;
  Run *run = model->run;
  ConeGolden list[(1 + CORNERS) * MOST_GOLDENS] = {0};
  const int first = make_goldens(c, list);
  const int count = first + add_corners(c, list + first);
  const size_t n = (size_t)c->n, all = (size_t)count;
  double *forces = run_doubles(run, n * all);
  double *nearest = run_doubles(run, n * all);
  double *normals = run_doubles(run, 3 * all);
  double *margins = run_doubles(run, all);
  double largest = 0;
  for (size_t i = 0; i < all; i++) {
    memcpy(forces + n * i, list[i].x, n * sizeof *forces);
    memcpy(nearest + n * i, list[i].nearest, n * sizeof *nearest);
    memcpy(normals + 3 * i, list[i].normal, 3 * sizeof *normals);
    margins[i] = list[i].margin;
    for (size_t d = 0; d < n; d++) largest = fmax(largest, fabs(list[i].x[d]));
  }
  shorten_forces(c, forces, all, largest);
  shorten_forces(c, nearest, all, largest);
  shorten(normals, 3 * all, 1);
  shorten(margins, all, largest);
  Goldens *goldens = goldens_new(run);
  if (model->tuning) keep_corners(model, goldens, first, count - first);
  goldens_number(goldens, "goldens", count);
  goldens_numbers(goldens, "golden_forces", forces, n * all);
  goldens_numbers(goldens, "golden_nearest", nearest, n * all);
  goldens_numbers(goldens, "golden_normals", normals, 3 * all);
  goldens_numbers(goldens, "golden_margins", margins, all);
  const double share = (c->model.is_float ? 1 : 10) * cone_margin_tolerance(c);
  goldens_number(goldens, "golden_bar", number_rounded(share * largest, 2));
  goldens_number(
      goldens, "golden_bar_nearest",
      number_rounded(fmax(share, 2 * cone_nearest_tolerance(c)) * largest, 2));
  return goldens;
}
