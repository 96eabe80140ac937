/* ---- model exchange ---------------------------------------------------------------- */

FMI3_EXPORT fmi3Status FMI3(fmi3SetTime)(fmi3Instance c, fmi3Float64 time)
{
  ((instance *)c)->now.values[$(name)_unit_TIME] = time;
  ((instance *)c)->now.is_stale = 1;
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetNumberOfContinuousStates)(fmi3Instance c, size_t *count)
{
  *count = ((instance *)c)->is_exchange ? $(name)_unit_NSTATES : 0;
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetNumberOfEventIndicators)(fmi3Instance c, size_t *count)
{
  *count = ((instance *)c)->is_exchange ? 1 : 0;
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetContinuousStates)(fmi3Instance c, fmi3Float64 states[], size_t count)
{
  if (count != $(name)_unit_NSTATES) return refuse((instance *)c, "fmi3GetContinuousStates: another number of states");
  memcpy(states, ((instance *)c)->now.values + $(name)_unit_STATE, count*sizeof *states);
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetContinuousStates)(fmi3Instance c, const fmi3Float64 states[], size_t count)
{
  if (count != $(name)_unit_NSTATES) return refuse((instance *)c, "fmi3SetContinuousStates: another number of states");
  memcpy(((instance *)c)->now.values + $(name)_unit_STATE, states, count*sizeof *states);
  ((instance *)c)->now.is_stale = 1;
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetNominalsOfContinuousStates)(fmi3Instance c, fmi3Float64 nominals[], size_t count)
{
  if (count != $(name)_unit_NSTATES) return refuse((instance *)c, "fmi3GetNominalsOfContinuousStates: another number of states");
//@ for _, m in ipairs(unit.members) do
  for (int i = $(m.offset); i < $(m.offset + m.size); i++) nominals[i] = $(double(m.typical > 0 and m.typical or 1.0)); /* $(m.name) */
//@ end
//@ if unit.nstates == 0 then
  (void)nominals;
//@ end
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetContinuousStateDerivatives)(fmi3Instance any, fmi3Float64 derivatives[], size_t count)
{
  instance *const c = (instance *)any;
  if (count != $(name)_unit_NSTATES || !c->is_exchange)
    return refuse(c, "fmi3GetContinuousStateDerivatives: another number of states");
  const int status = $(name)_unit_refresh(c);
//@ if unit.has_rate then
  if (status >= 0) memcpy(derivatives, c->now.values + $(name)_unit_DERIVATIVES, count*sizeof *derivatives);
//@ else
  (void)derivatives;
//@ end
  return fmi_status(c, status);
}

/* The indicator changes its sign where the solver's condition begins or ends. */
FMI3_EXPORT fmi3Status FMI3(fmi3GetEventIndicators)(fmi3Instance any, fmi3Float64 indicators[], size_t count)
{
  instance *const c = (instance *)any;
  const int status = $(name)_unit_refresh(c);
  if (count > 0 && status >= 0) indicators[0] = c->now.values[$(name)_unit_STATUS] > 0 ? -1 : 1;
  return fmi_status(c, status);
}

FMI3_EXPORT fmi3Status FMI3(fmi3CompletedIntegratorStep)(fmi3Instance c, fmi3Boolean has_no_way_back, fmi3Boolean *enters_events, fmi3Boolean *is_over)
{
  (void)c, (void)has_no_way_back;
  *enters_events = false;
  *is_over = false;
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3EvaluateDiscreteStates)(fmi3Instance c)
{
  (void)c;
  return fmi3OK;
}

/* A contact that has separated begins anew. */
FMI3_EXPORT fmi3Status FMI3(fmi3UpdateDiscreteStates)(fmi3Instance any, fmi3Boolean *needs_update, fmi3Boolean *is_over,
  fmi3Boolean *has_new_nominals, fmi3Boolean *has_new_states, fmi3Boolean *has_next, fmi3Float64 *next)
{
  instance *const c = (instance *)any;
  const int status = c->is_exchange ? $(name)_unit_refresh(c) : 0;
  *needs_update = *is_over = *has_new_nominals = *has_new_states = *has_next = false;
  *next = 0;
  if (c->is_exchange && status >= 0 && (int)c->now.values[$(name)_unit_STATUS] == $(status("SEPARATED"))) {
    for (int i = 0; i < $(name)_unit_NSTATES; i++) c->now.values[$(name)_unit_STATE + i] = 0;
    c->now.is_stale = 1;
    *has_new_states = true;
  }
  return fmi_status(c, status);
}
