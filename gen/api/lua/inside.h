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
} SolverBox;

/* Pushes a SolverBox without a solver; the caller may set the solver later. */
SolverBox *solver_push(lua_State *lua);
/* Makes the functions and states of all objects of the solver. */
void solver_fill(lua_State *lua, SolverBox *box);

/* One object of a solver, the first upvalue of the object's methods and
 * functions. Its user values are the solver and the metatable of the states. */
typedef struct Home {
  const SolverBox *box;
  size_t object;
  const void *metatable; /* identifies states of this object */
} Home;

/* Raises an error if the solver is closed. */
const br_solver *home_functions(lua_State *lua, const Home *home);
/* Returns the state at the index. Raises an error unless the value there is a
 * state of this object. */
void *home_state(lua_State *lua, const Home *home, int index);

/* batch.c: pad:batch(n); its upvalue is the Home. */
int batch_make(lua_State *lua);

/* state.c: sets get, set, copy, save, restore, reset in the table on top of
 * the stack; `home` is an index. */
void state_add_methods(lua_State *lua, int home);
/* Pushes a new state, which is a copy of `from` unless `from` is NULL. */
void state_push(lua_State *lua, int home, const void *from);

/* call.c: sets functions of the solver in the table on top of the stack:
 * functions that need a state, each with a second one that makes many steps, or
 * functions that need none. */
void call_add_functions(lua_State *lua, int home, int needs_state);

#endif
