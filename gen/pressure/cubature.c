/* cubature.c: a few points with positive weights that have the moments of
 * many. In: weighted points, how many are wanted. Out: a Cubature.
 *
 * A rule is a list of orbits: places with all their images under the points'
 * symmetry. Lloyd's method spreads it evenly, then the smallest steps
 * (Levenberg, Marquardt) take it to where its moments are right. What freedom
 * these leave to the best of them goes to the judge. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "pressure/inside.h"

/* ---- orbits ------------------------------------------------------------ */

enum { MOST_TYPES = 6, MOST_UNKNOWNS = 3 * CUBATURE_MOST };

/* Where a place may be, and how many images it then has. */
typedef struct OrbitType {
  int dims; /* 0: the centre, 1: on an axis, 2: anywhere */
  double axis[2];
  int size;
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

/* The different images of the place. */
static int images_of(const Scene *scene, double x, double y,
                     double images[MOST_IMAGES][2])
{
  int count = 0;
  for (int i = 0; i < scene->images; i++) {
    const double *m = scene->image[i];
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

/* Those of all kinds of places that differ under the symmetry. */
static int orbit_types(const Scene *scene, OrbitType types[MOST_TYPES])
{
  static const double half = 0.70710678118654752;
  const bool *has = scene->has;
  /* Images that take one axis, one diagonal to the other. */
  const bool swaps_axes = has[IMAGE_SWAP] || has[IMAGE_SWAP_BACK] ||
                          has[IMAGE_LEFT_TURN] || has[IMAGE_RIGHT_TURN];
  const bool swaps_diagonals = has[IMAGE_MIRROR_X] || has[IMAGE_MIRROR_Y] ||
                               has[IMAGE_LEFT_TURN] || has[IMAGE_RIGHT_TURN];
  const bool is_plane = !scene->is_line;
  const bool is_there[MOST_TYPES] = {
      has[is_plane ? IMAGE_HALF_TURN : IMAGE_MIRROR_X],
      has[IMAGE_MIRROR_Y] || scene->is_line,
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
    type.size = images_of(scene, x, y, images);
    types[count++] = type;
  }
  return count;
}

/* Moves the place to the nearest where its type may be. */
static void put(const Scene *scene, Orbit *orbit, double x, double y)
{
  const OrbitType *type = orbit->type;
  if (type->dims == 1) {
    const double along = type->axis[0] * x + type->axis[1] * y;
    x = along * type->axis[0];
    y = along * type->axis[1];
  }
  orbit->x = type->dims == 0 ? 0 : x;
  orbit->y = type->dims == 0 ? 0 : y;
  for (int i = 0; i < scene->images; i++) {
    const double *m = scene->image[i];
    orbit->image[i][0] = m[0] * orbit->x + m[1] * orbit->y;
    orbit->image[i][1] = m[2] * orbit->x + m[3] * orbit->y;
  }
}

/* ---- starts ------------------------------------------------------------ */

/* splitmix64: the same on every machine. */
static double lot(uint64_t *seed)
{
  uint64_t z = *seed += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (double)(z >> 11) * 0x1p-53;
}

/* The one of the first orbits, and its image, that are nearest to the point;
 * how near. */
static double nearest(const Scene *scene, const Rule *rule, int orbits,
                      double x, double y, int *orbit, int *image)
{
  double best = INFINITY;
  for (int o = 0; o < orbits; o++)
    for (int i = 0; i < scene->images; i++) {
      const double dx = rule->orbit[o].image[i][0] - x;
      const double dy = rule->orbit[o].image[i][1] - y;
      if (dx * dx + dy * dy >= best) continue;
      best = dx * dx + dy * dy;
      *orbit = o;
      *image = i;
    }
  return sqrt(best);
}

/* Each orbit to one of the points by their weight, no two to the same. */
static void scatter(const Scene *scene, Rule *rule, uint64_t *seed)
{
  enum { DRAWS = 20 };
  for (int o = 0; o < rule->orbits; o++)
    for (int draw = 0, other, image; draw < DRAWS; draw++) {
      Orbit *orbit = &rule->orbit[o];
      double left = lot(seed);
      int k = 0;
      while (k < scene->count - 1 && left > scene->weights[k])
        left -= scene->weights[k++];
      put(scene, orbit, scene->x[k], scene->y[k]);
      if (nearest(scene, rule, o, orbit->x, orbit->y, &other, &image) > 1e-3)
        break;
    }
}

/* Lloyd's method: each place moves to the middle of the points nearest to it,
 * and gets their weight. */
static void spread(const Scene *scene, Rule *rule)
{
  enum { ROUNDS = 30, MOST_POINTS = 1500 };
  const int stride = 1 + (scene->count - 1) / MOST_POINTS;
  for (int round = 0; round < ROUNDS; round++) {
    double sums[CUBATURE_MOST][3] = {{0}}, total = 0;
    for (int k = stride / 2; k < scene->count; k += stride) {
      int o = 0, i = 0;
      const double w = scene->weights[k], x = scene->x[k], y = scene->y[k];
      nearest(scene, rule, rule->orbits, x, y, &o, &i);
      const double *m = scene->image[i]; /* its inverse is its transpose */
      sums[o][0] += w * (m[0] * x + m[2] * y);
      sums[o][1] += w * (m[1] * x + m[3] * y);
      sums[o][2] += w;
      total += w;
    }
    for (int o = 0; o < rule->orbits; o++) {
      Orbit *orbit = &rule->orbit[o];
      const double w = fmax(sums[o][2], 1e-6 * total);
      if (sums[o][2] > 0) put(scene, orbit, sums[o][0] / w, sums[o][1] / w);
      orbit->log_w = log(w / total / orbit->type->size);
    }
  }
}

/* ---- moments ----------------------------------------------------------- */

/* What is wrong with the first `count` moments, and its slopes by the
 * unknowns: [count][unknowns]. */
static double misfit(const Basis *basis, const Rule *rule, int count,
                     int unknowns, double *wrong, double *slopes)
{
  double v[CUBATURE_MOST * 3], vx[CUBATURE_MOST * 3], vy[CUBATURE_MOST * 3];
  for (int j = 0; j < count; j++) wrong[j] = -basis->targets[j];
  for (int o = 0, u = 0; o < rule->orbits; o++) {
    const Orbit *orbit = &rule->orbit[o];
    const OrbitType *type = orbit->type;
    const double w = type->size * exp(orbit->log_w);
    basis_at(basis, count, orbit->x, orbit->y, v, vx, vy);
    for (int j = 0; j < count; j++) {
      double *row = slopes + j * unknowns + u;
      wrong[j] += w * v[j];
      row[0] = w * v[j];
      if (type->dims == 1)
        row[1] = w * (vx[j] * type->axis[0] + vy[j] * type->axis[1]);
      if (type->dims == 2) row[1] = w * vx[j], row[2] = w * vy[j];
    }
    u += 1 + type->dims;
  }
  double square = 0;
  for (int j = 0; j < count; j++) square += wrong[j] * wrong[j];
  return sqrt(square);
}

/* Solves a x = b for a symmetric positive matrix; a is overwritten. */
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

static void move(const Scene *scene, Rule *rule, const double *step)
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
    put(scene, orbit, orbit->x + share * dx, orbit->y + share * dy);
    u += 1 + type->dims;
  }
}

typedef struct Work {
  double *wrong, *slopes, *matrix, *right, *step;
} Work;

/* Levenberg and Marquardt's method with the shortest steps. */
static bool fit(const Basis *basis, Rule *rule, int count, const Work *w)
{
  enum { ROUNDS = 40 };
  const int unknowns = rule->unknowns;
  double damping = 1e-3;
  double error = misfit(basis, rule, count, unknowns, w->wrong, w->slopes);
  for (int round = 0; round < ROUNDS && error > 1e-15; round++) {
    for (int i = 0; i < count; i++)
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int u = 0; u < unknowns; u++)
          sum += w->slopes[i * unknowns + u] * w->slopes[j * unknowns + u];
        w->matrix[i * count + j] = sum + (i == j ? damping * error : 0);
      }
    for (int i = 0; i < count; i++) w->right[i] = w->wrong[i];
    if (!solve_positive(count, w->matrix, w->right)) return error < 1e-13;
    for (int u = 0; u < unknowns; u++) {
      w->step[u] = 0;
      for (int i = 0; i < count; i++)
        w->step[u] -= w->slopes[i * unknowns + u] * w->right[i];
    }
    Rule moved = *rule;
    move(basis->scene, &moved, w->step);
    const double after =
        misfit(basis, &moved, count, unknowns, w->wrong, w->slopes);
    if (after < error) {
      *rule = moved;
      error = after;
      damping = fmax(1e-12, damping / 8);
    } else {
      if (error < 1e-13) return true;
      damping *= 8;
      if (damping > 1e8) return false;
      error = misfit(basis, rule, count, unknowns, w->wrong, w->slopes);
    }
  }
  return error < 1e-13;
}

/* ---- search ------------------------------------------------------------ */

enum { SIDES = 64 };

typedef struct Search {
  Run *run;
  const CubatureTask *task;
  const Scene *scene;
  const Basis *basis;
  Work work;
  OrbitType types[MOST_TYPES];
  int ntypes, wanted, least_degree;
  uint64_t seed;
  Cubature *best, *other; /* other: room for a rule to judge */
  Rule best_rule;         /* the same in the frame */
  double badness;         /* of the best; infinite: there is none */
  double side[SIDES][3];  /* of the outline: outward normal, distance */
} Search;

/* How far the given points and what is half a reach beside them extend. */
static void measure(Search *s)
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

/* True within the outline of the given points, and not in a large hole. */
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

/* False where a point of the rule is out of place, weighs next to nothing, or
 * is as good as one with one before it. */
static bool is_well_placed(const Search *s, const Cubature *c, int point)
{
  const double x = c->x[point], y = c->y[point];
  if (c->w[point] < 1e-3 / s->wanted) return false;
  for (int k = 0; k < point; k++)
    if (hypot(c->x[k] - x, c->y[k] - y) < 1e-3 * s->scene->unit) return false;
  return is_inside(s, x, y);
}

/* Outside the frame, rounded to what is the same however it was come by. False
 * where that is no rule. */
static bool place_rule(Search *s, const Rule *rule, int degree)
{
  const double grain = 0x1p-44, raster = ldexp(grain, ilogb(s->scene->unit));
  Cubature *c = s->other;
  c->count = 0;
  c->degree = degree;
  c->images = s->scene->images;
  for (int o = 0; o < rule->orbits; o++) {
    const Orbit *orbit = &rule->orbit[o];
    double images[MOST_IMAGES][2];
    const int count = images_of(s->scene, orbit->x, orbit->y, images);
    if (count != orbit->type->size) return false;
    for (int i = 0; i < count; i++, c->count++) {
      double at[2];
      scene_outside(s->scene, images[i][0], images[i][1], at);
      c->x[c->count] = round(at[0] / raster) * raster;
      c->y[c->count] = round(at[1] / raster) * raster;
      c->w[c->count] = round(exp(orbit->log_w) / grain) * grain;
      if (!is_well_placed(s, c, c->count)) return false;
    }
  }
  return true;
}

/* Gives the rule that degree, and places it. */
static bool reaches(Search *s, Rule *rule, int degree)
{
  return fit(s->basis, rule, s->basis->upto[degree], &s->work) &&
         place_rule(s, rule, degree);
}

/* Keeps the rule that was placed last if it is better than the best. */
static bool keep_better(Search *s, const Rule *rule)
{
  const double badness = s->task->judge(s->task->context, s->other);
  if (!(badness < s->badness)) return false;
  Cubature *const worse = s->best;
  s->best = s->other;
  s->other = worse;
  s->best_rule = *rule;
  s->badness = badness;
  return true;
}

/* Fits the rule at the highest degrees that it can have. */
static void try_start(Search *s, const Rule *start)
{
  enum { DEGREES = 2 };
  int fitted = 0;
  for (int d = s->basis->degree; d >= s->least_degree && fitted < DEGREES;
       d--) {
    const int count = s->basis->upto[d];
    const bool is_same = d < s->basis->degree && s->basis->upto[d + 1] == count;
    Rule rule = *start;
    if (count > rule.unknowns || is_same || !reaches(s, &rule, d)) continue;
    keep_better(s, &rule);
    fitted++;
  }
}

/* Random steps from the best rule, back to its moments: what the judge likes
 * stays. */
static void improve(Search *s)
{
  enum { ROUNDS = 400, FULL = 24 }; /* fewer where each takes long */
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
      step[u] = size * (2 * lot(&s->seed) - 1);
    move(s->scene, &rule, step);
    const bool is_better = reaches(s, &rule, degree) && keep_better(s, &rule);
    size = is_better ? fmin(most, 2 * size) : 0.9 * size;
    if (size < least) size = most;
  }
}

/* Rules with so many orbits of each type. */
static void try_structure(Search *s, const int *orbits, int starts)
{
  Rule rule = {0};
  for (int t = 0; t < s->ntypes; t++)
    for (int k = 0; k < orbits[t]; k++) {
      rule.orbit[rule.orbits++].type = &s->types[t];
      rule.unknowns += 1 + s->types[t].dims;
    }
  for (int i = 0; i < starts; i++) {
    scatter(s->scene, &rule, &s->seed);
    spread(s->scene, &rule);
    try_start(s, &rule);
  }
}

/* The next way to add up to the wanted number; false after the last. */
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

static Cubature *cubature_room(Run *run, int count)
{
  Cubature *c = run_alloc(run, sizeof *c);
  c->x = run_doubles(run, (size_t)count);
  c->y = run_doubles(run, (size_t)count);
  c->w = run_doubles(run, (size_t)count);
  return c;
}

/* From the smallest y, along x first. */
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
  s.scene = scene_make(run, task->count, task->x, task->y, task->w);
  s.basis = basis_make(s.scene, 3 * count);
  s.ntypes = orbit_types(s.scene, s.types);
  s.least_degree = degree;
  s.badness = INFINITY;
  measure(&s);
  const size_t u = 3 * (size_t)count, m = (size_t)s.basis->count;
  s.work =
      (Work){run_doubles(run, m), run_doubles(run, m * u),
             run_doubles(run, m * m), run_doubles(run, m), run_doubles(run, u)};
  s.best = cubature_room(run, count);
  s.other = cubature_room(run, count);
  int structures = 0, orbits[MOST_TYPES] = {0};
  while (next_structure(&s, orbits)) structures++;
  if (structures == 0) return NULL;
  const int starts = (int)fmin(MOST_STARTS, ceil((double)STARTS / structures));
  memset(orbits, 0, sizeof orbits);
  while (next_structure(&s, orbits)) try_structure(&s, orbits, starts);
  if (!(s.badness < INFINITY)) return NULL;
  improve(&s);
  sort_rule(s.best);
  return s.best;
}
