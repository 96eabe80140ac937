/* cache.c: `bristle cache`. In: --clear or nothing. Out: what compiled solvers
 * are kept, or were removed. It takes no spec, so command_run is not for it. */
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "cli/cli.h"

static void print_help(void)
{
  printf("usage: bristle %s %s\n\n%s\n\noptions:\n%s", cache_verb.name,
         cache_verb.usage, cache_verb.about, cache_verb.options);
}

static void show(Run *run)
{
  size_t files, bytes;
  cache_count(run, &files, &bytes);
  printf("%zu compiled solver%s, %zu kB, in %s\n", files, files == 1 ? "" : "s",
         (bytes + 999) / 1000, cache_folder(run));
}

static void clear(Run *run)
{
  size_t files;
  cache_clear(run, &files);
  printf("removed %zu compiled solver%s from %s\n", files,
         files == 1 ? "" : "s", cache_folder(run));
}

/* An error as an exit code. */
static int caught(Run *run, void (*body)(Run *run))
{
  if (setjmp(run->stop)) {
    fprintf(stderr, "%s\n", run->error);
    return EXIT_USAGE;
  }
  body(run);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fprintf(stderr, "bristle: cannot write the output: %s\n", strerror(errno));
    return EXIT_USAGE;
  }
  return EXIT_HELD;
}

static int cache_main(int argc, char **argv)
{
  bool is_clearing = false;
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
      print_help();
      return EXIT_HELD;
    }
    if (strcmp(argv[i], "--clear") != 0)
      return usage_error(&cache_verb, "takes --clear or nothing, got %s",
                         argv[i]);
    is_clearing = true;
  }
  Run *run = run_open();
  if (!run) {
    fprintf(stderr, "bristle: out of memory\n");
    return EXIT_USAGE;
  }
  const int result = caught(run, is_clearing ? clear : show);
  run_close(run);
  return result;
}

const Verb cache_verb = {
    "cache", "[--clear]",
    "Compiled solvers that are kept, so that the same solver is not compiled\n"
    "twice: how many there are, and where.",
    "  --clear           remove them; running programs keep theirs\n"
    "  --help            this text\n",
    cache_main};
