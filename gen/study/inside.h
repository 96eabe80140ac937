/* inside.h: declarations that the files of the study room share. */
#ifndef BRISTLE_STUDY_INSIDE_H
#define BRISTLE_STUDY_INSIDE_H

#include "base/base.h"

/* ---- race.c: times of several programs that take turns --------------------
 */

typedef struct Racer {
  /* Runs `count` steps of the round, from step `from` on. */
  void (*advance)(void *self, int from, int count);
  void *self;
  int steps; /* of a round */
  /* ns of a whole round. Each is a sum over the slices of a round: of the least
   * time of the slice, of the quartiles of its times. */
  double best, low, median, high;
  int rounds; /* that were measured */
} Racer;

/* Times all racers. Each first runs a round or more without being timed. */
void race_run(Run *run, Racer *racers, size_t count);

#endif
