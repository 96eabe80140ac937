/* emit.c: Plan -> templates -> text -> files. In: a Plan. Out: all texts in
 * memory, then, on request, files, each whole or as it was.
 *
 * Invariant: the same plan gives the same bytes. */
#include <ctype.h>
#include <jansson.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "emit/emit.h"
#include "status.h"

/* ---- what template.lua asks for ---------------------------------------- */

typedef struct Expander {
  const Plan *plan;
  lua_State *lua;
} Expander;

static const Plan *plan_of(lua_State *lua)
{
  return lua_touserdata(lua, lua_upvalueindex(1));
}

static int host_number(lua_State *lua)
{
  const Plan *plan = plan_of(lua);
  lua_pushstring(
      lua, print_number(plan->run, &plan->spelling, luaL_checknumber(lua, 1)));
  return 1;
}

static int host_template(lua_State *lua)
{
  size_t length;
  const char *name = luaL_checkstring(lua, 1);
  const char *text = embedded_text(name, &length);
  if (!text) return luaL_error(lua, "no template named %s", name);
  lua_pushlstring(lua, text, length);
  return 1;
}

static void push_number(lua_State *lua, double number)
{
  if (number == floor(number) && fabs(number) < 1e15)
    lua_pushinteger(lua, (lua_Integer)number);
  else
    lua_pushnumber(lua, number);
}

/* code(block, indent, what, open) as print_block has it, of its "temporaries",
 * its "outputs" or both (nil). */
static int host_code(lua_State *lua)
{
  const Plan *plan = plan_of(lua);
  Block block = *(const Block *)lua_touserdata(lua, 1);
  const char *what = luaL_optstring(lua, 3, "");
  if (strcmp(what, "temporaries") == 0) block.noutputs = 0;
  if (strcmp(what, "outputs") == 0) block.ntemporaries = 0;
  char *text =
      print_block(plan->run, &plan->spelling, &block,
                  luaL_optstring(lua, 4, ""), (int)luaL_checkinteger(lua, 2));
  const size_t length = strlen(text);
  lua_pushlstring(lua, text, length > 0 ? length - 1 : 0); /* no last newline */
  return 1;
}

/* Marks in the table at the top the variable that a symbol belongs to: "k" for
 * "k->X_1_0", "q" for "q[0]". */
static void mark_variable(lua_State *lua, const char *symbol)
{
  const char *end = symbol;
  while (isalnum((unsigned char)*end) || *end == '_') end++;
  lua_pushlstring(lua, symbol, (size_t)(end - symbol));
  lua_pushboolean(lua, true);
  lua_rawset(lua, -3);
}

static void mark_variables(lua_State *lua, const Expr *e)
{
  if (e->op == EXPR_SYMBOL) mark_variable(lua, e->name);
  for (size_t i = 0; i < e->count; i++) mark_variables(lua, e->args[i]);
}

/* { { name = "c0", value = "sin(q0)" }, ... } */
static void push_assigns(lua_State *lua, const Plan *plan, const Assign *list,
                         size_t count)
{
  lua_createtable(lua, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_createtable(lua, 0, 2);
    lua_pushstring(lua, list[i].name);
    lua_setfield(lua, -2, "name");
    lua_pushstring(lua, print_expr(plan->run, &plan->spelling, list[i].value));
    lua_setfield(lua, -2, "value");
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

static void push_block(lua_State *lua, const Plan *plan, const Block *block)
{
  lua_createtable(lua, 0, 4);
  lua_pushlightuserdata(lua, (void *)block);
  lua_setfield(lua, -2, "block");
  push_assigns(lua, plan, block->temporaries, block->ntemporaries);
  lua_setfield(lua, -2, "temporaries");
  push_assigns(lua, plan, block->outputs, block->noutputs);
  lua_setfield(lua, -2, "outputs");
  lua_newtable(lua);
  for (size_t i = 0; i < block->ntemporaries; i++)
    mark_variables(lua, block->temporaries[i].value);
  for (size_t i = 0; i < block->noutputs; i++) {
    mark_variable(lua, block->outputs[i].name);
    mark_variables(lua, block->outputs[i].value);
  }
  lua_setfield(lua, -2, "uses");
}

static void push_hole(lua_State *lua, const Plan *plan, const Hole *hole)
{
  switch (hole->type) {
    case HOLE_TEXT:
      lua_pushstring(lua, hole->text);
      return;
    case HOLE_NUMBER:
      push_number(lua, hole->number);
      return;
    case HOLE_FLAG:
      lua_pushboolean(lua, hole->number != 0);
      return;
    case HOLE_NUMBERS:
      lua_createtable(lua, (int)hole->count, 0);
      for (size_t i = 0; i < hole->count; i++) {
        lua_pushnumber(lua, hole->numbers[i]);
        lua_rawseti(lua, -2, (lua_Integer)i + 1);
      }
      return;
    case HOLE_BLOCK:
      push_block(lua, plan, hole->block);
      return;
  }
}

/* Appends { name, unit, rows, cols, size, index } to the list field. */
static void push_argument(lua_State *lua, const char *list,
                          const Argument *argument, int index)
{
  lua_getfield(lua, -1, list);
  lua_newtable(lua);
  lua_pushstring(lua, argument->name);
  lua_setfield(lua, -2, "name");
  lua_pushstring(lua, argument->unit);
  lua_setfield(lua, -2, "unit");
  const int numbers[] = {argument->rows, argument->cols,
                         argument->rows * argument->cols, index};
  static const char *const names[] = {"rows", "cols", "size", "index"};
  for (size_t i = 0; i < 4; i++) {
    lua_pushinteger(lua, numbers[i]);
    lua_setfield(lua, -2, names[i]);
  }
  lua_rawseti(lua, -2, (lua_Integer)lua_rawlen(lua, -2) + 1);
  lua_pop(lua, 1);
}

/* Appends one entry to `functions`, with the C text of its call. */
static void push_function(lua_State *lua, const Plan *plan,
                          const Object *object, const Function *f)
{
  static const char *const lists[] = {"scalars", "inputs", "outputs", "ins"};
  const char *name = plan->model->name;
  Text call = text_new(plan->run);
  if (f->has_state) text_add(&call, "(%s_%s *)state", name, object->type);
  lua_newtable(lua);
  for (size_t i = 0; i < 4; i++) {
    lua_newtable(lua);
    lua_setfield(lua, -2, lists[i]);
  }
  int ins = 0, outs = 0;
  for (int i = 0; i < f->count; i++) {
    const Argument *a = &f->arguments[i];
    text_add(&call, "%s", call.length ? ", " : "");
    if (a->role == ARGUMENT_SCALAR || a->role == ARGUMENT_IN) {
      text_add(&call, "%s", a->name);
      push_argument(lua, "ins", a, ins);
      push_argument(lua, a->role == ARGUMENT_IN ? "inputs" : "scalars", a,
                    ins++);
      continue;
    }
    if (a->role == ARGUMENT_OUT)
      text_add(&call, "(%s_real *)out[%d]", name, outs);
    else
      text_add(&call, "(%s_%s *)(void *)out[%d]", name, object->type, outs);
    push_argument(lua, "outputs", a, outs++);
  }
  lua_pushstring(lua, f->name);
  lua_setfield(lua, -2, "name");
  lua_pushstring(lua, call.chars);
  lua_setfield(lua, -2, "call");
  lua_pushboolean(lua, f->has_state);
  lua_setfield(lua, -2, "has_state");
  lua_rawseti(lua, -2, (lua_Integer)lua_rawlen(lua, -2) + 1);
}

/* Appends { solver, struct, reset, reals, has_batch, members, functions }; a
 * member is { place = "z", offset, count }, count 0 for a single real. */
static void push_object(lua_State *lua, const Plan *plan, const Object *object)
{
  lua_newtable(lua);
  lua_pushstring(lua, object->solver);
  lua_setfield(lua, -2, "solver");
  if (object->type)
    lua_pushfstring(lua, "%s_%s", plan->model->name, object->type);
  else
    lua_pushboolean(lua, false);
  lua_setfield(lua, -2, "struct");
  if (object->reset)
    lua_pushfstring(lua, "%s_%s", plan->model->name, object->reset);
  else
    lua_pushboolean(lua, false);
  lua_setfield(lua, -2, "reset");
  lua_pushinteger(lua, object_reals(object));
  lua_setfield(lua, -2, "reals");
  lua_pushboolean(lua, object->has_batch);
  lua_setfield(lua, -2, "has_batch");
  lua_newtable(lua);
  int offset = 0;
  for (size_t i = 0; i < object->nmembers; i++) {
    const Member *member = &object->members[i];
    lua_newtable(lua);
    lua_pushstring(lua, member->name);
    lua_setfield(lua, -2, "place");
    lua_pushinteger(lua, offset);
    lua_setfield(lua, -2, "offset");
    lua_pushinteger(lua, member->count);
    lua_setfield(lua, -2, "count");
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
    offset += member->count > 0 ? member->count : 1;
  }
  lua_setfield(lua, -2, "members");
  lua_newtable(lua);
  for (size_t i = 0; i < object->nfunctions; i++)
    push_function(lua, plan, object, &object->functions[i]);
  lua_setfield(lua, -2, "functions");
  lua_rawseti(lua, -2, (lua_Integer)lua_rawlen(lua, -2) + 1);
}

static void push_holes(lua_State *lua, const Plan *plan)
{
  size_t length;
  lua_newtable(lua);
  for (size_t i = 0; i < plan->nholes; i++) {
    push_hole(lua, plan, &plan->holes[i]);
    lua_setfield(lua, -2, plan->holes[i].name);
  }
  lua_newtable(lua);
  for (size_t i = 0; i < plan->nobjects; i++)
    push_object(lua, plan, &plan->objects[i]);
  lua_setfield(lua, -2, "objects");
  const char *header = embedded_text("bristle_rt.h", &length);
  lua_pushlstring(lua, header, length);
  lua_setfield(lua, -2, "runtime_header");
}

/* Leaves the expander on the stack. Runs protected: everything may raise. */
static int prepare(lua_State *lua)
{
  size_t length;
  const Plan *plan = lua_touserdata(lua, 1);
  luaL_openlibs(lua);
  const char *code = embedded_text("template.lua", &length);
  if (luaL_loadbufferx(lua, code, length, "=template.lua", "t") != LUA_OK)
    return lua_error(lua);
  lua_newtable(lua);
  push_holes(lua, plan);
  lua_setfield(lua, -2, "holes");
  static const luaL_Reg functions[] = {{"number", host_number},
                                       {"template", host_template},
                                       {"code", host_code}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    lua_pushlightuserdata(lua, (void *)plan);
    lua_pushcclosure(lua, functions[i].func, 1);
    lua_setfield(lua, -2, functions[i].name);
  }
  lua_call(lua, 1, 1);
  return 1;
}

static void close_expander(void *thing)
{
  lua_close(thing);
}

_Noreturn static void fail(const Expander *expander)
{
  const Where nowhere = {NULL, 0};
  run_fail(expander->plan->run, nowhere, "internal: template %s",
           lua_tostring(expander->lua, -1));
}

static Expander open_expander(const Plan *plan)
{
  Expander expander = {plan, luaL_newstate()};
  const Where nowhere = {NULL, 0};
  if (!expander.lua) run_fail(plan->run, nowhere, "out of memory");
  run_defer(plan->run, close_expander, expander.lua);
  lua_pushcfunction(expander.lua, prepare);
  lua_pushlightuserdata(expander.lua, (void *)plan);
  if (lua_pcall(expander.lua, 1, 1, 0) != LUA_OK) fail(&expander);
  return expander;
}

static const char *expand(const Expander *expander, const char *name)
{
  lua_State *lua = expander->lua;
  lua_pushvalue(lua, 1);
  lua_pushstring(lua, name);
  if (lua_pcall(lua, 1, 1, 0) != LUA_OK) fail(expander);
  size_t length;
  const char *text = lua_tolstring(lua, -1, &length);
  char *copy = run_strndup(expander->plan->run, text, length);
  lua_pop(lua, 1);
  return copy;
}

static const char *expand_c(const Expander *expander, const char *name)
{
  return fold_lines(expander->plan->run, expand(expander, name));
}

/* ---- all texts --------------------------------------------------------- */

/* Every status by its word. */
static json_t *statuses_json(void)
{
  json_t *object = json_object();
  for (int i = 0; i < BR_STATUSES; i++)
    json_object_set_new(object, br_statuses[i].word,
                        json_integer(br_statuses[i].status));
  return object;
}

/* What <name>.json says: the holes that are figures, and the statuses. */
static const char *figures_json(const Plan *plan)
{
  json_t *object = json_object();
  for (size_t i = 0; i < plan->nholes; i++) {
    const Hole *hole = &plan->holes[i];
    if (!hole->is_figure) continue;
    json_t *value;
    if (hole->type == HOLE_TEXT)
      value = json_string(utf8_text(plan->run, hole->text));
    else if (hole->number == floor(hole->number) && fabs(hole->number) < 1e15)
      value = json_integer((json_int_t)hole->number);
    else
      value = json_real(hole->number);
    json_object_set_new(object, hole->name, value);
  }
  json_object_set_new(object, "statuses", statuses_json());
  char *dumped = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
  json_decref(object);
  const Where nowhere = {NULL, 0};
  if (!dumped)
    run_fail(plan->run, nowhere, "a text of the spec is not valid UTF-8");
  const char *text = run_printf(plan->run, "%s\n", dumped);
  free(dumped);
  return text;
}

Emitted *emit_text(const Plan *plan)
{
  Emitted *emitted = run_alloc(plan->run, sizeof *emitted);
  const Expander expander = open_expander(plan);
  emitted->model = plan->model;
  emitted->name = plan->model->name;
  emitted->shape = plan->shape;
  emitted->header = expand_c(&expander, plan->header);
  emitted->source = expand_c(&expander, plan->source);
  emitted->descriptor = expand_c(&expander, "common/descriptor.c");
  if (plan->kernel) emitted->kernel = expand_c(&expander, plan->kernel);
  emitted->example = expand_c(&expander, plan->example);
  emitted->makefile = expand(&expander, "common/example.mk");
  emitted->json = figures_json(plan);
  return emitted;
}

/* The source with its own header in the place of the #include. */
static const char *inline_header(Run *run, const char *name, const char *source,
                                 const char *header, Where where)
{
  const char *include = run_printf(run, "#include \"%s.h\"", name);
  const char *at = strstr(source, include);
  if (!at)
    run_fail(run, where,
             "does not include %s.h: it was not emitted from this spec", name);
  return run_printf(run, "%.*s%s%s", (int)(at - source), source, header,
                    at + strlen(include));
}

static Unit unit_of(Run *run, const Emitted *emitted, const char *kernel)
{
  const Where where = {run_printf(run, "%s.c", emitted->name), 0};
  const char *whole = inline_header(run, emitted->name, emitted->source,
                                    emitted->header, where);
  const Unit unit = {emitted->name, run_printf(run, "%s\n%s\n%s", whole, kernel,
                                               emitted->descriptor)};
  return unit;
}

Unit emit_unit(Run *run, const Emitted *emitted)
{
  return unit_of(run, emitted, "");
}

Unit emit_unit_for(Run *run, const Emitted *emitted, const Backend *backend)
{
  const bool is_used = backend->has_kernels && emitted->kernel;
  return unit_of(run, emitted, is_used ? emitted->kernel : "");
}

/* ---- what was emitted earlier ------------------------------------------ */

/* The rest of the first line that starts with those words, "" if none does. */
static const char *line_behind(Run *run, const char *text, const char *words)
{
  const char *at = strstr(text, words);
  if (!at) return "";
  at += strlen(words);
  return run_strndup(run, at, strcspn(at, " \r\n"));
}

/* Sizes and types that the descriptor is made for. */
static void require_same_shape(Run *run, const Emitted *emitted,
                               const char *header, const char *path)
{
  const Where where = {path, 0};
  const char *name = emitted->name;
  char *upper = run_printf(run, "%s", name);
  for (char *c = upper; *c; c++) *c = (char)toupper((unsigned char)*c);
  for (size_t i = 0; emitted->shape[i]; i++) {
    const char *key = emitted->shape[i];
    const char *words = run_printf(run, "#define %s_%s ", upper, key);
    const char *was = line_behind(run, header, words);
    const char *is = line_behind(run, emitted->header, words);
    if (strcmp(was, is) != 0)
      run_fail(run, where,
               "%s_%s is %s but this spec has %s: the file was emitted from "
               "another spec",
               upper, key, *was ? was : "missing", is);
  }
  const char *real = emitted->model->is_float ? "float" : "double";
  if (!strstr(header, run_printf(run, "typedef %s %s_real;", real, name)))
    run_fail(run, where,
             "%s_real is not %s: the file was emitted from another spec", name,
             real);
}

Unit emit_unit_of_file(Run *run, const Emitted *emitted, const char *path)
{
  const Where where = {path, 0}, nowhere = {NULL, 0};
  size_t length;
  char *text = file_read(run, path, &length, nowhere);
  const char *header_path =
      path_beside(run, path, run_printf(run, "%s.h", emitted->name));
  /* Before the header is asked for: the other spec has another one. */
  inline_header(run, emitted->name, text, "", where);
  const char *header = file_read(run, header_path, &length, nowhere);
  require_same_shape(run, emitted, header, header_path);
  /* A descriptor at its end gives way to today's. */
  const size_t mark = strcspn(emitted->descriptor, "\n");
  char *own = strstr(text, run_strndup(run, emitted->descriptor, mark));
  if (own) *own = 0;
  const Unit unit = {
      emitted->name,
      run_printf(run, "%s\n%s",
                 inline_header(run, emitted->name, text, header, where),
                 emitted->descriptor)};
  return unit;
}

static void write_text(Run *run, const char *dir, const char *name,
                       const char *text, Text *written)
{
  const char *path = run_printf(run, "%s/%s", dir, name);
  file_write(run, path, text, strlen(text));
  text_add(written, "%s\n", path);
}

void emit_files(Run *run, const Emitted *emitted, const char *dir,
                bool has_descriptor, bool has_example, Text *written)
{
  const char *name = emitted->name;
  const char *source =
      has_descriptor
          ? run_printf(run, "%s\n%s", emitted->source, emitted->descriptor)
          : emitted->source;
  dir_make(run, dir);
  write_text(run, dir, run_printf(run, "%s.h", name), emitted->header, written);
  write_text(run, dir, run_printf(run, "%s.c", name), source, written);
  write_text(run, dir, run_printf(run, "%s.json", name), emitted->json,
             written);
  if (!has_example) return;
  write_text(run, dir, "main.c", emitted->example, written);
  write_text(run, dir, "Makefile", emitted->makefile, written);
}
