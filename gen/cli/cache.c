/* cache.c: `bristle cache`. In: --clear or nothing. Out: the number of
 * compiled solvers that are kept, or that were removed. */
#include <stdio.h>

#include "base/base.h"
#include "backend/backend.h"
#include "cli/cli.h"

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

static int cache(Run *run, const Command *command)
{
  if (command->is_clearing)
    clear(run);
  else
    show(run);
  return EXIT_HELD;
}

static const Option *const options[] = {&option_clear, NULL};

const Verb cache_verb = {
    .name = "cache",
    .usage = "[--clear]",
    .about =
        "Shows the number and the folder of the compiled solvers that are "
        "kept. A kept\nsolver is not compiled again. The folder is refused if "
        "other users may replace\nit or a folder above it.",
    .options = options,
    .body = cache};
