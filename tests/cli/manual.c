/* Tests of help, the manual pages and the completion of command lines: they say
 * what the program does. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "laws/laws.h"
#include "pressure/pressure.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(manual, .init = compiling_begin, .fini = compiling_end);

/* ---- help -----------------------------------------------------------------
 */

static char help[1 << 17];

static void read_help(void)
{
  cr_assert_eq(run_shell(BRISTLE " help"), 0, "%s", printed);
  cr_assert_lt(strlen(printed), sizeof help);
  strcpy(help, printed);
}

/* Returns what help says of a key of the word, without line breaks. */
static const char *said_of(const char *word, const char *key)
{
  static char text[4000];
  char title[100], term[100];
  snprintf(title, sizeof title, "\n%s", word);
  snprintf(term, sizeof term, "\n  %s ", key);
  const char *part = strstr(help, title);
  cr_assert_not_null(part, "help has no %s", word);
  const char *end = strstr(part, "\n\n");
  const char *at = strstr(part, term);
  if (!at) {
    snprintf(term, sizeof term, "\n  %s\n", key);
    at = strstr(part, term);
  }
  cr_assert(at && end && at < end, "help says nothing of %s in %s", key, word);
  size_t n = 0;
  for (at += strlen(term); at < end; at++) {
    if (*at == '\n' && at[1] == ' ' && at[2] == ' ' && at[3] != ' ') break;
    if (n + 1 < sizeof text && !(*at == ' ' && n > 0 && text[n - 1] == ' '))
      text[n++] = *at == '\n' ? ' ' : *at;
  }
  text[n] = 0;
  return text;
}

static void expect_keys(const char *word, const Field *fields, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const Field field = field_whole(&fields[i]);
    if (strcmp(field.name, "[]") == 0) continue;
    const char *said = said_of(word, field.name);
    cr_expect(strstr(said, "required") || strstr(said, "by default") ||
                  strstr(said, "optional") || strstr(said, "either "),
              "%s, %s: neither required nor with a default: %s", word,
              field.name, said);
    for (int k = 0; field.choices && field.choices[k]; k++)
      cr_expect(strstr(said, field.choices[k]), "%s, %s: not %s: %s", word,
                field.name, field.choices[k], said);
    if (field.unit)
      cr_expect(strstr(said, field.unit), "%s, %s: no unit: %s", word,
                field.name, said);
  }
}

Test(manual, help_has_every_key_with_its_unit_and_default)
{
  size_t count;
  read_help();
  for (size_t i = 0; kinds[i]; i++)
    for (size_t w = 0; w < kinds[i]->nwords; w++) {
      const Word *word = &kinds[i]->words[w];
      /* Several kinds have a scenario. */
      char title[100];
      snprintf(title, sizeof title, "%s { ... }: %.20s", word->name,
               word->about);
      expect_keys(title, word->fields, word->nfields);
    }
  for (size_t i = 0; friction_laws[i]; i++) {
    char title[100];
    snprintf(title, sizeof title, "friction = %s {", friction_laws[i]->word);
    expect_keys(title, friction_laws[i]->fields, friction_laws[i]->nfields);
  }
  const Word *words = surface_words(&count);
  for (size_t i = 0; i < count; i++)
    expect_keys(words[i].name, words[i].fields, words[i].nfields);
  words = profile_list(&count);
  for (size_t i = 0; i < count; i++)
    expect_keys(words[i].name, words[i].fields, words[i].nfields);
}

/* A spec with the default written out has the same model, so the words of help
 * are true. */
Test(manual, defaults_are_those_of_help)
{
  static const struct {
    const char *word, *key, *words, *spec, *set;
  } all[] = {{"friction = lugre", "gamma", "; 2 by default", "contact/square",
              "friction.gamma=2"},
             {"friction = lugre", "sigma2", "0 by default", "tutorial/block",
              "friction.sigma2=0.1"},
             {"body = {", "contacts", "1 by default", "tutorial/block",
              "body.contacts=1"},
             {"body = {", "tolerance", "1e-2 by default", "tutorial/block",
              "body.tolerance=0.01"},
             {"disc {", "at", "0 for each by default", "contact/finger_pad",
              "pressure.at={0,0}"},
             {"contact {", "model", "\"distributed\" by default",
              "contact/square", "model=distributed"},
             {"contact {", "step", "\"exponential\" by default",
              "contact/square", "step=exponential"},
             {"ellipsoid = {", "et", "1 by default", "slider/parcel",
              "ellipsoid.et=1"},
             {"slider {", "gravity", "9.81 by default", "slider/parcel",
              "gravity=9.81"}};
  read_help();
  for (size_t i = 0; i < COUNT(all); i++) {
    const char *said = said_of(all[i].word, all[i].key);
    cr_expect(strstr(said, all[i].words), "%s: %s", all[i].key, said);
    cr_expect_eq(run_shell("for s in '' \"--set %s\"; do " BRISTLE
                           " check specs/%s.lua $s -d m 2>%s/model.$((n += 1)) "
                           ">/dev/null || exit 1; done; "
                           "cmp %s/model.1 %s/model.2",
                           all[i].set, all[i].spec, folder, folder, folder),
                 0, "%s: %s", all[i].set, printed);
  }
}

Test(manual, help_finds_words_keys_and_verbs)
{
  cr_expect_eq(run_shell(BRISTLE " help lugre"), 0);
  cr_expect(strstr(printed, "sigma0") && !strstr(printed, "duration"));
  cr_expect_eq(run_shell(BRISTLE " help v_rest"), 0);
  cr_expect(strstr(printed, "coulomb") && !strstr(printed, "lugre"));
  cr_expect_eq(run_shell(BRISTLE " help emit"), 0);
  cr_expect(strstr(printed, "--descriptor"));
  cr_expect_eq(run_shell(BRISTLE " help param"), 0);
  cr_expect(strstr(printed, "name=value"));
  cr_expect_eq(run_shell(BRISTLE " help hertz"), 0);
  cr_expect(strstr(printed, "sqrt(1 - r^2)"));
  cr_expect_eq(run_shell(BRISTLE " help nothing 2>&1"), 2);
  cr_expect(strstr(printed, "no word or key"));
}

Test(manual, lines_of_help_have_at_most_80_columns)
{
  read_help();
  for (char *line = strtok(help, "\n"); line; line = strtok(NULL, "\n"))
    cr_expect_leq(strlen(line), 80u, "%s", line);
}

/* ---- functions ------------------------------------------------------------
 */

/* Returns true if the name stands in the text as a whole. */
static bool has_name(const char *text, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = text; (at = strstr(at, name)); at++)
    if ((at == text || strchr(" ,\n", at[-1])) && strchr(" ,\n({:", at[length]))
      return true;
  return false;
}

static int expect_names(const char *names, const char *text)
{
  static char all[sizeof printed];
  int count = 0;
  snprintf(all, sizeof all, "%s", names);
  for (char *name = strtok(all, "\n"); name; name = strtok(NULL, "\n")) {
    cr_expect(has_name(text, name), "help has no %s", name);
    count++;
  }
  return count;
}

Test(manual, help_has_every_global_of_a_spec)
{
  read_help();
  save("globals.lua",
       "for name, value in pairs(_G) do\n"
       "  if name == 'math' or name == 'string' or name == 'table' then\n"
       "    for member in pairs(value) do print(name .. '.' .. member) end\n"
       "  else print(name) end\n"
       "end\n");
  cr_expect_eq(run_shell(BRISTLE " check %s/globals.lua 2>&1 | grep "
                                 "'^[a-zA-Z_]' | grep -v globals.lua",
                         folder),
               0);
  cr_expect_gt(expect_names(printed, help), 80);
}

/* The other way round: what help offers is there. */
Test(manual, globals_of_help_exist)
{
  read_help();
  const char *at = strstr(help, "\nFUNCTIONS\n"),
             *end = strstr(help, "\nSCRIPTS\n");
  cr_assert(at && end && at < end);
  char list[1 << 13] = "for _, name in ipairs {";
  int count = 0;
  /* The lines of terms have an indent of two columns. */
  for (; at < end; at = strchr(at + 1, '\n')) {
    if (strncmp(at, "\n  ", 3) != 0 || !isalpha((unsigned char)at[3])) continue;
    if (strstr(at, "A spec runs") == at + 3) continue;
    for (const char *c = at + 3; *c != '\n' && strncmp(c, "  ", 2) != 0;) {
      const size_t length = strspn(c,
                                   "abcdefghijklmnopqrstuvwxyz0123456789._"
                                   "GVERSION");
      if (strncmp(c, "math.", 5) == 0 || strncmp(c, "string.", 7) == 0 ||
          strncmp(c, "table.", 6) == 0) {
        snprintf(list + strlen(list), sizeof list - strlen(list), "'%.*s',",
                 (int)length, c);
        count++;
      }
      c += length ? length : 1;
    }
  }
  cr_expect_gt(count, 45);
  snprintf(list + strlen(list), sizeof list - strlen(list),
           "} do assert(load('return ' .. name)(), name) end\n"
           "return contact {}");
  save("names.lua", list);
  cr_expect_eq(run_shell(BRISTLE " check %s/names.lua 2>&1", folder), 2);
  cr_expect(strstr(printed, "contact needs name"), "%s", printed);
}

Test(manual, help_has_every_function_of_scripts)
{
  read_help();
  save("module.lua",
       "local bristle = require 'bristle'\n"
       "for name in pairs(bristle) do print('bristle.' .. name) end\n");
  cr_assert_eq(run_shell(BRISTLE " run %s/module.lua", folder), 0, "%s",
               printed);
  cr_expect_gt(expect_names(printed, help), 10);
  save("methods.lua",
       "local bristle = require 'bristle'\n"
       "local pad <close> = bristle.jit('specs/contact/square.lua',\n"
       "  { backend = 'tcc', tier = 'source' })\n"
       "local function show(thing, sign)\n"
       "  local index = getmetatable(thing).__index\n"
       "  if type(index) == 'function' then\n"
       "    local _, methods = debug.getupvalue(index, 1)\n"
       "    index = methods\n"
       "  end\n"
       "  if type(index) == 'table' then\n"
       "    for name in pairs(index) do print(sign .. name) end\n"
       "  end\n"
       "end\n"
       "show(pad, 'pad:')\n"
       "show(pad:batch(2), 'b:')\n");
  cr_assert_eq(run_shell(BRISTLE " run %s/methods.lua", folder), 0, "%s",
               printed);
  cr_expect_geq(expect_names(printed, help), 10, "%s", printed);
}

/* ---- pages ----------------------------------------------------------------
 */

static const char *const pages[] = {"man/man1/bristle.1",
                                    "man/man5/bristle-spec.5"};

static void write_manual(void)
{
  cr_assert_eq(run_shell(BRISTLE " help --write %s/share", folder), 0, "%s",
               printed);
}

Test(manual, pages_have_every_verb_option_and_key)
{
  write_manual();
  read_help();
  for (int is_html = 0; is_html < 2; is_html++) {
    const char *const name[] = {
        is_html ? "doc/bristle/bristle.1.html" : pages[0],
        is_html ? "doc/bristle/bristle-spec.5.html" : pages[1]};
    cr_assert_eq(run_shell("sed 's/\\\\-/-/g' %s/share/%s", folder, name[0]),
                 0);
    static const char *const wanted[] = {
        "bristle emit SPEC", "bristle check SPEC", "--descriptor", "--backend",
        "reference",         "step_many",          "NO_COLOR"};
    for (size_t i = 0; i < COUNT(wanted); i++)
      cr_expect(strstr(printed, wanted[i]), "%s: %s", name[0], wanted[i]);
    cr_assert_eq(run_shell("sed 's/\\\\-/-/g' %s/share/%s", folder, name[1]),
                 0);
    int count = 0;
    for (size_t i = 0; kinds[i]; i++)
      for (size_t w = 0; w < kinds[i]->nwords; w++)
        for (size_t k = 0; k < kinds[i]->words[w].nfields; k++, count++) {
          const char *key = kinds[i]->words[w].fields[k].name;
          if (strcmp(key, "[]") == 0) continue;
          cr_expect(strstr(printed, key), "%s: %s", name[1], key);
        }
    cr_expect_gt(count, 70);
  }
}

Test(manual, pictures_of_the_reference_lie_in_specs)
{
  write_manual();
  cr_assert_eq(
      run_shell("grep -o 'specs/pictures/[a-z_]*.svg' "
                "%s/share/doc/bristle/bristle-spec.5.html | sort -u | "
                "while read -r file; do test -s $file && echo $file; done | wc -l",
                folder),
      0);
  cr_expect_geq(atoi(printed), 6, "%s", printed);
}

Test(manual, pages_are_clean_for_groff_and_mandoc)
{
  static const char *const lints[][2] = {
      {"groff", "groff -man -ww -Tutf8 %s/share/%s 2>&1 >/dev/null"},
      {"man", "man -l --warnings=all %s/share/%s 2>&1 >/dev/null"},
      {"mandoc", "mandoc -T lint -W style %s/share/%s 2>&1"}};
  int checked = 0;
  write_manual();
  for (size_t i = 0; i < COUNT(lints); i++)
    for (size_t p = 0; p < COUNT(pages) && has_program(lints[i][0]); p++) {
      char command[200];
      snprintf(command, sizeof command, lints[i][1], folder, pages[p]);
      run_shell("%s", command);
      cr_expect_str_eq(printed, "", "%s: %s", command, printed);
      checked++;
    }
  if (checked == 0) cr_skip_test("there is no groff, man or mandoc");
}

/* ---- completion -----------------------------------------------------------
 */

/* Lines of a shell that print what is offered for these words. */
static void complete_bash(const char *words)
{
  run_shell(
      "bash -c '. %s/share/bash-completion/completions/bristle; "
      "COMP_WORDS=(bristle \"$@\"); COMP_CWORD=$#; _bristle; "
      "printf \"%%s\\n\" \"${COMPREPLY[@]}\"' bash %s 2>&1",
      folder, words);
}

Test(manual, bash_completes_verbs_options_values_and_files)
{
  static const struct {
    const char *words, *offered;
  } all[] = {{"em", "emit\n"},
             {"ve", "verify\n"},
             {"check --sp", "--speed\n"},
             {"sim --backend ref", "reference\n"},
             {"sim --backend = ref", "reference\n"},
             {"verify --backend ref", "\n"},
             {"check specs/tutorial/gri", "specs/tutorial/grip.lua\n"},
             {"check specs/tutorial/loop", "specs/tutorial/loop.lua\n"},
             {"emit x.lua -o spe", "specs\n"},
             {"help gradient", "gradient_line\n"}};
  if (!has_program("bash")) cr_skip_test("there is no bash");
  write_manual();
  for (size_t i = 0; i < COUNT(all); i++) {
    complete_bash(all[i].words);
    cr_expect_str_eq(printed, all[i].offered, "%s: %s", all[i].words, printed);
  }
}

/* Offered by zsh itself, in a terminal of its own. */
Test(manual, zsh_completes_verbs_options_and_values)
{
  static const struct {
    const char *typed, *completed;
  } all[] = {
      {"ver", "bristle verify "},
      {"check --sp", "bristle check --speed="},
      {"sim --backend=refe", "bristle sim --backend=reference "},
      {"help gradient", "bristle help gradient_line "},
      {"check specs/tutorial/gri", "bristle check specs/tutorial/grip.lua "}};
  if (!has_program("zsh")) cr_skip_test("there is no zsh");
  write_manual();
  save("zshrc",
       "fpath=(FOLDER/share/zsh/site-functions $fpath)\n"
       "autoload -U compinit && compinit -u -D\n"
       "PROMPT= PROMPT2= RPROMPT=\n"
       "bindkey -e; bindkey '^I' complete-word\n"
       "show() { print -r -- \"<<$BUFFER>>\"; BUFFER=; zle accept-line }\n"
       "zle -N show; bindkey '^X' show\n"
       "print READY\n");
  run_shell("sed -i 's|FOLDER|%s|' %s/zshrc", folder, folder);
  save("drive.zsh",
       "zmodload zsh/zpty || exit 3\n"
       "zpty shell \"zsh -f -i\"\n"
       "zpty -w shell \"source $1/zshrc\"\n"
       "zpty -r -m shell all '*READY*' || exit 4\n"
       "zpty -w -n shell \"bristle $2\"$'\\t'$'\\x18'\n"
       "zpty -r -m shell all '*<<*>>*' || exit 5\n"
       "print -r -- ${${all##*<<}%%>>*}\n"
       "zpty -d shell\n");
  for (size_t i = 0; i < COUNT(all); i++) {
    cr_expect_eq(run_shell("timeout 60 zsh -f %s/drive.zsh %s '%s'", folder,
                           folder, all[i].typed),
                 0, "%s", printed);
    char line[200];
    snprintf(line, sizeof line, "%s\n", all[i].completed);
    cr_expect_str_eq(printed, line, "%s: %s", all[i].typed, printed);
  }
}

/* ---- bristle new ----------------------------------------------------------
 */

/* What `new` writes is accepted at once, without a warning, and moves. */
Test(manual, every_kind_has_a_spec_to_start_from)
{
  for (size_t i = 0; kinds[i]; i++) {
    const char *kind = kinds[i]->word;
    cr_expect_eq(run_shell("cd %s && $OLDPWD/" BRISTLE " new %s -o %s.lua 2>&1",
                           folder, kind, kind),
                 0, "%s", printed);
    cr_expect_eq(run_shell(BRISTLE " check %s/%s.lua 2>&1", folder, kind), 0,
                 "%s", printed);
    cr_expect(!strstr(printed, "warning:") && !strstr(printed, "error:"), "%s",
              printed);
    cr_expect_eq(
        run_shell(BRISTLE " verify %s/%s.lua --backend=tcc 2>&1", folder, kind),
        0, "%s", printed);
    if (!kinds[i]->simulate) continue;
    cr_expect_eq(
        run_shell(BRISTLE " sim %s/%s.lua -o %s/%s.csv --backend=tcc 2>&1",
                  folder, kind, folder, kind),
        0, "%s", printed);
    cr_expect_eq(
        run_shell("[ $(sort -u %s/%s.csv | wc -l) -gt 100 ]", folder, kind), 0,
        "%s", kind);
  }
}

Test(manual, new_never_overwrites_a_file)
{
  save("mine.lua", "-- mine\n");
  cr_expect_eq(run_shell(BRISTLE " new contact -o %s/mine.lua 2>&1", folder),
               2);
  expect_in(printed, "exists already");
  cr_expect_eq(run_shell("cat %s/mine.lua", folder), 0);
  cr_expect_str_eq(printed, "-- mine\n");
  cr_expect_eq(run_shell("ln -s nowhere %s/link.lua; " BRISTLE
                         " new contact -o %s/link.lua 2>&1",
                         folder, folder),
               2);
  cr_expect_eq(run_shell(BRISTLE " new contakt 2>&1"), 2);
  expect_in(printed,
            "the kind must be contact, cone, slider, mechanism or "
            "joint");
  cr_expect_eq(run_shell(BRISTLE " new 2>&1"), 2);
  expect_in(printed, "needs a kind: contact");
  cr_expect_eq(run_shell(BRISTLE " new cone | head -1"), 0);
  expect_in(printed, "-- A cone");
}
