/* Tests of gen/algebra/program.c: values of expressions at many points. */
#include <criterion/criterion.h>
#include <math.h>

#include "base/base.h"
#include "algebra/algebra.h"

TestSuite(program);

/* atan2(x^2 + 1/y, sin(x)) and a tower of `levels` squares of x + y, whose
 * parts are shared: without sharing it has 2^levels operations. */
static const Expr *angle(Run *run, const Expr *x, const Expr *y)
{
  const Expr *square[] = {x, expr_number(run, 2)};
  const Expr *inverse[] = {y, expr_number(run, -1)};
  const Expr *sum[] = {expr_make(run, EXPR_POW, NULL, 2, square),
                       expr_make(run, EXPR_POW, NULL, 2, inverse)};
  const Expr *both[] = {expr_make(run, EXPR_ADD, NULL, 2, sum),
                        expr_make(run, EXPR_FUNCTION, "sin", 1, &x)};
  return expr_make(run, EXPR_FUNCTION, "atan2", 2, both);
}

static const Expr *tower(Run *run, const Expr *x, const Expr *y, int levels)
{
  const Expr *sum[] = {x, y};
  const Expr *e = expr_make(run, EXPR_ADD, NULL, 2, sum);
  for (int i = 0; i < levels; i++) {
    const Expr *both[] = {e, e};
    e = expr_make(run, EXPR_MUL, NULL, 2, both);
  }
  return e;
}

Test(program, values_are_those_of_the_expressions_and_parts_are_shared)
{
  Run *run = run_open();
  static const char *const symbols[] = {"x", "y"};
  const Expr *x = expr_symbol(run, "x"), *y = expr_symbol(run, "y");
  const Expr *exprs[] = {angle(run, x, y), tower(run, x, y, 60),
                         expr_number(run, 0.25), y};
  Program *program = program_new(run, symbols, 2, exprs, 4);
  for (int i = -8; i <= 8; i++) {
    const double in[] = {0.1 * i, 1 + 0.001 * i};
    double out[4];
    program_run(program, in, out);
    cr_expect_eq(out[0], atan2(in[0] * in[0] + 1 / in[1], sin(in[0])));
    double power = in[0] + in[1];
    for (int k = 0; k < 60; k++) power *= power;
    cr_expect_eq(out[1], power, "%g", out[1]);
    cr_expect_eq(out[2], 0.25);
    cr_expect_eq(out[3], in[1]);
  }
  run_close(run);
}

/* Each function and power of g = 0.3 + 0.2 x y along (0.7, -0.4), whose
 * derivatives are those of central differences. */
Test(program, derivatives_along_a_line_are_those_of_differences)
{
  Run *run = run_open();
  static const char *const symbols[] = {"x", "y"};
  static const char *const names[] = {"exp",  "log",  "sqrt", "sin",
                                      "cos",  "tan",  "asin", "acos",
                                      "atan", "sinh", "cosh", "tanh"};
  enum { FUNCTIONS = COUNT(names), ALL = FUNCTIONS + 6 };
  const Expr *x = expr_symbol(run, "x"), *y = expr_symbol(run, "y");
  const Expr *scaled[] = {expr_number(run, 0.2), x, y};
  const Expr *sum[] = {expr_number(run, 0.3),
                       expr_make(run, EXPR_MUL, NULL, 3, scaled)};
  const Expr *g = expr_make(run, EXPR_ADD, NULL, 2, sum);
  const Expr *exprs[ALL], *both[] = {g, NULL}, *back[] = {x, g};
  size_t n = 0;
  for (; n < FUNCTIONS; n++)
    exprs[n] = expr_make(run, EXPR_FUNCTION, names[n], 1, &g);
  static const double exponents[] = {3, -1, 0.5};
  for (size_t k = 0; k < COUNT(exponents); k++) {
    both[1] = expr_number(run, exponents[k]);
    exprs[n++] = expr_make(run, EXPR_POW, NULL, 2, both);
  }
  both[1] = x;
  exprs[n++] = expr_make(run, EXPR_POW, NULL, 2, both);
  exprs[n++] = expr_make(run, EXPR_FUNCTION, "atan2", 2, both);
  exprs[n++] = expr_make(run, EXPR_FUNCTION, "atan2", 2, back);
  Program *program = program_new(run, symbols, 2, exprs, n);
  static const double direction[] = {0.7, -0.4}, h = 1e-3;
  for (int i = -3; i <= 3; i++) {
    const double in[] = {0.9 + 0.1 * i, 1 + 0.05 * i};
    double at[5][ALL], first[ALL], second[ALL];
    for (int k = -2; k <= 2; k++) {
      const double moved[] = {in[0] + k * h * direction[0],
                              in[1] + k * h * direction[1]};
      program_run(program, moved, at[k + 2]);
    }
    program_along(program, in, direction, first, second);
    for (size_t k = 0; k < n; k++) {
      const double slope =
          (8 * (at[3][k] - at[1][k]) - (at[4][k] - at[0][k])) / (12 * h);
      const double bend =
          (16 * (at[3][k] + at[1][k]) - at[4][k] - at[0][k] - 30 * at[2][k]) /
          (12 * h * h);
      cr_expect_float_eq(first[k], slope, 1e-10, "%zu: %g, not %g", k, first[k],
                         slope);
      cr_expect_float_eq(second[k], bend, 1e-7, "%zu: %g, not %g", k, second[k],
                         bend);
    }
  }
  run_close(run);
}

/* x^0, x^1 and x^2 at 0, and the root of a number that does not change. */
Test(program, derivatives_are_finite_where_terms_vanish)
{
  Run *run = run_open();
  static const char *const symbols[] = {"x", "y"};
  static const double in[] = {0, 0}, direction[] = {1, 0};
  const Expr *x = expr_symbol(run, "x"), *y = expr_symbol(run, "y");
  const Expr *exprs[4];
  for (int k = 0; k < 3; k++) {
    const Expr *both[] = {x, expr_number(run, k)};
    exprs[k] = expr_make(run, EXPR_POW, NULL, 2, both);
  }
  exprs[3] = expr_make(run, EXPR_FUNCTION, "sqrt", 1, &y);
  double first[4], second[4];
  program_along(program_new(run, symbols, 2, exprs, 4), in, direction, first,
                second);
  static const double slopes[] = {0, 1, 0, 0}, bends[] = {0, 0, 2, 0};
  for (int k = 0; k < 4; k++) {
    cr_expect_eq(first[k], slopes[k], "%d: %g", k, first[k]);
    cr_expect_eq(second[k], bends[k], "%d: %g", k, second[k]);
  }
  run_close(run);
}

Test(program, what_has_no_value_is_nan)
{
  Run *run = run_open();
  static const char *const x = "x";
  const Expr *z = expr_symbol(run, "z");
  const Expr *exprs[] = {z, expr_make(run, EXPR_FUNCTION, "gamma", 1, &z)};
  const double in = 1;
  double out[2];
  program_run(program_new(run, &x, 1, exprs, 2), &in, out);
  cr_expect(isnan(out[0]) && isnan(out[1]));
  run_close(run);
}
