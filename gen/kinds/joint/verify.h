/* verify.h: declarations for the checks of a joint: the solver beside the
 * reference. All tested numbers are rounded to the solver's type first, so that
 * both sides get the same. */
#ifndef BRISTLE_JOINT_VERIFY_H
#define BRISTLE_JOINT_VERIFY_H

#include "base/base.h"
#include "backend/backend.h"
#include "verify/verify.h"
#include "kinds/joint/reference.h"

typedef struct JointTrial {
  const Joint *joint;
  RefJoint reference;
  const Solver *solver;
  Verification *verification;
  Run *run;
  void *state;
  JointTolerances tolerances;
  uint64_t seed;
} JointTrial;

/* One step to test. */
typedef struct JointMove {
  const char *what;
  double z, v, load, q, dt;
  double zmax;  /* G/sigma0 at v */
  double scale; /* of the force's errors */
  double blur;  /* of P(q), relative, by roundings of q */
} JointMove;

/* Returns move i; the kinds of moves take turns. */
JointMove joint_move(JointTrial *t, int i);
/* Makes the solver's step; `z` may be NULL. */
int joint_try(const JointTrial *t, const JointMove *move, double *z,
              double *force);
/* Fills the inputs that the joint's functions have: v, load, q, then dt. */
void joint_inputs(const Joint *joint, const double *v, const double *load,
                  const double *q, const double *dt, const double **in);

/* verify.c: all checks at one tuning */
void joint_verify_all(JointTrial *t);
/* verify_batch.c, verify_slopes.c */
void joint_verify_batch(JointTrial *t);
void joint_verify_slopes(JointTrial *t);
/* verify_compensate.c; both do nothing without a loop */
void joint_verify_compensation(JointTrial *t);
void joint_verify_comp_promises(JointTrial *t, const Sample *samples,
                                size_t count);

#endif
