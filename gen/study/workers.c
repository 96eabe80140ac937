/* workers.c: processes that simulate rows. In: a study and the file of a shard.
 * Out: the lines of all missing rows, in the file.
 *
 * Invariant: only the parent writes the file, a line at a time; a process that
 * crashes costs its row and no other. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "study/inside.h"

enum { MOST_JOBS = 1024 };

/* Memory that the parent and its children share. */
typedef struct Shared {
  atomic_long next;           /* the next place in the shard */
  _Atomic long at[MOST_JOBS]; /* the place that each child works on */
} Shared;

typedef struct Worker {
  pid_t process; /* 0: none */
  int in;        /* its lines */
  Text rest;     /* of a line that has not come whole */
} Worker;

typedef struct Pool {
  Run *run;
  const Study *study;
  ShardFile *file;
  Shared *shared;
  Worker workers[MOST_JOBS];
  size_t count;
} Pool;

/* ---- the child
 * ---------------------------------------------------------------
 */

static bool send_line(int out, const char *line)
{
  size_t length = strlen(line);
  while (length > 0) {
    const ssize_t n = write(out, line, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    line += n;
    length -= (size_t)n;
  }
  return true;
}

_Noreturn static void be_worker(const Pool *pool, size_t number, int out,
                                pid_t parent)
{
  const ShardFile *file = pool->file;
  const Sweep *sweep = pool->study->sweep;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  for (;;) {
    const long place = atomic_fetch_add(&pool->shared->next, 1);
    if (place >= file->rows) _exit(0);
    if (file->is_done[place]) continue;
    atomic_store(&pool->shared->at[number], place);
    char *line = study_line(pool->study, sweep->shard + place * sweep->shards);
    if (!line || !send_line(out, line)) _exit(1);
    free(line);
  }
}

/* ---- the parent
 * --------------------------------------------------------------
 */

static void start_worker(Pool *pool, size_t number)
{
  const Where nowhere = {NULL, 0};
  const pid_t parent = getpid();
  Worker *worker = &pool->workers[number];
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    run_fail(pool->run, nowhere, "cannot start a process: %s", strerror(errno));
  worker->process = fork();
  if (worker->process == 0) be_worker(pool, number, ends[1], parent);
  close(ends[1]);
  worker->in = ends[0];
  if (worker->process > 0) return;
  worker->process = 0;
  close(ends[0]);
  run_fail(pool->run, nowhere, "cannot start a process: %s", strerror(errno));
}

static void end_workers(void *context)
{
  Pool *pool = context;
  for (size_t i = 0; i < pool->count; i++) {
    Worker *worker = &pool->workers[i];
    if (worker->process <= 0) continue;
    kill(worker->process, SIGKILL);
    while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR) continue;
    close(worker->in);
  }
}

static bool is_crash(int status)
{
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t i = 0; i < COUNT(signals); i++)
    if (WIFSIGNALED(status) && WTERMSIG(status) == signals[i]) return true;
  return false;
}

/* Takes leave of a process that has closed its pipe. A crash is the error of
 * its row; another process then goes on. */
static void end_worker(Pool *pool, size_t number)
{
  const Where nowhere = {NULL, 0};
  const Sweep *sweep = pool->study->sweep;
  Worker *worker = &pool->workers[number];
  int status = 0;
  while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) continue;
  close(worker->in);
  worker->process = 0;
  worker->rest.length = 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (!is_crash(status))
    run_fail(pool->run, nowhere,
             "a process of the sweep was ended (%s); the finished rows are in "
             "%s, and the same command goes on from there",
             WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "no memory",
             pool->file->path);
  const long place = atomic_load(&pool->shared->at[number]);
  char *line =
      study_error_line(pool->study, sweep->shard + place * sweep->shards,
                       run_printf(pool->run, "the process crashed: %s",
                                  strsignal(WTERMSIG(status))));
  if (!line) run_fail(pool->run, nowhere, "out of memory");
  shard_add(pool->file, sweep->shard + place * sweep->shards, line);
  free(line);
  start_worker(pool, number);
}

/* Adds the whole lines of what came. Returns false at the end of the pipe. */
static bool take_lines(Pool *pool, Worker *worker)
{
  char part[1 << 14];
  const ssize_t n = read(worker->in, part, sizeof part);
  if (n < 0 && errno == EINTR) return true;
  if (n <= 0) return false;
  Text *rest = &worker->rest;
  text_append(rest, part, (size_t)n);
  char *start = rest->chars, *end;
  while ((end = memchr(start, '\n',
                       (size_t)(rest->chars + rest->length - start)))) {
    const char after = end[1];
    end[1] = 0;
    shard_add(pool->file, strtol(start, NULL, 10), start);
    end[1] = after;
    start = end + 1;
  }
  rest->length = (size_t)(rest->chars + rest->length - start);
  memmove(rest->chars, start, rest->length + 1);
  return true;
}

static void run_pool(Pool *pool, Progress *progress)
{
  struct pollfd ready[MOST_JOBS];
  const long before = pool->file->done;
  for (;;) {
    size_t running = 0, numbers[MOST_JOBS];
    for (size_t i = 0; i < pool->count; i++) {
      if (pool->workers[i].process == 0) continue;
      ready[running] = (struct pollfd){pool->workers[i].in, POLLIN, 0};
      numbers[running++] = i;
    }
    if (running == 0) return;
    if (poll(ready, running, 200) < 0 && errno != EINTR) return;
    for (size_t k = 0; k < running; k++)
      if (ready[k].revents && !take_lines(pool, &pool->workers[numbers[k]]))
        end_worker(pool, numbers[k]);
    progress_count(progress, pool->file->done, pool->file->rows, before);
  }
}

static int cores(void)
{
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

void workers_run(Run *run, const Study *study, ShardFile *file, int jobs)
{
  const Where nowhere = {NULL, 0};
  const long left = file->rows - file->done;
  if (left == 0) return;
  if (jobs == 0) jobs = cores();
  if (jobs > MOST_JOBS) jobs = MOST_JOBS;
  if (jobs > left) jobs = (int)left;
  Pool *pool = run_alloc(run, sizeof *pool);
  *pool = (Pool){.run = run, .study = study, .file = file};
  pool->shared = mmap(NULL, sizeof *pool->shared, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pool->shared == MAP_FAILED) run_fail(run, nowhere, "out of memory");
  run_defer(run, end_workers, pool);
  Progress progress = progress_start("sweep");
  fflush(NULL);
  for (; pool->count < (size_t)jobs; pool->count++) {
    pool->workers[pool->count].rest = text_new(run);
    start_worker(pool, pool->count);
  }
  run_pool(pool, &progress);
  progress_end(&progress);
  munmap(pool->shared, sizeof *pool->shared);
  if (file->done < file->rows)
    run_fail(run, nowhere, "internal: %ld rows are missing",
             file->rows - file->done);
}
