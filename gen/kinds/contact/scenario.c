/* scenario.c: the key `scenario` of a contact. In: its value, and the body and
 * the tuning that it may use. Out: a Scenario.
 *
 * Invariant: a scenario that was read has a load or a twist, and its functions
 * have parameters that the motion can give. */
#include "kinds/contact/scenario.h"

#include <math.h>
#include <string.h>

#include "language/language.h"
#include "kinds/kind.h"

#define AT(member) offsetof(Scenario, member)
const Field scenario_fields[SCENARIO_FIELDS] = {
    {"duration", .same = &duration_key, .offset = AT(duration)},
    {"dt", .same = &dt_key, .offset = AT(dt), .required = true},
    {"hold", FIELD_NUMBER, AT(hold), .range = RANGE_POSITIVE, .unit = "s",
     .help = "load, twist and fn are evaluated at the start of each such "
             "interval and held; in the middle of each step by default"},
    {"load", FIELD_FUNCTION, AT(load),
     .help = "function(t): fx, fy, torque on the body (N, N, N m); "
             "function(t, x, y, angle, vx, vy, w): the same for the pose and "
             "velocity at the start of the step; either load or twist"},
    {"twist", FIELD_FUNCTION, AT(twist),
     .help = "function(t): vx, vy, w of the contact (m/s, m/s, rad/s); "
             "either load or twist"},
    {"fn", FIELD_VALUE, AT(fn), .required = true, .unit = "N",
     .help = "normal force, a number or a function of the parameters of "
             "load"},
    {"tune", FIELD_VALUE, AT(tune),
     .help = "{ mu_c = function(t) }: numbers of the contact's tune, evaluated "
             "with the load and held as long; others keep their values"}};
#undef AT

/* A motion that is given has no pose that a function could read. */
static void refuse_feedback(Run *run, const Scenario *s, const Value *function)
{
  if (s->load || function->arity <= 1) return;
  run_fail(run, function->where,
           "a scenario with twist calls this function with t alone, but the "
           "function has %d parameters; write function(t), or give the contact "
           "a body and a load",
           function->arity);
}

/* Finds the functions of the numbers that change during the scenario. */
static void read_tunes(Run *run, Scenario *s, const Tuning *tuning)
{
  if (!s->tune) return;
  if (s->tune->type != VALUE_TABLE || s->tune->nitems > 0)
    run_fail(run, s->tune->where,
             "tune of a scenario must be a table such as { mu_c = function(t) "
             "... end }, got %s",
             value_describe(run, s->tune));
  for (size_t i = 0; i < s->tune->nentries; i++) {
    const Entry *entry = &s->tune->entries[i];
    size_t k = 0;
    if (entry->value.type != VALUE_FUNCTION || entry->value.arity > 1)
      run_fail(run, entry->value.where, "%s must be a function(t), got %s",
               entry->name, value_describe(run, &entry->value));
    while (tuning && k < tuning->count &&
           strcmp(tuning->list[k].name, entry->name) != 0)
      k++;
    if (!tuning || k == tuning->count)
      run_fail(run, entry->value.where,
               "the spec does not tune %s; add tune = { %s = { low, high } } "
               "to the contact",
               entry->name, entry->name);
    s->tunes[k] = &entry->value;
  }
}

const Scenario *contact_scenario_read(Run *run, const Value *value,
                                      const Body *body, const Tuning *tuning)
{
  if (!value) return NULL;
  Scenario *s = run_alloc(run, sizeof *s);
  spec_read(run, value, "scenario", scenario_fields, SCENARIO_FIELDS, s);
  if ((s->load != NULL) == (s->twist != NULL))
    run_fail(run, value->where,
             "scenario needs load or twist, a function of t, but not both");
  if (s->load && !body)
    run_fail(run, s->load->where,
             "scenario has a load but the contact has no body to carry it; add "
             "body = { mass = ..., inertia = ... } or give a twist");
  if (s->fn->type != VALUE_NUMBER && s->fn->type != VALUE_FUNCTION)
    run_fail(run, s->fn->where, "fn must be a number or a function(t), got %s",
             value_describe(run, s->fn));
  if (s->fn->type == VALUE_NUMBER && !isfinite(s->fn->number))
    run_fail(run, s->fn->where, "fn must be finite, got %s",
             value_describe(run, s->fn));
  refuse_feedback(run, s, s->load ? s->load : s->twist);
  refuse_feedback(run, s, s->fn);
  read_tunes(run, s, tuning);
  s->has_feedback = s->load && (s->load->arity > 1 || s->fn->arity > 1);
  require_bounded_steps(run, value_get(value, "dt")->where, s->duration, s->dt);
  if (s->hold > 0 && s->hold < s->dt)
    run_fail(run, value_get(value, "hold")->where,
             "hold must not be shorter than dt = %g, got %g", s->dt, s->hold);
  return s;
}
