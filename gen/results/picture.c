/* picture.c: runs gnuplot on a script. In: a script that plots inline data.
 * Out: a complete SVG or PNG file, or none.
 *
 * Invariant: if gnuplot fails, its own message reaches the user. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "results/results.h"

extern char **environ;

/* Returns an unlinked file with these bytes, rewound to its start. */
static int scratch_file(Run *run, const char *bytes, size_t length)
{
  const Where nowhere = {NULL, 0};
  const char *folder = getenv("TMPDIR");
  char *path =
      run_printf(run, "%s/bristle-XXXXXX", folder && *folder ? folder : "/tmp");
  const int fd = mkostemp(path, O_CLOEXEC);
  if (fd < 0)
    run_fail(run, nowhere, "cannot write to %s: %s",
             folder && *folder ? folder : "/tmp", strerror(errno));
  unlink(path);
  size_t done = 0;
  while (done < length) {
    const ssize_t n = write(fd, bytes + done, length - done);
    if (n <= 0) {
      close(fd);
      run_fail(run, nowhere, "cannot write a scratch file: %s",
               strerror(errno));
    }
    done += (size_t)n;
  }
  lseek(fd, 0, SEEK_SET);
  return fd;
}

/* Removes the file `made` if the script fails. */
static void run_gnuplot(Run *run, const Text *script, const char *made)
{
  const Where nowhere = {NULL, 0};
  const int in = scratch_file(run, script->chars, script->length);
  const int err = scratch_file(run, "", 0);
  char program[] = "gnuplot";
  char *arguments[] = {program, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  pid_t child;
  const int failed =
      posix_spawnp(&child, program, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(in);
  int status = 0;
  if (!failed)
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  char words[2000] = "";
  if (pread(err, words, sizeof words - 1, 0) < 0) words[0] = 0;
  close(err);
  if (failed)
    run_fail(run, nowhere,
             "cannot run gnuplot (%s); install the package gnuplot-nox",
             strerror(failed));
  if (status != 0) {
    unlink(made);
    run_fail(run, nowhere, "gnuplot failed:\n%s", words);
  }
}

void gnuplot_picture(Run *run, const char *path, int width, int height,
                     const char *script)
{
  const Where where = {path, 0};
  const char *target = file_target(run, path);
  if (strpbrk(target, "'\n"))
    run_fail(run, where, "gnuplot cannot write to a file of that name");
  const char *temporary = run_printf(run, "%s.%ld.tmp", target, (long)getpid());
  const size_t length = strlen(path);
  const bool is_svg = length > 4 && strcmp(path + length - 4, ".svg") == 0;
  Text text = text_new(run);
  text_add(&text,
           is_svg ? "set terminal svg size %d,%d font 'sans,13' "
                    "background rgb 'white'\n"
                  : "set terminal pngcairo size %d,%d font "
                    "'sans,11' background rgb 'white'\n",
           width, height);
  text_add(&text, "set encoding utf8\nset output '%s'\n", temporary);
  text_add(&text, "%s\nunset output\n", script);
  run_gnuplot(run, &text, temporary);
  if (rename(temporary, target) != 0) {
    const int why = errno;
    unlink(temporary);
    run_fail(run, where, "cannot write: %s", strerror(why));
  }
}
