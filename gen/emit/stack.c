/* stack.c: runs stack.lua on emitted texts. In: a header and its source. Out:
 * for each function of the header the bytes of stack that the function takes
 * at most.
 *
 * Invariant: the bounds follow from the texts alone; no compiler is run. */
#include <lua.h>
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "emit/inside.h"

typedef struct Unmeasured {
  const Plan *plan;
  const char *header, *source;
} Unmeasured;

static int push_texts(lua_State *lua, const void *context)
{
  const Unmeasured *texts = context;
  lua_pushstring(lua, texts->header);
  lua_pushstring(lua, texts->source);
  lua_pushinteger(lua, texts->plan->model->is_float ? 4 : 8);
  lua_pushstring(lua, texts->plan->model->name);
  return 4;
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
  const Unmeasured texts = {plan, header, source};
  lua_State *lua = script_call(run, "stack.lua", push_texts, &texts, 1);
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
