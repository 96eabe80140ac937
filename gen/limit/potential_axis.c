/* potential_axis.c: a potential table that changes along an axis. In: maps at
 * equidistant places, between which the weights are linear. Out: slices of
 * numbers, and a bound of the error at all places.
 *
 * Invariant: at each place the slices blend to a LimitPotential, which the
 * proof of a table without an axis covers. Between two maps the surface is
 * linear along the axis, so that the table is off the line by its own second
 * derivative alone. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"

/* ---- the table at a place ---------------------------------------------- */

/* Writes the weights of four slices. Returns the first slice. */
static int blend_at(const PotentialAxis *axis, double place, double w[4])
{
  const double u = fmin(fmax(place, 0), 1) * axis->cells;
  const int first = (int)fmin(u, axis->cells - 1);
  spline_weights(u - first, 0, w);
  return first;
}

static double largest_number(const PotentialAxis *axis)
{
  const LimitPotential *p = &axis->layout;
  double most = 0;
  for (int m = 0; m < 3; m++)
    for (int k = 0; k < axis->slices; k++)
      for (int i = 0;
           i < (p->faces[m].cells[0] + 3) * (p->faces[m].cells[1] + 3); i++)
        most = fmax(most, fabs(p->faces[m].unit *
                               axis->stored[(size_t)k * p->count +
                                            p->faces[m].start + (size_t)i]));
  return most;
}

LimitPotential *potential_at(Run *run, const PotentialAxis *axis, double place,
                             const LimitMap *map)
{
  const size_t count = axis->layout.count;
  LimitPotential *p = run_alloc(run, sizeof *p);
  *p = axis->layout;
  p->map = *map;
  p->stored = run_doubles(run, count);
  if (axis->slices == 1) {
    memcpy(p->stored, axis->stored, count * sizeof *p->stored);
    return p;
  }
  double w[4];
  const int first = blend_at(axis, place, w);
  for (int k = 0; k < 4; k++)
    for (size_t i = 0; i < count; i++)
      p->stored[i] += w[k] * axis->stored[(size_t)(first + k) * count + i];
  p->blended = largest_number(axis);
  return p;
}

size_t potential_axis_bytes(const PotentialAxis *axis)
{
  LimitPotential all = axis->layout;
  all.count *= (size_t)axis->slices;
  return potential_bytes(&all);
}

/* ---- maps -------------------------------------------------------------- */

/* The wrench of a cell's load has at most the size |(1, reach)|. */
double potential_maps_apart(const LimitMap *a, const LimitMap *b)
{
  const Grid *grid = &a->cells->grid;
  const double half = hypot(grid->sx / grid->nx, grid->sy / grid->ny) / 2;
  double sum = 0;
  for (int j = 0; j < grid->ny; j++)
    for (int i = 0; i < grid->nx; i++) {
      const int k = j * grid->nx + i;
      const double away = fabs(a->cells->all[k] - b->cells->all[k]);
      if (away == 0) continue;
      const double reach =
          hypot(grid_x(grid, i) - a->cop[0], grid_y(grid, j) - a->cop[1]) +
          half;
      sum += away * hypot(1, reach / a->r);
    }
  return sum;
}

/* Returns a table of one cell per face whose frame suits all maps. */
static const LimitPotential *common_frame(Run *run, const LimitMap *maps,
                                          int count, const double rim[2][2])
{
  static const int one[3][2] = {{1, 1}, {1, 1}, {1, 1}};
  const Grid *grid = &maps[0].cells->grid;
  const size_t cells = (size_t)grid->nx * (size_t)grid->ny;
  double *mean = run_doubles(run, cells);
  for (int l = 0; l < count; l++)
    for (size_t k = 0; k < cells; k++) mean[k] += maps[l].cells->all[k] / count;
  Cells *kept = run_alloc(run, sizeof *kept);
  *kept = cells_kept(run, grid, mean);
  LimitMap map = maps[0];
  map.cells = kept;
  LimitPotential *p = potential_new(run, &map, one, POTENTIAL_DOUBLE, false);
  bool is_same = true;
  for (int l = 0; l < count; l++) {
    const LimitPotential *own =
        potential_new(run, &maps[l], one, POTENTIAL_DOUBLE, false);
    for (int k = 0; k < 3; k++) is_same &= own->is_even[k] == p->is_even[k];
    p->is_shared &= own->is_shared;
  }
  /* Mirror images of the mean alone do not count. */
  for (int k = 0; k < 3 && !is_same; k++) p->is_even[k] = p->is_shared = false;
  for (int d = 0; d < 2 && rim; d++) {
    const double half = fmax((rim[d][1] - rim[d][0]) / 2, 0.25);
    p->middle[d] =
        p->is_even[1 - d] ? 0 : float_rounded((rim[d][0] + rim[d][1]) / 2);
    p->inverse[1 - d] = float_rounded(1 / half);
  }
  if (p->is_shared) p->inverse[1] = p->inverse[0];
  return p;
}

/* ---- the fit ----------------------------------------------------------- */

/* Solves a x = b in place for a positive definite matrix; b becomes x. */
static void solve_dense(int n, double *a, double *b)
{
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      const double f = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
      b[i] -= f * b[k];
    }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
}

/* Writes numbers of slices that come closest, by least squares, to the numbers
 * at[l] of the places. */
static void fit_slices(const PotentialAxis *axis, double *const *at, int count,
                       double *out)
{
  const int n = axis->slices;
  const size_t numbers = axis->layout.count;
  for (size_t i = 0; i < numbers; i++) {
    double a[POTENTIAL_MOST_SLICES * POTENTIAL_MOST_SLICES] = {0};
    double b[POTENTIAL_MOST_SLICES] = {0};
    for (int k = 0; k < n; k++) a[k * n + k] = 1e-9;
    for (int l = 0; l < count; l++) {
      double w[4] = {1, 0, 0, 0};
      const int first = n == 1 ? 0 : blend_at(axis, (double)l / (count - 1), w);
      const int taps = n == 1 ? 1 : 4;
      for (int k = 0; k < taps; k++) {
        b[first + k] += w[k] * at[l][i];
        for (int j = 0; j < taps; j++)
          a[(first + k) * n + first + j] += w[k] * w[j];
      }
    }
    solve_dense(n, a, b);
    for (int k = 0; k < n; k++) out[(size_t)k * numbers + i] = b[k];
  }
}

/* Rounds each face of all slices to the store, with one base and unit. */
static void round_slices(Run *run, PotentialAxis *axis, const double *numbers)
{
  LimitPotential *p = &axis->layout;
  for (int m = 0; m < 3; m++) {
    PotentialFace *face = &p->faces[m];
    if (m == 1 && p->is_shared) {
      *face = p->faces[0];
      continue;
    }
    const size_t each =
        (size_t)(face->cells[0] + 3) * (size_t)(face->cells[1] + 3);
    const size_t all = each * (size_t)axis->slices;
    double *c = run_doubles(run, all), *stored = run_doubles(run, all);
    for (size_t k = 0; k < (size_t)axis->slices; k++)
      memcpy(c + k * each, numbers + k * p->count + face->start,
             each * sizeof *c);
    potential_round(face, all, c, p->store, stored);
    for (size_t k = 0; k < (size_t)axis->slices; k++)
      memcpy(axis->stored + k * p->count + face->start, stored + k * each,
             each * sizeof *c);
  }
  p->stored = axis->stored;
}

/* ---- the search -------------------------------------------------------- */

typedef struct Search {
  Run *run;
  const LimitMap *maps;
  int count;
  const PotentialWish *wish;
  const LimitPotential *frame;
  Fit **fits;
  Progress *progress;
} Search;

static PotentialAxis *axis_of(Run *run, const Search *s, const int cells[3][2],
                              double *const *at, int slices)
{
  PotentialAxis *axis = run_alloc(run, sizeof *axis);
  axis->layout =
      *potential_like(run, s->frame, cells, s->wish->store, s->wish->is_float);
  axis->slices = slices;
  axis->cells = slices == 1 ? 0 : slices - 3;
  const size_t all = (size_t)slices * axis->layout.count;
  axis->stored = run_doubles(run, all);
  double *numbers = run_doubles(run, all);
  fit_slices(axis, at, s->count, numbers);
  round_slices(run, axis, numbers);
  return axis;
}

/* Writes the numbers of a table for each map. Maps that are next to the same
 * share theirs. */
static void fit_maps(const Search *s, const int cells[3][2], double **at)
{
  static const double seams = 1, same = 1e-3; /* of the tolerance */
  int last = -1;
  for (int l = 0; l < s->count; l++) {
    if (last >= 0 && potential_maps_apart(&s->maps[l], &s->maps[last]) <=
                         same * s->wish->tolerance) {
      at[l] = at[last];
      continue;
    }
    at[l] = fit_all(s->run, s->fits[l], cells, POTENTIAL_DOUBLE, false, seams)
                ->stored;
    last = l;
  }
}

/* Returns a bound of the distance of the table from a line between two maps,
 * and of the rounding of the place. */
static double off_the_line(const Search *s, const PotentialAxis *axis)
{
  const size_t n = axis->layout.count;
  const double u = axis->layout.is_float ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
  const double step = (double)axis->cells / (s->count - 1);
  double bend = 0, slope = 0;
  Run *own = run_open();
  double *d = run_doubles(own, n);
  for (int k = 0; k + 1 < axis->slices; k++) {
    const double *c = axis->stored + (size_t)k * n;
    for (size_t i = 0; i < n; i++) d[i] = c[n + i] - c[i];
    slope = fmax(slope, potential_most(&axis->layout, d));
    if (k + 2 >= axis->slices) continue;
    for (size_t i = 0; i < n; i++) d[i] = c[2 * n + i] - 2 * c[n + i] + c[i];
    bend = fmax(bend, potential_most(&axis->layout, d));
  }
  run_close(own);
  /* The place errs by some units, times the ratio of force and range. */
  return bend * step * step / 8 + slope * axis->cells * 64 * u;
}

static double least_number(const PotentialAxis *axis)
{
  Run *own = run_open();
  double least = INFINITY;
  for (int k = 0; k < axis->slices; k++) {
    LimitPotential p = axis->layout;
    p.stored = axis->stored + (size_t)k * p.count;
    for (int m = 0; m < 3; m++)
      for (int i = 0; i < p.faces[m].cells[0] + 3; i++)
        for (int j = 0; j < p.faces[m].cells[1] + 3; j++)
          least = fmin(least, potential_coefficient(&p, m, i, j));
  }
  run_close(own);
  return least;
}

/* Returns true if a few places keep the limit, the last one first: what fails
 * does so soon. */
static bool few_hold(const Search *s, const PotentialAxis *axis, double limit)
{
  enum { FEW = 5 };
  Run *own = run_open();
  bool holds = true;
  for (int k = FEW - 1; k >= 0 && holds; k--) {
    const int l = k * (s->count - 1) / (FEW - 1);
    const LimitPotential *p =
        potential_at(own, axis, (double)l / (s->count - 1), &s->maps[l]);
    holds = potential_bound(p, -1, limit).bound <= limit;
  }
  run_close(own);
  return holds;
}

/* Proves a bound at all places. With limit > 0 the bound is infinite once an
 * error exceeds the limit. A map next to one that is proven takes over its
 * bound, by the distance of the maps and of the tables. */
static PotentialProof certify(const Search *s, const PotentialAxis *axis,
                              double limit)
{
  static const double near = 0.03; /* of the limit */
  const size_t n = axis->layout.count;
  const double line = off_the_line(s, axis);
  PotentialProof proof = {.least = least_number(axis)};
  Certificate *all = &proof.error;
  if (!(proof.least > 0) || (limit > 0 && line >= limit) ||
      (limit > 0 && axis->slices > 1 &&
       !few_hold(s, axis, (1 - near) * limit - line))) {
    all->bound = INFINITY;
    return proof;
  }
  Run *own = run_open();
  const LimitPotential *last = NULL;
  double *d = run_doubles(own, n), known = 0;
  for (int l = 0; l < s->count && all->bound < INFINITY; l++) {
    const LimitPotential *p =
        potential_at(own, axis, (double)l / (s->count - 1), &s->maps[l]);
    if (last) {
      for (size_t i = 0; i < n; i++) d[i] = p->stored[i] - last->stored[i];
      const double far =
          potential_maps_apart(&p->map, &last->map) + potential_most(p, d);
      if (far <= near * (limit > 0 ? limit : known)) {
        all->bound = fmax(all->bound, known + far);
        continue;
      }
    }
    const Certificate one =
        potential_bound(p, -1, limit > 0 ? (1 - near) * limit - line : 0);
    last = p;
    known = one.bound;
    if (one.found >= all->found) {
      all->found = one.found;
      memcpy(all->twist, one.twist, sizeof all->twist);
    }
    all->bound = fmax(all->bound, one.bound);
    all->evaluations += one.evaluations;
    all->seconds += one.seconds;
    if (s->progress) progress_show(s->progress, 0.5);
  }
  all->bound += line;
  if (limit > 0 && all->bound > limit) all->bound = INFINITY;
  run_close(own);
  return proof;
}

/* Adds what needs no bound: convexity of all slices, and jumps at the maps. */
static void look_closer(const Search *s, const PotentialAxis *axis,
                        PotentialProof *proof, double *reach)
{
  Run *own = run_open();
  proof->is_convex = true;
  for (int k = 0; k < axis->slices; k++) {
    LimitPotential p = axis->layout;
    p.stored = axis->stored + (size_t)k * p.count;
    proof->is_convex &= potential_is_convex(&p);
  }
  *reach = 0;
  for (int l = 0; l < s->count; l++) {
    const LimitPotential *p =
        potential_at(own, axis, (double)l / (s->count - 1), &s->maps[l]);
    proof->jump = fmax(proof->jump, potential_jump(p));
    *reach = fmax(*reach, potential_reach(p, proof->error.bound));
    if (axis->slices == 1) break;
  }
  run_close(own);
}

/* Returns the table with the fewest slices and those cells that keeps the
 * tolerance in less than *bytes, or NULL. */
static PotentialAxis *fewest_slices(const Search *s, const int cells[3][2],
                                    size_t *bytes, PotentialProof *proof)
{
  static const int tried[] = {1, 4,  5,  6,  7,
                              9, 11, 14, 18, POTENTIAL_MOST_SLICES};
  double **at = run_alloc(s->run, (size_t)s->count * sizeof *at);
  bool is_fitted = false;
  for (size_t k = 0; k < COUNT(tried) && tried[k] < s->count; k++) {
    LimitPotential *one = potential_like(s->run, s->frame, cells,
                                         s->wish->store, s->wish->is_float);
    one->count *= (size_t)tried[k];
    if (potential_bytes(one) >= *bytes) return NULL;
    if (!is_fitted) fit_maps(s, cells, at);
    is_fitted = true;
    PotentialAxis *axis = axis_of(s->run, s, cells, at, tried[k]);
    const PotentialProof trial = certify(s, axis, s->wish->tolerance);
    if (!(trial.error.bound < INFINITY)) continue;
    *bytes = potential_axis_bytes(axis);
    *proof = trial;
    return axis;
  }
  return NULL;
}

/* Returns the fits that decide the cells: those of the ends and between. */
static int scouts(const Search *s, Fit *out[5])
{
  int count = 0, last = -1;
  for (int k = 0; k < 5; k++) {
    const int l = k * (s->count - 1) / 4;
    if (last < 0 || potential_maps_apart(&s->maps[l], &s->maps[last]) >
                        0.02 * s->wish->tolerance)
      out[count++] = s->fits[last = l];
  }
  return count;
}

static PotentialAxis *smallest(const Search *s, PotentialProof *proof)
{
  static const double shares[] = {0.9, 0.8, 0.65, 0.5};
  PotentialAxis *best = NULL;
  size_t bytes = (size_t)-1;
  Fit *some[5];
  const int count = scouts(s, some);
  for (size_t k = 0; k < COUNT(shares); k++) {
    int cells[3][2];
    if (!potential_choose_cells(some, count, shares[k] * s->wish->tolerance,
                                s->progress, cells))
      break;
    PotentialAxis *axis =
        fewest_slices(s, (const int(*)[2])cells, &bytes, proof);
    if (axis) best = axis;
    /* Each proof of several slices takes seconds; the next would save little.
     */
    if (axis && axis->slices > 1) break;
  }
  return best;
}

/* Returns the table with a resolution. */
static PotentialAxis *resolved(const Search *s, PotentialProof *proof)
{
  enum { SLICES = 9 };
  int cells[3][2];
  for (int m = 0; m < 3; m++)
    for (int d = 0; d < 2; d++)
      cells[m][d] = s->frame->is_even[face_axes[m][d]]
                        ? (s->wish->resolution + 1) / 2
                        : s->wish->resolution;
  double **at = run_alloc(s->run, (size_t)s->count * sizeof *at);
  fit_maps(s, (const int(*)[2])cells, at);
  PotentialAxis *axis = axis_of(s->run, s, (const int(*)[2])cells, at, SLICES);
  *proof = certify(s, axis, 0);
  return proof->error.bound < INFINITY ? axis : NULL;
}

PotentialAxis *potential_axis_choose(Run *run, const LimitMap *maps, int count,
                                     const PotentialWish *wish,
                                     const double rim[2][2], Progress *progress,
                                     PotentialProof *proof, double *reach)
{
  Search s = {.run = run,
              .maps = maps,
              .count = count,
              .wish = wish,
              .progress = progress,
              .frame = common_frame(run, maps, count, rim)};
  s.fits = run_alloc(run, (size_t)count * sizeof *s.fits);
  for (int l = 0; l < count; l++)
    s.fits[l] = fit_prepare_in(run, s.frame, &maps[l]);
  PotentialAxis *axis =
      wish->tolerance > 0 ? smallest(&s, proof) : resolved(&s, proof);
  if (axis) look_closer(&s, axis, proof, reach);
  return axis;
}
