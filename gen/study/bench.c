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
#include "study/inside.h"
#include "study/study.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <math.h>

#include "bristle_rt.h"

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

/* Code that runs the steps of the workload. */
typedef struct Tier {
  const char *name;
  const Solver *solver; /* NULL: the reference or the generic loop */
  const br_function *function;
  void *state;
  double *const *out;
  const double *const *const *inputs;
} Tier;

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
  Tier tier = make_call(run, name, solver, work->object, work->function);
  tier.inputs = work->inputs;
  return tier;
}

static void run_tier(void *self, int from, int count)
{
  const Tier *tier = self;
  for (int i = from; i < from + count; i++)
    tier->function->call(tier->state, tier->inputs[i], tier->out);
}

/* ---- many states at once ------------------------------------------------ */

/* A round of SETS steps of BATCH states; the twist of a state takes a way of
 * its own through the workload. */
enum { SETS = 16 };
typedef struct Batch {
  const br_solver *solver; /* NULL: no batches, or too large ones */
  void *tuning;            /* of all states, or NULL */
  double *z, *twist[SETS], *fn[SETS], *wrench;
  double dt;
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
  if (solver->tuning) {
    batch.tuning = run_alloc(run, solver->tuning->bytes);
    solver->tuning->tune(batch.tuning, tier->solver->tuning);
  }
  const BatchRows rows = solver_batch_rows(solver);
  const br_function *step = tier->function;
  batch.dt = work->inputs[0][step->ninputs - 1][0];
  batch.z = run_doubles(run, states * BATCH);
  batch.wrench = run_doubles(run, (size_t)rows.wrench * BATCH);
  for (int k = 0; k < SETS; k++) {
    batch.twist[k] = run_doubles(run, (size_t)rows.twist * BATCH);
    batch.fn[k] = run_doubles(run, BATCH);
    for (int i = 0; i < BATCH; i++) {
      const double *const *in = work->inputs[(997 * i + k) % work->steps];
      for (int p = 0, row = 0; p + 1 < step->ninputs; p++) {
        const bool is_load = rows.fn && p == 1;
        for (int d = 0; d < step->inputs[p].rows; d++)
          put_real(solver, is_load ? batch.fn[k] : batch.twist[k],
                   (size_t)(is_load ? i : row++ * BATCH + i), in[p][d]);
      }
    }
  }
  return batch;
}

static void run_batch(void *self, int from, int count)
{
  const Batch *b = self;
  for (int i = from; i < from + count; i++)
    if (b->tuning)
      b->solver->tuning->step_batch(b->tuning, 0, BATCH, b->z, b->twist[i],
                                    b->fn[i], b->dt, b->wrench, NULL);
    else
      b->solver->step_batch(BATCH, b->z, b->twist[i], b->fn[i], b->dt,
                            b->wrench, NULL);
}

/* ---- a whole motion ----------------------------------------------------- */

typedef struct MotionRun {
  const Motion *motion;
  Tier tier;
} MotionRun;

static MotionRun make_motion(Run *run, const Motion *motion,
                             const Solver *solver)
{
  MotionRun moved = {motion, make_call(run, motion->function, solver,
                                       motion->object, motion->function)};
  moved.tier.inputs = motion->inputs;
  return moved;
}

/* The first call of a motion starts at its start. */
static void run_motion(void *self, int from, int count)
{
  MotionRun *moved = self;
  const Tier *tier = &moved->tier;
  if (from == 0)
    tier->solver->functions->set(tier->state, moved->motion->start);
  run_tier(&moved->tier, from, count);
}

/* Returns the distance of the motion's end from its end with the solver
 * `exact`, as motion->off measures distances. */
static double motion_off(Run *run, MotionRun *moved, const Solver *exact)
{
  const Motion *motion = moved->motion;
  MotionRun other = make_motion(run, motion, exact);
  const br_solver *solver = moved->tier.solver->functions;
  double *ends[2];
  MotionRun *const both[] = {moved, &other};
  for (int i = 0; i < 2; i++) {
    ends[i] = run_doubles(run, (size_t)solver->nstates);
    run_motion(both[i], 0, motion->calls);
    solver->get(both[i]->tier.state, ends[i]);
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
  /* The first racers run the tiers; a batch and a motion follow. */
  Tier tiers[MOST_TIERS];
  Racer racers[MOST_TIERS + 2];
  size_t ntiers, nracers;
  size_t step;    /* the tier of cc */
  size_t peer;    /* the tier of the generic loop, or 0 */
  size_t simpler; /* the tier of the simpler model, or 0 */
  size_t literal; /* the tier of the same spec without tune, or 0 */
  Batch batch;
  MotionRun moved; /* if the workload has a motion */
} Bench;

static void run_reference(void *self, int from, int count)
{
  const Workload *const work = *(const Workload *const *)self;
  work->reference(work->context, from, count);
}

static void run_peer(void *self, int from, int count)
{
  const Peer *const peer = (*(const Workload *const *)self)->peer;
  peer->advance(peer->context, from, count);
}

/* Returns the index of the tier. */
static size_t add_tier(Bench *bench, Tier tier,
                       void (*advance)(void *self, int from, int count),
                       void *self)
{
  const size_t at = bench->ntiers++;
  bench->tiers[at] = tier;
  bench->racers[at] = (Racer){.advance = advance,
                              .self = self ? self : &bench->tiers[at],
                              .steps = bench->work->steps};
  bench->nracers = bench->ntiers;
  return at;
}

static size_t add_solver(Bench *bench, const char *name, const Solver *solver)
{
  const Solver *now = solver_now(bench->pipeline->model, solver);
  return add_tier(bench, make_tier(bench->run, bench->work, name, now),
                  run_tier, NULL);
}

static void add_peer(Bench *bench)
{
  const Peer *peer = bench->work->peer;
  if (!peer) return;
  const Module *module = module_open(bench->run, &cc_backend, &peer->unit);
  peer->start(peer->context, module_symbol(module, peer->symbol));
  bench->peer =
      add_tier(bench, (Tier){.name = peer->unit.name}, run_peer, &bench->work);
}

/* Returns the solver of the spec with one more override, compiled by cc. */
static const Solver *variant(Pipeline *pipeline, const Override *form)
{
  return pipeline_solver(
      pipeline_variant(pipeline->run, &pipeline->origin, form, 1), &cc_backend,
      NULL);
}

static void add_variants(Bench *bench)
{
  const Workload *work = bench->work;
  Run *run = bench->run;
  static const Override untuned = {"tune", "false"};
  for (size_t i = 0; i < work->nvariants && bench->ntiers < MOST_TIERS; i++)
    add_solver(bench,
               run_printf(run, "cc_%s",
                          work->variant_names ? work->variant_names[i]
                                              : work->variants[i].text),
               variant(bench->pipeline, &work->variants[i]));
  if (bench->pipeline->model->tuning && bench->ntiers < MOST_TIERS)
    bench->literal = add_tier(
        bench,
        make_tier(run, work, "cc_literal", variant(bench->pipeline, &untuned)),
        run_tier, NULL);
  if (!work->simpler || bench->ntiers == MOST_TIERS) return;
  bench->simpler = add_solver(
      bench, run_printf(run, "cc_%s", work->simpler_name),
      pipeline_solver(pipeline_of_model(work->simpler), &cc_backend, NULL));
}

static void add_tiers(Bench *bench)
{
  Pipeline *pipeline = bench->pipeline;
  add_tier(bench, (Tier){.name = "reference"}, run_reference, &bench->work);
  add_peer(bench);
  for (size_t i = 0; all_backends[i]; i++)
    if (!all_backends[i]->has_kernels || pipeline_plan(pipeline)->kernel)
      bench->step =
          add_solver(bench, all_backends[i]->name,
                     pipeline_solver(pipeline, all_backends[i], NULL));
  add_variants(bench);
}

/* Adds the racers that are no tiers. */
static void add_others(Bench *bench, BenchResult *result)
{
  const Motion *motion = bench->work->motion;
  const Tier *step = &bench->tiers[bench->step];
  bench->batch = make_batch(bench->run, bench->work, step);
  if (bench->batch.solver)
    bench->racers[bench->nracers++] =
        (Racer){.advance = run_batch, .self = &bench->batch, .steps = SETS};
  if (!motion) return;
  bench->moved = make_motion(bench->run, motion, step->solver);
  result->motion_off =
      motion_off(bench->run, &bench->moved,
                 solver_now(bench->pipeline->model,
                            variant(bench->pipeline, motion->exact)));
  bench->racers[bench->nracers++] = (Racer){
      .advance = run_motion, .self = &bench->moved, .steps = motion->calls};
}

/* Returns the times of a round divided by `parts`. */
static Timing timing_of(const char *name, const Racer *racer, double parts)
{
  return (Timing){.name = name,
                  .best = racer->best / parts,
                  .median = racer->median / parts,
                  .spread = (racer->high - racer->low) / racer->median};
}

static void add_results(Bench *bench, BenchResult *result)
{
  const Racer *racer = bench->racers;
  result->repeats = racer->rounds;
  for (size_t k = 0; k < bench->ntiers; k++, racer++) {
    const Tier *tier = &bench->tiers[k];
    Timing *timing = &result->timings[result->ntimings++];
    *timing = timing_of(tier->name, racer, racer->steps);
    if (tier->solver)
      timing->code_bytes = module_code_bytes(tier->solver->module);
    if (racer->rounds < result->repeats) result->repeats = racer->rounds;
  }
  result->cells = bench->work->cells;
  result->step = result->timings[bench->step].best;
  if (bench->peer) result->peer = result->timings[bench->peer].best;
  if (bench->literal) result->literal = result->timings[bench->literal].best;
  if (bench->simpler) result->simpler = result->timings[bench->simpler].best;
  if (bench->batch.solver)
    result->batch = timing_of("batch", racer++, SETS * BATCH);
  result->motion = bench->work->motion;
  if (result->motion) result->moved = timing_of("motion", racer, 1);
}

BenchResult *bench_run(Pipeline *pipeline)
{
  Run *run = pipeline->run;
  const Model *model = pipeline->model;
  const Origin *origin = &pipeline->origin;
  BenchResult *result = run_alloc(run, sizeof *result);
  Bench bench = {.run = run,
                 .pipeline = pipeline,
                 .work = model->kind->workload(model_now(model))};
  add_tiers(&bench);
  add_others(&bench, result);
  cpu_set_t before;
  pin(&before);
  race_run(run, bench.racers, bench.nracers);
  add_results(&bench, result);
  result->latencies[0] = measure(run, origin, &tcc_backend, "tcc");
  result->latencies[2] = measure(run, origin, &cc_backend, "cc_cached");
  unpin(&before);
  result->latencies[1] = measure_uncached(run, origin, &cc_backend, "cc");
  result->nlatencies = 3;
  return result;
}
