/* contact_reduced_verify_step.c: a reduced contact's time stepping against the
 * reference. In: a ReducedTrial. Out: checks of one step against its scheme,
 * of many against the reference with far smaller ones, of the bristles' bound
 * and of energy.
 *
 * Invariant: that the scheme converges to the reference is a check of its own.
 */
#include <math.h>
#include <string.h>

#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/reduced/verify.h"

/* ---- one step ---------------------------------------------------------- */

/* What an error of the mean rate is relative to: that of the rate, faded over
 * the step, and how a doubt of the fading itself moves it. */
static double mean_rate_scale(const ReducedTrial *t, const ReducedPlace *p,
                              const double z[3], double dt, double tolerance)
{
  const double scale = reduced_rate_scale(t, p, z, tolerance);
  if (t->base.contact->step == STEP_EULER) return scale;
  double a;
  contact_yield(&t->reference->friction, &p->m, z, dt, &a);
  const double most = p->m.k[2] * fmax(a, reduced_relaxation_doubt(t, p));
  const double doubt = reduced_relaxation_doubt(t, p) * p->m.k[2] / tolerance;
  const double faded = fmin(dt * doubt, most > 0 ? doubt / most : 0);
  return scale * contact_mean_decay(a * dt) * (1 + faded);
}

/* What errors of the end of a step, and of its wrench's force, are relative to.
 */
static void step_sizes(const ReducedTrial *t, const double twist[3],
                       const double z[3], double dt, double size[2])
{
  const double tolerance = contact_tolerances(t->base.contact).rate;
  const ReducedPlace p = reduced_place(t, twist);
  const double moved = mean_rate_scale(t, &p, z, dt, tolerance);
  const double long_z[3] = {contact_size(z, 3) + dt * moved, 0, 0};
  size[0] = long_z[0];
  size[1] = reduced_wrench_scale(t, &p, long_z, moved);
}

static void verify_one_step(ReducedTrial *t)
{
  ContactTrial *base = &t->base;
  const double tolerance = contact_tolerances(base->contact).rate;
  const double natural =
      base->friction->mu_c / (base->friction->sigma0 * base->speed);
  const double steps[] = {0, 1e-9, 0.1 * natural, natural, 1e-3, 0.1, 10};
  enum { STEPS = sizeof steps / sizeof *steps };
  Check *step = verify_check(base->verification, "step", tolerance);
  Check *force = verify_check(base->verification, "wrench of step", tolerance);
  for (int i = 0; i < TWISTS * STATES; i++)
    for (int j = 0; j < STEPS; j++) {
      double twist[3], z[3], end[3], wrench[3], expected[3], rate[3], total[3];
      const double dt = trial_real(base, steps[j]);
      const char *motion = reduced_twist(t, i % TWISTS, twist);
      const char *state = base->pose(base, i / TWISTS, twist, z);
      memcpy(end, z, sizeof end);
      const int status = solver_step(base, end, twist, dt, wrench);
      if (status != BR_OK)
        check_add(step, INFINITY, "%s, %s, dt = %.3g s: status %d", motion,
                  state, dt, status);
      const BristleMotion m = reduced_motion(t->reference, twist);
      contact_scheme(&t->reference->friction, base->contact->step, &m, z, dt,
                     expected, rate);
      reduced_wrench(t->reference, expected, rate, twist, base->fn, total);
      double size[2];
      step_sizes(t, twist, z, dt, size);
      const double away[3] = {end[0] - expected[0], end[1] - expected[1],
                              end[2] - expected[2]};
      check_add(
          step,
          worse_of(0, contact_size(away, 3)) / (size[0] > 0 ? size[0] : 1),
          "%s, %s, dt = %.3g s", motion, state, dt);
      ContactTrial as = *base;
      as.length = t->arm;
      check_add(force, trial_wrench_error(&as, wrench, total, size[1]),
                "%s, %s, dt = %.3g s", motion, state, dt);
    }
}

/* ---- many contacts ------------------------------------------------------ */

static const char *batch_twist(ContactTrial *base, int i, double twist[3])
{
  return reduced_twist((ReducedTrial *)(void *)base, i, twist);
}

static void batch_sizes(const ContactTrial *base, const double twist[3],
                        const double *z, const double *end, double dt,
                        double size[2])
{
  (void)end;
  step_sizes((const ReducedTrial *)(const void *)base, twist, z, dt, size);
}

/* ---- many steps -------------------------------------------------------- */

/* The reference after the time T from z: Euler steps, extrapolated. */
static void refined(const ReducedTrial *t, const double z[3],
                    const double twist[3], double T, double end[3])
{
  enum { SUBSTEPS = 16384 };
  double ends[2][3];
  for (int level = 0; level < 2; level++) {
    const int steps = SUBSTEPS << level;
    memcpy(ends[level], z, sizeof ends[level]);
    for (int i = 0; i < steps; i++)
      ref_reduced_step_euler(t->reference, ends[level], twist, 1, T / steps,
                             NULL);
  }
  for (int d = 0; d < 3; d++) end[d] = 2 * ends[1][d] - ends[0][d];
}

/* After `steps` steps, in zmax. */
static double distance_after(const ReducedTrial *t, const double start[3],
                             const double expected[3], const double twist[3],
                             double T, int steps)
{
  double z[3];
  memcpy(z, start, sizeof z);
  for (int i = 0; i < steps; i++)
    solver_step(&t->base, z, twist, T / steps, NULL);
  for (int d = 0; d < 3; d++) z[d] -= expected[d];
  return worse_of(0, contact_size(z, 3)) * t->base.friction->sigma0 /
         t->base.friction->mu_s;
}

/* First order: an eighth of the step should leave an eighth of the error, and
 * half of it at the very most, over all motions; implicit steps are of second
 * order where they resolve the bend well. Where that is next to nothing
 * already, as with plain bristles, no order shows. */
static void verify_convergence(ReducedTrial *t)
{
  enum { MOTIONS = 16 };
  ContactTrial *base = &t->base;
  const double floor = base->is_float ? 1e-4 : 1e-6;
  const bool is_second =
      base->contact->step == STEP_IMPLICIT && base->edge < 30;
  Check *close = verify_check(base->verification, "step, refined",
                              is_second ? 5e-4 : 0.01);
  Check *order =
      verify_check(base->verification, "step, order", is_second ? 0.125 : 0.5);
  const int least = is_second ? 256 : 64, most = 8 * least;
  double worst[2] = {0, 0};
  for (int i = 0; i < MOTIONS; i++) {
    double twist[3], start[3], expected[3];
    const double speed = base->speed * trial_random(base, 0.5, 3);
    for (int d = 0; d < 3; d++)
      twist[d] = trial_real(base, trial_random(base, -1, 1) * speed /
                                      (d == 2 ? base->length : 1));
    base->pose(base, 0, twist, start);
    const double T =
        3 * base->friction->mu_c / (base->friction->sigma0 * speed);
    refined(t, start, twist, T, expected);
    const double coarse = distance_after(t, start, expected, twist, T, least);
    const double fine = distance_after(t, start, expected, twist, T, most);
    check_add(close, fine, "%d steps, motion %d", most, i);
    worst[0] = worse_of(worst[0], coarse);
    worst[1] = worse_of(worst[1], fine);
  }
  check_add(order, worst[1] <= floor ? 0 : worst[1] / worst[0],
            "%d and %d steps", least, most);
}

/* ---- bound ------------------------------------------------------------- */

/* The largest |h| of the surface, to 1e-3. */
static double largest_surface(ReducedTrial *t)
{
  enum { TRIES = 20000 };
  double worst = 0;
  for (int i = 0; i < TRIES; i++) {
    double v[3], h[3];
    for (int d = 0; d < 3; d++) v[d] = trial_random(&t->base, -1, 1);
    v[2] /= t->reference->r;
    t->reference->surface(t->reference->context, v, h);
    worst = fmax(worst, contact_size(h, 3));
  }
  return worst * (1 + 1e-3);
}

/* sqrt(z' K^-1 z), what the bound speaks of. */
static double stiff_size(const ReducedTrial *t, const double z[3])
{
  const double k = reduced_stiffness(t->base.contact);
  return sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2] / k);
}

/* z' K^-1 z <= (mu_s max|h|/sigma0)^2, whatever the step; frozen rates let it
 * go some per cent beyond, and extrapolation a bristle that was far from its
 * end 1.03612/0.96388 times as far. Euler where steps are short: by no more
 * than what it moves in one. */
static void verify_bound(ReducedTrial *t)
{
  enum { STEPS = 4000 };
  ContactTrial *base = &t->base;
  const Lugre *f = base->friction;
  const bool is_euler = base->contact->step == STEP_EULER;
  const double beyond = base->contact->step == STEP_IMPLICIT ? 1.075 : 1;
  const double most = beyond * f->mu_s / f->sigma0 * largest_surface(t);
  Check *check = verify_check(base->verification, "bristle bound", 0.02);
  double z[3] = {0, 0, 0}, twist[3] = {0, 0, 0};
  for (int i = 0; i < STEPS; i++) {
    if (i % 3 == 0) trial_twist(base, TWISTS - 1, twist);
    const ReducedPlace p = reduced_place(t, twist);
    const double k = fmax(1, p.m.k[2]);
    const double longest =
        is_euler ? 0.5 * f->mu_c / (k * f->sigma0 * p.m.s) : 10;
    const double dt =
        trial_real(base, longest * pow(10, trial_random(base, -10, 0)));
    const double before = stiff_size(t, z);
    solver_step(base, z, twist, dt, NULL);
    const double drift = is_euler ? k * dt * p.m.s : 0;
    const double bound = fmax(most, before) + drift;
    check_add(check, worse_of(0, stiff_size(t, z) / bound - 1),
              "step %d, dt = %.3g s", i, dt);
  }
}

/* ---- energy ------------------------------------------------------------ */

static double stored(const ReducedTrial *t, const double z[3])
{
  const double size = stiff_size(t, z);
  return 0.5 * t->base.fn * t->base.friction->sigma0 * size * size;
}

/* Work that goes in less what is stored, over a step of the solver, or of the
 * reference in so many parts (0: the solver). */
static double heat_of(const ReducedTrial *t, double z[3], const double twist[3],
                      double dt, int parts, double *moved)
{
  const double before = stored(t, z), h = parts > 0 ? dt / parts : dt;
  double work = 0, wrench[3];
  for (int i = 0; i < parts || i == 0; i++) {
    if (parts > 0)
      ref_reduced_step_euler(t->reference, z, twist, t->base.fn, h, wrench);
    else
      solver_step(&t->base, z, twist, h, wrench);
    for (int d = 0; d < 3; d++) {
      work -= wrench[d] * twist[d] * h;
      *moved += fabs(wrench[d] * twist[d]) * h;
    }
  }
  return work - (stored(t, z) - before);
}

/* As much heat as the reference makes, and never less than nothing in all; an
 * ellipsoid gives none back at any time. (A table may for a while: where
 * bristles that yield are bent against the flow, h is not where the velocity
 * points. The paper's law with a table stores more than the work that bends
 * bristles from rest, wherever |h| is above 1.) */
static void verify_energy(ReducedTrial *t)
{
  enum { HOLDS = 16, STEPS = 4800, PARTS = 4 };
  ContactTrial *base = &t->base;
  const double speed = trial_passive_speed(base);
  const double dt =
      trial_real(base, 80 * base->friction->mu_c /
                           (base->friction->sigma0 * speed) / STEPS);
  const bool is_ellipsoid = !t->table;
  Check *passive = is_ellipsoid || base->contact->torsion == TORSION_MATCHED
                       ? verify_check(base->verification, "energy, no source",
                                      base->is_float ? 1e-4 : 1e-12)
                       : NULL;
  Check *balance = verify_check(base->verification, "energy, balance", 0.1);
  double z[3] = {0}, other[3] = {0}, twist[3] = {0}, heat = 0, expected = 0;
  double all = 0, ignored = 0;
  for (int i = 0; i < STEPS; i++) {
    const bool turns = i % (STEPS / HOLDS) == 0;
    for (int d = 0; turns && d < 3; d++)
      twist[d] = trial_real(base, trial_random(base, -0.35, 0.35) * speed /
                                      (d == 2 ? base->length : 1));
    double moved = 0;
    const double size = stored(t, z);
    const double made = heat_of(t, z, twist, dt, 0, &moved);
    heat += made;
    all += moved;
    if (is_ellipsoid)
      check_add(passive, worse_of(0, -made) / (moved + size + stored(t, z)),
                "step %d", i);
    else if (passive)
      check_add(passive, worse_of(0, -heat) / all, "the first %d steps", i + 1);
    expected += heat_of(t, other, twist, dt, PARTS, &ignored);
  }
  check_add(balance, fabs(heat - expected) / all, "after %d steps", STEPS);
}

void reduced_verify_steps(ReducedTrial *t)
{
  const BatchScale batch = {batch_twist, t->arm, batch_sizes};
  verify_one_step(t);
  verify_batch(&t->base, &batch);
  if (t->base.contact->step != STEP_EULER) verify_convergence(t);
  verify_bound(t);
  verify_energy(t);
}
