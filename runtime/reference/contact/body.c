/* body.c: a rigid body on contacts of any model. In: the body, the rate of a
 * contact's bristles, pose, velocity and bristles in one array, a load and a
 * normal force. Out: that array a time later, by many small explicit steps; or
 * how the velocity after dt answers to the load, by difference quotients.
 * Invariant: of a contact only its rate is known. Memory is the caller's. */
#include "reference/contact/contact.h"

#include <math.h>
#include <string.h>

#include "reference/dense.h"

/* ---- rates ------------------------------------------------------------- */

/* Writes the place of the centre of mass relative to the grid centre. Returns
 * the angle from the world's to the contact's axes. */
static double lever(const RefBody *b, const double *y, double d[2])
{
  d[0] = b->is_body_frame ? b->com[0] : y[0];
  d[1] = b->is_body_frame ? b->com[1] : y[1];
  return b->is_body_frame ? y[2] : 0.0;
}

int ref_body_rate(const RefBody *b, const double *y, const double load[3],
                  double fn, double *dy, double wrench[3])
{
  double d[2], f[3], twist[3];
  const double angle = lever(b, y, d), c = cos(angle), s = sin(angle);
  twist[0] = c * y[3] + s * y[4] + y[5] * d[1];
  twist[1] = c * y[4] - s * y[3] - y[5] * d[0];
  twist[2] = y[5];
  const int status = b->rate(b->contact, y + 6, twist, fn, dy + 6, f);
  const double n = b->contacts;
  memcpy(dy, y + 3, 3 * sizeof *dy);
  dy[3] = (n * (c * f[0] - s * f[1]) + load[0]) / b->mass + b->gravity[0];
  dy[4] = (n * (s * f[0] + c * f[1]) + load[1]) / b->mass + b->gravity[1];
  dy[5] = (n * (f[2] - d[0] * f[1] + d[1] * f[0]) + load[2]) / b->inertia;
  if (wrench) { /* world axes */
    wrench[0] = c * f[0] - s * f[1];
    wrench[1] = s * f[0] + c * f[1];
    wrench[2] = f[2];
  }
  return status;
}

/* ---- time -------------------------------------------------------------- */

/* One classical Runge-Kutta step; work: 3*(6 + nz). */
static int runge_kutta(const RefBody *b, double *y, const double load[3],
                       double fn, double h, double *work)
{
  static const double at[4] = {0.0, 0.5, 0.5, 1.0};
  static const double weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  const size_t n = 6 + b->nz;
  double *rate = work, *place = work + n, *sum = work + 2 * n;
  int status = BR_OK;
  memcpy(sum, y, n * sizeof *y);
  memset(rate, 0, n * sizeof *y);
  for (int i = 0; i < 4; i++) {
    for (size_t k = 0; k < n; k++) place[k] = y[k] + at[i] * h * rate[k];
    status = ref_body_rate(b, place, load, fn, rate, NULL);
    for (size_t k = 0; k < n; k++) sum[k] += weight[i] * h * rate[k];
  }
  memcpy(y, sum, n * sizeof *y);
  return status;
}

int ref_body_step(const RefBody *b, double *y, const double load[3], double fn,
                  double dt, int substeps, double *work)
{
  int status = BR_OK;
  if (!isfinite(load[0] + load[1] + load[2] + fn + dt) || dt < 0.0)
    return BR_BAD_INPUT;
  if (fn <= 0.0) memset(y + 6, 0, b->nz * sizeof *y);
  for (int i = 0; i < substeps; i++)
    status = runge_kutta(b, y, load, fn, dt / substeps, work);
  return status;
}

/* ---- response ---------------------------------------------------------- */

/* Central difference of dy/dt along `direction`, scaled to a change of `size`
 * in its largest component of a kind; out and work: 6 + nz each. */
static void slope_along(const RefBody *b, const double *y, const double load[3],
                        double fn, const double *direction, double *out,
                        double *work)
{
  /* In m, rad, m/s, rad/s, m: small against the scales of the laws. A moved pose
   * changes the slip by its spin and its speed, by no more than v. */
  const double v = 1e-5 * b->slow, z = 1e-5 * b->reach;
  const double shift = fmin(1e-7, v / fabs(y[5]));
  const double turn = fmin(1e-6, v / hypot(y[3], y[4]));
  const double sizes[7] = {shift, shift, turn, v, v, 100 * v, z};
  const size_t n = 6 + b->nz;
  double *moved = work, most = 0.0;
  for (size_t k = 0; k < n; k++)
    most = fmax(most, fabs(direction[k]) / sizes[k < 6 ? k : 6]);
  if (most == 0.0) {
    memset(out, 0, n * sizeof *out);
    return;
  }
  for (size_t k = 0; k < n; k++) moved[k] = y[k] + direction[k] / most;
  ref_body_rate(b, moved, load, fn, out, NULL);
  for (size_t k = 0; k < n; k++) moved[k] = y[k] - direction[k] / most;
  double *below = work + n;
  ref_body_rate(b, moved, load, fn, below, NULL);
  for (size_t k = 0; k < n; k++) out[k] = (out[k] - below[k]) * 0.5 * most;
}

/* Solves in place, n <= 6; the right-hand sides are columns. A system without a
 * unique solution gives NaN. */
static void solve_small(double *a, double *rhs, int n, int columns)
{
  if (ref_eliminate(a, rhs, n, columns, 0.0)) return;
  for (int i = 0; i < n * columns; i++) rhs[i] = NAN;
}

/* Writes the motion of each bristle when y moves along component j: x solves
 * (1/dt - dz'/dz) x = dz'/dy_j, cell by cell. */
static void follow(const RefBody *b, double dt, const double *blocks,
                   const double *by_y, double *x)
{
  const size_t m = b->block, cells = b->nz / m, n = 6 + b->nz;
  for (size_t k = 0; k < cells; k++) {
    double matrix[9], column[3];
    for (size_t i = 0; i < m; i++) {
      column[i] = by_y[6 + i * cells + k];
      for (size_t j = 0; j < m; j++)
        matrix[i * m + j] =
            (i == j ? 1.0 / dt : 0.0) - blocks[j * n + 6 + i * cells + k];
    }
    solve_small(matrix, column, (int)m, 1);
    for (size_t i = 0; i < m; i++) x[6 + i * cells + k] = column[i];
  }
}

void ref_body_response(const RefBody *b, const double *y, const double load[3],
                       double fn, double dt, double dv_dload[9], double *work)
{
  const size_t n = 6 + b->nz, cells = b->nz / b->block;
  double *direction = work, *slope = work + n, *spare = work + 2 * n;
  double *blocks = work + 4 * n; /* of each component of all bristles */
  double matrix[36], rhs[18];
  for (size_t c = 0; c < b->block; c++) {
    memset(direction, 0, n * sizeof *direction);
    for (size_t k = 0; k < cells; k++) direction[6 + c * cells + k] = 1.0;
    slope_along(b, y, load, fn, direction, blocks + c * n, spare);
  }
  for (int j = 0; j < 6; j++) {
    memset(direction, 0, n * sizeof *direction);
    direction[j] = 1.0;
    slope_along(b, y, load, fn, direction, slope, spare);
    for (int i = 0; i < 6; i++)
      matrix[6 * i + j] = (i == j ? 1.0 / dt : 0.0) - slope[i];
    memset(direction, 0, n * sizeof *direction);
    follow(b, dt, blocks, slope, direction);
    slope_along(b, y, load, fn, direction, slope, spare);
    for (int i = 0; i < 6; i++) matrix[6 * i + j] -= slope[i];
  }
  memset(rhs, 0, sizeof rhs);
  rhs[9] = rhs[13] = 1.0 / b->mass;
  rhs[17] = 1.0 / b->inertia;
  solve_small(matrix, rhs, 6, 3);
  memcpy(dv_dload, rhs + 9, 9 * sizeof *rhs);
}
