/* sliding.c: see sliding.h. In: keys of a slider. Out: a solver, the reference,
 * steps. */
#include "backend/backend.h"
#include "slider/sliding.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bristle_rt.h"

static Sliding open_keys(const Backend *backend, const char *keys)
{
  char spec[4000];
  snprintf(spec, sizeof spec, "return slider {\n  name = \"body\",\n%s\n}\n",
           keys);
  Sliding sliding = {.emission = emit_whole(spec)};
  cr_assert_null(sliding.emission.error, "%s\n%s", sliding.emission.error,
                 keys);
  sliding.slider = (const Slider *)sliding.emission.loaded.model;
  sliding.reference = slider_reference(sliding.slider);
  sliding.solver = open_solver(&sliding.emission, backend);
  sliding.state = solver_state(sliding.emission.loaded.run, sliding.solver);
  return sliding;
}

Sliding sliding_open(const Backend *backend, const char *format, ...)
{
  char keys[3000];
  va_list args;
  va_start(args, format);
  vsnprintf(keys, sizeof keys, format, args);
  va_end(args);
  return open_keys(backend, keys);
}

Sliding sliding_body(const Backend *backend, double mass, double inertia,
                     double height, double mu, const double e[3],
                     double gravity)
{
  return sliding_open(
      backend,
      "mass = %.17g, inertia = %.17g, height = %.17g, mu = %.17g,\n"
      "ellipsoid = { et = %.17g, eo = %.17g, er = %.17g }, gravity = %.17g,\n"
      "patch = rectangle { size = { 0.1, 0.1 } }, grid = { 2, 2 }",
      mass, inertia, height, mu, e[0], e[1], e[2], gravity);
}

void sliding_close(Sliding *sliding)
{
  emission_close(&sliding->emission);
}

int sliding_step(const Sliding *sliding, double q[3], double v[3],
                 const double load[3], double dt, double out[6])
{
  const Solver *solver = sliding->solver;
  double state[6] = {0};
  const double *const in[] = {load, &dt};
  double *const outputs[] = {out};
  if (q) memcpy(state, q, 3 * sizeof *q);
  memcpy(state + 3, v, 3 * sizeof *v);
  solver->functions->set(sliding->state, state);
  const int status = solver_call(sliding->emission.loaded.run, solver, "step",
                                 sliding->state, in, outputs);
  solver->functions->get(sliding->state, state);
  if (q) memcpy(q, state, 3 * sizeof *q);
  memcpy(v, state + 3, 3 * sizeof *v);
  return status;
}
