/* tune.c: numbers that change at run time, by name, for scripts. In: tables
 * such as { mu_c = 0.6 }. Out: the values of a tuning, in the order of names.
 *
 * Invariant: a value that is kept is in its range. */
#include <string.h>

#include "api/lua/inside.h"

static const br_tuning *tuning_of(lua_State *lua, const Home *home)
{
  const br_tuning *tuning = home_functions(lua, home)->tuning;
  if (!tuning)
    luaL_error(lua,
               "tune: no number of this solver changes at run time; add "
               "tune = { name = { low, high } } to the spec");
  return tuning;
}

int tune_count(lua_State *lua, const Home *home)
{
  const br_tuning *tuning = home_functions(lua, home)->tuning;
  return tuning ? tuning->count : 0;
}

/* Returns the number of the name; raises an error with all names. */
static int find(lua_State *lua, const br_tuning *tuning, const char *name)
{
  luaL_Buffer known;
  for (int i = 0; i < tuning->count; i++)
    if (strcmp(tuning->list[i].name, name) == 0) return i;
  luaL_buffinit(lua, &known);
  for (int i = 0; i < tuning->count; i++) {
    if (i > 0) luaL_addstring(&known, ", ");
    luaL_addstring(&known, tuning->list[i].name);
  }
  luaL_pushresult(&known);
  return luaL_error(lua, "%s cannot be tuned; numbers that can are %s", name,
                    lua_tostring(lua, -1));
}

double tune_checked(lua_State *lua, const br_tunable *t, double value)
{
  if (!(value >= t->low && value <= t->high))
    luaL_error(lua, "%s must be between %f and %f, got %f", t->name, t->low,
               t->high, value);
  return value;
}

/* Refuses values that are in range and do not go together. */
void tune_refuse(lua_State *lua, int status)
{
  if (status < 0)
    luaL_error(lua, "tune: %s: the values do not go together",
               bristle_status(status));
}

int tune_next(lua_State *lua, const Home *home, int table, int *which)
{
  const br_tuning *tuning = tuning_of(lua, home);
  if (!lua_next(lua, table)) return 0;
  if (lua_type(lua, -2) != LUA_TSTRING)
    luaL_error(lua, "tune takes names: tune { %s = %f }", tuning->list[0].name,
               tuning->list[0].value);
  *which = find(lua, tuning, lua_tostring(lua, -2));
  return 1;
}

void tune_read(lua_State *lua, const Home *home, int table, double *values)
{
  const br_tuning *tuning = tuning_of(lua, home);
  int which;
  luaL_checktype(lua, table, LUA_TTABLE);
  for (lua_pushnil(lua); tune_next(lua, home, table, &which);) {
    const br_tunable *t = &tuning->list[which];
    if (lua_type(lua, -1) != LUA_TNUMBER)
      luaL_error(lua, "%s must be a number, got %s", t->name,
                 luaL_typename(lua, -1));
    values[which] = tune_checked(lua, t, lua_tonumber(lua, -1));
    lua_pop(lua, 1);
  }
}

void tune_give(lua_State *lua, const Home *home, void *state,
               const double *values)
{
  const br_solver *solver = home_functions(lua, home);
  const double *in[BR_MOST_TUNED];
  for (int i = 0; i < tune_count(lua, home); i++) in[i] = &values[i];
  for (int i = 0; i < solver->nfunctions; i++)
    if (strcmp(solver->functions[i].name, "tune") == 0)
      tune_refuse(lua, solver->functions[i].call(state, in, NULL));
}

static void *push_state(lua_State *lua, const br_solver *solver)
{
  const size_t align = solver->state_align;
  char *room = lua_newuserdatauv(lua, solver->state_bytes + align, 0);
  void *state = room + (align - (size_t)room % align) % align;
  solver->reset(state);
  return state;
}

void tune_start(lua_State *lua, Home *home)
{
  const br_solver *solver = home_functions(lua, home);
  home->tuned = NULL;
  if (!solver->tuning) {
    lua_pushnil(lua);
    return;
  }
  home->tuned = push_state(lua, solver);
  tune_give(lua, home, home->tuned, home->box->tuning);
}

/* pad:tune { mu_c = 0.6 } -> pad */
int tune_solver(lua_State *lua, const Home *home, SolverBox *box)
{
  double values[BR_MOST_TUNED];
  memcpy(values, box->tuning, sizeof values);
  tune_read(lua, home, 2, values);
  /* A state that is thrown away says whether they go together. */
  const br_solver *solver = home_functions(lua, home);
  tune_give(lua, home, push_state(lua, solver), values);
  memcpy(box->tuning, values, sizeof values);
  lua_settop(lua, 1);
  return 1;
}

/* pad:tunables() -> { mu_c = { low =, high =, value =, unit = }, ... } */
int tune_list(lua_State *lua, const Home *home, const SolverBox *box)
{
  const br_tuning *tuning = home_functions(lua, home)->tuning;
  lua_newtable(lua);
  for (int i = 0; tuning && i < tuning->count; i++) {
    const br_tunable *t = &tuning->list[i];
    lua_newtable(lua);
    lua_pushnumber(lua, t->low);
    lua_setfield(lua, -2, "low");
    lua_pushnumber(lua, t->high);
    lua_setfield(lua, -2, "high");
    lua_pushnumber(lua, box->tuning[i]);
    lua_setfield(lua, -2, "value");
    lua_pushstring(lua, t->unit);
    lua_setfield(lua, -2, "unit");
    lua_setfield(lua, -2, t->name);
  }
  return 1;
}
