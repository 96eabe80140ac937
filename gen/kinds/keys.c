/* keys.c: the keys that several kinds have. In: a spec, the keys that were read
 * from it. Out: a Model with what is the same for every kind.
 *
 * Invariant: a Model has a name that can prefix symbols. */
#include "base/base.h"
#include "kinds/kind.h"

const char *const real_names[] = {"double", "float", NULL};

const Field name_key = {.type = FIELD_STRING,
                        .required = true,
                        .help = "a C identifier that prefixes every symbol"};

const Field about_key = {
    .type = FIELD_STRING,
    .help = "your own words, carried into what is emitted"};

const Field real_key = {.type = FIELD_CHOICE,
                        .choices = real_names,
                        .help = "the type of numbers in what is emitted"};

const Field grid_key = {
    .type = FIELD_INTEGERS,
    .count = 2,
    .range = RANGE_WITHIN,
    .low = 1,
    .high = 512,
    .help = "{ cells along x, cells along y }; a map's own by default"};

const Field size_key = {
    .type = FIELD_NUMBERS,
    .count = 2,
    .range = RANGE_POSITIVE,
    .unit = "m",
    .help = "{ extent along x, extent along y } of the grid"};

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
  return model;
}
