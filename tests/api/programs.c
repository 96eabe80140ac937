/* Tests of what others run: plain programs under sanitizers and valgrind, and
 * an installed copy, used from a folder that knows nothing of the sources. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"

static char said[1 << 14], cache[1000];

/* make finds SymEngine in the cache that the user has, tests have another. */
static void begin(void)
{
  const char *own = getenv("BRISTLE_CACHE");
  snprintf(cache, sizeof cache, "%s%s", own ? "BRISTLE_CACHE=" : "",
           own ? own : "");
  compiling_begin();
}

TestSuite(programs, .init = begin, .fini = compiling_end, .timeout = 120);

/* The exit code; what it wrote in `said`. */
static int run(const char *format, ...)
{
  char command[3000];
  va_list args;
  va_start(args, format);
  vsnprintf(command, sizeof command, format, args);
  va_end(args);
  FILE *pipe = popen(command, "r");
  cr_assert_not_null(pipe);
  said[fread(said, 1, sizeof said - 1, pipe)] = 0;
  return pclose(pipe) / 256;
}

/* ---- plain programs ---------------------------------------------------- */

Test(programs, the_thread_sanitizer_finds_nothing)
{
  cr_expect_eq(run("%s/threads 2>&1", TEST_THREAD), 0, "%s", said);
  expect_in(said, "cc, off by ");
}

#if defined(__SANITIZE_ADDRESS__)
Test(programs, the_leak_sanitizer_finds_nothing)
{
  cr_expect_eq(run("%s/threads 2>&1", TEST_PLAIN), 0, "%s", said);
}
#else

Test(programs, valgrind_finds_no_leak_behind_threads)
{
  cr_expect_eq(run("valgrind -q --error-exitcode=9 --leak-check=full "
                   "--errors-for-leak-kinds=definite,possible %s/threads 2>&1",
                   TEST_PLAIN),
               0, "%s", said);
}

/* ---- an installed copy ------------------------------------------------- */

/* The environment of a user of the copy, in a folder of his own. */
static const char *as_user(void)
{
  static char text[1000];
  cr_assert_eq(run("env -u BRISTLE_CACHE %s make -s install PREFIX=%s/prefix "
                   "2>&1",
                   cache, folder),
               0, "%s", said);
  cr_assert_eq(run("mkdir %s/user", folder), 0);
  snprintf(text, sizeof text,
           "cd %s/user && export PATH=%s/prefix/bin:$PATH "
           "LD_LIBRARY_PATH=%s/prefix/lib "
           "PKG_CONFIG_PATH=%s/prefix/lib/pkgconfig "
           "LUA_CPATH='%s/prefix/lib/lua/5.4/?.so' "
           "specs=%s/prefix/share/bristle/specs; ",
           folder, folder, folder, folder, folder, folder);
  return text;
}

Test(programs, an_installed_copy_serves_c_python_and_lua)
{
  static const char last[] = "  0.0100    -4.0050";
  const char *user = as_user();
  cr_expect_eq(run("%s cc -Wall -Wextra -Werror $specs/programs/slide.c "
                   "$(pkg-config --cflags --libs bristle) -o slide 2>&1 && "
                   "./slide $specs/contact/finger_pad.lua mu=0.8 2>&1",
                   user),
               0, "%s", said);
  expect_in(said, "  0.0100    -4.0050  cc");
  cr_expect_eq(run("%s ./slide $specs/contact/finger_pad.lua mu=-1 2>&1", user),
               2);
  expect_in(said, "finger_pad.lua:");
  cr_expect_eq(run("%s cc -O2 -Wall -Wextra -Werror "
                   "$specs/programs/overhead.c "
                   "$(pkg-config --cflags --libs bristle) -o overhead 2>&1 && "
                   "./overhead $specs/contact/gradient_line.lua && "
                   "bristle run $specs/scripts/overhead.lua 2>&1",
                   user),
               0, "%s", said);
  expect_in(said, "Lua, many a call");
  cr_expect_eq(
      run("%s python3 $specs/programs/slide.py $specs/contact/finger_pad.lua "
          "mu=0.8 2>&1",
          user),
      0, "%s", said);
  expect_in(said, last);
  cr_expect_eq(run("%s lua5.4 -e \"print(require 'bristle'.check("
                   "'$specs/contact/square.lua').cells)\" 2>&1",
                   user),
               0, "%s", said);
  cr_expect_eq(
      run("%s bristle check $specs/contact/square.lua >/dev/null", user), 0);
}

/* The commands are the README's. */
Test(programs, an_installed_copy_runs_the_scripts)
{
  const char *user = as_user();
  cr_expect_eq(run("%s bristle run $specs/scripts/sweep.lua "
                   "$specs/contact/finger_pad.lua sweep.svg 2>&1 && "
                   "grep -c '<path' sweep.svg",
                   user),
               0, "%s", said);
  expect_in(said, " 0.8             1");
  cr_expect_eq(run("%s bristle run $specs/scripts/grids.lua "
                   "$specs/contact/gradient_line.lua 2>&1",
                   user),
               0, "%s", said);
  expect_in(said, " 63x63");
  cr_expect_eq(run("%s bristle run $specs/scripts/grip.lua 0.2 0.8 2>&1", user),
               0, "%s", said);
  expect_in(said, "least grip force    4.90 N on each pad");
  cr_expect_eq(run("%s bristle run $specs/scripts/accuracy.lua "
                   "$specs/paper/slip_case2_line.lua accuracy.svg 2>&1 && "
                   "grep -q ellipsoid accuracy.svg",
                   user),
               0, "%s", said);
  expect_in(said, "compressed         20");
}

Test(programs, processes_do_not_change_what_comes_out)
{
  static char one[sizeof said];
  const char *user = as_user();
  cr_expect_eq(
      run("%s lua5.4 $specs/scripts/montecarlo.lua 12 1 | tail -2 2>&1", user),
      0, "%s", said);
  strcpy(one, said);
  expect_in(one, "largest force (N)");
  cr_expect_eq(
      run("%s bristle run $specs/scripts/montecarlo.lua 12 3 | tail -2 2>&1",
          user),
      0, "%s", said);
  cr_expect_str_eq(said, one);
}

/* Without a SymEngine, and with no shared library beside it. */
Test(programs, the_installed_archive_is_whole)
{
  cr_expect_eq(
      run("%s "
          "cc $specs/programs/slide.c $(pkg-config --cflags bristle) "
          "%s/prefix/lib/libbristle.a "
          "$(pkg-config --static --libs bristle | sed 's/-lbristle//') "
          "-o slide 2>&1 && LD_LIBRARY_PATH= ./slide $specs/contact/square.lua "
          "2>&1",
          as_user(), folder),
      0, "%s", said);
  expect_in(said, "cc");
}
#endif
