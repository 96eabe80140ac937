/* earlier.c: makes a unit of a C file that was emitted earlier. In: the file's
 * path, and the Texts of the spec. Out: the file's source and header with the
 * descriptor of the Texts.
 *
 * Invariant: a descriptor is compiled only with files of its own shape. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "plan/plan.h"
#include "emit/emit.h"

/* ---- lines of C ---------------------------------------------------------- */

enum { WORDS = 5, WORD_ROOM = 160 };

/* A line and its first words: names, numbers, strings and single signs. A
 * comment separates words as a blank does. */
typedef struct Line {
  const char *start, *end; /* end: the line feed, or the end of the text */
  char words[WORDS][WORD_ROOM];
  int count;
} Line;

/* Walks over the lines of a text. */
typedef struct Reader {
  const char *at;
  bool is_in_comment;
} Reader;

static const char *past_comment(Reader *reader, const char *at)
{
  while (*at && *at != '\n') {
    if (at[0] == '*' && at[1] == '/') {
      reader->is_in_comment = false;
      return at + 2;
    }
    at++;
  }
  return at;
}

static bool is_in_word(char c)
{
  return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '+' ||
         c == '-';
}

static const char *past_word(const char *at)
{
  if (*at == '"') {
    for (at++; *at && *at != '\n' && *at != '"'; at++)
      if (at[0] == '\\' && at[1] && at[1] != '\n') at++;
    return *at == '"' ? at + 1 : at;
  }
  if (!is_in_word(*at)) return at + 1;
  while (is_in_word(*at)) at++;
  return at;
}

static void add_word(Line *line, const char *start, const char *end)
{
  size_t length = (size_t)(end - start);
  if (line->count == WORDS) return;
  if (length >= WORD_ROOM) length = WORD_ROOM - 1;
  memcpy(line->words[line->count], start, length);
  line->words[line->count++][length] = 0;
}

/* Returns false at the end of the text. */
static bool read_line(Reader *reader, Line *line)
{
  const char *at = reader->at;
  if (!*at) return false;
  line->start = at;
  line->count = 0;
  while (*at && *at != '\n') {
    if (reader->is_in_comment) {
      at = past_comment(reader, at);
    } else if (at[0] == '/' && at[1] == '*') {
      reader->is_in_comment = true;
      at += 2;
    } else if (at[0] == '/' && at[1] == '/') {
      at += strcspn(at, "\n");
    } else if (isspace((unsigned char)*at)) {
      at++;
    } else {
      const char *end = past_word(at);
      add_word(line, at, end);
      at = end;
    }
  }
  line->end = at;
  reader->at = *at ? at + 1 : at;
  return true;
}

static bool begins(const Line *line, const char *const *words, int count)
{
  if (line->count < count) return false;
  for (int i = 0; i < count; i++)
    if (strcmp(line->words[i], words[i]) != 0) return false;
  return true;
}

/* Writes the first line that begins with those words. Returns false if no line
 * does. */
static bool find_line(const char *text, const char *const *words, int count,
                      Line *line)
{
  Reader reader = {text, false};
  while (read_line(&reader, line))
    if (begins(line, words, count)) return true;
  return false;
}

/* ---- shape --------------------------------------------------------------- */

static const char *number_words(Run *run, double number)
{
  char digits[32];
  if (number == floor(number) && fabs(number) < 1e15)
    return run_printf(run, "%.0f", number);
  return run_printf(run, "%s", number_text(number, digits));
}

static bool is_same(const Texts *texts, double a, double b)
{
  return texts->is_float ? (float)a == (float)b : a == b;
}

/* A missing macro counts as 0, since an option that is off has no macro. */
static void require_number(Run *run, const Texts *texts,
                           const ShapeNumber *shape, const char *header,
                           Where where)
{
  const char *const words[] = {"#", "define", shape->macro};
  Line line;
  const bool is_there = find_line(header, words, 3, &line) && line.count > 3;
  const double number = is_there ? strtod(line.words[3], NULL) : 0;
  if (!is_same(texts, number, shape->number))
    run_fail(run, where,
             "%s is %s but this spec has %s: the file was emitted from another "
             "spec",
             shape->macro, is_there ? line.words[3] : "missing",
             number_words(run, shape->number));
}

static void require_same_shape(Run *run, const Texts *texts, const char *header,
                               const char *path)
{
  const Where where = {path, 0};
  const char *type = run_printf(run, "%s_real", texts->name);
  const char *real = texts->is_float ? "float" : "double";
  const char *const words[] = {"typedef", real, type, ";"};
  Line line;
  for (size_t i = 0; i < texts->nshape; i++)
    require_number(run, texts, &texts->shape[i], header, where);
  if (!find_line(header, words, 4, &line))
    run_fail(run, where, "%s is not %s: the file was emitted from another spec",
             type, real);
}

/* ---- the unit ------------------------------------------------------------ */

/* Returns the place after the source: the line that equals the first line of
 * the descriptor, or the end of the file. */
static const char *source_end(const char *text, const char *descriptor)
{
  const size_t length = strcspn(descriptor, "\n");
  Reader reader = {text, false};
  Line line;
  while (read_line(&reader, &line)) {
    size_t own = (size_t)(line.end - line.start);
    if (own > 0 && line.start[own - 1] == '\r') own--;
    if (own == length && memcmp(line.start, descriptor, length) == 0)
      return line.start;
  }
  return text + strlen(text);
}

Unit earlier_unit(Run *run, const Texts *texts, const char *path)
{
  const Where where = {path, 0}, nowhere = {NULL, 0};
  const char *name = texts->name;
  const char *const include[] = {"#", "include",
                                 run_printf(run, "\"%s.h\"", name)};
  size_t length;
  Line line;
  char *text = file_read(run, path, &length, nowhere);
  const char *header_path =
      path_beside(run, path, run_printf(run, "%s.h", name));
  /* Checked before the header is read, since a file of another spec includes
   * another header. */
  if (!find_line(text, include, 3, &line))
    run_fail(run, where,
             "does not include %s.h: it was not emitted from this spec", name);
  const char *header = file_read(run, header_path, &length, nowhere);
  require_same_shape(run, texts, header, header_path);
  const char *end = source_end(text, texts->descriptor);
  const Unit unit = {
      name,
      run_printf(run, "%.*s%s%.*s\n%s", (int)(line.start - text), text, header,
                 (int)(end - line.end), line.end, texts->descriptor),
      texts->flags};
  return unit;
}
