/* bristle.h: what an embedding program may use.
 *
 * A bristle_model is a spec that was read, checked and turned into cells and
 * figures. It belongs to the caller, who closes it; several may be open at
 * once, in several threads, each used by one thread at a time. No call changes
 * the process's locale or prints anything. */
#ifndef BRISTLE_H
#define BRISTLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BRISTLE_VERSION "0.1.0"

typedef struct bristle_model bristle_model;

const char *bristle_version(void);

/* Reads the spec at `path`. overrides: `count` texts "key=value", as after
 * --set. Never returns NULL except when memory is out; ask bristle_error. */
bristle_model *bristle_open(const char *path, const char *const *overrides,
                            size_t count);

/* NULL when all went well, else "file:line: what is wrong": the last call's
 * error, owned by the model. After an error in bristle_open only
 * bristle_error and bristle_close may be called. */
const char *bristle_error(const bristle_model *model);

/* The derived figures and the physics lint as one JSON object, owned by the
 * model; NULL on error. *nerrors (may be NULL): how many of the lint's rows
 * are errors. */
const char *bristle_check(bristle_model *model, int *nerrors);

void bristle_close(bristle_model *model);

#ifdef __cplusplus
}
#endif
#endif
