/* contact.c: the distributed planar LuGre model, PL III-IV. In: a patch of
 * weighted cells, friction parameters, two bristle components per cell, a twist
 * and a normal force. Out: bristle rates or the bristles one explicit Euler
 * step later, and the wrench at the grid centre. Bristles of empty cells rest. */
#include "reference/contact/contact.h"
#include "reference/dense.h"

#include <math.h>
#include <string.h>

/* ---- the patch --------------------------------------------------------- */

static double midpoint(int i, int n, double size)
{
  return (i + 0.5 - 0.5 * n) * size / n;
}

/* Writes the place of bristle (i, j). */
static void place(const RefPatch *p, int i, int j, double *x, double *y)
{
  const size_t k = (size_t)j * (size_t)p->nx + (size_t)i;
  *x = p->x ? p->x[k] : midpoint(i, p->nx, p->sx);
  *y = p->y ? p->y[k] : midpoint(j, p->ny, p->sy);
}

static int input_status(const double twist[3], double fn, double dt)
{
  if (!isfinite(twist[0]) || !isfinite(twist[1]) || !isfinite(twist[2]) ||
      !isfinite(fn) || !isfinite(dt) || dt < 0.0)
    return BR_BAD_INPUT;
  return fn <= 0.0 ? BR_SEPARATED : BR_OK;
}

static void add_force(double wrench[3], double x, double y, double load,
                      const double force[2])
{
  wrench[0] += load * force[0];
  wrench[1] += load * force[1];
  wrench[2] += load * (x * force[1] - y * force[0]);
}

RefLugre ref_cell_law(const RefContact *c, size_t k, double fn)
{
  RefLugre law = c->friction;
  const double load = c->patch.w[k] * fn;
  if (c->patch.m) {
    law.level = c->patch.m[k];
    law.longest *= law.level;
  }
  if (!c->area.areas || !(load > 0.0)) return law;
  law.sigma0 = c->area.kappa * c->area.areas[k] / load;
  law.sigma1 = c->area.eta * c->area.areas[k] / load;
  law.longest = c->area.stretch * ref_lugre_g(&law, 0.0) / law.sigma0;
  return law;
}

/* Rates into dz, bristles dt later into z_end, the wrench of those: PL (19),
 * (20). z_end may be z itself; dz and z_end may be NULL. */
static void sum_cells(const RefContact *c, const double *z,
                      const double twist[3], double fn, double dt, double *dz,
                      double *z_end, double wrench[3])
{
  static const double axes[2] = {1.0, 1.0};
  const RefPatch *p = &c->patch;
  const size_t n = (size_t)p->nx * (size_t)p->ny;
  size_t k = 0;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++, k++) {
      double x, y;
      if (p->w[k] == 0.0) {
        if (dz) dz[k] = dz[n + k] = 0.0;
        if (z_end) z_end[k] = z_end[n + k] = 0.0;
        continue;
      }
      place(p, i, j, &x, &y);
      double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
      ref_stretch(p, v, v);
      const double s = ref_length(v, 2);
      double zk[2] = {z[k], z[n + k]}, rate[2], force[2];
      const RefLugre law = ref_cell_law(c, k, fn);
      if (c->area.areas) ref_lugre_shorten(&law, axes, 2, zk);
      ref_lugre_rate(&law, zk, v, 2, s, rate);
      zk[0] += dt * rate[0];
      zk[1] += dt * rate[1];
      ref_lugre_force(&law, zk, rate, v, 2, s, force);
      ref_stretch(p, force, force);
      add_force(wrench, x, y, -p->w[k] * fn, force);
      if (dz) dz[k] = rate[0], dz[n + k] = rate[1];
      if (z_end) z_end[k] = zk[0], z_end[n + k] = zk[1];
    }
}

static size_t state_bytes(const RefContact *c)
{
  return 2 * (size_t)c->patch.nx * (size_t)c->patch.ny * sizeof(double);
}

/* ---- entry points ------------------------------------------------------ */

int ref_rate(const RefContact *c, const double *z, const double twist[3],
             double fn, double *dz, double wrench[3])
{
  double sum[3] = {0.0, 0.0, 0.0};
  const int status = input_status(twist, fn, 0.0);
  if (status == BR_OK)
    sum_cells(c, z, twist, fn, 0.0, dz, NULL, sum);
  else if (dz)
    memset(dz, 0, state_bytes(c));
  if (wrench) memcpy(wrench, sum, sizeof sum);
  return status;
}

int ref_step_euler(const RefContact *c, double *z, const double twist[3],
                   double fn, double dt, double wrench[3])
{
  double sum[3] = {0.0, 0.0, 0.0};
  const int status = input_status(twist, fn, dt);
  if (status == BR_OK)
    sum_cells(c, z, twist, fn, dt, NULL, z, sum);
  else if (status == BR_SEPARATED)
    memset(z, 0, state_bytes(c));
  if (wrench) memcpy(wrench, sum, sizeof sum);
  return status;
}

/* PL (11)-(12): sigma0*z* = g*v_hat, and v_hat = 0 where a cell rests. */
int ref_steady(const RefContact *c, const double twist[3], double fn,
               double wrench[3])
{
  const RefPatch *p = &c->patch;
  double sum[3] = {0.0, 0.0, 0.0};
  const int status = input_status(twist, fn, 0.0);
  size_t k = 0;
  for (int j = 0; status == BR_OK && j < p->ny; j++)
    for (int i = 0; i < p->nx; i++, k++) {
      double x, y;
      place(p, i, j, &x, &y);
      double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
      ref_stretch(p, v, v);
      const double s = ref_length(v, 2);
      const RefLugre f = ref_cell_law(c, k, fn);
      const double g = ref_lugre_g(&f, s), divisor = s > 0.0 ? s : 1.0;
      double force[2] = {g * (v[0] / divisor) + f.sigma2 * v[0],
                         g * (v[1] / divisor) + f.sigma2 * v[1]};
      ref_stretch(p, force, force);
      add_force(sum, x, y, -p->w[k] * fn, force);
    }
  if (wrench) memcpy(wrench, sum, sizeof sum);
  return status;
}

int ref_stick(const RefContact *c, const double *z, const double twist[3],
              double fn, double edge, double sticking[4], double *doubt)
{
  const RefPatch *p = &c->patch;
  const size_t n = (size_t)p->nx * (size_t)p->ny;
  const int status = input_status(twist, fn, 0.0);
  double load = 0.0, area = 0.0, all = 0.0, moment[2] = {0.0, 0.0};
  memset(sticking, 0, 4 * sizeof *sticking);
  *doubt = 0.0;
  for (size_t k = 0; status == BR_OK && k < n; k++) {
    double x, y;
    if (p->w[k] == 0.0) continue;
    place(p, (int)(k % (size_t)p->nx), (int)(k / (size_t)p->nx), &x, &y);
    double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
    ref_stretch(p, v, v);
    const RefLugre law = ref_cell_law(c, k, fn);
    const double zmax = ref_lugre_g(&law, ref_length(v, 2)) / law.sigma0;
    const double most = (law.is_elastoplastic ? law.s_ba : 0.9) * zmax;
    const double size = hypot(z[k], z[n + k]);
    const double *areas = c->area.areas ? c->area.areas : c->area.spread;
    const double own = areas ? areas[k] : 1.0;
    all += own;
    if (fabs(size - most) <= edge * most) *doubt += p->w[k];
    if (size > most) continue;
    load += p->w[k];
    area += own;
    moment[0] += p->w[k] * x;
    moment[1] += p->w[k] * y;
  }
  if (load == 0.0) return status;
  sticking[0] = load;
  sticking[1] = area / all;
  sticking[2] = moment[0] / load;
  sticking[3] = moment[1] / load;
  return status;
}
