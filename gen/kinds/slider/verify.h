/* verify.h: what the parts of a slider's verification share: the solver
 * and the reference side by side. All numbers that are tried are rounded to the
 * solver's own type first, so that both sides get the same. */
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

/* One step to try, and how large things are in it. */
typedef struct Launch {
  const char *what;
  double v[3], load[3], dt, angle;
  double grip;     /* mu*g*dt */
  double free[3];  /* velocity without friction */
  double takes[3]; /* what friction can take off it */
  double speed[3]; /* what errors of the velocity are relative to */
} Launch;

double slider_real(const SliderTrial *t, double value);
double slider_random(SliderTrial *t, double low, double high);
/* Launch i: kinds take turns. */
Launch slider_launch(SliderTrial *t, int i);
/* The solver's step from pose (0, 0, angle); state and out may be NULL. */
int slider_try(const SliderTrial *t, const Launch *launch, double state[6],
               double out[6]);

/* verify_push.c */
void verify_pushes(SliderTrial *t);

#endif
