/* tiers.c: compiled code that faster code may replace. In: a unit, the backend
 * that compiles now, and the backend that compiles later. Out: a
 * bristle_solver; a program asks for its functions before each call.
 *
 * Invariant: code stays mapped until the solver closes once a program may have
 * its address. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "api/bristle.h"
#include "base/base.h"
#include "backend/backend.h"
#include "plan/plan.h"
#include "api/inside.h"

enum { TIERS = 2 };

typedef _Atomic(const br_solver *) Functions;
typedef _Atomic(const Backend *) AtomicBackend;

struct bristle_solver {
  Run *run;  /* owns the solver's memory */
  const char *key; /* of tiers_find; NULL: it has one user */
  int users;       /* opened so often, closed less often */
  bristle_solver *other; /* the next one with a key */
  Unit unit; /* the next tier compiles this text */
  bristle_object *objects;
  const char **symbols; /* the descriptor of each object */
  size_t nobjects;
  Functions *now;          /* of each object */
  const br_solver **later; /* of each object, in the tier that is ready */
  AtomicBackend tier;      /* the backend of `now` */
  Module *modules[TIERS];
  /* The thread in the background. */
  const Backend *next; /* NULL: there is none */
  pthread_t thread;
  Stopper *stopper; /* ends the thread's compiler */
  /* The lock guards these members. */
  pthread_mutex_t lock;
  pthread_cond_t over;
  bool is_over, is_ready, is_held;
  const char *problem;
};

/* One compiler at a time runs in the background of a process. */
static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool is_taken;
} turn = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};

/* The solvers with a key. The lock guards their users, too. */
static struct {
  pthread_mutex_t lock;
  bristle_solver *first;
} shared = {PTHREAD_MUTEX_INITIALIZER, NULL};

/* ---- sharing ---------------------------------------------------------------
 */

bristle_solver *tiers_find(const char *key)
{
  pthread_mutex_lock(&shared.lock);
  bristle_solver *s = shared.first;
  while (s && strcmp(s->key, key) != 0) s = s->other;
  if (s) s->users++;
  pthread_mutex_unlock(&shared.lock);
  return s;
}

static void share(bristle_solver *s)
{
  pthread_mutex_lock(&shared.lock);
  s->other = shared.first;
  shared.first = s;
  pthread_mutex_unlock(&shared.lock);
}

/* Returns true if there are other users of the solver. */
static bool leave(bristle_solver *s)
{
  if (!s->key) return false;
  pthread_mutex_lock(&shared.lock);
  const bool is_used = --s->users > 0;
  bristle_solver **at = &shared.first;
  while (*at != s) at = &(*at)->other;
  if (!is_used) *at = s->other;
  pthread_mutex_unlock(&shared.lock);
  return is_used;
}

/* ---- compiling --------------------------------------------------------- */

/* Finds a descriptor for each object. A missing one, or one of another version,
 * ends the run. */
static void find_functions(Run *run, const bristle_solver *s,
                           const Module *module, const br_solver **found)
{
  const Solver code = {(Module *)module, s->unit.name, NULL};
  for (size_t i = 0; i < s->nobjects; i++)
    found[i] = solver_object(run, &code, s->symbols[i])->functions;
}

typedef struct Improvement {
  bristle_solver *solver;
  Run *run;
} Improvement;

static void improve(void *context)
{
  const Improvement *improvement = context;
  bristle_solver *s = improvement->solver;
  s->modules[1] = s->next->compile(improvement->run, &s->unit);
  find_functions(improvement->run, s, s->modules[1], s->later);
}

/* Needs the lock. */
static void publish(bristle_solver *s)
{
  for (size_t i = 0; i < s->nobjects; i++)
    atomic_store_explicit(&s->now[i], s->later[i], memory_order_release);
  atomic_store(&s->tier, s->next);
}

/* Waits for the turn. Returns false if the solver was closed meanwhile. */
static bool turn_take(bristle_solver *s)
{
  pthread_mutex_lock(&turn.lock);
  while (turn.is_taken && !stopper_is_stopped(s->stopper))
    pthread_cond_wait(&turn.changed, &turn.lock);
  const bool is_mine = !turn.is_taken && !stopper_is_stopped(s->stopper);
  if (is_mine) turn.is_taken = true;
  pthread_mutex_unlock(&turn.lock);
  return is_mine;
}

static void turn_end(void)
{
  pthread_mutex_lock(&turn.lock);
  turn.is_taken = false;
  pthread_cond_broadcast(&turn.changed);
  pthread_mutex_unlock(&turn.lock);
}

static void *compile_next(void *context)
{
  bristle_solver *s = context;
  Improvement improvement = {s, NULL};
  bool is_done = false;
  if (turn_take(s)) {
    improvement.run = run_open();
    if (improvement.run) {
      improvement.run->stopper = s->stopper;
      is_done = run_catch(improvement.run, improve, &improvement);
    }
    turn_end();
  }
  pthread_mutex_lock(&s->lock);
  s->is_over = true;
  s->is_ready = is_done;
  if (is_done && !s->is_held) publish(s);
  if (improvement.run && !is_done) s->problem = strdup(improvement.run->error);
  pthread_cond_broadcast(&s->over);
  pthread_mutex_unlock(&s->lock);
  run_close(improvement.run);
  return NULL;
}

/* ---- opening and closing ----------------------------------------------- */

static bristle_object object_copy(Run *run, const Plan *plan,
                                  const Object *object)
{
  /* A cone has no state but its tuning. */
  const char *none = plan->model && plan->model->tuning ? "state" : "";
  bristle_member *members =
      run_alloc(run, (object->nmembers + 1) * sizeof *members);
  for (size_t i = 0; i < object->nmembers; i++) {
    members[i].name = run_printf(run, "%s", object->members[i].name);
    members[i].count = object->members[i].count;
  }
  const bristle_object copy = {
      run_printf(run, "%s", object->type ? object->type : none),
      object->nmembers, members};
  return copy;
}

/* Copies the parts of the plan that the solver needs after the model. */
static void copy_objects(bristle_solver *s, const Plan *plan)
{
  s->nobjects = plan->nobjects;
  s->objects = run_alloc(s->run, s->nobjects * sizeof *s->objects);
  s->symbols = run_alloc(s->run, s->nobjects * sizeof *s->symbols);
  s->now = run_alloc(s->run, s->nobjects * sizeof *s->now);
  s->later = run_alloc(s->run, s->nobjects * sizeof *s->later);
  for (size_t i = 0; i < s->nobjects; i++) {
    s->objects[i] = object_copy(s->run, plan, &plan->objects[i]);
    s->symbols[i] = run_printf(s->run, "%s", plan->objects[i].solver);
  }
}

typedef struct Opening {
  bristle_solver *solver;
  const Plan *plan;
  const Tier *first, *next;
} Opening;

static void open_first(void *context)
{
  const Opening *opening = context;
  const Tier *first = opening->first;
  bristle_solver *s = opening->solver;
  s->stopper = stopper_new(s->run);
  copy_objects(s, opening->plan);
  s->modules[0] = first->backend->compile(s->run, &first->unit);
  s->unit.name = run_printf(s->run, "%s", first->unit.name);
  if (s->next)
    s->unit.text = run_printf(s->run, "%s", opening->next->unit.text);
  find_functions(s->run, s, s->modules[0], s->later);
  for (size_t i = 0; i < s->nobjects; i++) atomic_init(&s->now[i], s->later[i]);
  atomic_init(&s->tier, first->backend);
}

static void close_solver(bristle_solver *s)
{
  for (int i = 0; i < TIERS; i++) module_close(s->modules[i]);
  pthread_mutex_destroy(&s->lock);
  pthread_cond_destroy(&s->over);
  free((void *)(uintptr_t)s->problem);
  run_close(s->run);
  free(s);
}

/* Starts the thread. If none can be started, the first tier remains. */
static void start_thread(bristle_solver *s)
{
  enum { STACK_BYTES = 1 << 20 };
  pthread_attr_t attributes;
  sigset_t all, before;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  /* Signals of the host must reach the host's own threads only. */
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int failed = pthread_create(&s->thread, &attributes, compile_next, s);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failed) {
    s->next = NULL;
    s->is_over = true;
    s->problem = strdup("no thread could be started");
  }
  pthread_attr_destroy(&attributes);
}

bristle_solver *tiers_open(Run *run, const Plan *plan, const char *key,
                           const Tier *first, const Tier *next)
{
  const Where nowhere = {NULL, 0};
  bristle_solver *s = calloc(1, sizeof *s);
  if (!s) run_fail(run, nowhere, "out of memory");
  s->run = run_open();
  if (!s->run) {
    free(s);
    run_fail(run, nowhere, "out of memory");
  }
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->over, NULL);
  s->next = next->backend;
  s->is_over = !s->next;
  Opening opening = {s, plan, first, next};
  if (!run_catch(s->run, open_first, &opening)) {
    const char *error = run_printf(run, "%s", s->run->error);
    close_solver(s);
    run_fail(run, nowhere, "%s", error);
  }
  if (s->next) start_thread(s);
  if (key) {
    s->key = run_printf(s->run, "%s", key);
    s->users = 1;
    share(s);
  }
  return s;
}

void bristle_solver_close(bristle_solver *s)
{
  if (!s || leave(s)) return;
  if (s->next) {
    stopper_stop(s->stopper);
    pthread_mutex_lock(&turn.lock);
    pthread_cond_broadcast(&turn.changed);
    pthread_mutex_unlock(&turn.lock);
    pthread_join(s->thread, NULL);
  }
  close_solver(s);
}

/* ---- questions about a solver ------------------------------------------ */

size_t bristle_solver_objects(const bristle_solver *s)
{
  return s->nobjects;
}

const bristle_object *bristle_solver_object(const bristle_solver *s,
                                            size_t object)
{
  return object < s->nobjects ? &s->objects[object] : NULL;
}

const br_solver *bristle_solver_functions(const bristle_solver *s,
                                          size_t object)
{
  return object < s->nobjects
             ? atomic_load_explicit(&s->now[object], memory_order_acquire)
             : NULL;
}

const char *bristle_solver_tier(const bristle_solver *s)
{
  return atomic_load(&s->tier)->name;
}

const char *bristle_solver_wait(bristle_solver *s)
{
  pthread_mutex_lock(&s->lock);
  while (!s->is_over) pthread_cond_wait(&s->over, &s->lock);
  pthread_mutex_unlock(&s->lock);
  return bristle_solver_tier(s);
}

void bristle_solver_hold(bristle_solver *s, int is_held)
{
  pthread_mutex_lock(&s->lock);
  s->is_held = is_held;
  if (!is_held && s->is_ready) publish(s);
  pthread_mutex_unlock(&s->lock);
}

const char *bristle_solver_problem(bristle_solver *s)
{
  pthread_mutex_lock(&s->lock);
  const char *problem = s->problem;
  pthread_mutex_unlock(&s->lock);
  return problem;
}
