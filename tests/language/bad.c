/* Every spec in a folder of tests/bad/ is refused with exactly the message in
 * its first line: `--! LINE: message`. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "support/loading.h"

enum { LONGEST = 512, MOST = 1000, PARTS = 8 };

typedef struct BadSpec {
  char path[LONGEST];
} BadSpec;

static size_t list_bad(BadSpec *specs, size_t most)
{
  glob_t found;
  size_t count = 0;
  glob(TEST_BAD "/*/*.lua", 0, NULL, &found);
  for (; count < found.gl_pathc && count < most; count++)
    snprintf(specs[count].path, LONGEST, "%s", found.gl_pathv[count]);
  globfree(&found);
  return count;
}

static void expect_refused(const char *path)
{
  char first[LONGEST] = "", expected[2 * LONGEST];
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file);
  cr_assert_not_null(fgets(first, sizeof first, file));
  fclose(file);
  first[strcspn(first, "\n")] = 0;
  cr_assert(strncmp(first, "--! ", 4) == 0,
            "%s: the first line must be --! LINE: message", path);
  snprintf(expected, sizeof expected, "%s:%s", path, first + 4);
  Loaded loaded = load_file(path, NULL);
  cr_expect_not_null(loaded.error, "%s was accepted", path);
  if (loaded.error) cr_expect_str_eq(loaded.error, expected);
  unload(&loaded);
}

/* PARTS processes: a process for each spec takes longer than the spec. */
ParameterizedTestParameters(bad, specs_are_refused_with_their_messages)
{
  static int parts[PARTS];
  for (int i = 0; i < PARTS; i++) parts[i] = i;
  return cr_make_param_array(int, parts, PARTS);
}

ParameterizedTest(const int *part, bad, specs_are_refused_with_their_messages)
{
  static BadSpec specs[MOST];
  const size_t count = list_bad(specs, MOST);
  for (size_t i = (size_t)*part; i < count; i += PARTS)
    expect_refused(specs[i].path);
}

Test(bad, every_spec_of_the_folders_is_read)
{
  static BadSpec specs[MOST];
  const size_t count = list_bad(specs, MOST);
  cr_expect_geq(count, 400u);
  cr_expect_lt(count, (size_t)MOST, "raise MOST");
}
