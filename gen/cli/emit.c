/* emit.c: `bristle emit`. In: specs. Out: a C file, a header and a file of
 * figures for each spec, in a folder; unchanged files keep their time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "emit/emit.h"
#include "cli/cli.h"

/* Two specs with the same name would overwrite each other's files. */
static void require_new_name(Run *run, const Command *command,
                             Pipeline *const *pipelines, size_t count)
{
  const char *name = pipelines[count]->model->name;
  const Where where = {command->specs[count], 0};
  for (size_t i = 0; i < count; i++)
    if (strcmp(pipelines[i]->model->name, name) == 0)
      run_fail(run, where, "its name is \"%s\", which is also the name of %s",
               name, command->specs[i]);
}

static int emit_all(Run *run, const Command *command)
{
  const unsigned wanted = TEXT_CODE | TEXT_FIGURES |
                          (command->has_example ? TEXT_EXAMPLE : 0) |
                          command->faces;
  /* Makes all texts before it writes, so that an error in one spec leaves no
   * files of another. */
  Pipeline **pipelines = run_alloc(run, command->nspecs * sizeof *pipelines);
  for (size_t i = 0; i < command->nspecs; i++) {
    pipelines[i] = command_open(run, command, command->specs[i]);
    pipeline_texts(pipelines[i], wanted);
    require_new_name(run, command, pipelines, i);
  }
  Text written = text_new(run);
  for (size_t i = 0; i < command->nspecs; i++)
    emit_files(run, pipeline_texts(pipelines[i], wanted), command->out,
               command->has_descriptor, command->has_example, &written);
  fputs(written.chars, stdout);
  return EXIT_HELD;
}

/* ---- --watch --------------------------------------------------------------
 */

/* The files that the last round has read. malloc: each round has its own run.
 */
typedef struct Watching {
  const Command *command;
  FileSeen *files;
  size_t count;
} Watching;

static void forget(Watching *w)
{
  for (size_t i = 0; i < w->count; i++) free((char *)w->files[i].path);
  free(w->files);
  w->files = NULL;
  w->count = 0;
}

/* Copies the run's list before the run ends; a broken round has one, too. */
static void keep_seen(void *context)
{
  Watching *w = ((Watching **)context)[0];
  const Run *run = ((const Run **)context)[1];
  forget(w);
  for (const FileSeen *f = run->seen; f; f = f->next) w->count++;
  w->files = calloc(w->count + 1, sizeof *w->files);
  if (!w->files) w->count = 0;
  size_t i = 0;
  for (const FileSeen *f = run->seen; f && i < w->count; f = f->next, i++) {
    w->files[i] = *f;
    w->files[i].path = strdup(f->path);
  }
}

static int emit_round(Run *run, void *context)
{
  Watching *w = context;
  void **ends = run_alloc(run, 2 * sizeof *ends);
  ends[0] = w, ends[1] = run;
  run_defer(run, keep_seen, ends);
  return emit_all(run, w->command);
}

static bool has_changed(const Watching *w)
{
  for (size_t i = 0; i < w->count; i++) {
    const FileSeen *was = &w->files[i];
    const FileSeen now = file_look(was->path ? was->path : "");
    if (now.bytes != was->bytes || now.ns != was->ns) return true;
  }
  return false;
}

static void wait_for_change(const Watching *w)
{
  static const struct timespec pause = {0, 200000000};
  while (!has_changed(w)) nanosleep(&pause, NULL);
  nanosleep(&pause, NULL); /* an editor may write a file in parts */
}

/* Does not end: the user ends it. */
_Noreturn static void watch(const Command *command)
{
  Watching w = {.command = command};
  for (;;) {
    command_apart(emit_round, &w);
    fflush(stdout);
    fprintf(stderr, "watching %zu file%s\n", w.count, w.count == 1 ? "" : "s");
    wait_for_change(&w);
  }
}

static int emit(Run *run, const Command *command)
{
  if (!command->out) return usage_error(&emit_verb, "needs -o DIR");
  if (command->has_example && command->nspecs > 1)
    return usage_error(&emit_verb, "--example takes one spec");
  if (command->is_watching) watch(command);
  return emit_all(run, command);
}

static const Option *const options[] = {
    &option_out_folder, &option_example, &option_descriptor,
    &option_abi,        &option_cxx,     &option_prove,
    &option_deviations, &option_watch,   NULL};

const Verb emit_verb = {
    .name = "emit",
    .usage = "SPEC... -o DIR [options]",
    .about =
        "Writes <name>.c, <name>.h and <name>.json for each spec: a solver "
        "that\n"
        "needs only <math.h> and memcpy. The same spec gives the same bytes. A "
        "file of\n"
        "DIR that is a symbolic link stays a link: the file behind it is "
        "replaced.",
    .options = options,
    .most_specs = ANY_NUMBER,
    .body = emit};
