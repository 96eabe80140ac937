/* plot.c: pictures of a slider: its patch, and the path of its scenario. In: a
 * Slider, a recording. Out: Pictures.
 *
 * Invariant: both axes of a position have the same scale, and every axis has
 * its unit. */
#include <math.h>

#include "base/base.h"
#include "kinds/kind.h"
#include "plan/plan.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/slider/slider.h"

/* Plans the hull as a closed line in mm, turned and moved. */
static void plan_hull(const Slider *s, Plan *plan, double x, double y,
                      double angle)
{
  const double c = cos(angle), n = sin(angle);
  for (size_t i = 0; i <= s->ncorners; i++) {
    const Point *p = &s->corners[i % s->ncorners];
    const double row[] = {1e3 * (x + c * p->x - n * p->y),
                          1e3 * (y + n * p->x + c * p->y)};
    plan_row(plan, "hulls", 2, row);
  }
}

/* Adds the load of the scenario as an arrow (mm): its head is the point of its
 * line of action nearest to the centre of mass, where a pusher could be. */
static void plan_push(const Slider *s, const Recording *r, size_t row,
                      double length, Plan *plan)
{
  double q[3], v[3], load[3];
  static const char *const names[] = {"x", "y", "angle", "vx", "vy", "w"};
  for (size_t i = 0; i < 3; i++) {
    q[i] = recording_at(r, row, names[i]);
    v[i] = recording_at(r, row, names[3 + i]);
  }
  slider_load(s, recording_at(r, row, "t"), q, v, load);
  const double size = hypot(load[0], load[1]);
  if (!(size > 0)) return;
  const double arm = load[2] / (size * size);
  const double x = q[0] + arm * load[1], y = q[1] - arm * load[0];
  const double arrow[] = {
      1e3 * (x - length * load[0] / size), 1e3 * (y - length * load[1] / size),
      1e3 * length * load[0] / size, 1e3 * length * load[1] / size};
  plan_row(plan, "pushes", COUNT(arrow), arrow);
}

/* Returns the number of rows from one snapshot to the next: as the scenario
 * says, and so many that outlines do not cover each other. */
static size_t snapshot_stride(const Slider *s, const Recording *r)
{
  enum { MOST_SNAPSHOTS = 12 };
  const double ratio = s->scenario->snapshot / s->scenario->dt;
  const size_t stride = ratio > 1 ? (size_t)lround(ratio) : 1;
  const size_t least = (r->nrows - 1) / MOST_SNAPSHOTS + 1;
  return stride > least ? stride : least;
}

/* Plans for each snapshot the outline, the line from the centre of mass to the
 * contact point, and the load; the last row is a snapshot. Returns the time
 * between two snapshots. */
static double plan_snapshots(const Slider *s, const Recording *r, Plan *plan)
{
  const size_t stride = snapshot_stride(s, r);
  plan_row(plan, "pushes", 0, NULL);
  for (size_t k = 0;; k = k + stride < r->nrows ? k + stride : r->nrows - 1) {
    const double x = recording_at(r, k, "x"), y = recording_at(r, k, "y");
    const double arm[] = {1e3 * x, 1e3 * y, 1e3 * recording_at(r, k, "ax"),
                          1e3 * recording_at(r, k, "ay")};
    plan_hull(s, plan, x, y, recording_at(r, k, "angle"));
    plan_row(plan, "arms", 4, arm);
    plan_push(s, r, k, 0.6 * s->outside, plan);
    if (k + 1 == r->nrows) break;
  }
  return (double)stride * s->scenario->dt;
}

void slider_picture(const Model *model, const Recording *recording,
                    Pictures *pictures)
{
  static const Panel panels[] = {
      {{"position", 1, 2, false}, {"angle", 3, 1, false}},
      {{"velocity", 4, 2, false}, {"spin", 6, 1, false}},
      {{"friction", 7, 2, true}, {"torque", 9, 1, true}},
      {{"slip", 10, 1, true}, {NULL, 0, 0, false}}};
  const Slider *s = (const Slider *)model;
  Plan *plan = picture_new(pictures, "path", "slider/path.gp", 900, 800);
  plan_recording(plan, recording);
  plan_number(plan, "snapshot", plan_snapshots(s, recording, plan));
  plan_number(plan, "corners", (double)s->ncorners);
  bool *rests = run_alloc(model->run, recording->nrows * sizeof *rests);
  for (size_t k = 0; k < recording->nrows; k++)
    rests[k] = recording_at(recording, k, "slip") == 0;
  picture_motion(pictures, recording, panels, COUNT(panels), rests);
}

static void plot_patch(const Slider *s, Pictures *pictures)
{
  const Cells *cells = &s->cells;
  const double hx = 1e3 * cells->grid.sx / cells->grid.nx;
  const double hy = 1e3 * cells->grid.sy / cells->grid.ny;
  const double shift = 1e3 * s->mu * s->height;
  Plan *plan = picture_new(pictures, "patch", "slider/patch.gp", 720, 640);
  for (int k = 0; k < cells->count; k++) { /* kPa per newton of load */
    const double row[] = {1e3 * cells->x[k], 1e3 * cells->y[k],
                          1e3 * cells->w[k] / (hx * hy)};
    plan_row(plan, "cells", 3, row);
  }
  plan_hull(s, plan, 0, 0, 0);
  plan_number(plan, "hx", hx);
  plan_number(plan, "hy", hy);
  plan_number(plan, "shift_x", shift * s->e[0]);
  plan_number(plan, "shift_y", shift * s->e[1]);
}

bool slider_draws_motion(const Model *model)
{
  return ((const Slider *)model)->scenario != NULL;
}

void slider_plot(const Model *model, const Recording *recording,
                 Pictures *pictures)
{
  plot_patch((const Slider *)model, pictures);
  if (recording) slider_picture(model, recording, pictures);
}
