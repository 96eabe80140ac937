/* inside.h: declarations that files of this room share. */
#ifndef BRISTLE_FIT_INSIDE_H
#define BRISTLE_FIT_INSIDE_H

#include "fit/fit.h"

enum { FIT_STARTS = 256 };

/* Values to start from, with the squares that they leave. */
typedef struct FitCandidate {
  double ss;
  const double *values;
} FitCandidate;

/* Writes the candidates, the best first; `list` has room for FIT_STARTS.
 * Returns their number. */
size_t fit_candidates(Fitted *fit, FitCandidate *list);
/* Sets the free coordinates of all tracks to these values. */
void fit_place(Fitted *fit, const double *values);
/* Returns the scale of a linear parameter, or 1. */
double fit_scale(const FitParameter *parameter);
/* Returns the rows of the longest track. */
size_t fit_longest(const Fitting *fitting);

/* white.c: writes white and alike. */
void fit_see_residuals(Fitted *fit, FitTelling *telling);

#endif
