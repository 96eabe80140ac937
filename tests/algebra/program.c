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
