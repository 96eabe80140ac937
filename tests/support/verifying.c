/* verifying.c: runs `bristle verify` on good files and on changed ones. */
#include "support/verifying.h"
#include "support/compiling.h"
#include "support/place.h"

#include <ctype.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

char out[1 << 16], err[1 << 16], dir[64];

static void slurp(const char *path, char *text, size_t room)
{
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s", path);
  const size_t n = fread(text, 1, room - 1, file);
  text[n] = 0;
  fclose(file);
}

int bristle(const char *format, ...)
{
  char arguments[1500], command[2500], path[400];
  va_list args;
  va_start(args, format);
  vsnprintf(arguments, sizeof arguments, format, args);
  va_end(args);
  snprintf(command, sizeof command, "%s %s >%s/out 2>%s/err", BRISTLE,
           arguments, dir, dir);
  const int status = system(command);
  snprintf(path, sizeof path, "%s/out", dir);
  slurp(path, out, sizeof out);
  snprintf(path, sizeof path, "%s/err", dir);
  slurp(path, err, sizeof err);
  cr_assert(WIFEXITED(status), "crashed: bristle %s\n%s", arguments, err);
  return WEXITSTATUS(status);
}

void verifying_begin(void)
{
  char cache[400];
  make_test_folder("verify", dir, sizeof dir);
  snprintf(cache, sizeof cache, "%s/cache", dir);
  const char *shared = getenv("BRISTLE_TEST_CACHE");
  setenv("BRISTLE_CACHE", shared && *shared ? shared : cache, 1);
  unsetenv("CC");
  compile_quickly();
}

void verifying_end(void)
{
  char command[400];
  snprintf(command, sizeof command, "chmod -R u+w %s && rm -rf %s", dir, dir);
  cr_expect_eq(system(command), 0);
}

/* Finds the first literal of that size or more from `at` on, and its end. */
static char *literal(char *at, double least, char **behind, double *value)
{
  for (; *at; at++) {
    const unsigned char before = (unsigned char)at[-1];
    if (!isdigit((unsigned char)*at) || isalnum(before) || before == '_' ||
        before == '[' || before == '.')
      continue;
    *value = strtod(at, behind);
    if (fabs(*value) >= least) return at;
    at = *behind - 1;
  }
  return NULL;
}

void corrupt(const char *name, const char *section, const char *text,
             double least, double share)
{
  static char source[1 << 20];
  char path[400];
  double value;
  snprintf(path, sizeof path, "%s/%s.c", dir, name);
  slurp(path, source, sizeof source);
  char *at = strstr(source, section);
  cr_assert_not_null(at, "no \"%s\"", section);
  at = strstr(at, text);
  cr_assert_not_null(at, "no \"%s\" behind \"%s\"", text, section);
  char *behind, *number = literal(at + strlen(text), least, &behind, &value);
  cr_assert_not_null(number);
  snprintf(path, sizeof path, "%s/bad.c", dir);
  FILE *file = fopen(path, "w");
  cr_assert_not_null(file);
  fprintf(file, "%.*s%.17e%s", (int)(number - source), source,
          value * (1 + share), behind);
  fclose(file);
}

/* The line of a check ends in neither ok nor nothing. */
bool is_named(const char *check)
{
  char line[100];
  snprintf(line, sizeof line, "\n  %-24s ", check);
  const char *at = strstr(out, line);
  if (!at) return false;
  const char *fail = strstr(at, "FAIL"), *next = strchr(at + 1, '\n');
  return fail && fail < next;
}
