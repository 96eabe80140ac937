/* Tests of emit.c, plan.c and `bristle emit`: the bytes of each file, their
 * content, errors without files; goldens. emit/compile.c tests with compilers.
 */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "language/language.h"
#include "plan/plan.h"
#include "support/compiling.h"
#include "support/emitting.h"

static char bristle[4096]; /* the program, from any working directory */

static void begin(void)
{
  compiling_begin();
  cr_assert_not_null(realpath(BRISTLE, bristle), "no %s", BRISTLE);
}

TestSuite(emit, .init = begin, .fini = compiling_end);

static const char small[] =
    "return contact { name = \"pad\", grid = { 3, 3 }, size = { 0.02, 0.02 },\n"
    "  pressure = rectangle {}, friction = lugre { sigma0 = 1e6, mu_c = 1 } "
    "}\n";
static const char bad[] =
    "return contact { name = \"bad\", grid = { 3, 3 }, size = { 0.02, 0.02 },\n"
    "  pressure = rectangle {}, friction = lugre { sigma0 = -1, mu_c = 1 } }\n";

/* ---- which bytes ------------------------------------------------------- */

Test(emit, bytes_depend_on_the_spec_alone)
{
  save("pad.lua", small);
  shell(
      "cd %s && mkdir sub && cp pad.lua sub && %s emit pad.lua -o a >/dev/null"
      " && %s emit pad.lua -o b --example >/dev/null"
      " && %s emit sub/pad.lua -o c >/dev/null",
      folder, bristle, bristle, bristle);
  shell(
      "cd / && LC_ALL=de_DE.UTF-8 TZ=Asia/Tokyo %s emit %s/pad.lua -o %s/d"
      " >/dev/null",
      bristle, folder, folder);
  for (const char *c = "bcd"; *c; c++)
    for (int i = 0; i < 3; i++) {
      static const char *const names[] = {"pad.c", "pad.h", "pad.json"};
      cr_expect_eq(run_shell("cmp %s/a/%s %s/%c/%s", folder, names[i], folder,
                             *c, names[i]),
                   0, "%s", printed);
    }
}

Test(emit, files_tell_nothing_of_machine_or_day)
{
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  save("pad.lua", small);
  shell("%s emit %s/pad.lua -o %s/o --example --descriptor >/dev/null", bristle,
        folder, folder);
  cr_expect_eq(run_shell("grep -rlF -e %s -e /tmp/ -e /home/ -e /root/ %s/o",
                         folder, folder),
               1, "%s", printed);
  cr_expect_eq(run_shell("grep -rlE '__(DATE|TIME|FILE)__|[0-9]{4}-[0-9]{2}-"
                         "[0-9]{2}|[0-9]{2}:[0-9]{2}:[0-9]{2}' %s/o",
                         folder),
               1, "%s", printed);
  if (strlen(host) > 3)
    cr_expect_eq(run_shell("grep -rliwF -e '%s' %s/o", host, folder), 1, "%s",
                 printed);
}

Test(emit, files_that_have_not_changed_are_not_touched)
{
  static const char *const names[] = {"pad.c", "pad.h", "pad.json"};
  struct stat before[3], after[3];
  char path[128];
  save("pad.lua", small);
  for (int round = 0; round < 2; round++) {
    shell("%s emit %s/pad.lua -o %s/o >/dev/null", bristle, folder, folder);
    for (int i = 0; i < 3; i++) {
      snprintf(path, sizeof path, "%s/o/%s", folder, names[i]);
      cr_assert_eq(stat(path, round ? &after[i] : &before[i]), 0);
    }
  }
  for (int i = 0; i < 3; i++) {
    cr_expect_eq(before[i].st_ino, after[i].st_ino);
    cr_expect_eq(before[i].st_mtim.tv_nsec, after[i].st_mtim.tv_nsec);
    cr_expect_eq(before[i].st_mtim.tv_sec, after[i].st_mtim.tv_sec);
  }
}

Test(emit, a_changed_spec_changes_its_files)
{
  save("pad.lua", small);
  shell(
      "cd %s && %s emit pad.lua -o o >/dev/null && cp -r o before && "
      "%s emit pad.lua -o o --set friction.mu_c=0.9 >/dev/null",
      folder, bristle, bristle);
  cr_expect_eq(run_shell("cd %s && cmp o/pad.c before/pad.c", folder), 1);
  cr_expect_eq(run_shell("cd %s && cmp o/pad.h before/pad.h", folder), 1);
}

Test(emit, source_and_header_name_template_spec_and_overrides)
{
  static const char *const specs[][2] = {
      {"contact/finger_pad", "contact/cells"},
      {"mechanism/bead_on_hoop", "mechanism"},
      {"slider/parcel", "slider"},
      {"cone/fingertip", "cone"}};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    const char *name = strchr(specs[i][0], '/') + 1;
    shell("%s emit specs/%s.lua -o %s/o --set real=float >/dev/null", bristle,
          specs[i][0], folder);
    for (const char *kind = "ch"; *kind; kind++) {
      cr_assert_eq(run_shell("head -n 4 %s/o/%s.%c", folder, name, *kind), 0);
      char line[200];
      snprintf(line, sizeof line,
               ", template %s, spec %s.lua\n * with --set real=float\n",
               specs[i][1], name);
      expect_in(printed, line);
    }
  }
}

/* ---- when nothing is written ------------------------------------------- */

Test(emit, one_bad_spec_among_several_leaves_no_files)
{
  save("pad.lua", small);
  save("bad.lua", bad);
  cr_expect_eq(
      run_shell("cd %s && %s emit pad.lua bad.lua -o o", folder, bristle), 2);
  expect_in(printed, "bad.lua:2: sigma0 must be positive, got -1");
  cr_expect_eq(run_shell("test -e %s/o", folder), 1, "files were written");
}

Test(emit, two_specs_of_one_name_are_refused)
{
  save("pad.lua", small);
  save("twin.lua", small);
  cr_expect_eq(
      run_shell("cd %s && %s emit pad.lua twin.lua -o o", folder, bristle), 2);
  expect_in(printed,
            "twin.lua: its name is \"pad\", which is also the name of pad.lua");
  cr_expect_eq(run_shell("test -e %s/o", folder), 1, "files were written");
}

Test(emit, several_specs_are_emitted_at_once)
{
  shell(
      "%s emit specs/contact/square.lua specs/contact/suction_cup.lua -o %s/o "
      ">/dev/null",
      bristle, folder);
  cr_expect_eq(run_shell("ls %s/o", folder), 0);
  cr_expect_str_eq(printed,
                   "square.c\nsquare.h\nsquare.json\nsuction_cup.c\n"
                   "suction_cup.h\nsuction_cup.json\n");
}

Test(emit, a_folder_that_cannot_be_written_to_is_an_error)
{
  /* The superuser may write anywhere; the user "nobody" may not. */
  const char *as = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 "
                                    "--clear-groups"
                                  : "";
  if (*as && !has_program("setpriv")) cr_skip_test("no setpriv here");
  save("pad.lua", small);
  shell("cp %s %s/bristle && chmod 755 %s %s/bristle && mkdir -m 555 %s/o",
        bristle, folder, folder, folder, folder);
  cr_expect_eq(run_shell("cd %s && %s ./bristle emit pad.lua -o o", folder, as),
               2);
  expect_in(printed, "o/pad.h: cannot write: Permission denied");
  char path[128];
  snprintf(path, sizeof path, "%s/o", folder);
  cr_expect_eq(names_in(path), 0);
}

Test(emit, what_is_in_the_way_is_an_error_without_leftovers)
{
  save("pad.lua", small);
  save("file", "");
  shell("mkdir -p %s/o/pad.c", folder);
  cr_expect_eq(run_shell("cd %s && %s emit pad.lua -o file", folder, bristle),
               2);
  expect_in(printed, "file: cannot make the directory: a file has this name");
  cr_expect_eq(run_shell("cd %s && %s emit pad.lua -o o", folder, bristle), 2);
  expect_in(printed, "pad.c: cannot write");
  cr_expect_eq(run_shell("find %s -name '*.tmp' | grep .", folder), 1, "%s",
               printed);
}

/* ---- what else can be asked for ---------------------------------------- */

Test(emit, the_example_builds_and_runs_where_it_is)
{
  save("pad.lua", small);
  for (int i = 0; i < 2; i++) {
    shell(
        "cd %s && rm -rf o && %s emit pad.lua -o o --example --set real=%s "
        ">/dev/null",
        folder, bristle, i ? "float" : "double");
    cr_expect_eq(run_shell("ls %s/o", folder), 0);
    cr_expect_str_eq(printed, "Makefile\nmain.c\npad.c\npad.h\npad.json\n");
    cr_expect_eq(
        run_shell("cd %s/o && env -u MAKEFLAGS -u MAKELEVEL make -s", folder),
        0, "%s", printed);
    cr_expect_str_empty(printed);
    cr_expect_eq(run_shell("%s/o/pad", folder), 0, "%s", printed);
    /* The end slides at 1 cm/s, with a force of nearly mu_c. */
    expect_in(printed, "1.001e-01  0.01000   -0.9");
    cr_expect_eq(run_shell("cd %s/o && make -s clean && ls", folder), 0);
    cr_expect_str_eq(printed, "Makefile\nmain.c\npad.c\npad.h\npad.json\n");
  }
}

Test(emit, the_example_takes_steps_that_its_scheme_can)
{
  save("pad.lua", small);
  shell(
      "cd %s && %s emit pad.lua -o o --example --set step=euler "
      "--set friction.sigma0=1e9 >/dev/null && env -u MAKEFLAGS -u MAKELEVEL "
      "make -C o -s",
      folder, bristle);
  cr_expect_eq(run_shell("%s/o/pad", folder), 0, "%s", printed);
  expect_in(printed, "0.01000   -0.9");
}

Test(emit, the_descriptor_is_there_when_it_is_asked_for)
{
  save("pad.lua", small);
  shell(
      "cd %s && %s emit pad.lua -o a >/dev/null && "
      "%s emit pad.lua -o b --descriptor >/dev/null",
      folder, bristle, bristle);
  cr_expect_eq(run_shell("grep -q pad_solver %s/a/pad.c", folder), 1);
  cr_expect_eq(
      run_shell("cd %s/b && cc " STRICT " -c pad.c && nm pad.o", folder), 0,
      "%s", printed);
  expect_in(printed, "pad_solver");
  cr_expect_eq(run_shell("cmp %s/a/pad.h %s/b/pad.h", folder, folder), 0);
}

Test(emit, json_has_its_keys_in_their_order)
{
  static const char *const keys[] = {"name",
                                     "version",
                                     "spec",
                                     "spec_hash",
                                     "set",
                                     "kind",
                                     "real_type",
                                     "model",
                                     "step",
                                     "unroll",
                                     "cells",
                                     "nx",
                                     "ny",
                                     "sx",
                                     "sy",
                                     "cop_x",
                                     "cop_y",
                                     "r",
                                     "u",
                                     "sigma0",
                                     "sigma1",
                                     "sigma2",
                                     "mu_c",
                                     "mu_s",
                                     "v_s",
                                     "gamma",
                                     "s_ba",
                                     "v_d",
                                     "bar_rate",
                                     "bar_jacobian",
                                     "bar_steady",
                                     "bar_limit",
                                     "state_bytes",
                                     "const_bytes",
                                     "lanes",
                                     "rate_jac_operations",
                                     "step_jac_operations",
                                     "nstates",
                                     "stack",
                                     "costs",
                                     "ram",
                                     "functions",
                                     "statuses"};
  Emission e = emit_sound_pad(
      "pressure = map { { 1, 0 }, { 2, 1 } },\n"
      "grid = { 2, 2 }");
  json_error_t error;
  json_t *json = json_loads(e.texts->figures, JSON_REJECT_DUPLICATES, &error);
  cr_assert_not_null(json, "%s", error.text);
  size_t i = 0;
  const char *key;
  json_t *value;
  json_object_foreach(json, key, value)
  {
    cr_assert_lt(i, sizeof keys / sizeof *keys, "%s is new", key);
    cr_expect_str_eq(key, keys[i++]);
  }
  cr_expect_eq(i, sizeof keys / sizeof *keys);
  cr_expect_eq(json_integer_value(json_object_get(json, "cells")), 3);
  cr_expect_eq(json_integer_value(json_object_get(json, "nstates")), 6);
  cr_expect_eq(json_integer_value(json_object_get(json, "state_bytes")), 48);
  cr_expect_eq(json_number_value(json_object_get(json, "cop_x")), -0.0025);
  cr_expect_str_eq(json_string_value(json_object_get(json, "spec_hash")),
                   spec_hash(e.loaded.spec));
  json_decref(json);
  emission_close(&e);
}

/* ---- what the comments say --------------------------------------------- */

Test(emit, the_header_carries_the_authors_words)
{
  Emission e = emit_sound_pad("about = \"Left thumb, \\\"rubber\\\".\"");
  expect_in(e.texts->header, " * Left thumb, \"rubber\".\n");
  emission_close(&e);
}

Test(emit, words_cannot_end_the_comment)
{
  static const char *const abouts[] = {
      "an */ end", "a /* start", "*/",     "*\\\\/ int x;",   "/\\\\* y",
      "a **// b",  "*/*/ c",     "tail *", "tail \\\\",       "what ?\?/",
      "*\\n/ d",   "*\\r\\n/",   "// e",   "$(name) $$ //@ f"};
  for (size_t i = 0; i < sizeof abouts / sizeof *abouts; i++) {
    char keys[100];
    snprintf(keys, sizeof keys, "about = \"%s\"", abouts[i]);
    Emission e = emit_sound_pad(keys);
    save("pad.h", e.texts->header);
    save("use.c", "#include \"pad.h\"\nint used = PAD_NZ;\n");
    cr_expect_eq(
        run_shell("cd %s && gcc " STRICT " -c use.c && g++ -Wall -Wextra "
                  "-Werror -x c++ -c use.c",
                  folder),
        0, "%s: %s", abouts[i], printed);
    emission_close(&e);
  }
}

Test(emit, a_files_name_cannot_end_the_comment)
{
  static const char *const names[] = {
      "a*", "*", "b c.lua", "$(name).lua", "%s.lua", "\"q\".lua", "back\\.lua"};
  shell("mkdir '%s/dir*'", folder);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char name[64];
    snprintf(name, sizeof name, "dir*/%s", names[i]);
    save(name, small);
    cr_expect_eq(run_shell("cd %s && rm -rf o && %s emit '%s' -o o && cd o && "
                           "gcc " STRICT " -c pad.c",
                           folder, bristle, name),
                 0, "%s: %s", name, printed);
  }
}

/* ---- decisions --------------------------------------------------------- */

static void expect_plan(const char *keys, const char *decision,
                        const char *warning)
{
  Emission e = emit_sound_pad(keys);
  bool is_there = false;
  for (size_t i = 0; i < e.plan->ndecisions; i++) {
    const Decision *d = &e.plan->decisions[i];
    char text[600];
    snprintf(text, sizeof text, "%s: %s, %s", d->what, d->choice, d->reason);
    is_there = is_there || strstr(text, decision);
    cr_expect_gt(strlen(d->reason), 10u, "%s has no reason", d->what);
  }
  cr_expect(is_there, "%s: no %s", keys, decision);
  if (warning && e.plan->warning)
    expect_in(e.plan->warning, warning);
  else
    cr_expect_eq(warning != NULL, e.plan->warning != NULL, "%s", keys);
  emission_close(&e);
}

Test(emit, loops_are_chosen_where_they_pay)
{
  expect_plan("grid = { 1, 1 }", "unroll: full, 1 cells", NULL);
  expect_plan("grid = { 3, 1 }", "unroll: full, 3 cells", NULL);
  expect_plan("grid = { 2, 2 }", "unroll: loop, 4 cells", NULL);
  expect_plan("grid = { 21, 21 }", "unroll: loop, 441 cells in blocks of 32",
              NULL);
  expect_plan("grid = { 21, 21 },\nreal = \"float\"", "blocks of 64", NULL);
  expect_plan("grid = { 3, 1 },\nunroll = \"loop\"",
              "unroll: loop, the spec asks for it", NULL);
  expect_plan("grid = { 5, 5 },\nunroll = \"full\"",
              "unroll: full, the spec asks for it", NULL);
  expect_plan("grid = { 21, 21 },\nunroll = \"full\"", "unroll: full",
              "441 cells straight-line code: about 88 kB");
}

Test(emit, the_plan_can_be_dumped_with_its_reasons)
{
  save("pad.lua", small);
  cr_expect_eq(run_shell("cd %s && %s emit pad.lua -o o -d p", folder, bristle),
               0);
  expect_in(printed, "decision unroll: loop, because 9 cells in one block");
  expect_in(printed, "\nmu_c = 1.0\n");
  cr_expect_eq(run_shell("cd %s && %s emit pad.lua -o o --set unroll=full "
                         "--set 'grid={21,21}'",
                         folder, bristle),
               0);
  expect_in(printed, "pad.lua: warning: unroll = \"full\" makes 441 cells");
}

/* ---- goldens ----------------------------------------------------------- */

static void expect_golden(const char *name)
{
  cr_expect_eq(
      run_shell("%s emit tests/golden/%s.lua -o %s/o", bristle, name, folder),
      0, "%s", printed);
  cr_expect_eq(
      run_shell("for x in c h json; do "
                "diff -u tests/golden/%s.$x %s/o/%s.$x || exit 1; done",
                name, folder, name),
      0, "`make golden` rewrites what has changed:\n%.3000s", printed);
}

Test(emit, double_loop_is_what_it_was)
{
  expect_golden("double_loop");
}

Test(emit, float_full_is_what_it_was)
{
  expect_golden("float_full");
}

Test(emit, tall_slider_is_what_it_was)
{
  expect_golden("tall_slider");
}
