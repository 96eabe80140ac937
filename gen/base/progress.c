/* progress.c: the progress of long work. In: the name of the work and the share
 * of it that is done. Out: one line on stderr if that is a terminal and the
 * program has worked for a second, else nothing.
 *
 * Invariant: without progress_open these functions do nothing, so a library
 * never writes; progress_close and progress_end leave no line behind. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"

/* Seconds before the first line; between two lines; of a phase before its time
 * left is told. */
static const double SILENCE = 1, PERIOD = 0.2, LEARNING = 0.5;

/* The line of this process. A thread of its own draws it, since some work, such
 * as a compiler's, cannot be interrupted. */
static struct Line {
  pthread_mutex_t lock;
  pthread_cond_t stop;
  pthread_t thread;
  atomic_bool is_open;
  bool is_drawn;
  double opened; /* s of now_seconds */
  char what[80]; /* empty: no phase */
  double begun;  /* of the phase */
  double share;  /* done; 0: not known */
  double first;  /* share that was done when the phase began */
  char how[40];  /* in the place of the share; or empty */
} line = {.lock = PTHREAD_MUTEX_INITIALIZER, .stop = PTHREAD_COND_INITIALIZER};

double now_seconds(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- drawing, with the lock held ------------------------------------------
 */

static void clear(void)
{
  if (line.is_drawn) fprintf(stderr, "\r\033[K");
  line.is_drawn = false;
}

/* Writes a time as ", 7 s left", ", 5:09 left" or ", 1:05:09 left". */
static void draw_left(double seconds)
{
  const long left = seconds < 1e9 ? (long)(seconds + 0.5) : 0;
  const int s = (int)(left % 60), m = (int)(left / 60 % 60);
  if (left >= 3600)
    fprintf(stderr, ", %ld:%02d:%02d left", left / 3600, m, s);
  else if (left >= 60)
    fprintf(stderr, ", %d:%02d left", m, s);
  else
    fprintf(stderr, ", %d s left", s);
}

static void draw(void)
{
  const double now = now_seconds(), spent = now - line.begun;
  if (!line.what[0] || now - line.opened < SILENCE) return;
  fprintf(stderr, "\r\033[K%s: ", line.what);
  if (line.how[0])
    fprintf(stderr, "%s", line.how);
  else if (line.share > 0)
    fprintf(stderr, "%.0f %%", 100 * line.share);
  else
    fprintf(stderr, "%.0f s so far", now - line.opened);
  const double gained = line.share - line.first;
  if (gained > 0 && spent > LEARNING)
    draw_left(spent * (1 - line.share) / gained);
  fprintf(stderr, "\r");
  fflush(stderr);
  line.is_drawn = true;
}

static void *draw_often(void *unused)
{
  (void)unused;
  pthread_mutex_lock(&line.lock);
  while (line.is_open) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += (long)(1e9 * PERIOD);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&line.stop, &line.lock, &until);
    if (line.is_open) draw();
  }
  clear();
  pthread_mutex_unlock(&line.lock);
  return NULL;
}

/* ---- the terminal -------------------------------------------------------- */

static void lock(void)
{
  pthread_mutex_lock(&line.lock);
}

static void unlock(void)
{
  pthread_mutex_unlock(&line.lock);
}

/* A child process does not have the thread. */
static void leave_to_parent(void)
{
  line.is_open = line.is_drawn = false;
  unlock();
}

void progress_open(void)
{
  static bool is_told;
  const char *terminal = getenv("TERM");
  if (line.is_open || isatty(STDERR_FILENO) != 1 ||
      (terminal && strcmp(terminal, "dumb") == 0))
    return;
  if (!is_told && pthread_atfork(lock, unlock, leave_to_parent) != 0) return;
  is_told = true;
  line.opened = now_seconds();
  line.what[0] = 0;
  line.is_open = true;
  if (pthread_create(&line.thread, NULL, draw_often, NULL) != 0)
    line.is_open = false;
}

void progress_close(void)
{
  if (!line.is_open) return;
  lock();
  line.is_open = false;
  pthread_cond_signal(&line.stop);
  unlock();
  pthread_join(line.thread, NULL);
}

/* ---- phases ---------------------------------------------------------------
 */

/* Sets the phase; `begun` is the time at which it began. */
static void set(const char *what, double begun, double share)
{
  snprintf(line.what, sizeof line.what, "%s", what);
  line.begun = begun;
  line.share = share;
  line.first = 0;
  line.how[0] = 0;
}

Progress progress_start(const char *what)
{
  Progress progress = {.what = what, .part = 1};
  if (!line.is_open) return progress;
  lock();
  memcpy(progress.before, line.what, sizeof progress.before);
  progress.begun = line.begun;
  progress.share = line.share;
  set(what, now_seconds(), 0);
  unlock();
  return progress;
}

void progress_show(Progress *progress, double share)
{
  if (line.is_open)
    progress_step(progress->what, progress->from + progress->part * share);
}

void progress_count(Progress *progress, long done, long all, long before)
{
  if (!line.is_open) return;
  progress_step(progress->what, (double)done / (double)all);
  lock();
  line.first = (double)before / (double)all;
  snprintf(line.how, sizeof line.how, "%ld of %ld rows", done, all);
  unlock();
}

void progress_step(const char *what, double share)
{
  if (!line.is_open) return;
  lock();
  const bool is_new = strncmp(line.what, what, sizeof line.what - 1) != 0;
  set(what, is_new ? now_seconds() : line.begun, share);
  unlock();
}

void progress_end(Progress *progress)
{
  if (!line.is_open) return;
  lock();
  clear();
  set(progress->before, progress->begun, progress->share);
  unlock();
}
