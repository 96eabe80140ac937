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

static int plot_main(int argc, char **argv)
{
  return command_run(&plot_verb, argc, argv, plot);
}

const Verb plot_verb = {
    "plot", "SPEC -o DIR [options]",
    "Pictures of a spec, each as SVG and PNG, through gnuplot. Prints the "
    "paths\n"
    "it wrote.",
    "  -o DIR            where the pictures go; made if missing\n", plot_main};
