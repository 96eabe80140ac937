/* contact_reduced_verify_jac.c: a reduced contact's derivatives against
 * differences. In: a ReducedTrial. Out: checks of every block of rate_jac
 * against Richardson's central differences of the reference, and of step_jac
 * against those of the step.
 *
 * Invariant: differences stay on one branch of the law and in one cell of the
 * table; at rest a check of its own says what must hold. */
#include <math.h>
#include <string.h>

#include "backend/backend.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/reduced/verify.h"

/* ---- differences -------------------------------------------------------- */

/* at: bristles, then the twist. The rate, then the wrench. */
typedef void ReducedFunction(const ReducedTrial *t, double dt,
                             const double at[6], double out[6]);

static void rate_of(const ReducedTrial *t, double dt, const double at[6],
                    double out[6])
{
  (void)dt;
  ref_reduced_rate(t->reference, at, at + 3, t->base.fn, out, out + 3);
}

/* The end of a step by its scheme, then the wrench. */
static void step_of(const ReducedTrial *t, double dt, const double at[6],
                    double out[6])
{
  double rate[3];
  const BristleMotion m = reduced_motion(t->reference, at + 3);
  contact_scheme(&t->reference->friction, t->base.contact->step, &m, at, dt,
                 out, rate);
  reduced_wrench(t->reference, out, rate, at + 3, t->base.fn, out + 3);
}

static void own_step_of(const ReducedTrial *t, double dt, const double at[6],
                        double out[6])
{
  memcpy(out, at, 3 * sizeof *out);
  solver_step(&t->base, out, at + 3, dt, out + 3);
}

/* Richardson's central difference by component `by`. */
static void difference(const ReducedTrial *t, ReducedFunction *function,
                       double dt, const double at[6], int by, double way,
                       double out[6])
{
  double quotient[2][6];
  for (int level = 0; level < 2; level++, way /= 2) {
    double moved[6], high[6], low[6];
    memcpy(moved, at, sizeof moved);
    moved[by] = at[by] + way;
    const double above = moved[by];
    function(t, dt, moved, high);
    moved[by] = at[by] - way;
    function(t, dt, moved, low);
    for (int i = 0; i < 6; i++)
      quotient[level][i] = (high[i] - low[i]) / (above - moved[by]);
  }
  for (int i = 0; i < 6; i++)
    out[i] = quotient[1][i] + (quotient[1][i] - quotient[0][i]) / 3;
}

/* ---- where and how far -------------------------------------------------- */

/* How far differences may reach from a place. */
typedef struct Ways {
  double zmax, width; /* of the law; from breakaway to zmax */
  double z, v;        /* steps */
} Ways;

static Ways ways_at(const ReducedTrial *t, const ReducedPlace *p, double dt)
{
  const ContactTrial *base = &t->base;
  Ways w = {.zmax = p->m.size * p->m.zmax};
  w.width = w.zmax / base->edge;
  w.z = 0.004 * w.width;
  w.v = 0.02 * p->m.s /
        ((1 + trial_steepness(base, p->m.s)) * fmax(10, base->edge));
  w.v = fmin(w.v, 0.2 * p->inside / p->cells * p->m.s);
  if (dt > 0) w.v = fmin(w.v, w.z / dt);
  return w;
}

/* True where bristles of z after the time `ahead` are on one branch. */
static bool is_far(const ReducedTrial *t, const ReducedPlace *p,
                   const double z[3], double ahead)
{
  const Ways w = ways_at(t, p, 0);
  double moved[3];
  for (int d = 0; d < 3; d++)
    moved[d] = z[d] + ahead * (t->reference->is_matched ? p->m.k[d] * p->m.v[d]
                                                        : -p->m.h[d] * p->m.s);
  const double q = contact_size(moved, 3);
  return fabs(q - w.zmax) > 0.05 * w.width &&
         fabs(q - t->base.friction->s_ba * w.zmax) > 0.05 * w.width;
}

/* True where differences stay on one branch and in one cell. */
static bool is_smooth(const ReducedTrial *t, const ReducedPlace *p,
                      const double z[3], double dt)
{
  if (p->m.s == 0 || p->inside < 0.1) return false;
  if (t->base.friction->s_ba == 0) return true;
  if (dt == 0 || t->base.contact->step != STEP_IMPLICIT)
    return is_far(t, p, z, dt);
  double ends[3][3], rate[3];
  contact_implicit(&t->reference->friction, &p->m, z, dt, ends, rate);
  for (int i = 0; i < 3; i++)
    if (!is_far(t, p, ends[i], 0)) return false;
  return is_far(t, p, z, dt / 2) && is_far(t, p, ends[0], dt / 2) &&
         is_far(t, p, z, dt);
}

/* Worst of a 3x3 block, torque rows and spin columns measured by arms. */
static double block_error3(const double got[9], const double expected[9],
                           double scale, double row_arm, double col_arm)
{
  return block_error(got, expected, 3, 3, scale, row_arm, col_arm);
}

/* ---- rate_jac ----------------------------------------------------------- */

typedef struct RateJac {
  Check *dz_dz, *dz_dtwist, *dw_dz, *dw_dtwist, *rest, *law;
} RateJac;

/* dz_dz, dz_dtwist, dw_dz, dw_dtwist. */
typedef struct Blocks {
  double block[4][9];
} Blocks;

static int solver_rate_jac(const ContactTrial *t, const double z[3],
                           const double twist[3], Blocks *blocks)
{
  const double *const in[] = {twist, &t->fn};
  double *const out[] = {blocks->block[0], blocks->block[1], blocks->block[2],
                         blocks->block[3]};
  t->solver->functions->set(t->state, z);
  return solver_call(t->run, t->solver, "rate_jac", t->state, in, out);
}

/* Rows of the force at the centre of pressure, its torque over r, as rows of
 * the wrench at the grid centre. */
static void wrench_rows(const RefReduced *c, const double rows[9],
                        double out[9])
{
  for (int j = 0; j < 3; j++) {
    out[j] = rows[j];
    out[3 + j] = rows[3 + j];
    out[6 + j] =
        c->r * rows[6 + j] + c->cop[0] * rows[3 + j] - c->cop[1] * rows[j];
  }
}

/* The wrench is linear in bristles and rate, PL (26): its blocks follow from
 * the rate's, to the last digits. Returns the scale of dw_dtwist. */
static double compare_force_law(const ReducedTrial *t, const RateJac *c,
                                const ReducedPlace *p, const double z[3],
                                const double twist[3], const Blocks *b)
{
  const ContactTrial *base = &t->base;
  const Lugre *f = base->friction;
  const RefReduced *r = t->reference;
  const double sigma1 = ref_lugre_sigma1(&r->friction, p->m.s);
  const double fade =
      f->v_d > 0 && p->m.s > 0 ? -2 * sigma1 / (f->v_d * f->v_d) : 0;
  const double by_twist[9] = {1, 0, -r->cop[1], 0, 1, r->cop[0], 0, 0, r->r};
  const double m[3] = {1, 1, r->u / (r->r * r->r)};
  double rows[9], expected[9], rate[3];
  for (int i = 0; i < 9; i++)
    rows[i] = -base->fn * (f->sigma0 * (i % 4 == 0) + sigma1 * b->block[0][i]);
  wrench_rows(r, rows, expected);
  const double relaxed = p->m.k[2] * p->m.s / p->m.zmax;
  const double stiff =
      base->fn *
      (f->sigma0 + f->sigma1 * (block_largest(b->block[0], 9) + relaxed));
  check_add(c->law, block_error3(b->block[2], expected, stiff, t->arm, 1),
            "dw_dz, twist %.3g %.3g %.3g", twist[0], twist[1], twist[2]);
  ref_reduced_rate(r, z, twist, 1, rate, NULL);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double faded = 0; /* dsigma1/dtwist_j */
      for (int k = 0; k < 3; k++)
        faded += fade * p->m.v[k] * by_twist[3 * k + j];
      rows[3 * i + j] =
          -base->fn * (sigma1 * b->block[1][3 * i + j] + faded * rate[i] +
                       f->sigma2 * m[i] * by_twist[3 * i + j]);
    }
  wrench_rows(r, rows, expected);
  double slip = 1;
  for (int i = 0; i < 9; i++)
    slip = fmax(slip, fabs(b->block[1][i]) / (i % 3 == 2 ? t->arm : 1));
  const double damped =
      base->fn *
      (f->sigma2 * m[2] +
       f->sigma1 * (slip + (f->v_d > 0 ? contact_size(rate, 3) / f->v_d : 0)));
  check_add(c->law, block_error3(b->block[3], expected, damped, t->arm, t->arm),
            "dw_dtwist, twist %.3g %.3g %.3g", twist[0], twist[1], twist[2]);
  return damped;
}

static void compare_differences(const ReducedTrial *t, const RateJac *c,
                                const ReducedPlace *p, const double z[3],
                                const double twist[3], double damped,
                                const Blocks *b)
{
  const ContactTrial *base = &t->base;
  const Lugre *f = base->friction;
  const Ways w = ways_at(t, p, 0);
  const double at[6] = {z[0], z[1], z[2], twist[0], twist[1], twist[2]};
  Blocks expected;
  for (int by = 0; by < 6; by++) {
    double d[6];
    const double way = by < 3 ? w.z : by < 5 ? w.v : w.v / t->arm;
    difference(t, rate_of, 0, at, by, way, d);
    for (int i = 0; i < 3; i++) {
      expected.block[by / 3][3 * i + by % 3] = d[i];
      expected.block[2 + by / 3][3 * i + by % 3] = d[3 + i];
    }
  }
  const double size = contact_size(z, 3), k = fmax(1, p->m.k[2]);
  const double rate =
      block_largest(expected.block[0], 9) + k * p->m.s / w.width;
  const double slip =
      k * (1 + p->slope + size / p->m.zmax) * (size < w.zmax ? base->edge : 1);
  const double noise = base->fn * f->sigma0 * size * 0x1p-50 / w.v;
  const double drowned = /* bristles' force beside that of large twists */
      base->fn * f->sigma2 * p->m.s * 0x1p-50 / w.z;
  const char *place = "twist %.3g %.3g %.3g, |z| = %.3g zmax";
  check_add(c->dz_dz, block_error3(b->block[0], expected.block[0], rate, 1, 1),
            place, twist[0], twist[1], twist[2], size / w.zmax);
  check_add(c->dz_dtwist,
            block_error3(b->block[1], expected.block[1], slip, 1, t->arm),
            place, twist[0], twist[1], twist[2], size / w.zmax);
  check_add(c->dw_dz,
            block_error3(b->block[2], expected.block[2],
                         base->fn * (f->sigma0 + f->sigma1 * rate) +
                             drowned / c->dw_dz->tolerance,
                         t->arm, 1),
            place, twist[0], twist[1], twist[2], size / w.zmax);
  check_add(c->dw_dtwist,
            block_error3(b->block[3], expected.block[3],
                         damped + base->fn * f->sigma1 * slip +
                             noise / c->dw_dtwist->tolerance,
                         t->arm, t->arm),
            place, twist[0], twist[1], twist[2], size / w.zmax);
}

/* At rest h has every value: the ellipsoid's takes its place, and s has no
 * slope: drate/dV = K (1 - abar z e'/(2 zmax)), drate/dz = 0. */
static void compare_rest(const ReducedTrial *t, const RateJac *c,
                         const double z[3])
{
  const ContactTrial *base = &t->base;
  const RefReduced *r = t->reference;
  static const double none[3] = {0, 0, 0}, zeros[9] = {0};
  Blocks b;
  if (solver_rate_jac(base, z, none, &b) != BR_OK)
    check_add(c->rest, INFINITY, "no twist");
  const double size = contact_size(z, 3);
  const double zmax = ref_lugre_g(&r->friction, 0) / base->friction->sigma0;
  const double abar = ref_lugre_abar(&r->friction, size, zmax);
  const bool bends = base->friction->s_ba > 0 && size > 0;
  const double k[3] = {1, 1, reduced_stiffness(base->contact)};
  double by_v[9], expected[9];
  for (int i = 0; i < 9; i++)
    by_v[i] = k[i / 3] *
              ((i % 4 == 0) -
               (bends ? abar * z[i / 3] * z[i % 3] / size / (2 * zmax) : 0));
  for (int i = 0; i < 3; i++) {
    expected[3 * i] = by_v[3 * i];
    expected[3 * i + 1] = by_v[3 * i + 1];
    expected[3 * i + 2] = r->r * by_v[3 * i + 2] + r->cop[0] * by_v[3 * i + 1] -
                          r->cop[1] * by_v[3 * i];
  }
  /* The solver takes a tiny s for 0, which a small gamma makes to be felt. */
  const double power = pow(numerics_of(base->is_float)->tiny / base->speed,
                           base->friction->gamma);
  check_add(c->rest, block_error3(b.block[0], zeros, base->speed / zmax, 1, 1),
            "dz_dz, |z| = %.3g zmax", size / zmax);
  check_add(
      c->rest,
      block_error3(b.block[1], expected,
                   k[2] * (1 + size / zmax * (1 + power / c->rest->tolerance)),
                   1, t->arm),
      "dz_dtwist, |z| = %.3g zmax", size / zmax);
}

static void verify_rate_jac(ReducedTrial *t)
{
  enum { REPEATS = 20 };
  ContactTrial *base = &t->base;
  Verification *v = base->verification;
  const double tolerance = contact_tolerances(base->contact).jacobian;
  /* Where the patch is interpolated, its figures are rounded as well. */
  const double roundings = base->contact->levels ? 128 : 96;
  const RateJac c = {
      verify_check(v, "rate_jac dz_dz", tolerance),
      verify_check(v, "rate_jac dz_dtwist", tolerance),
      verify_check(v, "rate_jac dw_dz", tolerance),
      verify_check(v, "rate_jac dw_dtwist", tolerance),
      verify_check(v, "rate_jac at rest", tolerance),
      verify_check(v, "rate_jac, force law",
                   base->is_float ? roundings * base->unit : 1e-12)};
  for (int i = 0; i < REPEATS * TWISTS; i++)
    for (int j = 0; j < STATES; j++) {
      double twist[3], z[3];
      Blocks b;
      reduced_twist(t, i % TWISTS, twist);
      base->pose(base, j, twist, z);
      if (i == 0) compare_rest(t, &c, z);
      const ReducedPlace p = reduced_place(t, twist);
      const int status = solver_rate_jac(base, z, twist, &b);
      if (status != BR_OK)
        check_add(c.dz_dz, INFINITY, "twist %.3g %.3g %.3g: status %d",
                  twist[0], twist[1], twist[2], status);
      const double damped = compare_force_law(t, &c, &p, z, twist, &b);
      if (is_smooth(t, &p, z, 0) && p.m.s > 1e-100 && j != 6)
        compare_differences(t, &c, &p, z, twist, damped, &b);
    }
}

/* ---- step_jac ----------------------------------------------------------- */

typedef struct StepJac {
  Check *jac, *own, *same;
} StepJac;

static int solver_step_jac(const ContactTrial *t, double z[3],
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

static void compare_step_jac(const ReducedTrial *t, const StepJac *c,
                             const double z[3], const double twist[3],
                             double dt)
{
  const ContactTrial *base = &t->base;
  const Lugre *f = base->friction;
  const ReducedPlace p = reduced_place(t, twist);
  const bool looks_ahead = base->contact->step != STEP_EULER;
  const Ways w = ways_at(t, &p, looks_ahead ? dt : 0);
  const double at[6] = {z[0], z[1], z[2], twist[0], twist[1], twist[2]};
  double end[2][3], wrench[2][3], jac[9], expected[2][9];
  for (int i = 0; i < 2; i++) memcpy(end[i], z, sizeof end[i]);
  const int status = solver_step_jac(base, end[0], twist, dt, wrench[0], jac);
  solver_step(base, end[1], twist, dt, wrench[1]);
  const bool is_same = status == BR_OK &&
                       memcmp(end[0], end[1], sizeof end[0]) == 0 &&
                       memcmp(wrench[0], wrench[1], sizeof wrench[0]) == 0;
  check_add(c->same, is_same ? 0 : 1, "dt = %.3g s, status %d", dt, status);
  for (int by = 0; by < 3; by++) {
    double d[2][6];
    const double way = by < 2 ? w.v : w.v / t->arm;
    difference(t, step_of, dt, at, 3 + by, way, d[0]);
    if (c->own) difference(t, own_step_of, dt, at, 3 + by, way, d[1]);
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < (c->own ? 2 : 1); k++)
        expected[k][3 * i + by] = d[k][3 + i];
  }
  double scale = base->fn * (f->sigma1 + f->sigma2);
  for (int i = 0; i < 9; i++)
    scale = fmax(scale, fabs(expected[0][i]) / (i / 3 == 2 ? t->arm : 1) /
                            (i % 3 == 2 ? t->arm : 1));
  const double size = contact_size(z, 3) + dt * p.m.s;
  const double noise =
      base->fn * f->sigma0 * fmin(size, 4 * p.m.zmax) * 0x1p-50 / w.v;
  const double reach = base->fn * f->sigma0 * dt * base->edge;
  scale += fmin(reach, base->fn * f->mu_s / p.m.s * base->edge);
  check_add(c->jac,
            block_error3(jac, expected[0], scale + noise / c->jac->tolerance,
                         t->arm, t->arm),
            "dt = %.3g s, twist %.3g %.3g %.3g", dt, twist[0], twist[1],
            twist[2]);
  if (c->own)
    check_add(c->own,
              block_error3(jac, expected[1], scale + noise / c->own->tolerance,
                           t->arm, t->arm),
              "dt = %.3g s, twist %.3g %.3g %.3g", dt, twist[0], twist[1],
              twist[2]);
}

static void verify_step_jac(ReducedTrial *t)
{
  enum { MOTIONS = 100 };
  ContactTrial *base = &t->base;
  const bool looks_ahead = base->contact->step != STEP_EULER;
  const double natural =
      base->friction->mu_c / (base->friction->sigma0 * base->speed);
  const double steps[] = {0.1 * natural, natural, 10 * natural, 0.1};
  const double tolerance = contact_tolerances(base->contact).jacobian;
  StepJac c = {.jac = verify_check(base->verification, "step_jac", tolerance),
               .same = verify_check(base->verification, "step_jac as step", 0)};
  if (!base->is_float) /* differences of floats say nothing */
    c.own =
        verify_check(base->verification, "step_jac, own step", 10 * tolerance);
  for (size_t j = 0; j < sizeof steps / sizeof *steps; j++)
    for (int i = 0; i < MOTIONS; i++) {
      double twist[3], z[3];
      const double dt = trial_real(base, steps[j]);
      const double speed = base->speed * pow(10, trial_random(base, -1, 1));
      for (int d = 0; d < 3; d++)
        twist[d] = trial_real(base, trial_random(base, -1, 1) * speed /
                                        (d == 2 ? base->length : 1));
      base->pose(base, 0, twist, z);
      const ReducedPlace p = reduced_place(t, twist);
      if (is_smooth(t, &p, z, looks_ahead ? dt : 0))
        compare_step_jac(t, &c, z, twist, dt);
    }
}

void reduced_verify_jacobians(ReducedTrial *t)
{
  verify_rate_jac(t);
  verify_step_jac(t);
}
