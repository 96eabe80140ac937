/* plot.c: the picture of a sweep. In: its finished file. Out: curves over one
 * axis, maps over two, otherwise histograms, of the measures that vary.
 *
 * Invariant: rows with an error are left out, and so are measures that vary by
 * rounding errors alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "emit/emit.h"
#include "plan/plan.h"
#include "study/inside.h"

enum { MOST_PANELS = 6, BINS = 24, PANEL_WIDTH = 420, PANEL_HEIGHT = 300 };

/* The rows of a file without an error. */
typedef struct Rows {
  char **names;   /* [nmeasures] */
  double *values; /* [count * width]: axes, then measures */
  size_t naxes, nmeasures, width, count;
} Rows;

/* ---- the file ------------------------------------------------------------ */

/* Returns the next field of a line and moves to the one after it. Removes the
 * quotes of a field. */
static char *next_field(char **at)
{
  char *start = *at, *out = *at, *c = *at;
  const bool is_quoted = *c == '"';
  for (c += is_quoted; *c; c++) {
    if (is_quoted && *c == '"' && *++c != '"') break;
    if (!is_quoted && (*c == ',' || *c == '\n')) break;
    *out++ = *c;
  }
  *at = *c ? c + 1 : c;
  *out = 0;
  return start;
}

static Rows rows_read(Run *run, const Sweep *sweep, const char *path)
{
  const Where where = {path, 0};
  size_t length, lines = 0, fields = 1;
  char *text = file_read(run, path, &length, where);
  for (const char *c = text; *c; c++) lines += *c == '\n';
  char *at = text;
  for (const char *c = text; *c && *c != '\n'; c++) fields += *c == ',';
  Rows rows = {.naxes = sweep->naxes};
  rows.names = run_alloc(run, fields * sizeof *rows.names);
  rows.values = run_doubles(run, lines * fields);
  char *end = strchr(text, '\n');
  for (size_t i = 0; i < rows.naxes + 2; i++) next_field(&at);
  while (end && at <= end) rows.names[rows.nmeasures++] = next_field(&at);
  rows.width = rows.naxes + rows.nmeasures;
  while (*at) {
    char *next = strchr(at, '\n');
    double *row = rows.values + rows.count * rows.width;
    next_field(&at);
    for (size_t i = 0; i < rows.naxes; i++) row[i] = atof(next_field(&at));
    const bool is_ok = strcmp(next_field(&at), "ok") == 0;
    for (size_t i = rows.naxes; is_ok && i < rows.width; i++)
      row[i] = atof(next_field(&at));
    rows.count += is_ok;
    at = next + 1;
  }
  return rows;
}

/* ---- panels -------------------------------------------------------------- */

/* Writes the range of a column over the rows with finite numbers. Returns false
 * if the column does not vary. */
static bool range_of(const Rows *rows, size_t column, double range[2])
{
  range[0] = INFINITY;
  range[1] = -INFINITY;
  for (size_t k = 0; k < rows->count; k++) {
    const double x = rows->values[k * rows->width + column];
    if (!isfinite(x)) continue;
    range[0] = fmin(range[0], x);
    range[1] = fmax(range[1], x);
  }
  return range[1] > range[0] && isfinite(range[1] - range[0]);
}

static bool is_last(const char *name)
{
  return strstr(name, " last (") != NULL;
}

/* Writes the columns to draw: of the default measures the last values. */
static size_t choose(const Rows *rows, bool is_default, size_t *columns)
{
  size_t count = 0;
  double range[2], largest = 0;
  for (size_t i = rows->naxes; i < rows->width; i++)
    if (range_of(rows, i, range)) largest = fmax(largest, range[1] - range[0]);
  for (size_t i = rows->naxes; i < rows->width && count < MOST_PANELS; i++)
    if ((!is_default || is_last(rows->names[i - rows->naxes])) &&
        range_of(rows, i, range) && range[1] - range[0] > 1e-12 * largest)
      columns[count++] = i;
  return count;
}

/* Returns 1, 2 or 5 times a power of ten: at most 5 labels have room. */
static double step_of_labels(const double range[2])
{
  const double least = (range[1] - range[0]) / 4;
  const double power = pow(10, floor(log10(least)));
  const double digit = least / power;
  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

/* Returns what the labels of a column leave out, so that few digits tell them
 * apart: 0, or a number below a narrow range. */
static double base_of_labels(const double range[2])
{
  const double step = step_of_labels(range);
  const double most = fmax(fabs(range[0]), fabs(range[1]));
  return step < 1e-3 * most ? step * floor(range[0] / step) : 0;
}

static void add_histogram(Plan *plan, const char *hole, const Rows *rows,
                          size_t column)
{
  double range[2], counts[BINS] = {0};
  range_of(rows, column, range);
  const double width = (range[1] - range[0]) / BINS;
  const double base = base_of_labels(range);
  for (size_t k = 0; k < rows->count; k++) {
    const double x = rows->values[k * rows->width + column];
    if (isfinite(x)) counts[(size_t)fmin(BINS - 1, (x - range[0]) / width)]++;
  }
  for (size_t i = 0; i < BINS; i++) {
    const double low = range[0] - base + (double)i * width;
    plan_row(plan, hole, 4,
             (double[]){low + width / 2, low, low + width, counts[i]});
  }
}

/* Returns an edge between a value of an axis and its neighbour k + step, or as
 * far beyond the last value. */
static double edge(const SweepAxis *axis, const double *values, long k,
                   long step)
{
  const bool is_inside = k + step >= 0 && k + step < axis->count;
  if (axis->count == 1) return values[k];
  const double other = values[is_inside ? k + step : k - step];
  if (axis->is_log)
    return is_inside ? sqrt(values[k] * other)
                     : values[k] * sqrt(values[k] / other);
  return is_inside ? (values[k] + other) / 2
                   : values[k] + (values[k] - other) / 2;
}

/* Returns the values of an axis of a sweep without samples. */
static double *axis_values(Run *run, const Sweep *sweep, size_t which)
{
  const SweepAxis *axis = &sweep->axes[which];
  double *values = run_doubles(run, (size_t)axis->count);
  long stride = 1;
  for (size_t i = which + 1; i < sweep->naxes; i++)
    stride *= sweep->axes[i].count;
  for (long k = 0; k < axis->count; k++) {
    double row[SWEEP_MOST_AXES];
    sweep_values(sweep, k * stride, row);
    values[k] = row[which];
  }
  return values;
}

static long place_of(const SweepAxis *axis, const double *values, double value)
{
  long k = 0;
  while (k + 1 < axis->count && values[k] != value) k++;
  return k;
}

static void add_map(Plan *plan, const char *hole, const Sweep *sweep,
                    const Rows *rows, size_t column)
{
  double *values[2];
  for (size_t i = 0; i < 2; i++) values[i] = axis_values(plan->run, sweep, i);
  for (size_t k = 0; k < rows->count; k++) {
    const double *row = rows->values + k * rows->width;
    double box[7] = {row[0], row[1], 0, 0, 0, 0, row[column]};
    for (size_t i = 0; i < 2; i++) {
      const SweepAxis *axis = &sweep->axes[i];
      const long place = place_of(axis, values[i], row[i]);
      const double a = edge(axis, values[i], place, -1);
      const double b = edge(axis, values[i], place, 1);
      box[2 + 2 * i] = fmin(a, b);
      box[3 + 2 * i] = fmax(a, b);
    }
    if (isfinite(row[column])) plan_row(plan, hole, COUNT(box), box);
  }
}

static void add_curve(Plan *plan, const char *hole, const Rows *rows,
                      size_t column)
{
  for (size_t k = 0; k < rows->count; k++) {
    const double *row = rows->values + k * rows->width;
    plan_row(plan, hole, 2, (double[]){row[0], row[column]});
  }
}

/* Returns true for a logarithmic axis that may have no power of ten. */
static bool is_short(const SweepAxis *axis)
{
  return axis->is_log && fmax(axis->low / axis->high, axis->high / axis->low) < 20;
}

/* Adds the label of a column, and of a histogram the step of its labels. */
static void add_label(Text *labels, Plan *plan, const Rows *rows, size_t column,
                      bool is_plain)
{
  double range[2];
  range_of(rows, column, range);
  const double base = is_plain ? 0 : base_of_labels(range);
  text_add(labels, "%s", rows->names[column - rows->naxes]);
  if (base != 0) text_add(labels, " less %.10g", base);
  text_add(labels, "\t");
  plan_row(plan, "steps", 1, (double[]){step_of_labels(range)});
}

/* ---- the picture --------------------------------------------------------- */

void sweep_draw(Run *run, const Sweep *sweep, const char *path,
                const char *picture)
{
  const Where where = {path, 0};
  const Rows rows = rows_read(run, sweep, path);
  size_t columns[MOST_PANELS];
  const size_t count = choose(&rows, !sweep->measures, columns);
  if (count == 0)
    run_fail(run, where, "there is no picture: no measure varies");
  const bool is_map = sweep->naxes == 2 && sweep->samples == 0;
  const bool is_curve = sweep->naxes == 1 && sweep->samples == 0;
  const int across = count > 1 ? 2 : 1, down = ((int)count + 1) / 2;
  Pictures pictures = {pipeline_open(run, &sweep->origin, NULL)->model};
  Plan *plan = picture_new(&pictures, "sweep", "common/sweep.gp",
                           PANEL_WIDTH * across + 60, PANEL_HEIGHT * down + 40);
  Text labels = text_new(run), axes = text_new(run);
  for (size_t i = 0; i < sweep->naxes; i++)
    text_add(&axes, "%s\t", sweep->axes[i].name);
  for (size_t k = 0; k < count; k++) {
    const char *hole = run_printf(run, "m%zu", k + 1);
    add_label(&labels, plan, &rows, columns[k], is_curve || is_map);
    if (is_curve)
      add_curve(plan, hole, &rows, columns[k]);
    else if (is_map)
      add_map(plan, hole, sweep, &rows, columns[k]);
    else
      add_histogram(plan, hole, &rows, columns[k]);
  }
  plan_text(plan, "axes", axes.chars);
  plan_text(plan, "labels", labels.chars);
  plan_text(plan, "what",
            is_curve || is_map ? "the scenario for many parameters"
                               : run_printf(run, "%zu rows", rows.count));
  plan_number(plan, "width", is_curve ? 2 : is_map ? 7 : 4);
  plan_number(plan, "across", across);
  plan_number(plan, "down", down);
  plan_flag(plan, "is_map", is_map);
  plan_flag(plan, "is_histogram", !is_map && !is_curve);
  plan_flag(plan, "is_log_x", (is_curve || is_map) && sweep->axes[0].is_log);
  plan_flag(plan, "is_log_y", is_map && sweep->axes[1].is_log);
  plan_flag(plan, "has_few_x", (is_curve || is_map) && is_short(sweep->axes));
  plan_flag(plan, "has_few_y", is_map && is_short(sweep->axes + 1));
  for (size_t i = 0; i < sweep->naxes; i++)
    plan_row(plan, "ends", 2,
             (double[]){sweep->axes[i].low, sweep->axes[i].high});
  picture_draw(pictures.first, picture);
}
