/* Tests of the fuzzers' targets on their corpora: each file of
 * tests/fuzz/corpus/TARGET, findings of the past among them. */
#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/target/target.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"

TestSuite(corpus, .init = compiling_begin, .fini = compiling_end);

static void run_file(FuzzTarget *target, const char *path)
{
  Run *run = run_open();
  size_t length;
  const char *bytes = file_read(run, path, &length, (Where){path, 0});
  target((const uint8_t *)bytes, length);
  run_close(run);
}

static void run_corpus(const char *name)
{
  char pattern[100];
  glob_t found;
  snprintf(pattern, sizeof pattern, "tests/fuzz/corpus/%s/*", name);
  cr_assert_eq(glob(pattern, 0, NULL, &found), 0, "%s", pattern);
  for (size_t i = 0; i < found.gl_pathc; i++)
    for (const NamedTarget *t = fuzz_targets; t->name; t++)
      if (strcmp(t->name, name) == 0) run_file(t->run, found.gl_pathv[i]);
  globfree(&found);
}

Test(corpus, specs_are_taken_or_refused_with_a_reason)
{
  run_corpus("spec");
}

Test(corpus, values_are_taken_or_refused_with_a_reason)
{
  run_corpus("set");
}

Test(corpus, images_are_taken_or_refused_with_a_reason)
{
  run_corpus("image");
}

Test(corpus, foreign_files_are_taken_or_refused_with_a_reason)
{
  run_corpus("foreign");
}

Test(corpus, solvers_keep_their_promises)
{
  run_corpus("solver");
}

/* ---- random specs -------------------------------------------------------- */

/* Extreme specs in `make soak` only. */
Test(corpus, random_specs_hold_or_are_refused_with_a_reason)
{
  const bool is_whole = in_soak();
  static const char *const all[] = {"contact",   "reduced", "slider",
                                    "mechanism", "cone",    "joint"};
  for (size_t i = 0; i < COUNT(all); i++)
    cr_expect_eq(run_shell(BRISTLE " run tests/fuzz/judge.lua " BRISTLE
                                   " %s/found %d %s %s",
                           folder, is_whole ? 100 : 1, all[i],
                           is_whole ? "" : "moderate"),
                 0, "%s", printed);
}

Test(corpus, a_seed_gives_the_same_spec_each_time)
{
  static char first[sizeof printed];
  for (int i = 0; i < 2; i++) {
    cr_assert_eq(run_shell("for kind in contact reduced slider mechanism cone "
                           "joint; do for mode in moderate extreme; do "
                           "lua5.4 tests/fuzz/random_spec.lua $kind $mode 7; "
                           "done; done"),
                 0, "%s", printed);
    if (i == 0) strcpy(first, printed);
  }
  cr_expect_gt(strlen(first), 2000);
  cr_expect_str_eq(first, printed);
}

/* ---- the judge of random specs ------------------------------------------- */

/* A stand-in for the program: what it does is told by the seed. */
static void expect_judged(const char *shell, const char *words)
{
  char path[200];
  write_script("stand-in", shell);
  snprintf(path, sizeof path, "%s/stand-in", folder);
  run_shell(BRISTLE " run tests/fuzz/judge.lua %s %s/found 1 cone moderate",
            path, folder);
  expect_in(printed, words);
}

Test(corpus, whatever_is_not_right_is_listed)
{
  expect_judged("exit 0", "cone moderate 1: no figures");
  expect_judged("echo '{\"r\": 1}'", "cone moderate: 1 held, 0 refused");
  expect_judged("echo '{\"r\": nan}'", "cone moderate 1: no figures");
  expect_judged("kill -SEGV $$", "cone moderate 1: check crashed");
  expect_judged("exit 2", "cone moderate 1: check gives no reason");
  expect_judged("echo bad.lua:3: no >&2; exit 2", "0 held, 1 refused");
  expect_judged("[ $1 = check ] || exit 1; echo '{}'", "verify does not hold");
  expect_judged("[ $1 = check ] || exit 2; echo '{}'", "verify refuses");
}
