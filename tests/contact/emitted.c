/* Tests of the emitted text of contacts, for every shipped spec in every model,
 * step and precision: phrases that must not occur in the files. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
#include "support/reading.h"
#include "support/soak.h"

TestSuite(contact_emitted);

/* ---- every spec in every form ------------------------------------------ */

static const char *const models[] = {"", "distributed", "compressed", "reduced",
                                     "ellipsoid"};
static const char *const steps[] = {"euler", "exponential", "implicit"};
static const char *const reals[] = {"double", "float"};
enum { MODELS = 5, STEPS = 3, REALS = 2 };

typedef void Look(const Emission *emission, const char *what);

/* Returns false if the spec has no such form. */
static bool check_form(const char *path, const char *const overrides[],
                       Look *look)
{
  char what[300];
  Emission e = emit_overridden(path, overrides);
  const bool is_there = !e.error;
  snprintf(what, sizeof what, "%s %s %s %s", path, overrides[0],
           overrides[1] ? overrides[1] : "",
           overrides[1] && overrides[2] ? overrides[2] : "");
  if (is_there) look(&e, what);
  emission_close(&e);
  return is_there;
}

/* Another part of the forms for each spec. */
static void check_forms(const char *path, Look *look)
{
  int count = 0;
  const int stride = soak_stride(7), first = (int)strlen(path) % stride;
  for (int i = first; i < MODELS * STEPS * REALS; i += stride) {
    char model[40], step[40], real[40];
    const char *name = models[i / (STEPS * REALS)];
    snprintf(step, sizeof step, "step=\"%s\"", steps[i / REALS % STEPS]);
    snprintf(real, sizeof real, "real=\"%s\"", reals[i % REALS]);
    snprintf(model, sizeof model, "model=\"%s\"", name);
    const char *const overrides[] = {real, step, *name ? model : NULL, NULL};
    count += check_form(path, overrides, look);
  }
  cr_expect_geq(count, 6 / stride, "%s has %d forms", path, count);
}

typedef struct Path {
  char chars[100];
} Path;

/* A script in specs/scripts may hold the text of a spec. */
static bool is_contact(const char *path)
{
  if (strstr(path, "/scripts/")) return false;
  static char text[1 << 16];
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s", path);
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  return strstr(text, "return contact {") != NULL;
}

/* All contacts in specs/, as parameters. */
static struct criterion_test_params all_contacts(void)
{
  static Path paths[100];
  size_t count = 0;
  glob_t found;
  cr_assert_eq(glob("specs/*/*.lua", 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++)
    if (is_contact(found.gl_pathv[i]))
      snprintf(paths[count++].chars, sizeof paths->chars, "%s",
               found.gl_pathv[i]);
  globfree(&found);
  cr_assert_gt(count, 15);
  return cr_make_param_array(Path, paths, count);
}

/* ---- what must not be there -------------------------------------------- */

static void check_text(const Emission *e, const char *what)
{
  const char *source = e->source, *header = e->texts->header;
  expect_no_factor_one(source, what);
  expect_void_of_unused(source, what);
  if (strstr(what, "double")) expect_short_literals(source, what);
  expect_absent(source, " < 1; ", what);
  expect_short_lines(header, what);
  expect_short_lines(source, what);
  expect_short_lines(e->texts->descriptor, what);
  expect_absent(source, "__TINYC__", what);
  expect_absent(source, "optimize", what);
}

ParameterizedTestParameters(contact_emitted, text_is_fit_to_be_read)
{
  return all_contacts();
}

ParameterizedTest(Path *path, contact_emitted, text_is_fit_to_be_read)
{
  check_forms(path->chars, check_text);
}
