/* Tests of README.md and specs/README.md: their commands print what stands
 * there (tests/cli/documents.lua). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/soak.h"

#define SCRIPT BRISTLE " run tests/cli/documents.lua"

static int exit_code(const char *command)
{
  const int status = system(command);
  cr_assert(WIFEXITED(status), "%s", command);
  return WEXITSTATUS(status);
}

Test(documents, readme_prints_what_stands_there)
{
  cr_expect_eq(exit_code(in_soak() ? SCRIPT " --long $PWD README.md"
                                   : SCRIPT " $PWD README.md"),
               0);
}

Test(documents, tutorial_prints_what_stands_there)
{
  cr_expect_eq(exit_code(in_soak() ? SCRIPT " --long $PWD specs/README.md"
                                   : SCRIPT " $PWD specs/README.md"),
               0);
}

/* Writes a document below the root of the tree and returns the exit code of the
 * script on it. */
static int code_of(const char *text)
{
  char name[64], command[512];
  snprintf(name, sizeof name, "out/document-%ld.md", (long)getpid());
  FILE *file = fopen(name, "w");
  cr_assert_not_null(file);
  cr_assert(fputs(text, file) >= 0 && fclose(file) == 0);
  snprintf(command, sizeof command,
           SCRIPT " $PWD %s >%s.out 2>&1; code=$?; rm %s.out; exit $code", name,
           name, name);
  const int code = exit_code(command);
  unlink(name);
  return code;
}

Test(documents, what_does_not_hold_is_found)
{
  cr_expect_eq(code_of("```console\n$ echo 17 N in 3 ms\n17 N in 4 ms\n```\n"),
               0);
  cr_expect_eq(code_of("```console\n$ echo 17 N\n18 N\n```\n"), 1);
  cr_expect_eq(code_of("```console\n$ seq 5\n1\n...\n4\n5\n```\n"), 0);
  cr_expect_eq(code_of("```console\n$ seq 5\n1\n...\n4\n```\n"), 1);
  cr_expect_eq(code_of("```console\n$ seq 2\n1\n```\n"), 1);
  cr_expect_eq(code_of("```console\n$ false\n```\n"), 1);
  cr_expect_eq(code_of("```console fails\n$ false\n```\n"), 0);
  cr_expect_eq(code_of("```console fails\n$ true\n```\n"), 1);
  cr_expect_eq(code_of("```console\n$ true\n```\n```lua "
                       "../specs/contact/square.lua\nreturn 1\n```\n"),
               1);
  cr_expect_eq(code_of("no command at all\n"), 1);
}
