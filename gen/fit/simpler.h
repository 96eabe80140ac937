/* simpler.h: the laws that a fit compares with that of the spec. */
#ifndef BRISTLE_FIT_SIMPLER_H
#define BRISTLE_FIT_SIMPLER_H

#include "fit/fit.h"

/* A simpler law of friction: what it keeps of the spec's. */
typedef struct FitSimpler {
  const char *name;
  bool is_driven; /* for logs whose motion follows from the drive */
  bool has_bristle, has_curve, has_viscous, has_damping, has_load;
} FitSimpler;

/* The laws for logs whose motion is given come first. */
enum { FIT_MOTION_LAWS = 5, FIT_SIMPLER = 7 };
extern const FitSimpler fit_simpler[FIT_SIMPLER];

/* Leaves out of the request the numbers that the law does not have. Returns
 * true if there are such. */
bool fit_drop_names(Run *run, const FitSimpler *law, FitRequest *request);

#endif
