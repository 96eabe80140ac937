/* potential_proof.c: a proven bound of the error of a potential table, by
 * branch and bound. In: a table. Out: a bound for all twists, the largest error
 * found, and whether the potential is convex.
 *
 * Invariant: over a patch, a part of one cell of the spline, the error is at
 * most the largest error at the corners, plus an eighth of the second
 * derivatives of surface minus table along both axes, plus rounding. The
 * surface's derivatives are those of miss.c, the table's are polynomials. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"
#include "limit/spline.h"

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

/* ---- errors ------------------------------------------------------------ */

/* Returns the error at a place of the cell, 0 to 1, without rounding. */
static double error_at(Search *s, const SplineCell *cell, double x, double y)
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
static void table_curve(const Search *s, const SplineCell *cell, const double at[2],
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
static double patch_miss(const Search *s, const SplineCell *cell, const double low[2],
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
static void bound_patch(Search *s, const SplineCell *cell, const double low[2],
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
      const SplineCell cell = cell_of(s->table, m, a, b);
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
      const SplineCell cell = cell_of(s->table, m, i, j);
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

/* ---- tables ------------------------------------------------------------ */

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
