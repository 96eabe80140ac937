/* study.h: studies, which run solvers many times. In: a Pipeline, or the axes
 * of a sweep. Out: times, or a file with a row for each set of parameters. */
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
  double literal; /* best of the same spec without tune by cc, or 0 */
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

/* ---- size.c: bytes of emitted functions, by compilers ---------------------
 */

/* Returns a table for each processor of size_targets, or one JSON object. */
const char *size_text(Pipeline *pipeline);
const char *size_json(Pipeline *pipeline);

/* ---- choose.c: the forms of a model that fit a budget ---------------------
 */

typedef struct Chosen {
  const char *name; /* of the form: "reduced, float" */
  const char *set;  /* options that make it: "--set model=reduced" */
  const char *error; /* the form cannot be made; or NULL, and the rest holds */
  double flash;     /* bytes; 0: not measured */
  double ram, stack, operations;
  double seconds; /* of the function with the most operations, estimated; 0: no
                     clock was given, or not bounded */
  double off, rms; /* largest distance of an output from that of the first form
                      in double, and root mean square, relative to the largest
                      size of that output */
  const char *excess; /* why it does not fit, or NULL */
} Chosen;

typedef struct Choice {
  const Chosen *list;
  size_t count;
  const char *target, *function; /* function: of the motion compared */
  bool is_alone; /* the spec names no functions: that one alone is emitted */
  int calls;
  const char *unmeasured; /* why flash is 0, or NULL */
} Choice;

/* Reads "flash=8192,operations=4000,target=cortex-m7". Returns false for
 * another form. */
bool choose_budget(Run *run, const char *text, Budget *budget);
/* Tries every form of the spec's kind, in double and float, with the spec's
 * functions, or with the one that bench times. `clock`, Hz: of the
 * processor; 0: not known. */
Choice choose_run(Pipeline *pipeline, const Budget *budget, double clock);
const char *choose_text(Run *run, const Choice *choice);
const char *choose_json(Run *run, const Choice *choice);

/* ---- sweep.c: the scenario for many sets of parameters ------------------- */

typedef struct SweepAxis {
  const char *name; /* a name of tune, a parameter of the spec, or a path to a
                       number in it */
  double low, high;
  long count; /* of values; 0: a range that samples fill */
  bool is_log;
  const double *values; /* [count], or NULL: spaced between low and high */
} SweepAxis;

enum { SWEEP_MOST_AXES = 21 }; /* the dimensions of the Sobol sequence */

typedef struct Sweep {
  Origin origin;          /* of the spec; its overrides hold in every row */
  const Backend *backend; /* NULL: the reference */
  const Backend *once;    /* replaces it if every axis is tuned, so that one
                             solver serves all rows; NULL: it stays */
  const SweepAxis *axes;
  size_t naxes;
  long samples; /* 0: none */
  uint64_t seed;
  const char *measures; /* a Lua file, or NULL */
  long shard, shards;   /* rows with row % shards == shard */
  int jobs;             /* processes; 0: one for each core */
} Sweep;

typedef struct SweepResult {
  const char *path;        /* of the file with the rows */
  long rows, failed, kept; /* of this shard; kept: by an earlier run */
} SweepResult;

/* Parses NAME=LOW:HIGH:COUNT[:log] or NAME=V,V,...; a range has no count.
 * Returns false for another form. */
bool sweep_axis(Run *run, const char *text, bool is_range, SweepAxis *axis);
/* Returns the place of this process in a Slurm array or among MPI ranks; false
 * if it is in neither, and then changes nothing. Ends the run if the numbers
 * make no sense. */
bool sweep_place(Run *run, long *shard, long *shards);
/* Adds the box of the spec's tuning if there are samples and no ranges; `axes`
 * has room for SWEEP_MOST_AXES. */
void sweep_complete(Run *run, Sweep *sweep, SweepAxis *axes);
/* Writes the rows to `out`, or those of a shard to out.I-of-N. Ends the run for
 * an error that all rows share; the error of one row stands in the row. */
SweepResult sweep_run(Run *run, const Sweep *sweep, const char *out);
/* Joins the files of all shards. */
SweepResult sweep_merge(Run *run, const char *const *paths, size_t count,
                        const char *out);
/* Draws a finished file: curves over one axis, maps over two, otherwise
 * histograms. */
void sweep_draw(Run *run, const Sweep *sweep, const char *rows,
                const char *path);

/* ---- fit.c: parameters from measured logs ---------------------------------
 */

typedef struct FitOptions {
  Origin origin;
  const char *const *logs; /* paths of CSV files */
  size_t nlogs;
  const char *names;           /* "F_c,F_s,sigma0" */
  const char *const *formulas; /* columns to add: "drive=duty*supply" */
  size_t nformulas;
  const char *use;  /* names of logs to fit, with commas; NULL: all but held */
  const char *hold; /* names of logs to hold out; "none"; NULL: the last log, or
                       the second half of a single one */
  const char *from; /* "motion", "drive", or NULL */
  const char *weights; /* "robust" (also NULL) or "equal" */
  bool is_alone;       /* simpler laws are not fitted */
  const Backend *backend;
} FitOptions;

/* One law in the comparison. */
typedef struct FitLaw {
  const char *name;
  size_t free;         /* its parameters that were fitted */
  double fitted, held; /* RMS; held: NaN if nothing is held out */
} FitLaw;

typedef struct FitResult {
  Run *run;
  const Fitting *fitting;
  Fitted *fit;
  FitTelling telling;
  const Spec *spec;
  const char *const *asked;
  size_t nasked;
  FitLaw laws[FIT_LAWS + 1]; /* the spec's own first, then the simpler ones */
  size_t nlaws;
  size_t rows, held_rows, dropped, gaps;
} FitResult;

/* Ends the run for a name, a log or a column that does not fit the spec. */
FitResult *fit_run(Run *run, const FitOptions *options);
/* fit_report.c: the result for people, and as JSON. */
const char *fit_text(const FitResult *result);
const char *fit_json(const FitResult *result);
/* fit_spec.c: the text of the spec with the values that were told. Ends the run
 * if a value's place cannot be found in it. */
const char *fit_spec(const FitResult *result);
/* fit_plot.c: draws measured and modelled output over time and speed. */
void fit_draw(const FitResult *result, const char *path);

#endif
