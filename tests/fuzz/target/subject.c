/* subject.c: see subject.h. In: three numbers. Out: a spec by random_spec.lua,
 * its figures and its solver. */
#include "fuzz/target/subject.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/target/target.h"

static const char script[] =
    "package.path = 'tests/fuzz/?.lua'\n"
    "local random = require 'random_spec'\n"
    "return function(kind, mode, seed)\n"
    "  return random.make(random.kinds[kind], random.modes[mode], seed)\n"
    "end\n";

static char *random_text(int kind, int mode, int seed)
{
  static lua_State *lua;
  if (!lua) {
    lua = luaL_newstate();
    luaL_openlibs(lua);
    if (luaL_dostring(lua, script) != LUA_OK)
      fuzz_fail("%s", lua_tostring(lua, -1));
  }
  lua_pushvalue(lua, -1);
  lua_pushinteger(lua, kind + 1);
  lua_pushinteger(lua, mode + 1);
  lua_pushinteger(lua, seed);
  if (lua_pcall(lua, 3, 1, 0) != LUA_OK) fuzz_fail("%s", lua_tostring(lua, -1));
  char *text = strdup(lua_tostring(lua, -1));
  lua_pop(lua, 1);
  return text;
}

/* The number behind the key, 0 if it is not there. */
static double number_of(const char *text, const char *key)
{
  const char *at = strstr(text, key);
  return at ? atof(at + strlen(key)) : 0;
}

static void open_subject(Subject *subject, int kind, int mode, int seed)
{
  subject->text = random_text(kind, mode, seed);
  bristle_model *model =
      bristle_open_text("random.lua", subject->text, NULL, 0);
  const char *figures =
      bristle_error(model) ? NULL : bristle_check(model, NULL);
  if (figures) {
    subject->sliding_force =
        number_of(figures, "\"sliding_force_per_newton\": ");
    subject->mass = number_of(subject->text, "mass = ");
    subject->inertia = number_of(subject->text, "inertia = ");
    const char *backend = getenv("FUZZ_BACKEND");
    subject->solver = bristle_solver_open(model, backend ? backend : "tcc");
  }
  bristle_close(model);
}

const Subject *subject_of(unsigned kind, unsigned mode, unsigned seed)
{
  static Subject subjects[SUBJECT_KINDS][SUBJECT_MODES][SUBJECT_SEEDS];
  kind %= SUBJECT_KINDS, mode %= SUBJECT_MODES, seed %= SUBJECT_SEEDS;
  Subject *subject = &subjects[kind][mode][seed];
  if (!subject->text) open_subject(subject, (int)kind, (int)mode, (int)seed);
  return subject;
}
