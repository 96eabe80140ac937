/* goldens.c: wrenches of a per-cell contact by the reference, and of a step by
 * its scheme. In: a Contact. Out: its Goldens.
 *
 * Invariant: the bristles are those of the template's _pattern. */
#include "base/base.h"
#include "plan/plan.h"
#include "kinds/contact/couple/couple.h"
#include "kinds/contact/scheme.h"

/* Returns the z of the kept cells on the whole grid. */
static double *on_whole_grid(const Contact *c, const double *z)
{
  const int n = c->cells.count, all = c->cells.grid.nx * c->cells.grid.ny;
  double *whole = run_doubles(c->model.run, 2 * (size_t)all);
  for (int k = 0; k < n; k++) {
    whole[c->cells.index[k]] = z[k];
    whole[all + c->cells.index[k]] = z[n + k];
  }
  return whole;
}

/* The pattern of a per-cell contact and its reference */
typedef struct CellGoldens {
  const Contact *contact;
  const RefContact *reference;
  const double *z, *whole; /* of the kept cells, of the whole grid */
} CellGoldens;

static void cell_wrenches(const void *context, const double twist[3], double fn,
                          double dt, double wrenches[4][3])
{
  const CellGoldens *g = context;
  const Contact *c = g->contact;
  ref_rate(g->reference, g->whole, twist, fn, NULL, wrenches[0]);
  contact_cells_step(c, &c->cells, &g->reference->friction, g->z, twist,
                     fn, dt, NULL, wrenches[1]);
  ref_steady(g->reference, twist, fn, wrenches[2]);
  ref_limit(&g->reference->patch, twist, wrenches[3]);
  for (int d = 0; d < 3; d++) wrenches[3][d] *= c->lugre.mu_c * fn;
}

Goldens *cells_goldens(const Contact *c)
{
  const int n = c->cells.count;
  const double pattern =
      number_rounded(0.36 * c->lugre.mu_s / c->lugre.sigma0, 6);
  double *z = run_doubles(c->model.run, 2 * (size_t)n);
  for (int k = 0; k < n; k++) { /* as the template's _pattern */
    z[k] = (k % 7 - 3) * pattern;
    z[n + k] = (k % 5 - 2) * pattern;
  }
  const CellGoldens context = {c, contact_reference(c), z, on_whole_grid(c, z)};
  Goldens *goldens =
      contact_wrench_goldens(c, pattern, cell_wrenches, &context);
  couple_goldens(c, z, goldens);
  return goldens;
}
