/* Tests of gen/backend/cache.c, the cache of compiled solvers, and of
 * gen/base/hash.c, which names the entries. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "backend/backend.h"
#include "cli/cli.h"
#include "support/compiling.h"

TestSuite(cache, .init = compiling_begin_alone, .fini = compiling_end);
TestSuite(hash);

static bool is_cached(const char *text)
{
  bool was_cached;
  value_of(text, &was_cached);
  return was_cached;
}

/* Returns the path of the only entry of the cache. */
static const char *only_entry(void)
{
  static char path[512];
  struct dirent *entry;
  path[0] = 0;
  cr_assert_eq(names_in(solvers()), 1);
  DIR *dir = opendir(solvers());
  while ((entry = readdir(dir)))
    if (entry->d_name[0] != '.')
      snprintf(path, sizeof path, "%s/%s", solvers(), entry->d_name);
  closedir(dir);
  cr_assert(path[0]);
  return path;
}

/* ---- the cache --------------------------------------------------------- */

Test(cache, the_second_compilation_comes_from_the_cache)
{
  struct stat status;
  cr_expect_not(is_cached(thrice));
  cr_expect(is_cached(thrice));
  cr_expect_eq(value_of(thrice, NULL), 3.0);
  cr_expect_eq(names_in(solvers()), 1);
  cr_assert_eq(stat(solvers(), &status), 0);
  cr_expect_eq(status.st_mode & 0777, 0700u);
}

Test(cache, another_text_or_compiler_gives_another_entry)
{
  cr_expect_not(is_cached(thrice));
  cr_expect_not(is_cached(fourfold));
  setenv("CC", "cc -g0", 1);
  cr_expect_not(is_cached(thrice));
  cr_expect(is_cached(thrice));
  write_script("mine", "exec cc \"$@\"");
  cr_expect_not(is_cached(thrice));
  cr_expect(is_cached(thrice));
  write_script("mine", "exec  cc \"$@\""); /* another size */
  cr_expect_not(is_cached(thrice));
  for (int i = 1; i <= 3; i++) { /* another time: seconds, nanoseconds */
    const struct timespec time = {1000000000 + i / 2, i % 2};
    const struct timespec times[2] = {time, time};
    cr_assert_eq(utimensat(AT_FDCWD, getenv("CC"), times, 0), 0);
    cr_expect_not(is_cached(thrice));
  }
  unsetenv("CC");
  cr_expect(is_cached(thrice));
  cr_expect_eq(names_in(solvers()), 8);
}

Test(cache, a_changed_compiler_behind_a_wrapper_gives_another_entry)
{
  char path[200];
  write_script("inner", "exec cc \"$@\"");
  snprintf(path, sizeof path, "env %s/inner", folder);
  setenv("CC", path, 1);
  cr_expect_not(is_cached(thrice));
  cr_expect(is_cached(thrice));
  write_script("inner", "exec cc -g0 \"$@\"");
  setenv("CC", path, 1);
  cr_expect_not(is_cached(thrice));
}

Test(cache, a_damaged_entry_is_compiled_again)
{
  static const char *const damages[] = {
      "truncate -s -20 $E", "truncate -s 3000 $E", "truncate -s 0 $E",
      "printf X | dd of=$E bs=1 seek=600 conv=notrunc 2>/dev/null",
      "chmod g+w $E"};
  value_of(thrice, NULL);
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
    shell("E=%s; %s", only_entry(), damages[i]);
    cr_expect_not(is_cached(thrice), "%s", damages[i]);
    cr_expect(is_cached(thrice));
    cr_expect_eq(value_of(thrice, NULL), 3.0);
  }
}

Test(cache, an_entry_under_another_name_is_not_used)
{
  char first[512];
  value_of(thrice, NULL);
  snprintf(first, sizeof first, "%s", only_entry());
  shell("mv %s %s/kept", first, folder);
  value_of(fourfold, NULL);
  shell("cp %s/kept %s", folder, only_entry());
  cr_expect_eq(value_of(fourfold, NULL), 4.0);
}

Test(cache, solvers_compile_if_the_cache_cannot_be_made)
{
  setenv("BRISTLE_CACHE", "/proc/bristle", 1);
  setenv("TMPDIR", folder, 1);
  cr_expect_not(is_cached(thrice));
  cr_expect_not(is_cached(thrice));
  cr_expect_eq(value_of(thrice, NULL), 3.0);
  cr_expect_eq(names_in(folder), 0);
}

Test(cache, a_read_only_cache_is_read)
{
  value_of(thrice, NULL);
  cr_assert_eq(chmod(solvers(), 0500), 0);
  if (geteuid() == 0) { /* root may write whatever the mode is */
    shell("chown -R 65534:65534 %s", folder);
    cr_assert_eq(setgid(65534), 0);
    cr_assert_eq(setuid(65534), 0);
  }
  cr_expect(is_cached(thrice));
  cr_expect_eq(value_of(fourfold, NULL), 4.0);
  cr_expect_not(is_cached(fourfold));
  cr_expect_eq(names_in(solvers()), 1);
}

Test(cache, a_cache_that_other_users_may_write_to_is_refused)
{
  value_of(thrice, NULL);
  cr_assert_eq(chmod(solvers(), 0777), 0);
  const Compiled out = try_compile(&cc_backend, thrice);
  cr_assert_null(out.module);
  expect_in(out.error, "other users may write to this folder");
  expect_in(out.error, solvers());
}

static Compiled compiled_below(const char *mode)
{
  static char path[200];
  snprintf(path, sizeof path, "%s/open/cache", folder);
  setenv("BRISTLE_CACHE", path, 1);
  shell("mkdir -p %s && chmod %s %s/open", path, mode, folder);
  return try_compile(&cc_backend, thrice);
}

Test(cache, a_folder_that_other_users_may_replace_is_refused)
{
  static const char *const modes[] = {"777", "757"};
  for (size_t i = 0; i < COUNT(modes); i++) {
    const Compiled out = compiled_below(modes[i]);
    cr_assert_null(out.module, "%s", modes[i]);
    expect_in(out.error, "/open/cache/solvers: other users may replace what ");
  }
}

Test(cache, a_folder_to_which_others_can_only_add_is_used)
{
  Compiled out = compiled_below("1777");
  cr_assert_not_null(out.module, "%s", out.error);
  out = compiled_below("755");
  cr_assert_not_null(out.module, "%s", out.error);
}

Test(cache, a_folder_below_that_of_another_user_is_refused)
{
  if (geteuid() != 0) cr_skip_test("only root can give folders away");
  shell("mkdir %s/open && chown 65534 %s/open", folder, folder);
  const Compiled out = compiled_below("755");
  cr_assert_null(out.module);
  expect_in(out.error, "other users may replace what is in ");
}

/* What has the name of the entry can change after the entry was verified. */
Test(cache, what_is_loaded_is_what_was_read)
{
  value_of(thrice, NULL);
  value_of(fourfold, NULL);
  Module *const three = compile(&cc_backend, thrice);
  Module *const four = compile(&cc_backend, fourfold);
  Module *const again = compile(&cc_backend, thrice);
  cr_expect_eq(call(three, "f", 1), 3.0);
  cr_expect_eq(call(four, "f", 1), 4.0);
  cr_expect_eq(call(again, "f", 1), 3.0);
  shell("! grep -q %s /proc/%ld/maps", solvers(), (long)getpid());
  cr_expect_neq(module_symbol(three, "f"), module_symbol(four, "f"));
  module_close(three);
  module_close(four);
  module_close(again);
}

static void folder_caught(Run *run, char *out, size_t room)
{
  if (setjmp(run->stop))
    snprintf(out, room, "%s", run->error);
  else
    snprintf(out, room, "%s", cache_folder(run));
}

static const char *folder_or_error(void)
{
  static char text[300];
  Run *run = run_open();
  folder_caught(run, text, sizeof text);
  run_close(run);
  return text;
}

Test(cache, environment_variables_choose_the_folder)
{
  setenv("HOME", "/home/ada", 1);
  setenv("XDG_CACHE_HOME", "/xdg", 1);
  setenv("BRISTLE_CACHE", "/own", 1);
  cr_expect_str_eq(folder_or_error(), "/own");
  setenv("BRISTLE_CACHE", "", 1);
  cr_expect_str_eq(folder_or_error(), "/xdg/bristle");
  setenv("XDG_CACHE_HOME", "relative", 1);
  cr_expect_str_eq(folder_or_error(), "/home/ada/.cache/bristle");
  unsetenv("HOME");
  expect_in(folder_or_error(), "HOME is not set; set BRISTLE_CACHE");
}

Test(cache, compiling_removes_work_folders_older_than_ten_minutes)
{
  value_of(thrice, NULL);
  shell(
      "cd %s && mkdir .work-oldold .work-newnew && touch -d '1 hour ago' "
      ".work-oldold",
      solvers());
  value_of(fourfold, NULL);
  shell("cd %s && [ ! -e .work-oldold ] && [ -d .work-newnew ]", solvers());
}

Test(cache, cache_clear_removes_entries_and_stale_work_only)
{
  value_of(thrice, NULL);
  value_of(fourfold, NULL);
  Module *module = compile(&cc_backend, thrice);
  shell(
      "cd %s && mkdir .work-oldold .work-newnew ../symengine && "
      "touch .work-oldold/pad.c notes.so && touch -d '1 hour ago' "
      ".work-oldold",
      solvers());
  Run *run = run_open();
  cache_keep(run, "rule", "key", "12345", 5);
  const CacheCount before = cache_count(run);
  cr_expect_eq(before.solvers, 2u);
  cr_expect_eq(before.results, 1u);
  cr_expect_gt(before.bytes, 2000u);
  const CacheCount cleared = cache_clear(run);
  cr_expect_eq(memcmp(&cleared, &before, sizeof before), 0);
  const CacheCount after = cache_count(run);
  cr_expect_eq(after.solvers + after.results + after.bytes, 0u);
  run_close(run);
  cr_expect_eq(names_in(solvers()), 2, "notes.so and .work-newnew stay");
  shell("[ -d %s/../symengine ]", solvers());
  cr_expect_eq(call(module, "f", 1.0), 3.0, "an open module stays valid");
  module_close(module);
  cr_expect_not(is_cached(thrice));
}

Test(cache, the_verb_counts_and_clears)
{
  char out[400];
  value_of(thrice, NULL);
  static const char *const runs[][2] = {
      {"cache", "1 compiled solver and 0 results, "},
      {"cache --clear", "removed 1 compiled solver and 0 results from "},
      {"cache", "0 compiled solvers and 0 results, 0 kB, in "},
      {"cache --help", "usage: bristle cache [--clear]"}};
  for (size_t i = 0; i < 4; i++) {
    char command[200];
    snprintf(command, sizeof command, "%s %s", BRISTLE, runs[i][0]);
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    out[fread(out, 1, sizeof out - 1, pipe)] = 0;
    cr_expect_eq(pclose(pipe), 0);
    cr_expect_eq(strncmp(out, runs[i][1], strlen(runs[i][1])), 0, "%s: %s",
                 runs[i][0], out);
  }
  cr_expect_eq(system(BRISTLE " cache spec.lua 2>/dev/null") >> 8, EXIT_USAGE);
}

/* ---- results ----------------------------------------------------------- */

static bool is_kept(Run *run, const char *name, const char *key, size_t length)
{
  const char *bytes = cache_find(run, name, key, length);
  cr_expect(!bytes || memcmp(bytes, "12345", length) == 0);
  return bytes;
}

Test(cache, a_result_is_found_by_its_name_key_and_length)
{
  Run *run = run_open();
  cr_expect_not(is_kept(run, "rule", "a", 5));
  cache_keep(run, "rule", "a", "12345", 5);
  cr_expect(is_kept(run, "rule", "a", 5));
  cr_expect_not(is_kept(run, "rule", "a", 4));
  cr_expect_not(is_kept(run, "rule", "b", 5));
  cr_expect_not(is_kept(run, "table", "a", 5));
  shell("printf x | dd of=%s bs=1 seek=2 conv=notrunc 2>/dev/null",
        only_entry());
  cr_expect_not(is_kept(run, "rule", "a", 5), "the entry is damaged");
  run_close(run);
}

static void keep_and_find(void *context)
{
  Run *run = context;
  cache_keep(run, "rule", "a", "12345", 5);
  cr_expect_not(is_kept(run, "rule", "a", 5));
}

Test(cache, results_are_not_kept_where_others_may_write_or_without_a_folder)
{
  Run *run = run_open();
  value_of(thrice, NULL);
  chmod(solvers(), 0777);
  cr_expect(run_catch(run, keep_and_find, run), "%s", run->error);
  chmod(solvers(), 0700);
  unsetenv("BRISTLE_CACHE");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  cr_expect(run_catch(run, keep_and_find, run), "%s", run->error);
  run_close(run);
}

/* ---- processes and threads --------------------------------------------- */

/* Compiles when the other end of the pipe closes; the exit code is 0 if that
 * succeeds. */
static void child_compiles(int gate)
{
  char byte;
  if (read(gate, &byte, 1) != 0) _exit(3);
  const Compiled out = try_compile(&cc_backend, plenty);
  if (!out.module) _exit(4);
  _exit(module_symbol(out.module, "f") ? 0 : 5);
}

Test(cache, processes_that_compile_the_same_unit_all_succeed)
{
  enum { CHILDREN = 6 };
  int gate[2], status;
  cr_assert_eq(pipe(gate), 0);
  pid_t children[CHILDREN];
  for (int i = 0; i < CHILDREN; i++) {
    children[i] = fork();
    cr_assert_geq(children[i], 0);
    if (children[i] > 0) continue;
    close(gate[1]);
    child_compiles(gate[0]);
  }
  close(gate[1]);
  for (int i = 0; i < CHILDREN; i++) {
    cr_assert_eq(waitpid(children[i], &status, 0), children[i]);
    cr_expect_eq(status, 0);
  }
  only_entry();
  cr_expect(is_cached(plenty));
}

static void *compile_same(void *context)
{
  const Compiled out = try_compile(&cc_backend, thrice);
  if (!out.module) return context;
  const double value = call(out.module, "f", 1.0);
  module_close(out.module);
  return value == 3.0 ? NULL : context;
}

static void expect_threads(void *(*body)(void *context))
{
  enum { THREADS = 8 };
  pthread_t threads[THREADS];
  int first[THREADS];
  for (int i = 0; i < THREADS; i++) {
    first[i] = 1000 * i;
    cr_assert_eq(pthread_create(&threads[i], NULL, body, &first[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    cr_expect_null(result);
  }
}

Test(cache, threads_compile_the_same_unit_with_cc)
{
  expect_threads(compile_same);
  only_entry();
}

/* ---- hashes ------------------------------------------------------------ */

static void expect_hash(const char *bytes, size_t length, const char *hex)
{
  Run *run = run_open();
  cr_expect_str_eq(hash_hex(run, bytes, length), hex);
  for (size_t piece = 1; piece < 150; piece += 7) {
    Hash hash = hash_new();
    for (size_t at = 0; at < length; at += piece)
      hash_add(&hash, bytes + at, length - at < piece ? length - at : piece);
    cr_expect_str_eq(hash_end_hex(&hash, run), hex, "pieces of %zu", piece);
  }
  run_close(run);
}

Test(hash, agrees_with_the_standard)
{
  static const char two_blocks[] =
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  static char million[1000000];
  memset(million, 'a', sizeof million);
  expect_hash(
      "", 0,
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect_hash(
      "abc", 3,
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect_hash(
      two_blocks, sizeof two_blocks - 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  expect_hash(
      million, sizeof million,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

Test(hash, texts_differ_from_their_concatenation)
{
  Run *run = run_open();
  Hash one = hash_new(), two = hash_new();
  hash_text(&one, "ab");
  hash_text(&one, "c");
  hash_text(&two, "a");
  hash_text(&two, "bc");
  cr_expect_str_neq(hash_end_hex(&one, run), hash_end_hex(&two, run));
  run_close(run);
}
