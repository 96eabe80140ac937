/* race.c: times of several programs that take turns within one run. In: racers,
 * each with a round of steps. Out: their times for a round.
 *
 * Invariant: a slice lasts about a millisecond, less than what the system gives
 * to one process at a time: most slices of a busy machine are undisturbed, and
 * every part of a round has undisturbed ones. */
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "base/base.h"
#include "study/inside.h"

enum { LEAST_ROUNDS = 9, LEAST_TURNS = 60, MOST_SLICES = 16 };

static const double slice_ns = 1e6;

typedef struct Lane {
  Racer *racer;
  int slices;    /* of a round */
  int repeats;   /* rounds in a slice, if a round is one slice */
  int next;      /* slice */
  double *times; /* slice by slice, `room` of each */
  int room;
} Lane;

static double now_ns(void)
{
  return 1e9 * now_seconds();
}

static int first_step(const Lane *lane, int slice)
{
  return (int)((long)slice * lane->racer->steps / lane->slices);
}

/* Returns the ns of a slice, for one round of it. */
static double time_slice(const Lane *lane, int slice)
{
  const int from = first_step(lane, slice);
  const int count = first_step(lane, slice + 1) - from;
  const Racer *racer = lane->racer;
  const double start = now_ns();
  for (int i = 0; i < lane->repeats; i++)
    racer->advance(racer->self, from, count);
  return (now_ns() - start) / lane->repeats;
}

/* Runs two rounds, and divides a round by the time of the second one. */
static Lane lane_of(Racer *racer)
{
  Lane lane = {.racer = racer, .slices = 1, .repeats = 1};
  time_slice(&lane, 0);
  const double round = fmax(1, time_slice(&lane, 0));
  lane.repeats = (int)ceil(fmin(slice_ns / round, 1e5));
  lane.slices = (int)fmin(fmin(MOST_SLICES, racer->steps),
                          fmax(1, round / slice_ns + 0.5));
  return lane;
}

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void sum_up(Lane *lane)
{
  Racer *racer = lane->racer;
  for (int i = 0; i < lane->slices; i++) {
    double *times = lane->times + (long)i * lane->room;
    qsort(times, (size_t)racer->rounds, sizeof *times, by_size);
    racer->best += times[0];
    racer->low += times[racer->rounds / 4];
    racer->median += times[racer->rounds / 2];
    racer->high += times[(racer->rounds - 1) - racer->rounds / 4];
  }
}

void race_run(Run *run, Racer *racers, size_t count)
{
  Lane *lanes = run_alloc(run, (count + 1) * sizeof *lanes);
  int turns = LEAST_TURNS;
  for (size_t k = 0; k < count; k++) {
    lanes[k] = lane_of(&racers[k]);
    if (turns < LEAST_ROUNDS * lanes[k].slices)
      turns = LEAST_ROUNDS * lanes[k].slices;
  }
  for (size_t k = 0; k < count; k++) {
    lanes[k].room = turns / lanes[k].slices;
    lanes[k].times =
        run_doubles(run, (size_t)lanes[k].slices * (size_t)lanes[k].room);
  }
  for (int turn = 0; turn < turns; turn++)
    for (size_t k = 0; k < count; k++) {
      if (k == 0) progress_step("times", (double)turn / turns);
      Lane *lane = &lanes[k];
      const int rounds = lane->racer->rounds;
      if (rounds == lane->room) continue;
      const double took = time_slice(lane, lane->next);
      lane->times[(long)lane->next * lane->room + rounds] = took;
      lane->next = (lane->next + 1) % lane->slices;
      if (lane->next == 0) lane->racer->rounds++;
    }
  for (size_t k = 0; k < count; k++) sum_up(&lanes[k]);
}
