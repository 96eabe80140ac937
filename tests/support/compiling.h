/* compiling.h: helpers for tests of backends and cache: a folder for each test,
 * with the cache in it; compiling with the error as a value; small sources. */
#ifndef BRISTLE_TESTS_COMPILING_H
#define BRISTLE_TESTS_COMPILING_H

#include "base/base.h"
#include "backend/backend.h"

/* The folder of this test, which these functions make and remove. In `make
 * test` BRISTLE_CACHE is one folder for all tests (BRISTLE_TEST_CACHE), or else
 * folder/cache. A test of what the cache has or has not begins alone: then it
 * is always folder/cache. compiling_begin compiles quickly; programs whose
 * claims are about what the optimiser makes of the text begin optimised. */
extern char folder[64];
void compiling_begin(void);
void compiling_begin_optimised(void);
void compiling_begin_alone(void);
void compiling_end(void);
/* Lets cc compile without optimisation, in a third of its time, for tests whose
 * claim is about results and not about what the optimiser makes of the text.
 * Not in `make soak`. */
void compile_quickly(void);

typedef struct Compiled {
  Module *module; /* or NULL, and then: */
  char error[8000];
} Compiled;

/* The run is closed before the module is used. */
Compiled try_compile(const Backend *backend, const char *text);
Module *compile(const Backend *backend, const char *text);
double call(const Module *module, const char *name, double x);
/* Compiles with cc and calls f(1). Writes whether the code came from the cache
 * (may be NULL). */
double value_of(const char *text, bool *was_cached);

extern const Backend *const both_backends[2];
/* f(x) = 3 x, 4 x; and one that calls every helper tcc may need. */
extern const char thrice[], fourfold[], plenty[];

void shell(const char *format, ...) PRINTF_LIKE(1, 2);
/* Returns the number of names in a folder, without . and .. */
int names_in(const char *path);
/* folder/cache/solvers */
const char *solvers(void);
/* A program at folder/name with that shell text; CC names it from now on. */
void write_script(const char *name, const char *text);
void expect_in(const char *error, const char *part);

#endif
