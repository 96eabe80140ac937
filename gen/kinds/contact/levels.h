/* levels.h: a contact whose pressure depends on the normal force. SI units; the
 * Run owns all results. contact.h includes this header behind the type Contact.
 */
#ifndef BRISTLE_CONTACT_LEVELS_H
#define BRISTLE_CONTACT_LEVELS_H

/* levels.c: pressure that depends on the normal force. Reads
 * fn_range and fills in levels, fn and cells. */
void contact_read_levels(Contact *contact, Spec *spec, const Value *fn_range,
                         const Value *surface, const Grid *grid);
/* Writes the least and the largest force of the key fn_range. */
void contact_force_range(Run *run, const Value *fn_range, double range[2]);
enum { FN_RANGE_FIELDS = 3 };
extern const Field fn_range_fields[FN_RANGE_FIELDS];
/* Returns the same contact at another force, with the weights that its solver
 * uses at that force. */
const Contact *contact_at(const Contact *contact, double fn);
/* Returns the same contact with its pressure at the largest force, for any
 * force. */
const Contact *contact_constant(const Contact *contact);
/* Fills in a reduced contact's patches. */
void contact_level_patches(Contact *contact);
/* Writes CoP, r and u at a force as a reduced solver interpolates them: along
 * its axis; or CoP, r and the second moment are linear between levels, and u
 * follows from them. */
void contact_patch(const Contact *contact, double fn, double patch[4]);
/* Writes the shares of the kept cells at a force. */
void contact_shares(const Contact *contact, double fn, double *shares);
/* Returns forces for tests of a solver, from below the range to above; one
 * force if the pressure does not depend on it. */
size_t contact_loads(const Contact *contact, const double **loads);
/* Plans the levels, for any representation, and the shares of cells at them. */
void contact_plan_levels(const Contact *contact, Plan *plan);
/* Plans the tables of shares. Returns the number of numbers in them. */
int contact_plan_shares(const Contact *contact, Plan *plan);
void contact_report_levels(const Contact *contact, Report *report);

#endif
