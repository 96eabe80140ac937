#ifndef BRISTLE_BACKEND_BACKEND_H
#define BRISTLE_BACKEND_BACKEND_H

#include <pthread.h>
#include <sys/types.h>

#include "base/base.h"
#include "bristle_rt.h"

typedef struct Unit Unit;
typedef struct Backend Backend;
typedef struct Solver Solver;
/* ---- backend.c, tcc.c, cc.c, cache.c: C text -> code in this process --- */

typedef struct Module Module;

/* What is compiled: one translation unit that includes at most <math.h> and
 * <string.h>, and those not under __TINYC__. Without #line, so that a line of
 * the compiler's messages is a line of the text, and without static data that
 * it writes: a module may be mapped read-only and shared. */
typedef struct Unit {
  const char *name; /* "pad", an identifier: names messages and cache entry */
  const char *text;
} Unit;

struct Backend {
  const char *name; /* "tcc", "cc", "kernel" */
  /* Its code may call what br_kernels lists (runtime/kernel.h). */
  bool has_kernels;
  /* Ends the run with the compiler's own message if it refuses. The module
   * outlives the run; module_close frees it. Any thread, any locale. */
  Module *(*compile)(Run *run, const Unit *unit);
};

extern const Backend tcc_backend, cc_backend, kernel_backend;
const Backend *backend_find(const char *name); /* or NULL */
/* The one that gives the fastest code: cc, or tcc where there is no C compiler.
 */
const Backend *backend_best(Run *run);
/* Ends the run with what `compiler` said of the source, and the first line
 * that it blames as the source has it. */
_Noreturn void backend_refused(Run *run, const Unit *unit, const char *compiler,
                               const char *messages);

/* The head of what a backend allocates for a module of its own. */
struct Module {
  void *(*symbol)(const Module *module, const char *name);
  void (*close)(Module *module);
  size_t code_bytes;
  bool was_cached;
};

/* The address of a symbol, or NULL. */
void *module_symbol(const Module *module, const char *symbol);
/* Machine code alone, tables not counted. */
size_t module_code_bytes(const Module *module);
/* True if cc's result came from the cache. */
bool module_was_cached(const Module *module);
void module_close(Module *module);

/* Another thread's way to end the compiler that a run waits for: that run then
 * ends with an error. */
typedef struct Stopper {
  pthread_mutex_t lock;
  pid_t child; /* 0: none now */
  bool is_stopped;
} Stopper;

void stopper_stop(Stopper *stopper);

/* The flags that cc is called with, for messages and documents. */
const char *cc_flags(Run *run);

/* $BRISTLE_CACHE, else $XDG_CACHE_HOME/bristle, else ~/.cache/bristle. */
const char *cache_folder(Run *run);
/* The folder in it for compiled solvers, made with mode 0700; NULL where it
 * cannot be made. Ends the run if anybody else may write there. */
const char *cache_solvers(Run *run);
/* An object that is whole and the user's own, or NULL. */
char *cache_read(Run *run, const char *path, size_t *length);
/* Appends what cache_read asks for; `path` is where the object will be, `at`
 * where it is. */
bool cache_seal(const char *at, const char *path, const char *bytes,
                size_t length);
/* A new folder in `folder`, or where that is NULL or cannot be written to, in
 * $TMPDIR or /tmp. It goes, with what is in it, at cache_work_end, or else
 * when the run closes. */
char *cache_work(Run *run, const char *folder);
void cache_work_end(char *work);
/* Compiled solvers kept: how many, how many bytes. */
void cache_count(Run *run, size_t *files, size_t *bytes);
void cache_clear(Run *run, size_t *files);
/* ---- solver.c: emitted text -> a solver that can be called ------------- */

struct br_solver;
struct br_function;

struct Solver {
  Module *module;
  const char *name;                  /* of the unit */
  const struct br_solver *functions; /* runtime/bristle_rt.h */
};

/* Compiles the unit; closed with the run. */
Solver *solver_open(Run *run, const Backend *backend, const Unit *unit);
/* The same code with the functions of another of the plan's objects, by the
 * end of its symbol: "body_solver". One that it lacks ends the run. */
Solver *solver_object(Run *run, const Solver *solver, const char *object);
void *solver_state(Run *run, const Solver *solver); /* reset */
/* A solver without that function ends the run. */
const struct br_function *solver_function(Run *run, const Solver *solver,
                                          const char *name);
/* in and out as the function's ports say. */
int solver_call(Run *run, const Solver *solver, const char *function,
                void *state, const double *const *in, double *const *out);

#endif
