/* couple.h: contacts and the bodies behind them, solved together: what both
 * forms of a patch share. */
#ifndef BRISTLE_CONTACT_COUPLE_H
#define BRISTLE_CONTACT_COUPLE_H

#include "kinds/contact/contact.h"

/* plan.c: fills the holes of templates/contact/couple. */
void couple_plan(const Contact *contact, const Equations *equations,
                 Plan *plan);

/* goldens.c: adds a step of the contact with bristles z and a body, by the
 * reference. */
void couple_goldens(const Contact *contact, const double *z, Goldens *goldens);

#endif
