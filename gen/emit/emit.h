#ifndef BRISTLE_EMIT_EMIT_H
#define BRISTLE_EMIT_EMIT_H

#include "backend/backend.h"
#include "plan/plan.h"

/* ---- emit.c: Plan -> templates -> text -> files ------------------------ */

typedef struct Emitted {
  const Model *model;
  const char *name;
  const char *const *shape; /* the plan's */
  const char *header, *source, *json;
  const char *descriptor; /* follows the source in the same unit */
  const char *kernel;     /* goes between them; NULL: there is none */
  const char *example, *makefile;
} Emitted;

Emitted *emit_text(const Plan *plan);
/* Header, source and descriptor as one unit for a backend. */
Unit emit_unit(Run *run, const Emitted *emitted);
/* The same for that backend, which may have kernels to call. */
Unit emit_unit_for(Run *run, const Emitted *emitted, const Backend *backend);
/* The same of a C file that was emitted earlier, its header beside it, with the
 * descriptor of today; a file of another spec ends the run. */
Unit emit_unit_of_file(Run *run, const Emitted *emitted, const char *path);
/* <dir>/<name>.h, .c and .json; with an example also main.c and Makefile. */
void emit_files(Run *run, const Emitted *emitted, const char *dir,
                bool has_descriptor, bool has_example, Text *written);

/* ---- fold.c: lines below 100 columns ----------------------------------- */

/* The same C text; lines of 100 columns or more are continued on the next. */
char *fold_lines(Run *run, const char *text);

#endif
