/* Tests of gen/util.c: numbers, text, words, files, locale. */
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

static Run *run;

static void open_run(void)
{
  run = run_open();
}

static void close_run(void)
{
  run_close(run);
}

TestSuite(util, .init = open_run, .fini = close_run);

/* A number printed as it should be for each of these. */
Test(util, numbers_are_short_and_have_a_point_or_exponent)
{
  static const struct {
    double value;
    const char *text;
  } cases[] = {
      {0, "0.0"},        {1, "1.0"},           {-1, "-1.0"},
      {10, "10.0"},      {0.1, "0.1"},         {1e6, "1e6"},
      {1e-6, "1e-6"},    {250000, "250000.0"}, {0.75, "0.75"},
      {1e22, "1e22"},    {-2.5e-9, "-2.5e-9"}, {1.0 / 3, "0.3333333333333333"},
      {5e-324, "5e-324"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[32];
    cr_expect_str_eq(number_text(cases[i].value, text), cases[i].text);
  }
}

Test(util, numbers_read_back_equal)
{
  uint64_t state = 88172645463325252u;
  for (int i = 0; i < 200000; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    double value;
    memcpy(&value, &state, sizeof value);
    if (!isfinite(value)) continue;
    char text[32];
    number_text(value, text);
    const double back = strtod(text, NULL);
    cr_assert(memcmp(&back, &value, sizeof value) == 0, "%s", text);
    cr_assert(strpbrk(text, ".e"), "%s", text);
  }
}

Test(util, nearest_word_finds_slips_and_nothing_else)
{
  static const char *const words[] = {"pressure", "friction", "sigma0", "mu_c"};
  cr_expect_str_eq(nearest_word("presure", words, 4), "pressure");
  cr_expect_str_eq(nearest_word("firction", words, 4), "friction");
  cr_expect_str_eq(nearest_word("sigma_0", words, 4), "sigma0");
  cr_expect_null(nearest_word("colour", words, 4));
  cr_expect_null(nearest_word("", words, 4));
}

Test(util, text_grows_beyond_its_first_block)
{
  Text text = text_new(run);
  for (int i = 0; i < 5000; i++) text_add(&text, "%d,", i % 10);
  cr_expect_eq(text.length, 10000u);
  cr_expect_eq(strlen(text.chars), 10000u);
  cr_expect_eq(text.chars[9998], '9');
}

static const char *path_in(const char *folder, const char *name)
{
  return run_printf(run, "%s/%s", folder, name);
}

static char *new_folder(void)
{
  static char folder[] = "/tmp/bristle-test-XXXXXX";
  cr_assert(mkdtemp(folder));
  return folder;
}

Test(util, files_are_written_only_when_they_change)
{
  const char *folder = new_folder(), *path = path_in(folder, "pad.c");
  cr_assert_eq(setjmp(run->stop), 0, "%s", run->error);
  cr_expect(file_write(run, path, "int x;", 6));
  cr_expect_not(file_write(run, path, "int x;", 6));
  cr_expect(file_write(run, path, "int x", 5));
  cr_expect(file_write(run, path, "int xy", 6));
  size_t length;
  const Where nowhere = {NULL, 0};
  cr_expect_str_eq(file_read(run, path, &length, nowhere), "int xy");
  cr_expect_eq(length, 6u);
  unlink(path);
  rmdir(folder);
}

Test(util, a_file_that_cannot_be_written_leaves_the_old_one)
{
  const char *folder = new_folder(), *path = path_in(folder, "pad.c");
  if (setjmp(run->stop) == 0) {
    file_write(run, path_in(folder, "none/pad.c"), "x", 1);
    cr_assert_fail("wrote into a folder that is not there");
  }
  cr_expect(strstr(run->error, "cannot write"));
  cr_expect_eq(access(path, F_OK), -1);
  rmdir(folder);
}

Test(util, folders_are_made_with_their_parents)
{
  const char *folder = new_folder();
  const char *deep = path_in(folder, "a/b/c");
  cr_assert_eq(setjmp(run->stop), 0, "%s", run->error);
  dir_make(run, deep);
  dir_make(run, deep);
  struct stat status;
  cr_expect(stat(deep, &status) == 0 && S_ISDIR(status.st_mode));
}

Test(util, a_path_is_taken_beside_its_base)
{
  cr_expect_str_eq(path_beside(run, "specs/pad.lua", "pad.pgm"),
                   "specs/pad.pgm");
  cr_expect_str_eq(path_beside(run, "pad.lua", "pad.pgm"), "pad.pgm");
  cr_expect_str_eq(path_beside(run, "specs/pad.lua", "/x/pad.pgm"),
                   "/x/pad.pgm");
}

static int cleaned;

static void count_clean(void *thing)
{
  cleaned = 10 * cleaned + *(int *)thing;
}

Test(util, deferred_work_is_done_last_come_first)
{
  static int one = 1, two = 2;
  Run *other = run_open();
  run_defer(other, count_clean, &one);
  run_defer(other, count_clean, &two);
  run_close(other);
  cr_expect_eq(cleaned, 21);
}

Test(util, floats_are_rounded_in_loops_too)
{
  double x[4] = {0.1, -0.3, 1e-5, 3.3};
  const float expected[4] = {0.1f, -0.3f, 1e-5f, 3.3f};
  for (int i = 0; i < 4; i++) x[i] = float_rounded(x[i]);
  for (int i = 0; i < 4; i++) cr_expect_eq(x[i], (double)expected[i]);
}
