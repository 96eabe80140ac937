/* keys.c: the keys of several kinds. In: a spec, and the keys read from it.
 * Out: a Model with the members that all kinds have.
 *
 * Invariant: a Model has a name that can prefix symbols. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"

const char *const real_names[] = {"double", "float", NULL};

const Field name_key = {.type = FIELD_STRING,
                        .required = true,
                        .help = "a C identifier that prefixes every symbol"};

const Field about_key = {.type = FIELD_STRING,
                         .help = "your own words for the emitted files"};

const Field real_key = {.type = FIELD_CHOICE,
                        .choices = real_names,
                        .help = "the type of numbers in the emitted files"};

const Field grid_key = {
    .type = FIELD_INTEGERS,
    .count = 2,
    .range = RANGE_WITHIN,
    .low = 1,
    .high = GRID_SIDE_MOST,
    .help =
        "{ cells along x, cells along y }; a map and an image have their "
        "own by default"};

const Field size_key = {
    .type = FIELD_NUMBERS,
    .count = 2,
    .range = RANGE_POSITIVE,
    .unit = "m",
    .help = "{ extent along x, extent along y } of the grid"};

const Field gravity_key = {
    .type = FIELD_VALUE,
    .unit = "m/s^2",
    .help =
        "into the plane, 9.81 by default; or { along x, along y }, or "
        "{ along x, along y, into the plane }"};

const Field functions_key = {
    .type = FIELD_VALUE,
    .help = "{ \"step\", \"steady\" }: the functions that are emitted, with "
            "those that they and _selftest call; all by default"};

const Field budget_key = {
    .type = FIELD_VALUE,
    .help = "{ flash = 8192, ram = 512, stack = 1024, operations = 4000 }: "
            "the most that the emitted functions may cost; no limits by "
            "default"};

const Field duration_key = {.type = FIELD_NUMBER,
                            .required = true,
                            .range = RANGE_POSITIVE,
                            .unit = "s",
                            .help = "length of the run"};

const Field dt_key = {.type = FIELD_NUMBER,
                      .range = RANGE_POSITIVE,
                      .unit = "s",
                      .help = "time step"};

void *model_new(Spec *spec, const ModelKeys *keys, size_t bytes)
{
  model_check_name(spec->run, value_get(&spec->root, "name"));
  Model *model = run_alloc(spec->run, bytes);
  model->spec = spec;
  model->run = spec->run;
  model->name = keys->name;
  model->about = keys->about;
  model->is_float = keys->real == 1;
  model_read_selection(model, keys);
  return model;
}

void gravity_read(Run *run, const Value *value, double gravity[3])
{
  gravity[0] = gravity[1] = 0;
  gravity[2] = 9.81;
  if (!value) return;
  const bool is_list = value->type == VALUE_TABLE && !value->nentries &&
                       (value->nitems == 2 || value->nitems == 3);
  if (value->type != VALUE_NUMBER && !is_list)
    run_fail(run, value->where,
             "gravity must be a number, { along x, along y } or { along x, "
             "along y, into the plane } in m/s^2, got %s",
             value_describe(run, value));
  for (size_t i = 0; i < (is_list ? value->nitems : 1); i++) {
    const Value *item = is_list ? &value->items[i] : value;
    if (item->type != VALUE_NUMBER || !(fabs(item->number) <= 1e6))
      run_fail(run, item->where,
               "gravity must have numbers of at most 1e6 m/s^2, got %s",
               value_describe(run, item));
    gravity[is_list ? i : 2] = item->number;
  }
}
