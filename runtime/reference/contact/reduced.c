/* reduced.c: the reduced planar LuGre model and its ellipsoid form, PL V with
 * torsion matched or as there: three bristles at the centre of pressure, tied
 * together by a limit surface h. In: figures of the patch, the surface, zeta, a
 * twist and a normal force. Out: the rate of zeta or zeta one explicit Euler
 * step later, and the wrench. Twist and wrench at the grid centre; zeta in
 * metres.
 */
#include "reference/contact/contact.h"
#include "reference/dense.h"

#include <math.h>
#include <string.h>

static double norm3(const double a[3])
{
  return ref_length(a, 3);
}

void ref_reduced_stretch(const RefReduced *c, const double twist[3],
                         double out[3])
{
  const RefPatch p = {.ratio = c->ratio, .angle = c->angle};
  const double w = twist[2];
  ref_stretch(&p, twist, out);
  out[2] = c->ratio > 0.0 ? c->ratio * w : w;
}

/* The twist of the body point at the CoP. */
static void twist_to_cop(const RefReduced *c, const double twist[3],
                         double v[3])
{
  double t[3];
  ref_reduced_stretch(c, twist, t);
  v[0] = t[0] - t[2] * c->cop[1];
  v[1] = t[1] + t[2] * c->cop[0];
  v[2] = t[2];
}

/* ---- surfaces ---------------------------------------------------------- */

/* PL (22): h = -V_S/|V_S|. */
void ref_surface_ellipsoid(const void *context, const double twist[3],
                           double h[3])
{
  const RefReduced *c = context;
  const double vs[3] = {twist[0], twist[1], c->r * twist[2]};
  const double s = norm3(vs);
  for (int d = 0; d < 3; d++) h[d] = s > 0.0 ? -vs[d] / s : 0.0;
}

/* ---- the model at the CoP ---------------------------------------------- */

/* A twist seen from the CoP: V, V_S = S*V, s = |V_S| and h. */
typedef struct Slip {
  double v[3], vs[3], s, h[3];
} Slip;

static Slip slip_at_cop(const RefReduced *c, const double twist[3])
{
  Slip slip;
  twist_to_cop(c, twist, slip.v);
  slip.vs[0] = slip.v[0];
  slip.vs[1] = slip.v[1];
  slip.vs[2] = c->r * slip.v[2];
  slip.s = norm3(slip.vs);
  c->surface(c->context, slip.v, slip.h);
  return slip;
}

/* (1 + cos(zeta, -h))/2, and 1 where either vanishes. */
static double alignment(const double zeta[3], const double h[3])
{
  const double nz = norm3(zeta), nh = norm3(h);
  if (nz == 0.0 || nh == 0.0) return 1.0;
  double cosine = 0.0;
  for (int d = 0; d < 3; d++) cosine -= zeta[d] / nz * (h[d] / nh);
  return 0.5 * (1.0 + cosine);
}

/* K [(1-abar) V_S - abar h s - beta (sigma0 s/g) zeta], or PL (32)
 * with its sign put right: K = 1 and -h s for the first two terms. */
static void zeta_rate(const RefReduced *c, const Slip *slip,
                      const double zeta[3], double dzeta[3])
{
  const RefLugre *f = &c->friction;
  const double g = ref_lugre_g(f, slip->s);
  const double zmax = norm3(slip->h) * g / f->sigma0;
  const double abar = ref_lugre_abar(f, norm3(zeta), zmax);
  const double beta =
      f->is_elastoplastic ? abar * alignment(zeta, slip->h) : 1.0;
  const double a = beta * f->sigma0 * slip->s / g;
  const double k[3] = {1.0, 1.0, c->u / (c->r * c->r)};
  for (int d = 0; d < 3; d++) {
    const double plastic = -slip->h[d] * slip->s;
    if (c->is_matched)
      dzeta[d] =
          k[d] * ((1.0 - abar) * slip->vs[d] + abar * plastic - a * zeta[d]);
    else
      dzeta[d] = plastic - a * zeta[d];
  }
}

/* From the CoP to the grid centre. */
static void wrench_to_centre(const RefReduced *c, double wrench[3])
{
  wrench[2] += c->cop[0] * wrench[1] - c->cop[1] * wrench[0];
  ref_reduced_stretch(c, wrench, wrench);
}

/* PL (26) on S*zeta, then shifted. */
static void reduced_wrench(const RefReduced *c, const Slip *slip, double fn,
                           const double zeta[3], const double dzeta[3],
                           double wrench[3])
{
  const RefLugre *f = &c->friction;
  const double sigma1 = ref_lugre_sigma1(f, slip->s);
  const double scale[3] = {1.0, 1.0, c->r}, viscous[3] = {1.0, 1.0, c->u};
  for (int d = 0; d < 3; d++)
    wrench[d] = -fn * (scale[d] * (f->sigma0 * zeta[d] + sigma1 * dzeta[d]) +
                       f->sigma2 * viscous[d] * slip->v[d]);
  wrench_to_centre(c, wrench);
}

/* ---- entry points ------------------------------------------------------ */

static int input_status(const double twist[3], double fn, double dt)
{
  if (!isfinite(twist[0]) || !isfinite(twist[1]) || !isfinite(twist[2]) ||
      !isfinite(fn) || !isfinite(dt) || dt < 0.0)
    return BR_BAD_INPUT;
  return fn <= 0.0 ? BR_SEPARATED : BR_OK;
}

static void give(double *out, const double value[3])
{
  if (out) memcpy(out, value, 3 * sizeof *out);
}

int ref_reduced_rate(const RefReduced *c, const double zeta[3],
                     const double twist[3], double fn, double dzeta[3],
                     double wrench[3])
{
  double rate[3] = {0.0, 0.0, 0.0}, force[3] = {0.0, 0.0, 0.0};
  const int status = input_status(twist, fn, 0.0);
  if (status == BR_OK) {
    const Slip slip = slip_at_cop(c, twist);
    zeta_rate(c, &slip, zeta, rate);
    reduced_wrench(c, &slip, fn, zeta, rate, force);
  }
  give(dzeta, rate);
  give(wrench, force);
  return status;
}

int ref_reduced_step_euler(const RefReduced *c, double zeta[3],
                           const double twist[3], double fn, double dt,
                           double wrench[3])
{
  double rate[3], force[3] = {0.0, 0.0, 0.0};
  const int status = input_status(twist, fn, dt);
  if (status == BR_OK) {
    const Slip slip = slip_at_cop(c, twist);
    zeta_rate(c, &slip, zeta, rate);
    for (int d = 0; d < 3; d++) zeta[d] += dt * rate[d];
    reduced_wrench(c, &slip, fn, zeta, rate, force);
  } else if (status == BR_SEPARATED) {
    zeta[0] = zeta[1] = zeta[2] = 0.0;
  }
  give(wrench, force);
  return status;
}

/* (S*h*g(s) - sigma2*U*V)*fn, where the bristles have come to rest. */
int ref_reduced_steady(const RefReduced *c, const double twist[3], double fn,
                       double wrench[3])
{
  double force[3] = {0.0, 0.0, 0.0};
  const int status = input_status(twist, fn, 0.0);
  if (status == BR_OK) {
    const Slip slip = slip_at_cop(c, twist);
    const double g = ref_lugre_g(&c->friction, slip.s);
    const double scale[3] = {1.0, 1.0, c->r}, viscous[3] = {1.0, 1.0, c->u};
    for (int d = 0; d < 3; d++)
      force[d] = fn * (scale[d] * slip.h[d] * g -
                       c->friction.sigma2 * viscous[d] * slip.v[d]);
    wrench_to_centre(c, force);
  }
  give(wrench, force);
  return status;
}

int ref_reduced_limit(const RefReduced *c, const double twist[3], double fn,
                      double wrench[3])
{
  double force[3] = {0.0, 0.0, 0.0};
  const int status = input_status(twist, fn, 0.0);
  if (status == BR_OK) {
    const Slip slip = slip_at_cop(c, twist);
    const double scale[3] = {1.0, 1.0, c->r};
    for (int d = 0; d < 3; d++)
      force[d] = c->friction.mu_c * fn * scale[d] * slip.h[d];
    wrench_to_centre(c, force);
  }
  give(wrench, force);
  return status;
}
