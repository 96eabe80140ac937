/* library.c: shared objects for other programs, and modules for the web. In: C
 * files. Out: the bytes of a shared object by the system's C compiler, or of a
 * WebAssembly module by clang.
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
  bool is_wasm;
  const char *object, *messages; /* paths */
  int failed, status;
} Job;

/* The flags that the emitted header recommends, for a program that may run on
 * another machine. */
static const char *const library_flags[] = {"-std=c99",
                                            "-O3",
                                            "-fPIC",
                                            "-shared",
                                            "-fvisibility=hidden",
                                            "-fno-math-errno",
                                            "-fno-trapping-math",
                                            "-ffp-contract=fast"};

/* The command that templates/faces/wasm/module.c states. */
static const char *const wasm_flags[] = {
    "--target=wasm32",
    "-O3",
    "-nostdlib",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-Wl,--no-entry,--allow-undefined,--export=__heap_base"};

/* Returns the compiler for the web: clang, which alone has that target. */
static Compiler clang_find(Run *run)
{
  const Where nowhere = {NULL, 0};
  Compiler compiler = {.words = run_alloc(run, sizeof *compiler.words),
                       .nwords = 1,
                       .program = program_path(run, "clang")};
  if (!compiler.program) run_fail(run, nowhere, "clang is not installed");
  compiler.words[0] = run_printf(run, "clang");
  return compiler;
}

static void compile(void *context)
{
  Job *job = context;
  Run *run = job->run;
  const Compiler compiler = job->is_wasm ? clang_find(run) : cc_find(run);
  const char *const *flags = job->is_wasm ? wasm_flags : library_flags;
  const size_t nflags = job->is_wasm ? COUNT(wasm_flags) : COUNT(library_flags);
  char *folder = cache_work(run, NULL);
  char **words = run_alloc(
      run, (compiler.nwords + nflags + job->count + 5) * sizeof *words);
  size_t n = 0;
  for (size_t i = 0; i < compiler.nwords; i++) words[n++] = compiler.words[i];
  for (size_t i = 0; i < nflags; i++)
    words[n++] = run_printf(run, "%s", flags[i]);
  for (size_t i = 0; i < job->count; i++) {
    const SourceFile *file = &job->files[i];
    char *path = run_printf(run, "%s/%s", folder, file->name);
    file_write(run, path, file->text, strlen(file->text));
    if (strcmp(strrchr(path, '.'), ".c") == 0) words[n++] = path;
  }
  job->object = run_printf(run, "%s/%s%s", folder, job->name,
                           job->is_wasm ? ".wasm" : ".so");
  job->messages = run_printf(run, "%s/messages", folder);
  words[n++] =
      job->is_wasm ? run_printf(run, "-I%s", folder) : run_printf(run, "-lm");
  words[n++] = run_printf(run, "-o");
  words[n++] = run_printf(run, "%s", job->object);
  job->failed =
      process_run(run, compiler.program, words, job->messages, &job->status);
}

/* Returns the bytes, or NULL with the reason in *why. */
static const char *bytes_of(Job *job, size_t *length, const char **why)
{
  const Where nowhere = {NULL, 0};
  *why = job->is_wasm
             ? "clang is not installed"
             : "there is no C compiler; install one, or name one in CC";
  if (!run_try(job->run, compile, job)) return NULL;
  if (job->failed) {
    *why = strerror(job->failed);
    return NULL;
  }
  if (job->status != 0 || access(job->object, R_OK) != 0) {
    *why = file_read(job->run, job->messages, NULL, nowhere);
    return NULL;
  }
  return file_read(job->run, job->object, length, nowhere);
}

const char *library_compile(Run *run, const char *name, const SourceFile *files,
                            size_t count, size_t *length, const char **why)
{
  Job job = {.run = run, .name = name, .files = files, .count = count};
  return bytes_of(&job, length, why);
}

const char *library_compile_wasm(Run *run, const char *name,
                                 const SourceFile *files, size_t count,
                                 size_t *length, const char **why)
{
  Job job = {.run = run,
             .name = name,
             .files = files,
             .count = count,
             .is_wasm = true};
  return bytes_of(&job, length, why);
}
