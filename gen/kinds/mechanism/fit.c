/* fit.c: what a fit of a mechanism needs. In: a Mechanism, logs of its
 * coordinates. Out: a Fitting of its scenario; inputs come from columns u_NAME
 * of the log, if it has them. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "fit/scenario.h"
#include "kinds/mechanism/mechanism.h"

static const Model *follow(const Model *model, const FitLog *log, size_t rows)
{
  static const char *const times[] = {"t", "time", NULL};
  const Mechanism *s = (const Mechanism *)model;
  Run *run = model->run;
  Mechanism *followed = run_alloc(run, sizeof *followed);
  MechanismScenario *scenario = run_alloc(run, sizeof *scenario);
  *followed = *s;
  *scenario = *s->scenario;
  scenario->log_t = log_column(run, log, times, "s");
  scenario->log_rows = rows;
  for (int i = 0; i < s->nu; i++)
    scenario->log_u[i] = log_column(
        run, log,
        (const char *const[]){run_printf(run, "u_%s", s->u_names[i]), NULL},
        "");
  scenario->duration = scenario->log_t[rows - 1] - scenario->log_t[0];
  scenario->duration =
      scenario->dt * ceil(scenario->duration / scenario->dt - 1e-9);
  followed->scenario = scenario;
  return &followed->model;
}

Fitting *mechanism_fit(const Model *model, const FitRequest *request)
{
  const Mechanism *s = (const Mechanism *)model;
  Run *run = model->run;
  ScenarioKind *kind = run_alloc(run, sizeof *kind);
  ScenarioCoordinate *list = run_alloc(run, (size_t)s->n * sizeof *list);
  if (!s->scenario)
    run_fail(run, model->spec->root.where,
             "a fit simulates the scenario: add scenario = { duration = ..., dt "
             "= ..., q = { ... } }, whose start is that of the logs");
  if (request->from && strcmp(request->from, "motion") == 0)
    run_fail(run, model->spec->root.where,
             "a mechanism is fitted to the motion that its drive causes: leave "
             "out --given motion");
  for (int i = 0; i < s->n; i++)
    list[i] = (ScenarioCoordinate){s->q_names[i], ""};
  *kind = (ScenarioKind){list, (size_t)s->n, follow};
  return scenario_fit(model, request, kind);
}
