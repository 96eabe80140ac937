/* inside.h: what the files of this room share: the closed Lua state of a spec
 * and the table constructors of its source. */
#ifndef BRISTLE_LANGUAGE_INSIDE_H
#define BRISTLE_LANGUAGE_INSIDE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "base/base.h"
#include "language/language.h"

/* ---- braces.c: the table constructors of a source ---------------------- */

typedef struct Brace Brace;

typedef struct BraceMember {
  const char *key; /* NULL: an item */
  int line;
  Brace *inner; /* its first table, or NULL */
} BraceMember;

struct Brace {
  Brace *next;      /* of all, newest first */
  const char *word; /* the name before the brace, or NULL */
  int line;         /* of the word, else of the brace */
  BraceMember *members;
  size_t count, room, nkeys;
};

Brace *braces_scan(Run *run, const char *source);
/* The constructor of that word at that line; line 0: if there is only one. */
const Brace *braces_find(const Brace *all, const char *word, int line);
const BraceMember *braces_key(const Brace *brace, const char *key); /* last */
const BraceMember *braces_item(const Brace *brace, size_t item);    /* from 0 */
/* A key that is given twice, or NULL. */
const char *braces_twice(const Brace *brace, int *line);

/* ---- sandbox.c: the closed Lua state ----------------------------------- */

/* The chunk name of a spec, and the keys of the Lua registry. */
#define SPEC_CHUNK "=spec"
#define WORLD_KEY  "bristle.world"  /* the globals of the spec */
#define HOST_KEY   "bristle.host"   /* what words.lua and C share */
#define WORDS_KEY  "bristle.words"  /* table -> the word that made it */
#define LINES_KEY  "bristle.lines"  /* table -> the line of that call */
#define PARAMS_KEY "bristle.params" /* what param {} declared */

enum {
  LOAD_INSTRUCTIONS = 200 * 1000 * 1000,
  CALL_INSTRUCTIONS = 10 * 1000 * 1000
};

typedef struct SpecState {
  lua_State *lua;
  Spec *spec;
  size_t memory;
  long instructions, allowed; /* of the call that is under way */
  long total;                 /* of all calls */
  /* This thread's processor seconds when limits were first looked at in the
   * call, -1 before: short calls need no clock. */
  double start;
  bool is_tripped; /* a limit was passed: nothing may go on */
  bool is_memory;  /* it was the memory's */
  int error_line;
  Brace *braces;
  const Override *overrides;
  size_t noverrides;
  bool *is_used; /* per override: it set a parameter */
  size_t nvalues, text_bytes, logged_bytes;
} SpecState;

SpecState *sandbox_open(Spec *spec, const Override *overrides,
                        size_t noverrides);
/* Runs the function below its arguments with a fresh allowance; an error ends
 * the run at the spec's line, else at `where`. */
void sandbox_call(SpecState *state, int nin, int nout, long allowed,
                  Where where);
/* The error on top of the stack becomes the run's. */
_Noreturn void sandbox_fail(SpecState *state, Where where);
/* Pushes what an override's text means; raises a Lua error if nothing. */
void sandbox_push_override(lua_State *lua, const Override *override);

#endif
