/* levels.c: pressure that depends on the normal force fn. In: a surface with
 * functions of fn, and the range of fn. Out: weights at several levels of fn,
 * for linear interpolation, and the error of that interpolation.
 *
 * Invariant: levels ascend, and the weights of each level have the sum 1. */
#include <math.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"

/* ---- the surface at a force -------------------------------------------- */

/* Returns true if the function is a pressure: the surface itself or a part of a
 * sum. Other functions stand in the place of a number. `table` holds the value;
 * NULL: the value is the surface. */
static bool is_pressure(const Value *value, const Value *table)
{
  return value->type == VALUE_FUNCTION &&
         (!table || (table->word && value_is(table, "sum")));
}

static const Value *depends(const Value *value, const Value *table)
{
  const bool is_surface = !table || value_is(table, "sum");
  if (is_surface && material_is(value)) return value;
  if (value->type == VALUE_FUNCTION)
    return !is_pressure(value, table) || value->arity >= 3 ? value : NULL;
  for (size_t i = 0; i < value->nentries; i++) {
    const Value *found = depends(&value->entries[i].value, value);
    if (found) return found;
  }
  for (size_t i = 0; i < value->nitems; i++) {
    const Value *found = depends(&value->items[i], value);
    if (found) return found;
  }
  return NULL;
}

const Value *levels_needed(const Value *surface)
{
  return depends(surface, NULL);
}

/* Returns the value with each function(fn) replaced by its number, and with fn
 * stored for the pressure functions. */
static Value at_force(Spec *spec, const Value *value, const Value *table,
                      double fn)
{
  Value at = *value;
  if (value->type == VALUE_FUNCTION || value->type == VALUE_TABLE)
    at.number = fn;
  if (is_pressure(value, table)) return at;
  if (value->type == VALUE_FUNCTION) {
    at.type = VALUE_NUMBER;
    spec_call(spec, value, &fn, 1, &at.number, 1);
  }
  if (value->nentries > 0)
    at.entries = run_alloc(spec->run, value->nentries * sizeof *at.entries);
  for (size_t i = 0; i < value->nentries; i++) {
    at.entries[i].name = value->entries[i].name;
    at.entries[i].value = at_force(spec, &value->entries[i].value, value, fn);
  }
  if (value->nitems > 0)
    at.items = run_alloc(spec->run, value->nitems * sizeof *at.items);
  for (size_t i = 0; i < value->nitems; i++)
    at.items[i] = at_force(spec, &value->items[i], value, fn);
  return at;
}

const Value *levels_at(Spec *spec, const Value *surface, double fn)
{
  Value *at = run_alloc(spec->run, sizeof *at);
  *at = at_force(spec, surface, NULL, fn);
  return at;
}

double *levels_exact(Spec *spec, const Value *surface, const Grid *grid,
                     double fn)
{
  const Value at = at_force(spec, surface, NULL, fn);
  return pressure_weights(spec, &at, grid);
}

double *levels_window(Spec *spec, const Value *surface, const Grid *whole,
                      const Grid *window, const double at[2], double fn,
                      double accuracy)
{
  const Value there = at_force(spec, surface, NULL, fn);
  return pressure_window(spec, &there, whole, window, at, accuracy);
}

/* The same as levels_has_function for a value in a table, or NULL. */
static bool has_pressure_function(const Value *value, const Value *table)
{
  if (is_pressure(value, table)) return true;
  for (size_t i = 0; i < value->nitems; i++)
    if (has_pressure_function(&value->items[i], value)) return true;
  return false;
}

bool levels_has_function(const Value *surface)
{
  return has_pressure_function(surface, NULL);
}

/* Returns the accuracy of the integrals of pressure functions: a tenth of the
 * error between levels, since each level takes many calls of the function. */
static double accuracy_of(const Value *surface, const LevelsWanted *wanted)
{
  const double usual = 1e-3;
  if (!has_pressure_function(surface, NULL)) return 0;
  return wanted->count > 0 ? usual : fmin(usual, wanted->tolerance / 10);
}

/* ---- choice of levels -------------------------------------------------- */

enum { QUARTERS = 3 };

/* The interval between two levels, with the weights at both levels and at three
 * forces between them. */
typedef struct Interval {
  double fn[QUARTERS + 2], *w[QUARTERS + 2];
  double error;
} Interval;

typedef struct Choice {
  Spec *spec;
  const Value *surface;
  const Grid *grid;
  const LevelsWanted *wanted;
  bool is_float;
  double accuracy; /* of the weights, in shares of the load; 0: exact */
} Choice;

static double *weights_at(const Choice *c, double fn)
{
  const Value at = at_force(c->spec, c->surface, NULL, fn);
  return c->accuracy > 0
             ? pressure_weights_to(c->spec, &at, c->grid, c->accuracy)
             : pressure_weights(c->spec, &at, c->grid);
}

/* Returns the error of interpolation at t, 0 at `low` and 1 at `high`. */
static double error_at(const Choice *c, const double *low, const double *high,
                       double t, const double *exact)
{
  const size_t cells = (size_t)c->grid->nx * (size_t)c->grid->ny;
  double error = 0;
  if (c->wanted->error)
    return c->wanted->error(c->wanted->context, low, high, t, exact);
  for (size_t k = 0; k < cells; k++)
    error += fabs((1 - t) * low[k] + t * high[k] - exact[k]);
  return error;
}

/* Fills in the weights between the ends that are not known yet, and the error.
 */
static void fill_interval(const Choice *c, Interval *in)
{
  const double low = in->fn[0], high = in->fn[QUARTERS + 1];
  double worst = 0, gap = 0;
  for (int q = 1; q <= QUARTERS; q++) {
    if (!in->w[q]) {
      const double fn = low + (high - low) * q / (QUARTERS + 1);
      in->fn[q] = c->is_float ? float_rounded(fn) : fn;
      in->w[q] = weights_at(c, in->fn[q]);
    }
    const double t = (in->fn[q] - low) / (high - low);
    worst =
        fmax(worst, error_at(c, in->w[0], in->w[QUARTERS + 1], t, in->w[q]));
  }
  for (int q = 0; q <= QUARTERS; q++)
    gap = fmax(gap, (in->fn[q + 1] - in->fn[q]) / (high - low));
  /* If each weight is convex or concave in the whole interval, the error is a
   * concave function of fn, and its maximum is at most this. */
  in->error = worst / (1 - gap) + c->accuracy;
}

/* Halves the interval; the upper half goes to `upper`. */
static void halve(const Choice *c, Interval *in, Interval *upper)
{
  const Interval whole = *in;
  *in = (Interval){.fn = {whole.fn[0], 0, whole.fn[1], 0, whole.fn[2]},
                   .w = {whole.w[0], NULL, whole.w[1], NULL, whole.w[2]}};
  *upper = (Interval){.fn = {whole.fn[2], 0, whole.fn[3], 0, whole.fn[4]},
                      .w = {whole.w[2], NULL, whole.w[3], NULL, whole.w[4]}};
  fill_interval(c, in);
  fill_interval(c, upper);
}

static int worst_of(const Interval *intervals, int count)
{
  int worst = 0;
  for (int i = 1; i < count; i++)
    if (intervals[i].error > intervals[worst].error) worst = i;
  return worst;
}

static Levels *levels_of(Run *run, const Interval *intervals, int count)
{
  Levels *levels = run_alloc(run, sizeof *levels);
  levels->count = count + 1;
  levels->fn = run_doubles(run, (size_t)count + 1);
  levels->all = run_alloc(run, ((size_t)count + 1) * sizeof *levels->all);
  levels->error = intervals[worst_of(intervals, count)].error;
  for (int i = 0; i < count; i++) {
    levels->fn[i] = intervals[i].fn[0];
    levels->all[i] = intervals[i].w[0];
  }
  levels->fn[count] = intervals[count - 1].fn[QUARTERS + 1];
  levels->all[count] = intervals[count - 1].w[QUARTERS + 1];
  return levels;
}

Levels *levels_choose(Spec *spec, const Value *surface, const Grid *grid,
                      const LevelsWanted *wanted, bool is_float)
{
  const Choice c = {spec,   surface,  grid,
                    wanted, is_float, accuracy_of(surface, wanted)};
  Progress progress = progress_start("levels of fn_range");
  const int most = wanted->count > 0 ? wanted->count : LEVELS_MOST;
  Interval intervals[LEVELS_MOST] = {0};
  int count = 1;
  for (int end = 0; end < 2; end++) {
    const int at = end * (QUARTERS + 1);
    intervals[0].fn[at] =
        is_float ? float_rounded(wanted->range[end]) : wanted->range[end];
    intervals[0].w[at] = weights_at(&c, intervals[0].fn[at]);
  }
  fill_interval(&c, &intervals[0]);
  for (;;) {
    const int worst = worst_of(intervals, count);
    progress_show(&progress, wanted->count > 0
                                 ? (double)count / most
                                 : sqrt(fmin(1, wanted->tolerance /
                                                    intervals[worst].error)));
    if (wanted->count == 0 && intervals[worst].error <= wanted->tolerance)
      break;
    if (count + 1 == most) break;
    for (int i = count; i > worst; i--) intervals[i] = intervals[i - 1];
    halve(&c, &intervals[worst], &intervals[worst + 1]);
    count++;
  }
  progress_end(&progress);
  Levels *levels = levels_of(spec->run, intervals, count);
  if (wanted->count == 0 && levels->error > wanted->tolerance)
    run_fail(spec->run, wanted->where,
             "tolerance = %g cannot be reached: %d levels, the most, leave an "
             "error of %.2g; raise the tolerance or narrow the range",
             wanted->tolerance, LEVELS_MOST, levels->error);
  return levels;
}

/* ---- interpolation ----------------------------------------------------- */

double levels_place(const Levels *levels, double fn, int *below)
{
  int i = 0;
  while (i < levels->count - 2 && fn >= levels->fn[i + 1]) i++;
  *below = i;
  const double t = (fn - levels->fn[i]) / (levels->fn[i + 1] - levels->fn[i]);
  return fmin(fmax(t, 0), 1);
}

void levels_weights(const Levels *levels, const Grid *grid, double fn,
                    double *out)
{
  const size_t cells = (size_t)grid->nx * (size_t)grid->ny;
  int i;
  const double t = levels_place(levels, fn, &i);
  for (size_t k = 0; k < cells; k++)
    out[k] = (1 - t) * levels->all[i][k] + t * levels->all[i + 1][k];
}
