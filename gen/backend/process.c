/* process.c: one child process that a run waits for. In: a program with its
 * arguments. Out: the exit status; the child's output in a file.
 *
 * Invariant: a stopper signals a child only before waitpid has collected it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "backend/backend.h"
#include "backend/inside.h"

/* ---- stoppers ---------------------------------------------------------- */

struct Stopper {
  pthread_mutex_t lock;
  pid_t child; /* the running child, or 0 */
  bool is_stopped;
};

static void destroy(void *stopper)
{
  pthread_mutex_destroy(&((Stopper *)stopper)->lock);
}

Stopper *stopper_new(Run *run)
{
  Stopper *stopper = run_alloc(run, sizeof *stopper);
  pthread_mutex_init(&stopper->lock, NULL);
  run_defer(run, destroy, stopper);
  return stopper;
}

void stopper_stop(Stopper *stopper)
{
  pthread_mutex_lock(&stopper->lock);
  stopper->is_stopped = true;
  if (stopper->child > 0) kill(-stopper->child, SIGTERM);
  pthread_mutex_unlock(&stopper->lock);
}

bool stopper_is_stopped(Stopper *stopper)
{
  pthread_mutex_lock(&stopper->lock);
  const bool is_stopped = stopper->is_stopped;
  pthread_mutex_unlock(&stopper->lock);
  return is_stopped;
}

/* ---- the child --------------------------------------------------------- */

/* Returns the variables of this process with LC_ALL=C: the messages of
 * compilers are then English and ASCII. */
static char **english_environment(Run *run)
{
  size_t count = 0, n = 0;
  while (environ && environ[count]) count++;
  char **variables = run_alloc(run, (count + 2) * sizeof *variables);
  for (size_t i = 0; i < count; i++)
    if (strncmp(environ[i], "LC_ALL=", 7) != 0) variables[n++] = environ[i];
  variables[n] = run_printf(run, "LC_ALL=C");
  return variables;
}

/* The host may block signals or ignore SIGCHLD; a compiler that inherits these
 * settings cannot wait for its own children, so the child gets the defaults.
 * With a stopper the child leads a process group of its own, since compilers
 * have children, too. */
static void set_attributes(posix_spawnattr_t *attributes, bool has_group)
{
  sigset_t signals;
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  posix_spawnattr_init(attributes);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(attributes, &signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(attributes, &signals);
  if (has_group) flags = (short)(flags | POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setflags(attributes, flags);
}

/* Starts the child unless the stopper is stopped. Returns an errno or 0. */
static int begin(Stopper *stopper, pid_t *child, const char *program,
                 const posix_spawn_file_actions_t *files,
                 const posix_spawnattr_t *attributes, char **arguments,
                 char **variables)
{
  if (!stopper)
    return posix_spawn(child, program, files, attributes, arguments, variables);
  pthread_mutex_lock(&stopper->lock);
  const int failed = stopper->is_stopped
                         ? ECANCELED
                         : posix_spawn(child, program, files, attributes,
                                       arguments, variables);
  stopper->child = failed ? 0 : *child;
  pthread_mutex_unlock(&stopper->lock);
  return failed;
}

/* Waits for the child. *status stays as it was if another thread of the host
 * has collected the child. */
static void await(Stopper *stopper, pid_t child, int *status)
{
  if (stopper) {
    /* The process number stays valid until waitpid. It must not be signalled
     * later. */
    siginfo_t info;
    while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0 &&
           errno == EINTR)
      continue;
    pthread_mutex_lock(&stopper->lock);
  }
  while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
  if (stopper) {
    stopper->child = 0;
    pthread_mutex_unlock(&stopper->lock);
  }
}

int process_run(Run *run, const char *program, char **arguments,
                const char *output, int *status)
{
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  char **variables = english_environment(run);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, output,
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  set_attributes(&attributes, run->stopper != NULL);
  pid_t child;
  const int failed = begin(run->stopper, &child, program, &files, &attributes,
                           arguments, variables);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  *status = 0;
  if (!failed) await(run->stopper, child, status);
  return failed;
}
