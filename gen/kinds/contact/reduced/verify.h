/* contact_reduced_verify.h: what the parts of a reduced contact's verification
 * share: the solver and the reference side by side, what rounding may do to the
 * surface, and where differences stay on one piece of it. */
#ifndef BRISTLE_CONTACT_REDUCED_VERIFY_H
#define BRISTLE_CONTACT_REDUCED_VERIFY_H

#include "limit/limit.h"
#include "kinds/contact/reduced/reference.h"
#include "kinds/contact/verify.h"

typedef struct ReducedTrial {
  ContactTrial base; /* first: the helpers of all contacts take it */
  const RefReduced *reference;
  const LimitTable *table; /* or NULL: an ellipsoid */
  double arm;              /* m: torque per force at the grid centre */
} ReducedTrial;

/* A twist as the reference sees it, and what rounding does to it. */
typedef struct ReducedPlace {
  BristleMotion m;
  double slope;  /* |s dh/dv| */
  double doubt;  /* by how much |h| may be off */
  double inside; /* of a cell of the table: from its edge, in cells */
  double cells;  /* of the table along the unit of direction */
} ReducedPlace;
ReducedPlace reduced_place(const ReducedTrial *t, const double twist[3]);
/* Twist i of TWISTS, off the seams of the table; what it is. */
const char *reduced_twist(ReducedTrial *t, int i, double twist[3]);
/* What an error of the rate, of a, and of the wrench are relative to. */
double reduced_relaxation_doubt(const ReducedTrial *t, const ReducedPlace *p);
double reduced_rate_scale(const ReducedTrial *t, const ReducedPlace *p,
                          const double z[3], double tolerance);
double reduced_wrench_scale(const ReducedTrial *t, const ReducedPlace *p,
                            const double z[3], double rate);

/* contact_reduced_verify_step.c, contact_reduced_verify_jac.c */
void reduced_verify_steps(ReducedTrial *t);
void reduced_verify_jacobians(ReducedTrial *t);

#endif
