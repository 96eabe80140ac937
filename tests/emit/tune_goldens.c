/* Tests of the self-tests of tuned solvers. In: a spec with tune of each kind.
 * Out: claims that an emitted file finds by itself what _tune computes wrongly,
 * though its default values are right. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

static void begin(void)
{
  compiling_begin();
  save("user.c", "#include \"m.h\"\nint main(void) { return m_selftest(); }\n");
}

TestSuite(tune_goldens, .init = begin, .fini = compiling_end);

#define LUGRE                                                               \
  "friction = lugre { sigma0 = 1e5, sigma1 = 200, sigma2 = 0.2, mu_c = 1, " \
  "mu_s = 1.2, v_s = 1e-3, s_ba = 0.9 }, tune = { mu_c = { 0.4, 1.2 }, "    \
  "mu_s = { 0.5, 1.5 }, sigma0 = { 5e4, 2e5 }, sigma1 = { 10, 500 }, v_s "  \
  "= { 5e-4, 5e-3 } } }"
#define CONTACT                                                              \
  "grid = { 5, 5 }, size = { 0.02, 0.02 }, pressure = disc { radius = 0.01 " \
  "}, " LUGRE

static const char *const specs[] = {
    "return contact { name = 'm', model = 'distributed', " CONTACT,
    "return contact { name = 'm', model = 'ellipsoid', real = "
    "'float', " CONTACT,
    "return slider { name = 'm', mass = 1.2, inertia = 0.012, mu = 0.35, "
    "height "
    "= 0.05, patch = rectangle { size = { 0.3, 0.2 } }, tune = { mu = { 0.1, "
    "0.9 }, mass = { 1, 3 } } }",
    "return joint { name = 'm', friction = lugre { F_c = 1, F_s = 1.4, sigma0 "
    "= 1e3, sigma1 = 5, sigma2 = 0.3, v_s = 0.01 }, tune = { F_c = { 0.5, 1.5 "
    "}, F_s = { 1, 2 }, v_s = { 5e-3, 2e-2 } } }",
    "return cone { name = 'm', mu = 0.8, f_max = 30, tune = { mu = { 0.2, 1.2 "
    "}, f_max = { 10, 50 } } }",
    "return mechanism { name = 'm', q = { 'x', 'y' }, parameters = { m = 1.3, "
    "g = 9.81 }, tune = { m = { 0.5, 2 }, g = { 1, 12 } }, kinetic = "
    "function(q, qd, t, par) return par.m*(qd.x^2 + qd.y^2)/2 end, potential = "
    "function(q, t, par) return par.m*par.g*q.y end, constraint = function(q) "
    "return { q.x^2 + q.y^2 - 0.16 } end, scenario = { duration = 1, dt = "
    "1e-3, "
    "q = { 0.4, 0 } } }"};

/* Lengths at which bristles are shortened, and what derivatives alone read, are
 * found by verify. */
enum { NOT_IN_GOLDENS = 2 };

/* Returns the result of the self-test, or -1. */
static int selftest(const char *source)
{
  if (run_shell("cd %s && tcc -o user user.c %s -lm", folder, source) != 0) {
    cr_expect(0, "%s", printed);
    return -1;
  }
  return run_shell("%s/user", folder);
}

Test(tune_goldens, a_self_test_finds_what_tune_computes_wrongly)
{
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
    save("m.lua", specs[i]);
    cr_assert_eq(run_shell("%s emit %s/m.lua -o %s", BRISTLE, folder, folder),
                 0, "%s", printed);
    cr_expect_eq(selftest("m.c"), 0, "%s", specs[i]);
    run_shell("grep -c 'tuning->derived.* = ' %s/m.c", folder);
    const int count = atoi(printed);
    int found = 0;
    for (int k = 0; k < count + (count == 0); k++) {
      char change[80];
      snprintf(change, sizeof change,
               count ? "s/>derived\\[%d\\] = /&1.01*/"
                     : "s/>value\\[i\\] = /&%d + 1.01*/",
               k);
      cr_assert_eq(run_shell("cd %s && sed '%s' m.c >bad.c && ! cmp -s m.c "
                             "bad.c",
                             folder, change),
                   0, "%s changes nothing", change);
      found += selftest("bad.c") != 0;
    }
    cr_expect_gt(found, 0, "%s", specs[i]);
    cr_expect_geq(found, count - NOT_IN_GOLDENS, "%d of %d: %s", found, count,
                  specs[i]);
  }
}
