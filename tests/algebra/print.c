/* Tests of print.c: numbers read back equal, printed expressions compute the
 * values of the expressions, and the text of a float file has no doubles. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(print, .init = compiling_begin, .fini = compiling_end);

static const Spelling of_double = {"real", "", NULL};
static const Spelling of_float = {"real", "f", NULL};

/* ---- numbers ----------------------------------------------------------- */

static double any_double(uint64_t *state)
{
  double value;
  do {
    const uint64_t high = (uint64_t)random_in(state, 0, 0x1p32);
    const uint64_t bits = high << 32 | (uint64_t)random_in(state, 0, 0x1p32);
    memcpy(&value, &bits, sizeof value);
  } while (!isfinite(value));
  return value;
}

Test(print, a_double_reads_back_equal)
{
  static const double special[] = {
      0,       -0.0,   1,       -1,     0.1,
      1e-4,    9.9e-5, 123456,  1e6,    1e15,
      1e22,    1e23,   2.5,     5e-324, 1.7976931348623157e308,
      1.0 / 3, 0x1p53, 0x1p-60, 1e-10,  1e300,
      999999.5};
  Run *run = run_open();
  uint64_t state = 7;
  for (size_t i = 0; i < 5000; i++) {
    const size_t nspecial = sizeof special / sizeof *special;
    const double value = i < nspecial ? special[i] : any_double(&state);
    const char *text = print_number(run, &of_double, value);
    const double back = strtod(text, NULL);
    cr_expect_eq(memcmp(&back, &value, sizeof value), 0, "%a: %s", value, text);
    cr_expect_not_null(strpbrk(text, ".e"), "%s is an integer in C", text);
  }
  run_close(run);
}

Test(print, a_float_reads_back_equal_and_is_one)
{
  Run *run = run_open();
  uint64_t state = 8;
  for (int i = 0; i < 5000; i++) {
    const double lot = random_in(&state, -44, 38.5);
    const double value = i == 0 ? 0.1 : pow(10, lot) * (i % 2 ? 1 : -1);
    const char *text = print_number(run, &of_float, value);
    char *end;
    const float back = strtof(text, &end), should = (float)value;
    cr_expect_eq(memcmp(&back, &should, sizeof back), 0, "%a: %s", value, text);
    cr_expect_str_eq(end, "f", "%s", text);
    cr_expect_not_null(strpbrk(text, ".e"), "%s is no literal in C", text);
    cr_expect_leq(strlen(text), strlen("-1.17549435e-38f"), "%s", text);
  }
  run_close(run);
}

Test(print, a_number_is_as_short_as_it_can_be)
{
  Run *run = run_open();
  cr_expect_str_eq(print_number(run, &of_double, 0.1), "0.1");
  cr_expect_str_eq(print_number(run, &of_double, 1e6), "1e6");
  cr_expect_str_eq(print_number(run, &of_double, 3), "3.0");
  cr_expect_str_eq(print_number(run, &of_float, 0.1), "0.1f");
  cr_expect_str_eq(print_number(run, &of_float, 1.0 / 3), "0.33333334f");
  run_close(run);
}

/* Returns the error, or the printed text if there was no error. */
static const char *refusal(Run *run, const Spelling *spelling, double value)
{
  if (setjmp(run->stop)) return run->error;
  return print_number(run, spelling, value);
}

Test(print, what_has_no_literal_is_refused)
{
  static const double wrong[] = {INFINITY, -INFINITY, NAN, 1e39, -3.5e38};
  for (size_t i = 0; i < 5; i++) {
    Run *run = run_open();
    expect_in(refusal(run, &of_float, wrong[i]), "does not fit a float");
    if (!isfinite(wrong[i]))
      expect_in(refusal(run, &of_double, wrong[i]), "does not fit a double");
    run_close(run);
  }
}

Test(print, a_spec_that_does_not_fit_floats_is_refused)
{
  Emission e = emit_pad(
      "friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2,"
      " stribeck = function(s) return 1 + 0.2/(1 + 1e50*s) end },"
      " real = \"float\"");
  cr_assert_not_null(e.error);
  expect_in(e.error, "does not fit a float");
  emission_close(&e);
}

/* ---- expressions ------------------------------------------------------- */

/* Expressions of x and y, and the same in C. */
#define CASES(CASE)                                                      \
  CASE("-x", -x)                                                         \
  CASE("-3", -3.0)                                                       \
  CASE("x - y", x - y)                                                   \
  CASE("x - (y - 2)", x - (y - 2))                                       \
  CASE("-(x + y)*(x - y)", -(x + y) * (x - y))                           \
  CASE("x*(-2)", x * -2)                                                 \
  CASE("2 - 3*x", 2 - 3 * x)                                             \
  CASE("-2 - 3*x", -2 - 3 * x)                                           \
  CASE("1/x", 1 / x)                                                     \
  CASE("-1/x", -1 / x)                                                   \
  CASE("x/(y*(x + 1))", x / (y * (x + 1)))                               \
  CASE("1/(x*y)", 1 / (x * y))                                           \
  CASE("x/y^2", x / (y * y))                                             \
  CASE("x^7 - 3*x^2*y + x^(-3)", pow(x, 7) - 3 * x * x * y + pow(x, -3)) \
  CASE("(x + y)^5/(x - 3)^4", pow(x + y, 5) / pow(x - 3, 4))             \
  CASE("1/(1 + 1/(2 + 1/x))", 1 / (1 + 1 / (2 + 1 / x)))                 \
  CASE("x^(3/2) + x^(-1/2)", pow(x, 1.5) + pow(x, -0.5))                 \
  CASE("sqrt(x)*sqrt(y)/sqrt(x + y)", sqrt(x) * sqrt(y) / sqrt(x + y))   \
  CASE("exp(-x^2/2)", exp(-x *x / 2))                                    \
  CASE("exp(-(x + y)) - exp(-x)", exp(-(x + y)) - exp(-x))               \
  CASE("2^(-x)", exp2(-x))                                               \
  CASE("x^y + x^(-y) + x^1.7", pow(x, y) + pow(x, -y) + pow(x, 1.7))     \
  CASE("x^100", pow(x, 100))                                             \
  CASE("atan2(-y, x - 3)", atan2(-y, x - 3))                             \
  CASE("sin(x)/cos(-y) - tan(x/3)", sin(x) / cos(-y) - tan(x / 3))       \
  CASE("asin(x/9) + acos(-x/9) + atan(-x)",                              \
       asin(x / 9) + acos(-x / 9) + atan(-x))                            \
  CASE("sinh(x) - cosh(y) + tanh(-x)", sinh(x) - cosh(y) + tanh(-x))     \
  CASE("log(x)*pi - E*y", log(x) * TEST_PI - 2.718281828459045 * y)      \
  CASE("-x*y/(-3*y + x)", -x *y / (-3 * y + x))                          \
  CASE("-(-x)", x)                                                       \
  CASE("x/3 - y/7", x / 3 - y / 7)

static const char *const texts[] = {
#define TEXT(text, value) text,
    CASES(TEXT)
#undef TEXT
};
enum { NTEXTS = sizeof texts / sizeof *texts };

static void values_at(double x, double y, double values[NTEXTS])
{
  const double all[] = {
#define VALUE(text, value) value,
      CASES(VALUE)
#undef VALUE
  };
  memcpy(values, all, sizeof all);
}

/* Makes one block for all texts, or one for each. */
static Block block_of(Run *run, size_t first, size_t count)
{
  const char **names = run_alloc(run, count * sizeof *names);
  Symbolic *sym = sym_new(run, (Where){NULL, 0});
  for (size_t i = 0; i < count; i++) {
    names[i] = run_printf(run, "out[%zu]", first + i);
    sym_let(sym, names[i], texts[first + i]);
  }
  return sym_block(sym, names, count, "t");
}

static const char prototypes[] =
    "double sqrt(double), exp(double), log(double), pow(double, double);\n"
    "double sin(double), cos(double), tan(double), asin(double);\n"
    "double acos(double), atan(double), atan2(double, double);\n"
    "double sinh(double), cosh(double), tanh(double);\n"
    "typedef double real;\n";

/* Compiles blocks of so many texts and compares their results. */
static void expect_printed(size_t step)
{
  static const double at[][2] = {{0.7, 1.9}, {2.3, 0.4}, {1.1, 5.5}};
  Run *run = run_open();
  Text c = text_new(run);
  text_add(&c, "%svoid f(real x, real y, real *out)\n{\n", prototypes);
  for (size_t i = 0; i < NTEXTS; i += step) {
    const Block block = block_of(run, i, step);
    text_add(&c, "  {\n%s  }\n", print_block(run, &of_double, &block, "", 4));
  }
  text_add(&c, "}\n");
  Module *module = compile(&tcc_backend, c.chars);
  void (*f)(double, double, double *);
  void *const address = module_symbol(module, "f");
  memcpy(&f, &address, sizeof f);
  for (size_t k = 0; k < 3; k++) {
    double is[NTEXTS], should[NTEXTS];
    f(at[k][0], at[k][1], is);
    values_at(at[k][0], at[k][1], should);
    for (size_t i = 0; i < NTEXTS; i++)
      cr_expect_float_eq(is[i], should[i], 1e-13 * fmax(1, fabs(should[i])),
                         "%s is %.17g, not %.17g", texts[i], is[i], should[i]);
  }
  module_close(module);
  run_close(run);
}

Test(print, expressions_compute_what_they_say)
{
  expect_printed(1);
}

Test(print, expressions_that_share_compute_what_they_say)
{
  expect_printed(NTEXTS);
}

Test(print, evaluation_agrees_with_c)
{
  static const char *const names[] = {"x", "y"};
  static const double at[2] = {0.7, 1.9};
  Run *run = run_open();
  const Block block = block_of(run, 0, NTEXTS);
  double is[NTEXTS], should[NTEXTS];
  block_evaluate(&block, names, at, 2, is);
  values_at(at[0], at[1], should);
  for (size_t i = 0; i < NTEXTS; i++)
    cr_expect_float_eq(is[i], should[i], 1e-13 * fmax(1, fabs(should[i])),
                       "%s is %.17g, not %.17g", texts[i], is[i], should[i]);
  run_close(run);
}

static const char *printed_alone(Run *run, const Spelling *s, const char *text)
{
  static const char *const name = "e";
  Symbolic *sym = sym_new(run, (Where){NULL, 0});
  sym_let(sym, name, text);
  const Block block = sym_block(sym, &name, 1, "t");
  return print_block(run, s, &block, "", 0);
}

Test(print, whole_powers_are_products)
{
  static const char *const powers[] = {"x^2",       "x^3",     "x^13", "x^(-4)",
                                       "(x + 1)^6", "x^(5/2)", "x^64"};
  Run *run = run_open();
  for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
    const char *text = printed_alone(run, &of_double, powers[i]);
    cr_expect_null(strstr(text, "pow"), "%s: %s", powers[i], text);
  }
  cr_expect_str_eq(printed_alone(run, &of_double, "x^2"), "e = x*x;\n");
  cr_expect_str_eq(printed_alone(run, &of_double, "x^(-1)"), "e = 1.0/x;\n");
  run_close(run);
}

Test(print, negative_literals_stand_in_parentheses)
{
  Run *run = run_open();
  const Expr *x = expr_symbol(run, "x"), *minus = expr_number(run, -3);
  const Expr *both[2] = {x, minus};
  const Expr *product = expr_make(run, EXPR_MUL, NULL, 2, both);
  cr_expect_str_eq(print_expr(run, &of_double, product), "x*(-3.0)");
  const Expr *inverse[2] = {minus, expr_number(run, -1)};
  const Expr *fraction[2] = {x, expr_make(run, EXPR_POW, NULL, 2, inverse)};
  cr_expect_str_eq(
      print_expr(run, &of_double, expr_make(run, EXPR_MUL, NULL, 2, fraction)),
      "x/(-3.0)");
  const Expr *one[2] = {x, expr_number(run, -1)};
  cr_expect_str_eq(
      print_expr(run, &of_double, expr_make(run, EXPR_MUL, NULL, 2, one)),
      "x*(-1.0)");
  run_close(run);
}

/* ---- floats ------------------------------------------------------------ */

/* Returns the first literal of type double in C text, or NULL; comments and
 * strings do not count. */
static const char *double_literal(const char *c)
{
  for (char before = ' '; *c; before = *c++) {
    if (c[0] == '/' && c[1] == '*') {
      c = strstr(c, "*/") + 1;
      continue;
    }
    if (*c == '"') {
      while (*++c != '"') continue;
      continue;
    }
    const bool is_start = isdigit((unsigned char)*c) &&
                          !isalnum((unsigned char)before) && before != '_' &&
                          before != '.';
    if (!is_start) continue;
    const char *at = c;
    bool is_real = false;
    const bool is_hex = c[0] == '0' && (c[1] == 'x' || c[1] == 'X');
    while (isalnum((unsigned char)*c) || *c == '.' ||
           ((*c == '-' || *c == '+') && !is_hex && tolower(c[-1]) == 'e')) {
      is_real = is_real || *c == '.' || (*c == 'e' && !is_hex);
      c++;
    }
    c--;
    if (is_real && *c != 'f') return at;
  }
  return NULL;
}

Test(print, the_search_for_double_literals_finds_them)
{
  cr_expect_null(double_literal("x = 1.0f + a3*2e-5f - 7u; /* 1.0 */"));
  cr_expect_not_null(double_literal("x = 1.0f + 2e-5*b;"));
  cr_expect_not_null(double_literal("x = 1.0;"));
}

Test(print, no_double_is_in_a_floats_text)
{
  static const char *const keys[] = {
      "real = \"float\", unroll = \"loop\", step = \"exponential\",\n"
      "friction = lugre { sigma0 = 1e6, sigma1 = 8e2, sigma2 = 0.1,"
      " mu_c = 1, mu_s = 1.2, v_s = 1e-3, gamma = 1.3, s_ba = 0.9, v_d = 0.01 "
      "}",
      "real = \"float\", unroll = \"full\", step = \"euler\",\n"
      "friction = lugre { sigma0 = 1e6, mu_c = 1, mu_s = 1.2,"
      " stribeck = function(s) return 1 + 0.2*math.exp(-math.atan(s, 2)^3)"
      " - math.tanh(s)/7*math.log(1 + s, 9)*0 end }"};
  for (size_t i = 0; i < 2; i++) {
    Emission e = emit_sound_pad(keys[i]);
    const char *found = double_literal(e.source);
    cr_expect_null(found, "%.60s", found);
    found = double_literal(strstr(e.texts->header, "#ifndef"));
    cr_expect_null(found, "%.60s", found);
    cr_expect_null(strstr(e.source, "double "));
    emission_close(&e);
  }
}
