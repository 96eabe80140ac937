/* Tests of earlier.c: the files emitted earlier that become a unit with a new
 * descriptor, and the errors for other files. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(earlier, .init = compiling_begin, .fini = compiling_end);

/* Returns the text with the first `old` replaced by `fresh`; `old` must occur.
 */
static char *replaced(const char *text, const char *old, const char *fresh)
{
  const char *at = strstr(text, old);
  cr_assert_not_null(at, "no \"%s\"", old);
  char *result;
  cr_assert_gt(asprintf(&result, "%.*s%s%s", (int)(at - text), text, fresh,
                        at + strlen(old)),
               0);
  return result;
}

typedef struct Reading {
  const Emission *emission;
  const char *path;
  Unit unit;
} Reading;

static void read_caught(void *context)
{
  Reading *reading = context;
  reading->unit = earlier_unit(reading->emission->loaded.run,
                               reading->emission->texts, reading->path);
}

/* Saves both files. Returns the error, or "" and the unit. */
static const char *read_files(const Emission *e, const char *source,
                              const char *header, Unit *unit)
{
  static char path[300];
  save("pad.h", header);
  snprintf(path, sizeof path, "%s", save("pad.c", source));
  Reading reading = {e, path, {NULL, NULL}};
  Run *run = e->loaded.run;
  run->error = NULL;
  const bool is_read = run_catch(run, read_caught, &reading);
  if (unit) *unit = reading.unit;
  return is_read ? "" : run->error;
}

Test(earlier, a_file_of_today_gives_the_unit_of_today)
{
  const Emission e = emit_sound_pad("");
  char *with_descriptor;
  cr_assert_gt(
      asprintf(&with_descriptor, "%s\n%s", e.source, e.texts->descriptor), 0);
  Unit plain, described;
  cr_assert_str_empty(read_files(&e, e.source, e.texts->header, &plain));
  cr_assert_str_empty(
      read_files(&e, with_descriptor, e.texts->header, &described));
  cr_expect_str_eq(plain.name, "pad");
  cr_expect_not_null(strstr(plain.text, e.texts->header));
  cr_expect_null(strstr(plain.text, "#include \"pad.h\""));
  for (int i = 0; i < 2; i++) {
    const char *text = i ? described.text : plain.text;
    const char *first = strstr(text, "br_solver pad_solver");
    cr_assert_not_null(first);
    cr_expect_null(strstr(first + 1, "br_solver pad_solver"));
    Module *module = compile(&tcc_backend, text);
    cr_expect_not_null(module_symbol(module, "pad_solver"));
    module_close(module);
  }
  free(with_descriptor);
}

Test(earlier, other_numbers_in_the_header_are_refused)
{
  static const char *const wrong[][3] = {
      {"_NZ 50", "_NZ 48", "PAD_NZ is 48 but this spec has 50: the file was "},
      {"_NZ 50", "_NZZ 50", "PAD_NZ is missing but this spec has 50: the fi"},
      {"_NCELLS 25", "_NCELLS 1e9", "PAD_NCELLS is 1e9 but this spec has 25"},
      {"_ABI ", "_ABI 9", "PAD_ABI is 9"},
      {"typedef double", "typedef float", "pad_real is not double: the file"}};
  const Emission e = emit_sound_pad("");
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char *header = replaced(e.texts->header, wrong[i][0], wrong[i][1]);
    expect_in(read_files(&e, e.source, header, NULL), wrong[i][2]);
    free(header);
  }
}

/* Words in comments have no effect. */
Test(earlier, lines_are_read_as_c_reads_them)
{
  const Emission e = emit_sound_pad("");
  char *header = replaced(e.texts->header, "#define PAD_NZ 50",
                          "/* once it was\n#define PAD_NZ 48\n*/\n"
                          "  #  define /* now */ PAD_NZ 50");
  char *source = replaced(e.source, "#include \"pad.h\"",
                          "// #include \"old.h\"\n #\tinclude \"pad.h\"");
  cr_expect_str_empty(read_files(&e, source, header, NULL));
  char *hidden =
      replaced(e.source, "#include \"pad.h\"", "/*\n#include \"pad.h\"\n*/");
  expect_in(read_files(&e, hidden, header, NULL),
            "does not include pad.h: it was not emitted from this spec");
  free(header);
  free(source);
  free(hidden);
}

/* A step that is an argument has no macro. */
Test(earlier, a_slider_of_another_time_step_is_refused)
{
  static const char format[] =
      "return slider { name = \"pad\", mass = 1, inertia = 0.01, mu = 0.5,\n"
      "  ellipsoid = { et = 1, eo = 1, er = 0.05 }, gravity = 9.81, %s\n"
      "  patch = polygon { { -1, -1 }, { 1, -1 }, { 0, 1 } }, real = \"%s\" "
      "}\n";
  static const char *const steps[] = {"", "dt = 0.001,", "dt = 0.002,"};
  static const char *const reals[] = {"double", "float"};
  for (int r = 0; r < 2; r++) {
    Emission all[3];
    for (int i = 0; i < 3; i++) {
      char spec[500];
      snprintf(spec, sizeof spec, format, steps[i], reals[r]);
      all[i] = emit_whole(spec);
      cr_assert_null(all[i].error, "%s", all[i].error);
    }
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) {
        const char *error =
            read_files(&all[i], all[k].source, all[k].texts->header, NULL);
        cr_expect_eq(i == k, !*error, "%s: %s", reals[r], error);
        if (i != k) expect_in(error, "PAD_DT is ");
      }
    for (int i = 0; i < 3; i++) emission_close(&all[i]);
  }
}

/* Callers of a file of ABI 1 need no change: functions were only added. */
Test(earlier, callers_of_the_first_abi_compile_with_today_s_headers)
{
  static const char *const names[] = {"double_loop", "tall_slider"};
  for (int i = 0; i < 2; i++)
    cr_expect_eq(run_shell("cc -std=c99 -Wall -Wextra -Werror -Itests/golden "
                           "-fsyntax-only " TEST_DATA "/abi/%s.c",
                           names[i]),
                 0, "%s: %s", names[i], printed);
}
