/* table.c: the limit surface as a table. In: a map and the layout of the table.
 * Out: the nodes, and the value that the emitted code computes from them.
 *
 * Invariant: two blocks interpolate the same values on their common edge, so
 * that a bilinear table is continuous. Beyond the edges of its faces a cubic
 * table has nodes of the exact surface. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"

void limit_scaled(const LimitMap *map, const double twist[3], double h[3])
{
  const double unscaled[3] = {twist[0], twist[1], twist[2] / map->r};
  limit_exact_at(map->cells, map->cop, unscaled, h);
  h[2] /= map->r;
}

/* Writes the value of a node, rounded to 12 decimals, since later digits depend
 * on the machine. */
static void node_value(const LimitMap *map, const double twist[3], double h[3])
{
  const double unscaled[3] = {twist[0], twist[1], twist[2] / map->r};
  (map->is_paper ? limit_paper_at : limit_exact_at)(map->cells, map->cop,
                                                    unscaled, h);
  h[2] /= map->r;
  for (int d = 0; d < 3; d++) h[d] = round(h[d] * 1e12) / 1e12;
}

/* ---- values ------------------------------------------------------------ */

size_t table_side(const LimitTable *table, int block)
{
  return (size_t)table->fine[block] + (table->interp == TABLE_CUBIC ? 3 : 1);
}

static inline double magnitude_double(double x)
{
  return fabs(x);
}
static inline float magnitude_float(float x)
{
  return fabsf(x);
}

#define REAL        double
#define NODES       nodes
#define VALUE(name) name##_double
#include "limit/value.h"
#undef REAL
#undef NODES
#undef VALUE
#define REAL        float
#define NODES       nodes_float
#define VALUE(name) name##_float
#include "limit/value.h"
#undef REAL
#undef NODES
#undef VALUE

void table_value(const LimitTable *table, const double twist[3], double h[3])
{
  if (table->is_float) {
    const Place_float p = locate_float(table, twist);
    float value[3];
    interpolate_float(table, p.block, p.i, p.j, p.x, p.y, value);
    for (int d = 0; d < 3; d++) h[d] = (double)(p.sign * value[d]);
    return;
  }
  const Place_double p = locate_double(table, twist);
  interpolate_double(table, p.block, p.i, p.j, p.x, p.y, h);
  for (int d = 0; d < 3; d++) h[d] *= p.sign;
}

void table_inside(const LimitTable *table, int block, int i, int j, double x,
                  double y, double h[3])
{
  interpolate_double(table, block, i, j, x, y, h);
}

double table_error(const LimitTable *table, int block, int i, int j, double x,
                   double y)
{
  double twist[3], exact[3], h[3];
  table_twist(table, block, i + x, j + y, twist);
  limit_scaled(&table->map, twist, exact);
  table_inside(table, block, i, j, x, y, h);
  for (int d = 0; d < 3; d++) h[d] -= exact[d];
  return table_length(h);
}

size_t table_bytes(const LimitTable *table)
{
  const size_t blocks = 3 * (size_t)table->blocks * (size_t)table->blocks;
  return table->count * 3 * (table->is_float ? sizeof(float) : sizeof(double)) +
         (table->blocks > 1 ? blocks * 2 * sizeof(int32_t) : 0);
}

/* ---- places ------------------------------------------------------------ */

static void face_point(int face, const double at[2], double c[3])
{
  c[face] = 1;
  c[face_axes[face][0]] = at[0];
  c[face_axes[face][1]] = at[1];
}

void table_twist(const LimitTable *table, int block, double x, double y,
                 double twist[3])
{
  const int k = table->blocks, n = table->fine[block];
  const double at[2] = {2 * (block / k % k + x / n) / k - 1,
                        2 * (block % k + y / n) / k - 1};
  face_point(block / (k * k), at, twist);
  twist[0] *= table->scale[0];
  twist[1] *= table->scale[1];
}

int table_neighbour(const LimitTable *table, int block, int side)
{
  const int k = table->blocks, axis = side / 2, face = block / (k * k);
  int at[2] = {block / k % k, block % k};
  at[axis] += side % 2 ? 1 : -1;
  if (at[axis] >= 0 && at[axis] < k) return (face * k + at[0]) * k + at[1];
  double middle[2], c[3];
  middle[axis] = side % 2 ? 1 : -1;
  middle[1 - axis] = 2 * (at[1 - axis] + 0.5) / k - 1;
  face_point(face, middle, c);
  const int other = face_axes[face][axis];
  for (int d = 0; d < 2; d++) {
    const double place = c[face_axes[other][d]] / c[other];
    at[d] = (int)floor((place + 1) * k / 2);
    at[d] = at[d] < k ? at[d] : k - 1;
  }
  return (other * k + at[0]) * k + at[1];
}

/* ---- nodes ------------------------------------------------------------- */

void table_sample(LimitTable *table, int block, size_t i, size_t j)
{
  const size_t side = table_side(table, block);
  const int beyond = table->interp == TABLE_CUBIC ? 1 : 0;
  double twist[3];
  table_twist(table, block, (double)i - beyond, (double)j - beyond, twist);
  node_value(&table->map, twist,
             table->nodes + 3 * (table->start[block] + i * side + j));
}

static void sample_block(LimitTable *table, int block)
{
  const size_t side = table_side(table, block);
  for (size_t i = 0; i < side; i++)
    for (size_t j = 0; j < side; j++) table_sample(table, block, i, j);
}

/* Moves the nodes on the edges of a block to the values that a coarser
 * neighbour interpolates there. */
static void match_edges(LimitTable *table, int block)
{
  const size_t n = (size_t)table->fine[block], row = 3 * (n + 1);
  double *nodes = table->nodes + 3 * table->start[block];
  for (int side = 0; side < 4; side++) {
    const size_t other =
        (size_t)table->fine[table_neighbour(table, block, side)];
    if (other >= n) continue;
    const size_t stride = side < 2 ? 3 : row, step = n / other;
    double *edge = nodes + (side % 2 ? n * (side < 2 ? row : 3) : 0);
    for (size_t k = 0; k < n; k++) {
      const double part = (double)(k % step) / (double)step;
      const double *low = edge + k / step * step * stride;
      for (size_t d = 0; d < 3; d++)
        edge[k * stride + d] =
            low[d] + part * (low[step * stride + d] - low[d]);
    }
  }
}

static void round_nodes(Run *run, LimitTable *table)
{
  if (!table->is_float) return;
  table->nodes_float = run_alloc(run, 3 * table->count * sizeof(float));
  for (size_t k = 0; k < 3 * table->count; k++) {
    table->nodes_float[k] = (float)table->nodes[k];
    table->nodes[k] = (double)table->nodes_float[k];
  }
}

void table_place(Run *run, LimitTable *table)
{
  const int blocks = 3 * table->blocks * table->blocks;
  table->count = 0;
  for (int b = 0; b < blocks; b++) {
    const size_t side = table_side(table, b);
    table->start[b] = table->count;
    table->count += side * side;
  }
  table->nodes = run_doubles(run, 3 * table->count);
}

void table_fill(Run *run, LimitTable *table)
{
  const int blocks = 3 * table->blocks * table->blocks;
  table_place(run, table);
  for (int b = 0; b < blocks; b++) sample_block(table, b);
  if (table->interp == TABLE_BILINEAR)
    for (int b = 0; b < blocks; b++) match_edges(table, b);
  round_nodes(run, table);
}

/* ---- tables ------------------------------------------------------------ */

void table_scale(const LimitMap *map, double least, double scale[2])
{
  static const double most = 4;
  double reach[2] = {0, 0}, half[2];
  for (int k = 0; k < map->cells->count; k++) {
    reach[0] = fmax(reach[0], fabs(map->cells->y[k] - map->cop[1]));
    reach[1] = fmax(reach[1], fabs(map->cells->x[k] - map->cop[0]));
  }
  cells_extent(map->cells, half);
  reach[0] += half[1];
  reach[1] += half[0];
  for (int d = 0; d < 2; d++)
    scale[d] = fmin(fmax(reach[d] / map->r, least), most);
}

LimitTable *table_new(Run *run, const LimitMap *map, TableInterp interp,
                      int blocks, int n, bool is_float, const double scale[2])
{
  LimitTable *table = run_alloc(run, sizeof *table);
  const size_t count = 3 * (size_t)blocks * (size_t)blocks;
  table->map = *map;
  table->interp = interp;
  table->is_float = is_float;
  table->blocks = blocks;
  table->fine = run_alloc(run, count * sizeof *table->fine);
  table->start = run_alloc(run, count * sizeof *table->start);
  for (size_t b = 0; b < count; b++) table->fine[b] = n;
  for (int d = 0; d < 2; d++) table->scale[d] = scale[d];
  return table;
}

LimitTable *table_scaled(Run *run, const LimitMap *map, TableInterp interp,
                         int n, bool is_float, const double scale[2])
{
  LimitTable *table = table_new(run, map, interp, 1, n, is_float, scale);
  table_fill(run, table);
  return table;
}

LimitTable *table_build(Run *run, const LimitMap *map, TableInterp interp,
                        int n, bool is_float)
{
  double scale[2];
  table_scale(map, 1, scale);
  return table_scaled(run, map, interp, n, is_float, scale);
}
