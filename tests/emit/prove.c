/* Tests of the driver and the rule for Frama-C. What Frama-C says of them is
 * tested by `make prove`. */
#include <criterion/criterion.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(prove, .init = compiling_begin, .fini = compiling_end);

/* A spec of each kind and of each form of a contact, named pad. */
static const char *const specs[] = {
    "contact/few_bristles", "contact/soft_fingertip", "programs/hosts/pad",
    "slider/parcel",        "cone/fingertip",         "joint/gearbox",
    "mechanism/belt_dahl"};
enum { SPECS = sizeof specs / sizeof *specs };

static void emit_proof(const char *spec)
{
  cr_assert_eq(run_shell(BRISTLE " emit specs/%s.lua --set 'name=\"pad\"' "
                                 "--prove -o %s",
                         spec, folder),
               0, "%s: %s", spec, printed);
}

Test(prove, the_driver_is_valid_c)
{
  for (size_t i = 0; i < SPECS; i++) {
    emit_proof(specs[i]);
    cr_expect_eq(run_shell("cc -std=c11 -Wall -Wextra -Werror -Itests/"
                           "prove -fsyntax-only %s/pad_prove.c",
                           folder),
                 0, "%s: %s", specs[i], printed);
  }
}

Test(prove, the_driver_calls_every_function_of_the_header_but_the_selftest)
{
  for (size_t i = 0; i < SPECS; i++) {
    emit_proof(specs[i]);
    cr_expect_eq(
        run_shell("cd %s && cc -E -P pad.h | tr ';' '\\n' | sed -n "
                  "'s/.*pad_\\([a-z_]*\\)(.*/\\1/p' | grep -v selftest | sort "
                  ">header && test -s header && make -s -f pad_prove.mk -n "
                  "FRAMAC=: | grep -o 'main prove_[a-z_]*' | sed "
                  "'s/main prove_//' | sort >rule && diff header rule && for "
                  "f in $(cat header); do grep -q \"^void prove_$f(void)\" "
                  "pad_prove.c && grep -q \"  pad_$f(\" pad_prove.c || exit 1; "
                  "done",
                  folder),
        0, "%s: %s", specs[i], printed);
  }
}

Test(prove, the_rule_fails_if_frama_c_finds_alarms_or_does_not_end)
{
  static const char *const says[] = {
      "echo \"[eva:alarm] pad.c:1: Warning: x\"; exit 1", "exit 1",
      "echo nothing", "kill -9 $$$$"};
  emit_proof(specs[0]);
  for (size_t i = 0; i < sizeof says / sizeof *says; i++)
    cr_expect_neq(run_shell("make -s -f %s/pad_prove.mk step FRAMAC='sh -c "
                            "'\\''%s'\\'' x'",
                            folder, says[i]),
                  0, "%s: %s", says[i], printed);
  cr_expect_eq(run_shell("make -s -f %s/pad_prove.mk step FRAMAC='sh -c "
                         "'\\''echo \"3 statements reached (out of 3): 100%% "
                         "coverage\"'\\'' x'",
                         folder),
               0, "%s", printed);
  expect_in(printed, "pad_step: proven, 100%");
}
