/* cells.h: what the plans of per-cell contacts share: how a step goes through
 * the cells. */
#ifndef BRISTLE_CONTACT_CELLS_H
#define BRISTLE_CONTACT_CELLS_H

#include "plan/plan.h"
#include "kinds/contact/contact.h"

enum { VECTOR = 8 }; /* lanes of the widest vector of doubles */

/* How the cells of a step are grouped. */
typedef struct Grouping {
  bool is_loop;      /* passes over blocks, else one cell after the other */
  int lanes, blocks; /* cells in a block; the last one may overlap another */
  /* Lanes of a pass. A single block that does not fill its last vector has
   * more of them than cells: the last vector begins that much earlier, and
   * cells that it repeats weigh 0. */
  int wide;
} Grouping;

/* Returns true if some cells have two lanes of a pass. */
bool grouping_is_padded(const Grouping *grouping);

/* plan_tables.c: fills the holes of all tables. Returns how many numbers the
 * tables have. */
int cells_plan_tables(const Contact *contact, const Grouping *grouping,
                      Plan *plan);
/* Declares the structs that a step keeps on its stack, and that of the
 * derivatives. Returns the reals of the former. */
int cells_plan_structs(const Contact *contact, const Grouping *grouping,
                       Plan *plan);

#endif
