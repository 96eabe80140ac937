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

/* Plans the patch every `snapshot` seconds and at the last row, with a line
 * from the centre of mass to the contact point. */
static void plan_snapshots(const Slider *s, const Recording *r, Plan *plan)
{
  const double ratio = s->scenario->snapshot / s->scenario->dt;
  const size_t stride = ratio > 1 ? (size_t)lround(ratio) : 1;
  for (size_t k = 0;; k = k + stride < r->nrows ? k + stride : r->nrows - 1) {
    const double x = recording_at(r, k, "x"), y = recording_at(r, k, "y");
    const double arm[] = {1e3 * x, 1e3 * y, 1e3 * recording_at(r, k, "ax"),
                          1e3 * recording_at(r, k, "ay")};
    plan_hull(s, plan, x, y, recording_at(r, k, "angle"));
    plan_row(plan, "arms", 4, arm);
    if (k + 1 == r->nrows) break;
  }
}

void slider_picture(const Model *model, const Recording *recording,
                    Pictures *pictures)
{
  const Slider *s = (const Slider *)model;
  Plan *plan = picture_new(pictures, "path", "slider/motion.gp", 900, 1000);
  plan_recording(plan, recording);
  plan_snapshots(s, recording, plan);
  plan_number(plan, "corners", (double)s->ncorners);
  plan_number(plan, "snapshot", s->scenario->snapshot);
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
