/* rows.c: a row of a sweep as a line of CSV. In: the number of the row. Out:
 * its parameters, its status, and what the measures say of its recording.
 *
 * Invariant: a line depends on the number of the row and on the sweep alone; no
 * row leaves anything for the next one. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "study/inside.h"

/* ---- what all rows share ---------------------------------------------------
 */

static const char *const defaults[] = {"last", "least", "largest"};
enum { DEFAULTS = COUNT(defaults) };

/* Keeps the columns of the first row of a recording, and stops there. */
typedef struct Probe {
  Run *run; /* of the simulation */
  Run *kept;
  Study *study;
} Probe;

static bool keep_columns(void *context, Recording *recording)
{
  const Probe *probe = context;
  const size_t n = recording->ncolumns;
  Column *columns = run_alloc(probe->kept, n * sizeof *columns);
  for (size_t i = 0; i < n; i++)
    columns[i] =
        (Column){run_printf(probe->kept, "%s", recording->columns[i].name),
                 run_printf(probe->kept, "%s", recording->columns[i].unit)};
  probe->study->columns = columns;
  probe->study->ncolumns = n;
  return false;
}

static void start_scenario(void *context)
{
  const Probe *probe = context;
  Progress silent = {0};
  const Origin *origin = &probe->study->sweep->origin;
  pipeline_simulate(pipeline_open(probe->run, origin, NULL), NULL, &silent);
}

/* Finds the columns by the start of the spec's own scenario, with the
 * reference. */
static void find_columns(Run *run, Study *study)
{
  const Where nowhere = {NULL, 0};
  Probe probe = {run_open(), run, study};
  const Watch watch = {keep_columns, &probe};
  if (!probe.run) run_fail(run, nowhere, "out of memory");
  probe.run->watch = &watch;
  run_catch(probe.run, start_scenario, &probe);
  const char *error = run_printf(run, "%s", probe.run->error);
  run_close(probe.run);
  if (!study->columns) run_fail(run, nowhere, "%s", error);
}

/* Each axis names a number of the spec, so that no spelling error makes a
 * column of equal rows. */
static void check_axes(Run *run, const Sweep *sweep, const Model *model)
{
  const Spec *spec = model->spec;
  for (size_t i = 0; i < sweep->naxes; i++) {
    const char *name = sweep->axes[i].name;
    const Where where = {run_printf(run, "axis %s", name), 0};
    const Value *value = value_get(&spec->params, name);
    if (!value) value = spec_find(spec, name);
    const bool is_tuned = tuning_has(model->tuning, name);
    if (!value && !is_tuned)
      run_fail(run, where,
               "the spec has no parameter and writes no number of that name; "
               "declare it, as in param { %s = ... }, or write the path of a "
               "number, as in friction.mu_c",
               strchr(name, '.') ? "mu" : name);
    if (!is_tuned && value->type != VALUE_NUMBER)
      run_fail(run, where, "the spec has %s there, and not a number",
               value_describe(run, value));
    for (size_t k = 0; k < i; k++)
      if (strcmp(sweep->axes[k].name, name) == 0)
        run_fail(run, where, "two axes have that name");
    for (size_t k = 0; k < sweep->origin.noverrides; k++)
      if (strcmp(sweep->origin.overrides[k].key, name) == 0)
        run_fail(run, where, "--set gives the same name a value");
  }
}

/* Adds a field of CSV, in quotes if it needs them. */
static void add_field(Text *line, const char *text)
{
  if (!strpbrk(text, ",\"\n\r")) {
    text_add(line, "%s", text);
    return;
  }
  text_add(line, "\"");
  for (const char *c = text; *c; c++)
    text_add(line, "%s%c", *c == '"' ? "\"" : "",
             *c == '\n' || *c == '\r' ? ' ' : *c);
  text_add(line, "\"");
}

/* Two columns of one name could not be told apart. */
static void require_new_name(Run *run, const Sweep *sweep, const Entry *measure)
{
  const char *name = measure->name;
  bool is_taken = strcmp(name, "row") == 0 || strcmp(name, "status") == 0;
  for (size_t i = 0; i < sweep->naxes; i++)
    is_taken = is_taken || strcmp(name, sweep->axes[i].name) == 0;
  if (is_taken)
    run_fail(run, measure->value.where,
             "the sweep has another column %s; rename the measure", name);
}

static const char *header_of(Run *run, Study *study)
{
  const Sweep *sweep = study->sweep;
  Text line = text_new(run);
  text_add(&line, "row");
  for (size_t i = 0; i < sweep->naxes; i++) {
    text_add(&line, ",");
    add_field(&line, sweep->axes[i].name);
  }
  text_add(&line, ",status");
  const Spec *measures = study->measures;
  for (size_t i = 0; measures && i < measures->root.nentries; i++) {
    require_new_name(run, sweep, &measures->root.entries[i]);
    text_add(&line, ",");
    add_field(&line, measures->root.entries[i].name);
    study->nmeasures++;
  }
  for (size_t i = 1; !measures && i < study->ncolumns; i++)
    for (size_t k = 0; k < DEFAULTS; k++, study->nmeasures++)
      text_add(&line, ",%s %s (%s)", study->columns[i].name, defaults[k],
               study->columns[i].unit);
  return line.chars;
}

/* The rows depend on these, and on nothing else. */
static const char *hash_of(Run *run, const Study *study, const Spec *spec)
{
  const Sweep *sweep = study->sweep;
  Hash hash = hash_new();
  hash_text(&hash, version_text());
  hash_text(&hash, spec_hash(spec));
  hash_text(&hash, study->measures ? spec_hash(study->measures) : "");
  hash_text(&hash, study->header);
  hash_text(&hash, study->backend ? study->backend->name : "reference");
  hash_text(&hash, run_printf(run, "%ld %ld %llu", study->rows, sweep->samples,
                              (unsigned long long)sweep->seed));
  for (size_t i = 0; i < sweep->naxes; i++) {
    const SweepAxis *axis = &sweep->axes[i];
    hash_text(&hash, run_printf(run, "%a %a %ld %d", axis->low, axis->high,
                                axis->count, axis->is_log));
    if (axis->values)
      hash_add(&hash, axis->values, (size_t)axis->count * sizeof *axis->values);
  }
  return hash_end_hex(&hash, run);
}

Study *study_open(Run *run, const Sweep *sweep)
{
  Study *study = run_alloc(run, sizeof *study);
  study->sweep = sweep;
  study->rows = sweep_rows(run, sweep);
  Pipeline *pipeline = pipeline_open(run, &sweep->origin, NULL);
  check_axes(run, sweep, pipeline->model);
  find_columns(run, study);
  bool is_tuned = sweep->backend && sweep->once;
  for (size_t i = 0; i < sweep->naxes; i++) {
    study->is_tuned[i] =
        tuning_has(pipeline->model->tuning, sweep->axes[i].name);
    is_tuned = is_tuned && study->is_tuned[i];
  }
  study->backend = is_tuned ? sweep->once : sweep->backend;
  if (is_tuned) study->solver = pipeline_solver(pipeline, study->backend, NULL);
  if (sweep->measures)
    study->measures = spec_load_functions(run, sweep->measures);
  study->header = header_of(run, study);
  study->hash = hash_of(run, study, pipeline->spec);
  return study;
}

/* ---- measures ---------------------------------------------------------------
 */

static void add_number(Text *line, double value)
{
  char digits[32];
  text_add(line, ",%s", number_text(value, digits));
}

static void add_defaults(Text *line, const Recording *r)
{
  for (size_t i = 1; i < r->ncolumns; i++) {
    double least = r->values[i], largest = least, last = least;
    for (size_t k = 0; k < r->nrows; k++) {
      last = r->values[k * r->ncolumns + i];
      if (last < least) least = last;
      if (last > largest) largest = last;
    }
    add_number(line, last);
    add_number(line, least);
    add_number(line, largest);
  }
}

/* Calls the functions of the file with the recording and the parameters, in a
 * state of their own. */
static void add_measured(Text *line, const Study *study, const Recording *r,
                         const double *values)
{
  const Sweep *sweep = study->sweep;
  Run *run = line->run;
  Spec *spec = spec_load_functions(run, sweep->measures);
  NumberColumn *columns = run_alloc(run, r->ncolumns * sizeof *columns);
  NumberColumn *numbers = run_alloc(run, (sweep->naxes + 1) * sizeof *numbers);
  for (size_t i = 0; i < r->ncolumns; i++)
    columns[i] = (NumberColumn){r->columns[i].name, r->values + i, r->ncolumns,
                                r->nrows};
  for (size_t i = 0; i < sweep->naxes; i++)
    numbers[i] = (NumberColumn){sweep->axes[i].name, &values[i], 0, 1};
  const NumberTable tables[] = {
      {"the recording", columns, r->ncolumns},
      {"the table of the parameters", numbers, sweep->naxes}};
  for (size_t i = 0; i < spec->root.nentries; i++)
    add_number(line, spec_call_tables(spec, &spec->root.entries[i].value,
                                      tables, COUNT(tables)));
}

static void require_columns(const Study *study, const Recording *r)
{
  const Where nowhere = {NULL, 0};
  bool is_same = r->ncolumns == study->ncolumns;
  for (size_t i = 0; is_same && i < r->ncolumns; i++)
    is_same = strcmp(r->columns[i].name, study->columns[i].name) == 0;
  if (!is_same)
    run_fail(r->run, nowhere,
             "the recording has other columns than the spec's");
}

/* ---- lines
 * ------------------------------------------------------------------- */

typedef struct Row {
  Run *run;
  const Study *study;
  const double *values;
  Text measured;
} Row;

static void simulate_row(void *context)
{
  Row *row = context;
  const Study *study = row->study;
  const Sweep *sweep = study->sweep;
  Run *run = row->run;
  size_t given = sweep->origin.noverrides;
  Override *all = run_alloc(run, (given + sweep->naxes + 1) * sizeof *all);
  if (given > 0) memcpy(all, sweep->origin.overrides, given * sizeof *all);
  for (size_t i = 0; i < sweep->naxes; i++) {
    char *digits = run_alloc(run, 32);
    const char *name = sweep->axes[i].name;
    if (!study->is_tuned[i])
      all[given++] = (Override){name, number_text(row->values[i], digits)};
  }
  Origin origin = sweep->origin;
  origin.overrides = all;
  origin.noverrides = given;
  Progress silent = {0};
  Pipeline *pipeline = pipeline_open(run, &origin, NULL);
  for (size_t i = 0; i < sweep->naxes; i++)
    if (study->is_tuned[i])
      model_tune(pipeline->model, sweep->axes[i].name, row->values[i]);
  const Recording *recording =
      study->solver ? pipeline_simulate_by(pipeline, study->solver, &silent)
                    : pipeline_simulate(pipeline, study->backend, &silent);
  require_columns(study, recording);
  row->measured = text_new(run);
  if (study->measures)
    add_measured(&row->measured, study, recording, row->values);
  else
    add_defaults(&row->measured, recording);
}

/* Adds the number of the row and its parameters. */
static void add_parameters(Text *line, const Study *study, long row,
                           double *values)
{
  sweep_values(study->sweep, row, values);
  text_add(line, "%ld", row);
  for (size_t i = 0; i < study->sweep->naxes; i++) add_number(line, values[i]);
  text_add(line, ",");
}

typedef struct Making {
  Run *run;
  const Study *study;
  long row;
  const char *error; /* or NULL: simulate */
  char *line;
} Making;

static void make_line(void *context)
{
  Making *m = context;
  double values[SWEEP_MOST_AXES];
  Text line = text_new(m->run);
  add_parameters(&line, m->study, m->row, values);
  Row row = {.study = m->study, .values = values};
  const char *error = m->error;
  if (!error) {
    row.run = run_open();
    if (!row.run) return;
    error = run_catch(row.run, simulate_row, &row) ? NULL : row.run->error;
  }
  add_field(&line, error ? error : "ok");
  if (error)
    for (size_t i = 0; i < m->study->nmeasures; i++) text_add(&line, ",");
  else
    text_add(&line, "%s", row.measured.chars);
  text_add(&line, "\n");
  run_close(row.run);
  m->line = malloc(line.length + 1);
  if (m->line) memcpy(m->line, line.chars, line.length + 1);
}

char *study_error_line(const Study *study, long row, const char *error)
{
  Making making = {run_open(), study, row, error, NULL};
  if (making.run) run_catch(making.run, make_line, &making);
  run_close(making.run);
  return making.line;
}

char *study_line(const Study *study, long row)
{
  return study_error_line(study, row, NULL);
}

bool line_is_ok(size_t naxes, const char *line)
{
  for (size_t i = 0; i <= naxes && line; i++) {
    line = strchr(line, ',');
    if (line) line++;
  }
  return line && strncmp(line, "ok,", 3) == 0;
}
