/* Tests that verify finds faults that emitted solvers once had, if they are put
 * back: Dahl's curve where slip across an axis makes it steep, and a body's
 * step that did not see damping set in. What held by another normal force than
 * that of sliding is in tests/mechanism/rest.c. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/support.h"

TestSuite(faults, .init = compiling_begin, .fini = compiling_end);

/* Puts a fault into the emitted text by sed and expects verify to report that
 * check; without the fault the spec holds. */
static void expect_found(const char *spec, const char *name, const char *edit,
                         const char *check)
{
  cr_assert_eq(run_shell("rm -rf %s/o; %s emit %s -o %s/o --descriptor && "
                         "sed '%s' %s/o/%s.c >%s/it.c && "
                         "! cmp -s %s/it.c %s/o/%s.c && mv %s/it.c %s/o/%s.c",
                         folder, BRISTLE, spec, folder, edit, folder, name,
                         folder, folder, folder, name, folder, folder, name),
               0, "%s: %s", edit, printed);
  cr_expect_eq(run_shell("%s verify %s %s/o/%s.c --backend=tcc | "
                         "grep '^  %s .*FAIL'",
                         BRISTLE, spec, folder, name, check),
               0, "%s", edit);
  cr_expect_eq(run_shell("%s verify %s --backend=tcc", BRISTLE, spec), 0, "%s",
               printed);
}

Test(faults, a_dahl_curve_that_is_cut_off_is_found)
{
  const char *spec =
      save("puck.lua",
           "return mechanism { name = \"puck\", q = { \"x\", \"y\", \"z\" },\n"
           "  kinetic = function(q, qd)\n"
           "    return 0.5*(qd.x^2 + qd.y^2 + qd.z^2) end,\n"
           "  force = function(q, qd, t) return { 0, 0, -9.8 } end,\n"
           "  constraint = function(q) return { q.z } end,\n"
           "  contact = function(q) return { q.x, q.y, q.z } end,\n"
           "  friction = dahl { sigma = 300, alpha = 1.5, mu = 0.4 },\n"
           "  scenario = { duration = 1, dt = 1e-3, q = { 0.6, 0, 0 } } }\n");
  expect_found(spec, "puck",
               "s|is_slow ? 1.0 : size/u|is_slow ? 1.0 : size/u < 2.0 ? size/u "
               ": 2.0|",
               "rate");
}

/* Neither the size of the step nor pose and springs count. */
Test(faults, a_body_that_does_not_see_damping_set_in_is_found)
{
  expect_found("tests/data/contact/late_damping.lua", "late_damping",
               "s/return late_damping_crosses(from, to);/return 0;/; "
               "s/\\(w->part) > 0.5f*) return\\) 1;/\\1 0;/; "
               "s/return [a-z_]*(slip\\*slip.*;/return slip > bend ? slip : "
               "bend;/",
               "body_step");
}
