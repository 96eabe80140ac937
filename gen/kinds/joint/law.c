/* law.c: the law of a joint and what changes its level: direction and load.
 * In: the keys friction, reverse, load. Out: the law's members of a Joint, and
 * the level as a number.
 *
 * Invariant: the level is positive at every speed, and F_s >= F_c. */
#include <math.h>

#include "base/base.h"
#include "kinds/joint/joint.h"

typedef struct LawKeys {
  double F_c, F_s, v_s, gamma, sigma0, sigma1, sigma2, s_ba, v_d, alpha;
  const Value *stribeck;
} LawKeys;

#define AT(member) offsetof(LawKeys, member)
#define UNIT_LEVEL "N or N m"
#define UNIT_SPEED "m/s or rad/s"
static const Field lugre_fields[] = {
    {"F_c", FIELD_NUMBER, AT(F_c), .range = RANGE_NOT_NEGATIVE, .low = 1e-9,
     .high = 1e9, .unit = UNIT_LEVEL,
     .help = "Coulomb friction; required without load.mu_c or stribeck"},
    {"F_s", FIELD_NUMBER, AT(F_s), .range = RANGE_POSITIVE, .low = 1e-9,
     .high = 1e9, .unit = UNIT_LEVEL,
     .help = "static friction; F_c by default"},
    {"v_s", FIELD_NUMBER, AT(v_s), .range = RANGE_POSITIVE, .low = 1e-7,
     .high = 1e4, .unit = UNIT_SPEED,
     .help = "Stribeck speed; required if F_s differs from F_c"},
    {"gamma", FIELD_NUMBER, AT(gamma), .range = RANGE_WITHIN, .low = 0.1,
     .high = 4, .fallback = 2, .help = "Stribeck exponent"},
    {"sigma0", FIELD_NUMBER, AT(sigma0), .required = true,
     .range = RANGE_POSITIVE, .low = 1e-6, .high = 1e12,
     .unit = "N/m or N m/rad", .help = "bristle stiffness"},
    {"sigma1", FIELD_NUMBER, AT(sigma1), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-9, .high = 1e9, .unit = "N s/m or N m s/rad",
     .help = "bristle damping"},
    {"sigma2", FIELD_NUMBER, AT(sigma2), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-9, .high = 1e9, .unit = "N s/m or N m s/rad",
     .help = "viscous friction"},
    {"s_ba", FIELD_NUMBER, AT(s_ba), .range = RANGE_WITHIN, .low = 0.01,
     .high = 0.99,
     .help = "elastic share of the deflection: an elasto-plastic bristle, "
             "which holds without creep; none by default"},
    {"v_d", FIELD_NUMBER, AT(v_d), .range = RANGE_POSITIVE, .low = 1e-7,
     .high = 1e6, .unit = UNIT_SPEED,
     .help = "speed at which sigma1 fades: sigma1*exp(-(s/v_d)^2); none by "
             "default: sigma1 is constant"},
    {"stribeck", FIELD_FUNCTION, AT(stribeck),
     .help = "function(s): the level F at the speed s; replaces F_c, F_s, v_s "
             "and gamma"}};

static const Field dahl_fields[] = {
    {"F_c", .same = &lugre_fields[0], .offset = AT(F_c),
     .help = "friction of sliding; required without load.mu_c"},
    {"sigma0", .same = &lugre_fields[4], .offset = AT(sigma0), .required = true,
     .help = "stiffness at rest"},
    {"sigma2", .same = &lugre_fields[6], .offset = AT(sigma2)},
    {"alpha", FIELD_NUMBER, AT(alpha), .range = RANGE_WITHIN, .low = 1,
     .high = 4, .fallback = 1, .help = "shape of the curve of force"}};

static const Field coulomb_fields[] = {
    {"F_c", .same = &lugre_fields[0], .offset = AT(F_c)},
    {"F_s", .same = &lugre_fields[1], .offset = AT(F_s)},
    {"v_s", .same = &lugre_fields[2], .offset = AT(v_s)},
    {"gamma", .same = &lugre_fields[3], .offset = AT(gamma)},
    {"sigma2", .same = &lugre_fields[6], .offset = AT(sigma2)},
    {"stribeck", .same = &lugre_fields[9], .offset = AT(stribeck)}};
#undef AT

const Word joint_law_words[3] = {
    {"lugre =",
     "LuGre of one axis, elasto-plastic with s_ba: friction = "
     "lugre { ... } of a joint",
     lugre_fields, COUNT(lugre_fields)},
    {"dahl =", "Dahl's model of one axis: friction = dahl { ... } of a joint",
     dahl_fields, COUNT(dahl_fields)},
    {"coulomb =",
     "friction of one axis without a bristle: friction = "
     "coulomb { ... } of a joint",
     coulomb_fields, COUNT(coulomb_fields)}};

static const char *const law_names[] = {"lugre", "dahl", "coulomb"};
const char *const joint_side_names[JOINT_SIDE_NUMBERS] = {"F_c", "F_s", "v_s",
                                                          "gamma", "sigma2"};

/* ---- the user's own law ---------------------------------------------------
 */

const Expr *joint_traced(const Joint *j)
{
  return j->stribeck ? trace_law(j->model.spec, j->stribeck, "s", 1e-9, 1e4)
                     : NULL;
}

static double own_level(const Joint *j, double s)
{
  double level;
  spec_call(j->model.spec, j->stribeck, &s, 1, &level, 1);
  return level;
}

enum { SAMPLES = 260 };
static double sampled_speed(double i)
{
  return i <= 0 ? 0 : pow(10, -9 + 13.0 * i / SAMPLES);
}

/* Checks the user's own law at many speeds and sets F_c to its least value, F_s
 * and top to its largest. */
static void read_own_law(Joint *j, const Value *value)
{
  static const char *const formula[] = {"F_c", "F_s", "v_s", "gamma"};
  Run *run = j->model.run;
  for (size_t i = 0; i < COUNT(formula); i++)
    if (spec_has(value, formula[i]))
      run_fail(run, value_get(value, formula[i])->where,
               "%s has no effect beside a stribeck function; leave one out",
               formula[i]);
  double least = INFINITY, most = 0;
  for (int i = 0; i <= SAMPLES; i++) {
    const double s = sampled_speed(i), level = own_level(j, s);
    if (!(level > 0) || !(level <= 1e12))
      run_fail(run, j->stribeck->where,
               "stribeck must return a positive level of friction of at most "
               "1e12, got %g at the speed %g",
               level, s);
    least = fmin(least, level);
    most = fmax(most, level);
  }
  j->side[0].F_c = least;
  j->side[0].F_s = most;
  j->has_F_s = true;
  j->top = most;
}

/* ---- reading ---------------------------------------------------------------
 */

/* Refuses a Stribeck curve without its speed, on either side. */
static void require_stribeck(const Joint *j, Where where)
{
  for (int i = 0; i < 2; i++)
    if (!j->stribeck &&
        (j->side[i].F_s != j->side[i].F_c || j->mu_s != j->mu_c) &&
        !(j->side[i].v_s > 0))
      run_fail(j->model.run, where,
               "friction needs v_s, the Stribeck speed, since the static "
               "level differs from the sliding one%s",
               i ? " in reverse" : "");
}

void joint_require_levels(const Joint *j, Where where)
{
  Run *run = j->model.run;
  for (int i = 0; i < 2; i++) {
    const JointSide *s = &j->side[i];
    const char *in = i ? "reverse." : "";
    if (!j->stribeck && s->F_s < s->F_c)
      run_fail(run, where, "%sF_s must be at least %sF_c = %g, got %g", in, in,
               s->F_c, s->F_s);
    if (!(s->F_c > 0) && !(j->has_load && j->mu_c > 0))
      run_fail(run, where,
               "friction needs %sF_c, the level of sliding friction, or "
               "load.mu_c",
               in);
  }
  require_stribeck(j, where);
  if (j->mu_s < j->mu_c)
    run_fail(run, where, "load.mu_s must be at least load.mu_c = %g, got %g",
             j->mu_c, j->mu_s);
}

static void set_law(Joint *j, const Value *value, const LawKeys *keys)
{
  j->side[0] = (JointSide){.F_c = keys->F_c,
                           .F_s = keys->F_s > 0 ? keys->F_s : keys->F_c,
                           .v_s = keys->v_s,
                           .gamma = keys->gamma > 0 ? keys->gamma : 2,
                           .sigma2 = keys->sigma2};
  j->sigma0 = keys->sigma0;
  j->sigma1 = keys->sigma1;
  j->s_ba = keys->s_ba;
  j->v_d = keys->sigma1 > 0 ? keys->v_d : 0;
  j->alpha = keys->alpha > 0 ? keys->alpha : 1;
  j->has_F_s = keys->F_s > 0;
  j->stribeck = keys->stribeck;
  if (j->stribeck) read_own_law(j, value);
}

void joint_read_law(Joint *j, const Value *value)
{
  Run *run = j->model.run;
  for (int i = 0; i < 3; i++) {
    if (!value_is(value, law_names[i])) continue;
    LawKeys keys = {0};
    const Word *word = &joint_law_words[i];
    spec_read(run, value, law_names[i], word->fields, word->nfields, &keys);
    j->law = (JointLaw)i;
    set_law(j, value, &keys);
    return;
  }
  run_fail(run, value->where,
           "friction must be lugre { ... }, dahl { ... } or coulomb { ... }, "
           "got %s",
           value_describe(run, value));
}

#define AT(member) offsetof(JointSide, member)
const Field joint_reverse_fields[JOINT_REVERSE_FIELDS] = {
    {"F_c", FIELD_NUMBER, AT(F_c), .range = RANGE_POSITIVE, .low = 1e-9,
     .high = 1e9, .unit = UNIT_LEVEL,
     .help = "Coulomb friction; the forward one by default"},
    {"F_s", FIELD_NUMBER, AT(F_s), .range = RANGE_POSITIVE, .low = 1e-9,
     .high = 1e9, .unit = UNIT_LEVEL,
     .help = "static friction; the forward one by default"},
    {"v_s", FIELD_NUMBER, AT(v_s), .range = RANGE_POSITIVE, .low = 1e-7,
     .high = 1e4, .unit = UNIT_SPEED,
     .help = "Stribeck speed; the forward one by default"},
    {"gamma", FIELD_NUMBER, AT(gamma), .range = RANGE_WITHIN, .low = 0.1,
     .high = 4, .help = "Stribeck exponent; the forward one by default"},
    {"sigma2", FIELD_NUMBER, AT(sigma2), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-9, .high = 1e9, .unit = "N s/m or N m s/rad",
     .help = "viscous friction; the forward one by default"}};
#undef AT

void joint_read_reverse(Joint *j, const Value *value)
{
  static const char *const own[] = {"F_c", "F_s", "v_s", "gamma"};
  Run *run = j->model.run;
  j->side[1] = j->side[0];
  if (!value) return;
  JointSide *r = &j->side[1], given = {0};
  spec_read(run, value, "reverse", joint_reverse_fields, JOINT_REVERSE_FIELDS,
            &given);
  for (size_t i = 0; i < COUNT(own); i++) {
    const Value *key = value_get(value, own[i]);
    const bool is_formula = j->stribeck || (j->law == JOINT_DAHL && i > 0);
    if (key && is_formula)
      run_fail(run, key->where, "reverse.%s has no effect with %s", own[i],
               j->stribeck ? "a stribeck function" : "dahl");
  }
  for (int i = 0; i < JOINT_SIDE_NUMBERS; i++) {
    if (!spec_has(value, joint_side_names[i])) continue;
    *joint_side_number(r, i) = *joint_side_number(&given, i);
    r->is_given |= 1u << i;
  }
}

typedef struct LoadKeys {
  double mu_c, mu_s, largest;
} LoadKeys;

#define AT(member) offsetof(LoadKeys, member)
const Field joint_load_fields[JOINT_LOAD_FIELDS] = {
    {"mu_c", FIELD_NUMBER, AT(mu_c), .range = RANGE_NOT_NEGATIVE, .low = 1e-9,
     .high = 1e6, .unit = "N per N or N m per N m",
     .help = "the load times mu_c is added to F_c"},
    {"mu_s", FIELD_NUMBER, AT(mu_s), .range = RANGE_NOT_NEGATIVE, .low = 1e-9,
     .high = 1e6, .unit = "N per N or N m per N m",
     .help = "the load times mu_s is added to F_s; mu_c by default"},
    {"largest", FIELD_NUMBER, AT(largest), .range = RANGE_POSITIVE, .low = 1e-9,
     .high = 1e12, .unit = UNIT_LEVEL,
     .help = "the largest load, for the figures of check; none by default"}};
#undef AT

void joint_read_load(Joint *j, const Value *value)
{
  if (!value) return;
  Run *run = j->model.run;
  LoadKeys keys = {0};
  spec_read(run, value, "load", joint_load_fields, JOINT_LOAD_FIELDS, &keys);
  j->has_load = true;
  j->mu_c = keys.mu_c;
  j->has_mu_s = spec_has(value, "mu_s");
  j->mu_s = j->has_mu_s ? keys.mu_s : keys.mu_c;
  j->most_load = keys.largest;
  if (j->mu_s != j->mu_c && (j->stribeck || j->law == JOINT_DAHL))
    run_fail(run, value_get(value, "mu_s")->where,
             "load.mu_s has no effect with %s; leave it out",
             j->stribeck ? "a stribeck function" : "dahl");
}

/* ---- the level as a number -------------------------------------------------
 */

double joint_level(const Joint *j, double v, double load, double factor)
{
  const JointSide *s = &j->side[v < 0];
  const double size = j->has_load ? fabs(load) : 0, speed = fabs(v);
  if (j->stribeck) return factor * (own_level(j, speed) + j->mu_c * size);
  const double fall = s->v_s > 0 ? exp(-pow(speed / s->v_s, s->gamma)) : 0;
  return factor * (s->F_c + j->mu_c * size +
                   (s->F_s - s->F_c + (j->mu_s - j->mu_c) * size) * fall);
}

double joint_hold(const Joint *j, double sign, double load, double factor)
{
  const double size = j->has_load ? fabs(load) : 0;
  const double top = j->stribeck ? j->top : j->side[sign < 0].F_s;
  return factor * (top + j->mu_s * size);
}
