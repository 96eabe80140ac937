/* costs.c: tests of the operations that header and JSON state: the emitted file
 * with numbers that count what is done to them stays below, and the bound is
 * not far above; budgets. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(costs, .init = compiling_begin_optimised, .fini = compiling_end);

#define PAD "specs/contact/finger_pad.lua"

/* A double that counts: additions with comparisons, products, divisions, roots.
 */
static const char counted[] =
    "#include <type_traits>\n"
    "extern long counts[4];\n"
    "struct Count {\n"
    "  double v;\n"
    "  Count() = default;\n"
    "  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>>\n"
    "  constexpr Count(T x) : v((double)x) {}\n"
    "  explicit operator int() const { return (int)v; }\n"
    "  explicit operator bool() const { return v != 0; }\n"
    "  Count operator-() const { return -v; }\n"
    "};\n"
    "#define OP(op, k) inline Count operator op(Count a, Count b) { "
    "counts[k]++; return a.v op b.v; }\n"
    "OP(+, 0) OP(-, 0) OP(*, 1) OP(/, 2)\n"
    "#define IS(op) inline bool operator op(Count a, Count b) { counts[0]++; "
    "return a.v op b.v; }\n"
    "IS(<) IS(>) IS(<=) IS(>=) IS(==) IS(!=)\n"
    "#define TO(op, k) inline Count &operator op(Count &a, Count b) { "
    "counts[k]++; a.v op b.v; return a; }\n"
    "TO(+=, 0) TO(-=, 0) TO(*=, 1) TO(/=, 2)\n"
    "inline Count count_root(Count x) { counts[3]++; return "
    "__builtin_sqrt(x.v); }\n";

/* Prints the most operations of each sort in a thousand calls of _step, _rate
 * and _step_jac. */
static const char use[] =
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#include <stdint.h>\n"
    "#include \"count.hpp\"\nlong counts[4];\n"
    "#define __builtin_sqrt count_root\n#include \"finger_pad.c\"\n"
    "static double any(void) { return 2.0*rand()/RAND_MAX - 1; }\n"
    "static long most[3][4];\n"
    "static void keep(int f) { for (int k = 0; k < 4; k++) { if (counts[k] > "
    "most[f][k]) most[f][k] = counts[k]; counts[k] = 0; } }\n"
    "int main(void) {\n"
    "  static finger_pad_state s, dz;\n"
    "  for (int i = 0; i < 1000; i++) {\n"
    "    const double size = i % 3 ? 1e-3 : 0.1;\n"
    "    Count twist[3] = {any()*size, any()*size, any()*size*100}, w[3], d[9];\n"
    "    memset(counts, 0, sizeof counts);\n"
    "    finger_pad_rate(&s, twist, 2.0, &dz, w); keep(0);\n"
    "    finger_pad_state t = s;\n"
    "    finger_pad_step_jac(&t, twist, 2.0, 1e-3, w, d); keep(2);\n"
    "    finger_pad_step(&s, twist, 2.0, 1e-3, w); keep(1);\n"
    "  }\n"
    "  for (int f = 0; f < 3; f++) printf(\"%ld %ld %ld %ld\\n\", most[f][0], "
    "most[f][1], most[f][2], most[f][3]);\n"
    "}\n";

/* The bound may be so many times what a rate or a step did. */
static void compare(const char *set, double loose, double loose_step)
{
  static const char *const functions[] = {"rate", "step", "step_jac"};
  static const char *const sorts[] = {"add", "multiply", "divide", "root"};
  char path[200];
  cr_assert_eq(run_shell("%s emit " PAD " -o %s %s", BRISTLE, folder, set), 0,
               "%s", printed);
  save("count.hpp", counted);
  save("use.cpp", use);
  shell("cd %s && sed -i 's/^typedef double finger/typedef Count finger/' "
        "finger_pad.h && sed -i 's/volatile //' finger_pad.c",
        folder);
  cr_assert_eq(run_shell("cd %s && g++ -std=c++17 -U__SSE2__ -D__ARM_FP=12 -w use.cpp -o use && "
                         "./use",
                         folder),
               0, "%s", printed);
  snprintf(path, sizeof path, "%s/finger_pad.json", folder);
  json_t *figures = json_load_file(path, 0, NULL);
  const json_t *costs = json_object_get(figures, "costs");
  const char *text = printed;
  for (int f = 0; f < 3; f++)
    for (int k = 0; k < 4; k++) {
      int length = 0;
      double done = 0;
      cr_assert_eq(sscanf(text, "%lf%n", &done, &length), 1);
      text += length;
      const double bound = json_number_value(
          json_object_get(json_object_get(costs, functions[f]), sorts[k]));
      cr_expect_leq(done, bound, "%s: _%s does %g of %g %s", set, functions[f],
                    done, bound, sorts[k]);
      cr_expect_leq(bound, (f == 0 ? loose : loose_step) * done + 4, "%s: _%s does %g of %g %s", set,
                    functions[f], done, bound, sorts[k]);
    }
  json_decref(figures);
}

Test(costs, counted_operations_stay_below_what_is_stated)
{
  compare("--set 'model=\"reduced\"'", 1.6, 1.6);
  compare("--set 'model=\"ellipsoid\"' --set 'step=\"euler\"'", 1.6, 1.6);
  compare("--set 'model=\"compressed\"'", 2, 2);
  /* Steps go round 60 times at most, rates never: these take the other side of
   * `if (motion.lever > 0.0)`. */
  compare("--set 'model=\"compressed\"' --set 'step=\"implicit\"'", 2, 60);
}

Test(costs, a_broken_budget_says_by_how_much_and_what_fits)
{
  const char *set = "--set 'model=\"reduced\"' --set "
                    "'budget={operations=1000,stack=1200}'";
  cr_expect_eq(run_shell("%s check " PAD " %s", BRISTLE, set), 2);
  int operations = 0, more = 0;
  const char *line = strstr(printed, "operations, ");
  while (line && line > printed && line[-1] != '\n') line--;
  cr_assert_not_null(line, "%s", printed);
  cr_assert_eq(sscanf(line, "  _rate_jac takes %d operations, %d more than 1000",
                      &operations, &more),
               2, "%s", line);
  cr_expect_eq(more, operations - 1000);
  expect_in(printed, "_step_batch has no bound of operations but its arguments");
  expect_in(printed,
            "fit: functions = { \"rate\", \"step\", \"steady\", \"limit\" }");
  cr_expect_eq(run_shell("%s emit " PAD " -o %s/none %s", BRISTLE, folder, set),
               2);
  cr_expect_eq(run_shell("ls %s/none", folder), 2, "files: %s", printed);
  cr_expect_eq(run_shell("%s check " PAD " %s --set "
                         "'functions={\"rate\",\"step\",\"steady\",\"limit\"}'",
                         BRISTLE, set),
               0, "%s", printed);
  cr_expect_eq(run_shell("%s check " PAD " --set 'budget={ram=100}'", BRISTLE),
               2);
  expect_in(printed, "the state takes 5968 bytes, 5868 more than 100");
}
