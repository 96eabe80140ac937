/* fitting.c: see fitting.h. */
#include "fit/fitting.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "support/compiling.h"
#include "support/support.h"

static void run_body(void *context)
{
  Outcome *f = context;
  f->result = fit_run(f->run, &f->options);
}

Outcome fit_of(const char *spec, FitOptions options,
                      const char *expected)
{
  const SpecText text = {"axis.lua", spec, strlen(spec), false};
  Outcome f = {run_open(), options, NULL};
  f.options.origin.path = "axis.lua";
  f.options.origin.text = &text;
  f.options.backend =
      f.options.backend ? f.options.backend : backend_best(f.run);
  const bool is_done = run_catch(f.run, run_body, &f);
  if (expected)
    expect_in(is_done ? "no error" : f.run->error, expected);
  else
    cr_assert(is_done, "%s", f.run->error);
  return f;
}

int find(const FitResult *r, const char *name)
{
  for (size_t i = 0; i < r->fitting->nparameters; i++)
    if (strcmp(r->fitting->parameters[i].name, name) == 0) return (int)i;
  cr_assert_fail("no parameter %s", name);
  return -1;
}

double value(const FitResult *r, const char *name)
{
  double values[FIT_MOST];
  fit_values(r->fit, 0, values);
  return values[find(r, name)];
}

bool is_told(const FitResult *r, const char *name)
{
  return r->telling.told[find(r, name)] == TOLD;
}

void expect_slopes(const Outcome *f, double tolerance)
{
  Fitted *fit = f->result->fit;
  const Fitting *g = fit->fitting;
  const size_t np = g->nparameters, n = g->tracks[0].n;
  double *slopes = run_doubles(f->run, n * np), *plus = run_doubles(f->run, n);
  double *minus = run_doubles(f->run, n);
  fit_evaluate(fit, &g->tracks[0], 0, plus, slopes);
  for (size_t i = 0; i < np; i++) {
    const size_t c = fit_coordinate(fit, i, 0);
    const double x = fit->x[c], h = 1e-6;
    double worst = 0, most = 0;
    fit->x[c] = x + h;
    fit_evaluate(fit, &g->tracks[0], 0, plus, NULL);
    fit->x[c] = x - h;
    fit_evaluate(fit, &g->tracks[0], 0, minus, NULL);
    fit->x[c] = x;
    for (size_t k = 0; k < n; k++) {
      const double slope = (plus[k] - minus[k]) / (2 * h);
      worst = fmax(worst, fabs(slope - slopes[k * np + i]));
      most = fmax(most, fabs(slope));
    }
    cr_expect_leq(worst, tolerance * most + 1e-8, "%s: %g of %g",
                  g->parameters[i].name, worst, most);
  }
}
