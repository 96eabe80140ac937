/* fitting.h: fits as values, for tests: a spec as text, its result, and the
 * slopes of its pass against differences. */
#ifndef BRISTLE_TESTS_FITTING_H
#define BRISTLE_TESTS_FITTING_H

#include <stdbool.h>

#include "base/base.h"
#include "fit/fit.h"
#include "study/study.h"

typedef struct Outcome {
  Run *run; /* close it with run_close */
  FitOptions options;
  const FitResult *result;
} Outcome;

/* Fits; an error fails the test unless `expected` is in it. */
Outcome fit_of(const char *spec, FitOptions options, const char *expected);
/* Returns the number of a parameter; a name that the fit does not have fails
 * the test. */
int find(const FitResult *result, const char *name);
double value(const FitResult *result, const char *name);
bool is_told(const FitResult *result, const char *name);
/* Compares the slopes of the pass by all coordinates with differences, relative
 * to the largest slope. */
void expect_slopes(const Outcome *outcome, double tolerance);

#endif
