/* verify.h: checks for contacts of many cells alone. */
#ifndef BRISTLE_CELLS_VERIFY_H
#define BRISTLE_CELLS_VERIFY_H

#include "kinds/contact/verify.h"

/* verify_levels.c: bristles whose cell loses its load when the force changes;
 * the shares of the load between the levels. */
void verify_resets(ContactTrial *t);
void verify_shares(ContactTrial *t);

#endif
