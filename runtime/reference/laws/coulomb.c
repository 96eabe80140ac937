/* coulomb.c: sliding and static friction. In: coefficients, a direction or a
 * force that holds. Out: friction per unit of load, or the share of the largest
 * static friction. At rest the law is a set: the caller finds the force. */
#include "reference/laws/laws.h"

#include "reference/dense.h"

void ref_coulomb_force(double mu, const double *along, int size, double length,
                       double *force)
{
  for (int k = 0; k < size; k++) force[k] = mu * (along[k] / length);
}

double ref_coulomb_reach(const RefCoulomb *f, const double *force, int size,
                         double load)
{
  const double most = f->mu_s * load, needed = ref_length(force, size);
  return needed > 0 ? needed / most : 0;
}

void ref_law_coulomb(const RefGiven *given, RefLaw *law)
{
  const void *const c = given->context;
  *law = (RefLaw){.unit = 1.0,
                  .own.coulomb = {.mu = given->number(c, "mu"),
                                  .mu_s = given->number(c, "mu_s"),
                                  .v_rest = given->number(c, "v_rest")}};
  law->sticking = &law->own.coulomb;
}
