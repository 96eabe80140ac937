/* fmu3.h: the functions of FMI 3.0 that the tests call, over fmu.h: instances
 * that log, variables by name, a step of time. */
#ifndef BRISTLE_TESTS_FMU3_H
#define BRISTLE_TESTS_FMU3_H

#include <stdbool.h>
#include <stdint.h>

#include "emit/fmu.h"

enum { OK, WARNING, DISCARD, ERROR, FATAL };
enum { SEPARATED = 1, BAD_INPUT = -1 };

typedef void Log(void *environment, int status, const char *category,
                 const char *message);

/* The functions of the standard that the tests call. */
typedef struct Fmu3 {
  void *(*instantiate)(const char *, const char *, const char *, bool, bool,
                       bool, bool, const unsigned *, size_t, void *, Log *,
                       void *);
  void *(*exchange)(const char *, const char *, const char *, bool, bool,
                    void *, Log *);
  void (*release)(void *);
  int (*initialize)(void *, bool, double, double, bool, double);
  int (*start)(void *), (*reset)(void *);
  int (*get)(void *, const unsigned *, size_t, double *, size_t);
  int (*set)(void *, const unsigned *, size_t, const double *, size_t);
  int (*get_whole)(void *, const unsigned *, size_t, int32_t *, size_t);
  int (*step)(void *, double, double, bool, bool *, bool *, bool *, double *);
  int (*save)(void *, void **), (*restore)(void *, void *);
  int (*forget)(void *, void **), (*size)(void *, void *, size_t *);
  int (*pack)(void *, void *, uint8_t *, size_t);
  int (*unpack)(void *, const uint8_t *, size_t, void **);
  int (*along)(void *, const unsigned *, size_t, const unsigned *, size_t,
               const double *, size_t, double *, size_t);
  int (*states)(void *, double *, size_t);
  int (*set_states)(void *, const double *, size_t);
  int (*rates)(void *, double *, size_t);
  int (*time)(void *, double), (*indicators)(void *, double *, size_t);
  int (*update)(void *, bool *, bool *, bool *, bool *, bool *, double *);
  int (*set_text)(void *, const unsigned *, size_t, const char **, size_t);
} Fmu3;

/* The last message that an instance has logged. */
typedef struct Fmu3Log {
  int count, status;
  char category[40], message[200];
} Fmu3Log;

Fmu3 fmu3_functions(const Fmu *fmu);
void fmu3_log(void *environment, int status, const char *category,
              const char *message);
/* Return an instance behind its initialisation: for co-simulation, and for
 * model exchange. */
void *fmu3_begin(const Fmu3 *f, const Fmu *fmu, Fmu3Log *logged);
void *fmu3_begin_exchange(const Fmu3 *f, const Fmu *fmu, Fmu3Log *logged);
/* Sets, or compares bit for bit, `count` numbers: an array, or variables with
 * one number each from name[1] on. */
void fmu3_put(const Fmu3 *f, const Fmu *fmu, void *c, const char *name,
              const double *values, size_t count);
void fmu3_expect(const Fmu3 *f, const Fmu *fmu, void *c, const char *name,
                 const double *values, size_t count);
/* Steps and returns the status; time must go on only after a success. */
int fmu3_step(const Fmu3 *f, void *c, double time, double dt);
/* Writes a twist that slips and turns, another one for each i. */
void fmu3_twist(int i, double twist[3]);

#endif
