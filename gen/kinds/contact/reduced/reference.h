/* reference.h: the reduced contact of the reference: its table, its motion
 * under a twist, and the wrench of its bristles. */
#ifndef BRISTLE_REDUCED_REFERENCE_H
#define BRISTLE_REDUCED_REFERENCE_H

#include "kinds/contact/reduced/reduced.h"
#include "kinds/contact/scheme.h"

/* Returns the contact with the numbers of the emitted table. */
RefReduced *reduced_reference(const Contact *contact);
/* The surface of a reference at a normal force. */
typedef struct ReducedForce {
  RefBetween between; /* of levels */
  RefAxis axis;
} ReducedForce;

/* Sets the patch and the table at another normal force; `force` holds the table
 * and must outlive the reference. */
void reduced_set_force(const Contact *contact, double fn, RefReduced *reference,
                       ReducedForce *force);
/* verify_exact.c: returns the exact surface at the trial's normal force, the
 * spec's own pressure, and a bound of its distance from the table. */
struct ContactTrial;
RefExact reduced_exact(const struct ContactTrial *trial);
double reduced_exact_error(const struct ContactTrial *trial);
BristleMotion reduced_motion(const RefReduced *reference,
                             const double twist[3]);
/* Writes the wrench of bristles z that move at `rate`. */
void reduced_wrench(const RefReduced *reference, const double z[3],
                    const double rate[3], const double twist[3], double fn,
                    double wrench[3]);

#endif
