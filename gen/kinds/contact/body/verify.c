/* verify.c: compares body_step and body_jac with the reference's body. In: a
 * Contact with a body, its Solver. Out: checks of motions against far smaller
 * explicit steps, of the wrench against the body's momentum, of the response
 * against difference quotients, of the promises of both calls.
 *
 * Invariant: the reference's body uses the contact through its rate alone. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "backend/backend.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/body/body.h"
#include "reference/contact/contact.h"
#include "kinds/contact/area.h"
#include "kinds/contact/region.h"
#include "kinds/contact/verify.h"

/* ---- the trial ----------------------------------------------------------- */

typedef struct BodyTrial {
  ContactTrial base; /* of the body's solver */
  RefBody reference;
  double tolerance, strength; /* of a step; N that all contacts hold */
  double *members, *after, *y, *work;
} BodyTrial;

/* Starts at that speed with elastic, yielding and plastic bristles, none at an
 * edge of the law. */
static void start_at(BodyTrial *t, double speed)
{
  static const double sizes[] = {0.4, 0.93, 0.96, 1.1};
  ContactTrial *s = &t->base;
  const double unit = s->friction->mu_c / s->friction->sigma0;
  const size_t n = s->nstates, per = contact_is_reduced(s->contact) ? 3 : 2;
  memset(t->members, 0, (BODY_Z + n) * sizeof *t->members);
  for (int d = 0; d < 3; d++) {
    t->members[d] =
        trial_real(s, trial_random(s, -0.1, 0.1) * (d < 2 ? s->length : 1));
    t->members[3 + d] = trial_real(
        s, trial_random(s, -1, 1) * speed / (d == 2 ? s->length : 1));
  }
  for (size_t k = 0; k < n / per; k++) {
    const double angle = trial_random(s, 0, 6.283185307179586);
    const double factor =
        per == 3 ? 1 : contact_reach(s->contact, (int)k, s->fn);
    const double size = unit * factor * sizes[k % 4], tilt = per == 3 ? 0.6 : 0;
    const double z[3] = {size * cos(angle) * cos(tilt),
                         size * sin(angle) * cos(tilt), size * sin(tilt)};
    for (size_t d = 0; d < per; d++)
      t->members[BODY_Z + d * (n / per) + k] = trial_real(s, z[d]);
  }
}

static int call(BodyTrial *t, const char *function, const double load[3],
                double dt, double *out)
{
  const double *const in[] = {load, &t->base.fn, &dt};
  t->base.solver->functions->set(t->base.state, t->members);
  const int status = solver_call(t->base.run, t->base.solver, function,
                                 t->base.state, in, &out);
  t->base.solver->functions->get(t->base.state, t->after);
  return status;
}

static void random_load(BodyTrial *t, double load[3])
{
  ContactTrial *s = &t->base;
  for (int d = 0; d < 3; d++)
    load[d] = trial_real(
        s, trial_random(s, -1, 1) * t->strength * (d == 2 ? s->length / 2 : 1));
}

/* Returns the time until bristles give way at that speed, at most 1 s. */
static double natural_time(const BodyTrial *t, double speed)
{
  const Lugre *f = t->base.friction;
  return fmin(1, lugre_least_factor(f) * f->mu_c / (f->sigma0 * speed));
}

/* Returns the largest distance of a rubbing point from the centre of mass, at
 * that speed until dt. */
static double reach_after(const BodyTrial *t, double speed, double dt)
{
  const RefBody *b = &t->reference;
  return 2 * t->base.length + hypot(b->com[0], b->com[1]) +
         (b->is_body_frame ? 0 : speed * dt);
}

/* Returns a bound of the rim's speed after dt, from that speed at first: load
 * and friction both accelerate the body. */
static double speed_after(const BodyTrial *t, double speed, double dt)
{
  const RefBody *b = &t->reference;
  const double reach = reach_after(t, speed, dt);
  const double push =
      2 * t->strength * t->base.friction->mu_s / t->base.friction->mu_c;
  return speed + dt * (hypot(b->gravity[0], b->gravity[1]) +
                       push * (1 / b->mass + reach * reach / b->inertia));
}

/* Returns a number of explicit steps that is stable with a reserve, for
 * bristles in slip and for the body on their springs and dampers. */
static double reference_steps(const BodyTrial *t, double dt, double speed)
{
  const ContactTrial *s = &t->base;
  const Lugre *f = s->friction;
  const RefBody *b = &t->reference;
  const double hold = contact_hold_load(s->contact, s->fn) * b->contacts;
  const double fast = speed_after(t, speed, dt);
  const double reach = reach_after(t, fast, dt);
  const double ease = 1 / b->mass + reach * reach / b->inertia;
  const double rate =
      4 * f->sigma0 * fast / (f->mu_c * contact_least_reach(s->contact)) +
      (f->sigma1 + f->sigma2) * hold * ease + sqrt(f->sigma0 * hold * ease);
  return 50 + 3 * dt * rate;
}

/* ---- motion ------------------------------------------------------------ */

/* Returns the error of pose and velocity in units of `allowed`, which is
 * relative to the motion in dt. The pose may also err by its own rounding. */
static double motion_error(const BodyTrial *t, double dt, double allowed)
{
  const double rounding = t->base.is_float ? 3e-7 : 1e-11;
  const double *got = t->after, *expected = t->y;
  const double arm = t->base.contact->r;
  double away[2], size[2];
  for (int i = 0; i < 2; i++) {
    const double *a = got + 3 * i, *b = expected + 3 * i;
    away[i] = hypot(hypot(a[0] - b[0], a[1] - b[1]), arm * (a[2] - b[2]));
    size[i] = hypot(hypot(b[0], b[1]), arm * b[2]);
  }
  const double *v = t->members + BODY_V;
  const double start = hypot(hypot(v[0], v[1]), arm * v[2]);
  const double speed =
      contact_body_speed(&t->base.contact->lugre) + fmax(start, size[1]);
  return worse_of(away[1] / (speed * allowed),
                  away[0] / (speed * dt * allowed + rounding * size[0]));
}

static double momentum_error(const BodyTrial *t, const double load[3],
                             const double w[3], double dt)
{
  const RefBody *b = &t->reference;
  const double *was = t->members, *is = t->after;
  const double angle = b->is_body_frame ? (was[2] + is[2]) / 2 : 0;
  double com[2], worst = 0;
  for (int d = 0; d < 2; d++)
    com[d] = b->is_body_frame ? b->com[d] : (was[d] + is[d]) / 2;
  const double dx = cos(angle) * com[0] - sin(angle) * com[1];
  const double dy = sin(angle) * com[0] + cos(angle) * com[1];
  const double n = b->contacts, reach = t->base.length + hypot(dx, dy);
  const double force[3] = {n * w[0] + load[0] + b->mass * b->gravity[0],
                           n * w[1] + load[1] + b->mass * b->gravity[1],
                           n * (w[2] - dx * w[1] + dy * w[0]) + load[2]};
  /* The wrench is the difference of momentum and load: it has the digits of the
   * load, which may be far larger than friction. */
  const double pull = hypot(load[0] + b->mass * b->gravity[0],
                            load[1] + b->mass * b->gravity[1]) +
                      fabs(load[2]) / reach;
  for (int d = 0; d < 3; d++) {
    const double inertia = d == 2 ? b->inertia : b->mass;
    const double size =
        (t->strength + pull + fabs(force[d]) / (d == 2 ? reach : 1)) * dt +
        inertia * (fabs(was[3 + d]) + fabs(is[3 + d])) / (d == 2 ? reach : 1);
    worst = worse_of(worst,
                     fabs(force[d] * dt - inertia * (is[3 + d] - was[3 + d])) /
                         (size * (d == 2 ? reach : 1)));
  }
  return worst;
}

/* Returns a step that the reference can follow in its limited number of steps.
 */
static double followed(const BodyTrial *t, double dt, double speed)
{
  enum { MOST_STEPS = 20000 };
  while (reference_steps(t, dt, speed) > MOST_STEPS) dt /= 2;
  return trial_real(&t->base, dt);
}

/* Friction's own strength against the motion: it stops within a step if it
 * can. */
static void braking_load(const BodyTrial *t, double load[3])
{
  const ContactTrial *s = &t->base;
  const double *v = t->members + BODY_V;
  const double speed = hypot(hypot(v[0], v[1]), s->length * v[2]);
  for (int d = 0; d < 3; d++) {
    const double arm = d == 2 ? s->length : 1;
    load[d] = speed > 0
                  ? trial_real(s, -t->strength * arm * (v[d] * arm) / speed)
                  : 0;
  }
}

/* Returns the error of one motion over the bound by the call's `error`. If
 * rounding alone exceeds the tolerance, NO_CONVERGENCE is allowed. A promise
 * that seems broken is judged again by ten times the reference's steps. */
static double broken_promise(BodyTrial *t, const double load[3], int status,
                             double dt, int steps)
{
  const double digits = t->base.is_float ? 1e-3 : 1e-5;
  const double allowed = 3 * t->after[BODY_ERROR] + digits;
  const bool is_reachable = t->tolerance >= digits / 100;
  double off = INFINITY;
  if (status == BR_NO_CONVERGENCE && !is_reachable) return 0;
  if (status != BR_OK) return INFINITY;
  for (int finer = 1; finer <= 10 && off > 1; finer *= 10) {
    contact_body_to_reference(t->base.contact, t->members, t->base.fn, t->y);
    ref_body_step(&t->reference, t->y, load, t->base.fn, dt, finer * steps,
                  t->work);
    off = motion_error(t, dt, allowed);
  }
  return off;
}

static void verify_motion(BodyTrial *t)
{
  static const double speeds[] = {0, 0.3, 3, 30}; /* over the law's speed */
  ContactTrial *s = &t->base;
  Check *step = verify_check(s->verification, "body_step", 1);
  Check *momentum = verify_check(s->verification, "body_step, momentum",
                                 s->is_float ? 1e-4 : 1e-12);
  for (int i = 0; i < 12; i++) {
    const double speed = speeds[i % 4] * s->speed;
    const double natural = natural_time(t, fmax(speed, s->speed));
    const double dt = followed(t, (i < 4 ? 1 : 10) * natural, speed);
    double load[3], wrench[3];
    start_at(t, speed);
    i < 8 ? random_load(t, load) : braking_load(t, load);
    const int status = call(t, "body_step", load, dt, wrench);
    const int steps = (int)reference_steps(t, dt, speed);
    check_add(step, broken_promise(t, load, status, dt, steps),
              "%.3g m/s, dt = %.3g s, status %d, error %.3g", speed, dt, status,
              t->after[BODY_ERROR]);
    check_add(momentum, momentum_error(t, load, wrench, dt),
              "%.3g m/s, dt = %.3g s", speed, dt);
  }
}

/* ---- response ---------------------------------------------------------- */

/* Returns the largest difference of two responses, relative to the second. */
static double response_error(const BodyTrial *t, const double got[9],
                             const double expected[9])
{
  const double arm = 1 / t->base.length;
  return block_error(got, expected, 3, 3, block_size(expected, 3, 3, arm, arm),
                     arm, arm);
}

/* Skips a response if the reference's differences depend on their width: then
 * the law or the table bends between the points. Where most are skipped, as
 * with a stiff patch under a light body, more are tried until five count. */
static void verify_response(BodyTrial *t)
{
  ContactTrial *s = &t->base;
  const double natural = natural_time(t, s->speed);
  const double steps[] = {0.01 * natural, natural, 10 * natural};
  const double tolerance = s->is_float ? 5e-3 : 5e-4;
  Check *check = verify_check(s->verification, "body_jac", tolerance);
  RefBody narrow = t->reference;
  int seen = 0;
  narrow.slow /= 4;
  narrow.reach /= 4;
  int tried = 0;
  for (; tried < 9 || (seen < 5 && tried < 45); tried++) {
    const double dt = trial_real(s, steps[tried % 3]);
    double load[3], got[9], expected[9], other[9];
    start_at(t, pow(10, tried / 3 % 3) * s->speed);
    random_load(t, load);
    contact_body_to_reference(s->contact, t->members, s->fn, t->y);
    const int status = call(t, "body_jac", load, dt, got);
    ref_body_response(&t->reference, t->y, load, s->fn, dt, expected, t->work);
    ref_body_response(&narrow, t->y, load, s->fn, dt, other, t->work);
    if (response_error(t, other, expected) > 0.2 * tolerance) continue;
    seen++;
    /* The 6 products in a determinant each have the digits of a real. */
    const double lost = 6 * s->unit * contact_free_turn(s->contact, dt);
    const double error = response_error(t, got, expected);
    check_add(check,
              status == BR_OK ? error / (1 + lost / tolerance) : INFINITY,
              "dt = %.3g s, status %d", dt, status);
  }
  if (seen < 5)
    check_add(check, INFINITY, "%d of %d responses only", seen, tried);
}

/* ---- all --------------------------------------------------------------- */

void contact_verify_body(const Contact *c, const Solver *solver,
                         Verification *verification)
{
  Run *run = c->model.run;
  const Solver *own = solver_object(run, solver, "body_solver");
  const size_t nz = (size_t)own->functions->nstates - BODY_Z;
  BodyTrial t = {.base = trial_new(c, own, verification),
                 .reference = contact_reference_body(c)};
  const size_t most = 6 + t.reference.nz;
  if (c->levels) t.base.fn = c->fn;
  t.tolerance = contact_body_tolerance(c);
  t.strength =
      contact_mean_factor(c) * c->lugre.mu_c * t.base.fn * c->body->contacts;
  t.members = run_doubles(run, BODY_Z + nz);
  t.after = run_doubles(run, BODY_Z + nz);
  t.y = run_doubles(run, most);
  t.work = run_doubles(run, 7 * most);
  verify_motion(&t);
  verify_response(&t);
  start_at(&t, t.base.speed);
  const double load[3] = {0, 0, 0},
               dt = followed(&t, fmin(1e-3, natural_time(&t, t.base.speed)),
                             t.base.speed);
  const Sample samples[] = {{"load", load}, {"fn", &t.base.fn}, {"dt", &dt}};
  verify_calls(own, t.members, samples, 3, verification);
}
