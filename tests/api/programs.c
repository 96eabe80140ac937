/* Tests of plain programs under sanitizers and valgrind. */
#include <criterion/criterion.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(programs, .init = compiling_begin_optimised, .fini = compiling_end);

Test(programs, the_thread_sanitizer_finds_nothing)
{
  cr_expect_eq(run_shell("%s/threads", TEST_THREAD), 0, "%s", printed);
  expect_in(printed, "cc, off by ");
}

#if defined(__SANITIZE_ADDRESS__)
Test(programs, the_leak_sanitizer_finds_nothing)
{
  cr_expect_eq(run_shell("%s/threads", TEST_PLAIN), 0, "%s", printed);
}
#else
/* valgrind 3.19 does not know AVX-512. */
Test(programs, valgrind_finds_no_leak_behind_threads)
{
#ifdef __x86_64__
  write_script("narrow", "exec cc \"$@\" -mno-avx512f");
#endif
  cr_expect_eq(run_shell("valgrind -q --error-exitcode=9 --leak-check=full "
                         "--errors-for-leak-kinds=definite,possible %s/threads",
                         TEST_PLAIN),
               0, "%s", printed);
}
#endif
