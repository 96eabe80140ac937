/* Tests of the published arm's motion, past reversals, rests and the folded
 * position: the generated rate under CVODE against the multiplier's equations
 * (mechanism/arm_track.h), energies, and the pictures of a simulation. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "mechanism/arm_by_hand.h"
#include "mechanism/arm_track.h"
#include "support/compiling.h"
#include "mechanism/machine.h"
#include "support/support.h"

TestSuite(mechanism_arm_motion, .init = compiling_begin, .fini = compiling_end);

/* x = 1.6, y = 0.64, elbow down: where the spec starts. */
static const double start[2] = {-1.1991105926253345, 2.1031932856215656};

/* ---- the generated rate from event to event ------------------------------ */

/* A rate jumps where the slip changes sign, so CVODE stops just before; the
 * remaining path is so short that a parabola suffices. */
typedef struct Path {
  Machine machine;
  double mu_s, t, y[ARM_STATES];
  int way; /* as in ArmTrack */
} Path;

static const double nearly = 1e-6; /* m/s */

static double slip_of(const double *y, const double *v)
{
  const double none[2] = {0, 0};
  Arm o;
  arm_set(y, v, none, &o);
  return o.J[0][0] * v[0] + o.J[0][1] * v[1];
}

static void rate_of(Machine *m, double t, const double *y, double rate[4],
                    double Qf[2])
{
  double tau[2], *out[] = {NULL, NULL, NULL, NULL, Qf};
  arm_torques(t, tau);
  const int status = machine_rate(m, y, tau, t, rate);
  cr_assert_eq(status, 0, "status %d at %g s", status, t);
  if (Qf) machine_call(m, "forces", y, tau, t, 0, out);
}

static int path_motion(double t, const double *y, double *dy, void *context)
{
  double tau[2], Qf[2];
  rate_of(&((Path *)context)->machine, t, y, dy, Qf);
  arm_torques(t, tau);
  dy[4] = Qf[0] * y[2] + Qf[1] * y[3];
  dy[5] = tau[0] * y[2] + tau[1] * y[3];
  return 0;
}

static double path_slip(double t, const double *y, void *context)
{
  (void)t;
  return ((Path *)context)->way * slip_of(y, y + 2) - nearly;
}

/* Continues along a parabola, until the slip is `wanted`. */
static void leap(Path *p, const double *rate, double wanted)
{
  const double now = slip_of(p->y, p->y + 2);
  double q[2], tau[2], pull = slip_of(p->y, rate + 2);
  for (int side = -1; side <= 1; side += 2) { /* dJ/dt v */
    for (int i = 0; i < 2; i++) q[i] = p->y[i] + side * 1e-4 * p->y[2 + i];
    pull += side * slip_of(q, p->y + 2) / 2e-4;
  }
  const double h = (wanted - now) / pull;
  cr_assert(h >= 0 && h < 1e-4, "a leap of %g s at %g s", h, p->t);
  arm_torques(p->t, tau); /* friction has no power without slip */
  for (int i = 0; i < 2; i++) {
    p->y[5] += h * tau[i] * (p->y[2 + i] + h / 2 * rate[2 + i]);
    p->y[i] += h * p->y[2 + i] + h * h / 2 * rate[2 + i];
    p->y[2 + i] += h * rate[2 + i];
  }
  p->t += h;
}

/* Returns the direction in which a standing arm is pulled, or 0 if friction
 * holds it by less than its maximum. */
static int way_at(Path *p, double t)
{
  double normal[2], friction[2], tau[2];
  double *out[] = {normal, NULL, friction, NULL, NULL};
  arm_torques(t, tau);
  machine_call(&p->machine, "forces", p->y, tau, t, 0, out);
  const double most = p->mu_s * hypot(normal[0], normal[1]);
  if (hypot(friction[0], friction[1]) < most * (1 - 1e-13)) return 0;
  return friction[0] < 0 ? 1 : -1;
}

/* Rests, or starts under the friction of sliding. */
static void path_set_off(Path *p)
{
  const double none[2] = {0, 0};
  double rate[4], moving[4];
  Arm o;
  p->y[2] = p->y[3] = 0;
  p->way = way_at(p, p->t);
  if (p->way == 0) return;
  memcpy(moving, p->y, sizeof moving);
  arm_set(p->y, none, none, &o);
  const double along[2] = {-o.A[1], o.A[0]};
  const double size = 1e-6 * p->way / slip_of(p->y, along);
  for (int i = 0; i < 2; i++) moving[2 + i] = size * along[i];
  rate_of(&p->machine, p->t, moving, rate, NULL);
  leap(p, rate, 4 * nearly * p->way);
}

/* Rests until t, or until it starts, by bisection. */
static void path_rest_to(Path *p, double t)
{
  double low = p->t, high = p->t;
  do {
    low = high;
    high = fmin(t, low + 1e-3);
  } while (way_at(p, high) == 0 && high < t);
  for (int i = 0; i < 45 && way_at(p, high) != 0; i++) {
    const double middle = (low + high) / 2;
    if (way_at(p, middle) == 0)
      low = middle;
    else
      high = middle;
  }
  p->t = high;
  path_set_off(p);
}

static void path_to(Path *p, double t)
{
  double rate[4];
  while (p->t < t) {
    if (p->way == 0) {
      path_rest_to(p, t);
      continue;
    }
    p->t = motion_until(path_motion, path_slip, p, ARM_STATES, p->t, t, p->y);
    if (!(p->t < t)) return;
    rate_of(&p->machine, p->t, p->y, rate, NULL);
    if (hypot(p->y[2], p->y[3]) > 1e-3) { /* folded */
      p->way = -p->way;
      leap(p, rate, 4 * nearly * p->way);
    } else {
      leap(p, rate, 0);
      path_set_off(p);
    }
  }
}

/* ---- both beside each other ---------------------------------------------- */

typedef struct Case {
  const char *mu, *mu_s;
  double values[2];
  bool is_coupled;
  int turns, rests; /* at least */
} Case;

static Path path_of(const Case *c)
{
  char law[80];
  snprintf(law, sizeof law, "mu = %s, mu_s = %s", c->mu, c->mu_s);
  const char *const replaced[] = {
      "mu = 0.1, mu_s = 0.12", law, "contact  =",
      c->is_coupled ? "normal = \"coupled\", contact =" : "contact =", NULL};
  Path p = {.machine = machine_new(ARM, replaced),
            .mu_s = c->values[1],
            .y = {start[0], start[1]}};
  path_set_off(&p);
  return p;
}

static void expect_multipliers(const Case *c)
{
  Path p = path_of(c);
  ArmTrack a = arm_track(start, c->values[0], c->values[1], c->is_coupled);
  const double before = arm_energy(p.y);
  for (int i = 1; i <= 40; i++) {
    path_to(&p, 0.25 * i);
    arm_track_to(&a, 0.25 * i);
    for (int k = 0; k < ARM_STATES; k++)
      cr_expect_float_eq(p.y[k], a.y[k], 1e-8, "%g s, %d: %.12g, not %.12g",
                         a.t, k, p.y[k], a.y[k]);
    cr_expect_float_eq(arm_energy(p.y) - before, p.y[4] + p.y[5], 1e-8,
                       "energy at %g s", a.t);
  }
  cr_expect_geq(a.turns, c->turns, "%d turns", a.turns);
  cr_expect_geq(a.rests, c->rests, "%d rests", a.rests);
  cr_expect_lt(p.y[4], -1, "friction took %g J", -p.y[4]);
  machine_close(&p.machine);
}

/* The paper's: to and fro, once through the fold. */
Test(mechanism_arm_motion, ideal_arm_moves_as_with_multipliers)
{
  expect_multipliers(&(Case){"0.1", "0.12", {0.1, 0.12}, false, 11, 0});
}

Test(mechanism_arm_motion, coupled_arm_moves_as_with_multipliers)
{
  expect_multipliers(&(Case){"0.1", "0.12", {0.1, 0.12}, true, 11, 0});
}

Test(mechanism_arm_motion, ideal_arm_sticks_as_with_multipliers)
{
  expect_multipliers(&(Case){"0.4", "0.5", {0.4, 0.5}, false, 4, 2});
}

Test(mechanism_arm_motion, coupled_arm_sticks_as_with_multipliers)
{
  expect_multipliers(&(Case){"0.4", "0.5", {0.4, 0.5}, true, 4, 2});
}
