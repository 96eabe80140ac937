/* expr.c: expressions as trees, between Lua, SymEngine and C text. In: parts.
 * Out: Exprs in a run's arena, their operation count and their value.
 *
 * Invariant: an Expr never changes after it is made, so parts may be shared. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"

const Expr *expr_number(Run *run, double number)
{
  Expr *e = run_alloc(run, sizeof *e);
  e->op = EXPR_NUMBER;
  e->number = number;
  return e;
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

static int operations(const Expr *e)
{
  if (e->op == EXPR_NUMBER || e->op == EXPR_SYMBOL) return 0;
  int sum = 0;
  for (size_t i = 0; i < e->count; i++) sum += operations(e->args[i]);
  switch (e->op) {
    case EXPR_ADD:
    case EXPR_MUL: {
      int own = (int)e->count - 1;
      if (expr_is_number(e->args[0], -1)) own--; /* a sign */
      return sum + own;
    }
    case EXPR_POW: /* printed as products and a division */
      return sum + (int)fmax(1, fabs(e->args[1]->number) - 1);
    default:
      return sum + 1;
  }
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

static double call(const char *name, double x, double y)
{
  static const struct {
    const char *name;
    double (*function)(double);
  } unary[] = {{"exp", exp},   {"log", log},   {"sqrt", sqrt}, {"sin", sin},
               {"cos", cos},   {"tan", tan},   {"asin", asin}, {"acos", acos},
               {"atan", atan}, {"sinh", sinh}, {"cosh", cosh}, {"tanh", tanh}};
  for (size_t i = 0; i < COUNT(unary); i++)
    if (strcmp(name, unary[i].name) == 0) return unary[i].function(x);
  if (strcmp(name, "atan2") == 0) return atan2(x, y);
  return strcmp(name, "pow") == 0 ? pow(x, y) : NAN;
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
      return call(e->name, evaluate(e->args[0], scope),
                  e->count > 1 ? evaluate(e->args[1], scope) : 0);
  }
  return NAN;
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
