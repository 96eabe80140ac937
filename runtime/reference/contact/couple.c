/* couple.c: the twists at which contacts and bodies agree, by a slow and sure
 * way. In: W, V0, the wrench of each contact's step. Out: the twists that a
 * descent of the energy in small steps reaches from the start.
 *
 * The unknown is the impulse p, with V = V0 + W*p: dp/ds = dt*f(V) - p is the
 * descent of the energy E = |y|^2/2 + dt*phi, V = V0 + L*y, since y = L'p. */
#include <math.h>
#include <string.h>

#include "reference/contact/couple.h"

enum { DIM = 3 * REF_COUPLE_MOST };

typedef long double Real;

/* An impulse and what follows from it. */
typedef struct Point {
  Real p[DIM], v[DIM], f[DIM], rest[DIM]; /* rest: dt*f(V) - p */
  Real size, scale;                       /* of W*rest, and of its terms; m/s */
} Point;

static Real weight(const RefCoupling *c, int i)
{
  return i % 3 == 2 ? c->length : 1;
}

/* Writes W*a. */
static void apply(const RefCoupling *c, const Real *a, Real *out)
{
  const int m = 3 * c->n;
  for (int i = 0; i < m; i++) {
    out[i] = 0;
    for (int j = 0; j < m; j++) out[i] += c->w[m * i + j] * a[j];
  }
}

static int forces(const RefCoupling *c, const Real *v, Real *f)
{
  for (int i = 0; i < c->n; i++) {
    const int status = c->wrench(c->context, i, v + 3 * i, f + 3 * i);
    if (status < 0) return status;
  }
  return BR_OK;
}

static int evaluate(const RefCoupling *c, Point *at)
{
  const int m = 3 * c->n;
  Real moved[DIM], left[DIM];
  apply(c, at->p, moved);
  for (int i = 0; i < m; i++) at->v[i] = c->v0[i] + moved[i];
  const int status = forces(c, at->v, at->f);
  for (int i = 0; i < m; i++) at->rest[i] = c->dt * at->f[i] - at->p[i];
  apply(c, at->rest, left);
  at->size = at->scale = 0;
  for (int i = 0; i < m; i++) {
    at->size += fabsl(left[i]) * weight(c, i);
    at->scale += (fabsl(at->v[i]) + fabsl((Real)c->v0[i]) + fabsl(moved[i])) *
                 weight(c, i);
  }
  return status;
}

/* Writes -df/dV of contact i by differences. */
static int slopes(const RefCoupling *c, const Point *at, int i, Real k[9])
{
  Real speed = 0;
  for (int d = 0; d < 3; d++) speed += fabsl(at->v[3 * i + d]) * weight(c, d);
  for (int j = 0; j < 3; j++) {
    const Real step = (1e-7L * speed + 1e-15L) / weight(c, j);
    Real to[2][3], f[2][3];
    for (int side = 0; side < 2; side++) {
      memcpy(to[side], at->v + 3 * i, sizeof to[side]);
      to[side][j] += side == 0 ? step : -step;
      const int status = c->wrench(c->context, i, to[side], f[side]);
      if (status < 0) return status;
    }
    for (int d = 0; d < 3; d++) k[3 * d + j] = (f[1][d] - f[0][d]) / (2 * step);
  }
  return BR_OK;
}

/* Solves a x = b in place with exchanges of rows and columns; directions in
 * which `a` vanishes get 0. */
static void solve(int n, Real *a, Real *b)
{
  int column[DIM];
  Real x[DIM] = {0}, most = 0;
  int rank = 0;
  for (int i = 0; i < n; i++) column[i] = i;
  for (; rank < n; rank++) {
    int row = rank, col = rank;
    for (int i = rank; i < n; i++)
      for (int j = rank; j < n; j++)
        if (fabsl(a[n * i + j]) > fabsl(a[n * row + col])) row = i, col = j;
    if (rank == 0) most = fabsl(a[n * row + col]);
    if (!(fabsl(a[n * row + col]) > 1e-17L * most)) break;
    for (int j = 0; j < n; j++) {
      const Real kept = a[n * rank + j];
      a[n * rank + j] = a[n * row + j], a[n * row + j] = kept;
    }
    for (int i = 0; i < n; i++) {
      const Real kept = a[n * i + rank];
      a[n * i + rank] = a[n * i + col], a[n * i + col] = kept;
    }
    const Real kept = b[rank];
    b[rank] = b[row], b[row] = kept;
    const int swapped = column[rank];
    column[rank] = column[col], column[col] = swapped;
    for (int i = rank + 1; i < n; i++) {
      const Real factor = a[n * i + rank] / a[n * rank + rank];
      for (int j = rank; j < n; j++) a[n * i + j] -= factor * a[n * rank + j];
      b[i] -= factor * b[rank];
    }
  }
  for (int k = rank - 1; k >= 0; k--) {
    Real sum = b[k];
    for (int j = k + 1; j < rank; j++) sum -= a[n * k + j] * x[column[j]];
    x[column[k]] = sum / a[n * k + k];
  }
  memcpy(b, x, (size_t)n * sizeof *b);
}

/* Writes the impulse that takes V0 to the twists at the start. W is scaled to
 * a unit diagonal. */
static void start_impulse(const RefCoupling *c, const double *start, Real *p)
{
  const int m = 3 * c->n;
  Real a[DIM * DIM], unit[DIM];
  for (int i = 0; i < m; i++)
    unit[i] = c->w[m * i + i] > 0 ? 1 / sqrtl((Real)c->w[m * i + i]) : 0;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++)
      a[m * i + j] = c->w[m * i + j] * unit[i] * unit[j];
    p[i] = ((Real)start[i] - c->v0[i]) * unit[i];
  }
  solve(m, a, p);
  for (int i = 0; i < m; i++) p[i] *= unit[i];
}

/* Makes one linearly implicit step of h along the descent. */
static int descend(const RefCoupling *c, const Point *at, Real h, Point *to)
{
  const int m = 3 * c->n;
  Real a[DIM * DIM], change[DIM], k[9];
  for (int i = 0; i < c->n; i++) {
    const int status = slopes(c, at, i, k);
    if (status < 0) return status;
    for (int d = 0; d < 3; d++)
      for (int j = 0; j < m; j++) {
        Real sum = 0;
        for (int b = 0; b < 3; b++)
          sum += k[3 * d + b] * c->w[m * (3 * i + b) + j];
        a[m * (3 * i + d) + j] = (3 * i + d == j ? 1 + h : 0) + h * c->dt * sum;
      }
  }
  for (int i = 0; i < m; i++) change[i] = h * at->rest[i];
  solve(m, a, change);
  for (int i = 0; i < m; i++) to->p[i] = at->p[i] + change[i];
  return evaluate(c, to);
}

int ref_couple(const RefCoupling *c, const double *start, double *twist)
{
  enum { STEPS = 1000, LAST = 8 }; /* LAST: of Newton's method alone */
  const int m = 3 * c->n;
  Point at, to;
  Real h = 1e-6L;
  start_impulse(c, start, at.p);
  int status = evaluate(c, &at);
  for (int i = 0, last = 0; status >= 0 && i < STEPS && last < LAST; i++) {
    if (at.size <= 1e-15L * at.scale) break;
    last += h > 1e6L;
    status = descend(c, &at, h, &to);
    if (status < 0) return status;
    Real turned = 0, whole = 0, left[DIM], now[DIM], then[DIM];
    for (int j = 0; j < m; j++) left[j] = to.rest[j] - at.rest[j];
    apply(c, left, now);
    apply(c, at.rest, then);
    for (int j = 0; j < m; j++) {
      turned += fabsl(now[j]) * weight(c, j);
      whole += fabsl(then[j]) * weight(c, j);
    }
    if (turned > 0.1L * whole && h > 1e-16L && h < 1e3L) {
      h /= 2;
      continue;
    }
    at = to;
    h *= h > 1e6L ? 1 : 1.5L;
  }
  for (int i = 0; i < m; i++) twist[i] = (double)at.v[i];
  if (status < 0) return status;
  return at.size <= 1e-12L * at.scale ? BR_OK : BR_NO_CONVERGENCE;
}

int ref_couple_residual(const RefCoupling *c, const double *twist, double unit,
                        double *residual, double *noise)
{
  const int m = 3 * c->n;
  Point at;
  Real impulse[DIM] = {0}, moved[DIM], k[9], shaken[DIM] = {0};
  Real size = 0, scale = 0, rough = 0;
  for (int i = 0; i < m; i++) at.v[i] = twist[i];
  int status = forces(c, at.v, at.f);
  for (int i = 0; i < m; i++) impulse[i] = c->dt * at.f[i];
  apply(c, impulse, moved);
  for (int i = 0; status >= 0 && i < c->n; i++) {
    status = slopes(c, &at, i, k);
    for (int d = 0; d < 3; d++) {
      Real sum = 0;
      for (int b = 0; b < 3; b++) {
        const int j = 3 * i + b;
        sum += fabsl(k[3 * d + b]) *
               (fabsl(at.v[j]) + fabsl((Real)c->v0[j]) + fabsl(moved[j]));
      }
      shaken[3 * i + d] = c->dt * unit * (sum + fabsl(at.f[3 * i + d]));
    }
  }
  for (int i = 0; i < m; i++) {
    Real by_noise = 0;
    for (int j = 0; j < m; j++)
      by_noise += fabsl((Real)c->w[m * i + j]) * shaken[j];
    size += fabsl(at.v[i] - c->v0[i] - moved[i]) * weight(c, i);
    scale += (fabsl(at.v[i]) + fabsl((Real)c->v0[i]) + fabsl(moved[i])) *
             weight(c, i);
    rough += by_noise * weight(c, i);
  }
  *residual = scale > 0 ? (double)(size / scale) : 0;
  *noise = scale > 0 ? (double)(rough / scale) : 0;
  return status;
}
