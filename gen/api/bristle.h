/* bristle.h: the library, for programs that embed bristle.
 *
 * - A bristle_model is a spec that bristle has read, checked and turned into
 *   cells and figures. The caller owns the model and closes it. Several models
 *   may be open at once. One thread at a time uses a model; different threads
 *   may use different models.
 * - A model is in use while bristle_sim calls its watch. Other calls for that
 *   model then fail with an error, and bristle_close does nothing. The watch
 *   may open, use and close other models.
 * - A bristle_solver is a model's solver, compiled in this process. The solver
 *   does not need its model afterwards; the caller owns and closes the solver.
 *   Its functions are reentrant: any number of threads may call them, each
 *   thread with a state of its own.
 * - The caller provides the memory of a state; br_solver (bristle_rt.h) tells
 *   its size and alignment. A state holds no address: memcpy may copy a state,
 *   and a state outlives its solver.
 * - The model or solver given to a call owns the texts that the call returns.
 *   They stay valid until that model or solver is closed.
 * - No call changes the process's locale, prints anything, or ends the
 *   process. A child made by fork may use the solvers that it inherited, but
 *   must not close them. */
#ifndef BRISTLE_H
#define BRISTLE_H

#include <stddef.h>

#include "bristle_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BRISTLE_VERSION "0.1.0" /* the version of these headers */

typedef struct bristle_model bristle_model;
typedef struct bristle_solver bristle_solver;

/* Returns the version of the library that runs. */
const char *bristle_version(void);
/* Returns the words for the status of a solver's function: "separated". */
const char *bristle_status(int status);

/* ---- models -------------------------------------------------------------- */

/* Reads the spec at `path`. overrides: `count` texts "key=value", as after
 * --set; NULL if count is 0. Copies the overrides. Returns a model also if the
 * spec is refused: bristle_error then returns the error. Returns NULL only if
 * memory runs out. */
bristle_model *bristle_open(const char *path, const char *const *overrides,
                            size_t count);
/* Reads the spec from `text`, and copies the text. Messages show `name` in
 * place of a path; bristle looks for files that the spec names in the folder of
 * `name`. */
bristle_model *bristle_open_text(const char *name, const char *text,
                                 const char *const *overrides, size_t count);

/* Returns the error of the last call, "file:line: what is wrong", or NULL if
 * the call succeeded. After an error in bristle_open only bristle_error,
 * bristle_excerpt and bristle_close may be called. */
const char *bristle_error(const bristle_model *model);
/* Returns the line of the spec that the error is about, with its number, or
 * NULL. */
const char *bristle_excerpt(const bristle_model *model);

/* Returns the name that the spec gives its model. */
const char *bristle_name(const bristle_model *model);

/* Returns the derived figures and the physics lint as one JSON object, or NULL
 * on error. Writes the number of lint rows that are errors to *nerrors, unless
 * nerrors is NULL. */
const char *bristle_check(bristle_model *model, int *nerrors);

/* Returns the products of stages of the pipeline as text for people, one after
 * the other, or NULL on error. `letters` names one or several stages as -d of
 * the verbs does (ORDER STAGES): "s" the spec's values, "m" the model, "y" the
 * equations, "g" golden vectors by the reference, "p" the plan, "e" the emitted
 * text. */
const char *bristle_show(bristle_model *model, const char *letters);

/* Writes <name>.c, .h and .json into `folder`, and makes the folder if
 * necessary. `options` is a sum of BRISTLE_ numbers or 0. Returns the paths of
 * the written files, one per line, or NULL on error. */
enum { BRISTLE_DESCRIPTOR = 1, BRISTLE_EXAMPLE = 2 };
const char *bristle_emit(bristle_model *model, const char *folder, int options);

/* Compares the solver with the reference. `backend` is "tcc", "kernel", "cc",
 * "auto" or NULL; the last two mean cc if there is a C compiler. Returns a JSON
 * object, or NULL on error. Writes 1 to *holds if all checks hold, else 0,
 * unless holds is NULL. */
const char *bristle_verify(bristle_model *model, const char *backend,
                           int *holds);

/* A number that the spec's `tune` lets a program change at run time. */
typedef struct bristle_tunable {
  const char *name, *unit;
  double low, high, value; /* its range, and the value of the spec */
} bristle_tunable;

/* Returns the names of the spec's `tune`, sorted, and writes their number; NULL
 * without `tune`. The function `tune` of a solver takes the values in this
 * order. */
const bristle_tunable *bristle_tunables(bristle_model *model, size_t *count);
/* Sets a value for later calls of bristle_sim. Returns 1, or 0 on error. */
int bristle_tune(bristle_model *model, const char *name, double value);

/* The recording of a simulation: nrows rows of ncolumns numbers. */
typedef struct bristle_recording {
  size_t nrows, ncolumns;
  const char *const *names, *const *units; /* [ncolumns] */
  const double *values;                    /* [nrows * ncolumns], row by row */
} bristle_recording;

/* bristle_sim calls the watch after each new row. A return value other than 0
 * ends the simulation after that row, without an error. */
typedef int bristle_watch(void *context, const bristle_recording *so_far);

/* Runs the spec's scenario. `backend` is as in bristle_verify, or "reference".
 * `watch` may be NULL. Returns the recording, which stays valid until the model
 * is closed, or NULL on error. */
const bristle_recording *bristle_sim(bristle_model *model, const char *backend,
                                     bristle_watch *watch, void *context);

/* What to vary, as after --vary and --range of the verb: "mu=0.2:1.2:50". Zero
 * or NULL is the default of the verb. */
typedef struct bristle_sweep_options {
  const char *const *vary, *const *range; /* [nvary], [nrange] */
  size_t nvary, nrange;
  long samples, seed, jobs;
  const char *measures; /* a Lua file */
  const char *backend;
} bristle_sweep_options;

/* Runs the spec's scenario for many sets of parameters, in processes of their
 * own, and writes a row for each to the CSV file `out`; goes on where an
 * earlier call ended. Writes the numbers of rows, and of rows with an error,
 * unless these are NULL. Returns 1, or 0 on error. */
int bristle_sweep(bristle_model *model, const bristle_sweep_options *options,
                  const char *out, long *rows, long *failed);

/* A fit to logs, as after the options of the verb `fit`. Zero or NULL is the
 * default of the verb. */
typedef struct bristle_fit_options {
  const char *const *logs; /* [nlogs]: paths of CSV files */
  size_t nlogs;
  const char *names;            /* "F_c,F_s,sigma0" */
  const char *use, *hold;       /* names of logs, with commas */
  const char *given, *weights;  /* "motion", "drive"; "robust", "equal" */
  const char *const *columns;   /* [ncolumns]: "drive=duty*supply" */
  size_t ncolumns;
  const char *backend; /* as in bristle_verify */
  const char *out, *picture; /* files to write, or NULL: the spec with the
                                values in it; .svg or .png */
} bristle_fit_options;

/* Finds numbers of the spec from measured logs. Returns the JSON object of
 * `bristle fit --json`, or NULL on error. */
const char *bristle_fit(bristle_model *model,
                        const bristle_fit_options *options);

/* Frees the model. NULL is allowed. */
void bristle_close(bristle_model *model);

/* ---- solvers ------------------------------------------------------------- */

/* Compiles the model's solver. `backend` is one of these (ORDER BACKENDS):
 *   "tcc"     the built-in compiler compiles the generated text at once;
 *   "kernel"  the same, but the library's vector code replaces the loops of the
 *             text if the library has such code for the spec: ten times faster;
 *   "cc"      the system's compiler compiles the text, or the code comes from
 *             the cache of earlier runs;
 *   "auto"    or NULL: "kernel" at once; the code of "cc" replaces that code,
 *             between two calls, when a thread in the background has compiled
 *             the text. The results of the tiers differ by rounding only, and
 *             their states are interchangeable;
 *   "auto-source"  the same with "tcc" first.
 * Solvers of the same spec with tune and the same backend share their code while
 * one of them is open: the pointers are equal then, each is closed once, and
 * bristle_solver_hold counts for all of them.
 * Returns NULL on error: bristle_error of the model returns the error. */
bristle_solver *bristle_solver_open(bristle_model *model, const char *backend);

/* Ends the compiler in the background, waits for its thread, and frees the
 * code: results of bristle_solver_functions must not be used any more. NULL is
 * allowed. */
void bristle_solver_close(bristle_solver *solver);

/* A member of a state: `count` reals in a row, or one real if count is 0. The
 * functions get and set of br_solver move the members in their order. */
typedef struct bristle_member {
  const char *name; /* "z" */
  int count;
} bristle_member;

/* A struct for which the solver has functions. Object 0 is the model's own
 * state; the others are "body" and the like. */
typedef struct bristle_object {
  const char *type;
  size_t nmembers;
  const bristle_member *members; /* [nmembers] */
} bristle_object;

/* Returns the number of objects of the solver. */
size_t bristle_solver_objects(const bristle_solver *solver);
/* Returns the object of that number, counted from 0, or NULL. */
const bristle_object *bristle_solver_object(const bristle_solver *solver,
                                            size_t object);
/* Returns the functions of the tier that runs now, or NULL if the object does
 * not exist. Functions of an earlier tier stay valid until the solver is
 * closed; a program that asks before each call gets the fastest ones. Costs one
 * atomic load. */
const br_solver *bristle_solver_functions(const bristle_solver *solver,
                                          size_t object);

/* Returns the backend whose code runs now: "tcc", "kernel" or "cc". */
const char *bristle_solver_tier(const bristle_solver *solver);
/* Waits until no faster tier will come. Returns bristle_solver_tier. */
const char *bristle_solver_wait(bristle_solver *solver);
/* is_held = 1 keeps the tier that runs now. is_held = 0 allows a faster tier,
 * at once if its code is ready. */
void bristle_solver_hold(bristle_solver *solver, int is_held);
/* Returns the reason why the faster tier did not come, or NULL. */
const char *bristle_solver_problem(bristle_solver *solver);

/* Sets numbers of the spec's tune for one state of that object: names[i] gets
 * values[i], numbers that are not named get the value of the spec. Returns 0, or
 * BR_BAD_INPUT: no number has that name, a value is out of its range, values do
 * not go together, or the solver has no tuning; the state is then as it was. The
 * state's reset gives it the values of the spec again. */
int bristle_state_tune(const br_solver *functions, void *state, size_t count,
                       const char *const *names, const double *values);

/* ---- many states --------------------------------------------------------- */

/* n states of one solver whose br_solver has step_batch, in an order in memory
 * that suits the processor's caches. One thread at a time uses a batch. */
typedef struct bristle_batch bristle_batch;

/* Writes the rows of n that a step of a batch takes and gives: of twist, fn and
 * wrench. They are what the function "step" takes and gives: twist its inputs
 * one below the other without dt and the load, which is the input named fn or
 * load (0 rows: it has none), wrench its output. A contact has 3, 1, 3. */
void bristle_batch_rows(const br_solver *functions, int rows[3]);

/* Returns a batch of n states that are all zero, or NULL: n < 1, no step_batch,
 * or no memory. bristle_batch_close frees it; NULL is allowed there. */
bristle_batch *bristle_batch_open(const br_solver *functions, int n);
void bristle_batch_close(bristle_batch *batch);
/* Steps all states. twist, fn and wrench have as many rows of n as
 * bristle_batch_rows says; wrench may be NULL, and fn where it has no rows. `functions` may be those of another tier of the same solver. At most
 * `threads` threads share the work; 0 and 1: the caller's alone. The results
 * are the same for any number of threads; each call starts its threads, which
 * pays from some 10,000 states on. Returns the worst status: the least if one
 * is negative, else the largest. */
int bristle_batch_step(bristle_batch *batch, const br_solver *functions,
                       const double *twist, const double *fn, double dt,
                       double *wrench, int threads);
/* Sets the numbers of the spec's tune for later steps: `count` of functions->
 * tuning for all states, or that many rows of n if is_each. Returns 0, or a
 * negative status: a value is out of range, or the solver has no tuning; the
 * batch is then as it was. */
int bristle_batch_tune(bristle_batch *batch, const br_solver *functions,
                       const double *values, int is_each);
/* Returns the statuses of the last step, [n]. */
const int *bristle_batch_status(const bristle_batch *batch);
/* Copies the states: nstates rows of n, in the order of br_solver's get. */
void bristle_batch_get(const bristle_batch *batch, double *z);
void bristle_batch_set(bristle_batch *batch, const double *z);
/* Zeroes all states and statuses. */
void bristle_batch_reset(bristle_batch *batch);

/* ---- contacts and the bodies behind them ---------------------------------- */

/* The solver's _couple in doubles, for n states anywhere in memory, n <=
 * couple_most; the emitted header says what the numbers are. fn: n, v0: 3n, w:
 * 3n x 3n, twist: 3n, in and out, wrench: 3n or NULL, status: n or NULL, info: 5
 * (residual, rounds, evaluations, cut, clamped) or NULL. BAD_INPUT without
 * memory, and if the spec has no `couple`. Tuned states must have one tuning. */
int bristle_couple(const br_solver *functions, int n, void *const *states,
                   const double *fn, const double *v0, const double *w,
                   double dt, double *twist, double *wrench, int *status,
                   double *info);
/* The same for _march: v: 3, in and out, minv: 3x3, loads: 3 numbers a step, fn:
 * one, twists and wrenches: 3 a step, or NULL. */
int bristle_march(const br_solver *functions, void *state, double *v,
                  const double *minv, const double *loads, const double *fn,
                  int steps, double dt, double *twists, double *wrenches);

#ifdef __cplusplus
}
#endif
#endif
