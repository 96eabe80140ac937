/* library.c: the models of bristle.h, for embedding programs. In: calls from a
 * host that may have any locale. Out: models, texts and errors as values.
 *
 * Invariant: every entry catches the errors of its run; none jumps into the
 * host. */
#include <stdlib.h>
#include <string.h>

#include "api/bristle.h"
#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "pipeline.h"
#include "verify/verify.h"
#include "api/inside.h"
#include "status.h"

struct bristle_model {
  Run *run;
  Pipeline *pipeline;  /* NULL: the spec was refused */
  Origin origin;       /* of the spec */
  bool is_busy;        /* a call is running, which uses run->watch */
  const char *refusal; /* the error of another call made meanwhile, or NULL */
};

const char *bristle_version(void)
{
  return version_text();
}

const char *bristle_status(int status)
{
  return br_status_word(status);
}

/* Refuses a call for a model that another call is using: the watch of
 * bristle_sim made it. */
static bool refuse_busy(bristle_model *handle)
{
  if (handle->is_busy)
    handle->refusal =
        "the model is in use by its own simulation; open the spec again, or "
        "make this call when sim has returned";
  return handle->is_busy;
}

bool library_guarded(bristle_model *handle, void (*body)(void *context),
                     void *context)
{
  if (refuse_busy(handle)) return false;
  LocaleGuard *guard = locale_enter();
  handle->is_busy = true;
  handle->run->error = NULL;
  handle->run->excerpt = NULL;
  if (handle->pipeline) spec_renew(handle->pipeline->model->spec);
  const bool is_done = run_catch(handle->run, body, context);
  handle->is_busy = false;
  handle->refusal = NULL;
  locale_leave(guard);
  return is_done;
}

/* ---- opening ----------------------------------------------------------- */

typedef struct Opening {
  bristle_model *handle;
  const char *path, *text; /* text is NULL: the file at the path is the spec */
  const char *const *texts;
  size_t count;
  bool has_code;
} Opening;

static void load(void *context)
{
  const Opening *opening = context;
  Run *run = opening->handle->run;
  const size_t count = opening->count;
  const Where nowhere = {NULL, 0};
  Override *overrides = run_alloc(run, (count + 1) * sizeof *overrides);
  for (size_t i = 0; i < count; i++) {
    const char *text = opening->texts[i], *equals = strchr(text, '=');
    if (!equals || equals == text || !equals[1])
      run_fail(run, nowhere, "an override must be key=value, got %s", text);
    overrides[i].key = run_strndup(run, text, (size_t)(equals - text));
    overrides[i].text = run_printf(run, "%s", equals + 1);
  }
  SpecText text = {.name = opening->path, .has_code = opening->has_code};
  const Origin origin = {opening->path, opening->text ? &text : NULL, overrides,
                         count};
  if (opening->text) {
    text.length = strlen(opening->text);
    text.text = run_strndup(run, opening->text, text.length);
  }
  if (opening->text) {
    SpecText *kept = run_alloc(run, sizeof *kept);
    *kept = text;
    kept->name = run_printf(run, "%s", opening->path);
    opening->handle->origin.text = kept;
  }
  opening->handle->origin.path = run_printf(run, "%s", opening->path);
  opening->handle->origin.overrides = overrides;
  opening->handle->origin.noverrides = count;
  opening->handle->pipeline = pipeline_open(run, &origin, NULL);
}

static bristle_model *open_model(Opening *opening)
{
  bristle_model *handle = calloc(1, sizeof *handle);
  if (!handle) return NULL;
  handle->run = run_open();
  if (!handle->run) {
    free(handle);
    return NULL;
  }
  opening->handle = handle;
  library_guarded(handle, load, opening);
  return handle;
}

bristle_model *bristle_open(const char *path, const char *const *overrides,
                            size_t count)
{
  Opening opening = {NULL, path, NULL, overrides, count, false};
  return open_model(&opening);
}

bristle_model *bristle_open_text(const char *name, const char *text,
                                 const char *const *overrides, size_t count)
{
  Opening opening = {NULL, name, text, overrides, count, false};
  return open_model(&opening);
}

bristle_model *library_open_tables(const char *name, const char *text,
                                   const char *const *overrides, size_t count)
{
  Opening opening = {NULL, name, text, overrides, count, true};
  return open_model(&opening);
}

const Model *library_model(const bristle_model *handle)
{
  return handle->pipeline ? handle->pipeline->model : NULL;
}

const Origin *library_origin(const bristle_model *handle)
{
  return &handle->origin;
}

bool library_is_busy(const bristle_model *handle)
{
  return handle->is_busy;
}

const char *bristle_error(const bristle_model *handle)
{
  return handle->refusal ? handle->refusal : handle->run->error;
}

const char *bristle_excerpt(const bristle_model *handle)
{
  return handle->refusal ? NULL : handle->run->excerpt;
}

const char *bristle_name(const bristle_model *handle)
{
  return handle->pipeline->model->name;
}

void bristle_close(bristle_model *handle)
{
  if (!handle || refuse_busy(handle)) return;
  run_close(handle->run);
  free(handle);
}

typedef struct Words {
  Run *run;
  void (*take)(void *context, const char *word);
  void *context;
} Words;

static void list_words(void *context)
{
  const Words *words = context;
  for (const TableWord *w = pipeline_words(words->run); w->name; w++)
    words->take(words->context, w->name);
}

void library_words(void (*take)(void *context, const char *word), void *context)
{
  const Words words = {run_open(), take, context};
  if (!words.run) return;
  LocaleGuard *guard = locale_enter();
  run_catch(words.run, list_words, (void *)(uintptr_t)&words);
  locale_leave(guard);
  run_close(words.run);
}

/* ---- the verbs --------------------------------------------------------- */
/* `text` is letters, a folder or a backend, and then the result. `number` is
 * options, and then the result. */
typedef struct Request {
  bristle_model *handle;
  const char *text;
  int number;
} Request;

static void check(void *context)
{
  Request *request = context;
  Report *report = pipeline_check(request->handle->pipeline, NULL, 0);
  request->number = report->nerrors;
  request->text = report_json(report);
}

const char *bristle_check(bristle_model *handle, int *nerrors)
{
  Request request = {handle, NULL, 0};
  if (!library_guarded(handle, check, &request)) return NULL;
  if (nerrors) *nerrors = request.number;
  return request.text;
}

static void show_stages(void *context)
{
  Request *request = context;
  request->text = pipeline_show(request->handle->pipeline, request->text);
}

const char *bristle_show(bristle_model *handle, const char *letters)
{
  Request request = {handle, letters, 0};
  return library_guarded(handle, show_stages, &request) ? request.text : NULL;
}

static void emit(void *context)
{
  Request *request = context;
  Run *run = request->handle->run;
  const bool has_example = request->number & BRISTLE_EXAMPLE;
  const Texts *texts = pipeline_texts(
      request->handle->pipeline,
      TEXT_CODE | TEXT_FIGURES | (has_example ? TEXT_EXAMPLE : 0));
  Text written = text_new(run);
  emit_files(run, texts, request->text, request->number & BRISTLE_DESCRIPTOR,
             has_example, &written);
  request->text = written.chars;
}

const char *bristle_emit(bristle_model *handle, const char *folder, int options)
{
  Request request = {handle, folder, options};
  return library_guarded(handle, emit, &request) ? request.text : NULL;
}

static void verify(void *context)
{
  Request *request = context;
  const Backend *backend = backend_choose(request->handle->run, request->text);
  const Verification *verification =
      pipeline_verify(request->handle->pipeline, backend, NULL);
  request->number = verify_holds(verification);
  request->text = verify_json(verification);
}

const char *bristle_verify(bristle_model *handle, const char *backend,
                           int *holds)
{
  Request request = {handle, backend, 0};
  if (!library_guarded(handle, verify, &request)) return NULL;
  if (holds) *holds = request.number;
  return request.text;
}

/* ---- simulation -------------------------------------------------------- */

typedef struct Simulation {
  bristle_model *handle;
  const char *backend;
  bristle_watch *watch;
  void *context;
  bristle_recording *shown;
  bool is_ended; /* the watch ended the simulation */
} Simulation;

static void show(Simulation *simulation, const Recording *recording)
{
  bristle_recording *shown = simulation->shown;
  if (!shown->names) {
    Run *run = recording->run;
    const size_t count = recording->ncolumns;
    const char **names = run_alloc(run, (count + 1) * sizeof *names);
    const char **units = run_alloc(run, (count + 1) * sizeof *units);
    for (size_t i = 0; i < count; i++) {
      names[i] = recording->columns[i].name;
      units[i] = recording->columns[i].unit;
    }
    shown->ncolumns = count;
    shown->names = names;
    shown->units = units;
  }
  shown->nrows = recording->nrows;
  shown->values = recording->values;
}

static bool show_row(void *context, Recording *recording)
{
  Simulation *simulation = context;
  show(simulation, recording);
  simulation->is_ended =
      simulation->watch(simulation->context, simulation->shown) != 0;
  return !simulation->is_ended;
}

static void simulate(void *context)
{
  Simulation *simulation = context;
  Run *run = simulation->handle->run;
  const char *name = simulation->backend;
  const Watch watch = {show_row, simulation};
  const bool has_solver = !name || strcmp(name, "reference") != 0;
  Progress progress = progress_start("simulation");
  simulation->shown = run_alloc(run, sizeof *simulation->shown);
  if (simulation->watch) run->watch = &watch;
  show(simulation,
       pipeline_simulate(simulation->handle->pipeline,
                         has_solver ? backend_choose(run, name) : NULL,
                         &progress));
}

const bristle_recording *bristle_sim(bristle_model *handle, const char *backend,
                                     bristle_watch *watch, void *context)
{
  Simulation simulation = {handle, backend, watch, context, NULL, false};
  if (refuse_busy(handle)) return NULL;
  const bool is_done = library_guarded(handle, simulate, &simulation);
  handle->run->watch = NULL;
  if (simulation.is_ended) handle->run->error = NULL;
  return is_done || simulation.is_ended ? simulation.shown : NULL;
}

/* ---- solvers ----------------------------------------------------------- */

typedef struct Making {
  bristle_model *handle;
  const char *backend;
  bool is_tuned; /* the host tunes every state */
  bristle_solver *solver;
} Making;

static void make(void *context)
{
  Making *making = context;
  Pipeline *pipeline = making->handle->pipeline;
  const Model *model = pipeline->model;
  Run *run = making->handle->run;
  Tiers tiers = backend_tiers(run, making->backend);
  const char *key = NULL;
  const char *backend = making->backend ? making->backend : "auto";
  if (model->tuning && making->is_tuned) {
    pipeline = pipeline_of_model(model_shared(model));
    const char *text = pipeline_unit(pipeline, tiers.first).text;
    key = run_printf(run, "%s %s", hash_hex(run, text, strlen(text)), backend);
  } else if (model->tuning) {
    key = run_printf(run, "%s %s", spec_hash(model->spec), backend);
  }
  making->solver = key ? tiers_find(key) : NULL;
  if (making->solver) return;
  const Plan *plan = pipeline_plan(pipeline);
  if (tiers.first->has_kernels && !plan->kernel) tiers.first = &tcc_backend;
  const Tier first = {tiers.first, pipeline_unit(pipeline, tiers.first)};
  Tier next = {tiers.next, {NULL, NULL}};
  if (tiers.next) next.unit = pipeline_unit(pipeline, tiers.next);
  making->solver = tiers_open(run, pipeline->texts->plan, key, &first, &next);
}

bristle_solver *bristle_solver_open(bristle_model *handle, const char *backend)
{
  Making making = {handle, backend, false, NULL};
  return library_guarded(handle, make, &making) ? making.solver : NULL;
}

bristle_solver *library_solver_open_tuned(bristle_model *handle,
                                          const char *backend)
{
  Making making = {handle, backend, true, NULL};
  return library_guarded(handle, make, &making) ? making.solver : NULL;
}

const char *library_spec_hash(const bristle_model *handle)
{
  return spec_hash(handle->pipeline->model->spec);
}
