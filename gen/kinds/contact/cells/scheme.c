/* scheme.c: the step that a per-cell solver's scheme defines, by libm and the
 * reference's laws. In: a bristle, its velocity, a time step. Out: the state at
 * the end and the mean rate; for many cells also the wrench.
 *
 * Invariant: nothing here comes from what is emitted. */
#include <math.h>
#include <string.h>

#include "limit/limit.h"
#include "kinds/contact/contact.h"
#include "reference/contact/contact.h"

/* (1 - exp(-x))/x. */
double contact_mean_decay(double x)
{
  return x > 0 ? -expm1(-x) / x : 1;
}

double contact_relaxation(const RefFriction *f, const double q[2],
                          const double v[2])
{
  const double s = hypot(v[0], v[1]), zmax = ref_g(f, s) / f->sigma0;
  if (!f->is_elastoplastic) return s / zmax;
  const double size = hypot(q[0], q[1]);
  if (size == 0) return 0;
  const double along = q[0] / size * v[0] + q[1] / size * v[1];
  return ref_abar(f, size, zmax) * 0.5 * (along + s) / zmax;
}

/* z becomes the end of backward Euler over h, which lies along z + h*v where
 * |end|*(1 + h*a) = |z + h*v|; rate is the mean. */
static void backward_euler(const RefFriction *f, const double v[2], double h,
                           double z[2], double rate[2])
{
  enum { HALVINGS = 200 };
  const double q[2] = {z[0] + h * v[0], z[1] + h * v[1]};
  const double size = hypot(q[0], q[1]);
  double low = 0, high = size, a = contact_relaxation(f, q, v);
  for (int i = 0; i < HALVINGS && size > 0 && low < high; i++) {
    const double middle = low + (high - low) / 2;
    const double end[2] = {q[0] * (middle / size), q[1] * (middle / size)};
    a = contact_relaxation(f, end, v);
    if (middle == low || middle == high) break;
    if (middle * (1 + h * a) > size)
      high = middle;
    else
      low = middle;
  }
  for (int d = 0; d < 2; d++) {
    rate[d] = (v[d] - a * z[d]) / (1 + h * a);
    z[d] = q[d] / (1 + h * a);
  }
}

/* Twice two halves less the whole: of mean rates, r1 + r2 - r3. */
void contact_implicit_step(const RefFriction *f, const double z[2],
                           const double v[2], double dt, double ends[3][2],
                           double rate[2])
{
  double r[3][2];
  memcpy(ends[0], z, sizeof ends[0]);
  backward_euler(f, v, dt / 2, ends[0], r[0]);
  memcpy(ends[1], ends[0], sizeof ends[1]);
  backward_euler(f, v, dt / 2, ends[1], r[1]);
  memcpy(ends[2], z, sizeof ends[2]);
  backward_euler(f, v, dt, ends[2], r[2]);
  for (int d = 0; d < 2; d++) rate[d] = r[0][d] + r[1][d] - r[2][d];
}

void contact_cell_step(const RefFriction *f, Step step, const double z[2],
                       const double v[2], double dt, double end[2],
                       double rate[2])
{
  if (step == STEP_IMPLICIT) {
    double ends[3][2];
    contact_implicit_step(f, z, v, dt, ends, rate);
    for (int d = 0; d < 2; d++) end[d] = z[d] + dt * rate[d];
    return;
  }
  const bool is_frozen = step != STEP_EULER;
  const double h = is_frozen ? dt : 0;
  const double q[2] = {z[0] + h * v[0], z[1] + h * v[1]};
  const double a = contact_relaxation(f, q, v);
  const double phi = is_frozen ? contact_mean_decay(a * dt) : 1;
  for (int d = 0; d < 2; d++) {
    rate[d] = (v[d] - a * z[d]) * phi;
    end[d] = z[d] + dt * rate[d];
  }
}

void contact_cells_step(const Cells *cells, const RefFriction *f, Step step,
                        const double *z, const double twist[3], double fn,
                        double dt, double *ends, double wrench[3])
{
  const int n = cells->count;
  memset(wrench, 0, 3 * sizeof *wrench);
  for (int k = 0; k < n; k++) {
    const double x = cells->x[k], y = cells->y[k];
    const double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
    const double start[2] = {z[k], z[n + k]};
    const double sigma1 = ref_sigma1(f, hypot(v[0], v[1]));
    double end[2], rate[2], force[2];
    contact_cell_step(f, step, start, v, dt, end, rate);
    for (int d = 0; d < 2; d++) {
      force[d] = -(f->sigma0 * end[d] + sigma1 * rate[d] + f->sigma2 * v[d]) *
                 cells->w[k] * fn;
      wrench[d] += force[d];
      if (ends) ends[d * n + k] = end[d];
    }
    wrench[2] += x * force[1] - y * force[0];
  }
}
