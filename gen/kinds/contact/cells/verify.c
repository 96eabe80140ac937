/* contact_verify.c: a contact's solver against the reference. In: a Contact and
 * a Solver. Out: checks of the rate, the statics and the promises of every
 * call; steps and Jacobians have files of their own.
 *
 * Invariant: an error is relative to what cancels in it, never to the result,
 * so that a tolerance means the same at every state. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "pressure/pressure.h"
#include "limit/limit.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/verify.h"

/* ---- numbers ----------------------------------------------------------- */

double trial_real(const ContactTrial *t, double value)
{
  return t->is_float ? float_rounded(value) : value;
}

double trial_random(ContactTrial *t, double low, double high)
{
  return number_random(&t->seed, low, high);
}

/* ---- twists ------------------------------------------------------------ */

/* Rotation at w about the point p. */
static void turn_about(const ContactTrial *t, double w, double px, double py,
                       double twist[3])
{
  twist[2] = trial_real(t, w);
  twist[0] = trial_real(t, twist[2] * py);
  twist[1] = trial_real(t, -twist[2] * px);
}

const char *trial_twist(ContactTrial *t, int i, double twist[3])
{
  const Cells *cells = &t->contact->cells;
  const int k = (i * 7) % t->n;
  const double hx = cells->grid.sx / cells->grid.nx;
  const double w = 3 * t->speed / t->length;
  const char *names[] = {"no twist",
                         "a tiny twist",
                         "a huge twist",
                         "a turn",
                         "a turn about a cell",
                         "a turn about a corner",
                         "a turn about an edge",
                         "a far turn",
                         "a slide"};
  double about[2] = {0, 0};
  random_direction(&t->seed, 2, twist);
  twist[2] = trial_random(t, -1, 1) / t->length;
  if (i >= (int)(sizeof names / sizeof *names)) { /* of all magnitudes */
    const double speed = t->speed * pow(10, trial_random(t, -4, 4));
    for (int d = 0; d < 3; d++)
      twist[d] =
          trial_real(t, twist[d] * speed * pow(10, trial_random(t, -1, 1)));
    return "a random twist";
  }
  const double factor = i == 0   ? 0
                        : i == 1 ? t->tiny
                        : i == 2 ? 1e3
                                 : 2 * t->speed;
  for (int d = 0; d < 3; d++) twist[d] = trial_real(t, factor * twist[d]);
  if (i >= 4 && i <= 6) {
    about[0] = cells->x[k] + (i == 4 ? 0 : hx / 2);
    about[1] = cells->y[k] + (i == 5 ? cells->grid.sy / cells->grid.ny / 2 : 0);
  }
  if (i >= 3 && i <= 6)
    turn_about(t, i % 2 ? w : -w, about[0], about[1], twist);
  if (i == 7)
    turn_about(t, 2e-6 * t->speed / t->length, 1e6 * t->length,
               -7e5 * t->length, twist);
  if (i == 8) twist[2] = 0;
  return names[i];
}

/* ---- states ------------------------------------------------------------ */

/* |z| on a branch edge or next to it. */
static double edge_size(const ContactTrial *t, int k, double zmax)
{
  const double edge =
      k % 2 && t->friction->s_ba > 0 ? t->friction->s_ba * zmax : zmax;
  const int side = k / 2 % 3;
  if (side == 0) return edge;
  return t->is_float ? (double)nextafterf((float)edge, side == 1 ? 0 : INFINITY)
                     : nextafter(edge, side == 1 ? 0 : INFINITY);
}

const char *cells_state(ContactTrial *t, int i, const double twist[3],
                        double *z)
{
  static const char *const names[STATES] = {
      "random bristles",       "no bristles",
      "bristles on the edges", "bristles along v",
      "bristles against v",    "huge bristles",
      "tiny bristles",         "huge bristles along and against v"};
  for (int k = 0; k < t->n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    const double zmax =
        ref_lugre_g(&t->reference->friction, m.s) / t->friction->sigma0;
    double e[2], size = trial_random(t, 0, 1.5) * zmax;
    random_direction(&t->seed, 2, e);
    if (i == 1) size = 0;
    if (i == 2) {
      size = edge_size(t, k, zmax);
      e[0] = k / 6 % 2 ? 0 : k % 4 < 2 ? 1 : -1; /* so that |z| is exact */
      e[1] = k / 6 % 2 ? 1 : 0;
    }
    if ((i == 3 || i == 4 || i == 7) && m.s > 0) {
      const double sign = i == 3 || (i == 7 && k % 2) ? 1 : -1;
      e[0] = sign * m.v[0] / m.s;
      e[1] = sign * m.v[1] / m.s;
    }
    if (i == 5 || i == 7) size = 100 * zmax;
    if (i == 6) size = t->tiny;
    z[k] = trial_real(t, size * e[0]);
    z[t->n + k] = trial_real(t, size * e[1]);
  }
  return names[i];
}

/* ---- cells and scales -------------------------------------------------- */

CellMotion cell_motion(const ContactTrial *t, int k, const double twist[3])
{
  const Cells *cells = &t->contact->cells;
  CellMotion m = {.x = cells->x[k], .y = cells->y[k]};
  m.load = cells->w[k] * t->fn;
  m.is_loaded = cells->w[k] > 0;
  m.v[0] = twist[0] - twist[2] * m.y;
  m.v[1] = twist[1] + twist[2] * m.x;
  m.s = hypot(m.v[0], m.v[1]);
  m.parts = fabs(twist[0]) + fabs(twist[1]) +
            fabs(twist[2]) * (fabs(m.x) + fabs(m.y));
  return m;
}

void cell_reference(const ContactTrial *t, const double z[2], const double v[2],
                    double dz[2], double force[2])
{
  static const double whole = 1;
  const double twist[3] = {v[0], v[1], 0};
  double wrench[3];
  const RefContact one = {{1, 1, 1, 1, &whole}, t->reference->friction};
  ref_rate(&one, z, twist, 1, dz, wrench);
  if (force) memcpy(force, wrench, 2 * sizeof *force);
}

double relaxation_doubt(const ContactTrial *t, double q, double parts, double s)
{
  const double zmax =
      ref_lugre_g(&t->reference->friction, s) / t->friction->sigma0;
  if (t->friction->s_ba == 0) return s / zmax;
  if (q <= t->friction->s_ba * zmax * (1 - 1e-6)) return 0;
  return s / zmax * parts * (1 / q + (q < zmax ? t->edge / zmax : 0));
}

double rate_scale(const ContactTrial *t, const CellMotion *m, const double z[2],
                  const double dz[2])
{
  const double size = hypot(z[0], z[1]);
  const double relaxed = hypot(m->v[0] - dz[0], m->v[1] - dz[1]);
  const double stretch =
      fmax(1, size * t->friction->sigma0 / t->friction->mu_c);
  /* Only with long bristles is what cancels in the cosine large. */
  const double doubt =
      stretch > 10 ? relaxation_doubt(t, size, size, m->s) * size : 0;
  return m->s + relaxed + t->slack * (m->parts * stretch + doubt);
}

double summed_scale(const ContactTrial *t, double scale, const Check *check)
{
  return scale * (1 + t->n * t->unit / check->tolerance);
}

double trial_wrench_error(const ContactTrial *t, const double got[3],
                          const double expected[3], double scale)
{
  double worst = 0;
  for (int d = 0; d < 3; d++) {
    const double full = d == 2 ? scale * t->length : scale;
    const double difference = fabs(got[d] - expected[d]);
    worst = worse_of(worst, difference == 0 ? 0 : difference / full);
  }
  return worst;
}

/* ---- the solver -------------------------------------------------------- */

int solver_rate(const ContactTrial *t, const double *z, const double twist[3],
                double *dz, double *wrench)
{
  const double *const in[] = {twist, &t->fn};
  double *const out[] = {dz, wrench};
  t->solver->functions->set(t->state, z);
  return solver_call(t->run, t->solver, "rate", t->state, in, out);
}

int solver_step(const ContactTrial *t, double *z, const double twist[3],
                double dt, double *wrench)
{
  const double *const in[] = {twist, &t->fn, &dt};
  double *const out[] = {wrench};
  t->solver->functions->set(t->state, z);
  const int status = solver_call(t->run, t->solver, "step", t->state, in, out);
  t->solver->functions->get(t->state, z);
  return status;
}

int solver_plain(const ContactTrial *t, const char *function,
                 const double twist[3], double *wrench)
{
  const double *const in[] = {twist, &t->fn};
  double *const out[] = {wrench};
  return solver_call(t->run, t->solver, function, NULL, in, out);
}

/* ---- rates ------------------------------------------------------------- */

/* The reference's rates of the kept cells; the wrench. */
static void reference_rate(ContactTrial *t, const double *z,
                           const double twist[3], double *dz, double wrench[3])
{
  const Cells *cells = &t->contact->cells;
  const int all = cells->grid.nx * cells->grid.ny;
  for (int k = 0; k < t->n; k++) {
    t->whole_z[cells->index[k]] = z[k];
    t->whole_z[all + cells->index[k]] = z[t->n + k];
  }
  ref_rate(t->reference, t->whole_z, twist, t->fn, t->whole_dz, wrench);
  for (int k = 0; k < t->n; k++) {
    dz[k] = t->whole_dz[cells->index[k]];
    dz[t->n + k] = t->whole_dz[all + cells->index[k]];
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
  const int n = t->n;
  double wrench[3], expected[3], scale = 0;
  const int status = solver_rate(t, c->z, twist, c->dz, wrench);
  if (status != BR_OK) {
    check_add(c->rate, INFINITY, "%s, %s: status %d", motion, state, status);
    return;
  }
  reference_rate(t, c->z, twist, c->expected, expected);
  for (int k = 0; k < n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    const double z[2] = {c->z[k], c->z[n + k]};
    const double dz[2] = {c->expected[k], c->expected[n + k]};
    const double size = rate_scale(t, &m, z, dz);
    const double difference = hypot(c->dz[k] - dz[0], c->dz[n + k] - dz[1]);
    check_add(c->rate, difference == 0 ? 0 : difference / size,
              "cell %d, %s, %s", k, motion, state);
    scale += m.load * (t->friction->sigma0 * hypot(z[0], z[1]) +
                       t->friction->sigma1 * size +
                       t->friction->sigma2 * (m.s + t->slack * m.parts));
  }
  check_add(c->wrench,
            trial_wrench_error(t, wrench, expected,
                               summed_scale(t, scale, c->wrench)),
            "%s, %s", motion, state);
}

/* One bristle at a time, at rest: its weight and place, to the last digits. */
static void compare_single_cells(ContactTrial *t, const RateChecks *c)
{
  enum { BUDGET = 1000000 }; /* of cells: large patches by groups */
  Check *check = verify_check(t->verification, "wrench, cell by cell",
                              c->wrench->tolerance);
  const double twist[3] = {0, 0, 0},
               size = 0.4 * t->friction->mu_s / t->friction->sigma0;
  const int most = BUDGET / t->n > 16 ? BUDGET / t->n : 16;
  const int group = (t->n + most - 1) / most;
  for (int first = 0; first < t->n; first += group) {
    double wrench[3], expected[3], scale = 0;
    memset(c->z, 0, 2 * (size_t)t->n * sizeof *c->z);
    for (int k = first; k < first + group && k < t->n; k++) {
      double e[2];
      random_direction(&t->seed, 2, e);
      c->z[k] = trial_real(t, size * e[0]);
      c->z[t->n + k] = trial_real(t, size * e[1]);
      scale += cell_motion(t, k, twist).load * t->friction->sigma0 * size;
    }
    const int status = solver_rate(t, c->z, twist, NULL, wrench);
    reference_rate(t, c->z, twist, c->expected, expected);
    check_add(check,
              status != BR_OK ? INFINITY
                              : trial_wrench_error(t, wrench, expected, scale),
              "cell %d", first);
  }
}

static void verify_rates(ContactTrial *t)
{
  const size_t count = 2 * (size_t)t->n;
  const double tolerance = contact_tolerances(t->contact).rate;
  RateChecks c = {verify_check(t->verification, "rate", tolerance),
                  verify_check(t->verification, "wrench of rate", tolerance),
                  run_doubles(t->run, count), run_doubles(t->run, count),
                  run_doubles(t->run, count)};
  for (int i = 0; i < TWISTS; i++)
    for (int j = 0; j < STATES; j++) {
      double twist[3];
      const char *motion = trial_twist(t, i, twist);
      compare_rate(t, &c, twist, cells_state(t, j, twist, c.z), motion);
    }
  compare_single_cells(t, &c);
}

/* ---- statics ----------------------------------------------------------- */

/* Close to the centre of rotation the direction of a rounded v is anybody's
 * guess: such a cell's whole force may be off. */
static double steady_scale(const ContactTrial *t, const double twist[3],
                           const Check *check)
{
  double scale = 0;
  for (int k = 0; k < t->n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    const double g = ref_lugre_g(&t->reference->friction, m.s);
    const double turned = m.s > 0 ? 4 * t->unit * m.parts / m.s : 2;
    scale += m.load * (g * (1 + fmin(2, turned) / check->tolerance) +
                       t->friction->sigma2 * (m.s + t->slack * m.parts));
  }
  return summed_scale(t, scale, check);
}

static void verify_statics(ContactTrial *t)
{
  enum { REPEATS = 4 };
  Check *steady = verify_check(t->verification, "steady",
                               contact_tolerances(t->contact).steady);
  Check *limit = verify_check(t->verification, "limit",
                              contact_tolerances(t->contact).limit);
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
    const double force = t->friction->mu_c * t->fn;
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

/* ---- symmetry, calls --------------------------------------------------- */

/* 0 when b is -a. */
static double not_opposite(const double *a, const double *b, size_t count)
{
  double worst = 0;
  for (size_t i = 0; i < count; i++) worst = worse_of(worst, fabs(a[i] + b[i]));
  return worst;
}

void verify_symmetry(ContactTrial *t)
{
  const size_t count = t->nstates;
  const double dt = 0.3 * t->friction->mu_c / (t->friction->sigma0 * t->speed);
  Check *check = verify_check(t->verification, "odd symmetry", 0);
  double *z[2], *dz[2], twist[2][3], wrench[2][3];
  for (int s = 0; s < 2; s++) {
    z[s] = run_doubles(t->run, count);
    dz[s] = run_doubles(t->run, count);
  }
  for (int i = 0; i < TWISTS; i++) {
    const char *motion = trial_twist(t, i, twist[0]);
    t->pose(t, i % STATES, twist[0], z[0]);
    for (size_t k = 0; k < count; k++) z[1][k] = -z[0][k];
    for (int d = 0; d < 3; d++) twist[1][d] = -twist[0][d];
    for (int s = 0; s < 2; s++)
      solver_rate(t, z[s], twist[s], dz[s], wrench[s]);
    check_add(check,
              not_opposite(wrench[0], wrench[1], 3) +
                  not_opposite(dz[0], dz[1], count),
              "rate, %s", motion);
    for (int s = 0; s < 2; s++) solver_step(t, z[s], twist[s], dt, wrench[s]);
    check_add(
        check,
        not_opposite(wrench[0], wrench[1], 3) + not_opposite(z[0], z[1], count),
        "step, %s", motion);
    static const char *const plain[] = {"steady", "limit"};
    for (int f = 0; f < 2; f++) {
      for (int s = 0; s < 2; s++)
        solver_plain(t, plain[f], twist[s], wrench[s]);
      check_add(check, not_opposite(wrench[0], wrench[1], 3), "%s, %s",
                plain[f], motion);
    }
  }
}

void verify_promises(ContactTrial *t)
{
  double twist[3], *z = run_doubles(t->run, t->nstates);
  const double dt =
      trial_real(t, 0.3 * t->friction->mu_c / (t->friction->sigma0 * t->speed));
  trial_twist(t, TWISTS - 1, twist);
  t->pose(t, 0, twist, z);
  const Sample samples[] = {{"twist", twist}, {"fn", &t->fn}, {"dt", &dt}};
  verify_calls(t->solver, z, samples, 3, t->verification);
}

ContactTrial trial_new(const Contact *c, const Solver *solver,
                       Verification *verification, size_t nstates)
{
  const Lugre *f = &c->lugre;
  const bool is_float = c->model.is_float;
  Run *run = c->model.run;
  return (ContactTrial){.contact = c,
                        .friction = f,
                        .reference = contact_reference(c),
                        .solver = solver,
                        .verification = verification,
                        .run = run,
                        .state = solver_state(run, solver),
                        .n = c->cells.count,
                        .nstates = nstates,
                        .is_float = is_float,
                        .unit = is_float ? 0x1p-24 : 0x1p-53,
                        .edge = 1 / (1 - f->s_ba),
                        .slack = is_float ? 1 : 1e-3,
                        .tiny = is_float ? 1e-18 : 1e-150,
                        .speed = f->v_s > 0    ? f->v_s
                                 : f->stribeck ? 1e-2
                                               : 1e-3,
                        .length = hypot(c->cells.grid.sx, c->cells.grid.sy) / 2,
                        .fn = c->fn,
                        .seed = 1};
}

/* All checks at the force that the contact is for. */
static void verify_at(const Contact *c, const Solver *solver, bool is_last,
                      Verification *verification)
{
  const Grid *grid = &c->cells.grid;
  const size_t all = 2 * (size_t)grid->nx * (size_t)grid->ny;
  ContactTrial t =
      trial_new(c, solver, verification, 2 * (size_t)c->cells.count);
  t.pose = cells_state;
  t.whole_z = run_doubles(t.run, all);
  t.whole_dz = run_doubles(t.run, all);
  verify_rates(&t);
  verify_jacobians(&t);
  verify_steps(&t);
  verify_statics(&t);
  verify_symmetry(&t);
  verify_promises(&t);
  if (c->levels) verify_resets(&t);
  if (c->compression) verify_against_cells(&t);
  verification->situation = NULL;
  if (c->levels && is_last) verify_shares(&t);
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
