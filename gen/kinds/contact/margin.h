/* margin.h: how near sliding a wrench is: _margin and _hold of a contact. SI
 * units. */
#ifndef BRISTLE_CONTACT_MARGIN_H
#define BRISTLE_CONTACT_MARGIN_H

#include "kinds/contact/contact.h"

/* Returns true if the solver has _margin and _hold: with bristles that hold a
 * torque, with a single bristle, with a table that has a reach, or of the
 * ellipsoid. */
bool contact_has_margin(const Contact *contact);
/* Returns true if all of the load is on one bristle, which holds no torque. */
bool contact_is_single(const Contact *contact);
/* Returns the friction coefficient that these count on. */
double contact_margin_mu(const Contact *contact);
/* Returns a bound of |V|/P(V) of the bristles of cells, at the contact's fn, in
 * their own scale of torques; infinite if they hold no torque. */
double contact_margin_reach(const Contact *contact);
/* Writes the centre of what the bristles hold, at the contact's fn, m: the
 * centre of pressure, but for friction by region. */
void contact_margin_centre(const Contact *contact, double centre[2]);
/* Returns the root of the mean square distance of the cells from there, m: that
 * scale. */
double contact_margin_length(const Contact *contact);
/* Returns true if the exact pressure is known to hold more, by so much: */
bool contact_has_excess(const Contact *contact);
/* Returns the largest load found that the exact pressure holds beyond the
 * bristles at the midpoints of cells, in shares. */
double contact_margin_excess(const Contact *contact);
/* plan_margin.c: plans the holes of both functions. */
void contact_plan_margin(const Contact *contact, Plan *plan);

#endif
