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
/* A mark in the text of a source at the place of the macro of its tables. */
enum { TABLE_MACRO = '\3' };

typedef struct Expander Expander;

/* The plan's run closes the expander. */
Expander *expander_open(const Plan *plan);
/* Returns the text of a template with the plan's holes filled in. A template
 * that needs a hole that the plan does not have ends the run with the
 * template's name and line. */
char *expander_text(const Expander *expander, const char *name);
/* Gives the templates a text under that name, such as "header_text". */
void expander_give(const Expander *expander, const char *name,
                   const char *text);
/* Returns true if a template expanded so far has read the hole. */
bool expander_has_read(const Expander *expander, const char *hole);

/* ---- chunk.c ---------------------------------------------------------------
 */

typedef struct lua_State lua_State;
/* Garbage is collected when the memory of a script is this many per cent of
 * what was left the last time: its states live shortly. */
enum { SCRIPT_PAUSE = 1000 };
/* A function of Lua: chunk(name, text) returns the template as Lua code. */
int chunk_of(lua_State *lua);

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
const char *figures_text(const Plan *plan, const Texts *texts);

/* ---- thread.c: thread.lua on texts ------------------------------------------
 */

/* Returns the text with the tuning passed on by its functions, if the plan asks
 * for that. `earlier` are the texts before it in the same unit: the header, and
 * for a kernel its source. */
char *thread_tuning(const Plan *plan, char *text, const char *earlier);

/* ---- script.c: embedded Lua files ------------------------------------------
 */

/* Pushes the table that each such file gets as its argument: plain(text),
 * blanked(text), tokens(text) of lexer.c. */
void lexer_push(lua_State *lua);
/* Pushes the arguments of a script's function and returns their number. */
typedef int ScriptArguments(lua_State *lua, const void *context);
/* Calls the function that the file returns. Returns a stack that holds nothing
 * but its results; it lives as long as the run. */
lua_State *script_call(Run *run, const char *file, ScriptArguments *push,
                       const void *context, int nresults);

/* ---- prune.c: prune.lua on texts -------------------------------------------
 */

/* Returns the plan with the functions that plan->functions asks for and what
 * these and _selftest call in this header and source: no descriptor has the
 * others. A name that the header does not declare ends the run. */
const Plan *prune_plan(const Plan *plan, const char *header,
                       const char *source);
/* Return a source, from its #include on, and a header without functions that
 * such a plan lacks. `calls`: another text that calls the source, or NULL. */
const char *prune_source(const Plan *plan, const char *source,
                         const char *calls);
const char *prune_header(const Plan *plan, const char *header);
/* Ends the run if the text calls a function that is left out. `what`: the text
 * for people, "the example". */
void prune_require(const Plan *plan, const char *text, const char *what);
bool selection_has(const Selection *selection, const char *name);

/* ---- stack.c: stack.lua on texts ------------------------------------------
 */

/* Returns the bounds of all functions of the header that the source defines. */
StackBounds stack_bounds(const Plan *plan, const char *header,
                         const char *source);
/* Returns the bounds as lines of a comment. */
const char *stack_lines(Run *run, const StackBounds *bounds);

/* ---- costs.c: count.lua on texts -------------------------------------------
 */

/* Returns the costs of all functions of the header that the source defines. */
FunctionCosts costs_count(const Plan *plan, const char *header,
                          const char *source);
/* Returns the costs as lines of a comment. */
const char *costs_lines(Run *run, const FunctionCosts *costs);

/* ---- budget.c -------------------------------------------------------------
 */

/* Ends the run if the texts exceed the spec's budget. */
void budget_require(const Plan *plan, const Texts *texts);

#endif
