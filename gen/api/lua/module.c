/* module.c: the Lua module `bristle`, its models. In: calls of a script. Out:
 * the results of bristle.h as values of Lua, and its errors as errors of Lua.
 *
 * Invariant: no error of Lua jumps over a call of the library. */
#include <jansson.h>
#include <string.h>

#include "api/inside.h"
#include "api/lua/inside.h"
#include "api/lua/lua.h"

static const char model_name[] = "bristle.model";

typedef struct ModelBox {
  bristle_model *model;
} ModelBox;

static bristle_model *checked(lua_State *lua)
{
  const ModelBox *box = luaL_checkudata(lua, 1, model_name);
  if (!box->model) luaL_error(lua, "the model is closed");
  return box->model;
}

/* Raises the library's error as an error of Lua. */
static int fail(lua_State *lua, const bristle_model *model)
{
  const char *error = bristle_error(model), *line = bristle_excerpt(model);
  lua_pushfstring(lua, "%s%s%s", error ? error : "out of memory",
                  line ? "\n" : "", line ? line : "");
  return lua_error(lua);
}

/* ---- JSON -> tables ------------------------------------------------------ */

static void push_json(lua_State *lua, const json_t *value)
{
  const char *key;
  json_t *member;
  size_t index;
  luaL_checkstack(lua, 4, NULL);
  switch (json_typeof(value)) {
    case JSON_OBJECT:
      lua_newtable(lua);
      json_object_foreach((json_t *)(uintptr_t)value, key, member)
      {
        push_json(lua, member);
        lua_setfield(lua, -2, key);
      }
      break;
    case JSON_ARRAY:
      lua_newtable(lua);
      json_array_foreach(value, index, member)
      {
        push_json(lua, member);
        lua_rawseti(lua, -2, (lua_Integer)index + 1);
      }
      break;
    case JSON_STRING:
      lua_pushstring(lua, json_string_value(value));
      break;
    case JSON_INTEGER:
      lua_pushinteger(lua, json_integer_value(value));
      break;
    case JSON_REAL:
      lua_pushnumber(lua, json_real_value(value));
      break;
    case JSON_NULL:
      lua_pushnil(lua);
      break;
    default:
      lua_pushboolean(lua, json_is_true(value));
  }
}

static int push_held_json(lua_State *lua)
{
  push_json(lua, lua_touserdata(lua, 1));
  return 1;
}

/* Frees the tree also if memory runs out meanwhile. */
static int push_json_text(lua_State *lua, const char *text)
{
  json_t *tree = json_loads(text, 0, NULL);
  lua_pushcfunction(lua, push_held_json);
  lua_pushlightuserdata(lua, tree);
  const int status = tree ? lua_pcall(lua, 1, 1, 0) : LUA_ERRRUN;
  json_decref(tree);
  return status == LUA_OK ? 1 : lua_error(lua);
}

/* ---- opening ------------------------------------------------------------- */

/* Returns the text at the index. A zero byte would cut it where C reads it, and
 * another file would be written. */
static const char *whole_text(lua_State *lua, int index)
{
  size_t length;
  const char *text = luaL_checklstring(lua, index, &length);
  if (strlen(text) != length)
    luaL_error(lua, "the text \"%s...\" must not contain a zero byte", text);
  return text;
}

static const char *optional_text(lua_State *lua, int index)
{
  return lua_isnoneornil(lua, index) ? NULL : whole_text(lua, index);
}

/* Returns the texts of the table at the index, in memory that Lua collects. */
static const char *const *texts_of(lua_State *lua, int index, size_t *count)
{
  luaL_checktype(lua, index, LUA_TTABLE);
  *count = (size_t)lua_rawlen(lua, index);
  const char **texts = lua_newuserdatauv(lua, (*count + 1) * sizeof *texts, 0);
  for (size_t i = 0; i < *count; i++) {
    lua_rawgeti(lua, index, (lua_Integer)i + 1);
    texts[i] = whole_text(lua, -1);
    lua_pop(lua, 1); /* the table keeps the text alive */
  }
  return texts;
}

static ModelBox *push_model(lua_State *lua)
{
  ModelBox *box = lua_newuserdatauv(lua, sizeof *box, 0);
  box->model = NULL;
  luaL_setmetatable(lua, model_name);
  return box;
}

static int opened(lua_State *lua, const ModelBox *box)
{
  if (!box->model) return luaL_error(lua, "out of memory");
  return bristle_error(box->model) ? fail(lua, box->model) : 1;
}

/* core.open(path, { "key=value" }) */
static int open_path(lua_State *lua)
{
  size_t count;
  const char *path = whole_text(lua, 1);
  const char *const *texts = texts_of(lua, 2, &count);
  ModelBox *box = push_model(lua);
  box->model = bristle_open(path, texts, count);
  return opened(lua, box);
}

/* core.open_text(name, text, { "key=value" }, is_from_tables) */
static int open_text(lua_State *lua)
{
  size_t count;
  const char *name = whole_text(lua, 1);
  const char *text = whole_text(lua, 2);
  const char *const *texts = texts_of(lua, 3, &count);
  ModelBox *box = push_model(lua);
  box->model = lua_toboolean(lua, 4)
                   ? library_open_tables(name, text, texts, count)
                   : bristle_open_text(name, text, texts, count);
  return opened(lua, box);
}

/* ---- methods of a model -------------------------------------------------- */

static int get_name(lua_State *lua)
{
  lua_pushstring(lua, bristle_name(checked(lua)));
  return 1;
}

/* model:check() -> figures and lint, true if the lint has no error */
static int check(lua_State *lua)
{
  int nerrors;
  bristle_model *model = checked(lua);
  const char *text = bristle_check(model, &nerrors);
  if (!text) return fail(lua, model);
  push_json_text(lua, text);
  lua_pushboolean(lua, nerrors == 0);
  return 2;
}

/* model:verify(backend) -> report, true if all checks hold */
static int verify(lua_State *lua)
{
  int holds;
  bristle_model *model = checked(lua);
  const char *text = bristle_verify(model, optional_text(lua, 2), &holds);
  if (!text) return fail(lua, model);
  push_json_text(lua, text);
  lua_pushboolean(lua, holds);
  return 2;
}

/* Returns the text of a member of the table at 2, or NULL. */
static const char *member_text(lua_State *lua, const char *name)
{
  lua_getfield(lua, 2, name);
  const char *text = optional_text(lua, -1);
  lua_pop(lua, 1); /* the table keeps the text alive */
  return text;
}

/* model:fit { logs = { paths }, names = "F_c,F_s", columns = {}, ... } -> report */
static int fit(lua_State *lua)
{
  bristle_model *model = checked(lua);
  bristle_fit_options o = {0};
  luaL_checktype(lua, 2, LUA_TTABLE);
  lua_getfield(lua, 2, "logs");
  o.logs = texts_of(lua, lua_absindex(lua, -1), &o.nlogs);
  lua_getfield(lua, 2, "columns");
  o.columns = texts_of(lua, lua_absindex(lua, -1), &o.ncolumns);
  o.names = member_text(lua, "names");
  o.use = member_text(lua, "use");
  o.hold = member_text(lua, "hold");
  o.given = member_text(lua, "given");
  o.weights = member_text(lua, "weights");
  o.backend = member_text(lua, "backend");
  o.out = member_text(lua, "out");
  o.picture = member_text(lua, "plot");
  const char *text = bristle_fit(model, &o);
  if (!text) return fail(lua, model);
  push_json_text(lua, text);
  return 1;
}

/* model:show(letters) -> the products of these stages as one text */
static int show(lua_State *lua)
{
  bristle_model *model = checked(lua);
  const char *text = bristle_show(model, whole_text(lua, 2));
  if (!text) return fail(lua, model);
  lua_pushstring(lua, text);
  return 1;
}

/* model:emit(folder, has_descriptor, has_example) -> { paths } */
static int emit(lua_State *lua)
{
  bristle_model *model = checked(lua);
  const char *folder = whole_text(lua, 2);
  const int options = (lua_toboolean(lua, 3) ? BRISTLE_DESCRIPTOR : 0) |
                      (lua_toboolean(lua, 4) ? BRISTLE_EXAMPLE : 0);
  const char *written = bristle_emit(model, folder, options);
  if (!written) return fail(lua, model);
  lua_newtable(lua);
  for (lua_Integer i = 1; *written; i++) {
    const size_t length = strcspn(written, "\n");
    lua_pushlstring(lua, written, length);
    lua_rawseti(lua, -2, i);
    written += length + (written[length] == '\n');
  }
  return 1;
}

/* model:jit(backend) -> solver */
static int jit(lua_State *lua)
{
  bristle_model *model = checked(lua);
  const char *backend = optional_text(lua, 2);
  SolverBox *box = solver_push(lua);
  box->solver = library_solver_open_tuned(model, backend);
  if (!box->solver) return fail(lua, model);
  size_t count;
  const bristle_tunable *tunables = bristle_tunables(model, &count);
  for (size_t i = 0; i < count; i++)
    box->tuning[i] = tunables[i].value;
  snprintf(box->hash, sizeof box->hash, "%s", library_spec_hash(model));
  solver_fill(lua, box);
  return 1;
}

/* ---- simulation ---------------------------------------------------------- */

/* Calls each(row) with row.t and so on. Leaves the result on the stack: true
 * ends the simulation. */
static int call_each(lua_State *lua)
{
  const bristle_recording *so_far = lua_touserdata(lua, 2);
  const double *row = so_far->values + (so_far->nrows - 1) * so_far->ncolumns;
  lua_settop(lua, 1);
  lua_createtable(lua, 0, (int)so_far->ncolumns);
  for (size_t i = 0; i < so_far->ncolumns; i++) {
    lua_pushnumber(lua, row[i]);
    lua_setfield(lua, -2, so_far->names[i]);
  }
  lua_call(lua, 1, 1);
  return 1;
}

typedef struct Watcher {
  lua_State *lua;
  int each; /* index of the function */
  bool has_failed;
} Watcher;

static int call_watch(void *context, const bristle_recording *so_far)
{
  Watcher *watcher = context;
  lua_State *lua = watcher->lua;
  lua_pushcfunction(lua, call_each);
  lua_pushvalue(lua, watcher->each);
  lua_pushlightuserdata(lua, (void *)(uintptr_t)so_far);
  watcher->has_failed = lua_pcall(lua, 2, 1, 0) != LUA_OK;
  if (watcher->has_failed) return 1; /* the error stays on the stack */
  const int is_over = lua_toboolean(lua, -1);
  lua_pop(lua, 1);
  return is_over;
}

/* { n =, columns = { names }, units = { t = "s" }, t = array, ... } */
static void push_recording(lua_State *lua, const bristle_recording *recording)
{
  const size_t nrows = recording->nrows, ncolumns = recording->ncolumns;
  lua_newtable(lua);
  lua_pushinteger(lua, (lua_Integer)nrows);
  lua_setfield(lua, -2, "n");
  lua_newtable(lua);
  lua_newtable(lua);
  for (size_t i = 0; i < ncolumns; i++) {
    lua_pushstring(lua, recording->names[i]);
    lua_rawseti(lua, -3, (lua_Integer)i + 1);
    lua_pushstring(lua, recording->units[i]);
    lua_setfield(lua, -2, recording->names[i]);
    Array *column = array_push(lua, nrows);
    for (size_t k = 0; k < nrows; k++)
      column->at[k] = recording->values[k * ncolumns + i];
    lua_setfield(lua, -4, recording->names[i]);
  }
  lua_setfield(lua, -3, "units");
  lua_setfield(lua, -2, "columns");
}

/* model:sim(backend, each) -> recording */
static int sim(lua_State *lua)
{
  bristle_model *model = checked(lua);
  const char *backend = optional_text(lua, 2);
  if (!lua_isnoneornil(lua, 3)) luaL_checktype(lua, 3, LUA_TFUNCTION);
  lua_settop(lua, 3);
  luaL_checkstack(lua, 10, NULL);
  Watcher watcher = {lua, 3, false};
  const bristle_recording *recording = bristle_sim(
      model, backend, lua_isnil(lua, 3) ? NULL : call_watch, &watcher);
  if (watcher.has_failed) return lua_error(lua);
  if (!recording) return fail(lua, model);
  push_recording(lua, recording);
  return 1;
}

/* core.tune(model, { mu = 0.5 }), for sim; other names get the spec's value */
static int tune(lua_State *lua)
{
  bristle_model *model = checked(lua);
  size_t count;
  const bristle_tunable *all = bristle_tunables(model, &count);
  for (size_t i = 0; i < count; i++)
    if (!bristle_tune(model, all[i].name, all[i].value))
      return fail(lua, model);
  luaL_checktype(lua, 2, LUA_TTABLE);
  for (lua_pushnil(lua); lua_next(lua, 2); lua_pop(lua, 1)) {
    lua_pushvalue(lua, -2); /* tostring must not change the key */
    const char *name = whole_text(lua, -1);
    if (!bristle_tune(model, name, luaL_checknumber(lua, -2)))
      return fail(lua, model);
    lua_pop(lua, 1);
  }
  return 0;
}

/* Lua collects the model. If Lua ends in the middle of a call for the model,
 * the model stays open. */
static int collect(lua_State *lua)
{
  ModelBox *box = luaL_checkudata(lua, 1, model_name);
  if (!box->model || library_is_busy(box->model)) return 0;
  bristle_close(box->model);
  box->model = NULL;
  return 0;
}

/* model:close() */
static int close_model(lua_State *lua)
{
  ModelBox *box = luaL_checkudata(lua, 1, model_name);
  if (!box->model || !library_is_busy(box->model)) return collect(lua);
  bristle_close(box->model); /* sets an error, since the model is in use */
  return fail(lua, box->model);
}

static int is_model(lua_State *lua)
{
  lua_pushboolean(lua, luaL_testudata(lua, 1, model_name) != NULL);
  return 1;
}

static int status(lua_State *lua)
{
  lua_pushstring(lua, bristle_status((int)luaL_checkinteger(lua, 1)));
  return 1;
}

/* ---- the module ---------------------------------------------------------- */

/* Words beyond the end of the text are left out: no error may be raised in a
 * call of the library. */
typedef struct WordList {
  char text[2000];
  size_t length;
} WordList;

static void add_word(void *context, const char *word)
{
  WordList *list = context;
  const size_t length = strlen(word);
  if (list->length + length + 2 > sizeof list->text) return;
  memcpy(list->text + list->length, word, length);
  list->length += length;
  list->text[list->length++] = ' ';
}

typedef struct WordSearch {
  const char *text;
  size_t length;
  bool is_found;
} WordSearch;

static void compare_word(void *context, const char *word)
{
  WordSearch *search = context;
  if (strlen(word) == search->length &&
      memcmp(word, search->text, search->length) == 0)
    search->is_found = true;
}

bool module_has_word(const char *text, size_t length)
{
  WordSearch search = {text, length, false};
  compare_word(&search, "param");
  library_words(compare_word, &search);
  return search.is_found;
}

/* core.words() -> the words of the spec language, with blanks between them */
static int words(lua_State *lua)
{
  WordList list = {.length = 0};
  library_words(add_word, &list);
  lua_pushlstring(lua, list.text, list.length);
  return 1;
}

/* { tcc = { about = "...", has_kernels = false }, ... } */
static void push_backends(lua_State *lua)
{
  lua_newtable(lua);
  for (size_t i = 0; all_backends[i]; i++) {
    lua_createtable(lua, 0, 2);
    lua_pushstring(lua, all_backends[i]->about);
    lua_setfield(lua, -2, "about");
    lua_pushboolean(lua, all_backends[i]->has_kernels);
    lua_setfield(lua, -2, "has_kernels");
    lua_setfield(lua, -2, all_backends[i]->name);
  }
}

/* Leaves the table of the methods of models on the stack. */
static void push_model_methods(lua_State *lua)
{
  static const luaL_Reg methods[] = {
      {"name", get_name}, {"check", check},       {"show", show},
      {"fit", fit}, {"verify", verify}, {"emit", emit},         {"jit", jit},
      {"sim", sim},       {"close", close_model}, {NULL, NULL}};
  static const luaL_Reg metamethods[] = {
      {"__gc", collect}, {"__close", close_model}, {NULL, NULL}};
  if (luaL_newmetatable(lua, model_name)) {
    luaL_setfuncs(lua, metamethods, 0);
    luaL_newlib(lua, methods);
    lua_setfield(lua, -2, "__index");
  }
  lua_getfield(lua, -1, "__index");
  lua_remove(lua, -2);
}

static void push_core(lua_State *lua)
{
  static const luaL_Reg functions[] = {
      {"open", open_path},   {"open_text", open_text},
      {"array", array_make}, {"is_model", is_model},
      {"status", status},    {"words", words},
      {NULL, NULL}};
  luaL_newlib(lua, functions);
  lua_pushstring(lua, bristle_version());
  lua_setfield(lua, -2, "version");
  push_backends(lua);
  lua_setfield(lua, -2, "backends");
  push_model_methods(lua);
  lua_setfield(lua, -2, "methods");
  lua_pushcfunction(lua, tune);
  lua_setfield(lua, -2, "tune");
}

int luaopen_bristle(lua_State *lua)
{
  size_t length;
  luaL_checkversion(lua);
  const char *code = embedded_text("module.lua", &length);
  if (luaL_loadbufferx(lua, code, length, "=bristle", "t") != LUA_OK)
    return lua_error(lua);
  push_core(lua);
  lua_call(lua, 1, 1);
  return 1;
}
