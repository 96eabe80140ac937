/* body.h: the reference of a contact with a body on it, and the order of an
 * emitted body's numbers. */
#ifndef BRISTLE_CONTACT_BODY_H
#define BRISTLE_CONTACT_BODY_H

#include "kinds/contact/contact.h"

struct RefBody;

/* The order in which get and set move a <name>_body: q, v, h, error, bristles.
 */
enum { BODY_Q = 0, BODY_V = 3, BODY_H = 6, BODY_ERROR = 7, BODY_Z = 8 };

/* Returns the reference's body; for a contact without a body only its rate and
 * its states are set. */
struct RefBody contact_reference_body(const Contact *contact);
struct RefContact;

/* Shortens the bristles of the reference as the first step of a solver with
 * this tuning does. `law`: that of contact_reference, or NULL. */
void contact_reference_shorten(const Contact *contact,
                               const struct RefContact *law, double fn,
                               double *z);
/* Converts the numbers that get moves to the reference's y. */
void contact_body_to_reference(const Contact *contact, const double *members,
                               double fn, double *y);

#endif
