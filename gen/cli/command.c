/* command.c: the command line that all verbs share. In: arguments behind the
 * verb. Out: a Command, or a usage error on stderr.
 *
 * Invariant: an option that a verb does not take is an error, never ignored. */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"

static const char common_options[] =
    "  --set KEY=VALUE   replace a parameter or a value of the spec, as in\n"
    "                    --set mu=0.8 or --set friction.mu_c=0.8\n"
    "  -d LETTERS        dump stages on stderr: s spec, m model\n"
    "  --help            this text\n";

static void print_help(const Verb *verb)
{
  printf("usage: bristle %s %s\n\n%s\n\noptions:\n%s%s", verb->name, verb->usage,
         verb->about, verb->options, common_options);
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
static const char *option_value(int argc, char **argv, int *i,
                                const char *name)
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

static int add_speed(Command *command, const char *text)
{
  char *end = NULL;
  const double speed = text ? strtod(text, &end) : 0;
  if (!text || end == text || *end || !(speed > 0) || !isfinite(speed))
    return usage_error(command->verb, "--speed needs a positive number (m/s)%s%s",
                       text ? ", got " : "", text ? text : "");
  command->speeds[command->nspeeds++] = speed;
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
    command->stages = option_value(argc, argv, i, "-d");
    if (!command->stages || command->stages[strspn(command->stages, "sm")])
      return usage_error(verb, "-d takes the letters s and m");
    return 0;
  }
  if (strcmp(arg, "--json") == 0 && strstr(verb->options, "--json")) {
    command->is_json = true;
    return 0;
  }
  if (is_option(arg, "--speed") && strstr(verb->options, "--speed"))
    return add_speed(command, option_value(argc, argv, i, "--speed"));
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
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
      print_help(command->verb);
      return EXIT_HELD;
    }
    if (argv[i][0] == '-' && argv[i][1]) {
      const int bad = parse_option(command, run, argc, argv, &i);
      if (bad) return bad;
    } else if (command->spec) {
      return usage_error(command->verb, "takes one spec, got %s and %s",
                         command->spec, argv[i]);
    } else {
      command->spec = argv[i];
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

int command_run(const Verb *verb, int argc, char **argv, CommandBody *body)
{
  Run *run = run_open();
  if (!run) {
    fprintf(stderr, "bristle: out of memory\n");
    return EXIT_USAGE;
  }
  int result;
  if (setjmp(run->stop)) {
    show_error(run);
    result = EXIT_USAGE;
  } else {
    Command *command = run_alloc(run, sizeof *command);
    command->verb = verb;
    result = parse(command, run, argc, argv);
    if (result < 0) result = body(run, command);
    if (fflush(stdout) != 0 || ferror(stdout)) {
      fprintf(stderr, "bristle: cannot write the output: %s\n",
              strerror(errno));
      result = EXIT_USAGE;
    }
  }
  run_close(run);
  return result;
}

Model *command_model(Run *run, const Command *command)
{
  Spec *spec = spec_load(run, command->spec, command->overrides,
                         command->noverrides);
  if (command->stages && strchr(command->stages, 's')) spec_dump(spec, stderr);
  Model *model = model_build(spec);
  if (command->stages && strchr(command->stages, 'm'))
    model->kind->dump(model, stderr);
  return model;
}
