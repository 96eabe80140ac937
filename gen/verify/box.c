/* box.c: the checks of a tuned solver at corners of its box and at random
 * points in the box. In: a BoxTrial. Out: the kind's checks at these points,
 * and the checks of _tune.
 *
 * Invariant: the kind's checks get the values that the solver got. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "verify/verify.h"
#include "bristle_rt.h"

/* Values out of range are refused, and no byte of the state changes. */
static void verify_refusals(const BoxTrial *trial, double *values)
{
  const Tuning *tuning = trial->model->tuning;
  const size_t bytes = trial->solver->functions->state_bytes;
  Check *check = verify_check(trial->verification, "tune refuses", 0);
  unsigned char *before = run_alloc(trial->model->run, bytes);
  memcpy(before, trial->state, bytes);
  for (size_t k = 0; k < tuning->count; k++) {
    const Tuned *one = &tuning->list[k];
    const double beyond = 1e-3 * (one->high - one->low);
    const double wrong[] = {one->low - beyond, one->high + beyond, NAN,
                            INFINITY, -INFINITY};
    const double kept = values[k];
    for (size_t i = 0; i < COUNT(wrong); i++) {
      values[k] = wrong[i];
      const bool is_refused = tuning_give(trial->model, trial->solver,
                                          trial->state, values) == BR_BAD_INPUT;
      const bool is_kept = memcmp(before, trial->state, bytes) == 0;
      check_add(check, is_refused && is_kept ? 0 : 1, "%s = %g", one->name,
                wrong[i]);
    }
    values[k] = kept;
  }
}

/* A combination that is refused leaves the tuning as it was. */
static void verify_refused_point(const BoxTrial *trial, const double *values)
{
  const size_t bytes = trial->solver->functions->state_bytes;
  unsigned char *before = run_alloc(trial->model->run, bytes);
  memcpy(before, trial->state, bytes);
  const bool is_refused = tuning_give(trial->model, trial->solver, trial->state,
                                      values) == BR_BAD_INPUT;
  const bool is_kept = memcmp(before, trial->state, bytes) == 0;
  check_add(verify_check(trial->verification, "tune refuses", 0),
            is_refused && is_kept ? 0 : 1, "a combination of values");
}

/* Runs all checks with these values. Returns false if _tune refuses them for
 * their combination. */
static bool verify_values(const BoxTrial *trial, double *values)
{
  const Model *model = trial->model;
  const Tuning *tuning = model->tuning;
  for (size_t k = 0; k < tuning->count && model->is_float; k++)
    values[k] = float_rounded(values[k]);
  trial->verification->point = tuning_text(model, values);
  if (!tuning_is_ordered(tuning, values)) {
    verify_refused_point(trial, values);
    trial->verification->point = NULL;
    return false;
  }
  const bool is_accepted =
      tuning_give(model, trial->solver, trial->state, values) == BR_OK;
  check_add(verify_check(trial->verification, "tune accepts", 0),
            is_accepted ? 0 : 1, "a point of the box");
  if (is_accepted) {
    verify_refusals(trial, values);
    trial->at(trial->context, values);
  }
  trial->verification->point = NULL;
  return true;
}

/* Runs all checks at point i of the tuning. */
static bool verify_point(const BoxTrial *trial, size_t i)
{
  const Tuning *tuning = trial->model->tuning;
  double *values = run_doubles(trial->model->run, tuning->count);
  tuning_point(tuning, i, values);
  return verify_values(trial, values);
}

/* Runs all checks with the values that the caller has set. */
static void verify_now(const BoxTrial *trial)
{
  const Tuning *tuning = trial->model->tuning;
  double *values = run_doubles(trial->model->run, tuning->count);
  model_now(trial->model);
  memcpy(values, tuning->now, tuning->count * sizeof *values);
  verify_values(trial, values);
}

void verify_box(const BoxTrial *trial)
{
  if (tuning_is_moved(trial->model->tuning)) {
    verify_now(trial);
    return;
  }
  enum { MOST_TRIES = 100 };
  const size_t most = trial->is_brief ? 2 : 4, random = most / 2;
  const size_t corners = tuning_corners(trial->model->tuning);
  const size_t stride = (corners + most - 1) / most;
  /* An odd stride reaches both ends of every range. */
  for (size_t i = 0; i < corners; i += stride | 1) verify_point(trial, i);
  for (size_t i = 0, seen = 0; i < MOST_TRIES && seen < random; i++)
    seen += verify_point(trial, corners + i);
}
