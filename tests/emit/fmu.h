/* fmu.h: an importer of FMUs for the tests: the archive in a folder, its
 * description held against the schemas, its binary loaded; and the same solver
 * by its own header, compiled with the same flags. */
#ifndef BRISTLE_TESTS_FMU_H
#define BRISTLE_TESTS_FMU_H

#include <stddef.h>

#include "bristle_rt.h"

typedef struct Fmu {
  char *description; /* modelDescription.xml */
  char token[80];
  void *binary;
  const br_solver *native; /* of the object that the FMU steps */
  void *state;             /* of native, reset */
  double *values;          /* [nstates]: by fmu_native_state */
} Fmu;

/* Emits the spec as `pad` with these options, unpacks its FMU for FMI
 * `version`, and loads both. `object` is "solver" or "body_solver". */
Fmu fmu_open(const char *spec, const char *options, int version,
             const char *object);
void fmu_close(Fmu *fmu);
/* Returns the value reference of the variable of that name. */
unsigned fmu_reference(const Fmu *fmu, const char *name);
void *fmu_symbol(const Fmu *fmu, const char *name);
/* Runs a function of the native solver; ends of lists are NULL. Returns its
 * status. */
int fmu_native(Fmu *fmu, const char *function, const double *const *in,
               double *const *out);
const double *fmu_native_state(Fmu *fmu);

#endif
