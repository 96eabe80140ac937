/* ---- types of FMI 3.0 -------------------------------------------------------- */

#include <stdbool.h>
#include <stdint.h>

typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef double fmi3Float64;
typedef bool fmi3Boolean, fmi3Clock;
typedef const char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;
typedef void fmi3LogMessageCallback(fmi3InstanceEnvironment, fmi3Status, fmi3String category, fmi3String message);

#ifdef FMI3_FUNCTION_PREFIX
#define $(NAME)_FMI3_PASTE(a, b) a##b
#define $(NAME)_FMI3_JOIN(a, b) $(NAME)_FMI3_PASTE(a, b)
#define FMI3(function) $(NAME)_FMI3_JOIN(FMI3_FUNCTION_PREFIX, function)
#else
#define FMI3(function) function
#endif
#if defined(_WIN32)
#define FMI3_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMI3_EXPORT __attribute__((visibility("default")))
#else
#define FMI3_EXPORT
#endif
#ifdef __cplusplus
extern "C" {
#endif

typedef $(name)_unit_instance instance;

static fmi3Status log_message(instance *c, fmi3Status status, const char *category)
{
  fmi3LogMessageCallback *log;
  memcpy(&log, &c->log, sizeof log);
  if (log && c->is_logging) log(c->environment, status, category, c->message);
  return status;
}

/* What a status of the solver means to the importer: bad input discards, other errors are
 * errors, conditions are noted. */
static fmi3Status fmi_status(instance *c, int status)
{
  if (status == $(status("BAD_INPUT"))) return log_message(c, fmi3Discard, "logStatusDiscard");
  if (status < 0) return log_message(c, fmi3Error, "logStatusError");
  if (status > 0) log_message(c, fmi3OK, "logEvents");
  return fmi3OK;
}

static fmi3Status refuse(instance *c, const char *why)
{
  snprintf(c->message, sizeof c->message, "%s", why);
  return log_message(c, fmi3Error, "logStatusError");
}
