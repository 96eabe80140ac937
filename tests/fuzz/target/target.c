/* target.c: see target.h. In: bytes, names. Out: texts, files in a scratch
 * folder, the judgement of a model. */
#include "fuzz/target/target.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/bristle.h"

const NamedTarget fuzz_targets[] = {
    {"spec", fuzz_spec},       {"set", fuzz_set},       {"image", fuzz_image},
    {"foreign", fuzz_foreign}, {"solver", fuzz_solver}, {NULL, NULL}};

_Noreturn void fuzz_fail(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fputs("FOUND: ", stderr);
  vfprintf(stderr, format, args);
  fputs("\n", stderr);
  va_end(args);
  abort();
}

char *fuzz_text(const uint8_t *bytes, size_t length)
{
  char *text = malloc(length + 1);
  if (!text) fuzz_fail("no memory");
  if (length > 0) memcpy(text, bytes, length);
  text[length] = 0;
  return text;
}

static char scratch[64];
static pid_t owner;

static void remove_scratch(void)
{
  char command[100];
  if (getpid() != owner) return;
  snprintf(command, sizeof command, "rm -rf %s", scratch);
  if (system(command) != 0) perror(command);
}

const char *fuzz_path(const char *name)
{
  static char path[200];
  if (!*scratch) {
    strcpy(scratch, "/tmp/bristle-fuzz-XXXXXX");
    if (!mkdtemp(scratch)) fuzz_fail("no scratch folder");
    owner = getpid();
    atexit(remove_scratch);
  }
  snprintf(path, sizeof path, "%s/%s", scratch, name);
  return path;
}

void fuzz_save(const char *name, const void *bytes, size_t length)
{
  FILE *file = fopen(fuzz_path(name), "wb");
  if (!file) fuzz_fail("cannot write %s", name);
  fwrite(bytes, 1, length, file);
  fclose(file);
}

/* True if a bare word stands where JSON has a number. */
static int has_bare(const char *json, const char *word)
{
  const size_t length = strlen(word);
  for (const char *at = json; (at = strstr(at, word)); at += length) {
    const char before = at == json ? 0 : at[-1];
    if (before && strchr(" :-,", before) && at[length] &&
        strchr(",\n}", at[length]))
      return 1;
  }
  return 0;
}

static char *copy_of_check(struct bristle_model *model)
{
  int errors = -1;
  const char *figures = bristle_check(model, &errors);
  if (!figures) {
    figures = bristle_error(model);
    if (!figures || !*figures) fuzz_fail("check fails without an error");
  } else {
    if (errors < 0) fuzz_fail("the number of errors is not set");
    if (has_bare(figures, "nan") || has_bare(figures, "inf"))
      fuzz_fail("a figure is not finite:\n%s", figures);
  }
  return fuzz_text((const uint8_t *)figures, strlen(figures));
}

void fuzz_judge(struct bristle_model *model, const char *letters)
{
  if (!model) fuzz_fail("no model");
  const char *error = bristle_error(model);
  if (error) {
    if (!*error) fuzz_fail("an empty error");
    return;
  }
  char *first = copy_of_check(model), *second = copy_of_check(model);
  if (strcmp(first, second) != 0)
    fuzz_fail("two checks differ:\n%s\n%s", first, second);
  free(first);
  free(second);
  if (bristle_error(model)) return;
  const char *shown = bristle_show(model, letters);
  error = bristle_error(model);
  if (!shown && (!error || !*error)) fuzz_fail("show fails without an error");
}
