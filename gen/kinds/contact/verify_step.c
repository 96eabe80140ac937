/* verify_step.c: compares a contact's time stepping with its scheme and the
 * reference, for cells and reduced contacts alike. In: a ContactTrial. Out:
 * checks of one step, of many against far smaller ones of the reference, of the
 * bristles' bound and of energy.
 *
 * Invariant: the scheme is written with libm; a separate check shows that the
 * scheme converges to the reference. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/area.h"
#include "kinds/contact/verify.h"

/* Adds the wrench of place k with bristles z that move at `rate`. */
static void add_wrench(const ContactTrial *t, const Place *p, const double *z,
                       const double *rate, double wrench[3])
{
  double force[3], part[3];
  contact_force(&t->reference->friction, &p->m, z, rate, force);
  place_wrench(p, force, 1, part);
  for (int d = 0; d < 3; d++) wrench[d] += part[d];
}

/* Makes an Euler step of place k by the reference. Adds its wrench. */
static void euler_step(const ContactTrial *t, const Place *p, double h,
                       double *z, double wrench[3])
{
  double rate[3], ignored[3];
  t->form->rate(t, p, z, p->m.v, rate, ignored);
  for (int d = 0; d < p->m.n; d++) z[d] += h * rate[d];
  if (wrench) add_wrench(t, p, z, rate, wrench);
}

/* ---- one step ---------------------------------------------------------- */

typedef struct StepChecks {
  Check *step, *wrench;
  double *start, *end;
} StepChecks;

/* Writes the scales of errors of a place's bristles, and of its force. */
static void place_scales(const ContactTrial *t, const Place *p, double dt,
                         double scales[2])
{
  const Lugre *f = t->friction;
  const double rate = t->form->mean_rate_scale(t, p, dt);
  scales[0] = contact_size(p->z, p->m.n) + dt * rate;
  scales[1] = p->load *
              (f->sigma0 * scales[0] + f->sigma1 * rate +
               f->sigma2 * (p->m.s * fmax(1, p->m.k[2]) + t->slack * p->parts));
}

void step_scales(const ContactTrial *t, const double twist[3], const double *z,
                 double dt, double scales[2])
{
  scales[0] = scales[1] = 0;
  for (int k = 0; k < t->places; k++) {
    const Place p = trial_place(t, k, twist, z);
    double part[2];
    place_scales(t, &p, dt, part);
    scales[0] = fmax(scales[0], part[0]);
    scales[1] += part[1];
  }
}

/* Writes the expected end of a place's bristles and their mean rate; bristles
 * without load are reset. */
static void expected_step(const ContactTrial *t, const Place *p, double dt,
                          double end[3], double rate[3])
{
  const RefLugre *f = &t->reference->friction;
  double ignored[3];
  if (!(p->load > 0)) {
    memset(end, 0, 3 * sizeof *end), memset(rate, 0, 3 * sizeof *rate);
  } else if (t->contact->step == STEP_EULER) {
    double z[3];
    memcpy(z, p->z, sizeof z);
    contact_shorten(f, &p->m, z);
    t->form->rate(t, p, z, p->m.v, rate, ignored);
    for (int d = 0; d < p->m.n; d++) end[d] = z[d] + dt * rate[d];
  } else {
    contact_scheme(f, t->contact->step, &p->m, p->z, dt, end, rate);
  }
}

static void compare_step(ContactTrial *t, const StepChecks *c,
                         const double twist[3], double dt, const char *motion,
                         const char *state)
{
  double wrench[3], expected[3] = {0, 0, 0}, scale = 0;
  memcpy(c->end, c->start, t->nstates * sizeof *c->end);
  const int status = solver_step(t, c->end, twist, dt, wrench);
  if (status != BR_OK) {
    check_add(c->step, INFINITY, "%s, %s, dt = %.3g s: status %d", motion,
              state, dt, status);
    return;
  }
  for (int k = 0; k < t->places; k++) {
    const Place p = trial_place(t, k, twist, c->start);
    double end[3], rate[3], scales[2];
    expected_step(t, &p, dt, end, rate);
    place_scales(t, &p, dt, scales);
    add_wrench(t, &p, end, rate, expected);
    scale += scales[1];
    for (int d = 0; d < p.m.n; d++) end[d] -= c->end[d * t->places + k];
    const double away = contact_size(end, p.m.n);
    check_add(c->step, away == 0 ? 0 : away / scales[0],
              "cell %d, %s, %s, dt = %.3g s", k, motion, state, dt);
  }
  check_add(c->wrench,
            trial_wrench_error(t, wrench, expected,
                               summed_scale(t, scale, c->wrench)),
            "%s, %s, dt = %.3g s", motion, state, dt);
}

static void verify_one_step(ContactTrial *t)
{
  const double tolerance = t->tolerances.rate, natural = trial_natural_time(t);
  const double steps[] = {0, 1e-9, 0.1 * natural, natural, 1e-3, 0.1, 10};
  enum { STEPS = COUNT(steps) };
  const StepChecks c = {
      verify_check(t->verification, "step", tolerance),
      verify_check(t->verification, "wrench of step", tolerance),
      run_doubles(t->run, t->nstates), run_doubles(t->run, t->nstates)};
  for (int i = 0; i < TWISTS * t->form->rounds; i++)
    for (int j = 0; j < STEPS; j++) {
      progress_step("step", (double)i / (TWISTS * t->form->rounds));
      double twist[3];
      const int state = (i % TWISTS + i / TWISTS + j) % STATES;
      const char *motion = t->form->twist(t, i % TWISTS, twist);
      const char *name = t->form->state(t, state, twist, c.start);
      compare_step(t, &c, twist, trial_real(t, steps[j]), motion, name);
    }
}

/* ---- many steps -------------------------------------------------------- */

/* Writes the end of a place after the time T by the reference: Euler steps,
 * extrapolated. Returns its distance from the same with steps twice as long, a
 * bound of the error. */
static double refined(const ContactTrial *t, const Place *p, double T,
                      double end[3])
{
  double ends[3][3], change[3];
  for (int level = 0; level < 3; level++) {
    const int steps = (t->form->substeps / 2) << level;
    memcpy(ends[level], p->z, sizeof ends[level]);
    for (int i = 0; i < steps; i++)
      euler_step(t, p, T / steps, ends[level], NULL);
  }
  for (int d = 0; d < p->m.n; d++) {
    end[d] = 2 * ends[2][d] - ends[1][d];
    change[d] = end[d] - (2 * ends[1][d] - ends[0][d]);
  }
  return contact_size(change, p->m.n);
}

/* The motion of a few places over a time T. */
typedef struct Course {
  double twist[3], T;
  int stride;              /* of the places */
  double *start, *end, *z; /* of all places */
  double doubt;            /* m: the largest error of `end` */
  double reach;            /* geometric mean of the factors of zmax */
} Course;

static double mean_reach(const ContactTrial *t)
{
  static const double twist[3] = {0, 0, 0};
  double sum = 0;
  for (int k = 0; k < t->places; k++)
    sum += log(trial_at(t, k, twist).m.reach);
  return exp(sum / t->places);
}

/* Returns the largest distance from the reference's end, in zmax. */
static double distance_after(const ContactTrial *t, const Course *c, int steps)
{
  double worst = 0;
  memcpy(c->z, c->start, t->nstates * sizeof *c->z);
  for (int i = 0; i < steps; i++)
    solver_step(t, c->z, c->twist, c->T / steps, NULL);
  for (int k = 0; k < t->places; k += c->stride) {
    const int n = (int)(t->nstates / (size_t)t->places);
    const BristleMotion m = trial_at(t, k, c->twist).m;
    const double zmax = fmax(1, m.size) * fmax(m.reach, c->reach);
    double away[3];
    for (int d = 0; d < n; d++)
      away[d] = c->z[d * t->places + k] - c->end[d * t->places + k];
    worst = worse_of(worst, contact_size(away, n) / zmax);
  }
  return worst * t->friction->sigma0 / t->friction->mu_s;
}

/* Shortens the bristles as the first step of a tuned solver does. */
static void shorten_all(const ContactTrial *t, const double twist[3], double *z)
{
  for (int k = 0; k < t->places; k++) {
    Place p = trial_place(t, k, twist, z);
    contact_shorten(&t->reference->friction, &p.m, p.z);
    for (int d = 0; d < p.m.n; d++) z[d * t->places + k] = p.z[d];
  }
}

static void draw_course(ContactTrial *t, Course *c)
{
  const double speed = t->speed * trial_random(t, 0.5, 3);
  trial_random_twist(t, speed, c->twist);
  t->form->state(t, 0, c->twist, c->start);
  shorten_all(t, c->twist, c->start);
  c->T = 3 * c->reach * t->friction->mu_c / (t->friction->sigma0 * speed);
  c->doubt = 0;
  for (int k = 0; k < t->places; k += c->stride) {
    const Place p = trial_place(t, k, c->twist, c->start);
    double end[3] = {0, 0, 0};
    if (p.load > 0) c->doubt = fmax(c->doubt, refined(t, &p, c->T, end));
    for (int d = 0; d < p.m.n; d++) c->end[d * t->places + k] = end[d];
  }
}

/* A scheme of first order must reduce the error to about an eighth with an
 * eighth of the step, and at least to half. Implicit steps that resolve the
 * bend are of second order. No order shows below rounding, as with plain
 * bristles, or below the error of the reference, whose steps may be as long as
 * a sharp bend. Implicit steps longer than the bend err by some of its widths,
 * and no order shows until they resolve it. The error of one place depends on
 * where within a step it meets the bend: the order is that of the largest of
 * many errors. */
static void verify_convergence(ContactTrial *t)
{
  enum { PLACES = 16, MOTIONS = 4 };
  const double floor = t->is_float ? t->form->floor : 1e-6;
  const bool is_implicit = t->contact->step == STEP_IMPLICIT;
  const bool is_second = is_implicit && t->edge < 30;
  const int coarse = t->form->coarse[is_implicit], fine = 8 * coarse;
  const bool is_bend_hidden = is_implicit && 3 * t->edge > fine;
  const double widths = t->form->has_surface ? 20 : 10; /* the flow turns, too */
  const double bend = is_bend_hidden ? widths / t->edge : 0;
  Check *close = verify_check(t->verification, "step, refined",
                              is_second ? 5e-4 : fmax(0.01, bend));
  Check *order =
      verify_check(t->verification, "step, order", is_second ? 0.125 : 0.5);
  const int stride = (t->places + PLACES - 1) / PLACES;
  const int places = (t->places + stride - 1) / stride;
  const int together = (PLACES + places - 1) / places;
  const int groups = (MOTIONS + together - 1) / together;
  Course c = {.stride = stride,
              .reach = mean_reach(t),
              .start = run_doubles(t->run, t->nstates),
              .end = run_doubles(t->run, t->nstates),
              .z = run_doubles(t->run, t->nstates)};
  double worst[2] = {0, 0}, doubt = 0;
  for (int i = 1; i <= groups * together; i++) {
    draw_course(t, &c);
    doubt = fmax(doubt, c.doubt * t->friction->sigma0 /
                            (t->friction->mu_s * c.reach));
    const double away = distance_after(t, &c, fine);
    worst[0] = worse_of(worst[0], distance_after(t, &c, coarse));
    worst[1] = worse_of(worst[1], away);
    check_add(close, away, "%d steps, motion %d", fine, i);
    if (i % together != 0) continue;
    check_add(order, worst[1] <= floor + doubt + bend ? 0 : worst[1] / worst[0],
              "%d and %d steps, motion %d", coarse, fine, i);
    worst[0] = worst[1] = doubt = 0;
  }
}

/* ---- bound ------------------------------------------------------------- */

/* Returns sqrt(z' K^-1 z), the size in the bound and in the energy. */
static double stiff_size(const Place *p)
{
  double square = 0;
  for (int d = 0; d < p->m.n; d++) square += p->z[d] * p->z[d] / p->m.k[d];
  return sqrt(square);
}

/* Returns the bound of a bristle over zmax at rest or its own size, for any
 * step. With beta frozen at z + v*dt, a bristle across v can exceed it by 0.43
 * %, at |v|*dt = 6.29 zmax and for any s_ba; then it only shrinks. Implicit
 * steps leave at most -0.03612 of a plain bristle's distance from its end, so
 * that it can reach 1.03612/0.96388 times zmax. Euler with short steps exceeds
 * zmax by at most v*dt. A limit surface multiplies zmax by its |h|. */
static double bound_of(ContactTrial *t)
{
  const double zmax = t->friction->mu_s / t->friction->sigma0;
  const double surface = t->form->has_surface ? t->form->largest_surface(t) : 1;
  if (t->contact->step == STEP_IMPLICIT) return 1.075 * zmax * surface;
  if (t->contact->step == STEP_EULER || t->friction->s_ba == 0)
    return zmax * surface;
  return (t->form->has_surface ? 1 : 1.0044) * zmax * surface;
}

static void verify_bound(ContactTrial *t)
{
  const int steps = t->places > 1 ? 400 : 4000;
  const bool is_euler = t->contact->step == STEP_EULER;
  const double most = bound_of(t), reach = contact_least_reach(t->contact);
  Check *check = verify_check(t->verification, "bristle bound",
                              t->form->bound > 0 ? t->form->bound
                              : t->is_float      ? 1e-6
                                                 : 1e-12);
  double *z = run_doubles(t->run, t->nstates);
  double *old = run_doubles(t->run, t->nstates), twist[3] = {0, 0, 0};
  for (int i = 0; i < steps; i++) {
    if (i % 3 == 0) trial_twist(t, TWISTS - 1, twist);
    double fastest = 0;
    for (int k = 0; k < t->places; k++) {
      const Place p = trial_at(t, k, twist);
      fastest = fmax(fastest, p.m.s * fmax(1, p.m.k[2]));
    }
    const double longest =
        is_euler ? 0.5 * reach * t->friction->mu_c /
                       (t->friction->sigma0 * fastest)
                 : 10;
    const double dt = trial_real(t, longest * pow(10, trial_random(t, -10, 0)));
    memcpy(old, z, t->nstates * sizeof *z);
    solver_step(t, z, twist, dt, NULL);
    for (int k = 0; k < t->places; k++) {
      const Place from = trial_place(t, k, twist, old);
      const Place to = trial_place(t, k, twist, z);
      const double drift = is_euler ? dt * to.m.s * fmax(1, to.m.k[2]) : 0;
      const double bound = fmax(most * from.m.reach, stiff_size(&from)) + drift;
      check_add(check, worse_of(0, stiff_size(&to) / bound - 1),
                "cell %d, step %d, dt = %.3g s", k, i, dt);
    }
  }
}

/* ---- energy ------------------------------------------------------------ */

/* Returns the speed below which no bristle can return more energy than it
 * holds: the form sigma0*a*z^2 - sigma1*a*|z|*s + (sigma1 + sigma2)*s^2 is then
 * not negative. */
static double passive_speed(const ContactTrial *t)
{
  const Lugre *f = t->friction;
  double least = f->mu_c;
  for (int i = 0; f->stribeck && i <= 40; i++)
    least = fmin(least,
                 ref_lugre_g(&t->reference->friction, pow(10, -6 + 0.2 * i)));
  least *= lugre_least_factor(f);
  const double any = 3 * t->speed;
  if (f->sigma1 == 0) return any;
  return fmin(any,
              4 * least * (f->sigma1 + f->sigma2) / (f->sigma1 * f->sigma1));
}

static double stored(const ContactTrial *t, const double *z)
{
  static const double twist[3] = {0, 0, 0};
  double sum = 0;
  for (int k = 0; k < t->places; k++) {
    const Place p = trial_place(t, k, twist, z);
    sum += 0.5 * t->friction->sigma0 * p.load * stiff_size(&p) * stiff_size(&p);
  }
  return sum;
}

/* Returns the work less the change of stored energy over a step of the solver,
 * or of the reference in `parts` parts (0: the solver). Adds the size of the
 * work to *moved. */
static double heat_of(const ContactTrial *t, double *z, const double twist[3],
                      double dt, int parts, double *moved)
{
  const double before = stored(t, z), h = parts > 0 ? dt / parts : dt;
  double work = 0;
  for (int i = 0; i < parts || i == 0; i++) {
    double wrench[3] = {0, 0, 0};
    for (int k = 0; k < t->places && parts > 0; k++) {
      Place p = trial_place(t, k, twist, z);
      euler_step(t, &p, h, p.z, wrench);
      for (int d = 0; d < p.m.n; d++) z[d * t->places + k] = p.z[d];
    }
    if (parts == 0) solver_step(t, z, twist, h, wrench);
    for (int d = 0; d < 3; d++) {
      work -= wrench[d] * twist[d] * h;
      *moved += fabs(wrench[d] * twist[d]) * h;
    }
  }
  return work - (stored(t, z) - before);
}

/* Compares the heat with the reference's. At speeds where the model is passive,
 * cells and an ellipsoid never return heat, a table not in total. (A table may
 * return some for a while: where the flow bends yielding bristles backwards, h
 * is not along the velocity. The paper's law with a table stores more than the
 * work that deflects bristles from rest, wherever |h| exceeds 1.) */
static void verify_energy(ContactTrial *t)
{
  enum { BUDGET = 4000, PARTS = 2 };
  const int steps = t->form->steps / (t->places > BUDGET ? 3 : 1);
  const double speed = passive_speed(t);
  const double region = /* what Euler needs to be stable in every region */
      fmin(1, lugre_least_factor(t->friction));
  const double dt = trial_real(t, 5 * t->form->strokes * t->friction->mu_c /
                                      (t->friction->sigma0 * speed) / steps *
                                      region);
  const bool has_table = t->contact->form == CONTACT_REDUCED;
  Check *passive = NULL;
  if (!has_table || t->contact->torsion == TORSION_MATCHED)
    passive = verify_check(t->verification, "energy, no source",
                           t->is_float ? 1e-5 : 1e-12);
  Check *balance = verify_check(t->verification, "energy, balance", 0.1);
  double *z = run_doubles(t->run, t->nstates);
  double *other = run_doubles(t->run, t->nstates);
  double heat = 0, expected = 0, all = 0, ignored = 0, twist[3];
  for (int i = 0; i < steps; i++) {
    if (i % (steps / t->form->strokes) == 0)
      trial_random_twist(t, 0.35 * speed, twist);
    double moved = 0;
    const double before = stored(t, z);
    const double made = heat_of(t, z, twist, dt, 0, &moved);
    heat += made;
    all += moved;
    if (has_table && passive)
      check_add(passive, worse_of(0, -heat) / all, "the first %d steps", i + 1);
    else if (passive)
      check_add(passive, worse_of(0, -made) / (moved + before + stored(t, z)),
                "step %d", i);
    expected += heat_of(t, other, twist, dt, PARTS, &ignored);
  }
  check_add(balance, fabs(heat - expected) / all, "after %d steps", steps);
}

void verify_steps(ContactTrial *t)
{
  verify_one_step(t);
  if (t->solver->functions->step_batch) verify_batch(t);
  if (t->contact->step != STEP_EULER) verify_convergence(t);
  verify_bound(t);
  verify_energy(t);
}
