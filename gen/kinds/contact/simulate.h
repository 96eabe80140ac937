/* contact_sim.h: a contact's scenario piece by piece, and what moves the
 * contact in it: a solver's step, or the reference refined. */
#ifndef BRISTLE_CONTACT_SIM_H
#define BRISTLE_CONTACT_SIM_H

#include "backend/backend.h"
#include "kinds/contact/contact.h"

/* What goes into a step. */
typedef struct Inputs {
  double twist_or_load[3], fn;
} Inputs;

/* A piece of a scenario in so many equal steps, all with those inputs: what the
 * spec's functions give at its start where they are held, or else in its
 * middle. */
typedef struct Stretch {
  double from, to; /* s */
  long steps;
  Inputs held;
} Stretch;

/* contact_sim.c: how many there are; one of them. */
long contact_stretches(const Scenario *scenario);
Stretch contact_stretch(const Contact *contact, long i);

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
