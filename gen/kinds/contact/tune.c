/* tune.c: the numbers of a contact that may change at run time. In: the key
 * tune of a Contact that has its friction and its body. Out: its Tuning, and
 * the same contact with other values.
 *
 * Invariant: a point of the box at which mu_s is below mu_c, or far above, is
 * refused by _tune and left out of all checks. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "kinds/contact/area.h"
#include "kinds/contact/region.h"

#define LAW(member)  offsetof(Contact, lugre.member)
#define BODY(member) offsetof(Contact, own_body.member)
static const Tunable tunables[] = {
    {"sigma0", "1/m", LAW(sigma0), 1, 1e10},
    {"sigma1", "s/m", LAW(sigma1), 0, 1e6},
    {"sigma2", "s/m", LAW(sigma2), 0, 1e4},
    {"mu_c", "1", LAW(mu_c), 1e-6, 1e3},
    {"mu_s", "1", LAW(mu_s), 1e-6, 1e3},
    {"v_s", "m/s", LAW(v_s), 1e-6, 10},
    {"s_ba", "1", LAW(s_ba), 0.01, 0.999},
    {"v_d", "m/s", LAW(v_d), 1e-6, 1e6},
    {"body.mass", "kg", BODY(mass), 1e-9, 1e9},
    {"body.inertia", "kg m^2", BODY(inertia), 1e-15, 1e12},
    {"body.gravity.1", "m/s^2", BODY(gravity[0]), -1e6, 1e6},
    {"body.gravity.2", "m/s^2", BODY(gravity[1]), -1e6, 1e6}};
#undef LAW
#undef BODY
enum { LAWS = 8 }; /* of the list belong to the law */

static void follow(Contact *c)
{
  Lugre *f = &c->lugre;
  if (!f->has_mu_s && !f->stribeck) f->mu_s = f->mu_c;
  if (c->area) {
    f->kappa = f->sigma0 * c->area->fn / c->area->total;
    f->eta = f->sigma1 * c->area->fn / c->area->total;
  }
  c->friction.parameters = f;
  c->friction.s_ba = f->s_ba;
  c->friction.breakaway = f->mu_c / f->sigma0;
  c->friction.unit = f->mu_s / f->sigma0;
  c->friction.damping = f->sigma1;
  c->friction.bend = f->v_s;
  if (c->body) c->body = &c->own_body;
}

void contact_tune(Contact *tuned, const Contact *c, const double *values)
{
  *tuned = *c;
  tuning_apply(c->model.tuning, values, tuned);
  follow(tuned);
}

const Contact *contact_tuned(const Contact *c, const double *values)
{
  if (!c->model.tuning) return c;
  Contact *tuned = run_alloc(c->model.run, sizeof *tuned);
  contact_tune(tuned, c, values);
  return tuned;
}

bool contact_shortens(const Contact *c)
{
  const Tuning *t = c->model.tuning;
  const char *level = c->lugre.has_mu_s ? "mu_s" : "mu_c"; /* at rest */
  return c->area || tuning_has(t, "sigma0") ||
         (!c->lugre.stribeck && tuning_has(t, level));
}

/* An exponential step may leave a bristle across the slip 0.44 % longer than it
 * can be at rest, an implicit one 7.5 %; others differ by rounding. What a step
 * leaves the next step does not shorten. */
double contact_stretch_factor(const Contact *c)
{
  const double step = c->step == STEP_IMPLICIT      ? 1.075
                      : c->step == STEP_EXPONENTIAL ? 1.0044
                                                    : 1.0001;
  return number_rounded(step * contact_largest_surface(c), 6);
}

double contact_longest(const Contact *c)
{
  const Lugre *f = &c->lugre;
  const double g0 = f->stribeck ? lugre_g(c->model.spec, f, 0) : f->mu_s;
  return contact_stretch_factor(c) * g0 / f->sigma0;
}

bool contact_has_tuned_body(const Contact *c)
{
  for (size_t i = LAWS; i < COUNT(tunables); i++)
    if (tuning_has(c->model.tuning, tunables[i].name)) return true;
  return false;
}

size_t contact_corners(const Contact *c, const Contact ***corners)
{
  const Tuning *tuning = c->model.tuning;
  const size_t most = tuning ? tuning_corners(tuning) : 0;
  const Contact **list = run_alloc(c->model.run, (most + 1) * sizeof *list);
  size_t count = 0;
  for (size_t i = 0; i < most; i++) {
    double *values = run_doubles(c->model.run, tuning->count);
    tuning_point(tuning, i, values);
    if (tuning_is_ordered(tuning, values))
      list[count++] = contact_tuned(c, values);
  }
  if (count == 0) list[count++] = c;
  *corners = list;
  return count;
}

/* Refuses numbers that have no effect in this spec. */
static void refuse_idle(const Contact *c, const Value *tune)
{
  const Lugre *f = &c->lugre;
  Run *run = c->model.run;
  const struct {
    const char *name;
    bool is_idle;
    const char *reason;
  } idle[] = {
      {"s_ba", f->s_ba == 0, "the spec's bristles are plain; give s_ba"},
      {"v_d", f->v_d == 0, "sigma1 does not fade in this spec; give v_d"},
      {"v_s", f->v_s == 0, "the spec has no Stribeck speed; give v_s and mu_s"},
      {"mu_s", f->stribeck, "the spec has a stribeck function"}};
  for (size_t i = 0; i < COUNT(idle); i++) {
    const Value *value = value_get(tune, idle[i].name);
    if (value && idle[i].is_idle)
      run_fail(run, value->where, "%s cannot be tuned: %s", idle[i].name,
               idle[i].reason);
  }
}

/* Refuses a box with a corner that no solver can follow. */
static void require_sound_corners(const Contact *c, const Value *friction)
{
  const Contact **corners;
  const size_t count = contact_corners(c, &corners);
  for (size_t i = 0; c->model.is_float && i < count; i++)
    lugre_require_floats(c->model.run, friction, &corners[i]->lugre);
}

static bool has_tuned_levels(const Contact *c)
{
  const Tuning *t = c->model.tuning;
  return (tuning_has(t, "mu_c") || tuning_has(t, "mu_s")) &&
         (c->lugre.has_mu_s || c->lugre.stribeck);
}

/* The factor of the friction coefficients of a patch with one level. */
static double level_of(const Contact *c)
{
  return c->regions && c->regions->is_mean ? c->regions->whole.mean : 1;
}

static void add_order(Contact *c)
{
  TuningOrder *order = run_alloc(c->model.run, sizeof *order);
  *order = (TuningOrder){"mu_c", "mu_s", c->lugre.mu_c / level_of(c),
                         c->lugre.mu_s / level_of(c), LUGRE_MOST_RATIO};
  c->model.tuning = tuning_with_orders(&c->model, c->model.tuning, order, 1);
}

/* Returns the tunable numbers of this contact: with friction by region the
 * coefficients are those of the law, with stiffness by area the stiffness is
 * that per area. */
static const Tunable *tunables_of(const Contact *c)
{
  Tunable *own = run_alloc(c->model.run, sizeof tunables);
  memcpy(own, tunables, sizeof tunables);
  for (size_t i = 0; i < LAWS; i++) {
    const char *name = own[i].name;
    if (strncmp(name, "mu_", 3) == 0) own[i].factor = level_of(c);
    if (!c->area || strncmp(name, "sigma", 5) != 0 || name[5] == '2') continue;
    const bool is_stiffness = name[5] == '0';
    own[i].of = name;
    own[i].name = is_stiffness ? "kappa" : "eta";
    own[i].unit = is_stiffness ? "N/m^3" : "N s/m^3";
    own[i].factor = c->area->total / c->area->fn;
    own[i].low /= own[i].factor;
    own[i].high /= own[i].factor;
  }
  return own;
}

void contact_read_tuning(Contact *c, const Value *friction, const Value *tune)
{
  Run *run = c->model.run;
  Lugre *f = &c->lugre;
  follow(c);
  if (!tune) return;
  if (tune->type == VALUE_TABLE) {
    const Value *v_d = value_get(friction, "v_d");
    if (value_get(tune, c->area ? "eta" : "sigma1") && v_d) f->v_d = v_d->number;
    if (value_get(tune, "mu_s")) f->has_mu_s = true;
    refuse_idle(c, tune);
  }
  c->model.tuning =
      tuning_read(&c->model, tune, tunables_of(c),
                  c->body ? COUNT(tunables) : LAWS);
  if (c->regions || c->area) tuning_apply(c->model.tuning, c->model.tuning->now, c);
  if (has_tuned_levels(c)) add_order(c);
  f->tuning = c->model.tuning;
  if (lugre_has_stribeck(f) && f->v_s == 0)
    run_fail(run, tune->where,
             "a tuning can set mu_s and mu_c apart, so lugre needs v_s (m/s), "
             "the Stribeck speed");
  const Value *v_s = value_get(tune, "v_s");
  if (v_s && !lugre_has_stribeck(f))
    run_fail(run, v_s->where,
             "v_s cannot be tuned: friction is the same at all speeds; give "
             "mu_s above mu_c");
  require_sound_corners(c, friction);
}
