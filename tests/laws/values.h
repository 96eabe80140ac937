/* values.h: laws of friction for tests: a Friction read from a spec, the values
 * of its expressions, and the same law of the reference. */
#ifndef BRISTLE_TESTS_VALUES_H
#define BRISTLE_TESTS_VALUES_H

#include "laws/laws.h"
#include "reference/laws/laws.h"
#include "support/loading.h"

/* Axes of the contact point. */
enum { AXES = 3 };

/* Keys for lugre { sigma0 = .., mu_c = 0.6 <keys> }: g and the damping in every
 * form. */
enum { LUGRE_FORMS = 8 };
extern const char *const lugre_forms[LUGRE_FORMS];

typedef struct ReadLaw {
  Loaded loaded;
  const Friction *friction;
  const RefLaw *reference;
} ReadLaw;

/* Reads `friction = text` of a mechanism of that type of numbers, "double" or
 * "float"; an error fails the test. */
ReadLaw law_read(const char *text, const char *real);
void law_close(ReadLaw *law);

/* A law at one slip: phi, the rate of the bristles, and their derivatives by
 * the slip, by the bristles and by fc = mu*load; [k*AXES + l] is component k by
 * component l. Numbers that the law does not have are 0. */
typedef struct LawValues {
  double phi[AXES], dz[AXES];
  double phi_w[AXES * AXES], phi_z[AXES * AXES];
  double dz_w[AXES * AXES], dz_z[AXES * AXES], dz_fc[AXES];
} LawValues;

/* Evaluates the expressions that a mechanism emits, at bristles z and slip w
 * under a load. */
LawValues law_values(ReadLaw *law, const double z[AXES], const double w[AXES],
                     double load);
/* The same by the reference; derivatives are differences of fourth order. */
LawValues law_expected(const ReadLaw *law, const double z[AXES],
                       const double w[AXES], double load);
/* Fails unless both agree at random slips, with bristles of the size `share`
 * times that of sliding. */
void expect_law(const char *text, double share);

#endif
