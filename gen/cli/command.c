/* command.c: the command line that all verbs share. In: arguments behind the
 * verb. Out: a Command, or a usage error on stderr.
 *
 * Invariant: an option that a verb does not take is an error, never ignored. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "cli/cli.h"

static const char common_options[] =
    "  --set KEY=VALUE   replace a parameter or a value of the spec, as in\n"
    "                    --set mu=0.8 or --set friction.mu_c=0.8\n"
    "  -d LETTERS        dump stages on stderr:";

static void print_help(const Verb *verb)
{
  printf("usage: bristle %s %s\n\n%s\n\noptions:\n%s%s", verb->name,
         verb->usage, verb->about, verb->options, common_options);
  for (int i = 0; i < STAGES; i++)
    printf("%s %c %s", i ? "," : "\n                   ",
           stage_letter((Stage)i), stage_name((Stage)i));
  printf("\n  --help            this text\n");
}

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

/* The value of an option: "--set=x", "--set x" or "-ox"; NULL if missing. */
static const char *option_value(int argc, char **argv, int *i, const char *name)
{
  const size_t length = strlen(name);
  const char *arg = argv[*i];
  if (arg[1] == '-' && arg[length] == '=') return arg + length + 1;
  if (arg[1] != '-' && arg[2]) return arg + 2;
  return *i + 1 < argc ? argv[++*i] : NULL;
}

static bool is_option(const char *arg, const char *name)
{
  const size_t length = strlen(name);
  if (strncmp(arg, name, length) != 0) return false;
  return !arg[length] || arg[length] == '=' || arg[1] != '-';
}

static int add_override(Command *command, Run *run, const char *text)
{
  const char *equals = text ? strchr(text, '=') : NULL;
  if (!equals || equals == text || !equals[1])
    return usage_error(command->verb, "--set needs KEY=VALUE%s%s",
                       text ? ", got " : "", text ? text : "");
  Override *fresh = &command->overrides[command->noverrides++];
  fresh->key = run_strndup(run, text, (size_t)(equals - text));
  fresh->text = equals + 1;
  return 0;
}

static int set_backend(Command *command, Run *run, const char *name)
{
  const bool has_reference = strstr(command->verb->options, "reference,");
  const bool is_known =
      name && (strcmp(name, "auto") == 0 || backend_find(name) ||
               (has_reference && strcmp(name, "reference") == 0));
  if (!is_known)
    return usage_error(command->verb, "--backend takes %s%s or auto%s%s",
                       backend_names(run), has_reference ? ", reference" : "",
                       name ? ", got " : "", name ? name : "");
  command->backend = name;
  return 0;
}

static int add_speed(Command *command, const char *text)
{
  char *end = NULL;
  const double speed = text ? strtod(text, &end) : 0;
  if (!text || end == text || *end || !(speed > 0) || !isfinite(speed))
    return usage_error(command->verb,
                       "--speed needs a positive number (m/s)%s%s",
                       text ? ", got " : "", text ? text : "");
  command->speeds[command->nspeeds++] = speed;
  return 0;
}

static int set_stages(Command *command, const char *letters)
{
  char all[STAGES + 1] = {0};
  bool is_known = letters && *letters;
  Stage stage;
  for (int i = 0; i < STAGES; i++) all[i] = stage_letter((Stage)i);
  for (const char *c = letters; is_known && *c; c++)
    is_known = stage_of_letter(*c, &stage);
  if (!is_known)
    return usage_error(command->verb, "-d takes some of the letters %s%s%s",
                       all, letters ? ", got " : "", letters ? letters : "");
  command->stages = letters;
  return 0;
}

/* 0, or an exit code. */
static int parse_option(Command *command, Run *run, int argc, char **argv,
                        int *i)
{
  const Verb *verb = command->verb;
  const char *arg = argv[*i];
  if (is_option(arg, "--set"))
    return add_override(command, run, option_value(argc, argv, i, "--set"));
  if (is_option(arg, "-d")) {
    return set_stages(command, option_value(argc, argv, i, "-d"));
  }
  if (strcmp(arg, "--json") == 0 && strstr(verb->options, "--json")) {
    command->is_json = true;
    return 0;
  }
  if (strcmp(arg, "--example") == 0 && strstr(verb->options, "--example")) {
    command->has_example = true;
    return 0;
  }
  if (strcmp(arg, "--descriptor") == 0 &&
      strstr(verb->options, "--descriptor")) {
    command->has_descriptor = true;
    return 0;
  }
  if (is_option(arg, "--speed") && strstr(verb->options, "--speed"))
    return add_speed(command, option_value(argc, argv, i, "--speed"));
  if (is_option(arg, "--backend") && strstr(verb->options, "--backend"))
    return set_backend(command, run, option_value(argc, argv, i, "--backend"));
  if (is_option(arg, "--plot") && strstr(verb->options, "--plot")) {
    command->picture = option_value(argc, argv, i, "--plot");
    const char *end = command->picture ? strrchr(command->picture, '.') : NULL;
    return end && (strcmp(end, ".svg") == 0 || strcmp(end, ".png") == 0)
               ? 0
               : usage_error(verb, "--plot needs a FILE.svg or FILE.png");
  }
  if (is_option(arg, "-o") && strstr(verb->options, "-o ")) {
    command->out = option_value(argc, argv, i, "-o");
    return command->out && *command->out
               ? 0
               : usage_error(verb, "-o needs a value");
  }
  return usage_error(verb, "unknown option %s", arg);
}

/* Returns -1 to go on, or an exit code. */
static int parse(Command *command, Run *run, int argc, char **argv)
{
  const size_t most = (size_t)argc + 1;
  command->overrides = run_alloc(run, most * sizeof *command->overrides);
  command->speeds = run_doubles(run, most);
  const char **specs = run_alloc(run, most * sizeof *specs);
  command->specs = specs;
  const bool takes_many = strstr(command->verb->usage, "SPEC...") ||
                          strstr(command->verb->usage, "SPEC [FILE");
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
      print_help(command->verb);
      return EXIT_HELD;
    }
    if (!argv[i][0]) return usage_error(command->verb, "the spec has no name");
    if (argv[i][0] == '-' && argv[i][1]) {
      const int bad = parse_option(command, run, argc, argv, &i);
      if (bad) return bad;
    } else if (command->nspecs > 0 && !takes_many) {
      return usage_error(command->verb, "takes one spec, got %s and %s",
                         command->spec, argv[i]);
    } else {
      specs[command->nspecs++] = argv[i];
      command->spec = specs[0];
    }
  }
  if (!command->spec) return usage_error(command->verb, "needs a spec");
  return -1;
}

static void show_error(const Run *run)
{
  fprintf(stderr, "%s\n", run->error);
  if (run->excerpt) fprintf(stderr, "%s\n", run->excerpt);
}

typedef struct Running {
  Run *run;
  const Verb *verb;
  int argc;
  char **argv;
  CommandBody *body;
  int result;
} Running;

static void parse_and_run(void *context)
{
  Running *running = context;
  Command *command = run_alloc(running->run, sizeof *command);
  command->verb = running->verb;
  running->result = parse(command, running->run, running->argc, running->argv);
  if (running->result < 0)
    running->result = running->body(running->run, command);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fprintf(stderr, "bristle: cannot write the output: %s\n", strerror(errno));
    running->result = EXIT_USAGE;
  }
}

int command_run(const Verb *verb, int argc, char **argv, CommandBody *body)
{
  Run *run = run_open();
  if (!run) {
    fprintf(stderr, "bristle: out of memory\n");
    return EXIT_USAGE;
  }
  Running running = {run, verb, argc, argv, body, EXIT_USAGE};
  if (!run_catch(run, parse_and_run, &running)) {
    show_error(run);
    running.result = EXIT_USAGE;
  }
  run_close(run);
  return running.result;
}

/* ---- stages ---------------------------------------------------------------
 */

/* What a pipeline's watch knows. */
typedef struct Seeing {
  const char *letters; /* of -d, or NULL */
  const char *path;
} Seeing;

static void see_stage(void *context, Stage stage, const Pipeline *pipeline)
{
  const Seeing *seeing = context;
  if (seeing->letters && strchr(seeing->letters, stage_letter(stage)))
    pipeline_dump(pipeline, stage, stderr);
  if (stage == STAGE_PLAN && pipeline->plan->warning)
    fprintf(stderr, "%s: warning: %s\n", seeing->path, pipeline->plan->warning);
}

Pipeline *command_open(Run *run, const Command *command, const char *path)
{
  Seeing *seeing = run_alloc(run, sizeof *seeing);
  StageWatch *watch = run_alloc(run, sizeof *watch);
  *seeing = (Seeing){command->stages, path};
  *watch = (StageWatch){see_stage, seeing};
  const Origin origin = {path, NULL, command->overrides, command->noverrides};
  Pipeline *pipeline = pipeline_open(run, &origin, watch);
  Stage stage;
  for (const char *c = command->stages; c && *c; c++)
    if (stage_of_letter(*c, &stage)) pipeline_make(pipeline, stage);
  return pipeline;
}

const Backend *command_backend(Run *run, const Command *command)
{
  const char *name = command->backend;
  const Backend *backend = backend_choose(run, name);
  const bool is_auto = !name || strcmp(name, "auto") == 0;
  if (is_auto && backend == &tcc_backend)
    fprintf(stderr, "bristle %s: no C compiler found, so this is tcc's code\n",
            command->verb->name);
  return backend;
}
