/* batch.c: many states for scripts, stepped by one call. In: the first object
 * of a solver that steps batches. Out: a userdatum that holds the states, as
 * rows of n numbers, and the statuses of the last step.
 *
 * Invariant: the caller owns the arrays, whose lengths are checked. */
#include <string.h>

#include "api/lua/inside.h"

static const char name[] = "bristle.batch";

typedef struct Batch {
  const Home *home;
  int n, rows;  /* number of states, numbers of each state */
  size_t bytes; /* size of the solver's reals */
  char *z, *twist, *fn, *wrench;
  int *status;
} Batch;

static Batch *checked(lua_State *lua)
{
  return luaL_checkudata(lua, 1, name);
}

/* ---- the solver's reals ------------------------------------------------- */

static void narrow(const Batch *batch, char *reals, const double *from,
                   size_t count)
{
  if (batch->bytes == sizeof(double)) {
    memcpy(reals, from, count * sizeof *from);
    return;
  }
  for (size_t i = 0; i < count; i++)
    ((float *)(void *)reals)[i] = (float)from[i];
}

static void widen(const Batch *batch, double *to, const char *reals,
                  size_t count)
{
  if (batch->bytes == sizeof(double)) {
    memcpy(to, reals, count * sizeof *to);
    return;
  }
  for (size_t i = 0; i < count; i++)
    to[i] = (double)((const float *)(const void *)reals)[i];
}

static Array *array_of(lua_State *lua, int index, const char *what, int rows,
                       int n)
{
  Array *array = array_at(lua, index);
  if (!array || array->count != (size_t)rows * (size_t)n)
    luaL_error(
        lua, "batch: %s must be an array of %d numbers, %s", what, rows * n,
        array ? "got another length"
              : lua_pushfstring(lua, "got %s", luaL_typename(lua, index)));
  return array;
}

/* ---- methods ------------------------------------------------------------ */

/* Returns the array's own numbers if the solver can read them, else a copy. */
static const void *input(lua_State *lua, const Batch *batch, int index,
                         const char *what, int rows, char *room)
{
  const Array *array = array_of(lua, index, what, rows, batch->n);
  if (batch->bytes == sizeof(double)) return array->at;
  narrow(batch, room, array->at, array->count);
  return room;
}

/* Returns the loads, given as one number for all states or as an array. */
static const void *loads(lua_State *lua, const Batch *batch, int index)
{
  if (lua_type(lua, index) != LUA_TNUMBER)
    return input(lua, batch, index, "fn", 1, batch->fn);
  const double fn = lua_tonumber(lua, index);
  for (size_t i = 0; i < (size_t)batch->n; i++)
    narrow(batch, batch->fn + i * batch->bytes, &fn, 1);
  return batch->fn;
}

/* b:step(twists, fn, dt [, wrenches]) -> wrenches, worst status */
static int step(lua_State *lua)
{
  const Batch *batch = checked(lua);
  const br_solver *solver = home_functions(lua, batch->home);
  const void *twist = input(lua, batch, 2, "twist", 3, batch->twist);
  const void *fn = loads(lua, batch, 3);
  const double dt = luaL_checknumber(lua, 4);
  const int is_direct = batch->bytes == sizeof(double);
  lua_settop(lua, 5);
  if (lua_isnil(lua, 5)) {
    array_push(lua, 3 * (size_t)batch->n);
    lua_replace(lua, 5);
  }
  Array *wrench = array_of(lua, 5, "wrench", 3, batch->n);
  void *out = is_direct ? (void *)wrench->at : batch->wrench;
  const int worst =
      solver->step_batch(batch->n, batch->z, twist, fn, dt, out, batch->status);
  if (!is_direct) widen(batch, wrench->at, batch->wrench, wrench->count);
  if (worst == 0) return 1;
  lua_pushstring(lua, bristle_status(worst));
  return 2;
}

/* b:status(i) -> status of state i in the last step; nil for success */
static int status(lua_State *lua)
{
  const Batch *batch = checked(lua);
  const lua_Integer i = luaL_checkinteger(lua, 2);
  luaL_argcheck(lua, i >= 1 && i <= batch->n, 2,
                "must be the number of a state");
  if (batch->status[i - 1] == 0) return 0;
  lua_pushstring(lua, bristle_status(batch->status[i - 1]));
  return 1;
}

/* b:get() -> array: a row of n for each number of a state */
static int get(lua_State *lua)
{
  const Batch *batch = checked(lua);
  Array *array = array_push(lua, (size_t)batch->rows * (size_t)batch->n);
  widen(batch, array->at, batch->z, array->count);
  return 1;
}

/* b:set(array) -> b */
static int set(lua_State *lua)
{
  const Batch *batch = checked(lua);
  const Array *array = array_of(lua, 2, "z", batch->rows, batch->n);
  narrow(batch, batch->z, array->at, array->count);
  lua_settop(lua, 1);
  return 1;
}

/* b:reset() -> b */
static int reset(lua_State *lua)
{
  const Batch *batch = checked(lua);
  memset(batch->z, 0, (size_t)batch->rows * (size_t)batch->n * batch->bytes);
  memset(batch->status, 0, (size_t)batch->n * sizeof *batch->status);
  lua_settop(lua, 1);
  return 1;
}

static int length(lua_State *lua)
{
  lua_pushinteger(lua, checked(lua)->n);
  return 1;
}

/* ---- making a batch ----------------------------------------------------- */

static void push_metatable(lua_State *lua)
{
  static const luaL_Reg methods[] = {{"step", step},   {"status", status},
                                     {"get", get},     {"set", set},
                                     {"reset", reset}, {NULL, NULL}};
  if (!luaL_newmetatable(lua, name)) return;
  lua_pushcfunction(lua, length);
  lua_setfield(lua, -2, "__len");
  luaL_newlib(lua, methods);
  lua_setfield(lua, -2, "__index");
}

/* pad:batch(n). All states are zero, a valid state of every solver with
 * batches. */
int batch_make(lua_State *lua)
{
  enum { MOST = 1 << 28 };
  const Home *home = lua_touserdata(lua, lua_upvalueindex(1));
  const br_solver *solver = home_functions(lua, home);
  const lua_Integer n = luaL_checkinteger(lua, 2);
  luaL_argcheck(lua, n >= 1 && n <= MOST / (solver->nstates + 7), 2,
                "must be a number of states for which memory has room");
  const size_t bytes = (size_t)solver->real_bytes, row = (size_t)n * bytes;
  const size_t rows = (size_t)solver->nstates;
  Batch *batch = lua_newuserdatauv(
      lua, sizeof *batch + (rows + 7) * row + (size_t)n * sizeof(int), 1);
  *batch = (Batch){.home = home, .n = (int)n, .rows = solver->nstates};
  batch->bytes = bytes;
  batch->z = (char *)(batch + 1);
  batch->twist = batch->z + rows * row;
  batch->fn = batch->twist + 3 * row;
  batch->wrench = batch->fn + row;
  batch->status = (int *)(void *)(batch->wrench + 3 * row);
  memset(batch->z, 0, (rows + 7) * row + (size_t)n * sizeof(int));
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_setiuservalue(lua, -2, 1);
  push_metatable(lua);
  lua_setmetatable(lua, -2);
  return 1;
}
