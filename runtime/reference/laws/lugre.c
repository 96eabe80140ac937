/* lugre.c: bristles of LuGre, PL III-IV, elasto-plastic or not. In: parameters
 * per unit of load, the slip, a bristle of one to three axes. Out: its rate,
 * what it pushes back with, where it settles within an implicit step. */
#include <math.h>
#include <stddef.h>

#include "reference/dense.h"
#include "reference/laws/laws.h"

/* (s/v_s)^gamma; the usual exponents need no pow. */
static double stribeck_power(double q, double gamma)
{
  if (gamma == 2.0) return q * q;
  if (gamma == 1.0) return q;
  if (gamma == 0.5) return sqrt(q);
  return pow(q, gamma);
}

/* exp(-x). Below the smallest double libm reports an underflow, which takes ten
 * times as long as its result. */
static double fading(double x)
{
  return x > 746.0 ? 0.0 : exp(-x);
}

static double unscaled_g(const RefLugre *f, double s)
{
  if (f->g) return f->g(f->closure, s);
  if (f->mu_s == f->mu_c) return f->mu_c;
  return f->mu_c +
         (f->mu_s - f->mu_c) * fading(stribeck_power(s / f->v_s, f->gamma));
}

double ref_lugre_g(const RefLugre *f, double s)
{
  const double g = unscaled_g(f, s);
  return f->level > 0 ? f->level * g : g;
}

double ref_lugre_sigma1(const RefLugre *f, double s)
{
  if (!(f->v_d > 0.0)) return f->sigma1;
  const double q = s / f->v_d;
  return f->sigma1 * fading(q * q);
}

/* PL (18), where the last line reads |z| >= zmax, and PL (6) in between. */
void ref_lugre_shorten(const RefLugre *f, const double *k, int size, double *z)
{
  double sum = 0;
  for (int i = 0; i < size; i++) sum += z[i] * z[i] / k[i];
  if (!(f->longest > 0) || !(sum > f->longest * f->longest)) return;
  for (int i = 0; i < size; i++) z[i] *= f->longest / sqrt(sum);
}

double ref_lugre_abar(const RefLugre *f, double z, double zmax)
{
  if (!f->is_elastoplastic) return 1.0;
  const double pi = 3.14159265358979323846;
  const double zba = f->s_ba * zmax;
  if (z <= zba) return 0.0;
  if (z >= zmax) return 1.0;
  return 0.5 * (1.0 + sin(pi * (z - 0.5 * (zmax + zba)) / (zmax - zba)));
}

/* PL (16)-(17). Written as abar*(z_hat.v + s)/2 it needs no unit velocity and
 * vanishes with v; where z has no direction abar is 0. */
double ref_lugre_plastic_speed(const RefLugre *f, const double *z,
                               const double *v, int size, double s, double g)
{
  if (!f->is_elastoplastic) return s;
  const double norm = ref_length(z, size);
  double along = 0.0;
  const double abar = ref_lugre_abar(f, norm, g / f->sigma0);
  if (abar == 0.0) return 0.0;
  for (int d = 0; d < size; d++) along += z[d] / norm * v[d];
  return abar * 0.5 * (along + s);
}

/* dz = v - beta*(sigma0*s/g)*z */
void ref_lugre_rate(const RefLugre *f, const double *z, const double *v,
                    int size, double s, double *dz)
{
  const double g = ref_lugre_g(f, s);
  const double a = f->sigma0 * ref_lugre_plastic_speed(f, z, v, size, s, g) / g;
  for (int d = 0; d < size; d++) dz[d] = v[d] - a * z[d];
}

void ref_lugre_force(const RefLugre *f, const double *z, const double *dz,
                     const double *v, int size, double s, double *force)
{
  const double sigma1 = ref_lugre_sigma1(f, s);
  for (int d = 0; d < size; d++)
    force[d] = f->sigma0 * z[d] + sigma1 * dz[d] + f->sigma2 * v[d];
}

/* z = q/(1 + tau*a) lies along q = start + tau*v; its size is found by
 * bisection. */
void ref_lugre_settle(const RefLugre *f, const double *start, const double *v,
                      int size, double s, double tau, double *z)
{
  const double g = ref_lugre_g(f, s), zmax = g / f->sigma0;
  double q[3] = {0}, high = 1, low = 0; /* of |z|/|q| */
  for (int d = 0; d < size; d++) q[d] = start[d] + tau * v[d];
  for (int i = 0; i < 200; i++) {
    const double share = (low + high) / 2;
    for (int d = 0; d < size; d++) z[d] = share * q[d];
    const double plastic = ref_lugre_plastic_speed(f, z, v, size, s, g);
    *(share * (1 + tau * plastic / zmax) > 1 ? &high : &low) = share;
  }
}

/* ---- at a contact point ------------------------------------------------ */

static void rate(const RefLaw *law, const double *z, const double *w, int size,
                 double load, double *dz, double *phi)
{
  const double s = ref_length(w, size);
  (void)load;
  ref_lugre_rate(&law->own.lugre, z, w, size, s, dz);
  ref_lugre_force(&law->own.lugre, z, dz, w, size, s, phi);
}

static void settle(const RefLaw *law, const double *start, const double *w,
                   int size, double load, double tau, double *z)
{
  (void)load;
  ref_lugre_settle(&law->own.lugre, start, w, size, ref_length(w, size), tau,
                   z);
}

static double zmax(const RefLaw *law, double s)
{
  return ref_lugre_g(&law->own.lugre, s) / law->own.lugre.sigma0;
}

void ref_law_lugre(const RefGiven *given, RefLaw *law)
{
  const void *const c = given->context;
  RefLugre f = {.sigma0 = given->number(c, "sigma0"),
                .sigma1 = given->number(c, "sigma1"),
                .sigma2 = given->number(c, "sigma2"),
                .mu_c = given->number(c, "mu_c"),
                .mu_s = given->number(c, "mu_s"),
                .v_s = given->number(c, "v_s"),
                .gamma = given->number(c, "gamma"),
                .s_ba = given->number(c, "s_ba"),
                .v_d = given->number(c, "v_d")};
  f.is_elastoplastic = f.s_ba > 0.0;
  f.g = given->function(c, "stribeck", &f.closure);
  *law = (RefLaw){.has_bristles = true,
                  .unit = f.mu_s / f.sigma0,
                  .rate = rate,
                  .settle = f.is_elastoplastic ? settle : NULL,
                  .zmax = zmax,
                  .own.lugre = f};
}
