/* workload.c: the motion for which bench times a slider's solvers. In: a
 * Slider. Out: a Workload: a rotating load, larger than friction can hold, with
 * an alternating torque, so that the body neither rests nor runs away.
 *
 * Invariant: the reference is Newton's method on the four equations. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "kinds/slider/reference.h"

enum { STEPS = 2000 };

typedef struct ReferenceRun {
  RefSlider slider;
  const double *const *const *inputs;
  double dt, v[3];
} ReferenceRun;

static void run_reference(void *context, int from, int count)
{
  ReferenceRun *r = context;
  for (int i = from; i < from + count; i++) {
    RefSlide slide;
    if (ref_slider_newton(&r->slider, r->v, r->inputs[i][0], r->dt, &slide) !=
        BR_OK)
      ref_slider_slide(&r->slider, r->v, r->inputs[i][0], r->dt, &slide);
    memcpy(r->v, slide.v, sizeof r->v);
  }
}

const Workload *slider_workload(const Model *model)
{
  const Slider *s = (const Slider *)model;
  Run *run = model->run;
  const double load = 1.5 * s->mu * s->mass * s->gravity[2];
  double *loads = run_doubles(run, 3 * STEPS), *dt = run_doubles(run, 1);
  const double ***inputs = run_alloc(run, STEPS * sizeof *inputs);
  *dt = s->dt > 0 ? s->dt : s->scenario ? s->scenario->dt : 1e-3;
  for (int i = 0; i < STEPS; i++) {
    const double t = 2 * PI * i / 100;
    double *f = loads + 3 * i;
    f[0] = load * s->e[0] * cos(t) - s->mass * s->gravity[0];
    f[1] = load * s->e[1] * sin(t) - s->mass * s->gravity[1];
    f[2] = load * s->e[2] * sin(0.4 * t);
    inputs[i] = run_alloc(run, 2 * sizeof **inputs);
    inputs[i][0] = f;
    inputs[i][1] = dt;
  }
  ReferenceRun *reference = run_alloc(run, sizeof *reference);
  reference->slider = slider_reference(s);
  reference->inputs = (const double *const *const *)inputs;
  reference->dt = *dt;
  Workload *workload = run_alloc(run, sizeof *workload);
  workload->function = "step";
  workload->steps = STEPS;
  workload->inputs = reference->inputs;
  workload->reference = run_reference;
  workload->context = reference;
  return workload;
}
