#ifndef BRISTLE_RESULTS_RESULTS_H
#define BRISTLE_RESULTS_RESULTS_H

#include "kinds/kind.h"

/* ---- report.c: derived figures and lint, for people or as JSON --------- */

typedef enum LintLevel { LINT_NOTE, LINT_WARNING, LINT_ERROR } LintLevel;

struct Report {
  Run *run;
  const char *spec; /* the path */
  struct Figure *first, **last;
  struct Lint *lint, **lint_last;
  int nerrors;
};

/* A report that starts with the head that every kind has in the JSON: name,
 * kind, spec_hash and set, the overrides of the spec. */
Report *report_new(const Model *model);
/* `label` NULL: in the JSON only. */
void report_number(Report *report, const char *key, const char *label,
                   double value, const char *unit); /* not finite: null */
void report_integer(Report *report, const char *key, const char *label,
                    long value, const char *unit);
void report_string(Report *report, const char *key, const char *label,
                   const char *value);
void report_numbers(Report *report, const char *key, const char *label,
                    const double *values, size_t count, const char *unit);
/* Rows of `ncolumns` numbers: `columns` names them in JSON, `titles` above the
 * text. */
void report_rows(Report *report, const char *key, const char *label,
                 const char *const *columns, const char *const *titles,
                 size_t ncolumns, const double *values, size_t nrows);
void report_lint(Report *report, LintLevel level, const char *parameter,
                 const char *format, ...) PRINTF_LIKE(4, 5);
char *report_json(const Report *report);
char *report_text(const Report *report);

/* ---- picture.c: gnuplot ------------------------------------------------- */

/* Draws a script, SVG or PNG as the path ends, in width x height pixels. The
 * script has its data in `$data` blocks and reads no files. */
void gnuplot_picture(Run *run, const char *path, int width, int height,
                     const char *script);
/* ---- record.c: what a simulation writes down ---------------------------- */

/* Refuses a scenario whose steps are longer than it, or more than are recorded.
 */
void require_bounded_steps(Run *run, Where where, double duration, double dt);

typedef struct Column {
  const char *name, *unit;
} Column;

struct Recording {
  Run *run;
  Where where;
  const Column *columns;
  size_t ncolumns;
  double *values; /* row by row */
  size_t nrows, room;
};

/* What a run's recordings are shown to after each row; false ends the run. */
typedef struct Watch {
  bool (*see)(void *context, Recording *recording);
  void *context;
} Watch;

/* The first column is time. A number that is not finite ends the run with an
 * error at `where`. */
Recording *recording_new(Run *run, Where where, const Column *columns,
                         size_t ncolumns);
void recording_add(Recording *recording, const double *row);
double recording_at(const Recording *recording, size_t row, const char *column);
char *recording_csv(const Recording *recording);

#endif
