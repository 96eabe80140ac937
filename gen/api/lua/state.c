/* state.c: states for scripts. In: an object of a solver. Out: userdata that
 * hold the states themselves, so that they need no finalizer.
 *
 * Invariant: only the solver that made a state gets the state. */
#include <stdint.h>
#include <string.h>

#include "api/lua/inside.h"

typedef struct State {
  void *memory; /* aligned, behind this struct */
  double tuning[BR_MOST_TUNED];
} State;

static State *state_at(lua_State *lua, const Home *home, int index)
{
  State *state = lua_touserdata(lua, index);
  if (state && lua_getmetatable(lua, index)) {
    const void *metatable = lua_topointer(lua, -1);
    lua_pop(lua, 1);
    if (metatable == home->metatable) return state;
  }
  luaL_error(lua,
             "got %s, not a state of this solver; call its functions with a "
             "colon, as in s:step(...)",
             luaL_typename(lua, index));
  return NULL;
}

void *home_state(lua_State *lua, const Home *home, int index)
{
  return state_at(lua, home, index)->memory;
}

/* Resets the state, which keeps its tuning. */
static void restart(lua_State *lua, const Home *home, State *state)
{
  home_functions(lua, home)->reset(state->memory);
  if (tune_count(lua, home) > 0)
    tune_give(lua, home, state->memory, state->tuning);
}

/* Pushes a new state, which is a copy of `from` unless `from` is NULL. */
static void push(lua_State *lua, int home_index, const State *from)
{
  const Home *home = lua_touserdata(lua, home_index);
  const br_solver *functions = home_functions(lua, home);
  const size_t align = functions->state_align, bytes = functions->state_bytes;
  State *state = lua_newuserdatauv(lua, sizeof *state + bytes + align, 0);
  const uintptr_t start = (uintptr_t)(state + 1);
  state->memory = (void *)((start + align - 1) / align * align);
  memcpy(state->tuning, from ? from->tuning : home->box->tuning,
         sizeof state->tuning);
  if (from)
    memcpy(state->memory, from->memory, bytes);
  else
    restart(lua, home, state);
  lua_getiuservalue(lua, home_index, 2);
  lua_setmetatable(lua, -2);
}

void state_push(lua_State *lua, int home_index)
{
  push(lua, home_index, NULL);
}

static const Home *home_of(lua_State *lua)
{
  return lua_touserdata(lua, lua_upvalueindex(1));
}

/* ---- members by name ---------------------------------------------------- */

typedef struct Range {
  int first, count;
} Range;

/* Returns the range of the member named at the index, or of all members if
 * there is no name. */
static Range range_of(lua_State *lua, const Home *home, int index)
{
  const bristle_object *object =
      bristle_solver_object(home->box->solver, home->object);
  const char *wanted = luaL_optstring(lua, index, NULL);
  Range range = {0, 0};
  for (size_t i = 0; i < object->nmembers; i++) {
    const bristle_member *member = &object->members[i];
    range.count = member->count > 0 ? member->count : 1;
    if (wanted && strcmp(member->name, wanted) == 0) return range;
    range.first += range.count;
  }
  if (wanted) luaL_error(lua, "a %s has no %s", object->type, wanted);
  range.count = range.first;
  range.first = 0;
  return range;
}

/* Returns all reals of the state, in memory that Lua collects. */
static double *values_of(lua_State *lua, const br_solver *functions,
                         const void *state)
{
  const size_t count = (size_t)functions->nstates + 1;
  double *values = lua_newuserdatauv(lua, count * sizeof *values, 0);
  functions->get(state, values);
  return values;
}

/* s:get() -> { all reals }; s:get("z") */
static int get(lua_State *lua)
{
  const Home *home = home_of(lua);
  const void *state = home_state(lua, home, 1);
  const br_solver *functions = home_functions(lua, home);
  const Range range = range_of(lua, home, 2);
  const double *values = values_of(lua, functions, state);
  lua_createtable(lua, range.count, 0);
  for (int i = 0; i < range.count; i++) {
    lua_pushnumber(lua, values[range.first + i]);
    lua_rawseti(lua, -2, i + 1);
  }
  return 1;
}

/* Reads the numbers of the table or array at the top of the stack. */
static void read_numbers(lua_State *lua, double *into, int count)
{
  const Array *array = array_at(lua, -1);
  if (!array) luaL_checktype(lua, -1, LUA_TTABLE);
  const size_t given = array ? array->count : (size_t)lua_rawlen(lua, -1);
  if (given != (size_t)count)
    luaL_error(lua, "%d numbers are needed, got %I", count, (lua_Integer)given);
  for (int i = 0; i < count; i++) {
    int is_number = 1;
    if (array) {
      into[i] = array->at[i];
      continue;
    }
    lua_rawgeti(lua, -1, i + 1);
    into[i] = lua_tonumberx(lua, -1, &is_number);
    if (!is_number) luaL_error(lua, "item %d is not a number", i + 1);
    lua_pop(lua, 1);
  }
}

/* s:set({ all reals }) -> s; s:set("z", { ... }) */
static int set(lua_State *lua)
{
  const Home *home = home_of(lua);
  void *state = home_state(lua, home, 1);
  const br_solver *functions = home_functions(lua, home);
  const int last = lua_type(lua, 2) == LUA_TSTRING ? 3 : 2;
  lua_settop(lua, last);
  if (last == 2) {
    lua_pushnil(lua);
    lua_insert(lua, 2);
  }
  const Range range = range_of(lua, home, 2);
  double *values = values_of(lua, functions, state);
  lua_insert(lua, 1);
  read_numbers(lua, values + range.first, range.count);
  functions->set(state, values);
  lua_settop(lua, 2);
  return 1;
}

/* s[i] returns a real of the state; s.name returns a method. */
static int read_item(lua_State *lua)
{
  const Home *home = home_of(lua);
  if (lua_type(lua, 2) == LUA_TSTRING) {
    lua_pushvalue(lua, 2);
    lua_rawget(lua, lua_upvalueindex(2));
    return 1;
  }
  const void *state = home_state(lua, home, 1);
  const br_solver *functions = home_functions(lua, home);
  const lua_Integer i = luaL_checkinteger(lua, 2);
  if (i < 1 || i > functions->nstates) return 0;
  lua_pushnumber(lua, values_of(lua, functions, state)[i - 1]);
  return 1;
}

static int length(lua_State *lua)
{
  lua_pushinteger(lua, home_functions(lua, home_of(lua))->nstates);
  return 1;
}

/* ---- whole states -------------------------------------------------------- */

static int reset(lua_State *lua)
{
  const Home *home = home_of(lua);
  restart(lua, home, state_at(lua, home, 1));
  lua_settop(lua, 1);
  return 1;
}

/* s:tune { mu_c = 0.6 }: other names keep their values; s:tune(...) takes all
 * values in the order of names. Returns s. */
static int tune(lua_State *lua)
{
  const Home *home = home_of(lua);
  State *state = state_at(lua, home, 1);
  const int count = tune_count(lua, home);
  double values[BR_MOST_TUNED];
  memcpy(values, state->tuning, sizeof values);
  if (count == 0 || lua_type(lua, 2) == LUA_TTABLE)
    tune_read(lua, home, 2, values);
  else
    for (int i = 0; i < count; i++)
      values[i] =
          tune_checked(lua, &home_functions(lua, home)->tuning->list[i],
                       luaL_checknumber(lua, 2 + i));
  tune_give(lua, home, state->memory, values);
  memcpy(state->tuning, values, sizeof values);
  lua_settop(lua, 1);
  return 1;
}

static int copy(lua_State *lua)
{
  const Home *home = home_of(lua);
  lua_pushvalue(lua, lua_upvalueindex(1));
  push(lua, lua_gettop(lua), state_at(lua, home, 1));
  return 1;
}

/* Pushes the text that a saved state starts with. */
static void push_mark(lua_State *lua, const Home *home)
{
  const br_solver *functions = home_functions(lua, home);
  lua_pushfstring(lua, "bristle %s %s %d\n", functions->kind,
                  bristle_solver_object(home->box->solver, home->object)->type,
                  functions->nstates);
}

/* s:save() -> a string, the same on every tier and for every precision */
static int save(lua_State *lua)
{
  const Home *home = home_of(lua);
  const void *state = home_state(lua, home, 1);
  const br_solver *functions = home_functions(lua, home);
  push_mark(lua, home);
  const double *values = values_of(lua, functions, state);
  lua_pushlstring(lua, (const char *)values,
                  (size_t)functions->nstates * sizeof *values);
  lua_remove(lua, -2);
  lua_concat(lua, 2);
  return 1;
}

/* s:restore(string) -> s */
static int restore(lua_State *lua)
{
  const Home *home = home_of(lua);
  void *state = home_state(lua, home, 1);
  const br_solver *functions = home_functions(lua, home);
  size_t length_given, length_mark;
  const char *text = luaL_checklstring(lua, 2, &length_given);
  push_mark(lua, home);
  const char *mark = lua_tolstring(lua, -1, &length_mark);
  double *values = values_of(lua, functions, state);
  const size_t bytes = (size_t)functions->nstates * sizeof *values;
  if (length_given != length_mark + bytes ||
      memcmp(text, mark, length_mark) != 0)
    return luaL_error(
        lua, "restore: the string was not saved from a state of this shape");
  memcpy(values, text + length_mark, bytes);
  functions->set(state, values);
  lua_settop(lua, 1);
  return 1;
}

void state_add_methods(lua_State *lua, int home)
{
  static const luaL_Reg methods[] = {
      {"get", get},   {"set", set},         {"reset", reset}, {"copy", copy},
      {"save", save}, {"restore", restore}, {NULL, NULL}};
  static const luaL_Reg metamethods[] = {{"__len", length}, {NULL, NULL}};
  lua_pushvalue(lua, home);
  luaL_setfuncs(lua, methods, 1);
  if (tune_count(lua, lua_touserdata(lua, home)) > 0) {
    lua_pushvalue(lua, home);
    lua_pushcclosure(lua, tune, 1);
    lua_setfield(lua, -2, "tune");
  }
  if (home_functions(lua, lua_touserdata(lua, home))->march) {
    lua_pushvalue(lua, home);
    lua_pushcclosure(lua, couple_march, 1);
    lua_setfield(lua, -2, "march");
  }
  lua_getiuservalue(lua, home, 2);
  lua_pushvalue(lua, home);
  luaL_setfuncs(lua, metamethods, 1);
  lua_pushvalue(lua, home);
  lua_pushvalue(lua, -3);
  lua_pushcclosure(lua, read_item, 2);
  lua_setfield(lua, -2, "__index");
  lua_pop(lua, 1);
}
