/* array.c: arrays of doubles for scripts. In: a length, or a table of numbers.
 * Out: a userdatum that batch calls read and write in place.
 *
 * Invariant: an index outside 1..#a is an error. */
#include <string.h>

#include "api/lua/inside.h"

static const char name[] = "bristle.array";

Array *array_at(lua_State *lua, int index)
{
  return luaL_testudata(lua, index, name);
}

static Array *checked(lua_State *lua)
{
  return luaL_checkudata(lua, 1, name);
}

static double *item(lua_State *lua, Array *array)
{
  const lua_Integer i = luaL_checkinteger(lua, 2);
  if (i < 1 || (lua_Unsigned)i > array->count)
    luaL_error(lua, "index %I is outside 1..%I", i, (lua_Integer)array->count);
  return &array->at[i - 1];
}

static int get(lua_State *lua)
{
  Array *array = checked(lua);
  if (lua_type(lua, 2) == LUA_TSTRING) {
    lua_pushvalue(lua, 2);
    lua_rawget(lua, lua_upvalueindex(1));
    return 1;
  }
  /* ipairs stops one past the end. */
  if (lua_isinteger(lua, 2) &&
      lua_tointeger(lua, 2) == (lua_Integer)array->count + 1)
    return 0;
  lua_pushnumber(lua, *item(lua, array));
  return 1;
}

static int set(lua_State *lua)
{
  *item(lua, checked(lua)) = luaL_checknumber(lua, 3);
  return 0;
}

static int length(lua_State *lua)
{
  lua_pushinteger(lua, (lua_Integer)checked(lua)->count);
  return 1;
}

/* a:fill(value) -> a */
static int fill(lua_State *lua)
{
  Array *array = checked(lua);
  const double value = luaL_checknumber(lua, 2);
  for (size_t i = 0; i < array->count; i++) array->at[i] = value;
  lua_settop(lua, 1);
  return 1;
}

/* a:table() -> { numbers } */
static int table(lua_State *lua)
{
  const Array *array = checked(lua);
  lua_createtable(lua, (int)array->count, 0);
  for (size_t i = 0; i < array->count; i++) {
    lua_pushnumber(lua, array->at[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static void push_metatable(lua_State *lua)
{
  static const luaL_Reg metamethods[] = {
      {"__newindex", set}, {"__len", length}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"fill", fill}, {"table", table}, {NULL, NULL}};
  if (!luaL_newmetatable(lua, name)) return;
  luaL_setfuncs(lua, metamethods, 0);
  luaL_newlib(lua, methods);
  lua_pushcclosure(lua, get, 1);
  lua_setfield(lua, -2, "__index");
}

Array *array_push(lua_State *lua, size_t count)
{
  enum { MOST = 1 << 28 };
  if (count > MOST) luaL_error(lua, "an array has at most %d numbers", MOST);
  Array *array =
      lua_newuserdatauv(lua, sizeof *array + count * sizeof *array->at, 0);
  array->count = count;
  memset(array->at, 0, count * sizeof *array->at);
  push_metatable(lua);
  lua_setmetatable(lua, -2);
  return array;
}

/* bristle.array(n [, value]), bristle.array { numbers } */
int array_make(lua_State *lua)
{
  if (lua_type(lua, 1) != LUA_TTABLE) {
    const lua_Integer count = luaL_checkinteger(lua, 1);
    const double value = luaL_optnumber(lua, 2, 0);
    luaL_argcheck(lua, count >= 0, 1, "the length must be at least 0");
    Array *array = array_push(lua, (size_t)count);
    for (size_t i = 0; i < array->count; i++) array->at[i] = value;
    return 1;
  }
  Array *array = array_push(lua, (size_t)lua_rawlen(lua, 1));
  for (size_t i = 0; i < array->count; i++) {
    int is_number;
    lua_rawgeti(lua, 1, (lua_Integer)i + 1);
    array->at[i] = lua_tonumberx(lua, -1, &is_number);
    if (!is_number)
      luaL_error(lua, "item %I is a %s, not a number", (lua_Integer)i + 1,
                 luaL_typename(lua, -1));
    lua_pop(lua, 1);
  }
  return 1;
}
