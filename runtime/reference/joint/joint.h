/* joint.h: the reference of friction of one axis, by which generated joints are
 * judged. It shares no code with gen/ or templates/: libm, loops and run-time
 * parameters. Nothing here allocates, prints or keeps state.
 *
 * Lengths in m or rad, forces in N or N m; the force is that on the moving
 * part. The law is LuGre's of one bristle, PL (6), (9), (15) and (18) in one
 * dimension (see laws.h), with the level in place of mu*N. */
#ifndef BRISTLE_REFERENCE_JOINT_H
#define BRISTLE_REFERENCE_JOINT_H

#include <stdbool.h>

#include "bristle_rt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef double RefJointFunction(void *closure, double x);

/* Numbers of one direction of motion. */
typedef struct RefJointSide {
  double F_c, F_s, v_s, gamma, sigma2;
} RefJointSide;

typedef struct RefJoint {
  bool has_bristle;
  RefJointSide forward, reverse;
  double sigma0, sigma1;
  bool is_elastoplastic;
  double s_ba;
  double v_d;   /* > 0: sigma1 falls off as exp(-(s/v_d)^2) */
  double alpha; /* of Dahl; 1 otherwise */
  double mu_c, mu_s;
  RefJointFunction *own;   /* the level F(s) of the spec, or NULL */
  double top;              /* the largest value of `own` */
  RefJointFunction *place; /* P(q), or NULL for 1 */
  void *closure;           /* of both */
  bool is_frozen;          /* a step holds the yielding at z + v*dt */
} RefJoint;

/* G at a speed with its sign; the level that holds a deflection of that sign at
 * rest. */
double ref_joint_level(const RefJoint *j, double v, double load, double q);
double ref_joint_hold(const RefJoint *j, double sign, double load, double q);
/* How far the bristle yields at u = z sgn(v)/zmax: dz = v*f(u). */
double ref_joint_yield(const RefJoint *j, double u);
/* The rate of the bristle and the force at this instant. */
int ref_joint_rate(const RefJoint *j, double z, double v, double load, double q,
                   double *dz, double *force);
/* The bristle after dt with v, load and q held, by extrapolation with steps
 * that keep the error below 1e-12 of the limit; the force of the end and of the
 * mean rate. */
int ref_joint_step(const RefJoint *j, double *z, double v, double load,
                   double q, double dt, double *force);
double ref_joint_steady(const RefJoint *j, double v, double load, double q);
/* The force that holds at rest against a drive. */
double ref_joint_at_rest(const RefJoint *j, double drive, double load,
                         double q);

/* The compensator: friction of the desired speed, its level and its viscous
 * part adapted, and a correction by the error that vanishes with that speed. */
typedef struct RefCompensator {
  double gain, lambda, adaptation, room, limit, dead_zone, observer_gain;
} RefCompensator;

/* comp = z, level, viscous. Returns what the drive adds. */
int ref_joint_compensate(const RefJoint *j, const RefCompensator *c,
                         double comp[3], double v_desired, double v_measured,
                         double error, double load, double q, double dt,
                         double *torque);
/* The bristle of the measured speed, moved by the error. */
int ref_joint_observe(const RefJoint *j, const RefCompensator *c, double *z,
                      double v_measured, double error, double load, double q,
                      double dt, double *torque);

#ifdef __cplusplus
}
#endif
#endif
