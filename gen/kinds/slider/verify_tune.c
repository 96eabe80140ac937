/* verify_tune.c: compares a tuned solver with the reference at corners of the
 * box of its tuning, and at random points in the box. In: a SliderTrial. Out:
 * the checks of verify.c and verify_push.c at these points, and of _tune.
 *
 * Invariant: the reference gets the values that the solver got. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/slider/verify.h"

static int tune(const SliderTrial *t, const double *values)
{
  const double *in[MOST_PORTS];
  for (size_t i = 0; i < t->slider->model.tuning->count; i++)
    in[i] = &values[i];
  return solver_call(t->run, t->solver, "tune", t->state, in, NULL);
}

/* Values out of range are refused, and the tuning stays. */
static void verify_refusals(SliderTrial *t, double *values)
{
  const Tuning *tuning = t->slider->model.tuning;
  Check *check = verify_check(t->verification, "tune refuses", 0);
  const Launch launch = slider_launch(t, 0);
  double before[6], after[6];
  slider_try(t, &launch, before, NULL);
  for (size_t k = 0; k < tuning->count; k++) {
    const Tuned *one = &tuning->list[k];
    const double beyond = 1e-3 * (one->high - one->low);
    const double wrong[] = {one->low - beyond, one->high + beyond, NAN,
                            INFINITY, -INFINITY};
    const double kept = values[k];
    for (size_t i = 0; i < COUNT(wrong); i++) {
      values[k] = wrong[i];
      const bool is_refused = tune(t, values) == BR_BAD_INPUT;
      slider_try(t, &launch, after, NULL);
      const bool is_kept = memcmp(before, after, sizeof before) == 0;
      check_add(check, is_refused && is_kept ? 0 : 1, "%s = %g", one->name,
                wrong[i]);
    }
    values[k] = kept;
  }
}

/* Returns "mu = 0.3, mass = 2", as the solver's type has the values. */
static const char *point_text(const SliderTrial *t, const Tuning *tuning,
                              double *values)
{
  Text text = text_new(t->run);
  for (size_t k = 0; k < tuning->count; k++) {
    values[k] = slider_real(t, values[k]);
    text_add(&text, "%s%s = %g", k ? ", " : "", tuning->list[k].name,
             values[k]);
  }
  return text.chars;
}

/* Repeats all checks at point i of the tuning. */
static void verify_point(SliderTrial *t, const Slider *s, size_t i)
{
  const Tuning *tuning = s->model.tuning;
  double *values = run_doubles(t->run, tuning->count);
  tuning_point(tuning, i, values);
  t->verification->situation = point_text(t, tuning, values);
  t->slider = slider_tuned(s, values);
  t->reference = slider_reference(t->slider);
  const bool is_accepted = tune(t, values) == BR_OK;
  check_add(verify_check(t->verification, "tune accepts", 0),
            is_accepted ? 0 : 1, "a point of the box");
  if (is_accepted) {
    slider_verify_all(t);
    verify_refusals(t, values);
  }
  t->verification->situation = NULL;
}

void verify_tuning(SliderTrial *t)
{
  enum { MOST_CORNERS = 4, RANDOM = 2 };
  const Slider *s = t->slider;
  const size_t corners = tuning_corners(s->model.tuning);
  const size_t stride = (corners + MOST_CORNERS - 1) / MOST_CORNERS;
  /* An odd stride reaches both ends of every range. */
  for (size_t i = 0; i < corners; i += stride | 1) verify_point(t, s, i);
  for (size_t i = 0; i < RANDOM; i++) verify_point(t, s, corners + i);
}
