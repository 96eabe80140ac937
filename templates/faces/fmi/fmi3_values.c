/* ---- values ---------------------------------------------------------------------- */

FMI3_EXPORT fmi3Status FMI3(fmi3GetFloat64)(fmi3Instance any, const fmi3ValueReference references[], size_t count,
  fmi3Float64 values[], size_t nvalues)
{
  instance *const c = (instance *)any;
  size_t done = 0;
  const int status = $(name)_unit_refresh(c);
  if (status < 0) return fmi_status(c, status);
  for (size_t i = 0; i < count; i++) {
    const $(name)_unit_variable *const v = $(name)_unit_find(references[i]);
    if (!v || v->at == $(name)_unit_STATUS || done + (size_t)v->size > nvalues)
      return refuse(c, "fmi3GetFloat64: no such variable, or too few values");
    memcpy(values + done, c->now.values + v->at, (size_t)v->size*sizeof *values);
    done += (size_t)v->size;
  }
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetFloat64)(fmi3Instance any, const fmi3ValueReference references[], size_t count,
  const fmi3Float64 values[], size_t nvalues)
{
  instance *const c = (instance *)any;
  size_t done = 0;
  for (size_t i = 0; i < count; i++) {
    const $(name)_unit_variable *const v = $(name)_unit_find(references[i]);
    if (!v || v->at < $(unit.settable_from) || v->at >= $(unit.settable_to) || done + (size_t)v->size > nvalues)
      return refuse(c, "fmi3SetFloat64: no variable that can be set, or too few values");
    memcpy(c->now.values + v->at, values + done, (size_t)v->size*sizeof *values);
    done += (size_t)v->size;
  }
  c->now.is_stale = 1;
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetInt32)(fmi3Instance any, const fmi3ValueReference references[], size_t count,
  int32_t values[], size_t nvalues)
{
  instance *const c = (instance *)any;
  for (size_t i = 0; i < count; i++) {
    if (references[i] != $(name)_unit_STATUS || i >= nvalues)
      return refuse(c, "fmi3GetInt32: no such variable, or too few values");
    values[i] = (int32_t)c->now.values[$(name)_unit_STATUS];
  }
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3GetDirectionalDerivative)(fmi3Instance any, const fmi3ValueReference unknowns[], size_t nunknowns,
  const fmi3ValueReference knowns[], size_t nknowns, const fmi3Float64 seed[], size_t nseed,
  fmi3Float64 sensitivity[], size_t nsensitivity)
{
  instance *const c = (instance *)any;
  double direction[$(name)_unit_COUNT], along[$(name)_unit_COUNT];
  size_t done = 0;
  memset(direction, 0, sizeof direction);
  for (size_t i = 0; i < nknowns; i++) {
    const $(name)_unit_variable *const v = $(name)_unit_find(knowns[i]);
    if (!v || done + (size_t)v->size > nseed)
      return refuse(c, "fmi3GetDirectionalDerivative: no such variable, or too few seeds");
    memcpy(direction + v->at, seed + done, (size_t)v->size*sizeof *seed);
    done += (size_t)v->size;
  }
  if ($(name)_unit_directional(c, direction, along) < 0)
    return refuse(c, "fmi3GetDirectionalDerivative: the solver has no value here");
  done = 0;
  for (size_t i = 0; i < nunknowns; i++) {
    const $(name)_unit_variable *const v = $(name)_unit_find(unknowns[i]);
    if (!v || done + (size_t)v->size > nsensitivity)
      return refuse(c, "fmi3GetDirectionalDerivative: no such variable, or too few places");
    memcpy(sensitivity + done, along + v->at, (size_t)v->size*sizeof *sensitivity);
    done += (size_t)v->size;
  }
  return fmi3OK;
}
