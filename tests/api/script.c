/* Tests of the Lua module: `bristle run` and a plain lua5.4 run the scripts of
 * tests/api/lua. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/soak.h"

TestSuite(script, .init = compiling_begin, .fini = compiling_end);

/* lua5.4 has no sanitizer, which the module needs; valgrind needs none. */
#if defined(__SANITIZE_ADDRESS__)
#define HAS_TWO_HOSTS 0
#else
#define HAS_TWO_HOSTS 1
#endif
enum { HOSTS = 1 + HAS_TWO_HOSTS };

static const char *const hosts[] = {
    BRISTLE " run", "env LUA_CPATH='" TEST_MODULES "/?.so' lua5.4"};
static char said[1 << 14];

/* Returns the exit code; the output is in `said`. */
static int run_with(const char *host, const char *script, const char *arguments)
{
  char command[1000];
  snprintf(command, sizeof command, "TEST_FOLDER=%s %s %s %s 2>&1", folder,
           host, script, arguments);
  FILE *pipe = popen(command, "r");
  cr_assert_not_null(pipe);
  said[fread(said, 1, sizeof said - 1, pipe)] = 0;
  return pclose(pipe) / 256;
}

static void expect_script(const char *name, const char *arguments)
{
  char path[200];
  snprintf(path, sizeof path, "tests/api/lua/%s.lua", name);
  for (int i = 0; i < HOSTS; i++)
    cr_expect_eq(run_with(hosts[i], path, arguments), 0, "%s: %s", hosts[i],
                 said);
}

Test(script, calls_take_and_give_what_the_descriptor_says)
{
  expect_script("calls", "");
}

Test(script, many_steps_in_one_call_are_the_same_steps)
{
  expect_script("many", "");
}

Test(script, pads_and_a_body_are_solved_together)
{
  expect_script("couple", "");
}

Test(script, batches_are_as_many_single_steps)
{
  expect_script("batch", "");
}

Test(script, specs_come_from_files_texts_and_tables)
{
  expect_script("models", "");
}

Test(script, numbers_of_tune_go_by_name)
{
  expect_script("tune", "");
}

Test(script, a_model_in_use_refuses_calls)
{
  expect_script("reenter", "");
}

/* 500 of them in `make test`. */
Test(script, two_thousand_solvers_leave_memory_flat)
{
#ifdef __SANITIZE_ADDRESS__
  cr_skip_test("the sanitizer keeps what is freed");
#endif
  static const char path[] = "tests/api/lua/collected.lua";
  const int last = HOSTS - 1;
  cr_expect_eq(run_with(hosts[last], path,
                        HOSTS == 2 ? in_soak() ? "2000" : "500" : "150"),
               0, "%s", said);
  cr_expect_eq(run_with(hosts[0], path, "200"), 0, "%s", said);
}

#if HAS_TWO_HOSTS
Test(script, valgrind_finds_no_error_and_no_leak)
{
  static const char *const scripts[] = {"tests/api/lua/calls.lua",
                                        "tests/api/lua/many.lua"};
  for (int i = 0; i < 2; i += soak_stride(2))
    cr_expect_eq(
        run_with("valgrind -q --error-exitcode=9 --leak-check=full "
                 "--errors-for-leak-kinds=definite,possible " BRISTLE " run",
                 scripts[i], ""),
        0, "%s", said);
}
#endif

Test(script, a_script_finds_its_arguments_and_itself)
{
  char path[200];
  snprintf(path, sizeof path, "%s/a.lua", folder);
  FILE *file = fopen(path, "w");
  fputs(
      "print(arg[-1], arg[0] == debug.getinfo(1, 'S').source:sub(2), ...)\n"
      "os.exit(tonumber(arg[1]))\n",
      file);
  fclose(file);
  cr_expect_eq(run_with(hosts[0], path, "3 --x"), 3);
  cr_expect_str_eq(said, "run\ttrue\t3\t--x\n");
}

Test(script, an_error_exits_with_2_and_shows_the_way_to_it)
{
  char path[200];
  snprintf(path, sizeof path, "%s/b.lua", folder);
  FILE *file = fopen(path, "w");
  fputs("require 'bristle'\n.jit('tests/bad/laws/sigma0_negative.lua')\n",
        file);
  fclose(file);
  cr_expect_eq(run_with(hosts[0], path, ""), 2);
  expect_in(said,
            "tests/bad/laws/sigma0_negative.lua:8: sigma0 must be positive");
  expect_in(said, "b.lua:1: in main chunk");
  cr_expect_eq(run_with(hosts[0], "no/such.lua", ""), 2);
  expect_in(said, "cannot open no/such.lua");
  cr_expect_eq(run_with(hosts[0], "", ""), 2);
  expect_in(said, "needs a script");
  cr_expect_eq(run_with(hosts[0], "--what", ""), 2);
  expect_in(said, "unknown option --what");
}
