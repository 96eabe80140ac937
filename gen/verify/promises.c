/* promises.c: tests the promises of every function of every kind. In: a solver,
 * a valid state and valid inputs. Out: checks of statuses, of outputs after an
 * error, of states that must not change.
 *
 * Invariant: this file uses only ports and statuses, and nothing of a model.
 * Errors count broken promises: the tolerance is 0. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bristle_rt.h"
#include "base/base.h"
#include "backend/backend.h"
#include "verify/verify.h"

enum { MOST_PORTS = 6, MOST_VALUES = 9 };

/* One call: inputs that may be invalid, outputs with room for them, state. */
typedef struct Call {
  Run *run;
  const br_solver *solver;
  const br_function *function;
  const double *start; /* the state before */
  double values[MOST_PORTS][MOST_VALUES];
  const double *in[MOST_PORTS];
  double *buffers[MOST_PORTS];
  double *out[MOST_PORTS];
  void *state;
  double *after;
} Call;

static size_t port_size(const br_port *port)
{
  return (size_t)port->rows * (size_t)port->cols;
}

static const double *sample_of(Run *run, const Sample *samples, size_t count,
                               const char *port)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(samples[i].port, port) == 0) return samples[i].values;
  const Where nowhere = {NULL, 0};
  run_fail(run, nowhere, "internal: no sample for the input %s", port);
}

static Call *call_new(const Solver *solver, const br_function *function,
                      const double *start, const Sample *samples,
                      size_t nsamples, Run *run)
{
  Call *call = run_alloc(run, sizeof *call);
  const Where nowhere = {NULL, 0};
  bool has_room =
      function->ninputs <= MOST_PORTS && function->noutputs <= MOST_PORTS;
  for (int i = 0; has_room && i < function->ninputs; i++)
    has_room = port_size(&function->inputs[i]) <= MOST_VALUES;
  if (!has_room)
    run_fail(run, nowhere, "internal: %s has too many ports", function->name);
  call->run = run;
  call->solver = solver->functions;
  call->function = function;
  call->start = start;
  for (int i = 0; i < function->ninputs; i++) {
    const double *values =
        sample_of(run, samples, nsamples, function->inputs[i].name);
    memcpy(call->values[i], values,
           port_size(&function->inputs[i]) * sizeof *values);
    call->in[i] = call->values[i];
  }
  for (int i = 0; i < function->noutputs; i++)
    call->buffers[i] = run_doubles(run, port_size(&function->outputs[i]));
  call->state = solver_state(run, solver);
  call->after = run_doubles(run, (size_t)call->solver->nstates);
  return call;
}

/* Calls the function from the start; outputs hold an arbitrary number before
 * the call. Bit i of `missing` makes output i NULL. */
static int call_make(Call *call, unsigned missing)
{
  const br_function *f = call->function;
  call->solver->set(call->state, call->start);
  for (int i = 0; i < f->noutputs; i++) {
    const size_t size = port_size(&f->outputs[i]);
    for (size_t k = 0; k < size; k++) call->buffers[i][k] = 7.25;
    call->out[i] = missing >> i & 1 ? NULL : call->buffers[i];
  }
  const int status = f->call(f->needs_state ? call->state : NULL, call->in,
                             (double *const *)call->out);
  call->solver->get(call->state, call->after);
  return status;
}

static bool outputs_are_zero(const Call *call)
{
  for (int i = 0; i < call->function->noutputs; i++) {
    const size_t size = port_size(&call->function->outputs[i]);
    for (size_t k = 0; k < size; k++)
      if (call->buffers[i][k] != 0) return false;
  }
  return true;
}

static bool state_is(const Call *call, const double *values)
{
  const size_t bytes = (size_t)call->solver->nstates * sizeof *values;
  return memcmp(call->after, values, bytes) == 0;
}

/* Returns 0 if the call failed as promised, else 1. */
static double refused(Call *call, int status)
{
  const bool is_kept = call_make(call, 0) == status && outputs_are_zero(call) &&
                       state_is(call, call->start);
  return is_kept ? 0 : 1;
}

/* ---- the checks -------------------------------------------------------- */

static const double spoils[] = {NAN, INFINITY, -INFINITY};

static double *input_named(Call *call, const char *name)
{
  for (int i = 0; i < call->function->ninputs; i++)
    if (strcmp(call->function->inputs[i].name, name) == 0)
      return call->values[i];
  return NULL;
}

static void try_bad_input(Call *call, Check *check)
{
  const br_function *f = call->function;
  double *fn = input_named(call, "fn"), *dt = input_named(call, "dt");
  for (int i = 0; i < f->ninputs; i++)
    for (size_t k = 0; k < port_size(&f->inputs[i]); k++)
      for (size_t s = 0; s < 3; s++) {
        const double kept = call->values[i][k];
        call->values[i][k] = spoils[s];
        check_add(check, refused(call, BR_BAD_INPUT), "%s, %s[%zu] = %g",
                  f->name, f->inputs[i].name, k, spoils[s]);
        const double load = fn ? *fn : 0;
        if (fn && fn != call->values[i]) { /* bad input has precedence */
          *fn = -1;
          check_add(check, refused(call, BR_BAD_INPUT),
                    "%s, %s[%zu] = %g with fn = -1", f->name, f->inputs[i].name,
                    k, spoils[s]);
          *fn = load;
        }
        call->values[i][k] = kept;
      }
  if (!dt) return;
  const double kept = *dt;
  *dt = -kept;
  check_add(check, refused(call, BR_BAD_INPUT), "%s, dt = %g", f->name, *dt);
  *dt = kept;
}

static bool is_finite(const double *values, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!isfinite(values[i])) return false;
  return true;
}

/* For inputs of any size, outputs are finite, or the call returns an error. */
static void try_extreme(Call *call, Check *check)
{
  const br_function *f = call->function;
  const double largest = call->solver->real_bytes == 4 ? FLT_MAX : DBL_MAX;
  const double least =
      call->solver->real_bytes == 4 ? FLT_TRUE_MIN : DBL_TRUE_MIN;
  const double extremes[] = {largest, -largest, 1e-3 * sqrt(largest), least};
  for (int i = 0; i < f->ninputs; i++)
    for (size_t k = 0; k < port_size(&f->inputs[i]); k++)
      for (size_t e = 0; e < COUNT(extremes); e++) {
        const double kept = call->values[i][k];
        call->values[i][k] = extremes[e];
        const int status = call_make(call, 0);
        bool is_kept =
            status == BR_NO_CONVERGENCE || status >= 0
                ? is_finite(call->after, (size_t)call->solver->nstates)
                : outputs_are_zero(call) && state_is(call, call->start);
        for (int o = 0; o < f->noutputs; o++)
          is_kept =
              is_kept && is_finite(call->buffers[o], port_size(&f->outputs[o]));
        check_add(check, is_kept ? 0 : 1, "%s, %s[%zu] = %g", f->name,
                  f->inputs[i].name, k, extremes[e]);
        call->values[i][k] = kept;
      }
}

/* Returns true if the function steps the state that it is called with, which
 * resets a state without load. A function with the output `end` leaves it. */
static bool steps_state(Call *call)
{
  for (int i = 0; i < call->function->noutputs; i++)
    if (strcmp(call->function->outputs[i].name, "end") == 0) return false;
  return input_named(call, "dt");
}

/* `zeros` is NULL for a function that may return any finite outputs without
 * load. */
static void try_separated(Call *call, Check *check, const double *zeros)
{
  double *fn = input_named(call, "fn");
  if (!fn) return;
  static const double loads[] = {0, -0.5, -1e30};
  const double kept = *fn;
  for (size_t i = 0; i < 3; i++) {
    *fn = loads[i];
    const int status = call_make(call, 0);
    const double *end = steps_state(call) ? zeros : call->start;
    const bool is_kept =
        zeros ? outputs_are_zero(call) && state_is(call, end)
              : is_finite(call->after, (size_t)call->solver->nstates);
    check_add(check, is_kept && status == BR_SEPARATED ? 0 : 1, "%s, fn = %g",
              call->function->name, *fn);
  }
  *fn = kept;
}

static void try_bad_state(Call *call, Check *check)
{
  const double *start = call->start;
  const size_t n = (size_t)call->solver->nstates;
  double *spoilt = run_doubles(call->run, n);
  call->start = spoilt;
  for (size_t k = 0; k < n; k += 1 + n / 16)
    for (size_t s = 0; s < 3; s++) {
      memcpy(spoilt, start, n * sizeof *spoilt);
      spoilt[k] = spoils[s];
      const bool is_kept =
          call_make(call, 0) == BR_BAD_STATE && outputs_are_zero(call);
      bool is_untouched = true; /* == would fail for the NaN */
      for (size_t i = 0; i < n; i++)
        is_untouched = is_untouched && (i == k ? !isfinite(call->after[i])
                                               : call->after[i] == start[i]);
      check_add(check, is_kept && is_untouched ? 0 : 1, "%s, state[%zu] = %g",
                call->function->name, k, spoils[s]);
    }
  call->start = start;
}

/* If outputs are left out, the other outputs are the same, bit for bit. */
static void try_missing(Call *call, Check *check)
{
  const br_function *f = call->function;
  double *whole[MOST_PORTS];
  const int status = call_make(call, 0);
  check_add(check, status == BR_OK ? 0 : 1, "%s, status %d", f->name, status);
  double *state = run_doubles(call->run, (size_t)call->solver->nstates);
  memcpy(state, call->after, (size_t)call->solver->nstates * sizeof *state);
  for (int i = 0; i < f->noutputs; i++) {
    const size_t size = port_size(&f->outputs[i]);
    whole[i] = run_doubles(call->run, size);
    memcpy(whole[i], call->buffers[i], size * sizeof *whole[i]);
  }
  for (unsigned missing = 1; missing < 1u << f->noutputs; missing++) {
    bool is_kept = call_make(call, missing) == BR_OK && state_is(call, state);
    for (int i = 0; i < f->noutputs; i++)
      if (call->out[i])
        is_kept = is_kept &&
                  memcmp(call->out[i], whole[i],
                         port_size(&f->outputs[i]) * sizeof *whole[i]) == 0;
    check_add(check, is_kept ? 0 : 1, "%s, outputs left out: mask %u", f->name,
              missing);
  }
}

static void try_reset(const Solver *solver, const double *state,
                      const double *zeros, Run *run, Check *check)
{
  const br_solver *functions = solver->functions;
  const size_t n = (size_t)functions->nstates;
  void *own = solver_state(run, solver);
  double *after = run_doubles(run, n);
  functions->set(own, state);
  functions->get(own, after);
  check_add(check, memcmp(after, state, n * sizeof *after) == 0 ? 0 : 1,
            "set, then get");
  functions->reset(own);
  functions->get(own, after);
  check_add(check, memcmp(after, zeros, n * sizeof *after) == 0 ? 0 : 1,
            "reset, then get");
}

/* Returns true if a function that is tried reads the state. */
static bool reads_state(const br_solver *solver)
{
  for (int i = 0; i < solver->nfunctions; i++) {
    const br_function *f = &solver->functions[i];
    if (f->needs_state && f->ninputs > 0 && strcmp(f->name, "tune") != 0)
      return true;
  }
  return false;
}

/* Returns true if a function has that input: "fn" is a normal force that can
 * vanish; a function with a "load" too continues without contact. */
static bool takes(const br_solver *solver, const char *input)
{
  for (int i = 0; i < solver->nfunctions; i++)
    for (int k = 0; k < solver->functions[i].ninputs; k++)
      if (strcmp(solver->functions[i].inputs[k].name, input) == 0) return true;
  return false;
}

void verify_calls(const Solver *solver, const double *state,
                  const Sample *samples, size_t nsamples,
                  Verification *verification)
{
  const br_solver *all = solver->functions;
  Run *run = verification->run;
  const double *zeros = run_doubles(run, (size_t)all->nstates);
  const bool has_state = all->nstates > 0;
  Check *bad_input = verify_check(verification, "bad input", 0);
  Check *extreme = verify_check(verification, "huge and tiny input", 0);
  Check *separated =
      takes(all, "fn") ? verify_check(verification, "fn <= 0", 0) : NULL;
  Check *bad_state =
      has_state && reads_state(all)
          ? verify_check(verification, "bad state", 0)
          : NULL;
  Check *missing = verify_check(verification, "outputs left out", 0);
  Check *reset = has_state ? verify_check(verification, "reset", 0) : NULL;
  Check *selftest = verify_check(verification, "selftest", 0);
  for (int i = 0; i < all->nfunctions; i++) {
    const br_function *f = &all->functions[i];
    /* A tuning is no state: the kind has checks of its own. */
    if (strcmp(f->name, "tune") == 0) continue;
    Call *call = call_new(solver, f, state, samples, nsamples, run);
    if (f->ninputs == 0) {
      check_add(selftest, abs(call_make(call, 0)), "%s", f->name);
      continue;
    }
    try_bad_input(call, bad_input);
    try_extreme(call, extreme);
    if (separated)
      try_separated(call, separated, takes(all, "load") ? NULL : zeros);
    if (bad_state && f->needs_state) try_bad_state(call, bad_state);
    try_missing(call, missing);
  }
  if (has_state) try_reset(solver, state, zeros, run, reset);
}
