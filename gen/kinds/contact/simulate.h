/* simulate.h: the pieces of a contact's scenario, and the stepper that carries
 * the contact through them: a solver, or the reference in small steps. */
#ifndef BRISTLE_CONTACT_SIMULATE_H
#define BRISTLE_CONTACT_SIMULATE_H

#include "backend/backend.h"
#include "kinds/contact/contact.h"

/* The inputs of a step. */
typedef struct Inputs {
  double twist_or_load[3], fn;
} Inputs;

/* A piece of a scenario: equal steps with the same inputs. */
typedef struct Stretch {
  double from, to; /* s */
  double at;       /* s: time of the inputs. It is the start if they are held or
                      read the pose, otherwise the middle */
  long steps;
} Stretch;

/* The number of stretches; stretch number i. */
long contact_stretches(const Scenario *scenario);
Stretch contact_stretch(const Contact *contact, long i);
/* Calls the spec's functions. `q` and `v` are the pose and velocity of the body
 * at that time; NULL if the scenario has no feedback. */
Inputs contact_inputs(const Contact *contact, double t, const double q[3],
                      const double v[3]);

/* A contact under its scenario. If it carries a body, the inputs are loads, and
 * q and v are the body's; otherwise the inputs are twists, and v repeats them.
 */
typedef struct ContactStepper ContactStepper;
struct ContactStepper {
  /* Holds the input over dt; returns a status. The wrench times dt adds up to
   * the impulse; with dt = 0 it is the wrench at that moment. */
  int (*step)(ContactStepper *stepper, const double input[3], double fn,
              double dt, double wrench[3]);
  /* Gives other values of its tuning to the contact; `tuned` has them and lives
   * as long as the stepper. */
  void (*tune)(ContactStepper *stepper, const Contact *tuned,
               const double *values);
  double q[3], v[3];
  const double *z; /* bristles as the solver orders them */
  const Contact *contact;
  void *own;
};

/* A stepper with the solver, or with the reference if `solver` is NULL. The
 * body starts at the spec's `com`. */
ContactStepper *contact_stepper(const Contact *contact, const Solver *solver);

#endif
