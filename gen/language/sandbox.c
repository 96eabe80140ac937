/* sandbox.c: the closed Lua state of a spec: its globals, its limits, and its
 * errors as errors of the run. In: a Spec with its source. Out: a Lua state
 * whose calls return or end the run.
 *
 * Invariant: every call ends, by a limit of memory, of instructions or of the
 * processor time of all calls; no instruction and no C function takes long. */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/base.h"
#include "language/language.h"
#include "language/inside.h"

#define MEBIBYTE ((size_t)1 << 20)

enum {
  MEMORY_SOFT = 64,   /* MiB: above this the next instruction raises an
                         error */
  MEMORY_HARD = 256,  /* MiB: above this the allocation fails */
  LONGEST_TEXT = 1,   /* MiB: the comparison of two texts is one instruction */
  HOOK_EVERY = 100,   /* instructions between two checks of the limits */
  BYTES_COUNTED = 64, /* a new block of so many bytes counts one instruction */
  MOST_SECONDS = 20,  /* processor time of the spec and all of its calls */
  MOST_LEVELS = 200   /* of calls, in the search for the line of an error */
};

/* Added to the processor time for each call, s: a law of friction is called
 * millions of times, and takes a microsecond each time. */
static const double CALL_SECONDS = 50e-6;

SpecState *sandbox_state(lua_State *lua)
{
  void *state;
  lua_getallocf(lua, &state);
  return state;
}

/* ---- limits ------------------------------------------------------------ */

static void hook(lua_State *lua, lua_Debug *debug);

static double seconds_of(clockid_t clock)
{
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* A clock that takes nanoseconds to read and advances every few milliseconds:
 * a call begins and ends a million times a second. Most calls see no advance, a
 * few see a whole one, and the sum over many calls is right. */
static double coarse_seconds(void)
{
#ifdef CLOCK_MONOTONIC_COARSE
  return seconds_of(CLOCK_MONOTONIC_COARSE);
#else
  return seconds_of(CLOCK_MONOTONIC);
#endif
}

/* From now on every instruction raises the error of this limit. */
static void trip(SpecState *state, SpecLimit limit)
{
  if (state->tripped || !state->lua) return;
  state->tripped = limit;
  lua_sethook(state->lua, hook, LUA_MASKCOUNT, 1);
}

static double budget_of(const SpecState *state)
{
  return state->budget + CALL_SECONDS * (double)state->calls;
}

/* Adds the time since the last look to the use of the present call. The time
 * is at most what the coarse clock says, and at most what this thread has used
 * of the processor: the first counts other programs, the second the work of
 * bristle between calls. */
static void look_at_clock(SpecState *state)
{
  const double now = coarse_seconds(), elapsed = now - state->looked;
  if (elapsed <= 0) return;
  const double processor = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  const double worked = processor - state->processor;
  const double used = worked >= 0 && worked < elapsed ? worked : elapsed;
  state->looked = now;
  state->processor = processor;
  state->used += used;
  if (state->use) state->use->seconds += used;
  if (state->used > budget_of(state)) trip(state, LIMIT_TIME);
}

/* Counts instructions. Returns true if a limit is exceeded. A negative number
 * exceeds the limit. */
static bool spend(SpecState *state, long instructions)
{
  if (instructions < 0) instructions = LOAD_INSTRUCTIONS;
  state->instructions += instructions;
  if (state->instructions > state->allowed) trip(state, LIMIT_INSTRUCTIONS);
  look_at_clock(state);
  return state->tripped != LIMIT_NONE;
}

/* Writes what has used the budget: "1.5 s while it was loaded, 28.5 s in 340
 * calls of the function at line 7". */
static void write_uses(const SpecState *state, char *text, size_t room)
{
  enum { MOST_SHOWN = 3 };
  double below = INFINITY;
  size_t length = 0;
  text[0] = 0;
  for (int shown = 0; shown < MOST_SHOWN; shown++) {
    const SpecUse *most = NULL;
    for (size_t i = 0; i < state->nuses; i++) {
      const SpecUse *use = &state->uses[i];
      if (use->seconds < below && (!most || use->seconds > most->seconds))
        most = use;
    }
    if (!most || (shown > 0 && most->seconds < 0.01 * state->used)) return;
    below = most->seconds;
    const char *comma = shown ? ", " : "";
    const int n =
        most->line > 0
            ? snprintf(text + length, room - length,
                       "%s%.3g s in %ld call%s of the function at line %d",
                       comma, most->seconds, most->calls,
                       most->calls == 1 ? "" : "s", most->line)
            : snprintf(text + length, room - length,
                       "%s%.3g s while the spec was loaded", comma,
                       most->seconds);
    if (n < 0 || (size_t)n >= room - length) return;
    length += (size_t)n;
  }
}

/* Raises the error of the limit that was exceeded. */
static int raise_limit(lua_State *lua)
{
  const SpecState *state = sandbox_state(lua);
  char uses[400];
  switch (state->tripped) {
    case LIMIT_MEMORY:
      return luaL_error(lua, "the spec needs more than %d MiB of memory",
                        MEMORY_SOFT);
    case LIMIT_TEXT:
      return luaL_error(lua, "a text of the spec is longer than %d MiB",
                        LONGEST_TEXT);
    case LIMIT_TIME:
      write_uses(state, uses, sizeof uses);
      return luaL_error(lua,
                        "the spec used more than %f s of processor time in "
                        "all: %s",
                        round(10 * budget_of(state)) / 10, uses);
    case LIMIT_INSTRUCTIONS:
    case LIMIT_NONE:
      break;
  }
  return luaL_error(lua,
                    "the spec ran for more than %d million instructions; "
                    "does a loop never end?",
                    (int)(state->allowed / 1000000));
}

void sandbox_spend(lua_State *lua, long instructions)
{
  if (spend(sandbox_state(lua), instructions)) raise_limit(lua);
}

static void hook(lua_State *lua, lua_Debug *debug)
{
  (void)debug;
  SpecState *state = sandbox_state(lua);
  if (state->tripped || spend(state, HOOK_EVERY)) raise_limit(lua);
}

static void *allocate(void *context, void *old, size_t before, size_t size)
{
  SpecState *state = context;
  /* For a new block Lua passes the type of the value in the place of a size. */
  const bool is_text = !old && before == LUA_TSTRING;
  if (!old) before = 0;
  if (size == 0) {
    free(old);
    state->memory -= before;
    return NULL;
  }
  const size_t after = state->memory - before + size;
  if (size > before && after > MEMORY_HARD * MEBIBYTE) {
    trip(state, LIMIT_MEMORY);
    return NULL;
  }
  void *fresh = realloc(old, size);
  if (!fresh) return NULL;
  state->memory = after;
  if (size > before)
    state->instructions += (long)((size - before) / BYTES_COUNTED);
  if (after > MEMORY_SOFT * MEBIBYTE) trip(state, LIMIT_MEMORY);
  if (is_text && size > LONGEST_TEXT * MEBIBYTE + 64) trip(state, LIMIT_TEXT);
  return fresh;
}

/* Lua calls this for an error outside a protected call: `convert` in spec.c ran
 * out of memory. */
static int panic(lua_State *lua)
{
  const SpecState *state = sandbox_state(lua);
  const Where where = {state->spec->file, 1};
  run_fail(state->spec->run, where, "the spec needs too much memory");
}

static void close_state(void *thing)
{
  SpecState *state = thing;
  if (state->lua) {
    lua_sethook(state->lua, NULL, 0, 0);
    lua_close(state->lua);
  }
}

/* ---- Lua errors -------------------------------------------------------- */

/* The message handler: stores the line of the spec that raised the error. */
static int note_line(lua_State *lua)
{
  SpecState *state = sandbox_state(lua);
  lua_Debug debug;
  for (int level = 1; level < MOST_LEVELS && lua_getstack(lua, level, &debug);
       level++) {
    lua_getinfo(lua, "Sl", &debug);
    if (strcmp(debug.source, SPEC_CHUNK) == 0 && debug.currentline > 0) {
      state->error_line = debug.currentline;
      break;
    }
  }
  return 1;
}

/* Skips "CHUNK12: " at the start of the message. Returns 12, or 0 if the
 * message starts differently; the spec may have written it. */
static int skip_position(const char **message, const char *chunk)
{
  const size_t length = strlen(chunk);
  if (strncmp(*message, chunk, length) != 0) return 0;
  char *end;
  const long line = strtol(*message + length, &end, 10);
  if (end == *message + length || strncmp(end, ": ", 2) != 0) return 0;
  *message = end + 2;
  return line > 0 && line < INT_MAX ? (int)line : 0;
}

/* Removes the position at the start of the message. Returns 12 for "spec:12:
 * text", and 0 without a line of the spec. */
static int split_position(const char **message)
{
  const int line = skip_position(message, "spec:");
  skip_position(message, "words.lua:"); /* a line that does not help the user */
  return line;
}

/* Returns Lua's message about a nil value with the reason, other messages as
 * they are. */
static const char *explain_nil(Run *run, const char *message)
{
  if (!strstr(message, "a nil value")) return message;
  const char *name = strchr(message, '\'');
  const int length = name ? (int)strcspn(name + 1, "'") : 0;
  if (length == 0)
    return run_printf(run, "%s: the expression before it has no value",
                      message);
  return run_printf(run, "%s: %.*s was never set, or its name is misspelt",
                    message, length, name + 1);
}

void sandbox_fail(SpecState *state, Where where)
{
  lua_State *lua = state->lua;
  Run *run = state->spec->run;
  const char *message = lua_type(lua, -1) == LUA_TSTRING
                            ? lua_tostring(lua, -1)
                            : "the spec raised an error that is not a text";
  int line = split_position(&message);
  if (line == 0) line = state->error_line;
  if (strcmp(message, "not enough memory") == 0)
    message = "the spec needs more than 64 MiB of memory";
  message = explain_nil(run, message);
  if (where.line == 0 && where.file != state->spec->file) { /* --set */
    const char *colon = strstr(message, ":1: ");
    if (colon && strncmp(message, where.file, strlen(where.file)) == 0)
      message = colon + 4;
    run_fail(run, where, "%s", message);
  }
  if (line > 0) where.line = line;
  if (where.line == 0) where.line = 1;
  where.file = state->spec->file;
  run_fail(run, where, "%s", message);
}

/* Returns the use of calls of the function at that line. */
static SpecUse *use_at(SpecState *state, int line)
{
  for (size_t i = 0; i < state->nuses; i++)
    if (state->uses[i].line == line) return &state->uses[i];
  state->uses = run_grown(state->spec->run, state->uses, state->nuses,
                          &state->room, sizeof *state->uses);
  state->uses[state->nuses] = (SpecUse){line, 0, 0};
  return &state->uses[state->nuses++];
}

void sandbox_call(SpecState *state, int nin, int nout, long allowed,
                  Where where)
{
  lua_State *lua = state->lua;
  const int base = lua_gettop(lua) - nin;
  state->instructions = 0;
  state->allowed = allowed;
  state->error_line = 0;
  state->use = use_at(state, where.line);
  state->use->calls++;
  state->calls++;
  state->looked = coarse_seconds();
  lua_pushcfunction(lua, note_line);
  lua_insert(lua, base);
  const int status = lua_pcall(lua, nin, nout, base);
  look_at_clock(state);
  if (status != LUA_OK) sandbox_fail(state, where);
  lua_remove(lua, base);
}

void spec_renew(Spec *spec)
{
  SpecState *state = spec->state;
  lua_settop(state->lua, 0);
  state->used = 0;
  state->calls = 0;
  state->nuses = 0;
  state->use = NULL;
  state->tripped = LIMIT_NONE;
  lua_sethook(state->lua, hook, LUA_MASKCOUNT, HOOK_EVERY);
}

/* ---- the closed state -------------------------------------------------- */

/* given(code, upvalues) -> the function with that compiled code, which a script
 * has dumped. Its globals are those of the spec. */
static int given(lua_State *lua)
{
  size_t length;
  const char *code = luaL_checklstring(lua, 1, &length);
  luaL_checktype(lua, 2, LUA_TTABLE);
  if (luaL_loadbufferx(lua, code, length, "=given", "b") != LUA_OK)
    return lua_error(lua);
  for (int i = 1;; i++) {
    const char *name = lua_getupvalue(lua, 3, i);
    if (!name) break;
    lua_pop(lua, 1);
    if (strcmp(name, "_ENV") == 0)
      lua_getfield(lua, LUA_REGISTRYINDEX, WORLD_KEY);
    else
      lua_rawgeti(lua, 2, i);
    lua_setupvalue(lua, 3, i);
  }
  return 1;
}

/* Pushes { name, use, name, use, ... }. */
static void push_words(lua_State *lua, const TableWord *words)
{
  static const char *const uses[] = {"table", "surface", "bare"};
  lua_newtable(lua);
  for (lua_Integer i = 0; words[i].name; i++) {
    lua_pushstring(lua, words[i].name);
    lua_rawseti(lua, -2, 2 * i + 1);
    lua_pushstring(lua, uses[words[i].use]);
    lua_rawseti(lua, -2, 2 * i + 2);
  }
}

/* Fills the new state. It runs in a protected call, since it may raise. */
static int prepare(lua_State *lua)
{
  static const luaL_Reg libraries[] = {{"_G", luaopen_base},
                                       {"math", luaopen_math},
                                       {"string", luaopen_string},
                                       {"table", luaopen_table}};
  for (size_t i = 0; i < COUNT(libraries); i++) {
    luaL_requiref(lua, libraries[i].name, libraries[i].func, 1);
    lua_pop(lua, 1);
  }
  const char *const tables[] = {WORDS_KEY, LINES_KEY, PARAMS_KEY};
  for (size_t i = 0; i < 3; i++) {
    lua_newtable(lua);
    lua_setfield(lua, LUA_REGISTRYINDEX, tables[i]);
  }
  if (code_load(lua, "words.lua") != LUA_OK) return lua_error(lua);
  push_words(lua, sandbox_state(lua)->spec->words);
  host_push(lua);
  lua_pushvalue(lua, -1);
  lua_setfield(lua, LUA_REGISTRYINDEX, HOST_KEY);
  lua_call(lua, 2, 1);
  if (sandbox_state(lua)->spec->has_code) {
    lua_pushstring(lua, "given");
    lua_pushcfunction(lua, given);
    lua_rawset(lua, -3);
  }
  lua_setfield(lua, LUA_REGISTRYINDEX, WORLD_KEY);
  return 0;
}

SpecState *sandbox_open(Spec *spec, const Override *overrides,
                        size_t noverrides)
{
  Run *run = spec->run;
  SpecState *state = run_alloc(run, sizeof *state);
  state->spec = spec;
  state->overrides = overrides;
  state->noverrides = noverrides;
  state->is_used = run_alloc(run, (noverrides + 1) * sizeof(bool));
  state->allowed = LOAD_INSTRUCTIONS;
  state->budget = MOST_SECONDS;
  state->looked = coarse_seconds();
  state->processor = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  lua_State *lua = lua_newstate(allocate, state);
  const Where where = {spec->file, 0};
  if (!lua) run_fail(run, where, "out of memory");
  run_defer(run, close_state, state);
  state->lua = lua;
  lua_atpanic(lua, panic);
  lua_pushcfunction(lua, prepare);
  if (lua_pcall(lua, 0, 0, 0) != LUA_OK)
    run_fail(run, where, "%s", lua_tostring(lua, -1));
  lua_sethook(lua, hook, LUA_MASKCOUNT, HOOK_EVERY);
  return state;
}
