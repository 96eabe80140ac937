/* run.c: `bristle run`. In: a Lua script and its arguments. Out: the
 * effects of the script, which can require the module `bristle`; its errors on
 * stderr.
 *
 * The script is the user's own program: it may use all of Lua. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "api/lua/lua.h"
#include "cli/cli.h"

/* Sets `arg` as the program lua does: arg[0] is the script, arg[-2] and arg[-1]
 * are the words before the script, with which a script can call itself. */
static void set_arguments(lua_State *lua, int argc, char **argv)
{
  lua_createtable(lua, argc, 3);
  for (int i = -2; i < argc; i++) {
    lua_pushstring(lua, argv[i]);
    lua_rawseti(lua, -2, i);
  }
  lua_setglobal(lua, "arg");
}

/* Returns true if the message complains about a word of the spec language,
 * which scripts do not have as a global. */
static bool is_about_word(const char *message)
{
  const char *start = strstr(message, "(global '");
  if (!start) return false;
  start += strlen("(global '");
  return module_has_word(start, strcspn(start, "'"));
}

static int with_traceback(lua_State *lua)
{
  const char *message = luaL_tolstring(lua, 1, NULL);
  if (is_about_word(message))
    message =
        lua_pushfstring(lua,
                        "%s\nthis is a word of specs; is the file a spec? "
                        "run it with bristle check, emit, sim or verify",
                        message);
  luaL_traceback(lua, lua, message, 1);
  return 1;
}

typedef struct Script {
  int argc;
  char **argv; /* argv[0] is the script */
} Script;

/* Called in protected mode, since each call may raise an error. */
static int run_script(lua_State *lua)
{
  const Script *script = lua_touserdata(lua, 1);
  luaL_checkversion(lua);
  luaL_openlibs(lua);
  luaL_getsubtable(lua, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(lua, luaopen_bristle);
  lua_setfield(lua, -2, "bristle");
  set_arguments(lua, script->argc, script->argv);
  if (luaL_loadfile(lua, script->argv[0]) != LUA_OK) return lua_error(lua);
  luaL_checkstack(lua, script->argc, "too many arguments");
  for (int i = 1; i < script->argc; i++) lua_pushstring(lua, script->argv[i]);
  lua_call(lua, script->argc - 1, 0);
  return 0;
}

static int run_main(int argc, char **argv)
{
  if (argc < 1) return usage_error(&run_verb, "needs a script");
  if (argv[0][0] == '-') return command_run(&run_verb, 1, argv);
  lua_State *lua = luaL_newstate();
  if (!lua) {
    fprintf(stderr, "bristle: out of memory\n");
    return EXIT_USAGE;
  }
  Script script = {argc, argv};
  lua_pushcfunction(lua, with_traceback);
  lua_pushcfunction(lua, run_script);
  lua_pushlightuserdata(lua, &script);
  int result = EXIT_HELD;
  if (lua_pcall(lua, 1, 0, 1) != LUA_OK) {
    fprintf(stderr, "%s\n", lua_tostring(lua, -1));
    result = EXIT_USAGE;
  }
  lua_close(lua);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fprintf(stderr, "bristle: cannot write the output: %s\n", strerror(errno));
    return EXIT_USAGE;
  }
  return result;
}

static const Option *const options[] = {NULL};

const Verb run_verb = {
    .name = "run",
    .usage = "SCRIPT.lua [ARGS]",
    .about =
        "Runs a Lua script. `require \"bristle\"` returns the module, which "
        "opens specs,\n"
        "compiles and steps their solvers, emits, verifies and simulates. The "
        "script\nfinds ARGS in `arg` and in `...`, and may use all of Lua 5.4. "
        "The exit code is\n0, or the number given to os.exit, or 2 if the "
        "script raises an error.",
    .options = options,
    .main = run_main};
