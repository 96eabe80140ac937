/* mechanism_laws.c: the friction laws of a mechanism and their derivatives by
 * algebra. In: a Mechanism. Out: blocks.
 *
 * Free symbols: slip w0.., its size s and v2 = s^2, its direction e0..,
 * bristles z0.., fc (Dahl); where they are elasto-plastic, those of let_yield.
 * Invariant: directions and sizes are symbols: nothing divides by a slip. */
#include "base/base.h"
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/mechanism/equations.h"

static const Expr *traced_law(const Mechanism *s)
{
  const Value *stribeck = s->lugre.stribeck;
  return stribeck ? trace_law(s->model.spec, stribeck, "s", 1e-9, 1e3) : NULL;
}

static Symbolic *law_symbols(const Mechanism *s)
{
  const Value *stribeck = s->lugre.stribeck;
  return sym_new(s->model.run,
                 stribeck ? stribeck->where : s->model.spec->root.where);
}

Block mechanism_reach(const Mechanism *s)
{
  static const char *const names[] = {"*reach", "*slope"};
  Symbolic *sym = law_symbols(s);
  lugre_let(sym, &s->lugre, traced_law(s));
  sym_depends(sym, "v2", "s", "2*s");
  sym_let(sym, "*reach", "zmax");
  sym_diff(sym, "*slope", "zmax", "s");
  return sym_block(sym, names, 2, "c");
}

/* a = beta*sigma0*s/g: zmax is `reach` and reach_s its slope by s, p =
 * |z|/zmax, (b0..) the direction of z and i = 1/|z|, abar1 the slope of abar by
 * p. */
static void let_yield(Symbolic *sym, const Mechanism *s)
{
  Run *run = s->model.run;
  Text along = text_new(run);
  for (int l = 0; l < s->d; l++) {
    const char *w = run_printf(run, "w%d", l), *z = run_printf(run, "z%d", l);
    text_add(&along, "b%d*%s + ", l, w);
    sym_depends(sym, "reach", w, run_printf(run, "reach_s*e%d", l));
    sym_depends(sym, "abar", w,
                run_printf(run, "-abar1*p*reach_s*e%d/reach", l));
    sym_depends(sym, "abar", z, run_printf(run, "abar1*b%d/reach", l));
    for (int k = 0; k < s->d; k++)
      sym_depends(sym, run_printf(run, "b%d", k), z,
                  run_printf(run, "(%d - b%d*b%d)*i", k == l, k, l));
  }
  sym_let(sym, "a", run_printf(run, "abar*(%ss)/(2*reach)", along.chars));
}

/* The rates of elasto-plastic bristles are symbols r0.. but for slopes. */
static void let_lugre(Symbolic *sym, const Mechanism *s, bool has_slopes)
{
  Run *run = s->model.run;
  lugre_let(sym, &s->lugre, traced_law(s));
  if (s->lugre.s_ba > 0)
    let_yield(sym, s);
  else
    sym_let(sym, "a", "s/zmax");
  for (int k = 0; k < s->d; k++) {
    const char *dz = run_printf(run, "dz[%d]", k);
    const char *rate = run_printf(run, "r%d", k);
    if (s->lugre.s_ba == 0 || has_slopes)
      sym_let(sym, rate, run_printf(run, "w%d - a*z%d", k, k));
    sym_let(sym, dz, rate);
    sym_let(
        sym, run_printf(run, "phi[%d]", k),
        run_printf(run, "sigma0*(z%d + damping*%s) + sigma2*w%d", k, rate, k));
  }
}

/* h of axis k moves with `by`: y dh = bend h (dy - y i dw), so that nothing is
 * divided by y once it is multiplied by it. */
static void let_power(Symbolic *sym, Run *run, int k, const char *by,
                      bool is_own)
{
  const char *slope = run_printf(run, "y%d_%s", k, by);
  sym_diff(sym, slope, run_printf(run, "y%d", k), by);
  sym_depends(sym, run_printf(run, "h%d", k), by,
              run_printf(run, "bend%d*h%d*(%s - %d*y%d*i%d)/y%d", k, k, slope,
                         is_own, k, k, k));
}

/* (36): dz = sigma y h, y = w - s z/fc and h = |y/w|^(alpha - 1); i is 1/w and
 * bend is alpha - 1, both 0 where h is bounded. */
static void let_dahl(Symbolic *sym, const Mechanism *s)
{
  Run *run = s->model.run;
  const bool has_power = s->dahl.alpha != 1;
  sym_number(sym, "sigma", s->dahl.sigma);
  for (int k = 0; k < s->d; k++) {
    sym_let(sym, run_printf(run, "y%d", k),
            run_printf(run, "w%d - s*z%d/fc", k, k));
    for (int l = 0; l < s->d && has_power; l++) {
      let_power(sym, run, k, run_printf(run, "w%d", l), k == l);
      let_power(sym, run, k, run_printf(run, "z%d", l), false);
    }
    if (has_power) let_power(sym, run, k, "fc", false);
    sym_let(sym, run_printf(run, "dz[%d]", k),
            has_power ? run_printf(run, "sigma*y%d*h%d", k, k)
                      : run_printf(run, "sigma*y%d", k));
  }
}

static void let_coulomb(Symbolic *sym, const Mechanism *s)
{
  Run *run = s->model.run;
  sym_number(sym, "mu", s->coulomb.mu);
  for (int k = 0; k < s->d; k++)
    sym_let(sym, run_printf(run, "phi[%d]", k), run_printf(run, "mu*e%d", k));
}

/* s, v2 and the direction move with the slip. */
static void let_slip(Symbolic *sym, const Mechanism *s)
{
  Run *run = s->model.run;
  for (int l = 0; l < s->d; l++) {
    const char *w = run_printf(run, "w%d", l);
    sym_depends(sym, "s", w, run_printf(run, "e%d", l));
    sym_depends(sym, "v2", w, run_printf(run, "2*w%d", l));
    for (int k = 0; k < s->d; k++)
      sym_depends(sym, run_printf(run, "e%d", k), w,
                  run_printf(run, "(%d - e%d*e%d)/s", k == l, k, l));
  }
}

/* Adds the derivatives of `of`[k] by the vector `by`, as `of`_`by`[k*d + l]. */
static void diff_law(Symbolic *sym, const Mechanism *s, const char *of,
                     const char *by, const char **names, size_t *count)
{
  Run *run = s->model.run;
  for (int k = 0; k < s->d; k++)
    for (int l = 0; l < s->d; l++) {
      const char *name = run_printf(run, "%s_%s[%d]", of, by, k * s->d + l);
      sym_diff(sym, name, run_printf(run, "%s[%d]", of, k),
               run_printf(run, "%s%d", by, l));
      names[(*count)++] = name;
    }
}

Block mechanism_law(const Mechanism *s, bool has_slopes)
{
  Run *run = s->model.run;
  const char **names = run_alloc(run, 64 * sizeof *names);
  size_t count = 0;
  Symbolic *sym = law_symbols(s);
  let_slip(sym, s);
  if (s->law == LAW_COULOMB) let_coulomb(sym, s);
  if (s->law == LAW_DAHL) let_dahl(sym, s);
  if (s->law == LAW_LUGRE) let_lugre(sym, s, has_slopes);
  for (int k = 0; k < s->d && s->law != LAW_DAHL && !has_slopes; k++)
    names[count++] = run_printf(run, "phi[%d]", k);
  for (int k = 0; k < s->nz && !has_slopes && s->lugre.s_ba == 0; k++)
    names[count++] = run_printf(run, "dz[%d]", k);
  if (has_slopes && s->law != LAW_DAHL)
    diff_law(sym, s, "phi", "w", names, &count);
  if (has_slopes && s->law == LAW_LUGRE)
    diff_law(sym, s, "phi", "z", names, &count);
  if (has_slopes && s->nz > 0) {
    diff_law(sym, s, "dz", "w", names, &count);
    diff_law(sym, s, "dz", "z", names, &count);
  }
  for (int k = 0; k < s->nz && has_slopes && s->law == LAW_DAHL; k++) {
    const char *name = run_printf(run, "dz_fc[%d]", k);
    sym_diff(sym, name, run_printf(run, "dz[%d]", k), "fc");
    names[count++] = name;
  }
  return sym_block(sym, names, count, "c");
}
