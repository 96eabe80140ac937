/* emit.c: `bristle emit`. In: specs. Out: a C file, a header and a file of
 * figures for each spec, in a folder; unchanged files keep their time. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "emit/emit.h"
#include "cli/cli.h"

/* Two specs with the same name would overwrite each other's files. */
static void require_new_name(Run *run, const Command *command,
                             Pipeline *const *pipelines, size_t count)
{
  const char *name = pipelines[count]->model->name;
  const Where where = {command->specs[count], 0};
  for (size_t i = 0; i < count; i++)
    if (strcmp(pipelines[i]->model->name, name) == 0)
      run_fail(run, where, "its name is \"%s\", which is also the name of %s",
               name, command->specs[i]);
}

static int emit(Run *run, const Command *command)
{
  if (!command->out) return usage_error(&emit_verb, "needs -o DIR");
  if (command->has_example && command->nspecs > 1)
    return usage_error(&emit_verb, "--example takes one spec");
  const unsigned wanted = TEXT_CODE | TEXT_FIGURES |
                          (command->has_example ? TEXT_EXAMPLE : 0) |
                          command->faces;
  /* Makes all texts before it writes, so that an error in one spec leaves no
   * files of another. */
  Pipeline **pipelines = run_alloc(run, command->nspecs * sizeof *pipelines);
  for (size_t i = 0; i < command->nspecs; i++) {
    pipelines[i] = command_open(run, command, command->specs[i]);
    pipeline_texts(pipelines[i], wanted);
    require_new_name(run, command, pipelines, i);
  }
  Text written = text_new(run);
  for (size_t i = 0; i < command->nspecs; i++)
    emit_files(run, pipeline_texts(pipelines[i], wanted), command->out,
               command->has_descriptor, command->has_example, &written);
  fputs(written.chars, stdout);
  return EXIT_HELD;
}

static const Option *const options[] = {&option_out_folder, &option_example,
                                        &option_descriptor, &option_abi,
                                        &option_cxx,        NULL};

const Verb emit_verb = {
    .name = "emit",
    .usage = "SPEC... -o DIR [options]",
    .about =
        "Writes <name>.c, <name>.h and <name>.json for each spec: a solver "
        "that\n"
        "needs only <math.h> and memcpy. The same spec gives the same bytes. A "
        "file of\n"
        "DIR that is a symbolic link stays a link: the file behind it is "
        "replaced.",
    .options = options,
    .most_specs = ANY_NUMBER,
    .body = emit};
