/* plot.c: `bristle plot`. In: a spec. Out: pictures in a folder. */
#include <stdio.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "cli/cli.h"

static int plot(Run *run, const Command *command)
{
  if (!command->out) return usage_error(&plot_verb, "needs -o DIR");
  Pipeline *pipeline = command_open(run, command, command->spec);
  Text written = text_new(run);
  pipeline_plot(pipeline, command->out, &written);
  fputs(written.chars, stdout);
  return EXIT_HELD;
}

static const Option *const options[] = {&option_out_folder, NULL};

const Verb plot_verb = {
    .name = "plot",
    .usage = "SPEC -o DIR [options]",
    .about =
        "Draws pictures of a spec, each as SVG and PNG, with gnuplot. Prints "
        "the paths\n"
        "of the written files.",
    .options = options,
    .most_specs = 1,
    .body = plot};
