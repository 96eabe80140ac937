/* library.c: shared objects for other programs. In: C files. Out: the bytes of
 * a shared object, by the system's C compiler.
 *
 * Invariant: the same files and the same compiler give the same bytes. */
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "backend/backend.h"
#include "backend/inside.h"

typedef struct Job {
  Run *run;
  const char *name;
  const SourceFile *files;
  size_t count;
  const char *object, *messages; /* paths */
  int failed, status;
} Job;

/* The flags that the emitted header recommends, for a program that may run on
 * another machine. */
static const char *const flags[] = {"-std=c99",
                                    "-O3",
                                    "-fPIC",
                                    "-shared",
                                    "-fvisibility=hidden",
                                    "-fno-math-errno",
                                    "-fno-trapping-math",
                                    "-ffp-contract=fast"};

static void compile(void *context)
{
  Job *job = context;
  Run *run = job->run;
  const Compiler compiler = cc_find(run);
  char *folder = cache_work(run, NULL);
  char **words = run_alloc(
      run, (compiler.nwords + COUNT(flags) + job->count + 4) * sizeof *words);
  size_t n = 0;
  for (size_t i = 0; i < compiler.nwords; i++) words[n++] = compiler.words[i];
  for (size_t i = 0; i < COUNT(flags); i++)
    words[n++] = run_printf(run, "%s", flags[i]);
  for (size_t i = 0; i < job->count; i++) {
    const SourceFile *file = &job->files[i];
    char *path = run_printf(run, "%s/%s", folder, file->name);
    file_write(run, path, file->text, strlen(file->text));
    if (strcmp(strrchr(path, '.'), ".c") == 0) words[n++] = path;
  }
  job->object = run_printf(run, "%s/%s.so", folder, job->name);
  job->messages = run_printf(run, "%s/messages", folder);
  words[n++] = run_printf(run, "-lm");
  words[n++] = run_printf(run, "-o");
  words[n++] = run_printf(run, "%s", job->object);
  job->failed =
      process_run(run, compiler.program, words, job->messages, &job->status);
}

const char *library_compile(Run *run, const char *name, const SourceFile *files,
                            size_t count, size_t *length, const char **why)
{
  const Where nowhere = {NULL, 0};
  Job job = {.run = run, .name = name, .files = files, .count = count};
  *why = "there is no C compiler; install one, or name one in CC";
  if (!run_try(run, compile, &job)) return NULL;
  if (job.failed) {
    *why = strerror(job.failed);
    return NULL;
  }
  if (job.status != 0 || access(job.object, R_OK) != 0) {
    *why = file_read(run, job.messages, NULL, nowhere);
    return NULL;
  }
  return file_read(run, job.object, length, nowhere);
}
