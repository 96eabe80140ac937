/* contact_reduced.h: what the files of reduced contacts share: three bristles
 * at the centre of pressure, tied together by a limit surface that is a table
 * or an ellipsoid. */
#ifndef BRISTLE_CONTACT_REDUCED_H
#define BRISTLE_CONTACT_REDUCED_H

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "kinds/contact/contact.h"
#include "reference/contact/contact.h"

/* What makes the spin of the bristles as stiff as the cells are together:
 * u/r^2, or 1 with the paper's torsion. */
double reduced_stiffness(const Contact *contact);

/* contact_reduced_equations.c, contact_reduced_plan.c, ... */
Equations *reduced_derive(const Contact *contact);
Goldens *reduced_goldens(const Contact *contact);
void reduced_plan(const Contact *contact, const Equations *equations,
                  const Goldens *goldens, Plan *plan);
void reduced_plot(const Contact *contact, const char *dir, Text *written);
void reduced_verify(const Contact *contact, const Solver *solver,
                    Verification *verification);

/* contact_reduced_reference.c: the contact as the reference knows it, with the
 * numbers of the table that is emitted. */
RefReduced *reduced_reference(const Contact *contact);
/* The same at another force; `between` holds the table there and stays. */
void reduced_set_force(const Contact *contact, double fn, RefReduced *reference,
                       RefBetween *between);
double reduced_size(const double a[3]);
/* A twist as that reference sees it. */
typedef struct ReducedMotion {
  double v[3], s;    /* V_S and its size */
  double h[3], size; /* the surface and its size; 0 and 1 at rest */
  double zmax;       /* g/sigma0 */
  double k[3];
} ReducedMotion;
ReducedMotion reduced_motion(const RefReduced *reference,
                             const double twist[3]);
/* abar and a = beta*sigma0*s/g: abar where the bristles would be after the time
 * `ahead` if they did not yield, their angle to the flow where it takes them.
 */
double reduced_yield(const RefReduced *reference, const ReducedMotion *m,
                     const double z[3], double ahead, double *a);
/* The mean rate of an implicit step, and where its two halves and its whole
 * end: each backward Euler in abar, the flow and the angle taken ahead. */
void reduced_implicit(const RefReduced *reference, const ReducedMotion *m,
                      const double z[3], double dt, double ends[3][3],
                      double rate[3]);
/* The scheme of a step: the state at the end and the mean rate. Both of
 * abar and a are frozen over an exponential step; for Euler at its start. */
void reduced_scheme(const RefReduced *reference, Step step, const double z[3],
                    const double twist[3], double dt, double end[3],
                    double rate[3]);
/* The wrench of bristles that move at that rate. */
void reduced_wrench(const RefReduced *reference, const double z[3],
                    const double rate[3], const double twist[3], double fn,
                    double wrench[3]);

#endif
