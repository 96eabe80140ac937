/* Tests of all shipped contact scenarios against CVODE on the reference. In:
 * specs/ and specs/paper/, each file with a contact and a scenario. Out: the
 * distance of the emitted solver from the gold run at the step of the spec,
 * relative to the range of the motion or of the wrench, and its decrease with
 * finer steps. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "language/language.h"
#include "kinds/kind.h"
#include "results/results.h"
#include "support/compiling.h"
#include "support/emitting.h"
#include "support/gold.h"
#include "kinds/contact/body/body.h"
#include "reference/contact/contact.h"
#include "kinds/contact/reduced/reference.h"
#include "support/soak.h"
#include "support/support.h"

TestSuite(scenario, .init = compiling_begin_optimised, .fini = compiling_end);

/* ---- gold --------------------------------------------------------------- */

/* The reference under a scenario. y: bristles, then q and v of the body. */
typedef struct Held {
  const Contact *contact;
  RefBody body;
  RefContact *cells; /* the contact of body; or NULL, and then: */
  RefReduced *reduced;
  ReducedForce force;
  double *shares, *ours, *rates;
  double input[3], fn;
  bool is_held; /* inputs are held; else they follow the scenario */
} Held;

static Held hold_contact(const Contact *c)
{
  Run *run = c->model.run;
  Held h = {.contact = c, .body = contact_reference_body(c)};
  h.is_held = c->scenario->hold > 0;
  if (contact_is_reduced(c))
    h.body.contact = h.reduced = reduced_reference(c);
  else
    h.body.contact = h.cells = contact_reference(c);
  h.shares = run_doubles(run, h.body.nz);
  h.ours = run_doubles(run, 6 + h.body.nz);
  h.rates = run_doubles(run, 6 + h.body.nz);
  return h;
}

/* Evaluates the scenario at t, and the patch under that normal force. */
static void take_inputs(Held *h, double t)
{
  const Contact *c = h->contact;
  const Scenario *s = c->scenario;
  Spec *spec = c->model.spec;
  spec_call(spec, s->load ? s->load : s->twist, &t, 1, h->input, 3);
  if (s->fn->type == VALUE_NUMBER)
    h->fn = s->fn->number;
  else
    spec_call(spec, s->fn, &t, 1, &h->fn, 1);
  if (!c->levels) return;
  if (h->reduced) {
    reduced_set_force(c, h->fn, h->reduced, &h->force);
  } else {
    contact_reference_shares(c, h->fn, h->shares);
    h->cells->patch.w = h->shares;
  }
}

/* Writes the rates in y's order, and the wrench; dy may be NULL. */
static void rate_of(Held *h, const double *y, double *dy, double wrench[3])
{
  const size_t nz = h->body.nz;
  memcpy(h->ours, y + nz, 6 * sizeof *y);
  memcpy(h->ours + 6, y, nz * sizeof *y);
  if (h->contact->scenario->load) {
    ref_body_rate(&h->body, h->ours, h->input, h->fn, h->rates, wrench);
  } else {
    memset(h->rates, 0, 6 * sizeof *y);
    h->body.rate(h->body.contact, y, h->input, h->fn, h->rates + 6, wrench);
  }
  if (!dy) return;
  memcpy(dy + nz, h->rates, 6 * sizeof *y);
  memcpy(dy, h->rates + 6, nz * sizeof *y);
}

static int gold_rate(double t, const double *y, double *dy, void *context)
{
  Held *h = context;
  if (!h->is_held) take_inputs(h, t);
  rate_of(h, y, dy, NULL);
  return 0;
}

/* A bristle without load is straight. */
static void drop(const Held *h, double *y)
{
  const size_t cells = h->body.nz / 2;
  for (size_t k = 0; h->cells && k < cells; k++)
    if (h->cells->patch.w[k] == 0) y[k] = y[cells + k] = 0;
}

enum { POSE = 0, WRENCH = 3, KEPT = 6 };

/* KEPT numbers each at the ends of `count` equal parts of the run. */
static double *gold_run(const Contact *c, size_t count)
{
  Held h = hold_contact(c);
  const size_t nz = h.body.nz;
  const double fine = h.cells ? 1 : 1e-2; /* three bristles cost nothing */
  const GoldGroup groups[] = {
      {nz, 3e-14 * fine}, {3, 1e-11 * fine}, {3, 1e-10 * fine}};
  const Gold gold = {.rate = gold_rate,
                     .context = &h,
                     .groups = groups,
                     .n_groups = 3,
                     .reltol = 1e-8 * fine,
                     .krylov = 9,
                     .cells = h.cells ? nz / 2 : 0};
  double *y = calloc(nz + 6, sizeof *y);
  double *kept = calloc(KEPT * count, sizeof *kept);
  if (c->scenario->load) memcpy(y + nz, c->body->com, sizeof c->body->com);
  for (size_t i = 0; i < count; i++) {
    const double part = c->scenario->duration / (double)count;
    const double t = (double)i * part, end = (double)(i + 1) * part;
    take_inputs(&h, t);
    drop(&h, y);
    cr_assert_eq(gold_integrate(&gold, t, end, y, NULL), GOLD_OK,
                 "gold at %g s", t);
    if (!h.is_held) take_inputs(&h, end);
    drop(&h, y);
    memcpy(kept + KEPT * i + POSE, y + nz, 3 * sizeof *y);
    rate_of(&h, y, NULL, kept + KEPT * i + WRENCH);
  }
  free(y);
  return kept;
}

/* ---- the emitted solver ------------------------------------------------- */

/* An open spec, whose gold run is computed once. */
typedef struct Case {
  Emission emission;
  Contact *contact;
  const Solver *solver;
  Scenario scenario; /* a copy of the spec's, to be changed */
  double stated;     /* dt of the spec */
  size_t count;      /* of times that are compared */
} Case;

/* Returns the ends of all holds, or at most 500 times that are ends of steps.
 */
static Case open_case(const char *path, const char *const *overrides)
{
  Case t = {.emission = emit_overridden(path, overrides)};
  cr_assert_null(t.emission.error, "%s", t.emission.error);
  t.contact = (Contact *)t.emission.loaded.model;
  t.solver = open_solver(&t.emission, &cc_backend);
  t.scenario = *t.contact->scenario;
  t.stated = t.scenario.dt;
  const double steps = round(t.scenario.duration / t.stated);
  double stride = fmax(4, ceil(steps / 500)); /* of steps four times as long */
  while (fmod(steps, stride) != 0) stride++;
  t.count = (size_t)(t.scenario.hold > 0
                         ? round(t.scenario.duration / t.scenario.hold)
                         : steps / stride);
  return t;
}

/* Writes KEPT numbers at those times, by steps of dt. */
static double *emitted_run(Case *t, double dt)
{
  t->scenario.dt = dt;
  t->contact->scenario = &t->scenario;
  Progress progress = progress_start("scenario");
  const Model *model = &t->contact->model;
  const Recording *run = model->kind->simulate(model, t->solver, &progress);
  const size_t stride = (run->nrows - 1) / t->count; /* row 0: the start */
  cr_assert_eq(stride * t->count, run->nrows - 1, "steps of %g", dt);
  double *kept = calloc(KEPT * t->count, sizeof *kept);
  for (size_t i = 0; i < t->count; i++) {
    static const char *const names[KEPT] = {"x",  "y",  "theta",
                                            "fx", "fy", "tau"};
    for (int k = t->scenario.load ? POSE : WRENCH; k < KEPT; k++)
      kept[KEPT * i + (size_t)k] =
          recording_at(run, (i + 1) * stride, names[k]);
  }
  return kept;
}

/* ---- comparison ---------------------------------------------------------- */

/* Returns the largest distance over the largest excursion of the gold run from
 * `start`, by the first two of three numbers or by the third. */
static double apart(const Case *t, const double *kept, const double *gold,
                    size_t first, const double start[2])
{
  double most[2] = {0}, range[2] = {0};
  for (size_t i = 0; i < t->count; i++) {
    const double *a = kept + KEPT * i + first, *b = gold + KEPT * i + first;
    most[0] = fmax(most[0], hypot(a[0] - b[0], a[1] - b[1]));
    most[1] = fmax(most[1], fabs(a[2] - b[2]));
    range[0] = fmax(range[0], hypot(b[0] - start[0], b[1] - start[1]));
    range[1] = fmax(range[1], fabs(b[2]));
  }
  cr_assert(range[0] > 0 && range[1] > 0);
  /* A torque or turn of rounding alone counts by the lever arm. */
  const double arm = t->contact->r, least = 1e-6 * range[0];
  range[1] = fmax(range[1], first == POSE ? least / arm : least * arm);
  return fmax(most[0] / range[0], most[1] / range[1]);
}

/* Returns the larger error of pose and wrench, or the pose's if there is no
 * wrench. */
static double error_with(Case *t, const double *gold, double dt, bool is_first)
{
  static const double none[2] = {0};
  double *kept = emitted_run(t, dt), error = 0;
  if (t->scenario.load)
    error = apart(t, kept, gold, POSE, t->contact->body->com);
  if (!t->scenario.load || !is_first)
    error = fmax(error, apart(t, kept, gold, WRENCH, none));
  free(kept);
  return error;
}

/* Mean order from steps of dt on, whose largest error is that of the worst of
 * all that are tried, until the error shows no more beside the gold run's own.
 * Of the pose: a body that slips by turns has a wrench that is right only where
 * the slips are in time. */
static double order_from(Case *t, const double *gold, double dt, int halvings)
{
  double error = error_with(t, gold, dt, true), worst = error;
  int i = 0;
  while (i < halvings && (i == 0 || error > 4e-6)) {
    error = error_with(t, gold, dt / (double)(1 << ++i), true);
    worst = fmax(worst, error);
  }
  const double order = log2(worst / error) / i;
  cr_log_info("%s: at most %.3g from %g s on, %.3g at %g s: order %.2f",
              t->contact->model.name, worst, dt, error, dt / (1 << i), order);
  return order;
}

/* ---- all of them --------------------------------------------------------- */

typedef struct Path {
  char text[80];
} Path;

static bool has_scenario(const char *path)
{
  Loaded loaded = load_file(path, NULL);
  const bool has = loaded.model &&
                   strcmp(loaded.model->kind->word, "contact") == 0 &&
                   ((const Contact *)loaded.model)->scenario;
  unload(&loaded);
  return has;
}

ParameterizedTestParameters(scenario, is_the_gold_run_and_converges_to_it)
{
  glob_t found;
  size_t count = 0, with_scenario = 0;
  glob("specs/contact/*.lua", 0, NULL, &found);
  glob("specs/paper/*.lua", GLOB_APPEND, NULL, &found);
  Path *paths = cr_malloc(found.gl_pathc * sizeof *paths);
  for (size_t i = 0; i < found.gl_pathc; i++)
    if (has_scenario(found.gl_pathv[i]) &&
        with_scenario++ % (size_t)soak_stride(6) == 0)
      snprintf(paths[count++].text, sizeof paths->text, "%s",
               found.gl_pathv[i]);
  globfree(&found);
  return cr_make_param_array(Path, paths, count);
}

/* Fourth order in smooth stretches and second across what has no curvature;
 * first where a patch follows the force, since shares have corners in it, and
 * between where cells yield one after the other. */
ParameterizedTest(const Path *path, scenario,
                  is_the_gold_run_and_converges_to_it)
{
  Case t = open_case(path->text, NULL);
  double *gold = gold_run(t.contact, t.count);
  const double error = error_with(&t, gold, t.stated, false);
  cr_log_info("%s: %.3g", path->text, error);
  cr_expect_lt(error, 1e-4, "%s: off by %.3g of its range", path->text, error);
  if (t.scenario.load) { /* in steps that are not divided */
    static const char *const undivided[] = {"body.tolerance=0.1", NULL};
    Case fixed = open_case(path->text, undivided);
    const double order = order_from(&fixed, gold, 5e-3, 7);
    cr_expect_gt(order, 1.5, "%s: order %g", path->text, order);
    emission_close(&fixed.emission);
  } else {
    const double order = order_from(&t, gold, 4 * t.stated, 4);
    const double least = t.contact->levels ? 0.8 : t.contact->area ? 1.3 : 1.5;
    cr_expect_gt(order, least, "%s: order %g", path->text, order);
  }
  free(gold);
  emission_close(&t.emission);
}

/* Each of the paper's figures, also if more specs are shipped. */
Test(scenario, the_paper_s_are_all_there)
{
  static const char *const names[] = {"drift_load",        "drift_normal",
                                      "slip_case1_circle", "slip_case2_circle",
                                      "slip_case2_square", "slip_case2_line",
                                      "soft_pad_fn",       "velocity_profile"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[80];
    snprintf(path, sizeof path, "specs/paper/%s.lua", names[i]);
    cr_expect(has_scenario(path), "%s", path);
  }
}

/* The converged end of the authors' own case, to all digits that they share. */
Test(scenario, case_2_on_a_circle_ends_where_the_converged_run_does)
{
  static const double end[3] = {0.000720694, -0.0193115, -0.152445};
  Case t = open_case("specs/paper/slip_case2_circle.lua", NULL);
  double *kept = emitted_run(&t, t.stated);
  const double *last = kept + KEPT * (t.count - 1) + POSE;
  for (int k = 0; k < 3; k++)
    cr_expect_float_eq(last[k], end[k], 1e-4 * (k < 2 ? 0.0193 : 0.1524),
                       "%d: %.9g", k, last[k]);
  free(kept);
  emission_close(&t.emission);
}

/* ---- variants ------------------------------------------------------------ */

/* The paper's other figures, which are parameters of a spec, and the models
 * with fewer bristles, each against its own reference. */
typedef struct Variant {
  char spec[24], set[64]; /* words of --set, with spaces between */
} Variant;

#define SIXTEEN "model=compressed bristles=16"

ParameterizedTestParameters(scenario, variants_follow_their_own_gold_run)
{
  static Variant variants[] = {
      {"drift_load", "elastoplastic=false"},
      {"drift_normal", "elastoplastic=false"},
      {"slip_case2_square", "case=1"},
      {"slip_case2_line", "case=1"},
      {"slip_case1_circle", "profile=2"},
      {"slip_case2_circle", "profile=2"},
      {"slip_case2_square", "profile=2"},
      {"slip_case2_line", "profile=2"},
      {"soft_pad_fn", "k=0 k_per_newton=2"},
      {"drift_load", "model=reduced"},
      {"drift_load", "model=reduced elastoplastic=false"},
      {"drift_normal", "model=reduced"},
      {"drift_normal", "model=reduced elastoplastic=false"},
      {"slip_case1_circle", "model=reduced"},
      {"slip_case1_circle", "model=reduced profile=2"},
      {"slip_case2_circle", "model=reduced"},
      {"slip_case2_square", "model=reduced case=1"},
      {"slip_case2_square", "model=reduced"},
      {"slip_case2_line", "model=reduced case=1"},
      {"slip_case2_line", "model=reduced"},
      {"soft_pad_fn", "model=reduced limit_surface.tolerance=2e-2"},
      {"velocity_profile", "model=reduced"},
      {"drift_load", "model=ellipsoid elastoplastic=false"},
      {"slip_case1_circle", "model=ellipsoid"},
      {"slip_case2_line", "model=ellipsoid"},
      {"soft_pad_fn", "model=ellipsoid k=0 k_per_newton=2"},
      {"velocity_profile", "model=ellipsoid"},
      {"drift_load", SIXTEEN " elastoplastic=false"},
      {"slip_case1_circle", SIXTEEN},
      {"slip_case2_square", SIXTEEN},
      {"velocity_profile", SIXTEEN}};
  size_t count = 0;
  const size_t stride = (size_t)soak_stride(11);
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i += stride)
    variants[count++] = variants[i];
  return cr_make_param_array(Variant, variants, count);
}

static Case open_variant(const Variant *v, const char *more)
{
  enum { MOST_WORDS = 8 };
  char path[80], words[200];
  const char *overrides[MOST_WORDS] = {NULL};
  snprintf(path, sizeof path, "specs/paper/%s.lua", v->spec);
  snprintf(words, sizeof words, "%s %s", v->set, more);
  size_t n = 0;
  for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
    overrides[n++] = word;
  return open_case(path, overrides);
}

static void expect_close(Case *t, const Variant *v, const double *gold,
                         bool is_pose)
{
  const double error = error_with(t, gold, t->stated, is_pose);
  cr_log_info("%s, %s: %.3g", v->spec, v->set, error);
  cr_expect_lt(error, 1e-4, "%s, %s: off by %.3g of its range", v->spec, v->set,
               error);
}

/* As the spec states it; but the wrench of few bristles under a body that slips
 * by turns, which follows the moment of each turn, at a small tolerance. */
ParameterizedTest(const Variant *v, scenario,
                  variants_follow_their_own_gold_run)
{
  Case t = open_variant(v, "");
  double *gold = gold_run(t.contact, t.count);
  const bool is_few = t.scenario.load && strstr(v->set, "model=");
  expect_close(&t, v, gold, is_few);
  emission_close(&t.emission);
  if (is_few) {
    Case fine = open_variant(v, "body.tolerance=1e-8");
    expect_close(&fine, v, gold, false);
    emission_close(&fine.emission);
  }
  free(gold);
}

/* The default step, which is faster. */
Test(scenario, exponential_steps_converge_at_first_order)
{
  static const char *const shorter[] = {
      "step=exponential", "scenario.duration=0.25", "scenario.dt=1e-4", NULL};
  Case t = open_case("specs/contact/soft_fingertip.lua", shorter);
  double *gold = gold_run(t.contact, t.count);
  const double order = order_from(&t, gold, t.stated, 4);
  cr_expect(order > 0.8 && order < 1.5, "order %g", order);
  free(gold);
  emission_close(&t.emission);
}
