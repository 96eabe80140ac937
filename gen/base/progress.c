/* progress.c: the progress of long work. In: the share of the work that is
 * done. Out: one line on stderr if that is a terminal, else nothing.
 *
 * Invariant: the line is rewritten at most ten times a second, and progress_end
 * clears it. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

double now_seconds(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

Progress progress_start(const char *what)
{
  const Progress progress = {what, isatty(STDERR_FILENO) == 1, now_seconds(), 0,
                             1};
  return progress;
}

Progress progress_of_stage(const Run *run, const char *what)
{
  Progress progress = progress_start(what);
  progress.is_shown = progress.is_shown && run->shows_progress;
  return progress;
}

void progress_show(Progress *progress, double share)
{
  if (!progress->is_shown || now_seconds() < progress->next) return;
  progress->next = now_seconds() + 0.1;
  fprintf(stderr, "\r\033[K%s: %3.0f %%\r", progress->what,
          100 * (progress->from + progress->part * share));
  fflush(stderr);
}

void progress_end(Progress *progress)
{
  if (progress->is_shown) fprintf(stderr, "\r\033[K");
  progress->is_shown = false;
}
