/* choose.c: the smallest table for a tolerance. In: a map and a tolerance. Out:
 * a table, and the proof that its error is at most the tolerance.
 *
 * Invariant: samples suggest a size, but only a proven table is returned. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"

/* The largest sampled error, of the tolerance; the true error is larger. */
static const double sampled_share = 0.85;

enum { LEAST_CELLS = 4, MOST_CELLS = 114 };

/* The `least` of table_scale: for most maps, and for thin contacts. */
static const double usual = 1, thin = 0.25;

/* ---- sampling ---------------------------------------------------------- */

/* Makes all nodes NaN; cell_error evaluates the nodes that it needs. */
static void forget_nodes(LimitTable *table)
{
  for (size_t k = 0; k < table->count; k++) table->nodes[3 * k] = NAN;
}

/* Returns the error in the middle of a cell; for a cubic table the largest of
 * that and of the errors in the middles of its lower edges. */
static double cell_error(LimitTable *table, int block, int i, int j)
{
  static const double at[3][2] = {{0.5, 0.5}, {0.5, 0}, {0, 0.5}};
  const bool is_cubic = table->interp == TABLE_CUBIC;
  const size_t side = table_side(table, block), width = is_cubic ? 4 : 2;
  for (size_t k = 0; k < width * width; k++) {
    const size_t a = (size_t)i + k / width, b = (size_t)j + k % width;
    if (isnan(table->nodes[3 * (table->start[block] + a * side + b)]))
      table_sample(table, block, a, b);
  }
  double worst = 0;
  for (int p = 0; p < (is_cubic ? 3 : 1); p++)
    worst = fmax(worst, table_error(table, block, i, j, at[p][0], at[p][1]));
  return worst;
}

static double block_error(LimitTable *table, int block)
{
  double worst = 0;
  for (int i = 0; i < table->fine[block]; i++)
    for (int j = 0; j < table->fine[block]; j++)
      worst = fmax(worst, cell_error(table, block, i, j));
  return worst;
}

/* ---- one block per face ------------------------------------------------ */

/* The sampled errors of a table of n x n cells per face. */
typedef struct Trial {
  int n;
  double *errors; /* of each cell; 0 for a cell that was not sampled */
  double worst;
} Trial;

/* Returns true if the table before had at least half of its largest error at
 * this cell. Other cells are not sampled again. */
static bool is_suspect(const Trial *before, int face, int i, int j, int n)
{
  const int m = before->n;
  for (int a = i * m / n; a <= ((i + 1) * m - 1) / n; a++)
    for (int b = j * m / n; b <= ((j + 1) * m - 1) / n; b++)
      if (2 * before->errors[(face * m + a) * m + b] >= before->worst)
        return true;
  return false;
}

static Trial try_cells(Run *run, const LimitMap *map, TableInterp interp, int n,
                       const double scale[2], const Trial *before)
{
  LimitTable *table = table_new(run, map, interp, 1, n, false, scale);
  Trial trial = {n, run_doubles(run, 3 * (size_t)n * (size_t)n), 0};
  table_place(run, table);
  forget_nodes(table);
  for (int k = 0; k < 3 * n * n; k++) {
    const int face = k / (n * n), i = k / n % n, j = k % n;
    if (before && !is_suspect(before, face, i, j, n)) continue;
    trial.errors[k] = cell_error(table, face, i, j);
    trial.worst = fmax(trial.worst, trial.errors[k]);
  }
  return trial;
}

typedef struct Estimate {
  int n;
  double evenness; /* mean error of a cell over the largest error */
} Estimate;

static double evenness(const Trial *trial)
{
  const int count = 3 * trial->n * trial->n;
  double sum = 0;
  for (int k = 0; k < count; k++) sum += trial->errors[k];
  return sum / count / trial->worst;
}

/* Returns the smallest number of cells per edge of a face, a multiple of
 * `stride` and within 4 %, for which no sampled error exceeds `enough`; a
 * number above MOST_CELLS if there is none. */
static Estimate estimate_cells(const LimitMap *map, TableInterp interp,
                               double enough, const double scale[2], int stride)
{
  int low = 0, high = (MOST_CELLS / stride + 1) * stride, n = 16;
  Run *run = run_open();
  Trial trial = try_cells(run, map, interp, n, scale, NULL);
  Estimate estimate = {.evenness = evenness(&trial)};
  for (;;) {
    if (trial.worst <= enough)
      high = n;
    else
      low = n;
    if (high - low <= stride || high <= LEAST_CELLS || high - low <= low / 24)
      break;
    const int next = (int)ceil(n * sqrt(trial.worst / enough) * 1.01);
    n = next > low && next < high ? next : (low + high) / 2;
    n = n / stride * stride > low ? n / stride * stride : low + stride;
    trial = try_cells(run, map, interp, n, scale, &trial);
  }
  run_close(run);
  estimate.n = high > LEAST_CELLS ? high : LEAST_CELLS;
  return estimate;
}

int table_cells(const LimitMap *map, TableInterp interp, double tolerance,
                const double scale[2])
{
  return estimate_cells(map, interp, sampled_share * tolerance, scale, 1).n;
}

/* ---- blocks ------------------------------------------------------------ */

/* Halves the cells of every block until no sampled error exceeds `enough`.
 * Returns false if the table needs more nodes than `most`. */
static bool refine_blocks(Run *run, LimitTable *table, double enough,
                          size_t most)
{
  enum { FINEST = 128 };
  const int blocks = 3 * table->blocks * table->blocks;
  size_t total = 0;
  LimitTable one = *table; /* holds the nodes of one block at a time */
  one.nodes = run_doubles(run, 3 * (FINEST + 1) * (FINEST + 1));
  memset(one.start, 0, (size_t)blocks * sizeof *one.start);
  for (int b = 0; b < blocks; b++) {
    for (;; table->fine[b] *= 2) {
      one.count = table_side(table, b) * table_side(table, b);
      if (table->fine[b] > FINEST || total + one.count > most) return false;
      forget_nodes(&one);
      if (block_error(&one, b) <= enough) break;
    }
    total += one.count;
  }
  return true;
}

/* Returns the proof, with the costs of the proof before it added. */
static Certificate prove(const LimitTable *table, double tolerance,
                         double *worst, const Certificate *before)
{
  Certificate proof = certify_blocks(table, tolerance, worst);
  proof.evaluations += before->evaluations;
  proof.seconds += before->seconds;
  return proof;
}

/* Refines the blocks that are not proven until all are. Returns false if the
 * table needs too many nodes. */
static bool prove_blocks(Run *run, LimitTable *table, double tolerance,
                         Certificate *proof)
{
  const int blocks = 3 * table->blocks * table->blocks;
  double *worst = run_doubles(run, (size_t)blocks);
  for (;;) {
    table_fill(run, table);
    if (table->count > TABLE_MOST_NODES) return false;
    *proof = prove(table, tolerance, worst, proof);
    if (proof->bound <= tolerance) return true;
    for (int b = 0; b < blocks; b++) {
      if (worst[b] <= tolerance) continue;
      table->fine[b] *= 2;
      worst[b] = INFINITY;
    }
    for (int b = 0; b < blocks; b++)
      for (int side = 0; side < 4 && worst[b] < INFINITY; side++)
        if (worst[table_neighbour(table, b, side)] == INFINITY) worst[b] = 0;
  }
}

/* Returns a table with blocks; or NULL if that needs more than half of the
 * nodes of n x n cells per face, since blocks make the emitted code slower. */
static LimitTable *choose_blocks(Run *run, const LimitMap *map, int n,
                                 double tolerance, bool is_float,
                                 Certificate *proof)
{
  enum { BLOCKS = 12 };
  const size_t half = 3 * (size_t)(n + 1) * (size_t)(n + 1) / 2;
  const size_t most = n <= MOST_CELLS ? half : TABLE_MOST_NODES;
  double scale[2];
  table_scale(map, usual, scale);
  LimitTable *table =
      table_new(run, map, TABLE_BILINEAR, BLOCKS, 1, is_float, scale);
  if (!refine_blocks(run, table, sampled_share * tolerance, most)) return NULL;
  return prove_blocks(run, table, tolerance, proof) ? table : NULL;
}

/* ---- choice ------------------------------------------------------------ */

/* Tries another scale and multiples of four cells. A table may then need fewer
 * cells, since the interpolation is best if nodes lie on kinks of the surface.
 * Changes `scale` if that is better. */
static Estimate try_others(const LimitMap *map, TableInterp interp,
                           double enough, Estimate best, double scale[2])
{
  enum { EVENLY = 4 };
  for (int k = 1; k < 4; k++) {
    double other[2];
    table_scale(map, k % 2 ? thin : usual, other);
    const Estimate estimate =
        estimate_cells(map, interp, enough, other, k > 1 ? EVENLY : 1);
    if (estimate.n >= best.n) continue;
    memcpy(scale, other, sizeof other);
    best = estimate;
  }
  return best;
}

LimitTable *table_choose(Run *run, const LimitMap *map, TableInterp interp,
                         double tolerance, bool is_float, Certificate *proof)
{
  enum { MANY_CELLS = 48 };
  const double enough = sampled_share * tolerance, even = 0.3;
  double scale[2];
  *proof = (Certificate){0};
  table_scale(map, usual, scale);
  Estimate best = estimate_cells(map, interp, enough, scale, 1);
  if (interp == TABLE_CUBIC && best.n > MANY_CELLS)
    best = try_others(map, interp, enough, best, scale);
  else if (best.n > MOST_CELLS ||
           (best.n > MANY_CELLS && best.evenness < even)) {
    LimitTable *table =
        choose_blocks(run, map, best.n, tolerance, is_float, proof);
    if (table) return table;
  }
  for (int n = best.n;; n += 1 + n / 16) {
    n = n < MOST_CELLS ? n : MOST_CELLS;
    LimitTable *table = table_scaled(run, map, interp, n, is_float, scale);
    *proof = prove(table, tolerance, NULL, proof);
    if (proof->bound <= tolerance) return table;
    if (n == MOST_CELLS) return NULL;
  }
}
