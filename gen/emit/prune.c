/* prune.c: the functions that a spec asks for. In: a Plan with a selection, and
 * its emitted texts. Out: texts without the other functions, and a Plan whose
 * objects lack them.
 *
 * Invariant: what stays compiles by itself: it has all that it calls. */
#include <lua.h>
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "emit/inside.h"

/* These stay in any case; a solver may lack _tune. */
static const char *const always[] = {"reset", "tune", "selftest"};

typedef struct Pruning {
  const Plan *plan;
  const char *header, *source, *calls; /* header: or NULL */
} Pruning;

static int push_texts(lua_State *lua, const void *context)
{
  const Pruning *pruning = context;
  const Selection *functions = pruning->plan->functions;
  lua_Integer count = 0;
  lua_pushstring(lua, pruning->plan->model->name);
  lua_newtable(lua);
  for (size_t i = 0; i < functions->count; i++) {
    lua_pushstring(lua, functions->names[i]);
    lua_rawseti(lua, -2, ++count);
  }
  for (size_t i = 0; i < COUNT(always); i++) {
    lua_pushstring(lua, always[i]);
    lua_rawseti(lua, -2, ++count);
  }
  if (selection_has(functions, "step_batch")) { /* br_tuning has both */
    lua_pushstring(lua, "step_batch_each");
    lua_rawseti(lua, -2, ++count);
  }
  lua_pushstring(lua, pruning->header);
  lua_pushstring(lua, pruning->source);
  lua_pushstring(lua, pruning->calls);
  return 5;
}

const char *prune_source(const Plan *plan, const char *source,
                         const char *calls)
{
  const Pruning pruning = {plan, NULL, source, calls ? calls : ""};
  lua_State *lua = script_call(plan->run, "prune.lua", push_texts, &pruning, 1);
  const char *text = run_printf(plan->run, "%s", lua_tostring(lua, -1));
  lua_settop(lua, 0);
  return text;
}

/* Returns the list of names at that place of the stack. */
static Selection names_at(Run *run, lua_State *lua, int at)
{
  const size_t count = lua_rawlen(lua, at);
  const char **names = run_alloc(run, (count + 1) * sizeof *names);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(lua, at, (lua_Integer)i + 1);
    names[i] = run_printf(run, "%s", lua_tostring(lua, -1));
    lua_pop(lua, 1);
  }
  return (Selection){.names = names, .count = count};
}

/* Ends the run at a name of the spec that no function has. */
static void check_names(const Plan *plan, const Selection *known)
{
  const Selection *functions = plan->functions;
  Run *run = plan->run;
  for (size_t i = 0; i < functions->count; i++) {
    const char *name = functions->names[i];
    if (selection_has(known, name)) continue;
    const char *near = nearest_word(name, known->names, known->count);
    Text all = text_new(run);
    for (size_t k = 0; k < known->count; k++)
      text_add(&all, "%s%s", k ? ", " : "", known->names[k]);
    run_fail(run, functions->wheres[i],
             "this %s has no function \"%s\"%s%s%s; its functions are %s",
             plan->model->kind->word, name, near ? "; did you mean \"" : "",
             near ? near : "", near ? "\"?" : "", all.chars);
  }
}

const char *prune_header(const Plan *plan, const char *header)
{
  Run *run = plan->run;
  const Pruning pruning = {plan, header, "", ""};
  lua_State *lua = script_call(run, "prune.lua", push_texts, &pruning, 2);
  const char *text = run_printf(run, "%s", lua_tostring(lua, -1));
  lua_settop(lua, 0);
  return text;
}

void prune_require(const Plan *plan, const char *text, const char *what)
{
  const Selection *left_out = plan->left_out;
  const Value *where = value_get(&plan->model->spec->root, "functions");
  for (size_t i = 0; left_out && i < left_out->count; i++) {
    const char *call = run_printf(plan->run, "%s_%s(", plan->model->name,
                                  left_out->names[i]);
    if (strstr(text, call))
      run_fail(plan->run, where->where,
               "%s calls _%s: add \"%s\" to functions", what,
               left_out->names[i], left_out->names[i]);
  }
}

/* ---- the plan ------------------------------------------------------------ */

bool selection_has(const Selection *selection, const char *name)
{
  for (size_t i = 0; i < selection->count; i++)
    if (strcmp(selection->names[i], name) == 0) return true;
  return false;
}

/* Returns the object with the functions that stay. */
static Object kept_object(Run *run, const Object *object, const Selection *kept)
{
  Object result = *object;
  Function *functions =
      run_alloc(run, (object->nfunctions + 1) * sizeof *functions);
  result.nfunctions = 0;
  for (size_t i = 0; i < object->nfunctions; i++)
    if (selection_has(kept, object->functions[i].name))
      functions[result.nfunctions++] = object->functions[i];
  result.functions = functions;
  if (!selection_has(kept, "step_batch")) result.batch = BATCH_NONE;
  if (!selection_has(kept, "couple") || !selection_has(kept, "march"))
    result.couple = 0;
  return result;
}

const Plan *prune_plan(const Plan *plan, const char *header, const char *source)
{
  Run *run = plan->run;
  const Pruning pruning = {plan, header, source, ""};
  lua_State *lua = script_call(run, "prune.lua", push_texts, &pruning, 4);
  const Selection known = names_at(run, lua, 4);
  Selection *kept = run_alloc(run, sizeof *kept);
  *kept = names_at(run, lua, 3);
  lua_settop(lua, 0);
  check_names(plan, &known);
  Plan *result = run_alloc(run, sizeof *result);
  Object *objects = run_alloc(run, plan->nobjects * sizeof *objects);
  *result = *plan;
  Selection *left_out = run_alloc(run, sizeof *left_out);
  const char **names = run_alloc(run, (known.count + 1) * sizeof *names);
  left_out->names = names;
  for (size_t i = 0; i < known.count; i++)
    if (!selection_has(kept, known.names[i]))
      names[left_out->count++] = known.names[i];
  result->functions = kept;
  result->left_out = left_out;
  result->objects = objects;
  result->nobjects = 0;
  for (size_t i = 0; i < plan->nobjects; i++) {
    const Object object = kept_object(run, &plan->objects[i], kept);
    if (i == 0 || object.nfunctions > 0) objects[result->nobjects++] = object;
  }
  return result;
}
