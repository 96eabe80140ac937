/* call.c: calls of a spec's functions with numbers. In: a function of the spec,
 * numbers or tables of numbers. Out: its results.
 *
 * Invariant: a call spends the budget of the spec. */
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "language/inside.h"

/* Writes the numbers on top of the stack, the last of them with a nil above. */
static void take_results(Spec *spec, const Value *function, double *out,
                         int nout)
{
  lua_State *lua = spec->state->lua;
  for (int i = 0; i < nout; i++) {
    const int at = i - nout - 1;
    if (lua_type(lua, at) != LUA_TNUMBER)
      run_fail(spec->run, function->where,
               "the function must return %d number%s, but value %d is a %s",
               nout, nout == 1 ? "" : "s", i + 1, luaL_typename(lua, at));
    out[i] = lua_tonumber(lua, at);
  }
  if (!lua_isnil(lua, -1))
    run_fail(spec->run, function->where,
             "the function must return %d number%s, but it returns more", nout,
             nout == 1 ? "" : "s");
  lua_pop(lua, nout + 1);
}

void spec_call(Spec *spec, const Value *function, const double *in, int nin,
               double *out, int nout)
{
  SpecState *state = spec->state;
  lua_State *lua = state->lua;
  lua_settop(lua, 0); /* an error of an earlier call may have left values */
  lua_rawgeti(lua, LUA_REGISTRYINDEX, function->function);
  for (int i = 0; i < nin; i++) lua_pushnumber(lua, in[i]);
  /* One more result than expected, to detect a function that returns more. */
  sandbox_call(state, nin, nout + 1, CALL_INSTRUCTIONS, function->where);
  take_results(spec, function, out, nout);
}

/* ---- tables of numbers --------------------------------------------------- */

/* Called for a member that the table does not hold yet: makes it. */
static int make_member(lua_State *lua)
{
  const NumberTable *table = lua_touserdata(lua, lua_upvalueindex(1));
  const char *name = lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2)
                                                     : luaL_typename(lua, 2);
  const NumberColumn *column = NULL;
  for (size_t i = 0; i < table->ncolumns && !column; i++)
    if (strcmp(table->columns[i].name, name) == 0) column = &table->columns[i];
  if (!column) {
    luaL_Buffer names;
    luaL_buffinit(lua, &names);
    for (size_t i = 0; i < table->ncolumns; i++) {
      if (i > 0) luaL_addstring(&names, ", ");
      luaL_addstring(&names, table->columns[i].name);
    }
    luaL_pushresult(&names);
    return luaL_error(lua, "%s has no member %s; its members are %s",
                      table->what, name, lua_tostring(lua, -1));
  }
  if (column->stride == 0) {
    lua_pushnumber(lua, *column->first);
    return 1;
  }
  sandbox_spend(lua, (long)column->count);
  lua_createtable(lua, (int)column->count, 0);
  for (size_t k = 0; k < column->count; k++) {
    lua_pushnumber(lua, column->first[k * column->stride]);
    lua_rawseti(lua, -2, (lua_Integer)k + 1);
  }
  lua_pushvalue(lua, 2);
  lua_pushvalue(lua, -2);
  lua_rawset(lua, 1);
  return 1;
}

/* In: tables, their number. Out: as many Lua tables, which make their members
 * when these are read. */
static int make_tables(lua_State *lua)
{
  const NumberTable *tables = lua_touserdata(lua, 1);
  const int count = (int)lua_tointeger(lua, 2);
  luaL_checkstack(lua, count + 4, NULL);
  for (int i = 0; i < count; i++) {
    lua_newtable(lua);
    lua_createtable(lua, 0, 2);
    lua_pushlightuserdata(lua, (void *)(uintptr_t)&tables[i]);
    lua_pushcclosure(lua, make_member, 1);
    lua_setfield(lua, -2, "__index");
    lua_pushboolean(lua, 0);
    lua_setfield(lua, -2, "__metatable");
    lua_setmetatable(lua, -2);
  }
  return count;
}

double spec_call_tables(Spec *spec, const Value *function,
                        const NumberTable *tables, size_t ntables)
{
  SpecState *state = spec->state;
  lua_State *lua = state->lua;
  double result;
  lua_settop(lua, 0);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, function->function);
  lua_pushcfunction(lua, make_tables);
  lua_pushlightuserdata(lua, (void *)(uintptr_t)tables);
  lua_pushinteger(lua, (lua_Integer)ntables);
  sandbox_call(state, 2, (int)ntables, CALL_INSTRUCTIONS, function->where);
  sandbox_call(state, (int)ntables, 2, CALL_INSTRUCTIONS, function->where);
  take_results(spec, function, &result, 1);
  return result;
}
