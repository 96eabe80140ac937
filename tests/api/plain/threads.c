/* threads.c: a plain program for the thread sanitizer, which Criterion does not
 * get on with, and for LeakSanitizer, which it hides leaks from. Threads open,
 * step and close solvers of their own while all of them step a shared one,
 * whose faster tier comes meanwhile. Exit 0 when every number is right. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/bristle.h"
#include "api/bristle.h"

enum { THREADS = 4, ROUNDS = 3, STEPS = 400 };

static const char source[] =
    "return contact { name = 'small', grid = { 5, 5 }, size = { 0.02, 0.02 },\n"
    "  pressure = rectangle {}, friction = lugre { sigma0 = 1e5, sigma1 = 10,\n"
    "  sigma2 = 0, mu_c = 0.5, mu_s = 0.5 } }\n";

static bristle_solver *solver_of(double mu, const char *backend)
{
  char texts[2][64];
  snprintf(texts[0], sizeof texts[0], "friction.mu_c=%.3f", mu);
  snprintf(texts[1], sizeof texts[1], "friction.mu_s=%.3f", mu);
  const char *const overrides[] = {texts[0], texts[1]};
  bristle_model *model = bristle_open_text("small", source, overrides, 2);
  bristle_solver *solver =
      bristle_error(model) ? NULL : bristle_solver_open(model, backend);
  if (!solver) fprintf(stderr, "%s\n", bristle_error(model));
  bristle_close(model);
  return solver;
}

/* Slides until the force is mu*fn; how far it is from that. */
static double slide(bristle_solver *solver, double mu)
{
  const double twist[3] = {0.5, 0, 0}, fn = 2, dt = 1e-3;
  const double *const in[] = {twist, &fn, &dt};
  double wrench[3] = {0};
  double *const out[] = {wrench};
  const br_solver *functions = bristle_solver_functions(solver, 0);
  void *state = aligned_alloc(64, (functions->state_bytes + 63) / 64 * 64);
  functions->reset(state);
  for (int k = 0; k < STEPS; k++) {
    functions = bristle_solver_functions(solver, 0);
    for (int i = 0; i < functions->nfunctions; i++)
      if (strcmp(functions->functions[i].name, "step") == 0)
        functions->functions[i].call(state, in, out);
  }
  free(state);
  return fabs(wrench[0] + mu * fn);
}

typedef struct Task {
  pthread_t thread;
  bristle_solver *shared;
  int number;
  double worst;
} Task;

static void *work(void *context)
{
  Task *task = context;
  for (int k = 0; k < ROUNDS; k++) {
    /* A different solver each: nothing comes from the cache by chance. */
    const double mu = 0.5 + 0.01 * task->number + 0.001 * k;
    bristle_solver *own = solver_of(mu, k == 1 ? "tcc" : "auto");
    if (!own) {
      task->worst = INFINITY;
      return NULL;
    }
    task->worst = fmax(task->worst, slide(own, mu));
    task->worst = fmax(task->worst, slide(task->shared, 0.5));
    if (k == 2) {
      bristle_solver_hold(own, 1);
      bristle_solver_wait(own);
      bristle_solver_hold(own, 0);
      task->worst = fmax(task->worst, slide(own, mu));
    }
    bristle_solver_close(own); /* where k is 0, in the middle of compiling */
  }
  return NULL;
}

int main(void)
{
  Task tasks[THREADS];
  double worst = 0;
  bristle_solver *shared = solver_of(0.5, "auto");
  if (!shared) return 1;
  for (int i = 0; i < THREADS; i++) {
    tasks[i] = (Task){.shared = shared, .number = i};
    pthread_create(&tasks[i].thread, NULL, work, &tasks[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(tasks[i].thread, NULL);
    worst = fmax(worst, tasks[i].worst);
  }
  const char *tier = bristle_solver_wait(shared);
  worst = fmax(worst, slide(shared, 0.5));
  printf("%s, off by %g\n", tier, worst);
  bristle_solver_close(shared);
  return worst < 1e-9 ? 0 : 1;
}
