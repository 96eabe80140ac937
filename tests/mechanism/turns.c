/* Tests of what a step of a mechanism costs at worst: Newton turns of the emitted
 * slider-crank are counted over its scenario. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(turns, .init = compiling_begin, .fini = compiling_end);

/* Prints the worst step of 2 s, and the mean, in thousandths of a turn. */
static const char program[] =
    "#include \"slider_crank.h\"\n"
    "#include <stdio.h>\n"
    "long turns;\n"
    "int main(void)\n"
    "{\n"
    "  const double u[1] = {0}, dt = 5e-4;\n"
    "  slider_crank_state s;\n"
    "  long sum = 0, most = 0, steps = 0;\n"
    "  slider_crank_reset(&s);\n"
    "  s.q[2] = 0.2, s.v[0] = 30, s.v[1] = -10;\n"
    "  for (; steps < 4000; steps++) {\n"
    "    turns = 0;\n"
    "    if (slider_crank_step(&s, u, dt*(double)steps, dt) < 0) return 1;\n"
    "    sum += turns;\n"
    "    if (turns > most) most = turns;\n"
    "  }\n"
    "  printf(\"%ld %ld\\n\", most, 1000*sum/steps);\n"
    "  return 0;\n"
    "}\n";

static long figure(const char *name)
{
  cr_assert_eq(run_shell("sed -n 's/.*\"%s\": \\([0-9]*\\),/\\1/p' "
                         "%s/slider_crank.json",
                         name, folder),
               0);
  return strtol(printed, NULL, 10);
}

Test(turns, a_worst_step_of_the_crank_stays_below_its_bound_and_four_means)
{
  long most = 0, mean = 0;
  save("count.c", program);
  cr_assert_eq(
      run_shell(
          BRISTLE " emit specs/mechanism/slider_crank.lua -o %s && cd %s && "
          "sed 's/for (int turn = 0; turn < 24; turn++) {/& extern long "
          "turns; turns++;/' slider_crank.c >counted.c && "
          "cc -O2 counted.c count.c -lm -o count && ./count >counts",
          folder, folder),
      0, "%s", printed);
  cr_assert_eq(run_shell("cat %s/counts", folder), 0);
  cr_assert_eq(sscanf(printed, "%ld %ld", &most, &mean), 2, "%s", printed);
  cr_expect_gt(mean, 2000, "turns are counted");
  cr_expect_gt(most, 10, "the piston turns back");
  cr_expect_leq(most, figure("undivided_turns"));
  cr_expect_leq(1000 * most, 4 * mean, "most %ld, mean %ld", most, mean);
  cr_expect_eq(figure("step_turns"), 341 * figure("undivided_turns"));
}
