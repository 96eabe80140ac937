/* code.c: Lua files that are built into the program. In: the name of such a
 * file. Out: its main function on the stack of a Lua state.
 *
 * Invariant: bytecode runs only in a Lua that makes the same bytecode of
 * canary.lua as the Lua of the build: formats differ between releases. */
#include <stdatomic.h>
#include <string.h>

#include "base/base.h"
#include "language/inside.h"

/* The part of some bytes that is still to be compared. */
typedef struct Rest {
  const char *bytes;
  size_t length;
} Rest;

/* A writer for lua_dump: stops at the first difference. */
static int compare(lua_State *lua, const void *bytes, size_t length,
                   void *context)
{
  Rest *rest = context;
  (void)lua;
  if (length > rest->length || memcmp(bytes, rest->bytes, length) != 0)
    return 1;
  rest->bytes += length;
  rest->length -= length;
  return 0;
}

static bool makes_same_bytecode(lua_State *lua)
{
  static const char name[] = "canary.lua";
  size_t length;
  Rest rest;
  rest.bytes = embedded_code(name, &rest.length);
  const char *text = embedded_text(name, &length);
  if (!rest.bytes || !text) return false;
  const bool is_fine =
      luaL_loadbufferx(lua, text, length, "=canary.lua", "t") == LUA_OK &&
      lua_dump(lua, compare, &rest, 0) == 0 && rest.length == 0;
  lua_pop(lua, 1);
  return is_fine;
}

const char *code_compiled(lua_State *lua, const char *name, size_t *length)
{
  enum { UNKNOWN, SAME, OTHER };
  static atomic_int known = UNKNOWN;
  if (atomic_load(&known) == UNKNOWN)
    atomic_store(&known, makes_same_bytecode(lua) ? SAME : OTHER);
  return atomic_load(&known) == SAME ? embedded_code(name, length) : NULL;
}

int code_load(lua_State *lua, const char *name)
{
  size_t length;
  const char *code = code_compiled(lua, name, &length);
  if (code) return luaL_loadbufferx(lua, code, length, name, "b");
  const char *text = embedded_text(name, &length);
  lua_pushfstring(lua, "=%s", name);
  const int status =
      luaL_loadbufferx(lua, text, length, lua_tostring(lua, -1), "t");
  lua_remove(lua, -2);
  return status;
}
