/* program.c: expressions as a list of operations for many points. In:
 * expressions of symbols. Out: their values at a point, each shared part
 * computed once.
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
  for (const Operation *o = p->operations; o < p->operations + p->count;
       o++, to++) {
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
