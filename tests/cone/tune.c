/* Tests of cones whose friction and limits change at run time. In: specs with
 * tune. Out: claims about verify over the box, changed code that verify finds,
 * every compiler, forces under several tunings. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(cone_tune, .init = compiling_begin, .fini = compiling_end);

#define TUNED "tune = { mu = { 0.2, 1.2 }, f_max = { 10, 50 } }"
/* Each form: a pyramid in world axes, a patch, whole wrenches, the round cone
 * about a normal of run time, a plane, and a pyramid of floats. */
static const char *const specs[] = {
    "return cone { name = 'c', mu = 0.6, faces = 8, f_min = 5, f_max = 40, "
    "normal = { 0.2, 0.1, 1 }, frame = 'world', tune = { mu = { 0.2, 1.2 }, "
    "f_min = { 1, 8 }, f_max = { 10, 50 } } }\n",
    "return cone { name = 'c', mu = 0.8, faces = 16, f_min = 2, f_max = 30, "
    "patch = { grid = { 9, 9 }, size = { 0.02, 0.02 }, pressure = disc { "
    "radius = 0.01 } }, " TUNED " }\n",
    "return cone { name = 'c', mu = 0.7, dimension = 6, faces = 4, f_max = 30, "
    "patch = rectangle { size = { 0.22, 0.09 }, at = { 0.03, 0 } }, " TUNED
    " }\n",
    "return cone { name = 'c', mu = 0.8, approximation = 'exact', normal = "
    "'runtime', f_max = 20, " TUNED " }\n",
    "return cone { name = 'c', mu = 0.8, dimension = 2, f_max = 20, " TUNED
    " }\n",
    "return cone { name = 'c', mu = 0.8, faces = 6, approximation = 'outer', "
    "normal = 'runtime', real = 'float', tune = { mu = { 0.2, 1.2 } } }\n",
    "return cone { name = 'c', mu = 0.8, faces = 6, f_max = 20, tune = { f_max "
    "= { 10, 50 } } }\n",
    "return cone { name = 'c', mu = 0.8, dimension = 2, f_max = 20, tune = { "
    "mu = { 0.2, 1.2 } } }\n"};
enum { SPECS = sizeof specs / sizeof *specs };

Test(cone_tune, every_form_holds_over_its_box_and_compiles)
{
  for (size_t i = 0; i < SPECS; i++) {
    save("c.lua", specs[i]);
    cr_expect_eq(run_shell("%s verify %s/c.lua --backend=tcc", BRISTLE, folder),
                 0, "%s%s", specs[i], printed);
    cr_assert_eq(run_shell("%s emit %s/c.lua -o %s --descriptor --cxx "
                           "--example",
                           BRISTLE, folder, folder),
                 0, "%s", printed);
    expect_accepted("c.c", (int)i, specs[i]);
    cr_expect_eq(run_shell("cd %s && gcc -c c.c && gcc " STRICT
                           " main.c c.o -lm -o example && ./example",
                           folder),
                 0, "%s%s", specs[i], printed);
  }
}

/* A changed factor of a row, of the normal part, of a default, a value that is
 * not taken, a range that lets more in, and functions without their tuning. */
Test(cone_tune, verify_finds_changed_tunings)
{
  static const char *const changes[] = {
      "s/derived\\[2\\] = /&1.000001*/",
      "s/derived\\[0\\] = /&1.000001*/",
      "s/= value\\[i\\]/= i == C_TUNE_MU ? 0.8 : value[i]/",
      "s/>= 0.2 /> 0.1 /",
      "s/_depth(tuning,/_depth(\\&c_tuning_default,/",
      "s/_nearest(tuning,/_nearest(\\&c_tuning_default,/"};
  save("c.lua", specs[1]);
  cr_assert_eq(
      run_shell("cd %s && $OLDPWD/" BRISTLE " emit c.lua -o .", folder), 0,
      "%s", printed);
  const size_t stride = (size_t)soak_stride(2);
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i += stride) {
    cr_assert_eq(run_shell("cd %s && sed '%s' c.c >bad.c && ! cmp -s c.c bad.c",
                           folder, changes[i]),
                 0, "%s changes nothing", changes[i]);
    cr_expect_eq(run_shell("%s verify %s/c.lua %s/bad.c --backend=tcc", BRISTLE,
                           folder, folder),
                 1, "%s: %s", changes[i], printed);
  }
}

static const char user[] =
    "#include \"c.h\"\n"
    "int main(void) {\n"
    "  const c_real f[3] = {0, 4, 10}, far[3] = {0, 0, 30};\n"
    "  c_real v[C_NTUNE] = {0}, A[C_ROWS*3], b[C_ROWS], rays[C_RAYS*3];\n"
    "  c_real vertices[C_VERTICES*3];\n"
    "  c_tuning t;\n"
    "  v[C_TUNE_MU] = 0.3; v[C_TUNE_F_MAX] = 40;\n"
    "  if (c_tune(&t, v) != C_OK) return 1;\n"
    "  if (!c_contains(0, f) || c_contains(&t, f)) return 2;\n"
    "  if (c_contains(0, far) || !c_contains(&t, far)) return 3;\n"
    "  if (c_facets(&t, A, b) || c_generators(&t, rays) || c_vertices(&t, "
    "vertices)) return 4;\n"
    "  if (b[C_ROWS - 1] != 40 || vertices[C_VERTICES*3 - 1] != 40) return 5;\n"
    "  for (int k = 0; k < C_RAYS; k++) if (!(rays[3*k]*rays[3*k] + "
    "rays[3*k + 1]*rays[3*k + 1] <= 0.09 + 1e-12)) return 6;\n"
    "  v[C_TUNE_MU] = 2;\n"
    "  if (c_tune(&t, v) != C_BAD_INPUT || c_contains(&t, f)) return 7;\n"
    "  return c_selftest(); }\n";

Test(cone_tune, a_tuning_moves_the_faces_and_the_limits)
{
  save("c.lua",
       "return cone { name = 'c', mu = 0.6, faces = 8, f_max = 20, "
       "tune = { mu = { 0.2, 1.2 }, f_max = { 10, 50 } } }\n");
  save("user.c", user);
  cr_assert_eq(run_shell("%s emit %s/c.lua -o %s && cd %s && gcc -O2 user.c "
                         "c.c -lm -o user",
                         BRISTLE, folder, folder, folder),
               0, "%s", printed);
  cr_expect_eq(run_shell("%s/user", folder), 0);
}
