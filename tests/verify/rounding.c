/* Tests of the notes of verify on solvers of floats, and of pipeline_verify
 * called by a program. */
#include <criterion/criterion.h>
#include <string.h>

#include "backend/backend.h"
#include "pipeline.h"
#include "support/compiling.h"
#include "support/loading.h"
#include "verify/verify.h"

TestSuite(rounding, .init = compiling_begin, .fini = compiling_end);

/* The acceleration rate.8 is 2e-15 in double: rounding of terms that cancel.
 * Over that size the note said 5e8. */
Test(rounding, a_number_that_is_rounding_has_the_scale_of_its_output)
{
  static const char *const overrides[] = {"real=float", NULL};
  Loaded loaded = load_file("specs/mechanism/slider_crank.lua", overrides);
  cr_assert_null(loaded.error, "%s", loaded.error);
  const Verification *v = pipeline_verify(loaded.pipeline, &tcc_backend, NULL);
  int notes = 0;
  cr_expect(verify_holds(v));
  for (const Check *c = v->first; c; c = c->next) {
    if (strncmp(c->name, "float ", 6) != 0) continue;
    cr_expect_lt(c->worst, 1e-5, "%s: %g, %s", c->name, c->worst, c->at);
    notes++;
  }
  cr_expect_eq(notes, 8);
  unload(&loaded);
}

static void verify_caught(void *context)
{
  pipeline_verify(context, &tcc_backend, NULL);
}

/* The notes read the spec again, with doubles. A text of tests is no file any
 * more: an error without run_catch around it jumped anywhere. */
Test(rounding, a_spec_that_is_gone_is_an_error_that_is_caught)
{
  Loaded loaded = load_contact("real = \"float\"", NULL);
  cr_assert_null(loaded.error, "%s", loaded.error);
  cr_expect_not(run_catch(loaded.run, verify_caught, loaded.pipeline));
  expect_in(loaded.run->error, "spec.lua");
  unload(&loaded);
}
