/* Tests of what is written to disk: temporary names, full disks, files of
 * different specs, names that hide other headers, texts with a zero byte. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/loading.h"

TestSuite(files, .init = compiling_begin, .fini = compiling_end);

/* ---- temporary files ------------------------------------------------------
 */

static void write_pad(void *context)
{
  char path[200];
  snprintf(path, sizeof path, "%s/pad.c", folder);
  file_write(context, path, "new", 3);
}

/* Others who may write to the folder know the number of this process. */
Test(files, a_link_under_a_guessed_name_is_not_followed)
{
  shell("printf precious >%s/victim", folder);
  shell("ln -s victim %s/pad.c.%ld.tmp", folder, (long)getpid());
  Run *run = run_open();
  cr_assert(run_catch(run, write_pad, run), "%s", run->error);
  run_close(run);
  shell("[ \"$(cat %s/victim)\" = precious ]", folder);
  shell("[ \"$(cat %s/pad.c)\" = new ]", folder);
}

Test(files, a_new_file_has_the_users_permissions)
{
  const mode_t before = umask(022);
  Run *run = run_open();
  cr_assert(run_catch(run, write_pad, run), "%s", run->error);
  run_close(run);
  umask(before);
  shell("[ \"$(stat -c %%a %s/pad.c)\" = 644 ]", folder);
}

/* ---- two emits into one folder ---------------------------------------------
 */

/* A header of one spec with a source of another does not compile. */
Test(files, header_and_source_of_different_specs_do_not_compile)
{
  static const char *const specs[] = {
      "contact/finger_pad.lua --set mu=%s", "slider/parcel.lua --set mass=%s",
      "contact/square.lua --set model=reduced --set friction.mu_c=%s",
      "mechanism/bead_on_hoop.lua --set friction.mu=%s",
      "cone/fingertip.lua --set mu=%s"};
  for (size_t i = 0; i < COUNT(specs); i++) {
    for (int k = 0; k < 2; k++) {
      char spec[200];
      snprintf(spec, sizeof spec, specs[i], k ? "0.6" : "0.5");
      shell(BRISTLE " emit specs/%s -o %s/%d >%s/list", spec, folder, k,
            folder);
    }
    shell("cc -c %s/0/*.c -o %s/x.o", folder, folder);
    shell("cp %s/1/*.h %s/0", folder, folder);
    cr_expect_neq(run_shell("cc -c %s/0/*.c -o %s/x.o 2>&1", folder, folder), 0,
                  "%s", specs[i]);
    expect_in(printed, "are of different specs: emit both again");
    shell("rm -r %s/0 %s/1", folder, folder);
  }
}

/* ---- pictures
 * ---------------------------------------------------------------- */

/* No file may be longer than 35 or 70 kB, as the shell counts, and the signal
 * that tells of it is off. */
Test(files, a_picture_that_does_not_fit_is_an_error)
{
  cr_expect_eq(run_shell("(trap '' XFSZ; ulimit -f 70; " BRISTLE
                         " plot specs/contact/square.lua -o %s/small 2>&1); "
                         "echo exit $?",
                         folder),
               0);
  expect_in(printed, "exit 2");
  expect_in(printed, "g: cannot write: File too large");
  cr_expect_eq(run_shell("cd %s/small && for f in *; do case $f in "
                         "*.svg) tail -n 2 $f | grep -qx '</svg>' ;; "
                         "*.png) tail -c 8 $f | grep -aq '^IEND' ;; "
                         "*) false ;; esac || echo $f; done",
                         folder),
               0);
  cr_expect(*printed == 0 || strcmp(printed, "*\n") == 0, "not whole: %s",
            printed);
}

Test(files, a_gnuplot_that_ends_early_is_an_error)
{
  write_script("gnuplot", "cat >/dev/null; echo '<svg>'");
  cr_expect_eq(run_shell("PATH=%s:$PATH " BRISTLE
                         " plot specs/contact/square.lua -o %s/cut 2>&1; "
                         "echo exit $?",
                         folder, folder),
               0);
  expect_in(printed, "gnuplot ended before the picture was complete");
  expect_in(printed, "exit 2");
  shell("[ -z \"$(ls %s/cut)\" ]", folder);
}

/* ---- names
 * --------------------------------------------------------------------- */

static bool is_refused(const char *name)
{
  char set[100];
  snprintf(set, sizeof set, "name=\"%s\"", name);
  const char *const list[] = {set, NULL};
  Loaded l = load_contact("", list);
  const bool is_so = l.error && strstr(l.error, "name must not be") != NULL;
  unload(&l);
  return is_so;
}

/* Every header that C's and POSIX's headers lead to, as this compiler finds
 * them. */
Test(files, names_of_all_headers_of_the_system_are_refused)
{
  cr_assert_eq(
      run_shell(
          "for h in assert complex ctype errno fenv float inttypes iso646 "
          "limits locale math setjmp signal stdalign stdarg stdatomic stdbool "
          "stddef stdint stdio stdlib stdnoreturn string tgmath threads time "
          "uchar wchar wctype aio cpio dirent dlfcn fcntl fmtmsg fnmatch ftw "
          "glob grp iconv langinfo libgen monetary mqueue netdb nl_types poll "
          "pthread pwd regex sched search semaphore spawn strings syslog tar "
          "termios ulimit unistd utime utmpx wordexp malloc memory endian "
          "error err getopt features x86intrin; do "
          "echo \"#if __has_include(<$h.h>)\"; echo \"#include <$h.h>\"; "
          "echo '#endif'; done >%s/all.c; "
          "cc -M %s/all.c | tr ' ' '\\n' | sed -n "
          "'s|^.*/\\([A-Za-z][A-Za-z0-9_]*\\)\\.h$|/&|; "
          "s|^//.*/include\\(-fixed\\)\\{0,1\\}/\\([A-Za-z][A-Za-z0-9_]*\\)\\.h"
          "$|\\2|p' | sort -u",
          folder, folder),
      0);
  int count = 0;
  static char names[sizeof printed];
  snprintf(names, sizeof names, "%s", printed);
  for (char *name = strtok(names, "\n"); name; name = strtok(NULL, "\n")) {
    cr_expect(is_refused(name), "%s", name);
    count++;
  }
  cr_expect_gt(count, 50, "%s", printed);
}

Test(files, names_that_differ_from_a_header_in_case_are_refused)
{
  cr_expect(is_refused("Math"));
  cr_expect(is_refused("errno"));
  cr_expect(is_refused("windows"));
  cr_expect(is_refused("avx2intrin"));
  cr_expect_not(is_refused("mathematics"));
  cr_expect_not(is_refused("intrinsic"));
  cr_expect_not(is_refused("pad"));
}

/* ---- texts of scripts
 * ------------------------------------------------------------ */

Test(files, a_script_s_path_with_a_zero_byte_is_refused)
{
  char path[200];
  snprintf(path, sizeof path, "%s/zero.lua", folder);
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file);
  fprintf(
      file,
      "local bristle = require 'bristle'\n"
      "local spec, to = 'specs/contact/few_bristles.lua', '%s/out'\n"
      "local function fails(f, ...)\n"
      "  local ok, why = pcall(f, ...)\n"
      "  assert(not ok and tostring(why):find('a zero byte', 1, true), why)\n"
      "end\n"
      "fails(bristle.emit, spec, to .. '\\0x')\n"
      "fails(bristle.open, spec .. '\\0x')\n"
      "fails(bristle.check, spec .. '\\0x')\n"
      "fails(bristle.open, spec, { set = { name = 'a\\0b' } })\n"
      "fails(bristle.jit, spec, { backend = 'tcc\\0x' })\n"
      "fails(bristle.show, spec, 'p\\0x')\n",
      folder);
  fclose(file);
  cr_expect_eq(run_shell(BRISTLE " run %s 2>&1", path), 0, "%s", printed);
  cr_expect_neq(run_shell("[ -e %s/out ]", folder), 0);
}
