/* library.c: bristle.h for embedding programs. In: calls from a host that may
 * have any locale. Out: models, texts and errors as values.
 *
 * Invariant: no error escapes: every entry catches its run's. */
#include <stdlib.h>
#include <string.h>

#include "gen.h"

struct bristle_model {
  Run *run;
  Model *model;
};

const char *bristle_version(void)
{
  return BRISTLE_VERSION;
}

typedef struct Opening {
  bristle_model *handle;
  const char *path;
  const char *const *texts;
  size_t count;
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
  opening->handle->model =
      model_build(spec_load(run, opening->path, overrides, count));
}

bristle_model *bristle_open(const char *path, const char *const *overrides,
                            size_t count)
{
  bristle_model *handle = calloc(1, sizeof *handle);
  if (!handle) return NULL;
  handle->run = run_open();
  if (!handle->run) {
    free(handle);
    return NULL;
  }
  Opening opening = {handle, path, overrides, count};
  LocaleGuard *guard = locale_enter();
  run_catch(handle->run, load, &opening);
  locale_leave(guard);
  return handle;
}

const char *bristle_error(const bristle_model *handle)
{
  return handle->run->error;
}

typedef struct Checking {
  bristle_model *handle;
  const char *text;
  int nerrors;
} Checking;

static void check(void *context)
{
  Checking *checking = context;
  Model *model = checking->handle->model;
  Report *report = report_new(model);
  model->kind->check(model, NULL, 0, report);
  checking->nerrors = report->nerrors;
  checking->text = report_json(report);
}

const char *bristle_check(bristle_model *handle, int *nerrors)
{
  Checking checking = {handle, NULL, 0};
  LocaleGuard *guard = locale_enter();
  handle->run->error = NULL;
  const bool is_done = run_catch(handle->run, check, &checking);
  locale_leave(guard);
  if (is_done && nerrors) *nerrors = checking.nerrors;
  return is_done ? checking.text : NULL;
}

void bristle_close(bristle_model *handle)
{
  if (!handle) return;
  run_close(handle->run);
  free(handle);
}
