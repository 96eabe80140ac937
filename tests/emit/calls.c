/* calls.c: see calls.h. */
#define _GNU_SOURCE
#include "emit/calls.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"

#define TUNED_PAD "--set 'tune={mu_c={0.5,1},mu_s={1.1,1.4},sigma0={5e5,2e6}}'"

const CallCase call_cases[] = {
    {"specs/contact/few_bristles.lua", "", "solver", 1e-6, 0.004, 1e-5},
    {"specs/contact/few_bristles.lua", TUNED_PAD, "solver", 1e-6, 0.004, 1e-5},
    {"specs/contact/few_bristles.lua", "--set 'real=\"float\"'", "solver", 1e-6,
     0.004, 0},
    {"specs/contact/finger_pad.lua", "", "solver", 1e-6, 0.004, 0},
    {"specs/contact/finger_pad.lua", "--set 'model=\"ellipsoid\"' " TUNED_PAD,
     "solver", 1e-6, 0.004, 1e-4},
    {"specs/paper/slip_case2_circle.lua", "--set 'tune={mu_c={0.5,1.1}}'",
     "body_solver", 1e-7, 0.01, 0},
    {"specs/slider/parcel.lua", "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'",
     "solver", 0.1, 0.1, 1e-5},
    {"tests/emit/calls/belt.lua", "", "solver", 1e-5, 0.01, 1e-5},
    {"specs/paper/arm_on_parabola.lua", "", "solver", 0.1, 0.1, 1e-5},
    {"specs/joint/elbow.lua", "--set 'tune={F_c={0.9,1.25},sigma0={100,200}}'",
     "solver", 1e-6, 0.01, 1e-5},
    {"specs/cone/point_foot.lua", "--set 'tune={mu={0.2,0.9}}'", "solver", 1, 1,
     1e-5},
    {"specs/cone/pad_cone.lua", "", "solver", 1, 1, 1e-5},
};
const size_t ncall_cases = sizeof call_cases / sizeof *call_cases;

void call_emit(const CallCase *c, const char *face)
{
  cr_assert_eq(run_shell(BRISTLE " emit %s --set 'name=\"pad\"' %s "
                                 "--abi=%s --descriptor -o %s",
                         c->spec, c->options, face, folder),
               0, "%s: %s", c->spec, printed);
}

const br_solver *call_open(const CallCase *c, const char *flags)
{
  static int count;
  char text[200];
  count++; /* a library of a known name would not be loaded again */
  cr_assert_eq(run_shell("cd %s && cc -fPIC -shared %s pad.c -lm -o pad%d.so",
                         folder, flags, count),
               0, "%s: %s", c->spec, printed);
  snprintf(text, sizeof text, "%s/pad%d.so", folder, count);
  void *library = dlopen(text, RTLD_NOW | RTLD_LOCAL);
  cr_assert(library, "%s", dlerror());
  snprintf(text, sizeof text, "pad_%s", c->object);
  const br_solver *solver = dlsym(library, text);
  cr_assert(solver, "no %s", text);
  return solver;
}

char *call_text(const char *name)
{
  char path[200];
  struct stat about;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  cr_assert(file && fstat(fileno(file), &about) == 0, "no file %s", path);
  char *text = calloc(1, (size_t)about.st_size + 1);
  cr_assert_eq(fread(text, 1, (size_t)about.st_size, file),
               (size_t)about.st_size);
  fclose(file);
  return text;
}

size_t call_stride(void)
{
  return getenv("TEST_FACES") ? 1 : (size_t)soak_stride(4);
}

double *call_zeros(int n)
{
  return calloc((size_t)n + 1, sizeof(double));
}

int call_tuned(const br_solver *solver, double values[BR_MOST_TUNED])
{
  const int count = solver->tuning ? solver->tuning->count : 0;
  for (int i = 0; i < count; i++) {
    const br_tunable *t = &solver->tuning->list[i];
    values[i] = t->low + 0.375 * (t->high - t->low);
  }
  return count;
}

/* Fills an input by its name: times of a millisecond, a unit vector for a
 * normal, loads of some newtons, small numbers for velocities. */
static void fill(const CallCase *c, const char *name, double *x, int size)
{
  static const double unit[] = {0.48, 0.6, 0.64};
  for (int i = 0; i < size; i++)
    x[i] = strcmp(name, "dt") == 0       ? 1e-3
           : strcmp(name, "t") == 0      ? 0.25
           : strcmp(name, "fn") == 0     ? 5
           : strcmp(name, "share") == 0  ? 0.5
           : strcmp(name, "normal") == 0 ? (size == 2 ? 0.6 + 0.2 * i : unit[i])
           : strcmp(name, "twist") == 0  ? c->slip * (1 - 0.7 * i)
                                         : 0.1 + 0.23 * i;
}

NativeCall call_native(const CallCase *c, const br_solver *solver,
                       const br_function *f, const double *tuned)
{
  NativeCall n = {.solver = solver, .function = f};
  n.state = aligned_alloc(64, (solver->state_bytes + 127) / 64 * 64);
  n.before = call_zeros(solver->nstates);
  n.after = call_zeros(solver->nstates);
  solver->reset(n.state);
  solver->get(n.state, n.before);
  for (int i = 0; i < solver->nstates; i++)
    n.before[i] += c->scale * (0.3 + 0.05 * (i % 7)) * (i % 3 == 1 ? -1 : 1);
  solver->set(n.state, n.before);
  solver->get(n.state, n.before); /* rounded by a solver of floats */
  for (int i = 0; tuned && i < solver->nfunctions; i++)
    if (strcmp(solver->functions[i].name, "tune") == 0) {
      const double *at[BR_MOST_TUNED];
      for (int k = 0; k < solver->functions[i].ninputs; k++) at[k] = tuned + k;
      cr_assert_eq(solver->functions[i].call(n.state, at, NULL), 0);
    }
  for (int i = 0; i < f->ninputs; i++) {
    const int size = f->inputs[i].rows * f->inputs[i].cols;
    n.in[i] = call_zeros(size);
    fill(c, f->inputs[i].name, n.in[i], size);
  }
  for (int i = 0; i < f->noutputs; i++)
    n.out[i] = call_zeros(f->outputs[i].rows * f->outputs[i].cols);
  n.status = f->call(n.state, (const double *const *)n.in, n.out);
  if (f->needs_state) solver->get(n.state, n.after);
  return n;
}

void call_end(NativeCall *n)
{
  for (int i = 0; i < CALL_PORTS; i++) free(n->in[i]), free(n->out[i]);
  free(n->before), free(n->after), free(n->state);
}
