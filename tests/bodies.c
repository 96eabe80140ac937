/* bodies.c: see bodies.h. In: keys of a pad with a body. Out: calls of what was
 * emitted for it, and the same contact for the reference. */
#include "bodies.h"

#include <criterion/criterion.h>
#include <string.h>

#include "bristle_rt.h"
#include "kinds/contact_reduced.h"

static int distributed_rate(const void *contact, const double *z,
                            const double twist[3], double fn, double *dz,
                            double wrench[3])
{
  return ref_rate(contact, z, twist, fn, dz, wrench);
}

static int reduced_rate(const void *contact, const double *z,
                        const double twist[3], double fn, double *dz,
                        double wrench[3])
{
  return ref_reduced_rate(contact, z, twist, fn, dz, wrench);
}

static RefBody reference_body(const Contact *c)
{
  const bool is_reduced =
      c->law == CONTACT_REDUCED || c->law == CONTACT_ELLIPSOID;
  const Body *b = c->body;
  const size_t cells = (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny;
  return (RefBody){.mass = b->mass,
                   .inertia = b->inertia,
                   .com = {b->com[0], b->com[1]},
                   .gravity = {b->gravity[0], b->gravity[1]},
                   .contacts = b->contacts,
                   .is_body_frame = b->frame == 1,
                   .rate = is_reduced ? reduced_rate : distributed_rate,
                   .contact = is_reduced ? (const void *)reduced_reference(c)
                                         : (const void *)contact_reference(c),
                   .nz = is_reduced ? 3 : 2 * cells,
                   .block = is_reduced ? 3 : 2};
}

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
  rig.reference = reference_body(c);
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
  const Contact *c = (const Contact *)rig->emission.loaded.model;
  const double *members = rig_get(rig);
  double *y = run_doubles(rig->emission.loaded.run, 6 + rig->nref);
  const size_t cells = rig->nref / 2, kept = rig->nz / 2;
  memcpy(y, members, 6 * sizeof *y);
  if (rig->nref == 3) {
    memcpy(y + 6, members + BODY_Z, 3 * sizeof *y);
    return y;
  }
  for (size_t k = 0; k < kept; k++)
    for (size_t d = 0; d < 2; d++)
      y[6 + d * cells + (size_t)c->cells.index[k]] =
          members[BODY_Z + d * kept + k];
  return y;
}
