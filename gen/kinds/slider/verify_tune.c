/* verify_tune.c: compares a tuned slider with the reference over the box of its
 * tuning. In: a SliderTrial. Out: the checks of verify.c and verify_push.c at
 * points of the box. */
#include "base/base.h"
#include "backend/backend.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "kinds/slider/verify.h"

static void verify_at(void *context, const double *values)
{
  SliderTrial *t = context;
  const Slider *s = t->slider;
  const Solver *solver = t->solver;
  t->solver = solver_tuned(t->run, solver, values);
  t->slider = slider_tuned(s, values);
  t->reference = slider_reference(t->slider);
  slider_verify_all(t);
  t->slider = s;
  t->solver = solver;
}

void verify_tuning(SliderTrial *t)
{
  const BoxTrial trial = {&t->slider->model, t->solver, t->state,
                          t->verification,   verify_at, t};
  verify_box(&trial);
}
