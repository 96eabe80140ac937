/* bench.c: ns per step of the reference and of the solver's tiers. In: a spec.
 * Out: best and median of several repeats, and the latency from the spec's file
 * to the first step.
 *
 * Invariant: all tiers take turns in one run on one core, since ratios repeat
 * better than times. */
#define _GNU_SOURCE
#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "pipeline.h"
#include "verify/verify.h"
#include "study/study.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <math.h>

#include "bristle_rt.h"

enum { REPEATS = 15 };

static double now_ns(void)
{
  return 1e9 * now_seconds();
}

/* Pins the thread to its core. If the system refuses, times vary more. */
static void pin(cpu_set_t *before)
{
  cpu_set_t one;
  CPU_ZERO(&one);
  const int core = sched_getcpu();
  if (sched_getaffinity(0, sizeof *before, before) != 0) CPU_ZERO(before);
  if (core < 0) return;
  CPU_SET((size_t)core, &one);
  sched_setaffinity(0, sizeof one, &one);
}

static void unpin(const cpu_set_t *before)
{
  if (CPU_COUNT(before) > 0) sched_setaffinity(0, sizeof *before, before);
}

/* ---- one tier ---------------------------------------------------------- */

typedef struct Tier {
  const char *name;
  const Solver *solver; /* NULL: the reference */
  const br_function *function;
  void *state;
  double *const *out;
  double times[REPEATS];
} Tier;

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Returns a call of a function of the named object of the solver, or of its
 * main object if `object` is NULL. */
static Tier make_call(Run *run, const char *name, const Solver *solver,
                      const char *object, const char *function)
{
  Tier tier = {.name = name};
  tier.solver = object ? solver_object(run, solver, object) : solver;
  tier.function = solver_function(run, tier.solver, function);
  tier.state = solver_state(run, tier.solver);
  double **out =
      run_alloc(run, (size_t)tier.function->noutputs * sizeof *out + 1);
  for (int i = 0; i < tier.function->noutputs; i++) {
    const br_port *port = &tier.function->outputs[i];
    out[i] = run_doubles(run, (size_t)(port->rows * port->cols));
  }
  tier.out = out;
  return tier;
}

static Tier make_tier(Run *run, const Workload *work, const char *name,
                      const Solver *solver)
{
  if (!solver) return (Tier){.name = name};
  return make_call(run, name, solver, work->object, work->function);
}

static double time_tier(const Workload *work, const Tier *tier)
{
  const double start = now_ns();
  if (tier->solver) {
    for (int i = 0; i < work->steps; i++)
      tier->function->call(tier->state, work->inputs[i], tier->out);
  } else {
    work->reference(work->context);
  }
  return (now_ns() - start) / work->steps;
}

/* ---- many states at once ------------------------------------------------ */

/* A batch of BATCH states; each state gets another step of the workload. */
typedef struct Batch {
  const br_solver *solver; /* NULL: no batches, or too large ones */
  double *z, *twist, *fn, *wrench;
  double dt;
  double times[REPEATS];
} Batch;

static void put_real(const br_solver *solver, double *reals, size_t i,
                     double value)
{
  if (solver->real_bytes == sizeof(float))
    ((float *)reals)[i] = (float)value;
  else
    reals[i] = value;
}

static Batch make_batch(Run *run, const Workload *work, const Tier *tier)
{
  enum { MOST = 1 << 22 };
  const br_solver *solver = tier->solver->functions;
  const size_t states = (size_t)solver->nstates;
  Batch batch = {0};
  if (!solver->step_batch || strcmp(work->function, "step") != 0 ||
      states * BATCH > MOST)
    return batch;
  batch.solver = solver;
  batch.dt = work->inputs[0][2][0];
  batch.z = run_doubles(run, states * BATCH);
  batch.twist = run_doubles(run, 3 * BATCH);
  batch.fn = run_doubles(run, BATCH);
  batch.wrench = run_doubles(run, 3 * BATCH);
  for (int i = 0; i < BATCH; i++) {
    const double *const *in = work->inputs[i % work->steps];
    for (int d = 0; d < 3; d++)
      put_real(solver, batch.twist, (size_t)(d * BATCH + i), in[0][d]);
    put_real(solver, batch.fn, (size_t)i, in[1][0]);
  }
  return batch;
}

/* Returns ns per state and step. */
static double time_batch(const Batch *batch)
{
  const int rounds = 1 + 64 / batch->solver->nstates;
  const double start = now_ns();
  for (int i = 0; i < rounds; i++)
    batch->solver->step_batch(BATCH, batch->z, batch->twist, batch->fn,
                              batch->dt, batch->wrench, NULL);
  return (now_ns() - start) / rounds / BATCH;
}

/* ---- a whole motion ----------------------------------------------------- */

/* Returns ns for all calls of the motion; the state ends at the motion's end.
 */
static double time_motion(const Motion *motion, const Tier *tier)
{
  tier->solver->functions->set(tier->state, motion->start);
  const double start = now_ns();
  for (int i = 0; i < motion->calls; i++)
    tier->function->call(tier->state, motion->inputs[i], tier->out);
  return now_ns() - start;
}

/* Returns the distance of the motion's end from its end with the solver
 * `exact`, as motion->off measures distances. */
static double motion_off(Run *run, const Motion *motion, const Tier *tier,
                         const Solver *exact)
{
  const Tier other =
      make_call(run, "exact", exact, motion->object, motion->function);
  const br_solver *solver = tier->solver->functions;
  double *ends[2];
  const Tier *const both[] = {tier, &other};
  for (int i = 0; i < 2; i++) {
    ends[i] = run_doubles(run, (size_t)solver->nstates);
    time_motion(motion, both[i]);
    solver->get(both[i]->state, ends[i]);
  }
  return motion->off(motion->start, ends[0], ends[1]);
}

/* ---- latency ----------------------------------------------------------- */

/* One measurement, in a run of its own. */
typedef struct Trial {
  Run *run;
  const Origin *origin;
  const Backend *backend;
  Latency latency; /* the best so far */
} Trial;

static void try_once(void *context)
{
  Trial *trial = context;
  const double start = now_ns();
  Pipeline *pipeline = pipeline_open(trial->run, trial->origin, NULL);
  pipeline_texts(pipeline, emit_wanted(trial->backend));
  const double compiling = now_ns();
  const Solver *solver = pipeline_solver(pipeline, trial->backend, NULL);
  const double compiled = (now_ns() - compiling) / 1e6;
  const Model *model = pipeline->model;
  const Workload *work = model->kind->workload(model);
  const Tier tier = make_tier(trial->run, work, trial->latency.name, solver);
  tier.function->call(tier.state, work->inputs[0], tier.out);
  const double took = (now_ns() - start) / 1e6;
  Latency *best = &trial->latency;
  if (took < best->first_step_ms) best->first_step_ms = took;
  if (compiled < best->compile_ms) best->compile_ms = compiled;
}

static void clear_cache(void *context)
{
  cache_clear(context);
}

/* Returns the best of three trials. An error ends the outer run. */
static Latency measure(Run *outer, const Origin *origin, const Backend *backend,
                       const char *name)
{
  Trial trial = {NULL, origin, backend, {name, INFINITY, INFINITY}};
  for (int i = 0; i < 3; i++) {
    const Where nowhere = {NULL, 0};
    trial.run = run_open();
    if (!trial.run) run_fail(outer, nowhere, "out of memory");
    const bool is_done = run_catch(trial.run, try_once, &trial);
    const char *error =
        is_done ? NULL : run_printf(outer, "%s", trial.run->error);
    run_close(trial.run);
    if (!is_done) run_fail(outer, nowhere, "%s", error);
  }
  return trial.latency;
}

/* The same with an empty cache, in a new folder for each trial. A latency that
 * could not be measured stays infinite. */
static Latency measure_uncached(Run *outer, const Origin *origin,
                                const Backend *backend, const char *name)
{
  const char *scratch = getenv("TMPDIR");
  Trial trial = {NULL, origin, backend, {name, INFINITY, INFINITY}};
  for (int i = 0; i < 3; i++) {
    char *folder = run_printf(outer, "%s/bristle-bench-XXXXXX",
                              scratch && *scratch ? scratch : "/tmp");
    if (!mkdtemp(folder)) break;
    trial.run = run_open();
    if (trial.run) {
      trial.run->cache = folder;
      run_catch(trial.run, try_once, &trial);
      run_catch(trial.run, clear_cache, trial.run);
    }
    run_close(trial.run);
    rmdir(run_printf(outer, "%s/solvers", folder));
    rmdir(folder);
  }
  return trial.latency;
}

/* ---- the run ----------------------------------------------------------- */

typedef struct Bench {
  Run *run;
  Pipeline *pipeline;
  const Workload *work;
  Tier tiers[MOST_TIERS];
  size_t ntiers;
  const Tier *step;    /* the tier of cc */
  const Tier *simpler; /* the tier of the simpler model, or NULL */
  Batch batch;
  Tier moved; /* calls the motion's function, if the workload has a motion */
} Bench;

static const Tier *add_tier(Bench *bench, const char *name,
                            const Solver *solver)
{
  Tier *tier = &bench->tiers[bench->ntiers++];
  *tier = make_tier(bench->run, bench->work, name, solver);
  return tier;
}

/* Returns the solver of the spec with one more override, compiled by cc. */
static const Solver *variant(Pipeline *pipeline, const Override *form)
{
  Origin origin = pipeline->origin;
  const size_t count = origin.noverrides;
  Override *more = run_alloc(pipeline->run, (count + 1) * sizeof *more);
  if (count) memcpy(more, origin.overrides, count * sizeof *more);
  more[count] = *form;
  origin.overrides = more;
  origin.noverrides = count + 1;
  return pipeline_solver(pipeline_open(pipeline->run, &origin, NULL),
                         &cc_backend, NULL);
}

static void add_variants(Bench *bench)
{
  const Workload *work = bench->work;
  Run *run = bench->run;
  for (size_t i = 0; i < work->nvariants && bench->ntiers < MOST_TIERS; i++)
    add_tier(bench, run_printf(run, "cc_%s", work->variants[i].text),
             variant(bench->pipeline, &work->variants[i]));
  if (!work->simpler || bench->ntiers == MOST_TIERS) return;
  bench->simpler = add_tier(
      bench, run_printf(run, "cc_%s", work->simpler_name),
      pipeline_solver(pipeline_of_model(work->simpler), &cc_backend, NULL));
}

static void add_tiers(Bench *bench)
{
  Pipeline *pipeline = bench->pipeline;
  add_tier(bench, "reference", NULL);
  for (size_t i = 0; all_backends[i]; i++)
    if (!all_backends[i]->has_kernels || pipeline_plan(pipeline)->kernel)
      bench->step = add_tier(bench, all_backends[i]->name,
                             pipeline_solver(pipeline, all_backends[i], NULL));
  add_variants(bench);
}

static void prepare_motion(Bench *bench, BenchResult *result)
{
  const Motion *motion = bench->work->motion;
  if (!motion) return;
  bench->moved = make_call(bench->run, motion->function, bench->step->solver,
                           motion->object, motion->function);
  result->motion_off = motion_off(bench->run, motion, &bench->moved,
                                  variant(bench->pipeline, motion->exact));
}

/* Times all tiers in turn. The first round only warms up: the next round
 * overwrites its times. */
static void take_turns(Bench *bench)
{
  const Motion *motion = bench->work->motion;
  for (int i = -1; i < REPEATS; i++) {
    const int at = i < 0 ? 0 : i;
    for (size_t k = 0; k < bench->ntiers; k++)
      bench->tiers[k].times[at] = time_tier(bench->work, &bench->tiers[k]);
    if (bench->batch.solver) bench->batch.times[at] = time_batch(&bench->batch);
    if (motion) bench->moved.times[at] = time_motion(motion, &bench->moved);
  }
}

/* Adds the best and median of each tier; sorts the tier's times. */
static void add_timings(BenchResult *result, Tier *tiers, size_t ntiers)
{
  for (size_t k = 0; k < ntiers; k++) {
    Timing *timing = &result->timings[result->ntimings++];
    qsort(tiers[k].times, REPEATS, sizeof(double), by_size);
    timing->name = tiers[k].name;
    timing->best = tiers[k].times[0];
    timing->median = tiers[k].times[REPEATS / 2];
    if (tiers[k].solver)
      timing->code_bytes = module_code_bytes(tiers[k].solver->module);
  }
}

static void add_results(Bench *bench, BenchResult *result)
{
  add_timings(result, bench->tiers, bench->ntiers);
  result->cells = bench->work->cells;
  result->repeats = REPEATS;
  result->step = bench->step->times[0];
  if (bench->simpler) result->simpler = bench->simpler->times[0];
  if (bench->batch.solver) {
    double *times = bench->batch.times;
    qsort(times, REPEATS, sizeof *times, by_size);
    result->batch = (Timing){"batch", times[0], times[REPEATS / 2], 0};
  }
  result->motion = bench->work->motion;
  if (result->motion) {
    double *times = bench->moved.times;
    qsort(times, REPEATS, sizeof *times, by_size);
    result->motion_ns = times[0];
    result->motion_median = times[REPEATS / 2];
  }
}

BenchResult *bench_run(Pipeline *pipeline)
{
  Run *run = pipeline->run;
  const Model *model = pipeline->model;
  const Origin *origin = &pipeline->origin;
  BenchResult *result = run_alloc(run, sizeof *result);
  Bench bench = {
      .run = run, .pipeline = pipeline, .work = model->kind->workload(model)};
  add_tiers(&bench);
  bench.batch = make_batch(run, bench.work, bench.step);
  prepare_motion(&bench, result);
  cpu_set_t before;
  pin(&before);
  take_turns(&bench);
  add_results(&bench, result);
  result->latencies[0] = measure(run, origin, &tcc_backend, "tcc");
  result->latencies[2] = measure(run, origin, &cc_backend, "cc_cached");
  unpin(&before);
  result->latencies[1] = measure_uncached(run, origin, &cc_backend, "cc");
  result->nlatencies = 3;
  return result;
}
