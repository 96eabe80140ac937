/* Tests of the emitted text of mechanisms: what must not occur in the files of
 * any shipped spec, whatever its normal force and precision. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "mechanism/machine.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/reading.h"

TestSuite(mechanism_emitted);

static void check_text(const Emission *e, const char *what)
{
  const char *source = e->source;
  cr_assert_null(e->error, "%s: %s", what, e->error);
  expect_no_factor_one(source, what);
  expect_void_of_unused(source, what);
  /* the chain's functions multiply numbers in Lua */
  if (!strstr(what, CHAIN)) expect_short_literals(source, what);
  expect_no_twins(source, what);
  expect_short_lines(e->texts->header, what);
  expect_short_lines(source, what);
  expect_short_lines(e->texts->descriptor, what);
}

Test(mechanism_emitted, text_is_fit_to_be_read)
{
  static const char *const specs[] = {BLOCK,     ARM,        HOOP, CRANK,
                                      DAHL_BELT, LUGRE_BELT, CHAIN};
  static const char *const keys[] = {"real=\"double\"", "real=\"float\"",
                                     "normal=\"coupled\"", "normal=\"ideal\""};
  for (size_t i = 0; i < COUNT(specs); i++)
    for (size_t k = 0; k < COUNT(keys); k++) {
      const char *const overrides[] = {keys[k], NULL};
      char what[200];
      Emission e = emit_overridden(specs[i], overrides);
      snprintf(what, sizeof what, "%s %s", specs[i], keys[k]);
      check_text(&e, what);
      emission_close(&e);
    }
}
