/* verify.c: compares _step_slopes with the reference. In: a ContactTrial whose
 * solver has it. Out: checks of single steps and of their slopes. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "verify/verify.h"
#include "bristle_rt.h"
#include "kinds/contact/area.h"
#include "kinds/contact/couple/reference.h"
#include "kinds/contact/couple/verify.h"

/* ---- one step ---------------------------------------------------------- */

typedef struct StepTrial {
  ContactTrial *t;
  CoupleReference reference;
  Check *step, *wrench, *slopes;
  double *z, *end;
  long double *expected;
  double dt;
} StepTrial;

static int solver_step_slopes(const StepTrial *s, const double twist[3],
                              double wrench[3], double slopes[9])
{
  const ContactTrial *t = s->t;
  const double *const in[] = {twist, &t->fn, &s->dt};
  double *const out[] = {s->end, wrench, slopes};
  t->solver->functions->set(t->state, s->z);
  return solver_call(t->run, t->solver, "step_slopes", t->state, in, out);
}

/* Writes -dwrench/dtwist by central differences over +-share of the speed. */
static void reference_slopes(const StepTrial *s, const double twist[3],
                             double share, double slopes[9])
{
  const ContactTrial *t = s->t;
  const double speed =
      hypot(hypot(twist[0], twist[1]), twist[2] * t->arm) + t->tiny;
  for (int j = 0; j < 3; j++) {
    const long double step = share * speed / (j == 2 ? t->arm : 1);
    long double to[3], wrench[2][3];
    for (int side = 0; side < 2; side++) {
      for (int d = 0; d < 3; d++) to[d] = twist[d];
      to[j] += side == 0 ? step : -step;
      couple_reference_step(&s->reference, s->z, to, t->fn, s->dt, NULL,
                            wrench[side]);
    }
    for (int d = 0; d < 3; d++)
      slopes[3 * d + j] = (double)((wrench[1][d] - wrench[0][d]) / (2 * step));
  }
}

/* Compares the slopes where the law bends so little that differences over two
 * lengths agree. */
static void compare_slopes(const StepTrial *s, const double twist[3],
                           const double got[9], double scale)
{
  const ContactTrial *t = s->t;
  double wide[9], narrow[9];
  reference_slopes(s, twist, 1e-5, wide);
  reference_slopes(s, twist, 5e-6, narrow);
  const double largest = fmax(block_size(narrow, 3, 3, t->arm, t->arm), scale);
  const double doubt = block_error(wide, narrow, 3, 3, largest, t->arm, t->arm);
  if (!(doubt < 1e-8)) return;
  check_add(s->slopes, block_error(got, narrow, 3, 3, largest, t->arm, t->arm),
            "dt = %.3g s, twist %.3g %.3g %.3g", s->dt, twist[0], twist[1],
            twist[2]);
}

static void compare_step(const StepTrial *s, const double twist[3],
                         const char *motion, const char *state)
{
  enum { MANY = 64, STRIDE = 8 }; /* places with differences in some trials */
  ContactTrial *t = s->t;
  double wrench[3], slopes[9], size[2], worst = 0, rounded[3];
  long double at[3], expected[3];
  for (int d = 0; d < 3; d++) at[d] = twist[d];
  const int status = solver_step_slopes(s, twist, wrench, slopes);
  couple_reference_step(&s->reference, s->z, at, t->fn, s->dt, s->expected,
                        expected);
  step_scales(t, twist, s->z, s->dt, size);
  for (size_t i = 0; i < t->nstates; i++)
    worst = worse_of(worst, fabs(s->end[i] - (double)s->expected[i]));
  if (status != BR_OK) worst = INFINITY;
  check_add(s->step, worst == 0 ? 0 : worst / size[0],
            "%s, %s, dt = %.3g s, status %d", motion, state, s->dt, status);
  for (int d = 0; d < 3; d++) rounded[d] = (double)expected[d];
  check_add(s->wrench,
            trial_wrench_error(t, wrench, rounded,
                               summed_scale(t, size[1], s->wrench)),
            "%s, %s, dt = %.3g s", motion, state, s->dt);
  const double speed = hypot(hypot(twist[0], twist[1]), twist[2] * t->arm);
  if (speed < 0.1 * t->speed || speed > 1e3 * t->speed) return;
  if (t->places <= MANY || s->wrench->count % STRIDE == 0)
    compare_slopes(s, twist, slopes,
                   contact_hold_load(t->contact, t->fn) * t->friction->sigma1 +
                       t->fn * t->friction->sigma2);
}

static void verify_one_step(ContactTrial *t)
{
  const double natural = trial_natural_time(t);
  const double steps[] = {0.1 * natural, natural, 1e-3, 0.05};
  StepTrial s = {
      .t = t,
      .reference = couple_reference(t->contact),
      .step = verify_check(t->verification, "step_slopes", t->tolerances.rate),
      .wrench = verify_check(t->verification, "step_slopes, wrench",
                             t->tolerances.rate),
      .slopes = verify_check(t->verification, "step_slopes, slopes",
                             t->tolerances.jacobian),
      .z = run_doubles(t->run, t->nstates),
      .end = run_doubles(t->run, t->nstates),
      .expected = run_alloc(t->run, t->nstates * sizeof *s.expected)};
  for (int i = 0; i < TWISTS; i++)
    for (size_t j = 0; j < COUNT(steps); j++) {
      double twist[3];
      const char *motion = t->form->twist(t, i, twist);
      const char *state =
          t->form->state(t, (i + 3 * (int)j) % STATES, twist, s.z);
      s.dt = trial_real(t, steps[j]);
      compare_step(&s, twist, motion, state);
    }
}

void verify_couple(ContactTrial *t)
{
  if (!t->solver->functions->couple) return; /* not emitted */
  verify_one_step(t);
  verify_bodies(t);
}
