/* Tests of faces: the solver for other languages and tools. */
#include <criterion/criterion.h>
#include <string.h>
#include <unistd.h>

#include "kinds/kind.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(faces, .init = compiling_begin, .fini = compiling_end);

/* Flags under which a C++ compiler shall say nothing. */
#define CXX_STRICT                                                     \
  "-std=c++17 -O2 -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic " \
  "-Wconversion -Wshadow -Werror"

Test(faces, the_c_plus_plus_wrapper_gives_the_same_bits)
{
  cr_assert_eq(run_shell(BRISTLE " emit specs/contact/few_bristles.lua --cxx "
                                 "--set 'name=\"pad\"' --set couple=2 -o %s",
                         folder),
               0, "%s", printed);
  expect_in(printed, "/pad.hpp");
  cr_assert_eq(run_shell("cc -O2 -c %s/pad.c -o %s/pad.o", folder, folder), 0,
               "%s", printed);
  static const char *const compilers[] = {"g++", "clang++"};
  for (int i = 0; i < 2; i++) {
    cr_expect_eq(
        run_shell(
            "%s " CXX_STRICT
            " -I%s tests/emit/wrapper.cpp %s/pad.o -lm -o %s/run && %s/run",
            compilers[i], folder, folder, folder, folder),
        0, "%s: %s", compilers[i], printed);
  }
}

Test(faces, every_kind_has_a_c_plus_plus_wrapper_without_warnings)
{
  static const char *const specs[] = {"contact/square", "mechanism/belt_lugre",
                                      "slider/parcel", "cone/pad_cone",
                                      "paper/slip_case2_circle"};
  for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
    cr_expect_eq(
        run_shell(BRISTLE " emit specs/%s.lua --abi=cxx --set "
                          "'name=\"pad\"' -o %s && "
                          "g++ " CXX_STRICT " -fsyntax-only %s/pad.hpp",
                  specs[i], folder, folder),
        0, "%s: %s", specs[i], printed);
}

Test(faces, the_c_plus_plus_wrapper_takes_eigen)
{
  if (access("/usr/include/eigen3/Eigen/Core", R_OK) != 0)
    cr_skip_test("libeigen3-dev is not installed (make faces)");
  cr_assert_eq(run_shell(BRISTLE " emit specs/contact/few_bristles.lua --cxx "
                                 "--set 'name=\"pad\"' -o %s && cc -O2 -c "
                                 "%s/pad.c -o %s/pad.o",
                         folder, folder, folder),
               0, "%s", printed);
  cr_expect_eq(
      run_shell(
          "g++ -std=c++17 -O1 -fno-exceptions -Wall -Wextra -Werror -isystem "
          "/usr/include/eigen3 -I%s tests/emit/eigen.cpp %s/pad.o -lm "
          "-o %s/run && %s/run",
          folder, folder, folder, folder),
      0, "%s", printed);
}

/* All faces of the list at once. */
static const char *every_face(void)
{
  static char text[400];
  text[0] = 0;
  for (size_t i = 0; i < nall_faces; i++) {
    strcat(text, " --abi=");
    strcat(text, all_faces[i].name);
  }
  return text;
}

Test(faces, the_solver_is_the_same_with_and_without_them)
{
  cr_expect_eq(
      run_shell(BRISTLE " emit specs/slider/parcel.lua -o %s/a && " BRISTLE
                        " emit specs/slider/parcel.lua %s -o %s/b && for end "
                        "in c h json; do cmp %s/a/parcel.$end "
                        "%s/b/parcel.$end || exit 1; done",
                folder, every_face(), folder, folder, folder),
      0, "%s", printed);
}

/* Every face of every kind that there is, by the spec that a user begins with.
 */
Test(faces, every_kind_has_every_face)
{
  for (size_t i = 0; kinds[i]; i++) {
    cr_assert_eq(
        run_shell(BRISTLE " new %s -o %s/%zu.lua && " BRISTLE
                          " emit %s/%zu.lua --set 'name=\"pad\"' %s -o "
                          "%s/%zu",
                  kinds[i]->word, folder, i, folder, i, every_face(), folder,
                  i),
        0, "%s: %s", kinds[i]->word, printed);
    cr_expect_eq(
        run_shell("cd %s/%zu && cc " STRICT " -fsyntax-only pad_casadi.c && "
                  "unzip -q pad_fmi3.fmu -d three && "
                  "unzip -q pad_fmi2.fmu -d two && ls three/binaries/*/pad.so "
                  "two/binaries/*/pad.so && cc " STRICT
                  " -fsyntax-only three/sources/*.c && cc " STRICT
                  " -fsyntax-only two/sources/*.c && g++ -x c++ -Wall -Wextra "
                  "-Werror -fsyntax-only pad_casadi.c three/sources/pad_fmi3.c "
                  "two/sources/pad_fmi2.c && cd - >/dev/null && "
                  "cc " STRICT " -DMATLAB_MEX_FILE -Itests/data/simulink "
                  "-Wno-unused-function -fsyntax-only %s/%zu/pad_sfun.c && "
                  "clang --target=wasm32 -I%s/%zu/pad_wasm " STRICT
                  " -fsyntax-only %s/%zu/pad_wasm.c",
                  folder, i, folder, i, folder, i, folder, i),
        0, "%s: %s", kinds[i]->word, printed);
  }
}

Test(faces, an_unknown_face_is_refused_with_the_list)
{
  cr_expect_eq(run_shell(BRISTLE " emit specs/contact/few_bristles.lua "
                                 "--abi=cobol -o %s",
                         folder),
               2);
  expect_in(printed, "--abi takes one of cxx, casadi, fmi3, fmi2, mex, wasm, "
                     "prove, deviations");
}
