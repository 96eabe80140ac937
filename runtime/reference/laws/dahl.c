/* dahl.c: Dahl's model. In: parameters, the bristles' force, the slip, the
 * load. Out: the rate of that force. */
#include <math.h>

#include "reference/dense.h"
#include "reference/laws/laws.h"

/* CF (36) per axis, with ||Fck|| = ||Fc|| |k'|/||p'||. As |k'|/||p'|| vanishes
 * the bracket grows without bound: it is divided by 1e-3 at least. Forces below
 * Fc then keep it below 1001, and it is kept there beyond. */
void ref_dahl_rate(const RefDahl *f, const double *z, const double *w, int size,
                   double load, double *dz)
{
  const double speed = ref_length(w, size);
  const double fc = fmax(f->mu * load, 1e-9 * f->sigma);
  for (int k = 0; k < size; k++) {
    const double rest = w[k] - speed * z[k] / fc;
    const double along = fmax(fabs(w[k]), 1e-3 * speed);
    const double bracket = speed > 0 ? fmin(fabs(rest) / along, 1001) : 1;
    dz[k] = f->sigma * rest * pow(bracket, f->alpha - 1);
  }
}

static void rate(const RefLaw *law, const double *z, const double *w, int size,
                 double load, double *dz, double *phi)
{
  (void)phi;
  ref_dahl_rate(&law->own.dahl, z, w, size, load, dz);
}

void ref_law_dahl(const RefGiven *given, RefLaw *law)
{
  const void *const c = given->context;
  *law = (RefLaw){.has_bristles = true,
                  .is_force = true,
                  .unit = 1.0,
                  .rate = rate,
                  .own.dahl = {.sigma = given->number(c, "sigma"),
                               .alpha = given->number(c, "alpha"),
                               .mu = given->number(c, "mu")}};
}
