/* tune.c: numbers of a spec that may change at run time. In: the key tune. Out:
 * a Tuning: names, ranges and values.
 *
 * Invariant: the value of the spec is within its range. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "kinds/kind.h"

static const Tunable *find(const Tunable *list, size_t count, const char *name)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(list[i].name, name) == 0) return &list[i];
  return NULL;
}

/* Returns "mass, mu", for messages. */
static const char *names_of(Run *run, const Tunable *list, size_t count)
{
  Text text = text_new(run);
  for (size_t i = 0; i < count; i++)
    text_add(&text, "%s%s", i ? ", " : "", list[i].name);
  return text.chars;
}

static void read_range(Run *run, const Entry *entry, Tuned *tuned)
{
  const Value *value = &entry->value;
  const bool is_pair = value->type == VALUE_TABLE && value->nitems == 2 &&
                       value->nentries == 0 &&
                       value->items[0].type == VALUE_NUMBER &&
                       value->items[1].type == VALUE_NUMBER;
  if (!is_pair)
    run_fail(run, value->where, "the range of %s must be { low, high }, got %s",
             entry->name, value_describe(run, value));
  tuned->low = value->items[0].number;
  tuned->high = value->items[1].number;
  if (!(tuned->low < tuned->high))
    run_fail(run, value->where, "the range of %s must grow, got %s to %s",
             entry->name, number_plain(run, tuned->low),
             number_plain(run, tuned->high));
}

const Value *tuning_asked(const Value *value)
{
  const bool is_none =
      value && value->type == VALUE_BOOLEAN && value->number == 0;
  return is_none ? NULL : value;
}

const Tuning *tuning_read(const Model *model, const Value *value,
                          const Tunable *list, size_t count)
{
  Run *run = model->run;
  if (!value) return NULL;
  if (value->type != VALUE_TABLE || value->nitems > 0 || value->nentries == 0)
    run_fail(run, value->where,
             "tune must be a table such as { %s = { low, high } }, got %s",
             list[0].name, value_describe(run, value));
  if (value->nentries > MOST_TUNED)
    run_fail(run, value->where, "tune has %zu names; at most %d are possible",
             value->nentries, MOST_TUNED);
  Tuning *tuning = run_alloc(run, sizeof *tuning);
  Tuned *all = run_alloc(run, value->nentries * sizeof *all);
  *tuning = (Tuning){.list = all,
                     .count = value->nentries,
                     .now = run_doubles(run, value->nentries)};
  for (size_t i = 0; i < value->nentries; i++) { /* sorted by name */
    const Entry *entry = &value->entries[i];
    const Tunable *tunable = find(list, count, entry->name);
    const Where where = entry->value.where;
    if (!tunable)
      run_fail(run, where, "%s cannot be tuned; numbers that can are %s",
               entry->name, names_of(run, list, count));
    Tuned *t = &all[i];
    read_range(run, entry, t);
    t->name = tunable->name;
    t->unit = tunable->unit;
    t->offset = tunable->offset;
    t->factor = tunable->factor > 0 ? tunable->factor : 1;
    t->of = tunable->of ? tunable->of : t->name;
    memcpy(&t->value, (const char *)model + t->offset, sizeof t->value);
    if (t->factor != 1) t->value = number_rounded(t->value / t->factor, 12);
    if (t->low < tunable->low || t->high > tunable->high)
      run_fail(run, where,
               "the range of %s must lie between %s and %s, got %s to %s",
               t->name, number_plain(run, tunable->low),
               number_plain(run, tunable->high), number_plain(run, t->low),
               number_plain(run, t->high));
    if (t->value < t->low || t->value > t->high)
      run_fail(run, where, "the spec's %s = %s is outside its range %s to %s",
               t->name, number_plain(run, t->value), number_plain(run, t->low),
               number_plain(run, t->high));
    tuning->now[i] = t->value;
  }
  return tuning;
}

const Tuning *tuning_with_orders(const Model *model, const Tuning *tuning,
                                 const TuningOrder *orders, size_t count)
{
  Tuning *ordered = run_alloc(model->run, sizeof *ordered);
  TuningOrder *own = run_alloc(model->run, count * sizeof *own);
  for (size_t i = 0; i < count; i++) {
    own[i] = orders[i];
    if (!model->is_float) continue;
    own[i].least_value = float_rounded(own[i].least_value);
    own[i].most_value = float_rounded(own[i].most_value);
  }
  *ordered = *tuning;
  ordered->orders = own;
  ordered->norders = count;
  return ordered;
}

/* Returns the tuned value of that name, or the spec's. */
static double value_of(const Tuning *tuning, const double *values,
                       const char *name, double value)
{
  for (size_t i = 0; i < tuning->count; i++)
    if (strcmp(tuning->list[i].name, name) == 0) return values[i];
  return value;
}

/* Returns the first order that the values break, or NULL. */
static const TuningOrder *broken_order(const Tuning *tuning,
                                       const double *values)
{
  for (size_t i = 0; i < tuning->norders; i++) {
    const TuningOrder *o = &tuning->orders[i];
    const double least = value_of(tuning, values, o->least, o->least_value);
    const double most = value_of(tuning, values, o->most, o->most_value);
    if (most < least || (o->ratio > 0 && most > o->ratio * least)) return o;
  }
  return NULL;
}

bool tuning_is_ordered(const Tuning *tuning, const double *values)
{
  return !broken_order(tuning, values);
}

bool tuning_has(const Tuning *tuning, const char *name)
{
  for (size_t i = 0; tuning && i < tuning->count; i++)
    if (strcmp(tuning->list[i].of, name) == 0) return true;
  return false;
}

double tuning_high(const Tuning *tuning, const char *name, double value)
{
  for (size_t i = 0; tuning && i < tuning->count; i++)
    if (strcmp(tuning->list[i].of, name) == 0)
      return tuning->list[i].factor * tuning->list[i].high;
  return value;
}

static const char *const *identifiers(const Model *model, bool is_public)
{
  const Tuning *tuning = model->tuning;
  if (!tuning) return NULL;
  const char **names =
      run_alloc(model->run, (tuning->count + 1) * sizeof *names);
  for (size_t i = 0; i < tuning->count; i++) {
    const Tuned *t = &tuning->list[i];
    char *name = run_printf(model->run, "%s", is_public ? t->name : t->of);
    for (char *c = name; *c; c++)
      if (*c == '.') *c = '_';
    names[i] = name;
  }
  return names;
}

const char *const *tuning_constants(const Model *model)
{
  return identifiers(model, false);
}

const char *const *tuning_symbols(const Model *model)
{
  return identifiers(model, true);
}

void tuning_apply(const Tuning *tuning, const double *values, void *model)
{
  for (size_t i = 0; i < tuning->count; i++) {
    const Tuned *t = &tuning->list[i];
    const double value = t->factor * values[i];
    memcpy((char *)model + t->offset, &value, sizeof value);
  }
}

size_t tuning_corners(const Tuning *tuning)
{
  return (size_t)1 << tuning->count;
}

void tuning_point(const Tuning *tuning, size_t i, double *values)
{
  const size_t corners = tuning_corners(tuning);
  uint64_t seed = i;
  for (size_t k = 0; k < tuning->count; k++) {
    const Tuned *t = &tuning->list[k];
    values[k] = i >= corners ? number_random(&seed, t->low, t->high)
                : i >> k & 1 ? t->high
                             : t->low;
  }
}

void tuning_far_point(const Tuning *tuning, int which, double *values)
{
  enum { MOST_TRIES = 1000 };
  const size_t corners = tuning_corners(tuning);
  for (size_t i = 0; i < corners; i++) {
    tuning_point(tuning, which == 0 ? i : corners - 1 - i, values);
    if (tuning_is_ordered(tuning, values)) return;
  }
  for (size_t i = 0; i < MOST_TRIES; i++) {
    tuning_point(tuning, corners + 2 * i + (size_t)which, values);
    if (tuning_is_ordered(tuning, values)) return;
  }
  for (size_t k = 0; k < tuning->count; k++) values[k] = tuning->list[k].value;
}

int tuning_give(const Model *model, const Solver *solver, void *state,
                const double *values)
{
  const double *in[MOST_TUNED];
  for (size_t i = 0; i < model->tuning->count; i++) in[i] = &values[i];
  return solver_call(model->run, solver, "tune", state, in, NULL);
}

const Model *model_shared(const Model *model)
{
  Run *run = model->run;
  const size_t count = model->tuning->count;
  Tuning *tuning = run_alloc(run, sizeof *tuning);
  Tuned *list = run_alloc(run, count * sizeof *list);
  *tuning = *model->tuning;
  tuning->list = list;
  tuning->now = run_doubles(run, count);
  tuning_far_point(model->tuning, 0, tuning->now);
  for (size_t i = 0; i < count; i++) {
    list[i] = model->tuning->list[i];
    if (model->is_float) tuning->now[i] = float_rounded(tuning->now[i]);
    list[i].value = tuning->now[i];
  }
  Model *shared = (Model *)(uintptr_t)model->kind->tuned(model, tuning->now);
  shared->tuning = tuning; /* the kind has made a new model */
  shared->is_shared = true;
  return shared;
}

const Solver *solver_now(const Model *model, const Solver *solver)
{
  if (!model->tuning) return solver;
  return solver_tuned(model->run, solver, model->tuning->now);
}

const char *tuning_text(const Model *model, const double *values)
{
  const Tuning *tuning = model->tuning;
  Text text = text_new(model->run);
  for (size_t i = 0; i < tuning->count; i++)
    text_add(&text, "%s%s = %g", i ? ", " : "", tuning->list[i].name,
             values[i]);
  return text.chars;
}

const Model *model_now(const Model *model)
{
  const Tuning *tuning = model->tuning;
  if (!tuning) return model;
  const TuningOrder *broken = broken_order(tuning, tuning->now);
  if (!broken) return model->kind->tuned(model, tuning->now);
  const char *most =
      broken->ratio > 0
          ? run_printf(model->run, " and %s times %s",
                       number_plain(model->run, broken->ratio), broken->least)
          : " and above";
  run_fail(model->run, model->spec->root.where,
           "the tuning %s is refused: %s must lie between %s%s",
           tuning_text(model, tuning->now), broken->most, broken->least, most);
}

bool tuning_is_moved(const Tuning *tuning)
{
  for (size_t i = 0; i < tuning->count; i++)
    if (tuning->now[i] != tuning->list[i].value) return true;
  return false;
}

void model_tune(const Model *model, const char *name, double value)
{
  const Where nowhere = {NULL, 0};
  const Tuning *tuning = model->tuning;
  Run *run = model->run;
  for (size_t i = 0; tuning && i < tuning->count; i++) {
    const Tuned *t = &tuning->list[i];
    if (strcmp(t->name, name) != 0) continue;
    if (!(value >= t->low && value <= t->high))
      run_fail(run, nowhere, "%s must be between %s and %s, got %s", name,
               number_plain(run, t->low), number_plain(run, t->high),
               number_plain(run, value));
    tuning->now[i] = value;
    return;
  }
  run_fail(run, nowhere,
           "the spec does not tune %s; add tune = { %s = { low, high } }", name,
           name);
}
