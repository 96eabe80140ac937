/* bodies.c: see bodies.h. In: keys of a pad with a body. Out: calls of its
 * emitted solver, and the same contact of the reference. */
#include "base/base.h"
#include "backend/backend.h"
#include "contact/bodies.h"

#include <criterion/criterion.h>
#include <string.h>

#include "bristle_rt.h"
#include "kinds/contact/verify.h"

Rig rig_open(const char *keys, const Backend *backend)
{
  Rig rig = {.emission = emit_sound_pad(keys)};
  Run *run = rig.emission.loaded.run;
  const Contact *c = (const Contact *)rig.emission.loaded.model;
  cr_assert_not_null(c->body, "no body in:\n%s", keys);
  rig.solver =
      solver_object(run, open_solver(&rig.emission, backend), "body_solver");
  rig.body = solver_state(run, rig.solver);
  rig.nz = (size_t)rig.solver->functions->nstates - BODY_Z;
  rig.reference = contact_reference_body(c);
  rig.nref = rig.reference.nz;
  return rig;
}

void rig_close(Rig *rig)
{
  emission_close(&rig->emission);
}

void rig_reset(const Rig *rig)
{
  rig->solver->functions->reset(rig->body);
}

double *rig_get(const Rig *rig)
{
  double *members = run_doubles(rig->emission.loaded.run, BODY_Z + rig->nz);
  rig->solver->functions->get(rig->body, members);
  return members;
}

void rig_set(const Rig *rig, const double *members)
{
  rig->solver->functions->set(rig->body, members);
}

void rig_place(const Rig *rig, const double q[3], const double v[3])
{
  double *members = rig_get(rig);
  memcpy(members, q, 3 * sizeof *q);
  memcpy(members + 3, v, 3 * sizeof *v);
  rig_set(rig, members);
}

static int call(const Rig *rig, const char *name, const double load[3],
                double fn, double dt, double *out)
{
  const double *in[] = {load, &fn, &dt};
  return solver_call(rig->emission.loaded.run, rig->solver, name, rig->body, in,
                     &out);
}

int rig_step(const Rig *rig, const double load[3], double fn, double dt,
             double wrench[3])
{
  return call(rig, "body_step", load, fn, dt, wrench);
}

int rig_jac(const Rig *rig, const double load[3], double fn, double dt,
            double dv_dload[9])
{
  return call(rig, "body_jac", load, fn, dt, dv_dload);
}

double *rig_reference_state(const Rig *rig)
{
  double *y = run_doubles(rig->emission.loaded.run, 6 + rig->nref);
  const Contact *c = (const Contact *)rig->emission.loaded.model;
  contact_body_to_reference(c, rig_get(rig), c->fn, y);
  return y;
}
