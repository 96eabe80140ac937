/* bodies.h: a body on emitted contacts, for tests: the solver, its state as
 * numbers, and the reference of the same spec. */
#ifndef BRISTLE_TESTS_BODIES_H
#define BRISTLE_TESTS_BODIES_H

#include "backend/backend.h"
#include "support/emitting.h"
#include "kinds/contact/body/body.h"
#include "reference/contact/contact.h"

typedef struct Rig {
  Emission emission;
  const Solver *solver; /* the body's */
  void *body;
  size_t nz; /* bristle components */
  RefBody reference;
  size_t nref; /* the reference's, of the whole grid */
} Rig;

/* Makes a pad with these keys (load_contact), with a body. Call compiling_begin
 * first. */
Rig rig_open(const char *keys, const Backend *backend);
void rig_close(Rig *rig);
/* Reset to rest with straight bristles; get all members; set them. */
void rig_reset(const Rig *rig);
double *rig_get(const Rig *rig);
void rig_set(const Rig *rig, const double *members);
/* Sets pose and velocity alone. */
void rig_place(const Rig *rig, const double q[3], const double v[3]);
int rig_step(const Rig *rig, const double load[3], double fn, double dt,
             double wrench[3]);
int rig_jac(const Rig *rig, const double load[3], double fn, double dt,
            double dv_dload[9]);
/* Converts the members to the reference's 6 + nref numbers. */
double *rig_reference_state(const Rig *rig);

#endif
