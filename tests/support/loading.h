/* loading.h: specs for tests, from a text or a file, with the error as a
 * value. */
#ifndef BRISTLE_TESTS_LOADING_H
#define BRISTLE_TESTS_LOADING_H

#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "pipeline.h"

typedef struct Loaded {
  Run *run;
  /* NULL after an error: */
  Spec *spec;
  const Model *model;
  Pipeline *pipeline;
  const char *error, *excerpt;
} Loaded;

/* overrides: texts "key=value", NULL-terminated, or NULL. */
Loaded load_file(const char *path, const char *const *overrides);
/* Writes the text to a file of its own first. */
Loaded load_text(const char *text, const char *const *overrides);
/* Loads a plain square pad with these keys, each on its own line, added to the
 * usual ones or in place of them. */
Loaded load_contact(const char *extra, const char *const *overrides);
void unload(Loaded *loaded);

/* Returns the error of a text without the file's name, or "". */
const char *error_of(const char *text);

#endif
