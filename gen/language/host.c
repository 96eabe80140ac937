/* host.c: the functions that words.lua calls. In: the Lua state of a spec. Out:
 * tags of tables, values of --set, parameters, suggestions, printed lines.
 *
 * Invariant: no function here runs code of the spec. */
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "language/inside.h"

enum { MOST_LOGGED = 1 << 16 /* bytes that the spec may print */ };

/* Returns the line of the spec at that level of calls, or 0. */
static int caller_line(lua_State *lua, int level)
{
  lua_Debug debug;
  if (level <= 0 || !lua_getstack(lua, level, &debug)) return 0;
  lua_getinfo(lua, "Sl", &debug);
  return strcmp(debug.source, SPEC_CHUNK) == 0 ? debug.currentline : 0;
}

/* host.tag(table, word, level) -> table */
static int host_tag(lua_State *lua)
{
  const int line = caller_line(lua, (int)luaL_checkinteger(lua, 3));
  lua_getfield(lua, LUA_REGISTRYINDEX, WORDS_KEY);
  lua_pushvalue(lua, 1);
  lua_pushvalue(lua, 2);
  lua_rawset(lua, -3);
  lua_getfield(lua, LUA_REGISTRYINDEX, LINES_KEY);
  lua_pushvalue(lua, 1);
  lua_pushinteger(lua, line > 0 ? line : 0);
  lua_rawset(lua, -3);
  lua_settop(lua, 1);
  return 1;
}

/* host.word(value) -> the word of the table, or nil */
static int host_word(lua_State *lua)
{
  lua_getfield(lua, LUA_REGISTRYINDEX, WORDS_KEY);
  lua_pushvalue(lua, 1);
  lua_rawget(lua, -2);
  return 1;
}

static bool is_bare_word(const char *text)
{
  static const char *const values[] = {"true", "false", "nil"};
  for (size_t i = 0; i < 3; i++)
    if (strcmp(text, values[i]) == 0) return false;
  const char *letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  if (!*text || !strchr(letters, *text)) return false;
  return text[strspn(text, letters)] == 0 ||
         text[strspn(text,
                     "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                     "XYZ_0123456789")] == 0;
}

void host_push_override(lua_State *lua, const Override *override)
{
  if (is_bare_word(override->text)) {
    lua_getfield(lua, LUA_REGISTRYINDEX, WORLD_KEY);
    lua_pushstring(lua, override->text);
    lua_rawget(lua, -2);
    lua_remove(lua, -2);
    /* `hertz` is a table that a word made; `reduced` and `line` are texts. */
    if (lua_type(lua, -1) == LUA_TTABLE) {
      lua_getfield(lua, LUA_REGISTRYINDEX, WORDS_KEY);
      lua_pushvalue(lua, -2);
      lua_rawget(lua, -2);
      const bool is_word = !lua_isnil(lua, -1);
      lua_pop(lua, 2);
      if (is_word) return;
    }
    lua_pop(lua, 1);
    lua_pushstring(lua, override->text);
    return;
  }
  lua_pushfstring(lua, "return (%s\n)", override->text);
  lua_pushfstring(lua, "=--set %s", override->key);
  const char *code = lua_tostring(lua, -2), *name = lua_tostring(lua, -1);
  if (luaL_loadbufferx(lua, code, strlen(code), name, "t") != LUA_OK)
    luaL_error(lua, "'%s' is not a number, a word or a Lua expression",
               override->text);
  lua_getfield(lua, LUA_REGISTRYINDEX, WORLD_KEY);
  lua_setupvalue(lua, -2, 1);
  lua_call(lua, 0, 1);
  if (lua_isnil(lua, -1))
    luaL_error(lua, "'%s' is nil, which is no value", override->text);
}

/* host.override(name) -> the value of the last override of that name, or nil */
static int host_override(lua_State *lua)
{
  SpecState *state = sandbox_state(lua);
  const char *name = luaL_checkstring(lua, 1);
  lua_pushnil(lua);
  for (size_t i = 0; i < state->noverrides; i++) {
    if (strcmp(state->overrides[i].key, name) != 0) continue;
    state->is_used[i] = true;
    host_push_override(lua, &state->overrides[i]);
  }
  return 1;
}

/* host.param(name, value) -> true if the name is new */
static int host_param(lua_State *lua)
{
  lua_getfield(lua, LUA_REGISTRYINDEX, PARAMS_KEY);
  lua_pushvalue(lua, 1);
  lua_rawget(lua, -2);
  const bool is_new = lua_isnil(lua, -1);
  lua_pop(lua, 1);
  lua_pushvalue(lua, 1);
  lua_pushvalue(lua, 2);
  lua_rawset(lua, -3);
  lua_pushboolean(lua, is_new);
  return 1;
}

/* host.near(name, list) -> the entry nearest to the name, or nil */
static int host_near(lua_State *lua)
{
  enum { MOST = 100 };
  const char *names[MOST];
  size_t count = 0;
  for (lua_Integer i = 1; count < MOST; i++) {
    lua_rawgeti(lua, 2, i); /* stays on the stack, so that the text lives */
    if (lua_type(lua, -1) != LUA_TSTRING || !lua_checkstack(lua, 5)) break;
    names[count++] = lua_tostring(lua, -1);
  }
  const char *name = luaL_checkstring(lua, 1);
  lua_pushstring(lua, nearest_word(name, names, count));
  return 1;
}

/* host.log(text): writes a line to stderr, up to MOST_LOGGED bytes in all */
static int host_log(lua_State *lua)
{
  SpecState *state = sandbox_state(lua);
  size_t length;
  const char *text = luaL_checklstring(lua, 1, &length);
  if ((state->logged_bytes += length + 1) <= MOST_LOGGED)
    fprintf(stderr, "%s\n", text);
  else if (state->logged_bytes - length - 1 <= MOST_LOGGED)
    fprintf(stderr,
            "(the spec printed more than %d KiB; the rest is not shown)\n",
            MOST_LOGGED >> 10);
  return 0;
}

/* host.charge(n): counts n instructions */
static int host_charge(lua_State *lua)
{
  sandbox_spend(lua, (long)luaL_checkinteger(lua, 1));
  return 0;
}

void host_push(lua_State *lua)
{
  static const luaL_Reg functions[] = {
      {"tag", host_tag},       {"word", host_word}, {"override", host_override},
      {"param", host_param},   {"log", host_log},   {"near", host_near},
      {"charge", host_charge}, {NULL, NULL}};
  luaL_newlib(lua, functions);
}
