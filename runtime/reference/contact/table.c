/* table.c: a limit surface that is read from a table on three faces of a cube,
 * interpolated. In: the table's numbers, a twist at the centre of pressure.
 * Out: h. Plain loops: which face, which block, which cell, then one axis after
 * the other. */
#include "reference/contact/contact.h"

#include <math.h>

/* The interpolant of p[0] (t = 0) and p[1] (t = 1); cubic: with the slopes of
 * central differences at p[-1], p[0], p[1], p[2]. */
static double between(const double *p, double t, bool is_cubic)
{
  if (!is_cubic) return p[0] * (1.0 - t) + p[1] * t;
  const double start = (p[1] - p[-1]) / 2.0, end = (p[2] - p[0]) / 2.0;
  const double rise = p[1] - p[0];
  return p[0] + t * (start + t * ((3.0 * rise - 2.0 * start - end) +
                                  t * (start + end - 2.0 * rise)));
}

/* The cell that x falls into, of n that are numbered from 0. */
static int cell_of(double x, int n)
{
  const double cell = floor(x);
  if (!(cell > 0.0)) return 0;
  return cell < n - 1 ? (int)cell : n - 1;
}

/* Coordinates on the face of the largest component: that axis, and the other
 * two over it. False for no direction at all. */
static bool to_face(const double c[3], int *face, double at[2])
{
  *face = 2;
  if (fabs(c[0]) > fabs(c[*face]) || fabs(c[1]) > fabs(c[*face]))
    *face = fabs(c[1]) > fabs(c[0]) ? 1 : 0;
  if (c[*face] == 0.0) return false;
  for (int d = 0, k = 0; d < 3; d++)
    if (d != *face) at[k++] = c[d] / c[*face];
  return true;
}

void ref_surface_table(const void *context, const double twist[3], double h[3])
{
  const RefTable *t = context;
  const double c[3] = {twist[0] * t->inverse[0], twist[1] * t->inverse[1],
                       twist[2] * t->r};
  const int beyond = t->is_cubic ? 1 : 0;
  double at[2];
  int face, block[2], cell[2];
  for (int d = 0; d < 3; d++) h[d] = 0.0;
  if (!to_face(c, &face, at)) return;
  for (int k = 0; k < 2; k++) {
    at[k] = (at[k] + 1.0) / 2.0 * t->blocks;
    block[k] = cell_of(at[k], t->blocks);
  }
  const int index = (face * t->blocks + block[0]) * t->blocks + block[1];
  const double *nodes = t->nodes; /* of that block */
  for (int b = 0; b < index; b++) {
    const int side = t->cells[b] + 1 + 2 * beyond;
    nodes += 3 * side * side;
  }
  const int n = t->cells[index], side = n + 1 + 2 * beyond;
  for (int k = 0; k < 2; k++) {
    at[k] = (at[k] - block[k]) * n;
    cell[k] = cell_of(at[k], n);
    at[k] -= cell[k];
  }
  for (int d = 0; d < 3; d++) {
    double across[4];
    for (int i = 0; i < 2 + 2 * beyond; i++) {
      double row[4];
      for (int j = 0; j < 2 + 2 * beyond; j++)
        row[j] = nodes[3 * ((cell[0] + i) * side + cell[1] + j) + d];
      across[i] = between(row + beyond, at[1], t->is_cubic);
    }
    h[d] = between(across + beyond, at[0], t->is_cubic);
    if (c[face] < 0.0) h[d] = -h[d];
  }
}

void ref_surface_between(const void *context, const double twist[3],
                         double h[3])
{
  const RefBetween *b = context;
  double low[3], high[3];
  ref_surface_table(&b->low, twist, low);
  ref_surface_table(&b->high, twist, high);
  for (int d = 0; d < 3; d++) h[d] = low[d] + b->t * (high[d] - low[d]);
}
