/* laws.c: finds the law that a spec names. In: the value of the key `friction`.
 * Out: a Friction, or an error that lists the laws of the kind.
 *
 * Invariant: the law itself has read the parameters of a Friction. */
#include "laws/laws.h"

#include <string.h>

#include "laws/inside.h"

#define DECLARE(name) extern const Law law_##name;
#define ADDRESS(name) &law_##name,
LAWS(DECLARE)
const Law *const friction_laws[] = {LAWS(ADDRESS) NULL};

static bool is_for(const Law *law, const char *kind)
{
  for (const char *const *k = law->kinds; *k; k++)
    if (strcmp(*k, kind) == 0) return true;
  return false;
}

/* Returns "coulomb { ... }, dahl { ... } or lugre { ... }". */
static const char *choices(Run *run, const char *kind)
{
  Text text = text_new(run);
  size_t left = 0;
  for (size_t i = 0; friction_laws[i]; i++)
    left += is_for(friction_laws[i], kind);
  for (size_t i = 0; friction_laws[i]; i++) {
    if (!is_for(friction_laws[i], kind)) continue;
    left--;
    text_add(&text, "%s { ... }%s", friction_laws[i]->word,
             left > 1   ? ", "
             : left > 0 ? " or "
                        : "");
  }
  return text.chars;
}

void friction_read(Spec *spec, const Value *value, const char *kind,
                   bool is_float, Friction *f)
{
  Run *run = spec->run;
  for (size_t i = 0; friction_laws[i]; i++) {
    const Law *law = friction_laws[i];
    if (!is_for(law, kind) || !value_is(value, law->word)) continue;
    void *parameters = run_alloc(run, law->size);
    spec_read(run, value, law->word, law->fields, law->nfields, parameters);
    *f = (Friction){.law = law,
                    .parameters = parameters,
                    .spec = spec,
                    .where = spec->root.where};
    law->read(f, value, parameters, is_float);
    return;
  }
  run_fail(run, value->where, "friction must be %s, got %s", choices(run, kind),
           value_describe(run, value));
}

Symbolic *friction_symbols(const Friction *f)
{
  return sym_new(f->spec->run, f->where);
}
