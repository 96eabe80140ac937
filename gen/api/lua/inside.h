/* inside.h: the declarations that several files of the Lua module share.
 *
 * Invariant: a Lua value that can reach a solver's code keeps the solver's
 * userdatum alive: state -> metatable -> methods -> Home -> SolverBox. */
#ifndef BRISTLE_API_LUA_INSIDE_H
#define BRISTLE_API_LUA_INSIDE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "api/bristle.h"

/* array.c: a userdatum of doubles. */
typedef struct Array {
  size_t count;
  double at[];
} Array;

Array *array_push(lua_State *lua, size_t count); /* all numbers are 0 */
Array *array_at(lua_State *lua, int index);      /* NULL: not an array */
int array_make(lua_State *lua);                  /* bristle.array */

/* solver.c: a solver's userdatum. Collecting the userdatum closes the solver.
 */
typedef struct SolverBox {
  bristle_solver *solver; /* NULL: not opened yet, or closed */
  double tuning[BR_MOST_TUNED]; /* of new states and batches */
  char hash[65];                /* of the spec */
} SolverBox;

/* Pushes a SolverBox without a solver; the caller may set the solver later. */
SolverBox *solver_push(lua_State *lua);
/* Makes the functions and states of all objects of the solver. */
void solver_fill(lua_State *lua, SolverBox *box);

/* One object of a solver, the first upvalue of the object's methods and
 * functions. Its user values are the solver, the metatable of the states, and the
 * memory of `tuned`. */
typedef struct Home {
  SolverBox *box;
  size_t object;
  const void *metatable; /* identifies states of this object */
  void *tuned; /* a state with the values of the spec, for calls without a
                  state; NULL: no tuning */
} Home;

/* Raises an error if the solver is closed. */
const br_solver *home_functions(lua_State *lua, const Home *home);
/* Returns the state at the index. Raises an error unless the value there is a
 * state of this object. */
void *home_state(lua_State *lua, const Home *home, int index);

/* batch.c: pad:batch(n); its upvalue is the Home. */
int batch_make(lua_State *lua);

/* couple.c: pad:couple(...) and s:march(...); their upvalue is the Home. */
int couple_call(lua_State *lua);
int couple_march(lua_State *lua);

/* state.c: sets get, set, copy, save, restore, reset in the table on top of
 * the stack; `home` is an index. */
void state_add_methods(lua_State *lua, int home);
/* Pushes a new state with the tuning of the solver. */
void state_push(lua_State *lua, int home);

/* call.c: sets functions of the solver in the table on top of the stack:
 * functions that take a state, each with a second one that makes many steps, or
 * functions that need none. The latter take a state, too, if it has a tuning. */
void call_add_functions(lua_State *lua, int home, int needs_state);

/* ---- tune.c: numbers of the spec's tune, by name ------------------------- */

/* Returns how many there are. */
int tune_count(lua_State *lua, const Home *home);
/* Makes the state of a new Home for calls without a state, and pushes its
 * memory. */
void tune_start(lua_State *lua, Home *home);
/* Overwrites those of the values that the table at the index names. Raises an
 * error for a value out of range. */
void tune_read(lua_State *lua, const Home *home, int table, double *values);
/* As lua_next for such a table: writes the number of the name as well. */
int tune_next(lua_State *lua, const Home *home, int table, int *which);
double tune_checked(lua_State *lua, const br_tunable *tunable, double value);
/* Raises an error for a negative status of a tuning. */
void tune_refuse(lua_State *lua, int status);
/* Gives the values to a state of the object. */
void tune_give(lua_State *lua, const Home *home, void *state,
               const double *values);
/* Methods of a solver: tune and tunables. */
int tune_solver(lua_State *lua, const Home *home, SolverBox *box);
int tune_list(lua_State *lua, const Home *home, const SolverBox *box);

#endif
