/* region.c: friction by region. In: the keys mu of surfaces and friction_map.
 * Out: factors of the cells, or weights that stand for them.
 *
 * Invariant: weights w*m/M add up to 1. */
#include "kinds/contact/region.h"
#include "kinds/contact/stretch.h"

#include <math.h>

#include "pressure/pressure.h"
#include "limit/limit.h"

const char *contact_reason_against(const Refusal *all, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (all[i].is_there) return all[i].reason;
  return NULL;
}

static void refuse(const Contact *c, const Value *mu)
{
  const Value *root = &c->model.spec->root;
  const bool is_few = c->form != CONTACT_DISTRIBUTED;
  const Value *friction = value_get(root, "friction");
  const Refusal all[] = {
      {is_few && spec_has(root, "fn_range"),
       "friction by region with fn_range needs model = \"distributed\": the "
       "other models have one friction coefficient for the whole patch, and it "
       "would change with fn as the load moves between the regions"},
      {is_few && spec_has(friction, "stribeck"),
       "friction by region and a stribeck function need model = "
       "\"distributed\": the other models multiply mu_c and mu_s"}};
  const char *reason = contact_reason_against(all, COUNT(all));
  if (reason) run_fail(c->model.run, mu->where, "%s", reason);
}

/* Returns the regions of a pressure that depends on the force: the factor of a
 * cell is the mean over the range of forces, by load, since its parts may take
 * turns. */
static Regions regions_over(Spec *spec, const Value *pressure, const Value *map,
                            const Value *fn_range, const Grid *grid)
{
  enum { FORCES = 17 };
  const size_t cells = (size_t)grid->nx * (size_t)grid->ny;
  double range[2];
  contact_force_range(spec->run, fn_range, range);
  double *load = run_doubles(spec->run, cells), *m = run_doubles(spec->run, cells);
  Regions r = {NULL};
  for (int i = 0; i < FORCES; i++) {
    const double fn = range[0] * pow(range[1] / range[0], i / (FORCES - 1.0));
    r = pressure_regions(spec, levels_at(spec, pressure, fmin(fn, range[1])),
                         map, grid);
    for (size_t k = 0; k < cells; k++) {
      load[k] += r.weights[k] * r.mean / r.factors[k];
      m[k] += r.weights[k] * r.mean;
    }
  }
  r.least = INFINITY;
  r.most = 0;
  for (size_t k = 0; k < cells; k++) {
    m[k] = load[k] > 0 ? m[k] / load[k] : r.factors[k];
    if (load[k] > 0) r.least = fmin(r.least, m[k]);
    if (load[k] > 0) r.most = fmax(r.most, m[k]);
  }
  r.factors = m;
  return r;
}

const ContactRegions *contact_regions_read(const Contact *c, Spec *spec,
                                           const Value *pressure,
                                           const Value *friction_map,
                                           const Grid *grid)
{
  Run *run = spec->run;
  const Value *mu = friction_map ? friction_map : pressure_mu(pressure);
  if (!mu) return NULL;
  refuse(c, mu);
  const Value *fn_range = value_get(&spec->root, "fn_range");
  const bool is_varying = fn_range && levels_needed(pressure);
  const Value *at = c->material && !fn_range
                        ? levels_at(spec, pressure, c->fn_nominal)
                        : pressure;
  ContactRegions *regions = run_alloc(run, sizeof *regions);
  regions->is_mean = c->form != CONTACT_DISTRIBUTED;
  regions->whole =
      is_varying ? regions_over(spec, pressure, friction_map, fn_range, grid)
                 : pressure_regions(spec, at, friction_map, grid);
  return regions;
}

void contact_require_coefficients(const Contact *c, const Value *pressure,
                                  const Value *friction_map,
                                  const Value *anisotropy)
{
  enum { LEAST = -6, MOST = 3 }; /* powers of ten: the ranges of lugre.c */
  const bool has_factors = c->regions && !c->regions->is_mean;
  const Value *mu = friction_map ? friction_map : pressure_mu(pressure);
  const double ratio = c->stretch ? c->stretch->ratio : 1;
  const Contact **corners;
  if (!mu && !anisotropy) return;
  const size_t count = contact_corners(c, &corners);
  double low = c->lugre.mu_c, high = c->lugre.mu_s;
  for (size_t i = 0; i < count; i++) {
    low = fmin(low, corners[i]->lugre.mu_c);
    high = fmax(high, corners[i]->lugre.mu_s);
  }
  low *= fmin(1, ratio) * (has_factors ? c->regions->whole.least : 1);
  high *= fmax(1, ratio) * (has_factors ? c->regions->whole.most : 1);
  if (low >= pow(10, LEAST) * (1 - 1e-9) && high <= pow(10, MOST) * (1 + 1e-9))
    return;
  run_fail(c->model.run, (mu ? mu : anisotropy)->where,
           "friction coefficients must be between 1e-6 and 1000 in every "
           "region and direction, got %.3g to %.3g%s; change mu_c, mu_s or the "
           "factors",
           low, high, c->model.tuning ? " over the ranges of tune" : "");
}

/* Sets the mean and the weights w*m/M of these cells. */
static void weigh(Run *run, const Cells *cells, Regions *r)
{
  const size_t count = (size_t)cells->grid.nx * (size_t)cells->grid.ny;
  double *w = run_doubles(run, count);
  r->mean = 0;
  for (size_t k = 0; k < count; k++)
    r->mean += w[k] = cells->all[k] * r->factors[k];
  r->mean = number_rounded(r->mean, FACTOR_DIGITS);
  for (size_t k = 0; k < count; k++) w[k] /= r->mean;
  r->weights = w;
}

void contact_regions_keep(Contact *c)
{
  Run *run = c->model.run;
  if (!c->regions || c->regions->is_mean) return;
  ContactRegions *regions = run_alloc(run, sizeof *regions);
  double *factor = run_doubles(run, (size_t)c->cells.count);
  Cells *grip = run_alloc(run, sizeof *grip);
  *regions = *c->regions;
  if (c->levels) weigh(run, &c->cells, &regions->whole);
  *grip = cells_weighted(run, &c->cells, regions->whole.weights);
  for (int k = 0; k < c->cells.count; k++)
    factor[k] = regions->whole.factors[c->cells.index[k]];
  regions->factor = factor;
  regions->grip = grip;
  c->regions = regions;
}

double contact_factor(const Contact *c, int k)
{
  return c->regions && c->regions->factor ? c->regions->factor[k] : 1;
}

double contact_mean_factor(const Contact *c)
{
  return c->regions && c->regions->factor ? c->regions->whole.mean : 1;
}

double contact_most_factor(const Contact *c)
{
  return c->regions && c->regions->factor ? c->regions->whole.most : 1;
}
