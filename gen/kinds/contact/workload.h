/* workload.h: the parts of a contact's workload for bench. */
#ifndef BRISTLE_CONTACT_WORKLOAD_H
#define BRISTLE_CONTACT_WORKLOAD_H

#include "verify/verify.h"
#include "kinds/contact/contact.h"

/* peer.c: returns the generic loop for these steps of the workload, or NULL if
 * the contact has another law than the loop. */
const Peer *contact_peer(const Contact *contact,
                         const double *const *const *inputs);

#endif
