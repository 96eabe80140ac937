/* prune.c: tests of the key `functions`: what is emitted compiles alone and
 * tests itself, is the text of the whole file, and verify judges it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "backend/backend.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(prune, .init = compiling_begin, .fini = compiling_end);

typedef struct Case {
  const char *spec, *overrides[4], *call; /* a function that stays, or NULL */
} Case;

#define PAD "specs/contact/finger_pad.lua"
static const Case cases[] = {
    {PAD, {"functions={\"step\"}", "model=\"reduced\"", NULL}, "_step("},
    {PAD, {"functions={\"steady\"}", "real=\"float\"", NULL}, "_steady("},
    {PAD,
     {"functions={\"margin\"}", "model=\"reduced\"", NULL},
     "_margin("},
    {PAD, {"functions={\"step_batch\"}", "model=\"compressed\"", NULL}, NULL},
    {PAD,
     {"functions={\"couple\"}", "model=\"ellipsoid\"", "couple=2", NULL},
     "_couple("},
    {PAD,
     {"functions={\"step\"}", "model=\"reduced\"", "tune={mu_c={0.5,1.1}}",
      NULL},
     "_step("},
    {"specs/slider/parcel.lua", {"functions={\"push\"}", NULL}, "_push("},
    {"specs/mechanism/belt_lugre.lua", {"functions={\"rate\"}", NULL}, "_rate("},
    {"specs/cone/pad_cone.lua", {"functions={\"contains\"}", NULL}, "_contains("},
    {"specs/joint/axis.lua", {"functions={\"steady\"}", NULL}, "_steady("},
};

Test(prune, each_choice_compiles_alone_and_tests_itself)
{
  for (size_t i = 0; i < COUNT(cases); i++) {
    char set[400] = "";
    for (int k = 0; cases[i].overrides[k]; k++)
      snprintf(set + strlen(set), sizeof set - strlen(set), " --set '%s'",
               cases[i].overrides[k]);
    shell("rm -f %s/*.c %s/*.h", folder, folder);
    cr_assert_eq(run_shell("%s emit %s -o %s --descriptor %s", BRISTLE,
                           cases[i].spec, folder, set),
                 0, "%s", printed);
    cr_expect_eq(
        run_shell("cd %s && name=$(basename *.h .h) && printf '#include "
                  "\"%%s.h\"\\nint main(void) { return %%s_selftest(); }' "
                  "$name $name >main.c && gcc " STRICT
                  " -O1 -fno-math-errno *.c -lm -o main && ./main",
                  folder),
        0, "%s%s: %s", cases[i].spec, set, printed);
    if (cases[i].call)
      cr_expect_eq(run_shell("grep -q '%s' %s/*.h", cases[i].call, folder), 0);
  }
}

Test(prune, what_stays_is_the_text_of_the_whole_file)
{
  static const char *const few[] = {"functions={\"step\"}",
                                    "model=\"reduced\"", NULL};
  static const char *const all[] = {"model=\"reduced\"", NULL};
  Emission e = emit_overridden(PAD, few), whole = emit_overridden(PAD, all);
  cr_assert(!e.error && !whole.error);
  const char *start = strstr(e.source, "int finger_pad_step(");
  cr_assert_not_null(start);
  const size_t length = (size_t)(strstr(start, "\n}\n") - start);
  char *body = run_strndup(e.loaded.run, start, length);
  cr_expect_not_null(strstr(whole.source, body));
  cr_expect_null(strstr(e.source, "finger_pad_margin"));
  cr_expect_null(strstr(e.texts->header, "int finger_pad_steady("));
  cr_expect_null(strstr(e.texts->descriptor, "finger_pad_steady("));
  cr_expect_lt(2 * strlen(e.source), strlen(whole.source));
  emission_close(&e);
  emission_close(&whole);
}

Test(prune, an_unknown_name_is_refused_with_the_nearest_one)
{
  static const char *const bad[] = {"functions={\"stpe\"}", NULL};
  Emission e = emit_overridden(PAD, bad);
  cr_assert_not_null(e.error);
  expect_in(e.error, "this contact has no function \"stpe\"; did you mean "
                     "\"step\"?; its functions are reset, rate,");
  emission_close(&e);
}

Test(prune, an_example_that_needs_more_is_refused)
{
  cr_expect_eq(run_shell("%s emit " PAD " -o %s --example --set "
                         "'functions={\"steady\"}'",
                         BRISTLE, folder),
               2);
  expect_in(printed, "the example calls _step: add \"step\" to functions");
}

/* The checks of functions that are left out run on the whole solver. */
Test(prune, verify_judges_what_is_emitted)
{
  const char *set = "--set 'functions={\"step\"}' --set 'model=\"reduced\"'";
  cr_assert_eq(
      run_shell("%s emit " PAD " -o %s %s", BRISTLE, folder, set), 0);
  cr_expect_eq(run_shell("%s verify " PAD " %s/finger_pad.c %s", BRISTLE,
                         folder, set),
               0, "%s", printed);
  shell("sed -i 's/_SIGMA0 1e6 /_SIGMA0 1.01e6 /' %s/finger_pad.c", folder);
  cr_expect_eq(run_shell("%s verify " PAD " %s/finger_pad.c %s", BRISTLE,
                         folder, set),
               1, "%s", printed);
}

/* The descriptor of a body has _tune in any case, and lacks _body_step here. */
Test(prune, verify_finds_the_functions_of_a_body_that_are_left_out)
{
  static const char *const keys[] = {
      "functions = { \"step\" }, tune = { mu_c = { 0.4, 0.5 } }",
      "functions = { \"body_step\" }"};
  for (size_t i = 0; i < COUNT(keys); i++) {
    char spec[500];
    snprintf(spec, sizeof spec,
             "return contact { name = \"pad\", grid = { 3, 3 }, size = { 0.02, "
             "0.02 }, pressure = rectangle {}, friction = lugre { sigma0 = 1e4, "
             "sigma1 = 20, mu_c = 0.5 }, body = { mass = 1, inertia = 1e-3 }, %s "
             "}", keys[i]);
    save("pad.lua", spec);
    cr_expect_eq(run_shell("%s verify --backend=tcc %s/pad.lua", BRISTLE, folder),
                 0, "%s: %s", keys[i], printed);
  }
}
