/* spec.c: the values that a spec returns, as a tree with lines. In: a path and
 * overrides. Out: a Spec, whose functions can be called with numbers.
 *
 * Invariant: the tree has no cycle, its lists have no gap and its strings no
 * zero byte. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "language/inside.h"

enum {
  DEEPEST = 16,
  MOST_VALUES = 1 << 21,
  MOST_TEXT_BYTES = 1 << 20,
  LONGEST_SOURCE = 16 /* MiB */
};

/* ---- Lua values -> Value ----------------------------------------------- */

/* The place of a value in the source and in the tree. */
typedef struct Place {
  Where where;
  const Brace *brace; /* the constructor of the value, or NULL if unknown */
  int depth;          /* 0: the root */
} Place;

static void convert(SpecState *state, int index, Place place, Value *value);

/* Returns a copy of the text at the index, which is a key or a value. A table
 * that is in many places is converted in each of them. */
static const char *copied_text(SpecState *state, int index, Where where,
                               const char *what)
{
  Run *run = state->spec->run;
  size_t length;
  const char *text = lua_tolstring(state->lua, index, &length);
  if (strlen(text) != length)
    run_fail(run, where, "%s must not contain a zero byte", what);
  if ((state->text_bytes += length) > MOST_TEXT_BYTES)
    run_fail(run, where, "the texts of the spec are longer than 1 MiB in all");
  return run_strndup(run, text, length);
}

static const char *key_text(SpecState *state, int index, Where where)
{
  lua_State *lua = state->lua;
  if (lua_type(lua, index) != LUA_TSTRING)
    run_fail(state->spec->run, where,
             "a key must be a name or a whole number from 1 without gaps, got "
             "a %s",
             luaL_typename(lua, index));
  return copied_text(state, index, where, "a key");
}

static int by_name(const void *a, const void *b)
{
  return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name);
}

static Place place_of(Place outer, const BraceMember *member)
{
  Place place = {outer.where, NULL, outer.depth + 1};
  if (member) {
    place.where.line = member->line;
    place.brace = member->inner;
  }
  return place;
}

static void convert_members(SpecState *state, int index, Place place,
                            Value *value)
{
  lua_State *lua = state->lua;
  Run *run = state->spec->run;
  value->nitems = (size_t)lua_rawlen(lua, index);
  size_t members = 0;
  for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) members++;
  if (value->nitems > members) /* lua_rawlen has counted items after a gap */
    run_fail(run, value->where, "the list has a gap: one of its items is nil");
  if ((state->nvalues += members) > MOST_VALUES)
    run_fail(run, value->where, "the spec returns more than %d values",
             MOST_VALUES);
  value->nentries = members - value->nitems;
  value->items = run_alloc(run, (value->nitems + 1) * sizeof(Value));
  value->entries = run_alloc(run, (value->nentries + 1) * sizeof(Entry));
  for (size_t i = 0; i < value->nitems; i++) {
    if (lua_rawgeti(lua, index, (lua_Integer)i + 1) == LUA_TNIL)
      run_fail(run, value->where, "the list has a gap: item %zu is nil", i + 1);
    convert(state, lua_gettop(lua),
            place_of(place, braces_item(place.brace, i)), &value->items[i]);
    lua_pop(lua, 1);
  }
  size_t n = 0;
  for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) {
    if (lua_isinteger(lua, -2) && lua_tointeger(lua, -2) >= 1 &&
        (size_t)lua_tointeger(lua, -2) <= value->nitems)
      continue;
    value->entries[n++].name =
        key_text(state, lua_gettop(lua) - 1, value->where);
  }
  /* The order of names makes the first error the same in every run. */
  qsort(value->entries, n, sizeof(Entry), by_name);
  for (size_t i = 0; i < n; i++) {
    lua_pushstring(lua, value->entries[i].name);
    lua_rawget(lua, index);
    convert(state, lua_gettop(lua),
            place_of(place, braces_key(place.brace, value->entries[i].name)),
            &value->entries[i].value);
    lua_pop(lua, 1);
  }
}

static void convert_table(SpecState *state, int index, Place place,
                          Value *value)
{
  lua_State *lua = state->lua;
  Run *run = state->spec->run;
  if (place.depth > DEEPEST)
    run_fail(run, place.where,
             "tables are nested more than %d levels deep; does a table contain "
             "itself?",
             DEEPEST);
  lua_getfield(lua, LUA_REGISTRYINDEX, WORDS_KEY);
  lua_pushvalue(lua, index);
  if (lua_rawget(lua, -2) == LUA_TSTRING) {
    value->word = run_printf(run, "%s", lua_tostring(lua, -1));
    lua_getfield(lua, LUA_REGISTRYINDEX, LINES_KEY);
    lua_pushvalue(lua, index);
    lua_rawget(lua, -2);
    const int line = (int)lua_tointeger(lua, -1);
    lua_pop(lua, 2);
    /* The table of an override has no place in the source. */
    if (place.where.line > 0 || place.depth == 0) {
      const Brace *brace = braces_find(state->braces, value->word, line);
      if (brace) place.brace = brace;
      if (line > 0)
        value->where.line = line;
      else if (brace && place.depth == 0)
        value->where.line = brace->line;
    }
  }
  lua_pop(lua, 2);
  place.where = value->where;
  if (place.brace && place.brace->twice) {
    const Where second = {value->where.file, place.brace->twice->line};
    run_fail(run, second, "%s is given twice in the same table",
             place.brace->twice->key);
  }
  if (!lua_checkstack(lua, 20)) run_fail(run, value->where, "out of memory");
  convert_members(state, index, place, value);
}

static void convert(SpecState *state, int index, Place place, Value *value)
{
  lua_State *lua = state->lua;
  Run *run = state->spec->run;
  value->where = place.where;
  switch (lua_type(lua, index)) {
    case LUA_TNIL:
      value->type = VALUE_NIL;
      break;
    case LUA_TBOOLEAN:
      value->type = VALUE_BOOLEAN;
      value->number = lua_toboolean(lua, index);
      break;
    case LUA_TNUMBER:
      value->type = VALUE_NUMBER;
      value->number = lua_tonumber(lua, index);
      break;
    case LUA_TSTRING:
      value->type = VALUE_STRING;
      value->string = copied_text(state, index, place.where, "a text");
      break;
    case LUA_TFUNCTION: {
      value->type = VALUE_FUNCTION;
      lua_Debug debug;
      lua_pushvalue(lua, index);
      lua_getinfo(lua, ">Su", &debug);
      value->arity = debug.isvararg ? 0 : debug.nparams;
      if (strcmp(debug.source, SPEC_CHUNK) == 0)
        value->where.line = debug.linedefined;
      lua_pushvalue(lua, index);
      value->function = luaL_ref(lua, LUA_REGISTRYINDEX);
      break;
    }
    case LUA_TTABLE:
      value->type = VALUE_TABLE;
      convert_table(state, index, place, value);
      break;
    default:
      run_fail(run, place.where,
               "a value must be a number, a text, true or false, a table or a "
               "function, got a %s",
               luaL_typename(lua, index));
  }
}

/* ---- overrides of the tree --------------------------------------------- */

static Value *member(Value *table, const char *key, size_t length)
{
  for (size_t i = 0; i < table->nentries; i++)
    if (strlen(table->entries[i].name) == length &&
        strncmp(table->entries[i].name, key, length) == 0)
      return &table->entries[i].value;
  if (length == 0 || length > 9 || strspn(key, "0123456789") < length)
    return NULL;
  const unsigned long item = strtoul(key, NULL, 10);
  return item >= 1 && item <= table->nitems ? &table->items[item - 1] : NULL;
}

static Value *add_member(Run *run, Value *table, const char *key, size_t length)
{
  Entry *grown = run_alloc(run, (table->nentries + 2) * sizeof(Entry));
  if (table->nentries > 0)
    memcpy(grown, table->entries, table->nentries * sizeof(Entry));
  const char *name = run_strndup(run, key, length);
  grown[table->nentries].name = name;
  table->entries = grown;
  qsort(grown, ++table->nentries, sizeof(Entry), by_name);
  return member(table, name, length);
}

/* `key = nil` leaves a key out, as in a spec. */
static void remove_member(Value *table, const char *key)
{
  for (size_t i = 0; i < table->nentries; i++)
    if (strcmp(table->entries[i].name, key) == 0) {
      table->nentries--;
      memmove(&table->entries[i], &table->entries[i + 1],
              (table->nentries - i) * sizeof(Entry));
      return;
    }
}

static int evaluate_override(lua_State *lua)
{
  host_push_override(lua, lua_touserdata(lua, 1));
  return 1;
}

static void override_path(SpecState *state, const Override *override)
{
  Run *run = state->spec->run;
  const Where where = {run_printf(run, "--set %s", override->key), 0};
  Value *at = &state->spec->root;
  for (const char *key = override->key;; key++) {
    const size_t length = strcspn(key, ".");
    if (length == 0) run_fail(run, where, "a part of the key is empty");
    if (at->type != VALUE_TABLE)
      run_fail(run, where, "%.*s is not a table but %s",
               (int)(key > override->key ? key - override->key - 1 : 0),
               override->key, value_describe(run, at));
    if (!key[length] && strcmp(override->text, "nil") == 0) {
      remove_member(at, key);
      return;
    }
    Value *next = member(at, key, length);
    if (!next) {
      next = add_member(run, at, key, length);
      next->type = VALUE_TABLE;
      next->where = where;
    }
    at = next;
    key += length;
    if (!*key) break;
  }
  lua_State *lua = state->lua;
  lua_pushcfunction(lua, evaluate_override);
  lua_pushlightuserdata(lua, (void *)(uintptr_t) override);
  sandbox_call(state, 1, 1, CALL_INSTRUCTIONS, where);
  memset(at, 0, sizeof *at);
  const Place place = {where, NULL, 1};
  convert(state, lua_gettop(lua), place, at);
  if (!strchr(override->key, '.')) at->declared = &state->spec->params;
  lua_pop(lua, 1);
}

/* ---- loading ----------------------------------------------------------- */

/* Runs the source and leaves the value that it returns on the Lua stack. */
static void run_source(SpecState *state, size_t length)
{
  lua_State *lua = state->lua;
  Spec *spec = state->spec;
  const Where where = {spec->file, 0};
  if (length != strlen(spec->source) || spec->source[0] == LUA_SIGNATURE[0]) {
    const Where first = {spec->file, 1};
    run_fail(spec->run, first,
             "a spec must be Lua source text, got binary data");
  }
  if (length > (size_t)LONGEST_SOURCE << 20)
    run_fail(spec->run, where, "a spec must have at most %d MiB, got %zu MiB",
             LONGEST_SOURCE, (length >> 20) + 1);
  const char *source = spec->source;
  if (strncmp(source, "\xef\xbb\xbf", 3) == 0) source += 3; /* the UTF-8 mark */
  if (*source == '#') source += strcspn(source, "\n");      /* a #! line */
  if (luaL_loadbufferx(lua, source, strlen(source), SPEC_CHUNK, "t") != LUA_OK)
    sandbox_fail(state, where);
  lua_getfield(lua, LUA_REGISTRYINDEX, WORLD_KEY);
  lua_setupvalue(lua, -2, 1);
  state->braces = braces_scan(spec->run, spec->source);
  sandbox_call(state, 0, 1, LOAD_INSTRUCTIONS, where);
}

void spec_add_content(Spec *spec, const void *bytes, size_t length)
{
  hash_add(spec->hash, &length, sizeof length);
  hash_add(spec->hash, bytes, length);
}

const char *spec_hash(const Spec *spec)
{
  Hash hash = *spec->hash;
  return hash_end_hex(&hash, spec->run);
}

/* `returns` is the message if the source returns no table. */
static Spec *load(Run *run, const SpecText *text, const TableWord *words,
                  const Override *overrides, size_t noverrides,
                  const char *returns)
{
  const size_t length = text->length;
  Spec *spec = run_alloc(run, sizeof *spec);
  spec->run = run;
  spec->words = words;
  spec->overrides = overrides;
  spec->noverrides = noverrides;
  spec->has_code = text->has_code;
  spec->file = run->file = run_printf(run, "%s", text->name);
  run->source = spec->source = text->text;
  spec->hash = run_alloc(run, sizeof *spec->hash);
  *spec->hash = hash_new();
  spec_add_content(spec, spec->source, length);
  for (size_t i = 0; i < noverrides; i++) {
    spec_add_content(spec, overrides[i].key, strlen(overrides[i].key));
    spec_add_content(spec, overrides[i].text, strlen(overrides[i].text));
  }
  SpecState *state = spec->state = sandbox_open(spec, overrides, noverrides);
  run_source(state, length);
  const Place place = {{spec->file, 1}, NULL, 0};
  convert(state, lua_gettop(state->lua), place, &spec->root);
  lua_settop(state->lua, 0);
  lua_getfield(state->lua, LUA_REGISTRYINDEX, PARAMS_KEY);
  convert(state, 1, place, &spec->params);
  lua_settop(state->lua, 0);
  if (spec->root.type != VALUE_TABLE)
    run_fail(run, place.where, "%s, got %s", returns,
             value_describe(run, &spec->root));
  for (size_t i = 0; i < noverrides; i++)
    if (!state->is_used[i]) override_path(state, &overrides[i]);
  return spec;
}

Spec *spec_load_text(Run *run, const SpecText *text, const TableWord *words,
                     const Override *overrides, size_t noverrides)
{
  return load(run, text, words, overrides, noverrides,
              "a spec must return one model, as in `return contact { ... }`");
}

static SpecText text_of_file(Run *run, const char *path)
{
  const Where nowhere = {NULL, 0};
  size_t length;
  run->file = run_printf(run, "%s", path);
  const char *source = file_read(run, path, &length, nowhere);
  return (SpecText){path, source, length, false};
}

Spec *spec_load(Run *run, const char *path, const TableWord *words,
                const Override *overrides, size_t noverrides)
{
  const SpecText text = text_of_file(run, path);
  return spec_load_text(run, &text, words, overrides, noverrides);
}

Spec *spec_load_functions(Run *run, const char *path)
{
  static const TableWord none[] = {{NULL, WORD_TABLE}};
  static const char returns[] =
      "the file must return a table of functions, as in "
      "`return { peak = function(r) ... end }`";
  const SpecText text = text_of_file(run, path);
  Spec *spec = load(run, &text, none, NULL, 0, returns);
  const Value *root = &spec->root;
  const Where first = {spec->file, 1};
  if (root->nitems > 0 || root->nentries == 0)
    run_fail(run, first, "%s", returns);
  for (size_t i = 0; i < root->nentries; i++)
    if (root->entries[i].value.type != VALUE_FUNCTION)
      run_fail(run, root->entries[i].value.where, "%s, but %s is %s", returns,
               root->entries[i].name,
               value_describe(run, &root->entries[i].value));
  return spec;
}

const Value *spec_find(const Spec *spec, const char *path)
{
  /* member() hands out what its caller may change. */
  Value *at = (Value *)(uintptr_t)&spec->root;
  for (const char *key = path; at; key++) {
    const size_t length = strcspn(key, ".");
    at = at->type == VALUE_TABLE ? member(at, key, length) : NULL;
    key += length;
    if (!*key) break;
  }
  return at;
}
