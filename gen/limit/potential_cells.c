/* potential_cells.c: the cells of each face of a potential table. In: fits that
 * share a frame, and a tolerance or a size. Out: numbers of cells.
 *
 * Invariant: the errors are those at samples; the proof of a table is
 * potential_choose.c's. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "limit/limit.h"
#include "limit/inside.h"

enum { LEAST_CELLS = 1 };

static int numbers_of(int n0, int n1)
{
  return (n0 + 3) * (n1 + 3);
}

/* Returns the largest error of all fits, as fit_error does. */
static double error_of(const CellSearch *s, int face, const int n[2],
                       double enough)
{
  double worst = fit_error(s->fit, face, n, enough);
  for (int k = 1; k < s->count; k++)
    worst = fmax(worst, fit_error(s->others[k], face, n, enough));
  return worst;
}

static bool keeps(CellSearch *s, int face, int n0, int n1, double tolerance)
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
static int least_cells(CellSearch *s, int face, int axis, int other, int low,
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

static void take_if_better(FaceCells *best, int n0, int n1)
{
  const int numbers = numbers_of(n0, n1);
  if (best->numbers == 0 || numbers < best->numbers)
    *best = (FaceCells){{n0, n1}, numbers};
}

/* Adds cells along one axis as long as the other axis then needs so many fewer
 * that the face has fewer numbers. */
static void trade(CellSearch *s, int face, int axis, double tolerance,
                  FaceCells *best)
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
static bool grow(CellSearch *s, int face, double tolerance, int n[2])
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
static FaceCells choose_face(CellSearch *s, int face, double tolerance)
{
  const LimitPotential *frame = fit_frame(s->fit);
  FaceCells best = {{0, 0}, 0};
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

size_t potential_number_bytes(PotentialStore store)
{
  return store == POTENTIAL_INT16 ? 2 : store == POTENTIAL_FLOAT ? 4 : 8;
}

/* Returns the size in bytes of the numbers, with base and unit. */
static size_t bytes_of(const PotentialWish *wish, bool is_shared,
                       const FaceCells choice[3])
{
  size_t count = 0;
  for (int m = 0; m < 3; m++)
    if (m != 1 || !is_shared) count += (size_t)choice[m].numbers;
  const size_t faces = is_shared ? 2 : 3, real = wish->is_float ? 4 : 8;
  const size_t each = wish->store == POTENTIAL_INT16   ? 2 * real
                      : wish->store == POTENTIAL_FLOAT ? real
                                                       : 0;
  return count * potential_number_bytes(wish->store) + faces * each;
}

size_t potential_search_cells(CellSearch *s, const PotentialWish *wish,
                              const double tolerance[3], FaceCells choice[3])
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
  CellSearch s = {.fit = fits[0],
                  .others = fits,
                  .count = count,
                  .progress = progress,
                  .most = POTENTIAL_MOST_NUMBERS};
  for (int m = 0; m < 3; m++) {
    const bool is_copy = m == 1 && fit_frame(fits[0])->is_shared;
    const FaceCells choice = choose_face(&s, is_copy ? 0 : m, tolerance);
    if (choice.numbers == 0) return false;
    memcpy(cells[m], choice.cells, sizeof choice.cells);
  }
  return true;
}

double potential_search_bytes(CellSearch *s, const PotentialWish *wish,
                              FaceCells choice[3])
{
  double low = log(1e-5), high = log(8), found = 0;
  while (high - low > 0.02) {
    const double middle = (low + high) / 2;
    const double same[3] = {exp(middle), exp(middle), exp(middle)};
    FaceCells trial[3];
    const size_t bytes = potential_search_cells(s, wish, same, trial);
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
