/* target.h: what the fuzzers try. Each target takes any bytes and aborts, with
 * a line on stderr, when bristle does what it must not do; a crash, a report of
 * a sanitizer and a hang are found by who calls it.
 *
 * No target keeps anything of one call for the next but what it opened at the
 * first call: specs, solvers, a scratch folder. */
#ifndef BRISTLE_TESTS_FUZZ_TARGET_H
#define BRISTLE_TESTS_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

typedef void FuzzTarget(const uint8_t *bytes, size_t length);

/* The text of a spec, from its check to the emitted text. */
FuzzTarget fuzz_spec;
/* Lines "key=value" as after --set; the first byte picks the spec. */
FuzzTarget fuzz_set;
/* A PGM image as the pressure of a contact. */
FuzzTarget fuzz_image;
/* A C file and its header, with a zero byte between them, that were not emitted
 * from the spec that they are verified with. They are read, not run. */
FuzzTarget fuzz_foreign;
/* Calls of the solver of a random spec: bytes for the spec, then for calls. */
FuzzTarget fuzz_solver;

/* In the order of the folders in tests/fuzz/corpus. */
typedef struct NamedTarget {
  const char *name;
  FuzzTarget *run;
} NamedTarget;
extern const NamedTarget fuzz_targets[]; /* NULL at the end */

/* Prints what was found and aborts. */
_Noreturn void fuzz_fail(const char *format, ...);
/* A copy of the bytes with a zero byte behind them, for free(). */
char *fuzz_text(const uint8_t *bytes, size_t length);
/* A path in the process's scratch folder, good until the next call. */
const char *fuzz_path(const char *name);
void fuzz_save(const char *name, const void *bytes, size_t length);
/* Judges an open model: an error has a text, figures are numbers, a second
 * check says the same. Shows the stages with those letters. */
struct bristle_model;
void fuzz_judge(struct bristle_model *model, const char *letters);

#endif
