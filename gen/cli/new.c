/* new.c: `bristle new`. In: a kind. Out: a spec of that kind to start from. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "cli/cli.h"

static void kind_words(Each *each, void *context)
{
  for (int i = 0; kinds[i]; i++)
    each(context, kinds[i]->word, kinds[i]->words[0].about);
}

static int unknown_kind(Run *run, const char *given)
{
  Text all = text_new(run);
  for (int i = 0; kinds[i]; i++)
    text_add(&all, "%s%s",
             i == 0         ? ""
             : kinds[i + 1] ? ", "
                            : " or ",
             kinds[i]->word);
  if (!given) return usage_error(&new_verb, "needs a kind: %s", all.chars);
  return usage_error(&new_verb, "the kind must be %s, got %s", all.chars,
                     given);
}

static int new (Run *run, const Command *command)
{
  const char *word = command->spec;
  size_t length;
  int k = 0;
  while (word && kinds[k] && strcmp(kinds[k]->word, word) != 0) k++;
  if (!word || !kinds[k]) return unknown_kind(run, word);
  const char *spec =
      embedded_text(run_printf(run, "%s/start.lua", word), &length);
  if (!command->out) {
    fwrite(spec, 1, length, stdout);
    return EXIT_HELD;
  }
  file_create(run, command->out, spec, length);
  printf("%s\n", command->out);
  return EXIT_HELD;
}

static const Option *const options[] = {&option_out_spec, NULL};

const Verb new_verb = {
    .name = "new",
    .usage = "KIND [-o FILE.lua]",
    .about =
        "Writes a spec with comments to start from, on stdout or into a new "
        "file.\n"
        "KIND is the kind of the model, such as contact; without KIND an error "
        "names all.",
    .options = options,
    .most_specs = 1,
    .argument = "KIND",
    .choices = kind_words,
    .body = new};
