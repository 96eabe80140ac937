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

static void refuse(const Contact *c, const Value *mu, const Value *surface)
{
  const Value *root = &c->model.spec->root;
  const bool is_few = c->form != CONTACT_DISTRIBUTED;
  const Value *friction = value_get(root, "friction");
  const Refusal all[] = {
      {spec_has(root, "fn_range") || (!c->material && levels_needed(surface)),
       "friction by region needs a pressure that does not depend on fn; leave "
       "out fn_range, or mu and friction_map"},
      {spec_has(root, "tune"),
       "friction by region and tune do not go together yet; leave one out"},
      {spec_has(root, "reproducible"),
       "friction by region and reproducible do not go together yet; leave one "
       "out"},
      {is_few && spec_has(friction, "stribeck"),
       "friction by region and a stribeck function need model = "
       "\"distributed\": the other models multiply mu_c and mu_s"}};
  const char *reason = contact_reason_against(all, COUNT(all));
  if (reason) run_fail(c->model.run, mu->where, "%s", reason);
}

const ContactRegions *contact_regions_read(const Contact *c, Spec *spec,
                                           const Value *pressure,
                                           const Value *friction_map,
                                           const Grid *grid)
{
  Run *run = spec->run;
  const Value *mu = friction_map ? friction_map : pressure_mu(pressure);
  if (!mu) return NULL;
  refuse(c, mu, pressure);
  const Value *at =
      c->material ? levels_at(spec, pressure, c->fn_nominal) : pressure;
  ContactRegions *regions = run_alloc(run, sizeof *regions);
  regions->is_mean = c->form != CONTACT_DISTRIBUTED;
  regions->whole = pressure_regions(spec, at, friction_map, grid);
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
  const double low = fmin(1, ratio) * c->lugre.mu_c *
                     (has_factors ? c->regions->whole.least : 1);
  const double high = fmax(1, ratio) * c->lugre.mu_s *
                      (has_factors ? c->regions->whole.most : 1);
  if (!mu && !anisotropy) return;
  if (low >= pow(10, LEAST) * (1 - 1e-9) && high <= pow(10, MOST) * (1 + 1e-9))
    return;
  run_fail(c->model.run, (mu ? mu : anisotropy)->where,
           "friction coefficients must be between 1e-6 and 1000 in every "
           "region and direction, got %.3g to %.3g; change mu_c, mu_s or the "
           "factors",
           low, high);
}

void contact_regions_keep(Contact *c)
{
  Run *run = c->model.run;
  if (!c->regions || c->regions->is_mean) return;
  ContactRegions *regions = run_alloc(run, sizeof *regions);
  double *factor = run_doubles(run, (size_t)c->cells.count);
  Cells *grip = run_alloc(run, sizeof *grip);
  *regions = *c->regions;
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
