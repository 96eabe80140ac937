/* Tests of the descriptions of FMUs: valid by the schemas for every kind, with
 * units, ranges, what depends on what. No binary is made for them. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "emit/calls.h"
#include "support/compiling.h"
#include "support/emitting.h"

TestSuite(description, .init = compiling_begin, .fini = compiling_end);

/* Writes modelDescription.xml into the test's folder and holds it against the
 * schema of that version. */
static char *describe(const char *spec, const char *options, int version)
{
  cr_assert_eq(
      run_shell("CC=/no/such/compiler " BRISTLE " emit %s --set 'name=\"pad\"' "
                "%s --abi=fmi%d -o %s 2>&1 && cd %s && unzip -qo pad_fmi%d.fmu "
                "modelDescription.xml && cd - >/dev/null && xmllint --noout "
                "--schema tests/data/fmi/fmi%d.xsd %s/modelDescription.xml",
                spec, options, version, folder, folder, version, version,
                folder),
      0, "%s: %s", spec, printed);
  return call_text("modelDescription.xml");
}

static void expect_lines(char *text, const char *const *lines, size_t count)
{
  for (size_t i = 0; i < count; i++) expect_in(text, lines[i]);
  free(text);
}

Test(description, every_kind_keeps_to_the_schemas)
{
  for (size_t i = 0; i < ncall_cases; i++)
    for (int version = 2; version <= 3; version++)
      free(describe(call_cases[i].spec, call_cases[i].options, version));
}

/* A contact's bristles do not depend on the load, its wrench does. */
Test(description, states_units_and_dependencies)
{
  static const char *const third[] = {
      "<Unit name=\"N m\"><BaseUnit kg=\"1\" m=\"2\" s=\"-2\"/></Unit>",
      "name=\"z\" valueReference=\"6\" causality=\"local\" "
      "variability=\"continuous\" initial=\"exact\" unit=\"m\" "
      "reinit=\"true\"",
      "name=\"der(z)\" valueReference=\"41\" causality=\"local\" "
      "variability=\"continuous\" initial=\"calculated\" unit=\"m/s\" "
      "derivative=\"6\"",
      "<Output valueReference=\"38\" dependencies=\"2 3 4 5 6\"/>",
      "<ContinuousStateDerivative valueReference=\"41\" dependencies=\"2 3 4 "
      "6\"/>"};
  static const char *const second[] = {
      "<Unknown index=\"38\" dependencies=\"2 3 4 5\"/>"};
  expect_lines(describe("specs/contact/few_bristles.lua", "", 3), third, 5);
  expect_lines(describe("specs/contact/few_bristles.lua", "", 2), second, 1);
}

Test(description, names_the_numbers_of_a_pose_and_the_tuned_ones)
{
  static const char *const lines[] = {
      "name=\"mu\" valueReference=\"6\" causality=\"parameter\" "
      "variability=\"tunable\" initial=\"exact\" unit=\"1\" min=\"0.1\" "
      "max=\"0.9\" start=\"0.35\"",
      "name=\"q[3]\" valueReference=\"9\" causality=\"output\" "
      "variability=\"continuous\" initial=\"exact\" unit=\"rad\"",
      "name=\"v[3]\" valueReference=\"12\" causality=\"output\" "
      "variability=\"continuous\" initial=\"exact\" unit=\"rad/s\"",
      "<Output valueReference=\"9\" dependencies=\"2 3 4\"/>"};
  expect_lines(describe("specs/slider/parcel.lua",
                        "--set 'tune={mu={0.1,0.9},mass={0.5,4}}'", 3),
               lines, 4);
}
