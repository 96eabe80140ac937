/* arm_track.h: the motion of the two-link arm on its parabola with multipliers,
 * by hand and CVODE. It slides one way, rests or passes a dead centre, from
 * event to event, so that no right-hand side jumps. tau1 = 5 sin t, tau2 = 2.
 */
#ifndef BRISTLE_TESTS_ARM_TRACK_H
#define BRISTLE_TESTS_ARM_TRACK_H

#include <stdbool.h>

/* y: angles, their rates, work of friction, work of the torques. */
enum { ARM_STATES = 6 };

typedef struct ArmTrack {
  bool is_coupled; /* friction has an effect on the normal force */
  double mu, mu_s;
  double t, y[ARM_STATES];
  int way;                 /* of the end along x: -1, 1, or 0: rests */
  int turns, rests, folds; /* reversals, of them to a rest; dead centres */
} ArmTrack;

/* Starts at rest at that place; decides whether the arm stays there. */
ArmTrack arm_track(const double q[2], double mu, double mu_s, bool is_coupled);
/* Continues to that time. */
void arm_track_to(ArmTrack *a, double t);
/* Writes the end, the size of the normal force and friction along x and y. */
void arm_track_forces(const ArmTrack *a, double end[2], double *normal,
                      double friction[2]);

void arm_torques(double t, double tau[2]);
/* Returns the kinetic and potential energy. */
double arm_energy(const double *y);

#endif
