/* library.c: bristle.h for embedding programs. In: calls from a host that may
 * have any locale. Out: models, texts and errors as values.
 *
 * Invariant: no error escapes: every entry catches its run's. */
#include <setjmp.h>
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

static void load(bristle_model *handle, const char *path,
                 const char *const *texts, size_t count)
{
  Run *run = handle->run;
  const Where nowhere = {NULL, 0};
  Override *overrides = run_alloc(run, (count + 1) * sizeof *overrides);
  for (size_t i = 0; i < count; i++) {
    const char *equals = strchr(texts[i], '=');
    if (!equals || equals == texts[i] || !equals[1])
      run_fail(run, nowhere, "an override must be key=value, got %s",
               texts[i]);
    overrides[i].key =
        run_strndup(run, texts[i], (size_t)(equals - texts[i]));
    overrides[i].text = run_printf(run, "%s", equals + 1);
  }
  handle->model = model_build(spec_load(run, path, overrides, count));
}

/* setjmp in a function of its own, whose variables do not change behind it. */
static void load_caught(bristle_model *handle, const char *path,
                        const char *const *texts, size_t count)
{
  if (setjmp(handle->run->stop) == 0) load(handle, path, texts, count);
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
  LocaleGuard *guard = locale_enter();
  load_caught(handle, path, overrides, count);
  locale_leave(guard);
  return handle;
}

const char *bristle_error(const bristle_model *handle)
{
  return handle->run->error;
}

static const char *check_caught(bristle_model *handle, int *nerrors)
{
  handle->run->error = NULL;
  if (setjmp(handle->run->stop)) return NULL;
  Report *report = report_new(handle->model);
  handle->model->kind->check(handle->model, NULL, 0, report);
  if (nerrors) *nerrors = report->nerrors;
  return report_json(report);
}

const char *bristle_check(bristle_model *handle, int *nerrors)
{
  LocaleGuard *guard = locale_enter();
  const char *text = check_caught(handle, nerrors);
  locale_leave(guard);
  return text;
}

void bristle_close(bristle_model *handle)
{
  if (!handle) return;
  run_close(handle->run);
  free(handle);
}
