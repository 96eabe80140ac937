#ifndef BRISTLE_STUDY_STUDY_H
#define BRISTLE_STUDY_STUDY_H

#include "pipeline.h"
#include "verify/verify.h"

/* ---- bench.c: ns per step, in one run on one core ---------------------- */
typedef struct Timing {
  const char *name;
  double best, median; /* ns per step */
  size_t code_bytes;   /* 0: not known */
} Timing;

/* Infinite where it could not be measured. */
typedef struct Latency {
  const char *name;
  double first_step_ms; /* from the spec's file to the first step */
  double compile_ms;    /* of the text alone */
} Latency;

enum { MOST_TIERS = 8, BATCH = 1024 };
typedef struct BenchResult {
  Timing timings[MOST_TIERS];
  size_t ntimings;
  Timing batch;   /* of BATCH states at once, by cc: ns per state and step; no
                   * name where the solver has no such call */
  double step;    /* of cc, the best */
  double simpler; /* of the simpler model by cc, the best; 0: there is none */
  const Motion *motion;                        /* or NULL */
  double motion_ns, motion_median, motion_off; /* all calls, by cc */
  Latency latencies[4];
  size_t nlatencies;
  int repeats;
  long cells; /* 0: the kind has none */
} BenchResult;

/* An error in any of the measurements ends the pipeline's run. */
BenchResult *bench_run(Pipeline *pipeline);

#endif
