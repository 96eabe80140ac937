/* report.c: derived figures and lint of a model. In: figures in the order in
 * which people read them, from a kind. Out: a text for people, or one JSON
 * object, for a verb or the library.
 *
 * Invariant: both forms have the same figures; JSON has null for a number that
 * is not finite. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"

typedef enum FigureType {
  FIGURE_NUMBER,
  FIGURE_INTEGER,
  FIGURE_STRING,
  FIGURE_NUMBERS,
  FIGURE_ROWS,
  FIGURE_SET
} FigureType;

typedef struct Figure {
  struct Figure *next;
  FigureType type;
  const char *key, *label, *unit, *string;
  const char *const *columns, *const *titles;
  const double *values;
  const Override *overrides;
  size_t count, ncolumns;
} Figure;

typedef struct Lint {
  struct Lint *next;
  LintLevel level;
  const char *parameter, *text;
} Lint;

static const char *const level_names[] = {"note", "warning", "error"};

static Figure *add_figure(Report *report, FigureType type, const char *key,
                          const char *label)
{
  Figure *figure = run_alloc(report->run, sizeof *figure);
  figure->type = type;
  figure->key = key;
  figure->label = label;
  *report->last = figure;
  report->last = &figure->next;
  return figure;
}

static const double *keep(Report *report, const double *values, size_t count)
{
  double *copy = run_doubles(report->run, count);
  if (count > 0) memcpy(copy, values, count * sizeof *copy);
  return copy;
}

void report_number(Report *report, const char *key, const char *label,
                   double value, const char *unit)
{
  Figure *figure = add_figure(report, FIGURE_NUMBER, key, label);
  figure->values = keep(report, &value, 1);
  figure->unit = unit;
}

void report_integer(Report *report, const char *key, const char *label,
                    long value, const char *unit)
{
  const double number = (double)value;
  Figure *figure = add_figure(report, FIGURE_INTEGER, key, label);
  figure->values = keep(report, &number, 1);
  figure->unit = unit;
}

void report_string(Report *report, const char *key, const char *label,
                   const char *value)
{
  add_figure(report, FIGURE_STRING, key, label)->string = value;
}

void report_numbers(Report *report, const char *key, const char *label,
                    const double *values, size_t count, const char *unit)
{
  Figure *figure = add_figure(report, FIGURE_NUMBERS, key, label);
  figure->values = keep(report, values, count);
  figure->count = count;
  figure->unit = unit;
}

Report *report_new(const Model *model)
{
  Report *report = run_alloc(model->run, sizeof *report);
  report->run = model->run;
  report->spec = model->spec->file;
  report->last = &report->first;
  report->lint_last = &report->lint;
  report_string(report, "name", NULL, model->name);
  report_string(report, "kind", NULL, model->kind->word);
  report_string(report, "spec_hash", NULL, spec_hash(model->spec));
  Figure *set = add_figure(report, FIGURE_SET, "set", NULL);
  set->overrides = model->spec->overrides;
  set->count = model->spec->noverrides;
  return report;
}

void report_rows(Report *report, const char *key, const char *label,
                 const char *const *columns, const char *const *titles,
                 size_t ncolumns, const double *values, size_t nrows)
{
  Figure *figure = add_figure(report, FIGURE_ROWS, key, label);
  figure->columns = columns;
  figure->titles = titles;
  figure->ncolumns = ncolumns;
  figure->values = keep(report, values, nrows * ncolumns);
  figure->count = nrows;
}

void report_lint(Report *report, LintLevel level, const char *parameter,
                 const char *format, ...)
{
  Text text = text_new(report->run);
  char line[1000];
  va_list args;
  va_start(args, format);
  vsnprintf(line, sizeof line, format, args);
  va_end(args);
  text_add(&text, "%s", line);
  Lint *lint = run_alloc(report->run, sizeof *lint);
  lint->level = level;
  lint->parameter = parameter;
  lint->text = text.chars;
  *report->lint_last = lint;
  report->lint_last = &lint->next;
  if (level == LINT_ERROR) report->nerrors++;
}

/* ---- JSON -------------------------------------------------------------- */

static json_t *json_number(double value)
{
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *json_figure(Run *run, const Figure *figure)
{
  json_t *array;
  switch (figure->type) {
    case FIGURE_NUMBER:
      return json_number(figure->values[0]);
    case FIGURE_INTEGER:
      return json_integer((json_int_t)figure->values[0]);
    case FIGURE_STRING:
      return figure->string ? json_string(figure->string) : json_null();
    case FIGURE_NUMBERS:
      array = json_array();
      for (size_t i = 0; i < figure->count; i++)
        json_array_append_new(array, json_number(figure->values[i]));
      return array;
    case FIGURE_SET:
      array = json_object();
      for (size_t i = 0; i < figure->count; i++)
        json_object_set_new(
            array, utf8_text(run, figure->overrides[i].key),
            json_string(utf8_text(run, figure->overrides[i].text)));
      return array;
    case FIGURE_ROWS:
      array = json_array();
      for (size_t i = 0; i < figure->count; i++) {
        json_t *row = json_object();
        for (size_t k = 0; k < figure->ncolumns; k++)
          json_object_set_new(
              row, figure->columns[k],
              json_number(figure->values[i * figure->ncolumns + k]));
        json_array_append_new(array, row);
      }
      return array;
  }
  return json_null();
}

char *report_json(const Report *report)
{
  json_t *object = json_object();
  json_object_set_new(object, "spec",
                      json_string(utf8_text(report->run, report->spec)));
  for (const Figure *f = report->first; f; f = f->next)
    json_object_set_new(object, f->key, json_figure(report->run, f));
  json_t *lint = json_array();
  for (const Lint *l = report->lint; l; l = l->next)
    json_array_append_new(
        lint, json_pack("{s:s, s:s, s:s}", "level", level_names[l->level],
                        "parameter", l->parameter, "text",
                        utf8_text(report->run, l->text)));
  json_object_set_new(object, "lint", lint);
  json_object_set_new(object, "holds", json_boolean(report->nerrors == 0));
  char *dumped = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
  json_decref(object);
  if (!dumped) {
    const Where where = {report->spec, 0};
    run_fail(report->run, where, "the report is not valid UTF-8 text");
  }
  char *text = run_printf(report->run, "%s\n", dumped);
  free(dumped);
  return text;
}

/* ---- text -------------------------------------------------------------- */

enum { LABEL_WIDTH = 38 };

static void text_rows(Text *text, const Figure *figure)
{
  enum { COLUMN_WIDTH = 12 };
  const size_t n = figure->ncolumns;
  for (size_t k = 0; k < n; k++)
    text_add(text, "%-*s", k + 1 < n ? COLUMN_WIDTH : 0, figure->titles[k]);
  for (size_t i = 0; i < figure->count * n; i++) {
    if (i % n == 0) text_add(text, "\n  %*s", LABEL_WIDTH, "");
    text_add(text, "%-*.4g", i % n + 1 < n ? COLUMN_WIDTH : 0,
             figure->values[i]);
  }
}

static void text_figure(Text *text, const Figure *figure)
{
  const char *unit = figure->unit ? figure->unit : "";
  text_add(text, "  %-*s", LABEL_WIDTH, figure->label);
  switch (figure->type) {
    case FIGURE_NUMBER:
      if (isfinite(figure->values[0]))
        text_add(text, "%.6g %s", figure->values[0], unit);
      else
        text_add(text, "no limit");
      break;
    case FIGURE_INTEGER:
      text_add(text, "%.0f %s", figure->values[0], unit);
      break;
    case FIGURE_STRING:
      text_add(text, "%s", figure->string ? figure->string : "-");
      break;
    case FIGURE_NUMBERS:
      for (size_t i = 0; i < figure->count; i++)
        text_add(text, "%s%.6g", i ? ", " : "", figure->values[i]);
      text_add(text, " %s", unit);
      break;
    case FIGURE_ROWS:
      text_rows(text, figure);
      break;
    case FIGURE_SET:
      break;
  }
  while (text->length > 0 && text->chars[text->length - 1] == ' ')
    text->chars[--text->length] = 0;
  text_add(text, "\n");
}

/* Adds the words folded to 78 columns, beginning at `column`; indents the later
 * lines. */
static void text_folded(Text *text, const char *words, size_t column)
{
  enum { WIDTH = 78, INDENT = 4 };
  for (bool is_first = true; *words; is_first = false) {
    const size_t length = strcspn(words, " ");
    if (!is_first && column + 1 + length > WIDTH) {
      text_add(text, "\n%*s", INDENT, "");
      column = INDENT;
    } else if (!is_first) {
      text_add(text, " ");
      column++;
    }
    text_append(text, words, length);
    column += length;
    words += length;
    words += strspn(words, " ");
  }
  text_add(text, "\n");
}

char *report_text(const Report *report)
{
  Text text = text_new(report->run);
  for (const Figure *f = report->first; f; f = f->next)
    if (f->label) text_figure(&text, f);
  if (report->lint) text_add(&text, "\n");
  for (const Lint *l = report->lint; l; l = l->next) {
    const size_t start = text.length;
    text_add(&text, "%s: %s: ", level_names[l->level], l->parameter);
    text_folded(&text, l->text, text.length - start);
  }
  return text.chars;
}
