/* contact_sim.h: what moves a contact in a simulation: a solver's step, or the
 * reference refined. */
#ifndef BRISTLE_CONTACT_SIM_H
#define BRISTLE_CONTACT_SIM_H

#include "contact.h"

/* A contact under its scenario. Where it carries a body, inputs are loads and
 * q, v are the body's; else inputs are twists, which v repeats. */
typedef struct ContactMover ContactMover;
struct ContactMover {
  /* Holds the input over dt; a wrench whose impulses add up, or where dt is 0
   * that of the moment; a status. */
  int (*step)(ContactMover *mover, const double input[3], double fn, double dt,
              double wrench[3]);
  double q[3], v[3];
  const double *z; /* bristles as the solver orders them */
  const Contact *contact;
  void *own;
};

/* contact_mover.c: with the solver, or with the reference where that is NULL.
 * The body starts where the spec says. */
ContactMover *contact_mover(const Contact *contact, const Solver *solver);

#endif
