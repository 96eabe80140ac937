/* thread.c: runs thread.lua on emitted texts. In: a text and the texts before
 * it in the same unit. Out: the text whose functions pass the tuning on.
 *
 * Invariant: a text of a model without a tuning stays as it is. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "emit/inside.h"

static void close_state(void *thing)
{
  lua_close(thing);
}

/* Leaves a table on the stack: the macro of each tuned constant, and its place
 * in the tuning. */
static void push_constants(lua_State *lua, const Plan *plan)
{
  lua_newtable(lua);
  for (size_t i = 0; i < plan->nconstants; i++) {
    const Constant *c = &plan->constants[i];
    if (!c->is_tuned || c->name != c->same) continue;
    const char *macro = print_symbol(&plan->spelling, c->name);
    const char *place =
        c->derived >= 0 ? run_printf(plan->run, "derived[%d]", c->derived)
                        : run_printf(plan->run, "value[%s_TUNE%s]", plan->macro,
                                     macro + strlen(plan->macro));
    lua_pushstring(lua, place);
    lua_setfield(lua, -2, macro);
  }
}

/* Leaves the text of thread.lua on the stack. Called in protected mode. The
 * arguments are the text, the earlier texts, and the plan. */
static int thread(lua_State *lua)
{
  size_t length;
  const Plan *plan = lua_touserdata(lua, 3);
  luaL_openlibs(lua);
  const char *code = embedded_text("thread.lua", &length);
  if (luaL_loadbufferx(lua, code, length, "=thread.lua", "t") != LUA_OK)
    return lua_error(lua);
  lua_call(lua, 0, 1);
  lua_pushvalue(lua, 1);
  lua_pushvalue(lua, 2);
  lua_pushstring(lua, plan->model->name);
  push_constants(lua, plan);
  lua_call(lua, 4, 1);
  return 1;
}

char *thread_tuning(const Plan *plan, char *text, const char *earlier)
{
  Run *run = plan->run;
  const Where nowhere = {NULL, 0};
  if (!plan->model->tuning || !plan->threads_tuning) return text;
  lua_State *lua = luaL_newstate();
  if (!lua) run_fail(run, nowhere, "out of memory");
  run_defer(run, close_state, lua);
  lua_pushcfunction(lua, thread);
  lua_pushstring(lua, text);
  lua_pushstring(lua, earlier);
  lua_pushlightuserdata(lua, (void *)(uintptr_t)plan);
  if (lua_pcall(lua, 3, 1, 0) != LUA_OK)
    run_fail(run, nowhere, "internal: %s", lua_tostring(lua, -1));
  text = run_printf(run, "%s", lua_tostring(lua, -1));
  lua_settop(lua, 0);
  return text;
}
