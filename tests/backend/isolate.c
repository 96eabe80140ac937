/* Tests of gen/backend/isolate.c: foreign code in a child process, and of the
 * verb that judges a foreign file with it. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/base.h"
#include "backend/backend.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(isolate, .init = compiling_begin_alone, .fini = compiling_end);

/* ---- one call ---------------------------------------------------------------
 */

typedef struct Trial {
  Run *run;
  Isolation isolation;
  const char *(*body)(void *context);
  const char *text;
} Trial;

static void attempt(void *context)
{
  Trial *trial = context;
  trial->text = isolate(trial->run, &trial->isolation, trial->body, trial->run);
}

/* Returns the text, or the error, of a function in a child process. */
static const char *outcome_within(int seconds,
                                  const char *(*body)(void *context))
{
  static char text[1000];
  Trial trial = {run_open(), {"foreign.c", 1, seconds, 1024}, body, NULL};
  const bool is_done = run_catch(trial.run, attempt, &trial);
  snprintf(text, sizeof text, "%s%s",
           is_done ? "" : "error: ", is_done ? trial.text : trial.run->error);
  run_close(trial.run);
  return text;
}

static const char *outcome(const char *(*body)(void *context))
{
  return outcome_within(100, body);
}

static const char *answer(void *run)
{
  return run_printf(run, "%d", 6 * 7);
}

static const char *blame(void *run)
{
  const Where where = {"foreign.c", 12};
  run_fail(run, where, "the constant is wrong");
}

static const char *leave(void *run)
{
  (void)run;
  if (write(3, "tall is well", 12) != 12) abort();
  _exit(0);
}

static const char *crash(void *run)
{
  (void)run;
  signal(SIGSEGV, SIG_DFL); /* a sanitizer would exit instead */
  raise(SIGSEGV);
  return "";
}

static const char *loop(void *run)
{
  for (volatile unsigned i = 0; run; i++) continue;
  return "";
}

static const char *wait_for_ever(void *run)
{
  while (run) pause();
  return "";
}

/* Its own child holds the pipe open. */
static const char *leave_a_child(void *run)
{
  (void)run;
  if (fork() == 0)
    for (;;) pause();
  _exit(0);
}

static const char *connect_out(void *run)
{
  return run_printf(
      run, "%s",
      socket(AF_INET, SOCK_STREAM, 0) < 0 ? strerror(errno) : "a socket");
}

static const char *print(void *run)
{
  (void)run;
  puts("this is no part of the report");
  fflush(stdout);
  return "report";
}

Test(isolate, a_text_and_an_error_come_back)
{
  cr_expect_str_eq(outcome(answer), "42");
  cr_expect_str_eq(outcome(blame),
                   "error: foreign.c:12: the constant is wrong");
  cr_expect_str_eq(outcome(print), "report");
}

Test(isolate, a_process_that_ends_returns_nothing)
{
  cr_expect_str_eq(outcome(leave),
                   "error: foreign.c: its code ended the process with exit "
                   "code 0 before the report was complete");
  cr_expect_str_eq(
      outcome(crash),
      "error: foreign.c: its code ended the process: Segmentation fault");
  cr_expect_str_eq(outcome(leave_a_child),
                   "error: foreign.c: its code ended the process with exit "
                   "code 0 before the report was complete");
}

Test(isolate, time_is_limited)
{
  cr_expect_str_eq(
      outcome(loop),
      "error: foreign.c: its code ran for more than 1 s of processor time");
  cr_expect_str_eq(outcome_within(1, wait_for_ever),
                   "error: foreign.c: its code ran for more than 1 s");
}

Test(isolate, no_socket_can_be_opened)
{
  cr_expect_str_eq(outcome(connect_out), "Operation not permitted");
}

#if !defined(__SANITIZE_ADDRESS__)
static const char *take_memory(void *run)
{
  size_t taken = 0;
  while (taken < (size_t)4 << 30 && malloc((size_t)64 << 20))
    taken += (size_t)64 << 20;
  return run_printf(run, "%s", taken < (size_t)1 << 30 ? "less" : "too much");
}

Test(isolate, memory_is_limited)
{
  cr_expect_str_eq(outcome(take_memory), "less");
}
#endif

/* ---- the verb
 * ---------------------------------------------------------------- */

/* Verifies the emitted file with that text before it. */
static int verify_with(const char *before, const char *options)
{
  shell(BRISTLE " emit specs/contact/few_bristles.lua -o %s/f >/dev/null",
        folder);
  save("before.c", before);
  shell(
      "cat %s/before.c %s/f/few_bristles.c >%s/whole && "
      "mv %s/whole %s/f/few_bristles.c",
      folder, folder, folder, folder, folder);
  return run_shell(BRISTLE
                   " verify specs/contact/few_bristles.lua "
                   "%s/f/few_bristles.c --backend=cc %s 2>%s/err",
                   folder, options, folder);
}

Test(isolate, a_file_that_ends_the_process_is_not_verified)
{
  cr_expect_eq(verify_with("", ""), 0, "%s", printed);
  expect_in(printed, "against the reference");
  cr_expect_eq(verify_with("void _exit(int);\n"
                           "__attribute__((constructor)) static void begin("
                           "void) { _exit(0); }\n",
                           ""),
               2);
  cr_expect_str_eq(printed, "");
  shell("grep -q 'its code ended the process with exit code 0' %s/err", folder);
}

Test(isolate, what_a_file_prints_is_no_part_of_the_report)
{
  cr_expect_eq(verify_with("int puts(const char *);\n"
                           "__attribute__((constructor)) static void begin("
                           "void) { puts(\"all is well\"); }\n",
                           "--json"),
               0);
  cr_expect_eq(printed[0], '{', "%s", printed);
  cr_expect_null(strstr(printed, "all is well"));
}

Test(isolate, help_says_that_the_file_is_run)
{
  cr_expect_eq(run_shell(BRISTLE " verify --help"), 0);
  expect_in(printed, "Its code is run");
}
