/* contact.c: the distributed planar LuGre model, PL III-IV, elasto-plastic or
 * not. In: a patch of weighted cells, friction parameters, two bristle
 * components per cell, a twist and a normal force. Out: bristle rates or the
 * bristles one explicit Euler step later, and the wrench at the grid centre.
 * Every cell is evaluated, empty ones too: nothing is assumed about the map. */
#include "reference/contact/contact.h"

#include <math.h>
#include <string.h>

/* ---- friction laws ----------------------------------------------------- */

/* (s/v_s)^gamma; the usual exponents need no pow. */
static double stribeck_power(double q, double gamma)
{
  if (gamma == 2.0) return q * q;
  if (gamma == 1.0) return q;
  if (gamma == 0.5) return sqrt(q);
  return pow(q, gamma);
}

double ref_g(const RefFriction *f, double s)
{
  if (f->g) return f->g(f->law, s);
  if (f->mu_s == f->mu_c) return f->mu_c;
  return f->mu_c +
         (f->mu_s - f->mu_c) * exp(-stribeck_power(s / f->v_s, f->gamma));
}

double ref_sigma1(const RefFriction *f, double s)
{
  if (!(f->v_d > 0.0)) return f->sigma1;
  const double q = s / f->v_d;
  return f->sigma1 * exp(-(q * q));
}

/* PL (18), where the last line reads |z| >= zmax, and PL (6) in between. */
double ref_abar(const RefFriction *f, double z, double zmax)
{
  if (!f->is_elastoplastic) return 1.0;
  const double pi = 3.14159265358979323846;
  const double zba = f->s_ba * zmax;
  if (z <= zba) return 0.0;
  if (z >= zmax) return 1.0;
  return 0.5 * (1.0 + sin(pi * (z - 0.5 * (zmax + zba)) / (zmax - zba)));
}

/* ---- one cell ---------------------------------------------------------- */

/* PL (16)-(17). Written as abar*(z_hat.v + s)/2 it needs no unit velocity and
 * vanishes with v; where z has no direction abar is 0. */
double ref_plastic_speed(const RefFriction *f, const double *z, const double *v,
                         int size, double s, double g)
{
  double norm = 0.0, along = 0.0;
  if (!f->is_elastoplastic) return s;
  for (int d = 0; d < size; d++) norm = hypot(norm, z[d]);
  const double abar = ref_abar(f, norm, g / f->sigma0);
  if (abar == 0.0) return 0.0;
  for (int d = 0; d < size; d++) along += z[d] / norm * v[d];
  return abar * 0.5 * (along + s);
}

/* PL (15): dz = v - beta*(sigma0*s/g)*z. */
static void bristle_rate(const RefFriction *f, const double z[2],
                         const double v[2], double s, double dz[2])
{
  const double g = ref_g(f, s);
  const double a = f->sigma0 * ref_plastic_speed(f, z, v, 2, s, g) / g;
  dz[0] = v[0] - a * z[0];
  dz[1] = v[1] - a * z[1];
}

/* PL (9), per unit of the cell's load, as it acts on the moving body. */
static void bristle_force(const RefFriction *f, const double z[2],
                          const double dz[2], const double v[2], double s,
                          double force[2])
{
  const double sigma1 = ref_sigma1(f, s);
  for (int d = 0; d < 2; d++)
    force[d] = -(f->sigma0 * z[d] + sigma1 * dz[d] + f->sigma2 * v[d]);
}

/* ---- the patch --------------------------------------------------------- */

static double midpoint(int i, int n, double size)
{
  return (i + 0.5 - 0.5 * n) * size / n;
}

/* Where bristle (i, j) is. */
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

/* Rates into dz, bristles dt later into z_end, the wrench of those: PL (19),
 * (20). z_end may be z itself; dz and z_end may be NULL. */
static void sum_cells(const RefContact *c, const double *z,
                      const double twist[3], double fn, double dt, double *dz,
                      double *z_end, double wrench[3])
{
  const RefPatch *p = &c->patch;
  const size_t n = (size_t)p->nx * (size_t)p->ny;
  size_t k = 0;
  for (int j = 0; j < p->ny; j++)
    for (int i = 0; i < p->nx; i++, k++) {
      double x, y;
      place(p, i, j, &x, &y);
      const double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
      const double s = hypot(v[0], v[1]);
      double zk[2] = {z[k], z[n + k]}, rate[2], force[2];
      bristle_rate(&c->friction, zk, v, s, rate);
      zk[0] += dt * rate[0];
      zk[1] += dt * rate[1];
      if (p->w[k] == 0.0) zk[0] = zk[1] = rate[0] = rate[1] = 0.0;
      bristle_force(&c->friction, zk, rate, v, s, force);
      add_force(wrench, x, y, p->w[k] * fn, force);
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
  const RefFriction *f = &c->friction;
  double sum[3] = {0.0, 0.0, 0.0};
  const int status = input_status(twist, fn, 0.0);
  size_t k = 0;
  for (int j = 0; status == BR_OK && j < p->ny; j++)
    for (int i = 0; i < p->nx; i++, k++) {
      double x, y;
      place(p, i, j, &x, &y);
      const double v[2] = {twist[0] - twist[2] * y, twist[1] + twist[2] * x};
      const double s = hypot(v[0], v[1]);
      const double g = ref_g(f, s), divisor = s > 0.0 ? s : 1.0;
      const double force[2] = {-(g * (v[0] / divisor) + f->sigma2 * v[0]),
                               -(g * (v[1] / divisor) + f->sigma2 * v[1])};
      add_force(sum, x, y, p->w[k] * fn, force);
    }
  if (wrench) memcpy(wrench, sum, sizeof sum);
  return status;
}
