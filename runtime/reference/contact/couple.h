/* couple.h: contacts and the bodies behind them by the reference: backward
 * Euler in the bristles, and the twists at which contacts and bodies agree.
 * All in long double, so that results can be judged to the last digits of
 * double; statuses as in contact.h. */
#ifndef BRISTLE_REFERENCE_COUPLE_H
#define BRISTLE_REFERENCE_COUPLE_H

#include "reference/contact/contact.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- backward.c: a step of backward Euler, abar of the end -------------- */

/* Bristles at any places: z has n components along x, then n along y. Writes
 * the state at the end (may be NULL) and the wrench on the moving body. */
typedef struct RefPlaces {
  const RefLugre *friction;
  size_t n;
  const double *x, *y, *w; /* m, m, shares of the load */
  const double *m; /* factors of the friction coefficients, or NULL */
  const double *areas;        /* m^2: stiffness goes by area; or NULL */
  double kappa, eta, stretch; /* as in RefArea */
  double ratio, angle; /* anisotropy, as in RefPatch; ratio 0: none */
} RefPlaces;

int ref_backward_places(const RefPlaces *p, const double *z,
                        const long double twist[3], double fn, double dt,
                        long double *end, long double wrench[3]);
/* A reduced contact. Its limit surface is that of RefReduced, in double. */
int ref_backward_reduced(const RefReduced *c, const double zeta[3],
                         const long double twist[3], double fn, double dt,
                         long double end[3], long double wrench[3]);

/* ---- couple.c: V = V0 + dt*W*f(V) --------------------------------------- */

enum { REF_COUPLE_MOST = 8 };

/* The wrench of contact i over the step, from its state at the start. */
typedef int RefStepWrench(const void *context, int i,
                          const long double twist[3], long double wrench[3]);

typedef struct RefCoupling {
  int n; /* contacts, at most REF_COUPLE_MOST */
  RefStepWrench *wrench;
  const void *context;
  const double *v0, *w; /* 3n; 3n x 3n, row-major */
  double dt;
  double length; /* m: over which a torque counts as a force */
} RefCoupling;

/* Writes the size of V - V0 - dt*W*f(V) over that of its terms; `noise` gets
 * the same of the change of f(V) by a roundoff `unit` of V and its terms. */
int ref_couple_residual(const RefCoupling *c, const double *twist, double unit,
                        double *residual, double *noise);
/* Follows the gradient of the energy from the twists at the start in small
 * implicit steps, until the residual is below 1e-12. Writes the twists there.
 * BR_NO_CONVERGENCE if it takes too long. */
int ref_couple(const RefCoupling *c, const double *start, double *twist);

#ifdef __cplusplus
}
#endif
#endif
