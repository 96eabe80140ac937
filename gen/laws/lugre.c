/* lugre.c: the words of the law `lugre { ... }`, and what is refused. In:
 * the value of `friction =`. Out: a Lugre; its functions of slip speed as
 * numbers and as expressions.
 *
 * Invariant: a Lugre that was read has positive, finite parameters, and a
 * law of the user's own lies between 0 and mu_s. */
#include <math.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "results/results.h"
#include "plan/plan.h"
#include "laws/laws.h"

#define AT(member) offsetof(Lugre, member)
const Field lugre_fields[LUGRE_FIELDS] = {
    {"sigma0", FIELD_NUMBER, AT(sigma0), .required = true,
     .range = RANGE_POSITIVE, .low = 1, .high = 1e10, .unit = "1/m",
     .help = "bristle stiffness"},
    {"sigma1", FIELD_NUMBER, AT(sigma1), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-9, .high = 1e6, .unit = "s/m", .help = "bristle damping"},
    {"sigma2", FIELD_NUMBER, AT(sigma2), .range = RANGE_NOT_NEGATIVE,
     .low = 1e-9, .high = 1e4, .unit = "s/m", .help = "viscous friction"},
    {"mu_c", FIELD_NUMBER, AT(mu_c), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-6, .high = 1e3, .help = "Coulomb friction coefficient"},
    {"mu_s", FIELD_NUMBER, AT(mu_s), .range = RANGE_POSITIVE, .low = 1e-6,
     .high = 1e3, .help = "static friction coefficient; mu_c by default"},
    {"v_s", FIELD_NUMBER, AT(v_s), .range = RANGE_POSITIVE, .low = 1e-6,
     .high = 10, .unit = "m/s",
     .help = "Stribeck speed; needed where mu_s differs from mu_c"},
    {"gamma", FIELD_NUMBER, AT(gamma), .range = RANGE_WITHIN, .low = 0.1,
     .high = 4, .fallback = 2, .help = "Stribeck exponent"},
    {"s_ba", FIELD_NUMBER, AT(s_ba), .range = RANGE_WITHIN, .low = 0.01,
     .high = 0.999,
     .help = "elastic share of the deflection: elasto-plastic bristles"},
    {"v_d", FIELD_NUMBER, AT(v_d), .range = RANGE_POSITIVE, .low = 1e-6,
     .high = 1e6, .unit = "m/s",
     .help = "speed at which sigma1 fades: sigma1*exp(-(s/v_d)^2)"},
    {"stribeck", FIELD_FUNCTION, AT(stribeck),
     .help = "function(s): the friction coefficient g at slip speed s, in "
             "place of mu_s, v_s and gamma's formula"}};
#undef AT

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

/* A law of the user's own must be what mu_c and mu_s say of it. */
static void require_sound_law(Spec *spec, const Lugre *f)
{
  enum { SAMPLES = 200 };
  for (int i = 0; i <= SAMPLES; i++) {
    const double s = i == 0 ? 0 : pow(10, -9 + 12.0 * i / SAMPLES);
    const double g = lugre_g(spec, f, s);
    if (!(g > 0) || !isfinite(g))
      run_fail(spec->run, f->stribeck->where,
               "stribeck must return a positive friction coefficient, got %g "
               "at %g m/s",
               g, s);
    if (g > f->mu_s * (1 + 1e-9))
      run_fail(spec->run, f->stribeck->where,
               "stribeck must not exceed mu_s = %g, got %g at %g m/s", f->mu_s,
               g, s);
  }
}

void lugre_read(Spec *spec, const Value *value, Lugre *f)
{
  enum { MOST_RATIO = 5 };
  Run *run = spec->run;
  if (!value_is(value, "lugre"))
    run_fail(run, value->where, "friction must be lugre { ... }, got %s",
             value_describe(run, value));
  spec_read(run, value, "lugre", lugre_fields, LUGRE_FIELDS, f);
  if (f->mu_s == 0) f->mu_s = f->mu_c;
  if (f->sigma1 == 0) f->v_d = 0; /* nothing to fade */
  if (f->mu_s < f->mu_c)
    run_fail(run, value_get(value, "mu_s")->where,
             "mu_s must be at least mu_c = %g, got %g", f->mu_c, f->mu_s);
  if (f->mu_s > MOST_RATIO * f->mu_c)
    run_fail(run, value_get(value, "mu_s")->where,
             "mu_s must be at most %d times mu_c = %g, got %g", MOST_RATIO,
             f->mu_c, f->mu_s);
  if (f->stribeck) {
    static const char *const formula[] = {"v_s", "gamma"};
    for (size_t i = 0; i < sizeof formula / sizeof *formula; i++)
      if (spec_has(value, formula[i]))
        run_fail(run, value_get(value, formula[i])->where,
                 "%s has no meaning beside a stribeck function; leave one out",
                 formula[i]);
    require_sound_law(spec, f);
  } else if (f->mu_s != f->mu_c && f->v_s == 0) {
    run_fail(run, value->where,
             "lugre needs v_s (m/s), the Stribeck speed, since mu_s = %g "
             "differs from mu_c = %g",
             f->mu_s, f->mu_c);
  }
}

void lugre_let(Symbolic *sym, const Lugre *f, const Expr *stribeck)
{
  sym_number(sym, "sigma0", f->sigma0);
  sym_number(sym, "sigma1", f->sigma1);
  sym_number(sym, "sigma2", f->sigma2);
  sym_number(sym, "mu_c", f->mu_c);
  sym_number(sym, "mu_s", f->mu_s);
  sym_number(sym, "v_s", f->v_s);
  sym_number(sym, "gamma", f->gamma);
  sym_number(sym, "s_ba", f->s_ba);
  sym_number(sym, "v_d", f->v_d);
  if (stribeck)
    sym_let_expr(sym, "g", stribeck);
  else if (f->mu_s == f->mu_c)
    sym_let(sym, "g", "mu_c");
  else if (f->gamma == 2) /* no root, no pow */
    sym_let(sym, "g", "mu_c + (mu_s - mu_c)*exp(-v2/v_s^2)");
  else
    sym_let(sym, "g", "mu_c + (mu_s - mu_c)*exp(-(s/v_s)^gamma)");
  sym_let(sym, "zmax", "g/sigma0");
  sym_let(sym, "damping",
          f->v_d > 0 ? "sigma1*exp(-v2/v_d^2)/sigma0" : "sigma1/sigma0");
}

void lugre_lint(const Lugre *f, Report *report)
{
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

void lugre_plan(Plan *plan, const Lugre *f)
{
  plan_flag(plan, "is_elastoplastic", f->s_ba > 0);
  plan_number(plan, "half_pi", PI / 2);
  plan_number(plan, "t_scale", 2 / (1 - f->s_ba));
  plan_number(plan, "t_shift", (1 + f->s_ba) / (1 - f->s_ba));
}

RefFriction lugre_reference(const Lugre *f)
{
  return (RefFriction){.sigma0 = f->sigma0,
                       .sigma1 = f->sigma1,
                       .sigma2 = f->sigma2,
                       .mu_c = f->mu_c,
                       .mu_s = f->mu_s,
                       .v_s = f->v_s,
                       .gamma = f->gamma,
                       .is_elastoplastic = f->s_ba > 0,
                       .s_ba = f->s_ba,
                       .v_d = f->v_d};
}

void lugre_check_float(Run *run, const Value *value, const Lugre *f)
{
  /* (s/v_s)^gamma at 1 km/s, with room for what multiplies it. */
  const double room = 35;
  if (f->stribeck || f->mu_s == f->mu_c) return;
  if (f->gamma * (3 - log10(f->v_s)) <= room) return;
  run_fail(run, value_get(value, "v_s")->where,
           "v_s = %g m/s with gamma = %g leaves the range of floats at high "
           "speeds; take v_s = %.2g or more, a smaller gamma, or real = "
           "\"double\"",
           f->v_s, f->gamma, 1.01 * pow(10, 3 - room / f->gamma));
}
