#ifndef BRISTLE_CLI_CLI_H
#define BRISTLE_CLI_CLI_H

#include "pipeline.h"

/* ---- cli/: one file per verb ------------------------------------------- */

typedef struct Verb {
  const char *name, *usage, *about;
  const char *options; /* help on its own options, a line each */
  int (*main)(int argc, char **argv);
} Verb;

extern const Verb emit_verb, run_verb, sim_verb, verify_verb, bench_verb,
    check_verb, plot_verb, cache_verb;

/* The command line of a verb: SPEC, and the options that every verb has. */
typedef struct Command {
  const Verb *verb;
  const char *spec;         /* the first argument, or NULL */
  const char *const *specs; /* all of them */
  size_t nspecs;
  Override *overrides;
  size_t noverrides;
  const char *out;     /* -o */
  const char *stages;  /* -d letters */
  const char *picture; /* --plot */
  const char *backend; /* "auto", "cc", "tcc", "reference" or NULL */
  bool is_json, has_example, has_descriptor;
  double *speeds; /* --speed, in the order given */
  size_t nspeeds;
} Command;

/* What a verb does with its command; returns an exit code. */
typedef int CommandBody(Run *run, const Command *command);

/* Parses, runs the body in a run of its own, shows the run's error. */
int command_run(const Verb *verb, int argc, char **argv, CommandBody *body);
/* The pipeline of the spec at `path`, with the dumps that -d asks for and the
 * plan's warning on stderr. */
Pipeline *command_open(Run *run, const Command *command, const char *path);
/* The backend that --backend names. On stderr if "auto" finds no C compiler. */
const Backend *command_backend(Run *run, const Command *command);
int usage_error(const Verb *verb, const char *format, ...) PRINTF_LIKE(2, 3);

/* Exit codes. */
enum { EXIT_HELD = 0, EXIT_DID_NOT_HOLD = 1, EXIT_USAGE = 2 };

#endif
