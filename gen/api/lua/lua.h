/* lua.h: the Lua module, for programs that have their own Lua. */
#ifndef BRISTLE_API_LUA_LUA_H
#define BRISTLE_API_LUA_LUA_H

#include <stdbool.h>
#include <stddef.h>

struct lua_State;

/* Pushes the module and returns 1. `require "bristle"` calls this function. */
int luaopen_bristle(struct lua_State *lua);
/* Returns true if the text is a word of the spec language. */
bool module_has_word(const char *text, size_t length);

#endif
