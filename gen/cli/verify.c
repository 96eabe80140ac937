/* verify.c: `bristle verify`. In: a spec, and optionally a C file that was
 * emitted from the spec earlier. Out: checks of the solver by the reference. */
#include <stdio.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "emit/emit.h"
#include "verify/verify.h"
#include "cli/cli.h"

static int verify(Run *run, const Command *command)
{
  if (command->nspecs > 2)
    return usage_error(&verify_verb, "takes a spec and at most one C file");
  const char *path = command->nspecs == 2 ? command->specs[1] : NULL;
  Pipeline *pipeline = command_open(run, command, command->spec);
  const Verification *verification =
      pipeline_verify(pipeline, command_backend(run, command), path);
  if (command->is_json)
    fputs(verify_json(verification), stdout);
  else
    printf("%s: %s against the reference (%s)\n%s", pipeline->model->name,
           path ? path : "the solver", command->spec,
           verify_text(verification));
  return verify_holds(verification) ? EXIT_HELD : EXIT_DID_NOT_HOLD;
}

static const Option *const options[] = {&option_backend, &option_json, NULL};

const Verb verify_verb = {.name = "verify",
                          .usage = "SPEC [FILE.c] [options]",
                          .about =
                              "Compares the numbers of a spec's solver with "
                              "the reference implementation.\n"
                              "FILE.c, emitted from the spec earlier, replaces "
                              "the solver; its header must\n"
                              "be in the same folder. Exit code 0, or 1 if a "
                              "check does not hold.",
                          .options = options,
                          .most_specs = ANY_NUMBER,
                          .body = verify};
