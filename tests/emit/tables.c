/* tables.c: tests of the macro that places tables: every table of a file is in
 * the section of the user's choice, none without it, and the numbers stay. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(tables, .init = compiling_begin, .fini = compiling_end);

static const char *const cases[][2] = {
    {"specs/contact/finger_pad.lua", "--set 'model=\"reduced\"'"},
    {"specs/contact/finger_pad.lua", "--set 'model=\"compressed\"'"},
    {"specs/contact/soft_fingertip.lua", ""},
    {"specs/contact/incipient_slip.lua", ""},
    {"specs/contact/rubbed.lua", ""},
    {"specs/cone/pad_cone.lua", ""},
    {"specs/slider/parcel.lua", ""},
    {"specs/joint/elbow.lua", ""}};

/* Returns the number of tables of the file in sections that match; tables
 * within functions have a point in their names. */
static int tables_in(const char *section)
{
  cr_assert_eq(run_shell("cd %s && objdump -t o.o | grep ' O %s' | "
                         "awk '{ print $NF }' | grep -vc '[.]' | cat",
                         folder, section),
               0, "%s", printed);
  return atoi(printed);
}

static void build(const char *flags)
{
  cr_assert_eq(
      run_shell("cd %s && name=$(basename *.h .h) && upper=$(echo $name | tr "
                "a-z A-Z) && gcc " STRICT " -Os -fno-math-errno %s -c $name.c "
                "-o o.o && printf '#include \"%%s.h\"\\nint main(void) { "
                "return %%s_selftest(); }' $name $name >main.txt && gcc -x c "
                "main.txt -x none o.o -lm -o main && ./main",
                folder, flags),
      0, "%s", printed);
}

Test(tables, macro_places_every_table_in_a_section)
{
  for (size_t i = 0; i < COUNT(cases); i++) {
    shell("rm -f %s/*.c %s/*.h", folder, folder);
    cr_assert_eq(run_shell("%s emit %s -o %s %s", BRISTLE, cases[i][0], folder,
                           cases[i][1]),
                 0, "%s", printed);
    build("");
    const int count = tables_in("[.]rodata");
    cr_expect_gt(count, 0, "%s has no table", cases[i][0]);
    build("-D${upper}_TABLE='__attribute__((section(\".pad_tables\")))'");
    cr_expect_eq(tables_in("[.]pad_tables"), count, "%s %s: %d of %d",
                 cases[i][0], cases[i][1], tables_in("[.]pad_tables"), count);
    cr_expect_eq(tables_in("[.]rodata"), 0, "%s: %s", cases[i][0], printed);
  }
}
