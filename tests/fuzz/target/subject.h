/* subject.h: solvers of random specs, each compiled once and kept open. */
#ifndef BRISTLE_TESTS_FUZZ_SUBJECT_H
#define BRISTLE_TESTS_FUZZ_SUBJECT_H

#include "api/bristle.h"

/* A random spec and its solver. */
typedef struct Subject {
  char *text;             /* of the spec */
  bristle_solver *solver; /* NULL: the spec was refused */
  /* Figures of check, 0 if the kind does not have them: largest force per
   * newton of load while a contact slides. */
  double sliding_force;
  /* Of a spec with these keys, else 0; kg, kg m^2. */
  double mass, inertia;
} Subject;

enum { SUBJECT_KINDS = 5, SUBJECT_MODES = 2, SUBJECT_SEEDS = 32 };

/* Each number counts modulo its enum above. The solver is compiled by the
 * backend that FUZZ_BACKEND names, or tcc. */
const Subject *subject_of(unsigned kind, unsigned mode, unsigned seed);

#endif
