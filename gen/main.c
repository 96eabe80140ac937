/* main.c: the verbs. In: a command line. Out: an exit code: 0 success, 1 a
 * check does not hold, 2 the input or the usage is wrong.
 *
 * Invariant: a verb asks the pipeline for products and calls no stage. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "api/bristle.h"
#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "laws/laws.h"
#include "pressure/pressure.h"
#include "cli/cli.h"

static const Verb *const verbs[] = {&emit_verb,   &run_verb,   &sim_verb,
                                    &verify_verb, &bench_verb, &check_verb,
                                    &plot_verb,   &cache_verb};
enum { VERBS = COUNT(verbs) };

static void print_usage(FILE *out)
{
  fprintf(out, "bristle %s, a compiler for friction\n\nusage:\n",
          bristle_version());
  for (int i = 0; i < VERBS; i++)
    fprintf(out, "  bristle %-7s %s\n", verbs[i]->name, verbs[i]->usage);
  fprintf(out,
          "  bristle help    [WORD]   the words of the spec language\n"
          "  bristle --version\n\n"
          "`bristle VERB --help` shows the options. Exit codes: 0 success, 1 a "
          "check does\nnot hold, 2 the input or the usage is wrong.\n");
}

static void print_field(const Field *given)
{
  const Field field = field_whole(given);
  printf("  %-14s %s", field.name, field.help);
  if (field.unit) printf(" (%s)", field.unit);
  for (int i = 0; field.choices && field.choices[i]; i++)
    printf("%s\"%s\"%s", i ? " | " : ": ", field.choices[i],
           (int)field.fallback == i && !field.required ? "*" : "");
  if (field.required) printf("; required");
  if (!field.choices && field.fallback != 0)
    printf("; %.9g by default", field.fallback);
  printf("\n");
}

static void print_fields(const Field *fields, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(fields[i].name, "[]") != 0) print_field(&fields[i]);
  printf("\n");
}

/* Prints the words whose names contain `name`, or all words if `name` is NULL.
 * Returns the number of printed words. */
static int print_words(const Word *words, size_t count, const char *name)
{
  int shown = 0;
  for (size_t i = 0; i < count; i++) {
    if (name && !strstr(words[i].name, name)) continue;
    printf("%s { ... }: %s\n", words[i].name, words[i].about);
    print_fields(words[i].fields, words[i].nfields);
    shown++;
  }
  return shown;
}

/* Prints the laws of friction in the same way, with the kinds that use them. */
static int print_laws(const char *name)
{
  int shown = 0;
  for (size_t i = 0; friction_laws[i]; i++) {
    const Law *law = friction_laws[i];
    if (name && !strstr(law->word, name) && !strstr("friction", name)) continue;
    printf("friction = %s { ... }: %s; used by", law->word, law->about);
    for (const char *const *kind = law->kinds; *kind; kind++)
      printf(" %s%s", *kind, kind[1] ? "," : "\n");
    print_fields(law->fields, law->nfields);
    shown++;
  }
  return shown;
}

static int help(const char *name)
{
  size_t count;
  if (name && (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)) {
    printf(
        "usage: bristle help [WORD]\n\n"
        "Shows the words of the spec language with their fields, units and "
        "defaults:\nall words, or the words whose names contain WORD.\n");
    return EXIT_HELD;
  }
  const Word *surfaces = surface_words(&count);
  int shown = 0;
  for (int i = 0; kinds[i]; i++)
    shown += print_words(kinds[i]->words, kinds[i]->nwords, name);
  shown += print_laws(name);
  shown += print_words(surfaces, count, name);
  if (shown > 0) return EXIT_HELD;
  fprintf(stderr,
          "bristle help: no word contains %s; `bristle help` lists all words\n",
          name);
  return EXIT_USAGE;
}

static int call_verb(int argc, char **argv)
{
  const char *name = argv[1];
  if (strcmp(name, "help") == 0 && argc <= 3)
    return help(argv[2]); /* NULL ends argv */
  for (int i = 0; i < VERBS; i++)
    if (strcmp(name, verbs[i]->name) == 0)
      return verbs[i]->main ? verbs[i]->main(argc - 2, argv + 2)
                            : command_run(verbs[i], argc - 2, argv + 2);
  const char *names[VERBS];
  for (int i = 0; i < VERBS; i++) names[i] = verbs[i]->name;
  const char *near = nearest_word(name, names, VERBS);
  fprintf(stderr, "bristle: unknown verb %s%s%s%s\n", name,
          near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
  print_usage(stderr);
  return EXIT_USAGE;
}

static int run_program(int argc, char **argv)
{
  if (argc < 2) {
    print_usage(stderr);
    return EXIT_USAGE;
  }
  if (strcmp(argv[1], "--version") == 0) {
    printf("bristle %s\n", bristle_version());
    return EXIT_HELD;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    print_usage(stdout);
    return EXIT_HELD;
  }
  LocaleGuard *guard = locale_enter();
  const int result = call_verb(argc, argv);
  locale_leave(guard);
  return result;
}

int main(int argc, char **argv)
{
  const int result = run_program(argc, argv);
  if ((fflush(stdout) == 0 && !ferror(stdout)) || result != EXIT_HELD)
    return result;
  fprintf(stderr, "bristle: cannot write: %s\n", strerror(errno));
  return EXIT_USAGE;
}
