/* simpler.c: the laws of friction that a fit compares with that of the spec.
 * In: a law, the names of a request. Out: the names of its numbers.
 *
 * Invariant: kinds that call a number alike mean the same by it. */
#include <string.h>

#include "base/base.h"
#include "fit/simpler.h"

const FitSimpler fit_simpler[FIT_SIMPLER] = {
    {"Coulomb", .has_load = true},
    {"Coulomb and viscous", .has_viscous = true, .has_load = true},
    {"Stribeck curve, no bristle", .has_curve = true, .has_viscous = true,
     .has_load = true},
    {"Dahl", .has_bristle = true, .has_load = true},
    {"plain LuGre, without s_ba", .has_bristle = true, .has_curve = true,
     .has_viscous = true, .has_damping = true, .has_load = true},
    {"without load", .is_driven = true, .has_bristle = true, .has_curve = true,
     .has_viscous = true, .has_damping = true},
    {"without Stribeck curve", .is_driven = true, .has_bristle = true,
     .has_viscous = true, .has_damping = true, .has_load = true}};

/* Returns true if the law has the number; names may begin with "reverse_". */
static bool has_number(const FitSimpler *law, const char *name)
{
  const bool is_level = strcmp(name, "mu_c") == 0 || strcmp(name, "mu_s") == 0;
  const bool is_curve = strstr(name, "F_s") || strstr(name, "v_s") ||
                        strstr(name, "gamma") || strcmp(name, "mu_s") == 0;
  if (is_level && !law->has_load) return false;
  if (is_curve && !law->has_curve) return false;
  if (strcmp(name, "sigma0") == 0) return law->has_bristle;
  if (strcmp(name, "sigma1") == 0) return law->has_damping;
  return law->has_viscous || !strstr(name, "sigma2");
}

bool fit_drop_names(Run *run, const FitSimpler *law, FitRequest *request)
{
  const size_t count = request->nnames;
  const char **names = run_alloc(run, (count + 1) * sizeof *names);
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (has_number(law, request->names[i])) names[n++] = request->names[i];
  request->names = names;
  request->nnames = n;
  return n < count;
}
