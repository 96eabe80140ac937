/* inside.h: declarations that the files of the language room share: the table
 * constructors in the source of a spec, and the closed Lua state that runs it.
 * The Run owns all results. */
#ifndef BRISTLE_LANGUAGE_INSIDE_H
#define BRISTLE_LANGUAGE_INSIDE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "base/base.h"
#include "language/language.h"

/* ---- braces.c: the table constructors of a source --------------------------
 */

/* A pair of braces with its members. */
typedef struct Brace Brace;

typedef struct BraceMember {
  const char *key; /* NULL: an item */
  int line;
  Brace *inner; /* the first table constructor in the member, or NULL */
} BraceMember;

struct Brace {
  const char *word; /* the name before the brace, or NULL */
  int line;         /* of the word, or of the brace if there is no word */
  size_t place;     /* among all constructors of the source */
  BraceMember *members;
  size_t count, room; /* members, and members that fit */
  /* Made at the end of the constructor, so that a search is not linear: */
  const BraceMember **keys;  /* members with a key, by key, then by place */
  const BraceMember **items; /* members without one */
  size_t nkeys, nitems;
  const BraceMember *twice; /* the last member of a key that occurs twice, of
                               the first such key; or NULL */
};

/* All table constructors of a source, by word, then by line; of those of one
 * line the last one first. */
typedef struct Braces {
  Brace **all;
  size_t count, room;
} Braces;

/* Returns all table constructors of the source. */
Braces *braces_scan(Run *run, const char *source);
/* Returns the constructor of `word` at `line`; with line 0 the constructor of
 * `word` if there is only one. Returns NULL if there is none. */
const Brace *braces_find(const Braces *braces, const char *word, int line);
/* Returns the last member with that key, or NULL. `brace` may be NULL. */
const BraceMember *braces_key(const Brace *brace, const char *key);
/* Returns the item number `item`, from 0, or NULL. `brace` may be NULL. */
const BraceMember *braces_item(const Brace *brace, size_t item);

/* ---- sandbox.c: the closed Lua state ---------------------------------------
 */

/* The chunk name of a spec, and the keys of the Lua registry. */
#define SPEC_CHUNK "=spec"
#define WORLD_KEY  "bristle.world"  /* the globals of the spec */
#define HOST_KEY   "bristle.host"   /* functions that words.lua and C share */
#define WORDS_KEY  "bristle.words"  /* table -> the word that made it */
#define LINES_KEY  "bristle.lines"  /* table -> the line of that call */
#define PARAMS_KEY "bristle.params" /* parameter -> its value */

/* Limits of running the spec, and of one call of a function of the spec. */
enum {
  LOAD_INSTRUCTIONS = 200 * 1000 * 1000,
  CALL_INSTRUCTIONS = 10 * 1000 * 1000
};

/* The limit that was exceeded: every instruction raises its error. */
typedef enum SpecLimit {
  LIMIT_NONE,
  LIMIT_MEMORY,
  LIMIT_TEXT,
  LIMIT_INSTRUCTIONS,
  LIMIT_TIME
} SpecLimit;

/* What the calls of one function have used of the budget. */
typedef struct SpecUse {
  int line; /* of the function; 0: the spec itself, while it was loaded */
  long calls;
  double seconds;
} SpecUse;

typedef struct SpecState {
  lua_State *lua;
  Spec *spec;
  size_t memory;     /* bytes that Lua holds */
  long instructions; /* of the present call */
  long allowed;      /* limit of the present call */
  double budget; /* processor time of all calls, s, besides what is added for
                    each of them */
  long calls;    /* of functions, since the budget is new */
  double used;   /* of it, s */
  double looked; /* coarse clock when `used` was last brought up to date, s */
  double processor;    /* processor time of the thread at that time, s */
  SpecUse *uses, *use; /* by function; that of the present call, or NULL */
  size_t nuses, room;
  SpecLimit tripped;
  int error_line; /* line of the spec that ran when the error was raised, or 0
                   */
  Braces *braces; /* the table constructors of the source */
  const Override *overrides;
  size_t noverrides;
  bool *is_used;       /* for each override: it has set a parameter */
  size_t nvalues;      /* of all tables of the tree */
  size_t text_bytes;   /* of all strings of the tree */
  size_t logged_bytes; /* that the spec has printed */
} SpecState;

/* Returns a closed Lua state with the words of the language. It is closed with
 * the run. */
SpecState *sandbox_open(Spec *spec, const Override *overrides,
                        size_t noverrides);
/* Returns the state of a spec's Lua state. */
SpecState *sandbox_state(lua_State *lua);
/* Counts instructions for work in C. Raises a Lua error if a limit is
 * exceeded; a negative number exceeds the limit. */
void sandbox_spend(lua_State *lua, long instructions);
/* Calls the function that is on the stack below its `nin` arguments, with at
 * most `allowed` instructions. Leaves `nout` results on the stack. A Lua error
 * ends the run at the line of the spec, or at `where` if there is no line. */
void sandbox_call(SpecState *state, int nin, int nout, long allowed,
                  Where where);
/* Ends the run with the Lua error on top of the stack. */
_Noreturn void sandbox_fail(SpecState *state, Where where);
/* host.c: pushes the value of the override's text. Raises a Lua error if the
 * text has no value. */
void host_push_override(lua_State *lua, const Override *override);

/* ---- host.c: functions for words.lua ---------------------------------------
 */

/* Pushes the table of these functions. */
void host_push(lua_State *lua);

#endif
