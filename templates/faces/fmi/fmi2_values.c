/* ---- values ---------------------------------------------------------------------- */

FMI2_EXPORT fmi2Status FMI2(fmi2GetReal)(fmi2Component any, const fmi2ValueReference references[], size_t count, fmi2Real values[])
{
  instance *const c = (instance *)any;
  const int status = $(name)_unit_refresh(c);
  if (status < 0) return fmi_status(c, status);
  for (size_t i = 0; i < count; i++) {
    const $(name)_unit_variable *const v = $(name)_unit_find(references[i]);
    if (!v || v->at == $(name)_unit_STATUS) return refuse(c, "fmi2GetReal: no such variable");
    values[i] = c->now.values[v->at];
  }
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SetReal)(fmi2Component any, const fmi2ValueReference references[], size_t count, const fmi2Real values[])
{
  instance *const c = (instance *)any;
  for (size_t i = 0; i < count; i++) {
    const $(name)_unit_variable *const v = $(name)_unit_find(references[i]);
    if (!v || v->at < $(unit.settable_from) || v->at >= $(unit.settable_to)) return refuse(c, "fmi2SetReal: no variable that can be set");
    c->now.values[v->at] = values[i];
  }
  c->now.is_stale = 1;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetInteger)(fmi2Component any, const fmi2ValueReference references[], size_t count, fmi2Integer values[])
{
  instance *const c = (instance *)any;
  for (size_t i = 0; i < count; i++) {
    if (references[i] != $(name)_unit_STATUS) return refuse(c, "fmi2GetInteger: no such variable");
    values[i] = (int)c->now.values[$(name)_unit_STATUS];
  }
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetDirectionalDerivative)(fmi2Component any, const fmi2ValueReference unknowns[], size_t nunknowns,
  const fmi2ValueReference knowns[], size_t nknowns, const fmi2Real seed[], fmi2Real sensitivity[])
{
  instance *const c = (instance *)any;
  double direction[$(name)_unit_COUNT], along[$(name)_unit_COUNT];
  memset(direction, 0, sizeof direction);
  for (size_t i = 0; i < nknowns; i++) {
    if (!$(name)_unit_find(knowns[i])) return refuse(c, "fmi2GetDirectionalDerivative: no such variable");
    direction[knowns[i]] = seed[i];
  }
  if ($(name)_unit_directional(c, direction, along) < 0)
    return refuse(c, "fmi2GetDirectionalDerivative: the solver has no value here");
  for (size_t i = 0; i < nunknowns; i++) {
    if (!$(name)_unit_find(unknowns[i])) return refuse(c, "fmi2GetDirectionalDerivative: no such variable");
    sensitivity[i] = along[unknowns[i]];
  }
  return fmi2OK;
}

/* ---- what this FMU does not have ----------------------------------------------------- */

/* A list of no variables is read and written without an error. */
static fmi2Status none(instance *c, size_t count, const char *function)
{
  if (count == 0) return fmi2OK;
  snprintf(c->message, sizeof c->message, "%s: this FMU has no variable of that type", function);
  return log_message(c, fmi2Error, "logStatusError");
}

//@ for _, f in ipairs({ { "GetBoolean", "fmi2Boolean" }, { "GetString", "fmi2String" }, { "SetInteger", "const fmi2Integer" }, { "SetBoolean", "const fmi2Boolean" }, { "SetString", "const fmi2String" } }) do
FMI2_EXPORT fmi2Status FMI2(fmi2$(f[1]))(fmi2Component c, const fmi2ValueReference references[], size_t count, $(f[2]) values[])
{
  (void)references, (void)values;
  return none((instance *)c, count, "fmi2$(f[1])");
}

//@ end
//@ for _, f in ipairs({ { "SetRealInputDerivatives", "const " }, { "GetRealOutputDerivatives", "" } }) do
FMI2_EXPORT fmi2Status FMI2(fmi2$(f[1]))(fmi2Component c, const fmi2ValueReference references[], size_t count,
  const fmi2Integer orders[], $(f[2])fmi2Real values[])
{
  (void)references, (void)orders, (void)values;
  return none((instance *)c, count, "fmi2$(f[1])");
}

//@ end
/* A step ends before fmi2DoStep returns, so that there is only its last time to ask for. */
FMI2_EXPORT fmi2Status FMI2(fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = ((instance *)c)->now.values[$(name)_unit_TIME];
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
  (void)c;
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = 0;
  return fmi2OK;
}

//@ for _, f in ipairs({ { "Status", "fmi2Status" }, { "IntegerStatus", "fmi2Integer" }, { "StringStatus", "fmi2String" } }) do
FMI2_EXPORT fmi2Status FMI2(fmi2Get$(f[1]))(fmi2Component c, const fmi2StatusKind kind, $(f[2]) *value)
{
  (void)c, (void)kind, (void)value;
  return fmi2Discard;
}

//@ end
#ifdef __cplusplus
}
#endif
