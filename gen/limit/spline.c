/* spline.c: the cells of a potential table's spline: derivatives, what they are
 * at most, and the rounding of the emitted arithmetic. In: a table. Out: bounds
 * that hold all over a cell.
 *
 * Invariant: a bound of a derivative is that of the differences of the
 * coefficients, in whose hull the derivative lies. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"
#include "limit/spline.h"

/* ---- the spline -------------------------------------------------------- */

void spline_at(const SplineCell *cell, double x, double y, double d[4][4])
{
  double wa[4][4], wb[4][4];
  for (int k = 0; k < 4; k++) {
    spline_weights(x, k, wa[k]);
    spline_weights(y, k, wb[k]);
  }
  double rows[4][4];
  for (int k = 0; k < 4; k++)
    for (int q = 0; q < 4; q++)
      rows[k][q] = cell->c[k][0] * wb[q][0] + cell->c[k][1] * wb[q][1] +
                   cell->c[k][2] * wb[q][2] + cell->c[k][3] * wb[q][3];
  double pa = 1;
  for (int p = 0; p < 4; p++, pa *= cell->per[0]) {
    double pb = pa;
    for (int q = 0; q < 4 - p; q++, pb *= cell->per[1])
      d[p][q] = pb * (wa[p][0] * rows[0][q] + wa[p][1] * rows[1][q] +
                      wa[p][2] * rows[2][q] + wa[p][3] * rows[3][q]);
  }
}

/* Returns the largest magnitude of a derivative over the whole cell: the
 * derivative is within the hull of the differences of the coefficients. */
static double most_of(const SplineCell *cell, int p, int q)
{
  double c[4][4], most = 0;
  memcpy(c, cell->c, sizeof c);
  for (int k = 0; k < p; k++)
    for (int i = 0; i < 3 - k; i++)
      for (int j = 0; j < 4; j++)
        c[i][j] = (c[i + 1][j] - c[i][j]) * cell->per[0];
  for (int k = 0; k < q; k++)
    for (int j = 0; j < 3 - k; j++)
      for (int i = 0; i < 4 - p; i++)
        c[i][j] = (c[i][j + 1] - c[i][j]) * cell->per[1];
  for (int i = 0; i < 4 - p; i++)
    for (int j = 0; j < 4 - q; j++) most = fmax(most, fabs(c[i][j]));
  return most;
}

void leave_frame_at_most(const LimitPotential *p, const double g[3],
                         double out[3])
{
  out[0] = g[0] * p->inverse[0];
  out[1] = g[1] * p->inverse[1];
  out[2] = g[2] + fabs(p->middle[0]) * out[1] + fabs(p->middle[1]) * out[0];
}

/* By the differences of neighbouring numbers, whose hull has the slopes. */
double potential_most(const LimitPotential *p, const double *numbers)
{
  double worst = 0;
  for (int m = 0; m < 3; m++) {
    const PotentialFace *face = &p->faces[m];
    const int rows = face->cells[0] + 3, columns = face->cells[1] + 3;
    const double *c = numbers + face->start;
    double most = 0, size[2] = {0, 0}, g[3], out[3];
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        const double *at = c + i * columns + j;
        most = fmax(most, fabs(*at));
        if (i > 0) size[0] = fmax(size[0], fabs(at[0] - at[-columns]));
        if (j > 0) size[1] = fmax(size[1], fabs(at[0] - at[-1]));
      }
    g[m] = most;
    for (int d = 0; d < 2; d++) {
      g[face_axes[m][d]] = size[d] * face->per[d];
      g[m] += size[d] * face->per[d];
    }
    for (int d = 0; d < 3; d++) g[d] *= face->unit;
    leave_frame_at_most(p, g, out);
    worst = fmax(worst, table_length(out));
  }
  return worst;
}

/* ---- rounding ---------------------------------------------------------- */

/* Returns a bound of the error of each coordinate of the face: three roundings
 * each of c[k], c[m] and their quotient, and those of u = per*(a - low). */
static double place_rounding(const LimitPotential *p, double unit)
{
  const double shift =
      fabs(p->middle[1]) * p->inverse[0] + fabs(p->middle[0]) * p->inverse[1];
  return unit * (11 + 2 * shift);
}

/* Returns a bound of the rounding errors of -h in a cell, from those of each
 * operation of potential_value.h to first order. With u the unit roundoff, four
 * weights err by at most 6 u together, four slopes by 5 u, and the magnitudes
 * of four slopes add up to at most 1.5. Four sums of four terms err by 3.7 u
 * each, their sum by 3.7 u with weights and by 2.5 u with slopes. The errors of
 * the weights are those of all four sums, so that a slope along the other axis
 * scales with the slope of s. A number that is blended from four slices errs by
 * 6 u of the weights and 3.7 u of the sum, the difference from an anchor by 1 u;
 * the sum with the anchor by 1 u of both. */
static double rounding_of(const LimitPotential *p, const SplineCell *cell)
{
  enum { BLEND = 10 };
  const PotentialFace *face = &p->faces[cell->face];
  const double(*m)[4] = cell->most;
  const double u = p->is_float ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
  const double off = place_rounding(p, u);
  const double bend[2] = {m[2][0] + m[1][1], m[1][1] + m[0][2]};
  const double size[2] = {m[1][0], m[0][1]};
  const bool is_anchored = potential_is_anchored(p);
  const double origin = is_anchored ? cell->c[1][1] : face->base;
  double stored = p->blended, most = 0, g[3], out[3];
  for (int k = 0; k < 16; k++) {
    stored = fmax(stored, fabs(cell->c[k / 4][k % 4] - origin));
    most = fmax(most, fabs(cell->c[k / 4][k % 4]));
  }
  const double blend = p->blended > 0 ? BLEND : is_anchored ? 1 : 0;
  const double slope = u * stored * (5 + 2.5 + 1.5 * (3.7 + blend));
  g[cell->face] = u * stored * (6 + 6 + 3.7 + 3.7 + blend);
  if (is_anchored)
    g[cell->face] += u * (stored + fabs(origin - face->base));
  for (int d = 0; d < 2; d++) {
    const double from = fabs(place_on_face(cell, d, 0));
    const double at = fmax(from, fabs(place_on_face(cell, d, 1)));
    const double err = slope * cell->per[d] + 9 * u * size[d] + bend[d] * off;
    g[face_axes[cell->face][d]] = err;
    g[cell->face] += at * err + off * size[d];
    most += at * size[d];
  }
  g[cell->face] += 6 * u * most;
  leave_frame_at_most(p, g, out);
  /* The roundings of potential_leave_frame itself. */
  const double all[3] = {most, most, most};
  double left[3];
  leave_frame_at_most(p, all, left);
  for (int d = 0; d < 3; d++) out[d] += 4 * u * left[d];
  /* The exact surface, maps that are symmetric to rounding, and the proof: each
   * of its bounds is a sum of at most 1e4 terms, which err by 1e-16 each and
   * are at most 10 together, over 8. */
  const bool is_even = p->is_even[0] || p->is_even[1] || p->is_even[2];
  const double of_proof = 1e4 * 1e-16 * 10;
  return table_length(out) + (is_even ? 3e-10 : 2e-12) + of_proof;
}

/* ---- cells ------------------------------------------------------------- */

SplineCell cell_of(const LimitPotential *p, int m, int i, int j)
{
  const PotentialFace *face = &p->faces[m];
  SplineCell cell = {.face = m, .at = {i, j}};
  for (int d = 0; d < 2; d++) {
    cell.low[d] = p->is_even[face_axes[m][d]] ? 0 : -1;
    cell.per[d] = face->per[d];
  }
  for (int k = 0; k < 16; k++)
    cell.c[k / 4][k % 4] = potential_coefficient(p, m, i + k / 4, j + k % 4);
  for (int a = 0; a < 4; a++)
    for (int b = 0; b < 4; b++)
      if (a + b > 0 && a + b < 5) cell.most[a][b] = most_of(&cell, a, b);
  cell.rounding = rounding_of(p, &cell);
  return cell;
}
