/* scenario.c: fits of a motion that the drive causes. In: a model with `tune`
 * and a scenario, logs of its coordinates. Out: a Fitting whose model is a
 * simulation of the scenario by the tuned solver.
 *
 * Each log is a run of its own from the scenario's start; inputs that the log
 * has take the place of the scenario's. Slopes are central differences. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "fit/scenario.h"
#include "results/results.h"

static const char *const times[] = {"t", "time", NULL};
enum { MOST_OUTPUTS = 12, LEAST_ROWS = 10 };

typedef struct ScenarioFit {
  const ScenarioKind *kind;
  const FitRequest *request;
  const Solver *solver;
  const char *names[MOST_OUTPUTS], *titles[MOST_OUTPUTS];
  const Model **models; /* [tracks]: with the scenario of the log */
} ScenarioFit;

void scenario_use(const Fitting *f, const Solver *solver)
{
  ((ScenarioFit *)f->own)->solver = solver;
}

static const Tuned *tuned_named(const Tuning *tuning, const char *name)
{
  for (size_t i = 0; tuning && i < tuning->count; i++)
    if (strcmp(tuning->list[i].name, name) == 0) return &tuning->list[i];
  return NULL;
}

/* Writes the coordinates of a recording at the rows of a track. */
static void read_rows(const ScenarioFit *fit, const Fitting *f,
                      const Recording *recording, const Track *track,
                      double *model)
{
  const size_t rows = fit_rows(f, track);
  size_t at = 0;
  for (size_t k = 0; k < rows; k++) {
    const double t = track->t[k] - track->t[0];
    while (at + 2 < recording->nrows && recording_at(recording, at + 1, "t") < t)
      at++;
    const double from = recording_at(recording, at, "t");
    const double to = recording_at(recording, at + 1, "t");
    const double share = (t - from) / (to - from);
    for (size_t o = 0; o < f->outputs; o++) {
      const double a = recording_at(recording, at, fit->names[o]);
      const double b = recording_at(recording, at + 1, fit->names[o]);
      model[o * rows + k] = share < 1.5 ? a + share * (b - a) : NAN;
    }
  }
}

/* Fitting.simulate. */
static void simulate(const Fitting *f, const Track *track, size_t index,
                     const double *values, double *model)
{
  const ScenarioFit *fit = f->own;
  const Model *followed = fit->models[index];
  Progress silent = {0};
  for (size_t i = 0; i < f->nparameters; i++) {
    const Tuned *t = tuned_named(f->model->tuning, f->parameters[i].name);
    model_tune(f->model, t->name, fmin(fmax(values[i], t->low), t->high));
  }
  const Recording *recording =
      followed->kind->simulate(model_now(followed),
                               solver_now(followed, fit->solver), &silent);
  if (recording->nrows < 2)
    run_fail(f->run, (Where){track->log->path, 0},
             "the simulated motion ends at once: %s",
             recording->ended ? recording->ended : "its duration is 0");
  read_rows(fit, f, recording, track, model);
}

/* ---- parameters ------------------------------------------------------------
 */

static const char *path_of(const Model *model, const char *name)
{
  static const char *const tables[] = {"%s", "friction.%s", "parameters.%s"};
  for (size_t i = 0; i < COUNT(tables); i++) {
    char path[200];
    snprintf(path, sizeof path, tables[i], name);
    if (spec_find(model->spec, path)) return run_printf(model->run, "%s", path);
  }
  return NULL;
}

/* Keeps the orders of the tuning, such as mu_c <= mu_s. */
static void keep_orders(const Fitting *f, const FitRequest *r, FitParameter *p)
{
  const Tuning *tuning = f->model->tuning;
  for (size_t i = 0; i < tuning->norders; i++) {
    const TuningOrder *o = &tuning->orders[i];
    bool asks_most = false;
    for (size_t k = 0; k < r->nnames; k++)
      asks_most |= strcmp(r->names[k], o->most) == 0;
    if (strcmp(o->least, p->name) == 0 && !asks_most)
      p->high = fmin(p->high, o->most_value);
    if (strcmp(o->most, p->name) != 0) continue;
    p->above = fit_find(f, o->least);
    if (p->above < 0) {
      p->low = fmax(p->low, o->least_value);
      continue;
    }
    p->is_linear = false;
    p->high -= f->parameters[p->above].low;
    p->low = 1e-6 * p->high;
  }
}

static void add_parameter(Fitting *f, const FitRequest *r, const char *name)
{
  const Tuned *t = tuned_named(f->model->tuning, name);
  if (!t)
    run_fail(f->run, (Where){NULL, 0},
             "%s cannot be fitted to a motion: the spec does not tune it; add "
             "tune = { %s = { low, high } }",
             name, name);
  FitParameter p = {.name = t->name,
                    .unit = *t->unit ? t->unit : "1",
                    .path = path_of(f->model, name),
                    .is_linear = !(t->low > 0),
                    .scale = (t->high - t->low) / 4,
                    .above = -1,
                    .value = t->value,
                    .low = t->low,
                    .high = t->high,
                    .group = -1};
  keep_orders(f, r, &p);
  f->parameters[f->nparameters++] = p;
}

/* The spec, and points of the box of the tuning. */
static size_t starts(const Fitting *f, FitStart *list, size_t most)
{
  enum { POINTS = 4 };
  uint64_t state = 1;
  size_t n = 0;
  for (; n < POINTS && n < most; n++) {
    list[n].family = (int)n;
    for (size_t i = 0; i < f->nparameters; i++) {
      const FitParameter *p = &f->parameters[i];
      const double share = number_random(&state, 0.1, 0.9);
      list[n].values[i] = p->is_linear
                              ? p->low + share * (p->high - p->low)
                              : p->low * pow(p->high / p->low, share);
    }
  }
  return n;
}

/* ---- tracks ----------------------------------------------------------------
 */

static const FitLog *log_at(const FitRequest *r, size_t i)
{
  return i < r->nlogs ? r->logs[i] : r->held[i - r->nlogs];
}

static const double *column(Run *run, const FitLog *log,
                            const ScenarioCoordinate *c)
{
  return log_column(run, log, (const char *const[]){c->name, NULL}, c->unit);
}

/* Finds the coordinates that all logs have. */
static void find_outputs(ScenarioFit *fit, Fitting *f)
{
  const FitRequest *r = fit->request;
  const ScenarioCoordinate *all = fit->kind->coordinates;
  Text wanted = text_new(f->run);
  for (size_t i = 0; i < fit->kind->ncoordinates; i++) {
    bool has = f->outputs < MOST_OUTPUTS;
    text_add(&wanted, "%s%s", i ? ", " : "", all[i].name);
    for (size_t k = 0; k < r->nlogs + r->nheld; k++)
      has &= column(f->run, log_at(r, k), &all[i]) != NULL;
    if (!has) continue;
    fit->titles[f->outputs] =
        *all[i].unit ? run_printf(f->run, "%s (%s)", all[i].name, all[i].unit)
                     : all[i].name;
    fit->names[f->outputs++] = all[i].name;
  }
  if (f->outputs == 0)
    log_fail_missing(f->run, log_at(r, 0),
                     run_printf(f->run, "of the motion: one of %s",
                                wanted.chars));
}

/* Returns the unit of all outputs, or "m, rad" if they differ. */
static const char *units_of(const ScenarioFit *fit, const Fitting *f)
{
  Text all = text_new(f->run);
  const char *last = NULL;
  for (size_t i = 0, o = 0; o < f->outputs; i++) {
    const ScenarioCoordinate *c = &fit->kind->coordinates[i];
    if (strcmp(c->name, fit->names[o]) != 0) continue;
    const char *unit = *c->unit ? c->unit : "of the coordinate";
    if (!last || strcmp(last, unit) != 0)
      text_add(&all, "%s%s", last ? ", " : "", unit);
    last = unit;
    o++;
  }
  return all.chars;
}

/* Reads one log from its first row on; rows before `skip` do not count. */
static Track track_of(const ScenarioFit *fit, const Fitting *f,
                      const FitLog *log, size_t skip, size_t rows)
{
  double *measured = run_doubles(f->run, rows * f->outputs), *to = measured;
  Track t = {.log = log,
             .n = rows * f->outputs,
             .skip = skip,
             .measured = measured,
             .weights = run_doubles(f->run, rows * f->outputs),
             .t = log_column(f->run, log, times, "s")};
  t.path = (FitPath){.n = rows, .v = run_doubles(f->run, rows)};
  for (size_t i = 0, o = 0; o < f->outputs; i++) {
    const ScenarioCoordinate *c = &fit->kind->coordinates[i];
    if (strcmp(c->name, fit->names[o]) != 0) continue;
    const double *values = column(f->run, log, c);
    for (size_t k = 0; k < rows; k++) *to++ = values[k];
    for (size_t k = 0; o == 0 && k + 1 < rows; k++)
      t.path.v[k] = (values[k + 1] - values[k]) / (t.t[k + 1] - t.t[k]);
    if (o == 0) t.path.v[rows - 1] = t.path.v[rows - 2];
    o++;
  }
  for (size_t k = 0; k < t.n; k++) t.weights[k] = k % rows >= skip;
  return t;
}

static void add_tracks(ScenarioFit *fit, Fitting *f)
{
  const FitRequest *r = fit->request;
  const size_t most = 2 * (r->nlogs + r->nheld);
  f->tracks = run_alloc(f->run, (most + 1) * sizeof *f->tracks);
  fit->models = run_alloc(f->run, (most + 1) * sizeof(const Model *));
  for (int part = 0; part < 2; part++)
    for (size_t i = 0; i < r->nlogs + r->nheld; i++) {
      const FitLog *log = log_at(r, i);
      const double *t = log_column(f->run, log, times, "s");
      size_t cut = 0;
      while (i < r->nlogs && cut < log->rows && t[cut] - t[0] < r->split) cut++;
      const size_t skip = part ? cut : 0, rows = part ? log->rows : cut;
      if (log->nstretches > 1)
        run_fail(f->run, (Where){log->path, 0},
                 "the log has a gap; a motion that follows from the drive "
                 "needs logs without one: cut it in two files");
      if (rows < skip + LEAST_ROWS) continue;
      fit->models[f->ntracks] = fit->kind->follow(f->model, log, rows);
      f->tracks[f->ntracks++] = track_of(fit, f, log, skip, rows);
      f->nheld += (size_t)part;
    }
  if (f->ntracks == f->nheld)
    run_fail(f->run, (Where){log_at(r, 0)->path, 0},
             "nothing is left to fit: the log has fewer than %d rows",
             LEAST_ROWS);
}

Fitting *scenario_fit(const Model *model, const FitRequest *request,
                      const ScenarioKind *kind)
{
  static const char *const notes[] = {
      "given: the drive; compared: the motion from the scenario's start",
      "slopes are differences of simulations", NULL};
  Run *run = model->run;
  if (request->law > 0) return NULL;
  ScenarioFit *fit = run_alloc(run, sizeof *fit);
  Fitting *f = run_alloc(run, sizeof *f);
  *fit = (ScenarioFit){.kind = kind, .request = request};
  *f = (Fitting){.run = run,
                 .model = model,
                 .varied = model,
                 .own = fit,
                 .law = model->kind->word,
                 .direction = "drive in, motion out",
                 .output = "motion",
                 .speed_unit = "first coordinate, 1/s",
                 .simulate = simulate,
                 .starts = starts,
                 .notes = notes};
  f->parameters = run_alloc(run, FIT_MOST * sizeof *f->parameters);
  for (size_t i = 0; i < request->nnames && i < FIT_MOST; i++)
    add_parameter(f, request, request->names[i]);
  find_outputs(fit, f);
  f->output_names = fit->titles;
  f->unit = units_of(fit, f);
  add_tracks(fit, f);
  return f;
}
