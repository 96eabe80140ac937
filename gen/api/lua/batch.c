/* batch.c: many states for scripts, stepped by one call. In: the first object
 * of a solver that steps batches. Out: a userdatum that owns a bristle_batch.
 *
 * Invariant: the caller owns the arrays, whose lengths are checked. */
#include <stdbool.h>
#include <string.h>

#include "api/lua/inside.h"

static const char name[] = "bristle.batch";

typedef struct Batch {
  const Home *home;
  bristle_batch *states;
  int n, rows; /* number of states, numbers of each state */
  double *fn;  /* [n] for a load that all states share */
  int ntuned;
  double *tuning; /* [ntuned * n] the values of each state's tuning */
} Batch;

static Batch *checked(lua_State *lua)
{
  Batch *batch = luaL_checkudata(lua, 1, name);
  if (!batch->states) luaL_error(lua, "the batch is collected");
  return batch;
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

/* Returns the loads, given as one number for all states or as an array; NULL if
 * the solver has none. */
static const double *loads(lua_State *lua, const Batch *batch, int index)
{
  int rows[3];
  bristle_batch_rows(home_functions(lua, batch->home), rows);
  if (!rows[1]) return NULL;
  if (lua_type(lua, index) != LUA_TNUMBER)
    return array_of(lua, index, "fn", 1, batch->n)->at;
  const double fn = lua_tonumber(lua, index);
  for (int i = 0; i < batch->n; i++) batch->fn[i] = fn;
  return batch->fn;
}

/* b:step(twists, fn, dt [, wrenches [, threads]]) -> wrenches, worst status */
static int step(lua_State *lua)
{
  const Batch *batch = checked(lua);
  const br_solver *solver = home_functions(lua, batch->home);
  int rows[3];
  bristle_batch_rows(solver, rows);
  const double *twist = array_of(lua, 2, "twist", rows[0], batch->n)->at;
  const double *fn = loads(lua, batch, 3);
  const double dt = luaL_checknumber(lua, 4);
  const lua_Integer threads = luaL_optinteger(lua, 6, 1);
  luaL_argcheck(lua, threads >= 1 && threads <= 256, 6,
                "must be a number of threads from 1 to 256");
  lua_settop(lua, 5);
  if (lua_isnil(lua, 5)) {
    array_push(lua, (size_t)rows[2] * (size_t)batch->n);
    lua_replace(lua, 5);
  }
  Array *wrench = array_of(lua, 5, "wrench", rows[2], batch->n);
  const int worst = bristle_batch_step(batch->states, solver, twist, fn, dt,
                                       wrench->at, (int)threads);
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
  const int result = bristle_batch_status(batch->states)[i - 1];
  if (result == 0) return 0;
  lua_pushstring(lua, bristle_status(result));
  return 1;
}

/* b:get() -> array: a row of n for each number of a state */
static int get(lua_State *lua)
{
  const Batch *batch = checked(lua);
  Array *array = array_push(lua, (size_t)batch->rows * (size_t)batch->n);
  bristle_batch_get(batch->states, array->at);
  return 1;
}

/* b:set(array) -> b */
static int set(lua_State *lua)
{
  const Batch *batch = checked(lua);
  bristle_batch_set(batch->states,
                    array_of(lua, 2, "z", batch->rows, batch->n)->at);
  lua_settop(lua, 1);
  return 1;
}

/* b:reset() -> b */
static int reset(lua_State *lua)
{
  bristle_batch_reset(checked(lua)->states);
  lua_settop(lua, 1);
  return 1;
}

/* Gives the batch its values: one tuning for all states where that does. */
static void give_tuning(lua_State *lua, const Batch *b)
{
  double one[BR_MOST_TUNED];
  int is_each = 0;
  for (int k = 0; k < b->ntuned; k++) {
    const double *row = b->tuning + (size_t)k * (size_t)b->n;
    one[k] = row[0];
    for (int i = 1; i < b->n; i++) is_each |= row[i] < one[k] || row[i] > one[k];
  }
  tune_refuse(lua, bristle_batch_tune(b->states, home_functions(lua, b->home),
                                      is_each ? b->tuning : one, is_each));
}

/* Overwrites a row by the number or the array on top of the stack. */
static void read_row(lua_State *lua, const Batch *b, int which, double *row)
{
  const br_tunable *t =
      &home_functions(lua, b->home)->tuning->list[which];
  const bool is_one = lua_type(lua, -1) == LUA_TNUMBER;
  const double *given =
      is_one ? NULL : array_of(lua, lua_gettop(lua), t->name, 1, b->n)->at;
  for (int i = 0; i < b->n; i++)
    row[i] = tune_checked(lua, t, is_one ? lua_tonumber(lua, -1) : given[i]);
}

/* b:tune { mu_c = 0.6, v_s = array } -> b: a number for all states, or an array
 * with one for each; other names keep their values. */
static int tune(lua_State *lua)
{
  Batch *batch = checked(lua);
  const size_t n = (size_t)batch->n, bytes = n * sizeof(double);
  luaL_checktype(lua, 2, LUA_TTABLE);
  lua_settop(lua, 2);
  double *made = lua_newuserdatauv(
      lua, (size_t)batch->ntuned * bytes + sizeof *made, 0);
  double *const own = batch->tuning;
  int which;
  memcpy(made, own, (size_t)batch->ntuned * bytes);
  for (lua_pushnil(lua); tune_next(lua, batch->home, 2, &which);) {
    read_row(lua, batch, which, made + (size_t)which * n);
    lua_pop(lua, 1);
  }
  Batch given = *batch;
  given.tuning = made;
  give_tuning(lua, &given);
  memcpy(own, made, (size_t)batch->ntuned * bytes);
  lua_settop(lua, 1);
  return 1;
}

static int length(lua_State *lua)
{
  lua_pushinteger(lua, checked(lua)->n);
  return 1;
}

static int collect(lua_State *lua)
{
  Batch *batch = luaL_checkudata(lua, 1, name);
  bristle_batch_close(batch->states);
  batch->states = NULL;
  return 0;
}

/* ---- making a batch ----------------------------------------------------- */

static void push_metatable(lua_State *lua)
{
  static const luaL_Reg methods[] = {{"step", step},   {"status", status},
                                     {"get", get},     {"set", set},
                                     {"reset", reset}, {"tune", tune},
                                     {NULL, NULL}};
  if (!luaL_newmetatable(lua, name)) return;
  lua_pushcfunction(lua, length);
  lua_setfield(lua, -2, "__len");
  lua_pushcfunction(lua, collect);
  lua_setfield(lua, -2, "__gc");
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
  const int ntuned =
      solver->tuning && solver->tuning->step_batch ? solver->tuning->count : 0;
  Batch *batch = lua_newuserdatauv(
      lua, sizeof *batch + (size_t)(1 + ntuned) * (size_t)n * sizeof(double), 1);
  *batch = (Batch){
      .home = home, .n = (int)n, .rows = solver->nstates, .ntuned = ntuned};
  batch->fn = (double *)(void *)(batch + 1);
  batch->tuning = batch->fn + n;
  for (int k = 0; k < ntuned; k++)
    for (lua_Integer i = 0; i < n; i++)
      batch->tuning[k * n + i] = home->box->tuning[k];
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_setiuservalue(lua, -2, 1);
  push_metatable(lua);
  lua_setmetatable(lua, -2);
  batch->states = bristle_batch_open(solver, (int)n);
  if (!batch->states) return luaL_error(lua, "batch: out of memory");
  if (ntuned > 0) give_tuning(lua, batch);
  return 1;
}
