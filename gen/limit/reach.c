/* reach.c: how much larger a twist is than the power that friction takes from
 * it. In: a table with its proven error. Out: a bound of |V|/P(V), by which an error
 * of the wrench becomes one of the least load.
 *
 * Invariant: the bound holds for the exact surface. */
#include <math.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"

typedef void Surface(const void *table, const double twist[3], double h[3]);

static double reach_of(Surface *surface, const void *table, double error)
{
  enum { STEPS = 128 };
  /* |h| is at most sqrt(2), for neither |(fx, fy)| nor |tau/r| exceeds 1; no
   * direction is farther from one of those below than half a diagonal. */
  const double between = sqrt(2) * sqrt(2) / STEPS;
  double least = INFINITY;
  for (int m = 0; m < 3; m++)
    for (int i = 0; i <= STEPS; i++)
      for (int j = 0; j <= STEPS; j++) {
        double v[3], h[3], power = 0;
        v[m] = 1;
        v[face_axes[m][0]] = 2.0 * i / STEPS - 1;
        v[face_axes[m][1]] = 2.0 * j / STEPS - 1;
        surface(table, v, h);
        for (int d = 0; d < 3; d++) power -= h[d] * v[d];
        least = fmin(least, power / table_length(v));
      }
  least -= error + between;
  return least > 0 ? 1 / least : INFINITY;
}

static void potential_surface(const void *table, const double twist[3],
                              double h[3])
{
  potential_value(table, twist, h);
}

static void table_surface(const void *table, const double twist[3], double h[3])
{
  table_value(table, twist, h);
}

double potential_reach(const LimitPotential *potential, double error)
{
  return reach_of(potential_surface, potential, error);
}

double table_reach(const LimitTable *table, double error)
{
  return reach_of(table_surface, table, error);
}
