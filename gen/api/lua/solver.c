/* solver.c: a solver for scripts. In: a bristle_solver. Out: a userdatum with a
 * function for each function of its descriptors that needs no state, and a
 * function that makes a state for each object: pad:steady(...), pad:state(),
 * pad:body().
 *
 * Invariant: the solver is closed exactly once, after its last user. */
#include <string.h>

#include "api/lua/inside.h"

static const char name[] = "bristle.solver";

const br_solver *home_functions(lua_State *lua, const Home *home)
{
  if (!home->box->solver) luaL_error(lua, "the solver is closed");
  return bristle_solver_functions(home->box->solver, home->object);
}

static bristle_solver *checked(lua_State *lua)
{
  const SolverBox *box = luaL_checkudata(lua, 1, name);
  if (!box->solver) luaL_error(lua, "the solver is closed");
  return box->solver;
}

/* ---- objects ------------------------------------------------------------ */

/* pad:state() */
static int make_state(lua_State *lua)
{
  checked(lua);
  lua_pushvalue(lua, lua_upvalueindex(1));
  state_push(lua, lua_gettop(lua));
  return 1;
}

/* Makes a call without a state, a method of the solver: pad:steady(twist, fn).
 */
static int call_stateless(lua_State *lua)
{
  checked(lua);
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_replace(lua, 1);
  lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
  return lua_gettop(lua);
}

/* pad:batch(n), pad:couple(...) */
static void add_many(lua_State *lua, int home_index, int methods)
{
  const Home *home = lua_touserdata(lua, home_index);
  const br_solver *functions = home_functions(lua, home);
  if (functions->step_batch) {
    lua_pushvalue(lua, home_index);
    lua_pushcclosure(lua, batch_make, 1);
    lua_setfield(lua, methods, "batch");
  }
  if (functions->couple) {
    lua_pushvalue(lua, home_index);
    lua_pushcclosure(lua, couple_call, 1);
    lua_setfield(lua, methods, "couple");
  }
}

/* Wraps each function of the table on top into a method in the table below. */
static void add_methods(lua_State *lua)
{
  const int from = lua_gettop(lua);
  for (lua_pushnil(lua); lua_next(lua, from);) {
    lua_pushvalue(lua, -2);
    lua_insert(lua, -2);
    lua_pushcclosure(lua, call_stateless, 1);
    lua_rawset(lua, from - 1);
  }
}

/* Pushes a Home and its metatable. */
static void push_home(lua_State *lua, int box, size_t object)
{
  Home *home = lua_newuserdatauv(lua, sizeof *home, 3);
  const int index = lua_gettop(lua);
  home->box = lua_touserdata(lua, box);
  home->object = object;
  lua_pushvalue(lua, box);
  lua_setiuservalue(lua, index, 1);
  lua_newtable(lua);
  home->metatable = lua_topointer(lua, -1);
  lua_pushfstring(lua, "bristle.%s",
                  bristle_solver_object(home->box->solver, object)->type);
  lua_setfield(lua, -2, "__name");
  lua_setiuservalue(lua, index, 2);
  tune_start(lua, home);
  lua_setiuservalue(lua, index, 3);
  lua_newtable(lua);
  call_add_functions(lua, index, 1);
  state_add_methods(lua, index);
  lua_pop(lua, 1);
}

void solver_fill(lua_State *lua, SolverBox *box)
{
  const int index = lua_gettop(lua);
  const size_t count = bristle_solver_objects(box->solver);
  lua_newtable(lua);
  const int methods = lua_gettop(lua);
  for (size_t i = 0; i < count; i++) {
    push_home(lua, index, i);
    lua_newtable(lua);
    call_add_functions(lua, methods + 1, 0);
    lua_pushvalue(lua, methods);
    lua_insert(lua, -2);
    add_methods(lua);
    lua_settop(lua, methods + 1);
    add_many(lua, methods + 1, methods);
    const char *type = bristle_solver_object(box->solver, i)->type;
    if (*type) {
      lua_pushcclosure(lua, make_state, 1);
      lua_setfield(lua, methods, type);
    }
    lua_settop(lua, methods);
  }
  lua_setiuservalue(lua, index, 1);
}

/* ---- methods of every solver -------------------------------------------- */

static int tier(lua_State *lua)
{
  lua_pushstring(lua, bristle_solver_tier(checked(lua)));
  return 1;
}

/* pad:wait() -> the tier, or nil and the reason why no faster one came */
static int wait(lua_State *lua)
{
  bristle_solver *solver = checked(lua);
  const char *last = bristle_solver_wait(solver);
  const char *problem = bristle_solver_problem(solver);
  if (problem)
    luaL_pushfail(lua);
  else
    lua_pushstring(lua, last);
  lua_pushstring(lua, problem);
  return 2;
}

/* pad:keep() keeps the tier that runs now; pad:keep(false) allows a faster one.
 */
static int keep(lua_State *lua)
{
  bristle_solver_hold(checked(lua),
                      lua_isnone(lua, 2) || lua_toboolean(lua, 2));
  lua_settop(lua, 1);
  return 1;
}

/* Raises an error if the function `wanted` belongs to a state. */
static void refuse_function_of_state(lua_State *lua, const SolverBox *box,
                                     const char *wanted)
{
  if (!box->solver) return;
  for (size_t i = 0; i < bristle_solver_objects(box->solver); i++) {
    const br_solver *object = bristle_solver_functions(box->solver, i);
    const char *type = bristle_solver_object(box->solver, i)->type;
    for (int k = 0; k < object->nfunctions; k++)
      if (object->functions[k].needs_state &&
          strcmp(object->functions[k].name, wanted) == 0)
        luaL_error(lua,
                   "%s is a function of a %s, not of the solver: local s = "
                   "solver:%s(); s:%s(...)",
                   wanted, type, type, wanted);
  }
}

/* Looks a name up among the functions of this solver, then among the methods of
 * all solvers. */
static int get(lua_State *lua)
{
  const SolverBox *box = luaL_checkudata(lua, 1, name);
  lua_getiuservalue(lua, 1, 1);
  lua_pushvalue(lua, 2);
  if (lua_istable(lua, -2) && lua_rawget(lua, -2) != LUA_TNIL) return 1;
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(1)) == LUA_TNIL &&
      lua_type(lua, 2) == LUA_TSTRING)
    refuse_function_of_state(lua, box, lua_tostring(lua, 2));
  return 1;
}

static int facts(lua_State *lua)
{
  const br_solver *functions = bristle_solver_functions(checked(lua), 0);
  lua_newtable(lua);
  lua_pushstring(lua, functions->kind);
  lua_setfield(lua, -2, "kind");
  lua_pushstring(lua, functions->name);
  lua_setfield(lua, -2, "name");
  const SolverBox *box = luaL_checkudata(lua, 1, name);
  lua_pushstring(lua, box->hash);
  lua_setfield(lua, -2, "spec_hash");
  lua_pushinteger(lua, functions->real_bytes);
  lua_setfield(lua, -2, "real_bytes");
  return 1;
}

/* Returns a Home of the first object, as long as the solver's methods exist. */
static Home first_home(lua_State *lua)
{
  checked(lua);
  return (Home){.box = luaL_checkudata(lua, 1, name)};
}

static int tune(lua_State *lua)
{
  const Home home = first_home(lua);
  return tune_solver(lua, &home, home.box);
}

static int tunables(lua_State *lua)
{
  const Home home = first_home(lua);
  return tune_list(lua, &home, home.box);
}

static int collect(lua_State *lua)
{
  SolverBox *box = luaL_checkudata(lua, 1, name);
  bristle_solver_close(box->solver);
  box->solver = NULL;
  return 0;
}

SolverBox *solver_push(lua_State *lua)
{
  static const luaL_Reg metamethods[] = {
      {"__gc", collect}, {"__close", collect}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"tier", tier},     {"wait", wait},
                                     {"keep", keep},     {"facts", facts},
                                     {"tune", tune},     {"tunables", tunables},
                                     {"close", collect}, {NULL, NULL}};
  SolverBox *box = lua_newuserdatauv(lua, sizeof *box, 1);
  box->solver = NULL;
  if (luaL_newmetatable(lua, name)) {
    luaL_setfuncs(lua, metamethods, 0);
    luaL_newlib(lua, methods);
    lua_pushcclosure(lua, get, 1);
    lua_setfield(lua, -2, "__index");
  }
  lua_setmetatable(lua, -2);
  return box;
}
