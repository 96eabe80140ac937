/* paint.c: colours of a terminal. In: what a verb prints. Out: the same, on a
 * terminal with colours for the words that decide.
 *
 * Invariant: without a terminal, or with NO_COLOR, every byte is as given. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli.h"

#define RED    "\033[1;31m"
#define GREEN  "\033[32m"
#define YELLOW "\033[1;33m"
#define CYAN   "\033[36m"
#define PLAIN  "\033[0m"

/* A word with its colour; `starts` means at the start of a line only. */
static const struct Paint {
  const char *word, *colour;
  bool starts;
} paints[] = {{"error:", RED, true},
              {"warning:", YELLOW, true},
              {"note:", CYAN, true},
              {"  FAIL", RED, false},
              {"  ok", GREEN, false}};

static bool has_colours(FILE *out)
{
  const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(fileno(out)) == 1 && !(refused && *refused) &&
         !(terminal && strcmp(terminal, "dumb") == 0);
}

static bool ends_word(char c)
{
  return c == 0 || c == ' ' || c == '\n';
}

void print_painted(FILE *out, const char *text)
{
  const bool is_plain = !has_colours(out);
  for (const char *at = text; *at;) {
    const struct Paint *found = NULL;
    for (size_t i = 0; i < COUNT(paints) && !found && !is_plain; i++) {
      const size_t length = strlen(paints[i].word);
      if (strncmp(at, paints[i].word, length) == 0 && ends_word(at[length]) &&
          (!paints[i].starts || at == text || at[-1] == '\n'))
        found = &paints[i];
    }
    if (found) {
      fprintf(out, "%s%s" PLAIN, found->colour, found->word);
      at += strlen(found->word);
    } else {
      fputc(*at++, out);
    }
  }
}

void print_message(FILE *out, const char *text)
{
  const bool is_painted = has_colours(out);
  fprintf(out, "%s%s%s\n", is_painted ? RED : "", text,
          is_painted ? PLAIN : "");
}
