/* levels.c: a contact whose pressure depends on the normal force. In:
 * fn_range and the surface. Out: the contact's cells at any fn.
 *
 * Invariant: a cell is kept if it carries force at any level. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "language/language.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/axis.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/region.h"
#include "kinds/contact/stretch.h"

/* ---- fn_range ---------------------------------------------------------- */

typedef struct RangeKeys {
  const Value *items;
  int levels;
  double tolerance;
} RangeKeys;

#define AT(member) offsetof(RangeKeys, member)
const Field fn_range_fields[FN_RANGE_FIELDS] = {
    {"[]", FIELD_VALUE, AT(items), .help = "least and largest force"},
    {"levels", FIELD_INTEGER, AT(levels), .range = RANGE_WITHIN, .low = 2,
     .high = LEVELS_MOST,
     .help = "number of forces at which it is stored, in place of tolerance; "
             "by default as many as tolerance needs, or for a reduced model a "
             "table along an axis of the force"},
    {"tolerance", FIELD_NUMBER, AT(tolerance), .range = RANGE_WITHIN,
     .low = 1e-5, .high = 1,
     .help = "largest error between these forces, in shares of the load; by "
             "default that of limit_surface for a reduced model, else 1e-2"}};
#undef AT

static LevelsWanted read_range(Run *run, const Value *value)
{
  static const double least = 1e-9, largest = 1e9;
  RangeKeys keys = {0};
  LevelsWanted wanted = {.where = value->where};
  spec_read(run, value, "fn_range", fn_range_fields, FN_RANGE_FIELDS, &keys);
  if (value->nitems != 2)
    run_fail(run, value->where,
             "fn_range needs the least and the largest force, as in { 0.5, 4, "
             "levels = 8 }; got %zu numbers",
             value->nitems);
  for (int end = 0; end < 2; end++) {
    const Value *item = &value->items[end];
    if (item->type != VALUE_NUMBER || !(item->number >= least) ||
        !(item->number <= largest))
      run_fail(run, item->where,
               "fn_range[%d] must be a force between 1e-9 and 1e9 N, got %s",
               end + 1, value_describe(run, item));
    wanted.range[end] = item->number;
  }
  if (!(wanted.range[1] >= 1.001 * wanted.range[0]))
    run_fail(run, value->where,
             "fn_range goes from the least force to a larger one, got %g to %g",
             wanted.range[0], wanted.range[1]);
  if (keys.levels > 0 && keys.tolerance > 0)
    run_fail(run, value_get(value, "levels")->where,
             "fn_range takes levels or tolerance, not both");
  wanted.count = keys.levels;
  wanted.tolerance = keys.tolerance;
  return wanted;
}

void contact_force_range(Run *run, const Value *fn_range, double range[2])
{
  const LevelsWanted wanted = read_range(run, fn_range);
  memcpy(range, wanted.range, sizeof wanted.range);
}

static void refuse_nominal_beyond(const Contact *c, const LevelsWanted *wanted)
{
  const double fn = c->fn_nominal;
  if (fn > 0 && (fn < wanted->range[0] || fn > wanted->range[1]))
    run_fail(c->model.run, value_get(&c->model.spec->root, "fn_nominal")->where,
             "fn_nominal must lie in fn_range, from %g to %g N, got %g",
             wanted->range[0], wanted->range[1], fn);
}

/* The maps of the spec's grid that stand beside an axis, for comparisons. */
enum { AXIS_LEVELS = 17 };

/* Each level, and each force that is tried between levels, is a map of the
 * grid.
 */
static void refuse_large(Run *run, const LevelsWanted *wanted, const Grid *grid)
{
  enum { MOST = 1 << 23, MAPS = 4 };
  const double maps = MAPS * (wanted->count > 0 ? wanted->count : LEVELS_MOST);
  const double cells = (double)grid->nx * grid->ny;
  if (maps * cells > MOST)
    run_fail(run, wanted->where,
             "%d levels are too many for a grid of %.0f cells: at most %.0f; "
             "ask for fewer levels or coarsen the grid",
             (int)maps / MAPS, cells, MOST / cells / MAPS);
}

static Contact *with_weights(const Contact *c, Run *run, const Grid *grid,
                             const double *weights)
{
  Contact *at = run_alloc(run, sizeof *at);
  *at = *c;
  at->cells = cells_kept(run, c->stretch ? contact_spec_grid(c) : grid, weights);
  contact_stretch_cells(at);
  contact_regions_keep(at);
  contact_figures(at);
  return at;
}

/* Writes the exact surface about the centre of pressure. */
static void surface_at(const Contact *c, const double twist[3], double h[3])
{
  const double slip[3] = {twist[0], twist[1], twist[2] * c->r};
  if (!contact_is_skewed(c)) {
    limit_exact_at(&c->cells, c->cop, twist, h);
    return;
  }
  contact_skewed_surface(c, slip, h);
  h[2] *= c->r;
}

typedef struct SurfaceError {
  const Contact *contact;
  Run *run;
  const Grid *grid;
} SurfaceError;

/* Returns the largest |(dfx, dfy, dtau/r)|, over some twists, between the exact
 * surface and one interpolated between two levels (figures linearly, h at the
 * same scaled twist). */
static double surface_error(void *context, const double *low,
                            const double *high, double t, const double *exact)
{
  enum { TURNS = 8, TILTS = 7 };
  const SurfaceError *e = context;
  const double *const weights[3] = {low, high, exact};
  const Contact *at[3];
  double worst = 0;
  for (int i = 0; i < 3; i++)
    at[i] = with_weights(e->contact, e->run, e->grid, weights[i]);
  const double r = (1 - t) * at[0]->r + t * at[1]->r;
  const double away[2] = {
      (1 - t) * at[0]->cop[0] + t * at[1]->cop[0] - at[2]->cop[0],
      (1 - t) * at[0]->cop[1] + t * at[1]->cop[1] - at[2]->cop[1]};
  for (int k = 0; k < TURNS * TILTS; k++) {
    const double turn = PI * (k % TURNS + 0.3) / TURNS;
    const double tilt = PI * ((k / TURNS) / (TILTS - 1.0) - 0.5);
    const double w = sin(tilt) / r;
    const double v[2] = {cos(tilt) * cos(turn), cos(tilt) * sin(turn)};
    const double moved[3] = {v[0] + w * away[1], v[1] - w * away[0], w};
    double h[3], got[3] = {0, 0, 0};
    for (int i = 0; i < 2; i++) { /* the same scaled twist at both */
      const double twist[3] = {v[0], v[1], w * r / at[i]->r};
      const double part = i ? t : 1 - t;
      surface_at(at[i], twist, h);
      got[0] += part * h[0];
      got[1] += part * h[1];
      got[2] += part * h[2] * r / at[i]->r;
    }
    got[2] += away[0] * got[1] - away[1] * got[0];
    surface_at(at[2], moved, h);
    worst = fmax(
        worst, sqrt((got[0] - h[0]) * (got[0] - h[0]) +
                    (got[1] - h[1]) * (got[1] - h[1]) +
                    (got[2] - h[2]) * (got[2] - h[2]) / (at[2]->r * at[2]->r)));
  }
  return worst;
}

/* Makes the axis of a reduced model, unless the spec asks for stored levels or
 * the pressure or grid has no smooth surface. Returns why there is none. */
static const char *make_axis(Contact *c, Spec *spec, const Value *surface,
                             const Grid *grid, const LevelsWanted *wanted)
{
  LimitSurface *l = &c->limit_surface;
  const char *why = NULL;
  if (c->form != CONTACT_REDUCED) return NULL;
  if (!l->is_default && l->interp != SURFACE_POTENTIAL) return NULL;
  if (wanted->count > 0)
    why = "fn_range gives the number of levels";
  else if (c->stretch)
    why = "the axis of the force is made for isotropic friction";
  else if (!surface_has_points(surface) || grid->nx < 2 || grid->ny < 2)
    why = "a map, an image or a line has no pressure between its cells";
  else
    c->axis = contact_axis_make(c, spec, surface, grid, wanted->range, &why);
  if (!c->axis && !l->is_default)
    run_fail(spec->run, wanted->where,
             "interp = \"potential\" cannot follow fn: %s; use \"bilinear\" or "
             "\"cubic\"",
             why);
  l->is_default &= c->axis != NULL;
  return why;
}

void contact_read_levels(Contact *c, Spec *spec, const Value *fn_range,
                         const Value *surface, const Grid *grid)
{
  Run *run = spec->run;
  const Value *needed = levels_needed(surface);
  const bool has_mean = c->regions && c->regions->is_mean;
  c->fn = GOLDEN_LOAD;
  if (needed && !fn_range && c->material) {
    c->cells = cells_kept(
        run, grid,
        has_mean ? c->regions->whole.weights
                 : levels_exact(spec, surface, grid, c->fn_nominal));
    return;
  }
  if (needed && !fn_range)
    run_fail(run, needed->where,
             "the pressure depends on the normal force, so the contact needs "
             "fn_range = { least, largest } (N)");
  if (!needed) {
    if (fn_range)
      run_fail(run, fn_range->where,
               "fn_range has no meaning here: nothing in the pressure depends "
               "on the normal force; leave it out, or use function(x, y, fn) "
               "or, in the place of a number, function(fn)");
    c->cells = cells_kept(run, grid,
                          has_mean ? c->regions->whole.weights
                                   : pressure_weights(spec, surface, grid));
    return;
  }
  LevelsWanted wanted = read_range(run, fn_range);
  refuse_nominal_beyond(c, &wanted);
  SurfaceError error = {c, run, grid};
  c->no_axis = make_axis(c, spec, surface, grid, &wanted);
  if (c->axis) wanted.count = AXIS_LEVELS;
  if (contact_is_reduced(c) && !c->axis) {
    wanted.error = surface_error;
    wanted.context = &error;
  }
  if (wanted.tolerance == 0)
    wanted.tolerance = contact_is_reduced(c) && c->limit_surface.tolerance > 0
                           ? c->limit_surface.tolerance
                           : 1e-2;
  refuse_large(run, &wanted, grid);
  const Levels *levels =
      levels_choose(spec, surface, grid, &wanted, c->model.is_float);
  const size_t count = (size_t)grid->nx * (size_t)grid->ny;
  double *sum = run_doubles(run, count), *here = run_doubles(run, count);
  for (int l = 0; l < levels->count; l++)
    for (size_t k = 0; k < count; k++) sum[k] += levels->all[l][k];
  const double middle = sqrt(wanted.range[0] * wanted.range[1]);
  c->levels = levels;
  c->fn = c->model.is_float ? float_rounded(middle) : middle;
  levels_weights(levels, grid, c->fn, here);
  const Cells ever = cells_kept(run, grid, sum);
  c->cells = cells_weighted(run, &ever, here);
}

void contact_patch(const Contact *c, double fn, double patch[4])
{
  int i;
  if (c->axis) {
    contact_axis_figures(c->axis, fn, patch);
    return;
  }
  const double t = levels_place(c->levels, fn, &i);
  for (int d = 0; d < 4; d++)
    patch[d] = (1 - t) * c->patches[i][d] + t * c->patches[i + 1][d];
  patch[3] -= patch[0] * patch[0] + patch[1] * patch[1];
}

/* Sets the figures of a reduced model as its solver interpolates them. */
static void take_patch(Contact *c)
{
  double patch[4];
  if (!c->patches && !c->axis) return;
  contact_patch(c, c->fn, patch);
  memcpy(c->cop, patch, sizeof c->cop);
  c->r = patch[2];
  c->u = patch[3];
}

void contact_level_patches(Contact *c)
{
  const Levels *l = c->levels;
  if (!l || !contact_is_reduced(c)) return;
  if (c->axis) {
    take_patch(c);
    return;
  }
  double(*patches)[4] =
      run_alloc(c->model.run, (size_t)l->count * sizeof *patches);
  for (int i = 0; i < l->count; i++) {
    const Contact *at = contact_at(c, l->fn[i]);
    const double *cop = at->cop;
    patches[i][0] = cop[0];
    patches[i][1] = cop[1];
    patches[i][2] = at->r;
    patches[i][3] = at->u + cop[0] * cop[0] + cop[1] * cop[1];
  }
  c->patches = patches;
  take_patch(c);
}

/* Gives the contact, whose levels are those of its bristles, the shares and the
 * map of a force. */
static const Contact *with_bristles(const Contact *c, Contact *at, double fn)
{
  Run *run = c->model.run;
  const Contact *map = contact_at(contact_of_map(c), fn);
  double *shares = run_doubles(run, (size_t)c->cells.count);
  levels_weights(c->levels, &c->cells.grid, fn, shares);
  at->cells.w = shares;
  at->cells.all = shares;
  at->map = &map->cells;
  memcpy(at->cop, map->cop, sizeof at->cop);
  at->r = map->r;
  at->u = map->u;
  return at;
}

const Contact *contact_at(const Contact *c, double fn)
{
  if (!c->levels && !c->area) return c;
  Run *run = c->model.run;
  const Grid *grid = &c->cells.grid;
  Contact *at = run_alloc(run, sizeof *at);
  *at = *c;
  at->fn = fn;
  if (!c->levels) return at;
  if (c->map_levels) return with_bristles(c, at, fn);
  double *weights = run_doubles(run, (size_t)grid->nx * (size_t)grid->ny);
  levels_weights(c->levels, grid, fn, weights);
  at->cells = cells_weighted(run, &c->cells, weights);
  if (c->area) at->area = contact_area_at(run, c->area, &at->cells);
  contact_regions_keep(at);
  contact_figures(at);
  take_patch(at);
  return at;
}

const Contact *contact_constant(const Contact *c)
{
  const Levels *l = c->levels;
  const double *weights = l->all[l->count - 1];
  Contact *at = with_weights(c, c->model.run, &c->cells.grid, weights);
  at->levels = NULL;
  at->patches = NULL;
  at->axis = NULL;
  at->table = run_alloc(c->model.run, sizeof *at->table);
  return at;
}

void contact_shares(const Contact *c, double fn, double *shares)
{
  const Levels *l = c->levels;
  int i = 0;
  const double t = l ? levels_place(l, fn, &i) : 0;
  for (int k = 0; k < c->cells.count; k++) {
    const int cell = c->cells.index[k];
    shares[k] =
        l ? (1 - t) * l->all[i][cell] + t * l->all[i + 1][cell] : c->cells.w[k];
  }
}

size_t contact_loads(const Contact *c, const double **loads)
{
  const Levels *l = c->levels;
  if (c->area && !l) { /* zmax grows with the load */
    double *list = run_doubles(c->model.run, 2);
    list[0] = c->model.is_float ? float_rounded(0.4 * c->fn) : 0.4 * c->fn;
    list[1] = c->fn;
    *loads = list;
    return 2;
  }
  if (!l) {
    *loads = &c->fn;
    return 1;
  }
  const int last = l->count - 1;
  const double between[] = {l->fn[0] / 2,
                            0.7 * l->fn[0] + 0.3 * l->fn[1],
                            c->fn,
                            l->fn[last / 2],
                            0.4 * l->fn[last - 1] + 0.6 * l->fn[last],
                            3 * l->fn[last]};
  enum { LOADS = COUNT(between) };
  double *copy = run_doubles(c->model.run, LOADS);
  for (size_t i = 0; i < LOADS; i++)
    copy[i] = c->model.is_float ? float_rounded(between[i]) : between[i];
  *loads = copy;
  return LOADS;
}

/* ---- check ------------------------------------------------------------- */

void contact_report_levels(const Contact *c, Report *report)
{
  static const char *const columns[] = {"fn",    "cells", "cop_x",
                                        "cop_y", "r",     "u"};
  static const char *const titles[] = {"fn (N)",    "cells", "CoP x (m)",
                                       "CoP y (m)", "r (m)", "u (m^2)"};
  const Levels *l = c->levels;
  if (!l) return;
  double *rows = run_doubles(report->run, 6 * (size_t)l->count);
  for (int i = 0; i < l->count; i++) {
    const Contact *at = contact_at(c, l->fn[i]);
    double *row = rows + 6 * i;
    for (int k = 0; k < at->cells.count; k++) row[1] += at->cells.w[k] > 0;
    row[0] = l->fn[i];
    contact_patch_figures(at, row + 2);
  }
  report_number(report, "fn", "figures above are at fn", c->fn, "N");
  report_rows(report, "levels",
              c->axis ? "pressure on the grid at" : "pressure is stored at",
              columns, titles, 6, rows, (size_t)l->count);
  if (!c->axis)
    report_number(
        report, "levels_error", "its error between levels, found", l->error,
        contact_is_reduced(c) ? "of the largest force" : "of the load");
  if (c->area) return; /* a change of fn does no work on its bristles */
  report_lint(report, LINT_NOTE, "fn_range",
              "bristles are per unit of load, so a change of fn puts "
              "sigma0*z^2/2 per newton into them or takes it out; count it in "
              "energy balances");
}
