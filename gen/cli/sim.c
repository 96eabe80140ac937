/* sim.c: `bristle sim`. In: a spec with a scenario. Out: what happened, as CSV,
 * and a picture of it. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "emit/emit.h"
#include "cli/cli.h"

/* NULL for the reference. */
static const Solver *choose_solver(Run *run, const Command *command,
                                   const Model **model)
{
  if (command->backend && strcmp(command->backend, "reference") == 0) {
    *model = command_model(run, command);
    return NULL;
  }
  const Emitted *emitted = command_emitted(run, command);
  const Backend *backend = command_backend(run, command);
  const Unit unit = emit_unit_for(run, emitted, backend);
  *model = emitted->model;
  return solver_open(run, backend, &unit);
}

static int sim(Run *run, const Command *command)
{
  const Model *model;
  if (!command->out) return usage_error(&sim_verb, "needs -o FILE.csv");
  const Solver *solver = choose_solver(run, command, &model);
  const Kind *kind = model->kind;
  if (!kind->simulate)
    run_fail(run, model->spec->root.where, "a %s has nothing to simulate",
             kind->word);
  Progress progress = progress_start(model->name);
  const Recording *recording = kind->simulate(model, solver, &progress);
  progress_end(&progress);
  const char *csv = recording_csv(recording);
  if (command->picture)
    gnuplot_picture(run, command->picture, 900, 1000,
                    kind->picture(model, recording));
  file_write(run, command->out, csv, strlen(csv));
  printf("%s\n", command->out);
  if (command->picture) printf("%s\n", command->picture);
  return EXIT_HELD;
}

static int sim_main(int argc, char **argv)
{
  return command_run(&sim_verb, argc, argv, sim);
}

const Verb sim_verb = {
    "sim",
    "SPEC -o FILE.csv [options]",
    "Runs the spec's scenario and writes down what happened, a line for each\n"
    "step, with units in the first line. Prints the paths it wrote.",
    "  -o FILE.csv       where the numbers go\n"
    "  --plot FILE       a picture of them, .svg or .png\n"
    "  --backend=NAME    cc, tcc, kernel, reference, or auto (default): cc "
    "where "
    "there\n                    is one\n",
    "smype",
    sim_main};
