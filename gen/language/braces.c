/* braces.c: the lines of the keys in a spec. Lua knows the line of a call only,
 * so this file scans the source for braces and the keys between them. In: the
 * text of a spec. Out: a list of its table constructors.
 *
 * Invariant: an error in the scan can change a line, but not a value. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "language/inside.h"

typedef enum TokenType {
  TOKEN_END,
  TOKEN_NAME,
  TOKEN_STRING,
  TOKEN_SIGN, /* one character, or two: ==, ~=, <=, >= */
  TOKEN_OTHER /* a number */
} TokenType;

typedef struct Token {
  TokenType type;
  int line;
  const char *start;
  size_t length;
} Token;

typedef struct Scan {
  Run *run;
  const char *at;
  int line;
  Token token, before; /* the current one, and the one before it */
  Braces *braces;      /* all constructors up to here, in their order */
} Scan;

/* Returns the level of the long bracket that starts at `at`, or -1. */
static int long_bracket(const char *at)
{
  if (*at != '[') return -1;
  int level = 0;
  for (at++; *at == '='; at++) level++;
  return *at == '[' ? level : -1;
}

static void skip_long(Scan *scan, int level)
{
  scan->at += level + 2;
  for (; *scan->at; scan->at++) {
    if (*scan->at == '\n') scan->line++;
    if (*scan->at != ']') continue;
    int same = 0;
    while (scan->at[1 + same] == '=') same++;
    if (same == level && scan->at[1 + same] == ']') {
      scan->at += level + 2;
      return;
    }
  }
}

/* Skips blanks and comments. */
static void skip_blank(Scan *scan)
{
  for (;;) {
    while (isspace((unsigned char)*scan->at)) {
      if (*scan->at == '\n') scan->line++;
      scan->at++;
    }
    if (scan->at[0] != '-' || scan->at[1] != '-') return;
    scan->at += 2;
    const int level = long_bracket(scan->at);
    if (level >= 0)
      skip_long(scan, level);
    else
      scan->at += strcspn(scan->at, "\n");
  }
}

static void skip_quoted(Scan *scan)
{
  const char quote = *scan->at++;
  while (*scan->at && *scan->at != quote && *scan->at != '\n') {
    if (*scan->at == '\\' && scan->at[1]) {
      scan->at++;
      if (*scan->at == '\n') scan->line++;
    }
    scan->at++;
  }
  if (*scan->at == quote) scan->at++;
}

static void advance(Scan *scan)
{
  skip_blank(scan);
  scan->before = scan->token;
  Token token = {TOKEN_END, scan->line, scan->at, 0};
  const char c = *scan->at;
  if (isalpha((unsigned char)c) || c == '_') {
    token.type = TOKEN_NAME;
    while (isalnum((unsigned char)*scan->at) || *scan->at == '_') scan->at++;
  } else if (isdigit((unsigned char)c)) {
    token.type = TOKEN_OTHER;
    while (isalnum((unsigned char)*scan->at) || *scan->at == '.') scan->at++;
  } else if (c == '"' || c == '\'') {
    token.type = TOKEN_STRING;
    skip_quoted(scan);
  } else if (long_bracket(scan->at) >= 0) {
    token.type = TOKEN_STRING;
    skip_long(scan, long_bracket(scan->at));
  } else if (c) {
    token.type = TOKEN_SIGN;
    scan->at++;
    if (strchr("=<>~", c) && *scan->at == '=') scan->at++;
  }
  token.length = (size_t)(scan->at - token.start);
  scan->token = token;
}

static bool is_sign(Token token, char sign)
{
  return token.type == TOKEN_SIGN && token.length == 1 && *token.start == sign;
}

static bool is_name(Token token, const char *name)
{
  return token.type == TOKEN_NAME && strlen(name) == token.length &&
         strncmp(token.start, name, token.length) == 0;
}

/* Returns +1 for a word that opens a block, -1 for a word that closes one. */
static int block_change(Token token)
{
  static const char *const opening[] = {"function", "if", "do", "repeat"};
  for (size_t i = 0; i < COUNT(opening); i++)
    if (is_name(token, opening[i])) return 1;
  return is_name(token, "end") || is_name(token, "until") ? -1 : 0;
}

static Brace *brace_new(Run *run, Braces *braces)
{
  Brace *brace = run_alloc(run, sizeof *brace);
  braces->all = run_grown(run, braces->all, braces->count, &braces->room,
                          sizeof *braces->all);
  braces->all[braces->count++] = brace;
  return brace;
}

static void brace_add(Run *run, Brace *brace, BraceMember member)
{
  brace->members =
      run_grown(run, brace->members, brace->count, &brace->room, sizeof member);
  brace->members[brace->count++] = member;
}

static int by_key(const void *a, const void *b)
{
  const BraceMember *const *x = a, *const *y = b;
  const int order = strcmp((*x)->key, (*y)->key);
  return order ? order : (*x > *y) - (*x < *y);
}

/* Makes the lists of keys and of items, when all members are there. */
static void brace_close(Run *run, Brace *brace)
{
  const size_t bytes = (brace->count + 1) * sizeof(BraceMember *);
  bool has_keys = false;
  for (size_t i = 0; i < brace->count; i++)
    has_keys = has_keys || brace->members[i].key;
  if (!has_keys) return; /* the many items of a map: the members themselves */
  brace->keys = run_alloc(run, bytes);
  brace->items = run_alloc(run, bytes);
  for (size_t i = 0; i < brace->count; i++) {
    const BraceMember *member = &brace->members[i];
    if (member->key)
      brace->keys[brace->nkeys++] = member;
    else
      brace->items[brace->nitems++] = member;
  }
  qsort(brace->keys, brace->nkeys, sizeof *brace->keys, by_key);
  const BraceMember *first = NULL; /* of the keys that occur twice */
  for (size_t i = 0, next; i < brace->nkeys; i = next) {
    for (next = i + 1; next < brace->nkeys; next++)
      if (strcmp(brace->keys[i]->key, brace->keys[next]->key) != 0) break;
    if (next == i + 1 || (first && brace->keys[i] > first)) continue;
    first = brace->keys[i];
    brace->twice = brace->keys[next - 1];
  }
}

static void scan_brace(Scan *scan, Brace *brace, int depth);

/* Scans from the start of a member to its separator or the closing brace. */
static void scan_member(Scan *scan, BraceMember *member, int depth)
{
  int parens = 0, blocks = 0;
  while (scan->token.type != TOKEN_END) {
    const Token token = scan->token;
    if (is_sign(token, '{')) {
      Brace *inner = brace_new(scan->run, scan->braces);
      Token word = scan->before;
      inner->line = word.type == TOKEN_NAME ? word.line : token.line;
      if (word.type == TOKEN_NAME)
        inner->word = run_strndup(scan->run, word.start, word.length);
      if (parens == 0 && blocks == 0 && !member->inner) member->inner = inner;
      scan_brace(scan, inner, depth + 1);
      continue;
    }
    if (parens == 0 && blocks == 0 &&
        (is_sign(token, '}') || is_sign(token, ',') || is_sign(token, ';')))
      return;
    if (is_sign(token, '(') || is_sign(token, '[')) parens++;
    if (is_sign(token, ')') || is_sign(token, ']')) parens--;
    blocks += block_change(token);
    advance(scan);
  }
}

/* Scans the key of a member, if there is one: `name =` or `["name"] =`. */
static void scan_key(Scan *scan, BraceMember *member)
{
  const Scan start = *scan;
  Token key = scan->token;
  if (key.type == TOKEN_NAME) {
    advance(scan);
  } else if (is_sign(key, '[')) {
    advance(scan);
    key = scan->token;
    key.start++;
    key.length = key.length >= 2 ? key.length - 2 : 0;
    if (scan->token.type == TOKEN_STRING) advance(scan);
    if (is_sign(scan->token, ']')) advance(scan);
  }
  if (is_sign(scan->token, '=') && scan->token.start != start.token.start) {
    member->key = run_strndup(scan->run, key.start, key.length);
    advance(scan);
  } else {
    *scan = start;
  }
}

/* Scans a constructor. scan->token is the opening brace at first and the token
 * after the closing brace at the end. */
static void scan_brace(Scan *scan, Brace *brace, int depth)
{
  advance(scan);
  while (scan->token.type != TOKEN_END && !is_sign(scan->token, '}')) {
    BraceMember member = {NULL, scan->token.line, NULL};
    if (depth > 60) {
      advance(scan);
      continue;
    }
    scan_key(scan, &member);
    scan_member(scan, &member, depth);
    brace_add(scan->run, brace, member);
    if (is_sign(scan->token, ',') || is_sign(scan->token, ';')) advance(scan);
  }
  brace_close(scan->run, brace);
  advance(scan);
}

static int by_word(const char *word, int line, const Brace *brace)
{
  const int order = strcmp(word, brace->word);
  return order ? order : (line > brace->line) - (line < brace->line);
}

static int by_word_and_line(const void *a, const void *b)
{
  const Brace *const *x = a, *const *y = b;
  const int order = by_word((*x)->word, (*x)->line, *y);
  return order ? order : (*x)->place < (*y)->place ? 1 : -1;
}

Braces *braces_scan(Run *run, const char *source)
{
  Braces *braces = run_alloc(run, sizeof *braces);
  Scan scan = {.run = run, .at = source, .line = 1, .braces = braces};
  if (source[0] == '#') scan.at += strcspn(source, "\n");
  advance(&scan);
  BraceMember top = {NULL, 1, NULL};
  while (scan.token.type != TOKEN_END) {
    scan_member(&scan, &top, 0);
    if (scan.token.type != TOKEN_END) advance(&scan);
  }
  size_t count = 0;
  for (size_t i = 0; i < braces->count; i++) {
    braces->all[i]->place = i;
    if (braces->all[i]->word) braces->all[count++] = braces->all[i];
  }
  braces->count = count;
  if (count > 0)
    qsort(braces->all, count, sizeof *braces->all, by_word_and_line);
  return braces;
}

const Brace *braces_find(const Braces *braces, const char *word, int line)
{
  size_t low = 0, high = braces->count; /* the first one not before */
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (by_word(word, line, braces->all[middle]) > 0)
      low = middle + 1;
    else
      high = middle;
  }
  const Brace *found = low < braces->count ? braces->all[low] : NULL;
  if (!found || strcmp(found->word, word) != 0) return NULL;
  if (found->line == line) return found;
  /* Without a line every constructor of the word comes later. */
  const bool is_only =
      low + 1 == braces->count || strcmp(braces->all[low + 1]->word, word) != 0;
  return line <= 0 && is_only ? found : NULL;
}

const BraceMember *braces_key(const Brace *brace, const char *key)
{
  size_t low = 0, high = brace ? brace->nkeys : 0; /* the first one after */
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (strcmp(brace->keys[middle]->key, key) <= 0)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || strcmp(brace->keys[low - 1]->key, key) != 0) return NULL;
  return brace->keys[low - 1];
}

const BraceMember *braces_item(const Brace *brace, size_t item)
{
  if (!brace) return NULL;
  if (brace->nkeys == 0)
    return item < brace->count ? &brace->members[item] : NULL;
  return item < brace->nitems ? brace->items[item] : NULL;
}
