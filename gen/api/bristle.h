/* bristle.h: what an embedding program may use.
 *
 * - A bristle_model is a spec that was read, checked and turned into cells and
 *   figures. It belongs to the caller, who closes it. Several may be open at
 *   once, in several threads, each used by one thread at a time.
 * - A model is in use while bristle_sim calls its watch. Other calls for that
 *   model then fail with an error, and bristle_close does nothing. Other models
 *   may be opened, used and closed there.
 * - A bristle_solver is a model's solver, compiled in this process. It needs
 *   its model no more and is closed by itself. Its functions are reentrant:
 *   any number of threads may call them, each with a state of its own.
 * - States are the caller's memory: br_solver (bristle_rt.h) says how much and
 *   how aligned. They hold no address, may be copied with memcpy, and outlive
 *   solvers.
 * - Texts that a call returns belong to the model or solver it was given and
 *   stay until that is closed.
 * - No call changes the process's locale, prints anything, or ends the
 *   process. A child made by fork may use solvers but must not close those
 *   that it inherited. */
#ifndef BRISTLE_H
#define BRISTLE_H

#include <stddef.h>

#include "bristle_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BRISTLE_VERSION "0.1.0" /* of these headers */

typedef struct bristle_model bristle_model;
typedef struct bristle_solver bristle_solver;

const char *bristle_version(void); /* of the library that runs */
/* A status of a solver's function in a few words: "separated". */
const char *bristle_status(int status);

/* ---- models -------------------------------------------------------------- */

/* Reads the spec at `path`. overrides: `count` texts "key=value", as after
 * --set; NULL if count is 0. Never returns NULL except when memory is out; ask
 * bristle_error. */
bristle_model *bristle_open(const char *path, const char *const *overrides,
                            size_t count);
/* The same of a spec that is a text; `name` stands for its path in messages
 * and says where files that it names are looked for. */
bristle_model *bristle_open_text(const char *name, const char *text,
                                 const char *const *overrides, size_t count);

/* NULL when all went well, else "file:line: what is wrong": the last call's
 * error. After an error in bristle_open only bristle_error, bristle_excerpt
 * and bristle_close may be called. */
const char *bristle_error(const bristle_model *model);
/* The line of the spec that the error speaks of, numbered, or NULL. */
const char *bristle_excerpt(const bristle_model *model);

/* What the spec calls itself. */
const char *bristle_name(const bristle_model *model);

/* The derived figures and the physics lint as one JSON object; NULL on error.
 * *nerrors (may be NULL): how many of the lint's rows are errors. */
const char *bristle_check(bristle_model *model, int *nerrors);

/* Returns what stages of the pipeline made of the spec, as text for people, one
 * after the other (ORDER STAGES): "s" its values, "m" the model, "y" equations,
 * "g" golden vectors by the reference, "p" the plan, "e" the emitted text; as
 * -d of the verbs. `letters` has one or several. NULL on error. */
const char *bristle_show(bristle_model *model, const char *letters);

/* Writes <name>.c, .h and .json into the folder, which is made if missing.
 * Returns the paths that it wrote, one a line; NULL on error. */
enum { BRISTLE_DESCRIPTOR = 1, BRISTLE_EXAMPLE = 2 };
const char *bristle_emit(bristle_model *model, const char *folder, int options);

/* Compares the solver with the reference; `backend` is "tcc", "kernel", "cc",
 * or "auto" or NULL for cc where there is a C compiler. Returns a JSON object;
 * NULL on error. *holds (may be NULL): 1 if all checks do. */
const char *bristle_verify(bristle_model *model, const char *backend,
                           int *holds);

/* What a simulation wrote down: nrows rows of ncolumns numbers. */
typedef struct bristle_recording {
  size_t nrows, ncolumns;
  const char *const *names, *const *units; /* of the columns */
  const double *values;                    /* row by row */
} bristle_recording;

/* Called with each row as it comes about; anything but 0 ends the simulation
 * after it, without an error. */
typedef int bristle_watch(void *context, const bristle_recording *so_far);

/* Runs the spec's scenario; `backend` as above, or "reference". `watch` may be
 * NULL. The recording stays until the model is closed; NULL on error. */
const bristle_recording *bristle_sim(bristle_model *model, const char *backend,
                                     bristle_watch *watch, void *context);

void bristle_close(bristle_model *model);

/* ---- solvers ------------------------------------------------------------- */

/* `backend` (ORDER BACKENDS):
 *   "tcc"     the generated text, compiled at once by the compiler that is
 *             built in;
 *   "kernel"  the same with the library's vector code in the place of its
 *             loops, where there is such code for the spec: ten times faster;
 *   "cc"      compiled by the system's compiler, or taken from its cache;
 *   "auto"    or NULL: "kernel" at once; cc's code takes its place, between
 *             two calls, when a thread in the background has it ready. The
 *             results of the tiers differ by rounding only, states fit all;
 *   "auto-source"  the same with "tcc" at first.
 * NULL on error: ask bristle_error of the model. */
bristle_solver *bristle_solver_open(bristle_model *model, const char *backend);

/* Waits for a thread in the background, whose compiler is ended, and frees the
 * code: nothing that bristle_solver_functions returned may be used any more. */
void bristle_solver_close(bristle_solver *solver);

/* Reals of a state: `count` in a row, 1 where count is 0, in the order in which
 * br_solver's get and set move them. */
typedef struct bristle_member {
  const char *name; /* "z" */
  int count;
} bristle_member;

/* One of the structs that the solver has functions for: 0 is the model's own
 * state, others are "body" and the like. */
typedef struct bristle_object {
  const char *type;
  size_t nmembers;
  const bristle_member *members;
} bristle_object;

size_t bristle_solver_objects(const bristle_solver *solver);
const bristle_object *bristle_solver_object(const bristle_solver *solver,
                                            size_t object);
/* The functions of the tier that runs now. Those of an earlier tier stay valid
 * until the solver is closed; who asks before each call gets the fastest.
 * Cheap: one atomic load. */
const br_solver *bristle_solver_functions(const bristle_solver *solver,
                                          size_t object);

/* Which code runs now: "tcc", "kernel" or "cc". */
const char *bristle_solver_tier(const bristle_solver *solver);
/* Waits until no faster tier will come. Returns bristle_solver_tier. */
const char *bristle_solver_wait(bristle_solver *solver);
/* 1 keeps the tier that runs now, 0 lets a faster one in again, at once if it
 * is ready. */
void bristle_solver_hold(bristle_solver *solver, int is_held);
/* Why the faster tier did not come, or NULL. */
const char *bristle_solver_problem(bristle_solver *solver);

#ifdef __cplusplus
}
#endif
#endif
