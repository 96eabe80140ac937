/* slider_equations.c: friction at a given slip speed, PS (29)-(31), and its
 * derivatives. In: a Slider. Out: Equations.
 *
 * Free symbols: x, y, w, the velocities without friction times e_t, e_o, e_r;
 * grip = mu*g*dt; at, ao, ar, what friction takes off them in a step; sigma,
 * the slip speed; k = mu*e_t*e_o*height times the spin without friction; d =
 * 1/(sigma + ar). The unknowns a, b, c are p_t/(mu*p_n*e_t) and so on, so that
 * (32) reads a^2 + b^2 + c^2 = 1. Invariant: divisors are symbols. */
#include "slider.h"

static void let_numbers(Symbolic *sym, const Slider *s)
{
  sym_number(sym, "et", s->e[0]);
  sym_number(sym, "eo", s->e[1]);
  sym_number(sym, "er", s->e[2]);
  sym_number(sym, "per_inertia", s->mass / s->inertia);
  sym_number(sym, "k_spin", s->mu * s->e[0] * s->e[1] * s->height);
}

/* (31), (29) and (30) solved for c, a and b. kappa = k*sigma*d is what couples
 * (29) and (30), g = 1/((sigma + at)*(sigma + ao) + kappa^2); without height
 * there is none, and it = 1/(sigma + at), io = 1/(sigma + ao) do. */
static void let_friction(Symbolic *sym, const Slider *s)
{
  sym_depends(sym, "d", "sigma", "-d*d");
  sym_let(sym, "c", "-w*d");
  if (s->height > 0) {
    sym_depends(sym, "kappa", "sigma", "k*ar*d*d");
    sym_let(sym, "det", "(sigma + at)*(sigma + ao) + kappa*kappa");
    sym_diff(sym, "det_sigma", "det", "sigma");
    sym_depends(sym, "g", "sigma", "-g*g*det_sigma");
    sym_let(sym, "a", "(kappa*y - x*(sigma + ao))*g");
    sym_let(sym, "b", "-(kappa*x + y*(sigma + at))*g");
  } else {
    sym_depends(sym, "it", "sigma", "-it*it");
    sym_depends(sym, "io", "sigma", "-io*io");
    sym_let(sym, "a", "-x*it");
    sym_let(sym, "b", "-y*io");
  }
}

/* a, b, c and their slopes by the slip speed. */
static Block friction_block(const Slider *s, Symbolic *sym)
{
  static const char *const outputs[] = {"a", "b", "c", "a1", "b1", "c1"};
  let_friction(sym, s);
  sym_diff(sym, "a1", "a", "sigma");
  sym_diff(sym, "b1", "b", "sigma");
  sym_diff(sym, "c1", "c", "sigma");
  return sym_block(sym, outputs, 6, "t");
}

/* Newton's step for 1/|(a, b, c)| = 1 as top/bottom, without another division:
 * |(a, b, c)|^2 = over/under, its root by Pade's (1 + 3 x)/(3 + x). Symbols dt,
 * dd, dr are sigma + at and so on; ks = k*sigma; x2, y2, w2 are squares, s2 =
 * x^2 + y^2. */
static Block rough_block(const Slider *s, Symbolic *sym)
{
  static const char *const outputs[] = {"top", "bottom"};
  const bool is_round = s->e[0] == s->e[1], is_tall = s->height > 0;
  sym_depends(sym, "dt", "sigma", "1");
  sym_depends(sym, "dd", "sigma", "1");
  sym_depends(sym, "dr", "sigma", "1");
  sym_depends(sym, "ks", "sigma", "k");
  if (is_tall && is_round) {
    sym_let(sym, "q", "dt*dt*dr*dr + ks*ks");
    sym_let(sym, "over", "s2*dr*dr*dr*dr + w2*q");
    sym_let(sym, "under", "dr*dr*q");
  } else if (is_tall) {
    sym_let(sym, "q", "dt*dd*dr*dr + ks*ks");
    sym_let(sym, "f", "x*dd*dr - y*ks");
    sym_let(sym, "h", "y*dt*dr + x*ks");
    sym_let(sym, "over", "(f*f + h*h)*dr*dr*dr*dr + w2*q*q");
    sym_let(sym, "under", "dr*dr*q*q");
  } else if (is_round) {
    sym_let(sym, "over", "s2*dr*dr + w2*dt*dt");
    sym_let(sym, "under", "dt*dt*dr*dr");
  } else {
    sym_let(sym, "over", "x2*dd*dd*dr*dr + y2*dt*dt*dr*dr + w2*dt*dt*dd*dd");
    sym_let(sym, "under", "dt*dt*dd*dd*dr*dr");
  }
  sym_diff(sym, "over1", "over", "sigma");
  sym_diff(sym, "under1", "under", "sigma");
  sym_let(sym, "top", "(over - under)*(over + 3*under)*over");
  sym_let(sym, "bottom", "2*(over + under)*(under1*over - over1*under)");
  return sym_block(sym, outputs, 2, "t");
}

/* What depends on the velocity without friction (vx, vy, spin), the slip speed
 * held. */
static void let_dependences(Symbolic *sym, const Slider *s)
{
  sym_depends(sym, "x", "vx", "et");
  sym_depends(sym, "y", "vy", "eo");
  sym_depends(sym, "w", "spin", "er");
  if (!(s->height > 0)) return;
  sym_depends(sym, "k", "spin", "k_spin");
  sym_depends(sym, "kappa", "spin", "k_spin*sigma*d");
  sym_diff(sym, "det_spin", "det", "spin");
  sym_depends(sym, "g", "spin", "-g*g*det_spin");
}

/* The new velocity by that without friction: (32) says how the slip speed goes
 * with it, by the implicit function theorem. */
static Block jacobian_block(const Slider *s, Symbolic *sym)
{
  static const char *const by[] = {"vx", "vy", "spin"};
  static const char *const outputs[] = {"j0", "j1", "j2", "j3", "j4",
                                        "j5", "j6", "j7", "j8"};
  Run *run = s->model.run;
  let_friction(sym, s);
  let_dependences(sym, s);
  sym_let(sym, "excess", "a*a + b*b + c*c");
  sym_diff(sym, "excess_sigma", "excess", "sigma");
  sym_let(sym, "new0", "vx + grip*et*a");
  sym_let(sym, "new1", "vy + grip*eo*b");
  sym_let(sym, "new2", "spin + grip*er*per_inertia*c");
  for (int j = 0; j < 3; j++) {
    const char *direct = run_printf(run, "excess_%s", by[j]);
    const char *sigma = run_printf(run, "sigma_%s", by[j]);
    sym_diff(sym, direct, "excess", by[j]);
    sym_let(sym, sigma, run_printf(run, "-%s/excess_sigma", direct));
    for (int i = 0; i < 3; i++) {
      const char *new = run_printf(run, "new%d", i);
      sym_diff(sym, "held", new, by[j]);
      sym_diff(sym, "moved", new, "sigma");
      sym_let(sym, outputs[3 * i + j],
              run_printf(run, "held + moved*%s", sigma));
    }
  }
  return sym_block(sym, outputs, 9, "t");
}

Equations *slider_derive(const Model *model)
{
  const Slider *s = (const Slider *)model;
  const Where where = model->spec->root.where;
  Equations *equations = equations_new(model->run);
  Symbolic *sym = sym_new(model->run, where);
  equations_add(equations, "friction", friction_block(s, sym));
  sym = sym_new(model->run, where);
  equations_add(equations, "rough", rough_block(s, sym));
  sym = sym_new(model->run, where);
  let_numbers(sym, s);
  equations_add(equations, "jacobian", jacobian_block(s, sym));
  return equations;
}
