/* laws.c: the friction of a mechanism's contact point and its derivatives, by
 * algebra. In: a Mechanism. Out: blocks of code.
 *
 * Free symbols: slip w0.., its size s and v2 = s^2, its direction e0.., and
 * the symbols of the law's `let`.
 * Invariant: directions and sizes are symbols: nothing divides by a slip. */
#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/mechanism/equations.h"

Block mechanism_reach(const Mechanism *s)
{
  static const char *const names[] = {"*reach", "*slope"};
  Symbolic *sym = friction_symbols(&s->friction);
  s->friction.law->let(sym, &s->friction, 0, false);
  sym_depends(sym, "v2", "s", "2*s");
  sym_let(sym, "*reach", "zmax");
  sym_diff(sym, "*slope", "zmax", "s");
  return sym_block(sym, names, 2, "c");
}

/* Declares the derivatives of s, v2 and the direction by the slip. */
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
  const Friction *f = &s->friction;
  Run *run = s->model.run;
  const char **names = run_alloc(run, 64 * sizeof *names);
  size_t count = 0;
  Symbolic *sym = friction_symbols(f);
  let_slip(sym, s);
  f->law->let(sym, f, s->d, has_slopes);
  for (int k = 0; k < s->d && !f->is_force && !has_slopes; k++)
    names[count++] = run_printf(run, "phi[%d]", k);
  for (int k = 0; k < s->nz && !has_slopes && f->s_ba == 0; k++)
    names[count++] = run_printf(run, "dz[%d]", k);
  if (has_slopes && !f->is_force) diff_law(sym, s, "phi", "w", names, &count);
  if (has_slopes && s->nz > 0 && !f->is_force)
    diff_law(sym, s, "phi", "z", names, &count);
  if (has_slopes && s->nz > 0) {
    diff_law(sym, s, "dz", "w", names, &count);
    diff_law(sym, s, "dz", "z", names, &count);
  }
  for (int k = 0; k < s->nz && has_slopes && f->has_load; k++) {
    const char *name = run_printf(run, "dz_fc[%d]", k);
    sym_diff(sym, name, run_printf(run, "dz[%d]", k), "fc");
    names[count++] = name;
  }
  return sym_block(sym, names, count, "c");
}
