/* costs.c: runs count.lua on emitted texts. In: a header and its source. Out: for each function of the header
 * the operations on its longest path and the bytes of its tables.
 *
 * Invariant: the figures follow from the texts alone; no compiler is run. */
#include <lua.h>
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "emit/inside.h"

/* ---- counting ------------------------------------------------------------ */

typedef struct Uncounted {
  const Plan *plan;
  const char *header, *source;
} Uncounted;

static int push_texts(lua_State *lua, const void *context)
{
  const Uncounted *texts = context;
  lua_pushstring(lua, texts->header);
  lua_pushstring(lua, texts->source);
  lua_pushinteger(lua, texts->plan->model->is_float ? 4 : 8);
  lua_pushstring(lua, texts->plan->model->name);
  return 4;
}

static double number_of(lua_State *lua, const char *name)
{
  lua_getfield(lua, -1, name);
  const double number = lua_tonumber(lua, -1);
  lua_pop(lua, 1);
  return number;
}

/* Reads the entry on top, and removes the entry. */
static FunctionCost cost_on_top(Run *run, lua_State *lua)
{
  FunctionCost cost = {.add = number_of(lua, "add"),
                       .multiply = number_of(lua, "multiply"),
                       .divide = number_of(lua, "divide"),
                       .root = number_of(lua, "root"),
                       .elementary = number_of(lua, "elementary"),
                       .table_bytes = number_of(lua, "tables")};
  lua_getfield(lua, -1, "name");
  cost.function = run_printf(run, "%s", lua_tostring(lua, -1));
  lua_getfield(lua, -2, "is_bounded");
  cost.is_bounded = lua_toboolean(lua, -1);
  lua_pop(lua, 3);
  return cost;
}

FunctionCosts costs_count(const Plan *plan, const char *header,
                          const char *source)
{
  Run *run = plan->run;
  const Uncounted texts = {plan, header, source};
  lua_State *lua = script_call(run, "count.lua", push_texts, &texts, 1);
  FunctionCosts costs = {.count = lua_rawlen(lua, -1)};
  FunctionCost *list = run_alloc(run, (costs.count + 1) * sizeof *list);
  for (size_t i = 0; i < costs.count; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i + 1);
    list[i] = cost_on_top(run, lua);
  }
  costs.list = list;
  lua_settop(lua, 0);
  return costs;
}

double cost_operations(const FunctionCost *cost)
{
  return cost->add + cost->multiply + cost->divide + cost->root;
}

const char *costs_lines(Run *run, const FunctionCosts *costs)
{
  Text text = text_new(run);
  size_t width = 10;
  for (size_t i = 0; i < costs->count; i++)
    if (strlen(costs->list[i].function) > width)
      width = strlen(costs->list[i].function);
  text_add(&text,
           " * Operations of a call at most, on its longest path (a loop counts "
           "as often as it may\n"
           " * go round; comparisons are additions; exp: calls of exp and the "
           "like, whose operations\n"
           " * count where they are in this file), and bytes of the tables that "
           "it reads:\n"
           " *   %-*s %9s %9s %8s %7s %6s %7s",
           (int)width + 1, "", "additions", "products", "divided", "roots",
           "exp", "bytes");
  for (size_t i = 0; i < costs->count; i++) {
    const FunctionCost *c = &costs->list[i];
    if (!c->is_bounded)
      text_add(&text, "\n *   _%-*s depends on its arguments %21.0f",
               (int)width, c->function, c->table_bytes);
    else
      text_add(&text, "\n *   _%-*s %9.0f %9.0f %8.0f %7.0f %6.0f %7.0f",
               (int)width, c->function, c->add, c->multiply, c->divide, c->root,
               c->elementary, c->table_bytes);
  }
  return text.chars;
}
