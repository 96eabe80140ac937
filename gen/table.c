/* table.c: the limit surface as a table. In: a map and what the table should
 * be. Out: its nodes, and the value that the emitted code reads from them.
 *
 * Invariant: where two blocks meet, both interpolate the same nodes, so that a
 * bilinear table has no jump anywhere; beyond a face's edge a cubic one has
 * nodes of the exact surface. */
#include <math.h>
#include <string.h>

#include "gen.h"

void limit_scaled(const LimitMap *map, const double twist[3], double h[3])
{
  const double unscaled[3] = {twist[0], twist[1], twist[2] / map->r};
  limit_exact_at(map->cells, map->cop, unscaled, h);
  h[2] /= map->r;
}

/* What a node holds, to 12 decimals: the digits behind depend on the machine.
 */
static void node_value(const LimitMap *map, const double twist[3], double h[3])
{
  const double unscaled[3] = {twist[0], twist[1], twist[2] / map->r};
  (map->is_paper ? limit_paper_at : limit_exact_at)(map->cells, map->cop,
                                                    unscaled, h);
  h[2] /= map->r;
  for (int d = 0; d < 3; d++) h[d] = round(h[d] * 1e12) / 1e12;
}

/* ---- value
 * ------------------------------------------------------------------- */

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
#include "table_value.h"
#undef REAL
#undef NODES
#undef VALUE
#define REAL        float
#define NODES       nodes_float
#define VALUE(name) name##_float
#include "table_value.h"
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

size_t table_bytes(const LimitTable *table)
{
  const size_t blocks = 3 * (size_t)table->blocks * (size_t)table->blocks;
  return table->count * 3 * (table->is_float ? sizeof(float) : sizeof(double)) +
         (table->blocks > 1 ? blocks * 2 * sizeof(int32_t) : 0);
}

/* ---- places
 * -------------------------------------------------------------------- */

/* The axes of a face's two coordinates. */
static const int face_axes[3][2] = {{1, 2}, {0, 2}, {0, 1}};

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

/* The block on the other side: 0, 1 below and above along the first axis, 2, 3
 * along the second. */
static int neighbour(const LimitTable *table, int block, int side)
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

/* ---- nodes
 * ---------------------------------------------------------------------- */

static void sample_block(LimitTable *table, int block)
{
  const size_t side = table_side(table, block);
  const int beyond = table->interp == TABLE_CUBIC ? 1 : 0;
  double *node = table->nodes + 3 * table->start[block];
  for (size_t i = 0; i < side; i++)
    for (size_t j = 0; j < side; j++, node += 3) {
      double twist[3];
      table_twist(table, block, (double)i - beyond, (double)j - beyond, twist);
      node_value(&table->map, twist, node);
    }
}

/* Puts the nodes of a block's edges onto what a coarser neighbour has there. */
static void match_edges(LimitTable *table, int block)
{
  const size_t n = (size_t)table->fine[block], row = 3 * (n + 1);
  double *nodes = table->nodes + 3 * table->start[block];
  for (int side = 0; side < 4; side++) {
    const size_t other = (size_t)table->fine[neighbour(table, block, side)];
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

/* From blocks and fine to the nodes. */
static void fill(Run *run, LimitTable *table)
{
  const int blocks = 3 * table->blocks * table->blocks;
  table->count = 0;
  for (int b = 0; b < blocks; b++) {
    const size_t side = table_side(table, b);
    table->start[b] = table->count;
    table->count += side * side;
  }
  table->nodes = run_doubles(run, 3 * table->count);
  for (int b = 0; b < blocks; b++) sample_block(table, b);
  if (table->interp == TABLE_BILINEAR)
    for (int b = 0; b < blocks; b++) match_edges(table, b);
  round_nodes(run, table);
}

static const double least_scale = 1;

/* The spinning face shows the centres of rotation within the rectangle around
 * the loaded cells: the pressure's jump at its rim is then on the face's own
 * edges, where it does the least harm. Next to a thin contact, a scale below 1
 * crowds the other faces: `least` keeps from that. */
static void fit_scale(LimitTable *table, double least)
{
  static const double most = 4;
  const LimitMap *map = &table->map;
  const Grid *grid = &map->cells->grid;
  double reach[2] = {0, 0};
  for (int k = 0; k < map->cells->count; k++) {
    reach[0] = fmax(reach[0], fabs(map->cells->y[k] - map->cop[1]));
    reach[1] = fmax(reach[1], fabs(map->cells->x[k] - map->cop[0]));
  }
  reach[0] += grid->sy / grid->ny / 2;
  reach[1] += grid->sx / grid->nx / 2;
  for (int d = 0; d < 2; d++)
    table->scale[d] = fmin(fmax(reach[d] / map->r, least), most);
}

static LimitTable *new_table(Run *run, const LimitMap *map, TableInterp interp,
                             int blocks, int n, bool is_float, double least)
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
  fit_scale(table, least);
  return table;
}

static LimitTable *build(Run *run, const LimitMap *map, TableInterp interp,
                         int n, bool is_float, double least)
{
  LimitTable *table = new_table(run, map, interp, 1, n, is_float, least);
  fill(run, table);
  return table;
}

LimitTable *table_build(Run *run, const LimitMap *map, TableInterp interp,
                        int n, bool is_float)
{
  return build(run, map, interp, n, is_float, least_scale);
}

LimitTable *table_scaled(Run *run, const LimitMap *map, TableInterp interp,
                         int n, bool is_float, const double scale[2])
{
  LimitTable *table = new_table(run, map, interp, 1, n, is_float, least_scale);
  for (int d = 0; d < 2; d++) table->scale[d] = scale[d];
  fill(run, table);
  return table;
}

/* ---- choice
 * ---------------------------------------------------------------------- */

/* Of the tolerance; what is sampled may miss the rest. */
static const double sampled_share = 0.85;

/* The largest error seen in the middles of a block's cells and of their lower
 * edges. */
static double sampled_error(const LimitTable *table, int block)
{
  static const double at[3][2] = {{0.5, 0.5}, {0.5, 0}, {0, 0.5}};
  const int points = table->interp == TABLE_CUBIC ? 3 : 1;
  double worst = 0;
  for (int i = 0; i < table->fine[block]; i++)
    for (int j = 0; j < table->fine[block]; j++)
      for (int p = 0; p < points; p++) {
        double twist[3], exact[3], h[3], square = 0;
        table_twist(table, block, i + at[p][0], j + at[p][1], twist);
        limit_scaled(&table->map, twist, exact);
        table_inside(table, block, i, j, at[p][0], at[p][1], h);
        for (int d = 0; d < 3; d++)
          square += (h[d] - exact[d]) * (h[d] - exact[d]);
        worst = fmax(worst, sqrt(square));
      }
  return worst;
}

static double sampled_largest(const LimitTable *table)
{
  double worst = 0;
  for (int b = 0; b < 3; b++) worst = fmax(worst, sampled_error(table, b));
  return worst;
}

enum { LEAST_CELLS = 4, MOST_CELLS = 114 };

/* The fewest cells along a face's edge, within 4 %, with which a table errs by
 * at most `enough` where it is sampled; MOST_CELLS + 1 if there is none. scale:
 * given, or NULL. */
static int estimate_cells(Run *run, const LimitMap *map, TableInterp interp,
                          double enough, double least, const double *scale)
{
  int low = LEAST_CELLS - 1, high = MOST_CELLS + 1, n = 16;
  while (high - low > 1 && (low < LEAST_CELLS || high - low > low / 24)) {
    const LimitTable *table =
        scale ? table_scaled(run, map, interp, n, false, scale)
              : build(run, map, interp, n, false, least);
    const double error = sampled_largest(table);
    if (error <= enough)
      high = n;
    else
      low = n;
    const int next = (int)ceil(n * sqrt(error / enough) * 1.01);
    n = next > low && next < high ? next : (low + high) / 2;
  }
  return high;
}

int table_cells(Run *run, const LimitMap *map, TableInterp interp,
                double tolerance, const double scale[2])
{
  const double enough = sampled_share * tolerance;
  return estimate_cells(run, map, interp, enough, least_scale, scale);
}

/* Halves the cells of every block until they err by less than `enough` where
 * they are sampled. False if that takes too many. */
static bool refine_blocks(Run *run, LimitTable *table, double enough)
{
  enum { FINEST = 128 };
  const int blocks = 3 * table->blocks * table->blocks;
  size_t total = 0;
  LimitTable one = *table; /* with the nodes of one block at a time */
  one.nodes = run_doubles(run, 3 * (FINEST + 1) * (FINEST + 1));
  memset(one.start, 0, (size_t)blocks * sizeof *one.start);
  for (int b = 0; b < blocks; b++) {
    for (;; table->fine[b] *= 2) {
      if (table->fine[b] > FINEST || total > TABLE_MOST_NODES) return false;
      sample_block(&one, b);
      if (sampled_error(&one, b) <= enough) break;
    }
    total += table_side(table, b) * table_side(table, b);
  }
  return total <= TABLE_MOST_NODES;
}

/* Refines the blocks that are not proven, until all are. */
static bool prove_blocks(Run *run, LimitTable *table, double tolerance,
                         Certificate *proof)
{
  const int blocks = 3 * table->blocks * table->blocks;
  double *worst = run_doubles(run, (size_t)blocks);
  for (;;) {
    fill(run, table);
    if (table->count > TABLE_MOST_NODES) return false;
    const long before = proof->evaluations;
    *proof = table_certify(table, tolerance, worst);
    proof->evaluations += before;
    if (proof->bound <= tolerance) return true;
    for (int b = 0; b < blocks; b++) {
      if (worst[b] <= tolerance) continue;
      table->fine[b] *= 2;
      worst[b] = INFINITY;
    }
    for (int b = 0; b < blocks; b++)
      for (int side = 0; side < 4 && worst[b] < INFINITY; side++)
        if (worst[neighbour(table, b, side)] == INFINITY) worst[b] = 0;
  }
}

/* With blocks, if that takes less than half of n x n cells per face, since it
 * takes longer to look up; or NULL. */
static LimitTable *choose_blocks(Run *run, const LimitMap *map, int n,
                                 double tolerance, bool is_float,
                                 Certificate *proof)
{
  enum { BLOCKS = 12 };
  LimitTable *table =
      new_table(run, map, TABLE_BILINEAR, BLOCKS, 1, is_float, least_scale);
  if (!refine_blocks(run, table, sampled_share * tolerance)) return NULL;
  size_t total = 0;
  for (int b = 0; b < 3 * BLOCKS * BLOCKS; b++)
    total += table_side(table, b) * table_side(table, b);
  if (n <= MOST_CELLS && 2 * total > 3 * (size_t)(n + 1) * (size_t)(n + 1))
    return NULL;
  return prove_blocks(run, table, tolerance, proof) ? table : NULL;
}

LimitTable *table_choose(Run *run, const LimitMap *map, TableInterp interp,
                         double tolerance, bool is_float, Certificate *proof)
{
  enum { MANY_CELLS = 48 };
  const double thin = 0.25, enough = sampled_share * tolerance;
  double least = least_scale;
  *proof = (Certificate){0};
  int n = estimate_cells(run, map, interp, enough, least, NULL);
  if (interp == TABLE_BILINEAR && n > MANY_CELLS) {
    LimitTable *table = choose_blocks(run, map, n, tolerance, is_float, proof);
    if (table) return table;
  } else if (n > MANY_CELLS) {
    const int other = estimate_cells(run, map, interp, enough, thin, NULL);
    if (other < n) least = thin;
    if (other < n) n = other;
  }
  for (; n <= MOST_CELLS; n += 1 + n / 16) {
    LimitTable *table = build(run, map, interp, n, is_float, least);
    const long before = proof->evaluations;
    *proof = table_certify(table, tolerance, NULL);
    proof->evaluations += before;
    if (proof->bound <= tolerance) return table;
  }
  return NULL;
}
