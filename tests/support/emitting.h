/* emitting.h: specs for tests all the way down to emitted texts, files in the
 * test's folder (compiling.h), and programs run on them. */
#ifndef BRISTLE_TESTS_EMITTING_H
#define BRISTLE_TESTS_EMITTING_H

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "support/loading.h"

/* The stages up to the one that failed; the rest is NULL. */
typedef struct Emission {
  Loaded loaded;
  const Equations *equations;
  const Plan *plan;
  const Texts *texts;
  const char *source; /* <name>.c */
  Unit unit;
  const char *error;
} Emission;

/* A pad with these keys (see load_contact), or a whole spec. */
Emission emit_pad(const char *keys);
Emission emit_whole(const char *spec);
Emission emit_file(const char *path);
/* overrides as load_file takes them. */
Emission emit_overridden(const char *path, const char *const *overrides);
/* The same where an error fails the test. */
Emission emit_sound_pad(const char *keys);
void emission_close(Emission *emission);
/* Compiled; a refusal fails the test. */
Solver *open_solver(const Emission *emission, const Backend *backend);

/* folder/name with that text; the path is good until the next call. */
const char *save(const char *name, const char *text);
/* Exit code of a shell command; both of its streams are in `printed`. */
extern char printed[1 << 16];
int run_shell(const char *format, ...) PRINTF_LIKE(1, 2);
/* True where a program is installed. */
bool has_program(const char *name);

/* Every diagnostic that must stay silent. */
#define STRICT                                                         \
  "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion " \
  "-Wshadow -Werror"

#endif
