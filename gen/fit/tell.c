/* tell.c: what the logs tell of each parameter. In: a Fitted at its least
 * squares. Out: a FitTelling: intervals, correlations, what cannot be told, the
 * motion that would tell more.
 *
 * Invariant: a parameter that cannot be told has no interval and no effect on
 * those of the others: it is fixed, and the rest is fitted again. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "fit/fit.h"
#include "fit/inside.h"

/* A half-width of a logarithm beyond which a factor of two is left open. */
static const double LEAST_TOLD = 0.6931471805599453;
/* Nobody knows a parameter worse than by this factor of its coordinate. */
static const double PRIOR = 30;
enum { RESAMPLES = 12 };

/* The curvature of the squares by the shared coordinates; those of stretches
 * are eliminated. */
typedef struct Curvature {
  size_t n, active[FIT_MOST]; /* parameters */
  double A[FIT_MOST * FIT_MOST], inverse[FIT_MOST * FIT_MOST];
  double scores[FIT_MOST * FIT_MOST]; /* sums over the time of likeness */
} Curvature;

static double parameter_scale(const Fitting *f, size_t i)
{
  const FitParameter *p = &f->parameters[i];
  return p->is_linear && p->scale > 0 ? p->scale : 1;
}

/* Takes the nuisances of a stretch out of its rows: what is left is orthogonal
 * to them. */
static void eliminate(Fitted *fit, const Track *track, double *slopes)
{
  const Fitting *f = fit->fitting;
  const size_t np = f->nparameters;
  for (size_t c = 0; c < np; c++) {
    double square = 0;
    if (f->parameters[c].sort != FIT_STRETCH || !fit->is_free[c]) continue;
    for (size_t k = 0; k < track->n; k++) {
      const double w = track->weights[k] * slopes[k * np + c];
      square += w * w;
    }
    if (!(square > 0)) continue;
    for (size_t i = 0; i < np; i++) {
      double sum = 0;
      if (i == c) continue;
      for (size_t k = 0; k < track->n; k++)
        sum += track->weights[k] * track->weights[k] * slopes[k * np + i] *
               slopes[k * np + c];
      for (size_t k = 0; k < track->n; k++)
        slopes[k * np + i] -= sum / square * slopes[k * np + c];
    }
    for (size_t k = 0; k < track->n; k++) slopes[k * np + c] = 0;
  }
}

/* Adds a track: its curvature, and the scores summed over windows of `alike`
 * rows. */
static void add_track(Fitted *fit, const Track *track, size_t index,
                      size_t alike, bool has_scores, Curvature *c)
{
  const Fitting *f = fit->fitting;
  const size_t np = f->nparameters, n = c->n;
  double *model = run_doubles(f->run, track->n);
  double *slopes = run_doubles(f->run, track->n * np);
  double sum[FIT_MOST] = {0};
  fit_evaluate(fit, track, index, model, slopes);
  eliminate(fit, track, slopes);
  for (size_t k = 0; k < track->n + (has_scores ? alike - 1 : 0); k++) {
    const double *row = k < track->n ? slopes + k * np : NULL;
    const double w = row ? track->weights[k] : 0;
    for (size_t i = 0; row && i < n; i++)
      for (size_t j = 0; j < n; j++)
        c->A[i * n + j] += w * w * row[c->active[i]] * row[c->active[j]];
    if (!has_scores) continue;
    for (size_t i = 0; i < n; i++) {
      if (row)
        sum[i] += w * w * row[c->active[i]] * (track->measured[k] - model[k]);
      if (k >= alike) {
        const size_t o = k - alike;
        sum[i] -= track->weights[o] * track->weights[o] *
                  slopes[o * np + c->active[i]] *
                  (track->measured[o] - model[o]);
      }
    }
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++)
        c->scores[i * n + j] += sum[i] * sum[j] / (double)alike;
  }
}

/* `all`: with the parameters that were fixed. */
static Curvature curvature_of(Fitted *fit, bool all, size_t alike)
{
  const Fitting *f = fit->fitting;
  Curvature c = {.n = 0};
  for (size_t i = 0; i < f->nparameters; i++)
    if (f->parameters[i].sort != FIT_STRETCH && (fit->is_free[i] || all))
      c.active[c.n++] = i;
  for (size_t t = 0; t < fit_used(fit); t++)
    add_track(fit, &f->tracks[t], t, alike, true, &c);
  return c;
}

static double ridge(const Fitted *fit)
{
  return fit->sigma * fit->sigma / (PRIOR * PRIOR) + 1e-300;
}

/* ---- intervals -------------------------------------------------------------
 */

/* Writes the covariance of the active coordinates. */
static void covariance(Fitted *fit, const FitTelling *telling, bool is_coloured,
                       Curvature *c, double *to)
{
  const size_t n = c->n;
  const double variance = fit->sigma * fit->sigma;
  (void)telling;
  memset(to, 0, n * n * sizeof *to);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      to[i * n + j] = variance * c->inverse[i * n + j];
  if (!is_coloured) return;
  /* The sandwich, but never narrower than the plain interval. */
  double half[FIT_MOST * FIT_MOST] = {0}, whole[FIT_MOST * FIT_MOST] = {0};
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++)
        half[i * n + j] += c->inverse[i * n + k] * c->scores[k * n + j];
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      for (size_t k = 0; k < n; k++)
        whole[i * n + j] += half[i * n + k] * c->inverse[k * n + j];
  double grow[FIT_MOST];
  for (size_t i = 0; i < n; i++)
    grow[i] = sqrt(fmax(1, whole[i * n + i] / to[i * n + i]));
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) to[i * n + j] *= grow[i] * grow[j];
}

/* Writes the interval of a parameter from the covariance of its coordinate and
 * of the one that it lies above. */
static void set_interval(Fitted *fit, FitTelling *telling, const Curvature *c,
                         const double *cov, size_t a, double quantile)
{
  const Fitting *f = fit->fitting;
  const size_t i = c->active[a];
  const FitParameter *p = &f->parameters[i];
  double values[FIT_MOST];
  fit_values(fit, 0, values);
  const double half = quantile * sqrt(cov[a * c->n + a]);
  telling->half[i] = half;
  if (p->is_linear) {
    telling->low[i] = values[i] - half * parameter_scale(f, i);
    telling->high[i] = values[i] + half * parameter_scale(f, i);
  } else if (p->above < 0) {
    telling->low[i] = values[i] * exp(-half);
    telling->high[i] = values[i] * exp(half);
  } else {
    const double base = values[p->above], own = values[i] - base;
    double variance = own * own * cov[a * c->n + a];
    for (size_t b = 0; b < c->n; b++)
      if (c->active[b] == (size_t)p->above)
        variance += base * base * cov[b * c->n + b] +
                    2 * base * own * cov[a * c->n + b];
    telling->low[i] = values[i] - quantile * sqrt(fmax(variance, 0));
    telling->high[i] = values[i] + quantile * sqrt(fmax(variance, 0));
  }
}

static void set_correlations(FitTelling *telling, const Curvature *c,
                             const double *cov)
{
  const size_t n = c->n;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      telling->correlation[c->active[i]][c->active[j]] =
          cov[i * n + j] / sqrt(cov[i * n + i] * cov[j * n + j] + 1e-300);
}

/* ---- what cannot be told ---------------------------------------------------
 */

/* Returns the reason why the log does not tell a parameter, or NULL. */
static const char *reason(Fitted *fit, const FitTelling *telling, size_t i)
{
  const Fitting *f = fit->fitting;
  const FitParameter *p = &f->parameters[i];
  double bounds[2];
  fit_bounds(f, i, bounds);
  const double x = fit->x[i];
  if (p->sort != FIT_ASKED || p->is_linear) return NULL;
  if (x < bounds[0] + 1e-3 || x > bounds[1] - 1e-3)
    return x < bounds[0] + 1e-3 ? "at the lower bound of its range"
           : p->limit ? run_printf(f->run, "at its upper bound, %s", p->limit)
                      : "at the upper bound of its range";
  if (telling->half[i] <= LEAST_TOLD) return NULL;
  size_t other = i;
  double most = 0.95;
  for (size_t j = 0; j < f->nparameters; j++)
    if (j != i && fabs(telling->correlation[i][j]) > most) {
      most = fabs(telling->correlation[i][j]);
      other = j;
    }
  if (other != i)
    return run_printf(f->run,
                      "correlated with %s at %.3f; its interval spans a factor "
                      "of %.2g",
                      f->parameters[other].name, telling->correlation[i][other],
                      exp(2 * fmin(telling->half[i], 40)));
  return run_printf(f->run, "flat: its interval spans a factor of %.2g",
                    exp(2 * fmin(telling->half[i], 40)));
}

/* Fixes a coordinate at `own`, the spec's, if the squares are then as small
 * within their noise; else the coordinate stays. */
static void prefer(Fitted *fit, const FitTelling *telling, size_t i, double own)
{
  const size_t n = fit->ncoordinates;
  const double before = fit->ss,
               independent = (double)fit->nsamples / telling->alike;
  double *x = run_doubles(fit->fitting->run, n);
  if (!(fabs(own - fit->x[i]) < telling->half[i])) return;
  memcpy(x, fit->x, n * sizeof *x);
  fit->x[i] = own;
  fit_refine(fit);
  if (fit->ss <= before * (1 + 4 / fmax(independent, 4))) return;
  memcpy(fit->x, x, n * sizeof *x);
  fit->ss = before;
}

static void fix(Fitted *fit, FitTelling *telling, size_t i, const char *why)
{
  const Fitting *f = fit->fitting;
  const FitParameter *p = &f->parameters[i];
  double values[FIT_MOST], bounds[2];
  for (size_t k = 0; k < f->nparameters; k++)
    values[k] = f->parameters[k].value;
  fit_bounds(f, i, bounds);
  telling->told[i] = NOT_TOLD;
  telling->why[i] = why;
  fit->is_free[i] = false;
  /* The spec's value where that is as good; no rise of a curve that is not
   * told. */
  const double own = fit_coordinate_of(f, i, values);
  const bool is_shape = p->is_late || (p->curve > 0 && p->above < 0);
  if (p->curve > 0 && p->above >= 0)
    fit->x[i] = bounds[0];
  else if (is_shape)
    fit->x[i] = own;
  else
    prefer(fit, telling, i, own);
}

/* Fixes a parameter with those that are told together with it. Returns true if
 * there are any. */
static bool fix_curve(Fitted *fit, FitTelling *telling, size_t i,
                      const char *why)
{
  const Fitting *f = fit->fitting;
  const FitParameter *p = &f->parameters[i];
  bool has_more = false;
  fix(fit, telling, i, why);
  for (size_t k = 0; k < f->nparameters; k++) {
    const FitParameter *q = &f->parameters[k];
    const bool is_curve = !p->is_late && p->curve > 0 && q->curve == p->curve;
    const bool needs = q->needs && strcmp(q->needs, p->name) == 0;
    if (!fit->is_free[k] || !(is_curve || needs)) continue;
    has_more |= is_curve;
    fix(fit, telling, k,
        run_printf(f->run, "it needs %s, which is %s", p->name, why));
  }
  return has_more;
}

/* Fixes what the logs do not tell: first a shape such as gamma, then a curve,
 * which otherwise takes the place of what it is added to, then what is at a
 * bound, then the one with the widest interval, since the others may be told
 * without it. Returns false if all is told; *has_curve: a whole curve went. */
static bool fix_untold(Fitted *fit, FitTelling *telling, bool *has_curve)
{
  const Fitting *f = fit->fitting;
  size_t worst = f->nparameters;
  int rank = -1;
  const char *why = NULL;
  for (size_t i = 0; i < f->nparameters; i++) {
    const char *reasoned = fit->is_free[i] ? reason(fit, telling, i) : NULL;
    if (!reasoned) continue;
    const int own = f->parameters[i].is_late          ? 3
                    : f->parameters[i].curve > 0      ? 2
                    : strncmp(reasoned, "at", 2) == 0 ? 1
                                                      : 0;
    if (own < rank || (own == rank && telling->half[i] <= telling->half[worst]))
      continue;
    rank = own;
    worst = i;
    why = reasoned;
  }
  if (worst == f->nparameters) return false;
  *has_curve = fix_curve(fit, telling, worst, why);
  return true;
}

static void find_intervals(Fitted *fit, FitTelling *telling)
{
  double cov[FIT_MOST * FIT_MOST];
  fit_see_residuals(fit, telling);
  const bool is_coloured = telling->alike > 1.5;
  const size_t alike = is_coloured ? (size_t)(6 * telling->alike) + 1 : 1;
  Curvature c = curvature_of(fit, false, alike);
  if (!fit_invert(c.A, c.n, ridge(fit), c.inverse))
    memset(c.inverse, 0, sizeof c.inverse);
  telling->interval = is_coloured ? INTERVAL_COLOURED : INTERVAL_PLAIN;
  covariance(fit, telling, false, &c, cov);
  for (size_t a = 0; a < c.n; a++) set_interval(fit, telling, &c, cov, a, 1.96);
  set_correlations(telling, &c, cov);
}

/* Sandwich intervals collapse where nothing is told, so that they come last. */
static void colour_intervals(Fitted *fit, FitTelling *telling)
{
  double cov[FIT_MOST * FIT_MOST];
  const size_t alike = (size_t)(6 * telling->alike) + 1;
  Curvature c = curvature_of(fit, false, alike);
  if (!fit_invert(c.A, c.n, ridge(fit), c.inverse)) return;
  covariance(fit, telling, true, &c, cov);
  for (size_t a = 0; a < c.n; a++) set_interval(fit, telling, &c, cov, a, 1.96);
}

/* ---- resampling ------------------------------------------------------------
 */

/* Fits to the model's own output along the smoothed path, read again by the
 * encoder and with fresh noise. */
static void fit_again(Fitted *fit, uint64_t *seed, double *x)
{
  const Fitting *f = fit->fitting;
  Fitting *copy = run_alloc(f->run, sizeof *copy);
  *copy = *f;
  copy->ntracks = fit_used(fit);
  copy->nheld = 0;
  copy->tracks = run_alloc(f->run, copy->ntracks * sizeof *copy->tracks);
  for (size_t t = 0; t < copy->ntracks; t++) {
    const Track *from = &f->tracks[t];
    Track *to = &copy->tracks[t];
    double *y = run_doubles(f->run, from->n);
    *to = *from;
    fit_evaluate(fit, from, t, y, NULL);
    for (size_t k = 0; k < from->n; k++) {
      double sum = -6;
      for (int i = 0; i < 12; i++) sum += number_random(seed, 0, 1);
      y[k] += fit->sigma * sum;
    }
    f->read_again(f, from, seed, to);
    to->measured = y;
  }
  Fitted *again = fit_new(copy, fit->pass);
  memcpy(again->x, fit->x, again->ncoordinates * sizeof *again->x);
  memcpy(again->is_free, fit->is_free, sizeof again->is_free);
  fit_refine(again);
  memcpy(x, again->x, again->ncoordinates * sizeof *x);
}

static void resample(Fitted *fit, FitTelling *telling)
{
  const double quantile = 2.2; /* of Student's t with 11 degrees of freedom */
  const Fitting *f = fit->fitting;
  const size_t np = f->nparameters;
  Curvature c = curvature_of(fit, false, 1);
  double cov[FIT_MOST * FIT_MOST] = {0}, mean[FIT_MOST] = {0};
  double *x[RESAMPLES];
  uint64_t seed = 1;
  for (int r = 0; r < RESAMPLES; r++) {
    x[r] = run_doubles(f->run, fit->ncoordinates);
    fit_again(fit, &seed, x[r]);
    for (size_t i = 0; i < np; i++) mean[i] += x[r][i] / RESAMPLES;
  }
  for (size_t a = 0; a < c.n; a++)
    for (size_t b = 0; b < c.n; b++)
      for (int r = 0; r < RESAMPLES; r++)
        cov[a * c.n + b] += (x[r][c.active[a]] - mean[c.active[a]]) *
                            (x[r][c.active[b]] - mean[c.active[b]]) /
                            (RESAMPLES - 1);
  for (size_t a = 0; a < c.n; a++)
    set_interval(fit, telling, &c, cov, a, quantile);
  telling->interval = INTERVAL_RESAMPLED;
}

/* ---- the motion that would tell more ---------------------------------------
 */

static double half_width(const Fitted *fit, const Curvature *c, size_t a)
{
  return 1.96 * fit->sigma * sqrt(c->inverse[a * c->n + a]);
}

static void find_motions(Fitted *fit, FitTelling *telling)
{
  const Fitting *f = fit->fitting;
  double values[FIT_MOST];
  Curvature c = curvature_of(fit, true, 1);
  size_t widest = c.n;
  double most = 0;
  if (!fit_invert(c.A, c.n, ridge(fit), c.inverse)) return;
  for (size_t a = 0; a < c.n; a++) {
    const double half = half_width(fit, &c, a);
    if (f->parameters[c.active[a]].sort != FIT_ASKED || half <= most) continue;
    most = half;
    widest = a;
  }
  telling->widest = widest < c.n ? (int)c.active[widest] : -1;
  if (widest == c.n || !f->motion) return;
  fit_values(fit, 0, values);
  for (int i = 0; telling->nmotions < COUNT(telling->motions); i++) {
    Track track;
    Curvature more = c;
    const char *name = f->motion(f, values, i, &track);
    if (!name) break;
    add_track(fit, &track, 0, 1, false, &more);
    if (!fit_invert(more.A, more.n, ridge(fit), more.inverse)) continue;
    telling->motions[telling->nmotions++] =
        (FitMotion){name, half_width(fit, &more, widest) / most};
  }
}

/* Fits with twice the steps between rows. Returns true if that changes a
 * parameter that is told by more than the tolerance. */
static bool refine_steps(Fitted *fit, FitTelling *telling)
{
  enum { MOST_STEPS = 64 };
  static const double tolerance = 2e-3;
  const Fitting *f = fit->fitting;
  double before[FIT_MOST], after[FIT_MOST], most = 0;
  if (!f->steps || *f->steps >= MOST_STEPS) return false;
  fit_values(fit, 0, before);
  *f->steps *= 2;
  if (f->prepare) f->prepare(f);
  fit_refine(fit);
  fit_values(fit, 0, after);
  for (size_t i = 0; i < f->nparameters; i++)
    if (f->parameters[i].sort == FIT_ASKED && telling->told[i] == TOLD)
      most = fmax(most, fabs(after[i] / before[i] - 1));
  telling->step_change = most;
  return most > tolerance;
}

void fit_tell(Fitted *fit, FitTelling *telling)
{
  const Fitting *f = fit->fitting;
  double values[FIT_MOST];
  *telling = (FitTelling){.widest = -1, .counts = INFINITY};
  for (size_t round = 0; round <= f->nparameters; round++) {
    bool has_curve = false;
    find_intervals(fit, telling);
    if (!fix_untold(fit, telling, &has_curve)) {
      if (!refine_steps(fit, telling)) break;
      round = 0;
      continue;
    }
    if (has_curve)
      fit_solve(fit, fit->has_weights ? WEIGHTS_ROBUST : WEIGHTS_EQUAL);
    else
      fit_refine(fit);
  }
  if (f->steps) find_intervals(fit, telling);
  fit_values(fit, 0, values);
  if (f->count > 0 && f->breakaway)
    telling->counts = f->breakaway(f, values) / f->count;
  if (f->is_smoothed && f->read_again && telling->counts < 100)
    resample(fit, telling);
  else if (telling->interval == INTERVAL_COLOURED)
    colour_intervals(fit, telling);
  find_motions(fit, telling);
}
