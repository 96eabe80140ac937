/* equations.c: the equations of one bristle as expressions, and their
 * derivatives. In: a Contact. Out: Equations.
 *
 * Free symbols: bristle zx, zy; slip velocity vx, vy; v2 = |v|^2, s = |v| and
 * the unit vector (ux, uy), 0 at rest; n = |q| and the unit vector (ex, ey) of
 * the bristle q at which beta is taken; h and dt; phi and phi1 (its slope).
 * Invariant: s and n are symbols, so that no derivative divides by them. */
#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/contact/contact.h"

/* A contact whose law is traced. */
typedef struct Derivation {
  const Contact *contact;
  Run *run;
  const Expr *stribeck; /* of s; NULL: the formula */
} Derivation;

/* Declares the derivatives of the symbols above. */
static void let_dependences(Symbolic *sym)
{
  sym_depends(sym, "v2", "vx", "2*vx");
  sym_depends(sym, "v2", "vy", "2*vy");
  sym_depends(sym, "s", "vx", "ux");
  sym_depends(sym, "s", "vy", "uy");
  /* n and (ex, ey) depend on the bristle, and by h on the velocity. */
  static const char *const by[][2] = {
      {"zx", "1"}, {"zy", "1"}, {"vx", "h"}, {"vy", "h"}};
  for (size_t i = 0; i < 4; i++) {
    const bool is_x = i % 2 == 0, is_v = i >= 2;
    sym_depends(sym, "n", by[i][0],
                is_v ? (is_x ? "h*ex" : "h*ey") : (is_x ? "ex" : "ey"));
    sym_depends(sym, "ex", by[i][0],
                is_v ? (is_x ? "h*ey*ey/n" : "-h*ex*ey/n")
                     : (is_x ? "ey*ey/n" : "-ex*ey/n"));
    sym_depends(sym, "ey", by[i][0],
                is_v ? (is_x ? "-h*ex*ey/n" : "h*ex*ex/n")
                     : (is_x ? "-ex*ey/n" : "ex*ex/n"));
  }
}

typedef enum Branch { BRANCH_TRANSITION, BRANCH_PLASTIC } Branch;

/* Names a, the rate at which the bristle relaxes, beta*sigma0*s/g, which is 0
 * while the bristle is elastic. */
static void let_rate(Symbolic *sym, const Derivation *d, Branch branch)
{
  if (d->contact->lugre.s_ba == 0)
    sym_let(sym, "a", "s/zmax");
  else if (branch == BRANCH_PLASTIC)
    sym_let(sym, "a", "(ex*vx + ey*vy + s)/(2*zmax)");
  else
    sym_let(sym, "a",
            run_printf(d->run, "%s*(ex*vx + ey*vy + s)/(2*zmax)",
                       lugre_transition(d->run, &d->contact->lugre, "n/zmax")));
}

/* Returns a and its slopes by the bristle and by the velocity. The bristle that
 * decides beta is displaced by h*v; h is 0 for a rate. */
static Block slope_block(const Derivation *d, Branch branch)
{
  static const char *const outputs[] = {"a", "a_zx", "a_zy", "a_vx", "a_vy"};
  Symbolic *sym = friction_symbols(&d->contact->friction);
  lugre_let(sym, &d->contact->lugre, d->stribeck);
  let_dependences(sym);
  let_rate(sym, d, branch);
  sym_diff(sym, "a_zx", "a", "zx");
  sym_diff(sym, "a_zy", "a", "zy");
  sym_diff(sym, "a_vx", "a", "vx");
  sym_diff(sym, "a_vy", "a", "vy");
  return sym_block(sym, outputs, 5, "t");
}

/* Names the derivatives of a vector's components: "dzx_vy" and so on. */
static void diff_vector(const Derivation *d, Symbolic *sym, const char *of,
                        const char *by)
{
  for (int i = 0; i < 4; i++) {
    const char *component = run_printf(d->run, "%s%c", of, "xy"[i / 2]);
    const char *variable = run_printf(d->run, "%s%c", by, "xy"[i % 2]);
    sym_diff(sym, run_printf(d->run, "%s_%s", component, variable), component,
             variable);
  }
}

/* Returns symbols for a, phi and the damping, with their slopes. */
static Symbolic *slope_symbols(const Derivation *d)
{
  Symbolic *sym = friction_symbols(&d->contact->friction);
  lugre_numbers(sym, &d->contact->lugre);
  sym_depends(sym, "a", "zx", "a_zx");
  sym_depends(sym, "a", "zy", "a_zy");
  sym_depends(sym, "a", "vx", "a_vx");
  sym_depends(sym, "a", "vy", "a_vy");
  if (d->contact->lugre.v_d > 0) {
    sym_depends(sym, "damping", "vx", "damping_vx");
    sym_depends(sym, "damping", "vy", "damping_vy");
  } else {
    sym_let(sym, "damping", lugre_damping(&d->contact->lugre));
  }
  return sym;
}

/* Returns the coefficient of the viscous force per weight and load. With
 * stiffness by area the weight is a share of the stiffness. */
static const char *viscous(const Derivation *d)
{
  if (!d->contact->area) return "sigma2";
  return d->contact->lugre.has_regions ? "sigma2*thrust" : "sigma2*reach";
}

/* Names the force of a bristle that moves by `lever` times its rate. */
static void let_force(Symbolic *sym, const Derivation *d, const char *lever)
{
  for (int i = 0; i < 2; i++) {
    const char axis = "xy"[i];
    sym_let(sym, run_printf(d->run, "f%c", axis),
            run_printf(d->run, "-(sigma0*(z%c + %s*dz%c) + %s*v%c)", axis,
                       lever, axis, viscous(d), axis));
  }
}

/* Returns the derivatives of the rate and of the force per weight and load, by
 * bristle and velocity. */
static Block rate_block(const Derivation *d)
{
  static const char *const outputs[] = {"dzx_zx", "dzx_zy", "dzy_zx", "dzy_zy",
                                        "dzx_vx", "dzx_vy", "dzy_vx", "dzy_vy",
                                        "fx_zx",  "fx_zy",  "fy_zx",  "fy_zy",
                                        "fx_vx",  "fx_vy",  "fy_vx",  "fy_vy"};
  Symbolic *sym = slope_symbols(d);
  sym_let(sym, "dzx", "vx - a*zx");
  sym_let(sym, "dzy", "vy - a*zy");
  let_force(sym, d, "damping");
  diff_vector(d, sym, "dz", "z");
  diff_vector(d, sym, "dz", "v");
  diff_vector(d, sym, "f", "z");
  diff_vector(d, sym, "f", "v");
  return sym_block(sym, outputs, 16, "t");
}

/* Names the mean rate (v - a*z)*phi(a*dt); phi is 1 for Euler. */
static void let_mean_rate(Symbolic *sym, bool is_exponential)
{
  if (is_exponential) {
    sym_depends(sym, "phi", "vx", "phi1*dt*a_vx");
    sym_depends(sym, "phi", "vy", "phi1*dt*a_vy");
  } else {
    sym_number(sym, "phi", 1);
  }
  sym_let(sym, "dzx", "(vx - a*zx)*phi");
  sym_let(sym, "dzy", "(vy - a*zy)*phi");
}

/* Returns the slopes of the force at the end of a step of length dt by the
 * velocity. The mean rate r of an implicit step has its slopes as symbols. */
static Block step_block(const Derivation *d, Step step)
{
  static const char *const outputs[] = {"fx_vx", "fx_vy", "fy_vx", "fy_vy"};
  Symbolic *sym = slope_symbols(d);
  if (step == STEP_IMPLICIT) {
    sym_depends(sym, "rx", "vx", "rx_vx");
    sym_depends(sym, "rx", "vy", "rx_vy");
    sym_depends(sym, "ry", "vx", "ry_vx");
    sym_depends(sym, "ry", "vy", "ry_vy");
    sym_let(sym, "dzx", "rx");
    sym_let(sym, "dzy", "ry");
  } else {
    let_mean_rate(sym, step == STEP_EXPONENTIAL);
  }
  let_force(sym, d, "(dt + damping)");
  diff_vector(d, sym, "f", "v");
  return sym_block(sym, outputs, 4, "t");
}

/* Returns the mean rate of a step of backward Euler and its slopes by the
 * velocity. It ends at (qx, qy), where a has the value and the slopes that the
 * block reads: a itself depends on the velocity and on the end. */
static Block backward_block(const Derivation *d)
{
  static const char *const outputs[] = {"rx",    "ry",    "rx_vx",
                                        "rx_vy", "ry_vx", "ry_vy"};
  Symbolic *sym = friction_symbols(&d->contact->friction);
  sym_let(sym, "shrink", "1/(1 + dt*a)");
  sym_depends(sym, "a", "vx",
              "(a_vx + dt*a_zx/(1 + dt*a))/"
              "(1 + dt*(a_zx*qx + a_zy*qy)/(1 + dt*a))");
  sym_depends(sym, "a", "vy",
              "(a_vy + dt*a_zy/(1 + dt*a))/"
              "(1 + dt*(a_zx*qx + a_zy*qy)/(1 + dt*a))");
  sym_let(sym, "rx", "(vx - a*zx)*shrink");
  sym_let(sym, "ry", "(vy - a*zy)*shrink");
  diff_vector(d, sym, "r", "v");
  return sym_block(sym, outputs, 6, "t");
}

static Block fading_block(const Derivation *d)
{
  static const char *const outputs[] = {"damping", "damping_vx", "damping_vy"};
  Symbolic *sym = friction_symbols(&d->contact->friction);
  lugre_let(sym, &d->contact->lugre, d->stribeck);
  let_dependences(sym);
  sym_diff(sym, "damping_vx", "damping", "vx");
  sym_diff(sym, "damping_vy", "damping", "vy");
  return sym_block(sym, outputs, 3, "t");
}

/* Returns zmax and its slopes, for code without branches. */
static Block zmax_block(const Derivation *d)
{
  static const char *const outputs[] = {"zmax", "zmax_vx", "zmax_vy"};
  Symbolic *sym = friction_symbols(&d->contact->friction);
  lugre_let(sym, &d->contact->lugre, d->stribeck);
  let_dependences(sym);
  sym_diff(sym, "zmax_vx", "zmax", "vx");
  sym_diff(sym, "zmax_vy", "zmax", "vy");
  return sym_block(sym, outputs, 3, "g");
}

/* Returns a and its slopes on all branches at once: zmax and abar are symbols
 * with slopes; abar1 is the slope of abar by |z|/zmax. */
static Block blend_block(const Derivation *d)
{
  static const char *const outputs[] = {"a", "a_zx", "a_zy", "a_vx", "a_vy"};
  Symbolic *sym = friction_symbols(&d->contact->friction);
  sym_number(sym, "h", 0);
  let_dependences(sym);
  sym_depends(sym, "zmax", "vx", "zmax_vx");
  sym_depends(sym, "zmax", "vy", "zmax_vy");
  sym_depends(sym, "abar", "zx", "abar1*ex/zmax");
  sym_depends(sym, "abar", "zy", "abar1*ey/zmax");
  sym_depends(sym, "abar", "vx", "-abar1*n*zmax_vx/zmax^2");
  sym_depends(sym, "abar", "vy", "-abar1*n*zmax_vy/zmax^2");
  sym_let(sym, "a",
          d->contact->lugre.s_ba == 0 ? "s/zmax"
                                      : "abar*(ex*vx + ey*vy + s)/(2*zmax)");
  for (int i = 1; i < 5; i++) sym_diff(sym, outputs[i], "a", outputs[i] + 2);
  return sym_block(sym, outputs, 5, "q");
}

Equations *cells_derive(const Contact *c)
{
  Run *run = c->model.run;
  const Derivation d = {c, run, lugre_traced(c->model.spec, &c->lugre)};
  Equations *equations = equations_new(run);
  contact_name_constants(c, equations);
  equations_add(equations, "zmax",
                lugre_block(&c->friction, d.stribeck, "zmax"));
  equations_add(equations, "damping",
                lugre_block(&c->friction, d.stribeck, "damping"));
  if (c->lugre.v_d > 0)
    equations_add(equations, "fading slopes", fading_block(&d));
  if (c->lugre.s_ba > 0)
    equations_add(equations, "transition slopes",
                  slope_block(&d, BRANCH_TRANSITION));
  equations_add(equations, "plastic slopes", slope_block(&d, BRANCH_PLASTIC));
  equations_add(equations, "rate_jac", rate_block(&d));
  equations_add(equations, "step_jac", step_block(&d, c->step));
  if (c->couple > 0) {
    equations_add(equations, "backward slopes", backward_block(&d));
    equations_add(equations, "arrival slopes", step_block(&d, STEP_IMPLICIT));
  }
  if (c->body) {
    equations_add(equations, "zmax slopes", zmax_block(&d));
    equations_add(equations, "blended slopes", blend_block(&d));
  }
  return equations;
}
