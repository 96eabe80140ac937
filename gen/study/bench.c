/* bench.c: ns per step of the reference and of the solver's tiers. In: a spec.
 * Out: best and median of several repeats, and the latency from the spec's file
 * to the first step.
 *
 * Invariant: all tiers take turns in one run on one core, so that ratios hold
 * where times do not. */
#define _GNU_SOURCE
#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "emit/emit.h"
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

/* Keeps to the core that it is on; without leave to do so times are noisier. */
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

/* A function of one of the solver's objects, or of the main one where that is
 * NULL, ready to be called. */
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

/* Each state of a batch is at another step of the workload. */
typedef struct Batch {
  const br_solver *solver; /* NULL: it has no batches, or they are too large */
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

/* ns per state and step. */
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

/* ns for all of its calls; the state is where it ends. */
static double time_motion(const Motion *motion, const Tier *tier)
{
  tier->solver->functions->set(tier->state, motion->start);
  const double start = now_ns();
  for (int i = 0; i < motion->calls; i++)
    tier->function->call(tier->state, motion->inputs[i], tier->out);
  return now_ns() - start;
}

/* How far it ends from where it ends with that solver, by cc. */
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

typedef struct Subject {
  const Model *model;
  const Emitted *emitted;
} Subject;

static Subject subject_of(const Model *model)
{
  const Equations *equations = model->kind->derive(model);
  return (Subject){model, emit_text(plan_make(model, equations,
                                              model->kind->goldens(model)))};
}

static Subject prepare(Run *run, const char *spec, const Override *overrides,
                       size_t noverrides)
{
  return subject_of(model_build(spec_load(run, spec, overrides, noverrides)));
}

static const Solver *solver_of(Run *run, const Subject *subject,
                               const Backend *backend)
{
  const Unit unit = emit_unit_for(run, subject->emitted, backend);
  return solver_open(run, backend, &unit);
}

/* One measurement, in a run of its own. */
typedef struct Trial {
  Run *run;
  const Backend *backend;
  const char *spec;
  const Override *overrides;
  size_t noverrides;
  Latency latency; /* the best so far */
} Trial;

static void try_once(void *context)
{
  Trial *trial = context;
  Run *run = trial->run;
  const double start = now_ns();
  const Subject subject =
      prepare(run, trial->spec, trial->overrides, trial->noverrides);
  const double compiling = now_ns();
  const Solver *solver = solver_of(run, &subject, trial->backend);
  const double compiled = (now_ns() - compiling) / 1e6;
  const Workload *work = subject.model->kind->workload(subject.model);
  const Tier tier = make_tier(run, work, trial->latency.name, solver);
  tier.function->call(tier.state, work->inputs[0], tier.out);
  const double took = (now_ns() - start) / 1e6;
  Latency *best = &trial->latency;
  if (took < best->first_step_ms) best->first_step_ms = took;
  if (compiled < best->compile_ms) best->compile_ms = compiled;
}

static void clear_once(void *context)
{
  size_t files;
  cache_clear(((Trial *)context)->run, &files);
}

/* Best of three; an error ends the outer run. */
static Latency measure(Run *outer, Trial trial, const char *name)
{
  trial.latency = (Latency){name, INFINITY, INFINITY};
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

/* The same with a cache that holds nothing: each time in a folder of its own.
 * What could not be measured stays infinite. */
static Latency measure_uncached(Run *run, Trial trial, const char *name)
{
  const char *set = getenv("BRISTLE_CACHE"), *scratch = getenv("TMPDIR");
  const char *kept = set ? run_printf(run, "%s", set) : NULL;
  trial.latency = (Latency){name, INFINITY, INFINITY};
  for (int i = 0; i < 3; i++) {
    char *folder = run_printf(run, "%s/bristle-bench-XXXXXX",
                              scratch && *scratch ? scratch : "/tmp");
    if (!mkdtemp(folder)) break;
    setenv("BRISTLE_CACHE", folder, 1);
    trial.run = run_open();
    if (trial.run) run_catch(trial.run, try_once, &trial);
    run_close(trial.run);
    Trial clearing = {.run = run_open()};
    if (clearing.run) run_catch(clearing.run, clear_once, &clearing);
    run_close(clearing.run);
    rmdir(run_printf(run, "%s/solvers", folder));
    rmdir(folder);
  }
  if (kept)
    setenv("BRISTLE_CACHE", kept, 1);
  else
    unsetenv("BRISTLE_CACHE");
  return trial.latency;
}

/* ---- the run ----------------------------------------------------------- */

/* The spec with one more override, compiled by cc. */
static const Solver *variant(Run *run, const char *spec,
                             const Override *overrides, size_t noverrides,
                             const Override *form)
{
  Override *more = run_alloc(run, (noverrides + 1) * sizeof *more);
  if (noverrides) memcpy(more, overrides, noverrides * sizeof *more);
  more[noverrides] = *form;
  const Subject subject = prepare(run, spec, more, noverrides + 1);
  return solver_of(run, &subject, &cc_backend);
}

/* The simpler model's, compiled by cc. */
static Tier simpler_tier(Run *run, const Workload *work)
{
  const Subject subject = subject_of(work->simpler);
  return make_tier(run, work, run_printf(run, "cc_%s", work->simpler_name),
                   solver_of(run, &subject, &cc_backend));
}

/* Best and median of each; sorts its times. */
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

BenchResult *bench_run(Run *run, const char *spec, const Override *overrides,
                       size_t noverrides)
{
  BenchResult *result = run_alloc(run, sizeof *result);
  const Subject subject = prepare(run, spec, overrides, noverrides);
  const Workload *work = subject.model->kind->workload(subject.model);
  Tier tiers[MOST_TIERS];
  size_t ntiers = 0;
  tiers[ntiers++] = make_tier(run, work, "reference", NULL);
  for (size_t i = 0; all_backends[i]; i++)
    if (!all_backends[i]->has_kernels || subject.emitted->kernel)
      tiers[ntiers++] = make_tier(run, work, all_backends[i]->name,
                                  solver_of(run, &subject, all_backends[i]));
  const Tier *const step = &tiers[ntiers - 1]; /* cc's */
  for (size_t i = 0; i < work->nvariants && ntiers < MOST_TIERS; i++)
    tiers[ntiers++] = make_tier(
        run, work, run_printf(run, "cc_%s", work->variants[i].text),
        variant(run, spec, overrides, noverrides, &work->variants[i]));
  const Tier *const simpler =
      work->simpler && ntiers < MOST_TIERS ? &tiers[ntiers] : NULL;
  if (simpler) tiers[ntiers++] = simpler_tier(run, work);
  Batch batch = make_batch(run, work, step);
  const Motion *motion = work->motion;
  Tier moved = {0};
  if (motion) {
    moved = make_call(run, motion->function, step->solver, motion->object,
                      motion->function);
    result->motion_off =
        motion_off(run, motion, &moved,
                   variant(run, spec, overrides, noverrides, motion->exact));
  }
  cpu_set_t before;
  pin(&before);
  for (int i = -1; i < REPEATS; i++) { /* the first round warms up */
    for (size_t k = 0; k < ntiers; k++)
      tiers[k].times[i < 0 ? 0 : i] = time_tier(work, &tiers[k]);
    if (batch.solver) batch.times[i < 0 ? 0 : i] = time_batch(&batch);
    if (motion) moved.times[i < 0 ? 0 : i] = time_motion(motion, &moved);
  }
  add_timings(result, tiers, ntiers);
  result->step = step->times[0];
  if (simpler) result->simpler = simpler->times[0];
  if (batch.solver) {
    qsort(batch.times, REPEATS, sizeof(double), by_size);
    result->batch =
        (Timing){"batch", batch.times[0], batch.times[REPEATS / 2], 0};
  }
  if (motion) {
    qsort(moved.times, REPEATS, sizeof(double), by_size);
    result->motion = motion;
    result->motion_ns = moved.times[0];
    result->motion_median = moved.times[REPEATS / 2];
  }
  result->repeats = REPEATS;
  const Trial tcc = {.backend = &tcc_backend,
                     .spec = spec,
                     .overrides = overrides,
                     .noverrides = noverrides};
  Trial cc = tcc;
  cc.backend = &cc_backend;
  result->latencies[0] = measure(run, tcc, "tcc");
  result->latencies[2] = measure(run, cc, "cc_cached");
  unpin(&before);
  result->latencies[1] = measure_uncached(run, cc, "cc");
  result->nlatencies = 3;
  return result;
}
