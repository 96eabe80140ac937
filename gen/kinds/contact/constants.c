/* constants.c: the numbers that emitted contacts use by name: parameters of the
 * spec, formulas of them, figures of the patch. In: a Contact. Out: the
 * constants of its Equations, with their units and the numbers of the emitted
 * header's equations.
 *
 * Invariant: a listed constant is used, or folded into a literal. */
#include <math.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/contact/area.h"
#include "kinds/contact/cells/cells.h"
#include "kinds/contact/region.h"

static void name_law(Equations *e, const Lugre *f)
{
  equations_parameter(e, "sigma0", f->sigma0, "1/m, stiffness, (3), (4)");
  equations_parameter(e, "sigma1", f->sigma1, "s/m, damping, (4)");
  equations_parameter(e, "sigma2", f->sigma2, "s/m, viscous friction, (4)");
  equations_parameter(e, "mu_c", f->mu_c, "Coulomb friction coefficient, (2)");
  if (tuning_has(f->tuning, "mu_c") && !f->has_mu_s && !f->stribeck)
    equations_formula(e, "mu_s", "mu_c", "static friction coefficient, (2)");
  else
    equations_parameter(e, "mu_s", f->mu_s, "static friction coefficient, (2)");
  if (lugre_has_stribeck(f)) {
    equations_parameter(e, "v_s", f->v_s, "m/s, Stribeck speed, (2)");
    equations_parameter(e, "gamma", f->gamma, "Stribeck exponent, (2)");
  }
  if (f->v_d > 0)
    equations_parameter(e, "v_d", f->v_d, "m/s, where sigma1 fades, (4)");
  if (f->s_ba > 0)
    equations_parameter(e, "s_ba", f->s_ba,
                        "elastic share of a deflection, (5)");
}

/* Names the yielding of an elasto-plastic bristle: t = t_scale*|z|/zmax -
 * t_shift goes from -1 to 1 while abar goes from 0 to 1. */
static void name_yield(Equations *e, const Contact *c)
{
  const Lugre *f = &c->lugre;
  if (f->s_ba == 0) return;
  equations_formula(e, "t_scale", "2/(1 - s_ba)", "(5)");
  equations_formula(e, "t_shift", "(1 + s_ba)/(1 - s_ba)", "(5)");
  if (contact_is_reduced(c))
    equations_formula(e, "s_ba2", "s_ba^2", "(5)");
  else if (!f->stribeck && !contact_has_reach(c))
    equations_formula(e, "elastic2", "(s_ba*mu_c/sigma0)^2",
                      "m^2, elastic at any speed");
  if (!contact_has_rounds(c) && c->couple == 0 &&
      !(c->body && !contact_is_reduced(c)))
    return;
  if (tuning_has(c->model.tuning, "s_ba"))
    equations_formula(e, "abar_slope", "1.5707963267948966/(1 - s_ba)",
                      "steepest slope of abar, (5)");
  else
    equations_parameter(e, "abar_slope", PI / 2 / (1 - f->s_ba),
                        "pi/2/(1 - s_ba), steepest slope of abar, (5)");
}

static void name_patch(Equations *e, const Contact *c)
{
  double moment[3];
  if (c->levels) return;
  if (contact_is_reduced(c)) {
    equations_parameter(e, "r", c->r, "m, largest torque per mu*fn, (1), (6)");
    equations_parameter(e, "k", c->u / (c->r * c->r), "u/r^2, (3), (4)");
    if (lugre_is_viscous(&c->lugre))
      equations_formula(e, "sigma2_k", "sigma2*k", "s/m, (4)");
    return;
  }
  if (!lugre_is_viscous(&c->lugre)) return;
  cells_moments(&c->cells, c->cells.w, moment);
  if (moment[0] != 0)
    equations_parameter(e, "moment_x", moment[0], "m, sum of w*x");
  if (moment[1] != 0)
    equations_parameter(e, "moment_y", moment[1], "m, sum of w*y");
  equations_parameter(e, "moment_2", moment[2], "m^2, sum of w*(x^2 + y^2)");
}

static void name_body(Equations *e, const Contact *c)
{
  if (!c->body) return;
  equations_formula(e, "per_zmax", "sigma0/mu_s", "1/m");
  if (!contact_is_reduced(c) && lugre_is_viscous(&c->lugre))
    equations_formula(e, "viscous", "sigma2/sigma0", "s");
}

/* Names the speed over which the law changes, and its square: below the least
 * of the speeds that body/plan.c takes the least of, and smooth. */
static void name_law_speed(Equations *e, const Contact *c)
{
  const Lugre *f = &c->lugre;
  const char *slowness =
      tuning_has(f->tuning, "v_s") && !f->stribeck
          ? "1/v_s"
          : run_printf(e->run, "%.17g", 1 / contact_law_speed(f));
  const char *formula = run_printf(e->run, "1/(%s + sigma1/mu_c%s)", slowness,
                                   f->v_d > 0 ? " + 1/v_d" : "");
  equations_tuned_formula(e, "law_speed", formula,
                          "m/s, the law changes over it");
  equations_tuned_formula(e, "law_speed2",
                          run_printf(e->run, "(%s)^2", formula), "m^2/s^2");
}

/* Names the speed that bristles can give the body: above that of body/plan.c,
 * by at most a factor of 2, and smooth. */
static void name_sway(Equations *e, const Contact *c)
{
  const Lugre *f = &c->lugre;
  const Body *b = c->body;
  const char *ease =
      contact_has_tuned_body(c)
          ? run_printf(e->run, "(1/body_mass + %.17g/body_inertia)",
                       c->r * c->r)
          : run_printf(e->run, "%.17g",
                       fmax(1 / b->mass, c->r * c->r / b->inertia));
  const char *formula =
      f->v_d > 0
          ? run_printf(e->run, "mu_s*sqrt(%d*%s/sigma0)", b->contacts, ease)
          : run_printf(e->run,
                       "2*mu_s/(sqrt(sigma0/(%d*%s)) + sigma1 + sigma2)",
                       b->contacts, ease);
  equations_tuned_formula(e, "sway", formula,
                          "m/(s sqrt(N)), what bristles give the body");
}

/* Names the speed that errors of a body's steps are relative to. */
static void name_body_speed(Equations *e, const Lugre *f)
{
  const bool has_law = !f->stribeck && tuning_has(f->tuning, "v_s");
  const char *const law =
      has_law ? "v_s" : run_printf(e->run, "%.17g", lugre_speed(f));
  if (f->v_d > 0 && (has_law || tuning_has(f->tuning, "v_d")))
    equations_tuned_formula(e, "v_ref",
                            run_printf(e->run, "1/(1/%s + 1/v_d)", law),
                            "m/s, below v_d and the law's speed");
  else if (has_law)
    equations_tuned_formula(e, "v_ref", "v_s", "m/s");
}

/* Names the body's numbers, and what is derived for its steps. */
static void name_tuned_body(Equations *e, const Contact *c)
{
  const Lugre *f = &c->lugre;
  const Body *b = c->body;
  if (!b) return;
  if (contact_has_tuned_body(c)) {
    equations_parameter(e, "body_mass", b->mass, "kg");
    equations_parameter(e, "body_inertia", b->inertia, "kg m^2");
    equations_parameter(e, "body_gravity_1", b->gravity[0], "m/s^2");
    equations_parameter(e, "body_gravity_2", b->gravity[1], "m/s^2");
    equations_tuned_formula(e, "weight_x", "body_mass*body_gravity_1", "N");
    equations_tuned_formula(e, "weight_y", "body_mass*body_gravity_2", "N");
  }
  if (f->s_ba > 0)
    equations_tuned_formula(e, "most_bend", "(1 - s_ba)/2",
                            "largest bend of a step over zmax");
  name_body_speed(e, f);
  name_sway(e, c);
  name_law_speed(e, c);
}

/* Names the length that bristles keep at rest, and its square. */
static void name_longest(Equations *e, const Contact *c)
{
  const Lugre *f = &c->lugre;
  if (!contact_shortens(c)) return;
  const double factor = contact_stretch_factor(c);
  const char *length = f->stribeck
                           ? run_printf(e->run, "%.17g/sigma0",
                                        factor * lugre_g(c->model.spec, f, 0))
                           : run_printf(e->run, "%.6g*mu_s/sigma0", factor);
  equations_tuned_formula(e, "longest", length,
                          "m, a bristle at rest is no longer");
  if (contact_has_reach(c)) return; /* of each cell */
  equations_tuned_formula(e, "longest2", run_printf(e->run, "(%s)^2", length),
                          "m^2");
}

/* Names what a tuning computes once. */
static void name_tuned(Equations *e, const Contact *c)
{
  const Lugre *f = &c->lugre;
  if (!c->model.tuning) return;
  lugre_name_tuned(e, f);
  name_longest(e, c);
  const char *mu = c->limit_surface.level ? "mu_s" : "mu_c";
  const double mean = contact_mean_factor(c);
  equations_tuned_formula(e, "margin_mu",
                          mean == 1 ? mu : run_printf(e->run, "%.17g*%s", mean, mu),
                          "counts for _margin and _hold");
  if (!contact_is_reduced(c)) cells_name_stride(e, c);
  name_tuned_body(e, c);
}

void contact_name_constants(const Contact *c, Equations *equations)
{
  equations->tuned = tuning_constants(&c->model);
  name_law(equations, &c->lugre);
  if (c->area)
    equations_parameter(equations, "fn_nominal", c->area->fn,
                        "N, load of sigma0 and sigma1");
  name_yield(equations, c);
  name_patch(equations, c);
  name_body(equations, c);
  name_tuned(equations, c);
  if (c->model.tuning) equations_derive(equations);
}
