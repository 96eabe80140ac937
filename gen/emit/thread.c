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

/* Returns the number of the spec that is this constant, times a factor, or
 * NULL; and what its place is called. */
static const Tuned *find_tuned(const Plan *plan, const char *constant,
                               const char **symbol)
{
  const Model *model = plan->model;
  const char *const *constants = tuning_constants(model);
  for (size_t i = 0; i < model->tuning->count; i++) {
    if (strcmp(constants[i], constant) != 0) continue;
    *symbol = tuning_symbols(model)[i];
    return &model->tuning->list[i];
  }
  return NULL;
}

static const char *in_capitals(Run *run, const char *name)
{
  char *copy = run_printf(run, "%s", name);
  for (char *c = copy; *c; c++)
    if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 'a' + 'A');
  return copy;
}

/* Leaves two tables on the stack: by the macro of each tuned constant its place
 * in the tuning, and the factor "2.0*" of those that are not the spec's number.
 */
static void push_constants(lua_State *lua, const Plan *plan)
{
  const Spelling *spelling = &plan->spelling;
  const char *symbol = NULL;
  lua_newtable(lua);
  lua_newtable(lua);
  for (size_t i = 0; i < plan->nconstants; i++) {
    const Constant *c = &plan->constants[i];
    if (!c->is_tuned || c->name != c->same) continue;
    const char *macro = print_symbol(spelling, c->name);
    const char *own = macro + strlen(plan->macro);
    const Tuned *t = c->derived < 0 ? find_tuned(plan, c->name, &symbol) : NULL;
    if (t && strcmp(t->of, t->name) != 0)
      own = run_printf(plan->run, "_%s", in_capitals(plan->run, symbol));
    const char *place =
        c->derived >= 0 ? run_printf(plan->run, "derived[%d]", c->derived)
                        : run_printf(plan->run, "value[%s_TUNE%s]", plan->macro,
                                     own);
    lua_pushstring(lua, place);
    lua_setfield(lua, -3, macro);
    if (!t || t->factor == 1) continue;
    lua_pushfstring(lua, "%s*", print_number(plan->run, spelling, t->factor));
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
  return 5;
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
