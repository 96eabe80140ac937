/* equations.c: the equations of reduced contacts as expressions, and their
 * derivatives. In: a Contact. Out: Equations.
 *
 * Free symbols: bristles z, velocity v = V_S, v2 = |v|^2, s = |v|, u = v/s; the
 * flow b = -h*s with slopes b?_v?; size = |h|; n and the unit vector d of the
 * bristles that decide abar, m and e of the bristles that decide the angle to
 * the flow; ahead, dt.
 * Invariant: sizes and directions are symbols, so that nothing divides by 0. */
#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/contact/reduced/reduced.h"

static const char axes[] = "xyz";

/* A contact whose law is traced. */
typedef struct Derivation {
  const Contact *contact;
  Run *run;
  const Expr *stribeck; /* of s; NULL: the formula */
  bool is_matched, is_elastoplastic;
} Derivation;

double reduced_stiffness(const Contact *c)
{
  return c->torsion == TORSION_MATCHED ? c->u / (c->r * c->r) : 1;
}

/* Returns the pattern with the axes i and j in the places of '?' and '!'. */
static const char *with_axes(const Derivation *d, const char *pattern, int i,
                             int j)
{
  char *text = run_printf(d->run, "%s", pattern);
  for (char *c = text; *c; c++) {
    if (*c == '?') *c = axes[i];
    if (*c == '!') *c = axes[j];
  }
  return text;
}

static void depends(const Derivation *d, Symbolic *sym, const char *name,
                    const char *on, const char *derivative, int i, int j)
{
  sym_depends(sym, with_axes(d, name, i, j), with_axes(d, on, i, j),
              with_axes(d, derivative, i, j));
}

static void let_stiffness(Symbolic *sym, const Derivation *d)
{
  const Contact *c = d->contact;
  sym_number(sym, "kx", 1);
  sym_number(sym, "ky", 1);
  if (!c->levels || !d->is_matched) sym_number(sym, "kz", reduced_stiffness(c));
  sym_number(sym, "mx", 1);
  sym_number(sym, "my", 1);
  if (!c->levels) sym_number(sym, "mz", c->u / (c->r * c->r));
  if (c->step == STEP_EULER) sym_number(sym, "ahead", 0);
}

/* Declares the derivatives of the symbols above. */
static void let_dependences(Symbolic *sym, const Derivation *d)
{
  for (int j = 0; j < 3; j++) {
    depends(d, sym, "v2", "v!", "2*v!", 0, j);
    depends(d, sym, "s", "v!", "u!", 0, j);
    depends(d, sym, "size", "v!", "size_v!", 0, j);
    depends(d, sym, "n", "z!", "d!", 0, j);
    depends(d, sym, "n", "v!",
            d->is_matched ? "ahead*k!*d!"
                          : "ahead*(dx*bx_v! + dy*by_v! + dz*bz_v!)",
            0, j);
    for (int i = 0; i < 3; i++) {
      depends(d, sym, "b?", "v!", "b?_v!", i, j);
      depends(d, sym, "e?", "z!", i == j ? "(1 - e?*e!)/m" : "-e?*e!/m", i, j);
      depends(d, sym, "e?", "v!",
              "ahead*(b?_v! - e?*(ex*bx_v! + ey*by_v! + ez*bz_v!))/m", i, j);
    }
  }
}

typedef enum Branch { BRANCH_TRANSITION, BRANCH_PLASTIC } Branch;

static void let_most(Symbolic *sym, const Derivation *d)
{
  sym_let(sym, "most",
          d->is_elastoplastic ? "(s + (ex*bx + ey*by + ez*bz)/size)/(2*zmax)"
                              : "s/zmax");
}

/* Names abar, and a, the rate at which the bristles relax, beta*sigma0*s/g.
 * Both are 0 while the bristles are elastic. */
static void let_yield(Symbolic *sym, const Derivation *d, Branch branch)
{
  if (branch == BRANCH_PLASTIC)
    sym_number(sym, "abar", 1);
  else
    sym_let(sym, "abar",
            lugre_transition(d->run, &d->contact->lugre, "n/(size*zmax)"));
  let_most(sym, d);
  sym_let(sym, "a", "abar*most");
}

/* Adds a scalar and its derivatives by z and by v to the outputs. */
static void diff_scalar(const Derivation *d, Symbolic *sym, const char *of,
                        const char **outputs, size_t *count)
{
  outputs[(*count)++] = of;
  for (int i = 0; i < 6; i++) {
    const char *by = with_axes(d, i < 3 ? "z?" : "v?", i % 3, 0);
    outputs[*count] = run_printf(d->run, "%s_%s", of, by);
    sym_diff(sym, outputs[(*count)++], of, by);
  }
}

static Block slope_block(const Derivation *d, Branch branch)
{
  const char *outputs[14];
  size_t count = 0;
  Symbolic *sym = friction_symbols(&d->contact->friction);
  lugre_let(sym, &d->contact->lugre, d->stribeck);
  let_stiffness(sym, d);
  let_dependences(sym, d);
  let_yield(sym, d, branch);
  diff_scalar(d, sym, "abar", outputs, &count);
  diff_scalar(d, sym, "a", outputs, &count);
  return sym_block(sym, outputs, count, "t");
}

/* Returns a for abar = 1, and its slopes. */
static Block angle_block(const Derivation *d)
{
  const char *outputs[7];
  size_t count = 0;
  Symbolic *sym = friction_symbols(&d->contact->friction);
  lugre_let(sym, &d->contact->lugre, d->stribeck);
  let_dependences(sym, d);
  let_most(sym, d);
  diff_scalar(d, sym, "most", outputs, &count);
  return sym_block(sym, outputs, count, "t");
}

/* Adds the derivatives of a vector's components: "rx_zy" and so on. */
static void diff_vector(const Derivation *d, Symbolic *sym, const char *of,
                        const char *by, const char **outputs, size_t *count)
{
  for (int i = 0; i < 9; i++) {
    const char *component = run_printf(d->run, "%s%c", of, axes[i / 3]);
    const char *variable = run_printf(d->run, "%s%c", by, axes[i % 3]);
    outputs[*count] = run_printf(d->run, "%s_%s", component, variable);
    sym_diff(sym, outputs[(*count)++], component, variable);
  }
}

/* Returns symbols for abar, a, b and the damping, with their slopes. */
static Symbolic *slope_symbols(const Derivation *d)
{
  const Lugre *f = &d->contact->lugre;
  Symbolic *sym = friction_symbols(&d->contact->friction);
  lugre_numbers(sym, f);
  let_stiffness(sym, d);
  if (!d->is_elastoplastic) sym_number(sym, "abar", 1);
  for (int j = 0; j < 3; j++) {
    depends(d, sym, "a", "z!", "a_z!", 0, j);
    depends(d, sym, "a", "v!", "a_v!", 0, j);
    depends(d, sym, "abar", "z!", "abar_z!", 0, j);
    depends(d, sym, "abar", "v!", "abar_v!", 0, j);
    for (int i = 0; i < 3; i++) depends(d, sym, "b?", "v!", "b?_v!", i, j);
    if (f->v_d > 0) depends(d, sym, "damping", "v!", "damping_v!", 0, j);
  }
  if (f->v_d == 0) {
    sym_let(sym, "damping", lugre_damping(f));
  }
  return sym;
}

/* Names the rate of each axis, PL (31), (32), with its factor phi. */
static void let_rate(Symbolic *sym, const Derivation *d)
{
  for (int i = 0; i < 3; i++)
    sym_let(sym, with_axes(d, "r?", i, 0),
            with_axes(d,
                      d->is_matched ? "k?*((1 - abar)*v? + abar*b? - a*z?)*phi?"
                                    : "(b? - a*z?)*phi?",
                      i, 0));
}

/* Names the force of each axis per load, PL (26), if the rate is the mean over
 * a step of length `lever`. */
static void let_force(Symbolic *sym, const Derivation *d, const char *lever)
{
  for (int i = 0; i < 3; i++)
    sym_let(sym, with_axes(d, "f?", i, 0),
            with_axes(d,
                      run_printf(d->run,
                                 "-(sigma0*(z? + (%s + damping)*r?) + "
                                 "sigma2*m?*v?)",
                                 lever),
                      i, 0));
}

static Block rate_block(const Derivation *d)
{
  const char *outputs[36];
  size_t count = 0;
  Symbolic *sym = slope_symbols(d);
  for (int i = 0; i < 3; i++) sym_number(sym, with_axes(d, "phi?", i, 0), 1);
  let_rate(sym, d);
  let_force(sym, d, "0");
  diff_vector(d, sym, "r", "z", outputs, &count);
  diff_vector(d, sym, "r", "v", outputs, &count);
  diff_vector(d, sym, "f", "z", outputs, &count);
  diff_vector(d, sym, "f", "v", outputs, &count);
  return sym_block(sym, outputs, count, "t");
}

/* Names the factors phi(k*a*dt) of the mean rate for each axis, which are 1 for
 * Euler. The rate of an implicit step has its slopes as symbols. */
static void let_mean_rate(Symbolic *sym, const Derivation *d, Step step)
{
  if (step == STEP_IMPLICIT) {
    for (int i = 0; i < 9; i++)
      depends(d, sym, "r?", "v!", "r?_v!", i / 3, i % 3);
    return;
  }
  if (step == STEP_EULER) {
    for (int i = 0; i < 3; i++) sym_number(sym, with_axes(d, "phi?", i, 0), 1);
  } else {
    sym_let(sym, "phix", "phi");
    sym_let(sym, "phiy", "phi");
    if (!d->is_matched) sym_let(sym, "phiz", "phi");
    for (int j = 0; j < 3; j++) {
      depends(d, sym, "phi", "v!", "phi1*dt*a_v!", 0, j);
      depends(d, sym, "phiz", "v!", "phiz1*kz*dt*a_v!", 0, j);
    }
  }
  let_rate(sym, d);
}

static Block step_block(const Derivation *d, Step step)
{
  const char *outputs[9];
  size_t count = 0;
  Symbolic *sym = slope_symbols(d);
  let_mean_rate(sym, d, step);
  let_force(sym, d, "dt");
  diff_vector(d, sym, "f", "v", outputs, &count);
  return sym_block(sym, outputs, count, "t");
}

/* Returns the mean rate of a step of backward Euler and its slopes by the
 * velocity for a fixed abar, the abar of the end, and by that abar. */
static Block backward_block(const Derivation *d)
{
  const char *outputs[15] = {"rx", "ry", "rz"};
  size_t count = 3;
  Symbolic *sym = friction_symbols(&d->contact->friction);
  let_stiffness(sym, d);
  if (!d->is_elastoplastic) sym_number(sym, "abar", 1);
  for (int j = 0; j < 3; j++) {
    depends(d, sym, "most", "v!", "most_v!", 0, j);
    for (int i = 0; i < 3; i++) depends(d, sym, "b?", "v!", "b?_v!", i, j);
  }
  for (int i = 0; i < 3; i++)
    sym_let(
        sym, with_axes(d, "r?", i, 0),
        with_axes(d,
                  d->is_matched ? "k?*((1 - abar)*v? + abar*b? - abar*most*z?)"
                                  "/(1 + dt*k?*abar*most)"
                                : "(b? - abar*most*z?)/(1 + dt*abar*most)",
                  i, 0));
  diff_vector(d, sym, "r", "v", outputs, &count);
  for (int i = 0; i < 3 && d->is_elastoplastic; i++) {
    outputs[count] = with_axes(d, "r?_abar", i, 0);
    sym_diff(sym, outputs[count++], with_axes(d, "r?", i, 0), "abar");
  }
  return sym_block(sym, outputs, count, "t");
}

static Block fading_block(const Derivation *d)
{
  const char *outputs[4] = {"damping"};
  Symbolic *sym = friction_symbols(&d->contact->friction);
  lugre_let(sym, &d->contact->lugre, d->stribeck);
  let_dependences(sym, d);
  for (int i = 0; i < 3; i++) {
    outputs[i + 1] = with_axes(d, "damping_v?", i, 0);
    sym_diff(sym, outputs[i + 1], "damping", with_axes(d, "v?", i, 0));
  }
  return sym_block(sym, outputs, 4, "t");
}

/* Adds the weights of the nodes, or the coefficients of a spline, along an axis
 * at t, and their slopes by t; for a spline the second derivatives, too. */
static void add_weights(const Derivation *d, Equations *equations)
{
  static const char *const of[][4] = {
      [SURFACE_BILINEAR] = {"1 - t", "t"},
      [SURFACE_CUBIC] = {"-t*(1 - t)^2/2", "1 - t^2*(5 - 3*t)/2",
                         "t*(1 + t*(4 - 3*t))/2", "-t^2*(1 - t)/2"},
      [SURFACE_POTENTIAL] = {"(1 - t)^3/6", "2/3 + t^2*(t/2 - 1)",
                             "2/3 + (1 - t)^2*((1 - t)/2 - 1)", "t^3/6"}};
  const SurfaceInterp interp = contact_interp(d->contact);
  const size_t taps = interp == SURFACE_BILINEAR ? 2 : 4;
  const char *names[4], *slopes[4], *bends[4];
  Symbolic *sym = friction_symbols(&d->contact->friction);
  for (size_t i = 0; i < taps; i++) {
    names[i] = run_printf(d->run, "weight%zu", i);
    slopes[i] = run_printf(d->run, "slope%zu", i);
    bends[i] = run_printf(d->run, "bend%zu", i);
    sym_let(sym, names[i], of[interp][i]);
    sym_diff(sym, slopes[i], names[i], "t");
    sym_diff(sym, bends[i], slopes[i], "t");
  }
  equations_add(equations, "weights", sym_block(sym, names, taps, "q"));
  equations_add(equations, "weight slopes", sym_block(sym, slopes, taps, "q"));
  if (interp == SURFACE_POTENTIAL)
    equations_add(equations, "weight bends", sym_block(sym, bends, taps, "q"));
}

Equations *reduced_derive(const Contact *c)
{
  const Derivation d = {c, c->model.run, lugre_traced(c->model.spec, &c->lugre),
                        c->torsion == TORSION_MATCHED, c->lugre.s_ba > 0};
  Equations *equations = equations_new(d.run);
  contact_name_constants(c, equations);
  equations_add(equations, "zmax",
                lugre_block(&c->friction, d.stribeck, "zmax"));
  equations_add(equations, "damping",
                lugre_block(&c->friction, d.stribeck, "damping"));
  if (c->lugre.v_d > 0)
    equations_add(equations, "fading slopes", fading_block(&d));
  if (d.is_elastoplastic)
    equations_add(equations, "transition slopes",
                  slope_block(&d, BRANCH_TRANSITION));
  equations_add(equations, "plastic slopes", slope_block(&d, BRANCH_PLASTIC));
  if (c->step == STEP_IMPLICIT || c->couple > 0)
    equations_add(equations, "angle slopes", angle_block(&d));
  equations_add(equations, "rate_jac", rate_block(&d));
  equations_add(equations, "step_jac", step_block(&d, c->step));
  if (c->couple > 0) {
    equations_add(equations, "backward slopes", backward_block(&d));
    equations_add(equations, "arrival slopes", step_block(&d, STEP_IMPLICIT));
  }
  if (c->form == CONTACT_REDUCED) add_weights(&d, equations);
  return equations;
}
