/* white.c: the residuals of a fit. In: a Fitted. Out: their autocorrelation, and
 * over how many rows they are alike. */
#include <math.h>

#include "base/base.h"
#include "fit/fit.h"
#include "fit/inside.h"

/* Returns the autocorrelation of the residuals `lag` rows apart. */
static double likeness(Fitted *fit, double *const *residuals, size_t lag)
{
  const Fitting *f = fit->fitting;
  double sum = 0, square = 0;
  for (size_t t = 0; t < fit_used(fit); t++) {
    const size_t n = f->tracks[t].n, rows = fit_rows(f, &f->tracks[t]);
    for (size_t k = 0; k < n; k++) {
      square += residuals[t][k] * residuals[t][k];
      if (k % rows + lag < rows) sum += residuals[t][k] * residuals[t][k + lag];
    }
  }
  return square > 0 ? sum / square : 0;
}

void fit_see_residuals(Fitted *fit, FitTelling *telling)
{
  static const size_t lags[] = {1, 5, 20};
  const Fitting *f = fit->fitting;
  double **residuals = run_alloc(f->run, f->ntracks * sizeof *residuals);
  double mean = 0;
  size_t n = 0;
  for (size_t t = 0; t < fit_used(fit); t++) {
    const Track *track = &f->tracks[t];
    residuals[t] = run_doubles(f->run, track->n);
    fit_evaluate(fit, track, t, residuals[t], NULL);
    for (size_t k = 0; k < track->n; k++, n++) {
      residuals[t][k] =
          track->weights[k] * (track->measured[k] - residuals[t][k]);
      mean += residuals[t][k];
    }
  }
  mean /= (double)n;
  for (size_t t = 0; t < fit_used(fit); t++)
    for (size_t k = 0; k < f->tracks[t].n; k++) residuals[t][k] -= mean;
  for (size_t i = 0; i < COUNT(lags); i++)
    telling->white[i] = likeness(fit, residuals, lags[i]);
  const double noise = 2.5 / sqrt((double)n);
  telling->alike = 1;
  for (size_t lag = 1; lag < n / 20 && lag < 2000; lag++) {
    const double r = likeness(fit, residuals, lag);
    if (r < fmax(noise, 0.05)) break;
    telling->alike += 2 * r;
  }
}
