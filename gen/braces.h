/* braces.h: the table constructors of a spec's source, for spec.c alone. */
#ifndef BRISTLE_BRACES_H
#define BRISTLE_BRACES_H

#include "gen.h"

typedef struct Brace Brace;

typedef struct BraceMember {
  const char *key; /* NULL: an item */
  int line;
  Brace *inner; /* its first table, or NULL */
} BraceMember;

struct Brace {
  Brace *next;      /* of all, newest first */
  const char *word; /* the name before the brace, or NULL */
  int line;         /* of the word, else of the brace */
  BraceMember *members;
  size_t count, room, nkeys;
};

Brace *braces_scan(Run *run, const char *source);
/* The constructor of that word at that line; line 0: if there is only one. */
const Brace *braces_find(const Brace *all, const char *word, int line);
const BraceMember *braces_key(const Brace *brace, const char *key); /* last */
const BraceMember *braces_item(const Brace *brace, size_t item);    /* from 0 */
/* A key that is given twice, or NULL. */
const char *braces_twice(const Brace *brace, int *line);

#endif
