/* text.c: growing texts, valid UTF-8, and the known word nearest to an unknown
 * word. In: characters. Out: texts in a run's arena.
 *
 * Invariant: a Text ends with a zero byte at any time. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

Text text_new(Run *run)
{
  Text text = {run, run_alloc(run, 256), 0, 256};
  return text;
}

void text_append(Text *text, const char *chars, size_t length)
{
  if (text->room - text->length <= length) {
    size_t room = text->room * 2;
    while (room - text->length <= length) room *= 2;
    char *grown = run_alloc(text->run, room);
    memcpy(grown, text->chars, text->length);
    text->chars = grown;
    text->room = room;
  }
  memcpy(text->chars + text->length, chars, length);
  text->length += length;
  text->chars[text->length] = 0;
}

/* Most formats are texts and %s alone; reading them here takes a tenth of the
 * time of vsnprintf. */
int text_vformat(char *to, size_t room, const char *format, va_list args)
{
  va_list whole;
  size_t length = 0;
  va_copy(whole, args);
  for (const char *c = format; *c;) {
    const char *piece = c;
    size_t count = strcspn(c, "%");
    c += count;
    if (count == 0) {
      piece = c[1] == 's' ? va_arg(args, const char *) : NULL;
      if (!piece) {
        const int done = vsnprintf(to, room, format, whole);
        va_end(whole);
        return done;
      }
      count = strlen(piece);
      c += 2;
    }
    const size_t left = length + 1 < room ? room - 1 - length : 0;
    if (left > 0) memcpy(to + length, piece, count < left ? count : left);
    length += count;
  }
  if (room > 0) to[length < room ? length : room - 1] = 0;
  va_end(whole);
  return length > INT_MAX ? -1 : (int)length;
}

void text_add(Text *text, const char *format, ...)
{
  char stack[512];
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  const int length = text_vformat(stack, sizeof stack, format, args);
  va_end(args);
  if (length >= (int)sizeof stack) {
    char *chars = run_alloc(text->run, (size_t)length + 1);
    text_vformat(chars, (size_t)length + 1, format, again);
    text_append(text, chars, (size_t)length);
  } else if (length > 0) {
    text_append(text, stack, (size_t)length);
  }
  va_end(again);
}

/* Returns the length in bytes of the valid UTF-8 sequence that starts at `c`,
 * or 0 if that is not valid. */
static size_t utf8_length(const unsigned char *c)
{
  static const struct {
    unsigned char mask, lead;
    size_t length;
    unsigned long least;
  } kinds_of[] = {{0x80, 0x00, 1, 0},
                  {0xe0, 0xc0, 2, 0x80},
                  {0xf0, 0xe0, 3, 0x800},
                  {0xf8, 0xf0, 4, 0x10000}};
  for (size_t i = 0; i < 4; i++) {
    if ((c[0] & kinds_of[i].mask) != kinds_of[i].lead) continue;
    unsigned long code = c[0] & (unsigned char)~kinds_of[i].mask;
    for (size_t k = 1; k < kinds_of[i].length; k++) {
      if ((c[k] & 0xc0) != 0x80) return 0;
      code = code << 6 | (c[k] & 0x3f);
    }
    const bool is_valid = code >= kinds_of[i].least && code <= 0x10ffff &&
                          (code < 0xd800 || code > 0xdfff);
    return is_valid ? kinds_of[i].length : 0;
  }
  return 0;
}

char *utf8_text(Run *run, const char *text)
{
  char *valid = run_printf(run, "%s", text);
  for (char *c = valid; *c;) {
    const size_t length = utf8_length((unsigned char *)c);
    if (length == 0) *c = '?';
    c += length ? length : 1;
  }
  return valid;
}

/* Returns the edit distance of two words of at most LONGEST bytes, where a
 * transposition counts once; for a longer word SIZE_MAX. */
static size_t edit_distance(const char *a, const char *b)
{
  enum { LONGEST = 40 };
  const size_t m = strlen(a), n = strlen(b);
  if (m > LONGEST || n > LONGEST) return SIZE_MAX;
  size_t d[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= m; i++) d[i][0] = i;
  for (size_t j = 0; j <= n; j++) d[0][j] = j;
  for (size_t i = 1; i <= m; i++) {
    for (size_t j = 1; j <= n; j++) {
      size_t best = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
      if (d[i - 1][j] + 1 < best) best = d[i - 1][j] + 1;
      if (d[i][j - 1] + 1 < best) best = d[i][j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          d[i - 2][j - 2] + 1 < best)
        best = d[i - 2][j - 2] + 1;
      d[i][j] = best;
    }
  }
  return d[m][n];
}

/* Returns true if one of the words is the beginning of the other. */
static bool is_beginning(const char *a, const char *b)
{
  const size_t m = strlen(a), n = strlen(b);
  return m > 0 && n > 0 && strncmp(a, b, m < n ? m : n) == 0;
}

const char *nearest_word(const char *word, const char *const *candidates,
                         size_t count)
{
  const char *best = NULL;
  const size_t length = strlen(word);
  size_t nearest = length < 6 ? 1 : length / 3;
  for (size_t i = 0; i < count; i++) {
    size_t distance = edit_distance(word, candidates[i]);
    if (is_beginning(word, candidates[i]))
      distance = 1;
    else if (length == 1)
      continue;
    if (distance <= nearest && (!best || distance < nearest)) {
      nearest = distance;
      best = candidates[i];
    }
  }
  return best;
}
