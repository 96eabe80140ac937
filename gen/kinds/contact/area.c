/* area.c: the areas that carry the load, for stiffness by area. In: a surface
 * and a grid. Out: shares of the stiffness, and how far bristles reach.
 *
 * Invariant: a kept cell has an area. */
#include "kinds/contact/area.h"

#include <math.h>

#include "kinds/contact/region.h"
#include "pressure/pressure.h"
#include "limit/limit.h"

static const char *reason_against(const Contact *c, const Value *surface)
{
  const Value *root = &c->model.spec->root;
  const Refusal all[] = {
      {contact_is_reduced(c),
       "stiffness = \"area\" needs model = \"distributed\" or \"compressed\": "
       "limit surfaces stand for stiffness by load"},
      {spec_has(root, "fn_range"),
       "stiffness = \"area\" and fn_range do not go together yet: leave out "
       "fn_range, and the patch has its size at fn_nominal"},
      {!c->material && levels_needed(surface),
       "stiffness = \"area\" needs a pressure that does not depend on fn"}};
  return contact_reason_against(all, COUNT(all));
}

const ContactArea *contact_area_read(const Contact *c, Spec *spec,
                                     const Value *surface, const Grid *grid,
                                     double fn, const char **why)
{
  Run *run = spec->run;
  *why = reason_against(c, surface);
  if (*why) return NULL;
  const Value *at = c->material ? levels_at(spec, surface, fn) : surface;
  const double *areas = pressure_areas(spec, at, grid);
  const Cells cells = cells_kept(run, grid, pressure_weights(spec, at, grid));
  double *share = run_doubles(run, (size_t)cells.count);
  double *reach = run_doubles(run, (size_t)cells.count);
  ContactArea *area = run_alloc(run, sizeof *area);
  double *kept = run_doubles(run, (size_t)cells.count);
  for (int k = 0; k < cells.count; k++)
    area->total += kept[k] = areas[cells.index[k]];
  for (int k = 0; k < cells.count; k++) {
    share[k] = areas[cells.index[k]] / area->total;
    reach[k] = cells.w[k] / share[k] / fn;
  }
  area->all = areas;
  area->kept = kept;
  area->share = share;
  area->reach = reach;
  area->fn = fn;
  return area;
}

const ContactArea *contact_area_new(Run *run, const ContactArea *of, int count,
                                    const double *share, const double *load)
{
  double *reach = run_doubles(run, (size_t)count);
  double *kept = run_doubles(run, (size_t)count);
  ContactArea *area = run_alloc(run, sizeof *area);
  for (int k = 0; k < count; k++) {
    reach[k] = load[k] / share[k] / of->fn;
    kept[k] = share[k] * of->total;
  }
  *area = (ContactArea){kept, kept, of->total, share, reach, of->fn};
  return area;
}

double contact_reach(const Contact *c, int k, double fn)
{
  return (c->area ? fn * c->area->reach[k] : 1) * contact_factor(c, k);
}

double contact_hold_load(const Contact *c, double fn)
{
  return c->area ? c->area->fn : fn;
}

bool contact_has_reach(const Contact *c)
{
  return c->area || (c->regions && c->regions->factor);
}

double contact_least_reach(const Contact *c)
{
  double least = contact_has_reach(c) ? INFINITY : 1;
  for (int k = 0; contact_has_reach(c) && k < c->cells.count; k++)
    least = fmin(least, contact_reach(c, k, c->fn));
  return least;
}

const double *contact_pulls(const Contact *c)
{
  return c->area ? c->area->share : c->cells.w;
}
