/* maps.c: maps of pressure for tests of the limit surface. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "support/maps.h"
#include "support/support.h"

LimitMap map_of(Run *run, Cells *cells, int nx, int ny, double sx, double sy,
                const double *weights)
{
  const Grid grid = {nx, ny, sx, sy};
  double *copy = run_doubles(run, (size_t)(nx * ny));
  double total = 0;
  for (int k = 0; k < nx * ny; k++) total += weights[k];
  for (int k = 0; k < nx * ny; k++) copy[k] = weights[k] / total;
  *cells = cells_kept(run, &grid, copy);
  LimitMap map = {.cells = cells};
  for (int k = 0; k < cells->count; k++) {
    map.cop[0] += cells->w[k] * cells->x[k];
    map.cop[1] += cells->w[k] * cells->y[k];
  }
  double wrench[3];
  limit_exact_at(cells, map.cop, (double[]){0, 0, 1}, wrench);
  map.r = fabs(wrench[2]);
  return map;
}

const char *const shape_names[SHAPES] = {
    "square", "disc", "annulus", "rod", "gradient line", "islands", "angle"};

/* Reads a map of the authors of the paper. */
static void add_file(const char *name, double w[SIDE * SIDE])
{
  Table map = read_csv(name);
  cr_assert(map.rows == SIDE && map.columns == SIDE);
  for (int k = 0; k < SIDE * SIDE; k++)
    w[k] = map.at[(SIDE - 1 - k / SIDE) * SIDE + k % SIDE];
  free_table(&map);
}

LimitMap random_map(Run *run, Cells *cells, uint64_t *seed)
{
  const int nx = 1 + (int)random_in(seed, 0, 21);
  const int ny = 2 + (int)random_in(seed, 0, 20);
  double *w = random_weights(seed, nx, ny);
  const LimitMap map =
      map_of(run, cells, nx, ny, 0.02, random_in(seed, 0.005, 0.04), w);
  free(w);
  return map;
}

LimitMap leaning_map(Run *run, const LimitMap *map, uint64_t *seed)
{
  if (random_in(seed, 0, 1) < 0.7) return *map;
  const Grid *grid = &map->cells->grid;
  const double turn = random_in(seed, -3, 3), e = exp(random_in(seed, -1, 1));
  const double c = cos(turn), s = sin(turn);
  const double hx = grid->sx / grid->nx / 2, hy = grid->sy / grid->ny / 2;
  const double cross = (1 - e) * c * s;
  const double halves[2][2] = {{(c * c + e * s * s) * hx, cross * hx},
                               {cross * hy, (s * s + e * c * c) * hy}};
  Cells *cells = run_alloc(run, sizeof *cells);
  *cells = cells_skewed(run, map->cells, halves);
  LimitMap leaning = {.cells = cells};
  for (int k = 0; k < cells->count; k++) {
    leaning.cop[0] += cells->w[k] * cells->x[k];
    leaning.cop[1] += cells->w[k] * cells->y[k];
  }
  double wrench[3];
  limit_exact_at(cells, leaning.cop, (double[]){0, 0, 1}, wrench);
  leaning.r = fabs(wrench[2]);
  return leaning;
}

LimitMap shape_of(Run *run, Cells *cells, Shape shape)
{
  double w[SIDE * SIDE] = {0};
  const double size = 0.02;
  if (shape == DISC || shape == ANNULUS)
    add_disc(SIDE, SIDE, size, size, size / 2, 1, w);
  if (shape == ANNULUS)
    add_disc(SIDE, SIDE, size, size, 0.6 * size / 2, -0.36, w);
  if (shape == GRADIENT) add_file("map_gradient_line.csv", w);
  if (shape == ISLANDS) add_file("map_nonconvex1.csv", w);
  for (int k = 0; k < SIDE * SIDE; k++) {
    const int i = k % SIDE, j = k / SIDE;
    if (shape == SQUARE) w[k] = 1;
    if (shape == ROD) w[k] = j == SIDE / 2;
    if (shape == ANGLE) w[k] = (i > 1 && i < 5) || (j > 15 && i > 1 && i < 18);
    if (w[k] < 1e-15) w[k] = 0;
  }
  return map_of(run, cells, SIDE, SIDE, size, size, w);
}

void any_twist(uint64_t *seed, double twist[3])
{
  for (int d = 0; d < 3; d++) twist[d] = random_in(seed, -1, 1);
  const double kind = random_in(seed, 0, 8);
  if (kind < 3) twist[(int)kind] *= 0.03;
}

int from_environment(const char *name, int usual)
{
  const char *text = getenv(name);
  return text ? atoi(text) : usual;
}
