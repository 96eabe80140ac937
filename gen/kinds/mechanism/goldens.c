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

enum { GOLDENS = 3, MOST_TRIES = 40 };

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

Goldens *mechanism_goldens(const Model *model)
{
  const Mechanism *s = (const Mechanism *)model;
  const int ns = mechanism_states(s), width = ns + s->nu + 1;
  const RefMechanism *reference = mechanism_reference(s);
  double *given = run_doubles(model->run, (size_t)(GOLDENS * width));
  double *rates = run_doubles(model->run, (size_t)(GOLDENS * ns));
  double *tolerances = run_doubles(model->run, (size_t)(GOLDENS * ns));
  uint64_t seed = 3;
  int count = 0;
  for (int tries = 0; count < GOLDENS && tries < MOST_TRIES; tries++) {
    double *x = given + count * width, *rate = rates + count * ns;
    if (!find_state(s, reference, count + 1, &seed, x, rate)) continue;
    set_tolerances(s, reference, x, rate, tolerances + count * ns);
    count++;
  }
  const Value *blamed =
      s->constraint.function ? s->constraint.function : s->velocity.function;
  if (count == 0)
    run_fail(model->run, blamed->where,
             "no motion could be found around the start: the constraints are "
             "singular there, or friction locks");
  Goldens *goldens = goldens_new(model->run);
  goldens_number(goldens, "goldens", count);
  goldens_numbers(goldens, "golden_given", given, (size_t)(count * width));
  goldens_numbers(goldens, "golden_rates", rates, (size_t)(count * ns));
  goldens_numbers(goldens, "golden_bars", tolerances, (size_t)(count * ns));
  return goldens;
}
