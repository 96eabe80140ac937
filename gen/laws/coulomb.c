/* coulomb.c: the law `coulomb { ... }`: sliding and static friction. In: its
 * keys. Out: a Friction that sticks; the friction of sliding as expressions.
 * The force that holds a contact at rest depends on the motion, not on this
 * law: templates/mechanism/stick.c computes it. */
#include "laws/laws.h"

#define AT(member) offsetof(Coulomb, member)
static const Field fields[] = {
    {"mu", FIELD_NUMBER, AT(mu), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-6, .high = 1e3, .help = "coefficient of friction"},
    {"mu_s", FIELD_NUMBER, AT(mu_s), .range = RANGE_POSITIVE, .low = 1e-6,
     .high = 1e3, .help = "coefficient of static friction; mu by default"},
    {"v_rest", FIELD_NUMBER, AT(v_rest), .range = RANGE_POSITIVE, .low = 1e-12,
     .high = 1, .unit = "m/s",
     .help = "slip speed below which a contact is at rest; 1e-8 by default, "
             "1e-5 with float"}};
#undef AT

static void read(Friction *f, const Value *value, void *parameters,
                 bool is_float, const FrictionUse *use)
{
  (void)use;
  Run *run = f->spec->run;
  Coulomb *c = parameters;
  /* The slip of a contact that was stopped keeps a rounding error. */
  const double least = is_float ? 1e-6 : 1e-12;
  if (c->mu_s == 0) c->mu_s = c->mu;
  if (c->mu_s < c->mu)
    run_fail(run, value_get(value, "mu_s")->where,
             "mu_s must be at least mu = %g, got %g", c->mu, c->mu_s);
  if (c->v_rest == 0) c->v_rest = is_float ? 1e-5 : 1e-8;
  if (c->v_rest < least)
    run_fail(run, value_get(value, "v_rest")->where,
             "v_rest must be at least %g m/s with real = \"float\", got %g",
             least, c->v_rest);
  f->sticks = true;
  f->mu = c->mu;
  f->mu_s = c->mu_s;
  f->v_rest = c->v_rest;
  f->unit = 1;
}

static void let(Symbolic *sym, const Friction *f, int axes, bool has_slopes)
{
  Run *run = f->spec->run;
  (void)has_slopes;
  sym_number(sym, "mu", f->mu);
  for (int k = 0; k < axes; k++)
    sym_let(sym, run_printf(run, "phi[%d]", k), run_printf(run, "mu*e%d", k));
}

static void lint(const Friction *f, Report *report)
{
  friction_lint_coefficient(report, "mu", f->mu);
}

static const char *text(Run *run, const Friction *f)
{
  return run_printf(run,
                    "-mu*N*w/s, mu = %.6g; at rest (s <= %.3g m/s) what holds "
                    "p,\n * up to mu_s*N, mu_s = %.6g",
                    f->mu, f->v_rest, f->mu_s);
}

static const char *const kinds_with[] = {"mechanism", NULL};
extern const Law law_coulomb;
const Law law_coulomb = {.word = "coulomb",
                         .about = "sliding and static friction",
                         .kinds = kinds_with,
                         .fields = fields,
                         .nfields = COUNT(fields),
                         .size = sizeof(Coulomb),
                         .read = read,
                         .let = let,
                         .lint = lint,
                         .text = text};
