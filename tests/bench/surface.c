/* surface.c: times whole steps of an emitted reduced contact `pad`. In: nothing.
 * Out: ns of a step, best of many turns: independent steps, a chain in which
 * each twist depends on the wrench before, a batch, and a chain of 16 steps
 * after 64 kB and 1 MB of other data. On a board: STEPS independent steps
 * without output, for a count of instructions. gen/build/bench-surface.sh
 * builds and runs this program. */
#define _POSIX_C_SOURCE 200809L
#include "pad.h"

enum { STATES = 256 };

static pad_state states[STATES];
static pad_real twists[STATES][3], loads[STATES], wrenches[STATES][3];

/* Slides and turns about centres all over the patch and outside. */
static void prepare(void)
{
  unsigned long seed = 1;
  for (int i = 0; i < STATES; i++) {
    pad_reset(&states[i]);
    for (int d = 0; d < 3; d++) {
      seed = (seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
      const double random = (double)seed / 0x40000000 - 1;
      twists[i][d] = (pad_real)(random * (d < 2 ? 5e-3 : 1));
    }
    loads[i] = 2;
  }
}

static void independent(void)
{
  for (int i = 0; i < STATES; i++)
    pad_step(&states[i], twists[i], loads[i], (pad_real)1e-3, wrenches[i]);
}

#ifdef STEPS
#include "board.h"

int main(void)
{
  prepare();
  for (int k = 0; k < STEPS / STATES; k++) independent();
  return 0;
}
#else
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { TURNS = 2000, COLD = 16, MOST_DATA = 1 << 20 };

static unsigned char other[MOST_DATA];
/* The same as rows of numbers, for a batch. */
static pad_real z_rows[PAD_NZ][STATES], twist_rows[3][STATES];
static pad_real wrench_rows[3][STATES];

static double now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The twist of step i depends on the wrench of the step before by next to
 * nothing. */
static void chain(int first, int count)
{
  const pad_real little = (pad_real)1e-9;
  pad_real before[3] = {0, 0, 0};
  for (int i = first; i < first + count; i++) {
    pad_real v[3];
    for (int d = 0; d < 3; d++) v[d] = twists[i][d] + little * before[d];
    pad_step(&states[0], v, 2, (pad_real)1e-3, before);
  }
  memcpy(wrenches[0], before, sizeof before);
}

static void batch(void)
{
  pad_step_batch(STATES, z_rows[0], twist_rows[0], loads, (pad_real)1e-3,
                 wrench_rows[0], NULL);
}

static void whole_chain(void)
{
  chain(0, STATES);
}

static double best(void (*run)(void))
{
  double least = 1e30;
  for (int turn = 0; turn < TURNS; turn++) {
    const double start = now_ns();
    run();
    const double ns = (now_ns() - start) / STATES;
    if (ns < least) least = ns;
  }
  return least;
}

/* Returns the least time of a chain of 16 steps after that many bytes. */
static double after(int bytes)
{
  double least = 1e30;
  for (int turn = 0; turn < TURNS / 2; turn++) {
    for (int k = 0; k < bytes; k += 64) other[k]++;
    const int first = turn % (STATES / COLD) * COLD;
    const double start = now_ns();
    chain(first, COLD);
    const double ns = (now_ns() - start) / COLD;
    if (ns < least) least = ns;
  }
  return least;
}

int main(void)
{
  prepare();
  for (int i = 0; i < STATES; i++)
    for (int d = 0; d < 3; d++) twist_rows[d][i] = twists[i][d];
  printf("%11.1f %7.1f %7.1f %8.1f %8.1f", best(independent), best(whole_chain),
         best(batch), after(1 << 16), after(MOST_DATA));
  return wrenches[0][0] == 0;
}
#endif
