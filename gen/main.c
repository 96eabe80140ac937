/* main.c: the verbs. In: a command line. Out: an exit code: 0 success, 1 a
 * check does not hold, 2 the input or the usage is wrong.
 *
 * Invariant: a verb asks the pipeline for products and calls no stage. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "api/bristle.h"
#include "base/base.h"
#include "cli/cli.h"

const Verb *const verbs[] = {
    &emit_verb,   &run_verb,  &sim_verb,   &verify_verb, &bench_verb,
    &check_verb,  &plot_verb, &cache_verb, &new_verb,    &sweep_verb,
    &fit_verb,    &report_verb, &help_verb, NULL};
enum { VERBS = COUNT(verbs) - 1 };

static void print_usage(FILE *out)
{
  fprintf(out, "bristle %s, a compiler for friction\n\nusage:\n",
          bristle_version());
  for (int i = 0; i < VERBS; i++)
    fprintf(out, "  bristle %-7s %s\n", verbs[i]->name, verbs[i]->usage);
  fprintf(out,
          "  bristle --version\n\n"
          "`bristle VERB --help` shows the options. Exit codes: 0 success, 1 a "
          "check does\nnot hold, 2 the input or the usage is wrong.\n");
}

static int call_verb(int argc, char **argv)
{
  const char *name = argv[1];
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
