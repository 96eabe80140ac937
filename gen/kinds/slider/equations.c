/* equations.c: friction at a given slip speed, PS (29)-(31), and its
 * derivatives. In: a Slider. Out: Equations.
 *
 * Free symbols: x, y, w, the velocities without friction times e_t, e_o, e_r;
 * grip = mu*g*dt; at, ao, ar, the reductions of x, y, w by friction in a step;
 * sigma, the slip speed; k = mu*e_t*e_o*height times the spin without friction;
 * d = 1/(sigma + ar). The unknowns a, b, c are p_t/(mu*p_n*e_t) and so on, so
 * that (32) is a^2 + b^2 + c^2 = 1. Invariant: divisors are symbols. */
#include <float.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/kind.h"
#include "kinds/slider/slider.h"

/* ---- constants --------------------------------------------------------- */

static void name_parameters(Equations *equations, const Slider *s)
{
  equations_parameter(equations, "mass", s->mass, "kg");
  equations_parameter(equations, "inertia", s->inertia,
                      "kg m^2, about the centre of mass");
  if (s->height > 0)
    equations_parameter(equations, "height", s->height,
                        "m, of the centre of mass");
  equations_parameter(equations, "mu", s->mu, "friction on the table");
  equations_parameter(equations, "et", s->e[0], "ellipsoid of PS (32)");
  equations_parameter(equations, "eo", s->e[1], "ellipsoid of PS (32)");
  equations_parameter(equations, "er", s->e[2], "m, ellipsoid of PS (32)");
  equations_parameter(equations, "gravity", s->gravity[2],
                      "m/s^2, into the table");
  if (slider_is_tilted(s)) {
    equations_parameter(equations, "gravity_x", s->gravity[0], "m/s^2");
    equations_parameter(equations, "gravity_y", s->gravity[1], "m/s^2");
  }
  equations_parameter(equations, "epsilon",
                      s->model.is_float ? FLT_EPSILON : DBL_EPSILON,
                      "from 1 to the next number");
}

/* Names the products of parameters in the equations of a step. */
static void name_products(Equations *equations, bool is_tall)
{
  equations_formula(equations, "per_mass", "1/mass", "1/kg");
  equations_formula(equations, "per_inertia", "1/inertia", "1/(kg m^2)");
  equations_formula(equations, "mu_g", "mu*gravity",
                    "m/s^2, mu*pn/(m*dt) in PS (29)");
  equations_formula(equations, "per_et", "1/et", "PS (32)");
  equations_formula(equations, "per_eo", "1/eo", "PS (32)");
  equations_formula(equations, "spin_er", "er*mass/inertia", "1/m, PS (28)");
  equations_formula(equations, "per_spin_er", "inertia/(er*mass)",
                    "m, PS (28), (32)");
  equations_formula(equations, "et2", "et^2", "PS (29)");
  equations_formula(equations, "eo2", "eo^2", "PS (30)");
  equations_formula(equations, "er2", "er^2", "m^2, PS (31)");
  equations_formula(equations, "spin_er2", "er^2*mass/inertia", "PS (31)");
  equations_formula(equations, "mass_et", "mass*et", "kg, PS (29)");
  equations_formula(equations, "mass_eo", "mass*eo", "kg, PS (30)");
  equations_formula(equations, "mass_er", "mass*er", "kg m, PS (31)");
  if (!is_tall) return;
  equations_formula(equations, "lean", "mu*height", "m, the ECP at rest");
  equations_formula(equations, "couple", "mu*et*eo*height",
                    "m, couples PS (29) and (30)");
  equations_formula(equations, "lean_t", "mu*height*et", "m, the ECP");
  equations_formula(equations, "lean_o", "mu*height*eo", "m, the ECP");
}

/* Names the products for friction of the continuous model and for quasi-static
 * pushes. */
static void name_forces(Equations *equations, const Slider *s)
{
  equations_formula(equations, "force_t", "mu*mass*gravity*et", "N, PS (22)");
  equations_formula(equations, "force_o", "mu*mass*gravity*eo", "N, PS (23)");
  equations_formula(equations, "force_r", "mu*mass*gravity*er", "N m, PS (24)");
  equations_formula(equations, "per_et2", "1/et^2", "PS (36)");
  equations_formula(equations, "per_eo2", "1/eo^2", "PS (37)");
  equations_formula(equations, "per_er2", "1/er^2", "1/m^2, PS (36), (37)");
  if (!(s->height > 0)) return;
  equations_parameter(equations, "inside", s->inside,
                      "m, radius of a circle inside the patch");
  equations_parameter(equations, "outside", s->outside,
                      "m, radius of a circle around the patch");
  equations_formula(equations, "inside2", "inside^2", "m^2");
  equations_formula(equations, "outside2", "outside^2", "m^2");
}

static Symbolic *begin(const Equations *equations, const Slider *s)
{
  Symbolic *sym = sym_new(equations->run, s->model.spec->root.where);
  equations_name(equations, sym);
  return sym;
}

/* ---- friction at a slip speed ------------------------------------------ */

/* Solves (31), (29) and (30) for c, a and b. kappa = k*sigma*d couples (29) and
 * (30), with g = 1/((sigma + at)*(sigma + ao) + kappa^2). Without height there
 * is no coupling: it = 1/(sigma + at) and io = 1/(sigma + ao) replace g. */
static void let_friction(Symbolic *sym, const Slider *s)
{
  sym_depends(sym, "d", "sigma", "-d*d");
  sym_let(sym, "c", "-w*d");
  if (s->height > 0) {
    sym_depends(sym, "kappa", "sigma", "k*ar*d*d");
    sym_let(sym, "det", "(sigma + at)*(sigma + ao) + kappa*kappa");
    sym_diff(sym, "det_sigma", "det", "sigma");
    sym_depends(sym, "g", "sigma", "-g*g*det_sigma");
    sym_let(sym, "a_top", "kappa*y - x*(sigma + ao)");
    sym_let(sym, "b_top", "-(kappa*x + y*(sigma + at))");
    sym_let(sym, "a", "a_top*g");
    sym_let(sym, "b", "b_top*g");
  } else {
    sym_depends(sym, "it", "sigma", "-it*it");
    sym_depends(sym, "io", "sigma", "-io*io");
    sym_let(sym, "a", "-x*it");
    sym_let(sym, "b", "-y*io");
  }
}

/* Returns a, b, c and their slopes by the slip speed. With height, the slopes
 * have the factor g last, since g takes longest to compute. */
static Block friction_block(const Slider *s, Symbolic *sym)
{
  static const char *const outputs[] = {"a", "b", "c", "a1", "b1", "c1"};
  let_friction(sym, s);
  sym_diff(sym, "a1", "a", "sigma");
  sym_diff(sym, "b1", "b", "sigma");
  sym_diff(sym, "c1", "c", "sigma");
  if (s->height > 0) {
    sym_diff(sym, "a_top1", "a_top", "sigma");
    sym_diff(sym, "b_top1", "b_top", "sigma");
    sym_let(sym, "a1", "g*(a_top1 - g*det_sigma*a_top)");
    sym_let(sym, "b1", "g*(b_top1 - g*det_sigma*b_top)");
  }
  return sym_block(sym, outputs, 6, "t");
}

/* Names the Taylor coefficients by the slip speed up to the second order:
 * name0, name1, name2. In the text, # stands for the order. */
static void let_terms(Symbolic *sym, const Slider *s, const char *name,
                      const char *text)
{
  Run *run = s->model.run;
  for (char i = '0'; i <= '2'; i++) {
    char *numbered = run_printf(run, "%s", text);
    for (char *c = numbered; *c; c++)
      if (*c == '#') *c = i;
    sym_let(sym, run_printf(run, "%s%c", name, i), numbered);
  }
}

/* Names the coefficients of name = value + slope*t. */
static void let_line(Symbolic *sym, const Slider *s, const char *name,
                     const char *value, const char *slope)
{
  Run *run = s->model.run;
  sym_let(sym, run_printf(run, "%s0", name), value);
  sym_let(sym, run_printf(run, "%s1", name), slope);
  sym_let(sym, run_printf(run, "%s2", name), "0");
}

/* Names the coefficients of name = a*b. */
static void let_product(Symbolic *sym, const Slider *s, const char *name,
                        const char *a, const char *b)
{
  Run *run = s->model.run;
  sym_let(sym, run_printf(run, "%s0", name), run_printf(run, "%s0*%s0", a, b));
  sym_let(sym, run_printf(run, "%s1", name),
          run_printf(run, "%s0*%s1 + %s1*%s0", a, b, a, b));
  sym_let(sym, run_printf(run, "%s2", name),
          run_printf(run, "%s0*%s2 + %s1*%s1 + %s2*%s0", a, b, a, b, a, b));
}

/* Names over and under with height: q = dt*dd*dr^2 + ks^2. */
static void let_tall_terms(Symbolic *sym, const Slider *s, bool is_round)
{
  let_line(sym, s, "ks", "ks", "k");
  let_product(sym, s, "td", "dt", is_round ? "dt" : "dd");
  let_product(sym, s, "tdrr", "td", "rr");
  let_product(sym, s, "kk", "ks", "ks");
  let_terms(sym, s, "q", "tdrr# + kk#");
  let_product(sym, s, "rrrr", "rr", "rr");
  if (is_round) {
    let_terms(sym, s, "over", "s2*rrrr# + w2*q#");
    let_product(sym, s, "under", "rr", "q");
    return;
  }
  let_product(sym, s, "dr_dd", "dd", "dr");
  let_product(sym, s, "dr_dt", "dt", "dr");
  let_terms(sym, s, "f", "x*dr_dd# - y*ks#");
  let_terms(sym, s, "h", "y*dr_dt# + x*ks#");
  let_product(sym, s, "ff", "f", "f");
  let_product(sym, s, "hh", "h", "h");
  let_terms(sym, s, "size", "ff# + hh#");
  let_product(sym, s, "slides", "size", "rrrr");
  let_product(sym, s, "qq", "q", "q");
  let_terms(sym, s, "over", "slides# + w2*qq#");
  let_product(sym, s, "under", "rr", "qq");
}

/* Names over and under without height. */
static void let_flat_terms(Symbolic *sym, const Slider *s, bool is_round)
{
  let_product(sym, s, "tt", "dt", "dt");
  let_product(sym, s, "ttrr", "tt", "rr");
  if (is_round) {
    let_terms(sym, s, "over", "s2*rr# + w2*tt#");
    let_terms(sym, s, "under", "ttrr#");
    return;
  }
  let_product(sym, s, "d_d", "dd", "dd");
  let_product(sym, s, "d_drr", "d_d", "rr");
  let_product(sym, s, "ttd_d", "tt", "d_d");
  let_terms(sym, s, "over", "x2*d_drr# + y2*ttrr# + w2*ttd_d#");
  let_product(sym, s, "under", "ttd_d", "rr");
}

/* Returns |(a, b, c)|^2 = over/under without a division, as Taylor coefficients
 * of both. Symbols dt, dd, dr are sigma + at, sigma + ao, sigma + ar; ks =
 * k*sigma; x2, y2, w2 are squares, s2 = x^2 + y^2. */
static Block terms_block(const Slider *s, Symbolic *sym)
{
  static const char *const outputs[] = {"over0",  "over1",  "over2",
                                        "under0", "under1", "under2"};
  const bool is_round = slider_is_round(s);
  let_line(sym, s, "dt", "dt", "1");
  let_line(sym, s, "dd", "dd", "1");
  let_line(sym, s, "dr", "dr", "1");
  let_product(sym, s, "rr", "dr", "dr");
  if (s->height > 0)
    let_tall_terms(sym, s, is_round);
  else
    let_flat_terms(sym, s, is_round);
  return sym_block(sym, outputs, 6, "t");
}

/* ---- derivatives of a step ---------------------------------------------- */

/* Lets held_a, held_b, held_c be the slopes of a, b and c by one velocity
 * without friction at a fixed slip speed, and returns what the change of the
 * slip speed takes away: fall_a, fall_b, fall_c times `slips`. (29) and (30)
 * are H (a, b) = -(x, y) with H = [sigma + at, kappa; -kappa, sigma + ao], and
 * htt, hto, hoo are the elements of H^-1 = [htt, -hto; hto, hoo]. */
static void let_held(Symbolic *sym, const Slider *s, int by)
{
  if (by == 0) {
    sym_let(sym, "held_a", "-et*htt");
    sym_let(sym, "held_b", s->height > 0 ? "-et*hto" : "0");
    sym_let(sym, "held_c", "0");
  } else if (by == 1) {
    sym_let(sym, "held_a", s->height > 0 ? "eo*hto" : "0");
    sym_let(sym, "held_b", "-eo*hoo");
    sym_let(sym, "held_c", "0");
  } else {
    sym_let(sym, "held_a", s->height > 0 ? "-couple*sigma*d*turn_a" : "0");
    sym_let(sym, "held_b", s->height > 0 ? "-couple*sigma*d*turn_b" : "0");
    sym_let(sym, "held_c", "-er*d");
  }
}

/* Returns the Jacobian of the new velocity by the velocity without friction.
 * The implicit function theorem on (32) gives the slope of the slip speed.
 *
 * Free symbols beside those above: a, b, c; htt, hto, hoo; bend, the slope of
 * kappa by the slip speed; keep_t, keep_o, the shares 1 - at*htt and 1 - ao*hoo
 * without their cancellation; per_fall, 1 over the fall of (32). Each is of the
 * size of a velocity over another, none is a square of one. */
static Block jacobian_block(const Slider *s, Symbolic *sym)
{
  static const char *const gain[] = {"grip*et", "grip*eo", "grip*spin_er"};
  static const char *const keep[] = {"keep_t", "keep_o", "sigma*d"};
  static const char *const part[] = {"a", "b", "c"};
  static const char *const outputs[] = {"j0", "j1", "j2", "j3", "j4",
                                        "j5", "j6", "j7", "j8"};
  Run *run = s->model.run;
  for (int j = 0; j < 3; j++) {
    let_held(sym, s, j);
    sym_let(sym, "slips", "(a*held_a + b*held_b + c*held_c)*per_fall");
    for (int i = 0; i < 3; i++) {
      const char *held =
          i == j ? keep[i] : run_printf(run, "%s*held_%s", gain[i], part[i]);
      sym_let(sym, outputs[3 * i + j],
              run_printf(run, "%s - %s*fall_%s*slips", held, gain[i], part[i]));
    }
  }
  return sym_block(sym, outputs, 9, "t");
}

Equations *slider_derive(const Model *model)
{
  const Slider *s = (const Slider *)model;
  Equations *equations = equations_new(model->run);
  equations->tuned = tuning_constants(model);
  name_parameters(equations, s);
  name_products(equations, s->height > 0);
  name_forces(equations, s);
  if (model->tuning) equations_derive(equations);
  equations_add(equations, "friction", friction_block(s, begin(equations, s)));
  equations_add(equations, "terms", terms_block(s, begin(equations, s)));
  equations_add(equations, "jacobian", jacobian_block(s, begin(equations, s)));
  return equations;
}
