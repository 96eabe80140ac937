/* verify.c: `bristle verify`. In: a spec, and optionally a C file that was
 * emitted from the spec earlier. Out: checks of the solver by the reference. */
#include <stdio.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "emit/emit.h"
#include "verify/verify.h"
#include "cli/cli.h"

typedef struct Judged {
  Run *run;
  const Command *command;
  Pipeline *pipeline;
  const char *path; /* of the C file, or NULL */
} Judged;

/* Returns "h" (it holds) or "f", and then the report. */
static const char *judge(void *context)
{
  const Judged *judged = context;
  const Command *command = judged->command;
  Pipeline *pipeline = judged->pipeline;
  const Verification *verification = pipeline_verify(
      pipeline, command_backend(judged->run, command), judged->path);
  const char *mark = verify_holds(verification) ? "h" : "f";
  if (command->is_json)
    return run_printf(judged->run, "%s%s", mark, verify_json(verification));
  return run_printf(judged->run, "%s%s: %s against the reference (%s)\n%s",
                    mark, pipeline->model->name,
                    judged->path ? judged->path : "the solver", command->spec,
                    verify_text(verification));
}

static int verify(Run *run, const Command *command)
{
  if (command->nspecs > 2)
    return usage_error(&verify_verb, "takes a spec and at most one C file");
  const char *path = command->nspecs == 2 ? command->specs[1] : NULL;
  Judged judged = {run, command, command_open(run, command, command->spec),
                   path};
  const Isolation isolation = {path, 600, 3600, 8192};
  const char *report =
      path ? isolate(run, &isolation, judge, &judged) : judge(&judged);
  print_painted(stdout, report + 1);
  return report[0] == 'h' ? EXIT_HELD : EXIT_DID_NOT_HOLD;
}

static const Option *const options[] = {&option_backend, &option_tune,
                                        &option_json, NULL};

const Verb verify_verb = {.name = "verify",
                          .usage = "SPEC [FILE.c] [options]",
                          .about =
                              "Compares the numbers of a spec's solver with "
                              "the reference implementation.\n"
                              "FILE.c, emitted from the spec earlier, replaces "
                              "the solver; its header must\n"
                              "be in the same folder. Its code is run, in a "
                              "process without network and with\n"
                              "limits of time and memory, but with your "
                              "files: verify only what you would run.\n"
                              "A spec with `tune` is also verified at corners "
                              "and random points of its ranges;\n"
                              "with --tune at these values instead.\n"
                              "Exit code 0, or 1 if a check does not hold.",
                          .options = options,
                          .most_specs = ANY_NUMBER,
                          .body = verify};
