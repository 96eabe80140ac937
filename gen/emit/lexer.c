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

/* plain(text): a blank for each comment and for a line that goes on, 0 for each
 * string and character. */
static int lexer_plain(lua_State *lua)
{
  size_t length;
  const char *at = luaL_checklstring(lua, 1, &length);
  const char *const end = at + length;
  luaL_Buffer out;
  luaL_buffinitsize(lua, &out, length);
  while (at < end) {
    const char *const start = at;
    while (at < end && !is_literal(*at) && *at != '/' && *at != '\\') at++;
    luaL_addlstring(&out, start, (size_t)(at - start));
    if (at == end) break;
    if (is_comment(at, end)) {
      luaL_addchar(&out, ' ');
      at = comment_end(at, end);
    } else if (is_literal(*at)) {
      luaL_addchar(&out, '0');
      at = literal_end(at, end);
    } else if (*at == '\\' && at + 1 < end && at[1] == '\n') {
      luaL_addchar(&out, ' ');
      at += 2;
    } else {
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

/* tokens(text): the list of the tokens of a plain text. Lines that begin with #
 * have none. */
static int lexer_tokens(lua_State *lua)
{
  size_t length;
  lua_Integer count = 0;
  const char *at = luaL_checklstring(lua, 1, &length);
  const char *const end = at + length;
  bool is_line_start = true;
  lua_createtable(lua, (int)(length / 5), 0);
  while (at < end) {
    if (*at == '\n') is_line_start = true;
    if (strchr(" \t\r\n\f\v", *at)) {
      at++;
      continue;
    }
    if (is_line_start && *at == '#') {
      while (at < end && *at != '\n') at++;
      continue;
    }
    is_line_start = false;
    const char *const start = at;
    if (is_digit(*at) || (*at == '.' && at + 1 < end && is_digit(at[1])))
      at = number_end(at, end);
    else if (is_word(*at))
      while (at < end && is_word(*at)) at++;
    else
      at = operator_end(at, end);
    lua_pushlstring(lua, start, (size_t)(at - start));
    lua_rawseti(lua, -2, ++count);
  }
  return 1;
}

void lexer_push(lua_State *lua)
{
  static const luaL_Reg functions[] = {{"plain", lexer_plain},
                                       {"blanked", lexer_blanked},
                                       {"tokens", lexer_tokens},
                                       {NULL, NULL}};
  luaL_newlib(lua, functions);
}
