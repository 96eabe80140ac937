/* pressure.c: the weights of a surface or a sum of surfaces. In: a Value and a
 * grid. Out: the share of the normal force that each cell carries.
 *
 * Invariant: weights are finite and not negative, and their sum is 1. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "pressure/inside.h"

double grid_x(const Grid *grid, int i)
{
  return (i + 0.5 - grid->nx / 2.0) * (grid->sx / grid->nx);
}

double grid_y(const Grid *grid, int j)
{
  return (j + 0.5 - grid->ny / 2.0) * (grid->sy / grid->ny);
}

/* ---- sums -------------------------------------------------------------- */

/* Scales the weights to the sum 1. Ends the run if all are 0 or one overflows.
 */
static void normalise(Run *run, const Value *surface, double *weights,
                      size_t count)
{
  const Where where = surface->where;
  const char *at = surface->number > 0
                       ? run_printf(run, " at fn = %g N", surface->number)
                       : "";
  double largest = 0, sum = 0;
  for (size_t k = 0; k < count; k++) largest = fmax(largest, weights[k]);
  if (!isfinite(largest))
    run_fail(run, where,
             "the pressure overflows when it is added up%s; use smaller values",
             at);
  if (!(largest > 0))
    run_fail(run, where,
             "the pressure is zero everywhere on the grid%s: no cell carries "
             "force",
             at);
  double lost = 0; /* the rounding error of the sum (Kahan) */
  for (size_t k = 0; k < count; k++) {
    weights[k] /= largest;
    if (weights[k] < 1e-12) weights[k] = 0;
    const double term = weights[k] - lost, next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  for (size_t k = 0; k < count; k++) weights[k] /= sum;
}

static bool is_line(const Value *part)
{
  return part->word && (strcmp(part->word, "line") == 0 ||
                        strcmp(part->word, "gradient_line") == 0);
}

/* Adds the parts of a sum, which may be sums, to `out`. *shares is 1 if all
 * parts have the key share, 0 if none has, -1 before the first part. */
static void add_sum(Spec *spec, const Value *sum, const Area *area, int *shares,
                    double *out)
{
  const Grid *grid = area->grid;
  Run *run = spec->run;
  const size_t cells = (size_t)grid->nx * (size_t)grid->ny;
  if (sum->nitems * cells > (size_t)1 << 24)
    run_fail(run, sum->where,
             "a sum of %zu surfaces on a grid of %zu cells is too large; use "
             "fewer surfaces or fewer cells",
             sum->nitems, cells);
  for (size_t n = 0; n < sum->nitems; n++) {
    const Value *part = &sum->items[n];
    if (part->word && strcmp(part->word, "sum") == 0) {
      add_sum(spec, part, area, shares, out);
      continue;
    }
    if (material_is(part))
      run_fail(run, part->where,
               "%s carries the whole normal force, so it cannot be a part of a "
               "sum",
               part->word);
    PartKeys keys;
    double *integrals = surface_integrals(spec, part, area, &keys);
    const double share = keys.share, mu = area->is_rubbed ? keys.mu : 1;
    if (is_line(part) && share == 0)
      run_fail(run, part->where,
               "a %s has no area, so a %s in a sum needs share, its part of "
               "the normal force relative to the other surfaces",
               part->word, part->word);
    if (*shares < 0) *shares = share > 0;
    if (*shares != (share > 0))
      run_fail(run, part->where,
               "either all parts of a sum must have share or none, got %s %s "
               "share after parts %s share",
               part->word ? part->word : "this function",
               share > 0 ? "with" : "without", share > 0 ? "without" : "with");
    if (share > 0) normalise(run, part, integrals, cells);
    for (size_t k = 0; k < cells; k++)
      out[k] += (share > 0 ? share * integrals[k] : integrals[k]) * mu;
  }
}

/* Returns the integrals of a surface or a sum. */
static double *integrals_of(Spec *spec, const Value *surface, const Area *area)
{
  const size_t cells = (size_t)area->grid->nx * (size_t)area->grid->ny;
  if (surface->word && strcmp(surface->word, "sum") == 0) {
    int shares = -1;
    double *sum = run_doubles(spec->run, cells);
    add_sum(spec, surface, area, &shares, sum);
    return sum;
  }
  PartKeys keys;
  double *integrals = surface_integrals(spec, surface, area, &keys);
  for (size_t k = 0; area->is_rubbed && k < cells; k++) integrals[k] *= keys.mu;
  return integrals;
}

static double *weights_of(Spec *spec, const Value *surface, const Area *area)
{
  double *weights = integrals_of(spec, surface, area);
  normalise(spec->run, surface, weights,
            (size_t)area->grid->nx * (size_t)area->grid->ny);
  return weights;
}

/* ---- friction by region ------------------------------------------------ */

const Value *pressure_mu(const Value *surface)
{
  if (surface->type != VALUE_TABLE || !surface->word) return NULL;
  if (strcmp(surface->word, "sum") != 0) return value_get(surface, "mu");
  for (size_t n = 0; n < surface->nitems; n++) {
    const Value *mu = pressure_mu(&surface->items[n]);
    if (mu) return mu;
  }
  return NULL;
}

/* Returns the means of a map of factors over the cells. */
static const double *map_factors(Spec *spec, const Value *map, const Grid *grid,
                                 const double *loads)
{
  enum { MOST = 100 };
  Run *run = spec->run;
  const double cell = (grid->sx / grid->nx) * (grid->sy / grid->ny);
  const Area area = {grid, grid, {0, 0}, 1e-6, .is_factor = true};
  PartKeys keys;
  const bool is_map = value_is(map, "map") || value_is(map, "image");
  if (!is_map && map->type != VALUE_FUNCTION)
    run_fail(run, map->where,
             "friction_map must be map { ... }, image \"...\" or "
             "function(x, y) with the factor of the friction coefficients at "
             "each place, got %s",
             value_describe(run, map));
  if (map->type == VALUE_FUNCTION && map->arity > 2)
    run_fail(run, map->where,
             "friction_map is a function(x, y): friction by region does not "
             "change with the normal force, got a function of %d numbers",
             map->arity);
  double *factors = surface_integrals(spec, map, &area, &keys);
  for (int k = 0; k < grid->nx * grid->ny; k++) {
    factors[k] *= keys.mu / cell;
    if (loads[k] > 0 && !(factors[k] >= 1.0 / MOST && factors[k] <= MOST))
      run_fail(run, map->where,
               "friction_map must be between %g and %d where the contact "
               "carries load, got %g at x = %.3g m, y = %.3g m",
               1.0 / MOST, MOST, factors[k], grid_x(grid, k % grid->nx),
               grid_y(grid, k / grid->nx));
  }
  return factors;
}

static double *factors_of(Spec *spec, const Value *surface, const Value *map,
                          const Grid *grid)
{
  const int cells = grid->nx * grid->ny;
  Area area = {grid, grid, {0, 0}, 1e-6, .is_rubbed = false};
  const double *loads = integrals_of(spec, surface, &area);
  area.is_rubbed = true;
  double *factors = integrals_of(spec, surface, &area);
  const double *own = map ? map_factors(spec, map, grid, loads) : NULL;
  for (int k = 0; k < cells; k++)
    factors[k] = (loads[k] > 0 ? number_rounded(factors[k] / loads[k], FACTOR_DIGITS) : 1) *
                 (own ? own[k] : 1);
  return factors;
}

Regions pressure_regions(Spec *spec, const Value *surface, const Value *map,
                         const Grid *grid)
{
  const int cells = grid->nx * grid->ny;
  const double *m = factors_of(spec, surface, map, grid);
  double *w = pressure_weights(spec, surface, grid);
  Regions regions = {.factors = m, .weights = w, .least = INFINITY};
  for (int k = 0; k < cells; k++) {
    regions.mean += w[k] * m[k];
    if (w[k] > 0) regions.least = fmin(regions.least, m[k]);
    if (w[k] > 0) regions.most = fmax(regions.most, m[k]);
  }
  regions.mean = number_rounded(regions.mean, FACTOR_DIGITS);
  for (int k = 0; k < cells; k++) w[k] *= m[k] / regions.mean;
  return regions;
}

double *pressure_weights_to(Spec *spec, const Value *surface, const Grid *grid,
                            double accuracy)
{
  return weights_of(spec, surface, &(Area){grid, grid, {0, 0}, accuracy, .is_flat = false});
}

/* Adds the areas of the cells that a surface or the parts of a sum load. */
static void add_areas(Spec *spec, const Value *surface, const Area *area,
                      double *out)
{
  const Grid *grid = area->grid;
  PartKeys keys;
  if (value_is(surface, "sum")) {
    for (size_t n = 0; n < surface->nitems; n++)
      add_areas(spec, &surface->items[n], area, out);
    return;
  }
  if (is_line(surface))
    run_fail(spec->run, surface->where,
             "a %s has no area, so stiffness = \"area\" has nothing to act on; "
             "give sigma0",
             surface->word);
  const double *own = surface_integrals(spec, surface, area, &keys);
  for (int k = 0; k < grid->nx * grid->ny; k++) out[k] += own[k];
}

double *pressure_areas(Spec *spec, const Value *surface, const Grid *grid)
{
  const double cell = (grid->sx / grid->nx) * (grid->sy / grid->ny);
  const int cells = grid->nx * grid->ny;
  double *areas = run_doubles(spec->run, (size_t)cells);
  const Area area = {grid, grid, {0, 0}, 1e-3, .is_flat = true};
  add_areas(spec, surface, &area, areas);
  for (int k = 0; k < cells; k++) areas[k] = fmin(areas[k], cell);
  return areas;
}

double *pressure_window(Spec *spec, const Value *surface, const Grid *whole,
                        const Grid *window, const double at[2], double accuracy)
{
  const Area area = {whole, window, {at[0], at[1]}, accuracy, .is_flat = false};
  return weights_of(spec, surface, &area);
}

double *pressure_weights(Spec *spec, const Value *surface, const Grid *grid)
{
  return pressure_weights_to(spec, surface, grid, 1e-6);
}

/* Writes the numbers of cells of the first map or image in the surface and
 * returns true; or returns false if there is none. */
static bool own_grid(const Spec *spec, const Value *surface, int *nx, int *ny)
{
  if (surface->type != VALUE_TABLE || !surface->word) return false;
  if (strcmp(surface->word, "sum") == 0) {
    for (size_t n = 0; n < surface->nitems; n++)
      if (own_grid(spec, &surface->items[n], nx, ny)) return true;
    return false;
  }
  if (strcmp(surface->word, "image") == 0) {
    image_size(spec->run, image_path(spec, surface), surface->where, nx, ny);
    if (*nx > GRID_SIDE_MOST || *ny > GRID_SIDE_MOST)
      run_fail(spec->run, surface->where,
               "the image has %d x %d pixels, but a grid has at most %d cells "
               "along an axis; give the key grid",
               *nx, *ny, GRID_SIDE_MOST);
    return true;
  }
  if (strcmp(surface->word, "map") != 0 || surface->nitems == 0 ||
      surface->items[0].type != VALUE_TABLE || surface->items[0].nitems == 0 ||
      surface->nitems > 32768 || surface->items[0].nitems > 32768)
    return false;
  *nx = (int)surface->items[0].nitems;
  *ny = (int)surface->nitems;
  return true;
}

Grid grid_read(const Spec *spec, const Value *patch, const char *what,
               const int cells[2], const double size[2], const Value *pressure)
{
  Run *run = spec->run;
  Grid grid = {cells[0], cells[1], size[0], size[1]};
  const Value *given = value_get(patch, "size");
  if (!spec_has(patch, "grid") &&
      !own_grid(spec, pressure, &grid.nx, &grid.ny) && cells[0] == 0)
    run_fail(run, patch->where,
             "%s needs grid = { cells along x, cells along y }", what);
  for (int axis = 0; axis < 2; axis++)
    if (size[axis] < 1e-9 || size[axis] > 1e3)
      run_fail(run, given ? given->items[axis].where : pressure->where,
               "size[%d] must be between 1e-9 and 1000 m, got %g", axis + 1,
               size[axis]);
  const double hx = grid.sx / grid.nx, hy = grid.sy / grid.ny;
  if (fmax(hx, hy) > 500 * fmin(hx, hy))
    run_fail(run, given ? given->where : pressure->where,
             "the sides of a cell must not differ by more than a factor of "
             "500, got %g by %g m; change grid or size",
             hx, hy);
  return grid;
}

void pressure_lint(const Value *surface, Report *report)
{
  if (surface->type != VALUE_TABLE) return;
  for (size_t n = 0; n < surface->nitems; n++)
    pressure_lint(&surface->items[n], report);
  const Value *angle = value_get(surface, "angle");
  if (!angle || angle->type != VALUE_NUMBER || fabs(angle->number) <= 2 * PI)
    return;
  report_lint(report, LINT_NOTE, "angle",
              "angle = %g is in radians, more than a whole turn; for degrees "
              "write math.rad(%g)",
              angle->number, angle->number);
}
