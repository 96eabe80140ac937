/* check.c: `bristle check`. In: a spec. Out: derived figures and lint. */
#include <stdio.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "cli/cli.h"

static int check(Run *run, const Command *command)
{
  Pipeline *pipeline = command_open(run, command, command->spec);
  const Model *model = pipeline->model;
  Report *report = pipeline_check(pipeline, command->speeds, command->nspeeds);
  if (command->is_json)
    fputs(report_json(report), stdout);
  else
    printf("%s: %s (%s)\n%s", model->name, model->kind->word, command->spec,
           report_text(report));
  return report->nerrors > 0 ? EXIT_DID_NOT_HOLD : EXIT_HELD;
}

static const Option *const options[] = {&option_speed, &option_json, NULL};

const Verb check_verb = {
    .name = "check",
    .usage = "SPEC [options]",
    .about =
        "Shows derived figures of a spec, and a physics lint that names each "
        "doubtful\n"
        "parameter with advice. Exit code 0, or 1 if the lint has errors.",
    .options = options,
    .most_specs = 1,
    .body = check};
