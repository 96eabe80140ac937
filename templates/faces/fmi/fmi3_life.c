/* ---- life of an instance ------------------------------------------------------ */

FMI3_EXPORT const char *FMI3(fmi3GetVersion)(void) { return "3.0"; }

FMI3_EXPORT fmi3Status FMI3(fmi3SetDebugLogging)(fmi3Instance c, fmi3Boolean is_on, size_t count, const fmi3String categories[])
{
  (void)count;
  (void)categories;
  ((instance *)c)->is_logging = is_on;
  return fmi3OK;
}

static fmi3Instance instantiate(fmi3String title, fmi3String token, int is_exchange, fmi3Boolean is_logging,
  fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log)
{
  void *kept;
  memcpy(&kept, &log, sizeof kept);
  if (!token || strcmp(token, "$(unit.token)") != 0) {
    if (log && is_logging) log(environment, fmi3Error, "logStatusError", "the instantiation token is that of another FMU");
    return 0;
  }
  return $(name)_unit_new(title, is_exchange, environment, kept, is_logging);
}

FMI3_EXPORT fmi3Instance FMI3(fmi3InstantiateCoSimulation)(fmi3String title, fmi3String token, fmi3String resources,
  fmi3Boolean is_visible, fmi3Boolean is_logging, fmi3Boolean has_events, fmi3Boolean has_early_return,
  const fmi3ValueReference required[], size_t nrequired, fmi3InstanceEnvironment environment,
  fmi3LogMessageCallback *log, void *intermediate)
{
  (void)resources, (void)is_visible, (void)has_early_return, (void)required, (void)nrequired, (void)intermediate;
  return has_events ? 0 : instantiate(title, token, 0, is_logging, environment, log);
}

FMI3_EXPORT fmi3Instance FMI3(fmi3InstantiateModelExchange)(fmi3String title, fmi3String token, fmi3String resources,
  fmi3Boolean is_visible, fmi3Boolean is_logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback *log)
{
  (void)resources, (void)is_visible;
//@ if unit.has_rate then
  return instantiate(title, token, 1, is_logging, environment, log);
//@ else
  (void)title, (void)token, (void)is_logging, (void)environment, (void)log;
  return 0; /* this FMU has co-simulation alone */
//@ end
}

FMI3_EXPORT fmi3Instance FMI3(fmi3InstantiateScheduledExecution)(fmi3String title, fmi3String token, fmi3String resources,
  fmi3Boolean is_visible, fmi3Boolean is_logging, fmi3InstanceEnvironment environment,
  fmi3LogMessageCallback *log, void *update, void *lock, void *unlock)
{
  (void)title, (void)token, (void)resources, (void)is_visible, (void)is_logging;
  (void)environment, (void)log, (void)update, (void)lock, (void)unlock;
  return 0; /* this FMU has no clocks */
}

FMI3_EXPORT void FMI3(fmi3FreeInstance)(fmi3Instance c) { free(c); }

FMI3_EXPORT fmi3Status FMI3(fmi3EnterInitializationMode)(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
  fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop)
{
  (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  ((instance *)c)->now.values[$(name)_unit_TIME] = start;
  return fmi3OK;
}

//@ for _, mode in ipairs({ "ExitInitializationMode", "EnterEventMode", "EnterStepMode", "EnterContinuousTimeMode", "EnterConfigurationMode", "ExitConfigurationMode", "Terminate" }) do
FMI3_EXPORT fmi3Status FMI3(fmi3$(mode))(fmi3Instance c)
{
  (void)c; /* no mode changes what the functions below do */
  return fmi3OK;
}
//@ end

FMI3_EXPORT fmi3Status FMI3(fmi3Reset)(fmi3Instance c)
{
  $(name)_unit_start(&((instance *)c)->now);
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3DoStep)(fmi3Instance any, fmi3Float64 time, fmi3Float64 interval, fmi3Boolean has_no_way_back,
  fmi3Boolean *needs_event, fmi3Boolean *is_over, fmi3Boolean *is_early, fmi3Float64 *reached)
{
  instance *const c = (instance *)any;
  int is_odd;
  (void)has_no_way_back;
  if (c->is_exchange) return refuse(c, "fmi3DoStep needs an instance for co-simulation");
  const int status = $(name)_unit_interval(c, time, interval, &is_odd);
  const int is_done = status >= 0 && !is_odd;
  if (needs_event) *needs_event = false;
  if (is_over) *is_over = false;
  if (is_early) *is_early = false;
  if (reached) *reached = is_done ? time + interval : time;
  return is_odd ? log_message(c, fmi3Discard, "logStatusDiscard") : fmi_status(c, status);
}

/* ---- states of an instance ----------------------------------------------------- */

FMI3_EXPORT fmi3Status FMI3(fmi3GetFMUState)(fmi3Instance c, fmi3FMUState *to)
{
  if (!*to) *to = malloc(sizeof($(name)_unit_moment));
  if (!*to) return refuse((instance *)c, "there is no memory for a state");
  memcpy(*to, &((instance *)c)->now, sizeof($(name)_unit_moment));
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3SetFMUState)(fmi3Instance c, fmi3FMUState from)
{
  memcpy(&((instance *)c)->now, from, sizeof($(name)_unit_moment));
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3FreeFMUState)(fmi3Instance c, fmi3FMUState *state)
{
  (void)c;
  if (!state) return fmi3OK;
  free(*state);
  *state = 0;
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3SerializedFMUStateSize)(fmi3Instance c, fmi3FMUState state, size_t *size)
{
  (void)c, (void)state;
  *size = sizeof($(name)_unit_moment);
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3SerializeFMUState)(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
  if (size != sizeof($(name)_unit_moment)) return refuse((instance *)c, "fmi3SerializeFMUState: another size is needed");
  memcpy(bytes, state, size);
  return fmi3OK;
}

FMI3_EXPORT fmi3Status FMI3(fmi3DeserializeFMUState)(fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state)
{
  if (size != sizeof($(name)_unit_moment)) return refuse((instance *)c, "fmi3DeserializeFMUState: these bytes are of another FMU");
  if (!*state) *state = malloc(size);
  if (!*state) return refuse((instance *)c, "there is no memory for a state");
  memcpy(*state, bytes, size);
  return fmi3OK;
}
