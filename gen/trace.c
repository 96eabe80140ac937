/* trace.c: a law of the user's own, as an expression. In: a function of the
 * spec, which is called once with symbols. Out: an Expr of them.
 *
 * Invariant: the Expr has the values that the function has for numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"
#include "sandbox.h"

enum { MOST_WRITTEN_OUT = 5000 };

/* Operand `i` of the operation on top of the stack. */
static const Expr *operand(Run *run, lua_State *lua, int i,
                           const Expr *const *earlier)
{
  const Expr *e = NULL;
  lua_rawgeti(lua, -1, i);
  if (lua_isinteger(lua, -1))
    e = earlier[lua_tointeger(lua, -1)];
  else if (lua_type(lua, -1) == LUA_TNUMBER)
    e = expr_number(run, lua_tonumber(lua, -1));
  lua_pop(lua, 1);
  return e;
}

static const Expr *operation(Run *run, lua_State *lua,
                             const Expr *const *earlier, const char *symbol)
{
  lua_rawgeti(lua, -1, 1);
  const char *op = run_printf(run, "%s", lua_tostring(lua, -1));
  lua_pop(lua, 1);
  if (strcmp(op, "symbol") == 0) return expr_symbol(run, symbol);
  const Expr *both[2] = {operand(run, lua, 2, earlier),
                         operand(run, lua, 3, earlier)};
  if (op[0] == '+') return expr_make(run, EXPR_ADD, NULL, 2, both);
  if (op[0] == '*') return expr_make(run, EXPR_MUL, NULL, 2, both);
  if (op[0] == '^') return expr_make(run, EXPR_POW, NULL, 2, both);
  return expr_make(run, EXPR_FUNCTION, op, both[1] ? 2 : 1, both);
}

/* Operations of the expression written out, without sharing: what SymEngine
 * and block_evaluate walk through. */
static double written_out(const Expr *e, const Expr *const *earlier,
                          const double *sizes, size_t count)
{
  double size = 1;
  for (size_t i = 0; i < e->count; i++) {
    size_t k = count; /* the latest first: operands are mostly recent */
    while (k > 0 && earlier[k] != e->args[i]) k--;
    size += k > 0 ? sizes[k] : 0;
  }
  return size;
}

/* The one result of host.trace, whose two tables are on the stack. */
static const Expr *result_of(Spec *spec, const Value *function,
                             const char *symbol)
{
  Run *run = spec->run;
  lua_State *lua = spec->state->lua;
  const lua_Unsigned results = lua_rawlen(lua, -1);
  if (results != 1)
    run_fail(run, function->where,
             "the function must return 1 number, but it returns %d values",
             (int)results);
  const size_t length = (size_t)lua_rawlen(lua, -2);
  const Expr **earlier = run_alloc(run, (length + 1) * sizeof *earlier);
  double *sizes = run_doubles(run, length + 1);
  for (size_t i = 1; i <= length; i++) {
    lua_rawgeti(lua, -2, (lua_Integer)i);
    earlier[i] = operation(run, lua, earlier, symbol);
    lua_pop(lua, 1);
    sizes[i] = written_out(earlier[i], earlier, sizes, i - 1);
    if (sizes[i] > MOST_WRITTEN_OUT)
      run_fail(run, function->where,
               "the law has more than %d operations when written out; does "
               "it use its own results again in a loop?",
               MOST_WRITTEN_OUT);
  }
  return operand(run, lua, 1, earlier);
}

static void compare(Spec *spec, const Value *function, const Expr *e,
                    const char *symbol, double low, double high)
{
  enum { SAMPLES = 200 };
  Assign output = {"value", e};
  const Block block = {NULL, &output, 0, 1};
  for (int i = low > 0 ? -1 : 0; i < SAMPLES; i++) {
    const double share = (double)i / (SAMPLES - 1);
    const double x = i < 0     ? 0
                     : low > 0 ? low * pow(high / low, share)
                               : low + (high - low) * share;
    double traced, called;
    block_evaluate(&block, &symbol, &x, 1, &traced);
    spec_call(spec, function, &x, 1, &called, 1);
    if (fabs(traced - called) <= 1e-9 * fabs(called) + 1e-300) continue;
    run_fail(spec->run, function->where,
             "the function gives %.9g at %s = %g, but traced with symbols it "
             "is %.9g there; does it branch on == or on type()? Write it "
             "without a branch",
             called, symbol, x, isnan(traced) ? NAN : traced);
  }
}

const Expr *trace_law(Spec *spec, const Value *function, const char *symbol,
                      double low, double high)
{
  SpecState *state = spec->state;
  lua_State *lua = state->lua;
  lua_getfield(lua, LUA_REGISTRYINDEX, HOST_KEY);
  lua_getfield(lua, -1, "trace");
  lua_remove(lua, -2);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, function->function);
  lua_pushinteger(lua, 1);
  sandbox_call(state, 2, 2, CALL_INSTRUCTIONS, function->where);
  const Expr *e = result_of(spec, function, symbol);
  lua_pop(lua, 2);
  compare(spec, function, e, symbol, low, high);
  return e;
}
