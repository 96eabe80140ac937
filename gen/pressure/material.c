/* material.c: patches whose size follows from the load and the materials. In:
 * `hertz { radius, modulus, ... }` or `soft_finger { c, exponent, ... }`. Out:
 * the radius of the patch at a normal force, and its stiffness.
 *
 * Invariant: the radius is positive and grows with the force, or is constant. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "pressure/pressure.h"
#include "pressure/inside.h"

/* ---- keys -------------------------------------------------------------- */

/* The keys of both words; a word fills those that it has. */
typedef struct MaterialKeys {
  double radius, modulus, poisson, c, exponent, k, at[2];
  const Value *other;
} MaterialKeys;

#define AT(member) offsetof(MaterialKeys, member)
#define FIELD_MODULUS(is_required, the_help)                            \
  {                                                                     \
    .name = "modulus", .type = FIELD_NUMBER, .offset = AT(modulus),     \
    .required = is_required, .range = RANGE_POSITIVE, .low = 1,         \
    .high = 1e14, .unit = "Pa", .help = the_help                        \
  }
#define FIELD_POISSON                                                  \
  {                                                                    \
    .name = "poisson", .type = FIELD_NUMBER, .offset = AT(poisson),    \
    .range = RANGE_WITHIN, .low = 0, .high = 0.5, .fallback = 0.3,     \
    .help = "Poisson's ratio; 0.5 for rubber"                          \
  }
#define FIELD_OTHER                                                    \
  {                                                                    \
    .name = "other", .type = FIELD_VALUE, .offset = AT(other),         \
    .help = "{ modulus = ..., poisson = ... } of the counter-body; "   \
            "rigid by default"                                         \
  }
#define FIELD_CENTRE                                                   \
  {                                                                    \
    .name = "at", .type = FIELD_NUMBERS, .offset = AT(at), .count = 2, \
    .unit = "m", .help = "centre, relative to the centre of the grid"  \
  }

static const Field hertz_fields[] = {
    {"radius", FIELD_NUMBER, AT(radius), .required = true,
     .range = RANGE_POSITIVE, .low = 1e-6, .high = 1e3, .unit = "m",
     .help = "radius of curvature; of two balls 1/(1/R1 + 1/R2)"},
    FIELD_MODULUS(true, "Young's modulus"), FIELD_POISSON, FIELD_OTHER,
    FIELD_CENTRE};

static const Field soft_finger_fields[] = {
    {"c", FIELD_NUMBER, AT(c), .required = true, .range = RANGE_POSITIVE,
     .low = 1e-9, .high = 10, .unit = "m/N^exponent",
     .help = "radius of the patch at 1 N: c*fn^exponent"},
    {"exponent", FIELD_NUMBER, AT(exponent), .range = RANGE_WITHIN, .low = 0,
     .high = 1, .fallback = 1.0 / 3,
     .help = "1/3 by default, which is Hertz'; 0: the size is constant"},
    {"k", FIELD_NUMBER, AT(k), .range = RANGE_WITHIN, .low = 0.1, .high = 1000,
     .fallback = 2, .help = "of the profile soft { k = ... }; 2 is hertz"},
    FIELD_MODULUS(false,
                  "Young's modulus, for the stiffness; none by default: the "
                  "law of friction gives it"),
    FIELD_POISSON, FIELD_OTHER, FIELD_CENTRE};

static const Field other_fields[] = {
    FIELD_MODULUS(true, "Young's modulus"), FIELD_POISSON};
#undef AT

const Word *material_words(size_t *count)
{
  static const Word words[] = {
      {"hertz",
       "the patch of a ball on a plate by Hertz; its size follows the normal "
       "force with fn_range, or is that at fn_nominal",
       hertz_fields, COUNT(hertz_fields)},
      {"soft_finger",
       "a round patch of the radius c*fn^exponent, with fn_range or at "
       "fn_nominal",
       soft_finger_fields, COUNT(soft_finger_fields)}};
  *count = COUNT(words);
  return words;
}

bool material_is(const Value *surface)
{
  return (value_is(surface, "hertz") && surface->nentries > 0) ||
         value_is(surface, "soft_finger");
}

/* ---- elasticity -------------------------------------------------------- */

/* An elastic body; a modulus of 0 stands for a rigid one. */
typedef struct Elastic {
  double modulus, poisson;
} Elastic;

static Elastic other_of(Run *run, const Value *value)
{
  MaterialKeys keys = {0};
  if (!value) return (Elastic){0, 0};
  spec_read(run, value, "other", other_fields, COUNT(other_fields), &keys);
  return (Elastic){keys.modulus, keys.poisson};
}

/* Returns a sum over the two bodies of `numerator`/modulus. */
static double compliance(const Elastic *a, double numerator_a, const Elastic *b,
                         double numerator_b)
{
  return numerator_a / a->modulus +
         (b->modulus > 0 ? numerator_b / b->modulus : 0);
}

/* Sets the moduli, K. L. Johnson, Contact Mechanics, chapters 4 and 7; the
 * shear modulus of a body is E/(2*(1 + nu)). */
static void set_moduli(Material *m, const Elastic *a, const Elastic *b)
{
  const double na = a->poisson, nb = b->poisson;
  if (!(a->modulus > 0)) return;
  m->normal = 1 / compliance(a, 1 - na * na, b, 1 - nb * nb);
  m->shear = 1 / compliance(a, 2 * (1 + na) * (2 - na), b,
                            2 * (1 + nb) * (2 - nb));
  m->torsion = 1 / compliance(a, 2 * (1 + na), b, 2 * (1 + nb));
}

Material material_read(Run *run, const Value *surface)
{
  MaterialKeys keys = {0};
  Material m = {.k = 2};
  const bool is_hertz = value_is(surface, "hertz");
  spec_read(run, surface, surface->word,
            is_hertz ? hertz_fields : soft_finger_fields,
            is_hertz ? COUNT(hertz_fields) : COUNT(soft_finger_fields), &keys);
  if (keys.modulus == 0 && keys.other)
    run_fail(run, keys.other->where,
             "other needs the modulus of the finger beside it");
  const Elastic own = {keys.modulus, keys.poisson};
  const Elastic other = other_of(run, keys.other);
  set_moduli(&m, &own, &other);
  memcpy(m.at, keys.at, sizeof m.at);
  m.c = keys.c;
  m.exponent = keys.exponent;
  if (is_hertz) {
    m.c = cbrt(3 * keys.radius / (4 * m.normal));
    m.exponent = 1.0 / 3;
  } else {
    m.k = keys.k;
  }
  return m;
}

double material_radius(const Material *m, double fn)
{
  return m->c * pow(fn, m->exponent);
}

double material_tangential(const Material *m, double fn)
{
  return 8 * m->shear * material_radius(m, fn);
}

double material_torsional(const Material *m, double fn)
{
  const double a = material_radius(m, fn);
  return 16 * m->torsion * a * a * a / 3;
}
