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

enum { FRAMES = 3, TRIALS = 12 };

/* The largest sampled error, of the tolerance; the true error is larger. */
static const double sampled_share = 0.93;

/* A table that keeps the tolerance at all places looked at. */
typedef struct Trial {
  LimitPotential *table;
  bool is_proven;       /* and no jump at a seam exceeds the tolerance */
  PotentialProof proof; /* if is_proven */
} Trial;

/* A frame, the cells that samples suggest in it, and the faces fitted apart. */
typedef struct Candidate {
  CellSearch search;
  FaceCells choice[3];
  double price; /* expected size in bytes, or expected error */
  FaceCells fitted[3];
  double *numbers[3]; /* of `fitted` */
  double error[3];    /* of `fitted`, at places all over the face; infinite if a
                         number is not positive */
  double rounded[3];  /* the same with rounding */
  bool holds[3];      /* proven to keep the limit */
} Candidate;

static bool is_positive(const LimitPotential *p, int m)
{
  for (int k = 0; k < p->faces[m].cells[0] + 3; k++)
    for (int l = 0; l < p->faces[m].cells[1] + 3; l++)
      if (!(potential_coefficient(p, m, k, l) > 0)) return false;
  return true;
}

/* ---- faces fitted apart ------------------------------------------------- */

static bool is_copy(const LimitPotential *table, int m)
{
  return m == 1 && table->is_shared;
}

/* Returns the table of the candidate's cells, each face fitted for itself. */
static LimitPotential *apart(Run *run, Candidate *c, const PotentialWish *wish)
{
  int cells[3][2];
  for (int k = 0; k < 6; k++)
    cells[k / 2][k % 2] = c->choice[k / 2].cells[k % 2];
  LimitPotential *table = fit_table(run, c->search.fit, (const int(*)[2])cells,
                                    wish->store, wish->is_float);
  for (int m = 0; m < 3; m++) {
    if (is_copy(table, m)) continue;
    const bool is_new =
        memcmp(&c->fitted[m], &c->choice[m], sizeof c->fitted[m]) != 0;
    if (is_new) c->numbers[m] = fit_face(run, c->search.fit, m, cells[m]);
    potential_store(table, m, c->numbers[m]);
    if (!is_new) continue;
    c->fitted[m] = c->choice[m];
    c->error[m] = c->rounded[m] = INFINITY;
    if (is_positive(table, m))
      c->error[m] = potential_look(table, m, &c->rounded[m]);
    c->holds[m] = false;
  }
  return table;
}

/* Proves each face that seems to keep the limit and was not proven yet. Returns
 * true if all faces keep the limit. */
static bool all_hold(Candidate *c, const LimitPotential *table, double limit)
{
  bool all = true;
  for (int m = 0; m < 3; m++) {
    if (is_copy(table, m)) continue;
    if (!c->holds[m] && c->error[m] <= limit) {
      const Certificate proof = potential_bound(table, m, limit);
      c->holds[m] = proof.bound <= limit;
      c->error[m] = fmax(c->error[m], proof.found);
      c->rounded[m] = fmax(c->rounded[m], c->error[m]);
    }
    all = all && c->holds[m];
  }
  return all;
}

/* ---- faces that draw each other ------------------------------------------ */

/* Returns true if no error at places all over the faces comes so near to the
 * limit that a proof might fail. */
static bool seems_to_hold(const LimitPotential *table, double limit)
{
  static const double clear_of = 0.97;
  for (int m = 0; m < 3; m++) {
    double rounded = 0;
    if (is_copy(table, m)) continue;
    potential_look(table, m, &rounded);
    if (rounded > clear_of * limit) return false;
  }
  return true;
}

/* Writes to *trial the table of the given one's cells whose faces draw each
 * other the most while the limit is proven. Returns false if there is none. A
 * table whose jumps exceed `most_jump` may be left without proof. */
static bool draw_seams(Run *run, const Candidate *c, const PotentialWish *wish,
                       double limit, double most_jump,
                       const LimitPotential *table, Trial *trial)
{
  static const double weights[] = {10, 3, 1};
  int cells[3][2];
  for (int m = 0; m < 3; m++)
    memcpy(cells[m], table->faces[m].cells, sizeof cells[m]);
  for (size_t k = 0; k < COUNT(weights); k++) {
    LimitPotential *drawn = fit_all(run, c->search.fit, (const int(*)[2])cells,
                                    wish->store, wish->is_float, weights[k]);
    if (!is_positive(drawn, 0) || !is_positive(drawn, 1) ||
        !is_positive(drawn, 2))
      continue;
    const bool jumps = potential_jump(drawn) > most_jump;
    *trial = (Trial){.table = drawn};
    if (jumps && seems_to_hold(drawn, limit)) return true;
    trial->proof = potential_certify(drawn, limit);
    trial->is_proven = !jumps && trial->proof.error.bound <= limit;
    if (trial->proof.error.bound <= limit) return true;
  }
  return false;
}

/* ---- wishes ------------------------------------------------------------- */

/* Writes to *trial a table of the candidate's cells that keeps the limit at all
 * places looked at. Returns false if there is none. */
static bool try_cells(Run *run, Candidate *c, const PotentialWish *wish,
                      Trial *trial)
{
  const double limit = wish->tolerance;
  LimitPotential *table = apart(run, c, wish);
  for (int m = 0; m < 3; m++)
    if (!is_copy(table, m) && !(c->error[m] <= limit)) return false;
  if (draw_seams(run, c, wish, limit, limit, table, trial)) return true;
  *trial = (Trial){.table = table};
  if (!all_hold(c, table, limit)) return false;
  if (potential_jump(table) > limit) return true;
  trial->proof = potential_certify(table, limit);
  trial->is_proven = trial->proof.error.bound <= limit;
  return trial->is_proven;
}

/* Returns the first table that is proven, whatever its jumps are, or NULL. */
static LimitPotential *first_proven(Trial *all, int count, double limit,
                                    PotentialProof *proof)
{
  for (int k = 0; k < count; k++) {
    *proof = potential_certify(all[k].table, limit);
    if (proof->error.bound <= limit) return all[k].table;
  }
  return NULL;
}

/* Returns true if more cells do not help any more: they let rounded numbers err
 * by more. `least` is the smallest error of the candidates before. */
static bool is_at_floor(const Candidate *c, const LimitPotential *frame,
                        PotentialStore store, double *least)
{
  double worst = 0;
  if (store != POTENTIAL_INT16) return false;
  for (int m = 0; m < 3; m++)
    if (!is_copy(frame, m)) worst = fmax(worst, c->error[m]);
  if (worst >= *least) return true;
  *least = worst;
  return false;
}

/* Lowers the tolerances of samples: of all faces, or of those that are not
 * proven. */
static void lower(const Candidate *c, double limit, bool is_all,
                  double sampled[3])
{
  for (int m = 0; m < 3; m++) {
    if (is_all)
      sampled[m] *= 0.95;
    else if (!c->holds[m])
      sampled[m] *= fmin(fmax(0.97 * limit / c->rounded[m], 0.75), 0.97);
  }
}

/* Returns the smallest table in the frame of the candidate that is proven, or
 * NULL if that has at least `most` bytes. If a few more cells do that, no jump
 * at a seam is larger than the tolerance: a load within a jump seems nearer
 * sliding than it is. */
static LimitPotential *prove_tolerance(Run *run, Candidate *c,
                                       const PotentialWish *wish, double most,
                                       PotentialProof *proof)
{
  const double limit = wish->tolerance;
  double sampled[3], least = INFINITY;
  FaceCells last[3] = {{{0}, 0}};
  Trial kept[TRIALS];
  int count = 0;
  for (int m = 0; m < 3; m++) sampled[m] = sampled_share * limit;
  for (int k = 0; k < TRIALS && c->price < most; k++) {
    Trial *trial = &kept[count];
    const bool is_new = memcmp(last, c->choice, sizeof last) != 0;
    memcpy(last, c->choice, sizeof last);
    if (is_new && try_cells(run, c, wish, trial)) {
      count++;
      if (trial->is_proven) {
        *proof = trial->proof;
        return trial->table;
      }
    } else if (is_new && is_at_floor(c, fit_frame(c->search.fit), wish->store,
                                     &least)) {
      break;
    }
    lower(c, limit, count > 0, sampled);
    const size_t bytes =
        potential_search_cells(&c->search, wish, sampled, c->choice);
    if (bytes == 0) break;
    c->price = (double)bytes;
  }
  return first_proven(kept, count, limit, proof);
}

/* Returns the table of the candidate with its proof, or NULL if a coefficient
 * is not positive. */
static LimitPotential *prove_cells(Run *run, Candidate *c,
                                   const PotentialWish *wish,
                                   PotentialProof *proof)
{
  LimitPotential *table = apart(run, c, wish);
  Trial drawn;
  *proof = potential_certify(table, 0);
  if (draw_seams(run, c, wish, proof->error.bound, INFINITY, table, &drawn)) {
    *proof = drawn.proof;
    table = drawn.table;
  }
  return proof->least > 0 ? table : NULL;
}

static void choose_resolution(const CellSearch *s, int n, FaceCells choice[3])
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
    const size_t bytes =
        potential_search_cells(&c->search, wish, same, c->choice);
    if (bytes > 0) c->price = (double)bytes;
  } else if (wish->bytes > 0) {
    const double error = potential_search_bytes(&c->search, wish, c->choice);
    if (error > 0) c->price = error;
  } else {
    choose_resolution(&c->search, wish->resolution, c->choice);
    c->price = 0;
  }
}

/* Prepares a candidate for each frame: more than one for a thin contact. */
static size_t make_candidates(Run *run, const LimitMap *map, Progress *progress,
                              Candidate all[FRAMES])
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
          (int)(much * least / (double)potential_number_bytes(wish->store));
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
    most = (size_t)fmin(
        (double)most,
        2 * (double)wish->bytes / (double)potential_number_bytes(wish->store));
  for (size_t k = 0; k < count; k++) {
    all[k].search.most = (int)most;
    if (k > 0) all[k].search.share = all[k - 1].search.share;
    suggest(&all[k], wish);
    const double price = all[k].price;
    if (wish->tolerance > 0 && price < INFINITY)
      most =
          (size_t)fmin((double)most,
                       2 * price / (double)potential_number_bytes(wish->store));
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
