/* contact_verify_step.c: a contact's time stepping against the reference. In: a
 * ContactTrial. Out: checks of one step against its scheme, of many against the
 * reference with far smaller ones, of the bristles' bound and of energy.
 *
 * Invariant: the scheme is written out by libm and the reference's laws; that
 * it converges to the reference is a check of its own. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/verify.h"

void cell_step(const ContactTrial *t, const double z[2], const double v[2],
               double dt, double end[2], double rate[2])
{
  if (t->contact->step == STEP_EULER) {
    static const double whole = 1;
    const double twist[3] = {v[0], v[1], 0};
    const RefContact one = {{1, 1, 1, 1, &whole}, t->reference->friction};
    memcpy(end, z, 2 * sizeof *end);
    cell_reference(t, z, v, rate, NULL);
    ref_step_euler(&one, end, twist, 1, dt, NULL);
    return;
  }
  const BristleMotion m = contact_cell_motion(&t->reference->friction, v);
  contact_scheme(&t->reference->friction, t->contact->step, &m, z, dt, end,
                 rate);
}

/* ---- one step ---------------------------------------------------------- */

/* What an error of the mean rate is relative to: v and a*z, how a's own
 * doubt moves them, each faded over the step. */
static double mean_rate_scale(const ContactTrial *t, const CellMotion *m,
                              const double z[2], double dt)
{
  const bool is_frozen = t->contact->step != STEP_EULER;
  const double h = is_frozen ? dt : 0;
  const double q[2] = {z[0] + h * m->v[0], z[1] + h * m->v[1]};
  const double size = hypot(z[0], z[1]);
  const BristleMotion w = contact_cell_motion(&t->reference->friction, m->v);
  double a;
  contact_yield(&t->reference->friction, &w, z, h, &a);
  const double phi = is_frozen ? contact_mean_decay(a * dt) : 1;
  const double doubt = t->slack * relaxation_doubt(t, hypot(q[0], q[1]),
                                                   size + h * m->parts, m->s);
  const double faded = fmin(h * doubt, a > 0 ? doubt / a : INFINITY);
  const double stretch =
      fmax(1, size * t->friction->sigma0 / t->friction->mu_c);
  return phi * (m->s * (1 + faded) + (a + doubt) * size +
                t->slack * m->parts * stretch);
}

typedef struct StepChecks {
  Check *step, *wrench;
  double *start, *end;
} StepChecks;

static void compare_step(ContactTrial *t, const StepChecks *c,
                         const double twist[3], double dt, const char *state,
                         const char *motion)
{
  const int n = t->n;
  const Lugre *f = t->friction;
  double wrench[3], expected[3] = {0, 0, 0}, scale = 0;
  memcpy(c->end, c->start, 2 * (size_t)n * sizeof *c->end);
  const int status = solver_step(t, c->end, twist, dt, wrench);
  if (status != BR_OK) {
    check_add(c->step, INFINITY, "%s, %s, dt = %.3g s: status %d", motion,
              state, dt, status);
    return;
  }
  for (int k = 0; k < n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    const double z[2] = {c->start[k], c->start[n + k]};
    double end[2], rate[2], force[2];
    cell_step(t, z, m.v, dt, end, rate);
    if (!m.is_loaded) memset(end, 0, sizeof end), memset(rate, 0, sizeof rate);
    const double rate_size = mean_rate_scale(t, &m, z, dt);
    const double size = hypot(z[0], z[1]) + dt * rate_size;
    const double difference = hypot(c->end[k] - end[0], c->end[n + k] - end[1]);
    check_add(c->step, difference == 0 ? 0 : difference / size,
              "cell %d, %s, %s, dt = %.3g s", k, motion, state, dt);
    for (int d = 0; d < 2; d++) {
      force[d] =
          -m.load * (f->sigma0 * end[d] +
                     ref_lugre_sigma1(&t->reference->friction, m.s) * rate[d] +
                     f->sigma2 * m.v[d]);
      expected[d] += force[d];
    }
    expected[2] += m.x * force[1] - m.y * force[0];
    scale += m.load * (f->sigma0 * size + f->sigma1 * rate_size +
                       f->sigma2 * (m.s + t->slack * m.parts));
  }
  check_add(c->wrench,
            trial_wrench_error(t, wrench, expected,
                               summed_scale(t, scale, c->wrench)),
            "%s, %s, dt = %.3g s", motion, state, dt);
}

static void verify_one_step(ContactTrial *t)
{
  const size_t count = 2 * (size_t)t->n;
  const double tolerance = contact_tolerances(t->contact).rate;
  const double natural = t->friction->mu_c / (t->friction->sigma0 * t->speed);
  const double steps[] = {0, 1e-9, 0.1 * natural, natural, 1e-3, 0.1, 10};
  enum { STEPS = sizeof steps / sizeof *steps };
  const StepChecks c = {
      verify_check(t->verification, "step", tolerance),
      verify_check(t->verification, "wrench of step", tolerance),
      run_doubles(t->run, count), run_doubles(t->run, count)};
  for (int i = 0; i < TWISTS; i++)
    for (int j = 0; j < STEPS; j++) {
      double twist[3];
      const char *motion = trial_twist(t, i, twist);
      const char *state = cells_state(t, (i + j) % STATES, twist, c.start);
      compare_step(t, &c, twist, trial_real(t, steps[j]), state, motion);
    }
}

/* ---- many steps -------------------------------------------------------- */

/* The reference after the time T from z: Euler steps, extrapolated. */
static void refined(const ContactTrial *t, const double z[2], const double v[2],
                    double T, double end[2])
{
  enum { SUBSTEPS = 2048 };
  double ends[2][2];
  for (int level = 0; level < 2; level++) {
    const int steps = SUBSTEPS << level;
    memcpy(ends[level], z, sizeof ends[level]);
    for (int i = 0; i < steps; i++) {
      double dz[2];
      cell_reference(t, ends[level], v, dz, NULL);
      for (int d = 0; d < 2; d++) ends[level][d] += T / steps * dz[d];
    }
  }
  for (int d = 0; d < 2; d++) end[d] = 2 * ends[1][d] - ends[0][d];
}

/* The worst of a few cells after `steps` steps, in zmax. */
static double distance_after(const ContactTrial *t, const double *start,
                             const double *expected, const double twist[3],
                             double T, int steps, int stride, double *z)
{
  double worst = 0;
  memcpy(z, start, 2 * (size_t)t->n * sizeof *z);
  for (int i = 0; i < steps; i++) solver_step(t, z, twist, T / steps, NULL);
  for (int k = 0; k < t->n; k += stride) {
    const double away =
        hypot(z[k] - expected[k], z[t->n + k] - expected[t->n + k]);
    worst = worse_of(worst, away);
  }
  return worst * t->friction->sigma0 / t->friction->mu_s;
}

/* First order: an eighth of the step should leave an eighth of the error, and
 * half of it at the very most; implicit steps are of second order. Where that
 * is next to nothing already, as with plain bristles, no order shows. */
static void verify_convergence(ContactTrial *t)
{
  enum { CELLS = 16, COARSE = 64, FINE = 512, MOTIONS = 4 };
  const size_t count = 2 * (size_t)t->n;
  const double floor = t->is_float ? 3e-5 : 1e-6;
  const int stride = (t->n + CELLS - 1) / CELLS;
  /* Steps must resolve the bend for that. */
  const bool is_second = t->contact->step == STEP_IMPLICIT && t->edge < 30;
  Check *close =
      verify_check(t->verification, "step, refined", is_second ? 5e-4 : 0.01);
  Check *order =
      verify_check(t->verification, "step, order", is_second ? 0.125 : 0.5);
  double *start = run_doubles(t->run, count), *z = run_doubles(t->run, count);
  double *expected = run_doubles(t->run, count);
  for (int i = 0; i < MOTIONS; i++) {
    double twist[3];
    const double speed = t->speed * trial_random(t, 0.5, 3);
    for (int d = 0; d < 3; d++)
      twist[d] = trial_real(
          t, trial_random(t, -1, 1) * speed / (d == 2 ? t->length : 1));
    cells_state(t, 0, twist, start);
    const double T = 3 * t->friction->mu_c / (t->friction->sigma0 * speed);
    for (int k = 0; k < t->n; k += stride) {
      const CellMotion m = cell_motion(t, k, twist);
      const double zk[2] = {start[k], start[t->n + k]};
      double end[2];
      refined(t, zk, m.v, T, end);
      expected[k] = m.is_loaded ? end[0] : 0;
      expected[t->n + k] = m.is_loaded ? end[1] : 0;
    }
    const double coarse =
        distance_after(t, start, expected, twist, T, COARSE, stride, z);
    const double fine =
        distance_after(t, start, expected, twist, T, FINE, stride, z);
    check_add(close, fine, "%d steps, motion %d", FINE, i);
    check_add(order, fine <= floor ? 0 : fine / coarse,
              "%d and %d steps, motion %d", COARSE, FINE, i);
  }
}

/* ---- bound ------------------------------------------------------------- */

/* No bristle outgrows zmax at rest, or what it was, at any step length. Beta
 * frozen at z + v*dt lets one that lies across v go 0.43 % beyond, at |v|*dt =
 * 6.29 zmax and whatever s_ba; from there it only shrinks. Implicit steps leave
 * at most -0.03612 of how far a plain bristle was from its end, so that it may
 * go up to 1.03612/0.96388 times zmax. Euler where steps are short: by no more
 * than v*dt. */
static void verify_bound(ContactTrial *t)
{
  enum { STEPS = 400 };
  const size_t count = 2 * (size_t)t->n;
  const bool is_euler = t->contact->step == STEP_EULER;
  const double beyond = t->contact->step == STEP_IMPLICIT    ? 1.075
                        : is_euler || t->friction->s_ba == 0 ? 1
                                                             : 1.0044;
  const double most = t->friction->mu_s / t->friction->sigma0 * beyond;
  Check *check = verify_check(t->verification, "bristle bound",
                              t->is_float ? 1e-6 : 1e-12);
  double *z = run_doubles(t->run, count), *old = run_doubles(t->run, count);
  double twist[3] = {0, 0, 0};
  for (int i = 0; i < STEPS; i++) {
    if (i % 3 == 0) trial_twist(t, TWISTS - 1, twist);
    double fastest = 0;
    for (int k = 0; k < t->n; k++)
      fastest = fmax(fastest, cell_motion(t, k, twist).s);
    const double longest =
        is_euler ? 0.5 * t->friction->mu_c / (t->friction->sigma0 * fastest)
                 : 10;
    const double dt = trial_real(t, longest * pow(10, trial_random(t, -10, 0)));
    memcpy(old, z, count * sizeof *z);
    solver_step(t, z, twist, dt, NULL);
    for (int k = 0; k < t->n; k++) {
      const double before = hypot(old[k], old[t->n + k]);
      const double drift = is_euler ? dt * cell_motion(t, k, twist).s : 0;
      const double bound = fmax(most, before) + drift;
      check_add(check, worse_of(0, hypot(z[k], z[t->n + k]) / bound - 1),
                "cell %d, step %d, dt = %.3g s", k, i, dt);
    }
  }
}

/* ---- energy ------------------------------------------------------------ */

/* There the form sigma0*a*z^2 - sigma1*a*|z|*s + (sigma1 + sigma2)*s^2 is not
 * negative. */
double trial_passive_speed(const ContactTrial *t)
{
  const Lugre *f = t->friction;
  double least = f->mu_c;
  for (int i = 0; f->stribeck && i <= 40; i++)
    least = fmin(least,
                 ref_lugre_g(&t->reference->friction, pow(10, -6 + 0.2 * i)));
  const double any = 3 * t->speed;
  if (f->sigma1 == 0) return any;
  return fmin(any,
              4 * least * (f->sigma1 + f->sigma2) / (f->sigma1 * f->sigma1));
}

/* Energy that the reference turns to heat in dt. */
static double reference_heat(const ContactTrial *t, double *z,
                             const double twist[3], double dt, int substeps)
{
  const Lugre *f = t->friction;
  const double h = dt / substeps;
  double heat = 0;
  for (int k = 0; k < t->n; k++) {
    const CellMotion m = cell_motion(t, k, twist);
    double zk[2] = {z[k], z[t->n + k]}, dz[2], force[2];
    for (int i = 0; i < substeps; i++) {
      cell_reference(t, zk, m.v, dz, force);
      for (int d = 0; d < 2; d++) {
        heat -= m.load * h * (force[d] * m.v[d] + f->sigma0 * zk[d] * dz[d]);
        zk[d] += h * dz[d];
      }
    }
    z[k] = zk[0];
    z[t->n + k] = zk[1];
  }
  return heat;
}

/* Stored energy, and the size of what a step exchanges. */
static double stored(const ContactTrial *t, const double *z)
{
  double sum = 0;
  for (int k = 0; k < t->n; k++)
    sum += t->contact->cells.w[k] * (z[k] * z[k] + z[t->n + k] * z[t->n + k]);
  return 0.5 * t->fn * t->friction->sigma0 * sum;
}

static void energy_twist(ContactTrial *t, double speed, double twist[3])
{
  for (int d = 0; d < 3; d++)
    twist[d] = trial_real(
        t, trial_random(t, -0.35, 0.35) * speed / (d == 2 ? t->length : 1));
}

/* Work in, less what is stored, is heat: never negative at speeds where the
 * model is passive, and as much as the reference's. */
static void verify_energy(ContactTrial *t)
{
  enum { HOLDS = 8, BUDGET = 4000 };
  const size_t count = 2 * (size_t)t->n;
  const int steps = t->n > BUDGET ? 160 : 480;
  const double speed = trial_passive_speed(t);
  const double dt = trial_real(
      t, 40 * t->friction->mu_c / (t->friction->sigma0 * speed * steps));
  const double tolerance = t->is_float ? 1e-5 : 1e-12;
  Check *passive =
      verify_check(t->verification, "energy, no source", tolerance);
  Check *balance = verify_check(t->verification, "energy, balance", 0.1);
  double *z = run_doubles(t->run, count), *other = run_doubles(t->run, count);
  double heat = 0, expected = 0, moved = 0, twist[3], wrench[3];
  for (int i = 0; i < steps; i++) {
    if (i % (steps / HOLDS) == 0) energy_twist(t, speed, twist);
    const double before = stored(t, z);
    solver_step(t, z, twist, dt, wrench);
    double work = 0, size = 0;
    for (int d = 0; d < 3; d++) {
      work -= wrench[d] * twist[d] * dt;
      size += fabs(wrench[d] * twist[d] * dt);
    }
    const double after = stored(t, z), made = work - (after - before);
    check_add(passive, worse_of(0, -made) / (size + after + before), "step %d",
              i);
    heat += made;
    moved += fabs(work);
    expected += reference_heat(t, other, twist, dt, 2);
  }
  check_add(balance, fabs(heat - expected) / moved, "after %d steps", steps);
}

/* ---- many contacts ------------------------------------------------------ */

static void batch_sizes(const ContactTrial *t, const double twist[3],
                        const double *z, const double *end, double dt,
                        double size[2])
{
  const Lugre *f = t->friction;
  const double s = fabs(twist[0]) + fabs(twist[1]) + fabs(twist[2]) * t->length;
  double longest = 0;
  (void)dt;
  for (int k = 0; k < 2 * t->n; k++)
    longest = fmax(longest, fmax(fabs(z[k]), fabs(end[k])));
  const double rate = s * (1 + longest * f->sigma0 / f->mu_c);
  size[0] = longest;
  size[1] = t->fn * (f->sigma0 * longest + f->sigma1 * rate + f->sigma2 * s);
}

void verify_steps(ContactTrial *t)
{
  const BatchScale batch = {trial_twist, t->length, batch_sizes};
  verify_one_step(t);
  verify_batch(t, &batch);
  if (t->contact->step != STEP_EULER) verify_convergence(t);
  verify_bound(t);
  verify_energy(t);
}
