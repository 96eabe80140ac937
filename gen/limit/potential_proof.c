/* potential_proof.c: a proven bound of the error of a potential table, by
 * branch and bound. In: a table. Out: a bound for all twists, the largest error
 * found, and whether the potential is convex.
 *
 * Invariant: over a patch, a part of one cell of the spline, the error is at
 * most the largest error at the corners, plus an eighth of the second
 * derivatives of surface minus table along both axes, plus rounding. The
 * surface's derivatives are those of miss.c, the table's are polynomials. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"

typedef struct Search {
  const LimitPotential *table;
  LimitTable frame; /* makes any rectangle of a face a Patch */
  const Miss *miss;
  double shear; /* the shift to the centre of pressure may lengthen a wrench
                   by this factor */
  double limit;
  double ratio;     /* of the bound to the largest error found; 0: any */
  bool is_exceeded; /* an error is larger than the limit */
  double rounded;   /* the largest error found, with the rounding of its cell */
  Certificate found;
} Search;

/* A cell of the spline. */
typedef struct Cell {
  int face, at[2];
  double low[2], per[2]; /* of the face: its lower edges, cells per unit */
  double c[4][4];        /* coefficients */
  double rounding;       /* bound of the rounding errors of -h in the cell */
  /* The largest magnitudes of derivatives of s over the cell. */
  double most[4][4];
} Cell;

/* ---- the spline -------------------------------------------------------- */

static double place_on_face(const Cell *cell, int axis, double x)
{
  return cell->low[axis] + (cell->at[axis] + x) / cell->per[axis];
}

/* Writes all derivatives d[p][q] of s up to the third ones, p along the first
 * axis, at a place of the cell, 0 to 1. */
static void spline_at(const Cell *cell, double x, double y, double d[4][4])
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
static double most_of(const Cell *cell, int p, int q)
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

/* Adds the magnitudes of a wrench that leaves the frame. */
static void leave_frame_at_most(const LimitPotential *p, const double g[3],
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
 * 6 u of the weights and 3.7 u of the sum. */
static double rounding_of(const LimitPotential *p, const Cell *cell)
{
  enum { BLEND = 10 };
  const PotentialFace *face = &p->faces[cell->face];
  const double(*m)[4] = cell->most;
  const double u = p->is_float ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
  const double off = place_rounding(p, u);
  const double bend[2] = {m[2][0] + m[1][1], m[1][1] + m[0][2]};
  const double size[2] = {m[1][0], m[0][1]};
  double stored = p->blended, most = 0, g[3], out[3];
  for (int k = 0; k < 16; k++) {
    stored = fmax(stored, fabs(cell->c[k / 4][k % 4] - face->base));
    most = fmax(most, fabs(cell->c[k / 4][k % 4]));
  }
  const double blend = p->blended > 0 ? BLEND : 0;
  const double slope = u * stored * (5 + 2.5 + 1.5 * (3.7 + blend));
  g[cell->face] = u * stored * (6 + 6 + 3.7 + 3.7 + blend);
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

/* ---- errors ------------------------------------------------------------ */

static Cell cell_of(const LimitPotential *p, int m, int i, int j)
{
  const PotentialFace *face = &p->faces[m];
  Cell cell = {.face = m, .at = {i, j}};
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

/* Returns the error at a place of the cell, 0 to 1, without rounding. */
static double error_at(Search *s, const Cell *cell, double x, double y)
{
  const double a = place_on_face(cell, 0, x), b = place_on_face(cell, 1, y);
  double d[4][4], g[3], h[3], exact[3], twist[3];
  spline_at(cell, x, y, d);
  g[face_axes[cell->face][0]] = d[1][0];
  g[face_axes[cell->face][1]] = d[0][1];
  g[cell->face] = d[0][0] - a * d[1][0] - b * d[0][1];
  potential_leave_frame(s->table, g, h);
  potential_twist(s->table, cell->face, a, b, twist);
  limit_scaled(&s->table->map, twist, exact);
  for (int k = 0; k < 3; k++) h[k] += exact[k];
  const double error = table_length(h);
  s->found.evaluations++;
  s->rounded = fmax(s->rounded, error + cell->rounding);
  if (s->limit > 0 && s->rounded > s->limit) s->is_exceeded = true;
  if (error > s->found.found) {
    s->found.found = error;
    memcpy(s->found.twist, twist, sizeof twist);
  }
  return error;
}

/* ---- branch and bound -------------------------------------------------- */

/* Writes the second derivative of -h along an axis in the middle of the patch,
 * and the largest difference of each component elsewhere, both per unit. */
static void table_curve(const Search *s, const Cell *cell, const double at[2],
                        const double half[2], double d[4][4], int axis,
                        double second[3], double apart[3])
{
  const double(*m)[4] = cell->most;
  const int *axes = face_axes[cell->face];
  const double a = at[0], b = at[1], da = half[0], db = half[1];
  const double A = fabs(a) + da, B = fabs(b) + db;
  double g[3], off[3];
  if (axis == 0) {
    g[axes[0]] = d[3][0];
    g[axes[1]] = d[2][1];
    g[cell->face] = -d[2][0] - a * d[3][0] - b * d[2][1];
    off[axes[0]] = db * m[3][1];
    off[axes[1]] = da * m[3][1] + db * m[2][2];
    off[cell->face] = da * (2 * m[3][0] + B * m[3][1]) +
                      db * (2 * m[2][1] + A * m[3][1] + B * m[2][2]);
  } else {
    g[axes[0]] = d[1][2];
    g[axes[1]] = d[0][3];
    g[cell->face] = -d[0][2] - a * d[1][2] - b * d[0][3];
    off[axes[0]] = db * m[1][3] + da * m[2][2];
    off[axes[1]] = da * m[1][3];
    off[cell->face] = db * (2 * m[0][3] + A * m[1][3]) +
                      da * (2 * m[1][2] + B * m[1][3] + A * m[2][2]);
  }
  potential_leave_frame(s->table, g, second);
  leave_frame_at_most(s->table, off, apart);
}

/* Returns a bound of the distance of surface minus table from its linear
 * interpolation between the corners of the patch. */
static double patch_miss(const Search *s, const Cell *cell, const double low[2],
                         const double high[2])
{
  const LimitPotential *p = s->table;
  Patch patch = {.block = cell->face};
  double at[2], half[2], surface[2][3], rest, d[4][4];
  for (int k = 0; k < 2; k++) {
    const double from = place_on_face(cell, k, low[k]);
    const double to = place_on_face(cell, k, high[k]);
    patch.low[k] = (from + 1) / 2;
    patch.high[k] = (to + 1) / 2;
    at[k] = (from + to) / 2;
    half[k] = (to - from) / 2;
  }
  const double most = miss_surface(s->miss, &patch, surface, &rest);
  if (most > 0) return most * s->shear;
  spline_at(cell, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2, d);
  double sum = 0;
  for (int axis = 0; axis < 2; axis++) {
    const double square = 4 * half[axis] * half[axis];
    double second[3], apart[3], *exact = surface[axis];
    table_curve(s, cell, at, half, d, axis, second, apart);
    exact[2] += p->middle[0] * exact[1] - p->middle[1] * exact[0];
    for (int k = 0; k < 3; k++) second[k] = exact[k] + square * second[k];
    sum += table_length(second) + square * table_length(apart);
  }
  return (sum + s->shear * rest) / 8;
}

/* Bounds the error of the patch, and splits the patch if that bound is too
 * large. `corner` has the errors at (low, low), (low, high), (high, low) and
 * (high, high). */
static void bound_patch(Search *s, const Cell *cell, const double low[2],
                        const double high[2], const double corner[4], int depth)
{
  if (s->is_exceeded) return;
  const double bound =
      fmax(fmax(corner[0], corner[1]), fmax(corner[2], corner[3])) +
      patch_miss(s, cell, low, high);
  double enough = s->limit > 0 ? s->limit - cell->rounding : INFINITY;
  if (s->ratio > 0) enough = fmin(enough, s->ratio * s->found.found);
  if (bound <= enough || depth == 0) {
    s->found.bound = fmax(s->found.bound, bound + cell->rounding);
    return;
  }
  /* Split the longer side, or both if they are about as long. */
  const double wide = (high[0] - low[0]) / cell->per[0];
  const double tall = (high[1] - low[1]) / cell->per[1];
  const bool cut[2] = {wide > 0.7 * tall, tall > 0.7 * wide};
  double x[2][3],
      e[3][3] = {{corner[0], 0, corner[1]}, {0}, {corner[2], 0, corner[3]}};
  for (int d = 0; d < 2; d++) {
    x[d][0] = low[d];
    x[d][1] = cut[d] ? (low[d] + high[d]) / 2 : high[d];
    x[d][2] = high[d];
  }
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      if ((a == 1 || b == 1) && (a != 1 || cut[0]) && (b != 1 || cut[1]))
        e[a][b] = error_at(s, cell, x[0][a], x[1][b]);
  for (int a = 0; a < 1 + cut[0]; a++)
    for (int b = 0; b < 1 + cut[1]; b++) {
      const int c = cut[0] ? a + 1 : 2, d = cut[1] ? b + 1 : 2;
      bound_patch(s, cell, (double[]){x[0][a], x[1][b]},
                  (double[]){x[0][c], x[1][d]},
                  (double[]){e[a][b], e[a][d], e[c][b], e[c][d]}, depth - 1);
    }
}

/* ---- faces ------------------------------------------------------------- */

enum { LOOKS = 4 }; /* parts of a cell along each axis */

/* Errors of a face at the corners of the parts of all cells. */
typedef struct Looks {
  int side; /* places along the second axis */
  double *error;
} Looks;

static int cell_at(int look, int cells)
{
  return look / LOOKS < cells ? look / LOOKS : cells - 1;
}

/* Evaluates errors all over the face first: the search then skips most parts,
 * and a face that exceeds the limit shows by how much. */
static Looks look_at_face(Run *run, Search *s, int m)
{
  const int *n = s->table->faces[m].cells;
  const int rows = LOOKS * n[0] + 1;
  Looks looks = {LOOKS * n[1] + 1, NULL};
  looks.error = run_doubles(run, (size_t)rows * (size_t)looks.side);
  for (int a = 0; a < n[0]; a++)
    for (int b = 0; b < n[1]; b++) {
      const Cell cell = cell_of(s->table, m, a, b);
      for (int i = LOOKS * a; cell_at(i, n[0]) == a && i < rows; i++)
        for (int j = LOOKS * b; cell_at(j, n[1]) == b && j < looks.side; j++)
          looks.error[i * looks.side + j] =
              error_at(s, &cell, (i - LOOKS * a) / (double)LOOKS,
                       (j - LOOKS * b) / (double)LOOKS);
    }
  return looks;
}

/* Returns the largest error at the places looked at in a cell. */
static double seen_in(const Looks *looks, int i, int j)
{
  double most = 0;
  for (int a = LOOKS * i; a <= LOOKS * (i + 1); a++)
    for (int b = LOOKS * j; b <= LOOKS * (j + 1); b++)
      most = fmax(most, looks->error[a * looks->side + b]);
  return most;
}

/* Bounds the error of the cells where the largest error seen is in the range
 * [range[0], range[1]). */
static void bound_face(Search *s, int m, const Looks *looks,
                       const double range[2])
{
  enum { DEPTH = 16 };
  const int *n = s->table->faces[m].cells;
  for (int i = 0; i < n[0]; i++)
    for (int j = 0; j < n[1] && !s->is_exceeded; j++) {
      const double seen = seen_in(looks, i, j);
      if (seen < range[0] || seen >= range[1]) continue;
      const Cell cell = cell_of(s->table, m, i, j);
      for (int q = 0; q < LOOKS * LOOKS; q++) {
        const int a = q / LOOKS, b = q % LOOKS;
        const double size = LOOKS;
        const double *e =
            looks->error + (LOOKS * i + a) * looks->side + LOOKS * j + b;
        bound_patch(s, &cell, (double[]){a / size, b / size},
                    (double[]){(a + 1) / size, (b + 1) / size},
                    (double[]){e[0], e[1], e[looks->side], e[looks->side + 1]},
                    DEPTH);
      }
    }
}

/* ---- convexity --------------------------------------------------------- */

/* P is convex where s is. Over a part of a cell the least eigenvalue of the
 * second derivatives of s is at least that in its middle less the Frobenius
 * norm of their differences. */
static bool is_convex_part(const Cell *cell, double x, double y, double half,
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
      const Cell cell =
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

/* ------------------------------------------------------------------------ */

/* Writes a table whose frame is that of the potential, and whose faces are of
 * one cell. */
static void make_frame(Run *run, const LimitPotential *p, LimitTable *frame)
{
  frame->map = p->map;
  for (int d = 0; d < 2; d++) {
    frame->map.cop[d] += p->map.r * p->middle[d];
    frame->scale[d] = 1 / p->inverse[d];
  }
  frame->blocks = 1;
  frame->fine = run_alloc(run, 3 * sizeof *frame->fine);
  for (int m = 0; m < 3; m++) frame->fine[m] = 1;
}

static const double tight = 1.04;

static Certificate bound_table(const LimitPotential *p, int face, double limit,
                               double ratio)
{
  const double begin = now_seconds();
  Run *run = run_open();
  const double d = hypot(p->middle[0], p->middle[1]);
  Search s = {.table = p,
              .limit = limit,
              .ratio = ratio,
              .shear = (d + sqrt(d * d + 4)) / 2};
  make_frame(run, p, &s.frame);
  s.miss = miss_prepare(run, &s.frame);
  Looks looks[3] = {{0}};
  const double hot = 0.9;
  double most = INFINITY; /* of the errors seen before the bounds */
  for (int pass = 0; pass < 3; pass++) {
    const double range[2] = {pass == 1 ? hot * most : 0,
                             pass == 1 ? INFINITY : hot * most};
    for (int m = 0; m < 3 && !s.is_exceeded; m++) {
      if ((face >= 0 && m != face) || (m == 1 && p->is_shared)) continue;
      if (pass == 0)
        looks[m] = look_at_face(run, &s, m);
      else /* the largest errors first: a table that fails does so at once */
        bound_face(&s, m, &looks[m], range);
    }
    if (pass == 0) most = s.found.found;
  }
  if (s.is_exceeded) s.found.bound = INFINITY;
  run_close(run);
  s.found.seconds = now_seconds() - begin;
  return s.found;
}

Certificate potential_bound(const LimitPotential *p, int face, double limit)
{
  return bound_table(p, face, limit, limit > 0 ? 0 : tight);
}

double potential_look(const LimitPotential *p, int face, double *rounded)
{
  Run *run = run_open();
  Search s = {.table = p};
  look_at_face(run, &s, face);
  run_close(run);
  *rounded = s.rounded;
  return s.found.found;
}

PotentialProof potential_certify(const LimitPotential *p, double limit)
{
  const double begin = now_seconds();
  PotentialProof proof = {.least = INFINITY};
  for (int m = 0; m < 3; m++)
    for (int k = 0; k < p->faces[m].cells[0] + 3; k++)
      for (int l = 0; l < p->faces[m].cells[1] + 3; l++)
        proof.least = fmin(proof.least, potential_coefficient(p, m, k, l));
  proof.error = bound_table(p, -1, limit, tight);
  if (proof.error.bound < INFINITY) {
    proof.is_convex = potential_is_convex(p);
    proof.jump = potential_jump(p);
  }
  proof.error.seconds = now_seconds() - begin;
  return proof;
}
