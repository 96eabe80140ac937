/* command.c: a verb with its arguments. In: the arguments after the verb. Out:
 * a Command for the verb's body, or a usage error on stderr.
 *
 * Invariant: an option that a verb does not take is an error, never ignored. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"
#include "pipeline.h"
#include "cli/cli.h"

/* ---- parsing ----------------------------------------------------------------
 */

int usage_error(const Verb *verb, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fprintf(stderr, "bristle %s: ", verb->name);
  vfprintf(stderr, format, args);
  fprintf(stderr, "\nusage: bristle %s %s\n", verb->name, verb->usage);
  va_end(args);
  return EXIT_USAGE;
}

/* Returns the value of an option, "--set=x", "--set x" or "-ox", or NULL if the
 * value is missing. */
static const char *option_value(const Option *option, int argc, char **argv,
                                int *i)
{
  const size_t length = strlen(option->name);
  const char *argument = argv[*i];
  if (!option->value) return NULL;
  if (argument[1] == '-' && argument[length] == '=')
    return argument + length + 1;
  if (argument[1] != '-' && argument[2]) return argument + 2;
  return *i + 1 < argc ? argv[++*i] : NULL;
}

static int parse_option(Command *command, Run *run, int argc, char **argv,
                        int *i)
{
  const Option *option = option_find(command->verb, argv[*i]);
  if (option)
    return option->take(command, run, option_value(option, argc, argv, i));
  const char *near = option_near(command->verb, argv[*i]);
  return usage_error(command->verb, "unknown option %s%s%s%s", argv[*i],
                     near ? "; did you mean " : "", near ? near : "",
                     near ? "?" : "");
}

static int add_spec(Command *command, const char **specs, const char *path)
{
  const Verb *verb = command->verb;
  const char *what = verb->argument ? verb->argument : "spec";
  if (!path[0]) return usage_error(verb, "the %s has no name", what);
  if (verb->most_specs == 0)
    return usage_error(verb, "takes options only, got %s", path);
  if (verb->most_specs == 1 && command->nspecs == 1)
    return usage_error(verb, "takes one %s, got %s and %s", what, command->spec,
                       path);
  specs[command->nspecs++] = path;
  command->spec = specs[0];
  return GO_ON;
}

/* Returns GO_ON or an exit code. */
static int parse(Command *command, Run *run, int argc, char **argv)
{
  const size_t most = (size_t)argc + 1;
  const char **specs = run_alloc(run, most * sizeof *specs);
  command->overrides = run_alloc(run, most * sizeof *command->overrides);
  command->speeds = run_doubles(run, most);
  command->tunes = run_alloc(run, most * sizeof *command->tunes);
  command->specs = specs;
  command->every = 1;
  command->sweep.seed = 1;
  for (int i = 0; i < argc; i++) {
    const bool is_option = argv[i][0] == '-' && argv[i][1];
    const int next = is_option ? parse_option(command, run, argc, argv, &i)
                               : add_spec(command, specs, argv[i]);
    if (next != GO_ON) return next;
  }
  if (command->verb->most_specs != 0 && !command->verb->argument &&
      !command->spec)
    return usage_error(command->verb, "needs a spec");
  return GO_ON;
}

/* ---- running ----------------------------------------------------------------
 */

void show_error(const Run *run)
{
  print_message(stderr, run->error);
  if (run->excerpt) fprintf(stderr, "%s\n", run->excerpt);
}

typedef struct Apart {
  Run *run;
  int (*body)(Run *run, void *context);
  void *context;
  int result;
} Apart;

static void call_apart(void *context)
{
  Apart *apart = context;
  apart->result = apart->body(apart->run, apart->context);
}

int command_apart(int (*body)(Run *run, void *context), void *context)
{
  Apart apart = {run_open(), body, context, EXIT_USAGE};
  if (!apart.run) {
    fprintf(stderr, "bristle: out of memory\n");
    return EXIT_USAGE;
  }
  if (!run_catch(apart.run, call_apart, &apart)) {
    show_error(apart.run);
    apart.result = EXIT_USAGE;
  }
  run_close(apart.run);
  return apart.result;
}

typedef struct Running {
  Run *run;
  const Verb *verb;
  int argc;
  char **argv;
  int result;
} Running;

static void parse_and_run(void *context)
{
  Running *running = context;
  Command *command = run_alloc(running->run, sizeof *command);
  command->verb = running->verb;
  running->result = parse(command, running->run, running->argc, running->argv);
  if (running->result == GO_ON)
    running->result = running->verb->body(running->run, command);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fprintf(stderr, "bristle: cannot write the output: %s\n", strerror(errno));
    running->result = EXIT_USAGE;
  }
}

int command_run(const Verb *verb, int argc, char **argv)
{
  Run *run = run_open();
  if (!run) {
    fprintf(stderr, "bristle: out of memory\n");
    return EXIT_USAGE;
  }
  Running running = {run, verb, argc, argv, EXIT_USAGE};
  progress_open();
  const bool is_done = run_catch(run, parse_and_run, &running);
  progress_close();
  if (!is_done) {
    show_error(run);
    running.result = EXIT_USAGE;
  }
  run_close(run);
  return running.result;
}

/* ---- stages ---------------------------------------------------------------
 */

/* The context of a pipeline's watch. */
typedef struct Dumping {
  const char *letters; /* of -d, or NULL */
  const char *path;
} Dumping;

static void dump_stage(void *context, Stage stage, const Pipeline *pipeline)
{
  const Dumping *dumping = context;
  if (dumping->letters && strchr(dumping->letters, stage_letter(stage)))
    pipeline_dump(pipeline, stage, stderr);
  if (stage == STAGE_PLAN && pipeline->plan->warning)
    fprintf(stderr, "%s: warning: %s\n", dumping->path,
            pipeline->plan->warning);
  if (stage == STAGE_TEXTS && pipeline->texts->stack_warning)
    fprintf(stderr, "%s: warning: %s\n", dumping->path,
            pipeline->texts->stack_warning);
}

Pipeline *command_open(Run *run, const Command *command, const char *path)
{
  Dumping *dumping = run_alloc(run, sizeof *dumping);
  StageWatch *watch = run_alloc(run, sizeof *watch);
  *dumping = (Dumping){command->letters, path};
  *watch = (StageWatch){dump_stage, dumping};
  const Origin origin = {path, NULL, command->overrides, command->noverrides};
  Pipeline *pipeline = pipeline_open(run, &origin, watch);
  for (size_t i = 0; i < command->ntunes; i++)
    model_tune(pipeline->model, command->tunes[i].name,
               command->tunes[i].value);
  Stage stage;
  for (const char *c = command->letters; c && *c; c++)
    if (stage_of_letter(*c, &stage)) pipeline_make(pipeline, stage);
  return pipeline;
}

const Backend *command_backend(Run *run, const Command *command)
{
  const char *name = command->backend;
  const Backend *backend = backend_choose(run, name);
  const bool is_auto = !name || strcmp(name, "auto") == 0;
  if (is_auto && backend == &tcc_backend)
    fprintf(stderr,
            "bristle %s: no C compiler found; tcc compiles the solver\n",
            command->verb->name);
  return backend;
}

const Backend *command_backend_or_reference(Run *run, const Command *command)
{
  const char *name = command->backend;
  const bool is_reference = name && strcmp(name, "reference") == 0;
  return is_reference ? NULL : command_backend(run, command);
}
