/* reference.h: a contact's step of backward Euler by the reference. */
#ifndef BRISTLE_CONTACT_COUPLE_REFERENCE_H
#define BRISTLE_CONTACT_COUPLE_REFERENCE_H

#include "kinds/contact/contact.h"
#include "reference/contact/couple.h"

struct RefReduced;

/* A contact at its own normal force; c->fn for one whose pressure depends on
 * it. */
typedef struct CoupleReference {
  const RefReduced *reduced; /* or NULL, and then: */
  RefPlaces places;
  int nstates;
} CoupleReference;

CoupleReference couple_reference(const Contact *contact);
/* dt > 0; `end` has nstates numbers, or is NULL. Returns a status. */
int couple_reference_step(const CoupleReference *reference, const double *z,
                          const long double twist[3], double fn, double dt,
                          long double *end, long double wrench[3]);

#endif
