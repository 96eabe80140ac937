/* tall_slider.c: the sliding body "tall_slider"; tall_slider.h tells what it is.
 *
 * bristle 0.1.0, template slider, spec tall_slider.lua
 * spec hash 5085338f232ae4883fc39d2bd5e73615bc2b61459ff8bba7be62640d81a55b70
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD */
#include "tall_slider.h"

#ifdef __TINYC__ /* TinyCC reads prototypes in less time than headers. */
double sqrt(double);
double sin(double);
double cos(double);
#else
#include <math.h>
#endif

#ifdef __FAST_MATH__
#error "-ffast-math hides NaN and infinity; the flags to use are in tall_slider.h"
#endif

/* Functions that make a step measurably faster where they are inlined. With -Os the
 * compiler decides, which keeps the text small. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define TALL_SLIDER_INLINE static inline __attribute__((always_inline))
#else
#define TALL_SLIDER_INLINE static inline
#endif

/* ---- helpers ------------------------------------------------------------ */

/* Returns 0 if all numbers are finite, else NaN: x - x is 0 for a finite x only. */
static inline tall_slider_real tall_slider_nan(const tall_slider_real *x, int count)
{
  tall_slider_real sum = 0.0;
  for (int i = 0; i < count; i++) sum += x[i] - x[i];
  return sum;
}

static inline void tall_slider_put(tall_slider_real *to, const tall_slider_real *from, int count)
{
  for (int i = 0; to && i < count; i++) to[i] = from[i];
}

static inline void tall_slider_zero(tall_slider_real *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = 0.0;
}

/* ---- the slip speed ----------------------------------------------------- */

/* One step's friction as an equation for the slip speed: velocities without
 * friction times et, eo, er; what friction takes off them; the coupling. */
typedef struct {
  tall_slider_real x, y, w, at, ao, ar;
  tall_slider_real k;
} tall_slider_problem;

/* Impulses over mu*pn*e at a slip speed, and their slopes by it. */
typedef struct {
  tall_slider_real a, b, c, a1, b1, c1;
} tall_slider_point;

static inline void tall_slider_pose(tall_slider_problem *p, tall_slider_real ux,
  tall_slider_real uy, tall_slider_real uw, tall_slider_real grip)
{
  p->x = 1.0*ux;
  p->y = 0.75*uy;
  p->w = 0.0625*uw;
  p->at = grip*1.0;
  p->ao = grip*0.5625;
  p->ar = grip*0.78125;
  p->k = 0.018750000000000003*uw;
}

TALL_SLIDER_INLINE void tall_slider_at(const tall_slider_problem *p, tall_slider_real sigma,
  tall_slider_point *r)
{
  const tall_slider_real x = p->x, y = p->y, w = p->w, at = p->at, ao = p->ao, ar = p->ar;
  const tall_slider_real one = 1.0, dr = sigma + ar, d = one/dr;
  const tall_slider_real k = p->k, ks = k*sigma, kappa = ks*d, rr = dr*dr;
  const tall_slider_real g = rr/((sigma + at)*(sigma + ao)*rr + ks*ks);
  const tall_slider_real t0 = g*(y*kappa - x*(sigma + ao));
  const tall_slider_real t1 = g*(x*kappa + y*(sigma + at));
  const tall_slider_real t2 = d*d;
  const tall_slider_real t3 = k*t2*ar;
  const tall_slider_real t4 = 2.0*t3*kappa + at + 2.0*sigma + ao;
  r->a = t0;
  r->b = -t1;
  r->c = -d*w;
  r->a1 = g*(y*t3 - x - t4*t0);
  r->b1 = g*(t4*t1 - y - x*t3);
  r->c1 = w*t2;
}

/* Newton's step for 1/|(a, b, c)| = 1, which is nearly linear in the slip speed;
 * *size is |(a, b, c)|^2. */
static tall_slider_real tall_slider_newton(const tall_slider_point *r, tall_slider_real *size)
{
  const tall_slider_real n = r->a*r->a + r->b*r->b + r->c*r->c;
  const tall_slider_real fall = -(r->a*r->a1 + r->b*r->b1 + r->c*r->c1);
  *size = n;
  return n/fall*(sqrt(n) - 1.0);
}

/* Where to start: the slip speed of the continuous model less what friction takes
 * off, to first order. */
static inline tall_slider_real tall_slider_start(const tall_slider_problem *p)
{
  const tall_slider_real x2 = p->x*p->x, y2 = p->y*p->y, w2 = p->w*p->w, s2 = x2 + y2,
    all = s2 + w2;
  /* free = s^2 in (x^2 + y^2)/(s^2 + k^2) + w^2/s^2 = 1; a start may lose digits. */
  const tall_slider_real k2 = p->k*p->k, half = 0.5*(all - k2);
  const tall_slider_real free = half + sqrt(half*half + w2*k2), slip = sqrt(free);
  const tall_slider_real spins = w2*((free + k2)*(free + k2)), slides = s2*free,
    per = 1.0/(slides*free + spins);
  const tall_slider_real loss = free*free*(x2*p->at + y2*p->ao) + (spins - k2*slides)*p->ar;
  const tall_slider_real bent = free*(p->x*p->y)*(p->k*(p->ao - p->at));
  return slip - (slip*bent + loss)*per;
}

/* A root between 0 and `most` by Newton's steps, halving where those leave the
 * bracket or do not shrink: two rounds halve either the bracket or the step.
 * Returns the friction at the root, to first order in the last step. */
static int tall_slider_find(const tall_slider_problem *p, tall_slider_real *slip,
  tall_slider_point *r)
{
  tall_slider_real size, low = 0.0;
  const tall_slider_real start = tall_slider_start(p),
    most = sqrt(p->x*p->x + p->y*p->y + p->w*p->w) - p->ao;
  tall_slider_real high = most, before = most, s = start < most ? start : most;
  if (!(s > low)) s = low;
  for (int i = 0; i < 160; i++) {
    tall_slider_at(p, s, r);
    tall_slider_real step = tall_slider_newton(r, &size);
    if (size > 1.0) low = s; else high = s;
    const tall_slider_real old = s, unit = s + p->ao;
    tall_slider_real change = step < 0.0 ? -step : step;
    const int is_newton = step >= low - s && step <= high - s && change <= before;
    if (!is_newton) {
      step = 0.5*(low - s) + 0.5*(high - s);
      change = step < 0.0 ? -step : step;
    }
    s = old + step;
    /* The next step would be about change^3/before^2. */
    const int is_near = is_newton && change <= 1e-8*unit &&
      change*(change/before)*(change/before) <= 1.3877787807814457e-17*unit;
    if (is_near || change <= 4.440892098500626e-16*unit) {
      r->a += r->a1*step;
      r->b += r->b1*step;
      r->c += r->c1*step;
      *slip = s;
      return TALL_SLIDER_OK;
    }
    before = is_newton && i > 1 ? 0.5*change : change;
  }
  *slip = s;
  return TALL_SLIDER_NO_CONVERGENCE;
}

/* |(a, b, c)|^2 = over/under at a slip speed, and the Taylor coefficients of both. */
typedef struct {
  tall_slider_real over0, over1, over2, under0, under1, under2;
} tall_slider_terms;

TALL_SLIDER_INLINE void tall_slider_terms_at(const tall_slider_problem *p, tall_slider_real s,
  tall_slider_terms *r)
{
  const tall_slider_real x = p->x, y = p->y, w2 = p->w*p->w;
  const tall_slider_real dt = s + p->at, dd = s + p->ao, dr = s + p->ar;
  const tall_slider_real k = p->k, ks = k*s;
  const tall_slider_real t0 = dr*dr;
  const tall_slider_real t1 = dt*dd;
  const tall_slider_real t2 = ks*ks + t1*t0;
  const tall_slider_real t3 = t2*t2;
  const tall_slider_real t4 = dr*dr;
  const tall_slider_real t5 = t4*t4;
  const tall_slider_real t6 = x*dr*dd - y*ks;
  const tall_slider_real t7 = y*dt*dr + x*ks;
  const tall_slider_real t8 = t7*t7 + t6*t6;
  const tall_slider_real t9 = 2.0*dr;
  const tall_slider_real t10 = dd + dt;
  const tall_slider_real t11 = t0*t10 + t9*t1 + 2.0*k*ks;
  const tall_slider_real t12 = 2.0*t2;
  const tall_slider_real t13 = t11*t12;
  const tall_slider_real t14 = dr*dr;
  const tall_slider_real t15 = 4.0*dr*t14;
  const tall_slider_real t16 = (dr + dd)*x - k*y;
  const tall_slider_real t17 = 2.0*t6;
  const tall_slider_real t18 = k*x + y*(dt + dr);
  const tall_slider_real t19 = 2.0*t7;
  const tall_slider_real t20 = t19*t18 + t16*t17;
  const tall_slider_real t21 = t12*(k*k + t1 + t9*t10 + t0) + t11*t11;
  r->over0 = t3*w2 + t8*t5;
  r->over1 = w2*t13 + t8*t15 + t5*t20;
  r->over2 = 6.0*t8*t0 + t20*t15 + w2*t21 + (t18*t18 + t16*t16 + y*t19 + x*t17)*t5;
  r->under0 = t0*t3;
  r->under1 = t0*t13 + t9*t3;
  r->under2 = t3 + t0*t21 + 4.0*t2*dr*t11;
}

/* Halley's step for over/under = 1. */
static inline tall_slider_real tall_slider_halley(const tall_slider_terms *r)
{
  const tall_slider_real excess = r->over0 - r->under0,
    slope = r->over1*r->under0 - r->over0*r->under1;
  const tall_slider_real bend = (r->over2*r->under0 - r->over0*r->under2)*r->under0
    - slope*r->under1;
  return excess*(slope*r->under0)/(excess*bend - slope*slope);
}

/* The root in a few steps, most often two, good for all but bodies that are about
 * to stop: true where friction there meets the ellipsoid to rounding. The last step
 * is small enough for the slopes of friction, which so need not wait for it.
 * Velocities are over |(x, y, w)|, so that nothing underflows. */
TALL_SLIDER_INLINE int tall_slider_guess(const tall_slider_problem *problem,
  tall_slider_real *slip, tall_slider_point *r)
{
  const tall_slider_real ux = problem->x, uy = problem->y, uw = problem->w;
  const tall_slider_real size = sqrt(ux*ux + uy*uy + uw*uw);
  const tall_slider_real scale = 1.0/size, start = tall_slider_start(problem)*scale;
  const tall_slider_problem p = {ux*scale, uy*scale, uw*scale,
    problem->at*scale, problem->ao*scale, problem->ar*scale, problem->k*scale};
  tall_slider_terms terms;
  tall_slider_terms_at(&p, start, &terms);
  tall_slider_real s = start, step = tall_slider_halley(&terms);
  int is_near = 0;
  for (int i = 0; i < 4 && !is_near; i++) {
    s += step;
    tall_slider_at(&p, s, r);
    tall_slider_terms_at(&p, s, &terms);
    step = (terms.over0 - terms.under0)/(terms.under1 - terms.over1);
    is_near = step <= 1e-8*s && step >= (-1e-8)*s;
  }
  r->a += r->a1*step;
  r->b += r->b1*step;
  r->c += r->c1*step;
  *slip = (s + step)*size;
  const tall_slider_real excess = r->a*r->a + r->b*r->b + r->c*r->c - 1.0;
  return is_near && excess <= 1.7763568394002505e-15 &&
    excess >= (-1.7763568394002505e-15);
}

/* out[0 .. na + nb - 2] = a*b for polynomials with so many coefficients. */
static void tall_slider_times(const tall_slider_real *a, int na, const tall_slider_real *b, int nb,
  tall_slider_real *out)
{
  tall_slider_zero(out, na + nb - 1);
  for (int i = 0; i < na; i++)
    for (int j = 0; j < nb; j++) out[i + j] += a[i]*b[j];
}

/* Coefficients of h(t), which has the sign of 1 - |(a, b, c)|^2 at the slip speed
 * s + t; its rounding errors are a few units of *size. All velocities are over
 * one of them, so that nothing overflows. */
static void tall_slider_expand(const tall_slider_problem *p, tall_slider_real s,
  tall_slider_real h[11], tall_slider_real *size)
{
  const tall_slider_real dt[2] = {s + p->at, 1.0}, dd[2] = {s + p->ao, 1.0};
  const tall_slider_real dr[2] = {s + p->ar, 1.0}, k = p->k;
  tall_slider_real rr[3], td[3], q[5], qq[9], f[3], g[3], f2[5], g2[5], r4[5], rest[9];
  tall_slider_times(dr, 2, dr, 2, rr);
  tall_slider_times(dt, 2, dd, 2, td);
  tall_slider_times(td, 3, rr, 3, q); /* ((s + at)(s + ao) + kappa^2)*(s + ar)^2 */
  q[0] += k*k*s*s;
  q[1] += 2.0*k*k*s;
  q[2] += k*k;
  tall_slider_times(q, 5, q, 5, qq);
  tall_slider_times(dd, 2, dr, 2, f);
  tall_slider_times(dt, 2, dr, 2, g);
  for (int i = 0; i < 3; i++) {
    const tall_slider_real ks = i == 0 ? k*s : i == 1 ? k : 0.0;
    f[i] = p->x*f[i] - p->y*ks; /* a and b over (s + ar)/q */
    g[i] = p->y*g[i] + p->x*ks;
  }
  tall_slider_times(f, 3, f, 3, f2);
  tall_slider_times(g, 3, g, 3, g2);
  for (int i = 0; i < 5; i++) f2[i] += g2[i];
  tall_slider_times(rr, 3, rr, 3, r4);
  tall_slider_times(f2, 5, r4, 5, rest);
  *size = qq[0]*rr[0];
  rr[0] -= p->w*p->w;
  tall_slider_times(qq, 9, rr, 3, h);
  for (int i = 0; i < 9; i++) h[i] -= rest[i];
}

/* From high, where friction is within the ellipsoid, down to the largest root or
 * to low. Each step is as long as the expansion proves that there is none: from
 * h(t) >= h0 + h1*t - bend*t^2 for -reach <= t <= 0. */
static tall_slider_real tall_slider_descend(const tall_slider_problem *p, tall_slider_real low,
  tall_slider_real high)
{
  tall_slider_real s = high, reach = high - low;
  for (int i = 0; i < 1000 && s > low; i++) {
    tall_slider_real h[11], size, bend = 0.0;
    tall_slider_expand(p, s, h, &size);
    if (!(h[0] > 1.4210854715202004e-14*size)) return s;
    for (int n = 10; n >= 2; n--) {
      const tall_slider_real harm = n % 2 ? h[n] : -h[n];
      bend = bend*reach + (harm > 0.0 ? harm : 0.0);
    }
    const tall_slider_real divisor = h[1] + sqrt(h[1]*h[1] + 4.0*bend*h[0]);
    const tall_slider_real safe = divisor > 0.0 ? 2.0*h[0]/divisor : reach;
    const tall_slider_real step = safe < reach ? safe : reach;
    s -= step;
    if (step <= 4.440892098500626e-16*s) return s;
    reach = 2.0*step < s - low ? 2.0*step : s - low;
  }
  return s > low ? s : low;
}

/* True where there is no larger root: from such a slip speed on friction only
 * falls, as (at + s)(ao + s) >= (k*ar*(ao - at)/(s + ar)^2/2)^2. */
static inline int tall_slider_is_alone(const tall_slider_problem *p, tall_slider_real s)
{
  const tall_slider_real dr = s + p->ar, bent = p->k*p->ar*(p->ao - p->at);
  return 4.0*(s + p->at)*(s + p->ao)*(dr*dr)*(dr*dr) >= bent*bent;
}

/* A root, and where there may be a larger one, the largest. */
static int tall_slider_find_largest(const tall_slider_problem *p, tall_slider_real *slip,
  tall_slider_point *r)
{
  const int status = tall_slider_find(p, slip, r);
  const tall_slider_real s = *slip;
  if (status != TALL_SLIDER_OK || tall_slider_is_alone(p, s)) return status;
  const tall_slider_real unit = sqrt(p->x*p->x + p->y*p->y + p->w*p->w);
  const tall_slider_problem q = {p->x/unit, p->y/unit, p->w/unit, p->at/unit, p->ao/unit,
    p->ar/unit, p->k/unit};
  const tall_slider_real found = tall_slider_descend(&q, s/unit, 1.0 - q.ao)*unit;
  if (!(found > s + 1e-8*(s + p->ao))) return TALL_SLIDER_OK;
  *slip = found;
  for (int i = 0; i < 3; i++) { /* polished, unless another root is next to it */
    tall_slider_real size;
    tall_slider_at(p, *slip, r);
    const tall_slider_real step = tall_slider_newton(r, &size);
    if (step <= 1e-8*found && step >= (-1e-8)*found) *slip += step;
  }
  tall_slider_at(p, *slip, r);
  return TALL_SLIDER_OK;
}

/* Copies keep what most steps need out of memory: it stays in registers. */
TALL_SLIDER_INLINE int tall_slider_solve(const tall_slider_problem *p, tall_slider_real *slip,
  tall_slider_point *r)
{
  const tall_slider_problem q = *p;
  tall_slider_real root;
  tall_slider_point found;
  if (tall_slider_guess(p, slip, r) && tall_slider_is_alone(p, *slip)) return TALL_SLIDER_OK;
  const int status = tall_slider_find_largest(&q, &root, &found);
  *slip = root;
  *r = found;
  return status;
}
/* ---- the patch ---------------------------------------------------------- */

/* Its edges in the body's axes: outward normals and their distances from the
 * centre of mass, m. */
static const tall_slider_real tall_slider_edges[12] = {
  0.0, -1.0, 0.10000000000000002,
  1.0, 0.0, 0.1,
  0.4472135954999579, 0.8944271909999159, 0.0894427190999916,
  -0.8944271909999159, 0.4472135954999579, 0.0447213595499958
};

/* The point is given in the table's axes. */
static inline int tall_slider_is_off_patch(const tall_slider_real point[2], tall_slider_real angle)
{
  const tall_slider_real r2 = point[0]*point[0] + point[1]*point[1];
  if (r2 <= 0.0019999999999999987) return 0;
  if (r2 > 0.020000000000000018) return 1;
  const tall_slider_real c = cos(angle), n = sin(angle);
  const tall_slider_real x = c*point[0] + n*point[1], y = c*point[1] - n*point[0];
  for (int i = 0; i < 4; i++) {
    const tall_slider_real *const edge = tall_slider_edges + 3*i;
    if (edge[0]*x + edge[1]*y > edge[2]) return 1;
  }
  return 0;
}

/* ---- the step ----------------------------------------------------------- */

/* What there is of one step: velocity without friction, friction, and the new
 * velocity. */
typedef struct {
  tall_slider_real u[3], grip;  /* m/s, m/s, rad/s; mu*g*dt */
  tall_slider_problem problem;
  tall_slider_point point; /* not at rest */
  tall_slider_real v[3], out[TALL_SLIDER_NOUT];
} tall_slider_motion;

/* Fills all of it but the pose; v and load may be anything. */
static int tall_slider_move(const tall_slider_real v[3], const tall_slider_real load[3],
  tall_slider_real dt, tall_slider_motion *m)
{
  const tall_slider_real ux = v[0] + dt*(load[0]*0.5 + 0.5);
  const tall_slider_real uy = v[1] + dt*(load[1]*0.5 - 0.25);
  const tall_slider_real uw = v[2] + dt*(load[2]*100.0);
  const tall_slider_real grip = dt*4.875;
  const tall_slider_real rx = ux*1.0, ry = uy*1.3333333333333333, rw = uw*0.08;
  m->u[0] = ux;
  m->u[1] = uy;
  m->u[2] = uw;
  m->grip = grip;
  if (rx*rx + ry*ry + rw*rw <= grip*grip) { /* friction can hold it */
    m->out[0] = (-2.0)*ux;
    m->out[1] = (-2.0)*uy;
    m->out[2] = (-0.01)*uw;
    m->out[3] = 0.0;
    m->out[4] = grip > 0.0 ? 0.025*(ux/grip) : 0.0;
    m->out[5] = grip > 0.0 ? 0.025*(uy/grip) : 0.0;
    tall_slider_zero(m->v, 3);
    return TALL_SLIDER_OK;
  }
  tall_slider_pose(&m->problem, ux, uy, uw, grip);
  const int status = tall_slider_solve(&m->problem, &m->out[3], &m->point);
  const tall_slider_real a = m->point.a, b = m->point.b, c = m->point.c;
  m->out[0] = grip*2.0*a;
  m->out[1] = grip*1.5*b;
  m->out[2] = grip*0.125*c;
  m->out[4] = (-0.025)*a;
  m->out[5] = (-0.018750000000000003)*b;
  m->v[0] = ux + grip*1.0*a;
  m->v[1] = uy + grip*0.75*b;
  m->v[2] = uw + grip*12.5*c;
  return status;
}

/* Moves the state on by a motion that was found, unless it is not finite. */
static inline int tall_slider_accept(tall_slider_state *s, tall_slider_real dt,
  const tall_slider_motion *m, int status)
{
  tall_slider_real q[3];
  for (int i = 0; i < 3; i++) q[i] = s->q[i] + dt*m->v[i];
  if (!(tall_slider_nan(q, 3) + tall_slider_nan(m->v, 3) + tall_slider_nan(m->out,
    TALL_SLIDER_NOUT) == 0.0)) return TALL_SLIDER_BAD_STATE;
  if (status == TALL_SLIDER_OK && tall_slider_is_off_patch(m->out + TALL_SLIDER_AX, q[2]))
    status = TALL_SLIDER_TIPPING;
  tall_slider_put(s->q, q, 3);
  tall_slider_put(s->v, m->v, 3);
  return status;
}

static int tall_slider_is_bad(const tall_slider_real *input, int count, tall_slider_real dt)
{
  return !(tall_slider_nan(input, count) + (dt - dt) == 0.0) || dt < 0.0;
}

void tall_slider_reset(tall_slider_state *s)
{
  tall_slider_zero(s->q, 3);
  tall_slider_zero(s->v, 3);
}

int tall_slider_step(tall_slider_state *s, const tall_slider_real load[3], tall_slider_real dt,
  tall_slider_real out[TALL_SLIDER_NOUT])
{

  tall_slider_motion m;
  int status = TALL_SLIDER_BAD_INPUT;
  if (!tall_slider_is_bad(load, 3, dt))
    status = tall_slider_accept(s, dt, &m, tall_slider_move(s->v, load, dt, &m));
  if (status == TALL_SLIDER_BAD_INPUT || status == TALL_SLIDER_BAD_STATE)
    tall_slider_zero(out, TALL_SLIDER_NOUT);
  else
    tall_slider_put(out, m.out, TALL_SLIDER_NOUT);
  return status;
}

/* ---- derivatives -------------------------------------------------------- */

/* The new velocity by that without friction; the slip speed is not 0. */
static void tall_slider_slopes(const tall_slider_motion *m, tall_slider_real jac[9])
{
  const tall_slider_problem *const p = &m->problem;
  const tall_slider_real x = p->x, y = p->y, w = p->w, ar = p->ar, grip = m->grip,
    sigma = m->out[3];
  const tall_slider_real d = 1.0/(sigma + ar);
  const tall_slider_real at = p->at, ao = p->ao, k = p->k, kappa = k*sigma*d;
  const tall_slider_real g = 1.0/((sigma + at)*(sigma + ao) + kappa*kappa);
  const tall_slider_real t0 = -sigma - ao;
  const tall_slider_real t1 = g*grip;
  const tall_slider_real t2 = d*d;
  const tall_slider_real t3 = k*t2*ar;
  const tall_slider_real t4 = y*kappa - x*(sigma + ao);
  const tall_slider_real t5 = g*g;
  const tall_slider_real t6 = t5*(ao + 2.0*sigma + at + 2.0*t3*kappa);
  const tall_slider_real t7 = t6*grip;
  const tall_slider_real t8 = x*t1;
  const tall_slider_real t9 = y*t1*t3 - t4*t7 - t8;
  const tall_slider_real t10 = 2.0*t5;
  const tall_slider_real t11 = t4*t10;
  const tall_slider_real t12 = at + sigma;
  const tall_slider_real t13 = x*kappa + y*t12;
  const tall_slider_real t14 = t13*t10;
  const tall_slider_real t15 = x*t14 + y*t11;
  const tall_slider_real t16 = 2.0*g;
  const tall_slider_real t17 = t13*t13*t16 + t4*t4*t16;
  const tall_slider_real t18 = d*d;
  const tall_slider_real t19 = 1.0/(t3*t15 - 2.0*d*t18*w*w + y*t14 - t6*t17 - x*t11);
  const tall_slider_real t20 = t19*(t14*kappa + t0*t11);
  const tall_slider_real t21 = 0.75*t1;
  const tall_slider_real t22 = t21*kappa;
  const tall_slider_real t23 = t19*(t12*t14 + t11*kappa);
  const tall_slider_real t24 = 0.75*t23;
  const tall_slider_real t25 = d*grip;
  const tall_slider_real t26 = t25*sigma;
  const tall_slider_real t27 = g*t26;
  const tall_slider_real t28 = t5*kappa;
  const tall_slider_real t29 = 0.037500000000000006*t28;
  const tall_slider_real t30 = d*sigma;
  const tall_slider_real t31 = w*t2;
  const tall_slider_real t32 = t19*(0.125*t31 + 0.018750000000000003*t30*t15 - t29*t30*t17);
  const tall_slider_real t33 = 0.75*t7*t13 - 0.75*t8*t3 - y*t21;
  const tall_slider_real t34 = t31*grip;
  const tall_slider_real t35 = 12.5*t34;
  const tall_slider_real j0 = 1.0 - t9*t20 + t1*t0;
  const tall_slider_real j1 = t22 - t9*t24;
  const tall_slider_real j2 = 0.018750000000000003*y*t27 - t9*t32 - t4*t29*t26;
  const tall_slider_real j3 = -t22 - t20*t33;
  const tall_slider_real j4 = 1.0 - t24*t33 - 0.5625*t1*t12;
  const tall_slider_real j5 = 0.028125000000000004*t28*t26*t13 - t33*t32
    - 0.014062500000000002*x*t27;
  const tall_slider_real j6 = -t20*t35;
  const tall_slider_real j7 = -9.375*t23*t34;
  const tall_slider_real j8 = 1.0 - 0.78125*t25 - t32*t35;
  jac[0] = j0; jac[1] = j1; jac[2] = j2; /* vx by vx, vy, w */
  jac[3] = j3; jac[4] = j4; jac[5] = j5; /* vy */
  jac[6] = j6; jac[7] = j7; jac[8] = j8; /* w */
}

int tall_slider_step_jac(tall_slider_state *s, const tall_slider_real load[3], tall_slider_real dt,
  tall_slider_real out[TALL_SLIDER_NOUT], tall_slider_real dv_dv[9], tall_slider_real dv_dload[9])
{

  tall_slider_motion m;
  tall_slider_real jac[9] = {0.0}, by_load[9];
  tall_slider_zero(out, TALL_SLIDER_NOUT);
  tall_slider_zero(dv_dv, 9);
  tall_slider_zero(dv_dload, 9);
  if (tall_slider_is_bad(load, 3, dt)) return TALL_SLIDER_BAD_INPUT;
  int status = tall_slider_move(s->v, load, dt, &m);
  if (m.out[3] > 0.0) tall_slider_slopes(&m, jac);
  for (int i = 0; i < 9; i++) by_load[i] = jac[i]*dt*(i % 3 < 2 ? 0.5 : 100.0);
  if (!(tall_slider_nan(jac, 9) + tall_slider_nan(by_load, 9) == 0.0))
    return TALL_SLIDER_BAD_STATE;
  status = tall_slider_accept(s, dt, &m, status);
  if (status == TALL_SLIDER_BAD_STATE) return status;
  tall_slider_put(out, m.out, TALL_SLIDER_NOUT);
  tall_slider_put(dv_dv, jac, 9);
  tall_slider_put(dv_dload, by_load, 9);
  return status;
}

/* ---- the continuous model, pure translation ------------------------------ */

/* The slip speed from x^2 + y^2 + w^2, w^2 and k^2. */
static tall_slider_real tall_slider_free_slip(tall_slider_real all, tall_slider_real w2,
  tall_slider_real k2)
{ /* (x^2 + y^2)/(s^2 + k^2) + w^2/s^2 = 1 */
  const tall_slider_real half = 0.5*(all - k2), root = sqrt(half*half + w2*k2);
  return sqrt(half > 0.0 ? half + root : w2*k2/(root - half));
}

int tall_slider_friction(const tall_slider_real twist[3], tall_slider_real force[3],
  tall_slider_real point[2])
{
  tall_slider_problem p;
  tall_slider_point r;
  tall_slider_zero(force, 3);
  tall_slider_zero(point, 2);
  if (!(tall_slider_nan(twist, 3) == 0.0)) return TALL_SLIDER_BAD_INPUT;
  tall_slider_pose(&p, twist[0], twist[1], twist[2], 0.0);
  const tall_slider_real all = p.x*p.x + p.y*p.y + p.w*p.w;
  if (!(all > 0.0)) return TALL_SLIDER_OK;
  const tall_slider_real slip = tall_slider_free_slip(all, p.w*p.w, p.k*p.k);
  tall_slider_at(&p, slip, &r);
  const tall_slider_real f[3] = {9.75*r.a, 7.3125*r.b, 0.609375*r.c};
  const tall_slider_real below[2] = {f[0]*(-0.002564102564102564), f[1]*(-0.002564102564102564)};
  if (!(tall_slider_nan(f, 3) + tall_slider_nan(below, 2) == 0.0)) return TALL_SLIDER_BAD_INPUT;
  tall_slider_put(force, f, 3);
  tall_slider_put(point, below, 2);
  return TALL_SLIDER_OK;
}

int tall_slider_translate(const tall_slider_real v[2], const tall_slider_real force[2],
  tall_slider_real dt,
  tall_slider_real v1[2], tall_slider_real impulse[2])
{

  tall_slider_zero(v1, 2);
  tall_slider_zero(impulse, 2);
  if (tall_slider_is_bad(v, 2, dt) || tall_slider_is_bad(force, 2, dt))
    return TALL_SLIDER_BAD_INPUT;
  const tall_slider_real grip = dt*4.875, *const load = force;
  const tall_slider_real ux = v[0] + dt*(load[0]*0.5 + 0.5), uy = v[1] + dt*(load[1]*0.5 - 0.25);
  tall_slider_real change[2] = {-ux, -uy}, slip, rx = ux*1.0, ry = uy*1.3333333333333333;
  if (rx*rx + ry*ry > grip*grip) { /* PS (44) */
    tall_slider_problem p;
    tall_slider_point r;
    tall_slider_pose(&p, ux, uy, 0.0, grip);
    const int status = tall_slider_solve(&p, &slip, &r);
    if (status != TALL_SLIDER_OK) return status;
    change[0] = grip*1.0*r.a;
    change[1] = grip*0.75*r.b;
  }
  const tall_slider_real after[2] = {ux + change[0], uy + change[1]};
  const tall_slider_real push[2] = {2.0*change[0], 2.0*change[1]};
  if (!(tall_slider_nan(after, 2) + tall_slider_nan(push, 2) == 0.0)) return TALL_SLIDER_BAD_INPUT;
  tall_slider_put(v1, after, 2);
  tall_slider_put(impulse, push, 2);
  return TALL_SLIDER_OK;
}

/* ---- quasi-static pushing ------------------------------------------------ */

/* A push (fx, fy) at a point moves the body by the twist (fx/et^2, fy/eo^2,
 * (x*fy - y*fx)/er^2) times a speed: the ECP is below the centre of mass. */
static void tall_slider_give(const tall_slider_real at[2], tall_slider_real fx,
  tall_slider_real fy, tall_slider_real twist[3])
{
  twist[0] = fx*1.0;
  twist[1] = fy*1.7777777777777777;
  twist[2] = (at[0]*fy - at[1]*fx)*256.0;
}

/* The push that balances friction at a twist. */
static void tall_slider_balance(const tall_slider_real twist[3], tall_slider_real force[2])
{
  const tall_slider_real x = 1.0*twist[0], y = 0.75*twist[1], w = 0.0625*twist[2];
  const tall_slider_real size = sqrt(x*x + y*y + w*w);
  force[0] = size > 0.0 ? 9.75*(x/size) : 0.0;
  force[1] = size > 0.0 ? 7.3125*(y/size) : 0.0;
}

/* PS (38)-(40), also for et != eo: the twist for which the point moves like
 * that. */
static void tall_slider_stick(const tall_slider_real at[2], const tall_slider_real v[2],
  tall_slider_real twist[3])
{
  const tall_slider_real x = at[0], y = at[1];
  const tall_slider_real cx = 0.5625*x, cy = 1.0*y;
  twist[2] = (cx*v[1] - cy*v[0])/(0.00390625 + cx*x + cy*y);
  twist[0] = v[0] + twist[2]*y;
  twist[1] = v[1] - twist[2]*x;
}

static int tall_slider_give_push(const tall_slider_real twist[3], tall_slider_real *to,
  tall_slider_real *force)
{
  tall_slider_real push[2];
  tall_slider_balance(twist, push);
  if (!(tall_slider_nan(twist, 3) + tall_slider_nan(push, 2) == 0.0)) return TALL_SLIDER_BAD_INPUT;
  tall_slider_put(to, twist, 3);
  tall_slider_put(force, push, 2);
  return TALL_SLIDER_OK;
}

int tall_slider_push(const tall_slider_real at[2], const tall_slider_real velocity[2],
  tall_slider_real twist[3], tall_slider_real force[2])
{
  tall_slider_real moves[3];
  tall_slider_zero(twist, 3);
  tall_slider_zero(force, 2);
  if (!(tall_slider_nan(at, 2) + tall_slider_nan(velocity, 2) == 0.0))
    return TALL_SLIDER_BAD_INPUT;
  tall_slider_stick(at, velocity, moves);
  return tall_slider_give_push(moves, twist, force);
}

int tall_slider_push_edge(const tall_slider_real at[2], const tall_slider_real normal[2],
  tall_slider_real mu,
  const tall_slider_real velocity[2], tall_slider_real twist[3], tall_slider_real force[2],
  tall_slider_real *slip)
{
  const tall_slider_real size = sqrt(normal[0]*normal[0] + normal[1]*normal[1]);
  tall_slider_real moves[3], push[2], slides = 0.0;
  tall_slider_zero(twist, 3);
  tall_slider_zero(force, 2);
  tall_slider_zero(slip, 1);
  if (!(tall_slider_nan(at, 2) + tall_slider_nan(velocity, 2) + (mu - mu) + (size - size) == 0.0))
    return TALL_SLIDER_BAD_INPUT;
  if (mu < 0.0 || !(size > 0.0)) return TALL_SLIDER_BAD_INPUT;
  const tall_slider_real nx = normal[0]/size, ny = normal[1]/size;
  const tall_slider_real approach = velocity[0]*nx + velocity[1]*ny;
  if (!(approach > 0.0)) return TALL_SLIDER_SEPARATED;
  tall_slider_stick(at, velocity, moves);
  tall_slider_balance(moves, push);
  const tall_slider_real across = push[0]*nx + push[1]*ny, along = push[1]*nx - push[0]*ny;
  const int is_held = (along < 0.0 ? -along : along) <= mu*across;
  /* Beyond the cone the force is on that side of it whose push keeps the edge
   * moving with the pusher while the pusher slides to that side: one does. */
  for (int side = -1; side <= 1 && !is_held; side += 2) {
    const tall_slider_real t = side < 0 ? -mu : mu;
    tall_slider_real unit[3];
    tall_slider_give(at, nx - t*ny, ny + t*nx, unit);
    const tall_slider_real px = unit[0] - unit[2]*at[1], py = unit[1] + unit[2]*at[0];
    const tall_slider_real rate = px*nx + py*ny;
    if (!(rate > 0.0)) continue;
    const tall_slider_real speed = approach/rate;
    slides = (velocity[1] - speed*py)*nx - (velocity[0] - speed*px)*ny;
    for (int i = 0; i < 3; i++) moves[i] = speed*unit[i];
    if (side < 0 ? slides <= 0.0 : slides >= 0.0) break;
  }
  if (!(slides - slides == 0.0)) return TALL_SLIDER_BAD_INPUT;
  const int status = tall_slider_give_push(moves, twist, force);
  if (status == TALL_SLIDER_OK) tall_slider_put(slip, &slides, 1);
  return status;
}

int tall_slider_push_for(const tall_slider_real twist[3], tall_slider_real at[2],
  tall_slider_real velocity[2],
  tall_slider_real force[2])
{
  const tall_slider_real fx = 1.0*twist[0], fy = 0.5625*twist[1];
  const tall_slider_real arm = 0.00390625*twist[2]/(fx*fx + fy*fy);
  const tall_slider_real place[2] = {arm*fy, -arm*fx};
  const tall_slider_real v[2] = {twist[0] - twist[2]*place[1], twist[1] + twist[2]*place[0]};
  tall_slider_zero(at, 2);
  tall_slider_zero(velocity, 2);
  tall_slider_zero(force, 2);
  if (!(tall_slider_nan(twist, 3) + tall_slider_nan(v, 2) + tall_slider_nan(place, 2) == 0.0))
    return TALL_SLIDER_BAD_INPUT;
  tall_slider_put(at, place, 2);
  tall_slider_put(velocity, v, 2);
  return tall_slider_give_push(twist, 0, force);
}

/* ---- golden vectors ----------------------------------------------------- */

/* True where a number is off by more than its bar. */
static int tall_slider_differs(const tall_slider_real *got, const tall_slider_real *expected,
  const tall_slider_real *bar, int count)
{
  for (int i = 0; i < count; i++) {
    const tall_slider_real d = got[i] - expected[i];
    if (!((d < 0.0 ? -d : d) <= bar[i])) return 1;
  }
  return 0;
}

int tall_slider_selftest(void)
{
  /* Velocity and load; what _step (dt = 0.0078125 s) makes of them: velocity
   * and out[], from the reference; how far off those may be. */
  static const tall_slider_real start[24] = {
  0.9521484375, -0.39990234375, 9.521484375,
  3.9000000000000004, 2.1937499999999996, -0.12187500000000001,
  0.076171875, 0.028564453125, -14.2822265625,
  -4.875, 0.7312500000000001, 0.1828125,
  0.026660156249999997, 0.022851562500000002, 0.28564453125,
  0.9750000000000001, 1.4625000000000001, 0.060937500000000006,
  0.0038085937500000003, -0.0057128906250000005, 0.04760742187500001,
  2.925, 0.7312500000000001, 0.12187500000000001
};
  static const tall_slider_real end[36] = {
  0.938864288305, -0.389602073516, 9.18419382868,
  -0.0648495483893, 0.00736811859343, -0.00242075702573,
  1.12887153052, 0.0212839543431, -0.00241825430759,
  0.0583826168078, 0.0293292111968, -13.6644917165,
  -0.00530507888448, -0.000277124481383, 0.00474912580332,
  0.856119695496, 0.00174115409542, 9.09536759411e-5,
  0.0100263869592, 0.00940673185134, 0.105674776916,
  -0.0486972260816, -0.0344091925473, -0.00227577176209,
  0.0138164769256, 0.0159826793294, 0.0112932734514,
  0.0, 0.0, 0.0,
  -0.03828125, 0.009619140625, -0.00142822265625,
  0.0, 0.0125641025641, -0.00315705128205
};
  static const tall_slider_real bar[9] = {
  1.1425781250000002e-9, 8.569335937500002e-10, 1.4282226562500003e-8,
  2.2851562500000005e-9, 1.7138671875000003e-9, 1.4282226562500003e-10,
  1.1425781250000002e-9, 2.5000500000000002e-11, 2.5000500000000002e-11
};
  /* Points and pushers' velocities; twist and force of _push, and of _push_edge
   * with mu = 0.25 and the normal (1, 0); their bars. */
  static const tall_slider_real push[16] = {
  -0.0447213595499958, 0.008944271909999161, 0.01, 0.001,
  -0.035777087639996645, -0.0223606797749979, 0.006999999999999999, 0.009000000000000001,
  -0.0447213595499958, 0.04024922359499622, 0.01, -0.012,
  -0.02683281572999748, 0.0, 0.01, 0.0
};
  static const tall_slider_real moves[40] = {
  0.00979946197114, -2.69014428956e-6, -0.02242083323, 9.65181712824, -0.00149040724934,
  0.00979946197114, -2.69014428956e-6, -0.02242083323, 9.65181712824, -0.00149040724934,
  0.00710729090466, 0.00882833455255, -0.00479819512363, 7.13050711352, 4.98215959277,
  0.00650074294205, 0.00288921908536, 0.0223274543964, 9.06362797509, 2.26590699377,
  0.00939109190002, -0.0126765645555, -0.0151284433734, 6.83463651468, -5.18947508467,
  0.00769514897808, -0.00342006621248, -0.0572644840335, 8.4624987918, -2.11562469795,
  0.01, 0.0, 0.0, 9.75, 0.0,
  0.01, 0.0, 0.0, 9.75, 0.0
};
  static const tall_slider_real push_bar[5] = {
  3e-11,
  3e-11,
  6.708203932499368e-10,
  9.750000000000001e-9,
  7.3125e-9
};
  for (int i = 0; i < 4; i++) {
    tall_slider_state s;
    tall_slider_real got[9], slip;
    static const tall_slider_real normal[2] = {1.0, 0.0};
    const tall_slider_real *const p = push + 4*i;
    tall_slider_reset(&s);
    tall_slider_put(s.v, start + 6*i, 3);
    if (tall_slider_step(&s, start + 6*i + 3, 0.0078125, got + 3) < TALL_SLIDER_OK) return 3*i + 1;
    tall_slider_put(got, s.v, 3);
    if (tall_slider_differs(got, end + 9*i, bar, 9)) return 3*i + 1;
    if (tall_slider_push(p, p + 2, got, got + 3) != TALL_SLIDER_OK) return 3*i + 2;
    if (tall_slider_differs(got, moves + 10*i, push_bar, 5)) return 3*i + 2;
    if (tall_slider_push_edge(p, normal, 0.25, p + 2, got, got + 3, &slip) < TALL_SLIDER_OK)
      return 3*i + 3;
    if (tall_slider_differs(got, moves + 10*i + 5, push_bar, 5)) return 3*i + 3;
  }
  return TALL_SLIDER_OK;
}
