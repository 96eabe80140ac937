/* check.c: `bristle check`. In: specs. Out: derived figures and lint of each,
 * and a summary of several. */
#include <stdio.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "cli/cli.h"

/* One of several specs. */
typedef struct Checking {
  const Command *command;
  const char *spec;
} Checking;

static int check_one(Run *run, void *context)
{
  const Checking *checking = context;
  const Command *command = checking->command;
  Pipeline *pipeline = command_open(run, command, checking->spec);
  const Model *model = pipeline->model;
  Report *report = pipeline_check(pipeline, command->speeds, command->nspeeds);
  if (command->is_json) {
    fputs(report_json(report), stdout);
  } else {
    printf("%s: %s (%s)\n", model->name, model->kind->word, checking->spec);
    print_painted(stdout, report_text(report));
  }
  return report->nerrors > 0 ? EXIT_DID_NOT_HOLD : EXIT_HELD;
}

/* An error in one spec does not keep the others from being checked. */
static int check_all(const Command *command)
{
  size_t counts[EXIT_USAGE + 1] = {0};
  int worst = EXIT_HELD;
  for (size_t i = 0; i < command->nspecs; i++) {
    Checking checking = {command, command->specs[i]};
    const int result = command_apart(check_one, &checking);
    counts[result]++;
    if (result > worst) worst = result;
    if (!command->is_json) printf("\n");
    fflush(stdout);
  }
  fprintf(
      command->is_json ? stderr : stdout,
      "%zu specs: %zu without errors, %zu with errors of the lint, %zu that "
      "cannot be read\n",
      command->nspecs, counts[EXIT_HELD], counts[EXIT_DID_NOT_HOLD],
      counts[EXIT_USAGE]);
  return worst;
}

static int check(Run *run, const Command *command)
{
  Checking checking = {command, command->spec};
  return command->nspecs == 1 ? check_one(run, &checking) : check_all(command);
}

static const Option *const options[] = {&option_speed, &option_json, NULL};

const Verb check_verb = {
    .name = "check",
    .usage = "SPEC... [options]",
    .about =
        "Shows derived figures of each spec, and a physics lint that names "
        "each "
        "doubtful\n"
        "parameter with advice. Exit code 0, or 1 if the lint has errors. "
        "Several specs\n"
        "are all checked, a summary follows, and the exit code is the worst "
        "one; --json\n"
        "prints an object for each.",
    .options = options,
    .most_specs = ANY_NUMBER,
    .body = check};
