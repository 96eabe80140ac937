/* float_full.c: friction of the contact "float_full"; float_full.h tells what it is.
 *
 * bristle 0.1.0, template contact/cells, spec float_full.lua
 * spec hash 16e2b836a2da57d912ad0b5ef076ee4b3d898c6713271d1f604d446f63a1db8f
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD */
#include "float_full.h"
#if FLOAT_FULL_SPEC_ID != 0xbc21d5ddu
#error "float_full.h and float_full.c are of different specs: emit both again"
#endif

/* The place of all tables: define FLOAT_FULL_TABLE to put them into a section of your own, as by
 * -DFLOAT_FULL_TABLE='__attribute__((section(".ccmram")))'. */
#ifndef FLOAT_FULL_TABLE
#define FLOAT_FULL_TABLE
#endif

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

#if defined(__FAST_MATH__) || defined(_M_FP_FAST) \
  || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "these flags hide NaN and infinity; the flags to use are in float_full.h"
#endif

/* ---- compilers ---------------------------------------------------------- */

/* gcc forgets that a function has wide numbers in registers when the function calls
 * another one of this file. The caller's code would then run at half its speed. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__AVX__)
static inline void float_full_clear_upper(const char *unused)
{
  (void)unused;
  __builtin_ia32_vzeroupper();
}
/* Clears the upper halves of wide registers when the function returns. */
#define FLOAT_FULL_CLEAR_UPPER \
  const char upper __attribute__((cleanup(float_full_clear_upper), unused)) = 0
#else
#define FLOAT_FULL_CLEAR_UPPER ((void)0)
#endif

/* Functions that make a step measurably faster where they are inlined. With -Os the
 * compiler decides, which keeps the text small. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define FLOAT_FULL_INLINE static inline __attribute__((always_inline))
#else
#define FLOAT_FULL_INLINE static inline
#endif

/* ---- dimensions --------------------------------------------------------- */

enum {
  float_full_n = FLOAT_FULL_NCELLS
};

/* ---- parameters of the equations in float_full.h ---------------------------- */

/* Parameters of the spec, and what the equations make of them. */
#define FLOAT_FULL_SIGMA0 100000.0f /* 1/m, stiffness, (3), (4) */
#define FLOAT_FULL_SIGMA1 90.0f     /* s/m, damping, (4) */
#define FLOAT_FULL_SIGMA2 0.0f      /* s/m, viscous friction, (4) */
#define FLOAT_FULL_MU_C 0.4f        /* Coulomb friction coefficient, (2) */
#define FLOAT_FULL_MU_S 0.6f        /* static friction coefficient, (2) */

/* ---- tables ------------------------------------------------------------- */

/* Cell centres, m. */
static const FLOAT_FULL_TABLE float_full_real float_full_x[9] = {
  -0.0033333334f, 0.0f, 0.0033333334f, -0.0033333334f,
  0.0f, 0.0033333334f, -0.0033333334f, 0.0f,
  0.0033333334f
};
static const FLOAT_FULL_TABLE float_full_real float_full_y[9] = {
  -0.0033333334f, -0.0033333334f, -0.0033333334f, 0.0f,
  0.0f, 0.0f, 0.0033333334f, 0.0033333334f,
  0.0033333334f
};
/* Shares of the load. */
static const FLOAT_FULL_TABLE float_full_real float_full_w[9] = {
  0.11111111f, 0.11111111f, 0.11111111f, 0.11111111f,
  0.11111111f, 0.11111111f, 0.11111111f, 0.11111111f,
  0.11111111f
};


/* ---- helpers ------------------------------------------------------------ */

typedef uint32_t float_full_bits;

FLOAT_FULL_INLINE float_full_bits float_full_to_bits(float_full_real a)
{
  float_full_bits i;
  (void)memcpy(&i, &a, sizeof i);
  return i;
}

FLOAT_FULL_INLINE float_full_real float_full_from_bits(float_full_bits i)
{
  float_full_real a;
  (void)memcpy(&a, &i, sizeof a);
  return a;
}


/* Square roots. A processor with an instruction for them needs no library: errno is not asked
 * for (-fno-math-errno). The others go digit by digit. Both round correctly. */
#if !defined(__GNUC__) || defined(__SSE2__) || defined(__i386__) \
    || defined(__aarch64__) || defined(__wasm__) || defined(__s390x__) || defined(_ARCH_PPCSQ) \
    || (defined(__ARM_FP) && (__ARM_FP & 4)) || (defined(__riscv_flen) && __riscv_flen >= 32)
static inline float_full_real float_full_sqrt(float_full_real x)
{
#if !defined(__GNUC__)
  return sqrtf(x);
#else
  return __builtin_sqrtf(x);
#endif
}
#else
static float_full_real float_full_sqrt(float_full_real x0)
{
  const int is_tiny = x0 < 1.1754944e-38f;
  const float_full_real x = is_tiny ? x0*2.8147498e14f : x0;
  const int half = 24; /* of the scale's exponent */
  uint32_t rest, root = 0, sum = 0, digit;
  float_full_real out;
  (void)memcpy(&rest, &x, sizeof rest);
  if (!(x > 0.0f)) return x == 0.0f ? x : (x - x)/(x - x);
  if (x - x != 0.0f) return x; /* infinity */
  const int power = (int)(rest >> 23) - 127, odd = power & 1;
  rest = (rest & 0x7fffffu) | 0x800000u;
  rest <<= 1 + odd;
  for (digit = 0x1000000u; digit; digit >>= 1) {
    if (sum + digit <= rest) {
      rest -= sum + digit;
      sum += 2u*digit;
      root += digit;
    }
    rest <<= 1;
  }
  /* The last digit rounds; a carry goes into the exponent. */
  const int exponent = (power - odd)/2 - (is_tiny ? half : 0) + 126;
  rest = (root >> 1) + (root & 1u) + ((uint32_t)exponent << 23);
  (void)memcpy(&out, &rest, sizeof out);
  return out;
}
#endif

/* log(x), error of about one digit: x = 2^k*(1 + f) with 1 + f between the roots of 1/2 and
 * 2, log(1 + f) by the series in f/(2 + f). -infinity at 0, NaN below. */
FLOAT_FULL_INLINE float_full_real float_full_log(float_full_real x)
{
  const int is_small = x < 1.1754944e-38f;
  const float_full_bits bits = float_full_to_bits(is_small ? x*1.6777216e7f : x);
  const int k = (int)((bits + 0x4afb0du) >> 23) - 127;
  const float_full_real f = float_full_from_bits(bits - ((float_full_bits)k << 23)) - 1.0f;
  const float_full_real s = f/(2.0f + f), z = s*s, half = 0.5f*f*f;
  const float_full_real tail = z*(0.6666667f + z*(0.4f + z*(0.2857143f + z*0.22222222f)));
  const int power = is_small ? k - 24 : k;
  const float_full_real n = (float_full_real)power;
  const float_full_real value = n*0.6931381f
    - ((half - (s*(half + tail) + n*9.058001e-6f)) - f);
  const float_full_real edge = x == 0.0f ? (-1.0f)/(x*x) : (x - x)/(x - x);
  return x > 0.0f ? (x - x == 0.0f ? value : x) : edge;
}

/* Returns 0 if all three numbers are finite, else NaN: 0*x is 0 for a finite x only. */
static inline float_full_real float_full_nan3(const float_full_real x[3])
{
  return 0.0f*x[0] + 0.0f*x[1] + 0.0f*x[2];
}

/* Zeroes `count` numbers; v may be NULL. */
static void float_full_zero(float_full_real *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = 0.0f;
}

/* Returns OK if fn and the input are valid; otherwise zeroes the wrench. */
static int float_full_enter(const float_full_real twist[3], float_full_real fn, float_full_real dt,
  float_full_real *wrench)
{
  const float_full_real nan = float_full_nan3(twist) + 0.0f*fn + 0.0f*dt;
  const int is_valid = nan == 0.0f && dt >= 0.0f;
  if (is_valid && fn > 0.0f) return FLOAT_FULL_OK;
  float_full_zero(wrench, 3);
  return is_valid ? FLOAT_FULL_SEPARATED : FLOAT_FULL_BAD_INPUT;
}

/* Writes the wrench, or 0 if it is not finite. `wrench` may be NULL. */
static int float_full_give(const float_full_real f[3], float_full_real *wrench)
{
  if (float_full_nan3(f) == 0.0f) {
    for (int i = 0; wrench && i < 3; i++) wrench[i] = f[i];
    return FLOAT_FULL_OK;
  }
  float_full_zero(wrench, 3);
  return FLOAT_FULL_BAD_STATE;
}

/* Writes the wrench (4) from sum = sums over the cells of w*(z + (sigma1/sigma0)*rate) and
 * of its torque; the viscous part in closed form from the moments of w. */
static int float_full_leave(const float_full_real twist[3], float_full_real fn,
  const float_full_real sum[3],
  float_full_real *wrench)
{
  const float_full_real f[3] = { /* N, N, N m */
    -fn*(FLOAT_FULL_SIGMA0*sum[0]), -fn*(FLOAT_FULL_SIGMA0*sum[1]), -fn*(FLOAT_FULL_SIGMA0*sum[2])
  };
  (void)twist;
  return float_full_give(f, wrench);
}

/* The cells one after the other, with branches that skip unnecessary work: the
 * fastest form without vector instructions. */

/* Functions that compilers can turn into vector code, of known error. */

/* Returns sigma0*s/g at the slip velocity v: the rate at which a bristle relaxes, (3). */
static float_full_real float_full_relaxation(float_full_real qx, float_full_real qy,
  float_full_real vx, float_full_real vy)
{
  const float_full_real v2 = vx*vx + vy*vy;
  const float_full_real s = float_full_sqrt(v2);
  const float_full_real zmax = 1e-5f*(0.4f + 0.2f/(1.0f + 10000.0f*s*s)); /* g/sigma0 */
  (void)qx;
  (void)qy;
  return s/zmax;
}


/* Cell k: the rate and the cell's part of the sums. */
static void float_full_cell_rate(const float_full_real twist[3], int k, float_full_real zx,
  float_full_real zy,
  float_full_real *rx, float_full_real *ry, float_full_real sum[3])
{
  const float_full_real x = float_full_x[k], y = float_full_y[k], w = float_full_w[k];
  const float_full_real vx = twist[0] - twist[2]*y;
  const float_full_real vy = twist[1] + twist[2]*x;
  const float_full_real a = float_full_relaxation(zx, zy, vx, vy);
  const float_full_real damping = 0.0009f; /* sigma1/sigma0 */
  const float_full_real dzx = vx - a*zx;
  const float_full_real dzy = vy - a*zy;
  const float_full_real px = w*(zx + damping*dzx);
  const float_full_real py = w*(zy + damping*dzy);
  *rx = dzx;
  *ry = dzy;
  sum[0] += px;
  sum[1] += py;
  sum[2] += x*py - y*px;
}

/* Cell k over dt: the deflection at the end and the cell's part of the sums. */
static void float_full_cell_step(const float_full_real twist[3], float_full_real dt, int k,
  float_full_real zx, float_full_real zy,
  float_full_real *nx, float_full_real *ny, float_full_real sum[3])
{
  const float_full_real x = float_full_x[k], y = float_full_y[k], w = float_full_w[k];
  const float_full_real vx = twist[0] - twist[2]*y;
  const float_full_real vy = twist[1] + twist[2]*x;
  const float_full_real a = float_full_relaxation(zx, zy, vx, vy);
  const float_full_real rx = vx - a*zx;
  const float_full_real ry = vy - a*zy;
  const float_full_real damping = 0.0009f; /* sigma1/sigma0 */
  const float_full_real zx1 = zx + dt*rx;
  const float_full_real zy1 = zy + dt*ry;
  const float_full_real px = w*(zx1 + damping*rx);
  const float_full_real py = w*(zy1 + damping*ry);
  *nx = zx1;
  *ny = zy1;
  sum[0] += px;
  sum[1] += py;
  sum[2] += x*py - y*px;
}

static int float_full_rates(const float_full_real *z, const float_full_real twist[3],
  float_full_real fn,
  float_full_real *dz, float_full_real *wrench)
{
  float_full_real sum[3] = {0.0f, 0.0f, 0.0f}, rx, ry;
  float_full_cell_rate(twist, 0, z[0], z[9], &rx, &ry, sum);
  if (dz) { dz[0] = rx; dz[9] = ry; }
  float_full_cell_rate(twist, 1, z[1], z[10], &rx, &ry, sum);
  if (dz) { dz[1] = rx; dz[10] = ry; }
  float_full_cell_rate(twist, 2, z[2], z[11], &rx, &ry, sum);
  if (dz) { dz[2] = rx; dz[11] = ry; }
  float_full_cell_rate(twist, 3, z[3], z[12], &rx, &ry, sum);
  if (dz) { dz[3] = rx; dz[12] = ry; }
  float_full_cell_rate(twist, 4, z[4], z[13], &rx, &ry, sum);
  if (dz) { dz[4] = rx; dz[13] = ry; }
  float_full_cell_rate(twist, 5, z[5], z[14], &rx, &ry, sum);
  if (dz) { dz[5] = rx; dz[14] = ry; }
  float_full_cell_rate(twist, 6, z[6], z[15], &rx, &ry, sum);
  if (dz) { dz[6] = rx; dz[15] = ry; }
  float_full_cell_rate(twist, 7, z[7], z[16], &rx, &ry, sum);
  if (dz) { dz[7] = rx; dz[16] = ry; }
  float_full_cell_rate(twist, 8, z[8], z[17], &rx, &ry, sum);
  if (dz) { dz[8] = rx; dz[17] = ry; }
  return float_full_leave(twist, fn, sum, wrench);
}

/* Copies the new state, unless the step is not finite. */
static int float_full_advance(float_full_state *s, const float_full_real twist[3],
  float_full_real fn,
  float_full_real dt, float_full_real *wrench)
{
  float_full_state next;
  float_full_real sum[3] = {0.0f, 0.0f, 0.0f};
  float_full_cell_step(twist, dt, 0, s->z[0], s->z[9], &next.z[0], &next.z[9], sum);
  float_full_cell_step(twist, dt, 1, s->z[1], s->z[10], &next.z[1], &next.z[10], sum);
  float_full_cell_step(twist, dt, 2, s->z[2], s->z[11], &next.z[2], &next.z[11], sum);
  float_full_cell_step(twist, dt, 3, s->z[3], s->z[12], &next.z[3], &next.z[12], sum);
  float_full_cell_step(twist, dt, 4, s->z[4], s->z[13], &next.z[4], &next.z[13], sum);
  float_full_cell_step(twist, dt, 5, s->z[5], s->z[14], &next.z[5], &next.z[14], sum);
  float_full_cell_step(twist, dt, 6, s->z[6], s->z[15], &next.z[6], &next.z[15], sum);
  float_full_cell_step(twist, dt, 7, s->z[7], s->z[16], &next.z[7], &next.z[16], sum);
  float_full_cell_step(twist, dt, 8, s->z[8], s->z[17], &next.z[8], &next.z[17], sum);
  const int status = float_full_leave(twist, fn, sum, wrench);
  if (status == FLOAT_FULL_OK) *s = next;
  return status;
}

/* ---- the functions ------------------------------------------------------ */

void float_full_reset(float_full_state *s)
{
  float_full_zero(s->z, FLOAT_FULL_NZ);
}

int float_full_rate(const float_full_state *s, const float_full_real twist[3], float_full_real fn,
  float_full_state *dz, float_full_real wrench[3])
{
  FLOAT_FULL_CLEAR_UPPER;
  int status = float_full_enter(twist, fn, 0.0f, wrench);
  if (status == FLOAT_FULL_OK) status = float_full_rates(s->z, twist, fn, dz ? dz->z : 0, wrench);
  if (status != FLOAT_FULL_OK && dz) float_full_reset(dz);
  return status;
}

int float_full_step(float_full_state *s, const float_full_real twist[3], float_full_real fn,
  float_full_real dt,
  float_full_real wrench[3])
{
  FLOAT_FULL_CLEAR_UPPER;
  const int status = float_full_enter(twist, fn, dt, wrench);
  if (status == FLOAT_FULL_SEPARATED) float_full_reset(s);
  return status == FLOAT_FULL_OK ? float_full_advance(s, twist, fn, dt, wrench) : status;
}

/* ---- many contacts ------------------------------------------------------ */

/* Returns the worse of two statuses: the least error, else the largest condition. */
static int float_full_worse(int a, int b)
{
  if (a < 0 || b < 0) return a < b ? a : b;
  return a > b ? a : b;
}

/* Steps the contacts one after the other, each in its own state. Groups of 16 states,
 * which lie side by side in memory, are copied together. */
int float_full_step_batch(int n, float_full_real *z, const float_full_real *twist,
  const float_full_real *fn,
  float_full_real dt, float_full_real *wrench, int *status)
{
  FLOAT_FULL_CLEAR_UPPER;
  const long long row = n;
  int worst = n < 0 ? FLOAT_FULL_BAD_INPUT : FLOAT_FULL_OK;
  for (int first = 0; first < n; first += 16) {
    float_full_state s[16];
    const int count = n - first < 16 ? n - first : 16;
    /*@ loop unroll 18; */
    for (int k = 0; k < FLOAT_FULL_NZ; k++)
      for (int j = 0; j < count; j++) s[j].z[k] = z[k*row + first + j];
    for (int j = 0; j < count; j++) {
      const int i = first + j;
      const float_full_real v[3] = {twist[i], twist[row + i], twist[2*row + i]};
      float_full_real f[3] = {0};
      const int result = float_full_step(&s[j], v, fn[i], dt, f);
      for (int k = 0; wrench && k < 3; k++) wrench[k*row + i] = f[k];
      if (status) status[i] = result;
      worst = float_full_worse(worst, result);
    }
    /*@ loop unroll 18; */
    for (int k = 0; k < FLOAT_FULL_NZ; k++)
      for (int j = 0; j < count; j++) z[k*row + first + j] = s[j].z[k];
  }
  return worst;
}

int float_full_steady(const float_full_real twist[3], float_full_real fn,
  float_full_real wrench[3])
{
  FLOAT_FULL_CLEAR_UPPER;
  float_full_real sum[3] = {0.0f, 0.0f, 0.0f};
  const int status = float_full_enter(twist, fn, 0.0f, wrench);
  if (status != FLOAT_FULL_OK) return status;
  for (int k = 0; k < float_full_n; k++) {
    const float_full_real x = float_full_x[k], y = float_full_y[k];
    const float_full_real vx = twist[0] - twist[2]*y;
    const float_full_real vy = twist[1] + twist[2]*x;
    const float_full_real v2 = vx*vx + vy*vy;
    const float_full_real s = float_full_sqrt(v2);
    const float_full_real zmax = 1e-5f*(0.4f + 0.2f/(1.0f + 10000.0f*s*s)); /* g/sigma0 */
    /* share of the deflection, over v */
    const float_full_real wz = s > 0.0f ? float_full_w[k]*zmax/s : 0.0f;
    sum[0] += wz*vx;
    sum[1] += wz*vy;
    sum[2] += wz*(x*vy - y*vx);
  }
  return float_full_leave(twist, fn, sum, wrench);
}

int float_full_cell(int k, float_full_real cell[3])
{
  if (k < 0 || k >= float_full_n) {
    float_full_zero(cell, 3);
    return FLOAT_FULL_BAD_INPUT;
  }
  if (cell) {
    cell[0] = float_full_x[k];
    cell[1] = float_full_y[k];
    cell[2] = float_full_w[k];
  }
  return FLOAT_FULL_OK;
}

/* ---- derivatives -------------------------------------------------------- */

/* The numbers in the derivatives of one cell. */
typedef struct {
  float_full_real zx, zy; /* bristle */
  float_full_real vx, vy, v2, s, ux, uy; /* slip velocity, its size and direction */
  float_full_real n, ex, ey; /* size and direction of the bristle that decides beta */
  float_full_real a, a_zx, a_zy, a_vx, a_vy; /* beta*sigma0*s/g and its slopes */
} float_full_slopes;

static void float_full_plastic(float_full_slopes *c, float_full_real h)
{
  (void)h;
  const float_full_real s = c->s;
  const float_full_real ux = c->ux;
  const float_full_real uy = c->uy;
  const float_full_real t0 = s*s;
  const float_full_real t1 = 1.0f/(1.0f + 10000.0f*t0);
  const float_full_real t2 = 1.0f/(0.4f + 0.2f*t1);
  const float_full_real t3 = 100000.0f*t2;
  const float_full_real t4 = t3 + 4e8f*t0*t2*t2*t1*t1;
  c->a = s*t3;
  c->a_zx = 0.0f;
  c->a_zy = 0.0f;
  c->a_vx = ux*t4;
  c->a_vy = t4*uy;
}

/* Writes the slopes at cell k. The bristle that decides beta is displaced by h*v.
 * At rest the direction of slip is 0 and s is tiny, since the law has no
 * derivative there. */
static float_full_slopes float_full_slopes_at(float_full_real zx, float_full_real zy,
  const float_full_real twist[3], int k, float_full_real h)
{
  float_full_slopes c;
  c.zx = zx;
  c.zy = zy;
  c.vx = twist[0] - twist[2]*float_full_y[k];
  c.vy = twist[1] + twist[2]*float_full_x[k];
  c.v2 = c.vx*c.vx + c.vy*c.vy;
  c.s = float_full_sqrt(c.v2);
  c.ux = c.s > 0.0f ? c.vx/c.s : 0.0f;
  c.uy = c.s > 0.0f ? c.vy/c.s : 0.0f;
  if (!(c.s > 1e-30f)) c.s = 1e-30f;
  const float_full_real qx = c.zx + h*c.vx, qy = c.zy + h*c.vy;
  c.n = float_full_sqrt(qx*qx + qy*qy);
  c.ex = c.n > 0.0f ? qx/c.n : 0.0f;
  c.ey = c.n > 0.0f ? qy/c.n : 0.0f;
  float_full_plastic(&c, h);
  return c;
}

/* Write drate/dz, drate/dv, dforce/dz, dforce/dv, 2x2 each, per weight and load. */
static void float_full_rate_slopes(const float_full_slopes *c, float_full_real out[16])
{
  const float_full_real zx = c->zx;
  const float_full_real zy = c->zy;
  const float_full_real a = c->a;
  const float_full_real a_zx = c->a_zx;
  const float_full_real a_zy = c->a_zy;
  const float_full_real a_vx = c->a_vx;
  const float_full_real a_vy = c->a_vy;
  const float_full_real t0 = 100000.0f*(0.0009f*a - 1.0f);
  const float_full_real t1 = 90.0f*zx;
  const float_full_real t2 = 90.0f*zy;
  out[0] = -(a + a_zx*zx); /* dzx_zx */
  out[1] = -zx*a_zy; /* dzx_zy */
  out[2] = -a_zx*zy; /* dzy_zx */
  out[3] = -(a + a_zy*zy); /* dzy_zy */
  out[4] = 1.0f - zx*a_vx; /* dzx_vx */
  out[5] = -zx*a_vy; /* dzx_vy */
  out[6] = -zy*a_vx; /* dzy_vx */
  out[7] = 1.0f - zy*a_vy; /* dzy_vy */
  out[8] = t0 + a_zx*t1; /* fx_zx */
  out[9] = a_zy*t1; /* fx_zy */
  out[10] = a_zx*t2; /* fy_zx */
  out[11] = t0 + a_zy*t2; /* fy_zy */
  out[12] = a_vx*t1 - 90.0f; /* fx_vx */
  out[13] = a_vy*t1; /* fx_vy */
  out[14] = a_vx*t2; /* fy_vx */
  out[15] = a_vy*t2 - 90.0f; /* fy_vy */
}

/* Writes dforce/dv of a step, 2x2, per weight and load. */
static void float_full_force_slopes(const float_full_slopes *c, float_full_real dt,
  float_full_real out[4])
{
  const float_full_real zx = c->zx;
  const float_full_real zy = c->zy;
  const float_full_real a_vx = c->a_vx;
  const float_full_real a_vy = c->a_vy;
  const float_full_real t0 = 100000.0f*(0.0009f + dt);
  const float_full_real t1 = t0*a_vx;
  const float_full_real t2 = t0*a_vy;
  out[0] = zx*t1 - t0; /* fx_vx */
  out[1] = zx*t2; /* fx_vy */
  out[2] = zy*t1; /* fy_vx */
  out[3] = zy*t2 - t0; /* fy_vy */
}

/* Returns 0 if all numbers are finite, else NaN: 0*x is 0 for a finite x only. */
static inline float_full_real float_full_nan(const float_full_real *x, int count)
{
  float_full_real sum = 0.0f;
  for (int i = 0; i < count; i++) sum += 0.0f*x[i];
  return sum;
}

/* Adds w*fn times dforce/dv, as dwrench/dtwist with v = (vx - w*y, vy + w*x). */
static void float_full_add_wrench_jac(const float_full_real df_dv[4], int k, float_full_real fn,
  float_full_real sum[9])
{
  const float_full_real x = float_full_x[k], y = float_full_y[k], load = float_full_w[k]*fn;
  const float_full_real row[2][3] = {
    {load*df_dv[0], load*df_dv[1], load*(x*df_dv[1] - y*df_dv[0])},
    {load*df_dv[2], load*df_dv[3], load*(x*df_dv[3] - y*df_dv[2])}
  };
  for (int j = 0; j < 3; j++) {
    sum[j] += row[0][j];
    sum[3 + j] += row[1][j];
    sum[6 + j] += x*row[1][j] - y*row[0][j];
  }
}

int float_full_rate_jac(const float_full_state *s, const float_full_real twist[3],
  float_full_real fn,
  float_full_real *dz_dz, float_full_real *dz_dtwist, float_full_real *dw_dz,
  float_full_real dw_dtwist[9])
{
  FLOAT_FULL_CLEAR_UPPER;
  float_full_real sum[9] = {0}, jac[16], dw[6];
  int status = float_full_enter(twist, fn, 0.0f, 0);
  for (int k = 0; status == FLOAT_FULL_OK && k < float_full_n; k++) {
    const float_full_real x = float_full_x[k], y = float_full_y[k];
    const float_full_real w = float_full_w[k], load = w*fn;
    const float_full_slopes c = float_full_slopes_at(s->z[k], s->z[float_full_n + k], twist, k,
      0.0f);
    float_full_rate_slopes(&c, jac);
    if (!(float_full_nan(jac, 16) == 0.0f)) status = FLOAT_FULL_BAD_STATE;
    for (int i = 0; dz_dz && i < 4; i++) dz_dz[4*k + i] = jac[i];
    for (int i = 0; dz_dtwist && i < 2; i++) {
      dz_dtwist[6*k + 3*i] = jac[4 + 2*i];
      dz_dtwist[6*k + 3*i + 1] = jac[5 + 2*i];
      dz_dtwist[6*k + 3*i + 2] = x*jac[5 + 2*i] - y*jac[4 + 2*i];
    }
    for (int j = 0; j < 2; j++) {
      const float_full_real dfx = load*jac[8 + j], dfy = load*jac[10 + j];
      dw[j] = dfx;
      dw[2 + j] = dfy;
      dw[4 + j] = x*dfy - y*dfx;
    }
    if (!(float_full_nan(dw, 6) == 0.0f)) status = FLOAT_FULL_BAD_STATE;
    for (int i = 0; dw_dz && i < 6; i++) dw_dz[6*k + i] = dw[i];
    float_full_add_wrench_jac(jac + 12, k, fn, sum);
  }
  if (status == FLOAT_FULL_OK && !(float_full_nan(sum, 9) == 0.0f)) status = FLOAT_FULL_BAD_STATE;
  if (status != FLOAT_FULL_OK) {
    float_full_zero(dz_dz, 4*float_full_n);
    float_full_zero(dz_dtwist, 6*float_full_n);
    float_full_zero(dw_dz, 6*float_full_n);
  }
  for (int i = 0; dw_dtwist && i < 9; i++) dw_dtwist[i] = status == FLOAT_FULL_OK ? sum[i] : 0.0f;
  return status;
}

/* Adds the derivative of cell k's wrench over a step. */
static void float_full_add_step_jac(const float_full_slopes *c, float_full_real dt, int k,
  float_full_real fn, float_full_real sum[9])
{
  float_full_real jac[4];
  float_full_force_slopes(c, dt, jac);
  float_full_add_wrench_jac(jac, k, fn, sum);
}

int float_full_step_jac(float_full_state *s, const float_full_real twist[3], float_full_real fn,
  float_full_real dt, float_full_real wrench[3], float_full_real dwrench_dtwist[9])
{
  FLOAT_FULL_CLEAR_UPPER;
  float_full_real sum[9] = {0};
  int status = float_full_enter(twist, fn, dt, wrench);
  if (status == FLOAT_FULL_OK && dwrench_dtwist) {
    for (int k = 0; k < float_full_n; k++) {
      const float_full_slopes c = float_full_slopes_at(s->z[k], s->z[float_full_n + k], twist, k,
        0.0f);
      float_full_add_step_jac(&c, dt, k, fn, sum);
    }
    if (!(float_full_nan(sum, 9) == 0.0f)) status = FLOAT_FULL_BAD_STATE;
  }
  if (status == FLOAT_FULL_OK || status == FLOAT_FULL_SEPARATED)
    status = float_full_step(s, twist, fn, dt, wrench);
  if (status == FLOAT_FULL_BAD_STATE) float_full_zero(wrench, 3);
  const int has_jac = status == FLOAT_FULL_OK;
  for (int i = 0; dwrench_dtwist && i < 9; i++) dwrench_dtwist[i] = has_jac ? sum[i] : 0.0f;
  return status;
}

/* ---- limit surface ------------------------------------------------------ */

/* Integrals from the centre of rotation to the corner (x, y) of the direction
 * of slip and of its lever arm, for w > 0; R = sqrt(x^2 + y^2):
 *   -(x*R + y^2*asinh(x/|y|))/2, (y*R + x^2*asinh(y/|x|))/2,
 *   (2*x*y*R + x^3*asinh(y/|x|) + y^3*asinh(x/|y|))/6. */
static void float_full_corner(float_full_real x, float_full_real y, float_full_real sign,
  float_full_real sum[3])
{
  const float_full_real ax = x < 0.0f ? -x : x, ay = y < 0.0f ? -y : y;
  const float_full_real r = float_full_sqrt(x*x + y*y);
  const float_full_real lx = y*y*float_full_log((ax + r + 1e-30f)/(ay + 1e-30f));
  const float_full_real ly = x*x*float_full_log((ay + r + 1e-30f)/(ax + 1e-30f));
  const float_full_real px = x < 0.0f ? -lx : lx;
  const float_full_real py = y < 0.0f ? -ly : ly;
  sum[0] -= sign*(x*r + px)/2.0f;
  sum[1] += sign*(y*r + py)/2.0f;
  sum[2] += sign*(2.0f*x*y*r + x*py + y*px)/6.0f;
}

/* Writes the mean direction of slip over a cell, and the mean torque about the cell's
 * centre (x, y), relative to the centre of rotation, in half longer sides of a cell: near
 * that centre in closed form, far from it by Gauss points. */
static void float_full_cell_mean(float_full_real x, float_full_real y, float_full_real mean[3])
{
  static const float_full_real node[5] = {
  -0.90617985f, -0.5384693f, 0.0f, 0.5384693f,
  0.90617985f
};
  static const float_full_real weight[5] = {
  0.11846344f, 0.23931433f, 0.28444445f, 0.23931433f,
  0.11846344f
};
  const float_full_real hx = 1.0f, hy = 1.0f;
  float_full_zero(mean, 3);
  if (x*x + y*y < 36.0f) {
    float_full_corner(x + hx, y + hy, 1.0f, mean);
    float_full_corner(x - hx, y + hy, (-1.0f), mean);
    float_full_corner(x + hx, y - hy, (-1.0f), mean);
    float_full_corner(x - hx, y - hy, 1.0f, mean);
    for (int i = 0; i < 3; i++) mean[i] /= 4.0f*hx*hy;
    mean[2] -= x*mean[1] - y*mean[0];
    return;
  }
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) {
      const float_full_real px = x + hx*node[i], py = y + hy*node[j];
      const float_full_real r = float_full_sqrt(px*px + py*py), w = weight[i]*weight[j];
      mean[0] -= w*py/r;
      mean[1] += w*px/r;
      mean[2] += w*(hx*node[i]*px + hy*node[j]*py)/r;
    }
}

/* Writes v, the twist over its largest component, since only its direction counts. Returns
 * 0 at rest. */
static int float_full_direction(const float_full_real twist[3], float_full_real v[3])
{
  float_full_real largest = 0.0f;
  for (int i = 0; i < 3; i++) {
    const float_full_real size = twist[i] < 0.0f ? -twist[i] : twist[i];
    if (size > largest) largest = size;
  }
  for (int i = 0; i < 3; i++) v[i] = largest > 0.0f ? twist[i]/largest : 0.0f;
  return largest > 0.0f;
}

/* Adds the part of a cell, or of a piece of one, with centre (x, y) and share w: it
 * slides in the direction v, and spins in units of half its longer side. */
static void float_full_add_cell(const float_full_real v[3], float_full_real x, float_full_real y,
  float_full_real w, float_full_real f[3])
{
  const float_full_real side = 0.0016666667f; /* m; the unit of lengths below */
  const float_full_real speed = float_full_sqrt(v[0]*v[0] + v[1]*v[1]);
  const float_full_real spin = (v[2] < 0.0f ? -v[2] : v[2])*side;
  const float_full_real sign = v[2] < 0.0f ? (-1.0f) : 1.0f;
  const float_full_real vx = v[0] - v[2]*y, vy = v[1] + v[2]*x;
  float_full_real mean[3];
  if (spin <= 1e-15f*speed) { /* a translation */
    const float_full_real s = float_full_sqrt(vx*vx + vy*vy);
    f[0] += w*vx/s;
    f[1] += w*vy/s;
    f[2] += w*(x*vy - y*vx)/s;
    return;
  }
  /* The cell's centre relative to the centre of rotation, in units. */
  float_full_cell_mean(sign*vy/spin, -sign*vx/spin, mean);
  const float_full_real fx = w*sign*mean[0];
  const float_full_real fy = w*sign*mean[1];
  f[0] += fx;
  f[1] += fy;
  f[2] += x*fy - y*fx + w*sign*side*mean[2];
}

int float_full_limit(const float_full_real twist[3], float_full_real fn, float_full_real wrench[3])
{
  FLOAT_FULL_CLEAR_UPPER;
  const int status = float_full_enter(twist, fn, 0.0f, wrench);
  float_full_real f[3] = {0.0f, 0.0f, 0.0f}, v[3];
  if (status != FLOAT_FULL_OK) return status;
  if (!float_full_direction(twist, v)) return float_full_give(f, wrench);
  for (int k = 0; k < float_full_n; k++)
    float_full_add_cell(v, float_full_x[k], float_full_y[k], float_full_w[k], f);
  for (int i = 0; i < 3; i++) f[i] = -FLOAT_FULL_MU_C*fn*f[i]; /* N, N, N m */
  return float_full_give(f, wrench);
}

/* ---- how near sliding a wrench is ---------------------------------------- */

static int float_full_finite(float_full_real x)
{
  return 0.0f*x == 0.0f ? FLOAT_FULL_OK : FLOAT_FULL_BAD_INPUT;
}

/* The gauge of a wrench w about the centre of pressure, torque over that length, is the least
 * mu*fn at which the bristles hold it: w = gauge*sum(w_k*b_k) with |b_k| <= 1. Any such sum g
 * bounds it from above: gauge <= factor + reach*|w - factor*g| for any factor >= 0. Here
 * b_k = v_k/s_k with s_k^2 = |v_k|^2 + blur^2, for slip velocities v_k of a twist V. */
typedef struct {
  float_full_real P;    /* sum(w_k*s_k) */
  float_full_real g[3]; /* its derivative by V, and the second one: xx xy xz yy yz zz */
  float_full_real H[6];
  float_full_real q;    /* the derivative of P by ln(blur), and minus that of g */
  float_full_real e[3];
} float_full_blurred;

static void float_full_blur(const float_full_real V[3], float_full_real blur,
  float_full_blurred *f)
{
  float_full_real sum[14] = {0};
  const float_full_real per = 259.80762f, at_x = FLOAT_FULL_COP_X, at_y = FLOAT_FULL_COP_Y;
  for (int k = 0; k < float_full_n; k++) {
    const float_full_real x = per*(float_full_x[k] - at_x), y = per*(float_full_y[k] - at_y),
      w = float_full_w[k];
    const float_full_real vx = V[0] - V[2]*y, vy = V[1] + V[2]*x;
    const float_full_real s = float_full_sqrt(vx*vx + vy*vy + blur*blur), a = w/s, ux = vx/s,
      uy = vy/s;
    const float_full_real xx = a*(1.0f - ux*ux), xy = -a*ux*uy, yy = a*(1.0f - uy*uy);
    const float_full_real xz = x*xy - y*xx, yz = x*yy - y*xy;
    const float_full_real slow = a*blur*blur, fade = slow/s;
    const float_full_real term[14] = {
      w*s, w*ux, w*uy, w*(x*uy - y*ux), xx, xy, xz, yy, yz, x*yz - y*xz,
      slow, fade*ux, fade*uy, fade*(x*uy - y*ux)
    };
    for (int i = 0; i < 14; i++) sum[i] += term[i];
  }
  f->P = sum[0];
  for (int i = 0; i < 3; i++) f->g[i] = sum[1 + i];
  for (int i = 0; i < 6; i++) f->H[i] = sum[4 + i];
  f->q = sum[10];
  for (int i = 0; i < 3; i++) f->e[i] = sum[11 + i];
}

static float_full_real float_full_dot(const float_full_real a[3], const float_full_real b[3])
{
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}

/* Returns the bound that the sum g gives. */
static float_full_real float_full_gauge_bound(const float_full_real w[3],
  const float_full_real g[3])
{
  const float_full_real along = float_full_dot(g, w)/float_full_dot(g, g);
  const float_full_real factor = along > 0.0f ? along : 0.0f;
  const float_full_real rest[3] = {w[0] - factor*g[0], w[1] - factor*g[1], w[2] - factor*g[2]};
  return 1.00101f*(factor + 1.5811546f*float_full_sqrt(float_full_dot(rest, rest)));
}

/* Writes d with (g g' + P*H + small*1) d = b. */
static void float_full_gauge_turn(const float_full_blurred *f, float_full_real small,
  const float_full_real b[3], float_full_real d[3])
{
  const float_full_real *const g = f->g, *const H = f->H, P = f->P;
  const float_full_real xx = g[0]*g[0] + P*H[0] + small, yy = g[1]*g[1] + P*H[3] + small;
  const float_full_real xy = (g[0]*g[1] + P*H[1])/xx, xz = (g[0]*g[2] + P*H[2])/xx;
  const float_full_real y2 = yy - xy*xy*xx, yz = (g[1]*g[2] + P*H[4] - xy*xz*xx)/y2;
  const float_full_real z2 = g[2]*g[2] + P*H[5] + small - xz*xz*xx - yz*yz*y2;
  const float_full_real by = b[1] - xy*b[0];
  d[2] = (b[2] - xz*b[0] - yz*by)/z2;
  d[1] = by/y2 - yz*d[2];
  d[0] = b[0]/xx - xy*d[1] - xz*d[2];
}

/* Returns a bound of the gauge by Newton's method for the least P(V)^2/2 - w.V, which is convex
 * and has P = gauge there, along a path of smaller and smaller blurs, in at most 40 passes over
 * the bristles. Where a bristle rests, its force is free, and V hardly moves with the blur: it is
 * extrapolated. w has a component of size 1. */
static float_full_real float_full_gauge(const float_full_real w[3])
{
  const float_full_real least_blur = 0.003f, done = 1e-12f;
  float_full_real best = 1.5811546f*float_full_sqrt(float_full_dot(w, w)), held = 0.0f,
    least = 0.0f;
  float_full_real blur = 0.3f, small = 0.0f, V[3], d[3] = {0.0f, 0.0f, 0.0f};
  int is_new = 1; /* no value at this blur yet */
  float_full_blurred f, at = {0.0f, {0}, {0}, 0.0f, {0}};
  for (int i = 0; i < 3; i++) V[i] = w[i]/best;
  for (int round = 0; round < 40; round++) {
    const float_full_real next[3] = {V[0] + d[0], V[1] + d[1], V[2] + d[2]};
    float_full_blur(next, blur, &f);
    const float_full_real bound = float_full_gauge_bound(w, f.g), along = float_full_dot(w, next);
    const float_full_real value = 0.5f*f.P*f.P - along;
    const int is_lower = is_new | (value <= least);
    if (bound < best) best = bound;
    if (along > held*f.P) held = along/f.P; /* bounds the gauge from below */
    if (best - held <= 1e-5f*best) break;
    if (is_lower) {
      for (int i = 0; i < 3; i++) V[i] = next[i];
      at = f;
      least = value;
      is_new = 0;
      small = small < 1e-6f ? 0.0f : 0.1f*small;
    } else {
      small = small > 0.0f ? 16.0f*small : 0.001f;
    }
    const float_full_real *const g = at.g;
    const float_full_real fall[3] = {w[0] - at.P*g[0], w[1] - at.P*g[1], w[2] - at.P*g[2]};
    float_full_gauge_turn(&at, small, fall, d);
    const float_full_real drop = float_full_dot(fall, d);
    if (!(drop >= 0.0f)) for (int i = 0; i < 3; i++) d[i] = fall[i];
    if (is_lower & (blur <= least_blur) & (drop <= done*at.P*at.P)) break;
    if (is_lower & (blur > least_blur) & (drop < 0.003f*at.P*at.q)) {
      const float_full_real smaller = 0.25f*blur, to = smaller > least_blur ? smaller : least_blur;
      const float_full_real part = 1.0f - to/blur;
      const float_full_real shift[3] =
        {part*(at.q*g[0] - at.P*at.e[0]), part*(at.q*g[1] - at.P*at.e[1]),
        part*(at.q*g[2] - at.P*at.e[2])};
      float_full_real more[3];
      float_full_gauge_turn(&at, small, shift, more);
      for (int i = 0; i < 3; i++) d[i] += more[i];
      blur = to;
      is_new = 1;
    }
  }
  return best;
}
/* Writes the bound for a wrench at the grid centre. Returns OK if it is finite. */
static int float_full_gauge_of(const float_full_real wrench[3], float_full_real *gauge)
{
  float_full_real w[3] =
    {wrench[0], wrench[1], wrench[2] - FLOAT_FULL_COP_X*wrench[1] + FLOAT_FULL_COP_Y*wrench[0]};
  float_full_real most = 0.0f;
  w[2] *= 259.80762f;
  for (int i = 0; i < 3; i++) {
    const float_full_real size = w[i] < 0.0f ? -w[i] : w[i];
    most = size > most ? size : most;
  }
  *gauge = 0.0f;
  if (!(float_full_nan3(w) == 0.0f)) return FLOAT_FULL_BAD_INPUT;
  if (!(most > 0.0f)) return FLOAT_FULL_OK;
  for (int i = 0; i < 3; i++) w[i] /= most;
  *gauge = most*float_full_gauge(w);
  return float_full_finite(*gauge);
}

int float_full_margin(const float_full_real wrench[3], float_full_real fn, float_full_real *share)
{
  float_full_real gauge;
  int status = float_full_gauge_of(wrench, &gauge);
  if (share) *share = 0.0f;
  if (status != FLOAT_FULL_OK || !(0.0f*fn == 0.0f)) return FLOAT_FULL_BAD_INPUT;
  if (!(fn > 0.0f)) return FLOAT_FULL_SEPARATED;
  const float_full_real result = gauge/(0.4f*fn);
  status = float_full_finite(result);
  if (share && status == FLOAT_FULL_OK) *share = result;
  return status;
}

int float_full_hold(const float_full_real wrench[3], float_full_real share, float_full_real *fn)
{
  float_full_real gauge;
  int status = float_full_gauge_of(wrench, &gauge);
  if (fn) *fn = 0.0f;
  if (status != FLOAT_FULL_OK || !(share > 0.0f && share <= 1.0f)) return FLOAT_FULL_BAD_INPUT;
  const float_full_real result = gauge/(0.4f*share);
  status = float_full_finite(result);
  if (fn && status == FLOAT_FULL_OK) *fn = result;
  return status;
}

/* ---- golden vectors ----------------------------------------------------- */

/* Writes a state with elastic, yielding and plastic bristles. */
static void float_full_pattern(float_full_state *s)
{
  for (int k = 0; k < float_full_n; k++) {
    const int x = k % 7 - 3, y = k % 5 - 2;
    s->z[k] = (float_full_real)x*2.16e-6f;
    s->z[float_full_n + k] = (float_full_real)y*2.16e-6f;
  }
}

static int float_full_differs(const float_full_real a[3], const float_full_real b[3],
  const float_full_real bar[2])
{
  for (int i = 0; i < 3; i++) {
    const float_full_real d = a[i] - b[i];
    if (!((d < 0.0f ? -d : d) <= bar[i == 2])) return 1;
  }
  return 0;
}

int float_full_selftest(void)
{
  FLOAT_FULL_CLEAR_UPPER;
  /* Twists; then the results of _rate, _step (dt = 0.0016 s), _steady and _limit
   * for each at fn = 1.5, by the reference; then the tolerances of
   * forces and torques. */
  static const float_full_real twist[9] = {
  0.0008f, -0.0003f, 0.07071068f,
  -0.0002f, 0.0001f, 0.28284273f,
  0.0003f, 0.001f, -0.014142135f
};
  static const float_full_real wrench[36] = {
  0.045145437f, 0.09864377f, 0.00013063759f,
  -0.19459601f, 0.14601049f, -0.00027711783f,
  -0.81907874f, 0.30501637f, -0.0005606492f,
  -0.54555887f, 0.20318414f, -0.00042516456f,
  0.17403314f, 0.038556732f, -0.000235236f,
  0.16342537f, -0.020897962f, -0.0012934334f,
  0.16118462f, -0.08171802f, -0.0031712279f,
  0.07461151f, -0.03723127f, -0.0022626717f,
  0.11168628f, -0.074357845f, 0.00033043587f,
  -0.00976032f, -0.33454955f, 0.00027787747f,
  -0.25750443f, -0.8583531f, 8.942132e-5f,
  -0.1722758f, -0.574256f, 6.779535e-5f
};
  static const float_full_real bar[8] = {
  0.0002511f, 1.77555e-6f,
  0.0002511f, 1.77555e-6f,
  9e-5f, 6.36396e-7f,
  9e-5f, 6.36396e-7f
};
  float_full_state s;
  for (int i = 0; i < 3; i++) {
    float_full_real f[4][3];
    const float_full_real *const v = twist + 3*i;
    float_full_pattern(&s);
    if (float_full_rate(&s, v, 1.5f, 0, f[0]) != FLOAT_FULL_OK) return 4*i + 1;
    if (float_full_step(&s, v, 1.5f, 0.0016f, f[1]) != FLOAT_FULL_OK) return 4*i + 2;
    if (float_full_steady(v, 1.5f, f[2]) != FLOAT_FULL_OK) return 4*i + 3;
    if (float_full_limit(v, 1.5f, f[3]) != FLOAT_FULL_OK) return 4*i + 4;
    for (int j = 0; j < 4; j++)
      if (float_full_differs(f[j], wrench + 12*i + 3*j, bar + 2*j)) return 4*i + j + 1;
  }
  /* NaN and infinity, which a compiler may not assume away. */
  volatile float_full_real none = 0.0f;
  const float_full_real strange[2] = {none/none, 1.0f/none};
  for (int i = 0; i < 2; i++) {
    float_full_real f[3];
    const float_full_real v[3] = {0.0f, 0.0f, strange[i]};
    if (float_full_rate(&s, v, 1.5f, 0, f) != FLOAT_FULL_BAD_INPUT
        || float_full_step(&s, v, 1.5f, 0.0016f, f) != FLOAT_FULL_BAD_INPUT
        || float_full_step(&s, twist, strange[i], 0.0016f, f) != FLOAT_FULL_BAD_INPUT
        || float_full_step(&s, twist, 1.5f, strange[i], f) != FLOAT_FULL_BAD_INPUT
        || float_full_steady(v, 1.5f, f) != FLOAT_FULL_BAD_INPUT
        || float_full_limit(v, 1.5f, f) != FLOAT_FULL_BAD_INPUT)
      return 13 + i;
  }
  return FLOAT_FULL_OK;
}
