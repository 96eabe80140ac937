/* tune.c: friction and limits of a cone that change at run time. In: the key
 * tune. Out: a Tuning, and the cone at other values of it.
 *
 * Invariant: f_min is below f_max at every point of the box. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/cone/cone.h"

#define AT(member) offsetof(Cone, member)
static const Tunable tunables[] = {{"mu", "1", AT(mu), 1e-6, 1e3},
                                   {"f_min", "N", AT(f_min), 1e-9, 1e12},
                                   {"f_max", "N", AT(f_max), 1e-9, 1e12}};
#undef AT

/* Returns an end of the range of a number, or the number of the spec. */
static double end_of(const Cone *c, const char *name, double value,
                     bool is_high)
{
  const Tuning *tuning = c->model.tuning;
  for (size_t i = 0; i < tuning->count; i++)
    if (strcmp(tuning->list[i].name, name) == 0)
      return is_high ? tuning->list[i].high : tuning->list[i].low;
  return value;
}

void cone_read_tuning(Cone *c, const Value *value)
{
  if (!value) return;
  const Value *root = &c->model.spec->root;
  if ((value_get(value, "f_min") && !value_get(root, "f_min")) ||
      (value_get(value, "f_max") && !value_get(root, "f_max")))
    run_fail(c->model.run, value->where,
             "a limit of the normal force that is tuned needs a value in the "
             "spec: f_min = 1, f_max = 100");
  c->model.tuning = tuning_read(&c->model, value, tunables, COUNT(tunables));
  const double low = end_of(c, "f_max", c->f_max, false);
  const double high = end_of(c, "f_min", c->f_min, true);
  if (!(high < low))
    run_fail(c->model.run, value->where,
             "f_max must stay above f_min, but f_max may be %s and f_min %s; "
             "take ranges that do not meet",
             number_plain(c->model.run, low), number_plain(c->model.run, high));
}

const Cone *cone_tuned(const Cone *c, const double *values)
{
  if (!c->model.tuning) return c;
  Cone *tuned = run_alloc(c->model.run, sizeof *tuned);
  *tuned = *c;
  tuning_apply(c->model.tuning, values, tuned);
  tuned->nfacets = tuned->nrays = tuned->nrows = tuned->nvertices = 0;
  if (c->form == CONE_POINT)
    cone_shape_point(tuned);
  else if (c->form == CONE_PATCH)
    cone_shape_patch(tuned);
  else
    cone_shape_wrench(tuned);
  cone_shape_limits(tuned);
  return tuned;
}

double cone_middle_load(const Cone *c)
{
  return isfinite(c->f_max) ? (c->f_min + c->f_max) / 2
         : c->f_min > 0     ? 2 * c->f_min
                            : 10;
}
