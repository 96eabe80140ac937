/* Tests of the list of laws: the members of each law. tests/bad/laws has laws
 * that a kind refuses. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "laws/values.h"
#include "support/emitting.h"
#include "support/compiling.h"

TestSuite(laws, .init = compiling_begin, .fini = compiling_end);

Test(laws, every_law_has_keys_with_help)
{
  for (size_t i = 0; friction_laws[i]; i++) {
    const Law *law = friction_laws[i];
    cr_expect_gt(law->nfields, 0u, "%s", law->word);
    for (size_t k = 0; k < law->nfields; k++)
      cr_expect(law->fields[k].help && *law->fields[k].help, "%s.%s", law->word,
                law->fields[k].name);
  }
}

Test(laws, every_law_is_used_by_a_kind_that_exists)
{
  for (size_t i = 0; friction_laws[i]; i++) {
    const Law *law = friction_laws[i];
    cr_expect_not_null(law->kinds[0], "%s", law->word);
    for (size_t k = 0; law->kinds[k]; k++) {
      bool is_there = false;
      for (size_t n = 0; kinds[n]; n++)
        is_there |= strcmp(kinds[n]->word, law->kinds[k]) == 0;
      cr_expect(is_there, "%s is used by no %s", law->word, law->kinds[k]);
    }
  }
}

/* Returns the number of times that `part` is in `text`. */
static int count(const char *text, const char *part)
{
  int n = 0;
  for (const char *at = text; (at = strstr(at, part)); at++) n++;
  return n;
}

Test(laws, help_shows_each_law_once)
{
  cr_assert_eq(run_shell(BRISTLE " help"), 0, "%s", printed);
  for (size_t i = 0; friction_laws[i]; i++) {
    char title[80];
    snprintf(title, sizeof title, "\nfriction = %s {", friction_laws[i]->word);
    cr_expect_eq(count(printed, title), 1, "%s", title);
  }
  cr_expect_eq(count(printed, "Stribeck exponent; between 0.1 and 4; 2 by default"), 1);
}

Test(laws, no_friction_has_no_reference)
{
  const Friction none = {0};
  cr_expect_null(friction_reference(&none));
}
