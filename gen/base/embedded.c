/* embedded.c: the text files that are built into the program: words.lua, the
 * templates, the runtime's header. In: the name of a file. Out: its text.
 *
 * Invariant: the Makefile makes the list from the files themselves. */
#include <string.h>

#include "base/base.h"

typedef struct EmbeddedText {
  const char *name, *start, *end;
} EmbeddedText;

/* The last entry has the name NULL. */
extern const EmbeddedText embedded_texts[];

const char *embedded_text(const char *name, size_t *length)
{
  for (const EmbeddedText *text = embedded_texts; text->name; text++) {
    if (strcmp(text->name, name) != 0) continue;
    *length = (size_t)(text->end - text->start);
    return text->start;
  }
  return NULL;
}
