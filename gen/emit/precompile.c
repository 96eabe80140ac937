/* precompile.c: templates and Lua files to bytecode. In: on stdin a line for
 * each file: its number, its name in the program, its path. Out: the file
 * DIR/NUMBER for each that is Lua or a template whose chunk is Lua.
 *
 * Invariant: the bytecode keeps lines and names for messages. */
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <string.h>

#include "emit/inside.h"

static int write_part(lua_State *lua, const void *bytes, size_t length,
                      void *file)
{
  (void)lua;
  return fwrite(bytes, 1, length, file) != length;
}

/* Leaves the text of the file on the stack. */
static void push_file(lua_State *lua, const char *path)
{
  luaL_Buffer text;
  size_t length;
  FILE *file = fopen(path, "rb");
  if (!file) luaL_error(lua, "no file %s", path);
  luaL_buffinit(lua, &text);
  do {
    length = fread(luaL_prepbuffer(&text), 1, LUAL_BUFFERSIZE, file);
    luaL_addsize(&text, length);
  } while (length > 0);
  fclose(file);
  luaL_pushresult(&text);
}

/* compile(name, path, to) */
static int compile(lua_State *lua)
{
  size_t length;
  const char *name = lua_tostring(lua, 1), *to = lua_tostring(lua, 3);
  const char *end = strrchr(name, '.');
  lua_pushcfunction(lua, chunk_of);
  lua_pushvalue(lua, 1);
  push_file(lua, lua_tostring(lua, 2));
  if (!end || strcmp(end, ".lua") != 0) lua_call(lua, 2, 1);
  const char *code = lua_tolstring(lua, -1, &length);
  lua_pushfstring(lua, "=%s", name);
  if (luaL_loadbufferx(lua, code, length, lua_tostring(lua, -1), "t") != LUA_OK)
    return 0; /* a file that is no template */
  FILE *file = fopen(to, "wb");
  if (!file || lua_dump(lua, write_part, file, 0) != 0 || fclose(file) != 0)
    return luaL_error(lua, "%s cannot be written", to);
  return 0;
}

int main(int argc, char **argv)
{
  char number[16], name[256], path[512], to[512];
  lua_State *lua = luaL_newstate();
  if (!lua || argc != 2) return 1;
  while (scanf("%15s %255s %511s", number, name, path) == 3) {
    snprintf(to, sizeof to, "%s/%s", argv[1], number);
    lua_settop(lua, 0);
    lua_pushcfunction(lua, compile);
    lua_pushstring(lua, name);
    lua_pushstring(lua, path);
    lua_pushstring(lua, to);
    if (lua_pcall(lua, 3, 0, 0) != LUA_OK)
      fprintf(stderr, "%s: not compiled: %s\n", path, lua_tostring(lua, -1));
  }
  lua_close(lua);
  return 0;
}
