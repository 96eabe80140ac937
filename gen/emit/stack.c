/* stack.c: runs stack.lua on emitted texts. In: a header and its source. Out:
 * for each function of the header the bytes of stack that the function takes
 * at most.
 *
 * Invariant: the bounds follow from the texts alone; no compiler is run. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "emit/inside.h"

static void close_state(void *thing)
{
  lua_close(thing);
}

/* Leaves the list of stack.lua on the stack. Called in protected mode. The
 * arguments are the header, the source, the bytes of a real and the name of the
 * model. */
static int find_bounds(lua_State *lua)
{
  size_t length;
  luaL_openlibs(lua);
  const char *code = embedded_text("stack.lua", &length);
  if (luaL_loadbufferx(lua, code, length, "=stack.lua", "t") != LUA_OK)
    return lua_error(lua);
  lua_call(lua, 0, 1);
  lua_insert(lua, 1);
  lua_call(lua, 4, 1);
  return 1;
}

/* Reads the entry { name, bytes } on top, and removes the entry. */
static StackBound bound_on_top(Run *run, lua_State *lua)
{
  StackBound bound;
  lua_getfield(lua, -1, "name");
  bound.function = run_printf(run, "%s", lua_tostring(lua, -1));
  lua_getfield(lua, -2, "bytes");
  bound.bytes = (int)lua_tointeger(lua, -1);
  lua_pop(lua, 3);
  return bound;
}

StackBounds stack_bounds(const Plan *plan, const char *header,
                         const char *source)
{
  Run *run = plan->run;
  const Where nowhere = {NULL, 0};
  lua_State *lua = luaL_newstate();
  if (!lua) run_fail(run, nowhere, "out of memory");
  run_defer(run, close_state, lua);
  lua_pushcfunction(lua, find_bounds);
  lua_pushstring(lua, header);
  lua_pushstring(lua, source);
  lua_pushinteger(lua, plan->model->is_float ? 4 : 8);
  lua_pushstring(lua, plan->model->name);
  if (lua_pcall(lua, 4, 1, 0) != LUA_OK)
    run_fail(run, nowhere, "internal: %s", lua_tostring(lua, -1));
  StackBounds bounds = {.count = lua_rawlen(lua, -1)};
  StackBound *list = run_alloc(run, bounds.count * sizeof *list);
  for (size_t i = 0; i < bounds.count; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i + 1);
    list[i] = bound_on_top(run, lua);
  }
  bounds.list = list;
  lua_settop(lua, 0);
  return bounds;
}

const char *stack_lines(Run *run, const StackBounds *bounds)
{
  enum { WIDTH = 84 };
  Text text = text_new(run);
  size_t column = 0;
  for (size_t i = 0; i < bounds->count; i++) {
    const StackBound *bound = &bounds->list[i];
    const char *entry =
        run_printf(run, "_%s %d%s", bound->function, bound->bytes,
                   i + 1 < bounds->count ? "," : "");
    const bool is_new = column == 0 || column + 1 + strlen(entry) > WIDTH;
    if (is_new) column = 4;
    text_add(&text, "%s%s", !is_new ? " " : i > 0 ? "\n *   " : " *   ", entry);
    column += 1 + strlen(entry);
  }
  return text.chars;
}
