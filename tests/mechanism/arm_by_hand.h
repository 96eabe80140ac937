/* arm_by_hand.h: the two-link arm on y = x^2/4 written by hand, as for a
 * controller: m1 = m2 = 1, l1 = 1, l2 = 2, g = 9.8. In: angles, their
 * rates, torques. Out: the matrices, and the rate under Coulomb friction whose
 * normal force is that without friction. */
#ifndef BRISTLE_TESTS_ARM_BY_HAND_H
#define BRISTLE_TESTS_ARM_BY_HAND_H

#include <math.h>

typedef struct Arm {
  double m11, m12, m22, Q[2], A[2], b, J[2][2];
} Arm;

static inline void arm_set(const double q[2], const double v[2],
                           const double tau[2], Arm *o)
{
  const double g = 9.8, k = 0.25;
  const double s1 = sin(q[0]), c1 = cos(q[0]), s2 = sin(q[1]), c2 = cos(q[1]);
  const double s12 = sin(q[0] + q[1]), c12 = cos(q[0] + q[1]);
  const double w = v[0] + v[1], h = 2 * s2, x = c1 + 2 * c12, y = s1 + 2 * s12;
  const double vx = -s1 * v[0] - 2 * s12 * w;
  o->m11 = 6 + 4 * c2;
  o->m12 = 4 + 2 * c2;
  o->m22 = 4;
  o->Q[0] = tau[0] + h * v[1] * (v[1] + 2 * v[0]) - 2 * g * c12 - 2 * g * c1;
  o->Q[1] = tau[1] - h * v[0] * v[0] - 2 * g * c12;
  o->J[0][0] = -y;
  o->J[0][1] = -2 * s12;
  o->J[1][0] = x;
  o->J[1][1] = 2 * c12;
  o->A[0] = o->J[1][0] - 2 * k * x * o->J[0][0];
  o->A[1] = o->J[1][1] - 2 * k * x * o->J[0][1];
  /* -(y'' - 2k(x'^2 + x x'')) where q'' is 0 */
  const double ax = -c1 * v[0] * v[0] - 2 * c12 * w * w;
  const double ay = -s1 * v[0] * v[0] - 2 * s12 * w * w;
  o->b = -(ay - 2 * k * (vx * vx + x * ax));
}

/* Solves M x = f. */
static inline void arm_solve(const Arm *o, const double f[2], double x[2])
{
  const double det = o->m11 * o->m22 - o->m12 * o->m12;
  x[0] = (o->m22 * f[0] - o->m12 * f[1]) / det;
  x[1] = (o->m11 * f[1] - o->m12 * f[0]) / det;
}

/* Sliding friction of coefficient mu; the acceleration goes to a. */
static inline void arm_rate(const double q[2], const double v[2],
                            const double tau[2], double mu, double a[2])
{
  Arm o;
  double x[2], y[2], z[2];
  arm_set(q, v, tau, &o);
  arm_solve(&o, o.A, x);
  arm_solve(&o, o.Q, y);
  const double K = o.A[0] * x[0] + o.A[1] * x[1];
  double l = (o.b - o.A[0] * y[0] - o.A[1] * y[1]) / K;
  /* J is square: J^-T A' l */
  const double det = o.J[0][0] * o.J[1][1] - o.J[0][1] * o.J[1][0];
  const double fx = (o.J[1][1] * o.A[0] - o.J[1][0] * o.A[1]) * l / det;
  const double fy = (o.J[0][0] * o.A[1] - o.J[0][1] * o.A[0]) * l / det;
  const double wx = o.J[0][0] * v[0] + o.J[0][1] * v[1];
  const double wy = o.J[1][0] * v[0] + o.J[1][1] * v[1];
  const double f = mu * sqrt((fx * fx + fy * fy) / (wx * wx + wy * wy));
  const double Qf[2] = {-f * (o.J[0][0] * wx + o.J[1][0] * wy),
                        -f * (o.J[0][1] * wx + o.J[1][1] * wy)};
  arm_solve(&o, Qf, z);
  l -= (o.A[0] * z[0] + o.A[1] * z[1]) / K;
  a[0] = y[0] + z[0] + x[0] * l;
  a[1] = y[1] + z[1] + x[1] * l;
}

#endif
