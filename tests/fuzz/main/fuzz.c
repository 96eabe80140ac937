/* fuzz.c: the program of libFuzzer. In: FUZZ_TARGET, the name of a target, and
 * libFuzzer's options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/target/target.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static FuzzTarget *target;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  const char *name = getenv("FUZZ_TARGET");
  for (const NamedTarget *t = fuzz_targets; t->name; t++)
    if (name && strcmp(t->name, name) == 0) target = t->run;
  if (target) return 0;
  fprintf(stderr, "FUZZ_TARGET must name a target:");
  for (const NamedTarget *t = fuzz_targets; t->name; t++)
    fprintf(stderr, " %s", t->name);
  fprintf(stderr, "\n");
  exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
  target(bytes, length);
  return 0;
}
