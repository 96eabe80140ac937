/* study.h: studies, which run solvers many times. In: a Pipeline. Out: times.
 */
#ifndef BRISTLE_STUDY_STUDY_H
#define BRISTLE_STUDY_STUDY_H

#include "pipeline.h"
#include "verify/verify.h"

/* ---- bench.c: ns per step, in one run on one core ---------------------- */
typedef struct Timing {
  const char *name;
  double best, median; /* ns per step */
  double spread;     /* from the lower to the upper quartile, over the median */
  size_t code_bytes; /* 0: not known */
} Timing;

/* A time that could not be measured is infinite. */
typedef struct Latency {
  const char *name;
  double first_step_ms; /* from the spec's file to the first step */
  double compile_ms;    /* compilation alone */
} Latency;

enum { MOST_TIERS = 8, BATCH = 1024 };
typedef struct BenchResult {
  Timing timings[MOST_TIERS];
  size_t ntimings;
  Timing batch;   /* ns per state and step of BATCH states at once, by cc; the
                   * name is NULL if the solver has no batches */
  double step;    /* best of cc */
  double peer;    /* best of the generic loop, or 0 */
  double simpler; /* best of the simpler model by cc, or 0 */
  const Motion *motion; /* or NULL */
  Timing moved;         /* ns for all calls of the motion, by cc */
  double motion_off;    /* distance from the exact end */
  Latency latencies[4];
  size_t nlatencies;
  int repeats; /* of the tier with the fewest */
  long cells;  /* 0: the kind has no cells */
} BenchResult;

/* An error in a measurement ends the pipeline's run. */
BenchResult *bench_run(Pipeline *pipeline);

#endif
