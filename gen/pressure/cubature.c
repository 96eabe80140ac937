/* cubature.c: few points with positive weights that have the moments of many.
 * In: weighted points, a number of points. Out: a Cubature, or NULL.
 *
 * Invariant: a rule is a list of orbits, points with all their images under the
 * symmetry. Lloyd's method starts it, the Levenberg-Marquardt method fits its
 * moments, random steps that keep the moments then lower its cost. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "pressure/inside.h"

/* ---- orbits ------------------------------------------------------------ */

enum { MOST_TYPES = 6, MOST_UNKNOWNS = 3 * CUBATURE_MOST };

/* The places that a point of an orbit may have. */
typedef struct OrbitType {
  int dims; /* 0: the centre, 1: on an axis, 2: anywhere */
  double axis[2];
  int size; /* number of different images */
} OrbitType;

typedef struct Orbit {
  const OrbitType *type;
  double x, y, log_w;
  double image[MOST_IMAGES][2];
} Orbit;

typedef struct Rule {
  int orbits, unknowns;
  Orbit orbit[CUBATURE_MOST];
} Rule;

/* Writes the different images of the point. Returns their number. */
static int images_of(const PointSet *points, double x, double y,
                     double images[MOST_IMAGES][2])
{
  int count = 0;
  for (int i = 0; i < points->images; i++) {
    const double *m = points->image[i];
    const double px = m[0] * x + m[1] * y, py = m[2] * x + m[3] * y;
    bool is_new = true;
    for (int k = 0; k < count; k++)
      is_new = is_new && hypot(images[k][0] - px, images[k][1] - py) > 1e-9;
    if (!is_new) continue;
    images[count][0] = px;
    images[count++][1] = py;
  }
  return count;
}

/* Writes the orbit types that the symmetry does not map to each other. Returns
 * their number. */
static int orbit_types(const PointSet *points, OrbitType types[MOST_TYPES])
{
  static const double half = 0.70710678118654752;
  const bool *has = points->has;
  /* An image maps one axis to the other, or one diagonal to the other. */
  const bool swaps_axes = has[IMAGE_SWAP] || has[IMAGE_SWAP_BACK] ||
                          has[IMAGE_LEFT_TURN] || has[IMAGE_RIGHT_TURN];
  const bool swaps_diagonals = has[IMAGE_MIRROR_X] || has[IMAGE_MIRROR_Y] ||
                               has[IMAGE_LEFT_TURN] || has[IMAGE_RIGHT_TURN];
  const bool is_plane = !points->is_line;
  const bool is_there[MOST_TYPES] = {
      has[is_plane ? IMAGE_HALF_TURN : IMAGE_MIRROR_X],
      has[IMAGE_MIRROR_Y] || points->is_line,
      has[IMAGE_MIRROR_X] && is_plane && !(swaps_axes && has[IMAGE_MIRROR_Y]),
      has[IMAGE_SWAP],
      has[IMAGE_SWAP_BACK] && !(swaps_diagonals && has[IMAGE_SWAP]),
      is_plane};
  static const OrbitType all[MOST_TYPES] = {
      {0, {0, 0}, 0},       {1, {1, 0}, 0},        {1, {0, 1}, 0},
      {1, {half, half}, 0}, {1, {half, -half}, 0}, {2, {0, 0}, 0}};
  int count = 0;
  for (int i = 0; i < MOST_TYPES; i++) {
    if (!is_there[i]) continue;
    double images[MOST_IMAGES][2];
    OrbitType type = all[i];
    const double x = type.dims == 2 ? 0.3 : type.axis[0];
    const double y = type.dims == 2 ? 0.7 : type.axis[1];
    type.size = images_of(points, x, y, images);
    types[count++] = type;
  }
  return count;
}

/* Moves the orbit to (x, y), or to the nearest place that its type may have. */
static void place_orbit(const PointSet *points, Orbit *orbit, double x,
                        double y)
{
  const OrbitType *type = orbit->type;
  if (type->dims == 1) {
    const double along = type->axis[0] * x + type->axis[1] * y;
    x = along * type->axis[0];
    y = along * type->axis[1];
  }
  orbit->x = type->dims == 0 ? 0 : x;
  orbit->y = type->dims == 0 ? 0 : y;
  for (int i = 0; i < points->images; i++) {
    const double *m = points->image[i];
    orbit->image[i][0] = m[0] * orbit->x + m[1] * orbit->y;
    orbit->image[i][1] = m[2] * orbit->x + m[3] * orbit->y;
  }
}

/* ---- starts ------------------------------------------------------------ */

/* Finds the nearest to the point among the images of the first orbits. Writes
 * its orbit and image, and returns its distance. */
static double nearest(const PointSet *points, const Rule *rule, int orbits,
                      double x, double y, int *orbit, int *image)
{
  double best = INFINITY;
  for (int o = 0; o < orbits; o++)
    for (int i = 0; i < points->images; i++) {
      const double dx = rule->orbit[o].image[i][0] - x;
      const double dy = rule->orbit[o].image[i][1] - y;
      if (dx * dx + dy * dy >= best) continue;
      best = dx * dx + dy * dy;
      *orbit = o;
      *image = i;
    }
  return sqrt(best);
}

/* Moves each orbit to a random point, with a probability of the point's weight,
 * and away from earlier orbits if possible. */
static void scatter_orbits(const PointSet *points, Rule *rule, uint64_t *seed)
{
  enum { DRAWS = 20 };
  for (int o = 0; o < rule->orbits; o++)
    for (int draw = 0, other, image; draw < DRAWS; draw++) {
      Orbit *orbit = &rule->orbit[o];
      double left = number_random(seed, 0, 1);
      int k = 0;
      while (k < points->count - 1 && left > points->weights[k])
        left -= points->weights[k++];
      place_orbit(points, orbit, points->x[k], points->y[k]);
      if (nearest(points, rule, o, orbit->x, orbit->y, &other, &image) > 1e-3)
        break;
    }
}

/* Lloyd's method: each orbit moves to the centroid of the points nearest to it,
 * and gets their weight. */
static void move_to_centroids(const PointSet *points, Rule *rule)
{
  enum { ROUNDS = 30, MOST_POINTS = 1500 };
  const int stride = 1 + (points->count - 1) / MOST_POINTS;
  for (int round = 0; round < ROUNDS; round++) {
    double sums[CUBATURE_MOST][3] = {{0}}, total = 0;
    for (int k = stride / 2; k < points->count; k += stride) {
      int o = 0, i = 0;
      const double w = points->weights[k], x = points->x[k], y = points->y[k];
      nearest(points, rule, rule->orbits, x, y, &o, &i);
      const double *m = points->image[i]; /* its inverse is its transpose */
      sums[o][0] += w * (m[0] * x + m[2] * y);
      sums[o][1] += w * (m[1] * x + m[3] * y);
      sums[o][2] += w;
      total += w;
    }
    for (int o = 0; o < rule->orbits; o++) {
      Orbit *orbit = &rule->orbit[o];
      const double w = fmax(sums[o][2], 1e-6 * total);
      if (sums[o][2] > 0)
        place_orbit(points, orbit, sums[o][0] / w, sums[o][1] / w);
      orbit->log_w = log(w / total / orbit->type->size);
    }
  }
}

/* ---- moments ----------------------------------------------------------- */

/* Writes the residuals of the first `count` moments and their derivatives with
 * respect to the unknowns, [count][unknowns]. Returns the Euclidean norm. */
static double moment_errors(const Basis *basis, const Rule *rule, int count,
                            int unknowns, double *residual, double *jacobian)
{
  double v[CUBATURE_MOST * 3], vx[CUBATURE_MOST * 3], vy[CUBATURE_MOST * 3];
  for (int j = 0; j < count; j++) residual[j] = -basis->targets[j];
  for (int o = 0, u = 0; o < rule->orbits; o++) {
    const Orbit *orbit = &rule->orbit[o];
    const OrbitType *type = orbit->type;
    const double w = type->size * exp(orbit->log_w);
    basis_at(basis, count, orbit->x, orbit->y, v, vx, vy);
    for (int j = 0; j < count; j++) {
      double *row = jacobian + j * unknowns + u;
      residual[j] += w * v[j];
      row[0] = w * v[j];
      if (type->dims == 1)
        row[1] = w * (vx[j] * type->axis[0] + vy[j] * type->axis[1]);
      if (type->dims == 2) row[1] = w * vx[j], row[2] = w * vy[j];
    }
    u += 1 + type->dims;
  }
  double square = 0;
  for (int j = 0; j < count; j++) square += residual[j] * residual[j];
  return sqrt(square);
}

/* Solves a x = b for a symmetric positive definite matrix. Overwrites `a`, and
 * `b` with x. Returns false if the matrix is not positive definite. */
static bool solve_positive(int n, double *a, double *b)
{
  for (int j = 0; j < n; j++) {
    for (int i = 0; i <= j; i++) {
      double value = a[j * n + i];
      for (int l = 0; l < i; l++) value -= a[j * n + l] * a[i * n + l];
      if (i == j && !(value > 0)) return false;
      a[j * n + i] = i < j ? value / a[i * n + i] : sqrt(value);
    }
    for (int l = 0; l < j; l++) b[j] -= a[j * n + l] * b[l];
    b[j] /= a[j * n + j];
  }
  for (int j = n - 1; j >= 0; j--) {
    b[j] /= a[j * n + j];
    for (int l = 0; l < j; l++) b[l] -= a[j * n + l] * b[j];
  }
  return true;
}

static void take_step(const PointSet *points, Rule *rule, const double *step)
{
  for (int o = 0, u = 0; o < rule->orbits; o++) {
    Orbit *orbit = &rule->orbit[o];
    const OrbitType *type = orbit->type;
    orbit->log_w += fmax(-1, fmin(1, step[u]));
    double dx = 0, dy = 0;
    if (type->dims == 1)
      dx = step[u + 1] * type->axis[0], dy = step[u + 1] * type->axis[1];
    if (type->dims == 2) dx = step[u + 1], dy = step[u + 2];
    const double length = hypot(dx, dy), most = 0.2;
    const double share = length > most ? most / length : 1;
    place_orbit(points, orbit, orbit->x + share * dx, orbit->y + share * dy);
    u += 1 + type->dims;
  }
}

typedef struct Work {
  double *residual, *jacobian, *matrix, *right, *step;
} Work;

/* Fits the moments by the Levenberg-Marquardt method with steps of least norm.
 * Returns true if the residual vanishes. */
static bool fit(const Basis *basis, Rule *rule, int count, const Work *w)
{
  enum { ROUNDS = 40 };
  const int unknowns = rule->unknowns;
  double damping = 1e-3;
  double error =
      moment_errors(basis, rule, count, unknowns, w->residual, w->jacobian);
  for (int round = 0; round < ROUNDS && error > 1e-15; round++) {
    for (int i = 0; i < count; i++)
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int u = 0; u < unknowns; u++)
          sum += w->jacobian[i * unknowns + u] * w->jacobian[j * unknowns + u];
        w->matrix[i * count + j] = sum + (i == j ? damping * error : 0);
      }
    for (int i = 0; i < count; i++) w->right[i] = w->residual[i];
    if (!solve_positive(count, w->matrix, w->right)) return error < 1e-13;
    for (int u = 0; u < unknowns; u++) {
      w->step[u] = 0;
      for (int i = 0; i < count; i++)
        w->step[u] -= w->jacobian[i * unknowns + u] * w->right[i];
    }
    Rule moved = *rule;
    take_step(basis->points, &moved, w->step);
    const double after =
        moment_errors(basis, &moved, count, unknowns, w->residual, w->jacobian);
    if (after < error) {
      *rule = moved;
      error = after;
      damping = fmax(1e-12, damping / 8);
    } else {
      if (error < 1e-13) return true;
      damping *= 8;
      if (damping > 1e8) return false;
      error =
          moment_errors(basis, rule, count, unknowns, w->residual, w->jacobian);
    }
  }
  return error < 1e-13;
}

/* ---- search ------------------------------------------------------------ */

enum { SIDES = 64 };

typedef struct Search {
  Run *run;
  const CubatureTask *task;
  const PointSet *points;
  const Basis *basis;
  Work work;
  OrbitType types[MOST_TYPES];
  int ntypes, wanted, least_degree;
  uint64_t seed;
  Cubature *best, *other; /* other: memory for the next rule */
  Rule best_rule;         /* `best` in the frame */
  double cost;            /* of the best; infinite if there is none */
  double side[SIDES][3];  /* of the hull: outward normal, distance */
} Search;

/* Finds the extent of the boxes around the given points in all directions. */
static void measure_outline(Search *s)
{
  const CubatureTask *task = s->task;
  for (int i = 0; i < SIDES; i++) {
    const double angle = 2 * PI * i / SIDES;
    const double dx = cos(angle), dy = sin(angle);
    double most = -INFINITY;
    for (int k = 0; k < task->count; k++)
      most = fmax(most, dx * task->x[k] + dy * task->y[k]);
    s->side[i][0] = dx;
    s->side[i][1] = dy;
    s->side[i][2] =
        most + (fabs(dx) * task->reach[0] + fabs(dy) * task->reach[1]);
  }
}

/* Returns true within the hull of the boxes, at most one box away from a box.
 */
static bool is_inside(const Search *s, double x, double y)
{
  const CubatureTask *task = s->task;
  double near = INFINITY;
  for (int i = 0; i < SIDES; i++)
    if (s->side[i][0] * x + s->side[i][1] * y > s->side[i][2]) return false;
  for (int k = 0; k < task->count; k++)
    near = fmin(near, fmax(fabs(x - task->x[k]) / task->reach[0],
                           fabs(y - task->y[k]) / task->reach[1]));
  return near <= 3;
}

/* Returns false if a point of the rule is outside, has almost no weight, or
 * almost coincides with an earlier point. */
static bool is_well_placed(const Search *s, const Cubature *c, int point)
{
  const double x = c->x[point], y = c->y[point];
  if (c->w[point] < 1e-3 / s->wanted) return false;
  for (int k = 0; k < point; k++)
    if (hypot(c->x[k] - x, c->y[k] - y) < 1e-3 * s->points->unit) return false;
  return is_inside(s, x, y);
}

/* Writes the rule to s->other in metres, rounded so that rounding errors of the
 * search do not show. Returns false if a point is not well placed. */
static bool place_rule(Search *s, const Rule *rule, int degree)
{
  const double grain = 0x1p-44, raster = ldexp(grain, ilogb(s->points->unit));
  Cubature *c = s->other;
  c->count = 0;
  c->degree = degree;
  c->images = s->points->images;
  for (int o = 0; o < rule->orbits; o++) {
    const Orbit *orbit = &rule->orbit[o];
    double images[MOST_IMAGES][2];
    const int count = images_of(s->points, orbit->x, orbit->y, images);
    if (count != orbit->type->size) return false;
    for (int i = 0; i < count; i++, c->count++) {
      double at[2];
      points_place(s->points, images[i][0], images[i][1], at);
      c->x[c->count] = round(at[0] / raster) * raster + 0.0; /* no -0 */
      c->y[c->count] = round(at[1] / raster) * raster + 0.0;
      c->w[c->count] = round(exp(orbit->log_w) / grain) * grain;
      if (!is_well_placed(s, c, c->count)) return false;
    }
  }
  return true;
}

/* Fits the rule to that degree and writes it to s->other. Returns false if that
 * fails. */
static bool fit_and_place(Search *s, Rule *rule, int degree)
{
  return fit(s->basis, rule, s->basis->upto[degree], &s->work) &&
         place_rule(s, rule, degree);
}

/* Makes s->other the best rule if its cost is lower. */
static bool keep_better(Search *s, const Rule *rule)
{
  const double cost = s->task->cost(s->task->context, s->other);
  if (!(cost < s->cost)) return false;
  Cubature *const worse = s->best;
  s->best = s->other;
  s->other = worse;
  s->best_rule = *rule;
  s->cost = cost;
  return true;
}

/* Fits the rule to the highest degrees that it can have. */
static void try_start(Search *s, const Rule *start)
{
  enum { DEGREES = 2 };
  int fitted = 0;
  for (int d = s->basis->degree; d >= s->least_degree && fitted < DEGREES;
       d--) {
    const int count = s->basis->upto[d];
    const bool is_same = d < s->basis->degree && s->basis->upto[d + 1] == count;
    Rule rule = *start;
    if (count > rule.unknowns || is_same || !fit_and_place(s, &rule, d))
      continue;
    keep_better(s, &rule);
    fitted++;
  }
}

/* Takes random steps from the best rule and fits the moments again; keeps rules
 * of lower cost. */
static void improve(Search *s)
{
  enum { ROUNDS = 400, FULL = 24 }; /* fewer rounds above FULL points */
  const double most = 0.1, least = 1e-3;
  const int degree = s->best->degree;
  if (s->best_rule.unknowns <= s->basis->upto[degree]) return;
  const double part = fmin(1, (double)FULL / s->wanted);
  const int rounds = (int)(ROUNDS * part * part);
  double size = most;
  for (int round = 0; round < rounds; round++) {
    double step[MOST_UNKNOWNS];
    Rule rule = s->best_rule;
    for (int u = 0; u < rule.unknowns; u++)
      step[u] = size * (2 * number_random(&s->seed, 0, 1) - 1);
    take_step(s->points, &rule, step);
    const bool is_better =
        fit_and_place(s, &rule, degree) && keep_better(s, &rule);
    size = is_better ? fmin(most, 2 * size) : 0.9 * size;
    if (size < least) size = most;
  }
}

/* Tries rules with orbits[t] orbits of each type t. */
static void try_structure(Search *s, const int *orbits, int starts)
{
  Rule rule = {0};
  for (int t = 0; t < s->ntypes; t++)
    for (int k = 0; k < orbits[t]; k++) {
      rule.orbit[rule.orbits++].type = &s->types[t];
      rule.unknowns += 1 + s->types[t].dims;
    }
  for (int i = 0; i < starts; i++) {
    scatter_orbits(s->points, &rule, &s->seed);
    move_to_centroids(s->points, &rule);
    try_start(s, &rule);
  }
}

/* Writes the next numbers of orbits whose points add up to the wanted number.
 * Returns false after the last. */
static bool next_structure(const Search *s, int *orbits)
{
  for (;;) {
    int t = 0, total = s->wanted + 1;
    for (; t < s->ntypes && total > s->wanted; t++) {
      orbits[t]++;
      total = 0;
      for (int i = t; i < s->ntypes; i++) total += orbits[i] * s->types[i].size;
      if (s->types[t].dims == 0 && orbits[t] > 1) total = s->wanted + 1;
      if (total <= s->wanted) break;
      orbits[t] = 0;
    }
    if (t == s->ntypes) return false;
    if (total == s->wanted) return true;
  }
}

static Cubature *cubature_new(Run *run, int count)
{
  Cubature *c = run_alloc(run, sizeof *c);
  c->x = run_doubles(run, (size_t)count);
  c->y = run_doubles(run, (size_t)count);
  c->w = run_doubles(run, (size_t)count);
  return c;
}

/* Sorts the points by y, then by x. */
static void sort_rule(Cubature *c)
{
  for (int k = 1; k < c->count; k++)
    for (int i = k;
         i > 0 && (c->y[i] < c->y[i - 1] ||
                   (c->y[i] == c->y[i - 1] && c->x[i] < c->x[i - 1]));
         i--) {
      double *const lists[] = {c->x, c->y, c->w};
      for (int l = 0; l < 3; l++) {
        const double other = lists[l][i];
        lists[l][i] = lists[l][i - 1];
        lists[l][i - 1] = other;
      }
    }
}

const Cubature *cubature_find(Run *run, const CubatureTask *task, int count,
                              int degree)
{
  enum { STARTS = 64, MOST_STARTS = 12 };
  Search s = {.run = run, .task = task, .wanted = count, .seed = 1};
  s.points = points_make(run, task->count, task->x, task->y, task->w);
  s.basis = basis_make(s.points, 3 * count);
  s.ntypes = orbit_types(s.points, s.types);
  s.least_degree = degree;
  s.cost = INFINITY;
  measure_outline(&s);
  const size_t u = 3 * (size_t)count, m = (size_t)s.basis->count;
  s.work =
      (Work){run_doubles(run, m), run_doubles(run, m * u),
             run_doubles(run, m * m), run_doubles(run, m), run_doubles(run, u)};
  s.best = cubature_new(run, count);
  s.other = cubature_new(run, count);
  int structures = 0, orbits[MOST_TYPES] = {0};
  while (next_structure(&s, orbits)) structures++;
  if (structures == 0) return NULL;
  const int starts = (int)fmin(MOST_STARTS, ceil((double)STARTS / structures));
  memset(orbits, 0, sizeof orbits);
  while (next_structure(&s, orbits)) try_structure(&s, orbits, starts);
  if (!(s.cost < INFINITY)) return NULL;
  improve(&s);
  sort_rule(s.best);
  return s.best;
}
