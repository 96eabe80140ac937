/* double_loop.c: friction of the contact "double_loop"; double_loop.h tells what it is.
 *
 * bristle 0.1.0, template contact/cells, spec double_loop.lua
 * spec hash 4d3295c67b4e1454a93f654f1713317b384f688eda7a1de2eee1e7956d43d70e
 * Generated: edit the spec instead.
 * SPDX-License-Identifier: 0BSD */
#include "double_loop.h"
#if DOUBLE_LOOP_SPEC_ID != 0x1179bed6u
#error "double_loop.h and double_loop.c are of different specs: emit both again"
#endif

/* The place of all tables: define DOUBLE_LOOP_TABLE to put them into a section of your own, as by
 * -DDOUBLE_LOOP_TABLE='__attribute__((section(".ccmram")))'. */
#ifndef DOUBLE_LOOP_TABLE
#define DOUBLE_LOOP_TABLE
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
#error "these flags hide NaN and infinity; the flags to use are in double_loop.h"
#endif

/* ---- compilers ---------------------------------------------------------- */

/* gcc forgets that a function has wide numbers in registers when the function calls
 * another one of this file. The caller's code would then run at half its speed. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__AVX__)
static inline void double_loop_clear_upper(const char *unused)
{
  (void)unused;
  __builtin_ia32_vzeroupper();
}
/* Clears the upper halves of wide registers when the function returns. */
#define DOUBLE_LOOP_CLEAR_UPPER \
  const char upper __attribute__((cleanup(double_loop_clear_upper), unused)) = 0
#else
#define DOUBLE_LOOP_CLEAR_UPPER ((void)0)
#endif

#if defined(__GNUC__) && !defined(__FRAMAC__)
#define DOUBLE_LOOP_ALIGN __attribute__((aligned(64)))
#else
#define DOUBLE_LOOP_ALIGN
#endif

#if defined(__cplusplus)
#define DOUBLE_LOOP_RESTRICT __restrict
#else
#define DOUBLE_LOOP_RESTRICT restrict
#endif

/* Functions that make a step measurably faster where they are inlined. With -Os the
 * compiler decides, which keeps the text small. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define DOUBLE_LOOP_INLINE static inline __attribute__((always_inline))
#else
#define DOUBLE_LOOP_INLINE static inline
#endif

/* ---- dimensions --------------------------------------------------------- */

enum {
  double_loop_wide = 16, /* lanes of whole vectors; some cells have two lanes */
  double_loop_n = DOUBLE_LOOP_NCELLS
};

/* ---- parameters of the equations in double_loop.h ---------------------------- */

/* Parameters of the spec, and what the equations make of them. */
#define DOUBLE_LOOP_SIGMA0 200000.0                 /* 1/m, stiffness, (3), (4) */
#define DOUBLE_LOOP_SIGMA1 150.0                    /* s/m, damping, (4) */
#define DOUBLE_LOOP_SIGMA2 0.3                      /* s/m, viscous friction, (4) */
#define DOUBLE_LOOP_MU_C 0.5                        /* Coulomb friction coefficient, (2) */
#define DOUBLE_LOOP_MU_S 0.8                        /* static friction coefficient, (2) */
#define DOUBLE_LOOP_V_S 0.002                       /* m/s, Stribeck speed, (2) */
#define DOUBLE_LOOP_GAMMA 2.0                       /* Stribeck exponent, (2) */
#define DOUBLE_LOOP_V_D 0.02                        /* m/s, where sigma1 fades, (4) */
#define DOUBLE_LOOP_S_BA 0.8                        /* elastic share of a deflection, (5) */
#define DOUBLE_LOOP_T_SCALE 10.0                    /* 2/(1 - s_ba), (5) */
#define DOUBLE_LOOP_T_SHIFT 9.0                     /* (1 + s_ba)/(1 - s_ba), (5) */
/* (s_ba*mu_c/sigma0)^2, m^2, elastic at any speed */
#define DOUBLE_LOOP_ELASTIC2 4e-12
#define DOUBLE_LOOP_MOMENT_X 0.00016216216216216205 /* m, sum of w*x */
#define DOUBLE_LOOP_MOMENT_Y 8.108108108108108e-5   /* m, sum of w*y */
#define DOUBLE_LOOP_MOMENT_2 2.2567567567567562e-5  /* m^2, sum of w*(x^2 + y^2) */

/* ---- tables ------------------------------------------------------------- */

/* Cell centres, m. */
static const DOUBLE_LOOP_TABLE DOUBLE_LOOP_ALIGN double_loop_real double_loop_x[11] = {
  -0.006, -0.002, 0.002, 0.006,
  -0.006, 0.002, 0.006, -0.006,
  -0.002, 0.002, 0.006
};
static const DOUBLE_LOOP_TABLE DOUBLE_LOOP_ALIGN double_loop_real double_loop_y[11] = {
  -0.0029999999999999996, -0.0029999999999999996, -0.0029999999999999996, -0.0029999999999999996,
  0.0, 0.0, 0.0, 0.0029999999999999996,
  0.0029999999999999996, 0.0029999999999999996, 0.0029999999999999996
};
/* Shares of the load. */
static const DOUBLE_LOOP_TABLE DOUBLE_LOOP_ALIGN double_loop_real double_loop_w[11] = {
  0.05405405405405406, 0.10810810810810811, 0.10810810810810811, 0.02702702702702703,
  0.10810810810810811, 0.16216216216216214, 0.10810810810810811, 0.05405405405405406,
  0.10810810810810811, 0.10810810810810811, 0.05405405405405406
};
/* Places, shares, and shares times x and y of whole vectors: the last vector begins at
 * cell 3, and cells of the vector before have weight 0 in it. */
static const DOUBLE_LOOP_TABLE DOUBLE_LOOP_ALIGN double_loop_real double_loop_wide_x[16] = {
  -0.006, -0.002, 0.002, 0.006,
  -0.006, 0.002, 0.006, -0.006,
  0.006, -0.006, 0.002, 0.006,
  -0.006, -0.002, 0.002, 0.006
};
static const DOUBLE_LOOP_TABLE DOUBLE_LOOP_ALIGN double_loop_real double_loop_wide_y[16] = {
  -0.0029999999999999996, -0.0029999999999999996, -0.0029999999999999996, -0.0029999999999999996,
  0.0, 0.0, 0.0, 0.0029999999999999996,
  -0.0029999999999999996, 0.0, 0.0, 0.0,
  0.0029999999999999996, 0.0029999999999999996, 0.0029999999999999996, 0.0029999999999999996
};
static const DOUBLE_LOOP_TABLE DOUBLE_LOOP_ALIGN double_loop_real double_loop_wide_w[16] = {
  0.05405405405405406, 0.10810810810810811, 0.10810810810810811, 0.02702702702702703,
  0.10810810810810811, 0.16216216216216214, 0.10810810810810811, 0.05405405405405406,
  0.0, 0.0, 0.0, 0.0,
  0.0, 0.10810810810810811, 0.10810810810810811, 0.05405405405405406
};
static const DOUBLE_LOOP_TABLE DOUBLE_LOOP_ALIGN double_loop_real double_loop_wide_wx[16] = {
  -0.00032432432432432436, -0.00021621621621621624,
  0.00021621621621621624, 0.00016216216216216218,
  -0.0006486486486486487, 0.0003243243243243243,
  0.0006486486486486487, -0.00032432432432432436,
  0.0, -0.0,
  0.0, 0.0,
  -0.0, -0.00021621621621621624,
  0.00021621621621621624, 0.00032432432432432436
};
static const DOUBLE_LOOP_TABLE DOUBLE_LOOP_ALIGN double_loop_real double_loop_wide_wy[16] = {
  -0.00016216216216216215, -0.0003243243243243243,
  -0.0003243243243243243, -8.108108108108108e-5,
  0.0, 0.0,
  0.0, 0.00016216216216216215,
  -0.0, 0.0,
  0.0, 0.0,
  0.0, 0.0003243243243243243,
  0.0003243243243243243, 0.00016216216216216215
};

/* ---- helpers ------------------------------------------------------------ */

typedef uint64_t double_loop_bits;

DOUBLE_LOOP_INLINE double_loop_bits double_loop_to_bits(double_loop_real a)
{
  double_loop_bits i;
  (void)memcpy(&i, &a, sizeof i);
  return i;
}

DOUBLE_LOOP_INLINE double_loop_real double_loop_from_bits(double_loop_bits i)
{
  double_loop_real a;
  (void)memcpy(&a, &i, sizeof a);
  return a;
}

/* A number of the type's own digits: x87 and the like keep more of them in registers. */
#if (defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0) \
    || (defined(_M_IX86_FP) && _M_IX86_FP == 0) \
    || (!defined(__FLT_EVAL_METHOD__) && defined(__i386__))
typedef volatile double_loop_real double_loop_rounded;
#else
typedef double_loop_real double_loop_rounded;
#endif

/* Square roots. A processor with an instruction for them needs no library: errno is not asked
 * for (-fno-math-errno). The others go digit by digit. Both round correctly. */
#if !defined(__GNUC__) || defined(__SSE2__) || defined(__i386__) \
    || defined(__aarch64__) || defined(__wasm__) || defined(__s390x__) || defined(_ARCH_PPCSQ) \
    || (defined(__ARM_FP) && (__ARM_FP & 8)) || (defined(__riscv_flen) && __riscv_flen >= 64)
static inline double_loop_real double_loop_sqrt(double_loop_real x)
{
#if !defined(__GNUC__)
  return sqrt(x);
#else
  return __builtin_sqrt(x);
#endif
}
#else
static double_loop_real double_loop_sqrt(double_loop_real x0)
{
  const int is_tiny = x0 < 2.2250738585072014e-308;
  const double_loop_real x = is_tiny ? x0*3.2451855365842673e32 : x0;
  const int half = 54; /* of the scale's exponent */
  uint64_t rest, root = 0, sum = 0, digit;
  double_loop_real out;
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

/* log(x), error of about one digit: x = 2^k*(1 + f) with 1 + f between the roots of 1/2 and
 * 2, log(1 + f) by the series in f/(2 + f). -infinity at 0, NaN below. */
DOUBLE_LOOP_INLINE double_loop_real double_loop_log(double_loop_real x)
{
  const int is_small = x < 2.2250738585072014e-308;
  const double_loop_bits bits = double_loop_to_bits(is_small ? x*1.8014398509481984e16 : x);
  const int k = (int)((bits + 0x95f619980c433u) >> 52) - 1023;
  const double_loop_real f = double_loop_from_bits(bits - ((double_loop_bits)k << 52)) - 1.0;
  const double_loop_real s = f/(2.0 + f), z = s*s, half = 0.5*f*f;
  const double_loop_real tail =
    z*(0.6666666666666666
    + z*(0.4
    + z*(0.2857142857142857
    + z*(0.2222222222222222
    + z*(0.18181818181818182
    + z*(0.15384615384615385
    + z*(0.13333333333333333 + z*(0.11764705882352941 + z*0.10526315789473684))))))));
  const int power = is_small ? k - 54 : k;
  const double_loop_real n = (double_loop_real)power;
  const double_loop_real value = n*0.6931471803691238
    - ((half - (s*(half + tail) + n*1.9082149292705877e-10)) - f);
  const double_loop_real edge = x == 0.0 ? (-1.0)/(x*x) : (x - x)/(x - x);
  return x > 0.0 ? (x - x == 0.0 ? value : x) : edge;
}

/* sin(x + quarters*pi/2) by the series of sine and cosine about the nearest quarter. Beyond
 * 2^50 an angle has no digits left that tell: it counts as 0. */
DOUBLE_LOOP_INLINE double_loop_real double_loop_turned(double_loop_real x, unsigned quarters)
{
  const double_loop_real y = x < 1.125899906842624e15 && x > -1.125899906842624e15 ? x : x*0.0;
  const double_loop_rounded near = y*0.6366197723675814 + 6755399441055744.0;
  const double_loop_real n = near - 6755399441055744.0;
  const double_loop_real t = ((y - n*1.5707963267341256)
    - n*6.077100506303966e-11)
    - n*2.0222662487959506e-21;
  const double_loop_real z = t*t;
  const double_loop_real s =
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
  const unsigned quarter = (unsigned)(double_loop_to_bits(near) & 3u) + quarters;
  const double_loop_real value = quarter & 1u ? c : s;
  return quarter & 2u ? -value : value;
}

DOUBLE_LOOP_INLINE double_loop_real double_loop_sin(double_loop_real x)
{
  return double_loop_turned(x, 0u);
}

DOUBLE_LOOP_INLINE double_loop_real double_loop_cos(double_loop_real x)
{
  return double_loop_turned(x, 1u);
}


/* Returns 0 if all three numbers are finite, else NaN: 0*x is 0 for a finite x only. */
static inline double_loop_real double_loop_nan3(const double_loop_real x[3])
{
  return 0.0*x[0] + 0.0*x[1] + 0.0*x[2];
}

/* Zeroes `count` numbers; v may be NULL. */
DOUBLE_LOOP_INLINE void double_loop_zero(double_loop_real *v, int count)
{
  for (int i = 0; v && i < count; i++) v[i] = 0.0;
}

/* Returns OK if fn and the input are valid; otherwise zeroes the wrench. */
DOUBLE_LOOP_INLINE int double_loop_enter(const double_loop_real twist[3], double_loop_real fn,
  double_loop_real dt, double_loop_real *wrench)
{
  const double_loop_real nan = double_loop_nan3(twist) + 0.0*fn + 0.0*dt;
  const int is_valid = nan == 0.0 && dt >= 0.0;
  if (is_valid && fn > 0.0) return DOUBLE_LOOP_OK;
  double_loop_zero(wrench, 3);
  return is_valid ? DOUBLE_LOOP_SEPARATED : DOUBLE_LOOP_BAD_INPUT;
}

/* Writes the wrench, or 0 if it is not finite. `wrench` may be NULL. */
DOUBLE_LOOP_INLINE int double_loop_give(const double_loop_real f[3], double_loop_real *wrench)
{
  if (double_loop_nan3(f) == 0.0) {
    for (int i = 0; wrench && i < 3; i++) wrench[i] = f[i];
    return DOUBLE_LOOP_OK;
  }
  double_loop_zero(wrench, 3);
  return DOUBLE_LOOP_BAD_STATE;
}

/* Writes the wrench (4) from sum = sums over the cells of w*(z + (sigma1/sigma0)*rate) and
 * of its torque; the viscous part in closed form from the moments of w. */
DOUBLE_LOOP_INLINE int double_loop_leave(const double_loop_real twist[3], double_loop_real fn,
  const double_loop_real sum[3],
  double_loop_real *wrench)
{
  const double_loop_real vx = twist[0] - twist[2]*DOUBLE_LOOP_MOMENT_Y; /* means of the slip */
  const double_loop_real vy = twist[1] + twist[2]*DOUBLE_LOOP_MOMENT_X;
  const double_loop_real turn = DOUBLE_LOOP_MOMENT_2*twist[2] + DOUBLE_LOOP_MOMENT_X*twist[1]
    - DOUBLE_LOOP_MOMENT_Y*twist[0];
  const double_loop_real f[3] = {
    -fn*(DOUBLE_LOOP_SIGMA0*sum[0] + DOUBLE_LOOP_SIGMA2*vx), /* fx, N */
    -fn*(DOUBLE_LOOP_SIGMA0*sum[1] + DOUBLE_LOOP_SIGMA2*vy), /* fy, N */
    -fn*(DOUBLE_LOOP_SIGMA0*sum[2] + DOUBLE_LOOP_SIGMA2*turn) /* tau, N m */
  };
  return double_loop_give(f, wrench);
}

/* All cells in short passes: every pass is a loop with a trip count known here and
 * a short chain of operations, which compilers turn into vector code. Selects
 * discard unused results of a lane, so that no NaN gets through. */

/* The numbers that the passes leave for each other, lane by lane. */
typedef struct {
  double_loop_real s[16]; /* |v| */
  double_loop_real zmax[16]; /* g/sigma0 */
  double_loop_real a[16]; /* beta*sigma0*s/g */
  double_loop_real phi[16]; /* (1 - exp(-a*dt))/(a*dt) */
  double_loop_real damping[16]; /* sigma1/sigma0 */
  double_loop_real sx[16], sy[16], st[16]; /* sums */
} double_loop_block;

/* Functions that compilers can turn into vector code, of known error. */

/* exp(x) for x <= 0, relative error 2e-16 before rounding: 2^-u with u = k + t, |t| <= 1/2, k
 * taken from the low bits of u + 1.5*2^52. */
DOUBLE_LOOP_INLINE double_loop_real double_loop_exp(double_loop_real x)
{
  const double_loop_real u = x*(-1.4426950408889634);
  const double_loop_rounded k = u + 6755399441055744.0;
  const double_loop_real t = u - (k - 6755399441055744.0);
  const double_loop_real t2 = t*t, t4 = t2*t2;
  const double_loop_real p =
    ((1.0 + t2*0.24022650695908768)
    + t4*((0.00961812910803489 + t2*0.00015403529960931792)
    + t4*(1.3215662868185636e-6 + t2*7.037282546384723e-9)))
    + t*((-0.6931471805599497 + t2*(-0.05550410866445852))
    + t4*((-0.0013333558228614743 + t2*(-1.525265808400413e-5)) + t4*(-1.0208544417700033e-7)));
  const double_loop_real value =
    double_loop_from_bits(double_loop_to_bits(p) - (double_loop_to_bits(k) << 52));
  return u < 64.0 ? value : 0.0;
}

/* (1 - exp(-x))/x for x >= 0, relative error 1.2e-15 before rounding. */
DOUBLE_LOOP_INLINE double_loop_real double_loop_phi(double_loop_real x0)
{
  const double_loop_real inverse = 1.0/(x0 + 1e-290); /* while the rest is on its way */
  const double_loop_real u = x0*1.4426950408889634 + 1.4426950408889634*1e-290;
  const double_loop_rounded k = u + 6755399441055744.0;
  const double_loop_real t = u - (k - 6755399441055744.0);
  const double_loop_real t2 = t*t, t4 = t2*t2;
  const double_loop_real p =
    t*(((0.6931471805599462 + t2*0.05550410866465316)
    + t4*((0.0013333558200502725 + t2*1.5252673108017417e-5) + t4*1.0205869496635504e-7))
    + t*((-0.24022650695909856 + t2*(-0.009618129107736014))
    + t4*((-0.00015403530255569823 + t2*(-1.3215541954971223e-6)) + t4*(-7.054911318092095e-9))));
  const double_loop_real q =
    double_loop_from_bits(((double_loop_bits)1023u << 52) - (double_loop_to_bits(k) << 52));
  const double_loop_real part = (1.0 - q) + q*p;
  return (u < 64.0 ? part : 1.0)*inverse;
}

/* sin(pi/2*t)/2 for |t| <= 1, error 5e-17 before rounding. */
DOUBLE_LOOP_INLINE double_loop_real double_loop_half_sine(double_loop_real t)
{
  const double_loop_real t2 = t*t, t4 = t2*t2, t8 = t4*t4;
  return t*(
    ((0.7853981633974475 + t4*0.03984631312257142)
    + t8*(8.022058163704147e-5 + t4*2.8438846862264073e-8))
    + t2*((-0.32298204875308656 + t4*(-0.0023408770644368832))
    + t8*(-1.7994012373904265e-6 + t4*(-3.217420614521006e-10))));
}

/* Returns the sum of all lanes, by short chains of additions. */
DOUBLE_LOOP_INLINE double_loop_real double_loop_total(const double_loop_real *v)
{
  double_loop_real part[8], half[4];
  for (int l = 0; l < 8; l++) part[l] = v[l];
  for (int l = 0; l < 8; l++) part[l] += v[8 + l];
  for (int l = 0; l < 4; l++) half[l] = part[l] + part[l + 4];
  return (half[0] + half[2]) + (half[1] + half[3]);
}

/* Returns 1 if a bristle of the block, moved by h*v, may be above breakaway: at any
 * speed it is elastic up to s_ba*mu_c/sigma0. */
DOUBLE_LOOP_INLINE int double_loop_yields(const double_loop_real *zx, const double_loop_real *zy,
  const double_loop_real twist[3],
  double_loop_real h)
{
  const double_loop_real *const x = double_loop_wide_x, *const y = double_loop_wide_y;
  const double_loop_real tx = twist[0], ty = twist[1], tw = twist[2];
  double_loop_bits any = 0;
  for (int l = 0; l < double_loop_wide; l++) {
    const double_loop_real qx = zx[l] + h*(tx - tw*y[l]);
    const double_loop_real qy = zy[l] + h*(ty + tw*x[l]);
    any |= double_loop_to_bits(DOUBLE_LOOP_ELASTIC2 - (qx*qx + qy*qy)); /* the sign */
  }
  return (int)(any >> 63);
}

/* Writes the damping of each lane. */
DOUBLE_LOOP_INLINE void double_loop_fade(double_loop_block *DOUBLE_LOOP_RESTRICT m,
  const double_loop_real twist[3])
{
  const double_loop_real *const x = double_loop_wide_x, *const y = double_loop_wide_y;
  const double_loop_real tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < double_loop_wide; l++) {
    const double_loop_real vx = tx - tw*y[l];
    const double_loop_real vy = ty + tw*x[l];
    const double_loop_real v2 = vx*vx + vy*vy;
    const double_loop_real damping = 0.00075*double_loop_exp(-2500.0*v2); /* sigma1/sigma0 */
    m->damping[l] = damping;
  }
}

/* Writes a at q = z + h*v: abar(|q|/zmax)*(q.v/|q| + s)/(2*zmax), with one root and one
 * division. */
DOUBLE_LOOP_INLINE void double_loop_relax(double_loop_block *DOUBLE_LOOP_RESTRICT m,
  const double_loop_real *DOUBLE_LOOP_RESTRICT zx, const double_loop_real *DOUBLE_LOOP_RESTRICT zy,
  const double_loop_real *DOUBLE_LOOP_RESTRICT twist, double_loop_real h)
{
  const double_loop_real *const x = double_loop_wide_x, *const y = double_loop_wide_y;
  const double_loop_real tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < double_loop_wide; l++) {
    const double_loop_real vx = tx - tw*y[l];
    const double_loop_real vy = ty + tw*x[l];
    const double_loop_real qx = zx[l] + h*vx;
    const double_loop_real qy = zy[l] + h*vy;
    const double_loop_real q2 = qx*qx + (qy*qy + 1e-290); /* never 0 */
    const double_loop_real n = double_loop_sqrt(q2);
    const double_loop_real inverse = 1.0/(n*m->zmax[l]);
    /* -1 at breakaway, 1 at zmax */
    const double_loop_real t = DOUBLE_LOOP_T_SCALE*(q2*inverse) - DOUBLE_LOOP_T_SHIFT;
    const double_loop_real abar = t < 1.0 ? 0.5 + double_loop_half_sine(t) : 1.0; /* (5) */
    const double_loop_real along = 0.5*inverse*((qx*vx + qy*vy) + m->s[l]*n);
    m->a[l] = (t > (-1.0) ? abar : 0.0)*along;
  }
}

/* Writes phi, which is 1 for a rate, since its dt is 0. */
DOUBLE_LOOP_INLINE void double_loop_decay(double_loop_block *m, double_loop_real dt)
{
  if (dt > 0.0)
    for (int l = 0; l < double_loop_wide; l++) m->phi[l] = double_loop_phi(m->a[l]*dt);
  else
    for (int l = 0; l < double_loop_wide; l++) m->phi[l] = 1.0;
}

/* Writes the quantities that depend on the speed alone. */
DOUBLE_LOOP_INLINE void double_loop_law(double_loop_block *DOUBLE_LOOP_RESTRICT m,
  const double_loop_real twist[3])
{
  const double_loop_real *const x = double_loop_wide_x, *const y = double_loop_wide_y;
  const double_loop_real tx = twist[0], ty = twist[1], tw = twist[2];
  for (int l = 0; l < double_loop_wide; l++) {
    const double_loop_real vx = tx - tw*y[l];
    const double_loop_real vy = ty + tw*x[l];
    const double_loop_real v2 = vx*vx + vy*vy;
    const double_loop_real s = double_loop_sqrt(v2);
    const double_loop_real zmax = 5e-6*(0.5 + 0.3*double_loop_exp(-250000.0*v2)); /* g/sigma0 */
    m->s[l] = s;
    m->zmax[l] = zmax;
  }
}

/* The results for the cells: out = keep*z + gain*rate, and sums of
 * w*(z + (lever + sigma1/sigma0)*rate). For a rate keep and lever are 0 and gain
 * is 1; for a step of dt keep is 1 and the others are dt. */
typedef struct {
  double_loop_real keep, gain, lever;
} double_loop_motion;

/* Writes outputs and sums of a block. is_stuck is a literal in every call: stuck
 * bristles are elastic and follow the velocity. */
DOUBLE_LOOP_INLINE void double_loop_move(double_loop_block *DOUBLE_LOOP_RESTRICT m,
  const double_loop_real *DOUBLE_LOOP_RESTRICT zx, const double_loop_real *DOUBLE_LOOP_RESTRICT zy,
  double_loop_real *DOUBLE_LOOP_RESTRICT ox, double_loop_real *DOUBLE_LOOP_RESTRICT oy,
  const double_loop_real *DOUBLE_LOOP_RESTRICT twist, double_loop_motion motion, int is_stuck)
{
  const double_loop_real *const x = double_loop_wide_x, *const y = double_loop_wide_y;
  const double_loop_real *const w = double_loop_wide_w, *const wx = double_loop_wide_wx,
    *const wy = double_loop_wide_wy;
  const double_loop_real tx = twist[0], ty = twist[1], tw = twist[2];
  const double_loop_real keep = motion.keep, gain = motion.gain;
  for (int l = 0; l < double_loop_wide; l++) {
    const double_loop_real lever = motion.lever + m->damping[l];
    double_loop_real rx = tx - tw*y[l];
    double_loop_real ry = ty + tw*x[l];
    if (!is_stuck) {
      rx = (rx - m->a[l]*zx[l])*m->phi[l];
      ry = (ry - m->a[l]*zy[l])*m->phi[l];
    }
    const double_loop_real px = zx[l] + lever*rx;
    const double_loop_real py = zy[l] + lever*ry;
    const double_loop_real endx = keep*zx[l] + gain*rx;
    const double_loop_real endy = keep*zy[l] + gain*ry;
    ox[l] = endx;
    oy[l] = endy;
    m->sx[l] = w[l]*px;
    m->sy[l] = w[l]*py;
    m->st[l] = wx[l]*py - wy[l]*px;
  }
}

/* The same for a block whose bristles may yield. */
DOUBLE_LOOP_INLINE void double_loop_slide(double_loop_block *DOUBLE_LOOP_RESTRICT m,
  const double_loop_real *zx, const double_loop_real *zy,
  double_loop_real *ox, double_loop_real *oy, const double_loop_real twist[3],
  double_loop_motion motion)
{
  double_loop_law(m, twist);
  double_loop_relax(m, zx, zy, twist, motion.lever);
  double_loop_decay(m, motion.lever);
  double_loop_move(m, zx, zy, ox, oy, twist, motion, 0);
}

/* The wrench of the sums. */
DOUBLE_LOOP_INLINE int double_loop_finish(const double_loop_block *m,
  const double_loop_real twist[3], double_loop_real fn,
  double_loop_real *wrench)
{
  const double_loop_real sum[3] = {double_loop_total(m->sx), double_loop_total(m->sy),
    double_loop_total(m->st)};
  return double_loop_leave(twist, fn, sum, wrench);
}

/* Returns 1 if all bristles of the block stay elastic over a step of h. */
DOUBLE_LOOP_INLINE int double_loop_is_stuck(const double_loop_real *zx, const double_loop_real *zy,
  const double_loop_real twist[3],
  double_loop_real h)
{
  return !double_loop_yields(zx, zy, twist, h);
}

/* Copy cells to lanes, and back. */
DOUBLE_LOOP_INLINE void double_loop_to_lanes(const double_loop_real *z, double_loop_real *zx,
  double_loop_real *zy)
{
  for (int l = 0; l < 8; l++) zx[l] = z[l];
  for (int l = 0; l < 8; l++) zx[8 + l] = z[3 + l];
  for (int l = 0; l < 8; l++) zy[l] = z[double_loop_n + l];
  for (int l = 0; l < 8; l++) zy[8 + l] = z[double_loop_n + 3 + l];
}

DOUBLE_LOOP_INLINE void double_loop_from_lanes(const double_loop_real *ox,
  const double_loop_real *oy, double_loop_real *out)
{
  for (int l = 0; l < 8; l++) out[l] = ox[l];
  for (int l = 0; l < 8; l++) out[3 + l] = ox[8 + l];
  for (int l = 0; l < 8; l++) out[double_loop_n + l] = oy[l];
  for (int l = 0; l < 8; l++) out[double_loop_n + 3 + l] = oy[8 + l];
}

/* Computes the only block while all its bristles are elastic. A separate function, so
 * that the values stay in registers. */
static int double_loop_keep(const double_loop_real *z, const double_loop_real twist[3],
  double_loop_real fn,
  const double_loop_motion *motion, double_loop_real *out, double_loop_real *wrench)
{
  DOUBLE_LOOP_ALIGN double_loop_block m;
  DOUBLE_LOOP_ALIGN double_loop_real ox[16], oy[16];
  DOUBLE_LOOP_ALIGN double_loop_real zx[16], zy[16];
  double_loop_to_lanes(z, zx, zy);
  double_loop_fade(&m, twist);
  double_loop_move(&m, zx, zy, ox, oy, twist, *motion, 1);
  const int status = double_loop_finish(&m, twist, fn, wrench);
  if (out && status != DOUBLE_LOOP_BAD_STATE) double_loop_from_lanes(ox, oy, out);
  return status;
}

/* Computes the only block. `out` may be NULL, or z; it is not written if the wrench is
 * not finite. */
DOUBLE_LOOP_INLINE int double_loop_sweep(const double_loop_real *z,
  const double_loop_real twist[3], double_loop_real fn,
  double_loop_motion motion, double_loop_real *out, double_loop_real *wrench)
{
  DOUBLE_LOOP_ALIGN double_loop_block m;
  DOUBLE_LOOP_ALIGN double_loop_real ox[16], oy[16];
  DOUBLE_LOOP_ALIGN double_loop_real zx[16], zy[16];
  double_loop_to_lanes(z, zx, zy);
  if (double_loop_is_stuck(zx, zy, twist, motion.lever))
    return double_loop_keep(z, twist, fn, &motion, out, wrench);
  double_loop_fade(&m, twist);
  double_loop_slide(&m, zx, zy, ox, oy, twist, motion);
  const int status = double_loop_finish(&m, twist, fn, wrench);
  if (out && status != DOUBLE_LOOP_BAD_STATE) double_loop_from_lanes(ox, oy, out);
  return status;
}

static int double_loop_rates(const double_loop_real *z, const double_loop_real twist[3],
  double_loop_real fn,
  double_loop_real *dz, double_loop_real *wrench)
{
  const double_loop_motion rate = {0.0, 1.0, 0.0};
  return double_loop_sweep(z, twist, fn, rate, dz, wrench);
}

/* Copies the new state, unless the step is not finite. */
DOUBLE_LOOP_INLINE int double_loop_advance(double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn,
  double_loop_real dt, double_loop_real *wrench)
{
  const double_loop_motion step = {1.0, dt, dt};
  return double_loop_sweep(s->z, twist, fn, step, s->z, wrench);
}

/* ---- the functions ------------------------------------------------------ */

void double_loop_reset(double_loop_state *s)
{
  double_loop_zero(s->z, DOUBLE_LOOP_NZ);
}

int double_loop_rate(const double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn,
  double_loop_state *dz, double_loop_real wrench[3])
{
  DOUBLE_LOOP_CLEAR_UPPER;
  int status = double_loop_enter(twist, fn, 0.0, wrench);
  if (status == DOUBLE_LOOP_OK)
    status = double_loop_rates(s->z, twist, fn, dz ? dz->z : 0, wrench);
  if (status != DOUBLE_LOOP_OK && dz) double_loop_reset(dz);
  return status;
}

int double_loop_step(double_loop_state *s, const double_loop_real twist[3], double_loop_real fn,
  double_loop_real dt,
  double_loop_real wrench[3])
{
  DOUBLE_LOOP_CLEAR_UPPER;
  const int status = double_loop_enter(twist, fn, dt, wrench);
  if (status == DOUBLE_LOOP_SEPARATED) double_loop_reset(s);
  return status == DOUBLE_LOOP_OK ? double_loop_advance(s, twist, fn, dt, wrench) : status;
}

/* ---- many contacts ------------------------------------------------------ */

/* Blocks of 32 contacts, one contact per lane: for each bristle, short passes over the
 * contacts, loops with a trip count known here, which compilers turn into vector
 * code. No number crosses lanes: a lane ends the same for any neighbours. */
#ifdef __FRAMAC__
enum { double_loop_crowd = 4 }; /* what holds for four lanes holds for more */
#else
enum { double_loop_crowd = 32 };
#endif

/* The numbers of a block: twist and load, |v| and g/sigma0 of one bristle, sums, and
 * for all bristles the numbers of double_loop_block. A lane is odd (1) if its step needs a
 * call of its own; `bound` is a trace of all its numbers. */
typedef struct {
  double_loop_real tx[double_loop_crowd], ty[double_loop_crowd], tw[double_loop_crowd],
    fn[double_loop_crowd];
  double_loop_real s[double_loop_crowd], zmax[double_loop_crowd];
  double_loop_real sx[double_loop_crowd], sy[double_loop_crowd], st[double_loop_crowd];
  double_loop_real odd[double_loop_crowd], bound[double_loop_crowd];
  double_loop_real a[double_loop_n][double_loop_crowd], phi[double_loop_n][double_loop_crowd];
} double_loop_lanes_of;

/* Marks lanes whose input is invalid, or so large that a result may overflow. Returns
 * how many there are. */
static int double_loop_mark_odd(double_loop_lanes_of *m)
{
  int count = 0;
  for (int l = 0; l < double_loop_crowd; l++) {
    const double_loop_real v2 = m->tx[l]*m->tx[l] + m->ty[l]*m->ty[l] + m->tw[l]*m->tw[l];
    const int is_moderate = (v2 < 1e60) & (m->fn[l] > 0.0) & (m->fn[l] < 1e30);
    m->odd[l] = is_moderate ? 0.0 : 1.0;
  }
  for (int l = 0; l < double_loop_crowd; l++) count += m->odd[l] > 0.0;
  return count;
}

/* Writes a of bristle k of all contacts at z + dt*v. */
DOUBLE_LOOP_INLINE void double_loop_relax_crowd(double_loop_lanes_of *DOUBLE_LOOP_RESTRICT m,
  int k,
  const double_loop_real *DOUBLE_LOOP_RESTRICT zx, const double_loop_real *DOUBLE_LOOP_RESTRICT zy,
  double_loop_real dt)
{
  const double_loop_real x = double_loop_x[k], y = double_loop_y[k];
  for (int l = 0; l < double_loop_crowd; l++) {
    const double_loop_real vx = m->tx[l] - m->tw[l]*y;
    const double_loop_real vy = m->ty[l] + m->tw[l]*x;
    const double_loop_real v2 = vx*vx + vy*vy;
    const double_loop_real s = double_loop_sqrt(v2);
    const double_loop_real zmax = 5e-6*(0.5 + 0.3*double_loop_exp(-250000.0*v2)); /* g/sigma0 */
    m->s[l] = s;
    m->zmax[l] = zmax;
  }
  for (int l = 0; l < double_loop_crowd; l++) {
    const double_loop_real vx = m->tx[l] - m->tw[l]*y;
    const double_loop_real vy = m->ty[l] + m->tw[l]*x;
    const double_loop_real qx = zx[l] + dt*vx;
    const double_loop_real qy = zy[l] + dt*vy;
    const double_loop_real q2 = qx*qx + (qy*qy + 1e-290); /* never 0 */
    const double_loop_real n = double_loop_sqrt(q2);
    const double_loop_real inverse = 1.0/(n*m->zmax[l]);
    /* -1 at breakaway, 1 at zmax */
    const double_loop_real t = DOUBLE_LOOP_T_SCALE*(q2*inverse) - DOUBLE_LOOP_T_SHIFT;
    const double_loop_real abar = t < 1.0 ? 0.5 + double_loop_half_sine(t) : 1.0; /* (5) */
    const double_loop_real along = 0.5*inverse*((qx*vx + qy*vy) + m->s[l]*n);
    const double_loop_real a = (t > (-1.0) ? abar : 0.0)*along;
    m->a[k][l] = a;
    m->bound[l] += a + q2*1e-170;
  }
}

/* Writes phi of bristle k of all contacts. */
DOUBLE_LOOP_INLINE void double_loop_decay_crowd(double_loop_lanes_of *m, int k,
  double_loop_real dt)
{
  for (int l = 0; l < double_loop_crowd; l++) m->phi[k][l] = double_loop_phi(m->a[k][l]*dt);
}

/* Writes the ends of bristle k of all contacts, and adds to the sums
 * w*(z + (dt + sigma1/sigma0)*rate) and its torque. */
DOUBLE_LOOP_INLINE void double_loop_move_crowd(double_loop_lanes_of *DOUBLE_LOOP_RESTRICT m, int k,
  double_loop_real *DOUBLE_LOOP_RESTRICT zx, double_loop_real *DOUBLE_LOOP_RESTRICT zy,
  double_loop_real dt)
{
  const double_loop_real w = double_loop_w[k], wx = w*double_loop_x[k], wy = w*double_loop_y[k];
  const double_loop_real x = double_loop_x[k], y = double_loop_y[k];
  for (int l = 0; l < double_loop_crowd; l++) {
    const double_loop_real vx = m->tx[l] - m->tw[l]*y;
    const double_loop_real vy = m->ty[l] + m->tw[l]*x;
    const double_loop_real v2 = vx*vx + vy*vy;
    const double_loop_real damping = 0.00075*double_loop_exp(-2500.0*v2); /* sigma1/sigma0 */
    const double_loop_real rx = (vx - m->a[k][l]*zx[l])*m->phi[k][l];
    const double_loop_real ry = (vy - m->a[k][l]*zy[l])*m->phi[k][l];
    const double_loop_real px = zx[l] + (dt + damping)*rx;
    const double_loop_real py = zy[l] + (dt + damping)*ry;
    zx[l] += dt*rx;
    zy[l] += dt*ry;
    m->sx[l] += w*px;
    m->sy[l] += w*py;
    m->st[l] += wx*py - wy*px;
  }
}

/* Writes the wrenches (4) of the sums; `row` is the distance of their rows. */
static void double_loop_leave_crowd(const double_loop_lanes_of *m, double_loop_real *wrench,
  long long row)
{
  for (int l = 0; l < double_loop_crowd; l++) {
    const double_loop_real tx = m->tx[l], ty = m->ty[l], tw = m->tw[l];
    const double_loop_real vx = tx - tw*DOUBLE_LOOP_MOMENT_Y; /* means of the slip */
    const double_loop_real vy = ty + tw*DOUBLE_LOOP_MOMENT_X;
    const double_loop_real turn = DOUBLE_LOOP_MOMENT_2*tw + DOUBLE_LOOP_MOMENT_X*ty
      - DOUBLE_LOOP_MOMENT_Y*tx;
    wrench[l] = -m->fn[l]*(DOUBLE_LOOP_SIGMA0*m->sx[l] + DOUBLE_LOOP_SIGMA2*vx); /* fx, N */
    wrench[row + l] = -m->fn[l]*(DOUBLE_LOOP_SIGMA0*m->sy[l] + DOUBLE_LOOP_SIGMA2*vy); /* fy, N */
    /* tau, N m */
    wrench[2*row + l] = -m->fn[l]*(DOUBLE_LOOP_SIGMA0*m->st[l] + DOUBLE_LOOP_SIGMA2*turn);
  }
}

/* Steps a block of contacts, whose rows are `row` and `row_in` numbers apart. Returns how
 * many of them are odd; then only m is written. */
static int double_loop_step_crowd(double_loop_lanes_of *m, double_loop_real *z, long long row,
  const double_loop_real *twist, const double_loop_real *fn, long long row_in, double_loop_real dt,
  double_loop_real *wrench)
{
  int count = 0;
  (void)memcpy(m->tx, twist, sizeof m->tx);
  (void)memcpy(m->ty, twist + row_in, sizeof m->ty);
  (void)memcpy(m->tw, twist + 2*row_in, sizeof m->tw);
  (void)memcpy(m->fn, fn, sizeof m->fn);
  for (int l = 0; l < double_loop_crowd; l++) m->bound[l] = m->sx[l] = m->sy[l] = m->st[l] = 0.0;
  count = double_loop_mark_odd(m);
  if (count > 0) return count;
  for (int k = 0; k < double_loop_n; k++)
    double_loop_relax_crowd(m, k, z + k*row, z + (double_loop_n + k)*row, dt);
  for (int l = 0; l < double_loop_crowd; l++) m->odd[l] = m->bound[l] < 1e30 ? 0.0 : 1.0;
  for (int l = 0; l < double_loop_crowd; l++) count += m->odd[l] > 0.0;
  if (count > 0) return count;
  for (int k = 0; k < double_loop_n; k++)
    double_loop_decay_crowd(m, k, dt);
  for (int k = 0; k < double_loop_n; k++)
    double_loop_move_crowd(m, k, z + k*row, z + (double_loop_n + k)*row, dt);
  if (wrench) double_loop_leave_crowd(m, wrench, row_in);
  return 0;
}

/* Steps one contact. Returns its status. */
static int double_loop_step_one(double_loop_real *z, long long row, const double_loop_real *twist,
  const double_loop_real *fn,
  long long row_in, double_loop_real dt, double_loop_real *wrench)
{
  const double_loop_real v[3] = {twist[0], twist[row_in], twist[2*row_in]};
  double_loop_real f[3] = {0};
  double_loop_state s;
  for (int k = 0; k < DOUBLE_LOOP_NZ; k++) s.z[k] = z[k*row];
  const int status = double_loop_step(&s, v, *fn, dt, f);
  for (int k = 0; k < DOUBLE_LOOP_NZ; k++) z[k*row] = s.z[k];
  for (int k = 0; wrench && k < 3; k++) wrench[k*row_in] = f[k];
  return status;
}

/* Returns the worse of two statuses: the least error, else the largest condition. */
static int double_loop_worse(int a, int b)
{
  if (a < 0 || b < 0) return a < b ? a : b;
  return a > b ? a : b;
}

/* The same for `count` contacts of which some may be odd: these get numbers at rest in
 * the block, and then a call of their own. Writes statuses. Returns the worst. */
static int double_loop_step_mixed(double_loop_lanes_of *m, int count, double_loop_real *z,
  long long row, const double_loop_real *twist,
  const double_loop_real *fn, long long row_in, double_loop_real dt, double_loop_real *wrench,
  int *status)
{
  enum { lanes = double_loop_crowd };
  double_loop_real own[DOUBLE_LOOP_NZ*lanes], in[3*lanes], load[lanes], out[3*lanes] = {0};
  int is_odd[lanes], missing = 1, worst = DOUBLE_LOOP_OK;
  const int is_long = !(dt >= 0.0 && dt < 1e30);
  /*@ split is_long; */ /* for Eva: the cases apart */
  for (int l = 0; l < lanes; l++) is_odd[l] = is_long || l >= count;
  for (int round = 0; !is_long && missing && round < 3; round++) {
    for (int l = 0; l < lanes; l++) {
      const int is_in = !is_odd[l];
      load[l] = is_in ? fn[l] : 1.0;
      for (int k = 0; k < 3; k++) in[k*lanes + l] = is_in ? twist[k*row_in + l] : 0.0;
      for (int k = 0; k < DOUBLE_LOOP_NZ; k++) own[k*lanes + l] = is_in ? z[k*row + l] : 0.0;
    }
    missing = double_loop_step_crowd(m, own, lanes, in, load, lanes, dt, out);
    for (int l = 0; missing && l < lanes; l++) is_odd[l] |= m->odd[l] > 0.0;
  }
  for (int l = 0; l < count; l++) {
    int result = DOUBLE_LOOP_OK;
    if (missing || is_odd[l]) {
      result = double_loop_step_one(z + l, row, twist + l, fn + l, row_in, dt,
        wrench ? wrench + l : 0);
    } else {
      for (int k = 0; k < DOUBLE_LOOP_NZ; k++) z[k*row + l] = own[k*lanes + l];
      for (int k = 0; wrench && k < 3; k++) wrench[k*row_in + l] = out[k*lanes + l];
    }
    if (status) status[l] = result;
    worst = double_loop_worse(worst, result);
  }
  return worst;
}

int double_loop_step_batch(int n, double_loop_real *z, const double_loop_real *twist,
  const double_loop_real *fn,
  double_loop_real dt, double_loop_real *wrench, int *status)
{
  DOUBLE_LOOP_CLEAR_UPPER;
  const long long row = n;
  DOUBLE_LOOP_ALIGN double_loop_lanes_of m;
  int worst = n < 0 ? DOUBLE_LOOP_BAD_INPUT : DOUBLE_LOOP_OK;
  for (int i = 0; i < n; i += double_loop_crowd) {
    const int count = n - i < double_loop_crowd ? n - i : double_loop_crowd;
    double_loop_real *const f = wrench ? wrench + i : 0;
    int *const to = status ? status + i : 0;
    if (count == double_loop_crowd && dt >= 0.0 && dt < 1e30
        && double_loop_step_crowd(&m, z + i, row, twist + i, fn + i, row, dt, f) == 0) {
      for (int l = 0; to && l < double_loop_crowd; l++) to[l] = DOUBLE_LOOP_OK;
      continue;
    }
    const int result = double_loop_step_mixed(&m, count, z + i, row, twist + i, fn + i, row, dt, f,
      to);
    worst = double_loop_worse(worst, result);
  }
  return worst;
}

int double_loop_steady(const double_loop_real twist[3], double_loop_real fn,
  double_loop_real wrench[3])
{
  DOUBLE_LOOP_CLEAR_UPPER;
  double_loop_real sum[3] = {0.0, 0.0, 0.0};
  const int status = double_loop_enter(twist, fn, 0.0, wrench);
  if (status != DOUBLE_LOOP_OK) return status;
  for (int k = 0; k < double_loop_n; k++) {
    const double_loop_real x = double_loop_x[k], y = double_loop_y[k];
    const double_loop_real vx = twist[0] - twist[2]*y;
    const double_loop_real vy = twist[1] + twist[2]*x;
    const double_loop_real v2 = vx*vx + vy*vy;
    const double_loop_real s = double_loop_sqrt(v2);
    const double_loop_real zmax = 5e-6*(0.5 + 0.3*double_loop_exp(-250000.0*v2)); /* g/sigma0 */
    /* share of the deflection, over v */
    const double_loop_real wz = s > 0.0 ? double_loop_w[k]*zmax/s : 0.0;
    sum[0] += wz*vx;
    sum[1] += wz*vy;
    sum[2] += wz*(x*vy - y*vx);
  }
  return double_loop_leave(twist, fn, sum, wrench);
}

int double_loop_cell(int k, double_loop_real cell[3])
{
  if (k < 0 || k >= double_loop_n) {
    double_loop_zero(cell, 3);
    return DOUBLE_LOOP_BAD_INPUT;
  }
  if (cell) {
    cell[0] = double_loop_x[k];
    cell[1] = double_loop_y[k];
    cell[2] = double_loop_w[k];
  }
  return DOUBLE_LOOP_OK;
}

/* ---- derivatives -------------------------------------------------------- */

/* The numbers in the derivatives of one cell. */
typedef struct {
  double_loop_real zx, zy; /* bristle */
  double_loop_real vx, vy, v2, s, ux, uy; /* slip velocity, its size and direction */
  double_loop_real n, ex, ey; /* size and direction of the bristle that decides beta */
  double_loop_real a, a_zx, a_zy, a_vx, a_vy; /* beta*sigma0*s/g and its slopes */
  double_loop_real damping, damping_vx, damping_vy; /* sigma1/sigma0 and its slopes */
} double_loop_slopes;

/* Returns the derivative of (1 - exp(-x))/x for x >= 0. */
static double_loop_real double_loop_phi_slope(double_loop_real x)
{
  if (x > 0.5) return (x < 45.0 ? (x + 1.0)*double_loop_exp(-x) - 1.0 : (-1.0))/(x*x);
  return (-0.5
    + x*(0.3333333333333333
    + x*(-0.125
    + x*(0.03333333333333333
    + x*(-0.006944444444444444
    + x*(0.0011904761904761906
    + x*(-0.00017361111111111112
    + x*(2.2045855379188714e-5
    + x*(-2.48015873015873e-6
    + x*(2.505210838544172e-7
    + x*(-2.296443268665491e-8
    + x*(1.9270852604185937e-9
    + x*(-1.4911969277048643e-10 + x*1.0706029224547743e-11)))))))))))));
}

static void double_loop_transition(double_loop_slopes *c, double_loop_real h)
{
  const double_loop_real vx = c->vx;
  const double_loop_real vy = c->vy;
  const double_loop_real v2 = c->v2;
  const double_loop_real s = c->s;
  const double_loop_real ux = c->ux;
  const double_loop_real uy = c->uy;
  const double_loop_real n = c->n;
  const double_loop_real ex = c->ex;
  const double_loop_real ey = c->ey;
  const double_loop_real t0 = s + ex*vx + ey*vy;
  const double_loop_real t1 = double_loop_exp(-250000.0*v2);
  const double_loop_real t2 = 1.0/(0.5 + 0.3*t1);
  const double_loop_real t3 = 15.707963267948966*(200000.0*t2*n - 0.9);
  const double_loop_real t4 = 1.0 + double_loop_sin(t3);
  const double_loop_real t5 = 50000.0*t2*t4;
  const double_loop_real t6 = double_loop_cos(t3);
  const double_loop_real t7 = 1.5707963267948965e11*t6;
  const double_loop_real t8 = t2*t2;
  const double_loop_real t9 = t7*t0*t8;
  const double_loop_real t10 = (ex*vy - vx*ey)/n;
  const double_loop_real t11 = t10*t5;
  const double_loop_real t12 = ey*h;
  const double_loop_real t13 = ex*h;
  const double_loop_real t14 = t8*t7;
  const double_loop_real t15 = 2.0*t1*(1.1780972450961724e16*n*t6*t2*t8 + 3.75e9*t4*t8);
  c->a = t0*t5;
  c->a_zx = ex*t9 - ey*t11;
  c->a_zy = ey*t9 + ex*t11;
  c->a_vx = t5*(ex + ux - t10*t12) + t0*(t13*t14 + vx*t15);
  c->a_vy = t5*(ey + uy + t10*t13) + t0*(t12*t14 + vy*t15);
}

static void double_loop_plastic(double_loop_slopes *c, double_loop_real h)
{
  const double_loop_real vx = c->vx;
  const double_loop_real vy = c->vy;
  const double_loop_real v2 = c->v2;
  const double_loop_real s = c->s;
  const double_loop_real ux = c->ux;
  const double_loop_real uy = c->uy;
  const double_loop_real n = c->n;
  const double_loop_real ex = c->ex;
  const double_loop_real ey = c->ey;
  const double_loop_real t0 = ey*vy;
  const double_loop_real t1 = s + ex*vx + t0;
  const double_loop_real t2 = double_loop_exp(-250000.0*v2);
  const double_loop_real t3 = 1.0/(0.5 + 0.3*t2);
  const double_loop_real t4 = 100000.0*t3;
  const double_loop_real t5 = 1.0/n;
  const double_loop_real t6 = t5*(ex*vy - vx*ey);
  const double_loop_real t7 = ex*t6;
  const double_loop_real t8 = 1.5e10*t2*t1*t3*t3;
  const double_loop_real t9 = h*t5;
  c->a = t1*t4;
  c->a_zx = -ey*t4*t6;
  c->a_zy = t4*t7;
  c->a_vx = vx*t8 + t4*(ux + vx*ey*ey*t9 + ex*(1.0 - t0*t9));
  c->a_vy = vy*t8 + t4*(ey + uy + h*t7);
}

static void double_loop_fading(double_loop_slopes *c)
{
  const double_loop_real vx = c->vx;
  const double_loop_real vy = c->vy;
  const double_loop_real v2 = c->v2;
  const double_loop_real t0 = double_loop_exp(-2500.0*v2);
  const double_loop_real t1 = 3.75*t0;
  c->damping = 0.00075*t0;
  c->damping_vx = -vx*t1;
  c->damping_vy = -vy*t1;
}

/* Writes the slopes at cell k. The bristle that decides beta is displaced by h*v.
 * At rest the direction of slip is 0 and s is tiny, since the law has no
 * derivative there. */
static double_loop_slopes double_loop_slopes_at(double_loop_real zx, double_loop_real zy,
  const double_loop_real twist[3], int k, double_loop_real h)
{
  double_loop_slopes c;
  c.zx = zx;
  c.zy = zy;
  c.vx = twist[0] - twist[2]*double_loop_y[k];
  c.vy = twist[1] + twist[2]*double_loop_x[k];
  c.v2 = c.vx*c.vx + c.vy*c.vy;
  c.s = double_loop_sqrt(c.v2);
  c.ux = c.s > 0.0 ? c.vx/c.s : 0.0;
  c.uy = c.s > 0.0 ? c.vy/c.s : 0.0;
  if (!(c.s > 1e-290)) c.s = 1e-290;
  const double_loop_real qx = c.zx + h*c.vx, qy = c.zy + h*c.vy;
  c.n = double_loop_sqrt(qx*qx + qy*qy);
  c.ex = c.n > 0.0 ? qx/c.n : 0.0;
  c.ey = c.n > 0.0 ? qy/c.n : 0.0;
  double_loop_fading(&c);
  const double_loop_real v2 = c.v2;
  const double_loop_real zmax = 5e-6*(0.5 + 0.3*double_loop_exp(-250000.0*v2)); /* g/sigma0 */
  if (c.n <= DOUBLE_LOOP_S_BA*zmax) /* elastic */
    c.a = c.a_zx = c.a_zy = c.a_vx = c.a_vy = 0.0;
  else if (c.n < zmax)
    double_loop_transition(&c, h);
  else
    double_loop_plastic(&c, h);
  return c;
}

/* Write drate/dz, drate/dv, dforce/dz, dforce/dv, 2x2 each, per weight and load. */
static void double_loop_rate_slopes(const double_loop_slopes *c, double_loop_real out[16])
{
  const double_loop_real zx = c->zx;
  const double_loop_real zy = c->zy;
  const double_loop_real vx = c->vx;
  const double_loop_real vy = c->vy;
  const double_loop_real a = c->a;
  const double_loop_real a_zx = c->a_zx;
  const double_loop_real a_zy = c->a_zy;
  const double_loop_real a_vx = c->a_vx;
  const double_loop_real a_vy = c->a_vy;
  const double_loop_real damping = c->damping;
  const double_loop_real damping_vx = c->damping_vx;
  const double_loop_real damping_vy = c->damping_vy;
  const double_loop_real t0 = a_zx*zx;
  const double_loop_real t1 = zx*a_zy;
  const double_loop_real t2 = a_zx*zy;
  const double_loop_real t3 = a_zy*zy;
  const double_loop_real t4 = zx*a_vx;
  const double_loop_real t5 = zx*a_vy;
  const double_loop_real t6 = zy*a_vx;
  const double_loop_real t7 = zy*a_vy;
  const double_loop_real t8 = 200000.0*damping;
  const double_loop_real t9 = a*t8 - 200000.0;
  const double_loop_real t10 = 200000.0*a;
  const double_loop_real t11 = zx*t10 - 200000.0*vx;
  const double_loop_real t12 = 0.3 + t8;
  const double_loop_real t13 = zy*t10 - 200000.0*vy;
  out[0] = -(a + t0); /* dzx_zx */
  out[1] = -t1; /* dzx_zy */
  out[2] = -t2; /* dzy_zx */
  out[3] = -(a + t3); /* dzy_zy */
  out[4] = 1.0 - t4; /* dzx_vx */
  out[5] = -t5; /* dzx_vy */
  out[6] = -t6; /* dzy_vx */
  out[7] = 1.0 - t7; /* dzy_vy */
  out[8] = t9 + t8*t0; /* fx_zx */
  out[9] = t8*t1; /* fx_zy */
  out[10] = t8*t2; /* fy_zx */
  out[11] = t9 + t8*t3; /* fy_zy */
  out[12] = damping_vx*t11 - t12 + t8*t4; /* fx_vx */
  out[13] = t11*damping_vy + t8*t5; /* fx_vy */
  out[14] = damping_vx*t13 + t8*t6; /* fy_vx */
  out[15] = damping_vy*t13 - t12 + t8*t7; /* fy_vy */
}

/* Writes dforce/dv of a step, 2x2, per weight and load. */
static void double_loop_force_slopes(const double_loop_slopes *c, double_loop_real dt,
  double_loop_real out[4])
{
  const double_loop_real phi = double_loop_phi(c->a*dt);
  const double_loop_real phi1 = double_loop_phi_slope(c->a*dt);
  const double_loop_real zx = c->zx;
  const double_loop_real zy = c->zy;
  const double_loop_real vx = c->vx;
  const double_loop_real vy = c->vy;
  const double_loop_real a = c->a;
  const double_loop_real a_vx = c->a_vx;
  const double_loop_real a_vy = c->a_vy;
  const double_loop_real damping = c->damping;
  const double_loop_real damping_vx = c->damping_vx;
  const double_loop_real damping_vy = c->damping_vy;
  const double_loop_real t0 = vx - a*zx;
  const double_loop_real t1 = t0*phi;
  const double_loop_real t2 = dt + damping;
  const double_loop_real t3 = dt*phi1;
  const double_loop_real t4 = t0*t3 - zx*phi;
  const double_loop_real t5 = vy - a*zy;
  const double_loop_real t6 = phi*t5;
  const double_loop_real t7 = t5*t3;
  out[0] = -200000.0*(damping_vx*t1 + t2*(phi + a_vx*t4)) - 0.3; /* fx_vx */
  out[1] = -200000.0*(damping_vy*t1 + t2*t4*a_vy); /* fx_vy */
  out[2] = -200000.0*(damping_vx*t6 + t2*a_vx*(t7 - phi*zy)); /* fy_vx */
  out[3] = -200000.0*(damping_vy*t6 + t2*(a_vy*t7 + phi*(1.0 - a_vy*zy))) - 0.3; /* fy_vy */
}

/* Returns 0 if all numbers are finite, else NaN: 0*x is 0 for a finite x only. */
static inline double_loop_real double_loop_nan(const double_loop_real *x, int count)
{
  double_loop_real sum = 0.0;
  for (int i = 0; i < count; i++) sum += 0.0*x[i];
  return sum;
}

/* Adds w*fn times dforce/dv, as dwrench/dtwist with v = (vx - w*y, vy + w*x). */
static void double_loop_add_wrench_jac(const double_loop_real df_dv[4], int k, double_loop_real fn,
  double_loop_real sum[9])
{
  const double_loop_real x = double_loop_x[k], y = double_loop_y[k], load = double_loop_w[k]*fn;
  const double_loop_real row[2][3] = {
    {load*df_dv[0], load*df_dv[1], load*(x*df_dv[1] - y*df_dv[0])},
    {load*df_dv[2], load*df_dv[3], load*(x*df_dv[3] - y*df_dv[2])}
  };
  for (int j = 0; j < 3; j++) {
    sum[j] += row[0][j];
    sum[3 + j] += row[1][j];
    sum[6 + j] += x*row[1][j] - y*row[0][j];
  }
}

int double_loop_rate_jac(const double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn,
  double_loop_real *dz_dz, double_loop_real *dz_dtwist, double_loop_real *dw_dz,
  double_loop_real dw_dtwist[9])
{
  DOUBLE_LOOP_CLEAR_UPPER;
  double_loop_real sum[9] = {0}, jac[16], dw[6];
  int status = double_loop_enter(twist, fn, 0.0, 0);
  for (int k = 0; status == DOUBLE_LOOP_OK && k < double_loop_n; k++) {
    const double_loop_real x = double_loop_x[k], y = double_loop_y[k];
    const double_loop_real w = double_loop_w[k], load = w*fn;
    const double_loop_slopes c = double_loop_slopes_at(s->z[k], s->z[double_loop_n + k], twist, k,
      0.0);
    double_loop_rate_slopes(&c, jac);
    if (!(double_loop_nan(jac, 16) == 0.0)) status = DOUBLE_LOOP_BAD_STATE;
    for (int i = 0; dz_dz && i < 4; i++) dz_dz[4*k + i] = jac[i];
    for (int i = 0; dz_dtwist && i < 2; i++) {
      dz_dtwist[6*k + 3*i] = jac[4 + 2*i];
      dz_dtwist[6*k + 3*i + 1] = jac[5 + 2*i];
      dz_dtwist[6*k + 3*i + 2] = x*jac[5 + 2*i] - y*jac[4 + 2*i];
    }
    for (int j = 0; j < 2; j++) {
      const double_loop_real dfx = load*jac[8 + j], dfy = load*jac[10 + j];
      dw[j] = dfx;
      dw[2 + j] = dfy;
      dw[4 + j] = x*dfy - y*dfx;
    }
    if (!(double_loop_nan(dw, 6) == 0.0)) status = DOUBLE_LOOP_BAD_STATE;
    for (int i = 0; dw_dz && i < 6; i++) dw_dz[6*k + i] = dw[i];
    double_loop_add_wrench_jac(jac + 12, k, fn, sum);
  }
  if (status == DOUBLE_LOOP_OK && !(double_loop_nan(sum, 9) == 0.0))
    status = DOUBLE_LOOP_BAD_STATE;
  if (status != DOUBLE_LOOP_OK) {
    double_loop_zero(dz_dz, 4*double_loop_n);
    double_loop_zero(dz_dtwist, 6*double_loop_n);
    double_loop_zero(dw_dz, 6*double_loop_n);
  }
  for (int i = 0; dw_dtwist && i < 9; i++) dw_dtwist[i] = status == DOUBLE_LOOP_OK ? sum[i] : 0.0;
  return status;
}

/* Adds the derivative of cell k's wrench over a step. */
static void double_loop_add_step_jac(const double_loop_slopes *c, double_loop_real dt, int k,
  double_loop_real fn, double_loop_real sum[9])
{
  double_loop_real jac[4];
  double_loop_force_slopes(c, dt, jac);
  double_loop_add_wrench_jac(jac, k, fn, sum);
}

int double_loop_step_jac(double_loop_state *s, const double_loop_real twist[3],
  double_loop_real fn,
  double_loop_real dt, double_loop_real wrench[3], double_loop_real dwrench_dtwist[9])
{
  DOUBLE_LOOP_CLEAR_UPPER;
  double_loop_real sum[9] = {0};
  int status = double_loop_enter(twist, fn, dt, wrench);
  if (status == DOUBLE_LOOP_OK && dwrench_dtwist) {
    for (int k = 0; k < double_loop_n; k++) {
      const double_loop_slopes c = double_loop_slopes_at(s->z[k], s->z[double_loop_n + k], twist,
        k, dt);
      double_loop_add_step_jac(&c, dt, k, fn, sum);
    }
    if (!(double_loop_nan(sum, 9) == 0.0)) status = DOUBLE_LOOP_BAD_STATE;
  }
  if (status == DOUBLE_LOOP_OK || status == DOUBLE_LOOP_SEPARATED)
    status = double_loop_step(s, twist, fn, dt, wrench);
  if (status == DOUBLE_LOOP_BAD_STATE) double_loop_zero(wrench, 3);
  const int has_jac = status == DOUBLE_LOOP_OK;
  for (int i = 0; dwrench_dtwist && i < 9; i++) dwrench_dtwist[i] = has_jac ? sum[i] : 0.0;
  return status;
}

/* ---- limit surface ------------------------------------------------------ */

/* Integrals from the centre of rotation to the corner (x, y) of the direction
 * of slip and of its lever arm, for w > 0; R = sqrt(x^2 + y^2):
 *   -(x*R + y^2*asinh(x/|y|))/2, (y*R + x^2*asinh(y/|x|))/2,
 *   (2*x*y*R + x^3*asinh(y/|x|) + y^3*asinh(x/|y|))/6. */
static void double_loop_corner(double_loop_real x, double_loop_real y, double_loop_real sign,
  double_loop_real sum[3])
{
  const double_loop_real ax = x < 0.0 ? -x : x, ay = y < 0.0 ? -y : y;
  const double_loop_real r = double_loop_sqrt(x*x + y*y);
  const double_loop_real lx = y*y*double_loop_log((ax + r + 1e-290)/(ay + 1e-290));
  const double_loop_real ly = x*x*double_loop_log((ay + r + 1e-290)/(ax + 1e-290));
  const double_loop_real px = x < 0.0 ? -lx : lx;
  const double_loop_real py = y < 0.0 ? -ly : ly;
  sum[0] -= sign*(x*r + px)/2.0;
  sum[1] += sign*(y*r + py)/2.0;
  sum[2] += sign*(2.0*x*y*r + x*py + y*px)/6.0;
}

/* Writes the mean direction of slip over a cell, and the mean torque about the cell's
 * centre (x, y), relative to the centre of rotation, in half longer sides of a cell: near
 * that centre in closed form, far from it by Gauss points. */
static void double_loop_cell_mean(double_loop_real x, double_loop_real y, double_loop_real mean[3])
{
  static const double_loop_real node[5] = {
  -0.906179845938664, -0.5384693101056831, 0.0, 0.5384693101056831,
  0.906179845938664
};
  static const double_loop_real weight[5] = {
  0.1184634425280945, 0.2393143352496832, 0.2844444444444444, 0.2393143352496832,
  0.1184634425280945
};
  const double_loop_real hx = 1.0, hy = 0.7499999999999999;
  double_loop_zero(mean, 3);
  if (x*x + y*y < 256.0) {
    double_loop_corner(x + hx, y + hy, 1.0, mean);
    double_loop_corner(x - hx, y + hy, (-1.0), mean);
    double_loop_corner(x + hx, y - hy, (-1.0), mean);
    double_loop_corner(x - hx, y - hy, 1.0, mean);
    for (int i = 0; i < 3; i++) mean[i] /= 4.0*hx*hy;
    mean[2] -= x*mean[1] - y*mean[0];
    return;
  }
  for (int j = 0; j < 5; j++)
    for (int i = 0; i < 5; i++) {
      const double_loop_real px = x + hx*node[i], py = y + hy*node[j];
      const double_loop_real r = double_loop_sqrt(px*px + py*py), w = weight[i]*weight[j];
      mean[0] -= w*py/r;
      mean[1] += w*px/r;
      mean[2] += w*(hx*node[i]*px + hy*node[j]*py)/r;
    }
}

/* Writes v, the twist over its largest component, since only its direction counts. Returns
 * 0 at rest. */
static int double_loop_direction(const double_loop_real twist[3], double_loop_real v[3])
{
  double_loop_real largest = 0.0;
  for (int i = 0; i < 3; i++) {
    const double_loop_real size = twist[i] < 0.0 ? -twist[i] : twist[i];
    if (size > largest) largest = size;
  }
  for (int i = 0; i < 3; i++) v[i] = largest > 0.0 ? twist[i]/largest : 0.0;
  return largest > 0.0;
}

/* Adds the part of a cell, or of a piece of one, with centre (x, y) and share w: it
 * slides in the direction v, and spins in units of half its longer side. */
static void double_loop_add_cell(const double_loop_real v[3], double_loop_real x,
  double_loop_real y, double_loop_real w, double_loop_real f[3])
{
  const double_loop_real side = 0.002; /* m; the unit of lengths below */
  const double_loop_real speed = double_loop_sqrt(v[0]*v[0] + v[1]*v[1]);
  const double_loop_real spin = (v[2] < 0.0 ? -v[2] : v[2])*side;
  const double_loop_real sign = v[2] < 0.0 ? (-1.0) : 1.0;
  const double_loop_real vx = v[0] - v[2]*y, vy = v[1] + v[2]*x;
  double_loop_real mean[3];
  if (spin <= 1e-100*speed) { /* a translation */
    const double_loop_real s = double_loop_sqrt(vx*vx + vy*vy);
    f[0] += w*vx/s;
    f[1] += w*vy/s;
    f[2] += w*(x*vy - y*vx)/s;
    return;
  }
  /* The cell's centre relative to the centre of rotation, in units. */
  double_loop_cell_mean(sign*vy/spin, -sign*vx/spin, mean);
  const double_loop_real fx = w*sign*mean[0];
  const double_loop_real fy = w*sign*mean[1];
  f[0] += fx;
  f[1] += fy;
  f[2] += x*fy - y*fx + w*sign*side*mean[2];
}

int double_loop_limit(const double_loop_real twist[3], double_loop_real fn,
  double_loop_real wrench[3])
{
  DOUBLE_LOOP_CLEAR_UPPER;
  const int status = double_loop_enter(twist, fn, 0.0, wrench);
  double_loop_real f[3] = {0.0, 0.0, 0.0}, v[3];
  if (status != DOUBLE_LOOP_OK) return status;
  if (!double_loop_direction(twist, v)) return double_loop_give(f, wrench);
  for (int k = 0; k < double_loop_n; k++)
    double_loop_add_cell(v, double_loop_x[k], double_loop_y[k], double_loop_w[k], f);
  for (int i = 0; i < 3; i++) f[i] = -DOUBLE_LOOP_MU_C*fn*f[i]; /* N, N, N m */
  return double_loop_give(f, wrench);
}

/* ---- how near sliding a wrench is ---------------------------------------- */

DOUBLE_LOOP_INLINE int double_loop_finite(double_loop_real x)
{
  return 0.0*x == 0.0 ? DOUBLE_LOOP_OK : DOUBLE_LOOP_BAD_INPUT;
}

/* The gauge of a wrench w about the centre of pressure, torque over that length, is the least
 * mu*fn at which the bristles hold it: w = gauge*sum(w_k*b_k) with |b_k| <= 1. Any such sum g
 * bounds it from above: gauge <= factor + reach*|w - factor*g| for any factor >= 0. Here
 * b_k = v_k/s_k with s_k^2 = |v_k|^2 + blur^2, for slip velocities v_k of a twist V. */
typedef struct {
  double_loop_real P;    /* sum(w_k*s_k) */
  double_loop_real g[3]; /* its derivative by V, and the second one: xx xy xz yy yz zz */
  double_loop_real H[6];
  double_loop_real q;    /* the derivative of P by ln(blur), and minus that of g */
  double_loop_real e[3];
} double_loop_blurred;

static void double_loop_blur(const double_loop_real V[3], double_loop_real blur,
  double_loop_blurred *f)
{
  double_loop_real sum[14] = {0};
  const double_loop_real per = 210.65614865454165, at_x = DOUBLE_LOOP_COP_X,
    at_y = DOUBLE_LOOP_COP_Y;
  for (int k = 0; k < double_loop_n; k++) {
    const double_loop_real x = per*(double_loop_x[k] - at_x), y = per*(double_loop_y[k] - at_y),
      w = double_loop_w[k];
    const double_loop_real vx = V[0] - V[2]*y, vy = V[1] + V[2]*x;
    const double_loop_real s = double_loop_sqrt(vx*vx + vy*vy + blur*blur), a = w/s, ux = vx/s,
      uy = vy/s;
    const double_loop_real xx = a*(1.0 - ux*ux), xy = -a*ux*uy, yy = a*(1.0 - uy*uy);
    const double_loop_real xz = x*xy - y*xx, yz = x*yy - y*xy;
    const double_loop_real slow = a*blur*blur, fade = slow/s;
    const double_loop_real term[14] = {
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

DOUBLE_LOOP_INLINE double_loop_real double_loop_dot(const double_loop_real a[3],
  const double_loop_real b[3])
{
  return a[0]*b[0] + a[1]*b[1] + a[2]*b[2];
}

/* Returns the bound that the sum g gives. */
static double_loop_real double_loop_gauge_bound(const double_loop_real w[3],
  const double_loop_real g[3])
{
  const double_loop_real along = double_loop_dot(g, w)/double_loop_dot(g, g);
  const double_loop_real factor = along > 0.0 ? along : 0.0;
  const double_loop_real rest[3] = {w[0] - factor*g[0], w[1] - factor*g[1], w[2] - factor*g[2]};
  return 1.001*(factor + 1.7624757892289258*double_loop_sqrt(double_loop_dot(rest, rest)));
}

/* Writes d with (g g' + P*H + small*1) d = b. */
static void double_loop_gauge_turn(const double_loop_blurred *f, double_loop_real small,
  const double_loop_real b[3], double_loop_real d[3])
{
  const double_loop_real *const g = f->g, *const H = f->H, P = f->P;
  const double_loop_real xx = g[0]*g[0] + P*H[0] + small, yy = g[1]*g[1] + P*H[3] + small;
  const double_loop_real xy = (g[0]*g[1] + P*H[1])/xx, xz = (g[0]*g[2] + P*H[2])/xx;
  const double_loop_real y2 = yy - xy*xy*xx, yz = (g[1]*g[2] + P*H[4] - xy*xz*xx)/y2;
  const double_loop_real z2 = g[2]*g[2] + P*H[5] + small - xz*xz*xx - yz*yz*y2;
  const double_loop_real by = b[1] - xy*b[0];
  d[2] = (b[2] - xz*b[0] - yz*by)/z2;
  d[1] = by/y2 - yz*d[2];
  d[0] = b[0]/xx - xy*d[1] - xz*d[2];
}

/* Returns a bound of the gauge by Newton's method for the least P(V)^2/2 - w.V, which is convex
 * and has P = gauge there, along a path of smaller and smaller blurs, in at most 40 passes over
 * the bristles. Where a bristle rests, its force is free, and V hardly moves with the blur: it is
 * extrapolated. w has a component of size 1. */
static double_loop_real double_loop_gauge(const double_loop_real w[3])
{
  const double_loop_real least_blur = 0.0001, done = 1e-19;
  double_loop_real best = 1.7624757892289258*double_loop_sqrt(double_loop_dot(w, w)), held = 0.0,
    least = 0.0;
  double_loop_real blur = 0.3, small = 0.0, V[3], d[3] = {0.0, 0.0, 0.0};
  int is_new = 1; /* no value at this blur yet */
  double_loop_blurred f, at = {0.0, {0}, {0}, 0.0, {0}};
  for (int i = 0; i < 3; i++) V[i] = w[i]/best;
  for (int round = 0; round < 40; round++) {
    const double_loop_real next[3] = {V[0] + d[0], V[1] + d[1], V[2] + d[2]};
    double_loop_blur(next, blur, &f);
    const double_loop_real bound = double_loop_gauge_bound(w, f.g),
      along = double_loop_dot(w, next);
    const double_loop_real value = 0.5*f.P*f.P - along;
    const int is_lower = is_new | (value <= least);
    if (bound < best) best = bound;
    if (along > held*f.P) held = along/f.P; /* bounds the gauge from below */
    if (best - held <= 1e-7*best) break;
    if (is_lower) {
      for (int i = 0; i < 3; i++) V[i] = next[i];
      at = f;
      least = value;
      is_new = 0;
      small = small < 1e-6 ? 0.0 : 0.1*small;
    } else {
      small = small > 0.0 ? 16.0*small : 0.001;
    }
    const double_loop_real *const g = at.g;
    const double_loop_real fall[3] = {w[0] - at.P*g[0], w[1] - at.P*g[1], w[2] - at.P*g[2]};
    double_loop_gauge_turn(&at, small, fall, d);
    const double_loop_real drop = double_loop_dot(fall, d);
    if (!(drop >= 0.0)) for (int i = 0; i < 3; i++) d[i] = fall[i];
    if (is_lower & (blur <= least_blur) & (drop <= done*at.P*at.P)) break;
    if (is_lower & (blur > least_blur) & (drop < 0.003*at.P*at.q)) {
      const double_loop_real smaller = 0.25*blur, to = smaller > least_blur ? smaller : least_blur;
      const double_loop_real part = 1.0 - to/blur;
      const double_loop_real shift[3] =
        {part*(at.q*g[0] - at.P*at.e[0]), part*(at.q*g[1] - at.P*at.e[1]),
        part*(at.q*g[2] - at.P*at.e[2])};
      double_loop_real more[3];
      double_loop_gauge_turn(&at, small, shift, more);
      for (int i = 0; i < 3; i++) d[i] += more[i];
      blur = to;
      is_new = 1;
    }
  }
  return best;
}
/* Writes the bound for a wrench at the grid centre. Returns OK if it is finite. */
static int double_loop_gauge_of(const double_loop_real wrench[3], double_loop_real *gauge)
{
  double_loop_real w[3] =
    {wrench[0], wrench[1], wrench[2] - DOUBLE_LOOP_COP_X*wrench[1] + DOUBLE_LOOP_COP_Y*wrench[0]};
  double_loop_real most = 0.0;
  w[2] *= 210.65614865454165;
  for (int i = 0; i < 3; i++) {
    const double_loop_real size = w[i] < 0.0 ? -w[i] : w[i];
    most = size > most ? size : most;
  }
  *gauge = 0.0;
  if (!(double_loop_nan3(w) == 0.0)) return DOUBLE_LOOP_BAD_INPUT;
  if (!(most > 0.0)) return DOUBLE_LOOP_OK;
  for (int i = 0; i < 3; i++) w[i] /= most;
  *gauge = most*double_loop_gauge(w);
  return double_loop_finite(*gauge);
}

int double_loop_margin(const double_loop_real wrench[3], double_loop_real fn,
  double_loop_real *share)
{
  double_loop_real gauge;
  int status = double_loop_gauge_of(wrench, &gauge);
  if (share) *share = 0.0;
  if (status != DOUBLE_LOOP_OK || !(0.0*fn == 0.0)) return DOUBLE_LOOP_BAD_INPUT;
  if (!(fn > 0.0)) return DOUBLE_LOOP_SEPARATED;
  const double_loop_real result = gauge/(0.5*fn);
  status = double_loop_finite(result);
  if (share && status == DOUBLE_LOOP_OK) *share = result;
  return status;
}

int double_loop_hold(const double_loop_real wrench[3], double_loop_real share,
  double_loop_real *fn)
{
  double_loop_real gauge;
  int status = double_loop_gauge_of(wrench, &gauge);
  if (fn) *fn = 0.0;
  if (status != DOUBLE_LOOP_OK || !(share > 0.0 && share <= 1.0)) return DOUBLE_LOOP_BAD_INPUT;
  const double_loop_real result = gauge/(0.5*share);
  status = double_loop_finite(result);
  if (fn && status == DOUBLE_LOOP_OK) *fn = result;
  return status;
}

/* ---- golden vectors ----------------------------------------------------- */

/* Writes a state with elastic, yielding and plastic bristles. */
static void double_loop_pattern(double_loop_state *s)
{
  for (int k = 0; k < double_loop_n; k++) {
    const int x = k % 7 - 3, y = k % 5 - 2;
    s->z[k] = (double_loop_real)x*1.44e-6;
    s->z[double_loop_n + k] = (double_loop_real)y*1.44e-6;
  }
}

static int double_loop_differs(const double_loop_real a[3], const double_loop_real b[3],
  const double_loop_real bar[2])
{
  for (int i = 0; i < 3; i++) {
    const double_loop_real d = a[i] - b[i];
    if (!((d < 0.0 ? -d : d) <= bar[i == 2])) return 1;
  }
  return 0;
}

int double_loop_selftest(void)
{
  DOUBLE_LOOP_CLEAR_UPPER;
  /* Twists; then the results of _rate, _step (dt = 0.0005 s), _steady and _limit
   * for each at fn = 1.5, by the reference; then the tolerances of
   * forces and torques. */
  static const double_loop_real twist[9] = {
  0.0016, -0.0006, 0.10894694214056867,
  -0.0004, 0.0002, 0.4357877685622747,
  0.0006, 0.002, -0.021789388428113735
};
  static const double_loop_real wrench[36] = {
  -0.181911467677, 0.155649949597, 7.79311669721e-5,
  -0.34983946881, 0.206990536881, -0.000418344546321,
  -0.883329011742, 0.301299392592, -0.000670612856585,
  -0.685183975522, 0.237455364502, -0.000688596596239,
  0.0898359548044, 0.04686627054, -0.00104648223206,
  0.104574487586, 0.0273737940367, -0.00199300021548,
  0.12615925139, -0.168721730612, -0.00392738000701,
  0.116767466619, -0.118439266344, -0.00338163763006,
  -0.039609402848, -0.294724965585, 0.000723449016206,
  -0.108911068667, -0.520555919199, 0.00062363734352,
  -0.260928109989, -0.864028903291, -0.000108781876176,
  -0.21664365934, -0.717704660217, -3.93884388386e-5
};
  static const double_loop_real bar[8] = {
  5.7807e-10, 5.30598e-12,
  5.7807e-10, 5.30598e-12,
  1.2027e-10, 1.10393e-12,
  1.2e-10, 1.10145e-12
};
  double_loop_state s;
  for (int i = 0; i < 3; i++) {
    double_loop_real f[4][3];
    const double_loop_real *const v = twist + 3*i;
    double_loop_pattern(&s);
    if (double_loop_rate(&s, v, 1.5, 0, f[0]) != DOUBLE_LOOP_OK) return 4*i + 1;
    if (double_loop_step(&s, v, 1.5, 0.0005, f[1]) != DOUBLE_LOOP_OK) return 4*i + 2;
    if (double_loop_steady(v, 1.5, f[2]) != DOUBLE_LOOP_OK) return 4*i + 3;
    if (double_loop_limit(v, 1.5, f[3]) != DOUBLE_LOOP_OK) return 4*i + 4;
    for (int j = 0; j < 4; j++)
      if (double_loop_differs(f[j], wrench + 12*i + 3*j, bar + 2*j)) return 4*i + j + 1;
  }
  /* NaN and infinity, which a compiler may not assume away. */
  volatile double_loop_real none = 0.0;
  const double_loop_real strange[2] = {none/none, 1.0/none};
  for (int i = 0; i < 2; i++) {
    double_loop_real f[3];
    const double_loop_real v[3] = {0.0, 0.0, strange[i]};
    if (double_loop_rate(&s, v, 1.5, 0, f) != DOUBLE_LOOP_BAD_INPUT
        || double_loop_step(&s, v, 1.5, 0.0005, f) != DOUBLE_LOOP_BAD_INPUT
        || double_loop_step(&s, twist, strange[i], 0.0005, f) != DOUBLE_LOOP_BAD_INPUT
        || double_loop_step(&s, twist, 1.5, strange[i], f) != DOUBLE_LOOP_BAD_INPUT
        || double_loop_steady(v, 1.5, f) != DOUBLE_LOOP_BAD_INPUT
        || double_loop_limit(v, 1.5, f) != DOUBLE_LOOP_BAD_INPUT)
      return 13 + i;
  }
  return DOUBLE_LOOP_OK;
}
