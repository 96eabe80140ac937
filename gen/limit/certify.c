/* certify.c: a proven bound of the error of a table, by branch and bound. In: a
 * table. Out: a bound for all twists, and the largest error found.
 *
 * Invariant: in a rectangle of a cell the error is at most the largest error at
 * the corners plus the bound of miss.c. */
#include <float.h>
#include <math.h>

#include "base/base.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "limit/inside.h"

typedef struct Search {
  const LimitTable *table;
  Certificate found;
  double limit;        /* 0: none */
  double ratio;        /* without a limit: of bound and largest error found */
  double rounding;     /* bound of the rounding errors of a value */
  bool is_exceeded;    /* an error is larger than the limit */
  bool is_mirrored[2]; /* the map is symmetric along the axis */
  const Miss *miss;
  double block_bound; /* of the present block up to now */
} Search;

/* ---- branch and bound -------------------------------------------------- */

static double error_at(Search *search, const Patch *p, double x, double y)
{
  const double error = table_error(search->table, p->block, p->i, p->j, x, y);
  search->found.evaluations++;
  if (search->limit > 0 && error + search->rounding > search->limit)
    search->is_exceeded = true;
  if (error > search->found.found) {
    search->found.found = error;
    table_twist(search->table, p->block, p->i + x, p->j + y,
                search->found.twist);
  }
  return error;
}

/* Bounds the error of the patch, and splits the patch if that bound is too
 * large. `corner` has the errors at (low, low), (low, high), (high, low) and
 * (high, high). */
static void bound_patch(Search *search, const Patch *p, const double corner[4],
                        int depth)
{
  if (search->is_exceeded) return;
  const double bound =
      fmax(fmax(corner[0], corner[1]), fmax(corner[2], corner[3])) +
      miss_most(search->miss, p) + search->rounding;
  const double enough =
      search->limit > 0 ? search->limit : search->ratio * search->found.found;
  if (bound <= enough || depth == 0) {
    search->block_bound = fmax(search->block_bound, bound);
    return;
  }
  const double x[3] = {p->low[0], (p->low[0] + p->high[0]) / 2, p->high[0]};
  const double y[3] = {p->low[1], (p->low[1] + p->high[1]) / 2, p->high[1]};
  double e[3][3] = {{corner[0], 0, corner[1]}, {0}, {corner[2], 0, corner[3]}};
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      if (a == 1 || b == 1) e[a][b] = error_at(search, p, x[a], y[b]);
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      Patch part = *p;
      part.low[0] = x[a];
      part.high[0] = x[a + 1];
      part.low[1] = y[b];
      part.high[1] = y[b + 1];
      bound_patch(
          search, &part,
          (double[]){e[a][b], e[a][b + 1], e[a + 1][b], e[a + 1][b + 1]},
          depth - 1);
    }
}

/* Bounds the error of a cell. The errors at the nodes are rounding, except at
 * nodes on the edges of blocks, which may follow a coarser neighbour, and at
 * nodes from limit_paper_at. */
static void bound_cell(Search *search, int block, int i, int j)
{
  enum { DEPTH = 12 };
  const int n = search->table->fine[block];
  Patch p = {block, i, j, {0, 0}, {1, 1}};
  double corner[4];
  for (int c = 0; c < 4; c++) {
    const int a = i + c / 2, b = j + c % 2;
    const bool is_edge = a == 0 || b == 0 || a == n || b == n;
    const bool is_exact =
        !search->table->map.is_paper && !(is_edge && search->table->blocks > 1);
    corner[c] = !is_exact ? error_at(search, &p, c / 2, c % 2) : 0;
  }
  bound_patch(search, &p, corner, DEPTH);
}

/* ---- symmetry ----------------------------------------------------------- */

/* Returns true if the map is its own mirror image along the axis. */
static bool is_mirrored(const LimitMap *map, int axis)
{
  const Grid *grid = &map->cells->grid;
  if (map->cells->is_skewed) return false;
  if (fabs(map->cop[axis]) > 1e-14 * (grid->sx + grid->sy)) return false;
  for (int j = 0; j < grid->ny; j++)
    for (int i = 0; i < grid->nx; i++) {
      const int mi = axis == 0 ? grid->nx - 1 - i : i;
      const int mj = axis == 1 ? grid->ny - 1 - j : j;
      const double w = map->cells->all[j * grid->nx + i];
      const double other = map->cells->all[mj * grid->nx + mi];
      if (fabs(other - w) > 1e-12 / map->cells->count) return false;
    }
  return true;
}

/* Returns true if a mirror image of the cell, with the same error, comes before
 * the cell. The mirror of x maps (vx, vy, w) to (-vx, vy, -w), that of y to
 * (vx, -vy, -w); after the division by the largest component, one or both
 * coordinates of the face change sign. */
static bool is_image(const Search *search, int face, int i, int j)
{
  static const bool turns[2][3][2] = {
      {{true, false}, {true, true}, {false, true}},
      {{true, true}, {true, false}, {true, false}}};
  if (search->table->blocks > 1) return false;
  const int n = search->table->fine[face];
  for (int both = 1; both < 4; both++) {
    bool turn[2] = {false, false};
    bool is_there = true;
    for (int axis = 0; axis < 2; axis++) {
      if (!(both >> axis & 1)) continue;
      is_there = is_there && search->is_mirrored[axis];
      for (int d = 0; d < 2; d++) turn[d] = turn[d] != turns[axis][face][d];
    }
    const int a = turn[0] ? n - 1 - i : i, b = turn[1] ? n - 1 - j : j;
    if (is_there && (a < i || (a == i && b < j))) return true;
  }
  return false;
}

/* Returns a bound of the rounding errors of the emitted code, of the nodes and
 * of the exact surface: a few units of the value, and of the place in a cell
 * times the slope. */
static double rounding_of(const LimitTable *table)
{
  const double unit = table->is_float ? (double)FLT_EPSILON : DBL_EPSILON;
  const int blocks = 3 * table->blocks * table->blocks;
  double slope = 0;
  for (int b = 0; b < blocks; b++) {
    const size_t side = table_side(table, b);
    const double *node = table->nodes + 3 * table->start[b];
    double most = 0;
    for (size_t k = 0; k + 1 < side * side; k++) {
      double d = 0;
      for (size_t c = 0; c < 3; c++)
        d = fmax(d, fabs(node[3 * k + c] - node[3 * k + 3 + c]));
      if ((k + 1) % side != 0) most = fmax(most, d);
      d = 0;
      if (k + side >= side * side) continue;
      for (size_t c = 0; c < 3; c++)
        d = fmax(d, fabs(node[3 * k + c] - node[3 * (k + side) + c]));
      most = fmax(most, d);
    }
    slope = fmax(slope, most * table->fine[b] * table->blocks);
  }
  return unit * (32 + 16 * slope) + 2e-12;
}

static Search start(Run *run, const LimitTable *table, double limit)
{
  const LimitMap *map = &table->map;
  return (Search){.table = table,
                  .limit = limit,
                  .ratio = 2,
                  .is_mirrored = {is_mirrored(map, 0), is_mirrored(map, 1)},
                  .miss = miss_prepare(run, table),
                  .rounding = rounding_of(table)};
}

/* Finds large errors in the middles of cells first, so that the search skips
 * most cells. */
static void find_worst(Search *search)
{
  const LimitTable *table = search->table;
  const int blocks = 3 * table->blocks * table->blocks;
  for (int b = 0; b < blocks; b++)
    for (int i = 0; i < table->fine[b]; i++)
      for (int j = 0; j < table->fine[b]; j++) {
        if (is_image(search, b, i, j)) continue;
        const Patch p = {b, i, j, {0, 0}, {1, 1}};
        (void)error_at(search, &p, 0.5, 0.5);
      }
}

Certificate table_certify(const LimitTable *table, double limit)
{
  return certify_blocks(table, limit, NULL);
}

Certificate certify_blocks(const LimitTable *table, double limit, double *worst)
{
  const double begin = now_seconds();
  Run *run = run_open();
  Search search = start(run, table, limit);
  const int blocks = 3 * table->blocks * table->blocks;
  if (limit == 0) find_worst(&search);
  for (int b = 0; b < blocks && !search.is_exceeded; b++) {
    progress_step("proof of the table", (double)b / blocks);
    search.block_bound = 0;
    if (worst && limit > 0 && worst[b] > 0 && worst[b] <= limit)
      search.block_bound = worst[b];
    else
      for (int i = 0; i < table->fine[b]; i++)
        for (int j = 0; j < table->fine[b]; j++)
          if (!is_image(&search, b, i, j)) bound_cell(&search, b, i, j);
    if (search.is_exceeded) search.block_bound = INFINITY;
    search.found.bound = fmax(search.found.bound, search.block_bound);
    if (!worst) continue;
    worst[b] = search.block_bound;
    search.is_exceeded = false;
  }
  run_close(run);
  search.found.seconds = now_seconds() - begin;
  return search.found;
}
