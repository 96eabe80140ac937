/* reference.c: the law of the reference. In: a Friction. Out: a RefLaw with the
 * same parameters, by their names.
 *
 * Invariant: this is the only file of the room that sees the reference. */
#include "reference/laws/laws.h"

#include <string.h>

#include "laws/inside.h"
#include "laws/laws.h"

#define MAKE(name) {#name, ref_law_##name},
static const struct {
  const char *word;
  void (*make)(const RefGiven *given, RefLaw *law);
} references[] = {LAWS(MAKE)};

static const Field *field_of(const Friction *f, const char *name)
{
  for (size_t i = 0; i < f->law->nfields; i++)
    if (strcmp(f->law->fields[i].name, name) == 0) return &f->law->fields[i];
  run_fail(f->spec->run, f->where,
           "internal: the reference of %s asks for an unknown key %s",
           f->law->word, name);
}

static double number(const void *context, const char *name)
{
  const Friction *f = context;
  double value;
  memcpy(&value, (const char *)f->parameters + field_of(f, name)->offset,
         sizeof value);
  return value;
}

/* A user's function of one number. */
typedef struct Closure {
  Spec *spec;
  const Value *function;
} Closure;

static double call(void *context, double x)
{
  const Closure *closure = context;
  double result;
  spec_call(closure->spec, closure->function, &x, 1, &result, 1);
  return result;
}

static RefFunction *function(const void *context, const char *name,
                             void **closure)
{
  const Friction *f = context;
  Closure own = {.spec = f->spec};
  memcpy(&own.function, (const char *)f->parameters + field_of(f, name)->offset,
         sizeof own.function);
  if (!own.function) return NULL;
  Closure *kept = run_alloc(f->spec->run, sizeof *kept);
  *kept = own;
  *closure = kept;
  return call;
}

const RefLaw *friction_reference(const Friction *f)
{
  if (!f->law) return NULL;
  const RefGiven given = {f, number, function};
  RefLaw *law = run_alloc(f->spec->run, sizeof *law);
  for (size_t i = 0; i < COUNT(references); i++)
    if (strcmp(references[i].word, f->law->word) == 0)
      references[i].make(&given, law);
  return law;
}
