/* follow.c: the fit of a contact's body to its motion. In: a Contact with a body
 * and a scenario with a load, logs of the pose. Out: a Fitting of the scenario;
 * the load and fn come from columns of the log, if it has them. */
#include <math.h>

#include "base/base.h"
#include "fit/scenario.h"
#include "kinds/contact/fit/fit.h"

static const Model *follow(const Model *model, const FitLog *log, size_t rows)
{
  static const char *const times[] = {"t", "time", NULL};
  static const char *const loads[3][2] = {
      {"load_x"}, {"load_y"}, {"load_tau"}};
  static const char *const units[] = {"N", "N", "N m"};
  const Contact *c = (const Contact *)model;
  Run *run = model->run;
  Contact *followed = run_alloc(run, sizeof *followed);
  Scenario *scenario = run_alloc(run, sizeof *scenario);
  *followed = *c;
  *scenario = *c->scenario;
  followed->friction.parameters = &followed->lugre;
  followed->body = &followed->own_body;
  scenario->log_t = log_column(run, log, times, "s");
  scenario->log_rows = rows;
  for (int i = 0; i < 3; i++)
    scenario->log_load[i] = log_column(run, log, loads[i], units[i]);
  scenario->log_fn =
      log_column(run, log, (const char *const[]){"fn", NULL}, "N");
  scenario->duration = scenario->log_t[rows - 1] - scenario->log_t[0];
  followed->scenario = scenario;
  return &followed->model;
}

Fitting *contact_fit_body(const Model *model, const FitRequest *request)
{
  static const ScenarioCoordinate pose[] = {
      {"x", "m"}, {"y", "m"}, {"theta", "rad"}};
  static const ScenarioKind kind = {pose, COUNT(pose), follow};
  const Contact *c = (const Contact *)model;
  if (!c->body || !c->scenario || !c->scenario->load)
    run_fail(model->run, model->spec->root.where,
             "the motion follows from the drive only for a body with a load: "
             "add body = { mass = ..., inertia = ... } and scenario = { "
             "duration, dt, load = function(t) .. end, fn }");
  return scenario_fit(model, request, &kind);
}
