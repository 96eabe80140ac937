/* inside.h: the list of laws, in the order of messages. A law `dahl` is
 * law_dahl of gen/laws/dahl.c and ref_law_dahl of its reference. */
#ifndef BRISTLE_LAWS_INSIDE_H
#define BRISTLE_LAWS_INSIDE_H

#include "laws/laws.h"

#define LAWS(LAW) \
  LAW(coulomb)    \
  LAW(dahl)       \
  LAW(lugre)

#endif
