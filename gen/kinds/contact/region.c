/* region.c: friction by region. In: the keys mu of surfaces and friction_map.
 * Out: factors of the cells, or weights that stand for them.
 *
 * Invariant: weights w*m/M add up to 1. */
#include "kinds/contact/region.h"

#include <math.h>

#include "pressure/pressure.h"
#include "limit/limit.h"

static void refuse(const Contact *c, const Value *mu, const Value *surface)
{
  const Value *root = &c->model.spec->root;
  const bool is_few = c->form != CONTACT_DISTRIBUTED;
  const Value *friction = value_get(root, "friction");
  const struct {
    bool is_there;
    const char *reason;
  } all[] = {
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
  for (size_t i = 0; i < COUNT(all); i++)
    if (all[i].is_there)
      run_fail(c->model.run, mu->where, "%s", all[i].reason);
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

double contact_most_factor(const Contact *c)
{
  double most = contact_factor(c, 0);
  for (int k = 1; k < c->cells.count; k++)
    most = fmax(most, contact_factor(c, k));
  return most;
}
