/* sim.c: `bristle sim`. In: a spec with a scenario. Out: a recording of
 * the simulation as CSV, and a picture of the recording. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "emit/emit.h"
#include "cli/cli.h"

static int sim(Run *run, const Command *command)
{
  if (!command->out) return usage_error(&sim_verb, "needs -o FILE.csv");
  Pipeline *pipeline = command_open(run, command, command->spec);
  const Model *model = pipeline->model;
  const Backend *backend = command_backend_or_reference(run, command);
  Progress progress = progress_start(model->name);
  const Recording *recording = pipeline_simulate(pipeline, backend, &progress);
  progress_end(&progress);
  const char *csv = recording_csv(recording, command->every);
  if (command->picture) {
    Pictures pictures = {model};
    model->kind->picture(model, recording, &pictures);
    picture_draw(pictures.first, command->picture);
  }
  file_write(run, command->out, csv, strlen(csv));
  printf("%s\n", command->out);
  if (command->picture) printf("%s\n", command->picture);
  if (recording->ended)
    fprintf(stderr, "%s: note: %s\n", model->name, recording->ended);
  return EXIT_HELD;
}

static const Option *const options[] = {&option_out_file,
                                        &option_every,
                                        &option_plot,
                                        &option_tune,
                                        &option_backend_or_reference,
                                        NULL};

const Verb sim_verb = {
    .name = "sim",
    .usage = "SPEC -o FILE.csv [options]",
    .about =
        "Runs the spec's scenario and writes a line of numbers for each step, "
        "with the\n"
        "units in the first line. Prints the paths of the written files.",
    .options = options,
    .most_specs = 1,
    .body = sim};
