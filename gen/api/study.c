/* study.c: many simulations of a model of bristle.h, the numbers of its tune,
 * and fits to logs. In: calls from a host. Out: tunings, CSV files, JSON.
 *
 * Invariant: as in library.c, no error jumps into the host. */
#include <string.h>

#include "api/bristle.h"
#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "study/study.h"
#include "api/inside.h"

/* ---- tune ------------------------------------------------------------------
 */

typedef struct Listing {
  const Model *model;
  bristle_tunable *list;
} Listing;

static void list_tunables(void *context)
{
  Listing *l = context;
  const Tuning *tuning = l->model->tuning;
  l->list = run_alloc(l->model->run, tuning->count * sizeof *l->list);
  for (size_t i = 0; i < tuning->count; i++) {
    const Tuned *t = &tuning->list[i];
    l->list[i] = (bristle_tunable){t->name, t->unit, t->low, t->high, t->value};
  }
}

const bristle_tunable *bristle_tunables(bristle_model *handle, size_t *count)
{
  Listing listing = {library_model(handle), NULL};
  const Tuning *tuning = listing.model ? listing.model->tuning : NULL;
  *count = tuning ? tuning->count : 0;
  if (tuning && !library_guarded(handle, list_tunables, &listing)) *count = 0;
  return listing.list;
}

typedef struct Setting {
  const Model *model;
  const char *name;
  double value;
} Setting;

static void set_tuning(void *context)
{
  const Setting *s = context;
  model_tune(s->model, s->name, s->value);
}

int bristle_tune(bristle_model *handle, const char *name, double value)
{
  Setting setting = {library_model(handle), name, value};
  return library_guarded(handle, set_tuning, &setting);
}

static int find_tunable(const br_tuning *tuning, const char *name)
{
  for (int i = 0; i < tuning->count; i++)
    if (strcmp(tuning->list[i].name, name) == 0) return i;
  return -1;
}

int bristle_state_tune(const br_solver *functions, void *state, size_t count,
                       const char *const *names, const double *values)
{
  const br_tuning *tuning = functions->tuning;
  double all[BR_MOST_TUNED];
  const double *in[BR_MOST_TUNED];
  if (!tuning) return BR_BAD_INPUT;
  for (int i = 0; i < tuning->count; i++) {
    all[i] = tuning->list[i].value;
    in[i] = &all[i];
  }
  for (size_t i = 0; i < count; i++) {
    const int which = find_tunable(tuning, names[i]);
    if (which < 0) return BR_BAD_INPUT;
    all[which] = values[i];
  }
  for (int i = 0; i < functions->nfunctions; i++)
    if (strcmp(functions->functions[i].name, "tune") == 0)
      return functions->functions[i].call(state, in, NULL);
  return BR_BAD_INPUT;
}

/* ---- sweeps ----------------------------------------------------------------
 */

typedef struct Request {
  const bristle_model *handle;
  const bristle_sweep_options *options;
  const char *out;
  SweepResult result;
} Request;

static void add_axes(Run *run, Sweep *sweep, SweepAxis *axes,
                     const char *const *texts, size_t count, bool is_range)
{
  const Where nowhere = {NULL, 0};
  for (size_t i = 0; i < count; i++) {
    if (sweep->naxes == SWEEP_MOST_AXES)
      run_fail(run, nowhere, "a sweep takes at most %d axes", SWEEP_MOST_AXES);
    if (!sweep_axis(run, texts[i], is_range, &axes[sweep->naxes++]))
      run_fail(run, nowhere, "an axis must be %s, got %s",
               is_range ? "name=low:high or name=low:high:log"
                        : "name=low:high:count, name=low:high:count:log or "
                          "name=value,value,...",
               texts[i]);
  }
}

static void sweep(void *context)
{
  Request *r = context;
  const bristle_sweep_options *o = r->options;
  Run *run = library_model(r->handle)->run;
  SweepAxis axes[SWEEP_MOST_AXES];
  const bool has_backend = o->backend && strcmp(o->backend, "auto") != 0;
  const bool is_reference = has_backend && strcmp(o->backend, "reference") == 0;
  Sweep s = {.origin = *library_origin(r->handle),
             .axes = axes,
             .samples = o->samples,
             .seed = (uint64_t)o->seed,
             .measures = o->measures,
             .shards = 1,
             .jobs = (int)o->jobs};
  s.backend = is_reference  ? NULL
              : has_backend ? backend_choose(run, o->backend)
                            : &kernel_backend;
  s.once = has_backend ? s.backend : backend_best(run);
  add_axes(run, &s, axes, o->vary, o->nvary, false);
  add_axes(run, &s, axes, o->range, o->nrange, true);
  sweep_complete(run, &s, axes);
  r->result = sweep_run(run, &s, r->out);
}

int bristle_sweep(bristle_model *handle, const bristle_sweep_options *options,
                  const char *out, long *rows, long *failed)
{
  Request request = {handle, options, out, {NULL, 0, 0, 0}};
  const bool is_done = library_guarded(handle, sweep, &request);
  if (rows) *rows = request.result.rows;
  if (failed) *failed = request.result.failed;
  return is_done;
}

/* ---- fits ------------------------------------------------------------------
 */

typedef struct FitCall {
  const bristle_model *handle;
  const bristle_fit_options *options;
  const char *json;
} FitCall;

static void fit(void *context)
{
  FitCall *call = context;
  const bristle_fit_options *o = call->options;
  Run *run = library_model(call->handle)->run;
  const FitOptions options = {.origin = *library_origin(call->handle),
                              .logs = o->logs,
                              .nlogs = o->nlogs,
                              .names = o->names,
                              .formulas = o->columns,
                              .nformulas = o->ncolumns,
                              .use = o->use,
                              .hold = o->hold,
                              .from = o->given,
                              .weights = o->weights,
                              .backend = backend_choose(run, o->backend)};
  const FitResult *result = fit_run(run, &options);
  const char *spec = o->out ? fit_spec(result) : NULL;
  if (spec) file_write(run, o->out, spec, strlen(spec));
  if (o->picture) fit_draw(result, o->picture);
  call->json = fit_json(result);
}

const char *bristle_fit(bristle_model *handle,
                        const bristle_fit_options *options)
{
  FitCall call = {handle, options, NULL};
  return library_guarded(handle, fit, &call) ? call.json : NULL;
}
