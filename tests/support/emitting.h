/* emitting.h: specs for tests, down to emitted texts, files in the test's
 * folder (compiling.h), and programs run on them. */
#ifndef BRISTLE_TESTS_EMITTING_H
#define BRISTLE_TESTS_EMITTING_H

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "support/loading.h"

/* The products of the stages; NULL from the stage that failed. */
typedef struct Emission {
  Loaded loaded;
  const Equations *equations;
  const Plan *plan;
  const Texts *texts;
  const char *source; /* <name>.c */
  Unit unit;
  const char *error;
} Emission;

/* Emits a pad with these keys (see load_contact), or a whole spec. */
Emission emit_pad(const char *keys);
Emission emit_whole(const char *spec);
Emission emit_file(const char *path);
/* overrides as load_file takes them. */
Emission emit_overridden(const char *path, const char *const *overrides);
/* The same; an error fails the test. */
Emission emit_sound_pad(const char *keys);
void emission_close(Emission *emission);
/* Compiles the text; a refusal fails the test. */
Solver *open_solver(const Emission *emission, const Backend *backend);

/* Writes folder/name with that text. The path is valid until the next call. */
const char *save(const char *name, const char *text);
/* Returns the exit code of a shell command; both of its streams are in
 * `printed`.
 */
extern char printed[1 << 16];
int run_shell(const char *format, ...) PRINTF_LIKE(1, 2);
/* Returns true if a program is installed. */
bool has_program(const char *name);

/* All warnings, as errors. */
#define STRICT                                                         \
  "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion " \
  "-Wshadow -Werror"

/* Fails the test if a compiler says anything of folder/file, the text of case
 * number `at` of a test; `what` says what it is. tcc takes each case; gcc,
 * clang and g++ take turns, and gcc optimises, to see more. All of them take
 * each case in `make soak`. */
void expect_accepted(const char *file, int at, const char *what);

#endif
