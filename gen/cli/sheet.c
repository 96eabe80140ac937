/* sheet.c: a page of the manual as text for a terminal, as roff for `man`, or
 * as HTML. In: titles, paragraphs, entries. Out: the page.
 *
 * Invariant: no byte of a title or a paragraph is taken as markup. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"
#include "cli/manual.h"

enum { COLUMNS = 80, INDENT = 2, TERM = 17, ROFF = 60 };

Sheet sheet_new(Run *run, Form form)
{
  return (Sheet){.text = text_new(run), .form = form};
}

/* ---- the forms ------------------------------------------------------------
 */

/* Appends words that begin in `column`, broken between words before the last
 * column; later lines begin in column `indent`. */
static void add_wrapped(Text *text, const char *words, int column, int indent)
{
  bool is_first = true;
  for (const char *at = words + strspn(words, " \n"); *at;) {
    const int length = (int)strcspn(at, " \n");
    if (!is_first && column + 1 + length > COLUMNS) {
      text_add(text, "\n%*s", indent, "");
      column = indent;
    } else if (!is_first) {
      text_add(text, " ");
      column++;
    }
    text_append(text, at, (size_t)length);
    column += length;
    is_first = false;
    at += length;
    at += strspn(at, " \n");
  }
  text_add(text, "\n");
}

/* A line of roff. A point or an apostrophe at its start would be a request. */
static void add_roff(Text *text, const char *words)
{
  bool is_start = true;
  for (const char *c = words; *c; c++) {
    if (is_start && (*c == '.' || *c == '\'')) text_add(text, "\\&");
    is_start = *c == '\n';
    if (*c == '\\')
      text_add(text, "\\e");
    else if (*c == '-')
      text_add(text, "\\-");
    else if (*c == '~')
      text_add(text, "\\(ti");
    else if (*c == '^')
      text_add(text, "\\(ha");
    else if (*c == '`')
      text_add(text, "\\(ga");
    else if (*c == '\'')
      text_add(text, "\\(aq");
    else
      text_append(text, c, 1);
  }
  text_add(text, "\n");
}

/* Escapes make a line longer; mandoc asks for at most 80 bytes. */
static void add_roff_lines(Run *run, Text *text, const char *words)
{
  Text lines = text_new(run);
  add_wrapped(&lines, words, COLUMNS - ROFF, COLUMNS - ROFF);
  for (char *at = lines.chars; *at;) {
    char *end = strchr(at, '\n');
    *end = 0;
    add_roff(text, at + strspn(at, " "));
    at = end + 1;
  }
}

/* A paragraph directly below a title needs no macro of its own. */
static void begin_roff_paragraph(Text *text)
{
  const char *last = text->chars + text->length - 1;
  while (last > text->chars && last[-1] != '\n') last--;
  if (strncmp(last, ".S", 2) != 0) text_add(text, ".PP\n");
}

/* The argument of a macro, in quotation marks. */
static void add_roff_title(Text *text, const char *macro, const char *title)
{
  text_add(text, "%s \"", macro);
  for (const char *c = title; *c; c++) {
    if (*c == '"')
      text_add(text, "\\(dq");
    else if (*c == '-')
      text_add(text, "\\-");
    else
      text_append(text, c, 1);
  }
  text_add(text, "\"\n");
}

static void add_html(Text *text, const char *words)
{
  for (const char *c = words; *c; c++) {
    if (*c == '<')
      text_add(text, "&lt;");
    else if (*c == '>')
      text_add(text, "&gt;");
    else if (*c == '&')
      text_add(text, "&amp;");
    else if (*c == '"')
      text_add(text, "&quot;");
    else
      text_append(text, c, 1);
  }
}

static void close_list(Sheet *sheet)
{
  if (sheet->has_list) text_add(&sheet->text, "</dl>\n");
  sheet->has_list = false;
}

static void html_element(Sheet *sheet, const char *element, const char *words)
{
  close_list(sheet);
  text_add(&sheet->text, "<%s>", element);
  add_html(&sheet->text, words);
  text_add(&sheet->text, "</%s>\n", element);
}

/* ---- the parts of a page --------------------------------------------------
 */

static const char html_start[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
    "<meta charset=\"utf-8\">\n<title>%s(%d)</title>\n<style>\n"
    "body { max-width: 50em; margin: 2em auto; padding: 0 1em; "
    "font-family: sans-serif; line-height: 1.4 }\n"
    "dt, h3, pre { font-family: monospace }\n"
    "dt { font-weight: bold; margin-top: 0.4em }\n"
    "pre { background: #f2f2f2; padding: 0.6em; overflow-x: auto }\n"
    "</style>\n</head>\n<body>\n";

void sheet_title(Sheet *sheet, const char *name, int section, const char *about)
{
  Text *text = &sheet->text;
  switch (sheet->form) {
    case FORM_TEXT:
      return;
    case FORM_MAN:
      text_add(text, ".TH ");
      for (const char *c = name; *c; c++)
        text_add(text, "%c", toupper((unsigned char)*c));
      text_add(text, " %d \"%s\" \"bristle %s\" \"bristle\"\n", section,
               version_date(), version_text());
      text_add(text, ".SH NAME\n%s \\- ", name);
      add_roff(text, about);
      return;
    case FORM_HTML:
      text_add(text, html_start, name, section);
      html_element(sheet, "h1", run_printf(text->run, "%s(%d)", name, section));
      html_element(sheet, "p",
                   run_printf(text->run, "%s. Version %s, %s.", about,
                              version_text(), version_date()));
      return;
  }
}

/* Text: an empty line before what follows, unless there is one. */
static void separate(Text *text)
{
  if (text->length > 1 && strcmp(text->chars + text->length - 2, "\n\n") != 0)
    text_add(text, "\n");
}

void sheet_section(Sheet *sheet, const char *title)
{
  switch (sheet->form) {
    case FORM_TEXT:
      separate(&sheet->text);
      text_add(&sheet->text, "%s\n\n", title);
      return;
    case FORM_MAN:
      add_roff_title(&sheet->text, ".SH", title);
      return;
    case FORM_HTML:
      html_element(sheet, "h2", title);
      return;
  }
}

void sheet_part(Sheet *sheet, const char *title)
{
  Text *text = &sheet->text;
  switch (sheet->form) {
    case FORM_TEXT:
      separate(text);
      add_wrapped(text, title, 0, INDENT);
      return;
    case FORM_MAN:
      add_roff_title(text, ".SS", title);
      return;
    case FORM_HTML:
      html_element(sheet, "h3", title);
      return;
  }
}

void sheet_paragraph(Sheet *sheet, const char *words)
{
  Text *text = &sheet->text;
  switch (sheet->form) {
    case FORM_TEXT:
      text_add(text, "%*s", INDENT, "");
      add_wrapped(text, words, INDENT, INDENT);
      text_add(text, "\n");
      return;
    case FORM_MAN:
      begin_roff_paragraph(text);
      add_roff_lines(text->run, text, words);
      return;
    case FORM_HTML:
      html_element(sheet, "p", words);
      return;
  }
}

void sheet_entry(Sheet *sheet, const char *term, const char *words)
{
  Text *text = &sheet->text;
  switch (sheet->form) {
    case FORM_TEXT:
      text_add(text, "%*s", INDENT, "");
      if (INDENT + strlen(term) >= TERM) {
        add_wrapped(text, term, INDENT, INDENT);
        text_add(text, "%*s", TERM, "");
      } else {
        text_add(text, "%-*s", TERM - INDENT, term);
      }
      add_wrapped(text, words, TERM, TERM);
      return;
    case FORM_MAN:
      text_add(text, ".TP\n\\fB");
      add_roff(text, term);
      text->length--; /* the line feed: the font ends on the same line */
      text_add(text, "\\fR\n");
      add_roff_lines(text->run, text, words);
      return;
    case FORM_HTML:
      if (!sheet->has_list) text_add(text, "<dl>\n");
      sheet->has_list = true;
      text_add(text, "<dt>");
      add_html(text, term);
      text_add(text, "</dt><dd>");
      add_html(text, words);
      text_add(text, "</dd>\n");
      return;
  }
}

void sheet_code(Sheet *sheet, const char *lines)
{
  Text *text = &sheet->text;
  switch (sheet->form) {
    case FORM_TEXT:
      for (const char *at = lines; *at;) {
        const int length = (int)strcspn(at, "\n");
        text_add(text, "    %.*s\n", length, at);
        at += length;
        at += *at == '\n';
      }
      text_add(text, "\n");
      return;
    case FORM_MAN:
      begin_roff_paragraph(text);
      text_add(text, ".in +4n\n.nf\n");
      add_roff(text, lines);
      text_add(text, ".fi\n.in\n");
      return;
    case FORM_HTML:
      html_element(sheet, "pre", lines);
      return;
  }
}

void sheet_picture(Sheet *sheet, const char *file, const char *shows)
{
  if (sheet->form != FORM_HTML) {
    sheet_paragraph(sheet, run_printf(sheet->text.run,
                                      "Picture: specs/pictures/%s. %s.", file, shows));
    return;
  }
  close_list(sheet);
  text_add(&sheet->text,
           "<p><img src=\"../../bristle/specs/pictures/%s\" alt=\"", file);
  add_html(&sheet->text, shows);
  text_add(&sheet->text, "\"></p>\n");
}

const char *sheet_end(Sheet *sheet)
{
  close_list(sheet);
  if (sheet->form == FORM_HTML) text_add(&sheet->text, "</body>\n</html>\n");
  return sheet->text.chars;
}
