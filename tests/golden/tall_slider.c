/* tall_slider.c: the sliding body "tall_slider"; see tall_slider.h.
 *
 * bristle 0.1.0, template slider, spec tall_slider.lua
 * spec hash 5085338f232ae4883fc39d2bd5e73615bc2b61459ff8bba7be62640d81a55b70
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD */
#include "tall_slider.h"
#if TALL_SLIDER_SPEC_ID != 0xfcdf9a09u
#error "tall_slider.h and tall_slider.c are of different specs: emit both again"
#endif

/* The place of all tables: define TALL_SLIDER_TABLE to put them into a section of your own, as by
 * -DTALL_SLIDER_TABLE='__attribute__((section(".ccmram")))'. */
#ifndef TALL_SLIDER_TABLE
#define TALL_SLIDER_TABLE
#endif

#ifdef __TINYC__ /* TinyCC reads prototypes in less time than headers. */
double sqrt(double);
double sin(double);
double cos(double);
#include <stdint.h>
void *memcpy(void *, const void *, __SIZE_TYPE__);
#else
#if !defined(__GNUC__)
#include <math.h> /* sqrt */
#endif
#include <stdint.h>
#if defined(__STDC_HOSTED__) && __STDC_HOSTED__ == 0
/* Without a C library (-ffreestanding): what compilers call by themselves to copy and to clear.
 * Another file's definitions win. */
#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, __SIZE_TYPE__ size);
void *memmove(void *to, const void *from, __SIZE_TYPE__ size);
void *memset(void *to, int value, __SIZE_TYPE__ size);

/* Volatile: the compiler must not turn these loops into calls of themselves. */
__attribute__((weak)) void *memmove(void *to, const void *from, __SIZE_TYPE__ size)
{
  volatile unsigned char *out = (volatile unsigned char *)to;
  const volatile unsigned char *in = (const volatile unsigned char *)from;
  const int is_upward = out < in;
  for (__SIZE_TYPE__ i = 0; i < size; i++) {
    const __SIZE_TYPE__ at = is_upward ? i : size - 1u - i;
    out[at] = in[at];
  }
  return to;
}

__attribute__((weak)) void *memcpy(void *to, const void *from, __SIZE_TYPE__ size)
{
  return memmove(to, from, size);
}

__attribute__((weak)) void *memset(void *to, int value, __SIZE_TYPE__ size)
{
  volatile unsigned char *out = (volatile unsigned char *)to;
  for (__SIZE_TYPE__ i = 0; i < size; i++) out[i] = (unsigned char)value;
  return to;
}
#ifdef __cplusplus
}
#endif
#else
#include <string.h>
#endif
#endif

#if defined(__FAST_MATH__) || defined(_M_FP_FAST) \
  || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "these flags hide NaN and infinity; the flags to use are in tall_slider.h"
#endif

/* ---- parameters; PS is the paper that tall_slider.h names --------------------- */

/* Parameters of the spec, and what the equations make of them. */
#define TALL_SLIDER_MASS 2.0                      /* kg */
#define TALL_SLIDER_INERTIA 0.01                  /* kg m^2, about the centre of mass */
#define TALL_SLIDER_HEIGHT 0.05                   /* m, of the centre of mass */
#define TALL_SLIDER_MU 0.5                        /* friction on the table */
#define TALL_SLIDER_ET 1.0                        /* ellipsoid of PS (32) */
#define TALL_SLIDER_EO 0.75                       /* ellipsoid of PS (32) */
#define TALL_SLIDER_ER 0.0625                     /* m, ellipsoid of PS (32) */
#define TALL_SLIDER_GRAVITY 9.75                  /* m/s^2, into the table */
#define TALL_SLIDER_GRAVITY_X 0.5                 /* m/s^2 */
#define TALL_SLIDER_GRAVITY_Y (-0.25)             /* m/s^2 */
#define TALL_SLIDER_EPSILON 2.220446049250313e-16 /* from 1 to the next number */
#define TALL_SLIDER_PER_MASS 0.5                  /* 1/mass, 1/kg */
#define TALL_SLIDER_PER_INERTIA 100.0             /* 1/inertia, 1/(kg m^2) */
#define TALL_SLIDER_MU_G 4.875                    /* mu*gravity, m/s^2, mu*pn/(m*dt) in PS (29) */
#define TALL_SLIDER_PER_EO 1.3333333333333333     /* 1/eo, PS (32) */
#define TALL_SLIDER_SPIN_ER 12.5                  /* er*mass/inertia, 1/m, PS (28) */
#define TALL_SLIDER_PER_SPIN_ER 0.08              /* inertia/(er*mass), m, PS (28), (32) */
#define TALL_SLIDER_EO2 0.5625                    /* eo^2, PS (30) */
#define TALL_SLIDER_ER2 0.00390625                /* er^2, m^2, PS (31) */
#define TALL_SLIDER_SPIN_ER2 0.78125              /* er^2*mass/inertia, PS (31) */
#define TALL_SLIDER_MASS_EO 1.5                   /* mass*eo, kg, PS (30) */
#define TALL_SLIDER_MASS_ER 0.125                 /* mass*er, kg m, PS (31) */
#define TALL_SLIDER_LEAN 0.025                    /* mu*height, m, the ECP at rest */
/* mu*et*eo*height, m, couples PS (29) and (30) */
#define TALL_SLIDER_COUPLE 0.01875
#define TALL_SLIDER_FORCE_T 9.75                  /* mu*mass*gravity*et, N, PS (22) */
#define TALL_SLIDER_FORCE_O 7.3125                /* mu*mass*gravity*eo, N, PS (23) */
#define TALL_SLIDER_FORCE_R 0.609375              /* mu*mass*gravity*er, N m, PS (24) */
#define TALL_SLIDER_PER_EO2 1.7777777777777777    /* 1/eo^2, PS (37) */
#define TALL_SLIDER_PER_ER2 256.0                 /* 1/er^2, 1/m^2, PS (36), (37) */
#define TALL_SLIDER_INSIDE 0.0447213595499958     /* m, radius of a circle inside the patch */
#define TALL_SLIDER_OUTSIDE 0.1414213562373095    /* m, radius of a circle around the patch */
#define TALL_SLIDER_INSIDE2 0.0020000000000000005 /* inside^2, m^2 */
#define TALL_SLIDER_OUTSIDE2 0.019999999999999997 /* outside^2, m^2 */

/* Functions that make a step measurably faster where they are inlined. With -Os the
 * compiler decides, which keeps the text small. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define TALL_SLIDER_INLINE static inline __attribute__((always_inline))
#else
#define TALL_SLIDER_INLINE static inline
#endif

typedef uint64_t tall_slider_bits;

TALL_SLIDER_INLINE tall_slider_bits tall_slider_to_bits(tall_slider_real a)
{
  tall_slider_bits i;
  (void)memcpy(&i, &a, sizeof i);
  return i;
}

/* A number of the type's own digits: x87 and the like keep more of them in registers. */
#if (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0) \
    || (defined(_M_IX86_FP) && _M_IX86_FP == 0) \
    || (!defined(__FLT_EVAL_METHOD__) && defined(__i386__))
typedef volatile tall_slider_real tall_slider_rounded;
#else
typedef tall_slider_real tall_slider_rounded;
#endif

/* Square roots. A processor with an instruction for them needs no library: errno is not asked
 * for (-fno-math-errno). The others go digit by digit. Both round correctly. */
#if !defined(__GNUC__) || defined(__SSE2__) || defined(__i386__) \
    || defined(__aarch64__) || defined(__wasm__) || defined(__s390x__) || defined(_ARCH_PPCSQ) \
    || (defined(__ARM_FP) && (__ARM_FP & 8)) || (defined(__riscv_flen) && __riscv_flen >= 64)
static inline tall_slider_real tall_slider_sqrt(tall_slider_real x)
{
#if !defined(__GNUC__)
  return sqrt(x);
#else
  return __builtin_sqrt(x);
#endif
}
#else
static tall_slider_real tall_slider_sqrt(tall_slider_real x0)
{
  const int is_tiny = x0 < 2.2250738585072014e-308;
  const tall_slider_real x = is_tiny ? x0*3.2451855365842673e32 : x0;
  const int half = 54; /* of the scale's exponent */
  uint64_t rest, root = 0, sum = 0, digit;
  tall_slider_real out;
  (void)memcpy(&rest, &x, sizeof rest);
  if (!(x > 0.0)) return x == 0.0 ? x : (x - x)/(x - x);
  if (x - x != 0.0) return x; /* infinity */
  const int power = (int)(rest >> 52) - 1023, odd = power & 1;
  rest = (rest & 0xfffffffffffffu) | 0x10000000000000u;
  rest <<= 1 + odd;
  for (digit = 0x20000000000000u; digit; digit >>= 1) {
    if (sum + digit <= rest) {
      rest -= sum + digit;
      sum += 2u*digit;
      root += digit;
    }
    rest <<= 1;
  }
  /* The last digit rounds; a carry goes into the exponent. */
  const int exponent = (power - odd)/2 - (is_tiny ? half : 0) + 1022;
  rest = (root >> 1) + (root & 1u) + ((uint64_t)exponent << 52);
  (void)memcpy(&out, &rest, sizeof out);
  return out;
}
#endif

/* sin(x + quarters*pi/2) by the series of sine and cosine about the nearest quarter. Beyond
 * 2^50 an angle has no digits left that tell: it counts as 0. */
TALL_SLIDER_INLINE tall_slider_real tall_slider_turned(tall_slider_real x, unsigned quarters)
{
  const tall_slider_real y = x < 1.125899906842624e15 && x > -1.125899906842624e15 ? x : x*0.0;
  const tall_slider_rounded near = y*0.6366197723675814 + 6755399441055744.0;
  const tall_slider_real n = near - 6755399441055744.0;
  const tall_slider_real t = ((y - n*1.5707963267341256)
    - n*6.077100506303966e-11)
    - n*2.0222662487959506e-21;
  const tall_slider_real z = t*t;
  const tall_slider_real s =
    t
    + t*z*(-0.16666666666666666
    + z*(0.008333333333333333
    + z*(-0.0001984126984126984
    + z*(2.7557319223985893e-6
    + z*(-2.505210838544172e-8 + z*(1.6059043836821613e-10 + z*(-7.647163731819816e-13))))))),
    c =
    1.0
    + z*(-0.5
    + z*(0.041666666666666664
    + z*(-0.001388888888888889
    + z*(2.48015873015873e-5
    + z*(-2.755731922398589e-7
    + z*(2.08767569878681e-9 + z*(-1.1470745597729725e-11 + z*4.779477332387385e-14)))))));
  const unsigned quarter = (unsigned)(tall_slider_to_bits(near) & 3u) + quarters;
  const tall_slider_real value = quarter & 1u ? c : s;
  return quarter & 2u ? -value : value;
}

TALL_SLIDER_INLINE tall_slider_real tall_slider_sin(tall_slider_real x)
{
  return tall_slider_turned(x, 0u);
}

TALL_SLIDER_INLINE tall_slider_real tall_slider_cos(tall_slider_real x)
{
  return tall_slider_turned(x, 1u);
}



/* ---- helpers ------------------------------------------------------------ */

/* Returns 0 if all numbers are finite, else NaN: 0*x is 0 for a finite x only. */
static inline tall_slider_real tall_slider_nan(const tall_slider_real *x, int count)
{
  tall_slider_real sum = 0.0;
  for (int i = 0; i < count; i++) sum += 0.0*x[i];
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

/* The friction of one step as an equation for the slip speed. */
typedef struct {
  tall_slider_real x; /* et times vx without friction, m/s */
  tall_slider_real y; /* eo times vy without friction */
  tall_slider_real w; /* er times the spin without friction */
  tall_slider_real at, ao, ar; /* what friction takes off x, y and w in the step */
  tall_slider_real k; /* couples PS (29) and (30) */
} tall_slider_problem;

/* Impulses over mu*pn*e at a slip speed, PS (29)-(31), and their slopes by it. PS
 * (32) reads a^2 + b^2 + c^2 = 1. */
typedef struct {
  tall_slider_real a, b, c; /* px/(mu*pn*et), py/(mu*pn*eo), pr/(mu*pn*er) */
  tall_slider_real a1, b1, c1; /* their slopes by the slip speed */
} tall_slider_point;

static inline void tall_slider_pose(tall_slider_problem *p, tall_slider_real ux,
  tall_slider_real uy, tall_slider_real uw, tall_slider_real grip)
{
  p->x = ux;
  p->y = TALL_SLIDER_EO*uy;
  p->w = TALL_SLIDER_ER*uw;
  p->at = grip;
  p->ao = TALL_SLIDER_EO2*grip;
  p->ar = TALL_SLIDER_SPIN_ER2*grip;
  p->k = TALL_SLIDER_COUPLE*uw;
}

TALL_SLIDER_INLINE void tall_slider_at(const tall_slider_problem *p, tall_slider_real sigma,
  tall_slider_point *r)
{
  const tall_slider_real x = p->x, y = p->y, w = p->w, at = p->at, ao = p->ao, ar = p->ar;
  const tall_slider_real dr = sigma + ar, d = 1.0/dr;
  const tall_slider_real k = p->k, ks = k*sigma, kappa = ks*d, rr = dr*dr;
  const tall_slider_real g = rr/((sigma + at)*(sigma + ao)*rr + ks*ks);
  const tall_slider_real t0 = g*(kappa*y - x*(ao + sigma));
  const tall_slider_real t1 = g*(x*kappa + y*(sigma + at));
  const tall_slider_real t2 = d*d;
  const tall_slider_real t3 = t2*ar*k;
  const tall_slider_real t4 = ao + at + 2.0*(sigma + kappa*t3);
  r->a = t0;
  r->b = -t1;
  r->c = -d*w;
  r->a1 = g*(y*t3 - x - t4*t0);
  r->b1 = g*(t4*t1 - y - x*t3);
  r->c1 = w*t2;
}

/* Newton's step for 1/|(a, b, c)| = 1, which is nearly linear in the slip speed.
 * *size becomes |(a, b, c)|^2. */
static tall_slider_real tall_slider_newton(const tall_slider_point *r, tall_slider_real *size)
{
  const tall_slider_real n = r->a*r->a + r->b*r->b + r->c*r->c;
  const tall_slider_real fall = -(r->a*r->a1 + r->b*r->b1 + r->c*r->c1);
  *size = n;
  return n/fall*(tall_slider_sqrt(n) - 1.0);
}

/* The first slip speed to try: that of the continuous model less what friction
 * takes off, to first order. */
static inline tall_slider_real tall_slider_start(const tall_slider_problem *p)
{
  const tall_slider_real x2 = p->x*p->x, y2 = p->y*p->y, w2 = p->w*p->w, s2 = x2 + y2,
    all = s2 + w2;
  /* free = s^2 solves (x^2 + y^2)/(s^2 + k^2) + w^2/s^2 = 1. Lost digits do no harm. */
  const tall_slider_real k2 = p->k*p->k, half = 0.5*(all - k2);
  const tall_slider_real free = half + tall_slider_sqrt(half*half + w2*k2),
    slip = tall_slider_sqrt(free);
  const tall_slider_real spins = w2*((free + k2)*(free + k2)), slides = s2*free,
    per = 1.0/(slides*free + spins);
  const tall_slider_real loss = free*free*(x2*p->at + y2*p->ao) + (spins - k2*slides)*p->ar;
  const tall_slider_real bent = free*(p->x*p->y)*(p->k*(p->ao - p->at));
  return slip - (slip*bent + loss)*per;
}

/* A root between 0 and `most` by Newton's steps. A step that leaves the bracket or
 * does not shrink is replaced by one that halves the bracket: two rounds halve the
 * bracket or the step. *r is the friction at the root, to first order in the last
 * step. */
static int tall_slider_find(const tall_slider_problem *p, tall_slider_real *slip,
  tall_slider_point *r)
{
  tall_slider_real size, low = 0.0;
  const tall_slider_real start = tall_slider_start(p),
    most = tall_slider_sqrt(p->x*p->x + p->y*p->y + p->w*p->w) - p->ao;
  tall_slider_real high = most, before = most, s = start < most ? start : most;
  if (!(s > low)) s = low;
  int was_newton = 0;
  /*@ loop unroll 1; */ /* for Eva: *r is set by the first round */
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
    /* The next step would be about change^3/before^2, both being Newton's. */
    const int is_near = is_newton && was_newton && change <= 1e-8*unit &&
      change*(change/before)*(change/before) <= 0.0625*TALL_SLIDER_EPSILON*unit;
    if (is_near || change <= 2.0*TALL_SLIDER_EPSILON*unit) {
      tall_slider_at(p, s, r); /* friction may turn far within a step that is short for its size */
      *slip = s;
      return TALL_SLIDER_OK;
    }
    was_newton = is_newton;
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
  const tall_slider_real t1 = dd*dt;
  const tall_slider_real t2 = t0*t1 + ks*ks;
  const tall_slider_real t3 = t2*t2;
  const tall_slider_real t4 = ks*y - dd*dr*x;
  const tall_slider_real t5 = dt*dr*y + ks*x;
  const tall_slider_real t6 = t4*t4 + t5*t5;
  const tall_slider_real t7 = t0*t0;
  const tall_slider_real t8 = 2.0*dr;
  const tall_slider_real t9 = dd + dt;
  const tall_slider_real t10 = t1*t8 + 2.0*ks*k + t0*t9;
  const tall_slider_real t11 = 2.0*t2;
  const tall_slider_real t12 = t10*t11;
  const tall_slider_real t13 = 4.0*dr*t0;
  const tall_slider_real t14 = y*k - x*(dd + dr);
  const tall_slider_real t15 = 2.0*t4;
  const tall_slider_real t16 = x*k + y*(dt + dr);
  const tall_slider_real t17 = 2.0*t5;
  const tall_slider_real t18 = t14*t15 + t16*t17;
  const tall_slider_real t19 = t11*(t0 + t9*t8 + t1 + k*k) + t10*t10;
  r->over0 = w2*t3 + t6*t7;
  r->over1 = w2*t12 + t6*t13 + t7*t18;
  r->over2 = t18*t13 + 6.0*t0*t6 + w2*t19 + t7*(y*t17 - x*t15 + t14*t14 + t16*t16);
  r->under0 = t0*t3;
  r->under1 = t3*t8 + t0*t12;
  r->under2 = t3 + 4.0*dr*t2*t10 + t0*t19;
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

/* Finds the root in a few steps, most often two, and returns true if friction there
 * meets the ellipsoid to rounding: it does unless the body is about to stop. The
 * last step is small enough for the slopes of friction, so the result does not wait
 * for another round. */
TALL_SLIDER_INLINE int tall_slider_guess(const tall_slider_problem *problem,
  tall_slider_real *slip, tall_slider_point *r)
{
  const tall_slider_real ux = problem->x, uy = problem->y, uw = problem->w;
  const tall_slider_real size = tall_slider_sqrt(ux*ux + uy*uy + uw*uw);
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
    is_near = step <= 1e-8*s && step >= -1e-8*s;
  }
  /* second order is left out */
  const tall_slider_real turned = (r->a1*r->a1 + r->b1*r->b1)*(step*step);
  r->a += r->a1*step;
  r->b += r->b1*step;
  r->c += r->c1*step;
  *slip = (s + step)*size;
  const tall_slider_real excess = r->a*r->a + r->b*r->b + r->c*r->c - 1.0;
  const tall_slider_real rounding = 8.0*TALL_SLIDER_EPSILON;
  return is_near && excess <= rounding && excess >= -rounding && turned <= rounding;
}

/* out[0 .. na + nb - 2] = a*b for polynomials with na and nb coefficients. */
static void tall_slider_times(const tall_slider_real *a, int na, const tall_slider_real *b, int nb,
  tall_slider_real *out)
{
  tall_slider_zero(out, na + nb - 1);
  for (int i = 0; i < na; i++)
    for (int j = 0; j < nb; j++) out[i + j] += a[i]*b[j];
}

/* Coefficients of h(t), which has the sign of 1 - |(a, b, c)|^2 at the slip speed
 * s*(1 + t). All are ratios of velocities, so that none leaves the range of
 * tall_slider_real; the rounding errors of h are a few units of *size. */
static void tall_slider_expand(const tall_slider_problem *p, tall_slider_real s,
  tall_slider_real h[11], tall_slider_real *size)
{
  const tall_slider_real it = 1.0/(s + p->at), io = 1.0/(s + p->ao), ir = 1.0/(s + p->ar);
  const tall_slider_real dt[2] = {1.0, s*it}, dd[2] = {1.0, s*io}, dr[2] = {1.0, s*ir};
  const tall_slider_real x = p->x*it, y = p->y*io, w = p->w*ir, kappa = p->k*(s*ir), bt = kappa*it,
    bo = kappa*io;
  tall_slider_real rr[3], td[3], f[3], g[3];
  tall_slider_real q[5], f2[5], g2[5], r4[5];
  tall_slider_real qq[9], rest[9];
  tall_slider_times(dr, 2, dr, 2, rr);
  tall_slider_times(dt, 2, dd, 2, td);
  tall_slider_times(td, 3, rr, 3, q); /* ((s + at)(s + ao) + kappa^2)*(s + ar)^2 */
  q[0] += bt*bo;
  q[1] += 2.0*(bt*bo);
  q[2] += bt*bo;
  tall_slider_times(q, 5, q, 5, qq);
  tall_slider_times(dd, 2, dr, 2, f);
  tall_slider_times(dt, 2, dr, 2, g);
  for (int i = 0; i < 3; i++) {
    f[i] = x*f[i] - (i < 2 ? y*bt : 0.0); /* a and b over (s + ar)/q */
    g[i] = y*g[i] + (i < 2 ? x*bo : 0.0);
  }
  tall_slider_times(f, 3, f, 3, f2);
  tall_slider_times(g, 3, g, 3, g2);
  for (int i = 0; i < 5; i++) f2[i] += g2[i];
  tall_slider_times(rr, 3, rr, 3, r4);
  tall_slider_times(f2, 5, r4, 5, rest);
  *size = qq[0]*rr[0];
  rr[0] -= w*w;
  tall_slider_times(qq, 9, rr, 3, h);
  for (int i = 0; i < 9; i++) h[i] -= rest[i];
}

/* Goes from `high`, where friction is within the ellipsoid, down to the largest root
 * or to `low`. The expansion proves that no root lies within a step: h(t) >= h0 +
 * h1*t - bend*t^2 for -reach <= s*t <= 0. */
static tall_slider_real tall_slider_descend(const tall_slider_problem *p, tall_slider_real low,
  tall_slider_real high)
{
  tall_slider_real s = high, reach = high - low;
  for (int i = 0; i < 1000 && s > low; i++) {
    tall_slider_real h[11], size, bend = 0.0;
    tall_slider_expand(p, s, h, &size);
    if (!(h[0] > 64.0*TALL_SLIDER_EPSILON*size)) return s;
    const tall_slider_real share = reach/s;
    for (int n = 10; n >= 2; n--) {
      const tall_slider_real harm = n % 2 ? h[n] : -h[n];
      bend = bend*share + (harm > 0.0 ? harm : 0.0);
    }
    const tall_slider_real divisor = h[1] + tall_slider_sqrt(h[1]*h[1] + 4.0*bend*h[0]);
    const tall_slider_real safe = divisor > 0.0 ? s*(2.0*h[0]/divisor) : reach;
    const tall_slider_real step = safe < reach ? safe : reach;
    s -= step;
    if (step <= 2.0*TALL_SLIDER_EPSILON*s) return s;
    reach = 2.0*step < s - low ? 2.0*step : s - low;
  }
  return s > low ? s : low;
}

/* Returns true if no root is larger than the slip speed s: friction only falls from
 * there on, as (at + s)(ao + s) >= (k*ar*(ao - at)/(s + ar)^2/2)^2. */
static inline int tall_slider_is_alone(const tall_slider_problem *p, tall_slider_real s)
{
  const tall_slider_real dr = s + p->ar, bent = p->k*p->ar*(p->ao - p->at);
  return 4.0*(s + p->at)*(s + p->ao)*(dr*dr)*(dr*dr) >= bent*bent;
}

/* Newton's steps from a slip speed that the search stopped at, as long as they stay
 * above the root `low`. Returns true if they end at a root: between two that are next
 * to each other, or where the search was stopped by rounding, they need not. */
static int tall_slider_polish(const tall_slider_problem *p, tall_slider_real low,
  tall_slider_real *slip, tall_slider_point *r)
{
  tall_slider_real s = *slip, size;
  for (int i = 0; i < 8; i++) {
    tall_slider_at(p, s, r);
    const tall_slider_real step = tall_slider_newton(r, &size), unit = s + p->ao;
    if (!(s + step >= low && step <= unit)) break;
    s += step;
    if (step <= 2.0*TALL_SLIDER_EPSILON*unit && step >= (-2.0)*TALL_SLIDER_EPSILON*unit) break;
  }
  tall_slider_at(p, s, r);
  const tall_slider_real excess = r->a*r->a + r->b*r->b + r->c*r->c - 1.0;
  *slip = s;
  return excess <= 8.0*TALL_SLIDER_EPSILON && excess >= (-8.0)*TALL_SLIDER_EPSILON;
}

/* Finds a root, and the largest one if there may be several. */
static int tall_slider_find_largest(const tall_slider_problem *p, tall_slider_real *slip,
  tall_slider_point *r)
{
  const int status = tall_slider_find(p, slip, r);
  const tall_slider_real s = *slip,
    most = tall_slider_sqrt(p->x*p->x + p->y*p->y + p->w*p->w) - p->ao;
  if (status != TALL_SLIDER_OK || tall_slider_is_alone(p, s)) return status;
  const tall_slider_real found = tall_slider_descend(p, s, most);
  if (!(found > s + 1e-8*(s + p->ao))) return TALL_SLIDER_OK;
  *slip = found;
  if (!tall_slider_polish(p, s, slip, r)) {
    *slip = s;
    tall_slider_at(p, s, r);
  }
  return TALL_SLIDER_OK;
}

/* Finds the root by rounds that always end, with velocities over the largest. */
static int tall_slider_find_safely(const tall_slider_problem *p, tall_slider_real *slip,
  tall_slider_point *r)
{
  const tall_slider_real v[3] = {p->x, p->y, p->w};
  tall_slider_real largest = 0.0;
  for (int i = 0; i < 3; i++) {
    const tall_slider_real size = v[i] < 0.0 ? -v[i] : v[i];
    if (size > largest) largest = size;
  }
  const tall_slider_problem q = {p->x/largest, p->y/largest, p->w/largest,
    p->at/largest, p->ao/largest, p->ar/largest, p->k/largest};
  const int status = tall_slider_find_largest(&q, slip, r);
  *slip *= largest;
  return status;
}

/* Finds the slip speed and the friction there. The copies stay out of the way of the
 * steps that need one guess: these keep their numbers in registers. */
TALL_SLIDER_INLINE int tall_slider_solve(const tall_slider_problem *p, tall_slider_real *slip,
  tall_slider_point *r)
{
  const tall_slider_problem q = *p;
  tall_slider_point found;
  tall_slider_real root;
  if (tall_slider_guess(p, slip, r) && tall_slider_is_alone(p, *slip)) return TALL_SLIDER_OK;
  const int status = tall_slider_find_safely(&q, &root, &found);
  *slip = root;
  *r = found;
  return status;
}

/* ---- the patch ---------------------------------------------------------- */

/* Its edges in the body's axes: outward normals and their distances from the
 * centre of mass, m. */
static const TALL_SLIDER_TABLE tall_slider_real tall_slider_edges[12] = {
  0.0, -1.0, 0.10000000000000002,
  1.0, 0.0, 0.1,
  0.4472135954999579, 0.8944271909999159, 0.0894427190999916,
  -0.8944271909999159, 0.4472135954999579, 0.0447213595499958
};

/* Returns true if the point, in the table's axes, is off the patch of a body at the
 * angle. Points within 0.0447214 m are on it, points beyond 0.141421 m are off. */
static inline int tall_slider_is_off_patch(const tall_slider_real point[2], tall_slider_real angle)
{
  const tall_slider_real r2 = point[0]*point[0] + point[1]*point[1];
  if (r2 <= TALL_SLIDER_INSIDE2*(1.0 - 4.0*TALL_SLIDER_EPSILON)) return 0;
  if (r2 > TALL_SLIDER_OUTSIDE2*(1.0 + 4.0*TALL_SLIDER_EPSILON)) return 1;
  const tall_slider_real c = tall_slider_cos(angle), n = tall_slider_sin(angle);
  const tall_slider_real x = c*point[0] + n*point[1], y = c*point[1] - n*point[0];
  for (int i = 0; i < 4; i++) {
    const tall_slider_real *const edge = tall_slider_edges + 3*i;
    if (edge[0]*x + edge[1]*y > edge[2]) return 1;
  }
  return 0;
}

/* ---- the step ----------------------------------------------------------- */

/* One step: the velocity without friction, friction, and the new velocity. */
typedef struct {
  tall_slider_real u[3]; /* velocity without friction */
  tall_slider_real grip; /* mu*g*dt, m/s */
  tall_slider_real v[3]; /* velocity after the step */
  tall_slider_real out[6]; /* as _step returns it */
  tall_slider_problem problem;
  tall_slider_point point; /* not set at rest */
} tall_slider_motion;

/* Fills the motion; v and load may be anything. */
static int tall_slider_move(const tall_slider_real v[3], const tall_slider_real load[3],
  tall_slider_real dt, tall_slider_motion *m)
{
  const tall_slider_real ux = v[0] + dt*(TALL_SLIDER_PER_MASS*load[0] + TALL_SLIDER_GRAVITY_X);
  const tall_slider_real uy = v[1] + dt*(TALL_SLIDER_PER_MASS*load[1] + TALL_SLIDER_GRAVITY_Y);
  const tall_slider_real uw = v[2] + dt*(TALL_SLIDER_PER_INERTIA*load[2]);
  const tall_slider_real grip = TALL_SLIDER_MU_G*dt;
  const tall_slider_real rx = ux, ry = TALL_SLIDER_PER_EO*uy, rw = TALL_SLIDER_PER_SPIN_ER*uw;
  m->u[0] = ux;
  m->u[1] = uy;
  m->u[2] = uw;
  m->grip = grip;
  if (rx*rx + ry*ry + rw*rw <= grip*grip) { /* friction can hold the body */
    m->out[0] = -TALL_SLIDER_MASS*ux;
    m->out[1] = -TALL_SLIDER_MASS*uy;
    m->out[2] = -TALL_SLIDER_INERTIA*uw;
    m->out[3] = 0.0;
    m->out[4] = grip > 0.0 ? TALL_SLIDER_LEAN*(ux/grip) : 0.0;
    m->out[5] = grip > 0.0 ? TALL_SLIDER_LEAN*(uy/grip) : 0.0;
    tall_slider_zero(m->v, 3);
    return TALL_SLIDER_OK;
  }
  tall_slider_pose(&m->problem, ux, uy, uw, grip);
  const int status = tall_slider_solve(&m->problem, &m->out[3], &m->point);
  const tall_slider_real a = m->point.a, b = m->point.b, c = m->point.c;
  m->out[0] = TALL_SLIDER_MASS*grip*a;
  m->out[1] = TALL_SLIDER_MASS_EO*grip*b;
  m->out[2] = TALL_SLIDER_MASS_ER*grip*c;
  m->out[4] = -TALL_SLIDER_LEAN*a;
  m->out[5] = -TALL_SLIDER_COUPLE*b;
  m->v[0] = ux + grip*a;
  m->v[1] = uy + TALL_SLIDER_EO*grip*b;
  m->v[2] = uw + TALL_SLIDER_SPIN_ER*grip*c;
  return status;
}

/* Moves the state on by a motion that was found, if the result is finite. */
static inline int tall_slider_accept(tall_slider_state *s, tall_slider_real dt,
  const tall_slider_motion *m, int status)
{
  tall_slider_real q[3];
  for (int i = 0; i < 3; i++) q[i] = s->q[i] + dt*m->v[i];
  if (!(tall_slider_nan(q, 3) + tall_slider_nan(m->v, 3) + tall_slider_nan(m->out,
    TALL_SLIDER_NOUT) == 0.0))
    return TALL_SLIDER_BAD_STATE;
  if (status < TALL_SLIDER_OK) return status;
  if ( tall_slider_is_off_patch(m->out + TALL_SLIDER_AX, q[2]))
    status = TALL_SLIDER_TIPPING;
  tall_slider_put(s->q, q, 3);
  tall_slider_put(s->v, m->v, 3);
  return status;
}

static int tall_slider_is_bad(const tall_slider_real *input, int count, tall_slider_real dt)
{
  return !(tall_slider_nan(input, count) + 0.0*dt == 0.0) || dt < 0.0;
}

void tall_slider_reset(tall_slider_state *s)
{
  tall_slider_zero(s->q, 3);
  tall_slider_zero(s->v, 3);
}

int tall_slider_step(tall_slider_state *s, const tall_slider_real load[3],
  tall_slider_real dt, tall_slider_real out[TALL_SLIDER_NOUT])
{
  tall_slider_motion m;
  if (tall_slider_is_bad(load, 3, dt)) {
    tall_slider_zero(out, TALL_SLIDER_NOUT);
    return TALL_SLIDER_BAD_INPUT;
  }
  const int status = tall_slider_accept(s, dt, &m, tall_slider_move(s->v, load, dt, &m));
  if (status < TALL_SLIDER_OK)
    tall_slider_zero(out, TALL_SLIDER_NOUT);
  else
    tall_slider_put(out, m.out, TALL_SLIDER_NOUT);
  return status;
}

/* ---- derivatives -------------------------------------------------------- */

/* The derivative of the new velocity by that without friction; the slip speed is
 * not 0. It has no unit: all velocities are taken over sigma + ar. htt, hto and hoo
 * solve (29) and (30), fall_a to fall_c are what a, b and c lose as the slip speed
 * grows. */
static void tall_slider_slopes(const tall_slider_motion *m, tall_slider_real jac[9])
{
  const tall_slider_problem *const p = &m->problem;
  const tall_slider_real per = 1.0/(m->out[3] + p->ar);
  const tall_slider_real ar = p->ar*per, grip = m->grip*per, at = p->at*per, ao = p->ao*per;
  const tall_slider_real sigma = m->out[3]*per, d = 1.0/(sigma + ar), it = 1.0/(sigma + at),
    io = 1.0/(sigma + ao);
  const tall_slider_real x = p->x*per, y = p->y*per, c = -p->w*per*d;
  const tall_slider_real k = p->k*per, kappa = k*sigma*d, bend = k*ar*d*d;
  const tall_slider_real bt = kappa*it, bo = kappa*io, share = 1.0/(1.0 + bt*bo);
  const tall_slider_real htt = share*it, hoo = share*io, hto = share*(bt*io);
  const tall_slider_real keep_t = share*(sigma*it + bt*bo), keep_o = share*(sigma*io + bt*bo);
  const tall_slider_real a = hto*y - htt*x, b = -(hto*x + hoo*y);
  const tall_slider_real turn_a = htt*b + hto*a, turn_b = hto*b - hoo*a;
  const tall_slider_real fall_a = htt*a - hto*b + bend*turn_a,
    fall_b = hto*a + hoo*b + bend*turn_b, fall_c = c*d;
  const tall_slider_real per_fall = 1.0/(a*fall_a + b*fall_b + c*fall_c);
  const tall_slider_real t0 = a*htt + b*hto;
  const tall_slider_real t1 = grip*per_fall;
  const tall_slider_real t2 = fall_a*t1;
  const tall_slider_real t3 = hto*TALL_SLIDER_EO;
  const tall_slider_real t4 = b*TALL_SLIDER_EO*hoo - a*t3;
  const tall_slider_real t5 = grip*t3;
  const tall_slider_real t6 = d*sigma;
  const tall_slider_real t7 = t6*grip*TALL_SLIDER_COUPLE;
  const tall_slider_real t8 = TALL_SLIDER_COUPLE*t6;
  const tall_slider_real t9 = a*turn_a*t8 + b*turn_b*t8 + d*c*TALL_SLIDER_ER;
  const tall_slider_real t10 = t1*TALL_SLIDER_EO*fall_b;
  const tall_slider_real t11 = t1*fall_c*TALL_SLIDER_SPIN_ER;
  jac[0] = keep_t + t0*t2; /* vx by vx */
  jac[1] = t4*t2 + t5; /* vx by vy */
  jac[2] = t9*t2 - turn_a*t7; /* vx by w */
  jac[3] = t0*t10 - t5; /* vy by vx */
  jac[4] = keep_o + t4*t10; /* vy by vy */
  jac[5] = t9*t10 - TALL_SLIDER_EO*turn_b*t7; /* vy by w */
  jac[6] = t0*t11; /* w by vx */
  jac[7] = t4*t11; /* w by vy */
  jac[8] = t9*t11 + t6; /* w by w */
}

int tall_slider_step_jac(tall_slider_state *s, const tall_slider_real load[3],
  tall_slider_real dt, tall_slider_real out[TALL_SLIDER_NOUT], tall_slider_real dv_dv[9],
  tall_slider_real dv_dload[9])
{
  tall_slider_motion m;
  tall_slider_real jac[9] = {0}, by_load[9];
  tall_slider_zero(out, TALL_SLIDER_NOUT);
  tall_slider_zero(dv_dv, 9);
  tall_slider_zero(dv_dload, 9);
  if (tall_slider_is_bad(load, 3, dt)) return TALL_SLIDER_BAD_INPUT;
  int status = tall_slider_move(s->v, load, dt, &m);
  if (m.out[3] > 0.0) {
    tall_slider_pose(&m.problem, m.u[0], m.u[1], m.u[2], m.grip);
    tall_slider_slopes(&m, jac);
  }
  for (int i = 0; i < 9; i++)
    by_load[i] = jac[i]*(dt*(i % 3 < 2 ? TALL_SLIDER_PER_MASS : TALL_SLIDER_PER_INERTIA));
  if (!(tall_slider_nan(jac, 9) + tall_slider_nan(by_load, 9) == 0.0))
    return TALL_SLIDER_BAD_STATE;
  status = tall_slider_accept(s, dt, &m, status);
  if (status < TALL_SLIDER_OK) return status;
  tall_slider_put(out, m.out, TALL_SLIDER_NOUT);
  tall_slider_put(dv_dv, jac, 9);
  tall_slider_put(dv_dload, by_load, 9);
  return status;
}

/* ---- the continuous model and pure translation ---------------------------- */

/* The slip speed of the continuous model from all = x^2 + y^2 + w^2, w^2 and k^2. */
static tall_slider_real tall_slider_free_slip(tall_slider_real all, tall_slider_real w2,
  tall_slider_real k2)
{ /* (x^2 + y^2)/(s^2 + k^2) + w^2/s^2 = 1 */
  const tall_slider_real half = 0.5*(all - k2), root = tall_slider_sqrt(half*half + w2*k2);
  return tall_slider_sqrt(half > 0.0 ? half + root : w2*k2/(root - half));
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
  /* Friction depends on the direction of the twist alone: squares must not overflow. */
  const tall_slider_real v[4] = {p.x, p.y, p.w, p.k};
  tall_slider_real largest = 0.0;
  for (int i = 0; i < 4; i++) {
    const tall_slider_real size = v[i] < 0.0 ? -v[i] : v[i];
    if (size > largest) largest = size;
  }
  if (!(largest > 0.0)) return TALL_SLIDER_OK;
  p.x /= largest;
  p.y /= largest;
  p.w /= largest;
  p.k /= largest;
  const tall_slider_real all = p.x*p.x + p.y*p.y + p.w*p.w;
  const tall_slider_real slip = tall_slider_free_slip(all, p.w*p.w, p.k*p.k);
  tall_slider_at(&p, slip, &r);
  const tall_slider_real f[3] = {TALL_SLIDER_FORCE_T*r.a, TALL_SLIDER_FORCE_O*r.b,
    TALL_SLIDER_FORCE_R*r.c};
  const tall_slider_real below[2] = {-TALL_SLIDER_LEAN*r.a, -TALL_SLIDER_COUPLE*r.b};
  if (!(tall_slider_nan(f, 3) + tall_slider_nan(below, 2) == 0.0)) return TALL_SLIDER_BAD_INPUT;
  tall_slider_put(force, f, 3);
  tall_slider_put(point, below, 2);
  return TALL_SLIDER_OK;
}

int tall_slider_translate(const tall_slider_real v[2], const tall_slider_real force[2],
  tall_slider_real dt, tall_slider_real v1[2], tall_slider_real impulse[2])
{
  tall_slider_zero(v1, 2);
  tall_slider_zero(impulse, 2);
  if (tall_slider_is_bad(v, 2, dt) || tall_slider_is_bad(force, 2, dt))
    return TALL_SLIDER_BAD_INPUT;
  const tall_slider_real grip = TALL_SLIDER_MU_G*dt;
  const tall_slider_real ux = v[0] + dt*(TALL_SLIDER_PER_MASS*force[0] + TALL_SLIDER_GRAVITY_X);
  const tall_slider_real uy = v[1] + dt*(TALL_SLIDER_PER_MASS*force[1] + TALL_SLIDER_GRAVITY_Y);
  tall_slider_real change[2] = {-ux, -uy}, slip, rx = ux, ry = TALL_SLIDER_PER_EO*uy;
  int status = TALL_SLIDER_OK;
  if (rx*rx + ry*ry > grip*grip) { /* PS (44) */
    tall_slider_problem p;
    tall_slider_point r;
    tall_slider_pose(&p, ux, uy, 0.0, grip);
    status = tall_slider_solve(&p, &slip, &r);
    change[0] = grip*r.a;
    change[1] = TALL_SLIDER_EO*grip*r.b;
  }
  const tall_slider_real after[2] = {ux + change[0], uy + change[1]};
  const tall_slider_real push[2] = {TALL_SLIDER_MASS*change[0], TALL_SLIDER_MASS*change[1]};
  if (!(tall_slider_nan(after, 2) + tall_slider_nan(push, 2) == 0.0)) return TALL_SLIDER_BAD_INPUT;
  if (status < TALL_SLIDER_OK) return status;
  tall_slider_put(v1, after, 2);
  tall_slider_put(impulse, push, 2);
  return status;
}

/* ---- quasi-static pushing ------------------------------------------------ */

/* A push (fx, fy) at the point (x, y) moves the body by the twist (fx/et^2, fy/eo^2,
 * (x*fy - y*fx)/er^2) times a speed, as the ECP is below the centre of mass. */
static void tall_slider_give(const tall_slider_real at[2], tall_slider_real fx,
  tall_slider_real fy, tall_slider_real twist[3])
{
  twist[0] = fx;
  twist[1] = TALL_SLIDER_PER_EO2*fy;
  twist[2] = TALL_SLIDER_PER_ER2*(at[0]*fy - at[1]*fx);
}

/* The push that balances friction at a twist. */
static void tall_slider_balance(const tall_slider_real twist[3], tall_slider_real force[2])
{
  const tall_slider_real x = twist[0], y = TALL_SLIDER_EO*twist[1], w = TALL_SLIDER_ER*twist[2];
  const tall_slider_real size = tall_slider_sqrt(x*x + y*y + w*w);
  force[0] = size > 0.0 ? TALL_SLIDER_FORCE_T*(x/size) : 0.0;
  force[1] = size > 0.0 ? TALL_SLIDER_FORCE_O*(y/size) : 0.0;
}

/* PS (38)-(40), also for et != eo: the twist with which the point `at` has the
 * velocity v. No small number is the difference of two large ones, unless v is across
 * to the line from the centre of mass to `at`. */
static void tall_slider_stick(const tall_slider_real at[2], const tall_slider_real v[2],
  tall_slider_real twist[3])
{
  const tall_slider_real x = at[0], y = at[1], outward = x*v[0] + y*v[1];
  const tall_slider_real cx = TALL_SLIDER_EO2*x, cy = y;
  const tall_slider_real all = TALL_SLIDER_ER2 + cx*x + cy*y;
  twist[0] = (TALL_SLIDER_ER2*v[0] + cx*outward)/all;
  twist[1] = (TALL_SLIDER_ER2*v[1] + cy*outward)/all;
  twist[2] = (cx*v[1] - cy*v[0])/all;
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
  const tall_slider_real size = tall_slider_sqrt(normal[0]*normal[0] + normal[1]*normal[1]);
  tall_slider_real moves[3], push[2], slides = 0.0;
  tall_slider_zero(twist, 3);
  tall_slider_zero(force, 2);
  if (slip) *slip = 0.0;
  if (!(tall_slider_nan(at, 2) + tall_slider_nan(velocity, 2) + 0.0*mu + 0.0*size == 0.0))
    return TALL_SLIDER_BAD_INPUT;
  if (mu < 0.0 || !(size > 0.0)) return TALL_SLIDER_BAD_INPUT;
  const tall_slider_real nx = normal[0]/size, ny = normal[1]/size;
  const tall_slider_real approach = velocity[0]*nx + velocity[1]*ny;
  if (!(approach > 0.0)) return TALL_SLIDER_SEPARATED;
  tall_slider_stick(at, velocity, moves);
  tall_slider_balance(moves, push);
  const tall_slider_real across = push[0]*nx + push[1]*ny, along = push[1]*nx - push[0]*ny;
  const int is_held = (along < 0.0 ? -along : along) <= mu*across;
  /* Beyond the friction cone the force lies on one of its two sides: on the side to
   * which the pusher slides if the edge moves with the pusher. */
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
  if (!(0.0*slides == 0.0)) return TALL_SLIDER_BAD_INPUT;
  const int status = tall_slider_give_push(moves, twist, force);
  if (slip && status == TALL_SLIDER_OK) *slip = slides;
  return status;
}

int tall_slider_push_for(const tall_slider_real twist[3], tall_slider_real at[2],
  tall_slider_real velocity[2],
  tall_slider_real force[2])
{
  const tall_slider_real fx = twist[0], fy = TALL_SLIDER_EO2*twist[1];
  const tall_slider_real arm = TALL_SLIDER_ER2*twist[2]/(fx*fx + fy*fy);
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

/* Returns true if a number is off by more than its tolerance. */
static int tall_slider_differs(const tall_slider_real *got, const tall_slider_real *expected,
  const tall_slider_real *tolerance, int count)
{
  for (int i = 0; i < count; i++) {
    const tall_slider_real d = got[i] - expected[i];
    if (!((d < 0.0 ? -d : d) <= tolerance[i])) return 1;
  }
  return 0;
}

int tall_slider_selftest(void)
{
  /* Velocity and load before a step of 0.0078125 s; velocity and out[] after the
   * step, from the reference; their tolerances. */
  static const tall_slider_real start[24] = {
  0.9521, -0.3999, 9.521,
  3.9, 2.194, -0.1219,
  0.07617, 0.02856, -14.28,
  -4.875, 0.7313, 0.1828,
  0.02666, 0.02285, 0.2856,
  0.975, 1.463, 0.06094,
  0.003809, -0.005713, 0.04761,
  2.925, 0.7313, 0.1219
};
  static const tall_slider_real end[36] = {
  0.938815854876, -0.389598436189, 9.18369117744,
  -0.0648495402483, 0.00736875262178, -0.00242074447558,
  1.12881559956, 0.0212839516712, -0.00241846239894,
  0.0583804402359, 0.0293250072917, -13.6622751785,
  -0.00530568202815, -0.000277016666573, 0.00474912321501,
  0.85598128953, 0.00174135205026, 9.09182905676e-5,
  0.0100256654705, 0.00940647946651, 0.105655152582,
  -0.048698356559, -0.034410478567, -0.00227554222418,
  0.0138153045701, 0.0159830503578, 0.0112936955297,
  0.0, 0.0, 0.0,
  -0.0382820625, 0.00961896875, -0.00142844375,
  0.0, 0.0125643692308, -0.00315699487179
};
  static const tall_slider_real tolerance[9] = {
  1.1e-9, 8.6e-10, 1.4e-8,
  2.3e-9, 1.7e-9, 1.4e-10,
  1.1e-9, 2.5e-11, 2.5e-11
};
  /* Points and the pusher's velocity there; twist and force of _push, and of
   * _push_edge with mu = 0.25 and the normal (1, 0); their tolerances. */
  static const tall_slider_real push[16] = {
  -0.04472, 0.008944, 0.01, 0.001,
  -0.03578, -0.02236, 0.007, 0.009,
  -0.04472, 0.04025, 0.01, -0.012,
  -0.02683, 0.0, 0.01, 0.0
};
  static const tall_slider_real moves[40] = {
  0.0097994712895, -2.64355249249e-6, -0.0224204729985, 9.65182042648, -0.00146459333573,
  0.0097994712895, -2.64355249249e-6, -0.0224204729985, 9.65182042648, -0.00146459333573,
  0.00710737089052, 0.0088281873675, -0.00480191818063, 7.13059435288, 4.98208141613,
  0.0065008056898, 0.00288924697324, 0.0223253269321, 9.06366584674, 2.26591646168,
  0.00939097709555, -0.0126766584916, -0.0151310038373, 6.83456274862, -5.1895209705,
  0.00769504665538, -0.00342002073572, -0.0572659216056, 8.46244583311, -2.11561145828,
  0.01, 0.0, 0.0, 9.75, 0.0,
  0.01, 0.0, 0.0, 9.75, 0.0
};
  static const tall_slider_real push_tolerance[5] = {
  3e-11, 3e-11, 6.7e-10, 9.8e-9, 7.3e-9
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
    if (tall_slider_differs(got, end + 9*i, tolerance, 9)) return 3*i + 1;
    if (tall_slider_push(p, p + 2, got, got + 3) != TALL_SLIDER_OK) return 3*i + 2;
    if (tall_slider_differs(got, moves + 10*i, push_tolerance, 5)) return 3*i + 2;
    if (tall_slider_push_edge(p, normal, 0.25, p + 2, got, got + 3, &slip) < TALL_SLIDER_OK)
      return 3*i + 3;
    if (tall_slider_differs(got, moves + 10*i + 5, push_tolerance, 5)) return 3*i + 3;
  }
  /* NaN and infinity, which a compiler may not assume away. */
  volatile tall_slider_real none = 0.0;
  const tall_slider_real strange[2] = {none/none, 1.0/none};
  for (int i = 0; i < 2; i++) {
    tall_slider_state s;
    tall_slider_real got[6];
    const tall_slider_real v[3] = {strange[i], 0.0, 0.0};
    tall_slider_reset(&s);
    if (tall_slider_step(&s, v, 0.0078125, got) != TALL_SLIDER_BAD_INPUT
        || tall_slider_step(&s, start, strange[i], got) != TALL_SLIDER_BAD_INPUT
        || tall_slider_translate(v, start, 0.0078125, got, got + 2) != TALL_SLIDER_BAD_INPUT
        || tall_slider_friction(v, got, got + 3) != TALL_SLIDER_BAD_INPUT
        || tall_slider_push(push, v, got, got + 3) != TALL_SLIDER_BAD_INPUT
        || tall_slider_push_for(v, got, got + 2, got + 4) != TALL_SLIDER_BAD_INPUT)
      return 13 + i;
  }
  return TALL_SLIDER_OK;
}
