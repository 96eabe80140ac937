/* trace.c: a function of the spec as expressions. In: the function, its
 * parameters and the shape of its results. Out: an Expr of the symbols for each
 * number that it returns; the function is called once with symbols.
 *
 * Invariant: at the points of the comparison, the Exprs have the values that
 * the function returns for numbers. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "language/inside.h"

enum { MOST_EXPANDED = 5000 };

/* ---- parameters and results -------------------------------------------- */

/* Pushes a list with an item for each parameter: the list of names of a table,
 * or false for a single value. */
static void push_parameters(lua_State *lua, const Signature *s)
{
  lua_createtable(lua, (int)s->nparameters, 0);
  for (size_t i = 0; i < s->nparameters; i++) {
    const Parameter *p = &s->parameters[i];
    if (p->is_table)
      lua_createtable(lua, (int)p->count, 0);
    else
      lua_pushboolean(lua, 0);
    for (size_t k = 0; p->is_table && k < p->count; k++) {
      lua_pushstring(lua, p->names[k]);
      lua_rawseti(lua, -2, (lua_Integer)k + 1);
    }
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

static void push_shapes(lua_State *lua, const Signature *s)
{
  lua_createtable(lua, (int)s->nresults, 0);
  for (size_t i = 0; i < s->nresults; i++) {
    lua_createtable(lua, 2, 0);
    lua_pushinteger(lua, s->results[i].rows);
    lua_rawseti(lua, -2, 1);
    lua_pushinteger(lua, s->results[i].cols);
    lua_rawseti(lua, -2, 2);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

/* Reads the shapes from the table at the index `at`, where words.lua has
 * replaced -1 by the length found. */
static void read_shapes(lua_State *lua, int at, Signature *s)
{
  for (size_t i = 0; i < s->nresults; i++) {
    lua_rawgeti(lua, at, (lua_Integer)i + 1);
    for (int k = 0; k < 2; k++) {
      int *size = k == 0 ? &s->results[i].rows : &s->results[i].cols;
      lua_rawgeti(lua, -1, k + 1);
      *size = (int)lua_tointeger(lua, -1);
      lua_pop(lua, 1);
      if (*size < 0) *size = 0; /* a list without rows has no columns */
    }
    lua_pop(lua, 1);
  }
}

static size_t symbol_count(const Signature *s)
{
  size_t count = 0;
  for (size_t i = 0; i < s->nparameters; i++) count += s->parameters[i].count;
  return count;
}

size_t signature_size(const Signature *s)
{
  size_t size = 0;
  for (size_t i = 0; i < s->nresults; i++) {
    const int rows = s->results[i].rows, cols = s->results[i].cols;
    size += (size_t)(rows == 0 ? 1 : cols == 0 ? rows : rows * cols);
  }
  return size;
}

/* Pushes the table of shapes, then host.<name> with its arguments: the function
 * of the spec, its parameters, signature->returns and the shapes. Returns the
 * index of the table of shapes. */
static int push_call(Spec *spec, const char *name, const Value *function,
                     const Signature *s)
{
  lua_State *lua = spec->state->lua;
  lua_settop(lua, 0); /* an error of an earlier call may have left values */
  push_shapes(lua, s);
  const int shapes = lua_gettop(lua);
  lua_getfield(lua, LUA_REGISTRYINDEX, HOST_KEY);
  lua_getfield(lua, -1, name);
  lua_remove(lua, -2);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, function->function);
  push_parameters(lua, s);
  lua_pushstring(lua, s->returns);
  lua_pushvalue(lua, shapes);
  return shapes;
}

/* Ends the run if the list on top of the stack does not have `size` items. */
static void expect_count(Spec *spec, const Value *function, size_t size)
{
  const size_t count = (size_t)lua_rawlen(spec->state->lua, -1);
  if (count != size)
    run_fail(spec->run, function->where,
             "the function must return %zu numbers in all, got %zu", size,
             count);
}

void trace_call(Spec *spec, const Value *function, const Signature *s,
                const double *in, double *out)
{
  lua_State *lua = spec->state->lua;
  const int shapes = push_call(spec, "call", function, s);
  const size_t count = symbol_count(s), size = signature_size(s);
  lua_createtable(lua, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_pushnumber(lua, in[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  sandbox_call(spec->state, 5, 1, CALL_INSTRUCTIONS, function->where);
  expect_count(spec, function, size);
  for (size_t i = 0; i < size; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i + 1);
    out[i] = lua_type(lua, -1) == LUA_TNUMBER ? lua_tonumber(lua, -1) : NAN;
    lua_pop(lua, 1);
  }
  lua_settop(lua, shapes - 1);
}

/* ---- the tape ---------------------------------------------------------- */

/* The operations of a tape that have been read, from 1. */
typedef struct Tape {
  Run *run;
  lua_State *lua;
  const Value *function;
  const Expr **earlier;
  size_t count;
} Tape;

/* Returns item `i` of the table on top of the stack, an operand: an earlier
 * operation, a number, or NULL if there is no such item. */
static const Expr *operand(const Tape *tape, size_t i)
{
  lua_State *lua = tape->lua;
  const Expr *e = NULL;
  lua_rawgeti(lua, -1, (lua_Integer)i);
  if (lua_isinteger(lua, -1)) {
    const lua_Integer place = lua_tointeger(lua, -1);
    if (place < 1 || (size_t)place > tape->count)
      run_fail(tape->run, tape->function->where,
               "the function uses a symbol of another call");
    e = tape->earlier[place];
  } else if (lua_type(lua, -1) == LUA_TNUMBER) {
    e = expr_number(tape->run, lua_tonumber(lua, -1));
  }
  lua_pop(lua, 1);
  return e;
}

/* Returns the symbol of the parameter value number k, from 1. */
static const Expr *symbol_of(Run *run, const Signature *s, size_t k)
{
  for (size_t i = 0; i < s->nparameters; i++) {
    const Parameter *p = &s->parameters[i];
    if (k <= p->count) return expr_symbol(run, p->symbols[k - 1]);
    k -= p->count;
  }
  return NULL;
}

static const Expr *operation(const Tape *tape, const Signature *s)
{
  Run *run = tape->run;
  lua_rawgeti(tape->lua, -1, 1);
  const char *op = run_printf(run, "%s", lua_tostring(tape->lua, -1));
  lua_pop(tape->lua, 1);
  const Expr *both[2] = {operand(tape, 2), operand(tape, 3)};
  if (strcmp(op, "symbol") == 0)
    return symbol_of(run, s, (size_t)both[0]->number);
  if (op[0] == '+') return expr_make(run, EXPR_ADD, NULL, 2, both);
  if (op[0] == '*') return expr_make(run, EXPR_MUL, NULL, 2, both);
  if (op[0] == '^') return expr_make(run, EXPR_POW, NULL, 2, both);
  return expr_make(run, EXPR_FUNCTION, op, both[1] ? 2 : 1, both);
}

/* Returns the number of operations of the expression without sharing, which is
 * the work of SymEngine. */
static double expanded_size(const Expr *e, const Expr *const *earlier,
                            const double *sizes, size_t count)
{
  double size = 1;
  for (size_t i = 0; i < e->count; i++) {
    size_t k = count; /* backwards, since most operands are recent */
    while (k > 0 && earlier[k] != e->args[i]) k--;
    size += k > 0 ? sizes[k] : 0;
  }
  return size;
}

/* Returns an expression for each number of the results, from the tape and the
 * operands that host.trace has left on top of the stack. */
static const Expr **read_tape(Spec *spec, const Value *function,
                              const Signature *s)
{
  Run *run = spec->run;
  lua_State *lua = spec->state->lua;
  const size_t length = (size_t)lua_rawlen(lua, -2), size = signature_size(s);
  expect_count(spec, function, size);
  const Expr **earlier = run_alloc(run, (length + 1) * sizeof *earlier);
  const Expr **results = run_alloc(run, (size + 1) * sizeof *results);
  double *sizes = run_doubles(run, length + 1);
  Tape tape = {run, lua, function, earlier, 0};
  lua_pushvalue(lua, -2);
  for (size_t i = 1; i <= length; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i);
    earlier[i] = operation(&tape, s);
    lua_pop(lua, 1);
    tape.count = i;
    sizes[i] = expanded_size(earlier[i], earlier, sizes, i - 1);
    if (sizes[i] > MOST_EXPANDED)
      run_fail(run, function->where,
               "the function expands to more than %d operations; does a loop "
               "use its own results several times?",
               MOST_EXPANDED);
  }
  lua_pop(lua, 1);
  for (size_t i = 0; i < size; i++) results[i] = operand(&tape, i + 1);
  return results;
}

static const Expr **trace(Spec *spec, const Value *function, Signature *s)
{
  lua_State *lua = spec->state->lua;
  const int shapes = push_call(spec, "trace", function, s);
  sandbox_call(spec->state, 4, 2, CALL_INSTRUCTIONS, function->where);
  read_shapes(lua, shapes, s);
  const Expr **results = read_tape(spec, function, s);
  lua_settop(lua, shapes - 1);
  return results;
}

/* ---- expressions against numbers --------------------------------------- */

/* Returns the point as a text: "th1 = 0.3, th2 = 1". */
static const char *point_text(Run *run, const Signature *s, const double *in)
{
  Text text = text_new(run);
  for (size_t i = 0; i < s->nparameters; i++)
    for (size_t k = 0; k < s->parameters[i].count; k++)
      text_add(&text, "%s%s = %g", text.length ? ", " : "",
               s->parameters[i].names[k], *in++);
  return text.chars;
}

/* The expressions and the function at one point. */
typedef struct Comparison {
  Spec *spec;
  const Value *function;
  const Signature *signature;
  size_t nsymbols, size;   /* numbers of parameter values and of results */
  Program *program;        /* the expressions */
  double *called, *traced; /* results of the function, of the expressions */
} Comparison;

static Comparison comparison_new(Spec *spec, const Value *function,
                                 const Signature *s, const Expr *const *exprs)
{
  const size_t count = symbol_count(s), size = signature_size(s);
  Comparison c = {spec, function, s, count, size, NULL, NULL, NULL};
  const char **symbols = run_alloc(spec->run, (count + 1) * sizeof *symbols);
  c.called = run_doubles(spec->run, size + 1);
  c.traced = run_doubles(spec->run, size + 1);
  size_t n = 0;
  for (size_t i = 0; i < s->nparameters; i++)
    for (size_t k = 0; k < s->parameters[i].count; k++)
      symbols[n++] = s->parameters[i].symbols[k];
  c.program = program_new(spec->run, symbols, count, exprs, size);
  return c;
}

/* Ends the run if the two differ at the point `in` by more than 1e-9 of the
 * largest value, which may be one of another point. Returns false if neither is
 * finite. */
static bool compare_at(const Comparison *c, const double *in, double largest)
{
  bool is_finite = true;
  trace_call(c->spec, c->function, c->signature, in, c->called);
  program_run(c->program, in, c->traced);
  for (size_t i = 0; i < c->size; i++)
    if (isfinite(c->called[i])) largest = fmax(largest, fabs(c->called[i]));
  for (size_t i = 0; i < c->size; i++) {
    const double called = c->called[i], traced = c->traced[i];
    if (fabs(traced - called) <= 1e-9 * largest + 1e-300) continue;
    if (!isfinite(called) && !isfinite(traced)) {
      is_finite = false;
      continue;
    }
    run_fail(c->spec->run, c->function->where,
             "the function returns %.9g at %s, but with symbols the value is "
             "%.9g; does the function branch on == or on type()? Write the "
             "function without a branch",
             called, point_text(c->spec->run, c->signature, in),
             isnan(traced) ? NAN : traced);
  }
  return is_finite;
}

const Expr **trace_function(Spec *spec, const Value *function,
                            Signature *signature, const double *centre,
                            const double *reach)
{
  enum { SAMPLES = 25 };
  const Expr **exprs = trace(spec, function, signature);
  const Comparison c = comparison_new(spec, function, signature, exprs);
  double *in = run_doubles(spec->run, c.nsymbols + 1);
  uint64_t seed = 1;
  int finite = 0;
  for (int i = 0; i < SAMPLES; i++) {
    for (size_t k = 0; k < c.nsymbols; k++) {
      const double radius = i % 5 * 0.5;
      in[k] = centre[k] +
              radius * (reach ? reach[k] : 1) * number_random(&seed, -1, 1);
    }
    finite += compare_at(&c, in, 0);
  }
  if (finite == 0)
    run_fail(spec->run, function->where,
             "the function has no finite value at or around %s; give scenario "
             "a start at which the function is finite",
             point_text(spec->run, signature, centre));
  return exprs;
}

const Expr *trace_law(Spec *spec, const Value *function, const char *symbol,
                      double low, double high)
{
  enum { SAMPLES = 200 };
  const Parameter parameter = {false, 1, &symbol, &symbol};
  ResultShape number = {0, 0};
  Signature signature = {&parameter, 1, &number, 1, "1 number"};
  const Expr **exprs = trace(spec, function, &signature);
  const Comparison c = comparison_new(spec, function, &signature, exprs);
  for (int i = low > 0 ? -1 : 0; i < SAMPLES; i++) {
    const double share = (double)i / (SAMPLES - 1);
    const double x = i < 0     ? 0
                     : low > 0 ? low * pow(high / low, share)
                               : low + (high - low) * share;
    if (!compare_at(&c, &x, 0))
      run_fail(spec->run, function->where,
               "the function must be finite, got %.9g at %s = %g", c.called[0],
               symbol, x);
  }
  return exprs[0];
}

/* ---- many points ------------------------------------------------------- */

struct Evaluator {
  Comparison comparison;
  size_t calls;
  double largest; /* of all values */
};

Evaluator *trace_evaluator(Spec *spec, const Value *function,
                           const Signature *signature, const Expr *const *exprs)
{
  Evaluator *e = run_alloc(spec->run, sizeof *e);
  e->comparison = comparison_new(spec, function, signature, exprs);
  return e;
}

/* Compares every 64th point with a call. */
static void compare_some(Evaluator *e, const double *in)
{
  enum { STRIDE = 64 };
  if (e->calls++ % STRIDE == 0) compare_at(&e->comparison, in, e->largest);
}

void trace_along(Evaluator *e, const double *in, const double *direction,
                 double *first, double *second)
{
  compare_some(e, in);
  program_along(e->comparison.program, in, direction, first, second);
}

void trace_evaluate(Evaluator *e, const double *in, double *out)
{
  compare_some(e, in);
  program_run(e->comparison.program, in, out);
  for (size_t i = 0; i < e->comparison.size; i++)
    if (isfinite(out[i])) e->largest = fmax(e->largest, fabs(out[i]));
}
