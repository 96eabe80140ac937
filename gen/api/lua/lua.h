/* lua.h: the Lua module, for programs that have a Lua of their own. */
#ifndef BRISTLE_API_LUA_LUA_H
#define BRISTLE_API_LUA_LUA_H

struct lua_State;

/* What `require "bristle"` calls: pushes the module. Returns 1. */
int luaopen_bristle(struct lua_State *lua);

#endif
