/* Tests of an installed copy, used from a folder without the sources: installed
 * files, and programs in C, C++, Python and Lua. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "api/bristle.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/soak.h"

TestSuite(install, .init = compiling_begin_optimised, .fini = compiling_end);

#if defined(__SANITIZE_ADDRESS__)
Test(install, needs_libraries_without_a_sanitizer)
{
  cr_skip_test("a program that links them would need the sanitizer, too");
}
#else

static void install(void)
{
  cr_assert_eq(run_shell("make -s install PREFIX=%s/prefix", folder), 0, "%s",
               printed);
}

/* Installs a copy. Returns the environment of its user, in a folder of the
 * user's own. */
static const char *as_user(void)
{
  static char text[1000];
  install();
  cr_assert_eq(run_shell("mkdir %s/user", folder), 0);
  snprintf(text, sizeof text,
           "cd %s/user && export PREFIX=%s/prefix && "
           "export PATH=$PREFIX/bin:$PATH LD_LIBRARY_PATH=$PREFIX/lib "
           "PKG_CONFIG_PATH=$PREFIX/lib/pkgconfig "
           "LUA_CPATH=\"$PREFIX/lib/lua/5.4/?.so\" "
           "specs=$PREFIX/share/bristle/specs;",
           folder, folder);
  return text;
}

/* ---- files --------------------------------------------------------------- */

/* Installing builds nothing even if a source is newer than its object. */
Test(install, installing_builds_nothing)
{
  cr_assert_eq(run_shell("make -n -W gen/base/run.c -W runtime/bristle_rt.h "
                         "install PREFIX=%s/prefix",
                         folder),
               0, "%s", printed);
  int lines = 0;
  for (const char *at = printed; (at = strchr(at, '\n')); at++) lines++;
  cr_expect_eq(lines, 1, "%s", printed);
  expect_in(printed, "sh gen/build/install.sh ");
}

/* By root, after a build by a user: nothing of root's is left in out/. */
Test(install, installing_leaves_what_was_built_as_it_was)
{
  shell(
      "find out/bin out/lib out/obj -printf '%%p %%T@ %%u\\n' | sort "
      ">%s/before",
      folder);
  cr_assert_eq(
      run_shell("umask 077 && make -s install PREFIX=%s/prefix", folder), 0,
      "%s", printed);
  cr_expect_eq(
      run_shell(
          "find out/bin out/lib out/obj -printf '%%p %%T@ %%u\\n' | sort | "
          "diff %s/before -",
          folder),
      0, "%s", printed);
  cr_expect_eq(run_shell("find %s/prefix ! -type l ! -perm -444", folder), 0);
  cr_expect_str_eq(printed, "", "not everybody may read it");
}

Test(install, asks_for_a_build_where_there_is_none)
{
  cr_expect_neq(run_shell("sh gen/build/install.sh %s/none %s/prefix 0.1.0",
                          folder, folder),
                0);
  expect_in(printed, "run `make` first");
  cr_expect_neq(run_shell("[ -e %s/prefix ]", folder), 0);
}

Test(install, uninstalling_removes_every_file)
{
  install();
  cr_expect_eq(run_shell("[ -e %s/prefix/include/bristle/bristle.h ]", folder),
               0);
  cr_assert_eq(run_shell("make -s uninstall PREFIX=%s/prefix", folder), 0, "%s",
               printed);
  cr_expect_eq(run_shell("find %s/prefix ! -type d", folder), 0);
  cr_expect_str_eq(printed, "");
}

/* The second version is the same build under another number. */
Test(install, two_versions_live_side_by_side)
{
  const char *user = as_user();
  cr_assert_eq(
      run_shell("cp -R " TEST_OUT "/../bin %s/bin && "
                "cp -R " TEST_OUT "/../lib %s/lib && "
                "cp -R " TEST_OUT "/../share %s/share && "
                "mv %s/lib/libbristle.so.0 %s/lib/libbristle.so.1 && "
                "sh gen/build/install.sh %s %s/prefix 1.2.0",
                folder, folder, folder, folder, folder, folder, folder),
      0, "%s", printed);
  cr_expect_eq(run_shell("%s for p in bristle bristle-0 bristle-1; do "
                         "pkg-config --modversion $p; done",
                         user),
               0, "%s", printed);
  cr_expect_str_eq(printed, "1.2.0\n0.1.0\n1.2.0\n");
  cr_expect_eq(run_shell("%s readlink $PREFIX/include/bristle "
                         "$PREFIX/lib/libbristle.so",
                         user),
               0);
  cr_expect_str_eq(printed, "bristle-1/bristle\nlibbristle.so.1\n");
  cr_expect_eq(
      run_shell("cp specs/programs/slide.c specs/contact/square.lua %s/user && "
                "sh gen/build/install.sh -u %s %s/prefix 1.2.0 && %s "
                "! pkg-config bristle && "
                "cc slide.c $(pkg-config --cflags --libs bristle-0) -o slide "
                "&& ./slide square.lua",
                folder, folder, folder, user),
      0, "%s", printed);
  expect_in(printed, "  0.0100 ");
}

Test(install, manual_and_completion_are_where_they_are_looked_for)
{
  static const char *const files[] = {
      "man/man1/bristle.1", "man/man5/bristle-spec.5",
      "doc/bristle/bristle-spec.5.html", "bash-completion/completions/bristle",
      "zsh/site-functions/_bristle"};
  install();
  for (size_t i = 0; i < COUNT(files); i++)
    cr_expect_eq(run_shell("[ -s %s/prefix/share/%s ]", folder, files[i]), 0,
                 "%s", files[i]);
  if (!has_program("man")) return;
  cr_expect_eq(
      run_shell("MANPATH=%s/prefix/share/man man bristle-spec", folder), 0,
      "%s", printed);
  expect_in(printed, "Stribeck");
}

/* What lies in the packages runs; lintian finds no error in them. */
Test(install, debian_packages_are_made_and_run)
{
  if (!in_soak()) cr_skip_test("half a minute: only in the soak");
  if (!has_program("dh") || !has_program("lintian"))
    cr_skip_test("there is no debhelper or no lintian");
  cr_assert_eq(run_shell("CC=cc sh gen/build/deb.sh out " BRISTLE_VERSION), 0,
               "%s", printed);
  cr_expect_eq(run_shell("for d in out/deb/*.deb; do dpkg-deb -x $d %s/root; "
                         "done; %s/root/usr/bin/bristle check "
                         "specs/contact/square.lua >/dev/null && "
                         "ls %s/root/usr/share/man/man5/bristle-spec.5.gz",
                         folder, folder, folder),
               0, "%s", printed);
}

/* A project with the library in both forms and with a spec of its own, which is
 * emitted again when it changes. */
Test(install, a_cmake_project_finds_the_library_and_emits_specs)
{
  static const char project[] =
      "cmake_minimum_required(VERSION 3.16)\n"
      "project(host C)\n"
      "find_package(bristle 0.1 REQUIRED)\n"
      "add_executable(shared slide.c)\n"
      "target_link_libraries(shared bristle::bristle)\n"
      "add_executable(static slide.c)\n"
      "target_link_libraries(static bristle::static)\n"
      "bristle_emit(loop loop.lua)\n"
      "add_executable(loop_run loop.c)\n"
      "target_link_libraries(loop_run loop)\n";
  if (!has_program("cmake")) cr_skip_test("there is no cmake");
  const char *user = as_user();
  save("user/CMakeLists.txt", project);
  cr_expect_eq(run_shell("cp specs/programs/slide.c specs/tutorial/loop.c "
                         "specs/tutorial/loop.lua specs/contact/square.lua "
                         "%s/user && %s "
                         "cmake -B build -DCMAKE_PREFIX_PATH=$PREFIX . && "
                         "cmake --build build",
                         folder, user),
               0, "%s", printed);
  cr_expect_eq(run_shell("%s build/shared square.lua && "
                         "LD_LIBRARY_PATH= build/static square.lua",
                         user),
               0, "%s", printed);
  expect_in(printed, "  0.0100 ");
  cr_expect_eq(run_shell("%s build/loop_run", user), 0, "%s", printed);
  expect_in(printed, "500 ms  fx -2.23");
  cr_expect_eq(run_shell("%s sed -i 's/mu_c *= *[0-9.]*/mu_c = 0.5/' loop.lua "
                         "&& sleep 1 && touch loop.lua && cmake --build build "
                         "&& build/loop_run",
                         user),
               0, "%s", printed);
  cr_expect(!strstr(printed, "500 ms  fx -2.23"), "%s", printed);
  cr_expect_neq(
      run_shell("%s sed -i 's/bristle 0.1/bristle 9/' CMakeLists.txt "
                "&& cmake -B other -DCMAKE_PREFIX_PATH=$PREFIX . 2>&1",
                user),
      0);
  expect_in(printed, "version");
}

/* ---- symbols ----------------------------------------------------------------
 */

Test(install, libraries_define_their_own_names_only)
{
  install();
  static const char *const names[] = {"libbristle.a", "libbristle.so.0"};
  for (size_t i = 0; i < COUNT(names); i++) {
    cr_expect_eq(run_shell("nm -g --defined-only %s/prefix/lib/%s | "
                           "awk 'NF == 3 && $3 ~ /^bristle_open$/'",
                           folder, names[i]),
                 0);
    expect_in(printed, "bristle_open");
    cr_expect_eq(run_shell("nm -g --defined-only %s/prefix/lib/%s | awk 'NF == "
                           "3 && $3 !~ /^(bristle|br)_/'",
                           folder, names[i]),
                 0);
    cr_expect_str_eq(printed, "", "%s", names[i]);
  }
}

/* A library must not change the environment of its host. */
Test(install, the_archive_does_not_change_the_environment)
{
  install();
  cr_expect_eq(
      run_shell("nm -u %s/prefix/lib/libbristle.a | grep -w getenv", folder),
      0);
  cr_expect_eq(run_shell("nm -u %s/prefix/lib/libbristle.a | "
                         "grep -w -e setenv -e putenv -e unsetenv -e clearenv",
                         folder),
               1, "%s", printed);
}

/* The host has functions with the names of the library's own functions, and
 * containers of C++ that SymEngine uses. */
static const char host[] =
    "#include <map>\n"
    "#include <string>\n"
    "#include <vector>\n"
    "#include <stdio.h>\n"
    "#include <bristle/bristle.h>\n"
    "extern \"C\" {\n"
    "int file_read(void) { return 1; }\n"
    "int run_fail(void) { return 2; }\n"
    "int text_add(void) { return 3; }\n"
    "int basic_new_stack(void) { return 4; }\n"
    "double unif_rand(void) { return 5; }\n"
    "int embedded_texts, kinds, ref_step;\n"
    "}\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "  std::map<std::string, std::vector<int>> many;\n"
    "  many[argv[1]].push_back(file_read() + run_fail() + text_add());\n"
    "  bristle_model *model = bristle_open(argv[1], NULL, 0);\n"
    "  int holds = 0;\n"
    "  bristle_verify(model, \"tcc\", &holds);\n"
    "  printf(\"%s %d %d\\n\", bristle_name(model), holds, "
    "many[argv[1]][0]);\n"
    "  bristle_close(model);\n"
    "  return argc - 2;\n"
    "}\n";

Test(install, a_host_may_have_functions_of_the_same_names)
{
  const char *user = as_user();
  save("user/host.cpp", host);
  cr_expect_eq(
      run_shell("%s g++ host.cpp $(pkg-config --cflags --libs bristle) -o host "
                "&& ./host $specs/contact/square.lua",
                user),
      0, "%s", printed);
  cr_expect_str_eq(printed, "square 1 6\n");
  cr_expect_eq(
      run_shell("%s g++ host.cpp -I$PREFIX/include $PREFIX/lib/libbristle.a "
                "$(pkg-config --static --libs bristle | sed 's/-lbristle//') "
                "-o host && LD_LIBRARY_PATH= ./host $specs/contact/square.lua",
                user),
      0, "%s", printed);
  cr_expect_str_eq(printed, "square 1 6\n");
}

/* Each header compiles alone, by its short name and with its folder's name. */
Test(install, headers_are_found_by_both_names)
{
  const char *user = as_user();
  static const char *const headers[] = {"bristle.h", "bristle_rt.h",
                                        "integrate.h", "status.h"};
  for (size_t i = 0; i < COUNT(headers); i++) {
    cr_expect_eq(
        run_shell("%s printf '#include <%s>\\n#include <bristle/%s>\\n' "
                  ">one.c && cc -std=c99 -Wall -Wextra -Wpedantic "
                  "-Werror -c one.c $(pkg-config --cflags bristle) && "
                  "g++ -x c++ -Wall -Wextra -Werror -c one.c "
                  "$(pkg-config --cflags bristle)",
                  user, headers[i], headers[i]),
        0, "%s", printed);
  }
}

/* ---- programs and scripts ---------------------------------------------------
 */

Test(install, serves_c_python_and_lua)
{
  static const char last[] = "  0.0100    -4.0050";
  const char *user = as_user();
  cr_expect_eq(run_shell("%s cc -Wall -Wextra -Werror $specs/programs/slide.c "
                         "$(pkg-config --cflags --libs bristle) -o slide && "
                         "./slide $specs/contact/finger_pad.lua mu=0.8",
                         user),
               0, "%s", printed);
  expect_in(printed, "  0.0100    -4.0050  cc");
  cr_expect_eq(
      run_shell("%s ./slide $specs/contact/finger_pad.lua mu=-1", user), 2);
  expect_in(printed, "finger_pad.lua:");
  cr_expect_eq(run_shell("%s cc -O2 -Wall -Wextra -Werror "
                         "$specs/programs/overhead.c "
                         "$(pkg-config --cflags --libs bristle) -o overhead && "
                         "./overhead $specs/contact/gradient_line.lua && "
                         "bristle run $specs/scripts/overhead.lua",
                         user),
               0, "%s", printed);
  expect_in(printed, "Lua, many a call");
  cr_expect_eq(
      run_shell(
          "%s python3 $specs/programs/slide.py $specs/contact/finger_pad.lua "
          "mu=0.8",
          user),
      0, "%s", printed);
  expect_in(printed, last);
  cr_expect_eq(run_shell("%s lua5.4 -e \"print(require 'bristle'.check("
                         "'$specs/contact/square.lua').cells)\"",
                         user),
               0, "%s", printed);
  cr_expect_eq(
      run_shell("%s bristle check $specs/contact/square.lua >/dev/null", user),
      0);
}

/* Installs into a /usr/local and an /etc of the test's own, which nothing else
 * sees, and compiles without one word about where the library is. */
Test(install, the_c_program_of_the_readme_compiles_as_printed)
{
  static const char command[] = "cc specs/programs/slide.c -lbristle";
  if (run_shell("unshare -m mount -t tmpfs none /usr/local") != 0)
    cr_skip_test("a folder cannot be mounted for one process here");
  cr_assert_eq(run_shell("grep -qF '| `%s` |' README.md", command), 0);
  cr_expect_eq(
      run_shell("cp -a /etc %s/etc && cp -R specs %s && "
                "unshare -m sh -ec 'mount -t tmpfs none /usr/local; "
                "mount --bind %s/etc /etc; make -s install; cd %s; %s; "
                "./a.out specs/contact/square.lua; "
                "make -C %s -s uninstall; ! ls /usr/local/lib/libbristle*'",
                folder, folder, folder, folder, command, "$OLDPWD"),
      0, "%s", printed);
  expect_in(printed, "  0.0100 ");
}

/* The commands are the README's. */
Test(install, runs_the_scripts)
{
  const char *user = as_user();
  cr_expect_eq(run_shell("%s bristle run $specs/scripts/sweep.lua "
                         "$specs/contact/finger_pad.lua sweep.svg && "
                         "grep -c '<path' sweep.svg",
                         user),
               0, "%s", printed);
  expect_in(printed, " 0.8             1");
  cr_expect_eq(run_shell("%s bristle run $specs/scripts/grids.lua "
                         "$specs/contact/gradient_line.lua",
                         user),
               0, "%s", printed);
  expect_in(printed, " 63x63");
  cr_expect_eq(
      run_shell("%s bristle run $specs/scripts/grip.lua 0.2 0.8", user), 0,
      "%s", printed);
  expect_in(printed, "least grip force    4.90 N on each pad");
  if (!in_soak()) return; /* accuracy.lua compiles 48 solvers, half a minute */
  cr_expect_eq(run_shell("%s bristle run $specs/scripts/accuracy.lua "
                         "$specs/paper/slip_case2_line.lua accuracy.svg && "
                         "grep -q ellipsoid accuracy.svg",
                         user),
               0, "%s", printed);
  expect_in(printed, "compressed         20");
}

Test(install, processes_do_not_change_what_comes_out)
{
  static char one[sizeof printed];
  const char *user = as_user();
  cr_expect_eq(
      run_shell("%s lua5.4 $specs/scripts/montecarlo.lua 12 1 | tail -2", user),
      0, "%s", printed);
  strcpy(one, printed);
  expect_in(one, "largest force (N)");
  cr_expect_eq(
      run_shell("%s bristle run $specs/scripts/montecarlo.lua 12 3 | tail -2",
                user),
      0, "%s", printed);
  cr_expect_str_eq(printed, one);
}

/* The archive works without SymEngine and without the shared library. */
Test(install, the_archive_needs_no_symengine)
{
  cr_expect_eq(
      run_shell(
          "%s "
          "cc $specs/programs/slide.c $(pkg-config --cflags bristle) "
          "%s/prefix/lib/libbristle.a "
          "$(pkg-config --static --libs bristle | sed 's/-lbristle//') "
          "-o slide && LD_LIBRARY_PATH= ./slide $specs/contact/square.lua "
          "2>&1",
          as_user(), folder),
      0, "%s", printed);
  expect_in(printed, "cc");
}
#endif
