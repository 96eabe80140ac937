/* lugre.c: the law `lugre { ... }`: bristles per unit of load, elasto-plastic
 * or not. In: its keys. Out: a Friction with bristles that are deflections; the
 * law's functions of slip speed as numbers and as expressions.
 *
 * Invariant: the parameters of a Lugre that was read are positive and finite,
 * and a user's own law lies between 0 and mu_s. */
#include <math.h>

#include "laws/laws.h"

#define AT(member) offsetof(Lugre, member)
static const Field fields[] = {
    {"sigma0", FIELD_NUMBER, AT(sigma0), .range = RANGE_POSITIVE, .low = 1,
     .high = 1e10, .unit = "1/m",
     .help = "bristle stiffness; required if neither breakaway, stiffness nor "
             "a material in the pressure gives it"},
    {"breakaway", FIELD_NUMBER, AT(breakaway), .range = RANGE_POSITIVE,
     .low = 1e-12, .high = 1e3, .unit = "m",
     .help = "displacement at which the contact lets go, in place of sigma0: "
             "sigma0 = mu_s/breakaway; none by default"},
    {"stiffness", FIELD_VALUE, AT(stiffness), .unit = "N/m",
     .help = "tangential stiffness of a contact at the load fn_nominal, in "
             "place of sigma0: sigma0 = stiffness/fn_nominal; or \"area\": "
             "kappa and eta act on the loaded area; none by default"},
    {"kappa", FIELD_NUMBER, AT(kappa), .range = RANGE_POSITIVE, .low = 1e-6,
     .high = 1e18, .unit = "N/m^3",
     .help = "stiffness per area with stiffness = \"area\"; by default that of "
             "the material at fn_nominal, 8 G*/(pi a)"},
    {"eta", FIELD_NUMBER, AT(eta), .range = RANGE_NOT_NEGATIVE, .low = 1e-9,
     .high = 1e18, .unit = "N s/m^3",
     .help = "damping per area with stiffness = \"area\"; 0 by default"},
    {"sigma1", FIELD_NUMBER, AT(sigma1), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-9, .high = 1e6, .unit = "s/m", .help = "bristle damping"},
    {"damping_ratio", FIELD_NUMBER, AT(damping_ratio), .range = RANGE_POSITIVE,
     .low = 1e-6, .high = 100,
     .help = "of the spec's body while it sticks under fn_nominal, in place of "
             "sigma1; none by default"},
    {"sigma2", FIELD_NUMBER, AT(sigma2), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-9, .high = 1e4, .unit = "s/m", .help = "viscous friction"},
    {"mu_c", FIELD_NUMBER, AT(mu_c), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-6, .high = 1e3, .help = "Coulomb friction coefficient"},
    {"mu_s", FIELD_NUMBER, AT(mu_s), .range = RANGE_POSITIVE, .low = 1e-6,
     .high = 1e3,
     .help = "static friction coefficient; mu_c by default, or the "
             "largest value of stribeck"},
    {"v_s", FIELD_NUMBER, AT(v_s), .range = RANGE_POSITIVE, .low = 1e-6,
     .high = 10, .unit = "m/s",
     .help = "Stribeck speed; required if mu_s differs from mu_c"},
    {"gamma", FIELD_NUMBER, AT(gamma), .range = RANGE_WITHIN, .low = 0.1,
     .high = 4, .fallback = 2, .help = "Stribeck exponent"},
    {"s_ba", FIELD_NUMBER, AT(s_ba), .range = RANGE_WITHIN, .low = 0.01,
     .high = 0.999,
     .help = "elastic share of the deflection: elasto-plastic bristles, which "
             "hold without creep; none by default"},
    {"v_d", FIELD_NUMBER, AT(v_d), .range = RANGE_POSITIVE, .low = 1e-6,
     .high = 1e6, .unit = "m/s",
     .help = "speed at which sigma1 fades: sigma1*exp(-(s/v_d)^2); none by "
             "default: sigma1 is constant"},
    {"passive", FIELD_VALUE, AT(passive),
     .help = "true: takes the v_d with which the contact never gives energy, "
             "or none if it needs none; false by default"},
    {"stribeck", FIELD_FUNCTION, AT(stribeck),
     .help =
         "function(s): the friction coefficient g at slip speed s; replaces "
         "the formula with mu_s, v_s and gamma"}};
#undef AT

double lugre_least_factor(const Lugre *f)
{
  return f->has_regions ? f->least_factor : 1;
}

double lugre_g(Spec *spec, const Lugre *f, double s)
{
  if (f->stribeck) {
    double g;
    spec_call(spec, f->stribeck, &s, 1, &g, 1);
    return g;
  }
  if (f->mu_s == f->mu_c) return f->mu_c;
  return f->mu_c + (f->mu_s - f->mu_c) * exp(-pow(s / f->v_s, f->gamma));
}

double lugre_sigma1(const Lugre *f, double s)
{
  return f->v_d > 0 ? f->sigma1 * exp(-(s / f->v_d) * (s / f->v_d)) : f->sigma1;
}

double lugre_speed(const Lugre *f)
{
  return f->v_s > 0 && !f->stribeck ? f->v_s : 1e-3;
}

/* The slip speeds at which the user's own law is looked at: 0, then 1e-9 to
 * 1e3 m/s. */
enum { LAW_SAMPLES = 200 };

static double sampled_speed(double i)
{
  return i <= 0 ? 0 : pow(10, -9 + 12.0 * i / LAW_SAMPLES);
}

/* Checks the user's own law, against mu_s too if the spec gives mu_s. Returns
 * the number of the sample with the largest coefficient. */
static int require_sound_law(Spec *spec, const Lugre *f)
{
  int largest = 0;
  for (int i = 0; i <= LAW_SAMPLES; i++) {
    const double s = sampled_speed(i), g = lugre_g(spec, f, s);
    if (!(g > 0) || !isfinite(g))
      run_fail(spec->run, f->stribeck->where,
               "stribeck must return a positive friction coefficient, got %g "
               "at %g m/s",
               g, s);
    if (f->mu_s > 0 && g > f->mu_s * (1 + 1e-9))
      run_fail(spec->run, f->stribeck->where,
               "stribeck must not exceed mu_s = %g, got %g at %g m/s", f->mu_s,
               g, s);
    if (g > lugre_g(spec, f, sampled_speed(largest))) largest = i;
  }
  return largest;
}

/* Returns the largest coefficient of the user's own law near that sample. */
static double largest_coefficient(Spec *spec, const Lugre *f, int sample)
{
  enum { ROUNDS = 40 };
  double low = fmax(0, sample - 1), high = fmin(LAW_SAMPLES, sample + 1);
  double largest = lugre_g(spec, f, sampled_speed(sample));
  for (int i = 0; i < ROUNDS; i++) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    const double at_a = lugre_g(spec, f, sampled_speed(a));
    const double at_b = lugre_g(spec, f, sampled_speed(b));
    largest = fmax(largest, fmax(at_a, at_b));
    if (at_a < at_b)
      low = a;
    else
      high = b;
  }
  return largest;
}

bool lugre_has_sound_levels(const Lugre *f)
{
  return f->mu_s >= f->mu_c && f->mu_s <= LUGRE_MOST_RATIO * f->mu_c;
}

void lugre_require_levels(Run *run, const Value *value, const Lugre *f)
{
  const Value *given = value_get(value, "mu_s");
  const Where where = given ? given->where : value->where;
  if (f->mu_s < f->mu_c)
    run_fail(run, where, "mu_s must be at least mu_c = %g, got %g", f->mu_c,
             f->mu_s);
  if (f->mu_s > LUGRE_MOST_RATIO * f->mu_c)
    run_fail(run, where, "mu_s must be at most %d times mu_c = %g, got %g",
             LUGRE_MOST_RATIO, f->mu_c, f->mu_s);
}

void lugre_require_floats(Run *run, const Value *value, const Lugre *f)
{
  if (f->stribeck || f->mu_s == f->mu_c) return;
  /* (s/v_s)^gamma at 1 km/s, with room for its factors: derivatives have it
   * times sigma0*gamma*(mu_s - mu_c) */
  const double factor = f->sigma0 * f->gamma * (f->mu_s - f->mu_c);
  const double room = fmin(35, 37.5 - log10(factor));
  if (f->gamma * (3 - log10(f->v_s)) <= room) return;
  run_fail(run, value_get(value, "v_s")->where,
           "v_s = %g m/s with gamma = %g leaves the range of floats at high "
           "speeds; take v_s = %.2g or more, a smaller gamma, or real = "
           "\"double\"",
           f->v_s, f->gamma, 1.01 * pow(10, 3 - room / f->gamma));
}

/* Checks what belongs to g: the user's own law, which then also gives mu_s if
 * the spec does not; or the formula. */
static void require_stribeck(Spec *spec, const Value *value, Lugre *f)
{
  static const char *const formula[] = {"v_s", "gamma"};
  Run *run = spec->run;
  if (f->stribeck) {
    for (size_t i = 0; i < COUNT(formula); i++)
      if (spec_has(value, formula[i]))
        run_fail(run, value_get(value, formula[i])->where,
                 "%s has no effect beside a stribeck function; leave one out",
                 formula[i]);
    const int sample = require_sound_law(spec, f);
    if (f->mu_s == 0)
      f->mu_s = fmax(f->mu_c, largest_coefficient(spec, f, sample));
  } else if (f->mu_s != f->mu_c && f->v_s == 0) {
    run_fail(run, value->where,
             "lugre needs v_s (m/s), the Stribeck speed, since mu_s = %g "
             "differs from mu_c = %g",
             f->mu_s, f->mu_c);
  }
}

static void read(Friction *f, const Value *value, void *parameters,
                 bool is_float, const FrictionUse *use)
{
  Lugre *l = parameters;
  if (use && use->level > 0) {
    l->mu_c *= use->level;
    l->mu_s *= use->level;
  }
  l->least_factor = use ? use->least_factor : 0;
  l->has_regions = l->least_factor > 0;
  l->has_mu_s = l->mu_s > 0;
  if (l->mu_s == 0 && !l->stribeck) l->mu_s = l->mu_c;
  require_stribeck(f->spec, value, l);
  lugre_require_levels(f->spec->run, value, l);
  lugre_set_values(f->spec, value, l, use);
  if (l->sigma1 == 0) l->v_d = 0; /* there is no damping to fade */
  if (is_float) lugre_require_floats(f->spec->run, value, l);
  if (l->stribeck) f->where = l->stribeck->where;
  f->has_bristles = true;
  f->s_ba = l->s_ba;
  f->breakaway = l->mu_c / l->sigma0;
  f->unit = l->mu_s / l->sigma0;
  f->stiffness = 1;
  f->damping = l->sigma1;
  f->bend = l->v_s;
}

/* ---- expressions -------------------------------------------------------- */

const Expr *lugre_traced(Spec *spec, const Lugre *f)
{
  return f->stribeck ? trace_law(spec, f->stribeck, "s", 1e-9, 1e3) : NULL;
}

Block lugre_block(const Friction *f, const Expr *stribeck, const char *name)
{
  Symbolic *sym = friction_symbols(f);
  lugre_let(sym, f->parameters, stribeck);
  return sym_block(sym, &name, 1, "t");
}

/* Names a = beta*sigma0*s/g. The symbol reach is zmax and reach_s its slope by
 * s; p = |z|/zmax; (b0..) is the direction of z and i = 1/|z|; abar1 is the
 * slope of abar by p. */
static void let_yield(Symbolic *sym, Run *run, int axes)
{
  Text along = text_new(run);
  for (int l = 0; l < axes; l++) {
    const char *w = run_printf(run, "w%d", l), *z = run_printf(run, "z%d", l);
    text_add(&along, "b%d*%s + ", l, w);
    sym_depends(sym, "reach", w, run_printf(run, "reach_s*e%d", l));
    sym_depends(sym, "abar", w,
                run_printf(run, "-abar1*p*reach_s*e%d/reach", l));
    sym_depends(sym, "abar", z, run_printf(run, "abar1*b%d/reach", l));
    for (int k = 0; k < axes; k++)
      sym_depends(sym, run_printf(run, "b%d", k), z,
                  run_printf(run, "(%d - b%d*b%d)*i", k == l, k, l));
  }
  sym_let(sym, "a", run_printf(run, "abar*(%ss)/(2*reach)", along.chars));
}

/* Equations (15) and (9) of the planar-LuGre paper: dz = w - a z and phi =
 * sigma0 z + sigma1 dz + sigma2 w. */
static void let(Symbolic *sym, const Friction *f, int axes, bool has_slopes)
{
  const Lugre *l = f->parameters;
  Run *run = f->spec->run;
  lugre_let(sym, l, lugre_traced(f->spec, l));
  if (axes == 0) return;
  if (l->s_ba > 0)
    let_yield(sym, run, axes);
  else
    sym_let(sym, "a", "s/zmax");
  for (int k = 0; k < axes; k++) {
    const char *rate = run_printf(run, "r%d", k);
    if (l->s_ba == 0 || has_slopes)
      sym_let(sym, rate, run_printf(run, "w%d - a*z%d", k, k));
    sym_let(sym, run_printf(run, "dz[%d]", k), rate);
    sym_let(
        sym, run_printf(run, "phi[%d]", k),
        run_printf(run, "sigma0*(z%d + damping*%s) + sigma2*w%d", k, rate, k));
  }
}

static const char *text(Run *run, const Friction *f)
{
  const Lugre *l = f->parameters;
  return run_printf(
      run,
      "-(sigma0*z + sigma1*dz/dt + sigma2*w)*N, dz/dt = w - %ssigma0*s/g(s)*z\n"
      " * sigma0 = %.6g 1/m, sigma1 = %.6g s/m, sigma2 = %.6g s/m, mu_c = "
      "%.6g, mu_s = %.6g",
      l->s_ba > 0 ? "beta*" : "", l->sigma0, l->sigma1, l->sigma2, l->mu_c,
      l->mu_s);
}

/* ---- lint --------------------------------------------------------------- */

/* Returns the least power that a bristle dissipates at slip speed s, divided by
 * s, over all deflections along v up to mu_s/sigma0: with p = sigma0*|z|,
 * s*(sigma1 + sigma2) - s*sigma1*p/g + p^2/g. */
static double least_dissipation(Spec *spec, const Lugre *f, double s)
{
  const double least = lugre_least_factor(f);
  const double g = least * lugre_g(spec, f, s);
  const double sigma1 = lugre_sigma1(f, s);
  const double p = fmin(least * f->mu_s, s * sigma1 / 2);
  return s * (sigma1 + f->sigma2) - s * sigma1 * p / g + p * p / g;
}

double lugre_passive_up_to(Spec *spec, const Lugre *f)
{
  enum { PER_DECADE = 100, DECADES = 12 };
  double below = 1e-8;
  for (int i = 0; i <= PER_DECADE * DECADES; i++) {
    double s = 1e-8 * pow(10, (double)i / PER_DECADE);
    if (least_dissipation(spec, f, s) >= 0) {
      below = s;
      continue;
    }
    for (int k = 0; k < 60; k++) {
      const double middle = (below + s) / 2;
      if (least_dissipation(spec, f, middle) >= 0)
        below = middle;
      else
        s = middle;
    }
    return below;
  }
  return INFINITY;
}

static void lint_passivity(Spec *spec, const Lugre *f, Report *report)
{
  const double speed = lugre_passive_up_to(spec, f);
  if (!isfinite(speed)) return;
  const double needed = f->sigma1 * (f->mu_s - f->mu_c) / f->mu_c;
  report_lint(report, LINT_WARNING, "sigma1",
              "the contact is passive only up to %.3g m/s; at higher speeds it "
              "can give energy. Let the damping fade with v_d = %.2g "
              "(sigma1(s) = sigma1*exp(-(s/v_d)^2)), lower sigma1, or raise "
              "sigma2 above %.3g (it is %g)",
              speed, lugre_passive_fading(spec, f, speed), needed, f->sigma2);
}

/* While a bristle is elastic, damping adds at most the largest sigma1(s)*s. */
static void lint_damping(const Lugre *f, Report *report)
{
  const double most =
      f->v_d > 0 ? f->sigma1 * f->v_d / sqrt(2 * exp(1)) : INFINITY;
  if (f->s_ba > 0 && isfinite(most) && most > 0.2 * f->mu_s)
    report_lint(report, LINT_NOTE, "sigma1",
                "while bristles are elastic the damping adds up to %.3g N per "
                "newton of load, so a body that comes to rest can feel more "
                "than mu_s*fn; lower sigma1 or v_d",
                most);
}

static void lint_bristles(const Lugre *f, Report *report)
{
  const double jump = lugre_sigma1(f, 0.2) * 0.2;
  if (jump > 10 * f->mu_s)
    report_lint(report, LINT_NOTE, "sigma1",
                "a jump of the speed to 0.2 m/s gives %.3g N per newton of "
                "load for an instant; v_d bounds it",
                jump);
  if (f->s_ba == 0)
    report_lint(report, LINT_NOTE, "s_ba",
                "plain LuGre bristles creep under oscillating loads below "
                "breakaway; s_ba = 0.9 makes them elastic there");
  if (f->s_ba > 0.99)
    report_lint(report, LINT_WARNING, "s_ba",
                "the change from elastic to plastic is so sharp (s_ba = %g) "
                "that Jacobians lose digits; 0.9 is usual",
                f->s_ba);
}

static void lint_levels(const Lugre *f, Report *report)
{
  const bool has_formula = f->mu_s != f->mu_c && !f->stribeck;
  friction_lint_coefficient(report, "mu_s", f->mu_s);
  if (f->mu_s > 2 * f->mu_c)
    report_lint(report, LINT_WARNING, "mu_s",
                "mu_s is %.2g times mu_c; more than 2 is unusual",
                f->mu_s / f->mu_c);
  if (has_formula && f->v_s > 0.1)
    report_lint(report, LINT_WARNING, "v_s",
                "a Stribeck speed of %g m/s is unusual for dry contact (1e-4 "
                "to 1e-2)",
                f->v_s);
  if (has_formula && f->gamma < 0.5)
    report_lint(report, LINT_WARNING, "gamma",
                "gamma = %g makes g so steep at rest that steps near it lose "
                "accuracy; 0.5 to 2 is usual",
                f->gamma);
}

static void lint(const Friction *f, Report *report)
{
  const Lugre *l = f->parameters;
  lint_bristles(l, report);
  lint_levels(l, report);
  lint_damping(l, report);
  lint_passivity(f->spec, l, report);
}

/* ---- the plan ----------------------------------------------------------- */

void lugre_plan(Plan *plan, const Lugre *f)
{
  plan_number(plan, "half_pi", PI / 2);
  plan_number(plan, "t_scale", 2 / (1 - f->s_ba));
  plan_number(plan, "t_shift", (1 + f->s_ba) / (1 - f->s_ba));
}

static void plan_yield(Plan *plan, const Friction *f)
{
  lugre_plan(plan, f->parameters);
  plan_number(plan, "s_ba", f->s_ba);
}

static const char *const kinds_with[] = {"contact", "mechanism", NULL};
extern const Law law_lugre;
const Law law_lugre = {.word = "lugre",
                       .about = "bristles of LuGre, elasto-plastic with s_ba",
                       .kinds = kinds_with,
                       .fields = fields,
                       .nfields = COUNT(fields),
                       .size = sizeof(Lugre),
                       .read = read,
                       .let = let,
                       .lint = lint,
                       .text = text,
                       .plan = plan_yield};
