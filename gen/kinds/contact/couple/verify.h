/* verify.h: the checks of _step_slopes, _couple and _march. */
#ifndef BRISTLE_CONTACT_COUPLE_VERIFY_H
#define BRISTLE_CONTACT_COUPLE_VERIFY_H

#include "kinds/contact/verify.h"

/* Makes all of them, if the solver has these functions. */
void verify_couple(ContactTrial *trial);
/* verify_bodies.c: contacts with bodies of any mass behind them. */
void verify_bodies(ContactTrial *trial);

#endif
