/* chunk.c: a template as a chunk of Lua. In: the text of a template. Out: Lua
 * code, whose lines are the template's.
 *
 * Invariant: the chunk calls out(text) for each line in turn; it joins lines
 * without a hole into one call at the place of the first. */
#include <lauxlib.h>
#include <lua.h>
#include <string.h>

#include "emit/inside.h"

/* Lines without a hole that wait to be written. */
typedef struct Chunk {
  lua_State *lua;
  luaL_Buffer code;
  const char *first, *last; /* the text of the waiting lines, or NULL */
  int waiting;
} Chunk;

static void add_quoted(Chunk *chunk, const char *from, const char *to)
{
  luaL_Buffer *code = &chunk->code;
  luaL_addchar(code, '"');
  for (; from < to; from++) {
    if (*from == '\n') {
      luaL_addstring(code, "\\n");
    } else if (*from == '\r') {
      const bool is_end = from + 1 < to && from[1] == '\n';
      if (!is_end) luaL_addstring(code, "\\r");
    } else {
      if (*from == '"' || *from == '\\') luaL_addchar(code, '\\');
      luaL_addchar(code, *from);
    }
  }
  luaL_addchar(code, '"');
}

static void add_waiting(Chunk *chunk)
{
  if (chunk->waiting == 0) return;
  luaL_addstring(&chunk->code, "out(");
  add_quoted(chunk, chunk->first, chunk->last);
  luaL_addchar(&chunk->code, ')');
  for (; chunk->waiting > 0; chunk->waiting--)
    luaL_addchar(&chunk->code, '\n');
}

/* Returns the place behind the parenthesis that closes the one at `at`, or NULL
 * if the line ends before. */
static const char *close_of(const char *at, const char *end)
{
  int depth = 0;
  for (; at < end; at++) {
    depth += (*at == '(') - (*at == ')');
    if (depth == 0) return at + 1;
  }
  return NULL;
}

/* Adds out("text" .. show(expression) .. "text") for a line with holes. */
static void add_holes(Chunk *chunk, const char *line, const char *end,
                      const char *name, int number)
{
  luaL_Buffer *code = &chunk->code;
  const char *mark = "out(";
  while (line < end) {
    const char *dollar = memchr(line, '$', (size_t)(end - line));
    const char *text_end = dollar ? dollar : end;
    luaL_addstring(code, mark);
    mark = " .. ";
    if (line < text_end) {
      add_quoted(chunk, line, text_end);
      line = text_end;
      continue;
    }
    const bool has_hole = line + 1 < end && line[1] == '(';
    if (!has_hole) {
      luaL_addstring(code, "\"$\"");
      line += line + 1 < end && line[1] == '$' ? 2 : 1;
      continue;
    }
    const char *close = close_of(line + 1, end);
    if (!close)
      luaL_error(chunk->lua, "%s:%d: $( without its ) on the line", name,
                 number);
    luaL_addstring(code, "show");
    luaL_addlstring(code, line + 1, (size_t)(close - line - 1));
    line = close;
  }
  luaL_addstring(code, ")\n");
}

static void add_line(Chunk *chunk, const char *line, const char *end,
                     const char *name, int number)
{
  const char *word = line + strspn(line, " \t");
  if (strncmp(word, "//@", 3) == 0) {
    add_waiting(chunk);
    luaL_addlstring(&chunk->code, word + 3, (size_t)(end - word - 3));
    luaL_addchar(&chunk->code, '\n');
  } else if (memchr(line, '$', (size_t)(end - line))) {
    add_waiting(chunk);
    add_holes(chunk, line, end, name, number);
  } else {
    if (chunk->waiting++ == 0) chunk->first = line;
    chunk->last = end;
  }
}

int chunk_of(lua_State *lua)
{
  const char *name = luaL_checkstring(lua, 1);
  const char *text = luaL_checkstring(lua, 2);
  Chunk chunk = {.lua = lua};
  luaL_buffinit(lua, &chunk.code);
  for (int number = 1; *text; number++) {
    const char *newline = strchr(text, '\n');
    const char *end = newline ? newline : text + strlen(text);
    const char *last = end > text && end[-1] == '\r' ? end - 1 : end;
    add_line(&chunk, text, last, name, number);
    text = newline ? newline + 1 : end;
  }
  add_waiting(&chunk);
  if (luaL_bufflen(&chunk.code) > 0) luaL_buffsub(&chunk.code, 1);
  luaL_pushresult(&chunk.code);
  return 1;
}
