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
                   bool is_float, const FrictionUse *use, Friction *f)
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
    law->read(f, value, parameters, is_float, use);
    return;
  }
  run_fail(run, value->where, "friction must be %s, got %s", choices(run, kind),
           value_describe(run, value));
}

static bool has_field(const Field *fields, size_t nfields, const char *name)
{
  for (size_t i = 0; i < nfields; i++)
    if (strcmp(fields[i].name, name) == 0) return true;
  return false;
}

void friction_refuse_keys_outside(Run *run, const Value *table,
                                  const Field *fields, size_t nfields)
{
  for (size_t i = 0; i < table->nentries; i++) {
    const Entry *entry = &table->entries[i];
    if (has_field(fields, nfields, entry->name)) continue;
    for (size_t k = 0; friction_laws[k]; k++) {
      const Law *law = friction_laws[k];
      if (!has_field(law->fields, law->nfields, entry->name)) continue;
      run_fail(run, entry->value.where,
               "%s is a key of the law: friction = %s { %s = ... }",
               entry->name, law->word, entry->name);
    }
  }
}

void friction_lint_coefficient(Report *report, const char *key, double mu)
{
  if (mu > 2)
    report_lint(report, LINT_WARNING, key,
                "a friction coefficient of %g is unusual; rubber on dry glass "
                "reaches 2%s",
                mu,
                mu > 10 ? "; for an angle of friction in degrees write "
                          "math.tan(math.rad(angle))"
                        : "");
}

Symbolic *friction_symbols(const Friction *f)
{
  return sym_new(f->spec->run, f->where);
}
