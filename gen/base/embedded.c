/* embedded.c: the text files that are built into the program: words.lua, the
 * templates, the runtime's header. In: a name. Out: its text.
 *
 * Invariant: the list is made by the Makefile from the files themselves. */
#include <string.h>

#include "base/base.h"

typedef struct EmbeddedText {
  const char *name, *start, *end;
} EmbeddedText;

/* Ends with a name of NULL; made from the files by the Makefile. */
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
