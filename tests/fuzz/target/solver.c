/* solver.c: the fuzzer of emitted solvers. In: three bytes that pick a random
 * spec, one that picks an object of its solver, then calls: a function and its
 * inputs, or 255 and numbers of the state. Out: nothing, or a finding:
 *
 * - a NaN or an infinity in an output or the state with a status >= 0;
 * - an error whose outputs are not 0, or that changed the state;
 * - a call that gives something else when it is made again;
 * - an output beyond the caller's room;
 * - friction that pushes: energy from nothing, a force beyond the limit. */
#include "fuzz/target/target.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/target/subject.h"

enum { MOST_PORTS = 16, MOST_CALLS = 12, MOST_SET = 12 };

/* ---- numbers from bytes -------------------------------------------------- */

typedef struct Input {
  const uint8_t *at;
  size_t left;
} Input;

static unsigned byte_of(Input *input)
{
  if (input->left == 0) return 0;
  input->left--;
  return *input->at++;
}

static double bits_of(Input *input)
{
  uint64_t word = 0;
  double x;
  for (int i = 0; i < 8; i++) word = word << 8 | byte_of(input);
  memcpy(&x, &word, sizeof x);
  return x;
}

/* A sign, a choice and a place in it: few bytes make interesting numbers. */
static double number_of(Input *input)
{
  static const double corners[] = {
      0,     1,         1e-3,       1e-6,    1e-9,   1e-12,   1e3,
      1e6,   1e9,       INFINITY,   NAN,     5e-324, 2e-308,  1.79e308,
      1e20,  1e-20,     3.4e38,     3.5e38,  1e-38,  1.4e-45, 1e-160,
      1e160, 0.1,       9.81,       1e19,    1e-19,  3e-39,   1e30,
      1e-30, 1.5707963, 3.14159265, 16777217};
  const unsigned what = byte_of(input);
  double x;
  if (what & 0x40)
    x = corners[byte_of(input) % (sizeof corners / sizeof *corners)];
  else if (what & 0x20)
    return bits_of(input);
  else
    x = (1 + byte_of(input) / 28.0) * pow(10, (int)(what & 0x1f) - 16);
  return what & 0x80 ? -x : x;
}

/* ---- one call ------------------------------------------------------------ */

typedef struct Call {
  const Subject *subject;
  const br_solver *solver;
  const br_function *function;
  double *in[MOST_PORTS], *out[MOST_PORTS], *again[MOST_PORTS];
  size_t nin[MOST_PORTS], nout[MOST_PORTS];
  double *before, *after; /* the state's numbers */
  int status;
} Call;

static void print_list(const char *name, const double *values, size_t count)
{
  fprintf(stderr, "  %s =", name);
  for (size_t i = 0; i < count && i < 40; i++)
    fprintf(stderr, " %.17g", values[i]);
  fprintf(stderr, "%s\n", count > 40 ? " ..." : "");
}

/* True for the first finding of its sort. */
static int is_new(const Call *call, const char *what)
{
  enum { MOST = 100 };
  static char seen[MOST][160];
  static int count;
  char line[160];
  snprintf(line, sizeof line, "%s %s: %s, status %d", call->solver->kind,
           call->function->name, what, call->status);
  for (int i = 0; i < count; i++)
    if (strcmp(seen[i], line) == 0) return 0;
  if (count < MOST) strcpy(seen[count++], line);
  fprintf(stderr, "SORT: %s\n", line);
  return 1;
}

/* FUZZ_GO_ON=1 prints the first finding of each sort and goes on. */
static void found(const Call *call, const char *what)
{
  const br_function *f = call->function;
  if (!is_new(call, what)) return;
  const size_t nstates = (size_t)call->solver->nstates;
  print_list("state", call->before, nstates);
  for (int i = 0; i < f->ninputs; i++)
    print_list(f->inputs[i].name, call->in[i], call->nin[i]);
  for (int i = 0; i < f->noutputs; i++)
    print_list(f->outputs[i].name, call->out[i], call->nout[i]);
  print_list("state after", call->after, nstates);
  if (getenv("FUZZ_GO_ON")) {
    fprintf(stderr, "%s\n", call->subject->text);
    return;
  }
  fuzz_fail("%s %s of\n%s%s, status %d", call->solver->name, f->name,
            call->subject->text, what, call->status);
}

static int all_finite(const double *values, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!isfinite(values[i])) return 0;
  return 1;
}

static int all_zero(const double *values, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (values[i] != 0) return 0;
  return 1;
}

/* ---- what every function promises ---------------------------------------- */

static const double GUARD = 0x1.badbadbadbadp+77;

/* NO_CONVERGENCE leaves the last finite iterate, but a slider's changes
 * nothing. */
static int has_result(const Call *call)
{
  return call->status >= 0 || (call->status == BR_NO_CONVERGENCE &&
                               strcmp(call->solver->kind, "slider") != 0);
}

static void judge_outputs(const Call *call)
{
  const br_function *f = call->function;
  for (int i = 0; i < f->noutputs; i++) {
    if (call->out[i][call->nout[i]] != GUARD) found(call, "wrote beyond");
    if (has_result(call) && !all_finite(call->out[i], call->nout[i]))
      found(call, "an output is not finite");
    if (!has_result(call) && !all_zero(call->out[i], call->nout[i]))
      found(call, "an error with an output that is not 0");
    if (memcmp(call->out[i], call->again[i], call->nout[i] * sizeof(double)))
      found(call, "the same call gives something else");
  }
}

static void judge_state(const Call *call)
{
  const size_t nstates = (size_t)call->solver->nstates;
  if (has_result(call) && all_finite(call->before, nstates) &&
      !all_finite(call->after, nstates))
    found(call, "the state is not finite");
  if (!has_result(call) &&
      memcmp(call->before, call->after, nstates * sizeof(double)) != 0)
    found(call, "an error that changed the state");
}

/* ---- physics ------------------------------------------------------------- */

/* For numbers that neither overflow nor drown. */
static int is_moderate(const double *values, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (values[i] != 0 && !(fabs(values[i]) > 1e-9 && fabs(values[i]) < 1e9))
      return 0;
  return 1;
}

static const double *port_of(const Call *call, const char *name)
{
  const br_function *f = call->function;
  for (int i = 0; i < f->ninputs; i++)
    if (strcmp(f->inputs[i].name, name) == 0) return call->in[i];
  for (int i = 0; i < f->noutputs; i++)
    if (strcmp(f->outputs[i].name, name) == 0) return call->out[i];
  return NULL;
}

static int inputs_are_moderate(const Call *call)
{
  for (int i = 0; i < call->function->ninputs; i++)
    if (!is_moderate(call->in[i], call->nin[i])) return 0;
  return 1;
}

/* Friction never pushes: not in steady sliding, not at the limit, and not in
 * the first step of bristles at rest. */
static void judge_power(const Call *call)
{
  const double *v = port_of(call, "twist"), *w = port_of(call, "wrench");
  const char *name = call->function->name;
  const int is_memoryless =
      strcmp(name, "steady") == 0 || strcmp(name, "limit") == 0;
  if (!v || !w || call->status != BR_OK || !inputs_are_moderate(call)) return;
  if (!is_memoryless &&
      !(strcmp(name, "step") == 0 &&
        all_zero(call->before, (size_t)call->solver->nstates)))
    return;
  const double power = w[0] * v[0] + w[1] * v[1] + w[2] * v[2];
  const double size = fabs(w[0] * v[0]) + fabs(w[1] * v[1]) + fabs(w[2] * v[2]);
  if (power > 1e-3 * size) found(call, "friction pushes");
}

/* The table of a reduced contact errs by a few percent. */
static void judge_limit(const Call *call)
{
  const double *fn = port_of(call, "fn"), *w = port_of(call, "wrench");
  if (strcmp(call->function->name, "limit") != 0 || !fn || !w) return;
  if (call->status != BR_OK || !inputs_are_moderate(call)) return;
  if (hypot(w[0], w[1]) > 1.1 * call->subject->sliding_force * *fn)
    found(call, "a force beyond the limit surface");
}

/* Without a load, kinetic energy does not grow: of a slider, and of a body on
 * bristles that are straight. */
static void judge_energy(const Call *call)
{
  const double *load = port_of(call, "load"), *v = call->before;
  const double *after = call->after;
  const Subject *s = call->subject;
  const size_t n = (size_t)call->solver->nstates;
  if (!load || call->status < 0 || strcmp(call->function->name, "step") != 0)
    return;
  if (strstr(s->text, "gravity = {") || !(s->mass > 0) || n < 3) return;
  if (!all_zero(load, 3) || !inputs_are_moderate(call)) return;
  if (strcmp(call->solver->kind, "slider") != 0) {
    if (n < 6 || !all_zero(v + 6, n - 6)) return;
    v += 3, after += 3;
  } else if (n == 6) {
    v += 3, after += 3;
  }
  if (!is_moderate(v, 3)) return;
  const double start =
      s->mass * (v[0] * v[0] + v[1] * v[1]) + s->inertia * v[2] * v[2];
  const double end = s->mass * (after[0] * after[0] + after[1] * after[1]) +
                     s->inertia * after[2] * after[2];
  if (end > 1.001 * start) found(call, "energy from nothing");
}

/* ---- calls --------------------------------------------------------------- */

static double *room_for(size_t count)
{
  double *room = malloc((count + 1) * sizeof *room);
  if (!room) fuzz_fail("no memory");
  for (size_t i = 0; i <= count; i++) room[i] = GUARD;
  return room;
}

static void *state_for(const br_solver *solver)
{
  const size_t align = solver->state_align < 64 ? 64 : solver->state_align;
  const size_t bytes = (solver->state_bytes + align) / align * align;
  void *state = aligned_alloc(align, bytes);
  if (!state) fuzz_fail("no memory");
  memset(state, 0, bytes);
  return state;
}

static void call_close(Call *call)
{
  for (int i = 0; i < call->function->ninputs; i++) free(call->in[i]);
  for (int i = 0; i < call->function->noutputs; i++) {
    free(call->out[i]);
    free(call->again[i]);
  }
  free(call->before);
  free(call->after);
}

static void make_call(Call *call, void *state, Input *input)
{
  const br_function *f = call->function;
  const br_solver *solver = call->solver;
  const double *in[MOST_PORTS];
  if (f->ninputs > MOST_PORTS || f->noutputs > MOST_PORTS)
    fuzz_fail("%s has more than %d ports", f->name, MOST_PORTS);
  for (int i = 0; i < f->ninputs; i++) {
    call->nin[i] = (size_t)(f->inputs[i].rows * f->inputs[i].cols);
    call->in[i] = room_for(call->nin[i]);
    for (size_t k = 0; k < call->nin[i]; k++) call->in[i][k] = number_of(input);
    in[i] = call->in[i];
  }
  for (int i = 0; i < f->noutputs; i++) {
    call->nout[i] = (size_t)(f->outputs[i].rows * f->outputs[i].cols);
    call->out[i] = room_for(call->nout[i]);
    call->again[i] = room_for(call->nout[i]);
  }
  void *copy = state_for(solver);
  memcpy(copy, state, solver->state_bytes);
  call->before = room_for((size_t)solver->nstates);
  call->after = room_for((size_t)solver->nstates);
  solver->get(state, call->before);
  f->call(copy, in, call->again);
  call->status = f->call(state, in, call->out);
  solver->get(state, call->after);
  free(copy);
  judge_outputs(call);
  judge_state(call);
  judge_power(call);
  judge_limit(call);
  judge_energy(call);
  call_close(call);
}

static void set_state(const br_solver *solver, void *state, Input *input)
{
  const size_t n = (size_t)solver->nstates;
  double *values = room_for(n);
  solver->get(state, values);
  for (size_t k = 0; k < n && k < MOST_SET; k++) values[k] = number_of(input);
  solver->set(state, values);
  free(values);
}

void fuzz_solver(const uint8_t *bytes, size_t length)
{
  Input input = {bytes, length};
  const unsigned kind = byte_of(&input), mode = byte_of(&input);
  const Subject *subject = subject_of(kind, mode, byte_of(&input));
  if (!subject->solver) return;
  const size_t nobjects = bristle_solver_objects(subject->solver);
  const br_solver *solver =
      bristle_solver_functions(subject->solver, byte_of(&input) % nobjects);
  void *state = state_for(solver);
  solver->reset(state);
  for (int i = 0; i < MOST_CALLS && input.left > 0; i++) {
    const unsigned what = byte_of(&input);
    if (what == 255 || solver->nfunctions == 0) {
      set_state(solver, state, &input);
      continue;
    }
    Call call = {.subject = subject, .solver = solver};
    call.function = &solver->functions[what % (unsigned)solver->nfunctions];
    make_call(&call, state, &input);
  }
  free(state);
}
