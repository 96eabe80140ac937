/* calls.h: specs of all kinds, and calls of every function of their solvers,
 * for tests that make the same calls through a face: the numbers must be the
 * same bits. */
#ifndef BRISTLE_TESTS_CALLS_H
#define BRISTLE_TESTS_CALLS_H

#include <stddef.h>

#include "bristle_rt.h"

enum { CALL_PORTS = 16 };

/* `object` is "solver" or "body_solver"; `scale` is the size of numbers in a
 * state, `slip` of velocities; `far` is the tolerance of derivatives, of the
 * largest in a column, or 0: none are compared. */
typedef struct CallCase {
  const char *spec, *options, *object;
  double scale, slip, far;
} CallCase;

/* Every kind and model, tuned ones among them. */
extern const CallCase call_cases[];
extern const size_t ncall_cases;

/* Emits the case's spec as `pad` with this face and a descriptor into the
 * test's folder. */
void call_emit(const CallCase *c, const char *face);
/* Compiles pad.c in the test's folder with these flags, and further sources
 * among them, and returns its descriptor. */
const br_solver *call_open(const CallCase *c, const char *flags);

typedef struct NativeCall {
  const br_solver *solver;
  const br_function *function;
  void *state;
  double *in[CALL_PORTS], *out[CALL_PORTS], *before, *after;
  int status;
} NativeCall;

/* Calls the function at a state and inputs with a meaning; tuned values
 * (call_tuned) may be NULL: the default. */
NativeCall call_native(const CallCase *c, const br_solver *solver,
                       const br_function *f, const double *tuned);
void call_end(NativeCall *n);
/* Fills values within the ranges of the solver's tuning. Returns their number,
 * which may be 0. */
int call_tuned(const br_solver *solver, double values[BR_MOST_TUNED]);
/* Returns the text of a file in the test's folder, which the caller frees. */
char *call_text(const char *name);
/* Steps to take in call_cases: 1 in `make faces` and `make soak`. */
size_t call_stride(void);
/* Returns n zeros; the caller frees them. */
double *call_zeros(int n);

#endif
