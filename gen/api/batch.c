/* batch.c: many states of one solver, stepped by one call and by several
 * threads. In: a solver that steps batches. Out: the states' ends, wrenches and
 * statuses as doubles in rows of n.
 *
 * Invariant: the states lie in pieces that no thread shares and whose lengths
 * depend on n alone, so that results do not depend on the number of threads. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "api/inside.h"

/* States of a piece, a multiple of the lanes of every emitted form; the rows of
 * a longer piece would leave the caches. */
enum {
  INPUTS = 7,
  LONGEST = 960,
  ROW_LIMIT = 1024,
  BLOCK_BYTES = 256,
  MOST_THREADS = 256
};

struct bristle_batch {
  int n, nstates, npieces;
  size_t bytes;  /* of the solver's reals */
  int *first;    /* [npieces + 1] the first state of each piece */
  int *status;   /* [n] */
  char *z;       /* piece by piece: nstates rows of the piece's length */
  char *room;    /* the same for twist, fn and wrench: at most INPUTS rows */
  char *tunings; /* one, or n if is_each; NULL: the solver's default */
  size_t tuning_bytes;
  int is_each;
};

/* ---- pieces ---------------------------------------------------------------
 */

/* Returns the length of the next piece. Rows whose distance is a multiple of
 * ROW_LIMIT bytes share few sets of a cache. */
static int piece_length(int rest, size_t bytes)
{
  const int most = rest < LONGEST ? rest : LONGEST;
  const int block = (int)(BLOCK_BYTES / bytes);
  return most > block && (size_t)most * bytes % ROW_LIMIT == 0 ? most - block
                                                               : most;
}

/* Returns the number of pieces; writes their first states unless `first` is
 * NULL. */
static int cut(int n, size_t bytes, int *first)
{
  int count = 0, at = 0;
  for (; at < n; at += piece_length(n - at, bytes)) {
    if (first) first[count] = at;
    count++;
  }
  if (first) first[count] = n;
  return count;
}

static char *rows_of(const bristle_batch *b, char *all, int rows, int piece)
{
  return all + (size_t)rows * (size_t)b->first[piece] * b->bytes;
}

/* ---- the solver's reals -------------------------------------------------- */

static void narrow(const bristle_batch *b, char *to, const double *from,
                   int count)
{
  if (b->bytes == sizeof *from) {
    memcpy(to, from, (size_t)count * sizeof *from);
    return;
  }
  for (int i = 0; i < count; i++) ((float *)(void *)to)[i] = (float)from[i];
}

static void widen(const bristle_batch *b, double *to, const char *from,
                  int count)
{
  if (b->bytes == sizeof *to) {
    memcpy(to, from, (size_t)count * sizeof *to);
    return;
  }
  for (int i = 0; i < count; i++)
    to[i] = (double)((const float *)(const void *)from)[i];
}

/* Copies rows of arrays of n to a piece's own rows. */
static void take_rows(const bristle_batch *b, int piece, char *own, int rows,
                      const double *arrays)
{
  const int first = b->first[piece], count = b->first[piece + 1] - first;
  for (int k = 0; k < rows; k++)
    narrow(b, own + (size_t)k * (size_t)count * b->bytes,
           arrays + (size_t)k * (size_t)b->n + first, count);
}

/* Copies a piece's own rows to rows of arrays of n. */
static void give_rows(const bristle_batch *b, int piece, const char *own,
                      int rows, double *arrays)
{
  const int first = b->first[piece], count = b->first[piece + 1] - first;
  for (int k = 0; k < rows; k++)
    widen(b, arrays + (size_t)k * (size_t)b->n + first,
          own + (size_t)k * (size_t)count * b->bytes, count);
}

/* ---- making a batch -------------------------------------------------------
 */

void bristle_batch_rows(const br_solver *functions, int rows[3])
{
  const BatchRows own = solver_batch_rows(functions);
  rows[0] = own.twist;
  rows[1] = own.fn;
  rows[2] = own.wrench;
}

bristle_batch *bristle_batch_open(const br_solver *functions, int n)
{
  enum { MOST = 1 << 28 };
  if (!functions || !functions->step_batch || n < 1 ||
      n > MOST / (functions->nstates + INPUTS))
    return NULL;
  const size_t bytes = (size_t)functions->real_bytes, states = (size_t)n;
  bristle_batch *b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->n = n;
  b->nstates = functions->nstates;
  b->bytes = bytes;
  b->npieces = cut(n, bytes, NULL);
  b->first = calloc((size_t)b->npieces + 1, sizeof *b->first);
  b->status = calloc(states, sizeof *b->status);
  b->z = calloc(states * (size_t)b->nstates, bytes);
  b->room = calloc(states * INPUTS, bytes);
  if (b->first && b->status && b->z && b->room) {
    cut(n, bytes, b->first);
    return b;
  }
  bristle_batch_close(b);
  return NULL;
}

void bristle_batch_close(bristle_batch *b)
{
  if (!b) return;
  free(b->first);
  free(b->status);
  free(b->z);
  free(b->room);
  free(b->tunings);
  free(b);
}

const int *bristle_batch_status(const bristle_batch *b)
{
  return b->status;
}

void bristle_batch_get(const bristle_batch *b, double *z)
{
  for (int i = 0; i < b->npieces; i++)
    give_rows(b, i, rows_of(b, b->z, b->nstates, i), b->nstates, z);
}

void bristle_batch_set(bristle_batch *b, const double *z)
{
  for (int i = 0; i < b->npieces; i++)
    take_rows(b, i, rows_of(b, b->z, b->nstates, i), b->nstates, z);
}

void bristle_batch_reset(bristle_batch *b)
{
  memset(b->z, 0, (size_t)b->n * (size_t)b->nstates * b->bytes);
  memset(b->status, 0, (size_t)b->n * sizeof *b->status);
}

int bristle_batch_tune(bristle_batch *b, const br_solver *functions,
                       const double *values, int is_each)
{
  const br_tuning *tuning = functions->tuning;
  double own[BR_MOST_TUNED];
  const int count = is_each ? b->n : 1;
  if (!tuning || !tuning->step_batch) return BR_BAD_INPUT;
  char *made = calloc((size_t)count, tuning->bytes);
  int status = made ? BR_OK : BR_BAD_INPUT;
  for (int i = 0; i < count && status == BR_OK; i++) {
    for (int k = 0; k < tuning->count; k++) own[k] = values[k * count + i];
    status = tuning->tune(made + (size_t)i * tuning->bytes, own);
  }
  if (status != BR_OK) {
    free(made);
    return status;
  }
  free(b->tunings);
  b->tunings = made;
  b->tuning_bytes = tuning->bytes;
  b->is_each = is_each;
  return BR_OK;
}

/* ---- steps ----------------------------------------------------------------
 */

/* What one thread steps: every `stride`-th piece from `piece` on. */
typedef struct Share {
  bristle_batch *batch;
  const br_solver *functions;
  const double *twist, *fn;
  double dt, *wrench;
  int piece, stride, worst, is_running;
  pthread_t thread;
} Share;

/* Returns the worse of two statuses, as _step_batch does. */
static int worse_status(int a, int b)
{
  if (a < 0 || b < 0) return a < b ? a : b;
  return a > b ? a : b;
}

static int step_piece(const Share *share, int piece, const char *twist,
                      const char *fn, char *wrench)
{
  const bristle_batch *b = share->batch;
  const int first = b->first[piece], count = b->first[piece + 1] - first;
  char *const z = rows_of(b, b->z, b->nstates, piece);
  if (!b->tunings)
    return share->functions->step_batch(count, z, twist, fn, share->dt, wrench,
                                        b->status + first);
  const size_t skipped = b->is_each ? (size_t)first * b->tuning_bytes : 0;
  return share->functions->tuning->step_batch(b->tunings + skipped, b->is_each,
                                              count, z, twist, fn, share->dt,
                                              wrench, b->status + first);
}

static void *step_share(void *context)
{
  Share *share = context;
  bristle_batch *b = share->batch;
  const BatchRows rows = solver_batch_rows(share->functions);
  for (int i = share->piece; i < b->npieces; i += share->stride) {
    const int first = b->first[i], count = b->first[i + 1] - first;
    const size_t row = (size_t)count * b->bytes;
    char *const twist = rows_of(b, b->room, INPUTS, i), *const fn =
                                                            twist + 3 * row;
    char *const wrench = fn + row;
    take_rows(b, i, twist, rows.twist, share->twist);
    if (rows.fn) narrow(b, fn, share->fn + first, count);
    const int worst = step_piece(share, i, twist, fn, wrench);
    share->worst = worse_status(share->worst, worst);
    if (share->wrench) give_rows(b, i, wrench, rows.wrench, share->wrench);
  }
  return NULL;
}

int bristle_batch_step(bristle_batch *b, const br_solver *functions,
                       const double *twist, const double *fn, double dt,
                       double *wrench, int threads)
{
  Share shares[MOST_THREADS];
  int count = threads < MOST_THREADS ? threads : MOST_THREADS, worst = BR_OK;
  if (count > b->npieces) count = b->npieces;
  if (count < 1) count = 1;
  for (int t = count - 1; t >= 0; t--) {
    shares[t] = (Share){.batch = b,
                        .functions = functions,
                        .twist = twist,
                        .fn = fn,
                        .dt = dt,
                        .wrench = wrench,
                        .piece = t,
                        .stride = count,
                        .worst = BR_OK};
    shares[t].is_running = t > 0 && pthread_create(&shares[t].thread, NULL,
                                                   step_share, &shares[t]) == 0;
    if (!shares[t].is_running) step_share(&shares[t]);
  }
  for (int t = 0; t < count; t++) {
    if (shares[t].is_running) pthread_join(shares[t].thread, NULL);
    worst = worse_status(worst, shares[t].worst);
  }
  return worst;
}
