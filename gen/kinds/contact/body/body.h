/* body.h: a contact and the body on it, as emitted and as the reference knows
 * them. */
#ifndef BRISTLE_CONTACT_BODY_H
#define BRISTLE_CONTACT_BODY_H

#include "kinds/contact/contact.h"

struct RefBody;

/* What get and set move of a <name>_body: q, v, h, error, then the bristles. */
enum { BODY_Q = 0, BODY_V = 3, BODY_H = 6, BODY_ERROR = 7, BODY_Z = 8 };

/* Without a body: the contact's rate and its states alone. */
struct RefBody contact_reference_body(const Contact *contact);
/* What get gives of an emitted body, as the reference's y. */
void contact_body_to_reference(const Contact *contact, const double *members,
                               double *y);

#endif
