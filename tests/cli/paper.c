/* Tests of `make paper`: cheap figures hold their tolerances, and a figure that
 * does not is an error. `make paper` itself checks all figures. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

#define MAIN "specs/paper/figures/main.lua"

TestSuite(paper, .init = compiling_begin, .fini = compiling_end);

Test(paper, a_figure_of_the_authors_data_holds_its_tolerances)
{
  cr_assert_eq(run_shell(BRISTLE " run " MAIN " %s/p 5", folder), 0, "%s",
               printed);
  cr_expect_not_null(strstr(printed, "RMSE to the authors' program"));
  cr_expect_eq(run_shell("cd %s/p && head -n 1 fig_05.csv && wc -l <fig_05.csv "
                         "&& test -s fig_05.svg && test -s fig_05.png",
                         folder),
               0, "%s", printed);
  cr_expect_not_null(strstr(printed, "t,vx,vy,w,fx_distributed"));
  cr_expect_not_null(strstr(printed, "1001"), "%s", printed);
}

/* The same beside other data: one torque of the authors is changed. */
Test(paper, a_figure_beyond_its_tolerance_is_an_error)
{
  cr_assert_eq(
      run_shell("mkdir -p %s/tests/data && awk -F, -v OFS=, "
                "'NR == 90 { $7 += 1e-9 } { print }' "
                "tests/data/profile_circle.csv >%s/tests/data/profile_circle.csv",
                folder, folder),
      0);
  cr_expect_eq(run_shell("here=$PWD && cd %s && $here/" BRISTLE
                         " run $here/" MAIN " p 5",
                         folder),
               1, "%s", printed);
  cr_expect_not_null(strstr(printed, "DOES NOT HOLD"), "%s", printed);
}

Test(paper, an_unknown_figure_is_named)
{
  cr_expect_eq(run_shell(BRISTLE " run " MAIN " %s/p 99", folder), 2);
  cr_expect_not_null(strstr(printed, "there is no figure \"99\"; there are"),
                     "%s", printed);
}
