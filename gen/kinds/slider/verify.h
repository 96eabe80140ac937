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

/* verify_push.c */
void verify_pushes(SliderTrial *t);

#endif
