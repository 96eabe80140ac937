/* Tests of template.lua: the syntax of templates, and errors that name the
 * template and its line. */
#include <criterion/criterion.h>
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "emit/inside.h"
#include "language/language.h"

/* Templates by name, and holes; number() writes literals of floats. */
static const char host[] =
    "local texts = ...\n"
    "return {\n"
    "  holes = { real = 'pad_real', name = 'pad', cells = 3, half = 0.5,\n"
    "            is_on = true, is_off = false, list = { 1, 2.5, -3 },\n"
    "            record = { { names = 'x y', count = 0, about = 'place' },\n"
    "                       { names = 'z', count = 3 } },\n"
    "            block = { reads = { x = true, z = true }, uses = {} },\n"
    "            quote = 'say \"%d\" \\\\n' },\n"
    "  number = function(x) return string.format('%.6gf', x) end,\n"
    "  compiled = function() end,\n"
    "  template = function(name)\n"
    "    return texts[name] or error('no template named ' .. name)\n"
    "  end }\n";

/* Returns the text of template "t.c", which may include "inner.c". */
static const char *expanded(const char *t, const char *inner)
{
  static char result[4000];
  size_t length;
  lua_State *lua = luaL_newstate();
  luaL_openlibs(lua);
  const char *code = embedded_text("template.lua", &length);
  cr_assert_eq(luaL_loadbuffer(lua, code, length, "=template.lua"), LUA_OK);
  cr_assert_eq(luaL_loadstring(lua, host), LUA_OK);
  lua_newtable(lua);
  lua_pushstring(lua, t);
  lua_setfield(lua, -2, "t.c");
  lua_pushstring(lua, inner);
  lua_setfield(lua, -2, "inner.c");
  lua_call(lua, 1, 1);
  lua_pushcfunction(lua, chunk_of);
  lua_setfield(lua, -2, "chunk");
  cr_assert_eq(lua_pcall(lua, 1, 1, 0), LUA_OK, "%s", lua_tostring(lua, -1));
  lua_pushstring(lua, "t.c");
  lua_pcall(lua, 1, 1, 0);
  snprintf(result, sizeof result, "%s", lua_tostring(lua, -1));
  lua_close(lua);
  return result;
}

Test(template, holes_are_filled_in)
{
  cr_expect_str_eq(expanded("enum { $(name)_n = $(cells) };\n", ""),
                   "enum { pad_n = 3 };\n");
  cr_expect_str_eq(expanded("$(real) x = $(real(half));", ""),
                   "pad_real x = 0.5f;\n");
  cr_expect_str_eq(expanded("x = a*$(real(-half));", ""), "x = a*(-0.5f);\n");
  cr_expect_str_eq(expanded("$(is_on and \"yes\" or \"no\") $(cells + 1)", ""),
                   "yes 4\n");
  cr_expect_str_eq(expanded("$$(CC := $$(CC) 5$", ""), "$(CC := $(CC) 5$\n");
}

Test(template, data_blocks_part_their_groups)
{
  cr_expect_str_eq(expanded("$(datablock(\"d\", list, \"%.3g\"))", ""),
                   "$d << EOD\n1\n2.5\n-3\nEOD\n");
  cr_expect_str_eq(expanded("$(datablock(\"d\", list, \"%g %.1f %g\"))", ""),
                   "$d << EOD\n1 2.5 -3\nEOD\n");
  cr_expect_str_eq(expanded("$(datablock(\"d\", list, \"%g\", 1))", ""),
                   "$d << EOD\n1\n\n2.5\n\n-3\n\nEOD\n");
  cr_expect_str_eq(expanded("$(datablock(\"d\", list, \"%g\", 2, 2))", ""),
                   "$d << EOD\n1\n2.5\n\n\n-3\nEOD\n");
  cr_expect_str_eq(expanded("$(datablock(\"d\", { 0/0 }, \"%g\"))", ""),
                   "$d << EOD\nNaN\nEOD\n");
  cr_expect_str_eq(expanded("$(plain(half/3)) $(plain(half/3, 2))", ""),
                   "0.166667 0.17\n");
}

Test(template, text_stays_as_it_is)
{
  cr_expect_str_eq(expanded("a \"%d\\n\" 'b' ]] -- $(quote)\n\n  // c\n", ""),
                   "a \"%d\\n\" 'b' ]] -- say \"%d\" \\n\n\n  // c\n");
}

Test(template, lua_lines_vanish)
{
  cr_expect_str_eq(expanded("//@ for i, x in ipairs(list) do\n"
                            "  y[$(i - 1)] = $(real(x));\n"
                            "//@ end\n"
                            "  //@ if is_off then\n"
                            "no\n"
                            "//@ else\n"
                            "yes\n"
                            "//@ end\n",
                            ""),
                   "  y[0] = 1f;\n  y[1] = 2.5f;\n  y[2] = (-3f);\nyes\n");
}

Test(template, a_template_gives_names_to_those_that_it_includes)
{
  cr_expect_str_eq(expanded("$(include(\"inner.c\", { sign = \"-\" }))x\n",
                            "$(sign)$(cells)"),
                   "-3x\n");
}

Test(template, records_are_declared_and_read)
{
  cr_expect_str_eq(
      expanded("$(struct_members(record))\n"
               "//@ for _, m in ipairs(members_read(block, record)) do\n"
               "= c->$(m);\n"
               "//@ end\n",
               ""),
      "  pad_real x, y; /* place */\n  pad_real z[3];\n"
      "= c->x;\n= c->z;\n");
}

Test(template, templates_include_templates)
{
  cr_expect_str_eq(expanded("a\n$(include(\"inner.c\"))\nb\n", "$(name)\n"),
                   "a\npad\nb\n");
}

Test(template, tables_have_a_few_numbers_a_line)
{
  cr_expect_str_eq(expanded("{\n$(rows(list, 2))};\n", ""),
                   "{\n  1f, 2.5f,\n  -3f\n};\n");
  cr_expect_str_eq(expanded("$(polynomial(list, \"x\"))\n", ""),
                   "(1f + x*(2.5f + x*(-3f)))\n");
}

Test(template, errors_name_the_template_and_its_line)
{
  static const char *const wrong[][3] = {
      {"a\n//@ local b = 1\n$(nosuch)\n", "", "t.c:3: undefined name nosuch"},
      {"a\n\n$(half)\n", "",
       "t.c:3: the number 0.5 needs a spelling: real(...)"},
      {"a\n$(is_on)\n", "",
       "t.c:2: the value is true, so there is no text for it"},
      {"a\n$(include(\"inner.c\", { cells = 4 }))\n", "$(cells)",
       "t.c:2: cells is a hole of the plan or a word of templates"},
      {"//@ cells = 4\n$(cells)\n", "", "t.c:1: set cells with local in front"},
      {"a\nb\n//@ if is_on\n", "", "t.c:3:"},
      {"a\n//@ if is_on then\nb\n", "", "t.c:"},
      {"a\n$(1 +)\nb\n", "", "t.c:2:"},
      {"a\nb $(half\n)\n", "", "t.c:2: $( without its ) on the line"},
      {"a\n$(include(\"inner.c\"))\n", "\n$(nosuch)\n",
       "inner.c:2: undefined name nosuch"},
      {"$(include(\"lost.c\"))\n", "", "no template named lost.c"},
      {"$(io)\n", "", "t.c:1: undefined name io"},
      {"$(os)\n", "", "t.c:1: undefined name os"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const char *error = expanded(wrong[i][0], wrong[i][1]);
    cr_expect_not_null(strstr(error, wrong[i][2]), "%s instead of %s", error,
                       wrong[i][2]);
  }
}

Test(template, names_are_not_kept_from_one_template_to_the_next)
{
  cr_expect_not_null(strstr(
      expanded("$(include(\"inner.c\"))\n$(leak)\n", "//@ local leak = 1\n"),
      "t.c:2: undefined name leak"));
}

static int add_bytes(lua_State *lua, const void *bytes, size_t length,
                     void *buffer)
{
  (void)lua;
  luaL_addlstring(buffer, bytes, length);
  return 0;
}

/* Leaves the bytecode of an embedded template, or of a Lua file, on the stack.
 */
static const char *compiled_now(lua_State *lua, const char *name,
                                size_t *length)
{
  const char *text = embedded_text(name, length);
  lua_pushcfunction(lua, chunk_of);
  lua_pushstring(lua, name);
  lua_pushlstring(lua, text, *length);
  if (!strstr(name, ".lua")) lua_call(lua, 2, 1);
  text = lua_tolstring(lua, -1, length);
  lua_pushfstring(lua, "=%s", name);
  cr_assert_eq(luaL_loadbuffer(lua, text, *length, lua_tostring(lua, -1)),
               LUA_OK);
  luaL_Buffer buffer;
  lua_State *other = luaL_newstate();
  luaL_buffinit(other, &buffer);
  cr_assert_eq(lua_dump(lua, add_bytes, &buffer, 0), 0);
  luaL_pushresult(&buffer);
  lua_pushlstring(lua, lua_tostring(other, -1), lua_rawlen(other, -1));
  lua_close(other);
  return lua_tolstring(lua, -1, length);
}

Test(template, bytecode_of_the_build_is_that_of_the_embedded_texts)
{
  static const char *const names[] = {
      "canary.lua", "template.lua",          "count.lua",
      "words.lua",  "contact/cells/cells.c", "common/descriptor.c"};
  lua_State *lua = luaL_newstate();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t length, expected;
    const char *code = code_compiled(lua, names[i], &length);
    const char *now = compiled_now(lua, names[i], &expected);
    cr_assert_not_null(code, "%s", names[i]);
    cr_expect(length == expected && memcmp(code, now, length) == 0, "%s",
              names[i]);
  }
  lua_close(lua);
}
