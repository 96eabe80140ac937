/* backend.h: C text becomes code in this process, by tcc or by the C compiler;
 * compiled solvers and results of searches are kept in a cache. The room
 * depends on the C text alone, not on its purpose.
 *
 * Functions that take a Run allocate in it and may end it. All functions may be
 * called by any thread with any locale, each thread with a Run of its own. */
#ifndef BRISTLE_BACKEND_BACKEND_H
#define BRISTLE_BACKEND_BACKEND_H

#include "base/base.h"
#include "bristle_rt.h"

typedef struct Module Module;

/* One translation unit. It includes at most <math.h> and <string.h>, and
 * neither under __TINYC__. It has no #line, so that a line number in a message
 * of the compiler is a line of the text. It has no writable static data, so
 * that processes may share one read-only mapping of the module. */
typedef struct Unit {
  const char *name; /* a C identifier: names messages and the cache entry */
  const char *text;
  /* NULL, or words for the C compiler that follow the flags of cc.c */
  const char *flags;
} Unit;

/* ---- backend.c: the list of backends, and modules --------------------------
 */

typedef struct Backend {
  const char *name;  /* as the user writes it */
  const char *about; /* how the code is made, in one line of help */
  /* True if the compiler turns loops into vector instructions. */
  bool has_vectors;
  /* True if the code may call the functions that br_kernels of
   * runtime/kernel.h lists. */
  bool has_kernels;
  /* Returns the compiled unit. The module outlives the run; the caller closes
   * it. Ends the run with the compiler's messages if that refuses the unit. */
  Module *(*compile)(Run *run, const Unit *unit);
} Backend;

/* tcc.c: tcc, and tcc with the vector loops of the runtime; cc.c: $CC or cc. */
extern const Backend tcc_backend, kernel_backend, cc_backend;

/* All backends, from the quickest compiler to the fastest code, with NULL at
 * the end. */
extern const Backend *const all_backends[];
/* Returns the backend of that name, or NULL. */
const Backend *backend_find(const char *name);
/* Returns "tcc, kernel, cc", for messages and help. */
const char *backend_names(Run *run);
/* Returns the backend with the fastest code: cc, or tcc if there is no C
 * compiler. */
const Backend *backend_best(Run *run);
/* Returns the backend that makes a whole result. NULL and "auto" name the best
 * one. Ends the run if the name is unknown. */
const Backend *backend_choose(Run *run, const char *name);

/* The code that runs at once and the code that replaces it later. */
typedef struct Tiers {
  const char *name;            /* "auto" */
  const Backend *first, *next; /* next: NULL if first stays */
} Tiers;

/* Returns the tiers of a name: "auto" (or NULL) starts with the kernel,
 * "auto-source" with the generated text alone, and cc follows both. The name of
 * a backend means that one alone. Ends the run if the name is unknown. */
Tiers backend_tiers(Run *run, const char *name);

/* Returns the compiled unit, which is closed with the run. */
Module *module_open(Run *run, const Backend *backend, const Unit *unit);
/* Returns the address of a function or an object of the module, or NULL if the
 * module does not define that symbol. */
void *module_symbol(const Module *module, const char *symbol);
/* Returns the size of the machine code in bytes, without tables. */
size_t module_code_bytes(const Module *module);
/* Returns true if the module came from the cache. */
bool module_was_cached(const Module *module);
/* Unmaps the module and frees it; its addresses are no longer valid. `module`
 * may be NULL. */
void module_close(Module *module);

/* ---- library.c: shared objects for other programs --------------------------
 */

/* A file of C text: "pad.h". */
typedef struct SourceFile {
  const char *name, *text;
} SourceFile;

/* Compiles those of the files that end in .c with the C compiler that CC names,
 * for any processor of this kind. Symbols are hidden unless the text exports
 * them. Returns the bytes of the shared object `name`, or NULL with the reason
 * in *why. */
const char *library_compile(Run *run, const char *name, const SourceFile *files,
                            size_t count, size_t *length, const char **why);
/* The same as a WebAssembly module, by clang and its linker. */
const char *library_compile_wasm(Run *run, const char *name,
                                 const SourceFile *files, size_t count,
                                 size_t *length, const char **why);

/* ---- size.c: flash, RAM and stack, measured --------------------------------
 */

/* The processors, NULL at the end: "cortex-m0plus", ..., "host". ORDER TARGETS
 */
extern const char *const size_targets[];
enum { SIZE_M0PLUS, SIZE_M4F, SIZE_M7, SIZE_HOST };

/* Bytes of a function with all that it calls, compiled by gcc with -Os. */
typedef struct Measured {
  long flash; /* code, tables, and the compiler's own arithmetic */
  long ram;   /* static data */
  long stack; /* the deepest calls, without the compiler's own arithmetic */
} Measured;

/* Returns [count + 1] numbers: what each of the functions <name>_<function>
 * takes alone, then what all take together; or NULL with the reason in *why. */
const Measured *size_measure(Run *run, int target, const SourceFile *header,
                             const SourceFile *source, const char *name,
                             const char *const *functions, size_t count,
                             const char **why);

/* ---- process.c: stopping a compiler ----------------------------------------
 */

/* Lets one thread end the compiler that another thread waits for: the waiting
 * run has the stopper in run->stopper, and ends with an error. */
typedef struct Stopper Stopper;

/* Returns a new stopper, which lives as long as `run`. */
Stopper *stopper_new(Run *run);
/* Ends the compiler with its children, and lets no later one start. */
void stopper_stop(Stopper *stopper);
bool stopper_is_stopped(Stopper *stopper);

/* ---- cache.c: compiled solvers and results that are kept -------------------
 */

/* Returns the folder of the cache: run->cache, else $BRISTLE_CACHE, else
 * $XDG_CACHE_HOME/bristle, else ~/.cache/bristle. It need not exist. */
const char *cache_folder(Run *run);

typedef struct CacheCount {
  size_t solvers, results; /* numbers of entries */
  size_t bytes;            /* sum of their sizes */
} CacheCount;

/* Returns what is kept; cache_clear also removes it. */
CacheCount cache_count(Run *run);
CacheCount cache_clear(Run *run);

/* Returns the `length` bytes that cache_keep kept for that name (letters and
 * underscores) and key, or NULL. The key is a text of all that the bytes depend
 * on, but for the version of bristle, with a number that changes with the
 * code that makes them. Without a folder that only the user can write to,
 * nothing is found or kept; neither function ends the run. */
const void *cache_find(Run *run, const char *name, const char *key,
                       size_t length);
void cache_keep(Run *run, const char *name, const char *key, const void *bytes,
                size_t length);

/* ---- solver.c: compiled units that can be called ---------------------------
 */

typedef struct Solver {
  Module *module;
  const char *name;           /* of the unit */
  const br_solver *functions; /* the descriptor, runtime/bristle_rt.h */
  const double *tuning;       /* of new states, in the order of names; NULL: the
                               * solver's default */
  /* Has the functions that the spec leaves out of this solver, of the same
   * states; NULL: none are left out. */
  const struct Solver *rest;
} Solver;

/* Compiles the unit, whose descriptor is NAME_solver. The module is closed with
 * the run. */
Solver *solver_open(Run *run, const Backend *backend, const Unit *unit);
/* Returns a solver with the same code and the descriptor NAME_object, such as
 * pad_body_solver for "body_solver". Ends the run if the unit does not define
 * that symbol, or if its ABI is not BR_ABI. */
Solver *solver_object(Run *run, const Solver *solver, const char *object);
/* Returns a new state that is reset and has the tuning of the solver. */
void *solver_state(Run *run, const Solver *solver);
/* Returns the function of that name, such as "step", of the solver or of its
 * rest. Ends the run if no descriptor has such a function. */
/* The rows of n that step_batch takes and gives: of its arguments twist, fn (0:
 * the solver has no load, fn may be NULL) and wrench. */
typedef struct BatchRows {
  int twist, fn, wrench;
} BatchRows;

BatchRows solver_batch_rows(const br_solver *functions);

const br_function *solver_function(Run *run, const Solver *solver,
                                   const char *name);
/* Returns true if the solver itself, without its rest, has the function. */
bool solver_has(const Solver *solver, const char *name);
/* Returns a solver with the same code whose new states have that tuning;
 * solver_state ends the run if _tune refuses the values. */
Solver *solver_tuned(Run *run, const Solver *solver, const double *values);
/* Calls the function of that name and returns its status. in[i] and out[i] have
 * the lengths and units of the function's ports; out[i] may be NULL. */
int solver_call(Run *run, const Solver *solver, const char *function,
                void *state, const double *const *in, double *const *out);

/* ---- isolate.c -------------------------------------------------------------
 */

/* The limits of a child process that runs foreign code. */
typedef struct Isolation {
  const char *what;      /* stands before messages: the path of the code */
  int processor_seconds; /* of each process */
  int seconds;           /* until the child is ended */
  int mebibytes;         /* of memory of each process */
} Isolation;

/* Returns the text that body(context) returns in a child process without
 * network. Ends the run with the error of the body, or if the child ends in
 * any other way or exceeds a limit. The code can still read and write files of
 * the user. The process must have one thread. */
const char *isolate(Run *run, const Isolation *isolation,
                    const char *(*body)(void *context), void *context);

#endif
