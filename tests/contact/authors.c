/* authors.c: see authors.h. In: a map's file, a contact. Out: the contact, its
 * reduced model. Written from PL and from the results of its program. */
#include "contact/authors.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

RefContact authors_contact(const char *name, int i0, int i1, int j0, int j1)
{
  const int nx = i1 - i0 + 1, ny = j1 - j0 + 1;
  const double h = 0.02 / 21.0;
  double kept[21 * 21];
  char file[64];
  snprintf(file, sizeof file, "map_%s.csv", name);
  Table t = read_csv(file);
  cr_assert(t.rows == 21 && t.columns == 21);
  cr_assert(i0 + i1 == 20 && j0 + j1 == 20);
  for (int j = 0; j < 21; j++)
    for (int i = 0; i < 21; i++) {
      const double p = t.at[j * 21 + i];
      if (i >= i0 && i <= i1 && j >= j0 && j <= j1)
        kept[(j - j0) * nx + i - i0] = p;
      else
        cr_assert_eq(p, 0.0, "%s carries load at (%d, %d)", name, i, j);
    }
  free_table(&t);
  return (RefContact){
      {nx, ny, h * nx, h * ny, weights_from_above(kept, nx, ny)}, paper_lugre};
}

void authors_free(RefContact *contact)
{
  free((void *)(uintptr_t)contact->patch.w);
}

void authors_keys(const char *file, char *text, size_t size)
{
  Table map = read_csv(file);
  size_t n =
      (size_t)snprintf(text, size, "grid = { %zu, %zu },\npressure = map {",
                       map.columns, map.rows);
  for (size_t k = 0; k < map.rows * map.columns; k++) {
    n += (size_t)snprintf(text + n, size - n, "%s%.12g%s",
                          k % map.columns ? "" : "{", map.at[k],
                          (k + 1) % map.columns ? "," : "},");
    cr_assert_lt(n, size);
  }
  snprintf(text + n, size - n, "}");
  free_table(&map);
}

/* PL (21). Truncation of the place in cells gives the cell of the centre of
 * rotation: the first cell of a row or column also serves for a centre less
 * than a cell before the grid, by extrapolation. */
static void authors_limit(const RefPatch *p, const double twist[3],
                          double wrench[3])
{
  const double w = twist[2], n[2] = {p->nx, p->ny}, size[2] = {p->sx, p->sy};
  double at[2] = {-twist[1] / w, twist[0] / w}, first[2];
  bool is_inside = w != 0;
  for (int d = 0; d < 2; d++) {
    at[d] = (at[d] / size[d] + 0.5) * n[d];
    first[d] = trunc(at[d]);
    is_inside = is_inside && first[d] >= 0 && first[d] < n[d];
  }
  if (!is_inside) {
    ref_limit_paper(p, twist, wrench);
    return;
  }
  for (int d = 0; d < 3; d++) wrench[d] = 0;
  for (int corner = 0; corner < 4; corner++) {
    const int is_far[2] = {corner % 2, corner / 2};
    double place[2], share = 1, f[3];
    for (int d = 0; d < 2; d++) {
      const double part = at[d] - first[d];
      share *= is_far[d] ? part : 1 - part;
      place[d] = ((first[d] + is_far[d]) / n[d] - 0.5) * size[d];
    }
    ref_limit_paper(p, (double[]){w * place[1], -w * place[0], w}, f);
    for (int d = 0; d < 3; d++) wrench[d] += share * f[d];
  }
}

/* Returns the wrench at the CoP, with the torque not divided by r. */
static void limit_at_cop(const RefPatch *p, const double cop[2],
                         const double at_cop[3], double wrench[3])
{
  double twist[3], at_centre[3];
  twist_at((double[]){-cop[0], -cop[1]}, at_cop, twist);
  authors_limit(p, twist, at_centre);
  wrench_at(cop, at_centre, wrench);
}

/* PL (35), (36), where phi is measured from the axis of spin as in (33), and
 * (39) to (42). */
static void read_table(const void *context, const double twist[3], double h[3])
{
  const AuthorsTable *table = context;
  const double sign = twist[2] < 0 ? -1 : 1;
  const double theta = atan2(sign * twist[1], sign * twist[0]);
  const double phi =
      atan2(hypot(twist[0], twist[1]), table->r * fabs(twist[2]));
  const double steps = AUTHORS_STEPS * 2 / TEST_PI;
  const double a = (theta < 0 ? theta + 2 * TEST_PI : theta) * steps;
  const double b = phi * steps;
  const int i = a < 4 * AUTHORS_STEPS ? (int)a : 4 * AUTHORS_STEPS - 1;
  const int j = b < AUTHORS_STEPS ? (int)b : AUTHORS_STEPS - 1;
  for (int d = 0; d < 3; d++) {
    const double *low = &table->h[i][j][d], *high = &table->h[i + 1][j][d];
    const double from = low[0] + (b - j) * (low[3] - low[0]);
    const double to = high[0] + (b - j) * (high[3] - high[0]);
    h[d] = sign * (from + (a - i) * (to - from));
  }
}

RefReduced authors_reduced(const RefContact *contact, AuthorsTable *table)
{
  const RefPatch *p = &contact->patch;
  RefReduced m = {.friction = contact->friction, .surface = read_table};
  double wrench[3];
  ref_figures(p, true, m.cop, &m.r, &m.u);
  limit_at_cop(p, m.cop, (double[]){0, 0, 1}, wrench);
  table->r = m.r = fabs(wrench[2]);
  for (int i = 0; i <= 4 * AUTHORS_STEPS; i++)
    for (int j = 0; j <= AUTHORS_STEPS; j++) {
      const double theta = i * TEST_PI / 2 / AUTHORS_STEPS;
      const double phi = j * TEST_PI / 2 / AUTHORS_STEPS, v = m.r * sin(phi);
      const double twist[3] = {v * cos(theta), v * sin(theta), cos(phi)};
      limit_at_cop(p, m.cop, twist, wrench);
      for (int d = 0; d < 3; d++)
        table->h[i][j][d] = wrench[d] / (d < 2 ? 1 : m.r);
    }
  m.context = table;
  return m;
}
