/* reading.c: see reading.h. In: emitted text. Out: assertions that fail. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/reading.h"

void expect_short_lines(const char *text, const char *what)
{
  for (int line = 1; *text; line++) {
    const size_t length = strcspn(text, "\n");
    cr_expect_lt(length, 100, "%s, line %d: %.*s", what, line, (int)length,
                 text);
    text += length + (text[length] == '\n');
  }
}

void expect_absent(const char *text, const char *words, const char *what)
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

void expect_no_factor_one(const char *text, const char *what)
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
void expect_void_of_unused(const char *text, const char *what)
{
  for (const char *body = text; (body = strstr(body, "\n{\n")); body++) {
    const char *const end = strstr(body, "\n}\n");
    if (!end) return;
    for (const char *at = body; (at = strstr(at, "(void)")) && at < end; at++) {
      char name[100] = "";
      int length = 0;
      if (sscanf(at, "(void)%99[A-Za-z0-9_]%n", name, &length) == 1 && at[length] == ';')
        cr_expect_eq(count_name(body, (size_t)(end - body), name), 1,
                     "%s: (void)%s in %.200s", what, name, body);
    }
  }
}

/* Returns the length of a run of equal digits at `at`. */
static size_t run_of(const char *at, char digit)
{
  size_t count = 0;
  while (at[count] == digit) count++;
  return count;
}

/* Returns true for 1 plus a power of ten down to 1e-13, a bound that somebody
 * chose: rounding leaves 1e-15 and less. */
static bool is_bound_above_one(const char *at, size_t length)
{
  enum { LONGEST = 15 }; /* 1.0000000000001 */
  const size_t zeros = strncmp(at, "1.", 2) == 0 ? run_of(at + 2, '0') : 0;
  return zeros > 0 && length <= LONGEST && length == zeros + 3 &&
         at[zeros + 2] == '1';
}

void expect_short_literals(const char *text, const char *what)
{
  enum { MOST_EQUAL = 8 };
  for (const char *at = text; *at; at++) {
    if (at > text && (is_in_word(at[-1]) || at[-1] == '.')) continue;
    if (!isdigit((unsigned char)*at)) continue;
    const size_t length = strspn(at, "0123456789.");
    if (is_bound_above_one(at, length)) continue;
    for (size_t i = 1; i < length; i++) {
      const size_t zeros = run_of(at + i, '0'), nines = run_of(at + i, '9');
      const size_t count = zeros > nines ? zeros : nines;
      const bool is_inside = i + count < length && at[0] != '0';
      cr_expect_not(count > MOST_EQUAL && is_inside, "%s: %.30s", what, at);
    }
  }
}

void expect_no_twins(const char *text, const char *what)
{
  enum { MOST_LINES = 3000 };
  static struct {
    const char *at;
    size_t length;
  } values[MOST_LINES];
  size_t count = 0;
  for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
    const char *value = strstr(line, " = "), *end = strchr(line, '\n');
    if (!end) return;
    if (*line == '}') count = 0; /* of another function */
    if (strncmp(line, "  const ", 8) != 0 || !value || value > end) continue;
    const size_t length = (size_t)(end - value);
    for (size_t i = 0; i < count; i++)
      cr_expect_not(values[i].length == length &&
                        memcmp(values[i].at, value, length) == 0,
                    "%s: %.*s", what, (int)(end - line), line);
    cr_assert_lt(count, MOST_LINES);
    values[count].at = value;
    values[count++].length = length;
  }
}
