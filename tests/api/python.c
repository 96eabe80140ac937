/* Tests of the Python package: pytest runs tests/api/python/. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(python, .init = compiling_begin_optimised, .fini = compiling_end);

/* Sanitizers would have to be in Python as well. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

Test(python, every_claim_of_pytest_holds)
{
  cr_expect_eq(run_shell("BRISTLE=%s PYTHONPATH=%s PYTHONDONTWRITEBYTECODE=1 "
                         "/usr/bin/python3 -m pytest -q -p no:cacheprovider "
                         "tests/api/python",
                         BRISTLE, TEST_PYTHON),
               0, "%s", printed);
  expect_in(printed, " passed");
}

Test(python, the_package_works_without_numpy)
{
  cr_expect_eq(
      run_shell("PYTHONPATH=%s PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -c '"
                "import sys; sys.modules[\"numpy\"] = None\n"
                "import bristle\n"
                "s = bristle.jit(\"specs/contact/few_bristles.lua\", "
                "\"tcc\").state()\n"
                "w = s.step([0.01, 0, 0], 5, 1e-4)\n"
                "assert type(w) is memoryview and w[0] < 0, w\n"
                "m = s.step_jac([0.01, 0, 0], 5, 1e-4)[1]\n"
                "assert m.shape == (3, 3) and len(m.tolist()) == 3\n"
                "assert \"numpy\" not in str(type(s.get()))'",
                TEST_PYTHON),
      0, "%s", printed);
}

/* The wheel runs from a folder of its own, with its own libraries; the source
 * distribution has each file that its build reads. */
Test(python, the_wheel_and_the_sources_are_whole)
{
  if (run_shell("/usr/bin/python3 -c 'import setuptools, wheel'") != 0)
    cr_skip_test("there is no setuptools or no wheel");
  cr_assert_eq(run_shell("sh gen/build/wheel.sh /usr/bin/python3 %s 0.1.0 && "
                         "cd %s/python && ls *-cp311-abi3-*.whl && "
                         "unzip -q *.whl -d site && tar xzf *.tar.gz",
                         folder, folder),
               0, "%s", printed);
  cr_expect_eq(
      run_shell("cp specs/contact/few_bristles.lua %s && cd %s && "
                "PYTHONPATH=python/site /usr/bin/python3 -c '"
                "import bristle\n"
                "s = bristle.jit(\"few_bristles.lua\", \"tcc\").state()\n"
                "assert s.step([0.01, 0, 0], 5, 1e-4)[0] < 0\n"
                "maps = open(\"/proc/self/maps\").read()\n"
                "assert \"site/bristle/lib/libgmp\" in maps, maps' && "
                "cd python/site/bristle && for name in bristle libtcc-dev "
                "libgmp10 liblua5.4-0 libjansson4 libcminpack1; do "
                "[ -s licences/$name.txt ] || echo $name; done",
                folder, folder),
      0, "%s", printed);
  cr_expect_str_eq(printed, "", "without a licence: %s", printed);
  cr_expect_eq(run_shell("cd %s/python/bristle-0.1.0 && "
                         "make -n python-module >log 2>&1 || tail -3 log",
                         folder),
               0);
  cr_expect_str_eq(printed, "");
}

/* In `make faces`, where matplotlib is, each draws its picture. */
static void run_program(const char *name, const char *words)
{
  const bool draws = getenv("TEST_FACES") && strcmp(name, "overhead") != 0;
  char picture[100] = "";
  if (draws) snprintf(picture, sizeof picture, "%s/%s.png", folder, name);
  cr_expect_eq(run_shell("PYTHONPATH=%s PYTHONDONTWRITEBYTECODE=1 "
                         "/usr/bin/python3 specs/programs/python/%s.py %s",
                         TEST_PYTHON, name, picture),
               0, "%s", printed);
  expect_in(printed, words);
  if (draws)
    cr_expect_eq(run_shell("head -c 4 %s | grep -q PNG && test $(wc -c <%s) "
                           "-gt 10000",
                           picture, picture),
                 0, "%s is no picture", picture);
}

Test(python, every_program_in_python_runs)
{
  run_program("variants", "50 variants in");
  run_program("patch", "the sled slips 2 times");
  run_program("fit", "+-");
  run_program("sweep", "72 runs in");
  run_program("overhead", "beyond C");
}

#endif
