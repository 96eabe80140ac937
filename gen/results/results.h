/* results.h: what verbs show: figures and lint, recordings of simulations,
 * pictures by gnuplot. The Run owns all results. */
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

/* Returns a report that starts with the JSON keys of all kinds: name, kind,
 * spec_hash, and set for the overrides of the spec. */
Report *report_new(const Model *model);
/* A figure whose `label` is NULL appears in the JSON only. A number that is not
 * finite is null in the JSON. */
void report_number(Report *report, const char *key, const char *label,
                   double value, const char *unit);
void report_integer(Report *report, const char *key, const char *label,
                    long value, const char *unit);
void report_string(Report *report, const char *key, const char *label,
                   const char *value);
void report_numbers(Report *report, const char *key, const char *label,
                    const double *values, size_t count, const char *unit);
/* Adds rows of `ncolumns` numbers. JSON uses the names `columns`; the text has
 * the line `titles` above the rows. */
void report_rows(Report *report, const char *key, const char *label,
                 const char *const *columns, const char *const *titles,
                 size_t ncolumns, const double *values, size_t nrows);
void report_lint(Report *report, LintLevel level, const char *parameter,
                 const char *format, ...) PRINTF_LIKE(4, 5);
char *report_json(const Report *report);
char *report_text(const Report *report);

/* ---- picture.c: gnuplot ------------------------------------------------- */

/* Draws a script in width x height pixels, as SVG or PNG; the end of the path
 * decides. The script has its data in `$data` blocks and reads no files. */
void gnuplot_picture(Run *run, const char *path, int width, int height,
                     const char *script);
/* Returns the same picture, and writes no file. */
Text gnuplot_bytes(Run *run, const char *path, int width, int height,
                   const char *script);

/* ---- net.c: a closed surface to turn on a page ---------------------- */

/* Strokes over a surface, from an end to an end. */
typedef struct Wire {
  const char *name;
  double (*ends)[2][3];
  int count;
} Wire;

enum { MOST_WIRES = 3 };
struct Net {
  Run *run;
  const char *caption;  /* what it shows, and its units; HTML */
  const char *names[3]; /* of the axes */
  int rows, columns;
  double (*points)[3]; /* [rows * columns]: all within about 1 */
  Wire wires[MOST_WIRES];
  int nwires;
};

Net *net_new(Run *run, int rows, int columns);
/* Returns strokes without any, with room for `most`. */
Wire *net_wire(Net *net, const char *name, int most);
void wire_add(Wire *wire, const double from[3], const double to[3]);
/* Returns { rows, columns, names, points, wires: [{ name, ends }] }. */
const char *net_json(const Net *net);

/* ---- recording.c: the recording of a simulation ------------------------- */

/* Ends the run if dt is longer than the duration, or if there are more steps
 * than a recording may have. */
void require_bounded_steps(Run *run, Where where, double duration, double dt);

typedef struct Column {
  const char *name, *unit;
} Column;

struct Recording {
  Run *run;
  Where where;
  const Column *columns;
  size_t ncolumns;
  double *values; /* [nrows * ncolumns], row by row */
  size_t nrows, room;
  const char *ended; /* why it ends before its duration, or NULL */
};

/* recording_add calls `see` after each row; false ends the run. */
typedef struct Watch {
  bool (*see)(void *context, Recording *recording);
  void *context;
} Watch;

/* Returns an empty recording, whose first column must be time. A number that is
 * not finite ends the run with an error at `where`. */
Recording *recording_new(Run *run, Where where, const Column *columns,
                         size_t ncolumns);
void recording_add(Recording *recording, const double *row);
double recording_at(const Recording *recording, size_t row, const char *column);
/* Returns the largest absolute value of a column. */
double recording_largest(const Recording *recording, size_t column);
/* Returns the columns with their units, then rows 0, every, 2*every, ... and
 * the last row. */
char *recording_csv(const Recording *recording, size_t every);

#endif
