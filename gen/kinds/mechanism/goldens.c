/* goldens.c: states of a mechanism and their rates by the reference. In: a
 * Mechanism. Out: its Goldens, with a tolerance for each rate.
 *
 * Invariant: motions are unique at each of the states. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "plan/plan.h"
#include "kinds/mechanism/mechanism.h"
#include "reference/mechanism/mechanism.h"

enum { GOLDENS = 3, CORNERS = 2, MOST_TRIES = 40 };

/* Writes a state, inputs and time, and the rate of the state. Returns false if
 * no unique motion is found near them. */
static bool find_state(const Mechanism *s, const RefMechanism *reference,
                       int turn, uint64_t *seed, double *given, double *rate)
{
  const int ns = mechanism_states(s);
  double *u = given + ns, *t = u + s->nu;
  RefMotion motion;
  random_state(s, seed, given, u);
  *t = mechanism_real(s, number_random(seed, 0, 1));
  put_bristles_at(s, reference, *t, turn, given);
  if (!slow_until_unique(s, reference, u, *t, turn, given, &motion))
    return false;
  ref_mechanism_assemble(reference, given, &motion, rate);
  return true;
}

/* Writes tolerances of q, v and z, one for each part of the state. */
static void set_tolerances(const Mechanism *s, const RefMechanism *reference,
                           const double *given, const double *rate,
                           double *tolerances)
{
  const int ns = mechanism_states(s);
  const double share = s->model.is_float ? 1e-3 : 1e-7;
  const double unit =
      least_acceleration(s, reference, given, given + ns, given[ns + s->nu]);
  const double units[] = {0, unit, 1e-6};
  double spread[MOST_STATES];
  if (!rounding_of_rate(s, reference, given, given + ns, given[ns + s->nu],
                        spread))
    memset(spread, 0, sizeof spread);
  for (int part = 0; part < 3; part++) {
    const int from = part * s->n, to = part == 2 ? ns : from + s->n;
    double largest = units[part], rounding = 0;
    for (int i = from; i < to; i++) {
      largest = fmax(largest, fabs(rate[i]));
      rounding = fmax(rounding, ROUNDINGS * spread[i]);
    }
    for (int i = from; i < to; i++)
      tolerances[i] = fmax(share * largest, rounding);
  }
}

/* Goldens that were found, in rows */
typedef struct Found {
  double *given, *rates, *tolerances;
  double *values; /* of the tuning, of those at corners */
  int count, corners;
} Found;

/* Adds up to `most` goldens of the mechanism. Returns their number. */
static int find_goldens(const Mechanism *s, int most, Found *found)
{
  const int ns = mechanism_states(s), width = ns + s->nu + 1;
  const RefMechanism *reference = mechanism_reference(s);
  const int first = found->count;
  uint64_t seed = 3;
  for (int tries = 0; found->count < first + most && tries < MOST_TRIES;
       tries++) {
    double *x = found->given + found->count * width;
    double *rate = found->rates + found->count * ns;
    if (!find_state(s, reference, found->count + 1, &seed, x, rate)) continue;
    set_tolerances(s, reference, x, rate,
                   found->tolerances + found->count * ns);
    found->count++;
  }
  return found->count - first;
}

/* Adds one at the lower and one at the upper ends of all ranges. */
static void find_corners(const Mechanism *s, Found *found)
{
  const Tuning *tuning = s->model.tuning;
  const size_t last = tuning_corners(tuning) - 1;
  for (int i = 0; i < CORNERS; i++) {
    double *values = found->values + (size_t)found->corners * tuning->count;
    tuning_point(tuning, i == 0 ? 0 : last, values);
    for (size_t k = 0; k < tuning->count; k++)
      values[k] = mechanism_real(s, values[k]);
    found->corners += find_goldens(mechanism_tuned(s, values), 1, found);
  }
}

Goldens *mechanism_goldens(const Model *model)
{
  enum { MOST = GOLDENS + CORNERS };
  const Mechanism *s = (const Mechanism *)model;
  const int ns = mechanism_states(s), width = ns + s->nu + 1;
  const size_t tuned = model->tuning ? model->tuning->count : 0;
  Found found = {.given = run_doubles(model->run, (size_t)(MOST * width)),
                 .rates = run_doubles(model->run, (size_t)(MOST * ns)),
                 .tolerances = run_doubles(model->run, (size_t)(MOST * ns)),
                 .values = run_doubles(model->run, CORNERS * tuned + 1)};
  find_goldens(s, GOLDENS, &found);
  const Value *blamed =
      s->constraint.function ? s->constraint.function : s->velocity.function;
  if (found.count == 0)
    run_fail(model->run, blamed->where,
             "no motion could be found around the start: the constraints are "
             "singular there, or friction locks");
  if (model->tuning) find_corners(s, &found);
  const size_t count = (size_t)found.count;
  Goldens *goldens = goldens_new(model->run);
  goldens_number(goldens, "goldens", found.count);
  goldens_numbers(goldens, "golden_given", found.given, count * (size_t)width);
  goldens_numbers(goldens, "golden_rates", found.rates, count * (size_t)ns);
  goldens_numbers(goldens, "golden_bars", found.tolerances, count * (size_t)ns);
  if (!model->tuning) return goldens;
  goldens_number(goldens, "golden_corners", found.corners);
  goldens_numbers(goldens, "golden_values", found.values,
                  (size_t)found.corners * tuned);
  return goldens;
}
