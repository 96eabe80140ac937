/* arm.c: compares the generated two-link arm with one written by hand
 * (arm_by_hand.h). In: nothing. Out: ns per acceleration of both, best of many
 * turns, and their ratio, without a test. `make bench-arm` builds and runs this
 * program. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>

#include "mechanism/arm_by_hand.h"
#include "arm_on_parabola.h"

enum { STATES = 256, ROUNDS = 2000 };

static double states[STATES][6]; /* q, v, tau */

static double now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double by_hand(double *sum)
{
  const double start = now_ns();
  for (int i = 0; i < STATES; i++) {
    double a[2];
    arm_rate(states[i], states[i] + 2, states[i] + 4, 0.1, a);
    *sum += a[0] + a[1];
  }
  return (now_ns() - start) / STATES;
}

static double generated(double *sum)
{
  const double start = now_ns();
  for (int i = 0; i < STATES; i++) {
    const double *const x = states[i];
    const arm_on_parabola_state s = {{x[0], x[1]}, {x[2], x[3]}};
    arm_on_parabola_state ds;
    arm_on_parabola_rate(&s, x + 4, 0.0, &ds);
    *sum += ds.v[0] + ds.v[1];
  }
  return (now_ns() - start) / STATES;
}

int main(void)
{
  double best[2] = {1e30, 1e30}, sums[2] = {0, 0};
  unsigned long seed = 1;
  for (int i = 0; i < STATES; i++)
    for (int k = 0; k < 6; k++) {
      seed = seed * 6364136223846793005UL + 1442695040888963407UL;
      states[i][k] = (double)(seed >> 40) / 8388608.0 - 1.0;
    }
  for (int i = 0; i < ROUNDS; i++) {
    const double hand = by_hand(&sums[0]), own = generated(&sums[1]);
    if (hand < best[0]) best[0] = hand;
    if (own < best[1]) best[1] = own;
  }
  printf("by hand %.1f ns, generated %.1f ns, ratio %.2f (sums %.6g, %.6g)\n",
         best[0], best[1], best[1] / best[0], sums[0], sums[1]);
  return 0;
}
