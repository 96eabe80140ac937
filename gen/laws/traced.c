/* contact_laws.c: the laws of friction of a contact as code. In: a Contact.
 * Out: g/sigma0 or sigma1/sigma0 of the slip speed.
 *
 * Free symbols: those of lugre_let. Invariant: a law of the user's own is
 * traced once per derivation. */
#include "algebra/algebra.h"
#include "language/language.h"
#include "kinds/contact/contact.h"

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

Block contact_law_block(const Contact *c, const Expr *stribeck,
                        const char *name)
{
  Symbolic *sym = contact_symbols(c);
  lugre_let(sym, &c->friction, stribeck);
  return sym_block(sym, &name, 1, "t");
}
