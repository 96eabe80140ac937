/* help.c: `bristle help`. In: a word, or nothing. Out: the parts of the manual
 * about that word; or the files of the manual in a folder. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "cli/manual.h"

static void write_file(Run *run, const char *folder, const char *name,
                       const char *text)
{
  const char *path = run_printf(run, "%s/%s", folder, name);
  const char *slash = strrchr(path, '/');
  dir_make(run, run_strndup(run, path, (size_t)(slash - path)));
  file_write(run, path, text, strlen(text));
  printf("%s\n", path);
}

/* The folders are those below PREFIX/share. */
static void write_manual(Run *run, const char *folder)
{
  write_file(run, folder, "man/man1/bristle.1", page_bristle(run, FORM_MAN));
  write_file(run, folder, "man/man5/bristle-spec.5", page_spec(run, FORM_MAN));
  write_file(run, folder, "doc/bristle/bristle.1.html",
             page_bristle(run, FORM_HTML));
  write_file(run, folder, "doc/bristle/bristle-spec.5.html",
             page_spec(run, FORM_HTML));
  write_file(run, folder, "bash-completion/completions/bristle",
             completion_bash(run));
  write_file(run, folder, "zsh/site-functions/_bristle", completion_zsh(run));
}

static int help(Run *run, const Command *command)
{
  const char *word = command->spec;
  if (command->out) {
    if (word) return usage_error(&help_verb, "--write takes no WORD");
    write_manual(run, command->out);
    return EXIT_HELD;
  }
  for (size_t i = 0; word && verbs[i]; i++)
    if (strcmp(verbs[i]->name, word) == 0) {
      print_help(verbs[i]);
      return EXIT_HELD;
    }
  Sheet sheet = sheet_new(run, FORM_TEXT);
  int shown = reference_write(&sheet, word);
  if (!word) sheet_section(&sheet, "SCRIPTS");
  if (!word || shown == 0) shown += scripts_write(&sheet, word);
  if (shown == 0) {
    fprintf(stderr,
            "bristle help: no word or key is or contains %s; `bristle help` "
            "lists all words\n",
            word);
    return EXIT_USAGE;
  }
  fputs(sheet_end(&sheet), stdout);
  return EXIT_HELD;
}

static const Option *const options[] = {&option_write, NULL};

const Verb help_verb = {
    .name = "help",
    .usage = "[WORD]",
    .about =
        "Shows the words of the spec language with their keys, units, ranges "
        "and\n"
        "defaults, and the functions of scripts: all of them, the words whose "
        "names\n"
        "contain WORD, the words with the key WORD, or the help of the verb "
        "WORD. The same\n"
        "text is the manual page bristle-spec(5).",
    .options = options,
    .most_specs = 1,
    .argument = "WORD",
    .choices = reference_words,
    .body = help};
