/* plot.c: pictures of a contact: pressure, limit surface, the motion of its
 * scenario. In: a Contact, a recording. Out: Pictures.
 *
 * Invariant: both axes have the same scale, and every axis has its unit. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/reduced/reduced.h"
#include "kinds/contact/region.h"
#include "kinds/contact/stretch.h"

/* Plans the grid in millimetres. */
static void plan_grid(const Grid *grid, Plan *plan)
{
  plan_number(plan, "nx", grid->nx);
  plan_number(plan, "ny", grid->ny);
  plan_number(plan, "sx", 1e3 * grid->sx);
  plan_number(plan, "sy", 1e3 * grid->sy);
}

/* Plans all cells of a grid as a matrix, times a factor; NaN without load. */
static void plan_image(const Cells *cells, double factor, Plan *plan)
{
  for (int k = 0; k < cells->grid.nx * cells->grid.ny; k++) {
    const double w = cells->all[k];
    plan_row(plan, "cells", 1, &(double){w > 0 ? factor * w : NAN});
  }
}

/* ---- pressure ---------------------------------------------------------- */

/* What a picture shows of each cell. */
typedef enum CellFigure { OF_PRESSURE, OF_FRICTION, OF_BREAKAWAY } CellFigure;

static const struct {
  const char *name, *what, *scale;
} cell_figures[] = {
    {"pressure", "pressure", "pressure per newton of load (kPa/N)"},
    {"friction", "friction by region", "coefficient of Coulomb friction"},
    {"breakaway", "where a slide slips first",
     "displacement at which a cell slips (µm)"}};

/* Returns the factor on mu_c of a cell of the grid; models with one level have
 * M*mu_c. */
static double factor_of(const Contact *c, int cell)
{
  const ContactRegions *r = c->regions;
  return r ? r->whole.factors[cell] / (r->is_mean ? r->whole.mean : 1) : 1;
}

/* Returns the figure of the map's cell k. */
static double cell_figure(const Contact *c, CellFigure figure, int k)
{
  const Cells *map = contact_map(c);
  const ContactArea *area = c->map_area ? c->map_area : c->area;
  const Grid *grid = contact_spec_grid(c);
  const double mu = c->lugre.mu_c * factor_of(c, map->index[k]);
  if (figure == OF_FRICTION) return mu;
  if (figure == OF_BREAKAWAY)
    return 1e6 * mu / c->lugre.sigma0 * area->fn * area->reach[k];
  return 1e-3 * map->w[k] / (grid->sx / grid->nx * (grid->sy / grid->ny));
}

/* Plans a place on the patch, in mm, and the rest of a row of three. */
static void plan_place(const Contact *c, double x, double y, double third,
                       const char *name, Plan *plan)
{
  double at[2] = {x, y};
  contact_place(c, at, at);
  plan_row(plan, name, 3, (double[]){1e3 * at[0], 1e3 * at[1], third});
}

static void plot_cells(const Contact *c, CellFigure figure, Pictures *pictures)
{
  enum { MOST_SQUARES = 64 * 64 }; /* more would make the SVG too heavy */
  const Cells *map = contact_map(c), *own = &c->cells;
  const Grid *grid = c->stretch ? &c->stretch->grid : &map->grid;
  const double aspect = fmin(4, fmax(0.25, grid->sy / grid->sx));
  const double kpa = /* pressure of a share of the load, per newton */
      1e-3 / (grid->sx / grid->nx * (grid->sy / grid->ny));
  const bool is_image =
      figure == OF_PRESSURE && map->count > MOST_SQUARES && grid->nx > 1 && grid->ny > 1;
  double cop[2];
  contact_place(c, c->cop, cop);
  Plan *plan = picture_new(pictures, cell_figures[figure].name,
                           "contact/pressure.gp",
                           aspect > 1 ? (int)(480 / aspect) + 240 : 720,
                           aspect > 1 ? 640 : (int)(480 * aspect) + 160);
  plan_grid(grid, plan);
  plan_number(plan, "count", map->count);
  plan_flag(plan, "is_slim",
            grid->sy > 4 * grid->sx); /* for tics, colour box */
  plan_flag(plan, "is_image", is_image);
  plan_flag(plan, "has_bristles", c->compression != NULL);
  plan_text(plan, "what", cell_figures[figure].what);
  plan_text(plan, "scale", cell_figures[figure].scale);
  plan_row(plan, "cop", 2, (double[]){1e3 * cop[0], 1e3 * cop[1]});
  if (is_image) plan_image(map, kpa, plan);
  for (int k = 0; k < map->count && !is_image; k++)
    plan_place(c, map->x[k], map->y[k], cell_figure(c, figure, k), "cells", plan);
  for (int k = 0; k < own->count && c->compression; k++)
    plan_place(c, own->x[k], own->y[k], /* with the size of a mark */
               2.5 * sqrt(own->w[k] * own->count), "bristles", plan);
}

/* ---- limit surface ------------------------------------------------------ */

/* Writes h, the wrench over mu*fn with its torque over r, for a slip (vx, vy,
 * r w) of the centre of pressure. */
typedef void SlipSurface(const Contact *c, const double slip[3], double h[3]);

/* The sum over the bristles of a compressed contact. */
static void bristle_surface(const Contact *c, const double slip[3], double h[3])
{
  const Cells *cells = &c->cells;
  const double w = slip[2] / c->r;
  for (int d = 0; d < 3; d++) h[d] = 0;
  for (int k = 0; k < cells->count; k++) {
    const double x = cells->x[k] - c->cop[0], y = cells->y[k] - c->cop[1];
    const double vx = slip[0] - w * y, vy = slip[1] + w * x, s = hypot(vx, vy);
    if (s == 0) continue;
    h[0] -= cells->w[k] * vx / s;
    h[1] -= cells->w[k] * vy / s;
    h[2] -= cells->w[k] * (x * vy - y * vx) / (s * c->r);
  }
}

static void table_surface(const Contact *c, const double slip[3], double h[3])
{
  contact_table_value(contact_table(c), slip, h);
}

static void ellipsoid_surface(const Contact *c, const double slip[3],
                              double h[3])
{
  const double s = hypot(hypot(slip[0], slip[1]), slip[2]);
  (void)c;
  for (int d = 0; d < 3; d++) h[d] = -slip[d] / s;
}

/* Writes h of a slip of the patch itself, by the surface of the stretched one: r
 * grows by the ratio, as the spin does. */
static void outer_surface(const Contact *c, SlipSurface *surface,
                          const double slip[3], double h[3])
{
  double inner[3] = {slip[0], slip[1], slip[2]};
  contact_place(c, slip, inner);
  surface(c, inner, h);
  contact_place(c, h, h);
}

/* Returns the surface on which the solver slides and writes its name; or
 * returns NULL if it is the exact one, or if there is none. */
static SlipSurface *own_surface(const Contact *c, const char **name)
{
  Run *run = c->model.run;
  if (c->compression) {
    *name = run_printf(run, "this solver: %d bristles", c->cells.count);
    return bristle_surface;
  }
  if (c->form == CONTACT_ELLIPSOID) {
    *name = "this solver: ellipsoid";
    return ellipsoid_surface;
  }
  if (c->form != CONTACT_REDUCED) return NULL;
  const ContactTable *made = contact_table(c);
  *name =
      run_printf(run, "this solver: table of %zu bytes",
                 made->table || made->potential ? contact_table_bytes(c) : 0);
  return made->table || made->potential ? table_surface : NULL;
}

/* Plans force along one axis and torque, times a factor, both about the centre
 * of pressure, for slip along that axis and spin in proportions of `turn`
 * degrees. */
static void plan_section(Plan *plan, const char *name, const Contact *c,
                         SlipSurface *surface, int axis, int turn, int points,
                         double factor)
{
  for (int i = 0; i < points; i++) {
    const double phi = turn * (PI / 180) * i / (points - 1);
    double slip[3] = {0, 0, sin(phi)}, h[3];
    slip[axis] = cos(phi);
    outer_surface(c, surface, slip, h);
    plan_row(plan, name, 2, (double[]){-h[axis], -h[2] * factor});
  }
}

/* Returns true if the quadrants of a section differ: the map is not its own
 * mirror image. */
static bool is_lopsided(const Contact *c)
{
  enum { TRIES = 12 };
  for (int i = 1; i < TRIES; i++)
    for (int axis = 0; axis < 2; axis++) {
      const double phi = PI / 2 * i / TRIES;
      double slip[3] = {0, 0, sin(phi)}, h[2][3];
      for (int side = 0; side < 2; side++) {
        slip[axis] = side ? -cos(phi) : cos(phi);
        outer_surface(c, contact_exact_surface, slip, h[side]);
      }
      if (fabs(h[0][axis] + h[1][axis]) > 1e-6 ||
          fabs(h[0][2] - h[1][2]) > 1e-6)
        return true;
    }
  return false;
}

/* Returns the largest force of a slide over that of the law, at least 1. */
static double largest_force(const Contact *c)
{
  const double mean = contact_mean_factor(c);
  return fmax(1, mean * contact_stretch_most(c));
}

/* Plots the forces of anisotropic slides, without and with spin: an ellipse for
 * a pure slide. */
static void plot_forces(const Contact *c, Pictures *pictures)
{
  enum { POINTS = 241 };
  static const char *const names[] = {"slide", "some", "much"};
  Plan *plan = picture_new(pictures, "forces", "contact/forces.gp", 700, 720);
  plan_number(plan, "most", 1.1 * largest_force(c));
  plan_number(plan, "along_x", cos(c->stretch->angle));
  plan_number(plan, "along_y", sin(c->stretch->angle));
  for (int n = 0; n < 3; n++)
    for (int i = 0; i < POINTS; i++) {
      const double turn = 2 * PI * i / (POINTS - 1), tilt = PI / 6 * n;
      const double slip[3] = {cos(tilt) * cos(turn), cos(tilt) * sin(turn),
                              sin(tilt)};
      double h[3];
      outer_surface(c, contact_exact_surface, slip, h);
      plan_row(plan, names[n], 2, (double[]){-h[0], -h[1]});
    }
}

static void plot_limit(const Contact *c, Pictures *pictures)
{
  enum { PER_DEGREE = 2 };
  const char *name = "";
  const bool is_whole = is_lopsided(c);
  const int turn = is_whole ? 360 : 90, points = turn * PER_DEGREE + 1;
  SlipSurface *own = own_surface(c, &name);
  Plan *plan = picture_new(pictures, "limit", "contact/limit.gp",
                           is_whole ? 760 : 640, is_whole ? 780 : 660);
  plan_flag(plan, "is_whole", is_whole);
  plan_number(plan, "most", 1.1 * largest_force(c));
  plan_flag(plan, "has_own", own != NULL);
  plan_text(plan, "own_name", name);
  plan_section(plan, "along_x", c, contact_exact_surface, 0, turn, points, 1);
  plan_section(plan, "along_y", c, contact_exact_surface, 1, turn, points, 1);
  if (!own) return;
  plan_section(plan, "own_x", c, own, 0, turn, points, 1);
  plan_section(plan, "own_y", c, own, 1, turn, points, 1);
}

/* ---- pressure that depends on the normal force -------------------------- */

/* Plots both pictures at forces with equal ratios. All forces share one scale
 * of pressure, of length and of torque. */
static void plot_levels(const Contact *c, Pictures *pictures)
{
  enum { FORCES = 4, POINTS = 121 };
  const Levels *l = c->levels;
  const Grid *grid = &c->cells.grid;
  const double hx = 1e3 * grid->sx / grid->nx, hy = 1e3 * grid->sy / grid->ny;
  Plan *pressure =
      picture_new(pictures, "pressure", "contact/pressure_levels.gp", 820, 760);
  Plan *limit =
      picture_new(pictures, "limit", "contact/limit_levels.gp", 640, 560);
  double most = 0;
  for (int i = 0; i < FORCES; i++) {
    const double ratio = l->fn[l->count - 1] / l->fn[0];
    const Contact *at =
        contact_at(c, l->fn[0] * pow(ratio, (double)i / (FORCES - 1)));
    const double kpa = 1e3 * at->fn / (hx * hy);
    for (int k = 0; k < grid->nx * grid->ny; k++)
      most = fmax(most, kpa * at->cells.all[k]);
    plan_row(pressure, "forces", 1, &at->fn);
    plan_row(limit, "forces", 1, &at->fn);
    plan_image(&at->cells, kpa, pressure);
    plan_section(limit, "sections", at, contact_exact_surface, 0, 90, POINTS,
                 1e3 * at->r);
  }
  plan_grid(grid, pressure);
  plan_number(pressure, "most", most);
}

/* The patch of a material over the load, and its stiffness beside that of this
 * contact, which takes it at fn_nominal. */
static void plot_material(const Contact *c, Pictures *pictures)
{
  enum { POINTS = 120 };
  const Material *m = c->material;
  const Levels *l = c->levels;
  const double from = l ? l->fn[0] : c->fn_nominal / 10;
  const double to = l ? l->fn[l->count - 1] : c->fn_nominal * 10;
  const double nominal = c->fn_nominal > 0 ? c->fn_nominal : c->fn;
  Plan *plan = picture_new(pictures, "material", "contact/material.gp", 1100, 480);
  plan_flag(plan, "is_elastic", m->shear > 0);
  plan_row(plan, "nominal", 3,
           (double[]){nominal, 1e3 * material_radius(m, nominal),
                      c->lugre.sigma0 * nominal});
  for (int i = 0; i <= POINTS; i++) {
    const double fn = from * pow(to / from, (double)i / POINTS);
    plan_row(plan, "radius", 2, (double[]){fn, 1e3 * material_radius(m, fn)});
    plan_row(plan, "textbook", 2, (double[]){fn, material_tangential(m, fn)});
    plan_row(plan, "own", 2,
             (double[]){fn, c->lugre.sigma0 * contact_hold_load(c, fn)});
  }
}

/* The friction of one bristle: in steady sliding over the slip speed, and under
 * slow periodic motions. */
static void plot_law(const Contact *c, Pictures *pictures)
{
  enum { POINTS = 200 };
  const Lugre *f = &c->lugre;
  const double speed = lugre_speed(f), length = c->friction.breakaway;
  Plan *plan = picture_new(pictures, "law", "contact/law.gp", 1100, 480);
  for (int i = 0; i <= POINTS; i++) {
    const double s = speed * pow(10, -2 + 5.0 * i / POINTS);
    const double g = lugre_g(c->model.spec, f, s);
    plan_row(plan, "level", 2, (double[]){s, g});
    plan_row(plan, "steady", 2, (double[]){s, g + f->sigma2 * s});
  }
  contact_plan_loop(c, 0.25 * length, plan, "small");
  contact_plan_loop(c, length, plan, "middle");
  contact_plan_loop(c, 4 * length, plan, "large");
}

void contact_plot(const Model *model, const Recording *recording,
                  Pictures *pictures)
{
  (void)recording; /* no picture shows a motion */
  const Contact *c = (const Contact *)model;
  plot_law(c, pictures);
  if (c->material) plot_material(c, pictures);
  if (c->levels) {
    plot_levels(c, pictures);
    return;
  }
  plot_cells(c, OF_PRESSURE, pictures);
  if (c->regions) plot_cells(c, OF_FRICTION, pictures);
  if (c->area) plot_cells(c, OF_BREAKAWAY, pictures);
  plot_limit(c, pictures);
  if (c->stretch) plot_forces(c, pictures);
  if (contact_is_reduced(c)) reduced_plot(c, pictures);
}

/* ---- motion ------------------------------------------------------------- */

/* Returns for each row: the fastest cell is slower than a tenth of the
 * speed over which the law changes. */
static const bool *rows_that_stick(const Contact *c, const Recording *r,
                                   size_t v)
{
  const double slow = 0.1 * lugre_speed(&c->lugre);
  bool *sticks = run_alloc(r->run, r->nrows * sizeof *sticks);
  for (size_t row = 0; row < r->nrows; row++) {
    const double *twist = r->values + row * r->ncolumns + v;
    sticks[row] = hypot(twist[0], twist[1]) + fabs(twist[2]) * c->r < slow &&
                  r->values[row * r->ncolumns + 1] > 0;
  }
  return sticks;
}

void contact_picture(const Model *model, const Recording *recording,
                     Pictures *pictures)
{
  const Contact *c = (const Contact *)model;
  const bool has_body = c->scenario->load, is_held = c->scenario->hold > 0;
  const size_t v = has_body ? 5 : 2;
  const Panel panels[] = {
      {{"position", 2, 2, false}, {"angle", 4, 1, false}},
      {{"velocity", v, 2, is_held && !has_body},
       {"spin", v + 2, 1, is_held && !has_body}},
      {{"friction", v + 3, 2, false}, {"torque", v + 5, 1, false}},
      {{"normal force", 1, 1, is_held}, {NULL, 0, 0, false}},
      {{"energy", v + 6, 5, false}, {NULL, 0, 0, false}}};
  const size_t first = has_body ? 0 : 1;
  picture_motion(pictures, recording, panels + first, COUNT(panels) - first,
                 rows_that_stick(c, recording, v));
}
