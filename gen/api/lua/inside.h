/* inside.h: what the files of the Lua module share.
 *
 * Invariant: whatever can reach a solver's code keeps its userdatum alive:
 * state -> metatable -> methods -> Home -> SolverBox. */
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

Array *array_push(lua_State *lua, size_t count); /* zeroed */
Array *array_at(lua_State *lua, int index);      /* or NULL */
int array_make(lua_State *lua);                  /* bristle.array */

/* solver.c: a solver's userdatum. Once it is collected there is no solver. */
typedef struct SolverBox {
  bristle_solver *solver; /* or NULL */
} SolverBox;

/* The solver is closed when its userdatum is collected; it may be set later. */
SolverBox *solver_push(lua_State *lua);
/* Makes the functions and states of all its objects. */
void solver_fill(lua_State *lua, SolverBox *box);

/* One object of a solver: what its methods and functions have in common, their
 * first upvalue. Its user values: the solver, the metatable of the states. */
typedef struct Home {
  const SolverBox *box;
  size_t object;
  const void *metatable; /* what tells this object's states */
} Home;

/* Raises an error when the solver is closed. */
const br_solver *home_functions(lua_State *lua, const Home *home);
/* The state at the index; raises an error if it is none of this object's. */
void *home_state(lua_State *lua, const Home *home, int index);

/* batch.c: pad:batch(n); its upvalue is the Home. */
int batch_make(lua_State *lua);

/* state.c: sets get, set, copy, save, restore, reset in the table on top of
 * the stack; `home` is an index. */
void state_add_methods(lua_State *lua, int home);
/* Pushes a new state; reset if `from` is NULL, else a copy. */
void state_push(lua_State *lua, int home, const void *from);

/* call.c: sets the solver's functions in the table on top of the stack: those
 * that need a state, each with a twin that makes many steps, or the others. */
void call_add_functions(lua_State *lua, int home, int needs_state);

#endif
