/* thread.c: runs thread.lua on emitted texts. In: a text and the texts before
 * it in the same unit. Out: the text whose functions pass the tuning on.
 *
 * Invariant: a text of a model without a tuning stays as it is. */
#include <lua.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "emit/inside.h"

typedef struct Unthreaded {
  const Plan *plan;
  const char *text, *earlier;
} Unthreaded;

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

static int push_texts(lua_State *lua, const void *context)
{
  const Unthreaded *texts = context;
  lua_pushstring(lua, texts->text);
  lua_pushstring(lua, texts->earlier);
  lua_pushstring(lua, texts->plan->model->name);
  push_constants(lua, texts->plan);
  return 4;
}

char *thread_tuning(const Plan *plan, char *text, const char *earlier)
{
  if (!plan->model->tuning || !plan->threads_tuning) return text;
  const Unthreaded texts = {plan, text, earlier};
  lua_State *lua = script_call(plan->run, "thread.lua", push_texts, &texts, 1);
  text = run_printf(plan->run, "%s", lua_tostring(lua, -1));
  lua_settop(lua, 0);
  return text;
}
