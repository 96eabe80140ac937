/* expr.c: expressions as trees, between Lua, SymEngine and C text. In: parts.
 * Out: Exprs in a run's arena, their operation count and their value.
 *
 * Invariant: an Expr never changes after it is made, so parts may be shared. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "algebra/inside.h"

const Expr *expr_number(Run *run, double number)
{
  Expr *e = run_alloc(run, sizeof *e);
  e->op = EXPR_NUMBER;
  e->number = number;
  return e;
}

const Expr *expr_of_exact(Run *run, const Exact *value)
{
  Expr *e = run_alloc(run, sizeof *e);
  e->op = EXPR_NUMBER;
  e->number = exact_value(value);
  e->exact = value;
  return e;
}

const Exact *expr_exact(Run *run, const Expr *number)
{
  return number->exact ? number->exact : exact_of(run, number->number);
}

const Expr *expr_symbol(Run *run, const char *name)
{
  Expr *e = run_alloc(run, sizeof *e);
  e->op = EXPR_SYMBOL;
  e->name = run_printf(run, "%s", name);
  return e;
}

const Expr *expr_make(Run *run, ExprOp op, const char *name, size_t count,
                      const Expr *const *args)
{
  Expr *e = run_alloc(run, sizeof *e);
  e->op = op;
  e->name = name;
  e->count = count;
  e->args = run_alloc(run, (count + 1) * sizeof *e->args);
  for (size_t i = 0; i < count; i++) e->args[i] = args[i];
  return e;
}

bool expr_is_number(const Expr *e, double number)
{
  return e->op == EXPR_NUMBER && e->number == number;
}

/* ---- order ------------------------------------------------------------- */

/* Digits count as the number that they are. */
static int compare_names(const char *a, const char *b)
{
  while (*a && *a == *b && !isdigit((unsigned char)*a)) a++, b++;
  if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
    char *end_a, *end_b;
    const long x = strtol(a, &end_a, 10), y = strtol(b, &end_b, 10);
    return x != y ? (x > y) - (x < y) : compare_names(end_a, end_b);
  }
  return (unsigned char)*a - (unsigned char)*b;
}

int expr_compare(const Expr *a, const Expr *b)
{
  if (a == b) return 0;
  if (a->op != b->op) return (int)a->op - (int)b->op;
  if (a->op == EXPR_NUMBER)
    return (a->number > b->number) - (a->number < b->number);
  int order = a->name ? compare_names(a->name, b->name) : 0;
  for (size_t i = 0; order == 0 && i < a->count && i < b->count; i++)
    order = expr_compare(a->args[i], b->args[i]);
  return order ? order : (a->count > b->count) - (a->count < b->count);
}

/* ---- arithmetic -------------------------------------------------------- */

static bool both_numbers(const Expr *a, const Expr *b)
{
  return a->op == EXPR_NUMBER && b->op == EXPR_NUMBER;
}

const Expr *expr_times(Run *run, const Expr *a, const Expr *b)
{
  if (expr_is_number(a, 0) || expr_is_number(b, 1)) return a;
  if (expr_is_number(b, 0) || expr_is_number(a, 1)) return b;
  if (both_numbers(a, b))
    return expr_of_exact(
        run, exact_product(run, expr_exact(run, a), expr_exact(run, b)));
  if (expr_is_number(a, -1)) return expr_negative(run, b);
  if (expr_is_number(b, -1)) return expr_negative(run, a);
  const bool is_swapped = b->op == EXPR_NUMBER;
  const Expr *both[2] = {is_swapped ? b : a, is_swapped ? a : b};
  return expr_make(run, EXPR_MUL, NULL, 2, both);
}

const Expr *expr_plus(Run *run, const Expr *a, const Expr *b)
{
  if (expr_is_number(a, 0)) return b;
  if (expr_is_number(b, 0)) return a;
  if (both_numbers(a, b))
    return expr_of_exact(
        run, exact_sum(run, expr_exact(run, a), expr_exact(run, b)));
  const Expr *both[2] = {a, b};
  return expr_make(run, EXPR_ADD, NULL, 2, both);
}

const Expr *expr_negative(Run *run, const Expr *a)
{
  const bool is_product = a->op == EXPR_MUL;
  const Expr *first = is_product ? a->args[0] : a;
  if (a->op == EXPR_NUMBER)
    return expr_of_exact(run, exact_negative(run, expr_exact(run, a)));
  const bool has_number = first->op == EXPR_NUMBER;
  const Expr *number =
      has_number ? expr_negative(run, first) : expr_number(run, -1);
  const size_t count = is_product ? a->count - has_number : 1;
  const Expr *const *factors = is_product ? a->args + has_number : &a;
  const Expr **list = run_alloc(run, (count + 1) * sizeof *list);
  list[0] = number;
  for (size_t i = 0; i < count; i++) list[i + 1] = factors[i];
  if (!expr_is_number(number, 1))
    return expr_make(run, EXPR_MUL, NULL, count + 1, list);
  return count == 1 ? list[1] : expr_make(run, EXPR_MUL, NULL, count, list + 1);
}

const Expr *expr_inverse(Run *run, const Expr *a)
{
  if (a->op == EXPR_NUMBER && a->number != 0)
    return expr_of_exact(run, exact_power(run, expr_exact(run, a), -1));
  const Expr *power[2] = {a, expr_number(run, -1)};
  return expr_make(run, EXPR_POW, NULL, 2, power);
}

/* ---- what it costs ----------------------------------------------------- */

static bool is_inverse(const Expr *e)
{
  return e->op == EXPR_POW && expr_is_number(e->args[1], -1);
}

/* A division is one operation, counted with the inverse; a sign is none. */
static int product_operations(const Expr *e)
{
  const bool has_sign = expr_is_number(e->args[0], -1);
  int inverses = 0;
  for (size_t i = 0; i < e->count; i++) inverses += is_inverse(e->args[i]);
  const bool has_numerator = (int)e->count > inverses + has_sign;
  return (int)e->count - has_sign - inverses - has_numerator;
}

/* By squaring, with a root for half a power and a division for a negative one.
 */
static int power_operations(double power)
{
  const double size = fabs(power), whole = floor(size);
  int sum = power < 0;
  if (size > 64 || 2 * size != floor(2 * size)) return 1;
  for (long n = (long)whole; n > 1; n /= 2) sum += n % 2 ? 2 : 1;
  return size > whole ? sum + 1 + (whole > 0) : sum;
}

int expr_own_operations(const Expr *e)
{
  switch (e->op) {
    case EXPR_NUMBER:
    case EXPR_SYMBOL:
      return 0;
    case EXPR_ADD:
      return (int)e->count - 1;
    case EXPR_MUL:
      return product_operations(e);
    case EXPR_POW:
      return e->args[1]->op == EXPR_NUMBER
                 ? power_operations(e->args[1]->number)
                 : 1;
    case EXPR_FUNCTION:
      break;
  }
  return 1;
}

static int operations(const Expr *e)
{
  int sum = expr_own_operations(e);
  for (size_t i = 0; i < e->count; i++) sum += operations(e->args[i]);
  return sum;
}

int block_operations(const Block *block)
{
  int sum = 0;
  for (size_t i = 0; i < block->ntemporaries; i++)
    sum += operations(block->temporaries[i].value);
  for (size_t i = 0; i < block->noutputs; i++)
    sum += operations(block->outputs[i].value);
  return sum;
}

bool expr_has(const Expr *e, ExprOp op, const char *name)
{
  if (e->op == op && strcmp(e->name, name) == 0) return true;
  for (size_t i = 0; i < e->count; i++)
    if (expr_has(e->args[i], op, name)) return true;
  return false;
}

bool block_has(const Block *block, ExprOp op, const char *name)
{
  for (size_t i = 0; i < block->ntemporaries; i++)
    if (expr_has(block->temporaries[i].value, op, name)) return true;
  for (size_t i = 0; i < block->noutputs; i++)
    if (expr_has(block->outputs[i].value, op, name)) return true;
  return false;
}

/* ---- evaluation -------------------------------------------------------- */

typedef struct Scope {
  const char *const *symbols;
  const double *values;
  size_t count;
  const Block *block;
  const double *temporaries;
  size_t ntemporaries;
} Scope;

static double lookup(const Scope *scope, const char *name)
{
  for (size_t i = 0; i < scope->count; i++)
    if (strcmp(scope->symbols[i], name) == 0) return scope->values[i];
  for (size_t i = 0; i < scope->ntemporaries; i++)
    if (strcmp(scope->block->temporaries[i].name, name) == 0)
      return scope->temporaries[i];
  return NAN;
}

ExprFunction expr_function(const char *name)
{
  static const struct {
    const char *name;
    double (*function)(double);
  } unary[] = {{"exp", exp},   {"log", log},   {"sqrt", sqrt}, {"sin", sin},
               {"cos", cos},   {"tan", tan},   {"asin", asin}, {"acos", acos},
               {"atan", atan}, {"sinh", sinh}, {"cosh", cosh}, {"tanh", tanh}};
  for (size_t i = 0; i < COUNT(unary); i++)
    if (strcmp(name, unary[i].name) == 0)
      return (ExprFunction){unary[i].function, NULL};
  return (ExprFunction){NULL, strcmp(name, "atan2") == 0 ? atan2
                              : strcmp(name, "pow") == 0 ? pow
                                                         : NULL};
}

double expr_call(ExprFunction f, double x, double y)
{
  return f.unary ? f.unary(x) : f.binary ? f.binary(x, y) : NAN;
}

static double evaluate(const Expr *e, const Scope *scope)
{
  double result = e->op == EXPR_MUL ? 1 : 0;
  switch (e->op) {
    case EXPR_NUMBER:
      return e->number;
    case EXPR_SYMBOL:
      return lookup(scope, e->name);
    case EXPR_ADD:
      for (size_t i = 0; i < e->count; i++)
        result += evaluate(e->args[i], scope);
      return result;
    case EXPR_MUL:
      for (size_t i = 0; i < e->count; i++)
        result *= evaluate(e->args[i], scope);
      return result;
    case EXPR_POW:
      return pow(evaluate(e->args[0], scope), evaluate(e->args[1], scope));
    case EXPR_FUNCTION:
      return expr_call(expr_function(e->name), evaluate(e->args[0], scope),
                       e->count > 1 ? evaluate(e->args[1], scope) : 0);
  }
  return NAN;
}

double expr_value(const Expr *e)
{
  static const Block nothing = {0};
  const Scope scope = {.block = &nothing};
  return evaluate(e, &scope);
}

void block_evaluate(const Block *block, const char *const *symbols,
                    const double *values, size_t count, double *outputs)
{
  double *temporaries = calloc(block->ntemporaries + 1, sizeof *temporaries);
  Scope scope = {symbols, values, count, block, temporaries, 0};
  for (; temporaries && scope.ntemporaries < block->ntemporaries;
       scope.ntemporaries++)
    temporaries[scope.ntemporaries] =
        evaluate(block->temporaries[scope.ntemporaries].value, &scope);
  for (size_t i = 0; i < block->noutputs; i++)
    outputs[i] = evaluate(block->outputs[i].value, &scope);
  free(temporaries);
}
