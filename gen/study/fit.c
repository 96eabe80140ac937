/* fit.c: parameters from measured logs. In: a spec, logs, names. Out: a
 * FitResult: values with intervals, residuals, simpler laws by their error on
 * what was held out.
 *
 * Invariant: what was held out has no effect on a value. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "fit/fit.h"
#include "fit/scenario.h"
#include "study/study.h"

static const Where nowhere = {NULL, 0};

/* ---- names -----------------------------------------------------------------
 */

/* Splits a list at its commas. */
static size_t split_names(Run *run, const char *list, const char ***names)
{
  size_t n = 0, room = 0;
  *names = NULL;
  for (const char *at = list; at && *at;) {
    size_t length = strcspn(at, ",");
    const char *name = at;
    at += length + (at[length] == ',');
    while (length > 0 && *name == ' ') name++, length--;
    while (length > 0 && name[length - 1] == ' ') length--;
    if (length == 0) continue;
    *names = run_grown(run, (void *)*names, n, &room, sizeof **names);
    (*names)[n++] = run_strndup(run, name, length);
  }
  return n;
}

/* Returns true if the log has that name: "a.csv", "a.csv:4", or "4". */
static bool is_named(const FitLog *log, const char *name)
{
  const char *colon = strrchr(log->name, ':');
  return strcmp(log->name, name) == 0 || strcmp(log->path, name) == 0 ||
         (colon && strcmp(colon + 1, name) == 0);
}

/* Adds the logs of the names in the list. */
static void choose(Run *run, const Logs *logs, const char *list,
                   const FitLog **chosen, size_t *count)
{
  const char **names;
  const size_t n = split_names(run, list, &names);
  for (size_t k = 0; k < n; k++) {
    bool is_found = false;
    for (size_t i = 0; i < logs->count; i++)
      if (is_named(&logs->list[i], names[k])) {
        chosen[(*count)++] = &logs->list[i];
        is_found = true;
      }
    if (is_found) continue;
    Text all = text_new(run);
    for (size_t i = 0; i < logs->count; i++)
      text_add(&all, "%s%s", i ? ", " : "", logs->list[i].name);
    run_fail(run, nowhere, "there is no log %s; the logs are %s", names[k],
             all.chars);
  }
}

static bool has_log(const FitLog *const *list, size_t count, const FitLog *log)
{
  for (size_t i = 0; i < count; i++)
    if (list[i] == log) return true;
  return false;
}

/* Chooses what is fitted and what is held out. */
static void share_logs(Run *run, const FitOptions *o, const Logs *logs,
                       FitRequest *request)
{
  const size_t most = 2 * logs->count + 1;
  const FitLog **used = run_alloc(run, most * sizeof *used);
  const FitLog **held = run_alloc(run, most * sizeof *held);
  const bool holds_none = o->hold && strcmp(o->hold, "none") == 0;
  size_t nused = 0, nheld = 0;
  request->split = INFINITY;
  if (o->hold && !holds_none) choose(run, logs, o->hold, held, &nheld);
  if (o->use) choose(run, logs, o->use, used, &nused);
  for (size_t i = 0; !o->use && i < logs->count; i++)
    if (!has_log(held, nheld, &logs->list[i])) used[nused++] = &logs->list[i];
  if (nused == 0) run_fail(run, nowhere, "all logs are held out");
  if (!o->hold && nused > 1) held[nheld++] = used[--nused];
  if (!o->hold && nused == 1 && nheld == 0) {
    static const char *const times[] = {"t", "time", NULL};
    const double *t = log_column(run, used[0], times, "s");
    request->split = 0.5 * (t[used[0]->rows - 1] - t[0]);
  }
  for (size_t i = 0; i < nheld; i++)
    if (has_log(used, nused, held[i]))
      run_fail(run, nowhere, "the log %s is both used and held out",
               held[i]->name);
  request->logs = used;
  request->nlogs = nused;
  request->held = held;
  request->nheld = nheld;
}

/* ---- fits ------------------------------------------------------------------
 */

/* Without `telling` all parameters stay free: the law is there to compare. */
static Fitted *solve(const Fitting *fitting, const FitOptions *o,
                     FitTelling *telling)
{
  const bool is_equal =
      !telling || (o->weights && strcmp(o->weights, "equal") == 0);
  const FitWeights weights = is_equal ? WEIGHTS_EQUAL : WEIGHTS_ROBUST;
  Fitted *fit = fit_new(fitting, fitting->simulate
                                     ? NULL
                                     : pipeline_fit_pass(fitting, o->backend));
  if (fitting->simulate)
    scenario_use(fitting, pipeline_solver(pipeline_of_model(fitting->varied),
                                          o->backend, NULL));
  Progress progress = progress_start("fit");
  fit_solve(fit, weights);
  if (!fit->is_found)
    run_fail(fitting->run, nowhere,
             "no start leads to a finite model of the logs; look at their "
             "units");
  if (telling) fit_tell(fit, telling);
  fit_held(fit);
  progress_end(&progress);
  return fit;
}

static FitLaw law_of(Fitted *fit)
{
  const Fitting *f = fit->fitting;
  FitLaw law = {f->law, 0, fit_rms(fit, false), fit_rms(fit, true)};
  for (size_t i = 0; i < f->nparameters; i++)
    law.free += f->parameters[i].sort == FIT_ASKED && fit->is_free[i];
  return law;
}

static void compare_laws(FitResult *r, const Model *model, FitRequest *request,
                         const FitOptions *o)
{
  for (int law = 1; law <= FIT_LAWS; law++) {
    request->law = law;
    request->steps = r->fitting->steps ? *r->fitting->steps : 0;
    const Fitting *f = model->kind->fit(model, request);
    if (!f) break;
    if (f->nparameters == 0) continue;
    r->laws[r->nlaws++] = law_of(solve(f, o, NULL));
  }
}

static void count_rows(FitResult *r, const Logs *logs)
{
  const Fitting *f = r->fitting;
  for (size_t t = 0; t < f->ntracks; t++)
    *(t < f->ntracks - f->nheld ? &r->rows : &r->held_rows) +=
        fit_rows(f, &f->tracks[t]) - f->tracks[t].skip;
  const char *path = NULL;
  for (size_t i = 0; i < logs->count; i++) {
    const FitLog *log = &logs->list[i];
    if (!path || strcmp(path, log->path) != 0) r->dropped += log->dropped;
    path = log->path;
    r->gaps += log->nstretches - 1;
  }
}

static void require_options(Run *run, const FitOptions *o)
{
  if (o->nlogs == 0)
    run_fail(run, nowhere, "a fit needs a log: a CSV file of measurements");
  if (o->weights && strcmp(o->weights, "equal") != 0 &&
      strcmp(o->weights, "robust") != 0)
    run_fail(run, nowhere, "weights must be robust or equal, got %s",
             o->weights);
  if (o->from && strcmp(o->from, "motion") != 0 &&
      strcmp(o->from, "drive") != 0)
    run_fail(run, nowhere, "what is given must be motion or drive, got %s",
             o->from);
}

FitResult *fit_run(Run *run, const FitOptions *o)
{
  FitResult *r = run_alloc(run, sizeof *r);
  FitRequest request = {.from = o->from};
  require_options(run, o);
  Pipeline *pipeline = pipeline_open(run, &o->origin, NULL);
  const Model *model = pipeline->model;
  if (!model->kind->fit)
    run_fail(run, model->spec->root.where, "a %s cannot be fitted to logs",
             model->kind->word);
  const char **names;
  request.nnames = split_names(run, o->names, &names);
  request.names = names;
  if (request.nnames == 0)
    run_fail(run, nowhere, "a fit needs the names of its parameters");
  const Logs *logs =
      logs_read(run, o->logs, o->nlogs, o->formulas, o->nformulas);
  share_logs(run, o, logs, &request);
  r->run = run;
  r->spec = pipeline->spec;
  r->asked = names;
  r->nasked = request.nnames;
  r->fitting = model->kind->fit(model, &request);
  r->fit = solve(r->fitting, o, &r->telling);
  count_rows(r, logs);
  r->laws[r->nlaws++] = law_of(r->fit);
  if (!o->is_alone) compare_laws(r, model, &request, o);
  return r;
}
