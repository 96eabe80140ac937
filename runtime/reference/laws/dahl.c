/* dahl.c: Dahl's model. In: parameters, the bristles' force, the slip, the
 * load. Out: the rate of that force, and the force after an implicit step. */
#include <math.h>

#include "reference/dense.h"
#include "reference/laws/laws.h"

/* CF (36) per axis, with ||Fck|| = ||Fc|| |k'|/||p'||. As |k'|/||p'|| vanishes
 * the bracket grows without bound: it is divided by 1e-3 at least. Forces below
 * Fc then keep it below 1001, and it is kept there beyond. */
static double rate_of_axis(const RefDahl *f, double z, double w, double speed,
                           double fc)
{
  const double rest = w - speed * z / fc;
  const double along = fmax(fabs(w), 1e-3 * speed);
  const double bracket = speed > 0 ? fmin(fabs(rest) / along, 1001) : 1;
  return f->sigma * rest * pow(bracket, f->alpha - 1);
}

static double limit_of(const RefDahl *f, double load)
{
  return fmax(f->mu * load, 1e-9 * f->sigma);
}

void ref_dahl_rate(const RefDahl *f, const double *z, const double *w, int size,
                   double load, double *dz)
{
  const double speed = ref_length(w, size), fc = limit_of(f, load);
  for (int k = 0; k < size; k++) dz[k] = rate_of_axis(f, z[k], w[k], speed, fc);
}

/* The force of an axis lies between its start and the force at which its rate
 * vanishes: z - start - tau*rate(z) increases between them. */
void ref_dahl_settle(const RefDahl *f, const double *start, const double *w,
                     int size, double load, double tau, double *z)
{
  const double speed = ref_length(w, size), fc = limit_of(f, load);
  for (int k = 0; k < size; k++) {
    double near = start[k], far = speed > 0 ? w[k] / speed * fc : start[k];
    for (int i = 0; i < 200; i++) {
      const double middle = near + 0.5 * (far - near);
      const double moved = tau * rate_of_axis(f, middle, w[k], speed, fc);
      const bool is_short = fabs(middle - start[k]) < fabs(moved);
      *(is_short ? &near : &far) = middle;
    }
    z[k] = near + 0.5 * (far - near);
  }
}

static void rate(const RefLaw *law, const double *z, const double *w, int size,
                 double load, double *dz, double *phi)
{
  (void)phi;
  ref_dahl_rate(&law->own.dahl, z, w, size, load, dz);
}

static void settle(const RefLaw *law, const double *start, const double *w,
                   int size, double load, double tau, double *z)
{
  ref_dahl_settle(&law->own.dahl, start, w, size, load, tau, z);
}

void ref_law_dahl(const RefGiven *given, RefLaw *law)
{
  const void *const c = given->context;
  *law = (RefLaw){.has_bristles = true,
                  .is_force = true,
                  .unit = 1.0,
                  .rate = rate,
                  .settle = settle,
                  .own.dahl = {.sigma = given->number(c, "sigma"),
                               .alpha = given->number(c, "alpha"),
                               .mu = given->number(c, "mu")}};
}
