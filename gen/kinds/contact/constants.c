/* constants.c: the numbers that emitted contacts use by name: parameters of the
 * spec, formulas of them, figures of the patch. In: a Contact. Out: the
 * constants of its Equations, with their units and the numbers of the emitted
 * header's equations.
 *
 * Invariant: a listed constant is used, or folded into a literal. */
#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/contact/contact.h"

static void name_law(Equations *e, const Lugre *f)
{
  equations_parameter(e, "sigma0", f->sigma0, "1/m, stiffness, (3), (4)");
  equations_parameter(e, "sigma1", f->sigma1, "s/m, damping, (4)");
  equations_parameter(e, "sigma2", f->sigma2, "s/m, viscous friction, (4)");
  equations_parameter(e, "mu_c", f->mu_c, "Coulomb friction coefficient, (2)");
  equations_parameter(e, "mu_s", f->mu_s, "static friction coefficient, (2)");
  if (contact_has_stribeck(f)) {
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
  else if (!f->stribeck)
    equations_formula(e, "elastic2", "(s_ba*mu_c/sigma0)^2",
                      "m^2, elastic at any speed");
  if (contact_has_rounds(c) || c->couple > 0 ||
      (c->body && !contact_is_reduced(c)))
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
    if (c->lugre.sigma2 > 0)
      equations_formula(e, "sigma2_k", "sigma2*k", "s/m, (4)");
    return;
  }
  if (c->lugre.sigma2 == 0) return;
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
  if (!contact_is_reduced(c) && c->lugre.sigma2 > 0)
    equations_formula(e, "viscous", "sigma2/sigma0", "s");
}

void contact_name_constants(const Contact *c, Equations *equations)
{
  name_law(equations, &c->lugre);
  name_yield(equations, c);
  name_patch(equations, c);
  name_body(equations, c);
}
