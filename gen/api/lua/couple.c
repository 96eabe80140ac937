/* couple.c: contacts and the bodies behind them, for scripts: pad:couple(...) and
 * s:march(...). In: states of the first object, numbers as tables or arrays.
 * Out: twists and wrenches as tables.
 *
 * Invariant: the length of every table is checked before the solver runs. */
#include <stdbool.h>
#include <string.h>

#include "api/lua/inside.h"

/* Returns the numbers of the table or array at the index, in memory that Lua
 * collects; one number stands for all if is_filled. */
static double *numbers_at(lua_State *lua, int index, const char *what,
                          size_t count, bool is_filled)
{
  const Array *array = array_at(lua, index);
  const bool is_one = is_filled && lua_type(lua, index) == LUA_TNUMBER;
  if (!array && !is_one && !lua_istable(lua, index))
    luaL_error(lua, "%s must be a table of %I numbers, got %s", what,
               (lua_Integer)count, luaL_typename(lua, index));
  const size_t given = array    ? array->count
                       : is_one ? count
                                : (size_t)lua_rawlen(lua, index);
  if (given != count)
    luaL_error(lua, "%s must have %I numbers, got %I", what, (lua_Integer)count,
               (lua_Integer)given);
  double *values = lua_newuserdatauv(lua, (count + 1) * sizeof *values, 0);
  for (size_t i = 0; i < count; i++) {
    int is_number = 1;
    if (array || is_one) {
      values[i] = array ? array->at[i] : lua_tonumber(lua, index);
      continue;
    }
    lua_rawgeti(lua, index, (lua_Integer)i + 1);
    values[i] = lua_tonumberx(lua, -1, &is_number);
    if (!is_number) luaL_error(lua, "%s: item %I is not a number", what, (lua_Integer)i + 1);
    lua_pop(lua, 1);
  }
  return values;
}

static void push_numbers(lua_State *lua, const double *values, size_t count)
{
  lua_createtable(lua, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_pushnumber(lua, values[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

static void push_info(lua_State *lua, const double *info, int status)
{
  static const char *const names[] = {"residual", "rounds", "evaluations",
                                      "cut", "clamped"};
  lua_createtable(lua, 0, 6);
  for (int i = 0; i < 5; i++) {
    if (i == 0)
      lua_pushnumber(lua, info[i]);
    else
      lua_pushinteger(lua, (lua_Integer)info[i]);
    lua_setfield(lua, -2, names[i]);
  }
  if (status == 0) return;
  lua_pushstring(lua, bristle_status(status));
  lua_setfield(lua, -2, "status");
}

/* pad:couple({ states }, fn, v0, w, dt, twists) -> twists, wrenches, info. Raises
 * an error for a status below 0 but no convergence, which info.status tells. */
int couple_call(lua_State *lua)
{
  enum { MOST = 8 };
  void *states[MOST];
  double wrench[3 * MOST], info[5];
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_replace(lua, 1);
  const Home *home = lua_touserdata(lua, 1);
  const br_solver *functions = home_functions(lua, home);
  const int most = functions->couple_most < MOST ? functions->couple_most : MOST;
  luaL_checktype(lua, 2, LUA_TTABLE);
  const size_t n = (size_t)lua_rawlen(lua, 2);
  if (n < 1 || n > (size_t)most)
    return luaL_error(lua, "couple: 1 to %d states are needed, got %I", most,
                      (lua_Integer)n);
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(lua, 2, (lua_Integer)i + 1);
    states[i] = home_state(lua, home, -1);
    lua_pop(lua, 1);
    for (size_t j = 0; j < i; j++)
      if (states[j] == states[i])
        return luaL_error(lua, "couple: states %I and %I are the same",
                          (lua_Integer)j + 1, (lua_Integer)i + 1);
  }
  const double *fn = numbers_at(lua, 3, "couple: fn", n, true);
  const double *v0 = numbers_at(lua, 4, "couple: v0", 3 * n, false);
  const double *w = numbers_at(lua, 5, "couple: w", 9 * n * n, false);
  const double dt = luaL_checknumber(lua, 6);
  double *twist = numbers_at(lua, 7, "couple: twists", 3 * n, false);
  const int status = bristle_couple(functions, (int)n, states, fn, v0, w, dt,
                                    twist, wrench, NULL, info);
  if (status < 0 && status != BR_NO_CONVERGENCE)
    return luaL_error(lua, "couple: %s", bristle_status(status));
  push_numbers(lua, twist, 3 * n);
  push_numbers(lua, wrench, 3 * n);
  push_info(lua, info, status);
  return 3;
}

/* s:march(v, minv, loads, fn, dt) -> twists, wrenches, status: as many steps as
 * loads has rows of three. */
int couple_march(lua_State *lua)
{
  const Home *home = lua_touserdata(lua, lua_upvalueindex(1));
  const br_solver *functions = home_functions(lua, home);
  void *state = home_state(lua, home, 1);
  const Array *array = array_at(lua, 4);
  if (!array) luaL_checktype(lua, 4, LUA_TTABLE);
  const size_t steps = (array ? array->count : (size_t)lua_rawlen(lua, 4)) / 3;
  luaL_argcheck(lua, steps <= 100000000, 4, "has too many steps");
  double *v = numbers_at(lua, 2, "march: v", 3, false);
  const double *minv = numbers_at(lua, 3, "march: minv", 9, false);
  const double *loads = numbers_at(lua, 4, "march: loads", 3 * steps, false);
  const double *fn = numbers_at(lua, 5, "march: fn", steps, true);
  const double dt = luaL_checknumber(lua, 6);
  double *room =
      lua_newuserdatauv(lua, (6 * steps + 1) * sizeof *room, 0);
  const int status = bristle_march(functions, state, v, minv, loads, fn,
                                   (int)steps, dt, room, room + 3 * steps);
  if (status < 0)
    return luaL_error(lua, "march: %s", bristle_status(status));
  push_numbers(lua, room, 3 * steps);
  push_numbers(lua, room + 3 * steps, 3 * steps);
  if (status == 0) return 2;
  lua_pushstring(lua, bristle_status(status));
  return 3;
}
