/* starts.c: where the fit of a contact starts. In: a Fitting of a contact. Out:
 * a grid over mu_c/sigma0, (mu_s - mu_c)/mu_c and v_s. */
#include <math.h>

#include "base/base.h"
#include "kinds/contact/fit/fit.h"

static void set(const Fitting *f, double *values, const char *name,
                double value)
{
  const int i = fit_find(f, name);
  if (i >= 0) values[i] = value;
}

/* Writes a start of the grid: zc is mu_c/sigma0, rise (mu_s - mu_c)/mu_c. */
static void grid_start(const Fitting *f, double zc, double rise, double v_s,
                       double *values)
{
  const ContactFit *fit = f->own;
  const double mu =
      fit_find(f, "mu_c") >= 0 ? 0.5 * fit->mu : fit->contact->lugre.mu_c;
  for (size_t i = 0; i < f->nparameters; i++)
    values[i] = f->parameters[i].value;
  set(f, values, "mu_c", mu);
  set(f, values, "mu_s", mu * (1 + rise));
  set(f, values, "v_s", v_s);
  set(f, values, "gamma", 2);
  set(f, values, "sigma0", mu / zc);
  set(f, values, "sigma1", 0.02 * mu / zc);
  set(f, values, "sigma2", mu / fit->most_v);
}

size_t contact_fit_starts(const Fitting *f, FitStart *starts, size_t most)
{
  enum { ZC = 10, RISE = 2, SPEED = 3 };
  const ContactFit *fit = f->own;
  const Lugre *law = &fit->contact->lugre;
  const bool has_zc = fit_find(f, "sigma0") >= 0;
  const bool has_rise = fit_find(f, "mu_s") >= 0;
  const bool has_speed = fit_find(f, "v_s") >= 0;
  size_t n = 0;
  for (int i = 0; i < (has_zc ? ZC : 1); i++)
    for (int j = 0; j < (has_rise ? RISE : 1); j++)
      for (int k = 0; k < (has_speed ? SPEED : 1) && n < most; k++) {
        const double zc = has_zc ? fit->range * 0.2 * pow(0.28, i)
                                 : law->mu_c / fmax(law->sigma0, 1e-12);
        starts[n].family = i;
        grid_start(f, zc, 0.1 * pow(4, j), fit->most_v * 0.3 * pow(0.2, k),
                   starts[n].values);
        n++;
      }
  return n;
}
