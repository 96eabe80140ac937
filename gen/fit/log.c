/* log.c: measured logs. In: CSV files. Out: Logs: columns of numbers with
 * units, cut into stretches at gaps.
 *
 * Invariant: no number is made up: a row that lacks one is left out, and said.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "fit/fit.h"

enum { MOST_COLUMNS = 64 };
/* Rows further apart than this many usual steps have a gap between them. */
static const double GAP = 4.5;

/* ---- text ------------------------------------------------------------------
 */

typedef struct Reader {
  Run *run;
  const char *path;
  char *at;
  int line;
} Reader;

static Where here(const Reader *r)
{
  return (Where){r->path, r->line};
}

/* Returns the next line without its end, or NULL. Lines that are empty or begin
 * with # are skipped. */
static char *next_line(Reader *r)
{
  while (*r->at) {
    char *line = r->at;
    const size_t length = strcspn(line, "\n");
    r->at = line + length + (line[length] == '\n');
    line[length] = 0;
    if (length > 0 && line[length - 1] == '\r') line[length - 1] = 0;
    r->line++;
    if (*line && *line != '#') return line;
  }
  return NULL;
}

/* Returns the text without blanks and quotes around it. */
static char *trimmed(char *text)
{
  while (isspace((unsigned char)*text) || *text == '"') text++;
  char *end = text + strlen(text);
  while (end > text && (isspace((unsigned char)end[-1]) || end[-1] == '"'))
    *--end = 0;
  return text;
}

/* Cuts a line at its separators. */
static size_t fields_of(Reader *r, char *line, char separator,
                        char *fields[MOST_COLUMNS])
{
  size_t n = 0;
  for (char *at = line; at;) {
    if (n == MOST_COLUMNS)
      run_fail(r->run, here(r), "a log has at most %d columns", MOST_COLUMNS);
    char *next = strchr(at, separator);
    if (next) *next++ = 0;
    fields[n++] = trimmed(at);
    at = next;
  }
  return n;
}

/* Splits "q [m]" or "q (m)". */
static LogColumn header_of(Reader *r, char *field)
{
  LogColumn column = {"", "", NULL};
  char *open = strpbrk(field, "[(");
  if (open) {
    char *close = strpbrk(open + 1, "])");
    if (!close || close[1])
      run_fail(r->run, here(r),
               "a column must be named as in \"q [m]\", got \"%s\"", field);
    *close = 0;
    *open = 0;
    column.unit = trimmed(open + 1);
  }
  column.name = trimmed(field);
  if (!*column.name)
    run_fail(r->run, here(r), "a column has no name in the first line");
  return column;
}

/* ---- files -----------------------------------------------------------------
 */

typedef struct Table {
  LogColumn *columns;
  size_t ncolumns, rows, dropped;
  int *lines; /* [rows] */
} Table;

static bool read_number(Reader *r, const char *field, const char *column,
                        double *value)
{
  char *end;
  *value = strtod(field, &end);
  if (!*field || !isfinite(*value)) return false;
  if (*end)
    run_fail(r->run, here(r), "column %s must be a number, got \"%s\"", column,
             field);
  return true;
}

static void read_rows(Reader *r, char separator, Table *table)
{
  size_t most = 0;
  for (const char *c = r->at; *c; c++) most += *c == '\n';
  for (size_t i = 0; i < table->ncolumns; i++)
    table->columns[i].values = run_doubles(r->run, most + 1);
  table->lines = run_alloc(r->run, (most + 1) * sizeof *table->lines);
  for (char *line; (line = next_line(r));) {
    char *fields[MOST_COLUMNS];
    const size_t n = fields_of(r, line, separator, fields);
    if (n != table->ncolumns)
      run_fail(r->run, here(r), "a row must have %zu columns, got %zu",
               table->ncolumns, n);
    bool is_whole = true;
    for (size_t i = 0; i < n; i++)
      is_whole &= read_number(r, fields[i], table->columns[i].name,
                              &table->columns[i].values[table->rows]);
    table->lines[table->rows] = r->line;
    table->rows += is_whole;
    table->dropped += !is_whole;
  }
}

static Table table_read(Run *run, const char *path)
{
  const Where where = {path, 0};
  Reader r = {run, path, file_read(run, path, NULL, where), 0};
  char *line = next_line(&r), *fields[MOST_COLUMNS];
  if (!line) run_fail(run, where, "the log is empty");
  const char separator = strchr(line, ',')    ? ','
                         : strchr(line, ';')  ? ';'
                         : strchr(line, '\t') ? '\t'
                                              : ',';
  Table table = {.ncolumns = fields_of(&r, line, separator, fields)};
  table.columns = run_alloc(run, MOST_COLUMNS * sizeof *table.columns);
  for (size_t i = 0; i < table.ncolumns; i++) {
    char *end;
    strtod(fields[i], &end);
    if (*fields[i] && !*end)
      run_fail(run, here(&r),
               "the first line must name the columns, as in \"t [s],q [m]\"; "
               "got the number %s",
               fields[i]);
    table.columns[i] = header_of(&r, fields[i]);
  }
  read_rows(&r, separator, &table);
  return table;
}

static LogColumn *find_column(const LogColumn *columns, size_t count,
                              const char *name)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(columns[i].name, name) == 0) return (LogColumn *)&columns[i];
  return NULL;
}

/* ---- formulas --------------------------------------------------------------
 */

static const char *names_of(Run *run, const LogColumn *columns, size_t count)
{
  Text text = text_new(run);
  for (size_t i = 0; i < count; i++)
    text_add(&text, "%s%s", i ? ", " : "", columns[i].name);
  return text.chars;
}

/* Multiplies the values by a factor of the formula, or divides. */
static void apply_factor(Run *run, Where where, const Table *table,
                         const char *word, bool divides, double *values)
{
  char *end;
  const double number = strtod(word, &end);
  const bool is_number = *word && !*end;
  const double sign = !is_number && *word == '-' ? -1 : 1;
  const char *name = word + (sign < 0);
  const LogColumn *c =
      is_number ? NULL : find_column(table->columns, table->ncolumns, name);
  if (!is_number && !c)
    run_fail(run, where, "a formula needs the column %s; the log has %s", name,
             names_of(run, table->columns, table->ncolumns));
  for (size_t k = 0; k < table->rows; k++) {
    const double factor = is_number ? number : sign * c->values[k];
    values[k] = divides ? values[k] / factor : values[k] * factor;
  }
}

/* Adds the column of "drive [V]=duty*supply". */
static void add_formula(Run *run, Where where, const char *formula,
                        Table *table)
{
  const char *equal = strchr(formula, '=');
  if (!equal || equal == formula || !equal[1])
    run_fail(run, where,
             "a column must be given as in drive=duty*supply, got \"%s\"",
             formula);
  Reader r = {run, where.file, NULL, where.line};
  LogColumn column =
      header_of(&r, run_strndup(run, formula, (size_t)(equal - formula)));
  column.values = run_doubles(run, table->rows + 1);
  for (size_t k = 0; k < table->rows; k++) column.values[k] = 1;
  bool divides = false;
  for (const char *at = equal + 1; *at;) {
    const size_t length = strcspn(at, "*/");
    char *word = trimmed(run_strndup(run, at, length));
    apply_factor(run, where, table, word, divides, column.values);
    divides = at[length] == '/';
    at += length + (at[length] != 0);
  }
  LogColumn *old = find_column(table->columns, table->ncolumns, column.name);
  if (!old && table->ncolumns == MOST_COLUMNS)
    run_fail(run, where, "a log has at most %d columns", MOST_COLUMNS);
  *(old ? old : &table->columns[table->ncolumns++]) = column;
}

/* ---- logs ------------------------------------------------------------------
 */

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void find_stretches(Run *run, FitLog *log, const double *t,
                           const int *lines)
{
  const size_t n = log->rows;
  const Where where = {log->path, 0};
  if (n < 10)
    run_fail(run, where,
             "the log %s has %zu rows with numbers; a fit needs "
             "more",
             log->name, n);
  double *steps = run_doubles(run, n - 1);
  for (size_t k = 0; k + 1 < n; k++) {
    steps[k] = t[k + 1] - t[k];
    if (!(steps[k] > 0))
      run_fail(run, (Where){log->path, lines[k + 1]},
               "t must increase from row to row, got %.9g after %.9g", t[k + 1],
               t[k]);
  }
  qsort(steps, n - 1, sizeof *steps, by_size);
  log->step = steps[(n - 1) / 2];
  log->stretches = run_alloc(run, (n + 1) * sizeof *log->stretches);
  for (size_t k = 0; k < n; k++)
    if (k == 0 || t[k] - t[k - 1] > GAP * log->step)
      log->stretches[log->nstretches++] = k;
  log->stretches[log->nstretches] = n;
}

/* Returns rows `from` to `to` of the table as a log. */
static FitLog log_of(Run *run, const char *path, const char *name,
                     const Table *table, size_t from, size_t to)
{
  FitLog log = {.name = name,
                .path = path,
                .ncolumns = table->ncolumns,
                .rows = to - from,
                .dropped = table->dropped};
  log.columns = run_alloc(run, table->ncolumns * sizeof *log.columns);
  for (size_t i = 0; i < table->ncolumns; i++) {
    log.columns[i] = table->columns[i];
    log.columns[i].values += from;
  }
  static const char *const time[] = {"t", "time", NULL};
  const double *t = log_column(run, &log, time, "s");
  if (!t) log_fail_missing(run, &log, "t [s], the time");
  find_stretches(run, &log, t, table->lines + from);
  return log;
}

static const char *file_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void add_logs(Run *run, const char *path, const Table *table, Logs *logs,
                     size_t *room)
{
  const LogColumn *own = find_column(table->columns, table->ncolumns, "log");
  for (size_t from = 0; from < table->rows || from == 0;) {
    size_t to = table->rows;
    const char *name = file_name(path);
    if (own && table->rows > 0) {
      for (to = from; to < table->rows && own->values[to] == own->values[from];)
        to++;
      name = run_printf(run, "%s:%g", name, own->values[from]);
    }
    logs->list =
        run_grown(run, logs->list, logs->count, room, sizeof *logs->list);
    logs->list[logs->count++] = log_of(run, path, name, table, from, to);
    from = to;
    if (from == 0) break;
  }
}

Logs *logs_read(Run *run, const char *const *paths, size_t npaths,
                const char *const *formulas, size_t nformulas)
{
  Logs *logs = run_alloc(run, sizeof *logs);
  size_t room = 0;
  for (size_t i = 0; i < npaths; i++) {
    Table table = table_read(run, paths[i]);
    for (size_t f = 0; f < nformulas; f++)
      add_formula(run, (Where){paths[i], 1}, formulas[f], &table);
    add_logs(run, paths[i], &table, logs, &room);
  }
  return logs;
}

/* ---- columns ---------------------------------------------------------------
 */

static const struct {
  const char *unit, *si;
  double factor;
} units[] = {{"mm", "m", 1e-3},         {"um", "m", 1e-6},
             {"cm", "m", 1e-2},         {"mm/s", "m/s", 1e-3},
             {"ms", "s", 1e-3},         {"us", "s", 1e-6},
             {"deg", "rad", PI / 180},  {"deg/s", "rad/s", PI / 180},
             {"rpm", "rad/s", PI / 30}, {"mN", "N", 1e-3},
             {"kN", "N", 1e3},          {"mN m", "N m", 1e-3},
             {"Nm", "N m", 1},          {"mNm", "N m", 1e-3},
             {"N.m", "N m", 1},         {"mm/s^2", "m/s^2", 1e-3}};

/* Returns true if the list "N m or V" has the unit. */
static bool has_unit(const char *list, const char *unit)
{
  const size_t length = strlen(unit);
  for (const char *at = list; at;) {
    const char *next = strstr(at, " or ");
    const size_t part = next ? (size_t)(next - at) : strlen(at);
    if (part == length && strncmp(at, unit, length) == 0) return true;
    at = next ? next + 4 : NULL;
  }
  return false;
}

const double *log_column(Run *run, const FitLog *log, const char *const *names,
                         const char *unit)
{
  const LogColumn *c = NULL;
  for (; *names && !c; names++)
    c = find_column(log->columns, log->ncolumns, *names);
  if (!c) return NULL;
  if (!*c->unit || !*unit || has_unit(unit, c->unit)) return c->values;
  for (size_t i = 0; i < COUNT(units); i++) {
    if (strcmp(units[i].unit, c->unit) != 0 || !has_unit(unit, units[i].si))
      continue;
    double *values = run_doubles(run, log->rows);
    for (size_t k = 0; k < log->rows; k++)
      values[k] = units[i].factor * c->values[k];
    return values;
  }
  run_fail(run, (Where){log->path, 1}, "column %s must be in %s, got \"%s\"",
           c->name, unit, c->unit);
}

double log_value(const double *t, const double *values, size_t rows, double at)
{
  size_t low = 0, high = rows - 1;
  if (!(at > 0)) return values[0];
  if (at >= t[high] - t[0]) return values[high];
  while (high - low > 1) {
    const size_t middle = (low + high) / 2;
    if (t[middle] - t[0] <= at)
      low = middle;
    else
      high = middle;
  }
  const double share = (at - (t[low] - t[0])) / (t[high] - t[low]);
  return values[low] + share * (values[high] - values[low]);
}

void log_fail_missing(Run *run, const FitLog *log, const char *what)
{
  run_fail(run, (Where){log->path, 1}, "the log needs a column %s; it has %s",
           what, names_of(run, log->columns, log->ncolumns));
}

double log_count(Run *run, const double *values, size_t n)
{
  double *steps = run_doubles(run, n), least = INFINITY, largest = 0;
  size_t count = 0;
  for (size_t k = 0; k + 1 < n; k++) {
    const double step = fabs(values[k + 1] - values[k]);
    largest = fmax(largest, fabs(values[k]));
    if (step > 0) steps[count++] = step;
  }
  for (size_t k = 0; k < count; k++)
    if (steps[k] > 1e-9 * largest) least = fmin(least, steps[k]);
  if (!isfinite(least)) return 0;
  size_t off = 0;
  for (size_t k = 0; k < count; k++) {
    const double times = steps[k] / least;
    off += fabs(times - round(times)) > 0.02 + 1e-3 * times;
  }
  return off * 50 < count ? least : 0;
}
