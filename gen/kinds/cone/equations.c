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
  if (tuning_has(c->model.tuning, "mu"))
    equations_formula(equations, "slope", "sqrt(1 + mu^2)", "of the cone");
  else
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

/* Names what a tuned mu makes of the tables: row k there is (h, v), with the
 * part v of the normal force, and becomes (h, share*v) over its length. */
static void name_rows(Equations *equations, const Cone *c)
{
  Run *run = c->model.run;
  char number[32];
  if (c->form == CONE_POINT) {
    equations_formula(equations, "depth",
                      run_printf(run, "mu*%s", number_text(c->depth, number)),
                      "slope of the facets");
    equations_formula(equations, "reach",
                      run_printf(run, "mu*%s", number_text(c->reach, number)),
                      "slope of the edges");
    equations_formula(equations, "facet", "1/sqrt(1 + depth^2)",
                      "of a facet's unit normal, along the surface");
    equations_formula(equations, "facet_down", "-depth/sqrt(1 + depth^2)",
                      "the same along the normal");
    return;
  }
  equations_formula(equations, "share",
                    run_printf(run, "mu/%s", number_text(c->mu, number)),
                    "mu over the mu of the tables");
  for (int k = 0; k < c->nfacets; k++) {
    double row[CONE_MOST];
    cone_metric_row(c, c->A + k * c->n, row);
    const double upright =
        c->form == CONE_PATCH
            ? row[3] * row[3]
            : row[2] * row[2] + row[3] * row[3] + row[4] * row[4];
    equations_symbol(
        equations, run_printf(run, "row_%d", k), NULL,
        run_printf(run, "1/sqrt(%.17g + %.17g*share^2)", 1 - upright, upright),
        1);
    equations->constants[equations->nconstants - 1].about = NULL;
  }
}

static const char *const *tuned_names(const Tuning *tuning, Run *run)
{
  const char **names = run_alloc(run, (tuning->count + 1) * sizeof *names);
  for (size_t i = 0; i < tuning->count; i++) names[i] = tuning->list[i].name;
  return names;
}

Equations *cone_derive(const Model *model)
{
  const Cone *c = (const Cone *)model;
  Equations *equations = equations_new(model->run);
  const bool has_mu = tuning_has(model->tuning, "mu");
  if (model->tuning) equations->tuned = tuned_names(model->tuning, model->run);
  equations_parameter(equations, "mu", c->mu,
                      has_mu ? "friction coefficient" : NULL);
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
  if (has_mu && c->nfacets > 0) name_rows(equations, c);
  if (model->tuning) equations_derive(equations);
  return equations;
}
