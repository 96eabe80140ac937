/* completion.c: completion of command lines in bash and zsh. In: the tables of
 * verbs and options. Out: the texts of the two scripts.
 *
 * Invariant: what a script offers, the program takes. */
#include <string.h>

#include "base/base.h"
#include "cli/manual.h"

static const char head[] =
    "# Completes the command lines of bristle %s. Made from the program's "
    "tables.\n";

static bool is_folder(const Option *option)
{
  return option->value && strcmp(option->value, "DIR") == 0;
}

static bool is_file(const Option *option)
{
  return option->value && strncmp(option->value, "FILE", 4) == 0;
}

/* The ends of the names of files that the verb reads, as in "lua c". */
static const char *file_types(const Verb *verb)
{
  if (verb->argument) return "";
  const bool reads_lua = verb->most_specs != 0 || strstr(verb->usage, ".lua");
  return strstr(verb->usage, "FILE.c]") ? "lua c" : reads_lua ? "lua" : "";
}

/* Appends the value and a space. */
static void add_value(void *context, const char *value, const char *about)
{
  (void)about;
  text_add(context, "%s ", value);
}

static const char *values_of(Run *run, Choices *choices)
{
  Text values = text_new(run);
  if (choices) choices(add_value, &values);
  if (values.length > 0) values.chars[--values.length] = 0;
  return values.chars;
}

static void add_names(void *context, const Option *option)
{
  text_add(context, "%s ", option->name);
  if (option->other) text_add(context, "%s ", option->other);
}

/* ---- bash -----------------------------------------------------------------
 */

typedef struct Writing {
  Run *run;
  Text text;
  const Verb *verb;
} Writing;

/* A case for the value of an option. */
static void bash_value(void *context, const Option *option)
{
  Writing *w = context;
  if (!option->value) return;
  text_add(&w->text, "    '%s %s') ", w->verb->name, option->name);
  if (is_folder(option))
    text_add(&w->text, "_bristle_add -d ;;\n");
  else if (is_file(option))
    text_add(&w->text, "_bristle_add -f ;;\n");
  else if (option->choices)
    text_add(&w->text, "_bristle_add -W '%s' ;;\n",
             values_of(w->run, option->choices));
  else
    text_add(&w->text, ";;\n");
}

/* A case for an option's name, and one for an argument. */
static void bash_words(Writing *w)
{
  Text names = text_new(w->run);
  option_each(w->verb, add_names, &names);
  names.chars[names.length - 1] = 0;
  text_add(&w->text, "    '%s -'*) _bristle_add -W '%s' ;;\n", w->verb->name,
           names.chars);
  text_add(&w->text, "    '%s '*) ", w->verb->name);
  if (w->verb->choices)
    text_add(&w->text, "_bristle_add -W '%s' ",
             values_of(w->run, w->verb->choices));
  const char *types = file_types(w->verb);
  if (*types) text_add(&w->text, "_bristle_add -d; ");
  for (const char *at = types; *at;) {
    const int length = (int)strcspn(at, " ");
    text_add(&w->text, "_bristle_add -f -X '!*.%.*s'; ", length, at);
    at += length + (at[length] == ' ');
  }
  text_add(&w->text, ";;\n");
}

const char *completion_bash(Run *run)
{
  Writing w = {run, text_new(run), NULL};
  text_add(&w.text, head, version_text());
  text_add(&w.text,
           "_bristle_add()\n{\n  local line\n"
           "  while IFS= read -r line; do COMPREPLY+=(\"$line\"); done \\\n"
           "    < <(compgen \"$@\" -- \"$current\")\n}\n\n"
           "_bristle()\n{\n"
           "  local current=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]}\n"
           "  local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
           "  COMPREPLY=()\n"
           "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    _bristle_add -W '");
  for (size_t i = 0; verbs[i]; i++) text_add(&w.text, "%s ", verbs[i]->name);
  text_add(&w.text,
           "--version --help'\n    return\n  fi\n"
           "  # --option=value comes as three words.\n"
           "  if [ \"$current\" = = ]; then\n    current=\n"
           "  elif [ \"$previous\" = = ]; then\n"
           "    previous=${COMP_WORDS[COMP_CWORD-2]}\n  fi\n"
           "  case \"$verb $previous\" in\n");
  for (size_t i = 0; verbs[i]; i++) {
    w.verb = verbs[i];
    option_each(verbs[i], bash_value, &w);
  }
  text_add(&w.text,
           "    *) _bristle_word ;;\n  esac\n}\n\n"
           "_bristle_word()\n{\n  case \"$verb $current\" in\n");
  for (size_t i = 0; verbs[i]; i++) {
    w.verb = verbs[i];
    bash_words(&w);
  }
  text_add(&w.text, "  esac\n}\n\ncomplete -o filenames -F _bristle bristle\n");
  return w.text.chars;
}

/* ---- zsh ------------------------------------------------------------------
 */

/* Appends the words as they may stand within '...' and within [...] or before a
 * colon of _arguments and _describe. */
static void add_zsh(Text *text, const char *words)
{
  for (const char *c = words; *c; c++) {
    if (*c == '\'')
      text_add(text, "'\\''");
    else if (*c == '\n')
      text_add(text, " ");
    else if (strchr("[]:\\", *c))
      text_add(text, "\\%c", *c);
    else
      text_append(text, c, 1);
  }
}

static void zsh_option(void *context, const Option *option)
{
  Writing *w = context;
  const char *const names[] = {option->name, option->other};
  for (size_t i = 0; i < COUNT(names) && names[i]; i++) {
    const bool is_long = names[i][1] == '-';
    text_add(&w->text, " \\\n        '%s%s%s[",
             strstr(option->help, "repeatable") ? "*" : "", names[i],
             !option->value ? ""
             : is_long      ? "="
                            : "+");
    add_zsh(&w->text, option->help);
    text_add(&w->text, "]");
    if (option->value) {
      text_add(&w->text, ":");
      add_zsh(&w->text, option->value);
      text_add(
          &w->text, ":%s",
          is_folder(option) ? "_files -/"
          : is_file(option) ? "_files"
          : option->choices
              ? run_printf(w->run, "(%s)", values_of(w->run, option->choices))
              : " ");
    }
    text_add(&w->text, "'");
  }
}

static void zsh_argument(Writing *w)
{
  const Verb *verb = w->verb;
  if (verb->choices)
    text_add(&w->text, " \\\n        '1:%s:(%s)'", verb->argument,
             values_of(w->run, verb->choices));
  if (strcmp(file_types(verb), "lua c") == 0)
    text_add(&w->text, " \\\n        '*:file:_files -g \"*.(lua|c)\"'");
  else if (*file_types(verb))
    text_add(&w->text, " \\\n        '*:spec:_files -g \"*.lua\"'");
}

const char *completion_zsh(Run *run)
{
  Writing w = {run, text_new(run), NULL};
  text_add(&w.text, "#compdef bristle\n");
  text_add(&w.text, head, version_text());
  text_add(&w.text, "_bristle()\n{\n  local -a verbs\n  verbs=(\n");
  for (size_t i = 0; verbs[i]; i++) {
    const char *about = verbs[i]->about, *end = strstr(about, ". ");
    text_add(&w.text, "    '%s:", verbs[i]->name);
    add_zsh(&w.text,
            end ? run_strndup(run, about, (size_t)(end - about)) : about);
    text_add(&w.text, "'\n");
  }
  text_add(&w.text,
           "  )\n  if (( CURRENT == 2 )); then\n"
           "    _describe 'verb' verbs\n    return\n  fi\n"
           "  shift words\n  (( CURRENT-- ))\n"
           "  case $words[1] in\n");
  for (size_t i = 0; verbs[i]; i++) {
    w.verb = verbs[i];
    text_add(&w.text, "    %s)\n      _arguments", verbs[i]->name);
    option_each(verbs[i], zsh_option, &w);
    zsh_argument(&w);
    text_add(&w.text, "\n      ;;\n");
  }
  text_add(&w.text, "  esac\n}\n\n_bristle \"$@\"\n");
  return w.text.chars;
}
