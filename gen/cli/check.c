/* check.c: `bristle check`. In: specs. Out: derived figures and lint of each,
 * and a summary of several. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "study/study.h"
#include "cli/cli.h"

/* ---- options ----------------------------------------------------------------
 */

static int take_size(Command *command, Run *run, const char *value)
{
  (void)run, (void)value;
  command->is_sizing = true;
  return GO_ON;
}

static int take_choose(Command *command, Run *run, const char *value)
{
  Budget *budget = run_alloc(run, sizeof *budget);
  command->choosing = budget;
  if (value && choose_budget(run, value, budget)) return GO_ON;
  return usage_error(command->verb,
                     "--choose needs limits such as "
                     "flash=8192,ram=512,stack=1024,operations=4000, and may "
                     "have target=cortex-m0plus%s%s",
                     value ? "; got " : "", value ? value : "");
}

static int take_clock(Command *command, Run *run, const char *value)
{
  (void)run;
  char *end = NULL;
  command->clock = value ? strtod(value, &end) : 0;
  if (value && end != value && !*end && command->clock > 0 &&
      isfinite(command->clock))
    return GO_ON;
  return usage_error(command->verb, "--clock needs a positive number (Hz)%s%s",
                     value ? ", got " : "", value ? value : "");
}

static const Option option_size = {
    .name = "--size",
    .take = take_size,
    .help =
        "show flash, RAM and stack of the emitted functions in\n"
        "place of figures: by gcc -Os for Cortex-M0+, M4F, M7\n"
        "(arm-none-eabi-gcc) and this machine"};
static const Option option_choose = {
    .name = "--choose",
    .value = "LIMITS",
    .take = take_choose,
    .help =
        "show which forms of the model fit the limits, and how\n"
        "exact each is: flash=8192,ram=512,stack=1024,\n"
        "operations=4000,target=cortex-m4f"};
static const Option option_clock = {
    .name = "--clock",
    .value = "HZ",
    .take = take_clock,
    .help = "with --choose, estimate times on a processor of that clock"};

/* ---- checks -----------------------------------------------------------------
 */

/* Returns 1 if no form fits. */
static int choose(Run *run, const Command *command, Pipeline *pipeline)
{
  const Choice choice = choose_run(pipeline, command->choosing, command->clock);
  bool is_any = false;
  for (size_t i = 0; i < choice.count; i++)
    is_any = is_any || (!choice.list[i].error && !choice.list[i].excess);
  fputs(
      command->is_json ? choose_json(run, &choice) : choose_text(run, &choice),
      stdout);
  return is_any ? EXIT_HELD : EXIT_DID_NOT_HOLD;
}

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
  if (!command->is_json && (command->choosing || command->is_sizing))
    printf("%s: %s (%s)\n", model->name, model->kind->word, checking->spec);
  if (command->choosing) return choose(run, command, pipeline);
  if (command->is_sizing) {
    fputs(command->is_json ? size_json(pipeline) : size_text(pipeline), stdout);
    return EXIT_HELD;
  }
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
  if (command->clock > 0 && !command->choosing)
    return usage_error(command->verb, "--clock needs --choose");
  Checking checking = {command, command->spec};
  return command->nspecs == 1 ? check_one(run, &checking) : check_all(command);
}

static const Option *const options[] = {&option_speed,  &option_size,
                                        &option_choose, &option_clock,
                                        &option_json,   NULL};

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
