/* cells.h: the grouping of cells in a step, for the plans of per-cell contacts.
 */
#ifndef BRISTLE_CONTACT_CELLS_H
#define BRISTLE_CONTACT_CELLS_H

#include "plan/plan.h"
#include "kinds/contact/contact.h"

enum { VECTOR = 8 }; /* lanes of the widest vector of doubles */

/* The grouping of the cells of a step. */
typedef struct Grouping {
  bool is_loop;      /* passes over blocks; else one cell after the other */
  int lanes, blocks; /* cells in a block; the last one may overlap another */
  /* Lanes of a pass. A single block that does not fill its last vector has more
   * lanes than cells: the last vector begins earlier, and the cells that it
   * repeats have weight 0. */
  int wide;
} Grouping;

/* plan.c: chooses the grouping. */
Grouping cells_grouping(const Contact *contact);
/* Returns true if some cells have two lanes of a pass. */
bool grouping_is_padded(const Grouping *grouping);

/* Returns the share of the pressure's area, in cells, that is nearest to each
 * bristle of a compressed contact. */
const double *cells_spread(const Contact *contact);
/* plan_tables.c: fills the holes of all tables. Returns the number of numbers
 * in the tables. */
int cells_plan_tables(const Contact *contact, const Grouping *grouping,
                      Plan *plan);
/* plan_stride.c: decides whether a step works on four vectors at once, and
 * plans its tables and numbers. Returns the number of numbers in the tables. */
int cells_plan_stride(const Contact *contact, const Grouping *grouping,
                      Plan *plan);
/* Returns why the statements for four vectors do not suit the law, or NULL. */
const char *cells_reason_against_wide(const Contact *contact);
/* Plans the numbers of these statements. */
void cells_plan_wide(const Contact *contact, Plan *plan);
/* plan_crowd.c: decides whether a batch has one contact per lane. The second
 * function also plans its numbers. */
bool cells_has_crowd(const Contact *contact, const Grouping *grouping);
bool cells_plan_crowd(const Contact *contact, const Grouping *grouping,
                      Plan *plan);
/* plan_tables.c: returns the number of groups of the struct for the ends of so
 * many implicit steps at once. */
size_t cells_ends(const Contact *contact, int lanes, Run *run,
                  MemberGroup **groups);
/* Names the tuned numbers of such a step, if there are any. */
void cells_name_stride(Equations *equations, const Contact *contact);
/* Declares the structs that a step keeps on its stack, and the struct of the
 * derivatives. */
void cells_plan_structs(const Contact *contact, const Grouping *grouping,
                        Plan *plan);

#endif
