/* Tests of the tree itself: the rooms, their order and their names. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "structure/rules.h"
#include "support/compiling.h"

TestSuite(structure, .init = compiling_begin, .fini = compiling_end);

Test(structure, every_rule_holds)
{
  const Failures failures = rules_broken(".");
  cr_expect_eq(failures.count, 0u, "%zu places break a rule:\n%s",
               failures.count, failures.text);
  free(failures.text);
}

/* How a copy of the tree is broken, in the shell, and what is found then. */
typedef struct Break {
  char command[200], reason[100];
  size_t count; /* of failures */
} Break;

#define INCLUDE(file, header) "echo '#include " header "' >>" file

ParameterizedTestParameters(structure, a_broken_rule_is_found)
{
  static Break breaks[] = {
      {INCLUDE("gen/base/text.c", "\"plan/plan.h\""), "to its right", 1},
      {INCLUDE("gen/kinds/slider/plan.c", "\"kinds/cone/cone.h\""),
       "includes another kind", 1},
      {INCLUDE("gen/kinds/kind.h", "\"kinds/keys_of.h\"") "; " INCLUDE(
           "gen/kinds/keys_of.h", "\"kinds/kind.h\""),
       "includes itself", 1},
      {"yes '' | head -n 300 >>gen/plan/plan.h", "at most 300", 1},
      {"mv gen/plan/plan.h gen/plan/decisions.h; sed -i "
       "'s|plan/plan\\.h|plan/decisions.h|' $(grep -rl plan/plan.h gen)",
       "has no plan.h", 1},
      {INCLUDE("gen/plan/plan.c", "\"language/inside.h\""),
       "belongs to its own room", 1},
      {INCLUDE("gen/kinds/slider/plan.c", "\"reference/slider/slider.h\""),
       "may not know the reference", 1},
      {INCLUDE("runtime/integrate.c", "\"base/base.h\""), "runtime/ includes",
       1},
      {INCLUDE("runtime/reference/slider/slider.c", "\"integrate.h\""),
       "the reference includes", 1},
      {INCLUDE("runtime/integrate.c", "\"reference/slider/slider.h\""),
       "the runtime includes the reference", 1},
      {INCLUDE("gen/plan/plan.c", "<jansson.h>"), "belongs to", 1},
      {INCLUDE("gen/plan/plan.c", "<ncurses.h>"), "in no list", 1},
      {INCLUDE("gen/plan/plan.c", "\"plan/none.h\""), "does not exist", 1},
      {"rm -r templates/slider", "no folder for the kind slider", 1},
      {"mkdir tests/bad/spring", "spring is no kind", 1},
      {"echo '/* For joints. */' >>gen/plan/ports.h", "names the kind joint",
       1},
      {"echo >gen/kinds/cone/cone_plan.c", "repeats the name", 1},
      {"echo 'int f(int a) { return model_build(a) + plan_make(a); }' "
       ">>gen/study/bench.c",
       "calls 2 stages", 1},
      {"echo 'int f(int a) { return plan_text(a); }' >>gen/kinds/cone/check.c",
       "fills holes", 1},
      {"echo 'TestSuite(plan, .timeout = 60);' >>tests/plan/plan.c",
       "has a time limit of its own", 1},
      {"mkdir tools", "at the top of the tree", 1},
      {"yes '' | head -n 250 >>Makefile", "stays below", 1}};
  return cr_make_param_array(Break, breaks, sizeof breaks / sizeof *breaks);
}

ParameterizedTest(const Break *one, structure, a_broken_rule_is_found)
{
  shell(
      "mkdir %s/tree && cp -R Makefile gen runtime templates specs tests "
      "%s/tree",
      folder, folder);
  char root[300];
  snprintf(root, sizeof root, "%s/tree", folder);
  const Failures before = rules_broken(root);
  shell("cd %s && { %s; }", root, one->command);
  const Failures after = rules_broken(root);
  cr_expect_eq(after.count, before.count + one->count, "%s: %zu after %zu\n%s",
               one->command, after.count, before.count, after.text);
  cr_expect(after.text && strstr(after.text, one->reason),
            "%s: \"%s\" is not in\n%s", one->command, one->reason,
            after.text ? after.text : "");
  free(before.text);
  free(after.text);
}
