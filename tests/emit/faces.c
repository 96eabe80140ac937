/* Tests of faces: the solver for other languages and tools. */
#include <criterion/criterion.h>

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
                                 "--set 'name=\"pad\"' -o %s",
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

Test(faces, the_solver_is_the_same_with_and_without_them)
{
  cr_expect_eq(
      run_shell(BRISTLE
                " emit specs/contact/few_bristles.lua -o %s/a && " BRISTLE
                " emit specs/contact/few_bristles.lua --cxx -o %s/b && "
                "rm %s/b/few_bristles.hpp && diff -r %s/a %s/b",
                folder, folder, folder, folder, folder),
      0, "%s", printed);
}

Test(faces, an_unknown_face_is_refused_with_the_list)
{
  cr_expect_eq(run_shell(BRISTLE " emit specs/contact/few_bristles.lua "
                                 "--abi=cobol -o %s",
                         folder),
               2);
  expect_in(printed, "--abi takes one of cxx, casadi, fmi3, fmi2, mex, wasm");
}
