/* verify.c: `bristle verify`. In: a spec, and maybe a C file emitted from it
 * earlier. Out: how its solver compares with the reference. */
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

static int verify_main(int argc, char **argv)
{
  return command_run(&verify_verb, argc, argv, verify);
}

const Verb verify_verb = {
    "verify", "SPEC [FILE.c] [options]",
    "Compares the solver of a spec, or a C file emitted from it earlier (its\n"
    "header beside it), with the reference implementation: numbers, not text.\n"
    "Exit 0, or 1 when a check does not hold.",
    "  --backend=NAME    cc, tcc, kernel (tcc with the runtime's vector\n      "
    "              code), or auto (default): cc where there is one\n"
    "  --json            one JSON object\n",
    verify_main};
