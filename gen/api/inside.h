/* inside.h: declarations that the files of the api room share, beyond
 * bristle.h. */
#ifndef BRISTLE_API_INSIDE_H
#define BRISTLE_API_INSIDE_H

#include "api/bristle.h"
#include "backend/backend.h"
#include "plan/plan.h"
#include "pipeline.h"

/* ---- library.c: bristle.h's models -----------------------------------------
 */

/* The same as bristle_open_text, for the text that module.lua makes of tables.
 */
bristle_model *library_open_tables(const char *name, const char *text,
                                   const char *const *overrides, size_t count);
/* As bristle_solver_open, for a host that gives every state, batch and call
 * without a state its tuning: specs that differ in values of their tune alone
 * share code. The values of the descriptor are not those of the spec. */
bristle_solver *library_solver_open_tuned(bristle_model *model,
                                          const char *backend);
/* Returns the hash of the spec. */
const char *library_spec_hash(const bristle_model *model);
/* Returns true while bristle_sim calls the watch of this model. */
bool library_is_busy(const bristle_model *model);
/* Returns the model and where it came from; a refused spec has no model. */
const Model *library_model(const bristle_model *handle);
const Origin *library_origin(const bristle_model *handle);
/* Runs the body in the model's run. Returns false if an error ended the body,
 * or if the model is in use. */
bool library_guarded(bristle_model *handle, void (*body)(void *context),
                     void *context);
/* Calls take(context, word) for each word of the language that makes tables. */
void library_words(void (*take)(void *context, const char *word),
                   void *context);

/* ---- tiers.c: bristle_solver, compiled code that may get faster ---------- */

/* A backend and the text that it compiles. */
typedef struct Tier {
  const Backend *backend; /* NULL: there is no such tier */
  Unit unit;
} Tier;

/* Compiles `first` at once, and `next`, if there is one, in a thread. Copies
 * what it needs of the arguments. bristle_solver_close frees the result, if
 * `key` is not NULL after the last of its users has closed it. */
bristle_solver *tiers_open(Run *run, const Plan *plan, const char *key,
                           const Tier *first, const Tier *next);
/* Returns the open solver with that key for one more user, or NULL. */
bristle_solver *tiers_find(const char *key);

#endif
