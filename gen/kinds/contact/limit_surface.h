/* limit_surface.h: which table a spec of a reduced contact asks for. */
#ifndef BRISTLE_CONTACT_LIMIT_SURFACE_H
#define BRISTLE_CONTACT_LIMIT_SURFACE_H

#include "kinds/contact/contact.h"

enum { LIMIT_SURFACE_FIELDS = 6 };
extern const Field limit_surface_fields[LIMIT_SURFACE_FIELDS];
/* Reads the key's value, which may be NULL, into *surface. */
void limit_surface_read(Run *run, const Value *value, LimitSurface *surface);
/* Ends the run if a potential cannot represent what the contact asks for.
 * Either value may be NULL if the key is not there. */
void limit_surface_check(const Contact *contact, const Value *limit_surface,
                         const Value *fn_range);

#endif
