/* cli.h: verbs, their options and the parsed command line. In: arguments. Out:
 * exit codes. */
#ifndef BRISTLE_CLI_CLI_H
#define BRISTLE_CLI_CLI_H

#include "pipeline.h"
#include "study/study.h"

/* Exit codes. */
enum { EXIT_HELD = 0, EXIT_DID_NOT_HOLD = 1, EXIT_USAGE = 2 };

typedef struct Command Command;

/* ---- options.c: every option, its help and its effect -------------------- */

/* Calls `each` for every possible value. */
typedef void Each(void *context, const char *value, const char *about);
typedef void Choices(Each *each, void *context);

/* Option.take returns GO_ON if the verb may go on, else an exit code. */
enum { GO_ON = -1 };

typedef struct Option {
  const char *name, *other; /* "--help", "-h"; other: NULL if there is none */
  const char *value;        /* the value's word in help; NULL: no value */
  const char *help;         /* a line, or several with line feeds */
  Choices *choices;         /* NULL: no list of possible values */
  /* Stores the value in the command. The value is NULL if the user gave none,
   * or if the option takes none. */
  int (*take)(Command *command, Run *run, const char *value);
} Option;

extern const Option option_out_folder, option_out_file, option_out_spec,
    option_out_page, option_example, option_descriptor, option_watch,
    option_abi, option_cxx, option_prove, option_deviations, option_every, option_plot, option_backend,
    option_backend_or_reference, option_backend_of_rows, option_tune,
    option_json, option_speed, option_write, option_clear, option_help;

/* ---- paint.c: colours of a terminal -------------------------------------- */

/* Writes the text. On a terminal words such as "warning:" and "FAIL" have a
 * colour, unless NO_COLOR is set and not empty. */
void print_painted(FILE *out, const char *text);
/* The same for a message about an error, which is red as a whole. */
void print_message(FILE *out, const char *text);

/* ---- verbs: one file each --------------------------------------------------
 */

enum { ANY_NUMBER = -1 };

typedef struct Verb {
  const char *name, *usage, *about;
  /* The verb's own options, with NULL at the end. A verb that takes specs takes
   * --set and -d too, and each verb takes --help. */
  const Option *const *options;
  int most_specs; /* 0, 1 or ANY_NUMBER */
  /* The word for the verb's arguments where they are no specs, such as "WORD",
   * or NULL. Such a verb takes most_specs of them, or none, and neither --set
   * nor -d. They are the members spec and specs of the Command. */
  const char *argument;
  Choices *choices; /* the possible values of `argument`, or NULL */
  /* Does the verb's work; returns an exit code. */
  int (*body)(Run *run, const Command *command);
  /* Replaces `options` and `body`, and gets the arguments unparsed; or NULL. */
  int (*main)(int argc, char **argv);
} Verb;

/* main.c: all verbs, NULL at the end. */
extern const Verb *const verbs[];
extern const Verb emit_verb, run_verb, sim_verb, verify_verb, bench_verb,
    check_verb, plot_verb, cache_verb, new_verb, sweep_verb, report_verb,
    fit_verb, help_verb;

/* ---- command.c: a verb with its arguments ----------------------------------
 */

/* The options of `bristle sweep`; see Sweep. */
typedef struct SweepRequest {
  SweepAxis axes[SWEEP_MOST_AXES];
  size_t naxes;
  long samples, seed, jobs;
  long shard, shards; /* shards is 0 without --shard */
  const char *measures;
  bool is_merging;
} SweepRequest;

/* The options of `bristle fit`; see FitOptions. */
typedef struct FitRequestOptions {
  const char *names, *use, *hold, *from, *weights;
  const char **formulas;
  size_t nformulas, room;
} FitRequestOptions;

typedef struct TuneRequest {
  const char *name;
  double value;
} TuneRequest;

struct Command {
  const Verb *verb;
  const char *spec;         /* the first spec, or NULL */
  const char *const *specs; /* [nspecs] */
  size_t nspecs;
  Override *overrides;
  size_t noverrides;
  const char *out;     /* -o */
  const char *letters; /* of -d, or NULL */
  const char *picture; /* --plot */
  const char *backend; /* a name of backend.h, "auto", "reference", NULL */
  bool is_json, has_example, has_descriptor, is_clearing, is_watching;
  unsigned faces; /* --abi: of the texts of emit.h */
  size_t every;   /* --every: rows of a simulation for one row of the CSV */
  double *speeds; /* --speed, in the order given */
  size_t nspeeds;
  SweepRequest sweep;
  FitRequestOptions fit;
  bool is_sizing;        /* --size */
  const Budget *choosing; /* --choose, or NULL */
  double clock;           /* --clock, Hz; 0: not given */
  TuneRequest *tunes; /* --tune, in the order given */
  size_t ntunes;
};

/* Parses the arguments behind the verb and runs its body in a run of its own.
 * Shows an error of the run. Returns an exit code. */
int command_run(const Verb *verb, int argc, char **argv);
/* Prints the message and the verb's usage on stderr. Returns EXIT_USAGE. */
int usage_error(const Verb *verb, const char *format, ...) PRINTF_LIKE(2, 3);
void print_help(const Verb *verb);
/* Calls `each` for every option of the verb: its own, then those of others. */
void option_each(const Verb *verb,
                 void (*each)(void *context, const Option *option),
                 void *context);
/* Returns the verb's option that this argument names, or NULL. */
const Option *option_find(const Verb *verb, const char *argument);
/* Returns the name that is most like the argument, or NULL. */
const char *option_near(const Verb *verb, const char *argument);

/* Shows the error of a run on stderr. */
void show_error(const Run *run);
/* Runs body(fresh run, context), shows its error, and closes the run. Returns
 * the body's exit code, or EXIT_USAGE after an error. */
int command_apart(int (*body)(Run *run, void *context), void *context);

/* Opens the pipeline of the spec at `path`. Prints the stages that -d names and
 * the plan's warning on stderr. */
Pipeline *command_open(Run *run, const Command *command, const char *path);
/* Returns the backend that --backend names. Prints a line on stderr if "auto"
 * finds no C compiler. */
const Backend *command_backend(Run *run, const Command *command);
/* Returns NULL if --backend names the reference, else command_backend. */
const Backend *command_backend_or_reference(Run *run, const Command *command);

#endif
