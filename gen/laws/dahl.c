/* dahl.c: the law `dahl { ... }`. In: its keys. Out: a Friction with bristles
 * that are forces; their rates as expressions, "Closed-Form Representations of
 * Friction" (36). templates/mechanism/dahl.c computes the symbols fc, h, i, j
 * and bend of the power. */
#include <math.h>

#include "laws/laws.h"

#define AT(member) offsetof(Dahl, member)
static const Field fields[] = {
    {"sigma", FIELD_NUMBER, AT(sigma), .required = true,
     .range = RANGE_POSITIVE, .low = 1e-6, .high = 1e12, .unit = "N/m",
     .help = "stiffness at rest"},
    {"alpha", FIELD_NUMBER, AT(alpha), .range = RANGE_WITHIN, .low = 1,
     .high = 4, .fallback = 1,
     .help = "shape of the curve; below 1 its slope at the limit is infinite"},
    {"mu", FIELD_NUMBER, AT(mu), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-6, .high = 1e3, .help = "coefficient of friction"}};
#undef AT

static void read(Friction *f, const Value *value, void *parameters,
                 bool is_float, const FrictionUse *use)
{
  (void)use;
  const Dahl *d = parameters;
  (void)value;
  (void)is_float;
  f->has_bristles = f->is_force = f->has_load = true;
  f->mu = d->mu;
  f->least_fc = 1e-9 * d->sigma; /* the force of 1 nm of deflection */
  f->power = d->alpha - 1;
  f->breakaway = d->mu;
  f->unit = 1;
  f->stiffness = d->sigma;
}

/* Declares the derivative of h of axis k by the symbol `by`, from
 * y dh = bend h (dy - y du/u): an expression that multiplies by y does not
 * divide by y afterwards. `share` is du/u of the slip along the axis. */
static void let_power(Symbolic *sym, Run *run, int k, const char *by,
                      const char *share)
{
  const char *slope = run_printf(run, "y%d_%s", k, by);
  sym_diff(sym, slope, run_printf(run, "y%d", k), by);
  sym_depends(sym, run_printf(run, "h%d", k), by,
              run_printf(run, "bend%d*h%d*(%s - y%d*(%s))/y%d", k, k, slope, k,
                         share, k));
}

/* (36) holds as printed while the slip along an axis is at least this share of
 * the whole slip; below, the bracket is divided by the share instead. A bristle
 * below its limit therefore has a bracket of at most 1 + 1/share. */
static const double least_share = 1e-3;

/* dz = sigma y h, y = w - s z/fc and h = |y/u|^(alpha - 1), u = |w| at least
 * least_share*s. du/u by w_l is i + e_l j for the axis itself, else e_l j; bend
 * is alpha - 1. All three are 0 where h is bounded. */
static void let(Symbolic *sym, const Friction *f, int axes, bool has_slopes)
{
  const Dahl *d = f->parameters;
  Run *run = f->spec->run;
  (void)has_slopes;
  sym_number(sym, "sigma", d->sigma);
  for (int k = 0; k < axes; k++) {
    sym_let(sym, run_printf(run, "y%d", k),
            run_printf(run, "w%d - s*z%d/fc", k, k));
    for (int l = 0; l < axes && f->power != 0; l++) {
      let_power(sym, run, k, run_printf(run, "w%d", l),
                k == l ? run_printf(run, "i%d + e%d*j%d", k, l, k)
                       : run_printf(run, "e%d*j%d", l, k));
      let_power(sym, run, k, run_printf(run, "z%d", l), "0");
    }
    if (f->power != 0) let_power(sym, run, k, "fc", "0");
    sym_let(sym, run_printf(run, "dz[%d]", k),
            f->power != 0 ? run_printf(run, "sigma*y%d*h%d", k, k)
                          : run_printf(run, "sigma*y%d", k));
  }
}

static void lint(const Friction *f, Report *report)
{
  friction_lint_coefficient(report, "mu", f->mu);
}

static const char *text(Run *run, const Friction *f)
{
  const Dahl *d = f->parameters;
  const char *rules =
      f->power == 0
          ? ""
          : run_printf(
                run,
                ".\n * So wherever |z| < mu*N, also where slip across the axis "
                "makes x large; below |w| = %g*s,\n * where x would be "
                "infinite, |x| = |w - z*s/(mu*N)|/(%g*s). Beyond mu*N, which "
                "only a falling\n * N brings about, x < 0 and z relaxes",
                least_share, least_share);
  return run_printf(run,
                    "-z, dz/dt = sigma*|x|^alpha*sgn(x)*w by axis, x = 1 - "
                    "z*s/(mu*N*w):\n * sigma = %.6g N/m, alpha = %.6g, mu = "
                    "%.6g%s",
                    d->sigma, d->alpha, d->mu, rules);
}

static void plan_helpers(Plan *plan, const Friction *f)
{
  plan_number(plan, "least_fc", f->least_fc);
  plan_number(plan, "dahl_sigma", f->stiffness);
  plan_number(plan, "dahl_power", f->power);
  plan_number(plan, "dahl_share", least_share);
  plan_number(plan, "dahl_ratio", 1 + 1 / least_share);
  plan_number(plan, "dahl_most", pow(1 + 1 / least_share, f->power));
}

static const char *const kinds_with[] = {"mechanism", NULL};
extern const Law law_dahl;
const Law law_dahl = {.word = "dahl",
                      .about = "the model of Dahl",
                      .kinds = kinds_with,
                      .fields = fields,
                      .nfields = COUNT(fields),
                      .size = sizeof(Dahl),
                      .read = read,
                      .let = let,
                      .lint = lint,
                      .text = text,
                      .plan = plan_helpers,
                      .functions = "mechanism/dahl.c",
                      .locals = "mechanism/dahl_locals.c"};
