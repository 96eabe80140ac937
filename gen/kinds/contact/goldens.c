/* goldens.c: twists of a contact and their wrenches by the reference, for cells
 * and reduced contacts alike. In: a Contact and a function that calls its
 * reference. Out: Goldens, with tolerances.
 *
 * Invariant: no number comes from emitted code. */
#include <math.h>

#include "base/base.h"
#include "plan/plan.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/region.h"

enum { GOLDENS = 3, TOLERANCE_DIGITS = 6 };

/* Writes tolerances from the forces that cancel: sigma0*|z|, sigma1*|dz| and
 * sigma2*|v| of the pattern. */
static void golden_tolerances(const Contact *c, double pattern, double speed,
                              double length, double tolerances[8])
{
  const Lugre *f = &c->lugre;
  const double relative = c->model.is_float ? 1e-4 : 1e-10;
  const double slip = 3 * speed, limit = c->fn * f->mu_s * contact_most_factor(c);
  const double dynamic = c->fn * (4 * f->sigma0 * pattern +
                                  3 * f->sigma1 * slip + f->sigma2 * slip);
  const double scales[4] = {dynamic, dynamic, limit + c->fn * f->sigma2 * slip,
                            limit};
  for (int j = 0; j < 4; j++) {
    tolerances[2 * j] = number_rounded(relative * scales[j], TOLERANCE_DIGITS);
    tolerances[2 * j + 1] =
        number_rounded(relative * scales[j] * length, TOLERANCE_DIGITS);
  }
}

Goldens *contact_wrench_goldens(const Contact *c, double pattern,
                                GoldenWrenches *golden, const void *context)
{
  static const double directions[GOLDENS][3] = {
      {0.8, -0.3, 0.5}, {-0.2, 0.1, 2}, {0.3, 1, -0.1}};
  const Lugre *f = &c->lugre;
  Run *run = c->model.run;
  const double speed = lugre_speed(f);
  const double length = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2;
  /* Euler is stable in every region. */
  const double region = fmin(1, lugre_least_factor(f));
  const double dt =
      number_rounded(0.4 * region * f->mu_c / (f->sigma0 * speed), 6);
  double *twists = run_doubles(run, 3 * GOLDENS);
  double(*wrenches)[4][3] = run_alloc(run, GOLDENS * sizeof *wrenches);
  double *tolerances = run_doubles(run, 8);
  for (int i = 0; i < GOLDENS; i++) {
    double *twist = twists + 3 * i;
    for (int d = 0; d < 3; d++)
      twist[d] = directions[i][d] * speed / (d == 2 ? length : 1);
    if (c->model.is_float) /* as the solver reads them back */
      for (int d = 0; d < 3; d++) twist[d] = float_rounded(twist[d]);
    golden(context, twist, c->fn, dt, wrenches[i]);
    for (int k = 0; k < 12; k++)
      wrenches[i][k / 3][k % 3] = golden_digits(wrenches[i][k / 3][k % 3]);
  }
  golden_tolerances(c, pattern, speed, length, tolerances);
  Goldens *goldens = goldens_new(run);
  goldens_number(goldens, "goldens", GOLDENS);
  goldens_number(goldens, "golden_fn", c->fn);
  goldens_number(goldens, "golden_dt", dt);
  goldens_number(goldens, "pattern", pattern);
  goldens_numbers(goldens, "golden_twists", twists, 3 * GOLDENS);
  goldens_numbers(goldens, "golden_wrenches", wrenches[0][0], 12 * GOLDENS);
  goldens_numbers(goldens, "golden_bars", tolerances, 8);
  return goldens;
}
