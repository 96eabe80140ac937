/* rules.h: the rules that keep the rooms of the tree apart. In: the root of a
 * tree. Out: a line "file:line: reason" for each place that breaks a rule. */
#ifndef BRISTLE_TESTS_RULES_H
#define BRISTLE_TESTS_RULES_H

#include <stddef.h>

typedef struct Failures {
  size_t count;
  char *text; /* a line each, for free() */
} Failures;

/* Reads gen/, runtime/, templates/, specs/ and tests/ below the root. */
Failures rules_broken(const char *root);

#endif
