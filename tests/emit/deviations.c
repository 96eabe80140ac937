/* deviations.c: tests of the record of deviations: cppcheck's MISRA addon finds
 * no rule that is not in it, in files of every kind. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(deviations, .init = compiling_begin, .fini = compiling_end);

/* Prints the rules that cppcheck finds in pad.c and the record does not have.
 */
static void find_unrecorded(void)
{
  run_shell(
      "cd %s && cppcheck -q --addon=misra --std=c11 -D__GNUC__=12 pad.c "
      "2>&1 | grep -o 'misra-c2012-[0-9.]*' | sort -u | sed "
      "'s/misra-c2012-//' >found; test -s found || echo none found; while "
      "read rule; do grep -q \"^| $rule |\" pad_deviations.md || echo "
      "$rule; done <found",
      folder);
}

static void emit_recorded(const char *arguments)
{
  cr_assert_eq(run_shell(BRISTLE " emit %s --set 'name=\"pad\"' --deviations "
                                 "-o %s",
                         arguments, folder),
               0, "%s: %s", arguments, printed);
}

Test(deviations, every_broken_rule_has_its_row)
{
  static const char *const specs[] = {
      "specs/joint/axis.lua --set 'functions={\"step\",\"rate\"}'",
      "specs/contact/finger_pad.lua --set model=ellipsoid --set "
      "'functions={\"step\",\"steady\"}'"};
  if (!has_program("cppcheck")) cr_skip_test("no cppcheck here (make rules)");
  for (size_t i = 0; i < COUNT(specs); i++) {
    emit_recorded(specs[i]);
    find_unrecorded();
    cr_expect_str_eq(printed, "", "%s breaks %s", specs[i], printed);
  }
}

Test(deviations, a_rule_without_a_row_is_found)
{
  if (!has_program("cppcheck")) cr_skip_test("no cppcheck here (make rules)");
  emit_recorded("specs/joint/axis.lua --set 'functions={\"steady\"}'");
  shell("cd %s && sed -i '/^| 15.5 /d; /^| 12.1 /d' pad_deviations.md", folder);
  find_unrecorded();
  cr_expect_not_null(strstr(printed, "12.1"), "%s", printed);
}
