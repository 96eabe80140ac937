/* fit.c: `bristle fit`. In: a spec, logs of measurements, names of numbers in
 * the spec. Out: their values with intervals, on request a spec with these
 * values and a picture. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "study/study.h"
#include "cli/cli.h"

/* ---- options ----------------------------------------------------------------
 */

static int need(Command *command, const char *option, const char *value,
                const char *example, const char **to)
{
  *to = value;
  return value && *value ? GO_ON
                         : usage_error(command->verb, "%s needs %s", option,
                                       example);
}

static int take_for(Command *command, Run *run, const char *value)
{
  (void)run;
  return need(command, "--for", value, "names such as F_c,F_s,sigma0",
              &command->fit.names);
}

static int take_use(Command *command, Run *run, const char *value)
{
  (void)run;
  return need(command, "--use", value, "names of logs", &command->fit.use);
}

static int take_hold(Command *command, Run *run, const char *value)
{
  (void)run;
  return need(command, "--hold", value, "names of logs, or none",
              &command->fit.hold);
}

static int take_given(Command *command, Run *run, const char *value)
{
  (void)run;
  return need(command, "--given", value, "motion or drive",
              &command->fit.from);
}

static int take_weights(Command *command, Run *run, const char *value)
{
  (void)run;
  return need(command, "--weights", value, "robust or equal",
              &command->fit.weights);
}

static int take_column(Command *command, Run *run, const char *value)
{
  FitRequestOptions *fit = &command->fit;
  if (!value || !strchr(value, '='))
    return usage_error(command->verb,
                       "--column needs NAME=A*B/C, such as drive=duty*supply");
  fit->formulas = run_grown(run, (void *)fit->formulas, fit->nformulas,
                            &fit->room, sizeof *fit->formulas);
  fit->formulas[fit->nformulas++] = value;
  return GO_ON;
}

static const Option option_for = {
    .name = "--for",
    .value = "NAMES",
    .take = take_for,
    .help = "the numbers of the spec to find: F_c,F_s,v_s,sigma0"};
static const Option option_use = {
    .name = "--use",
    .value = "LOGS",
    .take = take_use,
    .help =
        "fit these logs alone: names of files, or values of a\n"
        "column log: 1,2,7"};
static const Option option_hold = {
    .name = "--hold",
    .value = "LOGS",
    .take = take_hold,
    .help =
        "hold these logs out, to compare laws by them; by default\n"
        "the last log, or the second half of a single one; none"};
static const Option option_given = {
    .name = "--given",
    .value = "WHAT",
    .take = take_given,
    .help =
        "motion: compare the force; drive: compare the position;\n"
        "by default as the log's columns and the encoder tell"};
static const Option option_weights = {
    .name = "--weights",
    .value = "HOW",
    .take = take_weights,
    .help =
        "robust: residuals beyond three sigma count less, as by\n"
        "default; equal: all alike"};
static const Option option_column = {
    .name = "--column",
    .value = "NAME=A*B/C",
    .take = take_column,
    .help =
        "add a column, a product of columns and numbers:\n"
        "drive=duty*supply, force=-f; repeatable"};
static int take_out_fitted(Command *command, Run *run, const char *value)
{
  (void)run;
  return need(command, "-o", value, "FILE.lua", &command->out);
}

/* ---- the verb
 * -----------------------------------------------------------------
 */

static int fit(Run *run, const Command *command)
{
  const FitRequestOptions *r = &command->fit;
  if (!r->names)
    return usage_error(command->verb,
                       "needs --for NAMES: the numbers of the spec to find");
  if (command->nspecs < 2)
    return usage_error(command->verb, "needs a log: SPEC LOG.csv...");
  const FitOptions options = {
      .origin = {command->spec, NULL, command->overrides, command->noverrides},
      .logs = command->specs + 1,
      .nlogs = command->nspecs - 1,
      .names = r->names,
      .formulas = r->formulas,
      .nformulas = r->nformulas,
      .use = r->use,
      .hold = r->hold,
      .from = r->from,
      .weights = r->weights,
      .backend = command_backend(run, command)};
  const FitResult *result = fit_run(run, &options);
  const char *spec = command->out ? fit_spec(result) : NULL;
  printf("%s%s", command->is_json ? fit_json(result) : fit_text(result),
         command->is_json ? "\n" : "");
  if (spec) file_write(run, command->out, spec, strlen(spec));
  if (command->picture) fit_draw(result, command->picture);
  if (spec && !command->is_json) printf("%s\n", command->out);
  if (command->picture && !command->is_json) printf("%s\n", command->picture);
  return EXIT_HELD;
}

static const Option option_out = {.name = "-o",
                                  .value = "FIT.lua",
                                  .take = take_out_fitted,
                                  .help = "write the spec with the values found"};

static const Option *const options[] = {
    &option_for,    &option_out,     &option_use,  &option_hold,
    &option_given,  &option_column,  &option_weights, &option_plot,
    &option_json,   &option_backend, NULL};

const Verb fit_verb = {
    .name = "fit",
    .usage = "SPEC LOG.csv... --for NAMES [options]",
    .about =
        "Finds numbers of the spec from logs of measurements. The first line "
        "of a log names\nits columns with units, as in t [s],q [rad],torque "
        "[N m]; rows may be irregular and\nhave gaps. Shows each value with "
        "its 95 % interval, what the log cannot tell and\nwhy, the motion "
        "that would tell more, and the error of simpler laws on what was\nheld "
        "out.",
    .options = options,
    .most_specs = ANY_NUMBER,
    .body = fit};
