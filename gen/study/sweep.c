/* sweep.c: a spec's scenario for many sets of parameters. In: a Sweep. Out: a
 * CSV file, or the file of one shard.
 *
 * Invariant: the bytes of the result do not depend on the number of processes
 * or shards, nor on where earlier runs of the same sweep were ended. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "study/inside.h"

/* ---- where this process is
 * ---------------------------------------------------
 */

/* Returns a whole number from 0 of the environment, or -1 if the variable is
 * not set or empty. */
static long variable(Run *run, const char *name)
{
  const Where nowhere = {NULL, 0};
  const char *text = getenv(name);
  char *end;
  if (!text || !*text) return -1;
  const long value = strtol(text, &end, 10);
  if (*end || value < 0)
    run_fail(run, nowhere,
             "%s must be a whole number from 0, got \"%s\"; correct it, or "
             "give --shard I/N",
             name, text);
  return value;
}

/* The tasks of a Slurm array, which may start anywhere and have a step. */
static bool slurm_place(Run *run, long *shard, long *shards)
{
  const Where nowhere = {NULL, 0};
  const long task = variable(run, "SLURM_ARRAY_TASK_ID");
  const long count = variable(run, "SLURM_ARRAY_TASK_COUNT");
  long first = variable(run, "SLURM_ARRAY_TASK_MIN");
  long step = variable(run, "SLURM_ARRAY_TASK_STEP");
  const long last = variable(run, "SLURM_ARRAY_TASK_MAX");
  if (task < 0) return false;
  if (first < 0) first = 0;
  if (step < 1) step = 1;
  if (count < 1)
    run_fail(run, nowhere,
             "SLURM_ARRAY_TASK_ID is %ld, but SLURM_ARRAY_TASK_COUNT is not "
             "set; give --shard I/N",
             task);
  *shard = (task - first) / step;
  *shards = count;
  if (task < first || (task - first) % step != 0 || *shard >= count ||
      (last >= 0 && count > 1 && last != first + step * (count - 1)))
    run_fail(run, nowhere,
             "the tasks of the Slurm array have gaps, so that they do not "
             "number shards; give --shard I/N");
  return true;
}

bool sweep_place(Run *run, long *shard, long *shards)
{
  static const char *const names[][2] = {
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_RANK", "PMI_SIZE"}};
  const Where nowhere = {NULL, 0};
  if (slurm_place(run, shard, shards)) return true;
  for (size_t i = 0; i < COUNT(names); i++) {
    const long rank = variable(run, names[i][0]);
    const long size = variable(run, names[i][1]);
    if (rank < 0 && size < 0) continue;
    if (rank < 0 || rank >= size)
      run_fail(run, nowhere,
               "%s must be set from 0 to %s less 1; correct both, or give "
               "--shard I/N",
               names[i][0], names[i][1]);
    *shard = rank;
    *shards = size;
    return true;
  }
  return false;
}

/* ---- sweeping
 * ------------------------------------------------------------------
 */

static void require_ranges(Run *run, const Sweep *sweep)
{
  const Where nowhere = {NULL, 0};
  size_t ranges = 0;
  for (size_t i = 0; i < sweep->naxes; i++) ranges += sweep->axes[i].count == 0;
  if (ranges > 0 && sweep->samples == 0)
    run_fail(run, nowhere, "--range needs --sample N");
  if (ranges == 0 && sweep->samples > 0)
    run_fail(run, nowhere,
             "--sample needs the ranges of its parameters: --range "
             "NAME=LOW:HIGH, or a spec with tune");
  if (sweep->naxes == 0)
    run_fail(run, nowhere,
             "nothing varies; give --vary NAME=LOW:HIGH:COUNT, or --sample N "
             "with --range NAME=LOW:HIGH");
}

void sweep_complete(Run *run, Sweep *sweep, SweepAxis *axes)
{
  for (size_t i = 0; i < sweep->naxes; i++)
    if (axes[i].count == 0) return;
  if (sweep->samples == 0) return;
  const Tuning *tuning =
      pipeline_open(run, &sweep->origin, NULL)->model->tuning;
  for (size_t i = 0; tuning && i < tuning->count; i++) {
    const Tuned *t = &tuning->list[i];
    bool is_there = sweep->naxes == SWEEP_MOST_AXES;
    for (size_t k = 0; k < sweep->naxes; k++)
      is_there = is_there || strcmp(axes[k].name, t->name) == 0;
    if (!is_there)
      axes[sweep->naxes++] =
          (SweepAxis){.name = t->name, .low = t->low, .high = t->high};
  }
  sweep->axes = axes;
}

SweepResult sweep_run(Run *run, const Sweep *sweep, const char *out)
{
  require_ranges(run, sweep);
  const Study *study = study_open(run, sweep);
  const bool is_whole = sweep->shards == 1;
  const char *path =
      run_printf(run, "%s.%ld-of-%ld", out, sweep->shard, sweep->shards);
  ShardFile *file = shard_open(run, study, path);
  SweepResult result = {.path = is_whole ? out : path, .kept = file->done};
  workers_run(run, study, file, sweep->jobs);
  result.rows = file->rows;
  result.failed = file->failed;
  if (is_whole || result.kept < file->rows) shard_sort(file, result.path);
  if (is_whole) unlink(path);
  return result;
}
