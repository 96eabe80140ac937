/* profile.c: pressure profiles f(lambda) over the normalised distance from the
 * middle. In: a kind and k. Out: the integrals of f and f*lambda from 0.
 *
 * Invariant: both integrals are 0 at lambda = 0, never decrease, and are
 * constant from lambda = 1 on. */
#include <math.h>

#include "base/base.h"
#include "pressure/inside.h"

enum { INTERVALS = 1024 };

/* The integrals of PROFILE_SOFT, which have no closed form. Half 0 has
 * lambda = t^3/2, half 1 has lambda = 1 - t^3/2, so that the integrals are
 * smooth functions of t at both ends. Nodes at t = i/INTERVALS hold the
 * integrals and their derivatives with respect to t. */
typedef struct ProfileTable {
  double value[2][INTERVALS + 1][2], slope[2][INTERVALS + 1][2];
} ProfileTable;

/* Returns f(lambda). `rest` is 1 - lambda, which keeps all digits near the rim.
 */
static double soft(double k, double lambda, double rest)
{
  if (rest <= 0) return 0;
  const double power = k * (lambda < 0.5 ? log(lambda) : log1p(-rest));
  return pow(-expm1(power), 1 / k);
}

/* Writes the absolute values of f*dlambda/dt and f*lambda*dlambda/dt. */
static void soft_slope(double k, int half, double t, double out[2])
{
  const double end = t * t * t / 2;
  const double lambda = half == 0 ? end : 1 - end;
  const double rest = half == 0 ? 1 - end : end;
  out[0] = soft(k, lambda, rest) * 1.5 * t * t;
  out[1] = out[0] * lambda;
}

static const double gauss_node[3] = {0.2386191860831969, 0.6612093864662645,
                                     0.9324695142031521};
static const double gauss_weight[3] = {0.4679139345726910, 0.3607615730481386,
                                       0.1713244923791704};

/* Writes the integrals of both from t = i/INTERVALS to the next node. */
static void soft_step(double k, int half, int i, double out[2])
{
  const double width = 0.5 / INTERVALS, middle = (i + 0.5) / INTERVALS;
  out[0] = out[1] = 0;
  for (int node = 0; node < 3; node++)
    for (int side = -1; side <= 1; side += 2) {
      double slope[2];
      soft_slope(k, half, middle + side * width * gauss_node[node], slope);
      out[0] += gauss_weight[node] * width * slope[0];
      out[1] += gauss_weight[node] * width * slope[1];
    }
}

static ProfileTable *soft_table(Run *run, double k)
{
  ProfileTable *table = run_alloc(run, sizeof *table);
  for (int half = 0; half < 2; half++)
    for (int i = 0; i <= INTERVALS; i++) {
      double step[2] = {0, 0};
      if (i > 0) soft_step(k, half, i - 1, step);
      soft_slope(k, half, (double)i / INTERVALS, table->slope[half][i]);
      for (int n = 0; n < 2; n++)
        table->value[half][i][n] =
            (i > 0 ? table->value[half][i - 1][n] : 0) + step[n];
    }
  /* Half 1 was integrated from the rim; now all integrals start at 0. */
  for (int n = 0; n < 2; n++) {
    const double total =
        table->value[0][INTERVALS][n] + table->value[1][INTERVALS][n];
    for (int i = 0; i <= INTERVALS; i++) {
      table->value[1][i][n] = total - table->value[1][i][n];
      table->slope[1][i][n] = -table->slope[1][i][n];
    }
  }
  return table;
}

Profile profile_make(Run *run, ProfileKind kind, double k)
{
  Profile profile = {kind, k, NULL};
  if (kind == PROFILE_SOFT) profile.table = soft_table(run, k);
  return profile;
}

/* Interpolates between two nodes by cubic Hermite polynomials. */
static void soft_moments(const ProfileTable *table, double lambda,
                         double out[2])
{
  const int half = lambda > 0.5;
  const double at = INTERVALS * cbrt(2 * (half ? 1 - lambda : lambda));
  const int i = at < INTERVALS - 1 ? (int)at : INTERVALS - 1;
  const double u = at - i, v = 1 - u;
  for (int n = 0; n < 2; n++) {
    const double a = table->value[half][i][n], b = table->value[half][i + 1][n];
    const double da = table->slope[half][i][n] / INTERVALS;
    const double db = table->slope[half][i + 1][n] / INTERVALS;
    out[n] =
        v * v * (a * (1 + 2 * u) + da * u) + u * u * (b * (1 + 2 * v) - db * v);
  }
}

void profile_moments(const Profile *profile, double lambda, double out[2])
{
  lambda = fmin(fmax(lambda, 0), 1);
  if (profile->kind == PROFILE_SOFT) {
    soft_moments(profile->table, lambda, out);
  } else if (profile->kind == PROFILE_HERTZ) {
    const double f = sqrt((1 - lambda) * (1 + lambda));
    out[0] = (lambda * f + asin(lambda)) / 2;
    out[1] = (1 - f * f * f) / 3;
  } else {
    out[0] = lambda;
    out[1] = lambda * lambda / 2;
  }
}
