/* Tests of sym.c, expr.c, equations.c: shared expressions, and refusal of
 * expressions that C cannot express. Derivatives of laws are tested in
 * tests/laws. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(sym);

Test(sym, a_missing_piece_ends_the_run)
{
  Emission e = emit_sound_pad("");
  Run *run = e.loaded.run;
  if (setjmp(run->stop) == 0) {
    equations_get(e.equations, "nosuch");
    cr_assert_fail("it was found");
  }
  cr_expect_str_eq(run->error, "internal: no equations named nosuch");
  emission_close(&e);
}

/* ---- sharing ----------------------------------------------------------- */

Test(sym, common_subexpressions_are_shared)
{
  static const char *const names[] = {"p", "q", "r"};
  Run *run = run_open();
  Symbolic *sym = sym_new(run, (Where){NULL, 0});
  sym_let(sym, "g", "0.6 + 0.3*exp(-x^2/0.04)");
  sym_let(sym, "p", "x*g");
  sym_diff(sym, "q", "p", "x");
  sym_diff(sym, "r", "q", "x");
  const Block all = sym_block(sym, names, 3, "t");
  int separate = 0;
  for (size_t i = 0; i < 3; i++) {
    const Block one = sym_block(sym, &names[i], 1, "t");
    separate += block_operations(&one);
  }
  cr_expect_lt(block_operations(&all), separate * 3 / 4, "%d of %d",
               block_operations(&all), separate);
  run_close(run);
}

Test(sym, a_block_of_many_temporaries_is_evaluated)
{
  static const char *const name = "p", *const x = "x";
  Run *run = run_open();
  Symbolic *sym = sym_new(run, (Where){NULL, 0});
  Text sum = text_new(run);
  const double at = 0.3;
  double should = 0, value;
  for (int i = 1; i <= 300; i++) {
    text_add(&sum, "%ssin(x/%d)^2 + cos(x/%d)^3", i > 1 ? " + " : "", i, i);
    should += pow(sin(0.3 / i), 2) + pow(cos(0.3 / i), 3);
  }
  sym_let(sym, "p", sum.chars);
  const Block block = sym_block(sym, &name, 1, "t");
  block_evaluate(&block, &x, &at, 1, &value);
  cr_expect_gt(block.ntemporaries, (size_t)300);
  cr_expect_float_eq(value, should, 1e-11);
  run_close(run);
}

/* ---- what is refused --------------------------------------------------- */

typedef struct Asked {
  Run *run;
  const char *text, *by; /* by: differentiated by it, or NULL */
  double value;          /* at x = 2 */
} Asked;

static void derive_asked(void *context)
{
  Asked *asked = context;
  const char *const name = asked->by ? "d" : "e", *const x = "x";
  const double at = 2;
  Symbolic *sym = sym_new(asked->run, (Where){"pad.lua", 14});
  sym_let(sym, "e", asked->text);
  if (asked->by) sym_diff(sym, "d", "e", asked->by);
  const Block block = sym_block(sym, &name, 1, "t");
  block_evaluate(&block, &x, &at, 1, &asked->value);
}

Test(sym, leftovers_are_errors_at_the_specs_line)
{
  static const char head[] = "pad.lua:14: cannot derive the solver: ";
  static const char *const wrong[][2] = {
      {"abs(x)", "x"},  {"sign(x)", NULL},   {"max(x, 1)", NULL},
      {"1/0", NULL},    {"x/(1 - 1)", NULL}, {"sqrt(-1)*x", NULL},
      {"I*x", NULL},    {"x +* 2", NULL},    {"nosuch(x)", NULL},
      {"oo", NULL},     {"x < 1", NULL},     {"floor(x)", NULL},
      {"log(0)", NULL}, {"gamma(x)", "x"},   {"10^400*x", NULL},
      {"1e400*x", NULL}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    Asked asked = {run_open(), wrong[i][0], wrong[i][1], 0};
    cr_expect_not(run_catch(asked.run, derive_asked, &asked), "%s gave %g",
                  wrong[i][0], asked.value);
    if (asked.run->error)
      cr_expect_eq(strncmp(asked.run->error, head, strlen(head)), 0, "%s: %s",
                   wrong[i][0], asked.run->error);
    run_close(asked.run);
  }
}

Test(sym, an_error_leaves_the_next_run_alone)
{
  Asked bad = {run_open(), "x +* 2", NULL, 0};
  Asked good = {run_open(), "x^2", "x", 0};
  cr_expect_not(run_catch(bad.run, derive_asked, &bad));
  cr_expect(run_catch(good.run, derive_asked, &good));
  cr_expect_eq(good.value, 4);
  run_close(bad.run);
  run_close(good.run);
}

Test(sym, numbers_beyond_long_and_fractions_keep_their_value)
{
  static const struct {
    const char *text;
    double value;
  } cases[] = {{"10^30*x", 2e30},
               {"-10^30*x", -2e30},
               {"x^200/10^60", 0x1p200 / 1e60},
               {"x/3", 2.0 / 3},
               {"10^320/(3*10^300)*x", 2e20 / 3},
               {"(10^320 + 1)/(3*10^320)*x", 2.0 / 3},
               {"1234567890123456789012*x", 2.0 * 1234567890123456789012.0},
               {"pi*x + E", 2 * TEST_PI + 2.718281828459045},
               {"x^(-3) + x^(1/2) + x^(-5/2)",
                0.125 + 1.4142135623730951 + 0.17677669529663687},
               {"x^70", 0x1p70},
               {"x^pi", 8.824977827076287}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Asked asked = {run_open(), cases[i].text, NULL, NAN};
    cr_expect(run_catch(asked.run, derive_asked, &asked), "%s",
              asked.run->error);
    cr_expect_float_eq(asked.value, cases[i].value,
                       1e-14 * fabs(cases[i].value), "%s is %g", cases[i].text,
                       asked.value);
    run_close(asked.run);
  }
}
