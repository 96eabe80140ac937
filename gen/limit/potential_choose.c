/* potential_choose.c: the smallest potential table for a tolerance, or the best
 * one of a size. In: a map and a PotentialWish. Out: a table and its proof.
 *
 * Invariant: samples suggest the numbers of cells, but only a proven table with
 * positive coefficients is returned. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"

enum { LEAST_CELLS = 1, FRAMES = 3 };

/* The largest sampled error, of the tolerance; the true error is larger. */
static const double sampled_share = 0.93;

/* The cells of a face. */
typedef struct Choice {
  int cells[2];
  int numbers; /* (cells[0] + 3)*(cells[1] + 3); 0: nothing was found */
} Choice;

typedef struct Search {
  Fit *fit;           /* the first one of: */
  Fit *const *others; /* fits with the same frame, all of which must suit */
  int count;          /* of these; 0: the first one is all */
  Progress *progress;
  double share; /* of the work that is done */
  int most;     /* numbers of a face */
} Search;

static int numbers_of(int n0, int n1)
{
  return (n0 + 3) * (n1 + 3);
}

/* Returns the largest error of all fits, as fit_error does. */
static double error_of(const Search *s, int face, const int n[2], double enough)
{
  double worst = fit_error(s->fit, face, n, enough);
  for (int k = 1; k < s->count; k++)
    worst = fmax(worst, fit_error(s->others[k], face, n, enough));
  return worst;
}

static bool keeps(Search *s, int face, int n0, int n1, double tolerance)
{
  if (s->progress) {
    s->share += 0.02 * (1 - s->share);
    progress_show(s->progress, s->share);
  }
  return error_of(s, face, (int[]){n0, n1}, tolerance) <= tolerance;
}

/* ---- cells of a face --------------------------------------------------- */

/* Returns the least number of cells of an axis for which the face keeps the
 * tolerance; `high` cells do, and the other axis has `other` cells. */
static int least_cells(Search *s, int face, int axis, int other, int low,
                       int high, double tolerance)
{
  while (high > low) {
    const int n = high - low > 8 ? (2 * low + 3 * high) / 5 : (low + high) / 2;
    const bool does = axis == 0 ? keeps(s, face, n, other, tolerance)
                                : keeps(s, face, other, n, tolerance);
    if (does)
      high = n;
    else
      low = n + 1;
  }
  return high;
}

static void take_if_better(Choice *best, int n0, int n1)
{
  const int numbers = numbers_of(n0, n1);
  if (best->numbers == 0 || numbers < best->numbers)
    *best = (Choice){{n0, n1}, numbers};
}

/* Adds cells along one axis as long as the other axis then needs so many fewer
 * that the face has fewer numbers. */
static void trade(Search *s, int face, int axis, double tolerance, Choice *best)
{
  int n[2] = {best->cells[0], best->cells[1]}, failures = 0;
  const int other = 1 - axis;
  while (failures < 2) {
    n[axis] += 1 + n[axis] / 10;
    if (n[axis] > POTENTIAL_MOST_CELLS) return;
    int fewer = best->cells[other] < n[other] ? best->cells[other] : n[other];
    while (fewer >= LEAST_CELLS && numbers_of(n[axis], fewer) >= best->numbers)
      fewer--;
    if (fewer < LEAST_CELLS) return;
    n[other] = fewer;
    if (!keeps(s, face, n[0], n[1], tolerance)) {
      failures++;
      continue;
    }
    failures = 0;
    n[other] =
        least_cells(s, face, other, n[axis], LEAST_CELLS, fewer, tolerance);
    take_if_better(best, n[0], n[1]);
  }
}

/* Adds cells along the axis where they help the most until the face keeps the
 * tolerance. Returns false if that takes too many. */
static bool grow(Search *s, int face, double tolerance, int n[2])
{
  while (!keeps(s, face, n[0], n[1], tolerance)) {
    const double here = error_of(s, face, n, tolerance);
    double gain[2];
    for (int d = 0; d < 2; d++) {
      int more[2] = {n[0], n[1]};
      more[d] += 1 + n[d] / 4;
      if (more[d] > POTENTIAL_MOST_CELLS ||
          numbers_of(more[0], more[1]) > s->most)
        return false;
      gain[d] =
          log(here / error_of(s, face, more, tolerance)) /
          log((double)numbers_of(more[0], more[1]) / numbers_of(n[0], n[1]));
    }
    /* Both, if either alone does little or if they help about as much. */
    const bool is_even = fmin(gain[0], gain[1]) > 0.6 * fmax(gain[0], gain[1]);
    const bool is_weak = fmax(gain[0], gain[1]) < 0.3;
    for (int d = 0; d < 2; d++)
      if (is_even || is_weak || gain[d] >= gain[1 - d]) n[d] += 1 + n[d] / 4;
  }
  return true;
}

/* Returns the cells of a face with about the fewest numbers for which no sample
 * exceeds the tolerance. */
static Choice choose_face(Search *s, int face, double tolerance)
{
  const LimitPotential *frame = fit_frame(s->fit);
  Choice best = {{0, 0}, 0};
  int enough[2];
  for (int d = 0; d < 2; d++)
    enough[d] = LEAST_CELLS * (frame->is_even[face_axes[face][d]] ? 1 : 2);
  if (!grow(s, face, tolerance, enough)) return best;
  for (int axis = 0; axis < 2; axis++) {
    int n[2] = {enough[0], enough[1]};
    for (int k = 0; k < 2; k++) {
      const int turn = k == 0 ? axis : 1 - axis;
      n[turn] = least_cells(s, face, turn, n[1 - turn], LEAST_CELLS, n[turn],
                            tolerance);
    }
    take_if_better(&best, n[0], n[1]);
  }
  for (int axis = 0; axis < 2; axis++) trade(s, face, axis, tolerance, &best);
  return best;
}

/* ---- tables ------------------------------------------------------------ */

static size_t number_bytes(PotentialStore store)
{
  return store == POTENTIAL_INT16 ? 2 : store == POTENTIAL_FLOAT ? 4 : 8;
}

/* Returns the size in bytes of the numbers, with base and unit. */
static size_t bytes_of(const PotentialWish *wish, bool is_shared,
                       const Choice choice[3])
{
  size_t count = 0;
  for (int m = 0; m < 3; m++)
    if (m != 1 || !is_shared) count += (size_t)choice[m].numbers;
  const size_t faces = is_shared ? 2 : 3, real = wish->is_float ? 4 : 8;
  const size_t each = wish->store == POTENTIAL_INT16   ? 2 * real
                      : wish->store == POTENTIAL_FLOAT ? real
                                                       : 0;
  return count * number_bytes(wish->store) + faces * each;
}

/* Writes the cells of all faces. Returns the size in bytes, or 0 if a face does
 * not keep the tolerance. */
static size_t choose_cells(Search *s, const PotentialWish *wish,
                           const double tolerance[3], Choice choice[3])
{
  const bool is_shared = fit_frame(s->fit)->is_shared;
  for (int m = 0; m < 3; m++) {
    if (m == 1 && is_shared)
      choice[m] = choice[0];
    else
      choice[m] = choose_face(s, m, tolerance[m]);
    if (choice[m].numbers == 0) return 0;
  }
  return bytes_of(wish, is_shared, choice);
}

bool potential_choose_cells(Fit *const *fits, int count, double tolerance,
                            Progress *progress, int cells[3][2])
{
  Search s = {.fit = fits[0],
              .others = fits,
              .count = count,
              .progress = progress,
              .most = POTENTIAL_MOST_NUMBERS};
  for (int m = 0; m < 3; m++) {
    const bool is_copy = m == 1 && fit_frame(fits[0])->is_shared;
    const Choice choice = choose_face(&s, is_copy ? 0 : m, tolerance);
    if (choice.numbers == 0) return false;
    memcpy(cells[m], choice.cells, sizeof choice.cells);
  }
  return true;
}

/* A frame, the cells that samples suggest in it, and the faces fitted apart. */
typedef struct Candidate {
  Search search;
  Choice choice[3];
  double price; /* expected size in bytes, or expected error */
  Choice fitted[3];
  double *numbers[3]; /* of `fitted` */
  bool holds[3];      /* proven to keep the limit */
} Candidate;

static LimitPotential *apart(Run *run, Candidate *c, const PotentialWish *wish)
{
  int cells[3][2];
  for (int k = 0; k < 6; k++)
    cells[k / 2][k % 2] = c->choice[k / 2].cells[k % 2];
  LimitPotential *table = fit_table(run, c->search.fit, (const int(*)[2])cells,
                                    wish->store, wish->is_float);
  for (int m = 0; m < 3; m++) {
    if (m == 1 && table->is_shared) continue;
    if (memcmp(&c->fitted[m], &c->choice[m], sizeof c->fitted[m]) != 0) {
      c->numbers[m] = fit_face(run, c->search.fit, m, cells[m]);
      c->fitted[m] = c->choice[m];
      c->holds[m] = false;
    }
    potential_store(table, m, c->numbers[m]);
  }
  return table;
}

static bool is_positive(const LimitPotential *p, int m)
{
  for (int k = 0; k < p->faces[m].cells[0] + 3; k++)
    for (int l = 0; l < p->faces[m].cells[1] + 3; l++)
      if (!(potential_coefficient(p, m, k, l) > 0)) return false;
  return true;
}

/* Proves each face of the table that was not proven yet. */
static bool all_hold(Candidate *c, const LimitPotential *table, double limit)
{
  bool all = true;
  for (int m = 0; m < 3; m++) {
    if (m == 1 && table->is_shared)
      c->holds[m] = c->holds[0];
    else if (!c->holds[m])
      c->holds[m] = is_positive(table, m) &&
                    potential_bound(table, m, limit).bound <= limit;
    all = all && c->holds[m];
  }
  return all;
}

/* Returns the table whose faces draw each other the most while the limit is
 * proven, or the given one, for which it is; and writes the proof. */
static LimitPotential *draw_seams(Run *run, Candidate *c,
                                  const PotentialWish *wish, double limit,
                                  LimitPotential *table, PotentialProof *proof)
{
  static const double weights[] = {10, 3, 1};
  int cells[3][2];
  for (int m = 0; m < 3; m++)
    memcpy(cells[m], table->faces[m].cells, sizeof cells[m]);
  for (size_t k = 0; k < COUNT(weights); k++) {
    LimitPotential *drawn = fit_all(run, c->search.fit, (const int(*)[2])cells,
                                    wish->store, wish->is_float, weights[k]);
    const PotentialProof trial = potential_certify(drawn, limit);
    if (!(trial.least > 0 && trial.error.bound <= limit)) continue;
    table = drawn;
    limit = trial.error.bound;
    break;
  }
  *proof = potential_certify(table, 0);
  proof->error.bound = fmin(proof->error.bound, limit);
  return table;
}

/* ---- wishes ------------------------------------------------------------ */

/* Returns the smallest table in the frame of the candidate that is proven, or
 * NULL if that has at least `most` bytes. If a few more cells do that, no jump
 * at a seam is larger than the tolerance: a load within a jump seems nearer
 * sliding than it is. */
static LimitPotential *prove_tolerance(Run *run, Candidate *c,
                                       const PotentialWish *wish, double most,
                                       PotentialProof *proof)
{
  enum { TRIALS = 12 };
  const double limit = wish->tolerance;
  double sampled[3];
  Choice tried[3] = {{{0, 0}, 0}}; /* whose seams were drawn */
  LimitPotential *kept = NULL;
  for (int m = 0; m < 3; m++) sampled[m] = sampled_share * limit;
  for (int k = 0; k < TRIALS && c->price < most; k++) {
    LimitPotential *table = apart(run, c, wish);
    if (memcmp(tried, c->choice, sizeof tried) != 0 &&
        all_hold(c, table, limit)) {
      memcpy(tried, c->choice, sizeof tried);
      table = draw_seams(run, c, wish, limit, table, proof);
      kept = table;
      if (proof->jump <= limit) return kept;
    }
    for (int m = 0; m < 3 && kept; m++) sampled[m] *= 0.95;
    for (int m = 0; m < 3; m++) {
      if (c->holds[m]) continue;
      const double bound = potential_bound(table, m, 0).bound;
      sampled[m] *= fmin(fmax(1.02 * limit / bound, 0.75), 0.97);
    }
    const size_t bytes = choose_cells(&c->search, wish, sampled, c->choice);
    if (bytes == 0) return kept;
    c->price = (double)bytes;
  }
  return kept;
}

/* Returns the table of the candidate with its proof, or NULL if a coefficient
 * is not positive. */
static LimitPotential *prove_cells(Run *run, Candidate *c,
                                   const PotentialWish *wish,
                                   PotentialProof *proof)
{
  LimitPotential *table = apart(run, c, wish);
  const double bound = potential_certify(table, 0).error.bound;
  table = draw_seams(run, c, wish, bound, table, proof);
  return proof->least > 0 ? table : NULL;
}

/* Writes the cells for the least tolerance whose table fits into the bytes.
 * Returns that tolerance, or 0 if even the coarsest table does not fit. */
static double choose_bytes(Search *s, const PotentialWish *wish,
                           Choice choice[3])
{
  double low = log(1e-5), high = log(8), found = 0;
  while (high - low > 0.02) {
    const double middle = (low + high) / 2;
    const double same[3] = {exp(middle), exp(middle), exp(middle)};
    Choice trial[3];
    const size_t bytes = choose_cells(s, wish, same, trial);
    if (bytes > 0 && bytes <= wish->bytes) {
      high = middle;
      found = exp(middle);
      memcpy(choice, trial, sizeof trial);
    } else {
      low = middle;
    }
  }
  return found;
}

static void choose_resolution(const Search *s, int n, Choice choice[3])
{
  const LimitPotential *frame = fit_frame(s->fit);
  for (int m = 0; m < 3; m++)
    for (int d = 0; d < 2; d++)
      choice[m].cells[d] = frame->is_even[face_axes[m][d]] ? (n + 1) / 2 : n;
}

/* Writes the cells that samples suggest, and what they cost. */
static void suggest(Candidate *c, const PotentialWish *wish)
{
  const double share = sampled_share * wish->tolerance;
  const double same[3] = {share, share, share};
  c->price = INFINITY;
  if (wish->tolerance > 0) {
    const size_t bytes = choose_cells(&c->search, wish, same, c->choice);
    if (bytes > 0) c->price = (double)bytes;
  } else if (wish->bytes > 0) {
    const double error = choose_bytes(&c->search, wish, c->choice);
    if (error > 0) c->price = error;
  } else {
    choose_resolution(&c->search, wish->resolution, c->choice);
    c->price = 0;
  }
}

/* Prepares a candidate for each frame: more than one for a thin contact. */
static size_t make_candidates(Run *run, const LimitMap *map,
                              Progress *progress, Candidate all[FRAMES])
{
  static const double least[FRAMES] = {1, 0.5, 0.25};
  size_t count = 0;
  for (size_t k = 0; k < FRAMES; k++) {
    Fit *fit = fit_prepare(run, map, least[k]);
    const double *new = fit_frame(fit)->inverse;
    if (count > 0 && memcmp(fit_frame(all[count - 1].search.fit)->inverse, new,
                            2 * sizeof *new) == 0)
      continue;
    all[count++] = (Candidate){.search = {.fit = fit,
                                          .progress = progress,
                                          .most = POTENTIAL_MOST_NUMBERS}};
  }
  return count;
}

/* Leaves out frames that need many more bytes than another one for a looser
 * tolerance, where the search is short. Returns the number of candidates. */
static size_t drop_frames(Candidate *all, size_t count,
                          const PotentialWish *wish)
{
  static const double loose = 4, much = 1.3;
  PotentialWish wide = *wish;
  double price[FRAMES], least = INFINITY;
  size_t kept = 0;
  wide.tolerance *= loose;
  for (size_t k = 0; k < count; k++) {
    if (least < INFINITY) /* a face alone that large would be too much */
      all[k].search.most =
          (int)(much * least / (double)number_bytes(wish->store));
    suggest(&all[k], &wide);
    price[k] = all[k].price;
    least = fmin(least, price[k]);
  }
  for (size_t k = 0; k < count; k++)
    if (least == INFINITY || price[k] <= much * least) all[kept++] = all[k];
  return kept;
}

/* Writes a candidate for each frame that may be the best. */
static size_t find_candidates(Run *run, const LimitMap *map,
                              const PotentialWish *wish, Progress *progress,
                              Candidate all[FRAMES])
{
  size_t count = make_candidates(run, map, progress, all);
  size_t most = POTENTIAL_MOST_NUMBERS;
  if (count > 1 && wish->tolerance > 0) count = drop_frames(all, count, wish);
  /* While it grows a face has more numbers than in the end. */
  if (wish->bytes > 0)
    most = (size_t)fmin((double)most, 2 * (double)wish->bytes /
                                          (double)number_bytes(wish->store));
  for (size_t k = 0; k < count; k++) {
    all[k].search.most = (int)most;
    if (k > 0) all[k].search.share = all[k - 1].search.share;
    suggest(&all[k], wish);
    const double price = all[k].price;
    if (wish->tolerance > 0 && price < INFINITY)
      most = (size_t)fmin((double)most,
                          2 * price / (double)number_bytes(wish->store));
  }
  return count;
}

/* Returns the candidate that was not tried yet and costs the least, or NULL. */
static Candidate *next_candidate(Candidate *all, size_t count)
{
  Candidate *best = NULL;
  for (size_t k = 0; k < count; k++)
    if (all[k].price < (best ? best->price : INFINITY)) best = &all[k];
  return best;
}

LimitPotential *potential_choose(Run *run, const LimitMap *map,
                                 const PotentialWish *wish, Progress *progress,
                                 PotentialProof *proof)
{
  Run *own = run_open();
  Candidate all[FRAMES], *c;
  const size_t count = find_candidates(own, map, wish, progress, all);
  LimitPotential *best = NULL;
  double least = INFINITY;
  while ((c = next_candidate(all, count))) {
    LimitPotential *table;
    PotentialProof mine;
    if (wish->tolerance > 0)
      table = prove_tolerance(run, c, wish, least, &mine);
    else
      table = prove_cells(run, c, wish, &mine);
    c->price = INFINITY;
    if (!table) continue;
    const double price =
        wish->tolerance > 0 ? (double)potential_bytes(table) : mine.error.bound;
    if (price >= least) continue;
    least = price;
    best = table;
    *proof = mine;
  }
  run_close(own);
  return best;
}
