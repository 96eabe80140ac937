/* reduced.h: declarations for reduced contacts: three bristles at the centre of
 * pressure, coupled by a limit surface that is a table or an ellipsoid. */
#ifndef BRISTLE_CONTACT_REDUCED_H
#define BRISTLE_CONTACT_REDUCED_H

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "kinds/contact/contact.h"

/* Returns the factor for the stiffness of spin, u/r^2, which makes the bristles
 * as stiff as all cells together; 1 with the paper's torsion. */
double reduced_stiffness(const Contact *contact);

/* reduced/equations.c, reduced/plan.c, ... */
Equations *reduced_derive(const Contact *contact);
Goldens *reduced_goldens(const Contact *contact);
void reduced_plan(const Contact *contact, const Equations *equations,
                  const Goldens *goldens, Plan *plan);
/* Returns a bound of |V|/P(V) of the exact surface behind the table, or 0 if
 * there is none, and the table's error for margins. */
double reduced_reach(const Contact *contact);
double reduced_margin_error(const Contact *contact);
/* plan_potential.c: plans the numbers of a potential table. */
void reduced_plan_potential(const Contact *contact,
                            const LimitPotential *potential, Plan *plan);
/* Plans the patch along the axis of fn. Returns true if the centre of pressure
 * is off the grid's centre. */
bool reduced_plan_axis(const Contact *contact, Plan *plan);
/* plan_crowd.c: decides how a batch steps blocks of `lanes` contacts and plans
 * its struct and numbers. Returns the template. */
const char *reduced_plan_crowd(const Contact *contact, int lanes, Plan *plan);
void reduced_plot(const Contact *contact, Pictures *pictures);
void reduced_verify(const Contact *contact, const Solver *solver,
                    Verification *verification);

#endif
