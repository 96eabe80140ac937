/* Tests of mechanisms with parameters that change at run time. In: specs with
 * tune. Out: claims about verify over the box, changed code that verify and the
 * self-test find, every compiler, simulations without new code. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(mechanism_tune, .init = compiling_begin, .fini = compiling_end);

/* A block on a belt with a pendulum at its end, and a bead on a hoop with a
 * spring. */
#define PEN                                                                  \
  "return mechanism { name = 'pen', q = { 'x', 'y', 'th' },\n"               \
  "  parameters = { m1 = 1, m2 = 0.3, l = %s, k = 100, g = 9.81 }, %s\n"     \
  "  kinetic = function(q, qd, t, par)\n"                                    \
  "    local vx = qd.x + par.l*math.cos(q.th)*qd.th\n"                       \
  "    local vy = qd.y + par.l*math.sin(q.th)*qd.th\n"                       \
  "    return par.m1/2*(qd.x^2 + qd.y^2) + par.m2/2*(vx^2 + vy^2) end,\n"    \
  "  potential = function(q, t, par) return par.k/2*q.x^2 + par.m1*par.g*"   \
  "q.y + par.m2*par.g*(q.y - par.l*math.cos(q.th)) end,\n"                   \
  "  constraint = function(q) return { q.y } end,\n"                         \
  "  contact = function(q, t, par) return { q.x - 0.1*t, q.y } end,\n"       \
  "  friction = coulomb { mu = 0.3, mu_s = 0.5 },\n"                         \
  "  scenario = { duration = 0.02, dt = 1e-3, q = { 0, 0, 0.5 }, qd = { 0.1" \
  ", 0, 0 } } }\n"
#define TUNED                                                         \
  "tune = { m1 = { 0.5, 2 }, m2 = { 0.1, 0.5 }, l = { 0.2, 0.6 } }, " \
  "baumgarte = { 5, 5 },"
static const char hoop[] =
    "return mechanism { name = 'hoop', q = { 'x', 'y' },\n"
    "  parameters = { m = 1.25, k = 100, r = 0.5 },\n"
    "  tune = { m = { 0.5, 2 }, r = { 0.3, 0.8 } },\n"
    "  kinetic = function(q, qd, t, par) return par.m/2*(qd.x^2 + qd.y^2) "
    "end,\n"
    "  potential = function(q, t, par) return par.k/2*q.x^2 + par.m*9.81*q.y "
    "end,\n"
    "  constraint = function(q, t, par) return { (q.x^2 + q.y^2 - par.r^2)/2 } "
    "end,\n"
    "  contact = function(q) return { q.x, q.y } end, friction = coulomb { mu "
    "= 0.2 },\n"
    "  scenario = { duration = 0.01, dt = 1e-3, q = { 0.5, 0 }, qd = { 0, 2 } "
    "} }\n";

static void save_pen(const char *name, const char *l, const char *more)
{
  char spec[2000];
  snprintf(spec, sizeof spec, PEN, l, more);
  save(name, spec);
}

/* A changed formula of _tune, a changed default, a range that lets more in, a
 * value that is not taken, and functions that do not look at their tuning. */
Test(mechanism_tune, verify_finds_changed_tunings)
{
  static const char *const changes[] = {
      "s/derived\\[1\\] = /&1.00001*/",
      "s/^    0.8, \\/\\* derived_0/    0.80001, \\/* derived_0/",
      "s/>= 0.5 /> 0.3 /",
      "s/= value\\[i\\]/= i == HOOP_TUNE_M ? 1.25 : value[i]/",
      "s/_move(tuning,/_move(\\&hoop_tuning_default,/",
      "s/derived\\[2\\] = /&1.00001*/",
      "s/_set_slopes(tuning,/_set_slopes(\\&hoop_tuning_default,/"};
  save("hoop.lua", hoop);
  cr_assert_eq(
      run_shell("cd %s && b=$OLDPWD/" BRISTLE "; $b emit hoop.lua -o . && "
                "$b verify hoop.lua hoop.c --backend=tcc",
                folder),
      0, "%s", printed);
  const size_t stride = (size_t)soak_stride(4);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i += stride) {
    cr_assert_eq(run_shell("cd %s && sed '%s' hoop.c >bad.c && ! cmp -s hoop.c "
                           "bad.c",
                           folder, changes[i]),
                 0, "%s changes nothing", changes[i]);
    cr_expect_eq(run_shell("%s verify %s/hoop.lua %s/bad.c --backend=tcc",
                           BRISTLE, folder, folder),
                 1, "%s: %s", changes[i], printed);
  }
}

static const char user[] =
    "#include \"pen.h\"\n"
    "#include <math.h>\n"
    "#include <string.h>\n"
    "int main(void) {\n"
    "  double v[PEN_NTUNE]; pen_tuning low, back, before;\n"
    "  pen_state a = {{0, 0, 0.5}, {0.1, 0, 0}}, b = a, c = a, da, db;\n"
    "  memcpy(v, pen_tuning_default.value, sizeof v);\n"
    "  if (pen_tune(&back, v)) return 1;\n"
    "  for (int i = 0; i < (int)(sizeof back.derived / sizeof *back.derived); "
    "i++)\n"
    "    if (fabs(back.derived[i] - pen_tuning_default.derived[i]) > 1e-15 * "
    "fabs(back.derived[i])) return 2;\n"
    "  v[PEN_TUNE_L] = 0.2;\n"
    "  if (pen_tune(&low, v)) return 3;\n"
    "  if (pen_rate(0, &a, 0, &da) || pen_rate(&low, &a, 0, &db)) return 4;\n"
    "  if (!(fabs(db.v[2]) > 1.5 * fabs(da.v[2]))) return 5;\n"
    "  for (int i = 0; i < 50; i++) if (pen_step(0, &a, i*1e-3, 1e-3) || "
    "pen_step(&pen_tuning_default, &b, i*1e-3, 1e-3) || pen_step(i < 25 ? &low "
    ": 0, &c, i*1e-3, 1e-3)) return 6;\n"
    "  if (memcmp(&a, &b, sizeof a) || !memcmp(&a, &c, sizeof a)) return 7;\n"
    "  before = low;\n"
    "  v[PEN_TUNE_L] = 0.7;\n"
    "  if (pen_tune(&low, v) != PEN_BAD_INPUT) return 8;\n"
    "  v[PEN_TUNE_L] = NAN;\n"
    "  if (pen_tune(&low, v) != PEN_BAD_INPUT) return 9;\n"
    "  return memcmp(&low, &before, sizeof low) ? 10 : pen_selftest(); }\n";

Test(mechanism_tune, a_tuning_changes_between_steps_and_selftest_knows_corners)
{
  save_pen("pen.lua", "0.4", TUNED);
  save("user.c", user);
  cr_assert_eq(run_shell("%s emit %s/pen.lua -o %s && cd %s && gcc -O2 user.c "
                         "pen.c -lm -o user",
                         BRISTLE, folder, folder, folder),
               0, "%s", printed);
  cr_expect_eq(run_shell("%s/user", folder), 0);
  cr_expect_neq(
      run_shell("cd %s && sed 's/derived\\[1\\] = /&1.001*/' pen.c >bad.c && "
                "gcc -O2 user.c bad.c -lm -o user && sed -i 's/return 2;/;/' "
                "user.c && gcc -O2 user.c bad.c -lm -o user && ./user",
                folder),
      0);
}

Test(mechanism_tune, compilers_accept_the_text)
{
  for (int is_float = 0; is_float < 2; is_float++) {
    save_pen("pen.lua", "0.4", is_float ? "real = 'float'," TUNED : TUNED);
    cr_assert_eq(run_shell("%s emit %s/pen.lua -o %s --descriptor --cxx",
                           BRISTLE, folder, folder),
                 0, "%s", printed);
    expect_accepted("pen.c", is_float, is_float ? "float" : "double");
  }
}

/* Writes the last x and angle of a simulation. */
static void end_of(const char *arguments, double end[2])
{
  cr_assert_eq(run_shell("cd %s && $OLDPWD/" BRISTLE " sim %s -o end.csv",
                         folder, arguments),
               0, "%s", printed);
  run_shell("tail -n 1 %s/end.csv | cut -d, -f2,4", folder);
  cr_assert_eq(sscanf(printed, "%lf,%lf", &end[0], &end[1]), 2);
}

Test(mechanism_tune, a_tuned_simulation_is_that_of_a_spec_with_the_value)
{
  double fixed[2], tuned[2], judged[2], other[2];
  save_pen("tuned.lua", "0.4", TUNED);
  save_pen("fixed.lua", "0.55", "baumgarte = { 5, 5 },");
  end_of("fixed.lua", fixed);
  end_of("tuned.lua --tune l=0.55", tuned);
  end_of("tuned.lua --tune l=0.55 --backend=reference", judged);
  end_of("tuned.lua", other);
  for (int i = 0; i < 2; i++) {
    cr_expect_float_eq(tuned[i], fixed[i], 1e-11 * fabs(fixed[i]));
    cr_expect_float_eq(judged[i], fixed[i], 1e-6 * fabs(fixed[i]));
  }
  cr_expect_gt(fabs(other[1] - fixed[1]), 1e-4 * fabs(fixed[1]));
}

/* The start is moved onto the constraints of each tuning. */
Test(mechanism_tune, the_start_follows_a_tuned_constraint)
{
  save("hoop.lua", hoop);
  cr_assert_eq(run_shell("cd %s && $OLDPWD/" BRISTLE
                         " sim hoop.lua --tune r=0.75 -o end.csv >sim.txt && "
                         "sed -n 2p end.csv | cut -d, -f2",
                         folder),
               0, "%s", printed);
  cr_expect_float_eq(strtod(printed, NULL), 0.75, 1e-12, "%s", printed);
}
