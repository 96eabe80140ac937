/* inside.h: what emit.c takes from the other files of the room. */
#ifndef BRISTLE_EMIT_INSIDE_H
#define BRISTLE_EMIT_INSIDE_H

#include "plan/plan.h"

/* ---- expander.c: template.lua on a plan --------------------------------- */

/* Stands in the text of a source where it includes its own header. */
enum { OWN_HEADER = '\1' };

typedef struct Expander Expander;

/* Closed with the plan's run. */
Expander *expander_open(const Plan *plan);
/* The text of a template with the plan's holes filled in. A template that asks
 * for a hole that the plan lacks ends the run with the template and its line.
 */
char *expander_text(const Expander *expander, const char *name);
/* True if a template that was expanded has read the hole. */
bool expander_has_read(const Expander *expander, const char *hole);

/* ---- figures.c ------------------------------------------------------------
 */

/* Returns the text of <name>.json. */
const char *figures_text(const Plan *plan);

#endif
