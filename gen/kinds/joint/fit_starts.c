/* fit_starts.c: where the fit of a joint starts. In: a Fitting of a joint. Out:
 * a grid over F_c/sigma0, (F_s - F_c)/F_c and v_s; or, where the drive is given,
 * numbers around the spec's. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/joint/fit.h"

static void set(const Fitting *f, double *values, const char *name,
                double value)
{
  const int i = fit_find(f, name);
  if (i >= 0) values[i] = value;
}

static void spec_values(const Fitting *f, double *values)
{
  for (size_t i = 0; i < f->nparameters; i++)
    values[i] = f->parameters[i].value;
}

/* Writes a start of the grid: zc is F_c/sigma0, rise (F_s - F_c)/F_c. */
static void motion_start(const Fitting *f, double zc, double rise, double v_s,
                         double *values)
{
  const JointFit *fit = f->own;
  const bool has_F_c = fit_find(f, "F_c") >= 0;
  const double F_c =
      has_F_c ? 0.5 * fit->most_force : fit->joint->side[0].F_c;
  spec_values(f, values);
  set(f, values, "F_c", F_c);
  set(f, values, "reverse_F_c", F_c);
  set(f, values, "F_s", F_c * (1 + rise));
  set(f, values, "reverse_F_s", F_c * (1 + rise));
  set(f, values, "v_s", v_s);
  set(f, values, "reverse_v_s", v_s);
  set(f, values, "gamma", 2);
  set(f, values, "reverse_gamma", 2);
  set(f, values, "sigma0", F_c / zc);
  set(f, values, "sigma1", 0.02 * F_c / zc);
  set(f, values, "sigma2", F_c / fit->most_v);
  set(f, values, "reverse_sigma2", F_c / fit->most_v);
  set(f, values, "inertia", 0.1 * F_c / fit->most_v);
  const double mu = fit->most_load > 0 ? F_c / fit->most_load : 1;
  set(f, values, "mu_c", mu);
  set(f, values, "mu_s", mu * (1 + rise));
}

static size_t motion_starts(const Fitting *f, FitStart *starts, size_t most)
{
  enum { ZC = 12, RISE = 3, SPEED = 5 };
  const JointFit *fit = f->own;
  const bool has_zc = fit_find(f, "sigma0") >= 0;
  const bool has_rise = fit_find(f, "F_s") >= 0;
  const bool has_speed = fit_find(f, "v_s") >= 0;
  size_t n = 0;
  for (int i = 0; i < (has_zc ? ZC : 1); i++)
    for (int j = 0; j < (has_rise ? RISE : 1); j++)
      for (int k = 0; k < (has_speed ? SPEED : 1) && n < most; k++) {
        const double zc = has_zc ? fit->range * 0.2 * pow(0.33, i)
                                 : fmax(joint_fit_travel(fit->joint), 1e-12);
        starts[n].family = i;
        motion_start(f, zc, 0.1 * pow(3, j), fit->most_v * 0.4 * pow(0.3, k),
                     starts[n].values);
        n++;
      }
  return n;
}

/* Starts around the spec: this direction has no linear projection. */
static size_t driven_starts(const Fitting *f, FitStart *starts, size_t most)
{
  static const double level[] = {1, 0.3, 3}, drive[] = {1, 0.5, 2};
  size_t n = 0;
  for (size_t i = 0; i < COUNT(level); i++)
    for (size_t k = 0; k < COUNT(drive) && n < most; k++) {
      double *v = starts[n].values;
      spec_values(f, v);
      for (size_t p = 0; p < f->nparameters; p++) {
        const char *name = f->parameters[p].name;
        if (strstr(name, "F_") || strstr(name, "mu_")) v[p] *= level[i];
        if (strcmp(name, "gain") == 0) v[p] *= drive[k];
      }
      starts[n++].family = (int)(3 * i + k);
    }
  return n;
}

size_t joint_fit_starts(const Fitting *f, FitStart *starts, size_t most)
{
  const JointFit *fit = f->own;
  return fit->is_driven ? driven_starts(f, starts, most)
                        : motion_starts(f, starts, most);
}
