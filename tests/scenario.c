/* The paper's scenarios as they are shipped, against CVODE on the reference.
 * In: specs/paper/. Out: how far the emitted solver's pose is from the gold run
 * at the step that the spec states, relative to the range of the motion. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compiling.h"
#include "emitting.h"
#include "gold.h"
#include "kinds/contact.h"
#include "reference/reference.h"
#include "support.h"

TestSuite(scenario, .init = compiling_begin, .fini = compiling_end);

/* ---- gold --------------------------------------------------------------- */

/* y: bristles of the whole grid, then q and v of the body. */
typedef struct Held {
  const RefContact *contact;
  const Body *body;
  size_t n; /* bristle states */
  double load[3], fn;
} Held;

static int body_rate(double t, const double *y, double *dy, void *context)
{
  const Held *h = context;
  const Body *b = h->body;
  const double *q = y + h->n, *v = q + 3;
  double *dq = dy + h->n, *dv = dq + 3, f[3];
  (void)t;
  const double twist[3] = {v[0] + v[2] * q[1], v[1] - v[2] * q[0], v[2]};
  ref_rate(h->contact, y, twist, h->fn, dy, f);
  memcpy(dq, v, 3 * sizeof *v);
  for (int d = 0; d < 2; d++)
    dv[d] = (h->load[d] + b->contacts * f[d]) / b->mass + b->gravity[d];
  dv[2] = (h->load[2] + b->contacts * (f[2] - q[0] * f[1] + q[1] * f[0])) /
          b->inertia;
  return 0;
}

/* What the spec's functions give at the start of a hold. */
static void hold(const Contact *c, double t, Held *held)
{
  Spec *spec = c->model.spec;
  const Scenario *s = c->scenario;
  spec_call(spec, s->load, &t, 1, held->load, 3);
  if (s->fn->type == VALUE_NUMBER)
    held->fn = s->fn->number;
  else
    spec_call(spec, s->fn, &t, 1, &held->fn, 1);
}

/* Poses at the ends of all holds, three numbers each. */
static double *gold_poses(const Contact *c, size_t count)
{
  const size_t cells = (size_t)c->cells.grid.nx * (size_t)c->cells.grid.ny;
  Held held = {contact_reference(c), c->body, 2 * cells, {0}, 0};
  const GoldGroup groups[] = {{2 * cells, 1e-13}, {3, 1e-10}, {3, 1e-9}};
  const Gold gold = {.rate = body_rate,
                     .context = &held,
                     .groups = groups,
                     .n_groups = 3,
                     .reltol = 1e-7,
                     .cells = cells};
  double *y = calloc(2 * cells + 6, sizeof *y);
  double *poses = calloc(3 * count, sizeof *poses);
  memcpy(y + 2 * cells, c->body->com, sizeof c->body->com);
  for (size_t i = 0; i < count; i++) {
    const double t = (double)i * c->scenario->hold;
    hold(c, t, &held);
    cr_assert_eq(gold_integrate(&gold, t, t + c->scenario->hold, y, NULL),
                 GOLD_OK, "gold at %g s", t);
    memcpy(poses + 3 * i, y + 2 * cells, 3 * sizeof *y);
  }
  free(y);
  return poses;
}

/* ---- comparison -----------------------------------------------------------
 */

static const Recording *simulate(const Emission *e)
{
  Progress progress = progress_start("scenario");
  return e->loaded.model->kind->simulate(
      e->loaded.model, open_solver(e, &cc_backend), &progress);
}

/* Largest distance over the largest excursion, position and angle apart. */
static void expect_close(const char *spec, double bar)
{
  Emission e = emit_file(spec);
  cr_assert_null(e.error, "%s", e.error);
  const Contact *c = (const Contact *)e.loaded.model;
  const size_t count =
      (size_t)lround(c->scenario->duration / c->scenario->hold);
  const Recording *run = simulate(&e);
  const size_t stride = run->nrows / count;
  cr_assert_eq(stride * count, run->nrows);
  double *gold = gold_poses(c, count), apart[2] = {0}, range[2] = {0};
  for (size_t i = 0; i < count; i++) {
    static const char *const names[] = {"x", "y", "theta"};
    double d[3], moved[3];
    for (int k = 0; k < 3; k++) {
      const double q = recording_at(run, (i + 1) * stride - 1, names[k]);
      d[k] = q - gold[3 * i + (size_t)k];
      moved[k] = gold[3 * i + (size_t)k] - (k < 2 ? c->body->com[k] : 0);
    }
    apart[0] = fmax(apart[0], hypot(d[0], d[1]));
    apart[1] = fmax(apart[1], fabs(d[2]));
    range[0] = fmax(range[0], hypot(moved[0], moved[1]));
    range[1] = fmax(range[1], fabs(moved[2]));
  }
  for (int k = 0; k < 2; k++)
    cr_expect_lt(apart[k], bar * range[k], "%s: %s off by %.3g of %.3g", spec,
                 k ? "angle" : "position", apart[k], range[k]);
  free(gold);
  emission_close(&e);
}

/* The converged end of the authors' own case, to all digits that they share. */
Test(scenario, case_2_on_a_circle_ends_where_the_converged_run_does)
{
  static const double end[3] = {0.000720694, -0.0193115, -0.152445};
  Emission e = emit_file("specs/paper/slip_case2_circle.lua");
  cr_assert_null(e.error, "%s", e.error);
  const Recording *run = simulate(&e);
  static const char *const names[] = {"x", "y", "theta"};
  for (int k = 0; k < 3; k++) {
    const double q = recording_at(run, run->nrows - 1, names[k]);
    cr_expect_float_eq(q, end[k], 1e-4 * (k < 2 ? 0.0193 : 0.1524), "%s: %.9g",
                       names[k], q);
  }
  emission_close(&e);
}

Test(scenario, slip_case_1_on_a_circle_follows_the_gold_run)
{
  expect_close("specs/paper/slip_case1_circle.lua", 1e-4);
}

Test(scenario, slip_case_2_on_a_circle_follows_the_gold_run)
{
  expect_close("specs/paper/slip_case2_circle.lua", 1e-4);
}

Test(scenario, slip_case_2_on_a_square_follows_the_gold_run)
{
  expect_close("specs/paper/slip_case2_square.lua", 1e-4);
}

Test(scenario, slip_case_2_on_a_line_follows_the_gold_run)
{
  expect_close("specs/paper/slip_case2_line.lua", 1e-4);
}

Test(scenario, a_swinging_load_moves_a_disc_as_in_the_gold_run)
{
  expect_close("specs/paper/drift_load.lua", 1e-4);
}

Test(scenario, a_swinging_grip_moves_a_disc_as_in_the_gold_run)
{
  expect_close("specs/paper/drift_normal.lua", 1e-4);
}
