/* cache.c: `bristle cache`. In: --clear or nothing. Out: the numbers of
 * compiled solvers and results that are kept, or that were removed. */
#include <stdio.h>

#include "base/base.h"
#include "backend/backend.h"
#include "cli/cli.h"

/* Returns "1 compiled solver and 2 results". */
static const char *described(Run *run, const CacheCount *count)
{
  return run_printf(run, "%zu compiled solver%s and %zu result%s",
                    count->solvers, count->solvers == 1 ? "" : "s",
                    count->results, count->results == 1 ? "" : "s");
}

static void show(Run *run)
{
  const CacheCount count = cache_count(run);
  printf("%s, %zu kB, in %s\n", described(run, &count),
         (count.bytes + 999) / 1000, cache_folder(run));
}

static void clear(Run *run)
{
  const CacheCount count = cache_clear(run);
  printf("removed %s from %s\n", described(run, &count), cache_folder(run));
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
        "Shows the folder and the numbers of the compiled solvers and of the "
        "results of long\nsearches that are kept. A kept solver is not "
        "compiled again, and a kept result is\nnot searched again. The folder "
        "is refused if other users may replace it or a\nfolder above it.",
    .options = options,
    .body = cache};
