/* Tests of gen/language: spec.c, sandbox.c, braces.c and fields.c. Refused
 * specs are in tests/bad/. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "language/language.h"
#include "language/inside.h"
#include "support/loading.h"
#include "kinds/contact/contact.h"

static const Value *root_key(const Loaded *loaded, const char *key)
{
  const Value *value = value_get(&loaded->spec->root, key);
  cr_assert_not_null(value, "%s", key);
  return value;
}

Test(spec, values_carry_their_lines)
{
  Loaded l = load_text(
      "-- a comment { with = braces }\n"
      "local f = lugre {\n"
      "  sigma0 = 1e6,   --[[ long\n"
      "  comment ]] mu_c = 0.5,\n"
      "}\n"
      "return contact {\n"
      "  name = \"pad\", grid = { 3,\n"
      "    4 },\n"
      "  [\"size\"] = { 1, 2 },\n"
      "  friction = f,\n"
      "  pressure = function(x, y)\n"
      "    local t = { a = 1, b = { 2 } }\n"
      "    return t.a\n"
      "  end,\n"
      "  about = [[two\n"
      "lines]],\n"
      "  model = \"reduced\" }\n",
      NULL);
  cr_assert_null(l.error, "%s", l.error);
  cr_expect_eq(l.spec->root.where.line, 6);
  cr_expect_eq(root_key(&l, "name")->where.line, 7);
  cr_expect_eq(root_key(&l, "grid")->items[1].where.line, 8);
  cr_expect_eq(root_key(&l, "size")->where.line, 9);
  cr_expect_eq(root_key(&l, "friction")->where.line, 2);
  cr_expect_eq(value_get(root_key(&l, "friction"), "sigma0")->where.line, 3);
  cr_expect_eq(value_get(root_key(&l, "friction"), "mu_c")->where.line, 4);
  cr_expect_eq(root_key(&l, "pressure")->where.line, 11);
  cr_expect_eq(root_key(&l, "pressure")->arity, 2);
  cr_expect_eq(root_key(&l, "model")->where.line, 17);
  unload(&l);
}

Test(spec, an_error_shows_the_source_line)
{
  Loaded l = load_contact("friction = lugre { sigma0 = -1, mu_c = 1 }", NULL);
  cr_assert_not_null(l.error);
  cr_expect_str_eq(l.excerpt,
                   "    6 | friction = lugre { sigma0 = -1, mu_c = 1 }");
  unload(&l);
}

Test(spec, functions_are_called_with_numbers)
{
  Loaded l =
      load_contact("pressure = function(x, y) return 3 + x * y end", NULL);
  cr_assert_null(l.error, "%s", l.error);
  double in[2] = {2, 5}, out;
  cr_assert_eq(setjmp(l.run->stop), 0);
  spec_call(l.spec, root_key(&l, "pressure"), in, 2, &out, 1);
  cr_expect_eq(out, 13);
  unload(&l);
}

Test(spec, set_replaces_a_parameter_before_the_spec_uses_it)
{
  static const char *const set[] = {"mu=0.25", NULL};
  Loaded l = load_text(
      "local p = param { mu = 0.5 }\n"
      "return contact { name = 'pad', grid = { 3, 3 }, size = { 1, 1 },\n"
      "  pressure = rectangle {},\n"
      "  friction = lugre { sigma0 = 1e3, mu_c = 2 * p.mu } }\n",
      set);
  cr_assert_null(l.error, "%s", l.error);
  cr_expect_eq(((Contact *)l.model)->lugre.mu_c, 0.5);
  cr_expect_eq(value_get(&l.spec->params, "mu")->number, 0.25);
  unload(&l);
}

Test(spec, set_replaces_a_value_by_its_path)
{
  static const char *const set[] = {"friction.mu_c=0.8",
                                    "friction.sigma1=7",
                                    "grid.2=9",
                                    "pressure=disc { radius = 0.004 + 0.001 }",
                                    "model=reduced",
                                    "limit_surface.tolerance=0.01",
                                    NULL};
  Loaded l = load_contact("", set);
  cr_assert_null(l.error, "%s", l.error);
  const Contact *c = (Contact *)l.model;
  cr_expect_eq(c->lugre.mu_c, 0.8);
  cr_expect_eq(c->lugre.sigma1, 7);
  cr_expect_eq(c->cells.grid.ny, 9);
  cr_expect_lt(c->cells.count, 45);
  cr_expect_eq(c->form, CONTACT_REDUCED);
  cr_expect_eq(c->limit_surface.tolerance, 0.01);
  unload(&l);
}

Test(spec, set_leaves_a_key_out)
{
  static const char *const with[] = {"couple=4", "couple=nil", "body=nil",
                                     NULL};
  static const char *const without[] = {"friction.mu_c=nil", NULL};
  Loaded l = load_contact("", with);
  cr_assert_null(l.error, "%s", l.error);
  cr_expect_eq(((Contact *)l.model)->couple, 0);
  unload(&l);
  l = load_contact("", without);
  cr_expect_not_null(l.error);
  unload(&l);
}

/* Expects the message of one override of a plain pad. */
static void expect_set_error(const char *set, const char *expected)
{
  const char *const list[] = {set, NULL};
  Loaded l = load_contact("", list);
  cr_expect_str_eq(l.error ? l.error : "(none)", expected);
  unload(&l);
}

Test(spec, errors_of_set_name_the_option)
{
  expect_set_error("friction.mu=1",
                   "--set friction.mu: lugre has no key "
                   "\"mu\"; did you mean \"mu_c\"?");
  expect_set_error("friction.mu_c=-1",
                   "--set friction.mu_c: mu_c must be positive, got -1");
  expect_set_error("friction.mu_c=1 +",
                   "--set friction.mu_c: '1 +' is not a number, a word or a "
                   "Lua expression");
  expect_set_error("grid.x=1",
                   "--set grid.x: grid must be a list of 2 whole numbers, got "
                   "a table with the key \"x\"");
  expect_set_error("name.x=1",
                   "--set name.x: name is not a table but the text \"pad\"");
  expect_set_error("friction..mu_c=1",
                   "--set friction..mu_c: a part of the key is empty");
  expect_set_error("friction.mu_c=nosuch()",
                   "--set friction.mu_c: unknown name nosuch");
}

Test(spec, set_of_an_unknown_name_lists_the_parameters_of_the_spec)
{
  static const char text[] =
      "local p = param { sigma2 = 0.5, mu = 1 }\n"
      "return contact { name = 'pad', grid = { 3, 3 }, size = { 1, 1 },\n"
      "  pressure = rectangle {}, friction = lugre { sigma0 = 1e3 } }\n";
  static const char *const near[] = {"sigam2=1", NULL};
  static const char *const far[] = {"colour=1", NULL};
  Loaded l = load_text(text, near);
  cr_expect_str_eq(l.error ? l.error : "(none)",
                   "--set sigam2: contact has no key \"sigam2\"; did you mean "
                   "\"sigma2\"?");
  unload(&l);
  l = load_text(text, far);
  const char *start =
      "--set colour: contact has no key \"colour\"; the spec's parameters are "
      "mu, sigma2; the keys of contact are name, ";
  cr_assert_not_null(l.error);
  cr_expect(strncmp(l.error, start, strlen(start)) == 0, "%s", l.error);
  unload(&l);
}

Test(spec, pairs_has_a_fixed_order)
{
  Loaded l = load_text(
      "local t, out = { b = 1, a = 2, [3] = 1, c = 3, [1] = 9 }, ''\n"
      "for k, v in pairs(t) do out = out .. k .. v .. ' ' end\n"
      "error(out, 0)\n",
      NULL);
  cr_expect_not_null(strstr(l.error, "19 31 a2 b1 c3 "), "%s", l.error);
  unload(&l);
}

Test(spec, random_numbers_are_the_same_in_every_run)
{
  char first[200];
  snprintf(first, sizeof first, "%s",
           error_of("error(tostring(math.random()), 0)"));
  cr_expect_str_eq(first, error_of("error(tostring(math.random()), 0)"));
}

Test(spec, texts_of_values_show_no_addresses)
{
  cr_expect_str_eq(error_of("error(tostring({}) .. tostring(print), 0)"),
                   "1: tablefunction");
  cr_expect_str_eq(error_of("error(string.format('%s %s', {}, 3), 0)"),
                   "1: table 3");
  cr_expect_str_eq(error_of("string.format('%p', {})"),
                   "1: string.format: %p is not available in a spec");
}

Test(spec, a_metatable_cannot_be_changed_after_setmetatable)
{
  cr_expect_str_eq(error_of("local m = {}\n"
                            "local t = setmetatable({}, m)\n"
                            "m.__len = function() return 1 << 60 end\n"
                            "error('length ' .. #t, 0)"),
                   "4: length 0");
}

Test(spec, strings_have_methods)
{
  cr_expect_str_eq(error_of("error(('ab'):upper() .. ('ab'):rep(2), 0)"),
                   "1: ABabab");
}

Test(spec, a_text_may_be_repeated_less_than_once)
{
  cr_expect_str_eq(error_of("error('(' .. ('ab'):rep(-5, ',') .. ')', 0)"),
                   "1: ()");
}

Test(spec, a_word_may_be_stored_and_used_later)
{
  Loaded l = load_contact(
      "pressure = (function() local d = disc\n"
      "  return d { radius = 0.005 } end)()",
      NULL);
  cr_assert_null(l.error, "%s", l.error);
  cr_expect_str_eq(root_key(&l, "pressure")->word, "disc");
  unload(&l);
}

Test(spec, surfaces_add_to_a_flat_sum)
{
  Loaded l = load_contact(
      "pressure = disc { radius = 0.002 } + "
      "rectangle { size = { 0.01, 0.01 } } + "
      "function(x, y) return 1 end",
      NULL);
  cr_assert_null(l.error, "%s", l.error);
  const Value *sum = root_key(&l, "pressure");
  cr_expect_str_eq(sum->word, "sum");
  cr_expect_eq(sum->nitems, 3u);
  cr_expect_eq(sum->items[2].type, VALUE_FUNCTION);
  unload(&l);
}

Test(spec, a_bare_profile_and_a_called_one_are_the_same)
{
  Loaded l = load_contact(
      "pressure = disc { radius = 0.005, profile = hertz } "
      "+ disc { radius = 0.005, profile = hertz {} } "
      "+ disc { radius = 0.005, profile = 'hertz' }",
      NULL);
  cr_assert_null(l.error, "%s", l.error);
  const Value *sum = root_key(&l, "pressure");
  cr_expect_str_eq(value_get(&sum->items[0], "profile")->word, "hertz");
  cr_expect_str_eq(value_get(&sum->items[1], "profile")->word, "hertz");
  cr_expect_str_eq(value_get(&sum->items[2], "profile")->string, "hertz");
  unload(&l);
}

Test(spec, the_message_names_a_missing_file)
{
  Loaded l = load_file("tests/no_such.lua", NULL);
  cr_expect_str_eq(l.error,
                   "cannot read tests/no_such.lua: No such file or directory");
  unload(&l);
  l = load_file("tests", NULL);
  cr_expect_str_eq(l.error, "cannot read tests: not a regular file");
  unload(&l);
}

Test(spec, a_hash_bang_line_is_skipped_and_binary_data_is_refused)
{
  Loaded l = load_text("#!/usr/bin/env bristle\nreturn 3\n", NULL);
  cr_expect_not_null(strstr(l.error, "must return one model"));
  unload(&l);
  cr_expect_str_eq(error_of("\33Lua"),
                   "1: a spec must be Lua source text, got binary data");
}

/* ---- what a spec may use ------------------------------------------------- */

Test(spec, sorting_is_stable_and_takes_any_order)
{
  cr_expect_str_eq(
      error_of(
          "local t = { 'd3', 'b1', 'a3', 'c1', 'e2' }\n"
          "table.sort(t, function(a, b) return a:byte(2) < b:byte(2) end)\n"
          "error(table.concat(t, ' '), 0)"),
      "3: b1 c1 e2 d3 a3");
  cr_expect_str_eq(error_of("local t = { 5, 2.5, 9, -1, 2 }\n"
                            "table.sort(t)\n"
                            "error(table.concat(t, ' '), 0)"),
                   "3: -1 2 2.5 5 9");
  cr_expect_str_eq(error_of("local t = { 3, 1, 2 }\n"
                            "table.sort(t, function() return true end)\n"
                            "error(#t, 0)"),
                   "3: the spec raised an error that is not a text");
}

/* Decides as late as it can what is less than what: the partitions of a
 * quicksort are lopsided, and that of Lua then asks the clock. */
Test(spec, sorting_does_not_depend_on_the_clock)
{
  static const char adversary[] =
      "local size, value, list = 1000, {}, {}\n"
      "local frozen, candidate, seen = 0, 0, 0\n"
      "for i = 1, size do list[i], value[i] = i, size + 1 end\n"
      "table.sort(list, function(a, b)\n"
      "  seen = (seen * 31 + a * 7 + b) % 1000003\n"
      "  if value[a] > size and value[b] > size then\n"
      "    frozen = frozen + 1\n"
      "    value[a == candidate and a or b] = frozen\n"
      "  end\n"
      "  if value[a] > size then candidate = a\n"
      "  elseif value[b] > size then candidate = b end\n"
      "  return value[a] < value[b]\n"
      "end)\n"
      "error('seen ' .. seen, 0)\n";
  char first[100];
  snprintf(first, sizeof first, "%s", error_of(adversary));
  for (int i = 0; i < 4; i++) cr_expect_str_eq(error_of(adversary), first);
}

/* A law of friction is called millions of times by verify and sim. */
Test(spec, short_calls_do_not_use_up_the_budget)
{
  Loaded l = load_contact("pressure = function(x, y) return 1 + x end", NULL);
  cr_assert_null(l.error, "%s", l.error);
  spec_renew(l.spec);
  l.spec->state->budget = 0.01;
  const double in[2] = {0, 0};
  double out;
  cr_assert_eq(setjmp(l.run->stop), 0, "%s", l.run->error);
  for (volatile int i = 0; i < 300000 || l.spec->state->used <= 0.01; i++)
    spec_call(l.spec, root_key(&l, "pressure"), in, 2, &out, 1);
  cr_expect_gt(l.spec->state->used, 0.01);
  unload(&l);
}

/* A comparison of long texts is one instruction: each call of the function is
 * short, and all calls together are not. */
Test(spec, all_calls_share_one_budget_of_processor_time)
{
  Loaded l = load_contact(
      "pressure = (function()\n"
      "  local a = ('x'):rep(1000 * 1000)\n"
      "  local b = a .. 'x'\n"
      "  return function(x, y)\n"
      "    local n = 0\n"
      "    for _ = 1, 20 do if a <= b then n = n + 1 end end\n"
      "    return n\n"
      "  end\n"
      "end)()",
      NULL);
  cr_assert_null(l.error, "%s", l.error);
  spec_renew(l.spec);
  l.spec->state->budget = 0.1;
  const double in[2] = {0, 0};
  double out;
  volatile int calls = 0;
  if (setjmp(l.run->stop) == 0)
    for (; calls < 100000; calls++)
      spec_call(l.spec, root_key(&l, "pressure"), in, 2, &out, 1);
  cr_assert_not_null(l.run->error);
  cr_expect_not_null(strstr(l.run->error, "of processor time in all: 0.1"),
                     "%s", l.run->error);
  cr_expect_not_null(strstr(l.run->error, "calls of the function at line 9"),
                     "%s", l.run->error);
  l.spec->state->budget = 20;
  spec_renew(l.spec);
  cr_assert_eq(setjmp(l.run->stop), 0);
  spec_call(l.spec, root_key(&l, "pressure"), in, 2, &out, 1);
  cr_expect_eq(out, 20);
  unload(&l);
}

Test(spec, a_function_may_fail_many_times)
{
  Loaded l = load_contact(
      "pressure = function(x, y) return y ~= 7 and 1 or {} end", NULL);
  const double good[2] = {0, 1}, bad[2] = {0, 7};
  double out;
  for (volatile int i = 0; i < 100000; i++)
    if (setjmp(l.run->stop) == 0)
      spec_call(l.spec, root_key(&l, "pressure"), bad, 2, &out, 1);
  cr_assert_eq(setjmp(l.run->stop), 0);
  spec_call(l.spec, root_key(&l, "pressure"), good, 2, &out, 1);
  cr_expect_eq(out, 1);
  unload(&l);
}

/* The processor time that it takes to refuse so many keys. */
static double time_of_keys(int keys)
{
  char *text = malloc((size_t)(20 * keys + 100)), *at = text;
  const clock_t start = clock();
  at += sprintf(at, "return contact { more = {\n1,\n");
  for (int i = 0; i < keys; i++) at += sprintf(at, "k%d=1,2,\n", i);
  sprintf(at, "} }\n");
  Loaded l = load_text(text, NULL);
  cr_expect_not_null(strstr(l.error, ":1: contact has no key \"more\""), "%s",
                     l.error);
  unload(&l);
  at = text + sprintf(text, "local t = {}\n");
  for (int i = 0; i < keys / 4; i++)
    at += sprintf(at, "t[%d] = hertz {}\n", i + 1);
  sprintf(at, "return contact { more = t }\n");
  l = load_text(text, NULL);
  cr_expect_not_null(strstr(l.error, "contact has no key \"more\""), "%s",
                     l.error);
  unload(&l);
  free(text);
  return (double)(clock() - start);
}

/* Eight times as many keys take eight times as long, 64 times if reading were
 * quadratic. */
Test(spec, many_keys_are_read_in_linear_time)
{
  cr_expect_lt(time_of_keys(160000), 24 * time_of_keys(20000));
}

Test(spec, a_key_given_twice_is_found_with_many_others)
{
  cr_expect_str_eq(error_of("return contact {\n"
                            "  b = 1, c = 2,\n"
                            "  c = 3,\n"
                            "  a = 1, b = 4,\n"
                            "  a = 5 }\n"),
                   "4: b is given twice in the same table");
}
