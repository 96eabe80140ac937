/* arm_track.c: see mechanism/arm_track.h. In: a start. Out: states at later
 * times. The normal force is l (-x/2, 1), friction -way mu |l| (1, x/2), as y =
 * x^2/4 has its normal and tangent: nothing is divided by a slip. */
#include "mechanism/arm_track.h"

#include <criterion/criterion.h>
#include <math.h>

#include "mechanism/arm_by_hand.h"
#include "mechanism/machine.h"

void arm_torques(double t, double tau[2])
{
  tau[0] = 5 * sin(t);
  tau[1] = 2;
}

double arm_energy(const double *y)
{
  const double none[2] = {0, 0}, g = 9.8, *v = y + 2;
  Arm o;
  arm_set(y, v, none, &o);
  return (o.m11 * v[0] * v[0] + 2 * o.m12 * v[0] * v[1] + o.m22 * v[1] * v[1]) /
             2 +
         2 * g * sin(y[0]) + 2 * g * sin(y[0] + y[1]);
}

static void set(double t, const double *y, Arm *o, double *x)
{
  double tau[2];
  arm_torques(t, tau);
  arm_set(y, y + 2, tau, o);
  *x = o->J[1][0]; /* dy/dth1 */
}

/* Returns the speed of the end along x. */
static double speed(const Arm *o, const double *v)
{
  return o->J[0][0] * v[0] + o->J[0][1] * v[1];
}

/* Writes the effect of a unit force (1, x/2) on the coordinates. */
static void along(const Arm *o, double x, double Q[2])
{
  for (int i = 0; i < 2; i++) Q[i] = o->J[0][i] + x / 2 * o->J[1][i];
}

/* Solves l = l0 + |l| r, the multiplier in friction. */
static double multiplier(const ArmTrack *a, const Arm *o, const double unit[2])
{
  double x[2], f[2], z[2];
  arm_solve(o, o->A, x);
  arm_solve(o, o->Q, f);
  arm_solve(o, unit, z);
  const double K = o->A[0] * x[0] + o->A[1] * x[1];
  const double l0 = (o->b - o->A[0] * f[0] - o->A[1] * f[1]) / K;
  const double r = a->way * a->mu * (o->A[0] * z[0] + o->A[1] * z[1]) / K;
  if (!a->is_coupled) return l0;
  cr_assert_lt(fabs(r), 1, "no unique normal force");
  return l0 > 0 ? l0 / (1 - r) : l0 / (1 + r);
}

static int sliding(double t, const double *y, double *dy, void *context)
{
  const ArmTrack *a = context;
  double x, unit[2], tau[2], Q[2], X[2], f[2], Qf[2];
  Arm o;
  set(t, y, &o, &x);
  along(&o, x, unit);
  const double l = multiplier(a, &o, unit);
  for (int i = 0; i < 2; i++) {
    Qf[i] = -a->way * a->mu * fabs(l) * unit[i];
    Q[i] = o.Q[i] + Qf[i];
  }
  arm_solve(&o, o.A, X);
  arm_solve(&o, Q, f);
  const double kept =
      (o.b - o.A[0] * f[0] - o.A[1] * f[1]) / (o.A[0] * X[0] + o.A[1] * X[1]);
  arm_torques(t, tau);
  for (int i = 0; i < 2; i++) {
    dy[i] = y[2 + i];
    dy[2 + i] = f[i] + X[i] * kept;
  }
  dy[4] = Qf[0] * y[2] + Qf[1] * y[3];
  dy[5] = tau[0] * y[2] + tau[1] * y[3];
  return 0;
}

static double slip(double t, const double *y, void *context)
{
  Arm o;
  double x;
  (void)context;
  set(t, y, &o, &x);
  return speed(&o, y + 2);
}

/* Writes the force along (-x/2, 1) and (1, x/2) that balances Q at rest. */
static void balance(double t, const double *y, double *l, double *f)
{
  Arm o;
  double x, unit[2];
  set(t, y, &o, &x);
  along(&o, x, unit);
  const double det = o.A[0] * unit[1] - o.A[1] * unit[0];
  *l = (-o.Q[0] * unit[1] + o.Q[1] * unit[0]) / det;
  *f = (-o.A[0] * o.Q[1] + o.A[1] * o.Q[0]) / det;
}

static int resting(double t, const double *y, double *dy, void *context)
{
  (void)t, (void)y, (void)context;
  for (int i = 0; i < ARM_STATES; i++) dy[i] = 0;
  return 0;
}

/* Returns a number > 0 as long as friction holds: by the normal force that
 * sliding would have. */
static double hold(double t, const double *y, void *context)
{
  const ArmTrack *a = context;
  double l, f, x, unit[2];
  Arm o;
  balance(t, y, &l, &f);
  set(t, y, &o, &x);
  along(&o, x, unit);
  if (!a->is_coupled) l = multiplier(a, &o, unit);
  return a->mu_s * fabs(l) - fabs(f);
}

/* Decides at a standstill: rest, or the direction of motion. */
static void set_off(ArmTrack *a, bool is_held)
{
  double l, f;
  balance(a->t, a->y, &l, &f);
  a->y[2] = a->y[3] = 0;
  a->way = is_held && hold(a->t, a->y, a) >= 0 ? 0 : f > 0 ? -1 : 1;
}

ArmTrack arm_track(const double q[2], double mu, double mu_s, bool is_coupled)
{
  ArmTrack a = {is_coupled, mu, mu_s, 0, {q[0], q[1]}, 0, 0, 0, 0};
  set_off(&a, true);
  return a;
}

void arm_track_to(ArmTrack *a, double t)
{
  while (a->t < t) {
    const bool was_resting = a->way == 0;
    a->t =
        motion_until(was_resting ? resting : sliding, was_resting ? hold : slip,
                     a, ARM_STATES, a->t, t, a->y);
    if (!(a->t < t)) return;
    if (was_resting) {
      set_off(a, false);
    } else if (hypot(a->y[2], a->y[3]) > 1e-3) { /* only the end stands */
      a->way = -a->way;
      a->folds++;
    } else {
      set_off(a, true);
      a->rests += a->way == 0;
    }
    a->turns++;
  }
}

void arm_track_forces(const ArmTrack *a, double end[2], double *normal,
                      double friction[2])
{
  Arm o;
  double x, unit[2], l, f;
  set(a->t, a->y, &o, &x);
  along(&o, x, unit);
  if (a->way == 0) {
    balance(a->t, a->y, &l, &f);
  } else {
    l = multiplier(a, &o, unit);
    f = -a->way * a->mu * fabs(l);
  }
  end[0] = x;
  end[1] = x * x / 4;
  *normal = fabs(l) * hypot(1, x / 2);
  friction[0] = f;
  friction[1] = f * x / 2;
}
