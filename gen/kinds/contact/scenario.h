/* scenario.h: the motion that a spec of a contact simulates. The Run owns all
 * results. */
#ifndef BRISTLE_CONTACT_SCENARIO_H
#define BRISTLE_CONTACT_SCENARIO_H

#include "kinds/contact/contact.h"

enum { SCENARIO_FIELDS = 7 };
extern const Field scenario_fields[SCENARIO_FIELDS];
/* Returns the scenario of the key's value, which may be NULL, then too. `body`
 * and `tuning` are the contact's, or NULL. */
const Scenario *contact_scenario_read(Run *run, const Value *value,
                                      const Body *body, const Tuning *tuning);

#endif
