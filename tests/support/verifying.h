/* verifying.h: helpers for tests of `bristle verify`: running the program in
 * the test's folder, and emitted files with one changed digit. */
#ifndef BRISTLE_TESTS_VERIFYING_H
#define BRISTLE_TESTS_VERIFYING_H

#include <stdbool.h>

/* The streams of the last call, the test's folder. */
extern char out[1 << 16], err[1 << 16], dir[64];

/* Makes a folder for the test, with a cache of compiled solvers of its own; cc
 * compiles without optimisation (compile_quickly). */
void verifying_begin(void);
void verifying_end(void);
/* Returns the exit code of `bristle ARGUMENTS`; its streams are in out and err.
 */
int bristle(const char *format, ...);

/* Writes bad.c: <name>.c with one literal changed by that share of it, the
 * first one of at least that size behind `text`, which comes behind `section`.
 */
void corrupt(const char *name, const char *section, const char *text,
             double least, double share);
/* Returns true if that check of the last report did not hold. */
bool is_named(const char *check);

typedef struct Damage {
  const char *section, *text;
  double least, share;
  const char *backend, *check; /* that must see it */
} Damage;

#endif
