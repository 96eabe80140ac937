/* verify_slopes.c: compares the derivatives of a contact's rate and step with
 * differences of the reference and of the scheme, for cells and reduced
 * contacts alike. In: a ContactTrial. Out: checks of every block.
 *
 * Invariant: differences stay on one branch of the law and in one cell of a
 * table. At an edge of the law and at rest, separate checks apply.
 */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "plan/plan.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/stretch.h"
#include "kinds/contact/verify.h"

/* ---- rate_jac ---------------------------------------------------------- */

typedef struct RateSlopes {
  const ContactTrial *t;
  Check *dz_dz, *dz_dtwist, *dw_dz, *dw_dtwist, *rest, *edges, *linear, *law;
  double *z, *blocks[4]; /* as rate_jac's outputs */
  const char *motion, *state;
} RateSlopes;

/* `block` names the block if the check is for several blocks. */
static void compare(const RateSlopes *c, Check *check, const char *block, int k,
                    double error)
{
  if (c->t->places > 1)
    check_add(check, error, "%scell %d, %s, %s", block, k, c->motion, c->state);
  else
    check_add(check, error, "%s%s, %s", block, c->motion, c->state);
}

typedef struct PlaceOf {
  const ContactTrial *trial;
  const Place *place;
} PlaceOf;

/* x: bristles, then the velocity; y: rate, then force per load. */
static bool rate_at(const void *context, const double *x, double *y)
{
  const PlaceOf *at = context;
  const ContactTrial *t = at->trial;
  const size_t n = t->nstates / (size_t)t->places;
  t->form->rate(t, at->place, x, x + n, y, y + n);
  return true;
}

/* Writes slopes of the rate, 2n x n, by bristles or by the velocity. */
static void rate_slopes(const ContactTrial *t, const Place *p, bool is_by_v,
                        double h, bool is_smooth_there, double *out)
{
  const int n = p->m.n;
  const PlaceOf at = {t, p};
  const Slope rate = {rate_at, &at, 2 * n, 2 * n};
  const double least = is_smooth_there ? h / 2 : h;
  const double steps[3] = {least, least, least};
  double x[6];
  memcpy(x, p->z, (size_t)n * sizeof *x);
  memcpy(x + n, p->m.v, (size_t)n * sizeof *x);
  slope_differences(&rate, x, is_by_v ? n : 0, n, steps,
                    is_smooth_there ? NULL : out, is_smooth_there ? out : NULL);
}

/* At v = 0, s has no slope, and the law takes 0, the mean of both sides; h has
 * every value, and is replaced by the ellipsoid's h. So the slope is
 * K (1 - abar z e'/(2 zmax)) by v and 0 by z. */
static void slopes_at_rest(const ContactTrial *t, const Place *p, double *by_v)
{
  const int n = p->m.n;
  const double size = contact_size(p->z, n);
  const double abar = ref_lugre_abar(&t->reference->friction, size, p->m.zmax);
  const bool bends = t->friction->s_ba > 0 && size > 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      by_v[i * n + j] =
          p->m.k[i] *
          ((i == j) -
           (bends ? abar * p->z[i] * p->z[j] / size / (2 * p->m.zmax) : 0));
}

/* Writes the scales of the rate's slopes by z and by v. */
static void slope_scales(const ContactTrial *t, const Place *p, const Reach *r,
                         const double *by_z, const double *by_v,
                         double scales[2])
{
  const int n = p->m.n;
  const double size = contact_size(p->z, n), k = fmax(1, p->m.k[2]);
  const bool yields = t->friction->s_ba > 0 && size < r->zmax &&
                      size > t->friction->s_ba * r->zmax;
  const bool may_yield = t->form->has_surface && size < r->zmax;
  /* A slope of h moves that of zmax, which the law's bend makes steeper. */
  const double bent = p->bent / t->tolerances.jacobian;
  scales[0] =
      block_size(by_z, n, n, 1, 1) +
      k * p->m.s / (yields || t->form->has_surface ? r->width : r->zmax);
  scales[1] = block_size(by_v, n, n, 1, 1) +
              k * (1 + p->slope + bent + size / p->m.zmax * (1 + bent)) *
                  (may_yield ? t->edge : 1);
  if (r->branch == EDGE) {
    scales[0] = k * p->m.s / r->width;
    scales[1] = k * t->edge;
  } else if (r->branch == REST) {
    /* The solver takes a tiny speed for 0, which shortens zmax if gamma is
     * small: by that share at most, which is a change of |z|/zmax in abar. */
    const double power =
        pow(numerics_of(t->is_float)->tiny / t->speed, t->friction->gamma);
    const double s_ba = t->friction->s_ba;
    const bool bends =
        s_ba > 0 && size <= p->m.zmax && size > s_ba * p->m.zmax * (1 - power);
    const double bend = bends ? fmin(1, PI / 2 * t->edge * power) : 0;
    scales[0] = t->speed / p->m.zmax;
    scales[1] = k * (1 + size / p->m.zmax *
                             (1 + (power + bend) / t->tolerances.jacobian));
  }
}

/* Compares the difference quotients of place k with the solver's blocks.
 * Replaces rows of dforce/dtwist by the reference's if these have enough
 * digits. Returns the scale of their errors. */
static double compare_place(const RateSlopes *c, int k, const Place *p,
                            const Reach *r, double *rows)
{
  const ContactTrial *t = c->t;
  const Lugre *f = t->friction;
  const int n = p->m.n;
  double by_z[18] = {0}, by_v[18], block[9], scales[2];
  if (r->branch == REST) {
    slopes_at_rest(t, p, by_v);
  } else {
    rate_slopes(t, p, false, r->z, r->branch == SMOOTH, by_z);
    rate_slopes(t, p, true, r->v, r->branch == SMOOTH, by_v);
  }
  slope_scales(t, p, r, by_z, by_v, scales);
  const bool is_smooth_there = r->branch == SMOOTH;
  Check *const kink = r->branch == REST ? c->rest : c->edges;
  compare(c, is_smooth_there ? c->dz_dz : kink,
          is_smooth_there ? "" : "dz_dz, ", k,
          block_error(c->blocks[0] + n * n * k, by_z, n, n, scales[0], 1, 1));
  place_by_twist(p, by_v, n, block);
  compare(
      c, is_smooth_there ? c->dz_dtwist : kink,
      is_smooth_there ? "" : "dz_dtwist, ", k,
      block_error(c->blocks[1] + 3 * n * k, block, n, 3, scales[1], 1, p->arm));
  if (!is_smooth_there) return 0;
  /* The force of bristles is small beside the viscous force of huge twists, and
   * is rounded on the way to the stretched patch and back, too. */
  const double drowned =
      f->sigma2 * p->m.s * (t->contact->stretch ? 0x1p-48 : 0x1p-50) / r->z;
  const double stiff =
      f->sigma0 + f->sigma1 * scales[0] + drowned / c->dw_dz->tolerance;
  place_wrench(p, by_z + n * n, n, block);
  compare(c, c->dw_dz, "", k,
          block_error(c->blocks[2] + 3 * n * k, block, 3, n, p->load * stiff,
                      p->arm, 1));
  const double noise = 0x1p-50 * f->sigma0 * contact_size(p->z, n) / r->v;
  if (noise < 1e-9 * (f->sigma1 + f->sigma2))
    place_by_twist(p, by_v + n * n, n, rows);
  return t->form->has_surface ? p->load * f->sigma1 * scales[1] : 0;
}

/* Checks that the force is linear in bristles and rate, PL (9) and (26): its
 * blocks follow from the rate's, to the last digits. Writes dforce/dtwist per
 * load, n x 3, from the solver's own blocks. Returns the scale of dw_dtwist. */
static double compare_force_law(const RateSlopes *c, int k, const Place *p,
                                double *rows)
{
  const ContactTrial *t = c->t;
  const Lugre *f = t->friction;
  const int n = p->m.n;
  const double *zz = c->blocks[0] + n * n * k, *zv = c->blocks[1] + 3 * n * k;
  const double sigma1 = ref_lugre_sigma1(&t->reference->friction, p->m.s);
  const double fade =
      f->v_d > 0 && p->m.s > 0 ? -2 * sigma1 / (f->v_d * f->v_d) : 0;
  double force[9], block[9], rate[3], faded[3], ignored[3];
  for (int i = 0; i < n * n; i++)
    force[i] = -(f->sigma0 * (i % (n + 1) == 0) + sigma1 * zz[i]);
  place_wrench(p, force, n, block);
  const double relaxed = p->m.k[2] * p->m.s / p->m.zmax;
  /* How far damping fades by the rounding of v, a sum that may cancel. */
  const double drift = -fade * p->m.s * p->parts;
  compare(c, c->law, "dw_dz, ", k,
          block_error(c->blocks[2] + 3 * n * k, block, 3, n,
                      contact_stretch_most(t->contact) * p->load *
                          (f->sigma0 +
                           (f->sigma1 + drift) *
                               (block_size(zz, n, n, 1, 1) + relaxed)),
                      p->arm, 1));
  t->form->rate(t, p, p->z, p->m.v, rate, ignored);
  place_by_twist(p, p->m.v, 1, faded); /* half of ds^2/dtwist */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++)
      rows[3 * i + j] = -(sigma1 * zv[3 * i + j] + fade * faded[j] * rate[i] +
                          f->sigma2 * p->m.viscous[i] * p->by_twist[3 * i + j]);
  const double slip = 1 + block_size(zv, n, 3, 1, p->arm);
  const double drop = f->v_d > 0 ? contact_size(rate, n) / f->v_d : 0;
  return p->load *
         (f->sigma2 * fmax(1, p->m.viscous[2]) + f->sigma1 * (slip + drop));
}

/* Checks that all blocks of a cell without load are 0. */
static void compare_nothing(const RateSlopes *c, int k, int n)
{
  static const double zeros[9] = {0};
  for (int b = 0; b < 3; b++) {
    const int size = b > 0 ? 3 * n : n * n;
    compare(c, c->law, "no load, ", k,
            block_error(c->blocks[b] + size * k, zeros, 1, size, 0, 1, 1));
  }
}

static void add_block(const Place *p, const double *rows, double sum[9])
{
  double block[9];
  place_wrench(p, rows, 3, block);
  for (int i = 0; i < 9; i++) sum[i] += block[i];
}

static bool rate_jac(const RateSlopes *c, const double twist[3])
{
  const ContactTrial *t = c->t;
  const double *const in[] = {twist, &t->fn};
  t->solver->functions->set(t->state, c->z);
  return solver_call(t->run, t->solver, "rate_jac", t->state, in,
                     (double *const *)c->blocks) == BR_OK;
}

static void compare_rate_jac(const RateSlopes *c, const double twist[3])
{
  enum { MOST = 120 }; /* places with differences, others at each call */
  const ContactTrial *t = c->t;
  const int stride = (t->places + MOST - 1) / MOST;
  const int first = (int)(c->dw_dtwist->count % stride);
  double sum[9] = {0}, by_law[9] = {0}, scale = 0, more = 0;
  if (!rate_jac(c, twist))
    check_add(c->dz_dz, INFINITY, "%s, %s", c->motion, c->state);
  for (int k = 0; k < t->places; k++) {
    const Place p = trial_place(t, k, twist, c->z);
    double rows[9];
    if (!(p.load > 0)) {
      compare_nothing(c, k, p.m.n);
      continue;
    }
    const Reach r = reach_of(t, &p, 0);
    scale += compare_force_law(c, k, &p, rows);
    add_block(&p, rows, by_law);
    if (k % stride == first && r.branch != NOWHERE)
      more += compare_place(c, k, &p, &r, rows);
    add_block(&p, rows, sum);
  }
  const double most = contact_stretch_most(t->contact); /* of twist and wrench */
  scale *= most;
  check_add(
      c->dw_dtwist,
      block_error(c->blocks[3], sum, 3, 3,
                  summed_scale(t, scale + most * more, c->dw_dtwist), t->arm,
                  t->arm),
      "%s, %s", c->motion, c->state);
  check_add(c->law,
            block_error(c->blocks[3], by_law, 3, 3,
                        most * summed_scale(t, scale, c->law), t->arm, t->arm),
            "dw_dtwist, %s, %s", c->motion, c->state);
}

/* Checks blocks that need no differences, to the last digits: without bristles
 * the rate is K*v, and at rest the force is -sigma0*z. */
static void compare_linear(const RateSlopes *c)
{
  static const double twist[3] = {0, 0, 0};
  const ContactTrial *t = c->t;
  const double most = contact_stretch_most(t->contact);
  memset(c->z, 0, t->nstates * sizeof *c->z);
  if (!rate_jac(c, twist))
    check_add(c->linear, INFINITY, "%s, %s", c->motion, c->state);
  for (int k = 0; k < t->places; k++) {
    Place p = trial_place(t, k, twist, c->z);
    const int n = p.m.n;
    double by_v[9], force[9], column[3], ignored[3], block[9];
    if (!(p.load > 0)) continue;
    slopes_at_rest(t, &p, by_v);
    place_by_twist(&p, by_v, n, block);
    compare(c, c->linear, "dz_dtwist, ", k,
            block_error(c->blocks[1] + 3 * n * k, block, n, 3,
                        most * fmax(1, p.m.k[2]), 1, p.arm));
    /* Bristles of 1 m are shortened if stiffness goes by area. */
    const double size = t->contact->area ? p.m.longest / 2 : 1;
    for (int j = 0; j < n; j++) {
      for (int i = 0; i < n; i++) p.z[i] = i == j ? size : 0;
      t->form->rate(t, &p, p.z, p.m.v, ignored, column);
      for (int i = 0; i < n; i++) force[i * n + j] = column[i] / size;
    }
    place_wrench(&p, force, n, block);
    compare(c, c->linear, "dw_dz, ", k,
            block_error(c->blocks[2] + 3 * n * k, block, 3, n,
                        most * p.load * t->friction->sigma0, p.arm, 1));
  }
}

/* With stiffness by area the derivatives are those by the shortened bristles:
 * makes all of them shorter than that, with room for differences. */
static void keep_short(const ContactTrial *t, const double twist[3], double *z)
{
  if (!t->contact->area) return;
  for (int k = 0; k < t->places; k++) {
    Place p = trial_place(t, k, twist, z);
    p.m.longest *= 0.99;
    contact_shorten(&t->reference->friction, &p.m, p.z);
    for (int d = 0; d < p.m.n; d++)
      z[d * t->places + k] = trial_real(t, p.z[d]);
  }
}

static void verify_rate_jac(ContactTrial *t)
{
  const size_t n = t->nstates / (size_t)t->places, places = (size_t)t->places;
  const size_t sizes[4] = {n * n * places, 3 * n * places, 3 * n * places, 9};
  Verification *v = t->verification;
  const double tolerance = t->tolerances.jacobian;
  const double exact = t->is_float ? t->form->roundings * t->unit : 1e-12;
  RateSlopes c = {.t = t,
                  .dz_dz = verify_check(v, "rate_jac dz_dz", tolerance),
                  .dz_dtwist = verify_check(v, "rate_jac dz_dtwist", tolerance),
                  .dw_dz = verify_check(v, "rate_jac dw_dz", tolerance),
                  .dw_dtwist = verify_check(v, "rate_jac dw_dtwist", tolerance),
                  .rest = verify_check(v, "rate_jac at rest", tolerance),
                  .z = run_doubles(t->run, t->nstates)};
  if (t->friction->s_ba > 0)
    c.edges = verify_check(v, "rate_jac at the edges",
                           2e-4 + (t->form->has_surface ? 24 : 16) * t->unit *
                                      contact_edge(t->contact));
  c.linear = verify_check(v, "rate_jac, linear", exact);
  c.law = verify_check(v, "rate_jac, force law", exact);
  for (int i = 0; i < 4; i++) c.blocks[i] = run_doubles(t->run, sizes[i]);
  for (int i = 0; i < t->form->rounds * TWISTS; i++)
    for (int j = 0; j < t->form->states; j++) {
      double twist[3];
      c.motion = t->form->twist(t, i % TWISTS, twist);
      c.state = t->form->state(t, (i + 3 * j) % STATES, twist, c.z);
      keep_short(t, twist, c.z);
      compare_rate_jac(&c, twist);
    }
  c.motion = "no twist", c.state = "no bristles";
  compare_linear(&c);
}

/* ---- step_jac ---------------------------------------------------------- */

typedef struct StepSlopes {
  const ContactTrial *t;
  const Place *place;
  double dt;
  double *z, *end; /* of the contact */
} StepSlopes;

/* Writes the force per load of a step at the velocity x. */
static bool step_at(const void *context, const double *x, double *y)
{
  const StepSlopes *c = context;
  const ContactTrial *t = c->t;
  const RefLugre *f = &t->reference->friction;
  const BristleMotion m = t->form->motion(t, c->place, x);
  double end[3], rate[3];
  contact_scheme(f, t->contact->step, &m, c->place->z, c->dt, end, rate);
  contact_force(f, &m, end, rate, y);
  return true;
}

/* Writes the wrench of the solver's own step under the twist x. */
static bool own_step_at(const void *context, const double *x, double *y)
{
  const StepSlopes *c = context;
  memcpy(c->end, c->z, c->t->nstates * sizeof *c->z);
  return solver_step(c->t, c->end, x, c->dt, y) >= BR_OK;
}

static double look_ahead(const ContactTrial *t, double dt)
{
  return t->contact->step == STEP_EULER ? 0 : dt;
}

/* Returns the reach of a step, which first shortens long bristles. */
static Reach step_reach(const ContactTrial *t, const Place *p, double ahead)
{
  Place start = *p;
  contact_shorten(&t->reference->friction, &p->m, start.z);
  return reach_of(t, &start, ahead);
}

/* Draws a twist under which all places move, and bristles that a step takes to
 * smooth parts of the law. Returns false if none was found. */
static bool smooth_trial(ContactTrial *t, double dt, double twist[3], double *z)
{
  enum { TRIES = 100 };
  const double ahead = look_ahead(t, dt);
  trial_random_twist(t, t->speed * pow(10, trial_random(t, -1, 1)), twist);
  for (int k = 0; k < t->places; k++) {
    Place p = trial_at(t, k, twist);
    bool is_found = false;
    if (p.m.s < 0.03 * p.parts || p.inside < 0.1) return false;
    for (int tries = 0; tries < TRIES && !is_found; tries++) {
      for (int d = 0; d < p.m.n; d++)
        z[d * t->places + k] = p.z[d] =
            trial_real(t, trial_random(t, -1, 1) * p.m.size * p.m.zmax);
      is_found = step_reach(t, &p, ahead).branch == SMOOTH;
    }
    if (!is_found) return false;
  }
  return true;
}

/* Returns what the slopes of the limit surface add to the scale of a step's:
 * the bend of the law, and the rounding of the slopes in the mean rate. */
static double surface_scale(const ContactTrial *t, const Place *p, double dt)
{
  const Lugre *f = t->friction;
  const double bent = fmax(1, p->m.k[2]) * p->bent / t->tolerances.jacobian *
                      (1 + fmin(contact_size(p->z, 3) / p->m.zmax, 4));
  const bool has_bound = t->contact->step != STEP_EULER;
  const double held = has_bound ? fmin(1, p->m.zmax / (p->m.s * dt)) : 1;
  return p->load * t->edge *
         (fmin(f->sigma0 * dt, f->mu_s / p->m.s) +
          bent * (f->sigma0 * dt + f->sigma1) * held);
}

/* Writes the derivative of the wrench by differences, summed over the places,
 * and the least step. Returns the scale of its errors. */
static double step_slopes(StepSlopes *c, const double twist[3], double sum[9],
                          double *least)
{
  const ContactTrial *t = c->t;
  const Lugre *f = t->friction;
  const double tolerance = t->tolerances.jacobian;
  double scale = 0;
  memset(sum, 0, 9 * sizeof *sum);
  *least = INFINITY;
  for (int k = 0; k < t->places; k++) {
    const Place p = trial_place(t, k, twist, c->z);
    const Reach r = step_reach(t, &p, look_ahead(t, c->dt));
    const int n = p.m.n;
    const Slope force = {step_at, c, n, n};
    const double steps[3] = {r.v / 2, r.v / 2, r.v / 2};
    double by_v[9], rows[9];
    c->place = &p;
    slope_differences(&force, p.m.v, 0, n, steps, NULL, by_v);
    place_by_twist(&p, by_v, n, rows);
    add_block(&p, rows, sum);
    *least = fmin(*least, r.v);
    /* A slow slip moves long bristles by few of their digits. */
    const double size = contact_size(p.z, n) + c->dt * p.m.s;
    const double noise = f->sigma0 * fmin(size, 4 * p.m.zmax) * 0x1p-50 / r.v;
    scale +=
        p.load * (fmax(f->sigma2 + f->sigma1, block_size(by_v, n, n, 1, 1)) +
                  noise / tolerance);
    if (t->form->has_surface)
      scale += surface_scale(t, &p, c->dt);
  }
  return scale;
}

static void compare_step_jac(StepSlopes *c, const double twist[3], Check *jac,
                             Check *own, Check *same)
{
  const ContactTrial *t = c->t;
  const double *const in[] = {twist, &t->fn, &c->dt};
  double wrench[3], got[9], expected[9], least;
  double *const out[] = {wrench, got};
  int status;
  const bool is_same =
      step_jac_is_step(t->run, t->solver, t->state, c->z, in, out, &status);
  check_add(same, is_same && status == BR_OK ? 0 : 1, "dt = %.3g s, status %d",
            c->dt, status);
  const double most = contact_stretch_most(t->contact);
  const double scale = most * step_slopes(c, twist, expected, &least);
  check_add(jac,
            block_error(got, expected, 3, 3, summed_scale(t, scale, jac),
                        t->arm, t->arm),
            "dt = %.3g s, twist %.3g %.3g %.3g", c->dt, twist[0], twist[1],
            twist[2]);
  if (!own) return;
  const Slope step = {own_step_at, c, 3, 3};
  const double way = least / most / 2; /* on the patch before the stretch */
  const double steps[3] = {way, way, way / t->arm};
  const bool has_value =
      slope_differences(&step, twist, 0, 3, steps, NULL, expected);
  check_add(own,
            has_value ? block_error(got, expected, 3, 3, scale, t->arm, t->arm)
                      : INFINITY,
            "dt = %.3g s, twist %.3g %.3g %.3g", c->dt, twist[0], twist[1],
            twist[2]);
}

static void verify_step_jac(ContactTrial *t)
{
  enum { TRIES = 400 };
  const double natural = trial_natural_time(t);
  const double steps[] = {0.1 * natural, natural, 10 * natural, 0.1};
  const double tolerance = t->tolerances.jacobian;
  Check *jac = verify_check(t->verification, "step_jac", tolerance);
  Check *same = verify_check(t->verification, "step_jac as step", 0);
  Check *own = NULL;
  StepSlopes c = {.t = t,
                  .z = run_doubles(t->run, t->nstates),
                  .end = run_doubles(t->run, t->nstates)};
  if (!t->is_float) /* differences of floats have too few digits */
    own = verify_check(t->verification, "step_jac, own step", 10 * tolerance);
  for (size_t j = 0; j < COUNT(steps); j++)
    for (int i = 0, tries = 0; i < t->form->trials && tries < TRIES; tries++) {
      double twist[3];
      c.dt = trial_real(t, steps[j]);
      if (!smooth_trial(t, c.dt, twist, c.z)) continue;
      compare_step_jac(&c, twist, jac, own, same);
      i++;
    }
}

void verify_slopes(ContactTrial *t)
{
  verify_rate_jac(t);
  verify_step_jac(t);
}
