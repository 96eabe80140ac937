/* tune.c: parameters of a mechanism that change at run time. In: the key tune,
 * and functions that were traced. Out: a Tuning, and the mechanism at other
 * values of it.
 *
 * Invariant: masses, constraints and start are valid at the tested points. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/mechanism/mechanism.h"

const char *parameter_symbol(Run *run, const char *name)
{
  return run_printf(run, "par_%s", name);
}

static bool is_same_macro(const char *a, const char *b)
{
  while (*a && toupper((unsigned char)*a) == toupper((unsigned char)*b))
    a++, b++;
  return !*a && !*b;
}

void mechanism_read_tuning(Mechanism *s, const Value *value)
{
  Run *run = s->model.run;
  if (!value) return;
  if (s->np == 0)
    run_fail(run, value->where,
             "tune has ranges of parameters, but the mechanism has none: add "
             "parameters = { m1 = 1.0 }, which functions get as their last "
             "argument, par.m1");
  Tunable *list = run_alloc(run, (size_t)s->np * sizeof *list);
  for (int i = 0; i < s->np; i++)
    list[i] = (Tunable){s->par_names[i], "",
                        offsetof(Mechanism, par) + (size_t)i * sizeof *s->par,
                        -1e15, 1e15};
  s->model.tuning = tuning_read(&s->model, value, list, (size_t)s->np);
  const Tuning *tuning = s->model.tuning;
  for (size_t i = 1; i < tuning->count; i++)
    for (size_t k = 0; k < i; k++)
      if (is_same_macro(tuning->list[i].name, tuning->list[k].name))
        run_fail(run, value->where,
                 "tune has %s and %s, which are the same in capital letters, "
                 "as the emitted names are; rename one",
                 tuning->list[k].name, tuning->list[i].name);
}

static bool reads(const Traced *f, const char *symbol)
{
  if (!f->function) return false;
  const size_t size = signature_size(&f->signature);
  for (size_t i = 0; i < size; i++)
    if (expr_has(f->exprs[i], EXPR_SYMBOL, symbol)) return true;
  return false;
}

/* A parameter that functions take from the surrounding Lua code would not
 * change with its tuning. */
static void require_reader(const Mechanism *s, const char *name)
{
  const Traced *const functions[] = {&s->mass,    &s->kinetic, &s->potential,
                                     &s->force,   &s->contact, &s->constraint,
                                     &s->velocity};
  const char *symbol = parameter_symbol(s->model.run, name);
  for (size_t i = 0; i < COUNT(functions); i++)
    if (reads(functions[i], symbol)) return;
  run_fail(s->model.run,
           value_get(value_get(&s->model.spec->root, "tune"), name)->where,
           "no function reads par.%s, so tuning it would change nothing; write "
           "function(q, t, par), with par as the last argument, and par.%s",
           name, name);
}

const Mechanism *mechanism_tuned(const Mechanism *s, const double *values)
{
  Run *run = s->model.run;
  if (!s->model.tuning) return s;
  Mechanism *tuned = run_alloc(run, sizeof *tuned);
  *tuned = *s;
  tuning_apply(s->model.tuning, values, tuned);
  tuned->tuned_to =
      run_printf(run, ", with %s", tuning_text(&s->model, values));
  if (!s->scenario) return tuned;
  MechanismScenario *start = run_alloc(run, sizeof *start);
  *start = *s->scenario;
  memcpy(start->q, s->scenario->given_q, sizeof start->q);
  memcpy(start->qd, s->scenario->given_qd, sizeof start->qd);
  start->moved = 0;
  tuned->scenario = start;
  mechanism_assemble(tuned, start);
  return tuned;
}

const char *mechanism_tuning_text(const Mechanism *s)
{
  return s->tuned_to ? s->tuned_to : "";
}

size_t mechanism_corner_stride(const Mechanism *s)
{
  enum { MOST_CORNERS = 8 };
  const size_t corners = tuning_corners(s->model.tuning);
  return ((corners + MOST_CORNERS - 1) / MOST_CORNERS) | 1;
}

void mechanism_require_tuning(const Mechanism *s)
{
  enum { INSIDE = 4 };
  const Tuning *tuning = s->model.tuning;
  if (!tuning) return;
  for (size_t i = 0; i < tuning->count; i++)
    require_reader(s, tuning->list[i].name);
  const size_t corners = tuning_corners(tuning);
  double *values = run_doubles(s->model.run, tuning->count);
  for (size_t i = 0; i < corners + INSIDE;
       i += i < corners ? mechanism_corner_stride(s) : 1) {
    tuning_point(tuning, i, values);
    const Mechanism *tuned = mechanism_tuned(s, values);
    mechanism_probe(tuned, tuned->scenario);
  }
}
