/* generic.c: a step of the elasto-plastic LuGre patch for any cells and any
 * parameters, written by hand for speed: what an emitted step is compared with.
 * In: cells, parameters and a state at run time. Out: the state dt later and the
 * wrench. `bristle bench` compiles this text with the flags of a solver.
 *
 * Invariant: nothing is known before run time but the law; no input is tested.
 * Short loops over AT_ONCE cells leave their results in the first cache. */
#include <math.h>
#include <string.h>

#ifndef real
#define real double
#endif

enum { IS_DOUBLE = sizeof(real) == 8, AT_ONCE = 112 };

#define INLINE static inline __attribute__((always_inline))

#define RESTRICT __restrict

typedef struct Patch {
  long cells;
  real sigma0, sigma1, sigma2, mu_c, mu_s, falloff, s_ba; /* falloff: 1/v_s^2 */
  real *x, *y, *w; /* places, m; shares of the load */
  real *z;         /* bristles: all x, then all y */
} Patch;

/* ---- functions that compilers turn into vector code --------------------- */

/* Returns 2^-k for u = k + t with |t| <= 1/2, and writes t; u >= 0. */
INLINE real power_of_two(real u, real *t)
{
  if (IS_DOUBLE) {
    const double magic = 6755399441055744.0;
    const double k = ((double)u < 1000 ? (double)u : 1000) + magic;
    unsigned long long bits;
    double power;
    memcpy(&bits, &k, sizeof bits);
    bits = (1023ULL << 52) - (bits << 52);
    memcpy(&power, &bits, sizeof power);
    *t = (real)(((double)u < 1000 ? (double)u : 1000) - (k - magic));
    return (real)power;
  }
  const float magic = 12582912.0f;
  const float k = ((float)u < 120 ? (float)u : 120) + magic;
  unsigned bits;
  float power;
  memcpy(&bits, &k, sizeof bits);
  bits = (127u << 23) - (bits << 23);
  memcpy(&power, &bits, sizeof power);
  *t = (real)(((float)u < 120 ? (float)u : 120) - (k - magic));
  return (real)power;
}

/* Returns (2^-t - 1)/t for |t| <= 1/2. */
INLINE real power_slope(real t)
{
  real p;
  if (IS_DOUBLE) {
    p = (real)7.072585949269223e-09;
    p = p * t - (real)1.0208690299958306e-07;
    p = p * t + (real)1.321544258792169e-06;
    p = p * t - (real)1.5252657260200837e-05;
    p = p * t + (real)0.0001540353044173605;
    p = p * t - (real)0.0013333558230164974;
    p = p * t + (real)0.009618129107606888;
    p = p * t - (real)0.05550410866444772;
    p = p * t + (real)0.24022650695910097;
    return p * t - (real)0.69314718055995;
  }
  p = (real)1.546144e-4f;
  p = p * t - (real)1.3400428e-3f;
  p = p * t + (real)9.618057e-3f;
  p = p * t - (real)5.5503272e-2f;
  p = p * t + (real)0.24022651f;
  return p * t - (real)0.69314719f;
}

/* Returns exp(-x), x >= 0. */
INLINE real decaying(real x)
{
  real t;
  const real power = power_of_two(x * (real)1.4426950408889634, &t);
  return power * (power_slope(t) * t + 1);
}

/* Returns (1 - exp(-h))/h, h >= 0, without cancellation: 1 - 2^-k is exact. */
INLINE real mean_decay(real h)
{
  const real h1 = h + (IS_DOUBLE ? (real)1e-290 : (real)1e-36f);
  real t;
  const real power = power_of_two(h1 * (real)1.4426950408889634, &t);
  return ((1 - power) - power * (t * power_slope(t))) / h1;
}

/* Returns sin(pi/2*t)/2, |t| <= 1. */
INLINE real half_sine(real t)
{
  const real u = t * t;
  real p;
  if (IS_DOUBLE) {
    p = (real)-3.224735618904567e-10;
    p = p * u + (real)2.8441590320088975e-08;
    p = p * u - (real)1.7994053531568397e-06;
    p = p * u + (real)8.022058478155315e-05;
    p = p * u - (real)0.002340877065723531;
    p = p * u + (real)0.03984631312284168;
    p = p * u - (real)0.3229820487531116;
    p = p * u + (real)0.7853981633974482;
  } else {
    p = (real)7.58358518320448e-05;
    p = p * u - (real)0.0023370719190758888;
    p = p * u + (real)0.03984495916451425f;
    p = p * u - (real)0.3229818797917697f;
    p = p * u + (real)0.7853981600193009f;
  }
  return t * p;
}

INLINE real root(real a)
{
  return IS_DOUBLE ? (real)sqrt((double)a) : (real)sqrtf((float)a);
}

/* ---- the step ------------------------------------------------------------ */

INLINE void advance(const Patch *p, const real twist[3], real fn, real dt,
                    int is_exponential, real wrench[3])
{
  const long n = p->cells;
  const real tx = twist[0], ty = twist[1], tw = twist[2];
  const real falloff = p->falloff, rise = (p->mu_s - p->mu_c) / p->mu_c;
  const real stiff = p->sigma0 / p->mu_c;
  const real steep = 2 / (1 - p->s_ba), shift = (1 + p->s_ba) / (1 - p->s_ba);
  const real damping = p->sigma1 / p->sigma0, viscous = p->sigma2 / p->sigma0;
  const real tiny = IS_DOUBLE ? (real)1e-280 : (real)1e-30f;
  const real ahead = is_exponential ? dt : 0;
  real sx = 0, sy = 0, st = 0;
  for (long first = 0; first < n; first += AT_ONCE) {
    const int m = n - first < AT_ONCE ? (int)(n - first) : AT_ONCE;
    const real *RESTRICT const x = p->x + first, *RESTRICT const y = p->y + first;
    const real *RESTRICT const w = p->w + first;
    real *RESTRICT const zx = p->z + first, *RESTRICT const zy = p->z + n + first;
    real g[AT_ONCE], v2[AT_ONCE], t[AT_ONCE], along[AT_ONCE], a[AT_ONCE];
#pragma omp simd
    for (int k = 0; k < m; k++) {
      const real vx = tx - tw * y[k], vy = ty + tw * x[k];
      v2[k] = vx * vx + vy * vy;
      g[k] = stiff / (1 + rise * decaying(v2[k] * falloff)); /* 1/zmax */
    }
#pragma omp simd
    for (int k = 0; k < m; k++) {
      const real vx = tx - tw * y[k], vy = ty + tw * x[k];
      const real qx = zx[k] + ahead * vx, qy = zy[k] + ahead * vy;
      const real q2 = qx * qx + qy * qy + tiny;
      const real length = root(q2), both = root(v2[k] * q2);
      t[k] = steep * (length * g[k]) - shift; /* -1: breakaway, 1: zmax */
      along[k] = (real)0.5 * g[k] / length * (qx * vx + qy * vy + both);
    }
#pragma omp simd
    for (int k = 0; k < m; k++) {
      const real abar = t[k] < 1 ? (real)0.5 + half_sine(t[k]) : 1;
      a[k] = (t[k] > -1 ? abar : 0) * along[k];
    }
    if (is_exponential)
#pragma omp simd
      for (int k = 0; k < m; k++) t[k] = mean_decay(a[k] * dt);
#pragma omp simd reduction(+ : sx, sy, st)
    for (int k = 0; k < m; k++) {
      real rx = tx - tw * y[k] - a[k] * zx[k];
      real ry = ty + tw * x[k] - a[k] * zy[k];
      if (is_exponential) {
        rx *= t[k];
        ry *= t[k];
      }
      zx[k] += dt * rx;
      zy[k] += dt * ry;
      const real vx = tx - tw * y[k], vy = ty + tw * x[k];
      const real px = w[k] * (zx[k] + damping * rx + viscous * vx);
      const real py = w[k] * (zy[k] + damping * ry + viscous * vy);
      sx += px;
      sy += py;
      st += x[k] * py - y[k] * px;
    }
  }
  wrench[0] = -fn * p->sigma0 * sx;
  wrench[1] = -fn * p->sigma0 * sy;
  wrench[2] = -fn * p->sigma0 * st;
}

/* Out of line, so that no caller's constants get in. */
__attribute__((noinline)) static void step_euler(const Patch *p,
  const real twist[3], real fn, real dt, real wrench[3])
{
  advance(p, twist, fn, dt, 0, wrench);
}

__attribute__((noinline)) static void step_exponential(const Patch *p,
  const real twist[3], real fn, real dt, real wrench[3])
{
  advance(p, twist, fn, dt, 1, wrench);
}

/* ---- for the bench -------------------------------------------------------- */

/* ORDER GENERIC: gen/kinds/contact/peer.c declares the same. */
typedef struct Generic {
  unsigned long (*bytes)(long cells);
  void (*prepare)(void *patch, long cells, const double *const cell[3],
                  const double law[7]);
  void (*step)(void *patch, const double twist[3], double fn, double dt,
               int is_exponential, double wrench[3]);
  void (*get)(const void *patch, double *z);
} Generic;

static unsigned long bytes(long cells)
{
  return sizeof(Patch) + 5 * ((unsigned long)cells + 16) * sizeof(real);
}

/* The arrays begin at cache lines; `memory` is one, too. */
static void prepare(void *memory, long cells, const double *const cell[3],
                    const double law[7])
{
  Patch *const p = memory;
  const long line = 64 / (long)sizeof(real), wide = (cells + line - 1) / line * line;
  real *at = (real *)memory + (sizeof(Patch) + 63) / 64 * 64 / sizeof(real);
  *p = (Patch){cells, (real)law[0], (real)law[1], (real)law[2], (real)law[3],
               (real)law[4], (real)law[5], (real)law[6], at, at + wide,
               at + 2 * wide, at + 3 * wide};
  for (long k = 0; k < cells; k++) {
    p->x[k] = (real)cell[0][k];
    p->y[k] = (real)cell[1][k];
    p->w[k] = (real)cell[2][k];
  }
  memset(p->z, 0, 2 * (unsigned long)cells * sizeof(real));
}

static void step(void *patch, const double twist[3], double fn, double dt,
                 int is_exponential, double wrench[3])
{
  const real v[3] = {(real)twist[0], (real)twist[1], (real)twist[2]};
  real f[3];
  (is_exponential ? step_exponential : step_euler)(patch, v, (real)fn, (real)dt, f);
  for (int i = 0; i < 3; i++) wrench[i] = (double)f[i];
}

static void get(const void *patch, double *z)
{
  const Patch *const p = patch;
  for (long k = 0; k < 2 * p->cells; k++) z[k] = (double)p->z[k];
}

extern const Generic generic_patch;
const Generic generic_patch = {bytes, prepare, step, get};
