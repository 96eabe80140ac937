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
  const bool has_range = spec_has(root, "fn_range");
  const Refusal all[] = {
      {contact_is_reduced(c),
       "stiffness = \"area\" needs model = \"distributed\" or \"compressed\": "
       "limit surfaces stand for stiffness by load"},
      {has_range && c->form != CONTACT_DISTRIBUTED,
       "stiffness = \"area\" with fn_range needs model = \"distributed\": few "
       "bristles would stand for cells that come and go with the load"},
      {has_range && c->body,
       "stiffness = \"area\" with fn_range does not go with a body: leave out "
       "fn_range, and the patch has its size at fn_nominal"},
      {has_range && c->step == STEP_EULER,
       "stiffness = \"area\" with fn_range needs step = \"exponential\" or "
       "\"implicit\": a cell that the load just reaches has hardly any friction, "
       "and Euler's step is stable in proportion to it"},
      {!has_range && !c->material && levels_needed(surface),
       "stiffness = \"area\" needs fn_range where the pressure depends on fn"}};
  return contact_reason_against(all, COUNT(all));
}

/* Returns the areas of these cells, with their shares of the stiffness. */
static ContactArea *area_of(Run *run, const Cells *cells, const double *areas,
                            double fn)
{
  ContactArea *area = run_alloc(run, sizeof *area);
  double *share = run_doubles(run, (size_t)cells->count);
  double *kept = run_doubles(run, (size_t)cells->count);
  for (int k = 0; k < cells->count; k++)
    area->total += kept[k] = areas[cells->index[k]];
  for (int k = 0; k < cells->count; k++) share[k] = kept[k] / area->total;
  area->all = areas;
  area->kept = kept;
  area->share = share;
  area->fn = fn;
  area->nominal = area->total;
  return area;
}

const ContactArea *contact_area_at(Run *run, const ContactArea *of,
                                   const Cells *cells)
{
  ContactArea *area = run_alloc(run, sizeof *area);
  double *reach = run_doubles(run, (size_t)cells->count);
  *area = *of;
  for (int k = 0; k < cells->count; k++)
    reach[k] = cells->w[k] / of->share[k] / of->fn;
  area->reach = reach;
  return area;
}

/* Returns the areas of cells whose load depends on the force: those at the
 * largest load. */
static const ContactArea *area_over(const Contact *c, Spec *spec,
                                    const Value *surface, const Grid *grid,
                                    double fn)
{
  Run *run = spec->run;
  const Levels *l = c->levels;
  const Value *most = levels_at(spec, surface, l->fn[l->count - 1]);
  const double *areas = pressure_areas(spec, most, grid);
  double *here = run_doubles(run, (size_t)grid->nx * (size_t)grid->ny);
  for (int k = 0; k < c->cells.count; k++)
    if (!(areas[c->cells.index[k]] > 0))
      run_fail(run, surface->where,
               "stiffness = \"area\" takes the areas of the largest load, %g N, "
               "but there the patch does not cover all cells that lesser loads "
               "press",
               l->fn[l->count - 1]);
  ContactArea *area = area_of(run, &c->cells, areas, fn);
  levels_weights(l, grid, fn, here);
  area->nominal = 0;
  for (int k = 0; k < c->cells.count; k++)
    if (here[c->cells.index[k]] > 0) area->nominal += area->kept[k];
  return contact_area_at(run, area, &c->cells);
}

const ContactArea *contact_area_read(const Contact *c, Spec *spec,
                                     const Value *surface, const Grid *grid,
                                     double fn, const char **why)
{
  Run *run = spec->run;
  *why = reason_against(c, surface);
  if (*why) return NULL;
  if (c->levels) return area_over(c, spec, surface, grid, fn);
  const Value *at = c->material ? levels_at(spec, surface, fn) : surface;
  const double *areas = pressure_areas(spec, at, grid);
  const Cells cells = cells_kept(run, grid, pressure_weights(spec, at, grid));
  return contact_area_at(run, area_of(run, &cells, areas, fn), &cells);
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
  *area = (ContactArea){kept, kept, of->total, of->nominal, share, reach, of->fn};
  return area;
}

double contact_reach(const Contact *c, int k, double fn)
{
  const bool is_held = c->area && c->area->reach[k] > 0; /* else without load */
  return (is_held ? fn * c->area->reach[k] : 1) * contact_factor(c, k);
}

double contact_hold_load(const Contact *c, double fn)
{
  return c->area ? c->area->fn : fn;
}

double contact_held(const Contact *c)
{
  double share = c->area && c->levels ? 0 : 1;
  for (int k = 0; c->area && c->levels && k < c->cells.count; k++)
    if (c->cells.w[k] > 0) share += c->area->share[k];
  return share * contact_hold_load(c, c->fn);
}

double contact_held_turn(const Contact *c)
{
  const Cells *cells = &c->cells;
  double spread = c->u, sum = 0;
  if (!c->area) return c->u * c->fn;
  for (int k = 0; k < cells->count; k++) {
    const double x = cells->x[k] - c->cop[0], y = cells->y[k] - c->cop[1];
    const double d2 = x * x + y * y;
    spread -= cells->w[k] * d2; /* what is left is that of a single cell */
    if (cells->w[k] > 0) sum += c->area->share[k] * d2;
  }
  return sum * c->area->fn + spread * contact_held(c);
}

bool contact_has_reach(const Contact *c)
{
  return c->area || (c->regions && c->regions->factor);
}

double contact_least_reach(const Contact *c)
{
  double least = contact_has_reach(c) ? INFINITY : 1;
  for (int k = 0; contact_has_reach(c) && k < c->cells.count; k++)
    if (c->cells.w[k] > 0) least = fmin(least, contact_reach(c, k, c->fn));
  return least;
}

const double *contact_pulls(const Contact *c)
{
  return c->area ? c->area->share : c->cells.w;
}
