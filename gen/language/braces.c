/* braces.c: the lines of the keys in a spec. Lua knows the line of a call only,
 * so this file scans the source for braces and the keys between them. In: the
 * text of a spec. Out: a list of its table constructors.
 *
 * Invariant: an error in the scan can change a line, but not a value. */
#include <ctype.h>
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
  Brace *all;          /* all constructors up to here, the last one first */
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

static Brace *brace_new(Run *run, Brace **all)
{
  Brace *brace = run_alloc(run, sizeof *brace);
  brace->next = *all;
  *all = brace;
  return brace;
}

static void brace_add(Run *run, Brace *brace, BraceMember member)
{
  brace->members =
      run_grown(run, brace->members, brace->count, &brace->room, sizeof member);
  brace->members[brace->count++] = member;
  if (member.key) brace->nkeys++;
}

static void scan_brace(Scan *scan, Brace *brace, int depth);

/* Scans from the start of a member to its separator or the closing brace. */
static void scan_member(Scan *scan, BraceMember *member, int depth)
{
  int parens = 0, blocks = 0;
  while (scan->token.type != TOKEN_END) {
    const Token token = scan->token;
    if (is_sign(token, '{')) {
      Brace *inner = brace_new(scan->run, &scan->all);
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
    Brace *all = scan->all;
    *scan = start;
    scan->all = all;
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
  advance(scan);
}

Brace *braces_scan(Run *run, const char *source)
{
  Scan scan = {.run = run, .at = source, .line = 1};
  if (source[0] == '#') scan.at += strcspn(source, "\n");
  advance(&scan);
  BraceMember top = {NULL, 1, NULL};
  while (scan.token.type != TOKEN_END) {
    scan_member(&scan, &top, 0);
    if (scan.token.type != TOKEN_END) advance(&scan);
  }
  return scan.all;
}

const Brace *braces_find(const Brace *all, const char *word, int line)
{
  const Brace *only = NULL;
  int count = 0;
  for (const Brace *brace = all; brace; brace = brace->next) {
    if (!brace->word || strcmp(brace->word, word) != 0) continue;
    if (brace->line == line) return brace;
    only = brace;
    count++;
  }
  return line <= 0 && count == 1 ? only : NULL;
}

const BraceMember *braces_key(const Brace *brace, const char *key)
{
  for (size_t i = brace ? brace->count : 0; i-- > 0;)
    if (brace->members[i].key && strcmp(brace->members[i].key, key) == 0)
      return &brace->members[i];
  return NULL;
}

const BraceMember *braces_item(const Brace *brace, size_t item)
{
  if (!brace) return NULL;
  if (brace->nkeys == 0) /* the fast way, for the many items of a map */
    return item < brace->count ? &brace->members[item] : NULL;
  for (size_t i = 0; i < brace->count; i++)
    if (!brace->members[i].key && item-- == 0) return &brace->members[i];
  return NULL;
}

const char *braces_twice(const Brace *brace, int *line)
{
  for (size_t i = 0; brace && i < brace->count; i++) {
    const char *key = brace->members[i].key;
    if (key && braces_key(brace, key) != &brace->members[i]) {
      *line = braces_key(brace, key)->line;
      return key;
    }
  }
  return NULL;
}
