/* contact_laws.c: the laws of friction of a contact as expressions. In: a
 * Contact. Out: g/sigma0 and sigma1/sigma0 of the slip speed.
 *
 * Free symbols: s, the slip speed, and v2 = s^2. Invariant: a law of the user's
 * own is traced once per derivation. */
#include "contact.h"

Symbolic *contact_symbols(const Contact *c)
{
  const Value *stribeck = c->friction.stribeck;
  return sym_new(c->model.run,
                 stribeck ? stribeck->where : c->model.spec->root.where);
}

const Expr *contact_traced_law(const Contact *c)
{
  const Value *stribeck = c->friction.stribeck;
  return stribeck ? trace_law(c->model.spec, stribeck, "s", 1e-9, 1e3) : NULL;
}

void contact_let_laws(Symbolic *sym, const Contact *c, const Expr *stribeck)
{
  const Friction *f = &c->friction;
  sym_number(sym, "sigma0", f->sigma0);
  sym_number(sym, "sigma1", f->sigma1);
  sym_number(sym, "sigma2", f->sigma2);
  sym_number(sym, "mu_c", f->mu_c);
  sym_number(sym, "mu_s", f->mu_s);
  sym_number(sym, "v_s", f->v_s);
  sym_number(sym, "gamma", f->gamma);
  sym_number(sym, "s_ba", f->s_ba);
  sym_number(sym, "v_d", f->v_d);
  if (stribeck)
    sym_let_expr(sym, "g", stribeck);
  else if (f->mu_s == f->mu_c)
    sym_let(sym, "g", "mu_c");
  else if (f->gamma == 2) /* no root, no pow */
    sym_let(sym, "g", "mu_c + (mu_s - mu_c)*exp(-v2/v_s^2)");
  else
    sym_let(sym, "g", "mu_c + (mu_s - mu_c)*exp(-(s/v_s)^gamma)");
  sym_let(sym, "zmax", "g/sigma0");
  sym_let(sym, "damping",
          f->v_d > 0 ? "sigma1*exp(-v2/v_d^2)/sigma0" : "sigma1/sigma0");
}

Block contact_law_block(const Contact *c, const Expr *stribeck,
                        const char *name)
{
  Symbolic *sym = contact_symbols(c);
  contact_let_laws(sym, c, stribeck);
  return sym_block(sym, &name, 1, "t");
}
