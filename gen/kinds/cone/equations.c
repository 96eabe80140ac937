/* equations.c: the constants that the C of a cone uses by name. In: a Cone.
 * Out: Equations with constants alone, since nothing is derived.
 *
 * Invariant: a constant that the header defines as a macro has no comment. */
#include <math.h>

#include "base/base.h"
#include "algebra/algebra.h"
#include "kinds/cone/cone.h"

/* Names the constants of the round cone, whose axis may come at run time. */
static void name_round(Equations *equations, const Cone *c)
{
  static const double local[] = {0, 0, 1};
  static const char *const names[] = {"normal_x", "normal_y", "normal_z"};
  const double *normal = c->is_runtime ? local : c->normal;
  for (int d = 0; d < c->n; d++)
    equations_parameter(equations, names[d], normal[d],
                        c->is_runtime ? NULL : "of the normal");
  equations_parameter(equations, "slope", sqrt(1 + c->mu * c->mu),
                      "sqrt(1 + mu^2)");
  equations_formula(equations, "slope2", "1 + mu^2", "slope^2");
}

static void name_polytope(Equations *equations, const Cone *c)
{
  if (c->form == CONE_POINT) return;
  equations_parameter(equations, "length", c->length, NULL);
  equations_formula(equations, "per_length", "1/length", "1/m");
  equations_parameter(equations, "cop_x", c->cop[0], NULL);
  equations_parameter(equations, "cop_y", c->cop[1], NULL);
}

Equations *cone_derive(const Model *model)
{
  const Cone *c = (const Cone *)model;
  Equations *equations = equations_new(model->run);
  equations_parameter(equations, "mu", c->mu, NULL);
  if (c->f_min > 0)
    equations_parameter(equations, "f_min", c->f_min,
                        "N, the least normal force");
  if (isfinite(c->f_max))
    equations_parameter(equations, "f_max", c->f_max,
                        "N, the largest normal force");
  if (cone_is_closed(c))
    name_round(equations, c);
  else
    name_polytope(equations, c);
  return equations;
}
