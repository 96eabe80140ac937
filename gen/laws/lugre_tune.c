/* lugre_tune.c: the law lugre with numbers that change at run time. In: a Lugre
 * with its Tuning, or without one. Out: its numbers and texts for equations,
 * and the constants that a tuning computes once.
 *
 * Invariant: without a tuning every number of the law is a number in the
 * equations, and the texts are those of the law's formulas. */
#include "laws/laws.h"

static bool is_tuned(const Lugre *f, const char *name)
{
  return tuning_has(f->tuning, name);
}

bool lugre_has_stribeck(const Lugre *f)
{
  if (f->stribeck) return false;
  return f->mu_s != f->mu_c || is_tuned(f, "mu_s") ||
         (is_tuned(f, "mu_c") && f->has_mu_s);
}

bool lugre_is_viscous(const Lugre *f)
{
  return f->sigma2 > 0 || is_tuned(f, "sigma2");
}

void lugre_numbers(Symbolic *sym, const Lugre *f)
{
  const struct {
    const char *name;
    double value;
  } all[] = {
      {"sigma0", f->sigma0}, {"sigma1", f->sigma1}, {"sigma2", f->sigma2},
      {"mu_c", f->mu_c},     {"mu_s", f->mu_s},     {"v_s", f->v_s},
      {"gamma", f->gamma},   {"s_ba", f->s_ba},     {"v_d", f->v_d}};
  for (size_t i = 0; i < COUNT(all); i++)
    if (!is_tuned(f, all[i].name)) sym_number(sym, all[i].name, all[i].value);
}

/* Returns true if sigma1/sigma0 is a constant of the tuning: 0 is none. */
static bool has_tuned_damping(const Lugre *f)
{
  return is_tuned(f, "sigma1") || (is_tuned(f, "sigma0") && f->sigma1 > 0);
}

const char *lugre_damping(const Lugre *f)
{
  return has_tuned_damping(f) ? "damping0" : "sigma1/sigma0";
}

const char *lugre_transition(Run *run, const Lugre *f, const char *share)
{
  if (is_tuned(f, "s_ba"))
    return run_printf(run, "(1 + sin(pi/2*(t_scale*%s - t_shift)))/2", share);
  return run_printf(run, "(1 + sin(pi*(%s - (1 + s_ba)/2)/(1 - s_ba)))/2",
                    share);
}

void lugre_name_tuned(Equations *e, const Lugre *f)
{
  const bool has_stribeck = lugre_has_stribeck(f);
  equations_tuned_formula(e, "damping0", "sigma1/sigma0", "s, (4)");
  if (f->v_d > 0) equations_tuned_formula(e, "fade", "1/v_d^2", "s^2/m^2, (4)");
  if (f->stribeck) {
    equations_tuned_formula(e, "per_sigma0", "1/sigma0", "m, (3)");
    return;
  }
  equations_tuned_formula(e, "zmax0", "mu_c/sigma0", "m, (3)");
  if (has_stribeck) {
    equations_tuned_formula(e, "zmax_rise", "(mu_s - mu_c)/sigma0",
                            "m, (2), (3)");
    if (f->gamma == 2)
      equations_tuned_formula(e, "falloff", "1/v_s^2", "s^2/m^2, (2)");
    else
      equations_tuned_formula(e, "per_v_s", "1/v_s", "s/m, (2)");
  }
}

/* Returns what g falls off with, 1 at rest, as a text. */
static const char *shape_of(const Lugre *f)
{
  const bool is_named = is_tuned(f, "v_s");
  if (f->gamma == 2) /* no root, no pow */
    return is_named ? "exp(-v2*falloff)" : "exp(-v2/v_s^2)";
  return is_named ? "exp(-(s*per_v_s)^gamma)" : "exp(-(s/v_s)^gamma)";
}

static void let_zmax(Symbolic *sym, const Lugre *f, const Expr *stribeck)
{
  const bool is_level_tuned =
      is_tuned(f, "sigma0") || is_tuned(f, "mu_c") || is_tuned(f, "mu_s");
  if (!is_tuned(f, "sigma0") && !is_tuned(f, "mu_c"))
    sym_number(sym, "zmax0", f->mu_c / f->sigma0);
  if (f->has_area || f->has_regions)
    sym_let(sym, "zmax", "reach*g/sigma0");
  else if (!is_level_tuned)
    sym_let(sym, "zmax", "g/sigma0");
  else if (stribeck)
    sym_let(sym, "zmax", is_tuned(f, "sigma0") ? "g*per_sigma0" : "g/sigma0");
  else if (lugre_has_stribeck(f))
    sym_let(sym, "zmax", "zmax0 + zmax_rise*shape");
  else
    sym_let(sym, "zmax", "zmax0");
}

void lugre_let(Symbolic *sym, const Lugre *f, const Expr *stribeck)
{
  const bool has_stribeck = lugre_has_stribeck(f);
  const bool has_damping0 = has_tuned_damping(f);
  lugre_numbers(sym, f);
  if (has_stribeck) sym_let(sym, "shape", shape_of(f));
  if (stribeck)
    sym_let_expr(sym, "g", stribeck);
  else
    sym_let(sym, "g", has_stribeck ? "mu_c + (mu_s - mu_c)*shape" : "mu_c");
  let_zmax(sym, f, stribeck);
  if (f->v_d > 0) {
    sym_let(sym, "fading",
            is_tuned(f, "v_d") ? "exp(-v2*fade)" : "exp(-v2/v_d^2)");
    sym_let(sym, "damping",
            has_damping0 ? "damping0*fading" : "sigma1*fading/sigma0");
  } else {
    sym_let(sym, "damping", lugre_damping(f));
  }
}
