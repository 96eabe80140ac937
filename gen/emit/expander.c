/* expander.c: runs template.lua on a plan. In: a Plan, names of templates. Out:
 * their texts with the plan's holes filled in.
 *
 * Invariant: a template sees the holes, objects, constants and statuses, and no
 * C text of other templates. */
#include <ctype.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "algebra/algebra.h"
#include "plan/plan.h"
#include "emit/inside.h"
#include "status.h"

struct Expander {
  const Plan *plan;
  lua_State *lua; /* its stack: the function, the table of holes read, holes */
};

enum { FUNCTION = 1, READ = 2, HOLES = 3 };

static void set_text(lua_State *lua, const char *name, const char *text)
{
  lua_pushstring(lua, text);
  lua_setfield(lua, -2, name);
}

static void set_integer(lua_State *lua, const char *name, int number)
{
  lua_pushinteger(lua, number);
  lua_setfield(lua, -2, name);
}

static void set_flag(lua_State *lua, const char *name, bool flag)
{
  lua_pushboolean(lua, flag);
  lua_setfield(lua, -2, name);
}

/* Moves the value on top to the end of the list below it. */
static void append(lua_State *lua)
{
  lua_rawseti(lua, -2, (lua_Integer)lua_rawlen(lua, -2) + 1);
}

/* ---- the functions that template.lua calls ------------------------------ */

static const Plan *plan_of(lua_State *lua)
{
  return lua_touserdata(lua, lua_upvalueindex(1));
}

static int host_number(lua_State *lua)
{
  const Plan *plan = plan_of(lua);
  Spelling spelling = plan->spelling;
  const char *type = luaL_optstring(lua, 2, NULL);
  if (type) spelling.suffix = strcmp(type, "float") == 0 ? "f" : "";
  lua_pushstring(lua,
                 print_number(plan->run, &spelling, luaL_checknumber(lua, 1)));
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

/* compiled(name) returns the bytecode of a template, or nil. */
static int host_compiled(lua_State *lua)
{
  size_t length;
  const char *code = code_compiled(lua, luaL_checkstring(lua, 1), &length);
  if (!code) return 0;
  lua_pushlstring(lua, code, length);
  return 1;
}

/* code(block, indent, what, open) returns print_block of the block's
 * "temporaries", its "outputs" or both (nil). */
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

/* ---- holes -------------------------------------------------------------- */

static void push_number(lua_State *lua, double number)
{
  if (number == floor(number) && fabs(number) < 1e15)
    lua_pushinteger(lua, (lua_Integer)number);
  else
    lua_pushnumber(lua, number);
}

/* Marks, in the table on top, the variable that a symbol belongs to: "k" for
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

/* Marks all variables that the block reads. */
static void mark_read(lua_State *lua, const Block *block)
{
  for (size_t i = 0; i < block->ntemporaries; i++)
    mark_variables(lua, block->temporaries[i].value);
  for (size_t i = 0; i < block->noutputs; i++)
    mark_variables(lua, block->outputs[i].value);
}

/* Sets a list { { name = "c0", value = "sin(q0)" }, ... }. */
static void set_assigns(lua_State *lua, const char *name, const Plan *plan,
                        const Assign *list, size_t count)
{
  lua_createtable(lua, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_createtable(lua, 0, 2);
    set_text(lua, "name", list[i].name);
    set_text(lua, "value",
             print_expr(plan->run, &plan->spelling, list[i].value));
    append(lua);
  }
  lua_setfield(lua, -2, name);
}

/* Pushes a list { { names = "zx zy", count = 0, about = "..." }, ... }. */
static void push_record(lua_State *lua, const Hole *hole)
{
  lua_createtable(lua, (int)hole->count, 0);
  for (size_t i = 0; i < hole->count; i++) {
    const MemberGroup *group = &hole->groups[i];
    lua_createtable(lua, 0, 4);
    set_text(lua, "names", group->names);
    set_integer(lua, "count", group->count);
    if (group->about) set_text(lua, "about", group->about);
    set_flag(lua, "is_whole", group->is_whole);
    append(lua);
  }
}

static void push_block(lua_State *lua, const Plan *plan, const Block *block)
{
  lua_createtable(lua, 0, 5);
  lua_pushlightuserdata(lua, (void *)(uintptr_t)block);
  lua_setfield(lua, -2, "block");
  set_assigns(lua, "temporaries", plan, block->temporaries,
              block->ntemporaries);
  set_assigns(lua, "outputs", plan, block->outputs, block->noutputs);
  lua_newtable(lua);
  mark_read(lua, block);
  lua_setfield(lua, -2, "reads");
  lua_newtable(lua);
  mark_read(lua, block);
  for (size_t i = 0; i < block->noutputs; i++)
    mark_variable(lua, block->outputs[i].name);
  for (size_t i = 0; i < plan->nconstants; i++)
    if (plan->constants[i].is_tuned &&
        block_has(block, EXPR_SYMBOL, plan->constants[i].name))
      mark_variable(lua, "tuning"); /* the macro reads it */
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
    case HOLE_RECORD:
      push_record(lua, hole);
      return;
  }
}

/* ---- objects: the entries of a descriptor ---------------------------------
 */

/* Appends { name, unit, rows, cols, size, index, is_scalar, is_state } to the
 * list on top; `index` counts the inputs or the outputs of the function. */
static void push_port(lua_State *lua, const Port *port, int index)
{
  lua_newtable(lua);
  set_text(lua, "name", port->name);
  set_text(lua, "unit", port->unit);
  set_integer(lua, "rows", port->rows);
  set_integer(lua, "cols", port->cols);
  set_integer(lua, "size", port->rows * port->cols);
  set_integer(lua, "index", index);
  set_flag(lua, "is_scalar", port->role == PORT_SCALAR);
  set_flag(lua, "is_state", port->role == PORT_STATE_OUT);
  append(lua);
}

/* Sets the list of the function's outputs, or of its inputs. */
static void set_ports(lua_State *lua, const char *list, const Function *f,
                      bool is_output)
{
  int count = 0;
  lua_newtable(lua);
  for (int i = 0; i < f->count; i++)
    if (port_is_output(&f->ports[i]) == is_output)
      push_port(lua, &f->ports[i], count++);
  lua_setfield(lua, -2, list);
}

/* Appends { name, has_state, inputs, outputs } to the list on top. */
static void push_function(lua_State *lua, const Function *f)
{
  lua_newtable(lua);
  set_text(lua, "name", f->name);
  set_flag(lua, "has_state", f->has_state);
  set_ports(lua, "inputs", f, false);
  set_ports(lua, "outputs", f, true);
  append(lua);
}

/* Sets the members: { place = "z", offset, count, about, unit }. `count` is 0
 * for a single real; `about` and `unit` may be "". */
static void set_members(lua_State *lua, const Object *object)
{
  int offset = 0;
  lua_newtable(lua);
  for (size_t i = 0; i < object->nmembers; i++) {
    const Member *member = &object->members[i];
    lua_newtable(lua);
    set_text(lua, "place", member->name);
    set_integer(lua, "offset", offset);
    set_integer(lua, "count", member->count);
    set_text(lua, "about", member->about ? member->about : "");
    set_text(lua, "unit", member->unit ? member->unit : "");
    append(lua);
    offset += member->count > 0 ? member->count : 1;
  }
  lua_setfield(lua, -2, "members");
}

/* Appends { solver, type, reset, reals, has_batch, takes_ports, members, functions }; `type`
 * and `reset` may be "". */
static void push_object(lua_State *lua, const Object *object)
{
  lua_newtable(lua);
  set_text(lua, "solver", object->solver);
  set_text(lua, "type", object->type ? object->type : "");
  set_text(lua, "reset", object->reset ? object->reset : "");
  set_integer(lua, "reals", object_reals(object));
  set_flag(lua, "has_batch", object->batch != BATCH_NONE);
  set_flag(lua, "takes_ports", object->batch == BATCH_PORTS);
  set_integer(lua, "couple", object->couple);
  set_members(lua, object);
  lua_newtable(lua);
  for (size_t i = 0; i < object->nfunctions; i++)
    push_function(lua, &object->functions[i]);
  lua_setfield(lua, -2, "functions");
  append(lua);
}

/* ---- constants ----------------------------------------------------------- */

/* Appends { name, value, macro, formula, about, is_listed, ... }. `macro` is
 * "" for a value that needs no name, `formula` is "" for a parameter, `tuned`
 * is the name in tune or "". is_listed is
 * true if the source defines the macro. */
static void push_constant(lua_State *lua, const Plan *plan, const Constant *c)
{
  lua_newtable(lua);
  set_text(lua, "name", c->name);
  set_text(lua, "macro", c->same ? print_symbol(&plan->spelling, c->name) : "");
  set_text(lua, "formula", c->formula ? c->formula : "");
  set_text(lua, "about", c->about ? c->about : "");
  set_flag(lua, "is_listed",
           c->about && c->same && strcmp(c->same, c->name) == 0);
  set_flag(lua, "is_tuned", c->is_tuned);
  set_text(lua, "tuned", c->tuned ? c->tuned : "");
  set_integer(lua, "derived", c->derived);
  lua_pushnumber(lua, c->value);
  lua_setfield(lua, -2, "value");
  append(lua);
}

/* ---- tuning ----------------------------------------------------------------
 */

static void set_real(lua_State *lua, const char *name, double value)
{
  lua_pushnumber(lua, value);
  lua_setfield(lua, -2, name);
}

/* Sets `tune`, a list of { name, symbol, constant, factor, unit, low, high,
 * value } that is empty
 * if nothing is tuned; `tune_orders`, a list of { least, most }; and the text
 * of the tuning as a parameter (`tuned`), as an argument (`tuning`), and of an
 * argument that means the default. */
static void set_tuning(lua_State *lua, const Plan *plan)
{
  const Tuning *tuning = plan->model->tuning;
  const char *const *constants = tuning_constants(plan->model);
  const char *const *symbols = tuning_symbols(plan->model);
  const char *name = plan->model->name;
  lua_newtable(lua);
  for (size_t i = 0; tuning && i < tuning->count; i++) {
    const Tuned *t = &tuning->list[i];
    lua_newtable(lua);
    set_text(lua, "name", t->name);
    set_text(lua, "symbol", symbols[i]);
    set_text(lua, "constant", constants[i]);
    set_real(lua, "factor", t->factor);
    set_text(lua, "unit", t->unit);
    set_real(lua, "low", t->low);
    set_real(lua, "high", t->high);
    set_real(lua, "value", t->value);
    append(lua);
  }
  lua_setfield(lua, -2, "tune");
  lua_newtable(lua);
  for (size_t i = 0; tuning && i < tuning->norders; i++) {
    lua_newtable(lua);
    set_text(lua, "least", tuning->orders[i].least);
    set_text(lua, "most", tuning->orders[i].most);
    append(lua);
  }
  lua_setfield(lua, -2, "tune_orders");
  set_text(
      lua, "tuned",
      tuning ? run_printf(plan->run, "const %s_tuning *tuning, ", name) : "");
  set_flag(lua, "threads_tuning", plan->threads_tuning);
  set_text(lua, "tuning", tuning ? "tuning, " : "");
  set_text(lua, "no_tuning", tuning ? "0, " : "");
}

/* Sets `selected`, { step = true, ... }, if the spec names functions. */
static void set_selected(lua_State *lua, const Plan *plan)
{
  const Selection *functions = plan->functions;
  if (!functions) return;
  lua_newtable(lua);
  for (size_t i = 0; i < functions->count; i++)
    set_flag(lua, functions->names[i], true);
  lua_setfield(lua, -2, "selected");
}

/* ---- facts about ports, for faces ----------------------------------------
 */

/* Sets `typical`, { twist = 1e-3, ... }, `independent`, a list of { what, of,
 * by }, and `slope_columns`, { force_d = "z v load q" }. */
static void set_facts(lua_State *lua, const Plan *plan)
{
  lua_newtable(lua);
  for (size_t i = 0; i < plan->ntypical; i++)
    set_real(lua, plan->typical[i].name, plan->typical[i].size);
  lua_setfield(lua, -2, "typical");
  lua_newtable(lua);
  for (size_t i = 0; i < plan->nindependent; i++) {
    lua_newtable(lua);
    set_text(lua, "what", plan->independent[i].function);
    set_text(lua, "of", plan->independent[i].of);
    set_text(lua, "by", plan->independent[i].by);
    append(lua);
  }
  lua_setfield(lua, -2, "independent");
  lua_newtable(lua);
  for (size_t i = 0; i < plan->ncolumns; i++)
    set_text(lua, plan->columns[i].port, plan->columns[i].names);
  lua_setfield(lua, -2, "slope_columns");
}

/* ---- statuses ------------------------------------------------------------ */

/* Sets { OK = 0, SEPARATED = 1, ... } from the list of the runtime, and in its
 * order { "OK", "SEPARATED", ... } in the same table. */
static void set_statuses(lua_State *lua)
{
  lua_newtable(lua);
  for (int i = 0; i < BR_STATUSES; i++) {
    char name[40];
    snprintf(name, sizeof name, "%s", br_statuses[i].word);
    for (char *c = name; *c; c++)
      *c = (char)(*c == ' ' ? '_' : toupper((unsigned char)*c));
    set_integer(lua, name, br_statuses[i].status);
    lua_pushstring(lua, name);
    append(lua);
  }
  lua_setfield(lua, -2, "statuses");
}

/* ---- expanding ----------------------------------------------------------- */

static void push_holes(lua_State *lua, const Plan *plan)
{
  static const char own_header[] = {OWN_HEADER, 0};
  static const char stack_lines[] = {STACK_LINES, 0};
  static const char table_macro[] = {TABLE_MACRO, 0};
  size_t length;
  lua_newtable(lua);
  for (size_t i = 0; i < plan->nholes; i++) {
    push_hole(lua, plan, &plan->holes[i]);
    lua_setfield(lua, -2, plan->holes[i].name);
  }
  lua_newtable(lua);
  for (size_t i = 0; i < plan->nobjects; i++)
    push_object(lua, &plan->objects[i]);
  lua_setfield(lua, -2, "objects");
  lua_newtable(lua);
  for (size_t i = 0; i < plan->nconstants; i++)
    push_constant(lua, plan, &plan->constants[i]);
  lua_setfield(lua, -2, "constants");
  set_statuses(lua);
  set_tuning(lua, plan);
  set_selected(lua, plan);
  set_facts(lua, plan);
  const char *header = embedded_text("bristle_rt.h", &length);
  lua_pushlstring(lua, header, length);
  lua_setfield(lua, -2, "runtime_header");
  set_text(lua, "own_header", own_header);
  set_text(lua, "stack_lines", stack_lines);
  set_text(lua, "table_macro", table_macro);
}

/* Leaves the expanding function, the table of holes read and that of all holes
 * on the stack. Called in protected mode, since each call may raise an error. */
static int prepare(lua_State *lua)
{
  static const luaL_Reg functions[] = {{"number", host_number},
                                       {"template", host_template},
                                       {"compiled", host_compiled},
                                       {"chunk", chunk_of},
                                       {"code", host_code}};
  const Plan *plan = lua_touserdata(lua, 1);
  lua_gc(lua, LUA_GCINC, SCRIPT_PAUSE, 0, 0);
  luaL_openlibs(lua);
  if (code_load(lua, "template.lua") != LUA_OK) return lua_error(lua);
  lua_newtable(lua);
  push_holes(lua, plan);
  lua_pushvalue(lua, -1);
  lua_insert(lua, 2);
  lua_setfield(lua, -2, "holes");
  for (size_t i = 0; i < COUNT(functions); i++) {
    lua_pushlightuserdata(lua, (void *)(uintptr_t)plan);
    lua_pushcclosure(lua, functions[i].func, 1);
    lua_setfield(lua, -2, functions[i].name);
  }
  lua_call(lua, 1, 2);
  lua_pushvalue(lua, 2);
  return 3;
}

static void close_state(void *thing)
{
  lua_close(thing);
}

_Noreturn static void fail(const Expander *expander)
{
  const Where nowhere = {NULL, 0};
  run_fail(expander->plan->run, nowhere, "internal: template %s",
           lua_tostring(expander->lua, -1));
}

Expander *expander_open(const Plan *plan)
{
  Expander *expander = run_alloc(plan->run, sizeof *expander);
  const Where nowhere = {NULL, 0};
  expander->plan = plan;
  expander->lua = luaL_newstate();
  if (!expander->lua) run_fail(plan->run, nowhere, "out of memory");
  run_defer(plan->run, close_state, expander->lua);
  lua_pushcfunction(expander->lua, prepare);
  lua_pushlightuserdata(expander->lua, (void *)(uintptr_t)plan);
  if (lua_pcall(expander->lua, 1, 3, 0) != LUA_OK) fail(expander);
  return expander;
}

char *expander_text(const Expander *expander, const char *name)
{
  lua_State *lua = expander->lua;
  lua_pushvalue(lua, FUNCTION);
  lua_pushstring(lua, name);
  if (lua_pcall(lua, 1, 1, 0) != LUA_OK) fail(expander);
  size_t length;
  const char *text = lua_tolstring(lua, -1, &length);
  char *copy = run_strndup(expander->plan->run, text, length);
  lua_pop(lua, 1);
  return copy;
}

void expander_give(const Expander *expander, const char *name, const char *text)
{
  lua_pushstring(expander->lua, text);
  lua_setfield(expander->lua, HOLES, name);
}

bool expander_has_read(const Expander *expander, const char *hole)
{
  lua_State *lua = expander->lua;
  lua_getfield(lua, READ, hole);
  const bool has_read = lua_toboolean(lua, -1);
  lua_pop(lua, 1);
  return has_read;
}
