/* inside.h: what the reference's files on mechanisms share. */
#ifndef BRISTLE_REFERENCE_MECHANISM_INSIDE_H
#define BRISTLE_REFERENCE_MECHANISM_INSIDE_H

#include "reference/mechanism/mechanism.h"

/* The assumed motion of a contact. Coulomb, sliding: along its slip, or along
 * `direction` if it rests or has turned back. Held: it comes to rest at the end
 * of an implicit stage of length tau from the state `start`. Settled:
 * elasto-plastic bristles are at the end of such a stage. */
typedef struct RefMode {
  enum { REF_EITHER, REF_SLIDING, REF_HELD, REF_SETTLED } kind;
  double direction[3];
  const double *start;
  double tau;
} RefMode;

int ref_mechanism_move(const RefMechanism *s, const double *state,
                       const double *u, double t, const RefMode *mode,
                       RefTerms *terms, RefMotion *motion);

#endif
