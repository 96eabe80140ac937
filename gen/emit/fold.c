/* fold.c: keeps the lines of emitted C below 100 columns. In: C text from the
 * templates, where the spec's name may be long. Out: the same text; a longer
 * line continues on the next line, two columns further to the right.
 *
 * Invariant: only blanks between tokens change, and the place of a comment
 * after code. No token is cut, so a line of one long token stays. */
#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "base/base.h"
#include "emit/emit.h"

enum { WIDTH = 99, INDENT = 2 };

/* A piece of one line. */
typedef struct Piece {
  const char *chars;
  size_t length;
} Piece;

static Piece piece_from(Piece piece, size_t start)
{
  return (Piece){piece.chars + start, piece.length - start};
}

static Piece without_blanks(Piece piece)
{
  while (piece.length > 0 && piece.chars[0] == ' ')
    piece = piece_from(piece, 1);
  while (piece.length > 0 && piece.chars[piece.length - 1] == ' ')
    piece.length--;
  return piece;
}

/* Returns the number of columns of a text in UTF-8. */
static size_t columns(Piece piece)
{
  size_t count = 0;
  for (size_t i = 0; i < piece.length; i++)
    count += ((unsigned char)piece.chars[i] & 0xc0) != 0x80;
  return count;
}

static bool starts(Piece piece, size_t at, const char *word)
{
  const size_t length = strlen(word);
  return at + length <= piece.length &&
         memcmp(piece.chars + at, word, length) == 0;
}

/* Returns the place after the string or character literal at `at`. */
static size_t past_literal(Piece piece, size_t at)
{
  const char quote = piece.chars[at++];
  while (at < piece.length && piece.chars[at] != quote)
    at += piece.chars[at] == '\\' ? 2 : 1;
  return at + 1 < piece.length ? at + 1 : piece.length;
}

/* Returns the place after the comment that begins before `at`, or the end of
 * the piece if the comment continues on the next line. */
static size_t past_comment(Piece piece, size_t at)
{
  for (; at + 1 < piece.length; at++)
    if (piece.chars[at] == '*' && piece.chars[at + 1] == '/') return at + 2;
  return piece.length;
}

static bool is_comment(Piece piece, size_t at)
{
  return piece.chars[at] == '/' && starts(piece, at, "/*");
}

/* ---- comments ---------------------------------------------------------- */

/* Returns the last blank within `room` columns at which a comment may be cut,
 * except the blank before its end. Returns 0 if there is none. */
static size_t comment_break(Piece text, size_t room)
{
  size_t at = 0, column = 0;
  for (size_t i = 0; i < text.length; i++) {
    if (column > room) break;
    if (text.chars[i] == ' ' && i > 0 && text.chars[i - 1] != '*' &&
        !starts(text, i, " */"))
      at = i;
    column += ((unsigned char)text.chars[i] & 0xc0) != 0x80;
  }
  return at;
}

/* Adds one line of a comment that begins `indent` columns in. */
static void fold_comment(Text *out, Piece text, size_t indent)
{
  const bool is_first = starts(text, 0, "/*");
  size_t hang = 0; /* blanks between the star and the words */
  if (starts(text, 0, "*"))
    while (1 + hang < text.length && text.chars[1 + hang] == ' ') hang++;
  text_add(out, "%*s", (int)indent, "");
  while (indent + columns(text) > WIDTH) {
    const size_t at = comment_break(text, WIDTH - indent);
    if (at == 0) break;
    text_append(out, text.chars, at);
    text = without_blanks(piece_from(text, at));
    text_add(out, "\n%*s*%*s", (int)indent + is_first, "",
             (int)(hang > 0 ? hang : 1), "");
    indent += is_first && hang == 0 ? 3 : 0;
  }
  text_append(out, text.chars, text.length);
}

/* ---- code -------------------------------------------------------------- */

/* A possible end of a line of code, and its cost. */
typedef struct Break {
  size_t at;
  int cost;
  bool is_statement; /* a new statement follows */
} Break;

/* A walk over a line of code. */
typedef struct Walk {
  Piece code;
  int parens, braces; /* number of open ones */
  bool is_control;    /* the line starts with if, for or while */
} Walk;

/* Ranks the operators with a blank on either side, the loosest first. */
static int operator_rank(Piece code, size_t at)
{
  static const char *const ranks[] = {" ? ",  " : ",  " || ", " && ", " | ",
                                      " == ", " != ", " <= ", " >= ", " < ",
                                      " > ",  " << ", " >> ", " + ",  " - "};
  if (code.chars[at] != ' ') return 0;
  for (int i = 0; i < (int)(COUNT(ranks)); i++)
    if (starts(code, at, ranks[i])) return i < 4 ? 4 + i : i < 13 ? 9 : 11;
  return 0;
}

static bool is_tight_product(Piece code, size_t at)
{
  if (at == 0 || at + 1 >= code.length) return false;
  const char sign = code.chars[at], before = code.chars[at - 1];
  return (sign == '*' || sign == '/') && code.chars[at + 1] != ' ' &&
         (isalnum((unsigned char)before) || strchr("_)]", before));
}

/* Returns the rank of a break before or after the character at `at`, or 0 if
 * there must be none. Writes the start of the next line to *next. */
static int break_rank(const Walk *walk, size_t at, size_t *next)
{
  const Piece code = walk->code;
  const char c = code.chars[at];
  const bool has_blank = at + 1 < code.length && code.chars[at + 1] == ' ';
  const int rank = operator_rank(code, at);
  *next = at + 1;
  if (has_blank && (c == ',' || c == ';' || c == '{')) return 1;
  if (has_blank && c == '=') return 6;
  if (has_blank && c == ')' && walk->is_control && walk->parens == 0 &&
      !starts(code, at, ") {"))
    return 1;
  if (rank > 0) return rank;
  if (c == '(' && code.chars[at + 1] != ')') return 15;
  if (c == ' ' && at > 7 && !starts(code, at, " {"))
    return 30; /* but not inside "#define" */
  *next = at;
  return is_tight_product(code, at) ? 25 : 0;
}

static void step_over(Walk *walk, size_t at)
{
  const char c = walk->code.chars[at];
  walk->parens += (c == '(' || c == '[') - (c == ')' || c == ']');
  walk->braces += (c == '{') - (c == '}');
}

/* Returns the best place within `room` columns to end a line; its `at` is 0
 * if there is none. Moves the walk to that place. */
static Break best_break(Walk *walk, size_t room)
{
  Break best = {0, INT_MAX, false};
  Walk at_best = *walk, now = *walk;
  const Piece code = walk->code;
  for (size_t i = 0; i < code.length && i <= room;) {
    if (code.chars[i] == '"' || code.chars[i] == '\'') {
      i = past_literal(code, i);
      continue;
    }
    if (is_comment(code, i)) {
      i = past_comment(code, i);
      continue;
    }
    step_over(&now, i);
    size_t next;
    const int rank = break_rank(&now, i, &next);
    const int cost =
        10 * (now.parens + now.braces) + rank + (int)(room - next) / 8;
    if (rank > 0 && next > 0 && next <= room && cost <= best.cost) {
      best = (Break){next, cost, code.chars[i] == ';' && now.parens == 0};
      at_best = now;
    }
    i++;
  }
  if (best.at > 0) {
    *walk = at_best;
    walk->code = without_blanks(piece_from(code, best.at));
  }
  return best;
}

/* Adds a line of code that no comment follows. A line that is continued ends
 * with `end`; the next line begins `hang` columns further to the right. */
static void fold_code(Text *out, Piece code, size_t indent, size_t hang,
                      const char *end)
{
  Walk walk = {code, 0, 0, false};
  size_t now = indent;
  walk.is_control = starts(code, 0, "if ") || starts(code, 0, "for ") ||
                    starts(code, 0, "while ") || starts(code, 0, "else if ");
  text_add(out, "%*s", (int)indent, "");
  while (now + columns(walk.code) > WIDTH) {
    const Piece line = walk.code;
    const Break best = best_break(&walk, WIDTH - now - strlen(end));
    if (best.at == 0) break;
    const Piece done = without_blanks((Piece){line.chars, best.at});
    now = best.is_statement && walk.braces == 0 ? indent : indent + hang;
    text_append(out, done.chars, done.length);
    text_add(out, "%s\n%*s", end, (int)now, "");
  }
  text_append(out, walk.code.chars, walk.code.length);
}

/* Returns the start of the comment after a line of code, or the line's
 * length.
 */
static size_t comment_behind(Piece code)
{
  size_t at = 0;
  while (at < code.length) {
    if (code.chars[at] == '"' || code.chars[at] == '\'') {
      at = past_literal(code, at);
    } else if (is_comment(code, at)) {
      const size_t end = past_comment(code, at);
      if (end == code.length) return at;
      at = end;
    } else {
      at++;
    }
  }
  return code.length;
}

/* Returns true if the line is code that the next line continues. */
static bool is_continued(Piece line)
{
  const Piece text = without_blanks(line);
  return text.length > 0 && strchr(",(=+?:&|", text.chars[text.length - 1]);
}

/* What the lines before a line say about the line. */
typedef struct Context {
  bool is_inside;    /* the line begins inside a comment */
  bool is_further;   /* the line continues the code of the line before */
  bool is_directive; /* the line continues a directive of the preprocessor */
} Context;

/* Adds a line that is too long. */
static void fold_line(Text *out, Piece line, const Context *before)
{
  const Piece text = without_blanks(line);
  const size_t indent = (size_t)(text.chars - line.chars);
  if (before->is_inside || starts(text, 0, "/*")) {
    fold_comment(out, text, indent);
    return;
  }
  const size_t at = comment_behind(text);
  const Piece code = without_blanks((Piece){text.chars, at});
  if (at < text.length) {
    fold_comment(out, piece_from(text, at), indent);
    text_add(out, "\n");
  }
  fold_code(out, code, indent,
            before->is_further || before->is_directive ? 0 : INDENT,
            before->is_directive || starts(code, 0, "#") ? " \\" : "");
}

/* Returns true if the next line begins inside a comment. */
static bool ends_inside(Piece line, bool is_inside)
{
  size_t at = is_inside ? past_comment(line, 0) : 0;
  if (is_inside && !(at >= 2 && starts(line, at - 2, "*/"))) return true;
  while (at < line.length) {
    if (line.chars[at] == '"' || line.chars[at] == '\'') {
      at = past_literal(line, at);
    } else if (is_comment(line, at)) {
      const size_t end = past_comment(line, at + 2);
      if (!starts(line, end - 2, "*/") || end < at + 4) return true;
      at = end;
    } else {
      at++;
    }
  }
  return false;
}

char *fold_lines(Run *run, const char *text)
{
  Text out = text_new(run);
  Context before = {false, false, false};
  while (*text) {
    const Piece line = {text, strcspn(text, "\n")};
    if (line.length > WIDTH && columns(line) > WIDTH)
      fold_line(&out, line, &before);
    else
      text_append(&out, line.chars, line.length);
    before.is_directive =
        (before.is_directive || starts(without_blanks(line), 0, "#")) &&
        line.length > 0 && line.chars[line.length - 1] == '\\';
    before.is_inside = ends_inside(line, before.is_inside);
    before.is_further = !before.is_inside && is_continued(line);
    text += line.length;
    if (*text == '\n') text_append(&out, text++, 1);
  }
  return out.chars;
}
