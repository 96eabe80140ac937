/* workload.c: the rates for which bench times a mechanism's solvers. In: a
 * Mechanism. Out: a Workload: the rate at one state with changing inputs.
 *
 * Invariant: solver and reference evaluate the same rates. */
#include "base/base.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/mechanism/mechanism.h"

#include <math.h>

enum { STEPS = 400 };

typedef struct ReferenceRun {
  const RefMechanism *reference;
  const double *const *const *inputs;
  double state[MOST_STATES];
  int nu;
} ReferenceRun;

static void run_reference(void *context, int from, int count)
{
  const ReferenceRun *r = context;
  static const double none[1] = {0};
  double rate[MOST_STATES];
  for (int i = from; i < from + count; i++) {
    const double *const *in = r->inputs[i];
    ref_mechanism_rate(r->reference, r->state, r->nu ? in[0] : none,
                       in[r->nu > 0][0], rate);
  }
}

const Workload *mechanism_workload(const Model *model)
{
  const Mechanism *s = (const Mechanism *)model;
  Run *run = model->run;
  const double ***inputs = run_alloc(run, STEPS * sizeof *inputs);
  for (int i = 0; i < STEPS; i++) {
    double *u = run_doubles(run, MOST_INPUTS), *t = run_doubles(run, 1);
    for (int k = 0; k < s->nu; k++) u[k] = sin(0.1 * i + k);
    *t = 1e-3 * i;
    inputs[i] = run_alloc(run, 2 * sizeof **inputs);
    inputs[i][0] = s->nu ? u : t;
    inputs[i][1] = t;
  }
  ReferenceRun *reference = run_alloc(run, sizeof *reference);
  reference->reference = mechanism_reference(s);
  reference->inputs = (const double *const *const *)inputs;
  reference->nu = s->nu;
  Workload *workload = run_alloc(run, sizeof *workload);
  workload->function = "rate";
  workload->steps = STEPS;
  workload->inputs = reference->inputs;
  workload->reference = run_reference;
  workload->context = reference;
  return workload;
}
