/* Tests of what makes equations cheap: numbers that are folded exactly, terms
 * that cancel, common factors, parts that are computed once; and that the
 * values stay. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "base/base.h"
#include "support/support.h"

TestSuite(simplify);

static const Spelling of_double = {"real", "", NULL};
static const Spelling of_float = {"real", "f", NULL};

/* The code of expressions p, q, ...; NULL ends them. */
static Block block_of(Run *run, const char *const *texts)
{
  static const char *const names[] = {"p", "q", "r"};
  Symbolic *sym = sym_new(run, (Where){NULL, 0});
  size_t count = 0;
  for (; texts[count]; count++) sym_let(sym, names[count], texts[count]);
  return sym_block(sym, names, count, "t");
}

static void expect_code(const char *const *texts, const char *code)
{
  Run *run = run_open();
  const Block block = block_of(run, texts);
  cr_expect_str_eq(print_block(run, &of_double, &block, "", 0), code);
  run_close(run);
}

static void expect_one(const char *text, const char *code)
{
  const char *const texts[] = {text, NULL};
  expect_code(texts, code);
}

/* ---- numbers ------------------------------------------------------------ */

Test(simplify, products_of_decimals_are_exact)
{
  expect_one("0.1*3*x", "p = 0.3*x;\n");
  expect_one("1.1*1.1*x - 0.01*x", "p = 1.2*x;\n");
  expect_one("x*1e6*2/1e-6", "p = 2e12*x;\n");
  expect_one("8e2/1e6*x", "p = 0.0008*x;\n");
  expect_one("(x/1e-3)^2", "p = 1e6*x*x;\n");
  expect_one("0.4*x + 0.1*y - 0.1*y - 0.4*x + 3*0.1", "p = 0.3;\n");
}

Test(simplify, quotients_are_rounded_once)
{
  expect_one("x/3", "p = 0.3333333333333333*x;\n");
  expect_one("x/3*3", "p = x;\n");
  expect_one("x/0.00275", "p = 363.6363636363636*x;\n");
  /* Half way between two doubles, and next to it. */
  expect_one("9007199254740993*x", "p = 9.007199254740992e15*x;\n");
  expect_one("(9007199254740993 + 1/1000)*x", "p = 9.007199254740994e15*x;\n");
}

Test(simplify, traced_numbers_are_their_decimals)
{
  Run *run = run_open();
  Symbolic *sym = sym_new(run, (Where){NULL, 0});
  static const char *const name = "p";
  const Expr *x = expr_symbol(run, "x");
  const Expr *tenth = expr_number(run, 0.1), *three = expr_number(run, 3);
  const Expr *factors[] = {tenth, x, three};
  sym_let_expr(sym, "p", expr_make(run, EXPR_MUL, NULL, 3, factors));
  const Block block = sym_block(sym, &name, 1, "t");
  cr_expect_str_eq(print_block(run, &of_double, &block, "", 0), "p = 0.3*x;\n");
  cr_expect_str_eq(print_block(run, &of_float, &block, "", 0), "p = 0.3f*x;\n");
  cr_expect_eq(expr_times(run, tenth, three)->number, 0.3);
  run_close(run);
}

Test(simplify, functions_of_numbers_are_numbers)
{
  expect_one("sqrt(2)*x", "p = 1.4142135623730951*x;\n");
  expect_one("exp(0.5)*x", "p = 1.6487212707001282*x;\n");
  expect_one("2^0.5*2^0.5*x - x", "p = x;\n");
}

/* Exact powers of 17 digits: 64^4 of them would fill the memory. */
Test(simplify, huge_powers_become_doubles)
{
  Run *run = run_open();
  Symbolic *sym = sym_new(run, (Where){NULL, 0});
  static const char *const name = "p", *const x = "x";
  const Expr *factors[] = {expr_number(run, 1.0000000123456789),
                           expr_symbol(run, "x")};
  const Expr *e = expr_make(run, EXPR_MUL, NULL, 2, factors);
  for (int i = 0; i < 4; i++) {
    const Expr *both[] = {e, expr_number(run, 64)};
    e = expr_make(run, EXPR_POW, NULL, 2, both);
  }
  sym_let_expr(sym, "p", e);
  const Block block = sym_block(sym, &name, 1, "t");
  const double at = 1 - 1e-8;
  double value;
  block_evaluate(&block, &x, &at, 1, &value);
  cr_expect_float_eq(value, pow(1.0000000123456789 * at, 16777216.0),
                     1e-7 * value, "%.17g", value);
  run_close(run);
}

/* ---- terms that meet ------------------------------------------------------
 */

Test(simplify, squares_of_sine_and_cosine_are_one)
{
  expect_one("0.002 + 0.00075*cos(x)^2 + 0.00075*sin(x)^2", "p = 0.00275;\n");
  expect_one("y*sin(x)^2 + y*cos(x)^2 + y", "p = 2.0*y;\n");
  expect_one("y*z - y*z*cos(2*x)^2",
             "const real t0 = sin(2.0*x);\np = y*z*t0*t0;\n");
  expect_one("(y*sin(x))^2/2 + (y*cos(x))^2/2", "p = 0.5*y*y;\n");
}

/* One link's d/dt of dT/dv - dT/dq: the terms of Coriolis cancel. */
Test(simplify, products_of_sums_that_cancel_do)
{
  expect_one("(a + b)*c - a*c - b*c + x", "p = x;\n");
  expect_one("(v*sin(x) + w*sin(y))*v*cos(x) - (v*cos(x) + w*cos(y))*v*sin(x)",
             "p = v*w*(cos(x)*sin(y) - cos(y)*sin(x));\n");
}

/* k*x - k*x0 and x^3 - 3*x^2*y + ... lose digits that (x - y)^3 keeps. */
Test(simplify, what_meets_nothing_stays_as_it_is)
{
  expect_one("0.5*(x - 0.3)^3 + y",
             "const real t0 = x - 0.3;\np = y + 0.5*t0*t0*t0;\n");
  expect_one("100*(x - 0.3) + y", "p = y + 100.0*(x - 0.3);\n");
}

/* 1e6*x^3 - 9e5*x^2 + ... is 1e-10 off near 0.3; so are squares of distances
 * that are multiplied out, and they may be negative below a root. */
Test(simplify, powers_of_sums_are_not_multiplied_out)
{
  static const char *const texts[] = {"1e6*(x - 0.3)^3 + 0.001*(x - 0.2)",
                                      NULL};
  static const char *const name = "x";
  const double at = 0.3;
  double value;
  Run *run = run_open();
  const Block block = block_of(run, texts);
  block_evaluate(&block, &name, &at, 1, &value);
  cr_expect_float_eq(value, 0.0001, 1e-18, "%g", value - 0.0001);
  run_close(run);
}

/* x*(y + 1/sqrt(x)) is not a number at 0. */
Test(simplify, factors_that_are_taken_out_leave_no_inverse)
{
  Run *run = run_open();
  static const char *const texts[] = {"sqrt(x)*y + x*z + x*y*w + x^2*w + x*w",
                                      "x^2*sqrt(y) + x*y + y*z", NULL};
  static const char *const names[] = {"x", "y", "z", "w"};
  const Block block = block_of(run, texts);
  const double at[] = {0, 0, 3, 4};
  double values[2];
  block_evaluate(&block, names, at, COUNT(names), values);
  cr_expect_eq(values[0], 0);
  cr_expect_eq(values[1], 0);
  run_close(run);
}

Test(simplify, long_sums_take_little_time)
{
  enum { TERMS = 3000 };
  Run *run = run_open();
  const Expr *terms[TERMS];
  for (size_t i = 0; i < TERMS; i++) {
    const Expr *x = expr_symbol(run, run_printf(run, "x%zu", i % 50));
    const Expr *angle = expr_times(run, expr_number(run, 1 + (double)(i % 70)),
                                   expr_symbol(run, "y"));
    const Expr *sine =
        expr_make(run, EXPR_FUNCTION, i % 2 ? "sin" : "cos", 1, &angle);
    const Expr *factors[] = {x, sine, sine};
    terms[i] = expr_make(run, EXPR_MUL, NULL, 3, factors);
  }
  Assign output = {"p", expr_make(run, EXPR_ADD, NULL, TERMS, terms)};
  const Block given = {NULL, &output, 0, 1};
  const Block block = block_simplify(run, &given, "t");
  cr_expect_lt(block_operations(&block), 3 * TERMS);
  run_close(run);
}

Test(simplify, common_factors_stand_once)
{
  expect_one("a*x + b*x + c*x", "p = x*(a + b + c);\n");
  expect_one("0.05*a*b + 0.05*c*d", "p = 0.05*(a*b + c*d);\n");
}

/* ---- what is shared ------------------------------------------------------ */

Test(simplify, powers_are_shared)
{
  static const char *const texts[] = {"x^2*y", "x^3", "z/x^2 + y/x", NULL};
  expect_code(texts,
              "const real t0 = x*x;\n"
              "const real t1 = 1.0/x;\n"
              "p = y*t0;\n"
              "q = x*t0;\n"
              "r = y*t1 + z*t1*t1;\n");
}

Test(simplify, signs_do_not_hide_what_is_equal)
{
  static const char *const texts[] = {"sin(a - b)*x", "cos(b - a)*x*y",
                                      "(b - a)*z", NULL};
  Run *run = run_open();
  const Block block = block_of(run, texts);
  cr_expect_leq(block_operations(&block), 7, "%s",
                print_block(run, &of_double, &block, "", 0));
  run_close(run);
}

Test(simplify, pairs_of_terms_and_factors_are_shared)
{
  static const char *const texts[] = {"a*b*c + x + y", "a*b*d - x - y",
                                      "exp(a*b*e)", NULL};
  Run *run = run_open();
  const Block block = block_of(run, texts);
  cr_expect_eq(block_operations(&block), 8, "%s",
               print_block(run, &of_double, &block, "", 0));
  run_close(run);
}

Test(simplify, what_cancels_takes_no_line)
{
  Run *run = run_open();
  const Expr *x = expr_symbol(run, "k->Q[1]");
  const Expr *terms[] = {x, expr_negative(run, x)};
  Assign output = {"out", expr_make(run, EXPR_ADD, NULL, 2, terms)};
  const Block sum = {NULL, &output, 0, 1};
  const Block block = block_share(run, &sum, "t");
  cr_expect_str_eq(print_block(run, &of_double, &block, "", 0), "out = 0.0;\n");
  run_close(run);
}

/* ---- values ----------------------------------------------------------------
 */

/* An expression of x and y, at most `depth` high. */
static const Expr *random_expr(Run *run, uint64_t *seed, int depth)
{
  static const char *const names[] = {"x", "y"};
  static const char *const calls[] = {"sin", "cos", "exp", "atan"};
  const int kind = (int)random_in(seed, 0, depth > 0 ? 8 : 3);
  if (kind < 2) return expr_symbol(run, names[kind]);
  if (kind == 2) return expr_number(run, floor(random_in(seed, -30, 30)) / 10);
  const Expr *args[3];
  for (int i = 0; i < 3; i++) args[i] = random_expr(run, seed, depth - 1);
  if (kind == 3)
    return expr_make(run, EXPR_FUNCTION, calls[(int)random_in(seed, 0, 4)], 1,
                     args);
  if (kind == 4) {
    args[1] = expr_number(run, floor(random_in(seed, -5, 9)) / 2);
    return expr_make(run, EXPR_POW, NULL, 2, args);
  }
  return expr_make(run, kind < 6 ? EXPR_ADD : EXPR_MUL, NULL,
                   (size_t)random_in(seed, 2, 4), args);
}

/* All is at most 10 in size here, or the expression is passed over. */
static bool is_tame(const Expr *e, const double *at)
{
  static const char *const names[] = {"x", "y"};
  Assign output = {"p", e};
  const Block block = {NULL, &output, 0, 1};
  double value;
  block_evaluate(&block, names, at, 2, &value);
  for (size_t i = 0; i < e->count; i++)
    if (!is_tame(e->args[i], at)) return false;
  return fabs(value) < 10;
}

Test(simplify, values_stay)
{
  static const char *const names[] = {"x", "y"}, *const prefix = "t";
  uint64_t seed = 5;
  int compared = 0;
  for (int i = 0; i < 3000; i++) {
    Run *run = run_open();
    Assign outputs[2] = {{"p", random_expr(run, &seed, 5)},
                         {"q", random_expr(run, &seed, 5)}};
    const Block given = {NULL, outputs, 0, 2};
    const Block blocks[] = {block_share(run, &given, prefix),
                            block_simplify(run, &given, prefix)};
    double at[] = {random_in(&seed, -2, 2), random_in(&seed, -2, 2)};
    double should[2], is[2];
    if (i % 4 == 0) at[i / 4 % 2] = 0; /* what is finite there stays so */
    block_evaluate(&given, names, at, 2, should);
    const bool is_seen =
        is_tame(outputs[0].value, at) && is_tame(outputs[1].value, at);
    for (int k = 0; k < 2 && is_seen; k++) {
      block_evaluate(&blocks[k], names, at, 2, is);
      cr_expect_float_eq(is[0], should[0], 1e-10, "%d: %g of %g", i, is[0],
                         should[0]);
      cr_expect_float_eq(is[1], should[1], 1e-10, "%d: %g of %g", i, is[1],
                         should[1]);
      cr_expect_leq(block_operations(&blocks[k]), block_operations(&given));
    }
    compared += is_seen;
    run_close(run);
  }
  cr_expect_gt(compared, 500);
}
