/* program.c: expressions as a list of operations for many points. In:
 * expressions of symbols. Out: their values at a point, and their derivatives
 * along a line, by Taylor arithmetic; each shared part is computed once.
 *
 * Invariant: an operation reads values that stand before its own. */
#include <math.h>
#include <string.h>

#include "algebra/algebra.h"
#include "algebra/inside.h"

/* values[to] = values[a] op values[b] */
typedef struct Operation {
  ExprOp op;
  ExprFunction function;
  size_t a, b;
} Operation;

struct Program {
  Run *run;
  const char *const *symbols;
  size_t nsymbols;
  /* values: first those of the symbols, then of the operations; a number is an
   * operation whose value stays */
  double *values;
  struct Taylor *line; /* the same along a line; NULL before the first use */
  Operation *operations;
  const Expr **made; /* the expression of each operation */
  size_t count, room, operations_room, made_room;
  size_t noutputs;
  size_t *outputs;
};

static size_t add_operation(Program *p, const Expr *e, Operation o)
{
  if (p->count == p->room) {
    double *const values = run_doubles(p->run, p->nsymbols + 2 * p->room + 64);
    memcpy(values, p->values, (p->nsymbols + p->count) * sizeof *values);
    p->values = values;
    p->room = 2 * p->room + 64;
  }
  p->operations = run_grown(p->run, p->operations, p->count,
                            &p->operations_room, sizeof *p->operations);
  p->made =
      run_grown(p->run, p->made, p->count, &p->made_room, sizeof *p->made);
  p->operations[p->count] = o;
  p->made[p->count] = e;
  return p->nsymbols + p->count++;
}

static size_t find_symbol(const Program *p, const char *name)
{
  size_t i = 0;
  while (i < p->nsymbols && strcmp(p->symbols[i], name) != 0) i++;
  return i;
}

static size_t add_expr(Program *p, const Expr *e);

/* A sum or product of several is a chain of two at a time. */
static size_t add_chain(Program *p, const Expr *e)
{
  size_t at = add_expr(p, e->args[0]);
  for (size_t i = 1; i < e->count; i++) {
    const size_t next = add_expr(p, e->args[i]);
    at = add_operation(p, i + 1 < e->count ? NULL : e,
                       (Operation){.op = e->op, .a = at, .b = next});
  }
  return at;
}

static size_t add_number(Program *p, const Expr *e, double number)
{
  const size_t at = add_operation(p, e, (Operation){.op = EXPR_NUMBER});
  p->values[at] = number;
  return at;
}

/* Returns the place of the expression's value. */
static size_t add_expr(Program *p, const Expr *e)
{
  if (e->op == EXPR_SYMBOL) {
    const size_t at = find_symbol(p, e->name);
    return at < p->nsymbols ? at : add_number(p, e, NAN);
  }
  for (size_t k = p->count; k-- > 0;) /* backwards: most parts are recent */
    if (p->made[k] == e) return p->nsymbols + k;
  if (e->op == EXPR_NUMBER) return add_number(p, e, e->number);
  if (e->op == EXPR_ADD || e->op == EXPR_MUL)
    return e->count > 0 ? add_chain(p, e) : add_number(p, e, e->op == EXPR_MUL);
  const size_t a = add_expr(p, e->args[0]);
  const size_t b = e->count > 1 ? add_expr(p, e->args[1]) : a;
  ExprFunction function = {NULL, NULL};
  if (e->op == EXPR_FUNCTION) function = expr_function(e->name);
  return add_operation(p, e, (Operation){e->op, function, a, b});
}

Program *program_new(Run *run, const char *const *symbols, size_t nsymbols,
                     const Expr *const *exprs, size_t count)
{
  Program *p = run_alloc(run, sizeof *p);
  *p = (Program){.run = run, .symbols = symbols, .nsymbols = nsymbols};
  p->values = run_doubles(run, nsymbols + 1);
  p->outputs = run_alloc(run, (count + 1) * sizeof *p->outputs);
  for (size_t i = 0; i < count; i++) p->outputs[i] = add_expr(p, exprs[i]);
  p->noutputs = count;
  return p;
}

static double power(double a, double b)
{
  return b == 2 ? a * a : b == -1 ? 1 / a : pow(a, b);
}

void program_run(Program *p, const double *in, double *out)
{
  double *const values = p->values, *to = values + p->nsymbols;
  memcpy(values, in, p->nsymbols * sizeof *values);
  for (size_t i = 0; i < p->count; i++, to++) {
    const Operation *o = &p->operations[i];
    const double a = values[o->a], b = values[o->b];
    if (o->op == EXPR_ADD)
      *to = a + b;
    else if (o->op == EXPR_MUL)
      *to = a * b;
    else if (o->op == EXPR_POW)
      *to = power(a, b);
    else if (o->op == EXPR_FUNCTION)
      *to = expr_call(o->function, a, b);
  }
  for (size_t i = 0; i < p->noutputs; i++) out[i] = values[p->outputs[i]];
}

/* ---- along a line ------------------------------------------------------ */

/* The value at s = 0 and the first two derivatives by s. */
typedef struct Taylor {
  double at, first, second;
} Taylor;

static Taylor sum_of(Taylor a, Taylor b)
{
  return (Taylor){a.at + b.at, a.first + b.first, a.second + b.second};
}

static Taylor product_of(Taylor a, Taylor b)
{
  return (Taylor){a.at * b.at, a.first * b.at + a.at * b.first,
                  a.second * b.at + 2 * a.first * b.first + a.at * b.second};
}

static bool is_constant(Taylor a)
{
  return a.first == 0 && a.second == 0;
}

/* Returns f(a) for the value, first and second derivative of f at a. */
static Taylor chain(Taylor a, double f, double df, double ddf)
{
  if (is_constant(a)) return (Taylor){f, 0, 0};
  return (Taylor){f, df * a.first,
                  (ddf == 0 ? 0 : ddf * a.first * a.first) + df * a.second};
}

static Taylor function_of(double (*f)(double), Taylor a)
{
  const double x = a.at, y = f(x), round = 1 / (1 - x * x);
  if (f == exp) return chain(a, y, y, y);
  if (f == log) return chain(a, y, 1 / x, -1 / (x * x));
  if (f == sqrt) return chain(a, y, 0.5 / y, -0.25 / (y * y * y));
  if (f == sin) return chain(a, y, cos(x), -y);
  if (f == cos) return chain(a, y, -sin(x), -y);
  if (f == tan) return chain(a, y, 1 + y * y, 2 * y * (1 + y * y));
  if (f == asin) return chain(a, y, sqrt(round), x * round * sqrt(round));
  if (f == acos) return chain(a, y, -sqrt(round), -x * round * sqrt(round));
  if (f == atan)
    return chain(a, y, 1 / (1 + x * x), -2 * x / ((1 + x * x) * (1 + x * x)));
  if (f == sinh) return chain(a, y, cosh(x), y);
  if (f == cosh) return chain(a, y, sinh(x), y);
  if (f == tanh) return chain(a, y, 1 - y * y, -2 * y * (1 - y * y));
  return (Taylor){y, NAN, NAN};
}

static Taylor power_of(Taylor a, Taylor b)
{
  if (!is_constant(b)) {
    const Taylor exponent = product_of(b, function_of(log, a));
    const Taylor p = function_of(exp, exponent);
    return (Taylor){power(a.at, b.at), p.first, p.second};
  }
  const double n = b.at;
  return chain(a, power(a.at, n), n == 0 ? 0 : n * power(a.at, n - 1),
               n == 0 || n == 1 ? 0 : n * (n - 1) * power(a.at, n - 2));
}

static Taylor angle_of(Taylor y, Taylor x)
{
  const double square = x.at * x.at + y.at * y.at;
  const double turn = x.at * y.first - y.at * x.first;
  const double bend = x.at * y.second - y.at * x.second;
  const double growth = 2 * (x.at * x.first + y.at * y.first);
  const double angle = atan2(y.at, x.at);
  if (is_constant(x) && is_constant(y)) return (Taylor){angle, 0, 0};
  return (Taylor){angle, turn / square,
                  (bend - turn * growth / square) / square};
}

static Taylor call_of(ExprFunction f, Taylor a, Taylor b)
{
  if (f.unary) return function_of(f.unary, a);
  if (f.binary == atan2) return angle_of(a, b);
  return f.binary == pow ? power_of(a, b) : (Taylor){NAN, NAN, NAN};
}

void program_along(Program *p, const double *in, const double *direction,
                   double *first, double *second)
{
  const size_t all = p->nsymbols + p->count;
  if (!p->line) p->line = run_alloc(p->run, (all + 1) * sizeof *p->line);
  Taylor *const line = p->line, *to = line + p->nsymbols;
  for (size_t i = 0; i < p->nsymbols; i++)
    line[i] = (Taylor){in[i], direction[i], 0};
  for (size_t k = 0; k < p->count; k++, to++) {
    const Operation *o = &p->operations[k];
    const Taylor a = line[o->a], b = line[o->b];
    switch (o->op) {
      case EXPR_ADD:
        *to = sum_of(a, b);
        break;
      case EXPR_MUL:
        *to = product_of(a, b);
        break;
      case EXPR_POW:
        *to = power_of(a, b);
        break;
      case EXPR_FUNCTION:
        *to = call_of(o->function, a, b);
        break;
      default: /* a number */
        *to = (Taylor){p->values[p->nsymbols + k], 0, 0};
    }
  }
  for (size_t i = 0; i < p->noutputs; i++) {
    first[i] = line[p->outputs[i]].first;
    second[i] = line[p->outputs[i]].second;
  }
}
