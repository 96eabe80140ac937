/* solve.c: least squares. In: a Fitting with its pass. Out: a Fit: the
 * coordinates with the least weighted sum of squares.
 *
 * The method is that of Levenberg and Marquardt by MINPACK, from starts that a
 * linear projection makes of a grid: where groups of parameters only scale the
 * output, their best factors follow from one pass. A bound is a residual of its
 * own that grows beyond the bound. */
#include <cminpack.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "fit/fit.h"

/* ---- coordinates -----------------------------------------------------------
 */

static double scale_of(const FitParameter *p)
{
  return p->scale > 0 ? p->scale : 1;
}

double fit_coordinate_of(const Fitting *f, size_t i, const double *values)
{
  const FitParameter *p = &f->parameters[i];
  if (p->is_linear) return values[i] / scale_of(p);
  const double rest = values[i] - (p->above >= 0 ? values[p->above] : 0);
  return log(fmax(rest, 1e-300));
}

void fit_bounds(const Fitting *f, size_t i, double bounds[2])
{
  const FitParameter *p = &f->parameters[i];
  bounds[0] = p->is_linear ? p->low / scale_of(p) : log(fmax(p->low, 1e-300));
  bounds[1] = p->is_linear ? p->high / scale_of(p) : log(p->high);
}

static size_t shared_of(const Fitting *f)
{
  size_t n = 0;
  while (n < f->nparameters && f->parameters[n].sort != FIT_STRETCH) n++;
  return n;
}

size_t fit_coordinate(const Fit *fit, size_t i, size_t track)
{
  const size_t shared = shared_of(fit->fitting);
  const size_t each = fit->fitting->nparameters - shared;
  return i < shared ? i : shared + track * each + (i - shared);
}

size_t fit_used(const Fit *fit)
{
  return fit->fitting->ntracks - fit->fitting->nheld;
}

void fit_values(const Fit *fit, size_t track, double *values)
{
  const Fitting *f = fit->fitting;
  for (size_t i = 0; i < f->nparameters; i++) {
    const FitParameter *p = &f->parameters[i];
    const double x = fit->x[fit_coordinate(fit, i, track)];
    values[i] = p->is_linear ? x * scale_of(p)
                : p->above >= 0
                    ? values[p->above] + exp(fmin(x, 300))
                    : exp(fmin(x, 300));
  }
}

Fit *fit_new(const Fitting *f, FitPass *pass)
{
  Fit *fit = run_alloc(f->run, sizeof *fit);
  const size_t shared = shared_of(f);
  *fit = (Fit){.fitting = f, .pass = pass};
  fit->ncoordinates = shared + f->ntracks * (f->nparameters - shared);
  fit->x = run_doubles(f->run, fit->ncoordinates);
  double values[FIT_MOST];
  for (size_t i = 0; i < f->nparameters; i++) {
    values[i] = f->parameters[i].value;
    fit->is_free[i] = true;
  }
  for (size_t k = 0; k < f->ntracks; k++)
    for (size_t i = 0; i < f->nparameters; i++)
      fit->x[fit_coordinate(fit, i, k)] = fit_coordinate_of(f, i, values);
  return fit;
}

/* ---- the model -------------------------------------------------------------
 */

void fit_evaluate(Fit *fit, const Track *track, size_t index, double *model,
                  double *slopes)
{
  const Fitting *f = fit->fitting;
  const size_t np = f->nparameters;
  double values[FIT_MOST], by[FIT_MOST];
  fit_values(fit, index, values);
  fit->pass((int)track->n, track->columns, values, model, slopes);
  for (size_t k = 0; slopes && k < track->n; k++) {
    double *row = slopes + k * np;
    for (size_t i = 0; i < np; i++) {
      const FitParameter *p = &f->parameters[i];
      const double rest =
          p->is_linear ? scale_of(p)
                       : values[i] - (p->above >= 0 ? values[p->above] : 0);
      double sum = row[i];
      for (size_t o = 0; o < np; o++)
        if (f->parameters[o].above == (int)i) sum += row[o];
      by[i] = sum * rest;
    }
    memcpy(row, by, np * sizeof *row);
  }
}

/* ---- Levenberg and Marquardt -----------------------------------------------
 */

typedef struct Problem {
  Fit *fit;
  size_t first, last;  /* tracks */
  size_t n, m;         /* active coordinates, rows with those of bounds */
  size_t active[FIT_MOST + 512]; /* coordinates */
  size_t samples;
  const double *start; /* of the active coordinates */
  double wall;         /* residual per unit beyond a bound */
  double *model, *slopes;
} Problem;

enum { MOST_ACTIVE = COUNT(((Problem *)0)->active) };

static void put(Problem *p, const double *x)
{
  for (size_t i = 0; i < p->n; i++)
    p->fit->x[p->active[i]] = p->start[i] + x[i];
}

/* Returns how far a coordinate is beyond its bounds, with its sign. */
static double beyond(const Problem *p, size_t i, size_t parameter)
{
  double bounds[2];
  fit_bounds(p->fit->fitting, parameter, bounds);
  const double x = p->fit->x[p->active[i]];
  return x < bounds[0] ? x - bounds[0] : x > bounds[1] ? x - bounds[1] : 0;
}

static size_t parameter_of(const Fit *fit, size_t coordinate)
{
  const size_t shared = shared_of(fit->fitting);
  const size_t each = fit->fitting->nparameters - shared;
  return coordinate < shared ? coordinate
                             : shared + (coordinate - shared) % each;
}

static int residuals(void *context, int m, int n, const double *x, double *f,
                     double *jacobian, int rows, int what)
{
  Problem *p = context;
  Fit *fit = p->fit;
  const size_t np = fit->fitting->nparameters;
  const bool wants_slopes = what == 2;
  put(p, x);
  if (wants_slopes)
    memset(jacobian, 0, (size_t)rows * (size_t)n * sizeof *jacobian);
  size_t row = 0;
  for (size_t t = p->first; t < p->last; t++) {
    const Track *track = &fit->fitting->tracks[t];
    fit_evaluate(fit, track, t, p->model, wants_slopes ? p->slopes : NULL);
    for (size_t k = 0; !wants_slopes && k < track->n; k++) {
      const double r = track->weights[k] * (p->model[k] - track->measured[k]);
      f[row + k] = isfinite(r) ? r : 1e100;
    }
    for (int i = 0; wants_slopes && i < n; i++) {
      const size_t parameter = parameter_of(fit, p->active[i]);
      if (fit_coordinate(fit, parameter, t) != p->active[i]) continue;
      double *column = jacobian + (size_t)i * (size_t)rows + row;
      for (size_t k = 0; k < track->n; k++)
        column[k] = track->weights[k] * p->slopes[k * np + parameter];
    }
    row += track->n;
  }
  for (int i = 0; i < n; i++, row++) {
    const double off =
        beyond(p, (size_t)i, parameter_of(fit, p->active[i]));
    if (!wants_slopes)
      f[row] = p->wall * off;
    else if (off < 0 || off > 0)
      jacobian[(size_t)i * (size_t)rows + row] = p->wall;
  }
  fit->passes += 1;
  (void)m;
  return 0;
}

static size_t longest(const Fitting *f)
{
  size_t most = 0;
  for (size_t t = 0; t < f->ntracks; t++)
    if (f->tracks[t].n > most) most = f->tracks[t].n;
  return most;
}

static bool has_coordinate(const Problem *p, size_t coordinate)
{
  for (size_t i = 0; i < p->n; i++)
    if (p->active[i] == coordinate) return true;
  return false;
}

/* Returns the problem of the free parameters over tracks first..last. */
static Problem *problem_new(Fit *fit, size_t first, size_t last, bool is_early,
                            bool has_shared)
{
  const Fitting *f = fit->fitting;
  Run *run = f->run;
  Problem *p = run_alloc(run, sizeof *p);
  *p = (Problem){.fit = fit, .first = first, .last = last};
  double square = 0;
  for (size_t t = first; t < last; t++) {
    const Track *track = &f->tracks[t];
    p->samples += track->n;
    for (size_t k = 0; k < track->n; k++) {
      const double y = track->weights[k] * track->measured[k];
      square += y * y;
    }
    for (size_t i = 0; i < f->nparameters; i++) {
      const FitParameter *q = &f->parameters[i];
      const size_t c = fit_coordinate(fit, i, t);
      const bool is_active = fit->is_free[i] && !(is_early && q->is_late) &&
                             (has_shared || q->sort == FIT_STRETCH);
      if (!is_active || has_coordinate(p, c)) continue;
      if (p->n == MOST_ACTIVE)
        run_fail(run, (Where){track->log->path, 0},
                 "the logs have too many gaps: each part between gaps has "
                 "unknowns of its own, at most %d in all",
                 (int)MOST_ACTIVE);
      p->active[p->n++] = c;
    }
  }
  p->m = p->samples + p->n;
  p->wall = 30 * sqrt(square) + 1e-30;
  const size_t most = longest(f);
  p->model = run_doubles(run, most);
  p->slopes = run_doubles(run, most * f->nparameters);
  return p;
}

/* Goes from fit->x to the least squares; returns them. */
static double descend(Problem *p, int passes)
{
  Fit *fit = p->fit;
  Run *run = fit->fitting->run;
  const size_t n = p->n, m = p->m;
  double *start = run_doubles(run, n), *x = run_doubles(run, n);
  double *f = run_doubles(run, m), *jacobian = run_doubles(run, m * n + 1);
  double *diagonal = run_doubles(run, n), *work = run_doubles(run, 4 * n + m);
  int *pivots = run_alloc(run, (n + 1) * sizeof *pivots), calls = 0, slopes = 0;
  for (size_t i = 0; i < n; i++) {
    const size_t parameter = parameter_of(fit, p->active[i]);
    double bounds[2];
    fit_bounds(fit->fitting, parameter, bounds);
    start[i] = fmax(bounds[0], fmin(bounds[1], fit->x[p->active[i]]));
    diagonal[i] = 1;
  }
  p->start = start;
  if (n > 0)
    lmder(residuals, p, (int)m, (int)n, x, f, jacobian, (int)m, 1e-11, 1e-9, 0,
          passes, diagonal, 2, 1, 0, &calls, &slopes, pivots, work,
          work + n, work + 2 * n, work + 3 * n, work + 4 * n);
  residuals(p, (int)m, (int)n, x, f, NULL, (int)m, 1);
  double ss = 0;
  for (size_t k = 0; k < m; k++) ss += f[k] * f[k];
  return isfinite(ss) ? ss : INFINITY;
}

/* ---- starts ----------------------------------------------------------------
 */

enum { MOST_STARTS = 256, REFINED = 6, MOST_COLUMNS = 16 };

/* The sums of products of columns; the last column is what is measured. */
typedef struct Sums {
  double A[MOST_COLUMNS][MOST_COLUMNS], b[MOST_COLUMNS], yy;
  int group[MOST_COLUMNS];        /* of a column, or -1 */
  size_t parameter[MOST_COLUMNS]; /* of a linear column */
  size_t n;
} Sums;

static void find_columns(const Fitting *f, Sums *s)
{
  for (size_t i = 0; i < f->nparameters; i++) {
    const FitParameter *p = &f->parameters[i];
    bool is_new = p->group >= 0 || (p->is_linear && p->sort == FIT_SHARED);
    for (size_t c = 0; c < s->n; c++)
      is_new &= p->group < 0 || s->group[c] != p->group;
    if (!is_new || s->n == MOST_COLUMNS) continue;
    s->group[s->n] = p->group;
    s->parameter[s->n++] = i;
  }
}

/* Adds one row of a track to the sums. */
static void add_row(const Fitting *f, Sums *s, double weight, double rest,
                    const double *row)
{
  double column[MOST_COLUMNS] = {0};
  for (size_t c = 0; c < s->n; c++)
    for (size_t i = 0; i < f->nparameters; i++)
      if (s->group[c] >= 0 ? f->parameters[i].group == s->group[c]
                           : i == s->parameter[c])
        column[c] += row[i];
  for (size_t c = 0; c < s->n; c++) rest += column[c] * (s->group[c] >= 0);
  rest *= weight;
  s->yy += rest * rest;
  for (size_t c = 0; c < s->n; c++) {
    column[c] *= weight;
    s->b[c] += column[c] * rest;
    for (size_t d = 0; d <= c; d++) s->A[c][d] += column[c] * column[d];
  }
}

/* Solves the equations of the columns that are on. */
static void solve_columns(const Sums *s, const bool *on, double *x)
{
  double L[MOST_COLUMNS][MOST_COLUMNS] = {{0}};
  for (size_t i = 0; i < s->n; i++) {
    for (size_t j = 0; j <= i; j++) {
      double d = i == j ? (on[i] ? s->A[i][i] * (1 + 1e-10) : 1)
                 : on[i] && on[j] ? s->A[i][j]
                                  : 0;
      for (size_t k = 0; k < j; k++) d -= L[i][k] * L[j][k];
      L[i][j] = i == j ? sqrt(fmax(d, 1e-300)) : d / L[j][j];
    }
    x[i] = on[i] ? s->b[i] : 0;
    for (size_t k = 0; k < i; k++) x[i] -= L[i][k] * x[k];
    x[i] /= L[i][i];
  }
  for (size_t i = s->n; i-- > 0;) {
    for (size_t k = i + 1; k < s->n; k++) x[i] -= L[k][i] * x[k];
    x[i] /= L[i][i];
  }
}

/* Finds the factors, those of groups positive, and the sum of squares left. */
static double solve_positive(const Sums *s, double *x)
{
  bool on[MOST_COLUMNS];
  for (size_t i = 0; i < s->n; i++) on[i] = s->A[i][i] > 0;
  for (size_t round = 0; round <= s->n; round++) {
    size_t worst = s->n;
    solve_columns(s, on, x);
    for (size_t i = 0; i < s->n; i++)
      if (on[i] && s->group[i] >= 0 && x[i] < 0 &&
          (worst == s->n || x[i] * s->A[i][i] < x[worst] * s->A[worst][worst]))
        worst = i;
    if (worst == s->n) break;
    on[worst] = false;
  }
  double ss = s->yy;
  for (size_t i = 0; i < s->n; i++) {
    if (!on[i]) x[i] = 0;
    ss -= x[i] * s->b[i];
  }
  return ss;
}

/* Sets the free coordinates of all tracks to these values. */
static void set_values(Fit *fit, const double *values)
{
  const Fitting *f = fit->fitting;
  for (size_t t = 0; t < f->ntracks; t++)
    for (size_t i = 0; i < f->nparameters; i++) {
      double bounds[2];
      if (!fit->is_free[i]) continue;
      fit_bounds(f, i, bounds);
      fit->x[fit_coordinate(fit, i, t)] = fmax(
          bounds[0], fmin(bounds[1], fit_coordinate_of(f, i, values)));
    }
}

/* Scales the groups of a start to their best; returns the squares left. */
static double project(Fit *fit, double *values, double *model, double *slopes)
{
  const Fitting *f = fit->fitting;
  Sums s = {.n = 0};
  double x[MOST_COLUMNS] = {0};
  find_columns(f, &s);
  set_values(fit, values);
  for (size_t t = 0; t < fit_used(fit); t++) {
    const Track *track = &f->tracks[t];
    fit_evaluate(fit, track, t, model, slopes);
    fit->passes++;
    for (size_t k = 0; k < track->n; k++) {
      if (!isfinite(model[k])) return INFINITY;
      add_row(f, &s, track->weights[k], track->measured[k] - model[k],
              slopes + k * f->nparameters);
    }
  }
  const double ss = solve_positive(&s, x);
  fit_values(fit, 0, values);
  for (size_t c = 0; c < s.n; c++)
    for (size_t i = 0; i < f->nparameters; i++)
      if (s.group[c] < 0 && i == s.parameter[c])
        values[i] += x[c] * scale_of(&f->parameters[i]);
      else if (s.group[c] >= 0 && f->parameters[i].group == s.group[c])
        values[i] *= x[c] > 0 ? x[c] : 0.01;
  return ss;
}

typedef struct Candidate {
  double ss;
  const double *values;
} Candidate;

/* Keeps the candidate if it is the best of its family. */
static void keep(Candidate *list, size_t *count, size_t family, Candidate c)
{
  while (*count <= family) list[(*count)++] = (Candidate){INFINITY, NULL};
  if (c.ss < list[family].ss) list[family] = c;
}

static int by_squares(const void *a, const void *b)
{
  const double x = ((const Candidate *)a)->ss, y = ((const Candidate *)b)->ss;
  return x < y ? -1 : x > y;
}

static size_t find_candidates(Fit *fit, Candidate *list)
{
  const Fitting *f = fit->fitting;
  FitStart *starts = run_alloc(f->run, MOST_STARTS * sizeof *starts);
  const size_t most = longest(f), n = f->starts(f, starts, MOST_STARTS - 1);
  double *model = run_doubles(f->run, most);
  double *slopes = run_doubles(f->run, most * f->nparameters);
  size_t count = 0;
  for (size_t i = 0; i < f->nparameters; i++)
    starts[n].values[i] = f->parameters[i].value;
  starts[n].family = n ? starts[n - 1].family + 1 : 0; /* the spec itself */
  for (size_t i = 0; i <= n; i++) {
    const double ss = project(fit, starts[i].values, model, slopes);
    keep(list, &count, (size_t)starts[i].family,
         (Candidate){ss, starts[i].values});
  }
  qsort(list, count, sizeof *list, by_squares);
  return count;
}

/* ---- the whole fit ---------------------------------------------------------
 */

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Writes the weights of residuals; returns the largest change of one. */
static double weigh(Fit *fit)
{
  const Fitting *f = fit->fitting;
  const double most = 3; /* residuals of so many sigma count in full */
  const size_t longest_track = longest(f);
  double *model = run_doubles(f->run, longest_track), changed = 0;
  size_t n = 0;
  for (size_t t = 0; t < fit_used(fit); t++) n += f->tracks[t].n;
  double *size = run_doubles(f->run, n), *sorted = run_doubles(f->run, n);
  n = 0;
  for (size_t t = 0; t < fit_used(fit); t++) {
    const Track *track = &f->tracks[t];
    fit_evaluate(fit, track, t, model, NULL);
    for (size_t k = 0; k < track->n; k++)
      size[n++] = fabs(model[k] - track->measured[k]);
  }
  memcpy(sorted, size, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, by_value);
  const double sigma = 1.4826 * sorted[n / 2] + 1e-300;
  n = 0;
  for (size_t t = 0; t < fit_used(fit); t++)
    for (size_t k = 0; k < f->tracks[t].n; k++, n++) {
      const double w =
          size[n] > most * sigma ? sqrt(most * sigma / size[n]) : 1;
      changed = fmax(changed, fabs(w - f->tracks[t].weights[k]));
      f->tracks[t].weights[k] = w;
    }
  return changed;
}

void fit_refine(Fit *fit)
{
  const Fitting *f = fit->fitting;
  Problem *p = problem_new(fit, 0, fit_used(fit), false, true);
  fit->ss = descend(p, 100);
  for (int i = 0; fit->has_weights && i < 3 && weigh(fit) > 0.02; i++)
    fit->ss = descend(p, 60);
  fit->nsamples = p->samples;
  const double spare = (double)p->samples - (double)p->n;
  fit->sigma = sqrt(fit->ss / fmax(spare, 1));
  (void)f;
}

void fit_solve(Fit *fit, FitWeights weights)
{
  const Fitting *f = fit->fitting;
  Candidate list[MOST_STARTS];
  for (size_t t = 0; t < fit_used(fit); t++)
    for (size_t k = 0; k < f->tracks[t].n; k++) f->tracks[t].weights[k] = 1;
  const size_t found = find_candidates(fit, list);
  Problem *rough = problem_new(fit, 0, fit_used(fit), true, true);
  double best = INFINITY, *x = run_doubles(f->run, fit->ncoordinates);
  for (size_t i = 0; i < found && i < REFINED; i++) {
    if (!isfinite(list[i].ss)) continue;
    set_values(fit, list[i].values);
    const double ss = descend(rough, 12);
    if (ss >= best) continue;
    best = ss;
    memcpy(x, fit->x, fit->ncoordinates * sizeof *x);
  }
  if (isfinite(best)) memcpy(fit->x, x, fit->ncoordinates * sizeof *x);
  fit->is_found = isfinite(best);
  fit->has_weights = weights == WEIGHTS_ROBUST;
  fit_refine(fit);
}

void fit_held(Fit *fit)
{
  const Fitting *f = fit->fitting;
  for (size_t t = fit_used(fit); t < f->ntracks; t++)
    descend(problem_new(fit, t, t + 1, false, false), 30);
}

double fit_rms(Fit *fit, bool is_held)
{
  const Fitting *f = fit->fitting;
  double *model = run_doubles(f->run, longest(f)), sum = 0;
  size_t n = 0;
  for (size_t t = is_held ? fit_used(fit) : 0;
       t < (is_held ? f->ntracks : fit_used(fit)); t++) {
    const Track *track = &f->tracks[t];
    fit_evaluate(fit, track, t, model, NULL);
    for (size_t k = 0; k < track->n; k++, n++)
      sum += (model[k] - track->measured[k]) * (model[k] - track->measured[k]);
  }
  return n ? sqrt(sum / (double)n) : NAN;
}

bool fit_invert(const double *A, size_t n, double diagonal, double *inverse)
{
  double L[FIT_MOST + 4][FIT_MOST + 4] = {{0}};
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      double d = A[i * n + j] + (i == j ? diagonal : 0);
      for (size_t k = 0; k < j; k++) d -= L[i][k] * L[j][k];
      if (i == j && !(d > 1e-12 * (A[i * n + i] + diagonal))) return false;
      L[i][j] = i == j ? sqrt(d) : d / L[j][j];
    }
  for (size_t c = 0; c < n; c++) {
    double x[FIT_MOST + 4];
    for (size_t i = 0; i < n; i++) {
      x[i] = i == c;
      for (size_t k = 0; k < i; k++) x[i] -= L[i][k] * x[k];
      x[i] /= L[i][i];
    }
    for (size_t i = n; i-- > 0;) {
      for (size_t k = i + 1; k < n; k++) x[i] -= L[k][i] * x[k];
      x[i] /= L[i][i];
      inverse[i * n + c] = x[i];
    }
  }
  return true;
}
