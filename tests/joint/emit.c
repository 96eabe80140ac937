/* Tests of emitted joints: they agree with the reference in all forms, and
 * every compiler accepts them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(joint_emit, .init = compiling_begin, .fini = compiling_end);

/* Every number has digits to lose. */
#define LUGRE                                                         \
  "F_c = 1.23456789, F_s = 1.6543217, sigma0 = 912.345678, sigma1 = " \
  "1.5432198, sigma2 = 0.41234567"
static const char *const forms[] = {
    "friction = lugre { " LUGRE ", v_s = 0.051234567, s_ba = 0.81234567 }",
    "friction = lugre { " LUGRE
    ", v_s = 0.051234567, gamma = 0.71234567 },"
    " reverse = { F_c = 1.0123456, gamma = 1.5123456 }, unit = \"rotary\"",
    "friction = dahl { F_c = 1.2345678, sigma0 = 912.345678, alpha = 1.7,"
    " sigma2 = 0.1 }, load = { mu_c = 0.1 }",
    "friction = dahl { F_c = 1.2345678, sigma0 = 912.345678 },"
    " tune = { F_c = { 0.5, 2 } }",
    "friction = coulomb { F_c = 1.2, F_s = 1.5, v_s = 0.1 }, load = { mu_c ="
    " 0.1, mu_s = 0.2 }, position = function(q) return 1 + 0.1*math.sin(3*q)"
    " end",
    "friction = coulomb { F_c = 1.2, F_s = 1.5, v_s = 0.1 }, tune = { F_c ="
    " { 1, 1.4 }, F_s = { 1.1, 2 } }",
    "friction = lugre { stribeck = function(s) return 1 +"
    " 0.5*math.exp(-s/0.01) + 0.1*s/(1 + s) end, sigma0 = 900, sigma1 = 1.5,"
    " s_ba = 0.95 }, step = \"exponential\"",
    "friction = lugre { F_c = 0, sigma0 = 900, sigma1 = 1.5, s_ba = 0.5 },"
    " load = { mu_c = 0.2 }, position = { q = { 0, 0.3, 0.5, 1.2 },"
    " factor = { 1, 1.3, 0.7, 1 } }",
    "friction = lugre { " LUGRE
    ", v_s = 0.05, v_d = 0.1, s_ba = 0.99 },"
    " reverse = { F_c = 1, v_s = 0.01, sigma2 = 0.2 }, position = { period ="
    " 0.2, cos = { 0.1 } }, tune = { gamma = { 0.5, 3 }, F_c = { 1, 3 },"
    " reverse_F_c = { 0.5, 1.5 }, sigma0 = { 100, 2000 }, v_d = { 0.01, 1 } }",
    "friction = lugre { " LUGRE
    ", v_s = 0.05 }, load = { mu_c = 0.1 },"
    " encoder = 1e-3, loop = { inertia = 0.02, kp = 8, kd = 0.72 },"
    " compensate = { observer_gain = 3, bandwidth = math.huge, lambda = 5,"
    " gain = 0.8 }",
    "friction = lugre { " LUGRE
    ", v_s = 0.05, s_ba = 0.7 }, loop = {"
    " inertia = 0.02, kp = 8, kd = 0.72 }, tune = { kp = { 4, 16 }, kd = {"
    " 0.5, 1 }, inertia = { 0.01, 0.03 } }"};
enum { FORMS = sizeof forms / sizeof *forms };

static const char *spec_of(int form, bool is_float)
{
  static char text[2000];
  snprintf(text, sizeof text, "return joint {\n  name = \"axis\",\n  %s%s\n}\n",
           forms[form], is_float ? ", real = \"float\"" : "");
  return text;
}

Test(joint_emit, every_form_holds_by_both_compilers_in_both_precisions)
{
  static const char *const backends[] = {"tcc", "cc"};
  const int stride = soak_stride(2); /* each form in one precision */
  for (int form = 0; form < FORMS; form++)
    for (int is_float = form % stride; is_float < 2; is_float += stride) {
      const char *path = save("axis.lua", spec_of(form, is_float));
      cr_expect_eq(run_shell("%s verify %s --backend=%s", BRISTLE, path,
                             backends[(form / 2 + is_float) % 2]),
                   0, "%s%s\n%s", forms[form], is_float ? ", float" : "",
                   printed);
    }
}

Test(joint_emit, every_compiler_takes_every_form)
{
  static const char *const files[] = {"axis.c", "unit.c", "main.c"};
  const int stride = soak_stride(2); /* each form in one precision */
  for (int k = 0; k < 2 * FORMS; k += stride) {
    const int i = stride == 1 ? k : k + k / 2 % 2;
    Emission e = emit_whole(spec_of(i / 2, i % 2));
    cr_assert_null(e.error, "%s", e.error);
    save("axis.h", e.texts->header);
    save("axis.c", e.source);
    save("main.c", e.texts->example);
    save("unit.c", e.unit.text);
    const size_t left_out = in_soak() ? 3 : (size_t)(i / 4) % 2;
    for (size_t f = 0; f < 3; f++) /* the unit holds axis.c */
      if (f != left_out)
        expect_accepted(files[f], i / 2 + (int)f, forms[i / 2]);
    emission_close(&e);
  }
}

Test(joint_emit, no_form_needs_the_mathematics_library)
{
  static const int own[] = {0, 1, 2, 3, 5, 7, 8, 9};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    Emission e = emit_whole(spec_of(own[i], i % 2));
    cr_assert_null(e.error, "%s", e.error);
    cr_expect_null(strstr(e.source, "math.h"), "%s", forms[own[i]]);
    save("axis.h", e.texts->header);
    save("axis.c", e.source);
    save("main.c", e.texts->example);
    cr_expect_eq(
        run_shell("cd %s && gcc -O2 axis.c main.c -o main && ./main", folder),
        0, "%s\n%s", forms[own[i]], printed);
    emission_close(&e);
  }
}
