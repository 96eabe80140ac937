/* Tests of odd contacts: each spec of tests/data/contact failed in verify once;
 * its first line says what is odd. What cannot hold is refused by check. */
#include <criterion/criterion.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(odd, .init = compiling_begin, .fini = compiling_end);

static void expect_held(const char *const *names, size_t count)
{
  for (size_t i = 0; i < count; i++)
    cr_expect_eq(run_shell("%s verify tests/data/contact/%s.lua --backend=tcc",
                           BRISTLE, names[i]),
                 0, "%s:\n%s", names[i], printed);
}

Test(odd, rounds_of_implicit_steps_converge)
{
  static const char *const names[] = {"to_and_fro"};
  expect_held(names, sizeof names / sizeof *names);
}

Test(odd, slopes_hold_where_differences_have_few_digits)
{
  static const char *const names[] = {"slow_twist",          "steep_at_rest",
                                      "sharp_implicit_step", "fast_spin",
                                      "fading_turn",         "steep_in_float"};
  expect_held(names, sizeof names / sizeof *names);
}

Test(odd, slopes_of_tables_keep_the_digits_that_they_have)
{
  static const char *const names[] = {"curved_surface", "damped_table_in_float",
                                      "sharp_by_tuning", "corner_in_float",
                                      "fine_table_in_float"};
  const size_t left_out = in_soak() ? 0 : 1; /* a search of 6 s */
  expect_held(names, sizeof names / sizeof *names - left_out);
}

Test(odd, slopes_end_where_exponentials_end)
{
  cr_expect_eq(run_shell("%s verify tests/data/contact/curve_long_gone.lua "
                         "--backend=cc",
                         BRISTLE),
               0, "%s", printed);
}

Test(odd, order_shows_at_sharp_bends)
{
  static const char *const names[] = {"sharp_bend", "one_sharp_bristle",
                                      "hidden_bend"};
  expect_held(names, sizeof names / sizeof *names);
}

Test(odd, bodies_hold_over_vast_steps_and_sharp_yields)
{
  static const char *const names[] = {"vast_step", "sharp_reference",
                                      "held_by_damping"};
  expect_held(names, sizeof names / sizeof *names);
}

Test(odd, body_whose_turns_have_no_digits_is_refused)
{
  static const char check[] = "%s check tests/data/contact/free_turn.lua %s";
  cr_expect_eq(run_shell(check, BRISTLE, ""), 1, "%s", printed);
  cr_expect_not_null(strstr(printed, "one bristle lets the body turn"), "%s",
                     printed);
  cr_expect_eq(
      run_shell(check, BRISTLE, "--set body.mass=10 --set body.inertia=1e5"), 0,
      "%s", printed);
}
