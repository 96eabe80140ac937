/* check.c: figures of a contact that need no solver. In: a Contact. Out:
 * derived figures, and the lint: each doubtful parameter with advice.
 *
 * Invariant: figures follow from the equations; rules of thumb are lint. */
#include <math.h>

#include "base/base.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "kinds/contact/area.h"
#include "kinds/contact/axis.h"
#include "kinds/contact/contact.h"
#include "kinds/contact/region.h"
#include "kinds/contact/stretch.h"

static double patch_length(const Contact *c)
{
  return hypot(c->cells.grid.sx, c->cells.grid.sy);
}

double contact_stable_step(const Contact *c, double s)
{
  const Lugre *f = &c->lugre;
  const double g = lugre_g(c->model.spec, f, s);
  const bool is_reduced = contact_is_reduced(c);
  const double k = is_reduced && c->torsion == TORSION_MATCHED && c->r > 0
                       ? fmax(1, c->u / (c->r * c->r))
                       : 1;
  return 2 * g * contact_least_reach(c) / (k * f->sigma0 * s);
}

double contact_least_stable_step(const Contact *c, double s)
{
  const Contact **corners;
  const size_t count = contact_corners(c, &corners);
  double least = contact_stable_step(corners[0], s);
  for (size_t i = 1; i < count; i++)
    least = fmin(least, contact_stable_step(corners[i], s));
  return least;
}

double contact_free_turn(const Contact *c, double time)
{
  const Lugre *f = &c->lugre;
  const Body *b = c->body;
  if (!b || contact_is_reduced(c) || c->cells.count > 1 || b->frame == 0)
    return 0;
  const double hold = c->fn * b->contacts * time;
  const double arm2 = b->com[0] * b->com[0] + b->com[1] * b->com[1];
  return hold * (f->sigma0 * time + f->sigma1 + f->sigma2) *
         fmin(1 / b->mass, arm2 / b->inertia);
}

/* ---- figures ----------------------------------------------------------- */

static void report_patch(const Contact *c, Report *report)
{
  const Grid *grid = &contact_map(c)->grid;
  double total = 0;
  for (int k = 0; k < contact_map(c)->count; k++) total += contact_map(c)->w[k];
  report_integer(report, "cells", "cells that carry force",
                 contact_map(c)->count,
                 run_printf(report->run, "of %d", grid->nx * grid->ny));
  report_integer(report, "grid_cells", NULL, (long)grid->nx * grid->ny, NULL);
  report_number(report, "total_weight", "total weight", total, NULL);
  const double turn = c->stretch ? c->stretch->ratio : 1;
  double cop[2];
  contact_place(c, c->cop, cop);
  report_numbers(report, "cop", "centre of pressure", cop, 2, "m");
  report_number(report, "r", "largest torque per mu*fn, r", turn * c->r, "m");
  report_number(report, "u", "mean square radius, u", turn * turn * c->u,
                "m^2");
  if (c->compression) contact_report_compression(c, report);
}

static void report_forces(const Contact *c, Report *report)
{
  const Lugre *f = &c->lugre;
  const double mean =
      contact_stretch_most(c) * (f->has_regions ? c->regions->whole.mean : 1);
  const double turn = c->stretch ? c->stretch->ratio : 1;
  report_number(report, "max_force_per_newton", "largest force, held",
                mean * f->mu_s, "N/N");
  report_number(report, "max_torque_per_newton",
                "largest torque about the CoP, held", turn * f->mu_s * c->r, "N m/N");
  report_number(report, "sliding_force_per_newton", "largest force, sliding",
                mean * f->mu_c, "N/N");
  report_number(report, "sliding_torque_per_newton",
                "largest torque about the CoP, sliding", turn * f->mu_c * c->r,
                "N m/N");
}

/* Returns the force at which figures are stated: fn_nominal, or a constant load
 * of the scenario, or fn. */
static double nominal_load(const Contact *c)
{
  const Scenario *s = c->scenario;
  if (c->fn_nominal > 0) return c->fn_nominal;
  if (s && s->fn->type == VALUE_NUMBER && s->fn->number > 0)
    return s->fn->number;
  return c->fn;
}

/* Reports what the materials say of the patch, beside the model's torsion. */
static void report_material(const Contact *c, double fn, Report *report)
{
  const Material *m = c->material;
  if (!m) return;
  report_number(report, "patch_radius", "radius of the patch",
                material_radius(m, fn), "m");
  if (!(m->shear > 0)) return;
  report_number(report, "material_stiffness", "8 G* a of the materials",
                material_tangential(m, fn), "N/m");
  report_number(report, "material_torsional_stiffness",
                "16/3 G a^3 of the materials",
                material_torsional(m, fn), "N m/rad");
}

/* Reports how the contact holds at the nominal force, and the oscillator that a
 * stuck body is. */
static void report_stiffness(const Contact *given, Report *report)
{
  const Lugre *f = &given->lugre;
  const Body *b = given->body;
  const double fn = nominal_load(given);
  const Contact *c = contact_at(given, fn);
  const double k = f->sigma0 * contact_held(c);
  const double turn = c->stretch ? c->stretch->ratio : 1;
  report_number(report, "nominal_load", "stiffness and damping are at fn", fn,
                "N");
  report_number(report, "stiffness", "tangential stiffness", k, "N/m");
  report_number(report, "torsional_stiffness", "torsional stiffness",
                contact_is_reduced(c) && c->torsion == TORSION_PAPER
                    ? turn * turn * k * c->r * c->r
                    : turn * turn * f->sigma0 * contact_held_turn(c),
                "N m/rad");
  report_number(report, "breakaway", "breakaway",
                c->area ? f->mu_s * fn / k : f->mu_s / f->sigma0, "m");
  report_material(c, fn, report);
  if (!b) return;
  const double all = k * b->contacts;
  report_number(report, "stuck_frequency", "frequency of the stuck body",
                sqrt(all / b->mass) / (2 * PI), "Hz");
  report_number(report, "damping_ratio", "its damping ratio",
                (f->sigma1 + f->sigma2) * fn * b->contacts /
                    (2 * sqrt(all * b->mass)),
                NULL);
}

static void report_steps(const Contact *c, const double *speeds, size_t nspeeds,
                         Report *report)
{
  static const double usual[] = {1e-3, 1e-2, 1e-1, 1};
  static const char *const columns[] = {"speed", "stable", "no_overshoot"};
  static const char *const titles[] = {"at (m/s)", "stable (s)",
                                       "no overshoot (s)"};
  if (nspeeds == 0) {
    speeds = usual;
    nspeeds = COUNT(usual);
  }
  double *rows = run_doubles(report->run, 3 * nspeeds);
  for (size_t i = 0; i < nspeeds; i++) {
    const double dt = contact_least_stable_step(c, speeds[i]);
    rows[3 * i] = speeds[i];
    rows[3 * i + 1] = dt;
    rows[3 * i + 2] = dt / 2;
  }
  report_rows(report, "explicit_step", "largest step of step = \"euler\"",
              columns, titles, 3, rows, nspeeds);
}

static void report_sizes(const Contact *c, Report *report)
{
  const bool is_per_cell =
      c->form == CONTACT_DISTRIBUTED || c->form == CONTACT_COMPRESSED;
  const long states = is_per_cell ? 2L * c->cells.count : 3;
  report_integer(report, "states", "friction states", states, NULL);
  report_integer(report, "state_bytes", "bytes of state",
                 states * (c->model.is_float ? 4 : 8), NULL);
}

static void report_potential(const ContactTable *made, Report *report)
{
  const PotentialFace *f = made->potential->faces;
  report_string(
      report, "table_cells", "cells of its faces",
      run_printf(report->run, "%dx%d %dx%d %dx%d", f[0].cells[0], f[0].cells[1],
                 f[1].cells[0], f[1].cells[1], f[2].cells[0], f[2].cells[1]));
  report_number(report, "table_jump", "largest jump at a seam, proven",
                made->potential_proof.jump, "of the largest force");
  report_string(report, "table_convexity", "the potential on each face",
                made->potential_proof.is_convex ? "convex, proven"
                                                : "convexity is not proven");
}

/* Returns |h| of the exact surface for slip at these angles. */
static double size_at(const Contact *c, double turn, double tilt)
{
  const double v[3] = {cos(tilt) * cos(turn), cos(tilt) * sin(turn), sin(tilt)};
  double h[3];
  contact_exact_surface(c, v, h);
  return sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]);
}

/* Reports how far the ellipsoid |h| = 1 lies beyond the exact surface, and
 * within. */
static void report_ellipsoid(const Contact *c, Report *report)
{
  enum { TURNS = 90, TILTS = 45, HALVINGS = 20 };
  double ends[2] = {INFINITY, 0}, at[2] = {0, 0};
  for (int i = 0; i < TURNS; i++)
    for (int j = -TILTS; j <= TILTS; j++) {
      const double turn = PI * i / TURNS, tilt = PI / 2 * j / TILTS;
      const double size = size_at(c, turn, tilt);
      ends[1] = fmax(ends[1], size);
      if (size < ends[0]) ends[0] = size, at[0] = turn, at[1] = tilt;
    }
  double step = PI / TURNS;
  for (int k = 0; k < HALVINGS; k++, step /= 2) /* towards the least */
    for (int d = 0; d < 4; d++) {
      const double way = d % 2 ? -step : step;
      const double turn = at[0] + (d < 2 ? way : 0);
      const double tilt = at[1] + (d < 2 ? 0 : way);
      const double size = size_at(c, turn, tilt);
      if (size < ends[0]) ends[0] = size, at[0] = turn, at[1] = tilt;
    }
  report_number(report, "ellipsoid_excess",
                "the ellipsoid holds too much, at most",
                100 * (1 / ends[0] - 1), "% more than this pressure");
  report_number(report, "ellipsoid_deficit", "and too little, at most",
                100 * fmax(0, 1 - 1 / ends[1]), "%");
}

/* Reports the limit surface table of a reduced model. */
static void report_table(const Contact *c, Report *report)
{
  if (c->form == CONTACT_ELLIPSOID) report_ellipsoid(c, report);
  if (c->form != CONTACT_REDUCED) return;
  const ContactTable *made = contact_table(c);
  const char *fault = contact_table_fault(c);
  if (fault) {
    report_lint(report, LINT_ERROR, "limit_surface", "%s", fault);
    return;
  }
  report_integer(report, "table_bytes", "limit surface table",
                 (long)contact_table_bytes(c), "bytes");
  report_number(report, "table_error",
                c->axis ? "its largest error, in part proven"
                        : "its largest error, proven",
                made->proof.bound, "of the largest force");
  report_number(report, "table_error_found", "its largest error, found",
                made->proof.found, "of the largest force");
  report_number(report, "table_build_seconds", "time to work it out",
                made->seconds - made->proof.seconds, "s");
  report_number(report, "table_proof_seconds", "time to prove its error",
                made->proof.seconds, "s");
  if (made->potential) report_potential(made, report);
  if (c->axis)
    report_number(
        report, "table_error_of_pressure", "the part of cells and lines, found",
        c->axis->line_error + c->axis->grid_error, "of the largest force");
}

/* ---- lint -------------------------------------------------------------- */

static void lint_deflection(const Contact *c, Report *report)
{
  const Lugre *f = &c->lugre;
  const double deflection = f->mu_s / f->sigma0, length = patch_length(c);
  if (deflection > length)
    report_lint(report, LINT_ERROR, "sigma0",
                "bristles bend %.3g m before they slide, more than the patch "
                "is long (%.3g m); raise sigma0 above %.2g",
                deflection, length, 100 * f->mu_s / length);
  else if (deflection > 0.05 * length)
    report_lint(report, LINT_WARNING, "sigma0",
                "bristles bend %.3g m before they slide, %.0f %% of the patch; "
                "%.2g would be 1 %%",
                deflection, 100 * deflection / length, 100 * f->mu_s / length);
}

static void lint_patch(const Contact *c, Report *report)
{
  const Cells *cells = contact_map(c);
  const Grid *grid = &cells->grid;
  const double hx = grid->sx / grid->nx, hy = grid->sy / grid->ny;
  const long all = (long)grid->nx * grid->ny;
  if (fmax(hx, hy) > 5 * fmin(hx, hy) && grid->nx > 1 && grid->ny > 1)
    report_lint(report, LINT_WARNING, "grid",
                "cells are %.3g by %.3g mm; more than 5 : 1 wastes one of the "
                "axes",
                1e3 * hx, 1e3 * hy);
  const bool is_map = value_is(value_get(&c->model.spec->root, "pressure"),
                               "map"); /* the author chose its cells */
  if (cells->count < 9 && grid->nx > 1 && grid->ny > 1 && !is_map)
    report_lint(report, LINT_WARNING, "grid",
                "only %d of %ld cells carry force; refine the grid or shrink "
                "its size",
                cells->count, all);
  else if (4L * cells->count < all && grid->nx > 1 && grid->ny > 1 && !is_map)
    report_lint(report, LINT_NOTE, "size",
                "%d of %ld cells carry force; the rest is dropped and costs "
                "nothing, but a smaller size would resolve the patch better",
                cells->count, all);
  if (c->form == CONTACT_DISTRIBUTED && cells->count > 10000)
    report_lint(report, LINT_WARNING, "grid",
                "%d cells make a solver of about %.2g ms a step; a coarser "
                "grid is quicker in proportion",
                cells->count, 3e-6 * cells->count);
  const double side = fmax(grid->sx, grid->sy);
  if (side > 2)
    report_lint(report, side > 5 ? LINT_WARNING : LINT_NOTE, "size",
                "the grid is %g by %g m; lengths are in metres, forces in "
                "newtons",
                grid->sx, grid->sy);
  pressure_lint(value_get(&c->model.spec->root, "pressure"), report);
  const double off =
      fmax(fabs(c->cop[0]) / grid->sx, fabs(c->cop[1]) / grid->sy);
  if (off > 0.02)
    report_lint(report, LINT_NOTE, "pressure",
                "the centre of pressure is %.3g mm from the grid centre, where "
                "twist and wrench are taken",
                1e3 * hypot(c->cop[0], c->cop[1]));
  if (c->r < 1e-3 * fmin(hx, hy))
    report_lint(report, LINT_ERROR, "pressure",
                "the patch has no extent to carry a torque (r = %g m)", c->r);
}

static void lint_stepping(const Contact *c, Report *report)
{
  const Lugre *f = &c->lugre;
  const Scenario *s = c->scenario;
  if (s && c->step == STEP_EULER) {
    const double v = f->v_s > 0 ? f->v_s : 1e-3,
                 dt = contact_least_stable_step(c, v);
    if (s->dt > dt)
      report_lint(report, LINT_ERROR, "step",
                  "\"euler\" at dt = %g s is unstable above %.2g m/s; use "
                  "\"exponential\", or dt below %.2g for %g m/s",
                  s->dt, v * dt / s->dt, dt, v);
  }
  if (c->model.is_float && f->sigma0 > 1e8)
    report_lint(report, LINT_WARNING, "real",
                "at sigma0 = %g a float holds few digits of the deflections "
                "per step; use \"double\"",
                f->sigma0);
  if (c->body && c->body->tolerance > 0 &&
      c->body->tolerance < contact_body_tolerance(c))
    report_lint(report, LINT_WARNING, "body.tolerance",
                "%g is below the rounding of float; the solver takes %g. Use "
                "real = \"double\" for less",
                c->body->tolerance, contact_body_tolerance(c));
}

static void lint_free_turn(const Contact *c, Report *report)
{
  const Lugre *f = &c->lugre;
  const double time = fmin(1, f->mu_c / (f->sigma0 * lugre_speed(f)));
  const double terms = contact_free_turn(c, time);
  const double lost = terms * (c->model.is_float ? 0x1p-24 : 0x1p-53);
  if (lost > 1e-3)
    report_lint(
        report, lost > 1 ? LINT_ERROR : LINT_WARNING, "body",
        "one bristle lets the body turn about it, but over %.2g s it is "
        "%.2g times as stiff as the body is heavy, which leaves the "
        "turn %s digits of a %s; take more cells, a heavier body%s",
        time, terms, lost > 1 ? "no" : "few",
        c->model.is_float ? "float" : "double",
        c->model.is_float ? " or real = \"double\"" : "");
}

static void lint_unused(const Contact *c, Report *report)
{
  const Value *root = &c->model.spec->root;
  const bool is_reduced = contact_is_reduced(c);
  static const char *const keys[] = {"limit_surface", "torsion", "quadrature"};
  for (size_t i = 0; i < COUNT(keys) && !is_reduced; i++) {
    const Value *value = value_get(root, keys[i]);
    const Value *level = value ? value_get(value, "level") : NULL;
    if (value && !level)
      report_lint(report, LINT_NOTE, keys[i],
                  "has no effect on a per-cell model");
    else if (value && value->nentries > 1)
      report_lint(report, LINT_NOTE, keys[i],
                  "has no effect on a per-cell model but for its level");
  }
}

/* Returns the corner of the box, or the contact itself without a tuning, at
 * which the number is largest. */
static const Contact *worst(const Contact *c, double (*number)(const Contact *))
{
  const Contact **corners;
  const size_t count = contact_corners(c, &corners);
  const Contact *found = corners[0];
  for (size_t i = 1; i < count; i++)
    if (number(corners[i]) > number(found)) found = corners[i];
  return found;
}

static double activity(const Contact *c)
{
  return -lugre_passive_up_to(c->model.spec, &c->lugre);
}

static double deflection(const Contact *c)
{
  return c->lugre.mu_s / c->lugre.sigma0;
}

static double turn(const Contact *c)
{
  return contact_free_turn(c, 1);
}

void contact_check(const Model *model, const double *speeds, size_t nspeeds,
                   Report *report)
{
  const Contact *c = (const Contact *)model;
  const Contact *lively = worst(c, activity);
  const double passive = lugre_passive_up_to(model->spec, &lively->lugre);
  if (model->tuning)
    report_string(report, "tune", "figures and lint",
                  "hold at all corners of tune; forces are those of the spec");
  report_patch(c, report);
  report_forces(c, report);
  report_stiffness(c, report);
  report_number(report, "passive_up_to", "passive up to", passive, "m/s");
  report_steps(c, speeds, nspeeds, report);
  report_sizes(c, report);
  contact_report_levels(c, report);
  report_table(c, report);
  lint_patch(c, report);
  lint_deflection(worst(c, deflection), report);
  lively->friction.law->lint(&lively->friction, report);
  lint_stepping(c, report);
  lint_free_turn(worst(c, turn), report);
  lint_unused(c, report);
}
