/* Tests of gen/base: numbers, text, words, files, deferred calls. */
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "support/place.h"

static Run *run;

static void open_run(void)
{
  run = run_open();
}

static void close_run(void)
{
  run_close(run);
}

TestSuite(base, .init = open_run, .fini = close_run);

Test(base, number_text_is_shortest_and_has_a_point_or_exponent)
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

Test(base, number_text_reads_back_equal)
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

/* Writes the fewest digits that read back equal, found by trying. Returns their
 * number. */
static int fewest_digits(double value, char out[32])
{
  int digits = 1;
  for (; digits < 17; digits++) {
    snprintf(out, 32, "%.*e", digits - 1, value);
    if (strtod(out, NULL) == value) break;
  }
  snprintf(out, 32, "%.*e", digits - 1, value);
  return digits;
}

static int digits_of(const char *text)
{
  int count = 0, zeros = 0;
  for (; *text && *text != 'e'; text++) {
    if (*text < '0' || *text > '9' || (count == 0 && *text == '0')) continue;
    count++;
    zeros = *text == '0' ? zeros + 1 : 0;
  }
  return count - zeros;
}

/* Numbers of any size, beside powers of ten and of two, denormal, fractions. */
Test(base, number_text_has_the_digits_that_trying_finds)
{
  uint64_t state = 1;
  for (int i = 0; i < 20000; i++) {
    const double x = number_random(&state, -1, 1), y = 1 + (double)(i % 999);
    const double values[] = {ldexp(x, i % 2000 - 1000), i % 4001 / y * 0.02,
                             nextafter(pow(10, i % 600 - 300), x),
                             nextafter(ldexp(1, i % 2046 - 1022), x),
                             ldexp(x, -1030 - i % 40)};
    const double value = values[i % 5] != 0 ? values[i % 5] : 1;
    char text[32], tried[32];
    const int fewest = fewest_digits(value, tried);
    number_text(value, text);
    cr_assert_eq(strtod(text, NULL), value, "%s, %s", text, tried);
    cr_assert_leq(digits_of(text), fewest, "%s, %s", text, tried);
    int e; /* a power of two may have a digit less */
    if (fabs(frexp(value, &e)) != 0.5)
      cr_assert_eq(digits_of(text), fewest, "%s, %s", text, tried);
  }
}

Test(base, nearest_word_finds_misspelt_words_only)
{
  static const char *const words[] = {"pressure", "friction", "sigma0", "mu_c"};
  cr_expect_str_eq(nearest_word("presure", words, 4), "pressure");
  cr_expect_str_eq(nearest_word("firction", words, 4), "friction");
  cr_expect_str_eq(nearest_word("sigma_0", words, 4), "sigma0");
  cr_expect_null(nearest_word("colour", words, 4));
  cr_expect_null(nearest_word("", words, 4));
}

Test(base, text_grows_beyond_its_first_block)
{
  Text text = text_new(run);
  for (int i = 0; i < 5000; i++) text_add(&text, "%d,", i % 10);
  cr_expect_eq(text.length, 10000u);
  cr_expect_eq(strlen(text.chars), 10000u);
  cr_expect_eq(text.chars[9998], '9');
}

/* Texts of less and more than the memory on the stack, in which a text is made
 * first; formats with %s alone, and with others. */
Test(base, formatted_text_is_that_of_snprintf)
{
  static char part[2000], expected[9000];
  for (size_t length = 0; length < sizeof part; length += 127) {
    memset(part, 'x', length);
    part[length] = 0;
    Text text = text_new(run);
    text_add(&text, "a%sb%s", part, part);
    text_add(&text, "%s%%%s, %5d%%", part, "", (int)length);
    text_add(&text, "%s", "");
    snprintf(expected, sizeof expected, "a%sb%s%s%%, %5d%%", part, part, part,
             (int)length);
    cr_assert_str_eq(text.chars, expected);
    cr_assert_str_eq(
        run_printf(run, "a%sb%s%s%%, %5d%%", part, part, part, (int)length),
        expected);
    cr_assert_str_eq(run_printf(run, "%s%s", expected, part),
                     run_printf(run, "%s%.*s", expected, (int)length, part));
  }
}

static const char *path_in(const char *folder, const char *name)
{
  return run_printf(run, "%s/%s", folder, name);
}

static char *new_folder(void)
{
  static char folder[200];
  make_test_folder("base", folder, sizeof folder);
  return folder;
}

Test(base, file_write_writes_only_if_the_content_differs)
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

Test(base, file_write_into_a_missing_folder_is_an_error)
{
  const char *folder = new_folder(), *path = path_in(folder, "pad.c");
  if (setjmp(run->stop) == 0) {
    file_write(run, path_in(folder, "none/pad.c"), "x", 1);
    cr_assert_fail("file_write wrote into a folder that does not exist");
  }
  cr_expect(strstr(run->error, "cannot write"));
  cr_expect_eq(access(path, F_OK), -1);
  rmdir(folder);
}

static void fail_inside(void *context)
{
  const Where nowhere = {NULL, 0};
  run_fail(context, nowhere, "inside");
}

static void try_twice(void *context)
{
  const Where nowhere = {NULL, 0};
  cr_expect_not(run_try(context, fail_inside, context));
  cr_expect_null(run->error);
  run_fail(context, nowhere, "outside");
}

Test(base, an_error_that_is_tried_does_not_end_the_run)
{
  cr_expect_not(run_catch(run, try_twice, run));
  cr_expect_str_eq(run->error, "outside");
}

Test(base, an_error_that_nobody_catches_ends_the_process, .signal = SIGABRT)
{
  const Where nowhere = {NULL, 0};
  run_try(run, fail_inside, run); /* its frame is gone */
  run_fail(run, nowhere, "outside");
}

Test(base, dir_make_makes_the_folders_above_too)
{
  const char *folder = new_folder();
  const char *deep = path_in(folder, "a/b/c");
  cr_assert_eq(setjmp(run->stop), 0, "%s", run->error);
  dir_make(run, deep);
  dir_make(run, deep);
  struct stat status;
  cr_expect(stat(deep, &status) == 0 && S_ISDIR(status.st_mode));
}

Test(base, path_beside_is_in_the_folder_of_its_base)
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

Test(base, run_close_calls_the_last_deferred_function_first)
{
  static int one = 1, two = 2;
  Run *other = run_open();
  run_defer(other, count_clean, &one);
  run_defer(other, count_clean, &two);
  run_close(other);
  cr_expect_eq(cleaned, 21);
}

Test(base, float_rounded_rounds_in_loops_too)
{
  double x[4] = {0.1, -0.3, 1e-5, 3.3};
  const float expected[4] = {0.1f, -0.3f, 1e-5f, 3.3f};
  for (int i = 0; i < 4; i++) x[i] = float_rounded(x[i]);
  for (int i = 0; i < 4; i++) cr_expect_eq(x[i], (double)expected[i]);
}
