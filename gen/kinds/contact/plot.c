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
#include "kinds/contact/reduced/reduced.h"

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

static void plot_pressure(const Contact *c, Pictures *pictures)
{
  enum { MOST_SQUARES = 64 * 64 }; /* more would make the SVG too heavy */
  const Cells *map = contact_map(c), *own = &c->cells;
  const Grid *grid = &map->grid;
  const double aspect = fmin(4, fmax(0.25, grid->sy / grid->sx));
  const double kpa = /* pressure of a share of the load, per newton */
      1e-3 / (grid->sx / grid->nx * (grid->sy / grid->ny));
  const bool is_image =
      map->count > MOST_SQUARES && grid->nx > 1 && grid->ny > 1;
  Plan *plan = picture_new(pictures, "pressure", "contact/pressure.gp",
                           aspect > 1 ? (int)(480 / aspect) + 240 : 720,
                           aspect > 1 ? 640 : (int)(480 * aspect) + 160);
  plan_grid(grid, plan);
  plan_number(plan, "count", map->count);
  plan_flag(plan, "is_slim",
            grid->sy > 4 * grid->sx); /* for tics, colour box */
  plan_flag(plan, "is_image", is_image);
  plan_flag(plan, "has_bristles", c->compression != NULL);
  plan_row(plan, "cop", 2, (double[]){1e3 * c->cop[0], 1e3 * c->cop[1]});
  if (is_image) plan_image(map, kpa, plan);
  for (int k = 0; k < map->count && !is_image; k++)
    plan_row(plan, "cells", 3,
             (double[]){1e3 * map->x[k], 1e3 * map->y[k], kpa * map->w[k]});
  for (int k = 0; k < own->count && c->compression; k++)
    plan_row(plan, "bristles", 3, /* with the size of a mark */
             (double[]){1e3 * own->x[k], 1e3 * own->y[k],
                        2.5 * sqrt(own->w[k] * own->count)});
}

/* ---- limit surface ------------------------------------------------------ */

/* Plans force along one axis and torque, times a factor, both about the centre
 * of pressure, for slip along that axis and spin in all proportions. */
static void plan_section(Plan *plan, const char *name, const Contact *c,
                         int axis, int points, double factor)
{
  for (int i = 0; i < points; i++) {
    const double phi = PI / 2 * i / (points - 1);
    double twist[3] = {0, 0, sin(phi) / c->r}, wrench[3];
    twist[axis] = cos(phi);
    limit_exact_at(contact_map(c), c->cop, twist, wrench);
    plan_row(plan, name, 2, (double[]){-wrench[axis], -wrench[2] * factor});
  }
}

static void plot_limit(const Contact *c, Pictures *pictures)
{
  enum { POINTS = 181 };
  Plan *plan = picture_new(pictures, "limit", "contact/limit.gp", 640, 660);
  plan_section(plan, "along_x", c, 0, POINTS, 1 / c->r);
  plan_section(plan, "along_y", c, 1, POINTS, 1 / c->r);
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
    plan_section(limit, "sections", at, 0, POINTS, 1e3);
  }
  plan_grid(grid, pressure);
  plan_number(pressure, "most", most);
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
  if (c->levels) {
    plot_levels(c, pictures);
    return;
  }
  plot_pressure(c, pictures);
  plot_limit(c, pictures);
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
