/* bristle_rt.h: the one shape in which the runtime, scripts and verbs see a
 * solver of any kind, compiled in process or loaded.
 *
 * All numbers that cross this boundary are double; a solver of floats converts.
 * Nothing here allocates. A state belongs to the caller: `state_bytes` bytes
 * aligned to `state_align`, made valid by `reset`. Functions are reentrant:
 * two states may be stepped in two threads. */
#ifndef BRISTLE_RT_H
#define BRISTLE_RT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BR_ABI 5

/* Status of every function of every kind (ORDER STATUSES): < 0 error (outputs
 * zero, state as it was), > 0 valid with a condition. */
enum {
  BR_OK = 0,
  BR_SEPARATED = 1,
  BR_TIPPING = 2,
  BR_LIFTED = 3,
  BR_BAD_INPUT = -1,
  BR_NO_CONVERGENCE = -2,
  BR_BAD_STATE = -3,
  BR_NOT_UNIQUE = -4
};

/* One argument: rows x cols doubles, row-major. */
typedef struct br_port {
  const char *name, *unit;
  int rows, cols;
} br_port;

/* in[i] and out[i] follow `inputs` and `outputs`; an out[i] may be NULL, an
 * in[i] may not. */
typedef struct br_function {
  const char *name;
  int needs_state; /* 0: state is not looked at and may be NULL */
  int ninputs, noutputs;
  const br_port *inputs, *outputs;
  int (*call)(void *state, const double *const *in, double *const *out);
} br_function;

/* A number that changes at run time: its range, and the value of the spec. */
typedef struct br_tunable {
  const char *name, *unit;
  double low, high, value;
} br_tunable;

/* The numbers of a solver that change at run time, in the order of the inputs
 * of its function "tune", which sets the tuning of a state. The rest is for
 * batches; step_batch, NULL without batches, is as that of br_solver with one
 * tuning for all states, or with an array of n if is_each; NULL means the
 * default. */
enum { BR_MOST_TUNED = 16 };
typedef struct br_tuning {
  int count; /* at most BR_MOST_TUNED */
  const br_tunable *list;
  size_t bytes; /* of a tuning */
  int (*tune)(void *tuning, const double *values);
  int (*step_batch)(const void *tuning, int is_each, int n, void *z,
                    const void *twist, const void *fn, double dt, void *wrench,
                    int *status);
} br_tuning;

typedef struct br_solver {
  int abi;
  const char *kind, *name, *spec_hash;
  size_t state_bytes, state_align;
  int real_bytes; /* 8 or 4 */
  int nstates;    /* doubles that get and set move */
  void (*reset)(void *state);
  void (*get)(const void *state, double *values);
  void (*set)(void *state, const double *values);
  int nfunctions;
  const br_function *functions;
  /* NULL, or a step of n states at once: <name>_step_batch, whose header says
   * more. Structures of arrays of the solver's own reals, not of doubles: z has
   * a row of n for each state, twist one for each input of step but dt and the
   * load, which is fn, wrench one for each output; bristle_batch_rows counts
   * them. */
  int (*step_batch)(int n, void *z, const void *twist, const void *fn,
                    double dt, void *wrench, int *status);
  /* NULL, or <name>_couple and <name>_march, whose header says more: contacts
   * of one solver and the bodies behind them. `states` are n states side by
   * side, 1 <= n <= couple_most; arrays are of the solver's own reals. `info`
   * (5, or NULL): residual, rounds, evaluations, cut, clamped. */
  int couple_most;
  int (*couple)(int n, void *states, const void *fn, const void *v0,
                const void *w, double dt, void *twist, void *wrench,
                int *status, double *info);
  int (*march)(void *state, void *v, const void *minv, const void *loads,
               const void *fn, int steps, double dt, void *twists,
               void *wrenches);
  const br_tuning *tuning; /* NULL: no number changes at run time */
} br_solver;

#ifdef __cplusplus
}
#endif
#endif
