/* start.c: what is asked of a fit and where it starts. In: a FitRequest, a
 * Fitting with its grid of starts. Out: the tracks; the best of each family,
 * sorted.
 *
 * Where groups of parameters only scale the output, a start needs their factors
 * no more: the best follow from one pass, by linear least squares. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "fit/fit.h"
#include "fit/inside.h"

void *fit_copy(const Model *model, size_t size)
{
  Model *copy = run_alloc(model->run, size);
  memcpy(copy, model, size);
  copy->is_float = false;
  copy->tuning = NULL;
  return copy;
}

bool fit_asks(const FitRequest *r, const char *name)
{
  for (size_t i = 0; i < r->nnames; i++)
    if (strcmp(r->names[i], name) == 0) return true;
  return false;
}

void fit_set_tracks(Fitting *f, const FitRequest *r, Track *const lists[2],
                    const size_t counts[2])
{
  f->ntracks = counts[0] + counts[1];
  f->nheld = counts[1];
  f->tracks = run_alloc(f->run, (f->ntracks + 1) * sizeof *f->tracks);
  for (size_t i = 0; i < f->ntracks; i++)
    f->tracks[i] = i < counts[0] ? lists[0][i] : lists[1][i - counts[0]];
  if (counts[0] == 0)
    run_fail(f->run, (Where){r->nlogs ? r->logs[0]->path : NULL, 0},
             "nothing is left to fit: no part between gaps has %d rows",
             FIT_LEAST_ROWS);
}

/* ---- starts -----------------------------------------------------------------
 */

enum { MOST_COLUMNS = 16 };

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
      double d = i == j           ? (on[i] ? s->A[i][i] * (1 + 1e-10) : 1)
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
void fit_place(Fitted *fit, const double *values)
{
  const Fitting *f = fit->fitting;
  for (size_t t = 0; t < f->ntracks; t++)
    for (size_t i = 0; i < f->nparameters; i++) {
      double bounds[2];
      if (!fit->is_free[i]) continue;
      fit_bounds(f, i, bounds);
      fit->x[fit_coordinate(fit, i, t)] =
          fmax(bounds[0], fmin(bounds[1], fit_coordinate_of(f, i, values)));
    }
}

/* Scales the groups of a start to their best; returns the squares left. */
static double project(Fitted *fit, double *values, double *model,
                      double *slopes)
{
  const Fitting *f = fit->fitting;
  Sums s = {.n = 0};
  double x[MOST_COLUMNS] = {0};
  find_columns(f, &s);
  fit_place(fit, values);
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
        values[i] += x[c] * fit_scale(&f->parameters[i]);
      else if (s.group[c] >= 0 && f->parameters[i].group == s.group[c])
        values[i] *= x[c] > 0 ? x[c] : 0.01;
  return ss;
}

/* Keeps the candidate if it is the best of its family. */
static void keep(FitCandidate *list, size_t *count, size_t family,
                 FitCandidate c)
{
  while (*count <= family) list[(*count)++] = (FitCandidate){INFINITY, NULL};
  if (c.ss < list[family].ss) list[family] = c;
}

static int by_squares(const void *a, const void *b)
{
  const double x = ((const FitCandidate *)a)->ss,
               y = ((const FitCandidate *)b)->ss;
  return x < y ? -1 : x > y;
}

size_t fit_candidates(Fitted *fit, FitCandidate *list)
{
  const Fitting *f = fit->fitting;
  FitStart *starts = run_alloc(f->run, FIT_STARTS * sizeof *starts);
  const size_t most = fit_longest(f), n = f->starts(f, starts, FIT_STARTS - 1);
  double *model = run_doubles(f->run, most);
  double *slopes = run_doubles(f->run, most * f->nparameters);
  size_t count = 0;
  for (size_t i = 0; i < f->nparameters; i++)
    starts[n].values[i] = f->parameters[i].value;
  starts[n].family = n ? starts[n - 1].family + 1 : 0; /* the spec itself */
  for (size_t i = 0; i <= n; i++) {
    const double ss = project(fit, starts[i].values, model, slopes);
    keep(list, &count, (size_t)starts[i].family,
         (FitCandidate){ss, starts[i].values});
  }
  qsort(list, count, sizeof *list, by_squares);
  return count;
}
