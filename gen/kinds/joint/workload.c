/* workload.c: the motion for which bench times a joint's solvers. In: a Joint.
 * Out: a Workload: a sine of the speed, with rest, breakaway and reversals.
 *
 * Invariant: the reference makes the same steps by Runge and Kutta. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "verify/verify.h"
#include "kinds/joint/verify.h"

enum { STEPS = 2048, PERIOD = 512 };

typedef struct ReferenceRun {
  RefJoint joint;
  const double *v, *load, *q;
  double dt, z;
} ReferenceRun;

static void run_reference(void *context, int from, int count)
{
  ReferenceRun *r = context;
  double force;
  for (int i = from; i < from + count; i++)
    if (r->joint.has_bristle)
      ref_joint_step(&r->joint, &r->z, r->v[i], r->load[i], r->q[i], r->dt,
                     &force);
    else
      force = ref_joint_steady(&r->joint, r->v[i], r->load[i], r->q[i]);
}

const Workload *joint_workload(const Model *model)
{
  const Joint *j = (const Joint *)model;
  Run *run = model->run;
  double *numbers = run_doubles(run, 3 * STEPS + 1);
  double *v = numbers, *load = v + STEPS, *q = load + STEPS, *dt = q + STEPS;
  const double ***inputs = run_alloc(run, STEPS * sizeof *inputs);
  const double zmax = joint_has_state(j) ? j->side[0].F_s / j->sigma0 : 0;
  *dt = 1e-3;
  const double most = joint_has_stribeck(j) ? 6 * j->side[0].v_s : zmax / *dt;
  for (int i = 0; i < STEPS; i++) {
    v[i] = (most > 0 ? most : 0.1) * sin(2 * PI * i / PERIOD);
    load[i] =
        (j->most_load > 0 ? j->most_load : 10) * (0.6 + 0.4 * cos(0.01 * i));
    q[i] = (i ? q[i - 1] : 0) + v[i] * *dt;
    inputs[i] = run_alloc(run, 4 * sizeof **inputs);
    joint_inputs(j, &v[i], &load[i], &q[i], dt, inputs[i]);
  }
  ReferenceRun *reference = run_alloc(run, sizeof *reference);
  *reference = (ReferenceRun){joint_reference(j), v, load, q, *dt, 0};
  Workload *workload = run_alloc(run, sizeof *workload);
  workload->function = "step";
  workload->steps = STEPS;
  workload->inputs = (const double *const *const *)inputs;
  workload->reference = run_reference;
  workload->context = reference;
  return workload;
}
