/* script.c: runs an embedded Lua file that returns a function. In: the file's
 * name and the function's arguments. Out: the results on a Lua stack.
 *
 * Invariant: an error of the script ends the run with its message. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "base/base.h"
#include "language/language.h"
#include "emit/inside.h"

typedef struct Call {
  const char *file;
  ScriptArguments *push;
  const void *context;
  int nresults;
} Call;

static void close_state(void *thing)
{
  lua_close(thing);
}

/* Called in protected mode, since each call may raise an error. */
static int call_script(lua_State *lua)
{
  const Call *call = lua_touserdata(lua, 1);
  lua_gc(lua, LUA_GCINC, SCRIPT_PAUSE, 0, 0);
  luaL_openlibs(lua);
  if (code_load(lua, call->file) != LUA_OK) return lua_error(lua);
  lexer_push(lua);
  lua_call(lua, 1, 1);
  const int narguments = call->push(lua, call->context);
  lua_call(lua, narguments, call->nresults);
  return call->nresults;
}

lua_State *script_call(Run *run, const char *file, ScriptArguments *push,
                       const void *context, int nresults)
{
  const Where nowhere = {NULL, 0};
  Call call = {file, push, context, nresults};
  lua_State *lua = luaL_newstate();
  if (!lua) run_fail(run, nowhere, "out of memory");
  run_defer(run, close_state, lua);
  lua_pushcfunction(lua, call_script);
  lua_pushlightuserdata(lua, &call);
  if (lua_pcall(lua, 1, nresults, 0) != LUA_OK)
    run_fail(run, nowhere, "internal: %s", lua_tostring(lua, -1));
  return lua;
}
