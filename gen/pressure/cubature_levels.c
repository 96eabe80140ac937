/* cubature_levels.c: few points for several weightings of the same points. In:
 * points with weights at several levels. Out: points, and weights of them for
 * each level that have its moments; or NULL.
 *
 * Invariant: what is linear in the weights, such as interpolation between two
 * levels, keeps the moments. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "pressure/inside.h"

enum { MOST = 2 * CUBATURE_MOST, LEAST = 2 };

typedef struct Search {
  Run *run;
  const LevelsTask *task;
  PointSet *points; /* in their frame, without any symmetry */
  const Basis *basis;
  double *mixture;        /* weights of all levels together */
  double *columns;        /* [points][basis->count] */
  double *targets;        /* [levels][basis->count] */
  int functions;          /* the first ones, which have to agree */
  double *q, *left, *sum; /* room for nonnegative and gather */
} Search;

/* Writes the functions at a place in metres. */
static void functions_at(const Search *s, double x, double y, double *values)
{
  const PointSet *p = s->points;
  double by_x[MOST_FUNCTIONS], by_y[MOST_FUNCTIONS];
  const double dx = (x - p->centre[0]) / p->unit;
  const double dy = (y - p->centre[1]) / p->unit;
  const double px = p->axis[0] * dx + p->axis[1] * dy;
  const double py = p->is_line ? 0 : p->axis[0] * dy - p->axis[1] * dx;
  basis_at(s->basis, s->basis->count, px, py, values, by_x, by_y);
}

/* ---- weights of one level ------------------------------------------------ */

/* Writes the x of least squares of the columns in `list` by the modified
 * Gram-Schmidt method; columns that depend on earlier ones get 0. */
static void least_squares(const Search *s, const double *columns,
                          const int *list, int count, const double *target,
                          double *x)
{
  const int f = s->functions;
  double *q = s->q, r[MOST][MOST], b[MOST];
  memcpy(s->left, target, (size_t)f * sizeof *target);
  for (int j = 0; j < count; j++) {
    double *own = q + j * f, size = 0, whole = 0;
    memcpy(own, columns + list[j] * s->basis->count, (size_t)f * sizeof *own);
    for (int d = 0; d < f; d++) whole += own[d] * own[d];
    for (int turn = 0; turn < 2; turn++) /* twice is enough */
      for (int i = 0; i < j; i++) {
        double dot = 0;
        for (int d = 0; d < f; d++) dot += q[i * f + d] * own[d];
        for (int d = 0; d < f; d++) own[d] -= dot * q[i * f + d];
        r[i][j] = turn ? r[i][j] + dot : dot;
      }
    for (int d = 0; d < f; d++) size += own[d] * own[d];
    r[j][j] = size > 1e-20 * whole ? sqrt(size) : 0;
    b[j] = 0;
    for (int d = 0; d < f; d++) {
      own[d] = r[j][j] > 0 ? own[d] / r[j][j] : 0;
      b[j] += own[d] * s->left[d];
    }
    for (int d = 0; d < f; d++) s->left[d] -= b[j] * own[d];
  }
  for (int j = count - 1; j >= 0; j--) {
    for (int i = j + 1; i < count; i++) b[j] -= r[j][i] * x[i];
    x[j] = r[j][j] > 0 ? b[j] / r[j][j] : 0;
  }
}

/* Lawson and Hanson's method: writes weights >= 0 of the `count` points in
 * `list`, whose moments are nearest to the level's, and leaves the residuals in
 * s->left. Returns their norm. */
static double nonnegative(const Search *s, const double *columns,
                          const int *list, int count, int level, double *w)
{
  enum { ROUNDS = 400 };
  const int f = s->functions;
  const double *target = s->targets + level * s->basis->count;
  int active[MOST], own[MOST], used = 0;
  double x[MOST], norm = INFINITY;
  for (int j = 0; j < count; j++) w[j] = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double most = 1e-13;
    int next = -1;
    least_squares(s, columns, active, used, target, x);
    double worst = 1;
    for (int j = 0; j < used; j++)
      if (x[j] <= 0) worst = fmin(worst, w[own[j]] / (w[own[j]] - x[j]));
    int kept = 0;
    for (int j = 0; j < used; j++) {
      const int k = own[j];
      const bool is_lost = x[j] <= 0 && worst < 1 &&
                           w[k] / (w[k] - x[j]) <= worst * (1 + 1e-12);
      w[k] = is_lost ? 0 : w[k] + worst * (x[j] - w[k]);
      if (w[k] <= 0) continue;
      own[kept] = k;
      active[kept++] = list[k];
    }
    const bool is_cut = kept < used;
    used = kept;
    if (is_cut) continue;
    norm = 0;
    for (int d = 0; d < f; d++) norm += s->left[d] * s->left[d];
    norm = sqrt(norm);
    if (norm < 1e-13 || used == f) break;
    for (int j = 0; j < count; j++) {
      const double *column = columns + list[j] * s->basis->count;
      double dot = 0;
      for (int d = 0; d < f; d++) dot += column[d] * s->left[d];
      if (w[j] > 0 || dot <= most) continue;
      most = dot;
      next = j;
    }
    if (next < 0) break;
    own[used] = next;
    active[used++] = list[next];
  }
  return norm;
}

/* ---- given points that suffice -------------------------------------------- */

static const double exact = 3e-13; /* residuals of moments that are met */

/* Returns true if the points have the moments of all levels. */
static bool suffices(Search *s, const int *list, int count)
{
  double w[MOST];
  for (int l = 0; l < s->task->levels; l++)
    if (nonnegative(s, s->columns, list, count, l, w) > exact) return false;
  return true;
}

/* Adds the point that the residuals of all levels ask for most, until they
 * vanish. Returns the number of points, or 0 if there would be too many. */
static int gather(Search *s, int *list)
{
  const int f = s->functions, levels = s->task->levels;
  double w[MOST];
  for (int count = 0; count < MOST; count++) {
    double *wish = s->sum, most = 0, worst = 0;
    int next = -1;
    memset(wish, 0, (size_t)s->task->count * sizeof *wish);
    for (int l = 0; l < levels; l++) {
      const double norm = nonnegative(s, s->columns, list, count, l, w);
      worst = fmax(worst, norm);
      if (norm <= exact) continue;
      for (int k = 0; k < s->task->count; k++) {
        const double *column = s->columns + k * s->basis->count;
        double dot = 0, size = 0;
        for (int d = 0; d < f; d++) {
          dot += column[d] * s->left[d];
          size += column[d] * column[d];
        }
        if (dot > 0) wish[k] += dot * dot / (size * norm * norm);
      }
    }
    if (worst <= exact) return count;
    for (int k = 0; k < s->task->count; k++) {
      bool is_there = false;
      for (int j = 0; j < count; j++) is_there = is_there || list[j] == k;
      if (!is_there && wish[k] > most) most = wish[k], next = k;
    }
    if (next < 0) return 0;
    list[count] = next;
  }
  return 0;
}

/* Leaves out points, in a random order, while the others suffice. Returns the
 * number of points that stay. */
static int prune(Search *s, int *list, int count, uint64_t *seed)
{
  int order[MOST];
  for (int j = 0; j < count; j++) order[j] = list[j];
  for (int j = count - 1; j > 0; j--) {
    const int i = (int)number_random(seed, 0, j + 1), other = order[i];
    order[i] = order[j];
    order[j] = other;
  }
  for (int tried = 0, all = count; tried < all; tried++) {
    int rest[MOST], kept = 0;
    for (int j = 0; j < count; j++)
      if (list[j] != order[tried]) rest[kept++] = list[j];
    if (!suffices(s, rest, kept)) continue;
    memcpy(list, rest, (size_t)kept * sizeof *list);
    count = kept;
  }
  return count;
}

/* ---- weights of given places ---------------------------------------------- */

/* Writes to each place the load of the given points that are nearest to it. */
static void share_out(const Search *s, const CubatureLevels *rule, double **w)
{
  for (int l = 0; l < s->task->levels; l++)
    memset(w[l], 0, (size_t)rule->count * sizeof **w);
  for (int k = 0; k < s->task->count; k++) {
    double away[MOST], least = INFINITY, ties = 0;
    for (int j = 0; j < rule->count; j++) {
      away[j] = hypot(rule->x[j] - s->task->x[k], rule->y[j] - s->task->y[k]);
      least = fmin(least, away[j]);
    }
    const double near = least + 1e-9 * s->points->unit;
    for (int j = 0; j < rule->count; j++) ties += away[j] <= near;
    for (int l = 0; l < s->task->levels; l++)
      for (int j = 0; j < rule->count; j++)
        if (away[j] <= near) w[l][j] += s->task->w[l][k] / ties;
  }
}

/* Solves a x = b for a symmetric matrix of n rows, at least semidefinite, by
 * Gauss' method without pivots; a pivot that vanishes leaves x = 0. */
static void solve(int n, double *a, double *b)
{
  for (int j = 0; j < n; j++) {
    const double pivot = a[j * n + j];
    for (int i = j + 1; i < n && pivot > 1e-14; i++) {
      const double factor = a[i * n + j] / pivot;
      for (int k = j; k < n; k++) a[i * n + k] -= factor * a[j * n + k];
      b[i] -= factor * b[j];
    }
  }
  for (int j = n - 1; j >= 0; j--) {
    const double pivot = a[j * n + j];
    for (int k = j + 1; k < n; k++) b[j] -= a[j * n + k] * b[k];
    b[j] = pivot > 1e-14 ? b[j] / pivot : 0;
  }
}

/* Changes the weights of a level by as little as possible, relative to their
 * sizes, so that they have the level's moments; a weight that
 * would be negative is 0. Returns the residual. */
static double correct(const Search *s, int n, const double *columns, int level,
                      double *w)
{
  enum { ROUNDS = 60 };
  const int all = s->basis->count, count = s->functions;
  double *matrix = run_doubles(s->run, (size_t)(count * count));
  double residual[MOST_FUNCTIONS], norm = INFINITY, before = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < count; i++)
      residual[i] = s->targets[level * all + i];
    for (int j = 0; j < n; j++)
      for (int i = 0; i < count; i++)
        residual[i] -= w[j] * columns[j * all + i];
    norm = 0;
    for (int i = 0; i < count; i++) norm += residual[i] * residual[i];
    norm = sqrt(norm);
    if (norm < 1e-15 || (norm < 1e-13 && norm >= before)) break;
    before = norm;
    memset(matrix, 0, (size_t)(count * count) * sizeof *matrix);
    for (int j = 0; j < n; j++)
      for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
          matrix[i * count + k] +=
              w[j] * columns[j * all + i] * columns[j * all + k];
    solve(count, matrix, residual);
    for (int j = 0; j < n; j++) {
      double change = 0;
      for (int i = 0; i < count; i++)
        change += columns[j * all + i] * residual[i];
      w[j] = fmax(0, w[j] + w[j] * change);
    }
  }
  return norm;
}

/* Changes the weights of a level so that they have its moments: from those given
 * if that succeeds; else from half way to the fewest that have them; else these.
 * Returns false if no weights have them. */
static bool weigh_level(Search *s, int n, const double *columns, int level,
                        double *w)
{
  int list[MOST];
  double few[MOST], tried[MOST];
  memcpy(tried, w, (size_t)n * sizeof *w);
  if (correct(s, n, columns, level, tried) <= exact) {
    memcpy(w, tried, (size_t)n * sizeof *w);
    return true;
  }
  for (int j = 0; j < n; j++) list[j] = j;
  if (nonnegative(s, columns, list, n, level, few) > exact) return false;
  for (double part = 0.5; part < 0.99; part += 0.2) {
    for (int j = 0; j < n; j++) tried[j] = part * few[j] + (1 - part) * w[j];
    if (correct(s, n, columns, level, tried) > exact) continue;
    memcpy(w, tried, (size_t)n * sizeof *w);
    return true;
  }
  memcpy(w, few, (size_t)n * sizeof *w);
  return true;
}

/* Gives weights to the places, with the moments up to the highest degree, at
 * least `degree`, that all levels can have. Returns false if there are none. */
static bool weigh(Search *s, CubatureLevels *rule, int degree)
{
  const int all = s->basis->count, levels = s->task->levels;
  double *columns = run_doubles(s->run, (size_t)(rule->count * all));
  for (int j = 0; j < rule->count; j++)
    functions_at(s, rule->x[j], rule->y[j], columns + j * all);
  rule->w = run_alloc(s->run, (size_t)levels * sizeof *rule->w);
  for (int l = 0; l < levels; l++)
    rule->w[l] = run_doubles(s->run, (size_t)rule->count);
  for (int d = s->basis->degree; d >= degree; d--) {
    if (s->basis->upto[d] > rule->count) continue;
    bool is_met = true;
    s->functions = s->basis->upto[d];
    share_out(s, rule, rule->w);
    for (int l = 0; l < levels && is_met; l++)
      is_met = weigh_level(s, rule->count, columns, l, rule->w[l]);
    rule->degree = d;
    if (is_met) return true;
  }
  return false;
}

/* ---- places ---------------------------------------------------------------- */

static CubatureLevels *rule_new(Run *run)
{
  CubatureLevels *rule = run_alloc(run, sizeof *rule);
  rule->x = run_doubles(run, MOST);
  rule->y = run_doubles(run, MOST);
  rule->images = 1;
  return rule;
}

/* Returns how near the places of a rule are to those of the context. */
static double crowding(void *context, const Cubature *rule)
{
  const CubatureLevels *others = context;
  double sum = 0;
  for (int k = 0; k < rule->count; k++) {
    double near = INFINITY;
    for (int j = 0; j < others->count; j++)
      near = fmin(near, hypot(others->x[j] - rule->x[k],
                              others->y[j] - rule->y[k]));
    sum += rule->w[k] / (near * near);
  }
  return sum;
}

/* Adds the places of a rule for one weighting, but for those that are there. */
static void add_places(const Search *s, CubatureLevels *rule, const double *w,
                       int count)
{
  int kept = 0, n = s->task->count;
  double *lists[3];
  for (int i = 0; i < 3; i++) lists[i] = run_doubles(s->run, (size_t)n);
  for (int k = 0; k < n; k++) {
    if (!(w[k] > 0)) continue;
    lists[0][kept] = s->task->x[k];
    lists[1][kept] = s->task->y[k];
    lists[2][kept++] = w[k];
  }
  const CubatureTask task = {kept,
                             lists[0],
                             lists[1],
                             lists[2],
                             {s->task->reach[0], s->task->reach[1]},
                             crowding,
                             rule};
  const Cubature *part = NULL;
  for (int most = count; most >= LEAST && !part; most--)
    if (most < kept) part = cubature_find(s->run, &task, most, 1);
  for (int k = 0; part && k < part->count && rule->count < MOST; k++) {
    bool is_new = true;
    for (int j = 0; j < rule->count; j++)
      is_new = is_new && hypot(rule->x[j] - part->x[k],
                               rule->y[j] - part->y[k]) >
                             0.3 * fmin(s->task->reach[0], s->task->reach[1]);
    if (!is_new) continue;
    rule->x[rule->count] = part->x[k];
    rule->y[rule->count++] = part->y[k];
  }
}

/* Returns given points in a number that suffices for the degree, or NULL. */
static CubatureLevels *rule_of_points(Search *s, int degree, uint64_t *seed)
{
  int list[MOST];
  CubatureLevels *rule = rule_new(s->run);
  s->functions = s->basis->upto[degree];
  rule->count = gather(s, list);
  if (rule->count == 0) return NULL;
  rule->count = prune(s, list, rule->count, seed);
  rule->w = run_alloc(s->run, (size_t)s->task->levels * sizeof *rule->w);
  for (int l = 0; l < s->task->levels; l++) {
    rule->w[l] = run_doubles(s->run, MOST);
    nonnegative(s, s->columns, list, rule->count, l, rule->w[l]);
  }
  for (int j = 0; j < rule->count; j++) {
    rule->x[j] = s->task->x[list[j]];
    rule->y[j] = s->task->y[list[j]];
  }
  rule->degree = degree;
  return rule;
}

/* ---- the rule -------------------------------------------------------------- */

static void prepare(Search *s)
{
  const LevelsTask *t = s->task;
  const size_t n = (size_t)t->count;
  s->mixture = run_doubles(s->run, n);
  for (int l = 0; l < t->levels; l++)
    for (int k = 0; k < t->count; k++)
      s->mixture[k] += t->w[l][k] / t->levels;
  s->points = points_make(s->run, t->count, t->x, t->y, s->mixture);
  s->points->images = 1;
  s->basis = basis_make(s->points, CUBATURE_MOST);
  const size_t f = (size_t)s->basis->count;
  s->columns = run_doubles(s->run, n * f);
  s->targets = run_doubles(s->run, (size_t)t->levels * f);
  s->q = run_doubles(s->run, MOST * f);
  s->left = run_doubles(s->run, f);
  s->sum = run_doubles(s->run, n);
  for (size_t k = 0; k < n; k++) {
    double *column = s->columns + k * f;
    functions_at(s, t->x[k], t->y[k], column);
    for (int l = 0; l < t->levels; l++)
      for (size_t j = 0; j < f; j++)
        s->targets[(size_t)l * f + j] += t->w[l][k] * column[j];
  }
}

/* Returns the rule with the lower cost; but one of degree 1, whose torsional
 * stiffness is not that of the points, only if there is no other. */
static const CubatureLevels *better(const Search *s, const CubatureLevels *rule,
                                    const CubatureLevels *best, double *least)
{
  const bool is_low = rule->degree < 2, was_low = best && best->degree < 2;
  const double cost = s->task->cost(s->task->context, rule);
  if (best && is_low != was_low ? is_low : !(cost < *least)) return best;
  *least = cost;
  return rule;
}

const CubatureLevels *cubature_levels(Run *run, const LevelsTask *task,
                                      int count, int degree)
{
  enum { STARTS = 4 };
  /* Shares of the places for the last, the middle and the first level; the rest
   * is for all of them together. */
  static const double splits[][3] = {
      {0, 0, 0},       {0.7, 0, 0.3},   {0.5, 0.25, 0.25}, {0.34, 0.33, 0.33},
      {0.4, 0.2, 0.2}, {0.6, 0.2, 0.2}, {0.34, 0.34, 0.2}, {0.5, 0, 0.25}};
  const CubatureLevels *best = NULL;
  double least = INFINITY;
  uint64_t seed = 1;
  Search s = {.run = run, .task = task};
  prepare(&s);
  if (degree > s.basis->degree) return NULL;
  for (size_t i = 0; i < COUNT(splits); i++) {
    CubatureLevels *rule = rule_new(run);
    double whole = 1;
    for (int part = 0; part < 3; whole -= splits[i][part++]) {
      const int level = (2 - part) * (task->levels - 1) / 2;
      const int left = count - rule->count;
      const int wanted = (int)(left * splits[i][part] / whole + 0.5);
      if (wanted >= LEAST) add_places(&s, rule, task->w[level], wanted);
    }
    if (whole > 0.01 && count - rule->count >= LEAST)
      add_places(&s, rule, s.mixture, count - rule->count);
    if (rule->count <= count && weigh(&s, rule, degree))
      best = better(&s, rule, best, &least);
  }
  for (int start = 0; start < STARTS && !best; start++) {
    CubatureLevels *rule = rule_of_points(&s, degree, &seed);
    if (rule && rule->count <= count) best = better(&s, rule, best, &least);
  }
  return best;
}
