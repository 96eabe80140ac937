/* options.c: every option of every verb. In: the value that the user gave. Out:
 * a member of the Command, or a usage error; the help on each option.
 *
 * Invariant: help and parsing read the same table, so an option that help does
 * not show is unknown. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "pipeline.h"
#include "cli/cli.h"
#include "emit/emit.h"

/* Columns where help on an option and on a value begins. */
enum { COLUMN = 20, VALUE_COLUMN = 6 };

/* ---- the effects of options ------------------------------------------------
 */

static int take_set(Command *command, Run *run, const char *value)
{
  const char *equals = value ? strchr(value, '=') : NULL;
  if (!equals || equals == value || !equals[1])
    return usage_error(command->verb, "--set needs KEY=VALUE%s%s",
                       value ? ", got " : "", value ? value : "");
  Override *fresh = &command->overrides[command->noverrides++];
  fresh->key = run_strndup(run, value, (size_t)(equals - value));
  fresh->text = equals + 1;
  return GO_ON;
}

static int take_letters(Command *command, Run *run, const char *value)
{
  Text all = text_new(run);
  bool is_known = value && *value;
  Stage stage;
  for (int i = 0; i < STAGES; i++) text_add(&all, "%c", stage_letter((Stage)i));
  for (const char *c = value; is_known && *c; c++)
    is_known = stage_of_letter(*c, &stage);
  if (!is_known)
    return usage_error(command->verb,
                       "-d takes one or more of the letters %s%s%s", all.chars,
                       value ? ", got " : "", value ? value : "");
  command->letters = value;
  return GO_ON;
}

static int take_out(Command *command, Run *run, const char *value)
{
  (void)run;
  command->out = value;
  return value && *value ? GO_ON
                         : usage_error(command->verb, "-o needs a value");
}

static int take_example(Command *command, Run *run, const char *value)
{
  (void)run, (void)value;
  command->has_example = true;
  return GO_ON;
}

static int take_descriptor(Command *command, Run *run, const char *value)
{
  (void)run, (void)value;
  command->has_descriptor = true;
  return GO_ON;
}

static int take_abi(Command *command, Run *run, const char *value)
{
  const Face *face = value ? face_named(value) : NULL;
  if (!face) {
    Text all = text_new(run);
    for (size_t i = 0; i < nall_faces; i++)
      text_add(&all, "%s%s", i == 0 ? "" : ", ", all_faces[i].name);
    return usage_error(command->verb, "--abi takes one of %s%s%s", all.chars,
                       value ? "; got " : "", value ? value : "");
  }
  command->faces |= face_text(face);
  return GO_ON;
}

static int take_cxx(Command *command, Run *run, const char *value)
{
  (void)value;
  return take_abi(command, run, "cxx");
}

static int take_prove(Command *command, Run *run, const char *value)
{
  (void)value;
  return take_abi(command, run, "prove");
}

static int take_deviations(Command *command, Run *run, const char *value)
{
  (void)value;
  return take_abi(command, run, "deviations");
}

static int take_watch(Command *command, Run *run, const char *value)
{
  (void)run, (void)value;
  command->is_watching = true;
  return GO_ON;
}

static int take_plot(Command *command, Run *run, const char *value)
{
  (void)run;
  const char *end = value ? strrchr(value, '.') : NULL;
  if (!end || (strcmp(end, ".svg") != 0 && strcmp(end, ".png") != 0))
    return usage_error(command->verb, "--plot needs a FILE.svg or FILE.png");
  command->picture = value;
  return GO_ON;
}

static int take_every(Command *command, Run *run, const char *value)
{
  char *end = NULL;
  const double number = value ? strtod(value, &end) : 0;
  (void)run;
  if (!value || end == value || *end || !(number >= 1 && number <= 1e9) ||
      number != floor(number))
    return usage_error(command->verb,
                       "--every needs a whole number from 1 to 1e9%s%s",
                       value ? ", got " : "", value ? value : "");
  command->every = (size_t)number;
  return GO_ON;
}

static int take_one_of(Command *command, Run *run, const char *value,
                       const char *more)
{
  const bool is_known =
      value && (strcmp(value, "auto") == 0 || strcmp(value, more) == 0 ||
                backend_find(value));
  if (!is_known)
    return usage_error(command->verb, "--backend takes %s%s%s or auto%s%s",
                       backend_names(run), *more ? ", " : "", more,
                       value ? ", got " : "", value ? value : "");
  command->backend = value;
  return GO_ON;
}

static int take_backend(Command *command, Run *run, const char *value)
{
  return take_one_of(command, run, value, "");
}

static int take_backend_or_reference(Command *command, Run *run,
                                     const char *value)
{
  return take_one_of(command, run, value, "reference");
}

static int take_json(Command *command, Run *run, const char *value)
{
  (void)run, (void)value;
  command->is_json = true;
  return GO_ON;
}

static int take_speed(Command *command, Run *run, const char *value)
{
  (void)run;
  char *end = NULL;
  const double speed = value ? strtod(value, &end) : 0;
  if (!value || end == value || *end || !(speed > 0) || !isfinite(speed))
    return usage_error(command->verb,
                       "--speed needs a positive number (m/s)%s%s",
                       value ? ", got " : "", value ? value : "");
  command->speeds[command->nspeeds++] = speed;
  return GO_ON;
}

static int take_tune(Command *command, Run *run, const char *value)
{
  const char *equals = value ? strchr(value, '=') : NULL;
  char *end = NULL;
  const double number = equals ? strtod(equals + 1, &end) : 0;
  if (!equals || equals == value || end == equals + 1 || *end)
    return usage_error(command->verb, "--tune needs NAME=NUMBER%s%s",
                       value ? ", got " : "", value ? value : "");
  command->tunes[command->ntunes++] =
      (TuneRequest){run_strndup(run, value, (size_t)(equals - value)), number};
  return GO_ON;
}

static int take_clear(Command *command, Run *run, const char *value)
{
  (void)run, (void)value;
  command->is_clearing = true;
  return GO_ON;
}

static int take_help(Command *command, Run *run, const char *value)
{
  (void)run, (void)value;
  print_help(command->verb);
  return EXIT_HELD;
}

/* ---- the possible values ---------------------------------------------------
 */

/* `about` is the help on auto. */
static void compiler_choices(Each *each, void *context, const char *about)
{
  for (size_t i = 0; all_backends[i]; i++)
    each(context, all_backends[i]->name, all_backends[i]->about);
  each(context, "auto", about);
}

static void backend_choices(Each *each, void *context)
{
  compiler_choices(each, context,
                   "cc, or tcc if there is no C compiler; the default");
}

static void backend_or_reference_choices(Each *each, void *context)
{
  backend_choices(each, context);
  each(context, "reference", "no solver: the reference simulates");
}

/* The code of a row runs once. */
static void backend_of_rows_choices(Each *each, void *context)
{
  compiler_choices(each, context, "cc, or tcc if there is no C compiler");
  each(context, "reference", "no solver: the reference simulates");
}

static void face_choices(Each *each, void *context)
{
  for (size_t i = 0; i < nall_faces; i++)
    each(context, all_faces[i].name, all_faces[i].about);
}

static void stage_choices(Each *each, void *context)
{
  for (int i = 0; i < STAGES; i++) {
    const char letter[2] = {stage_letter((Stage)i), 0};
    each(context, letter, stage_name((Stage)i));
  }
}

/* ---- the table -------------------------------------------------------------
 */

const Option option_out_folder = {
    .name = "-o",
    .value = "DIR",
    .take = take_out,
    .help = "the folder for the files; made if missing"};
const Option option_out_file = {.name = "-o",
                                .value = "FILE.csv",
                                .take = take_out,
                                .help = "the file for the numbers"};
const Option option_out_spec = {.name = "-o",
                                .value = "FILE.lua",
                                .take = take_out,
                                .help = "the file for the spec; must be new"};
const Option option_out_page = {.name = "-o",
                                .value = "FILE.html",
                                .take = take_out,
                                .help = "the file for the page"};
const Option option_example = {
    .name = "--example",
    .take = take_example,
    .help = "also write a main.c, and a Makefile that builds it"};
const Option option_descriptor = {
    .name = "--descriptor",
    .take = take_descriptor,
    .help = "append the br_solver descriptor to the C file"};
const Option option_abi = {
    .name = "--abi",
    .value = "NAME",
    .take = take_abi,
    .choices = face_choices,
    .help = "also write the solver's face for another language or tool"};
const Option option_cxx = {.name = "--cxx",
                           .take = take_cxx,
                           .help = "the same as --abi=cxx: a C++17 header"};
const Option option_prove = {
    .name = "--prove",
    .take = take_prove,
    .help = "the same as --abi=prove: add a driver and a rule,\nmake -f "
            "NAME_prove.mk, by which Frama-C looks for\nrun-time errors"};
const Option option_deviations = {
    .name = "--deviations",
    .take = take_deviations,
    .help = "the same as --abi=deviations: add NAME_deviations.md, the\n"
            "rules of MISRA C:2012 that the file breaks, with reasons"};
const Option option_watch = {
    .name = "--watch",
    .take = take_watch,
    .help =
        "write again whenever a spec or a file that it names\n"
        "is saved; an error is shown, and the files stay as\n"
        "they are; ends with Ctrl-C"};
const Option option_every = {
    .name = "--every",
    .value = "N",
    .take = take_every,
    .help = "write every Nth row of the CSV, and the last one"};
const Option option_plot = {
    .name = "--plot",
    .value = "FILE",
    .take = take_plot,
    .help = "draw a picture of the numbers, .svg or .png"};
const Option option_backend = {.name = "--backend",
                               .value = "NAME",
                               .take = take_backend,
                               .help = "the compiler of the solver's code:",
                               .choices = backend_choices};
const Option option_backend_or_reference = {
    .name = "--backend",
    .value = "NAME",
    .take = take_backend_or_reference,
    .help = "the compiler of the solver's code:",
    .choices = backend_or_reference_choices};
const Option option_backend_of_rows = {
    .name = "--backend",
    .value = "NAME",
    .take = take_backend_or_reference,
    .help = "the compiler of each row's code, kernel by default:",
    .choices = backend_of_rows_choices};
const Option option_json = {
    .name = "--json", .take = take_json, .help = "print one JSON object"};
const Option option_speed = {
    .name = "--speed",
    .value = "V",
    .take = take_speed,
    .help =
        "show the largest explicit step for this speed (m/s);\n"
        "repeatable"};
const Option option_write = {
    .name = "--write",
    .value = "DIR",
    .take = take_out,
    .help =
        "write the manual and the completion of command lines\n"
        "into folders of DIR, for `make install`"};
const Option option_tune = {
    .name = "--tune",
    .value = "NAME=NUMBER",
    .take = take_tune,
    .help =
        "set a number of the spec's tune, without new code;\n"
        "repeatable"};
const Option option_clear = {
    .name = "--clear",
    .take = take_clear,
    .help = "remove them; running programs keep their solvers"};
static const Option option_set = {
    .name = "--set",
    .value = "KEY=VALUE",
    .take = take_set,
    .help =
        "replace a parameter or a value of the spec, as in\n"
        "--set mu=0.8 or --set friction.mu_c=0.8; repeatable"};
static const Option option_letters = {
    .name = "-d",
    .value = "LETTERS",
    .take = take_letters,
    .help = "print stages of the pipeline on stderr:",
    .choices = stage_choices};
const Option option_help = {.name = "--help",
                            .other = "-h",
                            .take = take_help,
                            .help = "show this text"};

/* The options of verbs that take specs, and of all verbs; NULL ends a list. */
static const Option *const of_specs[] = {&option_set, &option_letters,
                                         &option_help, NULL};
static const Option *const of_all[] = {&option_help, NULL};

static const Option *const *common_options(const Verb *verb)
{
  return verb->most_specs == 0 || verb->argument ? of_all : of_specs;
}

/* ---- reading the table -----------------------------------------------------
 */

/* Returns true for "--set", "--set=x", "-o" and "-ox" if the option takes a
 * value, and for its name alone otherwise. */
static bool is_named(const Option *option, const char *argument)
{
  const size_t length = strlen(option->name);
  if (option->other && strcmp(argument, option->other) == 0) return true;
  if (strncmp(argument, option->name, length) != 0) return false;
  if (!argument[length]) return true;
  return option->value && (argument[length] == '=' || argument[1] != '-');
}

const Option *option_find(const Verb *verb, const char *argument)
{
  const Option *const *const lists[] = {verb->options, common_options(verb)};
  for (size_t k = 0; k < 2; k++)
    for (const Option *const *o = lists[k]; *o; o++)
      if (is_named(*o, argument)) return *o;
  return NULL;
}

const char *option_near(const Verb *verb, const char *argument)
{
  enum { MOST = 16 };
  const Option *const *const lists[] = {verb->options, common_options(verb)};
  const char *names[MOST];
  size_t count = 0;
  for (size_t k = 0; k < 2; k++)
    for (const Option *const *o = lists[k]; *o && count < MOST; o++)
      names[count++] = (*o)->name;
  return nearest_word(argument, names, count);
}

static void print_choice(void *context, const char *value, const char *about)
{
  (void)context;
  printf("%*s%-9s  %s\n", VALUE_COLUMN, "", value, about);
}

static void print_option(void *context, const Option *option)
{
  (void)context;
  const int length = printf("  %s%s%s", option->name, option->value ? " " : "",
                            option->value ? option->value : "");
  printf("%*s", length < COLUMN ? COLUMN - length : 1, "");
  for (const char *c = option->help; *c; c++) {
    putchar(*c);
    if (*c == '\n') printf("%*s", COLUMN, "");
  }
  putchar('\n');
  if (option->choices) option->choices(print_choice, NULL);
}

void option_each(const Verb *verb,
                 void (*each)(void *context, const Option *option),
                 void *context)
{
  const Option *const *const lists[] = {verb->options, common_options(verb)};
  for (size_t k = 0; k < 2; k++)
    for (const Option *const *o = lists[k]; *o; o++) each(context, *o);
}

void print_help(const Verb *verb)
{
  printf("usage: bristle %s %s\n\n%s\n\noptions:\n", verb->name, verb->usage,
         verb->about);
  option_each(verb, print_option, NULL);
}
