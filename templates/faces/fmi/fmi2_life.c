/* ---- types of FMI 2.0 -------------------------------------------------------- */

typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef const char *fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef void fmi2CallbackLogger(fmi2ComponentEnvironment, fmi2String title, fmi2Status, fmi2String category, fmi2String message, ...);
typedef struct {
  fmi2CallbackLogger *logger;
  void *(*allocateMemory)(size_t count, size_t size);
  void (*freeMemory)(void *memory);
  void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

#ifdef FMI2_FUNCTION_PREFIX
#define $(NAME)_FMI2_PASTE(a, b) a##b
#define $(NAME)_FMI2_JOIN(a, b) $(NAME)_FMI2_PASTE(a, b)
#define FMI2(function) $(NAME)_FMI2_JOIN(FMI2_FUNCTION_PREFIX, function)
#else
#define FMI2(function) function
#endif
#if defined(_WIN32)
#define FMI2_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMI2_EXPORT __attribute__((visibility("default")))
#else
#define FMI2_EXPORT
#endif
#ifdef __cplusplus
extern "C" {
#endif

typedef $(name)_unit_instance instance;

static fmi2Status log_message(instance *c, fmi2Status status, const char *category)
{
  fmi2CallbackLogger *log;
  memcpy(&log, &c->log, sizeof log);
  if (log && c->is_logging) log(c->environment, c->title, status, category, "%s", c->message);
  return status;
}

/* What a status of the solver means to the importer: bad input discards, other errors are
 * errors, conditions are noted. */
static fmi2Status fmi_status(instance *c, int status)
{
  if (status == $(status("BAD_INPUT"))) return log_message(c, fmi2Discard, "logStatusDiscard");
  if (status < 0) return log_message(c, fmi2Error, "logStatusError");
  if (status > 0) log_message(c, fmi2OK, "logEvents");
  return fmi2OK;
}

static fmi2Status refuse(instance *c, const char *why)
{
  snprintf(c->message, sizeof c->message, "%s", why);
  return log_message(c, fmi2Error, "logStatusError");
}

/* ---- life of an instance ------------------------------------------------------ */

FMI2_EXPORT const char *FMI2(fmi2GetTypesPlatform)(void) { return "default"; }
FMI2_EXPORT const char *FMI2(fmi2GetVersion)(void) { return "2.0"; }

FMI2_EXPORT fmi2Status FMI2(fmi2SetDebugLogging)(fmi2Component c, fmi2Boolean is_on, size_t count, const fmi2String categories[])
{
  (void)count, (void)categories;
  ((instance *)c)->is_logging = is_on;
  return fmi2OK;
}

FMI2_EXPORT fmi2Component FMI2(fmi2Instantiate)(fmi2String title, fmi2Type type, fmi2String token, fmi2String resources,
  const fmi2CallbackFunctions *functions, fmi2Boolean is_visible, fmi2Boolean is_logging)
{
  void *kept;
  (void)resources, (void)is_visible;
  if (!functions || type != fmi2CoSimulation) return 0;
  memcpy(&kept, &functions->logger, sizeof kept);
  if (!token || strcmp(token, "$(unit.token)") != 0) {
    if (functions->logger && is_logging)
      functions->logger(functions->componentEnvironment, title, fmi2Error, "logStatusError", "the GUID is that of another FMU");
    return 0;
  }
  return $(name)_unit_new(title, 0, functions->componentEnvironment, kept, is_logging);
}

FMI2_EXPORT void FMI2(fmi2FreeInstance)(fmi2Component c) { free(c); }

FMI2_EXPORT fmi2Status FMI2(fmi2SetupExperiment)(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance,
  fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
  (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop;
  ((instance *)c)->now.values[$(name)_unit_TIME] = start;
  return fmi2OK;
}

//@ for _, mode in ipairs({ "EnterInitializationMode", "ExitInitializationMode", "Terminate" }) do
FMI2_EXPORT fmi2Status FMI2(fmi2$(mode))(fmi2Component c)
{
  (void)c; /* no mode changes what the functions below do */
  return fmi2OK;
}

//@ end
FMI2_EXPORT fmi2Status FMI2(fmi2Reset)(fmi2Component c)
{
  $(name)_unit_start(&((instance *)c)->now);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2DoStep)(fmi2Component any, fmi2Real time, fmi2Real interval, fmi2Boolean has_no_way_back)
{
  instance *const c = (instance *)any;
  int is_odd;
  (void)has_no_way_back;
  const int status = $(name)_unit_interval(c, time, interval, &is_odd);
  return is_odd ? log_message(c, fmi2Discard, "logStatusDiscard") : fmi_status(c, status);
}

FMI2_EXPORT fmi2Status FMI2(fmi2CancelStep)(fmi2Component c) { return refuse((instance *)c, "fmi2CancelStep: steps end before fmi2DoStep returns"); }

/* ---- states of an instance ----------------------------------------------------- */

FMI2_EXPORT fmi2Status FMI2(fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *to)
{
  if (!*to) *to = malloc(sizeof($(name)_unit_moment));
  if (!*to) return refuse((instance *)c, "there is no memory for a state");
  memcpy(*to, &((instance *)c)->now, sizeof($(name)_unit_moment));
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate from)
{
  memcpy(&((instance *)c)->now, from, sizeof($(name)_unit_moment));
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *state)
{
  (void)c;
  if (!state) return fmi2OK;
  free(*state);
  *state = 0;
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate state, size_t *size)
{
  (void)c, (void)state;
  *size = sizeof($(name)_unit_moment);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2SerializeFMUstate)(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
  if (size != sizeof($(name)_unit_moment)) return refuse((instance *)c, "fmi2SerializeFMUstate: another size is needed");
  memcpy(bytes, state, size);
  return fmi2OK;
}

FMI2_EXPORT fmi2Status FMI2(fmi2DeSerializeFMUstate)(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state)
{
  if (size != sizeof($(name)_unit_moment)) return refuse((instance *)c, "fmi2DeSerializeFMUstate: these bytes are of another FMU");
  if (!*state) *state = malloc(size);
  if (!*state) return refuse((instance *)c, "there is no memory for a state");
  memcpy(*state, bytes, size);
  return fmi2OK;
}
