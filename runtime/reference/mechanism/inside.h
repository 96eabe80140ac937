/* inside.h: what the reference's files on mechanisms share. */
#ifndef BRISTLE_REFERENCE_MECHANISM_INSIDE_H
#define BRISTLE_REFERENCE_MECHANISM_INSIDE_H

#include "reference/mechanism/mechanism.h"

/* How a contact is taken to move. Coulomb, sliding: along its slip, or along
 * `direction` where it rests or has turned back. Held: so that it rests at the
 * end of an implicit stage of length tau from the state `start`. Settled:
 * elasto-plastic bristles are where such a stage takes them. */
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
