/* verify.c: compares a per-cell contact's solver with the reference. In: a
 * Contact and a Solver. Out: checks of the rate and the statics. Steps and
 * derivatives have the same checks in all contacts.
 *
 * Invariant: an error is relative to the terms that cancel in the result, never
 * to the result. */
#include "kinds/contact/cells/verify.h"
#include "kinds/contact/area.h"
#include "kinds/contact/couple/verify.h"
#include "kinds/contact/region.h"
#include "kinds/contact/stretch.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "verify/verify.h"
#include "bristle_rt.h"

/* A trial of a per-cell contact; the base comes first. */
typedef struct CellsTrial {
  ContactTrial base;
  double *whole_z, *whole_dz; /* of the whole grid, for the reference */
} CellsTrial;

/* ---- states ------------------------------------------------------------ */

/* Returns |z| on an edge of a branch or next to the edge. */
static double edge_size(const ContactTrial *t, int k, double zmax)
{
  const double edge =
      k % 2 && t->friction->s_ba > 0 ? t->friction->s_ba * zmax : zmax;
  const int side = k / 2 % 3;
  if (side == 0) return edge;
  return t->is_float ? (double)nextafterf((float)edge, side == 1 ? 0 : INFINITY)
                     : nextafter(edge, side == 1 ? 0 : INFINITY);
}

static const char *cells_state(ContactTrial *t, int i, const double twist[3],
                               double *z)
{
  static const char *const names[STATES] = {
      "random bristles",       "no bristles",
      "bristles on the edges", "bristles along v",
      "bristles against v",    "huge bristles",
      "tiny bristles",         "huge bristles along and against v"};
  for (int k = 0; k < t->places; k++) {
    const Place p = trial_at(t, k, twist);
    const double zmax = p.m.zmax;
    double e[2], size = trial_random(t, 0, 1.5) * zmax;
    random_direction(&t->seed, 2, e);
    if (i == 1) size = 0;
    if (i == 2) {
      size = edge_size(t, k, zmax);
      e[0] = k / 6 % 2 ? 0 : k % 4 < 2 ? 1 : -1; /* makes |z| exact */
      e[1] = k / 6 % 2 ? 1 : 0;
    }
    if ((i == 3 || i == 4 || i == 7) && p.m.s > 0) {
      const double sign = i == 3 || (i == 7 && k % 2) ? 1 : -1;
      e[0] = sign * p.m.v[0] / p.m.s;
      e[1] = sign * p.m.v[1] / p.m.s;
    }
    if (i == 5 || i == 7) size = 100 * zmax;
    if (i == 6) size = t->tiny;
    z[k] = trial_real(t, size * e[0]);
    z[t->places + k] = trial_real(t, size * e[1]);
  }
  return names[i];
}

/* ---- cells and scales -------------------------------------------------- */

static Place cells_place(const ContactTrial *t, int k, const double twist[3])
{
  const Cells *cells = &t->contact->cells;
  const double x = cells->x[k], y = cells->y[k];
  const Contact *c = t->contact;
  double inner[3], parts[3];
  contact_stretch_twist(c, twist, inner);
  contact_stretch_parts(c, twist, parts);
  const double v[2] = {inner[0] - inner[2] * y, inner[1] + inner[2] * x};
  Place p = {.m = contact_motion_at(c, &t->reference->friction, k, t->fn, v),
                 .cell = k,
                 .by_twist = {1, 0, -y, 0, 1, x},
                 .load = contact_pull(c, k, t->fn),
                 .arm = fmax(hypot(x, y), 1e-3 * t->length),
                 .parts = parts[0] + parts[1] + parts[2] * (fabs(x) + fabs(y)),
                 .inside = 0.5,
                 .cells = 1};
  contact_stretch_rows(c, 2, p.by_twist);
  return p;
}

static BristleMotion cells_motion(const ContactTrial *t, const Place *p,
                                  const double *v)
{
  return contact_motion_at(t->contact, &t->reference->friction, p->cell, t->fn,
                           v);
}

/* Evaluates one cell by the reference. */
static void cells_rate(const ContactTrial *t, const Place *p, const double *z,
                       const double *v, double *dz, double *force)
{
  static const double whole = 1;
  const double twist[3] = {v[0], v[1], 0};
  double wrench[3];
  RefContact one = {{1, 1, 1, 1, &whole}, t->reference->friction, {NULL}};
  double start[2] = {z[0], z[1]};
  one.friction.level = p->m.reach;
  if (t->contact->area) { /* per share of the stiffness */
    one.friction.sigma2 *= p->m.viscous[0];
    contact_shorten(&one.friction, &p->m, start);
  }
  ref_rate(&one, start, twist, 1, dz, wrench);
  memcpy(force, wrench, 2 * sizeof *force);
}

/* Returns the error of a = beta*sigma0*s/g by a rounded q, in units of slack,
 * from q's direction and its place between breakaway and zmax. `parts` is the
 * sum of the sizes of the terms of q. */
static double relaxation_doubt(const ContactTrial *t, const Place *p, double q,
                               double parts)
{
  const double zmax = p->m.zmax, s = p->m.s;
  if (t->friction->s_ba == 0) return s / zmax;
  if (q <= t->friction->s_ba * zmax * (1 - 1e-6)) return 0;
  return s / zmax * parts * (1 / q + (q < zmax ? t->edge / zmax : 0));
}

/* The scale of errors of a cell's rate. */
static double rate_scale(const ContactTrial *t, const Place *p,
                         const double z[2], const double dz[2])
{
  const double size = hypot(z[0], z[1]);
  const double relaxed = hypot(p->m.v[0] - dz[0], p->m.v[1] - dz[1]);
  const double stretch =
      fmax(1, size * t->friction->sigma0 / t->friction->mu_c / p->m.reach);
  /* Terms that cancel in the cosine are large only for long bristles. */
  const double doubt =
      stretch > 10 ? relaxation_doubt(t, p, size, size) * size : 0;
  return p->m.s + relaxed + t->slack * (p->parts * stretch + doubt);
}

/* Returns the scale of v and a*z, and of the error of a, each times the factor
 * of the step. */
static double mean_rate_scale(const ContactTrial *t, const Place *p, double dt)
{
  const bool is_frozen = t->contact->step != STEP_EULER;
  const double h = is_frozen ? dt : 0;
  const double *z = p->z, *v = p->m.v;
  const double size = hypot(z[0], z[1]);
  double a;
  contact_yield(&t->reference->friction, &p->m, z, h, &a);
  const double phi = is_frozen ? contact_mean_decay(a * dt) : 1;
  const double doubt =
      t->slack * relaxation_doubt(t, p,
                                  hypot(z[0] + h * v[0], z[1] + h * v[1]),
                                  size + h * p->parts);
  const double faded = fmin(h * doubt, a > 0 ? doubt / a : INFINITY);
  const double stretch =
      fmax(1, size * t->friction->sigma0 / t->friction->mu_c / p->m.reach);
  return phi * (p->m.s * (1 + faded) + (a + doubt) * size +
                t->slack * p->parts * stretch);
}

/* Writes the reference's rates of the kept cells, and the wrench. */
static void reference_rate(const CellsTrial *c, const double *z,
                           const double twist[3], double *dz, double wrench[3])
{
  const ContactTrial *t = &c->base;
  const Cells *cells = &t->contact->cells;
  const int all = cells->grid.nx * cells->grid.ny;
  for (int k = 0; k < t->places; k++) {
    c->whole_z[cells->index[k]] = z[k];
    c->whole_z[all + cells->index[k]] = z[t->places + k];
  }
  ref_rate(t->reference, c->whole_z, twist, t->fn, c->whole_dz, wrench);
  for (int k = 0; k < t->places; k++) {
    dz[k] = c->whole_dz[cells->index[k]];
    dz[t->places + k] = c->whole_dz[all + cells->index[k]];
  }
}

typedef struct RateChecks {
  Check *rate, *wrench;
  double *z, *dz, *expected;
} RateChecks;

static void compare_rate(ContactTrial *t, const RateChecks *c,
                         const double twist[3], const char *state,
                         const char *motion)
{
  const int n = t->places;
  double wrench[3], expected[3], scale = 0;
  const int status = solver_rate(t, c->z, twist, c->dz, wrench);
  if (status != BR_OK) {
    check_add(c->rate, INFINITY, "%s, %s: status %d", motion, state, status);
    return;
  }
  reference_rate((const CellsTrial *)(const void *)t, c->z, twist, c->expected,
                 expected);
  for (int k = 0; k < n; k++) {
    const Place p = trial_at(t, k, twist);
    const double z[2] = {c->z[k], c->z[n + k]};
    const double dz[2] = {c->expected[k], c->expected[n + k]};
    const double size = rate_scale(t, &p, z, dz);
    const double difference = hypot(c->dz[k] - dz[0], c->dz[n + k] - dz[1]);
    check_add(c->rate, difference == 0 ? 0 : difference / size,
              "cell %d, %s, %s", k, motion, state);
    scale += p.load * (t->friction->sigma0 * hypot(z[0], z[1]) +
                       t->friction->sigma1 * size +
                       t->friction->sigma2 * (p.m.s + t->slack * p.parts));
  }
  check_add(c->wrench,
            trial_wrench_error(t, wrench, expected,
                               summed_scale(t, scale, c->wrench)),
            "%s, %s", motion, state);
}

/* Checks one bristle at a time, at rest: weight and place, to the last digits.
 */
static void compare_single_cells(ContactTrial *t, const RateChecks *c)
{
  enum { BUDGET = 1000000 }; /* cells; large patches are checked in groups */
  Check *check = verify_check(t->verification, "wrench, cell by cell",
                              c->wrench->tolerance);
  const double twist[3] = {0, 0, 0},
               size = 0.4 * t->friction->mu_s / t->friction->sigma0;
  const int most = BUDGET / t->places > 16 ? BUDGET / t->places : 16;
  const int group = (t->places + most - 1) / most;
  for (int first = 0; first < t->places; first += group) {
    double wrench[3], expected[3], scale = 0;
    memset(c->z, 0, t->nstates * sizeof *c->z);
    for (int k = first; k < first + group && k < t->places; k++) {
      double e[2];
      random_direction(&t->seed, 2, e);
      c->z[k] = trial_real(t, size * e[0]);
      c->z[t->places + k] = trial_real(t, size * e[1]);
      scale += trial_at(t, k, twist).load * t->friction->sigma0 * size;
    }
    const int status = solver_rate(t, c->z, twist, NULL, wrench);
    reference_rate((const CellsTrial *)(const void *)t, c->z, twist,
                   c->expected, expected);
    check_add(check,
              status != BR_OK ? INFINITY
                              : trial_wrench_error(t, wrench, expected, scale),
              "cell %d", first);
  }
}

static void verify_rates(ContactTrial *t)
{
  const size_t count = t->nstates;
  const double tolerance = t->tolerances.rate;
  RateChecks c = {verify_check(t->verification, "rate", tolerance),
                  verify_check(t->verification, "wrench of rate", tolerance),
                  run_doubles(t->run, count), run_doubles(t->run, count),
                  run_doubles(t->run, count)};
  for (int i = 0; i < TWISTS; i++)
    for (int j = 0; j < STATES; j++) {
      progress_step("rate", (double)(i * STATES + j) / (TWISTS * STATES));
      double twist[3];
      const char *motion = trial_twist(t, i, twist);
      compare_rate(t, &c, twist, cells_state(t, j, twist, c.z), motion);
    }
  compare_single_cells(t, &c);
}

/* ---- statics ----------------------------------------------------------- */

/* Near the centre of rotation the direction of a rounded v is arbitrary, so the
 * whole force of such a cell may be wrong. */
static double steady_scale(const ContactTrial *t, const double twist[3],
                           const Check *check)
{
  double scale = 0;
  for (int k = 0; k < t->places; k++) {
    const Place p = trial_at(t, k, twist);
    const double g = ref_lugre_g(&t->reference->friction, p.m.s) * p.m.reach;
    const double turned = p.m.s > 0 ? 4 * t->unit * p.parts / p.m.s : 2;
    scale += p.load * (g * (1 + fmin(2, turned) / check->tolerance) +
                       t->friction->sigma2 * p.m.viscous[0] *
                           (p.m.s + t->slack * p.parts));
  }
  return contact_stretch_most(t->contact) * summed_scale(t, scale, check);
}

static void verify_statics(ContactTrial *t)
{
  enum { REPEATS = 4 };
  Check *steady = verify_check(t->verification, "steady", t->tolerances.steady);
  Check *limit = verify_check(t->verification, "limit", t->tolerances.limit);
  for (int i = 0; i < REPEATS * TWISTS; i++) {
    double twist[3], got[3], expected[3];
    const char *motion = trial_twist(t, i % TWISTS, twist);
    int status = solver_plain(t, "steady", twist, got);
    ref_steady(t->reference, twist, t->fn, expected);
    check_add(steady,
              status != BR_OK
                  ? INFINITY
                  : trial_wrench_error(t, got, expected,
                                       steady_scale(t, twist, steady)),
              "%s", motion);
    status = solver_plain(t, "limit", twist, got);
    ref_limit(&t->reference->patch, twist, expected);
    const double force =
        t->friction->mu_c * t->fn * contact_most_factor(t->contact);
    for (int d = 0; d < 3; d++) expected[d] /= contact_most_factor(t->contact);
    for (int d = 0; d < 3; d++) expected[d] *= force;
    const double scale = t->contact->compression
                             ? steady_scale(t, twist, limit)
                             : summed_scale(t, force, limit);
    check_add(limit,
              status != BR_OK ? INFINITY
                              : trial_wrench_error(t, got, expected, scale),
              "%s", motion);
  }
}

/* ---- what sticks -------------------------------------------------------- */

/* Compares _stick with the reference wherever no cell is on the edge. */
static void verify_stick(CellsTrial *c)
{
  ContactTrial *t = &c->base;
  const Cells *cells = &t->contact->cells;
  const int all = cells->grid.nx * cells->grid.ny;
  const double edge = t->is_float ? 1e-4 : 1e-10;
  Check *check = verify_check(t->verification, "stick", t->is_float ? 1e-4 : 1e-11);
  double *z = run_doubles(t->run, t->nstates);
  for (int i = 0; i < TWISTS * STATES; i++) {
    double twist[3], got[4], expected[4], doubt;
    const char *motion = trial_twist(t, i / STATES, twist);
    const char *state = cells_state(t, i % STATES, twist, z);
    for (int k = 0; k < 2 * t->places; k++)
      c->whole_z[k / t->places * all + cells->index[k % t->places]] = z[k];
    ref_stick(t->reference, c->whole_z, twist, t->fn, edge, expected, &doubt);
    if (doubt > 0) continue;
    const double *const in[] = {twist, &t->fn};
    double *const out[] = {got};
    t->solver->functions->set(t->state, z);
    const int status =
        solver_call(t->run, t->solver, "stick", t->state, in, out);
    double error = status == BR_OK ? 0 : INFINITY;
    for (int d = 0; d < 4; d++)
      error = worse_of(error, fabs(got[d] - expected[d]) / (d < 2 ? 1 : t->length));
    check_add(check, error, "%s, %s", motion, state);
  }
}

/* ---- all --------------------------------------------------------------- */

static const PatchForm form = {.twist = trial_twist,
                               .state = cells_state,
                               .place = cells_place,
                               .motion = cells_motion,
                               .rate = cells_rate,
                               .mean_rate_scale = mean_rate_scale,
                               .rounds = 1,
                               .states = 3,
                               .trials = 6,
                               .roundings = 16,
                               .coarse = {64, 64},
                               .substeps = 2048,
                               .strokes = 4,
                               .steps = 240,
                               .floor = 3e-5};

/* Makes all checks at the contact's normal force. */
static void verify_at(const Contact *c, const Solver *solver, bool is_last,
                      Verification *verification)
{
  const Grid *grid = &c->cells.grid;
  const size_t all = 2 * (size_t)grid->nx * (size_t)grid->ny;
  CellsTrial cells = {.base = trial_new(c, solver, verification),
                      .whole_z = run_doubles(c->model.run, all),
                      .whole_dz = run_doubles(c->model.run, all)};
  ContactTrial *t = &cells.base;
  t->form = &form;
  verify_rates(t);
  verify_slopes(t);
  verify_steps(t);
  verify_couple(t);
  verify_statics(t);
  verify_margin(t);
  if (c->has_stick) verify_stick(&cells);
  verify_symmetry(t);
  verify_promises(t);
  if (c->levels) verify_resets(t);
  if (c->compression) verify_against_cells(t);
  verification->situation = NULL;
  if (c->levels && is_last) verify_shares(t);
}

void cells_verify(const Contact *c, const Solver *solver,
                  Verification *verification)
{
  const double *loads;
  const size_t count = contact_loads(c, &loads);
  for (size_t i = 0; i < count; i++) {
    if (count > 1)
      verification->situation =
          run_printf(verification->run, "fn = %g N", loads[i]);
    verify_at(contact_at(c, loads[i]), solver, i + 1 == count, verification);
  }
}
