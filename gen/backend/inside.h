/* inside.h: declarations that the files of the backend room share: the head of
 * a module, compiler messages, the entries of the cache, child processes. The
 * ownership is that of backend.h. */
#ifndef BRISTLE_BACKEND_INSIDE_H
#define BRISTLE_BACKEND_INSIDE_H

#include "base/base.h"
#include "backend/backend.h"

/* The head of the struct that a backend allocates for a module. */
struct Module {
  void *(*symbol)(const Module *module, const char *name);
  void (*close)(Module *module);
  size_t code_bytes;
  bool was_cached;
};

/* ---- backend.c -------------------------------------------------------------
 */

/* Ends the run with the messages of `compiler`, followed by the first line of
 * the unit that they blame. A message names a line as "NAME.c:12". */
_Noreturn void backend_report_refusal(Run *run, const Unit *unit,
                                      const char *compiler,
                                      const char *messages);

/* ---- cc.c ------------------------------------------------------------------
 */

/* Sets of flags, from those of gcc to those of every compiler. If a compiler
 * fails and blames no line of the unit, it may not know a flag, and the next
 * set is tried. */
typedef enum Dialect { DIALECT_GCC, DIALECT_CLANG, DIALECT_PLAIN } Dialect;

typedef struct Compiler {
  char **words; /* the words of $CC, then NULL */
  size_t nwords;
  const char *program; /* path of the program that the first word names */
  Dialect dialect;
} Compiler;

/* Returns the path at which the shell would find the program, or NULL. */
const char *program_path(Run *run, const char *word);
/* Returns the C compiler that CC names (cc by default). */
Compiler cc_find(Run *run);
/* Ends the run unless there is that compiler. */
void cc_require(Run *run);

/* ---- process.c -------------------------------------------------------------
 */

/* Runs the program at the path `program` with `arguments` (the last one is
 * NULL) and with LC_ALL=C, and waits for it. stdin is empty; stdout and stderr
 * go to the file `output`. Returns 0 with the wait status in *status, or an
 * errno: ECANCELED if run->stopper is stopped. */
int process_run(Run *run, const char *program, char **arguments,
                const char *output, int *status);

/* ---- cache.c ---------------------------------------------------------------
 * An entry is a shared object or a result with a seal at its end: a digest of
 * its file name and bytes. */

/* Returns the folder of compiled solvers in the cache, and makes it with mode
 * 0700; or returns NULL if it cannot be made. Ends the run if another user owns
 * it or may write to it. */
const char *cache_solvers(Run *run);
/* Returns the bytes of the entry `path` without the seal and writes their
 * number to *length; or returns NULL if the file is missing, its seal is wrong,
 * or another user owns it or may write to it. */
char *cache_read(Run *run, const char *path, size_t *length);
/* Appends the seal to the file `at`, which holds the `length` bytes and which
 * the caller renames to `path` later. Returns false if that failed. */
bool cache_seal(const char *at, const char *path, const char *bytes,
                size_t length);
/* Makes a new folder in `folder`; or in $TMPDIR or /tmp if `folder` is NULL or
 * cannot be written to. cache_work_end or run_close removes it with the files
 * in it. */
char *cache_work(Run *run, const char *folder);
void cache_work_end(char *work);

#endif
