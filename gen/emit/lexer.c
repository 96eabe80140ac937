/* lexer.c: reads C for Lua scripts. In: emitted C. Out: its text without
 * comments and strings, and its tokens.
 *
 * Invariant: no text is changed; results are new Lua values. */
#include <lauxlib.h>
#include <lua.h>
#include <string.h>

#include "emit/inside.h"

/* The ends of comments and literals: each function returns the place behind the
 * thing that starts at `at`, at most `end`. */
static const char *comment_end(const char *at, const char *end)
{
  for (at += 2; at + 1 < end; at++)
    if (at[0] == '*' && at[1] == '/') return at + 2;
  return end;
}

static const char *literal_end(const char *at, const char *end)
{
  const char quote = *at++;
  while (at < end && *at != quote && *at != '\n')
    at += *at == '\\' && at + 1 < end ? 2 : 1;
  return at < end ? at + 1 : end;
}

static bool is_comment(const char *at, const char *end)
{
  return at + 1 < end && at[0] == '/' && at[1] == '*';
}

static bool is_literal(char c)
{
  return c == '"' || c == '\'';
}

/* Returns the place behind the braces that open at `at`. */
static const char *braces_end(const char *at, const char *end)
{
  int depth = 0;
  while (at < end) {
    if (is_comment(at, end)) {
      at = comment_end(at, end);
    } else if (is_literal(*at)) {
      at = literal_end(at, end);
    } else {
      depth += (*at == '{') - (*at == '}');
      at++;
      if (depth == 0) return at;
      at += strcspn(at, "\"'/{}");
    }
  }
  return end;
}

/* Returns the place behind the initialiser in braces that follows the = at
 * `at`, or `at`. */
static const char *initialiser_end(const char *at, const char *end)
{
  const char *brace = at + 1;
  while (brace < end && (*brace == ' ' || *brace == '\n')) brace++;
  return brace < end && *brace == '{' ? braces_end(brace, end) : at;
}

/* plain(text): a blank for each comment and for a line that goes on, 0 for each
 * string and character; without = { } of tables outside of functions. */
static int lexer_plain(lua_State *lua)
{
  size_t length;
  int depth = 0;
  const char *at = luaL_checklstring(lua, 1, &length);
  const char *const end = at + length;
  luaL_Buffer out;
  luaL_buffinitsize(lua, &out, length);
  while (at < end) {
    const char *const start = at;
    at += strcspn(at, "\"'/\\={}");
    luaL_addlstring(&out, start, (size_t)(at - start));
    if (at >= end) break;
    const char *const table =
        *at == '=' && depth <= 0 ? initialiser_end(at, end) : at;
    if (table > at) {
      at = table;
    } else if (is_comment(at, end)) {
      luaL_addchar(&out, ' ');
      at = comment_end(at, end);
    } else if (is_literal(*at)) {
      luaL_addchar(&out, '0');
      at = literal_end(at, end);
    } else if (*at == '\\' && at + 1 < end && at[1] == '\n') {
      luaL_addchar(&out, ' ');
      at += 2;
    } else {
      depth += (*at == '{') - (*at == '}');
      luaL_addchar(&out, *at++);
    }
  }
  luaL_pushresult(&out);
  return 1;
}

/* blanked(text): a text of the same length and lines, with blanks in the place
 * of comments, strings and characters. */
static int lexer_blanked(lua_State *lua)
{
  size_t length;
  const char *const text = luaL_checklstring(lua, 1, &length);
  const char *const end = text + length;
  luaL_Buffer out;
  char *copy = luaL_buffinitsize(lua, &out, length);
  memcpy(copy, text, length);
  for (const char *at = text; at < end;) {
    const bool is_note = is_comment(at, end);
    if (!is_note && !is_literal(*at)) {
      at++;
      continue;
    }
    const char *const stop =
        is_note ? comment_end(at, end) : literal_end(at, end);
    for (; at < stop; at++)
      if (*at != '\n') copy[at - text] = ' ';
  }
  luaL_pushresultsize(&out, length);
  return 1;
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         is_digit(c);
}

/* A number as the preprocessor reads it: letters, digits, points, and signs
 * behind the letter of an exponent. */
static const char *number_end(const char *at, const char *end)
{
  const bool is_hex = at + 1 < end && (at[1] == 'x' || at[1] == 'X');
  for (at++; at < end; at++) {
    const bool is_exponent = is_hex ? at[-1] == 'p' || at[-1] == 'P'
                                    : at[-1] == 'e' || at[-1] == 'E';
    const bool is_sign = is_exponent && (*at == '+' || *at == '-');
    if (!is_word(*at) && *at != '.' && !is_sign) break;
  }
  return at;
}

static const char *operator_end(const char *at, const char *end)
{
  static const char *const pairs[] = {"->", "++", "--", "&&", "||"};
  const size_t left = (size_t)(end - at);
  const bool is_shift = left > 1 && (*at == '<' || *at == '>') && at[1] == *at;
  if (is_shift) return at + (left > 2 && at[2] == '=' ? 3 : 2);
  if (left > 1 && at[1] == '=' && strchr("-+*/%&|^=!<>", *at)) return at + 2;
  for (size_t i = 0; left > 1 && i < COUNT(pairs); i++)
    if (at[0] == pairs[i][0] && at[1] == pairs[i][1]) return at + 2;
  return at + 1;
}

/* Tokens under way. */
typedef struct Tokens {
  lua_State *lua;
  int base; /* the place of the memory of `open` on Lua's stack */
  lua_Integer count;
  lua_Integer *open; /* the places of brackets that are open */
  size_t depth, room;
} Tokens;

enum { IN_TEXT = 1, NAMES, HAS_LISTS, LIST, CLOSES };

static void open_bracket(Tokens *t)
{
  if (t->depth == t->room) {
    t->room = t->room ? 2 * t->room : 64;
    void *longer = lua_newuserdatauv(t->lua, t->room * sizeof *t->open, 0);
    if (t->depth > 0) memcpy(longer, t->open, t->depth * sizeof *t->open);
    t->open = longer;
    lua_replace(t->lua, t->base);
  }
  t->open[t->depth++] = t->count;
}

static void add_token(Tokens *t, const char *start, const char *end)
{
  lua_State *lua = t->lua;
  lua_pushlstring(lua, start, (size_t)(end - start));
  if (is_word(*start) && !is_digit(*start) && lua_istable(lua, NAMES)) {
    lua_pushvalue(lua, -1);
    const bool is_dropped = lua_rawget(lua, NAMES) != LUA_TNIL;
    lua_pop(lua, is_dropped ? 2 : 1);
    if (is_dropped) return;
  }
  lua_rawseti(lua, LIST, ++t->count);
  if (end > start + 1) return;
  if (strchr("([{", *start)) open_bracket(t);
  if (strchr(")]}", *start) && t->depth > 0) {
    lua_pushinteger(lua, t->count);
    lua_rawseti(lua, CLOSES, t->open[--t->depth]);
  }
}

static const char *token_end(const char *at, const char *end)
{
  if (is_digit(*at) || (*at == '.' && at + 1 < end && is_digit(at[1])))
    return number_end(at, end);
  if (!is_word(*at)) return operator_end(at, end);
  while (at < end && is_word(*at)) at++;
  return at;
}

/* tokens(text, names, has_lists): the list of the tokens of a plain text, and a
 * list that gives the place of each bracket's closing one. Lines that begin
 * with # have none. The names of that table are left out, and without has_lists
 * all initialisers in braces with the = before them. */
static int lexer_tokens(lua_State *lua)
{
  size_t length;
  const char *at = luaL_checklstring(lua, IN_TEXT, &length);
  const char *const end = at + length;
  const bool has_lists = lua_toboolean(lua, HAS_LISTS);
  bool is_line_start = true;
  lua_settop(lua, HAS_LISTS);
  lua_createtable(lua, (int)(length / 5), 0);
  lua_newtable(lua);
  lua_pushnil(lua);
  Tokens tokens = {.lua = lua, .base = lua_gettop(lua)};
  while (at < end) {
    if (*at == '\n') is_line_start = true;
    if (*at == ' ' || (*at >= '\t' && *at <= '\r')) {
      at++;
      continue;
    }
    if (is_line_start && *at == '#') {
      while (at < end && *at != '\n') at++;
      continue;
    }
    is_line_start = false;
    const char *const start = at;
    if (*at == '=' && !has_lists) at = initialiser_end(at, end);
    if (at > start) continue;
    at = token_end(at, end);
    add_token(&tokens, start, at);
  }
  lua_settop(lua, CLOSES);
  return 2;
}

void lexer_push(lua_State *lua)
{
  static const luaL_Reg functions[] = {{"plain", lexer_plain},
                                       {"blanked", lexer_blanked},
                                       {"tokens", lexer_tokens},
                                       {NULL, NULL}};
  luaL_newlib(lua, functions);
}
