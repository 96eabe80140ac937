/* check.c: figures of a slider that need no solver. In: a Slider. Out: derived
 * figures, and the lint.
 *
 * Invariant: figures follow from the equations; rules of thumb are lint. */
#include <math.h>

#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "laws/laws.h"
#include "kinds/slider/slider.h"

static double largest_e(const Slider *s)
{
  return fmax(s->e[0], s->e[1]);
}

/* Returns the largest distance by which friction shifts the contact point. */
static double largest_shift(const Slider *s)
{
  return s->mu * largest_e(s) * s->height;
}

static void report_body(const Slider *s, Report *report)
{
  const double weight = s->mass * s->gravity[2];
  report_number(report, "weight", "load on the table", weight, "N");
  report_numbers(report, "gravity", "gravity along x, y, into the table",
                 s->gravity, 3, "m/s^2");
  report_numbers(
      report, "ellipsoid", "ellipsoid e_t, e_o, e_r", s->e, 3,
      s->is_er_computed ? "(e_r in m, from the pressure)" : "(e_r in m)");
  report_number(report, "max_force", "largest friction force",
                s->mu * largest_e(s) * weight, "N");
  report_number(report, "max_torque", "largest friction torque",
                s->mu * s->e[2] * weight, "N m");
  report_number(report, "deceleration", "slows down by",
                s->mu * largest_e(s) * s->gravity[2], "m/s^2");
}

static void report_patch(const Slider *s, Report *report)
{
  const double spin[3] = {0, 0, 1};
  double wrench[3];
  limit_exact_at(&s->cells, s->cop, spin, wrench);
  report_integer(report, "corners", "corners of the patch's hull",
                 (long)s->ncorners, NULL);
  report_integer(
      report, "cells", "cells that carry force", s->cells.count,
      run_printf(report->run, "of %d", s->cells.grid.nx * s->cells.grid.ny));
  report_numbers(report, "cop", "centre of pressure", s->cop, 2, "m");
  report_number(report, "r", "e_r of the patch's pressure", fabs(wrench[2]),
                "m");
  report_number(report, "max_shift", "contact point shifts by up to",
                largest_shift(s), "m");
  report_number(report, "inside", "it cannot leave the patch below", s->inside,
                "m");
}

static void lint_tipping(const Slider *s, Report *report)
{
  const double shift = largest_shift(s);
  if (shift > s->outside)
    report_lint(report, LINT_WARNING, "height",
                "friction shifts the contact point by %.3g mm, beyond the "
                "patch (%.3g mm): the body tips whenever it slides. Below a "
                "height of %.3g m it never does",
                1e3 * shift, 1e3 * s->outside,
                s->inside / (s->mu * largest_e(s)));
  else if (shift > s->inside)
    report_lint(report, LINT_NOTE, "height",
                "friction can shift the contact point by %.3g mm, the patch "
                "reaches %.3g mm in its narrowest direction: it may tip. Below "
                "a height of %.3g m it never does",
                1e3 * shift, 1e3 * s->inside,
                s->inside / (s->mu * largest_e(s)));
}

static void lint_friction(const Slider *s, Report *report)
{
  const double radius = sqrt(s->inertia / s->mass);
  if (s->e[2] > s->outside * largest_e(s))
    report_lint(report, LINT_WARNING, "ellipsoid",
                "e_r = %g m is more than any pressure on this patch can give: "
                "its farthest point is %.3g m from the centre of mass",
                s->e[2], s->outside);
  if (radius > 3 * s->outside)
    report_lint(report, LINT_NOTE, "inertia",
                "its radius of gyration, %.3g m, is much larger than the patch "
                "(%.3g m)",
                radius, s->outside);
  friction_lint_coefficient(report, "mu", s->mu * largest_e(s));
  if (hypot(s->cop[0], s->cop[1]) > 0.05 * s->inside)
    report_lint(report, LINT_NOTE, "patch",
                "its pressure has its centre %.3g mm from the centre of mass; "
                "a body at rest presses right below its own. Only e_r is taken "
                "from it",
                1e3 * hypot(s->cop[0], s->cop[1]));
  const double pull = hypot(s->gravity[0] / s->e[0], s->gravity[1] / s->e[1]);
  if (pull > s->mu * s->gravity[2])
    report_lint(report, LINT_NOTE, "gravity",
                "the table is so steep that the body never comes to rest");
}

static void lint_steps(const Slider *s, Report *report)
{
  const SliderScenario *scenario = s->scenario;
  if (!scenario) return;
  const double take = s->mu * s->gravity[2] * scenario->dt;
  const double speed = hypot(scenario->v[0], scenario->v[1]);
  if (speed > 0 && take > 0.2 * speed)
    report_lint(report, LINT_NOTE, "scenario",
                "friction takes %.3g m/s in a step of %g s, the body starts "
                "with %.3g m/s: errors are of first order in the step",
                take, scenario->dt, speed);
}

void slider_check(const Model *model, const double *speeds, size_t nspeeds,
                  Report *report)
{
  const Slider *s = (const Slider *)model;
  (void)speeds;
  (void)nspeeds;
  report_body(s, report);
  report_patch(s, report);
  pressure_lint(value_get(&s->model.spec->root, "patch"), report);
  lint_tipping(s, report);
  lint_friction(s, report);
  lint_steps(s, report);
}
