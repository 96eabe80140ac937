/* Tests of the emitted text of contacts, for every shipped spec in every model,
 * step and precision: phrases that must not occur in the files. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "support/compiling.h"
#include "support/emitting.h"
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

static void check_forms(const char *path, Look *look)
{
  int count = 0;
  const int stride = soak_stride(5);
  for (int i = 0; i < MODELS * STEPS * REALS; i += stride) {
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

static bool is_contact(const char *path)
{
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

static void expect_short_lines(const char *text, const char *what)
{
  for (int line = 1; *text; line++) {
    const size_t length = strcspn(text, "\n");
    cr_expect_lt(length, 100, "%s, line %d: %.*s", what, line, (int)length,
                 text);
    text += length + (text[length] == '\n');
  }
}

static void expect_absent(const char *text, const char *words, const char *what)
{
  const char *at = strstr(text, words);
  cr_expect_null(at, "%s: %.80s", what, at);
}

static bool is_in_word(char c)
{
  return isalnum((unsigned char)c) || c == '_';
}

/* Returns the place after the number 1.0 at `at`, or NULL: 21.0 and 1.05 are
 * other numbers. */
static const char *after_one(const char *text, const char *at)
{
  if (at > text && (is_in_word(at[-1]) || at[-1] == '.')) return NULL;
  at += strlen("1.0");
  at += *at == 'f';
  return is_in_word(*at) ? NULL : at;
}

static void expect_no_factor_one(const char *text, const char *what)
{
  for (const char *at = text; (at = strstr(at, "1.0")); at++) {
    const char *const end = after_one(text, at);
    const bool is_factor = end && (*end == '*' || (at > text && at[-1] == '*'));
    cr_expect_not(is_factor, "%s: %.60s", what, at - 20 > text ? at - 20 : at);
  }
}

/* Returns the number of occurrences of the name in a function's body. */
static int count_name(const char *body, size_t length, const char *name)
{
  const size_t size = strlen(name);
  int count = 0;
  for (const char *at = body; (at = strstr(at, name)) && at < body + length;
       at += size)
    count += !is_in_word(at[-1]) && !is_in_word(at[size]);
  return count;
}

/* A body starts with a brace in a column of its own and ends with one. */
static void expect_void_of_unused(const char *text, const char *what)
{
  for (const char *body = text; (body = strstr(body, "\n{\n")); body++) {
    const char *const end = strstr(body, "\n}\n");
    if (!end) return;
    for (const char *at = body; (at = strstr(at, "(void)")) && at < end; at++) {
      char name[100] = "";
      if (sscanf(at, "(void)%99[A-Za-z0-9_];", name) == 1)
        cr_expect_eq(count_name(body, (size_t)(end - body), name), 1,
                     "%s: (void)%s in %.200s", what, name, body);
    }
  }
}

static void check_text(const Emission *e, const char *what)
{
  const char *source = e->source, *header = e->texts->header;
  expect_no_factor_one(source, what);
  expect_void_of_unused(source, what);
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
