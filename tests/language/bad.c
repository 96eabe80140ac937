/* Every spec in a folder of tests/bad/ is refused with exactly the message in
 * its first line: `--! LINE: message`. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "support/loading.h"

enum { LONGEST = 512, MOST = 1000 };

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

ParameterizedTestParameters(bad, spec_is_refused_with_its_message)
{
  static BadSpec specs[MOST];
  return cr_make_param_array(BadSpec, specs, list_bad(specs, MOST));
}

ParameterizedTest(BadSpec *bad, bad, spec_is_refused_with_its_message)
{
  char first[LONGEST] = "", expected[2 * LONGEST];
  FILE *file = fopen(bad->path, "r");
  cr_assert_not_null(file);
  cr_assert_not_null(fgets(first, sizeof first, file));
  fclose(file);
  first[strcspn(first, "\n")] = 0;
  cr_assert(strncmp(first, "--! ", 4) == 0,
            "%s: the first line must be --! LINE: message", bad->path);
  snprintf(expected, sizeof expected, "%s:%s", bad->path, first + 4);
  Loaded loaded = load_file(bad->path, NULL);
  cr_expect_not_null(loaded.error, "%s was accepted", bad->path);
  if (loaded.error) cr_expect_str_eq(loaded.error, expected);
  unload(&loaded);
}

Test(bad, every_spec_of_the_folders_is_read)
{
  static BadSpec specs[MOST];
  const size_t count = list_bad(specs, MOST);
  cr_expect_geq(count, 400u);
  cr_expect_lt(count, (size_t)MOST, "raise MOST");
}
