/* verify.h: declarations for the checks of a slider: the solver beside the
 * reference. All tested numbers are rounded to the solver's type first, so that
 * both sides get the same. */
#ifndef BRISTLE_SLIDER_VERIFY_H
#define BRISTLE_SLIDER_VERIFY_H

#include "base/base.h"
#include "backend/backend.h"
#include "verify/verify.h"
#include "kinds/slider/reference.h"

typedef struct SliderTrial {
  const Slider *slider;
  RefSlider reference;
  const Solver *solver;
  Verification *verification;
  Run *run;
  void *state;
  SliderTolerances tolerances;
  double unit; /* roundoff of the solver's type */
  uint64_t seed;
} SliderTrial;

/* One step to test, and the scales of its numbers. */
typedef struct Launch {
  const char *what;
  double v[3], load[3], dt, angle;
  double grip;     /* mu*g*dt */
  double free[3];  /* velocity without friction */
  double takes[3]; /* the largest loss by friction */
  double speed[3]; /* scales of the velocity's errors */
} Launch;

double slider_real(const SliderTrial *t, double value);
double slider_random(SliderTrial *t, double low, double high);
/* Returns launch i; the kinds of launches take turns. */
Launch slider_launch(SliderTrial *t, int i);
/* Makes the solver's step from pose (0, 0, angle); state and out may be NULL.
 */
int slider_try(const SliderTrial *t, const Launch *launch, double state[6],
               double out[6]);

/* A function of a launch, at most MOST_NUMBERS numbers; false where it has no
 * value. */
enum { MOST_NUMBERS = 12 };
typedef bool LaunchFunction(const SliderTrial *t, const Launch *launch,
                            double *out);
/* Divides errors above the tolerance by how much roundings of the velocity,
 * whose components are as large as `sizes`, spread the reference's numbers;
 * scales are those of the errors. */
void slider_excuse_rounding(const SliderTrial *t, const Launch *launch,
                            const double sizes[3], LaunchFunction *function,
                            int count, const double *scales, double tolerance,
                            double *errors);

/* verify.c: all checks at one tuning */
void slider_verify_all(SliderTrial *t);
/* verify_push.c */
void verify_pushes(SliderTrial *t);
/* verify_tune.c */
void verify_tuning(SliderTrial *t);

#endif
