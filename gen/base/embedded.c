/* embedded.c: the text files that are built into the program: words.lua, the
 * templates, the runtime's header. In: the name of a file. Out: its text, or
 * its bytecode.
 *
 * Invariant: the Makefile makes the list from the files themselves. */
#include <string.h>

#include "base/base.h"

typedef struct EmbeddedText {
  const char *name, *start, *end;
  const char *code, *code_end; /* NULL for a file that is not Lua */
} EmbeddedText;

/* The last entry has the name NULL. */
extern const EmbeddedText embedded_texts[];

static const EmbeddedText *find_text(const char *name)
{
  for (const EmbeddedText *text = embedded_texts; text->name; text++)
    if (strcmp(text->name, name) == 0) return text;
  return NULL;
}

const char *embedded_text(const char *name, size_t *length)
{
  const EmbeddedText *text = find_text(name);
  if (text) *length = (size_t)(text->end - text->start);
  return text ? text->start : NULL;
}

const char *embedded_code(const char *name, size_t *length)
{
  const EmbeddedText *text = find_text(name);
  if (text) *length = (size_t)(text->code_end - text->code);
  return text ? text->code : NULL;
}
