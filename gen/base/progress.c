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
  const double now = now_seconds();
  const Progress progress = {what, isatty(STDERR_FILENO) == 1, now, 0, 1, now};
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

/* Writes a time as "1:05:09 left" or "5:09 left". */
static void show_time_left(double seconds)
{
  const long left = seconds < 1e9 ? (long)(seconds + 0.5) : 0;
  const int s = (int)(left % 60), m = (int)(left / 60 % 60);
  if (left >= 3600)
    fprintf(stderr, ", %ld:%02d:%02d left", left / 3600, m, s);
  else
    fprintf(stderr, ", %d:%02d left", m, s);
}

void progress_count(Progress *progress, long done, long all, long before)
{
  if (!progress->is_shown || now_seconds() < progress->next) return;
  progress->next = now_seconds() + 0.1;
  fprintf(stderr, "\r\033[K%s: %ld of %ld rows", progress->what, done, all);
  const double passed = now_seconds() - progress->start;
  if (done > before)
    show_time_left(passed * (double)(all - done) / (double)(done - before));
  fprintf(stderr, "\r");
  fflush(stderr);
}

void progress_end(Progress *progress)
{
  if (progress->is_shown) fprintf(stderr, "\r\033[K");
  progress->is_shown = false;
}
