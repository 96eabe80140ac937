/* inside.h: the functions that emit.c and picture.c use of the room's other
 * files. */
#ifndef BRISTLE_EMIT_INSIDE_H
#define BRISTLE_EMIT_INSIDE_H

#include "emit/emit.h"
#include "plan/plan.h"

/* ---- expander.c: template.lua on a plan --------------------------------- */

/* A mark in the text of a source at the place of its own header. */
enum { OWN_HEADER = '\1' };
/* A mark in the text of a header at the place of stack_lines. */
enum { STACK_LINES = '\2' };

typedef struct Expander Expander;

/* The plan's run closes the expander. */
Expander *expander_open(const Plan *plan);
/* Returns the text of a template with the plan's holes filled in. A template
 * that needs a hole that the plan does not have ends the run with the
 * template's name and line. */
char *expander_text(const Expander *expander, const char *name);
/* Returns true if a template expanded so far has read the hole. */
bool expander_has_read(const Expander *expander, const char *hole);

/* ---- faces.c --------------------------------------------------------------
 */

/* Makes all texts of the face. */
void face_expand(const Expander *expander, const Plan *plan, const Face *face,
                 FaceTexts *texts);

/* Writes the face's files into `dir`, or its archive. Adds the paths to
 * `written`, one per line. */
void face_write(Run *run, const Texts *texts, size_t face, const char *dir,
                Text *written);

/* ---- archive.c ------------------------------------------------------------
 */

typedef struct Packed {
  const char *path; /* in the archive, with / */
  const char *bytes;
  size_t length;
} Packed;

/* Returns a zip archive of stored files. */
Text archive_make(Run *run, const Packed *files, size_t count);

/* ---- figures.c ------------------------------------------------------------
 */

/* Returns the text of <name>.json. */
const char *figures_text(const Plan *plan, const StackBounds *bounds);

/* ---- thread.c: thread.lua on texts ------------------------------------------
 */

/* Returns the text with the tuning passed on by its functions, if the plan asks
 * for that. `earlier` are the texts before it in the same unit: the header, and
 * for a kernel its source. */
char *thread_tuning(const Plan *plan, char *text, const char *earlier);

/* ---- stack.c: stack.lua on texts ------------------------------------------
 */

/* Returns the bounds of all functions of the header that the source defines. */
StackBounds stack_bounds(const Plan *plan, const char *header,
                         const char *source);
/* Returns the bounds as lines of a comment. */
const char *stack_lines(Run *run, const StackBounds *bounds);

#endif
