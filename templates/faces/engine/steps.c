/* ---- steps and evaluations ---------------------------------------------------- */

static void $(name)_unit_gather(const $(name)_unit_function *g, const double *values, double *x)
{
  for (int i = 0; i < g->f->nin; i++)
    for (int k = 0; k < $(name)_face_size(&g->f->in[i]); k++) x[g->f->in[i].offset + k] = values[g->in[i] + k];
}

/* Runs a function on the values. Outputs go among the values from `from` on, if the status is
 * not below 0. */
static int $(name)_unit_run($(name)_unit_instance *c, const $(name)_unit_function *g, int from)
{
  const $(name)_face_memory m = $(name)_face_parts(g->f, c + 1);
  $(name)_unit_gather(g, c->now.values, m.x);
  const int status = $(name)_face_evaluate(g->f, &m, m.y);
  if (status >= 0)
    for (int o = 0; o < g->f->nout; o++)
      for (int k = 0; k < $(name)_face_size(&g->f->out[o]) && g->out[o] >= from; k++)
        c->now.values[g->out[o] + k] = m.y[g->f->out[o].offset + k];
  c->now.values[$(name)_unit_STATUS] = status;
  if (status != 0) snprintf(c->message, sizeof c->message, "%s: %s", g->f->solver->functions[g->f->entry].name, $(name)_unit_word(status));
  return status;
}

/* Makes one step from `time` on. Nothing changes if the status is below 0. */
static int $(name)_unit_step($(name)_unit_instance *c, double time, double dt)
{
  int worst = 0;
  memcpy(c->now.before, c->now.values, sizeof c->now.before);
  c->now.before[$(name)_unit_TIME] = time;
  c->now.before[$(name)_unit_DT] = dt;
  c->now.values[$(name)_unit_TIME] = time;
  c->now.values[$(name)_unit_DT] = dt;
  for (const $(name)_unit_function *g = $(name)_unit_step_functions; g->f; g++) {
    const int status = $(name)_unit_run(c, g, 0);
    if (status < 0) {
      memcpy(c->now.values, c->now.before, sizeof c->now.values);
      c->now.values[$(name)_unit_STATUS] = status;
      return status;
    }
    if (g->f->advances) c->now.values[$(name)_unit_TIME] = time + dt;
    if (status > worst) worst = status;
  }
  c->now.values[$(name)_unit_TIME] = time + dt;
  c->now.values[$(name)_unit_STATUS] = worst;
  c->now.is_stale = 1;
  return worst;
}

/* Makes the step of a communication interval. Returns a status; *is_odd is 1 if
 * the interval is no whole number of the solver's own steps. */
static int $(name)_unit_interval($(name)_unit_instance *c, double time, double interval, int *is_odd)
{
  *is_odd = 0;
//@ if unit.fixed_dt then
  const double own = $(double(unit.fixed_dt)), count = interval/own + 0.5;
  const int steps = count >= 0 && count < 1e9 ? (int)count : -1;
  int worst = 0;
  *is_odd = steps < 0 || interval - steps*own > 1e-9*own || steps*own - interval > 1e-9*own;
  if (*is_odd) {
    snprintf(c->message, sizeof c->message, "the interval %g s is no whole number of steps of %g s", interval, own);
    return 0;
  }
  const $(name)_unit_moment before = c->now;
  for (int i = 0; i < steps; i++) {
    const int status = $(name)_unit_step(c, time + i*own, own);
    if (status < 0) {
      c->now = before;
      c->now.values[$(name)_unit_STATUS] = status;
      return status;
    }
    if (status > worst) worst = status;
  }
  return worst;
//@ else
  return $(name)_unit_step(c, time, interval);
//@ end
}
