/* kernel.c: a step or the rates of all bristles of a contact, with run-time
 * parameters, for several sets of instructions. In: a contact and its bristles.
 * Out: their new values or rates, and the sums for the wrench.
 *
 * Invariant: results equal those of the emitted vector code up to rounding,
 * with the same passes and polynomials; a cell in two blocks counts once. */
#include "kernel.h"
#include "polynomials.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { LANES = BR_CONTACT_CELLS };

/* ---- functions of one lane ---------------------------------------------- */

static const double magic = BR_MAGIC;

INLINE uint64_t to_bits(double a)
{
  uint64_t i;
  memcpy(&i, &a, sizeof i);
  return i;
}

INLINE double from_bits(uint64_t i)
{
  double a;
  memcpy(&a, &i, sizeof a);
  return a;
}

/* Returns exp(x) for x <= 0, as 2^-u with u = k + t and |t| <= 1/2. The low
 * bits of u + magic are k. */
INLINE double decaying(double x)
{
  const double *const a = br_exp_even, *const b = br_exp_odd;
  const double u = x * -BR_LOG2E;
  const double k = u + magic, t = u - (k - magic), y = t * t;
  const double even =
      a[0] + y * (a[1] + y * (a[2] + y * (a[3] + y * (a[4] + y * a[5]))));
  const double odd = b[0] + y * (b[1] + y * (b[2] + y * (b[3] + y * b[4])));
  const double value = from_bits(to_bits(even + t * odd) - (to_bits(k) << 52));
  return u < 64.0 ? value : 0.0;
}

/* Returns (1 - exp(-x))/x for x >= 0. */
INLINE double mean_decay(double x0)
{
  const double *const a = br_phi_even, *const b = br_phi_odd;
  const double x = x0 + BR_TINY, u = x * BR_LOG2E;
  const double k = u + magic, t = u - (k - magic), y = t * t;
  const double even = a[0] + y * (a[1] + y * (a[2] + y * (a[3] + y * a[4])));
  const double odd = b[0] + y * (b[1] + y * (b[2] + y * (b[3] + y * b[4])));
  const double q = from_bits(((uint64_t)1023 << 52) - (to_bits(k) << 52));
  const double part = (1.0 - q) + q * (t * (even + t * odd));
  return (u < 64.0 ? part : 1.0) / x;
}

/* Returns sin(pi/2*t)/2 for |t| <= 1. */
INLINE double half_sine(double t)
{
  const double *const a = br_sine_even, *const b = br_sine_odd;
  const double y = t * t;
  const double last = a[3] + y * b[3];
  return t *
         (a[0] +
          y * (b[0] +
               y * (a[1] + y * (b[1] + y * (a[2] + y * (b[2] + y * last))))));
}

/* ---- passes over a block of lanes ---------------------------------------- */

typedef struct Block {
  double s[LANES], zmax[LANES], a[LANES], phi[LANES];
  double sx[LANES], sy[LANES], st[LANES];
} Block;

/* The cells and bristles of a block, and the twist. */
typedef struct Cells {
  const double *restrict x, *restrict y, *restrict w;
  const double *restrict zx, *restrict zy;
  double tx, ty, tw;
} Cells;

/* Returns 1 if a bristle of the block, after a motion by h*v, is beyond the
 * elastic range. */
INLINE int yields(const br_contact *p, const Cells *c, double h)
{
  uint64_t any = 0;
  const double tx = c->tx, ty = c->ty, tw = c->tw, elastic2 = p->elastic2;
  for (int l = 0; l < LANES; l++) {
    const double qx = c->zx[l] + h * (tx - tw * c->y[l]);
    const double qy = c->zy[l] + h * (ty + tw * c->x[l]);
    any |= to_bits(elastic2 - (qx * qx + qy * qy)); /* bit 63 is the sign */
  }
  return (int)(any >> 63);
}

/* Writes the speeds s and g/sigma0. */
INLINE void set_law(const br_contact *p, const Cells *c, Block *restrict m,
                    int has_rise)
{
  const double tx = c->tx, ty = c->ty, tw = c->tw;
  const double zmax = p->zmax, rise = p->rise, falloff = -p->falloff;
  for (int l = 0; l < LANES; l++) {
    const double vx = tx - tw * c->y[l], vy = ty + tw * c->x[l];
    const double v2 = vx * vx + vy * vy;
    m->s[l] = sqrt(v2);
    m->zmax[l] = has_rise ? zmax + rise * decaying(falloff * v2) : zmax;
  }
}

/* Writes a = beta*sigma0*s/g at q = z + h*v, with one root and one division. */
INLINE void set_relaxation(const br_contact *p, const Cells *c,
                           Block *restrict m, double h)
{
  const double tx = c->tx, ty = c->ty, tw = c->tw;
  const double scale = p->t_scale, shift = p->t_shift;
  for (int l = 0; l < LANES; l++) {
    const double vx = tx - tw * c->y[l], vy = ty + tw * c->x[l];
    const double qx = c->zx[l] + h * vx, qy = c->zy[l] + h * vy;
    const double q2 = qx * qx + (qy * qy + BR_TINY); /* never 0 */
    const double n = sqrt(q2), inverse = 1.0 / (n * m->zmax[l]);
    const double t = scale * (q2 * inverse) - shift;
    const double sine = half_sine(t);
    const double abar = 0.5 + (t < 1.0 ? sine : 0.5);
    const double along = 0.5 * inverse * ((qx * vx + qy * vy) + m->s[l] * n);
    m->a[l] = (t > -1.0 ? abar : 0.0) * along;
  }
}

/* Writes the mean of the decay over the step. */
INLINE void set_decay(Block *restrict m, double dt, int is_exponential)
{
  for (int l = 0; l < LANES; l++)
    m->phi[l] = is_exponential ? mean_decay(m->a[l] * dt) : 1.0;
}

/* Writes the new bristles, or their rates with dt < 0, and adds to the sums. */
INLINE void move(const br_contact *p, const Cells *c, Block *restrict m,
                 double dt, double *restrict ox, double *restrict oy,
                 int is_stuck)
{
  const double tx = c->tx, ty = c->ty, tw = c->tw;
  const double keep = dt < 0 ? 0.0 : 1.0, gain = dt < 0 ? 1.0 : dt;
  const double lever = (dt < 0 ? 0.0 : dt) + p->damping;
  for (int l = 0; l < LANES; l++) {
    double rx = tx - tw * c->y[l], ry = ty + tw * c->x[l];
    if (!is_stuck) {
      rx = (rx - m->a[l] * c->zx[l]) * m->phi[l];
      ry = (ry - m->a[l] * c->zy[l]) * m->phi[l];
    }
    const double px = c->zx[l] + lever * rx, py = c->zy[l] + lever * ry;
    ox[l] = keep * c->zx[l] + gain * rx;
    oy[l] = keep * c->zy[l] + gain * ry;
    m->sx[l] += c->w[l] * px;
    m->sy[l] += c->w[l] * py;
    m->st[l] += c->w[l] * (c->x[l] * py - c->y[l] * px);
  }
}

/* ---- all blocks ---------------------------------------------------------- */

/* Returns the weights of the last block, which ends at the last cell. Cells
 * that are also in the block before have the weight 0. */
INLINE const double *last_weights(const br_contact *p, double w[LANES])
{
  const int first = p->cells - LANES;
  const int doubled = (LANES - p->cells % LANES) % LANES;
  for (int l = 0; l < LANES; l++) w[l] = l < doubled ? 0.0 : p->w[first + l];
  return w;
}

INLINE void sweep(const br_contact *p, const double *z, const double *twist,
                  double dt, double *out, double *sum)
{
  Block m;
  double last[LANES];
  const int n = p->cells, blocks = (n + LANES - 1) / LANES;
  const int is_decaying = p->is_exponential && dt > 0;
  const double h = is_decaying ? dt : 0.0;
  for (int l = 0; l < LANES; l++) m.sx[l] = m.sy[l] = m.st[l] = 0.0;
  for (int b = 0; b < blocks; b++) {
    const int is_last = b == blocks - 1, k = is_last ? n - LANES : b * LANES;
    const Cells c = {
        p->x + k, p->y + k,  is_last ? last_weights(p, last) : p->w + k,
        z + k,    z + n + k, twist[0],
        twist[1], twist[2]};
    if (p->is_elastoplastic && !yields(p, &c, h)) {
      move(p, &c, &m, dt, out + k, out + n + k, 1);
      continue;
    }
    if (p->rise != 0)
      set_law(p, &c, &m, 1);
    else
      set_law(p, &c, &m, 0);
    if (p->is_elastoplastic)
      set_relaxation(p, &c, &m, h);
    else
      for (int l = 0; l < LANES; l++) m.a[l] = m.s[l] / m.zmax[l];
    if (is_decaying)
      set_decay(&m, dt, 1);
    else
      set_decay(&m, dt, 0);
    move(p, &c, &m, dt, out + k, out + n + k, 0);
  }
  sum[0] = sum[1] = sum[2] = 0.0;
  for (int l = 0; l < LANES; l++) {
    sum[0] += m.sx[l];
    sum[1] += m.sy[l];
    sum[2] += m.st[l];
  }
}

INLINE int is_long(int cells, const double *z, double longest2)
{
  uint64_t any = 0;
  for (int k = 0; k < cells; k++) /* bit 63 is the sign */
    any |= to_bits(longest2 - (z[k] * z[k] + z[cells + k] * z[cells + k]));
  return (int)(any >> 63);
}

/* ---- for each set of instructions ---------------------------------------- */

#define SWEEP(level, attribute)                                             \
  attribute static void sweep_##level(const br_contact *p, const double *z, \
                                      const double *twist, double dt,       \
                                      double *out, double *sum)             \
  {                                                                         \
    sweep(p, z, twist, dt, out, sum);                                       \
  }                                                                         \
  attribute static int long_##level(int cells, const double *z,             \
                                    double longest2)                        \
  {                                                                         \
    return is_long(cells, z, longest2);                                     \
  }

SWEEP(plain, )
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_THREAD__)
#define HAS_LEVELS 1
SWEEP(avx2, __attribute__((target("avx2,fma"))))
SWEEP(avx512, __attribute__((target("avx512f,avx512dq,avx512vl,fma,"
                                    "prefer-vector-width=512"))))
#else
#define HAS_LEVELS 0
#endif

static int has_level(const char *level)
{
#if HAS_LEVELS
  __builtin_cpu_init();
  if (strcmp(level, "avx2") == 0)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (strcmp(level, "avx512") == 0)
    return __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
#endif
  return strcmp(level, "plain") == 0;
}

br_contact_sweep_function *br_contact_sweep_at(const char *level)
{
  if (!has_level(level)) return NULL;
#if HAS_LEVELS
  if (strcmp(level, "avx2") == 0) return sweep_avx2;
  if (strcmp(level, "avx512") == 0) return sweep_avx512;
#endif
  return sweep_plain;
}

br_contact_long_function *br_contact_long_at(const char *level)
{
  if (!has_level(level)) return NULL;
#if HAS_LEVELS
  if (strcmp(level, "avx2") == 0) return long_avx2;
  if (strcmp(level, "avx512") == 0) return long_avx512;
#endif
  return long_plain;
}

const char *br_kernel_level(void)
{
  if (br_contact_sweep_at("avx512")) return "avx512";
  return br_contact_sweep_at("avx2") ? "avx2" : "plain";
}

void br_kernels(br_kernel list[BR_KERNELS])
{
  list[0].name = "br_contact_sweep";
  list[0].function = (br_any_function *)br_contact_sweep_at(br_kernel_level());
  list[1].name = "br_contact_is_long";
  list[1].function = (br_any_function *)br_contact_long_at(br_kernel_level());
}
