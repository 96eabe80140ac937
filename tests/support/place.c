/* place.c: makes the folders of tests. `make test` sets TMPDIR. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/place.h"

const char *test_place(void)
{
  const char *const place = getenv("TMPDIR");
  return place && *place ? place : "/tmp";
}

void make_test_folder(const char *name, char *path, size_t size)
{
  const int length =
      snprintf(path, size, "%s/bristle-%s-XXXXXX", test_place(), name);
  cr_assert(length > 0 && (size_t)length < size, "TMPDIR is too long: %s",
            test_place());
  cr_assert_not_null(mkdtemp(path), "%s", path);
}
