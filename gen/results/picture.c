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

/* Starts gnuplot with these files as its input and its messages. Returns a pipe
 * with its output. */
static int start_gnuplot(Run *run, int in, int err, pid_t *child)
{
  const Where nowhere = {NULL, 0};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    run_fail(run, nowhere, "cannot run gnuplot: %s", strerror(errno));
  char program[] = "gnuplot";
  /* By its own name standard input is read through a buffer. */
  char script[] = "/dev/stdin";
  char *arguments[] = {program, script, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err, 2);
  const int failed =
      posix_spawnp(child, program, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(in);
  close(ends[1]);
  if (!failed) return ends[0];
  close(ends[0]);
  close(err);
  run_fail(run, nowhere,
           "cannot run gnuplot (%s); install the package gnuplot-nox",
           strerror(failed));
}

/* Returns the picture that gnuplot writes for this script. It comes through a
 * pipe: gnuplot does not notice a full disk. */
static Text run_gnuplot(Run *run, const Text *script)
{
  const Where nowhere = {NULL, 0};
  const int in = scratch_file(run, script->chars, script->length);
  const int err = scratch_file(run, "", 0);
  pid_t child;
  const int out = start_gnuplot(run, in, err, &child);
  Text picture = text_new(run);
  char part[1 << 16], words[2000] = "";
  for (;;) {
    const ssize_t n = read(out, part, sizeof part);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text_append(&picture, part, (size_t)n);
  }
  close(out);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (pread(err, words, sizeof words - 1, 0) < 0) words[0] = 0;
  close(err);
  if (status != 0) run_fail(run, nowhere, "gnuplot failed:\n%s", words);
  return picture;
}

static bool ends_with(const Text *text, const char *end, size_t length)
{
  return text->length >= length &&
         memcmp(text->chars + text->length - length, end, length) == 0;
}

Text gnuplot_bytes(Run *run, const char *path, int width, int height,
                   const char *script)
{
  static const char svg_end[] = "</svg>\n\n";
  static const char png_end[] = {'I', 'E', 'N', 'D', '\xae', 'B', '`', '\x82'};
  const Where where = {path, 0};
  const size_t length = strlen(path);
  const bool is_svg = length >= 4 && strcmp(path + length - 4, ".svg") == 0;
  Text text = text_new(run);
  text_add(&text,
           is_svg ? "set terminal svg size %d,%d font 'sans,13' "
                    "background rgb 'white'\n"
                  : "set terminal pngcairo size %d,%d font "
                    "'sans,11' background rgb 'white'\n",
           width, height);
  text_add(&text, "set encoding utf8\n%s\n", script);
  const Text picture = run_gnuplot(run, &text);
  if (is_svg ? !ends_with(&picture, svg_end, sizeof svg_end - 1) &&
                   !ends_with(&picture, svg_end, sizeof svg_end - 2)
             : !ends_with(&picture, png_end, sizeof png_end))
    run_fail(run, where, "gnuplot ended before the picture was complete");
  return picture;
}

void gnuplot_picture(Run *run, const char *path, int width, int height,
                     const char *script)
{
  const Text picture = gnuplot_bytes(run, path, width, height, script);
  file_write(run, path, picture.chars, picture.length);
}
