/* sweep.c: `bristle sweep`. In: a spec with a scenario, axes. Out: a CSV file
 * with a row for each set of parameters; or the files of shards, joined. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "study/study.h"
#include "cli/cli.h"

/* ---- options ----------------------------------------------------------------
 */

static int add_axis(Command *command, Run *run, const char *value,
                    bool is_range)
{
  SweepRequest *r = &command->sweep;
  if (r->naxes == SWEEP_MOST_AXES)
    return usage_error(command->verb, "takes at most %d axes", SWEEP_MOST_AXES);
  if (!value || !sweep_axis(run, value, is_range, &r->axes[r->naxes]))
    return usage_error(
        command->verb, "%s needs %s%s%s", is_range ? "--range" : "--vary",
        is_range ? "NAME=LOW:HIGH or NAME=LOW:HIGH:log"
                 : "NAME=LOW:HIGH:COUNT, NAME=LOW:HIGH:COUNT:log "
                   "or NAME=VALUE,VALUE,...",
        value ? ", got " : "", value ? value : "");
  r->naxes++;
  return GO_ON;
}

static int take_vary(Command *command, Run *run, const char *value)
{
  return add_axis(command, run, value, false);
}

static int take_range(Command *command, Run *run, const char *value)
{
  return add_axis(command, run, value, true);
}

/* Reads a whole number from `least` to 1e8. */
static int take_whole(Command *command, const char *name, const char *value,
                      long least, long *number)
{
  char *end = NULL;
  *number = value ? strtol(value, &end, 10) : 0;
  if (value && end != value && !*end && *number >= least &&
      *number <= 100000000)
    return GO_ON;
  return usage_error(command->verb,
                     "%s needs a whole number from %ld to 1e8%s%s", name, least,
                     value ? ", got " : "", value ? value : "");
}

static int take_sample(Command *command, Run *run, const char *value)
{
  (void)run;
  return take_whole(command, "--sample", value, 1, &command->sweep.samples);
}

static int take_seed(Command *command, Run *run, const char *value)
{
  (void)run;
  return take_whole(command, "--seed", value, 0, &command->sweep.seed);
}

static int take_jobs(Command *command, Run *run, const char *value)
{
  (void)run;
  return take_whole(command, "--jobs", value, 1, &command->sweep.jobs);
}

static int take_measure(Command *command, Run *run, const char *value)
{
  (void)run;
  command->sweep.measures = value;
  return value && *value ? GO_ON
                         : usage_error(command->verb, "--measure needs a file");
}

static int take_shard(Command *command, Run *run, const char *value)
{
  SweepRequest *r = &command->sweep;
  (void)run;
  char *end = NULL;
  r->shard = value ? strtol(value, &end, 10) : -1;
  r->shards =
      end && end != value && *end == '/' ? strtol(end + 1, &end, 10) : 0;
  if (value && !*end && r->shard >= 0 && r->shards > r->shard &&
      r->shards <= 100000000)
    return GO_ON;
  return usage_error(command->verb,
                     "--shard needs I/N with I from 0 to N - 1%s%s",
                     value ? ", got " : "", value ? value : "");
}

static int take_merge(Command *command, Run *run, const char *value)
{
  (void)run, (void)value;
  command->sweep.is_merging = true;
  return GO_ON;
}

static const Option option_vary = {
    .name = "--vary",
    .value = "AXIS",
    .take = take_vary,
    .help =
        "an axis: mu=0.2:1.2:50, v_s=1e-4:1e-2:20:log or\n"
        "mu=0.2,0.5,0.8; all combinations of several axes"};
static const Option option_sample = {
    .name = "--sample",
    .value = "N",
    .take = take_sample,
    .help = "N points of the Sobol sequence over the ranges"};
static const Option option_range = {
    .name = "--range",
    .value = "AXIS",
    .take = take_range,
    .help = "a range of --sample: mu=0.2:1.2 or v_s=1e-4:1e-2:log"};
static const Option option_seed = {
    .name = "--seed",
    .value = "S",
    .take = take_seed,
    .help = "another set of samples; 1 by default"};
static const Option option_measure = {
    .name = "--measure",
    .value = "FILE.lua",
    .take = take_measure,
    .help =
        "measures in place of last, least and largest values:\n"
        "return { peak = function(r, p) return math.max(\n"
        "table.unpack(r.fx)) / p.mu end }"};
static const Option option_jobs = {
    .name = "--jobs",
    .value = "N",
    .take = take_jobs,
    .help = "the number of processes; that of the cores by default"};
static const Option option_shard = {
    .name = "--shard",
    .value = "I/N",
    .take = take_shard,
    .help =
        "only the rows i with i mod N = I, into FILE.csv.I-of-N;\n"
        "a Slurm array and MPI ranks set it by themselves"};
static const Option option_merge = {
    .name = "--merge",
    .take = take_merge,
    .help = "join the files of all shards in place of a spec"};

/* ---- the verb
 * -----------------------------------------------------------------
 */

static int report(const SweepResult *result)
{
  printf("%s: %ld rows", result->path, result->rows);
  if (result->kept > 0)
    printf(", %ld of them from an earlier run", result->kept);
  if (result->failed > 0)
    printf(", %ld with an error in the column status", result->failed);
  printf("\n");
  return result->rows > 0 && result->failed == result->rows ? EXIT_DID_NOT_HOLD
                                                            : EXIT_HELD;
}

static int merge(Run *run, const Command *command)
{
  const SweepRequest *r = &command->sweep;
  if (r->naxes > 0 || r->samples > 0 || r->measures || r->shards > 0 ||
      command->noverrides > 0 || command->picture)
    return usage_error(command->verb, "--merge takes files and -o alone");
  const SweepResult result =
      sweep_merge(run, command->specs, command->nspecs, command->out);
  return report(&result);
}

/* The code of a row is compiled for that row alone, so that a quick compiler is
 * the default. */
static const Backend *backend_of(Run *run, const Command *command)
{
  if (!command->backend) return &kernel_backend;
  return command_backend_or_reference(run, command);
}

static void set_backends(Run *run, const Command *command, Sweep *s)
{
  s->backend = backend_of(run, command);
  s->once = command->backend ? s->backend : backend_best(run);
}

static int sweep(Run *run, const Command *command)
{
  const SweepRequest *r = &command->sweep;
  if (!command->out) return usage_error(command->verb, "needs -o FILE.csv");
  if (r->is_merging) return merge(run, command);
  if (command->nspecs > 1)
    return usage_error(command->verb, "takes one spec, got %s and %s",
                       command->specs[0], command->specs[1]);
  Sweep s = {
      .origin = {command->spec, NULL, command->overrides, command->noverrides},
      .axes = r->axes,
      .naxes = r->naxes,
      .samples = r->samples,
      .seed = (uint64_t)r->seed,
      .measures = r->measures,
      .shard = r->shard,
      .shards = r->shards,
      .jobs = (int)r->jobs};
  if (s.shards == 0) {
    s.shards = 1;
    sweep_place(run, &s.shard, &s.shards);
  }
  if (s.shards > 1 && command->picture)
    return usage_error(command->verb, "--plot needs all rows, not a shard");
  SweepAxis axes[SWEEP_MOST_AXES];
  memcpy(axes, r->axes, sizeof axes);
  set_backends(run, command, &s);
  sweep_complete(run, &s, axes);
  const SweepResult result = sweep_run(run, &s, command->out);
  const int code = report(&result);
  if (command->picture && code == EXIT_HELD) {
    sweep_draw(run, &s, result.path, command->picture);
    printf("%s\n", command->picture);
  }
  return code;
}

static const Option *const options[] = {&option_out_file,
                                        &option_vary,
                                        &option_sample,
                                        &option_range,
                                        &option_seed,
                                        &option_measure,
                                        &option_plot,
                                        &option_jobs,
                                        &option_shard,
                                        &option_merge,
                                        &option_backend_of_rows,
                                        NULL};

const Verb sweep_verb = {
    .name = "sweep",
    .usage = "SPEC -o FILE.csv --vary NAME=LOW:HIGH:COUNT [options]",
    .about =
        "Runs the spec's scenario for many sets of parameters, on all cores. "
        "Writes a row\nfor each set: its number, the parameters, the status, "
        "the measures. The same\ncommand goes on where it was ended. The bytes "
        "depend on the sweep alone, not on\nprocesses, shards or restarts. A "
        "name is one of tune (one solver then serves all\nrows), one of param, "
        "or the path of a number in the spec. Exit code 1: no row\nhas "
        "succeeded.",
    .options = options,
    .most_specs = ANY_NUMBER,
    .body = sweep};
