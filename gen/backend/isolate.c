/* isolate.c: foreign code in a child process. In: a function that runs that
 * code. Out: the text that the function returned, or the run ends.
 *
 * Invariant: a text counts only if its end mark has come, which no file that is
 * written beforehand can know: code that ends its process returns nothing. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "backend/backend.h"

enum { MARK_BYTES = 16, MARK_HEX = 2 * MARK_BYTES, MOST_TEXT = 64 << 20 };

/* ---- the child's limits ---------------------------------------------------
 */

/* No new sockets, no reading or writing of other processes. */
static const int refused_calls[] = {
#ifdef SYS_socketcall
    SYS_socketcall,
#endif
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_ptrace,
    SYS_pidfd_getfd,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_io_uring_setup};

#if defined(__x86_64__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

/* Makes the refused system calls fail, in this process and its children.
 * Returns false if the system cannot do that. */
static bool refuse_calls(void)
{
  struct sock_filter code[COUNT(refused_calls) * 2 + 8];
  unsigned short n = 0;
  const struct sock_filter fail =
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
#ifdef OWN_ARCH /* numbers of another architecture mean other calls */
  code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                           offsetof(struct seccomp_data, arch));
  code[n++] =
      (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0);
  code[n++] = fail;
#endif
  code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                                           offsetof(struct seccomp_data, nr));
#ifdef __x86_64__ /* the numbers of x32 */
  code[n++] =
      (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 1u << 30, 0, 1);
  code[n++] = fail;
#endif
  for (size_t i = 0; i < COUNT(refused_calls); i++) {
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
                                             (unsigned)refused_calls[i], 0, 1);
    code[n++] = fail;
  }
  code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const struct sock_fprog program = {n, code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/* Refuses more than `most + more`; beyond `most` processor time ends the
 * process with a signal that tells why. */
static bool limit(int resource, rlim_t most, rlim_t more)
{
  struct rlimit now;
  if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return false;
  const bool is_free = now.rlim_max == RLIM_INFINITY;
  if (is_free || now.rlim_max > most + more) now.rlim_max = most + more;
  now.rlim_cur = now.rlim_max < most ? now.rlim_max : most;
  return setrlimit((__rlimit_resource_t)resource, &now) == 0;
}

static bool set_limits(const Isolation *isolation)
{
  bool is_limited = limit(RLIMIT_CORE, 0, 0) &&
                    limit(RLIMIT_CPU, (rlim_t)isolation->processor_seconds, 2);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  /* The shadow memory of a sanitizer takes terabytes of addresses. */
  is_limited =
      is_limited && limit(RLIMIT_AS, (rlim_t)isolation->mebibytes << 20, 0);
#endif
  return is_limited && refuse_calls();
}

/* ---- the child -------------------------------------------------------------
 */

static bool send_all(int fd, const char *bytes, size_t length)
{
  while (length > 0) {
    const ssize_t n = write(fd, bytes, length);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    length -= (size_t)n;
  }
  return true;
}

typedef struct Call {
  const char *(*body)(void *context);
  void *context;
  const char *text;
} Call;

static void make_call(void *context)
{
  Call *call = context;
  call->text = call->body(call->context);
}

/* What the foreign code prints goes to stderr. */
static void keep_descriptors(int *out)
{
  const int in = open("/dev/null", O_RDONLY);
  dup2(in, 0);
  dup2(2, 1);
  *out = dup2(*out, 3);
  fcntl(3, F_SETFD, FD_CLOEXEC);
  close_range(4, ~0u, 0);
}

/* Sends the text, or the error, and the mark. */
_Noreturn static void be_child(Run *run, Call *call, const Isolation *isolation,
                               int out, const char *mark)
{
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  keep_descriptors(&out);
  bool is_done = false;
  if (set_limits(isolation))
    is_done = run_catch(run, make_call, call);
  else
    run->error =
        run_printf(run, "cannot limit a child process: %s", strerror(errno));
  const char *text = is_done ? call->text : run->error;
  const bool is_sent = send_all(out, is_done ? "t" : "e", 1) &&
                       send_all(out, text, strlen(text)) &&
                       send_all(out, mark, MARK_HEX);
  _exit(is_sent ? 0 : 1);
}

/* ---- the parent ------------------------------------------------------------
 */

/* Reads until the child closes the pipe, or ends, or the time is over. Returns
 * false in the last case. */
static bool receive(Text *text, int in, pid_t child, double seconds)
{
  const double end = now_seconds() + seconds;
  bool is_running = true;
  for (;;) {
    char part[1 << 14];
    struct pollfd ready = {in, POLLIN, 0};
    const int found = poll(&ready, 1, is_running ? 100 : 0);
    if (found > 0) {
      const ssize_t n = read(in, part, sizeof part);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0 || text->length > MOST_TEXT) return true;
      text_append(text, part, (size_t)n);
      continue;
    }
    if (!is_running) return true; /* its own children may hold the pipe */
    siginfo_t info = {.si_pid = 0};
    waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT);
    is_running = info.si_pid == 0;
    if (now_seconds() > end) return false;
  }
}

/* Ends the run with the reason why the child did not send a whole text. */
_Noreturn static void fail_without_mark(Run *run, const Isolation *isolation,
                                        bool is_in_time, int status)
{
  const Where where = {isolation->what, 0};
  if (!is_in_time || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
    run_fail(run, where, "its code ran for more than %d s%s",
             is_in_time ? isolation->processor_seconds : isolation->seconds,
             is_in_time ? " of processor time" : "");
  if (WIFSIGNALED(status))
    run_fail(run, where, "its code ended the process: %s",
             strsignal(WTERMSIG(status)));
  run_fail(run, where,
           "its code ended the process with exit code %d before the report "
           "was complete",
           WEXITSTATUS(status));
}

const char *isolate(Run *run, const Isolation *isolation,
                    const char *(*body)(void *context), void *context)
{
  const Where nowhere = {NULL, 0};
  unsigned char random[MARK_BYTES];
  char mark[MARK_HEX + 1];
  int ends[2];
  if (getrandom(random, sizeof random, 0) != sizeof random ||
      pipe2(ends, O_CLOEXEC) != 0)
    run_fail(run, nowhere, "cannot start a child process: %s", strerror(errno));
  for (int i = 0; i < MARK_BYTES; i++)
    snprintf(mark + 2 * i, 3, "%02x", random[i]);
  Call call = {body, context, NULL};
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) be_child(run, &call, isolation, ends[1], mark);
  close(ends[1]);
  Text text = text_new(run);
  int status = 0;
  const bool is_in_time =
      child > 0 && receive(&text, ends[0], child, isolation->seconds);
  close(ends[0]);
  if (child < 0)
    run_fail(run, nowhere, "cannot start a child process: %s", strerror(errno));
  kill(-child, SIGKILL); /* it may have left others */
  kill(child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (text.length <= MARK_HEX ||
      memcmp(text.chars + text.length - MARK_HEX, mark, MARK_HEX) != 0)
    fail_without_mark(run, isolation, is_in_time, status);
  text.chars[text.length - MARK_HEX] = 0;
  if (text.chars[0] == 'e') run_fail(run, nowhere, "%s", text.chars + 1);
  return text.chars + 1;
}
