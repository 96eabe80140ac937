/* Tests of what a person at a terminal sees: progress, colours, several specs,
 * files written again when a spec is saved. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(terminal, .init = compiling_begin, .fini = compiling_end);

/* Returns the exit code of a command in a terminal of its own. */
static int in_terminal(const char *before, const char *command)
{
  if (!has_program("script")) cr_skip_test("there is no program script");
  return run_shell(
      "unset NO_COLOR; export TERM=xterm; %s script -qefc '%s' "
      "/dev/null </dev/null",
      before, command);
}

/* The reference takes some seconds for the scenario. */
static const char slow[] = BRISTLE
    " sim specs/tutorial/block.lua --set grid.1=31 --set grid.2=31 "
    "--backend=reference -o %s/block.csv";

Test(terminal, long_work_tells_the_time_left)
{
  char command[300];
  snprintf(command, sizeof command, slow, folder);
  cr_expect_eq(in_terminal("", command), 0, "%s", printed);
  const char *share = strstr(printed, " %, ");
  cr_assert_not_null(share, "%s", printed);
  int left = -1;
  cr_expect_eq(sscanf(share, " %%, %d s left", &left), 1, "%s", share);
  cr_expect(left >= 0 && left < 600, "%d", left);
  const char *end = strstr(printed, "block.csv");
  cr_assert_not_null(end, "%s", printed);
  cr_expect(!strstr(end, "left"), "a line was left behind: %s", end);
}

Test(terminal, progress_is_silent_in_a_pipe_and_on_a_dumb_terminal)
{
  char command[300];
  snprintf(command, sizeof command, slow, folder);
  cr_expect_eq(run_shell("%s", command), 0);
  cr_expect(!strchr(printed, '%') && !strchr(printed, '\r'), "%s", printed);
  cr_expect_eq(in_terminal("export TERM=dumb;", command), 0);
  cr_expect(!strstr(printed, "left"), "%s", printed);
}

Test(terminal, short_work_says_nothing)
{
  cr_expect_eq(
      in_terminal("", BRISTLE " check specs/contact/gradient_line.lua"), 0);
  cr_expect(!strstr(printed, "so far") && !strstr(printed, " left"), "%s",
            printed);
}

Test(terminal, colours_are_for_terminals_without_no_color)
{
  static const char check[] = BRISTLE " check specs/contact/square.lua";
  cr_expect_eq(in_terminal("", check), 0);
  expect_in(printed, "\033[1;33mwarning:\033[0m sigma1");
  cr_expect_eq(in_terminal("export NO_COLOR=1;", check), 0);
  cr_expect(!strchr(printed, '\033'), "%s", printed);
  cr_expect_eq(in_terminal("export NO_COLOR=;", check), 0);
  expect_in(printed, "\033[1;33mwarning:");
  cr_expect_eq(run_shell("unset NO_COLOR; TERM=xterm %s", check), 0);
  cr_expect(!strchr(printed, '\033'), "%s", printed);
  cr_expect_eq(
      in_terminal("", BRISTLE " check tests/bad/laws/sigma0_negative.lua"), 2);
  expect_in(printed, "\033[1;31mtests/bad/laws/sigma0_negative.lua:8: sigma0");
}

/* ---- several specs --------------------------------------------------------
 */

Test(terminal, check_of_several_specs_goes_on_after_an_error)
{
  cr_expect_eq(run_shell(BRISTLE " check specs/contact/square.lua "
                                 "tests/bad/laws/sigma0_negative.lua "
                                 "specs/contact/gradient_line.lua 2>&1"),
               2);
  expect_in(printed, "square: contact (specs/contact/square.lua)");
  expect_in(printed, "sigma0 must be positive, got -1");
  expect_in(printed, "gradient_line: contact");
  expect_in(printed,
            "3 specs: 2 without errors, 0 with errors of the lint, 1 that");
  cr_expect_eq(run_shell(BRISTLE " check specs/contact/square.lua "
                                 "specs/contact/gradient_line.lua"),
               0);
  cr_expect_eq(run_shell(BRISTLE " check specs/contact/square.lua "
                                 "specs/contact/gradient_line.lua --json "
                                 "2>/dev/null"),
               0);
  int objects = 0;
  for (const char *at = printed; (at = strstr(at, "\"spec_hash\"")); at++)
    objects++;
  cr_expect_eq(objects, 2);
}

/* ---- emit --watch ---------------------------------------------------------
 */

/* Shell: waits up to 20 s until the command succeeds. */
#define UNTIL                                                  \
  "until_() { n=0; until \"$@\"; do sleep 0.1; n=$((n + 1)); " \
  "[ $n -lt 200 ] || { echo \"never: $*\"; kill $pid; exit 1; }; done; }; "

Test(terminal, a_saved_spec_is_emitted_again_and_a_broken_one_is_not)
{
  shell(
      "sed 's/mu = 1.0/mu = 0.5/' specs/contact/finger_pad.lua "
      ">%s/good.lua; sed 's/mu = 1.0/mu = 0.25/' "
      "specs/contact/finger_pad.lua >%s/better.lua",
      folder, folder);
  cr_expect_eq(
      run_shell("program=$PWD/" BRISTLE "; cd %s; cp good.lua pad.lua; "
                "timeout 120 $program emit pad.lua -o to --watch >log 2>&1 & "
                "pid=$!; " UNTIL "until_ grep -q watching log; "
                "grep -q 'mu_c = 0.5' to/finger_pad.h || echo first; "
                "cp to/finger_pad.h before.h; "
                "echo 'return contact {' >pad.lua; "
                "until_ grep -q '^pad.lua:' log; "
                "cmp before.h to/finger_pad.h || echo touched; "
                "cp better.lua pad.new && mv pad.new pad.lua; "
                "until_ grep -q 'mu_c = 0.25' to/finger_pad.h; "
                "kill $pid; { wait $pid; } 2>/dev/null; [ -s to/finger_pad.c ]",
                folder),
      0, "%s", printed);
  cr_expect(!strstr(printed, "first") && !strstr(printed, "touched"), "%s",
            printed);
}
