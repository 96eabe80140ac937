/* Tests of the Python package: pytest runs tests/api/python/. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"

TestSuite(python, .init = compiling_begin, .fini = compiling_end);

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

static void run_program(const char *name, const char *words)
{
  cr_expect_eq(run_shell("PYTHONPATH=%s PYTHONDONTWRITEBYTECODE=1 "
                         "/usr/bin/python3 specs/programs/python/%s",
                         TEST_PYTHON, name),
               0, "%s", printed);
  expect_in(printed, words);
}

Test(python, every_program_in_python_runs)
{
  run_program("variants.py", "50 variants in");
  run_program("patch.py", "the sled slips 2 times");
  run_program("fit.py", "+-");
  if (in_soak()) run_program("sweep.py", "72 runs in");
}

#endif
