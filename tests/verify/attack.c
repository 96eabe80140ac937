/* Tests with the reproductions of an attack on bristle (tests/data/attack):
 * specs that wrote memory or hung, runs within a run, wrong steps with status
 * OK, foreign files. Each did once what its first lines say. The cache's race
 * is in tests/backend/cache.c; `make soak` judges all specs that verify once
 * failed. */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <unistd.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

#define HERE "tests/data/attack/"

TestSuite(attack, .init = compiling_begin, .fini = compiling_end);

/* A message with the file's line, and exit 2: no signal, no hang. */
Test(attack, specs_that_wrote_memory_or_hung_are_refused)
{
  static const char *const names[] = {
      "stack_write",   "stack_write_ret", "result_grows", "stale_symbol_oob",
      "hang_pressure", "hang_sort",       "hang_one_cell"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    cr_expect_eq(run_shell("ulimit -t 60; %s check " HERE "%s.lua 2>&1 "
                           ">/dev/null | grep '%s.lua:[0-9]*: '",
                           BRISTLE, names[i], names[i]),
                 0, "%s", names[i]);
}

Test(attack, an_order_that_decides_late_gives_the_same_bytes)
{
  cr_expect_eq(
      run_shell("for i in 1 2 3; do %s check --json " HERE
                "sort_nondeterminism.lua | md5sum; done | sort -u | wc -l | "
                "grep -x 1",
                BRISTLE),
      0, "%s", printed);
}

Test(attack, a_run_within_a_run_is_refused)
{
  static const char *const names[] = {"lua_reenter_each", "lua_close_in_each"};
  for (size_t i = 0; i < 2; i++)
    cr_expect_eq(run_shell("%s run " HERE "%s.lua 2>&1 | grep 'the model is "
                           "in use by its own simulation'",
                           BRISTLE, names[i]),
                 0, "%s: %s", names[i], printed);
}

Test(attack, results_that_are_not_finite_are_bad_states)
{
  cr_expect_neq(run_shell("%s run " HERE "separated_not_finite.lua | "
                          "grep -iE 'separated.*(inf|nan)'",
                          BRISTLE),
                0, "%s", printed);
  cr_expect_eq(run_shell("%s run " HERE "separated_not_finite.lua | "
                         "grep -c 'bad state'",
                         BRISTLE),
               0, "%s", printed);
  cr_expect_eq(run_shell("%s run " HERE "slider_no_convergence.lua "
                         "specs/slider/parcel.lua | grep holds",
                         BRISTLE),
               0, "%s", printed);
}

Test(attack, a_body_on_six_cells_and_a_steep_cone_hold)
{
  cr_expect_eq(run_shell("%s verify " HERE "body_step_off.lua --backend=tcc && "
                         "%s verify " HERE "cone_float_selftest.lua "
                         "--backend=tcc",
                         BRISTLE, BRISTLE),
               0, "%s", printed);
  if (in_soak())
    cr_expect_eq(run_shell("%s run " HERE "body_step_off_by_hand.lua " HERE
                           "body_step_off.lua 0.3 3.33e-10 1 6",
                           BRISTLE),
                 0, "%s", printed);
}

Test(attack, files_of_others_stay_as_they_are)
{
  cr_expect_eq(run_shell("sh " HERE "emit_symlink.sh %s "
                         "specs/slider/parcel.lua",
                         BRISTLE),
               0, "%s", printed);
  cr_expect_eq(run_shell("ROUNDS=%d sh " HERE "emit_race.sh %s "
                         "specs/slider/parcel.lua mu",
                         in_soak() ? 60 : 3, BRISTLE),
               0, "%s", printed);
}

Test(attack, a_file_does_not_speak_for_the_verifier)
{
  cr_expect_eq(run_shell("sh " HERE "verify_hostile.sh %s "
                         "specs/slider/parcel.lua",
                         BRISTLE),
               0, "%s", printed);
}

/* As root only: the disk is a file system in memory. */
Test(attack, a_picture_on_a_full_disk_is_not_listed)
{
  if (!in_soak() || geteuid() != 0) return;
  const int code = run_shell("sh " HERE "plot_full_disk.sh %s", BRISTLE);
  cr_expect(code == 0 || code == 77, "%s", printed);
}

/* Each passed check and failed verify once; its first lines say how. */
Test(attack, specs_that_verify_failed_are_refused_or_hold)
{
  glob_t found;
  cr_assert_eq(glob(HERE "specs/*.lua", 0, NULL, &found), 0);
  cr_assert_eq(found.gl_pathc, 58);
  for (size_t i = 1; i < found.gl_pathc; i += (size_t)soak_stride(13)) {
    const char *path = found.gl_pathv[i];
    if (run_shell("%s check %s", BRISTLE, path) == 2)
      expect_in(printed, ".lua:");
    else
      cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE, path), 0,
                   "%s: %s", path, printed);
  }
  globfree(&found);
}
