/* lugre_values.c: numbers of the law lugre from what an engineer knows: the
 * displacement before sliding, a stiffness in N/m, materials, a damping ratio,
 * passivity. In: a Lugre as the spec gives it. Out: sigma0, sigma1 and v_d.
 *
 * Invariant: the numbers that were set lie in the ranges of their keys. */
#include <math.h>

#include <string.h>

#include "laws/laws.h"

bool lugre_wants_area(const Value *friction)
{
  const Value *stiffness = value_get(friction, "stiffness");
  return stiffness && stiffness->type == VALUE_STRING &&
         strcmp(stiffness->string, "area") == 0;
}

/* Returns the place of a key, or of the law if the spec does not have it. */
static Where where_of(const Value *value, const char *key)
{
  const Value *given = value_get(value, key);
  return given ? given->where : value->where;
}

static void require_load(Run *run, Where where, const char *key,
                         const FrictionUse *use)
{
  if (!use)
    run_fail(run, where,
             "%s needs a contact, which has a nominal load; here give sigma0 "
             "and sigma1",
             key);
  if (!(use->fn > 0))
    run_fail(run, where,
             "%s needs the load at which it holds: give the contact fn_nominal "
             "= ... (N)",
             key);
}

/* Ends the run if the spec gives the stiffness twice. */
static void refuse_two(Run *run, const Value *value)
{
  static const char *const keys[] = {"sigma0", "breakaway", "stiffness"};
  const char *first = NULL;
  for (size_t i = 0; i < COUNT(keys); i++) {
    if (!spec_has(value, keys[i])) continue;
    if (first)
      run_fail(run, where_of(value, keys[i]),
               "lugre takes one of sigma0, breakaway and stiffness, got %s and "
               "%s",
               first, keys[i]);
    first = keys[i];
  }
}

static double stiffness_of(Run *run, const Lugre *f, const FrictionUse *use)
{
  const Value *given = f->stiffness;
  if (given->type != VALUE_NUMBER || !(given->number > 0) ||
      !isfinite(given->number))
    run_fail(run, given->where,
             "stiffness must be a positive number (N/m) or \"area\", got %s",
             value_describe(run, given));
  require_load(run, given->where, "stiffness", use);
  return given->number / use->fn;
}

/* Sets sigma0 and sigma1 of the whole patch at the nominal load. */
static void set_area(Run *run, const Value *value, Lugre *f,
                     const FrictionUse *use)
{
  const Where where = f->stiffness->where;
  if (!use)
    run_fail(run, where,
             "stiffness = \"area\" needs a contact, which has an area; here "
             "give sigma0 and sigma1");
  if (!(use->area > 0)) run_fail(run, where, "%s", use->no_area);
  if (spec_has(value, "sigma1"))
    run_fail(run, where_of(value, "sigma1"),
             "stiffness = \"area\" takes eta (N s/m^3) in the place of "
             "sigma1");
  if (f->kappa == 0 && use->tangential > 0)
    f->kappa = use->tangential / use->area_nominal;
  if (f->kappa == 0)
    run_fail(run, where,
             "stiffness = \"area\" needs kappa, the stiffness per area "
             "(N/m^3), or a pressure of a material");
  f->has_area = true;
  f->sigma0 = f->kappa * use->area / use->fn;
  f->sigma1 = f->eta * use->area / use->fn;
  if (!(f->sigma0 >= 1) || !(f->sigma0 <= 1e10) || !(f->sigma1 <= 1e6))
    run_fail(run, where,
             "kappa = %g on %g m^2 at %g N is sigma0 = %g 1/m and sigma1 = %g "
             "s/m; sigma0 must be between 1 and 1e10, sigma1 at most 1e6",
             f->kappa, use->area, use->fn, f->sigma0, f->sigma1);
}

static void refuse_idle(Run *run, const Value *value)
{
  static const char *const keys[] = {"kappa", "eta"};
  for (size_t i = 0; i < COUNT(keys); i++)
    if (spec_has(value, keys[i]))
      run_fail(run, where_of(value, keys[i]),
               "%s has no effect without stiffness = \"area\"", keys[i]);
}

static void set_stiffness(Run *run, const Value *value, Lugre *f,
                          const FrictionUse *use)
{
  refuse_two(run, value);
  const char *from = "breakaway";
  if (lugre_wants_area(value)) {
    set_area(run, value, f, use);
    return;
  }
  refuse_idle(run, value);
  if (f->sigma0 > 0) return;
  if (f->breakaway > 0) {
    f->sigma0 = f->mu_s / f->breakaway;
  } else if (f->stiffness) {
    f->sigma0 = stiffness_of(run, f, use);
    from = "stiffness";
  } else if (use && use->tangential > 0) {
    require_load(run, value->where, "a stiffness from the material", use);
    f->sigma0 = use->tangential / use->fn;
    from = "the material";
  } else {
    run_fail(run, value->where, "lugre needs sigma0: bristle stiffness (1/m)");
  }
  if (!(f->sigma0 >= 1) || !(f->sigma0 <= 1e10))
    run_fail(run, where_of(value, from),
             "%s gives sigma0 = %g 1/m, which must be between 1 and 1e10", from,
             f->sigma0);
}

/* The body on n contacts is an oscillator of stiffness n*fn*sigma0 and damping
 * n*fn*(sigma1 + sigma2). */
static void set_damping(Run *run, const Value *value, Lugre *f,
                        const FrictionUse *use)
{
  if (!(f->damping_ratio > 0)) return;
  const Where where = where_of(value, "damping_ratio");
  if (spec_has(value, "sigma1"))
    run_fail(run, where, "lugre takes sigma1 or damping_ratio, not both");
  require_load(run, where, "damping_ratio", use);
  if (!(use->mass > 0))
    run_fail(run, where,
             "damping_ratio is that of a body on the contact; give the contact "
             "a body = { mass = ..., inertia = ... }, or sigma1");
  const double wanted =
      2 * f->damping_ratio *
      sqrt(f->sigma0 * use->mass / (use->contacts * use->fn));
  f->sigma1 = wanted - f->sigma2;
  if (f->has_area) f->eta = f->sigma1 * use->fn / use->area;
  if (!(f->sigma1 >= 0) || !(f->sigma1 <= 1e6))
    run_fail(run, where,
             "damping_ratio = %g needs sigma1 + sigma2 = %g s/m, but sigma2 is "
             "%g and sigma1 must be between 0 and 1e6",
             f->damping_ratio, wanted, f->sigma2);
}

double lugre_passive_fading(Spec *spec, const Lugre *f, double speed)
{
  Lugre faded = *f;
  faded.v_d = 2 * speed; /* rounded down to few digits, until it is passive */
  const double decade = pow(10, floor(log10(faded.v_d)));
  faded.v_d = floor(faded.v_d / decade) * decade;
  while (faded.v_d > 1e-7 && isfinite(lugre_passive_up_to(spec, &faded)))
    faded.v_d /= 2;
  return faded.v_d;
}

static void set_passive(Spec *spec, const Value *value, Lugre *f,
                        const FrictionUse *use)
{
  Run *run = spec->run;
  if (!f->passive) return;
  if (f->passive->type != VALUE_BOOLEAN)
    run_fail(run, f->passive->where, "passive must be true or false, got %s",
             value_describe(run, f->passive));
  if (f->passive->number == 0) return;
  if (spec_has(value, "v_d"))
    run_fail(run, f->passive->where,
             "passive chooses v_d, so lugre takes one of them, not both");
  if (use && use->is_tuned)
    run_fail(run, f->passive->where,
             "passive chooses v_d for one set of numbers, and tune changes "
             "them; give v_d");
  const double speed = lugre_passive_up_to(spec, f);
  if (!isfinite(speed)) return;
  f->v_d = lugre_passive_fading(spec, f, speed);
  if (f->v_d < 1e-6 || isfinite(lugre_passive_up_to(spec, f)))
    run_fail(run, f->passive->where,
             "no v_d makes this law passive; lower sigma1 = %g or raise sigma2 "
             "= %g",
             f->sigma1, f->sigma2);
}

void lugre_set_values(Spec *spec, const Value *value, Lugre *f,
                      const FrictionUse *use)
{
  set_stiffness(spec->run, value, f, use);
  set_damping(spec->run, value, f, use);
  set_passive(spec, value, f, use);
}
