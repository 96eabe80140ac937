/* contact_verify_jac.c: a contact's derivatives against differences. In: a
 * ContactTrial. Out: checks of every block of rate_jac against Richardson's
 * central differences of the reference, and of step_jac against those of the
 * step.
 *
 * Invariant: differences stay on one branch of the law; where that cannot be
 * (edges, v = 0) a check of its own says what must hold there. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/verify.h"

/* ---- functions of one cell --------------------------------------------- */

/* Rate, then force per weight and load. */
static void rate_of(const ContactTrial *t, double dt, const double p[4],
                    double out[4])
{
  (void)dt;
  cell_reference(t, p, p + 2, out, out + 2);
}

/* End of a step, then the force that goes with it. */
static void step_of(const ContactTrial *t, double dt, const double p[4],
                    double out[4])
{
  const Lugre *f = t->friction;
  double rate[2];
  cell_step(t, p, p + 2, dt, out, rate);
  const double sigma1 =
      ref_lugre_sigma1(&t->reference->friction, hypot(p[2], p[3]));
  for (int d = 0; d < 2; d++)
    out[2 + d] =
        -(f->sigma0 * out[d] + sigma1 * rate[d] + f->sigma2 * p[2 + d]);
}

/* ---- rate_jac ---------------------------------------------------------- */

typedef struct RateJac {
  Check *dz_dz, *dz_dtwist, *dw_dz, *dw_dtwist, *rest, *edges, *linear, *law;
  double *z, *blocks[4]; /* as rate_jac's outputs */
  int stride;            /* of the cells that are differenced */
  const char *state, *motion;
} RateJac;

/* PL (9) differentiated, with the solver's own drate/dtwist, 2x3. */
static void force_by_twist(const ContactTrial *t, const CellMotion *m,
                           const double z[2], const double dz_dtwist[6],
                           double out[6])
{
  const Lugre *f = t->friction;
  const double sigma1 = ref_lugre_sigma1(&t->reference->friction, m->s);
  const double slope = f->v_d > 0 ? -2 * m->s / (f->v_d * f->v_d) * sigma1 : 0;
  double own[6], fade[4] = {0, 0, 0, 0}, faded[6], dz[2];
  static const double one[4] = {1, 0, 0, 1};
  block_by_twist(one, m, own);
  cell_reference(t, z, m->v, dz, NULL);
  for (int i = 0; i < 4 && m->s > 0; i++)
    fade[i] = slope * dz[i / 2] * m->v[i % 2] / m->s;
  block_by_twist(fade, m, faded);
  for (int i = 0; i < 6; i++)
    out[i] = -(sigma1 * dz_dtwist[i] + faded[i] + f->sigma2 * own[i]);
}

/* The difference quotients of cell k against the solver's blocks; its rows of
 * dforce/dtwist by the reference where its digits allow, else by the solver's.
 */
static void compare_cell(const ContactTrial *t, const RateJac *c, int k,
                         const CellMotion *m, double rows[6])
{
  const Lugre *f = t->friction;
  const Bend b = bend_at(t, m->s, 0, 0);
  const double p[4] = {c->z[k], c->z[t->n + k], m->v[0], m->v[1]};
  const double size = hypot(p[0], p[1]),
               arm = fmax(hypot(m->x, m->y), 1e-3 * t->length);
  double d[4][4], zz[4], zv[4], fz[6], fv[4], twist[6];
  for (int by = 0; by < 4; by++)
    cell_richardson(t, rate_of, 0, p, by, by < 2 ? b.hz : b.hv, d[by]);
  for (int i = 0; i < 4; i++) {
    zz[i] = d[i % 2][i / 2];
    zv[i] = d[2 + i % 2][i / 2];
    fz[i] = m->load * d[i % 2][2 + i / 2];
    fv[i] = d[2 + i % 2][2 + i / 2];
  }
  for (int j = 0; j < 2; j++) fz[4 + j] = m->x * fz[2 + j] - m->y * fz[j];
  block_by_twist(zv, m, twist);
  const double rate = block_largest(zz, 4) +
                      m->s / (bend_holds(t, &b, size) ? b.width : b.zmax);
  const double slip = block_largest(zv, 4) + 1 + size / b.zmax;
  check_add(c->dz_dz, block_error(c->blocks[0] + 4 * k, zz, 2, 2, rate, 1, 1),
            "cell %d, %s, %s", k, c->motion, c->state);
  check_add(c->dz_dtwist,
            block_error(c->blocks[1] + 6 * k, twist, 2, 3, slip, 1, arm),
            "cell %d, %s, %s", k, c->motion, c->state);
  check_add(c->dw_dz,
            block_error(c->blocks[2] + 6 * k, fz, 3, 2,
                        m->load * (f->sigma0 + f->sigma1 * rate), arm, 1),
            "cell %d, %s, %s", k, c->motion, c->state);
  const double noise = 0x1p-50 * f->sigma0 * size / b.hv;
  if (noise < 1e-9 * (f->sigma1 + f->sigma2)) block_by_twist(fv, m, rows);
}

/* v = 0: s has no slope there; the law takes 0, the mean of both sides, which
 * is what a central difference over next to nothing gives. */
static void compare_rest(const ContactTrial *t, const RateJac *c, int k,
                         const CellMotion *m)
{
  const double p[4] = {c->z[k], c->z[t->n + k], 0, 0};
  const double natural = t->speed * t->friction->sigma0 / t->friction->mu_c;
  /* The solver takes a tiny s for 0, which a small gamma makes to be felt. */
  const double power =
      pow(numerics_of(t->is_float)->tiny / t->speed, t->friction->gamma);
  const double slip = 1 + hypot(p[0], p[1]) * t->friction->sigma0 /
                              t->friction->mu_c *
                              (1 + power / c->rest->tolerance);
  double column[4], zv[4], twist[6];
  static const double zeros[4] = {0, 0, 0, 0};
  for (int by = 0; by < 2; by++) {
    cell_central(t, rate_of, 0, p, 2 + by, 1e-120, column);
    zv[by] = column[0];
    zv[2 + by] = column[1];
  }
  block_by_twist(zv, m, twist);
  check_add(c->rest,
            block_error(c->blocks[0] + 4 * k, zeros, 2, 2, natural, 1, 1),
            "dz_dz, cell %d, %s, %s", k, c->motion, c->state);
  check_add(c->rest,
            block_error(c->blocks[1] + 6 * k, twist, 2, 3, slip, 1,
                        fmax(hypot(m->x, m->y), 1e-3 * t->length)),
            "dz_dtwist, cell %d, %s, %s", k, c->motion, c->state);
}

/* The law bends at an edge but does not break: the difference over a short way
 * through it is the slope, to first order. */
static void compare_edge(const ContactTrial *t, const RateJac *c, int k,
                         const CellMotion *m)
{
  const Bend b = bend_at(t, m->s, 0, 0);
  const double p[4] = {c->z[k], c->z[t->n + k], m->v[0], m->v[1]};
  const double hv = 1e-5 * m->s / (t->edge * (1 + trial_steepness(t, m->s)));
  double d[4][4], zz[4], zv[4], twist[6];
  for (int by = 0; by < 4; by++)
    cell_central(t, rate_of, 0, p, by, by < 2 ? 1e-6 * b.width : hv, d[by]);
  for (int i = 0; i < 4; i++) {
    zz[i] = d[i % 2][i / 2];
    zv[i] = d[2 + i % 2][i / 2];
  }
  block_by_twist(zv, m, twist);
  const double arm = fmax(hypot(m->x, m->y), 1e-3 * t->length);
  check_add(c->edges,
            block_error(c->blocks[0] + 4 * k, zz, 2, 2, m->s / b.width, 1, 1),
            "dz_dz, cell %d, %s", k, c->motion);
  check_add(c->edges,
            block_error(c->blocks[1] + 6 * k, twist, 2, 3, t->edge, 1, arm),
            "dz_dtwist, cell %d, %s", k, c->motion);
}

/* The force is linear in bristle and rate, PL (9): its blocks follow from the
 * rate's, to the last digits. Returns the scale of dw_dtwist. */
static double compare_force_law(const ContactTrial *t, const RateJac *c, int k,
                                const CellMotion *m, const double own[6])
{
  const Lugre *f = t->friction;
  const double *zz = c->blocks[0] + 4 * k, *zv = c->blocks[1] + 6 * k;
  const double z[2] = {c->z[k], c->z[t->n + k]};
  const double sigma1 = ref_lugre_sigma1(&t->reference->friction, m->s);
  double expected[6], dz[2];
  for (int i = 0; i < 4; i++)
    expected[i] = -m->load * (f->sigma0 * (i == 0 || i == 3) + sigma1 * zz[i]);
  for (int j = 0; j < 2; j++)
    expected[4 + j] = m->x * expected[2 + j] - m->y * expected[j];
  check_add(
      c->law,
      block_error(c->blocks[2] + 6 * k, expected, 3, 2,
                  m->load * (f->sigma0 + f->sigma1 * block_largest(zz, 4)),
                  fmax(hypot(m->x, m->y), 1e-3 * t->length), 1),
      "dw_dz, cell %d, %s, %s", k, c->motion, c->state);
  cell_reference(t, z, m->v, dz, NULL);
  const double fade = f->v_d > 0 ? hypot(dz[0], dz[1]) / f->v_d : 0;
  const double slip =
      fmax(fabs(zv[0]) + fabs(zv[1]), fabs(zv[3]) + fabs(zv[4])) + 1;
  return m->load *
         (f->sigma2 + f->sigma1 * (slip + fade) +
          fmax(fabs(own[0]) + fabs(own[1]), fabs(own[3]) + fabs(own[4])));
}

static int solver_rate_jac(const ContactTrial *t, const RateJac *c,
                           const double twist[3])
{
  const double *const in[] = {twist, &t->fn};
  t->solver->functions->set(t->state, c->z);
  return solver_call(t->run, t->solver, "rate_jac", t->state, in,
                     (double *const *)c->blocks);
}

/* A cell without load has no bristle, and nothing depends on it. */
static void compare_nothing(const RateJac *c, int k)
{
  const double sum = block_largest(c->blocks[0] + 4 * k, 4) +
                     block_largest(c->blocks[1] + 6 * k, 6) +
                     block_largest(c->blocks[2] + 6 * k, 6);
  check_add(c->law, sum == 0 ? 0 : INFINITY, "cell %d, %s, %s", k, c->motion,
            c->state);
}

static void compare_rate_jac(const ContactTrial *t, const RateJac *c,
                             const double twist[3])
{
  const double least = t->is_float ? 0.03 : 1e-4; /* of v left after rounding */
  double sum[9] = {0}, by_law[9] = {0}, scale = 0;
  const int status = solver_rate_jac(t, c, twist);
  if (status != BR_OK)
    check_add(c->dz_dz, INFINITY, "%s, %s: status %d", c->motion, c->state,
              status);
  for (int k = 0; k < t->n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    const double z[2] = {c->z[k], c->z[t->n + k]};
    double rows[6];
    if (!m.is_loaded) {
      compare_nothing(c, k);
      continue;
    }
    force_by_twist(t, &m, z, c->blocks[1] + 6 * k, rows);
    scale += compare_force_law(t, c, k, &m, rows);
    block_add_rows(rows, &m, by_law);
    if (k % c->stride == 0 && m.s == 0 && m.parts < 1e-200)
      compare_rest(t, c, k, &m);
    if (k % c->stride == 0 && m.s > least * m.parts) {
      const Bend b = bend_at(t, m.s, 0, 0);
      if (bend_is_far(t, &b, hypot(z[0], z[1])))
        compare_cell(t, c, k, &m, rows);
      else
        compare_edge(t, c, k, &m);
    }
    block_add_rows(rows, &m, sum);
  }
  check_add(
      c->dw_dtwist,
      block_error(c->blocks[3], sum, 3, 3, summed_scale(t, scale, c->dw_dtwist),
                  t->length, t->length),
      "%s, %s", c->motion, c->state);
  check_add(c->law,
            block_error(c->blocks[3], by_law, 3, 3,
                        summed_scale(t, scale, c->law), t->length, t->length),
            "dw_dtwist, %s, %s", c->motion, c->state);
}

/* Without bristles the rate is v, at rest the force is sigma0*z: blocks that
 * the reference gives without differences, to the last digits. */
static void compare_linear(ContactTrial *t, const RateJac *c)
{
  const double twist[3] = {0, 0, 0}, z[2] = {1, 0}, v[2] = {0, 0};
  const double *dz_dtwist = c->blocks[1], *dw_dz = c->blocks[2];
  double dz[2], force[2];
  static const double one[4] = {1, 0, 0, 1};
  memset(c->z, 0, 2 * (size_t)t->n * sizeof *c->z);
  if (solver_rate_jac(t, c, twist) != BR_OK)
    check_add(c->linear, INFINITY, "no bristles, no twist");
  cell_reference(t, z, v, dz, force);
  for (int k = 0; k < t->n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    const double f = force[0] * m.load;
    const double rows[6] = {f, 0, 0, f, -m.y * f, m.x * f};
    const double arm = fmax(hypot(m.x, m.y), 1e-3 * t->length);
    double expected[6];
    if (!m.is_loaded) continue;
    block_by_twist(one, &m, expected);
    check_add(c->linear,
              block_error(dz_dtwist + 6 * k, expected, 2, 3, 1, 1, arm),
              "dz_dtwist, cell %d", k);
    check_add(c->linear,
              block_error(dw_dz + 6 * k, rows, 3, 2, fabs(f), arm, 1),
              "dw_dz, cell %d", k);
  }
}

static void verify_rate_jac(ContactTrial *t)
{
  enum { MOST = 2000, TRIES = 3 };
  static const int sizes[4] = {4, 6, 6, 0};
  Verification *v = t->verification;
  const double tolerance = contact_tolerances(t->contact).jacobian;
  RateJac c = {.dz_dz = verify_check(v, "rate_jac dz_dz", tolerance),
               .dz_dtwist = verify_check(v, "rate_jac dz_dtwist", tolerance),
               .dw_dz = verify_check(v, "rate_jac dw_dz", tolerance),
               .dw_dtwist = verify_check(v, "rate_jac dw_dtwist", tolerance),
               .rest = verify_check(v, "rate_jac at rest", tolerance),
               .z = run_doubles(t->run, 2 * (size_t)t->n),
               .stride = (t->n + MOST - 1) / MOST};
  if (t->friction->s_ba > 0)
    c.edges =
        verify_check(v, "rate_jac at the edges", 2e-4 + 16 * t->unit * t->edge);
  const double exact = t->is_float ? 16 * t->unit : 1e-12;
  c.linear = verify_check(v, "rate_jac, linear", exact);
  c.law = verify_check(v, "rate_jac, force law", exact);
  for (int i = 0; i < 4; i++)
    c.blocks[i] = run_doubles(t->run, (size_t)sizes[i] * (size_t)t->n + 9);
  for (int i = 0; i < TWISTS; i++)
    for (int j = 0; j < TRIES; j++) {
      double twist[3];
      c.motion = trial_twist(t, i, twist);
      c.state = cells_state(t, (i + 3 * j) % STATES, twist, c.z);
      compare_rate_jac(t, &c, twist);
    }
  compare_linear(t, &c);
}

/* ---- step_jac ---------------------------------------------------------- */

typedef struct StepJac {
  Check *jac, *own, *same;
  double *z, *end, *other;
} StepJac;

/* How far ahead a step looks for its beta. */
static double frozen_time(const ContactTrial *t, double dt)
{
  return t->contact->step == STEP_EULER ? 0 : dt;
}

/* How far cell k's velocity may move for a difference of its step. */
static double step_way(const ContactTrial *t, int k, const double *z,
                       const double twist[3], double dt)
{
  const CellMotion m = cell_motion(t, k, twist);
  const double h = frozen_time(t, dt);
  const double q = hypot(z[k] + h * m.v[0], z[t->n + k] + h * m.v[1]);
  return bend_at(t, m.s, h, q).hv;
}

/* True where the law is smooth wherever a step from z asks for it. */
static bool is_smooth_step(const ContactTrial *t, const Bend *b,
                           const double z[2], const double v[2], double dt)
{
  if (t->contact->step != STEP_IMPLICIT) {
    const double h = frozen_time(t, dt);
    return bend_is_far(t, b, hypot(z[0] + h * v[0], z[1] + h * v[1]));
  }
  double ends[3][3], rate[2];
  const BristleMotion m = contact_cell_motion(&t->reference->friction, v);
  contact_implicit(&t->reference->friction, &m, z, dt, ends, rate);
  for (int i = 0; i < 3; i++)
    if (!bend_is_far(t, b, hypot(ends[i][0], ends[i][1]))) return false;
  return true;
}

/* A twist under which all cells move, and bristles that a step takes to where
 * the law is smooth. False where none was found. */
static bool smooth_trial(ContactTrial *t, double dt, double twist[3], double *z)
{
  enum { TRIES = 100 };
  const double h = frozen_time(t, dt);
  const double speed = t->speed * pow(10, trial_random(t, -1, 1));
  for (int d = 0; d < 3; d++)
    twist[d] = trial_real(
        t, trial_random(t, -1, 1) * speed / (d == 2 ? t->length : 1));
  for (int k = 0; k < t->n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    if (m.s < 0.03 * m.parts) return false;
    const Bend b = bend_at(t, m.s, h, 0);
    bool is_smooth = false;
    for (int tries = 0; tries < TRIES && !is_smooth; tries++) {
      double at[2];
      for (int d = 0; d < 2; d++)
        z[d * t->n + k] = at[d] =
            trial_real(t, trial_random(t, -1, 1) * b.zmax);
      is_smooth = is_smooth_step(t, &b, at, m.v, dt);
    }
    if (!is_smooth) return false;
  }
  return true;
}

static int solver_step_jac(const ContactTrial *t, double *z,
                           const double twist[3], double dt, double wrench[3],
                           double jac[9])
{
  const double *const in[] = {twist, &t->fn, &dt};
  double *const out[] = {wrench, jac};
  t->solver->functions->set(t->state, z);
  const int status =
      solver_call(t->run, t->solver, "step_jac", t->state, in, out);
  t->solver->functions->get(t->state, z);
  return status;
}

/* The sum of the cells' difference quotients; returns what errors are relative
 * to. */
static double differenced_step(const ContactTrial *t, const double *z,
                               const double twist[3], double dt, double sum[9])
{
  const Lugre *f = t->friction;
  double scale = 0;
  memset(sum, 0, 9 * sizeof *sum);
  for (int k = 0; k < t->n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    const double p[4] = {z[k], z[t->n + k], m.v[0], m.v[1]};
    const double way = step_way(t, k, z, twist, dt);
    double d[4], fv[4], rows[6];
    for (int by = 0; by < 2; by++) {
      cell_richardson(t, step_of, dt, p, 2 + by, way, d);
      fv[by] = d[2];
      fv[2 + by] = d[3];
    }
    block_by_twist(fv, &m, rows);
    block_add_rows(rows, &m, sum);
    scale += m.load * (f->sigma2 + f->sigma1 + block_largest(fv, 4));
  }
  return scale;
}

/* Differences of the solver's own step. */
static void own_differences(const ContactTrial *t, const StepJac *c,
                            const double twist[3], double dt, double sum[9])
{
  double h = INFINITY;
  for (int k = 0; k < t->n; k++)
    h = fmin(h, step_way(t, k, c->z, twist, dt) / 2);
  for (int by = 0; by < 3; by++) {
    double column[2][3];
    for (int level = 0; level < 2; level++) {
      double wrench[2][3], way = h / (by == 2 ? t->length : 1) / (1 << level);
      for (int side = 0; side < 2; side++) {
        double moved[3];
        memcpy(moved, twist, sizeof moved);
        moved[by] += side ? way : -way;
        memcpy(c->other, c->z, 2 * (size_t)t->n * sizeof *c->z);
        solver_step(t, c->other, moved, dt, wrench[side]);
      }
      for (int i = 0; i < 3; i++)
        column[level][i] = (wrench[1][i] - wrench[0][i]) / (2 * way);
    }
    for (int i = 0; i < 3; i++)
      sum[3 * i + by] = column[1][i] + (column[1][i] - column[0][i]) / 3;
  }
}

static void compare_step_jac(const ContactTrial *t, const StepJac *c,
                             const double twist[3], double dt)
{
  const size_t bytes = 2 * (size_t)t->n * sizeof *c->z;
  double wrench[2][3], jac[9], expected[9];
  memcpy(c->end, c->z, bytes);
  memcpy(c->other, c->z, bytes);
  const int status = solver_step_jac(t, c->end, twist, dt, wrench[0], jac);
  solver_step(t, c->other, twist, dt, wrench[1]);
  const bool is_same = status == BR_OK &&
                       memcmp(c->end, c->other, bytes) == 0 &&
                       memcmp(wrench[0], wrench[1], sizeof wrench[0]) == 0;
  check_add(c->same, is_same ? 0 : 1, "dt = %.3g s, status %d", dt, status);
  const double scale = differenced_step(t, c->z, twist, dt, expected);
  check_add(c->jac,
            block_error(jac, expected, 3, 3, summed_scale(t, scale, c->jac),
                        t->length, t->length),
            "dt = %.3g s, twist %.3g %.3g %.3g", dt, twist[0], twist[1],
            twist[2]);
  if (!c->own) return;
  own_differences(t, c, twist, dt, expected);
  check_add(
      c->own, block_error(jac, expected, 3, 3, scale, t->length, t->length),
      "dt = %.3g s, twist %.3g %.3g %.3g", dt, twist[0], twist[1], twist[2]);
}

static void verify_step_jac(ContactTrial *t)
{
  enum { MOTIONS = 6, TRIES = 200 };
  const size_t count = 2 * (size_t)t->n;
  const double natural = t->friction->mu_c / (t->friction->sigma0 * t->speed);
  const double steps[] = {0.1 * natural, natural, 10 * natural, 0.1};
  const double tolerance = contact_tolerances(t->contact).jacobian;
  StepJac c = {.jac = verify_check(t->verification, "step_jac", tolerance),
               .same = verify_check(t->verification, "step_jac as step", 0),
               .z = run_doubles(t->run, count),
               .end = run_doubles(t->run, count),
               .other = run_doubles(t->run, count)};
  if (!t->is_float) /* differences of floats say nothing */
    c.own = verify_check(t->verification, "step_jac, own step", 10 * tolerance);
  for (size_t j = 0; j < sizeof steps / sizeof *steps; j++)
    for (int i = 0, tries = 0; i < MOTIONS && tries < TRIES; tries++) {
      double twist[3];
      const double dt = trial_real(t, steps[j]);
      if (!smooth_trial(t, dt, twist, c.z)) continue;
      compare_step_jac(t, &c, twist, dt);
      i++;
    }
}

void verify_jacobians(ContactTrial *t)
{
  verify_rate_jac(t);
  verify_step_jac(t);
}
