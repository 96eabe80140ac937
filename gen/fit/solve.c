/* solve.c: least squares. In: a Fitting with its pass. Out: a Fitted: the
 * coordinates with the least weighted sum of squares.
 *
 * The method is that of Levenberg and Marquardt by MINPACK, from the starts of
 * start.c. A bound is a residual of its own that grows beyond the bound. */
#include <cminpack.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "fit/fit.h"
#include "fit/inside.h"

int fit_find(const Fitting *f, const char *name)
{
  for (size_t i = 0; i < f->nparameters; i++)
    if (strcmp(f->parameters[i].name, name) == 0) return (int)i;
  return -1;
}

size_t fit_rows(const Fitting *f, const Track *track)
{
  return track->n / (f->outputs ? f->outputs : 1);
}

/* ---- coordinates -----------------------------------------------------------
 */

double fit_scale(const FitParameter *p)
{
  return p->scale > 0 ? p->scale : 1;
}

double fit_coordinate_of(const Fitting *f, size_t i, const double *values)
{
  const FitParameter *p = &f->parameters[i];
  if (p->is_linear) return values[i] / fit_scale(p);
  const double rest = values[i] - (p->above >= 0 ? values[p->above] : 0);
  return log(fmax(rest, 1e-300));
}

void fit_bounds(const Fitting *f, size_t i, double bounds[2])
{
  const FitParameter *p = &f->parameters[i];
  bounds[0] = p->is_linear ? p->low / fit_scale(p) : log(fmax(p->low, 1e-300));
  bounds[1] = p->is_linear ? p->high / fit_scale(p) : log(p->high);
}

static size_t shared_of(const Fitting *f)
{
  size_t n = 0;
  while (n < f->nparameters && f->parameters[n].sort != FIT_STRETCH) n++;
  return n;
}

size_t fit_coordinate(const Fitted *fit, size_t i, size_t track)
{
  const size_t shared = shared_of(fit->fitting);
  const size_t each = fit->fitting->nparameters - shared;
  return i < shared ? i : shared + track * each + (i - shared);
}

size_t fit_used(const Fitted *fit)
{
  return fit->fitting->ntracks - fit->fitting->nheld;
}

void fit_values(const Fitted *fit, size_t track, double *values)
{
  const Fitting *f = fit->fitting;
  for (size_t i = 0; i < f->nparameters; i++) {
    const FitParameter *p = &f->parameters[i];
    const double x = fit->x[fit_coordinate(fit, i, track)];
    values[i] = p->is_linear    ? x * fit_scale(p)
                : p->above >= 0 ? values[p->above] + exp(fmin(x, 300))
                                : exp(fmin(x, 300));
  }
}

Fitted *fit_new(const Fitting *f, FitPass *pass)
{
  Fitted *fit = run_alloc(f->run, sizeof *fit);
  const size_t shared = shared_of(f);
  *fit = (Fitted){.fitting = f, .pass = pass};
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

/* The same by simulations; slopes of what is not free are 0. */
static void evaluate_scenario(Fitted *fit, const Track *track, size_t index,
                              double *model, double *slopes)
{
  static const double step = 1e-4; /* of a coordinate */
  const Fitting *f = fit->fitting;
  const size_t np = f->nparameters, n = track->n;
  double values[FIT_MOST];
  fit_values(fit, index, values);
  f->simulate(f, track, index, values, model);
  if (!slopes) return;
  double *plus = run_doubles(f->run, 2 * n), *minus = plus + n;
  memset(slopes, 0, n * np * sizeof *slopes);
  for (size_t i = 0; i < np; i++) {
    const size_t c = fit_coordinate(fit, i, index);
    const double x = fit->x[c];
    if (!fit->is_free[i]) continue;
    fit->x[c] = x + step;
    fit_values(fit, index, values);
    f->simulate(f, track, index, values, plus);
    fit->x[c] = x - step;
    fit_values(fit, index, values);
    f->simulate(f, track, index, values, minus);
    fit->x[c] = x;
    for (size_t k = 0; k < n; k++)
      slopes[k * np + i] = (plus[k] - minus[k]) / (2 * step);
  }
}

void fit_evaluate(Fitted *fit, const Track *track, size_t index, double *model,
                  double *slopes)
{
  const Fitting *f = fit->fitting;
  const size_t np = f->nparameters;
  double values[FIT_MOST], by[FIT_MOST];
  if (f->simulate) {
    evaluate_scenario(fit, track, index, model, slopes);
    return;
  }
  fit_values(fit, index, values);
  fit->pass((int)track->n, track->columns, values, model, slopes);
  for (size_t k = 0; slopes && k < track->n; k++) {
    double *row = slopes + k * np;
    for (size_t i = 0; i < np; i++) {
      const FitParameter *p = &f->parameters[i];
      const double rest =
          p->is_linear ? fit_scale(p)
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
  Fitted *fit;
  size_t first, last; /* tracks */
  size_t n, m;        /* active coordinates, rows with those of bounds */
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

static size_t parameter_of(const Fitted *fit, size_t coordinate)
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
  Fitted *fit = p->fit;
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
    const double off = beyond(p, (size_t)i, parameter_of(fit, p->active[i]));
    if (!wants_slopes)
      f[row] = p->wall * off;
    else if (off < 0 || off > 0)
      jacobian[(size_t)i * (size_t)rows + row] = p->wall;
  }
  fit->passes += 1;
  (void)m;
  return 0;
}

size_t fit_longest(const Fitting *f)
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
static Problem *problem_new(Fitted *fit, size_t first, size_t last,
                            bool is_early, bool has_shared)
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
  const size_t most = fit_longest(f);
  p->model = run_doubles(run, most);
  p->slopes = run_doubles(run, most * f->nparameters);
  return p;
}

/* Goes from fit->x to the least squares; returns them. */
static double descend(Problem *p, int passes)
{
  Fitted *fit = p->fit;
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
          passes, diagonal, 2, 1, 0, &calls, &slopes, pivots, work, work + n,
          work + 2 * n, work + 3 * n, work + 4 * n);
  residuals(p, (int)m, (int)n, x, f, NULL, (int)m, 1);
  double ss = 0;
  for (size_t k = 0; k < m; k++) ss += f[k] * f[k];
  return isfinite(ss) ? ss : INFINITY;
}

/* No output counts more than this many times another one. */
static const double MOST_TRUST = 30;

/* ---- the whole fit ---------------------------------------------------------
 */

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Writes the sizes of the residuals of one output in all tracks; returns their
 * number. */
static size_t output_sizes(Fitted *fit, size_t output, double *model,
                           double *sizes)
{
  const Fitting *f = fit->fitting;
  size_t n = 0;
  for (size_t t = 0; t < fit_used(fit); t++) {
    const Track *track = &f->tracks[t];
    const size_t rows = fit_rows(f, track), first = output * rows;
    fit_evaluate(fit, track, t, model, NULL);
    for (size_t k = first; k < first + rows; k++)
      sizes[n++] = fabs(model[k] - track->measured[k]);
  }
  return n;
}

/* Writes the weights of residuals: one over the noise of their output, and less
 * for those beyond three times that. Returns the largest change of one. */
static double weigh(Fitted *fit)
{
  const Fitting *f = fit->fitting;
  const double most = 3; /* residuals of so many sigma count in full */
  const size_t outputs = f->outputs ? f->outputs : 1;
  double *model = run_doubles(f->run, fit_longest(f)), changed = 0;
  double **size = run_alloc(f->run, outputs * sizeof *size);
  double *sigma = run_doubles(f->run, outputs), largest = 0;
  size_t n = 0;
  for (size_t t = 0; t < fit_used(fit); t++) n += f->tracks[t].n;
  double *sorted = run_doubles(f->run, n);
  for (size_t o = 0; o < outputs; o++) {
    size[o] = run_doubles(f->run, n / outputs);
    const size_t count = output_sizes(fit, o, model, size[o]);
    memcpy(sorted, size[o], count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_value);
    sigma[o] = 1.4826 * sorted[count / 2] + 1e-300;
    largest = fmax(largest, sigma[o]);
  }
  for (size_t o = 0; o < outputs; o++) {
    const double scale = fmin(largest / sigma[o], MOST_TRUST);
    n = 0;
    for (size_t t = 0; t < fit_used(fit); t++) {
      const size_t rows = fit_rows(f, &f->tracks[t]);
      for (size_t k = o * rows; k < (o + 1) * rows; k++, n++) {
        const double off = size[o][n] / (most * sigma[o]);
        const double w = scale * (off > 1 ? sqrt(1 / off) : 1);
        changed = fmax(changed, fabs(w - f->tracks[t].weights[k]));
        f->tracks[t].weights[k] = w;
      }
    }
  }
  return changed;
}

void fit_refine(Fitted *fit)
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

void fit_solve(Fitted *fit, FitWeights weights)
{
  const Fitting *f = fit->fitting;
  enum { REFINED = 6 };
  FitCandidate list[FIT_STARTS];
  for (size_t t = 0; t < fit_used(fit); t++)
    for (size_t k = 0; k < f->tracks[t].n; k++) f->tracks[t].weights[k] = 1;
  const size_t found = fit_candidates(fit, list);
  Problem *rough = problem_new(fit, 0, fit_used(fit), true, true);
  double best = INFINITY, *x = run_doubles(f->run, fit->ncoordinates);
  for (size_t i = 0; i < found && i < REFINED; i++) {
    if (!isfinite(list[i].ss)) continue;
    fit_place(fit, list[i].values);
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

/* Takes the unknowns of a held-out track from the track to fit that begins at
 * the same row. Returns false if there is none. */
static bool continue_track(Fitted *fit, size_t held)
{
  const Fitting *f = fit->fitting;
  const Track *track = &f->tracks[held];
  for (size_t t = 0; t < fit_used(fit) && track->skip > 0; t++) {
    if (f->tracks[t].log != track->log || f->tracks[t].first != track->first)
      continue;
    for (size_t i = 0; i < f->nparameters; i++)
      fit->x[fit_coordinate(fit, i, held)] = fit->x[fit_coordinate(fit, i, t)];
    return true;
  }
  return false;
}

void fit_held(Fitted *fit)
{
  const Fitting *f = fit->fitting;
  for (size_t t = fit_used(fit); t < f->ntracks; t++)
    if (!continue_track(fit, t))
      descend(problem_new(fit, t, t + 1, false, false), 30);
}

double fit_rms(Fitted *fit, bool is_held)
{
  const Fitting *f = fit->fitting;
  double *model = run_doubles(f->run, fit_longest(f)), sum = 0;
  size_t n = 0;
  for (size_t t = is_held ? fit_used(fit) : 0;
       t < (is_held ? f->ntracks : fit_used(fit)); t++) {
    const Track *track = &f->tracks[t];
    const size_t rows = fit_rows(f, track);
    fit_evaluate(fit, track, t, model, NULL);
    for (size_t k = 0; k < track->n; k++) {
      const double off = model[k] - track->measured[k];
      if (k % rows < track->skip) continue;
      sum += off * off;
      n++;
    }
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
