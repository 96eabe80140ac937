/* potential_shape.c: what the numbers of a potential table say by themselves. In:
 * a table. Out: whether its potential is convex on each face, and how far its
 * gradient jumps at the seams.
 *
 * Invariant: the exact surface has no part in this. */
#include <math.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"
#include "limit/spline.h"

/* ---- convexity --------------------------------------------------------- */

/* P is convex where s is. Over a part of a cell the least eigenvalue of the
 * second derivatives of s is at least that in its middle less the Frobenius
 * norm of their differences. */
static bool is_convex_part(const SplineCell *cell, double x, double y, double half,
                           int depth)
{
  const double(*m)[4] = cell->most;
  double d[4][4];
  spline_at(cell, x, y, d);
  const double eigen =
      (d[2][0] + d[0][2]) / 2 - hypot((d[2][0] - d[0][2]) / 2, d[1][1]);
  if (!(eigen > 0)) return false;
  const double da = half / cell->per[0], db = half / cell->per[1];
  const double off =
      hypot(hypot(m[3][0] * da + m[2][1] * db, m[1][2] * da + m[0][3] * db),
            sqrt(2) * (m[2][1] * da + m[1][2] * db));
  if (eigen > off) return true;
  if (depth == 0) return false;
  for (int k = 0; k < 4; k++)
    if (!is_convex_part(cell, x + (k / 2 - 0.5) * half,
                        y + (k % 2 - 0.5) * half, half / 2, depth - 1))
      return false;
  return true;
}

bool potential_is_convex(const LimitPotential *p)
{
  enum { DEPTH = 8 };
  for (int m = 0; m < 3; m++)
    for (int k = 0; k < p->faces[m].cells[0] * p->faces[m].cells[1]; k++) {
      const SplineCell cell =
          cell_of(p, m, k / p->faces[m].cells[1], k % p->faces[m].cells[1]);
      if (!is_convex_part(&cell, 0.5, 0.5, 0.5, DEPTH)) return false;
    }
  return true;
}

/* ---- seams ------------------------------------------------------------- */

/* Writes the jump of -h at a place along a seam. */
static void jump_at(const LimitPotential *p, const Seam *seam, double end,
                    double along, double jump[3])
{
  double c[3], other[3];
  c[seam->face] = 1;
  c[face_axes[seam->face][seam->axis]] = end;
  c[face_axes[seam->face][1 - seam->axis]] = along;
  potential_on_face(p, seam->face, c, jump);
  potential_on_face(p, seam->beyond, c, other);
  for (int d = 0; d < 3; d++) jump[d] -= other[d];
}

/* Returns a bound of the jump between two places without a knot between them.
 * Each component is a cubic polynomial of the place there, also b*s_b, and lies
 * in the hull of its coefficients in Bernstein's form. */
static double jump_between(const LimitPotential *p, const Seam *seam,
                           double end, double low, double high)
{
  /* The coefficients, times 6, from values at thirds. */
  static const double of_values[4][4] = {
      {6, 0, 0, 0}, {-5, 18, -9, 2}, {2, -9, 18, -5}, {0, 0, 0, 6}};
  double value[4][3], worst = 0;
  for (int i = 0; i < 4; i++)
    jump_at(p, seam, end, low + (high - low) * i / 3, value[i]);
  for (int k = 0; k < 4; k++) {
    double sum[3] = {0, 0, 0};
    for (int i = 0; i < 4; i++)
      for (int d = 0; d < 3; d++) sum[d] += of_values[k][i] / 6 * value[i][d];
    worst = fmax(worst, table_length(sum));
  }
  return worst;
}

/* Returns the next knot above `at` of the axis of a face that has the component
 * k, or 1. The knots of both signs are mirror images. */
static double next_knot(const LimitPotential *p, int face, int k, double at)
{
  const double per = p->faces[face].per[face_axes[face][0] == k ? 0 : 1];
  const double low = p->is_even[k] ? 0 : -1;
  return fmin(low + (floor((at - low) * per + 1e-6) + 1) / per, 1);
}

double potential_jump(const LimitPotential *p)
{
  enum { PARTS = 4 }; /* of an interval, for a hull that is close */
  double worst = 0;
  for (int k = 0; k < 3; k++) {
    const Seam *seam = &potential_seams[k];
    const int along = face_axes[seam->face][1 - seam->axis];
    for (int end = -1; end <= 1; end += 2)
      for (double low = -1, high; low < 1; low = high) {
        high = fmin(next_knot(p, seam->face, along, low),
                    next_knot(p, seam->beyond, along, low));
        for (int i = 0; i < PARTS; i++)
          worst = fmax(
              worst, jump_between(p, seam, end, low + (high - low) * i / PARTS,
                                  low + (high - low) * (i + 1) / PARTS));
      }
  }
  return worst;
}
