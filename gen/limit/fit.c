/* fit.c: fits the spline of a potential table to the limit surface. In: a
 * table's layout. Out: its numbers.
 *
 * Invariant: a face's normal equations are banded, with the longer axis
 * outside, so that the band is as narrow as it can be. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"

/* A face as a least-squares problem. */
typedef struct Fit {
  const LimitPotential *table;
  int face, outer; /* the outer axis of the unknowns */
  int n[2];        /* numbers along each axis of the face */
  int count, band; /* unknowns; columns left of the diagonal */
  double *matrix;  /* [count][band + 1], the diagonal last */
  double *right;   /* [count] */
  int points;
  double *place;  /* [points][2]: a, b */
  double *exact;  /* [points][3]: -h */
  double *weight; /* [points] */
} Fit;

/* ---- points ------------------------------------------------------------ */

/* Writes the places of three Gauss points in each cell of an axis, and both
 * ends. Returns their number. */
static int axis_places(const Fit *f, int axis, double *places)
{
  static const double gauss = 0.7745966692414834;
  const PotentialFace *face = &f->table->faces[f->face];
  const double low = f->table->is_even[face_axes[f->face][axis]] ? 0 : -1;
  int count = 0;
  places[count++] = low;
  for (int c = 0; c < face->cells[axis]; c++)
    for (int k = -1; k <= 1; k++)
      places[count++] = low + (c + (1 + k * gauss) / 2) / face->per[axis];
  places[count++] = 1;
  return count;
}

static void make_points(Run *run, Fit *f)
{
  double *at[2];
  int count[2];
  for (int d = 0; d < 2; d++) {
    at[d] = run_doubles(run, 3 * (size_t)f->n[d]);
    count[d] = axis_places(f, d, at[d]);
  }
  f->points = count[0] * count[1];
  f->place = run_doubles(run, 2 * (size_t)f->points);
  f->exact = run_doubles(run, 3 * (size_t)f->points);
  f->weight = run_doubles(run, (size_t)f->points);
  for (int k = 0; k < f->points; k++) {
    double twist[3], *h = f->exact + 3 * k;
    f->place[2 * k] = at[0][k / count[1]];
    f->place[2 * k + 1] = at[1][k % count[1]];
    potential_twist(f->table, f->face, f->place[2 * k], f->place[2 * k + 1],
                    twist);
    limit_scaled(&f->table->map, twist, h);
    for (int d = 0; d < 3; d++) h[d] = -h[d];
    f->weight[k] = 1;
  }
}

/* ---- rows -------------------------------------------------------------- */

/* The influence of 16 unknowns on -h at a place. */
typedef struct Row {
  int unknown[16];
  double value[16][3];
} Row;

/* Returns the unknown of a number of the face. Where an axis is even, number 0
 * is number 2. */
static int unknown_of(const Fit *f, int i, int j)
{
  const int *axes = face_axes[f->face];
  if (f->table->is_even[axes[0]] && i == 0) i = 2;
  if (f->table->is_even[axes[1]] && j == 0) j = 2;
  return f->outer == 0 ? i * f->n[1] + j : j * f->n[0] + i;
}

static void make_row(const Fit *f, double a, double b, Row *row)
{
  const PotentialFace *face = &f->table->faces[f->face];
  const int *axes = face_axes[f->face];
  const double at[2] = {a, b};
  double w[2][4], slope[2][4];
  int cell[2];
  for (int d = 0; d < 2; d++) {
    const double u =
        face->per[d] * (at[d] + (f->table->is_even[axes[d]] ? 0 : 1));
    cell[d] = (int)fmin(floor(u), face->cells[d] - 1);
    spline_weights(u - cell[d], 0, w[d]);
    spline_weights(u - cell[d], 1, slope[d]);
  }
  for (int k = 0; k < 16; k++) {
    const int p = k / 4, q = k % 4;
    const double sa = slope[0][p] * w[1][q] * face->per[0];
    const double sb = w[0][p] * slope[1][q] * face->per[1];
    double g[3];
    g[axes[0]] = sa;
    g[axes[1]] = sb;
    g[f->face] = w[0][p] * w[1][q] - a * sa - b * sb;
    potential_leave_frame(f->table, g, row->value[k]);
    row->unknown[k] = unknown_of(f, cell[0] + p, cell[1] + q);
  }
}

/* ---- normal equations -------------------------------------------------- */

static void add_row(Fit *f, const Row *row, const double exact[3],
                    double weight)
{
  for (int k = 0; k < 16; k++) {
    const double *x = row->value[k];
    const int u = row->unknown[k];
    double *line = f->matrix + (size_t)u * (size_t)(f->band + 1) + f->band - u;
    f->right[u] +=
        weight * (x[0] * exact[0] + x[1] * exact[1] + x[2] * exact[2]);
    for (int l = 0; l < 16; l++) {
      const double *y = row->value[l];
      if (row->unknown[l] <= u)
        line[row->unknown[l]] +=
            weight * (x[0] * y[0] + x[1] * y[1] + x[2] * y[2]);
    }
  }
}

/* Solves the equations in place: `right` becomes the solution. */
static void solve(Fit *f)
{
  const int m = f->band;
  for (int i = 0; i < f->count; i++) {
    double *row = f->matrix + (size_t)i * (size_t)(m + 1) + m - i;
    const int first = i > m ? i - m : 0;
    for (int j = first; j <= i; j++) {
      const double *other = f->matrix + (size_t)j * (size_t)(m + 1) + m - j;
      const int from = j > m + first ? j - m : first;
      double sum = row[j];
      for (int k = from; k < j; k++) sum -= row[k] * other[k];
      row[j] = j < i ? sum / other[j] : sqrt(sum);
    }
    for (int k = first; k < i; k++) f->right[i] -= row[k] * f->right[k];
    f->right[i] /= row[i];
  }
  for (int i = f->count - 1; i >= 0; i--) {
    const double *row = f->matrix + (size_t)i * (size_t)(m + 1) + m - i;
    f->right[i] /= row[i];
    for (int k = i > m ? i - m : 0; k < i; k++)
      f->right[k] -= row[k] * f->right[i];
  }
}

/* Solves for the present weights, then multiplies each weight by the error
 * (Lawson). Returns the largest error. */
static double improve(Fit *f)
{
  Row row;
  double worst = 0, sum = 0;
  const size_t width = (size_t)f->band + 1;
  memset(f->matrix, 0, (size_t)f->count * width * sizeof *f->matrix);
  memset(f->right, 0, (size_t)f->count * sizeof *f->right);
  for (int k = 0; k < f->count; k++)
    f->matrix[(size_t)k * width + (size_t)f->band] = 1e-10;
  for (int k = 0; k < f->points; k++) {
    make_row(f, f->place[2 * k], f->place[2 * k + 1], &row);
    add_row(f, &row, f->exact + 3 * k, f->weight[k]);
  }
  solve(f);
  double *error = f->matrix; /* free now */
  for (int k = 0; k < f->points; k++) {
    double h[3] = {-f->exact[3 * k], -f->exact[3 * k + 1],
                   -f->exact[3 * k + 2]};
    make_row(f, f->place[2 * k], f->place[2 * k + 1], &row);
    for (int l = 0; l < 16; l++)
      for (int d = 0; d < 3; d++)
        h[d] += row.value[l][d] * f->right[row.unknown[l]];
    error[k] = table_length(h);
    worst = fmax(worst, error[k]);
  }
  for (int k = 0; k < f->points; k++) {
    f->weight[k] *= fmax(error[k] / worst, 1e-3);
    sum += f->weight[k];
  }
  for (int k = 0; k < f->points; k++)
    f->weight[k] = fmax(f->weight[k] * f->points / sum, 1e-3);
  return worst;
}

static Fit fit_new(Run *run, const LimitPotential *table, int m)
{
  const PotentialFace *face = &table->faces[m];
  Fit f = {.table = table,
           .face = m,
           .outer = face->cells[0] >= face->cells[1] ? 0 : 1,
           .n = {face->cells[0] + 3, face->cells[1] + 3}};
  f.count = f.n[0] * f.n[1];
  f.band = 3 * f.n[1 - f.outer] + 3;
  make_points(run, &f);
  size_t room = (size_t)f.count * ((size_t)f.band + 1);
  if (room < (size_t)f.points) room = (size_t)f.points;
  f.matrix = run_doubles(run, room);
  f.right = run_doubles(run, (size_t)f.count);
  return f;
}

static void fit_face(LimitPotential *table, int m)
{
  enum { ROUNDS = 4 };
  Run *run = run_open();
  Fit f = fit_new(run, table, m);
  double *best = run_doubles(run, (size_t)f.count), least = INFINITY;
  for (int k = 0; k < ROUNDS; k++) {
    const double worst = improve(&f);
    if (worst >= least) continue;
    least = worst;
    for (int i = 0; i < f.n[0]; i++)
      for (int j = 0; j < f.n[1]; j++)
        best[i * f.n[1] + j] = f.right[unknown_of(&f, i, j)];
  }
  potential_store(table, m, best);
  run_close(run);
}

LimitPotential *potential_fit(Run *run, const LimitMap *map,
                              const int cells[3][2], PotentialStore store,
                              bool is_float)
{
  LimitPotential *table = potential_new(run, map, cells, store, is_float);
  for (int m = 0; m < 3; m++)
    if (m != 1 || !table->is_shared) fit_face(table, m);
  return table;
}
